/* sync/enrol.c: enrolling a device at an office by an invitation. */
#include "sync/enrol.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "store/problem.h"

/* What an enrolment works with. */
typedef struct enrolling {
    store_journal *journal;
    sync_invitation invitation;
    uint8_t code_key[SYNC_CODE_KEY_BYTES];
    uint8_t pin[SYNC_PIN_BYTES];
    sync_welcome welcome;
} enrolling;

static char *write_request(enrolling *work, const char *name, store_problem *problem)
{
    sync_enrolment request;

    memset(&request, 0, sizeof request);
    memcpy(request.key, store_public_key(work->journal), sizeof request.key);
    memcpy(request.name, name, strlen(name) + 1);
    sync_prove_device(work->code_key, request.key, work->pin, request.proof);
    if (store_sign(work->journal, SYNC_ENROL_CONTEXT, request.proof, sizeof request.proof,
                   request.signature, problem) != BOARD_OK)
        return NULL;
    char *text = sync_enrolment_write(&request);
    if (text == NULL)
        store_fail(problem, BOARD_ERROR_NO_MEMORY, NULL);
    return text;
}

/* Is it the office that made the code, and did it see the same certificate as we? */
static board_error check_welcome(const enrolling *work, store_problem *problem)
{
    uint8_t proof[SYNC_PROOF_BYTES];

    sync_prove_office(work->code_key, store_public_key(work->journal), work->welcome.key, work->pin,
                      work->welcome.token, proof);
    return sodium_memcmp(proof, work->welcome.proof, sizeof proof) == 0
               ? BOARD_OK
               : store_fail(problem, BOARD_ERROR_SYNC_PROOF, NULL);
}

static board_error read_reply(enrolling *work, const sync_reply *reply, store_problem *problem)
{
    sync_answer answer;

    if (reply->status == 200) {
        board_error error = sync_welcome_read(reply->body, reply->length, &work->welcome);
        return error == BOARD_OK ? check_welcome(work, problem) : store_fail(problem, error, NULL);
    }
    board_error error = sync_answer_read(reply->body, reply->length, &answer);
    if (error == BOARD_OK && answer.refused)
        return store_fail(problem, answer.error, answer.reason);
    return store_fail(problem, BOARD_ERROR_SYNC_ANSWER, NULL);
}

static board_error talk(enrolling *work, const char *name, sync_transfer *transfer,
                        store_problem *problem)
{
    sync_reply reply;
    board_error error = BOARD_OK;

    if (work->invitation.pinned)
        memcpy(work->pin, work->invitation.pin, sizeof work->pin);
    else
        error = sync_transfer_look(transfer, work->pin, problem);
    if (error == BOARD_OK)
        error = sync_transfer_pin(transfer, work->pin, NULL, problem);
    if (error != BOARD_OK)
        return error;
    char *text = write_request(work, name, problem);
    if (text == NULL)
        return problem->error;
    error = sync_transfer_request(transfer, SYNC_PATH "/enrolment", text, &reply, problem);
    free(text);
    return error == BOARD_OK ? read_reply(work, &reply, problem) : error;
}

static board_error keep(const enrolling *work, const char *journal_path, store_problem *problem)
{
    const sync_progress fresh = {.confirmed = 0};
    sync_settings settings = {.address = ""};
    board_error error = store_register(work->journal, work->welcome.key, NULL, problem);

    if (error != BOARD_OK)
        return error;
    memcpy(settings.address, work->invitation.address, sizeof settings.address);
    memcpy(settings.pin, work->pin, sizeof settings.pin);
    memcpy(settings.token, work->welcome.token, sizeof settings.token);
    memcpy(settings.office, work->welcome.key, sizeof settings.office);
    memcpy(settings.name, work->welcome.name, sizeof settings.name);
    memcpy(settings.device, store_device(work->journal), sizeof settings.device);
    error = sync_settings_save(journal_path, &settings, problem);
    if (error == BOARD_OK)
        sync_progress_save(journal_path, &fresh);
    sodium_memzero(&settings, sizeof settings);
    return error;
}

board_error sync_enrol(store_journal *journal, const char *journal_path, const char *invitation,
                       const char *name, const sync_deadlines *deadlines, sync_asked_to_stop stop,
                       void *context, store_problem *problem)
{
    store_problem unasked;
    enrolling work = {.journal = journal};

    problem = problem != NULL ? problem : &unasked;
    board_error error = sync_invitation_read(invitation, &work.invitation);
    if (error != BOARD_OK)
        return store_fail(problem, error, NULL);
    if (!sync_name_valid(name))
        return store_fail(problem, BOARD_ERROR_SYNC_NAME, NULL);
    sync_code_key(work.invitation.code, work.code_key);
    sync_transfer *transfer = sync_transfer_new(work.invitation.address, deadlines, stop, context);
    if (transfer == NULL)
        return store_fail(problem, BOARD_ERROR_NO_MEMORY, NULL);
    error = talk(&work, name, transfer, problem);
    sync_transfer_free(transfer);
    if (error == BOARD_OK)
        error = keep(&work, journal_path, problem);
    sodium_memzero(&work, sizeof work);
    return error;
}
