/*
 * device/service.h: the service manager and its log: readiness, the watchdog, levels. Without a
 * manager (started by hand, in a test) nothing here does anything.
 */
#ifndef QILI_DEVICE_SERVICE_H
#define QILI_DEVICE_SERVICE_H

#include <stdbool.h>
#include <stdint.h>

typedef enum device_log_level {
    DEVICE_LOG_ERROR = 0,
    DEVICE_LOG_WARNING,
    DEVICE_LOG_NOTICE, /* the usual level: nothing at it or above names a person */
    DEVICE_LOG_INFO,
    DEVICE_LOG_DEBUG,
    DEVICE_LOG_LEVELS
} device_log_level;

/* Exit statuses that the units know (systemd/). */
enum {
    DEVICE_EXIT_POWER_FAIL = 77, /* all is written; switch the machine off */
    DEVICE_EXIT_CONFIG = 78      /* the configuration is wrong: starting again would not help */
};

/* The first frame is shown, or the port is open. */
void device_service_ready(void);

/* What `systemctl status` shows. */
void device_service_status(const char *text);

void device_service_stopping(void);

/* Within how many milliseconds device_service_beat has to be called again; 0: no watchdog. */
int64_t device_service_watchdog_ms(void);

/* The main loop goes round. */
void device_service_beat(void);

/* What a line on standard error begins with: "<3>" and the like where standard error goes to the
 * journal of systemd, else "". */
const char *device_log_prefix(device_log_level level);

/* Does standard error go there, so that lines need no time of their own? */
bool device_log_is_journal(void);

#endif
