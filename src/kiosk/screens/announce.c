/*
 * kiosk/screens/announce.c: the ruling as both players read it: dark, large, turned toward them, in
 * both languages if that is set.
 */
#include <string.h>

#include "judge/words.h"
#include "kiosk/screens/screens_private.h"

enum { BUTTONS = 4 };

/* What happens now. */
static const char *next_text(const screen_maker *screen, screen_text *text, judge_outcome outcome)
{
    board_side side;

    if (ledger_ruling_orders(outcome, &side))
        return screen_fill(screen, text, KIOSK_WORD_TELL_CHANGE, screen_side_name(screen, side));
    return screen_word(screen, outcome == JUDGE_DRAW ? KIOSK_WORD_TELL_DRAW : KIOSK_WORD_TELL_LOSS);
}

/* The lines of the announcement. */
enum { OUTCOME, NEXT, SENTENCE, OVERRULED, LINES };

typedef struct announcement {
    screen_text texts[LINES]; /* "" for those that there is nothing to say on */
    judge_outcome outcome;
} announcement;

static bool write_announcement(const screen_maker *screen, announcement *told)
{
    const kiosk_dispute *dispute = screen->dispute;
    const judge_result *result = dispute ? kiosk_dispute_result(dispute) : NULL;
    screen_text filled;

    if (!result)
        return false;
    told->outcome = kiosk_dispute_outcome(dispute);
    screen_begin(&told->texts[SENTENCE]);
    screen_overruled(screen, &told->texts[OVERRULED]);
    screen_begin(&told->texts[OUTCOME]);
    screen_add(&told->texts[OUTCOME], screen_outcome_long(screen, told->outcome));
    screen_begin(&told->texts[NEXT]);
    screen_add(&told->texts[NEXT], next_text(screen, &filled, told->outcome));
    if (dispute->entered.outcome == JUDGE_OUTCOMES)
        judge_ruling_text(result, screen->language, told->texts[SENTENCE].text,
                          sizeof told->texts[SENTENCE].text);
    return true;
}

/* The heights of the lines in these sizes, and of all together. */
static int heights_of(const screen_maker *screen, const announcement *told, int width,
                      const kiosk_text_size sizes[LINES], int heights[LINES])
{
    int all = 0;

    for (int i = 0; i < LINES; i++) {
        int room = i == OUTCOME ? width - screen_pixels(screen, sizes[i]) * 5 / 4 : width;

        if (!told->texts[i].text[0])
            continue;
        heights[i] = screen_text_height(screen, told->texts[i].text, sizes[i], i < SENTENCE, room);
        all += heights[i] + 2 * screen->gap;
    }
    return all;
}

/* All of it in one language, in the middle, as large as fits. */
static void put_ruling(screen_maker *screen, kiosk_rect rect)
{
    static const kiosk_text_size tries[][LINES] = {
        {KIOSK_TEXT_HUGE, KIOSK_TEXT_HUGE, KIOSK_TEXT_LARGE, KIOSK_TEXT_BODY},
        {KIOSK_TEXT_HUGE, KIOSK_TEXT_LARGE, KIOSK_TEXT_LARGE, KIOSK_TEXT_BODY},
        {KIOSK_TEXT_HUGE, KIOSK_TEXT_LARGE, KIOSK_TEXT_BODY, KIOSK_TEXT_BODY},
        {KIOSK_TEXT_HUGE, KIOSK_TEXT_BODY, KIOSK_TEXT_SMALL, KIOSK_TEXT_SMALL},
        {KIOSK_TEXT_LARGE, KIOSK_TEXT_BODY, KIOSK_TEXT_SMALL, KIOSK_TEXT_SMALL},
    };
    enum { TRIES = sizeof tries / sizeof *tries };
    announcement told;
    int heights[LINES];
    int try = 0;

    if (!write_announcement(screen, &told))
        return;
    if (kiosk_measure_lines(told.texts[NEXT].text, screen->metrics->huge, true, rect.width) > 1)
        try++; /* huge only if it stands on one line */
    while (heights_of(screen, &told, rect.width, tries[try], heights) > rect.height &&
           try + 1 < TRIES)
        try++;
    int spare = rect.height - heights_of(screen, &told, rect.width, tries[try], heights);

    if (spare > 0) {
        rect.y += spare / 2;
        rect.height -= spare / 2;
    }
    for (int i = 0; i < LINES; i++) {
        if (!told.texts[i].text[0])
            continue;
        kiosk_part *part = screen_put_text(screen, screen_cut_top(screen, &rect, heights[i]),
                                           tries[try][i], told.texts[i].text);

        part->align = KIOSK_ALIGN_CENTRE;
        part->strong = i < SENTENCE;
        if (i == OVERRULED)
            kiosk_part_set_name(part, screen->language == BOARD_CHINESE ? "announce.overruled.zh"
                                                                        : "announce.overruled.en");
        if (i == OUTCOME) {
            part->tone = screen_outcome_tone(told.outcome);
            kiosk_part_set_name(part, screen->language == BOARD_CHINESE ? "announce.outcome.zh"
                                                                        : "announce.outcome.en");
        }
        rect.y += screen->gap;
        rect.height -= screen->gap;
    }
}

/* The ruling as a case to learn from. */
static void put_case(screen_maker *screen, kiosk_rect *row)
{
    const char *text = screen_word(screen, KIOSK_WORD_MAKE_CASE);
    const int width = screen_button_width(screen, text, KIOSK_TEXT_SMALL) + 2 * screen->gap;

    screen_put_button(screen, screen_cut_right(screen, row, width), "announce.case", text,
                      kiosk_command_of_text(KIOSK_COMMAND_CASE_FROM_RULING,
                                            screen->dispute != NULL ? screen->dispute->id : ""))
        ->size = KIOSK_TEXT_SMALL;
}

/* Which game it is about, and what has been said of it. */
static void put_game(screen_maker *screen, kiosk_rect *rect)
{
    const kiosk_game *game = screen->state->game;
    screen_text text, more;
    kiosk_rect row;
    kiosk_part *part;

    row = screen_cut_top(screen, rect,
                         screen_lines_height(screen, KIOSK_TEXT_SMALL, 2) > screen->unit
                             ? screen_lines_height(screen, KIOSK_TEXT_SMALL, 2)
                             : screen->unit);
    put_case(screen, &row);
    screen_put_code_button(screen, &row);
    screen_fill_number(screen, &text, KIOSK_WORD_ROUND_SHORT, screen->state->game_key.round);
    screen_add(&text, "  ");
    screen_add(&text, screen_table_name(screen, &more, screen->state->game_key));
    if (game && game->table.players[BOARD_RED][0]) {
        screen_add(&text, "  ");
        screen_add(&text, game->table.players[BOARD_RED]);
        screen_add(&text, " — ");
        screen_add(&text, game->table.players[BOARD_BLACK]);
    }
    if (screen->state->say == KIOSK_SAY_CASE_MADE || screen->state->say == KIOSK_SAY_CASE_REFUSED)
        screen_said(screen, &text);
    text.text[screen_text_fits(screen, text.text, KIOSK_TEXT_SMALL, row.width, 2)] = '\0';
    const bool fits =
        screen_text_height(screen, text.text, KIOSK_TEXT_BODY, false, row.width) <= row.height;
    part = screen_put_text(screen, row, fits ? KIOSK_TEXT_BODY : KIOSK_TEXT_SMALL, text.text);
    part->align = KIOSK_ALIGN_CENTRE;
    part->tone = KIOSK_TONE_QUIET;
    kiosk_part_set_name(part, "announce.game");
}

static void put_buttons(screen_maker *screen, kiosk_rect row)
{
    const kiosk_settings *settings = &screen->state->settings;
    kiosk_next next = kiosk_next_of(screen->state);
    kiosk_part *part;

    screen_put_button(screen, screen_column(screen, row, BUTTONS, 0), "bar.back", "←",
                      screen_do(KIOSK_COMMAND_BACK))
        ->size = KIOSK_TEXT_LARGE;
    part = screen_put_button(screen, screen_column(screen, row, BUTTONS, 1), "announce.turn",
                             screen_word(screen, KIOSK_WORD_TURN_TO_OTHER),
                             screen_do(KIOSK_COMMAND_ANNOUNCE_TURN));
    part->on = screen->state->announce_turned;
    part =
        screen_put_button(screen, screen_column(screen, row, BUTTONS, 2), "announce.both",
                          screen_word(screen, KIOSK_WORD_BOTH_LANGUAGES),
                          screen_do_with(KIOSK_COMMAND_BOTH_LANGUAGES, !settings->both_languages));
    part->on = settings->both_languages;
    part = screen_put_button(screen, screen_column(screen, row, BUTTONS, 3), "next",
                             kiosk_say_text(next.label, screen->language),
                             screen_do(KIOSK_COMMAND_NEXT));
    part->tone = KIOSK_TONE_PRIMARY;
    part->strong = true;
}

void screen_build_announce(screen_maker *screen)
{
    const board_language language = screen->language;
    kiosk_rect all = {0, 0, screen->metrics->width, screen->metrics->height};
    int margin = 2 * screen->gap;

    screen->view->inverse = true;
    screen->view->turn = screen->state->announce_turned ? 180 : 0;
    all = screen_inset(all, margin);
    put_buttons(screen, screen_cut_bottom(screen, &all, screen->unit * 11 / 10));
    if (screen->dispute != NULL)
        screen_put_decision(screen, &all, kiosk_decision_on(screen->state, screen->dispute->id),
                            true);
    put_game(screen, &all);
    if (!screen->state->settings.both_languages) {
        put_ruling(screen, all);
        return;
    }
    for (int i = 0; i < BOARD_LANGUAGES; i++) {
        kiosk_rect half =
            screen->portrait ? screen_row(screen, all, 2, i) : screen_column(screen, all, 2, i);

        screen->language = i == 0 ? language : (board_language)(BOARD_LANGUAGES - 1 - language);
        put_ruling(screen, half);
    }
    screen->language = language;
}
