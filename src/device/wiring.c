/* device/wiring.c: what is wired before anybody says so. */
#include "device/wiring.h"

#include <string.h>

void device_wiring_init(device_wiring *wiring)
{
    memset(wiring, 0, sizeof *wiring);
    for (int i = 0; i < DEVICE_INPUTS; i++)
        wiring->inputs[i].active_low = true;
    wiring->bias = DEVICE_BIAS_PULL_UP;
    wiring->times = (device_button_times){DEVICE_DEBOUNCE_MS, DEVICE_HOLD_MS};
    wiring->power_fail_ms = DEVICE_POWER_FAIL_MS;
}

bool device_wiring_any(const device_wiring *wiring)
{
    for (int i = 0; i < DEVICE_INPUTS; i++) {
        if (wiring->inputs[i].name[0])
            return true;
    }
    for (int i = 0; i < DEVICE_OUTPUTS; i++) {
        if (wiring->outputs[i].name[0])
            return true;
    }
    return false;
}
