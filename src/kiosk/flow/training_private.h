/*
 * kiosk/flow/training_private.h: what the files of training share; nobody else includes it.
 */
#ifndef QILI_KIOSK_FLOW_TRAINING_PRIVATE_H
#define QILI_KIOSK_FLOW_TRAINING_PRIVATE_H

#include "kiosk/flow/state_private.h"

/* Puts a case on the board and has it judged; one that is there already stays. */
void training_hear(kiosk_state *state, const training_case *one, const char *edition);

/* Takes the case off the board. */
void training_put_away(kiosk_state *state);

/* Asks for what the page shows. */
void training_prepare_page(kiosk_state *state, kiosk_screen screen);

/* Writes which page is shown into the draft, if a quiz is kept there. */
void training_keep_page(kiosk_state *state);

/* Does a quiz go on, so that the trainee stays who he is? */
bool training_quiz_goes_on(const kiosk_quizzing *quiz);

/* Asks why the answer to the question on the screen is right, or for a mate's line. */
void training_want_explanation(kiosk_state *state);

/* training_study.c: the list and the case; false: not one of its commands. */
bool training_apply_study(kiosk_state *state, const kiosk_command *command);
void training_filter(kiosk_state *state);
void training_open_case(kiosk_state *state, const training_case *one);

/* training_quiz.c */
bool training_apply_quiz(kiosk_state *state, const kiosk_command *command);
void training_hear_question(kiosk_state *state);
void training_quiz_free(kiosk_quizzing *quiz);
void training_take_quiz(kiosk_state *state, kiosk_job *job);
void training_take_trial(kiosk_state *state, bool right);
bool training_quiz_pass(kiosk_state *state);

#endif
