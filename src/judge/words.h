/*
 * judge/words.h: the judge's findings in words, Chinese and English.
 *
 * All texts come from the catalogue texts.def. Nothing is allocated: a text is written into the
 * caller's buffer, always ended by NUL, cut at a whole character if it does not fit, and the buffer
 * is returned; a size of 0 writes nothing. Article numbers are those of the 2007 rules.
 */
#ifndef QILI_JUDGE_WORDS_H
#define QILI_JUDGE_WORDS_H

#include "board/notation.h"
#include "judge/judge.h"

enum {
    JUDGE_NAME_BYTES = 256,     /* room for any conduct name */
    JUDGE_LINE_BYTES = 2048,    /* room for any line */
    JUDGE_SENTENCE_BYTES = 4096 /* room for any sentence */
};

/* Single words and codes; never NULL. */

/* 将 杀 捉 闲 未定; check, kill, chase, idle, undecided. */
const char *judge_label_word(judge_label label, board_language language);

/* 闲 兑 献 拦 跟; idle, exchange offer, sacrifice, block, follow. */
const char *judge_idle_word(judge_idle_kind kind, board_language language);

/* The finest word: the kind of an idle move that has one, else the label. */
const char *judge_finding_word(const judge_finding *finding, board_language language);

/* 红 or 黑; Red or Black. */
const char *judge_side_name(board_side side, board_language language);

/* 红车, 黑象; "red rook", "black elephant". */
const char *judge_piece_name(board_piece piece, board_language language);

/* Codes for programs, the same in every language. */
const char *judge_outcome_code(judge_outcome outcome); /* "red-must-change" */
const char *judge_class_code(judge_class conduct);     /* "perpetual-check" */
const char *judge_stage_code(judge_stage stage);       /* "about-to" */
const char *judge_label_code(judge_label label);       /* "check" */
const char *judge_status_code(judge_threat_status status);
const char *judge_kind_code(judge_threat_kind kind);
const char *judge_end_code(judge_line_end end);
const char *judge_flaw_code(judge_root_flaw flaw);

/*
 * 长将, 长兑, 闲着; 一将一捉 where there is as much of each; 二捉一闲 for a short cycle as it is; else
 * 有捉有闲（捉2、闲14）. "perpetual check", "idle moves", "one check, one chase", "chases and idle
 * moves (2 chases, 14 idle moves)".
 */
char *judge_conduct_name(const judge_conduct *conduct, board_language language, char *buffer,
                         size_t size);

/* 允许着法 or 禁止着法 and so on: what the class means. */
const char *judge_class_text(judge_class conduct, board_language language);

/* Does the ruling hold only once the position has stood three times (24)? Where an order to change
 * was not followed, it holds already (24.3). */
bool judge_ruling_provisional(const judge_result *result);

/* "红方长捉，应由红方变着，不变判负（26.4、24.3）"; where the cycle was left, what the ruling would be;
 * where it is provisional, that comes first: "循环满三次后：". */
char *judge_ruling_text(const judge_result *result, board_language language, char *buffer,
                        size_t size);

/* "局面已出现3次（起始、第4着后、第8着后），可以裁决". */
char *judge_stage_text(const judge_dispute *dispute, const judge_result *result,
                       board_language language, char *buffer, size_t size);

/* The moves of a line, played from the position, with blanks between them: "车二进三 将5平6". It
 * ends with "…" if the line goes on. */
char *judge_line_text(const board_position *position, const judge_line *line,
                      board_notation notation, char *buffer, size_t size);

/* Why a move has its label, from the catalogue. */
typedef enum judge_reason_kind {
#define JUDGE_REASON(name, code, articles, chinese, english) JUDGE_REASON_##name,
#include "judge/texts.def"
    JUDGE_REASON_KINDS
} judge_reason_kind;

/* Why a threat that counts as new was not there before (29.2). */
typedef enum judge_news {
#define JUDGE_NEWS(name, code, chinese, english) JUDGE_NEWS_##name,
#include "judge/texts.def"
    JUDGE_NEWS_KINDS
} judge_news;

typedef struct judge_reason {
    const judge_threat *threat;  /* of the finding: what the reason is about; or NULL */
    const judge_line *line;      /* of the finding: what proves it; or NULL */
    const judge_threat *earlier; /* new threats only: what there was before instead, or NULL */
    board_position line_start;   /* from where the line is played; meaningless without a line */
    judge_reason_kind kind;
    judge_news news; /* new threats only */
} judge_reason;

enum { JUDGE_REASONS_MAX = 4 };

/*
 * The reasons of a label, the weightiest first: for 捉 the new threats, one for each target; for
 * an idle move what kind it is and what excuses the attacks that it makes. `before` is the position
 * in which the move was made. Returns how many (1..JUDGE_REASONS_MAX).
 */
size_t judge_finding_reasons(const board_position *before, const judge_finding *finding,
                             judge_reason reasons[JUDGE_REASONS_MAX]);

/* Why this threat of finding->after is new; *earlier (may be NULL) is the nearest threat or
 * capture of finding->before. */
judge_news judge_threat_news(const judge_finding *finding, const judge_threat *threat,
                             const judge_threat **earlier);

const char *judge_reason_code(judge_reason_kind kind); /* "direct-chase", "old-attack" */
const char *judge_news_code(judge_news news);          /* "not-attacked", "other-attacker" */

/*
 * Articles for the label, separated by commas: "28.3,29.1". `clauses` are the edition's (NULL: the
 * national rules); under the world rules it is the rule's name, "wxf.chase".
 */
char *judge_finding_articles(const board_position *before, const judge_finding *finding,
                             const judge_clauses *clauses, char *buffer, size_t size);

/* Articles as they are shown: "26.4,item.6" as "26.4、细则6", "26.4, detailed rule 6". */
char *judge_articles_text(const char *articles, board_language language, char *buffer, size_t size);

/* One or two sentences: why the move has its label. Articles are cited where the clauses (as
 * above) are those of the national rules. */
char *judge_finding_sentence_under(const board_position *before, const judge_finding *finding,
                                   const judge_clauses *clauses, board_language language,
                                   char *buffer, size_t size);

/* One of the reasons, of judge_finding_reasons, as a sentence. */
char *judge_reason_sentence(const board_position *before, const judge_finding *finding,
                            const judge_reason *reason, const judge_clauses *clauses,
                            board_language language, char *buffer, size_t size);

/* The same as judge_finding_sentence_under, under the national rules. */
char *judge_finding_sentence(const board_position *before, const judge_finding *finding,
                             board_language language, char *buffer, size_t size);

/* How a threat's line ends, played from `start`: as the search says, or in mate where the side to
 * move at its end has no move left. */
judge_line_end judge_threat_end(const board_position *start, const judge_threat *threat);

/* From where the lines of a finding's threats are played: the position after (or before) the
 * move with the mover's side to move. */
void judge_threats_start(const board_position *before, const judge_finding *finding, bool after,
                         board_position *start);

#endif
