/*
 * tests/bench_store.c: how fast the journal is (`make bench`): appending beside the disk's own
 * fsync in the same run, and opening a journal of a million entries with a snapshot.
 *
 * Usage: bench_store [ENTRIES]     (1000000)
 * The files are made under TMPDIR, or in the folder it is run from, as /tmp may be no disk.
 */
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "store/journal_private.h"

enum { APPENDS = 3000, OPENINGS = 5, PATH_BYTES = 512, BLOCK = 4096 };

static void give_up(const char *what, const store_problem *problem)
{
    char text[1024] = "";

    if (problem != NULL)
        store_problem_text(problem, BOARD_ENGLISH, text, sizeof text);
    fprintf(stderr, "bench_store: %s: %s\n", what, text);
    exit(1);
}

static void need(board_error error, const char *what, const store_problem *problem)
{
    if (error != BOARD_OK)
        give_up(what, problem);
}

static double milliseconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

static int by_size(const void *a, const void *b)
{
    double one = *(const double *)a;
    double other = *(const double *)b;

    return (one > other) - (one < other);
}

static void show(const char *what, double *times, size_t count)
{
    qsort(times, count, sizeof *times, by_size);
    printf("| %-46s | %9.3f | %9.3f | %9.3f |\n", what, times[count / 2], times[count * 99 / 100],
           times[count - 1]);
}

static char *path_in(const char *folder, const char *name, char path[PATH_BYTES])
{
    snprintf(path, PATH_BYTES, "%s/%s", folder, name);
    return path;
}

static void remove_files(const char *folder)
{
    static const char *const names[] = {"small.db", "large.db", "plain"};
    static const char *const endings[] = {"", "-wal", "-shm", ".key", ".head"};
    char path[PATH_BYTES];
    char whole[PATH_BYTES + 8];

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        for (size_t j = 0; j < sizeof endings / sizeof endings[0]; j++) {
            snprintf(whole, sizeof whole, "%s%s", path_in(folder, names[i], path), endings[j]);
            unlink(whole);
        }
    }
    rmdir(folder);
}

/* What a foul with its table, round and game looks like. */
static void draft_of(unsigned n, char payload[256], store_draft *draft)
{
    snprintf(payload, 256,
             "{\"article\":\"9.1.%u\",\"game\":\"2026-11-30/%u/%u\",\"player\":\"red\","
             "\"text\":\"未记录着法，第%u次\"}",
             n % 8 + 1, n % 9 + 1, n % 100 + 1, n % 3 + 1);
    *draft = (store_draft){.type = "foul", .payload = payload, .arbiter = "张裁判"};
}

/* Appends, one by one, each beside a plain write of the same four pages with one fsync. */
static void measure_appends(const char *folder)
{
    static double appends[APPENDS];
    static double syncs[APPENDS];
    static uint8_t block[4 * BLOCK];
    char path[PATH_BYTES];
    char payload[256];
    store_journal *journal = NULL;
    store_problem problem;
    store_draft draft;

    int plain = open(path_in(folder, "plain", path), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (plain < 0)
        give_up(path, NULL);
    need(store_open(path_in(folder, "small.db", path), NULL, &journal, &problem), path, &problem);
    for (unsigned i = 0; i < APPENDS; i++) {
        draft_of(i, payload, &draft);
        double start = milliseconds();
        need(store_append(journal, &draft, NULL, &problem), "append", &problem);
        appends[i] = milliseconds() - start;
        memset(block, (int)(i & 0xFF), sizeof block);
        start = milliseconds();
        if (pwrite(plain, block, sizeof block, (off_t)(i % 250) * (off_t)sizeof block) !=
                (ssize_t)sizeof block ||
            fsync(plain) != 0)
            give_up("fsync", NULL);
        syncs[i] = milliseconds() - start;
    }
    store_close(journal);
    close(plain);
    show("append, acknowledged after its commit", appends, APPENDS);
    show("write of 16 KiB and fsync, the disk alone", syncs, APPENDS);
}

/* Entries written in one transaction, which the tool itself never does. */
static void fill(const char *path, uint64_t entries)
{
    char payload[256];
    store_journal *journal = NULL;
    store_problem problem;
    store_draft draft;
    store_entry entry = {.number = 0};

    need(store_open(path, NULL, &journal, &problem), path, &problem);
    need(store_write_begin(journal, &problem), "begin", &problem);
    for (uint64_t i = 0; i < entries; i++) {
        draft_of((unsigned)i, payload, &draft);
        need(store_write_own(journal, &draft, &entry, &problem), "write", &problem);
    }
    need(store_write_commit(journal, entry.number, entry.hash, &problem), "commit", &problem);
    need(store_snapshot_save(journal, entry.number - 100, "{\"state\":\"of the fold\"}", &problem),
         "snapshot", &problem);
    store_close(journal);
}

static void measure_opening(const char *folder, uint64_t entries)
{
    static double openings[OPENINGS];
    char path[PATH_BYTES];
    char what[64];
    char *state = NULL;
    uint64_t up_to = 0;
    struct stat file;
    store_journal *journal = NULL;
    store_problem problem;

    double start = milliseconds();
    fill(path_in(folder, "large.db", path), entries);
    double filled = milliseconds() - start;
    for (unsigned i = 0; i < OPENINGS; i++) {
        start = milliseconds();
        need(store_open(path, NULL, &journal, &problem), path, &problem);
        need(store_snapshot_load(journal, &up_to, &state, &problem), "snapshot", &problem);
        openings[i] = milliseconds() - start;
        free(state);
        store_close(journal);
    }
    snprintf(what, sizeof what, "open %" PRIu64 " entries, with a snapshot", entries);
    show(what, openings, OPENINGS);
    if (stat(path, &file) == 0)
        printf("\nThe large journal: %.0f MB, %.0f bytes an entry, made in %.1f s.\n",
               (double)file.st_size / 1e6, (double)file.st_size / (double)entries, filled / 1e3);
}

/* Bound to what verify costs: looked at as a whole, once. */
static void measure_verify(const char *folder, uint64_t entries)
{
    char path[PATH_BYTES];
    store_problem problem;
    struct rusage usage;

    double start = milliseconds();
    need(store_verify(path_in(folder, "large.db", path), NULL, NULL, NULL, NULL, &problem),
         "verify", &problem);
    double took = milliseconds() - start;
    getrusage(RUSAGE_SELF, &usage);
    printf("verify, every byte and every entry: %.1f s, %.0f µs an entry. Peak memory: %ld MB.\n",
           took / 1e3, took * 1e3 / (double)entries, usage.ru_maxrss / 1024);
}

int main(int argc, char **argv)
{
    const uint64_t entries = argc > 1 ? strtoull(argv[1], NULL, 10) : 1000000;
    const char *base = getenv("TMPDIR");
    char folder[PATH_BYTES / 2];

    if (entries < 1000)
        give_up("at least 1000 entries", NULL);
    snprintf(folder, sizeof folder, "%s/bench-store-XXXXXX", base != NULL ? base : ".");
    if (mkdtemp(folder) == NULL)
        give_up(folder, NULL);
    printf("| %-46s | median ms |    p99 ms |   most ms |\n", "the journal");
    printf("|%s|----------:|----------:|----------:|\n",
           "------------------------------------------------");
    measure_appends(folder);
    measure_opening(folder, entries);
    measure_verify(folder, entries);
    remove_files(folder);
    return 0;
}
