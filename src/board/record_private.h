/*
 * board/record_private.h: what the readers of the formats share; nobody else includes it.
 *
 * A reader walks once over the text. It collects a game in `record`, playing the moves on
 * `position`, and hands each game to the visitor. Where a game does not fit as it stands, it is
 * read once more from its beginning with the other side to move, or with ranks counted from 1: see
 * board_reader_game.
 */
#ifndef QILI_BOARD_RECORD_PRIVATE_H
#define QILI_BOARD_RECORD_PRIVATE_H

#include "board/position.h"
#include "board/record.h"

/* A place in the text. */
typedef struct board_place {
    size_t at;
    size_t line;
    size_t line_start;
} board_place;

/* A piece of the text, usually pointing into it, and where it stands. */
typedef struct board_token {
    const char *text;
    size_t length;
    board_place place;
} board_token;

/* How a game is read: the way it stands, or another. */
typedef struct board_attempt {
    bool other_side;
    bool ranks_from_one;
} board_attempt;

/* What the writing of the moves tells about the side that moves first. */
typedef struct board_signs {
    bool dots;                 /* dots stood in Red's place before the first move */
    size_t numerals[2];        /* moves of each side with Chinese numerals */
    size_t digits[2];          /* moves of each side with digits */
    bool ranks;                /* there were moves like h2e2 */
    bool ten;                  /* a rank 10 among them, when ranks were counted from 1 */
    bool misfit;               /* the position or a move did not fit */
    board_error misfit_reason; /* why */
} board_signs;

typedef struct board_reader {
    const board_text *source;
    const char *text; /* of the source */
    size_t length;
    board_place place;

    board_record_format format;
    board_record record;
    board_place start_place; /* where the starting position is written */
    board_position position;
    bool playing; /* the position stands */
    size_t tags;  /* tags seen in this game */
    board_attempt attempt;
    board_signs signs;

    board_record_visitor visit;
    void *context;
    size_t games;
    bool ended;        /* the visitor or an error ended the reading */
    board_error error; /* that error */
    board_place error_place;
} board_reader;

/* One for each format: visits every game of the reader's text. */
void board_read_pgn(board_reader *reader);
void board_read_dhtmlxq(board_reader *reader);
void board_read_wxf(board_reader *reader);
void board_read_plain(board_reader *reader);

/* XQF is no text: the bytes of a file that board_is_xqf. */
bool board_is_xqf(const char *bytes, size_t length);
board_error board_read_xqf(const char *bytes, size_t length, board_record_visitor visit,
                           void *context, board_problem *problem);

/* Marks of the forum formats in a text. Brackets may be escaped there (\u005B, &#91;): they are
 * made plain in place, which shortens the text. */
bool board_text_has_dhtmlxq(const char *text, size_t length);
bool board_text_has_dhj(const char *text, size_t length);
void board_text_unescape_brackets(board_text *text);

/* Does a PGN tag, [Name "value"], begin in the line that the reader is at? It stays there. */
bool board_reader_at_pgn_tag(board_reader *reader);

/* Walking over the text (record_text.c). Blanks: ASCII, U+3000, U+00A0, U+FEFF. */
bool board_reader_more(const board_reader *reader);
size_t board_blank_length(const char *text, size_t length);
void board_reader_step(board_reader *reader, size_t bytes);
void board_reader_skip_blanks(board_reader *reader);
void board_reader_skip_spaces(board_reader *reader); /* blanks, but not the end of the line */
void board_reader_skip_line(board_reader *reader);   /* to the end of the line */

/* The bytes from `from` to where the reader now is. */
board_token board_reader_since(const board_reader *reader, board_place from);

/* Takes everything up to a blank or one of the ASCII characters `stops`. */
board_token board_reader_take(board_reader *reader, const char *stops);

/* The rest of the line, or up to one of `stops`, without blanks at the ends. */
board_token board_reader_take_line(board_reader *reader, const char *stops);

/* Is the token this ASCII word, in either case? Does it start with it? */
bool board_token_is(board_token token, const char *word);
bool board_token_starts(board_token token, const char *word);
board_token board_token_trim(board_token token);
board_token board_token_after(board_token token, size_t bytes);

/* What a result means, in figures or words; false if it is none. */
bool board_result_read(board_token token, board_record_result *result);

/* Building the record (record_reader.c). */

/* Reads one game with `read`, again in another way if it does not fit, and visits it. */
void board_reader_game(board_reader *reader, void (*read)(board_reader *reader));

/* Notes why the game cannot be read on; only the first reason counts. */
void board_reader_stop(board_reader *reader, board_error error, board_token token);
void board_reader_stop_at_move(board_reader *reader, board_error error, board_token token);
/* The same where the wrong side or counting of ranks may be the cause. */
void board_reader_stop_at_misfit(board_reader *reader, board_error error, board_token token);
bool board_reader_stopped(const board_reader *reader);

/* Counts a tag of whatever name; false if it is one too many. */
bool board_reader_count_tag(board_reader *reader, board_token token);
void board_reader_set_tag(board_reader *reader, board_record_tag tag, board_token value);
void board_reader_set_result(board_reader *reader, board_token value);

/* Takes a result among the moves; false if the word is none. */
bool board_reader_take_result(board_reader *reader, board_token word);

/* The starting position, as FEN or ready; where it stands is where the token stands. */
void board_reader_fen(board_reader *reader, board_token fen);
void board_reader_layout(board_reader *reader, const board_layout *layout, board_token token);

/* Checks the starting position and makes it ready for moves; false if there is a problem. */
bool board_reader_begin(board_reader *reader);

/* Plays a move on the position and the record; illegality as in board_record_append. */
void board_reader_play(board_reader *reader, board_move move, board_error illegality,
                       board_token token);

/* Reads move text (record_moves.c): a move, several written together, a move number, dots. */
void board_reader_move_text(board_reader *reader, board_token token);

/* Plays a move that is known by its squares; token is how it was written. */
void board_reader_move(board_reader *reader, board_move move, board_token token);

#endif
