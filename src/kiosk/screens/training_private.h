/*
 * kiosk/screens/training_private.h: what the screens of training share.
 */
#ifndef QILI_KIOSK_SCREENS_TRAINING_PRIVATE_H
#define QILI_KIOSK_SCREENS_TRAINING_PRIVATE_H

#include "kiosk/screens/ruling_private.h"

/* The case's position on the board of the view, with the last move marked. */
void training_put_board(screen_maker *screen, kiosk_rect rect, bool sensitive);

/* The three buttons that say which cases are meant, in a row cut off from the panel. */
void training_put_filter(screen_maker *screen, kiosk_rect *panel, bool with_import);

/* A button of the bottom row. */
kiosk_part *training_put_big(screen_maker *screen, kiosk_rect rect, const char *name,
                             kiosk_word word, kiosk_command command);

/* Something in the middle of the panel that is all there is. */
void training_put_empty(screen_maker *screen, kiosk_rect panel, const char *text);

/* "27.2", "细则6" of a clause's number. */
const char *training_clause_name(const screen_maker *screen, screen_text *text, const char *number);

/* The sheet that something is chosen from, if one is open. */
void training_put_chooser(screen_maker *screen);

/* A text in small letters, cut with "…" where it would not fit on the line. */
void training_fit(const screen_maker *screen, screen_text *text, kiosk_text_size size, bool strong,
                  int width);

static inline const kiosk_training *training_of(const screen_maker *screen)
{
    return &screen->state->training;
}

#endif
