/* tests/support/painting.c: a painter for tests. */
#include "support/painting.h"

#include "kiosk/draw/theme.h"

kiosk_painter *painter;
char painting_assets[KIOSK_ASSETS_PATH_BYTES];

int painting_open(void **state)
{
    (void)state;
    if (kiosk_assets_find(painting_assets, NULL) != BOARD_OK)
        return -1;
    return kiosk_painter_open(painting_assets, "light", &painter, NULL) == BOARD_OK ? 0 : -1;
}

int painting_close(void **state)
{
    (void)state;
    kiosk_painter_close(painter);
    painter = NULL;
    return 0;
}
