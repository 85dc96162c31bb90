/* kiosk/flow/stick.c: USB sticks: writing records to one, and opening a game from one. */
#include "kiosk/flow/stick.h"

#include <stdlib.h>
#include <string.h>

#include "kiosk/flow/state_private.h"
#include "kiosk/flow/text.h"
#include "ledger/phrase.h"

void kiosk_stick_free(kiosk_stick *stick)
{
    free(stick->files);
    free(stick->games);
    free(stick->preview);
    ledger_pairing_table_free(&stick->table);
    stick->files = NULL;
    stick->games = NULL;
    stick->preview = NULL;
}

void kiosk_stick_job_free(kiosk_stick_job *job)
{
    if (job == NULL)
        return;
    free(job->files);
    free(job->games);
    free(job->moves);
    free(job->preview);
    ledger_pairing_table_free(&job->table);
    free(job);
}

/* A job of the stick; another one that is under way is no longer wanted. */
static void want(kiosk_state *state, kiosk_job_kind kind, int32_t number)
{
    state->stick.busy = true;
    state->stick.progress = 0;
    state->stick.generation = ++state->last_generation;
    kiosk_wanted *wanted = kiosk_want(state, kind);
    wanted->generation = state->stick.generation;
    wanted->command.numbers[0] = number;
}

static void stop(kiosk_state *state)
{
    state->stick.busy = false;
    state->stick.generation = 0;
}

/* Writing. */

static void export(kiosk_state *state, int32_t form)
{
    const kiosk_record_entry *entry = state->records.entry;
    const bool one = state->screen == KIOSK_SCREEN_RECORD && entry != NULL && entry->is_ruling;
    const bool listed = state->screen == KIOSK_SCREEN_RECORDS;

    if (form < 0 || form >= KIOSK_FORMS || (!one && !listed) || (one && form < KIOSK_FORM_PGN) ||
        (listed && form == KIOSK_FORM_PDF))
        kiosk_refuse(state, KIOSK_SAY_NOT_HERE);
    else if (state->stick.busy)
        kiosk_refuse(state, KIOSK_SAY_BUSY);
    else
        want(state, KIOSK_JOB_STICK_EXPORT, form);
}

/* Reading. */

static void forget_file(kiosk_stick *stick)
{
    free(stick->games);
    stick->games = NULL;
    free(stick->preview);
    stick->preview = NULL;
    ledger_pairing_table_free(&stick->table);
    stick->path[0] = '\0';
}

/* Reads the sticks' files anew. */
static void look(kiosk_state *state)
{
    forget_file(&state->stick);
    free(state->stick.files);
    state->stick.files = NULL;
    state->scroll = 0;
    want(state, KIOSK_JOB_STICK_FILES, 0);
}

static void open_stick(kiosk_state *state)
{
    const kiosk_dispute *dispute = kiosk_current(state);

    if ((state->screen != KIOSK_SCREEN_POSITION && state->screen != KIOSK_SCREEN_MOVES &&
         state->screen != KIOSK_SCREEN_STICK) ||
        dispute == NULL) {
        kiosk_refuse(state, KIOSK_SAY_NOT_HERE);
        return;
    }
    if (dispute->is_signed || dispute->entered.given > 0) {
        kiosk_refuse(state, KIOSK_SAY_SIGNED_STAYS);
        return;
    }
    if (state->screen != KIOSK_SCREEN_STICK)
        state->stick.back = state->screen;
    state->stick.tables = false;
    kiosk_show(state, KIOSK_SCREEN_STICK);
    look(state);
}

/* Pairings are the chief arbiter's; the PIN is asked for here: an event without a game has no
 * game's screen to go on duty on. */
static void open_tables(kiosk_state *state)
{
    if (state->screen != KIOSK_SCREEN_RECORDS && state->screen != KIOSK_SCREEN_STICK) {
        kiosk_refuse(state, KIOSK_SAY_NOT_HERE);
    } else if (!state->duty.on || state->duty.role < LEDGER_CHIEF_ARBITER) {
        kiosk_duty_ask(state);
        kiosk_refuse(state, KIOSK_SAY_TABLE_FOR_CHIEF);
    } else {
        if (state->screen != KIOSK_SCREEN_STICK)
            state->stick.back = state->screen;
        state->stick.tables = true;
        kiosk_show(state, KIOSK_SCREEN_STICK);
        look(state);
    }
}

static void import(kiosk_state *state)
{
    const kiosk_table_preview *preview = state->stick.preview;

    if (preview == NULL || state->stick.busy)
        kiosk_refuse(state, state->stick.busy ? KIOSK_SAY_BUSY : KIOSK_SAY_NOT_HERE);
    else if (!state->duty.on || state->duty.role < LEDGER_CHIEF_ARBITER)
        kiosk_refuse(state, KIOSK_SAY_TABLE_FOR_CHIEF);
    else if (preview->clashes > 0)
        kiosk_refuse(state, KIOSK_SAY_TABLE_CLASHES);
    else if (preview->fresh + preview->changed == 0)
        kiosk_refuse(state, KIOSK_SAY_TABLE_NOTHING);
    else
        want(state, KIOSK_JOB_TABLE_LOG, 0);
}

static void open_file(kiosk_state *state, int32_t index)
{
    kiosk_stick *stick = &state->stick;

    if (stick->files == NULL || index < 0 || (size_t)index >= stick->files->count || stick->busy) {
        kiosk_refuse(state, stick->busy ? KIOSK_SAY_BUSY : KIOSK_SAY_NOT_HERE);
        return;
    }
    forget_file(stick);
    memcpy(stick->path, stick->files->paths[index], sizeof stick->path);
    want(state, stick->tables ? KIOSK_JOB_STICK_TABLE : KIOSK_JOB_STICK_GAME, -1);
}

static void open_game(kiosk_state *state, int32_t index)
{
    const kiosk_stick *stick = &state->stick;

    if (stick->games == NULL || index < 0 || (size_t)index >= stick->games->count || stick->busy)
        kiosk_refuse(state, stick->busy ? KIOSK_SAY_BUSY : KIOSK_SAY_NOT_HERE);
    else
        want(state, KIOSK_JOB_STICK_GAME, index);
}

void kiosk_stick_back(kiosk_state *state)
{
    stop(state);
    if (state->stick.games != NULL || state->stick.preview != NULL) {
        forget_file(&state->stick);
        state->scroll = 0;
    } else
        kiosk_return_to(state, state->stick.back);
}

bool kiosk_apply_stick(kiosk_state *state, const kiosk_command *command)
{
    const bool here = state->screen == KIOSK_SCREEN_STICK;

    switch (command->kind) {
    case KIOSK_COMMAND_RECORDS_EXPORT:
        export(state, command->numbers[0]);
        return true;
    case KIOSK_COMMAND_STICK_STOP:
        if (state->stick.busy)
            kiosk_tell(state, KIOSK_SAY_STICK_STOPPED, NULL, true);
        stop(state);
        return true;
    case KIOSK_COMMAND_STICK:
        open_stick(state);
        return true;
    case KIOSK_COMMAND_STICK_TABLES:
        open_tables(state);
        return true;
    case KIOSK_COMMAND_STICK_IMPORT:
        if (here)
            import(state);
        return here;
    case KIOSK_COMMAND_STICK_FILE:
        if (here)
            open_file(state, command->numbers[0]);
        return here;
    case KIOSK_COMMAND_STICK_GAME:
        if (here)
            open_game(state, command->numbers[0]);
        return here;
    default:
        return false;
    }
}

/* Jobs. */

static bool copy_table(const ledger_pairing_table *from, ledger_pairing_table *to)
{
    to->lines = calloc(from->count + 1, sizeof *to->lines);
    if (to->lines == NULL)
        return false;
    to->count = from->count;
    memcpy(to->lines, from->lines, from->count * sizeof *to->lines);
    return true;
}

bool kiosk_stick_fill(const kiosk_state *state, const kiosk_wanted *wanted, kiosk_job *job)
{
    const kiosk_stick *stick = &state->stick;
    kiosk_stick_job *made = job->stick;

    if (wanted->generation == 0 || wanted->generation != stick->generation)
        return false;
    job->generation = wanted->generation;
    made->places = stick->places;
    made->language = state->settings.language;
    made->wall_ms = state->device.wall_ms;
    made->minutes_east = state->device.minutes_east;
    if (wanted->kind == KIOSK_JOB_STICK_EXPORT) {
        made->form = (kiosk_form)wanted->command.numbers[0];
        made->filter = state->records.filter;
        if (state->screen == KIOSK_SCREEN_RECORD && state->records.entry != NULL)
            memcpy(made->id, state->records.entry->row.id, sizeof made->id);
    } else if (wanted->kind == KIOSK_JOB_TABLE_PREVIEW || wanted->kind == KIOSK_JOB_TABLE_LOG) {
        memcpy(made->arbiter, state->duty.arbiter, sizeof made->arbiter);
        return stick->table.count > 0 && copy_table(&stick->table, &made->table);
    } else {
        made->tables = stick->tables;
        memcpy(made->path, stick->path, sizeof made->path);
        made->which = wanted->command.numbers[0];
    }
    return true;
}

bool kiosk_stick_watch(kiosk_state *state, kiosk_job *job)
{
    const int progress = atomic_load(&job->progress);

    if (job->generation != state->stick.generation)
        return false;
    if (progress != state->stick.progress) {
        state->stick.progress = progress;
        state->revision++;
    }
    return true;
}

/* The name on the stick of a path. */
static const char *last_name(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash != NULL ? slash + 1 : path;
}

static void receive_export(kiosk_state *state, const kiosk_job *job)
{
    const kiosk_value name = kiosk_value_of_text(last_name(job->stick->path));

    if (job->end != KIOSK_END_DONE) {
        kiosk_tell_trouble(state, job);
        return;
    }
    if (job->stick->nothing) {
        kiosk_refuse(state, KIOSK_SAY_STICK_NO_RULINGS);
        return;
    }
    kiosk_tell(state, job->stick->beside ? KIOSK_SAY_STICK_BESIDE : KIOSK_SAY_STICK_WRITTEN, &name,
               false);
    state->say_stays = true;
}

/* "game.pgn：第3行…" */
static void tell_bad_file(kiosk_state *state, const kiosk_job *job, bool stands)
{
    kiosk_value value = kiosk_value_of_text(last_name(job->stick->path));

    for (int language = 0; language < BOARD_LANGUAGES; language++) {
        char *text = value.text[language];
        char problem[KIOSK_LINE_BYTES] = "";

        if (stands)
            kiosk_text_copy(problem, sizeof problem, job->stick->fault[language]);
        else if (job->problem.error != BOARD_OK)
            board_problem_text(&job->problem, (board_language)language, problem, sizeof problem);
        else
            store_problem_text(&job->trouble, (board_language)language, problem, sizeof problem);
        kiosk_text_add(text, KIOSK_LINE_BYTES, language == BOARD_CHINESE ? "：" : ": ");
        kiosk_text_add(text, KIOSK_LINE_BYTES, problem);
    }
    kiosk_tell(state, stands ? KIOSK_SAY_STICK_PARTLY : KIOSK_SAY_TROUBLE, &value, true);
    state->say_stays = true;
}

/* The game is entered in the dispute, and its first position is shown. */
static void enter_game(kiosk_state *state, const kiosk_job *job)
{
    kiosk_command fen = kiosk_command_of_text(KIOSK_COMMAND_FEN, job->stick->fen);
    const kiosk_command none = kiosk_command_of(KIOSK_COMMAND_CUT, 0, 0);
    const kiosk_value moves = kiosk_value_of_number((int64_t)job->stick->count);

    fen.numbers[0] = 1;
    if (kiosk_current(state) == NULL ||
        (kiosk_current(state)->entered.count > 0 && !kiosk_enter(state, &none)))
        return;
    if (!kiosk_enter(state, &fen) || !kiosk_enter_moves(state, job->stick->moves))
        return;
    kiosk_go_to(state, KIOSK_SCREEN_MOVES);
    if (state->screen != KIOSK_SCREEN_MOVES)
        return;
    state->hand.shown = 0;
    if (job->stick->fault[BOARD_CHINESE][0] != '\0')
        tell_bad_file(state, job, true);
    else
        kiosk_tell(state, KIOSK_SAY_STICK_OPENED, &moves, false);
}

static void receive_game(kiosk_state *state, kiosk_job *job)
{
    kiosk_stick *stick = &state->stick;
    const bool listed = job->stick->which >= 0;

    if (state->screen != KIOSK_SCREEN_STICK)
        return;
    if (job->end != KIOSK_END_DONE) {
        tell_bad_file(state, job, false);
        if (!listed)
            forget_file(stick);
        return;
    }
    if (listed || job->stick->games->count == 1) {
        forget_file(stick);
        enter_game(state, job);
        return;
    }
    free(stick->games);
    stick->games = job->stick->games;
    job->stick->games = NULL;
    state->scroll = 0;
}

static void receive_table(kiosk_state *state, kiosk_job *job)
{
    kiosk_stick *stick = &state->stick;

    if (job->end != KIOSK_END_DONE) {
        tell_bad_file(state, job, false);
        forget_file(stick);
        return;
    }
    ledger_pairing_table_free(&stick->table);
    stick->table = job->stick->table;
    job->stick->table = (ledger_pairing_table){0};
    if (stick->table.count == 0)
        kiosk_refuse(state, KIOSK_SAY_TABLE_NOTHING);
    else
        want(state, KIOSK_JOB_TABLE_PREVIEW, 0);
}

static void receive_preview(kiosk_state *state, kiosk_job *job)
{
    if (job->end != KIOSK_END_DONE) {
        kiosk_tell_trouble(state, job);
        return;
    }
    free(state->stick.preview);
    state->stick.preview = job->stick->preview;
    job->stick->preview = NULL;
    state->scroll = 0;
}

/* So many entries, so many of them games. */
static void count_logged(const kiosk_stick_job *stick, board_language language,
                         char text[KIOSK_LINE_BYTES])
{
    const kiosk_value games = kiosk_value_of_number((int64_t)stick->pairings);

    kiosk_text_copy(text, KIOSK_LINE_BYTES, ledger_digits_of(stick->logged).text);
    const size_t used = strlen(text);
    kiosk_say_line(KIOSK_SAY_TABLE_GAMES, games.text[language], language, text + used,
                   KIOSK_LINE_BYTES - used);
}

static void receive_logged(kiosk_state *state, const kiosk_job *job)
{
    kiosk_value logged;

    if (job->end != KIOSK_END_DONE) {
        kiosk_tell_trouble(state, job);
        return;
    }
    for (board_language language = 0; language < BOARD_LANGUAGES; language++)
        count_logged(job->stick, language, logged.text[language]);
    forget_file(&state->stick);
    kiosk_show(state, KIOSK_SCREEN_HALL);
    kiosk_want_hall(state, 0);
    kiosk_tell(state, KIOSK_SAY_TABLE_LOGGED, &logged, false);
}

void kiosk_receive_stick(kiosk_state *state, kiosk_job *job)
{
    kiosk_stick *stick = &state->stick;

    if (job->generation != stick->generation)
        return; /* stopped, or asked for anew */
    stop(state);
    if (job->kind == KIOSK_JOB_STICK_EXPORT) {
        receive_export(state, job);
    } else if (job->kind == KIOSK_JOB_STICK_GAME) {
        receive_game(state, job);
    } else if (job->kind == KIOSK_JOB_STICK_TABLE) {
        receive_table(state, job);
    } else if (job->kind == KIOSK_JOB_TABLE_PREVIEW) {
        receive_preview(state, job);
    } else if (job->kind == KIOSK_JOB_TABLE_LOG) {
        receive_logged(state, job);
    } else if (job->end != KIOSK_END_DONE) {
        kiosk_tell_trouble(state, job);
    } else {
        free(stick->files);
        stick->files = job->stick->files;
        job->stick->files = NULL;
    }
}
