/*
 * ledger/entry.h: an entry is something that happened in an event: a foul, a ruling, a result.
 *
 * Entries are never changed. A mistake is put right by a further entry that names the wrong one in
 * `corrects` and says why: one of the same type replaces it, a withdrawal takes it back. What a
 * correction itself says can be corrected in the same way. docs/formats/entries.md lists all
 * types with their fields.
 *
 * An entry holds its texts in arrays of its own: it can be copied and needs no freeing.
 */
#ifndef QILI_LEDGER_ENTRY_H
#define QILI_LEDGER_ENTRY_H

#include "board/error.h"
#include "judge/judge.h"

/* Limits. Lengths of texts are in bytes of UTF-8, with the NUL at the end. */
enum {
    LEDGER_ID_BYTES = 37, /* a UUID as text */
    LEDGER_DEVICE_BYTES = 65,
    LEDGER_WHO_BYTES = 257, /* whoever the journal says wrote the entry */
    LEDGER_KEY_BYTES = 33,  /* keys of arbiters, players, teams; keys of the catalogue */
    LEDGER_NAME_BYTES = 129,
    LEDGER_SOURCE_BYTES = 65,
    LEDGER_NOTE_BYTES = 1025,
    LEDGER_FEN_BYTES = 129,
    LEDGER_REASON_BYTES = 257,                 /* why one move was labelled otherwise */
    LEDGER_PLIES_MAX = 1024,                   /* moves of a ruling */
    LEDGER_MOVES_BYTES = LEDGER_PLIES_MAX * 6, /* "h2e2! h9g7", one blank between two */
    LEDGER_OVERRIDES_MAX = 32,
    LEDGER_ROUND_MAX = 99,
    LEDGER_TABLE_MAX = 9999,
    LEDGER_NUMBER_MAX = 9, /* games of one pairing */
    LEDGER_MINUTES_MAX = 600,
    LEDGER_SECONDS_MAX = 60 * LEDGER_MINUTES_MAX,
    LEDGER_PAYLOAD_MAX = 64 * 1024, /* longest payload, as JSON */
    LEDGER_NOT_SET = -1             /* a setting that the event does not make */
};

typedef enum ledger_type {
    LEDGER_UNKNOWN = 0, /* an entry that this version cannot read: it is kept and remarked on */
#define LEDGER_TYPE(name, member, code, chinese, english) LEDGER_##name,
#include "ledger/types.def"
#undef LEDGER_TYPE
    LEDGER_TYPES
} ledger_type;

/* Who may do what (articles 16-18); a higher role holds the powers of those below. */
typedef enum ledger_role {
    LEDGER_NO_ROLE = 0,
    LEDGER_TABLE_ARBITER, /* 监局裁判 */
    LEDGER_CHIEF_ARBITER, /* 裁判长 */
    LEDGER_ORGANISER,     /* 竞赛组织机构 */
    LEDGER_ROLES
} ledger_role;

typedef enum ledger_outcome {
    LEDGER_NO_OUTCOME = 0,
    LEDGER_RED_WINS,
    LEDGER_BLACK_WINS,
    LEDGER_DRAW,
    LEDGER_BOTH_LOSE, /* 双方弃 (21.3) */
    LEDGER_OUTCOMES
} ledger_outcome;

/* A game: its round, its table, and its number where a pairing has several (13.5); a round of 0:
 * no game. */
typedef struct ledger_game_key {
    uint16_t round;
    uint16_t table;
    uint16_t number; /* 1.. */
} ledger_game_key;

/* A number that the event sets, and the article or regulation it comes from; "": this program's. */
typedef struct ledger_setting {
    int32_t value;
    char source[LEDGER_SOURCE_BYTES];
} ledger_setting;

typedef struct ledger_event {
    char name[LEDGER_NAME_BYTES];
    char edition[JUDGE_EDITION_NAME_BYTES]; /* of the rules on repetition */
    ledger_setting fouls_to_lose;           /* 1..9 */
    ledger_setting move_limit;              /* rounds without a capture: 10..200 */
    ledger_setting late_minutes;            /* more than so many lose; or LEDGER_NOT_SET */
    ledger_setting win;                     /* points, all in halves of a point */
    ledger_setting draw_red;
    ledger_setting draw_black;
    ledger_setting loss;
} ledger_event;

typedef struct ledger_arbiter {
    char key[LEDGER_KEY_BYTES];
    char name[LEDGER_NAME_BYTES];
    ledger_role role;
} ledger_arbiter;

typedef struct ledger_player {
    char key[LEDGER_KEY_BYTES];
    char name[LEDGER_NAME_BYTES];
    char team[LEDGER_KEY_BYTES]; /* or "" */
} ledger_player;

typedef struct ledger_team {
    char key[LEDGER_KEY_BYTES];
    char name[LEDGER_NAME_BYTES];
} ledger_team;

typedef struct ledger_pairing {
    ledger_game_key game;
    char red[LEDGER_KEY_BYTES];
    char black[LEDGER_KEY_BYTES]; /* "": Red has no opponent (轮空) */
} ledger_pairing;

/* A move to which the arbiter gave another label than the tool. */
typedef struct ledger_override {
    int32_t ply; /* 1..LEDGER_PLIES_MAX */
    judge_label label;
    judge_idle_kind kind;             /* of an idle move */
    char reason[LEDGER_REASON_BYTES]; /* an article or words */
} ledger_override;

/* What the tool says and what the arbiter ruled stand side by side. An outcome of red-must-change
 * or black-must-change is an order to change (24.3) and opens it. */
typedef struct ledger_ruling {
    ledger_game_key game;
    char fen[LEDGER_FEN_BYTES];
    char moves[LEDGER_MOVES_BYTES]; /* ICCS, with a ! where an illegal move stood */
    char edition[JUDGE_EDITION_NAME_BYTES];
    judge_outcome tool;
    judge_outcome outcome; /* the arbiter's */
    char articles[JUDGE_ARTICLES_BYTES];
    int32_t override_count;
    ledger_override overrides[LEDGER_OVERRIDES_MAX];
    char note[LEDGER_NOTE_BYTES];
} ledger_ruling;

typedef enum ledger_order_end {
    LEDGER_CHANGED = 1, /* the side changed: the game goes on */
    LEDGER_REPEATED     /* the cycle came once more: the side loses (24.3) */
} ledger_order_end;

typedef struct ledger_order_closed {
    ledger_game_key game;
    char order[LEDGER_ID_BYTES]; /* id of the ruling that gave the order */
    ledger_order_end how;
    char note[LEDGER_NOTE_BYTES];
} ledger_order_closed;

/* The chief arbiter looked at a ruling and lets it stand. (One that he overrules is corrected by a
 * ruling of his own, or withdrawn.) */
typedef struct ledger_upheld {
    ledger_game_key game;
    char ruling[LEDGER_ID_BYTES]; /* id of the ruling */
    char note[LEDGER_NOTE_BYTES];
} ledger_upheld;

typedef struct ledger_foul {
    ledger_game_key game;
    board_side side;
    char key[LEDGER_KEY_BYTES]; /* of the catalogue */
    int32_t minutes;            /* added to that side's clock (23.3) */
    char note[LEDGER_NOTE_BYTES];
} ledger_foul;

typedef struct ledger_penalty {
    char key[LEDGER_KEY_BYTES]; /* of the catalogue */
    bool team;                  /* who is a team, else a player */
    char who[LEDGER_KEY_BYTES];
    ledger_game_key game; /* where it happened; round 0: in none */
    char note[LEDGER_NOTE_BYTES];
} ledger_penalty;

typedef struct ledger_result {
    ledger_game_key game;
    ledger_outcome outcome;
    char reason[LEDGER_KEY_BYTES]; /* of the catalogue */
    char note[LEDGER_NOTE_BYTES];
} ledger_result;

/* How late each side was (article 21). */
typedef struct ledger_lateness {
    ledger_game_key game;
    int32_t seconds[2]; /* by side; 0: in time. Of who has not come: how long it is so far */
    bool came[2];
    char note[LEDGER_NOTE_BYTES];
} ledger_lateness;

/* What excepts an overstepped time (22.4, 22.5): the last move was made, the clock not pressed. */
typedef enum ledger_exception {
    LEDGER_NO_EXCEPTION = 0,
    LEDGER_MATED,          /* the move mated: its side wins */
    LEDGER_STALEMATED,     /* the move left no move: its side wins */
    LEDGER_OTHER_RESIGNED, /* the other side had resigned: the side wins */
    LEDGER_DRAW_AGREED,    /* the other side had agreed to a draw */
    LEDGER_CLOCK_FAULT,    /* the clock was at fault: as the event's regulations say (22.4) */
    LEDGER_EXCEPTIONS
} ledger_exception;

typedef struct ledger_overstep {
    ledger_game_key game;
    board_side side;
    ledger_exception exception;
    char note[LEDGER_NOTE_BYTES];
} ledger_overstep;

typedef struct ledger_note {
    ledger_game_key game; /* round 0: of the event */
    char text[LEDGER_NOTE_BYTES];
} ledger_note;

/* Takes back the entry that `corrects` names. */
typedef struct ledger_withdrawal {
    char note[LEDGER_NOTE_BYTES];
} ledger_withdrawal;

typedef union ledger_payload {
#define LEDGER_TYPE(name, member, code, chinese, english) ledger_##member member;
#include "ledger/types.def"
#undef LEDGER_TYPE
} ledger_payload;

typedef struct ledger_entry {
    char id[LEDGER_ID_BYTES];
    char device[LEDGER_DEVICE_BYTES];
    uint64_t sequence;              /* 1.. on its device */
    int64_t time_ms;                /* what the device's clock said: since 1970, UTC */
    char arbiter[LEDGER_WHO_BYTES]; /* key of who logged it, or "" */
    char corrects[LEDGER_ID_BYTES]; /* id of the entry that this one corrects, or "" */
    char reason[LEDGER_NOTE_BYTES]; /* why it corrects; part of the payload, as correction_reason */
    ledger_type type;
    ledger_payload payload;
} ledger_entry;

/* Starts a draft: all "" and 0 but the type; of an event the settings are the rules' own. */
void ledger_entry_begin(ledger_entry *entry, ledger_type type);

/* The settings where an event makes none: three fouls (4.1.8), sixty rounds (4.2.4), points of 1,
 * 0.5 and 0 (14.1); how late is too late is not set (the rules leave it to the event). */
void ledger_event_defaults(ledger_event *event);

/* Copies a text into an array of an entry; false, and "" there, if it does not fit. */
bool ledger_copy(char *target, size_t size, const char *text);

/* The game an entry is about; round 0: none. */
ledger_game_key ledger_entry_game(const ledger_entry *entry);

bool ledger_game_equal(ledger_game_key a, ledger_game_key b);

/* "3.12", "3.12.2" for the second game of the pairing; the inverse is false if it is no game. */
enum { LEDGER_GAME_BYTES = 20 };
char *ledger_game_text(ledger_game_key game, char text[LEDGER_GAME_BYTES]);
bool ledger_game_read(const char *text, ledger_game_key *game);

/* The side that a ruling orders to change; false if it orders none. */
bool ledger_ruling_orders(judge_outcome outcome, board_side *side);

/* Codes, the same in every language and in the JSON; LEDGER_UNKNOWN (0) if there is none. */
const char *ledger_type_code(ledger_type type);
ledger_type ledger_type_of(const char *code);
const char *ledger_type_text(ledger_type type, board_language language);
const char *ledger_role_code(ledger_role role);
const char *ledger_outcome_code(ledger_outcome outcome);
const char *ledger_exception_code(ledger_exception exception);

/* The value of a code, 0 if it is none. */
ledger_role ledger_role_of(const char *code);
ledger_outcome ledger_outcome_of(const char *code);
ledger_exception ledger_exception_of(const char *code);

/*
 * The payload as compact JSON, which the caller frees. Every limit is checked: on an error the
 * problem's token names the field. Errors: NO_MEMORY, LEDGER_FIELD_MISSING, LEDGER_FIELD_VALUE,
 * LEDGER_FIELD_LENGTH, LEDGER_TYPE_UNKNOWN.
 */
board_error ledger_payload_to_json(const ledger_entry *entry, char **text, board_problem *problem);

/*
 * Reads a payload: sets type, payload and reason of the entry and leaves the rest alone. Strict:
 * unknown and double fields, other types of values, anything beyond a limit are errors with the
 * field in the token. After an error the type is LEDGER_UNKNOWN.
 */
board_error ledger_payload_from_json(const char *type, const char *text, size_t length,
                                     ledger_entry *entry, board_problem *problem);

/* Checks an entry's limits as both do, and its envelope. */
board_error ledger_entry_validate(const ledger_entry *entry, board_problem *problem);

#endif
