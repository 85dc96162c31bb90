/* board/move_fault.c: why a move is not one (article 2.2). */
#include "board/king_view.h"
#include "board/moves.h"

static int distance(int a, int b)
{
    return a < b ? b - a : a - b;
}

static board_error line_fault(const board_position *position, board_move move, bool cannon)
{
    if (board_file_of(move.from) != board_file_of(move.to) &&
        board_rank_of(move.from) != board_rank_of(move.to))
        return BOARD_ERROR_MOVE_NO_SUCH_WAY;
    int between = board_pieces_on_path(position, move);
    board_piece target = position->piece_at[move.to];
    if (!cannon || target == BOARD_NO_PIECE)
        return between == 0 ? BOARD_OK : BOARD_ERROR_MOVE_PATH_BLOCKED;
    if (board_piece_side(target) == position->to_move) /* with a screen it could have taken */
        return between <= 1 ? BOARD_OK : BOARD_ERROR_MOVE_PATH_BLOCKED;
    return between == 1 ? BOARD_OK : BOARD_ERROR_MOVE_NO_SCREEN;
}

static board_error horse_fault(const board_position *position, board_move move)
{
    board_square leg = board_horse_leg[move.from][move.to];
    if (leg == BOARD_NO_SQUARE)
        return BOARD_ERROR_MOVE_NO_SUCH_WAY;
    return position->piece_at[leg] == BOARD_NO_PIECE ? BOARD_OK : BOARD_ERROR_MOVE_HORSE_LEG;
}

static board_error elephant_fault(const board_position *position, board_move move)
{
    int files = distance(board_file_of(move.from), board_file_of(move.to));
    int ranks = distance(board_rank_of(move.from), board_rank_of(move.to));
    if (files != 2 || ranks != 2)
        return BOARD_ERROR_MOVE_NO_SUCH_WAY;
    if ((board_rank_of(move.from) < 5) != (board_rank_of(move.to) < 5))
        return BOARD_ERROR_MOVE_ELEPHANT_RIVER;
    board_square eye = (board_square)((move.from + move.to) / 2);
    return position->piece_at[eye] == BOARD_NO_PIECE ? BOARD_OK : BOARD_ERROR_MOVE_ELEPHANT_EYE;
}

static board_error palace_fault(board_move move, bool straight)
{
    int files = distance(board_file_of(move.from), board_file_of(move.to));
    int ranks = distance(board_rank_of(move.from), board_rank_of(move.to));
    bool way = straight ? files + ranks == 1 : files == 1 && ranks == 1;
    if (!way)
        return BOARD_ERROR_MOVE_NO_SUCH_WAY;
    int rank = board_rank_of(move.to);
    int file = board_file_of(move.to);
    bool inside = file >= 3 && file <= 5 && (rank <= 2 || rank >= 7);
    return inside ? BOARD_OK : BOARD_ERROR_MOVE_OUT_OF_PALACE;
}

static board_error pawn_fault(board_side side, board_move move)
{
    int ahead = board_rank_of(move.to) - board_rank_of(move.from);
    int files = distance(board_file_of(move.from), board_file_of(move.to));
    if (side == BOARD_BLACK)
        ahead = -ahead;
    if (ahead < 0 && files == 0)
        return BOARD_ERROR_MOVE_PAWN_BACKWARD;
    if (ahead == 1 && files == 0)
        return BOARD_OK;
    if (ahead != 0 || files != 1)
        return BOARD_ERROR_MOVE_NO_SUCH_WAY;
    return board_crossed_river(side, move.from) ? BOARD_OK : BOARD_ERROR_MOVE_PAWN_SIDEWAYS;
}

static board_error way_fault(const board_position *position, board_move move)
{
    board_piece piece = position->piece_at[move.from];
    switch (board_piece_kind(piece)) {
    case BOARD_KING:
        return palace_fault(move, true);
    case BOARD_ADVISOR:
        return palace_fault(move, false);
    case BOARD_ELEPHANT:
        return elephant_fault(position, move);
    case BOARD_HORSE:
        return horse_fault(position, move);
    case BOARD_ROOK:
        return line_fault(position, move, false);
    case BOARD_CANNON:
        return line_fault(position, move, true);
    default:
        return pawn_fault(board_piece_side(piece), move);
    }
}

static bool kings_on_open_file(const board_position *position)
{
    board_square red = position->square_of[board_king(BOARD_RED)];
    board_square black = position->square_of[board_king(BOARD_BLACK)];
    return board_file_of(red) == board_file_of(black) &&
           board_pieces_on_path(position, (board_move){red, black}) == 0;
}

static board_error king_fault(const board_position *position, board_move move)
{
    board_position after = *position;
    board_side side = position->to_move;
    board_make(&after, move);
    if (!board_in_check(&after, side))
        return BOARD_OK;
    return kings_on_open_file(&after) ? BOARD_ERROR_MOVE_KINGS_FACING
                                      : BOARD_ERROR_MOVE_LEAVES_CHECK;
}

board_error board_move_fault(const board_position *position, board_move move)
{
    if (move.from >= BOARD_SQUARES || move.to >= BOARD_SQUARES)
        return BOARD_ERROR_MOVE_OFF_BOARD;
    board_piece piece = position->piece_at[move.from];
    board_piece target = position->piece_at[move.to];
    if (piece == BOARD_NO_PIECE)
        return BOARD_ERROR_MOVE_EMPTY_SQUARE;
    if (board_piece_side(piece) != position->to_move)
        return BOARD_ERROR_MOVE_OTHER_SIDE;
    if (move.from == move.to)
        return BOARD_ERROR_MOVE_NO_SUCH_WAY;
    board_error error = way_fault(position, move);
    if (error != BOARD_OK)
        return error;
    if (target != BOARD_NO_PIECE && board_piece_side(target) == position->to_move)
        return BOARD_ERROR_MOVE_OWN_PIECE;
    if (target != BOARD_NO_PIECE && board_piece_kind(target) == BOARD_KING)
        return BOARD_ERROR_MOVE_TAKES_KING;
    return king_fault(position, move);
}
