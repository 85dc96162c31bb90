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

enum { ARGUMENTS_MAX = 9 };

const char *training_word_of(training_word word, board_language language)
{
    return texts[word][language];
}

char *training_word_list(char *buffer, size_t size, board_language language, training_word word,
                         const char *const *arguments)
{
    static const char *const names[ARGUMENTS_MAX] = {"1", "2", "3", "4", "5", "6", "7", "8", "9"};
    ledger_field fields[ARGUMENTS_MAX];
    ledger_phrase phrase = ledger_phrase_begin(buffer, size);
    size_t count = 0;

    while (count < ARGUMENTS_MAX && arguments[count] != NULL) {
        fields[count] = (ledger_field){names[count], arguments[count]};
        count++;
    }
    ledger_phrase_fill(&phrase, texts[word][language], fields, count);
    return buffer;
}

training_digits training_digits_of(long long number)
{
    training_digits digits;

    snprintf(digits.text, sizeof digits.text, "%lld", number);
    return digits;
}
