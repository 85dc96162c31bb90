/* kiosk/app/places.c: where the parts stand on the display, for tests with a real pointer. */
#include "kiosk/app/places.h"

#include <stdio.h>

/* Newlines and tabs would make other fields of it. */
static void write_words(FILE *file, const char *text)
{
    putc('\t', file);
    for (; *text; text++)
        putc((unsigned char)*text < ' ' ? ' ' : *text, file);
}

static void write_place(FILE *file, const char *name, kiosk_rect rect, const kiosk_part *part)
{
    fprintf(file, "%s %d %d %d %d", name, rect.x, rect.y, rect.width, rect.height);
    write_words(file, part ? part->text : "");
    write_words(file, part ? part->detail : "");
    putc('\n', file);
}

static void write_squares(FILE *file, kiosk_app *app, const kiosk_part *part)
{
    bool black_below = kiosk_app_view(app)->board.black_below;
    int step = (int)kiosk_board_step(part->rect);

    for (int square = 0; square < BOARD_SQUARES; square++) {
        char name[KIOSK_PART_NAME_BYTES + 4];
        int x, y;

        kiosk_board_place(part->rect, black_below, (board_square)square, &x, &y);
        snprintf(name, sizeof name, "%s:%c%c", part->name,
                 'a' + board_file_of((board_square)square),
                 '0' + board_rank_of((board_square)square));
        kiosk_rect rect = {x - step / 2, y - step / 2, step, step};
        write_place(file, name, kiosk_app_display_rect(app, rect), NULL);
    }
}

void kiosk_places_write(kiosk_app *app, const char *to)
{
    const kiosk_view *view = kiosk_app_view(app);
    char path[1024];
    FILE *file;

    snprintf(path, sizeof path, "%.1000s.new", to);
    file = fopen(path, "w");
    if (!file)
        return;
    fprintf(file, "screen %s%s\n", kiosk_screen_code(kiosk_app_state(app)->screen),
            kiosk_app_is_busy(app) ? " busy" : "");
    for (size_t i = 0; i < view->count; i++) {
        const kiosk_part *part = &view->parts[i];

        if (!part->name[0])
            continue;
        write_place(file, part->name, kiosk_app_display_rect(app, part->rect), part);
        if (part->kind == KIOSK_PART_BOARD && view->board.sensitive)
            write_squares(file, app, part);
    }
    if (fclose(file) == 0)
        rename(path, to);
}
