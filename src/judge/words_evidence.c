/* judge/words_evidence.c: the reasons of a label as sentences, and their articles. */
#include <stdio.h>
#include <string.h>

#include "judge/words_private.h"

enum { PIECES_BYTES = 384, COUNT_BYTES = 24, SENTENCES = 2 };

/* The texts that a sentence about one reason can hold. */
typedef struct sentence_values {
    char checkers[PIECES_BYTES];
    char target[PIECES_BYTES];
    char followed[PIECES_BYTES];
    char helper[PIECES_BYTES];
    char trade[2 * PIECES_BYTES];
    char line[JUDGE_LINE_BYTES];
    char move[BOARD_NOTATION_BYTES];
    char count[COUNT_BYTES];
    char news[JUDGE_LINE_BYTES + PIECES_BYTES];
} sentence_values;

static void write_pieces(judge_pieces pieces, board_language language, char *buffer, size_t size)
{
    words_output output = words_begin(buffer, size);
    if (pieces)
        words_put_pieces(&output, pieces, false, language);
    else
        words_put(&output, words_text(WORDS_SOME_PIECE, language));
}

/* What each side takes in a line, the side that begins it first. */
static void line_captures(const board_position *start, const judge_line *line,
                          judge_pieces captures[2])
{
    board_position position = *start;
    captures[0] = captures[1] = 0;
    for (size_t i = 0; i < line->count; i++) {
        board_undo undo = board_make(&position, line->moves[i]);
        if (undo.captured != BOARD_NO_PIECE)
            captures[i % 2] |= judge_bit(undo.captured);
    }
}

static void put_trade_part(words_output *output, words_name name, judge_pieces pieces,
                           board_language language)
{
    char names[PIECES_BYTES];
    words_output list = words_begin(names, sizeof names);
    words_put_pieces(&list, pieces, true, language);
    const words_field field = {"pieces", names};
    if (output->used > 0)
        words_put(output, words_text(WORDS_TRADE_GAP, language));
    words_fill(output, words_text(name, language), &field, 1);
}

/* The chased piece has no root although material is lost on balance: it is lost elsewhere. */
static bool lost_elsewhere(const judge_reason *reason, judge_line_end end)
{
    const judge_threat *threat = reason->threat;
    return threat && threat->answer == JUDGE_YES && end == JUDGE_END_BALANCE &&
           !judge_is_gain(threat->game.balance);
}

/* 得马、炮，失车; "winning horse and cannon, giving rook, with mate". */
static void write_trade(const judge_reason *reason, board_language language, char *buffer,
                        size_t size)
{
    words_output output = words_begin(buffer, size);
    judge_pieces captures[2] = {0, 0};
    judge_line_end end =
        reason->threat ? judge_threat_end(&reason->line_start, reason->threat) : JUDGE_END_BALANCE;
    if (reason->line)
        line_captures(&reason->line_start, reason->line, captures);
    if (captures[0])
        put_trade_part(&output, WORDS_TRADE_TAKES, captures[0], language);
    if (captures[1])
        put_trade_part(&output, WORDS_TRADE_GIVES, captures[1], language);
    if (lost_elsewhere(reason, end))
        put_trade_part(&output, WORDS_TRADE_ELSEWHERE, 0, language);
    if (end == JUDGE_END_MATE)
        put_trade_part(&output, WORDS_TRADE_MATES, 0, language);
    else if (end == JUDGE_END_MATED)
        put_trade_part(&output, WORDS_TRADE_MATED, 0, language);
    else if (end == JUDGE_END_REPETITION)
        put_trade_part(&output, WORDS_TRADE_REPEATS, 0, language);
    if (output.used == 0)
        words_put(&output, words_text(WORDS_TRADE_NOTHING, language));
}

/* Why the threat was not there before: 29.2. */
static void write_news(const board_position *before, const judge_finding *finding,
                       const judge_reason *reason, board_language language, char *buffer,
                       size_t size)
{
    char line[JUDGE_LINE_BYTES] = "";
    words_output output = words_begin(buffer, size);
    const judge_threat *earlier = reason->earlier;
    const char *attacker = "";
    if (earlier) {
        judge_line_text(before, &earlier->game.line, words_notation(language), line, sizeof line);
        attacker = judge_piece_name(earlier->attacker, language);
    }
    const words_field fields[] = {
        {"line", line},
        {"earlier", attacker},
        {"mover", judge_piece_name(before->piece_at[finding->move.from], language)}};
    words_fill(&output, words_news_text(reason->news, language), fields,
               sizeof fields / sizeof *fields);
}

static void write_line(const judge_reason *reason, board_language language, sentence_values *values)
{
    words_output move = words_begin(values->move, sizeof values->move);
    values->line[0] = '\0';
    if (!reason->line)
        return;
    judge_line_text(&reason->line_start, reason->line, words_notation(language), values->line,
                    sizeof values->line);
    words_put_move(&move, &reason->line_start, reason->line->moves[0], words_notation(language));
}

/* The pieces, neither king nor pawn, that take part in a king's or pawn's capture (27.1): the one
 * that moved if it does, else all that can take there too. */
static judge_pieces helpers_of(const board_position *before, const judge_finding *finding,
                               const judge_reason *reason)
{
    board_piece attackers[BOARD_SIDE_PIECES];
    board_piece mover = before->piece_at[finding->move.from];
    judge_pieces helpers = 0;
    if (!reason->threat || reason->kind != JUDGE_REASON_HELPED_CHASE)
        return 0;
    const board_position *start = &reason->line_start;
    board_square target = reason->threat->first.to;
    size_t count = board_attackers(start, finding->side, target, attackers);
    for (size_t i = 0; i < count; i++) {
        board_kind kind = board_piece_kind(attackers[i]);
        board_move take = {start->square_of[attackers[i]], target};
        if (kind != BOARD_KING && kind != BOARD_PAWN && board_is_legal(start, take))
            helpers |= judge_bit(attackers[i]);
    }
    return helpers & judge_bit(mover) ? judge_bit(mover) : helpers;
}

static void fill_values(const board_position *before, const judge_finding *finding,
                        const judge_reason *reason, board_language language,
                        sentence_values *values)
{
    size_t plies = reason->line ? reason->line->count : 0;
    judge_pieces victims = reason->threat ? reason->threat->victims : 0;
    write_pieces(finding->checkers, language, values->checkers, sizeof values->checkers);
    write_pieces(victims, language, values->target, sizeof values->target);
    write_pieces(finding->followed, language, values->followed, sizeof values->followed);
    write_pieces(helpers_of(before, finding, reason), language, values->helper,
                 sizeof values->helper);
    write_trade(reason, language, values->trade, sizeof values->trade);
    write_line(reason, language, values);
    snprintf(values->count, sizeof values->count, "%zu", (plies + 1) / 2);
    write_news(before, finding, reason, language, values->news, sizeof values->news);
}

/* The name of a piece, or nothing where there is none to name. */
static const char *name_or_nothing(board_piece piece, board_language language)
{
    return piece < BOARD_PIECES ? judge_piece_name(piece, language) : "";
}

static void put_reason(words_output *output, const board_position *before,
                       const judge_finding *finding, const judge_reason *reason,
                       board_language language)
{
    sentence_values values;
    const judge_threat *threat = reason->threat;
    board_piece attacker = threat ? threat->attacker : BOARD_NO_PIECE;
    board_piece trader = threat ? threat->trader : BOARD_NO_PIECE;
    fill_values(before, finding, reason, language, &values);
    const words_field fields[] = {
        {"checkers", values.checkers},
        {"target", values.target},
        {"followed", values.followed},
        {"trade", values.trade},
        {"line", values.line},
        {"move", values.move},
        {"count", values.count},
        {"news", values.news},
        {"attacker", name_or_nothing(attacker, language)},
        {"trader", name_or_nothing(trader, language)},
        {"helper", values.helper},
        {"mover", judge_piece_name(before->piece_at[finding->move.from], language)},
        {"own", judge_piece_name(finding->offered.own, language)},
        {"other", judge_piece_name(finding->offered.other, language)},
        {"side", judge_side_name(finding->side, language)},
        {"enemy", judge_side_name(board_other(finding->side), language)},
    };
    words_fill(output, words_reason_text(reason->kind, language), fields,
               sizeof fields / sizeof *fields);
}

char *judge_finding_sentence_under(const board_position *before, const judge_finding *finding,
                                   const judge_clauses *clauses, board_language language,
                                   char *buffer, size_t size)
{
    judge_reason reasons[JUDGE_REASONS_MAX];
    size_t count = judge_finding_reasons(before, finding, reasons);
    words_output output = words_begin(buffer, size);
    output.cites = !clauses || !clauses->world_chase;
    for (size_t i = 0; i < count && i < SENTENCES; i++) {
        if (i > 0)
            words_put(&output, words_text(WORDS_SENTENCE_GAP, language));
        put_reason(&output, before, finding, &reasons[i], language);
    }
    return buffer;
}

char *judge_reason_sentence(const board_position *before, const judge_finding *finding,
                            const judge_reason *reason, const judge_clauses *clauses,
                            board_language language, char *buffer, size_t size)
{
    words_output output = words_begin(buffer, size);
    output.cites = !clauses || !clauses->world_chase;
    put_reason(&output, before, finding, reason, language);
    return buffer;
}

char *judge_finding_sentence(const board_position *before, const judge_finding *finding,
                             board_language language, char *buffer, size_t size)
{
    return judge_finding_sentence_under(before, finding, NULL, language, buffer, size);
}

/* Does the list "28.3,29.1" have this number? */
static bool has_article(const char *list, const char *article, size_t length)
{
    while (*list != '\0') {
        size_t step = strcspn(list, ",");
        if (step == length && memcmp(list, article, length) == 0)
            return true;
        list += step + (list[step] == ',');
    }
    return false;
}

/* Adds the numbers that are not in the list yet. */
static void add_articles(words_output *list, const char *articles)
{
    while (*articles != '\0') {
        char article[JUDGE_ARTICLES_BYTES];
        size_t length = strcspn(articles, ",");
        snprintf(article, sizeof article, "%.*s", (int)length, articles);
        if (!has_article(list->buffer, articles, length)) {
            words_put(list, list->used > 0 ? "," : "");
            words_put(list, article);
        }
        articles += length + (articles[length] == ',');
    }
}

/* The world rules name three things only. */
static const char *world_article(judge_label label)
{
    switch (label) {
    case JUDGE_CHECK:
        return "wxf.check";
    case JUDGE_CHASE:
        return "wxf.chase";
    default:
        return "wxf.allowed";
    }
}

char *judge_finding_articles(const board_position *before, const judge_finding *finding,
                             const judge_clauses *clauses, char *buffer, size_t size)
{
    judge_reason reasons[JUDGE_REASONS_MAX];
    size_t count = judge_finding_reasons(before, finding, reasons);
    char numbers[2 * JUDGE_ARTICLES_BYTES];
    words_output list = words_begin(numbers, sizeof numbers);
    if (clauses && clauses->world_chase)
        add_articles(&list, world_article(finding->label));
    else
        for (size_t i = 0; i < count; i++)
            add_articles(&list, words_reason_articles(reasons[i].kind));
    words_output output = words_begin(buffer, size);
    words_put(&output, numbers);
    return buffer;
}
