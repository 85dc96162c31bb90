/*
 * kiosk/screens/quiz_private.h: what the files of the quiz share.
 */
#ifndef QILI_KIOSK_SCREENS_QUIZ_PRIVATE_H
#define QILI_KIOSK_SCREENS_QUIZ_PRIVATE_H

#include "kiosk/screens/training_private.h"

/* quiz_setup.c: what is asked, and the result at the end. */
void quiz_build_setup(screen_maker *screen);
void quiz_build_result(screen_maker *screen);

#endif
