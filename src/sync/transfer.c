/* sync/transfer.c: one request to the office and its answer, by libcurl. */
#include "sync/transfer.h"

#include <curl/curl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/problem.h"

enum { URL_BYTES = SYNC_ADDRESS_BYTES + 128, PIN_OPTION_BYTES = SYNC_PIN_TEXT_BYTES + 16 };

struct sync_transfer {
    CURL *curl;
    struct curl_slist *headers;
    char address[SYNC_ADDRESS_BYTES];
    char pin[PIN_OPTION_BYTES]; /* "" until there is one */
    char wrong[CURL_ERROR_SIZE];
    sync_deadlines deadlines;
    sync_asked_to_stop stop;
    void *context;
    char *body;
    size_t used;
    size_t room;
};

static size_t take_body(char *bytes, size_t size, size_t count, void *context)
{
    sync_transfer *transfer = context;
    size_t length = size * count;

    if (length > SYNC_BODY_MAX - transfer->used)
        return 0;
    if (transfer->used + length + 1 > transfer->room) {
        size_t room = 2 * (transfer->used + length + 1);
        char *grown = realloc(transfer->body, room);
        if (grown == NULL)
            return 0;
        transfer->body = grown;
        transfer->room = room;
    }
    memcpy(transfer->body + transfer->used, bytes, length);
    transfer->used += length;
    transfer->body[transfer->used] = '\0';
    return length;
}

static int look_in(void *context, curl_off_t a, curl_off_t b, curl_off_t c, curl_off_t d)
{
    const sync_transfer *transfer = context;

    (void)a;
    (void)b;
    (void)c;
    (void)d;
    return transfer->stop != NULL && transfer->stop(transfer->context);
}

/* What holds for every request. The certificate is the office's own: its key is what counts, so
 * neither its issuer nor its name nor its dates are looked at (the clock may be wrong). */
static void set_options(sync_transfer *transfer)
{
    CURL *curl = transfer->curl;

    curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "https");
    curl_easy_setopt(curl, CURLOPT_PROXY, "");
    curl_easy_setopt(curl, CURLOPT_SSL_VERIFYPEER, 0L);
    curl_easy_setopt(curl, CURLOPT_SSL_VERIFYHOST, 0L);
    curl_easy_setopt(curl, CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
    curl_easy_setopt(curl, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
    curl_easy_setopt(curl, CURLOPT_FOLLOWLOCATION, 0L);
    curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT_MS, transfer->deadlines.connect_ms);
    curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS, transfer->deadlines.total_ms);
    curl_easy_setopt(curl, CURLOPT_LOW_SPEED_LIMIT, 1L);
    curl_easy_setopt(curl, CURLOPT_LOW_SPEED_TIME, (transfer->deadlines.slow_ms + 999) / 1000);
    curl_easy_setopt(curl, CURLOPT_QUICK_EXIT, 1L); /* a resolver that hangs is left behind */
    curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, transfer->wrong);
    curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, take_body);
    curl_easy_setopt(curl, CURLOPT_WRITEDATA, transfer);
    curl_easy_setopt(curl, CURLOPT_XFERINFOFUNCTION, look_in);
    curl_easy_setopt(curl, CURLOPT_XFERINFODATA, transfer);
    curl_easy_setopt(curl, CURLOPT_NOPROGRESS, 0L);
    if (transfer->pin[0] != '\0')
        curl_easy_setopt(curl, CURLOPT_PINNEDPUBLICKEY, transfer->pin);
    curl_easy_setopt(curl, CURLOPT_HTTPHEADER, transfer->headers);
}

sync_transfer *sync_transfer_new(const char *address, const sync_deadlines *deadlines,
                                 sync_asked_to_stop stop, void *context)
{
    sync_transfer *transfer = calloc(1, sizeof *transfer);
    if (transfer == NULL)
        return NULL;
    snprintf(transfer->address, sizeof transfer->address, "%s", address);
    transfer->deadlines = deadlines != NULL ? *deadlines
                                            : (sync_deadlines){.connect_ms = SYNC_CONNECT_MS,
                                                               .total_ms = SYNC_TOTAL_MS,
                                                               .slow_ms = SYNC_SLOW_MS};
    transfer->stop = stop;
    transfer->context = context;
    transfer->curl = curl_easy_init();
    if (transfer->curl == NULL) {
        sync_transfer_free(transfer);
        return NULL;
    }
    return transfer;
}

void sync_transfer_free(sync_transfer *transfer)
{
    if (transfer == NULL)
        return;
    curl_easy_cleanup(transfer->curl);
    curl_slist_free_all(transfer->headers);
    free(transfer->body);
    free(transfer);
}

static bool add_header(sync_transfer *transfer, const char *header)
{
    struct curl_slist *longer = curl_slist_append(transfer->headers, header);

    if (longer != NULL)
        transfer->headers = longer;
    return longer != NULL;
}

board_error sync_transfer_pin(sync_transfer *transfer, const uint8_t pin[SYNC_PIN_BYTES],
                              const char *token, store_problem *problem)
{
    char text[SYNC_PIN_TEXT_BYTES];
    char header[SYNC_TOKEN_BYTES + 32];

    curl_slist_free_all(transfer->headers);
    transfer->headers = NULL;
    sync_pin_write(pin, text);
    snprintf(transfer->pin, sizeof transfer->pin, "sha256//%s", text);
    snprintf(header, sizeof header, "Authorization: Bearer %s", token != NULL ? token : "");
    /* Without "Expect" the body goes at once. */
    if (!add_header(transfer, "Content-Type: application/json") ||
        !add_header(transfer, "Expect:") || (token != NULL && !add_header(transfer, header)))
        return store_fail(problem, BOARD_ERROR_NO_MEMORY, NULL);
    return BOARD_OK;
}

static board_error fail(const sync_transfer *transfer, CURLcode code, store_problem *problem)
{
    const char *words = transfer->wrong[0] != '\0' ? transfer->wrong : curl_easy_strerror(code);

    if (code == CURLE_OUT_OF_MEMORY)
        return store_fail(problem, BOARD_ERROR_NO_MEMORY, NULL);
    if (code == CURLE_SSL_PINNEDPUBKEYNOTMATCH)
        return store_fail(problem, BOARD_ERROR_SYNC_PIN, NULL);
    return store_fail(problem, BOARD_ERROR_SYNC_UNREACHABLE, words);
}

static void begin(sync_transfer *transfer, const char *path)
{
    char url[URL_BYTES];

    curl_easy_reset(transfer->curl);
    set_options(transfer);
    transfer->used = 0;
    transfer->wrong[0] = '\0';
    if (transfer->body != NULL)
        transfer->body[0] = '\0';
    snprintf(url, sizeof url, "https://%s%s", transfer->address, path);
    curl_easy_setopt(transfer->curl, CURLOPT_URL, url);
}

/* The first certificate of the list that libcurl gives as "Name:value" texts. */
static bool find_pin(const struct curl_certinfo *info, uint8_t pin[SYNC_PIN_BYTES])
{
    static const char name[] = "Cert:";

    if (info == NULL || info->num_of_certs < 1)
        return false;
    for (const struct curl_slist *field = info->certinfo[0]; field != NULL; field = field->next) {
        if (strncmp(field->data, name, sizeof name - 1) == 0) {
            const char *pem = field->data + sizeof name - 1;
            return sync_pin_of_certificate(pem, strlen(pem), pin);
        }
    }
    return false;
}

board_error sync_transfer_look(sync_transfer *transfer, uint8_t pin[SYNC_PIN_BYTES],
                               store_problem *problem)
{
    struct curl_certinfo *info = NULL;

    begin(transfer, SYNC_PATH "/office");
    curl_easy_setopt(transfer->curl, CURLOPT_CERTINFO, 1L);
    curl_easy_setopt(transfer->curl, CURLOPT_FRESH_CONNECT, 1L);
    curl_easy_setopt(transfer->curl, CURLOPT_FORBID_REUSE, 1L);
    CURLcode code = curl_easy_perform(transfer->curl);
    if (code != CURLE_OK)
        return fail(transfer, code, problem);
    curl_easy_getinfo(transfer->curl, CURLINFO_CERTINFO, &info);
    return find_pin(info, pin) ? BOARD_OK : store_fail(problem, BOARD_ERROR_SYNC_ANSWER, NULL);
}

board_error sync_transfer_request(sync_transfer *transfer, const char *path, const char *text,
                                  sync_reply *reply, store_problem *problem)
{
    *reply = (sync_reply){.body = ""};
    if (transfer->pin[0] == '\0')
        return store_fail(problem, BOARD_ERROR_SYNC_PIN, NULL);
    begin(transfer, path);
    if (text != NULL) {
        curl_easy_setopt(transfer->curl, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)strlen(text));
        curl_easy_setopt(transfer->curl, CURLOPT_POSTFIELDS, text);
    }
    CURLcode code = curl_easy_perform(transfer->curl);
    if (code != CURLE_OK)
        return fail(transfer, code, problem);
    curl_easy_getinfo(transfer->curl, CURLINFO_RESPONSE_CODE, &reply->status);
    reply->body = transfer->body != NULL ? transfer->body : "";
    reply->length = transfer->used;
    return BOARD_OK;
}
