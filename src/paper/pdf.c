/* paper/pdf.c: a ruling on one page. */
#include "paper/pdf.h"

#include <cairo-pdf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "judge/words.h"
#include "paper/page.h"
#include "paper/words.h"

enum { TIME_BYTES = 64, NUMBER_BYTES = 24, ROWS_MAX = 20, SENTENCE_ROOM = 2 * PAPER_TEXT_BYTES };

/* Points. */
enum {
    MARGIN = 44,
    BOARD_TOP = 142,
    BOARD_STEP = 25,
    MOVES_LEFT = 300,
    MOVES_TOP = 128,
    RULING_TOP = 424,
    SIGN_TOP = PAPER_HEIGHT - 118,
    FOOT_TOP = PAPER_HEIGHT - 40
};

static const paper_type small = {.size = 8.5};
static const paper_type body = {.size = 10};
static const paper_type strong = {.size = 10, .bold = true};
static const paper_type large = {.size = 14, .bold = true};
static const paper_type heading = {.size = 17, .bold = true};

typedef struct page {
    cairo_t *cairo;
    const paper_sheet *sheet;
    const ledger_ruling *ruling;
    board_language language;
    size_t from, count; /* moves that are shown */
} page;

typedef struct digits {
    char text[NUMBER_BYTES];
} digits;

static digits digits_of(unsigned long long number)
{
    digits made;

    snprintf(made.text, sizeof made.text, "%llu", number);
    return made;
}

static const char *word(const page *on, paper_word which)
{
    return paper_word_of(which, on->language);
}

/* The board. */

static double file_x(int file)
{
    return MARGIN + BOARD_STEP * (file + 0.5);
}

static double rank_y(int rank)
{
    return BOARD_TOP + BOARD_STEP * (9 - rank + 0.5);
}

static void line(cairo_t *cairo, int file, int rank, int to_file, int to_rank)
{
    cairo_move_to(cairo, file_x(file), rank_y(rank));
    cairo_line_to(cairo, file_x(to_file), rank_y(to_rank));
}

static void draw_lines(cairo_t *cairo)
{
    cairo_set_line_width(cairo, 0.6);
    for (int rank = 0; rank < BOARD_RANKS; rank++)
        line(cairo, 0, rank, 8, rank);
    for (int file = 0; file < BOARD_FILES; file++) {
        const bool edge = file == 0 || file == BOARD_FILES - 1;
        line(cairo, file, 0, file, edge ? 9 : 4);
        line(cairo, file, edge ? 0 : 5, file, 9);
    }
    for (int rank = 0; rank < BOARD_RANKS; rank += 7) {
        line(cairo, 3, rank, 5, rank + 2);
        line(cairo, 5, rank, 3, rank + 2);
    }
    cairo_stroke(cairo);
}

/* Red's pieces have one rim and black characters on white; Black's are filled: told apart on any
 * printer. */
static void draw_piece(cairo_t *cairo, board_square square, board_cell cell)
{
    static const char *const characters[2][BOARD_KINDS] = {
        {"帅", "仕", "相", "马", "车", "炮", "兵"}, {"将", "士", "象", "马", "车", "炮", "卒"}};
    const paper_type face = {.size = BOARD_STEP * 0.54, .bold = true, .serif = true};
    const double x = file_x(board_file_of(square));
    const double y = rank_y(board_rank_of(square));
    const bool black = board_cell_side(cell) == BOARD_BLACK;
    const double tone = black ? 0.15 : 1;

    cairo_new_path(cairo);
    cairo_arc(cairo, x, y, BOARD_STEP * 0.45, 0, 6.2831853);
    cairo_set_source_rgb(cairo, tone, tone, tone);
    cairo_fill_preserve(cairo);
    cairo_set_source_rgb(cairo, 0, 0, 0);
    cairo_set_line_width(cairo, 1);
    cairo_stroke(cairo);
    if (black)
        cairo_set_source_rgb(cairo, 1, 1, 1);
    paper_put_middle(cairo, face, x, y - face.size * 0.68,
                     characters[black][board_cell_kind(cell)]);
    cairo_set_source_rgb(cairo, 0, 0, 0);
}

/* File numbers as both players count them. */
static void draw_numbers(cairo_t *cairo)
{
    static const char *const chinese[BOARD_FILES] = {"九", "八", "七", "六", "五",
                                                     "四", "三", "二", "一"};

    for (int file = 0; file < BOARD_FILES; file++) {
        paper_put_middle(cairo, small, file_x(file), BOARD_TOP - 12,
                         digits_of((unsigned)file + 1).text);
        paper_put_middle(cairo, small, file_x(file), BOARD_TOP + 10 * BOARD_STEP + 1,
                         chinese[file]);
    }
}

static void draw_board(const page *on, const board_position *position)
{
    board_layout layout;
    char text[PAPER_TEXT_BYTES];

    board_position_to_layout(position, &layout);
    draw_numbers(on->cairo);
    draw_lines(on->cairo);
    for (board_square square = 0; square < BOARD_SQUARES; square++) {
        if (layout.cells[square] != BOARD_EMPTY)
            draw_piece(on->cairo, square, layout.cells[square]);
    }
    paper_fill(text, on->language, PAPER_TEXT_TO_MOVE,
               judge_side_name(position->to_move, on->language));
    paper_put(on->cairo, small, MARGIN + BOARD_STEP * 0.5, BOARD_TOP + 10 * BOARD_STEP + 13, text);
}

/* The head. */

static void draw_head(const page *on)
{
    const paper_sheet *sheet = on->sheet;
    const paper_time time = paper_local_time(sheet);
    char text[PAPER_TEXT_BYTES];
    paper_pen pen = {on->cairo, MARGIN, 36, PAPER_WIDTH - 2 * MARGIN, MOVES_TOP};

    paper_write(&pen, heading, word(on, PAPER_TEXT_TITLE));
    paper_write(&pen, strong, sheet->event);
    paper_fill(text, on->language, PAPER_TEXT_GAME, digits_of(on->ruling->game.round).text,
               digits_of(on->ruling->game.table).text, digits_of(on->ruling->game.number).text);
    const size_t used = strlen(text);
    snprintf(text + used, sizeof text - used, "      ");
    paper_fill_list(text + used + 6, sizeof text - used - 6, on->language, PAPER_TEXT_TIME,
                    (const char *const[]){time.moment, time.zone, NULL});
    paper_write(&pen, body, text);
    paper_write(&pen, body,
                paper_fill(text, on->language, PAPER_TEXT_PLAYERS, sheet->players[BOARD_RED],
                           sheet->players[BOARD_BLACK]));
}

/* The moves. */

static void draw_move(const page *on, size_t index, const board_position *before, double y)
{
    const judge_played *played = &on->sheet->moves[index];
    const bool black = before->to_move == BOARD_BLACK;
    const double x = MOVES_LEFT + (black ? 132 : 0);
    char text[BOARD_NOTATION_BYTES];
    char whole[BOARD_NOTATION_BYTES + NUMBER_BYTES];

    paper_move_text(before, played->move, text);
    snprintf(whole, sizeof whole, "%zu. %s%s", index + 1, text, played->stood ? "!" : "");
    paper_put(on->cairo, body, x, y, whole);
    paper_put(on->cairo, strong, x + 88, y, paper_label(on->sheet, index, on->language));
}

static void draw_moves(page *on, board_position *position)
{
    const judge_cycle *cycle = &on->sheet->result.cycle;
    const bool cyclic = on->sheet->judged && cycle->stage != JUDGE_STAGE_NONE;
    const double step = 13.2;
    double y = MOVES_TOP + 18;
    char text[PAPER_TEXT_BYTES];
    size_t i = on->from;

    if (cyclic)
        paper_fill(text, on->language, PAPER_TEXT_MOVES, digits_of(on->from + 1).text,
                   digits_of(on->from + on->count).text);
    else
        paper_fill(text, on->language, PAPER_TEXT_MOVES_ALL, digits_of(on->count).text);
    paper_put(on->cairo, strong, MOVES_LEFT, MOVES_TOP, text);
    for (int row = 0; row < ROWS_MAX && i < on->from + on->count; i++) {
        draw_move(on, i, position, y);
        const bool ends_row = position->to_move == BOARD_BLACK;
        board_make(position, on->sheet->moves[i].move);
        if (ends_row) {
            row++;
            y += step;
        }
    }
    if (i < on->from + on->count)
        paper_put(on->cairo, small, MOVES_LEFT, y,
                  paper_fill(text, on->language, PAPER_TEXT_MOVES_MORE,
                             digits_of(on->from + on->count - i).text));
}

/* The ruling. */

static void write_conduct(const page *on, paper_pen *pen)
{
    char name[JUDGE_NAME_BYTES];
    char text[PAPER_TEXT_BYTES];

    if (!on->sheet->judged || on->sheet->result.cycle.stage == JUDGE_STAGE_NONE)
        return;
    for (int side = BOARD_RED; side <= BOARD_BLACK; side++) {
        const judge_conduct *conduct = &on->sheet->result.conduct[side];
        judge_conduct_name(conduct, on->language, name, sizeof name);
        paper_write(pen, body,
                    paper_fill(text, on->language, PAPER_TEXT_CONDUCT,
                               judge_side_name((board_side)side, on->language), name,
                               judge_class_text(conduct->class, on->language)));
    }
}

static void write_overrides(const page *on, paper_pen *pen)
{
    char text[PAPER_TEXT_BYTES];

    for (size_t i = 0; i < on->sheet->override_count; i++) {
        const judge_override *override = &on->sheet->overrides[i];
        const bool why = override->reason[0] != '\0';
        const digits number = digits_of(override->move + 1);
        paper_fill_list(text, sizeof text, on->language,
                        why ? PAPER_TEXT_OVERRULED : PAPER_TEXT_OVERRULED_PLAIN,
                        (const char *const[]){number.text,
                                              judge_override_word(override, on->language),
                                              override->reason, NULL});
        paper_write(pen, body, text);
    }
}

static void write_ruling(const page *on, paper_pen *pen)
{
    const ledger_ruling *ruling = on->ruling;
    char text[PAPER_TEXT_BYTES];

    paper_write(pen, large, paper_ruling_text(on->sheet, on->language, text, sizeof text));
    paper_write(pen, body,
                paper_ruling_text(on->sheet,
                                  on->language == BOARD_CHINESE ? BOARD_ENGLISH : BOARD_CHINESE,
                                  text, sizeof text));
    if (!on->sheet->in_force)
        paper_write(pen, strong, word(on, PAPER_TEXT_NOT_IN_FORCE));
    if (paper_order_end(on->sheet, on->language, text))
        paper_write(pen, strong, text);
    pen->y += 4;
    paper_write(
        pen, body,
        paper_fill(text, on->language, PAPER_TEXT_EDITION, paper_edition(on->sheet, on->language)));
    write_conduct(on, pen);
    paper_write(pen, body,
                ruling->tool == ruling->outcome
                    ? word(on, PAPER_TEXT_TOOL_AGREES)
                    : paper_fill(text, on->language, PAPER_TEXT_TOOL,
                                 paper_outcome(ruling->tool, on->language)));
    write_overrides(on, pen);
    if (ruling->note[0] != '\0')
        paper_write(pen, body, paper_fill(text, on->language, PAPER_TEXT_NOTE, ruling->note));
    if (on->sheet->entry.reason[0] != '\0')
        paper_write(pen, body,
                    paper_fill(text, on->language, PAPER_TEXT_CORRECTION, on->sheet->entry.reason));
    if (on->sheet->upheld_by[0] != '\0')
        paper_write(pen, body,
                    paper_fill(text, on->language, PAPER_TEXT_UPHELD, on->sheet->upheld_by));
}

/* The reasons, as far as there is room. */

static bool write_reason(const page *on, paper_pen *pen, size_t index, const board_position *before)
{
    const judge_finding *finding = judge_result_finding(&on->sheet->result, index);
    char move[BOARD_NOTATION_BYTES];
    char sentence[JUDGE_SENTENCE_BYTES];
    char text[SENTENCE_ROOM];

    if (finding == NULL)
        return true;
    paper_move_text(before, on->sheet->moves[index].move, move);
    judge_finding_sentence_under(before, finding, &on->sheet->edition.clauses, on->language,
                                 sentence, sizeof sentence);
    return paper_write(pen, small,
                       paper_fill(text, on->language, PAPER_TEXT_REASON, digits_of(index + 1).text,
                                  move, sentence));
}

static void write_reasons(const page *on, paper_pen *pen, const board_position *start)
{
    board_position position = *start;
    const double bottom = pen->bottom;

    if (!on->sheet->judged || on->sheet->result.cycle.stage == JUDGE_STAGE_NONE)
        return;
    pen->y += 4;
    if (!paper_write(pen, strong, word(on, PAPER_TEXT_REASONS)))
        return;
    pen->bottom = bottom - paper_line_height(small); /* for the line that says that there is more */
    for (size_t i = on->from; i < on->from + on->count; i++) {
        if (!write_reason(on, pen, i, &position)) {
            pen->bottom = bottom;
            paper_write(pen, small, word(on, PAPER_TEXT_REASONS_MORE));
            return;
        }
        board_make(&position, on->sheet->moves[i].move);
    }
}

/* The foot. */

static void draw_signatures(const page *on)
{
    static const paper_word words[] = {PAPER_TEXT_SIGN_ARBITER, PAPER_TEXT_SIGN_CHIEF,
                                       PAPER_TEXT_SIGN_RED, PAPER_TEXT_SIGN_BLACK};
    enum { SIGNATURES = sizeof words / sizeof words[0] };
    const double width = (double)(PAPER_WIDTH - 2 * MARGIN) / SIGNATURES;

    cairo_set_line_width(on->cairo, 0.6);
    for (int i = 0; i < SIGNATURES; i++) {
        const double x = MARGIN + width * i;
        paper_put(on->cairo, body, x, SIGN_TOP, word(on, words[i]));
        if (i == 0)
            paper_put(on->cairo, body, x, SIGN_TOP + 16, on->sheet->arbiter);
        cairo_move_to(on->cairo, x, SIGN_TOP + 62);
        cairo_line_to(on->cairo, x + width - 14, SIGN_TOP + 62);
        cairo_stroke(on->cairo);
    }
}

static void draw_foot(const page *on)
{
    const ledger_entry *entry = &on->sheet->entry;
    char text[PAPER_TEXT_BYTES];

    paper_put(on->cairo, (paper_type){.size = 7}, MARGIN, FOOT_TOP,
              paper_fill(text, on->language, PAPER_TEXT_FOOT, entry->id, entry->device,
                         digits_of(entry->sequence).text));
}

void paper_draw(cairo_t *cairo, const paper_sheet *sheet, board_language language)
{
    const bool cyclic = sheet->judged && sheet->result.cycle.stage != JUDGE_STAGE_NONE &&
                        sheet->result.cycle.from < sheet->dispute.count;
    page on = {cairo, sheet, &sheet->entry.payload.ruling, language, 0, sheet->dispute.count};
    board_position start = sheet->dispute.start;
    board_position position;
    paper_pen pen = {cairo, MARGIN, RULING_TOP, PAPER_WIDTH - 2 * MARGIN, SIGN_TOP - 8};

    if (cyclic) {
        on.from = sheet->result.cycle.from;
        on.count = sheet->dispute.count - on.from;
        if (on.count > sheet->result.cycle.length)
            on.count = sheet->result.cycle.length;
    }
    for (size_t i = 0; i < on.from; i++)
        board_make(&start, sheet->moves[i].move);
    position = start;
    cairo_set_source_rgb(cairo, 0, 0, 0);
    draw_head(&on);
    draw_board(&on, &start);
    draw_moves(&on, &position);
    write_ruling(&on, &pen);
    write_reasons(&on, &pen, &start);
    draw_signatures(&on);
    draw_foot(&on);
}

/* The file. */

typedef struct collected {
    FILE *out;
} collected;

static cairo_status_t collect(void *context, const unsigned char *bytes, unsigned length)
{
    const collected *to = context;

    return fwrite(bytes, 1, length, to->out) == length ? CAIRO_STATUS_SUCCESS
                                                       : CAIRO_STATUS_WRITE_ERROR;
}

/* The date is the ruling's, so that the same ruling gives the same file. */
static void describe(cairo_surface_t *surface, const paper_sheet *sheet, board_language language)
{
    const time_t seconds = (time_t)(sheet->entry.time_ms / 1000);
    char moment[TIME_BYTES];
    struct tm date;

    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE,
                                   paper_word_of(PAPER_TEXT_TITLE, language));
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_SUBJECT, sheet->entry.id);
    if (gmtime_r(&seconds, &date) != NULL &&
        strftime(moment, sizeof moment, "%Y-%m-%dT%H:%M:%SZ", &date) > 0)
        cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE, moment);
}

static board_error draw_file(const paper_sheet *sheet, board_language language, collected *to)
{
    cairo_surface_t *surface =
        cairo_pdf_surface_create_for_stream(collect, to, PAPER_WIDTH, PAPER_HEIGHT);
    cairo_t *cairo = cairo_create(surface);

    describe(surface, sheet, language);
    paper_draw(cairo, sheet, language);
    cairo_show_page(cairo);
    const bool drawn = cairo_status(cairo) == CAIRO_STATUS_SUCCESS;
    cairo_destroy(cairo);
    cairo_surface_finish(surface);
    const bool done = cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS;
    cairo_surface_destroy(surface);
    return drawn && done ? BOARD_OK : BOARD_ERROR_CANVAS;
}

board_error paper_pdf(const paper_sheet *sheet, board_language language, char **bytes,
                      size_t *length)
{
    collected to = {.out = open_memstream(bytes, length)};

    if (to.out == NULL)
        return BOARD_ERROR_NO_MEMORY;
    board_error error = draw_file(sheet, language, &to);
    const bool failed = ferror(to.out) != 0;
    if ((fclose(to.out) != 0 || failed) && error == BOARD_OK)
        error = BOARD_ERROR_NO_MEMORY;
    if (error != BOARD_OK) {
        free(*bytes);
        *bytes = NULL;
        *length = 0;
    }
    return error;
}
