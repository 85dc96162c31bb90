/*
 * tests/support/kiosk_scenes.h: every screen of the kiosk in the states that it can be in, each
 * reached by taps from the hall: for the check of all screens, the golden pictures and the manual.
 */
#ifndef QILI_TESTS_KIOSK_SCENES_H
#define QILI_TESTS_KIOSK_SCENES_H

#include "support/kiosk_model.h"

typedef struct kiosk_scene_maker {
    const char *name;
    kiosk_screen screen;
    void (*make)(kiosk_model *model);
} kiosk_scene_maker;

extern const kiosk_scene_maker kiosk_scenes[];
extern const size_t kiosk_scene_count;

/* Opens the model and makes the scene. */
void kiosk_scene_open(kiosk_model *model, const kiosk_scene_maker *scene, int width, int height,
                      double pixels_per_inch, board_language language);

#endif
