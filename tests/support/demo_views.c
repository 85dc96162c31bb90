/*
 * tests/support/demo_views.c: views that show every kind of part, mark and arrow.
 */
#include "support/demo_views.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "board/fen.h"

/* A part with a text, and a command, so that it can be touched. */
static kiosk_part *add(kiosk_view *view, kiosk_part_kind kind, kiosk_rect rect, const char *name,
                       const char *text)
{
    kiosk_part *part = kiosk_view_add(view, kind, rect);

    kiosk_part_set_name(part, "%s", name);
    kiosk_part_set_text(part, text);
    if (name[0])
        part->command.kind = (kiosk_command_kind)1;
    return part;
}

static void set_layout(board_layout *layout, const char *fen)
{
    board_problem problem;

    if (board_fen_read(fen, strlen(fen), layout, NULL, &problem) != BOARD_OK)
        abort();
}

/* The bar of the flow; returns its height. */
static int add_bar(kiosk_view *view, const kiosk_metrics *metrics, kiosk_rect bar, int current)
{
    static const char *const steps[][2] = {{"赛场", "甲组"},  {"本局", "第12台"}, {"局面", "14子"},
                                           {"着法", "4着×3"}, {"裁决", "红变着"}, {"签字", ""},
                                           {"宣布", ""}};
    int width = bar.width / 7;

    for (int i = 0; i < 7; i++) {
        char name[KIOSK_PART_NAME_BYTES];

        snprintf(name, sizeof name, "step.%d", i);
        kiosk_part *part =
            add(view, KIOSK_PART_STEP, (kiosk_rect){bar.x + i * width, bar.y, width, bar.height},
                name, steps[i][0]);
        kiosk_part_set_detail(part, i < current ? steps[i][1] : "");
        part->on = i == current;
        part->dim = i > current;
    }
    kiosk_view_add(view, KIOSK_PART_LINE,
                   (kiosk_rect){bar.x, bar.y + bar.height, bar.width, metrics->gap});
    return bar.height + metrics->gap;
}

void demo_hall(kiosk_view *view, const kiosk_metrics *metrics)
{
    static const kiosk_tone tones[] = {KIOSK_TONE_PLAIN, KIOSK_TONE_PLAIN, KIOSK_TONE_WARNING,
                                       KIOSK_TONE_PLAIN, KIOSK_TONE_GOOD,  KIOSK_TONE_DANGER,
                                       KIOSK_TONE_PLAIN, KIOSK_TONE_PLAIN};
    static const char *const details[] = {
        "王明 — 李小红", "赵一 — 钱二",     "孙三 — 李四\n变着令：红",
        "周五 — 吴六",   "郑七 — 王八\n和", "冯九 — 陈十\n红两次犯规",
        "褚甲 — 卫乙",   "蒋丙 — 沈丁"};
    int unit = metrics->unit;
    int gap = metrics->gap;
    int columns = metrics->portrait ? 3 : 4;
    int top;

    kiosk_view_clear(view);
    view->unit = unit;
    top = add_bar(view, metrics, (kiosk_rect){0, 0, metrics->width, unit}, 0);
    kiosk_part *title =
        add(view, KIOSK_PART_TEXT, (kiosk_rect){2 * gap, top, metrics->width - 4 * gap, unit}, "",
            "2026年全国象棋团体赛　第三轮");
    title->size = KIOSK_TEXT_LARGE;
    title->strong = true;
    top += unit;
    int width = (metrics->width - gap * (columns + 1)) / columns;
    int height = unit * 7 / 4;
    for (int i = 0; i < 8; i++) {
        char name[32], number[16];

        snprintf(name, sizeof name, "hall.table.%d", i + 1);
        snprintf(number, sizeof number, "%d", i + 1);
        kiosk_part *tile = add(view, KIOSK_PART_TILE,
                               (kiosk_rect){gap + i % columns * (width + gap),
                                            top + i / columns * (height + gap), width, height},
                               name, number);
        kiosk_part_set_detail(tile, details[i]);
        tile->tone = tones[i];
        tile->on = i == 1;
        tile->dim = i == 7;
    }
    kiosk_part *row =
        add(view, KIOSK_PART_ROW,
            (kiosk_rect){gap, metrics->height - 2 * unit - 2 * gap, metrics->width - 2 * gap, unit},
            "row", "第3台　变着令尚未了结");
    kiosk_part_set_detail(row, "4.2.2，26.4");
    row->tone = KIOSK_TONE_WARNING;
    add(view, KIOSK_PART_BUTTON, (kiosk_rect){gap, metrics->height - unit - gap, 3 * unit, unit},
        "training", "训练");
    kiosk_part *go = add(
        view, KIOSK_PART_BUTTON,
        (kiosk_rect){metrics->width - 4 * unit - gap, metrics->height - unit - gap, 4 * unit, unit},
        "go", "开始裁决");
    go->tone = KIOSK_TONE_PRIMARY;
    go->size = KIOSK_TEXT_LARGE;
}

/* Where the board and the panel stand. */
static void split(const kiosk_metrics *metrics, int top, kiosk_rect *board, kiosk_rect *panel)
{
    if (metrics->portrait) {
        int height = kiosk_board_height(metrics->width - 2 * metrics->gap);
        int most = (metrics->height - top) * 64 / 100;

        *board = (kiosk_rect){metrics->gap, top, metrics->width - 2 * metrics->gap,
                              height < most ? height : most};
        *panel = (kiosk_rect){metrics->gap, top + board->height + metrics->gap,
                              metrics->width - 2 * metrics->gap,
                              metrics->height - top - board->height - 2 * metrics->gap};
    } else {
        int height = metrics->height - top - metrics->gap;
        int width = kiosk_board_width(height);

        *board = (kiosk_rect){metrics->gap, top, width, height};
        *panel = (kiosk_rect){width + 2 * metrics->gap, top,
                              metrics->width - width - 3 * metrics->gap, height};
    }
}

static void add_mark(kiosk_board_view *board, kiosk_mark_kind kind, int file, int rank)
{
    board->marks[board->mark_count++] = (kiosk_mark){kind, board_square_at(file, rank)};
}

static kiosk_arrow *add_arrow(kiosk_board_view *board, kiosk_arrow_kind kind, int file, int rank,
                              int to_file, int to_rank)
{
    kiosk_arrow *arrow = &board->arrows[board->arrow_count++];

    *arrow = (kiosk_arrow){
        .kind = kind, .from = board_square_at(file, rank), .to = board_square_at(to_file, to_rank)};
    return arrow;
}

static void add_evidence(kiosk_board_view *board)
{
    kiosk_arrow *arrow;

    set_layout(&board->layout, "2bak4/4a4/4b4/2R3p1p/p3c1n2/2r6/P3P1P1P/1C2C4/4N4/2BAKAB2 w");
    add_mark(board, KIOSK_MARK_LAST, 2, 3);
    add_mark(board, KIOSK_MARK_LAST, 2, 6);
    add_mark(board, KIOSK_MARK_ATTACKER, 2, 6);
    add_mark(board, KIOSK_MARK_TARGET, 6, 5);
    add_mark(board, KIOSK_MARK_ROOT, 6, 6);
    add_mark(board, KIOSK_MARK_FALSE_ROOT, 4, 7);
    add_mark(board, KIOSK_MARK_SELECTED, 1, 2);
    add_mark(board, KIOSK_MARK_LEGAL, 1, 5);
    add_mark(board, KIOSK_MARK_LEGAL, 1, 4);
    add_mark(board, KIOSK_MARK_LEGAL, 0, 5);
    add_arrow(board, KIOSK_ARROW_ATTACK, 2, 6, 6, 5);
    add_arrow(board, KIOSK_ARROW_ROOT, 8, 6, 6, 5);
    arrow = add_arrow(board, KIOSK_ARROW_CUT, 4, 7, 6, 5);
    snprintf(arrow->badge, sizeof arrow->badge, "假根");
    add_arrow(board, KIOSK_ARROW_MOVE, 4, 1, 6, 2);
    arrow = add_arrow(board, KIOSK_ARROW_CHECK, 4, 2, 4, 5);
    snprintf(arrow->badge, sizeof arrow->badge, "将军");
}

void demo_ruling(kiosk_view *view, const kiosk_metrics *metrics)
{
    static const char *const moves[][2] = {
        {"车七进四", "马七退五"}, {"车七退一", "马五进七"}, {"炮五平七", "将5平4"}};
    static const judge_label labels[][2] = {
        {JUDGE_CHASE, JUDGE_IDLE}, {JUDGE_CHECK, JUDGE_KILL}, {JUDGE_UNDECIDED, JUDGE_CHASE}};
    int unit = metrics->unit;
    int gap = metrics->gap;
    kiosk_rect board, panel;

    kiosk_view_clear(view);
    view->unit = unit;
    int top = add_bar(view, metrics, (kiosk_rect){0, 0, metrics->width, unit}, 4);
    split(metrics, top, &board, &panel);
    kiosk_view_add(view, KIOSK_PART_BOARD, board);
    add_evidence(&view->board);
    int half = (panel.width - gap) / 2;
    int row = unit * 4 / 5;
    for (int side = 0; side < 2; side++) {
        int x = panel.x + side * (half + gap);
        kiosk_part *head = add(view, KIOSK_PART_TEXT, (kiosk_rect){x, panel.y, half, row}, "",
                               side ? "黑方" : "红方");
        head->tone = side ? KIOSK_TONE_BLACK : KIOSK_TONE_RED;
        head->strong = true;
        for (int i = 0; i < 3; i++) {
            char name[KIOSK_PART_NAME_BYTES];
            kiosk_rect rect = {x, panel.y + row * (i + 1), half, row};

            snprintf(name, sizeof name, "ruling.move.%d.%d", side, i);
            add(view, KIOSK_PART_ROW, rect, name, "")->on = side == 0 && i == 1;
            rect.width = rect.width * 11 / 20;
            rect.x += gap;
            kiosk_part *text = add(view, KIOSK_PART_TEXT, rect, "", moves[i][side]);
            text->strong = side == 0 && i == 1;
            kiosk_part *label =
                kiosk_view_add(view, KIOSK_PART_LABEL,
                               (kiosk_rect){x + half - unit * 9 / 8, rect.y, unit * 9 / 8, row});
            label->label = labels[i][side];
            label->dim = side == 1 && i == 2;
        }
    }
    int y = panel.y + row * 4 + gap;
    kiosk_part *box =
        kiosk_view_add(view, KIOSK_PART_PANEL, (kiosk_rect){panel.x, y, panel.width, unit * 2});
    box->tone = KIOSK_TONE_DANGER;
    kiosk_part *outcome =
        add(view, KIOSK_PART_TEXT, (kiosk_rect){panel.x + gap, y, panel.width - 2 * gap, unit}, "",
            "红方须变着");
    outcome->size = KIOSK_TEXT_LARGE;
    outcome->strong = true;
    outcome->tone = KIOSK_TONE_DANGER;
    add(view, KIOSK_PART_TEXT,
        (kiosk_rect){panel.x + gap, y + unit, panel.width - 2 * gap, unit - gap}, "",
        "红方长捉无根子，为禁止着法；黑方为允许着法，不变可判和棋，红方须变着，不变判负。");
    y += unit * 2 + gap;
    for (int i = 0; i < 3; i++) {
        static const char *const articles[] = {"4.2.2", "26.4", "28.3"};
        kiosk_part *chip =
            add(view, KIOSK_PART_CHIP,
                (kiosk_rect){panel.x + i * (unit * 3 / 2 + gap), y, unit * 3 / 2, unit * 2 / 3},
                articles[i], articles[i]);
        chip->on = i == 1;
        chip->dim = i == 2;
    }
    add(view, KIOSK_PART_BUTTON, (kiosk_rect){panel.x, panel.y + panel.height - unit, half, unit},
        "overrule", "改判");
    kiosk_part *sign =
        add(view, KIOSK_PART_BUTTON,
            (kiosk_rect){panel.x + half + gap, panel.y + panel.height - unit, half, unit}, "sign",
            "签字");
    sign->tone = KIOSK_TONE_PRIMARY;
    sign->size = KIOSK_TEXT_LARGE;
}

void demo_entry(kiosk_view *view, const kiosk_metrics *metrics)
{
    int unit = metrics->unit;
    int gap = metrics->gap;
    kiosk_rect board, panel;

    kiosk_view_clear(view);
    view->unit = unit;
    int top = add_bar(view, metrics, (kiosk_rect){0, 0, metrics->width, unit}, 2);
    split(metrics, top, &board, &panel);
    kiosk_part_set_name(kiosk_view_add(view, KIOSK_PART_BOARD, board), "board");
    view->board.sensitive = true;
    set_layout(&view->board.layout,
               "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w");
    view->board.layout.cells[board_square_at(4, 4)] = board_cell_of(BOARD_RED, BOARD_ADVISOR);
    add_mark(&view->board, KIOSK_MARK_FAULT, 4, 4);
    add_mark(&view->board, KIOSK_MARK_FOCUS, 4, 2);
    view->board.word_square = board_square_at(4, 4);
    snprintf(view->board.word, sizeof view->board.word, "士不在九宫斜线的点上");
    int cell =
        (panel.width - 6 * gap) / 7 < unit * 6 / 5 ? (panel.width - 6 * gap) / 7 : unit * 6 / 5;
    for (int i = 0; i < 14; i++) {
        char name[32], count[8];

        snprintf(name, sizeof name, "palette.%d", i);
        snprintf(count, sizeof count, "%d", i == 5 ? 0 : 5 - i % 5);
        kiosk_part *piece = add(view, KIOSK_PART_PIECE,
                                (kiosk_rect){panel.x + i % 7 * (cell + gap),
                                             panel.y + i / 7 * (cell + gap), cell, cell},
                                name, "");
        piece->cell = (board_cell)(i + 1);
        kiosk_part_set_detail(piece, count);
        piece->on = i == 8;
        piece->dim = i == 5;
    }
    int y = panel.y + 2 * (cell + gap) + gap;
    kiosk_part *turn =
        add(view, KIOSK_PART_SWITCH, (kiosk_rect){panel.x, y, panel.width, unit}, "side", "红先");
    kiosk_part_set_detail(turn, "黑先");
    turn->on = true;
    y += unit + gap;
    kiosk_part *field = add(view, KIOSK_PART_FIELD, (kiosk_rect){panel.x, y, panel.width, unit},
                            "field", "炮二平五");
    field->on = true;
    y += unit + gap;
    for (int i = 0; i < 5; i++) {
        static const char *const keys[] = {"俥", "八", "进", "退", "9"};
        int width = (panel.width - 4 * gap) / 5;
        char name[KIOSK_PART_NAME_BYTES];

        snprintf(name, sizeof name, "key.%d", i);
        kiosk_part *key =
            add(view, KIOSK_PART_KEY, (kiosk_rect){panel.x + i * (width + gap), y, width, unit},
                name, keys[i]);
        key->dim = i == 3;
        key->on = i == 1;
    }
    int half = (panel.width - gap) / 2;
    y = panel.y + panel.height - unit;
    kiosk_part *clear =
        add(view, KIOSK_PART_BUTTON, (kiosk_rect){panel.x, y, half, unit}, "clear", "清空");
    clear->tone = KIOSK_TONE_DANGER;
    kiosk_part *next = add(view, KIOSK_PART_BUTTON,
                           (kiosk_rect){panel.x + half + gap, y, half, unit}, "next", "下一步");
    kiosk_part_set_detail(next, "还有一处错误");
    next->dim = true;
}

void demo_dialog(kiosk_view *view, const kiosk_metrics *metrics)
{
    int unit = metrics->unit;
    int gap = metrics->gap;
    kiosk_rect all = {0, 0, metrics->width, metrics->height};

    demo_ruling(view, metrics);
    add(view, KIOSK_PART_SHADE, all, "shade", "");
    kiosk_rect box = {metrics->width / 2 - unit * 4, metrics->height / 2 - unit * 3, unit * 8,
                      unit * 6};
    if (box.width > metrics->width - 2 * gap) {
        box.x = gap;
        box.width = metrics->width - 2 * gap;
    }
    kiosk_view_add(view, KIOSK_PART_PANEL, box);
    kiosk_rect inside = kiosk_view_find(view, "shade") ? box : all;
    inside.x += 2 * gap;
    inside.y += gap;
    inside.width -= 4 * gap;
    inside.height -= 2 * gap;
    kiosk_part *title = add(view, KIOSK_PART_TEXT,
                            (kiosk_rect){inside.x, inside.y, inside.width, unit}, "", "正在计算");
    title->size = KIOSK_TEXT_LARGE;
    title->strong = true;
    title->align = KIOSK_ALIGN_CENTRE;
    kiosk_part *progress = kiosk_view_add(
        view, KIOSK_PART_PROGRESS, (kiosk_rect){inside.x, inside.y + unit, inside.width, unit / 2});
    progress->value = 620;
    progress =
        kiosk_view_add(view, KIOSK_PART_PROGRESS,
                       (kiosk_rect){inside.x, inside.y + unit * 3 / 2, inside.width, unit / 2});
    progress->value = -5;
    add(view, KIOSK_PART_TEXT,
        (kiosk_rect){inside.x, inside.y + unit * 2, inside.width - unit * 5 / 2, unit * 2}, "",
        "The search looks for mates by checks alone. It may be cancelled at any time: "
        "the label then stays \"undecided\" and the arbiter decides.");
    kiosk_part *code =
        kiosk_view_add(view, KIOSK_PART_CODE,
                       (kiosk_rect){inside.x + inside.width - unit * 5 / 2, inside.y + unit * 2,
                                    unit * 5 / 2, unit * 5 / 2});
    kiosk_part_set_text(code, "https://office.example/enrol/4711");
    kiosk_part *field =
        add(view, KIOSK_PART_FIELD,
            (kiosk_rect){inside.x, inside.y + unit * 4, unit * 4, unit * 9 / 10}, "pin", "");
    kiosk_part_set_detail(field, "输入密码");
    kiosk_part *no = add(view, KIOSK_PART_BUTTON,
                         (kiosk_rect){inside.x, inside.y + inside.height - unit + gap / 2,
                                      inside.width / 2 - gap, unit - gap},
                         "no", "取消");
    no->tone = KIOSK_TONE_WARNING;
    kiosk_part *yes = add(view, KIOSK_PART_BUTTON,
                          (kiosk_rect){inside.x + inside.width / 2 + gap,
                                       inside.y + inside.height - unit + gap / 2,
                                       inside.width / 2 - gap, unit - gap},
                          "yes", "确定");
    yes->tone = KIOSK_TONE_DANGER;
    yes->strong = true;
}

void demo_announcement(kiosk_view *view, const kiosk_metrics *metrics)
{
    int unit = metrics->unit;
    int width = metrics->width - 2 * unit;
    int third = metrics->height / 4;
    kiosk_part *part;

    kiosk_view_clear(view);
    view->unit = unit;
    view->inverse = true;
    view->turn = 180;
    part = add(view, KIOSK_PART_TEXT, (kiosk_rect){unit, 0, width, third}, "", "第12台");
    part->size = KIOSK_TEXT_LARGE;
    part->align = KIOSK_ALIGN_CENTRE;
    part->tone = KIOSK_TONE_QUIET;
    part = add(view, KIOSK_PART_TEXT, (kiosk_rect){unit, third, width, third}, "", "红方须变着");
    part->size = KIOSK_TEXT_HUGE;
    part->align = KIOSK_ALIGN_CENTRE;
    part->strong = true;
    part = add(view, KIOSK_PART_TEXT, (kiosk_rect){unit, 2 * third, width, third}, "",
               "Red must change. If Red repeats the cycle again, Red loses.");
    part->size = KIOSK_TEXT_LARGE;
    part->align = KIOSK_ALIGN_CENTRE;
    part = add(view, KIOSK_PART_TEXT, (kiosk_rect){unit, 3 * third, width, third}, "",
               "4.2.2　26.4　28.3");
    part->align = KIOSK_ALIGN_CENTRE;
}
