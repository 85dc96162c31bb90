/* board/king_view.c: what stands around a king, looked at once for all moves of a position. */
#include "board/king_view.h"

/* One way from a king: the pieces there, the nearest first, and what their leaving would open. */
static inline void view_ray(const board_position *position, board_side attacker,
                            const board_square seen[3], int count, bool along_file,
                            board_king_view *view)
{
    if (count < 2)
        return;
    board_piece second = position->piece_at[seen[1]];
    board_kind kind = board_piece_kind(second);
    if (board_piece_side(second) == attacker &&
        (kind == BOARD_ROOK || (kind == BOARD_KING && along_file)))
        board_add_square(&view->leaving, seen[0]);
    board_piece third = count < 3 ? BOARD_NO_PIECE : position->piece_at[seen[2]];
    if (third != BOARD_NO_PIECE && board_piece_side(third) == attacker &&
        board_piece_kind(third) == BOARD_CANNON) {
        board_add_square(&view->leaving, seen[0]);
        board_add_square(&view->leaving, seen[1]);
    }
}

/* The squares from a king to the nearest piece, if that is a cannon, which only lacks a screen. */
static inline void view_gap(const board_position *position, board_side attacker, board_square king,
                            board_square nearest, int step, board_king_view *view)
{
    board_piece piece = position->piece_at[nearest];
    if (board_piece_side(piece) != attacker || board_piece_kind(piece) != BOARD_CANNON)
        return;
    for (int square = king + step; square != nearest; square += step)
        board_add_square(&view->landing, (board_square)square);
}

/* Both ways of the king's rank (step 1) or file; `bits` are its occupied places. */
static inline void view_line(const board_position *position, board_side attacker, board_square king,
                             unsigned bits, int place, int step, board_king_view *view)
{
    int first = king - place * step;
    board_square seen[3];
    int count = 0;
    for (unsigned above = bits & ~((2u << place) - 1u); above && count < 3; above &= above - 1u)
        seen[count++] = (board_square)(first + __builtin_ctz(above) * step);
    if (count > 0)
        view_gap(position, attacker, king, seen[0], step, view);
    view_ray(position, attacker, seen, count, step != 1, view);
    count = 0;
    for (unsigned below = bits & ((1u << place) - 1u); below && count < 3;) {
        int nearest = 31 - __builtin_clz(below);
        seen[count++] = (board_square)(first + nearest * step);
        below ^= 1u << nearest;
    }
    if (count > 0)
        view_gap(position, attacker, king, seen[0], -step, view);
    view_ray(position, attacker, seen, count, step != 1, view);
}

board_king_view board_view_king(const board_position *position, board_side attacker)
{
    board_square king = position->square_of[board_king(board_other(attacker))];
    const board_square *square_of = &position->square_of[board_king(attacker)];
    board_king_view view = {{{0, 0}}, {{0, 0}}};
    for (int slot = board_kind_first_slot(BOARD_HORSE); slot < board_kind_first_slot(BOARD_ROOK);
         slot++) {
        board_square from = square_of[slot];
        board_square leg = from == BOARD_NO_SQUARE ? from : board_horse_leg[from][king];
        if (leg != BOARD_NO_SQUARE && position->piece_at[leg] != BOARD_NO_PIECE)
            board_add_square(&view.leaving, leg);
    }
    int file = board_file_of(king);
    int rank = board_rank_of(king);
    view_line(position, attacker, king, position->rank_bits[rank], file, 1, &view);
    view_line(position, attacker, king, position->file_bits[file], rank, BOARD_FILES, &view);
    return view;
}
