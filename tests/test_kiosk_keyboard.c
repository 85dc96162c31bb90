/*
 * tests/test_kiosk_keyboard.c: every screen in all its states can be used with the keyboard alone,
 * and the likely next step is where one thumb is (issue 6).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "kiosk/app/focus.h"
#include "support/kiosk_scenes.h"

static kiosk_model model;

/* Index of the first part that no shade covers, and can be come to. */
static size_t first_open(const kiosk_view *view)
{
    size_t first = 0;

    for (size_t i = 0; i < view->count; i++) {
        if (view->parts[i].kind == KIOSK_PART_SHADE)
            first = i + 1;
    }
    return first;
}

static int say(const char *scene, const char *what, const kiosk_part *part)
{
    printf("%s: %s %s \"%s\"\n", scene, what, part->name, part->text);
    return 1;
}

/* Tab, once round: each part that a finger can touch is come to. */
static int walk(const char *scene, const kiosk_view *view, kiosk_direction direction)
{
    static bool come_to[KIOSK_PARTS_MAX];
    kiosk_focus focus = kiosk_focus_nowhere();
    int wrong = 0;

    memset(come_to, 0, sizeof come_to);
    for (size_t i = 0; i <= view->count; i++) {
        kiosk_focus_move(&focus, view, direction);
        const kiosk_part *part = kiosk_focus_part(&focus, view);
        if (part != NULL)
            come_to[part - view->parts] = true;
    }
    for (size_t i = first_open(view); i < view->count; i++) {
        const kiosk_part *part = &view->parts[i];
        if (kiosk_part_sensitive(view, part) && !come_to[i])
            wrong += say(scene, "the keyboard does not come to", part);
    }
    return wrong;
}

/* Arrows from the middle of the board come to each of its points. */
static int walk_board(const char *scene, const kiosk_view *view)
{
    static const kiosk_direction ways[] = {KIOSK_UP, KIOSK_DOWN, KIOSK_LEFT, KIOSK_RIGHT};
    const kiosk_part *board = kiosk_view_find(view, "board");
    kiosk_focus focus = kiosk_focus_nowhere();
    bool seen[BOARD_SQUARES] = {false};
    size_t count = 0;

    if (board == NULL || !kiosk_part_sensitive(view, board) || !view->board.sensitive ||
        (size_t)(board - view->parts) < first_open(view))
        return 0;
    for (size_t i = 0; i <= view->count && strcmp(focus.name, "board") != 0; i++)
        kiosk_focus_move(&focus, view, KIOSK_FORWARD);
    /* Down to a corner, then in rows. */
    for (int i = 0; i < BOARD_RANKS + BOARD_FILES; i++) {
        const kiosk_focus before = focus;

        kiosk_focus_move(&focus, view, i < BOARD_RANKS ? KIOSK_DOWN : KIOSK_LEFT);
        if (strcmp(focus.name, "board") != 0)
            focus = before; /* the edge: arrows lead on to what is beside */
    }
    for (int row = 0; row < BOARD_RANKS; row++) {
        for (int i = 0; i < BOARD_FILES; i++) {
            const kiosk_focus before = focus;

            if (focus.square < BOARD_SQUARES && !seen[focus.square]) {
                seen[focus.square] = true;
                count++;
            }
            kiosk_focus_move(&focus, view, ways[row % 2 == 0 ? 3 : 2]);
            if (strcmp(focus.name, "board") != 0)
                focus = before;
        }
        const kiosk_focus before = focus;
        kiosk_focus_move(&focus, view, KIOSK_UP);
        if (strcmp(focus.name, "board") != 0)
            focus = before;
    }
    if (count == BOARD_SQUARES)
        return 0;
    printf("%s: arrows come to %zu points of %d\n", scene, count, BOARD_SQUARES);
    return 1;
}

/* The big button is low and at the right; back is where it always is. */
static int under_the_thumb(const char *scene, const kiosk_view *view)
{
    const kiosk_part *next = kiosk_view_find(view, "next");
    int wrong = 0;

    if (next != NULL && (next->rect.x + next->rect.width < model.metrics.width * 9 / 10 ||
                         next->rect.y < model.metrics.height * 2 / 3))
        wrong += say(scene, "not under the thumb:", next);
    return wrong;
}

static void test_every_screen_by_keyboard_and_by_thumb(void **state)
{
    static const int sizes[][2] = {{1280, 720}, {720, 1280}};
    int wrong = 0;

    (void)state;
    for (size_t k = 0; k < kiosk_scene_count; k++) {
        kiosk_scene_open(&model, &kiosk_scenes[k], 1280, 720, 210, BOARD_CHINESE);
        for (size_t i = 0; i < 2; i++) {
            model.metrics = kiosk_metrics_make(sizes[i][0], sizes[i][1], 210, 0);
            const kiosk_view *view = model_look(&model);
            wrong += walk(kiosk_scenes[k].name, view, KIOSK_FORWARD);
            wrong += walk(kiosk_scenes[k].name, view, KIOSK_BACKWARD);
            wrong += walk_board(kiosk_scenes[k].name, view);
            wrong += under_the_thumb(kiosk_scenes[k].name, view);
        }
        model_close(&model);
    }
    assert_int_equal(wrong, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_screen_by_keyboard_and_by_thumb),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
