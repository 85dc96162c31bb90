/*
 * kiosk/desk/records.c: the journal's entries as 记录 lists them: a page of those that a filter
 * takes, what they can be narrowed to, and one of them in full.
 *
 * The list is read off the ledger's facts, newest first in the order in which they arrived; texts
 * that are not among the facts (notes, reasons) are fetched for the rows of the page only.
 */
#include <stdlib.h>
#include <string.h>

#include "kiosk/desk/desk_private.h"
#include "kiosk/flow/offer.h"
#include "kiosk/flow/text.h"
#include "ledger/game.h"
#include "ledger/notice.h"
#include "ledger/phrase.h"

/* Which facts. */

/* Of this player: of his games, but for fouls and oversteps of the other side and penalties of
 * others. */
static bool is_of_player(const ledger_state *state, const ledger_fact *fact, const char *player)
{
    ledger_game game;

    if (fact->type == LEDGER_PLAYER || fact->type == LEDGER_PENALTY)
        return fact->code == 0 && strcmp(fact->who, player) == 0;
    if (fact->type == LEDGER_PAIRING)
        return strcmp(fact->who, player) == 0 || strcmp(fact->other, player) == 0;
    if (fact->game.round == 0 || !ledger_find_game(state, fact->game, &game))
        return false;
    if (fact->type == LEDGER_FOUL || fact->type == LEDGER_OVERSTEP)
        return strcmp(game.players[fact->side == BOARD_BLACK], player) == 0;
    return strcmp(game.players[BOARD_RED], player) == 0 ||
           strcmp(game.players[BOARD_BLACK], player) == 0;
}

static ledger_game_key game_of(const ledger_fact *fact)
{
    /* A withdrawal is of the game of what it takes back. */
    return fact->game.round == 0 && fact->target != NULL ? fact->target->game : fact->game;
}

bool desk_record_taken(const ledger_state *state, const kiosk_record_filter *filter,
                       const ledger_fact *fact)
{
    const ledger_game_key game = game_of(fact);

    return (filter->round == 0 || game.round == filter->round) &&
           (filter->table == 0 || game.table == filter->table) &&
           kiosk_record_kind_takes(filter->kind, (ledger_type)fact->type) &&
           (filter->player[0] == '\0' || is_of_player(state, fact, filter->player));
}

/* A row. */

static void name_of(const ledger_state *state, ledger_people people, const char *key, char *name,
                    size_t size)
{
    ledger_person person;

    kiosk_text_copy(name, size,
                    ledger_find_person(state, people, key, &person) ? person.name : key);
}

static bool load_entry(kiosk_desk *desk, const char *id, store_entry *stored, ledger_entry *entry,
                       store_problem *trouble)
{
    return store_get_id(desk->journal, id, stored, trouble) == BOARD_OK &&
           store_ledger_entry(stored, entry) == BOARD_OK;
}

/* A line as far as it goes: a screen cuts it further. */
static void add_cut(char *line, const char *text)
{
    static const char dots[] = "…";
    const size_t used = strlen(line);

    if (used + sizeof dots > KIOSK_LINE_BYTES || kiosk_text_add(line, KIOSK_LINE_BYTES, text))
        return;
    kiosk_text_copy(line + used, KIOSK_LINE_BYTES - used - (sizeof dots - 1), text);
    kiosk_text_add(line, KIOSK_LINE_BYTES, dots);
}

/* What facts alone do not say: names that were registered, who plays, the text of a note. */
static void add_subject(const ledger_state *state, const ledger_fact *fact, board_language language,
                        char *text, size_t size)
{
    const char *colon = desk_words_text(WORDS_COLON, language);
    char name[LEDGER_NAME_BYTES];

    switch (fact->type) {
    case LEDGER_ARBITER:
    case LEDGER_PLAYER:
    case LEDGER_TEAM:
        kiosk_text_add(text, size, colon);
        kiosk_text_add(text, size, fact->who);
        kiosk_text_add(text, size, " ");
        kiosk_text_add(text, size, fact->other);
        break;
    case LEDGER_PAIRING:
        kiosk_text_add(text, size, colon);
        name_of(state, LEDGER_PLAYERS, fact->who, name, sizeof name);
        kiosk_text_add(text, size, name);
        kiosk_text_add(text, size, fact->other[0] != '\0' ? " — " : "");
        name_of(state, LEDGER_PLAYERS, fact->other, name, sizeof name);
        kiosk_text_add(text, size, name);
        break;
    case LEDGER_PENALTY:
        name_of(state, fact->code == 1 ? LEDGER_TEAMS : LEDGER_PLAYERS, fact->who, name,
                sizeof name);
        kiosk_text_add(text, size, " ");
        kiosk_text_add(text, size, name);
        break;
    default:
        break;
    }
}

static void add_note(const char *note, kiosk_record_row *row)
{
    board_side side = BOARD_RED;
    const bool offer = kiosk_offer_read(note, &side);

    for (int language = 0; language < BOARD_LANGUAGES; language++) {
        char *text = row->text[language];
        kiosk_text_add(text, KIOSK_LINE_BYTES,
                       desk_words_text(WORDS_COLON, (board_language)language));
        add_cut(text, offer ? kiosk_offer_text(side, (board_language)language) : note);
    }
}

/* What was withdrawn, and why. */
static void add_withdrawn(const ledger_state *state, const ledger_fact *fact, const char *reason,
                          kiosk_record_row *row)
{
    for (int language = 0; language < BOARD_LANGUAGES; language++) {
        char what[KIOSK_LINE_BYTES] = "";
        char *text = row->text[language];

        if (fact->target != NULL && fact->target->known)
            desk_word_fact(state, fact->target, (board_language)language, what, sizeof what);
        kiosk_text_add(text, KIOSK_LINE_BYTES,
                       desk_words_text(WORDS_COLON, (board_language)language));
        add_cut(text, what);
        kiosk_text_add(text, KIOSK_LINE_BYTES,
                       desk_words_text(WORDS_COMMA, (board_language)language));
        add_cut(text, reason);
    }
}

static void fill_row(kiosk_desk *desk, const ledger_fact *fact, ledger_entry *entry,
                     kiosk_record_row *row)
{
    const ledger_state *state = desk->fold.state;
    store_entry stored;

    kiosk_text_copy(row->id, sizeof row->id, fact->id);
    row->type = (ledger_type)fact->type;
    row->game = game_of(fact);
    row->time_ms = fact->time_ms;
    row->in_force = ledger_in_force(fact);
    name_of(state, LEDGER_ARBITERS, fact->arbiter, row->arbiter, sizeof row->arbiter);
    for (int language = 0; language < BOARD_LANGUAGES; language++) {
        char *text = row->text[language];

        /* In front, where no screen cuts it: the time beside it is not after that of the last. */
        if (fact->clock_back)
            kiosk_text_add(text, sizeof row->text[language],
                           desk_words_text(WORDS_CLOCK_BACK, (board_language)language));
        const size_t used = strlen(text);
        desk_word_fact(state, fact, (board_language)language, text + used,
                       sizeof row->text[language] - used);
        add_subject(state, fact, (board_language)language, row->text[language],
                    sizeof row->text[language]);
    }
    if (fact->type != LEDGER_NOTE && fact->type != LEDGER_WITHDRAWAL)
        return;
    if (!load_entry(desk, fact->id, &stored, entry, NULL))
        return;
    store_entry_free(&stored);
    if (fact->type == LEDGER_NOTE && entry->type == LEDGER_NOTE)
        add_note(entry->payload.note.text, row);
    else
        add_withdrawn(state, fact, entry->reason, row);
}

/* The list. */

static kiosk_job_end read_page(kiosk_desk *desk, kiosk_job *job)
{
    const ledger_state *state = desk->fold.state;
    const kiosk_records_job *asked = job->records;
    kiosk_record_page *page = calloc(1, sizeof *page);
    if (page == NULL)
        return desk_fail(job, BOARD_ERROR_NO_MEMORY, NULL);
    ledger_entry *entry = calloc(1, sizeof *entry);
    if (entry == NULL) {
        free(page);
        return desk_fail(job, BOARD_ERROR_NO_MEMORY, NULL);
    }
    page->first = asked->first;
    for (size_t i = ledger_fact_count(state); i > 0; i--) {
        const ledger_fact *fact = ledger_fact_at(state, i - 1);

        if (!desk_record_taken(state, &asked->filter, fact))
            continue;
        if (page->total >= page->first && page->count < KIOSK_RECORD_PAGE)
            fill_row(desk, fact, entry, &page->rows[page->count++]);
        page->total++;
    }
    free(entry);
    job->records->page = page;
    return KIOSK_END_DONE;
}

/* Values to narrow it to. */

static void add_choice(kiosk_record_choices *choices, uint16_t number, const char *key,
                       const char *name)
{
    choices->cut = choices->count == KIOSK_RECORD_CHOICES_MAX;
    if (choices->cut)
        return;
    kiosk_record_choice *choice = &choices->list[choices->count++];
    choice->number = number;
    kiosk_text_copy(choice->key, sizeof choice->key, key);
    kiosk_text_copy(choice->name, sizeof choice->name, name);
}

/* Rounds, or the tables of the round that the list is narrowed to, in their order. */
static void list_numbers(const ledger_state *state, const kiosk_record_filter *filter,
                         kiosk_record_choices *choices)
{
    static const size_t most = LEDGER_TABLE_MAX + 1;
    const bool rounds = choices->field == KIOSK_RECORD_BY_ROUND;
    bool *there = calloc(most, sizeof *there);
    ledger_game game;

    for (size_t i = 0; there != NULL && ledger_game_at(state, i, &game); i++) {
        if (rounds)
            there[game.key.round] = true;
        else if (filter->round == 0 || game.key.round == filter->round)
            there[game.key.table] = true;
    }
    for (size_t i = 1; there != NULL && i < most && !choices->cut; i++) {
        if (there[i])
            add_choice(choices, (uint16_t)i, "", "");
    }
    choices->cut = choices->cut || there == NULL;
    free(there);
}

static void list_players(const ledger_state *state, kiosk_record_choices *choices)
{
    const size_t count = ledger_people_count(state, LEDGER_PLAYERS);
    ledger_person person;

    for (size_t i = 0; i < count && !choices->cut; i++) {
        if (ledger_person_at(state, LEDGER_PLAYERS, i, &person))
            add_choice(choices, 0, person.key, person.name);
    }
}

static kiosk_job_end read_choices(kiosk_desk *desk, kiosk_job *job)
{
    kiosk_record_choices *choices = calloc(1, sizeof *choices);

    if (choices == NULL)
        return desk_fail(job, BOARD_ERROR_NO_MEMORY, NULL);
    choices->field = job->records->field;
    if (choices->field == KIOSK_RECORD_BY_PLAYER)
        list_players(desk->fold.state, choices);
    else
        list_numbers(desk->fold.state, &job->records->filter, choices);
    job->records->choices = choices;
    return KIOSK_END_DONE;
}

/* One entry in full. */

static void add_line(kiosk_record_entry *made, desk_words label, const char *text)
{
    if (text[0] == '\0')
        return;
    for (int language = 0; language < BOARD_LANGUAGES; language++) {
        char *details = made->details[language];
        kiosk_text_add(details, KIOSK_RECORD_NOTE_BYTES, details[0] != '\0' ? "\n" : "");
        kiosk_text_add(details, KIOSK_RECORD_NOTE_BYTES,
                       desk_words_text(label, (board_language)language));
        kiosk_text_add(details, KIOSK_RECORD_NOTE_BYTES, text);
    }
}

static const char *note_of(const ledger_entry *entry)
{
    switch (entry->type) {
    case LEDGER_RULING:
        return entry->payload.ruling.note;
    case LEDGER_ORDER_CLOSED:
        return entry->payload.order_closed.note;
    case LEDGER_UPHELD:
        return entry->payload.upheld.note;
    case LEDGER_FOUL:
        return entry->payload.foul.note;
    case LEDGER_PENALTY:
        return entry->payload.penalty.note;
    case LEDGER_RESULT:
        return entry->payload.result.note;
    case LEDGER_LATENESS:
        return entry->payload.lateness.note;
    case LEDGER_OVERSTEP:
        return entry->payload.overstep.note;
    case LEDGER_NOTE:
        return entry->payload.note.text;
    default:
        return "";
    }
}

/* The articles that a catalogue's item stands on. */
static const char *articles_of(const ledger_state *state, const ledger_fact *fact)
{
    const ledger_catalogue *catalogue = ledger_state_catalogue(state);

    if (fact->type == LEDGER_FOUL) {
        const ledger_foul_kind *foul = ledger_find_foul(catalogue, fact->key);
        return foul != NULL ? foul->item.articles : "";
    }
    if (fact->type == LEDGER_PENALTY) {
        const ledger_penalty_kind *penalty = ledger_find_penalty(catalogue, fact->key);
        return penalty != NULL ? penalty->item.articles : "";
    }
    if (fact->type == LEDGER_RESULT) {
        const ledger_reason *reason = ledger_find_reason(catalogue, fact->key);
        return reason != NULL ? reason->item.articles : "";
    }
    return fact->type == LEDGER_RULING ? fact->key : "";
}

/* The correction that took an entry back or its place, and why. */
static void add_correction(kiosk_desk *desk, const ledger_fact *fact, ledger_entry *entry,
                           kiosk_record_entry *made)
{
    const ledger_fact *by = ledger_correction_of(fact);
    char arbiter[LEDGER_NAME_BYTES];
    store_entry stored;

    if (by == NULL || !load_entry(desk, by->id, &stored, entry, NULL))
        return;
    store_entry_free(&stored);
    name_of(desk->fold.state, LEDGER_ARBITERS, by->arbiter, arbiter, sizeof arbiter);
    if (by->type == LEDGER_WITHDRAWAL)
        add_line(made, WORDS_WITHDRAWN_BY, arbiter);
    else
        add_line(made, WORDS_CORRECTED_BY, arbiter);
    add_line(made, WORDS_BECAUSE, entry->reason);
}

static void fill_details(kiosk_desk *desk, const ledger_fact *fact, ledger_entry *entry,
                         kiosk_record_entry *made)
{
    const ledger_state *state = desk->fold.state;
    ledger_game game;

    add_line(made, WORDS_ARTICLES, articles_of(state, fact));
    if (entry->type == LEDGER_FOUL && entry->payload.foul.minutes != 0)
        add_line(made, WORDS_MINUTES, ledger_digits_of((size_t)entry->payload.foul.minutes).text);
    add_line(made, WORDS_NOTE, note_of(entry));
    add_line(made, WORDS_CORRECTS, entry->reason);
    if (made->row.game.round != 0 && ledger_find_game(state, made->row.game, &game)) {
        for (int side = BOARD_RED; side <= BOARD_BLACK; side++)
            name_of(state, LEDGER_PLAYERS, game.players[side], made->players[side],
                    sizeof made->players[side]);
    }
    made->is_ruling = entry->type == LEDGER_RULING;
    if (made->is_ruling)
        made->ruling = entry->payload.ruling;
    add_correction(desk, fact, entry, made); /* the entry's place is the correction's now */
}

static kiosk_job_end read_entry(kiosk_desk *desk, kiosk_job *job)
{
    const ledger_fact *fact = ledger_find_fact(desk->fold.state, job->records->id);
    kiosk_job_end end = KIOSK_END_FAILED;
    store_entry stored;
    kiosk_record_entry *made = calloc(1, sizeof *made);
    if (made == NULL)
        return desk_fail(job, BOARD_ERROR_NO_MEMORY, NULL);
    ledger_entry *entry = calloc(1, sizeof *entry);
    if (entry == NULL)
        end = desk_fail(job, BOARD_ERROR_NO_MEMORY, NULL);
    else if (fact == NULL)
        end = desk_fail(job, BOARD_ERROR_STORE_NO_ENTRY, job->records->id);
    else {
        fill_row(desk, fact, entry, &made->row);
        if (load_entry(desk, fact->id, &stored, entry, &job->trouble)) {
            made->number = stored.number;
            kiosk_text_copy(made->device, sizeof made->device, stored.device);
            store_entry_free(&stored);
            fill_details(desk, fact, entry, made);
            job->records->entry = made;
            made = NULL;
            end = KIOSK_END_DONE;
        }
    }
    free(entry);
    free(made);
    return end;
}

kiosk_job_end desk_read_records(kiosk_desk *desk, kiosk_job *job)
{
    if (store_fold_on(desk->journal, &desk->fold, &job->trouble) != BOARD_OK)
        return KIOSK_END_FAILED;
    switch (job->kind) {
    case KIOSK_JOB_RECORDS:
        return read_page(desk, job);
    case KIOSK_JOB_RECORD_CHOICES:
        return read_choices(desk, job);
    default:
        return read_entry(desk, job);
    }
}
