/*
 * tests/test_kiosk_draw.c: themes, canvases, and the painting of views: golden pictures, what is
 * painted anew, what is cut, what is told by more than colour.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "kiosk/draw/painter.h"
#include "support/demo_views.h"
#include "support/painting.h"
#include "support/pictures.h"
#include "support/scratch.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const char *const themes[] = {"light", "dark", "contrast"};
static kiosk_view view, other_view;

static void use_theme(const char *name)
{
    assert_int_equal(kiosk_painter_set_theme(painter, painting_assets, name, NULL), BOARD_OK);
}

/* Themes */

static char *load_theme_text(const char *name, size_t *length)
{
    char path[KIOSK_ASSETS_PATH_BYTES + 64];

    snprintf(path, sizeof path, "%s/themes/%s.ini", painting_assets, name);
    return (char *)scratch_load(path, length);
}

static void test_all_themes_are_read(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(themes); i++) {
        kiosk_look theme;

        assert_int_equal(kiosk_look_load(painting_assets, themes[i], &theme, NULL), BOARD_OK);
        assert_string_equal(theme.name, themes[i]);
        assert_in_range(theme.line, 50, 300);
    }
}

static void test_wrong_theme_names_are_refused(void **state)
{
    static const char *const names[] = {
        "",      "nosuch",    "../themes/light",
        "Light", "light.ini", "abcdefghijklmnopqrstuvwxyzabcdefghijklm"};
    kiosk_look theme = {.name = "kept"};
    board_problem problem;

    (void)state;
    for (size_t i = 0; i < COUNT(names); i++) {
        assert_int_equal(kiosk_look_load(painting_assets, names[i], &theme, &problem),
                         BOARD_ERROR_THEME_UNKNOWN);
        assert_string_equal(theme.name, "kept");
    }
}

/* Reads the light theme with one line replaced by another. */
static board_error read_changed(const char *from, const char *to, board_problem *problem)
{
    size_t length;
    char *text = load_theme_text("light", &length);
    kiosk_look theme;
    char *changed = malloc(length + 256);

    assert_non_null(changed);
    text = realloc(text, length + 1);
    assert_non_null(text);
    text[length] = '\0';
    char *at = strstr(text, from);
    assert_non_null(at);
    snprintf(changed, length + 256, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
    board_error error = kiosk_look_read(changed, strlen(changed), "changed", &theme, problem);
    free(changed);
    free(text);
    return error;
}

static void test_wrong_theme_lines_are_named(void **state)
{
    board_problem problem;

    (void)state;
    assert_int_equal(read_changed("line = 100", "line = 100", &problem), BOARD_OK);
    assert_int_equal(read_changed("line = 100", "line = 400", &problem), BOARD_OK);
    assert_int_equal(read_changed("line = 100", "line = 401", &problem), BOARD_ERROR_THEME_VALUE);
    assert_int_equal(problem.line, 5);
    assert_string_equal(problem.token, "line");
    assert_int_equal(read_changed("line = 100", "line = -1", &problem), BOARD_ERROR_THEME_VALUE);
    assert_int_equal(read_changed("line = 100", "line = 1e2", &problem), BOARD_ERROR_THEME_VALUE);
    assert_int_equal(read_changed("#F1EBE0", "F1EBE0", &problem), BOARD_ERROR_THEME_VALUE);
    assert_int_equal(problem.line, 6);
    assert_int_equal(read_changed("#F1EBE0", "#F1EBE", &problem), BOARD_ERROR_THEME_VALUE);
    assert_int_equal(read_changed("#F1EBE0", "#F1EBG0", &problem), BOARD_ERROR_THEME_VALUE);
    assert_int_equal(read_changed("background", "foreground", &problem), BOARD_ERROR_THEME_KEY);
    assert_string_equal(problem.token, "foreground");
    assert_int_equal(read_changed("grain   = 60", "", &problem), BOARD_ERROR_THEME_MISSING);
    assert_string_equal(problem.token, "[wood] grain");
    assert_int_equal(read_changed("[wood]", "[stone]", &problem), BOARD_ERROR_THEME_KEY);
}

static void test_a_theme_has_a_greatest_size(void **state)
{
    size_t length;
    char *text = load_theme_text("light", &length);
    char *large = malloc(KIOSK_LOOK_INPUT_MAX + 1);
    kiosk_look theme;

    (void)state;
    assert_non_null(large);
    memset(large, '\n', KIOSK_LOOK_INPUT_MAX + 1);
    memcpy(large, text, length);
    assert_int_equal(kiosk_look_read(large, KIOSK_LOOK_INPUT_MAX, "x", &theme, NULL), BOARD_OK);
    assert_int_equal(kiosk_look_read(large, KIOSK_LOOK_INPUT_MAX + 1, "x", &theme, NULL),
                     BOARD_ERROR_THEME_VALUE);
    free(large);
    free(text);
}

static void test_assets_are_found_where_the_environment_says(void **state)
{
    char path[KIOSK_ASSETS_PATH_BYTES];
    board_problem problem;

    (void)state;
    setenv("QILI_ASSETS", "/nonexistent", 1);
    assert_int_equal(kiosk_assets_find(path, &problem), BOARD_ERROR_ASSETS_MISSING);
    assert_string_equal(problem.token, "/nonexistent");
    setenv("QILI_ASSETS", painting_assets, 1);
    assert_int_equal(kiosk_assets_find(path, &problem), BOARD_OK);
    assert_string_equal(path, painting_assets);
    unsetenv("QILI_ASSETS");
}

/* Relative luminance, as the accessibility guidelines for the web define it. */
static double luminance(kiosk_colour colour)
{
    static const double weights[] = {0.0722, 0.7152, 0.2126}; /* blue, green, red */
    double sum = 0;

    for (int i = 0; i < 3; i++) {
        double value = (colour >> 8 * i & 255) / 255.0;

        sum += weights[i] * (value <= 0.03928 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4));
    }
    return sum;
}

static double contrast(kiosk_colour a, kiosk_colour b)
{
    double first = luminance(a) + 0.05;
    double second = luminance(b) + 0.05;

    return first > second ? first / second : second / first;
}

static void check_palette(const kiosk_palette *palette, double least)
{
    const kiosk_colour grounds[] = {palette->background, palette->panel, palette->recess,
                                    palette->selected};
    const kiosk_colour inks[] = {palette->text, palette->red, palette->black, palette->danger};

    for (size_t i = 0; i < COUNT(grounds); i++) {
        for (size_t k = 0; k < COUNT(inks); k++)
            assert_true(contrast(grounds[i], inks[k]) >= least);
        assert_true(contrast(grounds[i], palette->quiet) >= 4.5);
    }
    for (size_t i = 0; i < 2; i++) {
        assert_true(contrast(grounds[i], palette->good) >= 4.5);
        assert_true(contrast(grounds[i], palette->warning) >= 4.5);
        assert_true(contrast(grounds[i], palette->primary) >= 4.5);
        assert_true(contrast(grounds[i], palette->dim) >= 2.2);
    }
    assert_true(contrast(palette->primary, palette->on_primary) >= least);
    assert_true(contrast(palette->danger, palette->on_danger) >= least);
}

static void test_every_text_can_be_read(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(themes); i++) {
        kiosk_look theme;
        double least = strcmp(themes[i], "contrast") == 0 ? 7 : 4.5;

        assert_int_equal(kiosk_look_load(painting_assets, themes[i], &theme, NULL), BOARD_OK);
        check_palette(&theme.screen, least);
        check_palette(&theme.inverse, least);
        const kiosk_label_look *labels = &theme.labels;
        const kiosk_colour fills[] = {labels->check, labels->kill, labels->chase, labels->idle,
                                      labels->undecided};
        for (size_t k = 0; k < COUNT(fills); k++)
            assert_true(contrast(fills[k], labels->text) >= (least > 5 ? 7 : 4));
        assert_true(contrast(theme.pieces.red_fill, theme.pieces.red_text) >= least);
        assert_true(contrast(theme.pieces.black_fill, theme.pieces.black_text) >= least);
        assert_true(contrast(theme.wood.light, theme.wood.line) >= least - 1);
        assert_true(contrast(theme.wood.dark, theme.wood.line) >= 2.2);
        assert_true(contrast(theme.wood.dark, theme.wood.writing) >= 2.2);
    }
}

static void test_pieces_differ_without_colour(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(themes); i++) {
        kiosk_look theme;

        assert_int_equal(kiosk_look_load(painting_assets, themes[i], &theme, NULL), BOARD_OK);
        assert_true(contrast(theme.pieces.red_fill, theme.pieces.black_fill) >= 7);
    }
}

/* Canvases */

static uint32_t pixel_at(const kiosk_canvas *canvas, int x, int y)
{
    uint32_t pixel;

    memcpy(&pixel, canvas->pixels + (size_t)y * (size_t)canvas->stride + 4 * (size_t)x,
           sizeof pixel);
    return pixel & 0xFFFFFF;
}

static void fill(kiosk_canvas *canvas, kiosk_colour colour)
{
    kiosk_set_colour(canvas->cairo, colour, 1);
    cairo_paint(canvas->cairo);
    cairo_surface_flush(canvas->surface);
}

static void test_canvas_sizes_have_limits(void **state)
{
    kiosk_canvas canvas;

    (void)state;
    assert_int_equal(kiosk_canvas_open(&canvas, 0, 10), BOARD_ERROR_CANVAS);
    kiosk_canvas_close(&canvas);
    assert_int_equal(kiosk_canvas_open(&canvas, 10, KIOSK_WIDTH_MAX + 1), BOARD_ERROR_CANVAS);
    assert_int_equal(kiosk_canvas_open(&canvas, 1, KIOSK_WIDTH_MAX), BOARD_OK);
    kiosk_canvas_close(&canvas);
}

static void test_pictures_are_written_and_read(void **state)
{
    char folder[SCRATCH_PATH_BYTES], path[SCRATCH_PATH_BYTES];
    kiosk_canvas canvas, again;

    (void)state;
    scratch_make(folder);
    assert_int_equal(kiosk_canvas_open(&canvas, 7, 5), BOARD_OK);
    fill(&canvas, 0x123456);
    assert_int_equal(kiosk_canvas_write(&canvas, "/nonexistent/a.png"), BOARD_ERROR_PICTURE_WRITE);
    assert_int_equal(kiosk_canvas_write(&canvas, scratch_path(folder, "a.png", path)), BOARD_OK);
    assert_int_equal(kiosk_canvas_read(&again, path), BOARD_OK);
    assert_int_equal(again.width, 7);
    assert_int_equal(again.height, 5);
    assert_int_equal(pixel_at(&again, 6, 4), 0x123456);
    kiosk_canvas_close(&again);
    scratch_save(path, "no picture", 10, 0600);
    assert_int_equal(kiosk_canvas_read(&again, path), BOARD_ERROR_PICTURE_READ);
    kiosk_canvas_close(&again);
    kiosk_canvas_close(&canvas);
    scratch_remove(folder);
}

static void test_pictures_are_compared(void **state)
{
    kiosk_canvas a, b, shown;

    (void)state;
    assert_int_equal(kiosk_canvas_open(&a, 10, 10), BOARD_OK);
    assert_int_equal(kiosk_canvas_open(&b, 10, 10), BOARD_OK);
    fill(&a, 0x808080);
    fill(&b, 0x808080);
    assert_int_equal(kiosk_canvas_compare(&a, &b, 0, NULL).pixels, 0);
    kiosk_set_colour(b.cairo, 0x80808A, 1);
    cairo_rectangle(b.cairo, 2, 3, 2, 1);
    cairo_fill(b.cairo);
    cairo_surface_flush(b.surface);
    kiosk_difference difference = kiosk_canvas_compare(&a, &b, 9, &shown);
    assert_int_equal(difference.pixels, 2);
    assert_int_equal(difference.greatest, 10);
    assert_int_equal(pixel_at(&shown, 2, 3), 0xFF0000);
    assert_int_not_equal(pixel_at(&shown, 4, 3), 0xFF0000);
    kiosk_canvas_close(&shown);
    assert_int_equal(kiosk_canvas_compare(&a, &b, 10, NULL).pixels, 0);
    kiosk_canvas_close(&b);
    assert_int_equal(kiosk_canvas_open(&b, 10, 9), BOARD_OK);
    assert_int_equal(kiosk_canvas_compare(&a, &b, 255, NULL).pixels, 100);
    kiosk_canvas_close(&b);
    kiosk_canvas_close(&a);
}

static void test_a_canvas_is_turned(void **state)
{
    (void)state;
    for (int height = 4; height <= 5; height++) {
        kiosk_canvas canvas;

        assert_int_equal(kiosk_canvas_open(&canvas, 5, height), BOARD_OK);
        fill(&canvas, 0);
        kiosk_set_colour(canvas.cairo, 0xFFFFFF, 1);
        cairo_rectangle(canvas.cairo, 1, 0, 1, 1);
        cairo_rectangle(canvas.cairo, 0, 2, 1, 1);
        cairo_fill(canvas.cairo);
        kiosk_canvas_turn(&canvas);
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < 5; x++) {
                bool set = (x == 3 && y == height - 1) || (x == 4 && y == height - 3);

                assert_int_equal(pixel_at(&canvas, x, y), set ? 0xFFFFFF : 0);
            }
        }
        kiosk_canvas_close(&canvas);
    }
}

/* Painting */

typedef struct golden {
    const char *name;
    demo_maker *make;
    const char *theme;
    int width, height;
    double density;
} golden;

static void test_golden_pictures(void **state)
{
    static const golden goldens[] = {
        {"hall-contrast-800x480", demo_hall, "contrast", 800, 480, 133},
        {"ruling-light-800x480", demo_ruling, "light", 800, 480, 133},
        {"ruling-dark-800x480", demo_ruling, "dark", 800, 480, 133},
        {"ruling-contrast-720x1280", demo_ruling, "contrast", 720, 1280, 210},
        {"entry-light-1280x720", demo_entry, "light", 1280, 720, 210},
        {"dialog-dark-800x480", demo_dialog, "dark", 800, 480, 133},
        {"announcement-light-800x480", demo_announcement, "light", 800, 480, 133},
    };
    int differ = 0;

    (void)state;
    for (size_t i = 0; i < COUNT(goldens); i++) {
        const golden *picture = &goldens[i];
        kiosk_metrics metrics =
            kiosk_metrics_make(picture->width, picture->height, picture->density, 0);
        kiosk_canvas canvas;

        use_theme(picture->theme);
        assert_int_equal(kiosk_canvas_open(&canvas, picture->width, picture->height), BOARD_OK);
        picture->make(&view, &metrics);
        kiosk_paint(painter, &canvas, &metrics, &view, NULL);
        differ += !picture_matches(&canvas, "tests/golden", picture->name);
        kiosk_canvas_close(&canvas);
    }
    assert_int_equal(differ, 0);
}

/* What is painted anew over an old picture is what is painted whole. */
static void check_changes(const kiosk_touch *touch_before, const kiosk_touch *touch, bool something)
{
    kiosk_metrics metrics = kiosk_metrics_make(800, 480, 133, 0);
    kiosk_canvas changed, whole;

    assert_int_equal(kiosk_canvas_open(&changed, 800, 480), BOARD_OK);
    assert_int_equal(kiosk_canvas_open(&whole, 800, 480), BOARD_OK);
    kiosk_paint(painter, &changed, &metrics, &other_view, touch_before);
    kiosk_rect area =
        kiosk_paint_changes(painter, &changed, &metrics, &other_view, touch_before, &view, touch);
    kiosk_paint(painter, &whole, &metrics, &view, touch);
    assert_int_equal(area.width > 0, something);
    assert_true(area.x >= 0 && area.y >= 0 && area.x + area.width <= 800 &&
                area.y + area.height <= 480);
    /* cairo rounds the edge of a clipped shape a little otherwise */
    assert_int_equal(kiosk_canvas_compare(&changed, &whole, 48, NULL).pixels, 0);
    assert_in_range(kiosk_canvas_compare(&changed, &whole, 0, NULL).pixels, 0, 200);
    kiosk_canvas_close(&whole);
    kiosk_canvas_close(&changed);
}

static void test_what_changed_is_painted_anew(void **state)
{
    kiosk_metrics metrics = kiosk_metrics_make(800, 480, 133, 0);
    kiosk_touch idle = kiosk_touch_none();
    kiosk_touch touch = idle;

    (void)state;
    use_theme("light");
    demo_entry(&view, &metrics);
    demo_entry(&other_view, &metrics);
    check_changes(&idle, &idle, false);
    for (size_t i = 0; i < view.count; i++) { /* each part becomes dim, alone */
        view.parts[i].dim = !view.parts[i].dim;
        check_changes(&idle, &idle, true);
        view.parts[i].dim = !view.parts[i].dim;
    }
    touch.pressed = (int)(kiosk_view_find(&view, "next") - view.parts);
    check_changes(&idle, &touch, true);
    touch.focus = (int)(kiosk_view_find(&view, "key.2") - view.parts);
    check_changes(&touch, &idle, true);
    touch = idle;
    touch.ghost = board_cell_of(BOARD_BLACK, BOARD_ROOK);
    touch.ghost_size = 50;
    check_changes(&idle, &touch, true);
    touch.ghost_x = 400;
    touch.ghost_y = 479;
    check_changes(&touch, &idle, true);
    view.board.layout.cells[0] = BOARD_EMPTY;
    check_changes(&idle, &touch, true);
    demo_dialog(&view, &metrics);
    check_changes(&idle, &idle, true);
    demo_announcement(&view, &metrics);
    check_changes(&idle, &idle, true);
    demo_announcement(&other_view, &metrics);
    demo_hall(&view, &metrics);
    check_changes(&idle, &idle, true);
}

static void test_a_small_change_is_a_small_area(void **state)
{
    kiosk_metrics metrics = kiosk_metrics_make(800, 480, 133, 0);
    kiosk_touch idle = kiosk_touch_none();
    kiosk_canvas canvas;

    (void)state;
    demo_entry(&view, &metrics);
    demo_entry(&other_view, &metrics);
    assert_int_equal(kiosk_canvas_open(&canvas, 800, 480), BOARD_OK);
    const kiosk_part *part = kiosk_view_find(&view, "key.0");
    view.parts[part - view.parts].on = true;
    kiosk_rect area =
        kiosk_paint_changes(painter, &canvas, &metrics, &other_view, &idle, &view, &idle);
    assert_true(area.width > 0 && area.width < part->rect.width + metrics.unit);
    assert_true(area.height < part->rect.height + metrics.unit);
    kiosk_canvas_close(&canvas);
}

static void test_a_text_that_does_not_fit_is_told(void **state)
{
    kiosk_metrics metrics = kiosk_metrics_make(800, 480, 133, 0);
    kiosk_canvas canvas;

    (void)state;
    assert_int_equal(kiosk_canvas_open(&canvas, 800, 480), BOARD_OK);
    kiosk_view_clear(&view);
    kiosk_view_add(&view, KIOSK_PART_PANEL, (kiosk_rect){0, 0, 800, 480});
    kiosk_part *part = kiosk_view_add(&view, KIOSK_PART_BUTTON, (kiosk_rect){10, 10, 120, 48});
    kiosk_part_set_text(part, "签字");
    kiosk_paint(painter, &canvas, &metrics, &view, NULL);
    assert_int_equal(kiosk_painter_cut_count(painter), 0);
    assert_int_equal(kiosk_painter_first_cut(painter), KIOSK_NO_PART);
    kiosk_part_set_text(part, "这是一句放不进一个小按钮里的话，再怎么缩小也不行，所以要报告");
    kiosk_paint(painter, &canvas, &metrics, &view, NULL);
    assert_int_equal(kiosk_painter_cut_count(painter), 1);
    assert_int_equal(kiosk_painter_first_cut(painter), 1);
    kiosk_canvas_close(&canvas);
}

/* No demo view has a text that is cut, in any size. */
static void test_texts_of_the_demo_views_fit(void **state)
{
    static demo_maker *const makers[] = {demo_hall, demo_ruling, demo_entry, demo_announcement};
    static const int sizes[][3] = {{800, 480, 133}, {1280, 720, 210}, {720, 1280, 210}};

    (void)state;
    for (size_t i = 0; i < COUNT(makers) * COUNT(sizes); i++) {
        const int *size = sizes[i % COUNT(sizes)];
        kiosk_metrics metrics = kiosk_metrics_make(size[0], size[1], size[2], 0);
        kiosk_canvas canvas;

        assert_int_equal(kiosk_canvas_open(&canvas, size[0], size[1]), BOARD_OK);
        makers[i / COUNT(sizes)](&view, &metrics);
        assert_false(view.overflow);
        kiosk_paint(painter, &canvas, &metrics, &view, NULL);
        assert_int_equal(kiosk_painter_cut_count(painter), 0);
        kiosk_canvas_close(&canvas);
    }
}

/* Each shape of a label differs from the others even in grey and without its character. */
static void test_labels_differ_in_shape(void **state)
{
    enum { SIZE = 60, SAMPLES = 5 };
    kiosk_metrics metrics = kiosk_metrics_make(320, 320, 160, 0);
    bool inside[JUDGE_LABELS][SAMPLES];
    /* points near the outline, in hundredths of the size from the middle */
    static const int samples[SAMPLES][2] = {{38, 38}, {0, 50}, {52, 0}, {40, 26}, {0, 41}};
    kiosk_canvas canvas;

    (void)state;
    use_theme("light");
    assert_int_equal(kiosk_canvas_open(&canvas, 320, 320), BOARD_OK);
    for (int label = 0; label < JUDGE_LABELS; label++) {
        kiosk_view_clear(&view);
        kiosk_part *part =
            kiosk_view_add(&view, KIOSK_PART_LABEL, (kiosk_rect){100, 100, SIZE, SIZE});
        part->label = (judge_label)label;
        kiosk_paint(painter, &canvas, &metrics, &view, NULL);
        uint32_t ground = pixel_at(&canvas, 5, 5);
        double size = SIZE * 0.8 < metrics.unit * 0.8 ? SIZE * 0.8 : metrics.unit * 0.8;
        for (int i = 0; i < SAMPLES; i++) {
            int x = 130 + (int)(samples[i][0] * size / 100);
            int y = 130 + (int)(samples[i][1] * size / 100);

            inside[label][i] = pixel_at(&canvas, x, y) != ground;
        }
    }
    for (int a = 0; a < JUDGE_LABELS; a++) {
        for (int b = 0; b < a; b++)
            assert_memory_not_equal(inside[a], inside[b], sizeof inside[a]);
    }
    kiosk_canvas_close(&canvas);
}

/* Whatever a view holds, painting ends and stays within the canvas. */
static void test_strange_views_are_painted(void **state)
{
    static const kiosk_rect rects[] = {{0, 0, 0, 0},     {-50, -50, 10, 10}, {300, 300, 500, 500},
                                       {10, 10, 1, 200}, {10, 10, 200, 1},   {5, 5, -20, -20},
                                       {0, 0, 320, 320}};
    kiosk_metrics metrics = kiosk_metrics_make(320, 320, 160, 2);
    kiosk_touch touch = kiosk_touch_none();
    kiosk_canvas canvas;

    (void)state;
    assert_int_equal(kiosk_canvas_open(&canvas, 320, 320), BOARD_OK);
    for (size_t i = 0; i < COUNT(rects); i++) {
        kiosk_view_clear(&view);
        for (int kind = 0; kind <= KIOSK_PART_CODE; kind++) {
            kiosk_part *part = kiosk_view_add(&view, (kiosk_part_kind)kind, rects[i]);

            kiosk_part_set_text(part, "\xFF\xE5\xB0 text\n\n一\n");
            kiosk_part_set_detail(part, "详细");
            part->cell = (board_cell)(kind * 7);
            part->label = (judge_label)kind;
            part->tone = (kiosk_tone)(kind % 8);
            part->value = -2147483647 - 1;
        }
        view.board.mark_count = 2;
        view.board.marks[1].square = BOARD_NO_SQUARE;
        view.board.arrow_count = 1; /* from a square to itself */
        view.board.word_square = 89;
        snprintf(view.board.word, sizeof view.board.word, "字");
        touch.pressed = 5;
        touch.focus = 6;
        touch.ghost = 200;
        kiosk_paint(painter, &canvas, &metrics, &view, &touch);
    }
    kiosk_canvas_close(&canvas);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_themes_are_read),
        cmocka_unit_test(test_wrong_theme_names_are_refused),
        cmocka_unit_test(test_wrong_theme_lines_are_named),
        cmocka_unit_test(test_a_theme_has_a_greatest_size),
        cmocka_unit_test(test_assets_are_found_where_the_environment_says),
        cmocka_unit_test(test_every_text_can_be_read),
        cmocka_unit_test(test_pieces_differ_without_colour),
        cmocka_unit_test(test_canvas_sizes_have_limits),
        cmocka_unit_test(test_pictures_are_written_and_read),
        cmocka_unit_test(test_pictures_are_compared),
        cmocka_unit_test(test_a_canvas_is_turned),
        cmocka_unit_test(test_golden_pictures),
        cmocka_unit_test(test_what_changed_is_painted_anew),
        cmocka_unit_test(test_a_small_change_is_a_small_area),
        cmocka_unit_test(test_a_text_that_does_not_fit_is_told),
        cmocka_unit_test(test_texts_of_the_demo_views_fit),
        cmocka_unit_test(test_labels_differ_in_shape),
        cmocka_unit_test(test_strange_views_are_painted),
    };

    return cmocka_run_group_tests(tests, painting_open, painting_close);
}
