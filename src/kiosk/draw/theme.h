/*
 * kiosk/draw/theme.h: the colours that everything is painted in, read from assets/themes/
 * (docs/formats/theme.md).
 */
#ifndef QILI_KIOSK_DRAW_THEME_H
#define QILI_KIOSK_DRAW_THEME_H

#include <stddef.h>
#include <stdint.h>

#include "board/error.h"

enum {
    KIOSK_LOOK_NAME_BYTES = 32,
    KIOSK_LOOK_INPUT_MAX = 64 * 1024, /* bytes of a theme file */
    KIOSK_ASSETS_PATH_BYTES = 1024,
    KIOSK_LOOK_NUMBER_MAX = 400
};

/* 0xRRGGBB */
typedef uint32_t kiosk_colour;

/* Of the screen, or of the screen turned dark for an announcement. */
typedef struct kiosk_palette {
    kiosk_colour background;
    kiosk_colour panel;               /* what stands out from it */
    kiosk_colour recess;              /* what is set into it: fields, lists */
    kiosk_colour frame;               /* thin lines around and between */
    kiosk_colour text;                /* and all signs */
    kiosk_colour quiet;               /* text of less weight */
    kiosk_colour dim;                 /* text of what cannot be used now */
    kiosk_colour selected;            /* behind what is selected */
    kiosk_colour primary, on_primary; /* the likely next step, and text on it */
    kiosk_colour good;
    kiosk_colour warning;
    kiosk_colour danger, on_danger;
    kiosk_colour red, black; /* of the sides */
    kiosk_colour focus;      /* where the keyboard is */
} kiosk_palette;

typedef struct kiosk_wood {
    kiosk_colour light, dark; /* the grain runs between them */
    kiosk_colour line;
    kiosk_colour writing; /* river, file numbers */
    kiosk_colour edge;
    int grain; /* 0: none, 100: from light to dark */
} kiosk_wood;

typedef struct kiosk_piece_look {
    kiosk_colour red_fill, red_edge, red_rim, red_text;
    kiosk_colour black_fill, black_edge, black_rim, black_text;
    int shadow; /* 0..100 percent */
} kiosk_piece_look;

typedef struct kiosk_label_look {
    kiosk_colour check, kill, chase, idle, undecided; /* filling of the shapes */
    kiosk_colour text;
} kiosk_label_look;

typedef struct kiosk_mark_look {
    kiosk_colour selected, legal, last, target, attacker, root, fault, focus;
    kiosk_colour move, attack, check; /* arrows; that of a root has the root's colour */
    kiosk_colour outline;             /* around arrows, so that they stand out from the wood */
} kiosk_mark_look;

typedef struct kiosk_look {
    char name[KIOSK_LOOK_NAME_BYTES];
    int line; /* thickness of lines and frames in percent of the usual */
    kiosk_palette screen;
    kiosk_palette inverse;
    kiosk_wood wood;
    kiosk_piece_look pieces;
    kiosk_label_look labels;
    kiosk_mark_look marks;
} kiosk_look;

/*
 * The folder of the assets, into path: what the environment variable QILI_ASSETS says, else
 * ../share/qili beside the program's folder, else assets/ in a folder above the program (the source
 * tree, when it runs from build/). BOARD_ERROR_ASSETS_MISSING if there is none.
 */
board_error kiosk_assets_find(char path[KIOSK_ASSETS_PATH_BYTES], board_problem *problem);

/*
 * Reads ASSETS/themes/NAME.ini. name: a-z only. *problem (may be NULL) names the file's line or
 * the key. On an error *theme is not changed.
 */
board_error kiosk_look_load(const char *assets, const char *name, kiosk_look *theme,
                            board_problem *problem);

/* The same from text; name is only kept. */
board_error kiosk_look_read(const char *text, size_t length, const char *name, kiosk_look *theme,
                            board_problem *problem);

#endif
