/* office/people_routes.c: logging in, inviting and revoking devices, people and their tokens. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "office/routes.h"
#include "store/problem.h"
#include "sync/carried.h"

enum { COOKIE_SECONDS = 14 * 24 * 60 * 60 };

/* The body as an object; NULL: refused. */
static json_t *read_body(office_call *call)
{
    json_t *object =
        json_loadb(call->request->body, call->request->length, JSON_REJECT_DUPLICATES, NULL);

    if (json_is_object(object))
        return object;
    json_decref(object);
    office_refuse(call, BOARD_ERROR_SYNC_MALFORMED, NULL);
    return NULL;
}

static void done(office_call *call)
{
    office_reply_json(call, json_pack("{s:b}", "done", 1));
}

/* Logging in: the token becomes a cookie that no script can read. */

static json_t *person_json(const office_person *person)
{
    return json_pack("{s:s, s:s, s:s}", "key", person->key, "name", person->name, "role",
                     ledger_role_code(person->role));
}

void office_route_login(office_call *call)
{
    office_person person;
    json_t *object = read_body(call);

    if (object == NULL)
        return;
    const char *token = office_text_of(object, "token");
    board_error error = strlen(token) == SYNC_TOKEN_BYTES - 1
                            ? office_desk_person(call->office->desk, token, &person)
                            : BOARD_ERROR_SYNC_TOKEN;
    if (error == BOARD_OK) {
        office_reply_json(call, person_json(&person));
        snprintf(call->reply->cookie, sizeof call->reply->cookie,
                 "qili=%s; Path=/; HttpOnly; Secure; SameSite=Strict; Max-Age=%d", token,
                 COOKIE_SECONDS);
        office_note_name(call->office, "%s logged in from %s", person.key, call->request->from);
    } else {
        office_note_name(call->office, "login refused from %s", call->request->from);
        office_refuse(call, error, NULL);
    }
    json_decref(object);
}

void office_route_logout(office_call *call)
{
    done(call);
    snprintf(call->reply->cookie, sizeof call->reply->cookie,
             "qili=; Path=/; HttpOnly; Secure; SameSite=Strict; Max-Age=0");
}

/* Devices. */

void office_route_invite(office_call *call)
{
    office_house *office = call->office;
    sync_invitation invitation = {.pinned = true};
    char text[SYNC_INVITATION_BYTES];
    char spoken[SYNC_INVITATION_BYTES];

    snprintf(invitation.address, sizeof invitation.address, "%s", office->address);
    memcpy(invitation.pin, office->certificate.pin, sizeof invitation.pin);
    sync_code_make(invitation.code);
    if (office_desk_open_code(office->desk, invitation.code, office_now(office)) != BOARD_OK) {
        office_refuse(call, BOARD_ERROR_SYNC_OFFICE, NULL);
        return;
    }
    sync_invitation_write(&invitation, text);
    invitation.pinned = false;
    sync_invitation_write(&invitation, spoken);
    char *qr = sync_qr_svg(text);
    office_note_name(office, "%s invited a device", call->person.key);
    office_reply_json(call, json_pack("{s:s, s:s, s:s, s:i}", "text", text, "spoken", spoken, "qr",
                                      qr != NULL ? qr : "", "minutes", OFFICE_CODE_MINUTES));
    free(qr);
}

void office_route_revoke(office_call *call)
{
    json_t *object = read_body(call);

    if (object == NULL)
        return;
    const char *device = office_text_of(object, "device");
    board_error error = office_desk_revoke(call->office->desk, device);
    if (error == BOARD_OK) {
        call->office->changes++;
        office_note_name(call->office, "%s revoked device %.8s", call->person.key, device);
        done(call);
    } else {
        office_refuse(
            call, error == BOARD_ERROR_STORE_NO_ENTRY ? BOARD_ERROR_SYNC_NOT_FOUND : error, NULL);
    }
    json_decref(object);
}

/* People. */

static bool take_person(const json_t *object, office_person *person)
{
    ledger_entry *draft = calloc(1, sizeof *draft);
    char *text = NULL;

    if (draft == NULL)
        return false;
    ledger_entry_begin(draft, LEDGER_ARBITER);
    person->role = ledger_role_of(office_text_of(object, "role"));
    draft->payload.arbiter.role = person->role;
    bool sound = ledger_copy(person->key, sizeof person->key, office_text_of(object, "key")) &&
                 ledger_copy(person->name, sizeof person->name, office_text_of(object, "name")) &&
                 ledger_copy(draft->payload.arbiter.key, LEDGER_KEY_BYTES, person->key) &&
                 ledger_copy(draft->payload.arbiter.name, LEDGER_NAME_BYTES, person->name) &&
                 ledger_payload_to_json(draft, &text, NULL) == BOARD_OK;
    free(text);
    free(draft);
    return sound;
}

void office_route_person(office_call *call)
{
    office_person person;
    char token[SYNC_TOKEN_BYTES];
    store_problem problem;
    json_t *object = read_body(call);

    if (object == NULL)
        return;
    /* Nobody makes somebody above himself. */
    if (!take_person(object, &person))
        office_refuse(call, BOARD_ERROR_SYNC_MALFORMED, NULL);
    else if (person.role > call->person.role)
        office_refuse(call, BOARD_ERROR_SYNC_ROLE, NULL);
    else if (office_add_person(call->office, &person, call->person.key, token, &problem) !=
             BOARD_OK)
        office_refuse(call, BOARD_ERROR_SYNC_OFFICE, NULL);
    else
        office_reply_json(call, json_pack("{s:s, s:s}", "key", person.key, "token", token));
    json_decref(object);
}

void office_route_remove_person(office_call *call)
{
    json_t *object = read_body(call);

    if (object == NULL)
        return;
    const char *key = office_text_of(object, "key");
    board_error error = strcmp(key, call->person.key) == 0
                            ? BOARD_ERROR_SYNC_ROLE
                            : office_desk_remove_person(call->office->desk, key);
    if (error == BOARD_OK) {
        call->office->changes++;
        office_note_name(call->office, "%s took away the token of %s", call->person.key, key);
        done(call);
    } else {
        office_refuse(
            call, error == BOARD_ERROR_STORE_NO_ENTRY ? BOARD_ERROR_SYNC_NOT_FOUND : error, NULL);
    }
    json_decref(object);
}

/* The event's name; what else it sets stays as it is. */
void office_route_event(office_call *call)
{
    store_problem problem;
    ledger_entry *draft = calloc(1, sizeof *draft);
    json_t *object = draft != NULL ? read_body(call) : NULL;

    if (object == NULL) {
        free(draft);
        return;
    }
    const ledger_state *state = office_state(call->office, &problem);
    ledger_entry_begin(draft, LEDGER_EVENT);
    if (state != NULL)
        draft->payload.event = *ledger_state_event(state, NULL);
    ledger_copy(draft->arbiter, sizeof draft->arbiter, call->person.key);
    if (!ledger_copy(draft->payload.event.name, LEDGER_NAME_BYTES, office_text_of(object, "name")))
        office_refuse(call, BOARD_ERROR_SYNC_NAME, NULL);
    else if (office_log_entry(call->office, draft, &problem) == BOARD_OK)
        done(call);
    else
        office_refuse(call,
                      problem.error == BOARD_ERROR_LEDGER_FIELD_MISSING ||
                              problem.error == BOARD_ERROR_LEDGER_FIELD_VALUE
                          ? BOARD_ERROR_SYNC_NAME
                          : BOARD_ERROR_SYNC_OFFICE,
                      NULL);
    json_decref(object);
    free(draft);
}
