/*
 * training/library.h: many case studies: the built-in ones, and those of files and folders.
 *
 * A file holds one case, or many: JSON objects one after another (JSON Lines are such a file).
 */
#ifndef QILI_TRAINING_LIBRARY_H
#define QILI_TRAINING_LIBRARY_H

#include "training/case.h"

enum {
    TRAINING_CASES_MAX = 10000,
    TRAINING_FILE_MAX = 64 * 1024 * 1024, /* bytes of a file of cases */
    TRAINING_PATH_BYTES = 4096
};

/* In the order of their ids, no id twice. All zeros: empty. Free it with training_library_free. */
typedef struct training_library {
    size_t count;
    size_t room;
    training_case *cases;
} training_library;

/* Where reading failed: board_problem and the file, the id of the case, "" where not known. */
typedef struct training_problem {
    board_problem problem;
    char file[TRAINING_PATH_BYTES]; /* cut if it is longer */
    char id[TRAINING_ID_MAX + 1];
} training_problem;

/* The problem as one line without the file: "ID: ...". Returns buffer. */
char *training_problem_text(const training_problem *problem, board_language language, char *buffer,
                            size_t size);

/*
 * Adds the cases of a text; all or none. One that is there already, the same in every key, is no
 * error and is not added again. problem->problem.line is that of the text. Errors: CASE_*, those of
 * training_case_from_json, NO_MEMORY.
 */
board_error training_library_read(training_library *library, const char *text, size_t length,
                                  training_problem *problem);

/* The same of a file, up to TRAINING_FILE_MAX bytes. */
board_error training_library_read_file(training_library *library, const char *path,
                                       training_problem *problem);

/* Adds every *.json of a folder; each holds one case whose id is the file's name. */
board_error training_library_read_folder(training_library *library, const char *folder,
                                         training_problem *problem);

/* Adds the cases built into the program. */
board_error training_library_built_in(training_library *library, training_problem *problem);

/* Adds another library's cases, which it goes on sharing; all or none. Errors: CASE_TWICE,
 * CASE_MANY, NO_MEMORY. */
board_error training_library_add(training_library *library, const training_library *other,
                                 training_problem *problem);

/* NULL if there is none of this id. */
const training_case *training_library_find(const training_library *library, const char *id);

void training_library_free(training_library *library);

/* A case as a file's text: one line (`compact`) or laid out; the caller frees; NULL: no memory. */
char *training_case_text(const training_case *one, bool compact);

/*
 * Writes each case to ID.json in the folder, which is made where it is missing. All new files are
 * on the disk before the first gets its name; *written: how many there were. What is there under
 * the same id with other content is an error before anything is written, unless `replace`.
 * Errors: CASE_TWICE, CASE_FOLDER, NO_MEMORY.
 */
board_error training_library_write_folder(const training_library *library, const char *folder,
                                          bool replace, size_t *written, training_problem *problem);

#endif
