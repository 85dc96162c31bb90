/*
 * tests/test_kiosk_draft.c: commands as lines, and drafts: what was entered comes back by replay,
 * a torn last line is left out, no PIN is ever written.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "kiosk_random.h"

enum { SESSIONS = 60, COMMANDS = 150, SEED = 7 };

static void test_every_command_is_a_line_and_back(void **state)
{
    (void)state;
    for (int kind = 0; kind < KIOSK_COMMANDS; kind++) {
        const kiosk_command command = {
            (kiosk_command_kind)kind, {-7, 0, INT32_MAX, INT32_MIN}, "兵 五进一!"};
        char line[KIOSK_COMMAND_LINE_BYTES];
        char again[KIOSK_COMMAND_LINE_BYTES];
        kiosk_command read;
        kiosk_command_write(&command, line);
        assert_null(strchr(line, '\n'));
        assert_true(kiosk_command_read(line, strlen(line), &read));
        assert_int_equal(read.kind, kind);
        assert_string_equal(kiosk_command_write(&read, again), line);
    }
}

static void test_lines_that_are_no_commands(void **state)
{
    static const char *const lines[] = {
        "",
        " ",
        "nothing",
        "play",
        "play 1 2",
        "play 1 2 ",
        "play 1 2 3 ",
        "play 1 2 3 4",
        "play 1  2 3",
        "play a b c",
        "square +1",
        "square 1.5",
        "square 99999999999",
        "square 2147483648",
        "square --1",
        "undo 1",
        "undo ",
        "UNDO",
        "square\t1",
        "note \x01",
        "note \xff",
    };

    (void)state;
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        kiosk_command command = {KIOSK_COMMAND_REDO, {1}, "x"};
        if (kiosk_command_read(lines[i], strlen(lines[i]), &command))
            fail_msg("a command: \"%s\"", lines[i]);
        assert_int_equal(command.kind, KIOSK_COMMAND_REDO);
    }
}

static void test_text_at_its_limit(void **state)
{
    char line[KIOSK_COMMAND_LINE_BYTES + 64] = "note ";
    kiosk_command command;

    (void)state;
    memset(line + 5, 'x', KIOSK_COMMAND_TEXT_BYTES - 1);
    assert_true(kiosk_command_read(line, 5 + KIOSK_COMMAND_TEXT_BYTES - 1, &command));
    assert_int_equal(strlen(command.text), KIOSK_COMMAND_TEXT_BYTES - 1);
    line[5 + KIOSK_COMMAND_TEXT_BYTES - 1] = 'x';
    assert_false(kiosk_command_read(line, 5 + KIOSK_COMMAND_TEXT_BYTES, &command));
    /* A text that is too long is cut at a character. */
    command = kiosk_command_of_text(KIOSK_COMMAND_NOTE, "");
    char wide[KIOSK_COMMAND_TEXT_BYTES * 2] = "";
    while (strlen(wide) + 3 < sizeof wide)
        strncat(wide, "炮", 4);
    command = kiosk_command_of_text(KIOSK_COMMAND_NOTE, wide);
    assert_int_equal(strlen(command.text) % 3, 0);
    assert_true(strlen(command.text) < KIOSK_COMMAND_TEXT_BYTES);
}

static void test_pins_are_never_kept(void **state)
{
    (void)state;
    assert_false(kiosk_command_is_kept(KIOSK_COMMAND_DIGIT));
    assert_false(kiosk_command_is_kept(KIOSK_COMMAND_DIGIT_BACK));
    assert_false(kiosk_command_is_kept(KIOSK_COMMAND_SIGN));
    assert_false(kiosk_command_is_kept(KIOSK_COMMAND_TYPE));
}

static void assert_same_disputes(const kiosk_state *a, const kiosk_state *b)
{
    for (int i = 0; i < KIOSK_DISPUTES_MAX; i++) {
        const kiosk_dispute *left = &a->disputes[i];
        const kiosk_dispute *right = &b->disputes[i];
        assert_int_equal(left->open, right->open);
        assert_true(kiosk_entered_equal(&left->entered, &right->entered));
        assert_true(kiosk_entered_equal(&left->base, &right->base));
        assert_int_equal(left->log_done, right->log_done);
        assert_int_equal(left->log_count, right->log_count);
        assert_true(ledger_game_equal(left->game, right->game));
    }
}

/* The quiz that goes on, or waits to be signed, is the one in the draft; no other is. */
static void assert_same_quiz(const kiosk_state *state, const kiosk_state *again)
{
    const kiosk_quizzing *quiz = &state->training.quiz;
    const kiosk_quiz_kept *kept = again->training.kept;

    assert_int_equal(kept != NULL, quiz->is_kept);
    if (kept == NULL)
        return;
    assert_int_equal(kept->count, quiz->quiz->count);
    assert_int_equal(kept->marked, quiz->quiz->at);
    assert_int_equal(kept->seed, quiz->exam_seed);
    assert_string_equal(kept->exam, quiz->exam);
    assert_string_equal(kept->trainee, state->training.trainee);
    if (quiz->stage == KIOSK_QUIZ_ASKED)
        assert_true(kept->asked);
}

/* Random sessions: after each command the lines kept so far give the same disputes. */
static void test_replay_gives_the_same(void **state)
{
    int quizzes = 0;

    (void)state;
    for (uint64_t session = 0; session < SESSIONS; session++) {
        random_kiosk kiosk;
        random_begin(&kiosk, SEED + session);
        for (int i = 0; i < COMMANDS; i++)
            random_step(&kiosk);
        kiosk_state *again = kiosk_state_new();
        kiosk_replayed replayed;
        assert_non_null(again);
        kiosk_draft_replay(again, kiosk.draft, kiosk.draft_length, &replayed);
        assert_int_equal(replayed.unknown, 0);
        assert_false(replayed.torn);
        assert_same_disputes(kiosk.state, again);
        assert_same_quiz(kiosk.state, again);
        quizzes += again->training.kept != NULL;
        assert_int_equal(again->wanted_count, 0); /* nothing is asked for meanwhile */
        kiosk_state_free(again);
        random_end(&kiosk);
    }
    assert_true(quizzes > 0);
}

/* Whatever byte the draft ends at, it is replayed, and at most the last line is lost. */
static void test_draft_cut_anywhere(void **state)
{
    random_kiosk kiosk;

    (void)state;
    random_begin(&kiosk, SEED);
    while (kiosk.draft_length < 1500)
        random_step(&kiosk);
    for (size_t length = 0; length <= kiosk.draft_length; length += 7) {
        kiosk_state *again = kiosk_state_new();
        kiosk_replayed replayed;
        assert_non_null(again);
        kiosk_draft_replay(again, kiosk.draft, length, &replayed);
        assert_int_equal(replayed.unknown, 0);
        assert_int_equal(replayed.torn, length > 0 && kiosk.draft[length - 1] != '\n');
        kiosk_state_free(again);
    }
    random_end(&kiosk);
}

static void test_garbage_is_counted(void **state)
{
    static const char text[] = "\n\xff\xfe\nplay 1 2 3\ndigit 4\nnonsense\nplace 99 99\nundo\n";
    kiosk_state *kiosk = kiosk_state_new();
    kiosk_replayed replayed;

    (void)state;
    assert_non_null(kiosk);
    kiosk_draft_replay(kiosk, text, sizeof text - 1, &replayed);
    assert_int_equal(replayed.unknown, 4);
    assert_int_equal(replayed.applied, 3);
    assert_int_equal(kiosk->current, KIOSK_NO_DISPUTE);
    kiosk_state_free(kiosk);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_command_is_a_line_and_back),
        cmocka_unit_test(test_lines_that_are_no_commands),
        cmocka_unit_test(test_text_at_its_limit),
        cmocka_unit_test(test_pins_are_never_kept),
        cmocka_unit_test(test_replay_gives_the_same),
        cmocka_unit_test(test_draft_cut_anywhere),
        cmocka_unit_test(test_garbage_is_counted),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
