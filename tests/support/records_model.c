/* tests/support/records_model.c: the jobs of the records done from memory. */
#include "support/records_model.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kiosk/flow/text.h"

static const int64_t latest_ms = INT64_C(1763539200000); /* 2025-11-19 08:00 UTC */
enum { MINUTE_MS = 60000, NONE_TABLE = 99, RULING_EVERY = 4, PLAYERS = 60, STICK_FILES = 20 };

static void set_texts(char texts[BOARD_LANGUAGES][KIOSK_LINE_BYTES], const char *chinese,
                      const char *english)
{
    kiosk_text_copy(texts[BOARD_CHINESE], KIOSK_LINE_BYTES, chinese);
    kiosk_text_copy(texts[BOARD_ENGLISH], KIOSK_LINE_BYTES, english);
}

/* The entry with this index from the newest on: every fourth is a ruling. */
static void make_row(size_t index, kiosk_record_row *row)
{
    *row = (kiosk_record_row){.type = LEDGER_FOUL, .in_force = index % 7 != 3};
    snprintf(row->id, sizeof row->id, "00000000-0000-4000-8000-%012zu", index);
    row->game = (ledger_game_key){3, (uint16_t)(index % 24 + 1), 1};
    row->time_ms = latest_ms - (int64_t)index * MINUTE_MS;
    kiosk_text_copy(row->arbiter, sizeof row->arbiter, "陈建国");
    if (index % RULING_EVERY == 0) {
        row->type = LEDGER_RULING;
        set_texts(row->text, "裁决：红方变着（26.4,24.3）", "ruling: Red must change (26.4,24.3)");
    } else if (index % RULING_EVERY == 1)
        set_texts(row->text, "黑方犯规：摸了不能走的子（9.1.5）",
                  "foul of Black: touched a piece that cannot move (9.1.5)");
    else
        set_texts(row->text,
                  "备注：对局中有观众大声议论，经劝阻后离开赛场，双方棋手均表示不受影响，"
                  "对局继续，棋钟未停，两名值班裁判在场见证",
                  "note: spectators talked loudly and were asked to leave; both players said that "
                  "they were not disturbed, and play went on with the clocks running");
}

static void read_page(kiosk_job *job)
{
    kiosk_record_page *page = calloc(1, sizeof *page);

    assert_non_null(page);
    page->first = job->records->first;
    page->total = job->records->filter.table == NONE_TABLE ? 0 : RECORDS_MODEL_TOTAL;
    for (size_t i = page->first; i < page->total && page->count < KIOSK_RECORD_PAGE; i++)
        make_row(i, &page->rows[page->count++]);
    job->records->page = page;
}

static void read_choices(kiosk_job *job)
{
    kiosk_record_choices *choices = calloc(1, sizeof *choices);

    assert_non_null(choices);
    choices->field = job->records->field;
    choices->count = choices->field == KIOSK_RECORD_BY_ROUND ? 9 : PLAYERS;
    for (size_t i = 0; i < choices->count; i++) {
        kiosk_record_choice *choice = &choices->list[i];
        choice->number = (uint16_t)(i + 1);
        snprintf(choice->key, sizeof choice->key, "%zu", i + 1);
        kiosk_text_copy(choice->name, sizeof choice->name, i % 2 ? "欧阳文博" : "钱江");
    }
    job->records->choices = choices;
}

static void read_entry(kiosk_job *job)
{
    kiosk_record_entry *entry = calloc(1, sizeof *entry);

    assert_non_null(entry);
    const size_t index =
        strlen(job->records->id) > 24 ? (size_t)strtoul(job->records->id + 24, NULL, 10) : 0;
    make_row(index, &entry->row);
    entry->number = RECORDS_MODEL_TOTAL - index;
    kiosk_text_copy(entry->device, sizeof entry->device, "fcdd55ab00000000fcdd55ab00000000");
    kiosk_text_copy(entry->players[BOARD_RED], LEDGER_NAME_BYTES, "欧阳文博");
    kiosk_text_copy(entry->players[BOARD_BLACK], LEDGER_NAME_BYTES, "司徒一");
    entry->is_ruling = entry->row.type == LEDGER_RULING;
    if (entry->is_ruling) {
        ledger_ruling *ruling = &entry->ruling;
        ruling->game = entry->row.game;
        kiosk_text_copy(ruling->fen, sizeof ruling->fen, model_chase_fen);
        kiosk_text_copy(ruling->moves, sizeof ruling->moves,
                        "b4a4 a6b6 a4b4 b6a6 b4a4 a6b6 a4b4 b6a6");
        kiosk_text_copy(ruling->edition, sizeof ruling->edition, "cxa-2007");
        ruling->tool = ruling->outcome = JUDGE_RED_MUST_CHANGE;
    } else {
        kiosk_text_copy(entry->details[BOARD_CHINESE], KIOSK_RECORD_NOTE_BYTES,
                        "条文：9.1.5\n备注：棋手当场承认\n已撤销：李文\n理由：记错一方");
        kiosk_text_copy(
            entry->details[BOARD_ENGLISH], KIOSK_RECORD_NOTE_BYTES,
            "Articles: 9.1.5\nNote: admitted\nTaken back by Li Wen\nBecause: wrong side");
    }
    job->records->entry = entry;
}

void records_model_perform(kiosk_job *job)
{
    if (job->kind == KIOSK_JOB_RECORDS)
        read_page(job);
    else if (job->kind == KIOSK_JOB_RECORD_CHOICES)
        read_choices(job);
    else
        read_entry(job);
}

/* Sticks. */

static void list_stick(kiosk_job *job)
{
    kiosk_stick_files *files = calloc(1, sizeof *files);

    assert_non_null(files);
    files->sticks = 1;
    for (; files->count < STICK_FILES; files->count++) {
        snprintf(files->paths[files->count], KIOSK_STICK_PATH_BYTES,
                 job->stick->tables ? "/media/A/2025 全国象棋个人赛/第%zu轮 编排.csv"
                                    : "/media/A/2025 全国象棋个人赛/第%zu轮 记谱.pgn",
                 files->count + 1);
        files->name_at[files->count] = sizeof "/media/A/" - 1;
    }
    job->stick->files = files;
}

static void read_games(kiosk_job *job)
{
    kiosk_stick_games *games = calloc(1, sizeof *games);

    assert_non_null(games);
    job->stick->games = games;
    for (; games->count < STICK_FILES; games->count++) {
        games->faulty[games->count] = games->count == 2;
        snprintf(games->names[games->count][BOARD_CHINESE], KIOSK_LINE_BYTES,
                 games->count == 2 ? "%zu. 钱江 — 赵明  12 着  第 31 行 第 13 着 车九进九：车走不到"
                                   : "%zu. 欧阳文博 — 司徒一  74 着",
                 games->count + 1);
        snprintf(games->names[games->count][BOARD_ENGLISH], KIOSK_LINE_BYTES,
                 games->count == 2 ? "%zu. Qian — Zhao  12 moves  line 31, move 13 车九进九: wrong"
                                   : "%zu. Ouyang Wenbo — Situ Yi  74 moves",
                 games->count + 1);
    }
    kiosk_text_copy(job->stick->fen, sizeof job->stick->fen, model_chase_fen);
    job->stick->moves = strdup(model_chase_moves);
    assert_non_null(job->stick->moves);
    job->stick->count = 4;
}

static void read_table(kiosk_job *job)
{
    job->stick->table.lines = calloc(1, sizeof *job->stick->table.lines);
    assert_non_null(job->stick->table.lines);
    job->stick->table.count = 1;
}

/* One clash, one change, and new players. */
static void preview_table(kiosk_job *job)
{
    static const char *const texts[][BOARD_LANGUAGES] = {
        [KIOSK_CHANGE_NEW] = {"第 %zu 行 登记棋手 118 欧阳文博，江城棋院",
                              "line %zu: player registered: 118 Ouyang Wenbo, Jiangcheng"},
        [KIOSK_CHANGE_OTHER] =
            {"第 %zu 行 登记棋手 118 欧阳文博；原为 欧阳文",
             "line %zu: player registered: 118 Ouyang Wenbo; before: Ouyang Wen"},
        [KIOSK_CHANGE_CLASH] =
            {"第 %zu 行 第4轮第2台 王新 — 刘冬：王新同一轮已在第 1 台（第 2 行）",
             "line %zu: round 4, table 2, Wang Xin — Liu Dong: Wang Xin is at "
             "table 1 in the same round (line 2)"},
    };
    kiosk_table_preview *preview = calloc(1, sizeof *preview);

    assert_non_null(preview);
    for (; preview->count < STICK_FILES; preview->count++) {
        kiosk_table_change *change = &preview->list[preview->count];
        change->kind = preview->count == 0   ? KIOSK_CHANGE_CLASH
                       : preview->count == 1 ? KIOSK_CHANGE_OTHER
                                             : KIOSK_CHANGE_NEW;
        for (int language = 0; language < BOARD_LANGUAGES; language++)
            snprintf(change->text[language], KIOSK_LINE_BYTES, texts[change->kind][language],
                     preview->count + 3);
    }
    preview->clashes = preview->changed = 1;
    preview->fresh = STICK_FILES - 2;
    job->stick->preview = preview;
}

void stick_model_perform(kiosk_job *job)
{
    if (job->kind == KIOSK_JOB_STICK_FILES)
        list_stick(job);
    else if (job->kind == KIOSK_JOB_STICK_GAME)
        read_games(job);
    else if (job->kind == KIOSK_JOB_STICK_TABLE)
        read_table(job);
    else if (job->kind == KIOSK_JOB_TABLE_PREVIEW)
        preview_table(job);
    else
        kiosk_text_copy(job->stick->path, sizeof job->stick->path,
                        "/media/A/qili-20251119-1600.jsonl");
}

/* Scenes. */

void make_records(kiosk_model *model)
{
    model_tap(model, "hall.records");
    assert_true(model_has(model, "record.1"));
}

void make_records_none(kiosk_model *model)
{
    make_records(model);
    model_do(model, kiosk_command_of(KIOSK_COMMAND_RECORDS_TABLE, NONE_TABLE, 0));
}

void make_records_rounds(kiosk_model *model)
{
    make_records(model);
    model_tap(model, "records.round");
}

void make_records_players(kiosk_model *model)
{
    make_records(model);
    model_tap(model, "records.player");
}

void make_records_kinds(kiosk_model *model)
{
    make_records(model);
    model_tap(model, "records.kind");
}

void make_record_foul(kiosk_model *model)
{
    make_records(model);
    model_tap(model, "record.2");
}

void make_record_judging(kiosk_model *model)
{
    make_records(model);
    model->hold = true;
    model_tap(model, "record.1");
    assert_non_null(model->held);
    atomic_store(&model->held->progress, 370);
    kiosk_watch_job(model->state, model->held);
}

void make_record_ruling(kiosk_model *model)
{
    make_records(model);
    model_tap(model, "record.1");
    assert_int_equal(model->state->records.heard.judging, KIOSK_JUDGE_DONE);
}

void make_record_evidence(kiosk_model *model)
{
    make_record_ruling(model);
    model_tap(model, "ruling.row.1");
}

void make_records_export(kiosk_model *model)
{
    make_records(model);
    model_tap(model, "records.export");
}

void make_records_writing(kiosk_model *model)
{
    make_records_export(model);
    model->hold = true;
    model_tap(model, "export.json");
    assert_non_null(model->held);
    atomic_store(&model->held->progress, 620);
    kiosk_watch_job(model->state, model->held);
}

void make_records_written(kiosk_model *model)
{
    make_records_export(model);
    model_tap(model, "export.json");
}

void make_stick(kiosk_model *model)
{
    model_pick_table(model, 12);
    model_taps(model, "game.audit moves.stick");
}

void make_stick_reading(kiosk_model *model)
{
    model_pick_table(model, 12);
    model_tap(model, "game.audit");
    model->hold = true;
    model_tap(model, "moves.stick");
}

void make_stick_games(kiosk_model *model)
{
    make_stick(model);
    model_tap(model, "stick.file.2");
}

void make_stick_opened(kiosk_model *model)
{
    make_stick_games(model);
    model_tap(model, "stick.game.1");
}

void make_table_preview(kiosk_model *model)
{
    model_pick_table(model, 12);
    model_taps(model, "duty sign.arbiter.1 pin.1 pin.2 pin.3 pin.4 next bar.back hall.records "
                      "records.import stick.file.1");
}
