/*
 * tests/test_store_kill.c: programs that append as fast as they can are killed at random moments;
 * what they had acknowledged is there afterwards, and nothing by halves.
 *
 * KILLS=N: how many times (25); `make test-kill` does it 500 times. KILL_SEED=N chooses the moments.
 */
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "store/entry.h"
#include "support/scratch.h"

enum {
    KILLS = 25,
    KILLS_A_JOURNAL = 12,   /* then a new one is begun, so that making one is interrupted, too */
    DELAY_MAX_US = 40000,   /* from the start of the programs, or ... */
    DELAY_LATER_US = 40000, /* ... more than this after something was acknowledged */
    SNAPSHOT_EVERY = 7,     /* entries */
    LINE = STORE_ID_BYTES,  /* an id and a newline */
    WRITERS = 2
};

/* What was acknowledged to one writer. */
typedef struct heard {
    char *lines;
    size_t count;
} heard;

typedef struct sums {
    uint64_t kills;
    uint64_t acknowledged;
    uint64_t unacknowledged; /* entries that are there although nobody was told */
    uint64_t kills_before_any;
} sums;

/* The program that is killed. It says the id of every acknowledged entry. */
static void append_for_ever(const char *path, int pipe_end, unsigned writer)
{
    store_journal *journal = scratch_open(path, &(store_options){.busy_ms = 20000});

    for (unsigned n = 0;; n++) {
        char line[LINE];
        store_entry entry = scratch_append(journal, writer == 0 ? "kill.a" : "kill.b", n);
        memcpy(line, entry.id, LINE - 1);
        line[LINE - 1] = '\n';
        if (write(pipe_end, line, LINE) != LINE)
            _exit(1);
        if (n % SNAPSHOT_EVERY == 0)
            store_snapshot_save(journal, entry.number, "{\"state\":\"of the fold\"}", NULL);
    }
}

static pid_t start(const char *path, unsigned writer, int *read_end)
{
    int ends[2];

    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        close(ends[0]);
        append_for_ever(path, ends[1], writer);
        _exit(0);
    }
    close(ends[1]);
    *read_end = ends[0];
    return child;
}

/* Reads the lines that were written until the writer is gone, or only the first. */
static void listen(int read_end, heard *told, bool only_first)
{
    for (;;) {
        char line[LINE];
        size_t got = 0;
        while (got < LINE) {
            ssize_t more = read(read_end, line + got, LINE - got);
            if (more <= 0 && !(more < 0 && errno == EINTR)) {
                assert_int_equal(got, 0);
                return;
            }
            got += more > 0 ? (size_t)more : 0;
        }
        told->lines = realloc(told->lines, (told->count + 1) * LINE);
        assert_non_null(told->lines);
        line[LINE - 1] = '\0';
        memcpy(told->lines + told->count++ * LINE, line, LINE);
        if (only_first)
            return;
    }
}

static void pause_us(unsigned microseconds)
{
    const struct timespec pause = {.tv_nsec = (long)microseconds * 1000};

    nanosleep(&pause, NULL);
}

/* Starts writers, kills them, and gathers what they were told. */
static void kill_once(const char *path, unsigned writers, heard *told, unsigned *seed)
{
    pid_t children[WRITERS];
    int read_ends[WRITERS];

    for (unsigned i = 0; i < writers; i++)
        children[i] = start(path, i, &read_ends[i]);
    if (rand_r(seed) % 4 != 0) { /* in the midst of appending; else at whatever comes first */
        listen(read_ends[0], told, true);
        pause_us((unsigned)rand_r(seed) % DELAY_LATER_US);
    } else {
        pause_us((unsigned)rand_r(seed) % DELAY_MAX_US);
    }
    for (unsigned i = 0; i < writers; i++)
        assert_int_equal(kill(children[i], SIGKILL), 0);
    for (unsigned i = 0; i < writers; i++) {
        int status = 0;
        assert_int_equal(waitpid(children[i], &status, 0), children[i]);
        assert_true(WIFSIGNALED(status));
        listen(read_ends[i], told, false);
        close(read_ends[i]);
    }
}

/* Every entry that was acknowledged since the journal was begun is there and whole. */
static uint64_t check(const char *path, const heard *told, uint64_t kill)
{
    store_problem problem;
    store_verified verified;
    store_entry entry;
    char text[1024];

    store_journal *journal = scratch_open(path, NULL);
    for (size_t i = 0; i < told->count; i++) {
        if (store_get_id(journal, told->lines + i * LINE, &entry, &problem) != BOARD_OK)
            fail_msg("kill %llu: the acknowledged entry %s: %s", (unsigned long long)kill,
                     told->lines + i * LINE,
                     store_problem_text(&problem, BOARD_ENGLISH, text, sizeof text));
        assert_int_equal(store_entry_check(&entry, store_public_key(journal)), BOARD_OK);
        store_entry_free(&entry);
    }
    store_close(journal);
    if (scratch_verify(path, &problem, &verified) != 0)
        fail_msg("kill %llu: %s", (unsigned long long)kill,
                 store_problem_text(&problem, BOARD_ENGLISH, text, sizeof text));
    return verified.entries;
}

static uint64_t number_from(const char *name, uint64_t otherwise)
{
    const char *text = getenv(name);

    return text != NULL ? strtoull(text, NULL, 10) : otherwise;
}

static void acknowledged_entries_outlive_kills(void **state)
{
    uint64_t kills = number_from("KILLS", KILLS);
    unsigned seed = (unsigned)number_from("KILL_SEED", (uint64_t)time(NULL));
    sums sum = {.kills = 0};
    heard told = {.lines = NULL};
    uint64_t journal_kills = 0;
    uint64_t entries = 0;
    char folder[SCRATCH_PATH_BYTES] = "";
    char path[SCRATCH_PATH_BYTES];

    (void)state;
    print_message("KILL_SEED=%u\n", seed);
    while (sum.kills < kills) {
        if (sum.kills % KILLS_A_JOURNAL == 0) {
            if (folder[0] != '\0')
                scratch_remove(folder);
            scratch_make(folder);
            scratch_path(folder, "journal.db", path);
            told.count = 0;
            journal_kills = 0;
        }
        unsigned writers = 1 + (unsigned)sum.kills % WRITERS;
        size_t before = told.count;
        kill_once(path, writers, &told, &seed);
        sum.kills++;
        journal_kills += writers;
        sum.acknowledged += told.count - before;
        sum.kills_before_any += told.count == before;
        entries = check(path, &told, sum.kills);
        /* A writer that is killed may have one entry on the disk that it had not told of. */
        assert_true(entries >= told.count);
        assert_true(entries - told.count <= journal_kills);
        if (sum.kills % KILLS_A_JOURNAL == 0 || sum.kills == kills)
            sum.unacknowledged += entries - told.count;
    }
    scratch_remove(folder);
    free(told.lines);
    print_message("%llu kills (%llu before anything was acknowledged), %llu entries acknowledged, "
                  "none missing; %llu more were on the disk, whole\n",
                  (unsigned long long)sum.kills, (unsigned long long)sum.kills_before_any,
                  (unsigned long long)sum.acknowledged, (unsigned long long)sum.unacknowledged);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(acknowledged_entries_outlive_kills),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
