/*
 * office/http.h: requests and replies as the office sees them, whatever server they come through;
 * who may ask for what, and how often.
 */
#ifndef QILI_OFFICE_HTTP_H
#define QILI_OFFICE_HTTP_H

#include <jansson.h>

#include "office/office.h"
#include "office/rate.h"

enum { OFFICE_ADDRESS_BYTES = 64, OFFICE_COOKIE_BYTES = 192, OFFICE_FILE_BYTES = 64 };

/* The value of an argument of the query, decoded, or NULL. */
typedef const char *(*office_argument)(void *context, const char *name);

typedef struct office_request {
    const char *method;
    const char *path;
    const char *body; /* ended by NUL; "" */
    size_t length;
    const char *bearer; /* a device's token, or NULL */
    const char *cookie; /* a person's, or NULL */
    bool own_page;      /* sent by the page's script: no other page can set that header */
    bool chinese;       /* the language of texts in the reply */
    char from[OFFICE_ADDRESS_BYTES];
    office_argument argument;
    void *context;
} office_request;

/* What the server is to do about it. */
typedef enum office_outcome {
    OFFICE_REPLY = 0, /* send the reply */
    OFFICE_STREAM,    /* keep the connection, and tell it of every change (server-sent events) */
    OFFICE_PENDING    /* ask once more when the judge or the reader has finished something */
} office_outcome;

typedef struct office_reply {
    office_outcome outcome;
    unsigned status;
    const char *type; /* a MIME type; static */
    char *body;       /* the reply's own, unless `fixed` */
    const char *fixed;
    size_t length;
    char cookie[OFFICE_COOKIE_BYTES]; /* to set, or "" */
    char file[OFFICE_FILE_BYTES];     /* the name to save it under, or "" */
} office_reply;

struct office_worker;
struct office_reader;

/* The office as others reach it. */
typedef struct office_front {
    office_house *office;
    office_rates *rates;
    struct office_worker *worker; /* judges rulings; may be NULL in tests */
    struct office_reader *reader; /* reads pictures; NULL: none are read */
} office_front;

/* A request on its way through the house. */
typedef struct office_call {
    office_front *front;
    office_house *office;
    const office_request *request;
    office_reply *reply;
    office_device device; /* who asks, where the route is for devices */
    office_person person; /* where it is for people */
    board_language language;
} office_call;

/*
 * What is known before the body comes: BOARD_OK, or why it is refused without reading it. *most is
 * how long the body may be.
 */
board_error office_admit(office_front *front, const office_request *request, size_t *most);

/* Does what the request asks. The reply is to be released. */
void office_handle(office_front *front, const office_request *request, office_reply *reply);
void office_reply_free(office_reply *reply);

/* For the parts. */

/* A refusal, in the form of sync_answer. */
void office_refuse(office_call *call, board_error error, const char *detail);

/* May this person do that once more? See office_rate_take. */
bool office_person_may(office_call *call, const char *what, double per_second, double burst);

/* A value, which is taken over; NULL: out of memory. */
void office_reply_json(office_call *call, json_t *value);
void office_reply_text(office_call *call, const char *type, char *body, size_t length);

/* A text of the request's body, a JSON object; "" if it is not there. */
const char *office_text_of(const json_t *object, const char *name);
const char *office_argument_of(const office_call *call, const char *name);

#endif
