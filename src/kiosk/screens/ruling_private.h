/*
 * kiosk/screens/ruling_private.h: what the files of the ruling share.
 */
#ifndef QILI_KIOSK_SCREENS_RULING_PRIVATE_H
#define QILI_KIOSK_SCREENS_RULING_PRIVATE_H

#include "kiosk/screens/screens_private.h"

/* The judged moves of the cycle: the moves from..from+length-1 of the dispute, the closing one, if
 * there is one, as the last. */
typedef struct ruling_rows {
    const judge_result *result; /* the tool's own */
    size_t from, length;
    board_side first; /* who made the first of them */
} ruling_rows;

ruling_rows ruling_rows_of(const screen_maker *screen, const judge_result *result);

/* The label that counts for the move: the arbiter's if he overruled it. */
judge_label ruling_label(const screen_maker *screen, size_t index, const judge_override **override);

/* The move with this index as it is written. */
void ruling_write_move(const screen_maker *screen, const judge_result *result, size_t index,
                       char text[BOARD_NOTATION_BYTES]);

/* The position before a move of the dispute, repeated rounds counted; false: there is none. */
bool ruling_position_before(const screen_maker *screen, const judge_result *result, size_t index,
                            board_position *position);

/* May only the arbiter decide what the move is? */
bool ruling_is_open(const judge_finding *finding);

/* ruling_table.c: the rows of the table, and the table in two columns, Red's moves at the left. */
int ruling_table_rows(const screen_maker *screen);
void ruling_put_table(screen_maker *screen, kiosk_rect rect);

/* Chips for a list of articles ("26.4,24.3"), as many as fit into the row. */
void ruling_put_articles(screen_maker *screen, kiosk_rect row, const char *articles);

/* evidence.c: the row that is looked at. */
void ruling_put_evidence(screen_maker *screen, screen_areas *areas, const kiosk_scene *scene);

/* evidence.c: the board at the step that is looked at, with its marks. */
void ruling_show_scene(screen_maker *screen, const kiosk_scene *scene);

/* overruled.c: what was overruled and why, cut off from the bottom, on as many lines as leave the
 * table a row. */
void ruling_put_overruled(screen_maker *screen, kiosk_rect *panel);

/* evidence.c: a sentence as large as there is room for, else page by page. */
void ruling_put_sentence(screen_maker *screen, kiosk_rect panel, const char *sentence);

/* change.c: 改判. */
void ruling_put_change(screen_maker *screen, screen_areas *areas);

/* compare.c: the same moves under another edition. */
void ruling_put_comparison(screen_maker *screen, screen_areas *areas);

/* ruling.c: what was judged; on RECORD without what could be changed. */
void ruling_put_judged(screen_maker *screen, screen_areas *areas);
void ruling_put_unjudged(screen_maker *screen, kiosk_rect panel);
void ruling_put_progress(screen_maker *screen, kiosk_rect panel, int32_t progress);

#endif
