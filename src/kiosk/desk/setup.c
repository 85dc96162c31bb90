/* kiosk/desk/setup.c: jobs of the settings' pages: the screen's brightness, PINs, storage. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "kiosk/desk/desk_private.h"
#include "kiosk/flow/setup.h"
#include "kiosk/flow/text.h"
#include "store/files.h"
#include "store/problem.h"

enum { PATH_BYTES = 512, NUMBER_BYTES = 16, HUNDRED = 100, LEVEL_MOST = 1000000 };

/* Brightness: a folder like /sys/class/backlight, which has one folder for each screen. */

/* A file of the first screen there is; false: there is none. */
static bool find_level(const kiosk_desk *desk, const char *name, char path[PATH_BYTES])
{
    const char *backlight = desk->backlight != NULL ? desk->backlight : "/sys/class/backlight";
    DIR *folder = opendir(backlight);
    const struct dirent *item;
    bool found = false;

    if (folder == NULL)
        return false;
    while (!found && (item = readdir(folder)) != NULL) {
        const int length = snprintf(path, PATH_BYTES, "%s/%s/%s", backlight, item->d_name, name);

        found =
            item->d_name[0] != '.' && length > 0 && length < PATH_BYTES && access(path, R_OK) == 0;
    }
    closedir(folder);
    return found;
}

/* The number in it; -1: none. */
static long read_level(const kiosk_desk *desk, const char *name)
{
    char path[PATH_BYTES];
    char text[NUMBER_BYTES + 1] = "";
    char *end = NULL;

    if (!find_level(desk, name, path))
        return -1;
    const int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0)
        return -1;
    const long length = store_read_bytes(descriptor, text, NUMBER_BYTES);
    close(descriptor);
    const long level = length > 0 ? strtol(text, &end, 10) : -1;
    return end != text && level >= 0 && level <= LEVEL_MOST ? level : -1;
}

static int read_brightness(const kiosk_desk *desk)
{
    const long most = read_level(desk, "max_brightness");
    const long now = read_level(desk, "brightness");

    if (most <= 0 || now < 0)
        return -1;
    return now >= most ? HUNDRED : (int)((now * HUNDRED + most / 2) / most);
}

static kiosk_job_end set_brightness(kiosk_desk *desk, kiosk_job *job)
{
    const long most = read_level(desk, "max_brightness");
    char path[PATH_BYTES];
    char text[NUMBER_BYTES * 2];

    if (job->setup->brightness > 0 && most > 0 && find_level(desk, "brightness", path)) {
        long level = (job->setup->brightness * most + HUNDRED / 2) / HUNDRED;
        const int length = snprintf(text, sizeof text, "%ld\n", level > 0 ? level : 1);
        const int descriptor = open(path, O_WRONLY | O_TRUNC | O_CLOEXEC);
        const bool written = descriptor >= 0 && store_write_bytes(descriptor, text, (size_t)length);
        const int failure = errno;

        if (descriptor >= 0)
            close(descriptor);
        if (!written) {
            store_fail(&job->trouble, BOARD_ERROR_STORE_IO, strerror(failure));
            return KIOSK_END_FAILED;
        }
    }
    job->setup->facts.brightness = read_brightness(desk);
    return KIOSK_END_DONE;
}

/* Storage. */

/* Of the journal's file and the one that SQLite writes first. */
static int64_t journal_bytes(const kiosk_desk *desk)
{
    struct stat status;
    int64_t bytes = -1;
    char *log = store_path_with(desk->path, "-wal");

    if (stat(desk->path, &status) == 0)
        bytes = (int64_t)status.st_size;
    if (log != NULL && bytes >= 0 && stat(log, &status) == 0)
        bytes += (int64_t)status.st_size;
    free(log);
    return bytes;
}

static int64_t mebibytes(unsigned long blocks, unsigned long block)
{
    return (int64_t)((double)blocks * (double)block / (1 << 20));
}

static kiosk_job_end look_at_facts(kiosk_desk *desk, kiosk_job *job)
{
    kiosk_facts *facts = &job->setup->facts;
    struct statvfs disk;

    facts->free_mib = facts->whole_mib = -1;
    if (!kiosk_text_copy(facts->path, sizeof facts->path, desk->path))
        facts->path[0] = '\0';
    snprintf(facts->device, sizeof facts->device, "%s", store_device(desk->journal));
    facts->bytes = journal_bytes(desk);
    facts->brightness = read_brightness(desk);
    if (statvfs(desk->path, &disk) == 0) {
        facts->free_mib = mebibytes(disk.f_bavail, disk.f_frsize);
        facts->whole_mib = mebibytes(disk.f_blocks, disk.f_frsize);
    }
    return store_last_number(desk->journal, &facts->entries, &job->trouble) == BOARD_OK
               ? KIOSK_END_DONE
               : KIOSK_END_FAILED;
}

/* PINs: the old one once more, in the same job: so the flow need not be trusted with it. */
static kiosk_job_end change_pin(kiosk_desk *desk, kiosk_job *job)
{
    const desk_pin_answer answer = desk_check_pin(desk, job->setup->authority, job->setup->old_pin,
                                                  &job->wait_ms, &job->trouble);

    if (answer != DESK_PIN_RIGHT)
        return desk_end_of_pin(answer);
    return desk_set_pin(desk, job->arbiter, job->pin, &job->trouble) == BOARD_OK ? KIOSK_END_DONE
                                                                                 : KIOSK_END_FAILED;
}

kiosk_job_end desk_perform_setup(kiosk_desk *desk, kiosk_job *job)
{
    switch (job->kind) {
    case KIOSK_JOB_BRIGHTNESS:
        return set_brightness(desk, job);
    case KIOSK_JOB_PIN_CHANGE:
        return change_pin(desk, job);
    default:
        return look_at_facts(desk, job);
    }
}

/* With a handle of its own, beside the desk. Damage is KIOSK_END_REFUSED. */
kiosk_job_end desk_verify(kiosk_job *job)
{
    kiosk_verification *found = &job->setup->verification;
    const board_error error =
        store_verify(job->setup->facts.path, NULL, NULL, NULL, &found->verified, &job->trouble);

    found->first = job->trouble;
    return error == BOARD_OK                    ? KIOSK_END_DONE
           : error == BOARD_ERROR_STORE_DAMAGED ? KIOSK_END_REFUSED
                                                : KIOSK_END_FAILED;
}
