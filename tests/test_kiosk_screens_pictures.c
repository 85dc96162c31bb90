/*
 * tests/test_kiosk_screens_pictures.c: the screens of the demonstration event as they are painted:
 * golden pictures (docs/screens/) in three sizes and three themes; and in every size, theme, text
 * size and language no text is cut, no character lacks its glyph, no part is lost.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kiosk/app/demo.h"
#include "kiosk/app/script.h"
#include "kiosk/desk/desk.h"
#include "support/pictures.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

typedef struct picture_size {
    int width, height;
    double density;
} picture_size;

static const picture_size sizes[] = {{1280, 720, 210}, {800, 480, 133}, {720, 1280, 210}};
static const char *const themes[KIOSK_THEMES] = {"light", "dark", "contrast"};

/* In the order of the tour. */
static const char *const screens[] = {"hall",  "settings", "game", "position",
                                      "moves", "ruling",   "sign", "announce"};

/* 2026-05-01 09:30 UTC */
static const int64_t wall_ms = INT64_C(1777627800000);

static char assets[KIOSK_ASSETS_PATH_BYTES];

/* Of everything that shows or writes a time. */
static int64_t wall_clock(void *context)
{
    (void)context;
    return wall_ms;
}

/* The demonstration event, open at a desk. */
typedef struct kiosk_fixture {
    kiosk_demo demo;
    kiosk_bell bell;
    kiosk_desk *desk;
    kiosk_app *app;
} kiosk_fixture;

static void perform_desk(void *context, kiosk_job *job)
{
    kiosk_desk_perform(context, job);
}

static void open_fixture(kiosk_fixture *fixture, const picture_size *size, board_language language)
{
    memset(fixture, 0, sizeof *fixture);
    assert_int_equal(kiosk_assets_find(assets, NULL), BOARD_OK);
    assert_true(kiosk_demo_make(&fixture->demo, assets, wall_clock, BOARD_ENGLISH));
    kiosk_bell_open(&fixture->bell);
    kiosk_desk_options desk_options = {
        .journal = fixture->demo.journal, .backlight = "/dev/null", .clock = wall_clock};
    assert_int_equal(kiosk_desk_open(&desk_options, &fixture->desk, NULL), BOARD_OK);
    kiosk_app_options options = {.assets = assets,
                                 .width = size->width,
                                 .height = size->height,
                                 .density = size->density,
                                 .wall_ms = wall_ms,
                                 .performer = {.desk = perform_desk,
                                               .judge = kiosk_desk_judge,
                                               .context = fixture->desk,
                                               .wake = kiosk_bell_ring,
                                               .wake_context = &fixture->bell}};
    const kiosk_command command = kiosk_command_of(KIOSK_COMMAND_LANGUAGE, (int)language, 0);
    kiosk_state *state = kiosk_state_new();
    assert_non_null(state);
    kiosk_apply(state, &command, 0);
    assert_int_equal(kiosk_app_open(&options, state, &fixture->app, NULL), BOARD_OK);
    kiosk_app_start(fixture->app, kiosk_now_ms());
}

static void close_fixture(kiosk_fixture *fixture)
{
    kiosk_app_close(fixture->app);
    kiosk_desk_close(fixture->desk);
    kiosk_bell_close(&fixture->bell);
    kiosk_demo_remove(&fixture->demo);
}

/* Goes from the start of the tour to the screen. */
static void go_to(kiosk_fixture *fixture, const char *screen)
{
    kiosk_script script = {.app = fixture->app, .bell = &fixture->bell, .stop_screen = screen};
    char path[KIOSK_ASSETS_PATH_BYTES + 32];

    snprintf(path, sizeof path, "%s/demo/tour.script", assets);
    assert_true(kiosk_script_run(&script, path));
    assert_true(script.stopped);
}

static void give(kiosk_fixture *fixture, kiosk_command_kind kind, int number)
{
    const kiosk_command command = kiosk_command_of(kind, number, 0);

    kiosk_app_give(fixture->app, &command, kiosk_now_ms());
}

/* The screen that is shown, in all themes; each size begins with another language, and every theme
 * changes it: at once, as the arbiter does it. Returns how many differ. */
static int compare_pictures(kiosk_fixture *fixture, const char *screen, size_t size)
{
    int differ = 0;

    for (size_t theme = 0; theme < KIOSK_THEMES; theme++) {
        bool chinese = (size + theme) % 2 == 0;
        kiosk_canvas *canvas;
        char name[64];

        give(fixture, KIOSK_COMMAND_THEME, (int)theme);
        give(fixture, KIOSK_COMMAND_LANGUAGE, chinese ? BOARD_CHINESE : BOARD_ENGLISH);
        kiosk_app_paint(fixture->app, &canvas);
        snprintf(name, sizeof name, "%s-%s-%dx%d-%s", screen, themes[theme], sizes[size].width,
                 sizes[size].height, chinese ? "zh" : "en");
        differ += !picture_matches(canvas, "docs/screens", name);
    }
    return differ;
}

static void test_golden_pictures_of_the_screens(void **state)
{
    int differ = 0;

    (void)state;
    for (size_t size = 0; size < COUNT(sizes); size++) {
        for (size_t i = 0; i < COUNT(screens); i++) {
            kiosk_fixture fixture;

            open_fixture(&fixture, &sizes[size], BOARD_CHINESE);
            go_to(&fixture, screens[i]);
            differ += compare_pictures(&fixture, screens[i], size);
            close_fixture(&fixture);
        }
    }
    assert_int_equal(differ, 0);
}

/* Paints the view once more and says what is wrong with it; returns how much that is. */
static int look_at(kiosk_fixture *fixture, kiosk_painter *painter, const char *what)
{
    const kiosk_view *view = kiosk_app_view(fixture->app);
    const kiosk_metrics *metrics = kiosk_app_metrics(fixture->app);
    kiosk_canvas canvas;
    int wrong = 0;

    assert_int_equal(kiosk_canvas_open(&canvas, metrics->width, metrics->height), BOARD_OK);
    kiosk_paint(painter, &canvas, metrics, view, NULL);
    kiosk_canvas_close(&canvas);
    if (view->overflow) {
        printf("%s: a part has no room\n", what);
        wrong++;
    }
    if (kiosk_painter_cut_count(painter) > 0) {
        int first = kiosk_painter_first_cut(painter);

        printf("%s: %d texts are cut; first \"%s\": %s\n", what, kiosk_painter_cut_count(painter),
               view->parts[first].name, view->parts[first].text);
        wrong++;
    }
    for (size_t i = 0; i < view->count * 2; i++) {
        const kiosk_part *part = &view->parts[i / 2];
        const char *text = i % 2 ? part->detail : part->text;
        uint32_t missing;

        if (!kiosk_text_has_glyphs(kiosk_painter_text(painter),
                                   i % 2 ? KIOSK_FACE_REGULAR : KIOSK_FACE_BOLD, text, &missing)) {
            printf("%s: \"%s\" has no glyph for U+%04X: %s\n", what, part->name, missing, text);
            wrong++;
        }
    }
    return wrong;
}

static void test_every_text_is_seen(void **state)
{
    kiosk_painter *painter;
    int wrong = 0;

    (void)state;
    assert_int_equal(kiosk_assets_find(assets, NULL), BOARD_OK);
    assert_int_equal(kiosk_painter_open(assets, "light", &painter, NULL), BOARD_OK);
    for (size_t i = 0; i < COUNT(sizes) * BOARD_LANGUAGES; i++) {
        const picture_size *size = &sizes[i / BOARD_LANGUAGES];
        const board_language language = (board_language)(i % BOARD_LANGUAGES);

        for (size_t k = 0; k < COUNT(screens); k++) {
            kiosk_fixture fixture;
            char what[64];

            snprintf(what, sizeof what, "%s %dx%d %s", screens[k], size->width, size->height,
                     language == BOARD_ENGLISH ? "en" : "zh");
            open_fixture(&fixture, size, language);
            go_to(&fixture, screens[k]);
            wrong += look_at(&fixture, painter, what);
            if (strcmp(screens[k], "moves") ==
                0) { /* before the moves: the keypad, at its largest */
                give(&fixture, KIOSK_COMMAND_CUT, 0);
                give(&fixture, KIOSK_COMMAND_ENTRY_WAY, KIOSK_BY_KEYPAD);
                wrong += look_at(&fixture, painter, what);
            }
            close_fixture(&fixture);
        }
    }
    kiosk_painter_close(painter);
    assert_int_equal(wrong, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_golden_pictures_of_the_screens),
        cmocka_unit_test(test_every_text_is_seen),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
