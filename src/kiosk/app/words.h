/*
 * kiosk/app/words.h: what the program says on the terminal.
 */
#ifndef QILI_KIOSK_APP_WORDS_H
#define QILI_KIOSK_APP_WORDS_H

#include <stdio.h>

#include "board/types.h"
#include "device/service.h"

typedef enum kiosk_app_word {
#define KIOSK_APP_WORD(name, chinese, english) KIOSK_APP_##name,
#include "kiosk/app/words.def"
#undef KIOSK_APP_WORD
    KIOSK_APP_WORDS
} kiosk_app_word;

enum { KIOSK_APP_WORD_BYTES = 2048 }; /* of a filled-in text, with its NUL; longer ones are cut */

const char *kiosk_app_text(kiosk_app_word word, board_language language);

/* Fills {1} to {3} in; NULL stands for nothing. Returns buffer. */
char *kiosk_app_fill(char buffer[KIOSK_APP_WORD_BYTES], kiosk_app_word word,
                     board_language language, const char *first, const char *second,
                     const char *third);

/* An error: one line on standard error, "qili-kiosk: ...". */
void kiosk_app_complain(kiosk_app_word word, board_language language, const char *first,
                        const char *second, const char *third);

/* What is told of anything else, and to whom: up to which level, in which language. */
typedef struct kiosk_app_voice {
    device_log_level level; /* of the configuration's [log] */
    board_language language;
} kiosk_app_voice;

/* The same line at a level, if the voice goes down to it. Persons are named at DEVICE_LOG_INFO and
 * below only. */
void kiosk_app_tell(const kiosk_app_voice *voice, device_log_level level, kiosk_app_word word,
                    const char *first, const char *second);

#endif
