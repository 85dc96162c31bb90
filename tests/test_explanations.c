/*
 * tests/test_explanations.c: an explanation that names a move, a piece or an article that is not
 * there is told; one that does not is left alone.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "judge/memo.h"
#include "training/check.h"
#include "training/from_ruling.h"

enum { TEXT_BYTES = 4096 };

/* A rook chases a cannon up and down its file; the cannon's attack on a horse is old (item 6). */
#define CHASE                                                                                      \
    "{\"id\":\"one\",\"source\":\"x\",\"fen\":\"3ak4/2c1a4/9/R8/9/2P6/9/2N6/4A4/3AK4 w\","         \
    "\"moves\":[\"a6a8\",\"c8c6\",\"a8a6\",\"c6c8\"],"                                             \
    "\"labels\":{\"cxa-2007\":[\"捉\",\"闲\",\"捉\",\"闲\"]},"                                 \
    "\"articles\":{\"applies\":[\"26.4\",\"29.2\",\"item.6\"]},"
#define MATE                                                                                       \
    "{\"id\":\"one\",\"source\":\"x\",\"fen\":\"3k5/6R1C/3c5/6N2/6b2/9/9/9/2r1p1p2/5K3 w\","       \
    "\"mate\":2,\"articles\":{\"applies\":[\"28.2\"]},"

typedef struct told {
    size_t count;
    training_fault_kind kind; /* of the last */
    char said[64];
} told;

static void keep(void *context, const training_fault *fault)
{
    told *last = context;

    last->count++;
    last->kind = fault->kind;
    snprintf(last->said, sizeof last->said, "%s", fault->said);
}

static told look(const char *head, const char *chinese, const char *english, bool explanations)
{
    training_library library = {0};
    told last = {0};
    training_check check = {.visit = keep,
                            .context = &last,
                            .memo = judge_memo_new(judge_memo_standard()),
                            .explanations = explanations};
    char text[TEXT_BYTES];

    snprintf(text, sizeof text, "%s\"explanation\":{\"zh\":\"%s\",\"en\":\"%s\"}}", head, chinese,
             english);
    assert_non_null(check.memo);
    assert_int_equal(training_library_read(&library, text, strlen(text), NULL), BOARD_OK);
    assert_int_equal(training_check_case(&check, &library.cases[0]), BOARD_OK);
    assert_int_equal(check.faults, last.count);
    judge_memo_free(check.memo);
    training_library_free(&library);
    return last;
}

static void expect_none(const char *head, const char *chinese, const char *english)
{
    told last = look(head, chinese, english, true);

    if (last.count > 0)
        fail_msg("%s / %s: told of \"%s\" (%d)", chinese, english, last.said, (int)last.kind);
}

static void expect(const char *chinese, const char *english, training_fault_kind kind,
                   const char *said)
{
    told last = look(CHASE, chinese, english, true);

    if (last.count != 1 || last.kind != kind || strcmp(last.said, said) != 0)
        fail_msg("%s / %s: %zu told, the last of \"%s\" (%d)", chinese, english, last.count,
                 last.said, (int)last.kind);
    assert_int_equal(look(CHASE, chinese, english, false).count, 0);
}

static void test_what_is_there(void **state)
{
    (void)state;
    expect_none(CHASE,
                "红车进二、退二都捉炮，黑炮只是躲，从捉到捉按闲（29.2、细则6）。红方变着（26.4）。",
                "The red rook attacks the cannon on both ranks. Black's cannon runs and its attack "
                "is old (29.2, item 6). Red must change (26.4).");
    expect_none(CHASE, "车九进二；炮３退２，炮3进2。", "Up and down.");
    expect_none(CHASE, "红车下一着平七吃炮。", "Next the rook takes.");
    expect_none(CHASE, "红车进一步是捉，退一步也是捉；2007年版和。",
                "Step by step a chase: a draw.");
    expect_none(CHASE, "依图例8.22、9.31，吃子 25 回合。", "Figures 8.22 and 9.31 in 25 rounds.");
    expect_none(MATE, "马三进四照将，将４进１，车三进一。", "Horse, then rook.");
}

static void test_what_is_not_there(void **state)
{
    static const struct {
        const char *chinese;
        const char *english;
        training_fault_kind kind;
        const char *said;
    } wrong[] = {
        {"红车平八捉炮。", "x", TRAINING_FAULT_MOVE, "车平八"},
        {"红车进三捉炮。", "x", TRAINING_FAULT_MOVE, "车进三"},
        {"黑炮进二捉马。", "x", TRAINING_FAULT_MOVE, "炮进二"}, /* Black's numbers are 1 to 9 */
        {"红车进２捉炮。", "x", TRAINING_FAULT_MOVE, "车进２"},
        {"红车捉炮，再平一。", "x", TRAINING_FAULT_MOVE, "平一"},
        {"马八退七。", "x", TRAINING_FAULT_MOVE, "马八退七"},
        {"黑车捉炮。", "x", TRAINING_FAULT_PIECE, "黑车"},
        {"红士捉炮。", "x", TRAINING_FAULT_PIECE, "红士"},
        {"黑兵捉炮。", "x", TRAINING_FAULT_PIECE, "黑兵"},
        {"x", "Black's rook runs.", TRAINING_FAULT_PIECE, "Black's rook"},
        {"x", "The red elephants run.", TRAINING_FAULT_PIECE, "red elephant"},
        {"旧捉（29.2）。", "Old.", TRAINING_FAULT_ARTICLE, "29.2"},
        {"旧捉。", "Old (29.2).", TRAINING_FAULT_ARTICLE, "29.2"},
        {"旧捉（细则6）。", "Old (items 6 and 5).", TRAINING_FAULT_ARTICLE, "item.5"},
        {"旧捉（27.1）。", "Old (27.1).", TRAINING_FAULT_LISTED, "27.1"},
        {"旧捉（细则6、10）。", "Old (items 6 and 10).", TRAINING_FAULT_LISTED, "item.10"},
        {"旧捉（29.2）。", "Old (29.2, 29.20).", TRAINING_FAULT_ARTICLE, "29.20"},
        {"红方变着。", "Red chases.", TRAINING_FAULT_OUTCOME, "变着"},
        {"红方长捉。", "Red must change.", TRAINING_FAULT_OUTCOME, "must change"},
        {"双方作和。", "Both chase.", TRAINING_FAULT_OUTCOME, "作和"},
        {"都是闲着。", "All idle: a draw.", TRAINING_FAULT_OUTCOME, "a draw"},
        {"红方负。", "Red checks.", TRAINING_FAULT_OUTCOME, "方负"},
        {"红方长将。", "Red loses.", TRAINING_FAULT_OUTCOME, "loses"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        expect(wrong[i].chinese, wrong[i].english, wrong[i].kind, wrong[i].said);
}

/* In a mate, too: the horse goes to four, not to five. */
static void test_a_move_of_a_kill(void **state)
{
    told last = look(MATE, "马三进五照将。", "x", true);

    (void)state;
    assert_int_equal(last.count, 1);
    assert_int_equal(last.kind, TRAINING_FAULT_MOVE);
    assert_string_equal(last.said, "马三进五");
}

/* What a ruling is made into is explained by its own sentence, in which all is there. */
static void test_rulings(void **state)
{
    static const struct {
        judge_outcome outcome;
        const char *fen;
        const char *moves;
    } rulings[] = {
        {JUDGE_RED_LOSES, "4k4/9/9/9/9/9/9/9/2R6/5K3 w", "c1c2 e9d9 c2d2 d9e9 d2e2 e9d9 e2d2"},
        {JUDGE_RED_MUST_CHANGE, "3ak4/2c1a4/9/R8/9/2P6/9/2N6/4A4/3AK4 w", "a6a8 c8c6 a8a6 c6c8"},
        {JUDGE_DRAW, "3ak4/4a4/9/9/9/9/9/9/4A4/R2AK4 w", "a0a1 e9f9 a1a0 f9e9"},
    };
    ledger_ruling *ruling = calloc(1, sizeof *ruling);

    (void)state;
    assert_non_null(ruling);
    for (size_t i = 0; i < sizeof rulings / sizeof rulings[0]; i++) {
        training_case one;
        told last = {0};
        training_check check = {.visit = keep,
                                .context = &last,
                                .memo = judge_memo_new(judge_memo_standard()),
                                .explanations = true};

        *ruling = (ledger_ruling){.game = {3, 12, 1}, .outcome = rulings[i].outcome};
        ledger_copy(ruling->fen, sizeof ruling->fen, rulings[i].fen);
        ledger_copy(ruling->moves, sizeof ruling->moves, rulings[i].moves);
        ledger_copy(ruling->edition, sizeof ruling->edition, "cxa-2007");
        assert_non_null(check.memo);
        assert_int_equal(training_case_from_ruling(ruling, NULL, &one, NULL), BOARD_OK);
        assert_int_equal(training_check_case(&check, &one), BOARD_OK);
        if (last.count > 0)
            fail_msg("ruling %zu: told of \"%s\" (%d)", i, last.said, (int)last.kind);
        judge_memo_free(check.memo);
        training_case_free(&one);
    }
    free(ruling);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_is_there),
        cmocka_unit_test(test_what_is_not_there),
        cmocka_unit_test(test_a_move_of_a_kill),
        cmocka_unit_test(test_rulings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
