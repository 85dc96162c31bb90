/*
 * tests/bench_kiosk.c: how fast the kiosk is: from its start to the first frame, from a touch to
 * the frame that answers it, what it costs when nothing happens, and how much memory it takes.
 *
 * Usage: bench_kiosk QILI-KIOSK. All is painted in software at 1280x720; the window is SDL's dummy,
 * so what a display server adds is not measured. With the dummy SDL cannot sleep by itself, and
 * idle time is that of a device without a desktop.
 */
#include <SDL.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "kiosk/app/app.h"
#include "kiosk/app/bell.h"
#include "kiosk/app/demo.h"
#include "kiosk/desk/desk.h"

enum { STARTS = 10, TOUCH_ROUNDS = 40, TOUCHES_MAX = 8192, WIDTH = 1280, HEIGHT = 720 };
enum { IDLE_SECONDS = 5, PATH_BYTES = 1200 };

/* In milliseconds: by the clock, and of the processor's time, which other work on the machine
 * disturbs less. */
typedef struct touch_times {
    double list[TOUCHES_MAX];
    double processor[TOUCHES_MAX];
    size_t count;
} touch_times;

static char assets[KIOSK_ASSETS_PATH_BYTES];
static kiosk_demo demo;
static touch_times touches;

static double clock_ms(clockid_t clock)
{
    struct timespec now;

    clock_gettime(clock, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

static double now_ms(void)
{
    return clock_ms(CLOCK_MONOTONIC);
}

static void nap_ms(long milliseconds)
{
    struct timespec time = {milliseconds / 1000, milliseconds % 1000 * 1000000};

    nanosleep(&time, NULL);
}

static void die(const char *what)
{
    printf("bench_kiosk: %s\n", what);
    kiosk_demo_remove(&demo);
    exit(1);
}

static int by_size(const void *a, const void *b)
{
    double first = *(const double *)a;
    double second = *(const double *)b;

    return (first > second) - (first < second);
}

static double share_of(const double *sorted, size_t count, double share)
{
    size_t index = (size_t)(share * (double)(count - 1) + 0.5);

    return sorted[index];
}

/* Starts the program with its own window; returns its process. */
static pid_t start(const char *program, const char *places)
{
    pid_t child = fork();

    if (child == 0) {
        setenv("SDL_VIDEODRIVER", "dummy", 1);
        execl(program, program, "--window", "1280x720", "--journal", demo.journal, "--places",
              places, (char *)NULL);
        _exit(127);
    }
    return child;
}

static void stop(pid_t child)
{
    int status;

    kill(child, SIGTERM);
    waitpid(child, &status, 0);
}

/* Megabytes that the largest process so far has taken at most. */
static double most_memory(void)
{
    struct rusage usage;

    getrusage(RUSAGE_CHILDREN, &usage);
    return (double)usage.ru_maxrss / 1e3;
}

/* Milliseconds of processor time that ended processes have taken. */
static double used_by_children(void)
{
    struct rusage usage;

    getrusage(RUSAGE_CHILDREN, &usage);
    return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1e3 +
           (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e3;
}

/* Milliseconds until the first frame was shown. */
static double start_time(const char *program, const char *places)
{
    struct stat state;
    double begin = now_ms();
    pid_t child;

    unlink(places);
    child = start(program, places);
    while (stat(places, &state) != 0) {
        if (now_ms() - begin > 20e3) {
            stop(child);
            die("no frame within 20 s");
        }
        nap_ms(1);
    }
    double took = now_ms() - begin;
    stop(child);
    return took;
}

static void bench_start(const char *program, const char *places)
{
    double times[STARTS];

    for (int i = 0; i < STARTS; i++)
        times[i] = start_time(program, places);
    double processor = used_by_children() / STARTS;
    qsort(times, STARTS, sizeof *times, by_size);
    printf("start to first frame, %d starts (wanted: 500 ms)\n"
           "  by the clock    median %.0f ms, fastest %.0f, slowest %.0f\n"
           "  processor time  mean %.0f ms\n",
           STARTS, share_of(times, STARTS, 0.5), times[0], times[STARTS - 1], processor);
}

/* Seconds of processor time that the process has used, of /proc. */
static double used_seconds(pid_t process)
{
    char path[64];
    char line[1024];
    unsigned long user = 0, kernel = 0;

    snprintf(path, sizeof path, "/proc/%d/stat", (int)process);
    FILE *file = fopen(path, "r");
    if (!file || !fgets(line, sizeof line, file))
        die("cannot read /proc");
    fclose(file);
    const char *at = strrchr(line, ')');
    for (int field = 2; at && field < 14; field++)
        at = strchr(at + 1, ' ');
    if (!at || sscanf(at, "%lu %lu", &user, &kernel) != 2)
        die("cannot read /proc");
    return (double)(user + kernel) / (double)sysconf(_SC_CLK_TCK);
}

static void bench_idle(const char *program, const char *places)
{
    pid_t child;

    unlink(places);
    child = start(program, places);
    nap_ms(3000);
    double before = used_seconds(child);
    double begin = now_ms();
    nap_ms(IDLE_SECONDS * 1000);
    double share = (used_seconds(child) - before) / ((now_ms() - begin) / 1e3);
    stop(child);
    printf("idle, %d s: %.2f %% of a processor (wanted: 1)\n", IDLE_SECONDS, share * 100);
    printf("memory after start: at most %.1f MB\n", most_memory());
}

/* The whole way through all screens. */
static void bench_memory(const char *program)
{
    char script[PATH_BYTES];
    int status;

    snprintf(script, sizeof script, "%s/demo/tour.script", assets);
    pid_t child = fork();
    if (child == 0) {
        execl(program, program, "--demo", "--window", "1280x720", "--script", script, (char *)NULL);
        _exit(127);
    }
    waitpid(child, &status, 0);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
        die("the tour failed");
    printf("memory through all screens: at most %.1f MB (wanted: 120)\n", most_memory());
}

/* A window of SDL's dummy, which takes the pixels as a real one does. */
typedef struct bench_window {
    SDL_Window *window;
    SDL_Renderer *renderer;
    SDL_Texture *texture;
} bench_window;

static void show(bench_window *window, kiosk_app *app)
{
    kiosk_canvas *canvas;
    kiosk_rect area = kiosk_app_paint(app, &canvas);

    if (area.width == 0)
        return;
    SDL_Rect rect = {area.x, area.y, area.width, area.height};
    SDL_UpdateTexture(window->texture, &rect,
                      canvas->pixels + (size_t)area.y * (size_t)canvas->stride + 4 * (size_t)area.x,
                      canvas->stride);
    SDL_RenderCopy(window->renderer, window->texture, NULL, NULL);
    SDL_RenderPresent(window->renderer);
}

static void settle(kiosk_app *app, kiosk_bell *bell)
{
    kiosk_app_run(app, kiosk_now_ms());
    while (kiosk_app_is_busy(app)) {
        kiosk_bell_wait(bell, KIOSK_TICK_MS);
        kiosk_app_run(app, kiosk_now_ms());
    }
}

static void give(kiosk_app *app, kiosk_bell *bell, const char *line)
{
    kiosk_command command;

    if (!kiosk_command_read(line, strlen(line), &command))
        die(line);
    kiosk_app_give(app, &command, kiosk_now_ms());
    settle(app, bell);
}

/* From the event to the frame that shows what came of it; down and up count one each. */
static void touch_point(bench_window *window, kiosk_app *app, int x, int y)
{
    for (int up = 0; up < 2; up++) {
        double begin = now_ms();
        double processor = clock_ms(CLOCK_THREAD_CPUTIME_ID);

        if (up)
            kiosk_app_up(app, x, y, kiosk_now_ms());
        else
            kiosk_app_down(app, x, y, kiosk_now_ms());
        show(window, app);
        if (touches.count < TOUCHES_MAX) {
            touches.processor[touches.count] = clock_ms(CLOCK_THREAD_CPUTIME_ID) - processor;
            touches.list[touches.count++] = now_ms() - begin;
        }
    }
}

/* All touchable parts of the screen, the board at some of its squares. The screen is set up anew
 * with `line` before each touch. */
static void touch_screen(bench_window *window, kiosk_app *app, kiosk_bell *bell, const char *line)
{
    give(app, bell, line);
    show(window, app);
    size_t count = kiosk_app_view(app)->count;
    for (size_t i = 0; i < count; i++) {
        give(app, bell, line);
        show(window, app);
        const kiosk_view *view = kiosk_app_view(app);
        if (i >= view->count || !view->parts[i].name[0] ||
            !kiosk_part_sensitive(view, &view->parts[i]))
            continue;
        kiosk_rect rect = kiosk_app_display_rect(app, view->parts[i].rect);
        touch_point(window, app, rect.x + rect.width / 2, rect.y + rect.height / 2);
        settle(app, bell);
        show(window, app);
    }
}

static void print_touches(const char *what, double *list)
{
    qsort(list, touches.count, sizeof *list, by_size);
    printf("  %-15s p50 %.1f ms, p90 %.1f, p99 %.1f, slowest %.1f\n", what,
           share_of(list, touches.count, 0.5), share_of(list, touches.count, 0.9),
           share_of(list, touches.count, 0.99), list[touches.count - 1]);
}

static void bench_touches(kiosk_app *app, kiosk_bell *bell)
{
    static const char *const setting_up[] = {"game 2 3 1", "dispute",
                                             "fen 1 3a1k3/4a4/3cb4/P2rp2R1/6b2/9/9/5C3/4A4/4KA3 w",
                                             "moves h6h9 f9f8 h9h6 f8f9", "rounds 1"};
    bench_window window;

    SDL_setenv("SDL_VIDEODRIVER", "dummy", 1);
    SDL_SetHint(SDL_HINT_FRAMEBUFFER_ACCELERATION, "0");
    if (SDL_Init(SDL_INIT_VIDEO) != 0)
        die(SDL_GetError());
    window.window = SDL_CreateWindow("", 0, 0, WIDTH, HEIGHT, 0);
    window.renderer = SDL_CreateRenderer(window.window, -1, SDL_RENDERER_SOFTWARE);
    window.texture = SDL_CreateTexture(window.renderer, SDL_PIXELFORMAT_RGB888,
                                       SDL_TEXTUREACCESS_STREAMING, WIDTH, HEIGHT);
    if (!window.texture)
        die(SDL_GetError());
    settle(app, bell);
    for (size_t i = 0; i < sizeof setting_up / sizeof *setting_up; i++)
        give(app, bell, setting_up[i]);
    for (int i = 0; i < TOUCH_ROUNDS && touches.count + 512 < TOUCHES_MAX; i++) {
        static const char *const screens[] = {"go 0", "go 1", "go 2", "go 3", "go 4", "go 8"};

        touch_screen(&window, app, bell, screens[i % 6]);
    }
    SDL_Quit();
    printf("touch to frame, %zu events (wanted: p99 33 ms)\n", touches.count);
    print_touches("by the clock", touches.list);
    print_touches("processor time", touches.processor);
}

static void perform_desk(void *context, kiosk_job *job)
{
    kiosk_desk_perform(context, job);
}

static void bench_in_process(void)
{
    kiosk_desk_options desk_options = {.journal = demo.journal};
    kiosk_desk *desk = NULL;
    kiosk_app *app = NULL;
    kiosk_bell bell;

    kiosk_bell_open(&bell);
    if (kiosk_desk_open(&desk_options, &desk, NULL) != BOARD_OK)
        die("the journal cannot be opened");
    kiosk_app_options options = {.assets = assets,
                                 .width = WIDTH,
                                 .height = HEIGHT,
                                 .performer = {.desk = perform_desk,
                                               .judge = kiosk_desk_judge,
                                               .context = desk,
                                               .wake = kiosk_bell_ring,
                                               .wake_context = &bell}};
    kiosk_state *state = kiosk_state_new();
    if (!state || kiosk_app_open(&options, state, &app, NULL) != BOARD_OK)
        die("the app cannot be opened");
    kiosk_app_start(app, kiosk_now_ms());
    bench_touches(app, &bell);
    kiosk_app_close(app);
    kiosk_desk_close(desk);
    kiosk_bell_close(&bell);
}

int main(int argc, char **argv)
{
    char places[KIOSK_DEMO_PATH_BYTES + 16];

    if (argc != 2) {
        puts("usage: bench_kiosk QILI-KIOSK");
        return 2;
    }
    if (kiosk_assets_find(assets, NULL) != BOARD_OK ||
        !kiosk_demo_make(&demo, assets, NULL, BOARD_ENGLISH))
        die("no demonstration event");
    snprintf(places, sizeof places, "%s/places", demo.folder);
    bench_start(argv[1], places);
    bench_idle(argv[1], places);
    bench_memory(argv[1]);
    bench_in_process();
    kiosk_demo_remove(&demo);
    return 0;
}
