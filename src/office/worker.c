/* office/worker.c: judging rulings for the page on a thread of its own. */
#include "office/worker.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "board/fen.h"
#include "judge/json.h"
#include "judge/memo.h"

enum { PROBLEM_BYTES = 512 };

/* Judging. */

/* A ruling as a dispute; `moves` is the caller's to free. */
static board_error read_dispute(const ledger_ruling *ruling, judge_dispute *dispute,
                                judge_played **moves, board_problem *problem)
{
    const char *at = ruling->moves;
    size_t count = 0;
    board_layout layout;
    board_error error = board_fen_read(ruling->fen, strlen(ruling->fen), &layout, NULL, problem);

    *moves = calloc(LEDGER_PLIES_MAX, sizeof **moves);
    if (*moves == NULL)
        return board_problem_set(problem, BOARD_ERROR_NO_MEMORY, NULL, 0);
    if (error == BOARD_OK) {
        error = board_position_from_layout(&dispute->start, &layout, NULL);
        board_problem_set(problem, error, NULL, 0);
    }
    for (; error == BOARD_OK && *at != '\0' && count < LEDGER_PLIES_MAX; count++) {
        judge_played *played = &(*moves)[count];
        played->move.from = board_square_at(at[0] - 'a', at[1] - '0');
        played->move.to = board_square_at(at[2] - 'a', at[3] - '0');
        at += 4;
        played->stood = *at == '!';
        at += played->stood;
        at += *at == ' ';
    }
    dispute->moves = *moves;
    dispute->count = count;
    return error;
}

static json_t *positions_json(const judge_dispute *dispute)
{
    board_position position = dispute->start;
    json_t *list = json_array();
    board_layout layout;
    char fen[BOARD_FEN_BYTES];

    for (size_t i = 0; i <= dispute->count; i++) {
        board_position_to_layout(&position, &layout);
        board_fen_write(&layout, fen);
        json_array_append_new(list, json_string(fen));
        if (i < dispute->count)
            board_make(&position, dispute->moves[i].move);
    }
    return list;
}

static char *dump(json_t *object)
{
    char *text = object != NULL ? json_dumps(object, JSON_COMPACT) : NULL;

    json_decref(object);
    return text;
}

static char *write_problem(const board_problem *problem)
{
    char chinese[PROBLEM_BYTES];
    char english[PROBLEM_BYTES];

    return dump(json_pack("{s:{s:s, s:s}}", "problem", "zh",
                          board_problem_text(problem, BOARD_CHINESE, chinese, sizeof chinese), "en",
                          board_problem_text(problem, BOARD_ENGLISH, english, sizeof english)));
}

char *office_judge_ruling(const ledger_ruling *ruling)
{
    judge_dispute dispute = {.count = 0};
    judge_played *moves = NULL;
    judge_edition edition;
    judge_result result;
    board_problem problem;
    judge_setting setting = {.limits = judge_limits_standard()};
    char *text = NULL;
    board_error error = read_dispute(ruling, &dispute, &moves, &problem);

    if (error == BOARD_OK) {
        error = judge_edition_load(ruling->edition, &edition);
        board_problem_set(&problem, error, ruling->edition, strlen(ruling->edition));
    }
    setting.memo = judge_memo_new(judge_memo_standard());
    if (error == BOARD_OK)
        error = judge_dispute_rule(&dispute, &edition, &setting.limits, setting.memo, &result,
                                   &problem);
    if (error == BOARD_OK) {
        json_t *judged = judge_result_json(NULL, &dispute, &edition, &setting, &result, true);
        text =
            dump(json_pack("{s:o, s:o}", "judge", judged, "positions", positions_json(&dispute)));
        judge_result_free(&result);
    } else {
        text = write_problem(&problem);
    }
    judge_memo_free(setting.memo);
    free(moves);
    return text;
}

/* The thread. */

typedef enum slot_state { SLOT_FREE = 0, SLOT_WAITS, SLOT_RUNS, SLOT_DONE } slot_state;

typedef struct slot {
    slot_state state;
    char id[LEDGER_ID_BYTES];
    uint64_t used; /* when it was last asked for */
    ledger_ruling *ruling;
    char *text;
} slot;

struct office_worker {
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t signal;
    bool stopping;
    uint64_t asked;
    slot slots[OFFICE_JUDGED_KEPT];
    office_wake wake;
    void *context;
};

static slot *find_waiting(office_worker *worker)
{
    slot *found = NULL;

    for (size_t i = 0; i < OFFICE_JUDGED_KEPT; i++) {
        slot *at = &worker->slots[i];
        if (at->state == SLOT_WAITS && (found == NULL || at->used < found->used))
            found = at;
    }
    return found;
}

static void *run(void *context)
{
    office_worker *worker = context;

    pthread_mutex_lock(&worker->lock);
    while (!worker->stopping) {
        slot *job = find_waiting(worker);
        if (job == NULL) {
            pthread_cond_wait(&worker->signal, &worker->lock);
            continue;
        }
        job->state = SLOT_RUNS;
        pthread_mutex_unlock(&worker->lock);
        char *text = office_judge_ruling(job->ruling);
        pthread_mutex_lock(&worker->lock);
        job->text = text;
        job->state = text != NULL ? SLOT_DONE : SLOT_FREE;
        free(job->ruling);
        job->ruling = NULL;
        pthread_mutex_unlock(&worker->lock);
        worker->wake(worker->context);
        pthread_mutex_lock(&worker->lock);
    }
    pthread_mutex_unlock(&worker->lock);
    return NULL;
}

office_worker *office_worker_start(office_wake wake, void *context)
{
    sigset_t all;
    sigset_t before;
    office_worker *worker = calloc(1, sizeof *worker);

    if (worker == NULL)
        return NULL;
    worker->wake = wake;
    worker->context = context;
    pthread_mutex_init(&worker->lock, NULL);
    pthread_cond_init(&worker->signal, NULL);
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool done = pthread_create(&worker->thread, NULL, run, worker) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (!done) {
        free(worker);
        return NULL;
    }
    return worker;
}

void office_worker_stop(office_worker *worker)
{
    if (worker == NULL)
        return;
    pthread_mutex_lock(&worker->lock);
    worker->stopping = true;
    pthread_cond_broadcast(&worker->signal);
    pthread_mutex_unlock(&worker->lock);
    pthread_join(worker->thread, NULL);
    for (size_t i = 0; i < OFFICE_JUDGED_KEPT; i++) {
        free(worker->slots[i].text);
        free(worker->slots[i].ruling);
    }
    pthread_cond_destroy(&worker->signal);
    pthread_mutex_destroy(&worker->lock);
    free(worker);
}

/* The ruling's slot, or one to put it in: a free one, or the one that was asked for longest ago. */
static slot *find_slot(office_worker *worker, const char *id)
{
    slot *best = NULL;

    for (size_t i = 0; i < OFFICE_JUDGED_KEPT; i++) {
        slot *at = &worker->slots[i];
        if (at->state != SLOT_FREE && strcmp(at->id, id) == 0)
            return at;
        if (at->state == SLOT_WAITS || at->state == SLOT_RUNS)
            continue;
        if (best == NULL || at->used < best->used)
            best = at;
    }
    return best;
}

/* Puts the ruling into the slot for the thread; false: out of memory. */
static bool fill(slot *at, const char *id, const ledger_ruling *ruling)
{
    ledger_ruling *copy = malloc(sizeof *copy);
    if (copy == NULL)
        return false;
    *copy = *ruling;
    free(at->text);
    *at = (slot){.state = SLOT_WAITS, .ruling = copy};
    ledger_copy(at->id, sizeof at->id, id);
    return true;
}

const char *office_worker_ask(office_worker *worker, const char *id, const ledger_ruling *ruling)
{
    const char *text = NULL;

    pthread_mutex_lock(&worker->lock);
    slot *at = find_slot(worker, id);
    bool there = at != NULL && at->state != SLOT_FREE && strcmp(at->id, id) == 0;
    if (at != NULL && !there && fill(at, id, ruling))
        pthread_cond_broadcast(&worker->signal);
    if (at != NULL)
        at->used = ++worker->asked;
    if (there && at->state == SLOT_DONE)
        text = at->text;
    pthread_mutex_unlock(&worker->lock);
    return text;
}
