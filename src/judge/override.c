/* judge/override.c: labels overruled by the arbiter, and what follows. */
#include "judge/override.h"

#include <stdlib.h>
#include <string.h>

#include "board/encoding.h"
#include "judge/ruling.h"
#include "judge/words.h"

/* Reading. */

static const char *const idle_codes[JUDGE_IDLE_KINDS] = {"idle", "exchange", "sacrifice", "block",
                                                         "follow"};

static bool is_word(const char *text, size_t length, const char *word)
{
    return strlen(word) == length && memcmp(text, word, length) == 0;
}

static bool read_label(const char *text, size_t length, judge_override *override)
{
    for (int label = JUDGE_CHECK; label < JUDGE_IDLE; label++) {
        override->label = (judge_label)label;
        if (is_word(text, length, judge_label_code(override->label)) ||
            is_word(text, length, judge_label_word(override->label, BOARD_CHINESE)))
            return true;
    }
    override->label = JUDGE_IDLE;
    for (int kind = JUDGE_IDLE_PLAIN; kind < JUDGE_IDLE_KINDS; kind++) {
        override->idle_kind = (judge_idle_kind)kind;
        if (is_word(text, length, idle_codes[kind]) ||
            is_word(text, length, judge_idle_word(override->idle_kind, BOARD_CHINESE)))
            return true;
    }
    return false;
}

static bool read_reason(const char *text, judge_override *override)
{
    size_t length = strlen(text);
    if (length == 0 || length >= sizeof override->reason)
        return false;
    for (size_t at = 0; at < length;) {
        size_t size = board_utf8_character(text + at, length - at, NULL);
        if (size == 0 || (unsigned char)text[at] < 0x20 || text[at] == 0x7F)
            return false;
        at += size;
    }
    memcpy(override->reason, text, length + 1);
    return true;
}

/* The number of a move, from 1; 0 if there can be none such. *rest: behind it. */
static size_t read_number(const char *text, const char **rest)
{
    size_t number = 0;
    for (; *text >= '0' && *text <= '9'; text++) {
        if (number <= JUDGE_PLIES_MAX + 1)
            number = number * 10 + (size_t)(*text - '0');
    }
    *rest = text;
    return number <= JUDGE_PLIES_MAX + 1 ? number : 0;
}

/* How long the sign is that the text begins with, ASCII or as a Chinese keyboard writes it; 0. */
static size_t sign_length(const char *text, char sign, const char *full)
{
    return *text == sign ? 1 : strncmp(text, full, strlen(full)) == 0 ? strlen(full) : 0;
}

static size_t label_length(const char *text)
{
    size_t length = 0;
    while (text[length] != '\0' && sign_length(text + length, ':', "：") == 0)
        length++;
    return length;
}

board_error judge_override_read(const char *text, judge_override *override, board_problem *problem)
{
    const char *rest = text;
    size_t number = read_number(text, &rest);
    size_t equals = sign_length(rest, '=', "＝");
    board_error error = BOARD_OK;
    *override = (judge_override){.move = number - 1};
    if (rest == text || equals == 0)
        return board_problem_set(problem, BOARD_ERROR_OVERRIDE_FORM, text, strlen(text));
    if (number == 0)
        return board_problem_set(problem, BOARD_ERROR_OVERRIDE_MOVE, text, strlen(text));
    rest += equals;
    size_t length = label_length(rest);
    size_t colon = sign_length(rest + length, ':', "：");
    if (!read_label(rest, length, override))
        error = BOARD_ERROR_OVERRIDE_LABEL;
    else if (colon > 0 && !read_reason(rest + length + colon, override))
        error = BOARD_ERROR_OVERRIDE_REASON;
    return board_problem_set(problem, error, text, error == BOARD_OK ? 0 : strlen(text));
}

const char *judge_override_word(const judge_override *override, board_language language)
{
    return override->label == JUDGE_IDLE ? judge_idle_word(override->idle_kind, language)
                                         : judge_label_word(override->label, language);
}

/* Applying. */

static void position_after(const judge_dispute *dispute, size_t plies, board_position *position)
{
    *position = dispute->start;
    for (size_t i = 0; i < plies; i++)
        board_make(position, dispute->moves[i].move);
}

/* The index of the cycle's move that this one, in an earlier round, is too; else its own. */
static size_t same_in_cycle(const judge_dispute *dispute, const judge_result *result, size_t index)
{
    const judge_cycle *cycle = &result->cycle;
    const judge_finding *earlier = judge_result_finding(result, index);
    board_position there;
    board_position here;
    if (!earlier || index >= cycle->from)
        return index;
    position_after(dispute, index, &there);
    position_after(dispute, cycle->from, &here);
    for (size_t i = 0; i < cycle->length; i++) {
        const judge_finding *finding = judge_result_finding(result, cycle->from + i);
        if (!finding)
            break;
        if (board_move_equal(finding->move, earlier->move) && board_same_position(&here, &there))
            return cycle->from + i;
        board_make(&here, finding->move);
    }
    return index;
}

const judge_override *judge_override_of(const judge_dispute *dispute, const judge_result *result,
                                        const judge_override *overrides, size_t count, size_t index)
{
    size_t same = count > 0 ? same_in_cycle(dispute, result, index) : index;
    for (size_t i = 0; i < count; i++) {
        if (same_in_cycle(dispute, result, overrides[i].move) == same)
            return &overrides[i];
    }
    return NULL;
}

static board_error check_overrides(const judge_dispute *dispute, const judge_result *result,
                                   const judge_override *overrides, size_t count,
                                   board_problem *problem)
{
    for (size_t i = 0; i < count; i++) {
        const judge_override *first =
            judge_override_of(dispute, result, overrides, count, overrides[i].move);
        board_error error = BOARD_OK;
        if (result->cycle.stage == JUDGE_STAGE_NONE ||
            !judge_result_finding(result, overrides[i].move))
            error = BOARD_ERROR_OVERRIDE_MOVE;
        else if (first != &overrides[i])
            error = BOARD_ERROR_OVERRIDE_TWICE;
        board_problem_set(problem, error, NULL, 0);
        if (problem && error != BOARD_OK)
            problem->ply = overrides[i].move + 1;
        if (error != BOARD_OK)
            return error;
    }
    return BOARD_OK;
}

static void label_by(const judge_override *override, judge_finding *finding)
{
    bool chase = override->label == JUDGE_CHASE;
    finding->light = finding->light && chase && finding->label == JUDGE_CHASE;
    finding->label = override->label;
    finding->idle_kind = override->idle_kind;
    finding->possible = 1u << override->label;
    finding->chased = chase ? ~(judge_pieces)0 : 0;
    finding->key_square = false;
    finding->pawns_counted = false;
}

static judge_finding *cycle_findings(const judge_result *result)
{
    return result->findings + (result->cycle.from - result->first_judged);
}

static void conduct_of_both(judge_result *result, const judge_edition *edition)
{
    for (int side = BOARD_RED; side <= BOARD_BLACK; side++)
        result->conduct[side] = judge_side_conduct(cycle_findings(result), result->cycle.length,
                                                   (board_side)side, &edition->clauses);
}

/* 27.2: captures by pawns counted because both sides attacked with every move; do they still? */
static void withdraw_pawns(judge_result *result, const judge_edition *edition)
{
    const judge_conduct *conduct = result->conduct;
    judge_finding *findings = cycle_findings(result);
    if ((!conduct[BOARD_RED].pawns_counted && !conduct[BOARD_BLACK].pawns_counted) ||
        (judge_attacks_always(&conduct[BOARD_RED]) && judge_attacks_always(&conduct[BOARD_BLACK])))
        return;
    for (size_t i = 0; i < result->cycle.length; i++) {
        if (!findings[i].pawns_counted)
            continue;
        findings[i].label = JUDGE_IDLE;
        findings[i].possible = 1u << JUDGE_IDLE;
        findings[i].pawns_counted = false;
    }
    conduct_of_both(result, edition);
}

static void rule_again(const judge_dispute *dispute, const judge_edition *edition,
                       judge_result *result)
{
    conduct_of_both(result, edition);
    withdraw_pawns(result, edition);
    result->ruling = judge_rule(edition, result->conduct);
    judge_apply_order(dispute, &result->cycle, edition, &result->ruling);
    result->complete = true;
    for (size_t i = 0; i < result->cycle.length; i++) {
        const judge_finding *finding = &cycle_findings(result)[i];
        result->complete = result->complete && finding->label != JUDGE_UNDECIDED;
        result->ruling.for_arbiter = result->ruling.for_arbiter || finding->key_square;
    }
}

board_error judge_overrule(const judge_dispute *dispute, const judge_result *result,
                           const judge_edition *edition, const judge_override *overrides,
                           size_t count, judge_result *overruled, board_problem *problem)
{
    *overruled = (judge_result){0};
    board_error error = check_overrides(dispute, result, overrides, count, problem);
    if (error != BOARD_OK || result->finding_count == 0)
        return error;
    judge_finding *findings = malloc(result->finding_count * sizeof *findings);
    if (!findings)
        return board_problem_set(problem, BOARD_ERROR_NO_MEMORY, NULL, 0);
    memcpy(findings, result->findings, result->finding_count * sizeof *findings);
    *overruled = *result;
    overruled->findings = findings;
    for (size_t i = 0; i < result->finding_count; i++) {
        const judge_override *override =
            judge_override_of(dispute, result, overrides, count, result->first_judged + i);
        if (override)
            label_by(override, &findings[i]);
    }
    rule_again(dispute, edition, overruled);
    return BOARD_OK;
}
