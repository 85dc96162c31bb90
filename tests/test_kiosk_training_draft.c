/*
 * tests/test_kiosk_training_draft.c: the power goes in the middle of a quiz or an examination: it goes
 * on where it was, with the same questions, and every answer is recorded once.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <sys/stat.h>
#include <unistd.h>

#include "kiosk_playing.h"
#include "training/training.h"

enum { PRACTICE = 5, PAGE_QUIZ = 2 };

static const kiosk_quizzing *quiz_of(const playing *played)
{
    return &played->state->training.quiz;
}

static const training_question *asked(const playing *played)
{
    assert_int_equal(quiz_of(played)->stage, KIOSK_QUIZ_ASKED);
    return training_quiz_current(quiz_of(played)->quiz);
}

static void begin_practice(playing *played, const char *trainee)
{
    char line[64];

    tap_number(played, "training", PAGE_QUIZ);
    snprintf(line, sizeof line, "trainee%s%s", trainee[0] != '\0' ? " " : "", trainee);
    tap(played, line);
    tap(played, "quiz-count 0");
    tap(played, "quiz-begin");
    assert_int_equal(quiz_of(played)->quiz->count, PRACTICE);
}

/* Only questions of this kind. */
static void begin_kind(playing *played, training_question_kind kind)
{
    tap_number(played, "training", PAGE_QUIZ);
    for (int i = 0; i < TRAINING_QUESTION_KINDS; i++) {
        if (i != (int)kind)
            tap_number(played, "quiz-kind", i);
    }
    tap(played, "quiz-begin");
    assert_int_equal(asked(played)->kind, kind);
}

static void tap_targets(playing *played, const training_points *targets)
{
    for (int square = 0; square < BOARD_SQUARES; square++) {
        if (training_points_has(targets, (board_square)square))
            tap_number(played, "square", square);
    }
}

static void answer(playing *played, bool right)
{
    const training_question *question = asked(played);
    const training_answer *is = &question->answer;

    if (!right) {
        tap(played, "quiz-answer 0");
        return;
    }
    switch (question->kind) {
    case TRAINING_ASK_LABEL:
        tap_number(played, "quiz-say", (int)is->label);
        break;
    case TRAINING_ASK_IDLE:
        tap_number(played, "quiz-say", (int)is->idle_kind);
        break;
    case TRAINING_ASK_CONDUCT:
        tap_number(played, "quiz-say", (int)is->conduct);
        break;
    case TRAINING_ASK_RULING:
        tap_number(played, "quiz-say", (int)is->outcome);
        break;
    case TRAINING_ASK_TARGETS:
        tap_targets(played, &is->targets);
        tap(played, "quiz-answer 1");
        break;
    default:
        tap_number(played, "square", is->move.from);
        tap_number(played, "square", is->move.to);
    }
}

/* What the journal of training holds of a trainee. */
static training_recorded recorded_of(const playing *played, const char *trainee)
{
    char path[SCRATCH_PATH_BYTES];
    training_recorded recorded;
    store_problem problem;
    store_journal *journal = scratch_open(scratch_path(played->folder, "training.db", path), NULL);

    assert_int_equal(training_record_count(journal, trainee, &recorded, &problem), BOARD_OK);
    store_close(journal);
    return recorded;
}

typedef struct questions {
    size_t count;
    training_question_name names[TRAINING_QUESTIONS_MAX];
} questions;

static questions questions_of(const playing *played)
{
    const training_quiz *quiz = quiz_of(played)->quiz;
    questions all = {.count = quiz->count};

    for (size_t i = 0; i < quiz->count; i++) {
        all.names[i].kind = quiz->questions[i].kind;
        all.names[i].index = quiz->questions[i].index;
        snprintf(all.names[i].id, sizeof all.names[i].id, "%s", quiz->questions[i].one->id);
        snprintf(all.names[i].edition, sizeof all.names[i].edition, "%s",
                 quiz->questions[i].edition);
    }
    return all;
}

static void assert_same_questions(const playing *played, const questions *before)
{
    const questions now = questions_of(played);

    assert_int_equal(now.count, before->count);
    for (size_t i = 0; i < now.count; i++) {
        assert_string_equal(now.names[i].id, before->names[i].id);
        assert_string_equal(now.names[i].edition, before->names[i].edition);
        assert_int_equal(now.names[i].kind, before->names[i].kind);
        assert_int_equal(now.names[i].index, before->names[i].index);
    }
}

static long draft_bytes(const playing *played)
{
    char path[SCRATCH_PATH_BYTES * 2];
    struct stat status;

    snprintf(path, sizeof path, "%s.draft", played->journal);
    return stat(path, &status) == 0 ? (long)status.st_size : 0;
}

/* The power goes after every step of a quiz. */
static void test_practice_goes_on(void **state)
{
    playing *played = *state;

    begin_practice(played, "wang");
    const questions all = questions_of(played);
    playing_restart(played);
    assert_int_equal(played->state->screen, KIOSK_SCREEN_QUIZ);
    assert_string_equal(played->state->training.trainee, "wang");
    for (size_t i = 0; i < PRACTICE; i++) {
        assert_same_questions(played, &all);
        assert_int_equal(quiz_of(played)->quiz->at, i);
        assert_int_equal(quiz_of(played)->shown, i);
        assert_ptr_equal(played->state->training.heard_of, asked(played)->one);
        answer(played, i % 2 == 0);
        assert_int_equal(recorded_of(played, "wang").answers, i + 1);
        playing_restart(played);
        assert_int_equal(played->state->screen, KIOSK_SCREEN_QUIZ);
        assert_int_equal(quiz_of(played)->stage, KIOSK_QUIZ_MARKED); /* it is explained */
        assert_int_equal(quiz_of(played)->shown, i);
        assert_non_null(played->state->training.explanation);
        assert_int_equal(quiz_of(played)->quiz->marks[i].right, i % 2 == 0);
        assert_int_equal(recorded_of(played, "wang").answers, i + 1);
        tap(played, "quiz-next");
        playing_restart(played);
    }
    /* Over: there is nothing to go on with. */
    assert_int_equal(quiz_of(played)->stage, KIOSK_QUIZ_SETUP);
    assert_int_equal(recorded_of(played, "wang").answers, PRACTICE);
    assert_int_equal(draft_bytes(played), 0);
}

static void test_the_score_is_that_of_all_answers(void **state)
{
    playing *played = *state;

    begin_practice(played, "wang");
    for (size_t i = 0; i < PRACTICE; i++) {
        answer(played, i != 1);
        if (i == 2)
            playing_restart(played);
        tap(played, "quiz-next");
    }
    assert_int_equal(quiz_of(played)->stage, KIOSK_QUIZ_OVER);
    const training_score score = training_quiz_score(quiz_of(played)->quiz);
    assert_int_equal(score.right, PRACTICE - 1);
    assert_int_equal(score.done, PRACTICE);
}

/* Who answers without a name goes on as well, and nothing is recorded. */
static void test_nobody_goes_on_too(void **state)
{
    playing *played = *state;

    begin_practice(played, "");
    const questions all = questions_of(played);
    answer(played, true);
    tap(played, "quiz-next");
    playing_restart(played);
    assert_same_questions(played, &all);
    assert_int_equal(quiz_of(played)->shown, 1);
    assert_string_equal(played->state->training.trainee, "");
    assert_int_equal(recorded_of(played, "").answers, 0);
}

static void test_pieces_touched_so_far(void **state)
{
    playing *played = *state;

    begin_kind(played, TRAINING_ASK_TARGETS);
    tap_targets(played, &asked(played)->answer.targets);
    playing_restart(played);
    const training_answer *is = &asked(played)->answer;
    assert_int_equal(quiz_of(played)->said.targets.low, is->targets.low);
    assert_int_equal(quiz_of(played)->said.targets.high, is->targets.high);
    tap(played, "quiz-answer 1");
    assert_true(quiz_of(played)->quiz->marks[0].right);
    tap(played, "quiz-next"); /* another question: nothing is touched there */
    playing_restart(played);
    assert_int_equal(quiz_of(played)->shown, 1);
    assert_int_equal(quiz_of(played)->said.targets.low, 0);
    assert_int_equal(quiz_of(played)->said.targets.high, 0);
}

static void test_a_mates_first_move(void **state)
{
    playing *played = *state;

    begin_kind(played, TRAINING_ASK_MATE);
    answer(played, true);
    assert_true(quiz_of(played)->quiz->marks[0].right);
    playing_restart(played);
    assert_int_equal(quiz_of(played)->stage, KIOSK_QUIZ_MARKED);
    const training_mark *mark = &quiz_of(played)->quiz->marks[0];
    assert_true(mark->right);
    assert_true(board_move_equal(mark->said.move, quiz_of(played)->quiz->questions[0].answer.move));
}

/* A short cut of the power does not give the time back. */
static void test_the_time_that_was_taken(void **state)
{
    playing *played = *state;

    tap_number(played, "training", PAGE_QUIZ);
    tap(played, "quiz-limit 3"); /* a minute */
    tap(played, "quiz-begin");
    for (int i = 0; i < 45; i++) {
        played->now_ms += 900;
        tap(played, "tick");
    }
    playing_restart(played);
    assert_int_equal(quiz_of(played)->stage, KIOSK_QUIZ_ASKED);
    assert_int_equal(quiz_of(played)->quiz->question_ms, 60000);
    const int64_t spent = played->state->now_ms - quiz_of(played)->asked_ms;
    assert_in_range(spent, 45000 - KIOSK_QUIZ_SPENT_MS - 1000, 45000);
    played->now_ms += 60000 - spent - 200;
    tap(played, "tick");
    assert_int_equal(quiz_of(played)->stage, KIOSK_QUIZ_ASKED);
    played->now_ms += 200;
    tap(played, "tick");
    assert_int_equal(quiz_of(played)->stage, KIOSK_QUIZ_MARKED);
    assert_true(quiz_of(played)->quiz->marks[0].late);
}

static void begin_exam(playing *played)
{
    tap_number(played, "training", PAGE_QUIZ);
    tap(played, "trainee li");
    tap(played, "quiz-begin basic-2007");
    assert_int_equal(quiz_of(played)->stage, KIOSK_QUIZ_ASKED);
}

static void test_an_examination_goes_on_and_is_signed_once(void **state)
{
    playing *played = *state;
    size_t wrong = 0;

    begin_exam(played);
    const questions all = questions_of(played);
    const uint64_t seed = quiz_of(played)->exam_seed;
    for (size_t i = 0; i < all.count; i++) {
        assert_int_equal(quiz_of(played)->shown, i);
        wrong += i % 7 == 6;
        answer(played, i % 7 != 6);
        if (i % 4 != 3)
            continue;
        const int64_t elapsed = quiz_of(played)->quiz->elapsed_ms;
        playing_restart(played);
        assert_same_questions(played, &all);
        assert_int_equal(quiz_of(played)->exam_seed, seed);
        assert_int_equal(quiz_of(played)->pass, 80);
        assert_int_equal(quiz_of(played)->quiz->question_ms, 90000);
        assert_int_equal(quiz_of(played)->quiz->total_ms, 1800000);
        assert_int_equal(quiz_of(played)->quiz->elapsed_ms, elapsed);
    }
    assert_int_equal(quiz_of(played)->stage, KIOSK_QUIZ_OVER);
    assert_string_not_equal(quiz_of(played)->entry, "");
    assert_int_equal(training_quiz_score(quiz_of(played)->quiz).right, all.count - wrong);
    playing_restart(played);
    const training_recorded recorded = recorded_of(played, "li");
    assert_int_equal(recorded.answers, all.count);
    assert_int_equal(recorded.exams, 1);
    assert_int_equal(draft_bytes(played), 0);
}

/* Does so many jobs of the desk; then the power goes. */
static void cut_after(playing *played, size_t jobs)
{
    kiosk_job *job = NULL;

    while (jobs > 0 && (job = kiosk_take_job(played->state)) != NULL) {
        if (kiosk_job_lane(job->kind) == KIOSK_LANE_JUDGE) {
            kiosk_job_free(job);
            continue;
        }
        kiosk_desk_perform(played->desk, job);
        kiosk_receive(played->state, job, played->now_ms);
        jobs--;
    }
    playing_restart(played);
}

/* The last answer of an examination is given, and the power goes after each write that follows: the
 * answer is asked for once more only if nothing of it was written, and the result is signed once. */
static void test_cut_between_the_writes(void **state)
{
    playing *played = *state;
    static const int last_jobs = 6; /* answer kept, recorded, result signed, over, forgotten, - */

    for (int jobs = 0; jobs <= last_jobs; jobs++) {
        const training_recorded before =
            jobs == 0 ? (training_recorded){0} : recorded_of(played, "li");
        begin_exam(played);
        const size_t count = quiz_of(played)->quiz->count;
        while (quiz_of(played)->quiz->at + 1 < count)
            answer(played, true);
        const kiosk_command say = kiosk_command_of(KIOSK_COMMAND_QUIZ_ANSWER, 0, 0);
        played->now_ms += 100;
        kiosk_apply(played->state, &say, played->now_ms);
        cut_after(played, (size_t)jobs);
        if (jobs == 0) {
            assert_int_equal(quiz_of(played)->shown, count - 1);
            answer(played, false);
        }
        if (jobs < 4) { /* the draft did not say yet that it is over: the result is shown */
            assert_int_equal(quiz_of(played)->stage, KIOSK_QUIZ_OVER);
            assert_string_equal(quiz_of(played)->entry, recorded_of(played, "li").exam);
            assert_int_equal(strlen(quiz_of(played)->digest), TRAINING_DIGEST_BYTES - 1);
            assert_int_equal(training_quiz_score(quiz_of(played)->quiz).right, count - 1);
            tap(played, "quiz-end");
        }
        const training_recorded after = recorded_of(played, "li");
        assert_int_equal(after.answers, before.answers + count);
        assert_int_equal(after.exams, before.exams + 1);
        playing_restart(played);
        assert_int_equal(quiz_of(played)->stage, KIOSK_QUIZ_SETUP);
        assert_null(played->state->training.kept);
    }
}

static void test_what_was_broken_off_stays_so(void **state)
{
    playing *played = *state;

    begin_practice(played, "wang");
    answer(played, true);
    tap(played, "quiz-end");
    tap(played, "answer 1");
    assert_int_equal(quiz_of(played)->stage, KIOSK_QUIZ_OVER);
    playing_restart(played);
    assert_int_equal(quiz_of(played)->stage, KIOSK_QUIZ_SETUP);
    assert_null(played->state->training.kept);
    assert_int_equal(draft_bytes(played), 0);
}

/* The trainee left the quiz for the hall, and for another page; it waits. */
static void test_it_waits_where_it_was_left(void **state)
{
    playing *played = *state;

    begin_practice(played, "wang");
    answer(played, true);
    tap(played, "home");
    playing_restart(played);
    assert_int_equal(played->state->screen, KIOSK_SCREEN_HALL);
    tap_number(played, "training", 1);
    playing_restart(played);
    assert_int_equal(played->state->screen, KIOSK_SCREEN_STUDY);
    tap(played, "trainee other");
    assert_int_equal(played->state->say, KIOSK_SAY_QUIZ_GOES_ON);
    tap_number(played, "training", PAGE_QUIZ);
    assert_int_equal(quiz_of(played)->stage, KIOSK_QUIZ_MARKED);
    tap(played, "quiz-next");
    assert_int_equal(quiz_of(played)->shown, 1);
}

/* A dispute and a quiz are open: signing one leaves the other in the draft. */
static void test_beside_a_dispute(void **state)
{
    playing *played = *state;

    begin_practice(played, "wang");
    const questions all = questions_of(played);
    answer(played, true);
    tap(played, "home");
    tap(played, "game 1 5 1");
    tap(played, "next");
    tap(played, "initial");
    playing_restart(played);
    assert_int_equal(played->state->screen, KIOSK_SCREEN_POSITION);
    assert_int_equal(kiosk_open_disputes(played->state), 1);
    tap(played, "home");
    tap(played, "dispute-drop 0");
    tap(played, "answer 1");
    assert_int_equal(kiosk_open_disputes(played->state), 0);
    playing_restart(played);
    assert_int_equal(played->state->screen, KIOSK_SCREEN_HALL);
    tap_number(played, "training", PAGE_QUIZ);
    assert_int_equal(quiz_of(played)->stage, KIOSK_QUIZ_MARKED);
    assert_same_questions(played, &all);
    for (size_t i = 1; i < PRACTICE; i++) {
        tap(played, "quiz-next");
        answer(played, true);
    }
    tap(played, "quiz-next");
    assert_int_equal(recorded_of(played, "wang").answers, PRACTICE);
    assert_int_equal(draft_bytes(played), 0);
}

static void write_own_case(const playing *played)
{
    static const char text[] = "{\"id\":\"ours-1\",\"source\":\"x\",\"difficulty\":2,"
                               "\"themes\":[\"false-root\"],"
                               "\"fen\":\"3k1a3/4a4/4b4/1c6R/3n5/9/9/9/9/4K4 w\","
                               "\"moves\":[\"e0d0\",\"e7g9\",\"d0e0\",\"g9e7\"],"
                               "\"labels\":{\"cxa-2007\":[\"捉\",\"闲\",\"闲\",\"闲\"]}}\n";
    char path[SCRATCH_PATH_BYTES * 2];

    snprintf(path, sizeof path, "%s.cases", played->journal);
    mkdir(path, 0700);
    snprintf(path, sizeof path, "%s.cases/ours-1.json", played->journal);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

/* Cases that come in while the power is off do not make another quiz of it. */
static void test_other_cases_came_in(void **state)
{
    playing *played = *state;

    begin_practice(played, "wang");
    const questions all = questions_of(played);
    write_own_case(played);
    playing_restart(played);
    assert_same_questions(played, &all);
}

/* The case of a question is gone: that is said, and what was answered stays. */
static void test_a_case_that_is_gone(void **state)
{
    playing *played = *state;
    char path[SCRATCH_PATH_BYTES * 2];

    write_own_case(played);
    tap_number(played, "training", PAGE_QUIZ);
    tap(played, "trainee wang");
    bool found = false;
    for (int tries = 0; !found && tries < 200; tries++) {
        tap(played, "quiz-begin");
        for (size_t i = 0; i < quiz_of(played)->quiz->count; i++)
            found = found || strcmp(quiz_of(played)->quiz->questions[i].one->id, "ours-1") == 0;
        if (!found) {
            tap(played, "quiz-end");
            tap(played, "answer 1");
        }
    }
    assert_true(found);
    answer(played, true);
    const size_t answers = recorded_of(played, "wang").answers;
    snprintf(path, sizeof path, "%s.cases/ours-1.json", played->journal);
    assert_int_equal(unlink(path), 0);
    playing_restart(played);
    assert_int_equal(played->state->say, KIOSK_SAY_QUIZ_LOST);
    assert_string_equal(played->state->say_value.text[BOARD_ENGLISH], "ours-1");
    assert_int_equal(quiz_of(played)->stage, KIOSK_QUIZ_SETUP);
    assert_int_equal(recorded_of(played, "wang").answers, answers);
    assert_int_equal(draft_bytes(played), 0);
    tap(played, "quiz-begin");
    assert_int_equal(quiz_of(played)->stage, KIOSK_QUIZ_ASKED);
}

/* Whatever line the draft ends at, the kiosk starts; what was answered by then is there. */
static void test_draft_cut_at_every_line(void **state)
{
    playing *played = *state;
    char path[SCRATCH_PATH_BYTES * 2];
    static char draft[64 * 1024];

    begin_practice(played, "wang");
    for (size_t i = 0; i + 1 < PRACTICE; i++) {
        answer(played, true);
        tap(played, "quiz-next");
    }
    snprintf(path, sizeof path, "%s.draft", played->journal);
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    const size_t length = fread(draft, 1, sizeof draft, file);
    fclose(file);
    assert_in_range(length, 200, sizeof draft - 1);
    size_t marked = 0;
    size_t lines = 0;
    for (size_t at = 0; at < length; at = (size_t)(strchr(draft + at, '\n') - draft) + 1) {
        kiosk_state *again = kiosk_state_new();
        kiosk_replayed replayed;

        assert_non_null(again);
        kiosk_draft_replay(again, draft, at, &replayed);
        assert_int_equal(replayed.unknown, 0);
        assert_int_equal(again->wanted_count, 0);
        kiosk_start(again, 1000);
        if (again->training.kept != NULL)
            assert_int_equal(again->training.kept->marked, marked);
        else
            assert_int_equal(marked, 0);
        kiosk_state_free(again);
        marked += strncmp(draft + at, "quiz-marked", 11) == 0;
        lines++;
    }
    assert_int_equal(marked, PRACTICE - 1);
    assert_true(lines > 2 * PRACTICE);
}

/* Lines that only a draft has do nothing on the screen. */
static void test_lines_of_a_draft_are_refused_outside_of_one(void **state)
{
    static const char *const lines[] = {
        "quiz-new 0 1 0 5",      "quiz-of 0 0 wang", "quiz-questions label:0:cxa-2007:small-711",
        "quiz-marked 0 5 1 idle", "quiz-asked 0",     "quiz-touched 4",
        "quiz-spent 10",          "quiz-over"};
    playing *played = *state;

    begin_practice(played, "wang");
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        tap(played, lines[i]);
        assert_int_equal(played->state->say, KIOSK_SAY_NOT_HERE);
    }
    assert_int_equal(quiz_of(played)->stage, KIOSK_QUIZ_ASKED);
    assert_int_equal(quiz_of(played)->quiz->at, 0);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, playing_set_up, playing_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(test_practice_goes_on),
        TEST(test_the_score_is_that_of_all_answers),
        TEST(test_nobody_goes_on_too),
        TEST(test_pieces_touched_so_far),
        TEST(test_a_mates_first_move),
        TEST(test_the_time_that_was_taken),
        TEST(test_an_examination_goes_on_and_is_signed_once),
        TEST(test_cut_between_the_writes),
        TEST(test_what_was_broken_off_stays_so),
        TEST(test_it_waits_where_it_was_left),
        TEST(test_beside_a_dispute),
        TEST(test_other_cases_came_in),
        TEST(test_a_case_that_is_gone),
        TEST(test_draft_cut_at_every_line),
        TEST(test_lines_of_a_draft_are_refused_outside_of_one),
    };

    return cmocka_run_group_tests_name("kiosk training draft", tests, NULL, NULL);
}
