/*
 * kiosk/flow/entered.c: what the arbiter has entered, changed by one entering command at a time.
 */
#include <string.h>

#include "board/fen.h"
#include "board/moves.h"
#include "board/notation.h"
#include "kiosk/flow/dispute.h"
#include "kiosk/flow/text.h"

enum { LAST_SQUARE = BOARD_SQUARES - 1, LAST_CELL = 2 * BOARD_KINDS };

void kiosk_entered_begin(kiosk_entered *entered, const char *edition)
{
    memset(entered, 0, sizeof *entered);
    board_layout_initial(&entered->layout);
    entered->outcome = JUDGE_OUTCOMES;
    kiosk_text_copy(entered->edition, sizeof entered->edition, edition);
}

/* Comparing. */

static bool same_moves(const kiosk_entered *a, const kiosk_entered *b)
{
    for (size_t i = 0; i < a->count; i++) {
        if (!board_move_equal(a->moves[i].move, b->moves[i].move) ||
            a->moves[i].illegality != b->moves[i].illegality)
            return false;
    }
    return true;
}

static bool same_override(const judge_override *a, const judge_override *b)
{
    return a->move == b->move && a->label == b->label && a->idle_kind == b->idle_kind &&
           strcmp(a->reason, b->reason) == 0;
}

static bool same_overrides(const kiosk_entered *a, const kiosk_entered *b)
{
    for (size_t i = 0; i < a->override_count; i++) {
        if (!same_override(&a->overrides[i], &b->overrides[i]))
            return false;
    }
    return true;
}

bool kiosk_layout_equal(const board_layout *a, const board_layout *b)
{
    return memcmp(a->cells, b->cells, sizeof a->cells) == 0 && a->to_move == b->to_move;
}

bool kiosk_entered_same_case(const kiosk_entered *a, const kiosk_entered *b)
{
    return kiosk_layout_equal(&a->layout, &b->layout) && a->count == b->count &&
           a->given == b->given && a->cycle == b->cycle && strcmp(a->edition, b->edition) == 0 &&
           same_moves(a, b);
}

bool kiosk_entered_equal(const kiosk_entered *a, const kiosk_entered *b)
{
    return kiosk_entered_same_case(a, b) && a->side_chosen == b->side_chosen &&
           a->override_count == b->override_count && a->outcome == b->outcome &&
           strcmp(a->note, b->note) == 0 && same_overrides(a, b);
}

/* Positions. */

static bool is_square(int32_t number)
{
    return number >= 0 && number < BOARD_SQUARES;
}

static bool is_cell(int32_t number)
{
    return number > BOARD_EMPTY && number <= LAST_CELL;
}

static int count_cells(const board_layout *layout, board_cell cell)
{
    int count = 0;

    for (int square = 0; square < BOARD_SQUARES; square++)
        count += layout->cells[square] == cell;
    return count;
}

static int most_of(board_cell cell)
{
    return board_kind_slots(board_cell_kind(cell));
}

static void mirror(board_layout *layout)
{
    const board_layout old = *layout;

    for (board_square square = 0; square < BOARD_SQUARES; square++)
        layout->cells[board_square_at(BOARD_FILES - 1 - board_file_of(square),
                                      board_rank_of(square))] = old.cells[square];
}

static void swap_colours(board_layout *layout)
{
    const board_layout old = *layout;

    for (int square = 0; square < BOARD_SQUARES; square++) {
        const board_cell cell = old.cells[LAST_SQUARE - square];
        layout->cells[square] =
            cell == BOARD_EMPTY
                ? BOARD_EMPTY
                : board_cell_of(board_other(board_cell_side(cell)), board_cell_kind(cell));
    }
    layout->to_move = board_other(old.to_move);
}

static kiosk_say place(board_layout *layout, const kiosk_command *command)
{
    if (!is_cell(command->numbers[0]) || !is_square(command->numbers[1]))
        return KIOSK_SAY_NOT_HERE;
    const board_cell cell = (board_cell)command->numbers[0];
    board_cell *target = &layout->cells[command->numbers[1]];
    if (*target != cell && count_cells(layout, cell) >= most_of(cell))
        return KIOSK_SAY_NONE_LEFT;
    *target = cell;
    return KIOSK_SAY_NOTHING;
}

static kiosk_say carry(board_layout *layout, const kiosk_command *command)
{
    const int32_t from = command->numbers[0];
    const int32_t to = command->numbers[1];

    if (!is_square(from) || !is_square(to) || from == to)
        return KIOSK_SAY_NOT_HERE;
    if (layout->cells[from] == BOARD_EMPTY)
        return KIOSK_SAY_NO_PIECE;
    layout->cells[to] = layout->cells[from];
    layout->cells[from] = BOARD_EMPTY;
    return KIOSK_SAY_NOTHING;
}

static kiosk_say take_away(board_layout *layout, const kiosk_command *command)
{
    if (!is_square(command->numbers[0]))
        return KIOSK_SAY_NOT_HERE;
    if (layout->cells[command->numbers[0]] == BOARD_EMPTY)
        return KIOSK_SAY_NO_PIECE;
    layout->cells[command->numbers[0]] = BOARD_EMPTY;
    return KIOSK_SAY_NOTHING;
}

static kiosk_say choose_side(kiosk_entered *entered, int32_t side)
{
    if (side != BOARD_RED && side != BOARD_BLACK)
        return KIOSK_SAY_NOT_HERE;
    entered->layout.to_move = (board_side)side;
    entered->side_chosen = true;
    return KIOSK_SAY_NOTHING;
}

static kiosk_say take_fen(kiosk_entered *entered, const kiosk_command *command)
{
    board_layout layout;
    bool side_given = false;

    if (board_fen_read(command->text, strlen(command->text), &layout, &side_given, NULL) !=
        BOARD_OK)
        return KIOSK_SAY_FEN_WRONG;
    entered->layout = layout;
    entered->side_chosen = side_given && command->numbers[0] == 1;
    return KIOSK_SAY_NOTHING;
}

/* Commands of 局面; false: it is none. */
static bool apply_to_layout(kiosk_entered *entered, const kiosk_command *command, kiosk_say *say)
{
    *say = KIOSK_SAY_NOTHING;
    switch (command->kind) {
    case KIOSK_COMMAND_INITIAL:
        board_layout_initial(&entered->layout);
        entered->side_chosen = false;
        return true;
    case KIOSK_COMMAND_CLEAR:
        board_layout_clear(&entered->layout);
        entered->side_chosen = false;
        return true;
    case KIOSK_COMMAND_MIRROR:
        mirror(&entered->layout);
        return true;
    case KIOSK_COMMAND_SWAP_COLOURS:
        swap_colours(&entered->layout);
        return true;
    case KIOSK_COMMAND_SIDE:
        *say = choose_side(entered, command->numbers[0]);
        return true;
    case KIOSK_COMMAND_FEN:
        *say = take_fen(entered, command);
        return true;
    case KIOSK_COMMAND_PLACE:
        *say = place(&entered->layout, command);
        return true;
    case KIOSK_COMMAND_CARRY:
        *say = carry(&entered->layout, command);
        return true;
    case KIOSK_COMMAND_REMOVE:
        *say = take_away(&entered->layout, command);
        return true;
    default:
        return false;
    }
}

/* Moves. */

/* How many of the moves, at most `wanted`, can be made from the layout as it is now, as what they
 * are: a move that is illegal now must have been marked. Their reasons are brought up to date. */
static size_t refit(kiosk_entered *entered, size_t wanted)
{
    board_position position;

    if (board_position_from_layout(&position, &entered->layout, NULL) != BOARD_OK)
        return 0;
    for (size_t i = 0; i < wanted; i++) {
        kiosk_move *played = &entered->moves[i];
        const board_error fault = board_move_fault(&position, played->move);
        if (fault != BOARD_OK &&
            (played->illegality == BOARD_OK || !kiosk_can_be_made(&position, played->move)))
            return i;
        played->illegality = fault;
        board_make(&position, played->move);
    }
    return wanted;
}

static kiosk_say cut(kiosk_entered *entered, int32_t number)
{
    if (number < 0 || (size_t)number > entered->count)
        return KIOSK_SAY_NOT_HERE;
    if ((size_t)number < entered->given)
        return KIOSK_SAY_GIVEN_STAY;
    entered->count = refit(entered, (size_t)number);
    return KIOSK_SAY_NOTHING;
}

static kiosk_say add_move(kiosk_entered *entered, const kiosk_command *command, bool stood)
{
    const int32_t *numbers = command->numbers;
    board_position position;

    if (!is_square(numbers[0]) || !is_square(numbers[1]) || numbers[2] < 0 ||
        (size_t)numbers[2] > entered->count)
        return KIOSK_SAY_NOT_HERE;
    const size_t after = (size_t)numbers[2];
    const board_move move = {(board_square)numbers[0], (board_square)numbers[1]};
    if (after < entered->given)
        return KIOSK_SAY_GIVEN_STAY;
    if (after >= KIOSK_PLIES_MAX)
        return KIOSK_SAY_TOO_MANY_MOVES;
    if (!kiosk_position_after(entered, after, &position))
        return KIOSK_SAY_NOT_HERE;
    const board_error fault = board_move_fault(&position, move);
    if (!stood && fault != BOARD_OK)
        return KIOSK_SAY_MOVE_WRONG;
    if (stood && fault == BOARD_OK)
        return KIOSK_SAY_MOVE_IS_LEGAL;
    if (stood && !kiosk_can_be_made(&position, move))
        return KIOSK_SAY_MOVE_IMPOSSIBLE;
    entered->moves[after] = (kiosk_move){move, fault};
    entered->count = after + 1;
    return KIOSK_SAY_NOTHING;
}

/* Adds the moves of a text, all or none. */
static kiosk_say add_moves(kiosk_entered *entered, const char *text)
{
    const size_t before = entered->count;
    kiosk_say say = KIOSK_SAY_NOTHING;

    while (say == KIOSK_SAY_NOTHING && *text != '\0') {
        board_position position;
        board_readings readings;
        const size_t length = strcspn(text, " ");
        const bool stood = length > 0 && text[length - 1] == '!';
        if (!kiosk_position_after(entered, entered->count, &position))
            say = KIOSK_SAY_NOT_HERE;
        else {
            board_notation_read(&position, BOARD_NOTATION_ICCS, text, length - stood, &readings);
            const board_move move = readings.count > 0
                                        ? readings.moves[0]
                                        : (board_move){BOARD_NO_SQUARE, BOARD_NO_SQUARE};
            const kiosk_command command = {
                KIOSK_COMMAND_PLAY, {move.from, move.to, (int32_t)entered->count}, ""};
            say = add_move(entered, &command, stood && !board_is_legal(&position, move));
        }
        text += length + (text[length] == ' ');
    }
    if (say != KIOSK_SAY_NOTHING)
        entered->count = before;
    return say;
}

static kiosk_say confirm_rounds(kiosk_entered *entered, int32_t yes)
{
    kiosk_repetition repetition;

    if (yes == 0) {
        entered->cycle = 0;
        return KIOSK_SAY_NOTHING;
    }
    if (entered->cycle > 0 || !kiosk_find_repetition(entered, &repetition) ||
        !repetition.can_confirm)
        return KIOSK_SAY_NO_CYCLE;
    entered->cycle = repetition.cycle.length;
    return KIOSK_SAY_NOTHING;
}

/* The order's cycle once more, from where its moves ended. */
static kiosk_say play_again(kiosk_entered *entered)
{
    kiosk_entered first = *entered;
    kiosk_repetition repetition;

    first.count = entered->given;
    first.cycle = 0;
    if (entered->given == 0 || entered->count != entered->given ||
        !kiosk_find_repetition(&first, &repetition) ||
        repetition.cycle.stage != JUDGE_STAGE_REPEATED)
        return KIOSK_SAY_NO_CYCLE;
    const size_t length = repetition.cycle.length;
    if (entered->count + length > KIOSK_PLIES_MAX)
        return KIOSK_SAY_TOO_MANY_MOVES;
    for (size_t i = 0; i < length; i++)
        entered->moves[entered->count + i] = entered->moves[repetition.cycle.from + i];
    entered->count += length;
    return KIOSK_SAY_NOTHING;
}

/* Commands of 着法; false: it is none. */
static bool apply_to_moves(kiosk_entered *entered, const kiosk_command *command, kiosk_say *say)
{
    switch (command->kind) {
    case KIOSK_COMMAND_PLAY:
    case KIOSK_COMMAND_STAND:
        *say = add_move(entered, command, command->kind == KIOSK_COMMAND_STAND);
        break;
    case KIOSK_COMMAND_MOVES:
        *say = add_moves(entered, command->text);
        break;
    case KIOSK_COMMAND_CUT:
        *say = cut(entered, command->numbers[0]);
        break;
    case KIOSK_COMMAND_AGAIN:
        *say = play_again(entered);
        break;
    case KIOSK_COMMAND_ROUNDS:
        *say = confirm_rounds(entered, command->numbers[0]);
        return true;
    default:
        return false;
    }
    if (*say == KIOSK_SAY_NOTHING)
        entered->cycle = 0;
    return true;
}

/* Labels. */

static judge_override *find_override(kiosk_entered *entered, size_t move)
{
    for (size_t i = 0; i < entered->override_count; i++) {
        if (entered->overrides[i].move == move)
            return &entered->overrides[i];
    }
    return NULL;
}

static kiosk_say overrule(kiosk_entered *entered, const kiosk_command *command)
{
    const int32_t *numbers = command->numbers;

    if (numbers[0] < 0 || (size_t)numbers[0] > kiosk_played(entered, NULL, 0))
        return KIOSK_SAY_NOT_THIS_MOVE;
    if (numbers[1] < 0 || numbers[1] >= JUDGE_UNDECIDED || numbers[2] < 0 ||
        numbers[2] >= JUDGE_IDLE_KINDS || (numbers[1] != JUDGE_IDLE && numbers[2] != 0))
        return KIOSK_SAY_LABEL_MISSING;
    if (command->text[0] == '\0')
        return KIOSK_SAY_REASON_MISSING;
    judge_override *override = find_override(entered, (size_t)numbers[0]);
    if (override == NULL) {
        if (entered->override_count == LEDGER_OVERRIDES_MAX)
            return KIOSK_SAY_TOO_MANY_OVERRIDES;
        override = &entered->overrides[entered->override_count++];
    }
    *override = (judge_override){.move = (size_t)numbers[0],
                                 .label = (judge_label)numbers[1],
                                 .idle_kind = (judge_idle_kind)numbers[2]};
    kiosk_text_copy(override->reason, sizeof override->reason, command->text);
    return KIOSK_SAY_NOTHING;
}

static kiosk_say overrule_not(kiosk_entered *entered, int32_t move)
{
    judge_override *override = move >= 0 ? find_override(entered, (size_t)move) : NULL;

    if (override == NULL)
        return KIOSK_SAY_NOT_THIS_MOVE;
    const size_t after = entered->override_count - (size_t)(override - entered->overrides) - 1;
    memmove(override, override + 1, after * sizeof *override);
    entered->override_count--;
    return KIOSK_SAY_NOTHING;
}

static kiosk_say decide(kiosk_entered *entered, int32_t outcome)
{
    if (outcome != JUDGE_OUTCOMES && (outcome < 0 || outcome > JUDGE_DRAW))
        return KIOSK_SAY_OUTCOME_WRONG;
    entered->outcome = (judge_outcome)outcome;
    return KIOSK_SAY_NOTHING;
}

static kiosk_say judge_under(kiosk_entered *entered, const char *edition)
{
    judge_edition loaded;

    if (judge_edition_load(edition, &loaded) != BOARD_OK)
        return KIOSK_SAY_EDITION_MISSING;
    kiosk_text_copy(entered->edition, sizeof entered->edition, loaded.name);
    return KIOSK_SAY_NOTHING;
}

/* Commands of 裁决; false: it is none. */
static bool apply_to_labels(kiosk_entered *entered, const kiosk_command *command, kiosk_say *say)
{
    switch (command->kind) {
    case KIOSK_COMMAND_OVERRULE:
        *say = overrule(entered, command);
        return true;
    case KIOSK_COMMAND_OVERRULE_NOT:
        *say = overrule_not(entered, command->numbers[0]);
        return true;
    case KIOSK_COMMAND_OUTCOME:
        *say = decide(entered, command->numbers[0]);
        return true;
    case KIOSK_COMMAND_NOTE:
        kiosk_text_copy(entered->note, sizeof entered->note, command->text);
        *say = KIOSK_SAY_NOTHING;
        return true;
    default:
        return false;
    }
}

kiosk_say kiosk_entered_apply(kiosk_entered *entered, const kiosk_command *command)
{
    const bool given = entered->given > 0;
    kiosk_say say = KIOSK_SAY_NOT_HERE;

    if (apply_to_labels(entered, command, &say))
        return say;
    if (command->kind == KIOSK_COMMAND_UNDER)
        say = judge_under(entered, command->text);
    else if (!apply_to_moves(entered, command, &say)) {
        board_layout old = entered->layout;
        bool chosen = entered->side_chosen;
        if (!apply_to_layout(entered, command, &say))
            return KIOSK_SAY_NOT_HERE;
        if (given && say == KIOSK_SAY_NOTHING) {
            entered->layout = old;
            entered->side_chosen = chosen;
            return KIOSK_SAY_ORDER_POSITION;
        }
        if (say == KIOSK_SAY_NOTHING)
            entered->cycle = 0;
    }
    if (say == KIOSK_SAY_NOTHING) {
        /* They were about other moves. */
        entered->override_count = 0;
        entered->outcome = JUDGE_OUTCOMES;
    }
    return say;
}
