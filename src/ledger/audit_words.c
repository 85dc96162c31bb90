/*
 * ledger/audit_words.c: the move-limit audit in words, Chinese and English.
 */
#include "board/moves.h"
#include "board/notation.h"
#include "judge/words.h"
#include "ledger/audit.h"
#include "ledger/phrase.h"

typedef enum audit_words {
#define LEDGER_AUDIT_WORDS(name, chinese, english) WORDS_##name,
#include "ledger/audit_texts.def"
    WORDS
} audit_words;

static const char *const texts[WORDS][BOARD_LANGUAGES] = {
#define LEDGER_AUDIT_WORDS(name, chinese, english) [WORDS_##name] = {chinese, english},
#include "ledger/audit_texts.def"
};

/* Numbers and names of a sentence, filled in one after the other. */
enum { FIELDS = 8 };

typedef struct audit_fields {
    board_language language;
    size_t count;
    ledger_field fields[FIELDS];
    ledger_digits digits[FIELDS];
    char move[BOARD_NOTATION_BYTES];
} audit_fields;

static void add_text(audit_fields *values, const char *name, const char *value)
{
    values->fields[values->count++] = (ledger_field){name, value};
}

static void add_number(audit_fields *values, const char *name, size_t number)
{
    ledger_digits *digits = &values->digits[values->count];

    *digits = ledger_digits_of(number);
    add_text(values, name, digits->text);
}

static void add_side(audit_fields *values, board_side side)
{
    add_text(values, "side", judge_side_name(side, values->language));
}

/* The claimant, where there is one. */
static void add_claimant(audit_fields *values, const ledger_audit *audit)
{
    if (ledger_audit_is_claimed(audit))
        add_side(values, (board_side)audit->setting.claimant);
}

static char *write(const audit_fields *values, audit_words words, char *buffer, size_t size)
{
    ledger_phrase phrase = ledger_phrase_begin(buffer, size);
    bool english = values->language == BOARD_ENGLISH;

    ledger_phrase_fill(&phrase, texts[words][english ? BOARD_ENGLISH : BOARD_CHINESE],
                       values->fields, values->count);
    return buffer;
}

static char *write_nothing(char *buffer, size_t size)
{
    ledger_phrase_begin(buffer, size);
    return buffer;
}

static char *write_setting(const ledger_audit *audit, audit_fields *values, char *buffer,
                           size_t size)
{
    add_number(values, "limit", audit->setting.limit);
    add_claimant(values, audit);
    return write(values,
                 ledger_audit_is_claimed(audit) ? WORDS_SETTING_CLAIM : WORDS_SETTING_NOBODY,
                 buffer, size);
}

/* By its squares in English, and where the piece cannot move that way (a move that stood). */
static void write_capturing(const ledger_audit *audit, board_language language,
                            char text[BOARD_NOTATION_BYTES])
{
    const board_position *before = &audit->before_capture;
    board_error fault = board_move_fault(before, audit->capturing);
    bool named = fault == BOARD_OK || fault == BOARD_ERROR_MOVE_LEAVES_CHECK ||
                 fault == BOARD_ERROR_MOVE_KINGS_FACING;

    board_notation_write(
        before, audit->capturing,
        named && language != BOARD_ENGLISH ? BOARD_NOTATION_CHINESE : BOARD_NOTATION_ICCS, text);
}

static char *write_capture(const ledger_audit *audit, audit_fields *values, char *buffer,
                           size_t size)
{
    if (audit->capture == 0)
        return write(values, WORDS_NO_CAPTURE, buffer, size);
    write_capturing(audit, values->language, values->move);
    add_number(values, "ply", audit->capture);
    add_side(values, audit->before_capture.to_move);
    add_text(values, "move", values->move);
    add_text(values, "piece", judge_piece_name(audit->captured, values->language));
    return write(values, WORDS_CAPTURE, buffer, size);
}

static char *write_rounds(const ledger_audit *audit, audit_fields *values, char *buffer,
                          size_t size)
{
    if (audit->rounds == 0)
        return write(values, WORDS_ROUNDS_NONE, buffer, size);
    add_number(values, "rounds", audit->rounds);
    add_number(values, "from", audit->capture + 1);
    add_number(values, "to", audit->capture + 2 * audit->rounds);
    add_number(values, "last", audit->plies);
    return write(values, audit->half ? WORDS_ROUNDS_HALF : WORDS_ROUNDS, buffer, size);
}

static char *write_checks(const ledger_audit *audit, audit_fields *values, char *buffer,
                          size_t size)
{
    if (audit->verdict == LEDGER_GAME_OVER)
        return write_nothing(buffer, size);
    if (!ledger_audit_is_claimed(audit)) {
        add_number(values, "red", audit->counted_for[BOARD_RED]);
        add_number(values, "black", audit->counted_for[BOARD_BLACK]);
        return write(values, WORDS_CHECKS_NOBODY, buffer, size);
    }
    size_t checks = audit->checks[audit->setting.claimant];
    add_claimant(values, audit);
    add_number(values, "checks", checks);
    add_number(values, "most", LEDGER_CHECKS_COUNTED);
    add_number(values, "left", audit->rounds - audit->counted);
    return write(values, checks > LEDGER_CHECKS_COUNTED ? WORDS_CHECKS_BEYOND : WORDS_CHECKS_ALL,
                 buffer, size);
}

/* The side to move after the last move of the record. */
static board_side side_at_end(const ledger_audit *audit)
{
    return audit->plies % 2 == 0 ? audit->first : board_other(audit->first);
}

static char *write_verdict(const ledger_audit *audit, audit_fields *values, char *buffer,
                           size_t size)
{
    static const audit_words words[LEDGER_AUDIT_VERDICTS] = {
        [LEDGER_CLAIM_TRUE] = WORDS_CLAIM_TRUE,
        [LEDGER_CLAIM_UNTRUE] = WORDS_CLAIM_UNTRUE,
        [LEDGER_MAY_DRAW] = WORDS_MAY_DRAW,
        [LEDGER_LIMIT_NOT_REACHED] = WORDS_LIMIT_NOT_REACHED,
        [LEDGER_GAME_OVER] = WORDS_GAME_OVER,
    };

    add_number(values, "counted", audit->counted);
    add_number(values, "limit", audit->setting.limit);
    add_number(values, "minutes", LEDGER_UNTRUE_MINUTES);
    if (audit->verdict == LEDGER_GAME_OVER)
        add_side(values, side_at_end(audit));
    else
        add_claimant(values, audit);
    return write(values, words[audit->verdict], buffer, size);
}

char *ledger_audit_text(const ledger_audit *audit, ledger_audit_part part, board_language language,
                        char *buffer, size_t size)
{
    audit_fields values = {.language = language};

    switch (part) {
    case LEDGER_AUDIT_SETTING:
        return write_setting(audit, &values, buffer, size);
    case LEDGER_AUDIT_CAPTURE:
        return write_capture(audit, &values, buffer, size);
    case LEDGER_AUDIT_EARLIER:
        return audit->earlier_unknown ? write(&values, WORDS_EARLIER, buffer, size)
                                      : write_nothing(buffer, size);
    case LEDGER_AUDIT_ROUNDS:
        return write_rounds(audit, &values, buffer, size);
    case LEDGER_AUDIT_STOOD:
        add_number(&values, "count", audit->stood);
        return audit->stood > 0 ? write(&values, WORDS_STOOD, buffer, size)
                                : write_nothing(buffer, size);
    case LEDGER_AUDIT_CHECKS:
        return write_checks(audit, &values, buffer, size);
    case LEDGER_AUDIT_VERDICT:
        return write_verdict(audit, &values, buffer, size);
    default:
        return write_nothing(buffer, size);
    }
}

char *ledger_audit_run_text(const ledger_audit *audit, size_t first, board_language language,
                            char *buffer, size_t size)
{
    audit_fields values = {.language = language};
    size_t end = ledger_audit_run_end(audit, first);

    if (end == first)
        return write_nothing(buffer, size);
    const ledger_round *rounds = audit->list;
    bool one = end - first == 1;
    add_number(&values, "from", rounds[first].ply);
    add_number(&values, "to", (size_t)rounds[end - 1].ply + 1);
    add_number(&values, "first", first + 1);
    add_number(&values, "end", end);
    if (rounds[first].counted)
        return write(&values, one ? WORDS_RUN_COUNTED_ONE : WORDS_RUN_COUNTED, buffer, size);
    add_claimant(&values, audit);
    add_number(&values, "check", rounds[first].checks[audit->setting.claimant]);
    add_number(&values, "checks", rounds[end - 1].checks[audit->setting.claimant]);
    return write(&values, one ? WORDS_RUN_LEFT_OUT_ONE : WORDS_RUN_LEFT_OUT, buffer, size);
}

const char *ledger_audit_code(ledger_audit_verdict verdict)
{
    static const char *const codes[LEDGER_AUDIT_VERDICTS] = {
        [LEDGER_CLAIM_TRUE] = "claim-true", [LEDGER_CLAIM_UNTRUE] = "claim-untrue",
        [LEDGER_MAY_DRAW] = "may-draw",     [LEDGER_LIMIT_NOT_REACHED] = "not-reached",
        [LEDGER_GAME_OVER] = "game-over",
    };

    return (size_t)verdict < LEDGER_AUDIT_VERDICTS ? codes[verdict] : "";
}

const char *ledger_audit_articles(ledger_audit_verdict verdict)
{
    static const char *const articles[LEDGER_AUDIT_VERDICTS] = {
        [LEDGER_CLAIM_TRUE] = "4.2.4,23.3", [LEDGER_CLAIM_UNTRUE] = "9.1.4,23.3",
        [LEDGER_MAY_DRAW] = "4.2.4,23.3",   [LEDGER_LIMIT_NOT_REACHED] = "4.2.4",
        [LEDGER_GAME_OVER] = "2.1,3.1,3.2",
    };

    return (size_t)verdict < LEDGER_AUDIT_VERDICTS ? articles[verdict] : "";
}
