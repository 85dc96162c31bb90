/*
 * kiosk/draw/text.c: fonts, the masks of clusters, widths and painting; draw/lines.c breaks lines.
 */
#include "kiosk/draw/text.h"

#include <SDL_ttf.h>
#include <linebreak.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    MASKS = 2048, /* kept at most */
    WAYS = 8,     /* places that a mask may be kept in, by its hash */
    CLUSTER_BYTES = 32,
    LATIN_RUN = 24,   /* longest run of Latin letters in one cluster */
    SC_FACE_INDEX = 2 /* of the Noto collections: simplified Chinese; 0 is Japanese */
};

/* The middle of a Chinese character stands this much above the baseline. */
static const double middle_above_baseline = 0.38;

typedef struct text_mask {
    char cluster[CLUSTER_BYTES];
    kiosk_font font;
    unsigned long used;       /* when, in steps of the counter */
    cairo_surface_t *surface; /* NULL: a blank, or nothing kept here */
    size_t bytes;
    double advance;
    /* What is seen, within the surface; up to the right and bottom, exclusive */
    int left, top, right, bottom;
} text_mask;

struct kiosk_text {
    TTF_Font *fonts[KIOSK_FACES];
    int pixels[KIOSK_FACES]; /* that each font is set to */
    text_mask masks[MASKS];
    size_t kept;
    unsigned long counter;
};

static const char *const font_files[KIOSK_FACES] = {
    "/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc",
    "/usr/share/fonts/opentype/noto/NotoSansCJK-Bold.ttc",
    "/usr/share/fonts/opentype/noto/NotoSerifCJK-Bold.ttc",
};

board_error kiosk_text_open(kiosk_text **text, board_problem *problem)
{
    kiosk_text *made;

    *text = NULL;
    if (TTF_Init() != 0)
        return board_problem_set(problem, BOARD_ERROR_FONT_MISSING, NULL, 0);
    made = calloc(1, sizeof *made);
    if (!made) {
        TTF_Quit();
        return board_problem_set(problem, BOARD_ERROR_NO_MEMORY, NULL, 0);
    }
    init_linebreak();
    for (int face = 0; face < KIOSK_FACES; face++) {
        made->pixels[face] = 16;
        made->fonts[face] = TTF_OpenFontIndex(font_files[face], 16, SC_FACE_INDEX);
        if (!made->fonts[face]) {
            kiosk_text_close(made);
            return board_problem_set(problem, BOARD_ERROR_FONT_MISSING, font_files[face],
                                     strlen(font_files[face]));
        }
        TTF_SetFontHinting(made->fonts[face], TTF_HINTING_LIGHT);
    }
    *text = made;
    return BOARD_OK;
}

static void drop_mask(kiosk_text *text, text_mask *mask)
{
    if (mask->surface)
        cairo_surface_destroy(mask->surface);
    text->kept -= mask->bytes;
    memset(mask, 0, sizeof *mask);
}

void kiosk_text_close(kiosk_text *text)
{
    if (!text)
        return;
    for (int i = 0; i < MASKS; i++)
        drop_mask(text, &text->masks[i]);
    for (int face = 0; face < KIOSK_FACES; face++) {
        if (text->fonts[face])
            TTF_CloseFont(text->fonts[face]);
    }
    free(text);
    TTF_Quit();
}

size_t kiosk_text_kept(const kiosk_text *text)
{
    return text->kept;
}

/* The font at its size; setting a size forgets SDL_ttf's own glyphs. */
static TTF_Font *font_at(kiosk_text *text, kiosk_font font)
{
    int pixels = font.pixels;

    if (pixels < KIOSK_FONT_PIXELS_MIN)
        pixels = KIOSK_FONT_PIXELS_MIN;
    if (pixels > KIOSK_FONT_PIXELS_MAX)
        pixels = KIOSK_FONT_PIXELS_MAX;
    if (text->pixels[font.face] != pixels) {
        TTF_SetFontSize(text->fonts[font.face], pixels);
        text->pixels[font.face] = pixels;
    }
    return text->fonts[font.face];
}

uint32_t kiosk_text_next(const char **string, const char *end)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    const unsigned char *at = (const unsigned char *)*string;
    size_t room = (size_t)(end - *string);
    size_t need;
    uint32_t character;

    if (room == 0)
        return 0;
    need = at[0] < 0x80 ? 1 : at[0] >= 0xF0 ? 4 : at[0] >= 0xE0 ? 3 : at[0] >= 0xC0 ? 2 : 0;
    if (need == 0 || need > room) {
        (*string)++;
        return 0xFFFD;
    }
    character = need == 1 ? at[0] : at[0] & (0x7Fu >> need);
    for (size_t i = 1; i < need; i++) {
        if ((at[i] & 0xC0) != 0x80) {
            (*string)++;
            return 0xFFFD;
        }
        character = character << 6 | (at[i] & 0x3Fu);
    }
    *string += need;
    return character < least[need] || character > 0x10FFFF ? 0xFFFD : character;
}

bool kiosk_text_has_glyphs(kiosk_text *text, kiosk_face face, const char *string, uint32_t *missing)
{
    const char *end = string + strlen(string);

    while (string < end) {
        uint32_t character = kiosk_text_next(&string, end);

        if (character != '\n' && !TTF_GlyphIsProvided32(text->fonts[face], character)) {
            *missing = character;
            return false;
        }
    }
    return true;
}

/* The bytes of the cluster that a string begins with. */
static size_t cluster_length(const char *string, size_t length)
{
    const char *at = string;
    size_t count = 0;

    if ((unsigned char)string[0] >= 0x80) {
        kiosk_text_next(&at, string + length);
        return (size_t)(at - string);
    }
    if (string[0] == ' ')
        return 1;
    while (count < length && count < LATIN_RUN && (unsigned char)string[count] < 0x80 &&
           string[count] != ' ')
        count++;
    return count;
}

static unsigned hash_of(kiosk_font font, const char *cluster)
{
    unsigned hash = 2166136261u ^ (unsigned)font.face ^ (unsigned)font.pixels << 2;

    for (; *cluster; cluster++)
        hash = (hash ^ (unsigned char)*cluster) * 16777619u;
    return hash ^ hash >> 15;
}

/* Copies how much each pixel is covered, and notes what is seen. */
static void copy_coverage(const SDL_Surface *rendered, text_mask *mask)
{
    unsigned char *to = cairo_image_surface_get_data(mask->surface);
    int stride = cairo_image_surface_get_stride(mask->surface);

    mask->left = rendered->w;
    mask->top = rendered->h;
    for (int y = 0; y < rendered->h; y++) {
        const unsigned char *row = (const unsigned char *)rendered->pixels + y * rendered->pitch;

        for (int x = 0; x < rendered->w; x++) {
            uint32_t pixel;

            memcpy(&pixel, row + 4 * x, sizeof pixel);
            unsigned char coverage = (unsigned char)(pixel >> 24);
            to[y * stride + x] = coverage;
            if (coverage < 64)
                continue;
            mask->left = x < mask->left ? x : mask->left;
            mask->right = x >= mask->right ? x + 1 : mask->right;
            mask->top = y < mask->top ? y : mask->top;
            mask->bottom = y >= mask->bottom ? y + 1 : mask->bottom;
        }
    }
    cairo_surface_mark_dirty(mask->surface);
}

/* Renders the cluster; without memory its advance alone is right. */
static void render(kiosk_text *text, text_mask *mask)
{
    static const SDL_Color white = {255, 255, 255, 255};
    TTF_Font *font = font_at(text, mask->font);
    SDL_Surface *rendered;
    int advance = 0;

    TTF_SizeUTF8(font, mask->cluster, &advance, NULL);
    mask->advance = advance;
    if (mask->cluster[0] == ' ')
        return;
    rendered = TTF_RenderUTF8_Blended(font, mask->cluster, white);
    if (!rendered)
        return;
    mask->surface = cairo_image_surface_create(CAIRO_FORMAT_A8, rendered->w, rendered->h);
    if (cairo_surface_status(mask->surface) == CAIRO_STATUS_SUCCESS) {
        copy_coverage(rendered, mask);
        mask->bytes = (size_t)cairo_image_surface_get_stride(mask->surface) * (size_t)rendered->h;
        text->kept += mask->bytes;
    } else {
        cairo_surface_destroy(mask->surface);
        mask->surface = NULL;
    }
    SDL_FreeSurface(rendered);
}

/* The place of a cluster's mask: where it is kept, else the one of its places that was not used
 * for longest. */
static text_mask *place_of(kiosk_text *text, kiosk_font font, const char *cluster)
{
    text_mask *places = &text->masks[hash_of(font, cluster) % (MASKS / WAYS) * WAYS];
    text_mask *oldest = places;

    for (int i = 0; i < WAYS; i++) {
        if (places[i].font.pixels == font.pixels && places[i].font.face == font.face &&
            strcmp(places[i].cluster, cluster) == 0)
            return &places[i];
        if (places[i].used < oldest->used)
            oldest = &places[i];
    }
    return oldest;
}

static const text_mask *mask_of(kiosk_text *text, kiosk_font font, const char *string,
                                size_t length)
{
    char cluster[CLUSTER_BYTES];
    text_mask *mask;

    memcpy(cluster, string, length);
    cluster[length] = '\0';
    mask = place_of(text, font, cluster);
    if (mask->used == 0 || mask->font.pixels != font.pixels || mask->font.face != font.face ||
        strcmp(mask->cluster, cluster) != 0) {
        if (text->kept > KIOSK_MASKS_BYTES_MAX) {
            for (int i = 0; i < MASKS; i++)
                drop_mask(text, &text->masks[i]);
        }
        drop_mask(text, mask);
        memcpy(mask->cluster, cluster, sizeof cluster);
        mask->font = font;
        render(text, mask);
    }
    mask->used = ++text->counter;
    return mask;
}

double kiosk_text_width(kiosk_text *text, kiosk_font font, const char *string, size_t length)
{
    double width = 0;

    while (length > 0) {
        size_t step = cluster_length(string, length);

        width += mask_of(text, font, string, step)->advance;
        string += step;
        length -= step;
    }
    return width;
}

int kiosk_text_pitch(kiosk_font font)
{
    return (int)ceil(font.pixels * 1.32);
}

void kiosk_text_paint(kiosk_text *text, cairo_t *cairo, kiosk_font font, const char *string,
                      size_t length, double x, double middle)
{
    double top = middle + middle_above_baseline * font.pixels - TTF_FontAscent(font_at(text, font));

    top = floor(top + 0.5);
    x = floor(x + 0.5);
    while (length > 0) {
        size_t step = cluster_length(string, length);
        const text_mask *mask = mask_of(text, font, string, step);

        if (mask->surface)
            cairo_mask_surface(cairo, mask->surface, x, top);
        x += mask->advance;
        string += step;
        length -= step;
    }
}

void kiosk_text_paint_centred(kiosk_text *text, cairo_t *cairo, kiosk_font font,
                              const char *character, double x, double y)
{
    const text_mask *mask =
        mask_of(text, font, character, cluster_length(character, strlen(character)));

    if (mask->surface && mask->right > mask->left) {
        cairo_mask_surface(cairo, mask->surface, floor(x - (mask->left + mask->right) / 2.0 + 0.5),
                           floor(y - (mask->top + mask->bottom) / 2.0 + 0.5));
    }
}
