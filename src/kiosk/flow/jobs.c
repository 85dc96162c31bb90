/*
 * kiosk/flow/jobs.c: jobs made of what the flow wants, and their answers taken in.
 */
#include <stdlib.h>
#include <string.h>

#include "kiosk/flow/draft.h"
#include "kiosk/flow/state_private.h"
#include "kiosk/flow/text.h"

/* Making. */

typedef enum made { MADE, NOT_WANTED, NO_MEMORY } made;

static made make_judging(const kiosk_state *state, const kiosk_wanted *wanted, kiosk_job *job)
{
    const kiosk_dispute *dispute = kiosk_dispute_at((kiosk_state *)state, wanted->dispute);
    kiosk_hearing hearing;

    const bool comparing = wanted->kind == KIOSK_JOB_COMPARE;
    if (dispute == NULL || !dispute->open || !kiosk_hearing_of(dispute, &hearing) ||
        wanted->generation != (comparing ? dispute->compared_generation : dispute->generation))
        return NOT_WANTED;
    job->generation = wanted->generation;
    job->start = hearing.dispute.start;
    job->played_count = hearing.dispute.count;
    job->after_order = dispute->after_order;
    kiosk_text_copy(job->edition, sizeof job->edition,
                    comparing ? dispute->compared_edition : dispute->entered.edition);
    job->played = calloc(hearing.dispute.count + 1, sizeof *job->played);
    if (job->played == NULL)
        return NO_MEMORY;
    memcpy(job->played, hearing.played, hearing.dispute.count * sizeof *job->played);
    return MADE;
}

/* job->start is the position before the row's move. */
static made make_roots(const kiosk_state *state, const kiosk_wanted *wanted, kiosk_job *job)
{
    kiosk_scene scene;

    if (wanted->dispute != kiosk_heard_index(state) || !kiosk_scene_of(state, &scene) ||
        wanted->generation != kiosk_heard(state)->generation ||
        scene.row != (size_t)wanted->command.numbers[0] ||
        scene.reason != (size_t)wanted->command.numbers[1])
        return NOT_WANTED;
    job->generation = wanted->generation;
    job->start = scene.before;
    job->row = scene.row;
    job->reason = scene.reason;
    kiosk_text_copy(job->edition, sizeof job->edition, kiosk_heard(state)->entered.edition);
    job->finding = malloc(sizeof *job->finding);
    if (job->finding == NULL)
        return NO_MEMORY;
    *job->finding = *scene.finding;
    return MADE;
}

static bool make_entries(kiosk_job *job)
{
    job->entry = calloc(1, sizeof *job->entry);
    if (job->entry == NULL)
        return false;
    job->second = calloc(1, sizeof *job->second);
    return job->second != NULL;
}

static made make_signing(const kiosk_state *state, const kiosk_wanted *wanted, kiosk_job *job)
{
    const int index = state->sign.arbiter;
    const bool chosen =
        state->hall != NULL && index >= 0 && (size_t)index < state->hall->arbiter_count;

    if (!make_entries(job))
        return NO_MEMORY;
    if (!kiosk_entry_to_sign(state, job->entry))
        return NOT_WANTED;
    if (!kiosk_closing_to_sign(state, job->second)) {
        free(job->second);
        job->second = NULL;
    }
    job->keep_id = state->sign.what == KIOSK_SIGN_RULING;
    job->keep_log_id = state->sign.what == KIOSK_SIGN_ENTRY;
    job->dispute = job->keep_id ? wanted->dispute : KIOSK_NO_DISPUTE;
    job->sure = wanted->sure;
    if (chosen) {
        const char *key = state->hall->arbiters[index].key;
        kiosk_text_copy(job->arbiter, sizeof job->arbiter, key);
        ledger_copy(job->entry->arbiter, sizeof job->entry->arbiter, key);
        if (job->second != NULL)
            ledger_copy(job->second->arbiter, sizeof job->second->arbiter, key);
    }
    if (wanted->kind == KIOSK_JOB_SIGN)
        memcpy(job->pin, state->sign.pin, sizeof job->pin);
    return MADE;
}

static made make_log(const kiosk_state *state, kiosk_job *job)
{
    job->entry = calloc(1, sizeof *job->entry);
    if (job->entry == NULL)
        return NO_MEMORY;
    return kiosk_log_make_job(state, job) ? MADE : NOT_WANTED;
}

static made make_pin(const kiosk_state *state, kiosk_job *job)
{
    const int index = state->sign.arbiter;

    if (state->hall == NULL || index < 0 || (size_t)index >= state->hall->arbiter_count)
        return NOT_WANTED;
    const char *other = job->kind == KIOSK_JOB_DUTY ? kiosk_pin_authority(state) : NULL;
    kiosk_text_copy(job->arbiter, sizeof job->arbiter,
                    other != NULL ? other : state->hall->arbiters[index].key);
    memcpy(job->pin, state->sign.pin, sizeof job->pin);
    return MADE;
}

static made make_event(const kiosk_state *state, kiosk_job *job)
{
    if (!make_entries(job))
        return NO_MEMORY;
    ledger_entry_begin(job->entry, LEDGER_EVENT);
    ledger_copy(job->entry->payload.event.name, LEDGER_NAME_BYTES, state->first.event);
    ledger_copy(job->entry->payload.event.edition, JUDGE_EDITION_NAME_BYTES, kiosk_edition(state));
    ledger_entry_begin(job->second, LEDGER_ARBITER);
    ledger_copy(job->second->payload.arbiter.key, LEDGER_KEY_BYTES, "1");
    ledger_copy(job->second->payload.arbiter.name, LEDGER_NAME_BYTES, state->first.arbiter);
    job->second->payload.arbiter.role = LEDGER_ORGANISER;
    memcpy(job->pin, state->sign.pin, sizeof job->pin);
    return MADE;
}

static made make_look(const kiosk_state *state, const kiosk_wanted *wanted, kiosk_job *job)
{
    const kiosk_dispute *dispute = &state->disputes[wanted->dispute];

    if (!dispute->open || dispute->id[0] == '\0')
        return NOT_WANTED;
    kiosk_text_copy(job->id, sizeof job->id, dispute->id);
    return MADE;
}

static made make_training(const kiosk_state *state, const kiosk_wanted *wanted, kiosk_job *job)
{
    job->training = calloc(1, sizeof *job->training);
    if (job->training == NULL)
        return NO_MEMORY;
    if (!kiosk_training_fill(state, wanted, job))
        return NOT_WANTED;
    return MADE;
}

static made make_setup(const kiosk_state *state, kiosk_job *job)
{
    job->setup = calloc(1, sizeof *job->setup);
    if (job->setup == NULL)
        return NO_MEMORY;
    return kiosk_setup_fill(state, job) ? MADE : NOT_WANTED;
}

static made make_records(const kiosk_state *state, const kiosk_wanted *wanted, kiosk_job *job)
{
    job->records = calloc(1, sizeof *job->records);
    if (job->records == NULL)
        return NO_MEMORY;
    return kiosk_records_fill(state, wanted, job) ? MADE : NOT_WANTED;
}

static made make_stick(const kiosk_state *state, const kiosk_wanted *wanted, kiosk_job *job)
{
    job->stick = calloc(1, sizeof *job->stick);
    if (job->stick == NULL)
        return NO_MEMORY;
    return kiosk_stick_fill(state, wanted, job) ? MADE : NOT_WANTED;
}

static made fill_job(const kiosk_state *state, const kiosk_wanted *wanted, kiosk_job *job)
{
    const int32_t *numbers = wanted->command.numbers;

    job->dispute = wanted->dispute;
    switch (wanted->kind) {
    case KIOSK_JOB_HALL:
        job->round = (uint16_t)numbers[0];
        return MADE;
    case KIOSK_JOB_GAME:
        job->game =
            (ledger_game_key){(uint16_t)numbers[0], (uint16_t)numbers[1], (uint16_t)numbers[2]};
        return MADE;
    case KIOSK_JOB_CASE:
        return kiosk_text_copy(job->case_id, sizeof job->case_id, wanted->command.text)
                   ? MADE
                   : NOT_WANTED;
    case KIOSK_JOB_JUDGE:
    case KIOSK_JOB_COMPARE:
        return make_judging(state, wanted, job);
    case KIOSK_JOB_ROOTS:
        return make_roots(state, wanted, job);
    case KIOSK_JOB_CHECK:
    case KIOSK_JOB_SIGN:
        return make_signing(state, wanted, job);
    case KIOSK_JOB_PIN:
    case KIOSK_JOB_DUTY:
        return make_pin(state, job);
    case KIOSK_JOB_LOG:
    case KIOSK_JOB_LOG_CHECK:
    case KIOSK_JOB_LOG_LOOK:
        job->sure = wanted->sure;
        return make_log(state, job);
    case KIOSK_JOB_EVENT:
        return make_event(state, job);
    case KIOSK_JOB_LOOK:
        return make_look(state, wanted, job);
    case KIOSK_JOB_CODE:
        return kiosk_code_make_job(state, job) ? MADE : NOT_WANTED;
    case KIOSK_JOB_KEEP:
        job->command = wanted->command;
        return MADE;
    case KIOSK_JOB_SETTINGS:
        job->setting_count = kiosk_settings_commands(&state->settings, job->settings);
        return MADE;
    case KIOSK_JOB_FACTS:
    case KIOSK_JOB_BRIGHTNESS:
    case KIOSK_JOB_PIN_CHANGE:
    case KIOSK_JOB_VERIFY:
        return make_setup(state, job);
    case KIOSK_JOB_RECORDS:
    case KIOSK_JOB_RECORD_CHOICES:
    case KIOSK_JOB_RECORD:
        return make_records(state, wanted, job);
    case KIOSK_JOB_STICK_FILES:
    case KIOSK_JOB_STICK_GAME:
    case KIOSK_JOB_STICK_EXPORT:
    case KIOSK_JOB_STICK_TABLE:
    case KIOSK_JOB_TABLE_PREVIEW:
    case KIOSK_JOB_TABLE_LOG:
        return make_stick(state, wanted, job);
    default:
        return kiosk_job_is_training(wanted->kind) ? make_training(state, wanted, job) : MADE;
    }
}

static void forget_first(kiosk_state *state)
{
    state->wanted_count--;
    memmove(state->wanted, state->wanted + 1, state->wanted_count * sizeof *state->wanted);
}

kiosk_job *kiosk_take_job(kiosk_state *state)
{
    while (state->wanted_count > 0) {
        const kiosk_wanted wanted = state->wanted[0];
        kiosk_job *job = kiosk_job_new(wanted.kind);
        const made how = job != NULL ? fill_job(state, &wanted, job) : NO_MEMORY;
        if (how == MADE) {
            forget_first(state);
            return job;
        }
        kiosk_job_free(job);
        if (how == NO_MEMORY) {
            kiosk_refuse(state, KIOSK_SAY_NO_MEMORY);
            state->revision++;
            return NULL;
        }
        forget_first(state);
    }
    return NULL;
}

/* Taking in. */

void kiosk_tell_trouble(kiosk_state *state, const kiosk_job *job)
{
    kiosk_value value = {0};

    for (int language = 0; language < BOARD_LANGUAGES; language++) {
        if (job->problem.error != BOARD_OK)
            board_problem_text(&job->problem, (board_language)language, value.text[language],
                               sizeof value.text[language]);
        else
            store_problem_text(&job->trouble, (board_language)language, value.text[language],
                               sizeof value.text[language]);
    }
    kiosk_tell(state, KIOSK_SAY_TROUBLE, &value, true);
    state->say_stays = true;
}

/* The arbiter that was chosen to sign is the same one in the new list. */
static void keep_arbiter(kiosk_state *state, const kiosk_hall *fresh)
{
    const int index = state->sign.arbiter;

    state->sign.arbiter = -1;
    if (state->hall == NULL || index < 0 || (size_t)index >= state->hall->arbiter_count)
        return;
    for (size_t i = 0; i < fresh->arbiter_count; i++) {
        if (strcmp(fresh->arbiters[i].key, state->hall->arbiters[index].key) == 0)
            state->sign.arbiter = (int)i;
    }
}

static void receive_hall(kiosk_state *state, kiosk_job *job)
{
    state->hall_busy = false;
    if (job->hall == NULL) {
        kiosk_tell_trouble(state, job);
        return;
    }
    keep_arbiter(state, job->hall);
    free(state->hall);
    state->hall = job->hall;
    job->hall = NULL;
    kiosk_decided_hall(state);
    if (!state->hall->event_set && state->screen == KIOSK_SCREEN_HALL) {
        state->sign = (kiosk_sign){.arbiter = -1, .stage = KIOSK_PIN_NEW};
        kiosk_show(state, KIOSK_SCREEN_START);
    } else if (state->hall->event_set && state->screen == KIOSK_SCREEN_START)
        kiosk_show(state, KIOSK_SCREEN_HALL);
}

static void receive_game(kiosk_state *state, kiosk_job *job)
{
    state->game_busy = false;
    if (job->full == NULL) {
        kiosk_tell_trouble(state, job);
        return;
    }
    if (!ledger_game_equal(job->game, state->game_key))
        return;
    free(state->game);
    state->game = job->full;
    job->full = NULL;
    kiosk_decided_game(state);
    kiosk_log_game_read(state);
}

static void receive_cases(kiosk_state *state, kiosk_job *job)
{
    state->cases_busy = false;
    if (job->cases == NULL) {
        kiosk_tell_trouble(state, job);
        return;
    }
    free(state->cases);
    state->cases = job->cases;
    job->cases = NULL;
}

static void receive_case(kiosk_state *state, kiosk_job *job)
{
    if (state->screen != KIOSK_SCREEN_POSITION || state->current != job->dispute)
        return;
    if (job->end != KIOSK_END_DONE) {
        kiosk_refuse(state, KIOSK_SAY_CASE_MISSING);
        return;
    }
    kiosk_command fen = kiosk_command_of_text(KIOSK_COMMAND_FEN, job->fen);
    const kiosk_command none = kiosk_command_of(KIOSK_COMMAND_CUT, 0, 0);
    fen.numbers[0] = 1;
    if (kiosk_current(state)->entered.count > 0)
        kiosk_enter(state, &none);
    if (kiosk_enter(state, &fen) && job->moves != NULL)
        kiosk_enter_moves(state, job->moves);
}

static void receive_roots(kiosk_state *state, const kiosk_job *job)
{
    kiosk_evidence *evidence = &state->evidence;
    const kiosk_dispute *dispute = kiosk_heard(state);

    if (dispute == NULL || job->end != KIOSK_END_DONE || job->generation != dispute->generation ||
        evidence->row != (int)job->row || evidence->reason != job->reason)
        return;
    evidence->roots_known = true;
    evidence->root_count = job->root_count;
    memcpy(evidence->roots, job->roots, sizeof evidence->roots);
}

static void receive_look(kiosk_state *state, const kiosk_job *job)
{
    if (job->dispute < 0 || job->dispute >= KIOSK_DISPUTES_MAX || !job->found)
        return;
    kiosk_dispute *dispute = &state->disputes[job->dispute];
    if (!dispute->open || strcmp(dispute->id, job->id) != 0)
        return;
    dispute->is_signed = true;
    dispute->number = job->number;
    dispute->signed_ms = job->time_ms;
    if (state->current != job->dispute)
        return;
    kiosk_show(state, KIOSK_SCREEN_ANNOUNCE);
    kiosk_tell(state, KIOSK_SAY_SIGNED_BEFORE, NULL, false);
}

static void take_in(kiosk_state *state, kiosk_job *job)
{
    switch (job->kind) {
    case KIOSK_JOB_HALL:
        receive_hall(state, job);
        break;
    case KIOSK_JOB_GAME:
        receive_game(state, job);
        break;
    case KIOSK_JOB_CASES:
        receive_cases(state, job);
        break;
    case KIOSK_JOB_CASE:
        receive_case(state, job);
        break;
    case KIOSK_JOB_JUDGE:
    case KIOSK_JOB_COMPARE:
        kiosk_receive_judgment(state, job);
        kiosk_records_judged(state, job->dispute);
        break;
    case KIOSK_JOB_ROOTS:
        receive_roots(state, job);
        break;
    case KIOSK_JOB_CHECK:
        if (state->screen == KIOSK_SCREEN_SIGN)
            state->told = job->told;
        break;
    case KIOSK_JOB_SIGN:
    case KIOSK_JOB_PIN:
    case KIOSK_JOB_DUTY:
        kiosk_receive_signing(state, job);
        break;
    case KIOSK_JOB_LOG:
    case KIOSK_JOB_LOG_CHECK:
    case KIOSK_JOB_LOG_LOOK:
        kiosk_log_receive(state, job);
        break;
    case KIOSK_JOB_CODE:
        kiosk_code_receive(state, job);
        break;
    case KIOSK_JOB_EVENT:
        kiosk_receive_event(state, job);
        break;
    case KIOSK_JOB_LOOK:
        receive_look(state, job);
        break;
    default: /* nothing comes of them but trouble */
        if (kiosk_job_is_training(job->kind))
            kiosk_receive_training(state, job);
        else if (kiosk_job_is_setup(job->kind))
            kiosk_receive_setup(state, job);
        else if (kiosk_job_is_of_records(job->kind))
            kiosk_receive_records(state, job);
        else if (kiosk_job_is_of_stick(job->kind))
            kiosk_receive_stick(state, job);
        else if (job->end == KIOSK_END_FAILED)
            kiosk_tell_trouble(state, job);
    }
}

void kiosk_receive(kiosk_state *state, kiosk_job *job, int64_t now_ms)
{
    if (now_ms > state->now_ms)
        state->now_ms = now_ms;
    state->revision++;
    const kiosk_said_at before = kiosk_said_before(state);
    take_in(state, job);
    kiosk_said_after(state, &before);
    kiosk_job_free(job);
    kiosk_half_restore(state);
    if (!state->half.waits)
        kiosk_half_keep(state);
}

/* The generation that the dispute waits for; 0: none. */
static uint32_t awaited(const kiosk_dispute *dispute, kiosk_job_kind kind)
{
    if (!dispute->open)
        return 0;
    if (kind == KIOSK_JOB_COMPARE)
        return dispute->compared_judging == KIOSK_JUDGE_RUNNING ? dispute->compared_generation : 0;
    return kind == KIOSK_JOB_ROOTS || dispute->judging == KIOSK_JUDGE_RUNNING ? dispute->generation
                                                                              : 0;
}

/* Jobs that nobody wants any more when the dispute changes: the others only happen to be asked for
 * while one is open. */
static bool is_of_dispute(const kiosk_job *job)
{
    return (job->kind == KIOSK_JOB_JUDGE || job->kind == KIOSK_JOB_COMPARE ||
            job->kind == KIOSK_JOB_ROOTS) &&
           job->dispute >= 0 && (job->dispute < KIOSK_DISPUTES_MAX || job->dispute == KIOSK_RECORD);
}

void kiosk_watch_job(kiosk_state *state, kiosk_job *job)
{
    if (kiosk_job_is_of_stick(job->kind) && !kiosk_stick_watch(state, job))
        kiosk_job_stop(job);
    if (!is_of_dispute(job))
        return;
    kiosk_dispute *dispute = kiosk_dispute_at(state, job->dispute);
    if (job->generation == 0 || awaited(dispute, job->kind) != job->generation) {
        kiosk_job_stop(job);
        return;
    }
    const int progress = atomic_load(&job->progress);
    if (job->kind != KIOSK_JOB_JUDGE || progress == dispute->progress)
        return;
    dispute->progress = progress;
    state->revision++;
}

void kiosk_set_device(kiosk_state *state, const kiosk_device *device)
{
    const bool was_low =
        state->device.free_mib >= 0 && state->device.free_mib < KIOSK_STORAGE_LOW_MIB;

    if (memcmp(&state->device, device, sizeof *device) != 0)
        state->revision++;
    state->device = *device;
    if (device->free_mib >= 0 && device->free_mib < KIOSK_STORAGE_LOW_MIB && !was_low) {
        const kiosk_value left = kiosk_value_of_number(device->free_mib);
        kiosk_tell(state, KIOSK_SAY_STORAGE_LOW, &left, true);
    }
}

bool kiosk_wants_tick(const kiosk_state *state)
{
    return state->hand.word_square != BOARD_NO_SQUARE ||
           (state->say != KIOSK_SAY_NOTHING && !state->say_stays) || state->evidence.playing ||
           state->sign.wait_until_ms > state->now_ms || kiosk_training_ticks(state) ||
           kiosk_setup_ticks(state);
}

/* Starting. */

void kiosk_start(kiosk_state *state, int64_t now_ms)
{
    state->now_ms = now_ms;
    state->revision++;
    kiosk_want_hall(state, 0);
    for (int i = 0; i < KIOSK_DISPUTES_MAX; i++) {
        if (state->disputes[i].open && state->disputes[i].id[0] != '\0')
            kiosk_want(state, KIOSK_JOB_LOOK)->dispute = i;
    }
    if (state->game_key.round != 0)
        kiosk_want_game(state, state->game_key);
    if (state->settings.brightness > 0)
        kiosk_want(state, KIOSK_JOB_BRIGHTNESS);
    kiosk_log_start(state);
    kiosk_training_start(state);
    if (state->current != KIOSK_NO_DISPUTE && state->screen == KIOSK_SCREEN_RULING)
        kiosk_go_to(state, KIOSK_SCREEN_RULING);
    kiosk_half_restore(state);
}
