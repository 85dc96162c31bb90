/*
 * tests/ledger_making.h: an event made up for the tests of the ledger, entry by entry.
 */
#ifndef QILI_TESTS_LEDGER_MAKING_H
#define QILI_TESTS_LEDGER_MAKING_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ledger/notice.h"
#include "ledger/standings.h"

/* 2026-05-01 09:00 UTC */
#define MAKING_TIME_MS INT64_C(1777626000000)

/* A device that writes entries one second apart. */
typedef struct making_device {
    const char *name;
    uint64_t sequence;
    int64_t time_ms;
} making_device;

typedef struct making {
    ledger_state *state;
    making_device device;
    ledger_entry entry; /* the draft at hand */
    char last_id[LEDGER_ID_BYTES];
} making;

static const ledger_game_key making_game = {1, 4, 1};

static inline void making_id(const char *device, uint64_t sequence, char id[LEDGER_ID_BYTES])
{
    unsigned hash = 5381;

    for (const char *at = device; *at != '\0'; at++)
        hash = hash * 33 + (unsigned char)*at;
    snprintf(id, LEDGER_ID_BYTES, "019f0000-0000-7000-8000-%04x%08x", hash & 0xFFFF,
             (unsigned)sequence);
}

/* Gives the draft the device's next place. */
static inline void making_stamp(making_device *device, ledger_entry *entry)
{
    device->sequence++;
    device->time_ms += 1000;
    making_id(device->name, device->sequence, entry->id);
    ledger_copy(entry->device, sizeof entry->device, device->name);
    entry->sequence = device->sequence;
    entry->time_ms = device->time_ms;
}

/* Begins a draft by this arbiter. */
static inline ledger_entry *making_begin(making *made, ledger_type type, const char *arbiter)
{
    ledger_entry_begin(&made->entry, type);
    ledger_copy(made->entry.arbiter, sizeof made->entry.arbiter, arbiter);
    return &made->entry;
}

/* Logs the draft at hand. */
static inline void making_log(making *made)
{
    board_problem problem;

    making_stamp(&made->device, &made->entry);
    memcpy(made->last_id, made->entry.id, sizeof made->last_id);
    assert_int_equal(ledger_apply(made->state, &made->entry, &problem), BOARD_OK);
}

typedef struct making_entry_id {
    char text[LEDGER_ID_BYTES];
} making_entry_id;

/* The id of the entry that was logged last. */
static inline making_entry_id making_logged(const making *made)
{
    making_entry_id id;

    memcpy(id.text, made->last_id, sizeof id.text);
    return id;
}

static inline void making_arbiter(making *made, const char *key, ledger_role role)
{
    ledger_entry *entry = making_begin(made, LEDGER_ARBITER, "boss");

    ledger_copy(entry->payload.arbiter.key, LEDGER_KEY_BYTES, key);
    ledger_copy(entry->payload.arbiter.name, LEDGER_NAME_BYTES, key);
    entry->payload.arbiter.role = role;
    making_log(made);
}

static inline void making_player(making *made, const char *key, const char *name, const char *team)
{
    ledger_entry *entry = making_begin(made, LEDGER_PLAYER, "boss");

    ledger_copy(entry->payload.player.key, LEDGER_KEY_BYTES, key);
    ledger_copy(entry->payload.player.name, LEDGER_NAME_BYTES, name);
    ledger_copy(entry->payload.player.team, LEDGER_KEY_BYTES, team);
    making_log(made);
}

static inline void making_pairing(making *made, ledger_game_key game, const char *red,
                                  const char *black)
{
    ledger_entry *entry = making_begin(made, LEDGER_PAIRING, "boss");

    entry->payload.pairing.game = game;
    ledger_copy(entry->payload.pairing.red, LEDGER_KEY_BYTES, red);
    ledger_copy(entry->payload.pairing.black, LEDGER_KEY_BYTES, black);
    making_log(made);
}

static inline void making_team(making *made, const char *key, const char *name)
{
    ledger_entry *entry = making_begin(made, LEDGER_TEAM, "boss");

    ledger_copy(entry->payload.team.key, LEDGER_KEY_BYTES, key);
    ledger_copy(entry->payload.team.name, LEDGER_NAME_BYTES, name);
    making_log(made);
}

/* Settings: fouls that lose, minutes that are too late (LEDGER_NOT_SET: not set). */
static inline void making_event(making *made, int32_t fouls, int32_t late_minutes)
{
    ledger_entry *entry = making_begin(made, LEDGER_EVENT, "boss");
    ledger_event *event = &entry->payload.event;

    ledger_copy(event->name, sizeof event->name, "春季公开赛");
    event->fouls_to_lose.value = fouls;
    if (fouls != 3)
        ledger_copy(event->fouls_to_lose.source, LEDGER_SOURCE_BYTES, "竞赛规程 3.2");
    event->late_minutes.value = late_minutes;
    ledger_copy(event->late_minutes.source, LEDGER_SOURCE_BYTES, "竞赛规程 5.1");
    making_log(made);
}

/* An event with three arbiters, four players of two teams and two paired games, 1.4 and 1.5. */
static inline void making_start(making *made, int32_t fouls, int32_t late_minutes)
{
    *made = (making){.device = {"tablet-1", 0, MAKING_TIME_MS}};
    assert_int_equal(ledger_state_create(&made->state), BOARD_OK);
    making_arbiter(made, "boss", LEDGER_ORGANISER);
    making_arbiter(made, "chief", LEDGER_CHIEF_ARBITER);
    making_arbiter(made, "li", LEDGER_TABLE_ARBITER);
    making_event(made, fouls, late_minutes);
    making_team(made, "SH", "上海");
    making_team(made, "GD", "广东");
    making_player(made, "18", "钱八", "SH");
    making_player(made, "9", "赵一", "GD");
    making_player(made, "21", "孙三", "SH");
    making_player(made, "30", "李四", "GD");
    making_pairing(made, making_game, "18", "9");
    making_pairing(made, (ledger_game_key){1, 5, 1}, "21", "30");
}

static inline void making_end(making *made)
{
    ledger_state_free(made->state);
}

/* A test whose *state is the making of such an event, where three fouls lose. */
#define MAKING_TEST(test) cmocka_unit_test_setup_teardown(test, making_set_up, making_tear_down)

static inline int making_set_up(void **state)
{
    making *made = malloc(sizeof *made);

    assert_non_null(made);
    making_start(made, 3, 30);
    *state = made;
    return 0;
}

static inline int making_tear_down(void **state)
{
    making_end(*state);
    free(*state);
    return 0;
}

/* Drafts of the kinds that the tests need most, by the table arbiter in game 1.4. */

static inline ledger_entry *making_foul(making *made, board_side side, const char *key)
{
    ledger_entry *entry = making_begin(made, LEDGER_FOUL, "li");

    entry->payload.foul.game = making_game;
    entry->payload.foul.side = side;
    ledger_copy(entry->payload.foul.key, LEDGER_KEY_BYTES, key);
    return entry;
}

static inline ledger_entry *making_withdrawal(making *made, const char *id)
{
    ledger_entry *entry = making_begin(made, LEDGER_WITHDRAWAL, "li");

    ledger_copy(entry->corrects, sizeof entry->corrects, id);
    ledger_copy(entry->reason, sizeof entry->reason, "记错了");
    return entry;
}

static inline ledger_entry *making_ruling(making *made, judge_outcome tool, judge_outcome outcome)
{
    ledger_entry *entry = making_begin(made, LEDGER_RULING, "li");
    ledger_ruling *ruling = &entry->payload.ruling;

    ruling->game = making_game;
    ledger_copy(ruling->fen, sizeof ruling->fen, "3k5/9/9/4n4/9/9/9/9/R8/5K3 w");
    ledger_copy(ruling->moves, sizeof ruling->moves, "a1d1 d9e9 d1a1! e9d9");
    ledger_copy(ruling->edition, sizeof ruling->edition, "cxa-2007");
    ledger_copy(ruling->articles, sizeof ruling->articles, "26.4,24.3");
    ruling->tool = tool;
    ruling->outcome = outcome;
    return entry;
}

static inline ledger_entry *making_order_closed(making *made, const char *order,
                                                ledger_order_end how)
{
    ledger_entry *entry = making_begin(made, LEDGER_ORDER_CLOSED, "li");

    entry->payload.order_closed.game = making_game;
    ledger_copy(entry->payload.order_closed.order, LEDGER_ID_BYTES, order);
    entry->payload.order_closed.how = how;
    return entry;
}

static inline ledger_entry *making_result(making *made, ledger_outcome outcome, const char *reason)
{
    ledger_entry *entry = making_begin(made, LEDGER_RESULT, "li");

    entry->payload.result.game = making_game;
    entry->payload.result.outcome = outcome;
    ledger_copy(entry->payload.result.reason, LEDGER_KEY_BYTES, reason);
    return entry;
}

static inline ledger_entry *making_penalty(making *made, const char *arbiter, const char *key,
                                           const char *who, ledger_game_key game)
{
    ledger_entry *entry = making_begin(made, LEDGER_PENALTY, arbiter);

    ledger_copy(entry->payload.penalty.key, LEDGER_KEY_BYTES, key);
    ledger_copy(entry->payload.penalty.who, LEDGER_KEY_BYTES, who);
    entry->payload.penalty.game = game;
    return entry;
}

static inline ledger_entry *making_lateness(making *made, int32_t red, int32_t black)
{
    ledger_entry *entry = making_begin(made, LEDGER_LATENESS, "li");

    entry->payload.lateness.game = making_game;
    entry->payload.lateness.seconds[BOARD_RED] = red;
    entry->payload.lateness.seconds[BOARD_BLACK] = black;
    entry->payload.lateness.came[BOARD_RED] = true;
    entry->payload.lateness.came[BOARD_BLACK] = true;
    return entry;
}

static inline ledger_game making_read(const making *made)
{
    ledger_game game;

    assert_true(ledger_find_game(made->state, making_game, &game));
    return game;
}

/* What is said of the draft at hand, as it would be logged now. */
static inline const ledger_notice *making_told(making *made, ledger_notice_kind kind)
{
    static ledger_notice notices[LEDGER_NOTICES_MAX];
    making_device device = made->device;
    ledger_entry draft = made->entry;

    if (draft.time_ms == 0)
        making_stamp(&device, &draft);
    size_t count = ledger_check(made->state, &draft, draft.time_ms, notices);
    for (size_t i = 0; i < count; i++) {
        if (notices[i].kind == kind)
            return &notices[i];
    }
    return NULL;
}

static inline bool making_errors(making *made)
{
    ledger_notice notices[LEDGER_NOTICES_MAX];
    making_device device = made->device;
    ledger_entry draft = made->entry;

    making_stamp(&device, &draft);
    return ledger_has_error(notices, ledger_check(made->state, &draft, draft.time_ms, notices));
}

typedef struct making_counter {
    ledger_notice_kind kind;
    size_t count;
} making_counter;

static inline bool making_count_remark(void *context, const ledger_fact *fact,
                                       const ledger_notice *remark)
{
    making_counter *counter = context;

    (void)fact;
    counter->count += remark->kind == counter->kind;
    return true;
}

/* How many remarks of this kind there are. */
static inline size_t making_remarks(const making *made, ledger_notice_kind kind)
{
    making_counter counter = {kind, 0};

    ledger_visit_remarks(made->state, made->device.time_ms, making_count_remark, &counter);
    return counter.count;
}

#endif
