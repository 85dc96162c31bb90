/* kiosk/desk/notes.c: notes of a game, which hold draw offers that were refused. */
#include <stdlib.h>

#include "kiosk/desk/desk_private.h"
#include "kiosk/flow/offer.h"
#include "kiosk/flow/text.h"

static bool load_note(kiosk_desk *desk, const char *id, ledger_entry *entry)
{
    store_entry stored;

    if (store_get_id(desk->journal, id, &stored, NULL) != BOARD_OK)
        return false;
    const bool loaded =
        store_ledger_entry(&stored, entry) == BOARD_OK && entry->type == LEDGER_NOTE;
    store_entry_free(&stored);
    return loaded;
}

void desk_read_note(kiosk_desk *desk, kiosk_history *item, kiosk_game *game)
{
    ledger_entry *entry = calloc(1, sizeof *entry);
    board_side side = BOARD_RED;

    if (entry == NULL || !load_note(desk, item->id, entry)) {
        free(entry);
        return;
    }
    const char *text = entry->payload.note.text;
    const bool offer = kiosk_offer_read(text, &side);
    for (int language = 0; language < BOARD_LANGUAGES; language++)
        kiosk_text_copy(item->text[language], sizeof item->text[language],
                        offer ? kiosk_offer_text(side, (board_language)language) : text);
    if (offer && item->in_force) {
        game->offered = true;
        game->offer_side = side;
    }
    free(entry);
}
