/*
 * kiosk/flow/state_private.h: what the rooms of the flow share; nobody else includes it.
 *
 * kiosk_apply asks one room after the other whether a command is its own. A room tells what it has
 * to say with kiosk_tell, enters with kiosk_enter, and asks for jobs with kiosk_want.
 */
#ifndef QILI_KIOSK_FLOW_STATE_PRIVATE_H
#define QILI_KIOSK_FLOW_STATE_PRIVATE_H

#include "kiosk/flow/state.h"

/* The rooms: false: not one of theirs. */
bool kiosk_apply_settings(kiosk_state *state, const kiosk_command *command);
bool kiosk_apply_going(kiosk_state *state, const kiosk_command *command);
bool kiosk_apply_typing(kiosk_state *state, const kiosk_command *command);
/* Is there such a field on this screen? */
bool kiosk_has_field(const kiosk_state *state, kiosk_field_kind which);
bool kiosk_apply_hall(kiosk_state *state, const kiosk_command *command);
bool kiosk_apply_position(kiosk_state *state, const kiosk_command *command);
bool kiosk_apply_moves(kiosk_state *state, const kiosk_command *command);
bool kiosk_apply_ruling(kiosk_state *state, const kiosk_command *command);
bool kiosk_apply_evidence(kiosk_state *state, const kiosk_command *command);
bool kiosk_apply_sign(kiosk_state *state, const kiosk_command *command);
bool kiosk_apply_next(kiosk_state *state, const kiosk_command *command);

/* Says something; value may be NULL. Warnings are refusals and errors. */
void kiosk_tell(kiosk_state *state, kiosk_say say, const kiosk_value *value, bool warns);
static inline void kiosk_refuse(kiosk_state *state, kiosk_say say)
{
    kiosk_tell(state, say, NULL, true);
}

/* Where the arbiter is before something is done, and after it: what was said ends when he has gone
 * elsewhere, unless it was said in going. */
typedef struct kiosk_said_at {
    kiosk_screen screen;
    ledger_game_key game;
    int dispute;
} kiosk_said_at;
kiosk_said_at kiosk_said_before(kiosk_state *state);
void kiosk_said_after(kiosk_state *state, const kiosk_said_at *before);

/* Values for a {}. */
kiosk_value kiosk_value_of_text(const char *text);
kiosk_value kiosk_value_of_number(int64_t number);
kiosk_value kiosk_value_of_error(board_error error);

void kiosk_ask_about(kiosk_state *state, kiosk_ask ask, int32_t number, const kiosk_value *value);

/* Jobs. One of the same kind that still waits is replaced, but for KEEP. */
kiosk_wanted *kiosk_want(kiosk_state *state, kiosk_job_kind kind);
void kiosk_want_game(kiosk_state *state, ledger_game_key game);
void kiosk_want_hall(kiosk_state *state, int32_t round);
void kiosk_want_judgment(kiosk_state *state);
void kiosk_keep(kiosk_state *state, const kiosk_command *command);

/* Is there a dispute or a quiz in the draft, so that it says where the arbiter is? */
bool kiosk_draft_has_work(const kiosk_state *state);

/* Empties the draft if nothing in it is open any more. */
void kiosk_forget_draft(kiosk_state *state);

/* The dispute that is worked on, to be changed; NULL. */
kiosk_dispute *kiosk_working(kiosk_state *state);

/* Enters into the dispute that is worked on, keeps the command, and says why not. */
bool kiosk_enter(kiosk_state *state, const kiosk_command *command);
bool kiosk_enter_numbers(kiosk_state *state, kiosk_command_kind kind, int32_t first, int32_t second,
                         int32_t third);

/* Shows a screen with nothing in hand; a step of the flow is remembered in the dispute. */
void kiosk_show(kiosk_state *state, kiosk_screen screen);

/* Puts down what is in hand. */
void kiosk_put_down(kiosk_state *state);

/* Begins a dispute in a free place and makes it the one that is worked on; false: no place. */
bool kiosk_begin_dispute(kiosk_state *state, ledger_game_key game, const char *order);

/* Ends the dispute with this index: signed and announced, or given up. */
void kiosk_end_dispute(kiosk_state *state, int index);

/* Enters a text of ICCS moves, as many at a time as a command holds; false: one does not fit. */
bool kiosk_enter_moves(kiosk_state *state, const char *moves);

/* Takes up a dispute at the step where it was left. */
void kiosk_take_up(kiosk_state *state, int index);

/* Shows a screen that was left for another; 本局 if it cannot be gone to any more. */
void kiosk_return_to(kiosk_state *state, kiosk_screen screen);

/* Goes to 签字. */
void kiosk_enter_sign(kiosk_state *state, kiosk_signing what);

/* Nothing typed of a PIN yet; the arbiter with this index is chosen, if there is one. */
void kiosk_choose_signer(kiosk_state *state, kiosk_signing what, int arbiter);

/* After an order: the entry that closes it, appended before the ruling; false: there is none. */
bool kiosk_closing_to_sign(const kiosk_state *state, ledger_entry *entry);

/* Why the dispute cannot be signed yet; KIOSK_SAY_NOTHING: it can. */
kiosk_say kiosk_sign_refusal(const kiosk_dispute *dispute);

/* Why the PIN that is typed cannot be taken, where one is asked for; why the event cannot be made;
 * KIOSK_SAY_NOTHING: it can. */
kiosk_say kiosk_sign_screen_refusal(const kiosk_state *state);
kiosk_say kiosk_start_refusal(const kiosk_state *state);

/* Takes the PIN that is typed; makes the event of the first start. Each says why not. */
void kiosk_sign_now(kiosk_state *state);
void kiosk_make_event(kiosk_state *state);

/* Recomputes what follows from the overruled labels. */
void kiosk_follow_overrides(kiosk_dispute *dispute);

/* What follows from answers to state.ask. */
void kiosk_answer_entering(kiosk_state *state, kiosk_ask ask, bool yes);
void kiosk_start_dispute(kiosk_state *state);
void kiosk_drop_dispute(kiosk_state *state, int index);
void kiosk_sign_anyway(kiosk_state *state);

/* A tap on a point, a long press, a drag, on 着法. */
void kiosk_tap_move(kiosk_state *state, board_square square);
void kiosk_drag_move(kiosk_state *state, board_square from, board_square to);

/* Says why at the finger, for a while. */
void kiosk_word_at(kiosk_state *state, board_square square, board_error word);

/* Goes to a step if it can be gone to, and asks for what it needs. */
void kiosk_go_to(kiosk_state *state, kiosk_screen step);

/* Time has passed on 裁决. */
void kiosk_play_evidence(kiosk_state *state);
void kiosk_reset_evidence(kiosk_state *state);

/* Takes over an answer of the judge lane. */
void kiosk_receive_judgment(kiosk_state *state, kiosk_job *job);
void kiosk_receive_signing(kiosk_state *state, kiosk_job *job);
void kiosk_receive_event(kiosk_state *state, const kiosk_job *job);

/* Says what went wrong with a job, until something is done. */
void kiosk_tell_trouble(kiosk_state *state, const kiosk_job *job);

/* training*.c */
bool kiosk_apply_training(kiosk_state *state, const kiosk_command *command);
bool kiosk_training_fill(const kiosk_state *state, const kiosk_wanted *wanted, kiosk_job *job);
void kiosk_receive_training(kiosk_state *state, kiosk_job *job);
/* Time has passed; true: it shows. */
bool kiosk_pass_training(kiosk_state *state);
bool kiosk_training_ticks(const kiosk_state *state);
void kiosk_training_typed(kiosk_state *state, const kiosk_field *field);
void kiosk_end_quiz(kiosk_state *state);

#endif
