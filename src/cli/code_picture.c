/* cli/code_picture.c: a file with an entry for another device. */
#include "cli/code_picture.h"

#include <cairo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/bytes.h"
#include "store/problem.h"
#include "sync/carried.h"

enum { WIDTH_AT = 16, HEIGHT_AT = 20, PNG_HEAD = 24, DETAIL_BYTES = 96 };

static const uint8_t png_magic[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};

/* PNG, by cairo. */

typedef struct png_bytes {
    const uint8_t *bytes;
    size_t length;
    size_t at;
} png_bytes;

static cairo_status_t read_png(void *context, unsigned char *to, unsigned length)
{
    png_bytes *from = context;

    if (from->length - from->at < length)
        return CAIRO_STATUS_READ_ERROR;
    memcpy(to, from->bytes + from->at, length);
    from->at += length;
    return CAIRO_STATUS_SUCCESS;
}

/* The size as its head says it, before memory is taken for it. */
static board_error check_png(const uint8_t *bytes, size_t length, store_problem *problem)
{
    char detail[DETAIL_BYTES] = "PNG";

    if (length >= PNG_HEAD) {
        const uint64_t width = store_get_be(bytes + WIDTH_AT, 4);
        const uint64_t height = store_get_be(bytes + HEIGHT_AT, 4);
        if (width >= SYNC_PICTURE_SIDE_MIN && width <= SYNC_PICTURE_SIDE_MAX &&
            height >= SYNC_PICTURE_SIDE_MIN && height <= SYNC_PICTURE_SIDE_MAX)
            return BOARD_OK;
        snprintf(detail, sizeof detail, "PNG %llu x %llu: 21..4096 x 21..4096",
                 (unsigned long long)width, (unsigned long long)height);
    }
    return store_fail(problem, BOARD_ERROR_SYNC_PICTURE, detail);
}

/* On white, as grey as the eye sees it; the caller frees. NULL: out of memory. */
static uint8_t *make_grey(cairo_surface_t *png, int width, int height)
{
    cairo_surface_t *flat = cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height);
    cairo_t *cairo = cairo_create(flat);

    cairo_set_source_rgb(cairo, 1, 1, 1);
    cairo_paint(cairo);
    cairo_set_source_surface(cairo, png, 0, 0);
    cairo_paint(cairo);
    const bool painted = cairo_status(cairo) == CAIRO_STATUS_SUCCESS;
    cairo_destroy(cairo);
    cairo_surface_flush(flat);
    uint8_t *grey = NULL;
    if (painted)
        grey = malloc((size_t)width * (size_t)height);
    const uint8_t *rows = cairo_image_surface_get_data(flat);
    const int stride = cairo_image_surface_get_stride(flat);
    for (int y = 0; grey != NULL && y < height; y++) {
        for (int x = 0; x < width; x++) {
            uint32_t colour = 0;
            memcpy(&colour, rows + (size_t)y * (size_t)stride + 4 * (size_t)x, sizeof colour);
            grey[(size_t)y * (size_t)width + (size_t)x] =
                (uint8_t)(((colour >> 16 & 0xFF) * 77 + (colour >> 8 & 0xFF) * 150 +
                           (colour & 0xFF) * 29) >>
                          8);
        }
    }
    cairo_surface_destroy(flat);
    return grey;
}

/* *grey is the caller's to free, with the picture's pixels. */
static board_error read_png_picture(const uint8_t *bytes, size_t length, sync_picture *picture,
                                    uint8_t **grey, store_problem *problem)
{
    png_bytes from = {.bytes = bytes, .length = length};
    board_error error = check_png(bytes, length, problem);

    if (error != BOARD_OK)
        return error;
    cairo_surface_t *png = cairo_image_surface_create_from_png_stream(read_png, &from);
    const cairo_status_t status = cairo_surface_status(png);
    const int width = cairo_image_surface_get_width(png);
    const int height = cairo_image_surface_get_height(png);
    if (status == CAIRO_STATUS_SUCCESS)
        *grey = make_grey(png, width, height);
    cairo_surface_destroy(png);
    if (status != CAIRO_STATUS_SUCCESS) /* cairo says "out of memory" for damage, too */
        return store_fail(problem, BOARD_ERROR_SYNC_PICTURE, "PNG");
    if (*grey == NULL)
        return store_fail(problem, BOARD_ERROR_NO_MEMORY, NULL);
    *picture = (sync_picture){(unsigned)width, (unsigned)height, *grey};
    return BOARD_OK;
}

/* What is in the file. */

static board_error scan(const sync_picture *picture, char **text, store_problem *problem)
{
    char detail[DETAIL_BYTES];
    unsigned codes = 0;
    board_error error = sync_picture_scan(picture, text, &codes);

    snprintf(detail, sizeof detail, "%u x %u, %u QR", picture->width, picture->height, codes);
    if (error == BOARD_OK && *text == NULL)
        error = BOARD_ERROR_SYNC_CODE_NONE;
    return store_fail(problem, error, detail);
}

static board_error take_text(const char *bytes, size_t length, char **text, store_problem *problem)
{
    static const char prefix[] = SYNC_CARRIED_PREFIX;

    if (length < sizeof prefix - 1 || memcmp(bytes, prefix, sizeof prefix - 1) != 0)
        return store_fail(problem, BOARD_ERROR_SYNC_CARRIED, NULL);
    *text = strndup(bytes, length);
    return store_fail(problem, *text != NULL ? BOARD_OK : BOARD_ERROR_NO_MEMORY, NULL);
}

board_error code_file_text(const void *bytes, size_t length, char **text, store_problem *problem)
{
    sync_picture picture;
    uint8_t *grey = NULL;
    board_error error = BOARD_OK;

    *text = NULL;
    if (length >= sizeof png_magic && memcmp(bytes, png_magic, sizeof png_magic) == 0)
        error = read_png_picture(bytes, length, &picture, &grey, problem);
    else if (length >= 2 && memcmp(bytes, "P5", 2) == 0)
        error = sync_pgm_read(bytes, length, &picture, problem);
    else
        return take_text(bytes, length, text, problem);
    if (error == BOARD_OK)
        error = scan(&picture, text, problem);
    free(grey);
    return error;
}
