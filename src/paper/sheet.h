/*
 * paper/sheet.h: all that a printed ruling says, put together once for every form: a page to be
 * signed, a game for other programs.
 *
 * What is printed as the ruling is what stands in the journal. The labels and reasons beside it are
 * the tool's, judged anew, and those that the arbiter overruled.
 */
#ifndef QILI_PAPER_SHEET_H
#define QILI_PAPER_SHEET_H

#include "board/notation.h"
#include "judge/override.h"
#include "ledger/decision.h"
#include "ledger/notice.h"

typedef struct paper_sheet {
    ledger_entry entry; /* of a ruling */
    bool in_force;
    char event[LEDGER_NAME_BYTES];
    char players[2][LEDGER_NAME_BYTES]; /* names by side, "" if not known */
    char arbiter[LEDGER_NAME_BYTES];
    char upheld_by[LEDGER_NAME_BYTES]; /* "" if nobody upheld it */
    bool order_ended;                  /* it ordered a change, and what came of that is logged: */
    ledger_notice order_end;           /* that the side changed, or that it lost */
    ledger_outcome game_outcome;       /* of the game; LEDGER_NO_OUTCOME: it has none yet */
    judge_dispute dispute;             /* its moves point to `moves` */
    judge_played moves[LEDGER_PLIES_MAX];
    bool edition_known; /* this release has the edition: */
    judge_edition edition;
    bool judged; /* the rest counts: */
    judge_result result;
    size_t override_count;
    judge_override overrides[LEDGER_OVERRIDES_MAX];
} paper_sheet;

/*
 * Puts together what is to be printed of a ruling, an entry of the journal that `state` is folded
 * from. judge: judge it anew, which may take seconds; a ruling that cannot be judged any more is
 * printed without labels. Free *sheet with paper_sheet_free.
 * Errors: NO_MEMORY, LEDGER_FIELD_VALUE (it is no ruling, or its moves cannot be played: the token
 * is the move), those of board_fen_read.
 */
board_error paper_sheet_make(const ledger_state *state, const ledger_entry *entry, bool judge,
                             paper_sheet **sheet, board_problem *problem);

void paper_sheet_free(paper_sheet *sheet); /* NULL is allowed */

/* The last ruling of a game that is in force; NULL: there is none. */
const ledger_fact *paper_ruling_of_game(const ledger_state *state, ledger_game_key game);

/* What the rules are called: 中国象棋竞赛规则（2007年）; of an edition that this release does not
 * have, its name in the journal. */
const char *paper_edition(const paper_sheet *sheet, board_language language);

/* When it was ruled, by the clock on the wall: "2026-07-29 18:08" by the time zone of this process
 * (TZ), and the zone, "UTC+08:00"; "UTC" where they are the same. The journal has UTC. */
enum { PAPER_TIME_BYTES = 32 };
typedef struct paper_time {
    char moment[PAPER_TIME_BYTES];
    char day[PAPER_TIME_BYTES]; /* 2026.07.29 */
    char zone[PAPER_TIME_BYTES];
} paper_time;
paper_time paper_local_time(const paper_sheet *sheet);

/* The ruling in a sentence, with its articles: "裁决：由红方变着，不变判负（26.4、24.3）". */
char *paper_ruling_text(const paper_sheet *sheet, board_language language, char *buffer,
                        size_t size);

/* The label that holds for the move with this index, the arbiter's or else the tool's; "" if it has
 * none. */
const char *paper_label(const paper_sheet *sheet, size_t index, board_language language);

/* What came of the order to change: "红方应变着而不变，判负（4.1.7,24.3）"; false: nothing, and ""
 * there. */
enum { PAPER_ORDER_BYTES = LEDGER_NOTICE_BYTES + 64 };
bool paper_order_end(const paper_sheet *sheet, board_language language,
                     char text[PAPER_ORDER_BYTES]);

/* The move in Chinese notation, as squares where it is against a piece's way; played from the
 * position before it. */
void paper_move_text(const board_position *before, board_move move,
                     char text[BOARD_NOTATION_BYTES]);

#endif
