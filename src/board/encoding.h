/*
 * board/encoding.h: bytes of a file made into valid UTF-8.
 *
 * Score files come in UTF-8 and, from older Windows programs, in GBK. A byte order mark or strictly
 * valid UTF-8 decides for UTF-8; anything else is read as GB18030, which covers GBK. A few bytes
 * that are neither are replaced by U+FFFD and remembered, so that a comment with a broken
 * character does not cost the game; many of them mean that this is not a text at all.
 */
#ifndef QILI_BOARD_ENCODING_H
#define QILI_BOARD_ENCODING_H

#include "board/error.h"

enum { BOARD_DAMAGE_MAX = 64 }; /* most bytes that are replaced before a text is refused */

typedef enum board_encoding { BOARD_ENCODING_UTF8 = 0, BOARD_ENCODING_GB18030 } board_encoding;

/* One byte that was replaced. Offsets count from 0. */
typedef struct board_damage {
    size_t text_offset; /* where U+FFFD stands in the decoded text */
    size_t byte_offset; /* where the byte stood in the file */
    unsigned char byte;
} board_damage;

/* A decoded text. It owns its bytes: free it with board_text_free. */
typedef struct board_text {
    char *bytes; /* valid UTF-8, with a NUL behind it that `length` does not count */
    size_t length;
    board_encoding encoding;
    size_t damage_count; /* at most BOARD_DAMAGE_MAX */
    board_damage damage[BOARD_DAMAGE_MAX];
} board_text;

/*
 * The length in bytes (1 to 4) of the valid UTF-8 character at the start of `bytes`, its code in
 * *code (may be NULL); 0 if there is none. Overlong forms and surrogates are not valid.
 */
size_t board_utf8_character(const char *bytes, size_t length, uint32_t *code);

/* Is all of it valid UTF-8? */
bool board_utf8_valid(const char *bytes, size_t length);

/* Writes a code up to 0x10FFFF as UTF-8; returns the length in bytes (1 to 4). */
size_t board_utf8_write(uint32_t code, char bytes[4]);

/*
 * Decodes a file. A byte order mark is dropped. A file that is UTF-8 but for a character cut off at
 * its very end is UTF-8. Where neither encoding fits, the one with less damage is taken.
 * Errors: NO_MEMORY; RECORD_ENCODING (too much damage: the token names the first bad byte and its
 * offset); RECORD_NO_CONVERTER (libc has no GB18030). On an error *text needs no freeing.
 */
board_error board_text_decode(const char *bytes, size_t length, board_text *text,
                              board_problem *problem);

/*
 * Decodes a text that its format says is GB18030. Only one that is damaged as such and valid as
 * UTF-8 is taken as UTF-8: a short name may be valid in both.
 * Errors: NO_MEMORY, RECORD_ENCODING (too much damage), RECORD_NO_CONVERTER.
 */
board_error board_gb18030_decode(const char *bytes, size_t length, board_text *text);

/* Frees the bytes; harmless on a text that was freed or is all zero. */
void board_text_free(board_text *text);

/* Fills *problem with RECORD_ENCODING, its token naming a damaged byte: "0xFF @1234". */
board_error board_damage_problem(const board_damage *damage, board_problem *problem);

#endif
