/*
 * judge/proof.c: proof-number search, depth first (df-pn).
 *
 * Every position of the tree has two numbers: how much there is at least to prove for the side to
 * move to have its way (its `own` number), and for the other to have its (`other`). The attacker's
 * way is mate, the defender's is not to be mated. The search always follows the child that seems
 * easiest, and leaves it when another seems easier.
 *
 * Repetition. A position of the line that comes back is no progress for the attacker, so it counts
 * as refuted there. A refutation found that way rests on the positions of the line between the
 * repeated one and itself: it is kept with them, and believed again only on a line that holds the
 * same ones. Where the repeated position is the refuted one itself, or lies below it, nothing
 * outside is needed and the refutation is good on any line. (An attacker who could force mate could
 * do so without repeating anything, so a defence that always ends in repetition is a defence.)
 * Proofs never rest on a repetition.
 */
#include "judge/proof.h"

#include <stdlib.h>
#include <string.h>

#include "judge/memo.h"

enum {
    WAYS = 4,             /* entries tried for a key */
    PATH_MAX_PLIES = 512, /* longest line followed */
    PATIENCE = 4,         /* a child is left when it is a quarter harder than the next */
    STOP_NODES = 1024,    /* query->stop is asked once for so many positions */
    NOTHING = 1 << 20     /* rests on no position of the line */
};

static const uint32_t infinite = UINT32_MAX / 4;

typedef struct proof_entry {
    uint64_t key;
    uint32_t own;
    uint32_t other;
    uint32_t effort; /* positions searched below, to decide what to keep */
    board_move best; /* towards a proof: the mating check, or the longest defence */
    uint16_t epoch;
    uint16_t length;  /* proven: plies to mate */
    bool conditional; /* a refutation that rests on positions of its line: */
    uint64_t line;    /* their keys, combined */
} proof_entry;

struct judge_proof_table {
    size_t buckets;
    uint16_t epoch;
    proof_entry *entries;
};

typedef struct prover {
    const judge_mate_query *query;
    judge_proof_table *table;
    board_position position;
    board_side attacker;
    uint64_t salt;
    uint64_t path[PATH_MAX_PLIES];
    uint64_t combined[PATH_MAX_PLIES + 1]; /* [n]: the keys of the first n positions combined */
    int ply;
    long nodes;
    long next_stop; /* when query->stop is asked again */
    bool stopped;
} prover;

/* The numbers of a position as seen by the side to move there. */
typedef struct numbers {
    uint32_t own;
    uint32_t other;
    uint16_t length;
    int rests_on; /* refuted: the first position of the line that this rests on, or NOTHING */
} numbers;

judge_proof_table *judge_proof_table_new(size_t entries)
{
    judge_proof_table *table = calloc(1, sizeof *table);
    if (!table)
        return NULL;
    table->buckets = entries / WAYS ? entries / WAYS : 1;
    table->epoch = 1;
    table->entries = calloc(table->buckets * WAYS, sizeof *table->entries);
    if (!table->entries) {
        free(table);
        return NULL;
    }
    return table;
}

void judge_proof_table_free(judge_proof_table *table)
{
    if (table)
        free(table->entries);
    free(table);
}

void judge_proof_table_clear(judge_proof_table *table)
{
    if (++table->epoch == 0) {
        memset(table->entries, 0, table->buckets * WAYS * sizeof *table->entries);
        table->epoch = 1;
    }
}

static proof_entry *find_entry(const prover *search, uint64_t key)
{
    proof_entry *bucket = &search->table->entries[key % search->table->buckets * WAYS];
    for (int way = 0; way < WAYS; way++) {
        if (bucket[way].key == key && bucket[way].epoch == search->table->epoch)
            return &bucket[way];
    }
    return NULL;
}

/* The entry of the key, or the least valuable one of its bucket, made empty. */
static proof_entry *take_entry(const prover *search, uint64_t key)
{
    proof_entry *found = find_entry(search, key);
    if (found)
        return found;
    proof_entry *bucket = &search->table->entries[key % search->table->buckets * WAYS];
    proof_entry *worst = bucket;
    for (int way = 0; way < WAYS; way++) {
        if (bucket[way].epoch != search->table->epoch) {
            worst = &bucket[way];
            break;
        }
        if (bucket[way].effort < worst->effort)
            worst = &bucket[way];
    }
    *worst = (proof_entry){.key = key, .epoch = search->table->epoch};
    return worst;
}

static bool attacker_to_move(const prover *search)
{
    return search->position.to_move == search->attacker;
}

static uint64_t position_key(const prover *search)
{
    return judge_mate_key(&search->position, search->query, search->salt);
}

static void list_moves(const prover *search, board_move_list *moves)
{
    if (!attacker_to_move(search)) {
        board_legal_moves(&search->position, moves);
        return;
    }
    unsigned ignore = search->query->attacker_immune ? BOARD_IGNORE_OWN_CHECK : 0u;
    board_generate(&search->position, BOARD_CHECKS | ignore, moves);
    size_t kept = 0;
    for (size_t i = 0; i < moves->count; i++) {
        if (!judge_is_barred(search->query->barred, &search->position, moves->moves[i]))
            moves->moves[kept++] = moves->moves[i];
    }
    moves->count = kept;
}

/* The index of the position in the line, -1 if it is not there. */
static int find_on_path(const prover *search, uint64_t key)
{
    for (int i = search->ply - 1; i >= 0; i--) {
        if (search->path[i] == key)
            return i;
    }
    return -1;
}

/* Where the positions start on which a conditional refutation rests, if the line holds just these
 * up to here; else -1. */
static int find_condition(const prover *search, uint64_t line)
{
    uint64_t all = search->combined[search->ply];
    for (int i = search->ply - 1; i >= 0; i--) {
        if ((all ^ search->combined[i]) == line)
            return i;
    }
    return -1;
}

/* What the attacker's failing looks like to the side to move. */
static numbers refuted(bool attacking, int rests_on)
{
    return (numbers){
        .own = attacking ? infinite : 0, .other = attacking ? 0 : infinite, .rests_on = rests_on};
}

/* A first guess: the more answers the defender has, the harder the proof. */
static numbers first_numbers(prover *search)
{
    bool attacking = attacker_to_move(search);
    board_move_list moves;
    list_moves(search, &moves);
    if (moves.count == 0 && attacking)
        return refuted(true, NOTHING);
    if (moves.count == 0)
        return (numbers){.own = infinite, .other = 0, .rests_on = NOTHING};
    return (numbers){.own = 1, .other = attacking ? 1 : (uint32_t)moves.count, .rests_on = NOTHING};
}

/* What is known of the position under this key; false if nothing of use. */
static bool recall(const prover *search, uint64_t key, bool attacking, numbers *value)
{
    const proof_entry *entry = find_entry(search, key);
    bool proven = entry && (attacking ? entry->own == 0 : entry->other == 0);
    int repeated = proven ? -1 : find_on_path(search, key);
    if (repeated >= 0) {
        *value = refuted(attacking, repeated);
        return true;
    }
    if (!entry)
        return false;
    *value = (numbers){entry->own, entry->other, entry->length, NOTHING};
    if (!entry->conditional)
        return true;
    value->rests_on = find_condition(search, entry->line);
    return value->rests_on >= 0;
}

/* The numbers of the present position, which is new to the table. */
static numbers enter(prover *search, uint64_t key)
{
    numbers value = first_numbers(search);
    proof_entry *entry = take_entry(search, key);
    *entry = (proof_entry){
        .key = key, .epoch = search->table->epoch, .own = value.own, .other = value.other};
    return value;
}

static numbers look_up(prover *search)
{
    numbers value;
    uint64_t key = position_key(search);
    return recall(search, key, attacker_to_move(search), &value) ? value : enter(search, key);
}

/* A position's moves, and the keys that they lead to. */
typedef struct children {
    board_move_list moves;
    uint64_t keys[BOARD_MOVES_MAX];
} children;

static void find_keys(prover *search, children *all)
{
    for (size_t i = 0; i < all->moves.count; i++) {
        board_undo undo = board_make(&search->position, all->moves.moves[i]);
        all->keys[i] = position_key(search);
        board_unmake(&search->position, &undo);
    }
}

static numbers child_numbers(prover *search, const children *all, size_t index)
{
    numbers value;
    if (recall(search, all->keys[index], !attacker_to_move(search), &value))
        return value;
    board_undo undo = board_make(&search->position, all->moves.moves[index]);
    value = enter(search, all->keys[index]);
    board_unmake(&search->position, &undo);
    return value;
}

/* What the children say of their parent. */
typedef struct summary {
    numbers value;
    size_t best; /* child to follow */
    numbers best_child;
    uint32_t second_other; /* the next best child's `other` */
    uint32_t unsolved;
    size_t line_move; /* solved: the move of the mating line */
} summary;

static void add_child(summary *sum, size_t index, const numbers *child)
{
    if (child->other < sum->value.own) {
        sum->second_other = sum->value.own;
        sum->value.own = child->other;
        sum->best = index;
        sum->best_child = *child;
    } else if (child->other < sum->second_other) {
        sum->second_other = child->other;
    }
    if (child->own > sum->value.other)
        sum->value.other = child->own;
    sum->unsolved += child->own > 0 && child->own < infinite;
}

/* What a refutation of this position rests on: every check must be refuted, so on all of that; of
 * the defender's answers one is enough, so on the least. */
static void add_condition(summary *sum, const numbers *child, bool attacking)
{
    if (attacking && child->rests_on < sum->value.rests_on)
        sum->value.rests_on = child->rests_on;
    if (!attacking && child->other == 0 && child->rests_on > sum->value.rests_on)
        sum->value.rests_on = child->rests_on;
}

/* The plies to mate that a proof of this position takes, from its proven children. */
static void add_length(summary *sum, const numbers *child, bool attacking, size_t index)
{
    bool proven = attacking ? child->other == 0 : child->own == 0;
    uint16_t length = (uint16_t)(child->length + 1);
    if (!proven)
        return;
    if (sum->value.length == 0 ||
        (attacking ? length < sum->value.length : length > sum->value.length)) {
        sum->value.length = length;
        sum->line_move = index;
    }
}

static summary summarize(prover *search, const children *all)
{
    bool attacking = attacker_to_move(search);
    summary sum = {.value = {.own = infinite, .rests_on = attacking ? NOTHING : -1},
                   .second_other = infinite};
    for (size_t i = 0; i < all->moves.count; i++) {
        numbers child = child_numbers(search, all, i);
        add_child(&sum, i, &child);
        add_condition(&sum, &child, attacking);
        add_length(&sum, &child, attacking, i);
    }
    /* The weak sum: the hardest child and one for each other. Adding them all up would count what
     * several lines share again and again. */
    if (sum.value.other < infinite && sum.unsolved > 1)
        sum.value.other += sum.unsolved - 1;
    if (sum.value.own == 0)
        sum.value.other = infinite;
    if (sum.value.own >= infinite)
        sum.value.other = 0;
    return sum;
}

static void store(prover *search, uint64_t key, const numbers *value, board_move best, long effort)
{
    bool attacking = attacker_to_move(search);
    bool is_refuted = attacking ? value->other == 0 : value->own == 0;
    proof_entry *entry = take_entry(search, key);
    entry->own = value->own;
    entry->other = value->other;
    entry->length = value->length;
    entry->best = best;
    entry->conditional = is_refuted && value->rests_on < search->ply;
    entry->line =
        entry->conditional ? search->combined[search->ply] ^ search->combined[value->rests_on] : 0;
    entry->effort = effort > (long)UINT32_MAX ? UINT32_MAX : (uint32_t)effort;
}

static uint32_t at_most(uint64_t value, uint32_t limit)
{
    return value < limit ? (uint32_t)value : limit;
}

static bool ran_out(prover *search)
{
    const judge_mate_query *query = search->query;
    if (query->stop && !search->stopped && search->nodes >= search->next_stop) {
        search->next_stop = search->nodes + STOP_NODES;
        search->stopped = query->stop(query->stop_context);
    }
    return search->stopped || search->nodes >= query->limits.nodes;
}

static void follow(prover *search, uint32_t own_limit, uint32_t other_limit)
{
    uint64_t key = position_key(search);
    long before = search->nodes++;
    children all;
    list_moves(search, &all.moves);
    if (all.moves.count == 0 || search->ply >= PATH_MAX_PLIES)
        return; /* its numbers were set when it was entered; the deepest lines wait */
    search->path[search->ply] = key;
    search->combined[search->ply + 1] = search->combined[search->ply] ^ judge_mix(key);
    search->ply++;
    find_keys(search, &all);
    for (;;) {
        summary sum = summarize(search, &all);
        bool solved = sum.value.own == 0 || sum.value.other == 0;
        if (solved || sum.value.own >= own_limit || sum.value.other >= other_limit ||
            ran_out(search)) {
            search->ply--;
            store(search, key, &sum.value, all.moves.moves[solved ? sum.line_move : sum.best],
                  search->nodes - before);
            return;
        }
        uint64_t child_own = (uint64_t)other_limit + sum.best_child.own - sum.value.other;
        uint64_t child_other = (uint64_t)sum.second_other + sum.second_other / PATIENCE + 1;
        board_undo undo = board_make(&search->position, all.moves.moves[sum.best]);
        follow(search, at_most(child_own, infinite), at_most(child_other, own_limit));
        board_unmake(&search->position, &undo);
    }
}

/* Writes the mating line; positions that fell out of the table are proved again. */
static void write_line(prover *search, judge_mate_line *line)
{
    board_position start = search->position;
    line->count = 0;
    line->cut = false;
    for (;;) {
        board_move_list moves;
        list_moves(search, &moves);
        if (moves.count == 0)
            break;
        line->cut = line->count == line->room;
        if (line->cut)
            break;
        proof_entry *entry = find_entry(search, position_key(search));
        bool proven = entry && (attacker_to_move(search) ? entry->own == 0 : entry->other == 0);
        if (!proven || !entry->length)
            follow(search, infinite, infinite);
        entry = find_entry(search, position_key(search));
        if (!entry || !entry->length) {
            line->cut = true;
            break;
        }
        line->moves[line->count++] = entry->best;
        board_make(&search->position, entry->best);
    }
    search->position = start;
}

static judge_answer prove(prover *search, judge_mate_line *line)
{
    numbers root = look_up(search);
    if (root.own != 0 && root.other != 0) {
        follow(search, infinite, infinite);
        root = look_up(search);
    }
    if (root.own == 0 && line)
        write_line(search, line);
    if (root.own == 0)
        return JUDGE_YES;
    return root.other == 0 ? JUDGE_NO : JUDGE_UNKNOWN;
}

judge_answer judge_prove_mate_whole(const board_position *position, const judge_mate_query *query,
                                    judge_proof_table *table, judge_mate_line *line, long *nodes)
{
    prover *search = calloc(1, sizeof *search);
    if (!search)
        return JUDGE_UNKNOWN;
    search->query = query;
    search->table = table;
    search->position = *position;
    search->attacker = position->to_move;
    /* The numbers of a position are those of one side's attack: the other's are kept apart. */
    search->salt = judge_mate_salt(query) ^ judge_mix((uint64_t)search->attacker + 1);
    judge_answer answer = prove(search, line);
    if (nodes)
        *nodes += search->nodes;
    free(search);
    return answer;
}

judge_answer judge_prove_mate(const board_position *position, const judge_mate_query *query,
                              judge_proof_table *table, judge_line *line, long *nodes)
{
    judge_mate_line whole = {.room = JUDGE_LINE_MAX};
    if (!line)
        return judge_prove_mate_whole(position, query, table, NULL, nodes);
    whole.moves = line->moves;
    judge_answer answer = judge_prove_mate_whole(position, query, table, &whole, nodes);
    if (answer == JUDGE_YES) {
        line->count = (uint8_t)whole.count;
        line->cut = whole.cut;
    }
    return answer;
}
