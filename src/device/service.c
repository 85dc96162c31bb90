/* device/service.c: sd_notify and the prefixes of sd-daemon. */
#include "device/service.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <systemd/sd-daemon.h>
#include <unistd.h>

enum { US_A_MS = 1000 };

void device_service_ready(void)
{
    sd_notify(0, "READY=1");
}

void device_service_status(const char *text)
{
    sd_notifyf(0, "STATUS=%s", text);
}

void device_service_stopping(void)
{
    sd_notify(0, "STOPPING=1");
}

int64_t device_service_watchdog_ms(void)
{
    uint64_t within_us = 0;

    return sd_watchdog_enabled(0, &within_us) > 0 ? (int64_t)(within_us / US_A_MS) : 0;
}

void device_service_beat(void)
{
    sd_notify(0, "WATCHDOG=1");
}

/* systemd says which file its journal's stream is; standard error may have been led elsewhere. */
bool device_log_is_journal(void)
{
    const char *stream = getenv("JOURNAL_STREAM");
    uintmax_t device, inode;
    struct stat file;

    return stream && sscanf(stream, "%" SCNuMAX ":%" SCNuMAX, &device, &inode) == 2 &&
           fstat(STDERR_FILENO, &file) == 0 && (uintmax_t)file.st_dev == device &&
           (uintmax_t)file.st_ino == inode;
}

const char *device_log_prefix(device_log_level level)
{
    static const char *const prefixes[DEVICE_LOG_LEVELS] = {SD_ERR, SD_WARNING, SD_NOTICE, SD_INFO,
                                                            SD_DEBUG};

    return device_log_is_journal() ? prefixes[level] : "";
}
