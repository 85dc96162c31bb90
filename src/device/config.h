/*
 * device/config.h: the configuration of a machine, /etc/qili/qili.conf, which kiosk and office
 * read. What a program's command line says wins.
 *
 * A wrong line changes nothing: its key stays as it was. Which lines are wrong is told one by one,
 * and counted for each section, so that a program can go on without its buttons but not with
 * another journal than the one that was meant.
 */
#ifndef QILI_DEVICE_CONFIG_H
#define QILI_DEVICE_CONFIG_H

#include <stddef.h>

#include "device/fault.h"
#include "device/service.h"
#include "device/wiring.h"

#define DEVICE_CONFIG_PATH "/etc/qili/qili.conf"

enum {
    DEVICE_NOT_GIVEN = -1,
    DEVICE_CONFIG_BYTES_MAX = 64 * 1024, /* of the file */
    DEVICE_CONFIG_LINE_MAX = 180,        /* bytes of a line */
    DEVICE_CONFIG_PATH_BYTES = 160,      /* of a path in it, with its NUL */
    DEVICE_CONFIG_WORD_BYTES = 128,
    DEVICE_CONFIG_TOKEN_BYTES = 64, /* of a wrong line that is quoted */
    DEVICE_CONFIG_NOTE_BYTES = 512
};

typedef enum device_section {
    DEVICE_SECTION_KIOSK = 0,
    DEVICE_SECTION_OFFICE,
    DEVICE_SECTION_GPIO,
    DEVICE_SECTION_LOG,
    DEVICE_SECTION_NONE, /* of lines that stand in no section that there is */
    DEVICE_SECTIONS
} device_section;

/* Numbers and choices are DEVICE_NOT_GIVEN and texts "" where nothing was said. Choices count from
 * 0 in the order of config_keys.def, which is that of the kiosk's and the board's enums. */
typedef struct device_config {
    struct {
        int language, theme, orientation, text_step, dpi;
        char journal[DEVICE_CONFIG_PATH_BYTES];
        char key[DEVICE_CONFIG_PATH_BYTES];
        char cases[DEVICE_CONFIG_PATH_BYTES];
        char exchange[DEVICE_CONFIG_PATH_BYTES];
    } kiosk;
    struct {
        int language, port, loopback;
        char folder[DEVICE_CONFIG_PATH_BYTES];
        char address[DEVICE_CONFIG_WORD_BYTES];
    } office;
    device_wiring wiring;          /* with the usual times where none were given */
    int wiring_bias;               /* as given; wiring.bias follows it */
    int log_level;                 /* device_log_level */
    bool found;                    /* there was a file */
    size_t wrong[DEVICE_SECTIONS]; /* lines */
} device_config;

/* What is to be said of a line. */
typedef struct device_note {
    size_t line;  /* from 1; 0: of the file as a whole */
    bool warning; /* worth knowing; else the line is wrong */
    device_fault fault;
    device_section section;
    char token[DEVICE_CONFIG_TOKEN_BYTES]; /* what stands there; control characters as '?' */
    int key;                               /* whose value is wrong, for device_note_text; or -1 */
} device_note;

/* Called for each note, in the order of the lines. */
typedef void (*device_noted)(void *context, const device_note *note);

void device_config_init(device_config *config);

/* Reads text of a configuration over what is in *config. `noted` may be NULL. Returns false if a
 * line is wrong; warnings (unknown sections and keys) do not count. */
bool device_config_read(const char *text, size_t length, device_config *config, device_noted noted,
                        void *context);

/* device_config_init, then the file. `needed`: that there is no such file is wrong, too, else
 * config->found says it. */
bool device_config_load(const char *path, bool needed, device_config *config, device_noted noted,
                        void *context);

/* How far down the program logs: as configured, else DEVICE_LOG_NOTICE. */
device_log_level device_config_log_level(const device_config *config);

/* One line without a newline: "line 12: theme = neon: a wrong value: expected light, dark or
 * contrast". Returns buffer. */
char *device_note_text(const device_note *note, int language,
                       char buffer[DEVICE_CONFIG_NOTE_BYTES]);

#endif
