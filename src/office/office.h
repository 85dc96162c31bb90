/*
 * office/office.h: the event office: the journal that all devices' entries come together in, its
 * desk, its certificate, and the state that the entries amount to. No network: see http.h.
 *
 * One thread uses it.
 */
#ifndef QILI_OFFICE_OFFICE_H
#define QILI_OFFICE_OFFICE_H

#include "office/certificate.h"
#include "office/desk.h"
#include "store/fold.h"

enum { OFFICE_LINE_BYTES = 1024 };

/* What happened, one line without secrets, in English: for whoever runs the program. */
typedef void (*office_log)(void *context, const char *line);

typedef struct office_options {
    const char *folder;  /* holds office.db, desk.db, tls.key, tls.pem */
    const char *address; /* host:port that invitations name */
    store_clock clock;   /* NULL: the system's */
    void *clock_context;
    office_log log;       /* may be NULL */
    office_log log_names; /* of lines that name a person or an address; NULL: these are not kept */
    void *log_context;
} office_options;

/* When a device was last heard of. */
typedef struct office_contact {
    char device[STORE_DEVICE_BYTES];
    int64_t contact_ms;
    bool written; /* the desk has it */
} office_contact;

typedef struct office_house {
    office_options options;
    char *folder;
    char *path; /* of the journal */
    char address[SYNC_ADDRESS_BYTES];
    store_journal *journal; /* NULL: it failed and could not be opened anew */
    store_fold fold;
    office_desk *desk;
    office_certificate certificate;
    office_contact *contacts;
    size_t contact_count;
    uint64_t changes; /* grows with everything that the page shows */
} office_house;

/* Opens it, and makes what is missing; the folder, too. *first: nobody has a token yet. */
board_error office_open(const office_options *options, office_house *office, bool *first,
                        store_problem *problem);
void office_close(office_house *office);

int64_t office_now(const office_house *office);

/* printf into the log; never anything secret. */
void office_note(const office_house *office, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The same for what names a person or an address: not logged at the usual level. */
void office_note_name(const office_house *office, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The journal, opened anew if it had failed; NULL if it cannot be. */
store_journal *office_journal(office_house *office);

/* The state up to the last entry; NULL: see the problem. */
const ledger_state *office_state(office_house *office, store_problem *problem);

/* After an error of the journal: its handle may be good for nothing any more. */
void office_journal_failed(office_house *office, const store_problem *problem);

/* Logs an entry of the office's own and tells the page. */
board_error office_log_entry(office_house *office, ledger_entry *draft, store_problem *problem);

/* Enters a person at the desk with a new token, and in the journal if he is not registered there
 * with this name and role. `by` is who does it. */
board_error office_add_person(office_house *office, const office_person *person, const char *by,
                              char token[SYNC_TOKEN_BYTES], store_problem *problem);

/* What the event is called, or the office. */
const char *office_name(office_house *office);

/* Devices' contacts: in memory, and now and then at the desk. */
void office_heard_of(office_house *office, const char *device);
int64_t office_contact_ms(const office_house *office, const char *device);
void office_write_contacts(office_house *office);

#endif
