/*
 * kiosk/screens/overlay.c: what stands on a screen until it is answered or closed: a question, a
 * menu, an article's summary, the keyboard.
 */
#include <string.h>

#include "judge/words.h"
#include "kiosk/screens/screens_private.h"

kiosk_rect screen_put_sheet(screen_maker *screen, int width, int height, kiosk_command close)
{
    const int inside = screen->tight ? screen->gap : 2 * screen->gap;
    kiosk_rect all = {0, 0, screen->metrics->width, screen->metrics->height};
    kiosk_rect sheet = screen_inset(all, screen->gap);
    kiosk_part *part = kiosk_view_add(screen->view, KIOSK_PART_SHADE, all);

    part->command = close;
    if (close.kind != KIOSK_COMMAND_NONE)
        kiosk_part_set_name(part, "shade");
    height += 2 * inside;
    if (height > sheet.height) {
        screen->view->overflow = screen->view->overflow || height > sheet.height + screen->unit;
        height = sheet.height;
    }
    width = width < sheet.width ? width : sheet.width;
    sheet = (kiosk_rect){(all.width - width) / 2, (all.height - height) / 2, width, height};
    kiosk_view_add(screen->view, KIOSK_PART_PANEL, sheet);
    return screen_inset(sheet, inside);
}

int screen_sheet_height(const screen_maker *screen, int height)
{
    const int most = screen->metrics->height - (screen->tight ? 4 : 6) * screen->gap;

    return height < most ? height : most;
}

/* Fourteen units, or the whole width. */
static int sheet_width(const screen_maker *screen)
{
    int width = screen->unit * 14;

    return width < screen->metrics->width ? width : screen->metrics->width - 2 * screen->gap;
}

/* The question that is open. */
static const char *question(const screen_maker *screen, screen_text *text)
{
    static const kiosk_say says[KIOSK_ASKS] = {
        [KIOSK_ASK_SIDE] = KIOSK_SAY_ASK_SIDE,
        [KIOSK_ASK_STANDS] = KIOSK_SAY_ASK_STANDS,
        [KIOSK_ASK_FINISHED] = KIOSK_SAY_ASK_FINISHED,
        [KIOSK_ASK_DROP] = KIOSK_SAY_ASK_DROP,
        [KIOSK_ASK_EDITION] = KIOSK_SAY_ASK_EDITION,
        [KIOSK_ASK_WARNED] = KIOSK_SAY_ASK_WARNED,
        [KIOSK_ASK_OTHER] = KIOSK_SAY_ASK_OTHER,
        [KIOSK_ASK_QUIZ_END] = KIOSK_SAY_ASK_QUIZ_END,
        [KIOSK_ASK_LOG] = KIOSK_SAY_ASK_LOG,
        [KIOSK_ASK_LEAVE] = KIOSK_SAY_ASK_LEAVE,
    };
    const kiosk_state *state = screen->state;
    const char *value = state->ask_text.text[screen->language];

    if (state->ask == KIOSK_ASK_SIDE && screen->dispute)
        value = screen_side_name(screen, screen->dispute->entered.layout.to_move);
    else if (state->ask == KIOSK_ASK_STANDS)
        value = board_error_text(state->hand.wanted_fault, screen->language);
    else if (state->ask == KIOSK_ASK_WARNED && state->told.count > 0)
        value = state->told.list[0].text[screen->language];
    kiosk_say_line(says[state->ask], value, screen->language, text->text, sizeof text->text);
    return text->text;
}

static void put_question(screen_maker *screen)
{
    int width = sheet_width(screen);
    bool drops = screen->state->ask == KIOSK_ASK_DROP;
    screen_text text;
    kiosk_rect sheet, row;
    kiosk_part *part;

    question(screen, &text);
    int height =
        screen_text_height(screen, text.text, KIOSK_TEXT_LARGE, true, width - 4 * screen->gap);

    sheet = screen_put_sheet(screen, width, height + 2 * screen->gap + screen->unit * 5 / 4,
                             screen_do(KIOSK_COMMAND_NONE));
    row = screen_cut_bottom(screen, &sheet, screen->unit * 5 / 4);
    part = screen_put_text(screen, sheet, KIOSK_TEXT_LARGE, text.text);
    part->strong = true;
    part->align = KIOSK_ALIGN_CENTRE;
    kiosk_part_set_name(part, "ask");
    part = screen_put_button(screen, screen_column(screen, row, 2, 0), "ask.no",
                             kiosk_say_text(KIOSK_SAY_NO, screen->language),
                             screen_do_with(KIOSK_COMMAND_ANSWER, 0));
    part->size = KIOSK_TEXT_LARGE;
    part = screen_put_button(screen, screen_column(screen, row, 2, 1), "ask.yes",
                             kiosk_say_text(KIOSK_SAY_YES, screen->language),
                             screen_do_with(KIOSK_COMMAND_ANSWER, 1));
    part->size = KIOSK_TEXT_LARGE;
    part->tone = drops ? KIOSK_TONE_DANGER : KIOSK_TONE_PRIMARY;
    part->strong = true;
}

static void put_close(screen_maker *screen, kiosk_rect *sheet, kiosk_word title,
                      kiosk_command close)
{
    kiosk_rect row = screen_cut_top(screen, sheet, screen->unit);

    screen_put_button(screen, screen_cut_right(screen, &row, screen->unit), "menu.close", "×",
                      close)
        ->size = KIOSK_TEXT_LARGE;
    screen_put_text(screen, row, KIOSK_TEXT_LARGE, screen_word(screen, title))->strong = true;
}

static kiosk_command close_menu(const screen_maker *screen)
{
    return screen_do_with(KIOSK_COMMAND_MENU, (int32_t)screen->state->menu);
}

static void put_position_menu(screen_maker *screen)
{
    const kiosk_game *game = screen->state->game;
    const screen_tool tools[] = {
        {"menu.initial", screen_word(screen, KIOSK_WORD_INITIAL), screen_do(KIOSK_COMMAND_INITIAL),
         false, false},
        {"menu.clear", screen_word(screen, KIOSK_WORD_CLEAR), screen_do(KIOSK_COMMAND_CLEAR), false,
         false},
        {"menu.known", screen_word(screen, KIOSK_WORD_KNOWN), screen_do(KIOSK_COMMAND_KNOWN),
         !game || !game->known, false},
        {"menu.cases", screen_word(screen, KIOSK_WORD_CASES), screen_do(KIOSK_COMMAND_CASES), false,
         false},
        {"menu.mirror", screen_word(screen, KIOSK_WORD_MIRROR), screen_do(KIOSK_COMMAND_MIRROR),
         false, false},
        {"menu.swap", screen_word(screen, KIOSK_WORD_SWAP), screen_do(KIOSK_COMMAND_SWAP_COLOURS),
         false, false},
        {"menu.fen", screen_word(screen, KIOSK_WORD_FEN),
         screen_do_with(KIOSK_COMMAND_FIELD, KIOSK_FIELD_FEN), false, false},
        {"menu.stick", screen_word(screen, KIOSK_WORD_STICK_OPEN), screen_do(KIOSK_COMMAND_STICK),
         false, false},
    };
    enum { TOOLS = sizeof tools / sizeof *tools, COLUMNS = 2, ROWS = (TOOLS + 1) / COLUMNS };
    int height = screen->unit * 6 / 5;
    kiosk_rect sheet = screen_put_sheet(
        screen, screen->unit * 9, screen->unit + ROWS * (height + screen->gap), close_menu(screen));

    put_close(screen, &sheet, KIOSK_WORD_MENU_POSITION, close_menu(screen));
    for (int i = 0; i < TOOLS; i++) {
        kiosk_part *part =
            screen_put_button(screen,
                              screen_column(screen, screen_row(screen, sheet, ROWS, i / COLUMNS),
                                            COLUMNS, i % COLUMNS),
                              tools[i].name, tools[i].text, tools[i].command);

        part->dim = tools[i].dim;
    }
}

static void put_cases(screen_maker *screen)
{
    const kiosk_cases *cases = screen->state->cases;
    kiosk_rect sheet =
        screen_put_sheet(screen, sheet_width(screen), screen_sheet_height(screen, screen->unit * 9),
                         close_menu(screen));
    int height = screen->unit;

    put_close(screen, &sheet, KIOSK_WORD_CASES, close_menu(screen));
    if (!cases || cases->count == 0) {
        screen_put_paragraph(screen, &sheet, KIOSK_TEXT_BODY, false,
                             screen_word(screen, cases ? KIOSK_WORD_NO_CASES : KIOSK_WORD_READING));
        return;
    }
    screen_list list = screen_begin_list(screen, &sheet, (int)cases->count, height);

    for (int i = 0; i < list.visible && list.first + i < list.count; i++) {
        const kiosk_case *one = &cases->list[list.first + i];
        kiosk_rect row = {sheet.x, sheet.y + i * (height + screen->gap), sheet.width, height};
        const char *source = one->source[screen->language];
        int name = screen_text_width(screen, one->id, KIOSK_TEXT_BODY, false);
        kiosk_part *part = screen_put(screen, KIOSK_PART_ROW, row, "", one->id,
                                      kiosk_command_of_text(KIOSK_COMMAND_CASE_PICK, one->id));

        kiosk_part_set_name(part, "case.%s", one->id);
        if (name + screen_text_width(screen, source, KIOSK_TEXT_BODY, false) <
            row.width - 4 * screen->gap)
            kiosk_part_set_detail(part, source);
    }
}

/* Each edition: compare under it, or judge under it. */
static void put_editions(screen_maker *screen)
{
    int count = 0;
    int height = screen->unit + screen->gap;
    kiosk_rect sheet;

    while (judge_edition_name((size_t)count))
        count++;
    sheet = screen_put_sheet(screen, sheet_width(screen), screen->unit + (count + 1) * height,
                             close_menu(screen));
    put_close(screen, &sheet, KIOSK_WORD_EDITIONS, close_menu(screen));
    for (int i = 0; i < count; i++) {
        const char *name = judge_edition_name((size_t)i);
        kiosk_rect row = screen_cut_top(screen, &sheet, screen->unit);
        bool present = strcmp(name, kiosk_edition(screen->state)) == 0;
        screen_text text;
        kiosk_part *part;

        part = screen_put_text(screen, screen_cut_left(screen, &row, row.width * 2 / 5),
                               KIOSK_TEXT_BODY, screen_edition_name(screen, &text, name));
        part->strong = present;
        part->tone = present ? KIOSK_TONE_GOOD : KIOSK_TONE_PLAIN;
        if (present)
            continue;
        part = screen_put_button(screen, screen_column(screen, row, 2, 0), "",
                                 screen_word(screen, KIOSK_WORD_COMPARE),
                                 kiosk_command_of_text(KIOSK_COMMAND_COMPARE, name));
        kiosk_part_set_name(part, "compare.%s", name);
        part = screen_put_button(screen, screen_column(screen, row, 2, 1), "",
                                 screen_word(screen, KIOSK_WORD_USE_EDITION),
                                 kiosk_command_of_text(KIOSK_COMMAND_EDITION, name));
        kiosk_part_set_name(part, "edition.%s", name);
    }
}

static void put_disputes(screen_maker *screen)
{
    const kiosk_state *state = screen->state;
    int count = (int)kiosk_open_disputes(state);
    kiosk_rect sheet = screen_put_sheet(screen, sheet_width(screen),
                                        screen->unit + (count + 1) * (screen->unit + screen->gap),
                                        close_menu(screen));

    put_close(screen, &sheet, KIOSK_WORD_DISPUTES, close_menu(screen));
    for (int i = 0; i < KIOSK_DISPUTES_MAX; i++) {
        screen_text text, more;
        kiosk_rect row;
        kiosk_part *part;

        if (!state->disputes[i].open)
            continue;
        row = screen_cut_top(screen, &sheet, screen->unit);
        screen_fill_number(screen, &text, KIOSK_WORD_ROUND_SHORT, state->disputes[i].game.round);
        screen_add(&text, " ");
        screen_add(&text, screen_table_name(screen, &more, state->disputes[i].game));
        part = screen_put_text(screen, screen_cut_left(screen, &row, row.width * 2 / 5),
                               KIOSK_TEXT_BODY, text.text);
        part->strong = true;
        part = screen_put_button(screen, screen_column(screen, row, 2, 0), "",
                                 screen_word(screen, KIOSK_WORD_DROP),
                                 screen_do_with(KIOSK_COMMAND_DISPUTE_DROP, i));
        kiosk_part_set_name(part, "dispute.drop.%d", i);
        part = screen_put_button(screen, screen_column(screen, row, 2, 1), "",
                                 screen_word(screen, KIOSK_WORD_GO_ON),
                                 screen_do_with(KIOSK_COMMAND_DISPUTE_PICK, i));
        kiosk_part_set_name(part, "dispute.pick.%d", i);
        part->tone = KIOSK_TONE_PRIMARY;
    }
}

/* What an article says, in our words. */
static void put_article(screen_maker *screen)
{
    const kiosk_state *state = screen->state;
    const judge_article *article = judge_articles_find(&state->articles, state->article);
    const char *text =
        article ? article->text[screen->language] : screen_word(screen, KIOSK_WORD_NO_SUMMARY);
    kiosk_command close = kiosk_command_of_text(KIOSK_COMMAND_ARTICLE, "");
    int width = sheet_width(screen);
    int room = screen->metrics->height - 8 * screen->gap - screen->unit;
    int height = screen_text_height(screen, text, KIOSK_TEXT_BODY, false, width - 4 * screen->gap);
    kiosk_text_size size = height > room ? KIOSK_TEXT_SMALL : KIOSK_TEXT_BODY;
    kiosk_rect sheet, row;
    kiosk_part *part;

    if (size == KIOSK_TEXT_SMALL)
        height = screen_text_height(screen, text, size, false, width - 4 * screen->gap);
    sheet = screen_put_sheet(screen, width, screen->unit + 2 * screen->gap + height, close);
    row = screen_cut_top(screen, &sheet, screen->unit);
    screen_put_button(screen, screen_cut_right(screen, &row, screen->unit), "article.close", "×",
                      close)
        ->size = KIOSK_TEXT_LARGE;
    part = screen_put_text(screen, row, KIOSK_TEXT_LARGE, state->article);
    part->strong = true;
    part = screen_put_text(screen, sheet, size, text);
    kiosk_part_set_name(part, "article.text");
}

void screen_put_overlays(screen_maker *screen)
{
    const kiosk_state *state = screen->state;

    switch (state->menu) {
    case KIOSK_MENU_POSITION:
        put_position_menu(screen);
        break;
    case KIOSK_MENU_CASES:
        put_cases(screen);
        break;
    case KIOSK_MENU_COMPARE:
        if (screen->dispute)
            put_editions(screen);
        break;
    case KIOSK_MENU_DISPUTES:
        put_disputes(screen);
        break;
    default:
        break;
    }
    screen_put_code(screen);
    if (state->article[0])
        put_article(screen);
    if (state->field.which != KIOSK_FIELD_NONE)
        screen_put_keyboard(screen);
    if (state->ask != KIOSK_ASK_NOTHING)
        put_question(screen);
}
