/* office/worker.c: judging rulings for the page on a thread of its own. */
#include "office/worker.h"

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

/* On a thread. */

struct office_worker {
    office_queue *queue;
};

static void *judge(void *context, const void *ruling, const atomic_bool *stopping)
{
    (void)context;
    (void)stopping;
    return office_judge_ruling(ruling);
}

office_worker *office_worker_start(office_wake wake, void *context)
{
    const office_queue_options options = {
        .room = OFFICE_JUDGED_KEPT, .answer = judge, .wake = wake, .wake_context = context};
    office_worker *worker = calloc(1, sizeof *worker);

    if (worker == NULL)
        return NULL;
    worker->queue = office_queue_start(&options);
    if (worker->queue == NULL) {
        free(worker);
        return NULL;
    }
    return worker;
}

void office_worker_stop(office_worker *worker)
{
    if (worker == NULL)
        return;
    office_queue_stop(worker->queue);
    free(worker);
}

const char *office_worker_ask(office_worker *worker, const char *id, const ledger_ruling *ruling)
{
    const void *text = NULL;

    if (office_queue_find(worker->queue, id, strlen(id), &text))
        return text;
    ledger_ruling *copy = malloc(sizeof *copy);
    if (copy != NULL) {
        *copy = *ruling;
        office_queue_put(worker->queue, id, strlen(id), copy); /* where there is no room: later */
    }
    return NULL;
}
