/* kiosk/flow/records.c: 记录: the list narrowed and paged, and one entry of it opened. */
#include "kiosk/flow/records.h"

#include <stdlib.h>
#include <string.h>

#include "board/moves.h"
#include "board/notation.h"
#include "kiosk/flow/state_private.h"
#include "kiosk/flow/text.h"

enum {
    AHEAD = KIOSK_RECORD_PAGE / 2 - KIOSK_RECORD_ROWS_SHOWN / 2 /* read before what is shown */
};

bool kiosk_record_kind_takes(kiosk_record_kind kind, ledger_type type)
{
    static const kiosk_record_kind kinds[LEDGER_TYPES] = {
        [LEDGER_UNKNOWN] = KIOSK_RECORDS_OTHERS,    [LEDGER_EVENT] = KIOSK_RECORDS_EVENT,
        [LEDGER_ARBITER] = KIOSK_RECORDS_EVENT,     [LEDGER_PLAYER] = KIOSK_RECORDS_EVENT,
        [LEDGER_TEAM] = KIOSK_RECORDS_EVENT,        [LEDGER_PAIRING] = KIOSK_RECORDS_EVENT,
        [LEDGER_RULING] = KIOSK_RECORDS_RULINGS,    [LEDGER_ORDER_CLOSED] = KIOSK_RECORDS_RULINGS,
        [LEDGER_UPHELD] = KIOSK_RECORDS_RULINGS,    [LEDGER_FOUL] = KIOSK_RECORDS_FOULS,
        [LEDGER_PENALTY] = KIOSK_RECORDS_PENALTIES, [LEDGER_RESULT] = KIOSK_RECORDS_RESULTS,
        [LEDGER_LATENESS] = KIOSK_RECORDS_RESULTS,  [LEDGER_OVERSTEP] = KIOSK_RECORDS_RESULTS,
        [LEDGER_NOTE] = KIOSK_RECORDS_OTHERS,       [LEDGER_WITHDRAWAL] = KIOSK_RECORDS_OTHERS,
    };

    return kind == KIOSK_RECORDS_ALL || (type < LEDGER_TYPES && kinds[type] == kind);
}

/* Putting away. */

static void close_entry(kiosk_records *records)
{
    kiosk_dispute_free(&records->heard);
    free(records->entry);
    records->entry = NULL;
    records->opening[0] = '\0';
    records->plies = 0;
}

static void close_choices(kiosk_records *records)
{
    free(records->choices);
    records->choices = NULL;
    records->choosing = KIOSK_RECORD_BY_NOTHING;
}

void kiosk_records_free(kiosk_records *records)
{
    close_entry(records);
    close_choices(records);
    free(records->page);
    records->page = NULL;
}

void kiosk_records_job_free(kiosk_records_job *job)
{
    if (job == NULL)
        return;
    free(job->page);
    free(job->choices);
    free(job->entry);
    free(job);
}

/* The list. */

const kiosk_record_row *kiosk_record_row_at(const kiosk_records *records, size_t index)
{
    const kiosk_record_page *page = records->page;

    return page != NULL && index >= page->first && index - page->first < page->count
               ? &page->rows[index - page->first]
               : NULL;
}

/* Are the rows there that a screen may show now? */
static bool is_read(const kiosk_records *records)
{
    const kiosk_record_page *page = records->page;

    if (page == NULL)
        return false;
    size_t last = records->first + KIOSK_RECORD_ROWS_SHOWN;
    last = last < page->total ? last : page->total;
    return records->first >= page->first && last <= page->first + page->count;
}

static void want_page(kiosk_state *state)
{
    state->records.page_busy = true;
    kiosk_want(state, KIOSK_JOB_RECORDS);
}

/* The list from its beginning, narrowed anew. */
static void list_anew(kiosk_state *state)
{
    kiosk_records *records = &state->records;

    close_choices(records);
    free(records->page);
    records->page = NULL;
    records->first = 0;
    state->scroll = 0;
    want_page(state);
}

static void scroll_to(kiosk_state *state, int32_t first)
{
    kiosk_records *records = &state->records;
    const size_t total = records->page != NULL ? records->page->total : 0;

    if (first < 0 || (size_t)first >= total) {
        kiosk_refuse(state, KIOSK_SAY_NOT_HERE);
        return;
    }
    records->first = (size_t)first;
    if (!is_read(records))
        want_page(state);
}

static void scroll_by(kiosk_state *state, int32_t rows)
{
    const kiosk_record_page *page = state->records.page;
    const int64_t total = page != NULL ? (int64_t)page->total : 0;
    int64_t first = (int64_t)state->records.first + rows;

    first = first < total ? first : total - 1;
    if (total > 0)
        scroll_to(state, first > 0 ? (int32_t)first : 0);
}

/* Can the records be gone to from here? */
static bool can_open(const kiosk_state *state)
{
    switch (state->screen) {
    case KIOSK_SCREEN_HALL:
    case KIOSK_SCREEN_GAME:
    case KIOSK_SCREEN_RECORDS:
    case KIOSK_SCREEN_RECORD:
        return true;
    default:
        return false;
    }
}

/* of_game: only what belongs to the game that is picked. */
static void open_records(kiosk_state *state, bool of_game)
{
    kiosk_records *records = &state->records;

    if (!can_open(state)) {
        kiosk_refuse(state, KIOSK_SAY_NOT_HERE);
        return;
    }
    if (state->screen == KIOSK_SCREEN_HALL || state->screen == KIOSK_SCREEN_GAME) {
        records->back = state->screen;
        records->filter = (kiosk_record_filter){.kind = KIOSK_RECORDS_ALL};
        if (of_game) {
            records->filter.round = state->game_key.round;
            records->filter.table = state->game_key.table;
        }
    }
    close_entry(records);
    kiosk_show(state, KIOSK_SCREEN_RECORDS);
    list_anew(state);
}

/* Narrowing. */

static void choose(kiosk_state *state, int32_t field)
{
    kiosk_records *records = &state->records;
    const bool again = (int32_t)records->choosing == field;

    if (field < 0 || field >= KIOSK_RECORD_FIELDS) {
        kiosk_refuse(state, KIOSK_SAY_NOT_HERE);
        return;
    }
    close_choices(records);
    state->scroll = 0;
    if (again)
        return;
    records->choosing = (kiosk_record_field)field;
    if (field == KIOSK_RECORD_BY_ROUND || field == KIOSK_RECORD_BY_TABLE ||
        field == KIOSK_RECORD_BY_PLAYER)
        kiosk_want(state, KIOSK_JOB_RECORD_CHOICES);
}

static void name_player(kiosk_records *records, const char *key)
{
    const kiosk_record_choices *choices = records->choices;

    kiosk_text_copy(records->filter.player, sizeof records->filter.player, key);
    kiosk_text_copy(records->filter.player_name, sizeof records->filter.player_name, key);
    for (size_t i = 0; choices != NULL && i < choices->count; i++) {
        if (strcmp(choices->list[i].key, key) == 0)
            kiosk_text_copy(records->filter.player_name, sizeof records->filter.player_name,
                            choices->list[i].name);
    }
}

static void narrow(kiosk_state *state, const kiosk_command *command)
{
    kiosk_record_filter *filter = &state->records.filter;
    const int32_t number = command->numbers[0];

    switch (command->kind) {
    case KIOSK_COMMAND_RECORDS_ROUND:
        if (number < 0 || number > LEDGER_ROUND_MAX)
            break;
        filter->round = (uint16_t)number;
        list_anew(state);
        return;
    case KIOSK_COMMAND_RECORDS_TABLE:
        if (number < 0 || number > LEDGER_TABLE_MAX)
            break;
        filter->table = (uint16_t)number;
        list_anew(state);
        return;
    case KIOSK_COMMAND_RECORDS_KIND:
        if (number < 0 || number >= KIOSK_RECORDS_KINDS)
            break;
        filter->kind = (kiosk_record_kind)number;
        list_anew(state);
        return;
    default:
        if (strlen(command->text) >= sizeof filter->player)
            break;
        name_player(&state->records, command->text);
        list_anew(state);
        return;
    }
    kiosk_refuse(state, KIOSK_SAY_NOT_HERE);
}

/* One entry. */

static void open_entry(kiosk_state *state, const char *id)
{
    kiosk_records *records = &state->records;

    if (strlen(id) >= sizeof records->opening || id[0] == '\0') {
        kiosk_refuse(state, KIOSK_SAY_NOT_HERE);
        return;
    }
    close_entry(records);
    kiosk_text_copy(records->opening, sizeof records->opening, id);
    kiosk_want(state, KIOSK_JOB_RECORD);
}

static void enter_overrides(kiosk_entered *entered, const ledger_ruling *ruling)
{
    for (int32_t i = 0; i < ruling->override_count && i < LEDGER_OVERRIDES_MAX; i++) {
        const ledger_override *override = &ruling->overrides[i];
        kiosk_command command = kiosk_command_of_text(KIOSK_COMMAND_OVERRULE, override->reason);

        command.numbers[0] = override->ply - 1;
        command.numbers[1] = (int32_t) override->label;
        command.numbers[2] = (int32_t) override->kind;
        kiosk_entered_apply(entered, &command);
    }
}

/* The ruling's position and moves; false: they cannot be played any more. */
static bool enter_moves(kiosk_entered *entered, const ledger_ruling *ruling)
{
    const char *at = ruling->moves;
    board_position position;

    if (board_fen_read(ruling->fen, strlen(ruling->fen), &entered->layout, NULL, NULL) !=
            BOARD_OK ||
        board_position_from_layout(&position, &entered->layout, NULL) != BOARD_OK)
        return false;
    entered->side_chosen = true;
    while (*at != '\0') {
        board_readings readings;
        const size_t length = strcspn(at, " ");
        const bool stood = length > 0 && at[length - 1] == '!';

        board_notation_read(&position, BOARD_NOTATION_ICCS, at, length - stood, &readings);
        if (readings.count == 0 || entered->count == KIOSK_PLIES_MAX)
            return false;
        entered->moves[entered->count++] =
            (kiosk_move){.move = readings.moves[0],
                         .illegality = board_move_fault(&position, readings.moves[0])};
        board_make(&position, readings.moves[0]);
        at += length + (at[length] == ' ');
    }
    return entered->count > 0;
}

static void judge_record(kiosk_state *state)
{
    kiosk_dispute *heard = &state->records.heard;

    heard->generation = ++state->last_generation;
    heard->judging = KIOSK_JUDGE_RUNNING;
    heard->progress = 0;
    kiosk_wanted *wanted = kiosk_want(state, KIOSK_JOB_JUDGE);
    wanted->dispute = KIOSK_RECORD;
    wanted->generation = heard->generation;
}

/* Was it the loss that follows an order to change? Nothing of the ruling says so but its articles:
 * those of an order, and the outcome of none. */
static bool was_after_order(const ledger_ruling *ruling)
{
    judge_edition edition;

    if (ruling->tool != JUDGE_RED_LOSES && ruling->tool != JUDGE_BLACK_LOSES)
        return false;
    return judge_edition_load(ruling->edition, &edition) == BOARD_OK &&
           edition.loss_after_order[0] != '\0' &&
           strstr(ruling->articles, edition.loss_after_order) != NULL;
}

/* An open ruling as the dispute that it was. */
static void hear_record(kiosk_state *state)
{
    kiosk_records *records = &state->records;
    const ledger_ruling *ruling = &records->entry->ruling;

    kiosk_dispute_begin(&records->heard, ruling->game, ruling->edition);
    records->heard.after_order = was_after_order(ruling);
    if (!enter_moves(&records->heard.entered, ruling)) {
        kiosk_dispute_free(&records->heard);
        kiosk_refuse(state, KIOSK_SAY_RECORD_UNPLAYABLE);
        return;
    }
    enter_overrides(&records->heard.entered, ruling);
    kiosk_text_copy(records->heard.entered.note, sizeof records->heard.entered.note, ruling->note);
    records->plies = records->heard.entered.count;
    judge_record(state);
}

void kiosk_records_judged(kiosk_state *state, int dispute)
{
    kiosk_records *records = &state->records;

    if (dispute != KIOSK_RECORD || records->entry == NULL || !records->heard.open ||
        records->heard.judging != KIOSK_JUDGE_DONE)
        return;
    if (kiosk_dispute_outcome(&records->heard) != records->entry->ruling.outcome)
        records->heard.entered.outcome = records->entry->ruling.outcome;
}

bool kiosk_record_position(const kiosk_records *records, board_position *position, board_move *last)
{
    const kiosk_entered *entered = &records->heard.entered;

    if (!records->heard.open || !kiosk_position_after(entered, records->plies, position))
        return false;
    if (records->plies > 0)
        *last = entered->moves[records->plies - 1].move;
    return true;
}

static void show_plies(kiosk_state *state, int32_t plies)
{
    kiosk_records *records = &state->records;

    if (!records->heard.open || plies < 0 || (size_t)plies > records->heard.entered.count)
        kiosk_refuse(state, KIOSK_SAY_NOT_HERE);
    else
        records->plies = (size_t)plies;
}

static void stop_judging(kiosk_state *state)
{
    kiosk_dispute *heard = &state->records.heard;

    if (heard->judging != KIOSK_JUDGE_RUNNING)
        return;
    heard->generation = 0;
    heard->judging = KIOSK_JUDGE_STOPPED;
}

/* What can be done with a ruling that is only looked at. */
static bool look_at_ruling(kiosk_state *state, const kiosk_command *command)
{
    switch (command->kind) {
    case KIOSK_COMMAND_JUDGE:
        judge_record(state);
        return true;
    case KIOSK_COMMAND_JUDGE_STOP:
        stop_judging(state);
        return true;
    case KIOSK_COMMAND_SHOW:
        show_plies(state, command->numbers[0]);
        return true;
    default:
        return kiosk_apply_evidence(state, command);
    }
}

void kiosk_records_back(kiosk_state *state)
{
    kiosk_records *records = &state->records;

    if (records->choosing != KIOSK_RECORD_BY_NOTHING) {
        close_choices(records);
    } else if (state->screen == KIOSK_SCREEN_RECORD && state->evidence.row >= 0) {
        kiosk_reset_evidence(state);
    } else if (state->screen == KIOSK_SCREEN_RECORD) {
        close_entry(records);
        kiosk_show(state, KIOSK_SCREEN_RECORDS);
    } else {
        kiosk_return_to(state, records->back);
    }
}

bool kiosk_apply_records(kiosk_state *state, const kiosk_command *command)
{
    const bool listed = state->screen == KIOSK_SCREEN_RECORDS;

    switch (command->kind) {
    case KIOSK_COMMAND_RECORDS:
        open_records(state, command->numbers[0] == 1);
        return true;
    case KIOSK_COMMAND_RECORDS_FROM:
        if (listed)
            scroll_to(state, command->numbers[0]);
        return listed;
    case KIOSK_COMMAND_RECORDS_CHOOSE:
        if (listed)
            choose(state, command->numbers[0]);
        return listed;
    case KIOSK_COMMAND_RECORDS_ROUND:
    case KIOSK_COMMAND_RECORDS_TABLE:
    case KIOSK_COMMAND_RECORDS_PLAYER:
    case KIOSK_COMMAND_RECORDS_KIND:
        if (listed)
            narrow(state, command);
        return listed;
    case KIOSK_COMMAND_RECORD:
        if (listed)
            open_entry(state, command->text);
        return listed;
    case KIOSK_COMMAND_SCROLL: /* the keyboard's pages */
        if (listed && state->records.choosing == KIOSK_RECORD_BY_NOTHING) {
            scroll_by(state, command->numbers[0]);
            return true;
        }
        return false;
    default:
        return state->screen == KIOSK_SCREEN_RECORD && state->records.heard.open &&
               look_at_ruling(state, command);
    }
}

/* Jobs. */

bool kiosk_records_fill(const kiosk_state *state, const kiosk_wanted *wanted, kiosk_job *job)
{
    const kiosk_records *records = &state->records;

    job->records->filter = records->filter;
    switch (wanted->kind) {
    case KIOSK_JOB_RECORDS:
        job->records->first = records->first > AHEAD ? records->first - AHEAD : 0;
        return true;
    case KIOSK_JOB_RECORD_CHOICES:
        job->records->field = records->choosing;
        return records->choosing != KIOSK_RECORD_BY_NOTHING;
    default:
        memcpy(job->records->id, records->opening, sizeof job->records->id);
        return records->opening[0] != '\0';
    }
}

static bool same_filter(const kiosk_record_filter *a, const kiosk_record_filter *b)
{
    return a->round == b->round && a->table == b->table && a->kind == b->kind &&
           strcmp(a->player, b->player) == 0;
}

static void receive_page(kiosk_state *state, kiosk_records_job *job)
{
    kiosk_records *records = &state->records;

    if (!same_filter(&job->filter, &records->filter))
        return; /* another one is on its way */
    records->page_busy = false;
    free(records->page);
    records->page = job->page;
    job->page = NULL;
    if (records->first >= records->page->total)
        records->first = 0;
    if (!is_read(records))
        want_page(state);
}

static void receive_entry(kiosk_state *state, kiosk_records_job *job)
{
    kiosk_records *records = &state->records;

    if (strcmp(job->id, records->opening) != 0 || state->screen != KIOSK_SCREEN_RECORDS)
        return;
    records->entry = job->entry;
    job->entry = NULL;
    records->opening[0] = '\0';
    kiosk_show(state, KIOSK_SCREEN_RECORD);
    if (records->entry->is_ruling)
        hear_record(state);
}

void kiosk_receive_records(kiosk_state *state, kiosk_job *job)
{
    kiosk_records *records = &state->records;
    kiosk_records_job *made = job->records;

    if (job->end != KIOSK_END_DONE) {
        records->page_busy = false;
        records->opening[0] = '\0';
        kiosk_tell_trouble(state, job);
    } else if (made->page != NULL) {
        receive_page(state, made);
    } else if (made->choices != NULL && made->field == records->choosing) {
        free(records->choices);
        records->choices = made->choices;
        made->choices = NULL;
    } else if (made->entry != NULL) {
        receive_entry(state, made);
    }
}
