/*
 * kiosk/screens/records_private.h: what the screens of the records share.
 */
#ifndef QILI_KIOSK_SCREENS_RECORDS_PRIVATE_H
#define QILI_KIOSK_SCREENS_RECORDS_PRIVATE_H

#include "kiosk/screens/ruling_private.h"

/* "05-01 17:30", local. */
const char *records_when(const screen_maker *screen, screen_text *text, int64_t time_ms);

/* "第2轮 第3台"; "" for no game. */
const char *records_game(const screen_maker *screen, screen_text *text, ledger_game_key game);

/* The text, cut with "…" so that it stands in so many lines. */
void records_fit(const screen_maker *screen, screen_text *text, kiosk_text_size size, int width,
                 int lines);

/* Text and tail, the text cut so that both stand there: the tail is what must not be lost. */
void records_fit_before(const screen_maker *screen, screen_text *text, const char *tail,
                        kiosk_text_size size, int width, int lines);

/* A large button of the bottom row, its text smaller if it would not fit. */
kiosk_part *records_put_big(screen_maker *screen, kiosk_rect rect, const char *name,
                            const char *text, kiosk_command command);

/* Something in the middle of the panel that is all there is. */
void records_put_empty(screen_maker *screen, kiosk_rect panel, const char *text);

/* What is being written to a stick, how far, and a button to leave off, cut off from the top;
 * false: nothing is. */
bool records_put_writing(screen_maker *screen, kiosk_rect *rect);

/* The sheet that something is chosen from, if one is open. */
void records_put_chooser(screen_maker *screen);

static inline const kiosk_records *records_of(const screen_maker *screen)
{
    return &screen->state->records;
}

#endif
