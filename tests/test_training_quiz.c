/*
 * tests/test_training_quiz.c: quizzes, examinations and progress: the right score, the right
 * evidence, the right queue next time, and results that are signed.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "judge/memo.h"
#include "support/scratch.h"
#include "training/training.h"
#include "training/words.h"

static const int64_t day_ms = (int64_t)24 * 60 * 60 * 1000;
static const int64_t start_ms = INT64_C(1750000000000);

typedef struct fixture {
    training_library library;
    judge_memo *memo;
    training_quiz quiz;
} fixture;

static int set_up(void **state)
{
    fixture *all = calloc(1, sizeof *all);

    assert_non_null(all);
    assert_int_equal(training_library_built_in(&all->library, NULL), BOARD_OK);
    all->memo = judge_memo_new(judge_memo_standard());
    assert_non_null(all->memo);
    *state = all;
    return 0;
}

static int tear_down(void **state)
{
    fixture *all = *state;

    training_library_free(&all->library);
    judge_memo_free(all->memo);
    free(all);
    return 0;
}

static void begin(fixture *all, const training_quiz_options *options)
{
    assert_int_equal(training_quiz_begin(&all->library, options, all->memo, &all->quiz), BOARD_OK);
}

/* An answer that is wrong, whatever the question. */
static training_answer wrong_answer(const training_question *question)
{
    training_answer said = question->answer;

    said.label = said.label == JUDGE_IDLE ? JUDGE_CHASE : JUDGE_IDLE;
    said.idle_kind = said.idle_kind == JUDGE_IDLE_PLAIN ? JUDGE_IDLE_BLOCK : JUDGE_IDLE_PLAIN;
    said.conduct = said.conduct == TRAINING_HAS_IDLE ? TRAINING_ALL_CHASE : TRAINING_HAS_IDLE;
    said.outcome = said.outcome == JUDGE_DRAW ? JUDGE_RED_LOSES : JUDGE_DRAW;
    said.targets = (training_points){0};
    said.move = (board_move){said.move.to, said.move.from};
    return said;
}

/* The right answers agree with what the cases themselves say. */
static void test_answers(void **state)
{
    fixture *all = *state;
    size_t labels = 0;
    size_t rulings = 0;

    for (uint64_t seed = 1; seed <= 5; seed++) {
        begin(all, &(training_quiz_options){.count = TRAINING_QUESTIONS_MAX, .seed = seed});
        assert_int_equal(all->quiz.count, TRAINING_QUESTIONS_MAX);
        for (size_t i = 0; i < all->quiz.count; i++) {
            const training_question *question = &all->quiz.questions[i];
            const training_case *one = question->one;
            if (question->kind == TRAINING_ASK_RULING &&
                training_case_verdict(one, question->edition)) {
                assert_string_equal(training_case_verdict(one, question->edition),
                                    judge_outcome_code(question->answer.outcome));
                rulings++;
            }
            const char *said = training_case_label(one, question->edition, question->index);
            if (question->kind == TRAINING_ASK_LABEL && said &&
                question->answer.label != JUDGE_IDLE) {
                assert_string_equal(said, judge_label_word(question->answer.label, BOARD_CHINESE));
                labels++;
            }
        }
    }
    assert_true(labels > 20);
    assert_true(rulings > 20);
}

static void test_ten_questions(void **state)
{
    fixture *all = *state;
    const training_quiz_options options = {.count = 10, .seed = 7};
    static training_quiz again;

    begin(all, &options);
    assert_int_equal(all->quiz.count, 10);
    for (size_t i = 0; i < 10; i++) {
        const training_question *question = training_quiz_current(&all->quiz);
        training_answer said = i == 3 || i == 6 ? wrong_answer(question) : question->answer;
        const training_mark *mark = training_quiz_answer(&all->quiz, &said, 1000, all->memo);
        assert_non_null(mark);
        assert_true(mark->right == (i != 3 && i != 6));
    }
    assert_null(training_quiz_current(&all->quiz));
    assert_null(training_quiz_answer(&all->quiz, &all->quiz.questions[0].answer, 0, all->memo));
    training_score score = training_quiz_score(&all->quiz);
    assert_int_equal(score.asked, 10);
    assert_int_equal(score.right, 8);
    assert_int_equal(score.percent, 80);

    /* The same seed asks the same. */
    assert_int_equal(training_quiz_begin(&all->library, &options, NULL, &again), BOARD_OK);
    for (size_t i = 0; i < 10; i++) {
        assert_ptr_equal(again.questions[i].one, all->quiz.questions[i].one);
        assert_int_equal(again.questions[i].kind, all->quiz.questions[i].kind);
        assert_int_equal(again.questions[i].index, all->quiz.questions[i].index);
    }
}

static training_question_name name_of(const training_question *question)
{
    training_question_name name = {.kind = question->kind, .index = question->index};

    snprintf(name.id, sizeof name.id, "%s", question->one->id);
    snprintf(name.edition, sizeof name.edition, "%s", question->edition);
    return name;
}

static void assert_same_question(const training_question *a, const training_question *b)
{
    char left[TRAINING_CODE_BYTES];
    char right[TRAINING_CODE_BYTES];

    assert_ptr_equal(a->one, b->one);
    assert_int_equal(a->kind, b->kind);
    assert_int_equal(a->index, b->index);
    assert_string_equal(a->edition, b->edition);
    assert_string_equal(a->articles, b->articles);
    assert_string_equal(training_answer_code(a, &a->answer, left),
                        training_answer_code(b, &b->answer, right));
    assert_int_equal(a->needed.low, b->needed.low);
    assert_int_equal(a->needed.high, b->needed.high);
}

/* Every question that is asked is found by its name. */
static void test_a_quiz_of_named_questions(void **state)
{
    fixture *all = *state;
    static training_quiz again;
    training_question_name names[TRAINING_QUESTIONS_MAX];
    size_t at = 0;

    for (uint64_t seed = 1; seed <= 4; seed++) {
        begin(all, &(training_quiz_options){.count = TRAINING_QUESTIONS_MAX, .seed = seed});
        for (size_t i = 0; i < all->quiz.count; i++)
            names[i] = name_of(&all->quiz.questions[i]);
        assert_int_equal(
            training_quiz_of(&all->library, names, all->quiz.count, all->memo, &again, &at),
            BOARD_OK);
        assert_int_equal(again.count, all->quiz.count);
        for (size_t i = 0; i < again.count; i++)
            assert_same_question(&again.questions[i], &all->quiz.questions[i]);
    }
    names[2].index = TRAINING_MOVES_MAX;
    assert_int_equal(training_quiz_of(&all->library, names, 5, NULL, &again, &at),
                     BOARD_ERROR_CASE_MISSING);
    assert_int_equal(at, 2);
    assert_int_equal(again.count, 0);
    snprintf(names[1].id, sizeof names[1].id, "nowhere");
    assert_int_equal(training_quiz_of(&all->library, names, 5, NULL, &again, &at),
                     BOARD_ERROR_CASE_MISSING);
    assert_int_equal(at, 1);
}

/* What is said is read again from its code, whatever the kind of the question. */
static void test_answers_are_read_from_their_codes(void **state)
{
    fixture *all = *state;
    unsigned kinds = 0;

    for (uint64_t seed = 1; seed <= 4; seed++) {
        begin(all, &(training_quiz_options){.count = TRAINING_QUESTIONS_MAX, .seed = seed});
        for (size_t i = 0; i < all->quiz.count; i++) {
            const training_question *question = &all->quiz.questions[i];
            char code[TRAINING_CODE_BYTES];
            char again[TRAINING_CODE_BYTES];
            training_answer said;

            kinds |= 1u << question->kind;
            training_answer_code(question, &question->answer, code);
            assert_true(training_answer_read(question, code, &said));
            assert_string_equal(training_answer_code(question, &said, again), code);
            assert_true(training_answer_is_right(question, &said, all->memo));
        }
    }
    assert_int_equal(kinds, (1u << TRAINING_QUESTION_KINDS) - 1);
}

static void test_filters(void **state)
{
    fixture *all = *state;

    begin(all, &(training_quiz_options){.count = 40,
                                        .seed = 1,
                                        .theme = "pawn",
                                        .edition = "cxa-2007",
                                        .kinds = 1u << TRAINING_ASK_LABEL});
    assert_true(all->quiz.count > 10);
    for (size_t i = 0; i < all->quiz.count; i++) {
        assert_int_equal(all->quiz.questions[i].kind, TRAINING_ASK_LABEL);
        assert_string_equal(all->quiz.questions[i].edition, "cxa-2007");
        assert_true(all->quiz.questions[i].one->themes & (uint64_t)1 << TRAINING_THEME_PAWN);
    }
    begin(all, &(training_quiz_options){.count = 5, .seed = 1, .theme = "pawn", .article = "27.3"});
    assert_int_equal(all->quiz.count, 0);
    assert_null(training_quiz_current(&all->quiz));
    assert_int_equal(training_quiz_score(&all->quiz).percent, 0);
}

/* A disputed answer is never asked. */
static void test_disputed(void **state)
{
    fixture *all = *state;
    static const char *const cases[] = {"cbl-25", "book-121", "qlcj-11", NULL};

    begin(all, &(training_quiz_options){
                   .count = TRAINING_QUESTIONS_MAX, .edition = "cxa-2007", .cases = cases});
    for (size_t i = 0; i < all->quiz.count; i++) {
        assert_int_not_equal(all->quiz.questions[i].kind, TRAINING_ASK_RULING);
        assert_int_not_equal(all->quiz.questions[i].kind, TRAINING_ASK_CONDUCT);
    }
}

static const training_question *only_question(fixture *all, const char *id,
                                              training_question_kind kind)
{
    const char *const cases[] = {id, NULL};

    begin(all, &(training_quiz_options){.count = TRAINING_QUESTIONS_MAX,
                                        .kinds = 1u << kind,
                                        .edition = "cxa-2007",
                                        .cases = cases});
    assert_true(all->quiz.count > 0);
    return training_quiz_current(&all->quiz);
}

/* What must be named, and what may be. small-101: the rook at b1 attacks the horse at b6. */
static void test_targets(void **state)
{
    fixture *all = *state;
    const training_question *question = only_question(all, "small-101", TRAINING_ASK_TARGETS);
    training_answer said = {0};
    char text[TRAINING_CODE_BYTES];

    assert_string_equal(training_answer_code(question, &question->answer, text), "b6");
    assert_false(training_answer_read(question, "z9", &said));
    assert_false(training_answer_read(question, "", &said));
    assert_true(training_answer_read(question, "b6", &said));
    assert_true(training_quiz_answer(&all->quiz, &said, 0, all->memo)->right);
    question = only_question(all, "small-101", TRAINING_ASK_TARGETS);
    assert_true(training_answer_read(question, "b6 i7", &said));
    assert_false(training_quiz_answer(&all->quiz, &said, 0, all->memo)->right);
    question = only_question(all, "small-101", TRAINING_ASK_TARGETS);
    said = (training_answer){.given = true};
    assert_false(training_quiz_answer(&all->quiz, &said, 0, all->memo)->right);
}

static void test_mate(void **state)
{
    fixture *all = *state;
    const training_question *question = only_question(all, "mate-lhsj156", TRAINING_ASK_MATE);
    training_answer said = {0};

    assert_true(training_answer_read(question, "马三进四", &said));
    assert_true(training_quiz_answer(&all->quiz, &said, 0, all->memo)->right);
    question = only_question(all, "mate-lhsj156", TRAINING_ASK_MATE);
    assert_true(training_answer_read(question, "g8g7", &said)); /* no check */
    assert_false(training_quiz_answer(&all->quiz, &said, 0, all->memo)->right);
}

static void test_conduct_and_words(void **state)
{
    fixture *all = *state;
    const training_question *question = only_question(all, "cxa2020-8.6", TRAINING_ASK_CONDUCT);
    training_answer said = {0};
    char text[TRAINING_EVIDENCE_BYTES];

    assert_int_equal(question->answer.conduct, TRAINING_ALL_CHECK);
    assert_true(training_answer_read(question, "长将", &said));
    assert_int_equal(said.conduct, TRAINING_ALL_CHECK);
    assert_true(training_answer_read(question, "chase", &said));
    assert_int_equal(said.conduct, TRAINING_ALL_CHASE);
    question = only_question(all, "cxa2020-8.6", TRAINING_ASK_RULING);
    assert_true(training_answer_read(question, "红负", &said));
    assert_int_equal(said.outcome, JUDGE_RED_LOSES);
    assert_int_equal(training_evidence_text(question, all->memo, BOARD_ENGLISH, text, sizeof text),
                     BOARD_OK);
    assert_non_null(strstr(text, "26.1"));
    assert_non_null(strstr(text, training_case_explanation(question->one, BOARD_ENGLISH)));
    question = only_question(all, "small-101", TRAINING_ASK_LABEL);
    training_question_text(question, BOARD_CHINESE, text, sizeof text);
    assert_non_null(strstr(text, "车七平八"));
    training_evidence_text(question, all->memo, BOARD_CHINESE, text, sizeof text);
    assert_non_null(strstr(text, "28.3"));
    for (int i = 0; i <= JUDGE_IDLE; i++) {
        assert_true(training_answer_read(question, judge_label_code((judge_label)i), &said));
        assert_int_equal(said.label, i);
    }
    assert_false(training_answer_read(question, "打", &said));
    question = only_question(all, "small-201", TRAINING_ASK_IDLE);
    for (int i = 0; i < JUDGE_IDLE_KINDS; i++) {
        assert_true(training_answer_read(
            question, judge_idle_word((judge_idle_kind)i, BOARD_CHINESE), &said));
        assert_int_equal(said.idle_kind, i);
    }
}

/* Who is asked in Chinese reads no codes, and may answer with the words that were offered, in
 * either language. */
static void test_questions_are_asked_in_words(void **state)
{
    static const struct {
        training_question_kind kind;
        const char *said;
        int is;
    } answers[] = {
        {TRAINING_ASK_CONDUCT, "交替", TRAINING_MIXED},
        {TRAINING_ASK_CONDUCT, "有闲着", TRAINING_HAS_IDLE},
        {TRAINING_ASK_RULING, "红变", JUDGE_RED_MUST_CHANGE},
        {TRAINING_ASK_RULING, "黑方变着", JUDGE_BLACK_MUST_CHANGE},
        {TRAINING_ASK_RULING, "没有循环", JUDGE_NO_CYCLE},
        {TRAINING_ASK_RULING, "Red loses", JUDGE_RED_LOSES},
        {TRAINING_ASK_RULING, "black must change", JUDGE_BLACK_MUST_CHANGE},
        {TRAINING_ASK_RULING, "draw", JUDGE_DRAW},
        {TRAINING_ASK_RULING, "No repetition", JUDGE_NO_CYCLE},
        {TRAINING_ASK_RULING, "red-must-change", JUDGE_RED_MUST_CHANGE},
    };
    fixture *all = *state;
    char text[TRAINING_EVIDENCE_BYTES];

    for (size_t i = 0; i < sizeof answers / sizeof *answers; i++) {
        const training_question *question = only_question(all, "cxa2020-8.6", answers[i].kind);
        training_answer said = {0};
        training_question_text(question, BOARD_CHINESE, text, sizeof text);
        assert_null(strpbrk(text, "abcdefghijklmnopqrstuvwxyz"));
        training_question_text(question, BOARD_ENGLISH, text, sizeof text);
        assert_null(strstr(text, "must-change"));
        assert_true(training_answer_read(question, answers[i].said, &said));
        assert_int_equal(answers[i].kind == TRAINING_ASK_CONDUCT ? (int)said.conduct
                                                                 : (int)said.outcome,
                         answers[i].is);
    }
    assert_string_equal(training_verdict_text("draw", BOARD_CHINESE), "不变作和");
    assert_string_equal(training_verdict_text("black-must-change", BOARD_ENGLISH),
                        "Black must change");
    assert_string_equal(training_verdict_text("nonsense", BOARD_CHINESE), "nonsense");
    assert_string_equal(training_label_text("捉", BOARD_ENGLISH), "chase");
    assert_string_equal(training_label_text("献", BOARD_CHINESE), "献");
    assert_string_equal(training_label_text("?", BOARD_ENGLISH), "?");
}

static void test_time(void **state)
{
    fixture *all = *state;

    begin(all, &(training_quiz_options){.count = 4, .seed = 3, .question_ms = 1000});
    assert_int_equal(training_quiz_time_left(&all->quiz, 400), 600);
    assert_int_equal(training_quiz_time_left(&all->quiz, 4000), 0);
    const training_mark *mark =
        training_quiz_answer(&all->quiz, &all->quiz.questions[0].answer, 1000, all->memo);
    assert_true(mark->right && !mark->late);
    mark = training_quiz_answer(&all->quiz, &all->quiz.questions[1].answer, 1001, all->memo);
    assert_true(!mark->right && mark->late);
    mark = training_quiz_answer(&all->quiz, &(training_answer){0}, 10, all->memo);
    assert_true(!mark->right && !mark->late);

    begin(all, &(training_quiz_options){.count = 4, .seed = 3, .total_ms = 3000});
    assert_int_equal(training_quiz_time_left(&all->quiz, 0), 3000);
    training_quiz_answer(&all->quiz, &all->quiz.questions[0].answer, 2000, all->memo);
    assert_int_equal(training_quiz_time_left(&all->quiz, 0), 1000);
    mark = training_quiz_answer(&all->quiz, &all->quiz.questions[1].answer, 1000, all->memo);
    assert_true(mark->right);
    assert_null(training_quiz_current(&all->quiz)); /* the time is used up */
    training_score score = training_quiz_score(&all->quiz);
    assert_int_equal(score.right, 2);
    assert_int_equal(score.late, 2);
    begin(all, &(training_quiz_options){.count = 4, .seed = 3});
    assert_int_equal(training_quiz_time_left(&all->quiz, 1000000), -1);
}

/* What was missed comes back at once, what was right after its interval. */
static void test_queue(void **state)
{
    fixture *all = *state;
    training_progress progress = {0};
    const training_item *due[10];
    training_answered answer = {.edition = "cxa-2007",
                                .kind = TRAINING_ASK_LABEL,
                                .is = "chase",
                                .articles = "28.3,29.1",
                                .time_ms = start_ms,
                                .themes = (uint64_t)1 << TRAINING_THEME_PAWN};

    (void)all;
    answer.id = "a";
    answer.said = "chase";
    answer.right = true;
    assert_int_equal(training_progress_note(&progress, &answer), BOARD_OK);
    answer.id = "b";
    answer.said = "idle";
    answer.right = false;
    answer.time_ms++;
    assert_int_equal(training_progress_note(&progress, &answer), BOARD_OK);
    assert_int_equal(training_progress_due(&progress, start_ms + 1, due, 10), 1);
    assert_string_equal(due[0]->id, "b");
    assert_int_equal(training_progress_due(&progress, start_ms + day_ms, due, 10), 2);
    assert_string_equal(due[0]->id, "b"); /* longest due first */
    assert_int_equal(training_progress_due(&progress, start_ms + day_ms, due, 1), 2);
    /* Right once more: three days; wrong: at once again. */
    answer = (training_answered){.id = "a",
                                 .edition = "cxa-2007",
                                 .said = "chase",
                                 .is = "chase",
                                 .right = true,
                                 .articles = "28.3",
                                 .time_ms = start_ms + day_ms};
    assert_int_equal(training_progress_note(&progress, &answer), BOARD_OK);
    const training_item *item =
        training_progress_find(&progress, "a", "cxa-2007", TRAINING_ASK_LABEL, 0);
    assert_non_null(item);
    assert_int_equal(item->box, 2);
    assert_true(item->due_ms == start_ms + 4 * day_ms);
    answer.right = false;
    answer.said = "idle";
    assert_int_equal(training_progress_note(&progress, &answer), BOARD_OK);
    assert_int_equal(item->box, 0);
    assert_int_equal(progress.confusion[JUDGE_IDLE][JUDGE_CHASE], 2);
    assert_int_equal(progress.confusion[JUDGE_CHASE][JUDGE_CHASE], 2);
    assert_int_equal(progress.themes[TRAINING_THEME_PAWN].asked, 2);
    assert_int_equal(progress.asked, 4);
    assert_int_equal(progress.article_count, 2);
    for (int i = 0; i < 20; i++) { /* the last box stays the last */
        answer.right = true;
        training_progress_note(&progress, &answer);
    }
    assert_int_equal(item->box, TRAINING_BOXES - 1);
    training_progress_free(&progress);
}

static store_journal *open_journal(const char *folder, char path[SCRATCH_PATH_BYTES])
{
    return scratch_open(scratch_path(folder, "training.db", path), NULL);
}

/* Ten questions, two of them wrong: written, read back, and asked first the next time. */
static void test_record(void **state)
{
    fixture *all = *state;
    char folder[SCRATCH_PATH_BYTES];
    char path[SCRATCH_PATH_BYTES];
    training_progress progress = {0};
    store_problem problem;
    const training_item *due[4];

    scratch_make(folder);
    store_journal *journal = open_journal(folder, path);
    begin(all, &(training_quiz_options){.count = 10, .seed = 7});
    for (size_t i = 0; i < 10; i++) {
        const training_question *question = training_quiz_current(&all->quiz);
        training_answer said = i == 3 || i == 6 ? wrong_answer(question) : question->answer;
        const training_mark *mark = training_quiz_answer(&all->quiz, &said, 500, all->memo);
        assert_int_equal(training_record_answer(journal, "li", question, mark, "", &problem),
                         BOARD_OK);
    }
    store_close(journal);
    journal = open_journal(folder, path);
    assert_int_equal(training_record_load(journal, "li", &progress, &problem), BOARD_OK);
    assert_int_equal(progress.asked, 10);
    assert_int_equal(progress.right, 8);
    assert_int_equal(training_progress_due(&progress, start_ms * 2, due, 0), 10);
    int64_t now = progress.items[0].due_ms;
    for (size_t i = 0; i < progress.count; i++)
        now = progress.items[i].due_ms < now ? progress.items[i].due_ms : now;
    assert_int_equal(training_progress_due(&progress, now + 60000, due, 4), 2);

    static training_quiz next;
    const training_quiz_options options = {
        .count = 10, .seed = 8, .progress = &progress, .now_ms = now + 60000};
    assert_int_equal(training_quiz_begin(&all->library, &options, all->memo, &next), BOARD_OK);
    for (size_t i = 0; i < 2; i++) {
        const training_question *missed = &all->quiz.questions[i == 0 ? 3 : 6];
        const training_question *asked = &next.questions[i];
        assert_ptr_equal(asked->one, missed->one);
        assert_int_equal(asked->kind, missed->kind);
        assert_int_equal(asked->index, missed->index);
    }
    training_progress nobody = {0};
    assert_int_equal(training_record_load(journal, "wang", &nobody, &problem), BOARD_OK);
    assert_int_equal(nobody.asked, 0);
    training_recorded recorded;
    assert_int_equal(training_record_count(journal, "li", &recorded, &problem), BOARD_OK);
    assert_int_equal(recorded.answers, 10);
    assert_int_equal(recorded.exams, 0);
    assert_string_equal(recorded.exam, "");
    char *csv = NULL;
    assert_int_equal(training_record_csv(journal, "li", &csv, &problem), BOARD_OK);
    size_t lines = 0;
    for (const char *at = csv; (at = strstr(at, "\r\n")) != NULL; at += 2)
        lines++;
    assert_int_equal(lines, 11);
    free(csv);
    char *report = training_progress_report(&progress, "li", now + 60000, BOARD_ENGLISH);
    assert_non_null(strstr(report, "10 questions, 8 right (80%)"));
    assert_non_null(strstr(report, "2 questions are due"));
    free(report);
    training_progress_free(&progress);
    training_progress_free(&nobody);
    store_close(journal);
    scratch_remove(folder);
}

static void take_exam(fixture *all, const training_exam *exam, uint64_t seed, size_t wrong)
{
    const training_quiz_options options = training_exam_options(exam, seed);

    begin(all, &options);
    for (size_t i = 0; training_quiz_current(&all->quiz) != NULL; i++) {
        const training_question *question = training_quiz_current(&all->quiz);
        training_answer said = i < wrong ? wrong_answer(question) : question->answer;
        training_quiz_answer(&all->quiz, &said, 1000, all->memo);
    }
}

static void test_exam(void **state)
{
    fixture *all = *state;
    char folder[SCRATCH_PATH_BYTES];
    char path[SCRATCH_PATH_BYTES];
    char digest[TRAINING_DIGEST_BYTES];
    char other[TRAINING_DIGEST_BYTES];
    training_exam exam;
    store_problem problem;
    store_entry entry;
    store_verified verified;

    scratch_make(folder);
    store_journal *journal = open_journal(folder, path);
    assert_int_equal(training_exam_built_in("basic-2007", 0, &exam), BOARD_OK);
    assert_int_equal(training_exam_digest(&exam, &all->library, digest), BOARD_OK);
    assert_int_equal(strlen(digest), 64);
    take_exam(all, &exam, 42, 2);
    assert_int_equal(all->quiz.count, exam.count);
    assert_int_equal(
        training_record_exam(journal, "li", &exam, &all->quiz, 42, digest, &entry, &problem),
        BOARD_OK);
    json_t *payload = json_loads(entry.payload, 0, NULL);
    assert_true(json_is_true(json_object_get(payload, "passed")));
    assert_int_equal(json_integer_value(json_object_get(payload, "right")), exam.count - 2);
    assert_int_equal(json_array_size(json_object_get(payload, "questions")), exam.count);
    assert_string_equal(json_string_value(json_object_get(payload, "seed")), "42");
    json_decref(payload);

    take_exam(all, &exam, 43, exam.count);
    assert_int_equal(
        training_record_exam(journal, "li", &exam, &all->quiz, 43, digest, &entry, &problem),
        BOARD_OK);
    assert_non_null(strstr(entry.payload, "\"passed\":false"));
    training_recorded recorded;
    assert_int_equal(training_record_count(journal, "li", &recorded, &problem), BOARD_OK);
    assert_int_equal(recorded.answers, 0);
    assert_int_equal(recorded.exams, 2);
    assert_string_equal(recorded.exam, entry.id);
    store_close(journal);
    /* The chain and the signatures hold. */
    assert_int_equal(scratch_verify(path, &problem, &verified), 0);
    assert_int_equal(verified.entries, 2);

    /* Another case in the set is another digest. */
    json_t *changed = json_deep_copy(exam.file);
    json_array_set_new(json_object_get(changed, "cases"), 0, json_string("small-101"));
    training_exam second;
    assert_int_equal(training_exam_from_json(changed, &second, NULL), BOARD_OK);
    assert_int_equal(training_exam_digest(&second, &all->library, other), BOARD_OK);
    assert_string_not_equal(digest, other);
    json_array_set_new(json_object_get(changed, "cases"), 0, json_string("no-such"));
    training_exam_free(&second);
    assert_int_equal(training_exam_from_json(changed, &second, NULL), BOARD_OK);
    assert_int_equal(training_exam_digest(&second, &all->library, other), BOARD_ERROR_CASE_MISSING);
    training_exam_free(&second);
    json_object_set_new(changed, "count", json_integer(TRAINING_QUESTIONS_MAX + 1));
    assert_int_equal(training_exam_from_json(changed, &second, NULL), BOARD_ERROR_CASE_NUMBER);
    json_decref(changed);
    training_exam_free(&exam);
    scratch_remove(folder);
}

/* Every built-in examination has all its cases and as many questions as it says. */
static void test_built_in_exams(void **state)
{
    fixture *all = *state;
    training_exam exam;
    size_t count = 0;

    while (training_exam_built_in(NULL, count, &exam) == BOARD_OK) {
        char digest[TRAINING_DIGEST_BYTES];
        const training_quiz_options options = training_exam_options(&exam, 1);
        assert_int_equal(training_exam_digest(&exam, &all->library, digest), BOARD_OK);
        begin(all, &options);
        assert_int_equal(all->quiz.count, exam.count);
        training_exam_free(&exam);
        count++;
    }
    assert_int_equal(count, 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_answers),
        cmocka_unit_test(test_ten_questions),
        cmocka_unit_test(test_a_quiz_of_named_questions),
        cmocka_unit_test(test_answers_are_read_from_their_codes),
        cmocka_unit_test(test_filters),
        cmocka_unit_test(test_disputed),
        cmocka_unit_test(test_targets),
        cmocka_unit_test(test_mate),
        cmocka_unit_test(test_conduct_and_words),
        cmocka_unit_test(test_questions_are_asked_in_words),
        cmocka_unit_test(test_time),
        cmocka_unit_test(test_queue),
        cmocka_unit_test(test_record),
        cmocka_unit_test(test_exam),
        cmocka_unit_test(test_built_in_exams),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
