/* ledger/remarks.c: what does not fit in the journal. */
#include <string.h>

#include "ledger/check_private.h"

void ledger_remark(ledger_remarks *remarks, const ledger_fact *fact, const ledger_notice *remark)
{
    if (!remarks->stopped)
        remarks->stopped = !remarks->visit(remarks->context, fact, remark);
}

static void tell(ledger_remarks *remarks, const ledger_fact *fact, ledger_notice_kind kind)
{
    const ledger_notice remark = {.kind = kind, .who = fact->key, .game = fact->game};

    ledger_remark(remarks, fact, &remark);
}

/* Corrections. */

static void remark_correction(ledger_remarks *remarks, const ledger_fact *fact)
{
    const ledger_fact *target = fact->target;

    if (fact->circular)
        tell(remarks, fact, LEDGER_NOTICE_CORRECTION_CIRCLE);
    else if (!target->known)
        tell(remarks, fact, LEDGER_NOTICE_CORRECTS_UNKNOWN);
    else if (fact->type != LEDGER_WITHDRAWAL && fact->type != target->type)
        tell(remarks, fact, LEDGER_NOTICE_CORRECTS_OTHER_TYPE);
    if (ledger_is_superseded(fact))
        tell(remarks, fact, LEDGER_NOTICE_CORRECTED_TWICE);
}

/* Was it for somebody above the tables to correct that? */
static void remark_corrector(const ledger_state *state, ledger_remarks *remarks,
                             const ledger_rounds *rounds, const ledger_fact *fact)
{
    if (!fact->target->known || fact->circular ||
        ledger_role_at(state, fact) != LEDGER_TABLE_ARBITER)
        return;
    uint16_t round = ledger_later_round(rounds, fact->target, fact);
    const ledger_notice late = {.kind = LEDGER_NOTICE_CORRECTS_ROUND,
                                .count = round,
                                .limit = ledger_root_of(fact->target)->game.round};
    if (ledger_decided_above(state, fact->target, fact))
        tell(remarks, fact, LEDGER_NOTICE_CORRECTS_ABOVE);
    if (round != 0)
        ledger_remark(remarks, fact, &late);
}

/* Seconds by which a fact is dated before another that it names and that was there before it. */
static void remark_order(ledger_remarks *remarks, const ledger_fact *fact,
                         const ledger_fact *earlier)
{
    if (earlier == NULL || !earlier->known || fact->device == earlier->device ||
        fact->time_ms >= earlier->time_ms)
        return;
    const ledger_notice remark = {.kind = LEDGER_NOTICE_CLOCKS_DISAGREE,
                                  .who = earlier->device,
                                  .count =
                                      ledger_ms_between(fact->time_ms, earlier->time_ms) / 1000};
    ledger_remark(remarks, fact, &remark);
}

/* People. */

static void remark_person(const ledger_state *state, ledger_remarks *remarks,
                          const ledger_fact *fact, bool team, const char *who)
{
    ledger_person person;
    const ledger_notice remark = {
        .kind = team ? LEDGER_NOTICE_UNKNOWN_TEAM : LEDGER_NOTICE_UNKNOWN_PLAYER, .who = who};

    if (who[0] != '\0' &&
        !ledger_find_person(state, team ? LEDGER_TEAMS : LEDGER_PLAYERS, who, &person))
        ledger_remark(remarks, fact, &remark);
}

static void remark_people(const ledger_state *state, ledger_remarks *remarks,
                          const ledger_fact *fact)
{
    if (fact->type == LEDGER_PAIRING) {
        remark_person(state, remarks, fact, false, fact->who);
        remark_person(state, remarks, fact, false, fact->other);
    } else if (fact->type == LEDGER_PENALTY) {
        remark_person(state, remarks, fact, fact->code != 0, fact->who);
    } else if (fact->type == LEDGER_PLAYER) {
        remark_person(state, remarks, fact, true, fact->team);
    }
}

static void remark_authority(const ledger_state *state, ledger_remarks *remarks,
                             const ledger_fact *fact)
{
    ledger_role role = ledger_role_at(state, fact);
    const ledger_penalty_kind *kind =
        fact->type == LEDGER_PENALTY ? ledger_find_penalty(&state->catalogue, fact->key) : NULL;

    if (role == LEDGER_NO_ROLE && fact->arbiter[0] != '\0') {
        const ledger_notice remark = {.kind = LEDGER_NOTICE_UNKNOWN_ARBITER, .who = fact->arbiter};
        ledger_remark(remarks, fact, &remark);
    }
    if (role == LEDGER_TABLE_ARBITER && ledger_is_of_event((ledger_type)fact->type))
        tell(remarks, fact, LEDGER_NOTICE_EVENT_AUTHORITY);
    if (fact->type == LEDGER_UPHELD && role < LEDGER_CHIEF_ARBITER)
        tell(remarks, fact, LEDGER_NOTICE_UPHELD_AUTHORITY);
    if (fact->type == LEDGER_PENALTY && kind == NULL)
        tell(remarks, fact, LEDGER_NOTICE_UNKNOWN_KEY);
    if (kind != NULL && role < kind->authority) {
        const ledger_notice remark = {
            .kind = LEDGER_NOTICE_ABOVE_AUTHORITY,
            .role = kind->authority,
            .what = {kind->item.title[BOARD_CHINESE], kind->item.title[BOARD_ENGLISH]},
            .source = kind->item.articles};
        ledger_remark(remarks, fact, &remark);
    }
}

/* An entry of the future is told as soon as it is there, not when others come after it. */
static void remark_clock(ledger_remarks *remarks, int64_t now_ms, const ledger_fact *fact)
{
    const int64_t early = ledger_ms_between(now_ms, fact->time_ms);
    const ledger_notice future = {.kind = LEDGER_NOTICE_FUTURE, .count = early / 1000};
    const ledger_notice back = {.kind = LEDGER_NOTICE_CLOCK_BACK,
                                .count =
                                    ledger_ms_between(fact->time_ms, fact->effective_ms) / 1000};

    if (now_ms != 0 && early > LEDGER_CLOCK_TOLERANCE_MS)
        ledger_remark(remarks, fact, &future);
    if (fact->clock_back)
        ledger_remark(remarks, fact, &back);
}

static void remark_fact(const ledger_state *state, ledger_remarks *remarks,
                        const ledger_rounds *rounds, const ledger_fact *fact)
{
    if (fact->same_id)
        tell(remarks, fact, LEDGER_NOTICE_SAME_ID);
    if (fact->same_sequence)
        tell(remarks, fact, LEDGER_NOTICE_SAME_SEQUENCE);
    if (fact->type == LEDGER_UNKNOWN)
        tell(remarks, fact, LEDGER_NOTICE_UNREADABLE);
    if (fact->target != NULL) {
        remark_correction(remarks, fact);
        remark_corrector(state, remarks, rounds, fact);
        remark_order(remarks, fact, fact->target);
    }
    if (fact->type == LEDGER_ORDER_CLOSED)
        remark_order(remarks, fact, ledger_find_fact(state, fact->who));
    if (!ledger_in_force(fact))
        return;
    remark_people(state, remarks, fact);
    remark_authority(state, remarks, fact);
}

void ledger_visit_remarks(const ledger_state *state, int64_t now_ms, ledger_remark_visitor visit,
                          void *context)
{
    ledger_remarks remarks = {.visit = visit, .context = context};
    const ledger_subjects *games = &state->by_kind[SUBJECT_GAME];
    ledger_rounds rounds;
    ledger_game game;

    ledger_find_rounds(state, &rounds);
    for (size_t i = 0; i < state->facts.count && !remarks.stopped; i++) {
        remark_clock(&remarks, now_ms, state->facts.items[i]);
        remark_fact(state, &remarks, &rounds, state->facts.items[i]);
    }
    for (size_t i = 0; i < games->count && !remarks.stopped; i++)
        ledger_walk_game(state, games->items[i], &remarks, &game);
    ledger_remark_registrations(state, &remarks);
    ledger_remark_pairings(state, &remarks);
}
