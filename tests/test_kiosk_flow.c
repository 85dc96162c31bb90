/*
 * tests/test_kiosk_flow.c: the flow without files, sentence by sentence of the design of the
 * screens; then random commands: undo and redo come back to equal states, nothing crashes.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "kiosk_random.h"

enum { SESSIONS = 40, COMMANDS = 200, MONKEY = 20000, SEED = 11 };

#define APPLY(kiosk, kind, first, second)                                                          \
    random_apply((kiosk), KIOSK_COMMAND_##kind, (int32_t)(first), (int32_t)(second))

static const kiosk_dispute *current(const random_kiosk *kiosk)
{
    const kiosk_dispute *dispute = kiosk_current(kiosk->state);

    assert_non_null(dispute);
    return dispute;
}

static board_square at(const char *iccs)
{
    return board_square_at(iccs[0] - 'a', iccs[1] - '0');
}

static board_cell cell_at(const random_kiosk *kiosk, const char *iccs)
{
    return current(kiosk)->entered.layout.cells[at(iccs)];
}

static void pick_game(random_kiosk *kiosk, int table)
{
    kiosk_command game = kiosk_command_of(KIOSK_COMMAND_GAME, 1, table);

    game.numbers[2] = 1;
    kiosk_apply(kiosk->state, &game, kiosk->now_ms);
    random_jobs(kiosk);
}

static void give_fen(random_kiosk *kiosk, const char *fen)
{
    kiosk_command command = kiosk_command_of_text(KIOSK_COMMAND_FEN, fen);

    command.numbers[0] = 1;
    kiosk_apply(kiosk->state, &command, kiosk->now_ms);
    random_jobs(kiosk);
}

/* 局面 of game 1.5, which has no order. */
static random_kiosk *begin(void)
{
    random_kiosk *kiosk = calloc(1, sizeof *kiosk);

    assert_non_null(kiosk);
    random_begin(kiosk, SEED);
    pick_game(kiosk, 5);
    APPLY(kiosk, NEXT, 0, 0);
    assert_int_equal(kiosk->state->screen, KIOSK_SCREEN_POSITION);
    return kiosk;
}

static random_kiosk *begin_moves(const char *fen)
{
    random_kiosk *kiosk = begin();

    give_fen(kiosk, fen);
    APPLY(kiosk, NEXT, 0, 0);
    assert_int_equal(kiosk->state->screen, KIOSK_SCREEN_MOVES);
    return kiosk;
}

static void finish(random_kiosk *kiosk)
{
    random_end(kiosk);
    free(kiosk);
}

static void move(random_kiosk *kiosk, const char *iccs)
{
    APPLY(kiosk, SQUARE, at(iccs), 0);
    APPLY(kiosk, SQUARE, at(iccs + 2), 0);
}

/* "the piece stays picked: five pawns are six taps" */
static void test_five_pawns_are_six_taps(void **state)
{
    static const char *const points[] = {"a4", "c4", "e4", "g4", "i4"};
    const board_cell pawn = board_cell_of(BOARD_RED, BOARD_PAWN);
    random_kiosk *kiosk = begin();

    (void)state;
    APPLY(kiosk, CLEAR, 0, 0);
    assert_int_equal(kiosk_left(kiosk->state, pawn), 5);
    APPLY(kiosk, PICK, pawn, 0);
    for (int i = 0; i < 5; i++)
        APPLY(kiosk, SQUARE, at(points[i]), 0);
    assert_int_equal(kiosk_left(kiosk->state, pawn), 0);
    for (int i = 0; i < 5; i++)
        assert_int_equal(cell_at(kiosk, points[i]), pawn);
    APPLY(kiosk, PICK, pawn, 0);
    assert_int_equal(kiosk->state->say, KIOSK_SAY_NONE_LEFT);
    finish(kiosk);
}

/* "Tapping a placed piece picks it up; long press removes it"; dragging moves, off the board
 * removes. */
static void test_placed_pieces(void **state)
{
    random_kiosk *kiosk = begin();
    const board_cell rook = board_cell_of(BOARD_RED, BOARD_ROOK);

    (void)state;
    assert_int_equal(cell_at(kiosk, "a0"), rook); /* else the initial array */
    APPLY(kiosk, SQUARE, at("a0"), 0);
    assert_int_equal(kiosk->state->hand.square, at("a0"));
    APPLY(kiosk, SQUARE, at("a1"), 0);
    assert_int_equal(cell_at(kiosk, "a1"), rook);
    assert_int_equal(cell_at(kiosk, "a0"), BOARD_EMPTY);
    APPLY(kiosk, DRAG, at("a1"), at("e5"));
    assert_int_equal(cell_at(kiosk, "e5"), rook);
    APPLY(kiosk, SQUARE_HOLD, at("e5"), 0);
    assert_int_equal(cell_at(kiosk, "e5"), BOARD_EMPTY);
    APPLY(kiosk, DRAG, at("i0"), BOARD_NO_SQUARE);
    assert_int_equal(kiosk_left(kiosk->state, rook), 2);
    APPLY(kiosk, PICK_DRAG, rook, at("i5"));
    assert_int_equal(cell_at(kiosk, "i5"), rook);
    APPLY(kiosk, MIRROR, 0, 0);
    assert_int_equal(cell_at(kiosk, "a5"), rook);
    APPLY(kiosk, SWAP_COLOURS, 0, 0);
    assert_int_equal(cell_at(kiosk, "i4"), board_cell_of(BOARD_BLACK, BOARD_ROOK));
    APPLY(kiosk, UNDO, 0, 0);
    APPLY(kiosk, UNDO, 0, 0);
    assert_int_equal(cell_at(kiosk, "i5"), rook);
    finish(kiosk);
}

/* "the next step asks once if it was not touched" */
static void test_side_is_asked(void **state)
{
    random_kiosk *kiosk = begin();

    (void)state;
    APPLY(kiosk, NEXT, 0, 0);
    assert_int_equal(kiosk->state->ask, KIOSK_ASK_SIDE);
    APPLY(kiosk, ANSWER, 0, 0);
    assert_int_equal(kiosk->state->screen, KIOSK_SCREEN_POSITION);
    APPLY(kiosk, NEXT, 0, 0);
    APPLY(kiosk, ANSWER, 1, 0);
    assert_int_equal(kiosk->state->screen, KIOSK_SCREEN_MOVES);
    assert_true(current(kiosk)->entered.side_chosen);
    finish(kiosk);
}

/* "下一步 stays dim and says what is missing" */
static void test_faulty_position_goes_no_further(void **state)
{
    random_kiosk *kiosk = begin();

    (void)state;
    APPLY(kiosk, SIDE, BOARD_RED, 0);
    APPLY(kiosk, SQUARE_HOLD, at("e9"), 0);
    assert_int_equal(kiosk_next_of(kiosk->state).refusal, KIOSK_SAY_POSITION_FAULTY);
    APPLY(kiosk, NEXT, 0, 0);
    assert_int_equal(kiosk->state->screen, KIOSK_SCREEN_POSITION);
    assert_string_equal(kiosk->state->say_value.text[BOARD_CHINESE],
                        board_error_text(BOARD_ERROR_NO_BLACK_KING, BOARD_CHINESE));
    assert_string_equal(kiosk->state->say_value.text[BOARD_ENGLISH],
                        board_error_text(BOARD_ERROR_NO_BLACK_KING, BOARD_ENGLISH));
    finish(kiosk);
}

/* "An illegal point answers with the reason at the finger, for two seconds." */
static void test_illegal_moves_say_why(void **state)
{
    static const struct {
        const char *fen;
        const char *move;
        board_error reason;
    } cases[] = {
        {"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w", "b0d1",
         BOARD_ERROR_MOVE_HORSE_LEG},
        {"5k3/9/9/9/9/9/9/9/3R5/2B1K4 w", "c0e2", BOARD_ERROR_MOVE_ELEPHANT_EYE},
        {"3ak4/9/9/9/4r4/9/9/9/4R4/4K4 w", "e1a1", BOARD_ERROR_MOVE_LEAVES_CHECK},
        {"4k4/9/9/4P4/9/9/9/9/9/4K4 w", "e6d6", BOARD_ERROR_MOVE_KINGS_FACING},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        random_kiosk *kiosk = begin_moves(cases[i].fen);
        move(kiosk, cases[i].move);
        assert_int_equal(kiosk->state->hand.word, cases[i].reason);
        assert_int_equal(kiosk->state->hand.word_square, at(cases[i].move + 2));
        assert_int_equal(current(kiosk)->entered.count, 0);
        assert_true(kiosk_wants_tick(kiosk->state));
        kiosk->now_ms += KIOSK_WORD_MS - 100;
        APPLY(kiosk, TICK, 0, 0);
        assert_int_not_equal(kiosk->state->hand.word_square, BOARD_NO_SQUARE);
        kiosk->now_ms += 100;
        APPLY(kiosk, TICK, 0, 0);
        assert_int_equal(kiosk->state->hand.word_square, BOARD_NO_SQUARE);
        finish(kiosk);
    }
}

/* "What a score sheet has illegal is entered as it stands and marked", after a confirmation. */
static void test_illegal_move_that_stood(void **state)
{
    random_kiosk *kiosk = begin_moves("3ak4/9/9/9/4r4/9/9/9/4R4/4K4 w");

    (void)state;
    move(kiosk, "e1a1");
    APPLY(kiosk, STANDS, 0, 0);
    assert_int_equal(kiosk->state->ask, KIOSK_ASK_STANDS);
    APPLY(kiosk, ANSWER, 0, 0);
    assert_int_equal(current(kiosk)->entered.count, 0);
    move(kiosk, "e1a1");
    APPLY(kiosk, SQUARE, at("a1"), 0); /* the same point once more asks too */
    assert_int_equal(kiosk->state->ask, KIOSK_ASK_STANDS);
    APPLY(kiosk, ANSWER, 1, 0);
    assert_int_equal(current(kiosk)->entered.count, 1);
    assert_int_equal(current(kiosk)->entered.moves[0].illegality, BOARD_ERROR_MOVE_LEAVES_CHECK);
    finish(kiosk);
}

#define ROOKS "3k1a3/9/9/9/r8/9/9/R8/9/4KA3 w"

/* Whatever stood, a piece cannot stand where one of its own side does, nor in a king's place, however
 * wrong the way it took. */
static void test_impossible_move_cannot_have_stood(void **state)
{
    random_kiosk *kiosk = begin_moves(ROOKS);

    (void)state;
    APPLY(kiosk, STAND, at("f0"), at("a2"));
    assert_int_equal(current(kiosk)->entered.count, 0);
    APPLY(kiosk, STAND, at("f0"), at("d9"));
    assert_int_equal(current(kiosk)->entered.count, 0);
    APPLY(kiosk, STAND, at("f0"), at("h5"));
    assert_int_equal(current(kiosk)->entered.count, 1);
    finish(kiosk);
}

/* "at the third it says 三次循环，可以裁决" */
static void test_third_occurrence_is_found(void **state)
{
    static const char *const cycle[] = {"a2b2", "a5b5", "b2a2", "b5a5"};
    random_kiosk *kiosk = begin_moves(ROOKS);
    kiosk_repetition repetition;

    (void)state;
    for (size_t i = 0; i < 8; i++) {
        assert_int_not_equal(kiosk->state->say, KIOSK_SAY_THREE_TIMES);
        move(kiosk, cycle[i % 4]);
        assert_true(kiosk_find_repetition(&current(kiosk)->entered, &repetition));
        assert_int_equal(repetition.occurrences, 1 + (i + 1) / 4);
    }
    assert_int_equal(kiosk->state->say, KIOSK_SAY_THREE_TIMES);
    assert_true(repetition.complete);
    assert_int_equal(repetition.plies[0], 0);
    assert_int_equal(repetition.plies[1], 4);
    assert_int_equal(repetition.plies[2], 8);
    finish(kiosk);
}

/* "If one cycle was entered and the position came back: 双方一直如此重复?" */
static void test_one_cycle_confirmed(void **state)
{
    random_kiosk *kiosk = begin_moves(ROOKS);
    kiosk_repetition repetition;

    (void)state;
    move(kiosk, "a2b2");
    move(kiosk, "a5b5");
    move(kiosk, "b2a2");
    assert_false(kiosk_asks_rounds(kiosk->state));
    APPLY(kiosk, ROUNDS, 1, 0);
    assert_int_equal(kiosk->state->say, KIOSK_SAY_NO_CYCLE);
    move(kiosk, "b5a5");
    assert_true(kiosk_asks_rounds(kiosk->state));
    APPLY(kiosk, NOT_YET, 0, 0);
    assert_false(kiosk_asks_rounds(kiosk->state));
    APPLY(kiosk, ROUNDS, 1, 0);
    assert_int_equal(kiosk_played(&current(kiosk)->entered, NULL, 0), 8);
    assert_true(kiosk_find_repetition(&current(kiosk)->entered, &repetition));
    assert_true(repetition.complete);
    APPLY(kiosk, UNDO, 0, 0);
    assert_int_equal(kiosk_played(&current(kiosk)->entered, NULL, 0), 4);
    finish(kiosk);
}

static void test_jump_and_play_on(void **state)
{
    random_kiosk *kiosk = begin_moves(ROOKS);

    (void)state;
    move(kiosk, "a2b2");
    move(kiosk, "a5b5");
    move(kiosk, "b2a2");
    APPLY(kiosk, SHOW, 1, 0);
    assert_int_equal(current(kiosk)->entered.count, 3);
    move(kiosk, "a5c5");
    assert_int_equal(current(kiosk)->entered.count, 2);
    assert_int_equal(kiosk->state->say, KIOSK_SAY_MOVES_DROPPED);
    APPLY(kiosk, UNDO, 0, 0);
    assert_int_equal(current(kiosk)->entered.count, 3);
    APPLY(kiosk, KEY_BACK, 0, 0);
    assert_int_equal(current(kiosk)->entered.count, 2);
    finish(kiosk);
}

/* Going back loses nothing that stands after it, unless it no longer fits. */
static void test_back_to_the_position(void **state)
{
    random_kiosk *kiosk = begin_moves(ROOKS);

    (void)state;
    move(kiosk, "a2b2");
    move(kiosk, "a5b5");
    APPLY(kiosk, GO, KIOSK_SCREEN_POSITION, 0);
    APPLY(kiosk, NEXT, 0, 0);
    assert_int_equal(current(kiosk)->entered.count, 2);
    APPLY(kiosk, BACK, 0, 0);
    APPLY(kiosk, DRAG, at("a5"), at("c5"));
    assert_int_equal(current(kiosk)->entered.count, 2);
    APPLY(kiosk, NEXT, 0, 0);
    assert_int_equal(kiosk->state->screen, KIOSK_SCREEN_MOVES);
    assert_int_equal(current(kiosk)->entered.count, 1);
    assert_int_equal(kiosk->state->say, KIOSK_SAY_MOVES_DROPPED);
    finish(kiosk);
}

/* The language is switched in the middle of everything, also while something is asked. */
static void test_language_switched_in_the_middle(void **state)
{
    random_kiosk *kiosk = begin_moves("3ak4/9/9/9/4r4/9/9/9/4R4/4K4 w");

    (void)state;
    move(kiosk, "e1a1");
    APPLY(kiosk, STANDS, 0, 0);
    APPLY(kiosk, LANGUAGE, BOARD_ENGLISH, 0);
    assert_int_equal(kiosk->state->ask, KIOSK_ASK_STANDS);
    assert_string_equal(kiosk->state->ask_text.text[BOARD_ENGLISH],
                        board_error_text(BOARD_ERROR_MOVE_LEAVES_CHECK, BOARD_ENGLISH));
    APPLY(kiosk, LANGUAGE, 7, 0);
    assert_int_equal(kiosk->state->settings.language, BOARD_ENGLISH);
    finish(kiosk);
}

static void test_edition_changed(void **state)
{
    random_kiosk *kiosk = begin_moves(ROOKS);
    kiosk_command edition = kiosk_command_of_text(KIOSK_COMMAND_EDITION, "cxa-2020");

    (void)state;
    assert_string_equal(kiosk_edition(kiosk->state), "cxa-2007");
    kiosk_apply(kiosk->state, &edition, kiosk->now_ms);
    assert_string_equal(kiosk_edition(kiosk->state), "cxa-2020");
    assert_string_equal(kiosk->state->settings.edition, ""); /* of this dispute only */
    edition = kiosk_command_of_text(KIOSK_COMMAND_EDITION, "of 1850");
    kiosk_apply(kiosk->state, &edition, kiosk->now_ms);
    assert_int_equal(kiosk->state->say, KIOSK_SAY_EDITION_MISSING);
    assert_string_equal(kiosk_edition(kiosk->state), "cxa-2020");
    finish(kiosk);
}

static void test_storage_is_warned_of_early(void **state)
{
    random_kiosk *kiosk = begin();
    kiosk_device device = kiosk->state->device;

    (void)state;
    device.free_mib = KIOSK_STORAGE_LOW_MIB;
    kiosk_set_device(kiosk->state, &device);
    assert_int_equal(kiosk->state->say, KIOSK_SAY_NOTHING);
    device.free_mib = KIOSK_STORAGE_LOW_MIB - 1;
    kiosk_set_device(kiosk->state, &device);
    assert_int_equal(kiosk->state->say, KIOSK_SAY_STORAGE_LOW);
    finish(kiosk);
}

/* The list of commands is full: the oldest cannot be undone any more, the rest can. */
static void test_more_commands_than_the_list_holds(void **state)
{
    random_kiosk *kiosk = begin();
    size_t undone = 0;

    (void)state;
    for (int i = 0; i < KIOSK_LOG_MAX + 10; i++)
        APPLY(kiosk, SIDE, i % 2, 0);
    const kiosk_entered last = current(kiosk)->entered;
    for (; kiosk_dispute_can_undo(current(kiosk)); undone++)
        APPLY(kiosk, UNDO, 0, 0);
    assert_true(undone >= KIOSK_LOG_MAX - KIOSK_LOG_FOLDED);
    for (; undone > 0; undone--)
        APPLY(kiosk, REDO, 0, 0);
    assert_true(kiosk_entered_equal(&current(kiosk)->entered, &last));
    finish(kiosk);
}

/* Undo all the way and redo all the way: the same; undo one by one goes through the same states. */
static void check_undo(random_kiosk *kiosk)
{
    static kiosk_entered states[KIOSK_LOG_MAX + 1];
    const kiosk_dispute *dispute = kiosk_current(kiosk->state);
    static kiosk_dispute tried;

    if (dispute == NULL || dispute->is_signed)
        return;
    /* Without its results, which a copy must not own. */
    tried = *dispute;
    tried.result = tried.changed = tried.compared = (judge_result){0};
    const kiosk_command undo = kiosk_command_of(KIOSK_COMMAND_UNDO, 0, 0);
    const kiosk_command redo = kiosk_command_of(KIOSK_COMMAND_REDO, 0, 0);
    const size_t done = tried.log_done;
    for (size_t i = done;; i--) {
        states[i] = tried.entered;
        if (kiosk_dispute_enter(&tried, &undo) != KIOSK_SAY_NOTHING)
            break;
    }
    assert_true(kiosk_entered_equal(&tried.entered, &tried.base));
    for (size_t i = 0; i < done; i++) {
        assert_true(kiosk_entered_equal(&tried.entered, &states[i]));
        assert_int_equal(kiosk_dispute_enter(&tried, &redo), KIOSK_SAY_NOTHING);
    }
    assert_true(kiosk_entered_equal(&tried.entered, &dispute->entered));
}

static void test_undo_and_redo_come_back(void **state)
{
    size_t most_moves = 0;
    size_t most_listed = 0;

    (void)state;
    for (uint64_t session = 0; session < SESSIONS; session++) {
        random_kiosk *kiosk = calloc(1, sizeof *kiosk);
        assert_non_null(kiosk);
        random_begin(kiosk, SEED + session);
        for (int i = 0; i < COMMANDS; i++) {
            random_step(kiosk);
            if (i % 20 == 0)
                check_undo(kiosk);
            const kiosk_dispute *dispute = kiosk_current(kiosk->state);
            if (dispute != NULL && dispute->entered.count > most_moves)
                most_moves = dispute->entered.count;
            if (dispute != NULL && dispute->log_count > most_listed)
                most_listed = dispute->log_count;
        }
        finish(kiosk);
    }
    /* The sessions got somewhere. */
    assert_in_range(most_moves, 10, KIOSK_PLIES_MAX);
    assert_in_range(most_listed, 20, KIOSK_LOG_MAX);
}

/* What must hold of any state. */
static void check_state(const random_kiosk *kiosk)
{
    const kiosk_state *state = kiosk->state;
    const kiosk_dispute *dispute = kiosk_current(state);
    kiosk_scene scene;
    board_position position;

    assert_true(state->screen < KIOSK_SCREENS);
    assert_in_range(state->current + 1, 0, KIOSK_DISPUTES_MAX);
    assert_true(dispute == NULL || dispute->open);
    assert_true(state->screen < KIOSK_SCREEN_POSITION || !kiosk_screen_is_step(state->screen) ||
                dispute != NULL ||
                (state->screen == KIOSK_SCREEN_SIGN && state->sign.what == KIOSK_SIGN_ORDER));
    if (dispute != NULL && state->screen == KIOSK_SCREEN_MOVES) {
        assert_true(state->hand.shown <= dispute->entered.count);
        assert_true(kiosk_shown_position(state, &position));
    }
    assert_true(strlen(state->sign.pin) <= KIOSK_PIN_MAX);
    kiosk_scene_of(state, &scene);
    kiosk_next_of(state);
    kiosk_asks_rounds(state);
}

static void test_random_commands_upset_nothing(void **state)
{
    random_kiosk *kiosk = calloc(1, sizeof *kiosk);
    size_t seen[KIOSK_SCREENS] = {0};

    (void)state;
    assert_non_null(kiosk);
    random_begin(kiosk, SEED);
    for (int i = 0; i < MONKEY; i++) {
        if (kiosk->draft_length > RANDOM_DRAFT_BYTES / 2)
            kiosk->draft_length = 0;
        random_step(kiosk);
        check_state(kiosk);
        seen[kiosk->state->screen]++;
    }
    for (int screen = 0; screen < KIOSK_SCREENS; screen++) {
        if (screen != KIOSK_SCREEN_START && seen[screen] == 0)
            fail_msg("the screen %s was never seen", kiosk_screen_code((kiosk_screen)screen));
    }
    finish(kiosk);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_five_pawns_are_six_taps),
        cmocka_unit_test(test_placed_pieces),
        cmocka_unit_test(test_side_is_asked),
        cmocka_unit_test(test_faulty_position_goes_no_further),
        cmocka_unit_test(test_illegal_moves_say_why),
        cmocka_unit_test(test_illegal_move_that_stood),
        cmocka_unit_test(test_impossible_move_cannot_have_stood),
        cmocka_unit_test(test_third_occurrence_is_found),
        cmocka_unit_test(test_one_cycle_confirmed),
        cmocka_unit_test(test_jump_and_play_on),
        cmocka_unit_test(test_back_to_the_position),
        cmocka_unit_test(test_language_switched_in_the_middle),
        cmocka_unit_test(test_edition_changed),
        cmocka_unit_test(test_storage_is_warned_of_early),
        cmocka_unit_test(test_more_commands_than_the_list_holds),
        cmocka_unit_test(test_undo_and_redo_come_back),
        cmocka_unit_test(test_random_commands_upset_nothing),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
