/* kiosk/app/words.c: what the program says on the terminal. */
#include "kiosk/app/words.h"

#include <string.h>

static const char *const words[KIOSK_APP_WORDS][BOARD_LANGUAGES] = {
#define KIOSK_APP_WORD(name, chinese, english) {chinese, english},
#include "kiosk/app/words.def"
#undef KIOSK_APP_WORD
};

const char *kiosk_app_text(kiosk_app_word word, board_language language)
{
    return words[word][language == BOARD_ENGLISH ? BOARD_ENGLISH : BOARD_CHINESE];
}

/* Adds as many whole characters as there is room for. */
static size_t add(char *buffer, size_t used, const char *text, size_t length)
{
    size_t room = KIOSK_APP_WORD_BYTES - 1 - used;

    if (length > room) {
        length = room;
        while (length > 0 && ((unsigned char)text[length] & 0xC0) == 0x80)
            length--;
    }
    memcpy(buffer + used, text, length);
    buffer[used + length] = '\0';
    return used + length;
}

char *kiosk_app_fill(char buffer[KIOSK_APP_WORD_BYTES], kiosk_app_word word,
                     board_language language, const char *first, const char *second,
                     const char *third)
{
    const char *const values[] = {first, second, third};
    const char *at = kiosk_app_text(word, language);
    size_t used = 0;

    buffer[0] = '\0';
    while (*at) {
        size_t length = strcspn(at + 1, "{") + 1;

        if (at[0] == '{' && at[1] >= '1' && at[1] <= '3' && at[2] == '}') {
            const char *value = values[at[1] - '1'];

            if (value)
                used = add(buffer, used, value, strlen(value));
            at += 3;
        } else {
            used = add(buffer, used, at, length);
            at += length;
        }
    }
    return buffer;
}

static void write_line(device_log_level level, const char *line)
{
    fprintf(stderr, "%sqili-kiosk: %s\n", device_log_prefix(level), line);
}

void kiosk_app_complain(kiosk_app_word word, board_language language, const char *first,
                        const char *second, const char *third)
{
    char buffer[KIOSK_APP_WORD_BYTES];

    write_line(DEVICE_LOG_ERROR, kiosk_app_fill(buffer, word, language, first, second, third));
}

void kiosk_app_tell(const kiosk_app_voice *voice, device_log_level level, kiosk_app_word word,
                    const char *first, const char *second)
{
    char buffer[KIOSK_APP_WORD_BYTES];

    if (level <= voice->level)
        write_line(level, kiosk_app_fill(buffer, word, voice->language, first, second, NULL));
}
