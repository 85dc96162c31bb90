/* store/problem.c: what went wrong with a journal, as one line for people. */
#include "store/problem.h"

#include <stdio.h>
#include <string.h>

/* Copies whole UTF-8 characters; what a line cannot show becomes '?'. */
static void copy_detail(char detail[STORE_DETAIL_BYTES], const char *text)
{
    size_t used = 0;

    for (; used < STORE_DETAIL_BYTES - 1 && text[used] != '\0'; used++) {
        unsigned char byte = (unsigned char)text[used];
        detail[used] = byte < 0x20 || byte == 0x7F ? '?' : text[used];
    }
    if (text[used] != '\0') {
        while (used > 0 && ((unsigned char)text[used] & 0xC0) == 0x80)
            used--;
    }
    detail[used] = '\0';
}

board_error store_fail(store_problem *problem, board_error error, const char *detail)
{
    if (problem != NULL) {
        *problem = (store_problem){.error = error};
        if (detail != NULL)
            copy_detail(problem->detail, detail);
    }
    return error;
}

board_error store_fail_at(store_problem *problem, board_error error, uint64_t number,
                          const char *detail)
{
    store_fail(problem, error, detail);
    if (problem != NULL)
        problem->number = number;
    return error;
}

board_error store_fail_page(store_problem *problem, board_error error, uint64_t number,
                            uint64_t page)
{
    store_fail_at(problem, error, number, NULL);
    if (problem != NULL)
        problem->page = page;
    return error;
}

board_error store_fail_entry(store_problem *problem, board_error error, const store_entry *entry,
                             const char *detail)
{
    store_fail(problem, error, detail);
    if (problem != NULL) {
        problem->number = entry->number;
        problem->sequence = entry->sequence;
        memcpy(problem->device, entry->device, sizeof problem->device);
    }
    return error;
}

/* Where it is: "第7条（设备 ab12…，序号 5）" or "entry 7 (device ab12..., sequence 5)". */
static void write_place(const store_problem *problem, bool english, char *buffer, size_t size)
{
    enum { SHOWN = 8 }; /* digits of the device */
    size_t used = 0;
    int wrote = 0;

    if (problem->number > 0 && problem->last > problem->number)
        wrote = snprintf(buffer, size, english ? "entries %llu to %llu" : "第%llu至%llu条",
                         (unsigned long long)problem->number, (unsigned long long)problem->last);
    else if (problem->number > 0)
        wrote = snprintf(buffer, size, english ? "entry %llu" : "第%llu条",
                         (unsigned long long)problem->number);
    used = wrote > 0 ? (size_t)wrote : 0;
    if (problem->page > 0 && used < size) {
        wrote = snprintf(buffer + used, size - used, english ? "%spage %llu" : "%s第%llu页",
                         used == 0 ? ""
                         : english ? ", "
                                   : "，",
                         (unsigned long long)problem->page);
        used += wrote > 0 ? (size_t)wrote : 0;
    }
    if (used >= size || problem->device[0] == '\0')
        return;
    snprintf(buffer + used, size - used,
             english ? "%s(device %.*s..., sequence %llu)" : "%s（设备 %.*s…，序号 %llu）",
             english && used > 0 ? " " : "", SHOWN, problem->device,
             (unsigned long long)problem->sequence);
}

char *store_problem_text(const store_problem *problem, board_language language, char *buffer,
                         size_t size)
{
    static const char *const colons[] = {[BOARD_CHINESE] = "：", [BOARD_ENGLISH] = ": "};
    static const char *const opening[] = {[BOARD_CHINESE] = "（", [BOARD_ENGLISH] = " ("};
    static const char *const closing[] = {[BOARD_CHINESE] = "）", [BOARD_ENGLISH] = ")"};
    const bool detail = problem->detail[0] != '\0';
    char place[STORE_DEVICE_BYTES + 128] = "";

    write_place(problem, language == BOARD_ENGLISH, place, sizeof place);
    if (size > 0)
        snprintf(buffer, size, "%s%s%s%s%s%s", place, place[0] != '\0' ? colons[language] : "",
                 board_error_text(problem->error, language), detail ? opening[language] : "",
                 problem->detail, detail ? closing[language] : "");
    return buffer;
}
