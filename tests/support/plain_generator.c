/* tests/support/plain_generator.c: the rules of moving (article 2.2), slowly and plainly. */
#include "plain_generator.h"

#include <stdlib.h>
#include <string.h>

/* A way from one point to another, as seen by the piece that goes it. */
typedef struct plain_way {
    int file;        /* where it starts */
    int rank;        /* counted from Red's back rank */
    int file_change; /* to the right for Red */
    int rank_change; /* towards Black's side */
    bool red;
} plain_way;

void plain_read(plain_board *board, const char *fen)
{
    int rank = BOARD_RANKS - 1;
    int file = 0;

    memset(board->cells, PLAIN_EMPTY, sizeof board->cells);
    for (; *fen != ' '; fen++) {
        if (*fen == '/') {
            rank--;
            file = 0;
        } else if (*fen >= '1' && *fen <= '9') {
            file += *fen - '0';
        } else {
            board->cells[rank][file++] = *fen;
        }
    }
    board->red_to_move = fen[1] == 'w';
}

char plain_at(const plain_board *board, int square)
{
    return board->cells[square / BOARD_FILES][square % BOARD_FILES];
}

bool plain_is_red(char piece)
{
    return piece >= 'A' && piece <= 'Z';
}

bool plain_is_of(char piece, bool red)
{
    return piece != PLAIN_EMPTY && plain_is_red(piece) == red;
}

/* The letter of the kind, whichever side it is of. */
static char kind_letter(char piece)
{
    return plain_is_red(piece) ? piece : (char)(piece - 'a' + 'A');
}

static bool in_palace(bool red, int file, int rank)
{
    if (file < 3 || file > 5)
        return false;
    return red ? rank <= 2 : rank >= 7;
}

static bool on_own_half(bool red, int rank)
{
    return red ? rank <= 4 : rank >= 5;
}

bool plain_may_stand(char piece, int square)
{
    bool red = plain_is_red(piece);
    int file = square % BOARD_FILES;
    int rank = square / BOARD_FILES;
    int rank_from_home = red ? rank : BOARD_RANKS - 1 - rank;

    switch (kind_letter(piece)) {
    case 'K':
        return in_palace(red, file, rank);
    case 'A': /* the middle and the corners of the palace */
        return in_palace(red, file, rank) && (file == 4) == (rank_from_home == 1);
    case 'B': /* every second point of every second rank, in turn */
        return rank_from_home <= 4 && rank_from_home % 2 == 0 && (file + rank_from_home) % 4 == 2;
    case 'P':
        return rank_from_home >= 5 || (rank_from_home >= 3 && file % 2 == 0);
    default:
        return true;
    }
}

/* Pieces between the ends of a straight way. */
static int pieces_on_way(const plain_board *board, plain_way way)
{
    int file_step = (way.file_change > 0) - (way.file_change < 0);
    int rank_step = (way.rank_change > 0) - (way.rank_change < 0);
    int length = abs(way.file_change) + abs(way.rank_change);
    int count = 0;

    for (int i = 1; i < length; i++) {
        if (board->cells[way.rank + i * rank_step][way.file + i * file_step] != PLAIN_EMPTY)
            count++;
    }
    return count;
}

static bool is_straight(plain_way way)
{
    return (way.file_change == 0) != (way.rank_change == 0);
}

static bool is_diagonal(plain_way way, int length)
{
    return abs(way.file_change) == length && abs(way.rank_change) == length;
}

static bool horse_goes(const plain_board *board, plain_way way)
{
    if (abs(way.file_change) == 1 && abs(way.rank_change) == 2)
        return board->cells[way.rank + way.rank_change / 2][way.file] == PLAIN_EMPTY;
    if (abs(way.file_change) == 2 && abs(way.rank_change) == 1)
        return board->cells[way.rank][way.file + way.file_change / 2] == PLAIN_EMPTY;
    return false;
}

static bool elephant_goes(const plain_board *board, plain_way way)
{
    return is_diagonal(way, 2) && on_own_half(way.red, way.rank + way.rank_change) &&
           board->cells[way.rank + way.rank_change / 2][way.file + way.file_change / 2] ==
               PLAIN_EMPTY;
}

static bool pawn_goes(plain_way way)
{
    int forward = way.red ? 1 : -1;

    if (way.rank_change == forward && way.file_change == 0)
        return true;
    return !on_own_half(way.red, way.rank) && way.rank_change == 0 && abs(way.file_change) == 1;
}

static bool king_goes(const plain_board *board, plain_way way)
{
    int file = way.file + way.file_change;
    int rank = way.rank + way.rank_change;

    if (abs(way.file_change) + abs(way.rank_change) == 1)
        return in_palace(way.red, file, rank);
    return way.file_change == 0 && board->cells[rank][file] == (way.red ? 'k' : 'K') &&
           pieces_on_way(board, way) == 0;
}

bool plain_attacks(const plain_board *board, int from, int to)
{
    char piece = plain_at(board, from);
    plain_way way = {from % BOARD_FILES, from / BOARD_FILES, to % BOARD_FILES - from % BOARD_FILES,
                     to / BOARD_FILES - from / BOARD_FILES, plain_is_red(piece)};

    if (piece == PLAIN_EMPTY || from == to)
        return false;
    switch (kind_letter(piece)) {
    case 'K':
        return king_goes(board, way);
    case 'A':
        return is_diagonal(way, 1) &&
               in_palace(way.red, way.file + way.file_change, way.rank + way.rank_change);
    case 'B':
        return elephant_goes(board, way);
    case 'N':
        return horse_goes(board, way);
    case 'R':
        return is_straight(way) && pieces_on_way(board, way) == 0;
    case 'C':
        return is_straight(way) && pieces_on_way(board, way) == 1;
    default:
        return pawn_goes(way);
    }
}

bool plain_goes(const plain_board *board, int from, int to)
{
    char piece = plain_at(board, from);
    char target = plain_at(board, to);

    if (piece == PLAIN_EMPTY || plain_is_of(target, plain_is_red(piece)))
        return false;
    if (kind_letter(piece) == 'C' && target == PLAIN_EMPTY) {
        plain_board with_rook = *board; /* without taking, a cannon goes as a rook does */
        with_rook.cells[from / BOARD_FILES][from % BOARD_FILES] = 'R';
        return plain_attacks(&with_rook, from, to);
    }
    return plain_attacks(board, from, to);
}

/* The square of this piece, or BOARD_NO_SQUARE. */
static int find(const plain_board *board, char piece)
{
    for (int square = 0; square < BOARD_SQUARES; square++) {
        if (plain_at(board, square) == piece)
            return square;
    }
    return BOARD_NO_SQUARE;
}

bool plain_in_check(const plain_board *board, bool red)
{
    int king = find(board, red ? 'K' : 'k');

    for (int square = 0; square < BOARD_SQUARES; square++) {
        if (plain_is_of(plain_at(board, square), !red) && plain_attacks(board, square, king))
            return true;
    }
    return false;
}

bool plain_kings_face(const plain_board *board)
{
    return plain_attacks(board, find(board, 'K'), find(board, 'k'));
}

void plain_make(plain_board *board, board_move move)
{
    char piece = plain_at(board, move.from);

    board->cells[move.from / BOARD_FILES][move.from % BOARD_FILES] = PLAIN_EMPTY;
    board->cells[move.to / BOARD_FILES][move.to % BOARD_FILES] = piece;
    board->red_to_move = !board->red_to_move;
}

static plain_move describe(const plain_board *board, board_move move)
{
    bool red = board->red_to_move;
    plain_board after = *board;

    plain_make(&after, move);
    return (plain_move){.move = move,
                        .legal = !plain_in_check(&after, red),
                        .capture = plain_at(board, move.to) != PLAIN_EMPTY,
                        .check = plain_in_check(&after, !red)};
}

void plain_generate(const plain_board *board, plain_moves *list)
{
    list->count = 0;
    for (int from = 0; from < BOARD_SQUARES; from++) {
        if (!plain_is_of(plain_at(board, from), board->red_to_move))
            continue;
        for (int to = 0; to < BOARD_SQUARES; to++) {
            char target = plain_at(board, to);
            if (target == 'K' || target == 'k' || !plain_goes(board, from, to))
                continue;
            board_move move = {(board_square)from, (board_square)to};
            list->moves[list->count++] = describe(board, move);
        }
    }
}

uint64_t plain_perft(const plain_board *board, int depth)
{
    plain_moves list;
    uint64_t total = 0;

    if (depth == 0)
        return 1;
    plain_generate(board, &list);
    for (size_t i = 0; i < list.count; i++) {
        plain_board after = *board;

        if (!list.moves[i].legal)
            continue;
        plain_make(&after, list.moves[i].move);
        total += plain_perft(&after, depth - 1);
    }
    return total;
}
