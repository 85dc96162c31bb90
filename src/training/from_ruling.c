/*
 * training/from_ruling.c: a ruling of the journal made into a case study, without any names.
 */
#include "training/from_ruling.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "board/fen.h"
#include "board/notation.h"
#include "judge/articles.h"
#include "judge/memo.h"
#include "judge/override.h"
#include "judge/words.h"
#include "store/bytes.h"
#include "training/words.h"

enum { HASH_BYTES = 16, ID_HASH_BYTES = 6 };

/* The ruling on its way to a case. */
typedef struct making {
    const ledger_ruling *ruling;
    judge_played *moves; /* all of the ruling's, and a closing one */
    judge_dispute dispute;
    judge_edition edition;
    judge_result result;
    judge_override overrides[LEDGER_OVERRIDES_MAX];
    size_t override_count;
    board_problem *problem;
} making;

static board_error refuse(making *made, board_error error, const char *token)
{
    return board_problem_set(made->problem, error, token, token ? strlen(token) : 0);
}

/* Reading the ruling. */

static board_error read_move(making *made, board_position *position, const char *text,
                             size_t length)
{
    size_t index = made->dispute.count;
    bool stood = length > 0 && text[length - 1] == '!';
    board_readings readings;
    board_error error = board_notation_read(position, BOARD_NOTATION_ICCS, text,
                                            length - (stood ? 1 : 0), &readings);

    if (index == LEDGER_PLIES_MAX)
        return refuse(made, BOARD_ERROR_JUDGE_TOO_LONG, NULL);
    if (error != BOARD_OK && !(stood && length == 5)) {
        board_problem_set(made->problem, error, text, length);
        if (made->problem)
            made->problem->ply = index + 1;
        return error;
    }
    board_move move = {board_square_at(text[0] - 'a', text[1] - '0'),
                       board_square_at(text[2] - 'a', text[3] - '0')};
    made->moves[made->dispute.count++] = (judge_played){move, stood};
    board_make(position, move);
    return BOARD_OK;
}

static board_error read_moves(making *made)
{
    const char *text = made->ruling->moves;
    board_position position = made->dispute.start;
    board_error error = BOARD_OK;

    made->dispute.moves = made->moves;
    while (error == BOARD_OK && *text != '\0') {
        size_t length = strcspn(text, " ");
        if (length > 0)
            error = read_move(made, &position, text, length);
        text += length + (text[length] == ' ');
    }
    return error;
}

static void read_overrides(making *made)
{
    const ledger_ruling *ruling = made->ruling;

    for (int32_t i = 0; i < ruling->override_count && i < LEDGER_OVERRIDES_MAX; i++) {
        judge_override *override = &made->overrides[made->override_count++];
        *override = (judge_override){.move = (size_t)ruling->overrides[i].ply - 1,
                                     .label = ruling->overrides[i].label,
                                     .idle_kind = ruling->overrides[i].kind};
        snprintf(override->reason, sizeof override->reason, "%s", ruling->overrides[i].reason);
    }
}

static board_error judge_it(making *made, judge_memo *memo)
{
    const judge_limits limits = judge_limits_standard();
    board_error error = judge_edition_load(made->ruling->edition, &made->edition);

    if (error != BOARD_OK)
        return refuse(made, error, made->ruling->edition);
    error = board_position_from_fen(made->ruling->fen, strlen(made->ruling->fen),
                                    &made->dispute.start, made->problem);
    if (error == BOARD_OK)
        error = read_moves(made);
    if (error == BOARD_OK)
        error = judge_dispute_rule(&made->dispute, &made->edition, &limits, memo, &made->result,
                                   made->problem);
    if (error == BOARD_OK && made->result.cycle.stage == JUDGE_STAGE_NONE)
        error = refuse(made, BOARD_ERROR_CASE_NO_CYCLE, NULL);
    if (error == BOARD_OK && made->result.cycle.length > TRAINING_MOVES_MAX)
        error = refuse(made, BOARD_ERROR_CASE_MOVES, NULL);
    return error;
}

/* The case. */

static board_move move_at(const making *made, size_t index)
{
    return index < made->dispute.count ? made->moves[index].move : made->result.cycle.closing;
}

static const judge_override *override_at(const making *made, size_t index)
{
    return judge_override_of(&made->dispute, &made->result, made->overrides, made->override_count,
                             index);
}

/* The label as the arbiter leaves it; NULL: undecided. */
static const char *label_at(const making *made, size_t index)
{
    const judge_override *override = override_at(made, index);
    const judge_finding *finding = judge_result_finding(&made->result, index);

    if (override)
        return judge_override_word(override, BOARD_CHINESE);
    if (!finding || finding->label == JUDGE_UNDECIDED)
        return NULL;
    return judge_finding_word(finding, BOARD_CHINESE);
}

static void write_start(const making *made, char fen[BOARD_FEN_BYTES])
{
    board_position position = made->dispute.start;
    board_layout layout;

    for (size_t i = 0; i < made->result.cycle.from; i++)
        board_make(&position, made->moves[i].move);
    board_position_to_layout(&position, &layout);
    board_fen_write(&layout, fen);
}

/* The cycle's moves and labels. */
static board_error fill_moves(const making *made, json_t *moves, json_t *labels)
{
    const judge_cycle *cycle = &made->result.cycle;

    for (size_t i = cycle->from; i < cycle->from + cycle->length; i++) {
        board_move move = move_at(made, i);
        const char *label = label_at(made, i);
        char iccs[5] = {
            (char)('a' + board_file_of(move.from)), (char)('0' + board_rank_of(move.from)),
            (char)('a' + board_file_of(move.to)), (char)('0' + board_rank_of(move.to)), '\0'};
        if (i < made->dispute.count && made->moves[i].stood)
            return BOARD_ERROR_CASE_STOOD;
        if (json_array_append_new(moves, json_string(iccs)) != 0 ||
            json_array_append_new(labels, label ? json_string(label) : json_null()) != 0)
            return BOARD_ERROR_NO_MEMORY;
    }
    return BOARD_OK;
}

/* Numbers of articles that exist, out of "26.4,24.3". */
static json_t *articles_of(const char *list, const judge_articles *articles)
{
    json_t *array = json_array();

    while (array != NULL && *list != '\0') {
        char number[JUDGE_ARTICLE_NUMBER_BYTES];
        size_t length = strcspn(list, ",");
        snprintf(number, sizeof number, "%.*s", (int)length, list);
        if (judge_articles_find(articles, number))
            json_array_append_new(array, json_string(number));
        list += length + (list[length] == ',');
    }
    return array;
}

/* What the arbiter sees otherwise, as a sentence. */
static void write_difference(const making *made, const judge_articles *articles,
                             board_language language, char *buffer, size_t size)
{
    const judge_cycle *cycle = &made->result.cycle;
    size_t used = 0;

    training_word_fill(buffer, size, language, TRAINING_TEXT_RULING_DIFFERS,
                       training_outcome_text(made->ruling->outcome, language),
                       training_outcome_text(made->result.ruling.outcome, language));
    for (size_t i = cycle->from; i < cycle->from + cycle->length; i++) {
        const judge_override *override = override_at(made, i);
        const judge_finding *finding = judge_result_finding(&made->result, i);
        training_digits ply = training_digits_of((long long)(i - cycle->from) + 1);
        used = strlen(buffer);
        if (!override || !finding || used + 1 >= size)
            continue;
        const char *reason =
            judge_articles_find(articles, override->reason) ? override->reason : "-";
        training_word_fill(buffer + used, size - used, language, TRAINING_TEXT_LABEL_DIFFERS,
                           ply.text, judge_finding_word(finding, language),
                           judge_override_word(override, language), reason);
    }
}

static bool differs(const making *made)
{
    const judge_cycle *cycle = &made->result.cycle;

    for (size_t i = cycle->from; i < cycle->from + cycle->length; i++) {
        const judge_override *override = override_at(made, i);
        const judge_finding *finding = judge_result_finding(&made->result, i);
        if (override && finding &&
            strcmp(judge_override_word(override, BOARD_CHINESE),
                   judge_finding_word(finding, BOARD_CHINESE)) != 0)
            return true;
    }
    return made->ruling->outcome != made->result.ruling.outcome;
}

/* {"zh", "en"} of a text that a function writes. */
static json_t *disagreement_of(const making *made, const judge_articles *articles)
{
    char chinese[TRAINING_TEXT_MAX];
    char english[TRAINING_TEXT_MAX];

    write_difference(made, articles, BOARD_CHINESE, chinese, sizeof chinese);
    write_difference(made, articles, BOARD_ENGLISH, english, sizeof english);
    return json_pack("{s:{s:s, s:s}}", made->edition.name, "zh", chinese, "en", english);
}

static json_t *explanation_of(const making *made)
{
    char chinese[TRAINING_TEXT_MAX];
    char english[TRAINING_TEXT_MAX];
    judge_result whole = made->result;

    whole.cycle.stage = JUDGE_STAGE_REPEATED;
    whole.cycle.missing = 0;
    judge_ruling_text(&whole, BOARD_CHINESE, chinese, sizeof chinese);
    judge_ruling_text(&whole, BOARD_ENGLISH, english, sizeof english);
    return json_pack("{s:s, s:s}", "zh", chinese, "en", english);
}

static training_theme theme_of(const judge_conduct *conduct)
{
    bool idle = conduct->counts[JUDGE_IDLE] > 0;
    bool check = conduct->counts[JUDGE_CHECK] > 0;
    bool kill = conduct->counts[JUDGE_KILL] > 0;
    bool chase = conduct->counts[JUDGE_CHASE] > 0;

    if (idle || check + kill + chase == 0)
        return TRAINING_THEME_IDLE_MOVE;
    if (check + kill + chase > 1)
        return TRAINING_THEME_MIXED_ATTACK;
    return check  ? TRAINING_THEME_PERPETUAL_CHECK
           : kill ? TRAINING_THEME_PERPETUAL_KILL
                  : TRAINING_THEME_PERPETUAL_CHASE;
}

static json_t *themes_of(const judge_result *result)
{
    training_theme red = theme_of(&result->conduct[BOARD_RED]);
    training_theme black = theme_of(&result->conduct[BOARD_BLACK]);
    json_t *themes = json_array();

    json_array_append_new(themes, json_string(training_theme_code(red)));
    if (black != red)
        json_array_append_new(themes, json_string(training_theme_code(black)));
    return themes;
}

/* An id out of all that the file holds. */
static bool give_id(json_t *file)
{
    uint8_t hash[HASH_BYTES];
    char digits[2 * ID_HASH_BYTES + 1];
    char id[TRAINING_ID_MAX + 1];
    char *text = json_dumps(file, JSON_COMPACT | JSON_SORT_KEYS);

    if (text == NULL)
        return false;
    crypto_generichash(hash, sizeof hash, (const unsigned char *)text, strlen(text), NULL, 0);
    free(text);
    store_hex_write(hash, ID_HASH_BYTES, digits);
    snprintf(id, sizeof id, "practice-%s", digits);
    return json_object_set_new(file, "id", json_string(id)) == 0;
}

static board_error fill_file(const making *made, const judge_articles *articles, json_t *file)
{
    const char *edition = made->edition.name;
    char fen[BOARD_FEN_BYTES];
    json_t *moves = json_array();
    json_t *labels = json_array();

    write_start(made, fen);
    board_error error = fill_moves(made, moves, labels);
    int failed = json_object_set_new(
        file, "source",
        json_pack("{s:s, s:s}", "zh", training_word_of(TRAINING_TEXT_RULING_SOURCE, BOARD_CHINESE),
                  "en", training_word_of(TRAINING_TEXT_RULING_SOURCE, BOARD_ENGLISH)));
    failed |= json_object_set_new(file, "fen", json_string(fen));
    failed |= json_object_set_new(file, "moves", moves);
    failed |= json_object_set_new(file, "labels", json_pack("{s:o}", edition, labels));
    failed |= json_object_set_new(
        file, "verdicts", json_pack("{s:s}", edition, judge_outcome_code(made->ruling->outcome)));
    failed |= json_object_set_new(file, "themes", themes_of(&made->result));
    failed |= json_object_set_new(
        file, "articles",
        json_pack("{s:o}", "applies", articles_of(made->result.ruling.articles, articles)));
    failed |= json_object_set_new(file, "explanation", explanation_of(made));
    if (differs(made))
        failed |= json_object_set_new(file, "disagreement", disagreement_of(made, articles));
    return error != BOARD_OK ? error : failed || !give_id(file) ? BOARD_ERROR_NO_MEMORY : BOARD_OK;
}

static board_error make_case(making *made, training_case *one)
{
    judge_articles articles = {0};
    json_t *file = json_object();
    board_error error = judge_articles_load(NULL, &articles);

    if (error == BOARD_OK)
        error = fill_file(made, &articles, file);
    if (error != BOARD_OK)
        refuse(made, error, NULL);
    else
        error = training_case_from_json(file, one, made->problem);
    json_decref(file);
    judge_articles_free(&articles);
    return error;
}

board_error training_case_from_ruling(const ledger_ruling *ruling, judge_memo *memo,
                                      training_case *one, board_problem *problem)
{
    making *made = calloc(1, sizeof *made);

    *one = (training_case){0};
    if (made != NULL)
        made->moves = calloc(LEDGER_PLIES_MAX, sizeof *made->moves);
    if (made == NULL || made->moves == NULL) {
        free(made);
        return board_problem_set(problem, BOARD_ERROR_NO_MEMORY, NULL, 0);
    }
    made->ruling = ruling;
    made->problem = problem;
    read_overrides(made);
    board_error error = judge_it(made, memo);
    if (error == BOARD_OK)
        error = make_case(made, one);
    judge_result_free(&made->result);
    free(made->moves);
    free(made);
    return error;
}
