/*
 * kiosk/screens/screens_private.h: what the files of this folder share: rects to be cut, parts to
 * be put into them, texts.
 */
#ifndef QILI_KIOSK_SCREENS_SCREENS_PRIVATE_H
#define QILI_KIOSK_SCREENS_SCREENS_PRIVATE_H

#include "board/notation.h"
#include "kiosk/screens/measure.h"
#include "kiosk/screens/screens.h"
#include "kiosk/screens/words.h"

enum { SCREEN_TEXT_BYTES = JUDGE_SENTENCE_BYTES };

/* The view that is being made. */
typedef struct screen_maker {
    const kiosk_state *state;
    const kiosk_metrics *metrics;
    kiosk_view *view;
    const kiosk_dispute *dispute; /* the current one, or NULL */
    board_language language;
    int unit, gap;
    bool portrait;
    bool tight; /* a small display */
    bool low;   /* ... in landscape: every row of it counts */
} screen_maker;

/* The parts of the display, within its margins. */
typedef struct screen_areas {
    kiosk_rect title;  /* portrait without a board: beside the status; else empty */
    kiosk_rect board;  /* empty on screens without a board */
    kiosk_rect tools;  /* buttons that belong to the board: a row, in portrait a column beside it */
    kiosk_rect panel;  /* what the screen is about */
    kiosk_rect say;    /* what is said */
    kiosk_rect bottom; /* the big buttons */
} screen_areas;

/* A text that is put together. */
typedef struct screen_text {
    char text[SCREEN_TEXT_BYTES];
} screen_text;

/* -- parts.c: rects. A cut takes from one side of the rect, leaving a gap; it sets view->overflow
 * where there is less than is wanted and takes what there is. -- */
kiosk_rect screen_cut_top(screen_maker *screen, kiosk_rect *rect, int height);
kiosk_rect screen_cut_bottom(screen_maker *screen, kiosk_rect *rect, int height);
kiosk_rect screen_cut_left(screen_maker *screen, kiosk_rect *rect, int width);
kiosk_rect screen_cut_right(screen_maker *screen, kiosk_rect *rect, int width);
kiosk_rect screen_inset(kiosk_rect rect, int by);

/* The i-th of `count` equal columns, or rows. */
kiosk_rect screen_column(const screen_maker *screen, kiosk_rect rect, int count, int i);
kiosk_rect screen_row(const screen_maker *screen, kiosk_rect rect, int count, int i);

/* One line in the middle of the height. */
kiosk_rect screen_middle(const screen_maker *screen, kiosk_rect rect, kiosk_text_size size);

/* How many columns of this width, or rows of this height, there is room for; at least 1. */
int screen_columns_in(const screen_maker *screen, kiosk_rect rect, int width);
int screen_rows_in(const screen_maker *screen, kiosk_rect rect, int height);

/* -- parts.c: texts -- */
const char *screen_word(const screen_maker *screen, kiosk_word word);

/* The word with its {} filled in by value. */
const char *screen_fill(const screen_maker *screen, screen_text *text, kiosk_word word,
                        const char *value);
const char *screen_fill_number(const screen_maker *screen, screen_text *text, kiosk_word word,
                               long number);

/* An empty text, and one added to. */
void screen_begin(screen_text *text);
void screen_add(screen_text *text, const char *more);
void screen_add_number(screen_text *text, long number);

int screen_pixels(const screen_maker *screen, kiosk_text_size size);

/* Height of this many lines. */
int screen_lines_height(const screen_maker *screen, kiosk_text_size size, int lines);

/* Bytes of the text that fit into so many lines. */
size_t screen_text_fits(const screen_maker *screen, const char *text, kiosk_text_size size,
                        int width, int lines);

/* Height that a text needs in this width. */
int screen_text_height(const screen_maker *screen, const char *text, kiosk_text_size size,
                       bool strong, int width);
int screen_text_width(const screen_maker *screen, const char *text, kiosk_text_size size,
                      bool strong);

/* Of a button or a chip without a sign: its text on one line, and no narrower than a finger. */
int screen_button_width(const screen_maker *screen, const char *text, kiosk_text_size size);

/* -- parts.c: parts -- */
kiosk_part *screen_put_text(screen_maker *screen, kiosk_rect rect, kiosk_text_size size,
                            const char *text);

/* Cuts off as much from the top as the text needs, and puts it there. NULL for "". */
kiosk_part *screen_put_paragraph(screen_maker *screen, kiosk_rect *rect, kiosk_text_size size,
                                 bool strong, const char *text);
kiosk_part *screen_put_button(screen_maker *screen, kiosk_rect rect, const char *name,
                              const char *text, kiosk_command command);
kiosk_part *screen_put(screen_maker *screen, kiosk_part_kind kind, kiosk_rect rect,
                       const char *name, const char *text, kiosk_command command);

/* Buttons that belong to the board, in areas->tools. */
typedef struct screen_tool {
    const char *name;
    const char *text;
    kiosk_command command;
    bool dim, on;
} screen_tool;
void screen_put_tools(screen_maker *screen, kiosk_rect rect, const screen_tool *tools, int count);

/* A list of which `visible` of `count` rows are shown: the first of them (state.scroll brought
 * into the list), and buttons to page with if there are more, cut off from `rect`. */
typedef struct screen_list {
    int first, visible, count;
} screen_list;
screen_list screen_begin_list(screen_maker *screen, kiosk_rect *rect, int count, int row_height);

/* -- frame.c -- */
screen_areas screen_put_frame(screen_maker *screen, bool with_board);

/* The big button for NEXT at the right, and beside it another one (text NULL: none).
 * The big one is given back. */
kiosk_part *screen_put_bottom(screen_maker *screen, screen_areas *areas, const char *name,
                              const char *text, kiosk_command command);
/* A large line above the panel, or beside the status. */
void screen_put_title(screen_maker *screen, screen_areas *areas, const char *text);
void screen_put_say(screen_maker *screen, const screen_areas *areas);

/* What was said, in full; "" for nothing. */
const char *screen_said(const screen_maker *screen, screen_text *text);

/* -- overlay.c: the dialog, menu or keyboard that is open -- */
void screen_put_overlays(screen_maker *screen);

/* A panel in the middle, on a shade that gives `close` where it is touched. */
kiosk_rect screen_put_sheet(screen_maker *screen, int width, int height, kiosk_command close);

/* As much of this height as a sheet can have, for one whose rows are counted from its height. */
int screen_sheet_height(const screen_maker *screen, int height);

/* -- keyboard.c -- */
void screen_put_keyboard(screen_maker *screen);

/* -- pin.c: the place of the pad, cut from the panel; and the pad in it -- */
kiosk_rect screen_cut_pin(screen_maker *screen, screen_areas *areas);
void screen_put_pin(screen_maker *screen, kiosk_rect rect);

/* -- sign.c: the arbiters, one of whom is chosen -- */
void screen_put_arbiters(screen_maker *screen, kiosk_rect rect);

/* -- setup.c: a page of the settings in a few words -- */
const char *screen_setup_summary(const screen_maker *screen, screen_text *text,
                                 kiosk_setup_page page);

/* -- duty.c: a button that says who is on duty, and leads to the lock screen -- */
void screen_put_duty(screen_maker *screen, kiosk_rect rect);

/* -- foul.c: what the screens share on which something is logged -- */
typedef struct screen_log_item {
    const ledger_item *item;
    int32_t minutes; /* that it adds */
} screen_log_item;

/* The player of a side of the game that is picked. */
const char *screen_player_name(const screen_maker *screen, board_side side);

/* Two halves that choose the side; fouls: with how many it has. */
void screen_put_log_sides(screen_maker *screen, kiosk_rect rect, bool fouls);

/* The items to choose from, in as many columns as there is room for. */
void screen_put_log_items(screen_maker *screen, kiosk_rect rect, const screen_log_item *items,
                          int count);

/* What the ledger tells of what is entered: cut off from the panel's bottom, where its room is kept
 * while nothing is told; on a low display where else something is said. */
void screen_put_log_told(screen_maker *screen, screen_areas *areas, kiosk_rect *panel);

/* -- names.c: short names of things -- */
const char *screen_table_name(const screen_maker *screen, screen_text *text, ledger_game_key game);
const char *screen_edition_name(const screen_maker *screen, screen_text *text, const char *edition);
const char *screen_side_name(const screen_maker *screen, board_side side);
const char *screen_outcome_short(const screen_maker *screen, judge_outcome outcome);
const char *screen_outcome_long(const screen_maker *screen, judge_outcome outcome);
const char *screen_result_name(const screen_maker *screen, ledger_outcome outcome);
board_notation screen_notation(const screen_maker *screen);
const char *screen_clock(const screen_maker *screen, screen_text *text, int64_t wall_ms);
kiosk_tone screen_side_tone(board_side side);
kiosk_tone screen_outcome_tone(judge_outcome outcome);

/* -- overruled.c: what the arbiter overruled in the current dispute, and why; "" for nothing -- */
const char *screen_overruled(const screen_maker *screen, screen_text *text);

/* -- board.c -- */
void screen_put_board(screen_maker *screen, kiosk_rect rect);
/* The word that stands at a point for a while. */
void screen_put_word(screen_maker *screen, kiosk_board_view *board);
void screen_show_position(screen_maker *screen, kiosk_board_view *board,
                          const board_position *position);
void screen_add_mark(kiosk_board_view *board, kiosk_mark_kind kind, board_square square);
void screen_add_arrow(kiosk_board_view *board, kiosk_arrow_kind kind, board_move move,
                      const char *badge);

/* -- decision.c: a decision on a ruling (NULL: none), cut off from the panel's top or bottom -- */
void screen_put_decision(screen_maker *screen, kiosk_rect *panel, const kiosk_decision *decision,
                         bool from_below);

/* -- code.c: the ruling as a QR code, where it is open; the button for it, right in a row -- */
void screen_put_code(screen_maker *screen);
void screen_put_code_button(screen_maker *screen, kiosk_rect *row);

/* -- the screens, one a file -- */
void screen_build_hall(screen_maker *screen);
void screen_build_game(screen_maker *screen);
void screen_build_position(screen_maker *screen);
void screen_build_moves(screen_maker *screen);
void screen_build_ruling(screen_maker *screen);
void screen_build_sign(screen_maker *screen);
void screen_build_announce(screen_maker *screen);
void screen_build_start(screen_maker *screen);
void screen_build_settings(screen_maker *screen);
void screen_build_setup(screen_maker *screen); /* a page of the settings */
void screen_build_foul(screen_maker *screen);
void screen_build_result(screen_maker *screen);
void screen_build_withdraw(screen_maker *screen);
void screen_build_audit(screen_maker *screen);
void screen_build_touch(screen_maker *screen);
void screen_build_records(screen_maker *screen);
void screen_build_record(screen_maker *screen);
void screen_build_stick(screen_maker *screen);
void screen_build_duty(screen_maker *screen);
void screen_build_training(screen_maker *screen);
void screen_build_study(screen_maker *screen);
void screen_build_quiz(screen_maker *screen);
void screen_build_progress(screen_maker *screen);

/* training.c: the bar of training instead of the steps; false: it is not the place for it. */
bool screen_put_training_tabs(screen_maker *screen, kiosk_rect rect);

/* -- shorthand for commands -- */
static inline kiosk_command screen_do(kiosk_command_kind kind)
{
    return kiosk_command_of(kind, 0, 0);
}

static inline kiosk_command screen_do_with(kiosk_command_kind kind, int32_t number)
{
    return kiosk_command_of(kind, number, 0);
}

#endif
