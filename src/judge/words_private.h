/*
 * judge/words_private.h: what the files of the words share; nobody else includes it.
 */
#ifndef QILI_JUDGE_WORDS_PRIVATE_H
#define QILI_JUDGE_WORDS_PRIVATE_H

#include "judge/words.h"

/* The catalogue's texts by name. */
typedef enum words_name {
#define JUDGE_TEXT(name, chinese, english) WORDS_##name,
#include "judge/texts.def"
    WORDS_NAMES
} words_name;

const char *words_text(words_name name, board_language language);

/* The text that stands `index` places after `first` in the catalogue, of `count` that belong
 * together; past the last of them it is the last. */
const char *words_after(words_name first, size_t index, size_t count, board_language language);

/* A text being written. What does not fit is cut at a whole character, and nothing follows it. */
typedef struct words_output {
    char *buffer;
    size_t size;
    size_t used;
    bool full;
    bool cites; /* articles of the national rules, as they stand in [ ] in the catalogue */
} words_output;

/* Starts an empty text in the buffer, which cites articles. */
words_output words_begin(char *buffer, size_t size);

void words_put(words_output *output, const char *text);
void words_put_number(words_output *output, size_t number);

/* A value for a {name} in a text of the catalogue. */
typedef struct words_field {
    const char *name;
    const char *value;
} words_field;

/* Writes a text of the catalogue with its fields filled in; a field that is not given is left
 * out. */
void words_fill(words_output *output, const char *text, const words_field *fields, size_t count);

/* Writes the names of the pieces: "红车、红炮"; "red rook and two red horses"; bare: without
 * their sides. */
void words_put_pieces(words_output *output, judge_pieces pieces, bool bare,
                      board_language language);

/* Writes articles as they are shown in a text: "26.4、图8.10"; "26.4, figure 8.10". */
void words_put_articles(words_output *output, const char *articles, board_language language);

/* A piece's name without its side: 车; "rook". */
const char *words_bare_name(board_piece piece, board_language language);

/* The catalogue's text of a reason or of the news about a threat. */
const char *words_reason_text(judge_reason_kind kind, board_language language);
const char *words_news_text(judge_news news, board_language language);
const char *words_reason_articles(judge_reason_kind kind);

/* How a line is written in this language: Chinese notation, or squares. */
static inline board_notation words_notation(board_language language)
{
    return language == BOARD_ENGLISH ? BOARD_NOTATION_ICCS : BOARD_NOTATION_CHINESE;
}

/* Writes one move, by its squares where the piece cannot move that way (a move that stood). */
void words_put_move(words_output *output, const board_position *position, board_move move,
                    board_notation notation);

#endif
