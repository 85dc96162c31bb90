/*
 * tests/bench_office.c: how many entries the office takes (`make bench`): many devices at once, each
 * over a TLS connection of its own, beside the disk's own fsync in the same run; memory of the idle
 * office.
 *
 * Usage: bench_office QILI [DEVICES]     (200)
 * The office's files are made under TMPDIR, or in the folder it is run from.
 */
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "store/entry.h"
#include "support/office_making.h"
#include "sync/transfer.h"

enum { SINGLES = 10, BATCHES = 4, BATCH = 50, DEVICES_MAX = 1000, SYNCS = 300, PATH_BYTES = 600 };
enum { ENTRIES = SINGLES + BATCHES * BATCH, REQUESTS = SINGLES + BATCHES };

typedef struct bench_device {
    pthread_t thread;
    char token[SYNC_TOKEN_BYTES];
    char *requests[REQUESTS];
    double times[REQUESTS]; /* ms */
    const making_office *office;
    pthread_barrier_t *barrier;
    unsigned failed;
} bench_device;

static double milliseconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

static void need(bool done, const char *what)
{
    if (!done) {
        fprintf(stderr, "bench_office: %s\n", what);
        exit(1);
    }
}

static int by_size(const void *a, const void *b)
{
    double one = *(const double *)a;
    double other = *(const double *)b;

    return (one > other) - (one < other);
}

/* A device with signed entries, known to the office, its batches ready to be sent. */
static void make_device(making_office *office, bench_device *device, const char *folder, unsigned n)
{
    char path[SCRATCH_PATH_BYTES];
    char name[32];
    store_entry entries[BATCH];
    office_device known = {.name = "bench"};
    unsigned written = 0;

    snprintf(name, sizeof name, "d%u.db", n);
    store_journal *journal = scratch_open(scratch_path(folder, name, path), NULL);
    memcpy(known.key, store_public_key(journal), sizeof known.key);
    office_token_make(device->token);
    need(store_register(office->house.journal, known.key, known.device, NULL) == BOARD_OK &&
             office_desk_add_device(office->house.desk, &known, device->token) == BOARD_OK,
         "a device cannot be entered");
    for (unsigned i = 0; i < REQUESTS; i++) {
        sync_batch batch = {.entries = entries, .count = i < SINGLES ? 1 : BATCH};
        memcpy(batch.device, known.device, sizeof batch.device);
        for (size_t j = 0; j < batch.count; j++) {
            store_entry entry = scratch_append(journal, "foul", written++);
            need(store_entry_copy(&entry, &entries[j]), "memory");
        }
        device->requests[i] = sync_batch_write(&batch);
        for (size_t j = 0; j < batch.count; j++)
            store_entry_free(&entries[j]);
        need(device->requests[i] != NULL, "memory");
    }
    store_close(journal);
    device->office = office;
}

/* Sends its single entries when all are ready, then, together again, its batches. */
static void *send_all(void *context)
{
    bench_device *device = context;
    sync_transfer *transfer = sync_transfer_new(device->office->address, NULL, NULL, NULL);
    sync_reply reply;

    if (transfer == NULL ||
        sync_transfer_pin(transfer, device->office->pin, device->token, NULL) != BOARD_OK)
        device->failed++;
    for (unsigned i = 0; i < REQUESTS; i++) {
        if (i == 0 || i == SINGLES) {
            pthread_barrier_wait(device->barrier);
            pthread_barrier_wait(device->barrier);
        }
        double begun = milliseconds();
        bool done = sync_transfer_request(transfer, SYNC_PATH "/entries", device->requests[i],
                                          &reply, NULL) == BOARD_OK &&
                    reply.status == 200;
        device->times[i] = milliseconds() - begun;
        device->failed += !done;
    }
    pthread_barrier_wait(device->barrier);
    sync_transfer_free(transfer);
    return NULL;
}

static void show(const bench_device *devices, unsigned count, unsigned from, unsigned to,
                 unsigned entries, double took)
{
    static double times[DEVICES_MAX * REQUESTS];
    size_t used = 0;

    for (unsigned i = 0; i < count; i++) {
        for (unsigned j = from; j < to; j++)
            times[used++] = devices[i].times[j];
    }
    qsort(times, used, sizeof *times, by_size);
    printf("| %u devices, %u entries a request | %.0f | %.0f | %.0f | %.0f | %.0f |\n", count,
           entries, (double)used * entries / took * 1e3, (double)used / took * 1e3, times[used / 2],
           times[used * 99 / 100], times[used - 1]);
}

static void measure_disk(const char *folder)
{
    char path[PATH_BYTES];
    char block[4096] = {0};

    snprintf(path, sizeof path, "%s/plain", folder);
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    need(file >= 0, "no file to measure the disk with");
    double begun = milliseconds();
    for (int i = 0; i < SYNCS; i++)
        need(write(file, block, sizeof block) == sizeof block && fsync(file) == 0, "fsync");
    printf("The disk: %.0f fsync a second (4 KiB each), one after the other.\n\n",
           SYNCS / (milliseconds() - begun) * 1e3);
    close(file);
}

static void show_memory(pid_t office, const char *when)
{
    char path[64];
    char line[256];

    snprintf(path, sizeof path, "/proc/%d/status", (int)office);
    FILE *file = fopen(path, "r");
    need(file != NULL, "no /proc");
    while (fgets(line, sizeof line, file) != NULL) {
        unsigned kilobytes = 0;
        if (sscanf(line, "VmRSS: %u", &kilobytes) == 1)
            printf("Memory of the office %s: %.1f MB.\n", when, kilobytes / 1024.0);
    }
    fclose(file);
}

static pid_t start_office(const char *tool, making_office *office)
{
    char program[PATH_BYTES];
    char line[512];
    int output[2];

    snprintf(program, sizeof program, "%s-office", tool);
    need(pipe(output) == 0, "pipe");
    pid_t made = fork();
    if (made == 0) {
        dup2(output[1], STDOUT_FILENO);
        execl(program, program, "--folder", office->folder, "--port", "0", "--loopback", "--lang",
              "en", (char *)NULL);
        _exit(127);
    }
    close(output[1]);
    FILE *says = fdopen(output[0], "r");
    need(made > 0 && says != NULL, "the office does not start");
    do
        need(fgets(line, sizeof line, says) != NULL, "the office does not start");
    while (strstr(line, "running: https://") == NULL);
    snprintf(office->address, sizeof office->address, "127.0.0.1:%lu",
             strtoul(strstr(line, "127.0.0.1:") + 10, NULL, 10));
    return made;
}

int main(int argc, char **argv)
{
    static bench_device devices[DEVICES_MAX];
    making_office *office = calloc(1, sizeof *office);
    unsigned count = argc > 2 ? (unsigned)strtoul(argv[2], NULL, 10) : 200;
    char folder[SCRATCH_PATH_BYTES];
    pthread_barrier_t barrier;

    need(argc > 1 && office != NULL && count > 0 && count <= DEVICES_MAX,
         "usage: bench_office QILI [DEVICES]");
    signal(SIGPIPE, SIG_IGN);
    scratch_make(folder);
    making_office_open(office, folder);
    pthread_barrier_init(&barrier, NULL, count + 1);
    for (unsigned i = 0; i < count; i++) {
        make_device(office, &devices[i], folder, i);
        devices[i].barrier = &barrier;
    }
    making_office_close(office);
    measure_disk(folder);
    pid_t program = start_office(argv[1], office);
    making_pause_ms(500);
    show_memory(program, "idle");
    for (unsigned i = 0; i < count; i++)
        need(pthread_create(&devices[i].thread, NULL, send_all, &devices[i]) == 0, "threads");
    double marks[3];
    pthread_barrier_wait(&barrier);
    marks[0] = milliseconds();
    pthread_barrier_wait(&barrier);
    pthread_barrier_wait(&barrier);
    marks[1] = milliseconds();
    pthread_barrier_wait(&barrier);
    pthread_barrier_wait(&barrier);
    marks[2] = milliseconds();
    unsigned failed = 0;
    for (unsigned i = 0; i < count; i++) {
        pthread_join(devices[i].thread, NULL);
        failed += devices[i].failed;
    }
    show_memory(program, "afterwards");
    printf("\n| | entries a second | requests a second | median ms | p99 ms | longest ms |\n"
           "|---|---|---|---|---|---|\n");
    show(devices, count, 0, SINGLES, 1, marks[1] - marks[0]);
    show(devices, count, SINGLES, REQUESTS, BATCH, marks[2] - marks[1]);
    printf(
        "\nThe first includes %u TLS handshakes at once; all devices and the office on this machine."
        "\nRequests that failed: %u.\n",
        count, failed);
    kill(program, SIGTERM);
    waitpid(program, NULL, 0);
    scratch_remove(folder);
    return failed > 0;
}
