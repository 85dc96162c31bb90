/*
 * kiosk/flow/stick.h: what goes to a USB stick and comes from it: the journal, rulings as games or
 * on paper; games that are opened in the dispute of a game.
 *
 * All of it is done in the judge's lane, so that a slow stick holds up neither a frame nor what is
 * signed meanwhile; it can be stopped. One thing is done at a time.
 */
#ifndef QILI_KIOSK_FLOW_STICK_H
#define QILI_KIOSK_FLOW_STICK_H

#include "kiosk/flow/records.h"
#include "ledger/pairing_table.h"

enum {
    KIOSK_STICK_PATH_BYTES = 512,
    KIOSK_STICK_FILES_MAX = 256, /* files of a stick that are listed */
    KIOSK_STICK_DEPTH = 3,       /* folders within folders that are looked into */
    KIOSK_STICK_GAMES_MAX = 512, /* games of a file that are listed */
    KIOSK_STICK_CHANGES_MAX = 256,
    KIOSK_STICK_TABLE_BYTES = 4 * 1024 * 1024 /* of a table's file */
};

/* What is written; the values are those of RECORDS_EXPORT. */
typedef enum kiosk_form {
    KIOSK_FORM_JSON = 0, /* the whole journal, an entry a line */
    KIOSK_FORM_CSV,      /* the same as a table */
    KIOSK_FORM_PGN,      /* rulings as games: of the list, or the one that is open */
    KIOSK_FORM_PDF,      /* the ruling that is open, on a page to be signed */
    KIOSK_FORMS
} kiosk_form;

/* Where things are; set by the desk. */
typedef struct kiosk_places {
    char media[KIOSK_STICK_PATH_BYTES]; /* folder of sticks, one a folder; "": where the system
                                           mounts them */
    char journal[KIOSK_STICK_PATH_BYTES];
} kiosk_places;

/* Files of the sticks that may be games. */
typedef struct kiosk_stick_files {
    size_t sticks; /* how many there are */
    bool cut;      /* there are more files */
    size_t count;
    char paths[KIOSK_STICK_FILES_MAX][KIOSK_STICK_PATH_BYTES];
    size_t name_at[KIOSK_STICK_FILES_MAX]; /* where in the path the name on the stick begins */
} kiosk_stick_files;

/* Games of a file, "甲—乙 (12着)"; of one that is wrong somewhere with what is wrong. */
typedef struct kiosk_stick_games {
    bool cut;
    size_t count;
    char names[KIOSK_STICK_GAMES_MAX][BOARD_LANGUAGES][KIOSK_LINE_BYTES];
    bool faulty[KIOSK_STICK_GAMES_MAX];
} kiosk_stick_games;

/* What a table of pairings and players would change. */
typedef enum kiosk_change_kind {
    KIOSK_CHANGE_NEW = 0,
    KIOSK_CHANGE_OTHER, /* of what is there already */
    KIOSK_CHANGE_CLASH  /* cannot be: the table must be put right */
} kiosk_change_kind;

typedef struct kiosk_table_change {
    kiosk_change_kind kind;
    char text[BOARD_LANGUAGES][KIOSK_LINE_BYTES]; /* with the line of the table */
} kiosk_table_change;

typedef struct kiosk_table_preview {
    size_t lines;   /* of the table */
    size_t fresh;   /* entries that are new */
    size_t changed; /* ... that change something */
    size_t clashes;
    bool cut; /* there are more than are listed; clashes come first */
    size_t count;
    kiosk_table_change list[KIOSK_STICK_CHANGES_MAX];
} kiosk_table_preview;

typedef struct kiosk_stick {
    kiosk_places places;
    kiosk_screen back;
    bool busy;
    uint32_t generation;               /* of the job under way */
    int32_t progress;                  /* of 0..1000, of writing */
    kiosk_stick_files *files;          /* owned; NULL: not read yet */
    char path[KIOSK_STICK_PATH_BYTES]; /* of the file that is open, or "" */
    kiosk_stick_games *games;          /* owned; of that file, where it has several */
    bool tables;                       /* tables of pairings are chosen from, not games */
    ledger_pairing_table table;        /* owned; what was read of the file */
    kiosk_table_preview *preview;      /* owned; what it would change; NULL: not known yet */
} kiosk_stick;

/* What a job needs and brings; kiosk_job.stick, owned. */
typedef struct kiosk_stick_job {
    kiosk_places places;
    kiosk_form form;
    board_language language;
    int64_t wall_ms;      /* for the file's name */
    int32_t minutes_east; /* ... */
    kiosk_record_filter filter;
    char id[LEDGER_ID_BYTES];          /* of the ruling; "": those of the list */
    char path[KIOSK_STICK_PATH_BYTES]; /* written to; or of the file to be read */
    bool beside;              /* a file of the name was there: it was written under another */
    bool nothing;             /* EXPORT: the list has no rulings, and no file was written */
    bool tables;              /* FILES: of pairings, not games */
    int32_t which;            /* GAME: which game of the file; -1: the only one */
    kiosk_stick_files *files; /* owned */
    kiosk_stick_games *games; /* owned */
    char fen[LEDGER_FEN_BYTES];
    char *moves;                                   /* owned; ICCS, "!" after one that stood */
    size_t count;                                  /* of them */
    char fault[BOARD_LANGUAGES][KIOSK_LINE_BYTES]; /* where reading the game stopped, or "" */
    ledger_pairing_table table;                    /* owned; TABLE: what was read; else a copy */
    kiosk_table_preview *preview;                  /* owned; TABLE_PREVIEW */
    char arbiter[LEDGER_KEY_BYTES];                /* TABLE_PREVIEW, TABLE_LOG: who imports it */
    size_t logged;                                 /* TABLE_LOG: entries */
    size_t pairings;                               /* ... of these pairings */
} kiosk_stick_job;

void kiosk_stick_free(kiosk_stick *stick);
void kiosk_stick_job_free(kiosk_stick_job *job); /* NULL is allowed */

/* STICK..., RECORDS_EXPORT; false: not one of these. */
bool kiosk_apply_stick(kiosk_state *state, const kiosk_command *command);

/* BACK on STICK. */
void kiosk_stick_back(kiosk_state *state);

bool kiosk_stick_fill(const kiosk_state *state, const kiosk_wanted *wanted, kiosk_job *job);
void kiosk_receive_stick(kiosk_state *state, kiosk_job *job);

/* Takes the progress of a job under way over; false: it is no longer wanted. */
bool kiosk_stick_watch(kiosk_state *state, kiosk_job *job);

#endif
