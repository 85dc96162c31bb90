/* kiosk/desk/stick_games.c: games found on USB sticks, and read. */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "board/fen.h"
#include "board/record.h"
#include "kiosk/desk/desk_private.h"
#include "kiosk/desk/stick.h"
#include "kiosk/flow/text.h"
#include "ledger/phrase.h"
#include "store/problem.h"

enum { MOVE_BYTES = 6 /* "h2e2! " */ };

/* Files. */

static bool has_ending(const char *name, const char *const *endings)
{
    const size_t length = strlen(name);

    for (; *endings != NULL; endings++) {
        const size_t ending = strlen(*endings);
        if (length > ending && strcasecmp(name + length - ending, *endings) == 0)
            return true;
    }
    return false;
}

/* The journal itself, written to the stick as a table: it is none of pairings. */
static bool is_journal(const char *path)
{
    static const char header[] = STORE_CSV_HEADER;
    char begins[sizeof header - 1];
    FILE *file = fopen(path, "rb");

    if (file == NULL)
        return false;
    const bool is = fread(begins, 1, sizeof begins, file) == sizeof begins &&
                    memcmp(begins, header, sizeof begins) == 0;
    fclose(file);
    return is;
}

static void list_folder(kiosk_stick_files *files, const char *folder, size_t name_at,
                        const char *const *endings, int depth)
{
    const struct dirent *entry = NULL;
    char path[KIOSK_STICK_PATH_BYTES];
    struct stat state;
    DIR *open = opendir(folder);

    if (open == NULL)
        return;
    while ((entry = readdir(open)) != NULL) {
        const int length = snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        if (entry->d_name[0] == '.' || length < 0 || (size_t)length >= sizeof path ||
            !kiosk_text_is_sound(entry->d_name, strlen(entry->d_name)) || stat(path, &state) != 0)
            continue;
        if (S_ISDIR(state.st_mode) && depth > 1) {
            list_folder(files, path, name_at, endings, depth - 1);
        } else if (S_ISREG(state.st_mode) && has_ending(entry->d_name, endings) &&
                   !is_journal(path)) {
            files->cut = files->cut || files->count == KIOSK_STICK_FILES_MAX;
            if (files->count == KIOSK_STICK_FILES_MAX)
                break;
            memcpy(files->paths[files->count++], path, sizeof path);
        }
    }
    closedir(open);
}

static int compare_paths(const void *left, const void *right)
{
    return strcasecmp(left, right);
}

kiosk_job_end desk_list_stick(kiosk_job *job)
{
    static const char *const games[] = {".pgn", ".xqf", ".txt",  ".ubb",
                                        ".wxf", ".htm", ".html", NULL};
    static const char *const tables[] = {".csv", ".txt", NULL};
    char sticks[STICKS_MAX][KIOSK_STICK_PATH_BYTES];
    kiosk_stick_files *files = calloc(1, sizeof *files);

    if (files == NULL)
        return desk_fail(job, BOARD_ERROR_NO_MEMORY, NULL);
    files->sticks = stick_find(job->stick->places.media, sticks);
    for (size_t i = 0; i < files->sticks; i++) {
        const size_t before = files->count;
        const char *slash = strrchr(sticks[i], '/');

        /* Where there are several sticks the name begins with the stick's. */
        const size_t name_at =
            files->sticks > 1 ? (size_t)(slash - sticks[i]) + 1 : strlen(sticks[i]) + 1;
        list_folder(files, sticks[i], name_at, job->stick->tables ? tables : games,
                    KIOSK_STICK_DEPTH);
        qsort(files->paths + before, files->count - before, sizeof *files->paths, compare_paths);
        for (size_t k = before; k < files->count; k++)
            files->name_at[k] = name_at;
    }
    job->stick->files = files;
    return KIOSK_END_DONE;
}

char *desk_read_stick_file(kiosk_job *job, size_t most, size_t *length)
{
    const char *path = job->stick->path;
    FILE *file = fopen(path, "rb");
    char *bytes = malloc(most + 1);
    int failure = file == NULL ? errno : 0;

    *length = 0;
    if (file != NULL && bytes != NULL) {
        errno = 0;
        *length = fread(bytes, 1, most + 1, file);
        failure = ferror(file) ? (errno != 0 ? errno : EIO) : 0;
    }
    if (file != NULL)
        fclose(file);
    if (bytes == NULL)
        desk_fail(job, BOARD_ERROR_NO_MEMORY, NULL);
    else if (failure != 0)
        store_fail(&job->trouble, stick_error(failure), strerror(failure));
    else if (*length > most)
        desk_fail(job, BOARD_ERROR_RECORD_INPUT_MAX, NULL);
    else
        return bytes;
    free(bytes);
    return NULL;
}

/* Games. */

typedef struct games_run {
    kiosk_job *job;
    kiosk_stick_games *games;
    size_t at; /* games so far */
    bool taken;
    board_error error;
    board_problem fault; /* of the game, if it has no moves */
} games_run;

static void add_players(const board_record *record, char *name)
{
    const char *red = board_record_tag_text(record, BOARD_TAG_RED);
    const char *black = board_record_tag_text(record, BOARD_TAG_BLACK);
    const char *title = board_record_tag_text(record, BOARD_TAG_TITLE);

    if (red[0] != '\0' || black[0] != '\0') {
        kiosk_text_add(name, KIOSK_LINE_BYTES, red);
        kiosk_text_add(name, KIOSK_LINE_BYTES, " — ");
        kiosk_text_add(name, KIOSK_LINE_BYTES, black);
    } else if (title[0] != '\0')
        kiosk_text_add(name, KIOSK_LINE_BYTES, title);
}

/* "2. 甲 — 乙  30着", and what is wrong in it. */
static void name_game(games_run *run, const board_record *record)
{
    kiosk_stick_games *games = run->games;
    char problem[KIOSK_LINE_BYTES];

    games->cut = games->count == KIOSK_STICK_GAMES_MAX;
    if (games->cut)
        return;
    for (int language = 0; language < BOARD_LANGUAGES; language++) {
        char *name = games->names[games->count][language];

        kiosk_text_add(name, KIOSK_LINE_BYTES, ledger_digits_of(games->count + 1).text);
        kiosk_text_add(name, KIOSK_LINE_BYTES, ". ");
        add_players(record, name);
        kiosk_text_add(name, KIOSK_LINE_BYTES, "  ");
        kiosk_text_add(name, KIOSK_LINE_BYTES, ledger_digits_of(record->count).text);
        kiosk_text_add(name, KIOSK_LINE_BYTES,
                       desk_words_text(WORDS_PLIES, (board_language)language));
        if (record->problem.error != BOARD_OK) {
            board_problem_text(&record->problem, (board_language)language, problem, sizeof problem);
            kiosk_text_add(name, KIOSK_LINE_BYTES, "  ");
            kiosk_text_add(name, KIOSK_LINE_BYTES, problem);
        }
    }
    games->faulty[games->count++] = record->problem.error != BOARD_OK;
}

static void write_move(const board_record_move *move, char **at)
{
    *(*at)++ = (char)('a' + board_file_of(move->move.from));
    *(*at)++ = (char)('0' + board_rank_of(move->move.from));
    *(*at)++ = (char)('a' + board_file_of(move->move.to));
    *(*at)++ = (char)('0' + board_rank_of(move->move.to));
    if (move->stood_illegal)
        *(*at)++ = '!';
}

/* The game as text for the flow; a longer one than a dispute holds is cut, and says so. */
static void take_game(games_run *run, const board_record *record)
{
    kiosk_stick_job *made = run->job->stick;
    const size_t count = record->count < KIOSK_PLIES_MAX ? record->count : KIOSK_PLIES_MAX;
    board_problem problem = record->problem;

    if (count == 0 && problem.error != BOARD_OK) { /* there is nothing before what is wrong */
        run->fault = problem;
        return;
    }
    free(made->moves);
    made->moves = malloc(count * MOVE_BYTES + 1);
    if (made->moves == NULL) {
        run->error = BOARD_ERROR_NO_MEMORY;
        return;
    }
    char *at = made->moves;
    for (size_t i = 0; i < count; i++) {
        if (i > 0)
            *at++ = ' ';
        write_move(&record->moves[i], &at);
    }
    *at = '\0';
    made->count = count;
    board_fen_write(&record->start, made->fen);
    if (count < record->count)
        board_problem_set(&problem, BOARD_ERROR_RECORD_PLIES, NULL, 0);
    for (int language = 0; problem.error != BOARD_OK && language < BOARD_LANGUAGES; language++)
        board_problem_text(&problem, (board_language)language, made->fault[language],
                           sizeof made->fault[language]);
    run->taken = true;
}

static bool take_record(void *context, board_record *record)
{
    games_run *run = context;
    const int32_t which = run->job->stick->which;

    name_game(run, record);
    if (which < 0 ? run->at == 0 : (size_t)which == run->at)
        take_game(run, record);
    run->at++;
    return run->error == BOARD_OK && !run->games->cut && !atomic_load(&run->job->stop);
}

kiosk_job_end desk_read_games(kiosk_job *job)
{
    size_t length = 0;
    games_run run = {.job = job, .error = BOARD_OK};
    char *bytes = desk_read_stick_file(job, BOARD_RECORD_INPUT_MAX, &length);

    if (bytes == NULL)
        return KIOSK_END_FAILED;
    run.games = calloc(1, sizeof *run.games);
    board_error error = run.games == NULL
                            ? board_problem_set(&job->problem, BOARD_ERROR_NO_MEMORY, NULL, 0)
                            : board_records_read(bytes, length, take_record, &run, &job->problem);
    free(bytes);
    job->stick->games = run.games;
    const bool several = run.games != NULL && run.games->count > 1 && job->stick->which < 0;

    if (error == BOARD_OK && run.error != BOARD_OK)
        return desk_fail(job, run.error, NULL);
    if ((run.taken || several) && error != BOARD_ERROR_NO_MEMORY) {
        job->problem = (board_problem){.error = BOARD_OK};
        return KIOSK_END_DONE;
    }
    if (run.fault.error != BOARD_OK)
        job->problem = run.fault;
    else if (error == BOARD_OK)
        return desk_fail(job, BOARD_ERROR_RECORD_EMPTY, NULL);
    return KIOSK_END_FAILED;
}
