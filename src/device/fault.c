/* device/fault.c: the texts of faults. */
#include "device/fault.h"

static const char *const texts[DEVICE_FAULTS][DEVICE_LANGUAGES] = {
#define DEVICE_FAULT(name, chinese, english) {(chinese), (english)},
#include "device/faults.def"
#undef DEVICE_FAULT
};

const char *device_fault_text(device_fault fault, int language)
{
    return texts[fault][language == DEVICE_ENGLISH ? DEVICE_ENGLISH : DEVICE_CHINESE];
}
