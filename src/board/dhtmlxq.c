/*
 * board/dhtmlxq.c: DhtmlXQ, the text that Chinese forums pass games on in.
 *
 * A game is a set of pairs [DhtmlXQ_name]value[/DhtmlXQ_name] in any order. All pairs up to the end
 * of the wrapper are collected as places in the text; then the position is set and the main line
 * played. Branches are checked for form only. What is wrong besides the moves is told after them,
 * so that it costs no move.
 */
#include "board/record_private.h"

#include <string.h>

static const char brand[] = "DhtmlXQ";

/* Escaped brackets. */

static bool has_mark(const char *text, size_t length, const char *mark)
{
    const char *here = text;

    while ((here = memchr(here, '[', length - (size_t)(here - text))) != NULL) {
        here++;
        board_token rest = {here, length - (size_t)(here - text), {0}};
        if (board_token_starts(rest, mark))
            return true;
    }
    return false;
}

bool board_text_has_dhtmlxq(const char *text, size_t length)
{
    return has_mark(text, length, brand);
}

bool board_text_has_dhj(const char *text, size_t length)
{
    return has_mark(text, length, "DHJHtmlXQ") && !board_text_has_dhtmlxq(text, length);
}

/* Length of the escaped bracket that the text starts with, or 0. */
static size_t escaped_bracket(board_token text, char *bracket)
{
    static const struct {
        const char *escape;
        char bracket;
    } escapes[] = {{"\\u005B", '['}, {"\\u005D", ']'}, {"&#91;", '['},
                   {"&#93;", ']'},   {"&#x5B;", '['},  {"&#x5D;", ']'}};

    for (size_t i = 0; i < sizeof escapes / sizeof escapes[0]; i++) {
        if (board_token_starts(text, escapes[i].escape)) {
            *bracket = escapes[i].bracket;
            return strlen(escapes[i].escape);
        }
    }
    return 0;
}

/* A text that has plain marks already is left alone: there an escape belongs to a value. */
void board_text_unescape_brackets(board_text *text)
{
    size_t out = 0;
    size_t damage = 0;

    if (board_text_has_dhtmlxq(text->bytes, text->length))
        return;
    for (size_t at = 0; at < text->length;) {
        if (damage < text->damage_count && text->damage[damage].text_offset == at)
            text->damage[damage++].text_offset = out;
        char bracket = text->bytes[at];
        board_token rest = {text->bytes + at, text->length - at, {0}};
        size_t size = bracket == '\\' || bracket == '&' ? escaped_bracket(rest, &bracket) : 0;
        text->bytes[out++] = bracket;
        at += size > 0 ? size : 1;
    }
    text->length = out;
    text->bytes[out] = '\0';
}

/* Marks: [DhtmlXQ_name], [/DhtmlXQ_name], [DhtmlXQ], [DhtmlXQHTML], [DhtmlXQiFrame], [/DhtmlXQ]. */
typedef struct forum_mark {
    bool closing;
    bool wrapper;
    board_token name; /* of a pair */
    board_place place;
} forum_mark;

static bool is_name_byte(char byte)
{
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
           (byte >= '0' && byte <= '9') || byte == '_';
}

/* Reads the mark at a bracket; false, having passed the bracket, if it is none. */
static bool read_mark(board_reader *reader, forum_mark *mark)
{
    mark->place = reader->place;
    board_reader_step(reader, 1);
    board_token rest = {reader->text + reader->place.at, reader->length - reader->place.at,
                        reader->place};
    mark->closing = board_token_starts(rest, "/");
    if (mark->closing)
        rest = board_token_after(rest, 1);
    if (!board_token_starts(rest, brand))
        return false;
    rest = board_token_after(rest, strlen(brand));
    mark->wrapper = !board_token_starts(rest, "_");
    if (!mark->wrapper)
        rest = board_token_after(rest, 1);
    size_t size = 0;
    while (size < rest.length && is_name_byte(rest.text[size]))
        size++;
    if (size == rest.length || rest.text[size] != ']')
        return false;
    mark->name = (board_token){rest.text, size, rest.place};
    board_reader_step(reader, rest.place.at + size + 1 - reader->place.at);
    return true;
}

/* Goes to behind the next mark; false at the end of the text. */
static bool next_mark(board_reader *reader, forum_mark *mark)
{
    while (board_reader_more(reader)) {
        if (reader->text[reader->place.at] != '[')
            board_reader_step(reader, 1);
        else if (read_mark(reader, mark))
            return true;
    }
    return false;
}

/* A game while it is collected. */
typedef struct forum_game {
    board_token binit;
    board_token movelist;
    board_token fen;
    size_t pairs;
    board_error error; /* told after the moves */
    board_token error_token;
} forum_game;

static void note_error(forum_game *game, board_error error, board_token token)
{
    if (game->error == BOARD_OK) {
        game->error = error;
        game->error_token = token;
    }
}

/* Values. */

/* Skips blanks in a string of digits that ends at `end`. */
static void skip_between_digits(board_reader *reader, size_t end)
{
    static const char html_blank[] = "&nbsp;";

    while (reader->place.at < end) {
        board_token rest = {reader->text + reader->place.at, end - reader->place.at, {0}};
        size_t size = board_blank_length(rest.text, rest.length);
        if (size == 0 && board_token_starts(rest, html_blank))
            size = strlen(html_blank);
        if (size == 0)
            return;
        board_reader_step(reader, size);
    }
}

/* Takes up to `count` digits; what is short of them is not a digit, or the end. */
static size_t take_digits(board_reader *reader, size_t end, char *digits, size_t count)
{
    size_t taken = 0;

    for (; taken < count; taken++) {
        skip_between_digits(reader, end);
        char byte = reader->place.at < end ? reader->text[reader->place.at] : '\0';
        if (byte < '0' || byte > '9')
            break;
        digits[taken] = byte;
        board_reader_step(reader, 1);
    }
    return taken;
}

/* A square: file from Red's left, rank counted down from Black's side. */
static board_square square_of(const char digits[2])
{
    int file = digits[0] - '0';
    int rank = 9 - (digits[1] - '0');

    return file < BOARD_FILES ? board_square_at(file, rank) : (board_square)BOARD_NO_SQUARE;
}

/* The hex digits of \uXXXX; false if they are not there. */
static bool read_escape(board_token text, uint32_t *unit)
{
    if (text.length < 6 || !board_token_starts(text, "\\u"))
        return false;
    *unit = 0;
    for (size_t i = 2; i < 6; i++) {
        char byte = text.text[i];
        int digit = byte >= '0' && byte <= '9'   ? byte - '0'
                    : byte >= 'a' && byte <= 'f' ? byte - 'a' + 10
                    : byte >= 'A' && byte <= 'F' ? byte - 'A' + 10
                                                 : -1;
        if (digit < 0)
            return false;
        *unit = *unit * 16 + (uint32_t)digit;
    }
    return true;
}

/* Decodes what the value starts with into `out`: returns the bytes read; *wrote those written. */
static size_t decode_piece(board_token value, char out[4], size_t *wrote)
{
    uint32_t high = 0;
    uint32_t low = 0;

    *wrote = 1;
    out[0] = ' ';
    if (board_token_starts(value, "||"))
        return 2;
    if (board_token_starts(value, "&nbsp;"))
        return 6;
    if (read_escape(value, &high)) {
        if (high < 0xD800 || high > 0xDFFF) {
            *wrote = board_utf8_write(high, out);
            return 6;
        }
        if (high < 0xDC00 && read_escape(board_token_after(value, 6), &low) && low >= 0xDC00 &&
            low <= 0xDFFF) {
            *wrote = board_utf8_write(0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00), out);
            return 12;
        }
    }
    out[0] = value.text[0];
    return 1;
}

static void use_tag(board_reader *reader, board_record_tag tag, board_token value)
{
    char text[BOARD_RECORD_TAG_MAX + 4];
    size_t length = 0;

    for (board_token rest = value; rest.length > 0 && length <= BOARD_RECORD_TAG_MAX;) {
        size_t wrote = 0;
        rest = board_token_after(rest, decode_piece(rest, text + length, &wrote));
        length += wrote;
    }
    board_token decoded = {text, length, value.place};
    if (tag == BOARD_TAG_RESULT)
        board_reader_set_result(reader, decoded);
    else
        board_reader_set_tag(reader, tag, decoded);
}

/* Is this the name of a branch, move_p_i_k, with digits in its value? */
static bool is_branch(board_token name)
{
    return board_token_starts(name, "move_");
}

static bool branch_is_sound(board_reader *reader, board_token name, board_token value)
{
    size_t end = value.place.at + value.length;
    size_t numbers = 0;
    size_t digits = 0;
    char digit;

    for (size_t i = strlen("move"); i < name.length; i++) {
        bool under = name.text[i] == '_';
        if (!under && (name.text[i] < '0' || name.text[i] > '9'))
            return false;
        if (under && (i + 1 == name.length || name.text[i + 1] == '_'))
            return false;
        numbers += under;
    }
    board_place start = reader->place;
    reader->place = value.place;
    while (take_digits(reader, end, &digit, 1) == 1)
        digits++;
    bool whole = reader->place.at == end;
    reader->place = start;
    return numbers == 3 && digits > 0 && digits % 4 == 0 && whole;
}

/* One pair. */

static void keep(forum_game *game, board_token *kept, board_token name, board_token value)
{
    if (kept->text != NULL)
        note_error(game, BOARD_ERROR_RECORD_TAG_TWICE, name);
    else
        *kept = value;
}

static void use_pair(board_reader *reader, forum_game *game, board_token name, board_token value)
{
    static const struct {
        const char *name;
        board_record_tag tag;
    } tags[] = {
        {"title", BOARD_TAG_TITLE},      {"event", BOARD_TAG_EVENT},
        {"date", BOARD_TAG_DATE},        {"place", BOARD_TAG_PLACE},
        {"round", BOARD_TAG_ROUND},      {"table", BOARD_TAG_TABLE},
        {"redname", BOARD_TAG_RED},      {"blackname", BOARD_TAG_BLACK},
        {"redteam", BOARD_TAG_RED_TEAM}, {"blackteam", BOARD_TAG_BLACK_TEAM},
        {"result", BOARD_TAG_RESULT},
    };

    if (board_token_is(name, "binit"))
        keep(game, &game->binit, name, value);
    else if (board_token_is(name, "movelist"))
        keep(game, &game->movelist, name, value);
    else if (board_token_is(name, "fen"))
        keep(game, &game->fen, name, board_token_trim(value));
    else if (is_branch(name) && !branch_is_sound(reader, name, value))
        note_error(game, BOARD_ERROR_RECORD_BRANCH, name);
    /* "red" may be team and name; where there is a name of its own, that is better. */
    else if (board_token_is(name, "red") && reader->record.tags[BOARD_TAG_RED] == NULL)
        use_tag(reader, BOARD_TAG_RED, value);
    else if (board_token_is(name, "black") && reader->record.tags[BOARD_TAG_BLACK] == NULL)
        use_tag(reader, BOARD_TAG_BLACK, value);
    for (size_t i = 0; i < sizeof tags / sizeof tags[0]; i++) {
        if (board_token_is(name, tags[i].name) && board_token_trim(value).length > 0)
            use_tag(reader, tags[i].tag, value);
    }
}

/* Reads the value behind an opening mark, and its closing mark. */
static void read_pair(board_reader *reader, forum_game *game, const forum_mark *mark)
{
    board_place start = reader->place;
    forum_mark end = {.place = start};
    bool found = next_mark(reader, &end);
    board_token value = {reader->text + start.at,
                         (found ? end.place.at : reader->length) - start.at, start};
    bool same = found && end.closing && end.name.length == mark->name.length;

    for (size_t i = 0; same && i < mark->name.length; i++)
        same = (end.name.text[i] | 0x20) == (mark->name.text[i] | 0x20);
    game->pairs++;
    if (!is_branch(mark->name) && !board_token_starts(mark->name, "comment") &&
        !board_reader_count_tag(reader, mark->name))
        return;
    use_pair(reader, game, mark->name, value);
    if (!found) {
        note_error(game, BOARD_ERROR_RECORD_TRUNCATED, mark->name);
    } else if (!same) {
        reader->place = end.place;
        note_error(game, BOARD_ERROR_RECORD_PAIR, mark->name);
    }
}

/* The position. */

static void read_binit(board_reader *reader, board_token binit)
{
    static const board_kind kinds[] = {BOARD_ROOK, BOARD_HORSE,   BOARD_ELEPHANT, BOARD_ADVISOR,
                                       BOARD_KING, BOARD_ADVISOR, BOARD_ELEPHANT, BOARD_HORSE,
                                       BOARD_ROOK, BOARD_CANNON,  BOARD_CANNON,   BOARD_PAWN,
                                       BOARD_PAWN, BOARD_PAWN,    BOARD_PAWN,     BOARD_PAWN};
    char digits[2 * BOARD_PIECES + 1];
    size_t end = binit.place.at + binit.length;
    board_layout layout;

    reader->place = binit.place;
    size_t count = take_digits(reader, end, digits, sizeof digits);
    bool sound = count == 2 * BOARD_PIECES && reader->place.at == end;
    board_layout_clear(&layout);
    for (size_t i = 0; sound && i < BOARD_PIECES; i++) {
        board_square square = square_of(digits + 2 * i);
        board_side side = i < BOARD_SIDE_PIECES ? BOARD_RED : BOARD_BLACK;
        if (square == BOARD_NO_SQUARE) {
            sound = digits[2 * i + 1] == '9';
        } else if (layout.cells[square] != BOARD_EMPTY) {
            board_reader_stop(reader, BOARD_ERROR_RECORD_SAME_POINT,
                              (board_token){"", 0, binit.place});
            reader->record.problem.square = square;
            return;
        } else {
            layout.cells[square] = board_cell_of(side, kinds[i % BOARD_SIDE_PIECES]);
        }
    }
    if (sound)
        board_reader_layout(reader, &layout, binit);
    else
        board_reader_stop(reader, BOARD_ERROR_RECORD_BINIT, board_token_trim(binit));
}

/* A game names no side: it is that of the first piece moved. */
static void take_side_from_moves(board_reader *reader, board_token movelist)
{
    char digits[2];

    reader->place = movelist.place;
    if (take_digits(reader, movelist.place.at + movelist.length, digits, 2) < 2)
        return;
    board_square from = square_of(digits);
    board_cell cell = from < BOARD_SQUARES ? reader->record.start.cells[from] : BOARD_EMPTY;
    if (cell == BOARD_EMPTY || (reader->record.side_given && !reader->attempt.other_side))
        return;
    reader->record.start.to_move = board_cell_side(cell);
    if (reader->attempt.other_side) /* the side is turned once more when the game begins */
        reader->record.start.to_move = board_other(reader->record.start.to_move);
}

/* The character at the reader, to be quoted. */
static board_token character_here(const board_reader *reader)
{
    const char *here = reader->text + reader->place.at;
    size_t size = board_utf8_character(here, reader->length - reader->place.at, NULL);

    return (board_token){here, size, reader->place};
}

static void play_moves(board_reader *reader, board_token movelist)
{
    size_t end = movelist.place.at + movelist.length;

    reader->place = movelist.place;
    while (!board_reader_stopped(reader)) {
        char digits[4];
        skip_between_digits(reader, end);
        board_place place = reader->place;
        if (place.at == end)
            return;
        size_t count = take_digits(reader, end, digits, 4);
        board_token token = {digits, count, place};
        if (count < 4) {
            board_reader_stop_at_move(reader, BOARD_ERROR_RECORD_MOVELIST,
                                      reader->place.at < end ? character_here(reader) : token);
            return;
        }
        board_move move = {square_of(digits), square_of(digits + 2)};
        if (move.from >= BOARD_SQUARES || move.to >= BOARD_SQUARES)
            board_reader_stop_at_move(reader, BOARD_ERROR_MOVE_OFF_BOARD, token);
        else
            board_reader_move(reader, move, token);
    }
}

static void collect(board_reader *reader, forum_game *game)
{
    forum_mark mark;

    while (next_mark(reader, &mark)) {
        if (!mark.wrapper && !mark.closing) {
            read_pair(reader, game, &mark);
        } else if (!mark.wrapper) {
            note_error(game, BOARD_ERROR_RECORD_PAIR, mark.name);
        } else if (game->pairs > 0) {
            if (!mark.closing)
                reader->place = mark.place;
            return;
        }
    }
}

static void read_game(board_reader *reader)
{
    forum_game game = {.error = BOARD_OK};

    collect(reader, &game);
    board_place end = reader->place;
    if (game.fen.length > 0)
        board_reader_fen(reader, game.fen);
    else if (board_token_trim(game.binit).length > 0)
        read_binit(reader, game.binit);
    take_side_from_moves(reader, game.movelist);
    if (board_reader_begin(reader))
        play_moves(reader, game.movelist);
    if (game.error != BOARD_OK)
        board_reader_stop(reader, game.error, game.error_token);
    reader->place = end;
}

/* Goes to the next pair; false if there is none. */
static bool skip_to_pair(board_reader *reader)
{
    forum_mark mark;

    while (next_mark(reader, &mark)) {
        if (!mark.wrapper) {
            reader->place = mark.place;
            return true;
        }
    }
    return false;
}

void board_read_dhtmlxq(board_reader *reader)
{
    while (!reader->ended && skip_to_pair(reader))
        board_reader_game(reader, read_game);
}
