/*
 * training/quiz_words.c: questions, answers and evidence in words, and answers out of words.
 */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "judge/memo.h"
#include "training/truth.h"
#include "training/words.h"

/* Questions. */

static void position_before(const training_case *one, size_t index, board_position *position)
{
    *position = one->start;
    for (size_t i = 0; i < index && i < one->count; i++)
        board_make(position, one->moves[i].move);
}

static bool is_of_move(const training_question *question)
{
    return question->kind <= TRAINING_ASK_TARGETS;
}

char *training_question_text(const training_question *question, board_language language,
                             char *buffer, size_t size)
{
    training_digits number = training_digits_of((long long)question->index + 1);
    char move[BOARD_NOTATION_BYTES] = "";
    board_position position = question->one->start;
    board_side side = question->one->start.to_move;

    if (is_of_move(question)) {
        position_before(question->one, question->index, &position);
        side = position.to_move;
        board_notation_write(
            &position, question->one->moves[question->index].move,
            language == BOARD_CHINESE ? BOARD_NOTATION_CHINESE : BOARD_NOTATION_ICCS, move);
    } else if (question->kind == TRAINING_ASK_CONDUCT) {
        side = (board_side)question->index;
    }
    return training_word_fill(buffer, size, language,
                              (training_word)(TRAINING_TEXT_ASK_LABEL + (int)question->kind),
                              number.text, move, judge_side_name(side, language));
}

/* Answers. */

static void points_text(const training_points *set, const char *between, char *buffer, size_t size)
{
    size_t used = 0;

    buffer[0] = '\0';
    for (board_square square = 0; square < BOARD_SQUARES && used + 8 < size; square++) {
        if (training_points_has(set, square))
            used += (size_t)snprintf(buffer + used, size - used, "%s%c%c", used > 0 ? between : "",
                                     'a' + board_file_of(square), '0' + board_rank_of(square));
    }
}

static void move_text(const training_question *question, board_move move, board_notation notation,
                      char text[BOARD_NOTATION_BYTES])
{
    bool legal = board_is_legal(&question->one->start, move);

    board_notation_write(&question->one->start, move, legal ? notation : BOARD_NOTATION_ICCS, text);
}

char *training_answer_text(const training_question *question, const training_answer *answer,
                           board_language language, char *buffer, size_t size)
{
    char text[TRAINING_CODE_BYTES] = "";
    const char *word = text;

    if (!answer->given)
        word = training_word_of(TRAINING_TEXT_NOT_ANSWERED, language);
    else if (question->kind == TRAINING_ASK_LABEL)
        word = judge_label_word(answer->label, language);
    else if (question->kind == TRAINING_ASK_IDLE)
        word = judge_idle_word(answer->idle_kind, language);
    else if (question->kind == TRAINING_ASK_TARGETS)
        points_text(&answer->targets, " ", text, sizeof text);
    else if (question->kind == TRAINING_ASK_CONDUCT)
        word = training_conduct_name(answer->conduct, language);
    else if (question->kind == TRAINING_ASK_RULING)
        word = training_outcome_text(answer->outcome, language);
    else
        move_text(question, answer->move,
                  language == BOARD_CHINESE ? BOARD_NOTATION_CHINESE : BOARD_NOTATION_ICCS, text);
    snprintf(buffer, size, "%s", word);
    return buffer;
}

char *training_answer_code(const training_question *question, const training_answer *answer,
                           char buffer[TRAINING_CODE_BYTES])
{
    const char *code = NULL;

    buffer[0] = '\0';
    if (!answer->given)
        return buffer;
    if (question->kind == TRAINING_ASK_LABEL)
        code = judge_label_code(answer->label);
    else if (question->kind == TRAINING_ASK_IDLE)
        code = judge_idle_word(answer->idle_kind, BOARD_ENGLISH);
    else if (question->kind == TRAINING_ASK_CONDUCT)
        code = training_conduct_code(answer->conduct);
    else if (question->kind == TRAINING_ASK_RULING)
        code = judge_outcome_code(answer->outcome);
    else if (question->kind == TRAINING_ASK_TARGETS)
        points_text(&answer->targets, ",", buffer, TRAINING_CODE_BYTES);
    else
        move_text(question, answer->move, BOARD_NOTATION_ICCS, buffer);
    if (code)
        snprintf(buffer, TRAINING_CODE_BYTES, "%s", code);
    return buffer;
}

/* Evidence. */

typedef struct writing {
    char *buffer;
    size_t size;
    size_t used;
    board_language language;
} writing;

static void add(writing *to, const char *text)
{
    if (text[0] == '\0' || to->used >= to->size)
        return;
    to->used += (size_t)snprintf(to->buffer + to->used, to->size - to->used, "%s%s",
                                 to->used > 0 && to->language == BOARD_ENGLISH ? " " : "", text);
}

static void add_conduct(writing *to, const judge_result *result, board_side side)
{
    char name[JUDGE_NAME_BYTES];
    char text[JUDGE_LINE_BYTES];
    const judge_conduct *conduct = &result->conduct[side];

    judge_conduct_name(conduct, to->language, name, sizeof name);
    add(to, training_word_fill(text, sizeof text, to->language, TRAINING_TEXT_EVIDENCE_SIDE,
                               judge_side_name(side, to->language), name,
                               judge_class_text(conduct->class, to->language)));
}

static void add_judged(writing *to, const training_question *question, const judge_edition *rules,
                       const judge_result *result)
{
    char text[JUDGE_SENTENCE_BYTES] = "";
    board_position before;
    judge_result whole = *result;

    if (is_of_move(question)) {
        position_before(question->one, question->index, &before);
        const judge_finding *finding = judge_result_finding(result, question->index);
        if (finding)
            add(to, judge_finding_sentence_under(&before, finding, &rules->clauses, to->language,
                                                 text, sizeof text));
        return;
    }
    if (question->kind == TRAINING_ASK_CONDUCT) {
        add_conduct(to, result, (board_side)question->index);
        return;
    }
    if (result->cycle.stage != JUDGE_STAGE_NONE)
        whole.cycle = (judge_cycle){.stage = JUDGE_STAGE_REPEATED,
                                    .length = result->cycle.length,
                                    .from = result->cycle.from};
    add(to, judge_ruling_text(&whole, to->language, text, sizeof text));
}

static void add_mate(writing *to, const training_question *question, judge_memo *memo)
{
    char moves[JUDGE_LINE_BYTES];
    char text[JUDGE_SENTENCE_BYTES];
    judge_line line = {0};

    training_truth_line(question->one, memo, &line);
    judge_line_text(&question->one->start, &line,
                    to->language == BOARD_CHINESE ? BOARD_NOTATION_CHINESE : BOARD_NOTATION_ICCS,
                    moves, sizeof moves);
    add(to,
        training_word_fill(text, sizeof text, to->language, TRAINING_TEXT_EVIDENCE_MATE, moves));
}

board_error training_evidence_text(const training_question *question, judge_memo *memo,
                                   board_language language, char *buffer, size_t size)
{
    writing to = {buffer, size, 0, language};
    judge_edition rules;
    judge_result result;
    board_error error = BOARD_OK;

    if (size > 0)
        buffer[0] = '\0';
    if (question->kind == TRAINING_ASK_MATE) {
        add_mate(&to, question, memo);
    } else {
        error = training_truth_judge(question->one, question->edition, memo, &rules, &result);
        if (error == BOARD_OK) {
            add_judged(&to, question, &rules, &result);
            judge_result_free(&result);
        }
    }
    add(&to, training_case_explanation(question->one, language));
    return error;
}

/* Reading. */

static bool read_label(const char *text, training_answer *said)
{
    for (int i = 0; i <= JUDGE_IDLE; i++) {
        judge_label label = (judge_label)i;
        if (strcmp(judge_label_code(label), text) == 0 ||
            strcmp(judge_label_word(label, BOARD_CHINESE), text) == 0) {
            said->label = label;
            return true;
        }
    }
    return false;
}

static bool read_idle(const char *text, training_answer *said)
{
    for (int i = 0; i < JUDGE_IDLE_KINDS; i++) {
        judge_idle_kind kind = (judge_idle_kind)i;
        const char *english = judge_idle_word(kind, BOARD_ENGLISH);
        size_t word = strcspn(english, " ");
        if (strcmp(english, text) == 0 || strcmp(judge_idle_word(kind, BOARD_CHINESE), text) == 0 ||
            (strlen(text) == word && strncmp(english, text, word) == 0)) {
            said->idle_kind = kind;
            return true;
        }
    }
    return false;
}

static bool read_points(const char *text, training_answer *said)
{
    training_points set = {0};
    size_t count = 0;

    while (*text != '\0') {
        if (*text == ' ' || *text == ',') {
            text++;
            continue;
        }
        if (text[0] < 'a' || text[0] > 'i' || text[1] < '0' || text[1] > '9')
            return false;
        training_points_add(&set, board_square_at(text[0] - 'a', text[1] - '0'));
        count++;
        text += 2;
    }
    said->targets = set;
    return count > 0;
}

static bool read_conduct(const char *text, training_answer *said)
{
    static const char *const shorts[TRAINING_CONDUCTS] = {"check", "kill", "chase", "mixed",
                                                          "idle"};
    static const char *const chinese[TRAINING_CONDUCTS] = {"长将", "长杀", "长捉", "交替", "闲"};

    for (int i = 0; i < TRAINING_CONDUCTS; i++) {
        training_conduct conduct = (training_conduct)i;
        if (strcmp(training_conduct_code(conduct), text) == 0 || strcmp(shorts[i], text) == 0 ||
            strcmp(chinese[i], text) == 0 ||
            strcmp(training_conduct_name(conduct, BOARD_CHINESE), text) == 0) {
            said->conduct = conduct;
            return true;
        }
    }
    return false;
}

/* "Red must change" as the code has it, "red-must-change". */
static void write_as_code(const char *text, char code[TRAINING_CODE_BYTES])
{
    size_t length = 0;

    for (; text[length] != '\0' && length + 1 < TRAINING_CODE_BYTES; length++)
        code[length] = text[length] == ' ' ? '-' : (char)tolower((unsigned char)text[length]);
    code[length] = '\0';
}

static bool read_outcome(const char *text, training_answer *said)
{
    static const char *const chinese[JUDGE_OUTCOMES] = {"红负", "黑负", "红变",    "黑变",
                                                        "和",   "",     "没有循环"};
    char code[TRAINING_CODE_BYTES];

    write_as_code(text, code);
    if (strcmp(code, "no-repetition") == 0)
        write_as_code(judge_outcome_code(JUDGE_NO_CYCLE), code);
    for (int i = 0; i < JUDGE_OUTCOMES; i++) {
        judge_outcome outcome = (judge_outcome)i;
        if (outcome == JUDGE_OUTCOME_UNDECIDED)
            continue;
        if (strcmp(judge_outcome_code(outcome), code) == 0 || strcmp(chinese[i], text) == 0 ||
            strcmp(training_outcome_text(outcome, BOARD_CHINESE), text) == 0) {
            said->outcome = outcome;
            return true;
        }
    }
    return false;
}

static bool read_move(const training_question *question, const char *text, training_answer *said)
{
    board_readings readings;

    if (board_notation_read_any(&question->one->start, text, strlen(text), &readings, NULL) !=
            BOARD_OK ||
        readings.count != 1)
        return false;
    said->move = readings.moves[0];
    return true;
}

bool training_answer_read(const training_question *question, const char *text,
                          training_answer *said)
{
    training_answer read = {.given = true};
    bool is = false;

    switch (question->kind) {
    case TRAINING_ASK_LABEL:
        is = read_label(text, &read);
        break;
    case TRAINING_ASK_IDLE:
        is = read_idle(text, &read);
        break;
    case TRAINING_ASK_TARGETS:
        is = read_points(text, &read);
        break;
    case TRAINING_ASK_CONDUCT:
        is = read_conduct(text, &read);
        break;
    case TRAINING_ASK_RULING:
        is = read_outcome(text, &read);
        break;
    default:
        is = read_move(question, text, &read);
        break;
    }
    if (is)
        *said = read;
    return is;
}
