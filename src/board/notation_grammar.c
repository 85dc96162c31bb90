/*
 * board/notation_grammar.c: what the Chinese form, the short form and WXF have in common: the
 * order of the words, and how a piece is told from its like.
 *
 *   naming   way   number
 *   炮 二     平    五          the naming is two or three words, in one of the orders below
 *   C  +     -     2
 *   炮 2           5          short form: the way is left out
 */
#include "board/notation_private.h"

static notation_word look_up(const notation_word *words, size_t count, uint32_t point)
{
    for (size_t i = 0; i < count; i++) {
        if (words[i].point == point)
            return words[i];
    }
    return (notation_word){point, NOTATION_WORD_NONE, 0};
}

static notation_word naming_word(const notation_vocabulary *vocabulary, uint32_t point)
{
    if (point >= '1' && point <= '9')
        return (notation_word){point, NOTATION_WORD_DIGIT, (int)(point - '0')};
    return look_up(vocabulary->naming, vocabulary->naming_count, point);
}

/* The words of a naming, sorted; 0 or *_NO_* where there is none. */
typedef struct naming {
    board_kind kind;
    bool selects;
    notation_select select;
    int digit_before; /* before the piece: a number among its like */
    int digit_after;  /* after the piece: a file */
} naming;

static bool naming_take(naming *parts, notation_word word)
{
    switch (word.sort) {
    case NOTATION_WORD_PIECE:
        if (parts->kind != BOARD_NO_KIND)
            return false;
        parts->kind = (board_kind)word.value;
        return true;
    case NOTATION_WORD_SELECT:
        if (parts->selects)
            return false;
        parts->selects = true;
        parts->select = (notation_select)word.value;
        return true;
    case NOTATION_WORD_DIGIT:
        if (parts->kind == BOARD_NO_KIND && !parts->selects && parts->digit_before == 0)
            parts->digit_before = word.value;
        else if (parts->digit_after == 0)
            parts->digit_after = word.value;
        else
            return false;
        return true;
    default:
        return false;
    }
}

/* Makes a description of the parts; false if they name no piece. */
static bool naming_describe(const naming *parts, const notation_vocabulary *vocabulary,
                            notation_description *description)
{
    const bool no_piece = parts->kind == BOARD_NO_KIND;

    /* 前三平四: only pawns can be called by 前 and their file. 15=4: by place and file. */
    description->kind = no_piece ? BOARD_PAWN : parts->kind;
    description->file = parts->digit_after;
    description->place = parts->digit_before;
    if (parts->selects) {
        description->select = parts->select;
        return parts->digit_before == 0 && (!no_piece || parts->digit_after != 0);
    }
    if (parts->digit_before == 0) {
        description->select = NOTATION_BY_FILE;
        return !no_piece && parts->digit_after != 0;
    }
    /* 二兵: only pawns can be more than two, so that a number is needed. */
    description->select = NOTATION_NUMBERED;
    if (no_piece)
        return vocabulary->numbers_name_pawns && parts->digit_after != 0;
    return parts->kind == BOARD_PAWN;
}

bool notation_parse(const notation_text *text, const notation_vocabulary *vocabulary,
                    notation_description *description)
{
    naming parts = {BOARD_NO_KIND, false, NOTATION_BY_FILE, 0, 0};
    notation_word number;
    notation_word way;
    size_t left = text->count;

    if (left < 3)
        return false;
    number = naming_word(vocabulary, text->points[--left]);
    if (number.sort != NOTATION_WORD_DIGIT)
        return false;
    way = look_up(vocabulary->ways, vocabulary->ways_count, text->points[left - 1]);
    if (way.sort == NOTATION_WORD_WAY)
        left--;
    for (size_t i = 0; i < left; i++) {
        if (!naming_take(&parts, naming_word(vocabulary, text->points[i])))
            return false;
    }
    description->number = number.value;
    description->way = way.sort == NOTATION_WORD_WAY ? (notation_way)way.value : NOTATION_ANY_WAY;
    return naming_describe(&parts, vocabulary, description);
}

/* The number of a file (0-8 from a) as a side counts it: 1-9 from its own right. */
int notation_file_number(board_side side, int file)
{
    return side == BOARD_RED ? BOARD_FILES - file : file + 1;
}

/* Do moves of this kind forward and backward name the target file, not a count of steps? */
bool notation_names_target_file(board_kind kind)
{
    return kind == BOARD_ADVISOR || kind == BOARD_ELEPHANT || kind == BOARD_HORSE;
}

notation_standing notation_stand(const board_position *position, board_square square)
{
    const board_piece piece = position->piece_at[square];
    const board_side side = board_piece_side(piece);
    const board_kind kind = board_piece_kind(piece);
    const int first = (int)side * BOARD_SIDE_PIECES + board_kind_first_slot(kind);
    int on_file[BOARD_FILES + 1] = {0};
    notation_standing standing = {side, kind, 0, 0, 0, 0, 0};

    standing.file = notation_file_number(side, board_file_of(square));
    for (int slot = first; slot < first + board_kind_slots(kind); slot++) {
        const board_square other = position->square_of[slot];
        int file = 0;

        if (other == BOARD_NO_SQUARE)
            continue;
        file = notation_file_number(side, board_file_of(other));
        on_file[file]++;
        /* On one file a higher square is a higher rank: in front for Red, behind for Black. */
        if (file == standing.file && other != square && (other > square) == (side == BOARD_RED))
            standing.ahead++;
    }
    standing.on_file = on_file[standing.file];
    for (int file = 1; file <= BOARD_FILES; file++) {
        if (on_file[file] < 2)
            continue;
        standing.crowded_files++;
        if (file < standing.file)
            standing.number += on_file[file];
    }
    standing.number = standing.on_file < 2 ? 0 : standing.number + standing.ahead + 1;
    return standing;
}

notation_way notation_way_of(const board_position *position, board_move move)
{
    const board_side side = board_piece_side(position->piece_at[move.from]);
    const int ranks = board_rank_of(move.to) - board_rank_of(move.from);

    if (ranks == 0)
        return NOTATION_SIDEWAYS;
    return (ranks > 0) == (side == BOARD_RED) ? NOTATION_FORWARD : NOTATION_BACKWARD;
}

/* The number at the end of a move text. */
int notation_number_of(const board_position *position, board_move move)
{
    const board_piece piece = position->piece_at[move.from];
    const int ranks = board_rank_of(move.to) - board_rank_of(move.from);

    if (ranks == 0 || notation_names_target_file(board_piece_kind(piece)))
        return notation_file_number(board_piece_side(piece), board_file_of(move.to));
    return ranks > 0 ? ranks : -ranks;
}
