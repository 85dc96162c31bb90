/* kiosk/desk/code.c: an entry as the text of a QR code. */
#include "kiosk/desk/desk_private.h"
#include "kiosk/view.h"
#include "sync/carried.h"

_Static_assert((int)KIOSK_VIEW_CODE_BYTES > (int)SYNC_CARRIED_MAX,
               "a screen holds any text of a code");

kiosk_job_end desk_write_code(kiosk_desk *desk, kiosk_job *job)
{
    store_entry entry;

    if (store_get_id(desk->journal, job->id, &entry, &job->trouble) != BOARD_OK)
        return KIOSK_END_FAILED;
    const board_error error = sync_carried_write(&entry, &job->code);
    store_entry_free(&entry);
    return error == BOARD_OK ? KIOSK_END_DONE : desk_fail(job, error, NULL);
}
