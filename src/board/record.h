/*
 * board/record.h: a game or a dispute as somebody wrote it down, read from a file.
 *
 * A record is a starting layout and the moves that were played from it. Reading stops at the first
 * thing that does not fit; the moves before it are kept, and `problem` says what was wrong and
 * where. The formats read are described one a page in docs/formats/.
 */
#ifndef QILI_BOARD_RECORD_H
#define QILI_BOARD_RECORD_H

#include "board/encoding.h"
#include "board/error.h"
#include "board/layout.h"
#include "board/notation.h"

enum {
    BOARD_RECORD_INPUT_MAX = 16 * 1024 * 1024, /* bytes of a file */
    BOARD_RECORD_GAMES_MAX = 65536,            /* games in a file */
    BOARD_RECORD_PLIES_MAX = 4096,             /* moves of a game, both sides counted */
    BOARD_RECORD_TAGS_MAX = 256,               /* tags of a game, of whatever name */
    BOARD_RECORD_TAG_MAX = 1024,               /* bytes of a tag's value */
    BOARD_RECORD_COMMENT_MAX = 1024 * 1024,    /* bytes of one comment in a PGN */
    BOARD_RECORD_NESTING_MAX = 64              /* brackets within brackets in a PGN */
};

typedef enum board_record_format {
    BOARD_FORMAT_PLAIN = 0,
    BOARD_FORMAT_PGN,
    BOARD_FORMAT_DHTMLXQ,
    BOARD_FORMAT_WXF,
    BOARD_FORMAT_XQF
} board_record_format;

typedef enum board_record_result {
    BOARD_RESULT_UNKNOWN = 0,
    BOARD_RESULT_RED_WINS,
    BOARD_RESULT_BLACK_WINS,
    BOARD_RESULT_DRAW
} board_record_result;

/* What an arbiter wants to know of a game besides its moves. */
typedef enum board_record_tag {
    BOARD_TAG_TITLE = 0,
    BOARD_TAG_EVENT,
    BOARD_TAG_DATE,
    BOARD_TAG_PLACE,
    BOARD_TAG_ROUND,
    BOARD_TAG_TABLE,
    BOARD_TAG_RED,
    BOARD_TAG_BLACK,
    BOARD_TAG_RED_TEAM,
    BOARD_TAG_BLACK_TEAM,
    BOARD_TAG_RESULT, /* as written; board_record.result is what it means */
    BOARD_TAGS
} board_record_tag;

typedef struct board_record_move {
    board_move move;
    bool stood_illegal;     /* illegal, but marked as having stood over the board */
    board_error illegality; /* why it was illegal; BOARD_OK if it was not */
    size_t line;            /* line of the file; 0: it has none (XQF) */
} board_record_move;

typedef struct board_record {
    board_record_format format;
    size_t line;         /* line of the file where the game begins */
    board_layout start;  /* to_move is the side that moves first, corrected if need be */
    bool start_given;    /* false: the initial array, as the file gives no position */
    bool side_given;     /* the file names the side to move */
    bool side_corrected; /* the moves show the other side than the file says or implies */
    bool ranks_from_one; /* the file counts ranks 1-10 in moves like h3e3 */
    bool damaged;        /* bytes of the file were replaced by U+FFFD, in comments or tags */
    board_record_move *moves;
    size_t count;
    size_t room;                /* moves allocated */
    char *tags[BOARD_TAGS];     /* UTF-8 on one line, NULL = not given */
    board_record_result result; /* from the tag or the end of the moves */
    board_problem problem;      /* where reading stopped; problem.error BOARD_OK: at the end */
    board_readings readings;    /* what the move that it stopped at can mean, for NOTATION_AMBIGUOUS
                                   all legal readings; count 0 where that is not known */
} board_record;

/* Makes an empty record: initial array, no moves, no tags. */
void board_record_init(board_record *record);

/* Frees what the record owns and makes it empty again. */
void board_record_free(board_record *record);

/* Moves everything into *to, which is overwritten, and leaves *from empty. */
void board_record_take(board_record *to, board_record *from);

/*
 * Adds a move; illegality is BOARD_OK for a legal one, else why it was not, and the move counts as
 * one that stood. Whether it is legal is not asked.
 * Errors: NO_MEMORY, RECORD_PLIES; the record is then as before.
 */
board_error board_record_append(board_record *record, board_move move, board_error illegality,
                                size_t line);

/*
 * Sets a tag to a copy of `length` bytes of valid UTF-8, blanks at both ends left out, other
 * control characters made blanks; an empty value takes the tag away.
 * Errors: NO_MEMORY, RECORD_TAG_LENGTH; the record is then as before.
 */
board_error board_record_set_tag(board_record *record, board_record_tag tag, const char *value,
                                 size_t length);

/* The tag's value, "" if it is not given. Belongs to the record. */
const char *board_record_tag_text(const board_record *record, board_record_tag tag);

/*
 * Called with each game in turn. The record is the caller's only during the call, unless it moves
 * it away with board_record_take. Returns false to stop reading.
 */
typedef bool (*board_record_visitor)(void *context, board_record *record);

/* Are these the first bytes of a text in UTF-16, by its byte order mark or by its half characters
 * of zero? */
bool board_is_utf16(const char *bytes, size_t length);

/*
 * Reads a whole file: PGN, DhtmlXQ, a WXF game file, XQF or plain text, found out by its content;
 * the texts in UTF-8 or GB18030. Bytes are read only during the call. A game that is wrong
 * somewhere is visited too, with its problem; the games after it are still read.
 * Errors, for the file as a whole (*problem, which may be NULL, says where): RECORD_INPUT_MAX,
 * RECORD_EMPTY, RECORD_ENCODING, RECORD_NO_CONVERTER, RECORD_XQF, RECORD_XQF_VERSION,
 * RECORD_XQF_KEYS, RECORD_CBR, RECORD_DHJ, RECORD_UTF16, RECORD_NUL before any game is visited;
 * RECORD_GAMES, NO_MEMORY also after some were.
 */
board_error board_records_read(const char *bytes, size_t length, board_record_visitor visit,
                               void *context, board_problem *problem);

#endif
