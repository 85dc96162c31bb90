/* ledger/entry_fields.c: what the fields of the payloads are called and may hold. */
#include "ledger/entry_fields.h"

#include <string.h>

#include "board/encoding.h"
#include "judge/words.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* Enumerations are read and written as int. */
_Static_assert(sizeof(judge_outcome) == sizeof(int) && sizeof(judge_label) == sizeof(int) &&
                   sizeof(board_side) == sizeof(int) && sizeof(ledger_role) == sizeof(int) &&
                   sizeof(ledger_outcome) == sizeof(int) &&
                   sizeof(ledger_order_end) == sizeof(int) &&
                   sizeof(ledger_exception) == sizeof(int) &&
                   sizeof(judge_idle_kind) == sizeof(int),
               "enumerations have the size of int");

static const char *side_code(int value)
{
    return value == BOARD_RED ? "red" : "black";
}

static const char *role_code(int value)
{
    return ledger_role_code((ledger_role)value);
}

static const char *outcome_code(int value)
{
    return ledger_outcome_code((ledger_outcome)value);
}

static const char *exception_code(int value)
{
    return ledger_exception_code((ledger_exception)value);
}

static const char *end_code(int value)
{
    return value == LEDGER_CHANGED ? "changed" : "repeated";
}

static const char *ruling_code(int value)
{
    return judge_outcome_code((judge_outcome)value);
}

static const char *label_code(int value)
{
    return judge_label_code((judge_label)value);
}

static const char *kind_code(int value)
{
    static const char *const codes[] = {[JUDGE_IDLE_PLAIN] = "plain",
                                        [JUDGE_IDLE_EXCHANGE] = "exchange",
                                        [JUDGE_IDLE_SACRIFICE] = "sacrifice",
                                        [JUDGE_IDLE_BLOCK] = "block",
                                        [JUDGE_IDLE_FOLLOW] = "follow"};

    return (size_t)value < COUNT(codes) ? codes[value] : "";
}

#define SIZE_OF(type, member) sizeof(((type *)NULL)->member)
#define TEXT(type, member, is_kind, may_be_empty)                                                  \
    {                                                                                              \
        .name = #member, .kind = (is_kind), .optional = (may_be_empty),                            \
        .offset = offsetof(type, member), .size = SIZE_OF(type, member)                            \
    }
#define KEY(type, member) TEXT(type, member, ENTRY_KEY, false)
#define KEY_OR_NONE(type, member) TEXT(type, member, ENTRY_KEY, true)
#define NAME(type, member) TEXT(type, member, ENTRY_TEXT, false)
#define NOTE(type, member) TEXT(type, member, ENTRY_NOTE, true)
#define CODE(type, member, codes, from, to)                                                        \
    {                                                                                              \
        .name = #member, .kind = ENTRY_CODE, .offset = offsetof(type, member), .least = (from),    \
        .most = (to), .code = (codes)                                                              \
    }
#define SIDE(type) CODE(type, side, side_code, BOARD_RED, BOARD_BLACK)
#define NUMBER(type, called, member, from, to)                                                     \
    {                                                                                              \
        .name = (called), .kind = ENTRY_NUMBER, .offset = offsetof(type, member), .least = (from), \
        .most = (to)                                                                               \
    }
#define BOOL(type, called, member)                                                                 \
    {                                                                                              \
        .name = (called), .kind = ENTRY_BOOL, .offset = offsetof(type, member)                     \
    }
#define GAME_IF(type, may_be_none)                                                                 \
    {                                                                                              \
        .name = "game", .kind = ENTRY_GAME, .optional = (may_be_none),                             \
        .offset = offsetof(type, game)                                                             \
    }
#define GAME(type) GAME_IF(type, false)
#define GAME_OR_NONE(type) GAME_IF(type, true)
#define SETTING(member, may_be_unset, from, to)                                                    \
    {                                                                                              \
        .name = #member, .kind = ENTRY_SETTING, .optional = (may_be_unset),                        \
        .offset = offsetof(ledger_event, member), .least = (from), .most = (to)                    \
    }

enum { POINTS_MAX = 20, FOULS_TO_LOSE_MAX = 9, MOVE_LIMIT_LEAST = 10, MOVE_LIMIT_MAX = 200 };

static const entry_field event_fields[] = {
    NAME(ledger_event, name),
    KEY(ledger_event, edition),
    SETTING(fouls_to_lose, false, 1, FOULS_TO_LOSE_MAX),
    SETTING(move_limit, false, MOVE_LIMIT_LEAST, MOVE_LIMIT_MAX),
    SETTING(late_minutes, true, 0, LEDGER_MINUTES_MAX),
    SETTING(win, false, 0, POINTS_MAX),
    SETTING(draw_red, false, 0, POINTS_MAX),
    SETTING(draw_black, false, 0, POINTS_MAX),
    SETTING(loss, false, 0, POINTS_MAX),
};

static const entry_field arbiter_fields[] = {
    KEY(ledger_arbiter, key),
    NAME(ledger_arbiter, name),
    CODE(ledger_arbiter, role, role_code, LEDGER_TABLE_ARBITER, LEDGER_ORGANISER),
};

static const entry_field player_fields[] = {
    KEY(ledger_player, key),
    NAME(ledger_player, name),
    KEY_OR_NONE(ledger_player, team),
};

static const entry_field team_fields[] = {
    KEY(ledger_team, key),
    NAME(ledger_team, name),
};

static const entry_field pairing_fields[] = {
    GAME(ledger_pairing),
    KEY(ledger_pairing, red),
    KEY_OR_NONE(ledger_pairing, black),
};

static const entry_field ruling_fields[] = {
    GAME(ledger_ruling),
    NAME(ledger_ruling, fen),
    TEXT(ledger_ruling, moves, ENTRY_MOVES, true),
    KEY(ledger_ruling, edition),
    CODE(ledger_ruling, tool, ruling_code, JUDGE_RED_LOSES, JUDGE_NO_CYCLE),
    CODE(ledger_ruling, outcome, ruling_code, JUDGE_RED_LOSES, JUDGE_DRAW),
    TEXT(ledger_ruling, articles, ENTRY_KEY, true),
    {.name = "overrides", .kind = ENTRY_OVERRIDES},
    NOTE(ledger_ruling, note),
};

static const entry_field override_fields[] = {
    NUMBER(ledger_override, "ply", ply, 1, LEDGER_PLIES_MAX),
    CODE(ledger_override, label, label_code, JUDGE_CHECK, JUDGE_IDLE),
    CODE(ledger_override, kind, kind_code, JUDGE_IDLE_PLAIN, JUDGE_IDLE_FOLLOW),
    TEXT(ledger_override, reason, ENTRY_TEXT, true),
};

static const entry_field order_closed_fields[] = {
    GAME(ledger_order_closed),
    KEY(ledger_order_closed, order),
    CODE(ledger_order_closed, how, end_code, LEDGER_CHANGED, LEDGER_REPEATED),
    NOTE(ledger_order_closed, note),
};

static const entry_field upheld_fields[] = {
    GAME(ledger_upheld),
    KEY(ledger_upheld, ruling),
    NOTE(ledger_upheld, note),
};

static const entry_field foul_fields[] = {
    GAME(ledger_foul),       SIDE(ledger_foul),
    KEY(ledger_foul, key),   NUMBER(ledger_foul, "minutes", minutes, 0, LEDGER_MINUTES_MAX),
    NOTE(ledger_foul, note),
};

static const entry_field penalty_fields[] = {
    KEY(ledger_penalty, key),     BOOL(ledger_penalty, "team", team), KEY(ledger_penalty, who),
    GAME_OR_NONE(ledger_penalty), NOTE(ledger_penalty, note),
};

static const entry_field result_fields[] = {
    GAME(ledger_result),
    CODE(ledger_result, outcome, outcome_code, LEDGER_RED_WINS, LEDGER_BOTH_LOSE),
    KEY(ledger_result, reason),
    NOTE(ledger_result, note),
};

static const entry_field lateness_fields[] = {
    GAME(ledger_lateness),
    NUMBER(ledger_lateness, "red_seconds", seconds[BOARD_RED], 0, LEDGER_SECONDS_MAX),
    BOOL(ledger_lateness, "red_came", came[BOARD_RED]),
    NUMBER(ledger_lateness, "black_seconds", seconds[BOARD_BLACK], 0, LEDGER_SECONDS_MAX),
    BOOL(ledger_lateness, "black_came", came[BOARD_BLACK]),
    NOTE(ledger_lateness, note),
};

static const entry_field overstep_fields[] = {
    GAME(ledger_overstep),
    SIDE(ledger_overstep),
    CODE(ledger_overstep, exception, exception_code, LEDGER_NO_EXCEPTION, LEDGER_CLOCK_FAULT),
    NOTE(ledger_overstep, note),
};

static const entry_field note_fields[] = {
    GAME_OR_NONE(ledger_note),
    TEXT(ledger_note, text, ENTRY_NOTE, false),
};

static const entry_field withdrawal_fields[] = {
    NOTE(ledger_withdrawal, note),
};

static const entry_field reason_field = {.name = "correction_reason",
                                         .kind = ENTRY_NOTE,
                                         .optional = true,
                                         .offset = offsetof(ledger_entry, reason),
                                         .size = LEDGER_NOTE_BYTES};

entry_fields ledger_fields_of(ledger_type type)
{
    switch (type) {
#define LEDGER_TYPE(name, member, code, chinese, english)                                          \
    case LEDGER_##name:                                                                            \
        return (entry_fields){member##_fields, COUNT(member##_fields)};
#include "ledger/types.def"
#undef LEDGER_TYPE
    default:
        return (entry_fields){NULL, 0};
    }
}

entry_fields ledger_override_fields(void)
{
    return (entry_fields){override_fields, COUNT(override_fields)};
}

const entry_field *ledger_reason_field(void)
{
    return &reason_field;
}

/* Checks. */

/* Characters that break a line, move the cursor or turn the direction of writing: in a name they
 * would let one text pass for another. */
static bool is_control(uint32_t code)
{
    return code < 0x20 || (code >= 0x7F && code < 0xA0) || code == 0x2028 || code == 0x2029 ||
           code == 0x200E || code == 0x200F || (code >= 0x202A && code <= 0x202E) ||
           (code >= 0x2066 && code <= 0x2069) || code == 0xFEFF;
}

static bool is_plain_text(const char *text, size_t length, entry_kind kind)
{
    size_t at = 0;

    while (at < length) {
        uint32_t code = 0;
        size_t step = board_utf8_character(text + at, length - at, &code);
        if (step == 0)
            return false;
        if (is_control(code) && !(kind == ENTRY_NOTE && (code == '\n' || code == '\t')))
            return false;
        if (kind == ENTRY_KEY && (code == ' ' || code == 0xA0 || code == 0x3000))
            return false;
        at += step;
    }
    return true;
}

/* "h2e2! h9g7": moves of four characters and perhaps a '!', one blank between two. */
static bool are_moves(const char *text)
{
    while (*text != '\0') {
        for (int i = 0; i < 2; i++) {
            if (text[0] < 'a' || text[0] > 'i' || text[1] < '0' || text[1] > '9')
                return false;
            text += 2;
        }
        text += *text == '!';
        if (*text == '\0')
            return true;
        if (*text != ' ' || text[1] == '\0')
            return false;
        text++;
    }
    return true;
}

static board_error check_text(const entry_field *field, const char *text)
{
    const char *end = memchr(text, '\0', field->size);

    if (end == NULL)
        return BOARD_ERROR_LEDGER_FIELD_LENGTH;
    if (end == text)
        return field->optional ? BOARD_OK : BOARD_ERROR_LEDGER_FIELD_MISSING;
    if (field->kind == ENTRY_MOVES)
        return are_moves(text) ? BOARD_OK : BOARD_ERROR_LEDGER_FIELD_VALUE;
    if (!is_plain_text(text, (size_t)(end - text), field->kind))
        return BOARD_ERROR_LEDGER_FIELD_VALUE;
    return BOARD_OK;
}

static board_error check_number(const entry_field *field, int32_t value)
{
    return value >= field->least && value <= field->most ? BOARD_OK
                                                         : BOARD_ERROR_LEDGER_FIELD_VALUE;
}

static board_error check_game(const entry_field *field, ledger_game_key game)
{
    if (game.round == 0)
        return field->optional && game.table == 0 && game.number == 0
                   ? BOARD_OK
                   : BOARD_ERROR_LEDGER_FIELD_MISSING;
    return game.round <= LEDGER_ROUND_MAX && game.table >= 1 && game.table <= LEDGER_TABLE_MAX &&
                   game.number >= 1 && game.number <= LEDGER_NUMBER_MAX
               ? BOARD_OK
               : BOARD_ERROR_LEDGER_FIELD_VALUE;
}

static board_error check_setting(const entry_field *field, const ledger_setting *setting)
{
    const entry_field source = {.kind = ENTRY_TEXT, .optional = true, .size = LEDGER_SOURCE_BYTES};
    board_error error = check_text(&source, setting->source);

    if (error != BOARD_OK || (field->optional && setting->value == LEDGER_NOT_SET))
        return error;
    return check_number(field, setting->value);
}

static board_error check_overrides(const ledger_ruling *ruling)
{
    if (ruling->override_count < 0 || ruling->override_count > LEDGER_OVERRIDES_MAX)
        return BOARD_ERROR_LEDGER_FIELD_LENGTH;
    for (int32_t i = 0; i < ruling->override_count; i++) {
        for (size_t j = 0; j < COUNT(override_fields); j++) {
            board_error error = ledger_field_check(&override_fields[j], &ruling->overrides[i]);
            if (error != BOARD_OK)
                return error;
        }
    }
    return BOARD_OK;
}

int ledger_field_code(const entry_field *field, const void *structure)
{
    int value = 0;

    memcpy(&value, (const char *)structure + field->offset, sizeof value);
    return value;
}

void ledger_field_set_code(const entry_field *field, void *structure, int value)
{
    memcpy((char *)structure + field->offset, &value, sizeof value);
}

board_error ledger_field_check(const entry_field *field, const void *structure)
{
    const void *place = (const char *)structure + field->offset;

    switch (field->kind) {
    case ENTRY_KEY:
    case ENTRY_TEXT:
    case ENTRY_NOTE:
    case ENTRY_MOVES:
        return check_text(field, place);
    case ENTRY_NUMBER:
        return check_number(field, *(const int32_t *)place);
    case ENTRY_CODE:
        return check_number(field, ledger_field_code(field, structure));
    case ENTRY_GAME:
        return check_game(field, *(const ledger_game_key *)place);
    case ENTRY_SETTING:
        return check_setting(field, place);
    case ENTRY_OVERRIDES:
        return check_overrides(structure);
    case ENTRY_BOOL:
        break;
    }
    return BOARD_OK;
}
