/*
 * kiosk/flow/say.h: what the flow says to the arbiter: why something cannot be done, what was done,
 * what is asked. The texts stand in says.def in both languages.
 */
#ifndef QILI_KIOSK_FLOW_SAY_H
#define QILI_KIOSK_FLOW_SAY_H

#include "board/types.h"

typedef enum kiosk_say {
#define KIOSK_SAY(name, chinese, english) KIOSK_SAY_##name,
#include "kiosk/flow/says.def"
#undef KIOSK_SAY
    KIOSK_SAYS
} kiosk_say;

/* Never NULL; "" for NOTHING. May hold one {} for a value, see kiosk_say_line. */
const char *kiosk_say_text(kiosk_say say, board_language language);

/* The text with its {} filled in by value (may be NULL), cut at a character. Returns buffer. */
char *kiosk_say_line(kiosk_say say, const char *value, board_language language, char *buffer,
                     size_t size);

#endif
