/*
 * tests/test_judge.c: the front door of the judge: cycles and their stages, orders to change,
 * illegal moves, budgets that run out, limits.
 *
 * The dispute used throughout: Red's rook chases a rootless black horse that steps to and fro;
 * Red has to change (26.4).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "board/fen.h"
#include "board/notation.h"
#include "judge/judge.h"
#include "judge/memo.h"

enum { ROOM = 512 };

/* The horse steps between g6 and i7, the rook follows it on the fourth rank. */
static const char *const chase_fen = "4k4/9/9/6n2/9/8R/9/9/9/3K5 w";
static const char *const chase_moves[4] = {"i4g4", "g6i7", "g4i4", "i7g6"};

typedef struct played_game {
    board_position start;
    judge_played moves[ROOM];
    size_t count;
} played_game;

static void begin(played_game *game, const char *fen)
{
    game->count = 0;
    assert_int_equal(board_position_from_fen(fen, strlen(fen), &game->start, NULL), BOARD_OK);
}

static void play(played_game *game, const char *iccs)
{
    assert_true(game->count < ROOM);
    board_move move = {board_square_at(iccs[0] - 'a', iccs[1] - '0'),
                       board_square_at(iccs[2] - 'a', iccs[3] - '0')};
    game->moves[game->count++] = (judge_played){move, iccs[4] == '!'};
}

static judge_result rule_with(const played_game *game, bool after_order, const judge_limits *limits)
{
    judge_edition edition;
    judge_result result;
    board_problem problem;
    judge_dispute dispute = {game->start, game->moves, game->count, after_order};
    assert_int_equal(judge_edition_load("cxa-2007", &edition), BOARD_OK);
    assert_int_equal(judge_dispute_rule(&dispute, &edition, limits, NULL, &result, &problem),
                     BOARD_OK);
    return result;
}

static judge_result rule(const played_game *game)
{
    judge_limits limits = judge_limits_standard();
    return rule_with(game, false, &limits);
}

static void play_chase(played_game *game, size_t plies)
{
    begin(game, chase_fen);
    for (size_t i = 0; i < plies; i++)
        play(game, chase_moves[i % 4]);
}

static void test_one_cycle(void **state)
{
    (void)state;
    played_game game;
    play_chase(&game, 4);
    judge_result result = rule(&game);
    assert_int_equal(result.cycle.stage, JUDGE_STAGE_REPEATED);
    assert_int_equal(result.cycle.from, 0);
    assert_int_equal(result.cycle.length, 4);
    assert_int_equal(result.cycle.occurrences, 2);
    assert_int_equal(result.cycle.missing, 1);
    assert_int_equal(judge_result_finding(&result, 0)->label, JUDGE_CHASE);
    assert_int_equal(judge_result_finding(&result, 1)->label, JUDGE_IDLE);
    assert_int_equal(judge_result_finding(&result, 2)->label, JUDGE_CHASE);
    assert_int_equal(judge_result_finding(&result, 3)->label, JUDGE_IDLE);
    assert_null(judge_result_finding(&result, 4));
    assert_int_equal(result.conduct[BOARD_RED].class, JUDGE_FORBIDDEN);
    assert_int_equal(result.conduct[BOARD_BLACK].class, JUDGE_ALLOWED);
    assert_int_equal(result.ruling.outcome, JUDGE_RED_MUST_CHANGE);
    assert_string_equal(result.ruling.articles, "26.4,24.3");
    assert_true(result.complete);
    judge_result_free(&result);
}

/* Article 24: the third occurrence makes it a position to be ruled on; one ply before and after. */
static void test_third_occurrence(void **state)
{
    (void)state;
    static const struct {
        size_t plies;
        size_t occurrences;
        size_t missing;
        judge_stage stage;
    } rows[] = {{7, 2, 1, JUDGE_STAGE_REPEATED},
                {8, 3, 0, JUDGE_STAGE_REPEATED},
                {9, 3, 0, JUDGE_STAGE_REPEATED},
                {12, 4, 0, JUDGE_STAGE_REPEATED},
                {3, 1, 2, JUDGE_STAGE_ABOUT_TO}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        played_game game;
        play_chase(&game, rows[i].plies);
        judge_result result = rule(&game);
        assert_int_equal(result.cycle.stage, rows[i].stage);
        assert_int_equal(result.cycle.occurrences, rows[i].occurrences);
        assert_int_equal(result.cycle.missing, rows[i].missing);
        assert_int_equal(result.ruling.outcome, JUDGE_RED_MUST_CHANGE);
        judge_result_free(&result);
    }
}

static void test_occurrences_are_listed(void **state)
{
    (void)state;
    played_game game;
    play_chase(&game, 4);
    /* a detour through other positions, then the first one again: not consecutive */
    play(&game, "d0d1");
    play(&game, "e9e8");
    play(&game, "d1d0");
    play(&game, "e8e9");
    judge_result result = rule(&game);
    assert_int_equal(result.cycle.occurrences, 3);
    assert_int_equal(result.cycle.plies[0], 0);
    assert_int_equal(result.cycle.plies[1], 4);
    assert_int_equal(result.cycle.plies[2], 8);
    assert_int_equal(result.cycle.from, 4);
    assert_int_equal(result.ruling.outcome, JUDGE_DRAW);
    judge_result_free(&result);
}

static void test_about_to_repeat(void **state)
{
    (void)state;
    played_game game;
    play_chase(&game, 3);
    judge_result result = rule(&game);
    board_move closing = {board_square_at(8, 7), board_square_at(6, 6)};
    assert_true(board_move_equal(result.cycle.closing, closing));
    assert_int_equal(result.cycle.length, 4);
    assert_non_null(judge_result_finding(&result, 3)); /* the closing move is labelled too */
    judge_result_free(&result);
}

static void test_no_longer_repeating(void **state)
{
    (void)state;
    played_game game;
    play_chase(&game, 8);
    play(&game, "d0d1");
    play(&game, "e9e8");
    judge_result result = rule(&game);
    assert_int_equal(result.cycle.stage, JUDGE_STAGE_NO_LONGER);
    assert_int_equal(result.cycle.from, 4);
    assert_int_equal(result.cycle.length, 4);
    judge_result_free(&result);
}

static void test_lead_in(void **state)
{
    (void)state;
    played_game game;
    begin(&game, "4k4/9/9/6n2/9/7R1/9/9/9/3K5 w");
    play(&game, "h4i4");
    play(&game, "e9e8");
    play(&game, "d0d1");
    play(&game, "e8e9");
    for (int i = 0; i < 8; i++)
        play(&game, chase_moves[i % 4]);
    judge_result result = rule(&game);
    assert_int_equal(result.cycle.from, 8);
    assert_int_equal(result.cycle.occurrences, 3);
    assert_int_equal(result.cycle.plies[0], 4);
    assert_int_equal(result.ruling.outcome, JUDGE_RED_MUST_CHANGE);
    judge_result_free(&result);
}

static void test_never_repeating(void **state)
{
    (void)state;
    played_game game;
    begin(&game, chase_fen);
    play(&game, "i4i5");
    judge_result result = rule(&game);
    assert_int_equal(result.ruling.outcome, JUDGE_NO_CYCLE);
    assert_int_equal(result.cycle.stage, JUDGE_STAGE_NONE);
    judge_result_free(&result);
    game.count = 0;
    result = rule(&game);
    assert_int_equal(result.ruling.outcome, JUDGE_NO_CYCLE);
    judge_result_free(&result);
}

/* 24.3: after the order, the cycle once more loses; but not before it is complete. */
static void test_after_order(void **state)
{
    (void)state;
    judge_limits limits = judge_limits_standard();
    played_game game;
    play_chase(&game, 4);
    judge_result result = rule_with(&game, true, &limits);
    assert_int_equal(result.ruling.outcome, JUDGE_RED_LOSES);
    assert_string_equal(result.ruling.articles, "24.3");
    judge_result_free(&result);
    play_chase(&game, 3);
    result = rule_with(&game, true, &limits);
    assert_int_equal(result.ruling.outcome, JUDGE_RED_MUST_CHANGE);
    judge_result_free(&result);
}

static void test_perpetual_check_loses_at_once(void **state)
{
    (void)state;
    played_game game;
    begin(&game, "3k5/9/9/9/9/9/9/R8/9/5K3 w");
    static const char *const cycle[4] = {"a2d2", "d9e9", "d2e2", "e9d9"};
    for (size_t i = 0; i < 4; i++)
        play(&game, cycle[i]);
    play(&game, "e2d2");
    judge_result result = rule(&game);
    assert_int_equal(result.conduct[BOARD_RED].class, JUDGE_PERPETUAL_CHECK);
    assert_int_equal(result.ruling.outcome, JUDGE_RED_LOSES);
    assert_string_equal(result.ruling.articles, "26.1,24.1");
    judge_result_free(&result);
}

static void test_illegal_move_is_named(void **state)
{
    (void)state;
    judge_edition edition;
    judge_limits limits = judge_limits_standard();
    judge_result result;
    board_problem problem;
    played_game game;
    play_chase(&game, 2);
    play(&game, "g4h6"); /* a rook does not move like that */
    judge_dispute dispute = {game.start, game.moves, game.count, false};
    assert_int_equal(judge_edition_load("cxa-2007", &edition), BOARD_OK);
    assert_int_equal(judge_dispute_rule(&dispute, &edition, &limits, NULL, &result, &problem),
                     BOARD_ERROR_MOVE_NO_SUCH_WAY);
    assert_int_equal(problem.ply, 3);
    assert_null(result.findings);
    game.moves[2].stood = true; /* but if it stood, the game goes on from it */
    assert_int_equal(judge_dispute_rule(&dispute, &edition, &limits, NULL, &result, &problem),
                     BOARD_OK);
    judge_result_free(&result);
}

/* A move that stood but cannot be carried out is refused all the same. */
static void test_impossible_move_is_refused(void **state)
{
    (void)state;
    static const struct {
        const char *move;
        board_error error;
    } rows[] = {{"a1a2!", BOARD_ERROR_MOVE_EMPTY_SQUARE},
                {"g6i7!", BOARD_ERROR_MOVE_OTHER_SIDE},
                {"i4i4!", BOARD_ERROR_MOVE_NO_SUCH_WAY},
                {"i4e9!", BOARD_ERROR_MOVE_TAKES_KING}};
    judge_edition edition;
    judge_limits limits = judge_limits_standard();
    assert_int_equal(judge_edition_load("cxa-2007", &edition), BOARD_OK);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        judge_result result;
        board_problem problem;
        played_game game;
        begin(&game, chase_fen);
        play(&game, rows[i].move);
        judge_dispute dispute = {game.start, game.moves, game.count, false};
        assert_int_equal(judge_dispute_rule(&dispute, &edition, &limits, NULL, &result, &problem),
                         rows[i].error);
        assert_int_equal(problem.ply, 1);
    }
}

/* A budget that runs out is never a "no": the label is undecided, and so is the ruling that hangs
 * on it. */
static void test_budget_runs_out(void **state)
{
    (void)state;
    played_game game;
    play_chase(&game, 4);
    judge_limits limits = judge_limits_standard();
    limits.exchange.nodes = 0;
    judge_result result = rule_with(&game, false, &limits);
    assert_int_equal(judge_result_finding(&result, 0)->label, JUDGE_UNDECIDED);
    assert_int_equal(result.ruling.outcome, JUDGE_OUTCOME_UNDECIDED);
    assert_true(result.ruling.for_arbiter);
    assert_false(result.complete);
    judge_result_free(&result);
}

static void test_length_limit(void **state)
{
    (void)state;
    judge_edition edition;
    judge_limits limits = judge_limits_standard();
    judge_result result;
    board_problem problem;
    played_game game;
    begin(&game, chase_fen);
    judge_played *moves = calloc(JUDGE_PLIES_MAX + 1, sizeof *moves);
    assert_non_null(moves);
    play_chase(&game, 4);
    for (size_t i = 0; i <= JUDGE_PLIES_MAX; i++)
        moves[i] = game.moves[i % 4];
    assert_int_equal(judge_edition_load("cxa-2007", &edition), BOARD_OK);
    judge_dispute dispute = {game.start, moves, JUDGE_PLIES_MAX, false};
    assert_int_equal(judge_dispute_rule(&dispute, &edition, &limits, NULL, &result, &problem),
                     BOARD_OK);
    assert_int_equal(result.cycle.length, 4);
    assert_int_equal(result.cycle.occurrences, JUDGE_PLIES_MAX / 4 + 1);
    assert_int_equal(result.first_judged, JUDGE_PLIES_MAX - 4 - JUDGE_LEAD_IN_MAX);
    assert_null(judge_result_finding(&result, 0));
    judge_result_free(&result);
    dispute.count++;
    assert_int_equal(judge_dispute_rule(&dispute, &edition, &limits, NULL, &result, &problem),
                     BOARD_ERROR_JUDGE_TOO_LONG);
    assert_string_equal(problem.token, "4097");
    free(moves);
}

/* Red's two rooks walk round two blocks of points, the first seven steps to each of the second;
 * Black's rook goes to and fro. With a block of 16 points for the second rook, both are back after
 * 128 moves of Red, and nothing comes back before. With 18 points the second is back after 144, the
 * first then stands where it stood after 6. */
enum { WALK_FILES_MAX = 9, WALK_MOVES_MAX = 2 * 8 * 2 * WALK_FILES_MAX };

static board_square walk_square(int first_file, int files, int first_rank, int step)
{
    bool back = step % (2 * files) >= files;
    int file = back ? 2 * files - 1 - step % (2 * files) : step % (2 * files);
    return board_square_at(first_file + file, first_rank + back);
}

/* Plays the whole walk once; returns its moves. */
static size_t play_walk(judge_played *moves, int files)
{
    int near = 0;
    int far = 0;
    size_t count = 0;
    for (int round = 0; round < 8 * 2 * files; round++) {
        bool steps_far = round % 8 == 7;
        int first = steps_far ? 0 : 5;
        int width = steps_far ? files : 4;
        int rank = steps_far ? 2 : 0;
        int *step = steps_far ? &far : &near;
        board_square from = walk_square(first, width, rank, *step);
        moves[count++].move = (board_move){from, walk_square(first, width, rank, ++*step)};
        board_square home = board_square_at(round % 2, 9);
        moves[count++].move = (board_move){home, board_square_at(1 - round % 2, 9)};
    }
    return count;
}

/* A cycle of 256 moves is judged; a longer one is refused, and told how long it is. */
static void test_cycle_limit(void **state)
{
    (void)state;
    static const char walk_fen[] = "r3k4/4a4/9/9/9/9/9/R8/4A4/4KR3 w";
    judge_edition edition;
    judge_limits limits = judge_limits_standard();
    judge_result result;
    board_problem problem;
    char text[256];
    char limit[16];
    judge_played *moves = calloc(WALK_MOVES_MAX, sizeof *moves);
    assert_non_null(moves);
    judge_dispute dispute = {.moves = moves, .count = play_walk(moves, 8)};
    assert_int_equal(board_position_from_fen(walk_fen, strlen(walk_fen), &dispute.start, &problem),
                     BOARD_OK);
    assert_int_equal(judge_edition_load("cxa-2007", &edition), BOARD_OK);
    assert_int_equal(judge_dispute_rule(&dispute, &edition, &limits, NULL, &result, &problem),
                     BOARD_OK);
    assert_int_equal(result.cycle.length, JUDGE_CYCLE_MAX);
    judge_result_free(&result);
    memset(moves, 0, WALK_MOVES_MAX * sizeof *moves);
    dispute.count = play_walk(moves, 9);
    assert_int_equal(judge_dispute_rule(&dispute, &edition, &limits, NULL, &result, &problem),
                     BOARD_ERROR_JUDGE_CYCLE_MAX);
    assert_string_equal(problem.token, "276");
    assert_int_equal(problem.ply, 2 * 6 + 1);
    snprintf(limit, sizeof limit, "%d", JUDGE_CYCLE_MAX);
    for (int language = 0; language < BOARD_LANGUAGES; language++) {
        board_problem_text(&problem, (board_language)language, text, sizeof text);
        assert_non_null(strstr(text, limit));
        assert_non_null(strstr(text, "276"));
    }
    free(moves);
}

static void test_editions(void **state)
{
    (void)state;
    judge_edition edition;
    assert_int_equal(judge_edition_load("cxa-1066", &edition), BOARD_ERROR_EDITION_UNKNOWN);
    static const struct {
        const char *text;
        board_error error;
        size_t line;
    } rows[] = {
        {"[edition]\nname = x\ncolour = red\n", BOARD_ERROR_EDITION_KEY, 3},
        {"[clauses]\nking-evades = maybe\n", BOARD_ERROR_EDITION_VALUE, 2},
        {"[verdicts]\nforbidden/allowed = red-wins 26.4\n", BOARD_ERROR_EDITION_VALUE, 2},
        {"[verdicts]\nforbidden/nice = draw 26.4\n", BOARD_ERROR_EDITION_KEY, 2},
        {"[edition]\nname = x\n", BOARD_ERROR_EDITION_MISSING, 0},
        {"[edition]\nname = x\n\nname = y\n", BOARD_ERROR_EDITION_TWICE, 4},
        {"[clauses]\nking-evades = yes\nking-evades = yes\n", BOARD_ERROR_EDITION_TWICE, 3},
        {"[verdicts]\nforbidden/allowed = draw 26.4\n[edition]\nname = x\n[verdicts]\n"
         "forbidden/allowed = red-loses 26.4\n",
         BOARD_ERROR_EDITION_TWICE, 6},
        {"[order]\nrepeated = 24.3\nrepeated = 24.4\n", BOARD_ERROR_EDITION_TWICE, 3},
        {"nonsense\n", BOARD_ERROR_EDITION_VALUE, 1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        board_problem problem;
        assert_int_equal(judge_edition_read(rows[i].text, strlen(rows[i].text), &edition, &problem),
                         rows[i].error);
        assert_int_equal(problem.line, rows[i].line);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_cycle),
        cmocka_unit_test(test_third_occurrence),
        cmocka_unit_test(test_occurrences_are_listed),
        cmocka_unit_test(test_about_to_repeat),
        cmocka_unit_test(test_no_longer_repeating),
        cmocka_unit_test(test_lead_in),
        cmocka_unit_test(test_never_repeating),
        cmocka_unit_test(test_after_order),
        cmocka_unit_test(test_perpetual_check_loses_at_once),
        cmocka_unit_test(test_illegal_move_is_named),
        cmocka_unit_test(test_impossible_move_is_refused),
        cmocka_unit_test(test_budget_runs_out),
        cmocka_unit_test(test_length_limit),
        cmocka_unit_test(test_cycle_limit),
        cmocka_unit_test(test_editions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
