/*
 * kiosk/screens/game.c: one game: its players with their fouls, the order that is open, what was
 * logged.
 */
#include <stdio.h>

#include "judge/words.h"
#include "kiosk/screens/records_private.h"

enum {
    ENTRY_LINES = 2,
    ENTRY_CHARACTERS = 18 /* of a line of an entry: two columns only if so many find room */
};

/* Is what is due a loss of this side? */
static bool is_lost(const kiosk_game *game, board_side side)
{
    return !game->table.finished &&
           (game->table.due == ledger_loss_of(side) || game->table.due == LEDGER_BOTH_LOSE);
}

/* The next foul loses, or the game is lost by the rules: the graver never looks milder. */
static kiosk_tone standing_tone(const kiosk_game *game, board_side side)
{
    return is_lost(game, side)        ? KIOSK_TONE_DANGER
           : game->table.danger[side] ? KIOSK_TONE_WARNING
                                      : KIOSK_TONE_QUIET;
}

/* Fouls, minutes charged on the clock, and whether the next foul loses or the game is lost. */
static const char *standing(const screen_maker *screen, screen_text *text, const kiosk_game *game,
                            board_side side)
{
    screen_text more;

    screen_fill_number(screen, text, KIOSK_WORD_FOULS, (long)game->table.fouls[side]);
    if (game->added_minutes[side] != 0) {
        screen_add(text, "  ");
        screen_add(
            text, screen_fill_number(screen, &more, KIOSK_WORD_MINUTES, game->added_minutes[side]));
    }
    if (is_lost(game, side) || game->table.danger[side]) {
        screen_add(text, "  ");
        screen_add(text, screen_word(screen, is_lost(game, side) ? KIOSK_WORD_LOSS_DUE
                                                                 : KIOSK_WORD_NEXT_LOSES));
    }
    return text->text;
}

static const char *player(const screen_maker *screen, const kiosk_game *game, board_side side)
{
    return game->table.players[side][0] ? game->table.players[side]
                                        : screen_word(screen, KIOSK_WORD_NO_PLAYER);
}

static int name_height(const screen_maker *screen, const kiosk_game *game, board_side side,
                       int width)
{
    return screen_text_height(screen, player(screen, game, side), KIOSK_TEXT_BODY, true,
                              width - 2 * screen->gap - screen->metrics->body * 5 / 4);
}

/* What a side needs in this width. */
static int player_height(const screen_maker *screen, const kiosk_game *game, board_side side,
                         int width)
{
    screen_text text;

    return name_height(screen, game, side, width) +
           screen_text_height(screen, standing(screen, &text, game, side), KIOSK_TEXT_SMALL, false,
                              width - 2 * screen->gap - screen->metrics->small * 5 / 4) +
           screen_lines_height(screen, KIOSK_TEXT_SMALL, 1) + 4 * screen->gap;
}

/* One side: who, and how he stands; touched, a foul of his is logged. */
static void put_player(screen_maker *screen, kiosk_rect rect, const kiosk_game *game,
                       board_side side)
{
    kiosk_tone tone = standing_tone(game, side);
    kiosk_rect inside = screen_inset(rect, screen->gap);
    screen_text text;
    kiosk_part *part;

    part = screen_put(screen, KIOSK_PART_PANEL, rect,
                      side == BOARD_RED ? "game.foul.red" : "game.foul.black", "",
                      screen_do_with(KIOSK_COMMAND_FOUL, (int32_t)side));
    part->tone = tone;
    part = screen_put_text(
        screen,
        screen_cut_bottom(screen, &inside, screen_lines_height(screen, KIOSK_TEXT_SMALL, 1)),
        KIOSK_TEXT_SMALL, screen_word(screen, KIOSK_WORD_LOG_A_FOUL));
    part->align = KIOSK_ALIGN_END;
    part->strong = true;
    part = screen_put_text(
        screen, screen_cut_top(screen, &inside, name_height(screen, game, side, rect.width)),
        KIOSK_TEXT_BODY, player(screen, game, side));
    part->tone = screen_side_tone(side);
    part->strong = true;
    part = screen_put_text(screen, inside, KIOSK_TEXT_SMALL, standing(screen, &text, game, side));
    part->tone = tone;
}

static void put_players(screen_maker *screen, kiosk_rect *panel, const kiosk_game *game)
{
    int width = screen_column(screen, *panel, 2, 0).width;
    int red = player_height(screen, game, BOARD_RED, width);
    int black = player_height(screen, game, BOARD_BLACK, width);
    kiosk_rect row = screen_cut_top(screen, panel, red > black ? red : black);

    put_player(screen, screen_column(screen, row, 2, 0), game, BOARD_RED);
    put_player(screen, screen_column(screen, row, 2, 1), game, BOARD_BLACK);
}

/* The order to change that stands, and its two ends. */
static void put_order(screen_maker *screen, kiosk_rect *panel, const kiosk_game *game)
{
    kiosk_rect row, box;
    screen_text text;
    kiosk_part *part;

    screen_fill(screen, &text, KIOSK_WORD_ORDER_OPEN,
                screen_side_name(screen, game->table.order_side));
    int height = screen_text_height(screen, text.text, KIOSK_TEXT_BODY, true,
                                    panel->width - screen->metrics->body * 2);

    box = screen_cut_top(screen, panel, height + screen->unit + 3 * screen->gap);
    kiosk_view_add(screen->view, KIOSK_PART_PANEL, box)->tone = KIOSK_TONE_WARNING;
    box = screen_inset(box, screen->gap);
    row = screen_cut_bottom(screen, &box, screen->unit);
    part = screen_put_text(screen, box, KIOSK_TEXT_BODY, text.text);
    part->tone = KIOSK_TONE_WARNING;
    part->strong = true;
    kiosk_part_set_name(part, "game.order");
    screen_put_button(screen, screen_column(screen, row, 2, 0), "game.changed",
                      screen_word(screen, KIOSK_WORD_CHANGED),
                      screen_do(KIOSK_COMMAND_ORDER_CHANGED))
        ->tone = KIOSK_TONE_GOOD;
    screen_put_button(screen, screen_column(screen, row, 2, 1), "game.repeated",
                      screen_word(screen, KIOSK_WORD_REPEATED),
                      screen_do(KIOSK_COMMAND_ORDER_REPEATED))
        ->tone = KIOSK_TONE_DANGER;
}

/* What can be taken back here. */
static bool can_withdraw(const kiosk_history *entry)
{
    static const ledger_type types[] = {LEDGER_FOUL,     LEDGER_PENALTY,  LEDGER_RESULT,
                                        LEDGER_LATENESS, LEDGER_OVERSTEP, LEDGER_NOTE,
                                        LEDGER_RULING,   LEDGER_UPHELD,   LEDGER_ORDER_CLOSED};

    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        if (entry->in_force && entry->type == types[i])
            return true;
    }
    return false;
}

static int time_width(const screen_maker *screen)
{
    return screen_text_width(screen, "00:00", KIOSK_TEXT_SMALL, false) + screen->gap;
}

static int undo_width(const screen_maker *screen)
{
    return screen_button_width(screen, screen_word(screen, KIOSK_WORD_UNDO), KIOSK_TEXT_SMALL);
}

/* What was logged, by whom, whether it is in force: what was logged is cut first. */
static void write_entry(const screen_maker *screen, const kiosk_history *entry, int width,
                        screen_text *text)
{
    screen_text tail;

    screen_begin(&tail);
    if (entry->arbiter[0]) {
        screen_add(&tail, screen_word(screen, KIOSK_WORD_BY));
        screen_add(&tail, entry->arbiter);
    }
    if (!entry->in_force)
        screen_add(&tail, screen_word(screen, KIOSK_WORD_NOT_IN_FORCE));
    screen_begin(text);
    screen_add(text, entry->text[screen->language]);
    records_fit_before(screen, text, tail.text, KIOSK_TEXT_SMALL, width, ENTRY_LINES);
}

/* number: 1 for the newest. */
static void put_entry(screen_maker *screen, kiosk_rect rect, const kiosk_history *entry, int number)
{
    kiosk_rect time = screen_cut_left(screen, &rect, time_width(screen));
    screen_text text;
    kiosk_part *part;

    part = screen_put_text(screen, time, KIOSK_TEXT_SMALL,
                           screen_clock(screen, &text, entry->time_ms));
    part->tone = KIOSK_TONE_QUIET;
    if (can_withdraw(entry)) {
        kiosk_rect undo = screen_cut_right(screen, &rect, undo_width(screen));

        part = screen_put_button(screen, undo, "", screen_word(screen, KIOSK_WORD_UNDO),
                                 kiosk_command_of_text(KIOSK_COMMAND_WITHDRAW, entry->id));
        part->size = KIOSK_TEXT_SMALL;
        kiosk_part_set_name(part, "game.undo.%d", number);
    }
    write_entry(screen, entry, rect.width, &text);
    part = screen_put_text(screen, rect, KIOSK_TEXT_SMALL, text.text);
    part->tone = entry->in_force ? KIOSK_TONE_PLAIN : KIOSK_TONE_QUIET;
    kiosk_part_set_name(part, "game.entry.%d", number);
}

/* The result that the rules demand by what is logged, in the form, with its article; false: there
 * is none. */
static bool write_due(const screen_maker *screen, screen_text *text, kiosk_word form,
                      const kiosk_game *game)
{
    if (game->table.due == LEDGER_NO_OUTCOME || game->table.finished)
        return false;
    screen_fill(screen, text, form, screen_result_name(screen, game->table.due));
    if (game->due_articles[0]) {
        screen_add(text, screen_word(screen, KIOSK_WORD_BRACKET));
        screen_add(text, game->due_articles);
        screen_add(text, screen_word(screen, KIOSK_WORD_BRACKET_END));
    }
    return true;
}

/* Beside an order, on a low display, the large button that declares it says it instead. */
static bool due_on_button(const screen_maker *screen, const kiosk_game *game)
{
    return screen->low && game->table.order_open;
}

static void put_due(screen_maker *screen, kiosk_rect *panel, const kiosk_game *game)
{
    screen_text text;
    kiosk_part *part;

    if (due_on_button(screen, game) || !write_due(screen, &text, KIOSK_WORD_DUE_OFFER, game))
        return;
    part = screen_put_paragraph(screen, panel, KIOSK_TEXT_BODY, true, text.text);
    part->tone = KIOSK_TONE_WARNING;
    part->strong = true;
    kiosk_part_set_name(part, "game.due");
}

/* What hangs on the game besides its dispute. */
static void put_game_tools(screen_maker *screen, kiosk_rect *panel)
{
    kiosk_rect row = screen_cut_top(screen, panel, screen->unit);
    kiosk_rect duty = screen_cut_right(screen, &row, row.width * 3 / 10);
    const screen_tool tools[] = {
        {"game.result", screen_word(screen, KIOSK_WORD_RESULT),
         screen_do_with(KIOSK_COMMAND_LOG, KIOSK_LOG_RESULT), false, false},
        {"game.audit", screen_word(screen, KIOSK_WORD_LIMIT), screen_do(KIOSK_COMMAND_AUDIT), false,
         false},
        {"game.touch", screen_word(screen, KIOSK_WORD_TOUCH), screen_do(KIOSK_COMMAND_TOUCH), false,
         false},
        {"game.records", screen_word(screen, KIOSK_WORD_RECORDS_SHORT),
         screen_do_with(KIOSK_COMMAND_RECORDS, 1), false, false},
    };

    screen_put_tools(screen, row, tools, (int)(sizeof tools / sizeof *tools));
    screen_put_duty(screen, duty);
}

/* Rows are as high as the button that takes an entry back: two beside each other where the width
 * allows. */
static int entry_columns(const screen_maker *screen, kiosk_rect panel)
{
    const int width = time_width(screen) + undo_width(screen) + 2 * screen->gap +
                      ENTRY_CHARACTERS * screen->metrics->small;
    const int beside_paging = panel.width - screen->unit - screen->gap;

    return screen->portrait || beside_paging < 2 * width + screen->gap ? 1 : 2;
}

static void put_history(screen_maker *screen, kiosk_rect panel, const kiosk_game *game)
{
    int height = screen_lines_height(screen, KIOSK_TEXT_SMALL, ENTRY_LINES);
    const int columns = entry_columns(screen, panel);
    const int count = (int)game->history_count;
    kiosk_part *part;

    height = height > screen->unit ? height : screen->unit; /* its button is touched */
    if (panel.height < height)
        return; /* an order to change, in large letters on a small display */
    /* The heading goes before an entry does: an entry can be taken back. */
    if (panel.height >= height + screen_lines_height(screen, KIOSK_TEXT_SMALL, 1) + screen->gap ||
        game->history_count == 0) {
        part = screen_put_paragraph(screen, &panel, KIOSK_TEXT_SMALL, true,
                                    screen_word(screen, game->history_count > 0
                                                            ? KIOSK_WORD_HISTORY
                                                            : KIOSK_WORD_NO_HISTORY));
        part->tone = KIOSK_TONE_QUIET;
    }
    screen_list list = screen_begin_list(screen, &panel, (count + columns - 1) / columns, height);

    for (int i = 0; i < list.visible * columns && list.first * columns + i < count; i++) {
        const int index = list.first * columns + i;
        const kiosk_rect row = {panel.x, panel.y + i / columns * (height + screen->gap),
                                panel.width, height};

        put_entry(screen, screen_column(screen, row, columns, i % columns), &game->history[index],
                  index + 1);
    }
}

/* While a result is due, to declare it comes first, and of a game that is over there is nothing
 * more to be done: a dispute stands beside it. */
static void put_game_bottom(screen_maker *screen, screen_areas *areas)
{
    const bool open =
        kiosk_dispute_of_game(screen->state, screen->state->game_key) != KIOSK_NO_DISPUTE;
    const kiosk_word dispute = open ? KIOSK_WORD_GAME_DISPUTE_AGAIN : KIOSK_WORD_GAME_DISPUTE;
    const bool beside = kiosk_next_of(screen->state).screen != KIOSK_SCREEN_POSITION;
    const kiosk_game *game = screen->state->game;
    screen_text due;
    kiosk_part *next;

    next = screen_put_bottom(screen, areas, beside ? "game.dispute" : NULL,
                             beside ? screen_word(screen, dispute) : NULL,
                             screen_do(KIOSK_COMMAND_DISPUTE));
    if (game && due_on_button(screen, game) &&
        write_due(screen, &due, KIOSK_WORD_NAME_ALONE, game)) {
        next->size = KIOSK_TEXT_BODY;
        kiosk_part_set_detail(next, due.text);
    }
}

void screen_build_game(screen_maker *screen)
{
    const kiosk_game *game = screen->state->game;
    screen_areas areas = screen_put_frame(screen, false);
    screen_text text, more;

    screen_fill_number(screen, &text, KIOSK_WORD_ROUND_SHORT, screen->state->game_key.round);
    screen_add(&text, "  ");
    screen_add(&text, screen_table_name(screen, &more, screen->state->game_key));
    if (game && game->table.finished) {
        screen_add(&text, "  ");
        screen_add(&text, screen_result_name(screen, game->table.outcome));
    }
    /* The bar names the table, too: a row of its own is for the result, and for nothing below an
     * order. */
    const bool free_room = areas.title.width > 0;
    if (!game || (!game->table.order_open && (free_room || game->table.finished)))
        screen_put_title(screen, &areas, text.text);
    if (!game) {
        screen_put_paragraph(screen, &areas.panel, KIOSK_TEXT_BODY, false,
                             screen_word(screen, KIOSK_WORD_READING));
    } else {
        put_players(screen, &areas.panel, game);
        put_due(screen, &areas.panel, game);
        if (game->table.order_open)
            put_order(screen, &areas.panel, game);
        put_game_tools(screen, &areas.panel);
        screen_put_decision(screen, &areas.panel, kiosk_latest_decision(screen->state), false);
        put_history(screen, areas.panel, game);
    }
    screen_put_say(screen, &areas);
    put_game_bottom(screen, &areas);
}
