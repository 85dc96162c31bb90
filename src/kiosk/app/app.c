/*
 * kiosk/app/app.c: input to commands, commands to the state, jobs to the workers, the state to a
 * picture.
 */
#include "kiosk/app/app.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "kiosk/app/device.h"
#include "kiosk/flow/grown.h"
#include "kiosk/screens/screens.h"

enum { MINUTE_MS = 60 * 1000 };

static const double usual_inches = 7; /* across a display that does not say its density */

struct kiosk_app {
    kiosk_app_options options;
    kiosk_state *state;
    kiosk_workers *workers;
    kiosk_painter *painter;
    int width, height; /* of the display */
    /* What the view and the painter were made for */
    kiosk_theme theme;
    int text_step;
    kiosk_orientation orientation;
    kiosk_metrics metrics;
    kiosk_canvas canvas;
    bool whole; /* paint everything anew */
    /* The view, and the one that is on the canvas */
    kiosk_view *view, *painted;
    uint64_t revision; /* of the state that the view shows */
    bool made;
    kiosk_touch touch, painted_touch;
    kiosk_gesture gesture;
    kiosk_focus focus;
    int64_t next_tick_ms;
    int64_t next_device_ms;
    int64_t next_link_ms;
    kiosk_clock_watch clock;
};

static const char *const theme_names[KIOSK_THEMES] = {"light", "dark", "contrast"};

bool kiosk_app_is_sideways(const kiosk_app *app)
{
    bool portrait = app->height > app->width;

    return (app->orientation == KIOSK_ORIENTATION_PORTRAIT && !portrait) ||
           (app->orientation == KIOSK_ORIENTATION_LANDSCAPE && portrait);
}

static double density_of(const kiosk_app *app)
{
    if (app->options.density > 0)
        return app->options.density;
    return hypot(app->width, app->height) / usual_inches;
}

/* Metrics and canvas for the display and the settings. */
static board_error arrange(kiosk_app *app)
{
    const kiosk_settings *settings = &app->state->settings;
    kiosk_canvas canvas;

    app->text_step = settings->text_step;
    app->orientation = settings->orientation;
    bool sideways = kiosk_app_is_sideways(app);
    kiosk_metrics metrics =
        kiosk_metrics_make(sideways ? app->height : app->width, sideways ? app->width : app->height,
                           density_of(app), app->text_step);
    board_error error = kiosk_canvas_open(&canvas, metrics.width, metrics.height);
    if (error != BOARD_OK)
        return error;
    kiosk_canvas_close(&app->canvas);
    app->canvas = canvas;
    app->metrics = metrics;
    app->made = false;
    app->whole = true;
    return BOARD_OK;
}

/* Follows the settings; what cannot be followed stays as it was. */
static void follow_settings(kiosk_app *app)
{
    const kiosk_settings *settings = &app->state->settings;

    if (settings->theme != app->theme) {
        app->theme = settings->theme;
        kiosk_painter_set_theme(app->painter, app->options.assets, theme_names[app->theme], NULL);
        app->whole = true;
    }
    if (settings->text_step != app->text_step || settings->orientation != app->orientation)
        arrange(app);
}

/* All that the app owns besides the state. */
static board_error prepare(kiosk_app *app, board_problem *problem)
{
    app->view = calloc(1, sizeof *app->view);
    if (app->view == NULL)
        return board_problem_set(problem, BOARD_ERROR_NO_MEMORY, NULL, 0);
    app->painted = calloc(1, sizeof *app->painted);
    if (app->painted == NULL)
        return board_problem_set(problem, BOARD_ERROR_NO_MEMORY, NULL, 0);
    board_error error =
        kiosk_painter_open(app->options.assets, theme_names[app->theme], &app->painter, problem);
    if (error != BOARD_OK)
        return error;
    error = arrange(app);
    if (error != BOARD_OK)
        return board_problem_set(problem, error, NULL, 0);
    app->workers = kiosk_workers_start(&app->options.performer);
    if (!app->workers)
        return board_problem_set(problem, BOARD_ERROR_NO_MEMORY, NULL, 0);
    return BOARD_OK;
}

board_error kiosk_app_open(const kiosk_app_options *options, kiosk_state *state, kiosk_app **app,
                           board_problem *problem)
{
    kiosk_app *made = calloc(1, sizeof *made);
    board_error error;

    *app = NULL;
    if (!made) {
        kiosk_state_free(state);
        return board_problem_set(problem, BOARD_ERROR_NO_MEMORY, NULL, 0);
    }
    made->options = *options;
    made->state = state;
    made->width = options->width;
    made->height = options->height;
    made->theme = state->settings.theme;
    made->touch = made->painted_touch = kiosk_touch_none();
    made->focus = kiosk_focus_nowhere();
    error = prepare(made, problem);
    if (error != BOARD_OK) {
        kiosk_app_close(made);
        return error;
    }
    *app = made;
    return BOARD_OK;
}

void kiosk_app_close(kiosk_app *app)
{
    if (!app)
        return;
    kiosk_workers_end(app->workers);
    kiosk_painter_close(app->painter);
    kiosk_canvas_close(&app->canvas);
    kiosk_state_free(app->state);
    free(app->view);
    free(app->painted);
    free(app);
}

const kiosk_state *kiosk_app_state(const kiosk_app *app)
{
    return app->state;
}

const kiosk_metrics *kiosk_app_metrics(const kiosk_app *app)
{
    return &app->metrics;
}

const kiosk_view *kiosk_app_view(kiosk_app *app)
{
    if (!app->made || app->revision != app->state->revision) {
        follow_settings(app);
        kiosk_screen_build(app->state, &app->metrics, app->view);
        app->view->unit = app->metrics.unit;
        app->revision = app->state->revision;
        app->made = true;
    }
    return app->view;
}

board_error kiosk_app_resize(kiosk_app *app, int width, int height)
{
    int old_width = app->width;
    int old_height = app->height;

    if (width == old_width && height == old_height)
        return BOARD_OK;
    app->width = width;
    app->height = height;
    board_error error = arrange(app);
    if (error != BOARD_OK) {
        app->width = old_width;
        app->height = old_height;
    }
    return error;
}

/* Jobs */

/* A job that could not be given is handed back as failed. */
static void refuse(kiosk_app *app, kiosk_job *job, int64_t now_ms)
{
    job->end = KIOSK_END_FAILED;
    board_problem_set(&job->problem, BOARD_ERROR_NO_MEMORY, NULL, 0);
    kiosk_receive(app->state, job, now_ms);
}

static void give_jobs(kiosk_app *app, int64_t now_ms)
{
    kiosk_job *job;

    while ((job = kiosk_take_job(app->state)) != NULL) {
        if (!kiosk_workers_give(app->workers, job))
            refuse(app, job, now_ms);
    }
}

static void take_jobs(kiosk_app *app, int64_t now_ms)
{
    kiosk_job *job;

    while ((job = kiosk_workers_take(app->workers)) != NULL)
        kiosk_receive(app->state, job, now_ms);
}

void kiosk_app_start(kiosk_app *app, int64_t now_ms)
{
    kiosk_start(app->state, now_ms);
    give_jobs(app, now_ms);
}

void kiosk_app_give(kiosk_app *app, const kiosk_command *command, int64_t now_ms)
{
    if (command->kind == KIOSK_COMMAND_NONE)
        return;
    kiosk_apply(app->state, command, now_ms);
    give_jobs(app, now_ms);
}

/* Pointers */

/* From the display to the view: a quarter turn, then the half turn toward the players. */
static void to_view(kiosk_app *app, int *x, int *y)
{
    if (kiosk_app_is_sideways(app)) {
        int from_left = *x;

        *x = *y;
        *y = app->width - 1 - from_left;
    }
    if (kiosk_app_view(app)->turn == 180) {
        *x = app->metrics.width - 1 - *x;
        *y = app->metrics.height - 1 - *y;
    }
}

void kiosk_app_display_point(kiosk_app *app, int *x, int *y)
{
    if (kiosk_app_view(app)->turn == 180) {
        *x = app->metrics.width - 1 - *x;
        *y = app->metrics.height - 1 - *y;
    }
    if (kiosk_app_is_sideways(app)) {
        int from_left = *x;

        *x = app->width - 1 - *y;
        *y = from_left;
    }
}

kiosk_rect kiosk_app_display_rect(kiosk_app *app, kiosk_rect rect)
{
    int x = rect.x;
    int y = rect.y;
    int far_x = rect.x + rect.width - 1;
    int far_y = rect.y + rect.height - 1;

    kiosk_app_display_point(app, &x, &y);
    kiosk_app_display_point(app, &far_x, &far_y);
    return (kiosk_rect){x < far_x ? x : far_x, y < far_y ? y : far_y, abs(far_x - x) + 1,
                        abs(far_y - y) + 1};
}

/* Four crosses are waited for: a touch goes there as it comes. */
static bool take_cross(kiosk_app *app, int x, int y, int64_t now_ms)
{
    kiosk_command command = {.kind = KIOSK_COMMAND_CROSS};
    int32_t across, down;

    if (!kiosk_wants_crosses(app->state))
        return false;
    kiosk_cross_place(app->state->setup.crossed, &across, &down);
    int cross_x = across * app->metrics.width / KIOSK_DISPLAY_PARTS;
    int cross_y = down * app->metrics.height / KIOSK_DISPLAY_PARTS;
    kiosk_app_display_point(app, &cross_x, &cross_y);
    const int points[KIOSK_COMMAND_NUMBERS] = {x, y, cross_x, cross_y};
    for (int i = 0; i < KIOSK_COMMAND_NUMBERS; i++)
        command.numbers[i] = (int32_t)((int64_t)points[i] * KIOSK_DISPLAY_PARTS /
                                       (i % 2 == 0 ? app->width : app->height));
    kiosk_app_give(app, &command, now_ms);
    return true;
}

void kiosk_app_touched(const kiosk_app *app, double across, double down, int *x, int *y)
{
    if (!kiosk_wants_crosses(app->state))
        kiosk_calibration_apply(&app->state->settings.calibration, &across, &down);
    *x = (int)(across * app->width);
    *y = (int)(down * app->height);
}

void kiosk_app_down(kiosk_app *app, int x, int y, int64_t now_ms)
{
    if (take_cross(app, x, y, now_ms))
        return;
    to_view(app, &x, &y);
    kiosk_gesture_down(&app->gesture, kiosk_app_view(app), x, y, now_ms);
    app->focus = kiosk_focus_nowhere();
}

void kiosk_app_move(kiosk_app *app, int x, int y, int64_t now_ms)
{
    to_view(app, &x, &y);
    kiosk_command command = kiosk_gesture_move(&app->gesture, kiosk_app_view(app), x, y);
    kiosk_app_give(app, &command, now_ms);
}

void kiosk_app_up(kiosk_app *app, int x, int y, int64_t now_ms)
{
    to_view(app, &x, &y);
    kiosk_command command = kiosk_gesture_up(&app->gesture, kiosk_app_view(app), x, y);
    kiosk_app_give(app, &command, now_ms);
}

void kiosk_app_lost(kiosk_app *app)
{
    kiosk_gesture_cancel(&app->gesture);
}

/* Keys */

static void give_kind(kiosk_app *app, kiosk_command_kind kind, int number, int64_t now_ms)
{
    kiosk_command command = kiosk_command_of(kind, number, 0);

    kiosk_app_give(app, &command, now_ms);
}

void kiosk_app_wheel(kiosk_app *app, int rows, int64_t now_ms)
{
    if (rows != 0)
        give_kind(app, KIOSK_COMMAND_SCROLL, rows, now_ms);
}

static void press_enter(kiosk_app *app, int64_t now_ms)
{
    const kiosk_part *part = kiosk_focus_part(&app->focus, kiosk_app_view(app));

    if (part) {
        kiosk_command command = kiosk_tap_of(part, app->focus.square);

        kiosk_app_give(app, &command, now_ms);
    } else if (app->state->field.which != KIOSK_FIELD_NONE) {
        give_kind(app, KIOSK_COMMAND_TYPE_DONE, 0, now_ms);
    }
}

/* A button of the device: it does what the button on the screen would do, and nothing where that
 * is one to be careful with. */
static void press_confirm(kiosk_app *app, int64_t now_ms)
{
    const kiosk_part *part = kiosk_focus_next_step(kiosk_app_view(app));

    if (part)
        kiosk_app_give(app, &part->command, now_ms);
}

static void press_backspace(kiosk_app *app, int64_t now_ms)
{
    const kiosk_state *state = app->state;

    if (state->field.which != KIOSK_FIELD_NONE)
        give_kind(app, KIOSK_COMMAND_TYPE_BACK, 0, now_ms);
    else if (kiosk_takes_digits(state))
        give_kind(app, KIOSK_COMMAND_DIGIT_BACK, 0, now_ms);
    else if (state->screen == KIOSK_SCREEN_MOVES)
        give_kind(app, KIOSK_COMMAND_KEY_BACK, 0, now_ms);
}

void kiosk_app_key(kiosk_app *app, kiosk_input key, int64_t now_ms)
{
    static const kiosk_direction directions[] = {KIOSK_FORWARD, KIOSK_BACKWARD, KIOSK_LEFT,
                                                 KIOSK_RIGHT,   KIOSK_UP,       KIOSK_DOWN};

    switch (key) {
    case KIOSK_INPUT_ENTER:
        press_enter(app, now_ms);
        break;
    case KIOSK_INPUT_ESCAPE:
        give_kind(app, KIOSK_COMMAND_BACK, 0, now_ms);
        break;
    case KIOSK_INPUT_BACKSPACE:
        press_backspace(app, now_ms);
        break;
    case KIOSK_INPUT_PAGE_UP:
        give_kind(app, KIOSK_COMMAND_SCROLL, -3, now_ms);
        break;
    case KIOSK_INPUT_PAGE_DOWN:
        give_kind(app, KIOSK_COMMAND_SCROLL, 3, now_ms);
        break;
    case KIOSK_INPUT_UNDO:
        give_kind(app, KIOSK_COMMAND_UNDO, 0, now_ms);
        break;
    case KIOSK_INPUT_REDO:
        give_kind(app, KIOSK_COMMAND_REDO, 0, now_ms);
        break;
    case KIOSK_INPUT_FOUL_RED:
    case KIOSK_INPUT_FOUL_BLACK:
        if (kiosk_tests_buttons(app->state))
            break;
        give_kind(app, KIOSK_COMMAND_FOUL, key == KIOSK_INPUT_FOUL_RED ? BOARD_RED : BOARD_BLACK,
                  now_ms);
        break;
    case KIOSK_INPUT_CONFIRM:
        if (!kiosk_tests_buttons(app->state))
            press_confirm(app, now_ms);
        break;
    case KIOSK_INPUT_HOME:
        give_kind(app, KIOSK_COMMAND_HOME, 0, now_ms);
        break;
    case KIOSK_INPUTS:
        break;
    default:
        kiosk_focus_move(&app->focus, kiosk_app_view(app), directions[key]);
        break;
    }
}

void kiosk_app_type(kiosk_app *app, const char *text, int64_t now_ms)
{
    if (app->state->field.which != KIOSK_FIELD_NONE) {
        kiosk_command command = kiosk_command_of_text(KIOSK_COMMAND_TYPE, text);

        kiosk_app_give(app, &command, now_ms);
    } else if (kiosk_takes_digits(app->state)) {
        for (; *text; text++) {
            if (*text >= '0' && *text <= '9')
                give_kind(app, KIOSK_COMMAND_DIGIT, *text - '0', now_ms);
        }
    }
}

/* Time */

/* What the bar shows of the device. The battery is not known here. */
static void look_at_device(kiosk_app *app, int64_t now_ms)
{
    kiosk_device device = app->state->device;

    if (app->options.wall_ms != 0) {
        device.wall_ms = app->options.wall_ms;
    } else {
        const int64_t back = kiosk_clock_set_back(&app->clock, kiosk_wall_ms(), now_ms);

        kiosk_device_look_at_clock(&device);
        if (back > 0)
            kiosk_clock_was_set_back(app->state, back);
    }
    kiosk_set_device(app->state, &device);
    if (app->options.storage)
        kiosk_look_at_storage(app->state);
}

void kiosk_app_buttons(kiosk_app *app, const kiosk_buttons *buttons)
{
    kiosk_set_buttons(app->state, buttons);
}

/* What the bar shows of the connection, and what has come over it. */
static void look_at_link(kiosk_app *app)
{
    kiosk_device device = app->state->device;
    char invitation[KIOSK_INVITATION_BYTES];
    kiosk_office office;
    bool grew = kiosk_link_look(app->options.link, &device);

    kiosk_set_device(app->state, &device);
    if (grew)
        kiosk_journal_grew(app->state);
    kiosk_link_office(app->options.link, &office);
    kiosk_set_office(app->state, &office);
    if (kiosk_take_invitation(app->state, invitation) &&
        !kiosk_link_enrol(app->options.link, invitation, app->options.name))
        kiosk_refuse_invitation(app->state);
    if (kiosk_take_leaving(app->state))
        kiosk_link_leave(app->options.link);
}

static void watch(void *context, kiosk_job *job)
{
    kiosk_watch_job(context, job);
}

void kiosk_app_run(kiosk_app *app, int64_t now_ms)
{
    take_jobs(app, now_ms);
    kiosk_command command = kiosk_gesture_wait(&app->gesture, kiosk_app_view(app), now_ms);
    kiosk_app_give(app, &command, now_ms);
    if (now_ms >= app->next_tick_ms) {
        kiosk_workers_visit(app->workers, watch, app->state);
        if (kiosk_wants_tick(app->state) || now_ms >= kiosk_duty_locks_ms(app->state))
            give_kind(app, KIOSK_COMMAND_TICK, 0, now_ms);
        app->next_tick_ms = now_ms + KIOSK_TICK_MS;
    }
    if (now_ms >= app->next_device_ms) {
        look_at_device(app, now_ms);
        app->next_device_ms = now_ms + MINUTE_MS - (int64_t)(time(NULL) % 60) * 1000;
    }
    if (app->options.link && now_ms >= app->next_link_ms) {
        look_at_link(app);
        app->next_link_ms = now_ms + KIOSK_LINK_MS;
    }
    give_jobs(app, now_ms);
}

bool kiosk_app_is_busy(const kiosk_app *app)
{
    return kiosk_workers_busy(app->workers) > 0;
}

bool kiosk_app_is_quiet(const kiosk_app *app)
{
    return !kiosk_app_is_busy(app) && !kiosk_wants_tick(app->state) &&
           kiosk_gesture_due(&app->gesture) == KIOSK_NEVER;
}

static int64_t sooner(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

int64_t kiosk_app_due(const kiosk_app *app, int64_t now_ms)
{
    int64_t due = app->next_device_ms;
    int64_t hold = kiosk_gesture_due(&app->gesture);

    due = sooner(due, kiosk_duty_locks_ms(app->state));
    if (app->options.link)
        due = sooner(due, app->next_link_ms);
    if (hold != KIOSK_NEVER)
        due = sooner(due, hold);
    if (kiosk_app_is_busy(app) || kiosk_wants_tick(app->state))
        due = sooner(due, app->next_tick_ms);
    return due > now_ms ? due - now_ms : 0;
}

/* The picture */

static void show_hand(kiosk_app *app)
{
    const kiosk_part *part = kiosk_focus_part(&app->focus, app->view);

    kiosk_gesture_show(&app->gesture, app->view, &app->touch);
    app->touch.focus = part ? (int)(part - app->view->parts) : KIOSK_NO_PART;
    app->touch.focus_square = part ? app->focus.square : BOARD_NO_SQUARE;
}

kiosk_rect kiosk_app_paint(kiosk_app *app, kiosk_canvas **canvas)
{
    kiosk_rect area = {0, 0, 0, 0};

    kiosk_app_view(app);
    show_hand(app);
    if (app->whole) {
        kiosk_paint(app->painter, &app->canvas, &app->metrics, app->view, &app->touch);
        area = (kiosk_rect){0, 0, app->canvas.width, app->canvas.height};
        app->whole = false;
    } else {
        area = kiosk_paint_changes(app->painter, &app->canvas, &app->metrics, app->painted,
                                   &app->painted_touch, app->view, &app->touch);
    }
    kiosk_view_copy(app->painted, app->view);
    app->painted_touch = app->touch;
    *canvas = &app->canvas;
    return area;
}
