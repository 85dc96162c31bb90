/* kiosk/screens/withdraw.c: an entry of the game is taken back: which one, and why. */
#include <string.h>

#include "kiosk/screens/screens_private.h"

static const char *entry_text(const screen_maker *screen)
{
    const kiosk_game *game = screen->state->game;

    for (size_t i = 0; game && i < game->history_count; i++) {
        if (strcmp(game->history[i].id, screen->state->log.corrects) == 0)
            return game->history[i].text[screen->language];
    }
    return screen_word(screen, KIOSK_WORD_READING);
}

/* Is it the chief arbiter who logs it, or who has to sign it? */
static bool chief_may_decide(const screen_maker *screen)
{
    const kiosk_duty *duty = &screen->state->duty;

    return !duty->on || duty->role == LEDGER_CHIEF_ARBITER || screen->state->log.another_may;
}

void screen_build_withdraw(screen_maker *screen)
{
    static const kiosk_word words[] = {KIOSK_WORD_WHY_MISTAKE, KIOSK_WORD_WHY_SIDE,
                                       KIOSK_WORD_WHY_GAME, KIOSK_WORD_WHY_CHIEF};
    enum { WORDS = sizeof words / sizeof *words };
    const int columns = screen->low ? WORDS : WORDS / 2;
    const int count = chief_may_decide(screen) ? WORDS : WORDS - 1;
    const char *reason = screen->state->log.reason;
    screen_areas areas = screen_put_frame(screen, false);
    kiosk_rect row = {0};
    kiosk_part *part;
    bool listed = false;

    if (!screen->low) /* the button says it too */
        screen_put_title(screen, &areas, screen_word(screen, KIOSK_WORD_WITHDRAW));
    part =
        screen_put_paragraph(screen, &areas.panel, screen->low ? KIOSK_TEXT_BODY : KIOSK_TEXT_LARGE,
                             true, entry_text(screen));
    kiosk_part_set_name(part, "withdraw.entry");
    part = screen_put_paragraph(screen, &areas.panel, KIOSK_TEXT_SMALL, true,
                                screen_word(screen, KIOSK_WORD_WHY));
    part->tone = KIOSK_TONE_QUIET;
    for (int i = 0; i < count; i++) {
        const char *text = screen_word(screen, words[i]);

        if (i % columns == 0)
            row = screen_cut_top(screen, &areas.panel, screen->unit);
        part = screen_put_button(screen, screen_column(screen, row, columns, i % columns), "", text,
                                 kiosk_command_of_text(KIOSK_COMMAND_LOG_REASON, text));
        kiosk_part_set_name(part, "withdraw.why.%d", i + 1);
        part->on = strcmp(reason, text) == 0;
        part->size = screen->low ? KIOSK_TEXT_SMALL : KIOSK_TEXT_BODY;
        listed = listed || part->on;
    }
    part = screen_put(screen, KIOSK_PART_FIELD, screen_cut_top(screen, &areas.panel, screen->unit),
                      "withdraw.write", listed ? "" : reason,
                      screen_do_with(KIOSK_COMMAND_FIELD, KIOSK_FIELD_LOG_REASON));
    kiosk_part_set_detail(part, screen_word(screen, KIOSK_WORD_TOUCH_TO_WRITE));
    screen_put_log_told(screen, &areas, &areas.panel);
    screen_put_say(screen, &areas);
    screen_put_bottom(screen, &areas, NULL, NULL, screen_do(KIOSK_COMMAND_NONE));
}
