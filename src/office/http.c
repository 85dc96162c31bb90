/* office/http.c: who may ask for what, and how often. */
#include "office/http.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "office/routes.h"

/* Who may ask. */
typedef enum route_for {
    FOR_ALL,    /* anybody */
    FOR_GUESTS, /* anybody, but not wrongly too often: what could be guessed is asked here */
    FOR_DEVICES,
    FOR_PEOPLE, /* any role */
    FOR_CHIEFS  /* the chief arbiter or the organiser */
} route_for;

typedef struct route {
    const char *method;
    const char *path;
    route_for who;
    size_t most; /* bytes of the body */
    void (*run)(office_call *call);
} route;

enum { NOTHING = 0, SMALL = SYNC_SMALL_BODY_MAX, LARGE = SYNC_BODY_MAX };

static const route routes[] = {
    {"GET", "/", FOR_ALL, NOTHING, office_route_page},
    {"GET", "/page.js", FOR_ALL, NOTHING, office_route_script},
    {"GET", "/board.js", FOR_ALL, NOTHING, office_route_board_script},
    {"GET", "/codes.js", FOR_ALL, NOTHING, office_route_codes_script},
    {"GET", "/page.css", FOR_ALL, NOTHING, office_route_style},
    {"GET", "/texts", FOR_ALL, NOTHING, office_route_texts},
    {"GET", SYNC_PATH "/office", FOR_ALL, NOTHING, office_route_office},
    {"POST", SYNC_PATH "/enrolment", FOR_GUESTS, SMALL, office_route_enrolment},
    {"POST", SYNC_PATH "/entries", FOR_DEVICES, LARGE, office_route_entries},
    {"GET", SYNC_PATH "/news", FOR_DEVICES, NOTHING, office_route_news},
    {"POST", SYNC_PATH "/login", FOR_GUESTS, SMALL, office_route_login},
    {"POST", SYNC_PATH "/logout", FOR_PEOPLE, SMALL, office_route_logout},
    {"GET", SYNC_PATH "/hall", FOR_PEOPLE, NOTHING, office_route_hall},
    {"GET", SYNC_PATH "/ruling", FOR_PEOPLE, NOTHING, office_route_ruling},
    {"GET", SYNC_PATH "/changes", FOR_PEOPLE, NOTHING, office_route_changes},
    {"POST", SYNC_PATH "/carried", FOR_PEOPLE, SMALL, office_route_carried},
    {"POST", SYNC_PATH "/code", FOR_PEOPLE, LARGE, office_route_code},
    {"POST", SYNC_PATH "/uphold", FOR_CHIEFS, SMALL, office_route_uphold},
    {"POST", SYNC_PATH "/overrule", FOR_CHIEFS, SMALL, office_route_overrule},
    {"POST", SYNC_PATH "/invite", FOR_CHIEFS, SMALL, office_route_invite},
    {"POST", SYNC_PATH "/revoke", FOR_CHIEFS, SMALL, office_route_revoke},
    {"POST", SYNC_PATH "/person", FOR_CHIEFS, SMALL, office_route_person},
    {"POST", SYNC_PATH "/person/remove", FOR_CHIEFS, SMALL, office_route_remove_person},
    {"POST", SYNC_PATH "/event", FOR_CHIEFS, SMALL, office_route_event},
    {"POST", SYNC_PATH "/pairings", FOR_CHIEFS, LARGE, office_route_pairings},
    {"GET", "/export/journal.jsonl", FOR_PEOPLE, NOTHING, office_route_journal},
    {"GET", "/export/sheets.csv", FOR_PEOPLE, NOTHING, office_route_sheets},
    {"GET", "/export/penalties.trf", FOR_PEOPLE, NOTHING, office_route_penalties},
    {"GET", "/export/round.res", FOR_PEOPLE, NOTHING, office_route_results},
};

/* How often: requests a second, and how many at once. Whoever shows what is no good, or may be
 * guessing, gets much less. */
static const struct {
    double per_second;
    double burst;
} device_rate = {20, 200}, person_rate = {20, 200}, guest_rate = {0.5, 20}, wrong_rate = {1, 30};

/* HEAD is GET without the body, which the server sees to. */
static board_error find_route(const office_request *request, const route **found)
{
    const char *method = strcmp(request->method, "HEAD") == 0 ? "GET" : request->method;
    board_error error = BOARD_ERROR_SYNC_NOT_FOUND;

    *found = NULL;
    for (size_t i = 0; i < sizeof routes / sizeof routes[0]; i++) {
        if (strcmp(routes[i].path, request->path) != 0)
            continue;
        error = BOARD_ERROR_SYNC_METHOD;
        if (strcmp(routes[i].method, method) == 0) {
            *found = &routes[i];
            return BOARD_OK;
        }
    }
    return error;
}

static bool take(office_front *front, const char *what, const char *who, double per_second,
                 double burst)
{
    char name[OFFICE_RATE_NAME_BYTES];

    snprintf(name, sizeof name, "%s %s", what, who);
    return office_rate_take(front->rates, name, per_second, burst, office_now(front->office));
}

bool office_person_may(office_call *call, const char *what, double per_second, double burst)
{
    return take(call->front, what, call->person.key, per_second, burst);
}

/* A wrong token was shown, or none. */
static board_error wrong(office_front *front, const office_request *request, board_error error)
{
    return take(front, "wrong", request->from, wrong_rate.per_second, wrong_rate.burst)
               ? error
               : BOARD_ERROR_SYNC_TOO_OFTEN;
}

static board_error know_device(office_front *front, const office_request *request,
                               office_device *device)
{
    board_error error = request->bearer == NULL
                            ? BOARD_ERROR_SYNC_TOKEN
                            : office_desk_device(front->office->desk, request->bearer, device);

    if (error == BOARD_ERROR_SYNC_TOKEN)
        return wrong(front, request, error);
    if (error != BOARD_OK)
        return error;
    return take(front, "device", device->device, device_rate.per_second, device_rate.burst)
               ? BOARD_OK
               : BOARD_ERROR_SYNC_TOO_OFTEN;
}

static board_error know_person(office_front *front, const office_request *request, const route *to,
                               office_person *person)
{
    const char *token = request->cookie != NULL ? request->cookie : request->bearer;
    board_error error = token == NULL ? BOARD_ERROR_SYNC_TOKEN
                                      : office_desk_person(front->office->desk, token, person);

    if (error == BOARD_ERROR_SYNC_TOKEN)
        return wrong(front, request, error);
    if (error != BOARD_OK)
        return error;
    if (!take(front, "person", person->key, person_rate.per_second, person_rate.burst))
        return BOARD_ERROR_SYNC_TOO_OFTEN;
    /* A cookie comes by itself, also where another page makes the browser send it. */
    if (request->cookie != NULL && strcmp(to->method, "POST") == 0 && !request->own_page)
        return BOARD_ERROR_SYNC_ROLE;
    return to->who == FOR_CHIEFS && person->role < LEDGER_CHIEF_ARBITER ? BOARD_ERROR_SYNC_ROLE
                                                                        : BOARD_OK;
}

/* Of what could be guessed only what was wrong counts: a whole hall may enrol at once. */
static bool guessed_too_often(const office_front *front, const office_request *request)
{
    char name[OFFICE_RATE_NAME_BYTES];

    snprintf(name, sizeof name, "guest %s", request->from);
    return office_rate_spent(front->rates, name, guest_rate.per_second, guest_rate.burst,
                             office_now(front->office));
}

/* Whoever the route is for; fills in who asks. */
static board_error know(office_front *front, const office_request *request, const route *to,
                        office_device *device, office_person *person)
{
    switch (to->who) {
    case FOR_DEVICES:
        return know_device(front, request, device);
    case FOR_PEOPLE:
    case FOR_CHIEFS:
        return know_person(front, request, to, person);
    case FOR_GUESTS:
        return guessed_too_often(front, request) ? BOARD_ERROR_SYNC_TOO_OFTEN : BOARD_OK;
    default:
        return BOARD_OK;
    }
}

board_error office_admit(office_front *front, const office_request *request, size_t *most)
{
    office_device device;
    office_person person;
    const route *to = NULL;
    board_error error = find_route(request, &to);

    *most = to != NULL ? to->most : 0;
    /* Small bodies are read first: who asks is looked at once, when they are there. */
    return error == BOARD_OK && *most > SMALL ? know(front, request, to, &device, &person) : error;
}

void office_handle(office_front *front, const office_request *request, office_reply *reply)
{
    office_call call = {.front = front,
                        .office = front->office,
                        .request = request,
                        .reply = reply,
                        .language = request->chinese ? BOARD_CHINESE : BOARD_ENGLISH};
    const route *to = NULL;
    board_error error = find_route(request, &to);

    *reply = (office_reply){.status = 200, .type = "application/json"};
    if (error == BOARD_OK && request->length > to->most)
        error = BOARD_ERROR_SYNC_TOO_LARGE;
    if (error == BOARD_OK)
        error = know(front, request, to, &call.device, &call.person);
    if (error != BOARD_OK) {
        office_refuse(&call, error, NULL);
        return;
    }
    to->run(&call);
    if (to->who == FOR_GUESTS && reply->status != 200)
        take(front, "guest", request->from, guest_rate.per_second, guest_rate.burst);
}

void office_reply_free(office_reply *reply)
{
    free(reply->body);
    *reply = (office_reply){.status = 0};
}

/* For the parts. */

void office_refuse(office_call *call, board_error error, const char *detail)
{
    sync_answer answer = {.refused = true, .error = sync_error_of_code(sync_code_of(error))};

    if (detail != NULL)
        snprintf(answer.reason, sizeof answer.reason, "%s", detail);
    free(call->reply->body);
    *call->reply = (office_reply){.status = sync_status_of(error), .type = "application/json"};
    call->reply->body = sync_answer_write(&answer);
    call->reply->length = call->reply->body != NULL ? strlen(call->reply->body) : 0;
    if (call->reply->body == NULL)
        call->reply->fixed = "";
}

void office_reply_text(office_call *call, const char *type, char *body, size_t length)
{
    if (body == NULL) {
        office_refuse(call, BOARD_ERROR_SYNC_OFFICE, NULL);
        return;
    }
    call->reply->type = type;
    call->reply->body = body;
    call->reply->length = length;
}

void office_reply_json(office_call *call, json_t *value)
{
    char *text = value != NULL ? json_dumps(value, JSON_COMPACT) : NULL;

    json_decref(value);
    office_reply_text(call, "application/json", text, text != NULL ? strlen(text) : 0);
}

const char *office_text_of(const json_t *object, const char *name)
{
    const char *text = json_string_value(json_object_get(object, name));

    return text != NULL ? text : "";
}

const char *office_argument_of(const office_call *call, const char *name)
{
    const char *value = call->request->argument != NULL
                            ? call->request->argument(call->request->context, name)
                            : NULL;

    return value != NULL ? value : "";
}
