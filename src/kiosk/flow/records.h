/*
 * kiosk/flow/records.h: 记录: what the journal holds, listed by round, table, player and kind, a
 * page at a time; and one entry of it opened, a ruling with its board, moves, labels and evidence.
 *
 * Nothing is changed here. The desk reads: the state holds one page of the list, the values that
 * the list can be narrowed to once they are asked for, and the entry that is open. An open ruling
 * is judged anew, as a dispute is (KIOSK_RECORD stands for it where a job names its dispute), so
 * that labels and evidence are those of 裁决; what was ruled is what stands in the journal.
 */
#ifndef QILI_KIOSK_FLOW_RECORDS_H
#define QILI_KIOSK_FLOW_RECORDS_H

#include "kiosk/flow/dispute.h"
#include "kiosk/flow/hall.h"
#include "kiosk/screens.h"
#include "store/problem.h"

enum {
    KIOSK_RECORD = 1001,             /* kiosk_job.dispute of the ruling that is open */
    KIOSK_RECORD_PAGE = 64,          /* rows that the state holds */
    KIOSK_RECORD_ROWS_SHOWN = 24,    /* most rows that a screen shows of them */
    KIOSK_RECORD_CHOICES_MAX = 2048, /* values that the list can be narrowed to */
    KIOSK_RECORD_NOTE_BYTES = 2048
};

/* What kind of entries; the values are those of RECORDS_KIND. */
typedef enum kiosk_record_kind {
    KIOSK_RECORDS_ALL = 0,
    KIOSK_RECORDS_RULINGS, /* and what became of orders to change */
    KIOSK_RECORDS_FOULS,
    KIOSK_RECORDS_PENALTIES,
    KIOSK_RECORDS_RESULTS, /* lateness and overstepped time with them */
    KIOSK_RECORDS_OTHERS,  /* notes and withdrawals */
    KIOSK_RECORDS_EVENT,   /* settings, people, pairings */
    KIOSK_RECORDS_KINDS
} kiosk_record_kind;

/* Which entries are listed; zeros are no condition. */
typedef struct kiosk_record_filter {
    uint16_t round;
    uint16_t table;
    char player[LEDGER_KEY_BYTES]; /* of his games: but for fouls and penalties of the other */
    char player_name[LEDGER_NAME_BYTES];
    kiosk_record_kind kind;
} kiosk_record_filter;

/* An entry of the list. */
typedef struct kiosk_record_row {
    char id[LEDGER_ID_BYTES];
    ledger_type type;
    ledger_game_key game; /* round 0: none */
    int64_t time_ms;      /* UTC */
    char arbiter[LEDGER_NAME_BYTES];
    bool in_force;
    char text[BOARD_LANGUAGES][KIOSK_LINE_BYTES];
} kiosk_record_row;

/* The rows first..first+count-1 of the `total` that a filter takes, newest first. */
typedef struct kiosk_record_page {
    size_t total;
    size_t first;
    size_t count;
    kiosk_record_row rows[KIOSK_RECORD_PAGE];
} kiosk_record_page;

/* Values to narrow the list to. */
typedef enum kiosk_record_field {
    KIOSK_RECORD_BY_NOTHING = 0,
    KIOSK_RECORD_BY_ROUND,
    KIOSK_RECORD_BY_TABLE,
    KIOSK_RECORD_BY_PLAYER,
    KIOSK_RECORD_BY_KIND,
    KIOSK_RECORD_EXPORT, /* no value: what is written, and in which form */
    KIOSK_RECORD_FIELDS
} kiosk_record_field;

typedef struct kiosk_record_choice {
    uint16_t number;            /* round or table */
    char key[LEDGER_KEY_BYTES]; /* player */
    char name[LEDGER_NAME_BYTES];
} kiosk_record_choice;

typedef struct kiosk_record_choices {
    kiosk_record_field field;
    bool cut; /* there are more than KIOSK_RECORD_CHOICES_MAX */
    size_t count;
    kiosk_record_choice list[KIOSK_RECORD_CHOICES_MAX];
} kiosk_record_choices;

/* One entry in full. */
typedef struct kiosk_record_entry {
    kiosk_record_row row;
    uint64_t number; /* in the journal */
    char device[LEDGER_DEVICE_BYTES];
    char players[2][LEDGER_NAME_BYTES]; /* of the game, by side; "" if not known */
    /* A line each: the note, why it corrects and what, what became of it */
    char details[BOARD_LANGUAGES][KIOSK_RECORD_NOTE_BYTES];
    bool is_ruling;
    ledger_ruling ruling;
} kiosk_record_entry;

typedef struct kiosk_records {
    kiosk_screen back; /* where 记录 was opened */
    kiosk_record_filter filter;
    size_t first;            /* the row at the top */
    kiosk_record_page *page; /* owned; NULL: not read yet */
    bool page_busy;
    kiosk_record_field choosing;
    kiosk_record_choices *choices; /* owned; of `choosing`; NULL: not read yet */
    kiosk_record_entry *entry;     /* owned; the one that is open, or NULL */
    char opening[LEDGER_ID_BYTES]; /* the one that is being read, or "" */
    kiosk_dispute heard;           /* the open ruling, judged anew; open: there is one */
    size_t plies;                  /* the board shows the position after so many of its moves */
} kiosk_records;

/* What a job of the records needs, and what came of it; kiosk_job.records, owned. */
typedef struct kiosk_records_job {
    kiosk_record_filter filter;
    size_t first;
    kiosk_record_field field;
    char id[LEDGER_ID_BYTES];
    kiosk_record_page *page;       /* owned; RECORDS */
    kiosk_record_choices *choices; /* owned; RECORD_CHOICES */
    kiosk_record_entry *entry;     /* owned; RECORD */
} kiosk_records_job;

typedef struct kiosk_state kiosk_state;
typedef struct kiosk_job kiosk_job;
typedef struct kiosk_wanted kiosk_wanted;

void kiosk_records_free(kiosk_records *records);
void kiosk_records_job_free(kiosk_records_job *job); /* NULL is allowed */

/* Does this kind of entries hold this type? */
bool kiosk_record_kind_takes(kiosk_record_kind kind, ledger_type type);

/* RECORDS and what belongs to it, and the commands that evidence is looked at with on RECORD;
 * false: not one of these. */
bool kiosk_apply_records(kiosk_state *state, const kiosk_command *command);

/* BACK on the screens of the records. */
void kiosk_records_back(kiosk_state *state);

/* The row with this index of the whole list; NULL: it has not been read. */
const kiosk_record_row *kiosk_record_row_at(const kiosk_records *records, size_t index);

/* The position on the board of an open ruling; *last: the move that led there, if true. */
bool kiosk_record_position(const kiosk_records *records, board_position *position,
                           board_move *last);

/* Fills in the jobs RECORDS, RECORD_CHOICES, RECORD, and takes their answers over. */
bool kiosk_records_fill(const kiosk_state *state, const kiosk_wanted *wanted, kiosk_job *job);
void kiosk_receive_records(kiosk_state *state, kiosk_job *job);

/* A ruling was judged: if it is the open one, what stands in the journal is what was ruled. */
void kiosk_records_judged(kiosk_state *state, int dispute);

#endif
