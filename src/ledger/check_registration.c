/*
 * ledger/check_registration.c: a key that is registered once more.
 *
 * The last registration counts, which is how somebody changes his team or his role. But whoever
 * mistypes a key would rename another player without a word: his games and fouls would go on under
 * the new name. So it is said, before and afterwards; a correction says so itself.
 */
#include <string.h>

#include "ledger/check_private.h"

static const char *const no_team[BOARD_LANGUAGES] = {"（无）", "(none)"};

/* What a registration says; false: the entry is none. */
static bool read_draft(const ledger_payload *payload, ledger_type type, ledger_people *people,
                       ledger_person *person)
{
    switch (type) {
    case LEDGER_ARBITER:
        *people = LEDGER_ARBITERS;
        *person = (ledger_person){payload->arbiter.key, payload->arbiter.name, "", 0};
        return true;
    case LEDGER_PLAYER:
        *people = LEDGER_PLAYERS;
        *person =
            (ledger_person){payload->player.key, payload->player.name, payload->player.team, 0};
        return true;
    case LEDGER_TEAM:
        *people = LEDGER_TEAMS;
        *person = (ledger_person){payload->team.key, payload->team.name, "", 0};
        return true;
    default:
        return false;
    }
}

/* Is it another name, another team? Sets the notice if so. */
static bool is_renamed(const ledger_person *before, const ledger_person *now, ledger_notice *notice)
{
    *notice = (ledger_notice){.kind = LEDGER_NOTICE_REGISTERED_ANEW,
                              .who = now->key,
                              .what = {before->name, before->name}};
    return strcmp(before->name, now->name) != 0;
}

static bool is_moved(const ledger_person *before, const ledger_person *now, ledger_notice *notice)
{
    bool had_team = before->team[0] != '\0';

    *notice = (ledger_notice){.kind = LEDGER_NOTICE_TEAM_ANEW,
                              .who = now->key,
                              .what = {had_team ? before->team : no_team[BOARD_CHINESE],
                                       had_team ? before->team : no_team[BOARD_ENGLISH]}};
    return strcmp(before->team, now->team) != 0;
}

void ledger_check_registration(ledger_checker *check)
{
    ledger_people people = LEDGER_PLAYERS;
    ledger_person now;
    ledger_person before;
    ledger_notice notice;

    if (check->target != NULL ||
        !read_draft(&check->draft->payload, check->draft->type, &people, &now) ||
        !ledger_find_person(check->state, people, now.key, &before))
        return;
    if (people != LEDGER_PLAYERS)
        before.team = "";
    if (is_renamed(&before, &now, &notice))
        ledger_tell(check, notice);
    if (is_moved(&before, &now, &notice))
        ledger_tell(check, notice);
}

/* Remarks. */

static ledger_person person_of(const ledger_fact *fact)
{
    return (ledger_person){fact->who, fact->other, fact->type == LEDGER_PLAYER ? fact->team : "",
                           0};
}

static void remark_anew(ledger_remarks *remarks, const ledger_fact *first, const ledger_fact *fact)
{
    const ledger_person before = person_of(first);
    const ledger_person now = person_of(fact);
    ledger_notice notice;

    if (is_renamed(&before, &now, &notice))
        ledger_remark(remarks, fact, &notice);
    if (is_moved(&before, &now, &notice))
        ledger_remark(remarks, fact, &notice);
}

static void remark_subject(ledger_remarks *remarks, const ledger_subject *subject)
{
    const ledger_fact *before = NULL;

    for (size_t i = 0; i < subject->count; i++) {
        const ledger_fact *fact = subject->facts[i];
        if (fact->type == LEDGER_PENALTY || !ledger_in_force(fact))
            continue;
        if (before != NULL && fact->target == NULL)
            remark_anew(remarks, before, fact);
        before = fact;
    }
}

void ledger_remark_registrations(const ledger_state *state, ledger_remarks *remarks)
{
    static const subject_kind kinds[] = {SUBJECT_ARBITER, SUBJECT_PLAYER, SUBJECT_TEAM};

    for (size_t kind = 0; kind < sizeof kinds / sizeof *kinds; kind++) {
        const ledger_subjects *subjects = &state->by_kind[kinds[kind]];
        for (size_t i = 0; i < subjects->count && !remarks->stopped; i++)
            remark_subject(remarks, subjects->items[i]);
    }
}
