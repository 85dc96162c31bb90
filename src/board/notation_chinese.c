/*
 * board/notation_chinese.c: the Chinese forms of article 7.5: 炮二平五 complete, 炮25 short.
 */
#include "board/notation_private.h"

#define PIECE(character, kind)                                                                     \
    {                                                                                              \
        character, NOTATION_WORD_PIECE, kind                                                       \
    }
#define DIGIT(character, digit)                                                                    \
    {                                                                                              \
        character, NOTATION_WORD_DIGIT, digit                                                      \
    }

/* Either side's words are taken for the mover's: score sheets mix 士 and 仕, 象 and 相. */
static const notation_word naming_words[] = {
    PIECE(U'帅', BOARD_KING),
    PIECE(U'帥', BOARD_KING),
    PIECE(U'将', BOARD_KING),
    PIECE(U'將', BOARD_KING),
    PIECE(U'仕', BOARD_ADVISOR),
    PIECE(U'士', BOARD_ADVISOR),
    PIECE(U'相', BOARD_ELEPHANT),
    PIECE(U'象', BOARD_ELEPHANT),
    PIECE(U'马', BOARD_HORSE),
    PIECE(U'馬', BOARD_HORSE),
    PIECE(U'傌', BOARD_HORSE),
    PIECE(U'车', BOARD_ROOK),
    PIECE(U'車', BOARD_ROOK),
    PIECE(U'俥', BOARD_ROOK),
    PIECE(U'炮', BOARD_CANNON),
    PIECE(U'砲', BOARD_CANNON),
    PIECE(U'包', BOARD_CANNON),
    PIECE(U'兵', BOARD_PAWN),
    PIECE(U'卒', BOARD_PAWN),

    {U'前', NOTATION_WORD_SELECT, NOTATION_FRONT},
    {U'中', NOTATION_WORD_SELECT, NOTATION_MIDDLE},
    {U'后', NOTATION_WORD_SELECT, NOTATION_REAR},
    {U'後', NOTATION_WORD_SELECT, NOTATION_REAR},

    DIGIT(U'一', 1),
    DIGIT(U'二', 2),
    DIGIT(U'三', 3),
    DIGIT(U'四', 4),
    DIGIT(U'五', 5),
    DIGIT(U'六', 6),
    DIGIT(U'七', 7),
    DIGIT(U'八', 8),
    DIGIT(U'九', 9),
    DIGIT(U'壹', 1),
    DIGIT(U'贰', 2),
    DIGIT(U'貳', 2),
    DIGIT(U'叁', 3),
    DIGIT(U'參', 3),
    DIGIT(U'叄', 3),
    DIGIT(U'参', 3),
    DIGIT(U'肆', 4),
    DIGIT(U'伍', 5),
    DIGIT(U'陆', 6),
    DIGIT(U'陸', 6),
    DIGIT(U'柒', 7),
    DIGIT(U'捌', 8),
    DIGIT(U'玖', 9),
};

/* The signs come from forums, where the two notations mix: 炮2.5, 马8+7. */
static const notation_word way_words[] = {
    {U'进', NOTATION_WORD_WAY, NOTATION_FORWARD},  {U'進', NOTATION_WORD_WAY, NOTATION_FORWARD},
    {U'退', NOTATION_WORD_WAY, NOTATION_BACKWARD}, {U'平', NOTATION_WORD_WAY, NOTATION_SIDEWAYS},
    {'+', NOTATION_WORD_WAY, NOTATION_FORWARD},    {'-', NOTATION_WORD_WAY, NOTATION_BACKWARD},
    {'.', NOTATION_WORD_WAY, NOTATION_SIDEWAYS},   {'=', NOTATION_WORD_WAY, NOTATION_SIDEWAYS},
};

static const notation_vocabulary vocabulary = {
    naming_words, sizeof naming_words / sizeof *naming_words,
    way_words,    sizeof way_words / sizeof *way_words,
    false,
};

static const char *const piece_texts[2][BOARD_KINDS] = {
    {"帅", "仕", "相", "马", "车", "炮", "兵"},
    {"将", "士", "象", "马", "车", "炮", "卒"},
};
static const char *const numerals[10] = {"", "一", "二", "三", "四", "五", "六", "七", "八", "九"};
static const char *const wide_digits[10] = {"",   "１", "２", "３", "４",
                                            "５", "６", "７", "８", "９"};
static const char *const plain_digits[10] = {"", "1", "2", "3", "4", "5", "6", "7", "8", "9"};
static const char *const way_texts[NOTATION_WAYS] = {"进", "退", "平"};

bool notation_chinese_parse(const notation_text *text, notation_description *description)
{
    return notation_parse(text, &vocabulary, description);
}

/* How a piece is picked that shares its file with its like. Numbers are Chinese numerals for both
 * sides, so that they are not taken for files. */
static board_pick pick_of(const notation_standing *standing)
{
    if (standing->on_file < 2)
        return BOARD_PICK_FILE;
    /* Of two advisors or elephants on a file one can only go forward, the other only back. */
    if (standing->kind == BOARD_ADVISOR || standing->kind == BOARD_ELEPHANT)
        return BOARD_PICK_FILE;
    if (standing->crowded_files >= 2 && standing->kind == BOARD_PAWN)
        return BOARD_PICK_PLACE;
    if (standing->on_file > 3)
        return BOARD_PICK_PLACE;
    if (standing->ahead == 0)
        return BOARD_PICK_FRONT;
    return standing->ahead == standing->on_file - 1 ? BOARD_PICK_REAR : BOARD_PICK_MIDDLE;
}

/* The word before such a piece; NULL if the file does to name it. */
static const char *select_text(const notation_standing *standing)
{
    switch (pick_of(standing)) {
    case BOARD_PICK_FRONT:
        return "前";
    case BOARD_PICK_MIDDLE:
        return "中";
    case BOARD_PICK_REAR:
        return "后";
    case BOARD_PICK_PLACE:
        return numerals[standing->number];
    default:
        return NULL;
    }
}

board_move_name board_name_move(const board_position *position, board_move move)
{
    static const board_way ways[NOTATION_WAYS] = {BOARD_FORWARD, BOARD_BACKWARD, BOARD_SIDEWAYS};
    const notation_standing standing = notation_stand(position, move.from);
    const board_pick pick = pick_of(&standing);
    board_move_name name = {.kind = standing.kind,
                            .pick = pick,
                            .way = ways[notation_way_of(position, move)],
                            .number = notation_number_of(position, move)};

    if (pick == BOARD_PICK_FILE)
        name.which = standing.file;
    else if (pick == BOARD_PICK_PLACE)
        name.which = standing.number;
    return name;
}

static void write_move(const board_position *position, board_move move, bool with_way,
                       const char *const *digits, notation_output *output)
{
    const notation_standing standing = notation_stand(position, move.from);
    const char *select = select_text(&standing);

    if (select)
        notation_put(output, select);
    notation_put(output, piece_texts[standing.side][standing.kind]);
    if (!select)
        notation_put(output, digits[standing.file]);
    if (with_way)
        notation_put(output, way_texts[notation_way_of(position, move)]);
    notation_put(output, digits[notation_number_of(position, move)]);
}

void notation_chinese_write(const board_position *position, board_move move,
                            notation_output *output)
{
    const board_piece piece = position->piece_at[move.from];

    write_move(position, move, true, board_piece_side(piece) == BOARD_RED ? numerals : wide_digits,
               output);
}

void notation_short_write(const board_position *position, board_move move, notation_output *output)
{
    write_move(position, move, false, plain_digits, output);
}
