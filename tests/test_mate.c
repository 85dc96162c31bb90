/*
 * tests/test_mate.c: mates by checks, long ones too: every proof is checked against every defence
 * by the plain generator; attackers who can only check forever have no mate; budgets are kept.
 *
 * The positions of tests/data/mates.jsonl are facts out of old collections, each with its source;
 * "length" is how many moves the attacker needed in a search of ours.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <jansson.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "board/fen.h"
#include "judge/memo.h"
#include "support/plain_generator.h"

enum { LINE_ROOM = 1024, SEEN_SLOTS = 1 << 16, DEPTH_MAX = 400 };

static judge_mate_query standard_query(judge_memo *memo)
{
    return (judge_mate_query){.limits = {.short_moves = 5, .short_nodes = 20000, .nodes = 2000000},
                              .memo = memo};
}

static board_position position_of(const char *fen)
{
    board_position position;
    assert_int_equal(board_position_from_fen(fen, strlen(fen), &position, NULL), BOARD_OK);
    return position;
}

/* A proof being checked: the positions that it was checked for, and those it is being checked
 * for, which may not come back: that would be no progress. */
typedef struct proof_check {
    judge_mate_query query;
    uint64_t *done; /* SEEN_SLOTS of them, 0 for none */
    uint64_t path[DEPTH_MAX];
    int depth;
    size_t positions;
} proof_check;

static uint64_t *slot_of(const proof_check *check, uint64_t key)
{
    size_t slot = key % SEEN_SLOTS;
    while (check->done[slot] != 0 && check->done[slot] != key)
        slot = (slot + 1) % SEEN_SLOTS;
    return &check->done[slot];
}

/* The move of the proof in this position, the attacker's. */
static board_move proven_move(const proof_check *check, const board_position *position)
{
    board_move move = {0, 0};
    judge_mate_line line = {.moves = &move, .room = 1};
    assert_int_equal(judge_mate_whole(position, &check->query, &line, NULL), JUDGE_YES);
    assert_int_equal(line.count, 1);
    return move;
}

static const plain_move *find_plain(const plain_moves *list, board_move move)
{
    for (size_t i = 0; i < list->count; i++) {
        if (board_move_equal(list->moves[i].move, move))
            return &list->moves[i];
    }
    return NULL;
}

static void check_attack(proof_check *check, const board_position *position,
                         const plain_board *plain);

/* Every legal reply, by the plain generator, must be mated again. */
static void check_replies(proof_check *check, const board_position *position,
                          const plain_board *plain)
{
    plain_moves replies;
    plain_generate(plain, &replies);
    for (size_t i = 0; i < replies.count; i++) {
        board_position after = *position;
        plain_board plain_after = *plain;
        if (!replies.moves[i].legal)
            continue;
        board_make(&after, replies.moves[i].move);
        plain_make(&plain_after, replies.moves[i].move);
        check_attack(check, &after, &plain_after);
    }
}

static void check_attack(proof_check *check, const board_position *position,
                         const plain_board *plain)
{
    plain_moves moves;
    if (*slot_of(check, position->key) != 0)
        return;
    assert_true(check->depth < DEPTH_MAX);
    for (int i = 0; i < check->depth; i++)
        assert_true(check->path[i] != position->key);
    assert_true(++check->positions < SEEN_SLOTS / 2);
    board_move move = proven_move(check, position);
    plain_generate(plain, &moves);
    const plain_move *found = find_plain(&moves, move);
    assert_non_null(found);
    assert_true(found->legal && found->check);
    board_position after = *position;
    plain_board plain_after = *plain;
    board_make(&after, move);
    plain_make(&plain_after, move);
    check->path[check->depth++] = position->key;
    check_replies(check, &after, &plain_after);
    check->depth--;
    *slot_of(check, position->key) = position->key;
}

/* The printed line: legal on the plain board, the attacker's moves checks, mate at its end. */
static void check_line(const char *fen, const judge_mate_line *line)
{
    plain_board plain;
    plain_moves moves;
    plain_read(&plain, fen);
    assert_false(line->cut);
    assert_int_equal(line->count % 2, 1);
    for (size_t i = 0; i < line->count; i++) {
        plain_generate(&plain, &moves);
        const plain_move *found = find_plain(&moves, line->moves[i]);
        assert_non_null(found);
        assert_true(found->legal);
        assert_true(i % 2 == 1 || found->check);
        plain_make(&plain, line->moves[i]);
    }
    plain_generate(&plain, &moves);
    for (size_t i = 0; i < moves.count; i++)
        assert_false(moves.moves[i].legal);
    assert_true(plain_in_check(&plain, plain.red_to_move));
}

/* Proves one position and checks the proof; returns the attacker's moves. */
static size_t check_proof(proof_check *check, const char *fen)
{
    board_move moves[LINE_ROOM];
    judge_mate_line line = {.moves = moves, .room = LINE_ROOM};
    board_position position = position_of(fen);
    plain_board plain;
    judge_memo_clear(check->query.memo);
    memset(check->done, 0, SEEN_SLOTS * sizeof *check->done);
    assert_int_equal(judge_mate_whole(&position, &check->query, &line, NULL), JUDGE_YES);
    check_line(fen, &line);
    plain_read(&plain, fen);
    check_attack(check, &position, &plain);
    return (line.count + 1) / 2;
}

static judge_memo *large_memo(void)
{
    judge_memo *memo = judge_memo_new(
        (judge_memo_size){.mates = 1 << 16, .exchanges = 1, .proofs = (size_t)1 << 20});
    assert_non_null(memo);
    return memo;
}

static void collected_mates_are_proven_against_every_defence(void **state)
{
    char text[1024];
    FILE *file = fopen("tests/data/mates.jsonl", "r");
    judge_memo *memo = large_memo();
    proof_check check = {.query = standard_query(memo),
                         .done = calloc(SEEN_SLOTS, sizeof *check.done)};
    size_t count = 0;
    size_t positions = 0;
    (void)state;
    assert_non_null(file);
    assert_non_null(check.done);
    for (; fgets(text, sizeof text, file); count++) {
        json_t *line = json_loads(text, 0, NULL);
        assert_non_null(line);
        check.positions = 0;
        size_t length = check_proof(&check, json_string_value(json_object_get(line, "fen")));
        if (length <= 5) /* short mates are the shortest */
            assert_int_equal(length, json_integer_value(json_object_get(line, "length")));
        positions += check.positions;
        json_decref(line);
    }
    print_message("%zu mates, %zu positions of their proofs\n", count, positions);
    assert_true(count >= 150);
    fclose(file);
    free(check.done);
    judge_memo_free(memo);
}

/* Attackers who check as long as they like, and no more. */
static const char *const endless[] = {
    "3k5/9/9/9/9/9/9/9/4R4/5K3 w",       /* a rook drives the king from file to file and back */
    "3k5/9/9/9/8r/6n2/9/9/4R4/5K3 w",    /* the same while Black threatens mate */
    "4k4/4a4/3a5/9/9/9/9/4R4/4C4/3K5 w", /* a rook before a cannon: checks from everywhere */
    "3aka3/9/9/9/9/9/9/9/9/R4K2R w",     /* two rooks and a full palace */
    "4k4/9/2N6/9/9/9/9/9/9/3K5 w",       /* a lone horse */
    "3k5/9/9/9/9/9/9/3p5/9/R3K4 w",      /* a rook that is taken when it checks */
    "3k5/9/9/9/9/9/9/9/9/4K4 w",         /* nothing to check with */
    "4k4/4P4/9/9/9/9/9/9/9/3K5 b",       /* Black to move has no attacker */
};

static void endless_checks_are_no_mate(void **state)
{
    judge_memo *memo = large_memo();
    judge_mate_query query = standard_query(memo);
    (void)state;
    for (size_t i = 0; i < sizeof endless / sizeof *endless; i++) {
        board_position position = position_of(endless[i]);
        long nodes = 0;
        judge_answer answer = judge_mate(&position, &query, NULL, &nodes);
        if (answer != JUDGE_NO || nodes > 20000)
            fail_msg("%s: answer %d after %ld positions", endless[i], answer, nodes);
    }
    judge_memo_free(memo);
}

/* A mate in 29 moves, the longest of the collection. */
static const char long_mate[] = "3a1k3/3Pa4/C1P6/2P5N/1cn6/6C2/3n5/8r/3p1p3/R3K4 w";

static void budgets_that_run_out_leave_it_open(void **state)
{
    judge_memo *memo = large_memo();
    judge_mate_query query = standard_query(memo);
    board_position position = position_of(long_mate);
    long nodes = 0;
    (void)state;
    query.limits = (judge_mate_limits){.short_moves = 3, .short_nodes = 100, .nodes = 50};
    assert_int_equal(judge_mate(&position, &query, NULL, &nodes), JUDGE_UNKNOWN);
    assert_in_range(nodes, 1, 200);
    judge_memo_clear(memo);
    query.limits = (judge_mate_limits){.short_moves = 0, .nodes = 50};
    assert_int_equal(judge_mate(&position, &query, NULL, NULL), JUDGE_UNKNOWN);
    judge_memo_free(memo);
}

/* Counts how often it is asked and says stop at last. */
static bool stop_at_second(void *context)
{
    int *asked = context;
    return ++*asked >= 2;
}

static bool never_stop(void *context)
{
    int *asked = context;
    ++*asked;
    return false;
}

static void proofs_can_be_stopped(void **state)
{
    judge_memo *memo = large_memo();
    judge_mate_query query = standard_query(memo);
    board_position position = position_of(long_mate);
    int asked = 0;
    long nodes = 0;
    (void)state;
    query.limits.short_moves = 0;
    query.stop = stop_at_second;
    query.stop_context = &asked;
    assert_int_equal(judge_mate(&position, &query, NULL, &nodes), JUDGE_UNKNOWN);
    assert_int_equal(asked, 2); /* no more is asked once it has said so */
    assert_in_range(nodes, 1024, 2048);
    judge_memo_clear(memo);
    asked = 0;
    query.stop = never_stop;
    assert_int_equal(judge_mate(&position, &query, NULL, NULL), JUDGE_YES);
    assert_true(asked >= 2);
    judge_memo_free(memo);
}

/* What is kept of a line: the first moves, and that there are more. */
static void lines_that_do_not_fit_are_cut(void **state)
{
    board_move moves[LINE_ROOM];
    board_move few[4];
    judge_mate_line whole = {.moves = moves, .room = LINE_ROOM};
    judge_mate_line part = {.moves = few, .room = 4};
    judge_memo *memo = large_memo();
    judge_mate_query query = standard_query(memo);
    board_position position = position_of(long_mate);
    judge_line line;
    (void)state;
    assert_int_equal(judge_mate_whole(&position, &query, &whole, NULL), JUDGE_YES);
    assert_false(whole.cut);
    assert_int_equal(judge_mate_whole(&position, &query, &part, NULL), JUDGE_YES);
    assert_true(part.cut);
    assert_int_equal(part.count, 4);
    assert_memory_equal(part.moves, whole.moves, sizeof few);
    assert_int_equal(judge_mate(&position, &query, &line, NULL), JUDGE_YES);
    assert_int_equal(line.cut, whole.count > JUDGE_LINE_MAX);
    judge_memo_free(memo);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(collected_mates_are_proven_against_every_defence),
        cmocka_unit_test(endless_checks_are_no_mate),
        cmocka_unit_test(budgets_that_run_out_leave_it_open),
        cmocka_unit_test(proofs_can_be_stopped),
        cmocka_unit_test(lines_that_do_not_fit_are_cut),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
