/*
 * kiosk/flow/keypad.c: the keypad that follows a score sheet.
 *
 * Every move has four keys, one of each row. Pressing a key leaves the moves that have it; the rows
 * are asked in their order, and one in which all moves left have the same key is passed over.
 */
#include "kiosk/flow/keypad.h"

#include <string.h>

/* The moves that can be meant, each with its keys. */
typedef struct named_moves {
    size_t count;
    board_move moves[KIOSK_KEYPAD_MOVES_MAX];
    uint8_t keys[KIOSK_KEYPAD_MOVES_MAX][KIOSK_KEY_ROWS];
} named_moves;

kiosk_key_row kiosk_key_row_of(kiosk_key key)
{
    if (key >= KIOSK_KEY_PIECE && key < KIOSK_KEY_PIECE + BOARD_KINDS)
        return KIOSK_ROW_PIECE;
    if (key > KIOSK_KEY_FILE && key <= KIOSK_KEY_FILE + BOARD_FILES)
        return KIOSK_ROW_WHICH;
    if (key >= KIOSK_KEY_FRONT && key <= KIOSK_KEY_REAR)
        return KIOSK_ROW_WHICH;
    if (key > KIOSK_KEY_PLACE && key <= KIOSK_KEY_PLACE + 5)
        return KIOSK_ROW_WHICH;
    if (key >= KIOSK_KEY_WAY && key < KIOSK_KEY_WAY + BOARD_WAYS)
        return KIOSK_ROW_WAY;
    if (key > KIOSK_KEY_NUMBER && key <= KIOSK_KEY_NUMBER + 9)
        return KIOSK_ROW_NUMBER;
    return KIOSK_KEY_ROWS;
}

static uint8_t which_key(const board_move_name *name)
{
    switch (name->pick) {
    case BOARD_PICK_FRONT:
        return KIOSK_KEY_FRONT;
    case BOARD_PICK_MIDDLE:
        return KIOSK_KEY_MIDDLE;
    case BOARD_PICK_REAR:
        return KIOSK_KEY_REAR;
    case BOARD_PICK_PLACE:
        return (uint8_t)(KIOSK_KEY_PLACE + name->which);
    default:
        return (uint8_t)(KIOSK_KEY_FILE + name->which);
    }
}

static void add_move(named_moves *named, const board_position *position, board_move move)
{
    if (named->count == KIOSK_KEYPAD_MOVES_MAX)
        return;
    const board_move_name name = board_name_move(position, move);
    uint8_t *keys = named->keys[named->count];
    keys[KIOSK_ROW_PIECE] = (uint8_t)(KIOSK_KEY_PIECE + name.kind);
    keys[KIOSK_ROW_WHICH] = which_key(&name);
    keys[KIOSK_ROW_WAY] = (uint8_t)(KIOSK_KEY_WAY + name.way);
    keys[KIOSK_ROW_NUMBER] = (uint8_t)(KIOSK_KEY_NUMBER + name.number);
    named->moves[named->count++] = move;
}

/* Can a piece of this kind go so far in some position, whatever stands in the way? What has no name
 * in the notation is left out, and so are points off the lines of advisors and elephants. */
static bool is_way_of(board_kind kind, board_move move)
{
    int files = board_file_of(move.to) - board_file_of(move.from);
    int ranks = board_rank_of(move.to) - board_rank_of(move.from);

    files = files < 0 ? -files : files;
    ranks = ranks < 0 ? -ranks : ranks;
    switch (kind) {
    case BOARD_KING:
    case BOARD_PAWN:
        return files + ranks == 1;
    case BOARD_ADVISOR:
        return files == 1 && ranks == 1;
    case BOARD_ELEPHANT:
        return files == 2 && ranks == 2;
    case BOARD_HORSE:
        return files * ranks == 2;
    case BOARD_ROOK:
    case BOARD_CANNON:
        return (files == 0) != (ranks == 0);
    default:
        return false;
    }
}

/* A move that can be carried out at all: no own piece and no king is taken. */
static bool can_be_made(const board_position *position, board_square to)
{
    const board_piece target = position->piece_at[to];

    return target == BOARD_NO_PIECE || (board_piece_side(target) != position->to_move &&
                                        board_piece_kind(target) != BOARD_KING);
}

static void add_ways_of_piece(named_moves *named, const board_position *position, board_piece piece)
{
    const board_square from = position->square_of[piece];

    for (board_square to = 0; from != BOARD_NO_SQUARE && to < BOARD_SQUARES; to++) {
        const board_move move = {from, to};
        if (is_way_of(board_piece_kind(piece), move) && can_be_made(position, to))
            add_move(named, position, move);
    }
}

static void name_moves(const board_position *position, bool any, named_moves *named)
{
    board_move_list legal;

    named->count = 0;
    if (any) {
        const board_piece first = board_king(position->to_move);
        for (int slot = 0; slot < BOARD_SIDE_PIECES; slot++)
            add_ways_of_piece(named, position, (board_piece)(first + slot));
        return;
    }
    board_legal_moves(position, &legal);
    for (size_t i = 0; i < legal.count; i++)
        add_move(named, position, legal.moves[i]);
}

/* Leaves the moves that have the key. */
static void keep_with(named_moves *named, uint8_t key)
{
    const kiosk_key_row row = kiosk_key_row_of((kiosk_key)key);
    size_t kept = 0;

    for (size_t i = 0; i < named->count && row < KIOSK_KEY_ROWS; i++) {
        if (named->keys[i][row] != key)
            continue;
        named->moves[kept] = named->moves[i];
        memmove(named->keys[kept++], named->keys[i], KIOSK_KEY_ROWS);
    }
    named->count = kept;
}

/* Does the row leave a choice? */
static bool is_open(const named_moves *named, int row)
{
    for (size_t i = 1; i < named->count; i++) {
        if (named->keys[i][row] != named->keys[0][row])
            return true;
    }
    return false;
}

static void describe(const named_moves *named, kiosk_keys *keys)
{
    *keys = (kiosk_keys){.moves = named->count, .row = KIOSK_KEY_ROWS};
    if (named->count == 0)
        return;
    keys->move = named->moves[0];
    for (int row = KIOSK_KEY_ROWS - 1; row >= 0; row--) {
        if (!is_open(named, row)) {
            keys->chosen[row] = named->keys[0][row];
            continue;
        }
        keys->row = (kiosk_key_row)row;
        for (size_t i = 0; i < named->count; i++)
            keys->offered[named->keys[i][row]] = true;
    }
}

/* Of moves with one name (two advisors on a file) at most one is legal: that one is meant. */
static board_move likeliest(const named_moves *named, const board_position *position)
{
    for (size_t i = 1; i < named->count; i++) {
        if (board_is_legal(position, named->moves[i]))
            return named->moves[i];
    }
    return named->moves[0];
}

void kiosk_keypad_offer(const kiosk_keypad *keypad, const board_position *position,
                        kiosk_keys *keys)
{
    named_moves named;

    name_moves(position, keypad->any, &named);
    for (size_t i = 0; i < keypad->pressed && i < KIOSK_KEY_ROWS; i++)
        keep_with(&named, keypad->keys[i]);
    describe(&named, keys);
    if (named.count > 1 && keys->row == KIOSK_KEY_ROWS)
        keys->move = likeliest(&named, position);
}

bool kiosk_keypad_press(kiosk_keypad *keypad, const board_position *position, kiosk_key key)
{
    kiosk_keys keys;

    if (keypad->pressed >= KIOSK_KEY_ROWS || key <= KIOSK_KEY_NONE || key >= KIOSK_KEYS)
        return false;
    kiosk_keypad_offer(keypad, position, &keys);
    if (kiosk_key_row_of(key) != keys.row || !keys.offered[key])
        return false;
    keypad->keys[keypad->pressed++] = (uint8_t)key;
    return true;
}

/* Texts. */

static const char *const red_pieces[2][BOARD_KINDS] = {
    {"帥", "仕", "相", "傌", "俥", "炮", "兵"},
    {"帅", "仕", "相", "马", "车", "炮", "兵"},
};
static const char *const black_pieces[2][BOARD_KINDS] = {
    {"將", "士", "象", "馬", "車", "砲", "卒"},
    {"将", "士", "象", "马", "车", "炮", "卒"},
};
static const char *const numerals[] = {"", "一", "二", "三", "四", "五", "六", "七", "八", "九"};
static const char *const digits[] = {"", "1", "2", "3", "4", "5", "6", "7", "8", "9"};
static const char *const places[] = {"", "第一", "第二", "第三", "第四", "第五"};
static const char *const picks[] = {"前", "中", "后"};
static const char *const ways[BOARD_WAYS] = {"进", "退", "平"};

const char *kiosk_key_text(kiosk_key key, board_side side, bool simplified)
{
    const char *const *numbers = side == BOARD_RED ? numerals : digits;

    switch (kiosk_key_row_of(key)) {
    case KIOSK_ROW_PIECE:
        return (side == BOARD_RED ? red_pieces : black_pieces)[simplified][key - KIOSK_KEY_PIECE];
    case KIOSK_ROW_WHICH:
        if (key > KIOSK_KEY_PLACE)
            return places[key - KIOSK_KEY_PLACE];
        return key >= KIOSK_KEY_FRONT ? picks[key - KIOSK_KEY_FRONT]
                                      : numbers[key - KIOSK_KEY_FILE];
    case KIOSK_ROW_WAY:
        return ways[key - KIOSK_KEY_WAY];
    case KIOSK_ROW_NUMBER:
        return numbers[key - KIOSK_KEY_NUMBER];
    default:
        return "";
    }
}
