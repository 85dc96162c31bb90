/*
 * kiosk/app/link.c: the connection to the event office.
 */
#include "kiosk/app/link.h"

#include <stdlib.h>

enum { CLOSING_MS = 500 };

struct kiosk_link {
    sync_client *client;
    uint64_t received; /* at the last look */
};

board_error kiosk_link_open(const char *journal, const char *key, kiosk_link **link,
                            store_problem *problem)
{
    const sync_options options = {.key_path = key};
    kiosk_link *opened = calloc(1, sizeof *opened);

    *link = NULL;
    if (opened == NULL) {
        *problem = (store_problem){.error = BOARD_ERROR_NO_MEMORY};
        return BOARD_ERROR_NO_MEMORY;
    }
    board_error error = sync_start(journal, &options, &opened->client, problem);
    if (error == BOARD_OK)
        *link = opened;
    else
        free(opened);
    return error;
}

void kiosk_link_close(kiosk_link *link)
{
    if (link == NULL)
        return;
    sync_stop_and_wait(link->client, CLOSING_MS);
    free(link);
}

bool kiosk_link_enrol(kiosk_link *link, const char *invitation, const char *name)
{
    return sync_ask_enrol(link->client, invitation, name);
}

sync_enrolling kiosk_link_enrolling(kiosk_link *link, board_error *why)
{
    sync_status status;

    sync_get_status(link->client, &status);
    if (why != NULL)
        *why = status.enrolling == SYNC_ENROL_FAILED ? status.enrol_error : BOARD_OK;
    return status.enrolling;
}

bool kiosk_link_look(kiosk_link *link, kiosk_device *device)
{
    static const kiosk_connection connections[] = {
        [SYNC_LINK_NONE] = KIOSK_CONNECTION_NONE,
        [SYNC_LINK_OFFLINE] = KIOSK_CONNECTION_OFFLINE,
        [SYNC_LINK_WAITING] = KIOSK_CONNECTION_WAITING,
        [SYNC_LINK_ALL_SENT] = KIOSK_CONNECTION_SENT,
        [SYNC_LINK_REFUSED] = KIOSK_CONNECTION_WAITING, /* the entries do wait */
    };
    sync_status status;

    sync_get_status(link->client, &status);
    device->connection = connections[status.link];
    device->waiting = status.waiting < UINT32_MAX ? (uint32_t)status.waiting : UINT32_MAX;
    bool grew = status.received != link->received;
    link->received = status.received;
    return grew;
}
