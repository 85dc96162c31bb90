/*
 * cli/judged.c: the moves of a judged dispute, one after the other, and why in a few words.
 */
#include "cli/judged.h"

#include <string.h>

#include "judge/words.h"

enum { PIECES_BYTES = 512 };

void judged_position(const cli_judged *judged, size_t plies, board_position *position)
{
    *position = judged->dispute->start;
    for (size_t i = 0; i < plies; i++)
        board_make(position, judged->dispute->moves[i].move);
}

/* Fills in the move with this index; false if there is none. */
static bool load(const cli_judged *judged, cli_judged_move *move, size_t index)
{
    const judge_result *result = judged->result;
    bool closing = index == result->count && result->cycle.stage == JUDGE_STAGE_ABOUT_TO;

    if (index >= result->count && !closing)
        return false;
    move->index = index;
    move->move = closing ? result->cycle.closing : judged->dispute->moves[index].move;
    move->finding = judge_result_finding(result, index);
    move->illegality = closing ? BOARD_OK : judged->entry->record->moves[index].illegality;
    return true;
}

bool judged_first(const cli_judged *judged, cli_judged_move *move)
{
    judged_position(judged, judged->result->first_judged, &move->before);
    return load(judged, move, judged->result->first_judged);
}

bool judged_next(const cli_judged *judged, cli_judged_move *move)
{
    if (move->index >= judged->result->count)
        return false;
    board_make(&move->before, move->move);
    return load(judged, move, move->index + 1);
}

bool judged_in_cycle(const cli_judged *judged, size_t index)
{
    const judge_cycle *cycle = &judged->result->cycle;

    return cycle->stage != JUDGE_STAGE_NONE && index >= cycle->from &&
           index - cycle->from < cycle->length;
}

void judged_move_text(const cli_judged_move *move, board_notation notation,
                      char text[BOARD_NOTATION_BYTES])
{
    board_error fault = board_move_fault(&move->before, move->move);
    bool named = fault == BOARD_OK || fault == BOARD_ERROR_MOVE_LEAVES_CHECK ||
                 fault == BOARD_ERROR_MOVE_KINGS_FACING;

    board_notation_write(&move->before, move->move, named ? notation : BOARD_NOTATION_ICCS, text);
}

char *judged_pieces_text(judge_pieces pieces, board_language language, char *buffer, size_t size)
{
    size_t used = 0;

    if (pieces == 0) {
        snprintf(buffer, size, "%s", text_of(TEXT_SOME_PIECE, language));
        return buffer;
    }
    buffer[0] = '\0';
    for (board_piece piece = 0; piece < BOARD_PIECES; piece++) {
        if ((pieces & judge_bit(piece)) == 0)
            continue;
        const char *name = judge_piece_name(piece, language);
        const char *comma = used > 0 ? text_of(TEXT_LIST_COMMA, language) : "";
        if (used + strlen(comma) + strlen(name) >= size)
            break;
        used += (size_t)snprintf(buffer + used, size - used, "%s%s", comma, name);
    }
    return buffer;
}

static text_name idle_reason(const judge_finding *finding, judge_reason_kind kind)
{
    static const text_name reasons[JUDGE_REASON_KINDS] = {
        [JUDGE_REASON_KING_EVADED] = TEXT_WHY_KING_EVADED,
        [JUDGE_REASON_OLD_ATTACK] = TEXT_WHY_OLD,
        [JUDGE_REASON_OLD_CHECKS] = TEXT_WHY_OLD_CHECKS,
        [JUDGE_REASON_KING_TAKES] = TEXT_WHY_KING_OR_PAWN,
        [JUDGE_REASON_PAWN_TAKES] = TEXT_WHY_KING_OR_PAWN,
        [JUDGE_REASON_TAKER_MATED] = TEXT_WHY_TAKER_MATED,
        [JUDGE_REASON_PROTECTED] = TEXT_WHY_PROTECTED,
        [JUDGE_REASON_LOSES] = TEXT_WHY_LOSES,
        [JUDGE_REASON_NO_GAIN] = TEXT_WHY_NO_GAIN,
        [JUDGE_REASON_ANSWERS_CHECK] = TEXT_WHY_ANSWERS_CHECK,
    };
    static const text_name kinds[JUDGE_IDLE_KINDS] = {
        [JUDGE_IDLE_EXCHANGE] = TEXT_WHY_EXCHANGE,
        [JUDGE_IDLE_SACRIFICE] = TEXT_WHY_SACRIFICE,
        [JUDGE_IDLE_BLOCK] = TEXT_WHY_BLOCK,
        [JUDGE_IDLE_FOLLOW] = TEXT_WHY_FOLLOW,
    };

    if (finding->key_square)
        return TEXT_WHY_KEY_SQUARE;
    bool alone = kind == JUDGE_REASON_KING_TAKES || kind == JUDGE_REASON_PAWN_TAKES;
    if (finding->idle_kind != JUDGE_IDLE_PLAIN && !alone)
        return kinds[finding->idle_kind];
    return reasons[kind] != 0 ? reasons[kind] : TEXT_WHY_NOTHING;
}

static text_name reason_name(const judge_finding *finding, const judge_reason *reason)
{
    switch (finding->label) {
    case JUDGE_CHECK:
        return TEXT_WHY_CHECK;
    case JUDGE_KILL:
        return TEXT_WHY_KILL;
    case JUDGE_CHASE:
        if (reason->threat == NULL)
            return TEXT_WHY_NOTHING;
        return reason->threat->kind == JUDGE_DIRECT ? TEXT_WHY_CHASE : TEXT_WHY_CHASE_BY_CHECKS;
    case JUDGE_IDLE:
        return idle_reason(finding, reason->kind);
    default:
        return TEXT_WHY_UNDECIDED;
    }
}

static bool is_offer(judge_idle_kind kind)
{
    return kind == JUDGE_IDLE_EXCHANGE || kind == JUDGE_IDLE_SACRIFICE;
}

/* One reason of the finding. */
static char *write_reason(const judge_finding *finding, const judge_reason *reason,
                          board_language language, char *buffer, size_t size)
{
    char attackers[PIECES_BYTES] = "";
    char targets[PIECES_BYTES];
    text_number moves = text_from_number((finding->mate.count + 1u) / 2);

    snprintf(targets, sizeof targets, "%s", text_of(TEXT_SOME_PIECE, language));
    if (finding->label == JUDGE_CHECK)
        judged_pieces_text(finding->checkers, language, attackers, sizeof attackers);
    if (reason->threat != NULL) {
        judged_pieces_text(judge_bit(reason->threat->attacker), language, attackers,
                           sizeof attackers);
        if (reason->threat->victims != 0)
            judged_pieces_text(reason->threat->victims, language, targets, sizeof targets);
    }
    if (reason->kind == JUDGE_REASON_FOLLOW)
        judged_pieces_text(finding->followed, language, targets, sizeof targets);
    if (finding->label == JUDGE_IDLE && is_offer(finding->idle_kind)) {
        judged_pieces_text(judge_bit(finding->offered.own), language, attackers, sizeof attackers);
        judged_pieces_text(judge_bit(finding->offered.other), language, targets, sizeof targets);
    }
    return text_fill(buffer, size, language, reason_name(finding, reason), attackers, targets,
                     moves.digits);
}

char *judged_short_reason(const cli_judged *judged, const cli_judged_move *move, char *buffer,
                          size_t size)
{
    judge_reason reasons[JUDGE_REASONS_MAX];
    size_t used = 0;

    buffer[0] = '\0';
    if (move->finding == NULL)
        return buffer;
    size_t count = judge_finding_reasons(&move->before, move->finding, reasons);
    if (move->finding->label != JUDGE_CHASE)
        count = 1; /* the weightiest says enough */
    for (size_t i = 0; i < count && used < size; i++) {
        char text[TEXT_BYTES];
        const char *semicolon = i > 0 ? text_of(TEXT_LIST_SEMICOLON, judged->language) : "";
        write_reason(move->finding, &reasons[i], judged->language, text, sizeof text);
        used += (size_t)snprintf(buffer + used, size - used, "%s%s", semicolon, text);
    }
    return buffer;
}
