/*
 * tests/bench_store.c: how fast the journal is (`make bench`): appending beside the disk's own
 * fsync in the same run, and opening a journal of a million entries of all types with the ledger's
 * state, which comes from a snapshot and the entries after it.
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

#include "store/fold.h"
#include "store/journal_private.h"
#include "support/big_event.h"

enum {
    APPENDS = 3000,
    OPENINGS = 9,
    PATH_BYTES = 512,
    BLOCK = 4096,
    AFTER_SNAPSHOT = STORE_FOLD_SNAPSHOT - 1 /* the most that is folded when a journal is opened */
};

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

static void head(const char *what)
{
    printf("| %-46s | median ms |    p99 ms |   most ms |\n", what);
    printf("|%s|----------:|----------:|----------:|\n",
           "------------------------------------------------");
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

/* The next entry of the event as a draft, whose payload is the caller's to free. */
static void next_draft(big_event *event, ledger_entry *entry, store_draft *draft)
{
    char *payload = NULL;

    big_event_next(event, entry);
    need(ledger_payload_to_json(entry, &payload, NULL), "payload", NULL);
    *draft = (store_draft){.type = ledger_type_code(entry->type),
                           .payload = payload,
                           .arbiter = entry->arbiter,
                           .corrects = entry->corrects};
}

/* Appends, one by one, each beside a plain write of the same four pages with one fsync. */
static void measure_appends(const char *folder)
{
    static double appends[APPENDS];
    static double syncs[APPENDS];
    static uint8_t block[4 * BLOCK];
    char path[PATH_BYTES];
    store_journal *journal = NULL;
    store_problem problem;
    store_draft draft;
    store_entry written;
    static ledger_entry entry;
    big_event event;

    int plain = open(path_in(folder, "plain", path), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (plain < 0)
        give_up(path, NULL);
    need(store_open(path_in(folder, "small.db", path), NULL, &journal, &problem), path, &problem);
    big_event_begin(&event, APPENDS);
    for (unsigned i = 0; i < APPENDS; i++) {
        next_draft(&event, &entry, &draft);
        double start = milliseconds();
        need(store_append(journal, &draft, &written, &problem), "append", &problem);
        appends[i] = milliseconds() - start;
        big_event_written(&event, written.id);
        free((char *)draft.payload);
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
static void fill(store_journal *journal, big_event *event, uint64_t entries)
{
    static ledger_entry entry;
    store_problem problem;
    store_draft draft;
    store_entry written = {.number = 0};

    need(store_write_begin(journal, &problem), "begin", &problem);
    for (uint64_t i = 0; i < entries; i++) {
        next_draft(event, &entry, &draft);
        char *payload =
            store_payload_canonical(draft.payload, strlen(draft.payload), &problem.error);
        if (payload == NULL)
            give_up("canonical payload", NULL);
        free((char *)draft.payload);
        draft.payload = payload;
        need(store_write_own(journal, &draft, &written, &problem), "write", &problem);
        big_event_written(event, written.id);
        free(payload);
    }
    need(store_write_commit(journal, written.number, written.hash, &problem), "commit", &problem);
}

/* Fills the large journal, keeps the state of all but the last entries and says what that took. */
static void make_large(const char *path, uint64_t entries)
{
    store_journal *journal = NULL;
    store_fold fold = {.state = NULL};
    store_problem problem;
    big_event event;
    char *text = NULL;
    size_t length = 0;

    double start = milliseconds();
    need(store_open(path, NULL, &journal, &problem), path, &problem);
    big_event_begin(&event, entries);
    fill(journal, &event, entries - AFTER_SNAPSHOT);
    double filled = milliseconds();
    need(store_fold_on(journal, &fold, &problem), "fold", &problem);
    double folded = milliseconds();
    need(ledger_state_save(fold.state, &text, &length), "state", NULL);
    if (length > STORE_STATE_MAX)
        give_up("the state is too large for a snapshot", NULL);
    free(text);
    double written = milliseconds();
    need(store_fold_save(journal, &fold, &problem), "snapshot", &problem);
    double saved = milliseconds();
    store_fold_free(&fold);
    fill(journal, &event, AFTER_SNAPSHOT);
    store_close(journal);
    printf("\nThe large journal was made in %.1f s, folded from the first entry on in %.1f s.\n"
           "Its state: %.1f MB, %.1f bytes an entry; as text in %.2f s, kept in %.2f s.\n\n",
           (filled - start) / 1e3, (folded - filled) / 1e3, (double)length / 1e6,
           (double)length / (double)entries, (written - folded) / 1e3, (saved - written) / 1e3);
}

/* Makes the system forget what it has of the file in memory, as after a start. */
static void forget(const char *path)
{
    int descriptor = open(path, O_RDONLY);

    if (descriptor < 0 || fsync(descriptor) != 0 ||
        posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED) != 0)
        give_up("the file cannot be forgotten", NULL);
    close(descriptor);
}

static double open_once(const char *path, uint64_t entries)
{
    store_journal *journal = NULL;
    store_fold fold = {.state = NULL};
    store_problem problem;

    double start = milliseconds();
    need(store_open(path, NULL, &journal, &problem), path, &problem);
    need(store_fold_on(journal, &fold, &problem), "fold", &problem);
    double took = milliseconds() - start;
    if (ledger_fact_count(fold.state) != entries || fold.folded != AFTER_SNAPSHOT)
        give_up("the state is not that of the journal, or not from the snapshot", NULL);
    store_fold_free(&fold);
    store_close(journal);
    return took;
}

static void measure_opening(const char *folder, uint64_t entries)
{
    static double openings[OPENINGS];
    static double cold[OPENINGS];
    char path[PATH_BYTES];
    char what[64];
    struct stat file;

    make_large(path_in(folder, "large.db", path), entries);
    for (unsigned i = 0; i < OPENINGS; i++) {
        forget(path);
        cold[i] = open_once(path, entries);
        openings[i] = open_once(path, entries);
    }
    head("opening");
    snprintf(what, sizeof what, "open %" PRIu64 " entries with their state", entries);
    show(what, openings, OPENINGS);
    show("the same, nothing of the file in memory", cold, OPENINGS);
    if (stat(path, &file) == 0)
        printf("\nThe large journal: %.0f MB, %.0f bytes an entry.\n", (double)file.st_size / 1e6,
               (double)file.st_size / (double)entries);
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

    if (entries < 2 * AFTER_SNAPSHOT || entries > BIG_EVENT_ENTRIES_MAX)
        give_up("from 1998 to 2000000 entries", NULL);
    snprintf(folder, sizeof folder, "%s/bench-store-XXXXXX", base != NULL ? base : ".");
    if (mkdtemp(folder) == NULL)
        give_up(folder, NULL);
    head("appending");
    measure_appends(folder);
    measure_opening(folder, entries);
    measure_verify(folder, entries);
    remove_files(folder);
    return 0;
}
