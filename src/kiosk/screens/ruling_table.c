/*
 * kiosk/screens/ruling_table.c: the moves of the cycle, each with its label, in two columns by
 * side.
 */
#include <string.h>

#include "judge/words.h"
#include "kiosk/screens/ruling_private.h"

ruling_rows ruling_rows_of(const screen_maker *screen, const judge_result *result)
{
    ruling_rows rows = {.result = result, .from = result->cycle.from};
    bool odd;

    rows.length = result->cycle.length;
    if (rows.length == 0 && result->count > result->first_judged) {
        rows.from = result->first_judged;
        rows.length = result->count - result->first_judged;
    }
    odd = rows.from % 2 != 0;
    rows.first = screen->dispute->entered.layout.to_move;
    if (odd)
        rows.first = board_other(rows.first);
    return rows;
}

judge_label ruling_label(const screen_maker *screen, size_t index, const judge_override **override)
{
    const kiosk_entered *entered = &screen->dispute->entered;
    const judge_result *result = &screen->dispute->result;
    const judge_finding *finding = judge_result_finding(result, index);
    kiosk_hearing hearing;

    *override = NULL;
    if (entered->override_count > 0 && kiosk_hearing_of(screen->dispute, &hearing))
        *override = judge_override_of(&hearing.dispute, result, entered->overrides,
                                      entered->override_count, index);
    if (*override)
        return (*override)->label;
    return finding ? finding->label : JUDGE_UNDECIDED;
}

bool ruling_position_before(const screen_maker *screen, const judge_result *result, size_t index,
                            board_position *position)
{
    kiosk_hearing hearing;

    if (!kiosk_hearing_of(screen->dispute, &hearing))
        return false;
    *position = hearing.dispute.start;
    for (size_t i = 0; i < index && i < hearing.dispute.count; i++)
        board_make(position, hearing.played[i].move);
    return index <= result->count;
}

void ruling_write_move(const screen_maker *screen, const judge_result *result, size_t index,
                       char text[BOARD_NOTATION_BYTES])
{
    const judge_finding *finding = judge_result_finding(result, index);
    board_position position;

    text[0] = '\0';
    if (finding && ruling_position_before(screen, result, index, &position))
        board_notation_write(&position, finding->move, screen_notation(screen), text);
}

/* What the move attacks, in a word; "" for nothing. */
static void target_name(const screen_maker *screen, size_t index, screen_text *text)
{
    const judge_finding *finding = judge_result_finding(&screen->dispute->result, index);
    judge_reason reasons[JUDGE_REASONS_MAX];
    board_position position;

    screen_begin(text);
    if (!finding || finding->label != JUDGE_CHASE ||
        !ruling_position_before(screen, &screen->dispute->result, index, &position) ||
        judge_finding_reasons(&position, finding, reasons) == 0 || !reasons[0].threat)
        return;
    for (board_piece piece = 0; piece < BOARD_PIECES; piece++) {
        if (reasons[0].threat->victims & judge_bit(piece)) {
            if (screen->language == BOARD_CHINESE)
                screen_add(text, "→");
            screen_add(text, judge_piece_name(piece, screen->language));
            return;
        }
    }
}

/* Its place in the cycle, from 1. */
static size_t row_number(const screen_maker *screen, size_t index)
{
    return index - ruling_rows_of(screen, &screen->dispute->result).from + 1;
}

static void put_label(screen_maker *screen, kiosk_rect rect, size_t index, judge_label label,
                      bool dropped)
{
    kiosk_part *part = screen_put(screen, KIOSK_PART_LABEL, rect, "", "",
                                  screen_do_with(KIOSK_COMMAND_ROW, (int32_t)index));

    kiosk_part_set_name(part, dropped ? "ruling.dropped.%zu" : "ruling.label.%zu",
                        row_number(screen, index));
    part->label = label;
    part->dim = dropped;
    part->align = KIOSK_ALIGN_CENTRE;
}

bool ruling_is_open(const judge_finding *finding)
{
    return finding->label == JUDGE_UNDECIDED || finding->key_square;
}

/* What the sign means in a word where it is not the language's own, and the target, as far as there
 * is room: the word before the target. */
static void put_detail(const screen_maker *screen, kiosk_part *part, judge_label label,
                       const char *target, int room)
{
    const char *word =
        screen->language == BOARD_CHINESE ? "" : judge_label_word(label, screen->language);
    const char *piece = strchr(target, ' '); /* "black cannon": the other side's, of course */
    screen_text both, brief;

    screen_begin(&both);
    screen_add(&both, word);
    brief = both;
    if (word[0] && target[0])
        screen_add(&both, label == JUDGE_CHASE ? " " : ", ");
    screen_add(&both, target);
    if (label == JUDGE_CHASE && word[0] && piece)
        screen_add(&brief, piece);
    const char *const choices[] = {both.text, brief.text,
                                   part->tone == KIOSK_TONE_WARNING ? target : word, target};

    for (size_t i = 0; i < sizeof choices / sizeof *choices; i++) {
        if (choices[i][0] &&
            screen_text_width(screen, choices[i], KIOSK_TEXT_BODY, false) <= room) {
            kiosk_part_set_detail(part, choices[i]);
            return;
        }
    }
}

/* One move: its label, the tool's beside it where it was overruled, the move, its target. */
static void put_row(screen_maker *screen, kiosk_rect rect, size_t index)
{
    const judge_override *override;
    judge_label label = ruling_label(screen, index, &override);
    const judge_finding *finding = judge_result_finding(&screen->dispute->result, index);
    char move[BOARD_NOTATION_BYTES];
    screen_text target;
    kiosk_part *part;

    if (!finding)
        return;
    put_label(screen, screen_cut_left(screen, &rect, screen->unit), index, label, false);
    if (override && rect.width > 2 * (screen->unit + screen->gap))
        put_label(screen, screen_cut_left(screen, &rect, screen->unit), index, finding->label,
                  true);
    ruling_write_move(screen, &screen->dispute->result, index, move);
    part = screen_put(screen, KIOSK_PART_ROW, rect, "", move,
                      screen_do_with(KIOSK_COMMAND_ROW, (int32_t)index));
    kiosk_part_set_name(part, "ruling.row.%zu", row_number(screen, index));
    part->strong = true;
    if (override) {
        screen_begin(&target);
        screen_add(&target, screen_word(screen, KIOSK_WORD_OVERRULED));
    } else if (ruling_is_open(finding)) {
        screen_begin(&target);
        screen_add(&target, screen_word(screen, KIOSK_WORD_TO_DECIDE));
        part->tone = KIOSK_TONE_WARNING;
    } else {
        target_name(screen, index, &target);
        if (!target.text[0])
            screen_add(&target,
                       finding->label == JUDGE_IDLE && finding->idle_kind != JUDGE_IDLE_PLAIN
                           ? judge_finding_word(finding, screen->language)
                           : "");
    }
    int room = rect.width - screen_text_width(screen, move, KIOSK_TEXT_BODY, true) -
               screen->metrics->body * (part->tone == KIOSK_TONE_WARNING ? 9 : 4) / 4 -
               3 * screen->gap;
    put_detail(screen, part, label, target.text, room);
}

int ruling_table_rows(const screen_maker *screen)
{
    ruling_rows rows = ruling_rows_of(screen, &screen->dispute->result);

    return (int)(rows.length + (rows.first == BOARD_BLACK) + 1) / 2;
}

void ruling_put_table(screen_maker *screen, kiosk_rect rect)
{
    ruling_rows rows = ruling_rows_of(screen, &screen->dispute->result);
    size_t shift = rows.first == BOARD_BLACK;
    int count = ruling_table_rows(screen);
    screen_list list = screen_begin_list(screen, &rect, count, screen->unit);

    for (int i = 0; i < list.visible; i++) {
        kiosk_rect row = {rect.x, rect.y + i * (screen->unit + screen->gap), rect.width,
                          screen->unit};

        for (size_t side = 0; side < 2; side++) {
            size_t at = (size_t)(list.first + i) * 2 + side;

            if (at >= shift && at - shift < rows.length)
                put_row(screen, screen_column(screen, row, 2, (int)side), rows.from + at - shift);
        }
    }
}
