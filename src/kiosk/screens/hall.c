/* kiosk/screens/hall.c: the hall: the rounds, the tables of one, and what is open. */
#include <string.h>

#include "kiosk/screens/screens_private.h"

/* In tenths of a unit. */
enum { TILE_WIDTH = 26, TITLE_WIDTH = 45 };

static int tenths(const screen_maker *screen, int count)
{
    return (screen->unit * count + 9) / 10;
}

static kiosk_command game_command(ledger_game_key game)
{
    kiosk_command command = screen_do_with(KIOSK_COMMAND_GAME, game.round);

    command.numbers[1] = game.table;
    command.numbers[2] = game.number;
    return command;
}

/* Does the table want to be looked at? */
static bool is_open(const screen_maker *screen, const kiosk_table *table)
{
    return kiosk_decision_is_fresh(screen->state, table) || table->order_open || table->danger[0] ||
           table->danger[1] || table->due ||
           kiosk_dispute_of_game(screen->state, table->game) != KIOSK_NO_DISPUTE;
}

/* Is it among what is open? A game that is over only where its ruling was decided upon. */
static bool is_listed(const screen_maker *screen, const kiosk_table *table)
{
    return is_open(screen, table) &&
           (!table->finished || kiosk_decision_is_fresh(screen->state, table));
}

/* What is most pressing about a table; "" for nothing. */
static const char *state_of(const screen_maker *screen, screen_text *text, const kiosk_table *table)
{
    screen_begin(text);
    if (kiosk_dispute_of_game(screen->state, table->game) != KIOSK_NO_DISPUTE)
        screen_add(text, screen_word(screen, KIOSK_WORD_DISPUTE_OPEN));
    else if (kiosk_decision_is_fresh(screen->state, table))
        screen_add(text, screen_word(screen, table->decided == LEDGER_OVERRULED
                                                 ? KIOSK_WORD_OVERRULED_TILE
                                                 : KIOSK_WORD_UPHELD_TILE));
    else if (table->due != LEDGER_NO_OUTCOME && !table->finished)
        screen_fill(screen, text, KIOSK_WORD_DUE, screen_result_name(screen, table->due));
    else if (table->order_open)
        screen_fill(screen, text, KIOSK_WORD_ORDER_TILE,
                    screen_side_name(screen, table->order_side));
    else if (table->danger[BOARD_RED] || table->danger[BOARD_BLACK])
        screen_fill(screen, text, KIOSK_WORD_DANGER,
                    screen_side_name(screen, table->danger[BOARD_RED] ? BOARD_RED : BOARD_BLACK));
    else if (table->finished)
        screen_add(text, screen_result_name(screen, table->outcome));
    return text->text;
}

static kiosk_tone tone_of(const screen_maker *screen, const kiosk_table *table)
{
    if (kiosk_dispute_of_game(screen->state, table->game) != KIOSK_NO_DISPUTE ||
        kiosk_decision_is_fresh(screen->state, table))
        return KIOSK_TONE_WARNING;
    if (table->due != LEDGER_NO_OUTCOME && !table->finished)
        return KIOSK_TONE_DANGER;
    if (table->order_open || table->danger[0] || table->danger[1])
        return KIOSK_TONE_WARNING;
    return table->finished ? KIOSK_TONE_QUIET : KIOSK_TONE_PLAIN;
}

static const char *player(const screen_maker *screen, const kiosk_table *table, board_side side)
{
    return table->players[side][0] ? table->players[side]
                                   : screen_word(screen, KIOSK_WORD_NO_PLAYER);
}

/* The players, and what is open. */
static const char *detail_of(const screen_maker *screen, screen_text *text,
                             const kiosk_table *table, int width)
{
    screen_text open;

    screen_begin(text);
    screen_add(text, player(screen, table, BOARD_RED));
    screen_add(text, " — ");
    screen_add(text, player(screen, table, BOARD_BLACK));
    if (screen_text_width(screen, text->text, KIOSK_TEXT_SMALL, false) > width) {
        screen_begin(text); /* one below the other */
        screen_add(text, player(screen, table, BOARD_RED));
        screen_add(text, "\n");
        screen_add(text, player(screen, table, BOARD_BLACK));
    }
    if (state_of(screen, &open, table)[0]) {
        screen_add(text, "\n");
        screen_add(text, open.text);
    }
    return text->text;
}

/* Of a tile, what its text has. */
static int text_width(const screen_maker *screen, int tile)
{
    return tile - 2 * (screen->gap * 3 / 2);
}

static void put_table(screen_maker *screen, kiosk_rect rect, const kiosk_table *table)
{
    screen_text text;
    kiosk_part *part =
        screen_put(screen, KIOSK_PART_TILE, rect, "", screen_table_name(screen, &text, table->game),
                   game_command(table->game));

    kiosk_part_set_name(part, "hall.table.%d.%d", table->game.table, table->game.number);
    kiosk_part_set_detail(part, detail_of(screen, &text, table, text_width(screen, rect.width)));
    part->tone = tone_of(screen, table);
    part->on = ledger_game_equal(table->game, screen->state->game_key);
}

/* Tiles are as high as the one that says most. */
static int tile_height(const screen_maker *screen, const kiosk_hall *hall, int width)
{
    int most = 0;

    for (size_t i = 0; i < hall->table_count; i++) {
        screen_text text;
        int height = screen_text_height(screen, detail_of(screen, &text, &hall->tables[i], width),
                                        KIOSK_TEXT_SMALL, false, width - 2 * screen->gap - 2);

        most = height > most ? height : most;
    }
    most -= kiosk_measure_pitch(screen->metrics->small) - screen->metrics->small;
    most += kiosk_measure_pitch(screen->metrics->large) + 2 * (screen->gap * 3 / 2);
    return most > screen->unit ? most : screen->unit;
}

static void put_tables(screen_maker *screen, kiosk_rect rect, const kiosk_hall *hall)
{
    int columns = screen_columns_in(screen, rect, tenths(screen, TILE_WIDTH));
    int width = screen_column(screen, rect, columns, 0).width - screen->unit / columns;
    int height = tile_height(screen, hall, text_width(screen, width));
    int rows = ((int)hall->table_count + columns - 1) / columns;
    screen_list list = screen_begin_list(screen, &rect, rows, height);

    for (int i = 0; i < list.visible * columns; i++) {
        size_t index = (size_t)(list.first * columns + i);
        kiosk_rect row = {rect.x, rect.y + i / columns * (height + screen->gap), rect.width,
                          height};

        if (index < hall->table_count)
            put_table(screen, screen_column(screen, row, columns, i % columns),
                      &hall->tables[index]);
    }
}

static int round_width(const screen_maker *screen)
{
    screen_text widest;

    return screen_button_width(screen, screen_fill(screen, &widest, KIOSK_WORD_ROUND_SHORT, "88"),
                               KIOSK_TEXT_SMALL);
}

/* The rounds around the one that is shown, as many as fit. */
static void put_rounds(screen_maker *screen, kiosk_rect rect, const kiosk_hall *hall)
{
    int width = round_width(screen);
    int shown = screen_columns_in(screen, rect, width);
    int count = (int)hall->round_count;
    int first = 0;

    for (int i = 0; i < count; i++) {
        if (hall->rounds[i] == hall->round)
            first = i - shown / 2;
    }
    first = first > count - shown ? count - shown : first;
    first = first < 0 ? 0 : first;
    for (int i = 0; i < shown && first + i < count; i++) {
        screen_text text;
        int round = hall->rounds[first + i];
        kiosk_rect place = rect;

        place.x += i * (width + screen->gap);
        place.width = width;
        kiosk_part *part = screen_put_button(
            screen, place, "", screen_fill_number(screen, &text, KIOSK_WORD_ROUND_SHORT, round),
            screen_do_with(KIOSK_COMMAND_ROUND, round));

        kiosk_part_set_name(part, "hall.round.%d", round);
        part->size = KIOSK_TEXT_SMALL;
        part->on = round == hall->round;
    }
}

static const char *open_text(const screen_maker *screen, screen_text *text,
                             const kiosk_table *table)
{
    screen_text state;

    screen_table_name(screen, text, table->game);
    screen_add(text, "  ");
    screen_add(text, state_of(screen, &state, table));
    return text->text;
}

static int widest_chip(const screen_maker *screen, const kiosk_hall *hall)
{
    int widest = 0;

    for (size_t i = 0; i < hall->table_count; i++) {
        screen_text text;
        int width;

        if (!is_listed(screen, &hall->tables[i]))
            continue;
        width = screen_button_width(screen, open_text(screen, &text, &hall->tables[i]),
                                    KIOSK_TEXT_SMALL) +
                screen->metrics->small * 5 / 4;
        widest = width > widest ? width : widest;
    }
    return widest;
}

/* What is open, one chip each, as many as fit; the tables show all of it. */
static void put_open(screen_maker *screen, kiosk_rect *panel, const kiosk_hall *hall)
{
    kiosk_rect row;
    int room;
    int put = 0;

    for (size_t i = 0; i < hall->table_count && put == 0; i++)
        put = is_listed(screen, &hall->tables[i]);
    if (put == 0)
        return;
    row = screen_cut_top(screen, panel, screen->unit);
    room = screen_columns_in(screen, row, widest_chip(screen, hall));
    put = 0;
    for (size_t i = 0; i < hall->table_count && put < room; i++) {
        const kiosk_table *table = &hall->tables[i];
        screen_text text;

        if (!is_listed(screen, table))
            continue;
        open_text(screen, &text, table);
        kiosk_part *part =
            screen_put(screen, KIOSK_PART_CHIP, screen_column(screen, row, room, put++), "",
                       text.text, game_command(table->game));

        kiosk_part_set_name(part, "hall.open.%d.%d", table->game.table, table->game.number);
        part->tone = tone_of(screen, table);
    }
}

/* Nothing to pick from: why, and what to do. */
static void put_empty(screen_maker *screen, kiosk_rect rect, kiosk_word title, kiosk_word text)
{
    kiosk_part *part;

    screen_cut_top(screen, &rect, rect.height / 4);
    part = screen_put_text(
        screen, screen_cut_top(screen, &rect, screen_lines_height(screen, KIOSK_TEXT_LARGE, 1)),
        KIOSK_TEXT_LARGE, screen_word(screen, title));
    part->align = KIOSK_ALIGN_CENTRE;
    part->strong = true;
    part = screen_put_paragraph(screen, &rect, KIOSK_TEXT_BODY, false, screen_word(screen, text));
    part->align = KIOSK_ALIGN_CENTRE;
}

static int word_button_width(const screen_maker *screen, const char *text)
{
    return screen_button_width(screen, text, KIOSK_TEXT_BODY) + screen->metrics->body * 5 / 4;
}

/* As wide as its text, at the right of the row. */
static kiosk_part *put_word_button(screen_maker *screen, kiosk_rect *row, const char *name,
                                   const char *text, kiosk_command command)
{
    return screen_put_button(screen, screen_cut_right(screen, row, word_button_width(screen, text)),
                             name, text, command);
}

/* The event's name, the rounds, and what there is to do besides picking a table. */
static void put_head(screen_maker *screen, screen_areas *areas, const kiosk_hall *hall)
{
    size_t open = kiosk_open_disputes(screen->state);
    kiosk_rect row = screen_cut_top(screen, &areas->panel, screen->unit);
    screen_text text;

    if (!screen->portrait)
        areas->title = screen_cut_left(screen, &row, tenths(screen, TITLE_WIDTH));
    screen_put_title(screen, areas,
                     hall && hall->event_set ? hall->event : screen_word(screen, KIOSK_WORD_HALL));
    put_word_button(screen, &row, "hall.reload", screen_word(screen, KIOSK_WORD_RELOAD),
                    screen_do(KIOSK_COMMAND_RELOAD));
    put_word_button(screen, &row, "hall.records", screen_word(screen, KIOSK_WORD_RECORDS_SHORT),
                    screen_do_with(KIOSK_COMMAND_RECORDS, 0));
    put_word_button(screen, &row, "hall.training", screen_word(screen, KIOSK_WORD_TRAINING),
                    screen_do(KIOSK_COMMAND_TRAINING));
    const char *disputes = screen_fill_number(screen, &text, KIOSK_WORD_OPEN_DISPUTES, (long)open);
    int wanted = hall && hall->round > 0 ? round_width(screen) : 0;
    if (open > 0)
        wanted += word_button_width(screen, disputes) + screen->gap;
    if (wanted > row.width) /* there is no room for all of it in one row */
        row = screen_cut_top(screen, &areas->panel, screen->unit);
    if (open > 0)
        put_word_button(screen, &row, "hall.disputes", disputes,
                        screen_do_with(KIOSK_COMMAND_MENU, KIOSK_MENU_DISPUTES))
            ->tone = KIOSK_TONE_WARNING;
    if (hall && hall->round > 0)
        put_rounds(screen, row, hall);
}

void screen_build_hall(screen_maker *screen)
{
    const kiosk_hall *hall = screen->state->hall;
    screen_areas areas = screen_put_frame(screen, false);
    int line = screen_lines_height(screen, KIOSK_TEXT_SMALL, 1);

    areas.panel.height = areas.bottom.y + areas.bottom.height - areas.panel.y;
    areas.say = screen_cut_bottom(screen, &areas.panel, line);
    put_head(screen, &areas, hall);
    if (!hall) {
        put_empty(screen, areas.panel, KIOSK_WORD_READING, KIOSK_WORD_READING_WHAT);
    } else if (hall->round == 0 || hall->table_count == 0) {
        put_empty(screen, areas.panel, KIOSK_WORD_NO_PAIRINGS, KIOSK_WORD_NO_PAIRINGS_WHAT);
    } else {
        if (!screen->low || kiosk_open_disputes(screen->state) == 0) /* the tables show it too */
            put_open(screen, &areas.panel, hall);
        put_tables(screen, areas.panel, hall);
    }
    screen_put_say(screen, &areas);
}
