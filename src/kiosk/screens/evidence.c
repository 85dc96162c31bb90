/*
 * kiosk/screens/evidence.c: why a move has its label: the marks and arrows on the board, the steps
 * of the line that proves it, the sentence in words.
 */
#include <stdio.h>
#include <string.h>

#include "kiosk/flow/text.h"
#include "kiosk/screens/ruling_private.h"

static const kiosk_word flaw_words[] = {
    [JUDGE_ROOT_TRUE] = KIOSK_WORD_ROOT_TRUE,
    [JUDGE_ROOT_ILLEGAL] = KIOSK_WORD_ROOT_ILLEGAL,
    [JUDGE_ROOT_MATED] = KIOSK_WORD_ROOT_MATED,
    [JUDGE_ROOT_LOSES] = KIOSK_WORD_ROOT_LOSES,
};

/* The roots of the target: true ones dashed, false ones cut, with what is wrong with them. */
static void mark_roots(screen_maker *screen, kiosk_board_view *board, board_square target)
{
    const kiosk_evidence *evidence = &screen->state->evidence;

    for (size_t i = 0; evidence->roots_known && i < evidence->root_count; i++) {
        const judge_root *root = &evidence->roots[i];
        bool sound = root->flaw == JUDGE_ROOT_TRUE;

        screen_add_mark(board, sound ? KIOSK_MARK_ROOT : KIOSK_MARK_FALSE_ROOT, root->square);
        screen_add_arrow(board, sound ? KIOSK_ARROW_ROOT : KIOSK_ARROW_CUT,
                         (board_move){root->square, target},
                         screen_word(screen, flaw_words[root->flaw]));
    }
}

/* What a threat takes, and with what, in this position. */
static void mark_threat(screen_maker *screen, kiosk_board_view *board,
                        const board_position *position, const judge_threat *threat, bool roots)
{
    if (threat->attacker < BOARD_PIECES)
        screen_add_mark(board, KIOSK_MARK_ATTACKER, position->square_of[threat->attacker]);
    for (board_piece piece = 0; piece < BOARD_PIECES; piece++) {
        if (threat->victims & judge_bit(piece))
            screen_add_mark(board, KIOSK_MARK_TARGET, position->square_of[piece]);
    }
    screen_add_arrow(board, KIOSK_ARROW_ATTACK, threat->first, "");
    if (roots && threat->kind == JUDGE_DIRECT)
        mark_roots(screen, board, threat->first.to);
}

static void mark_check(kiosk_board_view *board, const board_position *position,
                       const judge_finding *finding)
{
    board_square king = position->square_of[board_king(board_other(finding->side))];

    screen_add_mark(board, KIOSK_MARK_TARGET, king);
    for (board_piece piece = 0; piece < BOARD_PIECES; piece++) {
        if (!(finding->checkers & judge_bit(piece)))
            continue;
        screen_add_mark(board, KIOSK_MARK_ATTACKER, position->square_of[piece]);
        screen_add_arrow(board, KIOSK_ARROW_CHECK, (board_move){position->square_of[piece], king},
                         "");
    }
}

static void mark_step(screen_maker *screen, kiosk_board_view *board, const kiosk_scene *scene)
{
    const judge_reason *reason = &scene->reasons[scene->reason];

    if (scene->step == 0) {
        screen_add_mark(board, KIOSK_MARK_SELECTED, scene->finding->move.from);
        screen_add_arrow(board, KIOSK_ARROW_MOVE, scene->finding->move, "");
        return;
    }
    if (scene->has_last) {
        screen_add_mark(board, KIOSK_MARK_LAST, scene->last.from);
        screen_add_mark(board, KIOSK_MARK_LAST, scene->last.to);
    }
    if (scene->step > 1) {
        screen_add_arrow(board, KIOSK_ARROW_MOVE, scene->last, "");
        return;
    }
    if (scene->finding->label == JUDGE_CHECK)
        mark_check(board, &scene->position, scene->finding);
    else if (scene->reason_count > 0 && reason->threat)
        mark_threat(screen, board, &scene->position, reason->threat, true);
    else if (scene->reason_count > 0 && reason->line && reason->line->count > 0)
        screen_add_arrow(board, KIOSK_ARROW_ATTACK, reason->line->moves[0], "");
}

/* Was the attack there before the move already? */
static bool is_old(const kiosk_scene *scene)
{
    return scene->reason_count > 0 &&
           (scene->reasons[scene->reason].kind == JUDGE_REASON_OLD_ATTACK ||
            scene->reasons[scene->reason].kind == JUDGE_REASON_OLD_CHECKS);
}

/* The threat of the position before the move that is the same one. */
static const judge_threat *threat_before(const kiosk_scene *scene)
{
    const judge_reason *reason = &scene->reasons[scene->reason];
    const judge_threat_list *before = &scene->finding->before;

    if (reason->earlier)
        return reason->earlier;
    for (size_t i = 0; reason->threat && i < before->count; i++) {
        if (before->threats[i].victims & reason->threat->victims)
            return &before->threats[i];
    }
    return NULL;
}

/* The position before the move, at the left of the panel, as large as leaves room for the words. */
static void put_before(screen_maker *screen, kiosk_rect *panel, const kiosk_scene *scene)
{
    kiosk_board_view *board = &screen->view->second_board;
    const char *caption = screen_word(screen, KIOSK_WORD_ALREADY);
    int line = screen_lines_height(screen, KIOSK_TEXT_SMALL, 1);
    int width = kiosk_board_width(panel->height - line - screen->gap);
    int most = panel->width - 3 * screen->unit - 4 * screen->gap;
    const judge_threat *threat = threat_before(scene);
    kiosk_rect place;
    kiosk_part *part;

    width = width < most ? width : most;
    place = screen_cut_left(screen, panel, width);
    line = screen_text_height(screen, caption, KIOSK_TEXT_SMALL, true,
                              width - screen->metrics->small * 5 / 4);
    part = screen_put_text(screen, screen_cut_top(screen, &place, line), KIOSK_TEXT_SMALL, caption);
    part->strong = true;
    part->tone = KIOSK_TONE_WARNING;
    if (place.height > kiosk_board_height(width))
        place.height = kiosk_board_height(width);
    kiosk_part_set_name(kiosk_view_add(screen->view, KIOSK_PART_SECOND_BOARD, place), "before");
    screen_show_position(screen, board, &scene->before);
    if (threat)
        mark_threat(screen, board, &scene->before, threat, false);
}

/* The label and the move, and a cross that closes. */
static void put_heading(screen_maker *screen, kiosk_rect row, const kiosk_scene *scene)
{
    const judge_override *override;
    judge_label label = ruling_label(screen, scene->row, &override);
    char move[BOARD_NOTATION_BYTES];
    screen_text text;
    kiosk_part *part;

    part = screen_put(screen, KIOSK_PART_LABEL, screen_cut_left(screen, &row, screen->unit),
                      "evidence.label", "", screen_do(KIOSK_COMMAND_NONE));
    part->label = label;
    screen_put_button(screen, screen_cut_right(screen, &row, screen->unit), "evidence.close", "×",
                      screen_do_with(KIOSK_COMMAND_ROW, -1))
        ->size = KIOSK_TEXT_LARGE;
    ruling_write_move(screen, &screen->dispute->result, scene->row, move);
    screen_begin(&text);
    screen_add(&text, move);
    if (screen->language != BOARD_CHINESE) { /* the sign is a Chinese character */
        screen_add(&text, "  ");
        screen_add(&text, judge_label_word(label, screen->language));
    }
    if (override) {
        screen_add(&text, "  ");
        screen_add(&text, screen_word(screen, KIOSK_WORD_OVERRULED));
    }
    part = screen_put_text(screen, row, KIOSK_TEXT_LARGE, text.text);
    part->strong = true;
    part->tone = screen_side_tone(scene->finding->side);
}

/* Where the line stands. */
static void put_step_name(screen_maker *screen, kiosk_rect rect, const kiosk_scene *scene)
{
    screen_text text;
    kiosk_part *part;

    if (scene->step < 2) {
        screen_begin(&text);
        screen_add(&text, screen_word(screen, scene->step == 0 ? KIOSK_WORD_STEP_BEFORE
                                                               : KIOSK_WORD_STEP_AFTER));
    } else {
        screen_fill_number(screen, &text, KIOSK_WORD_STEP_LINE, (long)scene->step - 1);
        screen_add(&text, "/");
        screen_add_number(&text, (long)scene->steps - 2);
    }
    part = screen_put_text(screen, rect, KIOSK_TEXT_SMALL, text.text);
    part->align = KIOSK_ALIGN_CENTRE;
    kiosk_part_set_name(part, "evidence.step");
}

/* Back, play, on; where the line stands beside them, or above in a narrow panel. */
static void put_steps(screen_maker *screen, kiosk_rect *panel, const kiosk_scene *scene)
{
    kiosk_rect row = screen_cut_bottom(screen, panel, screen->unit);
    const bool playing = screen->state->evidence.playing;
    kiosk_part *part;

    if (row.width >= 6 * screen->unit)
        put_step_name(screen, screen_cut_left(screen, &row, row.width / 4), scene);
    else
        put_step_name(
            screen,
            screen_cut_bottom(screen, panel, screen_lines_height(screen, KIOSK_TEXT_SMALL, 1)),
            scene);
    part = screen_put_button(screen, screen_column(screen, row, 3, 0), "evidence.back", "◀",
                             screen_do_with(KIOSK_COMMAND_STEP, -1));
    part->dim = scene->step == 0;
    part = screen_put_button(screen, screen_column(screen, row, 3, 1), "evidence.play",
                             screen_word(screen, playing ? KIOSK_WORD_PAUSE : KIOSK_WORD_PLAY),
                             screen_do_with(KIOSK_COMMAND_STEP_PLAY, !playing));
    part->on = playing;
    part = screen_put_button(screen, screen_column(screen, row, 3, 2), "evidence.next", "▶",
                             screen_do_with(KIOSK_COMMAND_STEP, 1));
    part->dim = scene->step + 1 >= scene->steps;
}

/* The reasons, where there are several. */
static void put_reasons(screen_maker *screen, kiosk_rect row, const kiosk_scene *scene)
{
    for (size_t i = 0; i < scene->reason_count; i++) {
        screen_text text;
        kiosk_part *part = screen_put(
            screen, KIOSK_PART_CHIP, screen_column(screen, row, (int)scene->reason_count, (int)i),
            "", screen_fill_number(screen, &text, KIOSK_WORD_REASON_NUMBER, (long)i + 1),
            screen_do_with(KIOSK_COMMAND_REASON_PICK, (int32_t)i));

        kiosk_part_set_name(part, "evidence.reason.%zu", i + 1);
        part->on = i == scene->reason;
        part->align = KIOSK_ALIGN_CENTRE;
    }
}

/* Writes the line as the list of moves does where the sentence has it by its squares. */
static void name_line(const screen_maker *screen, const board_position *start,
                      const judge_line *line, screen_text *text)
{
    char squares[JUDGE_LINE_BYTES], named[JUDGE_LINE_BYTES];
    screen_text rest;

    if (!line || line->count == 0)
        return;
    judge_line_text(start, line, BOARD_NOTATION_ICCS, squares, sizeof squares);
    judge_line_text(start, line, screen_notation(screen), named, sizeof named);
    char *at = strstr(text->text, squares);

    if (!at)
        return;
    kiosk_text_copy(rest.text, sizeof rest.text, at + strlen(squares));
    *at = '\0';
    screen_add(text, named);
    screen_add(text, rest.text);
}

/* The judge's English has lines by their squares, which the board does not name. */
static void name_lines(const screen_maker *screen, const kiosk_scene *scene, screen_text *text)
{
    if (screen->language == BOARD_CHINESE)
        return;
    for (size_t i = 0; i < scene->reason_count; i++) {
        const judge_reason *reason = &scene->reasons[i];

        name_line(screen, &reason->line_start, reason->line, text);
        if (reason->earlier)
            name_line(screen, &scene->before, &reason->earlier->game.line, text);
    }
}

static void write_sentence(const screen_maker *screen, const kiosk_scene *scene, screen_text *text)
{
    const judge_override *override;
    judge_edition edition;
    bool loaded = judge_edition_load(kiosk_edition(screen->state), &edition) == BOARD_OK;

    screen_begin(text);
    ruling_label(screen, scene->row, &override);
    if (override) {
        screen_fill(screen, text, KIOSK_WORD_OVERRULED_BECAUSE, override->reason);
        screen_add(text, "\n");
    }
    size_t used = strlen(text->text);
    if (scene->reason_count > 0)
        judge_reason_sentence(&scene->before, scene->finding, &scene->reasons[scene->reason],
                              loaded ? &edition.clauses : NULL, screen->language, text->text + used,
                              sizeof text->text - used);
    else
        judge_finding_sentence_under(&scene->before, scene->finding,
                                     loaded ? &edition.clauses : NULL, screen->language,
                                     text->text + used, sizeof text->text - used);
    name_lines(screen, scene, text);
}

/* So many bytes, or a few less, so that no character is cut. */
static size_t whole_characters(const char *text, size_t length)
{
    while (length > 0 && ((unsigned char)text[length] & 0xC0) == 0x80)
        length--;
    return length;
}

/* A page of the sentence, and the button that turns to the next, after the last to the first. */
static void put_pages(screen_maker *screen, kiosk_rect panel, const char *sentence)
{
    kiosk_rect button = screen_cut_right(screen, &panel, screen->unit);
    int lines = panel.height / screen_lines_height(screen, KIOSK_TEXT_SMALL, 1);
    int page = screen->state->scroll;
    char text[KIOSK_PART_TEXT_BYTES];
    size_t length;

    for (int i = 0;; i++) {
        length = screen_text_fits(screen, sentence, KIOSK_TEXT_SMALL, panel.width,
                                  lines > 0 ? lines : 1);
        if (length >= sizeof text)
            length = whole_characters(sentence, sizeof text - 1);
        if (i >= page || length == 0 || sentence[length] == '\0')
            break;
        sentence += length;
    }
    memcpy(text, sentence, length);
    text[length] = '\0';
    kiosk_part_set_name(screen_put_text(screen, panel, KIOSK_TEXT_SMALL, text),
                        "evidence.sentence");
    if (button.height > screen->unit)
        button.height = screen->unit;
    else if (button.height < screen->unit)
        screen->view->overflow = true;
    screen_put_button(
        screen, button, "evidence.page", "▼",
        screen_do_with(KIOSK_COMMAND_SCROLL_TO, sentence[length] == '\0' ? 0 : page + 1));
}

/* The sentence, as large as there is room for; one that is too long even so is paged through. */
void ruling_put_sentence(screen_maker *screen, kiosk_rect panel, const char *sentence)
{
    static const kiosk_text_size sizes[] = {KIOSK_TEXT_LARGE, KIOSK_TEXT_BODY, KIOSK_TEXT_SMALL};
    kiosk_part *part;

    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        if (screen_text_height(screen, sentence, sizes[i], false, panel.width) <= panel.height &&
            strlen(sentence) < KIOSK_PART_TEXT_BYTES) {
            part = screen_put_text(screen, panel, sizes[i], sentence);
            kiosk_part_set_name(part, "evidence.sentence");
            return;
        }
    }
    put_pages(screen, panel, sentence);
}

void ruling_show_scene(screen_maker *screen, const kiosk_scene *scene)
{
    memset(&screen->view->board, 0, sizeof screen->view->board);
    screen->view->board.word_square = BOARD_NO_SQUARE;
    screen_show_position(screen, &screen->view->board, &scene->position);
    mark_step(screen, &screen->view->board, scene);
}

void ruling_put_evidence(screen_maker *screen, screen_areas *areas, const kiosk_scene *scene)
{
    kiosk_rect panel = areas->panel;
    char articles[JUDGE_LINE_BYTES];
    judge_edition edition;
    screen_text text;

    ruling_show_scene(screen, scene);
    put_heading(screen, screen_cut_top(screen, &panel, screen->unit), scene);
    if (is_old(scene))
        put_before(screen, &panel, scene);
    put_steps(screen, &panel, scene);
    bool loaded = judge_edition_load(kiosk_edition(screen->state), &edition) == BOARD_OK;
    judge_finding_articles(&scene->before, scene->finding, loaded ? &edition.clauses : NULL,
                           articles, sizeof articles);
    write_sentence(screen, scene, &text);
    int rows = scene->reason_count > 1 ? 2 : 1;
    int room = panel.height - rows * (screen->unit + screen->gap);
    if (articles[0] &&
        screen_text_height(screen, text.text, KIOSK_TEXT_SMALL, false, panel.width) <= room)
        ruling_put_articles(screen, screen_cut_bottom(screen, &panel, screen->unit), articles);
    if (scene->reason_count > 1)
        put_reasons(screen, screen_cut_top(screen, &panel, screen->unit), scene);
    ruling_put_sentence(screen, panel, text.text);
}
