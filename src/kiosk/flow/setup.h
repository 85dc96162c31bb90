/*
 * kiosk/flow/setup.h: the pages of the settings: what belongs to the device and not to a game:
 * touch, PINs, the office, buttons, storage, what the program is.
 */
#ifndef QILI_KIOSK_FLOW_SETUP_H
#define QILI_KIOSK_FLOW_SETUP_H

#include "kiosk/flow/calibration.h"
#include "kiosk/flow/job.h"
#include "kiosk/flow/say.h"

enum {
    KIOSK_BRIGHTNESS_LEAST = 10, /* per cent: the screen can always be read */
    KIOSK_BRIGHTNESS_MOST = 100,
    KIOSK_TOUCH_COLUMNS = 6, /* of the touch test */
    KIOSK_TOUCH_ROWS = 4,
    KIOSK_CROSS_WAIT_MS = 30 * 1000, /* without a touch calibrating ends */
    KIOSK_KEEP_WAIT_MS = 15 * 1000,  /* a calibration that is not confirmed is dropped */
    KIOSK_INVITATION_BYTES = 256,
    KIOSK_OFFICE_NAME_BYTES = 200,
    KIOSK_BUTTONS_MAX = 16
};

typedef enum kiosk_setup_page {
    KIOSK_SETUP_LIST = 0,
    KIOSK_SETUP_TOUCH,
    KIOSK_SETUP_ARBITERS,
    KIOSK_SETUP_OFFICE,
    KIOSK_SETUP_BUTTONS,
    KIOSK_SETUP_STORAGE,
    KIOSK_SETUP_ABOUT,
    KIOSK_SETUP_PAGES
} kiosk_setup_page;

/* How the four crosses go. */
typedef enum kiosk_calibrating {
    KIOSK_CALIBRATING_NOT = 0,
    KIOSK_CALIBRATING_CROSSES, /* `crossed` of them were touched */
    KIOSK_CALIBRATING_KEEP     /* in force; is it to be kept? */
} kiosk_calibrating;

/* The connection to the office, for its page; the app sets it. */
typedef struct kiosk_office {
    bool there;    /* the program has a connection at all */
    bool enrolled; /* at an office */
    char name[KIOSK_OFFICE_NAME_BYTES];
    int64_t contact_ms; /* when it last answered, UTC; 0: never */
    board_error why;    /* it refuses, or cannot be reached; BOARD_OK: no trouble */
    bool enrolling;
    bool enrol_failed;
    board_error enrol_error;
} kiosk_office;

/* The buttons of the table, for their test; the app sets it. */
typedef enum kiosk_button {
    KIOSK_BUTTON_FOUL_RED = 0,
    KIOSK_BUTTON_FOUL_BLACK,
    KIOSK_BUTTON_CONFIRM,
    KIOSK_BUTTON_BACK,
    KIOSK_BUTTONS
} kiosk_button;

typedef struct kiosk_buttons {
    unsigned wired;   /* bit by kiosk_button; 0: this device has none */
    unsigned pressed; /* bit by kiosk_button: held down now */
} kiosk_buttons;

typedef enum kiosk_verifying {
    KIOSK_VERIFY_NOT = 0,
    KIOSK_VERIFY_RUNNING,
    KIOSK_VERIFY_SOUND,
    KIOSK_VERIFY_DAMAGED,
    KIOSK_VERIFY_FAILED /* the file could not be looked at */
} kiosk_verifying;

/* `changing` a PIN uses state.sign with KIOSK_SIGN_PIN. */
typedef struct kiosk_setup {
    kiosk_setup_page page;

    kiosk_calibrating calibrating;
    int crossed;
    kiosk_crossing crossings[KIOSK_CROSSES];
    kiosk_calibration before; /* in force if the new one is not kept */
    int64_t until_ms;         /* when calibrating ends by itself */
    uint32_t touched;         /* fields of the touch test */

    bool by_chief;                 /* the old PIN is the chief arbiter's */
    char old_pin[KIOSK_PIN_BYTES]; /* that was right */

    kiosk_office office;
    kiosk_buttons buttons;
    char invitation[KIOSK_INVITATION_BYTES]; /* that the app is to enrol with, or "" */
    bool leave;                              /* the app is to leave the office */

    bool facts_known;
    kiosk_facts facts;
    int brightness; /* per cent that is set; -1: it cannot be */
    kiosk_verifying verifying;
    int64_t verify_since_ms;
    kiosk_verification verification;
    board_error verify_error;
} kiosk_setup;

typedef struct kiosk_state kiosk_state;

/* The commands of these pages; false: not one of them. */
bool kiosk_apply_setup(kiosk_state *state, const kiosk_command *command);

/* 设置 is shown: its first page. */
void kiosk_setup_open(kiosk_state *state);

/* Back within the settings; false: they are left. */
bool kiosk_setup_back(kiosk_state *state);

/* Is a PIN being changed, so that digits are taken here? */
bool kiosk_setup_changes_pin(const kiosk_state *state);

/* The PIN asked for was right, or the new one is set. */
void kiosk_setup_pin_taken(kiosk_state *state, const kiosk_job *job);

/* Key of the arbiter whose PIN is asked in the place of the chosen one's; NULL: his own. */
const char *kiosk_pin_authority(const kiosk_state *state);

/* A new PIN was typed twice: it is to be set. */
void kiosk_setup_want_pin(kiosk_state *state);

/* An invitation was typed. */
void kiosk_setup_typed(kiosk_state *state, const char *text);
void kiosk_setup_leave_office(kiosk_state *state);

/* Time has passed; true: it shows. */
bool kiosk_pass_setup(kiosk_state *state);
bool kiosk_setup_ticks(const kiosk_state *state);

/* Jobs of the settings: filled in (false: not wanted any more), and their answers. */
bool kiosk_setup_fill(const kiosk_state *state, kiosk_job *job);
void kiosk_receive_setup(kiosk_state *state, kiosk_job *job);

/* For the app: the crosses are waited for, so that touches go there as they come. */
bool kiosk_wants_crosses(const kiosk_state *state);

/* For the app: the buttons are being tested; none of them logs a foul or confirms anything. */
bool kiosk_tests_buttons(const kiosk_state *state);

/* For the app: what the pages show of the device. */
void kiosk_set_office(kiosk_state *state, const kiosk_office *office);
void kiosk_set_buttons(kiosk_state *state, const kiosk_buttons *buttons);

/* For the app: the free space of the journal's disk is to be looked at, by the desk. */
void kiosk_look_at_storage(kiosk_state *state);

/* For the app: the device's clock was set back by so many milliseconds. */
void kiosk_clock_was_set_back(kiosk_state *state, int64_t by_ms);

/* For the app: an invitation to enrol with, or that the office is to be left; false: no. Both are
 * told once. */
bool kiosk_take_invitation(kiosk_state *state, char invitation[KIOSK_INVITATION_BYTES]);
bool kiosk_take_leaving(kiosk_state *state);

/* For the app: the invitation was none, or there is no connection to enrol over. */
void kiosk_refuse_invitation(kiosk_state *state);

#endif
