/* judge/words_ruling.c: the conduct of a side, the ruling and how far the repetition has come. */
#include <stdio.h>
#include <string.h>

#include "judge/words_private.h"

enum {
    NUMBERS = 10,
    NUMBER_BYTES = 24,
    SHORT_CYCLE = 4 /* most moves of a side that are told one by one: 二捉一闲 */
};

static size_t common_factor(const judge_conduct *conduct)
{
    size_t factor = 0;
    for (size_t label = 0; label < JUDGE_LABELS; label++) {
        size_t other = conduct->counts[label];
        while (other != 0) {
            size_t rest = factor % other;
            factor = other;
            other = rest;
        }
    }
    return factor;
}

static size_t labels_used(const judge_conduct *conduct)
{
    size_t used = 0;
    for (size_t label = 0; label < JUDGE_LABELS; label++)
        used += conduct->counts[label] > 0;
    return used;
}

/* All moves bear this label: 长将, or 长兑 if all idle moves are offers to exchange. Chases that are
 * allowed (world rules) are not of one piece. */
static const char *pure_name(const judge_conduct *conduct, size_t label, board_language language)
{
    if (label == JUDGE_CHASE && conduct->class == JUDGE_ALLOWED)
        return words_text(WORDS_CHASE_OF_SEVERAL, language);
    for (size_t kind = JUDGE_IDLE_PLAIN + 1; label == JUDGE_IDLE && kind < JUDGE_IDLE_KINDS;
         kind++) {
        if (conduct->idle_kinds[kind] == conduct->counts[JUDGE_IDLE])
            return words_after(WORDS_ALL_EXCHANGE, kind - 1, JUDGE_IDLE_KINDS - 1, language);
    }
    return words_after(WORDS_ALL_CHECK, label, JUDGE_LABELS, language);
}

static void put_share(words_output *output, size_t label, size_t count, board_language language)
{
    if (output->used > 0)
        words_put(output, words_text(WORDS_CONDUCT_GAP, language));
    if (count <= NUMBERS)
        words_put(output, words_after(WORDS_NUMBER_1, count - 1, NUMBERS, language));
    else
        words_put_number(output, count);
    words_put(output, words_after(count == 1 ? WORDS_ONE_CHECK : WORDS_MANY_CHECK, label,
                                  JUDGE_LABELS, language));
}

/* 捉2; "2 chases". */
static void put_count(words_output *output, size_t label, size_t count, board_language language)
{
    char number[NUMBER_BYTES];
    snprintf(number, sizeof number, "%zu", count);
    const words_field fields[] = {
        {"label", words_after(count == 1 ? WORDS_ONE_CHECK : WORDS_MANY_CHECK, label, JUDGE_LABELS,
                              language)},
        {"count", number}};
    if (output->used > 0)
        words_put(output, words_text(WORDS_LIST, language));
    words_fill(output, words_text(WORDS_COUNTED, language), fields, 2);
}

/* 有捉有闲（捉2、闲14）: what there is of each, which no ratio tells. */
static void put_mixed(words_output *output, const judge_conduct *conduct, board_language language)
{
    char labels[JUDGE_NAME_BYTES];
    char counts[JUDGE_NAME_BYTES];
    words_output names = words_begin(labels, sizeof labels);
    words_output numbers = words_begin(counts, sizeof counts);
    size_t left = labels_used(conduct);
    for (size_t label = 0; label < JUDGE_LABELS; label++) {
        if (conduct->counts[label] == 0)
            continue;
        if (names.used > 0)
            words_put(&names,
                      words_text(left == 1 ? WORDS_SOME_LAST_GAP : WORDS_SOME_GAP, language));
        words_put(&names, words_after(WORDS_SOME_CHECK, label, JUDGE_LABELS, language));
        put_count(&numbers, label, conduct->counts[label], language);
        left--;
    }
    const words_field fields[] = {{"labels", labels}, {"counts", counts}};
    words_fill(output, words_text(WORDS_MIXED, language), fields, 2);
}

char *judge_conduct_name(const judge_conduct *conduct, board_language language, char *buffer,
                         size_t size)
{
    words_output output = words_begin(buffer, size);
    size_t used = labels_used(conduct);
    size_t factor = common_factor(conduct);
    size_t moves = 0;
    for (size_t label = 0; label < JUDGE_LABELS; label++)
        moves += conduct->counts[label];
    bool equal = used * factor == moves; /* so much of each, and all alike */
    if (used > 1 && !equal && (factor > 1 || moves > SHORT_CYCLE)) {
        put_mixed(&output, conduct, language);
        return buffer;
    }
    for (size_t label = 0; label < JUDGE_LABELS; label++) {
        if (conduct->counts[label] == 0)
            continue;
        if (used == 1)
            words_put(&output, pure_name(conduct, label, language));
        else
            put_share(&output, label, conduct->counts[label] / factor, language);
    }
    return buffer;
}

/* The side that loses, or must change; red where there is none. */
static board_side loser_of(judge_outcome outcome)
{
    return outcome == JUDGE_BLACK_LOSES || outcome == JUDGE_BLACK_MUST_CHANGE ? BOARD_BLACK
                                                                              : BOARD_RED;
}

/* A loss is for perpetual check; under the world rules for the chase of one piece; else for what
 * had to be changed. */
static words_name loss_text(const judge_result *result)
{
    const judge_conduct *loser = &result->conduct[loser_of(result->ruling.outcome)];
    static const char world[] = "wxf.";
    if (loser->class == JUDGE_PERPETUAL_CHECK)
        return WORDS_RULED_LOSES;
    bool by_world_rules = strncmp(result->ruling.articles, world, strlen(world)) == 0;
    return by_world_rules ? WORDS_RULED_LOSES_CHASE : WORDS_RULED_LOSES_UNCHANGED;
}

/* Where both sides' moves are forbidden, one must change only because its chases weigh more. */
static words_name change_text(const judge_conduct conduct[2])
{
    bool weighed = conduct[BOARD_RED].class == JUDGE_FORBIDDEN &&
                   conduct[BOARD_BLACK].class == JUDGE_FORBIDDEN;
    return weighed ? WORDS_RULED_CHANGE_WEIGHED : WORDS_RULED_CHANGE;
}

static words_name draw_text(const judge_conduct conduct[2])
{
    const judge_class red = conduct[BOARD_RED].class;
    const judge_class black = conduct[BOARD_BLACK].class;
    if (red == JUDGE_ALLOWED && black == JUDGE_ALLOWED)
        return WORDS_RULED_DRAW_ALLOWED;
    bool forbidden = red <= JUDGE_FORBIDDEN && black <= JUDGE_FORBIDDEN;
    return forbidden ? WORDS_RULED_DRAW_FORBIDDEN : WORDS_RULED_DRAW;
}

static words_name outcome_text(const judge_result *result, board_side *loser)
{
    judge_outcome outcome = result->ruling.outcome;
    *loser = loser_of(outcome);
    switch (outcome) {
    case JUDGE_RED_LOSES:
    case JUDGE_BLACK_LOSES:
        return loss_text(result);
    case JUDGE_RED_MUST_CHANGE:
    case JUDGE_BLACK_MUST_CHANGE:
        return change_text(result->conduct);
    case JUDGE_DRAW:
        return draw_text(result->conduct);
    case JUDGE_NO_CYCLE:
        return WORDS_RULED_NO_CYCLE;
    default:
        return WORDS_RULED_UNDECIDED;
    }
}

/* A loss for what is no perpetual check: under the national rules an order to change stood. */
static bool broke_order(const judge_result *result)
{
    judge_outcome outcome = result->ruling.outcome;
    bool lost = outcome == JUDGE_RED_LOSES || outcome == JUDGE_BLACK_LOSES;
    return lost && loss_text(result) == WORDS_RULED_LOSES_UNCHANGED;
}

bool judge_ruling_provisional(const judge_result *result)
{
    const judge_cycle *cycle = &result->cycle;
    if (result->ruling.outcome == JUDGE_NO_CYCLE || broke_order(result))
        return false;
    return cycle->stage == JUDGE_STAGE_ABOUT_TO ||
           (cycle->stage == JUDGE_STAGE_REPEATED && cycle->missing > 0);
}

static bool in_cycle(const judge_result *result, bool (*holds)(const judge_finding *finding))
{
    for (size_t i = 0; i < result->cycle.length; i++) {
        const judge_finding *finding = judge_result_finding(result, result->cycle.from + i);
        if (finding && holds(finding))
            return true;
    }
    return false;
}

static bool holds_key_square(const judge_finding *finding)
{
    return finding->key_square;
}

static void put_remark(words_output *output, words_name name, board_language language)
{
    words_put(output, words_text(WORDS_SENTENCE_GAP, language));
    words_put(output, words_text(name, language));
}

char *judge_ruling_text(const judge_result *result, board_language language, char *buffer,
                        size_t size)
{
    words_output output = words_begin(buffer, size);
    char names[2][JUDGE_NAME_BYTES];
    char articles[2 * JUDGE_ARTICLES_BYTES];
    words_output numbers = words_begin(articles, sizeof articles);
    board_side loser;
    words_name name = outcome_text(result, &loser);
    for (int side = BOARD_RED; side <= BOARD_BLACK; side++)
        judge_conduct_name(&result->conduct[side], language, names[side], sizeof names[side]);
    words_put_articles(&numbers, result->ruling.articles, language);
    const words_field fields[] = {{"red", names[BOARD_RED]},
                                  {"black", names[BOARD_BLACK]},
                                  {"loser", judge_side_name(loser, language)},
                                  {"other", judge_side_name(board_other(loser), language)},
                                  {"articles", articles}};
    const size_t count = sizeof fields / sizeof *fields;
    if (result->cycle.stage == JUDGE_STAGE_NO_LONGER)
        words_put(&output, words_text(WORDS_RULED_MOOT, language));
    if (judge_ruling_provisional(result))
        words_put(&output, words_text(WORDS_RULED_PROVISIONAL, language));
    if (result->ruling.outcome != JUDGE_NO_CYCLE)
        words_fill(&output, words_text(WORDS_CONDUCTS, language), fields, count);
    words_fill(&output, words_text(name, language), fields, count);
    if (result->conduct[BOARD_RED].pawns_counted || result->conduct[BOARD_BLACK].pawns_counted)
        put_remark(&output, WORDS_RULED_PAWNS_COUNTED, language);
    if (in_cycle(result, holds_key_square))
        put_remark(&output, WORDS_RULED_KEY_SQUARE, language);
    return buffer;
}

static void put_plies(words_output *output, const judge_cycle *cycle, board_language language)
{
    size_t known =
        cycle->occurrences < JUDGE_OCCURRENCES_MAX ? cycle->occurrences : JUDGE_OCCURRENCES_MAX;
    for (size_t i = 0; i < known; i++) {
        char number[NUMBER_BYTES];
        snprintf(number, sizeof number, "%zu", cycle->plies[i]);
        const words_field field = {"ply", number};
        if (i > 0)
            words_put(output, words_text(WORDS_LIST, language));
        words_fill(output,
                   words_text(cycle->plies[i] ? WORDS_PLY_AFTER : WORDS_PLY_START, language),
                   &field, 1);
    }
    if (known < cycle->occurrences)
        words_put(output, "…");
}

static words_name stage_name(const judge_cycle *cycle)
{
    switch (cycle->stage) {
    case JUDGE_STAGE_REPEATED:
        return cycle->missing == 0 ? WORDS_STAGE_READY : WORDS_STAGE_MISSING;
    case JUDGE_STAGE_ABOUT_TO:
        return cycle->occurrences == 1 ? WORDS_STAGE_ABOUT_TO_ONCE : WORDS_STAGE_ABOUT_TO;
    case JUDGE_STAGE_NO_LONGER:
        return WORDS_STAGE_NO_LONGER;
    default:
        return WORDS_STAGE_NONE;
    }
}

/* The move that would close the cycle, in the position at the end of the dispute. */
static void write_closing(const judge_dispute *dispute, const judge_cycle *cycle,
                          board_language language, char *buffer, size_t size)
{
    words_output output = words_begin(buffer, size);
    if (cycle->stage != JUDGE_STAGE_ABOUT_TO)
        return;
    board_position position = dispute->start;
    for (size_t i = 0; i < dispute->count; i++)
        board_make(&position, dispute->moves[i].move);
    words_put_move(&output, &position, cycle->closing, words_notation(language));
}

char *judge_stage_text(const judge_dispute *dispute, const judge_result *result,
                       board_language language, char *buffer, size_t size)
{
    const judge_cycle *cycle = &result->cycle;
    char move[BOARD_NOTATION_BYTES];
    char plies[JUDGE_LINE_BYTES];
    char count[NUMBER_BYTES];
    char missing[NUMBER_BYTES];
    words_output output = words_begin(buffer, size);
    words_output list = words_begin(plies, sizeof plies);
    write_closing(dispute, cycle, language, move, sizeof move);
    put_plies(&list, cycle, language);
    snprintf(count, sizeof count, "%zu", cycle->occurrences);
    snprintf(missing, sizeof missing, "%zu", cycle->missing);
    const words_field fields[] = {
        {"move", move}, {"plies", plies}, {"count", count}, {"missing", missing}};
    words_fill(&output, words_text(stage_name(cycle), language), fields,
               sizeof fields / sizeof *fields);
    return buffer;
}
