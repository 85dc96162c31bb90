/*
 * board/record_reader.c: a game put together move by move, whatever format it comes in.
 *
 * Who moves first is what score sheets and forum texts get wrong most. The file's word is tried
 * first. If the game does not fit, it is read again with the other side to move, and that reading
 * is taken if all of it fits, or if the file's word was plainly wrong (the first move is made with
 * a piece of the other side) and the other reading gets further. Chinese notation tells the side by
 * its digits where both ways of writing occur: numerals are Red's. Ranks counted from 1 are found
 * in the same way, for a whole game and never for a single move: else an illegal h3i5 could pass
 * for a legal h2i4.
 */
#include "board/fen.h"
#include "board/record_private.h"

#include <string.h>

/* What goes wrong. */

void board_reader_stop(board_reader *reader, board_error error, board_token token)
{
    board_problem *problem = &reader->record.problem;
    const board_text *source = reader->source;

    if (problem->error != BOARD_OK)
        return;
    board_problem_set(problem, error, token.text, token.length);
    for (size_t i = 0; i < source->damage_count; i++) {
        size_t at = source->damage[i].text_offset;
        if (at >= token.place.at && at - token.place.at < token.length) {
            board_damage_problem(&source->damage[i], problem);
            break;
        }
    }
    problem->line = token.place.line;
    problem->column = token.place.at - token.place.line_start + 1;
}

bool board_reader_stopped(const board_reader *reader)
{
    return reader->record.problem.error != BOARD_OK || reader->ended;
}

/* An error that ends the reading of the file. */
static void end_reading(board_reader *reader, board_error error)
{
    reader->ended = true;
    reader->error = error;
    reader->error_place = reader->place;
}

/* Passes on an error of the record: no memory ends everything, a limit ends the game. */
static void check(board_reader *reader, board_error error, board_token token)
{
    if (error == BOARD_ERROR_NO_MEMORY)
        end_reading(reader, error);
    else if (error != BOARD_OK)
        board_reader_stop(reader, error, token);
}

static void stop_misfit(board_reader *reader, board_error error, board_token token)
{
    if (board_reader_stopped(reader))
        return;
    reader->signs.misfit = true;
    reader->signs.misfit_reason = error;
    board_reader_stop(reader, error, token);
}

void board_reader_stop_at_move(board_reader *reader, board_error error, board_token token)
{
    if (board_reader_stopped(reader))
        return;
    board_reader_stop(reader, error, token);
    reader->record.problem.ply = reader->record.count + 1;
}

void board_reader_stop_at_misfit(board_reader *reader, board_error error, board_token token)
{
    if (board_reader_stopped(reader))
        return;
    stop_misfit(reader, error, token);
    reader->record.problem.ply = reader->record.count + 1;
}

/* Tags. */

bool board_reader_count_tag(board_reader *reader, board_token token)
{
    if (reader->tags == BOARD_RECORD_TAGS_MAX)
        board_reader_stop(reader, BOARD_ERROR_RECORD_TAGS, token);
    else
        reader->tags++;
    return !board_reader_stopped(reader);
}

void board_reader_set_tag(board_reader *reader, board_record_tag tag, board_token value)
{
    check(reader, board_record_set_tag(&reader->record, tag, value.text, value.length), value);
}

void board_reader_set_result(board_reader *reader, board_token value)
{
    board_record_result result = BOARD_RESULT_UNKNOWN;

    board_reader_set_tag(reader, BOARD_TAG_RESULT, value);
    if (board_result_read(board_token_trim(value), &result))
        reader->record.result = result;
}

bool board_reader_take_result(board_reader *reader, board_token word)
{
    board_record_result result = BOARD_RESULT_UNKNOWN;

    if (!board_result_read(word, &result))
        return false;
    if (result != BOARD_RESULT_UNKNOWN)
        reader->record.result = result;
    if (reader->record.tags[BOARD_TAG_RESULT] == NULL)
        board_reader_set_tag(reader, BOARD_TAG_RESULT, word);
    return true;
}

/* The starting position. */

void board_reader_layout(board_reader *reader, const board_layout *layout, board_token token)
{
    reader->record.start = *layout;
    reader->record.start_given = true;
    reader->start_place = token.place;
}

void board_reader_fen(board_reader *reader, board_token fen)
{
    board_layout layout;
    board_problem problem;
    bool side_given = false;
    board_error error = board_fen_read(fen.text, fen.length, &layout, &side_given, &problem);

    reader->record.start_given = true;
    if (error == BOARD_OK) {
        board_reader_layout(reader, &layout, fen);
        reader->record.side_given = side_given;
        return;
    }
    if (board_reader_stopped(reader))
        return;
    board_reader_stop(reader, error, fen);
    board_problem *told = &reader->record.problem;
    if (told->error != error)
        return; /* a damaged byte is the reason */
    if (problem.token[0] != '\0')
        board_problem_set(told, error, problem.token, strlen(problem.token));
    told->line = fen.place.line;
    told->column = fen.place.at - fen.place.line_start + (problem.column > 0 ? problem.column : 1);
}

bool board_reader_begin(board_reader *reader)
{
    board_layout *start = &reader->record.start;
    board_layout_fault fault = {BOARD_OK, BOARD_NO_SQUARE};

    if (reader->playing || board_reader_stopped(reader))
        return !board_reader_stopped(reader);
    if (reader->attempt.other_side)
        start->to_move = board_other(start->to_move);
    if (board_layout_faults(start, &fault, 1) == 0)
        fault.error = board_position_from_layout(&reader->position, start, &fault);
    if (fault.error != BOARD_OK) {
        stop_misfit(reader, fault.error, (board_token){"", 0, reader->start_place});
        reader->record.problem.square = fault.square;
        return false;
    }
    reader->playing = true;
    return true;
}

/* Moves. */

void board_reader_play(board_reader *reader, board_move move, board_error illegality,
                       board_token token)
{
    board_error error = board_record_append(&reader->record, move, illegality, token.place.line);

    if (error == BOARD_OK)
        board_make(&reader->position, move);
    else if (error == BOARD_ERROR_RECORD_PLIES)
        board_reader_stop_at_move(reader, error, token);
    else
        check(reader, error, token);
}

void board_reader_move(board_reader *reader, board_move move, board_token token)
{
    if (!board_reader_begin(reader))
        return;
    board_error error = board_move_fault(&reader->position, move);
    if (error == BOARD_OK) {
        board_reader_play(reader, move, BOARD_OK, token);
        return;
    }
    board_reader_stop_at_misfit(reader, error, token);
    reader->record.readings = (board_readings){.count = 1, .moves = {move}};
}

/* Whole games. */

static void read_once(board_reader *reader, void (*read)(board_reader *), board_attempt attempt)
{
    board_record_init(&reader->record);
    reader->record.format = reader->format;
    reader->record.line = reader->place.line;
    reader->record.damaged = reader->source->damage_count > 0;
    reader->record.side_corrected = attempt.other_side;
    reader->record.ranks_from_one = attempt.ranks_from_one;
    reader->start_place = reader->place;
    reader->playing = false;
    reader->tags = 0;
    reader->attempt = attempt;
    reader->signs = (board_signs){0};
    read(reader);
    board_reader_begin(reader); /* a position without moves is checked too */
}

/* Do the digits say that the side to move is right, or that it is wrong? */
static bool digits_agree(const board_signs *signs)
{
    return signs->numerals[BOARD_RED] + signs->digits[BOARD_BLACK] > 0 &&
           signs->digits[BOARD_RED] + signs->numerals[BOARD_BLACK] == 0;
}

static bool digits_contradict(const board_signs *signs)
{
    return signs->digits[BOARD_RED] > 0 && signs->numerals[BOARD_BLACK] > 0 &&
           signs->numerals[BOARD_RED] + signs->digits[BOARD_BLACK] == 0;
}

/* Did the game fail at its very start, in a way that the wrong side explains? */
static bool plainly_wrong_side(const board_record *record, const board_signs *signs)
{
    return signs->misfit && record->count == 0 &&
           (signs->misfit_reason == BOARD_ERROR_MOVE_OTHER_SIDE ||
            signs->misfit_reason == BOARD_ERROR_NOTATION_NO_PIECE ||
            signs->misfit_reason == BOARD_ERROR_WRONG_SIDE_IN_CHECK);
}

static bool worth_trying(const board_record *record, const board_signs *signs,
                         board_attempt attempt)
{
    if (attempt.ranks_from_one)
        return signs->misfit && signs->ranks;
    return plainly_wrong_side(record, signs) || (signs->misfit && !digits_agree(signs)) ||
           digits_contradict(signs) || (signs->dots && record->start.to_move == BOARD_RED);
}

/* Is the game as the reader has it now better than as it was read first? */
static bool is_better(const board_reader *reader, const board_record *first,
                      const board_signs *signs)
{
    const board_record *record = &reader->record;
    size_t count = record->count;

    if (reader->signs.misfit)
        return !reader->attempt.ranks_from_one && plainly_wrong_side(first, signs) &&
               count > first->count;
    if (reader->attempt.ranks_from_one)
        return reader->signs.ten || (first->count == 0 && count > 1);
    return count >= first->count && (count > 0 || !record->side_given);
}

void board_reader_game(board_reader *reader, void (*read)(board_reader *))
{
    static const board_attempt attempts[] = {{true, false}, {false, true}, {true, true}};
    board_place start = reader->place;

    read_once(reader, read, (board_attempt){false, false});
    board_place end = reader->place;
    board_signs signs = reader->signs;
    board_record first;
    board_record_take(&first, &reader->record);
    bool better = false;
    for (size_t i = 0; i < 3 && !better && !reader->ended; i++) {
        if (!worth_trying(&first, &signs, attempts[i]))
            continue;
        board_record_free(&reader->record);
        reader->place = start;
        read_once(reader, read, attempts[i]);
        better = is_better(reader, &first, &signs);
    }
    board_record_free(better ? &first : &reader->record);
    if (!better)
        board_record_take(&reader->record, &first);
    reader->place = end;
    if (!reader->ended && reader->games == BOARD_RECORD_GAMES_MAX) {
        reader->place = start;
        end_reading(reader, BOARD_ERROR_RECORD_GAMES);
    }
    if (!reader->ended) {
        reader->games++;
        reader->ended = !reader->visit(reader->context, &reader->record);
    }
    board_record_free(&reader->record);
}
