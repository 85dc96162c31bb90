/*
 * ledger/entry_fields.h: the fields of every payload as tables; private to the ledger.
 */
#ifndef QILI_LEDGER_ENTRY_FIELDS_H
#define QILI_LEDGER_ENTRY_FIELDS_H

#include "ledger/entry.h"

typedef enum entry_kind {
    ENTRY_KEY,       /* text without blanks */
    ENTRY_TEXT,      /* text of one line */
    ENTRY_NOTE,      /* text that may have line breaks */
    ENTRY_MOVES,     /* "h2e2! h9g7" */
    ENTRY_NUMBER,    /* int32_t from least to most */
    ENTRY_BOOL,      /* bool */
    ENTRY_CODE,      /* an enumeration from least to most, as codes */
    ENTRY_GAME,      /* ledger_game_key */
    ENTRY_SETTING,   /* ledger_setting, its value from least to most */
    ENTRY_OVERRIDES, /* of a ruling */
} entry_kind;

/* One field: where it stands in its structure, and what it may hold. */
typedef struct entry_field {
    const char *name;
    entry_kind kind;
    bool optional; /* texts: may be ""; games: may be none; settings: may be not set */
    size_t offset;
    size_t size; /* texts: of the array */
    int32_t least;
    int32_t most;
    const char *(*code)(int value);
} entry_field;

typedef struct entry_fields {
    const entry_field *fields;
    size_t count;
} entry_fields;

/* The fields of a type's payload; none for LEDGER_UNKNOWN. */
entry_fields ledger_fields_of(ledger_type type);

/* The fields of one override. */
entry_fields ledger_override_fields(void);

/* The field correction_reason, which every type may have; its structure is the entry. */
const entry_field *ledger_reason_field(void);

/* Is what stands in the structure within the field's limits? */
board_error ledger_field_check(const entry_field *field, const void *structure);

/* The two halves of ledger_entry_validate. */
board_error ledger_envelope_validate(const ledger_entry *entry, board_problem *problem);
board_error ledger_payload_validate(const ledger_entry *entry, board_problem *problem);

/* Value of an ENTRY_CODE field, and the inverse. */
int ledger_field_code(const entry_field *field, const void *structure);
void ledger_field_set_code(const entry_field *field, void *structure, int value);

#endif
