/* kiosk/desk/wording.c: entries of a game in a line of words, from words.def. */
#include <string.h>

#include "kiosk/desk/desk_private.h"
#include "ledger/notice.h"
#include "ledger/phrase.h"

static const char *const texts[WORDS_COUNT][BOARD_LANGUAGES] = {
#define DESK_WORDS(name, chinese, english) {chinese, english},
#include "kiosk/desk/words.def"
#undef DESK_WORDS
};

const char *desk_words_text(desk_words words, board_language language)
{
    return texts[words][language];
}

/* What fills the {} of a line. */
typedef struct fact_words {
    desk_words line;
    const char *side;
    const char *what;
    const char *articles;
    const char *outcome;
    const char *tool;
    const char *who; /* is punished */
} fact_words;

static const char *outcome_text(int outcome, board_language language)
{
    const int known = outcome >= 0 && outcome < JUDGE_OUTCOMES ? outcome : JUDGE_OUTCOME_UNDECIDED;

    return texts[(int)WORDS_RED_LOSES + known][language];
}

/* A catalogue's item, or the key of one that it does not know. */
static void use_item(const ledger_item *item, const ledger_fact *fact, board_language language,
                     fact_words *words)
{
    words->what = item != NULL ? item->title[language] : fact->key;
    words->articles = item != NULL ? item->articles : "";
}

static void word_ruling(const ledger_fact *fact, board_language language, fact_words *words)
{
    words->line = fact->code == fact->tool ? WORDS_RULING : WORDS_RULING_OTHERWISE;
    words->articles = fact->key;
    words->outcome = outcome_text(fact->code, language);
    words->tool = outcome_text(fact->tool, language);
}

static void choose_words(const ledger_catalogue *catalogue, const ledger_fact *fact,
                         board_language language, fact_words *words)
{
    const ledger_foul_kind *foul = NULL;
    const ledger_penalty_kind *penalty = NULL;
    const ledger_reason *reason = NULL;

    switch (fact->type) {
    case LEDGER_FOUL:
        foul = ledger_find_foul(catalogue, fact->key);
        words->line = WORDS_FOUL;
        use_item(foul != NULL ? &foul->item : NULL, fact, language, words);
        break;
    case LEDGER_PENALTY:
        penalty = ledger_find_penalty(catalogue, fact->key);
        words->line = WORDS_PENALTY;
        use_item(penalty != NULL ? &penalty->item : NULL, fact, language, words);
        break;
    case LEDGER_RESULT:
        reason = ledger_find_reason(catalogue, fact->key);
        words->line = WORDS_RESULT;
        words->outcome = ledger_outcome_text((ledger_outcome)fact->code, language);
        use_item(reason != NULL ? &reason->item : NULL, fact, language, words);
        break;
    case LEDGER_RULING:
        word_ruling(fact, language, words);
        break;
    case LEDGER_ORDER_CLOSED:
        words->line = fact->code == LEDGER_CHANGED ? WORDS_ORDER_CHANGED : WORDS_ORDER_REPEATED;
        break;
    case LEDGER_OVERSTEP:
        words->line = WORDS_OVERSTEP;
        break;
    case LEDGER_LATENESS:
        words->line = fact->numbers[BOARD_RED] == 0     ? WORDS_LATE_BLACK
                      : fact->numbers[BOARD_BLACK] == 0 ? WORDS_LATE_RED
                                                        : WORDS_LATE_BOTH;
        break;
    default:
        break;
    }
}

/* A ruling that the arbiter decided has no articles; nor has what the catalogue does not know. */
static void drop_empty_brackets(char *text)
{
    static const char *const brackets[] = {"（）", " ()"};

    for (size_t i = 0; i < sizeof brackets / sizeof *brackets; i++) {
        char *found = strstr(text, brackets[i]);
        const size_t length = strlen(brackets[i]);
        if (found != NULL)
            memmove(found, found + length, strlen(found + length) + 1);
    }
}

/* The player or team that a penalty is of. */
static const char *punished(const ledger_state *state, const ledger_fact *fact)
{
    const ledger_people people = fact->code == 1 ? LEDGER_TEAMS : LEDGER_PLAYERS;
    ledger_person person;

    if (fact->type != LEDGER_PENALTY)
        return "";
    return ledger_find_person(state, people, fact->who, &person) ? person.name : fact->who;
}

void desk_word_fact(const ledger_state *state, const ledger_fact *fact, board_language language,
                    char *buffer, size_t size)
{
    fact_words words = {.line = WORDS_FACT,
                        .side = ledger_side_text(fact->side, language),
                        .what = "",
                        .articles = "",
                        .outcome = "",
                        .tool = "",
                        .who = punished(state, fact)};
    char red[LEDGER_DURATION_BYTES];
    char black[LEDGER_DURATION_BYTES];
    ledger_phrase phrase = ledger_phrase_begin(buffer, size);

    const int32_t *late = fact->numbers; /* of lateness */
    choose_words(ledger_state_catalogue(state), fact, language, &words);
    const ledger_field fields[] = {
        {"type", ledger_type_text(fact->type, language)},
        {"side", words.side},
        {"what", words.what},
        {"articles", words.articles},
        {"outcome", words.outcome},
        {"tool", words.tool},
        {"who", words.who},
        {"red", ledger_duration_text(late[BOARD_RED], language, red)},
        {"black", ledger_duration_text(late[BOARD_BLACK], language, black)}};
    ledger_phrase_fill(&phrase, texts[words.line][language], fields,
                       sizeof fields / sizeof *fields);
    drop_empty_brackets(buffer);
}
