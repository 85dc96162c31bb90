/* judge/words_reason.c: the reasons of a label, found in its evidence. */
#include "judge/words_private.h"

/* Reasons being gathered for one finding. */
typedef struct gathering {
    const board_position *before;
    const judge_finding *finding;
    board_position after; /* the mover's side to move again */
    judge_reason *reasons;
    size_t count;
} gathering;

void judge_threats_start(const board_position *before, const judge_finding *finding, bool after,
                         board_position *start)
{
    *start = *before;
    if (!after)
        return;
    board_make(start, finding->move);
    board_pass(start);
}

judge_line_end judge_threat_end(const board_position *start, const judge_threat *threat)
{
    const judge_line *line = &threat->game.line;
    board_position position = *start;
    if (threat->game.end != JUDGE_END_BALANCE || line->cut || line->count == 0)
        return threat->game.end;
    for (size_t i = 0; i < line->count; i++)
        board_make(&position, line->moves[i]);
    if (board_has_legal_move(&position))
        return threat->game.end;
    return position.to_move == start->to_move ? JUDGE_END_MATED : JUDGE_END_MATE;
}

static bool is_new(const judge_threat *threat)
{
    return threat->status == JUDGE_THREAT_NEW || threat->status == JUDGE_THREAT_RENEWED;
}

static const judge_threat *find_capture(const judge_threat *threats, size_t count,
                                        const judge_threat *like, bool same_attacker)
{
    for (size_t i = 0; i < count; i++) {
        if (threats[i].kind == JUDGE_DIRECT && threats[i].victims == like->victims &&
            (threats[i].attacker == like->attacker) == same_attacker)
            return &threats[i];
    }
    return NULL;
}

static judge_news direct_news(const judge_threat_list *before, const judge_threat *threat,
                              const judge_threat **earlier)
{
    *earlier = find_capture(before->threats, before->count, threat, true);
    if (*earlier)
        return (*earlier)->status == JUDGE_THREAT_EVEN_TRADE ? JUDGE_NEWS_EVEN_TRADE
                                                             : JUDGE_NEWS_RENEWED;
    *earlier = find_capture(before->refuted, before->refuted_count, threat, true);
    if (*earlier)
        return (*earlier)->status == JUDGE_THREAT_UNCOUNTED ? JUDGE_NEWS_UNCOUNTED
                                                            : JUDGE_NEWS_WON_NOTHING;
    *earlier = find_capture(before->threats, before->count, threat, false);
    if (*earlier && (*earlier)->status != JUDGE_THREAT_EVEN_TRADE)
        return JUDGE_NEWS_OTHER_ATTACKER;
    *earlier = NULL;
    return JUDGE_NEWS_NOT_ATTACKED;
}

judge_news judge_threat_news(const judge_finding *finding, const judge_threat *threat,
                             const judge_threat **earlier)
{
    const judge_threat_list *before = &finding->before;
    const judge_threat *found = NULL;
    judge_news news = JUDGE_NEWS_NOT_ATTACKED;
    if (threat->kind == JUDGE_DIRECT)
        news = direct_news(before, threat, &found);
    for (size_t i = 0; threat->kind == JUDGE_CHECK_LINE && !found && i < before->count; i++) {
        const judge_threat *line = &before->threats[i];
        if (line->kind == JUDGE_CHECK_LINE && board_move_equal(line->first, threat->first)) {
            found = line;
            news = JUDGE_NEWS_OTHER_TARGET;
        }
    }
    if (earlier)
        *earlier = found;
    return threat->status == JUDGE_THREAT_RENEWED ? JUDGE_NEWS_RENEWED : news;
}

static judge_reason *add_reason(gathering *all, judge_reason_kind kind)
{
    judge_reason *reason = &all->reasons[all->count++];
    *reason = (judge_reason){.kind = kind, .line_start = all->after};
    return reason;
}

/* An offer to exchange or to be taken is about what the other side can take: the capture by the
 * side that offers proves nothing about it. */
static bool is_offer(judge_reason_kind kind)
{
    return kind == JUDGE_REASON_EVEN_TRADE || kind == JUDGE_REASON_EVEN_SACRIFICE;
}

static void add_threat(gathering *all, judge_reason_kind kind, const judge_threat *threat)
{
    judge_reason *reason = add_reason(all, kind);
    reason->threat = threat;
    if (threat->game.line.count > 0 && !is_offer(kind))
        reason->line = &threat->game.line;
    if (is_new(threat))
        reason->news = judge_threat_news(all->finding, threat, &reason->earlier);
}

/* What pieces are worth where they stand before the move, to name the weightiest first. */
static int weight_of(const gathering *all, judge_pieces pieces)
{
    int weight = 0;
    for (; pieces; pieces &= pieces - 1) {
        board_piece piece = (board_piece)__builtin_ctz(pieces);
        judge_balance value = judge_value(piece, all->before->square_of[piece]);
        weight += 2 * value.units + value.pawns;
    }
    return weight;
}

/* A king or a pawn takes, which counts only in company (27.1, 27.2). */
static bool takes_by_itself(const judge_threat *threat)
{
    board_kind kind = board_piece_kind(threat->attacker);
    return threat->kind == JUDGE_DIRECT && (kind == BOARD_KING || kind == BOARD_PAWN);
}

/* How much a threat says for its label: proven before unknown, plain captures before checks, other
 * attackers before kings and pawns, then by what it takes. */
static int rank_of(const gathering *all, const judge_threat *threat)
{
    enum { PROVEN = 2000, DIRECT = 1000, BY_PIECE = 500 };
    return (threat->answer == JUDGE_YES ? PROVEN : 0) +
           (threat->kind == JUDGE_DIRECT ? DIRECT : 0) + (takes_by_itself(threat) ? 0 : BY_PIECE) +
           weight_of(all, threat->victims);
}

/* The threat that says most, of those that are new (or old) and take something not yet named. */
static const judge_threat *best_threat(const gathering *all, bool new, judge_pieces named)
{
    const judge_threat_list *list = &all->finding->after;
    const judge_threat *best = NULL;
    for (size_t i = 0; i < list->count; i++) {
        const judge_threat *threat = &list->threats[i];
        bool asked = new ? is_new(threat) : threat->status == JUDGE_THREAT_OLD;
        bool adds = named == 0 || (threat->victims & ~named) != 0;
        if (asked && adds && (!best || rank_of(all, threat) > rank_of(all, best)))
            best = threat;
    }
    return best;
}

static judge_reason_kind new_threat_kind(const gathering *all, const judge_threat *threat)
{
    bool direct = threat->kind == JUDGE_DIRECT;
    if (threat->answer == JUDGE_UNKNOWN)
        return direct ? JUDGE_REASON_TAKING_UNKNOWN : JUDGE_REASON_CHECKS_UNKNOWN;
    if (!direct)
        return JUDGE_REASON_CHECK_CHASE;
    if (!takes_by_itself(threat))
        return JUDGE_REASON_DIRECT_CHASE;
    bool pawn = board_piece_kind(threat->attacker) == BOARD_PAWN;
    return pawn && all->finding->pawns_counted ? JUDGE_REASON_PAWN_CHASE
                                               : JUDGE_REASON_HELPED_CHASE;
}

static void gather_new(gathering *all)
{
    judge_pieces named = 0;
    while (all->count < JUDGE_REASONS_MAX) {
        const judge_threat *threat = best_threat(all, true, named);
        if (!threat)
            return;
        add_threat(all, new_threat_kind(all, threat), threat);
        if ((threat->victims & ~named) == 0)
            return; /* it takes nothing by name: there is no next one to tell apart */
        named |= threat->victims;
    }
}

/* Which search ran out, and what is known all the same. */
static void gather_unknown(gathering *all)
{
    if (all->finding->mate_unknown)
        add_reason(all, JUDGE_REASON_MATE_UNKNOWN);
    gather_new(all);
    if (all->count == 0)
        add_reason(all, JUDGE_REASON_SEARCH_UNKNOWN);
}

static void gather_mate(gathering *all)
{
    const judge_line *line = &all->finding->mate;
    bool at_once = line->count == 1;
    judge_reason *reason = add_reason(all, at_once ? JUDGE_REASON_MATE_AT_ONCE : JUDGE_REASON_MATE);
    reason->line = line;
}

/* An offer to exchange or to be taken: a threat struck out by it, or only like pieces that face
 * each other. */
static void gather_offer(gathering *all, judge_reason_kind struck, judge_reason_kind facing)
{
    const judge_threat_list *list = &all->finding->after;
    for (size_t i = 0; i < list->count; i++) {
        const judge_threat *threat = &list->threats[i];
        if (threat->status == JUDGE_THREAT_EVEN_TRADE &&
            threat->victims == judge_bit(all->finding->offered.other)) {
            add_threat(all, struck, threat);
            return;
        }
    }
    add_reason(all, facing);
}

static void gather_block(gathering *all)
{
    judge_reason *reason = add_reason(all, JUDGE_REASON_BLOCK);
    reason->line = &all->finding->mate;
    reason->line_start = *all->before;
    board_pass(&reason->line_start);
}

static void gather_kind(gathering *all)
{
    switch (all->finding->idle_kind) {
    case JUDGE_IDLE_EXCHANGE:
        gather_offer(all, JUDGE_REASON_EVEN_TRADE, JUDGE_REASON_EXCHANGE);
        break;
    case JUDGE_IDLE_SACRIFICE:
        gather_offer(all, JUDGE_REASON_EVEN_SACRIFICE, JUDGE_REASON_SACRIFICE);
        break;
    case JUDGE_IDLE_BLOCK:
        gather_block(all);
        break;
    case JUDGE_IDLE_FOLLOW:
        add_reason(all, JUDGE_REASON_FOLLOW);
        break;
    default:
        break;
    }
}

/* How near a capture that is no threat is to the move: one that the move brought first, then one
 * by the piece that moved, then by what it takes. */
static int nearness(const gathering *all, const judge_threat *capture)
{
    enum { BROUGHT = 2000, MOVED = 1000 };
    board_piece mover = all->before->piece_at[all->finding->move.from];
    bool attacked = board_piece_attacks(all->before, capture->attacker, capture->first.to);
    return (attacked ? 0 : BROUGHT) + (capture->attacker == mover ? MOVED : 0) +
           weight_of(all, capture->victims);
}

static const judge_threat *nearest_refuted(const gathering *all)
{
    const judge_threat_list *list = &all->finding->after;
    const judge_threat *best = NULL;
    for (size_t i = 0; i < list->refuted_count; i++) {
        if (!best || nearness(all, &list->refuted[i]) > nearness(all, best))
            best = &list->refuted[i];
    }
    return best;
}

static judge_reason_kind refuted_kind(const gathering *all, const judge_threat *capture)
{
    const judge_exchange_result *game = &capture->game;
    if (capture->status == JUDGE_THREAT_UNCOUNTED)
        return board_piece_kind(capture->attacker) == BOARD_KING ? JUDGE_REASON_KING_TAKES
                                                                 : JUDGE_REASON_PAWN_TAKES;
    if (capture->status == JUDGE_THREAT_EVEN_TRADE)
        return JUDGE_REASON_EVEN_TRADE;
    if (judge_threat_end(&all->after, capture) == JUDGE_END_MATED)
        return JUDGE_REASON_TAKER_MATED;
    bool recaptured = game->line.count > 1 && game->line.moves[1].to == capture->first.to;
    if (recaptured)
        return JUDGE_REASON_PROTECTED;
    return judge_is_loss(game->balance) ? JUDGE_REASON_LOSES : JUDGE_REASON_NO_GAIN;
}

static void gather_excuses(gathering *all)
{
    enum { BROUGHT_OR_MOVED = 1000 };
    const judge_threat *old = best_threat(all, false, 0);
    const judge_threat *refuted = nearest_refuted(all);
    if (old)
        add_threat(all,
                   old->kind == JUDGE_DIRECT ? JUDGE_REASON_OLD_ATTACK : JUDGE_REASON_OLD_CHECKS,
                   old);
    if (refuted && (!old || nearness(all, refuted) >= BROUGHT_OR_MOVED))
        add_threat(all, refuted_kind(all, refuted), refuted);
}

static void gather_idle(gathering *all)
{
    if (all->finding->key_square) {
        const judge_threat *chased = best_threat(all, true, 0);
        if (chased)
            add_threat(all, JUDGE_REASON_KEY_SQUARE, chased);
        else
            add_reason(all, JUDGE_REASON_KEY_SQUARE);
    }
    if (all->finding->king_evaded)
        add_reason(all, JUDGE_REASON_KING_EVADED);
    gather_kind(all);
    if (!all->finding->key_square && !all->finding->king_evaded)
        gather_excuses(all);
    if (all->count == 0)
        add_reason(all, JUDGE_REASON_NOTHING);
}

size_t judge_finding_reasons(const board_position *before, const judge_finding *finding,
                             judge_reason reasons[JUDGE_REASONS_MAX])
{
    gathering all = {.before = before, .finding = finding, .reasons = reasons};
    judge_threats_start(before, finding, true, &all.after);
    switch (finding->label) {
    case JUDGE_CHECK:
        add_reason(&all, JUDGE_REASON_CHECK);
        break;
    case JUDGE_KILL:
        gather_mate(&all);
        break;
    case JUDGE_CHASE:
        gather_new(&all);
        break;
    case JUDGE_IDLE:
        gather_idle(&all);
        break;
    default:
        gather_unknown(&all);
        break;
    }
    if (all.count == 0)
        add_reason(&all, JUDGE_REASON_NOTHING);
    return all.count;
}
