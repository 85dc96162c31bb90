/* paper/pgn.c: a ruling as a game in PGN. */
#include "paper/pgn.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "board/fen.h"
#include "paper/words.h"

enum { NUMBER_BYTES = 16 };

static void put_tag(FILE *out, const char *name, const char *value)
{
    if (value[0] == '\0')
        return;
    fprintf(out, "[%s \"", name);
    for (; *value != '\0'; value++) {
        if (*value == '"' || *value == '\\')
            fputc('\\', out);
        fputc(*value, out);
    }
    fputs("\"]\n", out);
}

/* A comment ends with the first closing brace, whatever it means. */
static void put_comment(FILE *out, const char *text)
{
    for (; *text != '\0'; text++)
        fputc(*text == '{' ? '(' : *text == '}' ? ')' : *text == '\n' ? ' ' : *text, out);
}

static const char *result_of(const paper_sheet *sheet)
{
    switch (sheet->game_outcome) {
    case LEDGER_RED_WINS:
        return "1-0";
    case LEDGER_BLACK_WINS:
        return "0-1";
    case LEDGER_DRAW:
        return "1/2-1/2";
    default:
        return "*";
    }
}

static void put_tags(FILE *out, const paper_sheet *sheet)
{
    const ledger_ruling *ruling = &sheet->entry.payload.ruling;
    char text[NUMBER_BYTES];

    put_tag(out, "Game", "Chinese Chess");
    put_tag(out, "Event", sheet->event);
    put_tag(out, "Date", paper_local_time(sheet).day);
    snprintf(text, sizeof text, "%u", ruling->game.round);
    put_tag(out, "Round", text);
    snprintf(text, sizeof text, "%u", ruling->game.table);
    put_tag(out, "Table", text);
    put_tag(out, "Red", sheet->players[BOARD_RED]);
    put_tag(out, "Black", sheet->players[BOARD_BLACK]);
    put_tag(out, "Result", result_of(sheet));
    put_tag(out, "FEN", ruling->fen);
    put_tag(out, "Format", "Chinese");
}

/* What stands before the moves: the ruling and all that goes with it. */
static void put_ruling(FILE *out, const paper_sheet *sheet, board_language language)
{
    const ledger_ruling *ruling = &sheet->entry.payload.ruling;
    const char *const stop = language == BOARD_CHINESE ? "。" : ". ";
    char text[PAPER_TEXT_BYTES];

    fputc('{', out);
    put_comment(out, paper_ruling_text(sheet, language, text, sizeof text));
    put_comment(out, stop);
    if (ruling->tool == ruling->outcome)
        put_comment(out, paper_word_of(PAPER_TEXT_TOOL_AGREES, language));
    else
        put_comment(out, paper_fill(text, language, PAPER_TEXT_TOOL,
                                    paper_outcome(ruling->tool, language)));
    put_comment(out, stop);
    put_comment(out,
                paper_fill(text, language, PAPER_TEXT_EDITION, paper_edition(sheet, language)));
    put_comment(out, stop);
    if (ruling->note[0] != '\0') {
        put_comment(out, paper_fill(text, language, PAPER_TEXT_NOTE, ruling->note));
        put_comment(out, stop);
    }
    if (!sheet->in_force) {
        put_comment(out, paper_word_of(PAPER_TEXT_NOT_IN_FORCE, language));
        put_comment(out, stop);
    }
    if (paper_order_end(sheet, language, text)) {
        put_comment(out, text);
        put_comment(out, stop);
    }
    put_comment(out, paper_word_of(PAPER_TEXT_SIGN_ARBITER, language));
    put_comment(out, " ");
    put_comment(out, sheet->arbiter);
    fputs("}\n", out);
}

static void put_label(FILE *out, const paper_sheet *sheet, size_t index, board_language language)
{
    const char *label = paper_label(sheet, index, language);
    const char *reason = "";

    for (size_t i = 0; i < sheet->override_count; i++) {
        if (sheet->overrides[i].move == index)
            reason = sheet->overrides[i].reason;
    }
    if (label[0] == '\0')
        return;
    fputs(" {", out);
    put_comment(out, label);
    if (reason[0] != '\0') {
        put_comment(out, language == BOARD_CHINESE ? "：" : ": ");
        put_comment(out, reason);
    }
    fputc('}', out);
}

static void put_moves(FILE *out, const paper_sheet *sheet, board_language language)
{
    board_position position = sheet->dispute.start;
    const bool black_begins = position.to_move == BOARD_BLACK;

    for (size_t i = 0; i < sheet->dispute.count; i++) {
        char text[BOARD_NOTATION_BYTES];
        const judge_played *played = &sheet->moves[i];
        const size_t number = (i + black_begins) / 2 + 1;
        paper_move_text(&position, played->move, text);
        if (position.to_move == BOARD_RED)
            fprintf(out, "%zu. ", number);
        else
            fprintf(out, "%zu... ", number);
        fprintf(out, "%s%s", text, played->stood ? "!" : "");
        put_label(out, sheet, i, language);
        fputc('\n', out);
        board_make(&position, played->move);
    }
    fprintf(out, "%s\n\n", result_of(sheet));
}

char *paper_pgn(const paper_sheet *sheet, board_language language)
{
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);

    if (out == NULL)
        return NULL;
    put_tags(out, sheet);
    fputc('\n', out);
    put_ruling(out, sheet, language);
    put_moves(out, sheet, language);
    const bool failed = ferror(out) != 0;
    if (fclose(out) != 0 || failed) {
        free(text);
        return NULL;
    }
    return text;
}
