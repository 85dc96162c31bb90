/*
 * kiosk/app/link.c: the connection to the event office.
 */
#include "kiosk/app/link.h"

#include <stdlib.h>
#include <string.h>

#include "kiosk/flow/text.h"
#include "store/files.h"
#include "sync/settings.h"

enum { CLOSING_MS = 500 };

struct kiosk_link {
    sync_client *client; /* NULL: it could not be begun again */
    char *journal, *key;
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
    if (error == BOARD_OK) {
        opened->journal = store_path_with(journal, "");
        opened->key = key != NULL ? store_path_with(key, "") : NULL;
        *link = opened;
    } else
        free(opened);
    return error;
}

void kiosk_link_close(kiosk_link *link)
{
    if (link == NULL)
        return;
    sync_stop_and_wait(link->client, CLOSING_MS);
    free(link->journal);
    free(link->key);
    free(link);
}

static sync_status look(kiosk_link *link)
{
    sync_status status = {.link = SYNC_LINK_NONE};

    if (link->client != NULL)
        sync_get_status(link->client, &status);
    return status;
}

void kiosk_link_office(kiosk_link *link, kiosk_office *office)
{
    const sync_status status = look(link);

    memset(office, 0, sizeof *office);
    office->there = link->client != NULL;
    office->enrolled = status.link != SYNC_LINK_NONE;
    kiosk_text_copy(office->name, sizeof office->name, status.office);
    office->contact_ms = status.contact_ms;
    office->why = status.why;
    office->enrolling = status.enrolling == SYNC_ENROL_RUNNING;
    office->enrol_failed = status.enrolling == SYNC_ENROL_FAILED;
    office->enrol_error = office->enrol_failed ? status.enrol_error : BOARD_OK;
}

/* The thread that is told to stop is waited for by nobody; the new one finds no office. */
void kiosk_link_leave(kiosk_link *link)
{
    const sync_options options = {.key_path = link->key};
    store_problem problem;

    if (link->journal == NULL || sync_settings_remove(link->journal, &problem) != BOARD_OK)
        return;
    sync_stop(link->client);
    link->client = NULL;
    link->received = 0;
    sync_start(link->journal, &options, &link->client, &problem);
}

bool kiosk_link_enrol(kiosk_link *link, const char *invitation, const char *name)
{
    return link->client != NULL && name != NULL && sync_ask_enrol(link->client, invitation, name);
}

sync_enrolling kiosk_link_enrolling(kiosk_link *link, board_error *why)
{
    sync_status status = look(link);

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
    sync_status status = look(link);

    device->connection = connections[status.link];
    device->waiting = status.waiting < UINT32_MAX ? (uint32_t)status.waiting : UINT32_MAX;
    bool grew = status.received != link->received;
    link->received = status.received;
    return grew;
}
