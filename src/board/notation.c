/*
 * board/notation.c: the door to the notations: which room reads or writes a move.
 */
#include "board/notation_private.h"

/* Reads text in one notation. False if it is not of that notation; else *error is the outcome. */
static bool read_in(const board_position *position, board_notation notation,
                    const notation_text *text, board_readings *readings, board_error *error)
{
    notation_description description;
    bool parsed = false;

    switch (notation) {
    case BOARD_NOTATION_ICCS:
        return notation_iccs_read(position, text, readings, error);
    case BOARD_NOTATION_CHINESE:
        parsed = notation_chinese_parse(text, &description) && description.way != NOTATION_ANY_WAY;
        break;
    case BOARD_NOTATION_WXF:
        parsed = notation_wxf_parse(text, &description);
        break;
    case BOARD_NOTATION_SHORT:
        parsed = notation_chinese_parse(text, &description) && description.way == NOTATION_ANY_WAY;
        break;
    case BOARD_NOTATIONS:
        break;
    }
    if (parsed)
        *error = notation_find(position, &description, readings);
    return parsed;
}

void board_notation_write(const board_position *position, board_move move, board_notation notation,
                          char text[BOARD_NOTATION_BYTES])
{
    notation_output output = notation_output_begin(text);

    switch (notation) {
    case BOARD_NOTATION_ICCS:
        notation_iccs_write(move, &output);
        break;
    case BOARD_NOTATION_CHINESE:
        notation_chinese_write(position, move, &output);
        break;
    case BOARD_NOTATION_WXF:
        notation_wxf_write(position, move, &output);
        break;
    case BOARD_NOTATION_SHORT:
        notation_short_write(position, move, &output);
        break;
    case BOARD_NOTATIONS:
        break;
    }
}

board_error board_notation_read(const board_position *position, board_notation notation,
                                const char *text, size_t length, board_readings *readings)
{
    notation_text characters;
    board_error error = BOARD_OK;

    readings->count = 0;
    error = notation_text_read(text, length, &characters);
    if (error != BOARD_OK)
        return error;
    if (!read_in(position, notation, &characters, readings, &error))
        return BOARD_ERROR_NOTATION_UNKNOWN;
    return error;
}

/* No text belongs to two notations: ICCS has a letter in third place, WXF never; Chinese has a
 * direction, the short form none; and neither of these shares a piece word with the others. */
board_error board_notation_read_any(const board_position *position, const char *text, size_t length,
                                    board_readings *readings, board_notation *notation)
{
    notation_text characters;
    board_error error = BOARD_OK;

    readings->count = 0;
    error = notation_text_read(text, length, &characters);
    if (error != BOARD_OK)
        return error;
    for (int candidate = 0; candidate < (int)BOARD_NOTATIONS; candidate++) {
        if (read_in(position, (board_notation)candidate, &characters, readings, &error)) {
            if (notation)
                *notation = (board_notation)candidate;
            return error;
        }
    }
    return BOARD_ERROR_NOTATION_UNKNOWN;
}
