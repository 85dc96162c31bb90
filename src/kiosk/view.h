/*
 * kiosk/view.h: what a screen shows, as plain values.
 *
 * A screen is a pure function from the kiosk's state and the metrics of the display to a view: a
 * list of parts, each with its place, its text, its look and the command that touching it gives.
 * Painting a view (kiosk/draw) and finding what a finger hit need nothing else. So a screen is
 * tested without a window: tests find a part by its name, check its size and its text, take its
 * command and apply it.
 */
#ifndef QILI_KIOSK_VIEW_H
#define QILI_KIOSK_VIEW_H

#include <stdbool.h>
#include <stddef.h>

#include "board/layout.h"
#include "judge/label.h"
#include "kiosk/command.h"

enum {
    KIOSK_PARTS_MAX = 768,       /* parts of a view */
    KIOSK_PART_TEXT_BYTES = 512, /* of a part's text, with its NUL */
    KIOSK_PART_NAME_BYTES = 48,
    KIOSK_MARKS_MAX = 96, /* rings and the like on a board */
    KIOSK_ARROWS_MAX = 48,
    KIOSK_BADGE_BYTES = 32,
    KIOSK_VIEW_CODE_BYTES = 2901, /* of the text of the view's QR code, with its NUL */
    KIOSK_UNIT_MILLIMETRES = 9,   /* nothing that can be touched is smaller */
    KIOSK_SMALL_UNITS = 9,        /* a display with a side below this is small: five inches */
    KIOSK_WIDTH_MAX = 4096,       /* pixels of a display, either way */
    KIOSK_WIDTH_MIN = 320
};

/* In pixels; x to the right, y down. */
typedef struct kiosk_rect {
    int x, y, width, height;
} kiosk_rect;

/* The display, and the sizes that follow from it. Made by kiosk_metrics_make only. */
typedef struct kiosk_metrics {
    int width, height; /* pixels */
    double pixels_per_millimetre;
    int unit;      /* KIOSK_UNIT_MILLIMETRES in pixels: the least width and height to touch */
    int gap;       /* between parts */
    bool portrait; /* the board stands above the panel */
    bool tight;    /* small: screens leave out what is only convenient */
    /* Heights of text in pixels */
    int small, body, large, huge;
} kiosk_metrics;

/*
 * width and height in pixels (KIOSK_WIDTH_MIN..KIOSK_WIDTH_MAX), pixels_per_inch as the display
 * says or is set to (72..600), text_step 0..2: how much larger than usual text is. Values outside
 * are brought to the nearest that is allowed; a display whose shorter side measures less than
 * KIOSK_SMALL_UNITS has no room for larger text.
 */
kiosk_metrics kiosk_metrics_make(int width, int height, double pixels_per_inch, int text_step);

typedef enum kiosk_text_size {
    KIOSK_TEXT_BODY = 0,
    KIOSK_TEXT_SMALL,
    KIOSK_TEXT_LARGE,
    KIOSK_TEXT_HUGE
} kiosk_text_size;

typedef enum kiosk_align { KIOSK_ALIGN_START = 0, KIOSK_ALIGN_CENTRE, KIOSK_ALIGN_END } kiosk_align;

typedef enum kiosk_part_kind {
    /* A filled area that others stand on */
    KIOSK_PART_PANEL = 0,
    /* Text, broken into lines within its rect: in the middle of its height if it is centred or
     * there is room for one line only, else at the top */
    KIOSK_PART_TEXT,
    /* Text in a frame that is pressed; detail: smaller, below it. Filled if PRIMARY, or DANGER and
     * strong */
    KIOSK_PART_BUTTON,
    /* A step of the flow in the bar at the top: text above, detail below */
    KIOSK_PART_STEP,
    /* A table in the hall: text (number), detail (players, state) */
    KIOSK_PART_TILE,
    /* A line of a list: text at the start, detail at the end */
    KIOSK_PART_ROW,
    /* A move's `label` as a shape with its character; text: beside it; dim: hollow, what the
     * arbiter overruled */
    KIOSK_PART_LABEL,
    /* A piece of the palette, or on a key: `cell` (BOARD_EMPTY: a dashed ring); detail: how many
     * are left */
    KIOSK_PART_PIECE,
    /* A key of a keypad, large text */
    KIOSK_PART_KEY,
    /* Two halves, text and detail, of which `on` says which is set (on: the second); touching gives
     * the command, whose meaning is "the other" */
    KIOSK_PART_SWITCH,
    /* What was typed; detail: what is wanted while it is empty; on: the caret is here */
    KIOSK_PART_FIELD,
    /* A small rounded button: an article */
    KIOSK_PART_CHIP,
    /* `value` of 0..1000 done; below 0: going on without a known end, one step further with each
     * smaller value */
    KIOSK_PART_PROGRESS,
    /* The board of the view */
    KIOSK_PART_BOARD,
    /* A second board beside it: the position before */
    KIOSK_PART_SECOND_BOARD,
    /* Covers all before it; a dialog stands on it */
    KIOSK_PART_SHADE,
    /* A thin separating line */
    KIOSK_PART_LINE,
    /* A QR code of `text`; where that is "", of the view's code */
    KIOSK_PART_CODE
} kiosk_part_kind;

/* What a part means, told by more than colour (a sign, a frame, a weight). */
typedef enum kiosk_tone {
    KIOSK_TONE_PLAIN = 0,
    KIOSK_TONE_PRIMARY, /* the likely next step */
    KIOSK_TONE_GOOD,    /* allowed, done */
    KIOSK_TONE_WARNING, /* wants to be looked at: an open order, two fouls */
    KIOSK_TONE_DANGER,  /* a loss, something that cannot be undone, an error */
    KIOSK_TONE_RED,     /* of the red side */
    KIOSK_TONE_BLACK,   /* of the black side */
    KIOSK_TONE_QUIET    /* of less weight */
} kiosk_tone;

typedef struct kiosk_part {
    kiosk_part_kind kind;
    kiosk_rect rect;
    char name[KIOSK_PART_NAME_BYTES]; /* "hall.table.12": unique in the view, for scripts and tests;
                                         "" for what cannot be touched and is never looked for */
    char text[KIOSK_PART_TEXT_BYTES];
    char detail[KIOSK_PART_TEXT_BYTES];
    kiosk_text_size size;
    kiosk_align align;
    kiosk_tone tone;
    bool strong;       /* bold */
    bool on;           /* selected, the current step, the set half */
    bool dim;          /* cannot be used now; touching gives its command all the same, which then
                           says why not */
    board_cell cell;   /* KIOSK_PART_PIECE */
    judge_label label; /* KIOSK_PART_LABEL */
    int value;         /* KIOSK_PART_PROGRESS */
    kiosk_command command; /* of a tap; NONE: cannot be touched */
    kiosk_command hold;    /* of a long press; NONE: as a tap */
} kiosk_part;

/* A mark on a square of the board. */
typedef enum kiosk_mark_kind {
    KIOSK_MARK_SELECTED = 0, /* the piece that is picked up */
    KIOSK_MARK_LEGAL,        /* a point that it can go to: a dot, a ring where it captures */
    KIOSK_MARK_LAST,         /* from or to of the last move: corner marks */
    KIOSK_MARK_TARGET,       /* what is threatened: double ring */
    KIOSK_MARK_ATTACKER,     /* single ring */
    KIOSK_MARK_ROOT,         /* protects the target: dashed ring */
    KIOSK_MARK_FALSE_ROOT,   /* dashed ring, crossed out */
    KIOSK_MARK_FAULT,        /* something is wrong here: a sign */
    KIOSK_MARK_FOCUS         /* where the keyboard is */
} kiosk_mark_kind;

typedef struct kiosk_mark {
    kiosk_mark_kind kind;
    board_square square;
} kiosk_mark;

typedef enum kiosk_arrow_kind {
    KIOSK_ARROW_MOVE = 0, /* the move that is spoken of */
    KIOSK_ARROW_ATTACK,   /* solid */
    KIOSK_ARROW_ROOT,     /* dashed */
    KIOSK_ARROW_CUT,      /* a false root's: dashed, cut in the middle */
    KIOSK_ARROW_CHECK
} kiosk_arrow_kind;

typedef struct kiosk_arrow {
    kiosk_arrow_kind kind;
    board_square from, to;
    char badge[KIOSK_BADGE_BYTES]; /* a few characters beside it, or "" */
} kiosk_arrow;

typedef struct kiosk_board_view {
    board_layout layout;
    bool black_below; /* turned to face the player of Black */
    bool simplified;  /* characters of the pieces: simplified ones, 帅 and not 帥 */
    bool sensitive;   /* squares can be touched: KIOSK_COMMAND kinds below */
    char caption[KIOSK_PART_TEXT_BYTES]; /* a line below it, or "" */
    kiosk_mark marks[KIOSK_MARKS_MAX];
    size_t mark_count;
    kiosk_arrow arrows[KIOSK_ARROWS_MAX];
    size_t arrow_count;
    /* A word at a square that says why not, for two seconds; square BOARD_NO_SQUARE: none */
    board_square word_square;
    char word[KIOSK_PART_TEXT_BYTES];
} kiosk_board_view;

typedef struct kiosk_view {
    kiosk_part parts[KIOSK_PARTS_MAX]; /* later ones stand on earlier ones */
    size_t count;
    bool overflow; /* a part did not fit: a defect of the screen, which tests look for */
    kiosk_board_view board;
    kiosk_board_view second_board;
    char code[KIOSK_VIEW_CODE_BYTES]; /* of a KIOSK_PART_CODE, or "" */
    bool inverse;                     /* the whole screen dark: the announcement */
    int turn; /* the whole screen turned by 0 or 180 degrees, toward the players */
    int unit; /* of the metrics that it was made with, for kiosk_view_hit; 0: a finger must be
                     exactly on a part */
} kiosk_view;

/* No parts, empty boards. */
void kiosk_view_clear(kiosk_view *view);

/* Copies what a view holds: a view is large, and most of it is room. */
void kiosk_view_copy(kiosk_view *view, const kiosk_view *from);

/* Adds a part with everything else zero; never NULL: past KIOSK_PARTS_MAX `overflow` is set and
 * the last part is given again. */
kiosk_part *kiosk_view_add(kiosk_view *view, kiosk_part_kind kind, kiosk_rect rect);

/* Cut at a character's boundary if it does not fit. */
void kiosk_part_set_text(kiosk_part *part, const char *text);
void kiosk_part_set_detail(kiosk_part *part, const char *detail);
/* printf-like, for names with numbers. */
void kiosk_part_set_name(kiosk_part *part, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Where a part stands on the display when the view is turned toward the players; x and y of a touch
 * are turned in the same way. */
kiosk_rect kiosk_view_turned_rect(const kiosk_view *view, kiosk_rect rect, int width, int height);

/* The topmost part at this point that has a command or is a sensitive board and is not covered by a
 * KIOSK_PART_SHADE above it; NULL: none. A KIOSK_PART_PANEL keeps what is touched on it from a
 * shade below it, so that touching a dialog beside its buttons does not close it. A point within
 * half a unit of a part that is smaller than the unit counts as on it if nothing else is there. */
const kiosk_part *kiosk_view_hit(const kiosk_view *view, int x, int y);
const kiosk_part *kiosk_view_find(const kiosk_view *view, const char *name);

/* Can it be touched at all? */
bool kiosk_part_sensitive(const kiosk_view *view, const kiosk_part *part);

/* Does the rect hold the point, and is it not empty? */
bool kiosk_rect_holds(kiosk_rect rect, int x, int y);

/* Geometry of a board within its part's rect: the centre of a square in pixels, the distance of two
 * lines, and the square nearest to a point (BOARD_NO_SQUARE if it is further than half a line's
 * distance off the board). Margins hold the file numbers. The board is as large as the rect allows,
 * in the middle between left and right, and at the top: what is left below holds the caption. */
void kiosk_board_place(kiosk_rect rect, bool black_below, board_square square, int *x, int *y);
double kiosk_board_step(kiosk_rect rect);
board_square kiosk_board_square_at(kiosk_rect rect, bool black_below, int x, int y);

/* The part of the rect that the wood covers, margins with it. */
kiosk_rect kiosk_board_wood(kiosk_rect rect);

/* The width that a board of this height fills, and the height of one of this width. */
int kiosk_board_width(int height);
int kiosk_board_height(int width);

#endif
