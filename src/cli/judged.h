/*
 * cli/judged.h: a dispute that was judged, written for people.
 */
#ifndef QILI_CLI_JUDGED_H
#define QILI_CLI_JUDGED_H

#include "cli/dispute_reader.h"
#include "judge/override.h"

/* One dispute with its ruling; nothing here is owned. */
typedef struct cli_judged {
    const dispute_entry *entry;
    const judge_dispute *dispute;
    const judge_edition *edition;
    const judge_setting *setting; /* for looking at the roots of chased pieces */
    const judge_result *result;
    const judge_override *overrides; /* the arbiter's word */
    size_t override_count;
    const judge_result *overruled; /* what follows from it; NULL: there is none */
    board_language language;
    bool evidence;
} cli_judged;

/* Board, table of moves, conduct, ruling (text_output.c). */
void judged_write_text(FILE *stream, const cli_judged *judged);

/* The evidence for every move (text_evidence.c). */
void judged_write_evidence(FILE *stream, const cli_judged *judged);

/* A move on its way through the dispute (judged.c). */
typedef struct cli_judged_move {
    size_t index; /* in the dispute's moves; their count for the closing move */
    board_move move;
    const judge_finding *finding; /* NULL: not labelled */
    board_error illegality;       /* an illegal move that stood; else BOARD_OK */
    board_position before;
} cli_judged_move;

/* Goes to the first labelled move, or to the next; false past the last. */
bool judged_first(const cli_judged *judged, cli_judged_move *move);
bool judged_next(const cli_judged *judged, cli_judged_move *move);

/* The dispute's position after so many moves. */
void judged_position(const cli_judged *judged, size_t plies, board_position *position);

/* Is the move in the cycle that is ruled on? */
bool judged_in_cycle(const cli_judged *judged, size_t index);

/* Writes a move in a notation, by its squares where it has no other name. */
void judged_move_text(const cli_judged_move *move, board_notation notation,
                      char text[BOARD_NOTATION_BYTES]);

/* "红车、红炮"; "子" where there is none to name. */
char *judged_pieces_text(judge_pieces pieces, board_language language, char *buffer, size_t size);

/* A few words why the move has its label. */
char *judged_short_reason(const cli_judged *judged, const cli_judged_move *move, char *buffer,
                          size_t size);

#endif
