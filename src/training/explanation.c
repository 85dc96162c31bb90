/*
 * training/explanation.c: what an explanation names, looked up.
 */
#include "training/explanation.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "board/encoding.h"
#include "judge/articles.h"
#include "judge/words.h"

enum {
    ARTICLES_MAX = 64,
    DIGIT_WIDE = 0xff11, /* １ */
    SIDE_CHARACTERS = 2
};

typedef struct article_list {
    size_t count;
    char numbers[ARTICLES_MAX][JUDGE_ARTICLE_NUMBER_BYTES];
} article_list;

typedef struct looking {
    const training_case *one;
    const training_known_moves *known;
    training_slip_visitor visit;
    void *context;
    size_t count;
    uint32_t codes[TRAINING_TEXT_MAX]; /* the Chinese explanation */
} looking;

/* Moves. */

static int file_number(board_side side, board_square square)
{
    int file = board_file_of(square);

    return side == BOARD_RED ? BOARD_FILES - file : file + 1;
}

static void know_move(training_known_moves *known, const board_position *position, board_move move)
{
    board_piece piece = position->piece_at[move.from];
    if (piece == BOARD_NO_PIECE)
        return;
    board_side side = board_piece_side(piece);
    board_kind kind = board_piece_kind(piece);
    int steps = board_rank_of(move.to) - board_rank_of(move.from);
    bool slants = board_file_of(move.to) != board_file_of(move.from);
    training_direction direction = steps == 0                           ? TRAINING_SIDEWAYS
                                   : (steps > 0) == (side == BOARD_RED) ? TRAINING_FORWARD
                                                                        : TRAINING_BACK;
    int number = slants ? file_number(side, move.to) : steps > 0 ? steps : -steps;

    known->seen[side][kind][direction][number] = true;
}

void training_know_line(training_known_moves *known, const board_position *start,
                        const judge_line *line)
{
    board_position position = *start;

    for (size_t i = 0; i < line->count; i++) {
        know_move(known, &position, line->moves[i]);
        board_make(&position, line->moves[i]);
    }
}

static void know_threats(training_known_moves *known, const board_position *position,
                         const judge_threat_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        training_know_line(known, position, &list->threats[i].game.line);
    for (size_t i = 0; i < list->refuted_count; i++)
        training_know_line(known, position, &list->refuted[i].game.line);
}

/* The mate that is threatened after the move, or that it stopped; of other labels there is none. */
static void know_mate(training_known_moves *known, const board_position *before,
                      const judge_finding *finding)
{
    bool stopped = finding->label == JUDGE_IDLE && finding->idle_kind == JUDGE_IDLE_BLOCK;
    board_position start = *before;

    if (finding->label != JUDGE_KILL && !finding->king_evaded && !stopped)
        return;
    if (!stopped)
        judge_threats_start(before, finding, true, &start);
    training_know_line(known, &start, &finding->mate);
}

void training_know_result(training_known_moves *known, const training_case *one,
                          const judge_result *result)
{
    board_position before = one->start;

    for (size_t i = 0; i < one->count; i++) {
        const judge_finding *finding = judge_result_finding(result, i);
        board_position after = before;

        know_move(known, &before, one->moves[i].move);
        board_make(&after, one->moves[i].move);
        if (finding) {
            know_threats(known, &before, &finding->before);
            know_threats(known, &after, &finding->after);
            know_mate(known, &before, finding);
        }
        before = after;
    }
}

/* Characters. */

/* Which of these characters is it, from 0? -1: none. */
static int place_in(const char *characters, uint32_t code)
{
    size_t length = strlen(characters);
    int place = 0;

    for (size_t at = 0; at < length; place++) {
        uint32_t each = 0;
        at += board_utf8_character(characters + at, length - at, &each);
        if (each == code)
            return place;
    }
    return -1;
}

/* A piece by the name that this side has for it; by the other side's name it is none. */
static board_kind kind_of(uint32_t code, board_side side)
{
    int place = place_in(side == BOARD_RED ? "帅仕相马车炮兵" : "将士象马车炮卒", code);

    return place < 0 ? BOARD_NO_KIND : (board_kind)place;
}

static bool is_piece(uint32_t code)
{
    return kind_of(code, BOARD_RED) != BOARD_NO_KIND || kind_of(code, BOARD_BLACK) != BOARD_NO_KIND;
}

/* 一 to 九 are Red's numbers, 1 to 9 Black's, wide or narrow (article 1.1); 0: none. */
static int number_of(uint32_t code, board_side *side)
{
    int place = place_in("一二三四五六七八九", code);

    *side = place >= 0 ? BOARD_RED : BOARD_BLACK;
    if (place >= 0)
        return place + 1;
    if (code >= '1' && code <= '9')
        return (int)(code - '0');
    return code >= DIGIT_WIDE && code < DIGIT_WIDE + 9 ? (int)(code - DIGIT_WIDE) + 1 : 0;
}

static uint32_t code_at(const looking *look, size_t index)
{
    return index < look->count ? look->codes[index] : 0;
}

static void tell(const looking *look, training_slip_kind kind, const char *token)
{
    look->visit(look->context, kind, token);
}

static void tell_codes(const looking *look, training_slip_kind kind, size_t from, size_t to)
{
    char token[TRAINING_TOKEN_BYTES] = "";
    size_t used = 0;

    for (size_t i = from; i < to && used + 4 < sizeof token; i++)
        used += board_utf8_write(look->codes[i], token + used);
    token[used] = '\0';
    tell(look, kind, token);
}

/* Has the case a move like this? Any piece will do where none is named. */
static bool knows(const looking *look, board_side side, board_kind kind, int direction, int number)
{
    for (int each = 0; each < BOARD_KINDS; each++) {
        if ((kind == BOARD_NO_KIND || kind == (board_kind)each) &&
            look->known->seen[side][each][direction][number])
            return true;
    }
    return false;
}

/* "车平七", "车九进三", "退４" at this 进, 退 or 平. "退一步" is no move but a manner of speaking. */
static void look_at_move(const looking *look, size_t at, int direction)
{
    board_side side;
    board_side unused;
    int number = number_of(code_at(look, at + 1), &side);
    size_t from = at;

    if (number == 0 || place_in("步着层楼", code_at(look, at + 2)) >= 0 ||
        number_of(code_at(look, at + 2), &unused) > 0)
        return;
    if (at >= 2 && number_of(code_at(look, at - 1), &unused) > 0 && is_piece(code_at(look, at - 2)))
        from = at - 2;
    else if (at >= 1 && is_piece(code_at(look, at - 1)))
        from = at - 1;
    board_kind kind = from < at ? kind_of(code_at(look, from), side) : BOARD_NO_KIND;
    if ((from < at && kind == BOARD_NO_KIND) || !knows(look, side, kind, direction, number))
        tell_codes(look, TRAINING_SLIP_MOVE, from, at + 2);
}

static bool stands(const training_case *one, board_side side, board_kind kind)
{
    for (int square = 0; square < BOARD_SQUARES; square++) {
        board_piece piece = one->start.piece_at[square];
        if (piece != BOARD_NO_PIECE && board_piece_side(piece) == side &&
            board_piece_kind(piece) == kind)
            return true;
    }
    return false;
}

static void look_at_chinese(const looking *look)
{
    for (size_t i = 0; i < look->count; i++) {
        int direction = place_in("进退平", look->codes[i]);
        int side = place_in("红黑", look->codes[i]);
        uint32_t next = code_at(look, i + 1);

        if (direction >= 0)
            look_at_move(look, i, direction);
        if (side >= 0 && is_piece(next)) {
            board_kind kind = kind_of(next, (board_side)side);
            if (kind == BOARD_NO_KIND || !stands(look->one, (board_side)side, kind))
                tell_codes(look, TRAINING_SLIP_PIECE, i, i + SIDE_CHARACTERS);
        }
    }
}

/* "red rook", "Black's cannons". */
static void look_at_english(const looking *look, const char *text)
{
    static const char *const sides[][SIDE_CHARACTERS] = {{"red ", "Red's "},
                                                         {"black ", "Black's "}};
    static const char *const kinds[BOARD_KINDS] = {"king", "advisor", "elephant", "horse",
                                                   "rook", "cannon",  "pawn"};

    for (const char *at = text; *at; at++) {
        for (int side = 0; side < 2; side++) {
            for (int form = 0; form < SIDE_CHARACTERS; form++) {
                size_t length = strlen(sides[side][form]);
                if (strncmp(at, sides[side][form], length) != 0)
                    continue;
                for (int kind = 0; kind < BOARD_KINDS; kind++) {
                    char token[TRAINING_TOKEN_BYTES];
                    if (strncmp(at + length, kinds[kind], strlen(kinds[kind])) != 0 ||
                        stands(look->one, (board_side)side, (board_kind)kind))
                        continue;
                    snprintf(token, sizeof token, "%s%s", sides[side][form], kinds[kind]);
                    tell(look, TRAINING_SLIP_PIECE, token);
                }
            }
        }
    }
}

/* Articles. */

static bool lists(const article_list *list, const char *number)
{
    for (size_t i = 0; i < list->count; i++) {
        if (strcmp(list->numbers[i], number) == 0)
            return true;
    }
    return false;
}

static void add_article(article_list *list, const char *prefix, const char *digits, size_t length)
{
    char number[JUDGE_ARTICLE_NUMBER_BYTES];

    snprintf(number, sizeof number, "%s%.*s", prefix, (int)length, digits);
    if (list->count < ARTICLES_MAX && !lists(list, number))
        memcpy(list->numbers[list->count++], number, sizeof number);
}

/* "27.4": a number with a point, of the articles 24 to 29, where it begins; its length, or 0. */
static size_t article_length(const char *text, const char *begin)
{
    size_t length = strspn(text, "0123456789.");

    if (text > begin && (isdigit((unsigned char)text[-1]) || text[-1] == '.'))
        return 0;
    while (length > 0 && text[length - 1] == '.') /* the end of a sentence */
        length--;
    return length > 3 && text[0] == '2' && text[1] >= '4' && text[2] == '.' ? length : 0;
}

/* The numbers after a word, with what may stand between them: "细则2、3", "items 2 and 3". */
static void read_items(const char *text, const char *word, const char *const *between,
                       article_list *list)
{
    for (const char *at = strstr(text, word); at; at = strstr(at, word)) {
        at += strlen(word);
        for (bool more = true; more;) {
            size_t length = strspn(at, "0123456789");
            if (length == 0)
                break;
            add_article(list, "item.", at, length);
            at += length;
            more = false;
            for (int i = 0; between[i] && !more; i++) {
                size_t skip = strlen(between[i]);
                more = strncmp(at, between[i], skip) == 0 && isdigit((unsigned char)at[skip]);
                at += more ? skip : 0;
            }
        }
    }
}

static void read_articles(const char *text, board_language language, article_list *list)
{
    static const char *const chinese[] = {"、", NULL};
    static const char *const english[] = {", ", " and ", NULL};

    for (const char *at = text; *at; at++) {
        size_t length = article_length(at, text);
        if (length > 0)
            add_article(list, "", at, length);
    }
    if (language == BOARD_CHINESE) {
        read_items(text, "细则", chinese, list);
    } else {
        read_items(text, "item ", english, list);
        read_items(text, "items ", english, list);
    }
}

static bool case_lists(const training_case *one, const char *number)
{
    for (int kind = 0; kind < 2; kind++) {
        const char *listed = NULL;
        for (size_t i = 0; (listed = training_case_clause(one, kind == 0, i)) != NULL; i++) {
            if (strcmp(listed, number) == 0)
                return true;
        }
    }
    return false;
}

static void look_at_articles(const looking *look, const char *chinese, const char *english)
{
    article_list named[BOARD_LANGUAGES] = {0};

    read_articles(chinese, BOARD_CHINESE, &named[BOARD_CHINESE]);
    read_articles(english, BOARD_ENGLISH, &named[BOARD_ENGLISH]);
    for (int language = 0; language < BOARD_LANGUAGES; language++) {
        const article_list *list = &named[language];
        for (size_t i = 0; i < list->count; i++) {
            if (!lists(&named[!language], list->numbers[i]))
                tell(look, TRAINING_SLIP_ARTICLE, list->numbers[i]);
            else if (language == 0 && !case_lists(look->one, list->numbers[i]))
                tell(look, TRAINING_SLIP_LISTED, list->numbers[i]);
        }
    }
}

/* What follows, said in both languages or in neither. */
static void look_at_outcome(const looking *look, const char *chinese, const char *english)
{
    static const struct {
        const char *chinese;
        const char *english;
    } words[] = {{"变着", "must change"},
                 {"作和", "draw"},
                 {"，和。", "draw"},
                 {"方负", "loses"},
                 {"，负", "loses"}};

    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (strstr(chinese, words[i].chinese) && !strstr(english, words[i].english))
            tell(look, TRAINING_SLIP_OUTCOME, words[i].chinese);
    }
    if (strstr(english, "must change") && !strstr(chinese, "变着"))
        tell(look, TRAINING_SLIP_OUTCOME, "must change");
    if (strstr(english, "a draw") && !strstr(chinese, "和"))
        tell(look, TRAINING_SLIP_OUTCOME, "a draw");
    if (strstr(english, " loses.") && !strstr(chinese, "负"))
        tell(look, TRAINING_SLIP_OUTCOME, "loses");
}

void training_explanation_look(const training_case *one, const training_known_moves *known,
                               training_slip_visitor visit, void *context)
{
    const char *chinese = training_case_explanation(one, BOARD_CHINESE);
    const char *english = training_case_explanation(one, BOARD_ENGLISH);
    looking look = {.one = one, .known = known, .visit = visit, .context = context};
    size_t length = strlen(chinese);

    for (size_t at = 0; at < length && look.count < TRAINING_TEXT_MAX; look.count++)
        at += board_utf8_character(chinese + at, length - at, &look.codes[look.count]);
    look_at_chinese(&look);
    look_at_english(&look, english);
    look_at_articles(&look, chinese, english);
    look_at_outcome(&look, chinese, english);
}
