/*
 * tests/test_audit.c: the move-limit audit (articles 4.2.4 and 23.3), one move before, at and after
 * every boundary.
 *
 * Most games are played between a hero, who moves first and can check as long as he likes, and his
 * opponent; each is audited twice, with Red and with Black (the board turned) as the hero.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "board/fen.h"
#include "board/moves.h"
#include "board/notation.h"
#include "ledger/audit.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* The hero's rook c5 can take c6 and check on its rank, his rook a0 is idle; the opponent's rook i9
 * can take i8 or be idle. */
static const char *const duel_fen = "5k2r/8P/9/2p6/2R6/9/9/9/9/R2K5 w";

typedef struct played_game {
    board_record record;
    board_position position;
    board_side hero;
} played_game;

static board_square turned(const played_game *game, board_square square)
{
    return game->hero == BOARD_RED
               ? square
               : board_square_at(board_file_of(square), BOARD_RANKS - 1 - board_rank_of(square));
}

static void begin(played_game *game, const char *fen, board_side hero)
{
    board_layout layout;

    assert_int_equal(board_fen_read(fen, strlen(fen), &layout, NULL, NULL), BOARD_OK);
    board_record_init(&game->record);
    game->hero = hero;
    game->record.start = layout;
    game->record.start_given = true;
    for (board_square i = 0; hero == BOARD_BLACK && i < BOARD_SQUARES; i++) {
        board_cell cell = layout.cells[i];
        if (cell != BOARD_EMPTY)
            cell = board_cell_of(board_other(board_cell_side(cell)), board_cell_kind(cell));
        game->record.start.cells[turned(game, i)] = cell;
    }
    if (hero == BOARD_BLACK)
        game->record.start.to_move = board_other(layout.to_move);
    assert_int_equal(board_position_from_layout(&game->position, &game->record.start, NULL),
                     BOARD_OK);
}

static void append(played_game *game, board_move move, board_error illegality)
{
    assert_int_equal(board_record_append(&game->record, move, illegality, 0), BOARD_OK);
    board_make(&game->position, move);
}

/* Plays a move given by squares, as if the hero were Red; an illegal one is marked. */
static void play(played_game *game, const char *squares)
{
    const board_move move = {turned(game, board_square_at(squares[0] - 'a', squares[1] - '0')),
                             turned(game, board_square_at(squares[2] - 'a', squares[3] - '0'))};

    append(game, move, board_move_fault(&game->position, move));
}

/* Plays the first of these moves that is legal. */
static void play_legal(played_game *game, const char *const *squares, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const board_move move = {
            turned(game, board_square_at(squares[i][0] - 'a', squares[i][1] - '0')),
            turned(game, board_square_at(squares[i][2] - 'a', squares[i][3] - '0'))};
        if (board_is_legal(&game->position, move)) {
            append(game, move, BOARD_OK);
            return;
        }
    }
    fail_msg("none of the moves is legal");
}

/* Idle moves, by whoever moves. */
static void play_idle(played_game *game, size_t plies)
{
    static const char *const hero[] = {"a0a1", "a1a0"};
    static const char *const other[] = {"i9h9", "h9i9", "i8h8", "h8i8"};

    for (size_t i = 0; i < plies; i++) {
        if (game->position.to_move == game->hero)
            play_legal(game, hero, COUNT(hero));
        else
            play_legal(game, other, COUNT(other));
        assert_false(board_in_check(&game->position, game->position.to_move));
    }
}

/* The hero checks with his rook, on whichever rank it stands. */
static void play_check(played_game *game)
{
    board_square king = game->position.square_of[board_king(board_other(game->hero))];
    board_piece first = (board_piece)(game->hero * BOARD_SIDE_PIECES + 7);

    for (board_piece rook = first; rook < first + 2; rook++) {
        board_square from = game->position.square_of[rook];
        int rank = board_rank_of(turned(game, from));
        if (rank != 5 && rank != 6)
            continue;
        append(game, (board_move){from, board_square_at(board_file_of(king), board_rank_of(from))},
               BOARD_OK);
        assert_true(board_in_check(&game->position, game->position.to_move));
        return;
    }
    fail_msg("no rook to check with");
}

/* Rounds in which the hero, who is to move, checks and the king steps aside. */
static void play_checks(played_game *game, size_t rounds)
{
    static const char *const king[] = {"f9e9", "e9f9"};

    for (size_t i = 0; i < rounds; i++) {
        play_check(game);
        play_legal(game, king, COUNT(king));
    }
}

static ledger_audit audit_of(const played_game *game, size_t limit, ledger_claimant claimant)
{
    const ledger_audit_setting setting = {limit, claimant};
    ledger_audit audit;
    board_problem problem;

    assert_int_equal(ledger_audit_record(&game->record, &setting, &audit, &problem), BOARD_OK);
    assert_int_equal(problem.error, BOARD_OK);
    assert_true(audit.counted <= audit.rounds);
    return audit;
}

static ledger_claimant claim_of(board_side side)
{
    return side == BOARD_RED ? LEDGER_RED_CLAIMS : LEDGER_BLACK_CLAIMS;
}

/* What a claim counts, and what its verdict is; the record is thrown away. */
static void expect(played_game *game, size_t limit, ledger_claimant claimant, size_t counted,
                   ledger_audit_verdict verdict)
{
    const ledger_audit audit = audit_of(game, limit, claimant);
    size_t listed = 0;

    for (size_t i = 0; i < audit.rounds; i++)
        listed += audit.list[i].counted;
    assert_int_equal(audit.counted, counted);
    assert_int_equal(listed, counted);
    assert_int_equal(audit.verdict, verdict);
    assert_int_equal(ledger_audit_is_foul(&audit), verdict == LEDGER_CLAIM_UNTRUE);
}

static void expect_all_claimants(played_game *game, size_t limit, size_t counted, bool reached)
{
    ledger_audit_verdict verdict = reached ? LEDGER_CLAIM_TRUE : LEDGER_CLAIM_UNTRUE;

    expect(game, limit, LEDGER_RED_CLAIMS, counted, verdict);
    expect(game, limit, LEDGER_BLACK_CLAIMS, counted, verdict);
    expect(game, limit, LEDGER_NOBODY_CLAIMS, counted,
           reached ? LEDGER_MAY_DRAW : LEDGER_LIMIT_NOT_REACHED);
}

/* Boundaries, without checks. */

static void test_without_capture(void **state)
{
    (void)state;
    for (int hero = BOARD_RED; hero <= BOARD_BLACK; hero++) {
        played_game game;
        begin(&game, duel_fen, (board_side)hero);
        play_idle(&game, 119);
        expect_all_claimants(&game, 60, 59, false);
        assert_true(audit_of(&game, 60, LEDGER_RED_CLAIMS).half);
        play_idle(&game, 1);
        expect_all_claimants(&game, 60, 60, true);
        expect_all_claimants(&game, 61, 60, false);
        play_idle(&game, 1);
        expect_all_claimants(&game, 60, 60, true);
        expect_all_claimants(&game, 61, 60, false);
        play_idle(&game, 1);
        expect_all_claimants(&game, 61, 61, true);
        assert_int_equal(audit_of(&game, 60, LEDGER_RED_CLAIMS).capture, 0);
        board_record_free(&game.record);
    }
}

/* Whoever captured last, the 120th move after it completes the 60th round. */
static void test_after_captures(void **state)
{
    static const char *const openings[][4] = {
        {"c5c6", NULL}, {"a0a1", "i9i8", NULL}, {"c5c6", "i9i8", NULL}};

    (void)state;
    for (size_t i = 0; i < COUNT(openings) * 2; i++) {
        played_game game;
        size_t capture = 0;
        begin(&game, duel_fen, i % 2 ? BOARD_BLACK : BOARD_RED);
        for (const char *const *move = openings[i / 2]; *move != NULL; move++, capture++)
            play(&game, *move);
        expect_all_claimants(&game, 1, 0, false);
        play_idle(&game, 1);
        expect_all_claimants(&game, 1, 0, false);
        play_idle(&game, 1);
        expect_all_claimants(&game, 1, 1, true);
        play_idle(&game, 117);
        expect_all_claimants(&game, 60, 59, false);
        play_idle(&game, 1);
        expect_all_claimants(&game, 60, 60, true);
        play_idle(&game, 1);
        expect_all_claimants(&game, 60, 60, true);
        const ledger_audit audit = audit_of(&game, 60, LEDGER_RED_CLAIMS);
        assert_int_equal(audit.capture, capture);
        assert_int_equal(audit.list[0].ply, capture + 1);
        assert_int_equal(audit.list[59].ply, capture + 119);
        board_record_free(&game.record);
    }
}

static void test_capture_on_the_last_ply(void **state)
{
    played_game game;

    (void)state;
    begin(&game, duel_fen, BOARD_RED);
    play_idle(&game, 120);
    expect_all_claimants(&game, 60, 60, true);
    play(&game, "c5c6");
    expect_all_claimants(&game, 60, 0, false);
    const ledger_audit audit = audit_of(&game, 60, LEDGER_RED_CLAIMS);
    assert_int_equal(audit.capture, 121);
    assert_int_equal(audit.rounds, 0);
    assert_false(audit.half);
    assert_int_equal(board_piece_kind(audit.captured), BOARD_PAWN);
    assert_int_equal(board_piece_side(audit.captured), BOARD_BLACK);
    play_idle(&game, 1);
    assert_true(audit_of(&game, 60, LEDGER_RED_CLAIMS).half);
    board_record_free(&game.record);
}

static void test_no_moves(void **state)
{
    played_game game;

    (void)state;
    begin(&game, duel_fen, BOARD_RED);
    expect_all_claimants(&game, 1, 0, false);
    expect_all_claimants(&game, LEDGER_LIMIT_MAX, 0, false);
    board_record_free(&game.record);
}

/* Checks. */

static void test_ten_checks_count(void **state)
{
    (void)state;
    for (int hero = BOARD_RED; hero <= BOARD_BLACK; hero++) {
        played_game game;
        begin(&game, duel_fen, (board_side)hero);
        play_checks(&game, 10);
        play_idle(&game, 99);
        expect_all_claimants(&game, 60, 59, false);
        play_idle(&game, 1);
        expect_all_claimants(&game, 60, 60, true);
        play_idle(&game, 1);
        expect_all_claimants(&game, 60, 60, true);
        board_record_free(&game.record);
    }
}

static void test_the_eleventh_does_not(void **state)
{
    (void)state;
    for (int side = BOARD_RED; side <= BOARD_BLACK; side++) {
        played_game game;
        const ledger_claimant hero = claim_of((board_side)side);
        const ledger_claimant other = claim_of(board_other((board_side)side));
        begin(&game, duel_fen, (board_side)side);
        play_idle(&game, 20);
        play_checks(&game, 11);
        play_idle(&game, 77);
        expect(&game, 60, hero, 58, LEDGER_CLAIM_UNTRUE);
        expect(&game, 60, other, 59, LEDGER_CLAIM_UNTRUE);
        play_idle(&game, 1); /* 60 rounds, of which one is left out */
        expect(&game, 60, hero, 59, LEDGER_CLAIM_UNTRUE);
        expect(&game, 60, other, 60, LEDGER_CLAIM_TRUE);
        expect(&game, 60, LEDGER_NOBODY_CLAIMS, 60, LEDGER_MAY_DRAW);
        play_idle(&game, 1);
        expect(&game, 60, hero, 59, LEDGER_CLAIM_UNTRUE);
        play_idle(&game, 1); /* 61 rounds */
        expect(&game, 60, hero, 60, LEDGER_CLAIM_TRUE);
        play_idle(&game, 1);
        expect(&game, 60, hero, 60, LEDGER_CLAIM_TRUE);
        const ledger_audit audit = audit_of(&game, 60, hero);
        assert_int_equal(audit.checks[side], 11);
        assert_int_equal(audit.checks[board_other((board_side)side)], 0);
        for (size_t i = 0; i < audit.rounds; i++)
            assert_int_equal(audit.list[i].counted, i != 20);
        assert_int_equal(audit.list[20].checks[side], 11);
        assert_int_equal(audit.list[20].ply, 41);
        board_record_free(&game.record);
    }
}

/* All rounds but ten are left out where every move checks. */
static void test_checks_all_the_way(void **state)
{
    played_game game;

    (void)state;
    begin(&game, duel_fen, BOARD_RED);
    play_checks(&game, 60);
    expect(&game, 60, LEDGER_RED_CLAIMS, 10, LEDGER_CLAIM_UNTRUE);
    expect(&game, 11, LEDGER_RED_CLAIMS, 10, LEDGER_CLAIM_UNTRUE);
    expect(&game, 10, LEDGER_RED_CLAIMS, 10, LEDGER_CLAIM_TRUE);
    expect(&game, 60, LEDGER_BLACK_CLAIMS, 60, LEDGER_CLAIM_TRUE);
    const ledger_audit audit = audit_of(&game, 60, LEDGER_NOBODY_CLAIMS);
    assert_int_equal(audit.verdict, LEDGER_MAY_DRAW);
    assert_int_equal(audit.counted_for[BOARD_RED], 10);
    assert_int_equal(audit.counted_for[BOARD_BLACK], 60);
    board_record_free(&game.record);
}

/* A check that stands in half a round changes nothing. */
static void test_check_in_half_a_round(void **state)
{
    played_game game;

    (void)state;
    begin(&game, duel_fen, BOARD_RED);
    play_checks(&game, 10);
    play_idle(&game, 100);
    play_check(&game);
    expect(&game, 60, LEDGER_RED_CLAIMS, 60, LEDGER_CLAIM_TRUE);
    assert_int_equal(audit_of(&game, 60, LEDGER_RED_CLAIMS).checks[BOARD_RED], 10);
    play(&game, "f9e9");
    expect(&game, 61, LEDGER_RED_CLAIMS, 60, LEDGER_CLAIM_UNTRUE);
    assert_int_equal(audit_of(&game, 60, LEDGER_RED_CLAIMS).checks[BOARD_RED], 11);
    board_record_free(&game.record);
}

/* The checks are counted anew behind a capture, and the capture itself is none of them. */
static void test_checks_before_the_capture(void **state)
{
    played_game game;

    (void)state;
    begin(&game, duel_fen, BOARD_RED);
    play_checks(&game, 12);
    play(&game, "a0a1");
    play(&game, "i9i8");
    play_checks(&game, 10);
    play_idle(&game, 100);
    expect_all_claimants(&game, 60, 60, true);
    board_record_free(&game.record);

    begin(&game, "5k3/9/9/9/9/1R3p3/9/9/9/R2K5 w", BOARD_RED);
    play(&game, "b4f4"); /* takes with check */
    play(&game, "f9e9");
    const ledger_audit audit = audit_of(&game, 60, LEDGER_RED_CLAIMS);
    assert_int_equal(audit.checks[BOARD_RED], 0);
    assert_int_equal(audit.rounds, 0);
    assert_true(audit.half);
    board_record_free(&game.record);
}

/* Illegal moves that stood. */

static void test_illegal_moves_that_stood(void **state)
{
    played_game game;

    (void)state;
    begin(&game, duel_fen, BOARD_RED);
    play(&game, "c5d7"); /* a rook that moved like a horse: a quiet move all the same */
    play_idle(&game, 1);
    play(&game, "d7c6"); /* and it takes */
    assert_int_equal(audit_of(&game, 1, LEDGER_RED_CLAIMS).capture, 3);
    assert_int_equal(audit_of(&game, 1, LEDGER_RED_CLAIMS).stood, 1);
    play_idle(&game, 1);
    play(&game, "a0b5");
    expect_all_claimants(&game, 1, 1, true);
    assert_int_equal(audit_of(&game, 1, LEDGER_RED_CLAIMS).stood, 2);
    board_record_free(&game.record);

    begin(&game, duel_fen, BOARD_RED);
    play(&game, "c5f5"); /* check */
    play(&game, "i9h9"); /* which Black overlooks */
    play(&game, "a0a1"); /* and it still is one (3.1) */
    play(&game, "f9e9");
    assert_int_equal(audit_of(&game, 1, LEDGER_RED_CLAIMS).checks[BOARD_RED], 2);
    board_record_free(&game.record);
}

/* Kings that face each other break article 2.2, but neither is in check (3.1). */
static void test_facing_kings_are_no_check(void **state)
{
    played_game game;

    (void)state;
    begin(&game, "4k4/9/9/9/9/9/9/9/9/R2K5 w", BOARD_RED);
    play(&game, "d0e0");
    play(&game, "e9d9");
    assert_int_equal(audit_of(&game, 1, LEDGER_RED_CLAIMS).checks[BOARD_RED], 0);
    assert_int_equal(audit_of(&game, 1, LEDGER_RED_CLAIMS).stood, 1);
    board_record_free(&game.record);
}

/* Refusals. */

static void refuse(const played_game *game, board_error error, size_t ply)
{
    const ledger_audit_setting setting = {60, LEDGER_RED_CLAIMS};
    ledger_audit audit;
    board_problem problem;

    assert_int_equal(ledger_audit_record(&game->record, &setting, &audit, &problem), error);
    assert_int_equal(problem.error, error);
    assert_int_equal(problem.ply, ply);
    assert_int_equal(ledger_audit_record(&game->record, &setting, &audit, NULL), error);
}

static void refuse_move(board_move move, bool stood, board_error error)
{
    played_game game;

    begin(&game, duel_fen, BOARD_RED);
    play_idle(&game, 2);
    assert_int_equal(board_record_append(&game.record, move, BOARD_OK, 7), BOARD_OK);
    game.record.moves[2].stood_illegal = stood;
    refuse(&game, error, 3);
    board_record_free(&game.record);
}

static void test_moves_nobody_made(void **state)
{
    static const board_move off = {90, 0};
    const board_square a1 = 9;
    const board_square d0 = 3;
    const board_square empty = 40;
    const board_square f9 = 86;
    const board_square h9 = 88;

    (void)state;
    for (int stood = 0; stood <= 1; stood++) {
        refuse_move(off, stood, BOARD_ERROR_MOVE_OFF_BOARD);
        refuse_move((board_move){a1, 200}, stood, BOARD_ERROR_MOVE_OFF_BOARD);
        refuse_move((board_move){empty, a1}, stood, BOARD_ERROR_MOVE_EMPTY_SQUARE);
        refuse_move((board_move){h9, h9 - 9}, stood, BOARD_ERROR_MOVE_OTHER_SIDE);
    }
    refuse_move((board_move){a1, d0}, true, BOARD_ERROR_MOVE_OWN_PIECE);
    refuse_move((board_move){a1, f9}, true, BOARD_ERROR_MOVE_TAKES_KING);
    refuse_move((board_move){a1, a1 + 10}, false, BOARD_ERROR_MOVE_NO_SUCH_WAY);
}

static void test_limits_of_the_setting(void **state)
{
    static const size_t wrong[] = {0, LEDGER_LIMIT_MAX + 1, SIZE_MAX};
    ledger_audit audit;
    board_problem problem;
    played_game game;

    (void)state;
    begin(&game, duel_fen, BOARD_RED);
    for (size_t i = 0; i < COUNT(wrong); i++) {
        const ledger_audit_setting setting = {wrong[i], LEDGER_RED_CLAIMS};
        assert_int_equal(ledger_audit_record(&game.record, &setting, &audit, &problem),
                         BOARD_ERROR_AUDIT_LIMIT);
        assert_int_equal(problem.error, BOARD_ERROR_AUDIT_LIMIT);
    }
    board_record_free(&game.record);
}

static bool keep_record(void *context, board_record *record)
{
    played_game *game = context;

    board_record_take(&game->record, record);
    return false;
}

static void read_game(played_game *game, const char *text)
{
    assert_int_equal(board_records_read(text, strlen(text), keep_record, game, NULL), BOARD_OK);
}

static void test_a_record_that_stopped(void **state)
{
    played_game game;

    (void)state;
    read_game(&game, "炮二平五 马8进7 炮五进六 将5进1\n");
    assert_int_equal(game.record.count, 2);
    refuse(&game, game.record.problem.error, 3);
    board_record_free(&game.record);

    read_game(&game, "炮二平五 马8进7 马二进三\n");
    expect_all_claimants(&game, 1, 1, true);
    assert_false(audit_of(&game, 1, LEDGER_RED_CLAIMS).earlier_unknown);
    board_record_free(&game.record);
}

static void test_a_start_that_cannot_be_held(void **state)
{
    played_game game;

    (void)state;
    begin(&game, duel_fen, BOARD_RED);
    game.record.start.cells[3] = BOARD_EMPTY;
    refuse(&game, BOARD_ERROR_NO_RED_KING, 0);
    board_record_free(&game.record);
}

/* A game that is over, and one that is very long. */

static void test_a_game_that_is_over(void **state)
{
    played_game game;

    (void)state;
    begin(&game, "4k4/8R/9/9/9/9/9/9/R8/3K5 w", BOARD_RED);
    play(&game, "a1a9");
    expect(&game, 1, LEDGER_RED_CLAIMS, 0, LEDGER_GAME_OVER);
    expect(&game, 1, LEDGER_NOBODY_CLAIMS, 0, LEDGER_GAME_OVER);
    board_record_free(&game.record);

    begin(&game, "4k4/9/9/9/9/9/9/8R/R8/3K5 w", BOARD_RED);
    play(&game, "i2i8");
    play(&game, "e9f9");
    expect(&game, 1, LEDGER_RED_CLAIMS, 1, LEDGER_CLAIM_TRUE);
    play(&game, "a1a9");
    expect(&game, 1, LEDGER_BLACK_CLAIMS, 1, LEDGER_GAME_OVER);
    board_record_free(&game.record);
}

static void test_the_longest_record(void **state)
{
    played_game game;

    (void)state;
    begin(&game, duel_fen, BOARD_RED);
    play_idle(&game, BOARD_RECORD_PLIES_MAX);
    expect_all_claimants(&game, LEDGER_LIMIT_MAX, LEDGER_ROUNDS_MAX, true);
    board_record_free(&game.record);
}

/* Random games, counted once more in the plainest way. */

static uint64_t next_random(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return *seed >> 33;
}

/* Rounds that count, from what was noted of each move. */
static size_t plain_count(const bool *takes, const bool *checks, size_t plies, size_t claimants)
{
    size_t from = 0;
    size_t seen = 0;
    size_t counted = 0;

    for (size_t i = 0; i < plies; i++)
        from = takes[i] ? i + 1 : from;
    for (size_t i = from; i + 1 < plies; i += 2) {
        size_t own = i % 2 == claimants ? i : i + 1;
        seen += checks[own];
        counted += !checks[own] || seen <= 10;
    }
    return counted;
}

static void test_random_games(void **state)
{
    enum { GAMES = 60, PLIES = 240 };
    uint64_t seed = 20071;

    (void)state;
    for (size_t i = 0; i < GAMES; i++) {
        static const char fen[] = "3k5/9/9/9/9/9/9/4p4/1R5R1/4K4 w";
        bool takes[PLIES] = {false};
        bool checks[PLIES] = {false};
        size_t plies = 0;
        played_game game;
        begin(&game, fen, i % 2 ? BOARD_BLACK : BOARD_RED);
        for (board_move_list list; plies < PLIES; plies++) {
            board_generate(&game.position, next_random(&seed) % 3 ? BOARD_CHECKS : 0, &list);
            if (list.count == 0)
                board_legal_moves(&game.position, &list);
            if (list.count == 0)
                break;
            board_move move = list.moves[next_random(&seed) % list.count];
            takes[plies] = game.position.piece_at[move.to] != BOARD_NO_PIECE;
            append(&game, move, BOARD_OK);
            checks[plies] = board_in_check(&game.position, game.position.to_move);
        }
        const ledger_audit red = audit_of(&game, 60, LEDGER_RED_CLAIMS);
        const ledger_audit black = audit_of(&game, 60, LEDGER_BLACK_CLAIMS);
        assert_int_equal(red.counted, plain_count(takes, checks, plies, i % 2));
        assert_int_equal(black.counted, plain_count(takes, checks, plies, 1 - i % 2));
        assert_int_equal(red.counted, black.counted_for[BOARD_RED]);
        board_record_free(&game.record);
    }
}

/* Words. */

static void expect_text(const ledger_audit *audit, ledger_audit_part part, const char *chinese,
                        const char *english)
{
    char text[LEDGER_AUDIT_TEXT_BYTES];

    assert_string_equal(ledger_audit_text(audit, part, BOARD_CHINESE, text, sizeof text), chinese);
    assert_string_equal(ledger_audit_text(audit, part, BOARD_ENGLISH, text, sizeof text), english);
}

static void test_words_of_an_untrue_claim(void **state)
{
    char text[LEDGER_AUDIT_TEXT_BYTES];
    played_game game;

    (void)state;
    begin(&game, duel_fen, BOARD_RED);
    play(&game, "c5c6");
    play_idle(&game, 1);
    play_checks(&game, 12);
    const ledger_audit audit = audit_of(&game, 12, LEDGER_RED_CLAIMS);
    board_record_free(&game.record);
    assert_int_equal(audit.rounds, 12); /* the last step aside is half a round */
    expect_text(&audit, LEDGER_AUDIT_SETTING, "红方提出自然限着和棋，限12回合（4.2.4）。",
                "Red claims a draw by the natural move limit of 12 rounds (4.2.4).");
    expect_text(
        &audit, LEDGER_AUDIT_CAPTURE, "末次吃子：第1着，红方车七进一，吃黑卒；以前的回合不计。",
        "Last capture: move 1, Red c5c6, taking the black pawn; the rounds before it do not "
        "count.");
    expect_text(&audit, LEDGER_AUDIT_EARLIER, "", "");
    expect_text(&audit, LEDGER_AUDIT_STOOD, "", "");
    expect_text(&audit, LEDGER_AUDIT_ROUNDS,
                "其后双方各走12着，合12回合（第2着至第25着）；第26着不足一回合，不计。",
                "Rounds since then: 12 (moves 2 to 25); move 26 is half a round and does not "
                "count.");
    expect_text(&audit, LEDGER_AUDIT_CHECKS,
                "红方在其中将军12着，最多只计10着，扣除2回合（23.3）。",
                "Red's checks among them: 12, of which only 10 count; rounds left out: 2 (23.3).");
    expect_text(&audit, LEDGER_AUDIT_VERDICT,
                "计10回合，未满12回合：不属实，判红方犯规一次（9.1.4），其棋钟加计5分钟，继续对弈；"
                "若因此超时，即判负（23.3）。",
                "Rounds counted: 10 of 12. The claim is untrue: a foul of Red's (9.1.4), and 5 "
                "minutes are added to Red's clock; play goes on. If that oversteps the time, Red "
                "loses (23.3).");
    assert_int_equal(ledger_audit_run_end(&audit, 0), 10);
    assert_int_equal(ledger_audit_run_end(&audit, 10), 12);
    assert_string_equal(ledger_audit_run_text(&audit, 0, BOARD_CHINESE, text, sizeof text),
                        "第2着至第21着：第1至第10回合，计入。");
    assert_string_equal(ledger_audit_run_text(&audit, 10, BOARD_ENGLISH, text, sizeof text),
                        "moves 22 to 25: rounds 11 to 12, not counted: Red's checks 11 to 12 "
                        "(23.3)");
    assert_string_equal(ledger_audit_run_text(&audit, 11, BOARD_CHINESE, text, sizeof text),
                        "第24着至第25着：第12回合，红方第12次将军，不计（23.3）。");
    assert_string_equal(ledger_audit_run_text(&audit, 12, BOARD_CHINESE, text, sizeof text), "");
}

static void test_words_without_a_claimant(void **state)
{
    played_game game;

    (void)state;
    begin(&game, duel_fen, BOARD_RED);
    play_checks(&game, 12);
    const ledger_audit audit = audit_of(&game, 12, LEDGER_NOBODY_CLAIMS);
    board_record_free(&game.record);
    assert_true(audit.earlier_unknown);
    expect_text(&audit, LEDGER_AUDIT_EARLIER, "记录从给定局面开始，此前的着法不明，未计在内。",
                "The record begins with a given position; what was played before is not known and "
                "not counted.");
    expect_text(&audit, LEDGER_AUDIT_CAPTURE, "记录中没有吃子，从第1着起计。",
                "The record has no capture; the count begins with move 1.");
    expect_text(&audit, LEDGER_AUDIT_CHECKS,
                "没有提出方，将军不扣；若由红方提出计10回合，若由黑方提出计12回合（23.3）。",
                "Without a claimant no check is left out; a claim of Red's would count 10 rounds, "
                "one of Black's 12 (23.3).");
    expect_text(&audit, LEDGER_AUDIT_VERDICT, "计12回合，已满12回合：裁判可以判和（23.3）。",
                "Rounds counted: 12 of 12. The arbiter may rule a draw (23.3).");
}

static void test_codes_and_short_buffers(void **state)
{
    char text[16] = "unchanged";
    played_game game;

    (void)state;
    begin(&game, duel_fen, BOARD_RED);
    const ledger_audit audit = audit_of(&game, 60, LEDGER_RED_CLAIMS);
    board_record_free(&game.record);
    for (int part = 0; part < LEDGER_AUDIT_PARTS; part++) {
        text[0] = 'u';
        ledger_audit_text(&audit, (ledger_audit_part)part, BOARD_CHINESE, text, 0);
        assert_int_equal(text[0], 'u');
        for (size_t size = 1; size <= sizeof text; size++) {
            ledger_audit_text(&audit, (ledger_audit_part)part, BOARD_CHINESE, text, size);
            assert_true(strlen(text) < size);
        }
    }
    assert_string_equal(ledger_audit_code(LEDGER_CLAIM_UNTRUE), "claim-untrue");
    assert_string_equal(ledger_audit_articles(LEDGER_CLAIM_UNTRUE), "9.1.4,23.3");
    assert_string_equal(ledger_audit_code(LEDGER_AUDIT_VERDICTS), "");
    for (int verdict = 0; verdict < LEDGER_AUDIT_VERDICTS; verdict++)
        assert_true(strlen(ledger_audit_articles((ledger_audit_verdict)verdict)) > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_without_capture),
        cmocka_unit_test(test_after_captures),
        cmocka_unit_test(test_capture_on_the_last_ply),
        cmocka_unit_test(test_no_moves),
        cmocka_unit_test(test_ten_checks_count),
        cmocka_unit_test(test_the_eleventh_does_not),
        cmocka_unit_test(test_checks_all_the_way),
        cmocka_unit_test(test_check_in_half_a_round),
        cmocka_unit_test(test_checks_before_the_capture),
        cmocka_unit_test(test_illegal_moves_that_stood),
        cmocka_unit_test(test_facing_kings_are_no_check),
        cmocka_unit_test(test_moves_nobody_made),
        cmocka_unit_test(test_limits_of_the_setting),
        cmocka_unit_test(test_a_record_that_stopped),
        cmocka_unit_test(test_a_start_that_cannot_be_held),
        cmocka_unit_test(test_a_game_that_is_over),
        cmocka_unit_test(test_the_longest_record),
        cmocka_unit_test(test_random_games),
        cmocka_unit_test(test_words_of_an_untrue_claim),
        cmocka_unit_test(test_words_without_a_claimant),
        cmocka_unit_test(test_codes_and_short_buffers),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
