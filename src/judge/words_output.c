/* judge/words_output.c: writing texts into a bounded buffer, and lines of moves. */
#include <stdio.h>
#include <string.h>

#include "judge/words_private.h"

words_output words_begin(char *buffer, size_t size)
{
    words_output output = {.buffer = buffer, .size = size, .full = size == 0, .cites = true};
    if (size > 0)
        buffer[0] = '\0';
    return output;
}

/* Writes `length` bytes of text, or as many whole characters of it as fit. */
static void put_bytes(words_output *output, const char *text, size_t length)
{
    if (output->full)
        return;
    size_t room = output->size - output->used - 1;
    if (length > room) {
        output->full = true;
        length = room;
        while (length > 0 && ((unsigned char)text[length] & 0xC0) == 0x80)
            length--; /* a continuation byte: its character began before the cut */
    }
    memcpy(output->buffer + output->used, text, length);
    output->used += length;
    output->buffer[output->used] = '\0';
}

void words_put(words_output *output, const char *text)
{
    put_bytes(output, text, strlen(text));
}

void words_put_number(words_output *output, size_t number)
{
    char digits[24];
    snprintf(digits, sizeof digits, "%zu", number);
    words_put(output, digits);
}

static const char *field_value(const char *name, size_t length, const words_field *fields,
                               size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (strlen(fields[i].name) == length && memcmp(fields[i].name, name, length) == 0)
            return fields[i].value;
    }
    return "";
}

void words_fill(words_output *output, const char *text, const words_field *fields, size_t count)
{
    while (*text != '\0') {
        size_t plain = strcspn(text, "{[]");
        put_bytes(output, text, plain);
        text += plain;
        char mark = *text;
        const char *end = mark == '{' ? strchr(text, '}') : mark == '[' ? strchr(text, ']') : text;
        if (mark == '\0' || !end)
            return;
        if (mark == '{')
            words_put(output, field_value(text + 1, (size_t)(end - text) - 1, fields, count));
        text = mark == '[' && output->cites ? text + 1 : end + 1;
    }
}

/* The pieces of a set that bear the same name as `piece`: same side, same kind. */
static judge_pieces like_pieces(judge_pieces pieces, board_piece piece)
{
    judge_pieces like = 0;
    for (; pieces; pieces &= pieces - 1) {
        board_piece other = (board_piece)__builtin_ctz(pieces);
        if (board_piece_side(other) == board_piece_side(piece) &&
            board_piece_kind(other) == board_piece_kind(piece))
            like |= judge_bit(other);
    }
    return like;
}

static void put_several(words_output *output, board_piece piece, size_t count, bool bare,
                        board_language language)
{
    enum { MOST = 5 }; /* pawns */
    if (count > 1)
        words_put(output, words_after(WORDS_SEVERAL_2, count - 2, MOST - 1, language));
    words_put(output, bare ? words_bare_name(piece, language) : judge_piece_name(piece, language));
    if (count > 1)
        words_put(output, words_text(WORDS_PLURAL, language));
}

void words_put_pieces(words_output *output, judge_pieces pieces, bool bare, board_language language)
{
    for (judge_pieces left = pieces; left;) {
        board_piece piece = (board_piece)__builtin_ctz(left);
        judge_pieces like = like_pieces(left, piece);
        if (left != pieces)
            words_put(output, words_text(left == like ? WORDS_LIST_LAST : WORDS_LIST, language));
        put_several(output, piece, (size_t)__builtin_popcount(like), bare, language);
        left &= ~like;
    }
}

static void put_article(words_output *output, const char *article, size_t length,
                        board_language language)
{
    static const struct {
        const char *code;
        words_name name;
    } names[] = {{"item.", WORDS_ARTICLE_ITEM}, {"fig.", WORDS_ARTICLE_FIGURE}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        size_t known = strlen(names[i].code);
        if (known > length || memcmp(names[i].code, article, known) != 0)
            continue;
        words_put(output, words_text(names[i].name, language));
        article += known;
        length -= known;
        break;
    }
    put_bytes(output, article, length);
}

void words_put_articles(words_output *output, const char *articles, board_language language)
{
    while (*articles != '\0') {
        size_t length = strcspn(articles, ",");
        put_article(output, articles, length, language);
        articles += length;
        if (*articles == ',') {
            words_put(output, words_text(WORDS_LIST, language));
            articles++;
            articles += strspn(articles, " "); /* as people type them */
        }
    }
}

char *judge_articles_text(const char *articles, board_language language, char *buffer, size_t size)
{
    words_output output = words_begin(buffer, size);

    words_put_articles(&output, articles, language);
    return buffer;
}

/* Only a move that leaves the own king attacked is made in the way of its piece all the same. */
static bool is_writable(const board_position *position, board_move move)
{
    board_error fault = board_move_fault(position, move);
    return fault == BOARD_OK || fault == BOARD_ERROR_MOVE_LEAVES_CHECK ||
           fault == BOARD_ERROR_MOVE_KINGS_FACING;
}

void words_put_move(words_output *output, const board_position *position, board_move move,
                    board_notation notation)
{
    char text[BOARD_NOTATION_BYTES];
    bool writable = notation == BOARD_NOTATION_ICCS || is_writable(position, move);
    board_notation_write(position, move, writable ? notation : BOARD_NOTATION_ICCS, text);
    words_put(output, text);
}

char *judge_line_text(const board_position *position, const judge_line *line,
                      board_notation notation, char *buffer, size_t size)
{
    words_output output = words_begin(buffer, size);
    board_position board = *position;
    for (size_t i = 0; i < line->count; i++) {
        if (i > 0)
            words_put(&output, " ");
        words_put_move(&output, &board, line->moves[i], notation);
        board_make(&board, line->moves[i]);
    }
    if (line->cut)
        words_put(&output, "…");
    return buffer;
}
