/*
 * cli/explain_command.c: qili explain: what the articles say that rulings cite.
 */
#include <string.h>

#include "cli/commands.h"
#include "judge/articles.h"

typedef struct explain_wishes {
    const char *edition;
    bool languages[BOARD_LANGUAGES]; /* which are written */
} explain_wishes;

/* Options. */

static void ask_for(explain_wishes *wishes, bool chinese, bool english)
{
    wishes->languages[BOARD_CHINESE] = chinese;
    wishes->languages[BOARD_ENGLISH] = english;
}

static bool take_languages(cli_call *call, const char *value, explain_wishes *wishes)
{
    char text[TEXT_BYTES];
    bool both = strcmp(value, "both") == 0;
    bool chinese = both || strcmp(value, "zh") == 0;
    bool english = both || strcmp(value, "en") == 0;

    ask_for(wishes, chinese, english);
    if (!chinese && !english)
        report_usage(&call->report, text_fill(text, sizeof text, call->report.language,
                                              TEXT_UNKNOWN_LANGUAGES, value));
    else if (!both)
        call->report.language = english ? BOARD_ENGLISH : BOARD_CHINESE;
    return chinese || english;
}

/* Returns OPTION_END when all is well, else OPTION_HELP or OPTION_WRONG. */
static int read_options(cli_call *call, explain_wishes *wishes)
{
    static const struct option table[] = {{"help", no_argument, NULL, OPTION_HELP},
                                          {"lang", required_argument, NULL, 'L'},
                                          {"edition", required_argument, NULL, 'e'},
                                          {NULL, 0, NULL, 0}};
    bool english = call->language_given && call->report.language == BOARD_ENGLISH;
    int option = 0;

    ask_for(wishes, !call->language_given || !english, !call->language_given || english);
    options_begin();
    while ((option = options_next(call, table, false)) != OPTION_END) {
        if (option == OPTION_HELP || option == OPTION_WRONG)
            return option;
        if (option == 'e')
            wishes->edition = optarg;
        else if (!take_languages(call, optarg, wishes))
            return OPTION_WRONG;
    }
    return OPTION_END;
}

/* Articles. */

/* The number that somebody may have copied from a ruling: "细则6" is item.6, "图8.10" fig.8.10. */
static const char *plain_number(const char *asked, char *buffer, size_t size)
{
    static const char *const names[][2] = {
        {"细则", "item."}, {"图", "fig."}, {"item", "item."}, {"figure", "fig."}, {"fig", "fig."}};

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        size_t length = strlen(names[i][0]);
        const char *rest = asked + length;
        if (strncmp(asked, names[i][0], length) != 0)
            continue;
        rest += strspn(rest, " .");
        snprintf(buffer, size, "%s%s", names[i][1], rest);
        if (*rest >= '0' && *rest <= '9' && strlen(rest) + length < size)
            return buffer;
    }
    return asked;
}

/* How many articles bear the number or stand under it; written where `wishes` is given. */
static size_t visit_articles(const judge_articles *articles, const char *number,
                             const explain_wishes *wishes, board_language language)
{
    size_t count = 0;

    for (size_t i = 0; i < articles->count; i++) {
        const judge_article *article = &articles->list[i];
        if (number != NULL && !judge_article_is_under(article, number))
            continue;
        count++;
        if (wishes == NULL)
            continue;
        text_write(stdout, language, TEXT_ARTICLE, article->number, article->edition);
        for (int l = 0; l < BOARD_LANGUAGES; l++) {
            if (wishes->languages[l])
                printf("  %s\n", article->text[l]);
        }
    }
    return count;
}

/* Is there an article for each operand? What is not there is reported. */
static bool know_all(cli_call *call, const explain_wishes *wishes, const judge_articles *articles)
{
    for (int i = optind; i < call->argc; i++) {
        char number[TEXT_BYTES];
        char text[TEXT_BYTES];
        const char *plain = plain_number(call->argv[i], number, sizeof number);
        if (visit_articles(articles, plain, NULL, call->report.language) > 0)
            continue;
        text_fill(text, sizeof text, call->report.language,
                  wishes->edition ? TEXT_UNKNOWN_ARTICLE_OF : TEXT_UNKNOWN_ARTICLE, call->argv[i],
                  wishes->edition);
        report_usage(&call->report, text);
        return false;
    }
    return true;
}

static void write_all(const cli_call *call, const explain_wishes *wishes,
                      const judge_articles *articles)
{
    board_language language = wishes->languages[BOARD_CHINESE] ? BOARD_CHINESE : BOARD_ENGLISH;

    if (optind == call->argc)
        visit_articles(articles, NULL, wishes, language);
    for (int i = optind; i < call->argc; i++) {
        char number[TEXT_BYTES];
        visit_articles(articles, plain_number(call->argv[i], number, sizeof number), wishes,
                       language);
    }
}

static void report_edition(cli_call *call, const char *edition, board_error error)
{
    char names[TEXT_BYTES];
    char text[TEXT_BYTES];

    if (error == BOARD_ERROR_EDITION_UNKNOWN)
        text_fill(text, sizeof text, call->report.language, TEXT_UNKNOWN_EDITION, edition,
                  command_editions(names, sizeof names));
    else
        snprintf(text, sizeof text, "%s", board_error_text(error, call->report.language));
    report_usage(&call->report, text);
}

int explain_command(cli_call *call)
{
    explain_wishes wishes = {0};
    judge_articles articles;
    int option = read_options(call, &wishes);

    if (option == OPTION_HELP)
        return command_help(call);
    if (option == OPTION_WRONG)
        return STATUS_USAGE;
    board_error error = judge_articles_load(wishes.edition, &articles);
    if (error != BOARD_OK) {
        report_edition(call, wishes.edition, error);
        return STATUS_USAGE;
    }
    if (know_all(call, &wishes, &articles))
        write_all(call, &wishes, &articles);
    judge_articles_free(&articles);
    return report_status(&call->report);
}
