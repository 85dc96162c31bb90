/*
 * tests/support/kiosk_model.c: a kiosk without a display and without files.
 */
#include "support/kiosk_model.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "judge/memo.h"
#include "kiosk/flow/text.h"
#include "support/records_model.h"
#include "support/training_model.h"

enum {
    TABLES = 24,
    ROUND = 3,
    ORDER_TABLE = 3,
    DANGER_TABLE = 5,
    FINISHED_TABLE = 7,
    DUE_TABLE = 9
};

const char model_chase_fen[] = "2bakab2/7r1/6n2/c1p1p1p1p/9/1R7/2P1P1P1P/4C1N2/9/2BAKAB2 w";
const char model_chase_moves[] = "b4a4 a6b6 a4b4 b6a6";

static const int64_t wall_ms = INT64_C(1763539200000); /* 2025-11-19 08:00 UTC */

static const char *const names[][2] = {
    {"赵明", "Zhao Ming"},        {"钱江", "Qian Jiang"}, {"孙悦", "Sun Yue"},
    {"李锐", "Li Rui"},           {"周宁", "Zhou Ning"},  {"吴波", "Wu Bo"},
    {"欧阳文博", "Ouyang Wenbo"}, {"司徒一", "Situ Yi"},
};
enum { NAMES = sizeof names / sizeof *names };

static void fill_table(kiosk_table *table, int number, board_language language)
{
    memset(table, 0, sizeof *table);
    table->game = (ledger_game_key){ROUND, (uint16_t)number, 1};
    table->paired = true;
    for (int side = 0; side < 2; side++)
        kiosk_text_copy(table->players[side], sizeof table->players[side],
                        names[(number * 2 + side) % NAMES][language]);
    for (int side = BOARD_RED; side <= BOARD_BLACK; side++)
        snprintf(table->keys[side], sizeof table->keys[side], "%d", number * 2 + side);
    if (number == ORDER_TABLE) {
        table->order_open = true;
        table->order_side = BOARD_RED;
        table->rulings = 1;
    } else if (number == DANGER_TABLE) {
        table->fouls[BOARD_BLACK] = 2;
        table->danger[BOARD_BLACK] = true;
    } else if (number == FINISHED_TABLE) {
        table->finished = true;
        table->outcome = LEDGER_RED_WINS;
    } else if (number == DUE_TABLE) {
        table->fouls[BOARD_RED] = 3;
        table->due = LEDGER_BLACK_WINS;
    }
}

static kiosk_job_end read_hall(const kiosk_model *model, kiosk_job *job)
{
    const board_language language = model->state->settings.language;
    kiosk_hall *hall = calloc(1, sizeof *hall);

    assert_non_null(hall);
    job->hall = hall;
    kiosk_text_copy(hall->edition, sizeof hall->edition, "cxa-2007");
    if (model->empty)
        return KIOSK_END_DONE;
    hall->event_set = true;
    kiosk_text_copy(hall->event, sizeof hall->event,
                    language == BOARD_CHINESE ? "全国象棋个人赛" : "National Championship");
    hall->fouls_to_lose = 3;
    hall->arbiter_count = 2;
    hall->arbiters[0] =
        (kiosk_arbiter){.key = "chen", .role = LEDGER_CHIEF_ARBITER, .has_pin = true};
    hall->arbiters[1] = (kiosk_arbiter){.key = "li", .role = LEDGER_TABLE_ARBITER};
    kiosk_text_copy(hall->arbiters[0].name, sizeof hall->arbiters[0].name,
                    language == BOARD_CHINESE ? "陈建国" : "Chen Jianguo");
    kiosk_text_copy(hall->arbiters[1].name, sizeof hall->arbiters[1].name,
                    language == BOARD_CHINESE ? "李文" : "Li Wen");
    if (model->unpaired)
        return KIOSK_END_DONE;
    hall->round_count = 9;
    for (uint16_t i = 0; i < 9; i++)
        hall->rounds[i] = (uint16_t)(i + 1);
    hall->round = ROUND;
    hall->table_count = TABLES;
    for (int i = 0; i < TABLES; i++)
        fill_table(&hall->tables[i], i + 1, language);
    return KIOSK_END_DONE;
}

static void add_history(kiosk_game *game, ledger_type type, const char *chinese,
                        const char *english)
{
    kiosk_history *entry = &game->history[game->history_count++];

    entry->type = type;
    entry->time_ms = wall_ms - (int64_t)game->history_count * 600000;
    entry->in_force = game->history_count != 3;
    kiosk_text_copy(entry->arbiter, sizeof entry->arbiter, "陈建国");
    kiosk_text_copy(entry->text[BOARD_CHINESE], sizeof entry->text[BOARD_CHINESE], chinese);
    kiosk_text_copy(entry->text[BOARD_ENGLISH], sizeof entry->text[BOARD_ENGLISH], english);
}

static void name_teams(kiosk_game *game, board_language language)
{
    static const char *const teams[][BOARD_LANGUAGES] = {{"广东队", "Guangdong"},
                                                         {"浙江队", "Zhejiang"}};

    for (int side = BOARD_RED; side <= BOARD_BLACK; side++) {
        snprintf(game->teams[side], sizeof game->teams[side], "t%d", side);
        kiosk_text_copy(game->team_names[side], sizeof game->team_names[side],
                        teams[side][language]);
    }
}

static kiosk_job_end read_game(const kiosk_model *model, kiosk_job *job)
{
    kiosk_game *game = calloc(1, sizeof *game);

    assert_non_null(game);
    job->full = game;
    fill_table(&game->table, job->game.table, model->state->settings.language);
    game->table.game = job->game;
    name_teams(game, model->state->settings.language);
    if (game->table.due != LEDGER_NO_OUTCOME) {
        kiosk_text_copy(game->due_reason, sizeof game->due_reason, "fouls");
        kiosk_text_copy(game->due_articles, sizeof game->due_articles, "4.1.8");
    }
    if (game->table.order_open) {
        kiosk_text_copy(game->order_id, sizeof game->order_id,
                        "00000000-0000-4000-8000-000000000001");
        kiosk_text_copy(game->order.fen, sizeof game->order.fen, model_chase_fen);
        kiosk_text_copy(game->order.moves, sizeof game->order.moves,
                        "b4a4 a6b6 a4b4 b6a6 b4a4 a6b6 a4b4 b6a6");
        kiosk_text_copy(game->order.edition, sizeof game->order.edition, "cxa-2007");
        game->order.game = job->game;
        game->order.outcome = game->order.tool = JUDGE_RED_MUST_CHANGE;
        add_history(game, LEDGER_RULING, "棋例裁决：红方必须变着（26.4、24.3）",
                    "Ruling: Red must change (26.4, 24.3)");
    }
    if (game->table.danger[BOARD_BLACK]) {
        add_history(game, LEDGER_FOUL, "黑方犯规：摸子，9.1.5", "Foul of Black: touched, 9.1.5");
        add_history(game, LEDGER_FOUL, "黑方犯规：未按钟，11.1.2",
                    "Foul of Black: clock not pressed, 11.1.2");
        add_history(game, LEDGER_FOUL, "黑方犯规：误记", "Foul of Black: logged by mistake");
        game->added_minutes[BOARD_RED] = 5;
        game->offered = true;
        game->offer_side = BOARD_BLACK;
        for (size_t i = 0; i < game->history_count; i++)
            snprintf(game->history[i].id, sizeof game->history[i].id,
                     "00000000-0000-4000-8000-00000000010%d", (int)(i % 10));
    }
    return KIOSK_END_DONE;
}

static kiosk_job_end read_cases(kiosk_job *job)
{
    job->cases = calloc(1, sizeof *job->cases);
    assert_non_null(job->cases);
    job->cases->count = 30;
    for (size_t i = 0; i < job->cases->count; i++) {
        snprintf(job->cases->list[i].id, sizeof job->cases->list[i].id, "book-%03zu", i + 1);
        for (int j = 0; j < BOARD_LANGUAGES; j++)
            snprintf(job->cases->list[i].source[j], KIOSK_LINE_BYTES, "8.%zu", i + 1);
    }
    return KIOSK_END_DONE;
}

static kiosk_job_end judge(kiosk_job *job)
{
    const judge_limits limits = judge_limits_standard();
    const judge_dispute dispute = {.start = job->start,
                                   .moves = job->played,
                                   .count = job->played_count,
                                   .after_order = job->after_order};
    judge_edition edition;

    assert_int_equal(judge_edition_load(job->edition, &edition), BOARD_OK);
    return judge_dispute_rule(&dispute, &edition, &limits, NULL, &job->result, &job->problem) ==
                   BOARD_OK
               ? KIOSK_END_DONE
               : KIOSK_END_FAILED;
}

static kiosk_job_end find_roots(kiosk_job *job)
{
    judge_reason reasons[JUDGE_REASONS_MAX];
    const size_t count = judge_finding_reasons(&job->start, job->finding, reasons);
    judge_edition edition;

    assert_true(job->reason < count);
    assert_int_equal(judge_edition_load(job->edition, &edition), BOARD_OK);
    judge_memo *memo = judge_memo_new(judge_memo_standard());
    assert_non_null(memo);
    const judge_setting setting = {edition.clauses, judge_limits_standard(), memo,
                                   job->finding->pawns_counted};

    job->root_count = judge_find_roots(&job->start, job->finding, reasons[job->reason].threat,
                                       &setting, job->roots);
    judge_memo_free(memo);
    return KIOSK_END_DONE;
}

static kiosk_job_end check_pin(const kiosk_job *job)
{
    return strcmp(job->arbiter, "chen") == 0 && strcmp(job->pin, "1234") != 0 ? KIOSK_END_PIN_WRONG
                                                                              : KIOSK_END_DONE;
}

static kiosk_job_end sign(kiosk_model *model, kiosk_job *job)
{
    const kiosk_job_end end = check_pin(job);

    if (end != KIOSK_END_DONE)
        return end;
    assert_true(model->entry_count < MODEL_ENTRIES_MAX);
    model->entries[model->entry_count++] = *job->entry;
    job->number = model->entry_count;
    job->time_ms = wall_ms;
    return KIOSK_END_DONE;
}

/* What the ledger might say. */
static void fill_notice(const kiosk_model *model, const ledger_entry *entry, ledger_notice *notice)
{
    const bool english = model->state->settings.language == BOARD_ENGLISH;
    bool third;

    *notice = (ledger_notice){.kind = LEDGER_NOTICE_WITHDRAWS,
                              .game = model->state->game_key,
                              .side = BOARD_BLACK,
                              .count = 1,
                              .who = english ? "Zhao Ming" : "赵明",
                              .what = {"摸了不能走的子", "touched own immovable piece"},
                              .source = "4.1.8"};
    switch (entry->type) {
    case LEDGER_FOUL:
        notice->side = entry->payload.foul.side;
        third = model->state->game->table.danger[notice->side];
        notice->count = third ? 3 : 1;
        notice->kind = third ? LEDGER_NOTICE_FOUL_LOSES : LEDGER_NOTICE_FOUL_COUNT;
        break;
    case LEDGER_PENALTY:
        notice->kind = LEDGER_NOTICE_PENALTY_LEAVES;
        break;
    case LEDGER_RESULT:
        notice->kind = LEDGER_NOTICE_RESULT_IS;
        notice->source = "4.1.9";
        for (int language = 0; language < BOARD_LANGUAGES; language++)
            notice->what[language] =
                ledger_outcome_text(entry->payload.result.outcome, (board_language)language);
        break;
    case LEDGER_OVERSTEP:
        notice->kind = LEDGER_NOTICE_OVERSTEP_LOSES;
        break;
    case LEDGER_LATENESS:
        notice->kind = LEDGER_NOTICE_LATE_CLOCK;
        notice->count = entry->payload.lateness.seconds[BOARD_BLACK];
        break;
    default:
        break;
    }
}

static void check_log(const kiosk_model *model, kiosk_job *job)
{
    ledger_notice notice;

    if (job->entry->type == LEDGER_NOTE)
        return;
    job->another_may = job->entry->type == LEDGER_PENALTY && job->arbiter[0] != '\0' &&
                       strcmp(job->entry->payload.penalty.key, "expelled") == 0;
    fill_notice(model, job->entry, &notice);
    job->told.count = 1;
    job->told.list[0].severity = ledger_notice_severity(notice.kind);
    for (int language = 0; language < BOARD_LANGUAGES; language++)
        ledger_notice_text(&notice, (board_language)language, job->told.list[0].text[language],
                           sizeof job->told.list[0].text[language]);
}

static void log_entry(kiosk_model *model, kiosk_job *job)
{
    assert_true(model->entry_count < MODEL_ENTRIES_MAX);
    model->entries[model->entry_count++] = *job->entry;
}

static void tell_facts(kiosk_model *model, kiosk_job *job)
{
    kiosk_facts *facts = &job->setup->facts;

    kiosk_text_copy(facts->path, sizeof facts->path, "/var/lib/qili/journal.db");
    kiosk_text_copy(facts->device, sizeof facts->device, "0f3a6c1e9b2d4857a1c0e6f2d3b4a596");
    facts->bytes = 3 * 1024 * 1024;
    facts->entries = 1234;
    facts->free_mib = 20000;
    facts->whole_mib = 29000;
    facts->brightness = -1;
    if (model->lit)
        facts->brightness = job->kind == KIOSK_JOB_BRIGHTNESS ? job->setup->brightness : 50;
}

static void perform(kiosk_model *model, kiosk_job *job)
{
    job->end = KIOSK_END_DONE;
    switch (job->kind) {
    case KIOSK_JOB_HALL:
        job->end = read_hall(model, job);
        break;
    case KIOSK_JOB_GAME:
        job->end = read_game(model, job);
        break;
    case KIOSK_JOB_CASES:
        job->end = read_cases(job);
        break;
    case KIOSK_JOB_CASE:
        kiosk_text_copy(job->fen, sizeof job->fen, model_chase_fen);
        break;
    case KIOSK_JOB_JUDGE:
    case KIOSK_JOB_COMPARE:
        job->end = judge(job);
        break;
    case KIOSK_JOB_ROOTS:
        job->end = find_roots(job);
        break;
    case KIOSK_JOB_SIGN:
        job->end = sign(model, job);
        break;
    case KIOSK_JOB_LOG_CHECK:
        check_log(model, job);
        break;
    case KIOSK_JOB_LOG:
        log_entry(model, job);
        break;
    case KIOSK_JOB_DUTY:
        job->end = check_pin(job);
        break;
    case KIOSK_JOB_FACTS:
    case KIOSK_JOB_BRIGHTNESS:
        tell_facts(model, job);
        break;
    case KIOSK_JOB_PIN_CHANGE:
        job->end = strcmp(job->setup->old_pin, "1234") == 0 ? KIOSK_END_DONE : KIOSK_END_PIN_WRONG;
        break;
    case KIOSK_JOB_VERIFY:
        job->setup->verification.verified.entries = model->entry_count;
        break;
    default:
        if (kiosk_job_is_training(job->kind))
            training_model_perform(job);
        else if (kiosk_job_is_of_records(job->kind))
            records_model_perform(job);
        else if (kiosk_job_is_of_stick(job->kind))
            stick_model_perform(job);
        break;
    }
}

static void do_jobs(kiosk_model *model)
{
    kiosk_job *job;

    while ((job = kiosk_take_job(model->state)) != NULL) {
        if (model->hold && kiosk_job_lane(job->kind) == KIOSK_LANE_JUDGE && !model->held) {
            model->held = job;
            continue;
        }
        perform(model, job);
        kiosk_receive(model->state, job, model->now_ms);
    }
}

void model_open(kiosk_model *model, int width, int height, double pixels_per_inch,
                board_language language)
{
    const kiosk_device device = {.wall_ms = wall_ms,
                                 .minutes_east = 8 * 60,
                                 .free_mib = 20000,
                                 .connection = KIOSK_CONNECTION_WAITING,
                                 .waiting = 3,
                                 .battery = 80};
    const bool empty = model->empty;
    const bool unpaired = model->unpaired;
    const bool lit = model->lit;

    memset(model, 0, sizeof *model);
    model->empty = empty;
    model->unpaired = unpaired;
    model->lit = lit;
    model->state = kiosk_state_new();
    assert_non_null(model->state);
    model->metrics = kiosk_metrics_make(width, height, pixels_per_inch, 0);
    model->state->settings.language = language;
    kiosk_set_device(model->state, &device);
    kiosk_start(model->state, 0);
    do_jobs(model);
}

void model_close(kiosk_model *model)
{
    kiosk_job_free(model->held);
    kiosk_state_free(model->state);
    memset(model, 0, sizeof *model);
}

void model_do(kiosk_model *model, kiosk_command command)
{
    model->now_ms += 250;
    kiosk_apply(model->state, &command, model->now_ms);
    do_jobs(model);
}

void model_release(kiosk_model *model)
{
    kiosk_job *job = model->held;

    model->hold = false;
    model->held = NULL;
    if (job) {
        perform(model, job);
        kiosk_receive(model->state, job, model->now_ms);
    }
    do_jobs(model);
}

const kiosk_view *model_look(kiosk_model *model)
{
    kiosk_screen_build(model->state, &model->metrics, &model->view);
    return &model->view;
}

bool model_has(kiosk_model *model, const char *name)
{
    return kiosk_view_find(model_look(model), name) != NULL;
}

const kiosk_part *model_part(kiosk_model *model, const char *name)
{
    const kiosk_part *part = kiosk_view_find(model_look(model), name);

    if (!part)
        fail_msg("there is no part %s on the screen %s", name,
                 kiosk_screen_code(model->state->screen));
    return part;
}

void model_tap(kiosk_model *model, const char *name)
{
    const kiosk_part *part = model_part(model, name);
    const kiosk_part *hit = kiosk_view_hit(&model->view, part->rect.x + part->rect.width / 2,
                                           part->rect.y + part->rect.height / 2);

    if (hit != part)
        fail_msg("a finger on %s hits %s (key %d)", name, hit ? hit->name : "nothing",
                 model->state->hand.keypad.pressed);
    model->taps++;
    model_do(model, part->command);
}

void model_tap_square(kiosk_model *model, const char *square)
{
    const kiosk_part *board = model_part(model, "board");
    const board_square wanted = board_square_at(square[0] - 'a', square[1] - '0');
    const bool black_below = model->view.board.black_below;
    int x, y;

    kiosk_board_place(board->rect, black_below, wanted, &x, &y);
    assert_ptr_equal(kiosk_view_hit(&model->view, x, y), board);
    assert_true(model->view.board.sensitive);
    assert_int_equal(kiosk_board_square_at(board->rect, black_below, x, y), wanted);
    model->taps++;
    model_do(model, kiosk_command_of(KIOSK_COMMAND_SQUARE, wanted, 0));
}

void model_taps(kiosk_model *model, const char *parts)
{
    while (*parts) {
        char name[KIOSK_PART_NAME_BYTES] = "";
        size_t length = strcspn(parts, " ");

        assert_true(length < sizeof name);
        memcpy(name, parts, length);
        if (name[0] == '@')
            model_tap_square(model, name + 1);
        else
            model_tap(model, name);
        parts += length;
        while (*parts == ' ')
            parts++;
    }
}

void model_pick_table(kiosk_model *model, int table)
{
    char name[KIOSK_PART_NAME_BYTES];

    snprintf(name, sizeof name, "hall.table.%d.1", table);
    for (int i = 0; i < TABLES && !model_has(model, name); i++)
        model_tap(model, "list.down");
    model_tap(model, name);
}

void model_go_to_moves(kiosk_model *model, const char *fen, const char *moves)
{
    kiosk_command set = kiosk_command_of_text(KIOSK_COMMAND_FEN, fen);

    set.numbers[0] = 1;
    model_pick_table(model, 12);
    model_tap(model, "next");
    model_do(model, set);
    model_tap(model, "next");
    assert_int_equal(model->state->screen, KIOSK_SCREEN_MOVES);
    model_do(model, kiosk_command_of_text(KIOSK_COMMAND_MOVES, moves));
}

void model_go_to_ruling(kiosk_model *model, const char *fen, const char *moves)
{
    model_go_to_moves(model, fen, moves);
    if (model_has(model, "moves.rounds"))
        model_tap(model, "moves.rounds");
    model_tap(model, "next");
    assert_int_equal(model->state->screen, KIOSK_SCREEN_RULING);
}
