/*
 * tests/kiosk_playing.h: a kiosk played by tests: its state with a desk behind it, taps counted, jobs
 * done at once.
 */
#ifndef QILI_TESTS_KIOSK_PLAYING_H
#define QILI_TESTS_KIOSK_PLAYING_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kiosk/desk/desk.h"
#include "ledger/catalogue.h"
#include "store/fold.h"
#include "support/scratch.h"

/* 2026-05-01 09:00 UTC */
#define PLAYING_TIME_MS INT64_C(1777626000000)

typedef struct playing {
    char folder[SCRATCH_PATH_BYTES];
    char journal[SCRATCH_PATH_BYTES];
    kiosk_desk *desk;
    kiosk_state *state;
    int64_t now_ms;  /* of the screen */
    int64_t wall_ms; /* of the desk */
    size_t taps;
    size_t judged; /* jobs of the judge lane done */
    bool no_judge; /* those jobs are left lying, in `held` */
    kiosk_job *held;
} playing;

static inline int64_t playing_clock(void *context)
{
    playing *played = context;

    return played->wall_ms += 10;
}

static inline void playing_jobs(playing *played)
{
    kiosk_job *job = NULL;

    while ((job = kiosk_take_job(played->state)) != NULL) {
        const bool judge = kiosk_job_lane(job->kind) == KIOSK_LANE_JUDGE;
        if (judge && played->no_judge) {
            kiosk_job_free(played->held);
            played->held = job;
            continue;
        }
        played->judged += judge;
        if (judge)
            kiosk_desk_judge(job, NULL);
        else
            kiosk_desk_perform(played->desk, job);
        kiosk_receive(played->state, job, played->now_ms);
    }
}

/* One touch of the screen, in the text form of its command. */
static inline void tap(playing *played, const char *line)
{
    kiosk_command command;

    if (!kiosk_command_read(line, strlen(line), &command))
        fail_msg("no command: %s", line);
    played->taps++;
    played->now_ms += 100;
    kiosk_apply(played->state, &command, played->now_ms);
    playing_jobs(played);
}

static inline void tap_number(playing *played, const char *name, int number)
{
    char line[64];

    snprintf(line, sizeof line, "%s %d", name, number);
    tap(played, line);
}

static inline int square_of(const char *iccs)
{
    return board_square_at(iccs[0] - 'a', iccs[1] - '0');
}

static inline void tap_square(playing *played, const char *iccs)
{
    tap_number(played, "square", square_of(iccs));
}

/* A move on the board: two taps. */
static inline void tap_move(playing *played, const char *iccs)
{
    tap_square(played, iccs);
    tap_square(played, iccs + 2);
}

static inline void tap_digits(playing *played, const char *pin)
{
    for (; *pin != '\0'; pin++)
        tap_number(played, "digit", *pin - '0');
}

static inline void playing_open(playing *played)
{
    const kiosk_desk_options options = {.journal = played->journal,
                                        .cases = "rules/cases",
                                        .clock = playing_clock,
                                        .clock_context = played};
    store_problem problem;
    kiosk_replayed replayed;

    assert_int_equal(kiosk_desk_open(&options, &played->desk, &problem), BOARD_OK);
    played->state = kiosk_state_new();
    assert_non_null(played->state);
    assert_int_equal(kiosk_desk_restore(played->desk, played->state, &replayed, &problem),
                     BOARD_OK);
    assert_int_equal(replayed.unknown, 0);
    kiosk_start(played->state, played->now_ms);
    playing_jobs(played);
}

static inline void playing_close(playing *played)
{
    kiosk_job_free(played->held);
    played->held = NULL;
    kiosk_state_free(played->state);
    kiosk_desk_close(played->desk);
}

/* The power goes and comes back: nothing but the files is left. */
static inline void playing_restart(playing *played)
{
    playing_close(played);
    playing_open(played);
}

/* Another program writes an entry into the journal. */
static inline void playing_log(playing *played, ledger_entry *entry)
{
    store_fold fold = {0};
    store_problem problem;
    const store_options options = {.clock = playing_clock, .clock_context = played};
    store_journal *journal = scratch_open(played->journal, &options);

    ledger_copy(entry->arbiter, sizeof entry->arbiter, "1");
    assert_int_equal(store_fold_on(journal, &fold, &problem), BOARD_OK);
    assert_int_equal(store_log(journal, &fold, entry, NULL, &problem), BOARD_OK);
    store_fold_free(&fold);
    store_close(journal);
}

/* The job that is held (no_judge) is done, and its answer comes in. */
static inline void playing_do_held(playing *played, kiosk_job_end end)
{
    kiosk_desk_judge(played->held, NULL);
    assert_int_equal(played->held->end, end);
    kiosk_receive(played->state, played->held, played->now_ms);
    played->held = NULL;
}

static inline void playing_arbiter(playing *played, const char *key, const char *name)
{
    static ledger_entry entry;

    ledger_entry_begin(&entry, LEDGER_ARBITER);
    ledger_copy(entry.payload.arbiter.key, LEDGER_KEY_BYTES, key);
    ledger_copy(entry.payload.arbiter.name, LEDGER_NAME_BYTES, name);
    entry.payload.arbiter.role = LEDGER_TABLE_ARBITER;
    playing_log(played, &entry);
}

static inline void playing_player(playing *played, const char *key, const char *name)
{
    static ledger_entry entry;

    ledger_entry_begin(&entry, LEDGER_PLAYER);
    ledger_copy(entry.payload.player.key, LEDGER_KEY_BYTES, key);
    ledger_copy(entry.payload.player.name, LEDGER_NAME_BYTES, name);
    playing_log(played, &entry);
}

static inline void playing_pairing(playing *played, ledger_game_key game, const char *red,
                                   const char *black)
{
    static ledger_entry entry;

    ledger_entry_begin(&entry, LEDGER_PAIRING);
    entry.payload.pairing.game = game;
    ledger_copy(entry.payload.pairing.red, LEDGER_KEY_BYTES, red);
    ledger_copy(entry.payload.pairing.black, LEDGER_KEY_BYTES, black);
    playing_log(played, &entry);
}

static inline void playing_foul(playing *played, ledger_game_key game)
{
    static ledger_entry entry;

    ledger_entry_begin(&entry, LEDGER_FOUL);
    entry.payload.foul.game = game;
    ledger_copy(entry.payload.foul.key, LEDGER_KEY_BYTES, "clock");
    playing_log(played, &entry);
}

/* Registers a team, and the player as one of it. */
static inline void playing_team(playing *played, const char *key, const char *name,
                                const char *player, const char *player_name)
{
    static ledger_entry entry;

    ledger_entry_begin(&entry, LEDGER_TEAM);
    ledger_copy(entry.payload.team.key, LEDGER_KEY_BYTES, key);
    ledger_copy(entry.payload.team.name, LEDGER_NAME_BYTES, name);
    playing_log(played, &entry);
    ledger_entry_begin(&entry, LEDGER_PLAYER);
    ledger_copy(entry.payload.player.key, LEDGER_KEY_BYTES, player);
    ledger_copy(entry.payload.player.name, LEDGER_NAME_BYTES, player_name);
    ledger_copy(entry.payload.player.team, LEDGER_KEY_BYTES, key);
    playing_log(played, &entry);
}

/* First start: an event, an arbiter with PIN 2468; then two games of round 1, tables 4 and 5. */
static inline void playing_begin(playing *played)
{
    memset(played, 0, sizeof *played);
    played->wall_ms = PLAYING_TIME_MS;
    played->now_ms = 1000;
    scratch_make(played->folder);
    scratch_path(played->folder, "journal.db", played->journal);
    playing_open(played);
    assert_int_equal(played->state->screen, KIOSK_SCREEN_START);
    tap(played, "field 4");
    tap(played, "type 春季公开赛");
    tap(played, "type-done");
    tap(played, "field 5");
    tap(played, "type 王裁判");
    tap(played, "type-done");
    tap_digits(played, "2468");
    tap(played, "next");
    tap_digits(played, "2468");
    tap(played, "next");
    assert_int_equal(played->state->screen, KIOSK_SCREEN_HALL);
    playing_player(played, "18", "钱八");
    playing_player(played, "9", "赵一");
    playing_player(played, "21", "孙三");
    playing_player(played, "30", "李四");
    playing_pairing(played, (ledger_game_key){1, 4, 1}, "18", "9");
    playing_pairing(played, (ledger_game_key){1, 5, 1}, "21", "30");
    tap(played, "reload");
    played->taps = 0;
}

static inline void playing_end(playing *played)
{
    playing_close(played);
    scratch_remove(played->folder);
}

/* For cmocka_unit_test_setup_teardown: *state is what is played. */
static inline int playing_set_up(void **state)
{
    playing *played = calloc(1, sizeof *played);

    if (played == NULL)
        return -1;
    playing_begin(played);
    *state = played;
    return 0;
}

static inline int playing_tear_down(void **state)
{
    playing_end(*state);
    free(*state);
    return 0;
}

/* The entries of a type in the journal, which is sound; *last, unless NULL, is the last of them. */
static inline uint64_t playing_entries(const playing *played, const char *type, ledger_entry *last)
{
    store_journal *journal = scratch_open(played->journal, NULL);
    const store_filter filter = {.type = type};
    uint64_t count = 0;
    uint64_t number = 0;
    store_problem problem;

    assert_int_equal(store_count(journal, &filter, &count, &problem), BOARD_OK);
    assert_int_equal(store_last_number(journal, &number, &problem), BOARD_OK);
    for (bool found = false; !found && count > 0 && number > 0; number--) {
        store_entry stored;
        assert_int_equal(store_get_number(journal, number, &stored, &problem), BOARD_OK);
        found = strcmp(stored.type, type) == 0;
        if (found && last != NULL)
            assert_int_equal(store_ledger_entry(&stored, last), BOARD_OK);
        store_entry_free(&stored);
    }
    store_close(journal);
    assert_int_equal(scratch_verify(played->journal, NULL, NULL), 0);
    return count;
}

/* Taps a position in: each kind of piece once, then its points. Returns the taps. */
static inline size_t tap_position(playing *played, const char *fen)
{
    const size_t before = played->taps;
    board_layout layout;

    assert_int_equal(board_fen_read(fen, strlen(fen), &layout, NULL, NULL), BOARD_OK);
    tap(played, "clear");
    for (int cell = 1; cell <= 2 * BOARD_KINDS; cell++) {
        for (int square = 0; square < BOARD_SQUARES; square++) {
            if (layout.cells[square] != cell)
                continue;
            if (played->state->hand.picked != cell)
                tap_number(played, "pick", cell);
            tap_number(played, "square", square);
        }
    }
    tap_number(played, "side", (int)layout.to_move);
    assert_memory_equal(kiosk_current(played->state)->entered.layout.cells, layout.cells,
                        sizeof layout.cells);
    return played->taps - before;
}

/* From the hall to the signed ruling at table 4: Red must change. */
static inline void playing_rule(playing *played)
{
    static const char *const cycle[] = {"c1b1", "b6c4", "b1c1", "c4b6"};

    tap(played, "game 1 4 1");
    tap(played, "next");
    tap_position(played, "3ak1b2/4a4/4b3r/1n7/9/9/8N/4B4/2R1A4/3AK1B2 w");
    tap(played, "next");
    for (size_t i = 0; i < sizeof cycle / sizeof *cycle; i++)
        tap_move(played, cycle[i]);
    tap(played, "rounds 1");
    tap(played, "next");
    tap(played, "next");
    tap_digits(played, "2468");
    tap(played, "next");
    assert_int_equal(played->state->screen, KIOSK_SCREEN_ANNOUNCE);
}

/* Presses the keys of a move, as a score sheet is read. Returns the taps. */
static inline size_t tap_keys(playing *played, const char *iccs)
{
    const size_t before = played->taps;
    const size_t count = kiosk_current(played->state)->entered.count;
    board_position position;

    assert_true(kiosk_shown_position(played->state, &position));
    const board_move move = {(board_square)square_of(iccs), (board_square)square_of(iccs + 2)};
    const board_move_name name = board_name_move(&position, move);
    const int which = name.pick == BOARD_PICK_FILE    ? KIOSK_KEY_FILE + name.which
                      : name.pick == BOARD_PICK_PLACE ? KIOSK_KEY_PLACE + name.which
                                                      : KIOSK_KEY_FRONT + (int)name.pick - 1;
    const int keys[KIOSK_KEY_ROWS] = {KIOSK_KEY_PIECE + (int)name.kind, which,
                                      KIOSK_KEY_WAY + (int)name.way,
                                      KIOSK_KEY_NUMBER + name.number};
    while (kiosk_current(played->state)->entered.count == count) {
        kiosk_keys offered;
        kiosk_keypad_offer(&played->state->hand.keypad, &position, &offered);
        assert_in_range(offered.row, KIOSK_ROW_PIECE, KIOSK_ROW_NUMBER);
        tap_number(played, "key", keys[offered.row]);
        assert_true(played->taps - before <= KIOSK_KEY_ROWS);
    }
    return played->taps - before;
}

#endif
