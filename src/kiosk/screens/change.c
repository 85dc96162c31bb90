/* kiosk/screens/change.c: 改判: the arbiter gives a move another label, and says why. */
#include <string.h>

#include "kiosk/screens/ruling_private.h"

typedef struct label_choice {
    judge_label label;
    judge_idle_kind kind;
} label_choice;

static const label_choice choices[] = {
    {JUDGE_CHECK, JUDGE_IDLE_PLAIN},   {JUDGE_KILL, JUDGE_IDLE_PLAIN},
    {JUDGE_CHASE, JUDGE_IDLE_PLAIN},   {JUDGE_IDLE, JUDGE_IDLE_PLAIN},
    {JUDGE_IDLE, JUDGE_IDLE_EXCHANGE}, {JUDGE_IDLE, JUDGE_IDLE_SACRIFICE},
    {JUDGE_IDLE, JUDGE_IDLE_BLOCK},    {JUDGE_IDLE, JUDGE_IDLE_FOLLOW},
};
enum { CHOICES = sizeof choices / sizeof *choices };

/* The national rules' articles that speak of a label, those cited most first. */
static const char *const label_articles[JUDGE_LABELS] = {
    [JUDGE_CHECK] = "28.1,3.1",
    [JUDGE_KILL] = "28.2,29.5",
    [JUDGE_CHASE] = "28.3,29.1,29.2,28.16,27.2",
    [JUDGE_IDLE] = "28.9,29.2,29.3,29.4,27.1,27.2,27.3",
    [JUDGE_UNDECIDED] = "",
};
static const char *const kind_articles[JUDGE_IDLE_KINDS] = {
    [JUDGE_IDLE_PLAIN] = "",
    [JUDGE_IDLE_EXCHANGE] = "28.5,28.9",
    [JUDGE_IDLE_SACRIFICE] = "28.6,28.9",
    [JUDGE_IDLE_BLOCK] = "28.7,28.9",
    [JUDGE_IDLE_FOLLOW] = "28.8,28.9",
};

/* The widest word of a label: a button breaks its text between words. */
static int widest_word(const screen_maker *screen)
{
    int widest = 0;

    for (int i = 0; i < CHOICES; i++) {
        judge_override override = {.label = choices[i].label, .idle_kind = choices[i].kind};
        const char *word = judge_override_word(&override, screen->language);

        while (*word) {
            char text[KIOSK_PART_NAME_BYTES] = "";
            size_t length = strcspn(word, " ");

            memcpy(text, word, length < sizeof text ? length : sizeof text - 1);
            int width = screen_text_width(screen, text, KIOSK_TEXT_SMALL, !screen->tight) +
                        2 * screen->gap + 2;

            width = width > screen->unit ? width : screen->unit;
            widest = width > widest ? width : widest;
            word += length + (word[length] == ' ');
        }
    }
    return widest;
}

/* All in one row, or in as few as give every word its room. */
static int choice_columns(const screen_maker *screen, int width)
{
    static const int tries[] = {CHOICES, CHOICES / 2, 3};
    enum { TRIES = sizeof tries / sizeof *tries };

    for (int i = 0; i + 1 < TRIES; i++) {
        if (tries[i] * (widest_word(screen) + screen->gap) <= width + screen->gap)
            return tries[i];
    }
    return tries[TRIES - 1];
}

/* Is it what the tool says of the move? */
static bool is_tools(const screen_maker *screen, const label_choice *choice)
{
    const judge_finding *finding =
        judge_result_finding(&screen->dispute->result, (size_t)screen->state->change.move);

    return finding && finding->label == choice->label &&
           (finding->label != JUDGE_IDLE || finding->idle_kind == choice->kind);
}

static void put_choices(screen_maker *screen, kiosk_rect *panel)
{
    const kiosk_change *change = &screen->state->change;
    int columns = choice_columns(screen, panel->width);
    int rows = (CHOICES + columns - 1) / columns;
    int two_lines = screen_lines_height(screen, KIOSK_TEXT_SMALL, 2) + 2 * screen->gap;
    int height =
        two_lines > screen->unit && screen->language == BOARD_ENGLISH ? two_lines : screen->unit;
    kiosk_rect grid = screen_cut_top(screen, panel, rows * (height + screen->gap) - screen->gap);

    for (int i = 0; i < CHOICES; i++) {
        kiosk_rect row = screen_row(screen, grid, rows, i / columns);
        judge_override override = {.label = choices[i].label, .idle_kind = choices[i].kind};
        kiosk_part *part = screen_put_button(
            screen, screen_column(screen, row, columns, i % columns), "",
            judge_override_word(&override, screen->language),
            kiosk_command_of(KIOSK_COMMAND_CHANGE_LABEL, (int32_t)choices[i].label,
                             (int32_t)choices[i].kind));

        kiosk_part_set_name(part, "change.label.%d", i + 1);
        part->on = change->label_chosen && change->label == choices[i].label &&
                   change->idle_kind == choices[i].kind;
        part->strong = !screen->tight;
        if (is_tools(screen, &choices[i]))
            kiosk_part_set_detail(part, screen_word(screen, KIOSK_WORD_TOOL_LABEL));
    }
}

static const char *articles_for(const kiosk_change *change)
{
    if (!change->label_chosen)
        return "";
    return change->label == JUDGE_IDLE && change->idle_kind != JUDGE_IDLE_PLAIN
               ? kind_articles[change->idle_kind]
               : label_articles[change->label];
}

enum { REASONS_MAX = 16, SUMMARY_LINES = 3, ROWS_WANTED = 4 };

typedef struct reason_list {
    char numbers[REASONS_MAX][JUDGE_ARTICLE_NUMBER_BYTES];
    int count;
    bool chosen; /* one of them is the reason */
} reason_list;

/* The articles of the label that may be the reason, as far as the edition has them. */
static void list_reasons(const screen_maker *screen, reason_list *reasons)
{
    const kiosk_change *change = &screen->state->change;
    const char *list = articles_for(change);

    reasons->count = 0;
    reasons->chosen = false;
    while (*list && reasons->count < REASONS_MAX) {
        char *number = reasons->numbers[reasons->count];
        size_t length = strcspn(list, ",");
        size_t kept = length < JUDGE_ARTICLE_NUMBER_BYTES ? length : JUDGE_ARTICLE_NUMBER_BYTES - 1;

        memcpy(number, list, kept);
        number[kept] = '\0';
        list += length + (list[length] == ',');
        if (screen->state->articles.count > 0 &&
            !judge_articles_find(&screen->state->articles, number))
            continue;
        reasons->chosen = reasons->chosen || strcmp(change->reason, number) == 0;
        reasons->count++;
    }
}

/* "28.3  what it says", cut to so many lines. */
static void write_reason(const screen_maker *screen, const char *number, int width, int lines,
                         screen_text *text)
{
    static const char more[] = "…";
    const judge_article *article = judge_articles_find(&screen->state->articles, number);

    screen_begin(text);
    screen_add(text, number);
    if (!article)
        return;
    screen_add(text, "  ");
    screen_add(text, article->text[screen->language]);
    if (screen_text_height(screen, text->text, KIOSK_TEXT_SMALL, true, width) <=
        screen_lines_height(screen, KIOSK_TEXT_SMALL, lines))
        return;
    width -= screen_text_width(screen, more, KIOSK_TEXT_SMALL, true) + screen->metrics->small;
    text->text[screen_text_fits(screen, text->text, KIOSK_TEXT_SMALL, width, lines)] = '\0';
    screen_add(text, more);
}

/* As many lines of each summary as leave room for some rows. */
static int summary_lines(const screen_maker *screen, kiosk_rect rect)
{
    int lines = SUMMARY_LINES;

    while (lines > 1 &&
           (screen_lines_height(screen, KIOSK_TEXT_SMALL, lines) + screen->gap) * ROWS_WANTED >
               rect.height)
        lines--;
    return lines;
}

/* The articles, one a row, with what they say. */
static void put_reasons(screen_maker *screen, kiosk_rect rect, const reason_list *reasons)
{
    const int lines = summary_lines(screen, rect);
    int height = screen_lines_height(screen, KIOSK_TEXT_SMALL, lines) + screen->gap;

    height = height > screen->unit ? height : screen->unit;
    screen_list list = screen_begin_list(screen, &rect, reasons->count, height);
    for (int i = 0; i < list.visible && list.first + i < list.count; i++) {
        const char *number = reasons->numbers[list.first + i];
        kiosk_rect row = {rect.x, rect.y + i * (height + screen->gap), rect.width, height};
        screen_text text;

        write_reason(screen, number, rect.width - 5 * screen->gap, lines, &text);
        kiosk_part *part = screen_put(screen, KIOSK_PART_ROW, row, "", text.text,
                                      kiosk_command_of_text(KIOSK_COMMAND_CHANGE_REASON, number));

        kiosk_part_set_name(part, "change.reason.%s", number);
        part->size = KIOSK_TEXT_SMALL;
        part->on = strcmp(screen->state->change.reason, number) == 0;
    }
}

/* To write a reason; below it what was written, as far as there is room. */
static void put_write(screen_maker *screen, kiosk_rect rect, const reason_list *reasons)
{
    const char *reason = screen->state->change.reason;
    kiosk_part *part =
        screen_put_button(screen, rect, "change.write", screen_word(screen, KIOSK_WORD_WRITE),
                          screen_do_with(KIOSK_COMMAND_FIELD, KIOSK_FIELD_REASON));
    screen_text text;

    part->on = reason[0] != '\0' && !reasons->chosen;
    if (!part->on)
        return;
    screen_begin(&text);
    screen_add(&text, reason);
    text.text[screen_text_fits(screen, reason, KIOSK_TEXT_SMALL, rect.width - 3 * screen->gap, 1)] =
        '\0';
    kiosk_part_set_detail(part, text.text);
}

void ruling_put_change(screen_maker *screen, screen_areas *areas)
{
    const kiosk_change *change = &screen->state->change;
    kiosk_rect panel = areas->panel;
    kiosk_rect bottom = areas->bottom;
    int columns;
    char move[BOARD_NOTATION_BYTES];
    reason_list reasons;
    screen_text text;
    kiosk_part *part;

    ruling_write_move(screen, &screen->dispute->result, (size_t)change->move, move);
    columns = choice_columns(screen, panel.width);
    if (((CHOICES + columns - 1) / columns + 2) * (screen->unit + screen->gap) +
            screen_lines_height(screen, KIOSK_TEXT_BODY, 1) <=
        panel.height) {
        part = screen_put_paragraph(screen, &panel, KIOSK_TEXT_BODY, true,
                                    screen_fill(screen, &text, KIOSK_WORD_CHANGE_TO, move));
        part->tone = KIOSK_TONE_WARNING;
    }
    put_choices(screen, &panel);
    list_reasons(screen, &reasons);
    put_reasons(screen, panel, &reasons);
    screen_put_say(screen, areas);
    const int width = bottom.width / 4;
    screen_put_button(screen, screen_cut_left(screen, &bottom, width), "change.cancel",
                      screen_word(screen, KIOSK_WORD_CANCEL), screen_do(KIOSK_COMMAND_BACK));
    put_write(screen, screen_cut_left(screen, &bottom, width), &reasons);
    part = screen_put_button(screen, bottom, "change.done", screen_word(screen, KIOSK_WORD_CHANGE),
                             screen_do(KIOSK_COMMAND_CHANGE_DONE));
    kiosk_part_set_detail(part, move);
    part->tone = KIOSK_TONE_PRIMARY;
    part->strong = true;
    part->dim = !change->label_chosen || !change->reason[0];
}
