/*
 * device/fault.h: what can be wrong with the machine that a program runs on. The folder device/
 * stands beside the others and knows none of them, so it has an error type of its own.
 */
#ifndef QILI_DEVICE_FAULT_H
#define QILI_DEVICE_FAULT_H

/* The members come from faults.def, where each stands beside its text in both languages. */
typedef enum device_fault {
#define DEVICE_FAULT(name, chinese, english) DEVICE_FAULT_##name,
#include "device/faults.def"
#undef DEVICE_FAULT
    DEVICE_FAULTS
} device_fault;

#define DEVICE_OK DEVICE_FAULT_NONE

/* As board_language counts them. */
enum { DEVICE_CHINESE = 0, DEVICE_ENGLISH = 1, DEVICE_LANGUAGES };

/* The text of a fault; never NULL. */
const char *device_fault_text(device_fault fault, int language);

#endif
