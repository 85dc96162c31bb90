/*
 * kiosk/screens/foul.c: fouls and penalties: two halves red and black, the catalogue, and what
 * follows, before it is logged.
 */
#include <string.h>

#include "kiosk/screens/screens_private.h"

enum {
    TOLD_SHARE = 4, /* of the panel's height, one in so many */
    TOLD_LINES = 3  /* of small text, at least */
};

static const kiosk_game *game_of(const screen_maker *screen)
{
    const kiosk_game *game = screen->state->game;

    return game && ledger_game_equal(game->table.game, screen->state->game_key) ? game : NULL;
}

const char *screen_player_name(const screen_maker *screen, board_side side)
{
    const kiosk_game *game = game_of(screen);

    return game && game->table.players[side][0] ? game->table.players[side]
                                                : screen_word(screen, KIOSK_WORD_NO_PLAYER);
}

static kiosk_part *put_side(screen_maker *screen, kiosk_rect rect, board_side side, bool fouls)
{
    const kiosk_log *log = &screen->state->log;
    const kiosk_game *game = game_of(screen);
    screen_text text, more;
    kiosk_part *part;

    screen_begin(&text);
    screen_add(&text, screen_side_name(screen, side));
    screen_add(&text, "  ");
    screen_add(&text, screen_player_name(screen, side));
    size_t fits = screen_text_fits(screen, text.text, KIOSK_TEXT_BODY,
                                   rect.width - 2 * screen->gap - screen->metrics->body * 5 / 4, 1);

    text.text[fits] = '\0';
    part = screen_put_button(screen, rect, side == BOARD_RED ? "log.red" : "log.black", text.text,
                             screen_do_with(KIOSK_COMMAND_LOG_SIDE, (int32_t)side));
    part->tone = screen_side_tone(side);
    part->on = log->side_chosen && log->side == side;
    part->strong = part->on;
    if (fouls && game)
        kiosk_part_set_detail(part, screen_fill_number(screen, &more, KIOSK_WORD_FOULS,
                                                       (long)game->table.fouls[side]));
    return part;
}

void screen_put_log_sides(screen_maker *screen, kiosk_rect rect, bool fouls)
{
    put_side(screen, screen_column(screen, rect, 2, 0), BOARD_RED, fouls);
    put_side(screen, screen_column(screen, rect, 2, 1), BOARD_BLACK, fouls);
}

/* What the item that is chosen is about, in our own words, if there is room for it. */
static void put_what(screen_maker *screen, kiosk_rect rect)
{
    const kiosk_log *log = &screen->state->log;
    const ledger_foul_kind *foul = ledger_find_foul(&screen->state->catalogue, log->key);
    const ledger_penalty_kind *penalty = ledger_find_penalty(&screen->state->catalogue, log->key);
    const ledger_item *item = log->kind == KIOSK_LOG_FOUL && foul         ? &foul->item
                              : log->kind == KIOSK_LOG_PENALTY && penalty ? &penalty->item
                                                                          : NULL;

    if (!item)
        return;
    const char *text = item->what[screen->language];
    int height = screen_text_height(screen, text, KIOSK_TEXT_SMALL, false, rect.width);

    if (height > rect.height)
        return;
    rect.y += rect.height - height;
    rect.height = height;
    screen_put_text(screen, rect, KIOSK_TEXT_SMALL, text)->tone = KIOSK_TONE_QUIET;
}

/* The height of all that is told in this size. */
static int told_height(const screen_maker *screen, kiosk_text_size size, int width)
{
    const kiosk_tolds *told = &screen->state->log.told;
    int height = 0;

    for (size_t k = 0; k < told->count; k++)
        height +=
            screen_text_height(screen, told->list[k].text[screen->language], size, true, width);
    return height;
}

/* Its place: none on a low display while something else is said there. */
static kiosk_rect cut_told(screen_maker *screen, screen_areas *areas, kiosk_rect *panel)
{
    int least = screen_lines_height(screen, KIOSK_TEXT_SMALL, TOLD_LINES);
    int height = panel->height / TOLD_SHARE;
    kiosk_rect rect = areas->say;

    if (!screen->low) {
        height = height > least ? height : least;
        return screen_cut_bottom(screen, panel, height < panel->height ? height : panel->height);
    }
    if (screen->state->say != KIOSK_SAY_NOTHING || screen->state->log.told.count == 0)
        rect.height = 0;
    else
        areas->say.height = 0;
    return rect;
}

/* What is told comes and goes with what is entered: its room is kept free, so that nothing else
 * moves under the finger. */
void screen_put_log_told(screen_maker *screen, screen_areas *areas, kiosk_rect *panel)
{
    static const kiosk_text_size sizes[] = {KIOSK_TEXT_LARGE, KIOSK_TEXT_BODY, KIOSK_TEXT_SMALL};
    const kiosk_tolds *told = &screen->state->log.told;
    kiosk_rect rect = cut_told(screen, areas, panel);
    int width = rect.width - screen->metrics->large * 5 / 4;
    size_t try = 0;

    while (try + 1 < sizeof sizes / sizeof *sizes &&
           told_height(screen, sizes[try], width) > rect.height)
        try++;
    const kiosk_text_size size = sizes[try];
    const int spare = rect.height - told_height(screen, size, width);

    if (spare > 0) { /* near the button that it is about */
        put_what(screen, (kiosk_rect){rect.x, rect.y, rect.width, spare});
        rect.y += spare;
        rect.height -= spare;
    }
    for (size_t k = 0; k < told->count && rect.height > 0; k++) {
        const char *text = told->list[k].text[screen->language];
        kiosk_rect line = rect;

        line.height = screen_text_height(screen, text, size, true, width);
        line.height = line.height < rect.height ? line.height : rect.height;
        rect.y += line.height;
        rect.height -= line.height;
        kiosk_part *part = screen_put_text(screen, line, size, text);
        part->strong = true;
        part->tone = told->list[k].severity == LEDGER_SEVERITY_ERROR     ? KIOSK_TONE_DANGER
                     : told->list[k].severity == LEDGER_SEVERITY_WARNING ? KIOSK_TONE_WARNING
                                                                         : KIOSK_TONE_PLAIN;
        kiosk_part_set_name(part, "log.told.%zu", k + 1);
    }
}

/* The groups that cut the list short, and the penalties. */
static void put_groups(screen_maker *screen, kiosk_rect *panel)
{
    static const kiosk_word words[] = {KIOSK_WORD_FOULS_ALL,     KIOSK_WORD_FOULS_TOUCH,
                                       KIOSK_WORD_FOULS_DRAWS,   KIOSK_WORD_FOULS_RECORDS,
                                       KIOSK_WORD_FOULS_CONDUCT, KIOSK_WORD_PENALTIES};
    enum { GROUPS = sizeof words / sizeof *words };
    const kiosk_log *log = &screen->state->log;
    int widest = 0;

    for (int i = 0; i < GROUPS; i++) {
        int width = screen_button_width(screen, screen_word(screen, words[i]), KIOSK_TEXT_SMALL);
        widest = width > widest ? width : widest;
    }
    int columns = screen_columns_in(screen, *panel, widest);
    kiosk_rect row = {0};

    columns = columns >= GROUPS || screen->low ? GROUPS : GROUPS / 2;
    for (int i = 0; i < GROUPS; i++) {
        bool penalties = i == GROUPS - 1;
        kiosk_part *part;

        if (i % columns == 0)
            row = screen_cut_top(screen, panel, screen->unit);
        part = screen_put_button(screen, screen_column(screen, row, columns, i % columns), "",
                                 screen_word(screen, words[i]),
                                 penalties ? screen_do_with(KIOSK_COMMAND_LOG, KIOSK_LOG_PENALTY)
                                           : screen_do_with(KIOSK_COMMAND_LOG_GROUP, i));
        kiosk_part_set_name(part, "log.group.%d", i);
        part->size = KIOSK_TEXT_SMALL;
        part->on = penalties ? log->kind == KIOSK_LOG_PENALTY
                             : log->kind == KIOSK_LOG_FOUL && (int)log->group == i;
    }
}

/* An item of the catalogue: its name, its articles and what it brings with it. */
static const char *detail_of(const screen_maker *screen, screen_text *text, const ledger_item *item,
                             int32_t minutes)
{
    screen_text more;

    screen_begin(text);
    if (minutes > 0) {
        screen_add(text, screen_fill_number(screen, &more, KIOSK_WORD_PLUS_MINUTES, minutes));
        screen_add(text, "  ");
    }
    screen_add(text, item->articles);
    return text->text;
}

static int item_width(const screen_maker *screen, const screen_log_item *item)
{
    screen_text text;

    return screen_text_width(screen, item->item->title[screen->language], KIOSK_TEXT_BODY, true) +
           screen_text_width(screen, detail_of(screen, &text, item->item, item->minutes),
                             KIOSK_TEXT_BODY, false) +
           4 * screen->gap;
}

void screen_put_log_items(screen_maker *screen, kiosk_rect rect, const screen_log_item *items,
                          int count)
{
    int widest = 1;

    for (int i = 0; i < count; i++) {
        int width = item_width(screen, &items[i]);
        widest = width > widest ? width : widest;
    }
    widest = widest < rect.width ? widest : rect.width;
    int columns = screen_columns_in(screen, rect, widest);
    int rows = (count + columns - 1) / columns;
    int most = screen_rows_in(screen, rect, screen->unit);
    int height = screen->unit;

    if (most > rows && rows > 0) { /* room to spare makes them easier to hit */
        height = (rect.height + screen->gap) / rows - screen->gap;
        height = height < screen->unit * 3 / 2 ? height : screen->unit * 3 / 2;
    }
    screen_list list = screen_begin_list(screen, &rect, rows, height);

    for (int i = 0; i < list.visible * columns; i++) {
        int index = list.first * columns + i;
        kiosk_rect row = {rect.x, rect.y + i / columns * (height + screen->gap), rect.width,
                          height};
        screen_text text;

        if (index >= count)
            break;
        const ledger_item *item = items[index].item;
        kiosk_part *part = screen_put(
            screen, KIOSK_PART_ROW, screen_column(screen, row, columns, i % columns), "",
            item->title[screen->language], kiosk_command_of_text(KIOSK_COMMAND_LOG_KEY, item->key));

        kiosk_part_set_name(part, "log.key.%s", item->key);
        kiosk_part_set_detail(part, detail_of(screen, &text, item, items[index].minutes));
        part->on = strcmp(screen->state->log.key, item->key) == 0;
    }
}

static int list_items(const screen_maker *screen, screen_log_item *items)
{
    const ledger_catalogue *catalogue = &screen->state->catalogue;
    const kiosk_log *log = &screen->state->log;
    int count = 0;

    if (log->kind == KIOSK_LOG_PENALTY) {
        for (size_t i = 0; i < catalogue->penalty_count; i++)
            items[count++] = (screen_log_item){&catalogue->penalties[i].item, 0};
        return count;
    }
    for (size_t i = 0; i < catalogue->foul_count; i++) {
        const ledger_foul_kind *kind = &catalogue->fouls[screen->state->foul_order.places[i]];

        if (log->group == LEDGER_FOULS_NONE || kind->group == log->group)
            items[count++] = (screen_log_item){&kind->item, kind->minutes};
    }
    return count;
}

/* Of the player, or of his team, where the players of the game have teams. */
static void put_team(screen_maker *screen, kiosk_rect *panel)
{
    const kiosk_log *log = &screen->state->log;
    const kiosk_game *game = game_of(screen);
    screen_text text;

    if (log->kind != KIOSK_LOG_PENALTY || !game ||
        (game->teams[BOARD_RED][0] == '\0' && game->teams[BOARD_BLACK][0] == '\0'))
        return;
    const char *name = log->side_chosen ? game->team_names[log->side] : "";

    screen_begin(&text);
    screen_add(&text, screen_word(screen, KIOSK_WORD_OF_TEAM));
    if (name[0]) {
        screen_add(&text, screen_word(screen, KIOSK_WORD_COLON));
        screen_add(&text, name);
    }
    kiosk_part *part =
        screen_put(screen, KIOSK_PART_SWITCH, screen_cut_top(screen, panel, screen->unit),
                   "log.team", screen_word(screen, KIOSK_WORD_OF_PLAYER),
                   screen_do_with(KIOSK_COMMAND_LOG_TEAM, !log->team));

    text.text[screen_text_fits(screen, text.text, KIOSK_TEXT_BODY,
                               panel->width / 2 - 4 * screen->gap - screen->metrics->body * 5 / 4,
                               1)] = '\0';
    kiosk_part_set_detail(part, text.text);
    part->on = log->team;
}

void screen_build_foul(screen_maker *screen)
{
    screen_areas areas = screen_put_frame(screen, false);
    screen_log_item items[LEDGER_FOULS_MAX];

    if (screen->portrait)
        screen_put_title(screen, &areas, screen_word(screen, KIOSK_WORD_FOUL));
    screen_put_log_sides(
        screen,
        screen_cut_top(screen, &areas.panel, screen->low ? screen->unit : screen->unit * 5 / 4),
        true);
    put_groups(screen, &areas.panel);
    put_team(screen, &areas.panel);
    screen_put_log_told(screen, &areas, &areas.panel);
    screen_put_log_items(screen, areas.panel, items, list_items(screen, items));
    screen_put_say(screen, &areas);
    screen_put_bottom(screen, &areas, NULL, NULL, screen_do(KIOSK_COMMAND_NONE));
}
