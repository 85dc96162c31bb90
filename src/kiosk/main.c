/*
 * kiosk/main.c: qili-kiosk: the desk, the state, the app, and the window or the script that drives
 * it.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "board/version.h"
#include "kiosk/app/app.h"
#include "kiosk/app/bell.h"
#include "kiosk/app/demo.h"
#include "kiosk/app/fittings.h"
#include "kiosk/app/options.h"
#include "kiosk/app/script.h"
#include "kiosk/app/window.h"
#include "kiosk/app/words.h"
#include "kiosk/desk/desk.h"
#include "store/files.h"

enum { STATUS_DONE = 0, STATUS_FAILED = 1, STATUS_USAGE = 2, PATH_BYTES = 4096, TEXT_BYTES = 512 };

/* The whole program. */
typedef struct kiosk_program {
    kiosk_options options;
    device_config config;
    kiosk_fittings fittings;
    board_language language;
    char assets[KIOSK_ASSETS_PATH_BYTES];
    char journal[PATH_BYTES];
    kiosk_demo demo;
    kiosk_bell bell;
    kiosk_desk *desk;
    kiosk_window *window; /* NULL: a script drives it */
    kiosk_link *link;     /* NULL: none, or a script drives it */
    kiosk_app *app;
} kiosk_program;

static bool complain_problem(const kiosk_program *program, const board_problem *problem)
{
    char text[TEXT_BYTES];

    fprintf(stderr, "%sqili-kiosk: %s\n", device_log_prefix(DEVICE_LOG_ERROR),
            board_problem_text(problem, program->language, text, sizeof text));
    return false;
}

static bool complain_journal(const kiosk_program *program, const store_problem *problem)
{
    char text[TEXT_BYTES];

    kiosk_app_complain(KIOSK_APP_JOURNAL, program->language, program->journal,
                       store_problem_text(problem, program->language, text, sizeof text), NULL);
    return false;
}

/* The user's own journal, whose folders are made; those of a path that was said are not. */
static bool find_own_journal(kiosk_program *program)
{
    const char *state = getenv("XDG_STATE_HOME");
    const char *home = getenv("HOME");
    store_problem problem;
    unsigned folders = 0;

    if (state && state[0] == '/') {
        snprintf(program->journal, sizeof program->journal, "%s/qili/journal.db", state);
        folders = 1;
    } else if (home && home[0] == '/') {
        snprintf(program->journal, sizeof program->journal, "%s/.local/state/qili/journal.db",
                 home);
        folders = 3;
    } else {
        kiosk_app_complain(KIOSK_APP_NO_HOME, program->language, NULL, NULL, NULL);
        return false;
    }
    return store_make_folders(program->journal, folders, &problem) == BOARD_OK ||
           complain_journal(program, &problem);
}

/* Where the journal stands: as said, in the demonstration's folder, or in the user's own. */
static bool find_journal(kiosk_program *program)
{
    if (program->options.demo) {
        if (!kiosk_demo_make(&program->demo, program->assets, NULL, program->language))
            return false;
        snprintf(program->journal, sizeof program->journal, "%s", program->demo.journal);
        return true;
    }
    if (!program->options.journal)
        return find_own_journal(program);
    snprintf(program->journal, sizeof program->journal, "%s", program->options.journal);
    return true;
}

/* A folder of the user's own data; false: there is no such place. */
static bool find_own_folder(const char *name, char path[PATH_BYTES])
{
    const char *data = getenv("XDG_DATA_HOME");
    const char *home = getenv("HOME");
    int length = -1;

    if (data && data[0] == '/')
        length = snprintf(path, PATH_BYTES, "%s/qili/%s", data, name);
    else if (home && home[0] == '/')
        length = snprintf(path, PATH_BYTES, "%s/.local/share/qili/%s", home, name);
    return length > 0 && length < PATH_BYTES;
}

static bool open_desk(kiosk_program *program)
{
    const bool own_journal = !program->options.demo && !program->options.journal;
    char cases[KIOSK_ASSETS_PATH_BYTES + 32];
    char own[PATH_BYTES], exchange[PATH_BYTES];
    store_problem problem;
    kiosk_desk_options options = {
        .journal = program->journal, .key = program->options.key, .cases = program->options.cases};

    options.exchange = program->options.exchange;
    options.backlight = program->options.backlight;
    options.media = program->options.media;
    if (own_journal && find_own_folder("cases", own)) /* where the tool has them, too */
        options.own = own;
    if (own_journal && !options.exchange && find_own_folder("exchange", exchange))
        options.exchange = exchange;
    if (!options.cases) { /* installed, else in the source tree */
        snprintf(cases, sizeof cases, "%s/cases", program->assets);
        if (access(cases, R_OK | X_OK) != 0)
            snprintf(cases, sizeof cases, "%s/../rules/cases", program->assets);
        options.cases = cases;
    }
    return kiosk_desk_open(&options, &program->desk, &problem) == BOARD_OK ||
           complain_journal(program, &problem);
}

/* The state as it was left, and what the command line sets. */
static kiosk_state *restore(kiosk_program *program)
{
    const kiosk_options *options = &program->options;
    const struct {
        kiosk_command_kind kind;
        int number;
    } settings[] = {{KIOSK_COMMAND_THEME, options->theme},
                    {KIOSK_COMMAND_LANGUAGE, options->language},
                    {KIOSK_COMMAND_ORIENTATION, options->orientation},
                    {KIOSK_COMMAND_TEXT_STEP, options->text_step}};
    kiosk_state *state = kiosk_state_new();
    kiosk_replayed replayed = {0};
    store_problem problem;

    if (!state) {
        kiosk_app_complain(KIOSK_APP_NO_MEMORY, program->language, NULL, NULL, NULL);
        return NULL;
    }
    if (kiosk_desk_restore(program->desk, state, &replayed, &problem) != BOARD_OK)
        complain_journal(program, &problem); /* what could be read was applied */
    if (replayed.unknown > 0) {
        const kiosk_app_voice voice = kiosk_voice(options, &program->config);
        char number[24];

        snprintf(number, sizeof number, "%zu", replayed.unknown);
        kiosk_app_tell(&voice, DEVICE_LOG_WARNING, KIOSK_APP_DRAFT_LEFT_OUT, number, NULL);
    }
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        kiosk_command command = kiosk_command_of(settings[i].kind, settings[i].number, 0);

        if (settings[i].number != KIOSK_NOT_GIVEN)
            kiosk_apply(state, &command, kiosk_now_ms());
    }
    return state;
}

static void perform_desk(void *context, kiosk_job *job)
{
    kiosk_desk_perform(context, job);
}

static void wake(void *context)
{
    kiosk_program *program = context;

    kiosk_bell_ring(&program->bell);
    if (program->window)
        kiosk_window_wake(program->window);
}

static bool open_app(kiosk_program *program, int width, int height, double density)
{
    kiosk_app_options options = {.assets = program->assets,
                                 .width = width,
                                 .height = height,
                                 .density = program->options.density > 0 ? program->options.density
                                                                         : density,
                                 .storage = program->window != NULL,
                                 .name = kiosk_app_text(KIOSK_APP_DEVICE_NAME, program->language),
                                 .link = program->link,
                                 .performer = {.desk = perform_desk,
                                               .judge = kiosk_desk_judge,
                                               .context = program->desk,
                                               .wake = wake,
                                               .wake_context = program}};
    board_problem problem;
    kiosk_state *state = restore(program);

    if (!state)
        return false;
    if (kiosk_app_open(&options, state, &program->app, &problem) != BOARD_OK)
        return complain_problem(program, &problem);
    kiosk_app_start(program->app, kiosk_now_ms());
    return true;
}

/* Runs a script; `screen`: stop where it says that this screen is there. */
static bool run_script(kiosk_program *program, const char *path, const char *screen)
{
    kiosk_script script = {.app = program->app,
                           .bell = &program->bell,
                           .language = program->language,
                           .stop_screen = screen};

    if (!kiosk_script_run(&script, path))
        return false;
    if (screen && !script.stopped) {
        kiosk_app_complain(KIOSK_APP_NEVER_SHOWN, program->language, path, screen, NULL);
        return false;
    }
    return true;
}

static void demo_path(const kiosk_program *program, const char *name, char path[PATH_BYTES])
{
    snprintf(path, PATH_BYTES, "%s/demo/%s", program->assets, name);
}

static bool take_picture(kiosk_program *program)
{
    const char *picture = program->options.picture;
    char path[PATH_BYTES];
    kiosk_canvas *canvas;

    demo_path(program, "tour.script", path);
    if (!run_script(program, path, program->options.screen))
        return false;
    kiosk_app_paint(program->app, &canvas);
    board_error error = kiosk_canvas_write(canvas, picture);
    if (error != BOARD_OK)
        kiosk_app_complain(KIOSK_APP_FILE_UNWRITABLE, program->language, picture,
                           board_error_text(error, program->language), NULL);
    return error == BOARD_OK;
}

static bool run_without_window(kiosk_program *program)
{
    const kiosk_options *options = &program->options;

    if (!open_app(program, options->width, options->height, KIOSK_DENSITY_OWN))
        return false;
    if (options->script && !run_script(program, options->script, NULL))
        return false;
    return !options->screen || take_picture(program);
}

/* The connection to the event office. Without it the kiosk does all it can. */
static void open_link(kiosk_program *program)
{
    const char *invitation = program->options.enrol;
    store_problem problem;

    if (kiosk_link_open(program->journal, program->options.key, &program->link, &problem) !=
        BOARD_OK) {
        complain_journal(program, &problem);
        return;
    }
    if (invitation && !kiosk_link_enrol(program->link, invitation,
                                        kiosk_app_text(KIOSK_APP_DEVICE_NAME, program->language)))
        kiosk_app_complain(KIOSK_APP_WRONG_INVITATION, program->language, invitation, NULL, NULL);
}

static bool run_window(kiosk_program *program)
{
    const kiosk_options *options = &program->options;
    kiosk_window_options window = {.window = options->window,
                                   .width = options->width,
                                   .height = options->height,
                                   .title = program->language == BOARD_ENGLISH ? "Qili" : "棋例",
                                   .places = options->places,
                                   .language = program->language,
                                   .bell = &program->bell,
                                   .turned = kiosk_fittings_turn,
                                   .turned_context = &program->fittings};
    char path[PATH_BYTES];
    int width, height;
    double density;

    program->window = kiosk_window_open(&window);
    if (!program->window)
        return false;
    kiosk_fittings_open(&program->fittings, &program->config, program->window,
                        kiosk_voice(&program->options, &program->config));
    open_link(program);
    kiosk_window_size(program->window, &width, &height, &density);
    if (!open_app(program, width, height, density))
        return false;
    if (options->demo) {
        demo_path(program, "start.script", path);
        if (!run_script(program, path, NULL))
            return false;
    }
    return kiosk_window_run(program->window, program->app);
}

static void close_all(kiosk_program *program)
{
    if (program->fittings.window)
        kiosk_fittings_close(&program->fittings);
    kiosk_app_close(program->app); /* ends the workers, so that the desk is nobody's */
    kiosk_link_close(program->link);
    kiosk_window_close(program->window);
    kiosk_desk_close(program->desk);
    kiosk_bell_close(&program->bell);
    kiosk_demo_remove(&program->demo);
}

static bool run(kiosk_program *program)
{
    board_problem problem;

    if (kiosk_assets_find(program->assets, &problem) != BOARD_OK)
        return complain_problem(program, &problem);
    if (!find_journal(program) || !open_desk(program))
        return false;
    if (program->options.script || program->options.screen)
        return run_without_window(program);
    return run_window(program);
}

int main(int argc, char **argv)
{
    static kiosk_program program;

    signal(SIGXFSZ, SIG_IGN); /* a file that may not grow: the write fails, and that is told */
    if (!kiosk_options_read(argc, argv, &program.options))
        return STATUS_USAGE;
    program.language = kiosk_options_language(&program.options);
    if (program.options.help || program.options.version) {
        fputs(program.options.help ? kiosk_app_text(KIOSK_APP_HELP, program.language)
                                   : "qili-kiosk " QILI_VERSION "\n",
              stdout);
        return fflush(stdout) == 0 ? STATUS_DONE : STATUS_FAILED;
    }
    if (!kiosk_configure(&program.options, &program.config)) {
        kiosk_app_complain(KIOSK_APP_CONFIG_REFUSED, program.language, NULL, NULL, NULL);
        return DEVICE_EXIT_CONFIG;
    }
    program.language = kiosk_options_language(&program.options);
    kiosk_bell_open(&program.bell);
    bool done = run(&program);
    close_all(&program);
    if (atomic_load(&program.fittings.power_failed)) {
        kiosk_app_complain(KIOSK_APP_POWER_FAILED, program.language, NULL, NULL, NULL);
        return DEVICE_EXIT_POWER_FAIL;
    }
    return done && fflush(stdout) == 0 ? STATUS_DONE : STATUS_FAILED;
}
