/*
 * tests/test_moves_random.c: everything that position.h and moves.h say of a position, held against
 * the plain generator in random games and in random positions, which reach what games rarely do:
 * double checks, pins, cannons over any screen, and what stands after an illegal move (the kings
 * face, or the side that is not to move is in check).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "board/fen.h"
#include "board/moves.h"
#include "support/plain_generator.h"

/* How many positions: fewer where every step is checked. */
#if defined(__SANITIZE_ADDRESS__)
enum { GAME_POSITIONS = 4000, SOUND_POSITIONS = 8000, THOROUGH = 32 };
#else
enum { GAME_POSITIONS = 20000, SOUND_POSITIONS = 50000, THOROUGH = 16 };
#endif

/* Flags of board_generate added up: all below this. */
enum { FLAG_SETS = (BOARD_CAPTURES | BOARD_CHECKS | BOARD_IGNORE_OWN_CHECK) + 1 };

/* How often the positions were of the kinds that matter. */
typedef struct tally {
    size_t sound;
    size_t waiting_in_check;
    size_t facing;
    size_t checks;
    size_t double_checks;
    size_t cannon_checks;
    size_t horse_checks;
    size_t pins;
    size_t mates;
    size_t stalemates;
} tally;

/* One position in both forms, and what the plain generator says of it. */
typedef struct subject {
    plain_board board;
    board_position position;
    plain_moves moves;
} subject;

static uint32_t next_random(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return (uint32_t)(*state >> 32);
}

static int random_below(uint64_t *state, int limit)
{
    return (int)(next_random(state) % (uint32_t)limit);
}

static board_side side_of(bool red)
{
    return red ? BOARD_RED : BOARD_BLACK;
}

static void fail_at(const subject *one, const char *what, board_move move)
{
    board_layout layout;
    char fen[BOARD_FEN_BYTES];

    board_position_to_layout(&one->position, &layout);
    board_fen_write(&layout, fen);
    fail_msg("%s: %s: %c%d%c%d", fen, what, 'a' + move.from % 9, move.from / 9, 'a' + move.to % 9,
             move.to / 9);
}

static void expect(const subject *one, bool holds, const char *what)
{
    if (!holds)
        fail_at(one, what, (board_move){0, 0});
}

/* The letter of a piece, told from its slot: one king, two of each other kind, five pawns. */
static char letter_of(board_piece piece)
{
    static const char letters[] = "KAABBNNRRCCPPPPPkaabbnnrrccppppp";

    return piece == BOARD_NO_PIECE ? PLAIN_EMPTY : letters[piece];
}

static board_layout layout_of(const plain_board *board)
{
    static const char kinds[] = "KABNRCPkabnrcp";
    board_layout layout;

    board_layout_clear(&layout);
    layout.to_move = side_of(board->red_to_move);
    for (int square = 0; square < BOARD_SQUARES; square++) {
        char piece = plain_at(board, square);
        if (piece != PLAIN_EMPTY)
            layout.cells[square] = (board_cell)(1 + (strchr(kinds, piece) - kinds));
    }
    return layout;
}

/* The same pieces on the same squares, each in a slot of its kind and nowhere else. */
static bool same_pieces(const board_position *position, const plain_board *board)
{
    if ((position->to_move == BOARD_RED) != board->red_to_move)
        return false;
    for (int square = 0; square < BOARD_SQUARES; square++) {
        board_piece piece = position->piece_at[square];
        if (letter_of(piece) != plain_at(board, square))
            return false;
        if (piece != BOARD_NO_PIECE && position->square_of[piece] != square)
            return false;
    }
    for (int piece = 0; piece < BOARD_PIECES; piece++) {
        board_square square = position->square_of[piece];
        if (square != BOARD_NO_SQUARE && position->piece_at[square] != piece)
            return false;
    }
    return true;
}

static bool same_bytes(const board_position *a, const board_position *b)
{
    return memcmp(a->piece_at, b->piece_at, sizeof a->piece_at) == 0 &&
           memcmp(a->square_of, b->square_of, sizeof a->square_of) == 0 &&
           memcmp(a->rank_bits, b->rank_bits, sizeof a->rank_bits) == 0 &&
           memcmp(a->file_bits, b->file_bits, sizeof a->file_bits) == 0 && a->key == b->key &&
           a->to_move == b->to_move;
}

/* Is it as if it had just been made of its pieces? Only the slots of like pieces may differ. */
static bool as_if_fresh(const board_position *position, const plain_board *board)
{
    board_layout layout = layout_of(board);
    board_position fresh;

    if (!same_pieces(position, board) ||
        board_position_from_layout(&fresh, &layout, NULL) != BOARD_OK)
        return false;
    return position->key == fresh.key && board_same_position(position, &fresh) &&
           memcmp(position->rank_bits, fresh.rank_bits, sizeof fresh.rank_bits) == 0 &&
           memcmp(position->file_bits, fresh.file_bits, sizeof fresh.file_bits) == 0;
}

static bool wanted(const plain_move *one, unsigned flags)
{
    return (one->legal || (flags & BOARD_IGNORE_OWN_CHECK)) &&
           (one->capture || !(flags & BOARD_CAPTURES)) && (one->check || !(flags & BOARD_CHECKS));
}

/* The list is exactly the moves that the flags want, each once. */
static void check_list(const subject *one, const board_move_list *list, unsigned flags)
{
    bool listed[BOARD_SQUARES][BOARD_SQUARES] = {{false}};
    size_t expected = 0;

    for (size_t i = 0; i < list->count; i++)
        listed[list->moves[i].from][list->moves[i].to] = true;
    for (size_t i = 0; i < one->moves.count; i++) {
        board_move move = one->moves.moves[i].move;
        bool want = wanted(&one->moves.moves[i], flags);
        if (want && !listed[move.from][move.to])
            fail_at(one, "a move is missing", move);
        if (!want && listed[move.from][move.to])
            fail_at(one, "a move too many", move);
        expected += want;
    }
    if (list->count != expected) {
        printf("flags %u: %zu moves, not %zu\n", flags, list->count, expected);
        fail_at(one, "not a move at all, or one twice", list->moves[0]);
    }
}

static void check_lists(const subject *one)
{
    board_move_list list;

    for (unsigned flags = 0; flags < FLAG_SETS; flags++) {
        board_generate(&one->position, flags, &list);
        check_list(one, &list, flags);
    }
    board_legal_moves(&one->position, &list);
    check_list(one, &list, BOARD_ALL_MOVES);
    board_legal_captures(&one->position, &list);
    check_list(one, &list, BOARD_CAPTURES);
}

static bool any_legal(const plain_moves *moves)
{
    for (size_t i = 0; i < moves->count; i++) {
        if (moves->moves[i].legal)
            return true;
    }
    return false;
}

static void check_state(const subject *one)
{
    const board_position *position = &one->position;
    bool red = one->board.red_to_move;
    bool check = plain_in_check(&one->board, red);
    bool can_move = any_legal(&one->moves);

    expect(one, board_in_check(position, side_of(red)) == check, "in check");
    expect(one, board_in_check(position, side_of(!red)) == plain_in_check(&one->board, !red),
           "the waiting side in check");
    expect(one, board_has_legal_move(position) == can_move, "has a legal move");
    expect(one, board_is_checkmate(position) == (check && !can_move), "checkmate");
    expect(one, board_is_stalemate(position) == (!check && !can_move), "stalemate");
}

/* Every move by the ways of moving is made and taken back. */
static void check_making(const subject *one, bool thorough)
{
    board_position trial = one->position;

    for (size_t i = 0; i < one->moves.count; i++) {
        const plain_move *plain = &one->moves.moves[i];
        board_undo undo = board_make(&trial, plain->move);

        if (thorough) {
            plain_board after = one->board;
            plain_make(&after, plain->move);
            if (!as_if_fresh(&trial, &after))
                fail_at(one, "wrong after the move", plain->move);
        }
        board_unmake(&trial, &undo);
        if (!same_bytes(&trial, &one->position))
            fail_at(one, "not taken back", plain->move);
        if (board_gives_check(&one->position, plain->move) != plain->check)
            fail_at(one, "gives check", plain->move);
    }
}

static void check_attackers(const subject *one, bool red, board_square square)
{
    board_piece attackers[BOARD_SIDE_PIECES];
    bool attacking[BOARD_PIECES] = {false};
    size_t count = board_attackers(&one->position, side_of(red), square, attackers);
    size_t expected = 0;

    for (size_t i = 0; i < count; i++)
        attacking[attackers[i]] = true;
    for (int from = 0; from < BOARD_SQUARES; from++) {
        board_piece piece = one->position.piece_at[from];
        board_move move = {(board_square)from, square};

        if (!plain_is_of(plain_at(&one->board, from), red))
            continue;
        bool attacks = plain_attacks(&one->board, from, square);
        expected += attacks;
        if (attacking[piece] != attacks ||
            board_piece_attacks(&one->position, piece, square) != attacks)
            fail_at(one, "attack", move);
    }
    if (count != expected)
        fail_at(one, "number of attackers", (board_move){square, square});
}

/* Would the piece go there if the own piece there were not its own, or not there at all? */
static bool only_own_piece_bars(const plain_board *board, board_move move)
{
    plain_board changed = *board;
    char *target = &changed.cells[move.to / 9][move.to % 9];

    if (!plain_is_of(*target, board->red_to_move))
        return false;
    *target = board->red_to_move ? 'n' : 'N';
    if (plain_goes(&changed, move.from, move.to))
        return true;
    *target = PLAIN_EMPTY;
    return plain_goes(&changed, move.from, move.to);
}

/* What board_move_fault may say of a move that the plain generator knows not, as far as a piece of
 * its side stands on `from`. */
static void check_fault(const subject *one, board_move move, bool known, bool legal)
{
    board_error error = board_move_fault(&one->position, move);
    bool by_king = error == BOARD_ERROR_MOVE_LEAVES_CHECK || error == BOARD_ERROR_MOVE_KINGS_FACING;

    if ((error == BOARD_OK) != legal || by_king != (known && !legal))
        fail_at(one, "legal, or left in check", move);
    if (board_is_legal(&one->position, move) != legal)
        fail_at(one, "board_is_legal", move);
    if (!plain_is_of(plain_at(&one->board, move.from), one->board.red_to_move))
        return;
    if ((error == BOARD_ERROR_MOVE_OWN_PIECE) != only_own_piece_bars(&one->board, move))
        fail_at(one, "own piece on the target", move);
    if (by_king) {
        plain_board after = one->board;
        plain_make(&after, move);
        if ((error == BOARD_ERROR_MOVE_KINGS_FACING) != plain_kings_face(&after))
            fail_at(one, "the kings face", move);
    }
}

static void check_all_pairs(const subject *one)
{
    enum { UNKNOWN = 0, ILLEGAL, LEGAL };
    uint8_t known[BOARD_SQUARES][BOARD_SQUARES] = {{UNKNOWN}};

    for (size_t i = 0; i < one->moves.count; i++) {
        board_move move = one->moves.moves[i].move;
        known[move.from][move.to] = one->moves.moves[i].legal ? LEGAL : ILLEGAL;
    }
    for (int from = 0; from < BOARD_SQUARES; from++) {
        for (int to = 0; to < BOARD_SQUARES; to++) {
            board_move move = {(board_square)from, (board_square)to};
            check_fault(one, move, known[from][to] != UNKNOWN, known[from][to] == LEGAL);
        }
    }
}

static void check_subject(const subject *one, bool thorough)
{
    check_lists(one);
    check_state(one);
    check_making(one, thorough);
    expect(one, as_if_fresh(&one->position, &one->board), "not as if freshly made");
    if (!thorough)
        return;
    for (board_square square = 0; square < BOARD_SQUARES; square++) {
        check_attackers(one, true, square);
        check_attackers(one, false, square);
    }
    check_all_pairs(one);
}

/* Counts what kind of check this is. */
static void count_checks(const subject *one, tally *count)
{
    bool red = one->board.red_to_move;
    board_square king = one->position.square_of[board_king(side_of(red))];
    size_t checkers = 0;

    for (int from = 0; from < BOARD_SQUARES; from++) {
        char piece = plain_at(&one->board, from);
        if (!plain_is_of(piece, !red) || !plain_attacks(&one->board, from, king))
            continue;
        checkers++;
        count->cannon_checks += piece == 'C' || piece == 'c';
        count->horse_checks += piece == 'N' || piece == 'n';
    }
    count->checks += checkers > 0;
    count->double_checks += checkers > 1;
    count->mates += checkers > 0 && !any_legal(&one->moves);
    count->stalemates += checkers == 0 && !any_legal(&one->moves);
}

/* A move of another piece than the king that opens a check where there was none. */
static bool has_pin(const subject *one)
{
    if (plain_in_check(&one->board, one->board.red_to_move))
        return false;
    for (size_t i = 0; i < one->moves.count; i++) {
        char piece = plain_at(&one->board, one->moves.moves[i].move.from);
        if (!one->moves.moves[i].legal && piece != 'K' && piece != 'k')
            return true;
    }
    return false;
}

static void count_subject(const subject *one, tally *count)
{
    bool facing = plain_kings_face(&one->board);
    bool waiting_in_check = plain_in_check(&one->board, !one->board.red_to_move);

    count->facing += facing;
    count->waiting_in_check += waiting_in_check;
    if (facing || waiting_in_check)
        return;
    count->sound++;
    count->pins += has_pin(one);
    count_checks(one, count);
}

static void print_tally(const tally *count)
{
    printf("%zu sound positions: %zu checks (%zu double, %zu by cannon, %zu by horse), %zu pins, "
           "%zu mates, %zu stalemates; besides %zu facing, %zu with the wrong side in check\n",
           count->sound, count->checks, count->double_checks, count->cannon_checks,
           count->horse_checks, count->pins, count->mates, count->stalemates, count->facing,
           count->waiting_in_check);
}

/* A random legal move, rather a capture or a check one time in three; false if there is none. */
static bool choose_move(const subject *one, uint64_t *random, board_move *move)
{
    bool sharp = random_below(random, 3) == 0;
    size_t seen = 0;

    for (size_t i = 0; i < one->moves.count; i++) {
        const plain_move *plain = &one->moves.moves[i];
        size_t weight = sharp && (plain->capture || plain->check) ? 8 : 1;

        if (!plain->legal)
            continue;
        seen += weight;
        if (next_random(random) % seen < weight)
            *move = plain->move;
    }
    return seen > 0;
}

static void play_game(uint64_t *random, tally *count)
{
    subject one;
    board_move move;

    plain_read(&one.board, "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w");
    board_position_initial(&one.position);
    for (int ply = 0; ply < 300; ply++) {
        plain_generate(&one.board, &one.moves);
        check_subject(&one, random_below(random, THOROUGH) == 0);
        count_subject(&one, count);
        if (!choose_move(&one, random, &move))
            return;
        plain_make(&one.board, move);
        board_make(&one.position, move);
    }
}

static void test_games(void **state)
{
    uint64_t random = UINT64_C(0x2007041520070415);
    tally count = {0};

    (void)state;
    while (count.sound < GAME_POSITIONS)
        play_game(&random, &count);
    print_tally(&count);
    assert_true(count.facing == 0 && count.waiting_in_check == 0);
    assert_true(count.checks > 100 && count.pins > 100 && count.mates > 0);
}

/* A random square, half of the time near the king on `king`: on its lines or two steps off. */
static int random_square(uint64_t *random, int king)
{
    int file = random_below(random, BOARD_FILES);
    int rank = random_below(random, BOARD_RANKS);

    switch (random_below(random, 6)) {
    case 0:
        return rank * BOARD_FILES + king % BOARD_FILES;
    case 1:
        return king / BOARD_FILES * BOARD_FILES + file;
    case 2:
        file = king % BOARD_FILES + random_below(random, 5) - 2;
        rank = king / BOARD_FILES + random_below(random, 5) - 2;
        return rank < 0 || rank >= BOARD_RANKS ? king : rank * BOARD_FILES + file;
    default:
        return rank * BOARD_FILES + file;
    }
}

/* May it be put there? A file has at most one pawn of a side that has not crossed. */
static bool may_put(const plain_board *board, char piece, int square)
{
    if (plain_at(board, square) != PLAIN_EMPTY || !plain_may_stand(piece, square))
        return false;
    if (piece != 'P' && piece != 'p')
        return true;
    int first = piece == 'P' ? 3 : 5;
    if (square / BOARD_FILES < first || square / BOARD_FILES > first + 1)
        return true;
    for (int rank = first; rank <= first + 1; rank++) {
        if (board->cells[rank][square % BOARD_FILES] == piece)
            return false;
    }
    return true;
}

static void put_randomly(plain_board *board, uint64_t *random, char piece, const int kings[2])
{
    for (int tries = 0; tries < 20; tries++) {
        int square = random_square(random, kings[random_below(random, 2)]);
        if (may_put(board, piece, square)) {
            board->cells[square / BOARD_FILES][square % BOARD_FILES] = piece;
            return;
        }
    }
}

/* Some of the pieces, each side's as many as it happens; kings always. */
static void random_board(plain_board *board, uint64_t *random)
{
    static const char pieces[] = "AABBNNRRCCPPPPPaabbnnrrccppppp";
    int parts[2] = {random_below(random, 9), random_below(random, 9)};
    int kings[2] = {(random_below(random, 3)) * 9 + 3 + random_below(random, 3),
                    (9 - random_below(random, 3)) * 9 + 3 + random_below(random, 3)};

    memset(board->cells, PLAIN_EMPTY, sizeof board->cells);
    board->cells[kings[0] / BOARD_FILES][kings[0] % BOARD_FILES] = 'K';
    board->cells[kings[1] / BOARD_FILES][kings[1] % BOARD_FILES] = 'k';
    for (const char *piece = pieces; *piece; piece++) {
        if (random_below(random, 8) < parts[!plain_is_red(*piece)])
            put_randomly(board, random, *piece, kings);
    }
    board->red_to_move = random_below(random, 2) == 0;
}

/* The position of the pieces; the faults of the layout are those that the plain board has. */
static void make_subject(subject *one)
{
    board_layout layout = layout_of(&one->board);
    bool facing = plain_kings_face(&one->board);
    bool sound = !facing && !plain_in_check(&one->board, !one->board.red_to_move);

    assert_int_equal(board_position_from_layout(&one->position, &layout, NULL), BOARD_OK);
    expect(one, (board_layout_faults(&layout, NULL, 0) == 0) == sound, "faults of the layout");
    plain_generate(&one->board, &one->moves);
}

static void test_random_positions(void **state)
{
    uint64_t random = UINT64_C(0x1956195619561956);
    tally count = {0};

    (void)state;
    while (count.sound < SOUND_POSITIONS) {
        subject one;

        random_board(&one.board, &random);
        if (plain_in_check(&one.board, !one.board.red_to_move) && random_below(&random, 4) > 0)
            continue; /* or nearly half of them would be such */
        make_subject(&one);
        check_subject(&one, random_below(&random, THOROUGH) == 0);
        count_subject(&one, &count);
    }
    print_tally(&count);
    assert_true(count.checks > SOUND_POSITIONS / 10 && count.pins > SOUND_POSITIONS / 20);
    assert_true(count.double_checks > SOUND_POSITIONS / 50);
    assert_true(count.cannon_checks > SOUND_POSITIONS / 50);
    assert_true(count.horse_checks > SOUND_POSITIONS / 50);
    assert_true(count.mates > 50 && count.stalemates > 5);
    assert_true(count.facing > 100 && count.waiting_in_check > 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_games),
        cmocka_unit_test(test_random_positions),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
