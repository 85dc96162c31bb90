/* sync/outbox.c: what is to be sent, what became of it, and when to try again. */
#include "sync/outbox.h"

#include <string.h>

enum { DOUBLINGS_MAX = 20 };

void sync_outbox_begin(sync_outbox *outbox, const sync_progress *progress, int64_t first_ms,
                       int64_t most_ms)
{
    *outbox = (sync_outbox){.progress = *progress,
                            .first_ms = first_ms > 0 ? first_ms : SYNC_FIRST_WAIT_MS,
                            .most_ms = most_ms > 0 ? most_ms : SYNC_LONGEST_WAIT_MS};
}

uint64_t sync_outbox_waiting(const sync_outbox *outbox)
{
    return outbox->last > outbox->progress.confirmed ? outbox->last - outbox->progress.confirmed
                                                     : 0;
}

sync_entry_state sync_outbox_state(const sync_outbox *outbox, uint64_t sequence)
{
    if (sequence <= outbox->progress.confirmed)
        return SYNC_CONFIRMED;
    if (outbox->progress.refused > 0 && sequence >= outbox->progress.refused)
        return SYNC_REFUSED;
    return sequence <= outbox->sent ? SYNC_SENT : SYNC_QUEUED;
}

bool sync_outbox_can_send(const sync_outbox *outbox, int64_t now_ms)
{
    return outbox->asked && sync_outbox_waiting(outbox) > 0 && now_ms >= outbox->next_ms &&
           (outbox->progress.refused == 0 || now_ms >= outbox->entry_ms);
}

void sync_outbox_sending(sync_outbox *outbox, uint64_t up_to)
{
    outbox->sent = up_to;
}

/* From half of the wait to all of it. */
static int64_t shorten(int64_t wait, uint32_t random)
{
    return wait / 2 + (int64_t)(random % (uint32_t)(wait / 2 + 1));
}

static void wait_longer(sync_outbox *outbox, int64_t now_ms, uint32_t random)
{
    unsigned doublings = outbox->failures < DOUBLINGS_MAX ? outbox->failures : DOUBLINGS_MAX;
    int64_t wait = outbox->first_ms << doublings;

    outbox->failures++;
    outbox->next_ms = now_ms + shorten(wait < outbox->most_ms ? wait : outbox->most_ms, random);
}

void sync_outbox_failed(sync_outbox *outbox, int64_t now_ms, uint32_t random)
{
    outbox->sent = 0;
    wait_longer(outbox, now_ms, random);
}

/* How far the office is, whatever it said before: it may have been restored from a copy. */
static void take_sequence(sync_outbox *outbox, uint64_t sequence)
{
    sync_progress *progress = &outbox->progress;

    outbox->asked = true;
    if (sequence > outbox->last) {
        progress->refused = outbox->last + 1;
        progress->why = BOARD_ERROR_SYNC_AHEAD;
        progress->reason[0] = '\0';
        return;
    }
    progress->confirmed = sequence;
    if (progress->refused <= sequence || progress->why == BOARD_ERROR_SYNC_AHEAD ||
        sync_consequence_of(progress->why) == SYNC_DEVICE) {
        progress->refused = 0;
        progress->why = BOARD_OK;
        progress->reason[0] = '\0';
    }
}

static void take_refusal(sync_outbox *outbox, const sync_answer *answer)
{
    sync_progress *progress = &outbox->progress;

    progress->why = answer->error;
    progress->refused = answer->at > progress->confirmed ? answer->at : progress->confirmed + 1;
    memcpy(progress->reason, answer->reason, sizeof progress->reason);
}

void sync_outbox_answered(sync_outbox *outbox, const sync_answer *answer, int64_t now_ms,
                          uint32_t random)
{
    sync_consequence consequence = answer->refused ? sync_consequence_of(answer->error) : SYNC_WAIT;

    outbox->sent = 0;
    /* Who does not know the device does not know how far it is either. */
    if (consequence != SYNC_DEVICE)
        take_sequence(outbox, answer->sequence);
    if (consequence != SYNC_WAIT)
        take_refusal(outbox, answer);
    if (consequence == SYNC_ENTRY)
        outbox->entry_ms = now_ms + outbox->most_ms;
    if (answer->refused && consequence != SYNC_ENTRY) {
        wait_longer(outbox, now_ms, random);
    } else {
        outbox->failures = 0;
        outbox->next_ms = now_ms;
    }
}
