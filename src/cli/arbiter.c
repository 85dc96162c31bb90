/*
 * cli/arbiter.c: what the commands for the arbiter at the table (limit, touch) have in common.
 */
#include "cli/arbiter.h"

#include <stdlib.h>
#include <string.h>

bool arbiter_take_format(cli_call *call, const char *text, bool *json)
{
    char message[TEXT_BYTES];

    *json = strcmp(text, "json") == 0;
    if (*json || strcmp(text, "text") == 0)
        return true;
    report_usage(&call->report, text_fill(message, sizeof message, call->report.language,
                                          TEXT_UNKNOWN_FORMAT, text));
    return false;
}

void arbiter_write_json(cli_report *report, json_t *object)
{
    char *line = object != NULL ? json_dumps(object, JSON_COMPACT) : NULL;

    if (line != NULL)
        printf("%s\n", line);
    else
        report_bad_input(report, (cli_place){NULL, 0}, text_of(TEXT_NO_MEMORY, report->language));
    free(line);
    json_decref(object);
}

json_t *arbiter_articles(const char *articles)
{
    json_t *array = json_array();

    while (array != NULL && *articles != '\0') {
        size_t length = strcspn(articles, ",");
        if (json_array_append_new(array, json_stringn(articles, length)) != 0) {
            json_decref(array);
            return NULL;
        }
        articles += length;
        articles += *articles == ',';
    }
    return array;
}

json_t *arbiter_piece(board_piece piece)
{
    static const char letters[2][BOARD_KINDS + 1] = {"KABNRCP", "kabnrcp"};

    return json_stringn(&letters[board_piece_side(piece)][board_piece_kind(piece)], 1);
}
