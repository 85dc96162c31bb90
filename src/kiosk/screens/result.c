/*
 * kiosk/screens/result.c: how a game ends: the result with its reason, time overstepped, lateness,
 * and draw offers and claims.
 */
#include <string.h>

#include "kiosk/screens/screens_private.h"

enum { SECONDS_PER_MINUTE = 60, MINUTES_FEW = 1, MINUTES_MANY = 5 };

static void put_kinds(screen_maker *screen, kiosk_rect row)
{
    static const struct {
        kiosk_log_kind kind;
        kiosk_word word;
        const char *name;
    } kinds[] = {
        {KIOSK_LOG_RESULT, KIOSK_WORD_RESULT, "result.kind.result"},
        {KIOSK_LOG_OFFER, KIOSK_WORD_OFFER, "result.kind.offer"},
        {KIOSK_LOG_OVERSTEP, KIOSK_WORD_OVERSTEP, "result.kind.overstep"},
        {KIOSK_LOG_LATENESS, KIOSK_WORD_LATENESS, "result.kind.lateness"},
    };
    enum { KINDS = sizeof kinds / sizeof *kinds };

    for (int i = 0; i < KINDS; i++) {
        kiosk_part *part =
            screen_put_button(screen, screen_column(screen, row, KINDS, i), kinds[i].name,
                              screen_word(screen, kinds[i].word),
                              screen_do_with(KIOSK_COMMAND_LOG, (int32_t)kinds[i].kind));

        part->size = KIOSK_TEXT_SMALL;
        part->on = screen->state->log.kind == kinds[i].kind;
    }
}

/* What games mostly end with stands first. */
static const char *const common[] = {"resigned", "checkmate", "stalemate", "time"};
enum { COMMON = sizeof common / sizeof *common };

/* Why the rules demand the result that is due; "": none is. It stands before all others. */
static const char *due_reason(const screen_maker *screen)
{
    const kiosk_game *game = screen->state->game;

    return game && ledger_game_equal(game->table.game, screen->state->game_key) &&
                   game->table.due == screen->state->log.outcome
               ? game->due_reason
               : "";
}

static void list_reason(const screen_maker *screen, const char *key, screen_log_item *items,
                        int *count)
{
    const ledger_reason *reason = ledger_find_reason(&screen->state->catalogue, key);

    for (int i = 0; i < *count; i++) {
        if (strcmp(items[i].item->key, key) == 0)
            return;
    }
    if (reason && kiosk_reason_fits(reason, screen->state->log.outcome))
        items[(*count)++] = (screen_log_item){&reason->item, 0};
}

static int list_reasons(const screen_maker *screen, screen_log_item *items)
{
    const ledger_catalogue *catalogue = &screen->state->catalogue;
    int count = 0;

    list_reason(screen, due_reason(screen), items, &count);
    for (int i = 0; i < COMMON; i++)
        list_reason(screen, common[i], items, &count);
    for (size_t i = 0; i < catalogue->reason_count; i++)
        list_reason(screen, catalogue->reasons[i].item.key, items, &count);
    return count;
}

/* All in one row if they fit. */
static int outcome_columns(const screen_maker *screen, kiosk_rect panel,
                           const ledger_outcome *outcomes, int count)
{
    int widest = 0;

    for (int i = 0; i < count; i++) {
        int width =
            screen_button_width(screen, screen_result_name(screen, outcomes[i]), KIOSK_TEXT_SMALL) +
            screen->metrics->small * 5 / 4;
        widest = width > widest ? width : widest;
    }
    return screen_columns_in(screen, panel, widest) >= count ? count : 2;
}

/* Who has won, then why. */
static void put_result(screen_maker *screen, screen_areas *areas, kiosk_rect panel)
{
    static const ledger_outcome outcomes[] = {LEDGER_RED_WINS, LEDGER_DRAW, LEDGER_BLACK_WINS,
                                              LEDGER_BOTH_LOSE};
    enum { OUTCOMES = sizeof outcomes / sizeof *outcomes };
    int columns = outcome_columns(screen, panel, outcomes, OUTCOMES);
    screen_log_item items[LEDGER_REASONS_MAX];
    kiosk_rect row = {0};

    for (int i = 0; i < OUTCOMES; i++) {
        kiosk_part *part;

        if (i % columns == 0)
            row = screen_cut_top(screen, &panel, screen->unit);
        part = screen_put_button(screen, screen_column(screen, row, columns, i % columns), "",
                                 screen_result_name(screen, outcomes[i]),
                                 screen_do_with(KIOSK_COMMAND_LOG_OUTCOME, (int32_t)outcomes[i]));
        kiosk_part_set_name(part, "result.outcome.%d", (int)outcomes[i]);
        part->size = KIOSK_TEXT_SMALL;
        part->on = screen->state->log.outcome == outcomes[i];
        part->tone = outcomes[i] == LEDGER_RED_WINS     ? KIOSK_TONE_RED
                     : outcomes[i] == LEDGER_BLACK_WINS ? KIOSK_TONE_BLACK
                                                        : KIOSK_TONE_PLAIN;
    }
    screen_put_log_told(screen, areas, &panel);
    int count = list_reasons(screen, items);

    if (count > 0)
        screen_put_log_items(screen, panel, items, count);
}

/* Whose time is over, and what may except it (22.4, 22.5). */
static void put_overstep(screen_maker *screen, screen_areas *areas, kiosk_rect panel)
{
    static const kiosk_word words[LEDGER_EXCEPTIONS] = {
        KIOSK_WORD_EXCEPTION_NONE,     KIOSK_WORD_EXCEPTION_MATED,  KIOSK_WORD_EXCEPTION_STALEMATED,
        KIOSK_WORD_EXCEPTION_RESIGNED, KIOSK_WORD_EXCEPTION_AGREED, KIOSK_WORD_EXCEPTION_CLOCK};
    int columns = screen->portrait ? 1 : 2;
    int rows = (LEDGER_EXCEPTIONS + columns - 1) / columns;

    screen_put_log_sides(screen, screen_cut_top(screen, &panel, screen->unit), false);
    screen_put_log_told(screen, areas, &panel);
    screen_list list = screen_begin_list(screen, &panel, rows, screen->unit);

    for (int i = 0; i < list.visible * columns; i++) {
        int index = list.first * columns + i;
        kiosk_rect row = {panel.x, panel.y + i / columns * (screen->unit + screen->gap),
                          panel.width, screen->unit};

        if (index >= LEDGER_EXCEPTIONS)
            break;
        kiosk_part *part = screen_put_button(
            screen, screen_column(screen, row, columns, i % columns), "",
            screen_word(screen, words[index]), screen_do_with(KIOSK_COMMAND_LOG_EXCEPTION, index));

        kiosk_part_set_name(part, "result.exception.%d", index);
        part->size = KIOSK_TEXT_SMALL;
        part->on = (int)screen->state->log.exception == index;
    }
}

static void put_late_button(screen_maker *screen, kiosk_rect rect, board_side side, int minutes)
{
    const int now = screen->state->log.seconds[side];
    int seconds = now + minutes * SECONDS_PER_MINUTE;
    screen_text text;
    kiosk_part *part;

    seconds = seconds < 0 ? 0 : seconds > LEDGER_SECONDS_MAX ? LEDGER_SECONDS_MAX : seconds;
    screen_begin(&text);
    screen_add(&text, minutes < 0 ? "−" : "+");
    screen_add_number(&text, minutes < 0 ? -minutes : minutes);
    part = screen_put_button(screen, rect, "", text.text,
                             kiosk_command_of(KIOSK_COMMAND_LOG_LATE, (int32_t)side, seconds));
    kiosk_part_set_name(part, "result.late.%s.%d", side == BOARD_RED ? "red" : "black", minutes);
    part->dim = seconds == now;
}

/* How late a side is, and whether it has come. */
static void put_late_side(screen_maker *screen, kiosk_rect panel, board_side side)
{
    static const int steps[] = {-MINUTES_FEW, MINUTES_FEW, MINUTES_MANY};
    enum { STEPS = sizeof steps / sizeof *steps };
    const kiosk_log *log = &screen->state->log;
    const bool came = log->came[side];
    screen_text text, more;
    kiosk_part *part;
    kiosk_rect row;

    screen_begin(&text);
    screen_add(&text, screen_side_name(screen, side));
    screen_add(&text, "  ");
    screen_add(&text, screen_fill_number(screen, &more, KIOSK_WORD_LATE,
                                         log->seconds[side] / SECONDS_PER_MINUTE));
    part = screen_put_text(
        screen, screen_cut_top(screen, &panel, screen_lines_height(screen, KIOSK_TEXT_LARGE, 1)),
        KIOSK_TEXT_LARGE, text.text);
    part->strong = true;
    part->tone = screen_side_tone(side);
    kiosk_part_set_name(part, side == BOARD_RED ? "result.late.red" : "result.late.black");
    row = screen_cut_top(screen, &panel, screen->unit);
    for (int i = 0; i < STEPS; i++)
        put_late_button(screen, screen_column(screen, row, STEPS, i), side, steps[i]);
    row = screen_cut_top(screen, &panel, screen->unit);
    part = screen_put(screen, KIOSK_PART_SWITCH, row, "", screen_word(screen, KIOSK_WORD_NOT_COME),
                      kiosk_command_of(KIOSK_COMMAND_LOG_CAME, (int32_t)side, !came));
    kiosk_part_set_detail(part, screen_word(screen, KIOSK_WORD_CAME));
    kiosk_part_set_name(part, side == BOARD_RED ? "result.came.red" : "result.came.black");
    part->on = came;
}

static void put_lateness(screen_maker *screen, screen_areas *areas, kiosk_rect panel)
{
    screen_put_log_told(screen, areas, &panel);
    put_late_side(screen, screen_column(screen, panel, 2, 0), BOARD_RED);
    put_late_side(screen, screen_column(screen, panel, 2, 1), BOARD_BLACK);
}

static void put_answer(screen_maker *screen, kiosk_rect rect, const char *name, kiosk_word word,
                       const char *key)
{
    kiosk_part *part = screen_put_button(screen, rect, name, screen_word(screen, word),
                                         kiosk_command_of_text(KIOSK_COMMAND_LOG_KEY, key));

    part->on = strcmp(screen->state->log.key, key) == 0;
}

/* He offered last, was refused, and the other has not offered since: a foul (9.1.3). */
static bool is_offered_again(const screen_maker *screen)
{
    const kiosk_log *log = &screen->state->log;
    const kiosk_game *game = screen->state->game;

    return log->side_chosen && game && game->offered && game->offer_side == log->side;
}

static void put_offered_again(screen_maker *screen, kiosk_rect *panel)
{
    screen_text text;
    kiosk_part *part;

    part = screen_put_button(screen, screen_cut_bottom(screen, panel, screen->unit), "result.foul",
                             screen_word(screen, KIOSK_WORD_LOG_THE_FOUL),
                             kiosk_command_of_text(KIOSK_COMMAND_LOG_AS_FOUL, "draw-offers"));
    part->tone = KIOSK_TONE_WARNING;
    screen_fill(screen, &text, KIOSK_WORD_OFFERED_AGAIN,
                screen_side_name(screen, screen->state->log.side));
    int height = screen_text_height(screen, text.text, KIOSK_TEXT_SMALL, true,
                                    panel->width - screen->metrics->small * 5 / 4);

    part = screen_put_text(screen, screen_cut_bottom(screen, panel, height), KIOSK_TEXT_SMALL,
                           text.text);
    part->tone = KIOSK_TONE_WARNING;
    part->strong = true;
    kiosk_part_set_name(part, "result.offered-again");
}

/* A claim goes to where it is proved. */
static void put_claims(screen_maker *screen, kiosk_rect *panel)
{
    kiosk_rect row = screen_cut_bottom(screen, panel, screen->unit);
    kiosk_part *part;

    screen_put_button(screen, screen_column(screen, row, 2, 0), "result.claim.limit",
                      screen_word(screen, KIOSK_WORD_CLAIM_LIMIT), screen_do(KIOSK_COMMAND_AUDIT));
    screen_put_button(screen, screen_column(screen, row, 2, 1), "result.claim.repetition",
                      screen_word(screen, KIOSK_WORD_CLAIM_REPETITION),
                      screen_do(KIOSK_COMMAND_DISPUTE));
    part = screen_put_text(
        screen, screen_cut_bottom(screen, panel, screen_lines_height(screen, KIOSK_TEXT_SMALL, 1)),
        KIOSK_TEXT_SMALL, screen_word(screen, KIOSK_WORD_CLAIMS));
    part->strong = true;
    part->tone = KIOSK_TONE_QUIET;
}

/* Who offers a draw and what the other says (23.1). */
static void put_offer(screen_maker *screen, screen_areas *areas, kiosk_rect panel)
{
    kiosk_rect sides = screen_cut_top(screen, &panel, screen->unit);
    kiosk_rect row = screen->low ? screen_cut_right(screen, &sides, sides.width / 2)
                                 : screen_cut_top(screen, &panel, screen->unit);

    screen_put_log_sides(screen, sides, false);
    put_answer(screen, screen_column(screen, row, 2, 0), "result.refused", KIOSK_WORD_OFFER_REFUSED,
               KIOSK_OFFER_REFUSED);
    put_answer(screen, screen_column(screen, row, 2, 1), "result.agreed", KIOSK_WORD_OFFER_AGREED,
               KIOSK_OFFER_AGREED);
    if (is_offered_again(screen))
        put_offered_again(screen, &panel);
    else
        put_claims(screen, &panel);
    screen_put_log_told(screen, areas, &panel);
}

void screen_build_result(screen_maker *screen)
{
    screen_areas areas = screen_put_frame(screen, false);

    if (screen->portrait)
        screen_put_title(screen, &areas, screen_word(screen, KIOSK_WORD_RESULT));
    put_kinds(screen, screen_cut_top(screen, &areas.panel, screen->unit));
    switch (screen->state->log.kind) {
    case KIOSK_LOG_OVERSTEP:
        put_overstep(screen, &areas, areas.panel);
        break;
    case KIOSK_LOG_LATENESS:
        put_lateness(screen, &areas, areas.panel);
        break;
    case KIOSK_LOG_OFFER:
        put_offer(screen, &areas, areas.panel);
        break;
    default:
        put_result(screen, &areas, areas.panel);
    }
    screen_put_say(screen, &areas);
    screen_put_bottom(screen, &areas, NULL, NULL, screen_do(KIOSK_COMMAND_NONE));
}
