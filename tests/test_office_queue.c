/* tests/test_office_queue.c: questions that the office answers on a thread of its own. */
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "office/queue.h"

enum { ROOM = 3, ASKED_MAX = 16 };

/* An answerer that goes on when it is told to, and remembers what it was asked. */
typedef struct fixture {
    office_queue *queue;
    sem_t go;    /* one for each answer that may be given */
    sem_t begun; /* one for each question that it works on */
    sem_t woken;
    char asked[ASKED_MAX]; /* in their order */
    size_t count;
    atomic_bool saw_stop;
} fixture;

/* A question is one letter, its answer the capital; "x" has none, "s" is
 * not answered before the office stops. */
static void *answer(void *context, const void *question, const atomic_bool *stopping)
{
    fixture *test = context;
    const char letter = *(const char *)question;
    char *made = malloc(1);

    test->asked[test->count++] = letter;
    sem_post(&test->begun);
    sem_wait(&test->go);
    while (letter == 's' && !atomic_load(stopping))
        sched_yield(); /* until it is told: a test that is not told does not end */
    atomic_store(&test->saw_stop, atomic_load(stopping));
    if (letter == 'x' || made == NULL) {
        free(made);
        return NULL;
    }
    *made = (char)(letter - 'a' + 'A');
    return made;
}

static void wake(void *context)
{
    sem_post(&((fixture *)context)->woken);
}

static int set_up(void **state)
{
    fixture *test = calloc(1, sizeof *test);
    const office_queue_options options = {
        .room = ROOM, .answer = answer, .answer_context = test, .wake = wake, .wake_context = test};

    if (test == NULL || sem_init(&test->go, 0, 0) != 0 || sem_init(&test->begun, 0, 0) != 0 ||
        sem_init(&test->woken, 0, 0) != 0)
        return -1;
    test->queue = office_queue_start(&options);
    *state = test;
    return test->queue != NULL ? 0 : -1;
}

static int tear_down(void **state)
{
    fixture *test = *state;

    for (int i = 0; i < ASKED_MAX; i++)
        sem_post(&test->go);
    office_queue_stop(test->queue);
    sem_destroy(&test->go);
    sem_destroy(&test->begun);
    sem_destroy(&test->woken);
    free(test);
    return 0;
}

static bool put(fixture *test, char letter)
{
    char *question = malloc(1);

    assert_non_null(question);
    *question = letter;
    return office_queue_put(test->queue, &letter, 1, question);
}

/* Its answer; '?': it waits; '-': it is not there. */
static char find(fixture *test, char letter)
{
    const void *found = NULL;

    if (!office_queue_find(test->queue, &letter, 1, &found))
        return '-';
    return found != NULL ? *(const char *)found : '?';
}

static void let_answer(fixture *test, int count)
{
    for (int i = 0; i < count; i++)
        sem_post(&test->go);
    for (int i = 0; i < count; i++)
        sem_wait(&test->woken);
}

static void questions_are_answered_in_their_order(void **state)
{
    fixture *test = *state;

    assert_int_equal(find(test, 'b'), '-');
    assert_true(put(test, 'b'));
    assert_true(put(test, 'a'));
    assert_true(put(test, 'c'));
    assert_int_equal(find(test, 'c'), '?'); /* asking for it does not put it forward or back */
    assert_int_equal(find(test, 'a'), '?');
    let_answer(test, 3);
    assert_memory_equal(test->asked, "bac", 3);
    assert_int_equal(find(test, 'a'), 'A');
    assert_int_equal(find(test, 'b'), 'B');
    assert_int_equal(find(test, 'c'), 'C');
    assert_int_equal(find(test, 'a'), 'A'); /* kept */
    assert_int_equal(test->count, 3);
}

static void the_answer_asked_for_longest_ago_goes(void **state)
{
    fixture *test = *state;

    for (char letter = 'a'; letter <= 'c'; letter++)
        assert_true(put(test, letter));
    let_answer(test, 3);
    assert_int_equal(find(test, 'a'), 'A');
    assert_true(put(test, 'd'));
    assert_int_equal(find(test, 'b'), '-');
    assert_int_equal(find(test, 'a'), 'A');
    assert_int_equal(find(test, 'c'), 'C');
    let_answer(test, 1);
    assert_int_equal(find(test, 'd'), 'D');
}

static void where_all_wait_there_is_no_room(void **state)
{
    fixture *test = *state;

    for (char letter = 'a'; letter <= 'c'; letter++)
        assert_true(put(test, letter));
    sem_wait(&test->begun);
    assert_false(put(test, 'd')); /* one is being answered, two wait: none of them goes */
    assert_int_equal(find(test, 'd'), '-');
    let_answer(test, 1);
    assert_true(put(test, 'd'));
    assert_int_equal(find(test, 'a'), '-');
    let_answer(test, 3);
    assert_memory_equal(test->asked, "abcd", 4);
}

static void a_question_without_an_answer_may_be_asked_again(void **state)
{
    fixture *test = *state;

    assert_true(put(test, 'x'));
    let_answer(test, 1);
    assert_int_equal(find(test, 'x'), '-');
    assert_true(put(test, 'x'));
    let_answer(test, 1);
    assert_memory_equal(test->asked, "xx", 2);
}

static void keys_have_a_limit(void **state)
{
    fixture *test = *state;
    const char longest[OFFICE_QUEUE_KEY_BYTES + 1] = "";
    const void *found = NULL;

    assert_true(office_queue_put(test->queue, longest, OFFICE_QUEUE_KEY_BYTES, calloc(1, 1)));
    assert_true(office_queue_find(test->queue, longest, OFFICE_QUEUE_KEY_BYTES, &found));
    assert_false(office_queue_find(test->queue, longest, OFFICE_QUEUE_KEY_BYTES - 1, &found));
    assert_false(office_queue_put(test->queue, longest, sizeof longest, calloc(1, 1)));
}

static void *stop(void *context)
{
    office_queue_stop(((fixture *)context)->queue);
    return NULL;
}

static void who_answers_learns_that_the_office_stops(void **state)
{
    fixture *test = *state;
    pthread_t stopping;

    assert_true(put(test, 's'));
    assert_true(put(test, 'b'));
    sem_wait(&test->begun);
    assert_int_equal(pthread_create(&stopping, NULL, stop, test), 0);
    sem_post(&test->go);
    pthread_join(stopping, NULL);
    assert_true(atomic_load(&test->saw_stop));
    assert_int_equal(test->count, 1);
    test->queue = NULL;
}

int main(void)
{
#define QUEUE_TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        QUEUE_TEST(questions_are_answered_in_their_order),
        QUEUE_TEST(the_answer_asked_for_longest_ago_goes),
        QUEUE_TEST(where_all_wait_there_is_no_room),
        QUEUE_TEST(a_question_without_an_answer_may_be_asked_again),
        QUEUE_TEST(keys_have_a_limit),
        QUEUE_TEST(who_answers_learns_that_the_office_stops),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
