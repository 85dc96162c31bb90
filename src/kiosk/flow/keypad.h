/*
 * kiosk/flow/keypad.h: the keypad that follows a score sheet: piece, file or 前/中/后, 进退平, number.
 *
 * Each key narrows the moves that are left; a row offers only what remains possible, and a row with
 * one possibility is passed over. When one move is left, it is the move. So nothing illegal can be
 * entered, unless the keypad is asked for all moves: then it offers also those that only the way of
 * a piece allows, for what a score sheet has illegal.
 */
#ifndef QILI_KIOSK_FLOW_KEYPAD_H
#define QILI_KIOSK_FLOW_KEYPAD_H

#include "board/moves.h"
#include "board/notation.h"

/* The keys. The row is told by the key. */
typedef enum kiosk_key {
    KIOSK_KEY_NONE = 0,
    KIOSK_KEY_PIECE = 1,   /* + board_kind: 1..7 */
    KIOSK_KEY_FILE = 10,   /* + 1..9: file as the mover counts, from his right */
    KIOSK_KEY_FRONT = 20,  /* 前 */
    KIOSK_KEY_MIDDLE = 21, /* 中 */
    KIOSK_KEY_REAR = 22,   /* 后 */
    KIOSK_KEY_PLACE = 30,  /* + 1..5: 一..五 of pawns, or of more than three on a file */
    KIOSK_KEY_WAY = 40,    /* + board_way: 进 退 平 */
    KIOSK_KEY_NUMBER = 50, /* + 1..9 */
    KIOSK_KEYS = 60
} kiosk_key;

/* The rows in their order. */
typedef enum kiosk_key_row {
    KIOSK_ROW_PIECE = 0,
    KIOSK_ROW_WHICH,
    KIOSK_ROW_WAY,
    KIOSK_ROW_NUMBER,
    KIOSK_KEY_ROWS
} kiosk_key_row;

enum { KIOSK_KEYPAD_MOVES_MAX = 512 }; /* with the illegal ones */

/* What was pressed so far; all zero: nothing. */
typedef struct kiosk_keypad {
    bool any;                     /* illegal moves too */
    uint8_t pressed;              /* how many keys */
    uint8_t keys[KIOSK_KEY_ROWS]; /* kiosk_key, in the order in which they were pressed */
} kiosk_keypad;

/* What can be pressed next. */
typedef struct kiosk_keys {
    size_t moves;                   /* that are left; 0: what was pressed fits no move */
    board_move move;                /* the move meant, if row is KIOSK_KEY_ROWS */
    uint8_t chosen[KIOSK_KEY_ROWS]; /* by row: the key pressed, or the only one left; 0: open */
    kiosk_key_row row;              /* the first open row, which is asked now; KIOSK_KEY_ROWS: none,
                               the move is clear */
    bool offered[KIOSK_KEYS]; /* keys of all open rows that some of the moves left has; of `row`
                                   those that are to be pressed */
} kiosk_keys;

/* What is possible in the position after what was pressed. A keypad whose keys fit no move (it is
 * of another position) leaves no moves. */
void kiosk_keypad_offer(const kiosk_keypad *keypad, const board_position *position,
                        kiosk_keys *keys);

/* Presses a key of the row that is asked; false: it is not offered, and nothing changes. */
bool kiosk_keypad_press(kiosk_keypad *keypad, const board_position *position, kiosk_key key);

/* The row that a key belongs to; KIOSK_KEY_ROWS: it is no key. */
kiosk_key_row kiosk_key_row_of(kiosk_key key);

/* What stands on the key, as the mover writes it: 俥, 一, 前, 进. Red's numbers are Chinese numerals,
 * Black's digits. "" for no key. */
const char *kiosk_key_text(kiosk_key key, board_side side, bool simplified);

#endif
