/* board/position.c: moves made and taken back, attacks and check. */
#include "board/position.h"

#include <string.h>

#include "board/tables.h"

const uint8_t board_slot_kinds[BOARD_SIDE_PIECES] = {
    BOARD_KING,  BOARD_ADVISOR, BOARD_ADVISOR, BOARD_ELEPHANT, BOARD_ELEPHANT, BOARD_HORSE,
    BOARD_HORSE, BOARD_ROOK,    BOARD_ROOK,    BOARD_CANNON,   BOARD_CANNON,   BOARD_PAWN,
    BOARD_PAWN,  BOARD_PAWN,    BOARD_PAWN,    BOARD_PAWN};

enum { FIRST_HORSE = 5, FIRST_ROOK = 7, FIRST_CANNON = 9, FIRST_PAWN = 11 };

const uint8_t board_first_slots[BOARD_KINDS + 1] = {
    0, 1, 3, FIRST_HORSE, FIRST_ROOK, FIRST_CANNON, FIRST_PAWN, BOARD_SIDE_PIECES};

static uint64_t piece_key(board_piece piece, board_square square)
{
    int row = (int)board_piece_side(piece) * BOARD_KINDS + (int)board_piece_kind(piece);
    return board_square_keys[row][square];
}

static void lift(board_position *position, board_square square)
{
    position->rank_bits[board_rank_of(square)] &= (uint16_t) ~(1u << board_file_of(square));
    position->file_bits[board_file_of(square)] &= (uint16_t) ~(1u << board_rank_of(square));
}

static void put(board_position *position, board_square square)
{
    position->rank_bits[board_rank_of(square)] |= (uint16_t)(1u << board_file_of(square));
    position->file_bits[board_file_of(square)] |= (uint16_t)(1u << board_rank_of(square));
}

void board_position_place(board_position *position, const board_layout *layout)
{
    uint8_t used[2 * BOARD_KINDS] = {0};
    memset(position, 0, sizeof *position);
    memset(position->piece_at, BOARD_NO_PIECE, sizeof position->piece_at);
    memset(position->square_of, BOARD_NO_SQUARE, sizeof position->square_of);
    for (board_square square = 0; square < BOARD_SQUARES; square++) {
        board_cell cell = layout->cells[square];
        if (cell == BOARD_EMPTY)
            continue;
        board_piece piece =
            (board_piece)(board_cell_side(cell) * BOARD_SIDE_PIECES +
                          board_first_slots[board_cell_kind(cell)] + used[cell - 1]++);
        position->piece_at[square] = piece;
        position->square_of[piece] = square;
        position->key ^= piece_key(piece, square);
        put(position, square);
    }
    position->to_move = layout->to_move;
    if (layout->to_move == BOARD_BLACK)
        position->key ^= board_side_key;
}

void board_position_to_layout(const board_position *position, board_layout *layout)
{
    board_layout_clear(layout);
    layout->to_move = position->to_move;
    for (board_piece piece = 0; piece < BOARD_PIECES; piece++) {
        board_square square = position->square_of[piece];
        if (square != BOARD_NO_SQUARE)
            layout->cells[square] = board_cell_of(board_piece_side(piece), board_piece_kind(piece));
    }
}

void board_position_initial(board_position *position)
{
    board_layout layout;
    board_layout_initial(&layout);
    board_position_place(position, &layout);
}

board_undo board_make(board_position *position, board_move move)
{
    board_piece piece = position->piece_at[move.from];
    board_piece captured = position->piece_at[move.to];
    board_undo undo = {move, captured, position->key};
    if (captured != BOARD_NO_PIECE) {
        position->square_of[captured] = BOARD_NO_SQUARE;
        position->key ^= piece_key(captured, move.to);
    }
    position->piece_at[move.from] = BOARD_NO_PIECE;
    position->piece_at[move.to] = piece;
    position->square_of[piece] = move.to;
    lift(position, move.from);
    put(position, move.to);
    position->key ^= piece_key(piece, move.from) ^ piece_key(piece, move.to) ^ board_side_key;
    position->to_move = board_other(position->to_move);
    return undo;
}

void board_unmake(board_position *position, const board_undo *undo)
{
    board_move move = undo->move;
    board_piece piece = position->piece_at[move.to];
    position->piece_at[move.from] = piece;
    position->square_of[piece] = move.from;
    position->piece_at[move.to] = undo->captured;
    put(position, move.from);
    if (undo->captured != BOARD_NO_PIECE)
        position->square_of[undo->captured] = move.to;
    else
        lift(position, move.to);
    position->key = undo->key;
    position->to_move = board_other(position->to_move);
}

void board_pass(board_position *position)
{
    position->to_move = board_other(position->to_move);
    position->key ^= board_side_key;
}

void board_remove_piece(board_position *position, board_piece piece)
{
    board_square square = position->square_of[piece];
    if (square == BOARD_NO_SQUARE)
        return;
    position->square_of[piece] = BOARD_NO_SQUARE;
    position->piece_at[square] = BOARD_NO_PIECE;
    position->key ^= piece_key(piece, square);
    lift(position, square);
}

/* Pieces between two squares of one rank or file: 0, 1, or 2 for more; -1 if they share neither or
 * are the same. */
static inline int pieces_between(const board_position *position, board_square a, board_square b)
{
    int file_a = board_file_of(a);
    int file_b = board_file_of(b);
    int rank_a = board_rank_of(a);
    int rank_b = board_rank_of(b);
    unsigned bits;
    int low;
    int high;
    if (rank_a == rank_b && file_a != file_b) {
        bits = position->rank_bits[rank_a];
        low = file_a < file_b ? file_a : file_b;
        high = file_a < file_b ? file_b : file_a;
    } else if (file_a == file_b && rank_a != rank_b) {
        bits = position->file_bits[file_a];
        low = rank_a < rank_b ? rank_a : rank_b;
        high = rank_a < rank_b ? rank_b : rank_a;
    } else {
        return -1;
    }
    unsigned between = (bits >> (low + 1)) & ((1u << (high - low - 1)) - 1u);
    if (between == 0)
        return 0;
    return (between & (between - 1u)) == 0 ? 1 : 2;
}

static bool steps_to(const board_steps *steps, board_square square)
{
    for (int i = 0; i < steps->count; i++) {
        if (steps->to[i] == square)
            return true;
    }
    return false;
}

static bool king_attacks(const board_position *position, board_piece piece, board_square from,
                         board_square to)
{
    if (steps_to(&board_king_steps[from], to))
        return true;
    board_piece other = board_king(board_other(board_piece_side(piece)));
    return position->piece_at[to] == other && board_file_of(from) == board_file_of(to) &&
           pieces_between(position, from, to) == 0;
}

static bool elephant_attacks(const board_position *position, board_square from, board_square to)
{
    const board_steps *steps = &board_elephant_steps[from];
    for (int i = 0; i < steps->count; i++) {
        if (steps->to[i] == to)
            return position->piece_at[steps->via[i]] == BOARD_NO_PIECE;
    }
    return false;
}

bool board_piece_attacks(const board_position *position, board_piece piece, board_square square)
{
    board_square from = position->square_of[piece];
    if (from == BOARD_NO_SQUARE || from == square)
        return false;
    switch (board_piece_kind(piece)) {
    case BOARD_KING:
        return king_attacks(position, piece, from, square);
    case BOARD_ADVISOR:
        return steps_to(&board_advisor_steps[from], square);
    case BOARD_ELEPHANT:
        return elephant_attacks(position, from, square);
    case BOARD_HORSE: {
        board_square leg = board_horse_leg[from][square];
        return leg != BOARD_NO_SQUARE && position->piece_at[leg] == BOARD_NO_PIECE;
    }
    case BOARD_ROOK:
        return pieces_between(position, from, square) == 0;
    case BOARD_CANNON:
        return pieces_between(position, from, square) == 1;
    case BOARD_PAWN:
        return steps_to(&board_pawn_steps[board_piece_side(piece)][from], square);
    default:
        return false;
    }
}

size_t board_attackers(const board_position *position, board_side side, board_square square,
                       board_piece attackers[BOARD_SIDE_PIECES])
{
    size_t count = 0;
    board_piece first = board_king(side);
    for (board_piece piece = first; piece < first + BOARD_SIDE_PIECES; piece++) {
        if (board_piece_attacks(position, piece, square))
            attackers[count++] = piece;
    }
    return count;
}

/* A position as it is after one move, without making it; `to` BOARD_NO_SQUARE: no move. */
typedef struct after_move {
    const board_position *position;
    board_square from;
    board_square to;
    board_piece mover;
} after_move;

/* The piece on an occupied square (never the move's `from`). */
static inline board_piece piece_after(const after_move *after, board_square square)
{
    return square == after->to ? after->mover : after->position->piece_at[square];
}

/* Does the nearest piece on the king's line attack it? */
static inline bool nearest_attacks(const after_move *after, board_side by, board_square from,
                                   board_square king)
{
    board_piece piece = piece_after(after, from);
    if (board_piece_side(piece) != by)
        return false;
    board_kind kind = board_piece_kind(piece);
    return kind == BOARD_ROOK ||
           (kind == BOARD_KING && board_file_of(from) == board_file_of(king)) ||
           (kind == BOARD_PAWN && steps_to(&board_pawn_steps[by][from], king));
}

static inline bool is_cannon_of(const after_move *after, board_side by, board_square square)
{
    board_piece piece = piece_after(after, square);
    return board_piece_kind(piece) == BOARD_CANNON && board_piece_side(piece) == by;
}

/* Is the king attacked along its rank (step 1) or file (step BOARD_FILES)? `bits` are the occupied
 * places of that line, `place` is the king's. Either way the nearest piece and the second count. */
static inline bool line_check(const after_move *after, board_side by, board_square king,
                              unsigned bits, int place, int step)
{
    int first = king - place * step;
    unsigned above = bits & ~((2u << place) - 1u);
    if (above) {
        if (nearest_attacks(after, by, (board_square)(first + __builtin_ctz(above) * step), king))
            return true;
        above &= above - 1u;
        if (above && is_cannon_of(after, by, (board_square)(first + __builtin_ctz(above) * step)))
            return true;
    }
    unsigned below = bits & ((1u << place) - 1u);
    if (!below)
        return false;
    int nearest = 31 - __builtin_clz(below);
    if (nearest_attacks(after, by, (board_square)(first + nearest * step), king))
        return true;
    below &= (1u << nearest) - 1u;
    return below &&
           is_cannon_of(after, by, (board_square)(first + (31 - __builtin_clz(below)) * step));
}

static inline bool horse_check(const after_move *after, board_side by, board_square king)
{
    const board_square *square_of = &after->position->square_of[board_king(by)];
    for (int slot = FIRST_HORSE; slot < FIRST_ROOK; slot++) {
        board_square horse = square_of[slot];
        if (horse == BOARD_NO_SQUARE)
            continue;
        if (after->to != BOARD_NO_SQUARE && horse == after->from)
            horse = after->to;
        else if (horse == after->to)
            continue; /* taken */
        board_square leg = board_horse_leg[horse][king];
        if (leg == BOARD_NO_SQUARE)
            continue;
        bool empty = after->position->piece_at[leg] == BOARD_NO_PIECE;
        if (after->to == BOARD_NO_SQUARE ? empty
                                         : leg == after->from || (empty && leg != after->to))
            return true;
    }
    return false;
}

static inline bool in_check_after(const after_move *after, board_side side)
{
    const board_position *position = after->position;
    board_side by = board_other(side);
    board_square king = position->square_of[board_king(side)];
    if (king == BOARD_NO_SQUARE)
        return false;
    if (after->to != BOARD_NO_SQUARE && king == after->from)
        king = after->to;
    if (horse_check(after, by, king))
        return true;
    int file = board_file_of(king);
    int rank = board_rank_of(king);
    unsigned along_rank = position->rank_bits[rank];
    unsigned along_file = position->file_bits[file];
    if (after->to != BOARD_NO_SQUARE) {
        int from_file = board_file_of(after->from);
        int from_rank = board_rank_of(after->from);
        int to_file = board_file_of(after->to);
        int to_rank = board_rank_of(after->to);
        along_rank &= from_rank == rank ? ~(1u << from_file) : ~0u;
        along_file &= from_file == file ? ~(1u << from_rank) : ~0u;
        along_rank |= to_rank == rank ? 1u << to_file : 0u;
        along_file |= to_file == file ? 1u << to_rank : 0u;
    }
    return line_check(after, by, king, along_rank, file, 1) ||
           line_check(after, by, king, along_file, rank, BOARD_FILES);
}

bool board_in_check(const board_position *position, board_side side)
{
    const after_move now = {position, BOARD_NO_SQUARE, BOARD_NO_SQUARE, BOARD_NO_PIECE};
    return in_check_after(&now, side);
}

bool board_in_check_after(const board_position *position, board_side side, board_move move)
{
    const after_move after = {position, move.from, move.to, position->piece_at[move.from]};
    return in_check_after(&after, side);
}

bool board_same_position(const board_position *a, const board_position *b)
{
    if (a->key != b->key || a->to_move != b->to_move)
        return false;
    board_layout first;
    board_layout second;
    board_position_to_layout(a, &first);
    board_position_to_layout(b, &second);
    return memcmp(first.cells, second.cells, sizeof first.cells) == 0;
}
