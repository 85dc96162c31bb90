/*
 * cli/doctor_command.c: qili doctor: looks at what qili-kiosk needs of this machine, and says what
 * to do. Each examination prints one line.
 */
#include <curl/curl.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>
#include <time.h>
#include <unistd.h>

#include "cli/commands.h"
#include "device/config.h"
#include "device/lines.h"
#include "sync/settings.h"

enum {
    FREE_MIB_LEAST = 64,
    CONNECT_MS = 4000,
    DOCTOR_PATH_BYTES = 1024,
    ROOT_BYTES = 512,
    LINE_BYTES = 256,
    PROPERTY_DIRECT = 2 /* bit of INPUT_PROP_DIRECT: a screen, no pad */
};

static const int64_t clock_set = INT64_C(1704067200); /* 2024: before it was never set */

typedef enum doctor_finding { GOOD, NOTE, WRONG } doctor_finding;

typedef struct examination {
    cli_report *report;
    const char *config_path, *journal, *root;
    device_config config;
    bool wrong;
} examination;

static void say(examination *doctor, doctor_finding finding, text_name subject, text_name what,
                const char *first, const char *second)
{
    static const text_name forms[] = {TEXT_DOCTOR_GOOD, TEXT_DOCTOR_NOTE, TEXT_DOCTOR_WRONG};
    board_language language = doctor->report->language;
    char text[TEXT_BYTES];

    text_fill(text, sizeof text, language, what, first, second);
    text_write(stdout, language, forms[finding], text_of(subject, language), text);
    doctor->wrong = doctor->wrong || finding == WRONG;
}

/* A path below --root. */
static const char *below(const examination *doctor, const char *path,
                         char buffer[DOCTOR_PATH_BYTES])
{
    snprintf(buffer, DOCTOR_PATH_BYTES, "%s%s", doctor->root, path);
    return buffer;
}

static bool read_line(const examination *doctor, const char *path, char line[LINE_BYTES])
{
    char buffer[DOCTOR_PATH_BYTES];
    FILE *file = fopen(below(doctor, path, buffer), "re");
    bool read = file && fgets(line, LINE_BYTES, file);

    if (file)
        fclose(file);
    if (read)
        line[strcspn(line, "\n")] = '\0';
    return read;
}

/* The folders' entries one after the other; NULL: no more. */
static const char *next_entry(DIR *folder, const char *prefix)
{
    const struct dirent *entry;

    while (folder && (entry = readdir(folder)) != NULL) {
        if (strncmp(entry->d_name, prefix, strlen(prefix)) == 0)
            return entry->d_name;
    }
    return NULL;
}

static DIR *open_folder(const examination *doctor, const char *path)
{
    char buffer[DOCTOR_PATH_BYTES];

    return opendir(below(doctor, path, buffer));
}

/* Examinations */

static void look_at_config(examination *doctor)
{
    char path[DOCTOR_PATH_BYTES];
    const char *name =
        doctor->config_path ? doctor->config_path : below(doctor, DEVICE_CONFIG_PATH, path);

    bool good = device_config_load(name, doctor->config_path != NULL, &doctor->config, NULL, NULL);
    if (!good)
        say(doctor, WRONG, TEXT_DOCTOR_CONFIG, TEXT_DOCTOR_CONFIG_WRONG, name, "");
    else if (doctor->config.found)
        say(doctor, GOOD, TEXT_DOCTOR_CONFIG, TEXT_DOCTOR_CONFIG_GOOD, name, "");
    else
        say(doctor, NOTE, TEXT_DOCTOR_CONFIG, TEXT_DOCTOR_CONFIG_NONE, name, "");
    if (!doctor->journal)
        doctor->journal = doctor->config.kiosk.journal[0] ? doctor->config.kiosk.journal
                                                          : "/var/lib/qili/journal.db";
}

/* "card1-HDMI-A-1" is a connector of card1. */
static void look_at_display(examination *doctor)
{
    DIR *folder = open_folder(doctor, "/sys/class/drm");
    char path[LINE_BYTES * 2], device[LINE_BYTES], line[LINE_BYTES], connector[LINE_BYTES] = "";
    char buffer[DOCTOR_PATH_BYTES];
    const char *entry;
    bool card = false;

    while ((entry = next_entry(folder, "card")) != NULL) {
        card = true;
        snprintf(path, sizeof path, "/sys/class/drm/%.100s/status", entry);
        if (strchr(entry, '-') && read_line(doctor, path, line) && strcmp(line, "connected") == 0)
            snprintf(connector, sizeof connector, "%.100s", entry);
    }
    if (folder)
        closedir(folder);
    if (!card) {
        say(doctor, WRONG, TEXT_DOCTOR_DISPLAY, TEXT_DOCTOR_DISPLAY_NO_CARD, "", "");
        return;
    }
    if (!connector[0]) {
        say(doctor, WRONG, TEXT_DOCTOR_DISPLAY, TEXT_DOCTOR_DISPLAY_NONE, "", "");
        return;
    }
    snprintf(device, sizeof device, "/dev/dri/%.*s", (int)strcspn(connector, "-"), connector);
    if (access(below(doctor, device, buffer), R_OK | W_OK) != 0)
        say(doctor, WRONG, TEXT_DOCTOR_DISPLAY, TEXT_DOCTOR_DISPLAY_ACCESS, device, "");
    else
        say(doctor, GOOD, TEXT_DOCTOR_DISPLAY, TEXT_DOCTOR_DISPLAY_GOOD, connector, "");
}

static bool is_touch_screen(const examination *doctor, const char *event)
{
    char path[LINE_BYTES], line[LINE_BYTES];

    snprintf(path, sizeof path, "/sys/class/input/%.64s/device/properties", event);
    return read_line(doctor, path, line) && (strtoul(line, NULL, 16) & PROPERTY_DIRECT) != 0;
}

static void look_at_touch(examination *doctor)
{
    DIR *folder = open_folder(doctor, "/sys/class/input");
    char path[LINE_BYTES], device[LINE_BYTES] = "", name[LINE_BYTES] = "";
    char buffer[DOCTOR_PATH_BYTES];
    const char *entry;

    while (!device[0] && (entry = next_entry(folder, "event")) != NULL) {
        if (!is_touch_screen(doctor, entry))
            continue;
        snprintf(device, sizeof device, "/dev/input/%.64s", entry);
        snprintf(path, sizeof path, "/sys/class/input/%.64s/device/name", entry);
        if (!read_line(doctor, path, name))
            snprintf(name, sizeof name, "%.200s", device);
    }
    if (folder)
        closedir(folder);
    if (!device[0])
        say(doctor, WRONG, TEXT_DOCTOR_TOUCH, TEXT_DOCTOR_TOUCH_NONE, "", "");
    else if (access(below(doctor, device, buffer), R_OK) != 0)
        say(doctor, WRONG, TEXT_DOCTOR_TOUCH, TEXT_DOCTOR_TOUCH_ACCESS, device, "");
    else
        say(doctor, GOOD, TEXT_DOCTOR_TOUCH, TEXT_DOCTOR_TOUCH_GOOD, name, "");
}

static void look_at_fonts(examination *doctor)
{
    static const char *const fonts[] = {"/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc",
                                        "/usr/share/fonts/opentype/noto/NotoSansCJK-Bold.ttc",
                                        "/usr/share/fonts/opentype/noto/NotoSerifCJK-Bold.ttc"};
    char buffer[DOCTOR_PATH_BYTES];

    for (size_t i = 0; i < sizeof fonts / sizeof *fonts; i++) {
        if (access(below(doctor, fonts[i], buffer), R_OK) != 0) {
            say(doctor, WRONG, TEXT_DOCTOR_FONTS, TEXT_DOCTOR_FONTS_NONE, fonts[i], "");
            return;
        }
    }
    say(doctor, GOOD, TEXT_DOCTOR_FONTS, TEXT_DOCTOR_FONTS_GOOD, "", "");
}

static void look_at_gpio(examination *doctor)
{
    const device_wiring *wiring = &doctor->config.wiring;
    board_language language = doctor->report->language;
    device_lines lines;
    device_trouble trouble;

    if (!device_wiring_any(wiring)) {
        say(doctor, NOTE, TEXT_DOCTOR_GPIO, TEXT_DOCTOR_GPIO_NONE, "", "");
        return;
    }
    if (doctor->root[0]) {
        say(doctor, NOTE, TEXT_DOCTOR_GPIO, TEXT_DOCTOR_SKIPPED, "", "");
        return;
    }
    device_fault fault = device_lines_open(wiring, &lines, &trouble);
    if (fault == DEVICE_OK)
        say(doctor, GOOD, TEXT_DOCTOR_GPIO, TEXT_DOCTOR_GPIO_GOOD, device_lines_library(),
            wiring->chip);
    else if (fault == DEVICE_FAULT_LINE_BUSY)
        say(doctor, NOTE, TEXT_DOCTOR_GPIO, TEXT_DOCTOR_GPIO_BUSY, trouble.what, "");
    else
        say(doctor, WRONG, TEXT_DOCTOR_GPIO, TEXT_DOCTOR_GPIO_WRONG,
            device_fault_text(fault, (int)language), trouble.what);
    device_lines_close(&lines);
}

static void look_at_disk(examination *doctor)
{
    char folder[DOCTOR_PATH_BYTES], buffer[DOCTOR_PATH_BYTES];
    struct statvfs disk;

    snprintf(folder, sizeof folder, "%s", doctor->journal);
    char *slash = strrchr(folder, '/');
    snprintf(slash ? slash + (slash == folder) : folder, 2, "%s", slash ? "" : ".");
    const char *path = below(doctor, folder, buffer);
    if (statvfs(path, &disk) != 0) {
        say(doctor, WRONG, TEXT_DOCTOR_DISK, TEXT_DOCTOR_DISK_ACCESS, folder, strerror(errno));
        return;
    }
    text_number free_mib =
        text_from_number((uint64_t)((double)disk.f_bavail * (double)disk.f_frsize / (1024 * 1024)));
    if (disk.f_flag & ST_RDONLY)
        say(doctor, WRONG, TEXT_DOCTOR_DISK, TEXT_DOCTOR_DISK_READ_ONLY, folder, "");
    else if (access(path, R_OK | W_OK | X_OK) != 0)
        say(doctor, WRONG, TEXT_DOCTOR_DISK, TEXT_DOCTOR_DISK_ACCESS, folder, strerror(errno));
    else if (strtoull(free_mib.digits, NULL, 10) < FREE_MIB_LEAST)
        say(doctor, WRONG, TEXT_DOCTOR_DISK, TEXT_DOCTOR_DISK_LOW, folder, free_mib.digits);
    else
        say(doctor, GOOD, TEXT_DOCTOR_DISK, TEXT_DOCTOR_DISK_GOOD, folder, free_mib.digits);
}

static void look_at_clock(examination *doctor)
{
    char text[LINE_BYTES] = "?", buffer[DOCTOR_PATH_BYTES];
    time_t now = time(NULL);
    struct tm parts;

    if (localtime_r(&now, &parts))
        strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S %z", &parts);
    bool synchronized =
        access(below(doctor, "/run/systemd/timesync/synchronized", buffer), F_OK) == 0;
    if ((int64_t)now < clock_set)
        say(doctor, WRONG, TEXT_DOCTOR_CLOCK, TEXT_DOCTOR_CLOCK_UNSET, text, "");
    else if (synchronized)
        say(doctor, GOOD, TEXT_DOCTOR_CLOCK, TEXT_DOCTOR_CLOCK_GOOD, text, "");
    else
        say(doctor, NOTE, TEXT_DOCTOR_CLOCK, TEXT_DOCTOR_CLOCK_ALONE, text, "");
}

/* Only that somebody listens there: what he is, the next exchange finds out. */
static CURLcode knock(const char *address)
{
    char url[SYNC_ADDRESS_BYTES + 16];
    CURLcode code = CURLE_FAILED_INIT;
    CURL *curl = curl_easy_init();

    snprintf(url, sizeof url, "http://%s/", address);
    if (curl) {
        curl_easy_setopt(curl, CURLOPT_URL, url);
        curl_easy_setopt(curl, CURLOPT_CONNECT_ONLY, 1L);
        curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
        curl_easy_setopt(curl, CURLOPT_PROXY, "");
        curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT_MS, (long)CONNECT_MS);
        code = curl_easy_perform(curl);
        curl_easy_cleanup(curl);
    }
    return code;
}

static void look_at_office(examination *doctor)
{
    sync_settings settings;

    if (doctor->root[0]) {
        say(doctor, NOTE, TEXT_DOCTOR_OFFICE, TEXT_DOCTOR_SKIPPED, "", "");
        return;
    }
    if (sync_settings_load(doctor->journal, &settings) != BOARD_OK) {
        say(doctor, NOTE, TEXT_DOCTOR_OFFICE, TEXT_DOCTOR_OFFICE_NONE, "", "");
        return;
    }
    CURLcode code = knock(settings.address);
    if (code == CURLE_OK)
        say(doctor, GOOD, TEXT_DOCTOR_OFFICE, TEXT_DOCTOR_OFFICE_GOOD, settings.address, "");
    else
        say(doctor, WRONG, TEXT_DOCTOR_OFFICE, TEXT_DOCTOR_OFFICE_AWAY, settings.address,
            curl_easy_strerror(code));
}

static bool take_option(cli_call *call, int option, void *context)
{
    examination *doctor = context;

    if (option == 'j')
        doctor->journal = optarg;
    else if (option == 'c')
        doctor->config_path = optarg;
    else if (strlen(optarg) < ROOT_BYTES)
        doctor->root = optarg;
    else
        report_usage(&call->report, text_of(TEXT_DOCTOR_ROOT, call->report.language));
    return option != 'r' || doctor->root == optarg;
}

int doctor_command(cli_call *call)
{
    static const struct option table[] = {COMMON_OPTIONS,
                                          {"journal", required_argument, NULL, 'j'},
                                          {"config", required_argument, NULL, 'c'},
                                          {"root", required_argument, NULL, 'r'},
                                          {NULL, 0, NULL, 0}};
    examination doctor = {.report = &call->report, .root = ""};
    int option = options_read(call, table, take_option, &doctor);

    if (option == OPTION_HELP)
        return command_help(call);
    if (option != OPTION_END || options_operands(call, 0) > 0)
        return STATUS_USAGE;
    look_at_config(&doctor);
    look_at_display(&doctor);
    look_at_touch(&doctor);
    look_at_fonts(&doctor);
    look_at_gpio(&doctor);
    look_at_disk(&doctor);
    look_at_clock(&doctor);
    look_at_office(&doctor);
    return doctor.wrong ? STATUS_BAD_INPUT : report_status(&call->report);
}
