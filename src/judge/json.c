/* judge/json.c: a judged dispute as JSON. */
#include <string.h>

#include "judge/json_private.h"

enum { TEXT_BYTES = JUDGE_SENTENCE_BYTES };

void judge_json_put(judge_json_writer *writer, json_t *object, const char *key, json_t *value)
{
    if (json_object_set_new(object, key, value) != 0)
        writer->failed = true;
}

void judge_json_add(judge_json_writer *writer, json_t *array, json_t *value)
{
    if (json_array_append_new(array, value) != 0)
        writer->failed = true;
}

json_t *judge_json_articles(judge_json_writer *writer, const char *articles)
{
    json_t *array = json_array();
    while (*articles != '\0') {
        size_t length = strcspn(articles, ",");
        judge_json_add(writer, array, json_stringn(articles, length));
        articles += length + (articles[length] == ',');
    }
    return array;
}

static json_t *side_json(board_side side)
{
    return json_string(side == BOARD_RED ? "red" : "black");
}

json_t *judge_json_move(const board_position *position, board_move move, board_notation notation)
{
    const judge_line line = {.count = 1, .moves = {move}};
    char text[BOARD_NOTATION_BYTES];
    return json_string(judge_line_text(position, &line, notation, text, sizeof text));
}

static json_t *kinds_json(judge_json_writer *writer, const judge_finding *finding)
{
    json_t *kinds = json_array();
    if (finding && finding->label == JUDGE_IDLE && finding->idle_kind != JUDGE_IDLE_PLAIN)
        judge_json_add(writer, kinds,
                       json_string(judge_idle_word(finding->idle_kind, BOARD_CHINESE)));
    return kinds;
}

/* One move; finding is NULL where it was not labelled. */
static json_t *move_json(judge_json_writer *writer, const board_position *position, board_move move,
                         const judge_finding *finding, bool evidence)
{
    json_t *object = json_object();
    judge_json_put(writer, object, "iccs", judge_json_move(position, move, BOARD_NOTATION_ICCS));
    judge_json_put(writer, object, "zh", judge_json_move(position, move, BOARD_NOTATION_CHINESE));
    judge_json_put(writer, object, "side", side_json(position->to_move));
    judge_json_put(writer, object, "label",
                   finding ? json_string(judge_finding_word(finding, BOARD_CHINESE)) : json_null());
    judge_json_put(writer, object, "class",
                   finding ? json_string(judge_label_word(finding->label, BOARD_CHINESE))
                           : json_null());
    judge_json_put(writer, object, "kinds", kinds_json(writer, finding));
    if (finding && evidence)
        judge_json_put(writer, object, "evidence", judge_json_evidence(writer, position, finding));
    return object;
}

/* All moves as played, and the closing move if there is one. */
static void put_moves(judge_json_writer *writer, json_t *object, json_t *cycle,
                      const judge_dispute *dispute, const judge_result *result, bool evidence)
{
    json_t *moves = json_array();
    board_position position = dispute->start;
    for (size_t i = 0; i < dispute->count; i++) {
        const judge_played *played = &dispute->moves[i];
        json_t *move =
            move_json(writer, &position, played->move, judge_result_finding(result, i), evidence);
        if (played->stood)
            judge_json_put(writer, move, "stood", json_true());
        judge_json_add(writer, moves, move);
        board_make(&position, played->move);
    }
    judge_json_put(writer, object, "moves", moves);
    bool closes = result->cycle.stage == JUDGE_STAGE_ABOUT_TO;
    judge_json_put(writer, cycle, "closing",
                   closes ? move_json(writer, &position, result->cycle.closing,
                                      judge_result_finding(result, dispute->count), evidence)
                          : json_null());
}

static json_t *occurrences_json(judge_json_writer *writer, const judge_cycle *cycle)
{
    json_t *plies = json_array();
    for (size_t i = 0; i < cycle->occurrences && i < JUDGE_OCCURRENCES_MAX; i++)
        judge_json_add(writer, plies, json_integer((json_int_t)cycle->plies[i]));
    return plies;
}

static json_t *cycle_json(judge_json_writer *writer, const judge_dispute *dispute,
                          const judge_result *result)
{
    const judge_cycle *cycle = &result->cycle;
    char text[TEXT_BYTES];
    json_t *object = json_object();
    judge_json_put(writer, object, "stage", json_string(judge_stage_code(cycle->stage)));
    judge_json_put(writer, object, "from", json_integer((json_int_t)cycle->from));
    judge_json_put(writer, object, "length", json_integer((json_int_t)cycle->length));
    judge_json_put(writer, object, "repeats", json_integer((json_int_t)cycle->occurrences));
    judge_json_put(writer, object, "occurrences", occurrences_json(writer, cycle));
    judge_json_put(writer, object, "missing", json_integer((json_int_t)cycle->missing));
    judge_stage_text(dispute, result, BOARD_CHINESE, text, sizeof text);
    judge_json_put(writer, object, "text_zh", json_string(text));
    judge_stage_text(dispute, result, BOARD_ENGLISH, text, sizeof text);
    judge_json_put(writer, object, "text_en", json_string(text));
    return object;
}

static json_t *counts_json(judge_json_writer *writer, const judge_conduct *conduct)
{
    json_t *counts = json_object();
    for (size_t label = 0; label < JUDGE_LABELS; label++)
        judge_json_put(writer, counts, judge_label_code((judge_label)label),
                       json_integer((json_int_t)conduct->counts[label]));
    return counts;
}

/* What a side does in the cycle; nothing to say where there is none. */
static json_t *conduct_json(judge_json_writer *writer, const judge_conduct *conduct, bool cycle)
{
    char name[JUDGE_NAME_BYTES];
    if (!cycle)
        return json_null();
    json_t *object = json_object();
    judge_json_put(writer, object, "class", json_string(judge_class_code(conduct->class)));
    judge_conduct_name(conduct, BOARD_CHINESE, name, sizeof name);
    judge_json_put(writer, object, "name", json_string(name));
    judge_conduct_name(conduct, BOARD_ENGLISH, name, sizeof name);
    judge_json_put(writer, object, "name_en", json_string(name));
    judge_json_put(writer, object, "counts", counts_json(writer, conduct));
    judge_json_put(writer, object, "light", json_boolean(conduct->light));
    judge_json_put(writer, object, "pawns_counted", json_boolean(conduct->pawns_counted));
    return object;
}

static json_t *ruling_json(judge_json_writer *writer, const judge_result *result)
{
    char text[TEXT_BYTES];
    json_t *object = json_object();
    judge_json_put(writer, object, "outcome",
                   json_string(judge_outcome_code(result->ruling.outcome)));
    judge_json_put(writer, object, "articles",
                   judge_json_articles(writer, result->ruling.articles));
    judge_ruling_text(result, BOARD_CHINESE, text, sizeof text);
    judge_json_put(writer, object, "text_zh", json_string(text));
    judge_ruling_text(result, BOARD_ENGLISH, text, sizeof text);
    judge_json_put(writer, object, "text_en", json_string(text));
    judge_json_put(writer, object, "provisional", json_boolean(judge_ruling_provisional(result)));
    judge_json_put(writer, object, "for_arbiter", json_boolean(result->ruling.for_arbiter));
    return object;
}

json_t *judge_result_json(const char *id, const judge_dispute *dispute,
                          const judge_edition *edition, const judge_setting *setting,
                          const judge_result *result, bool evidence)
{
    judge_json_writer writer = {.edition = edition, .setting = *setting};
    writer.setting.clauses = edition->clauses;
    bool repeated = result->cycle.stage != JUDGE_STAGE_NONE;
    json_t *object = json_object();
    judge_json_put(&writer, object, "id", id ? json_string(id) : json_null());
    judge_json_put(&writer, object, "edition", json_string(edition->name));
    json_t *cycle = cycle_json(&writer, dispute, result);
    put_moves(&writer, object, cycle, dispute, result, evidence);
    judge_json_put(&writer, object, "cycle", cycle);
    judge_json_put(&writer, object, "red",
                   conduct_json(&writer, &result->conduct[BOARD_RED], repeated));
    judge_json_put(&writer, object, "black",
                   conduct_json(&writer, &result->conduct[BOARD_BLACK], repeated));
    judge_json_put(&writer, object, "ruling", ruling_json(&writer, result));
    judge_json_put(&writer, object, "complete", json_boolean(result->complete));
    if (writer.failed) {
        json_decref(object);
        return NULL;
    }
    return object;
}

static json_t *override_json(judge_json_writer *writer, const judge_result *result,
                             const judge_override *override)
{
    const judge_finding *was = judge_result_finding(result, override->move);
    json_t *object = json_object();
    judge_json_put(writer, object, "move", json_integer((json_int_t) override->move + 1));
    judge_json_put(writer, object, "label",
                   json_string(judge_override_word(override, BOARD_CHINESE)));
    judge_json_put(writer, object, "reason",
                   override->reason[0] ? json_string(override->reason) : json_null());
    judge_json_put(writer, object, "was",
                   was ? json_string(judge_finding_word(was, BOARD_CHINESE)) : json_null());
    return object;
}

json_t *judge_arbiter_json(const judge_result *result, const judge_result *overruled,
                           const judge_override *overrides, size_t count)
{
    judge_json_writer writer = {.failed = false};
    json_t *object = json_object();
    json_t *list = json_array();
    for (size_t i = 0; i < count; i++)
        judge_json_add(&writer, list, override_json(&writer, result, &overrides[i]));
    judge_json_put(&writer, object, "overrides", list);
    judge_json_put(&writer, object, "red",
                   conduct_json(&writer, &overruled->conduct[BOARD_RED], true));
    judge_json_put(&writer, object, "black",
                   conduct_json(&writer, &overruled->conduct[BOARD_BLACK], true));
    judge_json_put(&writer, object, "ruling", ruling_json(&writer, overruled));
    if (writer.failed) {
        json_decref(object);
        return NULL;
    }
    return object;
}
