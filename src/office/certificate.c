/* office/certificate.c: the office's own TLS key and certificate. */
#include "office/certificate.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <gnutls/gnutls.h>
#include <gnutls/x509.h>
#include <ifaddrs.h>
#include <netinet/in.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "store/files.h"
#include "store/problem.h"

enum { PEM_MAX = 16 * 1024, SERIAL_BYTES = 16, HOST_BYTES = 256, DAY_SECONDS = 24 * 60 * 60 };

/* A clock at the event may be wrong by days; the certificate is good all the same. */
enum { DAYS_BEFORE = 400, DAYS_AFTER = 10 * 365 };

/* Files. */

static char *load_text(const char *path)
{
    int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    char text[PEM_MAX];
    long length = descriptor >= 0 ? store_read_bytes(descriptor, text, PEM_MAX - 1) : -1;

    if (descriptor >= 0)
        close(descriptor);
    if (length <= 0)
        return NULL;
    text[length] = '\0';
    return strdup(text);
}

static bool save_text(const char *path, const char *text)
{
    int descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (descriptor < 0)
        return false;
    bool done = fchmod(descriptor, 0600) == 0 &&
                store_write_bytes(descriptor, text, strlen(text)) && fsync(descriptor) == 0;

    return close(descriptor) == 0 && done && store_sync_folder(path, NULL) == BOARD_OK;
}

/* Making. */

static char *copy_pem(const gnutls_datum_t *pem)
{
    if (pem->data == NULL)
        return NULL;
    return strndup((const char *)pem->data, pem->size);
}

static char *make_key(gnutls_x509_privkey_t key)
{
    gnutls_datum_t pem = {NULL, 0};
    unsigned bits = GNUTLS_CURVE_TO_BITS(GNUTLS_ECC_CURVE_SECP256R1);
    char *text = NULL;

    if (gnutls_x509_privkey_generate(key, GNUTLS_PK_ECDSA, bits, 0) == GNUTLS_E_SUCCESS &&
        gnutls_x509_privkey_export2(key, GNUTLS_X509_FMT_PEM, &pem) == GNUTLS_E_SUCCESS)
        text = copy_pem(&pem);
    gnutls_free(pem.data);
    return text;
}

/* The names under which browsers may come: this machine's name and its addresses. */
static void name_hosts(gnutls_x509_crt_t certificate)
{
    char host[HOST_BYTES] = "";
    struct ifaddrs *list = NULL;
    const unsigned append = GNUTLS_FSAN_APPEND;

    gnutls_x509_crt_set_subject_alt_name(certificate, GNUTLS_SAN_DNSNAME, "localhost", 9,
                                         GNUTLS_FSAN_SET);
    if (gethostname(host, sizeof host - 1) == 0 && host[0] != '\0')
        gnutls_x509_crt_set_subject_alt_name(certificate, GNUTLS_SAN_DNSNAME, host,
                                             (unsigned)strlen(host), append);
    if (getifaddrs(&list) != 0)
        return;
    for (const struct ifaddrs *at = list; at != NULL; at = at->ifa_next) {
        if (at->ifa_addr == NULL || at->ifa_addr->sa_family != AF_INET)
            continue;
        const struct sockaddr_in *address = (const struct sockaddr_in *)(const void *)at->ifa_addr;
        gnutls_x509_crt_set_subject_alt_name(certificate, GNUTLS_SAN_IPADDRESS, &address->sin_addr,
                                             sizeof address->sin_addr, append);
    }
    freeifaddrs(list);
}

static bool fill_certificate(gnutls_x509_crt_t certificate, gnutls_x509_privkey_t key)
{
    unsigned char serial[SERIAL_BYTES];
    static const char name[] = "Qili event office";
    time_t now = time(NULL);

    randombytes_buf(serial, sizeof serial);
    serial[0] &= 0x7F;
    name_hosts(certificate);
    return gnutls_x509_crt_set_version(certificate, 3) == GNUTLS_E_SUCCESS &&
           gnutls_x509_crt_set_serial(certificate, serial, sizeof serial) == GNUTLS_E_SUCCESS &&
           gnutls_x509_crt_set_dn_by_oid(certificate, GNUTLS_OID_X520_COMMON_NAME, 0, name,
                                         sizeof name - 1) == GNUTLS_E_SUCCESS &&
           gnutls_x509_crt_set_activation_time(
               certificate, now - (time_t)DAYS_BEFORE * DAY_SECONDS) == GNUTLS_E_SUCCESS &&
           gnutls_x509_crt_set_expiration_time(
               certificate, now + (time_t)DAYS_AFTER * DAY_SECONDS) == GNUTLS_E_SUCCESS &&
           gnutls_x509_crt_set_key(certificate, key) == GNUTLS_E_SUCCESS &&
           gnutls_x509_crt_sign2(certificate, certificate, key, GNUTLS_DIG_SHA256, 0) ==
               GNUTLS_E_SUCCESS;
}

static char *make_certificate(gnutls_x509_privkey_t key)
{
    gnutls_x509_crt_t certificate = NULL;
    gnutls_datum_t pem = {NULL, 0};
    char *text = NULL;

    if (gnutls_x509_crt_init(&certificate) != GNUTLS_E_SUCCESS)
        return NULL;
    if (fill_certificate(certificate, key) &&
        gnutls_x509_crt_export2(certificate, GNUTLS_X509_FMT_PEM, &pem) == GNUTLS_E_SUCCESS)
        text = copy_pem(&pem);
    gnutls_free(pem.data);
    gnutls_x509_crt_deinit(certificate);
    return text;
}

/* Makes what is missing; the key goes to the disk first. */
static board_error make(const char *key_path, const char *path, office_certificate *made,
                        store_problem *problem)
{
    gnutls_x509_privkey_t key = NULL;
    board_error error = BOARD_OK;

    if (gnutls_x509_privkey_init(&key) != GNUTLS_E_SUCCESS)
        return store_fail(problem, BOARD_ERROR_NO_MEMORY, NULL);
    if (made->key == NULL) {
        made->key = make_key(key);
        if (made->key != NULL && !save_text(key_path, made->key))
            error = store_fail(problem, BOARD_ERROR_STORE_IO, key_path);
    } else {
        gnutls_datum_t pem = {(unsigned char *)made->key, (unsigned)strlen(made->key)};
        if (gnutls_x509_privkey_import(key, &pem, GNUTLS_X509_FMT_PEM) != GNUTLS_E_SUCCESS)
            error = store_fail(problem, BOARD_ERROR_STORE_KEY_FORM, key_path);
    }
    if (error == BOARD_OK && made->key != NULL)
        made->certificate = make_certificate(key);
    if (error == BOARD_OK && made->certificate == NULL)
        error = store_fail(problem, BOARD_ERROR_STORE_LIBRARY, "gnutls");
    if (error == BOARD_OK && !save_text(path, made->certificate))
        error = store_fail(problem, BOARD_ERROR_STORE_IO, path);
    gnutls_x509_privkey_deinit(key);
    return error;
}

/* Reading. */

static bool read_fingerprint(office_certificate *read)
{
    gnutls_datum_t text = {(unsigned char *)read->certificate, (unsigned)strlen(read->certificate)};
    gnutls_x509_crt_t certificate = NULL;
    uint8_t hash[32];
    size_t size = sizeof hash;

    if (gnutls_x509_crt_init(&certificate) != GNUTLS_E_SUCCESS)
        return false;
    bool done =
        gnutls_x509_crt_import(certificate, &text, GNUTLS_X509_FMT_PEM) == GNUTLS_E_SUCCESS &&
        gnutls_x509_crt_get_fingerprint(certificate, GNUTLS_DIG_SHA256, hash, &size) ==
            GNUTLS_E_SUCCESS;
    gnutls_x509_crt_deinit(certificate);
    for (size_t i = 0; done && i < sizeof hash; i++)
        snprintf(read->fingerprint + 3 * i, 4, "%02X%s", hash[i], i + 1 < sizeof hash ? ":" : "");
    return done && sync_pin_of_certificate(read->certificate, strlen(read->certificate), read->pin);
}

board_error office_certificate_take(const char *folder, office_certificate *certificate,
                                    store_problem *problem)
{
    char *key_path = store_path_with(folder, "/tls.key");
    char *path = store_path_with(folder, "/tls.pem");
    board_error error = BOARD_ERROR_NO_MEMORY;

    *certificate = (office_certificate){.key = NULL};
    if (key_path != NULL && path != NULL) {
        certificate->key = load_text(key_path);
        certificate->certificate = certificate->key != NULL ? load_text(path) : NULL;
        error = certificate->certificate != NULL ? BOARD_OK
                                                 : make(key_path, path, certificate, problem);
        if (error == BOARD_OK && !read_fingerprint(certificate))
            error = store_fail(problem, BOARD_ERROR_STORE_LIBRARY, path);
    }
    if (error == BOARD_ERROR_NO_MEMORY)
        store_fail(problem, error, NULL);
    free(key_path);
    free(path);
    if (error != BOARD_OK)
        office_certificate_free(certificate);
    return error;
}

void office_certificate_free(office_certificate *certificate)
{
    if (certificate->key != NULL)
        sodium_memzero(certificate->key, strlen(certificate->key));
    free(certificate->key);
    free(certificate->certificate);
    *certificate = (office_certificate){.key = NULL};
}
