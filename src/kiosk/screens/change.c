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

static void put_choices(screen_maker *screen, kiosk_rect *panel)
{
    const kiosk_change *change = &screen->state->change;
    int columns =
        screen_columns_in(screen, *panel, screen->unit) >= CHOICES ? CHOICES : CHOICES / 2;
    int rows = CHOICES / columns;
    kiosk_rect grid =
        screen_cut_top(screen, panel, rows * (screen->unit + screen->gap) - screen->gap);

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
        part->strong = true;
    }
}

/* Articles that may be the reason: of the label under the national rules, else all there are. */
static void put_reason_chips(screen_maker *screen, kiosk_rect *panel)
{
    const kiosk_change *change = &screen->state->change;
    const char *list = !change->label_chosen ? ""
                       : change->label == JUDGE_IDLE && change->idle_kind != JUDGE_IDLE_PLAIN
                           ? kind_articles[change->idle_kind]
                           : label_articles[change->label];
    int columns =
        screen_columns_in(screen, *panel, screen_button_width(screen, "28.16", KIOSK_TEXT_SMALL));
    kiosk_rect row = {0};
    int put = 0;

    while (*list) {
        char number[JUDGE_ARTICLE_NUMBER_BYTES] = "";
        size_t length = strcspn(list, ",");

        memcpy(number, list, length < sizeof number - 1 ? length : sizeof number - 1);
        list += length + (list[length] == ',');
        if (screen->state->articles.count > 0 &&
            !judge_articles_find(&screen->state->articles, number))
            continue;
        if (put % columns == 0)
            row = screen_cut_top(screen, panel, screen->unit);
        kiosk_part *part =
            screen_put(screen, KIOSK_PART_CHIP, screen_column(screen, row, columns, put % columns),
                       "", number, kiosk_command_of_text(KIOSK_COMMAND_CHANGE_REASON, number));

        kiosk_part_set_name(part, "change.reason.%s", number);
        part->on = strcmp(change->reason, number) == 0;
        part->align = KIOSK_ALIGN_CENTRE;
        put++;
    }
}

void ruling_put_change(screen_maker *screen, screen_areas *areas)
{
    const kiosk_change *change = &screen->state->change;
    kiosk_rect panel = areas->panel;
    kiosk_rect bottom = areas->bottom;
    const judge_article *article;
    char move[BOARD_NOTATION_BYTES];
    screen_text text;
    kiosk_part *part;

    ruling_write_move(screen, &screen->dispute->result, (size_t)change->move, move);
    part = screen_put_paragraph(screen, &panel, KIOSK_TEXT_BODY, true,
                                screen_fill(screen, &text, KIOSK_WORD_CHANGE_TO, move));
    part->tone = KIOSK_TONE_WARNING;
    put_choices(screen, &panel);
    part = screen_put(screen, KIOSK_PART_FIELD, screen_cut_bottom(screen, &panel, screen->unit),
                      "change.write", change->reason,
                      screen_do_with(KIOSK_COMMAND_FIELD, KIOSK_FIELD_REASON));
    kiosk_part_set_detail(part, screen_word(screen, KIOSK_WORD_WRITE_REASON));
    put_reason_chips(screen, &panel);
    article = judge_articles_find(&screen->state->articles, change->reason);
    if (article && screen_text_height(screen, article->text[screen->language], KIOSK_TEXT_SMALL,
                                      false, panel.width) <= panel.height)
        screen_put_paragraph(screen, &panel, KIOSK_TEXT_SMALL, false,
                             article->text[screen->language]);
    screen_put_say(screen, areas);
    screen_put_button(screen, screen_cut_left(screen, &bottom, bottom.width * 2 / 5),
                      "change.cancel", screen_word(screen, KIOSK_WORD_CANCEL),
                      screen_do(KIOSK_COMMAND_BACK));
    part = screen_put_button(screen, bottom, "change.done", screen_word(screen, KIOSK_WORD_CHANGE),
                             screen_do(KIOSK_COMMAND_CHANGE_DONE));
    part->tone = KIOSK_TONE_PRIMARY;
    part->size = KIOSK_TEXT_LARGE;
    part->strong = true;
    part->dim = !change->label_chosen || !change->reason[0];
}
