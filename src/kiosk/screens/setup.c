/* kiosk/screens/setup.c: the pages of the settings. */
#include <stdio.h>
#include <string.h>

#include "board/version.h"
#include "kiosk/screens/screens_private.h"

enum { MINUTE_MS = 60 * 1000, KIB = 1024 };

typedef struct library {
    const char *name;
    const char *licence;
} library;

/* Names that are the same in both languages. */
static const library libraries[] = {
    {"SDL 2", "zlib"},
    {"SDL_ttf", "zlib"},
    {"libunibreak", "zlib"},
    {"cairo", "LGPL-2.1 / MPL-1.1"},
    {"SQLite", "public domain"},
    {"libsodium", "ISC"},
    {"jansson", "MIT"},
    {"inih", "BSD-3-Clause"},
    {"libcurl", "curl"},
    {"OpenSSL", "Apache-2.0"},
    {"libmicrohttpd", "LGPL-2.1+"},
    {"GnuTLS", "LGPL-2.1+"},
    {"libqrencode", "LGPL-2.1+"},
    {"libgpiod", "LGPL-2.1+"},
    {"Noto CJK", "OFL-1.1"},
};

static const kiosk_word button_words[KIOSK_BUTTONS] = {
    [KIOSK_BUTTON_FOUL_RED] = KIOSK_WORD_BUTTON_FOUL_RED,
    [KIOSK_BUTTON_FOUL_BLACK] = KIOSK_WORD_BUTTON_FOUL_BLACK,
    [KIOSK_BUTTON_CONFIRM] = KIOSK_WORD_BUTTON_CONFIRM,
    [KIOSK_BUTTON_BACK] = KIOSK_WORD_BUTTON_BACK,
};

static bool has_bit(unsigned bits, int index)
{
    return (bits >> index & 1) != 0;
}

static long buttons_there(const kiosk_buttons *buttons)
{
    long count = 0;

    for (int i = 0; i < KIOSK_BUTTONS; i++)
        count += has_bit(buttons->wired, i);
    return count;
}

const char *screen_setup_summary(const screen_maker *screen, screen_text *text,
                                 kiosk_setup_page page)
{
    const kiosk_state *state = screen->state;

    screen_begin(text);
    switch (page) {
    case KIOSK_SETUP_TOUCH:
        if (!kiosk_calibration_is_none(&state->settings.calibration))
            screen_add(text, screen_word(screen, KIOSK_WORD_TOUCH_CALIBRATED));
        break;
    case KIOSK_SETUP_ARBITERS:
        if (state->hall)
            screen_fill_number(screen, text, KIOSK_WORD_PEOPLE, (long)state->hall->arbiter_count);
        break;
    case KIOSK_SETUP_BUTTONS:
        screen_add_number(text, buttons_there(&state->setup.buttons));
        break;
    case KIOSK_SETUP_STORAGE:
        if (state->device.free_mib >= 0 && state->device.free_mib < KIOSK_STORAGE_LOW_MIB)
            screen_add(text, screen_word(screen, KIOSK_WORD_STORAGE_LOW));
        break;
    case KIOSK_SETUP_ABOUT:
        screen_add(text, QILI_VERSION);
        break;
    default:
        if (!state->setup.office.enrolled)
            screen_add(text, screen_word(screen, KIOSK_WORD_ALONE));
        break;
    }
    return text->text;
}

/* A line of a page; "" leaves no trace. */
static void put_line(screen_maker *screen, kiosk_rect *panel, const char *name, const char *text,
                     kiosk_tone tone)
{
    kiosk_part *part = screen_put_paragraph(
        screen, panel, screen->tight ? KIOSK_TEXT_SMALL : KIOSK_TEXT_BODY, false, text);

    if (!part)
        return;
    part->tone = tone;
    kiosk_part_set_name(part, "%s", name);
}

/* 完成, and beside it what can be done on the page (NULL: nothing). */
static void put_done(screen_maker *screen, screen_areas *areas, const char *name, const char *text,
                     kiosk_command command)
{
    kiosk_rect bottom = areas->bottom;
    kiosk_part *part;

    if (text)
        screen_put_button(screen, screen_cut_left(screen, &bottom, bottom.width / 2), name, text,
                          command);
    part = screen_put_button(screen, bottom, "settings.done", screen_word(screen, KIOSK_WORD_DONE),
                             screen_do(KIOSK_COMMAND_BACK));
    part->size = KIOSK_TEXT_LARGE;
    part->tone = KIOSK_TONE_PRIMARY;
    part->strong = true;
}

/* Touch. */

static void put_cross(screen_maker *screen)
{
    const int index = screen->state->setup.crossed;
    const int arm = screen->unit / 2;
    const int width = screen->metrics->width;
    const int height = screen->metrics->height;
    int32_t x, y;
    screen_text text;
    kiosk_rect middle;
    kiosk_part *part;

    kiosk_cross_place(index, &x, &y);
    x = x * width / KIOSK_DISPLAY_PARTS;
    y = y * height / KIOSK_DISPLAY_PARTS;
    kiosk_view_add(screen->view, KIOSK_PART_LINE, (kiosk_rect){x - arm, y - 1, 2 * arm, 3});
    part = kiosk_view_add(screen->view, KIOSK_PART_LINE, (kiosk_rect){x - 1, y - arm, 3, 2 * arm});
    kiosk_part_set_name(part, "cross");
    middle = (kiosk_rect){width / 8, height * 3 / 8, width * 3 / 4, height / 2};
    part =
        screen_put_paragraph(screen, &middle, KIOSK_TEXT_LARGE, true,
                             screen_fill_number(screen, &text, KIOSK_WORD_CROSS_TOUCH, index + 1));
    part->align = KIOSK_ALIGN_CENTRE;
    part = screen_put_paragraph(screen, &middle, KIOSK_TEXT_SMALL, false,
                                screen_word(screen, KIOSK_WORD_CROSS_LEAVE));
    part->align = KIOSK_ALIGN_CENTRE;
    part->tone = KIOSK_TONE_QUIET;
    if (screen->state->say != KIOSK_SAY_NOTHING) {
        part = screen_put_paragraph(screen, &middle, KIOSK_TEXT_SMALL, true,
                                    screen_said(screen, &text));
        part->align = KIOSK_ALIGN_CENTRE;
        part->tone = KIOSK_TONE_WARNING;
    }
}

static void put_touch_fields(screen_maker *screen, kiosk_rect panel)
{
    int columns = screen_columns_in(screen, panel, screen->unit);
    int rows = screen_rows_in(screen, panel, screen->unit);

    columns = columns < KIOSK_TOUCH_COLUMNS ? columns : KIOSK_TOUCH_COLUMNS;
    rows = rows < KIOSK_TOUCH_ROWS ? rows : KIOSK_TOUCH_ROWS;
    for (int i = 0; i < columns * rows; i++) {
        kiosk_part *part =
            screen_put_button(screen,
                              screen_column(screen, screen_row(screen, panel, rows, i / columns),
                                            columns, i % columns),
                              "", "", screen_do_with(KIOSK_COMMAND_TOUCH_TEST, i));

        kiosk_part_set_name(part, "touch.%d", i + 1);
        part->on = (screen->state->setup.touched >> i & 1) != 0;
        kiosk_part_set_text(part, part->on ? "●" : "○");
    }
}

static void put_keep(screen_maker *screen, screen_areas *areas)
{
    const kiosk_state *state = screen->state;
    const int64_t left = state->setup.until_ms - state->now_ms;
    kiosk_rect bottom = areas->bottom;
    screen_text text;
    kiosk_part *part;

    put_line(screen, &areas->panel, "touch.keep.what",
             screen_fill_number(screen, &text, KIOSK_WORD_KEEP_WHAT,
                                (long)(left > 0 ? (left + 999) / 1000 : 0)),
             KIOSK_TONE_WARNING);
    screen_put_button(screen, screen_cut_left(screen, &bottom, bottom.width / 2), "touch.drop",
                      screen_word(screen, KIOSK_WORD_KEEP_NOT),
                      screen_do_with(KIOSK_COMMAND_CALIBRATE, 0));
    part = screen_put_button(screen, bottom, "touch.keep", screen_word(screen, KIOSK_WORD_KEEP),
                             screen_do_with(KIOSK_COMMAND_CALIBRATE, 2));
    part->size = KIOSK_TEXT_LARGE;
    part->tone = KIOSK_TONE_PRIMARY;
    part->strong = true;
}

static void build_touch(screen_maker *screen)
{
    const kiosk_state *state = screen->state;
    screen_areas areas;

    if (state->setup.calibrating == KIOSK_CALIBRATING_CROSSES) {
        put_cross(screen);
        return;
    }
    areas = screen_put_frame(screen, false);
    screen_put_title(screen, &areas, screen_word(screen, KIOSK_WORD_PAGE_TOUCH));
    if (state->setup.calibrating == KIOSK_CALIBRATING_KEEP) {
        put_keep(screen, &areas);
    } else {
        if (!screen->tight)
            put_line(screen, &areas.panel, "touch.what",
                     screen_word(screen, KIOSK_WORD_TOUCH_TEST_WHAT), KIOSK_TONE_QUIET);
        if (!kiosk_calibration_is_none(&state->settings.calibration))
            screen_put_button(screen, screen_cut_bottom(screen, &areas.panel, screen->unit),
                              "touch.none", screen_word(screen, KIOSK_WORD_CALIBRATE_DROP),
                              screen_do_with(KIOSK_COMMAND_CALIBRATE, 0));
        put_done(screen, &areas, "touch.calibrate", screen_word(screen, KIOSK_WORD_CALIBRATE),
                 screen_do_with(KIOSK_COMMAND_CALIBRATE, 1));
    }
    put_touch_fields(screen, areas.panel);
    screen_put_say(screen, &areas);
}

/* PINs. */

static void build_arbiters(screen_maker *screen)
{
    const kiosk_state *state = screen->state;
    const bool changes = kiosk_setup_changes_pin(state);
    screen_areas areas = screen_put_frame(screen, false);
    kiosk_rect pin = {0};

    if (changes)
        pin = screen_cut_pin(screen, &areas);
    screen_put_title(screen, &areas, screen_word(screen, KIOSK_WORD_PAGE_ARBITERS));
    if (!screen->tight)
        put_line(screen, &areas.panel, "arbiters.what",
                 screen_word(screen, KIOSK_WORD_PIN_CHANGE_WHAT), KIOSK_TONE_QUIET);
    screen_put_arbiters(screen, areas.panel);
    screen_put_say(screen, &areas);
    if (!changes) {
        put_done(screen, &areas, NULL, NULL, screen_do(KIOSK_COMMAND_NONE));
        return;
    }
    screen_put_pin(screen, pin);
    if (state->sign.stage == KIOSK_PIN_ASK)
        screen_put_bottom(screen, &areas, "arbiters.by",
                          screen_word(screen, state->setup.by_chief ? KIOSK_WORD_PIN_BY_OWN
                                                                    : KIOSK_WORD_PIN_BY_CHIEF),
                          screen_do_with(KIOSK_COMMAND_PIN_BY_CHIEF, !state->setup.by_chief));
    else
        screen_put_bottom(screen, &areas, NULL, NULL, screen_do(KIOSK_COMMAND_NONE));
}

/* The office. */

static void put_office_state(screen_maker *screen, kiosk_rect *panel)
{
    const kiosk_office *office = &screen->state->setup.office;
    const kiosk_device *device = &screen->state->device;
    const int64_t ago = device->wall_ms - office->contact_ms;
    screen_text text;

    if (!office->enrolled) {
        put_line(screen, panel, "office.state", screen_word(screen, KIOSK_WORD_OFFICE_NONE),
                 KIOSK_TONE_QUIET);
        return;
    }
    put_line(screen, panel, "office.state",
             screen_fill(screen, &text, KIOSK_WORD_OFFICE_AT, office->name), KIOSK_TONE_GOOD);
    if (office->contact_ms > 0)
        screen_fill_number(screen, &text, KIOSK_WORD_OFFICE_CONTACT,
                           (long)(ago > 0 ? ago / MINUTE_MS : 0));
    else
        screen_fill(screen, &text, KIOSK_WORD_OFFICE_NEVER, "");
    put_line(screen, panel, "office.contact", text.text, KIOSK_TONE_PLAIN);
    if (device->waiting > 0)
        put_line(
            screen, panel, "office.waiting",
            screen_fill_number(screen, &text, KIOSK_WORD_OFFICE_WAITING, (long)device->waiting),
            KIOSK_TONE_PLAIN);
    if (office->why != BOARD_OK)
        put_line(screen, panel, "office.why",
                 screen_fill(screen, &text, KIOSK_WORD_OFFICE_TROUBLE,
                             board_error_text(office->why, screen->language)),
                 KIOSK_TONE_WARNING);
}

static void build_office(screen_maker *screen)
{
    const kiosk_office *office = &screen->state->setup.office;
    screen_areas areas = screen_put_frame(screen, false);
    screen_text text;
    kiosk_part *part;

    screen_put_title(screen, &areas, screen_word(screen, KIOSK_WORD_PAGE_OFFICE));
    put_office_state(screen, &areas.panel);
    if (office->enrolling)
        put_line(screen, &areas.panel, "office.enrolling",
                 screen_word(screen, KIOSK_WORD_OFFICE_ENROLLING), KIOSK_TONE_PLAIN);
    else if (office->enrol_failed)
        put_line(screen, &areas.panel, "office.failed",
                 screen_fill(screen, &text, KIOSK_WORD_OFFICE_FAILED,
                             board_error_text(office->enrol_error, screen->language)),
                 KIOSK_TONE_DANGER);
    part = screen_put_button(screen, screen_cut_top(screen, &areas.panel, screen->unit),
                             "office.enrol", screen_word(screen, KIOSK_WORD_OFFICE_ENROL),
                             screen_do_with(KIOSK_COMMAND_FIELD, KIOSK_FIELD_INVITATION));
    part->dim = office->enrolling || !office->there;
    screen_put_say(screen, &areas);
    put_done(screen, &areas, "office.leave",
             office->enrolled ? screen_word(screen, KIOSK_WORD_OFFICE_LEAVE) : NULL,
             screen_do(KIOSK_COMMAND_OFFICE_LEAVE));
}

/* Buttons. */

static void build_buttons(screen_maker *screen)
{
    const kiosk_buttons *buttons = &screen->state->setup.buttons;
    screen_areas areas = screen_put_frame(screen, false);
    const int row = screen_pixels(screen, KIOSK_TEXT_BODY) * 3 / 2; /* nothing to touch */

    screen_put_title(screen, &areas, screen_word(screen, KIOSK_WORD_PAGE_BUTTONS));
    put_line(screen, &areas.panel, "buttons.what",
             screen_word(screen,
                         buttons->wired != 0 ? KIOSK_WORD_BUTTONS_WHAT : KIOSK_WORD_BUTTONS_NONE),
             KIOSK_TONE_QUIET);
    for (int i = 0; i < KIOSK_BUTTONS; i++) {
        const bool down = has_bit(buttons->pressed, i);
        screen_text text;

        if (!has_bit(buttons->wired, i))
            continue;
        screen_begin(&text);
        screen_add(&text, screen_word(screen, button_words[i]));
        screen_add(&text, down ? " ●" : " ○");
        kiosk_part *part = screen_put_text(screen, screen_cut_top(screen, &areas.panel, row),
                                           KIOSK_TEXT_BODY, text.text);
        kiosk_part_set_name(part, "buttons.%d", i + 1);
        part->strong = down;
    }
    screen_put_say(screen, &areas);
    put_done(screen, &areas, NULL, NULL, screen_do(KIOSK_COMMAND_NONE));
}

/* Storage. */

static void put_verifying(screen_maker *screen, kiosk_rect *panel)
{
    const kiosk_state *state = screen->state;
    const kiosk_setup *setup = &state->setup;
    const long seconds = (long)((state->now_ms - setup->verify_since_ms) / 1000);
    const store_verified *found = &setup->verification.verified;
    screen_text text;
    kiosk_part *part;

    switch (setup->verifying) {
    case KIOSK_VERIFY_NOT:
        return;
    case KIOSK_VERIFY_RUNNING:
        put_line(screen, panel, "storage.verifying",
                 screen_fill_number(screen, &text, KIOSK_WORD_VERIFY_RUNNING, seconds),
                 KIOSK_TONE_PLAIN);
        part = kiosk_view_add(screen->view, KIOSK_PART_PROGRESS,
                              screen_cut_top(screen, panel, screen->unit / 3));
        part->value = -1 - (int)((state->now_ms - setup->verify_since_ms) / 100 % 1000);
        return;
    case KIOSK_VERIFY_SOUND:
        put_line(screen, panel, "storage.sound",
                 screen_fill_number(screen, &text, KIOSK_WORD_VERIFY_SOUND, (long)found->entries),
                 KIOSK_TONE_GOOD);
        return;
    case KIOSK_VERIFY_DAMAGED:
        put_line(screen, panel, "storage.damaged",
                 screen_fill_number(screen, &text, KIOSK_WORD_VERIFY_DAMAGED, (long)found->faults),
                 KIOSK_TONE_DANGER);
        return;
    default:
        put_line(screen, panel, "storage.failed", screen_word(screen, KIOSK_WORD_VERIFY_FAILED),
                 KIOSK_TONE_DANGER);
    }
}

static void build_storage(screen_maker *screen)
{
    const kiosk_setup *setup = &screen->state->setup;
    const kiosk_facts *facts = &setup->facts;
    screen_areas areas = screen_put_frame(screen, false);
    screen_text text, more;

    screen_put_title(screen, &areas, screen_word(screen, KIOSK_WORD_PAGE_STORAGE));
    if (!setup->facts_known) {
        put_line(screen, &areas.panel, "storage.reading", screen_word(screen, KIOSK_WORD_READING),
                 KIOSK_TONE_QUIET);
    } else {
        const bool low = facts->free_mib >= 0 && facts->free_mib < KIOSK_STORAGE_LOW_MIB;

        screen_fill_number(screen, &text, KIOSK_WORD_STORAGE_ENTRIES, (long)facts->entries);
        put_line(screen, &areas.panel, "storage.entries", text.text, KIOSK_TONE_PLAIN);
        screen_fill_number(screen, &text, KIOSK_WORD_STORAGE_SIZE, (long)(facts->bytes / KIB));
        put_line(screen, &areas.panel, "storage.size", text.text, KIOSK_TONE_PLAIN);
        screen_fill_number(screen, &text, KIOSK_WORD_STORAGE_FREE, (long)facts->free_mib);
        screen_add(&text, "  ");
        screen_add(&text, screen_fill_number(screen, &more, KIOSK_WORD_STORAGE_OF,
                                             (long)facts->whole_mib));
        put_line(screen, &areas.panel, "storage.free", text.text,
                 low ? KIOSK_TONE_WARNING : KIOSK_TONE_PLAIN);
    }
    put_verifying(screen, &areas.panel);
    screen_put_say(screen, &areas);
    put_done(screen, &areas, "storage.verify", screen_word(screen, KIOSK_WORD_VERIFY),
             screen_do(KIOSK_COMMAND_VERIFY));
}

/* About. */

static void put_libraries(screen_maker *screen, kiosk_rect panel)
{
    enum { COUNT = sizeof libraries / sizeof *libraries };
    const int height = screen_lines_height(screen, KIOSK_TEXT_SMALL, 1);
    const int columns = screen_columns_in(screen, panel, screen->unit * 5) >= 2 ? 2 : 1;
    const screen_list list =
        screen_begin_list(screen, &panel, (COUNT + columns - 1) / columns, height);

    for (int i = 0; i < list.visible * columns; i++) {
        const int index = list.first * columns + i;
        const kiosk_rect row = {panel.x, panel.y + i / columns * (height + screen->gap),
                                panel.width, height};
        screen_text text;
        kiosk_part *part;

        if (index >= COUNT)
            return;
        screen_begin(&text);
        screen_add(&text, libraries[index].name);
        screen_add(&text, "  ");
        screen_add(&text, libraries[index].licence);
        part = screen_put_text(screen, screen_column(screen, row, columns, i % columns),
                               KIOSK_TEXT_SMALL, text.text);
        kiosk_part_set_name(part, "about.library.%d", index + 1);
    }
}

static void build_about(screen_maker *screen)
{
    screen_areas areas = screen_put_frame(screen, false);
    screen_text text, more, one;
    const char *edition;

    screen_put_title(screen, &areas,
                     screen_fill(screen, &text, KIOSK_WORD_ABOUT_VERSION, QILI_VERSION));
    screen_begin(&more);
    for (size_t i = 0; (edition = judge_edition_name(i)) != NULL; i++) {
        screen_add(&more, i > 0 ? "  " : "");
        screen_add(&more, screen_edition_name(screen, &one, edition));
    }
    screen_fill(screen, &text, KIOSK_WORD_ABOUT_EDITIONS, more.text);
    put_line(screen, &areas.panel, "about.editions", text.text, KIOSK_TONE_PLAIN);
    if (screen->state->setup.facts_known) {
        screen_fill(screen, &text, KIOSK_WORD_ABOUT_DEVICE, screen->state->setup.facts.device);
        put_line(screen, &areas.panel, "about.device", text.text, KIOSK_TONE_PLAIN);
    }
    put_line(screen, &areas.panel, "about.libraries",
             screen_word(screen, KIOSK_WORD_ABOUT_LIBRARIES), KIOSK_TONE_QUIET);
    put_libraries(screen, areas.panel);
    screen_put_say(screen, &areas);
    put_done(screen, &areas, NULL, NULL, screen_do(KIOSK_COMMAND_NONE));
}

void screen_build_setup(screen_maker *screen)
{
    switch (screen->state->setup.page) {
    case KIOSK_SETUP_TOUCH:
        build_touch(screen);
        break;
    case KIOSK_SETUP_ARBITERS:
        build_arbiters(screen);
        break;
    case KIOSK_SETUP_OFFICE:
        build_office(screen);
        break;
    case KIOSK_SETUP_BUTTONS:
        build_buttons(screen);
        break;
    case KIOSK_SETUP_STORAGE:
        build_storage(screen);
        break;
    default:
        build_about(screen);
    }
}
