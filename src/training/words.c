/*
 * training/words.c: the texts of this room, filled in.
 */
#include "training/words.h"

#include <stdio.h>
#include <string.h>

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

training_digits training_digits_of(long long number)
{
    training_digits digits;

    snprintf(digits.text, sizeof digits.text, "%lld", number);
    return digits;
}
