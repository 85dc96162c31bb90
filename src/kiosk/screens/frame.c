/*
 * kiosk/screens/frame.c: what all screens have in common: the bar with the steps of the flow, the
 * places of board and panel, the big buttons, what is said.
 */
#include <string.h>

#include "kiosk/screens/screens_private.h"

enum {
    BATTERY_LOW = 15,            /* per cent */
    CLOCK_SET_MS_PER_DAY = 86400 /* thousands of milliseconds */
};

static const int64_t clock_is_set_ms = INT64_C(19723) * CLOCK_SET_MS_PER_DAY * 1000; /* 2024 */

/* The least sizes of panels beside boards, in tenths of a unit. */
enum {
    PANEL_WIDTH = 66,
    PANEL_HEIGHT = 38, /* and four lines of text */
    TOOLS_WIDTH = 14,
    BACK_WIDTH = 11,
    BOTTOM_HEIGHT = 11,
    STATUS_WIDTH = 32,
    STATUS_WIDTH_LEAST = 18,
    STEP_WIDTH_LEAST = 10
};

static int tenths(const screen_maker *screen, int count)
{
    return (screen->unit * count + 9) / 10;
}

/* The count of pieces that were placed. */
static int pieces_on(const board_layout *layout)
{
    int count = 0;

    for (int square = 0; square < BOARD_SQUARES; square++)
        count += layout->cells[square] != BOARD_EMPTY;
    return count;
}

static void moves_result(const screen_maker *screen, screen_text *text, bool tight)
{
    const kiosk_word plies = tight ? KIOSK_WORD_PLIES_TIGHT : KIOSK_WORD_PLIES;
    const kiosk_entered *entered = &screen->dispute->entered;
    kiosk_repetition repetition;

    if (entered->count == 0)
        return;
    if (kiosk_find_repetition(entered, &repetition) && repetition.cycle.length > 0 &&
        repetition.cycle.stage == JUDGE_STAGE_REPEATED) {
        screen_fill_number(screen, text, plies, (long)repetition.cycle.length);
        if (repetition.complete) { /* before, the number would be taken for one of cycles */
            screen_add(text, "×");
            screen_add_number(text, (long)repetition.cycle.occurrences);
        }
    } else {
        screen_fill_number(screen, text, plies, (long)entered->count);
    }
}

/* What a step came to, in a few characters; "" while it has come to nothing. tight: in fewer. */
static const char *step_result(const screen_maker *screen, screen_text *text, kiosk_screen step,
                               bool tight)
{
    const kiosk_state *state = screen->state;
    const kiosk_dispute *dispute = screen->dispute;

    screen_begin(text);
    if (step == KIOSK_SCREEN_HALL) {
        if (state->hall && state->hall->round > 0)
            screen_fill_number(screen, text, KIOSK_WORD_ROUND_SHORT, state->hall->round);
    } else if (step == KIOSK_SCREEN_GAME) {
        if (state->screen == KIOSK_SCREEN_RECORDS || state->screen == KIOSK_SCREEN_RECORD)
            return text->text; /* records are of many games */
        if (state->game_key.round > 0 && tight)
            screen_fill_number(screen, text, KIOSK_WORD_TABLE_TIGHT, state->game_key.table);
        else if (state->game_key.round > 0)
            screen_table_name(screen, text, state->game_key);
    } else if (dispute && dispute->furthest >= step) {
        if (step == KIOSK_SCREEN_POSITION)
            screen_fill_number(screen, text, KIOSK_WORD_PIECES,
                               pieces_on(&dispute->entered.layout));
        else if (step == KIOSK_SCREEN_MOVES)
            moves_result(screen, text, tight);
        else if (step == KIOSK_SCREEN_RULING && kiosk_dispute_result(dispute))
            screen_add(text, screen_outcome_short(screen, kiosk_dispute_outcome(dispute)));
        else if (step == KIOSK_SCREEN_SIGN && dispute->is_signed)
            screen_add(text, screen_word(screen, KIOSK_WORD_SIGNED_SHORT));
    }
    return text->text;
}

static void put_step(screen_maker *screen, kiosk_rect rect, kiosk_screen step)
{
    static const kiosk_word names[] = {
        [KIOSK_SCREEN_HALL] = KIOSK_WORD_HALL,         [KIOSK_SCREEN_GAME] = KIOSK_WORD_GAME,
        [KIOSK_SCREEN_POSITION] = KIOSK_WORD_POSITION, [KIOSK_SCREEN_MOVES] = KIOSK_WORD_MOVES,
        [KIOSK_SCREEN_RULING] = KIOSK_WORD_RULING,     [KIOSK_SCREEN_SIGN] = KIOSK_WORD_SIGN,
        [KIOSK_SCREEN_ANNOUNCE] = KIOSK_WORD_ANNOUNCE,
    };
    screen_text detail;
    kiosk_part *part =
        screen_put(screen, KIOSK_PART_STEP, rect, "", screen_word(screen, names[step]),
                   screen_do_with(KIOSK_COMMAND_GO, (int32_t)step));

    kiosk_part_set_name(part, "bar.%s", kiosk_screen_code(step));
    step_result(screen, &detail, step, false);
    if (screen_text_width(screen, detail.text, KIOSK_TEXT_SMALL, true) > rect.width - 4)
        step_result(screen, &detail, step, true);
    kiosk_part_set_detail(part, detail.text);
    part->align = KIOSK_ALIGN_CENTRE;
    part->on = screen->state->screen == step;
    part->dim = !part->on && !kiosk_can_go(screen->state, step);
}

/* What is wrong with the device; else how far the office has what was entered. */
static const char *connection_text(const screen_maker *screen, screen_text *text, kiosk_tone *tone)
{
    const kiosk_device *device = &screen->state->device;

    *tone = KIOSK_TONE_WARNING;
    screen_begin(text);
    if (device->wall_ms < clock_is_set_ms) {
        screen_add(text, screen_word(screen, KIOSK_WORD_CLOCK_UNSET));
    } else if (device->battery >= 0 && device->battery <= BATTERY_LOW) {
        screen_fill_number(screen, text, KIOSK_WORD_BATTERY, device->battery);
    } else if (device->free_mib >= 0 && device->free_mib < KIOSK_STORAGE_LOW_MIB) {
        screen_add(text, screen_word(screen, KIOSK_WORD_STORAGE_LOW));
    } else {
        *tone = KIOSK_TONE_QUIET;
        if (device->connection == KIOSK_CONNECTION_NONE)
            screen_add(text, screen_word(screen, KIOSK_WORD_ALONE));
        else if (device->connection == KIOSK_CONNECTION_SENT)
            screen_add(text, screen_word(screen, KIOSK_WORD_SENT));
        else if (device->connection == KIOSK_CONNECTION_OFFLINE && device->waiting == 0)
            screen_add(text, screen_word(screen, KIOSK_WORD_OFFLINE));
        else
            screen_fill_number(screen, text,
                               device->connection == KIOSK_CONNECTION_OFFLINE
                                   ? KIOSK_WORD_OFFLINE_WAITING
                                   : KIOSK_WORD_WAITING,
                               (long)device->waiting);
    }
    return text->text;
}

/* Edition and time as far as there is room for them on one line. */
static void edition_and_time(const screen_maker *screen, screen_text *text, int width)
{
    bool set = screen->state->device.wall_ms >= clock_is_set_ms;
    screen_text clock;

    screen_edition_name(screen, text, kiosk_edition(screen->state));
    if (!set)
        return;
    screen_add(text, "  ");
    screen_add(text, screen_clock(screen, &clock, screen->state->device.wall_ms));
    if (screen_text_width(screen, text->text, KIOSK_TEXT_SMALL, false) > width)
        *text = clock;
}

/* Time and connection for a narrow place, one below the other. */
static void narrow_status(const screen_maker *screen, screen_text *text, kiosk_tone *tone)
{
    screen_text connection;

    screen_begin(text);
    if (screen->state->device.wall_ms >= clock_is_set_ms) {
        screen_clock(screen, text, screen->state->device.wall_ms);
        screen_add(text, "\n");
    }
    screen_add(text, connection_text(screen, &connection, tone));
}

static kiosk_part *put_status_button(screen_maker *screen, kiosk_rect rect, kiosk_tone tone)
{
    kiosk_part *part = screen_put_button(screen, rect, "bar.settings", "",
                                         screen_do_with(KIOSK_COMMAND_GO, KIOSK_SCREEN_SETTINGS));

    part->size = KIOSK_TEXT_SMALL;
    part->tone = tone;
    part->on = screen->state->screen == KIOSK_SCREEN_SETTINGS;
    return part;
}

/* Edition, time and connection; touched, it leads to the settings. */
static void put_status(screen_maker *screen, kiosk_rect rect)
{
    screen_text text, connection;
    kiosk_tone tone;
    kiosk_part *part;
    int width = rect.width - 2 * screen->gap;

    connection_text(screen, &connection, &tone);
    part = put_status_button(screen, rect, tone);
    kiosk_part_set_detail(part, connection.text);
    edition_and_time(screen, &text,
                     tone == KIOSK_TONE_QUIET ? width : width - screen->metrics->small * 5 / 4);
    kiosk_part_set_text(part, text.text);
}

/* The same at the top of a narrow column, as high as it needs to be. */
static void put_narrow_status(screen_maker *screen, kiosk_rect *column)
{
    screen_text text;
    kiosk_tone tone;
    int width = column->width - 2 * screen->gap;
    int height;

    narrow_status(screen, &text, &tone);
    if (tone == KIOSK_TONE_WARNING)
        width -= screen->metrics->small * 5 / 4;
    height =
        screen_text_height(screen, text.text, KIOSK_TEXT_SMALL, false, width) + 3 * screen->gap;
    height = height > screen->unit ? height : screen->unit;
    kiosk_part_set_text(put_status_button(screen, screen_cut_top(screen, column, height), tone),
                        text.text);
}

static void put_back(screen_maker *screen, kiosk_rect rect)
{
    screen_put_button(screen, rect, "bar.back", "←", screen_do(KIOSK_COMMAND_BACK))->size =
        KIOSK_TEXT_LARGE;
}

/* The step that the screen belongs to. */
static int present_step(const kiosk_state *state)
{
    if (kiosk_screen_is_step(state->screen))
        return (int)state->screen;
    if (state->screen == KIOSK_SCREEN_SETTINGS && kiosk_screen_is_step(state->beside))
        return (int)state->beside;
    return KIOSK_SCREEN_GAME;
}

/* The steps. Where they would be narrower than a finger only those around the present one stand
 * there. */
static void put_steps(screen_maker *screen, kiosk_rect rect)
{
    enum { STEPS = KIOSK_SCREEN_ANNOUNCE + 1 };
    int present = present_step(screen->state);
    int shown = rect.width / tenths(screen, STEP_WIDTH_LEAST);
    int first;

    if (screen_put_training_tabs(screen, rect))
        return;
    if (shown > STEPS)
        shown = STEPS;
    first = present - shown / 2;
    first = first < 0 ? 0 : first > STEPS - shown ? STEPS - shown : first;
    for (int i = 0; i < shown; i++) {
        kiosk_rect place = rect;

        place.x = rect.x + rect.width * i / shown;
        place.width = rect.x + rect.width * (i + 1) / shown - place.x;
        put_step(screen, place, (kiosk_screen)(first + i));
    }
}

static int bar_height(const screen_maker *screen)
{
    int lines = screen_lines_height(screen, KIOSK_TEXT_SMALL, 2) + 4;

    return lines > screen->unit ? lines : screen->unit;
}

/* Landscape: the board at the left, as high as there is room for. */
static void place_landscape(screen_maker *screen, kiosk_rect all, bool with_board,
                            screen_areas *areas)
{
    areas->panel = all;
    if (with_board) {
        int width = kiosk_board_width(all.height);
        int most = all.width - tenths(screen, PANEL_WIDTH) - screen->gap;

        areas->board = screen_cut_left(screen, &areas->panel, width < most ? width : most);
    }
    areas->bottom = screen_cut_bottom(screen, &areas->panel, tenths(screen, BOTTOM_HEIGHT));
    if (with_board)
        areas->tools = screen_cut_top(screen, &areas->panel, screen->unit);
    if (with_board && !screen->low) {
        areas->say = screen_cut_bottom(screen, &areas->panel,
                                       screen_lines_height(screen, KIOSK_TEXT_SMALL, 2));
    } else {
        areas->say =
            screen_cut_left(screen, &areas->bottom, areas->bottom.width * (with_board ? 2 : 3) / 6);
    }
}

/* What stands in the bar in landscape: above the tools, on a small display in one row. */
static void put_portrait_head(screen_maker *screen, kiosk_rect *tools)
{
    kiosk_rect rest = *tools;

    if (!screen->tight) {
        put_back(screen, screen_cut_top(screen, tools, screen->unit));
        put_narrow_status(screen, tools);
        return;
    }
    kiosk_rect back = screen_cut_left(screen, &rest, screen->unit);
    const int top = rest.y;
    put_narrow_status(screen, &rest);
    back.height = rest.y - top - screen->gap;
    put_back(screen, back);
    tools->height -= rest.y - tools->y;
    tools->y = rest.y;
}

/* Portrait: the board above, its tools beside it, the panel below. */
static void place_portrait(screen_maker *screen, kiosk_rect all, bool with_board,
                           screen_areas *areas)
{
    areas->panel = all;
    areas->bottom = screen_cut_bottom(screen, &areas->panel, tenths(screen, BOTTOM_HEIGHT));
    if (with_board) {
        int height = areas->panel.height - tenths(screen, PANEL_HEIGHT) - screen->gap -
                     screen_lines_height(screen, KIOSK_TEXT_SMALL, 2) -
                     screen_lines_height(screen, KIOSK_TEXT_BODY, 2);
        int width = all.width - tenths(screen, TOOLS_WIDTH) - screen->gap;

        if (kiosk_board_height(width) < height)
            height = kiosk_board_height(width);
        areas->tools = screen_cut_top(screen, &areas->panel, height);
        areas->board = screen_cut_left(screen, &areas->tools, kiosk_board_width(height));
        put_portrait_head(screen, &areas->tools);
    }
    areas->say =
        screen_cut_bottom(screen, &areas->panel, screen_lines_height(screen, KIOSK_TEXT_SMALL, 2));
}

screen_areas screen_put_frame(screen_maker *screen, bool with_board)
{
    kiosk_rect all = {0, 0, screen->metrics->width, screen->metrics->height};
    screen_areas areas = {0};
    kiosk_rect bar;

    all = screen_inset(all, screen->gap);
    bar = screen_cut_top(screen, &all, bar_height(screen));
    if (!screen->portrait) {
        int room = bar.width - tenths(screen, BACK_WIDTH) - screen->gap -
                   7 * tenths(screen, STEP_WIDTH_LEAST) - screen->gap;
        int status = room < tenths(screen, STATUS_WIDTH) ? room : tenths(screen, STATUS_WIDTH);

        if (status < tenths(screen, STATUS_WIDTH_LEAST))
            status = tenths(screen, STATUS_WIDTH_LEAST);
        put_status(screen, screen_cut_right(screen, &bar, status));
        put_back(screen, screen_cut_left(screen, &bar, tenths(screen, BACK_WIDTH)));
    }
    put_steps(screen, bar);
    if (screen->portrait && !with_board) {
        areas.title = screen_cut_top(screen, &all, bar_height(screen));
        put_back(screen, screen_cut_left(screen, &areas.title, tenths(screen, BACK_WIDTH)));
        put_status(screen, screen_cut_right(screen, &areas.title, tenths(screen, STATUS_WIDTH)));
    }
    if (screen->portrait)
        place_portrait(screen, all, with_board, &areas);
    else
        place_landscape(screen, all, with_board, &areas);
    return areas;
}

/* The largest in which the title stands on one line; else small, on two. */
static kiosk_text_size title_size(const screen_maker *screen, kiosk_rect rect, const char *text)
{
    static const kiosk_text_size sizes[] = {KIOSK_TEXT_LARGE, KIOSK_TEXT_BODY};

    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        if (screen_text_width(screen, text, sizes[i], true) <= rect.width)
            return sizes[i];
    }
    return KIOSK_TEXT_SMALL;
}

static void cut_title(const screen_maker *screen, kiosk_part *part)
{
    static const char more[] = "…";
    const int room = part->rect.width - screen_text_width(screen, more, KIOSK_TEXT_SMALL, true);
    const int lines = part->rect.height / screen_lines_height(screen, KIOSK_TEXT_SMALL, 1);
    const size_t fits =
        screen_text_fits(screen, part->text, KIOSK_TEXT_SMALL, room, lines < 2 ? 1 : 2);

    if (part->text[fits] != '\0' && fits + sizeof more <= sizeof part->text)
        memcpy(part->text + fits, more, sizeof more);
}

void screen_put_title(screen_maker *screen, screen_areas *areas, const char *text)
{
    kiosk_part *part;

    if (areas->title.width == 0)
        areas->title = screen_cut_top(screen, &areas->panel, screen->unit);
    part = screen_put_text(screen, areas->title, title_size(screen, areas->title, text), text);
    part->strong = true;
    if (part->size == KIOSK_TEXT_SMALL) /* the name of an event may be as long as it likes */
        cut_title(screen, part);
}

const char *screen_said(const screen_maker *screen, screen_text *text)
{
    const kiosk_state *state = screen->state;

    kiosk_say_line(state->say, state->say_value.text[screen->language], screen->language,
                   text->text, sizeof text->text);
    return text->text;
}

void screen_put_say(screen_maker *screen, const screen_areas *areas)
{
    screen_text text;
    kiosk_next next = kiosk_next_of(screen->state);
    kiosk_tone tone = KIOSK_TONE_QUIET;
    kiosk_rect rect = areas->say;
    bool said = screen->state->say != KIOSK_SAY_NOTHING;
    kiosk_part *part;

    screen_begin(&text);
    if (said) {
        screen_said(screen, &text);
        tone = screen->state->say_warns ? KIOSK_TONE_WARNING : KIOSK_TONE_GOOD;
    } else if (next.refusal != KIOSK_SAY_NOTHING &&
               !strstr(kiosk_say_text(next.refusal, screen->language), "{}")) {
        screen_add(&text, kiosk_say_text(next.refusal, screen->language));
    }
    if (!text.text[0] || rect.height == 0)
        return;
    int height = screen_text_height(screen, text.text, KIOSK_TEXT_SMALL, said,
                                    rect.width - (said ? screen->metrics->small * 5 / 4 : 0));

    if (height < rect.height) {
        rect.y += rect.height - height; /* near the button that it is about */
        rect.height = height;
    }
    part = screen_put_text(screen, rect, KIOSK_TEXT_SMALL, text.text);
    part->tone = tone;
    part->strong = said;
    kiosk_part_set_name(part, "say");
}

kiosk_part *screen_put_bottom(screen_maker *screen, screen_areas *areas, const char *name,
                              const char *text, kiosk_command command)
{
    kiosk_next next = kiosk_next_of(screen->state);
    kiosk_rect bottom = areas->bottom;
    kiosk_part *part;

    if (text) {
        kiosk_rect other = screen_cut_left(screen, &bottom, bottom.width * 2 / 5);

        screen_put_button(screen, other, name, text, command);
    }
    part = screen_put_button(screen, bottom, "next", kiosk_say_text(next.label, screen->language),
                             screen_do(KIOSK_COMMAND_NEXT));
    part->size = KIOSK_TEXT_LARGE;
    part->tone = KIOSK_TONE_PRIMARY;
    part->strong = true;
    part->dim = next.refusal != KIOSK_SAY_NOTHING;
    return part;
}
