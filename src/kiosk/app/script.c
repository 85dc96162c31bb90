/*
 * kiosk/app/script.c: scripts: a line is something a hand does, or something to be seen.
 */
#include "kiosk/app/script.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "board/encoding.h"
#include "kiosk/app/words.h"
#include "kiosk/flow/ranges.h"

enum { WORDS_MAX = 3, NUMBER_BYTES = 24 };

/* A verb gets its words; what is left of the line after them stands in the last one. */
typedef struct script_verb {
    const char *name;
    int least, most; /* words after it */
    const char *usage;
    void (*run)(kiosk_script *script, char *const words[WORDS_MAX]);
} script_verb;

static const char *const key_names[KIOSK_INPUTS] = {
    "tab",   "back-tab", "left",       "right",   "up",        "down",
    "enter", "escape",   "backspace",  "page-up", "page-down", "undo",
    "redo",  "foul-red", "foul-black", "confirm", "home"};

static int64_t now(const kiosk_script *script)
{
    return kiosk_now_ms() + script->ahead;
}

static const char *number_text(char buffer[NUMBER_BYTES], int64_t number)
{
    snprintf(buffer, NUMBER_BYTES, "%lld", (long long)number);
    return buffer;
}

static void fail(kiosk_script *script, kiosk_app_word word, const char *first, const char *second,
                 const char *third)
{
    char what[KIOSK_APP_WORD_BYTES];
    char line[NUMBER_BYTES];

    kiosk_app_fill(what, word, script->language, first, second, third);
    kiosk_app_complain(KIOSK_APP_SCRIPT_AT, script->language, script->path,
                       number_text(line, script->line), what);
    script->failed = true;
}

/* A step of the loop that a window would run. */
static void turn(kiosk_script *script)
{
    kiosk_canvas *canvas;

    kiosk_app_run(script->app, now(script));
    kiosk_app_paint(script->app, &canvas);
}

bool kiosk_script_settle(kiosk_script *script, int64_t most_ms)
{
    int64_t end = kiosk_now_ms() + most_ms;

    turn(script);
    while (kiosk_app_is_busy(script->app)) {
        if (kiosk_now_ms() >= end)
            return false;
        kiosk_bell_wait(script->bell, KIOSK_TICK_MS);
        turn(script);
    }
    return true;
}

/* Reads a whole number from least to most. */
static bool read_number(const char *text, int64_t least, int64_t most, int64_t *number)
{
    char *end;

    errno = 0;
    *number = strtoll(text, &end, 10);
    return text[0] != '\0' && *end == '\0' && errno == 0 && *number >= least && *number <= most;
}

static const char *screen_name(const kiosk_script *script)
{
    return kiosk_screen_code(kiosk_app_state(script->app)->screen);
}

/* Places: "NAME", or "NAME:e4" for a point of a board. In pixels of the display. */

static bool square_of(const char *text, board_square *square)
{
    if (text[0] < 'a' || text[0] > 'i' || text[1] < '0' || text[1] > '9' || text[2] != '\0')
        return false;
    *square = board_square_at(text[0] - 'a', text[1] - '0');
    return true;
}

static const kiosk_part *part_named(kiosk_script *script, const char *name, board_square *square)
{
    const kiosk_view *view = kiosk_app_view(script->app);
    const kiosk_part *part = kiosk_view_find(view, name);
    char board[KIOSK_PART_NAME_BYTES];
    const char *colon = strrchr(name, ':');

    *square = BOARD_NO_SQUARE;
    if (part || !colon || (size_t)(colon - name) >= sizeof board || !square_of(colon + 1, square))
        return part;
    snprintf(board, sizeof board, "%.*s", (int)(colon - name), name);
    return kiosk_view_find(view, board);
}

/* Where to touch it; false: said why not. */
static bool place_of(kiosk_script *script, const char *name, int *x, int *y)
{
    const kiosk_view *view = kiosk_app_view(script->app);
    board_square square;
    const kiosk_part *part = part_named(script, name, &square);

    if (!part) {
        fail(script, KIOSK_APP_SCRIPT_NO_PART, name, screen_name(script), NULL);
        return false;
    }
    if (square < BOARD_SQUARES) {
        kiosk_board_place(part->rect, view->board.black_below, square, x, y);
    } else {
        *x = part->rect.x + part->rect.width / 2;
        *y = part->rect.y + part->rect.height / 2;
    }
    const kiosk_part *hit = kiosk_view_hit(view, *x, *y);
    if (hit != part) {
        fail(script, KIOSK_APP_SCRIPT_COVERED, name,
             hit ? hit->name : kiosk_app_text(KIOSK_APP_SCRIPT_NOTHING, script->language), NULL);
        return false;
    }
    kiosk_app_display_point(script->app, x, y);
    return true;
}

static void tap_at(kiosk_script *script, int x, int y)
{
    kiosk_app_down(script->app, x, y, now(script));
    turn(script);
    kiosk_app_up(script->app, x, y, now(script));
    turn(script);
    script->touches++;
}

static void run_tap(kiosk_script *script, char *const words[WORDS_MAX])
{
    int64_t at_x, at_y;
    int x, y;

    if (words[1]) {
        if (!read_number(words[0], 0, KIOSK_WIDTH_MAX, &at_x) ||
            !read_number(words[1], 0, KIOSK_WIDTH_MAX, &at_y)) {
            fail(script, KIOSK_APP_SCRIPT_ARGUMENTS, "tap", "NAME | X Y", NULL);
            return;
        }
        tap_at(script, (int)at_x, (int)at_y);
    } else if (place_of(script, words[0], &x, &y)) {
        tap_at(script, x, y);
    }
}

/* For whoever touches another display that shows the same. */
static void run_where(kiosk_script *script, char *const words[WORDS_MAX])
{
    int x, y;

    if (place_of(script, words[0], &x, &y))
        printf("%s %d %d\n", words[0], x, y);
}

static void run_hold(kiosk_script *script, char *const words[WORDS_MAX])
{
    int x, y;

    if (!place_of(script, words[0], &x, &y))
        return;
    kiosk_app_down(script->app, x, y, now(script));
    turn(script);
    script->ahead += KIOSK_HOLD_MS;
    turn(script);
    kiosk_app_up(script->app, x, y, now(script));
    turn(script);
    script->touches++;
}

static void run_drag(kiosk_script *script, char *const words[WORDS_MAX])
{
    enum { STEPS = 4 };
    int x, y, to_x, to_y;

    if (!place_of(script, words[0], &x, &y) || !place_of(script, words[1], &to_x, &to_y))
        return;
    kiosk_app_down(script->app, x, y, now(script));
    for (int i = 1; i <= STEPS; i++) {
        kiosk_app_move(script->app, x + (to_x - x) * i / STEPS, y + (to_y - y) * i / STEPS,
                       now(script));
        turn(script);
    }
    kiosk_app_up(script->app, to_x, to_y, now(script));
    turn(script);
    script->touches++;
}

static void run_key(kiosk_script *script, char *const words[WORDS_MAX])
{
    for (int i = 0; i < KIOSK_INPUTS; i++) {
        if (strcmp(key_names[i], words[0]) == 0) {
            kiosk_app_key(script->app, (kiosk_input)i, now(script));
            turn(script);
            return;
        }
    }
    fail(script, KIOSK_APP_SCRIPT_KEY, words[0], NULL, NULL);
}

static void run_type(kiosk_script *script, char *const words[WORDS_MAX])
{
    kiosk_app_type(script->app, words[0], now(script));
    turn(script);
}

/* "3, expected 0..2". */
static void fail_range(kiosk_script *script, const kiosk_command *command, int number)
{
    const kiosk_range range = kiosk_range_of(command->kind, number);
    char given[NUMBER_BYTES];
    char least[NUMBER_BYTES];
    char most[NUMBER_BYTES];

    fail(script, KIOSK_APP_SCRIPT_RANGE, number_text(given, command->numbers[number]),
         number_text(least, range.least), number_text(most, range.most));
}

static void run_command(kiosk_script *script, char *const words[WORDS_MAX])
{
    kiosk_command command;

    if (!kiosk_command_read(words[0], strlen(words[0]), &command)) {
        fail(script, KIOSK_APP_SCRIPT_COMMAND, words[0], NULL, NULL);
        return;
    }
    const int wrong = kiosk_command_out_of_range(&command);
    if (wrong >= 0) {
        fail_range(script, &command, wrong);
        return;
    }
    kiosk_app_give(script->app, &command, now(script));
    turn(script);
}

/* Without a number: until nothing is under way. With one: so much time passes, at once. */
static void run_wait(kiosk_script *script, char *const words[WORDS_MAX])
{
    char number[NUMBER_BYTES];
    int64_t milliseconds;

    if (!words[0]) {
        if (!kiosk_script_settle(script, KIOSK_SCRIPT_WAIT_MS))
            fail(script, KIOSK_APP_SCRIPT_TOO_LONG, number_text(number, KIOSK_SCRIPT_WAIT_MS), NULL,
                 NULL);
        return;
    }
    if (!read_number(words[0], 0, KIOSK_SCRIPT_WAIT_MS, &milliseconds)) {
        fail(script, KIOSK_APP_SCRIPT_ARGUMENTS, "wait", "[MS]", NULL);
        return;
    }
    for (; milliseconds > 0; milliseconds -= KIOSK_TICK_MS) {
        script->ahead += milliseconds < KIOSK_TICK_MS ? milliseconds : KIOSK_TICK_MS;
        turn(script);
    }
}

static void run_wait_for(kiosk_script *script, char *const words[WORDS_MAX])
{
    int64_t milliseconds;
    board_square square;

    if (!read_number(words[1], 1, KIOSK_SCRIPT_WAIT_MS, &milliseconds)) {
        fail(script, KIOSK_APP_SCRIPT_ARGUMENTS, "wait-for", "NAME MS", NULL);
        return;
    }
    int64_t end = kiosk_now_ms() + milliseconds;
    turn(script);
    while (!part_named(script, words[0], &square)) {
        if (kiosk_now_ms() >= end) {
            fail(script, KIOSK_APP_SCRIPT_TOO_LONG, words[1], NULL, NULL);
            return;
        }
        kiosk_bell_wait(script->bell, KIOSK_TICK_MS / 4);
        turn(script);
    }
}

static void run_screenshot(kiosk_script *script, char *const words[WORDS_MAX])
{
    kiosk_canvas *canvas;

    turn(script);
    kiosk_app_paint(script->app, &canvas);
    board_error error = kiosk_canvas_write(canvas, words[0]);
    if (error != BOARD_OK)
        fail(script, KIOSK_APP_FILE_UNWRITABLE, words[0], board_error_text(error, script->language),
             NULL);
}

static void run_expect(kiosk_script *script, char *const words[WORDS_MAX])
{
    board_square square;
    const kiosk_part *part = part_named(script, words[0], &square);

    if (!part)
        fail(script, KIOSK_APP_SCRIPT_NO_PART, words[0], screen_name(script), NULL);
    else if (words[1] && !strstr(part->text, words[1]) && !strstr(part->detail, words[1]))
        fail(script, KIOSK_APP_SCRIPT_TEXT, words[0], part->text, words[1]);
}

static void run_expect_not(kiosk_script *script, char *const words[WORDS_MAX])
{
    board_square square;

    if (part_named(script, words[0], &square))
        fail(script, KIOSK_APP_SCRIPT_THERE, words[0], NULL, NULL);
}

static void run_screen(kiosk_script *script, char *const words[WORDS_MAX])
{
    turn(script);
    if (strcmp(screen_name(script), words[0]) != 0)
        fail(script, KIOSK_APP_SCRIPT_SCREEN, screen_name(script), words[0], NULL);
    else if (script->stop_screen && strcmp(script->stop_screen, words[0]) == 0)
        script->stopped = true;
}

static void run_count(kiosk_script *script, char *const words[WORDS_MAX])
{
    (void)words;
    script->touches = 0;
}

static void run_expect_count(kiosk_script *script, char *const words[WORDS_MAX])
{
    char buffer[KIOSK_APP_WORD_BYTES];
    char number[NUMBER_BYTES];
    int64_t most;

    if (!read_number(words[0], 0, INT32_MAX, &most)) {
        fail(script, KIOSK_APP_SCRIPT_ARGUMENTS, "expect-count", "MOST [WHAT]", NULL);
        return;
    }
    number_text(number, script->touches);
    if (script->touches > most)
        fail(script, KIOSK_APP_SCRIPT_COUNT, number, words[0], NULL);
    else if (words[1])
        puts(kiosk_app_fill(buffer, KIOSK_APP_SCRIPT_COUNTED, script->language, words[1], number,
                            NULL));
}

static const script_verb verbs[] = {
    {"tap", 1, 2, "NAME | X Y", run_tap},
    {"where", 1, 1, "NAME", run_where},
    {"hold", 1, 1, "NAME", run_hold},
    {"drag", 2, 2, "NAME NAME", run_drag},
    {"key", 1, 1, "KEY", run_key},
    {"type", 1, 1, "TEXT", run_type},
    {"command", 1, 1, "COMMAND", run_command},
    {"wait", 0, 1, "[MS]", run_wait},
    {"wait-for", 2, 2, "NAME MS", run_wait_for},
    {"screenshot", 1, 1, "FILE.png", run_screenshot},
    {"expect", 1, 2, "NAME [TEXT]", run_expect},
    {"expect-not", 1, 1, "NAME", run_expect_not},
    {"screen", 1, 1, "SCREEN", run_screen},
    {"count", 0, 0, "", run_count},
    {"expect-count", 1, 2, "MOST [WHAT]", run_expect_count},
};

/* Takes the next word off; `rest`: all that is left, blanks within it kept. NULL: none is left. */
static char *next_word(char **line, bool rest)
{
    char *word = *line + strspn(*line, " \t");
    size_t length = rest ? strlen(word) : strcspn(word, " \t");

    if (length == 0)
        return NULL;
    *line = word + length;
    if (**line)
        *(*line)++ = '\0';
    return word;
}

static void run_line(kiosk_script *script, char *line)
{
    char *words[WORDS_MAX] = {NULL};
    const script_verb *verb = NULL;
    char *name = next_word(&line, false);

    if (!name || name[0] == '#')
        return;
    for (size_t i = 0; i < sizeof verbs / sizeof *verbs && !verb; i++) {
        if (strcmp(verbs[i].name, name) == 0)
            verb = &verbs[i];
    }
    if (!verb) {
        fail(script, KIOSK_APP_SCRIPT_VERB, name, NULL, NULL);
        return;
    }
    int count = 0;
    while (count < verb->most && (words[count] = next_word(&line, count + 1 == verb->most)) != NULL)
        count++;
    if (count < verb->least || next_word(&line, true))
        fail(script, KIOSK_APP_SCRIPT_ARGUMENTS, name, verb->usage, NULL);
    else
        verb->run(script, words);
}

/* What a line of the file may be. */
typedef enum line_kind { LINE_SOUND, LINE_NONE, LINE_LONG, LINE_NOT_TEXT } line_kind;

/* The next line without its end, LF or CRLF, and the blanks before that; LINE_NONE at the end. */
static line_kind read_line(FILE *file, char line[KIOSK_SCRIPT_LINE_BYTES])
{
    size_t length = 0;
    int byte;

    while ((byte = getc(file)) != EOF && byte != '\n') {
        if (length + 1 == KIOSK_SCRIPT_LINE_BYTES)
            return LINE_LONG;
        line[length++] = (char)byte;
    }
    if (byte == EOF && length == 0)
        return LINE_NONE;
    while (length > 0 && line[length - 1] != '\0' && strchr(" \t\r", line[length - 1]))
        length--;
    line[length] = '\0';
    return memchr(line, '\0', length) || !board_utf8_valid(line, length) ? LINE_NOT_TEXT
                                                                         : LINE_SOUND;
}

/* Runs the next line; false: there is none. */
static bool run_next(kiosk_script *script, FILE *file)
{
    static const char mark[] = "\xEF\xBB\xBF"; /* that some editors begin a file with */
    char line[KIOSK_SCRIPT_LINE_BYTES];
    const line_kind kind = read_line(file, line);

    if (kind == LINE_NONE)
        return false;
    script->line++;
    if (kind == LINE_LONG)
        fail(script, KIOSK_APP_SCRIPT_LONG, NULL, NULL, NULL);
    else if (kind == LINE_NOT_TEXT)
        fail(script, KIOSK_APP_SCRIPT_NOT_TEXT, NULL, NULL, NULL);
    else
        run_line(script, script->line == 1 && strncmp(line, mark, strlen(mark)) == 0
                             ? line + strlen(mark)
                             : line);
    return true;
}

bool kiosk_script_run(kiosk_script *script, const char *path)
{
    FILE *file = fopen(path, "r");

    script->path = path;
    script->line = 0;
    if (!file) {
        kiosk_app_complain(KIOSK_APP_FILE_UNREADABLE, script->language, path, strerror(errno),
                           NULL);
        script->failed = true;
        return false;
    }
    while (!script->failed && !script->stopped && run_next(script, file))
        continue;
    if (ferror(file)) { /* a folder opens like a file */
        kiosk_app_complain(KIOSK_APP_FILE_UNREADABLE, script->language, path, strerror(errno),
                           NULL);
        script->failed = true;
    }
    fclose(file);
    return !script->failed;
}
