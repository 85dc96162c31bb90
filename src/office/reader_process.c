/* office/reader_process.c: one picture read in a process of its own. */
#define _GNU_SOURCE /* pipe2, posix_spawn_file_actions_addclosefrom_np */
#include "office/reader_process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "store/files.h"
#include "sync/wire.h"

enum {
    LOOK_MS = 100, /* how soon somebody who wants to stop is heard */
    ANSWER_MAX = SYNC_CARRIED_MAX + 16,
    MEMORY_MAX = 512 * 1024 * 1024
};

/* In the process. */

/* What a picture can make the library do has an end, also where nobody is left to end it. */
static void limit_process(void)
{
    const struct rlimit seconds = {OFFICE_PICTURE_SECONDS, OFFICE_PICTURE_SECONDS + 1};
    const struct rlimit none = {0, 0};

    setrlimit(RLIMIT_CPU, &seconds);
    setrlimit(RLIMIT_CORE, &none);
#ifndef __SANITIZE_ADDRESS__ /* which takes terabytes of addresses for itself */
    const struct rlimit memory = {MEMORY_MAX, MEMORY_MAX};
    setrlimit(RLIMIT_AS, &memory);
#endif
}

int office_read_code(void)
{
    const size_t room = SYNC_BODY_MAX + 1;
    uint8_t *bytes = NULL;
    char *text = NULL;
    sync_picture picture;
    unsigned codes = 0;

    limit_process();
    bytes = malloc(room);
    const long length = bytes != NULL ? store_read_bytes(STDIN_FILENO, bytes, room) : -1;
    bool done = length >= 0 && length < (long)room &&
                sync_pgm_read(bytes, (size_t)length, &picture, NULL) == BOARD_OK &&
                sync_picture_scan(&picture, &text, &codes) == BOARD_OK;
    if (done)
        done = printf("%u\n%s", codes, text != NULL ? text : "") > 0 && fflush(stdout) == 0;
    free(text);
    free(bytes);
    return done ? EXIT_SUCCESS : EXIT_FAILURE;
}

/* In the office. */

typedef struct process {
    pid_t id;
    int input;  /* of the process: we write; -1: closed */
    int output; /* we read */
    const uint8_t *bytes;
    size_t left;
    char answer[ANSWER_MAX + 1];
    size_t used;
} process;

static void close_one(int *descriptor)
{
    if (*descriptor >= 0)
        close(*descriptor);
    *descriptor = -1;
}

/* Nothing of the office's is open in the process: not its journal, not its connections. */
static bool spawn(process *made, const char *program, int input, int output)
{
    extern char **environ;
    char *const words[] = {(char *)program, (char *)OFFICE_READ_CODE, NULL};
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t none;
    sigset_t all;

    sigemptyset(&none);
    sigfillset(&all);
    if (posix_spawn_file_actions_init(&actions) != 0)
        return false;
    if (posix_spawnattr_init(&attributes) != 0) {
        posix_spawn_file_actions_destroy(&actions);
        return false;
    }
    bool done =
        posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO) == 0 &&
        posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO) == 0 &&
        posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1) == 0 &&
        posix_spawnattr_setsigmask(&attributes, &none) == 0 &&
        posix_spawnattr_setsigdefault(&attributes, &all) == 0 &&
        posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF) == 0;
    done = done && posix_spawn(&made->id, program, &actions, &attributes, words, environ) == 0;
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return done;
}

static bool begin(process *made, const char *program)
{
    int input[2] = {-1, -1};
    int output[2] = {-1, -1};
    bool done = pipe2(input, O_CLOEXEC) == 0 && pipe2(output, O_CLOEXEC) == 0 &&
                fcntl(input[1], F_SETFL, O_NONBLOCK) == 0 &&
                spawn(made, program, input[0], output[1]);

    close_one(&input[0]);
    close_one(&output[1]);
    if (!done) {
        close_one(&input[1]);
        close_one(&output[0]);
    }
    made->input = input[1];
    made->output = output[0];
    return done;
}

/* What it has not read when it ends does not matter: its answer does. */
static void feed(process *running)
{
    const ssize_t wrote = write(running->input, running->bytes, running->left);

    if (wrote > 0) {
        running->bytes += wrote;
        running->left -= (size_t)wrote;
    }
    if (running->left == 0 || (wrote < 0 && errno != EAGAIN && errno != EINTR))
        close_one(&running->input);
}

/* True: there is more to come. */
static bool hear(process *running)
{
    const ssize_t got =
        read(running->output, running->answer + running->used, ANSWER_MAX - running->used);

    if (got > 0)
        running->used += (size_t)got;
    return got > 0 || (got < 0 && errno == EINTR);
}

static int64_t steady_ms(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* True: it has said all and closed its output. */
static bool talk(process *running, const atomic_bool *stopping)
{
    const int64_t end = steady_ms() + OFFICE_PICTURE_MS;
    struct pollfd both[2];

    while (!atomic_load(stopping) && steady_ms() < end) {
        both[0] = (struct pollfd){.fd = running->output, .events = POLLIN};
        both[1] = (struct pollfd){.fd = running->input, .events = POLLOUT};
        if (poll(both, 2, LOOK_MS) < 0 && errno != EINTR)
            return false;
        if (both[1].revents != 0)
            feed(running);
        if (both[0].revents != 0 && !hear(running))
            return true;
    }
    return false;
}

static bool read_answer(const char *answer, office_seen *seen)
{
    char *end = NULL;
    const unsigned long codes = strtoul(answer, &end, 10);

    if (end == answer || *end != '\n' || strlen(end + 1) >= sizeof seen->text)
        return false;
    seen->codes = (unsigned)codes;
    memcpy(seen->text, end + 1, strlen(end + 1) + 1);
    return true;
}

office_reading office_read_apart(const char *program, const void *pgm, size_t length,
                                 const atomic_bool *stopping, office_seen *seen)
{
    process running = {.bytes = pgm, .left = length};
    int status = 0;

    *seen = (office_seen){.codes = 0};
    if (!begin(&running, program))
        return OFFICE_READING_SLOW;
    const bool whole = talk(&running, stopping);
    close_one(&running.input);
    close_one(&running.output);
    if (!whole)
        kill(running.id, SIGKILL);
    while (waitpid(running.id, &status, 0) < 0 && errno == EINTR)
        continue;
    const bool sound = whole && WIFEXITED(status) && WEXITSTATUS(status) == EXIT_SUCCESS &&
                       read_answer(running.answer, seen);
    return sound ? OFFICE_READING_DONE : OFFICE_READING_SLOW;
}
