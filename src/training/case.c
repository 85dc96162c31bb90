/*
 * training/case.c: one case study out of its JSON object, everything checked, and what it says.
 */
#include "training/case.h"

#include <string.h>

#include "board/fen.h"
#include "board/notation.h"
#include "judge/articles.h"
#include "judge/words.h"
#include "training/text.h"

static const char *const theme_codes[TRAINING_THEMES] = {
#define TRAINING_THEME(name, code, chinese, english) code,
#include "training/themes.def"
#undef TRAINING_THEME
};

static const char *const theme_names[TRAINING_THEMES][BOARD_LANGUAGES] = {
#define TRAINING_THEME(name, code, chinese, english) {chinese, english},
#include "training/themes.def"
#undef TRAINING_THEME
};

static const char *const language_keys[BOARD_LANGUAGES] = {"zh", "en"};

/* Themes. */

const char *training_theme_code(training_theme theme)
{
    return theme_codes[theme];
}

const char *training_theme_name(training_theme theme, board_language language)
{
    return theme_names[theme][language];
}

bool training_theme_find(const char *code, training_theme *theme)
{
    for (int i = 0; i < TRAINING_THEMES; i++) {
        if (strcmp(theme_codes[i], code) == 0) {
            *theme = (training_theme)i;
            return true;
        }
    }
    return false;
}

/* Reading. */

static board_error refuse(board_problem *problem, board_error error, const char *token)
{
    return board_problem_set(problem, error, token, token ? strlen(token) : 0);
}

/* The text under a key; `needed`: it must be there. */
static board_error read_text(const json_t *file, const char *key, size_t most, bool needed,
                             const char **text, board_problem *problem)
{
    const json_t *value = json_object_get(file, key);

    *text = json_string_value(value);
    if (!value)
        return needed ? refuse(problem, BOARD_ERROR_CASE_MISSING, key) : BOARD_OK;
    if (!*text)
        return refuse(problem, BOARD_ERROR_CASE_KIND, key);
    if (!training_text_is_plain(*text, json_string_length(value), most))
        return refuse(problem, BOARD_ERROR_CASE_TEXT, key);
    return BOARD_OK;
}

static board_error read_number(const json_t *file, const char *key, int most, int *number,
                               board_problem *problem)
{
    const json_t *value = json_object_get(file, key);

    *number = 0;
    if (!value)
        return BOARD_OK;
    if (!json_is_integer(value))
        return refuse(problem, BOARD_ERROR_CASE_KIND, key);
    if (json_integer_value(value) < 1 || json_integer_value(value) > most)
        return refuse(problem, BOARD_ERROR_CASE_NUMBER, key);
    *number = (int)json_integer_value(value);
    return BOARD_OK;
}

/* {"zh", "en"}: both must be there. */
static board_error check_two_languages(const json_t *value, const char *key, size_t most,
                                       board_problem *problem)
{
    if (!json_is_object(value))
        return refuse(problem, BOARD_ERROR_CASE_KIND, key);
    for (int i = 0; i < BOARD_LANGUAGES; i++) {
        const char *text = NULL;
        board_error error = read_text(value, language_keys[i], most, true, &text, problem);
        if (error != BOARD_OK)
            return error;
    }
    return BOARD_OK;
}

/* One text for both languages, or one in each. */
static board_error check_source(const json_t *file, board_problem *problem)
{
    const json_t *value = json_object_get(file, "source");
    const char *text = NULL;

    if (json_is_object(value))
        return check_two_languages(value, "source", TRAINING_SOURCE_MAX, problem);
    return read_text(file, "source", TRAINING_SOURCE_MAX, true, &text, problem);
}

static board_error read_moves(training_case *one, board_problem *problem)
{
    const json_t *list = json_object_get(one->file, "moves");
    board_position position = one->start;

    if (!list || !json_is_array(list))
        return refuse(problem, list ? BOARD_ERROR_CASE_KIND : BOARD_ERROR_CASE_MISSING, "moves");
    one->count = json_array_size(list);
    if (one->count < 1 || one->count > TRAINING_MOVES_MAX)
        return refuse(problem, BOARD_ERROR_CASE_MOVES, "moves");
    for (size_t i = 0; i < one->count; i++) {
        const json_t *item = json_array_get(list, i);
        const char *text = json_string_value(item);
        board_readings readings;
        board_error error = BOARD_ERROR_CASE_KIND;
        if (text)
            error = board_notation_read(&position, BOARD_NOTATION_ICCS, text,
                                        json_string_length(item), &readings);
        if (error != BOARD_OK) {
            refuse(problem, error, text ? text : "moves");
            if (problem)
                problem->ply = i + 1;
            return error;
        }
        one->moves[i] = (judge_played){readings.moves[0], false};
        board_make(&position, one->moves[i].move);
    }
    return BOARD_OK;
}

static board_error check_edition(const char *name, board_problem *problem)
{
    for (size_t i = 0; judge_edition_name(i); i++) {
        if (strcmp(judge_edition_name(i), name) == 0)
            return BOARD_OK;
    }
    return refuse(problem, BOARD_ERROR_EDITION_UNKNOWN, name);
}

static bool is_label(const char *text)
{
    for (int i = 0; i < JUDGE_IDLE; i++) {
        if (strcmp(judge_label_word((judge_label)i, BOARD_CHINESE), text) == 0)
            return true;
    }
    for (int i = 0; i < JUDGE_IDLE_KINDS; i++) {
        if (strcmp(judge_idle_word((judge_idle_kind)i, BOARD_CHINESE), text) == 0)
            return true;
    }
    return false;
}

static board_error check_label_list(const training_case *one, const json_t *list,
                                    board_problem *problem)
{
    size_t i;
    json_t *item;

    if (!json_is_array(list) || json_array_size(list) != one->count)
        return refuse(problem, BOARD_ERROR_CASE_LABELS, "labels");
    json_array_foreach(list, i, item)
    {
        const char *text = json_string_value(item);
        if (!json_is_null(item) && (!text || !is_label(text))) {
            refuse(problem, BOARD_ERROR_CASE_LABEL, text ? text : "labels");
            if (problem)
                problem->ply = i + 1;
            return BOARD_ERROR_CASE_LABEL;
        }
    }
    return BOARD_OK;
}

static bool is_verdict(const char *text)
{
    for (int i = 0; i < JUDGE_OUTCOMES; i++) {
        if (i != JUDGE_OUTCOME_UNDECIDED && strcmp(judge_outcome_code((judge_outcome)i), text) == 0)
            return true;
    }
    return false;
}

/* The object under a key, each of whose keys is an edition; NULL: there is none. */
static board_error by_edition(const training_case *one, const char *key, json_t **object,
                              board_problem *problem)
{
    const char *edition;
    json_t *value;

    *object = json_object_get(one->file, key);
    if (!*object)
        return BOARD_OK;
    if (!json_is_object(*object))
        return refuse(problem, BOARD_ERROR_CASE_KIND, key);
    json_object_foreach(*object, edition, value)
    {
        board_error error = check_edition(edition, problem);
        if (error != BOARD_OK)
            return error;
    }
    return BOARD_OK;
}

static board_error check_labels(const training_case *one, board_problem *problem)
{
    const char *edition;
    json_t *object;
    json_t *value;
    board_error error = by_edition(one, "labels", &object, problem);

    json_object_foreach(object, edition, value)
    {
        if (error == BOARD_OK)
            error = check_label_list(one, value, problem);
    }
    return error;
}

static board_error check_verdicts(const training_case *one, board_problem *problem)
{
    const char *edition;
    json_t *object;
    json_t *value;
    board_error error = by_edition(one, "verdicts", &object, problem);

    json_object_foreach(object, edition, value)
    {
        const char *text = json_string_value(value);
        if (error == BOARD_OK && (!text || !is_verdict(text)))
            error = refuse(problem, BOARD_ERROR_CASE_VERDICT, text ? text : "verdicts");
    }
    return error;
}

static board_error check_disagreements(const training_case *one, board_problem *problem)
{
    const char *edition;
    json_t *object;
    json_t *value;
    board_error error = by_edition(one, "disagreement", &object, problem);

    json_object_foreach(object, edition, value)
    {
        if (error == BOARD_OK)
            error = check_two_languages(value, "disagreement", TRAINING_TEXT_MAX, problem);
    }
    return error;
}

static board_error check_disputed(const training_case *one, board_problem *problem)
{
    const json_t *list = json_object_get(one->file, "disputed");
    size_t i;
    json_t *item;

    if (!list)
        return BOARD_OK;
    if (!json_is_array(list))
        return refuse(problem, BOARD_ERROR_CASE_KIND, "disputed");
    json_array_foreach(list, i, item)
    {
        if (!json_is_integer(item) || json_integer_value(item) < 0 ||
            (size_t)json_integer_value(item) >= one->count)
            return refuse(problem, BOARD_ERROR_CASE_NUMBER, "disputed");
    }
    return BOARD_OK;
}

static board_error read_themes(training_case *one, board_problem *problem)
{
    const json_t *list = json_object_get(one->file, "themes");
    size_t i;
    json_t *item;

    if (!list)
        return BOARD_OK;
    if (!json_is_array(list) || json_array_size(list) > TRAINING_LIST_MAX)
        return refuse(problem, BOARD_ERROR_CASE_KIND, "themes");
    json_array_foreach(list, i, item)
    {
        const char *code = json_string_value(item);
        training_theme theme = 0;
        if (!code || !training_theme_find(code, &theme))
            return refuse(problem, BOARD_ERROR_CASE_THEME, code ? code : "themes");
        one->themes |= (uint64_t)1 << theme;
    }
    return BOARD_OK;
}

/* "26.4", "item.6", "fig.8.10", "wxf.chase": whether the article exists is for the check. */
static bool is_clause(const char *text)
{
    size_t length = strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789.");

    return length > 0 && length < JUDGE_ARTICLE_NUMBER_BYTES && text[length] == '\0';
}

static board_error check_clauses(const training_case *one, const char *key, board_problem *problem)
{
    const json_t *articles = json_object_get(one->file, "articles");
    const json_t *list = json_object_get(articles, key);
    size_t i;
    json_t *item;

    if (articles && !json_is_object(articles))
        return refuse(problem, BOARD_ERROR_CASE_KIND, "articles");
    if (!list)
        return BOARD_OK;
    if (!json_is_array(list) || json_array_size(list) > TRAINING_LIST_MAX)
        return refuse(problem, BOARD_ERROR_CASE_KIND, key);
    json_array_foreach(list, i, item)
    {
        const char *number = json_string_value(item);
        if (!number || !is_clause(number))
            return refuse(problem, BOARD_ERROR_CASE_CLAUSE, number ? number : key);
    }
    return BOARD_OK;
}

static board_error read_heading(training_case *one, board_problem *problem)
{
    const char *text = NULL;
    board_error error = read_text(one->file, "id", TRAINING_ID_MAX, true, &one->id, problem);

    if (error == BOARD_OK && !training_text_is_id(one->id))
        error = refuse(problem, BOARD_ERROR_CASE_ID, one->id);
    if (error == BOARD_OK)
        error = check_source(one->file, problem);
    if (error == BOARD_OK)
        error = read_text(one->file, "rules_of", TRAINING_SOURCE_MAX, false, &text, problem);
    if (error == BOARD_OK)
        error = read_number(one->file, "difficulty", TRAINING_DIFFICULTY_MAX, &one->difficulty,
                            problem);
    if (error == BOARD_OK)
        error = read_number(one->file, "mate", TRAINING_MATE_MAX, &one->mate, problem);
    return error;
}

static board_error read_position(training_case *one, board_problem *problem)
{
    const char *fen = NULL;
    board_error error = read_text(one->file, "fen", BOARD_FEN_INPUT_MAX, true, &fen, problem);

    if (error == BOARD_OK)
        error = board_position_from_fen(fen, strlen(fen), &one->start, problem);
    one->kind = one->mate > 0 ? TRAINING_MATE : TRAINING_CYCLE;
    if (error == BOARD_OK && one->kind == TRAINING_CYCLE)
        error = read_moves(one, problem);
    return error;
}

static board_error read_sayings(training_case *one, board_problem *problem)
{
    const json_t *explanation = json_object_get(one->file, "explanation");
    board_error error = check_labels(one, problem);

    if (error == BOARD_OK)
        error = check_verdicts(one, problem);
    if (error == BOARD_OK && one->kind == TRAINING_CYCLE && !training_case_edition(one))
        error = refuse(problem, BOARD_ERROR_CASE_NOTHING, NULL);
    if (error == BOARD_OK)
        error = check_disagreements(one, problem);
    if (error == BOARD_OK)
        error = check_disputed(one, problem);
    if (error == BOARD_OK)
        error = read_themes(one, problem);
    if (error == BOARD_OK)
        error = check_clauses(one, "applies", problem);
    if (error == BOARD_OK)
        error = check_clauses(one, "seems", problem);
    if (error == BOARD_OK && explanation)
        error = check_two_languages(explanation, "explanation", TRAINING_TEXT_MAX, problem);
    return error;
}

board_error training_case_from_json(json_t *file, training_case *one, board_problem *problem)
{
    board_error error = BOARD_OK;

    *one = (training_case){.file = json_incref(file)};
    if (!json_is_object(file))
        error = refuse(problem, BOARD_ERROR_CASE_JSON, NULL);
    if (error == BOARD_OK)
        error = read_heading(one, problem);
    if (error == BOARD_OK)
        error = read_position(one, problem);
    if (error == BOARD_OK)
        error = read_sayings(one, problem);
    if (error != BOARD_OK)
        training_case_free(one);
    return error;
}

void training_case_free(training_case *one)
{
    json_decref(one->file);
    *one = (training_case){0};
}

/* What it says. */

bool training_case_disputed(const training_case *one, size_t index)
{
    size_t i;
    json_t *value;

    json_array_foreach(json_object_get(one->file, "disputed"), i, value)
    {
        if ((size_t)json_integer_value(value) == index)
            return true;
    }
    return false;
}

const char *training_case_label(const training_case *one, const char *edition, size_t index)
{
    const json_t *list = json_object_get(json_object_get(one->file, "labels"), edition);

    return json_string_value(json_array_get(list, index));
}

const char *training_case_verdict(const training_case *one, const char *edition)
{
    return json_string_value(json_object_get(json_object_get(one->file, "verdicts"), edition));
}

bool training_case_speaks_of(const training_case *one, const char *edition)
{
    if (one->kind == TRAINING_MATE)
        return strncmp(edition, "cxa-", strlen("cxa-")) == 0;
    return json_object_get(json_object_get(one->file, "labels"), edition) ||
           training_case_verdict(one, edition);
}

const char *training_case_edition(const training_case *one)
{
    for (size_t i = 0; judge_edition_name(i); i++) {
        if (training_case_speaks_of(one, judge_edition_name(i)))
            return judge_edition_name(i);
    }
    return NULL;
}

const char *training_case_disagreement(const training_case *one, const char *edition,
                                       board_language language)
{
    const json_t *views = json_object_get(json_object_get(one->file, "disagreement"), edition);

    return json_string_value(json_object_get(views, language_keys[language]));
}

const char *training_case_source(const training_case *one, board_language language)
{
    const json_t *source = json_object_get(one->file, "source");
    const char *text = json_string_value(source);

    return text ? text : json_string_value(json_object_get(source, language_keys[language]));
}

const char *training_case_explanation(const training_case *one, board_language language)
{
    const json_t *texts = json_object_get(one->file, "explanation");
    const char *text = json_string_value(json_object_get(texts, language_keys[language]));

    return text ? text : "";
}

const char *training_case_clause(const training_case *one, bool applies, size_t index)
{
    const json_t *articles = json_object_get(one->file, "articles");
    const json_t *list = json_object_get(articles, applies ? "applies" : "seems");

    return json_string_value(json_array_get(list, index));
}

static bool is_under(const char *clause, const char *number)
{
    size_t length = strlen(number);

    return strncmp(clause, number, length) == 0 &&
           (clause[length] == '\0' || clause[length] == '.');
}

bool training_case_is_under(const training_case *one, const char *number)
{
    for (int kind = 0; kind < 2; kind++) {
        const char *clause = NULL;
        for (size_t i = 0; (clause = training_case_clause(one, kind == 0, i)) != NULL; i++) {
            if (is_under(clause, number))
                return true;
        }
    }
    return false;
}

bool training_case_is_loose(const training_case *one)
{
    return json_object_get(one->file, "rules_of") != NULL;
}

static bool is_idle_word(const char *word)
{
    for (int kind = 0; kind < JUDGE_IDLE_KINDS; kind++) {
        if (strcmp(word, judge_idle_word((judge_idle_kind)kind, BOARD_CHINESE)) == 0)
            return true;
    }
    return false;
}

bool training_case_fits(const training_case *one, const char *word, const judge_finding *finding)
{
    const char *plain = judge_idle_word(JUDGE_IDLE_PLAIN, BOARD_CHINESE);
    bool exact = json_is_true(json_object_get(one->file, "plain"));
    bool coarse = (strcmp(word, plain) == 0 && !exact) || training_case_is_loose(one);

    if (finding->label == JUDGE_IDLE && coarse && is_idle_word(word))
        return true;
    return strcmp(word, judge_finding_word(finding, BOARD_CHINESE)) == 0;
}
