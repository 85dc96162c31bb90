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

/* A chip in the next place of the rows that are cut from the panel. */
static kiosk_part *put_chip(screen_maker *screen, kiosk_rect *panel, kiosk_rect *row, int place,
                            const char *text, kiosk_command command)
{
    int columns =
        screen_columns_in(screen, *panel, screen_button_width(screen, "28.16", KIOSK_TEXT_SMALL));
    kiosk_part *part;

    if (place % columns == 0)
        *row = screen_cut_top(screen, panel, screen->unit);
    part = screen_put(screen, KIOSK_PART_CHIP,
                      screen_column(screen, *row, columns, place % columns), "", text, command);
    part->align = KIOSK_ALIGN_CENTRE;
    return part;
}

/* Articles of the label that may be the reason, and a chip to write one. */
static void put_reasons(screen_maker *screen, kiosk_rect *panel)
{
    const kiosk_change *change = &screen->state->change;
    const char *list = articles_for(change);
    kiosk_rect row = {0};
    kiosk_part *part;
    bool written = change->reason[0] != '\0';
    int place = 0;

    while (*list) {
        char number[JUDGE_ARTICLE_NUMBER_BYTES] = "";
        size_t length = strcspn(list, ",");

        memcpy(number, list, length < sizeof number - 1 ? length : sizeof number - 1);
        list += length + (list[length] == ',');
        if (screen->state->articles.count > 0 &&
            !judge_articles_find(&screen->state->articles, number))
            continue;
        part = put_chip(screen, panel, &row, place++, number,
                        kiosk_command_of_text(KIOSK_COMMAND_CHANGE_REASON, number));
        kiosk_part_set_name(part, "change.reason.%s", number);
        part->on = strcmp(change->reason, number) == 0;
        written = written && !part->on;
    }
    part = put_chip(screen, panel, &row, place, screen_word(screen, KIOSK_WORD_WRITE),
                    screen_do_with(KIOSK_COMMAND_FIELD, KIOSK_FIELD_REASON));
    kiosk_part_set_name(part, "change.write");
    part->on = written;
}

/* What the article says that was chosen, or what was written. */
static void put_reason_text(screen_maker *screen, kiosk_rect panel)
{
    const char *reason = screen->state->change.reason;
    const judge_article *article = judge_articles_find(&screen->state->articles, reason);
    const char *text = article ? article->text[screen->language] : reason;

    if (screen_text_height(screen, text, KIOSK_TEXT_SMALL, false, panel.width) <= panel.height)
        screen_put_paragraph(screen, &panel, KIOSK_TEXT_SMALL, false, text);
}

void ruling_put_change(screen_maker *screen, screen_areas *areas)
{
    const kiosk_change *change = &screen->state->change;
    kiosk_rect panel = areas->panel;
    kiosk_rect bottom = areas->bottom;
    int columns;
    char move[BOARD_NOTATION_BYTES];
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
    put_reasons(screen, &panel);
    put_reason_text(screen, panel);
    screen_put_say(screen, areas);
    screen_put_button(screen, screen_cut_left(screen, &bottom, bottom.width * 2 / 5),
                      "change.cancel", screen_word(screen, KIOSK_WORD_CANCEL),
                      screen_do(KIOSK_COMMAND_BACK));
    part = screen_put_button(screen, bottom, "change.done", screen_word(screen, KIOSK_WORD_CHANGE),
                             screen_do(KIOSK_COMMAND_CHANGE_DONE));
    kiosk_part_set_detail(part, move);
    part->tone = KIOSK_TONE_PRIMARY;
    part->strong = true;
    part->dim = !change->label_chosen || !change->reason[0];
}
