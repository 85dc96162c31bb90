/*
 * training/embedded.h: the case studies and examinations built into the library.
 *
 * tools/embed-cases.sh writes them from rules/cases/ and rules/exams/ when the project is built:
 * JSON objects, one after another.
 */
#ifndef QILI_TRAINING_EMBEDDED_H
#define QILI_TRAINING_EMBEDDED_H

#include <stddef.h>

extern const char *const training_embedded_cases;
extern const size_t training_embedded_cases_length; /* without the NUL that follows */
extern const char *const training_embedded_exams;
extern const size_t training_embedded_exams_length;

#endif
