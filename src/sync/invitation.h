/*
 * sync/invitation.h: how a device and an office come to know each other: an invitation, which is
 * the office's address and a code that both sides prove to know without sending it.
 *
 * The code has 60 random bits, is good for a few minutes and for one device. Each proof is a hash
 * keyed by the code over both sides' keys and over the pin, the hash of the public key of the TLS
 * certificate that the device sees. So nobody in between can show another certificate.
 */
#ifndef QILI_SYNC_INVITATION_H
#define QILI_SYNC_INVITATION_H

#include "sync/wire.h"

enum {
    SYNC_PIN_BYTES = 32,        /* SHA-256 of the certificate's public key (SPKI, DER) */
    SYNC_PIN_TEXT_BYTES = 48,   /* base64, with its NUL */
    SYNC_CODE_TEXT_BYTES = 15,  /* ABCD-EFGH-JKMN, with its NUL */
    SYNC_CODE_KEY_BYTES = 32,   /* what the code is kept as */
    SYNC_ADDRESS_BYTES = 256,   /* host:port, with its NUL */
    SYNC_INVITATION_BYTES = 384 /* the text of an invitation, with its NUL */
};

typedef struct sync_invitation {
    char address[SYNC_ADDRESS_BYTES]; /* host:port; [::1]:8443 */
    char code[SYNC_CODE_TEXT_BYTES];
    bool pinned; /* the invitation says the pin */
    uint8_t pin[SYNC_PIN_BYTES];
} sync_invitation;

/* A new code. */
void sync_code_make(char code[SYNC_CODE_TEXT_BYTES]);

/* Capital letters, groups of four; o and i, l typed for 0 and 1 are put right. False: no code. */
bool sync_code_read(const char *text, char code[SYNC_CODE_TEXT_BYTES]);

void sync_code_key(const char code[SYNC_CODE_TEXT_BYTES], uint8_t key[SYNC_CODE_KEY_BYTES]);

/* "192.168.1.5:8443/ABCD-EFGH-JKMN", with "/PIN" (base64url) behind it if pinned. */
char *sync_invitation_write(const sync_invitation *invitation, char text[SYNC_INVITATION_BYTES]);

/* Also with "https://" before it; without a port, 8443. Errors: SYNC_INVITATION. */
board_error sync_invitation_read(const char *text, sync_invitation *invitation);

/* The device's proof, and the office's. */
void sync_prove_device(const uint8_t code_key[SYNC_CODE_KEY_BYTES],
                       const uint8_t device[STORE_KEY_BYTES], const uint8_t pin[SYNC_PIN_BYTES],
                       uint8_t proof[SYNC_PROOF_BYTES]);
void sync_prove_office(const uint8_t code_key[SYNC_CODE_KEY_BYTES],
                       const uint8_t device[STORE_KEY_BYTES], const uint8_t office[STORE_KEY_BYTES],
                       const uint8_t pin[SYNC_PIN_BYTES], const char *token,
                       uint8_t proof[SYNC_PROOF_BYTES]);

/* The device signs its proof with its key, for this use. */
#define SYNC_ENROL_CONTEXT "qili-enrol-1"

/* Pins as base64, and back; false: it is none. */
void sync_pin_write(const uint8_t pin[SYNC_PIN_BYTES], char text[SYNC_PIN_TEXT_BYTES]);
bool sync_pin_read(const char *text, uint8_t pin[SYNC_PIN_BYTES]);

/* The pin of a certificate in PEM; false: it is none. */
bool sync_pin_of_certificate(const char *pem, size_t length, uint8_t pin[SYNC_PIN_BYTES]);

#endif
