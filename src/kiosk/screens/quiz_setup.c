/*
 * kiosk/screens/quiz_setup.c: a quiz before it begins, and its result.
 */
#include <stdio.h>
#include <string.h>

#include "kiosk/screens/quiz_private.h"

/* A row of choices with its name before them, above them in portrait. */
static kiosk_rect begin_row(screen_maker *screen, kiosk_rect *panel, kiosk_word name)
{
    kiosk_rect row;

    if (screen->portrait && screen->tight)
        return screen_cut_top(screen, panel, screen->unit);
    if (screen->portrait) {
        screen_put_paragraph(screen, panel, KIOSK_TEXT_SMALL, true, screen_word(screen, name));
        return screen_cut_top(screen, panel, screen->unit);
    }
    row = screen_cut_top(screen, panel, screen->unit);
    kiosk_rect place = screen_cut_left(screen, &row, row.width / 6);
    screen_put_text(screen, place, KIOSK_TEXT_SMALL, screen_word(screen, name))->strong = true;
    return row;
}

static void put_toggle(screen_maker *screen, kiosk_rect rect, const char *name, const char *text,
                       kiosk_command command, bool on)
{
    kiosk_part *part = screen_put_button(screen, rect, name, text, command);

    part->size = KIOSK_TEXT_SMALL;
    part->on = on;
}

static void put_kinds(screen_maker *screen, kiosk_rect *panel)
{
    const unsigned kinds = training_of(screen)->quiz.kinds;
    const int in_row = screen->portrait && !screen->tight ? 2 : 3;

    for (int i = 0; i < TRAINING_QUESTION_KINDS; i += in_row) {
        kiosk_rect row;
        if (i == 0)
            row = begin_row(screen, panel, KIOSK_WORD_ASKED_ABOUT);
        else {
            row = screen_cut_top(screen, panel, screen->unit);
            if (!screen->portrait)
                screen_cut_left(screen, &row, row.width / 6);
        }
        for (int k = i; k < i + in_row && k < TRAINING_QUESTION_KINDS; k++) {
            const training_question_kind kind = (training_question_kind)k;
            char name[KIOSK_PART_NAME_BYTES];

            snprintf(name, sizeof name, "quiz.kind.%s", training_kind_code(kind));
            put_toggle(screen, screen_column(screen, row, in_row, k - i), name,
                       training_kind_name(kind, screen->language),
                       screen_do_with(KIOSK_COMMAND_QUIZ_KIND, k), (kinds & 1u << k) != 0);
        }
    }
}

static void put_counts(screen_maker *screen, kiosk_rect row)
{
    const kiosk_quizzing *quiz = &training_of(screen)->quiz;
    char name[KIOSK_PART_NAME_BYTES];
    screen_text text;

    for (int i = 0; i < KIOSK_QUIZ_COUNTS; i++) {
        snprintf(name, sizeof name, "quiz.count.%zu", kiosk_quiz_count_of(i));
        put_toggle(
            screen, screen_column(screen, row, KIOSK_QUIZ_COUNTS, i), name,
            screen_fill_number(screen, &text, KIOSK_WORD_QUESTIONS, (long)kiosk_quiz_count_of(i)),
            screen_do_with(KIOSK_COMMAND_QUIZ_COUNT, i), quiz->count == kiosk_quiz_count_of(i));
    }
}

static void put_limits(screen_maker *screen, kiosk_rect row)
{
    const kiosk_quizzing *quiz = &training_of(screen)->quiz;
    char name[KIOSK_PART_NAME_BYTES];
    screen_text text;

    for (int i = 0; i < KIOSK_QUIZ_LIMITS; i++) {
        const long seconds = (long)(kiosk_quiz_limit_of(i) / 1000);

        snprintf(name, sizeof name, "quiz.limit.%ld", seconds);
        put_toggle(screen, screen_column(screen, row, KIOSK_QUIZ_LIMITS, i), name,
                   seconds > 0 ? screen_fill_number(screen, &text, KIOSK_WORD_SECONDS, seconds)
                               : screen_word(screen, KIOSK_WORD_NO_LIMIT),
                   screen_do_with(KIOSK_COMMAND_QUIZ_LIMIT, i),
                   quiz->limit_ms == kiosk_quiz_limit_of(i));
    }
}

/* How many questions and how much time for one; on a low display in one row. */
static void put_numbers(screen_maker *screen, kiosk_rect *panel)
{
    kiosk_rect row = begin_row(screen, panel, KIOSK_WORD_HOW_MANY);

    if (screen->low) {
        put_counts(screen, screen_cut_left(screen, &row, row.width * 2 / 5));
        put_limits(screen, row);
        return;
    }
    put_counts(screen, row);
    put_limits(screen, begin_row(screen, panel, KIOSK_WORD_HOW_LONG));
}

void quiz_build_setup(screen_maker *screen)
{
    const kiosk_training *training = training_of(screen);
    screen_areas areas = screen_put_frame(screen, false);
    kiosk_rect bottom = areas.bottom;

    if (screen->portrait)
        screen_put_title(screen, &areas, screen_word(screen, KIOSK_WORD_QUIZ));
    if (training->quiz.stage == KIOSK_QUIZ_CHOOSING || training->library == NULL) {
        training_put_empty(screen, areas.panel,
                           screen_word(screen, training->library != NULL
                                                   ? KIOSK_WORD_QUIZ_CHOOSING
                                                   : KIOSK_WORD_TRAINING_READING));
        return;
    }
    training_put_filter(screen, &areas.panel, false);
    put_kinds(screen, &areas.panel);
    put_numbers(screen, &areas.panel);
    screen_put_say(screen, &areas);
    training_put_big(screen, screen_cut_left(screen, &bottom, bottom.width * 2 / 5), "quiz.exams",
                     KIOSK_WORD_EXAMS, screen_do_with(KIOSK_COMMAND_CHOOSE, KIOSK_CHOOSE_EXAM));
    kiosk_part *part = training_put_big(screen, bottom, "quiz.begin", KIOSK_WORD_QUIZ_BEGIN,
                                        kiosk_command_of_text(KIOSK_COMMAND_QUIZ_BEGIN, ""));
    part->tone = KIOSK_TONE_PRIMARY;
    part->strong = true;
    training_put_chooser(screen);
}

/* The result. */

static const char *score_text(const screen_maker *screen, screen_text *text)
{
    const training_score score = training_quiz_score(training_of(screen)->quiz.quiz);
    char figures[64];

    snprintf(figures, sizeof figures, "%zu/%zu", score.right, score.asked);
    return screen_fill(screen, text, KIOSK_WORD_SCORE, figures);
}

/* Of an examination: whether it is passed, and the entry that holds its signed result. */
static void put_exam(screen_maker *screen, kiosk_rect *panel)
{
    const kiosk_quizzing *quiz = &training_of(screen)->quiz;
    const training_score score = training_quiz_score(quiz->quiz);
    const bool whole = training_quiz_current(quiz->quiz) == NULL;
    const bool passed = score.asked > 0 && score.percent >= quiz->pass;
    screen_text text, more;

    screen_begin(&text);
    screen_add(&text, quiz->exam_title[screen->language]);
    screen_add(&text, "  ");
    screen_add(&text, whole ? screen_fill_number(screen, &more,
                                                 passed ? KIOSK_WORD_PASSED : KIOSK_WORD_FAILED,
                                                 (long)score.percent)
                            : screen_word(screen, KIOSK_WORD_BROKEN_OFF));
    kiosk_part *part = screen_put_paragraph(screen, panel, KIOSK_TEXT_BODY, true, text.text);
    part->tone = KIOSK_TONE_PLAIN;
    kiosk_part_set_name(part, "quiz.passed");
    if (quiz->entry[0] == '\0')
        return;
    screen_fill(screen, &text, KIOSK_WORD_SIGNED_RESULT, quiz->entry);
    screen_add(&text, "  ");
    screen_add(&text, screen_fill_number(screen, &more, KIOSK_WORD_SEED, (long)quiz->exam_seed));
    part = screen_put_paragraph(screen, panel, KIOSK_TEXT_SMALL, false, text.text);
    part->tone = KIOSK_TONE_QUIET;
    kiosk_part_set_name(part, "quiz.signed");
}

static void put_result_row(screen_maker *screen, kiosk_rect rect, size_t index)
{
    const training_quiz *quiz = training_of(screen)->quiz.quiz;
    const training_question *question = &quiz->questions[index];
    const training_mark *mark = &quiz->marks[index];
    char answer[KIOSK_PART_TEXT_BYTES];
    screen_text text, detail;
    kiosk_part *part;

    screen_begin(&text);
    screen_add_number(&text, (long)index + 1);
    screen_add(&text, "  ");
    screen_add(&text, training_kind_name(question->kind, screen->language));
    screen_add(&text, "  ");
    screen_add(&text, question->one->id);
    training_answer_text(question, &question->answer, screen->language, answer, sizeof answer);
    screen_begin(&detail);
    if (mark->done)
        screen_add(&detail, answer);
    part = screen_put(screen, KIOSK_PART_ROW, rect, "", "",
                      mark->done ? screen_do_with(KIOSK_COMMAND_QUIZ_LOOK, (int32_t)index)
                                 : screen_do(KIOSK_COMMAND_NONE));
    part->tone = !mark->done ? KIOSK_TONE_QUIET : mark->right ? KIOSK_TONE_GOOD : KIOSK_TONE_DANGER;
    const int room = rect.width - 5 * screen->gap - screen->metrics->body * 9 / 4;
    training_fit(screen, &text, KIOSK_TEXT_BODY, true, room);
    const int left = room - screen_text_width(screen, text.text, KIOSK_TEXT_BODY, true);
    if (screen_text_width(screen, detail.text, KIOSK_TEXT_BODY, false) <= left)
        kiosk_part_set_detail(part, detail.text);
    kiosk_part_set_text(part, text.text);
    kiosk_part_set_name(part, "quiz.result.%zu", index + 1);
}

void quiz_build_result(screen_maker *screen)
{
    const kiosk_quizzing *quiz = &training_of(screen)->quiz;
    screen_areas areas = screen_put_frame(screen, false);
    kiosk_rect bottom = areas.bottom;
    screen_text text;

    screen_put_title(screen, &areas, score_text(screen, &text));
    kiosk_part_set_name(&screen->view->parts[screen->view->count - 1], "quiz.score");
    if (quiz->exam[0] != '\0')
        put_exam(screen, &areas.panel);
    kiosk_rect panel = areas.panel;
    const screen_list list =
        screen_begin_list(screen, &panel, (int)quiz->quiz->count, screen->unit);
    for (int i = 0; i < list.visible && list.first + i < list.count; i++) {
        const kiosk_rect row = {panel.x, panel.y + i * (screen->unit + screen->gap), panel.width,
                                screen->unit};
        put_result_row(screen, row, (size_t)(list.first + i));
    }
    screen_put_say(screen, &areas);
    training_put_big(screen, screen_cut_left(screen, &bottom, bottom.width * 2 / 5),
                     "quiz.progress", KIOSK_WORD_RESULTS,
                     screen_do_with(KIOSK_COMMAND_TRAINING, 3));
    kiosk_part *part = training_put_big(screen, bottom, "quiz.again", KIOSK_WORD_QUIZ_AGAIN,
                                        screen_do(KIOSK_COMMAND_QUIZ_END));
    part->tone = KIOSK_TONE_PRIMARY;
    part->strong = true;
}
