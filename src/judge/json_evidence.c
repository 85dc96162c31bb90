/* judge/json_evidence.c: the evidence of one label as JSON. */
#include "judge/json_private.h"

static json_t *square_json(board_square square)
{
    const char name[3] = {(char)('a' + board_file_of(square)), (char)('0' + board_rank_of(square)),
                          '\0'};
    return square < BOARD_SQUARES ? json_string(name) : json_null();
}

static json_t *piece_json(judge_json_writer *writer, const board_position *position,
                          board_piece piece)
{
    json_t *object = json_object();
    judge_json_put(writer, object, "piece", json_string(judge_piece_name(piece, BOARD_ENGLISH)));
    judge_json_put(writer, object, "zh", json_string(judge_piece_name(piece, BOARD_CHINESE)));
    judge_json_put(writer, object, "square", square_json(position->square_of[piece]));
    return object;
}

static json_t *pieces_json(judge_json_writer *writer, const board_position *position,
                           judge_pieces pieces)
{
    json_t *array = json_array();
    for (; pieces; pieces &= pieces - 1)
        judge_json_add(writer, array,
                       piece_json(writer, position, (board_piece)__builtin_ctz(pieces)));
    return array;
}

/* The moves of a line in one notation, played from the position. */
static json_t *moves_json(judge_json_writer *writer, const board_position *start,
                          const judge_line *line, board_notation notation)
{
    json_t *array = json_array();
    board_position position = *start;
    for (size_t i = 0; i < line->count; i++) {
        judge_json_add(writer, array, judge_json_move(&position, line->moves[i], notation));
        board_make(&position, line->moves[i]);
    }
    return array;
}

static json_t *line_json(judge_json_writer *writer, const board_position *start,
                         const judge_line *line)
{
    json_t *object = json_object();
    judge_json_put(writer, object, "iccs", moves_json(writer, start, line, BOARD_NOTATION_ICCS));
    judge_json_put(writer, object, "zh", moves_json(writer, start, line, BOARD_NOTATION_CHINESE));
    judge_json_put(writer, object, "cut", json_boolean(line->cut));
    return object;
}

static json_t *balance_json(judge_json_writer *writer, judge_balance balance)
{
    json_t *object = json_object();
    judge_json_put(writer, object, "units", json_integer(balance.units));
    judge_json_put(writer, object, "pawns", json_integer(balance.pawns));
    judge_json_put(writer, object, "rooks", json_integer(balance.rooks));
    return object;
}

/* What the captures of a line come to for the side of `start` to move, whoever makes them: those of
 * a king or pawn too, which the exchange game does not score (27.1, 27.2). */
static judge_balance captures_balance(const board_position *start, const judge_line *line,
                                      judge_balance balance, board_side side)
{
    board_position position = *start;
    for (size_t i = 0; i < line->count; i++) {
        board_move move = line->moves[i];
        board_piece target = position.piece_at[move.to];
        if (target != BOARD_NO_PIECE) {
            judge_balance value = judge_value(target, move.to);
            bool gain = board_piece_side(target) != side;
            balance = judge_balance_add(balance, gain ? value : judge_balance_negate(value));
        }
        board_make(&position, move);
    }
    return balance;
}

static const char *answer_code(judge_answer answer)
{
    return answer == JUDGE_YES ? "yes" : answer == JUDGE_NO ? "no" : "unknown";
}

/* Where the threats of a list are played from, and what else is needed to write them. */
typedef struct threat_place {
    const board_position *before; /* the move's */
    const judge_finding *finding;
    board_position start; /* of the lines */
    bool after;           /* the list after the move: new threats are explained */
} threat_place;

/* `first`: what the capture that the root answers to has brought. */
static json_t *root_json(judge_json_writer *writer, const board_position *taken,
                         const judge_root *root, judge_balance first)
{
    judge_balance balance =
        captures_balance(taken, &root->line, first, board_other(taken->to_move));
    json_t *object = piece_json(writer, taken, root->piece);
    judge_json_put(writer, object, "flaw", json_string(judge_flaw_code(root->flaw)));
    judge_json_put(writer, object, "line", line_json(writer, taken, &root->line));
    judge_json_put(writer, object, "balance", balance_json(writer, balance));
    return object;
}

static json_t *roots_json(judge_json_writer *writer, const threat_place *place,
                          const judge_threat *threat)
{
    judge_root roots[JUDGE_ROOTS_MAX];
    size_t count = judge_find_roots(place->before, place->finding, threat, &writer->setting, roots);
    board_position taken = place->start;
    board_piece target = taken.piece_at[threat->first.to];
    judge_balance first = judge_value(target, threat->first.to);
    board_make(&taken, threat->first);
    json_t *array = json_array();
    for (size_t i = 0; i < count; i++)
        judge_json_add(writer, array, root_json(writer, &taken, &roots[i], first));
    return array;
}

static bool is_new(const judge_threat *threat)
{
    return threat->status == JUDGE_THREAT_NEW || threat->status == JUDGE_THREAT_RENEWED;
}

/* What is told of a new threat besides: why it is new, and why its target's roots do not help. */
static void put_news(judge_json_writer *writer, json_t *object, const threat_place *place,
                     const judge_threat *threat)
{
    judge_news news = judge_threat_news(place->finding, threat, NULL);
    judge_json_put(writer, object, "news", json_string(judge_news_code(news)));
    if (threat->kind == JUDGE_DIRECT && !writer->setting.clauses.world_chase)
        judge_json_put(writer, object, "roots", roots_json(writer, place, threat));
}

/* Before the move nothing is new or old yet: it stands there or is struck out. */
static const char *status_code(const threat_place *place, const judge_threat *threat)
{
    bool stands = !place->after && threat->status == JUDGE_THREAT_NEW;
    return stands ? "present" : judge_status_code(threat->status);
}

static json_t *threat_json(judge_json_writer *writer, const threat_place *place,
                           const judge_threat *threat)
{
    const board_position *start = &place->start;
    /* Before the move a king in check may have been left there: its line ends as it was found. */
    judge_line_end end = place->after ? judge_threat_end(start, threat) : threat->game.end;
    judge_balance balance =
        captures_balance(start, &threat->game.line, (judge_balance){0, 0, 0}, start->to_move);
    json_t *object = json_object();
    judge_json_put(writer, object, "attacker", piece_json(writer, start, threat->attacker));
    judge_json_put(writer, object, "victims", pieces_json(writer, start, threat->victims));
    judge_json_put(writer, object, "kind", json_string(judge_kind_code(threat->kind)));
    judge_json_put(writer, object, "status", json_string(status_code(place, threat)));
    judge_json_put(writer, object, "answer", json_string(answer_code(threat->answer)));
    judge_json_put(writer, object, "line", line_json(writer, start, &threat->game.line));
    judge_json_put(writer, object, "end", json_string(judge_end_code(end)));
    judge_json_put(writer, object, "balance", balance_json(writer, balance));
    if (threat->status == JUDGE_THREAT_EVEN_TRADE && threat->trader < BOARD_PIECES)
        judge_json_put(writer, object, "trader", piece_json(writer, start, threat->trader));
    if (place->after && is_new(threat))
        put_news(writer, object, place, threat);
    return object;
}

static json_t *threats_json(judge_json_writer *writer, const threat_place *place,
                            const judge_threat *threats, size_t count)
{
    json_t *array = json_array();
    for (size_t i = 0; i < count; i++)
        judge_json_add(writer, array, threat_json(writer, place, &threats[i]));
    return array;
}

static void put_threats(judge_json_writer *writer, json_t *object, const board_position *before,
                        const judge_finding *finding)
{
    threat_place place = {.before = before, .finding = finding, .after = true};
    judge_threats_start(before, finding, true, &place.start);
    judge_json_put(writer, object, "threats",
                   threats_json(writer, &place, finding->after.threats, finding->after.count));
    judge_json_put(
        writer, object, "refuted",
        threats_json(writer, &place, finding->after.refuted, finding->after.refuted_count));
    place.after = false;
    judge_threats_start(before, finding, false, &place.start);
    judge_json_put(writer, object, "before",
                   threats_json(writer, &place, finding->before.threats, finding->before.count));
}

/* The mate that is threatened, or, of a block, the one that was stopped. */
static void put_mate(judge_json_writer *writer, json_t *object, const board_position *before,
                     const judge_finding *finding)
{
    bool stopped = finding->label == JUDGE_IDLE && finding->idle_kind == JUDGE_IDLE_BLOCK;
    bool threatened = finding->label == JUDGE_KILL || finding->king_evaded;
    board_position start;
    if ((!stopped && !threatened) || finding->mate.count == 0)
        return;
    judge_threats_start(before, finding, !stopped, &start);
    if (stopped)
        board_pass(&start);
    json_t *mate = line_json(writer, &start, &finding->mate);
    judge_json_put(writer, mate, "by", json_string(start.to_move == BOARD_RED ? "red" : "black"));
    judge_json_put(writer, object, "mate", mate);
}

static void put_idle(judge_json_writer *writer, json_t *object, const board_position *after,
                     const judge_finding *finding)
{
    bool offer =
        finding->idle_kind == JUDGE_IDLE_EXCHANGE || finding->idle_kind == JUDGE_IDLE_SACRIFICE;
    if (offer) {
        json_t *facing = json_object();
        judge_json_put(writer, facing, "own", piece_json(writer, after, finding->offered.own));
        judge_json_put(writer, facing, "other", piece_json(writer, after, finding->offered.other));
        judge_json_put(writer, object, "facing", facing);
    }
    if (finding->idle_kind == JUDGE_IDLE_FOLLOW)
        judge_json_put(writer, object, "followed", pieces_json(writer, after, finding->followed));
}

static json_t *reasons_json(judge_json_writer *writer, const board_position *before,
                            const judge_finding *finding)
{
    judge_reason reasons[JUDGE_REASONS_MAX];
    size_t count = judge_finding_reasons(before, finding, reasons);
    json_t *array = json_array();
    for (size_t i = 0; i < count; i++)
        judge_json_add(writer, array, json_string(judge_reason_code(reasons[i].kind)));
    return array;
}

static json_t *limits_json(judge_json_writer *writer, const judge_finding *finding)
{
    const judge_limits *limits = &writer->setting.limits;
    json_t *object = json_object();
    judge_json_put(writer, object, "edition", json_string(writer->edition->name));
    judge_json_put(writer, object, "nodes", json_integer(finding->nodes));
    judge_json_put(writer, object, "mate_nodes", json_integer(limits->mate.nodes));
    judge_json_put(writer, object, "exchange_plies", json_integer(limits->exchange.plies));
    judge_json_put(writer, object, "exchange_nodes", json_integer(limits->exchange.nodes));
    judge_json_put(writer, object, "own_checks", json_integer(limits->exchange.own_checks));
    judge_json_put(writer, object, "other_checks", json_integer(limits->exchange.other_checks));
    return object;
}

static void put_sentences(judge_json_writer *writer, json_t *object, const board_position *before,
                          const judge_finding *finding)
{
    const judge_clauses *clauses = &writer->setting.clauses;
    char text[JUDGE_SENTENCE_BYTES];
    judge_json_put(writer, object, "reasons", reasons_json(writer, before, finding));
    judge_finding_articles(before, finding, clauses, text, sizeof text);
    judge_json_put(writer, object, "articles", judge_json_articles(writer, text));
    judge_finding_sentence_under(before, finding, clauses, BOARD_CHINESE, text, sizeof text);
    judge_json_put(writer, object, "sentence_zh", json_string(text));
    judge_finding_sentence_under(before, finding, clauses, BOARD_ENGLISH, text, sizeof text);
    judge_json_put(writer, object, "sentence_en", json_string(text));
}

json_t *judge_json_evidence(judge_json_writer *writer, const board_position *before,
                            const judge_finding *finding)
{
    board_position after;
    json_t *object = json_object();
    judge_threats_start(before, finding, true, &after);
    put_sentences(writer, object, before, finding);
    judge_json_put(writer, object, "king_in_check", json_boolean(finding->king_in_check));
    judge_json_put(writer, object, "king_evaded", json_boolean(finding->king_evaded));
    judge_json_put(writer, object, "key_square", json_boolean(finding->key_square));
    judge_json_put(writer, object, "pawns_counted", json_boolean(finding->pawns_counted));
    judge_json_put(writer, object, "light", json_boolean(finding->light));
    if (finding->label == JUDGE_CHECK)
        judge_json_put(writer, object, "checkers", pieces_json(writer, &after, finding->checkers));
    else
        put_threats(writer, object, before, finding);
    put_mate(writer, object, before, finding);
    if (finding->label == JUDGE_IDLE)
        put_idle(writer, object, &after, finding);
    judge_json_put(writer, object, "limits", limits_json(writer, finding));
    return object;
}
