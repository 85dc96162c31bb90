/*
 * kiosk/desk/desk_private.h: what the rooms of the desk share; nobody else includes it.
 */
#ifndef QILI_KIOSK_DESK_DESK_PRIVATE_H
#define QILI_KIOSK_DESK_DESK_PRIVATE_H

#include "kiosk/desk/desk.h"
#include "store/fold.h"

struct kiosk_desk {
    char *path; /* of the journal */
    char *key;  /* or NULL */
    char *draft;
    char *settings;
    char *pins;
    char *cases; /* folder, or NULL */
    char *own;
    char *exchange;
    char *backlight;         /* folder of the screens' brightness, or NULL: the system's */
    char *media;             /* or NULL */
    char *training_path;     /* training.db beside the journal */
    store_journal *training; /* open since training was first used; or NULL */
    store_clock clock;
    void *clock_context;
    store_journal *journal;
    store_fold fold;
};

/* Opens the journal; anew if it is open. */
board_error desk_open_journal(kiosk_desk *desk, store_problem *problem);

/* UTC, by the desk's clock. */
int64_t desk_now_ms(const kiosk_desk *desk);

/* The job could not be done. Returns KIOSK_END_FAILED. */
kiosk_job_end desk_fail(kiosk_job *job, board_error error, const char *detail);

/* files.c: small files beside the journal. */

/* Adds a line, which is on the disk when this returns; makes the file. */
board_error desk_file_add_line(const char *path, const char *line, store_problem *problem);

/* All of a file: *text is the caller's to free; a file that is missing is empty. At most `most`
 * bytes, else LEDGER_FIELD_LENGTH. */
board_error desk_file_read(const char *path, size_t most, char **text, size_t *length,
                           store_problem *problem);

/* Cuts a file to a length. */
board_error desk_file_cut(const char *path, size_t length, store_problem *problem);

/* pins.c */

typedef enum desk_pin_answer {
    DESK_PIN_RIGHT = 0,
    DESK_PIN_WRONG,
    DESK_PIN_WAIT, /* not looked at */
    DESK_PIN_NONE,
    DESK_PIN_TROUBLE /* the file cannot be read or written: *problem */
} desk_pin_answer;

bool desk_has_pin(kiosk_desk *desk, const char *arbiter);

/* Looks at a PIN. A try is counted before it is looked at. *wait_ms: before the next try. */
desk_pin_answer desk_check_pin(kiosk_desk *desk, const char *arbiter, const char *pin,
                               int64_t *wait_ms, store_problem *problem);

/* How a job ends for which a PIN was asked. */
kiosk_job_end desk_end_of_pin(desk_pin_answer answer);

/* Sets the PIN of an arbiter, whatever it was before. */
board_error desk_set_pin(kiosk_desk *desk, const char *arbiter, const char *pin,
                         store_problem *problem);

/* The rooms. */
kiosk_job_end desk_read_hall(kiosk_desk *desk, kiosk_job *job);
kiosk_job_end desk_read_game(kiosk_desk *desk, kiosk_job *job);
kiosk_job_end desk_list_cases(kiosk_desk *desk, kiosk_job *job);
kiosk_job_end desk_read_case(kiosk_desk *desk, kiosk_job *job);
kiosk_job_end desk_check(kiosk_desk *desk, kiosk_job *job);
kiosk_job_end desk_sign(kiosk_desk *desk, kiosk_job *job);
kiosk_job_end desk_check_duty(kiosk_desk *desk, kiosk_job *job);
kiosk_job_end desk_log_check(kiosk_desk *desk, kiosk_job *job);
kiosk_job_end desk_log(kiosk_desk *desk, kiosk_job *job);
kiosk_job_end desk_make_event(kiosk_desk *desk, kiosk_job *job);
kiosk_job_end desk_look(kiosk_desk *desk, kiosk_job *job);

/* decisions.c: the chief arbiter's on the table's rulings; on one ruling, put before the others. */
void desk_read_table_decision(const ledger_state *state, kiosk_table *table);
void desk_read_decision(kiosk_desk *desk, const ledger_fact *ruling, kiosk_game *game);

/* code.c */
kiosk_job_end desk_write_code(kiosk_desk *desk, kiosk_job *job);

/* records.c: RECORDS, RECORD_CHOICES, RECORD. */
kiosk_job_end desk_read_records(kiosk_desk *desk, kiosk_job *job);

/* Does a filter of the list take the entry? */
bool desk_record_taken(const ledger_state *state, const kiosk_record_filter *filter,
                       const ledger_fact *fact);

/* Jobs of USB sticks; none needs the desk. export.c, stick_games.c */
kiosk_job_end desk_export(kiosk_job *job);
kiosk_job_end desk_list_stick(kiosk_job *job);
kiosk_job_end desk_read_games(kiosk_job *job);

/* table.c: a table read (it needs no desk), what it would change, and logged. */
kiosk_job_end desk_read_table(kiosk_job *job);
kiosk_job_end desk_preview_table(kiosk_desk *desk, kiosk_job *job);
kiosk_job_end desk_log_table(kiosk_desk *desk, kiosk_job *job);

/* signing.c: appends an entry that has its id; if the disk did not say whether it has it, the
 * journal is opened anew and asked again. */
board_error desk_append(kiosk_desk *desk, ledger_entry *entry, uint64_t *number,
                        store_problem *problem);

/* All of the file at stick->path, the caller's to free; NULL: *job says why, a file of more than
 * `most` bytes included. */
char *desk_read_stick_file(kiosk_job *job, size_t most, size_t *length);

/* Jobs of training. */
kiosk_job_end desk_perform_training(kiosk_desk *desk, kiosk_job *job);
kiosk_job_end desk_explain(kiosk_job *job, judge_memo *memo);

/* setup.c: jobs of the settings' pages. */
kiosk_job_end desk_perform_setup(kiosk_desk *desk, kiosk_job *job);
kiosk_job_end desk_verify(kiosk_job *job);

/* training_files.c: files that come and go. */
kiosk_job_end desk_export_progress(kiosk_desk *desk, kiosk_job *job);
kiosk_job_end desk_list_imports(kiosk_desk *desk, kiosk_job *job);
kiosk_job_end desk_import_cases(kiosk_job *job, judge_memo *memo);
kiosk_job_end desk_make_case(kiosk_desk *desk, kiosk_job *job);

/* The journal of training, opened when it is first needed; NULL: *job says why. */
store_journal *desk_training_journal(kiosk_desk *desk, kiosk_job *job);

/* The job is refused for a reason that is known in words. Returns KIOSK_END_REFUSED. */
kiosk_job_end desk_refuse_cases(kiosk_job *job, const training_problem *problem);

/* The text of a note stands in the journal only; a draw offered and refused is found by it. */
void desk_read_note(kiosk_desk *desk, kiosk_history *item, kiosk_game *game);

/* The desk's words. */
typedef enum desk_words {
#define DESK_WORDS(name, chinese, english) WORDS_##name,
#include "kiosk/desk/words.def"
#undef DESK_WORDS
    WORDS_COUNT
} desk_words;

const char *desk_words_text(desk_words words, board_language language);

/* An entry of a game's history in words: "红方犯规：摸子（9.1.5）". */
void desk_word_fact(const ledger_state *state, const ledger_fact *fact, board_language language,
                    char *buffer, size_t size);

#endif
