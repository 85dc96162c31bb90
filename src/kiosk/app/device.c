/* kiosk/app/device.c: the clock of the device. */
#include "kiosk/app/device.h"

#include <time.h>

enum { MINUTE_MS = 60 * 1000 };

int64_t kiosk_wall_ms(void)
{
    struct timespec now;

    if (clock_gettime(CLOCK_REALTIME, &now) != 0)
        return 0;
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

int64_t kiosk_clock_set_back(kiosk_clock_watch *watch, int64_t wall_ms, int64_t now_ms)
{
    const int64_t ahead = wall_ms - now_ms;
    const int64_t back = watch->seen ? watch->ahead_ms - ahead : 0;

    watch->seen = true;
    watch->ahead_ms = ahead;
    return back > KIOSK_CLOCK_JUMP_MS ? back : 0;
}

void kiosk_device_look_at_clock(kiosk_device *device)
{
    time_t now = (time_t)(kiosk_wall_ms() / 1000);
    struct tm local, utc;

    device->wall_ms = (int64_t)now / 60 * MINUTE_MS;
    if (!localtime_r(&now, &local) || !gmtime_r(&now, &utc))
        return;
    int days = local.tm_yday - utc.tm_yday;
    days = days > 1 ? -1 : days < -1 ? 1 : days; /* around the new year */
    device->minutes_east =
        days * 24 * 60 + (local.tm_hour - utc.tm_hour) * 60 + (local.tm_min - utc.tm_min);
}
