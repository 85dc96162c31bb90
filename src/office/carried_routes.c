/* office/carried_routes.c: entries that came as text, and pictures of their QR codes. */
#include <stdlib.h>

#include "office/reader.h"
#include "office/routes.h"
#include "store/entry.h"

/* How many pictures of a person are read: a camera shows one after the other. */
static const double pictures_per_second = 4;
static const double pictures_at_once = 12;

/* Stores the entry if its signature stands and it is the next of its device; else it is kept at the
 * desk until that device's entries come. *waits tells which. */
static board_error take_carried(office_call *call, const store_entry *entry, bool *waits)
{
    office_house *office = call->office;
    store_problem problem;
    char *text = NULL;
    board_error error = store_append_foreign(office->journal, entry, NULL, &problem);

    *waits = error == BOARD_ERROR_STORE_GAP;
    if (error == BOARD_OK)
        office_desk_remove_carried(office->desk, entry->id); /* it may have waited */
    if (!*waits)
        return error;
    error = sync_carried_write(entry, &text);
    if (error == BOARD_OK)
        error = office_desk_add_carried(office->desk, entry->id, text);
    free(text);
    return error;
}

void office_route_carried(office_call *call)
{
    store_entry entry;
    bool waits = false;
    board_error error = office_journal(call->office) == NULL
                            ? BOARD_ERROR_SYNC_OFFICE
                            : sync_carried_read(call->request->body, call->request->length, &entry);

    if (error != BOARD_OK) {
        office_refuse(call, error, NULL);
        return;
    }
    error = take_carried(call, &entry, &waits);
    if (error == BOARD_OK) {
        call->office->changes++;
        office_note_name(call->office, "%s pasted entry %s of device %.8s", call->person.key,
                         entry.id, entry.device);
        office_reply_json(call, json_pack("{s:s, s:s, s:b}", "id", entry.id, "type", entry.type,
                                          "waits", (int)waits));
    } else {
        office_refuse(call, error, NULL);
    }
    store_entry_free(&entry);
}

static void reply_seen(office_call *call, office_reading reading, const office_seen *seen)
{
    switch (reading) {
    case OFFICE_READING_WAITS:
        call->reply->outcome = OFFICE_PENDING;
        break;
    case OFFICE_READING_DONE:
        office_reply_json(call,
                          json_pack("{s:i, s:s}", "codes", (int)seen->codes, "text", seen->text));
        break;
    case OFFICE_READING_BUSY:
        office_refuse(call, BOARD_ERROR_SYNC_TOO_OFTEN, NULL);
        break;
    default:
        office_note_name(call->office, "a picture of %s could not be read to its end",
                         call->person.key);
        office_refuse(call, BOARD_ERROR_SYNC_PICTURE_SLOW, NULL);
    }
}

/* What code is in this picture? The page does the rest, as if its text had been pasted. */
void office_route_code(office_call *call)
{
    const office_request *request = call->request;
    office_reader *reader = call->front->reader;
    sync_picture picture;
    office_seen seen;
    store_problem problem;

    if (sync_pgm_read(request->body, request->length, &picture, &problem) != BOARD_OK) {
        office_refuse(call, BOARD_ERROR_SYNC_PICTURE, problem.detail);
        return;
    }
    if (reader == NULL) {
        office_refuse(call, BOARD_ERROR_SYNC_NOT_FOUND, NULL);
        return;
    }
    /* Whoever waits asks once more, which is no further picture. */
    if (!office_reader_knows(reader, request->body, request->length) &&
        !office_person_may(call, "picture", pictures_per_second, pictures_at_once)) {
        office_refuse(call, BOARD_ERROR_SYNC_TOO_OFTEN, NULL);
        return;
    }
    reply_seen(call, office_reader_ask(reader, request->body, request->length, &seen), &seen);
}
