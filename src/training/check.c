/*
 * training/check.c: the judge held against the case studies.
 */
#include "training/check.h"

#include <string.h>

#include "judge/words.h"
#include "training/explanation.h"
#include "training/words.h"

/* What the judge's result can tell of a clause. */
typedef enum clause_test {
    TEST_NONE = 0,
    TEST_CYCLE,
    TEST_FORBIDDEN,
    TEST_CITED,
    TEST_CITED_26_1,
    TEST_CITED_26_3,
    TEST_KING,
    TEST_PAWN,
    TEST_KEY_SQUARE,
    TEST_CHECK,
    TEST_KILL,
    TEST_CHASE,
    TEST_ATTACK,
    TEST_EXCHANGE,
    TEST_SACRIFICE,
    TEST_BLOCK,
    TEST_FOLLOW,
    TEST_IDLE,
    TEST_ALL_CHECK,
    TEST_ALL_KILL,
    TEST_ALL_CHASE,
    TEST_ALL_OFFER,
    TEST_BOTH,
    TEST_ONE,
    TEST_NEW,
    TEST_OLD,
    TEST_MATED,
    TEST_PAWNS_COUNTED
} clause_test;

static const struct {
    const char *number;
    clause_test test;
} clauses[] = {
#define TRAINING_CLAUSE(number, test) {number, TEST_##test},
#include "training/clauses.def"
#undef TRAINING_CLAUSE
};

_Static_assert(sizeof clauses / sizeof clauses[0] == TRAINING_CLAUSES, "check.h counts them");

const char *training_clause_number(size_t index)
{
    return clauses[index].number;
}

/* Telling. */

static void tell(training_check *check, training_fault fault)
{
    check->faults++;
    if (check->visit)
        check->visit(check->context, &fault);
}

char *training_fault_text(const training_fault *fault, board_language language, char *buffer,
                          size_t size)
{
    static const training_word words[TRAINING_FAULTS] = {
        TRAINING_TEXT_FAULT_LABEL,  TRAINING_TEXT_FAULT_VERDICT, TRAINING_TEXT_FAULT_AGREES,
        TRAINING_TEXT_FAULT_CLAUSE, TRAINING_TEXT_FAULT_UNKNOWN, TRAINING_TEXT_FAULT_MATE,
        TRAINING_TEXT_FAULT_LENGTH, TRAINING_TEXT_FAULT_SEARCH,  TRAINING_TEXT_FAULT_ARTICLE,
        TRAINING_TEXT_FAULT_LISTED, TRAINING_TEXT_FAULT_MOVE,    TRAINING_TEXT_FAULT_PIECE,
        TRAINING_TEXT_FAULT_OUTCOME};
    training_digits ply = training_digits_of((long long)fault->index + 1);
    const char *said = fault->said;
    const char *judged = fault->judged;

    if (fault->kind == TRAINING_FAULT_VERDICT) {
        said = training_verdict_text(said, language);
        judged = training_verdict_text(judged, language);
    }
    return training_word_fill(buffer, size, language, words[fault->kind], fault->one->id,
                              fault->edition, ply.text, said, judged);
}

/* Clauses. Each test asks for a move or a side of the cycle that bears the claim out. */

typedef bool (*move_test)(const judge_finding *finding, int kind);

static bool some_move(const judge_result *result, move_test test, int kind)
{
    const judge_cycle *cycle = &result->cycle;

    for (size_t i = 0; i < cycle->length; i++) {
        const judge_finding *finding = judge_result_finding(result, cycle->from + i);
        if (finding && test(finding, kind))
            return true;
    }
    return false;
}

static bool has_label(const judge_finding *finding, int label)
{
    return finding->label == (judge_label)label;
}

static bool has_other_label(const judge_finding *finding, int label)
{
    return finding->label != (judge_label)label;
}

static bool has_kind(const judge_finding *finding, int kind)
{
    return finding->label == JUDGE_IDLE && finding->idle_kind == (judge_idle_kind)kind;
}

static bool has_other_kind(const judge_finding *finding, int kind)
{
    return !has_kind(finding, kind);
}

/* A capture by king or pawn that does not count (27.1, 27.2). */
static bool has_uncounted(const judge_finding *finding, int kind)
{
    for (size_t i = 0; i < finding->after.refuted_count; i++) {
        const judge_threat *threat = &finding->after.refuted[i];
        if (threat->status == JUDGE_THREAT_UNCOUNTED &&
            board_piece_kind(threat->attacker) == (board_kind)kind)
            return finding->label == JUDGE_IDLE;
    }
    return false;
}

static bool has_old_threat(const judge_finding *finding, int unused)
{
    (void)unused;
    for (size_t i = 0; i < finding->after.count; i++) {
        if (finding->after.threats[i].status == JUDGE_THREAT_OLD)
            return finding->label == JUDGE_IDLE;
    }
    return false;
}

/* A capture after which the taker would be mated (29.4). */
static bool has_mated(const judge_finding *finding, int unused)
{
    (void)unused;
    for (size_t i = 0; i < finding->after.refuted_count; i++) {
        if (finding->after.refuted[i].game.end == JUDGE_END_MATED)
            return finding->label == JUDGE_IDLE;
    }
    return false;
}

static bool has_key_square(const judge_finding *finding, int unused)
{
    (void)unused;
    return finding->key_square;
}

static size_t moves_of(const judge_conduct *conduct)
{
    size_t sum = 0;

    for (int i = 0; i < JUDGE_LABELS; i++)
        sum += conduct->counts[i];
    return sum;
}

static bool all_bear(const judge_result *result, judge_label label)
{
    for (int side = 0; side < 2; side++) {
        const judge_conduct *conduct = &result->conduct[side];
        if (moves_of(conduct) > 0 && conduct->counts[label] == moves_of(conduct))
            return true;
    }
    return false;
}

static bool all_offer(const judge_result *result)
{
    for (int side = 0; side < 2; side++) {
        const judge_conduct *conduct = &result->conduct[side];
        for (int kind = JUDGE_IDLE_EXCHANGE; kind < JUDGE_IDLE_KINDS; kind++) {
            if (moves_of(conduct) > 0 && conduct->idle_kinds[kind] == moves_of(conduct))
                return true;
        }
    }
    return false;
}

static int attacking_sides(const judge_result *result)
{
    int sides = 0;

    for (int side = 0; side < 2; side++)
        sides += result->conduct[side].class == JUDGE_PERPETUAL_CHECK ||
                 result->conduct[side].class == JUDGE_FORBIDDEN;
    return sides;
}

/* A side with attacks that are allowed all the same; or one that attacks nothing. */
static bool some_side(const judge_result *result, bool with_attacks)
{
    for (int side = 0; side < 2; side++) {
        const judge_conduct *conduct = &result->conduct[side];
        bool attacks = conduct->counts[JUDGE_IDLE] < moves_of(conduct);
        if (conduct->class == JUDGE_ALLOWED && attacks == with_attacks)
            return true;
    }
    return false;
}

static bool cites(const judge_result *result, const char *number)
{
    const char *at = strstr(result->ruling.articles, number);
    char after = at ? at[strlen(number)] : ' ';

    return at && (after == '\0' || after == ',');
}

static bool label_test(const judge_result *result, judge_label label, bool applies)
{
    return some_move(result, applies ? has_label : has_other_label, (int)label);
}

static bool kind_test(const judge_result *result, judge_idle_kind kind, bool applies)
{
    return some_move(result, applies ? has_kind : has_other_kind, (int)kind);
}

/* A thing that idle moves do when the clause applies, and a chase when it only seems to. */
static bool idle_or_chase(const judge_result *result, move_test test, int kind, bool applies)
{
    return applies ? some_move(result, test, kind) : some_move(result, has_label, JUDGE_CHASE);
}

static bool bears_out_moves(const judge_result *result, clause_test test, bool applies)
{
    switch (test) {
    case TEST_KING:
        return idle_or_chase(result, has_uncounted, BOARD_KING, applies);
    case TEST_PAWN:
        return idle_or_chase(result, has_uncounted, BOARD_PAWN, applies);
    case TEST_KEY_SQUARE:
        return applies == some_move(result, has_key_square, 0);
    case TEST_CHECK:
        return label_test(result, JUDGE_CHECK, applies);
    case TEST_KILL:
        return label_test(result, JUDGE_KILL, applies);
    case TEST_CHASE:
        return label_test(result, JUDGE_CHASE, applies);
    case TEST_IDLE:
        return label_test(result, JUDGE_IDLE, applies);
    case TEST_EXCHANGE:
        return kind_test(result, JUDGE_IDLE_EXCHANGE, applies);
    case TEST_SACRIFICE:
        return kind_test(result, JUDGE_IDLE_SACRIFICE, applies);
    case TEST_BLOCK:
        return kind_test(result, JUDGE_IDLE_BLOCK, applies);
    case TEST_FOLLOW:
        return kind_test(result, JUDGE_IDLE_FOLLOW, applies);
    case TEST_NEW:
        return applies ? some_move(result, has_label, JUDGE_CHASE)
                       : some_move(result, has_old_threat, 0);
    case TEST_OLD:
        return idle_or_chase(result, has_old_threat, 0, applies);
    case TEST_MATED:
        return idle_or_chase(result, has_mated, 0, applies);
    default:
        return true;
    }
}

static bool bears_out(const judge_result *result, const char *number, clause_test test,
                      bool applies)
{
    const judge_conduct *conduct = result->conduct;

    switch (test) {
    case TEST_CYCLE:
        return applies == (result->ruling.outcome != JUDGE_NO_CYCLE);
    case TEST_FORBIDDEN:
        return applies ? attacking_sides(result) > 0 : some_side(result, true);
    case TEST_CITED:
        return applies == cites(result, number);
    case TEST_CITED_26_1:
        return applies == cites(result, "26.1");
    case TEST_CITED_26_3:
        return applies == cites(result, "26.3");
    case TEST_ATTACK:
        return applies ? !all_bear(result, JUDGE_IDLE) || attacking_sides(result) > 0
                       : some_side(result, false);
    case TEST_ALL_CHECK:
        return applies == all_bear(result, JUDGE_CHECK);
    case TEST_ALL_KILL:
        return applies == all_bear(result, JUDGE_KILL);
    case TEST_ALL_CHASE:
        return applies == all_bear(result, JUDGE_CHASE);
    case TEST_ALL_OFFER:
        return applies == all_offer(result);
    case TEST_BOTH:
        return applies == (attacking_sides(result) == 2);
    case TEST_ONE:
        return applies == (attacking_sides(result) == 1);
    case TEST_PAWNS_COUNTED:
        return applies == (conduct[0].pawns_counted || conduct[1].pawns_counted);
    default:
        return bears_out_moves(result, test, applies);
    }
}

static const judge_result nothing_judged;

/* The claims of a case. The result is that of its first edition; NULL of a mate. */
static void check_claims(training_check *check, const training_case *one, const char *edition,
                         const judge_result *result, bool applies)
{
    size_t *counts = applies ? check->applies : check->seems;
    const char *number = NULL;

    for (size_t i = 0; (number = training_case_clause(one, applies, i)) != NULL; i++) {
        if (check->articles && !judge_articles_find(check->articles, number))
            tell(check, (training_fault){TRAINING_FAULT_UNKNOWN, one, edition, 0, number, ""});
        for (size_t c = 0; c < TRAINING_CLAUSES; c++) {
            if (strcmp(clauses[c].number, number) != 0)
                continue;
            counts[c]++;
            if (result != &nothing_judged && !bears_out(result, number, clauses[c].test, applies))
                tell(check, (training_fault){TRAINING_FAULT_CLAUSE, one, edition, 0, number,
                                             applies ? "applies" : "seems"});
        }
    }
}

/* Cycles. */

/* Returns in how much the judge differs; tells of it unless that is declared. */
static size_t check_moves(training_check *check, const training_case *one, const char *edition,
                          const judge_result *result, bool declared)
{
    size_t different = 0;

    for (size_t i = 0; i < one->count; i++) {
        const char *said = training_case_label(one, edition, i);
        const judge_finding *finding = judge_result_finding(result, i);
        if (!said || !finding || training_case_disputed(one, i))
            continue;
        check->labels++;
        if (training_case_fits(one, said, finding))
            continue;
        different++;
        if (!declared)
            tell(check, (training_fault){TRAINING_FAULT_LABEL, one, edition, i, said,
                                         judge_finding_word(finding, BOARD_CHINESE)});
    }
    return different;
}

static size_t check_verdict(training_check *check, const training_case *one, const char *edition,
                            const judge_result *result, bool declared)
{
    const char *said = training_case_verdict(one, edition);
    const char *judged = judge_outcome_code(result->ruling.outcome);

    if (!said)
        return 0;
    check->verdicts++;
    if (strcmp(said, judged) == 0)
        return 0;
    if (!declared)
        tell(check, (training_fault){TRAINING_FAULT_VERDICT, one, edition, 0, said, judged});
    return 1;
}

static board_error check_edition(training_check *check, const training_case *one, const char *name,
                                 bool first, training_known_moves *known)
{
    const judge_dispute dispute = {.start = one->start, .moves = one->moves, .count = one->count};
    const judge_limits limits = judge_limits_standard();
    bool declared = training_case_disagreement(one, name, BOARD_CHINESE) != NULL;
    judge_edition edition;
    judge_result result;
    board_error error = judge_edition_load(name, &edition);

    if (error == BOARD_OK)
        error = judge_dispute_rule(&dispute, &edition, &limits, check->memo, &result, NULL);
    if (error != BOARD_OK)
        return error;
    check->judged++;
    size_t different = check_moves(check, one, name, &result, declared) +
                       check_verdict(check, one, name, &result, declared);
    check->disagreements += declared && different > 0;
    if (declared && different == 0)
        tell(check, (training_fault){TRAINING_FAULT_AGREES, one, name, 0, "", ""});
    training_know_result(known, one, &result);
    if (first) {
        check_claims(check, one, name, &result, true);
        check_claims(check, one, name, &result, false);
    }
    judge_result_free(&result);
    return BOARD_OK;
}

/* Mates. */

static void check_mate(training_check *check, const training_case *one, training_known_moves *known)
{
    const char *edition = training_case_edition(one);
    const judge_mate_query query = {
        .limits = {.short_moves = one->mate, .short_nodes = TRAINING_MATE_NODES},
        .memo = check->memo};
    judge_line line = {0};
    judge_answer answer = judge_mate(&one->start, &query, &line, NULL);
    training_digits said = training_digits_of(one->mate);
    training_digits length = training_digits_of((line.count + 1) / 2);

    check->mates++;
    training_know_line(known, &one->start, &line);
    if (answer == JUDGE_UNKNOWN)
        tell(check, (training_fault){TRAINING_FAULT_SEARCH, one, edition, 0, "", ""});
    else if (answer == JUDGE_NO)
        tell(check, (training_fault){TRAINING_FAULT_MATE, one, edition, 0, "", ""});
    else if ((line.count + 1) / 2 != one->mate)
        tell(check,
             (training_fault){TRAINING_FAULT_LENGTH, one, edition, 0, said.text, length.text});
    check_claims(check, one, edition, &nothing_judged, true);
    check_claims(check, one, edition, &nothing_judged, false);
}

/* Explanations. */

typedef struct slip_context {
    training_check *check;
    const training_case *one;
} slip_context;

static void tell_slip(void *context, training_slip_kind kind, const char *token)
{
    static const training_fault_kind faults[TRAINING_SLIPS] = {
        TRAINING_FAULT_ARTICLE, TRAINING_FAULT_LISTED, TRAINING_FAULT_MOVE, TRAINING_FAULT_PIECE,
        TRAINING_FAULT_OUTCOME};
    const slip_context *slip = context;

    tell(slip->check,
         (training_fault){faults[kind], slip->one, training_case_edition(slip->one), 0, token, ""});
}

static void check_explanation(training_check *check, const training_case *one,
                              const training_known_moves *known)
{
    slip_context slip = {check, one};

    if (check->explanations)
        training_explanation_look(one, known, tell_slip, &slip);
}

board_error training_check_case(training_check *check, const training_case *one)
{
    training_known_moves known = {0};
    bool first = true;
    board_error error = BOARD_OK;

    check->cases++;
    if (one->kind == TRAINING_MATE) {
        check_mate(check, one, &known);
        check_explanation(check, one, &known);
        return BOARD_OK;
    }
    for (size_t e = 0; error == BOARD_OK && judge_edition_name(e); e++) {
        if (!training_case_speaks_of(one, judge_edition_name(e)))
            continue;
        error = check_edition(check, one, judge_edition_name(e), first, &known);
        first = false;
    }
    if (error == BOARD_OK)
        check_explanation(check, one, &known);
    return error;
}

size_t training_check_missing(const training_check *check)
{
    size_t missing = 0;

    for (size_t i = 0; i < TRAINING_CLAUSES; i++)
        missing += check->applies[i] == 0 || check->seems[i] == 0;
    return missing;
}
