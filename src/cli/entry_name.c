/*
 * cli/entry_name.c: entries by number or id.
 */
#include "cli/entry_name.h"

#include <string.h>

#include "cli/options.h"

enum { NUMBER_MAX = 1000 * 1000 * 1000, PROBLEM_BYTES = 1024 };

bool entry_name_read(cli_report *report, store_journal *journal, const char *text,
                     char id[STORE_ID_BYTES])
{
    char said[PROBLEM_BYTES];
    store_problem problem;
    store_entry entry;
    long number = 0;

    board_error error = options_number(text, 1, NUMBER_MAX, &number)
                            ? store_get_number(journal, (uint64_t)number, &entry, &problem)
                            : store_get_id(journal, text, &entry, &problem);
    if (error == BOARD_OK) {
        memcpy(id, entry.id, STORE_ID_BYTES);
        store_entry_free(&entry);
        return true;
    }
    if (error == BOARD_ERROR_STORE_NO_ENTRY || error == BOARD_ERROR_STORE_ID)
        text_fill(said, sizeof said, report->language, TEXT_NO_SUCH_ENTRY, text);
    else
        store_problem_text(&problem, report->language, said, sizeof said);
    report_bad_input(report, (cli_place){NULL, 0}, said);
    return false;
}
