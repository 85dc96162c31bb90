/*
 * ledger/touch_words.c: what a touch obliges to, in words, Chinese and English.
 */
#include "board/notation.h"
#include "judge/words.h"
#include "ledger/phrase.h"
#include "ledger/touch.h"

typedef enum touch_words {
#define LEDGER_TOUCH_WORDS(name, chinese, english) WORDS_##name,
#include "ledger/audit_texts.def"
    WORDS
} touch_words;

static const char *const texts[WORDS][BOARD_LANGUAGES] = {
#define LEDGER_TOUCH_WORDS(name, chinese, english) [WORDS_##name] = {chinese, english},
#include "ledger/audit_texts.def"
};

enum { PIECE_BYTES = 64 };

static const char *text_of(touch_words words, board_language language)
{
    return texts[words][language == BOARD_ENGLISH ? BOARD_ENGLISH : BOARD_CHINESE];
}

static char *write(touch_words words, board_language language, const ledger_field *fields,
                   size_t count, char *buffer, size_t size)
{
    ledger_phrase phrase = ledger_phrase_begin(buffer, size);

    ledger_phrase_fill(&phrase, text_of(words, language), fields, count);
    return buffer;
}

static char *write_nothing(char *buffer, size_t size)
{
    ledger_phrase_begin(buffer, size);
    return buffer;
}

char *ledger_touched_piece(const board_position *position, board_square square,
                           board_language language, char *buffer, size_t size)
{
    if (square >= BOARD_SQUARES || position->piece_at[square] == BOARD_NO_PIECE)
        return write_nothing(buffer, size);
    const char name[3] = {(char)('a' + board_file_of(square)), (char)('0' + board_rank_of(square)),
                          '\0'};
    const ledger_field fields[] = {
        {"piece", judge_piece_name(position->piece_at[square], language)}, {"square", name}};
    return write(WORDS_PIECE, language, fields, 2, buffer, size);
}

/* The sentence of a duty to move or to take, or of none; by which pieces were touched. */
static touch_words duty_words(const ledger_touch_ruling *ruling)
{
    bool both = ruling->own != BOARD_NO_SQUARE && ruling->other != BOARD_NO_SQUARE;

    switch (ruling->duty) {
    case LEDGER_DUTY_NONE:
        return WORDS_NO_TOUCH;
    case LEDGER_DUTY_GAME_OVER:
        return WORDS_GAME_OVER;
    case LEDGER_DUTY_TAKE_WITH:
        return WORDS_TAKE_WITH;
    case LEDGER_DUTY_MOVE:
        if (!both)
            return WORDS_MOVE;
        return ruling->untakeable == ruling->other ? WORDS_MOVE_NONE_TAKES : WORDS_MOVE_NOT_TAKE;
    case LEDGER_DUTY_TAKE:
        if (!both)
            return WORDS_TAKE;
        return ruling->immovable == ruling->own ? WORDS_TAKE_IMMOVABLE : WORDS_TAKE_OTHERWISE;
    default:
        if (both)
            return WORDS_FREE_BOTH;
        return ruling->own != BOARD_NO_SQUARE ? WORDS_FREE_OWN : WORDS_FREE_OTHER;
    }
}

static char *write_duty(const ledger_touch_query *query, const ledger_touch_ruling *ruling,
                        board_language language, char *buffer, size_t size)
{
    char own[PIECE_BYTES];
    char other[PIECE_BYTES];
    const ledger_field fields[] = {
        {"own", ledger_touched_piece(&query->position, ruling->own, language, own, sizeof own)},
        {"other",
         ledger_touched_piece(&query->position, ruling->other, language, other, sizeof other)},
        {"article", ledger_touch_article(ruling)}};

    return write(duty_words(ruling), language, fields, 3, buffer, size);
}

static char *write_foul(const ledger_touch_query *query, board_square square, touch_words words,
                        board_language language, char *buffer, size_t size)
{
    char piece[PIECE_BYTES];

    if (square == BOARD_NO_SQUARE)
        return write_nothing(buffer, size);
    ledger_touched_piece(&query->position, square, language, piece, sizeof piece);
    const ledger_field fields[] = {{"side", judge_side_name(query->position.to_move, language)},
                                   {words == WORDS_FOUL_OWN ? "own" : "other", piece}};
    return write(words, language, fields, 2, buffer, size);
}

/* By its squares in English, and where the piece cannot move that way. */
static char *write_made(const ledger_touch_query *query, const ledger_touch_ruling *ruling,
                        board_language language, char *buffer, size_t size)
{
    static const touch_words words[LEDGER_MADES] = {[LEDGER_MADE_STANDS] = WORDS_STANDS,
                                                    [LEDGER_MADE_AGAINST_DUTY] =
                                                        WORDS_STANDS_AGAINST,
                                                    [LEDGER_MADE_ILLEGAL] = WORDS_ILLEGAL};
    char move[BOARD_NOTATION_BYTES];
    bool named = ruling->fault == BOARD_OK || ruling->fault == BOARD_ERROR_MOVE_LEAVES_CHECK ||
                 ruling->fault == BOARD_ERROR_MOVE_KINGS_FACING;

    if (ruling->made == LEDGER_MADE_NONE)
        return write_nothing(buffer, size);
    board_notation_write(
        &query->position, query->made,
        named && language != BOARD_ENGLISH ? BOARD_NOTATION_CHINESE : BOARD_NOTATION_ICCS, move);
    const ledger_field fields[] = {{"move", move},
                                   {"fault", board_error_text(ruling->fault, language)},
                                   {"article", ledger_made_article(ruling)}};
    return write(words[ruling->made], language, fields, 3, buffer, size);
}

char *ledger_touch_text(const ledger_touch_query *query, const ledger_touch_ruling *ruling,
                        ledger_touch_part part, board_language language, char *buffer, size_t size)
{
    switch (part) {
    case LEDGER_TOUCH_DUTY:
        return write_duty(query, ruling, language, buffer, size);
    case LEDGER_TOUCH_FOUL_OWN:
        return write_foul(query, ruling->immovable, WORDS_FOUL_OWN, language, buffer, size);
    case LEDGER_TOUCH_FOUL_OTHER:
        return write_foul(query, ruling->untakeable, WORDS_FOUL_OTHER, language, buffer, size);
    case LEDGER_TOUCH_MADE:
        return write_made(query, ruling, language, buffer, size);
    default:
        return write_nothing(buffer, size);
    }
}

const char *ledger_duty_code(ledger_duty duty)
{
    static const char *const codes[LEDGER_DUTIES] = {
        [LEDGER_DUTY_NONE] = "none", [LEDGER_DUTY_TAKE_WITH] = "take-with",
        [LEDGER_DUTY_MOVE] = "move", [LEDGER_DUTY_TAKE] = "take",
        [LEDGER_DUTY_FREE] = "free", [LEDGER_DUTY_GAME_OVER] = "game-over"};

    return (size_t)duty < LEDGER_DUTIES ? codes[duty] : "";
}

const char *ledger_excuse_code(ledger_excuse excuse)
{
    static const char *const codes[LEDGER_EXCUSES] = {
        [LEDGER_NO_EXCUSE] = "", [LEDGER_ADJUSTED] = "adjusted", [LEDGER_BRUSHED] = "brushed"};

    return (size_t)excuse < LEDGER_EXCUSES ? codes[excuse] : "";
}

const char *ledger_made_code(ledger_made made)
{
    static const char *const codes[LEDGER_MADES] = {[LEDGER_MADE_NONE] = "",
                                                    [LEDGER_MADE_STANDS] = "stands",
                                                    [LEDGER_MADE_AGAINST_DUTY] = "against-duty",
                                                    [LEDGER_MADE_ILLEGAL] = "illegal"};

    return (size_t)made < LEDGER_MADES ? codes[made] : "";
}

const char *ledger_touch_article(const ledger_touch_ruling *ruling)
{
    static const char *const articles[] = {"", "5.1", "5.2", "5.3", "5.4", "5.5"};

    return ruling->article < sizeof articles / sizeof articles[0] ? articles[ruling->article] : "";
}

const char *ledger_made_article(const ledger_touch_ruling *ruling)
{
    if (ruling->made == LEDGER_MADE_NONE)
        return "";
    if (ruling->made != LEDGER_MADE_ILLEGAL)
        return "5.7";
    return ruling->fault == BOARD_ERROR_MOVE_KINGS_FACING ? "4.1.2" : "4.1.6";
}
