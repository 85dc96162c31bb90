/*
 * office/channels.h: the server's connections, and how long each has been doing what: whoever is
 * too slow is cut off, so that nobody holds many open with a byte now and then.
 */
#ifndef QILI_OFFICE_CHANNELS_H
#define QILI_OFFICE_CHANNELS_H

#include <microhttpd.h>
#include <stdbool.h>

typedef enum office_channel_stage_kind {
    OFFICE_CHANNEL_IDLE = 0, /* between requests, or before the first */
    OFFICE_CHANNEL_HEAD,     /* a request has begun */
    OFFICE_CHANNEL_WHOLE,    /* its head is there; the rest, and the reply */
    OFFICE_CHANNEL_STREAM    /* it stays open as long as it likes */
} office_channel_stage_kind;

typedef struct office_channel {
    struct office_channel *next;
    struct office_channel *previous;
    int descriptor;
    office_channel_stage_kind stage;
    int64_t since_ms;
    bool fresh; /* nothing was asked on it yet */
} office_channel;

typedef struct office_channels {
    office_channel *first;
} office_channels;

/* For MHD_OPTION_NOTIFY_CONNECTION and MHD_OPTION_URI_LOG_CALLBACK; the context is the channels. */
void office_on_connection(void *context, struct MHD_Connection *connection, void **socket_context,
                          enum MHD_ConnectionNotificationCode code);
void *office_on_first_line(void *context, const char *uri, struct MHD_Connection *connection);

void office_channel_stage(struct MHD_Connection *connection, office_channel_stage_kind stage);

/* Milliseconds for the head of a request (and for TLS before the first), for all of it, and for
 * saying nothing. */
void office_channels_cut_slow(office_channels *channels, int64_t now_ms, long head_ms,
                              long whole_ms, long idle_ms);
void office_channels_free(office_channels *channels);

#endif
