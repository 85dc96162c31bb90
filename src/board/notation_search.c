/*
 * board/notation_search.c: which moves of a position a description can mean.
 *
 * The target is found by the way the piece goes alone; only then is the move judged. So a move
 * that is not legal can still be named and its fault told.
 */
#include "board/notation_private.h"

/* How far a fault is from a move that could be played: the lowest is the likeliest meant. */
enum {
    GRAVITY_KING = 1, /* the piece can go there, but a king forbids it */
    GRAVITY_BLOCKED,  /* it could if no other piece stood in the way */
    GRAVITY_WAY,      /* it never moves like that */
    GRAVITY_TARGET,   /* the text does not lead to a point */
    GRAVITY_PIECE     /* there is no such piece */
};

static int gravity_of(board_error fault)
{
    switch (fault) {
    case BOARD_ERROR_MOVE_LEAVES_CHECK:
    case BOARD_ERROR_MOVE_KINGS_FACING:
    case BOARD_ERROR_MOVE_TAKES_KING:
        return GRAVITY_KING;
    case BOARD_ERROR_MOVE_OWN_PIECE:
    case BOARD_ERROR_MOVE_HORSE_LEG:
    case BOARD_ERROR_MOVE_ELEPHANT_EYE:
    case BOARD_ERROR_MOVE_PATH_BLOCKED:
    case BOARD_ERROR_MOVE_NO_SCREEN:
        return GRAVITY_BLOCKED;
    default:
        return GRAVITY_WAY;
    }
}

/* `error` is the outcome if nothing at all is tried. */
void notation_search_begin(notation_search *search, const board_position *position,
                           board_readings *readings, board_error error)
{
    readings->count = 0;
    search->position = position;
    search->readings = readings;
    search->error = error;
    search->gravity = GRAVITY_PIECE;
    search->fault_count = 0;
    search->fault_move = (board_move){BOARD_NO_SQUARE, BOARD_NO_SQUARE};
}

/* Takes one move that the text can mean. */
void notation_search_try(notation_search *search, board_move move)
{
    const board_error fault = board_move_fault(search->position, move);

    if (fault == BOARD_OK) {
        if (search->readings->count < BOARD_READINGS_MAX)
            search->readings->moves[search->readings->count++] = move;
        return;
    }
    if (gravity_of(fault) > search->gravity)
        return;
    if (gravity_of(fault) < search->gravity) {
        search->gravity = gravity_of(fault);
        search->error = fault;
        search->fault_count = 0;
        search->fault_move = move;
    }
    search->fault_count++;
}

/* Takes a piece that the text can mean, but whose move leads to no point. */
void notation_search_no_target(notation_search *search, board_error error)
{
    if (search->gravity > GRAVITY_TARGET) {
        search->gravity = GRAVITY_TARGET;
        search->error = error;
    }
}

/* Can board_make carry out the move, as one that stood unnoticed? It moves something, and it takes
 * no king. */
static bool can_stand(const board_position *position, board_move move)
{
    board_piece target = BOARD_NO_PIECE;

    if (move.from >= BOARD_SQUARES || move.to >= BOARD_SQUARES || move.from == move.to)
        return false;
    target = position->piece_at[move.to];
    return position->piece_at[move.from] != BOARD_NO_PIECE &&
           (target == BOARD_NO_PIECE || board_piece_kind(target) != BOARD_KING);
}

board_error notation_search_end(notation_search *search)
{
    if (search->readings->count > 0)
        return BOARD_OK;
    if (search->fault_count == 1 && can_stand(search->position, search->fault_move)) {
        search->readings->moves[0] = search->fault_move;
        search->readings->count = 1;
    }
    return search->error;
}

static bool is_meant(const notation_description *description, const notation_standing *standing)
{
    const bool file_fits = description->file == 0 || description->file == standing->file;

    if (!file_fits)
        return false;
    if (description->select == NOTATION_BY_FILE)
        return true;
    if (standing->on_file < 2)
        return false;
    switch (description->select) {
    case NOTATION_FRONT:
        return standing->ahead == 0;
    case NOTATION_REAR:
        return standing->ahead == standing->on_file - 1;
    case NOTATION_MIDDLE:
        return standing->ahead > 0 && standing->ahead < standing->on_file - 1;
    default: /* numbered, on its file if one is given, else through all crowded files */
        return description->place == (description->file ? standing->ahead + 1 : standing->number);
    }
}

/* Ranks that a piece of this kind goes while it goes `files` files over; 0 = it never does. */
static int ranks_for_files(board_kind kind, int files)
{
    if (kind == BOARD_HORSE)
        return files == 1 ? 2 : files == 2 ? 1 : 0;
    if (kind == BOARD_ELEPHANT)
        return files == 2 ? 2 : 0;
    return files == 1 ? 1 : 0; /* advisor */
}

/* Tries the piece on `from` in one way. */
static void try_way(notation_search *search, board_kind kind, board_square from, notation_way way,
                    int number)
{
    const board_side side = search->position->to_move;
    const int forward = (side == BOARD_RED) == (way == NOTATION_FORWARD) ? 1 : -1;
    int file = board_file_of(from);
    int rank = board_rank_of(from);

    if (way == NOTATION_SIDEWAYS || notation_names_target_file(kind)) {
        const int target = side == BOARD_RED ? BOARD_FILES - number : number - 1;
        const int files = target > file ? target - file : file - target;
        int ranks = 0;

        if (notation_names_target_file(kind))
            ranks = way == NOTATION_SIDEWAYS ? 0 : ranks_for_files(kind, files);
        if (files == 0 || (notation_names_target_file(kind) && ranks == 0)) {
            notation_search_no_target(search, BOARD_ERROR_MOVE_NO_SUCH_WAY);
            return;
        }
        file = target;
        rank += forward * ranks;
    } else {
        rank += forward * number;
    }
    if (rank < 0 || rank >= BOARD_RANKS)
        notation_search_no_target(search, BOARD_ERROR_MOVE_OFF_BOARD);
    else
        notation_search_try(search, (board_move){from, board_square_at(file, rank)});
}

board_error notation_find(const board_position *position, const notation_description *description,
                          board_readings *readings)
{
    const int first =
        (int)position->to_move * BOARD_SIDE_PIECES + board_kind_first_slot(description->kind);
    const bool by_file = description->select == NOTATION_BY_FILE;
    notation_search search;

    notation_search_begin(&search, position, readings,
                          by_file ? BOARD_ERROR_NOTATION_NO_PIECE
                                  : BOARD_ERROR_NOTATION_NOT_SO_MANY);
    for (int slot = first; slot < first + board_kind_slots(description->kind); slot++) {
        const board_square square = position->square_of[slot];
        notation_standing standing;

        if (square == BOARD_NO_SQUARE)
            continue;
        standing = notation_stand(position, square);
        if (!is_meant(description, &standing))
            continue;
        for (int way = 0; way < (int)NOTATION_WAYS; way++) {
            if (description->way == NOTATION_ANY_WAY || (int)description->way == way)
                try_way(&search, description->kind, square, (notation_way)way, description->number);
        }
    }
    return notation_search_end(&search);
}
