/*
 * office/main.c: the program qili-office: starts the event office, or does one thing at its desk.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <ifaddrs.h>
#include <netinet/in.h>
#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "device/config.h"
#include "ledger/phrase.h"
#include "office/reader.h"
#include "office/server.h"
#include "store/files.h"

enum { STATUS_DONE = 0, STATUS_FAILED = 1, STATUS_USAGE = 2 };
enum { PATH_BYTES = 4096, TEXT_BYTES = 4096, PORT_DEFAULT = 8443, PORT_MAX = 65535 };
enum { FILES_WANTED = 4096, LOOPBACK_NET = 127 };

typedef enum program_text {
#define PROGRAM_TEXT(name, chinese, english) PROGRAM_##name,
#include "office/program_texts.def"
#undef PROGRAM_TEXT
    PROGRAM_TEXTS
} program_text;

static const char *const texts[PROGRAM_TEXTS][BOARD_LANGUAGES] = {
#define PROGRAM_TEXT(name, chinese, english) [PROGRAM_##name] = {(chinese), (english)},
#include "office/program_texts.def"
#undef PROGRAM_TEXT
};

typedef struct program {
    board_language language;
    bool language_given;
    char folder[PATH_BYTES];
    char host[SYNC_ADDRESS_BYTES - 16];
    char address[SYNC_ADDRESS_BYTES];
    const char *config; /* file, or NULL: where it usually is */
    device_log_level level;
    long port; /* below 0: not said yet */
    bool loopback;
    int argc; /* operands: the command and its own */
    char **argv;
    office_house office;
} program;

/* Saying. */

static void say(FILE *stream, const program *run, program_text which, const char *one,
                const char *two)
{
    char text[TEXT_BYTES];
    const ledger_field fields[] = {{"1", one}, {"2", two}};
    ledger_phrase phrase = ledger_phrase_begin(text, sizeof text);

    ledger_phrase_fill(&phrase, texts[which][run->language], fields, 2);
    fprintf(stream, "%s\n", text);
    fflush(stream);
}

static int complain(const program *run, program_text which, const char *value)
{
    fprintf(stderr, "%sqili-office: ", device_log_prefix(DEVICE_LOG_ERROR));
    say(stderr, run, which, value, "");
    return STATUS_USAGE;
}

static int fail(const program *run, const store_problem *problem)
{
    char text[TEXT_BYTES];

    fprintf(stderr, "%sqili-office: %s\n", device_log_prefix(DEVICE_LOG_ERROR),
            store_problem_text(problem, run->language, text, sizeof text));
    return STATUS_FAILED;
}

/* The log: one line each on standard error, with its time where nobody else adds it. */
static void write_line(device_log_level level, const char *line)
{
    time_t now = time(NULL);
    struct tm parts;
    char stamp[32] = "";

    if (!device_log_is_journal() && gmtime_r(&now, &parts) != NULL)
        strftime(stamp, sizeof stamp, "%Y-%m-%dT%H:%M:%SZ ", &parts);
    fprintf(stderr, "%s%s%s\n", device_log_prefix(level), stamp, line);
}

static void write_log(void *context, const char *line)
{
    const program *run = context;

    if (run->level >= DEVICE_LOG_NOTICE)
        write_line(DEVICE_LOG_NOTICE, line);
}

static void write_names(void *context, const char *line)
{
    const program *run = context;

    if (run->level >= DEVICE_LOG_INFO)
        write_line(DEVICE_LOG_INFO, line);
}

/* Options. */

enum {
    OPTION_FOLDER = 256,
    OPTION_PORT,
    OPTION_ADDRESS,
    OPTION_LOOPBACK,
    OPTION_LANG,
    OPTION_CONFIG,
    OPTION_HELP
};

static bool read_port(const char *text, long *port)
{
    char *end = NULL;

    errno = 0;
    *port = strtol(text, &end, 10);
    return errno == 0 && end != text && *end == '\0' && *port >= 0 && *port <= PORT_MAX;
}

/* The status to end with, or -1 to go on. */
static int take_option(program *run, int option)
{
    switch (option) {
    case OPTION_FOLDER:
        snprintf(run->folder, sizeof run->folder, "%s", optarg);
        return -1;
    case OPTION_PORT:
        return read_port(optarg, &run->port) ? -1 : complain(run, PROGRAM_WRONG_NUMBER, optarg);
    case OPTION_ADDRESS:
        snprintf(run->host, sizeof run->host, "%s", optarg);
        return -1;
    case OPTION_LOOPBACK:
        run->loopback = true;
        return -1;
    case OPTION_LANG:
        run->language_given = true;
        run->language = strcmp(optarg, "en") == 0 ? BOARD_ENGLISH : BOARD_CHINESE;
        return -1;
    case OPTION_CONFIG:
        run->config = optarg;
        return -1;
    case OPTION_HELP:
        fputs(texts[PROGRAM_USAGE][run->language], stdout);
        return STATUS_DONE;
    default:
        return complain(run, PROGRAM_WRONG_COMMAND, run->argv[optind - 1]);
    }
}

/* The language first, wherever it stands, so that everything else is said in it. */
static void find_language(program *run)
{
    for (int i = 1; i < run->argc; i++) {
        if (strcmp(run->argv[i], "--lang=en") == 0 ||
            (i > 1 && strcmp(run->argv[i - 1], "--lang") == 0 && strcmp(run->argv[i], "en") == 0))
            run->language = BOARD_ENGLISH;
    }
}

static int read_options(program *run)
{
    static const struct option table[] = {{"folder", required_argument, NULL, OPTION_FOLDER},
                                          {"port", required_argument, NULL, OPTION_PORT},
                                          {"address", required_argument, NULL, OPTION_ADDRESS},
                                          {"loopback", no_argument, NULL, OPTION_LOOPBACK},
                                          {"lang", required_argument, NULL, OPTION_LANG},
                                          {"config", required_argument, NULL, OPTION_CONFIG},
                                          {"help", no_argument, NULL, OPTION_HELP},
                                          {NULL, 0, NULL, 0}};
    int option = 0;
    int status = -1;

    opterr = 0;
    while (status < 0 && (option = getopt_long(run->argc, run->argv, "", table, NULL)) != -1)
        status = take_option(run, option);
    run->argc -= optind;
    run->argv += optind;
    return status;
}

/* The configuration */

static void say_note(void *context, const device_note *note)
{
    const program *run = context;
    const device_log_level level = note->warning ? DEVICE_LOG_WARNING : DEVICE_LOG_ERROR;
    char text[DEVICE_CONFIG_NOTE_BYTES];

    if (level > run->level)
        return;
    fprintf(stderr, "%sqili-office: ", device_log_prefix(level));
    say(stderr, run, PROGRAM_CONFIG, run->config != NULL ? run->config : DEVICE_CONFIG_PATH,
        device_note_text(note, (int)run->language, text));
}

/* What the command line left open. The status to end with, or -1 to go on. */
static int read_configuration(program *run)
{
    const char *path = run->config != NULL ? run->config : DEVICE_CONFIG_PATH;
    device_config config;

    device_config_load(path, run->config != NULL, &config, NULL, NULL);
    run->level = device_config_log_level(&config); /* is known after all was read */
    device_config_load(path, run->config != NULL, &config, say_note, run);
    if (config.wrong[DEVICE_SECTION_OFFICE] > 0 || config.wrong[DEVICE_SECTION_NONE] > 0)
        return DEVICE_EXIT_CONFIG;
    if (!run->language_given && config.office.language == BOARD_ENGLISH)
        run->language = BOARD_ENGLISH;
    if (run->folder[0] == '\0')
        snprintf(run->folder, sizeof run->folder, "%s", config.office.folder);
    if (run->host[0] == '\0')
        snprintf(run->host, sizeof run->host, "%s", config.office.address);
    if (run->port < 0)
        run->port = config.office.port != DEVICE_NOT_GIVEN ? config.office.port : PORT_DEFAULT;
    run->loopback = run->loopback || config.office.loopback == 1;
    return -1;
}

/* --folder, or the place where the state of programs is kept. */
static bool find_folder(program *run)
{
    const char *state = getenv("XDG_STATE_HOME");
    const char *home = getenv("HOME");

    if (run->folder[0] != '\0')
        return true;
    if (state != NULL && state[0] == '/')
        snprintf(run->folder, sizeof run->folder, "%s/qili/office", state);
    else if (home != NULL && home[0] == '/')
        snprintf(run->folder, sizeof run->folder, "%s/.local/state/qili/office", home);
    return run->folder[0] != '\0';
}

/* This machine's first address on a network; "127.0.0.1" if it has none. */
static void find_host(program *run)
{
    struct ifaddrs *list = NULL;

    if (run->host[0] != '\0')
        return;
    snprintf(run->host, sizeof run->host, "127.0.0.1");
    if (run->loopback || getifaddrs(&list) != 0)
        return;
    for (const struct ifaddrs *at = list; at != NULL; at = at->ifa_next) {
        if (at->ifa_addr == NULL || at->ifa_addr->sa_family != AF_INET)
            continue;
        const struct sockaddr_in *address = (const void *)at->ifa_addr;
        if (ntohl(address->sin_addr.s_addr) >> 24 == LOOPBACK_NET)
            continue;
        inet_ntop(AF_INET, &address->sin_addr, run->host, sizeof run->host);
        break;
    }
    freeifaddrs(list);
}

/* The house. */

static int open_house(program *run, bool *first)
{
    const office_options options = {.folder = run->folder,
                                    .address = run->address,
                                    .log = write_log,
                                    .log_names = write_names,
                                    .log_context = run};
    store_problem problem;

    if (!find_folder(run))
        return complain(run, PROGRAM_NO_FOLDER, "");
    find_host(run);
    snprintf(run->address, sizeof run->address, "%s:%ld", run->host, run->port);
    return office_open(&options, &run->office, first, &problem) == BOARD_OK ? -1
                                                                            : fail(run, &problem);
}

static char *login_link(const program *run, const char *token, char link[TEXT_BYTES])
{
    snprintf(link, TEXT_BYTES, "https://%s/#token=%s", run->office.address, token);
    return link;
}

/* The chief arbiter's link goes to a terminal, else to a private file: never into a log. */
static void hand_out_link(const program *run, const char *token)
{
    char link[TEXT_BYTES];
    char *path = store_path_with(run->folder, "/login.txt");
    int file = -1;

    login_link(run, token, link);
    if (isatty(STDOUT_FILENO)) {
        say(stdout, run, PROGRAM_LOGIN, link, "");
    } else if (path != NULL) {
        file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
        if (file >= 0 && fchmod(file, 0600) == 0 && store_write_bytes(file, link, strlen(link)) &&
            store_write_bytes(file, "\n", 1))
            say(stdout, run, PROGRAM_LOGIN_FILE, path, "");
        if (file >= 0)
            close(file);
    }
    sodium_memzero(link, sizeof link);
    free(path);
}

/* Nobody can log in yet: makes the chief arbiter. */
static int make_chief(program *run)
{
    office_person chief = {.key = "chief", .role = LEDGER_CHIEF_ARBITER};
    char token[SYNC_TOKEN_BYTES];
    store_problem problem;

    ledger_copy(chief.name, sizeof chief.name, texts[PROGRAM_CHIEF][run->language]);
    if (office_add_person(&run->office, &chief, chief.key, token, &problem) != BOARD_OK)
        return fail(run, &problem);
    hand_out_link(run, token);
    sodium_memzero(token, sizeof token);
    return -1;
}

/* A descriptor that becomes readable when the program is asked to end. */
static int watch_signals(void)
{
    sigset_t asked;

    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN); /* a file that may not grow: the write fails, and that is told */
    sigemptyset(&asked);
    sigaddset(&asked, SIGTERM);
    sigaddset(&asked, SIGINT);
    sigaddset(&asked, SIGHUP);
    sigprocmask(SIG_BLOCK, &asked, NULL);
    return signalfd(-1, &asked, SFD_CLOEXEC);
}

static void want_many_files(void)
{
    struct rlimit limit;

    if (getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < FILES_WANTED) {
        limit.rlim_cur = limit.rlim_max < FILES_WANTED ? limit.rlim_max : FILES_WANTED;
        setrlimit(RLIMIT_NOFILE, &limit);
    }
}

static int serve(program *run, bool first)
{
    const office_server_options options = {
        .port = (uint16_t)run->port, .loopback = run->loopback, .program = "/proc/self/exe"};
    office_server *server = NULL;
    store_problem problem;
    int stop = watch_signals();

    want_many_files();
    if (office_server_start(&run->office, &options, &server, &problem) != BOARD_OK)
        return fail(run, &problem);
    snprintf(run->office.address, sizeof run->office.address, "%s:%u", run->host,
             (unsigned)office_server_port(server));
    int status = first ? make_chief(run) : -1;
    if (status < 0) {
        say(stdout, run, PROGRAM_FINGERPRINT, run->office.certificate.fingerprint, "");
        say(stdout, run, PROGRAM_READY, run->office.address, "");
        device_service_ready();
        device_service_status(run->office.address);
        office_server_run(server, stop, -1);
        device_service_stopping();
        say(stdout, run, PROGRAM_STOPPED, "", "");
        status = STATUS_DONE;
    }
    office_server_stop(server);
    return status;
}

/* Commands at the desk; a running office takes notice with its next request. */

static int invite(program *run)
{
    sync_invitation invitation = {.pinned = true};
    char minutes[16];
    char text[SYNC_INVITATION_BYTES];

    memcpy(invitation.address, run->address, sizeof invitation.address);
    memcpy(invitation.pin, run->office.certificate.pin, sizeof invitation.pin);
    sync_code_make(invitation.code);
    board_error error =
        office_desk_open_code(run->office.desk, invitation.code, office_now(&run->office));
    if (error != BOARD_OK)
        return fail(run, &(store_problem){.error = error});
    snprintf(minutes, sizeof minutes, "%d", OFFICE_CODE_MINUTES);
    say(stdout, run, PROGRAM_INVITATION, minutes, sync_invitation_write(&invitation, text));
    invitation.pinned = false;
    say(stdout, run, PROGRAM_INVITATION_TYPED, sync_invitation_write(&invitation, text), "");
    return STATUS_DONE;
}

static int add_person(program *run)
{
    office_person person = {.key = ""};
    char token[SYNC_TOKEN_BYTES];
    char link[TEXT_BYTES];
    store_problem problem;

    if (run->argc != 4 || !ledger_copy(person.key, sizeof person.key, run->argv[1]) ||
        !ledger_copy(person.name, sizeof person.name, run->argv[2]) ||
        (person.role = ledger_role_of(run->argv[3])) == LEDGER_NO_ROLE)
        return complain(run, PROGRAM_WRONG_PERSON, "");
    if (office_add_person(&run->office, &person, person.key, token, &problem) != BOARD_OK)
        return fail(run, &problem);
    say(stdout, run, PROGRAM_TOKEN, person.name, login_link(run, token, link));
    sodium_memzero(link, sizeof link);
    return STATUS_DONE;
}

typedef struct device_search {
    const program *run;
    const char *begin;
    char device[STORE_DEVICE_BYTES];
    size_t found;
} device_search;

static bool match_device(void *context, const office_device *device)
{
    device_search *search = context;

    if (strncmp(device->device, search->begin, strlen(search->begin)) == 0) {
        memcpy(search->device, device->device, sizeof search->device);
        search->found++;
    }
    return true;
}

static int revoke(program *run)
{
    device_search search = {.begin = run->argc == 2 ? run->argv[1] : ""};

    office_desk_visit_devices(run->office.desk, match_device, &search);
    if (search.begin[0] == '\0' || search.found != 1)
        return complain(run, PROGRAM_NO_DEVICE, search.begin);
    board_error error = office_desk_revoke(run->office.desk, search.device);
    if (error != BOARD_OK)
        return fail(run, &(store_problem){.error = error});
    say(stdout, run, PROGRAM_REVOKED, search.device, "");
    return STATUS_DONE;
}

static bool list_device(void *context, const office_device *device)
{
    const program *run = context;

    printf("%s  %s%s\n", device->device, device->name,
           device->revoked ? texts[PROGRAM_DEVICE_REVOKED][run->language] : "");
    return true;
}

static int list_devices(program *run)
{
    office_desk_visit_devices(run->office.desk, list_device, run);
    return STATUS_DONE;
}

static int run_command(program *run, bool first)
{
    static const struct {
        const char *name;
        int (*run)(program *run);
    } commands[] = {
        {"invite", invite}, {"person", add_person}, {"revoke", revoke}, {"devices", list_devices}};

    if (run->argc == 0)
        return serve(run, first);
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        if (strcmp(commands[i].name, run->argv[0]) == 0)
            return commands[i].run(run);
    }
    return complain(run, PROGRAM_WRONG_COMMAND, run->argv[0]);
}

int main(int argc, char **argv)
{
    bool first = false;

    if (argc == 2 && strcmp(argv[1], OFFICE_READ_CODE) == 0)
        return office_read_code();
    program *run = calloc(1, sizeof *run);
    if (run == NULL || sodium_init() < 0)
        return STATUS_FAILED;
    run->port = -1;
    run->argc = argc;
    run->argv = argv;
    find_language(run);
    int status = read_options(run);
    if (status < 0)
        status = read_configuration(run);
    if (status < 0)
        status = open_house(run, &first);
    if (status < 0) {
        status = run_command(run, first);
        office_close(&run->office);
    }
    free(run);
    return status;
}
