/*
 * kiosk/flow/state.h: the kiosk's state, and the one function that changes it.
 *
 *     hand: command -> kiosk_apply -> state -> screen (a view)
 *                          |
 *                          v
 *     kiosk_take_job -> worker (judge, journal, files) -> kiosk_receive
 *
 * kiosk_apply and kiosk_receive use no files, no clock, no threads: what they do follows from their
 * arguments alone. The state belongs to one thread. What it points to it owns.
 *
 * The program's round:
 *     kiosk_state_new; the desk reads settings and draft file; kiosk_draft_replay; kiosk_start
 *     on input: kiosk_apply; then kiosk_take_job till NULL, each given to the worker of its lane
 *     on a job that came back: kiosk_receive; then as after input
 *     for each judge job under way: kiosk_watch_job, about ten times a second
 *     while kiosk_wants_tick: kiosk_apply of TICK, about ten times a second
 *     redraw when state.revision has changed
 */
#ifndef QILI_KIOSK_FLOW_STATE_H
#define QILI_KIOSK_FLOW_STATE_H

#include "board/fen.h"
#include "judge/articles.h"
#include "judge/words.h"
#include "kiosk/flow/code.h"
#include "kiosk/flow/decided.h"
#include "kiosk/flow/dispute.h"
#include "kiosk/flow/duty.h"
#include "kiosk/flow/half.h"
#include "kiosk/flow/hall.h"
#include "kiosk/flow/job.h"
#include "kiosk/flow/keypad.h"
#include "kiosk/flow/log.h"
#include "kiosk/flow/records.h"
#include "kiosk/flow/setup.h"
#include "kiosk/flow/stick.h"
#include "kiosk/flow/training.h"

enum {
    KIOSK_DISPUTES_MAX = 4,              /* open at a time */
    KIOSK_WANTED_MAX = 96,               /* requests that wait to be taken */
    KIOSK_WORD_MS = 2000,                /* how long a reason stands at the finger */
    KIOSK_SAY_MS = 4000,                 /* how long something said stands */
    KIOSK_STEP_MS = 1200,                /* between two steps of evidence that plays by itself */
    KIOSK_STORAGE_LOW_MIB = 64,          /* free on the disk: warn below */
    KIOSK_ROWS_MAX = TRAINING_CASES_MAX, /* of any list */
    KIOSK_NO_DISPUTE = -1
};

typedef enum kiosk_theme {
    KIOSK_THEME_LIGHT = 0,
    KIOSK_THEME_DARK,
    KIOSK_THEME_CONTRAST,
    KIOSK_THEMES
} kiosk_theme;

typedef enum kiosk_orientation {
    KIOSK_ORIENTATION_AUTO = 0, /* as the display is */
    KIOSK_ORIENTATION_LANDSCAPE,
    KIOSK_ORIENTATION_PORTRAIT,
    KIOSK_ORIENTATIONS
} kiosk_orientation;

typedef struct kiosk_settings {
    board_language language;
    kiosk_theme theme;
    bool simplified;
    int text_step; /* 0..2 */
    kiosk_orientation orientation;
    bool black_below;                       /* the board faces the player of Black */
    bool both_languages;                    /* the announcement */
    char edition[JUDGE_EDITION_NAME_BYTES]; /* of new disputes; "": the event's */
    int idle_minutes;                       /* until the console locks; 0: never */
    int brightness;                         /* of the screen, per cent; 0: as it is */
    kiosk_calibration calibration;          /* of touches */
} kiosk_settings;

/* What the program knows of the device; set with kiosk_set_device. */
typedef enum kiosk_connection {
    KIOSK_CONNECTION_NONE = 0, /* no office is set up */
    KIOSK_CONNECTION_OFFLINE,
    KIOSK_CONNECTION_WAITING, /* entries wait to be sent */
    KIOSK_CONNECTION_SENT
} kiosk_connection;

typedef struct kiosk_device {
    int64_t wall_ms;      /* UTC; 0 or before 2024: the clock is not set */
    int32_t minutes_east; /* of UTC, of the local time */
    int64_t free_mib;     /* on the disk of the journal; -1: not known */
    kiosk_connection connection;
    uint32_t waiting; /* entries not sent yet */
    int battery;      /* per cent; -1: none or not known */
} kiosk_device;

typedef enum kiosk_ask {
    KIOSK_ASK_NOTHING = 0,
    KIOSK_ASK_SIDE,   /* 局面: whose move is it? value: the side that is set; yes: it is right */
    KIOSK_ASK_STANDS, /* 着法: an illegal move: did it stand? */
    KIOSK_ASK_FINISHED, /* 本局: the game has a result; a dispute all the same? */
    KIOSK_ASK_DROP,     /* give the dispute up */
    KIOSK_ASK_EDITION,  /* the edition changes: the labels overruled so far are dropped */
    KIOSK_ASK_WARNED,   /* 签字: the ledger warns (state.told): sign all the same? */
    KIOSK_ASK_LOG,      /* what is logged: the ledger warns; log it all the same? */
    KIOSK_ASK_OTHER,    /* 本局: a dispute of this game is open already: yes: go on with it */
    KIOSK_ASK_QUIZ_END, /* training: the quiz is broken off */
    KIOSK_ASK_LEAVE,    /* settings: leave the office */
    KIOSK_ASKS
} kiosk_ask;

typedef enum kiosk_menu {
    KIOSK_MENU_NONE = 0,
    KIOSK_MENU_POSITION, /* 局面: 初始 清空 镜像 红黑换边 已知局面 案例 FEN */
    KIOSK_MENU_CASES,    /* the list of saved cases */
    KIOSK_MENU_COMPARE,  /* 裁决: choose an edition to compare under */
    KIOSK_MENU_DISPUTES, /* several disputes are open */
    KIOSK_MENUS
} kiosk_menu;

/* 着法: how moves are entered. */
typedef enum kiosk_entry_way { KIOSK_BY_BOARD = 0, KIOSK_BY_KEYPAD } kiosk_entry_way;

/* What the arbiter has in hand on 局面 and 着法; never kept. */
typedef struct kiosk_hand {
    board_cell picked;        /* of the palette; it stays picked */
    board_square square;      /* the piece picked up on the board, or BOARD_NO_SQUARE */
    board_square word_square; /* a word stands here, or BOARD_NO_SQUARE */
    board_error word;         /* the reason */
    int64_t word_until_ms;
    size_t shown; /* 着法: the position after so many moves is on the board */
    kiosk_entry_way way;
    kiosk_keypad keypad;
    board_move wanted; /* of KIOSK_ASK_STANDS */
    board_error wanted_fault;
    bool side_asked; /* 局面: the side was asked for once */
    bool not_yet;    /* 还没有 was answered for the moves that stand */
} kiosk_hand;

/* 裁决: the row that is looked at. */
typedef struct kiosk_evidence {
    int row; /* index of a move of the result; -1: none */
    size_t reason;
    size_t step;
    bool playing;
    int64_t next_ms;
    bool roots_known;
    size_t root_count;
    judge_root roots[JUDGE_ROOTS_MAX];
} kiosk_evidence;

typedef enum kiosk_signing {
    KIOSK_SIGN_RULING = 0,
    KIOSK_SIGN_ORDER, /* 已变着 */
    KIOSK_SIGN_ENTRY, /* what is logged, by somebody with more authority */
    KIOSK_SIGN_DUTY,  /* the lock screen: nothing is signed */
    KIOSK_SIGN_PIN    /* settings: a PIN is changed */
} kiosk_signing;

typedef enum kiosk_pin_stage {
    KIOSK_PIN_ASK = 0, /* the arbiter's PIN is asked */
    KIOSK_PIN_NEW,     /* he has none: a new one is asked */
    KIOSK_PIN_AGAIN,   /* ... once more */
    KIOSK_PIN_BUSY     /* it is being looked at, and the entry written */
} kiosk_pin_stage;

typedef struct kiosk_sign {
    kiosk_signing what;
    int arbiter; /* index of hall->arbiters; -1: not chosen */
    kiosk_pin_stage stage;
    char pin[KIOSK_PIN_BYTES]; /* shown masked: only its length */
    char new_pin[KIOSK_PIN_BYTES];
    bool wrong;            /* the last PIN was */
    int64_t wait_until_ms; /* no PIN is taken before */
    bool failed;           /* writing failed: see state.say */
} kiosk_sign;

/* First start. */
typedef struct kiosk_first {
    char event[LEDGER_NAME_BYTES];
    char arbiter[LEDGER_NAME_BYTES];
    bool busy;
} kiosk_first;

/* A value for a {}, in both languages. */
typedef struct kiosk_value {
    char text[BOARD_LANGUAGES][KIOSK_LINE_BYTES];
} kiosk_value;

/* A job that waits to be taken. */
struct kiosk_wanted {
    kiosk_job_kind kind;
    int dispute;
    uint32_t generation;
    bool sure;
    kiosk_command command; /* KEEP; else numbers and text as the kind needs */
};

struct kiosk_state {
    uint64_t revision; /* grows whenever something changes that a screen may show */
    int64_t now_ms;    /* of the last command */
    kiosk_settings settings;
    kiosk_device device;
    kiosk_screen screen;
    kiosk_screen beside; /* where 设置 goes back to */

    /* Read from the journal; NULL: not read yet. Owned. */
    kiosk_hall *hall;
    kiosk_game *game;
    kiosk_cases *cases;
    bool hall_busy, game_busy, cases_busy;
    ledger_game_key game_key; /* the game that is picked; round 0: none */
    judge_articles articles;  /* of the edition that is used now */
    char articles_edition[JUDGE_EDITION_NAME_BYTES];

    ledger_catalogue catalogue; /* of fouls, penalties and reasons of results */

    kiosk_dispute disputes[KIOSK_DISPUTES_MAX];
    int current; /* index of the dispute that is worked on, or KIOSK_NO_DISPUTE */

    kiosk_hand hand;
    kiosk_evidence evidence;
    kiosk_change change;
    char article[JUDGE_ARTICLE_NUMBER_BYTES]; /* whose summary is open; "": none */
    kiosk_sign sign;
    kiosk_tolds told; /* what the ledger says of what is to be signed */
    kiosk_first first;
    kiosk_duty duty;
    kiosk_training training;
    kiosk_setup setup;
    kiosk_log log;
    kiosk_foul_order foul_order;
    kiosk_code code;
    kiosk_decided decided;
    kiosk_audit audit;
    kiosk_touching touch;
    kiosk_records records;
    kiosk_stick stick;
    kiosk_ask ask;
    int32_t ask_value;
    kiosk_value ask_text; /* for the {} of the question */
    kiosk_menu menu;
    kiosk_field field;
    kiosk_half half;
    int32_t scroll; /* first row of the screen's list that is shown; the screen may show fewer */
    bool announce_turned;

    /* What is said, for KIOSK_SAY_MS or, if say_stays, until something is done; in either case not
     * beyond the game and the screen that it speaks of (said.c). */
    kiosk_say say;
    kiosk_value say_value; /* for its {} */
    bool say_warns;        /* a refusal or an error, not good news */
    bool say_stays;
    bool say_fresh; /* it was said by what is being done now */
    int64_t say_until_ms;

    bool replaying;           /* nothing is asked for */
    uint32_t last_generation; /* of the searches asked so far */
    size_t wanted_count;
    kiosk_wanted wanted[KIOSK_WANTED_MAX];
};

/* About 1 MB; the hall, empty, Chinese, light. NULL: memory ran out. */
kiosk_state *kiosk_state_new(void);
void kiosk_state_free(kiosk_state *state);

/* After settings and draft were applied: asks for the hall, and picks up the dispute that was
 * worked on. */
void kiosk_start(kiosk_state *state, int64_t now_ms);

/*
 * Applies a command. now_ms: milliseconds of a clock that never goes back, from any origin. A
 * command that does not fit what is on the screen, or has wrong numbers, changes nothing but what
 * is said. Never fails.
 */
void kiosk_apply(kiosk_state *state, const kiosk_command *command, int64_t now_ms);

/* The next job to be done, the caller's until kiosk_receive; NULL: none, or memory ran out, in
 * which case it is tried again next time. */
kiosk_job *kiosk_take_job(kiosk_state *state);

/* Takes a job back, done or stopped, and frees it. An answer that is no longer wanted is
 * dropped. */
void kiosk_receive(kiosk_state *state, kiosk_job *job, int64_t now_ms);

/* Looks after a job under way: takes its progress over, and stops it if its answer is no longer
 * wanted. */
void kiosk_watch_job(kiosk_state *state, kiosk_job *job);

void kiosk_set_device(kiosk_state *state, const kiosk_device *device);

/* Does something change by time alone: a word at the finger, evidence that plays, a wait? */
bool kiosk_wants_tick(const kiosk_state *state);

/* Reading the state. */

/* The dispute that is worked on, or NULL. */
const kiosk_dispute *kiosk_current(const kiosk_state *state);

/* The dispute whose labels and evidence are on the screen: the case that is studied on the screens
 * of training, else the one that is worked on; NULL: none. Its index, KIOSK_STUDY for a case. */
const kiosk_dispute *kiosk_heard(const kiosk_state *state);
int kiosk_heard_index(const kiosk_state *state);

/* The dispute with this index, KIOSK_STUDY too; NULL: there is none. */
kiosk_dispute *kiosk_dispute_at(kiosk_state *state, int index);

/* The dispute of this game that is open; KIOSK_NO_DISPUTE. */
int kiosk_dispute_of_game(const kiosk_state *state, ledger_game_key game);

size_t kiosk_open_disputes(const kiosk_state *state);

/* The edition that holds now: the dispute's, else the setting, else the event's, else cxa-2007. */
const char *kiosk_edition(const kiosk_state *state);

/* What NEXT does. refusal: why it cannot; KIOSK_SAY_NOTHING: it can. */
struct kiosk_next {
    kiosk_screen screen; /* where it leads */
    kiosk_say label;     /* what stands on the button: 下一步, 裁决, 签字 */
    kiosk_say refusal;
};
kiosk_next kiosk_next_of(const kiosk_state *state);

/* Does typing digits add to a PIN? */
bool kiosk_takes_digits(const kiosk_state *state);

/* Can this step of the bar be gone to? */
bool kiosk_can_go(const kiosk_state *state, kiosk_screen step);

/* The palette: how many of this piece are left to be placed on 局面. */
int kiosk_left(const kiosk_state *state, board_cell cell);

/* The position on the board of 着法 (of 局面 only if it can be held); false: none. */
bool kiosk_shown_position(const kiosk_state *state, board_position *position);

/* 着法: is 双方一直如此重复? to be asked (ROUNDS 1 or NOT_YET)? */
bool kiosk_asks_rounds(const kiosk_state *state);

/* 着法: is there a move to be taken back, or brought back that was? What was done to the position
 * before is undone on 局面. */
bool kiosk_moves_can_undo(const kiosk_dispute *dispute);

/* 着法 after an order: can the order's cycle be entered once more (AGAIN)? */
bool kiosk_can_repeat(const kiosk_state *state);

/* 裁决: what the board shows of the evidence. Pointers belong to the state. */
typedef struct kiosk_scene {
    size_t row;
    const judge_finding *finding;
    board_position before; /* before the row's move */
    size_t reason_count;
    judge_reason reasons[JUDGE_REASONS_MAX];
    size_t reason; /* the one that is shown */
    size_t steps;  /* step 0: before the move, 1: after it, from 2 on: the line that proves it */
    size_t step;
    board_position position; /* at the step */
    bool has_last;
    board_move last; /* the move that led to it */
} kiosk_scene;

/* False: no row is looked at. */
bool kiosk_scene_of(const kiosk_state *state, kiosk_scene *scene);

/* The judged moves of the dispute with their labels; for words the judge's dispute. */
typedef struct kiosk_hearing {
    judge_dispute dispute; /* its moves point to `played` */
    judge_played played[KIOSK_PLIES_MAX];
} kiosk_hearing;

/* False: the position cannot be held. */
bool kiosk_hearing_of(const kiosk_dispute *dispute, kiosk_hearing *hearing);

/* 签字: the entry that would be signed, without its arbiter; false: nothing is to be signed. */
bool kiosk_entry_to_sign(const kiosk_state *state, ledger_entry *entry);

#endif
