/*
 * training/check.h: is the judge of one mind with the case studies, and do they cover the rules?
 */
#ifndef QILI_TRAINING_CHECK_H
#define QILI_TRAINING_CHECK_H

#include "judge/articles.h"
#include "training/library.h"

/* The clauses that the case studies must cover (clauses.def). */
enum { TRAINING_CLAUSES = 44 };

/* "26.4"; index 0..TRAINING_CLAUSES-1. */
const char *training_clause_number(size_t index);

typedef enum training_fault_kind {
    TRAINING_FAULT_LABEL = 0, /* the move is labelled otherwise, and no disagreement is declared */
    TRAINING_FAULT_VERDICT,   /* ruled otherwise, and no disagreement is declared */
    TRAINING_FAULT_AGREES,    /* a disagreement is declared, but there is none */
    TRAINING_FAULT_CLAUSE,    /* by the judge's result the article does not (seem to) apply */
    TRAINING_FAULT_UNKNOWN,   /* no edition has this article */
    TRAINING_FAULT_MATE,      /* there is no mate by checks, or none was found */
    TRAINING_FAULT_LENGTH,    /* the shortest mate has another length */
    TRAINING_FAULT_SEARCH,    /* a search of the judge ran out: nothing is certain */
    TRAINING_FAULT_ARTICLE,   /* the explanation names an article in one language only */
    TRAINING_FAULT_LISTED,    /* it names an article that the case does not list */
    TRAINING_FAULT_MOVE,      /* it names a move that neither the case nor its evidence has */
    TRAINING_FAULT_PIECE,     /* it names a piece that does not stand there */
    TRAINING_FAULT_OUTCOME,   /* it tells what follows in one language only */
    TRAINING_FAULTS
} training_fault_kind;

/* What is wrong with a case; its texts last until the visitor returns. */
typedef struct training_fault {
    training_fault_kind kind;
    const training_case *one;
    const char *edition;
    size_t index;       /* of the move, from 0: LABEL */
    const char *said;   /* label, verdict, article, length or words in the case; or "" */
    const char *judged; /* by the judge; or "" */
} training_fault;

typedef void (*training_fault_visitor)(void *context, const training_fault *fault);

/* One line: "ID, edition: ...". Returns buffer. */
char *training_fault_text(const training_fault *fault, board_language language, char *buffer,
                          size_t size);

/* What was looked at so far, and who is told. All zeros but the visitor, the memo and the articles
 * to begin with. */
typedef struct training_check {
    training_fault_visitor visit; /* or NULL */
    void *context;
    judge_memo *memo;               /* not owned, never NULL */
    const judge_articles *articles; /* of all editions; not owned, NULL: not asked */
    bool explanations;              /* what they name is looked up, too: ours must be right */
    size_t cases;
    size_t judged; /* case and edition */
    size_t labels;
    size_t verdicts;
    size_t mates;
    size_t disagreements; /* case and edition in which one is declared and there is one */
    size_t faults;
    size_t applies[TRAINING_CLAUSES]; /* cases that claim the clause */
    size_t seems[TRAINING_CLAUSES];
} training_check;

/* Judges a case under every edition that it speaks of. Errors: NO_MEMORY and the judge's. */
board_error training_check_case(training_check *check, const training_case *one);

/* How many clauses lack a case in which they apply, or one in which they only seem to. */
size_t training_check_missing(const training_check *check);

#endif
