/* office/office.c: the event office's journal, desk and state. */
#include "office/office.h"

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "store/files.h"
#include "store/problem.h"

static const char office_default_name[] = "赛事办公室";

/* Life. */

static board_error open_parts(office_house *office, bool *first, store_problem *problem)
{
    const store_options options = {.clock = office->options.clock,
                                   .clock_context = office->options.clock_context};
    char *desk = store_path_with(office->folder, "/desk.db");
    size_t people = 0;
    board_error error = desk == NULL ? store_fail(problem, BOARD_ERROR_NO_MEMORY, NULL)
                                     : store_make_folders(desk, UINT_MAX, problem);

    if (error == BOARD_OK)
        error = store_open(office->path, &options, &office->journal, problem);
    if (error == BOARD_OK)
        error = office_desk_open(desk, &office->desk, problem);
    if (error == BOARD_OK)
        error = office_certificate_take(office->folder, &office->certificate, problem);
    if (error == BOARD_OK && office_desk_count_people(office->desk, &people) != BOARD_OK)
        error = store_fail(problem, BOARD_ERROR_STORE_IO, desk);
    free(desk);
    *first = people == 0;
    return error;
}

board_error office_open(const office_options *options, office_house *office, bool *first,
                        store_problem *problem)
{
    *office = (struct office_house){.options = *options};
    *first = false;
    office->folder = strdup(options->folder);
    office->path = store_path_with(options->folder, "/office.db");
    snprintf(office->address, sizeof office->address, "%s", options->address);
    board_error error = office->folder != NULL && office->path != NULL
                            ? open_parts(office, first, problem)
                            : store_fail(problem, BOARD_ERROR_NO_MEMORY, NULL);
    if (error != BOARD_OK)
        office_close(office);
    return error;
}

void office_close(office_house *office)
{
    if (office->desk != NULL)
        office_write_contacts(office);
    store_fold_free(&office->fold);
    store_close(office->journal);
    office_desk_close(office->desk);
    office_certificate_free(&office->certificate);
    free(office->contacts);
    free(office->folder);
    free(office->path);
    *office = (struct office_house){.journal = NULL};
}

int64_t office_now(const office_house *office)
{
    struct timespec now;

    if (office->options.clock != NULL)
        return office->options.clock(office->options.clock_context);
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void write_line(const office_house *office, office_log log, const char *format,
                       va_list arguments)
{
    char line[OFFICE_LINE_BYTES];

    if (log == NULL)
        return;
    vsnprintf(line, sizeof line, format, arguments);
    for (char *at = line; *at != '\0'; at++) {
        if ((unsigned char)*at < 0x20 || *at == 0x7F)
            *at = '?';
    }
    log(office->options.log_context, line);
}

void office_note(const office_house *office, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    write_line(office, office->options.log, format, arguments);
    va_end(arguments);
}

void office_note_name(const office_house *office, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    write_line(office, office->options.log_names, format, arguments);
    va_end(arguments);
}

/* The journal. */

store_journal *office_journal(office_house *office)
{
    const store_options options = {.must_exist = true,
                                   .clock = office->options.clock,
                                   .clock_context = office->options.clock_context};
    char text[OFFICE_LINE_BYTES];
    store_problem problem;

    if (office->journal == NULL &&
        store_open(office->path, &options, &office->journal, &problem) != BOARD_OK)
        office_note(office, "journal: %s",
                    store_problem_text(&problem, BOARD_ENGLISH, text, sizeof text));
    return office->journal;
}

void office_journal_failed(office_house *office, const store_problem *problem)
{
    char text[OFFICE_LINE_BYTES];

    office_note(office, "journal: %s",
                store_problem_text(problem, BOARD_ENGLISH, text, sizeof text));
    if (problem->error == BOARD_ERROR_STORE_BUSY || problem->error == BOARD_ERROR_STORE_FULL)
        return;
    store_fold_free(&office->fold);
    store_close(office->journal);
    office->journal = NULL;
}

const ledger_state *office_state(office_house *office, store_problem *problem)
{
    if (office_journal(office) == NULL) {
        store_fail(problem, BOARD_ERROR_STORE_OPEN, office->path);
        return NULL;
    }
    if (store_fold_on(office->journal, &office->fold, problem) != BOARD_OK) {
        office_journal_failed(office, problem);
        return NULL;
    }
    return office->fold.state;
}

board_error office_log_entry(office_house *office, ledger_entry *draft, store_problem *problem)
{
    if (office_state(office, problem) == NULL)
        return problem->error;
    board_error error = store_log(office->journal, &office->fold, draft, NULL, problem);
    if (error == BOARD_OK)
        office->changes++;
    else if (error == BOARD_ERROR_STORE_UNCERTAIN || error == BOARD_ERROR_STORE_IO)
        office_journal_failed(office, problem);
    return error;
}

const char *office_name(office_house *office)
{
    store_problem problem;
    bool set = false;
    const ledger_state *state = office_state(office, &problem);
    const ledger_event *event = state != NULL ? ledger_state_event(state, &set) : NULL;

    return event != NULL && set ? event->name : office_default_name;
}

/* People. */

static board_error register_person(office_house *office, const office_person *person,
                                   const char *by, store_problem *problem)
{
    ledger_person known;
    const ledger_state *state = office_state(office, problem);

    if (state == NULL)
        return problem->error;
    if (ledger_find_person(state, LEDGER_ARBITERS, person->key, &known) &&
        strcmp(known.name, person->name) == 0 && known.role == person->role)
        return BOARD_OK;
    ledger_entry *draft = calloc(1, sizeof *draft);
    if (draft == NULL)
        return store_fail(problem, BOARD_ERROR_NO_MEMORY, NULL);
    ledger_entry_begin(draft, LEDGER_ARBITER);
    ledger_copy(draft->arbiter, sizeof draft->arbiter, by);
    ledger_copy(draft->payload.arbiter.key, LEDGER_KEY_BYTES, person->key);
    ledger_copy(draft->payload.arbiter.name, LEDGER_NAME_BYTES, person->name);
    draft->payload.arbiter.role = person->role;
    board_error error = office_log_entry(office, draft, problem);
    free(draft);
    return error;
}

board_error office_add_person(office_house *office, const office_person *person, const char *by,
                              char token[SYNC_TOKEN_BYTES], store_problem *problem)
{
    board_error error = register_person(office, person, by, problem);

    if (error != BOARD_OK)
        return error;
    office_token_make(token);
    error = office_desk_add_person(office->desk, person, token);
    if (error != BOARD_OK)
        return store_fail(problem, error, NULL);
    office->changes++;
    office_note_name(office, "person %s has a new token", person->key);
    return BOARD_OK;
}

/* Contacts. */

static office_contact *find_contact(const office_house *office, const char *device)
{
    for (size_t i = 0; i < office->contact_count; i++) {
        if (strcmp(office->contacts[i].device, device) == 0)
            return &office->contacts[i];
    }
    return NULL;
}

void office_heard_of(office_house *office, const char *device)
{
    office_contact *contact = find_contact(office, device);

    if (contact == NULL) {
        office_contact *grown =
            realloc(office->contacts, (office->contact_count + 1) * sizeof *grown);
        if (grown == NULL)
            return;
        office->contacts = grown;
        contact = &grown[office->contact_count++];
        snprintf(contact->device, sizeof contact->device, "%s", device);
        office->changes++;
    }
    contact->contact_ms = office_now(office);
    contact->written = false;
}

int64_t office_contact_ms(const office_house *office, const char *device)
{
    const office_contact *contact = find_contact(office, device);

    return contact != NULL ? contact->contact_ms : 0;
}

void office_write_contacts(office_house *office)
{
    for (size_t i = 0; i < office->contact_count; i++) {
        office_contact *contact = &office->contacts[i];
        if (!contact->written)
            contact->written =
                office_desk_contact(office->desk, contact->device, contact->contact_ms) == BOARD_OK;
    }
}
