/*
 * office/certificate.h: the office's own TLS key and certificate, made when they are missing.
 *
 * Devices pin the key, so the certificate may be made anew for another address while they stay
 * enrolled; people compare its fingerprint once.
 */
#ifndef QILI_OFFICE_CERTIFICATE_H
#define QILI_OFFICE_CERTIFICATE_H

#include "sync/invitation.h"

enum { OFFICE_FINGERPRINT_BYTES = 96 }; /* SHA-256 as AB:CD:..., with its NUL */

typedef struct office_certificate {
    char *key;         /* PEM */
    char *certificate; /* PEM */
    uint8_t pin[SYNC_PIN_BYTES];
    char fingerprint[OFFICE_FINGERPRINT_BYTES]; /* of the certificate, as browsers show it */
} office_certificate;

/* Reads FOLDER/tls.key and FOLDER/tls.pem, or makes them (P-256, mode 0600). Errors: STORE_IO with
 * the path, STORE_LIBRARY with the library's words, NO_MEMORY. */
board_error office_certificate_take(const char *folder, office_certificate *certificate,
                                    store_problem *problem);
void office_certificate_free(office_certificate *certificate);

#endif
