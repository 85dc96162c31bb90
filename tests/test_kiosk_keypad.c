/*
 * tests/test_kiosk_keypad.c: the keypad that follows a score sheet: it reaches every legal move in
 * at most four keys, never another, and names it as the notation does (article 7.5).
 */
#include "notation_positions.h"

#include <stdio.h>

#include "kiosk/flow/keypad.h"

enum { GAMES = 40, PLIES = 60, SEED = 20260501 };

static uint32_t next_random(uint64_t *state)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(*state >> 33);
}

static void read_position(const char *fen, board_position *position)
{
    board_layout layout;

    assert_int_equal(board_fen_read(fen, strlen(fen), &layout, NULL, NULL), BOARD_OK);
    board_position_place(position, &layout);
}

/* The moves that pressing offered keys can end in; each once. */
typedef struct reached {
    board_move_list moves;
    size_t longest; /* most keys */
} reached;

static void press_all(const board_position *position, const kiosk_keypad *keypad, reached *found)
{
    kiosk_keys keys;

    kiosk_keypad_offer(keypad, position, &keys);
    assert_true(keys.moves > 0);
    if (keys.row == KIOSK_KEY_ROWS) {
        assert_true(found->moves.count < BOARD_MOVES_MAX);
        found->moves.moves[found->moves.count++] = keys.move;
        if (keypad->pressed > found->longest)
            found->longest = keypad->pressed;
        return;
    }
    size_t choices = 0;
    for (int key = 0; key < KIOSK_KEYS; key++) {
        kiosk_keypad next = *keypad;
        if (!keys.offered[key] || kiosk_key_row_of((kiosk_key)key) != keys.row)
            continue;
        choices++;
        assert_true(kiosk_keypad_press(&next, position, (kiosk_key)key));
        press_all(position, &next, found);
    }
    assert_true(choices > 1); /* a row with one possibility is passed over */
}

static bool has_move(const board_move_list *list, board_move move)
{
    for (size_t i = 0; i < list->count; i++) {
        if (board_move_equal(list->moves[i], move))
            return true;
    }
    return false;
}

static void check_position(const board_position *position)
{
    const kiosk_keypad nothing = {.any = false};
    board_move_list legal;
    reached found = {.longest = 0};

    board_legal_moves(position, &legal);
    if (legal.count == 0)
        return;
    press_all(position, &nothing, &found);
    assert_int_equal(found.moves.count, legal.count);
    assert_true(found.longest <= KIOSK_KEY_ROWS);
    for (size_t i = 0; i < legal.count; i++)
        assert_true(has_move(&found.moves, legal.moves[i]));
}

static void test_every_legal_move_and_no_other(void **state)
{
    uint64_t random = SEED;

    (void)state;
    for (int game = 0; game < GAMES; game++) {
        board_position position;
        board_position_initial(&position);
        for (int ply = 0; ply < PLIES; ply++) {
            board_move_list legal;
            check_position(&position);
            board_legal_moves(&position, &legal);
            if (legal.count == 0)
                break;
            board_make(&position, legal.moves[next_random(&random) % legal.count]);
        }
    }
}

static void test_pieces_on_one_file(void **state)
{
    static const char *const fens[] = {
        HORSES,    HORSES_BLACK,   ROOKS,     STACKED_ROOKS,   PAWNS_2,   PAWNS_3,
        PAWNS_4,   PAWNS_5,        PAWNS_2_2, PAWNS_2_3,       PAWNS_3_2, PAWNS_2_2_1,
        PAWNS_4_1, BLACK_2,        BLACK_3,   BLACK_5,         BLACK_2_2, BLACK_2_3,
        ADVISORS,  ADVISORS_BLACK, ELEPHANTS, ELEPHANTS_BLACK,
    };

    (void)state;
    for (size_t i = 0; i < COUNT(fens); i++) {
        board_position position;
        read_position(fens[i], &position);
        check_position(&position);
    }
}

/* The keys of a move stand for the characters of its Chinese name. */
static void test_keys_are_the_notation(void **state)
{
    uint64_t random = SEED;
    board_position position;

    (void)state;
    board_position_initial(&position);
    for (int ply = 0; ply < PLIES; ply++) {
        board_move_list legal;
        board_legal_moves(&position, &legal);
        assert_true(legal.count > 0);
        const board_move move = legal.moves[next_random(&random) % legal.count];
        const board_move_name name = board_name_move(&position, move);
        char text[BOARD_NOTATION_BYTES];
        char expected[BOARD_NOTATION_BYTES] = "";
        board_notation_write(&position, move, BOARD_NOTATION_CHINESE, text);
        const char *way =
            kiosk_key_text((kiosk_key)(KIOSK_KEY_WAY + (int)name.way), BOARD_RED, true);
        assert_non_null(strstr(text, way));
        const char *piece =
            kiosk_key_text((kiosk_key)(KIOSK_KEY_PIECE + (int)name.kind), position.to_move, true);
        assert_non_null(strstr(text, piece));
        if (position.to_move == BOARD_RED && name.pick == BOARD_PICK_FILE) {
            snprintf(expected, sizeof expected, "%s%s%s%s", piece,
                     kiosk_key_text((kiosk_key)(KIOSK_KEY_FILE + name.which), BOARD_RED, true), way,
                     kiosk_key_text((kiosk_key)(KIOSK_KEY_NUMBER + name.number), BOARD_RED, true));
            assert_string_equal(text, expected);
        }
        board_make(&position, move);
    }
}

/* 炮二平五 of the initial array: 炮, 二, 平, 五. */
static void test_first_move_of_the_article(void **state)
{
    static const int keys[] = {KIOSK_KEY_PIECE + BOARD_CANNON, KIOSK_KEY_FILE + 2,
                               KIOSK_KEY_WAY + BOARD_SIDEWAYS, KIOSK_KEY_NUMBER + 5};
    kiosk_keypad keypad = {.any = false};
    kiosk_keys offered;
    board_position position;

    (void)state;
    board_position_initial(&position);
    for (size_t i = 0; i < COUNT(keys); i++)
        assert_true(kiosk_keypad_press(&keypad, &position, (kiosk_key)keys[i]));
    kiosk_keypad_offer(&keypad, &position, &offered);
    assert_int_equal(offered.row, KIOSK_KEY_ROWS);
    assert_int_equal(offered.move.from, board_square_at(7, 2));
    assert_int_equal(offered.move.to, board_square_at(4, 2));
    assert_false(kiosk_keypad_press(&keypad, &position, KIOSK_KEY_WAY));
}

/* 前 and 后 are asked where two horses share a file, and files where they do not. */
static void test_front_and_rear_are_asked(void **state)
{
    kiosk_keypad keypad = {.any = false};
    kiosk_keys offered;
    board_position position;

    (void)state;
    read_position(HORSES, &position);
    assert_true(kiosk_keypad_press(&keypad, &position, KIOSK_KEY_PIECE + BOARD_HORSE));
    kiosk_keypad_offer(&keypad, &position, &offered);
    assert_int_equal(offered.row, KIOSK_ROW_WHICH);
    assert_true(offered.offered[KIOSK_KEY_FRONT]);
    assert_true(offered.offered[KIOSK_KEY_REAR]);
    assert_false(offered.offered[KIOSK_KEY_MIDDLE]);
    for (int file = 1; file <= BOARD_FILES; file++)
        assert_false(offered.offered[KIOSK_KEY_FILE + file]);
}

static void test_keys_not_offered_do_nothing(void **state)
{
    board_position position;

    (void)state;
    board_position_initial(&position);
    for (int key = -5; key < KIOSK_KEYS + 5; key++) {
        kiosk_keypad keypad = {.any = false};
        kiosk_keys offered;
        kiosk_keypad_offer(&keypad, &position, &offered);
        const bool wanted = key > 0 && key < KIOSK_KEYS && offered.offered[key] &&
                            kiosk_key_row_of((kiosk_key)key) == KIOSK_ROW_PIECE;
        assert_int_equal(kiosk_keypad_press(&keypad, &position, (kiosk_key)key), wanted);
        assert_int_equal(keypad.pressed, wanted);
    }
}

/* What a score sheet has illegal can be keyed in: 马二进四 over a blocked leg; no king is taken. */
static void test_illegal_moves_on_request(void **state)
{
    static const int keys[] = {KIOSK_KEY_PIECE + BOARD_HORSE, KIOSK_KEY_FILE + 2,
                               KIOSK_KEY_WAY + BOARD_FORWARD, KIOSK_KEY_NUMBER + 4};
    kiosk_keypad keypad = {.any = true};
    kiosk_keys offered;
    board_position position;

    (void)state;
    board_position_initial(&position);
    for (size_t i = 0; i < COUNT(keys); i++) {
        kiosk_keypad_offer(&keypad, &position, &offered);
        if (offered.row == kiosk_key_row_of((kiosk_key)keys[i]))
            assert_true(kiosk_keypad_press(&keypad, &position, (kiosk_key)keys[i]));
    }
    kiosk_keypad_offer(&keypad, &position, &offered);
    assert_int_equal(offered.row, KIOSK_KEY_ROWS);
    assert_int_equal(board_move_fault(&position, offered.move), BOARD_ERROR_MOVE_HORSE_LEG);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_legal_move_and_no_other),
        cmocka_unit_test(test_pieces_on_one_file),
        cmocka_unit_test(test_keys_are_the_notation),
        cmocka_unit_test(test_first_move_of_the_article),
        cmocka_unit_test(test_front_and_rear_are_asked),
        cmocka_unit_test(test_keys_not_offered_do_nothing),
        cmocka_unit_test(test_illegal_moves_on_request),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
