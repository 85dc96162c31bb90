/*
 * tests/property/evidence.c: what findings show, held against the plain generator and against
 * scores counted here.
 */
#include "property/properties.h"

#include <string.h>

#include "board/fen.h"
#include "judge/comparison.h"
#include "support/plain_generator.h"

/* A line being replayed, with its captures counted. */
typedef struct replay {
    const property_hearing *hearing;
    const judge_finding *finding;
    const char *what;   /* "threat", "refutation", ... */
    plain_board before; /* the position before the judged move */
    plain_board board;  /* the position that the line has come to */
    bool red;           /* is S Red? */
    bool after_move;    /* the line starts after the move, not before it */
    int last_square;    /* where the ply before took something, or BOARD_NO_SQUARE */
    judge_balance balance;
    bool compensated; /* O took something of value */
    bool repeated;    /* the last position stood before in the line */
    size_t plies;
    plain_board seen[JUDGE_LINE_MAX + 1];
} replay;

static plain_board plain_of(const board_position *position)
{
    board_layout layout;
    char fen[BOARD_FEN_BYTES];
    plain_board board;
    board_position_to_layout(position, &layout);
    board_fen_write(&layout, fen);
    plain_read(&board, fen);
    return board;
}

static bool plain_is_legal(const plain_board *board, board_move move)
{
    plain_board after = *board;
    char target = plain_at(board, move.to);
    if (!plain_is_of(plain_at(board, move.from), board->red_to_move) ||
        !plain_goes(board, move.from, move.to) || target == 'K' || target == 'k')
        return false;
    plain_make(&after, move);
    return !plain_in_check(&after, board->red_to_move);
}

static bool plain_has_move(const plain_board *board)
{
    plain_moves moves;
    plain_generate(board, &moves);
    for (size_t i = 0; i < moves.count; i++) {
        if (moves.moves[i].legal)
            return true;
    }
    return false;
}

static bool plain_is_mate(const plain_board *board)
{
    return plain_in_check(board, board->red_to_move) && !plain_has_move(board);
}

/* What a piece is worth, counted here once more. */
static judge_balance worth(char piece, int square)
{
    int rank = square / BOARD_FILES;
    switch (piece) {
    case 'R':
    case 'r':
        return (judge_balance){4, 0, 1};
    case 'N':
    case 'n':
    case 'C':
    case 'c':
        return (judge_balance){2, 0, 0};
    case 'A':
    case 'a':
    case 'B':
    case 'b':
        return (judge_balance){1, 0, 0};
    case 'P':
        return (judge_balance){0, rank >= 5, 0};
    case 'p':
        return (judge_balance){0, rank <= 4, 0};
    default:
        return (judge_balance){0, 0, 0};
    }
}

static bool is_pawn_or_king(char piece)
{
    return strchr("KkPp", piece) != NULL;
}

/* Can another piece of S, neither pawn nor king, take the target too (27.1, 27.2)? */
static bool is_helped(const replay *line, board_move move)
{
    for (int square = 0; square < BOARD_SQUARES; square++) {
        char piece = plain_at(&line->board, square);
        if (square == move.from || !plain_is_of(piece, line->red) || is_pawn_or_king(piece) ||
            !plain_is_legal(&line->board, (board_move){(board_square)square, move.to}))
            continue;
        bool counts = line->plies > 0 || !line->after_move || square == line->finding->move.to ||
                      !plain_attacks(&line->before, square, move.to);
        if (counts)
            return true;
    }
    return false;
}

static void count_capture(replay *line, board_move move)
{
    char piece = plain_at(&line->board, move.from);
    char target = plain_at(&line->board, move.to);
    bool pawn = piece == 'P' || piece == 'p';
    int last = line->last_square;
    judge_balance value = worth(target, move.to);
    line->last_square = target == PLAIN_EMPTY ? BOARD_NO_SQUARE : move.to;
    if (line->board.red_to_move != line->red) {
        line->compensated |= value.units || value.pawns;
        line->balance.units = (int8_t)(line->balance.units - value.units);
        line->balance.pawns = (int8_t)(line->balance.pawns - value.pawns);
        line->balance.rooks = (int8_t)(line->balance.rooks - value.rooks);
        return;
    }
    if (is_pawn_or_king(piece) && move.to != last && !(pawn && line->finding->pawns_counted) &&
        !is_helped(line, move))
        return;
    line->balance.units = (int8_t)(line->balance.units + value.units);
    line->balance.pawns = (int8_t)(line->balance.pawns + value.pawns);
    line->balance.rooks = (int8_t)(line->balance.rooks + value.rooks);
}

static bool step(replay *line, board_move move)
{
    if (!plain_is_legal(&line->board, move))
        return property_fails(line->hearing, "%s: ply %zu, %c%d%c%d, is not legal", line->what,
                              line->plies + 1, 'a' + move.from % BOARD_FILES,
                              move.from / BOARD_FILES, 'a' + move.to % BOARD_FILES,
                              move.to / BOARD_FILES);
    count_capture(line, move);
    line->seen[line->plies++] = line->board;
    plain_make(&line->board, move);
    line->repeated = false;
    for (size_t i = 0; i < line->plies; i++)
        line->repeated |=
            line->seen[i].red_to_move == line->board.red_to_move &&
            memcmp(line->seen[i].cells, line->board.cells, sizeof line->board.cells) == 0;
    return true;
}

static bool steps(replay *line, const judge_line *moves)
{
    for (size_t i = 0; i < moves->count; i++) {
        if (!step(line, moves->moves[i]))
            return false;
    }
    return true;
}

/* A line of S from the position after the move (S again to move), or from the one before it. */
static replay begin(const property_hearing *hearing, const board_position *before,
                    const judge_finding *finding, bool after_move, const char *what)
{
    replay line = {.hearing = hearing,
                   .finding = finding,
                   .what = what,
                   .before = plain_of(before),
                   .red = finding->side == BOARD_RED,
                   .after_move = after_move,
                   .last_square = BOARD_NO_SQUARE};
    line.board = line.before;
    if (after_move) {
        plain_make(&line.board, finding->move);
        line.board.red_to_move = line.red;
    }
    return line;
}

/* Does the line end as the result says? */
static bool ends_as_said(const replay *line, const judge_exchange_result *game)
{
    const property_hearing *hearing = line->hearing;
    judge_balance said = game->balance;
    switch (game->end) {
    case JUDGE_END_MATE:
        if (game->answer == JUDGE_YES && !line->repeated &&
            (line->board.red_to_move == line->red || plain_has_move(&line->board)))
            return property_fails(hearing, "%s: the line does not end in a mate", line->what);
        return true;
    case JUDGE_END_MATED:
        if (line->board.red_to_move != line->red || !plain_is_mate(&line->board))
            return property_fails(hearing, "%s: the line does not end in the other's mate",
                                  line->what);
        return true;
    case JUDGE_END_REPETITION:
        if (!line->repeated)
            return property_fails(hearing, "%s: the line does not repeat a position", line->what);
        break;
    default:
        break;
    }
    if (said.units != line->balance.units || said.pawns != line->balance.pawns ||
        said.rooks != line->balance.rooks)
        return property_fails(hearing, "%s: balance %d,%d,%d is said, the line has %d,%d,%d",
                              line->what, said.units, said.pawns, said.rooks, line->balance.units,
                              line->balance.pawns, line->balance.rooks);
    if (game->answer == JUDGE_YES && game->end == JUDGE_END_BALANCE && !judge_is_gain(said) &&
        (!line->after_move || !line->compensated || judge_is_loss(said)))
        return property_fails(hearing, "%s: balance %d,%d,%d is no gain", line->what, said.units,
                              said.pawns, said.rooks);
    return true;
}

static bool game_replays(const property_hearing *hearing, const board_position *before,
                         const judge_finding *finding, bool after_move, const char *what,
                         const judge_exchange_result *game)
{
    replay line = begin(hearing, before, finding, after_move, what);
    return steps(&line, &game->line) &&
           (game->line.cut || game->line.count == 0 || ends_as_said(&line, game));
}

static bool threats_replay(const property_hearing *hearing, const board_position *before,
                           const judge_finding *finding, bool after_move)
{
    const judge_threat_list *list = after_move ? &finding->after : &finding->before;
    for (size_t i = 0; i < list->count; i++) {
        if (!game_replays(hearing, before, finding, after_move,
                          after_move ? "threat" : "threat before", &list->threats[i].game))
            return false;
    }
    for (size_t i = 0; i < list->refuted_count; i++) {
        if (!game_replays(hearing, before, finding, after_move,
                          after_move ? "refutation" : "refutation before", &list->refuted[i].game))
            return false;
    }
    return true;
}

/* The mate of 杀 is S's after the move; that of 拦 was O's before it. Checks alone, to mate. */
static bool mate_replays(const property_hearing *hearing, const board_position *before,
                         const judge_finding *finding)
{
    bool kill = finding->label == JUDGE_KILL;
    if (!kill && !(finding->label == JUDGE_IDLE && finding->idle_kind == JUDGE_IDLE_BLOCK))
        return true;
    replay line = begin(hearing, before, finding, kill, kill ? "mate" : "mate stopped");
    if (!kill)
        line.board.red_to_move = !line.red;
    bool attacker_red = line.board.red_to_move;
    for (size_t i = 0; i < finding->mate.count; i++) {
        if (!step(&line, finding->mate.moves[i]))
            return false;
        if (i % 2 == 0 && !plain_in_check(&line.board, !attacker_red))
            return property_fails(hearing, "%s: ply %zu is no check", line.what, i + 1);
    }
    if (!finding->mate.cut && (finding->mate.count == 0 || !plain_is_mate(&line.board)))
        return property_fails(hearing, "%s: the line does not end in mate", line.what);
    return true;
}

static bool finding_replays(const property_hearing *hearing, const board_position *before,
                            const judge_finding *finding)
{
    if (!mate_replays(hearing, before, finding) ||
        (!hearing->edition->clauses.world_chase && !threats_replay(hearing, before, finding, true)))
        return false;
    if (hearing->edition->clauses.world_chase) {
        for (size_t i = 0; i < finding->after.count; i++) {
            replay line = begin(hearing, before, finding, true, "chase");
            if (!steps(&line, &finding->after.threats[i].game.line))
                return false;
        }
        return true;
    }
    /* In check the own king counts as immune before the move, and lines may leave it so. */
    return finding->king_in_check || threats_replay(hearing, before, finding, false);
}

/* Asks something of every finding of the cycle. */
static bool every_finding(const property_hearing *hearing,
                          bool (*holds)(const property_hearing *, const board_position *,
                                        const judge_finding *))
{
    board_position position = hearing->cycle->start;
    for (size_t i = 0; i < hearing->cycle->count; i++) {
        char why[PROPERTY_TEXT_BYTES];
        if (!holds(hearing, &position, judge_result_finding(hearing->result, i))) {
            memcpy(why, hearing->what, sizeof why);
            return property_fails(hearing, "move %zu: %.200s", i + 1, why);
        }
        board_make(&position, hearing->cycle->moves[i]);
    }
    return true;
}

bool property_evidence_replays(const property_hearing *hearing)
{
    return every_finding(hearing, finding_replays);
}

/* A mate in one that no even trade rules out. */
static bool mates_at_once(const plain_board *board)
{
    plain_moves moves;
    plain_generate(board, &moves);
    for (size_t i = 0; i < moves.count; i++) {
        plain_board after = *board;
        if (!moves.moves[i].legal || !moves.moves[i].check || moves.moves[i].capture)
            continue;
        plain_make(&after, moves.moves[i].move);
        if (plain_is_mate(&after))
            return true;
    }
    return false;
}

static bool has_new_threat(const judge_finding *finding)
{
    for (size_t i = 0; i < finding->after.count; i++) {
        if (judge_is_new(&finding->after.threats[i]) &&
            finding->after.threats[i].answer == JUDGE_YES)
            return true;
    }
    return false;
}

static bool finding_is_founded(const property_hearing *hearing, const board_position *before,
                               const judge_finding *finding)
{
    replay line = begin(hearing, before, finding, true, "");
    bool check = plain_in_check(&line.board, !line.red);
    bool world = hearing->edition->clauses.world_chase;
    if (check != (finding->label == JUDGE_CHECK) || check != (finding->checkers != 0))
        return property_fails(hearing, "labelled %s, %s", property_label_name(finding->label),
                              check ? "but it checks" : "and it does not check");
    if (check)
        return true;
    if (!world && finding->label != JUDGE_KILL && !finding->king_evaded &&
        mates_at_once(&line.board))
        return property_fails(hearing, "labelled %s, but there is a mate in one",
                              property_label_name(finding->label));
    bool excused = finding->key_square || finding->king_evaded;
    if (finding->label == JUDGE_CHASE && !has_new_threat(finding))
        return property_fails(hearing, "a chase without a new threat");
    if (finding->label == JUDGE_IDLE && has_new_threat(finding) && !excused)
        return property_fails(hearing, "idle with a new threat");
    return true;
}

bool property_labels_are_founded(const property_hearing *hearing)
{
    return every_finding(hearing, finding_is_founded);
}

/* Roots. */

static bool root_is_false(const property_hearing *hearing, const board_position *before,
                          const judge_finding *finding, const judge_threat *threat,
                          const judge_root *root)
{
    replay line = begin(hearing, before, finding, true, "root");
    if (!step(&line, threat->first))
        return false;
    bool legal = plain_is_legal(&line.board, (board_move){root->square, threat->first.to});
    if (legal == (root->flaw == JUDGE_ROOT_ILLEGAL))
        return property_fails(hearing, "root: the recapture is %s, and that is not said",
                              legal ? "legal" : "illegal");
    if (!legal)
        return true;
    if (root->flaw == JUDGE_ROOT_TRUE)
        return property_fails(hearing, "a chased piece has a true root");
    if (!steps(&line, &root->line))
        return false;
    judge_exchange_result game = {.answer = JUDGE_YES,
                                  .end = root->flaw == JUDGE_ROOT_MATED ? JUDGE_END_MATE
                                                                        : JUDGE_END_BALANCE,
                                  .balance = root->balance};
    return root->line.cut || ends_as_said(&line, &game);
}

static bool roots_of_finding(const property_hearing *hearing, const board_position *before,
                             const judge_finding *finding)
{
    judge_setting setting = {.clauses = hearing->edition->clauses,
                             .limits = judge_limits_standard(),
                             .memo = hearing->court->memo};
    for (size_t i = 0; i < finding->after.count; i++) {
        const judge_threat *threat = &finding->after.threats[i];
        judge_root roots[JUDGE_ROOTS_MAX];
        if (!judge_is_new(threat) || threat->answer != JUDGE_YES || threat->kind != JUDGE_DIRECT)
            continue;
        size_t count = judge_find_roots(before, finding, threat, &setting, roots);
        for (size_t k = 0; k < count; k++) {
            if (!root_is_false(hearing, before, finding, threat, &roots[k]))
                return false;
        }
    }
    return true;
}

bool property_roots_are_false(const property_hearing *hearing)
{
    return hearing->edition->clauses.world_chase || every_finding(hearing, roots_of_finding);
}
