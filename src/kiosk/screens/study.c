/*
 * kiosk/screens/study.c: 学习: the list of cases; a case with its cycle, whose labels are revealed
 * one after another.
 */
#include <string.h>

#include "judge/words.h"
#include "kiosk/screens/training_private.h"

/* The list. */

/* "book-034  有根子、假根": as many themes as fit. */
static void name_case(const screen_maker *screen, screen_text *text, const training_case *one,
                      int width)
{
    const char *between = "  ";

    screen_begin(text);
    screen_add(text, one->id);
    for (int i = 0; i < TRAINING_THEMES; i++) {
        const screen_text before = *text;

        if ((one->themes & (uint64_t)1 << i) == 0)
            continue;
        screen_add(text, between);
        screen_add(text, training_theme_name((training_theme)i, screen->language));
        between = screen->language == BOARD_CHINESE ? "、" : ", ";
        if (screen_text_width(screen, text->text, KIOSK_TEXT_BODY, true) > width) {
            *text = before;
            return;
        }
    }
}

static bool is_disputed(const training_case *one)
{
    return training_case_disagreement(one, training_case_edition(one), BOARD_CHINESE) != NULL;
}

static void put_case_row(screen_maker *screen, kiosk_rect rect, const training_case *one)
{
    screen_text name, level;
    kiosk_part *part;

    screen_fill_number(screen, &level, KIOSK_WORD_LEVEL, one->difficulty);
    if (is_disputed(one)) {
        screen_add(&level, " ");
        screen_add(&level, screen_word(screen, KIOSK_WORD_DISPUTED));
    }
    const int room = rect.width - 5 * screen->gap -
                     screen_text_width(screen, level.text, KIOSK_TEXT_BODY, false);
    name_case(screen, &name, one, room - screen->metrics->body * 2);
    part = screen_put(screen, KIOSK_PART_ROW, rect, "", name.text,
                      kiosk_command_of_text(KIOSK_COMMAND_STUDY, one->id));
    kiosk_part_set_name(part, "study.case.%s", one->id);
    kiosk_part_set_detail(part, level.text);
}

static void build_list(screen_maker *screen)
{
    const kiosk_training *training = training_of(screen);
    screen_areas areas = screen_put_frame(screen, false);
    screen_text text;

    areas.panel.height = areas.bottom.y + areas.bottom.height - areas.panel.y;
    areas.say =
        screen_cut_bottom(screen, &areas.panel, screen_lines_height(screen, KIOSK_TEXT_SMALL, 1));
    screen_fill_number(screen, &text, KIOSK_WORD_CASE_COUNT, (long)training->shown_count);
    if (screen->portrait)
        screen_put_title(screen, &areas, text.text);
    training_put_filter(screen, &areas.panel, true);
    if (training->library == NULL) {
        training_put_empty(screen, areas.panel, screen_word(screen, KIOSK_WORD_TRAINING_READING));
    } else if (training->shown_count == 0) {
        training_put_empty(screen, areas.panel, screen_word(screen, KIOSK_WORD_NO_SUCH_CASES));
    } else {
        const screen_list list =
            screen_begin_list(screen, &areas.panel, (int)training->shown_count, screen->unit);
        for (int i = 0; i < list.visible && list.first + i < list.count; i++) {
            const size_t index = training->shown[list.first + i];
            const kiosk_rect row = {areas.panel.x, areas.panel.y + i * (screen->unit + screen->gap),
                                    areas.panel.width, screen->unit};
            put_case_row(screen, row, &training->library->cases.cases[index]);
        }
    }
    screen_put_say(screen, &areas);
    training_put_chooser(screen);
}

/* The case. */

static bool is_revealed(const screen_maker *screen, size_t index)
{
    const kiosk_training *training = training_of(screen);
    size_t from = 0;
    const size_t judged = kiosk_training_judged(training, &from);

    return index >= from && index < from + judged && index - from < training->study.revealed;
}

static void put_move(screen_maker *screen, kiosk_rect rect, size_t index)
{
    const kiosk_training *training = training_of(screen);
    const training_case *one = training->heard_of;
    const judge_finding *finding = judge_result_finding(&training->heard.result, index);
    char move[BOARD_NOTATION_BYTES];
    board_position position = one->start;
    kiosk_part *part;
    const kiosk_command look = screen_do_with(KIOSK_COMMAND_ROW, (int32_t)index);

    for (size_t i = 0; i < index; i++)
        board_make(&position, one->moves[i].move);
    board_notation_write(&position, one->moves[index].move, screen_notation(screen), move);
    part = screen_put(screen, KIOSK_PART_LABEL, screen_cut_left(screen, &rect, screen->unit), "",
                      "", look);
    kiosk_part_set_name(part, "study.label.%zu", index + 1);
    part->align = KIOSK_ALIGN_CENTRE;
    part->label = JUDGE_UNDECIDED;
    if (is_revealed(screen, index) && finding != NULL)
        part->label = finding->label;
    else
        part->dim = true;
    part = screen_put(screen, KIOSK_PART_ROW, rect, "", move, look);
    kiosk_part_set_name(part, "study.row.%zu", index + 1);
    part->strong = true;
    part->on = training->plies == index + 1;
    if (is_revealed(screen, index) && finding != NULL && finding->label == JUDGE_IDLE &&
        finding->idle_kind != JUDGE_IDLE_PLAIN) {
        const char *word = judge_finding_word(finding, screen->language);
        if (screen_text_width(screen, move, KIOSK_TEXT_BODY, true) +
                screen_text_width(screen, word, KIOSK_TEXT_BODY, false) + 5 * screen->gap <=
            rect.width)
            kiosk_part_set_detail(part, word);
    }
}

/* Two columns, Red's at the left. */
static void put_table(screen_maker *screen, kiosk_rect panel)
{
    const training_case *one = training_of(screen)->heard_of;
    const size_t shift = one->start.to_move == BOARD_BLACK;
    const int rows = (int)(one->count + shift + 1) / 2;
    const screen_list list = screen_begin_list(screen, &panel, rows, screen->unit);

    for (int i = 0; i < list.visible * 2; i++) {
        const size_t place = (size_t)(list.first * 2 + i);
        const kiosk_rect row = {panel.x, panel.y + i / 2 * (screen->unit + screen->gap),
                                panel.width, screen->unit};

        if (place >= shift && place - shift < one->count)
            put_move(screen, screen_column(screen, row, 2, i % 2), place - shift);
    }
}

/* What each side does and what follows, once all labels are revealed. */
static void put_outcome(screen_maker *screen, kiosk_rect *panel)
{
    const kiosk_training *training = training_of(screen);
    const judge_result *result = &training->heard.result;
    char name[JUDGE_NAME_BYTES];
    screen_text text;
    size_t from = 0;
    kiosk_part *part;

    if (training->study.revealed <= kiosk_training_judged(training, &from) ||
        training->heard.judging != KIOSK_JUDGE_DONE)
        return;
    screen_begin(&text);
    for (int side = BOARD_RED; side <= BOARD_BLACK; side++) {
        judge_conduct_name(&result->conduct[side], screen->language, name, sizeof name);
        screen_add(&text, screen_side_name(screen, (board_side)side));
        screen_add(&text, screen->language == BOARD_CHINESE ? "：" : ": ");
        screen_add(&text, name);
        screen_add(&text, side == BOARD_RED ? "\n" : "");
    }
    const char *outcome = screen_outcome_long(screen, result->ruling.outcome);
    const int lines = screen_text_height(screen, text.text, KIOSK_TEXT_SMALL, false, panel->width);
    const int height = screen_text_height(screen, outcome, KIOSK_TEXT_LARGE, true,
                                          panel->width - screen->metrics->large * 5 / 4);

    if (lines + height + 2 * screen->gap + screen->unit > panel->height)
        return; /* the table comes first; the outcome stands in the explanation, too */
    part = screen_put_text(screen, screen_cut_bottom(screen, panel, lines), KIOSK_TEXT_SMALL,
                           text.text);
    part->tone = KIOSK_TONE_QUIET;
    kiosk_part_set_name(part, "study.conduct");
    part = screen_put_text(screen, screen_cut_bottom(screen, panel, height), KIOSK_TEXT_LARGE,
                           outcome);
    part->strong = true;
    part->tone = screen_outcome_tone(result->ruling.outcome);
    kiosk_part_set_name(part, "study.outcome");
}

static void put_mate(screen_maker *screen, kiosk_rect panel)
{
    const kiosk_training *training = training_of(screen);
    const training_case *one = training->heard_of;
    char moves[JUDGE_LINE_BYTES];
    screen_text text, more;

    screen_fill(screen, &text, KIOSK_WORD_MATE_TASK, screen_side_name(screen, one->start.to_move));
    screen_add(&text, screen->language == BOARD_CHINESE ? "，" : " ");
    screen_add(&text, screen_fill_number(screen, &more, KIOSK_WORD_MATE_IN, one->mate));
    kiosk_part_set_name(screen_put_paragraph(screen, &panel, KIOSK_TEXT_BODY, true, text.text),
                        "study.task");
    if (training->study.revealed == 0 || training->explanation == NULL)
        return;
    judge_line_text(&one->start, &training->explanation->line, screen_notation(screen), moves,
                    sizeof moves);
    ruling_put_sentence(screen, panel, moves);
}

/* The explanation; of a disputed case also how its source sees it. */
static void put_explanation(screen_maker *screen, kiosk_rect panel)
{
    const training_case *one = training_of(screen)->heard_of;
    const char *view =
        training_case_disagreement(one, training_case_edition(one), screen->language);
    screen_text text;

    screen_begin(&text);
    screen_add(&text, training_case_explanation(one, screen->language));
    if (view != NULL) {
        screen_add(&text, "\n");
        screen_add(&text, screen_word(screen, KIOSK_WORD_DISPUTED));
        screen_add(&text, screen->language == BOARD_CHINESE ? "：" : ": ");
        screen_add(&text, view);
    }
    screen_add(&text, "\n");
    screen_add(&text, training_case_source(one, screen->language));
    ruling_put_sentence(screen, panel, text.text);
}

static void put_study_tools(screen_maker *screen, kiosk_rect rect)
{
    const kiosk_training *training = training_of(screen);
    const bool explained = training->study.explained;
    const screen_tool tools[] = {
        {"study.back", "◀", screen_do_with(KIOSK_COMMAND_PLIES, (int32_t)training->plies - 1),
         training->plies == 0, false},
        {"study.forward", "▶", screen_do_with(KIOSK_COMMAND_PLIES, (int32_t)training->plies + 1),
         training->plies >= kiosk_training_plies(training), false},
        {"study.explain", screen_word(screen, KIOSK_WORD_EXPLAIN),
         screen_do_with(KIOSK_COMMAND_EXPLAINED, !explained),
         !explained && !kiosk_study_revealed(training), explained},
    };

    screen_put_tools(screen, rect, tools, sizeof tools / sizeof *tools);
}

static void put_bottom(screen_maker *screen, kiosk_rect bottom)
{
    const kiosk_training *training = training_of(screen);
    kiosk_part *part;
    size_t from = 0;
    const size_t judged = kiosk_training_judged(training, &from);
    const bool whole = training->study.one->kind == TRAINING_MATE
                           ? training->study.revealed > 0
                           : judged > 0 && training->study.revealed > judged;

    part = training_put_big(screen, screen_column(screen, bottom, 3, 0), "study.before",
                            KIOSK_WORD_CASE_BEFORE, screen_do_with(KIOSK_COMMAND_STUDY_STEP, -1));
    part->dim = training->study.at == 0;
    if (whole) {
        bottom = screen_column(screen, bottom, 3, 1);
        bottom.width += bottom.width + screen->gap;
        part = training_put_big(screen, bottom, "study.after", KIOSK_WORD_CASE_AFTER,
                                screen_do_with(KIOSK_COMMAND_STUDY_STEP, 1));
        part->dim = training->study.at + 1 >= training->shown_count;
    } else {
        training_put_big(screen, screen_column(screen, bottom, 3, 1), "study.all",
                         KIOSK_WORD_REVEAL_ALL, screen_do_with(KIOSK_COMMAND_REVEAL, 2));
        part = training_put_big(screen, screen_column(screen, bottom, 3, 2), "study.reveal",
                                KIOSK_WORD_REVEAL, screen_do_with(KIOSK_COMMAND_REVEAL, 1));
        part->dim = training->study.one->kind != TRAINING_MATE && judged == 0;
    }
    part->tone = KIOSK_TONE_PRIMARY;
    part->strong = true;
}

static void put_heading(screen_maker *screen, kiosk_rect *panel)
{
    const kiosk_training *training = training_of(screen);
    screen_text text, more;
    kiosk_part *part;

    screen_begin(&text);
    screen_add(&text, training->study.one->id);
    screen_add(&text, "  ");
    screen_add(&text, screen_edition_name(screen, &more, training->heard.entered.edition));
    screen_add(&text, "  ");
    screen_add(&text, screen_fill_number(screen, &more, KIOSK_WORD_LEVEL,
                                         training->study.one->difficulty));
    if (is_disputed(training->study.one)) {
        screen_add(&text, "  ");
        screen_add(&text, screen_word(screen, KIOSK_WORD_DISPUTED));
    }
    part = screen_put_paragraph(screen, panel, KIOSK_TEXT_SMALL, true, text.text);
    kiosk_part_set_name(part, "study.name");
    part->tone = KIOSK_TONE_QUIET;
}

static void build_case(screen_maker *screen)
{
    const kiosk_training *training = training_of(screen);
    screen_areas areas = screen_put_frame(screen, true);
    kiosk_rect panel;
    kiosk_scene scene;

    training_put_board(screen, areas.board, false);
    put_study_tools(screen, areas.tools);
    put_bottom(screen, areas.bottom);
    if (kiosk_scene_of(screen->state, &scene)) {
        ruling_put_evidence(screen, &areas, &scene);
        return;
    }
    screen_put_say(screen, &areas);
    panel = areas.panel;
    put_heading(screen, &panel);
    if (training->study.explained) {
        put_explanation(screen, panel);
    } else if (training->heard_of->kind == TRAINING_MATE) {
        put_mate(screen, panel);
    } else {
        put_outcome(screen, &panel);
        put_table(screen, panel);
    }
}

void screen_build_study(screen_maker *screen)
{
    const kiosk_training *training = training_of(screen);

    if (training->study.one != NULL && training->heard_of == training->study.one)
        build_case(screen);
    else
        build_list(screen);
}
