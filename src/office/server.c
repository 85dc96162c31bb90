/* office/server.c: the office on the network, by libmicrohttpd. */
#include "office/server.h"

#include <arpa/inet.h>
#include <errno.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "office/channels.h"
#include "office/reader.h"
#include "office/worker.h"
#include "store/problem.h"

enum {
    MEMORY_OF_CONNECTION = 32 * 1024, /* head and a piece of the body */
    STREAM_BLOCK = 512,
    STREAMS_MAX = 64,
    TICK_MS = 1000,
    BEAT_MS = 15000,
    CONTACTS_MS = 60000,
    HEAD_MS = 10000,
    WHOLE_MS = 60000,
    IDLE_MS = 75000,
    BACKLOG = 511
};

/* Somebody who is told of changes. */
typedef struct stream {
    struct stream *next;
    office_server *server;
    struct MHD_Connection *connection;
    uint64_t told;
    int64_t beat_ms;
    bool suspended;
    bool beating; /* a sign of life is due */
} stream;

/* A request while it comes in. */
typedef struct incoming {
    struct incoming *next; /* among those that wait for the judge */
    struct MHD_Connection *connection;
    char *body;
    size_t used;
    size_t room;
    size_t most;
    bool waiting;
    char token[SYNC_TOKEN_BYTES];
} incoming;

struct office_server {
    office_server_options options;
    office_front front;
    office_rates rates;
    struct MHD_Daemon *daemon;
    int listening;
    int epoll;
    int woken; /* the worker has finished something */
    uint16_t port;
    office_channels channels;
    stream *streams;
    size_t stream_count;
    incoming *waiting;
    int64_t contacts_ms;
    bool ending;
};

static int64_t steady_ms(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Streams: server-sent events. */

static ssize_t write_stream(void *context, uint64_t position, char *buffer, size_t size)
{
    stream *at = context;
    const office_house *office = at->server->front.office;
    int length = 0;

    (void)position;
    if (at->server->ending)
        return MHD_CONTENT_READER_END_OF_STREAM;
    if (at->told != office->changes) {
        at->told = office->changes;
        length =
            snprintf(buffer, size, "event: change\ndata: %llu\n\n", (unsigned long long)at->told);
    } else if (at->beating) {
        length = snprintf(buffer, size, ": beat\n\n");
    } else {
        at->suspended = true;
        MHD_suspend_connection(at->connection);
        return 0;
    }
    at->beating = false;
    at->beat_ms = steady_ms();
    return length > 0 && (size_t)length < size ? length : MHD_CONTENT_READER_END_WITH_ERROR;
}

static void free_stream(void *context)
{
    stream *gone = context;
    stream **at = &gone->server->streams;

    while (*at != NULL && *at != gone)
        at = &(*at)->next;
    if (*at == gone)
        *at = gone->next;
    gone->server->stream_count--;
    free(gone);
}

static struct MHD_Response *begin_stream(office_server *server, struct MHD_Connection *connection)
{
    if (server->stream_count >= STREAMS_MAX)
        return NULL;
    stream *made = calloc(1, sizeof *made);
    if (made == NULL)
        return NULL;
    *made = (stream){.next = server->streams,
                     .server = server,
                     .connection = connection,
                     .told = UINT64_MAX,
                     .beat_ms = steady_ms()};
    server->streams = made;
    server->stream_count++;
    office_channel_stage(connection, OFFICE_CHANNEL_STREAM);
    return MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, STREAM_BLOCK, write_stream, made,
                                             free_stream);
}

static void resume_streams(office_server *server, int64_t now)
{
    for (stream *at = server->streams; at != NULL; at = at->next) {
        at->beating = at->beating || now - at->beat_ms >= BEAT_MS;
        bool due = at->told != server->front.office->changes || at->beating || server->ending;
        if (at->suspended && due) {
            at->suspended = false;
            MHD_resume_connection(at->connection);
        }
    }
}

/* Requests. */

static const char *get_argument(void *context, const char *name)
{
    return MHD_lookup_connection_value(context, MHD_GET_ARGUMENT_KIND, name);
}

static const char *get_header(struct MHD_Connection *connection, const char *name)
{
    return MHD_lookup_connection_value(connection, MHD_HEADER_KIND, name);
}

static void write_address(struct MHD_Connection *connection, char from[OFFICE_ADDRESS_BYTES])
{
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);

    from[0] = '\0';
    if (info == NULL || info->client_addr == NULL)
        return;
    if (info->client_addr->sa_family == AF_INET) {
        const struct sockaddr_in *four = (const void *)info->client_addr;
        inet_ntop(AF_INET, &four->sin_addr, from, OFFICE_ADDRESS_BYTES);
    } else if (info->client_addr->sa_family == AF_INET6) {
        const struct sockaddr_in6 *six = (const void *)info->client_addr;
        inet_ntop(AF_INET6, &six->sin6_addr, from, OFFICE_ADDRESS_BYTES);
    }
}

static office_request make_request(struct MHD_Connection *connection, const char *method,
                                   const char *path, incoming *request)
{
    static const char bearer[] = "Bearer ";
    const char *authorization = get_header(connection, "Authorization");
    const char *language = get_argument(connection, "lang");
    office_request made = {.method = method,
                           .path = path,
                           .body = request->body != NULL ? request->body : "",
                           .length = request->used,
                           .own_page = get_header(connection, "X-Qili") != NULL,
                           .chinese = language == NULL || strcmp(language, "en") != 0,
                           .argument = get_argument,
                           .context = connection};

    if (authorization != NULL && strncmp(authorization, bearer, sizeof bearer - 1) == 0)
        made.bearer = authorization + sizeof bearer - 1;
    made.cookie = MHD_lookup_connection_value(connection, MHD_COOKIE_KIND, "qili");
    write_address(connection, made.from);
    return made;
}

/* Headers that every reply has. */
static void add_headers(struct MHD_Response *response)
{
    static const char *const headers[][2] = {
        {"Content-Security-Policy",
         "default-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'self'; "
         "frame-ancestors 'none'"},
        {"X-Content-Type-Options", "nosniff"},
        {"X-Frame-Options", "DENY"},
        {"Referrer-Policy", "no-referrer"},
        {"Cache-Control", "no-store"},
    };

    for (size_t i = 0; i < sizeof headers / sizeof headers[0]; i++)
        MHD_add_response_header(response, headers[i][0], headers[i][1]);
}

static enum MHD_Result queue(struct MHD_Connection *connection, struct MHD_Response *response,
                             const office_reply *reply)
{
    char disposition[OFFICE_FILE_BYTES + 32];

    if (response == NULL)
        return MHD_NO;
    add_headers(response);
    MHD_add_response_header(response, MHD_HTTP_HEADER_CONTENT_TYPE, reply->type);
    if (reply->cookie[0] != '\0')
        MHD_add_response_header(response, MHD_HTTP_HEADER_SET_COOKIE, reply->cookie);
    snprintf(disposition, sizeof disposition, "attachment; filename=\"%s\"", reply->file);
    if (reply->file[0] != '\0')
        MHD_add_response_header(response, "Content-Disposition", disposition);
    enum MHD_Result result = MHD_queue_response(connection, reply->status, response);
    MHD_destroy_response(response);
    return result;
}

/* A reply whose body is handed over. */
static enum MHD_Result send_reply(struct MHD_Connection *connection, office_reply *reply)
{
    struct MHD_Response *response =
        reply->fixed != NULL
            ? MHD_create_response_from_buffer(reply->length, (void *)reply->fixed,
                                              MHD_RESPMEM_PERSISTENT)
            : MHD_create_response_from_buffer(reply->length, reply->body, MHD_RESPMEM_MUST_FREE);

    if (response != NULL)
        reply->body = NULL;
    enum MHD_Result result = queue(connection, response, reply);
    office_reply_free(reply);
    return result;
}

static enum MHD_Result send_refusal(struct MHD_Connection *connection, board_error error)
{
    const sync_answer answer = {.refused = true, .error = error};
    office_reply reply = {.status = sync_status_of(error), .type = "application/json"};

    reply.body = sync_answer_write(&answer);
    reply.length = reply.body != NULL ? strlen(reply.body) : 0;
    return send_reply(connection, &reply);
}

/* The head is there: is the body worth reading? */
static enum MHD_Result begin_request(office_server *server, struct MHD_Connection *connection,
                                     const char *method, const char *path, void **context)
{
    incoming *request = calloc(1, sizeof *request);
    const char *length = get_header(connection, MHD_HTTP_HEADER_CONTENT_LENGTH);

    *context = request;
    if (request == NULL)
        return MHD_NO;
    office_channel_stage(connection, OFFICE_CHANNEL_WHOLE);
    request->connection = connection;
    const office_request made = make_request(connection, method, path, request);
    board_error error = office_admit(&server->front, &made, &request->most);
    if (error == BOARD_OK && length != NULL && strtoull(length, NULL, 10) > request->most)
        error = BOARD_ERROR_SYNC_TOO_LARGE;
    return error == BOARD_OK ? MHD_YES : send_refusal(connection, error);
}

/* A piece of the body; false: it is longer than it may be (a body without a length), or memory ran
 * out. */
static bool take_piece(incoming *request, const char *bytes, size_t length)
{
    if (length > request->most - request->used)
        return false;
    if (request->used + length + 1 > request->room) {
        size_t room = 2 * (request->used + length + 1);
        char *grown = realloc(request->body, room);
        if (grown == NULL)
            return false;
        request->body = grown;
        request->room = room;
    }
    memcpy(request->body + request->used, bytes, length);
    request->used += length;
    request->body[request->used] = '\0';
    return true;
}

static enum MHD_Result finish_request(office_server *server, struct MHD_Connection *connection,
                                      const char *method, const char *path, incoming *request)
{
    const office_request made = make_request(connection, method, path, request);
    office_reply reply;

    office_handle(&server->front, &made, &reply);
    if (reply.outcome == OFFICE_STREAM)
        return queue(connection, begin_stream(server, connection), &reply);
    if (reply.outcome == OFFICE_PENDING) {
        request->waiting = true;
        request->next = server->waiting;
        server->waiting = request;
        MHD_suspend_connection(connection);
        return MHD_YES;
    }
    return send_reply(connection, &reply);
}

static enum MHD_Result on_request(void *context, struct MHD_Connection *connection,
                                  const char *path, const char *method, const char *version,
                                  const char *bytes, size_t *length, void **request_context)
{
    office_server *server = context;
    incoming *request = *request_context;

    (void)version;
    if (request == NULL)
        return begin_request(server, connection, method, path, request_context);
    if (*length > 0) {
        size_t piece = *length;
        *length = 0;
        return take_piece(request, bytes, piece) ? MHD_YES : MHD_NO;
    }
    return finish_request(server, connection, method, path, request);
}

static void stop_waiting(office_server *server, incoming *request)
{
    incoming **at = &server->waiting;

    while (*at != NULL && *at != request)
        at = &(*at)->next;
    if (*at == request)
        *at = request->next;
    request->waiting = false;
}

static void on_completed(void *context, struct MHD_Connection *connection, void **request_context,
                         enum MHD_RequestTerminationCode code)
{
    incoming *request = *request_context;

    (void)code;
    office_channel_stage(connection, OFFICE_CHANNEL_IDLE);
    if (request == NULL)
        return;
    if (request->waiting)
        stop_waiting(context, request);
    free(request->body);
    free(request);
    *request_context = NULL;
}

/* The judge has finished something: whoever waits asks once more. */
static void resume_waiting(office_server *server)
{
    while (server->waiting != NULL) {
        incoming *request = server->waiting;
        stop_waiting(server, request);
        MHD_resume_connection(request->connection);
    }
}

/* Starting and ending. */

static void wake(void *context)
{
    const office_server *server = context;
    const uint64_t one = 1;
    ssize_t wrote = write(server->woken, &one, sizeof one);

    (void)wrote; /* it cannot fail but when it is awake already */
}

/* A socket for both families where there are both. */
static int listen_on(uint16_t port, bool loopback)
{
    const int yes = 1;
    const int no = 0;
    struct sockaddr_in6 six = {
        .sin6_family = AF_INET6, .sin6_port = htons(port), .sin6_addr = in6addr_any};
    struct sockaddr_in four = {.sin_family = AF_INET, .sin_port = htons(port)};
    int made = loopback ? -1 : socket(AF_INET6, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    bool bound = false;

    four.sin_addr.s_addr = htonl(loopback ? INADDR_LOOPBACK : INADDR_ANY);
    if (made >= 0) {
        setsockopt(made, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
        setsockopt(made, IPPROTO_IPV6, IPV6_V6ONLY, &no, sizeof no);
        bound = bind(made, (struct sockaddr *)&six, sizeof six) == 0;
        if (!bound)
            close(made);
    }
    if (!bound) {
        made = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
        if (made < 0)
            return -1;
        setsockopt(made, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
        bound = bind(made, (struct sockaddr *)&four, sizeof four) == 0;
    }
    if (bound && listen(made, BACKLOG) == 0)
        return made;
    int failure = errno;
    close(made);
    errno = failure;
    return -1;
}

static uint16_t port_of(int socket)
{
    struct sockaddr_storage address;
    socklen_t size = sizeof address;

    if (getsockname(socket, (struct sockaddr *)&address, &size) != 0)
        return 0;
    return ntohs(address.ss_family == AF_INET6
                     ? ((const struct sockaddr_in6 *)(const void *)&address)->sin6_port
                     : ((const struct sockaddr_in *)(const void *)&address)->sin_port);
}

/* libmicrohttpd's own words would tell of every client that goes away. */
static void say_nothing(void *context, const char *format, va_list arguments)
{
    (void)context;
    (void)format;
    (void)arguments;
}

static bool start_daemon(office_server *server)
{
    office_certificate *certificate = &server->front.office->certificate;

    server->daemon = MHD_start_daemon(
        MHD_USE_EPOLL | MHD_USE_TLS | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ERROR_LOG, 0, NULL, NULL,
        on_request, server, MHD_OPTION_EXTERNAL_LOGGER, say_nothing, NULL, MHD_OPTION_LISTEN_SOCKET,
        server->listening, MHD_OPTION_HTTPS_MEM_KEY, certificate->key, MHD_OPTION_HTTPS_MEM_CERT,
        certificate->certificate, MHD_OPTION_HTTPS_PRIORITIES,
        "NORMAL:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2", MHD_OPTION_CONNECTION_MEMORY_LIMIT,
        (size_t)MEMORY_OF_CONNECTION, MHD_OPTION_CONNECTION_LIMIT, (unsigned)OFFICE_CONNECTIONS_MAX,
        MHD_OPTION_PER_IP_CONNECTION_LIMIT, (unsigned)OFFICE_CONNECTIONS_PER_ADDRESS,
        MHD_OPTION_NOTIFY_CONNECTION, office_on_connection, &server->channels,
        MHD_OPTION_NOTIFY_COMPLETED, on_completed, server, MHD_OPTION_URI_LOG_CALLBACK,
        office_on_first_line, &server->channels, MHD_OPTION_END);
    if (server->daemon == NULL)
        return false;
    const union MHD_DaemonInfo *info =
        MHD_get_daemon_info(server->daemon, MHD_DAEMON_INFO_EPOLL_FD);
    server->epoll = info != NULL ? info->epoll_fd : -1;
    return server->epoll >= 0;
}

static void use_defaults(office_server_options *options)
{
    options->head_ms = options->head_ms > 0 ? options->head_ms : HEAD_MS;
    options->whole_ms = options->whole_ms > 0 ? options->whole_ms : WHOLE_MS;
    options->idle_ms = options->idle_ms > 0 ? options->idle_ms : IDLE_MS;
}

board_error office_server_start(office_house *office, const office_server_options *options,
                                office_server **server, store_problem *problem)
{
    char what[128];
    office_server *made = calloc(1, sizeof *made);

    *server = NULL;
    if (made == NULL)
        return store_fail(problem, BOARD_ERROR_NO_MEMORY, NULL);
    made->options = *options;
    use_defaults(&made->options);
    made->front = (office_front){.office = office, .rates = &made->rates};
    made->woken = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    made->listening = listen_on(options->port, options->loopback);
    if (made->listening < 0) {
        snprintf(what, sizeof what, "port %u: %s", (unsigned)options->port, strerror(errno));
        office_server_stop(made);
        return store_fail(problem, BOARD_ERROR_STORE_LIBRARY, what);
    }
    made->port = port_of(made->listening);
    made->front.worker = office_worker_start(wake, made);
    if (options->program != NULL)
        made->front.reader = office_reader_start(options->program, wake, made);
    const bool threads =
        made->front.worker != NULL && (options->program == NULL || made->front.reader != NULL);
    if (made->woken < 0 || !threads || !start_daemon(made)) {
        office_server_stop(made);
        return store_fail(problem, BOARD_ERROR_STORE_LIBRARY, "libmicrohttpd");
    }
    *server = made;
    return BOARD_OK;
}

uint16_t office_server_port(const office_server *server)
{
    return server->port;
}

void office_server_stop(office_server *server)
{
    if (server == NULL)
        return;
    server->ending = true;
    office_worker_stop(server->front.worker);
    office_reader_stop(server->front.reader);
    if (server->daemon != NULL) {
        resume_waiting(server);
        resume_streams(server, steady_ms());
        MHD_run(server->daemon);
        MHD_stop_daemon(server->daemon); /* closes the socket, too */
    } else if (server->listening >= 0) {
        close(server->listening);
    }
    office_channels_free(&server->channels);
    if (server->woken >= 0)
        close(server->woken);
    free(server);
}

/* The loop. */

static void look_after(office_server *server, int64_t now)
{
    resume_streams(server, now);
    office_channels_cut_slow(&server->channels, now, server->options.head_ms,
                             server->options.whole_ms, server->options.idle_ms);
    if (now - server->contacts_ms > CONTACTS_MS) {
        server->contacts_ms = now;
        office_write_contacts(server->front.office);
    }
}

static int wait_for(const office_server *server, int64_t left)
{
    MHD_UNSIGNED_LONG_LONG timeout = 0;
    int64_t most = left >= 0 && left < TICK_MS ? left : TICK_MS;

    if (MHD_get_timeout(server->daemon, &timeout) == MHD_YES && (int64_t)timeout < most)
        most = (int64_t)timeout;
    return (int)most;
}

void office_server_run(office_server *server, int stop, long most_ms)
{
    struct pollfd ready[] = {
        {.fd = server->epoll, .events = POLLIN},
        {.fd = server->woken, .events = POLLIN},
        {.fd = stop, .events = POLLIN},
    };
    const int64_t end = most_ms >= 0 ? steady_ms() + most_ms : INT64_MAX;
    int64_t next_look = 0;

    for (int64_t now = steady_ms(); now < end; now = steady_ms()) {
        uint64_t changes = server->front.office->changes;
        poll(ready, stop >= 0 ? 3 : 2, wait_for(server, end == INT64_MAX ? -1 : end - now));
        if (stop >= 0 && ready[2].revents != 0)
            return;
        if (ready[1].revents != 0) {
            uint64_t count = 0;
            ssize_t got = read(server->woken, &count, sizeof count);
            (void)got;
            resume_waiting(server);
        }
        MHD_run(server->daemon);
        now = steady_ms();
        if (changes != server->front.office->changes || now >= next_look) {
            look_after(server, now);
            next_look = now + TICK_MS;
            MHD_run(server->daemon); /* what was resumed */
        }
    }
}
