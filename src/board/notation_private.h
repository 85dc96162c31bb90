/*
 * board/notation_private.h: what the rooms of the notations share; nobody else includes it.
 *
 * A move text goes through three steps. notation_text.c turns bytes into characters and folds the
 * ways of writing the same character. notation_grammar.c reads a piece notation (Chinese, short,
 * WXF) into a description: which piece, which way, how far. notation_search.c asks the position
 * which moves a description can mean. ICCS names both squares and needs the first and last only.
 */
#ifndef QILI_BOARD_NOTATION_PRIVATE_H
#define QILI_BOARD_NOTATION_PRIVATE_H

#include "board/notation.h"

/* Text as characters: full-width forms made half-width, letters small, blanks and the comment
 * marks at the end left out. */
typedef struct notation_text {
    size_t count;
    uint32_t points[BOARD_NOTATION_INPUT_MAX];
} notation_text;

/* How a text picks one piece among its like. */
typedef enum notation_select {
    NOTATION_BY_FILE = 0, /* the file is given, nothing else */
    NOTATION_FRONT,
    NOTATION_MIDDLE,
    NOTATION_REAR,
    NOTATION_NUMBERED
} notation_select;

/* Forward and backward are the mover's. */
typedef enum notation_way {
    NOTATION_FORWARD = 0,
    NOTATION_BACKWARD,
    NOTATION_SIDEWAYS,
    NOTATION_WAYS,
    NOTATION_ANY_WAY = NOTATION_WAYS /* left out: the short form */
} notation_way;

/* A move as a piece notation describes it. Files are 1-9 from the mover's right, 0 = not given. */
typedef struct notation_description {
    board_kind kind;
    notation_select select;
    int place; /* NUMBERED: 1 = the foremost */
    int file;
    notation_way way;
    int number; /* a target file, or a count of steps */
} notation_description;

/* What one character of a piece notation stands for. */
typedef enum notation_sort {
    NOTATION_WORD_NONE = 0,
    NOTATION_WORD_PIECE,  /* value: board_kind */
    NOTATION_WORD_SELECT, /* value: notation_select */
    NOTATION_WORD_DIGIT,  /* value: 1-9 */
    NOTATION_WORD_WAY     /* value: notation_way */
} notation_sort;

typedef struct notation_word {
    uint32_t point;
    notation_sort sort;
    int value;
} notation_word;

/* The words of a piece notation. Signs such as '+' mean one thing where the piece is named and
 * another where the way is, hence two tables. The digits 1-9 belong to every vocabulary. */
typedef struct notation_vocabulary {
    const notation_word *naming;
    size_t naming_count;
    const notation_word *ways;
    size_t ways_count;
    bool numbers_name_pawns; /* may two digits alone, place and file, name a pawn? */
} notation_vocabulary;

/* How a piece stands among its like on its file and, for the numbering, on all crowded files (a
 * crowded file holds two or more of them). */
typedef struct notation_standing {
    board_side side;
    board_kind kind;
    int file;          /* 1-9 from its side's right */
    int on_file;       /* like pieces on its file, itself included */
    int ahead;         /* of these, the ones in front of it */
    int crowded_files; /* files with two or more of them */
    int number;        /* from 1: crowded files from the right, each front to back; 0: alone */
} notation_standing;

/* A search for the moves that a text can mean: the legal ones go to the readings; of the others
 * those with the least fault are remembered. */
typedef struct notation_search {
    const board_position *position;
    board_readings *readings;
    board_error error;     /* the least fault so far */
    int gravity;           /* how grave it is */
    size_t fault_count;    /* moves with a fault of that gravity */
    board_move fault_move; /* the first of them */
} notation_search;

/* Where a writer writes: a buffer of BOARD_NOTATION_BYTES that is always ended by NUL. */
typedef struct notation_output {
    char *text;
    size_t length;
} notation_output;

/* notation_text.c */
board_error notation_text_read(const char *bytes, size_t length, notation_text *text);
notation_output notation_output_begin(char text[BOARD_NOTATION_BYTES]);
void notation_put(notation_output *output, const char *piece);
void notation_put_char(notation_output *output, char character);

/* notation_search.c */
void notation_search_begin(notation_search *search, const board_position *position,
                           board_readings *readings, board_error error);
void notation_search_try(notation_search *search, board_move move);
void notation_search_no_target(notation_search *search, board_error error);
board_error notation_search_end(notation_search *search);
board_error notation_find(const board_position *position, const notation_description *description,
                          board_readings *readings);

/* notation_grammar.c */
bool notation_parse(const notation_text *text, const notation_vocabulary *vocabulary,
                    notation_description *description);
int notation_file_number(board_side side, int file);
bool notation_names_target_file(board_kind kind);
notation_standing notation_stand(const board_position *position, board_square square);
notation_way notation_way_of(const board_position *position, board_move move);
int notation_number_of(const board_position *position, board_move move);

/* notation_iccs.c: false if the text is not of this notation, else *error is the outcome. */
bool notation_iccs_read(const board_position *position, const notation_text *text,
                        board_readings *readings, board_error *error);
void notation_iccs_write(board_move move, notation_output *output);

/* notation_chinese.c */
bool notation_chinese_parse(const notation_text *text, notation_description *description);
void notation_chinese_write(const board_position *position, board_move move,
                            notation_output *output);
void notation_short_write(const board_position *position, board_move move, notation_output *output);

/* notation_wxf.c */
bool notation_wxf_parse(const notation_text *text, notation_description *description);
void notation_wxf_write(const board_position *position, board_move move, notation_output *output);

#endif
