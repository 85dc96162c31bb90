/*
 * board/notation_wxf.c: WXF, the Chinese form in letters, digits and signs: C2.5, H++7, 15=4.
 *
 * Where the standard leaves pawns open, docs/formats/notation.md says what we write.
 */
#include "board/notation_private.h"

static const notation_word naming_words[] = {
    {'k', NOTATION_WORD_PIECE, BOARD_KING},       {'a', NOTATION_WORD_PIECE, BOARD_ADVISOR},
    {'e', NOTATION_WORD_PIECE, BOARD_ELEPHANT},   {'b', NOTATION_WORD_PIECE, BOARD_ELEPHANT},
    {'h', NOTATION_WORD_PIECE, BOARD_HORSE},      {'n', NOTATION_WORD_PIECE, BOARD_HORSE},
    {'r', NOTATION_WORD_PIECE, BOARD_ROOK},       {'c', NOTATION_WORD_PIECE, BOARD_CANNON},
    {'p', NOTATION_WORD_PIECE, BOARD_PAWN},       {'+', NOTATION_WORD_SELECT, NOTATION_FRONT},
    {'.', NOTATION_WORD_SELECT, NOTATION_MIDDLE}, {'-', NOTATION_WORD_SELECT, NOTATION_REAR},
};

static const notation_word way_words[] = {
    {'+', NOTATION_WORD_WAY, NOTATION_FORWARD},
    {'-', NOTATION_WORD_WAY, NOTATION_BACKWARD},
    {'.', NOTATION_WORD_WAY, NOTATION_SIDEWAYS},
    {'=', NOTATION_WORD_WAY, NOTATION_SIDEWAYS},
};

static const notation_vocabulary vocabulary = {
    naming_words, sizeof naming_words / sizeof *naming_words,
    way_words,    sizeof way_words / sizeof *way_words,
    true,
};

bool notation_wxf_parse(const notation_text *text, notation_description *description)
{
    return notation_parse(text, &vocabulary, description) && description->way != NOTATION_ANY_WAY;
}

/* Must the pawn be called by its place and file? Its front or rear would not be enough. */
static bool needs_number(const notation_standing *standing)
{
    return standing->kind == BOARD_PAWN && standing->on_file >= 2 &&
           (standing->on_file >= 3 || standing->crowded_files >= 2);
}

void notation_wxf_write(const board_position *position, board_move move, notation_output *output)
{
    static const char letters[] = "KAEHRCP";
    const notation_standing standing = notation_stand(position, move.from);
    const notation_way way = notation_way_of(position, move);
    const bool numbered = needs_number(&standing);
    /* 15.4 would look like the number of a move in a game file, 15=4 does not. */
    const char signs[] = {'+', '-', numbered ? '=' : '.'};

    if (numbered) {
        notation_put_char(output, (char)('1' + standing.ahead));
        notation_put_char(output, (char)('0' + standing.file));
    } else {
        const bool paired = standing.on_file >= 2 && standing.kind != BOARD_ADVISOR &&
                            standing.kind != BOARD_ELEPHANT;

        notation_put_char(output, letters[standing.kind]);
        if (paired)
            notation_put_char(output, standing.ahead == 0 ? '+' : '-');
        else
            notation_put_char(output, (char)('0' + standing.file));
    }
    notation_put_char(output, signs[way]);
    notation_put_char(output, (char)('0' + notation_number_of(position, move)));
}
