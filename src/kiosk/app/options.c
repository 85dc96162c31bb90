/* kiosk/app/options.c: the command line of qili-kiosk. */
#include "kiosk/app/options.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kiosk/app/words.h"
#include "kiosk/view.h"

enum { USUAL_WIDTH = 1280, USUAL_HEIGHT = 720, DENSITY_MIN = 72, DENSITY_MAX = 600 };

enum {
    OPTION_WINDOW = 1000,
    OPTION_THEME,
    OPTION_LANGUAGE,
    OPTION_ORIENTATION,
    OPTION_DPI,
    OPTION_TEXT_SIZE,
    OPTION_SCREENSHOT,
    OPTION_SCRIPT,
    OPTION_JOURNAL,
    OPTION_KEY,
    OPTION_CASES,
    OPTION_EXCHANGE,
    OPTION_MEDIA,
    OPTION_PLACES,
    OPTION_ENROL,
    OPTION_CONFIG,
    OPTION_BACKLIGHT,
    OPTION_DEMO,
    OPTION_HELP,
    OPTION_VERSION
};

static const struct option known[] = {
    {"window", required_argument, NULL, OPTION_WINDOW},
    {"theme", required_argument, NULL, OPTION_THEME},
    {"language", required_argument, NULL, OPTION_LANGUAGE},
    {"orientation", required_argument, NULL, OPTION_ORIENTATION},
    {"dpi", required_argument, NULL, OPTION_DPI},
    {"text-size", required_argument, NULL, OPTION_TEXT_SIZE},
    {"screenshot", required_argument, NULL, OPTION_SCREENSHOT},
    {"script", required_argument, NULL, OPTION_SCRIPT},
    {"journal", required_argument, NULL, OPTION_JOURNAL},
    {"key", required_argument, NULL, OPTION_KEY},
    {"cases", required_argument, NULL, OPTION_CASES},
    {"exchange", required_argument, NULL, OPTION_EXCHANGE},
    {"media", required_argument, NULL, OPTION_MEDIA},
    {"places", required_argument, NULL, OPTION_PLACES},
    {"enrol", required_argument, NULL, OPTION_ENROL},
    {"config", required_argument, NULL, OPTION_CONFIG},
    {"backlight", required_argument, NULL, OPTION_BACKLIGHT},
    {"demo", no_argument, NULL, OPTION_DEMO},
    {"help", no_argument, NULL, OPTION_HELP},
    {"version", no_argument, NULL, OPTION_VERSION},
    {NULL, 0, NULL, 0},
};

typedef struct options_reader {
    int argc;
    char **argv;
    kiosk_options *options;
} options_reader;

board_language kiosk_options_language(const kiosk_options *options)
{
    return options->language == BOARD_ENGLISH ? BOARD_ENGLISH : BOARD_CHINESE;
}

static bool complain(const options_reader *reader, kiosk_app_word word, const char *first,
                     const char *second)
{
    board_language language = kiosk_options_language(reader->options);
    char what[KIOSK_APP_WORD_BYTES];

    kiosk_app_fill(what, word, language, first, second, NULL);
    kiosk_app_complain(KIOSK_APP_USAGE, language, what, NULL, NULL);
    return false;
}

/* The index of one of some words; KIOSK_NOT_GIVEN if it is none. */
static int index_of(const char *text, const char *const *words, int count)
{
    for (int i = 0; i < count; i++) {
        if (strcmp(words[i], text) == 0)
            return i;
    }
    return KIOSK_NOT_GIVEN;
}

/* A whole number without signs or blanks, and where it ends; -1: none. */
static int read_number(const char *text, const char **end)
{
    size_t digits = strspn(text, "0123456789");

    *end = text + digits;
    return digits >= 1 && digits <= 5 ? (int)strtol(text, NULL, 10) : -1;
}

static bool take_window(options_reader *reader, const char *text)
{
    const char *at;
    int width = read_number(text, &at);
    int height = *at == 'x' ? read_number(at + 1, &at) : -1;

    if (*at != '\0' || width < KIOSK_WIDTH_MIN || width > KIOSK_WIDTH_MAX ||
        height < KIOSK_WIDTH_MIN || height > KIOSK_WIDTH_MAX)
        return complain(reader, KIOSK_APP_WRONG_WINDOW, text, NULL);
    reader->options->window = true;
    reader->options->width = width;
    reader->options->height = height;
    return true;
}

static bool take_choice(options_reader *reader, int option, const char *text)
{
    static const char *const themes[] = {"light", "dark", "contrast"};
    static const char *const languages[] = {"zh", "en"};
    static const char *const orientations[] = {"auto", "landscape", "portrait"};
    static const char *const sizes[] = {"0", "1", "2"};
    kiosk_options *options = reader->options;

    switch (option) {
    case OPTION_THEME:
        options->theme = index_of(text, themes, 3);
        return options->theme >= 0 || complain(reader, KIOSK_APP_WRONG_THEME, text, NULL);
    case OPTION_LANGUAGE:
        options->language = index_of(text, languages, 2);
        return options->language >= 0 || complain(reader, KIOSK_APP_WRONG_LANGUAGE, text, NULL);
    case OPTION_ORIENTATION:
        options->orientation = index_of(text, orientations, 3);
        return options->orientation >= 0 ||
               complain(reader, KIOSK_APP_WRONG_ORIENTATION, text, NULL);
    default:
        options->text_step = index_of(text, sizes, 3);
        return options->text_step >= 0 || complain(reader, KIOSK_APP_WRONG_TEXT_SIZE, text, NULL);
    }
}

static bool take_density(options_reader *reader, const char *text)
{
    const char *end;
    int number = read_number(text, &end);

    if (*end != '\0' || number < DENSITY_MIN || number > DENSITY_MAX)
        return complain(reader, KIOSK_APP_WRONG_DPI, text, NULL);
    reader->options->density = number;
    return true;
}

/* SCREEN FILE.png: the second is the word after the first. */
static bool take_screenshot(options_reader *reader, const char *text)
{
    kiosk_screen screen;
    char screens[256] = "";

    if (!kiosk_screen_of(text, &screen)) {
        for (int i = 0; i < KIOSK_SCREENS; i++) {
            size_t used = strlen(screens);

            snprintf(screens + used, sizeof screens - used, "%s%s", i > 0 ? ", " : "",
                     kiosk_screen_code((kiosk_screen)i));
        }
        return complain(reader, KIOSK_APP_WRONG_SCREEN, text, screens);
    }
    if (optind >= reader->argc || reader->argv[optind][0] == '-')
        return complain(reader, KIOSK_APP_VALUE_MISSING, "--screenshot", NULL);
    reader->options->screen = text;
    reader->options->picture = reader->argv[optind++];
    return true;
}

static bool take_option(options_reader *reader, int option)
{
    kiosk_options *options = reader->options;

    switch (option) {
    case OPTION_WINDOW:
        return take_window(reader, optarg);
    case OPTION_DPI:
        return take_density(reader, optarg);
    case OPTION_SCREENSHOT:
        return take_screenshot(reader, optarg);
    case OPTION_SCRIPT:
        options->script = optarg;
        return true;
    case OPTION_JOURNAL:
        options->journal = optarg;
        return true;
    case OPTION_KEY:
        options->key = optarg;
        return true;
    case OPTION_CASES:
        options->cases = optarg;
        return true;
    case OPTION_EXCHANGE:
        options->exchange = optarg;
        return true;
    case OPTION_MEDIA:
        options->media = optarg;
        return true;
    case OPTION_PLACES:
        options->places = optarg;
        return true;
    case OPTION_ENROL:
        options->enrol = optarg;
        return true;
    case OPTION_CONFIG:
        options->config = optarg;
        return true;
    case OPTION_BACKLIGHT:
        options->backlight = optarg;
        return true;
    case OPTION_DEMO:
        options->demo = true;
        return true;
    case OPTION_HELP:
        options->help = true;
        return true;
    case OPTION_VERSION:
        options->version = true;
        return true;
    case ':':
        return complain(reader, KIOSK_APP_VALUE_MISSING, reader->argv[optind - 1], NULL);
    case '?':
        return complain(reader, KIOSK_APP_UNKNOWN_OPTION, reader->argv[optind - 1], NULL);
    default:
        return take_choice(reader, option, optarg);
    }
}

/* What is said is said in the language that is given, wherever it stands. */
static void look_for_language(options_reader *reader)
{
    static const char option[] = "--language";

    for (int i = 1; i < reader->argc; i++) {
        const char *text = reader->argv[i];

        if (strcmp(text, option) == 0 && i + 1 < reader->argc)
            text = reader->argv[i + 1];
        else if (strncmp(text, "--language=", sizeof option) == 0)
            text += sizeof option;
        else
            continue;
        if (strcmp(text, "en") == 0)
            reader->options->language = BOARD_ENGLISH;
    }
}

bool kiosk_options_read(int argc, char **argv, kiosk_options *options)
{
    options_reader reader = {argc, argv, options};
    int option;

    *options = (kiosk_options){.width = USUAL_WIDTH,
                               .height = USUAL_HEIGHT,
                               .theme = KIOSK_NOT_GIVEN,
                               .language = KIOSK_NOT_GIVEN,
                               .orientation = KIOSK_NOT_GIVEN,
                               .text_step = KIOSK_NOT_GIVEN};
    look_for_language(&reader);
    optind = 1;
    opterr = 0;
    while ((option = getopt_long(argc, argv, ":", known, NULL)) != -1) {
        if (!take_option(&reader, option))
            return false;
    }
    if (optind < argc)
        return complain(&reader, KIOSK_APP_OPERAND, argv[optind], NULL);
    if (options->screen)
        options->demo = true;
    if (options->demo && options->journal)
        return complain(&reader, KIOSK_APP_DEMO_AND_JOURNAL, NULL, NULL);
    return true;
}
