/*
 * board/tables/generate.c: the build-time program that writes the constant geometry of tables.h
 * to standard output. It is not part of any library.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "board/tables.h"

typedef struct {
    int file;
    int rank;
} point;

static bool on_board(point p)
{
    return p.file >= 0 && p.file < BOARD_FILES && p.rank >= 0 && p.rank < BOARD_RANKS;
}

static bool in_palace(point p)
{
    return p.file >= 3 && p.file <= 5 && (p.rank <= 2 || p.rank >= 7);
}

static point point_of(int square)
{
    return (point){square % BOARD_FILES, square / BOARD_FILES};
}

static int square_of(point p)
{
    return p.rank * BOARD_FILES + p.file;
}

static void add_step(board_steps *steps, point to, point via)
{
    steps->to[steps->count] = (board_square)square_of(to);
    steps->via[steps->count] = (board_square)square_of(via);
    steps->count++;
}

static board_steps king_steps(int square)
{
    static const point ways[4] = {{0, 1}, {0, -1}, {1, 0}, {-1, 0}};
    board_steps steps = {0};
    point from = point_of(square);
    for (int i = 0; i < 4; i++) {
        point to = {from.file + ways[i].file, from.rank + ways[i].rank};
        if (in_palace(from) && on_board(to) && in_palace(to))
            add_step(&steps, to, to);
    }
    return steps;
}

static board_steps diagonal_steps(int square, int length)
{
    board_steps steps = {0};
    point from = point_of(square);
    for (int i = 0; i < 4; i++) {
        int df = i & 1 ? 1 : -1;
        int dr = i & 2 ? 1 : -1;
        point to = {from.file + length * df, from.rank + length * dr};
        point via = {from.file + df, from.rank + dr};
        bool fits =
            length == 1 ? in_palace(from) && in_palace(to) : (from.rank < 5) == (to.rank < 5);
        if (on_board(to) && fits)
            add_step(&steps, to, via);
    }
    return steps;
}

static board_steps horse_steps(int square)
{
    static const point legs[4] = {{0, 1}, {0, -1}, {1, 0}, {-1, 0}};
    board_steps steps = {0};
    point from = point_of(square);
    for (int i = 0; i < 4; i++) {
        for (int turn = -1; turn <= 1; turn += 2) {
            point leg = {from.file + legs[i].file, from.rank + legs[i].rank};
            point to = {leg.file + legs[i].file, leg.rank + legs[i].rank};
            to.file += legs[i].file == 0 ? turn : 0;
            to.rank += legs[i].rank == 0 ? turn : 0;
            if (on_board(to))
                add_step(&steps, to, leg);
        }
    }
    return steps;
}

static board_steps pawn_steps(int side, int square)
{
    board_steps steps = {0};
    point from = point_of(square);
    point ahead = {from.file, from.rank + (side == BOARD_RED ? 1 : -1)};
    if (on_board(ahead))
        add_step(&steps, ahead, ahead);
    if (board_crossed_river((board_side)side, (board_square)square)) {
        for (int df = -1; df <= 1; df += 2) {
            point beside = {from.file + df, from.rank};
            if (on_board(beside))
                add_step(&steps, beside, beside);
        }
    }
    return steps;
}

static void print_steps(const board_steps *steps)
{
    printf("    {%d, {", steps->count);
    for (int i = 0; i < 8; i++)
        printf("%s%d", i ? ", " : "", steps->to[i]);
    printf("}, {");
    for (int i = 0; i < 8; i++)
        printf("%s%d", i ? ", " : "", steps->via[i]);
    printf("}},\n");
}

static void print_steps_table(const char *name, board_steps (*steps_of)(int))
{
    printf("const board_steps %s[BOARD_SQUARES] = {\n", name);
    for (int square = 0; square < BOARD_SQUARES; square++) {
        board_steps steps = steps_of(square);
        print_steps(&steps);
    }
    printf("};\n\n");
}

static board_steps advisor_steps(int square)
{
    return diagonal_steps(square, 1);
}

static board_steps elephant_steps(int square)
{
    return diagonal_steps(square, 2);
}

static void print_pawn_table(void)
{
    printf("const board_steps board_pawn_steps[2][BOARD_SQUARES] = {\n");
    for (int side = 0; side < 2; side++) {
        printf("{\n");
        for (int square = 0; square < BOARD_SQUARES; square++) {
            board_steps steps = pawn_steps(side, square);
            print_steps(&steps);
        }
        printf("},\n");
    }
    printf("};\n\n");
}

static int horse_leg(int from, int to)
{
    board_steps steps = horse_steps(from);
    for (int i = 0; i < steps.count; i++) {
        if (steps.to[i] == to)
            return steps.via[i];
    }
    return BOARD_NO_SQUARE;
}

static int nearness(int king, int square)
{
    point k = point_of(king);
    point p = point_of(square);
    if (k.rank == p.rank)
        return BOARD_NEAR_RANK;
    if (k.file == p.file)
        return BOARD_NEAR_FILE;
    return abs(k.file - p.file) == 1 && abs(k.rank - p.rank) == 1 ? BOARD_NEAR_DIAGONAL : 0;
}

static void print_pair_table(const char *type, const char *name, int (*value_of)(int, int))
{
    printf("const %s %s[BOARD_SQUARES][BOARD_SQUARES] = {\n", type, name);
    for (int a = 0; a < BOARD_SQUARES; a++) {
        printf("    {");
        for (int b = 0; b < BOARD_SQUARES; b++)
            printf("%s%d", b ? ", " : "", value_of(a, b));
        printf("},\n");
    }
    printf("};\n\n");
}

/* The finishing function of a well mixed 64-bit counter; any fixed good mix would do. */
static uint64_t next_key(uint64_t *state)
{
    *state += UINT64_C(0x9E3779B97F4A7C15);
    uint64_t z = *state;
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

static void print_keys(void)
{
    uint64_t state = 2007;
    printf("const uint64_t board_square_keys[2 * BOARD_KINDS][BOARD_SQUARES] = {\n");
    for (int piece = 0; piece < 2 * BOARD_KINDS; piece++) {
        printf("    {");
        for (int square = 0; square < BOARD_SQUARES; square++)
            printf("%sUINT64_C(0x%016" PRIx64 ")", square ? ", " : "", next_key(&state));
        printf("},\n");
    }
    printf("};\n\nconst uint64_t board_side_key = UINT64_C(0x%016" PRIx64 ");\n", next_key(&state));
}

int main(void)
{
    printf("/* Written by src/board/tables/generate.c at build time. */\n");
    printf("#include \"board/tables.h\"\n\n");
    print_steps_table("board_king_steps", king_steps);
    print_steps_table("board_advisor_steps", advisor_steps);
    print_steps_table("board_elephant_steps", elephant_steps);
    print_steps_table("board_horse_steps", horse_steps);
    print_pawn_table();
    print_pair_table("board_square", "board_horse_leg", horse_leg);
    print_pair_table("uint8_t", "board_near", nearness);
    print_keys();
    return ferror(stdout) || fflush(stdout) ? EXIT_FAILURE : EXIT_SUCCESS;
}
