/*
 * kiosk/flow/draft.c: the lines of a draft file, and of the settings, applied one after the other.
 */
#include "kiosk/flow/draft.h"

#include <string.h>

#include "kiosk/flow/text.h"

typedef bool (*command_test)(kiosk_command_kind kind);

static bool is_setting(kiosk_command_kind kind)
{
    switch (kind) {
    case KIOSK_COMMAND_LANGUAGE:
    case KIOSK_COMMAND_THEME:
    case KIOSK_COMMAND_SIMPLIFIED:
    case KIOSK_COMMAND_TEXT_STEP:
    case KIOSK_COMMAND_ORIENTATION:
    case KIOSK_COMMAND_BOTH_LANGUAGES:
    case KIOSK_COMMAND_EDITION:
    case KIOSK_COMMAND_IDLE_LOCK:
    case KIOSK_COMMAND_BRIGHTNESS:
    case KIOSK_COMMAND_CALIBRATION:
        return true;
    default:
        return false;
    }
}

static void replay(kiosk_state *state, const char *text, size_t length, command_test takes,
                   kiosk_replayed *replayed)
{
    *replayed = (kiosk_replayed){0};
    state->replaying = true;
    while (length > 0) {
        const char *end = memchr(text, '\n', length);
        kiosk_command command;
        if (end == NULL) {
            replayed->torn = true;
            break;
        }
        const size_t line = (size_t)(end - text);
        if (kiosk_command_read(text, line, &command) && takes(command.kind)) {
            kiosk_apply(state, &command, state->now_ms);
            replayed->applied++;
        } else
            replayed->unknown++;
        text += line + 1;
        length -= line + 1;
    }
    state->replaying = false;
    state->say = KIOSK_SAY_NOTHING;
}

void kiosk_draft_replay(kiosk_state *state, const char *text, size_t length,
                        kiosk_replayed *replayed)
{
    replay(state, text, length, kiosk_command_is_kept, replayed);
}

void kiosk_settings_replay(kiosk_state *state, const char *text, size_t length,
                           kiosk_replayed *replayed)
{
    replay(state, text, length, is_setting, replayed);
}

size_t kiosk_settings_commands(const kiosk_settings *settings,
                               kiosk_command commands[KIOSK_SETTINGS_MAX])
{
    const struct {
        kiosk_command_kind kind;
        int32_t number;
    } numbers[] = {
        {KIOSK_COMMAND_LANGUAGE, (int32_t)settings->language},
        {KIOSK_COMMAND_THEME, (int32_t)settings->theme},
        {KIOSK_COMMAND_SIMPLIFIED, settings->simplified},
        {KIOSK_COMMAND_TEXT_STEP, settings->text_step},
        {KIOSK_COMMAND_ORIENTATION, (int32_t)settings->orientation},
        {KIOSK_COMMAND_BOTH_LANGUAGES, settings->both_languages},
        {KIOSK_COMMAND_IDLE_LOCK, settings->idle_minutes},
        {KIOSK_COMMAND_BRIGHTNESS, settings->brightness},
    };
    size_t count = 0;

    for (; count < sizeof numbers / sizeof *numbers; count++)
        commands[count] = kiosk_command_of(numbers[count].kind, numbers[count].number, 0);
    if (settings->edition[0] != '\0')
        commands[count++] = kiosk_command_of_text(KIOSK_COMMAND_EDITION, settings->edition);
    if (!kiosk_calibration_is_none(&settings->calibration)) {
        char text[KIOSK_CALIBRATION_TEXT_BYTES];

        commands[count++] = kiosk_command_of_text(
            KIOSK_COMMAND_CALIBRATION, kiosk_calibration_write(&settings->calibration, text));
    }
    return count;
}
