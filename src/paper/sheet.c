/* paper/sheet.c: what is printed of a ruling, put together. */
#include "paper/sheet.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "board/fen.h"
#include "board/moves.h"
#include "judge/words.h"
#include "ledger/game.h"
#include "paper/words.h"

enum { ICCS_LENGTH = 4 };

/* Names. */

static void name_of(const ledger_state *state, ledger_people people, const char *key, char *name)
{
    ledger_person person;

    ledger_copy(name, LEDGER_NAME_BYTES,
                ledger_find_person(state, people, key, &person) ? person.name : key);
}

/* What came of the order. */
static bool look_at_closing(void *context, const ledger_fact *fact)
{
    paper_sheet *sheet = context;
    board_side side = BOARD_RED;

    if (fact->type != LEDGER_ORDER_CLOSED || !ledger_in_force(fact) ||
        strcmp(fact->who, sheet->entry.id) != 0 ||
        !ledger_ruling_orders(sheet->entry.payload.ruling.outcome, &side))
        return true;
    sheet->order_ended = true;
    sheet->order_end =
        (ledger_notice){.kind = fact->code == LEDGER_REPEATED ? LEDGER_NOTICE_ORDER_LOSES
                                                              : LEDGER_NOTICE_ORDER_CHANGED,
                        .game = fact->game,
                        .side = side};
    return false; /* the first counts */
}

static void take_names(paper_sheet *sheet, const ledger_state *state)
{
    const ledger_fact *fact = ledger_find_fact(state, sheet->entry.id);
    ledger_game game;

    ledger_copy(sheet->event, sizeof sheet->event, ledger_state_event(state, NULL)->name);
    name_of(state, LEDGER_ARBITERS, sheet->entry.arbiter, sheet->arbiter);
    if (ledger_find_game(state, sheet->entry.payload.ruling.game, &game)) {
        name_of(state, LEDGER_PLAYERS, game.players[BOARD_RED], sheet->players[BOARD_RED]);
        name_of(state, LEDGER_PLAYERS, game.players[BOARD_BLACK], sheet->players[BOARD_BLACK]);
        sheet->game_outcome = game.result != NULL ? game.outcome : LEDGER_NO_OUTCOME;
    }
    ledger_visit_game(state, sheet->entry.payload.ruling.game, look_at_closing, sheet);
    if (fact == NULL)
        return;
    sheet->in_force = ledger_in_force(fact);
    const ledger_decision decision = ledger_decision_of(state, fact);
    if (decision.kind == LEDGER_RULING_UPHELD && decision.because != NULL)
        name_of(state, LEDGER_ARBITERS, decision.because->arbiter, sheet->upheld_by);
}

/* The dispute. */

/* The move that an illegal text like "b0b5!" names by its squares; false: it names none. */
static bool read_squares(const char *text, board_move *move)
{
    for (int i = 0; i < ICCS_LENGTH; i += 2) {
        if (text[i] < 'a' || text[i] > 'i' || text[i + 1] < '0' || text[i + 1] > '9')
            return false;
    }
    *move = (board_move){board_square_at(text[0] - 'a', text[1] - '0'),
                         board_square_at(text[2] - 'a', text[3] - '0')};
    return true;
}

/* Can the move be made on the board, right or wrong? */
static bool can_be_made(const board_position *position, board_move move)
{
    const board_piece piece = position->piece_at[move.from];
    const board_piece target = position->piece_at[move.to];

    return piece != BOARD_NO_PIECE && board_piece_side(piece) == position->to_move &&
           move.from != move.to &&
           (target == BOARD_NO_PIECE || (board_piece_side(target) != position->to_move &&
                                         board_piece_kind(target) != BOARD_KING));
}

static board_error read_moves(paper_sheet *sheet, board_problem *problem)
{
    const char *at = sheet->entry.payload.ruling.moves;
    board_position position = sheet->dispute.start;

    while (*at != '\0') {
        const size_t length = strcspn(at, " ");
        judge_played *played = &sheet->moves[sheet->dispute.count];
        played->stood = length == ICCS_LENGTH + 1 && at[ICCS_LENGTH] == '!';
        if (sheet->dispute.count == LEDGER_PLIES_MAX || (length != ICCS_LENGTH && !played->stood) ||
            !read_squares(at, &played->move) || !can_be_made(&position, played->move))
            return board_problem_set(problem, BOARD_ERROR_LEDGER_FIELD_VALUE, at, length);
        board_make(&position, played->move);
        sheet->dispute.count++;
        at += length + (at[length] == ' ');
    }
    sheet->dispute.moves = sheet->moves;
    return BOARD_OK;
}

static void take_overrides(paper_sheet *sheet)
{
    const ledger_ruling *ruling = &sheet->entry.payload.ruling;

    for (int32_t i = 0; i < ruling->override_count && i < LEDGER_OVERRIDES_MAX; i++) {
        judge_override *override = &sheet->overrides[sheet->override_count++];
        *override = (judge_override){.move = (size_t)ruling->overrides[i].ply - 1,
                                     .label = ruling->overrides[i].label,
                                     .idle_kind = ruling->overrides[i].kind};
        ledger_copy(override->reason, sizeof override->reason, ruling->overrides[i].reason);
    }
}

static void judge_it(paper_sheet *sheet)
{
    const judge_limits limits = judge_limits_standard();

    sheet->judged =
        sheet->edition_known && judge_dispute_rule(&sheet->dispute, &sheet->edition, &limits, NULL,
                                                   &sheet->result, NULL) == BOARD_OK;
}

board_error paper_sheet_make(const ledger_state *state, const ledger_entry *entry, bool judge,
                             paper_sheet **sheet, board_problem *problem)
{
    *sheet = NULL;
    if (entry->type != LEDGER_RULING)
        return board_problem_set(problem, BOARD_ERROR_LEDGER_FIELD_VALUE, NULL, 0);
    paper_sheet *made = calloc(1, sizeof *made);
    if (made == NULL)
        return board_problem_set(problem, BOARD_ERROR_NO_MEMORY, NULL, 0);
    made->entry = *entry;
    take_names(made, state);
    take_overrides(made);
    const char *fen = entry->payload.ruling.fen;
    board_error error = board_position_from_fen(fen, strlen(fen), &made->dispute.start, problem);
    if (error == BOARD_OK)
        error = read_moves(made, problem);
    if (error != BOARD_OK) {
        paper_sheet_free(made);
        return error;
    }
    made->edition_known =
        judge_edition_load(entry->payload.ruling.edition, &made->edition) == BOARD_OK;
    if (judge)
        judge_it(made);
    *sheet = made;
    return BOARD_OK;
}

void paper_sheet_free(paper_sheet *sheet)
{
    if (sheet == NULL)
        return;
    if (sheet->judged)
        judge_result_free(&sheet->result);
    free(sheet);
}

/* Reading it. */

static bool keep_ruling(void *context, const ledger_fact *fact)
{
    const ledger_fact **last = context;

    if (fact->type == LEDGER_RULING && ledger_in_force(fact))
        *last = fact;
    return true;
}

const ledger_fact *paper_ruling_of_game(const ledger_state *state, ledger_game_key game)
{
    const ledger_fact *last = NULL;

    ledger_visit_game(state, game, keep_ruling, &last);
    return last;
}

const char *paper_edition(const paper_sheet *sheet, board_language language)
{
    return sheet->edition_known ? sheet->edition.title[language]
                                : sheet->entry.payload.ruling.edition;
}

char *paper_ruling_text(const paper_sheet *sheet, board_language language, char *buffer,
                        size_t size)
{
    const ledger_ruling *ruling = &sheet->entry.payload.ruling;
    char articles[2 * sizeof ruling->articles];

    judge_articles_text(ruling->articles, language, articles, sizeof articles);
    return paper_fill_list(
        buffer, size, language, articles[0] != '\0' ? PAPER_TEXT_RULING : PAPER_TEXT_RULING_PLAIN,
        (const char *const[]){paper_outcome(ruling->outcome, language), articles, NULL});
}

paper_time paper_local_time(const paper_sheet *sheet)
{
    const time_t seconds = (time_t)(sheet->entry.time_ms / 1000);
    paper_time time = {.moment = ""};
    char offset[8]; /* +0800 */
    struct tm date;

    if (localtime_r(&seconds, &date) == NULL)
        return time;
    strftime(time.moment, sizeof time.moment, "%Y-%m-%d %H:%M", &date);
    strftime(time.day, sizeof time.day, "%Y.%m.%d", &date);
    if (strftime(offset, sizeof offset, "%z", &date) != 5 || strcmp(offset + 1, "0000") == 0)
        snprintf(time.zone, sizeof time.zone, "UTC");
    else
        snprintf(time.zone, sizeof time.zone, "UTC%.3s:%.2s", offset, offset + 3);
    return time;
}

const char *paper_label(const paper_sheet *sheet, size_t index, board_language language)
{
    const judge_override *override = NULL;
    const judge_finding *finding = NULL;

    if (sheet->judged) {
        finding = judge_result_finding(&sheet->result, index);
        override = judge_override_of(&sheet->dispute, &sheet->result, sheet->overrides,
                                     sheet->override_count, index);
    } else {
        for (size_t i = 0; i < sheet->override_count; i++) {
            if (sheet->overrides[i].move == index)
                override = &sheet->overrides[i];
        }
    }
    if (override != NULL)
        return judge_override_word(override, language);
    return finding != NULL ? judge_finding_word(finding, language) : "";
}

bool paper_order_end(const paper_sheet *sheet, board_language language,
                     char text[PAPER_ORDER_BYTES])
{
    char said[LEDGER_NOTICE_BYTES];
    char articles[2 * JUDGE_ARTICLES_BYTES];

    text[0] = '\0';
    if (!sheet->order_ended)
        return false;
    ledger_notice_text(&sheet->order_end, language, said, sizeof said);
    paper_fill_list(
        text, PAPER_ORDER_BYTES, language, PAPER_TEXT_ORDER_END,
        (const char *const[]){said,
                              judge_articles_text(ledger_notice_articles(&sheet->order_end),
                                                  language, articles, sizeof articles),
                              NULL});
    return true;
}

void paper_move_text(const board_position *before, board_move move, char text[BOARD_NOTATION_BYTES])
{
    const board_error fault = board_move_fault(before, move);
    const bool named = fault == BOARD_OK || fault == BOARD_ERROR_MOVE_LEAVES_CHECK ||
                       fault == BOARD_ERROR_MOVE_KINGS_FACING;

    board_notation_write(before, move, named ? BOARD_NOTATION_CHINESE : BOARD_NOTATION_ICCS, text);
}
