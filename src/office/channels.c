/* office/channels.c: the server's connections, and how long each has been doing what. */
#include "office/channels.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <time.h>

static int64_t steady_ms(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void set_stage(office_channel *channel, office_channel_stage_kind stage)
{
    if (channel != NULL) {
        channel->stage = stage;
        channel->since_ms = steady_ms();
    }
}

static office_channel *channel_of(struct MHD_Connection *connection)
{
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);

    return info != NULL ? info->socket_context : NULL;
}

void office_channel_stage(struct MHD_Connection *connection, office_channel_stage_kind stage)
{
    set_stage(channel_of(connection), stage);
}

static void open_channel(office_channels *channels, struct MHD_Connection *connection,
                         void **context)
{
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    const int yes = 1;

    *context = NULL;
    if (info == NULL)
        return;
    office_channel *made = calloc(1, sizeof *made);
    if (made == NULL)
        return;
    *context = made;
    made->descriptor = info->connect_fd;
    setsockopt(made->descriptor, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    made->fresh = true;
    set_stage(made, OFFICE_CHANNEL_IDLE);
    made->next = channels->first;
    if (channels->first != NULL)
        channels->first->previous = made;
    channels->first = made;
}

static void close_channel(office_channels *channels, office_channel *channel)
{
    if (channel == NULL)
        return;
    if (channel->previous != NULL)
        channel->previous->next = channel->next;
    else
        channels->first = channel->next;
    if (channel->next != NULL)
        channel->next->previous = channel->previous;
    free(channel);
}

void office_on_connection(void *context, struct MHD_Connection *connection, void **socket_context,
                          enum MHD_ConnectionNotificationCode code)
{
    if (code == MHD_CONNECTION_NOTIFY_STARTED)
        open_channel(context, connection, socket_context);
    else
        close_channel(context, *socket_context);
}

void *office_on_first_line(void *context, const char *uri, struct MHD_Connection *connection)
{
    office_channel *channel = channel_of(connection);

    (void)context;
    (void)uri;
    if (channel != NULL)
        channel->fresh = false;
    set_stage(channel, OFFICE_CHANNEL_HEAD);
    return NULL;
}

void office_channels_cut_slow(office_channels *channels, int64_t now_ms, long head_ms,
                              long whole_ms, long idle_ms)
{
    for (const office_channel *at = channels->first; at != NULL; at = at->next) {
        long most = idle_ms;
        if (at->stage == OFFICE_CHANNEL_WHOLE)
            most = whole_ms;
        else if (at->stage == OFFICE_CHANNEL_HEAD || at->fresh)
            most = head_ms;
        if (at->stage != OFFICE_CHANNEL_STREAM && now_ms - at->since_ms > most)
            shutdown(at->descriptor, SHUT_RDWR);
    }
}

void office_channels_free(office_channels *channels)
{
    while (channels->first != NULL)
        close_channel(channels, channels->first);
}
