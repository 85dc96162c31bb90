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

/* Under the world rules a root either takes back, or it does not matter. */
static void write_world_roots(FILE *stream, const cli_judged *judged, const cli_judged_move *move,
                              const judge_threat *threat)
{
    board_position taken;
    board_move_list captures;
    text_name name = TEXT_ROOT_NONE;

    if (threat == NULL || move->finding->label != JUDGE_CHASE)
        return;
    play_capture(move, threat, &taken);
    board_legal_captures(&taken, &captures);
    for (size_t i = 0; i < captures.count; i++) {
        if (captures.moves[i].to == threat->first.to)
            name = TEXT_ROOT_OUTRANKED;
    }
    fputs(text_of(name, judged->language), stream);
}

/* What changed: the threats before the move and after it. */

/* Before the move what stands is simply there. */
static text_name mark_of(const judge_threat *threat, bool after)
{
    static const text_name marks[] = {
        [JUDGE_THREAT_NEW] = TEXT_ATTACK_NEW, [JUDGE_THREAT_RENEWED] = TEXT_ATTACK_RENEWED,
        [JUDGE_THREAT_OLD] = TEXT_ATTACK_OLD, [JUDGE_THREAT_EVEN_TRADE] = TEXT_ATTACK_TRADE,
        [JUDGE_THREAT_UNCOUNTED] = TEXT_NONE, [JUDGE_THREAT_REFUTED] = TEXT_NONE};

    if (threat->answer == JUDGE_UNKNOWN)
        return TEXT_ATTACK_OPEN;
    return after || threat->status == JUDGE_THREAT_EVEN_TRADE ? marks[threat->status] : TEXT_NONE;
}

/* A run of checks that takes nothing ends in mate. */
static text_name attack_name(const judge_threat *threat)
{
    if (threat->kind == JUDGE_DIRECT)
        return TEXT_ATTACK_TAKES;
    return threat->victims != 0 ? TEXT_ATTACK_CHECKS : TEXT_ATTACK_MATE;
}

static void write_attack(const judge_threat *threat, board_language language, char *text,
                         size_t size)
{
    char victims[TEXT_BYTES];

    judged_pieces_text(threat->victims, language, victims, sizeof victims);
    text_fill(text, size, language, attack_name(threat),
              judge_piece_name(threat->attacker, language), victims);
}

/* Which of two threats that read alike is shown: the one that is new. */
static int importance(const judge_threat *threat)
{
    return threat->status == JUDGE_THREAT_NEW ? 2 : threat->status == JUDGE_THREAT_RENEWED ? 1 : 0;
}

/* Several lines can threaten the same: is this the one of them to be shown? */
static bool is_shown(const judge_threat_list *list, size_t index, board_language language)
{
    char text[TEXT_BYTES];
    char other[TEXT_BYTES];

    write_attack(&list->threats[index], language, text, sizeof text);
    for (size_t i = 0; i < list->count; i++) {
        int more = importance(&list->threats[i]) - importance(&list->threats[index]);
        if (i == index || more < 0 || (more == 0 && i > index))
            continue;
        write_attack(&list->threats[i], language, other, sizeof other);
        if (strcmp(text, other) == 0)
            return false;
    }
    return true;
}

/* A text of attacks being gathered. */
typedef struct attack_text {
    board_language language;
    size_t used;
    char text[TEXT_BYTES];
} attack_text;

static void add_attack(attack_text *all, const char *attack, text_name mark)
{
    if (all->used < sizeof all->text)
        all->used +=
            (size_t)snprintf(all->text + all->used, sizeof all->text - all->used, "%s%s%s",
                             all->used > 0 ? text_of(TEXT_LIST_SEMICOLON, all->language) : "",
                             attack, text_of(mark, all->language));
}

/* Does the list say that there is a mate? */
static bool lists_mate(const judge_threat_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        if (attack_name(&list->threats[i]) == TEXT_ATTACK_MATE)
            return true;
    }
    return false;
}

static void write_attacks(FILE *stream, const cli_judged *judged, const judge_finding *finding,
                          bool after)
{
    const judge_threat_list *threats = after ? &finding->after : &finding->before;
    attack_text all = {.language = judged->language};
    char attack[TEXT_BYTES];

    if (after && finding->label == JUDGE_KILL && !lists_mate(threats))
        add_attack(&all, text_of(TEXT_ATTACK_MATE, judged->language), TEXT_NONE);
    for (size_t i = 0; i < threats->count; i++) {
        if (!is_shown(threats, i, judged->language))
            continue;
        write_attack(&threats->threats[i], judged->language, attack, sizeof attack);
        add_attack(&all, attack, mark_of(&threats->threats[i], after));
    }
    text_write(stream, judged->language, after ? TEXT_ATTACKS_AFTER : TEXT_ATTACKS_BEFORE,
               all.used > 0 ? all.text : text_of(TEXT_ATTACKS_NONE, judged->language));
}

/* A check is told by itself. */
static void write_changes(FILE *stream, const cli_judged *judged, const judge_finding *finding)
{
    if (finding->label == JUDGE_CHECK)
        return;
    write_attacks(stream, judged, finding, false);
    write_attacks(stream, judged, finding, true);
}

static void write_reason(FILE *stream, const cli_judged *judged, const cli_judged_move *move,
                         const judge_reason *reason)
{
    const judge_clauses *clauses = &judged->edition->clauses;
    char sentence[JUDGE_SENTENCE_BYTES];

    judge_reason_sentence(&move->before, move->finding, reason, clauses, judged->language, sentence,
                          sizeof sentence);
    text_write(stream, judged->language, TEXT_EVIDENCE_REASON, sentence);
    if (reason->line != NULL && reason->line->count > 0)
        write_line(stream, judged, TEXT_EVIDENCE_LINE, &reason->line_start, reason->line);
    if (clauses->world_chase)
        write_world_roots(stream, judged, move, reason->threat);
    else
        write_roots(stream, judged, move, reason->threat);
}

/* "28.3、29.1": as qili explain takes them. */
static void write_articles(const cli_judged *judged, const cli_judged_move *move, char *text,
                           size_t size)
{
    char articles[JUDGE_SENTENCE_BYTES];
    size_t used = 0;

    judge_finding_articles(&move->before, move->finding, &judged->edition->clauses, articles,
                           sizeof articles);
    text[0] = '\0';
    for (const char *at = articles; *at != '\0' && used < size;) {
        size_t length = strcspn(at, ",");
        used += (size_t)snprintf(text + used, size - used, "%s%.*s",
                                 used > 0 ? text_of(TEXT_LIST_COMMA, judged->language) : "",
                                 (int)length, at);
        at += length + (at[length] == ',');
    }
}

static void write_move(FILE *stream, const cli_judged *judged, const cli_judged_move *move)
{
    board_language language = judged->language;
    text_number number = text_from_number(move->index + 1);
    char text[BOARD_NOTATION_BYTES];
    char articles[JUDGE_SENTENCE_BYTES];
    judge_reason reasons[JUDGE_REASONS_MAX];

    judged_move_text(move, language == BOARD_ENGLISH ? BOARD_NOTATION_ICCS : BOARD_NOTATION_CHINESE,
                     text);
    write_articles(judged, move, articles, sizeof articles);
    text_write(stream, language, TEXT_EVIDENCE_MOVE, number.digits,
               judge_side_name(move->before.to_move, language), text,
               judge_finding_word(move->finding, language), articles);
    write_changes(stream, judged, move->finding);
    size_t count = judge_finding_reasons(&move->before, move->finding, reasons);
    for (size_t i = 0; i < count; i++)
        write_reason(stream, judged, move, &reasons[i]);
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
