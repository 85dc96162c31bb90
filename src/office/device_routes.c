/* office/device_routes.c: enrolling devices, taking their entries, giving them news. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "office/intake.h"
#include "office/routes.h"
#include "sync/carried.h"

/* Anybody may ask what this is; devices look at the certificate on the way. */
void office_route_office(office_call *call)
{
    office_reply_json(call, json_pack("{s:i, s:s, s:s}", "version", SYNC_WIRE_VERSION, "program",
                                      "qili-office", "name", office_name(call->office)));
}

/* Enrolment. */

/* Makes a token for the device and says welcome. */
static void welcome(office_call *call, const sync_enrolment *enrolment,
                    const uint8_t code_key[SYNC_CODE_KEY_BYTES])
{
    office_house *office = call->office;
    office_device device = {.enrolled_ms = office_now(office)};
    sync_welcome answer = {.name = ""};
    store_problem problem;
    store_journal *journal = office_journal(office);

    if (journal == NULL) {
        office_refuse(call, BOARD_ERROR_SYNC_OFFICE, NULL);
        return;
    }
    memcpy(device.key, enrolment->key, sizeof device.key);
    memcpy(device.name, enrolment->name, sizeof device.name);
    office_token_make(answer.token);
    board_error error = store_register(journal, device.key, device.device, &problem);
    if (error == BOARD_OK)
        error = office_desk_add_device(office->desk, &device, answer.token);
    else
        office_journal_failed(office, &problem);
    if (error != BOARD_OK) {
        office_refuse(call, BOARD_ERROR_SYNC_OFFICE, NULL);
        return;
    }
    memcpy(answer.key, store_public_key(journal), sizeof answer.key);
    ledger_copy(answer.name, sizeof answer.name, office_name(office));
    sync_prove_office(code_key, device.key, answer.key, office->certificate.pin, answer.token,
                      answer.proof);
    office->changes++;
    office_heard_of(office, device.device);
    office_note_name(office, "device %.8s enrolled as \"%s\" from %s", device.device, device.name,
                     call->request->from);
    char *text = sync_welcome_write(&answer);
    office_reply_text(call, "application/json", text, text != NULL ? strlen(text) : 0);
}

void office_route_enrolment(office_call *call)
{
    uint8_t code_key[SYNC_CODE_KEY_BYTES];
    sync_enrolment enrolment;
    board_error error = sync_enrolment_read(call->request->body, call->request->length, &enrolment);

    if (error == BOARD_OK && !store_signed(enrolment.key, SYNC_ENROL_CONTEXT, enrolment.proof,
                                           sizeof enrolment.proof, enrolment.signature))
        error = BOARD_ERROR_STORE_SIGNATURE;
    if (error == BOARD_OK)
        error =
            office_desk_use_code(call->office->desk, enrolment.key, call->office->certificate.pin,
                                 enrolment.proof, office_now(call->office), code_key);
    if (error != BOARD_OK) {
        office_note_name(call->office, "enrolment refused (%s) from %s", sync_code_of(error),
                         call->request->from);
        office_refuse(call, error, NULL);
        return;
    }
    welcome(call, &enrolment, code_key);
}

/* Entries. */

/* A carried entry whose device has sent it by now is in the journal. */
typedef struct carried_search {
    store_journal *journal;
    char arrived[STORE_ID_BYTES];
} carried_search;

static bool look_for_arrived(void *context, const char *id, const char *text)
{
    carried_search *search = context;
    store_entry entry;

    (void)text;
    bool there = store_get_id(search->journal, id, &entry, NULL) == BOARD_OK;
    store_entry_free(&entry);
    if (there)
        ledger_copy(search->arrived, sizeof search->arrived, id);
    return !there;
}

static void forget_arrived(office_house *office)
{
    carried_search search = {.journal = office->journal};

    do {
        search.arrived[0] = '\0';
        office_desk_visit_carried(office->desk, look_for_arrived, &search);
        if (search.arrived[0] != '\0')
            office_desk_remove_carried(office->desk, search.arrived);
    } while (search.arrived[0] != '\0');
}

static void reply_answer(office_call *call, const sync_answer *answer)
{
    char *text = sync_answer_write(answer);

    call->reply->status = answer->refused ? sync_status_of(answer->error) : 200;
    office_reply_text(call, "application/json", text, text != NULL ? strlen(text) : 0);
}

void office_route_entries(office_call *call)
{
    office_house *office = call->office;
    store_problem problem;
    sync_answer answer;

    if (office_journal(office) == NULL) {
        office_refuse(call, BOARD_ERROR_SYNC_OFFICE, NULL);
        return;
    }
    if (office_accept(office->journal, call->device.device, call->request->body,
                      call->request->length, &answer, &problem) != BOARD_OK)
        office_journal_failed(office, &problem);
    else if (answer.refused)
        office_note(office, "device %.8s: entry %" PRIu64 " refused (%s)", call->device.device,
                    answer.at, sync_code_of(answer.error));
    office_heard_of(office, call->device.device);
    if (answer.stored > 0) {
        office->changes++;
        forget_arrived(office);
    }
    reply_answer(call, &answer);
}

/* The place that the device names; without an id it is the beginning. */
static bool read_place(const office_call *call, sync_place *place)
{
    const char *after = office_argument_of(call, "after");
    char *end = NULL;
    unsigned long long number = strtoull(after, &end, 10);

    *place = (sync_place){.number = number};
    return after[0] >= '0' && after[0] <= '9' && *end == '\0' && number <= INT64_MAX &&
           ledger_copy(place->id, sizeof place->id, office_argument_of(call, "id"));
}

void office_route_news(office_call *call)
{
    office_house *office = call->office;
    sync_place after;
    store_problem problem;
    char *text = NULL;

    if (!read_place(call, &after)) {
        office_refuse(call, BOARD_ERROR_SYNC_MALFORMED, "after");
        return;
    }
    if (office_journal(office) == NULL) {
        office_refuse(call, BOARD_ERROR_SYNC_OFFICE, NULL);
        return;
    }
    office_heard_of(office, call->device.device);
    if (office_news(office->journal, call->device.device, &after, &text, &problem) == BOARD_OK) {
        office_reply_text(call, "application/json", text, strlen(text));
        return;
    }
    office_journal_failed(office, &problem);
    office_refuse(call, BOARD_ERROR_SYNC_OFFICE, NULL);
}
