/*
 * kiosk/screens/training.c: training's own home, the tabs of the bar, which cases are meant, the
 * case on the board.
 */
#include <stdio.h>
#include <string.h>

#include "kiosk/flow/text.h"
#include "kiosk/screens/training_private.h"

enum { TABS = 5 };

/* The bar. */

static const char *tab_detail(const screen_maker *screen, screen_text *text, int tab)
{
    const kiosk_training *training = training_of(screen);
    const kiosk_quizzing *quiz = &training->quiz;

    screen_begin(text);
    if (tab == 2 && training->library != NULL) {
        screen_fill_number(screen, text, KIOSK_WORD_CASE_COUNT_TIGHT,
                           (long)training->library->cases.count);
    } else if (tab == 3 && quiz->quiz != NULL && quiz->stage >= KIOSK_QUIZ_ASKED) {
        screen_add_number(text, (long)quiz->quiz->at);
        screen_add(text, "/");
        screen_add_number(text, (long)quiz->quiz->count);
    } else if (tab == 4 && training->progress != NULL && training->progress->asked > 0) {
        screen_add_number(text,
                          (long)(100 * training->progress->right / training->progress->asked));
        screen_add(text, "%");
    }
    return text->text;
}

bool screen_put_training_tabs(screen_maker *screen, kiosk_rect rect)
{
    static const kiosk_word words[TABS] = {KIOSK_WORD_HALL, KIOSK_WORD_TRAINING, KIOSK_WORD_STUDY,
                                           KIOSK_WORD_QUIZ, KIOSK_WORD_RESULTS};
    static const char *const names[TABS] = {"bar.hall", "bar.training", "bar.study", "bar.quiz",
                                            "bar.progress"};
    const kiosk_screen present = screen->state->screen == KIOSK_SCREEN_SETTINGS
                                     ? screen->state->beside
                                     : screen->state->screen;

    if (!kiosk_screen_is_training(present))
        return false;
    for (int i = 0; i < TABS; i++) {
        kiosk_rect place = rect;
        screen_text text;

        place.x = rect.x + rect.width * i / TABS;
        place.width = rect.x + rect.width * (i + 1) / TABS - place.x;
        kiosk_part *part = screen_put(
            screen, KIOSK_PART_STEP, place, names[i], screen_word(screen, words[i]),
            i == 0 ? screen_do(KIOSK_COMMAND_HOME) : screen_do_with(KIOSK_COMMAND_TRAINING, i - 1));
        kiosk_part_set_detail(part, tab_detail(screen, &text, i));
        part->align = KIOSK_ALIGN_CENTRE;
        part->on = i > 0 && (int)present == (int)KIOSK_SCREEN_TRAINING + i - 1;
    }
    return true;
}

/* Parts. */

kiosk_part *training_put_big(screen_maker *screen, kiosk_rect rect, const char *name,
                             kiosk_word word, kiosk_command command)
{
    const char *text = screen_word(screen, word);
    kiosk_part *part = screen_put_button(screen, rect, name, text, command);
    const bool fits =
        screen_text_width(screen, text, KIOSK_TEXT_LARGE, true) <= rect.width - 4 * screen->gap;

    part->size = fits ? KIOSK_TEXT_LARGE : KIOSK_TEXT_SMALL;
    return part;
}

void training_put_empty(screen_maker *screen, kiosk_rect panel, const char *text)
{
    kiosk_part *part;

    screen_cut_top(screen, &panel, panel.height / 4);
    part = screen_put_paragraph(screen, &panel, KIOSK_TEXT_BODY, true, text);
    part->align = KIOSK_ALIGN_CENTRE;
    kiosk_part_set_name(part, "training.empty");
}

void training_fit(const screen_maker *screen, screen_text *text, kiosk_text_size size, bool strong,
                  int width)
{
    static const char dots[] = "…";
    size_t length = strlen(text->text);

    if (screen_text_width(screen, text->text, size, strong) <= width)
        return;
    while (length > 0) {
        length--;
        while (length > 0 && ((unsigned char)text->text[length] & 0xC0) == 0x80)
            length--;
        memcpy(text->text + length, dots, sizeof dots);
        if (screen_text_width(screen, text->text, size, strong) <= width)
            return;
    }
}

void training_put_board(screen_maker *screen, kiosk_rect rect, bool sensitive)
{
    kiosk_board_view *board = &screen->view->board;
    const kiosk_hand *hand = &screen->state->hand;
    board_position position;
    board_move last;

    kiosk_part_set_name(kiosk_view_add(screen->view, KIOSK_PART_BOARD, rect), "board");
    if (kiosk_training_position(training_of(screen), &position, &last)) {
        screen_add_mark(board, KIOSK_MARK_LAST, last.from);
        screen_add_mark(board, KIOSK_MARK_LAST, last.to);
    }
    screen_show_position(screen, board, &position);
    board->sensitive = sensitive;
    board->word_square = sensitive ? hand->word_square : BOARD_NO_SQUARE;
    if (board->word_square != BOARD_NO_SQUARE)
        kiosk_text_copy(board->word, sizeof board->word,
                        board_error_text(hand->word, screen->language));
}

/* Which cases. */

const char *training_clause_name(const screen_maker *screen, screen_text *text, const char *number)
{
    static const char item[] = "item.";

    if (strncmp(number, item, sizeof item - 1) == 0)
        return screen_fill(screen, text, KIOSK_WORD_DETAILED_RULE, number + sizeof item - 1);
    screen_begin(text);
    screen_add(text, number);
    return text->text;
}

static void put_filter_button(screen_maker *screen, kiosk_rect rect, kiosk_chooser chooser,
                              kiosk_word word, const char *value)
{
    static const char *const names[KIOSK_CHOOSERS] = {[KIOSK_CHOOSE_THEME] = "filter.theme",
                                                      [KIOSK_CHOOSE_ARTICLE] = "filter.article",
                                                      [KIOSK_CHOOSE_DIFFICULTY] = "filter.level"};
    screen_text text;
    kiosk_part *part;

    screen_fill(screen, &text, word, value != NULL ? value : screen_word(screen, KIOSK_WORD_ANY));
    training_fit(screen, &text, KIOSK_TEXT_SMALL, true, rect.width - 3 * screen->gap);
    part = screen_put_button(screen, rect, names[chooser], text.text,
                             screen_do_with(KIOSK_COMMAND_CHOOSE, (int32_t)chooser));
    part->size = KIOSK_TEXT_SMALL;
    part->on = value != NULL;
}

void training_put_filter(screen_maker *screen, kiosk_rect *panel, bool with_import)
{
    const kiosk_case_filter *filter = &training_of(screen)->filter;
    kiosk_rect row = screen_cut_top(screen, panel, screen->unit);
    screen_text article, level;
    kiosk_part *part;

    if (with_import) {
        const char *text = screen_word(screen, KIOSK_WORD_IMPORT);

        part = screen_put_button(
            screen,
            screen_cut_right(screen, &row,
                             screen_button_width(screen, text, KIOSK_TEXT_SMALL) + screen->gap),
            "study.import", text, screen_do_with(KIOSK_COMMAND_CHOOSE, KIOSK_CHOOSE_IMPORT));
        part->size = KIOSK_TEXT_SMALL;
    }
    screen_begin(&level);
    if (filter->difficulty != KIOSK_ANY)
        screen_add_number(&level, filter->difficulty);
    put_filter_button(screen, screen_column(screen, row, 3, 0), KIOSK_CHOOSE_THEME,
                      KIOSK_WORD_THEME_OF,
                      filter->theme != KIOSK_ANY
                          ? training_theme_name((training_theme)filter->theme, screen->language)
                          : NULL);
    put_filter_button(screen, screen_column(screen, row, 3, 1), KIOSK_CHOOSE_ARTICLE,
                      KIOSK_WORD_ARTICLE_OF,
                      filter->article != KIOSK_ANY
                          ? training_clause_name(screen, &article,
                                                 training_clause_number((size_t)filter->article))
                          : NULL);
    put_filter_button(screen, screen_column(screen, row, 3, 2), KIOSK_CHOOSE_DIFFICULTY,
                      KIOSK_WORD_DIFFICULTY_OF,
                      filter->difficulty != KIOSK_ANY ? level.text : NULL);
}

/* The home. */

static void put_tile(screen_maker *screen, kiosk_rect rect, const char *name, kiosk_word word,
                     const char *detail, int page)
{
    kiosk_part *part = screen_put(screen, KIOSK_PART_TILE, rect, name, screen_word(screen, word),
                                  screen_do_with(KIOSK_COMMAND_TRAINING, page));

    kiosk_part_set_detail(part, detail);
}

static void put_tiles(screen_maker *screen, kiosk_rect rect)
{
    const kiosk_training *training = training_of(screen);
    const training_item *none[1];
    screen_text text, more;
    kiosk_rect places[3];

    for (int i = 0; i < 3; i++)
        places[i] =
            screen->portrait ? screen_row(screen, rect, 3, i) : screen_column(screen, rect, 3, i);
    screen_begin(&text);
    screen_add(&text, screen_word(screen, KIOSK_WORD_STUDY_WHAT));
    screen_add(&text, "\n");
    screen_add(&text, training->library != NULL
                          ? screen_fill_number(screen, &more, KIOSK_WORD_CASE_COUNT,
                                               (long)training->library->cases.count)
                          : screen_word(screen, KIOSK_WORD_TRAINING_READING));
    put_tile(screen, places[0], "training.study", KIOSK_WORD_STUDY, text.text, 1);
    screen_begin(&text);
    screen_add(&text, screen_word(screen, KIOSK_WORD_QUIZ_WHAT));
    if (training->progress != NULL) {
        screen_add(&text, "\n");
        screen_add(&text,
                   screen_fill_number(screen, &more, KIOSK_WORD_DUE_AGAIN,
                                      (long)training_progress_due(training->progress,
                                                                  training->progress_ms, none, 0)));
    }
    put_tile(screen, places[1], "training.quiz", KIOSK_WORD_QUIZ, text.text, 2);
    screen_begin(&text);
    screen_add(&text, screen_word(screen, KIOSK_WORD_RESULTS_WHAT));
    if (training->progress != NULL && training->progress->asked > 0) {
        screen_add(&text, "\n");
        screen_add_number(&text, (long)training->progress->right);
        screen_add(&text, "/");
        screen_add_number(&text, (long)training->progress->asked);
    }
    put_tile(screen, places[2], "training.progress", KIOSK_WORD_RESULTS, text.text, 3);
}

void screen_build_training(screen_maker *screen)
{
    const kiosk_training *training = training_of(screen);
    screen_areas areas = screen_put_frame(screen, false);
    screen_text text;

    screen_put_title(screen, &areas, screen_word(screen, KIOSK_WORD_TRAINING));
    kiosk_rect row = screen_cut_top(screen, &areas.panel, screen->unit);
    if (training->trainee[0] != '\0')
        screen_fill(screen, &text, KIOSK_WORD_TRAINEE, training->trainee);
    else {
        screen_begin(&text);
        screen_add(&text, screen_word(screen, KIOSK_WORD_TRAINEE_NONE));
    }
    training_fit(screen, &text, KIOSK_TEXT_BODY, true, row.width - 3 * screen->gap);
    kiosk_part *part =
        screen_put_button(screen, row, "training.trainee", text.text,
                          screen_do_with(KIOSK_COMMAND_CHOOSE, KIOSK_CHOOSE_TRAINEE));
    part->on = training->trainee[0] != '\0';
    put_tiles(screen, areas.panel);
    screen_put_say(screen, &areas);
    training_put_big(screen, areas.bottom, "training.hall", KIOSK_WORD_HALL,
                     screen_do(KIOSK_COMMAND_HOME));
    training_put_chooser(screen);
}
