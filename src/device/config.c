/* device/config.c: reading the configuration, line by line, through inih. */
#include "device/config.h"

#include <errno.h>
#include <ini.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "device/lines.h"

typedef enum value_kind { NUMBER, CHOICE, PATH, WORD, LINE } value_kind;

typedef struct config_key {
    device_section section;
    const char *name;
    value_kind kind;
    size_t offset; /* in device_config */
    size_t bytes;  /* of a text */
    int least, most;
    const char *choices;
} config_key;

static const config_key keys[] = {
#define MEMBER(member) offsetof(device_config, member)
#define DEVICE_NUMBER(section, name, member, least, most)                                          \
    {DEVICE_SECTION_##section, name, NUMBER, MEMBER(member), 0, least, most, NULL},
#define DEVICE_CHOICE(section, name, member, choices)                                              \
    {DEVICE_SECTION_##section, name, CHOICE, MEMBER(member), 0, 0, 0, choices},
#define DEVICE_PATH(section, name, member)                                                         \
    {DEVICE_SECTION_##section, name, PATH, MEMBER(member), DEVICE_CONFIG_PATH_BYTES, 0, 0, NULL},
#define DEVICE_WORD(section, name, member, bytes)                                                  \
    {DEVICE_SECTION_##section, name, WORD, MEMBER(member), bytes, 0, 0, NULL},
#define DEVICE_LINE(section, name, member)                                                         \
    {DEVICE_SECTION_##section, name, LINE, MEMBER(member), 0, 0, 0, NULL},
#include "device/config_keys.def"
#undef MEMBER
#undef DEVICE_NUMBER
#undef DEVICE_CHOICE
#undef DEVICE_PATH
#undef DEVICE_WORD
#undef DEVICE_LINE
};

enum { KEYS = sizeof keys / sizeof *keys, NO_KEY = -1, DIGITS_MAX = 5 };

static const char *const section_names[DEVICE_SECTION_NONE] = {"kiosk", "office", "gpio", "log"};

typedef struct config_reader {
    device_config *config;
    const char *at, *end; /* what was not read yet */
    size_t line;
    bool seen[KEYS];
    bool wrong;
    device_section section; /* of the line before */
    device_noted noted;
    void *context;
} config_reader;

void device_config_init(device_config *config)
{
    memset(config, 0, sizeof *config);
    device_wiring_init(&config->wiring);
    for (int i = 0; i < KEYS; i++) {
        if (keys[i].kind == CHOICE ||
            (keys[i].kind == NUMBER && keys[i].section != DEVICE_SECTION_GPIO)) {
            int none = DEVICE_NOT_GIVEN;

            memcpy((char *)config + keys[i].offset, &none, sizeof none);
        }
    }
}

static void note(config_reader *reader, bool warning, device_fault fault, const char *token,
                 int key)
{
    device_note made = {.line = reader->line,
                        .warning = warning,
                        .fault = fault,
                        .section = key == NO_KEY ? reader->section : keys[key].section,
                        .key = key};

    snprintf(made.token, sizeof made.token, "%s", token);
    for (char *at = made.token; *at; at++) {
        if ((unsigned char)*at < ' ' || (unsigned char)*at >= 0x7F)
            *at = '?';
    }
    if (!warning) {
        reader->wrong = true;
        reader->config->wrong[made.section]++;
    }
    if (reader->noted)
        reader->noted(reader->context, &made);
}

/* Values */

static bool take_number(const config_key *key, const char *value, void *member)
{
    size_t digits = strspn(value, "0123456789");
    long number = digits >= 1 && digits <= DIGITS_MAX ? strtol(value, NULL, 10) : -1;
    int given = (int)number;

    if (value[digits] != '\0' || number < key->least || number > key->most)
        return false;
    memcpy(member, &given, sizeof given);
    return true;
}

static bool take_choice(const config_key *key, const char *value, void *member)
{
    const char *at = key->choices;
    size_t length = strlen(value);

    for (int i = 0;; i++) {
        size_t one = strcspn(at, "|");

        if (one == length && strncmp(at, value, length) == 0) {
            memcpy(member, &i, sizeof i);
            return true;
        }
        if (at[one] == '\0')
            return false;
        at += one + 1;
    }
}

static bool take_path(const config_key *key, const char *value, char *member)
{
    if (value[0] != '/' || strlen(value) >= key->bytes)
        return false;
    snprintf(member, key->bytes, "%s", value);
    return true;
}

static bool is_word(const char *value, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        if (value[i] <= ' ' || value[i] > '~')
            return false;
    }
    return length > 0;
}

static bool take_word(const config_key *key, const char *value, char *member)
{
    size_t length = strlen(value);

    if (length >= key->bytes || !is_word(value, length))
        return false;
    memcpy(member, value, length + 1);
    return true;
}

/* NAME or NUMBER, then active-low or active-high if it is not as usual. */
static bool take_line(const char *value, device_line *line)
{
    size_t length = strcspn(value, " \t");
    const char *rest = value + length + strspn(value + length, " \t");
    bool digits = strspn(value, "0123456789") == length;
    device_line made = *line;

    if (length >= sizeof made.name || !is_word(value, length))
        return false;
    if (strcmp(rest, "active-low") == 0 || strcmp(rest, "active-high") == 0)
        made.active_low = strcmp(rest, "active-low") == 0;
    else if (*rest)
        return false;
    memcpy(made.name, value, length);
    made.name[length] = '\0';
    if (digits && device_line_number(made.name) < 0)
        return false;
    *line = made;
    return true;
}

static bool take_value(const config_key *key, const char *value, device_config *config)
{
    void *member = (char *)config + key->offset;

    switch (key->kind) {
    case NUMBER:
        return take_number(key, value, member);
    case CHOICE:
        return take_choice(key, value, member);
    case PATH:
        return take_path(key, value, member);
    case WORD:
        return take_word(key, value, member);
    default:
        return take_line(value, member);
    }
}

/* Lines */

static device_section section_of(const char *name)
{
    for (int i = 0; i < DEVICE_SECTION_NONE; i++) {
        if (strcmp(section_names[i], name) == 0)
            return (device_section)i;
    }
    return DEVICE_SECTION_NONE;
}

static int key_of(device_section section, const char *name)
{
    for (int i = 0; i < KEYS; i++) {
        if (keys[i].section == section && strcmp(keys[i].name, name) == 0)
            return i;
    }
    return NO_KEY;
}

/* Does a key that was read already have this line of the chip? Two of them could not both be asked
 * for. */
static bool is_line_given(const config_reader *reader, int key, const char *value)
{
    size_t length = strcspn(value, " \t");

    for (int i = 0; i < KEYS && keys[key].kind == LINE; i++) {
        const device_line *other =
            (const device_line *)(const void *)((const char *)reader->config + keys[i].offset);
        if (i != key && keys[i].kind == LINE && reader->seen[i] && strlen(other->name) == length &&
            memcmp(other->name, value, length) == 0)
            return true;
    }
    return false;
}

/* For inih, with one line read so far for each call. */
static int on_key(void *context, const char *section, const char *name, const char *value)
{
    config_reader *reader = context;
    char both[DEVICE_CONFIG_TOKEN_BYTES * 2];

    reader->section = section_of(section);
    int key = key_of(reader->section, name);
    snprintf(both, sizeof both, "%.60s = %.60s", name, value);
    if (reader->section == DEVICE_SECTION_NONE) {
        note(reader, true, DEVICE_FAULT_CONFIG_SECTION, section, NO_KEY);
    } else if (key == NO_KEY) {
        note(reader, true, DEVICE_FAULT_CONFIG_KEY, name, NO_KEY);
    } else if (reader->seen[key]) {
        note(reader, false, DEVICE_FAULT_CONFIG_TWICE, name, NO_KEY);
    } else {
        bool given = is_line_given(reader, key, value);
        reader->seen[key] = true;
        if (given)
            note(reader, false, DEVICE_FAULT_CONFIG_LINE_TWICE, both, NO_KEY);
        else if (!take_value(&keys[key], value, reader->config))
            note(reader, false, DEVICE_FAULT_CONFIG_VALUE, both, key);
    }
    return 1;
}

/* A line that inih takes: nothing, a comment, a section or something with a sign between. */
static bool is_understood(const char *line, size_t length)
{
    if (length == 0 || line[0] == '#' || line[0] == ';')
        return true;
    if (line[0] == '[')
        return memchr(line, ']', length) != NULL;
    const char *equals = memchr(line, '=', length);
    const char *colon = memchr(line, ':', length);
    return (equals && equals != line) || (colon && colon != line);
}

/* The next line for inih, without blanks before it, which would make it part of the line before. A
 * line that is wrong as a whole is told of, and left out. */
static char *next_line(char *buffer, int room, void *context)
{
    config_reader *reader = context;
    const char *begin = reader->at;

    if (begin == reader->end)
        return NULL;
    const char *end = memchr(begin, '\n', (size_t)(reader->end - begin));
    reader->at = end ? end + 1 : reader->end;
    end = end ? end : reader->end;
    reader->line++;
    while (begin < end && (*begin == ' ' || *begin == '\t'))
        begin++;
    while (begin < end && (end[-1] == ' ' || end[-1] == '\t' || end[-1] == '\r'))
        end--;
    size_t length = (size_t)(end - begin);
    bool comment = length > 0 && (*begin == '#' || *begin == ';');
    buffer[0] = '\0';
    if (length > DEVICE_CONFIG_LINE_MAX || (int)length + 2 > room) {
        if (!comment)
            note(reader, false, DEVICE_FAULT_CONFIG_LONG_LINE, "", NO_KEY);
        length = 0;
    } else if (!is_understood(begin, length)) {
        snprintf(buffer, (size_t)room, "%.*s", (int)length, begin);
        note(reader, false, DEVICE_FAULT_CONFIG_SYNTAX, buffer, NO_KEY);
        length = 0;
    }
    memcpy(buffer, begin, length);
    memcpy(buffer + length, "\n", 2);
    return buffer;
}

bool device_config_read(const char *text, size_t length, device_config *config, device_noted noted,
                        void *context)
{
    static const char mark[] = "\xEF\xBB\xBF";
    config_reader reader = {.config = config,
                            .at = text,
                            .end = text + length,
                            .section = DEVICE_SECTION_NONE,
                            .noted = noted,
                            .context = context};

    if (length > DEVICE_CONFIG_BYTES_MAX) {
        note(&reader, false, DEVICE_FAULT_CONFIG_TOO_LONG, "", NO_KEY);
        return false;
    }
    if (memchr(text, '\0', length)) {
        note(&reader, false, DEVICE_FAULT_CONFIG_NOT_TEXT, "", NO_KEY);
        return false;
    }
    if (length >= sizeof mark - 1 && memcmp(text, mark, sizeof mark - 1) == 0)
        reader.at += sizeof mark - 1;
    if (ini_parse_stream(next_line, &reader, on_key, &reader) < 0) {
        note(&reader, false, DEVICE_FAULT_NO_MEMORY, "", NO_KEY);
        return false;
    }
    if (config->wiring_bias != DEVICE_NOT_GIVEN)
        config->wiring.bias = (device_bias)config->wiring_bias;
    return !reader.wrong;
}

/* All of a file and one byte more than is allowed; *length: how much. NULL: not read, errno. */
static char *read_file(const char *path, size_t *length)
{
    FILE *file = fopen(path, "re");

    if (!file)
        return NULL;
    char *text = malloc(DEVICE_CONFIG_BYTES_MAX + 1);
    bool done = text != NULL;
    int reason = ENOMEM;
    if (text) {
        *length = fread(text, 1, DEVICE_CONFIG_BYTES_MAX + 1, file);
        done = !ferror(file);
        reason = errno;
    }
    fclose(file);
    if (!done) {
        free(text);
        text = NULL;
        errno = reason;
    }
    return text;
}

bool device_config_load(const char *path, bool needed, device_config *config, device_noted noted,
                        void *context)
{
    config_reader reader = {
        .config = config, .section = DEVICE_SECTION_NONE, .noted = noted, .context = context};
    size_t length = 0;

    device_config_init(config);
    char *text = read_file(path, &length);
    if (!text && errno == ENOENT && !needed)
        return true;
    if (!text) {
        note(&reader, false, DEVICE_FAULT_CONFIG_UNREADABLE, strerror(errno), NO_KEY);
        return false;
    }
    config->found = true;
    bool good = device_config_read(text, length, config, noted, context);
    free(text);
    return good;
}

/* Words */

/* "light, dark or contrast": choices have no commas of their own. */
static void list_choices(const char *choices, int language, char *buffer, size_t size)
{
    size_t used = 0;

    buffer[0] = '\0';
    for (const char *at = choices; *at && used < size;) {
        size_t one = strcspn(at, "|");
        bool first = at == choices;
        bool last = at[one] == '\0';
        const char *between =
            language == DEVICE_ENGLISH ? (last ? " or " : ", ") : (last ? " 或 " : "、");

        used += (size_t)snprintf(buffer + used, size - used, "%s%.*s", first ? "" : between,
                                 (int)one, at);
        at += one + (last ? 0 : 1);
    }
}

static void write_expected(const config_key *key, int language, char *buffer, size_t size)
{
    static const char *const texts[][DEVICE_LANGUAGES] = {
        [PATH] = {"以 / 开头的路径", "a path that begins with /"},
        [WORD] = {"不含空格的 ASCII 文字", "ASCII without blanks"},
        [LINE] = {
            "线的名称或编号（0 至 1023），其后可写 active-low 或 active-high",
            "a line's name or number (0 to 1023), then active-low or active-high if need be"}};

    if (key->kind == CHOICE)
        list_choices(key->choices, language, buffer, size);
    else if (key->kind == NUMBER && language == DEVICE_ENGLISH)
        snprintf(buffer, size, "a whole number from %d to %d", key->least, key->most);
    else if (key->kind == NUMBER)
        snprintf(buffer, size, "%d 至 %d 的整数", key->least, key->most);
    else
        snprintf(buffer, size, "%s", texts[key->kind][language]);
}

char *device_note_text(const device_note *note, int language, char buffer[DEVICE_CONFIG_NOTE_BYTES])
{
    bool english = language == DEVICE_ENGLISH;
    char where[48] = "", expected[256] = "";

    language = english ? DEVICE_ENGLISH : DEVICE_CHINESE;
    if (note->line > 0)
        snprintf(where, sizeof where, english ? "line %zu: " : "第 %zu 行：", note->line);
    if (note->key >= 0)
        write_expected(&keys[note->key], language, expected, sizeof expected);
    snprintf(buffer, DEVICE_CONFIG_NOTE_BYTES, "%s%s%s%s%s%s", where, note->token,
             note->token[0] ? (english ? ": " : "：") : "",
             device_fault_text(note->fault, language),
             expected[0] ? (english ? ": expected " : "：应为 ") : "", expected);
    return buffer;
}

device_log_level device_config_log_level(const device_config *config)
{
    return config->log_level == DEVICE_NOT_GIVEN ? DEVICE_LOG_NOTICE
                                                 : (device_log_level)config->log_level;
}
