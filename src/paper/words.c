/* paper/words.c: the texts of this room, filled in. */
#include "paper/words.h"

#include "ledger/phrase.h"

static const char *const texts[PAPER_WORDS][BOARD_LANGUAGES] = {
#define PAPER_TEXT(name, chinese, english) {chinese, english},
#include "paper/texts.def"
#undef PAPER_TEXT
};

const char *paper_word_of(paper_word word, board_language language)
{
    return texts[word][language];
}

const char *paper_outcome(judge_outcome outcome, board_language language)
{
    static const paper_word words[JUDGE_OUTCOMES] = {
        [JUDGE_RED_LOSES] = PAPER_TEXT_RED_LOSES,
        [JUDGE_BLACK_LOSES] = PAPER_TEXT_BLACK_LOSES,
        [JUDGE_RED_MUST_CHANGE] = PAPER_TEXT_RED_MUST_CHANGE,
        [JUDGE_BLACK_MUST_CHANGE] = PAPER_TEXT_BLACK_MUST_CHANGE,
        [JUDGE_DRAW] = PAPER_TEXT_DRAW,
        [JUDGE_OUTCOME_UNDECIDED] = PAPER_TEXT_UNDECIDED,
        [JUDGE_NO_CYCLE] = PAPER_TEXT_NO_CYCLE,
    };

    return texts[outcome < JUDGE_OUTCOMES ? words[outcome] : PAPER_TEXT_UNDECIDED][language];
}

char *paper_fill_list(char *buffer, size_t size, board_language language, paper_word word,
                      const char *const *arguments)
{
    ledger_phrase phrase = ledger_phrase_begin(buffer, size);

    ledger_phrase_fill_list(&phrase, texts[word][language], arguments);
    return buffer;
}
