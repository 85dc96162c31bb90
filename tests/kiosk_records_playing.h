/*
 * tests/kiosk_records_playing.h: 记录 of a kiosk that is played by tests, and a ruling in it.
 */
#ifndef QILI_TESTS_KIOSK_RECORDS_PLAYING_H
#define QILI_TESTS_KIOSK_RECORDS_PLAYING_H

#include "kiosk/screens/screens.h"
#include "kiosk_playing.h"

/* Displays that texts are looked for on. */
static const int sizes[][2] = {{1280, 800}, {800, 1280}, {800, 480}, {480, 800}};

static const ledger_game_key table_4 = {1, 4, 1};

static inline const kiosk_record_page *page_of(const playing *played)
{
    assert_int_equal(played->state->screen, KIOSK_SCREEN_RECORDS);
    assert_non_null(played->state->records.page);
    return played->state->records.page;
}

static inline void open_records(playing *played)
{
    tap(played, "home");
    tap(played, "records 0");
    page_of(played);
}

static inline void open_row(playing *played, size_t index)
{
    char line[64];

    const kiosk_record_row *row = kiosk_record_row_at(&played->state->records, index);
    assert_non_null(row);
    snprintf(line, sizeof line, "record %s", row->id);
    tap(played, line);
    assert_int_equal(played->state->screen, KIOSK_SCREEN_RECORD);
}

/* A ruling by hand, with one label that the arbiter overruled. */
static inline void make_ruling(ledger_entry *entry)
{
    ledger_ruling *ruling = &entry->payload.ruling;

    ledger_entry_begin(entry, LEDGER_RULING);
    ruling->game = table_4;
    ledger_copy(ruling->fen, sizeof ruling->fen, "3ak1b2/4a4/4b3r/1n7/9/9/8N/4B4/2R1A4/3AK1B2 w");
    ledger_copy(ruling->moves, sizeof ruling->moves, "c1b1 b6c4 b1c1 c4b6 c1b1 b6c4 b1c1 c4b6");
    ledger_copy(ruling->edition, sizeof ruling->edition, "cxa-2007");
    ruling->tool = JUDGE_RED_MUST_CHANGE;
    ruling->outcome = JUDGE_DRAW;
    ledger_copy(ruling->articles, sizeof ruling->articles, "26.3,24.2");
    ruling->override_count = 1;
    ruling->overrides[0] = (ledger_override){.ply = 5, .label = JUDGE_IDLE, .reason = "29.3"};
}

static inline void log_ruling(playing *played)
{
    static ledger_entry entry;

    make_ruling(&entry);
    playing_log(played, &entry);
}

static inline const char *text_of(const playing *played, const char *name, int width, int height,
                                  board_language language)
{
    static kiosk_view view;
    const kiosk_metrics metrics = kiosk_metrics_make(width, height, 170, 0);

    played->state->settings.language = language;
    kiosk_screen_build(played->state, &metrics, &view);
    assert_false(view.overflow);
    for (size_t i = 0; i < view.count; i++) {
        if (strcmp(view.parts[i].name, name) == 0)
            return view.parts[i].text;
    }
    fail_msg("no %s at %d x %d", name, width, height);
    return "";
}

static inline bool is_seen(const playing *played, const char *text, int width, int height)
{
    static kiosk_view view;
    const kiosk_metrics metrics = kiosk_metrics_make(width, height, 170, 0);
    bool seen = false;

    kiosk_screen_build(played->state, &metrics, &view);
    assert_false(view.overflow);
    for (size_t i = 0; i < view.count; i++)
        seen = seen || strstr(view.parts[i].text, text) != NULL;
    return seen;
}

#endif
