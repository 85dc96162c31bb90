/*
 * ledger/touch.c: what a player who touched pieces must play (article 5).
 */
#include "ledger/touch.h"

enum { ANY = BOARD_NO_SQUARE };

/* Touches of one kind, own or other's, by their places in the list; its `count`: there is none. */
typedef struct touched {
    size_t first; /* the first of all */
    size_t binds; /* the first that can be moved, or taken */
    size_t vain;  /* the first that cannot */
} touched;

/* The moves of the list from one square (or ANY) to another (or ANY). */
static size_t pick(const board_move_list *all, board_square from, board_square to,
                   board_move_list *picked)
{
    picked->count = 0;
    for (size_t i = 0; i < all->count; i++) {
        if ((from == ANY || all->moves[i].from == from) && (to == ANY || all->moves[i].to == to))
            picked->moves[picked->count++] = all->moves[i];
    }
    return picked->count;
}

static touched find(const ledger_touch_query *query, const board_move_list *all, bool own)
{
    touched found = {query->count, query->count, query->count};
    board_move_list picked;

    for (size_t i = query->count; i-- > 0;) {
        const ledger_touch *touch = &query->touches[i];
        board_side side = board_piece_side(query->position.piece_at[touch->square]);
        if (touch->excuse != LEDGER_NO_EXCUSE || (side == query->position.to_move) != own)
            continue;
        found.first = i;
        if (pick(all, own ? touch->square : ANY, own ? ANY : touch->square, &picked) > 0)
            found.binds = i;
        else
            found.vain = i;
    }
    return found;
}

static board_square square_at(const ledger_touch_query *query, size_t index)
{
    return index < query->count ? query->touches[index].square : BOARD_NO_SQUARE;
}

/* Were these two, and all between them, touched at the same time? */
static bool are_together(const ledger_touch_query *query, size_t a, size_t b)
{
    size_t last = a > b ? a : b;

    for (size_t i = (a < b ? a : b) + 1; i <= last; i++) {
        if (!query->touches[i].together)
            return false;
    }
    return true;
}

static unsigned article_of(const ledger_touch_query *query, size_t own, size_t other)
{
    if (other == query->count)
        return own == query->count ? 0 : 1;
    if (own == query->count)
        return 2;
    if (are_together(query, own, other))
        return 5;
    return own < other ? 3 : 4;
}

/* Goes through the cases of the article in its order to the first that can be satisfied. */
static void apply(ledger_touch_ruling *ruling, const board_move_list *all)
{
    static const ledger_duty orders[][4] = {
        {LEDGER_DUTY_NONE},
        {LEDGER_DUTY_MOVE, LEDGER_DUTY_FREE},
        {LEDGER_DUTY_TAKE, LEDGER_DUTY_FREE},
        {LEDGER_DUTY_TAKE_WITH, LEDGER_DUTY_MOVE, LEDGER_DUTY_TAKE, LEDGER_DUTY_FREE},
        {LEDGER_DUTY_TAKE_WITH, LEDGER_DUTY_TAKE, LEDGER_DUTY_MOVE, LEDGER_DUTY_FREE},
        {LEDGER_DUTY_TAKE_WITH, LEDGER_DUTY_TAKE, LEDGER_DUTY_MOVE, LEDGER_DUTY_FREE},
    };
    const ledger_duty *order = orders[ruling->article];
    size_t step = 0;

    for (;; step++) {
        bool moves = order[step] == LEDGER_DUTY_TAKE_WITH || order[step] == LEDGER_DUTY_MOVE;
        bool takes = order[step] == LEDGER_DUTY_TAKE_WITH || order[step] == LEDGER_DUTY_TAKE;
        if (pick(all, moves ? ruling->own : ANY, takes ? ruling->other : ANY, &ruling->moves) > 0)
            break; /* at the latest in the last case, where any move will do */
    }
    ruling->duty = order[step];
    ruling->step = ruling->article > 0 ? (unsigned)step + 1 : 0;
}

static void rule_on_move_made(const ledger_touch_query *query, ledger_touch_ruling *ruling)
{
    if (!query->hand_left)
        return;
    ruling->fault = board_move_fault(&query->position, query->made);
    ruling->made = ruling->fault == BOARD_OK ? LEDGER_MADE_AGAINST_DUTY : LEDGER_MADE_ILLEGAL;
    for (size_t i = 0; i < ruling->moves.count; i++) {
        if (board_move_equal(ruling->moves.moves[i], query->made))
            ruling->made = LEDGER_MADE_STANDS;
    }
}

/* Can these pieces have been touched? If not, *square says which. */
static board_error check_touches(const ledger_touch_query *query, board_square *square)
{
    if (query->count > LEDGER_TOUCHES_MAX)
        return BOARD_ERROR_TOUCH_TOO_MANY;
    for (size_t i = 0; i < query->count; i++) {
        *square = query->touches[i].square;
        if (*square >= BOARD_SQUARES)
            return BOARD_ERROR_MOVE_OFF_BOARD;
        if (query->position.piece_at[*square] == BOARD_NO_PIECE)
            return BOARD_ERROR_TOUCH_EMPTY_SQUARE;
    }
    return BOARD_OK;
}

/* Can a player have made this move at all? */
static board_error check_made(const ledger_touch_query *query, board_square *square)
{
    const board_move made = query->made;

    if (!query->hand_left)
        return BOARD_OK;
    *square = made.from;
    if (made.from >= BOARD_SQUARES || made.to >= BOARD_SQUARES)
        return BOARD_ERROR_MOVE_OFF_BOARD;
    board_piece piece = query->position.piece_at[made.from];
    if (piece == BOARD_NO_PIECE)
        return BOARD_ERROR_MOVE_EMPTY_SQUARE;
    if (board_piece_side(piece) != query->position.to_move)
        return BOARD_ERROR_MOVE_OTHER_SIDE;
    return made.from == made.to ? BOARD_ERROR_MOVE_NO_SUCH_WAY : BOARD_OK;
}

static board_error check(const ledger_touch_query *query, board_problem *problem)
{
    board_square square = BOARD_NO_SQUARE;
    board_error error = check_touches(query, &square);

    if (error == BOARD_OK)
        error = check_made(query, &square);
    board_problem_set(problem, error, NULL, 0);
    if (error != BOARD_OK && error != BOARD_ERROR_TOUCH_TOO_MANY && problem != NULL)
        problem->square = square;
    return error;
}

board_error ledger_touch_rule(const ledger_touch_query *query, ledger_touch_ruling *ruling,
                              board_problem *problem)
{
    board_move_list all;
    board_error error = check(query, problem);

    if (error != BOARD_OK)
        return error;
    *ruling = (ledger_touch_ruling){.own = BOARD_NO_SQUARE,
                                    .other = BOARD_NO_SQUARE,
                                    .immovable = BOARD_NO_SQUARE,
                                    .untakeable = BOARD_NO_SQUARE};
    board_legal_moves(&query->position, &all);
    if (all.count == 0) {
        ruling->duty = LEDGER_DUTY_GAME_OVER;
        rule_on_move_made(query, ruling);
        return BOARD_OK;
    }
    const touched own = find(query, &all, true);
    const touched other = find(query, &all, false);
    const size_t own_index = own.binds < query->count ? own.binds : own.first;
    const size_t other_index = other.binds < query->count ? other.binds : other.first;
    ruling->own = square_at(query, own_index);
    ruling->other = square_at(query, other_index);
    ruling->article = article_of(query, own_index, other_index);
    ruling->immovable = square_at(query, own.vain);
    ruling->untakeable = square_at(query, other.vain);
    apply(ruling, &all);
    rule_on_move_made(query, ruling);
    return BOARD_OK;
}
