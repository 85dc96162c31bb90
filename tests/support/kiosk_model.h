/*
 * tests/support/kiosk_model.h: a kiosk without a display and without files: the real flow, screens
 * and judge, and a desk that answers from memory. Tests tap on parts by their names.
 */
#ifndef QILI_TESTS_KIOSK_MODEL_H
#define QILI_TESTS_KIOSK_MODEL_H

#include "kiosk/screens/screens.h"

enum { MODEL_ENTRIES_MAX = 8 };

typedef struct kiosk_model {
    kiosk_state *state;
    kiosk_metrics metrics;
    kiosk_view view; /* of the last model_look */
    int64_t now_ms;
    int taps;      /* since the last model_home */
    bool empty;    /* the desk has no event yet */
    bool unpaired; /* ... no pairings */
    bool lit;      /* the screen's brightness can be set */
    bool hold;     /* jobs of the judge lane are kept and not done */
    kiosk_job *held;
    size_t entry_count;
    ledger_entry entries[MODEL_ENTRIES_MAX]; /* that were signed */
} kiosk_model;

/* A kiosk in the hall of a demo event of two rounds: table 12 of round 3 is undisturbed, an order
 * to change is open on table 3, Black of table 5 loses with the next foul, table 7 is finished. The
 * arbiters: 1 with the PIN 1234, 2 without one. */
void model_open(kiosk_model *model, int width, int height, double pixels_per_inch,
                board_language language);
void model_close(kiosk_model *model);

/* Applies a command and does all the jobs that it asks for. */
void model_do(kiosk_model *model, kiosk_command command);

/* Does the jobs that were held. */
void model_release(kiosk_model *model);

/* Makes the view. */
const kiosk_view *model_look(kiosk_model *model);

/* The part with this name, which must be there. */
const kiosk_part *model_part(kiosk_model *model, const char *name);

/* Is there such a part? */
bool model_has(kiosk_model *model, const char *name);

/* A finger on the middle of the part: it must be what the finger hits. Counts as a tap. */
void model_tap(kiosk_model *model, const char *name);

/* A finger on a point of the board, "e3". Counts as a tap. */
void model_tap_square(kiosk_model *model, const char *square);

/* Taps "a", "b" ... one after the other: names with blanks between them; "@e3" is a point. */
void model_taps(kiosk_model *model, const char *names);

/* Pages through the hall, which must be shown, to the table, and picks it. */
void model_pick_table(kiosk_model *model, int table);

/* Up to the ruling of the example dispute (a rook chases a cannon, four moves, three times) on table
 * 12: the position by FEN, the moves by commands. */
void model_go_to_moves(kiosk_model *model, const char *fen, const char *moves);
void model_go_to_ruling(kiosk_model *model, const char *fen, const char *moves);

extern const char model_chase_fen[];
extern const char model_chase_moves[];

#endif
