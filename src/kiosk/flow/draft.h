/*
 * kiosk/flow/draft.h: the draft file: the commands that were entered, one a line, from which the
 * open disputes, and a quiz under way, are made again after a crash.
 *
 * Lines are written as the commands happen (KIOSK_JOB_KEEP). A last line without its newline was
 * torn and is left out; so is a line that is no command that is kept, which is counted.
 */
#ifndef QILI_KIOSK_FLOW_DRAFT_H
#define QILI_KIOSK_FLOW_DRAFT_H

#include "kiosk/flow/state.h"

enum { KIOSK_DRAFT_MAX = 16 * 1024 * 1024 }; /* bytes of a draft file that are read */

typedef struct kiosk_replayed {
    size_t applied;
    size_t unknown; /* lines that are no kept commands */
    bool torn;      /* the last line had no newline */
} kiosk_replayed;

/* Applies the lines of a draft file to a fresh state; nothing is asked for meanwhile. */
void kiosk_draft_replay(kiosk_state *state, const char *text, size_t length,
                        kiosk_replayed *replayed);

/* The same for a file of settings: only commands of settings are applied. */
void kiosk_settings_replay(kiosk_state *state, const char *text, size_t length,
                           kiosk_replayed *replayed);

/* The settings as commands; returns how many. */
size_t kiosk_settings_commands(const kiosk_settings *settings,
                               kiosk_command commands[KIOSK_SETTINGS_MAX]);

#endif
