/* sync/invitation.c: codes, proofs that both sides know one, and pins of certificates. */
#include "sync/invitation.h"

#include <gnutls/abstract.h>
#include <gnutls/gnutls.h>
#include <gnutls/x509.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "store/bytes.h"

enum { CODE_LETTERS = 12, CODE_GROUP = 4, PORT_DEFAULT = 8443, PORT_MAX = 65535 };

/* Without I, L, O and U, which are mistaken for others. */
static const char alphabet[] = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/* Codes. */

static void spell(const char letters[CODE_LETTERS], char code[SYNC_CODE_TEXT_BYTES])
{
    size_t used = 0;

    for (size_t i = 0; i < CODE_LETTERS; i++) {
        if (i > 0 && i % CODE_GROUP == 0)
            code[used++] = '-';
        code[used++] = letters[i];
    }
    code[used] = '\0';
}

void sync_code_make(char code[SYNC_CODE_TEXT_BYTES])
{
    char letters[CODE_LETTERS];

    for (size_t i = 0; i < CODE_LETTERS; i++)
        letters[i] = alphabet[randombytes_uniform(sizeof alphabet - 1)];
    spell(letters, code);
}

static char letter_of(char typed)
{
    char letter = typed >= 'a' && typed <= 'z' ? (char)(typed - 'a' + 'A') : typed;

    if (letter == 'O')
        return '0';
    if (letter == 'I' || letter == 'L')
        return '1';
    return letter != '\0' && strchr(alphabet, letter) != NULL ? letter : '\0';
}

bool sync_code_read(const char *text, char code[SYNC_CODE_TEXT_BYTES])
{
    char letters[CODE_LETTERS];
    size_t count = 0;

    for (; *text != '\0'; text++) {
        if (*text == '-' || *text == ' ')
            continue;
        char letter = letter_of(*text);
        if (letter == '\0' || count == CODE_LETTERS)
            return false;
        letters[count++] = letter;
    }
    if (count != CODE_LETTERS)
        return false;
    spell(letters, code);
    return true;
}

void sync_code_key(const char code[SYNC_CODE_TEXT_BYTES], uint8_t key[SYNC_CODE_KEY_BYTES])
{
    crypto_generichash(key, SYNC_CODE_KEY_BYTES, (const unsigned char *)code, strlen(code), NULL,
                       0);
}

/* Proofs: like the hash of an entry, but keyed by the code. */

static void add_field(crypto_generichash_state *state, const void *bytes, size_t length)
{
    uint8_t prefix[4];

    store_put_be(prefix, sizeof prefix, length);
    crypto_generichash_update(state, prefix, sizeof prefix);
    crypto_generichash_update(state, bytes, length);
}

static void begin_proof(crypto_generichash_state *state, const uint8_t *code_key, const char *of)
{
    crypto_generichash_init(state, code_key, SYNC_CODE_KEY_BYTES, SYNC_PROOF_BYTES);
    add_field(state, of, strlen(of));
}

void sync_prove_device(const uint8_t code_key[SYNC_CODE_KEY_BYTES],
                       const uint8_t device[STORE_KEY_BYTES], const uint8_t pin[SYNC_PIN_BYTES],
                       uint8_t proof[SYNC_PROOF_BYTES])
{
    crypto_generichash_state state;

    begin_proof(&state, code_key, "qili-proof-device-1");
    add_field(&state, device, STORE_KEY_BYTES);
    add_field(&state, pin, SYNC_PIN_BYTES);
    crypto_generichash_final(&state, proof, SYNC_PROOF_BYTES);
}

void sync_prove_office(const uint8_t code_key[SYNC_CODE_KEY_BYTES],
                       const uint8_t device[STORE_KEY_BYTES], const uint8_t office[STORE_KEY_BYTES],
                       const uint8_t pin[SYNC_PIN_BYTES], const char *token,
                       uint8_t proof[SYNC_PROOF_BYTES])
{
    crypto_generichash_state state;

    begin_proof(&state, code_key, "qili-proof-office-1");
    add_field(&state, device, STORE_KEY_BYTES);
    add_field(&state, office, STORE_KEY_BYTES);
    add_field(&state, pin, SYNC_PIN_BYTES);
    add_field(&state, token, strlen(token));
    crypto_generichash_final(&state, proof, SYNC_PROOF_BYTES);
}

/* Pins. */

void sync_pin_write(const uint8_t pin[SYNC_PIN_BYTES], char text[SYNC_PIN_TEXT_BYTES])
{
    sodium_bin2base64(text, SYNC_PIN_TEXT_BYTES, pin, SYNC_PIN_BYTES,
                      sodium_base64_VARIANT_ORIGINAL);
}

static bool read_base64(const char *text, uint8_t *bytes, size_t count, int variant)
{
    const char *end = NULL;
    size_t got = 0;

    return sodium_base642bin(bytes, count, text, strlen(text), NULL, &got, &end, variant) == 0 &&
           got == count && *end == '\0';
}

bool sync_pin_read(const char *text, uint8_t pin[SYNC_PIN_BYTES])
{
    return read_base64(text, pin, SYNC_PIN_BYTES, sodium_base64_VARIANT_ORIGINAL);
}

static bool hash_public_key(gnutls_x509_crt_t certificate, uint8_t pin[SYNC_PIN_BYTES])
{
    gnutls_datum_t encoded = {NULL, 0};
    gnutls_pubkey_t key = NULL;
    bool done = gnutls_pubkey_init(&key) == GNUTLS_E_SUCCESS &&
                gnutls_pubkey_import_x509(key, certificate, 0) == GNUTLS_E_SUCCESS &&
                gnutls_pubkey_export2(key, GNUTLS_X509_FMT_DER, &encoded) == GNUTLS_E_SUCCESS;

    if (done)
        crypto_hash_sha256(pin, encoded.data, encoded.size);
    gnutls_free(encoded.data);
    if (key != NULL)
        gnutls_pubkey_deinit(key);
    return done;
}

bool sync_pin_of_certificate(const char *pem, size_t length, uint8_t pin[SYNC_PIN_BYTES])
{
    gnutls_datum_t text = {(unsigned char *)pem, (unsigned)length};
    gnutls_x509_crt_t certificate = NULL;

    if (gnutls_x509_crt_init(&certificate) != GNUTLS_E_SUCCESS)
        return false;
    bool done =
        gnutls_x509_crt_import(certificate, &text, GNUTLS_X509_FMT_PEM) == GNUTLS_E_SUCCESS &&
        hash_public_key(certificate, pin);
    gnutls_x509_crt_deinit(certificate);
    return done;
}

/* Invitations. */

char *sync_invitation_write(const sync_invitation *invitation, char text[SYNC_INVITATION_BYTES])
{
    char pin[SYNC_PIN_TEXT_BYTES] = "";

    if (invitation->pinned)
        sodium_bin2base64(pin, sizeof pin, invitation->pin, SYNC_PIN_BYTES,
                          sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    snprintf(text, SYNC_INVITATION_BYTES, "%s/%s%s%s", invitation->address, invitation->code,
             invitation->pinned ? "/" : "", pin);
    return text;
}

/* Where the port's colon stands; NULL: there is none. */
static const char *find_port(const char *address)
{
    const char *closing = strrchr(address, ']');

    return strchr(closing != NULL ? closing : address, ':');
}

static bool port_valid(const char *port)
{
    unsigned long number = 0;

    for (const char *at = port; *at != '\0'; at++) {
        if (*at < '0' || *at > '9' || at - port >= 5)
            return false;
        number = number * 10 + (unsigned long)(*at - '0');
    }
    return number >= 1 && number <= PORT_MAX;
}

/* Letters of host names and addresses only: nothing that means something to a URL. */
static bool take_address(const char *text, size_t length, char address[SYNC_ADDRESS_BYTES])
{
    char given[SYNC_ADDRESS_BYTES - 8];

    if (length == 0 || length >= sizeof given)
        return false;
    memcpy(given, text, length);
    given[length] = '\0';
    if (strspn(given, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-:[]") !=
        length)
        return false;
    const char *colon = find_port(given);
    if (colon == given || (colon != NULL && !port_valid(colon + 1)))
        return false;
    if (colon != NULL)
        snprintf(address, SYNC_ADDRESS_BYTES, "%s", given);
    else
        snprintf(address, SYNC_ADDRESS_BYTES, "%s:%d", given, PORT_DEFAULT);
    return true;
}

board_error sync_invitation_read(const char *text, sync_invitation *invitation)
{
    char code[SYNC_CODE_TEXT_BYTES + CODE_GROUP];

    *invitation = (sync_invitation){.pinned = false};
    text += strspn(text, " \t\r\n");
    if (strncmp(text, "https://", 8) == 0)
        text += 8;
    size_t length = strcspn(text, "/");
    if (text[length] != '/' || !take_address(text, length, invitation->address))
        return BOARD_ERROR_SYNC_INVITATION;
    text += length + 1;
    length = strcspn(text, "/\r\n\t");
    if (length >= sizeof code)
        return BOARD_ERROR_SYNC_INVITATION;
    memcpy(code, text, length);
    code[length] = '\0';
    if (!sync_code_read(code, invitation->code))
        return BOARD_ERROR_SYNC_INVITATION;
    text += length;
    if (*text == '/') {
        char pin[SYNC_PIN_TEXT_BYTES];
        length = strcspn(++text, " \r\n\t");
        if (length >= sizeof pin)
            return BOARD_ERROR_SYNC_INVITATION;
        memcpy(pin, text, length);
        pin[length] = '\0';
        text += length;
        invitation->pinned = read_base64(pin, invitation->pin, SYNC_PIN_BYTES,
                                         sodium_base64_VARIANT_URLSAFE_NO_PADDING);
        if (!invitation->pinned)
            return BOARD_ERROR_SYNC_INVITATION;
    }
    return text[strspn(text, " \t\r\n")] == '\0' ? BOARD_OK : BOARD_ERROR_SYNC_INVITATION;
}
