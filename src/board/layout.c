/* board/layout.c: pieces as somebody set them up, and what is wrong with them (article 1). */
#include "board/layout.h"

#include <string.h>

#include "board/position.h"

typedef struct fault_list {
    board_layout_fault *faults;
    size_t room;
    size_t count;
} fault_list;

static void add_fault(fault_list *list, board_error error, board_square square)
{
    if (list->count < list->room)
        list->faults[list->count] = (board_layout_fault){error, square};
    list->count++;
}

void board_layout_clear(board_layout *layout)
{
    memset(layout->cells, BOARD_EMPTY, sizeof layout->cells);
    layout->to_move = BOARD_RED;
}

void board_layout_initial(board_layout *layout)
{
    static const board_kind back[BOARD_FILES] = {BOARD_ROOK,     BOARD_HORSE, BOARD_ELEPHANT,
                                                 BOARD_ADVISOR,  BOARD_KING,  BOARD_ADVISOR,
                                                 BOARD_ELEPHANT, BOARD_HORSE, BOARD_ROOK};
    board_layout_clear(layout);
    for (int side = BOARD_RED; side <= BOARD_BLACK; side++) {
        board_side owner = (board_side)side;
        int home = owner == BOARD_RED ? 0 : 9;
        int ahead = owner == BOARD_RED ? 1 : -1;
        for (int file = 0; file < BOARD_FILES; file++) {
            layout->cells[board_square_at(file, home)] = board_cell_of(owner, back[file]);
            if (file % 2 == 0)
                layout->cells[board_square_at(file, home + 3 * ahead)] =
                    board_cell_of(owner, BOARD_PAWN);
        }
        layout->cells[board_square_at(1, home + 2 * ahead)] = board_cell_of(owner, BOARD_CANNON);
        layout->cells[board_square_at(7, home + 2 * ahead)] = board_cell_of(owner, BOARD_CANNON);
    }
}

/* Rank counted from the owner's own back rank. */
static int own_rank(board_side side, board_square square)
{
    int rank = board_rank_of(square);
    return side == BOARD_RED ? rank : BOARD_RANKS - 1 - rank;
}

static bool advisor_point(int file, int rank)
{
    return (rank == 1 && file == 4) || ((rank == 0 || rank == 2) && (file == 3 || file == 5));
}

static bool elephant_point(int file, int rank)
{
    return (rank == 2 && (file == 0 || file == 4 || file == 8)) ||
           ((rank == 0 || rank == 4) && (file == 2 || file == 6));
}

static board_error point_fault(board_side side, board_kind kind, board_square square)
{
    int file = board_file_of(square);
    int rank = own_rank(side, square);
    switch (kind) {
    case BOARD_KING:
        return file >= 3 && file <= 5 && rank <= 2 ? BOARD_OK : BOARD_ERROR_KING_OUTSIDE_PALACE;
    case BOARD_ADVISOR:
        return advisor_point(file, rank) ? BOARD_OK : BOARD_ERROR_ADVISOR_OFF_POINT;
    case BOARD_ELEPHANT:
        return elephant_point(file, rank) ? BOARD_OK : BOARD_ERROR_ELEPHANT_OFF_POINT;
    case BOARD_PAWN:
        return rank >= 5 || (rank >= 3 && file % 2 == 0) ? BOARD_OK : BOARD_ERROR_PAWN_UNREACHABLE;
    default:
        return BOARD_OK;
    }
}

static board_error count_error(board_kind kind)
{
    static const board_error errors[BOARD_KINDS] = {
        BOARD_ERROR_SECOND_KING,     BOARD_ERROR_TOO_MANY_ADVISORS, BOARD_ERROR_TOO_MANY_ELEPHANTS,
        BOARD_ERROR_TOO_MANY_HORSES, BOARD_ERROR_TOO_MANY_ROOKS,    BOARD_ERROR_TOO_MANY_CANNONS,
        BOARD_ERROR_TOO_MANY_PAWNS};
    return errors[kind];
}

/* Faults of each piece by itself; true if a position can be made of the pieces. */
static bool piece_faults(const board_layout *layout, fault_list *list)
{
    int counts[2][BOARD_KINDS] = {{0}};
    size_t before = list->count;
    for (board_square square = 0; square < BOARD_SQUARES; square++) {
        board_cell cell = layout->cells[square];
        if (cell == BOARD_EMPTY)
            continue;
        board_side side = board_cell_side(cell);
        board_kind kind = board_cell_kind(cell);
        board_error error = point_fault(side, kind, square);
        if (error != BOARD_OK)
            add_fault(list, error, square);
        if (++counts[side][kind] > board_kind_slots(kind))
            add_fault(list, count_error(kind), square);
    }
    if (counts[BOARD_RED][BOARD_KING] == 0)
        add_fault(list, BOARD_ERROR_NO_RED_KING, BOARD_NO_SQUARE);
    if (counts[BOARD_BLACK][BOARD_KING] == 0)
        add_fault(list, BOARD_ERROR_NO_BLACK_KING, BOARD_NO_SQUARE);
    return list->count == before;
}

/* A pawn that has not crossed stays on its file, and each file starts with one. */
static void pawn_file_faults(const board_layout *layout, fault_list *list)
{
    int uncrossed[2][BOARD_FILES] = {{0}};
    for (board_square square = 0; square < BOARD_SQUARES; square++) {
        board_cell cell = layout->cells[square];
        if (cell == BOARD_EMPTY || board_cell_kind(cell) != BOARD_PAWN)
            continue;
        board_side side = board_cell_side(cell);
        if (own_rank(side, square) < 5 && ++uncrossed[side][board_file_of(square)] > 1)
            add_fault(list, BOARD_ERROR_PAWNS_ON_ONE_FILE, square);
    }
}

/* Do the pieces fit the slots of a position, one king a side among them? */
static bool fits_slots(const board_layout *layout)
{
    int counts[2][BOARD_KINDS] = {{0}};
    for (board_square square = 0; square < BOARD_SQUARES; square++) {
        board_cell cell = layout->cells[square];
        if (cell == BOARD_EMPTY)
            continue;
        board_side side = board_cell_side(cell);
        board_kind kind = board_cell_kind(cell);
        if (++counts[side][kind] > board_kind_slots(kind))
            return false;
    }
    return counts[BOARD_RED][BOARD_KING] == 1 && counts[BOARD_BLACK][BOARD_KING] == 1;
}

/* Facing kings, and any other attack on the king of the side that is not to move. Advisors and
 * elephants reach it only from points that are a fault themselves. */
static void king_faults(const board_position *position, fault_list *list)
{
    board_side side = position->to_move;
    board_square king = position->square_of[board_king(board_other(side))];
    board_square facing = position->square_of[board_king(side)];
    board_piece attackers[BOARD_SIDE_PIECES];
    size_t count = board_attackers(position, side, king, attackers);
    bool check = false;
    for (size_t i = 0; i < count; i++) {
        board_kind kind = board_piece_kind(attackers[i]);
        if (kind == BOARD_KING && board_file_of(facing) == board_file_of(king))
            add_fault(list, BOARD_ERROR_KINGS_FACING, facing);
        check = check || kind >= BOARD_HORSE;
    }
    if (check)
        add_fault(list, BOARD_ERROR_WRONG_SIDE_IN_CHECK, king);
}

size_t board_layout_faults(const board_layout *layout, board_layout_fault *faults, size_t room)
{
    fault_list list = {faults, room, 0};
    piece_faults(layout, &list);
    pawn_file_faults(layout, &list);
    if (fits_slots(layout)) {
        board_position position;
        board_position_place(&position, layout);
        king_faults(&position, &list);
    }
    return list.count;
}

board_error board_position_from_layout(board_position *position, const board_layout *layout,
                                       board_layout_fault *fault)
{
    board_layout_fault first;
    fault_list list = {&first, 1, 0};
    if (!piece_faults(layout, &list)) {
        if (fault)
            *fault = first;
        return first.error;
    }
    board_position_place(position, layout);
    return BOARD_OK;
}
