/*
 * ledger/notice.h: what is told of an entry: errors and warnings before it is logged, the
 * consequence that follows from it, remarks once it is there. Each has its articles and a sentence
 * in both languages.
 */
#ifndef QILI_LEDGER_NOTICE_H
#define QILI_LEDGER_NOTICE_H

#include "ledger/game.h"

typedef enum ledger_severity {
    LEDGER_SEVERITY_CONSEQUENCE = 0, /* what follows */
    LEDGER_SEVERITY_WARNING,         /* may be logged after a second look */
    LEDGER_SEVERITY_ERROR            /* is not to be logged */
} ledger_severity;

typedef enum ledger_notice_kind {
#define LEDGER_NOTICE(name, code, severity, articles, chinese, english) LEDGER_NOTICE_##name,
#include "ledger/notices.def"
#undef LEDGER_NOTICE
    LEDGER_NOTICE_KINDS
} ledger_notice_kind;

/* Texts belong to the state, the entry or the catalogue. */
typedef struct ledger_notice {
    ledger_notice_kind kind;
    ledger_game_key game;
    board_side side;
    int64_t count;
    int64_t limit;
    ledger_role role;
    const char *who;                   /* or NULL */
    const char *what[BOARD_LANGUAGES]; /* or NULL */
    const char *source; /* the article or regulation, where the event sets it; NULL */
} ledger_notice;

enum { LEDGER_NOTICES_MAX = 16, LEDGER_NOTICE_BYTES = 512 };

const char *ledger_notice_code(ledger_notice_kind kind);
ledger_severity ledger_notice_severity(ledger_notice_kind kind);
const char *ledger_severity_code(ledger_severity severity); /* "error" */

/* "4.1.8", separated by commas; of a setting the source that the event names; or "". */
const char *ledger_notice_articles(const ledger_notice *notice);

/* The sentence, without a full stop: "红方第 3 次犯规，按 4.1.8 判负". Always ended by NUL, cut at a
 * character if it does not fit. Returns buffer. */
char *ledger_notice_text(const ledger_notice *notice, board_language language, char *buffer,
                         size_t size);

/* A game as people say it: "第3轮第12台", "round 3, table 12"; "第3轮第12台第2局" where it is not the
 * first of its pairing. Returns buffer. */
enum { LEDGER_GAME_WORDS_BYTES = 64 };
char *ledger_game_words(ledger_game_key game, board_language language,
                        char buffer[LEDGER_GAME_WORDS_BYTES]);

enum { LEDGER_DURATION_BYTES = 48 };

/* A length of time, 0 or more seconds: "11 分", "11 min 20 s". Returns buffer. */
const char *ledger_duration_text(int64_t seconds, board_language language,
                                 char buffer[LEDGER_DURATION_BYTES]);

/* Words: 监局裁判, "table arbiter"; 红胜, "Red wins"; 红方, "Red". Never NULL. */
const char *ledger_role_text(ledger_role role, board_language language);
const char *ledger_outcome_text(ledger_outcome outcome, board_language language);
const char *ledger_side_text(board_side side, board_language language);

/*
 * What to say of a draft before it is logged: the errors first, then warnings, then what follows
 * from it if it is logged in the end: where there is an error, that is not a fact. `now_ms` is the
 * time by the clock that is trusted most, 0 if there is none. Returns how many were written (at
 * most LEDGER_NOTICES_MAX). A draft that the caller logs in spite of errors is an entry like any
 * other.
 */
size_t ledger_check(const ledger_state *state, const ledger_entry *draft, int64_t now_ms,
                    ledger_notice notices[LEDGER_NOTICES_MAX]);

/* Does one of them forbid to log? */
bool ledger_has_error(const ledger_notice *notices, size_t count);

/* Remarks: what does not fit in the journal, visited in no particular order but the same for the
 * same facts of a subject. `now_ms` is as for ledger_check: entries dated later are remarked on, 0:
 * none is. The visitor returns false to stop. */
typedef bool (*ledger_remark_visitor)(void *context, const ledger_fact *fact,
                                      const ledger_notice *remark);
void ledger_visit_remarks(const ledger_state *state, int64_t now_ms, ledger_remark_visitor visit,
                          void *context);

#endif
