/* cli/journal_options.c: what the command line of qili journal asks for. */
#include "cli/journal_options.h"

#include <string.h>

enum {
    OPTION_AFTER = 256,
    OPTION_LIMIT,
    OPTION_NEWEST,
    OPTION_KEY,
    OPTION_TYPE,
    OPTION_PAYLOAD,
    OPTION_ARBITER,
    OPTION_CORRECTS,
    OPTION_ID,
    OPTION_DEVICE,
    OPTION_TEXT,
    OPTION_ACCEPT_LOSS,
    OPTION_RAW
};

static bool take_number(cli_call *call, const char *option, uint64_t *number)
{
    text_number limit = text_from_number(JOURNAL_LIMIT_MAX);
    char text[TEXT_BYTES];
    long value = 0;

    if (options_number(optarg, 1, JOURNAL_LIMIT_MAX, &value)) {
        *number = (uint64_t)value;
        return true;
    }
    text_fill(text, sizeof text, call->report.language, TEXT_NUMBER_OPTION, option, optarg,
              limit.digits);
    report_usage(&call->report, text);
    return false;
}

static bool take_format(cli_call *call, journal_wishes *wishes)
{
    static const char *const names[] = {[FORMAT_TEXT] = "text",
                                        [FORMAT_JSON] = "json",
                                        [FORMAT_JSON_LINES] = "jsonl",
                                        [FORMAT_CSV] = "csv",
                                        [FORMAT_PGN] = "pgn"};
    char text[TEXT_BYTES];

    wishes->format_set = true;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (strcmp(optarg, names[i]) == 0) {
            wishes->format = (journal_format)i;
            return true;
        }
    }
    report_usage(&call->report,
                 text_fill(text, sizeof text, call->report.language, TEXT_JOURNAL_FORMAT, optarg));
    return false;
}

/* The texts that a condition or an entry is made of. */
static void take_text(int option, journal_wishes *wishes)
{
    switch (option) {
    case OPTION_TYPE:
        wishes->filter.type = wishes->draft.type = optarg;
        break;
    case OPTION_PAYLOAD:
        wishes->draft.payload = optarg;
        break;
    case OPTION_ARBITER:
        wishes->filter.arbiter = wishes->draft.arbiter = optarg;
        break;
    case OPTION_CORRECTS:
        wishes->filter.corrects = wishes->draft.corrects = optarg;
        break;
    case OPTION_ID:
        wishes->draft.id = optarg;
        break;
    case OPTION_DEVICE:
        wishes->filter.device = optarg;
        break;
    default:
        wishes->filter.text = optarg;
        break;
    }
}

/* False: reported. */
static bool take_option(cli_call *call, int option, void *context)
{
    journal_wishes *wishes = context;

    switch (option) {
    case 'f':
        return take_format(call, wishes);
    case 'F':
        wishes->file = optarg;
        return true;
    case OPTION_KEY:
        wishes->options.key_path = optarg;
        return true;
    case OPTION_AFTER:
        return take_number(call, "--after", &wishes->filter.after);
    case OPTION_LIMIT:
        return take_number(call, "--limit", &wishes->filter.limit);
    case OPTION_NEWEST:
        wishes->filter.newest_first = true;
        return true;
    case OPTION_RAW:
        wishes->raw = true;
        return true;
    case OPTION_ACCEPT_LOSS:
        wishes->options.accept_loss = true;
        return true;
    default:
        take_text(option, wishes);
        return true;
    }
}

int journal_options_read(cli_call *call, journal_wishes *wishes)
{
    static const struct option table[] = {COMMON_OPTIONS,
                                          {"file", required_argument, NULL, 'F'},
                                          {"format", required_argument, NULL, 'f'},
                                          {"key", required_argument, NULL, OPTION_KEY},
                                          {"after", required_argument, NULL, OPTION_AFTER},
                                          {"limit", required_argument, NULL, OPTION_LIMIT},
                                          {"newest", no_argument, NULL, OPTION_NEWEST},
                                          {"type", required_argument, NULL, OPTION_TYPE},
                                          {"payload", required_argument, NULL, OPTION_PAYLOAD},
                                          {"arbiter", required_argument, NULL, OPTION_ARBITER},
                                          {"corrects", required_argument, NULL, OPTION_CORRECTS},
                                          {"id", required_argument, NULL, OPTION_ID},
                                          {"device", required_argument, NULL, OPTION_DEVICE},
                                          {"text", required_argument, NULL, OPTION_TEXT},
                                          {"accept-loss", no_argument, NULL, OPTION_ACCEPT_LOSS},
                                          {"raw", no_argument, NULL, OPTION_RAW},
                                          {NULL, 0, NULL, 0}};

    return options_read(call, table, take_option, wishes);
}
