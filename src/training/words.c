/*
 * training/words.c: the texts of this room, filled in.
 */
#include "training/words.h"

#include <stdio.h>
#include <string.h>

#include "judge/words.h"
#include "ledger/phrase.h"

static const char *const texts[TRAINING_TEXTS][BOARD_LANGUAGES] = {
#define TRAINING_TEXT(name, chinese, english) {chinese, english},
#include "training/texts.def"
#undef TRAINING_TEXT
};

const char *training_word_of(training_word word, board_language language)
{
    return texts[word][language];
}

char *training_word_list(char *buffer, size_t size, board_language language, training_word word,
                         const char *const *arguments)
{
    ledger_phrase phrase = ledger_phrase_begin(buffer, size);

    ledger_phrase_fill_list(&phrase, texts[word][language], arguments);
    return buffer;
}

const char *training_outcome_text(judge_outcome outcome, board_language language)
{
    return training_word_of((training_word)(TRAINING_TEXT_OUTCOME_RED_LOSES + (int)outcome),
                            language);
}

const char *training_verdict_text(const char *code, board_language language)
{
    for (int i = 0; i < JUDGE_OUTCOMES; i++) {
        if (strcmp(judge_outcome_code((judge_outcome)i), code) == 0)
            return training_outcome_text((judge_outcome)i, language);
    }
    return code;
}

const char *training_label_text(const char *label, board_language language)
{
    for (int i = 0; i <= JUDGE_IDLE; i++) {
        if (strcmp(judge_label_word((judge_label)i, BOARD_CHINESE), label) == 0)
            return judge_label_word((judge_label)i, language);
    }
    for (int i = 0; i < JUDGE_IDLE_KINDS; i++) {
        if (strcmp(judge_idle_word((judge_idle_kind)i, BOARD_CHINESE), label) == 0)
            return judge_idle_word((judge_idle_kind)i, language);
    }
    return label;
}

training_digits training_digits_of(long long number)
{
    training_digits digits;

    snprintf(digits.text, sizeof digits.text, "%lld", number);
    return digits;
}
