/*
 * kiosk/flow/text.h: small texts of the flow: valid UTF-8, cut at characters.
 */
#ifndef QILI_KIOSK_FLOW_TEXT_H
#define QILI_KIOSK_FLOW_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/* Copies as much of a text (NULL: "") as fits, cut at a character; false: it was cut. */
bool kiosk_text_copy(char *target, size_t size, const char *text);

/* Adds to the text that stands in the buffer; what does not fit is left out as a whole (false). */
bool kiosk_text_add(char *buffer, size_t size, const char *text);

/* Takes the last character away. */
void kiosk_text_take_back(char *text);

/* Valid UTF-8 without control characters? */
bool kiosk_text_is_sound(const char *text, size_t length);

#endif
