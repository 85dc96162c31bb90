/*
 * kiosk/desk/signing.c: entries checked, signed with a PIN, and appended to the journal.
 *
 * An entry has its id before it is appended, and the id goes into the draft file first: whoever
 * comes back after a crash looks for it in the journal, and nothing is signed twice.
 */
#include <stdio.h>
#include <string.h>

#include "kiosk/desk/desk_private.h"
#include "ledger/notice.h"
#include "store/problem.h"

/* What the ledger tells. */

static void tell(const ledger_notice *notice, kiosk_tolds *told)
{
    if (told->count == LEDGER_NOTICES_MAX)
        return;
    kiosk_told *one = &told->list[told->count++];
    one->severity = ledger_notice_severity(notice->kind);
    for (int language = 0; language < BOARD_LANGUAGES; language++)
        ledger_notice_text(notice, (board_language)language, one->text[language],
                           sizeof one->text[language]);
}

/* Checks an entry. After an order the ruling comes when the order is closed, so that it is open
 * still need not be told. */
static void check_entry(const kiosk_desk *desk, const ledger_entry *entry, bool closes_order,
                        kiosk_tolds *told)
{
    ledger_notice notices[LEDGER_NOTICES_MAX];
    const size_t count = ledger_check(desk->fold.state, entry, desk_now_ms(desk), notices);

    for (size_t i = 0; i < count; i++) {
        if (!closes_order || notices[i].kind != LEDGER_NOTICE_OPEN_ORDER)
            tell(&notices[i], told);
    }
}

static void stamp(const kiosk_desk *desk, ledger_entry *entry)
{
    entry->time_ms = desk_now_ms(desk);
    ledger_copy(entry->device, sizeof entry->device, store_device(desk->journal));
}

static void check_all(const kiosk_desk *desk, kiosk_job *job)
{
    job->told.count = 0;
    if (job->second != NULL && ledger_find_fact(desk->fold.state, job->second->id) == NULL) {
        stamp(desk, job->second);
        check_entry(desk, job->second, false, &job->told);
    }
    stamp(desk, job->entry);
    check_entry(desk, job->entry, job->second != NULL, &job->told);
}

static bool told_any(const kiosk_tolds *told, ledger_severity severity)
{
    for (size_t i = 0; i < told->count; i++) {
        if (told->list[i].severity == severity)
            return true;
    }
    return false;
}

kiosk_job_end desk_check(kiosk_desk *desk, kiosk_job *job)
{
    if (store_fold_on(desk->journal, &desk->fold, &job->trouble) != BOARD_OK)
        return KIOSK_END_FAILED;
    check_all(desk, job);
    return KIOSK_END_DONE;
}

/* Appending. */

/* Appends; if the disk did not say whether it has the entry, opens the journal anew and asks
 * again, by the entry's id. */
board_error desk_append(kiosk_desk *desk, ledger_entry *entry, uint64_t *number,
                        store_problem *problem)
{
    board_error error = store_log(desk->journal, &desk->fold, entry, number, problem);

    if (error != BOARD_ERROR_STORE_UNCERTAIN)
        return error;
    error = desk_open_journal(desk, problem);
    return error == BOARD_OK ? store_log(desk->journal, &desk->fold, entry, number, problem)
                             : error;
}

/* Gives an entry an id if it has none yet; *made: it got one. */
static board_error give_id(kiosk_desk *desk, ledger_entry *entry, bool *made,
                           store_problem *problem)
{
    char id[STORE_ID_BYTES];

    if (entry == NULL || entry->id[0] != '\0')
        return BOARD_OK;
    const board_error error = store_make_id(desk->journal, id, problem);
    if (error == BOARD_OK) {
        ledger_copy(entry->id, sizeof entry->id, id);
        *made = true;
    }
    return error;
}

/* The ids, and a note of them in the draft file. */
static board_error give_ids(kiosk_desk *desk, kiosk_job *job)
{
    kiosk_command command = {.kind =
                                 job->keep_id ? KIOSK_COMMAND_DISPUTE_ID : KIOSK_COMMAND_LOG_ID};
    char line[KIOSK_COMMAND_LINE_BYTES];
    bool made = false;
    board_error error = give_id(desk, job->second, &made, &job->trouble);

    if (error == BOARD_OK)
        error = give_id(desk, job->entry, &made, &job->trouble);
    if (error != BOARD_OK || !made || !(job->keep_id || job->keep_log_id))
        return error;
    snprintf(command.text, sizeof command.text, "%s%s%s", job->entry->id,
             job->second != NULL ? " " : "", job->second != NULL ? job->second->id : "");
    kiosk_command_write(&command, line);
    return desk_file_add_line(desk->draft, line, &job->trouble);
}

/* Is it in the journal already? *number and *time_ms are its own then. */
static bool is_logged(kiosk_desk *desk, const char *id, uint64_t *number, int64_t *time_ms)
{
    store_entry stored;

    if (id[0] == '\0' || store_get_id(desk->journal, id, &stored, NULL) != BOARD_OK)
        return false;
    *number = stored.number;
    *time_ms = stored.time_ms;
    store_entry_free(&stored);
    return true;
}

static board_error append_second(kiosk_desk *desk, kiosk_job *job)
{
    uint64_t number = 0;
    int64_t time_ms = 0;

    if (job->second == NULL || is_logged(desk, job->second->id, &number, &time_ms))
        return BOARD_OK;
    return desk_append(desk, job->second, &number, &job->trouble);
}

static kiosk_job_end append(kiosk_desk *desk, kiosk_job *job)
{
    board_error error = give_ids(desk, job);

    if (error == BOARD_OK)
        error = append_second(desk, job);
    if (error == BOARD_OK)
        error = desk_append(desk, job->entry, &job->number, &job->trouble);
    if (error != BOARD_OK)
        return KIOSK_END_FAILED;
    job->time_ms = job->entry->time_ms;
    /* That a snapshot cannot be kept does no harm. */
    if (desk->fold.folded >= STORE_FOLD_SNAPSHOT &&
        store_fold_save(desk->journal, &desk->fold, NULL) == BOARD_OK)
        desk->fold.folded = 0;
    return KIOSK_END_DONE;
}

kiosk_job_end desk_end_of_pin(desk_pin_answer answer)
{
    switch (answer) {
    case DESK_PIN_RIGHT:
        return KIOSK_END_DONE;
    case DESK_PIN_WRONG:
        return KIOSK_END_PIN_WRONG;
    case DESK_PIN_WAIT:
        return KIOSK_END_PIN_WAIT;
    case DESK_PIN_NONE:
        return KIOSK_END_PIN_NONE;
    default:
        return KIOSK_END_FAILED;
    }
}

static kiosk_job_end check_pin(kiosk_desk *desk, kiosk_job *job)
{
    return desk_end_of_pin(
        desk_check_pin(desk, job->arbiter, job->pin, &job->wait_ms, &job->trouble));
}

kiosk_job_end desk_check_duty(kiosk_desk *desk, kiosk_job *job)
{
    return check_pin(desk, job);
}

/* Checks and appends; what is in the journal already is done. */
static kiosk_job_end log_checked(kiosk_desk *desk, kiosk_job *job)
{
    if (store_fold_on(desk->journal, &desk->fold, &job->trouble) != BOARD_OK)
        return KIOSK_END_FAILED;
    if (is_logged(desk, job->entry->id, &job->number, &job->time_ms))
        return KIOSK_END_DONE;
    check_all(desk, job);
    if (told_any(&job->told, LEDGER_SEVERITY_ERROR))
        return KIOSK_END_REFUSED;
    if (told_any(&job->told, LEDGER_SEVERITY_WARNING) && !job->sure)
        return KIOSK_END_WARNED;
    return append(desk, job);
}

kiosk_job_end desk_sign(kiosk_desk *desk, kiosk_job *job)
{
    const kiosk_job_end end = check_pin(desk, job);

    if (end != KIOSK_END_DONE)
        return end;
    return log_checked(desk, job);
}

kiosk_job_end desk_log(kiosk_desk *desk, kiosk_job *job)
{
    return log_checked(desk, job);
}

/* Is there an arbiter from whom the ledger would take the entry? It alone knows who may do what. */
static bool another_may(const kiosk_desk *desk, const ledger_entry *entry)
{
    const ledger_state *state = desk->fold.state;
    const size_t count = ledger_people_count(state, LEDGER_ARBITERS);
    ledger_notice notices[LEDGER_NOTICES_MAX];
    ledger_entry draft = *entry;
    ledger_person person;

    for (size_t i = 0; i < count; i++) {
        if (!ledger_person_at(state, LEDGER_ARBITERS, i, &person) ||
            strcmp(person.key, entry->arbiter) == 0)
            continue;
        ledger_copy(draft.arbiter, sizeof draft.arbiter, person.key);
        const size_t told = ledger_check(state, &draft, desk_now_ms(desk), notices);
        if (!ledger_has_error(notices, told))
            return true;
    }
    return false;
}

/* Whoever will log it is asked for when he is there. */
kiosk_job_end desk_log_check(kiosk_desk *desk, kiosk_job *job)
{
    ledger_notice notices[LEDGER_NOTICES_MAX];

    if (store_fold_on(desk->journal, &desk->fold, &job->trouble) != BOARD_OK)
        return KIOSK_END_FAILED;
    stamp(desk, job->entry);
    const size_t count = ledger_check(desk->fold.state, job->entry, desk_now_ms(desk), notices);
    job->told.count = 0;
    for (size_t i = 0; i < count; i++) {
        const bool of_arbiter = notices[i].kind == LEDGER_NOTICE_UNKNOWN_ARBITER ||
                                notices[i].kind == LEDGER_NOTICE_NO_ARBITER ||
                                notices[i].kind == LEDGER_NOTICE_ABOVE_AUTHORITY;
        if (job->arbiter[0] != '\0' || !of_arbiter)
            tell(&notices[i], &job->told);
    }
    job->another_may = job->arbiter[0] != '\0' && told_any(&job->told, LEDGER_SEVERITY_ERROR) &&
                       another_may(desk, job->entry);
    return KIOSK_END_DONE;
}

kiosk_job_end desk_look(kiosk_desk *desk, kiosk_job *job)
{
    job->found = is_logged(desk, job->id, &job->number, &job->time_ms);
    return KIOSK_END_DONE;
}

/* First start. */

kiosk_job_end desk_make_event(kiosk_desk *desk, kiosk_job *job)
{
    ledger_entry *event = job->entry;
    ledger_entry *arbiter = job->second;
    const char *key = arbiter->payload.arbiter.key;
    uint64_t number = 0;
    bool set = false;

    if (store_fold_on(desk->journal, &desk->fold, &job->trouble) != BOARD_OK)
        return KIOSK_END_FAILED;
    ledger_state_event(desk->fold.state, &set);
    if (set)
        return KIOSK_END_DONE; /* it has arrived meanwhile */
    ledger_copy(arbiter->arbiter, sizeof arbiter->arbiter, key);
    ledger_copy(event->arbiter, sizeof event->arbiter, key);
    stamp(desk, arbiter);
    check_entry(desk, arbiter, false, &job->told);
    if (told_any(&job->told, LEDGER_SEVERITY_ERROR))
        return KIOSK_END_REFUSED;
    if (desk_append(desk, arbiter, &number, &job->trouble) != BOARD_OK ||
        desk_set_pin(desk, key, job->pin, &job->trouble) != BOARD_OK)
        return KIOSK_END_FAILED;
    stamp(desk, event);
    job->told.count = 0;
    check_entry(desk, event, false, &job->told);
    if (told_any(&job->told, LEDGER_SEVERITY_ERROR))
        return KIOSK_END_REFUSED;
    return desk_append(desk, event, &number, &job->trouble) == BOARD_OK ? KIOSK_END_DONE
                                                                        : KIOSK_END_FAILED;
}
