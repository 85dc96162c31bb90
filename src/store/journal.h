/*
 * store/journal.h: the journal: entries that are only ever appended, chained by hashes, signed by
 * the device that wrote them, and kept in an SQLite file. docs/formats/journal.md has the format.
 *
 * An entry is acknowledged (store_append returns BOARD_OK) only after it is on the disk. Nothing is
 * ever changed or deleted: a correction is a further entry that names the one it corrects. Payloads
 * are JSON objects whose meaning the journal does not know; all state is derived from them by a
 * fold, and a snapshot of such a state only saves time.
 *
 * A journal handle is used by one thread at a time. Several handles and processes may use one file.
 * Every function that can fail returns a board_error and fills a store_problem (may be NULL).
 */
#ifndef QILI_STORE_JOURNAL_H
#define QILI_STORE_JOURNAL_H

#include "board/error.h"

enum {
    STORE_HASH_BYTES = 32,      /* BLAKE2b-256 */
    STORE_SIGNATURE_BYTES = 64, /* Ed25519 */
    STORE_KEY_BYTES = 32,       /* Ed25519 public key */
    STORE_ID_BYTES = 37,        /* UUID as text, with its NUL */
    STORE_DEVICE_BYTES = 33,    /* 32 hex digits, with a NUL */
    STORE_PAYLOAD_MAX = 1024 * 1024,
    STORE_STATE_MAX = 64 * 1024 * 1024,
    STORE_TYPE_MAX = 64,     /* bytes, of a-z 0-9 . _ - */
    STORE_ARBITER_MAX = 256, /* bytes of UTF-8 without control characters */
    STORE_DETAIL_BYTES = 256
};

/* What went wrong. Numbers are 0 and texts "" where they do not apply. */
typedef struct store_problem {
    board_error error;
    uint64_t number;                 /* of the entry, in this file */
    uint64_t last;                   /* where it is several: the last of them; else 0 */
    uint64_t sequence;               /* of the entry, on its device */
    uint64_t page;                   /* of the file, from 1 on */
    char device[STORE_DEVICE_BYTES]; /* that wrote the entry */
    char detail[STORE_DETAIL_BYTES]; /* a path, or what the system said; valid UTF-8 */
} store_problem;

/* One line without a newline, like board_problem_text. Returns buffer. */
char *store_problem_text(const store_problem *problem, board_language language, char *buffer,
                         size_t size);

/* An entry. Its texts belong to whoever handed it out: see each function. */
typedef struct store_entry {
    uint64_t number;                 /* 1.. in this file, in the order of arrival; not signed */
    char id[STORE_ID_BYTES];         /* UUIDv7, made at birth; ids of a device only grow */
    char device[STORE_DEVICE_BYTES]; /* derived from the device's public key */
    uint64_t sequence;               /* 1.. on its device, without gaps */
    int64_t time_ms; /* what the device's clock said: since 1970, UTC; may go back */
    const char *arbiter;
    const char *type;
    const char *payload;                /* a JSON object: compact, keys in order */
    char corrects[STORE_ID_BYTES];      /* the entry that this one corrects, or "" */
    uint8_t previous[STORE_HASH_BYTES]; /* hash of the device's entry before, zeros for the first */
    uint8_t hash[STORE_HASH_BYTES];
    uint8_t signature[STORE_SIGNATURE_BYTES]; /* of the hash, by the device's key */
} store_entry;

/* What the caller says of an entry that is to be written. */
typedef struct store_draft {
    const char *type;
    const char *payload;  /* any JSON object, UTF-8, no key twice; it is stored compact */
    const char *arbiter;  /* NULL: "" */
    const char *corrects; /* id of an entry of this journal; NULL or "": none */
    const char *id; /* of store_make_id, so that a retry stores nothing twice; NULL: made now */
} store_draft;

/* Milliseconds since 1970, UTC. */
typedef int64_t (*store_clock)(void *context);

typedef struct store_options {
    bool read_only;       /* needs no key, creates nothing, migrates nothing */
    bool must_exist;      /* a file that is missing is an error; it is also one when read_only */
    bool adopt_key;       /* the key is another than before: this device goes on as a new one */
    bool accept_loss;     /* go on although entries that were acknowledged are missing */
    unsigned folders;     /* how many of the last folders that the path stands in may be made */
    const char *key_path; /* NULL: the journal's path with ".key" added */
    int busy_ms;          /* how long to wait for another process; 0: 2000 */
    store_clock clock;    /* NULL: the system's */
    void *clock_context;
    const char *vfs; /* the SQLite VFS to stand on; NULL: the system's */
} store_options;

typedef struct store_journal store_journal;

/*
 * Opens the journal; makes the file (mode 0600) and the device's key where they are missing, and
 * folders only where the options say so. Checks the file, and the chain from the last snapshot on.
 * An older schema is brought up to date in one transaction, a newer one refused. options may be
 * NULL. After an error *journal is NULL and the entries are as they were; what is wrong with an
 * entry or with the file is the error (BOARD_ERROR_STORE_HASH, BOARD_ERROR_STORE_DAMAGED, ...).
 */
board_error store_open(const char *path, const store_options *options, store_journal **journal,
                       store_problem *problem);

/* Closes; NULL does nothing. */
void store_close(store_journal *journal);

/* What was wrong with the witness file when the journal was opened: BOARD_OK,
 * BOARD_ERROR_STORE_WITNESS_MISSING, _UNREADABLE, _DAMAGED or _BEHIND. While one of the first
 * three was so, a loss at the journal's end would not have shown. Opening for writing has put it
 * right. */
board_error store_witness_said(const store_journal *journal);

/* This device: 32 hex digits, and the public key; "" and NULL if opened read-only without any. */
const char *store_device(const store_journal *journal);
const uint8_t *store_public_key(const store_journal *journal);

/* A new id, greater than all that were made before on this handle and all of this device's. */
board_error store_make_id(store_journal *journal, char id[STORE_ID_BYTES], store_problem *problem);

/* Appending. */

/*
 * Writes an entry of this device. After BOARD_OK it is on the disk and *written (may be NULL) holds
 * it: its texts are the journal's own and last until the next call with this handle. After an error
 * nothing was stored. With the id of an entry that is already there: BOARD_OK if it says the same,
 * else BOARD_ERROR_STORE_ID_TAKEN.
 *
 * After BOARD_ERROR_STORE_UNCERTAIN the disk did not say whether it has the entry, and the handle
 * refuses to write: open the journal anew and append once more with the same id (*written has it).
 */
board_error store_append(store_journal *journal, const store_draft *draft, store_entry *written,
                         store_problem *problem);

/* Makes another device's entries acceptable; once is enough. Fills device (may be NULL). */
board_error store_register(store_journal *journal, const uint8_t key[STORE_KEY_BYTES],
                           char device[STORE_DEVICE_BYTES], store_problem *problem);

/*
 * Stores an entry that another device wrote, all but its number, after checking its form, hash,
 * signature and place in that device's chain. *stored (may be NULL) tells whether it was new: the
 * same entry once more is BOARD_OK. Refused, with nothing stored, are an unknown device, a gap, a
 * broken chain, a wrong hash or signature, and another entry in the same place.
 */
board_error store_append_foreign(store_journal *journal, const store_entry *entry, bool *stored,
                                 store_problem *problem);

/* The same for several entries, in this order and in one transaction: afterwards all are there, or
 * none was stored. *stored (may be NULL): how many were new. */
board_error store_append_batch(store_journal *journal, const store_entry *entries, size_t count,
                               size_t *stored, store_problem *problem);

/*
 * Signs bytes that are no entry with this device's key. `context` ("qili-enrol-1") says what for: a
 * signature made for one use does not fit another, nor an entry. The journal is open for writing.
 */
board_error store_sign(const store_journal *journal, const char *context, const void *bytes,
                       size_t length, uint8_t signature[STORE_SIGNATURE_BYTES],
                       store_problem *problem);

/* Did the owner of the key sign them so? */
bool store_signed(const uint8_t key[STORE_KEY_BYTES], const char *context, const void *bytes,
                  size_t length, const uint8_t signature[STORE_SIGNATURE_BYTES]);

/* The name of the device with this public key. */
void store_device_name(const uint8_t key[STORE_KEY_BYTES], char device[STORE_DEVICE_BYTES]);

/* Reading. */

/* Which entries; zeros and NULLs are no condition. */
typedef struct store_filter {
    uint64_t after;       /* only numbers greater than this */
    const char *type;     /* exactly, or all that begin with it if it ends in '.' */
    const char *device;   /* 32 hex digits */
    const char *arbiter;  /* exactly */
    const char *corrects; /* id */
    const char *text;     /* in the payload, the type or the arbiter; A-Z are a-z */
    bool from_set;
    bool until_set;
    int64_t from_ms;  /* time_ms at least, if from_set */
    int64_t until_ms; /* time_ms less than, if until_set */
    bool newest_first;
    uint64_t limit; /* at most so many; 0: all */
} store_filter;

/* Gets each entry in turn; its texts last until it returns. False ends the visit, with BOARD_OK. It
 * may read the journal but not write it. */
typedef bool (*store_visitor)(void *context, const store_entry *entry);

/* Visits entries by number; filter may be NULL. The entries are of one moment. */
board_error store_visit(store_journal *journal, const store_filter *filter, store_visitor visit,
                        void *context, store_problem *problem);

board_error store_count(store_journal *journal, const store_filter *filter, uint64_t *count,
                        store_problem *problem);

/* One entry; BOARD_ERROR_STORE_NO_ENTRY if there is none. Release it with store_entry_free. */
board_error store_get_number(store_journal *journal, uint64_t number, store_entry *entry,
                             store_problem *problem);
board_error store_get_id(store_journal *journal, const char *id, store_entry *entry,
                         store_problem *problem);
board_error store_get_sequence(store_journal *journal, const char *device, uint64_t sequence,
                               store_entry *entry, store_problem *problem);
void store_entry_free(store_entry *entry);

/* The highest number, 0 if the journal is empty. */
board_error store_last_number(store_journal *journal, uint64_t *number, store_problem *problem);

/* A device whose entries the journal takes, and how far its chain goes (0: no entry yet). */
typedef struct store_device_state {
    char device[STORE_DEVICE_BYTES];
    uint8_t key[STORE_KEY_BYTES];
    bool own;
    uint64_t sequence;
} store_device_state;

typedef bool (*store_device_visitor)(void *context, const store_device_state *device);

board_error store_visit_devices(store_journal *journal, store_device_visitor visit, void *context,
                                store_problem *problem);

/* Checking. */

typedef struct store_verified {
    uint64_t entries; /* looked at */
    uint64_t pages;   /* of the file, looked at */
    uint64_t faults;
} store_verified;

/* Gets each fault; false ends the search. */
typedef bool (*store_fault_visitor)(void *context, const store_problem *fault);

/*
 * Looks at every byte: the seal of every page of the file, SQLite's own integrity check, and of
 * every entry the form, hash, signature and place in its chain. Opens the file by itself,
 * read-only, also one that store_open refuses; fills *verified (may be NULL). BOARD_OK: nothing was
 * found; BOARD_ERROR_STORE_DAMAGED: `visit` (may be NULL) got at least one fault, and *problem is
 * the first of them; anything else: the file could not be looked at.
 */
board_error store_verify(const char *path, const store_options *options, store_fault_visitor visit,
                         void *context, store_verified *verified, store_problem *problem);

/* Snapshots: derived, may be deleted at any time. */

/* Keeps `state` (any UTF-8 text without NUL) as what the entries up to this number amount to. The
 * last two are kept. */
board_error store_snapshot_save(store_journal *journal, uint64_t up_to, const char *state,
                                store_problem *problem);

/* The newest sound snapshot: *state is the caller's to free. BOARD_ERROR_STORE_NO_SNAPSHOT if there
 * is none: fold from the first entry on. */
board_error store_snapshot_load(store_journal *journal, uint64_t *up_to, char **state,
                                store_problem *problem);

/*
 * Copies every entry into a new file with new indexes and without snapshots, and puts it in the
 * place of the old one, which is kept as PATH.before-TIME with its -wal file. Works with a file
 * that store_open refuses as long as every entry is whole; else nothing is changed. Other processes
 * that have the journal open can write no more: they have to open it anew. *rebuilt may be NULL.
 */
typedef struct store_rebuilt {
    uint64_t entries;
    char ending[64]; /* ".before-1764486000000", which PATH has got as the old file */
} store_rebuilt;

board_error store_rebuild(const char *path, const store_options *options, store_rebuilt *rebuilt,
                          store_problem *problem);

/* Export. */

/* Takes bytes; false: could not (BOARD_ERROR_STORE_SINK). */
typedef bool (*store_sink)(void *context, const char *bytes, size_t length);

typedef enum store_format { STORE_JSON_LINES, STORE_CSV } store_format;

/* How an exported table begins: by it one is known from other tables. */
#define STORE_CSV_HEADER                                                                           \
    "\xEF\xBB\xBF"                                                                                 \
    "number,id,device,sequence,time,time_ms,arbiter,type,payload,corrects,previous,hash,signature"

board_error store_export(store_journal *journal, store_format format, const store_filter *filter,
                         store_sink sink, void *context, store_problem *problem);

/* An entry as one line of JSON without a newline, the caller's to free; NULL: out of memory. */
char *store_entry_json(const store_entry *entry);

/* Reads such a line; strict: unknown keys and trailing text are errors. Hash and signature are
 * read, not checked. Release the entry with store_entry_free. */
board_error store_entry_from_json(const char *text, size_t length, store_entry *entry,
                                  store_problem *problem);

/* The same with values of jansson: a new reference, or NULL; a borrowed one. */
struct json_t;
struct json_t *store_entry_value(const store_entry *entry);
board_error store_entry_from_value(struct json_t *value, store_entry *entry,
                                   store_problem *problem);

#endif
