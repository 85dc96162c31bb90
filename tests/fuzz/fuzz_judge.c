/*
 * tests/fuzz/fuzz_judge.c: any bytes as a dispute, judged with small budgets.
 *
 * A line with a digit for the edition and a FEN, then a byte for each move: from '!' on its number
 * among the legal moves, below that a move that stood (two more bytes: from, to).
 */
#include "fuzz/fuzz.h"

#include <jansson.h>
#include <string.h>

#include "board/fen.h"
#include "judge/json.h"
#include "judge/memo.h"

enum { MOVES_MAX = 40 };

typedef struct fuzz_dispute {
    judge_edition edition;
    judge_dispute dispute;
    judge_played moves[MOVES_MAX];
} fuzz_dispute;

static const judge_limits limits = {
    .mate = {.short_moves = 3, .short_nodes = 200, .nodes = 200},
    .exchange = {.plies = 10,
                 .nodes = 300,
                 .own_checks = 2,
                 .other_checks = 1,
                 .mate = {.short_moves = 2, .short_nodes = 100, .nodes = 0}}};

static bool read_start(fuzz_dispute *one, const char *text, size_t length)
{
    board_problem problem;
    if (length < 2)
        return false;
    size_t editions = 0;
    while (judge_edition_name(editions))
        editions++;
    const char *name = judge_edition_name((unsigned char)text[0] % editions);
    fuzz_expect(judge_edition_load(name, &one->edition) == BOARD_OK);
    return board_position_from_fen(text + 1, length - 1, &one->dispute.start, &problem) == BOARD_OK;
}

static void read_moves(fuzz_dispute *one, const uint8_t *data, size_t size)
{
    board_position position = one->dispute.start;
    size_t count = 0;
    for (size_t i = 0; i < size && count < MOVES_MAX; i++) {
        judge_played played = {.stood = data[i] < '!'};
        board_move_list legal;
        board_legal_moves(&position, &legal);
        if (played.stood && i + 2 < size) {
            played.move = (board_move){data[i + 1] % BOARD_SQUARES, data[i + 2] % BOARD_SQUARES};
            i += 2;
            board_piece piece = position.piece_at[played.move.from];
            board_piece target = position.piece_at[played.move.to];
            if (piece == BOARD_NO_PIECE || board_piece_side(piece) != position.to_move ||
                played.move.from == played.move.to ||
                (target != BOARD_NO_PIECE && board_piece_kind(target) == BOARD_KING))
                break; /* refused by the judge */
        } else if (played.stood || legal.count == 0) {
            break;
        } else {
            played.move = legal.moves[(data[i] - '!') % (int)legal.count];
        }
        one->moves[count++] = played;
        board_make(&position, played.move);
    }
    one->dispute.moves = one->moves;
    one->dispute.count = count;
}

static void judge(fuzz_dispute *one, judge_memo *memo)
{
    judge_result result;
    board_problem problem;
    judge_setting setting = {.limits = limits, .memo = memo};
    board_error error =
        judge_dispute_rule(&one->dispute, &one->edition, &limits, memo, &result, &problem);
    if (error != BOARD_OK)
        return;
    json_t *object =
        judge_result_json("fuzz", &one->dispute, &one->edition, &setting, &result, true);
    fuzz_expect(object != NULL);
    char *text = json_dumps(object, JSON_COMPACT);
    fuzz_expect(text != NULL);
    free(text);
    json_decref(object);
    judge_result_free(&result);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static judge_memo *memo; /* kept over the inputs, as the tool keeps it */
    fuzz_dispute one = {0};
    if (!memo)
        memo = judge_memo_new((judge_memo_size){1024, 256, 1024});
    fuzz_expect(memo != NULL);
    const uint8_t *end = size > 0 ? memchr(data, '\n', size) : NULL;
    if (!end || !read_start(&one, (const char *)data, (size_t)(end - data)))
        return 0;
    read_moves(&one, end + 1, size - (size_t)(end + 1 - data));
    judge(&one, memo);
    return 0;
}
