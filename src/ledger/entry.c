/* ledger/entry.c: codes, games and drafts. */
#include "ledger/entry.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const char *const type_codes[LEDGER_TYPES] = {
    [LEDGER_UNKNOWN] = "",
#define LEDGER_TYPE(name, member, code, chinese, english) [LEDGER_##name] = (code),
#include "ledger/types.def"
#undef LEDGER_TYPE
};

static const char *const type_texts[LEDGER_TYPES][BOARD_LANGUAGES] = {
    [LEDGER_UNKNOWN] = {"不能读取的条目", "unreadable entry"},
#define LEDGER_TYPE(name, member, code, chinese, english) [LEDGER_##name] = {chinese, english},
#include "ledger/types.def"
#undef LEDGER_TYPE
};

static const char *const role_codes[LEDGER_ROLES] = {
    [LEDGER_NO_ROLE] = "",
    [LEDGER_TABLE_ARBITER] = "table-arbiter",
    [LEDGER_CHIEF_ARBITER] = "chief-arbiter",
    [LEDGER_ORGANISER] = "organiser",
};

static const char *const outcome_codes[LEDGER_OUTCOMES] = {
    [LEDGER_NO_OUTCOME] = "", [LEDGER_RED_WINS] = "red-wins",   [LEDGER_BLACK_WINS] = "black-wins",
    [LEDGER_DRAW] = "draw",   [LEDGER_BOTH_LOSE] = "both-lose",
};

static const char *const exception_codes[LEDGER_EXCEPTIONS] = {
    [LEDGER_NO_EXCEPTION] = "none",       [LEDGER_MATED] = "checkmate",
    [LEDGER_STALEMATED] = "stalemate",    [LEDGER_OTHER_RESIGNED] = "other-resigned",
    [LEDGER_DRAW_AGREED] = "draw-agreed", [LEDGER_CLOCK_FAULT] = "clock-fault",
};

static const char *code_at(const char *const *codes, size_t count, size_t index)
{
    return index < count ? codes[index] : "";
}

static int index_of(const char *const *codes, size_t count, const char *code)
{
    for (size_t i = 1; i < count; i++) {
        if (strcmp(codes[i], code) == 0)
            return (int)i;
    }
    return 0;
}

const char *ledger_type_code(ledger_type type)
{
    return code_at(type_codes, COUNT(type_codes), (size_t)type);
}

ledger_type ledger_type_of(const char *code)
{
    return (ledger_type)index_of(type_codes, COUNT(type_codes), code);
}

const char *ledger_type_text(ledger_type type, board_language language)
{
    return type_texts[(size_t)type < LEDGER_TYPES ? type : LEDGER_UNKNOWN]
                     [language == BOARD_ENGLISH ? BOARD_ENGLISH : BOARD_CHINESE];
}

const char *ledger_role_code(ledger_role role)
{
    return code_at(role_codes, COUNT(role_codes), (size_t)role);
}

ledger_role ledger_role_of(const char *code)
{
    return (ledger_role)index_of(role_codes, COUNT(role_codes), code);
}

const char *ledger_outcome_code(ledger_outcome outcome)
{
    return code_at(outcome_codes, COUNT(outcome_codes), (size_t)outcome);
}

ledger_outcome ledger_outcome_of(const char *code)
{
    return (ledger_outcome)index_of(outcome_codes, COUNT(outcome_codes), code);
}

const char *ledger_exception_code(ledger_exception exception)
{
    return code_at(exception_codes, COUNT(exception_codes), (size_t)exception);
}

ledger_exception ledger_exception_of(const char *code)
{
    return (ledger_exception)index_of(exception_codes, COUNT(exception_codes), code);
}

/* Drafts. */

void ledger_event_defaults(ledger_event *event)
{
    *event = (ledger_event){.edition = "cxa-2007",
                            .fouls_to_lose = {3, "4.1.8"},
                            .move_limit = {60, "4.2.4"},
                            .late_minutes = {LEDGER_NOT_SET, ""},
                            .win = {2, "14.1"},
                            .draw_red = {1, "14.1"},
                            .draw_black = {1, "14.1"},
                            .loss = {0, "14.1"}};
}

/* Only the member in use is cleared: a ruling is a hundred times as large as a foul. */
static void clear_payload(ledger_entry *entry)
{
    switch (entry->type) {
    case LEDGER_EVENT:
        ledger_event_defaults(&entry->payload.event);
        break;
#define CLEAR(name, member)                                                                        \
    case LEDGER_##name:                                                                            \
        memset(&entry->payload.member, 0, sizeof entry->payload.member);                           \
        break
        CLEAR(ARBITER, arbiter);
        CLEAR(PLAYER, player);
        CLEAR(TEAM, team);
        CLEAR(PAIRING, pairing);
        CLEAR(RULING, ruling);
        CLEAR(ORDER_CLOSED, order_closed);
        CLEAR(UPHELD, upheld);
        CLEAR(FOUL, foul);
        CLEAR(PENALTY, penalty);
        CLEAR(RESULT, result);
        CLEAR(LATENESS, lateness);
        CLEAR(OVERSTEP, overstep);
        CLEAR(NOTE, note);
        CLEAR(WITHDRAWAL, withdrawal);
#undef CLEAR
    case LEDGER_UNKNOWN:
    case LEDGER_TYPES:
        break;
    }
}

void ledger_entry_begin(ledger_entry *entry, ledger_type type)
{
    entry->id[0] = '\0';
    entry->device[0] = '\0';
    entry->sequence = 0;
    entry->time_ms = 0;
    entry->arbiter[0] = '\0';
    entry->corrects[0] = '\0';
    entry->reason[0] = '\0';
    entry->type = type;
    clear_payload(entry);
}

bool ledger_copy(char *target, size_t size, const char *text)
{
    size_t length = strlen(text);

    if (length >= size) {
        target[0] = '\0';
        return false;
    }
    memcpy(target, text, length + 1);
    return true;
}

/* Games. */

ledger_game_key ledger_entry_game(const ledger_entry *entry)
{
    switch (entry->type) {
    case LEDGER_PAIRING:
        return entry->payload.pairing.game;
    case LEDGER_RULING:
        return entry->payload.ruling.game;
    case LEDGER_ORDER_CLOSED:
        return entry->payload.order_closed.game;
    case LEDGER_UPHELD:
        return entry->payload.upheld.game;
    case LEDGER_FOUL:
        return entry->payload.foul.game;
    case LEDGER_PENALTY:
        return entry->payload.penalty.game;
    case LEDGER_RESULT:
        return entry->payload.result.game;
    case LEDGER_LATENESS:
        return entry->payload.lateness.game;
    case LEDGER_OVERSTEP:
        return entry->payload.overstep.game;
    case LEDGER_NOTE:
        return entry->payload.note.game;
    default:
        return (ledger_game_key){0};
    }
}

bool ledger_game_equal(ledger_game_key a, ledger_game_key b)
{
    return a.round == b.round && a.table == b.table && a.number == b.number;
}

char *ledger_game_text(ledger_game_key game, char text[LEDGER_GAME_BYTES])
{
    if (game.number > 1)
        snprintf(text, LEDGER_GAME_BYTES, "%u.%u.%u", (unsigned)game.round, (unsigned)game.table,
                 (unsigned)game.number);
    else
        snprintf(text, LEDGER_GAME_BYTES, "%u.%u", (unsigned)game.round, (unsigned)game.table);
    return text;
}

/* A number from 1 to most at *text, which is moved past it. */
static bool read_number(const char **text, unsigned long most, uint16_t *number)
{
    char *end = NULL;

    if (**text < '1' || **text > '9')
        return false;
    unsigned long value = strtoul(*text, &end, 10);
    if (value > most)
        return false;
    *text = end;
    *number = (uint16_t)value;
    return true;
}

bool ledger_game_read(const char *text, ledger_game_key *game)
{
    ledger_game_key read = {.number = 1};

    if (!read_number(&text, LEDGER_ROUND_MAX, &read.round) || *text++ != '.' ||
        !read_number(&text, LEDGER_TABLE_MAX, &read.table))
        return false;
    if (*text == '.') {
        text++;
        if (!read_number(&text, LEDGER_NUMBER_MAX, &read.number))
            return false;
    }
    if (*text != '\0')
        return false;
    *game = read;
    return true;
}

bool ledger_ruling_orders(judge_outcome outcome, board_side *side)
{
    *side = outcome == JUDGE_BLACK_MUST_CHANGE ? BOARD_BLACK : BOARD_RED;
    return outcome == JUDGE_RED_MUST_CHANGE || outcome == JUDGE_BLACK_MUST_CHANGE;
}
