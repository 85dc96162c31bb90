/* kiosk/app/demo.c: a demonstration event in a journal of its own. */
#include "kiosk/app/demo.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "kiosk/app/words.h"
#include "store/journal.h"

enum { DEMO_LINE_BYTES = 4096, DEMO_TEXT_BYTES = 512, NUMBER_BYTES = 24 };

typedef struct demo_reader {
    const char *path;
    size_t line;
    board_language language;
    store_journal *journal;
} demo_reader;

static bool complain(const demo_reader *reader, const char *what)
{
    char line[NUMBER_BYTES];

    snprintf(line, sizeof line, "%zu", reader->line);
    kiosk_app_complain(KIOSK_APP_DEMO_FILE, reader->language, reader->path, line, what);
    return false;
}

static bool append_entry(demo_reader *reader, const json_t *line)
{
    json_t *payload = json_object_get(line, "payload");
    store_draft draft = {.type = json_string_value(json_object_get(line, "type")),
                         .arbiter = json_string_value(json_object_get(line, "arbiter"))};
    store_problem problem;
    char what[DEMO_TEXT_BYTES];
    char *text = payload ? json_dumps(payload, JSON_COMPACT) : NULL;

    if (!draft.type || !text) {
        free(text);
        return complain(reader, kiosk_app_text(KIOSK_APP_DEMO_LINE, reader->language));
    }
    draft.payload = text;
    board_error error = store_append(reader->journal, &draft, NULL, &problem);
    free(text);
    if (error != BOARD_OK)
        return complain(reader, store_problem_text(&problem, reader->language, what, sizeof what));
    return true;
}

static bool append_line(demo_reader *reader, const char *text)
{
    json_error_t error;
    json_t *line = json_loads(text, JSON_REJECT_DUPLICATES, &error);
    bool done;

    if (!line)
        return complain(reader, kiosk_app_text(KIOSK_APP_DEMO_LINE, reader->language));
    done = append_entry(reader, line);
    json_decref(line);
    return done;
}

static bool append_file(demo_reader *reader)
{
    char line[DEMO_LINE_BYTES];
    FILE *file = fopen(reader->path, "r");
    bool done = true;

    if (!file) {
        kiosk_app_complain(KIOSK_APP_FILE_UNREADABLE, reader->language, reader->path,
                           strerror(errno), NULL);
        return false;
    }
    while (done && fgets(line, sizeof line, file)) {
        reader->line++;
        if (line[0] != '\n' && line[0] != '#')
            done = append_line(reader, line);
    }
    fclose(file);
    return done;
}

static bool make_folder(kiosk_demo *demo)
{
    const char *place = getenv("TMPDIR");

    snprintf(demo->folder, sizeof demo->folder, "%.1000s/qili-demo-XXXXXX",
             place && place[0] ? place : "/tmp");
    if (!mkdtemp(demo->folder)) {
        demo->folder[0] = '\0';
        return false;
    }
    snprintf(demo->journal, sizeof demo->journal, "%.1060s/journal.db", demo->folder);
    return true;
}

bool kiosk_demo_make(kiosk_demo *demo, const char *assets, store_clock clock,
                     board_language language)
{
    char path[KIOSK_DEMO_PATH_BYTES];
    char what[DEMO_TEXT_BYTES];
    demo_reader reader = {.path = path, .language = language};
    const store_options options = {.clock = clock};
    store_problem problem;
    bool done = false;

    snprintf(path, sizeof path, "%.1050s/demo/event.jsonl", assets);
    if (!make_folder(demo)) {
        kiosk_app_complain(KIOSK_APP_DEMO_FOLDER, language, strerror(errno), NULL, NULL);
        return false;
    }
    if (store_open(demo->journal, &options, &reader.journal, &problem) == BOARD_OK)
        done = append_file(&reader);
    else
        kiosk_app_complain(KIOSK_APP_JOURNAL, language, demo->journal,
                           store_problem_text(&problem, language, what, sizeof what), NULL);
    store_close(reader.journal);
    if (!done)
        kiosk_demo_remove(demo);
    return done;
}

/* Removes the files of a folder; of the demonstration's own also the folders of cases and of files
 * that came into being in it, which hold no folders. */
static void empty_folder(DIR *folder, bool with_folders)
{
    const struct dirent *file;

    while ((file = readdir(folder)) != NULL) {
        if (strcmp(file->d_name, ".") == 0 || strcmp(file->d_name, "..") == 0 ||
            unlinkat(dirfd(folder), file->d_name, 0) == 0 || !with_folders)
            continue;
        const int descriptor =
            openat(dirfd(folder), file->d_name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
        DIR *inner = descriptor >= 0 ? fdopendir(descriptor) : NULL;
        if (inner == NULL)
            continue;
        empty_folder(inner, false);
        closedir(inner);
        unlinkat(dirfd(folder), file->d_name, AT_REMOVEDIR);
    }
}

void kiosk_demo_remove(kiosk_demo *demo)
{
    DIR *folder = demo->folder[0] ? opendir(demo->folder) : NULL;

    if (!folder)
        return;
    empty_folder(folder, true);
    closedir(folder);
    rmdir(demo->folder);
    demo->folder[0] = '\0';
}
