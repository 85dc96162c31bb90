/* tests/support/office_making.c: an office on a thread, and devices enrolled at it. */
#include "office_making.h"

#include <arpa/inet.h>
#include <curl/curl.h>
#include <netinet/in.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

const sync_deadlines making_deadlines = {.connect_ms = 3000, .total_ms = 5000, .slow_ms = 3000};

static void give_up(const char *what, const store_problem *problem)
{
    char text[1024] = "";

    if (problem != NULL)
        store_problem_text(problem, BOARD_ENGLISH, text, sizeof text);
    fprintf(stderr, "%s: %s\n", what, text);
    abort();
}

static void keep_log(void *context, const char *line)
{
    making_office *made = context;
    size_t left = sizeof made->logged - made->logged_used;
    int length = snprintf(made->logged + made->logged_used, left, "%s\n", line);

    if (length > 0 && (size_t)length < left)
        made->logged_used += (size_t)length;
}

void making_office_open(making_office *made, const char *folder)
{
    const office_options options = {.folder = made->folder,
                                    .address = "127.0.0.1:1",
                                    .log = keep_log,
                                    .log_names = keep_log,
                                    .log_context = made};
    const office_person chief = {"chief", "裁判长", LEDGER_CHIEF_ARBITER};
    store_problem problem;
    bool first = false;

    if (sodium_init() < 0 || curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK)
        give_up("libraries", NULL);
    scratch_path(folder, "office", made->folder);
    if (office_open(&options, &made->house, &first, &problem) != BOARD_OK ||
        (first &&
         office_add_person(&made->house, &chief, "chief", made->token, &problem) != BOARD_OK))
        give_up(made->folder, &problem);
    memcpy(made->pin, made->house.certificate.pin, sizeof made->pin);
    made->options.loopback = true;
}

static void *serve(void *context)
{
    making_office *made = context;

    office_server_run(made->server, made->stop[0], -1);
    return NULL;
}

void making_office_start(making_office *made)
{
    store_problem problem;

    if (pipe(made->stop) != 0 ||
        office_server_start(&made->house, &made->options, &made->server, &problem) != BOARD_OK)
        give_up("server", &problem);
    made->options.port = office_server_port(made->server); /* the same after a restart */
    snprintf(made->address, sizeof made->address, "127.0.0.1:%u", (unsigned)made->options.port);
    memcpy(made->house.address, made->address, sizeof made->address);
    if (pthread_create(&made->thread, NULL, serve, made) != 0)
        give_up("thread", NULL);
    made->running = true;
}

void making_office_halt(making_office *made)
{
    if (!made->running)
        return;
    if (write(made->stop[1], "x", 1) != 1)
        give_up("stop", NULL);
    pthread_join(made->thread, NULL);
    office_server_stop(made->server);
    close(made->stop[0]);
    close(made->stop[1]);
    made->running = false;
}

void making_office_close(making_office *made)
{
    making_office_halt(made);
    office_close(&made->house);
}

static int64_t shifted_clock(void *context)
{
    struct timespec now;

    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000 + ((making_place *)context)->shift_ms;
}

int making_place_set_up(void **state)
{
    making_place *place = calloc(1, sizeof *place);

    if (place == NULL)
        return -1;
    scratch_make(place->folder);
    scratch_path(place->folder, "device.db", place->path);
    making_office_open(&place->office, place->folder);
    place->office.house.options.clock = shifted_clock;
    place->office.house.options.clock_context = place;
    place->office.options.head_ms = MAKING_HEAD_MS;
    place->office.options.whole_ms = MAKING_WHOLE_MS;
    making_office_start(&place->office);
    *state = place;
    return 0;
}

int making_place_tear_down(void **state)
{
    making_place *place = *state;

    making_office_close(&place->office);
    scratch_remove(place->folder);
    free(place);
    return 0;
}

int making_connect(const making_office *made)
{
    const struct timeval wait = {10, 0};
    const struct sockaddr_in address = {.sin_family = AF_INET,
                                        .sin_port = htons(made->options.port),
                                        .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int connection = socket(AF_INET, SOCK_STREAM, 0);

    if (connection < 0 ||
        connect(connection, (const struct sockaddr *)&address, sizeof address) != 0)
        give_up("connection", NULL);
    setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &wait, sizeof wait);
    setsockopt(connection, SOL_SOCKET, SO_SNDTIMEO, &wait, sizeof wait);
    return connection;
}

char *making_office_invite(const making_office *made, char text[SYNC_INVITATION_BYTES])
{
    sync_invitation invitation = {.pinned = false};
    char path[SCRATCH_PATH_BYTES];
    office_desk *desk = NULL;
    store_problem problem;

    sync_code_make(invitation.code);
    memcpy(invitation.address, made->address, sizeof invitation.address);
    if (office_desk_open(scratch_path(made->folder, "desk.db", path), &desk, &problem) !=
            BOARD_OK ||
        office_desk_open_code(desk, invitation.code, office_now(&made->house)) != BOARD_OK)
        give_up("invitation", &problem);
    office_desk_close(desk);
    return sync_invitation_write(&invitation, text);
}

board_error making_enrol(const making_office *made, const char *path, const char *name)
{
    char invitation[SYNC_INVITATION_BYTES];
    store_journal *journal = scratch_open(path, NULL);
    board_error error = sync_enrol(journal, path, making_office_invite(made, invitation), name,
                                   &making_deadlines, NULL, NULL, NULL);

    store_close(journal);
    return error;
}

sync_client *making_client(const char *path)
{
    const sync_options options = {
        .poll_ms = 50, .first_wait_ms = 20, .most_wait_ms = 200, .deadlines = &making_deadlines};
    sync_client *client = NULL;
    store_problem problem;

    if (sync_start(path, &options, &client, &problem) != BOARD_OK)
        give_up("client", &problem);
    return client;
}

bool making_wait_link(sync_client *client, sync_link link, int64_t most_ms, sync_status *status)
{
    const int64_t end = making_steady_ms() + most_ms;

    do {
        making_pause_ms(5);
        sync_get_status(client, status);
    } while (status->link != link && making_steady_ms() < end);
    return status->link == link;
}

int64_t making_steady_ms(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

void making_pause_ms(long ms)
{
    const struct timespec pause = {ms / 1000, ms % 1000 * 1000000L};

    nanosleep(&pause, NULL);
}
