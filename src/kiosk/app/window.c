/* kiosk/app/window.c: SDL: pixels out, fingers, mouse and keys in. */
#include "kiosk/app/window.h"

#include <SDL.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kiosk/app/places.h"
#include "kiosk/app/watchdog.h"
#include "kiosk/app/words.h"

enum {
    /* Where SDL itself would look for events every millisecond: how often to look while a hand is
     * at work, and how often once nothing has happened for a while */
    POLL_MS = 8,
    POLL_IDLE_MS = 20,
    AT_WORK_MS = 2000,
    WAIT_MAX_MS = 60 * 1000,
    DISPLAY_RETRY_MS = 1000 /* how often a display that is gone is looked for */
};

/* Who holds the pointer: no one, the mouse, or a finger by its number. */
typedef enum pointer_holder { POINTER_FREE, POINTER_MOUSE, POINTER_FINGER } pointer_holder;

struct kiosk_window {
    kiosk_window_options options;
    SDL_Window *window;
    SDL_Renderer *renderer;
    SDL_Texture *texture;
    int texture_width, texture_height;
    uint32_t wake_event;
    bool sleeps; /* SDL waits for events without looking for them again and again */
    pointer_holder holder;
    SDL_FingerID finger;
    int64_t last_event_ms;
    bool shown_anew; /* the window's content was lost */
    bool shown;      /* a frame was */
    int64_t turn_ms; /* longest turn of the loop; 0: any */
    bool lost;       /* there is nothing to show it on: tried again at retry_ms */
    int64_t retry_ms;
    bool open;
    bool failed;
};

static bool complain(kiosk_window *window, kiosk_app_word word)
{
    kiosk_app_complain(word, window->options.language, SDL_GetError(), NULL, NULL);
    window->failed = true;
    return false;
}

/* Without a screen SDL would fall back on drivers that show nothing and wait there for ever: those
 * are only for who names one. Wayland complains by itself where its folder is not even named. */
static const char *drivers(void)
{
    return SDL_getenv("XDG_RUNTIME_DIR") ? "x11,wayland,KMSDRM" : "x11,KMSDRM";
}

static void set_hints(void)
{
    SDL_SetHint(SDL_HINT_VIDEODRIVER, drivers());
    SDL_SetHint(SDL_HINT_TOUCH_MOUSE_EVENTS, "0");
    SDL_SetHint(SDL_HINT_MOUSE_TOUCH_EVENTS, "0");
    SDL_SetHint(SDL_HINT_VIDEO_ALLOW_SCREENSAVER, "0");
    SDL_SetHint(SDL_HINT_IME_SHOW_UI, "1");
    SDL_SetHint(SDL_HINT_RENDER_SCALE_QUALITY, "0");
    /* Pixels go to a desktop as they are: no OpenGL, and not the memory that it takes */
    SDL_SetHint(SDL_HINT_FRAMEBUFFER_ACCELERATION, "0");
}

static bool uses_the_screen_itself(void)
{
    const char *driver = SDL_GetCurrentVideoDriver();

    return driver && strcmp(driver, "KMSDRM") == 0;
}

static bool waits_by_itself(void)
{
    const char *driver = SDL_GetCurrentVideoDriver();

    return driver && (strcmp(driver, "x11") == 0 || strcmp(driver, "wayland") == 0);
}

/* All is painted in software; only a screen without a desktop needs its own way to show it. */
static bool open_renderer(kiosk_window *window)
{
    uint32_t first = uses_the_screen_itself() ? 0 : SDL_RENDERER_SOFTWARE;

    window->renderer = SDL_CreateRenderer(window->window, -1, first);
    if (!window->renderer)
        window->renderer =
            SDL_CreateRenderer(window->window, -1, first ? 0 : (uint32_t)SDL_RENDERER_SOFTWARE);
    return window->renderer != NULL;
}

kiosk_window *kiosk_window_open(const kiosk_window_options *options)
{
    kiosk_window *window = calloc(1, sizeof *window);
    uint32_t flags = options->window ? SDL_WINDOW_RESIZABLE : SDL_WINDOW_FULLSCREEN_DESKTOP;

    if (!window) {
        kiosk_app_complain(KIOSK_APP_NO_MEMORY, options->language, NULL, NULL, NULL);
        return NULL;
    }
    window->options = *options;
    set_hints();
    if (SDL_Init(SDL_INIT_VIDEO) != 0) {
        complain(window, KIOSK_APP_NO_DISPLAY);
        kiosk_window_close(window);
        return NULL;
    }
    window->window =
        SDL_CreateWindow(options->title, SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED,
                         options->width, options->height, flags);
    if (!window->window || !open_renderer(window)) {
        complain(window, KIOSK_APP_WINDOW);
        kiosk_window_close(window);
        return NULL;
    }
    window->wake_event = SDL_RegisterEvents(1);
    window->sleeps = waits_by_itself();
    window->open = true;
    if (!options->window)
        SDL_ShowCursor(SDL_DISABLE);
    SDL_StartTextInput();
    return window;
}

void kiosk_window_close(kiosk_window *window)
{
    if (!window)
        return;
    if (window->texture)
        SDL_DestroyTexture(window->texture);
    if (window->renderer)
        SDL_DestroyRenderer(window->renderer);
    if (window->window)
        SDL_DestroyWindow(window->window);
    SDL_Quit();
    free(window);
}

void kiosk_window_size(const kiosk_window *window, int *width, int *height, double *density)
{
    float dpi = 0;

    SDL_GetRendererOutputSize(window->renderer, width, height);
    *density = KIOSK_DENSITY_OWN;
    /* A desktop often says 96 whatever the display is; a screen of its own knows. */
    if (uses_the_screen_itself() && SDL_GetDisplayDPI(0, &dpi, NULL, NULL) == 0 && dpi >= 72 &&
        dpi <= 600)
        *density = dpi;
}

void kiosk_window_wake(kiosk_window *window)
{
    SDL_Event event;

    memset(&event, 0, sizeof event);
    event.type = window->wake_event;
    SDL_PushEvent(&event);
}

void kiosk_window_press(kiosk_window *window, kiosk_input key)
{
    SDL_Event event;

    memset(&event, 0, sizeof event);
    event.type = window->wake_event;
    event.user.code = (Sint32)key + 1; /* 0 only wakes */
    SDL_PushEvent(&event);
    kiosk_bell_ring(window->options.bell);
}

void kiosk_window_leave(kiosk_window *window)
{
    SDL_Event event;

    memset(&event, 0, sizeof event);
    event.type = SDL_QUIT;
    SDL_PushEvent(&event);
    kiosk_bell_ring(window->options.bell);
}

void kiosk_window_set_turn_limit(kiosk_window *window, int64_t milliseconds)
{
    window->turn_ms = milliseconds;
}

/* What was made for the display is made anew before the next picture. */
static void lose_display(kiosk_window *window)
{
    if (window->texture)
        SDL_DestroyTexture(window->texture);
    if (window->renderer)
        SDL_DestroyRenderer(window->renderer);
    window->texture = NULL;
    window->renderer = NULL;
    window->texture_width = 0;
    window->shown_anew = true;
    window->retry_ms = 0;
}

/* False: not yet; the work goes on without a picture, and it is said once. */
static bool find_display(kiosk_window *window, kiosk_app *app)
{
    int width, height;

    if (window->renderer)
        return true;
    if (kiosk_now_ms() < window->retry_ms)
        return false;
    if (!open_renderer(window)) {
        if (!window->lost)
            kiosk_app_complain(KIOSK_APP_DISPLAY_LOST, window->options.language, SDL_GetError(),
                               NULL, NULL);
        window->lost = true;
        window->retry_ms = kiosk_now_ms() + DISPLAY_RETRY_MS;
        return false;
    }
    window->lost = false;
    if (SDL_GetRendererOutputSize(window->renderer, &width, &height) == 0)
        kiosk_app_resize(app, width, height); /* what cannot be made stays as it was */
    return true;
}

/* Input */

/* Does SDL know the finger as one that is down? */
static bool finger_is_down(SDL_FingerID finger)
{
    for (int i = 0; i < SDL_GetNumTouchDevices(); i++) {
        SDL_TouchID device = SDL_GetTouchDevice(i);

        for (int k = 0; k < SDL_GetNumTouchFingers(device); k++) {
            const SDL_Finger *down = SDL_GetTouchFinger(device, k);

            if (down && down->id == finger)
                return true;
        }
    }
    return false;
}

/* A glass or a mouse that was unplugged while it was held never says that it was let go: whoever
 * comes next takes the pointer over. */
static void forget_lost_holder(kiosk_window *window, kiosk_app *app)
{
    bool held = window->holder == POINTER_FINGER
                    ? finger_is_down(window->finger)
                    : (SDL_GetGlobalMouseState(NULL, NULL) & SDL_BUTTON_LMASK) != 0;

    if (window->holder == POINTER_FREE || held)
        return;
    window->holder = POINTER_FREE;
    kiosk_app_lost(app);
}

/* From the window's points to its pixels. */
static void to_pixels(const kiosk_window *window, double x, double y, int *pixel_x, int *pixel_y)
{
    int width, height, pixel_width, pixel_height;

    SDL_GetWindowSize(window->window, &width, &height);
    if (!window->renderer ||
        SDL_GetRendererOutputSize(window->renderer, &pixel_width, &pixel_height) != 0) {
        pixel_width = width; /* the display is gone for the moment */
        pixel_height = height;
    }
    *pixel_x = width > 0 ? (int)(x * pixel_width / width) : 0;
    *pixel_y = height > 0 ? (int)(y * pixel_height / height) : 0;
}

static void take_mouse(kiosk_window *window, kiosk_app *app, const SDL_Event *event, int64_t now)
{
    int x, y;

    if (event->type == SDL_MOUSEMOTION) {
        SDL_ShowCursor(SDL_ENABLE);
        to_pixels(window, event->motion.x, event->motion.y, &x, &y);
        if (window->holder == POINTER_MOUSE)
            kiosk_app_move(app, x, y, now);
        return;
    }
    if (event->button.button != SDL_BUTTON_LEFT)
        return;
    to_pixels(window, event->button.x, event->button.y, &x, &y);
    if (event->type == SDL_MOUSEBUTTONDOWN && window->holder == POINTER_FINGER)
        forget_lost_holder(window, app);
    if (event->type == SDL_MOUSEBUTTONDOWN && window->holder == POINTER_FREE) {
        window->holder = POINTER_MOUSE;
        SDL_CaptureMouse(SDL_TRUE);
        kiosk_app_down(app, x, y, now);
    } else if (event->type == SDL_MOUSEBUTTONUP && window->holder == POINTER_MOUSE) {
        window->holder = POINTER_FREE;
        SDL_CaptureMouse(SDL_FALSE);
        kiosk_app_up(app, x, y, now);
    }
}

static void take_finger(kiosk_window *window, kiosk_app *app, const SDL_TouchFingerEvent *event,
                        int64_t now)
{
    int x, y;

    kiosk_app_touched(app, (double)event->x, (double)event->y, &x, &y);
    if (event->type == SDL_FINGERDOWN)
        forget_lost_holder(window, app);
    bool mine = window->holder == POINTER_FINGER && window->finger == event->fingerId;
    if (event->type == SDL_FINGERDOWN && window->holder == POINTER_FREE) {
        window->holder = POINTER_FINGER;
        window->finger = event->fingerId;
        SDL_ShowCursor(SDL_DISABLE);
        kiosk_app_down(app, x, y, now);
    } else if (event->type == SDL_FINGERMOTION && mine) {
        kiosk_app_move(app, x, y, now);
    } else if (event->type == SDL_FINGERUP && mine) {
        window->holder = POINTER_FREE;
        kiosk_app_up(app, x, y, now);
    }
}

typedef struct key_meaning {
    SDL_Keycode key;
    kiosk_input input;
} key_meaning;

static void take_key(kiosk_app *app, const SDL_KeyboardEvent *event, int64_t now)
{
    static const key_meaning meanings[] = {
        {SDLK_LEFT, KIOSK_INPUT_LEFT},
        {SDLK_RIGHT, KIOSK_INPUT_RIGHT},
        {SDLK_UP, KIOSK_INPUT_UP},
        {SDLK_DOWN, KIOSK_INPUT_DOWN},
        {SDLK_RETURN, KIOSK_INPUT_ENTER},
        {SDLK_KP_ENTER, KIOSK_INPUT_ENTER},
        {SDLK_ESCAPE, KIOSK_INPUT_ESCAPE},
        {SDLK_AC_BACK, KIOSK_INPUT_ESCAPE},
        {SDLK_BACKSPACE, KIOSK_INPUT_BACKSPACE},
        {SDLK_PAGEUP, KIOSK_INPUT_PAGE_UP},
        {SDLK_PAGEDOWN, KIOSK_INPUT_PAGE_DOWN},
        {SDLK_F1, KIOSK_INPUT_FOUL_RED},
        {SDLK_F2, KIOSK_INPUT_FOUL_BLACK},
    };
    SDL_Keycode key = event->keysym.sym;

    if (key == SDLK_TAB) {
        kiosk_app_key(app, event->keysym.mod & KMOD_SHIFT ? KIOSK_INPUT_TAB_BACK : KIOSK_INPUT_TAB,
                      now);
        return;
    }
    if (event->keysym.mod & KMOD_CTRL) {
        if (key == SDLK_z)
            kiosk_app_key(app, KIOSK_INPUT_UNDO, now);
        else if (key == SDLK_y)
            kiosk_app_key(app, KIOSK_INPUT_REDO, now);
        return;
    }
    for (size_t i = 0; i < sizeof meanings / sizeof *meanings; i++) {
        if (meanings[i].key == key)
            kiosk_app_key(app, meanings[i].input, now);
    }
}

static void take_window_event(kiosk_window *window, kiosk_app *app, const SDL_WindowEvent *event)
{
    int width, height;

    switch (event->event) {
    case SDL_WINDOWEVENT_SIZE_CHANGED:
        if (!window->renderer)
            break; /* it is asked for when there is one */
        SDL_GetRendererOutputSize(window->renderer, &width, &height);
        if (kiosk_app_resize(app, width, height) != BOARD_OK)
            SDL_Log("%dx%d: the picture cannot be made", width, height);
        window->shown_anew = true;
        break;
    case SDL_WINDOWEVENT_EXPOSED:
        window->shown_anew = true;
        break;
    case SDL_WINDOWEVENT_FOCUS_LOST:
        window->holder = POINTER_FREE;
        kiosk_app_lost(app);
        break;
    default:
        break;
    }
}

static void take_event(kiosk_window *window, kiosk_app *app, const SDL_Event *event)
{
    int64_t now = kiosk_now_ms();

    switch (event->type) {
    case SDL_QUIT:
        window->open = false;
        break;
    case SDL_WINDOWEVENT:
        take_window_event(window, app, &event->window);
        break;
    case SDL_RENDER_TARGETS_RESET:
        window->texture_width = 0;
        window->shown_anew = true;
        break;
    case SDL_RENDER_DEVICE_RESET:
    case SDL_DISPLAYEVENT: /* one was plugged in, pulled out, or turned */
        lose_display(window);
        break;
    case SDL_MOUSEBUTTONDOWN:
    case SDL_MOUSEBUTTONUP:
    case SDL_MOUSEMOTION:
        take_mouse(window, app, event, now);
        break;
    case SDL_MOUSEWHEEL:
        kiosk_app_wheel(app, -event->wheel.y, now);
        break;
    case SDL_FINGERDOWN:
    case SDL_FINGERMOTION:
    case SDL_FINGERUP:
        take_finger(window, app, &event->tfinger, now);
        break;
    case SDL_KEYDOWN:
        take_key(app, &event->key, now);
        break;
    case SDL_TEXTINPUT:
        kiosk_app_type(app, event->text.text, now);
        break;
    default:
        if (event->type == window->wake_event && event->user.code > 0)
            kiosk_app_key(app, (kiosk_input)(event->user.code - 1), now);
        break;
    }
}

/* The picture */

/* A texture of the canvas's size; what it showed is lost if it is made anew. */
static bool fit_texture(kiosk_window *window, const kiosk_canvas *canvas, bool *anew)
{
    *anew = window->texture_width != canvas->width || window->texture_height != canvas->height;
    if (!*anew)
        return true;
    if (window->texture)
        SDL_DestroyTexture(window->texture);
    window->texture = SDL_CreateTexture(window->renderer, SDL_PIXELFORMAT_RGB888,
                                        SDL_TEXTUREACCESS_STREAMING, canvas->width, canvas->height);
    window->texture_width = window->texture ? canvas->width : 0;
    window->texture_height = canvas->height;
    return window->texture != NULL;
}

/* Turned by a quarter, clockwise, into the whole window. */
static int copy_sideways(kiosk_window *window)
{
    int width, height;

    SDL_GetRendererOutputSize(window->renderer, &width, &height);
    SDL_Rect to = {(width - height) / 2, (height - width) / 2, height, width};
    return SDL_RenderCopyEx(window->renderer, window->texture, NULL, &to, 90, NULL, SDL_FLIP_NONE);
}

/* Once more later, when the display is there again. */
static void show_later(kiosk_window *window)
{
    lose_display(window);
    window->retry_ms = kiosk_now_ms() + DISPLAY_RETRY_MS;
}

static void show(kiosk_window *window, kiosk_app *app)
{
    kiosk_canvas *canvas;
    bool anew;

    if (!find_display(window, app))
        return;
    kiosk_rect area = kiosk_app_paint(app, &canvas);
    if (area.width == 0 && !window->shown_anew)
        return;
    if (!fit_texture(window, canvas, &anew)) {
        show_later(window);
        return;
    }
    if (anew)
        area = (kiosk_rect){0, 0, canvas->width, canvas->height};
    if (area.width > 0) {
        SDL_Rect rect = {area.x, area.y, area.width, area.height};

        if (SDL_UpdateTexture(window->texture, &rect,
                              canvas->pixels + (size_t)area.y * (size_t)canvas->stride +
                                  4 * (size_t)area.x,
                              canvas->stride) != 0) {
            show_later(window);
            return;
        }
    }
    if (kiosk_app_is_sideways(app)
            ? copy_sideways(window) != 0
            : SDL_RenderCopy(window->renderer, window->texture, NULL, NULL) != 0) {
        show_later(window);
        return;
    }
    SDL_RenderPresent(window->renderer);
    window->shown = true;
    window->shown_anew = false;
}

/* How long the loop may sleep if nothing happens. */
static int64_t longest_wait(const kiosk_window *window, kiosk_app *app)
{
    int64_t due = kiosk_app_due(app, kiosk_now_ms());

    if (window->turn_ms > 0 && due > window->turn_ms)
        due = window->turn_ms;
    if (!window->renderer && due > DISPLAY_RETRY_MS)
        due = DISPLAY_RETRY_MS;
    return due > WAIT_MAX_MS ? WAIT_MAX_MS : due;
}

/* Sleeps until an event or for so long; false: no event. */
static bool wait_for_event(kiosk_window *window, int64_t wait_ms, SDL_Event *event)
{
    const int64_t end = kiosk_now_ms() + wait_ms;

    if (window->sleeps)
        return SDL_WaitEventTimeout(event, (int)wait_ms) != 0;
    do {
        if (SDL_PollEvent(event)) {
            window->last_event_ms = kiosk_now_ms();
            return true;
        }
        bool at_work = kiosk_now_ms() - window->last_event_ms < AT_WORK_MS;
        kiosk_bell_wait(window->options.bell, at_work ? POLL_MS : POLL_IDLE_MS);
    } while (kiosk_now_ms() < end);
    return false;
}

static void say_stands_still(void *context, const char *where, const char *screen)
{
    const kiosk_window *window = context;

    kiosk_app_complain(KIOSK_APP_STANDS_STILL, window->options.language, where, screen, NULL);
}

/* One turn of the loop; the watchdog is told at each place where it could stand still. */
static void turn(kiosk_window *window, kiosk_app *app, kiosk_watchdog *watchdog)
{
    const char *screen = kiosk_screen_code(kiosk_app_state(app)->screen);
    SDL_Event event;

    kiosk_watchdog_turn(watchdog, "work", screen, 0);
    kiosk_app_run(app, kiosk_now_ms());
    kiosk_watchdog_turn(watchdog, "picture", screen, 0);
    show(window, app);
    if (window->options.places)
        kiosk_places_write(app, window->options.places);
    if (window->options.turned)
        window->options.turned(window->options.turned_context, app, window->shown);
    const int64_t wait_ms = longest_wait(window, app);
    kiosk_watchdog_turn(watchdog, "wait", screen, wait_ms);
    if (!wait_for_event(window, wait_ms, &event))
        return;
    do {
        kiosk_watchdog_turn(watchdog, "event", screen, 0);
        take_event(window, app, &event);
    } while (SDL_PollEvent(&event));
}

bool kiosk_window_run(kiosk_window *window, kiosk_app *app)
{
    kiosk_watchdog *watchdog = NULL;

    /* The first frame takes as long as the machine needs, half a minute where OpenGL is done in
     * software: until then the service manager's time for the start is the limit. */
    while (window->open && !window->failed && !window->shown)
        turn(window, app, NULL);
    if (window->open && !window->failed)
        watchdog = kiosk_watchdog_start(KIOSK_WATCHDOG_MS, say_stands_still, window);
    while (window->open && !window->failed)
        turn(window, app, watchdog);
    kiosk_watchdog_end(watchdog);
    return !window->failed;
}
