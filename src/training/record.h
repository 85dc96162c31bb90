/*
 * training/record.h: answers and examinations in a journal of their own, and out of it again.
 *
 * The journal is the store's (store/journal.h): appended only, chained, signed by the device. It is
 * another file than that of the events, so that practice never stands among rulings, and goes to no
 * event office. docs/formats/progress.md has the entries.
 */
#ifndef QILI_TRAINING_RECORD_H
#define QILI_TRAINING_RECORD_H

#include "store/journal.h"
#include "training/exam.h"
#include "training/text.h"

/* Writes the answer that was just marked; after BOARD_OK it is on the disk. `exam` is the id of the
 * examination that it belongs to, or "". The trainee is the entry's arbiter. */
board_error training_record_answer(store_journal *journal, const char *trainee,
                                   const training_question *question, const training_mark *mark,
                                   const char *exam, store_problem *problem);

/*
 * Writes the result of an examination that is over, with every question, what was said and what is
 * right, the seed and the digest. *written (may be NULL) is the signed entry, valid until the next
 * call with the journal.
 */
board_error training_record_exam(store_journal *journal, const char *trainee,
                                 const training_exam *exam, const training_quiz *quiz,
                                 uint64_t seed, const char digest[TRAINING_DIGEST_BYTES],
                                 store_entry *written, store_problem *problem);

/* Adds what a trainee has answered to the progress; entries that cannot be read, of a newer version
 * perhaps, are passed over. */
board_error training_record_load(store_journal *journal, const char *trainee,
                                 training_progress *progress, store_problem *problem);

/* How much of a trainee's the journal holds. */
typedef struct training_recorded {
    size_t answers;
    size_t exams;
    char exam[STORE_ID_BYTES]; /* id of the last examination's entry; "": none */
} training_recorded;

/* Counts it: what was written between two moments is what the counts differ by. */
board_error training_record_count(store_journal *journal, const char *trainee,
                                  training_recorded *recorded, store_problem *problem);

/* Whose answers and examinations there are: names in the order of their first entry, up to `room`;
 * *count: how many were written. */
board_error training_record_trainees(store_journal *journal,
                                     char (*names)[TRAINING_TRAINEE_MAX + 1], size_t room,
                                     size_t *count, store_problem *problem);

/* The answers as CSV, one a line; trainee NULL: everybody's. *text is the caller's to free. */
board_error training_record_csv(store_journal *journal, const char *trainee, char **text,
                                store_problem *problem);

#endif
