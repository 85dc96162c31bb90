/* kiosk/app/fittings.c: buttons, lamps, the supply, the service manager; the configuration. */
#include "kiosk/app/fittings.h"

#include <stdio.h>
#include <string.h>

#include "board/version.h"
#include "kiosk/app/bell.h"
#include "kiosk/app/words.h"

enum {
    NUMBER_BYTES = 24,
    /* Within the service manager's time. A loop that stands still while it waits stands for a beat
     * before the kiosk's own watchdog counts: with 20 s for the one and 10 s for the other, the
     * own one, which knows where it stood, has ended the program after 14 s at most. */
    BEATS = 6
};

/* 2024 in UTC: a clock before it was never set. */
static const int64_t clock_set_ms = INT64_C(1704067200000);

/* Configuration */

typedef struct note_context {
    const char *path;
    kiosk_app_voice voice;
} note_context;

static void say_note(void *context, const device_note *note)
{
    const note_context *notes = context;
    char text[DEVICE_CONFIG_NOTE_BYTES];

    kiosk_app_tell(&notes->voice, note->warning ? DEVICE_LOG_WARNING : DEVICE_LOG_ERROR,
                   KIOSK_APP_CONFIG, notes->path,
                   device_note_text(note, (int)notes->voice.language, text));
}

static void choose(int *option, int configured)
{
    if (*option == KIOSK_NOT_GIVEN && configured != DEVICE_NOT_GIVEN)
        *option = configured;
}

static void name(const char **option, const char *configured)
{
    if (!*option && configured[0])
        *option = configured;
}

kiosk_app_voice kiosk_voice(const kiosk_options *options, const device_config *config)
{
    return (kiosk_app_voice){device_config_log_level(config), kiosk_options_language(options)};
}

bool kiosk_configure(kiosk_options *options, device_config *config)
{
    const char *path = options->config ? options->config : DEVICE_CONFIG_PATH;
    note_context notes = {.path = path};

    device_config_init(config);
    if (!options->config && (options->demo || options->script))
        return true;
    device_config_load(path, options->config != NULL, config, NULL, NULL);
    notes.voice = kiosk_voice(options, config); /* how much is told is known after all was read */
    device_config_load(path, options->config != NULL, config, say_note, &notes);
    choose(&options->language, config->kiosk.language);
    choose(&options->theme, config->kiosk.theme);
    choose(&options->orientation, config->kiosk.orientation);
    choose(&options->text_step, config->kiosk.text_step);
    if (!(options->density > 0) && config->kiosk.dpi != DEVICE_NOT_GIVEN)
        options->density = config->kiosk.dpi;
    if (!options->demo)
        name(&options->journal, config->kiosk.journal);
    name(&options->key, config->kiosk.key);
    name(&options->cases, config->kiosk.cases);
    name(&options->exchange, config->kiosk.exchange);
    if (config->wrong[DEVICE_SECTION_GPIO] > 0) /* half a wiring could do the wrong thing */
        device_wiring_init(&config->wiring);
    return config->wrong[DEVICE_SECTION_KIOSK] == 0 && config->wrong[DEVICE_SECTION_NONE] == 0;
}

/* Buttons */

kiosk_input kiosk_fittings_key(const device_event *event)
{
    switch (event->input) {
    case DEVICE_FOUL_RED:
        return KIOSK_INPUT_FOUL_RED;
    case DEVICE_FOUL_BLACK:
        return KIOSK_INPUT_FOUL_BLACK;
    case DEVICE_CONFIRM:
        return KIOSK_INPUT_CONFIRM;
    case DEVICE_BACK:
        return event->held ? KIOSK_INPUT_HOME : KIOSK_INPUT_ESCAPE;
    default:
        return KIOSK_INPUTS;
    }
}

/* On the panel's thread. */
static void happened(void *context, const device_event *event)
{
    kiosk_fittings *fittings = context;
    kiosk_input key = kiosk_fittings_key(event);

    if (key != KIOSK_INPUTS) {
        kiosk_window_press(fittings->window, key);
    } else {
        atomic_store(&fittings->power_failed, true);
        kiosk_window_leave(fittings->window);
    }
}

void kiosk_fittings_open(kiosk_fittings *fittings, const device_config *config,
                         kiosk_window *window, kiosk_app_voice voice)
{
    const device_panel_options options = {
        .wiring = config->wiring, .happened = happened, .context = fittings};
    int64_t within = device_service_watchdog_ms();

    fittings->window = window;
    fittings->voice = voice;
    fittings->beat_ms = within > 0 ? within / BEATS + 1 : 0;
    kiosk_window_set_turn_limit(window, fittings->beat_ms);
    if (device_panel_start(&options, &fittings->panel) != DEVICE_OK)
        kiosk_app_complain(KIOSK_APP_NO_MEMORY, voice.language, NULL, NULL, NULL);
}

void kiosk_fittings_close(kiosk_fittings *fittings)
{
    device_service_stopping();
    if (fittings->ready)
        kiosk_app_tell(&fittings->voice, DEVICE_LOG_NOTICE, KIOSK_APP_STOPPED, NULL, NULL);
    device_panel_stop(fittings->panel);
    fittings->panel = NULL;
}

/* Lamps */

void kiosk_fittings_lamps(const kiosk_device *device, device_glow glow[DEVICE_OUTPUTS])
{
    bool low = device->free_mib >= 0 && device->free_mib < KIOSK_STORAGE_LOW_MIB;

    memset(glow, 0, DEVICE_OUTPUTS * sizeof *glow);
    glow[DEVICE_LAMP_POWER] = DEVICE_GLOW_ON;
    if (device->connection == KIOSK_CONNECTION_SENT)
        glow[DEVICE_LAMP_SYNC] = DEVICE_GLOW_ON;
    else if (device->connection == KIOSK_CONNECTION_WAITING)
        glow[DEVICE_LAMP_SYNC] = DEVICE_GLOW_FAST;
    else if (device->connection == KIOSK_CONNECTION_OFFLINE)
        glow[DEVICE_LAMP_SYNC] = DEVICE_GLOW_SLOW;
    if (low)
        glow[DEVICE_LAMP_ATTENTION] = DEVICE_GLOW_FAST;
    else if (device->wall_ms < clock_set_ms)
        glow[DEVICE_LAMP_ATTENTION] = DEVICE_GLOW_SLOW;
}

/* Once, when it is known: without buttons the kiosk runs all the same. */
static void say_trouble(kiosk_fittings *fittings, const device_panel_state *panel)
{
    if (panel->open) {
        fittings->said_trouble = false;
        return;
    }
    if (fittings->said_trouble || panel->trouble.fault == DEVICE_FAULT_NOT_WIRED)
        return;
    fittings->said_trouble = true;
    kiosk_app_tell(&fittings->voice, DEVICE_LOG_WARNING, KIOSK_APP_NO_BUTTONS,
                   device_fault_text(panel->trouble.fault, (int)fittings->voice.language),
                   panel->trouble.what);
}

/* For `systemctl status`: no names, no rulings. */
static void tell_status(kiosk_fittings *fittings, const kiosk_device *device,
                        const device_panel_state *panel)
{
    char words[KIOSK_APP_WORD_BYTES], number[NUMBER_BYTES];
    const char *buttons =
        panel->open ? kiosk_app_text(KIOSK_APP_BUTTONS_THERE, fittings->voice.language)
                    : device_fault_text(panel->trouble.fault, (int)fittings->voice.language);

    snprintf(number, sizeof number, "%u", (unsigned)device->waiting);
    kiosk_app_fill(words, KIOSK_APP_STATUS, fittings->voice.language, number, buttons, NULL);
    if (strncmp(words, fittings->status, sizeof fittings->status - 1) == 0)
        return;
    snprintf(fittings->status, sizeof fittings->status, "%.*s", (int)sizeof fittings->status - 1,
             words);
    device_service_status(words);
}

kiosk_buttons kiosk_fittings_buttons(const device_panel_state *panel)
{
    static const device_input inputs[KIOSK_BUTTONS] = {
        [KIOSK_BUTTON_FOUL_RED] = DEVICE_FOUL_RED,
        [KIOSK_BUTTON_FOUL_BLACK] = DEVICE_FOUL_BLACK,
        [KIOSK_BUTTON_CONFIRM] = DEVICE_CONFIRM,
        [KIOSK_BUTTON_BACK] = DEVICE_BACK,
    };
    kiosk_buttons buttons = {0};

    for (int i = 0; i < KIOSK_BUTTONS && panel->open; i++) {
        buttons.wired |= (panel->wired >> inputs[i] & 1) << i;
        buttons.pressed |= (panel->pressed >> inputs[i] & 1) << i;
    }
    return buttons;
}

static void look(kiosk_fittings *fittings, kiosk_app *app)
{
    const kiosk_device *device = &kiosk_app_state(app)->device;
    device_glow glow[DEVICE_OUTPUTS];
    device_panel_state panel = {.trouble = {.fault = DEVICE_FAULT_NOT_WIRED}};

    kiosk_fittings_lamps(device, glow);
    if (fittings->panel) {
        for (int i = 0; i < DEVICE_BUZZER; i++)
            device_panel_glow(fittings->panel, (device_output)i, glow[i]);
        device_panel_status(fittings->panel, &panel);
    }
    const kiosk_buttons buttons = kiosk_fittings_buttons(&panel);
    kiosk_app_buttons(app, &buttons);
    say_trouble(fittings, &panel);
    tell_status(fittings, device, &panel);
}

/* What there is to tell while frames are shown, each thing once. */
static void tell_state(kiosk_fittings *fittings, const kiosk_state *state)
{
    const kiosk_app_voice *voice = &fittings->voice;
    const char *screen = kiosk_screen_code(state->screen);

    if (!fittings->ready) {
        fittings->ready = true;
        device_service_ready();
        kiosk_app_tell(voice, DEVICE_LOG_NOTICE, KIOSK_APP_STARTED, QILI_VERSION, screen);
    } else if (state->screen != fittings->screen) {
        kiosk_app_tell(voice, DEVICE_LOG_DEBUG, KIOSK_APP_SHOWS, screen, NULL);
    }
    fittings->screen = state->screen;
    if (state->duty.on != fittings->on_duty)
        kiosk_app_tell(voice, DEVICE_LOG_INFO,
                       state->duty.on ? KIOSK_APP_ON_DUTY : KIOSK_APP_OFF_DUTY, state->duty.arbiter,
                       NULL);
    fittings->on_duty = state->duty.on;
}

void kiosk_fittings_turn(void *context, kiosk_app *app, bool shown)
{
    kiosk_fittings *fittings = context;
    int64_t now = kiosk_now_ms();

    if (shown)
        tell_state(fittings, kiosk_app_state(app));
    if (fittings->beat_ms > 0 && now >= fittings->next_beat_ms) {
        device_service_beat();
        fittings->next_beat_ms = now + fittings->beat_ms / 2;
    }
    if (now >= fittings->next_look_ms) {
        look(fittings, app);
        fittings->next_look_ms =
            now + (kiosk_tests_buttons(kiosk_app_state(app)) ? KIOSK_PRESSED_MS : KIOSK_STATUS_MS);
    }
}
