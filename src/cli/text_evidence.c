/*
 * cli/text_evidence.c: why every move has its label, in full: sentence, proving line, roots.
 */
#include <string.h>

#include "board/moves.h"
#include "cli/judged.h"
#include "judge/words.h"

/* The line in the notation that the sentence does not use. */
static void write_line(FILE *stream, const cli_judged *judged, text_name form,
                       const board_position *start, const judge_line *line)
{
    bool english = judged->language == BOARD_ENGLISH;
    char text[JUDGE_LINE_BYTES];

    judge_line_text(start, line, english ? BOARD_NOTATION_CHINESE : BOARD_NOTATION_ICCS, text,
                    sizeof text);
    text_write(stream, judged->language, form, text);
}

/* The position in which the roots take back: after the move and the capture. */
static void play_capture(const cli_judged_move *move, const judge_threat *threat,
                         board_position *position)
{
    judge_threats_start(&move->before, move->finding, true, position);
    board_make(position, threat->first);
}

static void write_root(FILE *stream, const cli_judged *judged, const board_position *start,
                       const judge_root *root)
{
    static const text_name names[] = {
        [JUDGE_ROOT_TRUE] = TEXT_ROOT_TRUE,
        [JUDGE_ROOT_ILLEGAL] = TEXT_ROOT_ILLEGAL,
        [JUDGE_ROOT_MATED] = TEXT_ROOT_MATED,
        [JUDGE_ROOT_LOSES] = TEXT_ROOT_LOSES,
    };
    const char square[3] = {(char)('a' + board_file_of(root->square)),
                            (char)('0' + board_rank_of(root->square)), '\0'};
    char line[JUDGE_LINE_BYTES] = "";

    /* The move of an illegal recapture has no name that could be asked of the position. */
    if (root->line.count > 0 && root->flaw != JUDGE_ROOT_ILLEGAL)
        judge_line_text(start, &root->line,
                        judged->language == BOARD_ENGLISH ? BOARD_NOTATION_ICCS
                                                          : BOARD_NOTATION_CHINESE,
                        line, sizeof line);
    text_write(stream, judged->language, names[root->flaw],
               judge_piece_name(root->piece, judged->language), square, line);
}

static void write_roots(FILE *stream, const cli_judged *judged, const cli_judged_move *move,
                        const judge_threat *threat)
{
    judge_root roots[JUDGE_ROOTS_MAX];
    judge_setting setting = *judged->setting;
    board_position start;

    if (threat == NULL || threat->kind != JUDGE_DIRECT || move->finding->label != JUDGE_CHASE)
        return;
    setting.count_pawns = move->finding->pawns_counted;
    size_t count = judge_find_roots(&move->before, move->finding, threat, &setting, roots);
    if (count == 0)
        fputs(text_of(TEXT_ROOT_NONE, judged->language), stream);
    play_capture(move, threat, &start);
    for (size_t i = 0; i < count; i++)
        write_root(stream, judged, &start, &roots[i]);
}

static void write_move(FILE *stream, const cli_judged *judged, const cli_judged_move *move)
{
    board_language language = judged->language;
    text_number number = text_from_number(move->index + 1);
    char text[BOARD_NOTATION_BYTES];
    char sentence[JUDGE_SENTENCE_BYTES];
    judge_reason reasons[JUDGE_REASONS_MAX];

    judged_move_text(move, language == BOARD_ENGLISH ? BOARD_NOTATION_ICCS : BOARD_NOTATION_CHINESE,
                     text);
    judge_finding_sentence(&move->before, move->finding, language, sentence, sizeof sentence);
    text_write(stream, language, TEXT_EVIDENCE_MOVE, number.digits,
               judge_side_name(move->before.to_move, language), text,
               judge_finding_word(move->finding, language), sentence);
    size_t count = judge_finding_reasons(&move->before, move->finding, reasons);
    for (size_t i = 0; i < count; i++) {
        if (reasons[i].line != NULL && reasons[i].line->count > 0)
            write_line(stream, judged, TEXT_EVIDENCE_LINE, &reasons[i].line_start, reasons[i].line);
        write_roots(stream, judged, move, reasons[i].threat);
    }
}

/* The moves of the cycle; without one, all that were labelled. */
void judged_write_evidence(FILE *stream, const cli_judged *judged)
{
    bool cycle = judged->result->cycle.stage != JUDGE_STAGE_NONE;
    cli_judged_move move;

    fputs(text_of(TEXT_EVIDENCE, judged->language), stream);
    for (bool more = judged_first(judged, &move); more; more = judged_next(judged, &move)) {
        if (move.finding != NULL && (!cycle || judged_in_cycle(judged, move.index)))
            write_move(stream, judged, &move);
    }
}
