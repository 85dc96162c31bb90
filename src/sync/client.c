/* sync/client.c: the thread that sends and fetches. */
#include <curl/curl.h>
#include <pthread.h>
#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "store/problem.h"
#include "sync/exchange.h"
#include "sync/sync.h"

enum {
    POLL_MS = 2000,
    PAUSE_MS = 20 /* between two batches: others want to send, too */
};

struct sync_client {
    /* Under the lock. */
    pthread_mutex_t lock;
    pthread_cond_t signal;
    sync_status status;
    bool stopping;
    bool awake; /* somebody wants it to try now */
    bool ended;
    int holders; /* the caller and the thread */
    char invitation[SYNC_INVITATION_BYTES];
    char name[SYNC_NAME_BYTES];

    /* Set once. */
    char *path;
    char *key_path;
    sync_options options;
    sync_deadlines deadlines;

    /* The thread's own. */
    sync_exchange exchange;
    bool enrolled;
    bool online;
    int64_t poll_at;
};

static int64_t steady_ms(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static int64_t wall_ms(const sync_client *client)
{
    struct timespec now;

    if (client->options.clock != NULL)
        return client->options.clock(client->options.clock_context);
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Life. */

static void free_client(sync_client *client)
{
    pthread_cond_destroy(&client->signal);
    pthread_mutex_destroy(&client->lock);
    free(client->path);
    free(client->key_path);
    free(client);
}

/* One holder less; the last one frees it. Called with the lock, which is gone afterwards. */
static void let_go(sync_client *client)
{
    bool last = --client->holders == 0;

    pthread_mutex_unlock(&client->lock);
    if (last)
        free_client(client);
}

static bool asked_to_stop(void *context)
{
    sync_client *client = context;

    pthread_mutex_lock(&client->lock);
    bool stopping = client->stopping;
    pthread_mutex_unlock(&client->lock);
    return stopping;
}

/* Telling how things stand. */

static sync_link link_of(const sync_client *client)
{
    const sync_outbox *outbox = &client->exchange.outbox;

    if (!client->enrolled)
        return SYNC_LINK_NONE;
    if (outbox->progress.why != BOARD_OK)
        return SYNC_LINK_REFUSED;
    if (!client->online)
        return SYNC_LINK_OFFLINE;
    return sync_outbox_waiting(outbox) > 0 ? SYNC_LINK_WAITING : SYNC_LINK_ALL_SENT;
}

/* `trouble` is what the last step said; BOARD_OK: none. */
static void tell(sync_client *client, board_error trouble, const char *detail)
{
    const sync_outbox *outbox = &client->exchange.outbox;
    const sync_progress *progress = &outbox->progress;
    sync_status *status = &client->status;

    pthread_mutex_lock(&client->lock);
    status->link = link_of(client);
    status->last = outbox->last;
    status->confirmed = progress->confirmed;
    status->waiting = sync_outbox_waiting(outbox);
    status->sent = outbox->sent;
    status->refused = progress->refused;
    status->why = progress->why != BOARD_OK ? progress->why : trouble;
    snprintf(status->reason, sizeof status->reason, "%s",
             progress->why != BOARD_OK ? progress->reason : detail);
    status->contact_ms = progress->contact_ms;
    status->received = client->exchange.received;
    status->behind = client->exchange.more;
    memcpy(status->office, client->exchange.settings.name, sizeof status->office);
    pthread_mutex_unlock(&client->lock);
}

/* Opening what it works with. */

static bool open_journal(sync_client *client)
{
    const store_options options = {.must_exist = true,
                                   .key_path = client->key_path,
                                   .clock = client->options.clock,
                                   .clock_context = client->options.clock_context};
    store_problem problem;

    if (client->exchange.journal != NULL)
        return true;
    if (store_open(client->path, &options, &client->exchange.journal, &problem) == BOARD_OK)
        return true;
    client->online = false;
    tell(client, problem.error, problem.detail);
    return false;
}

static void close_journal(sync_client *client)
{
    store_close(client->exchange.journal);
    client->exchange.journal = NULL;
}

/* Reads the settings where there are none yet, or those there are were refused. */
static bool open_office(sync_client *client)
{
    sync_exchange *exchange = &client->exchange;
    sync_settings settings;
    sync_progress progress;
    bool refused = sync_consequence_of(exchange->outbox.progress.why) == SYNC_DEVICE;

    if (client->enrolled && !refused)
        return true;
    board_error error = sync_settings_load(client->path, &settings);
    if (error == BOARD_OK && strcmp(settings.device, store_device(exchange->journal)) != 0)
        error = BOARD_ERROR_SYNC_NOT_ENROLLED; /* another key wrote here before */
    if (error != BOARD_OK) {
        const sync_progress none = {.confirmed = 0};
        client->enrolled = false;
        sync_outbox_begin(&exchange->outbox, &none, 0, 0);
        tell(client, error == BOARD_ERROR_SYNC_NOT_ENROLLED ? BOARD_OK : error, "");
        return false;
    }
    if (client->enrolled && memcmp(&settings, &exchange->settings, sizeof settings) == 0)
        return true;
    sync_progress_load(client->path, &progress);
    sync_outbox_begin(&exchange->outbox, &progress, client->options.first_wait_ms,
                      client->options.most_wait_ms);
    exchange->settings = settings;
    sync_transfer_free(exchange->transfer);
    exchange->transfer =
        sync_transfer_new(settings.address, &client->deadlines, asked_to_stop, client);
    store_problem problem = {.error = BOARD_ERROR_NO_MEMORY};
    client->enrolled =
        exchange->transfer != NULL &&
        sync_transfer_pin(exchange->transfer, settings.pin, settings.token, &problem) == BOARD_OK;
    client->poll_at = 0;
    return client->enrolled;
}

/* Enrolment on behalf of whoever asked. */

static void enrol(sync_client *client)
{
    char invitation[SYNC_INVITATION_BYTES];
    char name[SYNC_NAME_BYTES];
    store_problem problem = {.error = BOARD_OK};

    pthread_mutex_lock(&client->lock);
    bool asked = client->status.enrolling == SYNC_ENROL_RUNNING;
    memcpy(invitation, client->invitation, sizeof invitation);
    memcpy(name, client->name, sizeof name);
    pthread_mutex_unlock(&client->lock);
    if (!asked)
        return;
    board_error error = sync_enrol(client->exchange.journal, client->path, invitation, name,
                                   &client->deadlines, asked_to_stop, client, &problem);
    if (error == BOARD_OK)
        client->enrolled = false; /* to be read anew */
    pthread_mutex_lock(&client->lock);
    client->status.enrolling = error == BOARD_OK ? SYNC_ENROL_DONE : SYNC_ENROL_FAILED;
    client->status.enrol_error = error;
    memcpy(client->status.enrol_reason, problem.detail, sizeof problem.detail);
    sodium_memzero(client->invitation, sizeof client->invitation);
    pthread_mutex_unlock(&client->lock);
}

/* The loop. */

static bool is_of_journal(board_error error)
{
    return error >= BOARD_ERROR_STORE_OPEN && error <= BOARD_ERROR_STORE_SINK;
}

/* What a step said: who answered is online, a handle of the journal that failed is opened anew. */
static void after_step(sync_client *client, board_error error, const store_problem *problem)
{
    sync_exchange *exchange = &client->exchange;

    client->online = error == BOARD_OK || exchange->answered;
    if (exchange->answered)
        exchange->outbox.progress.contact_ms = wall_ms(client);
    if (error != BOARD_OK && !exchange->answered)
        sync_outbox_failed(&exchange->outbox, steady_ms(), randombytes_random());
    if (is_of_journal(error))
        close_journal(client);
    tell(client, error, error != BOARD_OK ? problem->detail : "");
    sync_progress_keep(exchange, client->path);
}

/* One request at most; returns when to come again. */
static int64_t step(sync_client *client)
{
    sync_exchange *exchange = &client->exchange;
    store_problem problem = {.error = BOARD_OK};
    int64_t now = steady_ms();
    int64_t poll_ms = client->options.poll_ms > 0 ? client->options.poll_ms : POLL_MS;
    board_error error = sync_look_at_journal(exchange, &problem);

    if (error != BOARD_OK) {
        after_step(client, error, &problem);
        return now + poll_ms;
    }
    if (sync_outbox_can_send(&exchange->outbox, now)) {
        uint64_t up_to = 0;
        char *text = sync_batch_next(exchange, &up_to, &problem);
        sync_outbox_sending(&exchange->outbox, up_to);
        tell(client, BOARD_OK, "");
        error = sync_send(exchange, text, now, &problem);
        free(text);
        after_step(client, error, &problem);
        return steady_ms() + PAUSE_MS;
    }
    if (now >= client->poll_at && now >= exchange->outbox.next_ms) {
        error = sync_fetch(exchange, now, &problem);
        now = steady_ms();
        client->poll_at = exchange->more ? now : now + poll_ms;
        after_step(client, error, &problem);
        return now;
    }
    tell(client, client->online ? BOARD_OK : client->status.why,
         client->online ? "" : client->status.reason);
    int64_t next =
        client->poll_at > exchange->outbox.next_ms ? client->poll_at : exchange->outbox.next_ms;
    return next < now + poll_ms ? next : now + poll_ms;
}

/* Waits until then, or until it is woken or asked to stop; false: to stop. */
static bool rest(sync_client *client, int64_t until)
{
    int64_t left = until - steady_ms();
    struct timespec at;

    clock_gettime(CLOCK_MONOTONIC, &at);
    if (left > 0) {
        at.tv_sec += (time_t)(left / 1000);
        at.tv_nsec += (long)(left % 1000) * 1000000;
        at.tv_sec += at.tv_nsec / 1000000000;
        at.tv_nsec %= 1000000000;
    }
    pthread_mutex_lock(&client->lock);
    while (!client->stopping && !client->awake && left > 0 &&
           pthread_cond_timedwait(&client->signal, &client->lock, &at) == 0)
        continue;
    bool woken = client->awake;
    bool go_on = !client->stopping;
    client->awake = false;
    pthread_mutex_unlock(&client->lock);
    if (woken) {
        client->exchange.outbox.next_ms = 0;
        client->exchange.outbox.entry_ms = 0;
        client->poll_at = 0;
    }
    return go_on;
}

static void *run(void *context)
{
    sync_client *client = context;
    int64_t next = 0;

    do {
        next = steady_ms() + (client->options.poll_ms > 0 ? client->options.poll_ms : POLL_MS);
        if (!open_journal(client))
            continue;
        enrol(client);
        if (open_office(client))
            next = step(client);
    } while (rest(client, next));
    close_journal(client);
    sync_transfer_free(client->exchange.transfer);
    sodium_memzero(&client->exchange.settings, sizeof client->exchange.settings);
    pthread_mutex_lock(&client->lock);
    client->ended = true;
    pthread_cond_broadcast(&client->signal);
    let_go(client);
    return NULL;
}

/* What callers may do. */

static bool make_lock(sync_client *client)
{
    pthread_condattr_t steady;
    bool done = pthread_condattr_init(&steady) == 0;

    done = done && pthread_condattr_setclock(&steady, CLOCK_MONOTONIC) == 0 &&
           pthread_mutex_init(&client->lock, NULL) == 0 &&
           pthread_cond_init(&client->signal, &steady) == 0;
    pthread_condattr_destroy(&steady);
    return done;
}

static bool copy_paths(sync_client *client, const char *journal, const char *key)
{
    client->path = strdup(journal);
    if (client->path == NULL)
        return false;
    if (key == NULL)
        return true;
    client->key_path = strdup(key);
    return client->key_path != NULL;
}

/* The thread gets no signals: not the program's, and no SIGPIPE of its own. */
static bool start_thread(sync_client *client)
{
    sigset_t all;
    sigset_t before;
    pthread_t thread;
    pthread_attr_t detached;

    if (pthread_attr_init(&detached) != 0)
        return false;
    pthread_attr_setdetachstate(&detached, PTHREAD_CREATE_DETACHED);
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool done = pthread_create(&thread, &detached, run, client) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&detached);
    return done;
}

board_error sync_start(const char *journal_path, const sync_options *options, sync_client **client,
                       store_problem *problem)
{
    static const sync_options usual = {.poll_ms = POLL_MS};
    static const sync_deadlines deadlines = {
        .connect_ms = SYNC_CONNECT_MS, .total_ms = SYNC_TOTAL_MS, .slow_ms = SYNC_SLOW_MS};
    sync_client *made = calloc(1, sizeof *made);

    *client = NULL;
    if (made == NULL)
        return store_fail(problem, BOARD_ERROR_NO_MEMORY, NULL);
    options = options != NULL ? options : &usual;
    made->options = *options;
    made->deadlines = options->deadlines != NULL ? *options->deadlines : deadlines;
    made->options.deadlines = NULL;
    made->holders = 2;
    if (!make_lock(made) || !copy_paths(made, journal_path, options->key_path) ||
        sodium_init() < 0 || curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK) {
        free_client(made);
        return store_fail(problem, BOARD_ERROR_NO_MEMORY, NULL);
    }
    /* What was kept is so from the first look on, however long the journal takes to open. */
    sync_progress_load(journal_path, &made->exchange.outbox.progress);
    tell(made, BOARD_OK, "");
    if (!start_thread(made)) {
        free_client(made);
        return store_fail(problem, BOARD_ERROR_SYNC_UNREACHABLE, NULL);
    }
    *client = made;
    return BOARD_OK;
}

void sync_get_status(sync_client *client, sync_status *status)
{
    pthread_mutex_lock(&client->lock);
    *status = client->status;
    pthread_mutex_unlock(&client->lock);
}

sync_entry_state sync_state_of(const sync_status *status, uint64_t sequence)
{
    const sync_outbox outbox = {
        .progress = {.confirmed = status->confirmed, .refused = status->refused},
        .sent = status->sent};

    return sync_outbox_state(&outbox, sequence);
}

void sync_wake(sync_client *client)
{
    pthread_mutex_lock(&client->lock);
    client->awake = true;
    pthread_cond_broadcast(&client->signal);
    pthread_mutex_unlock(&client->lock);
}

bool sync_ask_enrol(sync_client *client, const char *invitation, const char *name)
{
    sync_invitation read;

    if (sync_invitation_read(invitation, &read) != BOARD_OK || !sync_name_valid(name))
        return false;
    pthread_mutex_lock(&client->lock);
    bool free_to = client->status.enrolling != SYNC_ENROL_RUNNING;
    if (free_to) {
        sync_invitation_write(&read, client->invitation);
        snprintf(client->name, sizeof client->name, "%s", name);
        client->status.enrolling = SYNC_ENROL_RUNNING;
        client->awake = true;
        pthread_cond_broadcast(&client->signal);
    }
    pthread_mutex_unlock(&client->lock);
    return free_to;
}

void sync_stop(sync_client *client)
{
    if (client == NULL)
        return;
    pthread_mutex_lock(&client->lock);
    client->stopping = true;
    pthread_cond_broadcast(&client->signal);
    let_go(client);
}

bool sync_stop_and_wait(sync_client *client, int64_t most_ms)
{
    struct timespec until;

    if (client == NULL)
        return true;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += (time_t)(most_ms / 1000) + 1;
    pthread_mutex_lock(&client->lock);
    client->stopping = true;
    pthread_cond_broadcast(&client->signal);
    while (!client->ended && pthread_cond_timedwait(&client->signal, &client->lock, &until) == 0)
        continue;
    bool ended = client->ended;
    let_go(client);
    return ended;
}

board_error sync_read_status(store_journal *journal, const char *journal_path, sync_status *status,
                             store_problem *problem)
{
    sync_exchange exchange = {.journal = journal};
    sync_progress progress;

    *status = (sync_status){.link = SYNC_LINK_NONE};
    sync_progress_load(journal_path, &progress);
    sync_outbox_begin(&exchange.outbox, &progress, 0, 0);
    board_error error = sync_look_at_journal(&exchange, problem);
    if (error != BOARD_OK)
        return error;
    status->last = exchange.outbox.last;
    status->confirmed = progress.confirmed;
    status->waiting = sync_outbox_waiting(&exchange.outbox);
    status->refused = progress.refused;
    status->why = progress.why;
    memcpy(status->reason, progress.reason, sizeof status->reason);
    status->contact_ms = progress.contact_ms;
    error = sync_settings_load(journal_path, &exchange.settings);
    if (error == BOARD_ERROR_SYNC_NOT_ENROLLED)
        return BOARD_OK;
    if (error != BOARD_OK)
        return store_fail(problem, error, journal_path);
    memcpy(status->office, exchange.settings.name, sizeof status->office);
    status->link = progress.why != BOARD_OK ? SYNC_LINK_REFUSED
                   : status->waiting > 0    ? SYNC_LINK_WAITING
                                            : SYNC_LINK_ALL_SENT;
    return BOARD_OK;
}
