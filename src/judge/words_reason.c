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

static board_piece mover_of(const gathering *all)
{
    return all->before->piece_at[all->finding->move.from];
}

/* How much a threat says for its label: proven before unknown, plain captures before checks, other
 * attackers before kings and pawns, the piece that moved before others if it truly gains, then by
 * what it takes. */
static int rank_of(const gathering *all, const judge_threat *threat)
{
    enum { PROVEN = 2000, DIRECT = 1000, BY_PIECE = 500, BY_MOVER = 200 };
    bool gains = threat->game.end == JUDGE_END_MATE || judge_is_gain(threat->game.balance);
    return (threat->answer == JUDGE_YES ? PROVEN : 0) +
           (threat->kind == JUDGE_DIRECT ? DIRECT : 0) + (takes_by_itself(threat) ? 0 : BY_PIECE) +
           (gains && threat->attacker == mover_of(all) ? BY_MOVER : 0) +
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
 * by the piece that moved, then by what it takes; 0: it has nothing to do with the move. */
enum { BROUGHT = 2000, MOVED = 1000 };

static int nearness(const gathering *all, const judge_threat *capture)
{
    bool attacked = board_piece_attacks(all->before, capture->attacker, capture->first.to);
    int near = (attacked ? 0 : BROUGHT) + (capture->attacker == mover_of(all) ? MOVED : 0);
    return near > 0 ? near + weight_of(all, capture->victims) : 0;
}

static const judge_threat *nearest_refuted(const gathering *all)
{
    const judge_threat_list *list = &all->finding->after;
    const judge_threat *best = NULL;
    int best_near = 0;
    for (size_t i = 0; i < list->refuted_count; i++) {
        int near = nearness(all, &list->refuted[i]);
        if (near > best_near) {
            best = &list->refuted[i];
            best_near = near;
        }
    }
    return best;
}

/* The weightiest capture by a king or a pawn alone (27.1, 27.2), by the piece that moved or by
 * any. */
static const judge_threat *best_uncounted(const gathering *all, bool by_mover)
{
    const judge_threat_list *list = &all->finding->after;
    const judge_threat *best = NULL;
    for (size_t i = 0; i < list->refuted_count; i++) {
        const judge_threat *capture = &list->refuted[i];
        bool asked = capture->status == JUDGE_THREAT_UNCOUNTED &&
                     (!by_mover || capture->attacker == mover_of(all));
        if (asked && (!best || weight_of(all, capture->victims) > weight_of(all, best->victims)))
            best = capture;
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

/* What excuses the attacks that there are: a capture that the move brought or that its piece makes,
 * and an attack that stood before. Captures of other pieces that the move left as they were say
 * nothing about it, but for those of kings and pawns: these never count, whenever they began. Of a
 * king's step even they say nothing. */
static void gather_excuses(gathering *all)
{
    const judge_threat *old = best_threat(all, false, 0);
    const judge_threat *refuted = nearest_refuted(all);
    bool king = board_piece_kind(mover_of(all)) == BOARD_KING;
    if (!old && !refuted && all->count == 0 && !king && !all->finding->king_in_check)
        refuted = best_uncounted(all, false);
    bool refuted_first =
        refuted && (!old || (old->attacker != mover_of(all) && nearness(all, refuted) >= BROUGHT));
    if (refuted_first)
        add_threat(all, refuted_kind(all, refuted), refuted);
    if (old)
        add_threat(all,
                   old->kind == JUDGE_DIRECT ? JUDGE_REASON_OLD_ATTACK : JUDGE_REASON_OLD_CHECKS,
                   old);
    if (refuted && !refuted_first)
        add_threat(all, refuted_kind(all, refuted), refuted);
}

/* 27.1, 27.2: a king or a pawn that attacks by itself follows because its captures do not count. */
static bool gather_following_alone(gathering *all)
{
    const judge_threat *alone =
        all->finding->idle_kind == JUDGE_IDLE_FOLLOW ? best_uncounted(all, true) : NULL;
    if (!alone)
        return false;
    add_threat(all, refuted_kind(all, alone), alone);
    add_reason(all, JUDGE_REASON_FOLLOW);
    return true;
}

static void gather_idle(gathering *all)
{
    const judge_finding *finding = all->finding;
    if (finding->key_square) {
        const judge_threat *chased = best_threat(all, true, 0);
        if (chased)
            add_threat(all, JUDGE_REASON_KEY_SQUARE, chased);
        else
            add_reason(all, JUDGE_REASON_KEY_SQUARE);
    }
    if (finding->king_evaded)
        add_reason(all, JUDGE_REASON_KING_EVADED);
    if (!gather_following_alone(all)) {
        gather_kind(all);
        if (!finding->key_square && !finding->king_evaded)
            gather_excuses(all);
    }
    if (all->count == 0)
        add_reason(all, finding->king_in_check ? JUDGE_REASON_ANSWERS_CHECK : JUDGE_REASON_NOTHING);
}

size_t judge_finding_reasons(const board_position *before, const judge_finding *finding,
                             judge_reason reasons[JUDGE_REASONS_MAX])
{
    gathering all = {.before = before, .finding = finding, .reasons = reasons};
    judge_threats_start(before, finding, true, &all.after);
    switch (finding->label) {
    case JUDGE_CHECK:
        add_reason(&all, finding->checkers == judge_bit(board_king(finding->side))
                             ? JUDGE_REASON_KINGS_FACE
                             : JUDGE_REASON_CHECK);
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
