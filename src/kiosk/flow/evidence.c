/*
 * kiosk/flow/evidence.c: 裁决: the row that is looked at, and the line that proves its label, played
 * step by step.
 */
#include <string.h>

#include "board/moves.h"
#include "kiosk/flow/state_private.h"

void kiosk_reset_evidence(kiosk_state *state)
{
    state->evidence = (kiosk_evidence){.row = -1};
    state->change = (kiosk_change){.move = -1};
}

/* The position before the move with this index. */
static void play_to(const kiosk_hearing *hearing, size_t index, board_position *position)
{
    *position = hearing->dispute.start;
    for (size_t i = 0; i < index && i < hearing->dispute.count; i++)
        board_make(position, hearing->dispute.moves[i].move);
}

/* What the board shows at the scene's step. */
static void show_step(kiosk_scene *scene)
{
    const judge_line *line = scene->reason_count > 0 ? scene->reasons[scene->reason].line : NULL;

    scene->position = scene->before;
    if (scene->step == 0)
        return;
    scene->has_last = true;
    scene->last = scene->finding->move;
    if (scene->step == 1 || line == NULL) {
        board_make(&scene->position, scene->finding->move);
        return;
    }
    scene->position = scene->reasons[scene->reason].line_start;
    for (size_t i = 0; i + 1 < scene->step && i < line->count; i++) {
        scene->last = line->moves[i];
        board_make(&scene->position, line->moves[i]);
    }
}

bool kiosk_scene_of(const kiosk_state *state, kiosk_scene *scene)
{
    const kiosk_dispute *dispute = kiosk_heard(state);
    kiosk_hearing hearing;

    memset(scene, 0, sizeof *scene);
    if (dispute == NULL || dispute->judging != KIOSK_JUDGE_DONE || state->evidence.row < 0 ||
        !kiosk_hearing_of(dispute, &hearing))
        return false;
    scene->row = (size_t)state->evidence.row;
    scene->finding = judge_result_finding(&dispute->result, scene->row);
    if (scene->finding == NULL)
        return false;
    play_to(&hearing, scene->row, &scene->before);
    scene->reason_count = judge_finding_reasons(&scene->before, scene->finding, scene->reasons);
    if (scene->reason_count > 0)
        scene->reason = state->evidence.reason < scene->reason_count ? state->evidence.reason : 0;
    scene->steps = 2;
    if (scene->reason_count > 0 && scene->reasons[scene->reason].line != NULL)
        scene->steps += scene->reasons[scene->reason].line->count;
    scene->step = state->evidence.step < scene->steps ? state->evidence.step : scene->steps - 1;
    show_step(scene);
    return true;
}

/* Asks for the roots of what the shown reason's threat aims at. */
static void want_roots(kiosk_state *state)
{
    kiosk_scene scene;

    state->evidence.roots_known = false;
    state->evidence.root_count = 0;
    if (state->replaying || !kiosk_scene_of(state, &scene) || scene.reason_count == 0 ||
        scene.reasons[scene.reason].threat == NULL ||
        scene.reasons[scene.reason].threat->kind != JUDGE_DIRECT)
        return;
    kiosk_wanted *wanted = kiosk_want(state, KIOSK_JOB_ROOTS);
    wanted->dispute = kiosk_heard_index(state);
    wanted->generation = kiosk_heard(state)->generation;
    wanted->command.numbers[0] = state->evidence.row;
    wanted->command.numbers[1] = (int32_t)scene.reason;
}

static void look_at_row(kiosk_state *state, int32_t row)
{
    const kiosk_dispute *dispute = kiosk_heard(state);

    if (row >= 0 && (dispute->judging != KIOSK_JUDGE_DONE ||
                     judge_result_finding(&dispute->result, (size_t)row) == NULL)) {
        kiosk_refuse(state, KIOSK_SAY_NOT_HERE);
        return;
    }
    state->evidence = (kiosk_evidence){.row = row < 0 ? -1 : row, .step = 1};
    if (row >= 0)
        want_roots(state);
}

static void pick_reason(kiosk_state *state, int32_t reason)
{
    kiosk_scene scene;

    if (!kiosk_scene_of(state, &scene) || reason < 0 || (size_t)reason >= scene.reason_count) {
        kiosk_refuse(state, KIOSK_SAY_NOT_HERE);
        return;
    }
    state->evidence.reason = (size_t)reason;
    state->evidence.step = 1;
    state->evidence.playing = false;
    want_roots(state);
}

/* To another step, as far as there are steps. */
static void step_by(kiosk_state *state, int64_t steps)
{
    kiosk_scene scene;

    if (!kiosk_scene_of(state, &scene)) {
        kiosk_refuse(state, KIOSK_SAY_NOT_HERE);
        return;
    }
    int64_t step = (int64_t)scene.step + steps;
    const int64_t last = (int64_t)scene.steps - 1;
    step = step < 0 ? 0 : step > last ? last : step;
    state->evidence.step = (size_t)step;
}

static void play_by_itself(kiosk_state *state, bool on)
{
    kiosk_scene scene;

    if (!kiosk_scene_of(state, &scene)) {
        kiosk_refuse(state, KIOSK_SAY_NOT_HERE);
        return;
    }
    if (on && scene.step + 1 >= scene.steps)
        state->evidence.step = 0;
    state->evidence.playing = on;
    state->evidence.next_ms = state->now_ms + KIOSK_STEP_MS;
}

void kiosk_play_evidence(kiosk_state *state)
{
    kiosk_evidence *evidence = &state->evidence;
    kiosk_scene scene;

    if (!evidence->playing || state->now_ms < evidence->next_ms)
        return;
    if (!kiosk_scene_of(state, &scene) || scene.step + 1 >= scene.steps) {
        evidence->playing = false;
        return;
    }
    evidence->step = scene.step + 1;
    evidence->next_ms = state->now_ms + KIOSK_STEP_MS;
    evidence->playing = evidence->step + 1 < scene.steps;
}

bool kiosk_apply_evidence(kiosk_state *state, const kiosk_command *command)
{
    switch (command->kind) {
    case KIOSK_COMMAND_ROW:
        look_at_row(state, command->numbers[0]);
        return true;
    case KIOSK_COMMAND_REASON_PICK:
        pick_reason(state, command->numbers[0]);
        return true;
    case KIOSK_COMMAND_STEP:
        state->evidence.playing = false;
        step_by(state, command->numbers[0]);
        return true;
    case KIOSK_COMMAND_STEP_PLAY:
        play_by_itself(state, command->numbers[0] == 1);
        return true;
    default:
        return false;
    }
}
