/*
 * tests/support/pictures.c: comparison with golden pictures.
 */
#include "support/pictures.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum {
    PATH_BYTES = 512,
    COLOUR_TOLERANCE = 40,       /* of 255, of a pixel */
    PIXELS_PER_TOLERATED = 20000 /* one pixel in so many may differ by more */
};

static const char failed_folder[] = "build/pictures";

static bool write_picture(kiosk_canvas *canvas, const char *folder, const char *name)
{
    char path[PATH_BYTES];

    if (mkdir(folder, 0777) != 0 && errno != EEXIST) {
        printf("%s: %s\n", folder, strerror(errno));
        return false;
    }
    snprintf(path, sizeof path, "%s/%s.png", folder, name);
    if (kiosk_canvas_write(canvas, path) == BOARD_OK)
        return true;
    printf("%s: cannot be written\n", path);
    return false;
}

/* Said, and written to build/pictures. */
static void show_difference(kiosk_canvas *canvas, kiosk_canvas *shown, const char *name)
{
    char other[PATH_BYTES];

    mkdir("build", 0777);
    write_picture(canvas, failed_folder, name);
    snprintf(other, sizeof other, "%s-difference", name);
    if (shown->surface)
        write_picture(shown, failed_folder, other);
}

bool picture_matches(kiosk_canvas *canvas, const char *folder, const char *name)
{
    const char *mode = getenv("QILI_GOLDEN");
    bool writing = mode && strcmp(mode, "write") == 0;
    char path[PATH_BYTES];
    kiosk_canvas golden, shown;

    snprintf(path, sizeof path, "%s/%s.png", folder, name);
    if (kiosk_canvas_read(&golden, path) != BOARD_OK) {
        if (writing)
            return write_picture(canvas, folder, name);
        printf("%s: there is no such picture; `make golden` makes it\n", path);
        return false;
    }
    kiosk_difference difference = kiosk_canvas_compare(&golden, canvas, COLOUR_TOLERANCE, &shown);
    long allowed = (long)golden.width * golden.height / PIXELS_PER_TOLERATED;
    bool matches = difference.pixels <= allowed;
    if (!matches && writing) {
        printf("%s: painted anew\n", path);
        matches = write_picture(canvas, folder, name);
    } else if (!matches) {
        show_difference(canvas, &shown, name);
        printf("%s: %ld pixels differ, %ld may; see %s/%s.png and %s-difference.png\n", path,
               difference.pixels, allowed, failed_folder, name, name);
    }
    kiosk_canvas_close(&shown);
    kiosk_canvas_close(&golden);
    return matches;
}
