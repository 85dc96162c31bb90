/*
 * kiosk/screens/quiz.c: 测验: a question with the answers that can be given, and the answer marked
 * with the evidence.
 */
#include <string.h>

#include "judge/words.h"
#include "kiosk/screens/quiz_private.h"

static const training_question *question_of(const screen_maker *screen)
{
    const kiosk_quizzing *quiz = &training_of(screen)->quiz;

    return &quiz->quiz->questions[quiz->shown];
}

static bool is_of_move(const training_question *question)
{
    return question->kind <= TRAINING_ASK_TARGETS;
}

/* Is it answered by one of some buttons? */
static bool takes_choice(const training_question *question)
{
    return question->kind != TRAINING_ASK_TARGETS && question->kind != TRAINING_ASK_MATE;
}

/* "3/10  国规2007  剩 25 秒" */
static void put_place(screen_maker *screen, kiosk_rect *panel)
{
    const kiosk_quizzing *quiz = &training_of(screen)->quiz;
    const int64_t left =
        training_quiz_time_left(quiz->quiz, screen->state->now_ms - quiz->asked_ms);
    screen_text text, more;
    kiosk_part *part;

    if (quiz->stage == KIOSK_QUIZ_ASKED && takes_choice(question_of(screen)) &&
        screen->state->say != KIOSK_SAY_NOTHING) { /* it has no other place then */
        screen_said(screen, &text);
        training_fit(screen, &text, KIOSK_TEXT_SMALL, true, panel->width);
        part = screen_put_paragraph(screen, panel, KIOSK_TEXT_SMALL, true, text.text);
        kiosk_part_set_name(part, "say");
        return;
    }
    screen_begin(&text);
    screen_add_number(&text, (long)quiz->shown + 1);
    screen_add(&text, "/");
    screen_add_number(&text, (long)quiz->quiz->count);
    screen_add(&text, "  ");
    screen_add(&text, screen_edition_name(screen, &more, question_of(screen)->edition));
    if (left >= 0 && quiz->stage == KIOSK_QUIZ_ASKED) {
        screen_add(&text, "  ");
        screen_add(&text, screen_fill_number(screen, &more, KIOSK_WORD_SECONDS_LEFT,
                                             (long)((left + 999) / 1000)));
    }
    part = screen_put_paragraph(screen, panel, KIOSK_TEXT_SMALL, true, text.text);
    part->tone = KIOSK_TONE_QUIET;
    kiosk_part_set_name(part, "quiz.place");
}

static void put_question(screen_maker *screen, kiosk_rect *panel, kiosk_text_size size)
{
    char text[KIOSK_PART_TEXT_BYTES];

    training_question_text(question_of(screen), screen->language, text, sizeof text);
    kiosk_part_set_name(screen_put_paragraph(screen, panel, size, true, text), "quiz.question");
}

/* The board. */

static void mark_answer(screen_maker *screen)
{
    const kiosk_quizzing *quiz = &training_of(screen)->quiz;
    const training_question *question = question_of(screen);
    kiosk_board_view *board = &screen->view->board;
    const bool asked = quiz->stage == KIOSK_QUIZ_ASKED;
    const training_points *targets = asked ? &quiz->said.targets : &question->answer.targets;

    if (is_of_move(question) && training_of(screen)->plies == question->index + 1)
        screen_add_arrow(board, KIOSK_ARROW_MOVE, question->one->moves[question->index].move, "");
    if (question->kind == TRAINING_ASK_MATE && asked && quiz->from != BOARD_NO_SQUARE)
        screen_add_mark(board, KIOSK_MARK_SELECTED, quiz->from);
    if (question->kind != TRAINING_ASK_TARGETS || training_of(screen)->plies != question->index + 1)
        return;
    for (board_square square = 0; square < BOARD_SQUARES; square++) {
        if (training_points_has(targets, square))
            screen_add_mark(board, KIOSK_MARK_TARGET, square);
    }
}

static void put_quiz_tools(screen_maker *screen, kiosk_rect rect)
{
    const kiosk_training *training = training_of(screen);
    const screen_tool tools[] = {
        {"quiz.back", "◀", screen_do_with(KIOSK_COMMAND_PLIES, (int32_t)training->plies - 1),
         training->plies == 0, false},
        {"quiz.forward", "▶", screen_do_with(KIOSK_COMMAND_PLIES, (int32_t)training->plies + 1),
         training->plies >= kiosk_training_plies(training), false},
        {"quiz.end", screen_word(screen, KIOSK_WORD_QUIZ_BREAK_OFF),
         screen_do(KIOSK_COMMAND_QUIZ_END), training->quiz.over, false},
    };

    screen_put_tools(screen, rect, tools, sizeof tools / sizeof *tools);
}

/* The answers that can be given. */

typedef struct answer_list {
    int count;
    int values[JUDGE_OUTCOMES];
} answer_list;

static void list_answers(const training_question *question, answer_list *list)
{
    static const int counts[TRAINING_QUESTION_KINDS] = {
        [TRAINING_ASK_LABEL] = JUDGE_IDLE + 1,
        [TRAINING_ASK_IDLE] = JUDGE_IDLE_KINDS,
        [TRAINING_ASK_CONDUCT] = TRAINING_CONDUCTS,
        [TRAINING_ASK_RULING] = JUDGE_OUTCOMES,
    };

    list->count = 0;
    for (int i = 0; i < counts[question->kind]; i++) {
        if (question->kind != TRAINING_ASK_RULING || i != JUDGE_OUTCOME_UNDECIDED)
            list->values[list->count++] = i;
    }
}

static const char *answer_name(const screen_maker *screen, const training_question *question,
                               int value, screen_text *text)
{
    const training_answer answer = {.given = true,
                                    .label = (judge_label)value,
                                    .idle_kind = (judge_idle_kind)value,
                                    .conduct = (training_conduct)value,
                                    .outcome = (judge_outcome)value};

    /* Shorter where they stand on a button. */
    if (question->kind == TRAINING_ASK_RULING)
        return screen_outcome_long(screen, (judge_outcome)value);
    if (question->kind == TRAINING_ASK_CONDUCT && value == TRAINING_MIXED)
        return screen_word(screen, KIOSK_WORD_CONDUCT_MIXED);
    if (question->kind == TRAINING_ASK_CONDUCT && value == TRAINING_HAS_IDLE)
        return screen_word(screen, KIOSK_WORD_CONDUCT_IDLE);
    return training_answer_text(question, &answer, screen->language, text->text, sizeof text->text);
}

enum { SHORT_COLUMNS = 3 /* more have room for short names only */ };

/* Two, or as many as it takes for all rows to be as high as a finger. */
static int answer_columns(const screen_maker *screen, kiosk_rect panel, int count)
{
    enum { LEAST = 2, MOST = JUDGE_OUTCOMES - 1 };
    int columns = LEAST;

    while (columns < MOST &&
           (count + columns - 1) / columns > screen_rows_in(screen, panel, screen->unit))
        columns++;
    return columns;
}

static void put_answers(screen_maker *screen, kiosk_rect panel)
{
    const training_question *question = question_of(screen);
    answer_list list;

    list_answers(question, &list);
    if (list.count == 0)
        return;
    const int columns = answer_columns(screen, panel, list.count);
    const int rows = (list.count + columns - 1) / columns;
    int height = (panel.height + screen->gap) / rows - screen->gap;
    if (height < screen->unit)
        screen->view->overflow = true;
    height = height < 2 * screen->unit ? height : 2 * screen->unit;
    for (int i = 0; i < list.count; i++) {
        const kiosk_rect row = {panel.x, panel.y + i / columns * (height + screen->gap),
                                panel.width, height};
        const kiosk_rect place = screen_column(screen, row, columns, i % columns);
        screen_text text;
        const char *name = question->kind == TRAINING_ASK_RULING && columns > SHORT_COLUMNS
                               ? screen_outcome_short(screen, (judge_outcome)list.values[i])
                               : answer_name(screen, question, list.values[i], &text);
        kiosk_part *part = screen_put_button(
            screen, place, "", name, screen_do_with(KIOSK_COMMAND_QUIZ_SAY, list.values[i]));

        kiosk_part_set_name(part, "quiz.say.%d", list.values[i]);
        part->strong = true;
        if (question->kind == TRAINING_ASK_LABEL)
            part->size = KIOSK_TEXT_LARGE;
        else if (screen_text_width(screen, name, KIOSK_TEXT_BODY, true) >
                 place.width - 3 * screen->gap)
            part->size = KIOSK_TEXT_SMALL;
    }
}

static void build_asked(screen_maker *screen, screen_areas *areas)
{
    const kiosk_quizzing *quiz = &training_of(screen)->quiz;
    const training_question_kind kind = question_of(screen)->kind;
    const bool trying = quiz->stage == KIOSK_QUIZ_TRYING;
    kiosk_rect panel = areas->panel;
    kiosk_rect bottom = areas->bottom;
    answer_list list;

    put_place(screen, &panel);
    list_answers(question_of(screen), &list);
    const int rows = (list.count + 1) / 2;
    char text[KIOSK_PART_TEXT_BYTES];
    training_question_text(question_of(screen), screen->language, text, sizeof text);
    const bool large = screen_text_height(screen, text, KIOSK_TEXT_BODY, true, panel.width) +
                           rows * (screen->unit + screen->gap) <=
                       panel.height;
    put_question(screen, &panel, large ? KIOSK_TEXT_BODY : KIOSK_TEXT_SMALL);
    if (trying) {
        screen_put_paragraph(screen, &panel, KIOSK_TEXT_BODY, false,
                             screen_word(screen, KIOSK_WORD_QUIZ_TRYING));
        return;
    }
    put_answers(screen, panel);
    if (kind == TRAINING_ASK_TARGETS) {
        kiosk_part *part = training_put_big(
            screen, screen_cut_right(screen, &bottom, bottom.width * 3 / 5), "quiz.take",
            KIOSK_WORD_TARGETS_TAKE, screen_do_with(KIOSK_COMMAND_QUIZ_ANSWER, 1));
        part->tone = KIOSK_TONE_PRIMARY;
        part->strong = true;
        part->dim = quiz->said.targets.low == 0 && quiz->said.targets.high == 0;
    }
    training_put_big(screen, bottom, "quiz.pass", KIOSK_WORD_DO_NOT_KNOW,
                     screen_do_with(KIOSK_COMMAND_QUIZ_ANSWER, 0));
}

/* Marked. */

static void put_mark(screen_maker *screen, kiosk_rect *panel)
{
    const kiosk_quizzing *quiz = &training_of(screen)->quiz;
    const training_question *question = question_of(screen);
    const training_mark *mark = &quiz->quiz->marks[quiz->shown];
    char answer[KIOSK_PART_TEXT_BYTES];
    screen_text text;
    kiosk_part *part;

    training_answer_text(question, &question->answer, screen->language, answer, sizeof answer);
    screen_fill(screen, &text, mark->right ? KIOSK_WORD_ANSWER_RIGHT : KIOSK_WORD_ANSWER_WRONG,
                answer);
    const int height = screen_text_height(screen, text.text, KIOSK_TEXT_BODY, true,
                                          panel->width - screen->metrics->body * 5 / 4);
    part =
        screen_put_text(screen, screen_cut_top(screen, panel, height), KIOSK_TEXT_BODY, text.text);
    part->strong = true;
    part->tone = mark->right ? KIOSK_TONE_GOOD : KIOSK_TONE_DANGER;
    kiosk_part_set_name(part, "quiz.mark");
    if (mark->right)
        return;
    training_answer_text(question, &mark->said, screen->language, answer, sizeof answer);
    screen_fill(screen, &text, KIOSK_WORD_ANSWER_SAID,
                mark->late ? screen_word(screen, KIOSK_WORD_ANSWER_LATE) : answer);
    part = screen_put_paragraph(screen, panel, KIOSK_TEXT_SMALL, false, text.text);
    kiosk_part_set_name(part, "quiz.said");
}

static void put_marked_bottom(screen_maker *screen, kiosk_rect bottom)
{
    const kiosk_training *training = training_of(screen);
    const training_question *question = question_of(screen);
    const bool last = training->quiz.over || training_quiz_current(training->quiz.quiz) == NULL;
    size_t from = 0;

    if (is_of_move(question) && kiosk_training_judged(training, &from) > 0)
        training_put_big(screen, screen_cut_left(screen, &bottom, bottom.width * 2 / 5),
                         "quiz.evidence", KIOSK_WORD_EVIDENCE,
                         screen_do_with(KIOSK_COMMAND_ROW, (int32_t)question->index));
    kiosk_part *part = training_put_big(screen, bottom, "quiz.next",
                                        last ? KIOSK_WORD_QUESTION_LAST : KIOSK_WORD_QUESTION_NEXT,
                                        screen_do(KIOSK_COMMAND_QUIZ_NEXT));
    part->tone = KIOSK_TONE_PRIMARY;
    part->strong = true;
}

static void build_marked(screen_maker *screen, screen_areas *areas)
{
    const kiosk_training *training = training_of(screen);
    kiosk_rect panel = areas->panel;
    kiosk_scene scene;

    put_marked_bottom(screen, areas->bottom);
    if (kiosk_scene_of(screen->state, &scene)) {
        ruling_put_evidence(screen, areas, &scene);
        return;
    }
    put_place(screen, &panel);
    put_mark(screen, &panel);
    put_question(screen, &panel, KIOSK_TEXT_SMALL);
    if (training->explanation != NULL)
        ruling_put_sentence(screen, panel, training->explanation->text[screen->language]);
}

static void build_question(screen_maker *screen)
{
    const kiosk_quizzing *quiz = &training_of(screen)->quiz;
    const training_question *question = question_of(screen);
    screen_areas areas = screen_put_frame(screen, true);
    const bool sensitive =
        quiz->stage == KIOSK_QUIZ_ASKED &&
        (question->kind == TRAINING_ASK_TARGETS || question->kind == TRAINING_ASK_MATE);

    training_put_board(screen, areas.board, sensitive);
    mark_answer(screen);
    put_quiz_tools(screen, areas.tools);
    if (quiz->stage == KIOSK_QUIZ_MARKED) {
        if (screen->state->say != KIOSK_SAY_NOTHING)
            screen_put_say(screen, &areas);
        build_marked(screen, &areas);
    } else {
        if (takes_choice(question) && !screen->low) /* the buttons need the room */
            areas.panel.height = areas.say.y + areas.say.height - areas.panel.y;
        else if (!takes_choice(question))
            screen_put_say(screen, &areas);
        build_asked(screen, &areas);
    }
}

void screen_build_quiz(screen_maker *screen)
{
    switch (training_of(screen)->quiz.stage) {
    case KIOSK_QUIZ_SETUP:
    case KIOSK_QUIZ_CHOOSING:
        quiz_build_setup(screen);
        break;
    case KIOSK_QUIZ_OVER:
        quiz_build_result(screen);
        break;
    default:
        build_question(screen);
    }
}
