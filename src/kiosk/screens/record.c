/*
 * kiosk/screens/record.c: one entry of the journal: a ruling with its board, moves, labels and
 * evidence, to be looked at and not changed; anything else in words.
 */
#include "kiosk/screens/records_private.h"

#include <stdio.h>
#include <string.h>

/* Who logged it, where, and when; of a game who plays. */
static void write_where(const screen_maker *screen, const kiosk_record_entry *entry,
                        screen_text *text)
{
    screen_text part;

    records_when(screen, text, entry->row.time_ms);
    if (entry->row.game.round != 0) {
        screen_add(text, "  ");
        screen_add(text, records_game(screen, &part, entry->row.game));
    }
    screen_add(text, "  ");
    screen_add(text, entry->row.arbiter);
}

static void write_players(const screen_maker *screen, const kiosk_record_entry *entry,
                          screen_text *text)
{
    screen_begin(text);
    if (entry->players[BOARD_RED][0] == '\0' && entry->players[BOARD_BLACK][0] == '\0')
        return;
    for (int side = BOARD_RED; side <= BOARD_BLACK; side++) {
        screen_add(text, side == BOARD_RED ? "" : "  ");
        screen_add(text, screen_side_name(screen, (board_side)side));
        screen_add(text, screen_word(screen, KIOSK_WORD_COLON));
        screen_add(text, entry->players[side]);
    }
}

static void write_number(const screen_maker *screen, const kiosk_record_entry *entry,
                         screen_text *text)
{
    enum { DEVICE_SHOWN = 8 };
    char device[DEVICE_SHOWN + 1] = "";
    screen_text part;

    snprintf(device, sizeof device, "%.*s", DEVICE_SHOWN, entry->device);
    screen_fill_number(screen, text, KIOSK_WORD_RECORD_NUMBER, (long)entry->number);
    screen_add(text, "  ");
    screen_add(text, screen_fill(screen, &part, KIOSK_WORD_RECORD_DEVICE, device));
}

/* A paragraph as far as there is room, cut before the tail if it is longer. */
static kiosk_part *put_fitting(screen_maker *screen, kiosk_rect *rect, kiosk_text_size size,
                               bool strong, const char *text, const char *tail)
{
    const int pitch = screen_lines_height(screen, size, 2) - screen_lines_height(screen, size, 1);
    const int lines = (rect->height - screen_lines_height(screen, size, 1)) / pitch + 1;
    const int width = strong ? rect->width * 19 / 20 : rect->width; /* bold is wider */
    screen_text fitted;

    if (rect->height < screen_lines_height(screen, size, 1))
        return NULL;
    screen_begin(&fitted);
    screen_add(&fitted, text);
    records_fit_before(screen, &fitted, tail, size, width, lines);
    return screen_put_paragraph(screen, rect, size, strong, fitted.text);
}

/* What follows an entry that does not hold any more. */
static const char *corrected(const screen_maker *screen, const kiosk_record_row *row)
{
    return row->in_force ? "" : screen_word(screen, KIOSK_WORD_NOT_IN_FORCE);
}

static void put_what(screen_maker *screen, kiosk_rect *panel, const kiosk_record_entry *entry,
                     kiosk_text_size size)
{
    kiosk_part *part = put_fitting(screen, panel, size, true, entry->row.text[screen->language],
                                   corrected(screen, &entry->row));

    if (part == NULL)
        return;
    kiosk_part_set_name(part, "record.what");
    if (!entry->row.in_force)
        part->tone = KIOSK_TONE_QUIET;
}

static void put_facts(screen_maker *screen, kiosk_rect *panel, const kiosk_record_entry *entry)
{
    screen_text text;
    kiosk_part *part;

    write_where(screen, entry, &text);
    part = put_fitting(screen, panel, KIOSK_TEXT_BODY, false, text.text, "");
    if (part != NULL)
        kiosk_part_set_name(part, "record.where");
    write_players(screen, entry, &text);
    if (text.text[0] != '\0')
        put_fitting(screen, panel, KIOSK_TEXT_BODY, false, text.text, "");
    if (entry->details[screen->language][0] != '\0') {
        part = put_fitting(screen, panel, KIOSK_TEXT_BODY, false, entry->details[screen->language],
                           "");
        if (part != NULL)
            kiosk_part_set_name(part, "record.details");
    }
    write_number(screen, entry, &text);
    part = put_fitting(screen, panel, KIOSK_TEXT_SMALL, false, text.text, "");
    if (part != NULL)
        part->tone = KIOSK_TONE_QUIET;
}

/* A ruling. */

static void show_board(screen_maker *screen, kiosk_rect rect)
{
    const kiosk_records *records = records_of(screen);
    kiosk_board_view *board = &screen->view->board;
    board_position position;
    board_move last = {BOARD_NO_SQUARE, BOARD_NO_SQUARE};

    screen_put_board(screen, rect);
    if (!kiosk_record_position(records, &position, &last))
        return;
    screen_show_position(screen, board, &position);
    screen_add_mark(board, KIOSK_MARK_LAST, last.from);
    screen_add_mark(board, KIOSK_MARK_LAST, last.to);
}

static void put_record_tools(screen_maker *screen, kiosk_rect rect)
{
    const kiosk_records *records = records_of(screen);
    const screen_tool tools[] = {
        {"record.back", "◀", screen_do_with(KIOSK_COMMAND_SHOW, (int32_t)records->plies - 1),
         records->plies == 0, false},
        {"record.forward", "▶", screen_do_with(KIOSK_COMMAND_SHOW, (int32_t)records->plies + 1),
         records->plies >= records->heard.entered.count, false},
        {"board.turn", screen_word(screen, KIOSK_WORD_TURN), screen_do(KIOSK_COMMAND_BOARD_TURN),
         false, screen->state->settings.black_below},
    };

    screen_put_tools(screen, rect, tools, sizeof tools / sizeof *tools);
}

/* Where and what, in small letters above the labels; what was ruled may differ from what the tool
 * says now. */
static void put_heading(screen_maker *screen, kiosk_rect *panel, const kiosk_record_entry *entry)
{
    screen_text text;
    kiosk_part *part;

    write_where(screen, entry, &text);
    records_fit(screen, &text, KIOSK_TEXT_SMALL, panel->width, 1);
    part = screen_put_paragraph(screen, panel, KIOSK_TEXT_SMALL, false, text.text);
    part->tone = KIOSK_TONE_QUIET;
    kiosk_part_set_name(part, "record.where");
    screen_begin(&text);
    screen_add(&text, entry->row.text[screen->language]);
    records_fit_before(screen, &text, corrected(screen, &entry->row), KIOSK_TEXT_SMALL,
                       panel->width * 19 / 20, screen->tight ? 1 : 2);
    part = screen_put_paragraph(screen, panel, KIOSK_TEXT_SMALL, true, text.text);
    kiosk_part_set_name(part, "record.what");
}

static void put_list_button(screen_maker *screen, kiosk_rect rect)
{
    records_put_big(screen, rect, "record.list", screen_word(screen, KIOSK_WORD_RECORDS_SHORT),
                    screen_do(KIOSK_COMMAND_BACK));
}

/* Back to the list; of a ruling also its page and its game for a stick. */
static void put_bottom(screen_maker *screen, kiosk_rect bottom)
{
    if (screen->state->stick.busy) {
        records_put_big(screen, bottom, "stick.stop", screen_word(screen, KIOSK_WORD_STICK_STOP),
                        screen_do(KIOSK_COMMAND_STICK_STOP));
        return;
    }
    put_list_button(screen, screen_column(screen, bottom, 3, 0));
    records_put_big(screen, screen_column(screen, bottom, 3, 1), "record.pgn",
                    screen_word(screen, KIOSK_WORD_EXPORT_RULING_PGN),
                    screen_do_with(KIOSK_COMMAND_RECORDS_EXPORT, KIOSK_FORM_PGN));
    records_put_big(screen, screen_column(screen, bottom, 3, 2), "record.pdf",
                    screen_word(screen, KIOSK_WORD_EXPORT_RULING_PDF),
                    screen_do_with(KIOSK_COMMAND_RECORDS_EXPORT, KIOSK_FORM_PDF));
}

static void build_ruling(screen_maker *screen, const kiosk_record_entry *entry)
{
    screen_areas areas = screen_put_frame(screen, true);
    const kiosk_judging judging = screen->dispute->judging;
    kiosk_scene scene;

    show_board(screen, areas.board);
    if (judging == KIOSK_JUDGE_DONE && kiosk_scene_of(screen->state, &scene)) {
        if (!screen->portrait) { /* the tools' room is needed, too */
            areas.panel.height += areas.panel.y - areas.tools.y;
            areas.panel.y = areas.tools.y;
        }
        ruling_put_evidence(screen, &areas, &scene);
        screen_put_say(screen, &areas);
        put_bottom(screen, areas.bottom);
        return;
    }
    put_record_tools(screen, areas.tools);
    if (judging != KIOSK_JUDGE_RUNNING) /* the progress needs the room */
        put_heading(screen, &areas.panel, entry);
    if (judging == KIOSK_JUDGE_RUNNING)
        ruling_put_progress(screen, areas.panel, screen->dispute->progress);
    else if (judging != KIOSK_JUDGE_DONE)
        ruling_put_unjudged(screen, areas.panel);
    else
        ruling_put_judged(screen, &areas);
    screen_put_say(screen, &areas);
    put_bottom(screen, areas.bottom);
}

void screen_build_record(screen_maker *screen)
{
    const kiosk_record_entry *entry = records_of(screen)->entry;

    if (entry != NULL && screen->dispute != NULL) {
        build_ruling(screen, entry);
        return;
    }
    screen_areas areas = screen_put_frame(screen, false);
    if (entry != NULL) {
        if (screen->portrait)
            screen_put_title(screen, &areas, screen_word(screen, KIOSK_WORD_RECORDS));
        put_what(screen, &areas.panel, entry, KIOSK_TEXT_LARGE);
        put_facts(screen, &areas.panel, entry);
    }
    screen_put_say(screen, &areas);
    put_list_button(screen, areas.bottom);
}
