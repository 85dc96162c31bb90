/* kiosk/screens/names.c: short names of tables, editions, outcomes, times. */
#include <stdio.h>
#include <string.h>

#include "judge/words.h"
#include "kiosk/screens/screens_private.h"

enum { MINUTE_MS = 60 * 1000, DAY_MINUTES = 24 * 60 };

const char *screen_table_name(const screen_maker *screen, screen_text *text, ledger_game_key game)
{
    screen_fill_number(screen, text, KIOSK_WORD_TABLE, game.table);
    if (game.number > 1) {
        screen_add(text, "-");
        screen_add_number(text, game.number);
    }
    return text->text;
}

const char *screen_edition_name(const screen_maker *screen, screen_text *text, const char *edition)
{
    const char *year = strchr(edition, '-');

    if (year && strncmp(edition, "cxa-", 4) == 0)
        return screen_fill(screen, text, KIOSK_WORD_EDITION_CXA, year + 1);
    if (year && strncmp(edition, "wxf-", 4) == 0)
        return screen_fill(screen, text, KIOSK_WORD_EDITION_WXF, year + 1);
    screen_begin(text);
    screen_add(text, edition);
    return text->text;
}

const char *screen_side_name(const screen_maker *screen, board_side side)
{
    return screen_word(screen, side == BOARD_RED ? KIOSK_WORD_RED : KIOSK_WORD_BLACK);
}

const char *screen_outcome_short(const screen_maker *screen, judge_outcome outcome)
{
    static const kiosk_word words[JUDGE_OUTCOMES] = {
        [JUDGE_RED_LOSES] = KIOSK_WORD_SHORT_RED_LOSES,
        [JUDGE_BLACK_LOSES] = KIOSK_WORD_SHORT_BLACK_LOSES,
        [JUDGE_RED_MUST_CHANGE] = KIOSK_WORD_SHORT_RED_CHANGES,
        [JUDGE_BLACK_MUST_CHANGE] = KIOSK_WORD_SHORT_BLACK_CHANGES,
        [JUDGE_DRAW] = KIOSK_WORD_SHORT_DRAW,
        [JUDGE_OUTCOME_UNDECIDED] = KIOSK_WORD_SHORT_UNDECIDED,
        [JUDGE_NO_CYCLE] = KIOSK_WORD_SHORT_NO_CYCLE,
    };

    return outcome < JUDGE_OUTCOMES ? screen_word(screen, words[outcome]) : "";
}

const char *screen_outcome_long(const screen_maker *screen, judge_outcome outcome)
{
    static const kiosk_word words[JUDGE_OUTCOMES] = {
        [JUDGE_RED_LOSES] = KIOSK_WORD_LONG_RED_LOSES,
        [JUDGE_BLACK_LOSES] = KIOSK_WORD_LONG_BLACK_LOSES,
        [JUDGE_RED_MUST_CHANGE] = KIOSK_WORD_LONG_RED_CHANGES,
        [JUDGE_BLACK_MUST_CHANGE] = KIOSK_WORD_LONG_BLACK_CHANGES,
        [JUDGE_DRAW] = KIOSK_WORD_LONG_DRAW,
        [JUDGE_OUTCOME_UNDECIDED] = KIOSK_WORD_LONG_UNDECIDED,
        [JUDGE_NO_CYCLE] = KIOSK_WORD_LONG_NO_CYCLE,
    };

    return outcome < JUDGE_OUTCOMES ? screen_word(screen, words[outcome]) : "";
}

const char *screen_result_name(const screen_maker *screen, ledger_outcome outcome)
{
    static const kiosk_word words[LEDGER_OUTCOMES] = {
        [LEDGER_NO_OUTCOME] = KIOSK_WORD_UNFINISHED, [LEDGER_RED_WINS] = KIOSK_WORD_RED_WINS,
        [LEDGER_BLACK_WINS] = KIOSK_WORD_BLACK_WINS, [LEDGER_DRAW] = KIOSK_WORD_DRAWN,
        [LEDGER_BOTH_LOSE] = KIOSK_WORD_BOTH_LOSE,
    };

    return outcome < LEDGER_OUTCOMES ? screen_word(screen, words[outcome]) : "";
}

const char *screen_clock(const screen_maker *screen, screen_text *text, int64_t wall_ms)
{
    int64_t minutes = wall_ms / MINUTE_MS + screen->state->device.minutes_east;
    int of_day = (int)((minutes % DAY_MINUTES + DAY_MINUTES) % DAY_MINUTES);

    snprintf(text->text, sizeof text->text, "%02d:%02d", of_day / 60, of_day % 60);
    return text->text;
}

kiosk_tone screen_side_tone(board_side side)
{
    return side == BOARD_RED ? KIOSK_TONE_RED : KIOSK_TONE_BLACK;
}

kiosk_tone screen_outcome_tone(judge_outcome outcome)
{
    switch (outcome) {
    case JUDGE_RED_LOSES:
    case JUDGE_BLACK_LOSES:
        return KIOSK_TONE_DANGER;
    case JUDGE_DRAW:
        return KIOSK_TONE_GOOD;
    case JUDGE_NO_CYCLE:
        return KIOSK_TONE_QUIET;
    default:
        return KIOSK_TONE_WARNING;
    }
}

/* The notation that the language's players read. */
board_notation screen_notation(const screen_maker *screen)
{
    return screen->language == BOARD_CHINESE ? BOARD_NOTATION_CHINESE : BOARD_NOTATION_WXF;
}
