/*
 * tests/test_office_storm.c: many devices, a bad network (tests/support/fault_proxy.py) and an
 * office that is killed again and again: every entry arrives exactly once and in order, at the
 * office and on every other device, and nothing that was acknowledged is lost. Also an office whose
 * disk is full.
 *
 * STORM_DEVICES (5), STORM_ENTRIES of all devices together (300), STORM_KILLS (6), STORM_FAILING
 * (0.3), STORM_SEED (1) of the network's dice; `make test-office` asks for 20, 10000 and 100. QILI
 * is the tool: the office's program is beside it.
 */
#include <errno.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "support/office_making.h"

enum { DEVICES_MAX = 64, ADDRESS_BYTES = SYNC_ADDRESS_BYTES, DAY_MS = 24 * 60 * 60 * 1000 };

typedef struct process {
    pid_t id;
    FILE *says;
    int asks; /* its standard input */
} process;

typedef struct storm_device {
    char path[SCRATCH_PATH_BYTES];
    char name[32];
    sync_client *client;
    store_journal *journal;
    uint64_t entries;   /* appended so far */
    uint64_t confirmed; /* the most that the client ever said */
    bool went_back;
} storm_device;

typedef struct storm {
    char folder[SCRATCH_PATH_BYTES];
    making_office office; /* for its files: the program runs it */
    process program;
    process proxy;
    unsigned port;
    size_t device_count;
    storm_device devices[DEVICES_MAX];
} storm;

static unsigned setting(const char *name, unsigned usual)
{
    const char *text = getenv(name);

    return text != NULL && text[0] != '\0' ? (unsigned)strtoul(text, NULL, 10) : usual;
}

/* Processes. */

/* Starts a program that writes to us and reads from us; limit: the size of its files, 0: none. */
static process start(char *const *words, rlim_t limit)
{
    process made = {.id = -1};
    int output[2];
    int input[2];

    assert_int_equal(pipe(output), 0);
    assert_int_equal(pipe(input), 0);
    made.id = fork();
    assert_true(made.id >= 0);
    if (made.id == 0) {
        const struct rlimit size = {limit, limit};
        dup2(output[1], STDOUT_FILENO);
        dup2(input[0], STDIN_FILENO);
        for (int i = 3; i < 1024; i++)
            close(i);
        if (limit > 0) {
            signal(SIGXFSZ, SIG_IGN);
            setrlimit(RLIMIT_FSIZE, &size);
        }
        execvp(words[0], words);
        _exit(127);
    }
    close(output[1]);
    close(input[0]);
    made.says = fdopen(output[0], "r");
    made.asks = input[1];
    assert_non_null(made.says);
    return made;
}

static void end(process *running, int signal_number)
{
    int status = 0;

    if (running->id <= 0)
        return;
    if (signal_number != 0)
        kill(running->id, signal_number);
    while (waitpid(running->id, &status, 0) < 0 && errno == EINTR)
        continue;
    fclose(running->says);
    close(running->asks);
    running->id = 0;
}

static bool read_until(process *running, const char *wanted, char *line, size_t size)
{
    while (fgets(line, (int)size, running->says) != NULL) {
        if (strstr(line, wanted) != NULL)
            return true;
    }
    return false;
}

static void start_program(storm *test, rlim_t limit)
{
    const char *tool = getenv("QILI");
    char program[SCRATCH_PATH_BYTES];
    char port[16];
    char line[512];

    snprintf(program, sizeof program, "%s-office", tool != NULL ? tool : "build/qili");
    snprintf(port, sizeof port, "%u", test->port);
    char *const words[] = {program,  "--folder", test->office.folder,
                           "--port", port,       "--loopback",
                           "--lang", "en",       NULL};
    test->program = start(words, limit);
    assert_true(read_until(&test->program, "running: https://127.0.0.1:", line, sizeof line));
    test->port = (unsigned)strtoul(strstr(line, "127.0.0.1:") + 10, NULL, 10);
}

static void start_proxy(storm *test)
{
    const char *failing = getenv("STORM_FAILING");
    char port[16];
    char seed[16];
    char line[64];
    char *const words[] = {"python3",
                           "tests/support/fault_proxy.py",
                           test->office.folder,
                           port,
                           seed,
                           (char *)(failing != NULL ? failing : "0.3"),
                           NULL};

    snprintf(port, sizeof port, "%u", test->port);
    snprintf(seed, sizeof seed, "%u", setting("STORM_SEED", 1));
    test->proxy = start(words, 0);
    assert_non_null(fgets(line, sizeof line, test->proxy.says));
    snprintf(test->office.address, sizeof test->office.address, "127.0.0.1:%lu",
             strtoul(line, NULL, 10));
}

/* Devices. */

static int64_t wrong_clock(void *context)
{
    (void)context;
    return making_steady_ms() + DAY_MS;
}

/* Enrols at the office itself; then its address becomes the proxy's. */
static void make_device(storm *test, storm_device *device, const char *direct, const char *proxy)
{
    sync_settings settings;

    snprintf(test->office.address, sizeof test->office.address, "%s", direct);
    board_error error = BOARD_ERROR_SYNC_UNREACHABLE;
    for (int i = 0; i < 10 && error == BOARD_ERROR_SYNC_UNREACHABLE; i++) /* a slow machine */
        error = making_enrol(&test->office, device->path, device->name);
    assert_int_equal(error, BOARD_OK);
    assert_int_equal(sync_settings_load(device->path, &settings), BOARD_OK);
    snprintf(settings.address, sizeof settings.address, "%s", proxy);
    assert_int_equal(sync_settings_save(device->path, &settings, NULL), BOARD_OK);
    device->journal = scratch_open(device->path, NULL);
}

static void start_device(storm_device *device, bool clock_is_wrong)
{
    const sync_options options = {.poll_ms = 300,
                                  .first_wait_ms = 20,
                                  .most_wait_ms = 500,
                                  .deadlines = &making_deadlines,
                                  .clock = clock_is_wrong ? wrong_clock : NULL};

    assert_int_equal(sync_start(device->path, &options, &device->client, NULL), BOARD_OK);
}

static void look_at(storm_device *device)
{
    sync_status status;

    sync_get_status(device->client, &status);
    device->went_back = device->went_back || status.confirmed < device->confirmed;
    if (status.confirmed > device->confirmed)
        device->confirmed = status.confirmed;
}

/* What a device was told is confirmed must be in the office's journal after it was killed. */
static void check_acknowledged(storm *test)
{
    const store_options options = {.read_only = true};
    char path[SCRATCH_PATH_BYTES];
    store_journal *journal =
        scratch_open(scratch_path(test->office.folder, "office.db", path), &options);

    for (size_t i = 0; i < test->device_count; i++) {
        const store_filter filter = {.device = store_device(test->devices[i].journal)};
        uint64_t count = 0;
        assert_int_equal(store_count(journal, &filter, &count, NULL), BOARD_OK);
        assert_true(count >= test->devices[i].confirmed);
    }
    store_close(journal);
}

typedef struct order_check {
    uint64_t next;
    bool sound;
} order_check;

static bool check_order(void *context, const store_entry *entry)
{
    order_check *check = context;
    char payload[32];

    snprintf(payload, sizeof payload, "{\"n\":%u}", (unsigned)check->next - 1);
    check->sound =
        check->sound && entry->sequence == check->next && strcmp(entry->payload, payload) == 0;
    check->next++;
    return true;
}

/* Every entry of every device once, in order, unchanged; the whole journal sound. */
static void check_journal(storm *test, const char *path)
{
    store_journal *journal = scratch_open(path, NULL);

    for (size_t i = 0; i < test->device_count; i++) {
        const store_filter filter = {.device = store_device(test->devices[i].journal)};
        order_check check = {.next = 1, .sound = true};
        assert_int_equal(store_visit(journal, &filter, check_order, &check, NULL), BOARD_OK);
        assert_true(check.sound);
        assert_int_equal(check.next - 1, test->devices[i].entries);
    }
    store_close(journal);
    assert_int_equal(scratch_verify(path, NULL, NULL), 0);
}

static bool all_confirmed(storm *test)
{
    bool all = true;

    for (size_t i = 0; i < test->device_count; i++) {
        look_at(&test->devices[i]);
        all = all && test->devices[i].confirmed == test->devices[i].entries;
    }
    return all;
}

/* The same at the office and on every device. */
static void check_all(storm *test)
{
    char path[SCRATCH_PATH_BYTES];

    check_journal(test, scratch_path(test->office.folder, "office.db", path));
    for (size_t i = 0; i < test->device_count; i++)
        check_journal(test, test->devices[i].path);
}

/* Has every device what all others sent? */
static bool all_know_all(storm *test)
{
    const store_filter fouls = {.type = "foul"};
    uint64_t all = 0;

    for (size_t i = 0; i < test->device_count; i++)
        all += test->devices[i].entries;
    for (size_t i = 0; i < test->device_count; i++) {
        uint64_t count = 0;
        assert_int_equal(store_count(test->devices[i].journal, &fouls, &count, NULL), BOARD_OK);
        if (count < all)
            return false;
    }
    return true;
}

/* The storm. */

static void begin(storm *test, size_t devices)
{
    char direct[ADDRESS_BYTES];
    char proxy[ADDRESS_BYTES];
    char name[32];

    signal(SIGPIPE, SIG_IGN);
    scratch_make(test->folder);
    making_office_open(&test->office, test->folder);
    making_office_close(&test->office); /* only its files were to be made */
    start_program(test, 0);
    snprintf(direct, sizeof direct, "127.0.0.1:%u", test->port);
    start_proxy(test);
    snprintf(proxy, sizeof proxy, "%s", test->office.address);
    test->device_count = devices;
    for (size_t i = 0; i < devices; i++) {
        storm_device *device = &test->devices[i];
        snprintf(device->name, sizeof device->name, "%zu号", i + 1);
        snprintf(name, sizeof name, "device-%zu.db", i);
        scratch_path(test->folder, name, device->path);
        make_device(test, device, direct, proxy);
        start_device(device, i == 0);
    }
}

static void finish(storm *test)
{
    for (size_t i = 0; i < test->device_count; i++) {
        sync_stop_and_wait(test->devices[i].client, 10000);
        store_close(test->devices[i].journal);
    }
    end(&test->program, SIGTERM);
    end(&test->proxy, SIGTERM);
    scratch_remove(test->folder);
    free(test);
}

static void append_some(storm_device *device, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        scratch_append(device->journal, "foul", (unsigned)device->entries++);
}

static void restart_device(storm_device *device)
{
    assert_true(sync_stop_and_wait(device->client, 10000));
    start_device(device, false);
}

static void every_entry_arrives_once_and_in_order(void **state)
{
    const unsigned devices = setting("STORM_DEVICES", 5);
    const unsigned entries = setting("STORM_ENTRIES", 300) / devices;
    const unsigned kills = setting("STORM_KILLS", 6);
    const int64_t begun = making_steady_ms();
    storm *test = calloc(1, sizeof *test);
    char line[1024];
    unsigned killed = 0;
    unsigned appended = 0;

    (void)state;
    assert_non_null(test);
    assert_true(devices > 0 && devices <= DEVICES_MAX);
    begin(test, devices);
    while (appended < entries || killed < kills || !all_confirmed(test)) {
        assert_true(making_steady_ms() - begun < (int64_t)(120 + kills * 30) * 1000);
        unsigned step = entries / (kills + 1) + 1;
        step = step < entries - appended ? step : entries - appended;
        for (size_t i = 0; i < devices; i++)
            append_some(&test->devices[i], step);
        appended += step;
        making_pause_ms(100 + (long)(killed * 37 % 200));
        all_confirmed(test);
        if (killed < kills) {
            end(&test->program, SIGKILL);
            all_confirmed(test);
            check_acknowledged(test);
            start_program(test, 0);
            killed++;
            if (killed % 5 == 2) /* and a device is switched off and on */
                restart_device(&test->devices[killed % devices]);
        }
    }
    const double seconds = (double)(making_steady_ms() - begun) / 1000;
    while (!all_know_all(test)) {
        assert_true(making_steady_ms() - begun < (int64_t)(120 + kills * 30) * 1000);
        making_pause_ms(100);
    }
    const double known = (double)(making_steady_ms() - begun) / 1000;
    for (size_t i = 0; i < devices; i++)
        assert_false(test->devices[i].went_back);
    end(&test->program, SIGTERM);
    check_all(test);
    close(test->proxy.asks);
    test->proxy.asks = -1;
    if (fgets(line, sizeof line, test->proxy.says) != NULL)
        printf("storm: %u entries of %u devices, %u kills: all at the office after %.1f s, on all "
               "devices after %.1f s: %s",
               entries * devices, devices, killed, seconds, known, line);
    finish(test);
}

/* The office's disk is full: nothing is acknowledged, nothing is lost, and it goes on when there is
 * room again. */
static void a_full_disk_is_waited_for(void **state)
{
    storm *test = calloc(1, sizeof *test);
    storm_device *device = &test->devices[0];
    sync_status status;

    (void)state;
    assert_non_null(test);
    begin(test, 1);
    append_some(device, 20);
    while (!all_confirmed(test))
        making_pause_ms(20);
    end(&test->program, SIGKILL);
    start_program(test, 128 * 1024);
    append_some(device, 400);
    uint64_t before = 0;
    for (int calm = 0; calm < 20;) { /* until it gets no further */
        making_pause_ms(50);
        all_confirmed(test);
        calm = device->confirmed == before ? calm + 1 : 0;
        before = device->confirmed;
    }
    sync_get_status(device->client, &status);
    assert_true(device->confirmed < device->entries);
    assert_int_equal(status.refused, 0); /* it waits */
    end(&test->program, SIGKILL);
    check_acknowledged(test);
    start_program(test, 0);
    for (int i = 0; i < 2000 && !all_confirmed(test); i++)
        making_pause_ms(20);
    assert_true(all_confirmed(test));
    end(&test->program, SIGTERM);
    check_all(test);
    finish(test);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_entry_arrives_once_and_in_order),
        cmocka_unit_test(a_full_disk_is_waited_for),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
