/* sync/picture.c: grey pictures, and the QR codes in them, which libzbar reads. */
#include "sync/picture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zbar.h>

#include "store/problem.h"
#include "sync/carried.h"

enum { LEVELS = 255, NUMBER_MAX = 1000000, DETAIL_BYTES = 96 };

/* The head of a PGM. */

typedef struct head {
    const uint8_t *bytes;
    size_t length; /* of them, SYNC_PGM_HEAD_MAX at most */
    size_t at;
} head;

static bool is_blank(uint8_t byte)
{
    return byte == ' ' || (byte >= '\t' && byte <= '\r');
}

/* A comment goes from # to the end of its line. */
static bool skip_blanks(head *at)
{
    const size_t begun = at->at;

    while (at->at < at->length && (is_blank(at->bytes[at->at]) || at->bytes[at->at] == '#')) {
        if (at->bytes[at->at] == '#') {
            while (at->at < at->length && at->bytes[at->at] != '\n')
                at->at++;
        } else {
            at->at++;
        }
    }
    return at->at > begun;
}

/* A number after blanks; NUMBER_MAX for any that is larger. */
static bool take_number(head *at, unsigned *number)
{
    size_t digits = 0;

    *number = 0;
    if (!skip_blanks(at))
        return false;
    for (; at->at < at->length && at->bytes[at->at] >= '0' && at->bytes[at->at] <= '9'; digits++) {
        *number = *number * 10 + (unsigned)(at->bytes[at->at++] - '0');
        *number = *number < NUMBER_MAX ? *number : NUMBER_MAX;
    }
    return digits > 0;
}

static board_error refuse(store_problem *problem, const char *detail)
{
    return store_fail(problem, BOARD_ERROR_SYNC_PICTURE, detail);
}

static bool fits(unsigned side)
{
    return side >= SYNC_PICTURE_SIDE_MIN && side <= SYNC_PICTURE_SIDE_MAX;
}

board_error sync_pgm_read(const void *bytes, size_t length, sync_picture *picture,
                          store_problem *problem)
{
    head at = {.bytes = bytes, .length = length, .at = 2};
    char detail[DETAIL_BYTES];
    unsigned levels = 0;

    *picture = (sync_picture){.grey = NULL};
    if (at.length > SYNC_PGM_HEAD_MAX)
        at.length = SYNC_PGM_HEAD_MAX;
    if (at.length < 2 || memcmp(bytes, "P5", 2) != 0)
        return refuse(problem, "P5");
    const bool numbers = take_number(&at, &picture->width) && take_number(&at, &picture->height) &&
                         take_number(&at, &levels);
    if (!numbers || at.at == at.length || !is_blank(at.bytes[at.at]))
        return refuse(problem, "P5 WIDTH HEIGHT 255");
    at.at++;
    snprintf(detail, sizeof detail, "%u x %u, %u: 21..4096 x 21..4096, 255", picture->width,
             picture->height, levels);
    if (!fits(picture->width) || !fits(picture->height) || levels != LEVELS)
        return refuse(problem, detail);
    const size_t wanted = (size_t)picture->width * picture->height;
    snprintf(detail, sizeof detail, "%zu: %u x %u = %zu", length - at.at, picture->width,
             picture->height, wanted);
    if (length - at.at != wanted)
        return refuse(problem, detail);
    picture->grey = at.bytes + at.at;
    return BOARD_OK;
}

/* Codes. */

static zbar_image_scanner_t *make_scanner(void)
{
    zbar_image_scanner_t *scanner = zbar_image_scanner_create();

    if (scanner != NULL) {
        zbar_image_scanner_set_config(scanner, ZBAR_NONE, ZBAR_CFG_ENABLE, 0);
        zbar_image_scanner_set_config(scanner, ZBAR_QRCODE, ZBAR_CFG_ENABLE, 1);
    }
    return scanner;
}

static zbar_image_t *make_image(const sync_picture *picture)
{
    zbar_image_t *image = zbar_image_create();

    if (image != NULL) {
        zbar_image_set_format(image, zbar_fourcc('Y', '8', '0', '0'));
        zbar_image_set_size(image, picture->width, picture->height);
        /* It only reads them: the cast is what its C interface asks for. */
        zbar_image_set_data(image, (void *)picture->grey,
                            (unsigned long)picture->width * picture->height, NULL);
    }
    return image;
}

static bool carries_an_entry(const char *text, size_t length)
{
    static const char prefix[] = SYNC_CARRIED_PREFIX;

    return length >= sizeof prefix - 1 && memcmp(text, prefix, sizeof prefix - 1) == 0;
}

/* False: out of memory. */
static bool take_symbols(const zbar_image_t *image, char **text, unsigned *codes)
{
    for (const zbar_symbol_t *at = zbar_image_first_symbol(image); at != NULL;
         at = zbar_symbol_next(at)) {
        const char *data = zbar_symbol_get_data(at);
        const size_t length = zbar_symbol_get_data_length(at);
        ++*codes;
        if (*text != NULL || !carries_an_entry(data, length))
            continue;
        *text = strndup(data, length);
        if (*text == NULL)
            return false;
    }
    return true;
}

board_error sync_picture_scan(const sync_picture *picture, char **text, unsigned *codes)
{
    zbar_image_scanner_t *scanner = make_scanner();
    zbar_image_t *image = scanner != NULL ? make_image(picture) : NULL;

    *text = NULL;
    *codes = 0;
    const bool done =
        image != NULL && zbar_scan_image(scanner, image) >= 0 && take_symbols(image, text, codes);
    if (image != NULL)
        zbar_image_destroy(image);
    if (scanner != NULL)
        zbar_image_scanner_destroy(scanner);
    return done ? BOARD_OK : BOARD_ERROR_NO_MEMORY;
}
