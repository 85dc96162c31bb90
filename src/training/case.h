/*
 * training/case.h: one case study: a position, the moves of a cycle, what is said of them under
 * each edition, and our explanation. docs/formats/case.md has the file.
 */
#ifndef QILI_TRAINING_CASE_H
#define QILI_TRAINING_CASE_H

#include <jansson.h>

#include "board/error.h"
#include "judge/judge.h"

enum {
    TRAINING_ID_MAX = 64,
    TRAINING_SOURCE_MAX = 512,
    TRAINING_TEXT_MAX = 4096, /* an explanation, or a view of a disputed case */
    TRAINING_MOVES_MAX = 64,
    TRAINING_MATE_MAX = 64, /* moves of the side that mates */
    TRAINING_LIST_MAX = 32, /* themes, articles */
    TRAINING_DIFFICULTY_MAX = 5,
    TRAINING_MATE_NODES = 2000000 /* searched for a mate of a case: far more than any takes */
};

typedef enum training_theme {
#define TRAINING_THEME(name, code, chinese, english) TRAINING_THEME_##name,
#include "training/themes.def"
#undef TRAINING_THEME
    TRAINING_THEMES
} training_theme;

typedef enum training_case_kind {
    TRAINING_CYCLE = 0, /* moves to be labelled */
    TRAINING_MATE       /* a position in which the side to move mates by checks: seeing 杀 */
} training_case_kind;

/* A case. All but `file` points into it or is a value; free it with training_case_free. */
typedef struct training_case {
    json_t *file; /* all that the file holds, unknown keys too */
    const char *id;
    training_case_kind kind;
    int difficulty;  /* 1 (one look) to TRAINING_DIFFICULTY_MAX (experts differ); 0: not given */
    int mate;        /* moves of the side that mates; 0 of a cycle */
    uint64_t themes; /* bit n: theme n */
    board_position start;
    size_t count; /* moves; 0 of a mate */
    judge_played moves[TRAINING_MOVES_MAX];
} training_case;

/*
 * Makes a case of a JSON object, of which it takes its own reference. Everything is checked: kinds,
 * lengths, the position, that the moves are legal, that labels, verdicts, editions, themes and
 * articles exist. Keys that are not known are kept and passed over, so that a newer file can be
 * read. Errors: the reasons of board_position_from_fen and board_move_fault, BOARD_ERROR_CASE_*;
 * *problem (may be NULL) has the key or move in its token. *one is empty then.
 */
board_error training_case_from_json(json_t *file, training_case *one, board_problem *problem);

void training_case_free(training_case *one);

/* What the case says of its move (0..count-1) under an edition: a label, or NULL where it says
 * nothing. A disputed label is one that is printed but not held against the judge. */
const char *training_case_label(const training_case *one, const char *edition, size_t index);
bool training_case_disputed(const training_case *one, size_t index);

/* "draw"; NULL where the case gives no verdict under the edition. */
const char *training_case_verdict(const training_case *one, const char *edition);

/* Does the case say anything about this edition? Of a mate: yes, of the national ones. */
bool training_case_speaks_of(const training_case *one, const char *edition);

/* The edition to begin with: the first of cxa-2007, cxa-2020, wxf-2018 that the case speaks of. */
const char *training_case_edition(const training_case *one);

/* Why the judge sees it otherwise than the source; NULL where they agree. */
const char *training_case_disagreement(const training_case *one, const char *edition,
                                       board_language language);

/* Where the case is from. A source of one text is the same in both languages. */
const char *training_case_source(const training_case *one, board_language language);

/* Our explanation; "" where there is none. */
const char *training_case_explanation(const training_case *one, board_language language);

/* Articles that the case shows (applies), or that only seem to apply in it; NULL past the last. */
const char *training_case_clause(const training_case *one, bool applies, size_t index);

/* Does an article of the case equal this one or stand under it ("26.4" under "26")? */
bool training_case_is_under(const training_case *one, const char *number);

/* The sources of some cases argue by other rules: only idle or not is held against the judge. */
bool training_case_is_loose(const training_case *one);

/* Does this word for a move fit the finding, as the case means its words? */
bool training_case_fits(const training_case *one, const char *word, const judge_finding *finding);

/* Themes: codes as in the files, and words. */
const char *training_theme_code(training_theme theme);
const char *training_theme_name(training_theme theme, board_language language);
bool training_theme_find(const char *code, training_theme *theme);

#endif
