/*
 * kiosk/desk/table.c: a table of pairings and players from a stick: read, looked at, logged.
 *
 * What it would change is found by doing it: the entries that it leads to are put into a copy of
 * the ledger's state, each checked before, and what follows is looked at.
 */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kiosk/desk/desk_private.h"
#include "kiosk/flow/text.h"
#include "ledger/game.h"
#include "ledger/notice.h"
#include "ledger/phrase.h"
#include "store/problem.h"

kiosk_job_end desk_read_table(kiosk_job *job)
{
    size_t length = 0;
    char *bytes = desk_read_stick_file(job, KIOSK_STICK_TABLE_BYTES, &length);

    if (bytes == NULL)
        return KIOSK_END_FAILED;
    const board_error error =
        ledger_pairing_table_read(bytes, length, &job->stick->table, &job->problem);
    free(bytes);
    return error == BOARD_OK ? KIOSK_END_DONE : KIOSK_END_FAILED;
}

/* Looking. */

/* Of the copy's entries; no device of a journal is called so. */
static const char copy_device[] = "00000000000000000000000000000000";

typedef struct table_preview {
    kiosk_desk *desk;
    const kiosk_stick_job *asked;
    ledger_state *state; /* the copy */
    kiosk_table_preview *made;
    uint64_t sequence;
    bool failed;
} table_preview;

/* A place in the list; where it is full a clash takes another's. */
static kiosk_table_change *add_change(table_preview *run, kiosk_change_kind kind, size_t line)
{
    kiosk_table_preview *made = run->made;
    const ledger_digits digits = ledger_digits_of(line);
    const ledger_field field = {"line", digits.text};
    size_t at = made->count;

    made->fresh += kind == KIOSK_CHANGE_NEW;
    made->changed += kind == KIOSK_CHANGE_OTHER;
    made->clashes += kind == KIOSK_CHANGE_CLASH;
    if (at == KIOSK_STICK_CHANGES_MAX) {
        made->cut = true;
        while (at > 0 && (kind != KIOSK_CHANGE_CLASH || made->list[at - 1].kind == kind))
            at--;
        if (at == 0)
            return NULL;
        at--;
    } else
        made->count++;
    kiosk_table_change *change = &made->list[at];
    *change = (kiosk_table_change){.kind = kind};
    for (int language = 0; line > 0 && language < BOARD_LANGUAGES; language++) {
        ledger_phrase phrase = ledger_phrase_begin(change->text[language], KIOSK_LINE_BYTES);
        ledger_phrase_fill(&phrase, desk_words_text(WORDS_LINE, (board_language)language), &field,
                           1);
    }
    return change;
}

static void add_text(kiosk_table_change *change, const char *text)
{
    for (int language = 0; change != NULL && language < BOARD_LANGUAGES; language++)
        kiosk_text_add(change->text[language], KIOSK_LINE_BYTES, text);
}

static void add_words(kiosk_table_change *change, desk_words words)
{
    for (int language = 0; change != NULL && language < BOARD_LANGUAGES; language++)
        kiosk_text_add(change->text[language], KIOSK_LINE_BYTES,
                       desk_words_text(words, (board_language)language));
}

static void add_game(kiosk_table_change *change, ledger_game_key game)
{
    add_text(change, ledger_digits_of(game.round).text);
    add_text(change, "-");
    add_text(change, ledger_digits_of(game.table).text);
    if (game.number > 1) {
        add_text(change, "-");
        add_text(change, ledger_digits_of(game.number).text);
    }
    add_text(change, " ");
}

static void add_names(const table_preview *run, kiosk_table_change *change, const char *red,
                      const char *black)
{
    ledger_person person;

    add_text(change,
             ledger_find_person(run->state, LEDGER_PLAYERS, red, &person) ? person.name : red);
    if (black[0] == '\0')
        return;
    add_text(change, " — ");
    add_text(change,
             ledger_find_person(run->state, LEDGER_PLAYERS, black, &person) ? person.name : black);
}

/* The name, and the team that it differs by where names alone are alike. */
static void add_player(const table_preview *run, kiosk_table_change *change, const char *name,
                       const char *team, bool with_team)
{
    ledger_person found;

    add_text(change, name);
    if (!with_team || team[0] == '\0')
        return;
    add_text(change, " ");
    add_text(change,
             ledger_find_person(run->state, LEDGER_TEAMS, team, &found) ? found.name : team);
}

/* Another number that has this name already: two players, or one that was given a second number? */
static void warn_of_name(const table_preview *run, kiosk_table_change *change,
                         const ledger_player *player)
{
    const size_t count = ledger_people_count(run->state, LEDGER_PLAYERS);
    ledger_person person;

    for (size_t i = 0; i < count; i++) {
        if (!ledger_person_at(run->state, LEDGER_PLAYERS, i, &person) ||
            strcmp(person.name, player->name) != 0 || strcmp(person.key, player->key) == 0)
            continue;
        add_words(change, WORDS_SAME_NAME);
        add_text(change, person.key);
        return;
    }
}

/* A player, what is known of him, and who else has his name. */
static void word_player(const table_preview *run, kiosk_table_change *change,
                        const ledger_player *player)
{
    ledger_person person;
    const bool known = ledger_find_person(run->state, LEDGER_PLAYERS, player->key, &person);
    const bool moves = known && strcmp(person.team, player->team) != 0;

    add_text(change, player->key);
    add_text(change, " ");
    add_player(run, change, player->name, player->team, moves);
    if (known) {
        add_words(change, WORDS_BEFORE);
        add_player(run, change, person.name, person.team, moves);
    } else
        warn_of_name(run, change, player);
}

/* What an entry says, and what it takes the place of. */
static void word_change(const table_preview *run, kiosk_table_change *change,
                        const ledger_entry *draft)
{
    const ledger_fact *before =
        draft->corrects[0] != '\0' ? ledger_find_fact(run->state, draft->corrects) : NULL;
    const ledger_pairing *pairing = &draft->payload.pairing;

    for (int language = 0; change != NULL && language < BOARD_LANGUAGES; language++)
        kiosk_text_add(change->text[language], KIOSK_LINE_BYTES,
                       ledger_type_text(draft->type, (board_language)language));
    add_text(change, " ");
    if (draft->type == LEDGER_PAIRING) {
        add_game(change, pairing->game);
        add_names(run, change, pairing->red, pairing->black);
        if (before != NULL) {
            add_words(change, WORDS_BEFORE);
            add_names(run, change, before->who, before->other);
        }
    } else if (draft->type == LEDGER_PLAYER) {
        word_player(run, change, &draft->payload.player);
    } else
        add_text(change, draft->payload.team.name);
}

static bool is_logged_thing(void *context, const ledger_fact *fact)
{
    bool *found = context;

    *found = *found || (fact->type != LEDGER_PAIRING && ledger_in_force(fact));
    return !*found;
}

/* Did an earlier line of the table give this player another name? */
static bool named_before(const table_preview *run, const ledger_table_line *line,
                         const ledger_player *player)
{
    const ledger_pairing_table *table = &run->asked->table;

    for (size_t i = 0; i < table->count; i++) {
        const ledger_table_line *other = &table->lines[i];
        if (other->line >= line->line)
            break;
        for (int side = BOARD_RED; side <= BOARD_BLACK; side++) {
            if (strcmp(other->players[side].key, player->key) == 0 &&
                strcmp(other->players[side].name, player->name) != 0)
                return true;
        }
    }
    return false;
}

/* Why it cannot be; WORDS_COUNT: it can. */
static desk_words find_clash(const table_preview *run, const ledger_table_line *line,
                             const ledger_entry *draft)
{
    bool logged = false;

    if (draft->type == LEDGER_PLAYER && named_before(run, line, &draft->payload.player))
        return WORDS_LISTED_TWICE;
    if (draft->type != LEDGER_PAIRING || draft->corrects[0] == '\0')
        return WORDS_COUNT;
    const ledger_fact *before = ledger_find_fact(run->state, draft->corrects);
    if (before != NULL && strcmp(before->device, copy_device) == 0)
        return WORDS_LISTED_TWICE;
    ledger_visit_game(run->state, draft->payload.pairing.game, is_logged_thing, &logged);
    return logged ? WORDS_GAME_LOGGED : WORDS_COUNT;
}

static kiosk_change_kind kind_of(const table_preview *run, const ledger_entry *draft)
{
    ledger_person person;
    const bool known =
        draft->type == LEDGER_PLAYER &&
        ledger_find_person(run->state, LEDGER_PLAYERS, draft->payload.player.key, &person);

    return known || draft->corrects[0] != '\0' ? KIOSK_CHANGE_OTHER : KIOSK_CHANGE_NEW;
}

/* What the ledger forbids; what it warns of is seen in the list, or at the end. */
static void check_draft(table_preview *run, const ledger_table_line *line,
                        const ledger_entry *draft)
{
    ledger_notice notices[LEDGER_NOTICES_MAX];
    const size_t count = ledger_check(run->state, draft, draft->time_ms, notices);

    for (size_t i = 0; i < count; i++) {
        if (ledger_notice_severity(notices[i].kind) != LEDGER_SEVERITY_ERROR)
            continue;
        kiosk_table_change *change = add_change(run, KIOSK_CHANGE_CLASH, line->line);
        for (int language = 0; change != NULL && language < BOARD_LANGUAGES; language++) {
            char text[LEDGER_NOTICE_BYTES];
            kiosk_text_add(
                change->text[language], KIOSK_LINE_BYTES,
                ledger_notice_text(&notices[i], (board_language)language, text, sizeof text));
        }
    }
}

static void stamp_copy(table_preview *run, ledger_entry *draft)
{
    snprintf(draft->id, sizeof draft->id, "00000000-0000-7000-8000-%012llx",
             (unsigned long long)++run->sequence);
    ledger_copy(draft->device, sizeof draft->device, copy_device);
    ledger_copy(draft->arbiter, sizeof draft->arbiter, run->asked->arbiter);
    draft->sequence = run->sequence;
    draft->time_ms = desk_now_ms(run->desk);
}

static const ledger_state *look_at(void *context, const ledger_table_line *line,
                                   ledger_entry *draft)
{
    table_preview *run = context;
    const desk_words clash = find_clash(run, line, draft);

    stamp_copy(run, draft);
    word_change(run, add_change(run, kind_of(run, draft), line->line), draft);
    if (clash != WORDS_COUNT) {
        kiosk_table_change *change = add_change(run, KIOSK_CHANGE_CLASH, line->line);
        add_words(change, clash);
        word_change(run, change, draft);
    } else
        check_draft(run, line, draft);
    run->failed = ledger_apply(run->state, draft, NULL) != BOARD_OK;
    return run->failed ? NULL : run->state;
}

/* Players at two tables of a round, once all of the table is in. */

typedef struct table_seat {
    const char *key;
    ledger_game_key game;
} table_seat;

static int compare_seats(const void *left, const void *right)
{
    const table_seat *a = left;
    const table_seat *b = right;

    if (a->game.round != b->game.round)
        return a->game.round < b->game.round ? -1 : 1;
    const int keys = strcmp(a->key, b->key);
    return keys != 0 ? keys : (int)a->game.table - (int)b->game.table;
}

static bool is_in_table(const ledger_pairing_table *table, uint16_t round)
{
    for (size_t i = 0; i < table->count; i++) {
        if (table->lines[i].game.round == round)
            return true;
    }
    return false;
}

/* The line of the table that the game stands in; 0: in none, it is in the journal. */
static size_t line_of(const ledger_pairing_table *table, ledger_game_key game)
{
    for (size_t i = 0; i < table->count; i++) {
        if (ledger_game_equal(table->lines[i].game, game))
            return table->lines[i].line;
    }
    return 0;
}

static void find_double_seats(table_preview *run)
{
    const size_t games = ledger_game_count(run->state);
    size_t count = 0;
    uint16_t round = 0;
    bool wanted = false;
    ledger_game game;

    table_seat *seats = calloc(games * 2 + 1, sizeof *seats);
    if (seats == NULL) {
        run->failed = true;
        return;
    }
    for (size_t i = 0; ledger_game_at(run->state, i, &game) && i < games; i++) {
        if (game.key.round != round)
            wanted = is_in_table(&run->asked->table, game.key.round);
        round = game.key.round;
        for (int side = BOARD_RED; wanted && game.paired && side <= BOARD_BLACK; side++) {
            if (game.players[side][0] != '\0')
                seats[count++] = (table_seat){game.players[side], game.key};
        }
    }
    if (count > 0)
        qsort(seats, count, sizeof *seats, compare_seats);
    for (size_t i = 1; i < count; i++) {
        const table_seat *a = &seats[i - 1];
        const table_seat *b = &seats[i];
        if (a->game.round != b->game.round || a->game.table == b->game.table ||
            strcmp(a->key, b->key) != 0)
            continue;
        const size_t first = line_of(&run->asked->table, a->game);
        const size_t second = line_of(&run->asked->table, b->game);
        kiosk_table_change *change =
            add_change(run, KIOSK_CHANGE_CLASH, second > first ? second : first);
        add_words(change, WORDS_PLAYER_TWICE);
        add_names(run, change, b->key, "");
        add_text(change, " ");
        add_game(change, a->game);
        add_game(change, b->game);
    }
    free(seats);
}

/* Clashes first, then what changes, then what is new, each in the table's order. */
static bool order_changes(kiosk_table_preview *made)
{
    kiosk_table_change *ordered = calloc(made->count + 1, sizeof *ordered);
    size_t at = 0;

    if (ordered == NULL)
        return false;
    for (int kind = KIOSK_CHANGE_CLASH; kind >= KIOSK_CHANGE_NEW; kind--) {
        for (size_t i = 0; i < made->count; i++) {
            if ((int)made->list[i].kind == kind)
                ordered[at++] = made->list[i];
        }
    }
    memcpy(made->list, ordered, made->count * sizeof *ordered);
    free(ordered);
    return true;
}

/* The ledger's state once more. */
static ledger_state *copy_state(const ledger_state *state)
{
    ledger_state *copy = NULL;
    char *text = NULL;
    size_t length = 0;

    if (ledger_state_save(state, &text, &length) == BOARD_OK)
        ledger_state_load(text, length, &copy);
    free(text);
    return copy;
}

static bool make_preview(table_preview *run)
{
    ledger_entry *draft = calloc(1, sizeof *draft);

    if (draft == NULL)
        return false;
    run->made->lines = run->asked->table.count;
    const bool whole =
        ledger_pairing_table_make(run->state, &run->asked->table, draft, look_at, run);
    free(draft);
    if (whole)
        find_double_seats(run);
    return whole && !run->failed && order_changes(run->made);
}

kiosk_job_end desk_preview_table(kiosk_desk *desk, kiosk_job *job)
{
    table_preview run = {.desk = desk, .asked = job->stick};
    bool made = false;

    if (store_fold_on(desk->journal, &desk->fold, &job->trouble) != BOARD_OK)
        return KIOSK_END_FAILED;
    run.made = calloc(1, sizeof *run.made);
    if (run.made == NULL)
        return desk_fail(job, BOARD_ERROR_NO_MEMORY, NULL);
    run.state = copy_state(desk->fold.state);
    if (run.state != NULL)
        made = make_preview(&run);
    ledger_state_free(run.state);
    if (!made) {
        free(run.made);
        return desk_fail(job, BOARD_ERROR_NO_MEMORY, NULL);
    }
    job->stick->preview = run.made;
    return KIOSK_END_DONE;
}

/* Logging. */

typedef struct table_log {
    kiosk_desk *desk;
    kiosk_job *job;
    board_error error;
} table_log;

static const ledger_state *log_entry(void *context, const ledger_table_line *line,
                                     ledger_entry *draft)
{
    table_log *run = context;
    char id[STORE_ID_BYTES];

    (void)line;
    ledger_copy(draft->arbiter, sizeof draft->arbiter, run->job->stick->arbiter);
    run->error = store_make_id(run->desk->journal, id, &run->job->trouble);
    if (run->error == BOARD_OK) {
        ledger_copy(draft->id, sizeof draft->id, id);
        run->error = desk_append(run->desk, draft, NULL, &run->job->trouble);
    }
    run->job->stick->logged += run->error == BOARD_OK;
    run->job->stick->pairings += run->error == BOARD_OK && draft->type == LEDGER_PAIRING;
    return run->error == BOARD_OK ? run->desk->fold.state : NULL;
}

kiosk_job_end desk_log_table(kiosk_desk *desk, kiosk_job *job)
{
    table_log run = {.desk = desk, .job = job, .error = BOARD_OK};

    /* Entries may have come since it was looked at: it is looked at once more. */
    const kiosk_job_end end = desk_preview_table(desk, job);
    if (end != KIOSK_END_DONE)
        return end;
    if (job->stick->preview->clashes > 0)
        return desk_fail(job, BOARD_ERROR_OFFICE_TABLE_LINE, NULL);
    ledger_entry *draft = calloc(1, sizeof *draft);
    if (draft == NULL)
        return desk_fail(job, BOARD_ERROR_NO_MEMORY, NULL);
    ledger_pairing_table_make(desk->fold.state, &job->stick->table, draft, log_entry, &run);
    free(draft);
    return run.error == BOARD_OK ? KIOSK_END_DONE : KIOSK_END_FAILED;
}
