/*
 * tests/kiosk_random.h: a kiosk without files that is given random commands: jobs are answered by
 * a made-up journal, and lines for the draft are gathered.
 */
#ifndef QILI_TESTS_KIOSK_RANDOM_H
#define QILI_TESTS_KIOSK_RANDOM_H

#include <stdlib.h>
#include <string.h>

#include "judge/memo.h"
#include "kiosk/flow/draft.h"
#include "support/records_model.h"
#include "support/training_model.h"

enum { RANDOM_DRAFT_BYTES = 1024 * 1024 };

typedef struct random_kiosk {
    kiosk_state *state;
    uint64_t random;
    int64_t now_ms;
    size_t draft_length;
    char draft[RANDOM_DRAFT_BYTES];
} random_kiosk;

static inline uint32_t random_number(random_kiosk *kiosk)
{
    kiosk->random = kiosk->random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(kiosk->random >> 33);
}

static inline int random_below(random_kiosk *kiosk, int limit)
{
    return (int)(random_number(kiosk) % (uint32_t)limit);
}

/* A hall with two games of round 1 and two arbiters. */
static inline kiosk_hall *random_hall(void)
{
    kiosk_hall *hall = calloc(1, sizeof *hall);

    assert_non_null(hall);
    hall->event_set = true;
    hall->fouls_to_lose = 3;
    hall->round_count = 1;
    hall->rounds[0] = 1;
    hall->round = 1;
    hall->table_count = 2;
    for (uint16_t i = 0; i < 2; i++) {
        hall->tables[i].game = (ledger_game_key){1, (uint16_t)(i + 4), 1};
        hall->arbiters[i].role = LEDGER_TABLE_ARBITER;
        hall->arbiters[i].key[0] = (char)('1' + i);
    }
    hall->arbiter_count = 2;
    return hall;
}

/* Every other game has an open order. */
static inline kiosk_game *random_game(ledger_game_key key)
{
    kiosk_game *game = calloc(1, sizeof *game);

    assert_non_null(game);
    game->table.game = key;
    if (key.table % 2 == 0) {
        ledger_copy(game->order_id, sizeof game->order_id, "019f0000-0000-7000-8000-000000000001");
        ledger_copy(game->order.fen, sizeof game->order.fen,
                    "3ak1b2/4a4/4b3r/1n7/9/9/8N/4B4/2R1A4/3AK1B2 w");
        ledger_copy(game->order.moves, sizeof game->order.moves,
                    "c1b1 b6c4 b1c1 c4b6 c1b1 b6c4 b1c1 c4b6");
        ledger_copy(game->order.edition, sizeof game->order.edition, "cxa-2007");
    }
    return game;
}

static inline void random_keep(random_kiosk *kiosk, const kiosk_command *command)
{
    char line[KIOSK_COMMAND_LINE_BYTES];
    const size_t length = strlen(kiosk_command_write(command, line));

    assert_true(kiosk->draft_length + length + 1 < sizeof kiosk->draft);
    memcpy(kiosk->draft + kiosk->draft_length, line, length);
    kiosk->draft[kiosk->draft_length + length] = '\n';
    kiosk->draft_length += length + 1;
}

/* The judge with a budget so small that labels are often undecided; now and then it fails. */
static inline void random_judge(random_kiosk *kiosk, kiosk_job *job)
{
    const judge_dispute dispute = {.start = job->start,
                                   .moves = job->played,
                                   .count = job->played_count,
                                   .after_order = job->after_order};
    judge_limits limits = judge_limits_standard();
    judge_edition edition;

    limits.label_nodes = 300;
    limits.mate.nodes = 100;
    limits.mate.short_nodes = 100;
    assert_int_equal(judge_edition_load(job->edition, &edition), BOARD_OK);
    job->end = random_below(kiosk, 8) == 0 ? KIOSK_END_STOPPED : KIOSK_END_DONE;
    if (job->end == KIOSK_END_DONE)
        assert_int_equal(
            judge_dispute_rule(&dispute, &edition, &limits, NULL, &job->result, &job->problem),
            BOARD_OK);
}

/* Answers a job as a desk might: mostly well. */
static inline void random_answer(random_kiosk *kiosk, kiosk_job *job)
{
    static const kiosk_job_end ends[] = {
        KIOSK_END_DONE,     KIOSK_END_FAILED,   KIOSK_END_PIN_WRONG,
        KIOSK_END_PIN_WAIT, KIOSK_END_PIN_NONE, KIOSK_END_PIN_THERE,
        KIOSK_END_REFUSED,  KIOSK_END_WARNED,   KIOSK_END_STOPPED};

    job->end = KIOSK_END_DONE;
    switch (job->kind) {
    case KIOSK_JOB_HALL:
        job->hall = random_hall();
        break;
    case KIOSK_JOB_GAME:
        job->full = random_game(job->game);
        break;
    case KIOSK_JOB_CASES:
        job->cases = calloc(1, sizeof *job->cases);
        break;
    case KIOSK_JOB_KEEP:
        random_keep(kiosk, &job->command);
        break;
    case KIOSK_JOB_FORGET:
        kiosk->draft_length = 0;
        break;
    case KIOSK_JOB_JUDGE:
    case KIOSK_JOB_COMPARE:
        random_judge(kiosk, job);
        break;
    case KIOSK_JOB_ROOTS:
        job->end = KIOSK_END_FAILED;
        board_problem_set(&job->problem, BOARD_ERROR_NO_MEMORY, NULL, 0);
        break;
    case KIOSK_JOB_SETTINGS:
    case KIOSK_JOB_LOOK:
        break;
    default:
        if (kiosk_job_is_training(job->kind) && random_below(kiosk, 8) > 0) {
            training_model_perform(job);
            break;
        }
        if (kiosk_job_is_of_records(job->kind) && random_below(kiosk, 8) > 0) {
            records_model_perform(job);
            break;
        }
        if (kiosk_job_is_of_stick(job->kind) && random_below(kiosk, 8) > 0) {
            stick_model_perform(job);
            break;
        }
        job->end = ends[random_below(kiosk, (int)(sizeof ends / sizeof *ends))];
        job->wait_ms = job->end == KIOSK_END_PIN_WRONG ? random_below(kiosk, 2000) : 0;
        break;
    }
}

static inline void random_jobs(random_kiosk *kiosk)
{
    kiosk_job *job = NULL;

    while ((job = kiosk_take_job(kiosk->state)) != NULL) {
        random_answer(kiosk, job);
        kiosk_receive(kiosk->state, job, kiosk->now_ms);
    }
}

static inline void random_apply(random_kiosk *kiosk, kiosk_command_kind kind, int32_t first,
                                int32_t second)
{
    const kiosk_command command = kiosk_command_of(kind, first, second);

    kiosk->now_ms += 50;
    kiosk_apply(kiosk->state, &command, kiosk->now_ms);
    random_jobs(kiosk);
}

static inline void random_begin(random_kiosk *kiosk, uint64_t seed)
{
    memset(kiosk, 0, sizeof *kiosk);
    kiosk->random = seed * UINT64_C(0x9E3779B97F4A7C15) + 1;
    kiosk->state = kiosk_state_new();
    assert_non_null(kiosk->state);
    kiosk_start(kiosk->state, 0);
    random_jobs(kiosk);
}

static inline void random_end(random_kiosk *kiosk)
{
    kiosk_state_free(kiosk->state);
}

/* A legal move on 着法, two taps. */
static inline bool random_move(random_kiosk *kiosk)
{
    board_position position;
    board_move_list legal;

    if (kiosk->state->screen != KIOSK_SCREEN_MOVES ||
        !kiosk_shown_position(kiosk->state, &position))
        return false;
    board_legal_moves(&position, &legal);
    if (legal.count == 0)
        return false;
    const board_move move = legal.moves[random_below(kiosk, (int)legal.count)];
    random_apply(kiosk, KIOSK_COMMAND_DRAG, move.from, move.to);
    return true;
}

static inline void random_any(random_kiosk *kiosk)
{
    kiosk_command command = {.kind = (kiosk_command_kind)random_below(kiosk, KIOSK_COMMANDS)};

    for (int i = 0; i < KIOSK_COMMAND_NUMBERS; i++)
        command.numbers[i] =
            random_below(kiosk, 4) == 0 ? random_below(kiosk, 300) - 20 : random_below(kiosk, 8);
    if (random_below(kiosk, 2) == 0)
        ledger_copy(command.text, sizeof command.text, "cxa-2020");
    kiosk->now_ms += 50;
    kiosk_apply(kiosk->state, &command, kiosk->now_ms);
    random_jobs(kiosk);
}

/* Both sides go to and fro, so that the position comes back. */
static inline void random_round(random_kiosk *kiosk)
{
    const kiosk_dispute *dispute = kiosk_current(kiosk->state);
    board_move played[2];

    for (int i = 0; i < 2; i++) {
        if (!random_move(kiosk) || dispute->entered.count == 0)
            return;
        played[i] = dispute->entered.moves[dispute->entered.count - 1].move;
    }
    for (int i = 0; i < 2; i++)
        random_apply(kiosk, KIOSK_COMMAND_DRAG, played[i].to, played[i].from);
    random_apply(kiosk, KIOSK_COMMAND_ROUNDS, 1, 0);
    random_apply(kiosk, KIOSK_COMMAND_NEXT, 0, 0);
}

/* 签字 with whatever arbiter and PIN. */
static inline void random_sign(random_kiosk *kiosk)
{
    random_apply(kiosk, KIOSK_COMMAND_ARBITER, random_below(kiosk, 2), 0);
    for (int round = 0; round < 2; round++) {
        for (int i = 0; i < 4; i++)
            random_apply(kiosk, KIOSK_COMMAND_DIGIT, 1, 0);
        random_apply(kiosk, KIOSK_COMMAND_NEXT, 0, 0);
    }
}

/* In training: one of its own commands, and now and then back to the hall. */
static inline bool random_training(random_kiosk *kiosk)
{
    const int count = KIOSK_COMMAND_CASE_FROM_RULING - KIOSK_COMMAND_TRAINING + 1;
    kiosk_command command = {.numbers = {random_below(kiosk, 8) - 1, random_below(kiosk, 8) - 1}};

    if (!kiosk_screen_is_training(kiosk->state->screen)) {
        if (kiosk->state->screen != KIOSK_SCREEN_HALL || random_below(kiosk, 40) > 0)
            return false;
        random_apply(kiosk, KIOSK_COMMAND_TRAINING, 1 + random_below(kiosk, 2), 0);
        return true;
    }
    if (random_below(kiosk, 20) == 0) {
        random_apply(kiosk, KIOSK_COMMAND_HOME, 0, 0);
        return true;
    }
    if (random_below(kiosk, 2) == 0)
        return false;
    command.kind = (kiosk_command_kind)(KIOSK_COMMAND_TRAINING + random_below(kiosk, count));
    if (command.kind == KIOSK_COMMAND_STUDY && random_below(kiosk, 2) == 0)
        ledger_copy(command.text, sizeof command.text, "small-711");
    kiosk->now_ms += 50;
    kiosk_apply(kiosk->state, &command, kiosk->now_ms);
    random_jobs(kiosk);
    return true;
}

/* In the records: one of their own commands, or an entry opened, and now and then back. */
static inline bool random_records(random_kiosk *kiosk)
{
    const int count = KIOSK_COMMAND_STICK_STOP - KIOSK_COMMAND_RECORDS + 1;
    const kiosk_record_page *page = kiosk->state->records.page;
    const kiosk_screen screen = kiosk->state->screen;
    kiosk_command command = {.numbers = {random_below(kiosk, 8) - 1}};

    if (screen != KIOSK_SCREEN_RECORDS && screen != KIOSK_SCREEN_RECORD &&
        screen != KIOSK_SCREEN_STICK) {
        if (screen == KIOSK_SCREEN_HALL && random_below(kiosk, 100) == 0)
            random_apply(kiosk, KIOSK_COMMAND_RECORDS, 0, 0);
        return kiosk->state->screen == KIOSK_SCREEN_RECORDS;
    }
    if (random_below(kiosk, 10) == 0) {
        random_apply(kiosk, KIOSK_COMMAND_HOME, 0, 0);
        return true;
    }
    if (random_below(kiosk, 2) == 0)
        return false;
    command.kind = (kiosk_command_kind)(KIOSK_COMMAND_RECORDS + random_below(kiosk, count));
    if (command.kind == KIOSK_COMMAND_RECORD && page != NULL && page->count > 0)
        ledger_copy(command.text, sizeof command.text,
                    page->rows[random_below(kiosk, (int)page->count)].id);
    kiosk->now_ms += 50;
    kiosk_apply(kiosk->state, &command, kiosk->now_ms);
    random_jobs(kiosk);
    return true;
}

/* One command, of those that get somewhere more often than not. */
static inline void random_step(random_kiosk *kiosk)
{
    if (random_training(kiosk) || random_records(kiosk))
        return;
    switch (random_below(kiosk, 16)) {
    case 0:
        random_apply(kiosk, KIOSK_COMMAND_NEXT, 0, 0);
        break;
    case 1:
        random_apply(kiosk, KIOSK_COMMAND_ANSWER, 1, 0);
        break;
    case 2:
        random_apply(kiosk, KIOSK_COMMAND_GO, random_below(kiosk, KIOSK_SCREENS), 0);
        break;
    case 3:
        random_apply(kiosk, KIOSK_COMMAND_SQUARE, random_below(kiosk, BOARD_SQUARES), 0);
        break;
    case 4:
        random_apply(kiosk, KIOSK_COMMAND_PICK, 1 + random_below(kiosk, 2 * BOARD_KINDS), 0);
        break;
    case 5:
        random_apply(kiosk, KIOSK_COMMAND_UNDO, 0, 0);
        break;
    case 6:
        random_apply(kiosk, KIOSK_COMMAND_REDO, 0, 0);
        break;
    case 7:
        random_apply(kiosk, KIOSK_COMMAND_SIDE, random_below(kiosk, 2), 0);
        break;
    case 8:
        if (kiosk->state->screen == KIOSK_SCREEN_HALL) {
            kiosk_command game =
                kiosk_command_of(KIOSK_COMMAND_GAME, 1, 4 + random_below(kiosk, 2));
            game.numbers[2] = 1;
            kiosk_apply(kiosk->state, &game, kiosk->now_ms);
            random_jobs(kiosk);
        }
        break;
    case 9:
        if (random_below(kiosk, 4) == 0)
            random_apply(kiosk, KIOSK_COMMAND_ORDER_REPEATED, 0, 0);
        break;
    case 10:
        random_apply(kiosk, KIOSK_COMMAND_INITIAL, 0, 0);
        break;
    case 11:
        random_any(kiosk);
        break;
    case 12:
        random_round(kiosk);
        break;
    default:
        if (kiosk->state->screen == KIOSK_SCREEN_SIGN)
            random_sign(kiosk);
        else if (!random_move(kiosk))
            random_any(kiosk);
        break;
    }
}

#endif
