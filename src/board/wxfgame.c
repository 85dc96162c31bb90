/*
 * board/wxfgame.c: the game file of the WXF, lines of a keyword and its text, then START{ ... }END.
 *
 * The keyword SETUP{ }, which sets pieces one by one, is refused: which side a piece there belongs
 * to is not laid down anywhere that we know of.
 */
#include "board/record_private.h"

#include <string.h>

/* Skips a mark if it comes next. */
static bool skip_mark(board_reader *reader, char mark)
{
    if (!board_reader_more(reader) || reader->text[reader->place.at] != mark)
        return false;
    board_reader_step(reader, 1);
    return true;
}

/* Reads the moves up to the closing brace, and END. */
static void read_moves(board_reader *reader)
{
    for (;;) {
        board_reader_skip_blanks(reader);
        if (!board_reader_more(reader)) {
            board_reader_stop(reader, BOARD_ERROR_RECORD_NO_BRACE,
                              board_reader_since(reader, reader->place));
            return;
        }
        if (skip_mark(reader, '}'))
            break;
        board_token word = board_reader_take(reader, "}");
        if (!board_reader_take_result(reader, word))
            board_reader_move_text(reader, word);
    }
    board_reader_take(reader, ""); /* END */
}

/* A line of the head: a keyword and its text, of which the first field counts. */
static void read_head_line(board_reader *reader, board_token keyword)
{
    static const struct {
        const char *keyword;
        board_record_tag tag;
    } tags[] = {{"GAME", BOARD_TAG_TITLE},
                {"EVENT", BOARD_TAG_EVENT},
                {"DATE", BOARD_TAG_DATE},
                {"RED", BOARD_TAG_RED},
                {"BLACK", BOARD_TAG_BLACK}};

    board_token value = board_reader_take_line(reader, ";");
    board_reader_skip_line(reader);
    if (!board_reader_count_tag(reader, keyword))
        return;
    if (board_token_is(keyword, "FEN") && value.length > 0)
        board_reader_fen(reader, value);
    else if (board_token_is(keyword, "RESULT"))
        board_reader_set_result(reader, value);
    else if (board_token_is(keyword, "SETUP"))
        board_reader_stop(reader, BOARD_ERROR_RECORD_SETUP, keyword);
    for (size_t i = 0; i < sizeof tags / sizeof tags[0]; i++) {
        if (board_token_is(keyword, tags[i].keyword))
            board_reader_set_tag(reader, tags[i].tag, value);
    }
}

static void read_game(board_reader *reader)
{
    while (board_reader_skip_blanks(reader), board_reader_more(reader)) {
        board_token keyword = board_reader_take(reader, "{");
        board_place place = reader->place;
        board_reader_skip_blanks(reader);
        if (board_token_is(keyword, "START") && skip_mark(reader, '{')) {
            read_moves(reader);
            return;
        }
        reader->place = place;
        read_head_line(reader, keyword);
    }
    board_reader_stop(reader, BOARD_ERROR_RECORD_TRUNCATED,
                      board_reader_since(reader, reader->place));
}

/* Does the line that the reader is at begin with a keyword? */
static bool at_keyword(board_reader *reader)
{
    static const char *const keywords[] = {"FORMAT", "GAME",  "EVENT", "DATE",  "RESULT",
                                           "RED",    "BLACK", "FEN",   "SETUP", "START"};
    board_place place = reader->place;
    board_token word = board_reader_take(reader, "{");

    reader->place = place;
    for (size_t i = 0; i < sizeof keywords / sizeof keywords[0]; i++) {
        if (board_token_is(word, keywords[i]))
            return true;
    }
    return false;
}

/* Passes over text before and between games; false at the end. */
static bool skip_to_game(board_reader *reader)
{
    while (board_reader_skip_blanks(reader), board_reader_more(reader)) {
        if (at_keyword(reader))
            return true;
        board_reader_skip_line(reader);
    }
    return false;
}

void board_read_wxf(board_reader *reader)
{
    while (!reader->ended && skip_to_game(reader))
        board_reader_game(reader, read_game);
}
