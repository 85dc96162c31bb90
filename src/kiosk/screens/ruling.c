/*
 * kiosk/screens/ruling.c: what the judge says beside the table of moves: what each side does, what
 * follows, and under which articles.
 */
#include <string.h>

#include "judge/words.h"
#include "kiosk/screens/ruling_private.h"

static const kiosk_tone class_tones[] = {
    [JUDGE_PERPETUAL_CHECK] = KIOSK_TONE_DANGER,
    [JUDGE_FORBIDDEN] = KIOSK_TONE_DANGER,
    [JUDGE_ALLOWED] = KIOSK_TONE_GOOD,
    [JUDGE_CLASS_UNDECIDED] = KIOSK_TONE_WARNING,
};

/* Do what a side does, and whether it may, stand on one line? */
static bool on_one_line(const screen_maker *screen, board_side side, int width)
{
    const judge_conduct *conduct = &kiosk_dispute_result(screen->dispute)->conduct[side];
    char name[JUDGE_NAME_BYTES];
    int signs = (screen->metrics->body + screen->metrics->small) * 5 / 4 + 3 * screen->gap;

    judge_conduct_name(conduct, screen->language, name, sizeof name);
    return screen_text_width(screen, name, KIOSK_TEXT_BODY, true) + signs +
               screen_text_width(screen, judge_class_text(conduct->class, screen->language),
                                 KIOSK_TEXT_SMALL, false) <=
           width;
}

/* What a side does, and whether it may. */
static void put_conduct(screen_maker *screen, kiosk_rect rect, board_side side, bool one_line)
{
    const judge_conduct *conduct = &kiosk_dispute_result(screen->dispute)->conduct[side];
    const char *class = judge_class_text(conduct->class, screen->language);
    char name[JUDGE_NAME_BYTES];
    kiosk_rect place;
    kiosk_part *part;

    kiosk_view_add(screen->view, KIOSK_PART_PANEL, rect)->tone = KIOSK_TONE_QUIET;
    rect = screen_inset(rect, screen->gap / 2);
    judge_conduct_name(conduct, screen->language, name, sizeof name);
    if (one_line)
        place = screen_cut_right(screen, &rect,
                                 screen_text_width(screen, class, KIOSK_TEXT_SMALL, false) +
                                     screen->metrics->small * 5 / 4 + 1);
    else
        place = screen_cut_bottom(screen, &rect, screen_lines_height(screen, KIOSK_TEXT_SMALL, 1));
    part = screen_put_text(screen, rect, KIOSK_TEXT_BODY, name);
    part->strong = true;
    part->tone = screen_side_tone(side);
    kiosk_part_set_name(part, side == BOARD_RED ? "ruling.red" : "ruling.black");
    part = screen_put_text(screen, place, KIOSK_TEXT_SMALL, class);
    part->tone = class_tones[conduct->class];
}

/* Of a conduct's name, where it may take several lines. */
static int conduct_height(const screen_maker *screen, board_side side, int width)
{
    char name[JUDGE_NAME_BYTES];

    judge_conduct_name(&kiosk_dispute_result(screen->dispute)->conduct[side], screen->language,
                       name, sizeof name);
    return screen_text_height(screen, name, KIOSK_TEXT_BODY, true,
                              width - screen->gap - screen->metrics->body * 5 / 4);
}

static void put_conducts(screen_maker *screen, kiosk_rect *panel)
{
    int width = screen_column(screen, *panel, 2, 0).width;
    bool one_line =
        on_one_line(screen, BOARD_RED, width) && on_one_line(screen, BOARD_BLACK, width);
    int height = screen_lines_height(screen, KIOSK_TEXT_BODY, 1) + screen->gap;
    kiosk_rect row;

    if (!one_line) {
        int red = conduct_height(screen, BOARD_RED, width);
        int black = conduct_height(screen, BOARD_BLACK, width);

        height = screen_lines_height(screen, KIOSK_TEXT_SMALL, 1) + 2 * screen->gap;
        height += red > black ? red : black;
    }
    if (height + screen->gap + screen->unit > panel->height)
        return; /* the table comes first */
    row = screen_cut_top(screen, panel, height);
    put_conduct(screen, screen_column(screen, row, 2, 0), BOARD_RED, one_line);
    put_conduct(screen, screen_column(screen, row, 2, 1), BOARD_BLACK, one_line);
}

static int chip_width(const screen_maker *screen, const char *number, size_t length)
{
    char text[JUDGE_ARTICLE_NUMBER_BYTES] = "";
    int width;

    memcpy(text, number, length < sizeof text ? length : sizeof text - 1);
    width = screen_text_width(screen, text, KIOSK_TEXT_SMALL, true) + 3 * screen->gap;
    return width < screen->unit * 6 / 5 ? screen->unit * 6 / 5 : width;
}

void ruling_put_articles(screen_maker *screen, kiosk_rect row, const char *articles)
{
    while (*articles) {
        char number[JUDGE_ARTICLE_NUMBER_BYTES] = "";
        size_t length = strcspn(articles, ",");
        size_t kept = length < sizeof number ? length : sizeof number - 1;
        int width;

        memcpy(number, articles, kept);
        number[kept] = '\0';
        width = chip_width(screen, number, kept);
        if (width > row.width)
            return;
        kiosk_part *part =
            screen_put(screen, KIOSK_PART_CHIP, screen_cut_left(screen, &row, width), "", number,
                       kiosk_command_of_text(KIOSK_COMMAND_ARTICLE, number));

        kiosk_part_set_name(part, "article.%s", number);
        part->align = KIOSK_ALIGN_CENTRE;
        articles += length + (articles[length] == ',');
    }
}

/* The outcomes to choose from, where the machine must not decide. */
static void put_outcomes(screen_maker *screen, kiosk_rect row)
{
    static const judge_outcome outcomes[] = {JUDGE_RED_LOSES, JUDGE_RED_MUST_CHANGE, JUDGE_DRAW,
                                             JUDGE_BLACK_MUST_CHANGE, JUDGE_BLACK_LOSES};
    enum { OUTCOMES = sizeof outcomes / sizeof *outcomes };

    for (int i = 0; i < OUTCOMES; i++) {
        bool chosen = screen->dispute->entered.outcome == outcomes[i];
        kiosk_part *part =
            screen_put_button(screen, screen_column(screen, row, OUTCOMES, i), "",
                              screen_outcome_short(screen, outcomes[i]),
                              screen_do_with(KIOSK_COMMAND_OUTCOME,
                                             (int32_t)(chosen ? JUDGE_OUTCOMES : outcomes[i])));

        kiosk_part_set_name(part, "ruling.outcome.%s", judge_outcome_code(outcomes[i]));
        part->on = chosen;
        part->size = KIOSK_TEXT_SMALL;
    }
}

/* The first move that the arbiter is asked about; false: none is open. */
static bool open_move(const screen_maker *screen, size_t *index)
{
    ruling_rows rows = ruling_rows_of(screen, &screen->dispute->result);

    for (size_t i = rows.from; i < rows.from + rows.length; i++) {
        const judge_finding *finding = judge_result_finding(rows.result, i);
        const judge_override *override;

        if (finding && ruling_is_open(finding) && (ruling_label(screen, i, &override), !override)) {
            *index = i;
            return true;
        }
    }
    return false;
}

/* What exactly is to be decided, and why. */
static void open_text(const screen_maker *screen, size_t index, screen_text *text)
{
    const judge_finding *finding = judge_result_finding(&screen->dispute->result, index);
    char move[BOARD_NOTATION_BYTES];
    char sentence[JUDGE_SENTENCE_BYTES];
    board_position position;

    ruling_write_move(screen, &screen->dispute->result, index, move);
    screen_fill(screen, text, KIOSK_WORD_DECIDE_MOVE, move);
    if (ruling_position_before(screen, &screen->dispute->result, index, &position)) {
        judge_finding_sentence(&position, finding, screen->language, sentence, sizeof sentence);
        screen_add(text, sentence);
    }
}

static void ruling_sentence(const screen_maker *screen, screen_text *text)
{
    const kiosk_dispute *dispute = screen->dispute;

    if (dispute->entered.outcome != JUDGE_OUTCOMES) {
        screen_fill(screen, text, KIOSK_WORD_ARBITER_DECIDED,
                    screen_outcome_long(screen, dispute->result.ruling.outcome));
        return;
    }
    judge_ruling_text(kiosk_dispute_result(dispute), screen->language, text->text,
                      sizeof text->text);
    if (dispute->overruled) {
        screen_add(text, screen_word(screen, KIOSK_WORD_TOOL_SAID));
        screen_add(text, screen_outcome_long(screen, dispute->result.ruling.outcome));
    }
}

/* How wide the chips of these articles are together. */
static int articles_width(const screen_maker *screen, const char *articles)
{
    int width = 0;

    while (*articles) {
        size_t length = strcspn(articles, ",");

        width += chip_width(screen, articles, length) + screen->gap;
        articles += length + (articles[length] == ',');
    }
    return width;
}

/* The outcome, large, its articles beside it or below; where the arbiter is asked none hold yet. */
static void put_outcome(screen_maker *screen, kiosk_rect *panel, bool asks)
{
    const judge_result *result = kiosk_dispute_result(screen->dispute);
    judge_outcome outcome = kiosk_dispute_outcome(screen->dispute);
    const char *text = screen_outcome_long(screen, outcome);
    const char *articles =
        !asks && outcome == result->ruling.outcome ? result->ruling.articles : "";
    int chips = articles_width(screen, articles);
    int words = screen_text_width(screen, text, KIOSK_TEXT_LARGE, true) +
                screen->metrics->large * 5 / 4 + screen->gap;
    kiosk_rect row;
    kiosk_part *part;

    if (chips == 0 || words + chips > panel->width) {
        if (chips > 0 && panel->height > 3 * (screen->unit + screen->gap))
            ruling_put_articles(screen, screen_cut_bottom(screen, panel, screen->unit), articles);
        row = screen_cut_bottom(screen, panel, screen_lines_height(screen, KIOSK_TEXT_LARGE, 1));
    } else {
        row = screen_cut_bottom(screen, panel, screen->unit);
        ruling_put_articles(screen, screen_cut_right(screen, &row, chips), articles);
    }
    part = screen_put_text(screen, row, KIOSK_TEXT_LARGE, text);
    kiosk_part_set_name(part, "ruling.outcome");
    part->strong = true;
    part->tone = screen_outcome_tone(outcome);
}

/* Above the large button, if there is room and as long as nothing else is to be said there. */
static void put_sentence_below(screen_maker *screen, screen_areas *areas, const char *text)
{
    const int height = screen_text_height(screen, text, KIOSK_TEXT_SMALL, false, areas->say.width);
    kiosk_rect rect = areas->say;

    if (height > rect.height || screen->state->say != KIOSK_SAY_NOTHING ||
        kiosk_next_of(screen->state).refusal != KIOSK_SAY_NOTHING)
        return;
    kiosk_part_set_name(screen_put_text(screen, rect, KIOSK_TEXT_SMALL, text), "ruling.sentence");
}

/* Why: in the words of the ruling, or what the arbiter is to decide. Not where it would leave no
 * room for the table: each move says its own part of it, and what is signed says all. */
static void put_sentence(screen_maker *screen, screen_areas *areas, bool asks)
{
    kiosk_rect *panel = &areas->panel;
    int rows = ruling_table_rows(screen) < 2 ? ruling_table_rows(screen) : 2;
    int room = panel->height - rows * (screen->unit + screen->gap);
    char move[BOARD_NOTATION_BYTES];
    screen_text text;
    size_t index;
    int height;

    if (asks && open_move(screen, &index)) {
        open_text(screen, index, &text);
        height = screen_text_height(screen, text.text, KIOSK_TEXT_SMALL, false, panel->width);
        if (height > room) {
            ruling_write_move(screen, &screen->dispute->result, index, move);
            screen_fill(screen, &text, KIOSK_WORD_DECIDE_SHORT, move);
        }
    } else {
        ruling_sentence(screen, &text);
    }
    height = screen_text_height(screen, text.text, KIOSK_TEXT_SMALL, false, panel->width);
    if (height > room && !asks)
        put_sentence_below(screen, areas, text.text);
    if (height > room || !text.text[0])
        return;
    kiosk_part_set_name(screen_put_text(screen, screen_cut_bottom(screen, panel, height),
                                        KIOSK_TEXT_SMALL, text.text),
                        "ruling.sentence");
}

void ruling_put_judged(screen_maker *screen, screen_areas *areas)
{
    const judge_result *result = kiosk_dispute_result(screen->dispute);
    judge_outcome outcome = kiosk_dispute_outcome(screen->dispute);
    bool asks = result->ruling.for_arbiter || outcome == JUDGE_OUTCOME_UNDECIDED ||
                screen->dispute->entered.outcome != JUDGE_OUTCOMES;

    if (asks && result->cycle.stage != JUDGE_STAGE_NONE &&
        screen->state->screen == KIOSK_SCREEN_RULING)
        put_outcomes(screen, screen_cut_bottom(screen, &areas->panel, screen->unit));
    put_outcome(screen, &areas->panel, asks);
    ruling_put_overruled(screen, &areas->panel);
    put_conducts(screen, &areas->panel);
    screen_put_decision(screen, &areas->panel,
                        kiosk_decision_on(screen->state, screen->dispute->id), true);
    put_sentence(screen, areas, asks);
    ruling_put_table(screen, areas->panel);
}

void ruling_put_progress(screen_maker *screen, kiosk_rect panel, int32_t progress)
{
    kiosk_part *part;
    screen_text text;

    if (panel.height > 5 * screen->unit)
        screen_cut_top(screen, &panel, panel.height / 6);
    part = screen_put_text(
        screen, screen_cut_top(screen, &panel, screen_lines_height(screen, KIOSK_TEXT_LARGE, 1)),
        KIOSK_TEXT_LARGE, kiosk_say_text(KIOSK_SAY_JUDGING, screen->language));
    part->align = KIOSK_ALIGN_CENTRE;
    part->strong = true;
    part = kiosk_view_add(screen->view, KIOSK_PART_PROGRESS,
                          screen_cut_top(screen, &panel, screen->unit / 2));
    part->value = progress;
    kiosk_part_set_name(part, "ruling.progress");
    part = screen_put_text(
        screen, screen_cut_top(screen, &panel, screen_lines_height(screen, KIOSK_TEXT_BODY, 1)),
        KIOSK_TEXT_BODY, screen_fill_number(screen, &text, KIOSK_WORD_PERCENT, progress / 10));
    part->align = KIOSK_ALIGN_CENTRE;
    kiosk_part_set_name(part, "ruling.percent");
    screen_put_button(
        screen, screen_cut_top(screen, &panel, screen->tight ? screen->unit : screen->unit * 5 / 4),
        "ruling.stop", screen_word(screen, KIOSK_WORD_STOP), screen_do(KIOSK_COMMAND_JUDGE_STOP));
}

/* Not judged, stopped or failed: why, and the button to judge. */
void ruling_put_unjudged(screen_maker *screen, kiosk_rect panel)
{
    const kiosk_dispute *dispute = screen->dispute;
    char reason[JUDGE_LINE_BYTES] = "";
    screen_text text;
    kiosk_say say = KIOSK_SAY_NOT_JUDGED;
    kiosk_part *part;

    if (dispute->judging == KIOSK_JUDGE_STOPPED) {
        say = KIOSK_SAY_STOPPED;
    } else if (dispute->judging == KIOSK_JUDGE_FAILED) {
        say = KIOSK_SAY_JUDGE_FAILED;
        board_problem_text(&dispute->failure, screen->language, reason, sizeof reason);
    }
    kiosk_say_line(say, reason, screen->language, text.text, sizeof text.text);
    screen_cut_top(screen, &panel, panel.height / 6);
    part = screen_put_paragraph(screen, &panel, KIOSK_TEXT_BODY, true, text.text);
    part->tone = KIOSK_TONE_WARNING;
    screen_put_button(screen, screen_cut_top(screen, &panel, screen->unit * 5 / 4), "ruling.judge",
                      screen_word(screen, KIOSK_WORD_JUDGE_AGAIN), screen_do(KIOSK_COMMAND_JUDGE));
}

static void put_ruling_tools(screen_maker *screen, kiosk_rect rect)
{
    const screen_tool tools[] = {
        {"ruling.compare", screen_word(screen, KIOSK_WORD_COMPARE),
         screen_do_with(KIOSK_COMMAND_MENU, KIOSK_MENU_COMPARE), false, screen->dispute->comparing},
        {"ruling.note", screen_word(screen, KIOSK_WORD_NOTE),
         screen_do_with(KIOSK_COMMAND_FIELD, KIOSK_FIELD_NOTE), false,
         screen->dispute->entered.note[0] != '\0'},
        {"board.turn", screen_word(screen, KIOSK_WORD_TURN), screen_do(KIOSK_COMMAND_BOARD_TURN),
         false, screen->state->settings.black_below},
    };

    screen_put_tools(screen, rect, tools, sizeof tools / sizeof *tools);
}

/* The board without a row: the position that came again, and the last move. */
static void show_last(screen_maker *screen)
{
    const kiosk_entered *entered = &screen->dispute->entered;
    board_position position;

    if (!kiosk_position_after(entered, entered->count, &position))
        return;
    screen_show_position(screen, &screen->view->board, &position);
    if (entered->count > 0) {
        screen_add_mark(&screen->view->board, KIOSK_MARK_LAST,
                        entered->moves[entered->count - 1].move.from);
        screen_add_mark(&screen->view->board, KIOSK_MARK_LAST,
                        entered->moves[entered->count - 1].move.to);
    }
}

/* A row that is looked at, or changed, needs the room of the tools too. */
static void join_tools(const screen_maker *screen, screen_areas *areas)
{
    if (screen->portrait)
        return;
    areas->panel.height += areas->panel.y - areas->tools.y;
    areas->panel.y = areas->tools.y;
}

/* One move in full. */
static void build_row(screen_maker *screen, screen_areas *areas, const kiosk_scene *scene)
{
    join_tools(screen, areas);
    if (screen->state->change.move >= 0) {
        if (scene) /* what was looked at stays on the board */
            ruling_show_scene(screen, scene);
        ruling_put_change(screen, areas);
        return;
    }
    ruling_put_evidence(screen, areas, scene);
    screen_put_say(screen, areas);
    screen_put_bottom(screen, areas, "ruling.change", screen_word(screen, KIOSK_WORD_CHANGE),
                      screen_do_with(KIOSK_COMMAND_CHANGE, (int32_t)scene->row));
}

void screen_build_ruling(screen_maker *screen)
{
    screen_areas areas = screen_put_frame(screen, true);
    kiosk_judging judging;
    kiosk_scene scene;

    if (!screen->dispute)
        return;
    judging = screen->dispute->judging;
    screen_put_board(screen, areas.board);
    show_last(screen);
    const bool looked_at = kiosk_scene_of(screen->state, &scene);
    if (judging == KIOSK_JUDGE_DONE && !screen->dispute->comparing &&
        (looked_at || screen->state->change.move >= 0)) {
        build_row(screen, &areas, looked_at ? &scene : NULL);
        return;
    }
    if (screen->low && screen->dispute->comparing)
        join_tools(screen, &areas);
    else
        put_ruling_tools(screen, areas.tools);
    if (judging == KIOSK_JUDGE_RUNNING)
        ruling_put_progress(screen, areas.panel, screen->dispute->progress);
    else if (judging != KIOSK_JUDGE_DONE)
        ruling_put_unjudged(screen, areas.panel);
    else if (screen->dispute->comparing)
        ruling_put_comparison(screen, &areas);
    else
        ruling_put_judged(screen, &areas);
    screen_put_say(screen, &areas);
    screen_put_bottom(screen, &areas, NULL, NULL, screen_do(KIOSK_COMMAND_NONE));
}
