/*
 * kiosk/screens/progress.c: 成绩: what a trainee answered: how often it was right by kind, article
 * and theme, what is taken for what, what comes back.
 */
#include <stdio.h>
#include <string.h>

#include "judge/words.h"
#include "kiosk/screens/training_private.h"

enum { TABLE_COLUMNS = 6, QUEUE_MAX = 512, PERCENT = 100 };

/* A line of a list: a name, and how often it was right. */
static void put_line(screen_maker *screen, kiosk_rect rect, const char *code, const char *name,
                     const training_tally *tally)
{
    char figures[64];
    screen_text text;
    kiosk_part *part;

    snprintf(figures, sizeof figures, "%zu/%zu  %zu%%", tally->right, tally->asked,
             tally->asked > 0 ? PERCENT * tally->right / tally->asked : 0);
    screen_begin(&text);
    screen_add(&text, name);
    training_fit(screen, &text, KIOSK_TEXT_BODY, false,
                 rect.width - 5 * screen->gap -
                     screen_text_width(screen, figures, KIOSK_TEXT_BODY, false));
    part = screen_put(screen, KIOSK_PART_ROW, rect, "", text.text, screen_do(KIOSK_COMMAND_NONE));
    kiosk_part_set_detail(part, figures);
    kiosk_part_set_name(part, "progress.%s", code);
}

static kiosk_rect list_row(const screen_maker *screen, kiosk_rect panel, int i)
{
    const int height = screen_lines_height(screen, KIOSK_TEXT_BODY, 1) + screen->gap;

    return (kiosk_rect){panel.x, panel.y + i * (height + screen->gap), panel.width, height};
}

static screen_list begin_lines(screen_maker *screen, kiosk_rect *panel, int count)
{
    return screen_begin_list(screen, panel, count, list_row(screen, *panel, 0).height);
}

static void put_kinds(screen_maker *screen, kiosk_rect panel)
{
    const training_progress *progress = training_of(screen)->progress;
    const screen_list list = begin_lines(screen, &panel, TRAINING_QUESTION_KINDS);

    for (int i = 0; i < list.visible && list.first + i < list.count; i++) {
        const training_question_kind kind = (training_question_kind)(list.first + i);
        put_line(screen, list_row(screen, panel, i), training_kind_code(kind),
                 training_kind_name(kind, screen->language), &progress->kinds[kind]);
    }
}

static void put_articles(screen_maker *screen, kiosk_rect panel)
{
    const training_progress *progress = training_of(screen)->progress;
    const screen_list list = begin_lines(screen, &panel, (int)progress->article_count);
    screen_text text;

    for (int i = 0; i < list.visible && list.first + i < list.count; i++) {
        const training_tally *tally = &progress->articles[list.first + i];
        put_line(screen, list_row(screen, panel, i), tally->name,
                 training_clause_name(screen, &text, tally->name), tally);
    }
}

/* Those that were asked. */
static void put_themes(screen_maker *screen, kiosk_rect panel)
{
    const training_progress *progress = training_of(screen)->progress;
    int asked[TRAINING_THEMES];
    int count = 0;

    for (int i = 0; i < TRAINING_THEMES; i++) {
        if (progress->themes[i].asked > 0)
            asked[count++] = i;
    }
    const screen_list list = begin_lines(screen, &panel, count);
    for (int i = 0; i < list.visible && list.first + i < count; i++) {
        const training_theme theme = (training_theme)asked[list.first + i];
        put_line(screen, list_row(screen, panel, i), training_theme_code(theme),
                 training_theme_name(theme, screen->language), &progress->themes[theme]);
    }
}

/* A table of what was said (down) and what is (across). */

typedef struct confusion_table {
    const char *code;
    int said, is;
    const size_t *counts; /* said by said, `is` numbers each */
    const char *(*name)(const screen_maker *screen, int index);
} confusion_table;

static const char *label_name(const screen_maker *screen, int index)
{
    return index > JUDGE_IDLE ? screen_word(screen, KIOSK_WORD_NOTHING_SAID)
                              : judge_label_word((judge_label)index, screen->language);
}

static const char *idle_name(const screen_maker *screen, int index)
{
    return index >= JUDGE_IDLE_KINDS ? screen_word(screen, KIOSK_WORD_NOTHING_SAID)
                                     : judge_idle_word((judge_idle_kind)index, screen->language);
}

static kiosk_part *put_cell(screen_maker *screen, kiosk_rect row, const confusion_table *table,
                            int column, const char *text)
{
    kiosk_rect place = screen_column(screen, row, table->is + 1, column);
    screen_text fitted;
    kiosk_part *part;

    screen_begin(&fitted);
    screen_add(&fitted, text);
    training_fit(screen, &fitted, KIOSK_TEXT_SMALL, true, place.width - 2);
    part = screen_put_text(screen, place, KIOSK_TEXT_SMALL, fitted.text);
    part->align = column == 0 ? KIOSK_ALIGN_START : KIOSK_ALIGN_CENTRE;
    return part;
}

static void put_table(screen_maker *screen, kiosk_rect panel, const confusion_table *table)
{
    const int height = screen_lines_height(screen, KIOSK_TEXT_SMALL, 1) + screen->gap / 2;

    for (int said = -1; said < table->said; said++) {
        kiosk_rect row = {panel.x, panel.y + (said + 1) * height, panel.width, height};

        put_cell(screen, row, table, 0,
                 said < 0 ? screen_word(screen, KIOSK_WORD_SAID_IS) : table->name(screen, said))
            ->strong = true;
        for (int is = 0; is < table->is; is++) {
            const size_t count = said < 0 ? 0 : table->counts[said * table->is + is];
            char number[24];

            snprintf(number, sizeof number, "%zu", count);
            kiosk_part *part = put_cell(screen, row, table, is + 1,
                                        said < 0     ? table->name(screen, is)
                                        : count == 0 ? "·"
                                                     : number);
            part->strong = said < 0;
            if (said >= 0) {
                part->tone = count == 0   ? KIOSK_TONE_QUIET
                             : said == is ? KIOSK_TONE_GOOD
                                          : KIOSK_TONE_PLAIN;
                kiosk_part_set_name(part, "confusion.%s.%d.%d", table->code, said, is);
            }
        }
    }
}

static void put_confusion(screen_maker *screen, kiosk_rect panel)
{
    const training_progress *progress = training_of(screen)->progress;
    const confusion_table labels = {"label", TRAINING_SAID, JUDGE_IDLE + 1,
                                    &progress->confusion[0][0], label_name};
    const confusion_table idles = {"idle", JUDGE_IDLE_KINDS + 1, JUDGE_IDLE_KINDS,
                                   &progress->idle_confusion[0][0], idle_name};

    for (int i = 0; i < 2; i++)
        put_table(screen,
                  screen->portrait ? screen_row(screen, panel, 2, i)
                                   : screen_column(screen, panel, 2, i),
                  i == 0 ? &labels : &idles);
}

/* What comes back, the one longest due first. */
static void put_queue(screen_maker *screen, kiosk_rect panel)
{
    const kiosk_training *training = training_of(screen);
    const training_item *items[QUEUE_MAX];
    size_t count =
        training_progress_due(training->progress, training->progress_ms, items, QUEUE_MAX);

    count = count < QUEUE_MAX ? count : QUEUE_MAX;
    const screen_list list = begin_lines(screen, &panel, (int)count);
    for (int i = 0; i < list.visible && list.first + i < list.count; i++) {
        const training_item *item = items[list.first + i];
        const training_tally tally = {.asked = item->asked, .right = item->right};
        char code[KIOSK_PART_NAME_BYTES];
        screen_text text;

        screen_begin(&text);
        screen_add(&text, item->id);
        screen_add(&text, "  ");
        screen_add(&text, training_kind_name(item->kind, screen->language));
        snprintf(code, sizeof code, "due.%d", list.first + i + 1);
        put_line(screen, list_row(screen, panel, i), code, text.text, &tally);
    }
}

static void put_page(screen_maker *screen, kiosk_rect panel)
{
    static void (*const pages[KIOSK_PROGRESS_PAGES])(screen_maker *, kiosk_rect) = {
        put_kinds, put_articles, put_themes, put_confusion, put_queue};
    const kiosk_training *training = training_of(screen);

    if (training->trainee[0] == '\0')
        training_put_empty(screen, panel,
                           kiosk_say_text(KIOSK_SAY_TRAINEE_MISSING, screen->language));
    else if (training->progress == NULL)
        training_put_empty(screen, panel, screen_word(screen, KIOSK_WORD_READING_WHAT));
    else if (training->progress->asked == 0)
        training_put_empty(screen, panel, screen_word(screen, KIOSK_WORD_NOTHING_YET));
    else
        pages[training->page](screen, panel);
}

static void put_chips(screen_maker *screen, kiosk_rect *panel)
{
    static const kiosk_word words[KIOSK_PROGRESS_PAGES] = {
        KIOSK_WORD_PAGE_KINDS, KIOSK_WORD_PAGE_ARTICLES, KIOSK_WORD_PAGE_THEMES,
        KIOSK_WORD_PAGE_CONFUSION, KIOSK_WORD_PAGE_QUEUE};
    const kiosk_rect row = screen_cut_top(screen, panel, screen->unit);

    for (int i = 0; i < KIOSK_PROGRESS_PAGES; i++) {
        kiosk_part *part = screen_put_button(
            screen, screen_column(screen, row, KIOSK_PROGRESS_PAGES, i), "",
            screen_word(screen, words[i]), screen_do_with(KIOSK_COMMAND_PROGRESS_PAGE, i));

        kiosk_part_set_name(part, "progress.page.%d", i + 1);
        part->size = KIOSK_TEXT_SMALL;
        part->on = (int)training_of(screen)->page == i;
    }
}

/* Whose progress it is, and how much was right; in portrait the button below says whose. */
static void put_head(screen_maker *screen, screen_areas *areas)
{
    const kiosk_training *training = training_of(screen);
    screen_text text;

    screen_begin(&text);
    screen_add(&text, training->trainee[0] != '\0' && !screen->portrait
                          ? training->trainee
                          : screen_word(screen, KIOSK_WORD_RESULTS));
    if (training->progress != NULL && training->progress->asked > 0) {
        char figures[64];

        snprintf(figures, sizeof figures, "  %zu/%zu  %zu%%", training->progress->right,
                 training->progress->asked,
                 PERCENT * training->progress->right / training->progress->asked);
        screen_add(&text, figures);
    }
    if (screen->portrait)
        training_fit(screen, &text, KIOSK_TEXT_LARGE, true, areas->title.width);
    screen_put_title(screen, areas, text.text);
    kiosk_part_set_name(&screen->view->parts[screen->view->count - 1], "progress.title");
}

static void put_trainee(screen_maker *screen, kiosk_rect rect)
{
    const char *trainee = training_of(screen)->trainee;
    kiosk_part *part = training_put_big(screen, rect, "progress.trainee", KIOSK_WORD_TRAINEE_PICK,
                                        screen_do_with(KIOSK_COMMAND_CHOOSE, KIOSK_CHOOSE_TRAINEE));
    screen_text text;

    if (trainee[0] == '\0')
        return;
    screen_begin(&text);
    screen_add(&text, trainee);
    part->size = KIOSK_TEXT_BODY;
    training_fit(screen, &text, KIOSK_TEXT_BODY, true, rect.width - 4 * screen->gap);
    kiosk_part_set_text(part, text.text);
}

void screen_build_progress(screen_maker *screen)
{
    const kiosk_training *training = training_of(screen);
    screen_areas areas = screen_put_frame(screen, false);
    kiosk_rect bottom = areas.bottom;

    if (!screen->low || training->page != KIOSK_PROGRESS_CONFUSION) /* a table of many rows */
        put_head(screen, &areas);
    put_chips(screen, &areas.panel);
    put_page(screen, areas.panel);
    screen_put_say(screen, &areas);
    put_trainee(screen, screen_cut_left(screen, &bottom, bottom.width * 2 / 5));
    kiosk_part *part = training_put_big(screen, bottom, "progress.export", KIOSK_WORD_EXPORT,
                                        screen_do(KIOSK_COMMAND_PROGRESS_EXPORT));
    part->dim = training->trainee[0] == '\0';
    training_put_chooser(screen);
}
