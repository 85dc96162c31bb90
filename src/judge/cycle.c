/* judge/cycle.c: finding the repeated position (article 24). */
#include "judge/cycle.h"

#include "board/moves.h"

enum { SHORTEST_CYCLE = 4 };

/* The latest index before `end` at which the position after `end` moves stood; `end` if none. */
static size_t last_before(const board_position *positions, const board_position *position,
                          size_t end)
{
    for (size_t i = end; i-- > 0;) {
        if (board_same_position(&positions[i], position))
            return i;
    }
    return end;
}

static void list_occurrences(const board_position *positions, size_t count,
                             const board_position *repeated, judge_cycle *cycle)
{
    cycle->occurrences = 0;
    for (size_t i = 0; i <= count; i++) {
        if (!board_same_position(&positions[i], repeated))
            continue;
        if (cycle->occurrences < JUDGE_OCCURRENCES_MAX)
            cycle->plies[cycle->occurrences] = i;
        cycle->occurrences++;
    }
    cycle->missing = cycle->occurrences < JUDGE_OCCURRENCES_NEEDED
                         ? JUDGE_OCCURRENCES_NEEDED - cycle->occurrences
                         : 0;
}

static bool find_repeated(const board_position *positions, size_t count, judge_cycle *cycle)
{
    for (size_t end = count; end > 0; end--) {
        size_t start = last_before(positions, &positions[end], end);
        if (start == end)
            continue;
        cycle->stage = end == count ? JUDGE_STAGE_REPEATED : JUDGE_STAGE_NO_LONGER;
        cycle->from = start;
        cycle->length = end - start;
        list_occurrences(positions, count, &positions[end], cycle);
        return true;
    }
    return false;
}

/* Of several moves that would bring a position back, the one that makes the shortest cycle. */
static void find_closing(const board_position *positions, size_t count, judge_cycle *cycle)
{
    board_move_list moves;
    board_legal_moves(&positions[count], &moves);
    for (size_t i = 0; i < moves.count; i++) {
        board_position after = positions[count];
        board_make(&after, moves.moves[i]);
        size_t start = last_before(positions, &after, count);
        size_t length = count + 1 - start;
        if (start == count || length < SHORTEST_CYCLE ||
            (cycle->stage == JUDGE_STAGE_ABOUT_TO && length >= cycle->length))
            continue;
        cycle->stage = JUDGE_STAGE_ABOUT_TO;
        cycle->from = start;
        cycle->length = length;
        cycle->closing = moves.moves[i];
        list_occurrences(positions, count, &after, cycle);
    }
}

void judge_find_cycle(const board_position *positions, size_t count, judge_cycle *cycle)
{
    *cycle = (judge_cycle){.stage = JUDGE_STAGE_NONE, .missing = JUDGE_OCCURRENCES_NEEDED};
    if (!find_repeated(positions, count, cycle))
        find_closing(positions, count, cycle);
}
