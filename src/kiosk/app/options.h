/*
 * kiosk/app/options.h: the command line of qili-kiosk.
 */
#ifndef QILI_KIOSK_APP_OPTIONS_H
#define QILI_KIOSK_APP_OPTIONS_H

#include "kiosk/flow/state.h"

enum { KIOSK_NOT_GIVEN = -1 };

typedef struct kiosk_options {
    bool window;
    int width, height;   /* of the window, or of the picture of a script */
    int theme;           /* kiosk_theme, or KIOSK_NOT_GIVEN: as it is set on the device */
    int language;        /* board_language, or KIOSK_NOT_GIVEN */
    int orientation;     /* kiosk_orientation, or KIOSK_NOT_GIVEN */
    int text_step;       /* 0..2, or KIOSK_NOT_GIVEN */
    double density;      /* pixels an inch, or 0: not given */
    const char *journal; /* these are NULL if they were not given */
    const char *key;
    const char *cases;
    const char *exchange; /* folder that training puts files into and takes them from, or NULL */
    const char *media;    /* folder of USB sticks, each a folder; NULL: those that are mounted */
    const char *script;
    const char *screen; /* of --screenshot */
    const char *picture;
    const char *places;
    const char *enrol;     /* an invitation */
    const char *config;    /* the machine's configuration, or NULL: where it usually is */
    const char *backlight; /* folder like /sys/class/backlight, or NULL */
    bool demo;
    bool help, version;
} kiosk_options;

/* Reads the command line; false: it is wrong, which was said on standard error. */
bool kiosk_options_read(int argc, char **argv, kiosk_options *options);

/* The language of what is said on the terminal. */
board_language kiosk_options_language(const kiosk_options *options);

#endif
