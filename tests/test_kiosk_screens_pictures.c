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

typedef struct picture_setting {
    const char *name;
    int width, height;
    double density;
    kiosk_theme theme;
    board_language language;
} picture_setting;

static const picture_setting settings[] = {
    {"light-1280x720-zh", 1280, 720, 210, KIOSK_THEME_LIGHT, BOARD_CHINESE},
    {"contrast-800x480-zh", 800, 480, 133, KIOSK_THEME_CONTRAST, BOARD_CHINESE},
    {"dark-720x1280-en", 720, 1280, 210, KIOSK_THEME_DARK, BOARD_ENGLISH},
};

/* In the order of the tour. */
static const char *const screens[] = {"hall",  "settings", "game", "position",
                                      "moves", "ruling",   "sign", "announce"};

/* 2026-05-01 09:30 UTC */
static const int64_t wall_ms = INT64_C(1777627800000);

static char assets[KIOSK_ASSETS_PATH_BYTES];

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

static void open_fixture(kiosk_fixture *fixture, const picture_setting *setting, int text_step)
{
    memset(fixture, 0, sizeof *fixture);
    assert_int_equal(kiosk_assets_find(assets, NULL), BOARD_OK);
    assert_true(kiosk_demo_make(&fixture->demo, assets, BOARD_ENGLISH));
    kiosk_bell_open(&fixture->bell);
    kiosk_desk_options desk_options = {.journal = fixture->demo.journal};
    assert_int_equal(kiosk_desk_open(&desk_options, &fixture->desk, NULL), BOARD_OK);
    kiosk_app_options options = {.assets = assets,
                                 .width = setting->width,
                                 .height = setting->height,
                                 .density = setting->density,
                                 .wall_ms = wall_ms,
                                 .performer = {.desk = perform_desk,
                                               .judge = kiosk_desk_judge,
                                               .context = fixture->desk,
                                               .wake = kiosk_bell_ring,
                                               .wake_context = &fixture->bell}};
    const kiosk_command commands[] = {
        kiosk_command_of(KIOSK_COMMAND_THEME, (int)setting->theme, 0),
        kiosk_command_of(KIOSK_COMMAND_LANGUAGE, (int)setting->language, 0),
        kiosk_command_of(KIOSK_COMMAND_TEXT_STEP, text_step, 0)};
    kiosk_state *state = kiosk_state_new();
    assert_non_null(state);
    for (size_t i = 0; i < COUNT(commands); i++)
        kiosk_apply(state, &commands[i], 0);
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

static void test_golden_pictures_of_the_screens(void **state)
{
    int differ = 0;

    (void)state;
    for (size_t i = 0; i < COUNT(settings) * COUNT(screens); i++) {
        const picture_setting *setting = &settings[i / COUNT(screens)];
        const char *screen = screens[i % COUNT(screens)];
        kiosk_fixture fixture;
        kiosk_canvas *canvas;
        char name[64];

        open_fixture(&fixture, setting, 0);
        go_to(&fixture, screen);
        kiosk_app_paint(fixture.app, &canvas);
        snprintf(name, sizeof name, "%s-%s", screen, setting->name);
        differ += !picture_matches(canvas, "docs/screens", name);
        close_fixture(&fixture);
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
    for (size_t i = 0; i < COUNT(settings) * BOARD_LANGUAGES; i++) {
        picture_setting setting = settings[i / BOARD_LANGUAGES];

        setting.language = (board_language)(i % BOARD_LANGUAGES);
        for (size_t k = 0; k < COUNT(screens); k++) {
            kiosk_fixture fixture;
            char what[64];

            snprintf(what, sizeof what, "%s %dx%d %s", screens[k], setting.width, setting.height,
                     setting.language == BOARD_ENGLISH ? "en" : "zh");
            open_fixture(&fixture, &setting, 0);
            go_to(&fixture, screens[k]);
            wrong += look_at(&fixture, painter, what);
            if (strcmp(screens[k], "moves") ==
                0) { /* before the moves: the keypad, at its largest */
                const kiosk_command commands[] = {
                    kiosk_command_of(KIOSK_COMMAND_CUT, 0, 0),
                    kiosk_command_of(KIOSK_COMMAND_ENTRY_WAY, KIOSK_BY_KEYPAD, 0)};

                for (size_t n = 0; n < COUNT(commands); n++)
                    kiosk_app_give(fixture.app, &commands[n], kiosk_now_ms());
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
