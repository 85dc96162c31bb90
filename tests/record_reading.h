/* tests/record_reading.h: reads texts and files into records that the tests look at. */
#ifndef QILI_TESTS_RECORD_READING_H
#define QILI_TESTS_RECORD_READING_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "board/fen.h"
#include "board/record.h"

enum { READ_GAMES_MAX = 8, READ_MOVES_BYTES = 256 };

/* What was read of a file. */
typedef struct read_file {
    board_error error;
    board_problem problem;
    size_t count;
    board_record games[READ_GAMES_MAX];
} read_file;

static inline bool read_keep(void *context, board_record *record)
{
    read_file *file = context;

    assert_true(file->count < READ_GAMES_MAX);
    board_record_take(&file->games[file->count++], record);
    return true;
}

/* Reads bytes from a heap block of exactly their size, so that a sanitizer sees every overrun. */
static inline read_file read_bytes(const char *bytes, size_t length)
{
    read_file file = {.count = 0};
    char *copy = malloc(length ? length : 1);

    assert_non_null(copy);
    memcpy(copy, bytes, length);
    file.error = board_records_read(copy, length, read_keep, &file, &file.problem);
    free(copy);
    return file;
}

static inline read_file read_string(const char *text)
{
    return read_bytes(text, strlen(text));
}

/* The bytes of a file in tests/data; free them. */
static inline char *load(const char *name, size_t *length)
{
    char path[128];
    enum { ROOM = 65536 };
    char *bytes = malloc(ROOM);

    assert_non_null(bytes);
    snprintf(path, sizeof path, "tests/data/%s", name);
    FILE *stream = fopen(path, "rb");
    assert_non_null(stream);
    *length = fread(bytes, 1, ROOM, stream);
    fclose(stream);
    return bytes;
}

static inline read_file read_data(const char *name)
{
    size_t length = 0;
    char *bytes = load(name, &length);
    read_file file = read_bytes(bytes, length);

    free(bytes);
    return file;
}

static inline void free_file(read_file *file)
{
    for (size_t i = 0; i < file->count; i++)
        board_record_free(&file->games[i]);
    file->count = 0;
}

/* The moves as "h2e2 h9g7!", an illegal move that stood with its mark. */
static inline void expect_moves(const board_record *record, const char *expected)
{
    char text[READ_MOVES_BYTES] = "";
    size_t used = 0;

    for (size_t i = 0; i < record->count && used + 7 < sizeof text; i++) {
        board_record_move played = record->moves[i];
        used +=
            (size_t)snprintf(text + used, sizeof text - used, "%s%c%d%c%d%s", i ? " " : "",
                             'a' + board_file_of(played.move.from), board_rank_of(played.move.from),
                             'a' + board_file_of(played.move.to), board_rank_of(played.move.to),
                             played.stood_illegal ? "!" : "");
    }
    assert_string_equal(text, expected);
}

/* Expects one game that was read to its end, with these moves. */
static inline void expect_game(const char *text, const char *moves)
{
    read_file file = read_string(text);

    assert_int_equal(file.error, BOARD_OK);
    assert_int_equal(file.count, 1);
    assert_int_equal(file.games[0].problem.error, BOARD_OK);
    expect_moves(&file.games[0], moves);
    free_file(&file);
}

/* Expects one game that stops with an error at a line and a move (0: not at a move). */
static inline void expect_problem(const char *text, board_error error, size_t line, size_t ply,
                                  const char *token, const char *moves)
{
    read_file file = read_string(text);

    assert_int_equal(file.error, BOARD_OK);
    assert_int_equal(file.count, 1);
    assert_int_equal(file.games[0].problem.error, error);
    assert_int_equal(file.games[0].problem.line, line);
    assert_int_equal(file.games[0].problem.ply, ply);
    assert_string_equal(file.games[0].problem.token, token);
    expect_moves(&file.games[0], moves);
    free_file(&file);
}

/* Expects that nothing is read of the file at all. */
static inline void expect_refused(const char *text, board_error error)
{
    read_file file = read_string(text);

    assert_int_equal(file.error, error);
    assert_int_equal(file.problem.error, error);
    assert_int_equal(file.count, 0);
    free_file(&file);
}

static inline void expect_start(const board_record *record, const char *expected)
{
    char fen[BOARD_FEN_BYTES];

    board_fen_write(&record->start, fen);
    assert_string_equal(fen, expected);
}

#endif
