/*
 * tests/test_kiosk_displays.c: every screen in all its states on displays that the kiosk may meet,
 * small ones of five inches among them, in both languages and all sizes of text: nothing is without
 * room, on top of another, too small for a finger, or cut.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>

#include "support/kiosk_scenes.h"
#include "support/painting.h"
#include "support/view_checks.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

enum { TEXT_STEPS = 3 };

typedef struct display {
    int width, height;
    double pixels_per_inch;
} display;

static const display displays[] = {
    {800, 480, 160},  /* 5.8 inches */
    {800, 480, 187},  /* 5 */
    {480, 800, 133},  /* 7 */
    {480, 800, 160},  /* 5.8 */
    {480, 800, 190},  /* a little below 5 */
    {1024, 600, 170}, /* 7 */
    {1024, 600, 235}, /* 5 */
    {600, 1024, 170}, /* 7 */
    {600, 1024, 235}, /* 5 */
};

static kiosk_model model;

/* The scene on the display; returns how many things are wrong, which are said. */
static int look(const char *scene, const display *shown, int step, const char *language)
{
    char fault[VIEW_FAULT_BYTES];

    model.metrics = kiosk_metrics_make(shown->width, shown->height, shown->pixels_per_inch, step);
    model_look(&model);
    if (!view_is_wrong(&model.view, &model.metrics, fault) &&
        !view_is_cut(&model.view, &model.metrics, painter, fault))
        return 0;
    printf("%s %dx%d %.0f dpi step %d %s: %s\n", scene, shown->width, shown->height,
           shown->pixels_per_inch, step, language, fault);
    return 1;
}

static void look_at_all(board_language language)
{
    int wrong = 0;

    for (size_t i = 0; i < COUNT(displays) * TEXT_STEPS; i++) {
        const display *shown = &displays[i / TEXT_STEPS];
        const int step = (int)(i % TEXT_STEPS);
        const bool tight =
            kiosk_metrics_make(shown->width, shown->height, shown->pixels_per_inch, 0).tight;

        if (step > 0 && tight)
            continue; /* as without: there is no room for larger text */
        for (size_t k = 0; k < kiosk_scene_count; k++) {
            kiosk_scene_open(&model, &kiosk_scenes[k], 1280, 720, 210, language);
            wrong +=
                look(kiosk_scenes[k].name, shown, step, language == BOARD_CHINESE ? "zh" : "en");
            model_close(&model);
        }
    }
    assert_int_equal(wrong, 0);
}

static void test_all_displays_in_chinese(void **state)
{
    (void)state;
    look_at_all(BOARD_CHINESE);
}

static void test_all_displays_in_english(void **state)
{
    (void)state;
    look_at_all(BOARD_ENGLISH);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_displays_in_chinese),
        cmocka_unit_test(test_all_displays_in_english),
    };

    return cmocka_run_group_tests_name("kiosk displays", tests, painting_open, painting_close);
}
