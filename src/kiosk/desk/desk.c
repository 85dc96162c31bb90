/*
 * kiosk/desk/desk.c: the desk opened and closed; which room does a job.
 */
#include "kiosk/desk/desk.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "kiosk/desk/desk_private.h"
#include "kiosk/flow/text.h"
#include "store/files.h"
#include "store/problem.h"

enum { DRAFT_ADDED_BYTES = 1 };

int64_t desk_now_ms(const kiosk_desk *desk)
{
    struct timespec now;

    if (desk->clock != NULL)
        return desk->clock(desk->clock_context);
    if (clock_gettime(CLOCK_REALTIME, &now) != 0)
        return 0;
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

kiosk_job_end desk_fail(kiosk_job *job, board_error error, const char *detail)
{
    if (detail != NULL)
        store_fail(&job->trouble, error, detail);
    else
        board_problem_set(&job->problem, error, NULL, 0);
    return KIOSK_END_FAILED;
}

/* Opening. */

static char *copy_of(const char *text)
{
    return text != NULL ? store_path_with(text, "") : NULL;
}

/* A name in the folder in which the path stands; the caller frees. */
static char *path_beside(const char *path, const char *name)
{
    const char *slash = strrchr(path, '/');
    const size_t folder = slash != NULL ? (size_t)(slash - path) + 1 : 0;
    char *beside = malloc(folder + strlen(name) + 1);

    if (beside != NULL) {
        memcpy(beside, path, folder);
        memcpy(beside + folder, name, strlen(name) + 1);
    }
    return beside;
}

static bool name_files(kiosk_desk *desk, const kiosk_desk_options *options)
{
    desk->path = copy_of(options->journal);
    desk->key = copy_of(options->key);
    desk->cases = copy_of(options->cases);
    desk->own =
        options->own != NULL ? copy_of(options->own) : store_path_with(options->journal, ".cases");
    desk->exchange = options->exchange != NULL ? copy_of(options->exchange)
                                               : store_path_with(options->journal, ".files");
    desk->backlight = copy_of(options->backlight);
    desk->media = copy_of(options->media);
    desk->training_path = path_beside(options->journal, "training.db");
    desk->draft = store_path_with(options->journal, ".draft");
    desk->settings = store_path_with(options->journal, ".settings");
    desk->pins = store_path_with(options->journal, ".pins");
    return desk->path != NULL && desk->own != NULL && desk->exchange != NULL &&
           desk->training_path != NULL && desk->draft != NULL && desk->settings != NULL &&
           desk->pins != NULL && (desk->key != NULL) == (options->key != NULL) &&
           (desk->cases != NULL) == (options->cases != NULL) &&
           (desk->backlight != NULL) == (options->backlight != NULL) &&
           (desk->media != NULL) == (options->media != NULL);
}

board_error desk_open_journal(kiosk_desk *desk, store_problem *problem)
{
    const store_options options = {
        .key_path = desk->key, .clock = desk->clock, .clock_context = desk->clock_context};

    store_fold_free(&desk->fold);
    store_close(desk->journal);
    desk->journal = NULL;
    board_error error = store_open(desk->path, &options, &desk->journal, problem);
    return error == BOARD_OK ? store_fold_on(desk->journal, &desk->fold, problem) : error;
}

board_error kiosk_desk_open(const kiosk_desk_options *options, kiosk_desk **desk,
                            store_problem *problem)
{
    *desk = NULL;
    if (sodium_init() < 0)
        return store_fail(problem, BOARD_ERROR_STORE_OPEN, "libsodium");
    kiosk_desk *opened = calloc(1, sizeof *opened);
    if (opened == NULL)
        return store_fail(problem, BOARD_ERROR_NO_MEMORY, NULL);
    opened->clock = options->clock;
    opened->clock_context = options->clock_context;
    board_error error = BOARD_OK;
    if (!name_files(opened, options))
        error = store_fail(problem, BOARD_ERROR_NO_MEMORY, NULL);
    if (error == BOARD_OK)
        error = desk_open_journal(opened, problem);
    if (error == BOARD_OK)
        *desk = opened;
    else
        kiosk_desk_close(opened);
    return error;
}

void kiosk_desk_close(kiosk_desk *desk)
{
    if (desk == NULL)
        return;
    store_fold_free(&desk->fold);
    store_close(desk->journal);
    store_close(desk->training);
    free(desk->own);
    free(desk->exchange);
    free(desk->backlight);
    free(desk->media);
    free(desk->training_path);
    free(desk->path);
    free(desk->key);
    free(desk->draft);
    free(desk->settings);
    free(desk->pins);
    free(desk->cases);
    free(desk);
}

/* A line that was torn is cut off, so that the next one does not continue it. */
static board_error restore_draft(kiosk_desk *desk, kiosk_state *state, kiosk_replayed *replayed,
                                 store_problem *problem)
{
    char *text = NULL;
    size_t length = 0;
    board_error error = desk_file_read(desk->draft, KIOSK_DRAFT_MAX, &text, &length, problem);

    if (error == BOARD_OK)
        kiosk_draft_replay(state, text, length, replayed);
    if (error == BOARD_OK && replayed->torn) {
        while (length > 0 && text[length - 1] != '\n')
            length--;
        error = desk_file_cut(desk->draft, length, problem);
    }
    free(text);
    return error;
}

board_error kiosk_desk_restore(kiosk_desk *desk, kiosk_state *state, kiosk_replayed *replayed,
                               store_problem *problem)
{
    char *text = NULL;
    size_t length = 0;
    board_error error = desk_file_read(desk->settings, KIOSK_DRAFT_MAX, &text, &length, problem);

    kiosk_text_copy(state->stick.places.media, sizeof state->stick.places.media, desk->media);
    kiosk_text_copy(state->stick.places.journal, sizeof state->stick.places.journal, desk->path);
    *replayed = (kiosk_replayed){0};
    if (error == BOARD_OK)
        kiosk_settings_replay(state, text, length, replayed);
    free(text);
    const board_error draft = restore_draft(desk, state, replayed, problem);
    return error != BOARD_OK ? error : draft;
}

/* Jobs of one file. */

static kiosk_job_end keep(kiosk_desk *desk, kiosk_job *job)
{
    char line[KIOSK_COMMAND_LINE_BYTES];

    kiosk_command_write(&job->command, line);
    return desk_file_add_line(desk->draft, line, &job->trouble) == BOARD_OK ? KIOSK_END_DONE
                                                                            : KIOSK_END_FAILED;
}

static kiosk_job_end keep_settings(kiosk_desk *desk, kiosk_job *job)
{
    char text[KIOSK_SETTINGS_MAX * (KIOSK_COMMAND_LINE_BYTES + DRAFT_ADDED_BYTES)];
    size_t used = 0;

    for (size_t i = 0; i < job->setting_count; i++) {
        char line[KIOSK_COMMAND_LINE_BYTES];
        const size_t length = strlen(kiosk_command_write(&job->settings[i], line));
        memcpy(text + used, line, length);
        used += length;
        text[used++] = '\n';
    }
    return store_write_file(desk->settings, text, used, &job->trouble) == BOARD_OK
               ? KIOSK_END_DONE
               : KIOSK_END_FAILED;
}

static kiosk_job_end set_pin(kiosk_desk *desk, kiosk_job *job)
{
    if (desk_has_pin(desk, job->arbiter))
        return KIOSK_END_PIN_THERE;
    return desk_set_pin(desk, job->arbiter, job->pin, &job->trouble) == BOARD_OK ? KIOSK_END_DONE
                                                                                 : KIOSK_END_FAILED;
}

static kiosk_job_end perform(kiosk_desk *desk, kiosk_job *job)
{
    switch (job->kind) {
    case KIOSK_JOB_HALL:
        return desk_read_hall(desk, job);
    case KIOSK_JOB_GAME:
        return desk_read_game(desk, job);
    case KIOSK_JOB_CASES:
        return desk_list_cases(desk, job);
    case KIOSK_JOB_CASE:
        return desk_read_case(desk, job);
    case KIOSK_JOB_CHECK:
        return desk_check(desk, job);
    case KIOSK_JOB_SIGN:
        return desk_sign(desk, job);
    case KIOSK_JOB_PIN:
        return set_pin(desk, job);
    case KIOSK_JOB_DUTY:
        return desk_check_duty(desk, job);
    case KIOSK_JOB_LOG_CHECK:
        return desk_log_check(desk, job);
    case KIOSK_JOB_LOG:
        return desk_log(desk, job);
    case KIOSK_JOB_EVENT:
        return desk_make_event(desk, job);
    case KIOSK_JOB_LOOK:
    case KIOSK_JOB_LOG_LOOK:
        return desk_look(desk, job);
    case KIOSK_JOB_CODE:
        return desk_write_code(desk, job);
    case KIOSK_JOB_KEEP:
        return keep(desk, job);
    case KIOSK_JOB_FORGET:
        return desk_file_cut(desk->draft, 0, &job->trouble) == BOARD_OK ? KIOSK_END_DONE
                                                                        : KIOSK_END_FAILED;
    case KIOSK_JOB_SETTINGS:
        return keep_settings(desk, job);
    case KIOSK_JOB_FACTS:
    case KIOSK_JOB_BRIGHTNESS:
    case KIOSK_JOB_PIN_CHANGE:
        return desk_perform_setup(desk, job);
    case KIOSK_JOB_RECORDS:
    case KIOSK_JOB_RECORD_CHOICES:
    case KIOSK_JOB_RECORD:
        return desk_read_records(desk, job);
    case KIOSK_JOB_TABLE_PREVIEW:
        return desk_preview_table(desk, job);
    case KIOSK_JOB_TABLE_LOG:
        return desk_log_table(desk, job);
    default:
        return desk_perform_training(desk, job);
    }
}

void kiosk_desk_perform(kiosk_desk *desk, kiosk_job *job)
{
    job->end = perform(desk, job);
    sodium_memzero(job->pin, sizeof job->pin);
    if (job->setup != NULL)
        sodium_memzero(job->setup->old_pin, sizeof job->setup->old_pin);
}
