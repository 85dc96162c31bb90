/*
 * cli/text_output.c: a judged dispute for people: board, table of moves, conduct and ruling.
 */
#include <string.h>

#include "cli/board_drawing.h"
#include "cli/columns.h"
#include "cli/judged.h"
#include "judge/words.h"

enum { CELL_BYTES = 1024, COLUMNS = 7 };

/* Heading. */

static void write_tag(FILE *stream, const cli_judged *judged, text_name form, board_record_tag tag)
{
    const char *value = board_record_tag_text(judged->entry->record, tag);

    if (value[0] != '\0')
        text_write(stream, judged->language, form, value);
}

static void write_heading(FILE *stream, const cli_judged *judged)
{
    const board_record *record = judged->entry->record;
    board_language language = judged->language;
    char name[TEXT_BYTES];

    fputs(dispute_name(judged->entry,
                       (dispute_forms){TEXT_HEADING_ID, TEXT_HEADING_LINE, TEXT_HEADING}, language,
                       name, sizeof name),
          stream);
    write_tag(stream, judged, TEXT_HEADING_TITLE, BOARD_TAG_TITLE);
    write_tag(stream, judged, TEXT_HEADING_EVENT, BOARD_TAG_EVENT);
    write_tag(stream, judged, TEXT_HEADING_RED, BOARD_TAG_RED);
    write_tag(stream, judged, TEXT_HEADING_BLACK, BOARD_TAG_BLACK);
    fputc('\n', stream);
    text_write(stream, language, TEXT_HEADING_EDITION, judged->edition->title[language],
               judged->edition->name);
    if (record->side_corrected)
        text_write(stream, language, TEXT_NOTE_LINE,
                   text_of(record->start.to_move == BOARD_RED ? TEXT_RED_MOVES_FIRST
                                                              : TEXT_BLACK_MOVES_FIRST,
                           language));
    if (record->ranks_from_one)
        text_write(stream, language, TEXT_NOTE_LINE, text_of(TEXT_RANKS_FROM_ONE, language));
    if (record->damaged)
        text_write(stream, language, TEXT_NOTE_LINE, text_of(TEXT_DAMAGED, language));
}

/* The position where the cycle begins, or the first one. */
static void write_board(FILE *stream, const cli_judged *judged)
{
    const judge_cycle *cycle = &judged->result->cycle;
    size_t plies = cycle->stage == JUDGE_STAGE_NONE ? 0 : cycle->from;
    text_number number = text_from_number(plies);
    board_position position;
    board_layout layout;

    judged_position(judged, plies, &position);
    board_position_to_layout(&position, &layout);
    fputc('\n', stream);
    board_draw(stream, &layout, judged->language);
    text_write(stream, judged->language, plies > 0 ? TEXT_BOARD_AFTER : TEXT_BOARD_START,
               judge_side_name(position.to_move, judged->language), number.digits);
}

/* Table. */

typedef struct table_row {
    char cells[COLUMNS][CELL_BYTES];
} table_row;

/* "第2次" if the repeated position stands after the move. */
static void write_occurrence(const cli_judged *judged, size_t index, char *buffer, size_t size)
{
    const judge_cycle *cycle = &judged->result->cycle;

    buffer[0] = '\0';
    for (size_t i = 0; i < cycle->occurrences && i < JUDGE_OCCURRENCES_MAX; i++) {
        if (cycle->stage != JUDGE_STAGE_NONE && cycle->plies[i] == index + 1) {
            text_number number = text_from_number(i + 1);
            text_fill(buffer, size, judged->language, TEXT_OCCURRENCE, number.digits);
        }
    }
}

/* The label; where it is overruled, the tool's and the arbiter's. */
static void write_label(const cli_judged *judged, const cli_judged_move *move, char *buffer,
                        size_t size)
{
    const char *label = move->finding ? judge_finding_word(move->finding, judged->language) : "";
    const judge_override *override = judge_override_of(
        judged->dispute, judged->result, judged->overrides, judged->override_count, move->index);

    if (override == NULL)
        snprintf(buffer, size, "%s", label);
    else
        text_fill(buffer, size, judged->language,
                  override->reason[0] ? TEXT_OVERRULED_FOR : TEXT_OVERRULED, label,
                  judge_override_word(override, judged->language), override->reason);
}

static void fill_row(const cli_judged *judged, const cli_judged_move *move, table_row *row)
{
    board_language language = judged->language;
    char text[BOARD_NOTATION_BYTES];
    text_number number = text_from_number(move->index + 1);
    bool closing = move->index == judged->result->count;

    snprintf(row->cells[0], CELL_BYTES, "%s%s", judged_in_cycle(judged, move->index) ? "*" : " ",
             closing ? text_of(TEXT_NEXT, language) : number.digits);
    snprintf(row->cells[1], CELL_BYTES, "%s", judge_side_name(move->before.to_move, language));
    judged_move_text(move, BOARD_NOTATION_CHINESE, text);
    snprintf(row->cells[2], CELL_BYTES, "%s%s", text, move->illegality != BOARD_OK ? "!" : "");
    judged_move_text(move, BOARD_NOTATION_ICCS, text);
    snprintf(row->cells[3], CELL_BYTES, "%s", text);
    write_label(judged, move, row->cells[4], CELL_BYTES);
    write_occurrence(judged, move->index, row->cells[5], CELL_BYTES);
    if (move->illegality != BOARD_OK)
        text_fill(row->cells[6], CELL_BYTES, language, TEXT_STOOD,
                  board_error_text(move->illegality, language));
    else
        judged_short_reason(judged, move, row->cells[6], CELL_BYTES);
}

static void fill_header(const cli_judged *judged, table_row *row)
{
    static const text_name names[COLUMNS] = {
        TEXT_COLUMN_NUMBER, TEXT_COLUMN_SIDE,  TEXT_COLUMN_MOVE, TEXT_COLUMN_SQUARES,
        TEXT_COLUMN_LABEL,  TEXT_COLUMN_CYCLE, TEXT_COLUMN_WHY};

    for (int i = 0; i < COLUMNS; i++)
        snprintf(row->cells[i], CELL_BYTES, "%s", text_of(names[i], judged->language));
}

static void widen(const table_row *row, size_t widths[COLUMNS])
{
    for (int i = 0; i < COLUMNS; i++) {
        size_t width = columns_width(row->cells[i]);
        if (width > widths[i])
            widths[i] = width;
    }
}

static void write_row(FILE *stream, const table_row *row, const size_t widths[COLUMNS])
{
    int last = COLUMNS - 1;

    while (last > 0 && row->cells[last][0] == '\0')
        last--;
    for (int i = 0; i < last; i++) {
        columns_write(stream, row->cells[i], widths[i]);
        fputs("  ", stream);
    }
    text_write_clean(stream, row->cells[last]);
    fputc('\n', stream);
}

static void write_table(FILE *stream, const cli_judged *judged)
{
    size_t widths[COLUMNS] = {0};
    text_number left_out = text_from_number(judged->result->first_judged);
    table_row row;
    cli_judged_move move;

    fill_header(judged, &row);
    widen(&row, widths);
    for (bool more = judged_first(judged, &move); more; more = judged_next(judged, &move)) {
        fill_row(judged, &move, &row);
        widen(&row, widths);
    }
    fputc('\n', stream);
    fill_header(judged, &row);
    write_row(stream, &row, widths);
    if (judged->result->first_judged > 0)
        text_write(stream, judged->language, TEXT_LEFT_OUT, left_out.digits);
    for (bool more = judged_first(judged, &move); more; more = judged_next(judged, &move)) {
        fill_row(judged, &move, &row);
        write_row(stream, &row, widths);
    }
}

/* Ruling. */

static void write_cycle(FILE *stream, const cli_judged *judged)
{
    const judge_cycle *cycle = &judged->result->cycle;
    char stage[JUDGE_SENTENCE_BYTES];
    text_number from = text_from_number(cycle->from + 1);
    text_number to = text_from_number(cycle->from + cycle->length);
    text_number length = text_from_number(cycle->length);

    judge_stage_text(judged->dispute, judged->result, judged->language, stage, sizeof stage);
    text_write(stream, judged->language,
               cycle->stage == JUDGE_STAGE_NONE ? TEXT_NO_CYCLE : TEXT_CYCLE, stage, from.digits,
               to.digits, length.digits);
}

static void write_conduct(FILE *stream, const cli_judged *judged, const judge_result *result,
                          board_side side)
{
    const judge_conduct *conduct = &result->conduct[side];
    char name[JUDGE_NAME_BYTES];

    judge_conduct_name(conduct, judged->language, name, sizeof name);
    text_write(stream, judged->language, TEXT_CONDUCT, judge_side_name(side, judged->language),
               name, judge_class_text(conduct->class, judged->language));
    if (conduct->pawns_counted)
        text_write(stream, judged->language, TEXT_PAWNS_COUNTED,
                   judge_side_name(side, judged->language));
}

/* What only the arbiter can decide, one line a move of the cycle. */
static void write_for_arbiter(FILE *stream, const cli_judged *judged)
{
    cli_judged_move move;

    for (bool more = judged_first(judged, &move); more; more = judged_next(judged, &move)) {
        text_number number = text_from_number(move.index + 1);
        char text[BOARD_NOTATION_BYTES];

        bool ruled = judge_override_of(judged->dispute, judged->result, judged->overrides,
                                       judged->override_count, move.index) != NULL;
        if (move.finding == NULL || !judged_in_cycle(judged, move.index) || ruled)
            continue;
        judged_move_text(&move, BOARD_NOTATION_CHINESE, text);
        if (move.finding->label == JUDGE_UNDECIDED)
            text_write(stream, judged->language, TEXT_ARBITER_UNDECIDED, number.digits, text);
        else if (move.finding->key_square)
            text_write(stream, judged->language, TEXT_ARBITER_KEY_SQUARE, number.digits, text);
    }
}

/* What follows from the arbiter's labels. */
static void write_overruled(FILE *stream, const cli_judged *judged)
{
    char ruling[JUDGE_SENTENCE_BYTES];

    fputs(text_of(TEXT_OVERRULED_HEADING, judged->language), stream);
    write_conduct(stream, judged, judged->overruled, BOARD_RED);
    write_conduct(stream, judged, judged->overruled, BOARD_BLACK);
    judge_ruling_text(judged->overruled, judged->language, ruling, sizeof ruling);
    text_write(stream, judged->language, TEXT_RULING_ARBITER, ruling);
}

static void write_ruling(FILE *stream, const cli_judged *judged)
{
    const judge_result *result = judged->result;
    char ruling[JUDGE_SENTENCE_BYTES];

    fputc('\n', stream);
    write_cycle(stream, judged);
    if (result->cycle.stage != JUDGE_STAGE_NONE) {
        write_conduct(stream, judged, result, BOARD_RED);
        write_conduct(stream, judged, result, BOARD_BLACK);
    }
    judge_ruling_text(result, judged->language, ruling, sizeof ruling);
    text_write(stream, judged->language, judged->overruled ? TEXT_RULING_TOOL : TEXT_RULING,
               ruling);
    write_for_arbiter(stream, judged);
    if (judged->overruled != NULL)
        write_overruled(stream, judged);
}

void judged_write_text(FILE *stream, const cli_judged *judged)
{
    write_heading(stream, judged);
    write_board(stream, judged);
    write_table(stream, judged);
    if (judged->evidence)
        judged_write_evidence(stream, judged);
    write_ruling(stream, judged);
}
