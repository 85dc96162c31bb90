/* cli/entry_words.c: what an entry says, in a few words for people. */
#include "cli/entry_words.h"

#include <stdio.h>

#include "cli/text.h"
#include "ledger/notice.h"
#include "paper/words.h"

/* Name, or the key if nobody is registered under it. */
static const char *name_of(const ledger_state *state, ledger_people people, const char *key)
{
    ledger_person person;

    return ledger_find_person(state, people, key, &person) ? person.name : key;
}

/* The catalogue's title, or the key if it has none. */
static const char *title_of(const ledger_state *state, const ledger_fact *fact,
                            board_language language)
{
    const ledger_catalogue *catalogue = ledger_state_catalogue(state);
    const ledger_item *item = NULL;

    if (fact->type == LEDGER_FOUL) {
        const ledger_foul_kind *kind = ledger_find_foul(catalogue, fact->key);
        item = kind != NULL ? &kind->item : NULL;
    } else if (fact->type == LEDGER_PENALTY) {
        const ledger_penalty_kind *kind = ledger_find_penalty(catalogue, fact->key);
        item = kind != NULL ? &kind->item : NULL;
    } else {
        const ledger_reason *reason = ledger_find_reason(catalogue, fact->key);
        item = reason != NULL ? &reason->item : NULL;
    }
    return item != NULL ? item->title[language] : fact->key;
}

static void put(char words[ENTRY_WORDS_BYTES], const char *first, const char *second)
{
    snprintf(words, ENTRY_WORDS_BYTES, "%s%s%s", first, second[0] != '\0' ? " " : "", second);
}

char *entry_words(const ledger_state *state, const ledger_fact *fact, board_language language,
                  char words[ENTRY_WORDS_BYTES])
{
    words[0] = '\0';
    switch (fact->type) {
    case LEDGER_ARBITER:
        put(words, fact->other, ledger_role_text((ledger_role)fact->code, language));
        break;
    case LEDGER_PLAYER:
    case LEDGER_TEAM:
        put(words, fact->who, fact->other);
        break;
    case LEDGER_PAIRING:
        put(words, name_of(state, LEDGER_PLAYERS, fact->who),
            name_of(state, LEDGER_PLAYERS, fact->other));
        break;
    case LEDGER_RULING:
        put(words, paper_outcome((judge_outcome)fact->code, language), "");
        break;
    case LEDGER_ORDER_CLOSED:
        put(words,
            text_of(fact->code == LEDGER_REPEATED ? TEXT_ENTRY_REPEATED : TEXT_ENTRY_CHANGED,
                    language),
            "");
        break;
    case LEDGER_FOUL:
        put(words, ledger_side_text(fact->side, language), title_of(state, fact, language));
        break;
    case LEDGER_OVERSTEP:
        put(words, ledger_side_text(fact->side, language), "");
        break;
    case LEDGER_PENALTY:
        put(words, name_of(state, fact->code != 0 ? LEDGER_TEAMS : LEDGER_PLAYERS, fact->who),
            title_of(state, fact, language));
        break;
    case LEDGER_RESULT:
        put(words, ledger_outcome_text((ledger_outcome)fact->code, language),
            title_of(state, fact, language));
        break;
    default:
        break;
    }
    return words;
}
