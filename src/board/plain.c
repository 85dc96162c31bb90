/*
 * board/plain.c: plain text, the format to write by hand: a FEN line and moves.
 *
 * A line that begins with "fen" or holds a text with several slashes is a position; everything
 * else is moves in any notation. A position after a position or after moves begins a new game.
 */
#include "board/record_private.h"

#include <string.h>

/* The length of a Chinese comma, semicolon, full stop or the like, or 0. */
static size_t separator_length(const char *text, size_t length)
{
    static const char *const wide[] = {"，", "；", "、", "。", "｜"};

    if (length > 0 && text[0] != '\0' && strchr(",;|", text[0]) != NULL)
        return 1;
    for (size_t i = 0; i < sizeof wide / sizeof wide[0]; i++) {
        size_t size = strlen(wide[i]);
        if (length >= size && memcmp(text, wide[i], size) == 0)
            return size;
    }
    return 0;
}

/* Skips blanks, separators and comments, over the ends of lines. */
static void skip_gaps(board_reader *reader)
{
    for (;;) {
        board_reader_skip_blanks(reader);
        if (!board_reader_more(reader))
            return;
        const char *here = reader->text + reader->place.at;
        size_t size = separator_length(here, reader->length - reader->place.at);
        if (*here == '#')
            board_reader_skip_line(reader);
        else if (size > 0)
            board_reader_step(reader, size);
        else
            return;
    }
}

/* Takes everything up to a gap. */
static board_token take_word(board_reader *reader)
{
    board_place from = reader->place;

    while (board_reader_more(reader)) {
        const char *here = reader->text + reader->place.at;
        size_t left = reader->length - reader->place.at;
        if (*here == '#' || board_blank_length(here, left) > 0 || separator_length(here, left) > 0)
            break;
        reader->place.at++;
    }
    return board_reader_since(reader, from);
}

static bool is_fen_word(board_token word)
{
    size_t slashes = 0;

    if (board_token_is(word, "fen") || board_token_starts(word, "fen:") ||
        board_token_starts(word, "fen=") || board_token_starts(word, "fen："))
        return true;
    for (size_t i = 0; i < word.length && slashes < 2; i++)
        slashes += word.text[i] == '/';
    return slashes > 1;
}

/* The FEN of this line, without what announces it. */
static board_token take_fen(board_reader *reader)
{
    static const char *const marks[] = {":", "=", "："};
    board_token fen = board_reader_take_line(reader, "#");

    if (board_token_starts(fen, "fen"))
        fen = board_token_trim(board_token_after(fen, 3));
    for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++) {
        if (board_token_starts(fen, marks[i]))
            fen = board_token_trim(board_token_after(fen, strlen(marks[i])));
    }
    return fen;
}

/* The word without what may announce the moves: "moves", "moves:", "着法：". */
static board_token without_announcement(board_token word)
{
    static const char *const announcements[] = {"moves:", "moves", "着法：", "着法:", "着法"};

    for (size_t i = 0; i < sizeof announcements / sizeof announcements[0]; i++) {
        if (board_token_starts(word, announcements[i]))
            return board_token_after(word, strlen(announcements[i]));
    }
    return word;
}

static void read_game(board_reader *reader)
{
    bool begun = false;
    size_t fen_line = 0; /* a line holds one position at most */

    for (;; begun = true) {
        skip_gaps(reader);
        if (!board_reader_more(reader))
            return;
        board_place start = reader->place;
        board_token word = take_word(reader);
        if (is_fen_word(word) && start.line != fen_line) {
            reader->place = start;
            if (begun)
                return;
            fen_line = start.line;
            board_reader_fen(reader, take_fen(reader));
        } else if (!board_reader_take_result(reader, word)) {
            board_reader_move_text(reader, without_announcement(word));
        }
    }
}

void board_read_plain(board_reader *reader)
{
    skip_gaps(reader);
    while (!reader->ended && board_reader_more(reader)) {
        board_reader_game(reader, read_game);
        skip_gaps(reader);
    }
}
