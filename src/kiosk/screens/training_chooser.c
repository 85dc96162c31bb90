/*
 * kiosk/screens/training_chooser.c: lists that something is chosen from: themes, articles, levels,
 * trainees, files, examinations.
 */
#include <stdio.h>
#include <string.h>

#include "kiosk/screens/training_private.h"

/* One thing that can be chosen. */
typedef struct choice {
    screen_text text;
    kiosk_command command;
    bool on;
} choice;

static int choice_count(const screen_maker *screen, kiosk_chooser chooser)
{
    const kiosk_training *training = training_of(screen);
    const kiosk_hall *hall = screen->state->hall;
    training_exam exam;
    int count = 0;

    switch (chooser) {
    case KIOSK_CHOOSE_THEME:
        return TRAINING_THEMES + 1;
    case KIOSK_CHOOSE_ARTICLE:
        return TRAINING_CLAUSES + 1;
    case KIOSK_CHOOSE_DIFFICULTY:
        return TRAINING_DIFFICULTY_MAX + 1;
    case KIOSK_CHOOSE_TRAINEE: /* nobody, a new name, those that answered, the arbiters */
        return 2 + (training->trainees != NULL ? (int)training->trainees->count : 0) +
               (hall != NULL ? (int)hall->arbiter_count : 0);
    case KIOSK_CHOOSE_IMPORT:
        return training->imports != NULL ? (int)training->imports->count : 0;
    default:
        while (training_exam_built_in(NULL, (size_t)count, &exam) == BOARD_OK) {
            training_exam_free(&exam);
            count++;
        }
        return count + 1; /* the seed first */
    }
}

static void choose_filter(const screen_maker *screen, kiosk_chooser chooser, int index, choice *to)
{
    const kiosk_case_filter *filter = &training_of(screen)->filter;
    const int value = chooser == KIOSK_CHOOSE_DIFFICULTY && index > 0 ? index : index - 1;
    const int chosen = chooser == KIOSK_CHOOSE_THEME     ? filter->theme
                       : chooser == KIOSK_CHOOSE_ARTICLE ? filter->article
                                                         : filter->difficulty;

    to->command = kiosk_command_of(KIOSK_COMMAND_FILTER, (int32_t)chooser, value);
    to->on = value == chosen;
    if (index == 0)
        screen_add(&to->text, screen_word(screen, KIOSK_WORD_ANY));
    else if (chooser == KIOSK_CHOOSE_THEME)
        screen_add(&to->text, training_theme_name((training_theme)value, screen->language));
    else if (chooser == KIOSK_CHOOSE_ARTICLE)
        training_clause_name(screen, &to->text, training_clause_number((size_t)value));
    else
        screen_add_number(&to->text, value);
}

static void choose_trainee(const screen_maker *screen, int index, choice *to)
{
    const kiosk_training *training = training_of(screen);
    const int known = training->trainees != NULL ? (int)training->trainees->count : 0;
    const char *name = "";

    if (index == 1) {
        to->command = screen_do_with(KIOSK_COMMAND_FIELD, KIOSK_FIELD_TRAINEE);
        screen_add(&to->text, screen_word(screen, KIOSK_WORD_TRAINEE_NEW));
        return;
    }
    if (index > 1)
        name = index - 2 < known ? training->trainees->names[index - 2]
                                 : screen->state->hall->arbiters[index - 2 - known].name;
    to->command = kiosk_command_of_text(KIOSK_COMMAND_TRAINEE, name);
    to->on = strcmp(training->trainee, name) == 0;
    screen_add(&to->text, name[0] != '\0' ? name : screen_word(screen, KIOSK_WORD_TRAINEE_NOBODY));
}

static void choose_exam(const screen_maker *screen, int index, choice *to)
{
    const uint32_t seed = training_of(screen)->quiz.seed;
    training_exam exam;

    if (index == 0) {
        to->command = screen_do_with(KIOSK_COMMAND_FIELD, KIOSK_FIELD_SEED);
        if (seed != 0)
            screen_fill_number(screen, &to->text, KIOSK_WORD_SEED, (long)seed);
        else
            screen_add(&to->text, screen_word(screen, KIOSK_WORD_SEED_OF_DAY));
        return;
    }
    if (training_exam_built_in(NULL, (size_t)index - 1, &exam) != BOARD_OK)
        return;
    to->command = kiosk_command_of_text(KIOSK_COMMAND_QUIZ_BEGIN, exam.id);
    screen_add(&to->text, exam.title[screen->language]);
    training_exam_free(&exam);
}

static void fill_choice(const screen_maker *screen, kiosk_chooser chooser, int index, choice *to)
{
    memset(to, 0, sizeof *to);
    if (chooser == KIOSK_CHOOSE_TRAINEE) {
        choose_trainee(screen, index, to);
    } else if (chooser == KIOSK_CHOOSE_EXAM) {
        choose_exam(screen, index, to);
    } else if (chooser == KIOSK_CHOOSE_IMPORT) {
        const char *name = training_of(screen)->imports->names[index];
        to->command = kiosk_command_of_text(KIOSK_COMMAND_CASES_IMPORT, name);
        screen_add(&to->text, name);
    } else {
        choose_filter(screen, chooser, index, to);
    }
}

/* Short things stand beside each other. */
static int columns_of(const screen_maker *screen, kiosk_chooser chooser)
{
    const bool wide = !screen->portrait;

    switch (chooser) {
    case KIOSK_CHOOSE_ARTICLE:
        return wide ? 8 : 5;
    case KIOSK_CHOOSE_DIFFICULTY:
        return wide ? 6 : 3;
    case KIOSK_CHOOSE_THEME:
    case KIOSK_CHOOSE_TRAINEE:
        return wide ? 3 : 2;
    default:
        return 1;
    }
}

static void put_choices(screen_maker *screen, kiosk_rect sheet, kiosk_chooser chooser)
{
    const int count = choice_count(screen, chooser);
    const int columns = columns_of(screen, chooser);
    const screen_list list =
        screen_begin_list(screen, &sheet, (count + columns - 1) / columns, screen->unit);
    choice made;

    for (int i = 0; i < list.visible * columns && list.first * columns + i < count; i++) {
        const int index = list.first * columns + i;
        kiosk_rect row = {sheet.x, sheet.y + i / columns * (screen->unit + screen->gap),
                          sheet.width, screen->unit};
        const kiosk_rect place = screen_column(screen, row, columns, i % columns);

        fill_choice(screen, chooser, index, &made);
        training_fit(screen, &made.text, KIOSK_TEXT_SMALL, true, place.width - 3 * screen->gap);
        kiosk_part *part = screen_put_button(screen, place, "", made.text.text, made.command);
        kiosk_part_set_name(part, "choice.%d", index);
        part->size = KIOSK_TEXT_SMALL;
        part->on = made.on;
    }
}

void training_put_chooser(screen_maker *screen)
{
    static const kiosk_word titles[KIOSK_CHOOSERS] = {
        [KIOSK_CHOOSE_THEME] = KIOSK_WORD_PICK_THEME,
        [KIOSK_CHOOSE_ARTICLE] = KIOSK_WORD_PICK_ARTICLE,
        [KIOSK_CHOOSE_DIFFICULTY] = KIOSK_WORD_PICK_DIFFICULTY,
        [KIOSK_CHOOSE_TRAINEE] = KIOSK_WORD_TRAINEE_PICK,
        [KIOSK_CHOOSE_IMPORT] = KIOSK_WORD_IMPORT_WHICH,
        [KIOSK_CHOOSE_EXAM] = KIOSK_WORD_EXAMS};
    const kiosk_training *training = training_of(screen);
    const kiosk_chooser chooser = training->chooser;
    screen_text text;

    if (chooser == KIOSK_CHOOSE_NOTHING)
        return;
    kiosk_rect sheet = screen_put_sheet(screen, screen->metrics->width, screen->metrics->height,
                                        screen_do_with(KIOSK_COMMAND_CHOOSE, 0));
    kiosk_rect head = screen_cut_top(screen, &sheet, screen->unit);
    screen_put_button(screen, screen_cut_right(screen, &head, screen->unit), "choice.close", "×",
                      screen_do_with(KIOSK_COMMAND_CHOOSE, 0))
        ->size = KIOSK_TEXT_LARGE;
    screen_put_text(screen, screen_middle(screen, head, KIOSK_TEXT_LARGE), KIOSK_TEXT_LARGE,
                    screen_word(screen, titles[chooser]))
        ->strong = true;
    if (chooser == KIOSK_CHOOSE_IMPORT && choice_count(screen, chooser) == 0)
        training_put_empty(
            screen, sheet,
            training->imports == NULL
                ? screen_word(screen, KIOSK_WORD_READING_WHAT)
                : screen_fill(screen, &text, KIOSK_WORD_IMPORT_NONE, training->imports->folder));
    else
        put_choices(screen, sheet, chooser);
}
