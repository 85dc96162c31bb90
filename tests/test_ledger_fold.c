/*
 * tests/test_ledger_fold.c: the fold never fails, does not depend on the order of arrival, and goes
 * on from a snapshot as if there had been none. Random journals, from a seed.
 *
 * LEDGER_JOURNALS and LEDGER_SEED set how many and from where.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "board/encoding.h"
#include "ledger_making.h"

#if defined __SANITIZE_ADDRESS__
enum { DEFAULT_JOURNALS = 1000 }; /* each takes ten times as long */
#else
enum { DEFAULT_JOURNALS = 10000 };
#endif

enum { DEVICES = 3, ENTRIES_MAX = 24, DUMP_BYTES = 256 * 1024 };

/* Random numbers: splitmix64. */
typedef struct dice {
    uint64_t seed;
} dice;

static uint64_t dice_next(dice *from)
{
    uint64_t mixed = (from->seed += 0x9E3779B97F4A7C15ULL);

    mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9ULL;
    mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBULL;
    return mixed ^ (mixed >> 31);
}

/* 0..below-1 */
static int dice_roll(dice *from, int below)
{
    return (int)(dice_next(from) % (uint64_t)below);
}

static const char *dice_word(dice *from, const char *const *words, int count)
{
    return words[dice_roll(from, count)];
}

#define WORD(from, ...)                                                                            \
    dice_word((from), (const char *const[]){__VA_ARGS__},                                          \
              (int)(sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *)))

/* A journal of several devices. */
typedef struct journal {
    ledger_entry entries[ENTRIES_MAX];
    size_t count;
} journal;

static const char *random_id(dice *from, const journal *written)
{
    static const char unknown[] = "019f0000-0000-7000-8000-00000000ffff";

    if (written->count == 0 || dice_roll(from, 8) == 0)
        return unknown;
    return written->entries[dice_roll(from, (int)written->count)].id;
}

static ledger_game_key random_game(dice *from)
{
    return (ledger_game_key){1, (uint16_t)(4 + dice_roll(from, 2)), 1};
}

static const char *random_player(dice *from)
{
    return WORD(from, "18", "9", "21", "77");
}

static void random_payload(dice *from, const journal *written, ledger_entry *entry)
{
    ledger_payload *payload = &entry->payload;

    switch (entry->type) {
    case LEDGER_EVENT:
        ledger_copy(payload->event.name, LEDGER_NAME_BYTES, "随机赛");
        payload->event.fouls_to_lose.value = 1 + dice_roll(from, 4);
        payload->event.late_minutes.value = dice_roll(from, 3) - 1;
        break;
    case LEDGER_ARBITER:
        ledger_copy(payload->arbiter.key, LEDGER_KEY_BYTES, WORD(from, "li", "boss"));
        ledger_copy(payload->arbiter.name, LEDGER_NAME_BYTES, WORD(from, "李", "王"));
        payload->arbiter.role = (ledger_role)(1 + dice_roll(from, 3));
        break;
    case LEDGER_PLAYER:
        ledger_copy(payload->player.key, LEDGER_KEY_BYTES, random_player(from));
        ledger_copy(payload->player.name, LEDGER_NAME_BYTES, WORD(from, "甲", "乙"));
        ledger_copy(payload->player.team, LEDGER_KEY_BYTES, WORD(from, "SH", "GD", ""));
        break;
    case LEDGER_TEAM:
        ledger_copy(payload->team.key, LEDGER_KEY_BYTES, WORD(from, "SH", "GD"));
        ledger_copy(payload->team.name, LEDGER_NAME_BYTES, WORD(from, "上海", "广东"));
        break;
    case LEDGER_PAIRING:
        payload->pairing.game = random_game(from);
        ledger_copy(payload->pairing.red, LEDGER_KEY_BYTES, random_player(from));
        ledger_copy(payload->pairing.black, LEDGER_KEY_BYTES, random_player(from));
        break;
    case LEDGER_RULING:
        payload->ruling.game = random_game(from);
        ledger_copy(payload->ruling.fen, LEDGER_FEN_BYTES, "3k5/9/9/9/9/9/9/9/R8/4K4 w");
        ledger_copy(payload->ruling.edition, JUDGE_EDITION_NAME_BYTES, "cxa-2007");
        payload->ruling.tool = (judge_outcome)dice_roll(from, JUDGE_OUTCOMES);
        payload->ruling.outcome = (judge_outcome)dice_roll(from, JUDGE_DRAW + 1);
        break;
    case LEDGER_ORDER_CLOSED:
        payload->order_closed.game = random_game(from);
        ledger_copy(payload->order_closed.order, LEDGER_ID_BYTES, random_id(from, written));
        payload->order_closed.how = (ledger_order_end)(1 + dice_roll(from, 2));
        break;
    case LEDGER_FOUL:
        payload->foul.game = random_game(from);
        payload->foul.side = (board_side)dice_roll(from, 2);
        ledger_copy(payload->foul.key, LEDGER_KEY_BYTES, WORD(from, "clock", "conduct", "what"));
        payload->foul.minutes = dice_roll(from, 2) * 5;
        break;
    case LEDGER_PENALTY:
        ledger_copy(payload->penalty.key, LEDGER_KEY_BYTES,
                    WORD(from, "warning", "disqualified", "expelled", "what"));
        payload->penalty.team = dice_roll(from, 4) == 0;
        ledger_copy(payload->penalty.who, LEDGER_KEY_BYTES, WORD(from, "18", "9", "SH", "77"));
        if (dice_roll(from, 3) > 0)
            payload->penalty.game = random_game(from);
        break;
    case LEDGER_RESULT:
        payload->result.game = random_game(from);
        payload->result.outcome = (ledger_outcome)(1 + dice_roll(from, 4));
        ledger_copy(payload->result.reason, LEDGER_KEY_BYTES,
                    WORD(from, "agreed", "late", "checkmate", "what"));
        break;
    case LEDGER_LATENESS:
        payload->lateness.game = random_game(from);
        payload->lateness.seconds[0] = dice_roll(from, 100);
        payload->lateness.seconds[1] = dice_roll(from, 100);
        break;
    case LEDGER_OVERSTEP:
        payload->overstep.game = random_game(from);
        payload->overstep.side = (board_side)dice_roll(from, 2);
        payload->overstep.exception = (ledger_exception)dice_roll(from, LEDGER_EXCEPTIONS);
        break;
    case LEDGER_NOTE:
        ledger_copy(payload->note.text, LEDGER_NOTE_BYTES, "备注");
        break;
    case LEDGER_UPHELD:
        payload->upheld.game = random_game(from);
        ledger_copy(payload->upheld.ruling, LEDGER_ID_BYTES, random_id(from, written));
        break;
    default:
        break;
    }
}

/* Types that decide something come up more often. */
static ledger_type random_type(dice *from)
{
    static const ledger_type likely[] = {LEDGER_FOUL, LEDGER_RULING, LEDGER_ORDER_CLOSED,
                                         LEDGER_PENALTY, LEDGER_WITHDRAWAL};

    if (dice_roll(from, 2) == 0)
        return likely[dice_roll(from, 5)];
    return (ledger_type)dice_roll(from, LEDGER_TYPES); /* LEDGER_UNKNOWN is one of them */
}

static void random_journal(dice *from, journal *written)
{
    making_device devices[DEVICES] = {{"tablet-1", 0, MAKING_TIME_MS},
                                      {"tablet-2", 0, MAKING_TIME_MS + 7500},
                                      {"office", 0, MAKING_TIME_MS - 4500}};
    size_t count = 4 + (size_t)dice_roll(from, 10);

    written->count = 0;
    for (size_t i = 0; i < count; i++) {
        ledger_entry *entry = &written->entries[i];
        making_device *device = &devices[dice_roll(from, DEVICES)];
        ledger_entry_begin(entry, random_type(from));
        device->time_ms += dice_roll(from, 5) * 1000 - 2500; /* clocks go back, too */
        making_stamp(device, entry);
        ledger_copy(entry->arbiter, sizeof entry->arbiter, WORD(from, "li", "boss", "nobody", ""));
        random_payload(from, written, entry);
        if (entry->type == LEDGER_WITHDRAWAL || dice_roll(from, 4) == 0)
            ledger_copy(entry->corrects, sizeof entry->corrects, random_id(from, written));
        if (dice_roll(from, 40) == 0)
            entry->sequence = 1; /* which no journal has */
        if (dice_roll(from, 40) == 0 && i > 0)
            memcpy(entry->id, written->entries[i - 1].id, sizeof entry->id);
        written->count = i + 1;
    }
    /* Corrections of what comes later: circles. */
    for (size_t i = 0; dice_roll(from, 3) == 0 && i < count; i++) {
        if (written->entries[i].corrects[0] != '\0')
            ledger_copy(written->entries[i].corrects, LEDGER_ID_BYTES, random_id(from, written));
    }
}

/* All that can be asked of a state, as text. */

typedef struct dump {
    char text[DUMP_BYTES];
    size_t used;
    uint64_t remarks; /* a sum that does not depend on their order */
} dump;

__attribute__((format(printf, 2, 3))) static void dump_line(dump *all, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    int length = vsnprintf(all->text + all->used, sizeof all->text - all->used, format, arguments);
    va_end(arguments);
    assert_true(length >= 0 && (size_t)length < sizeof all->text - all->used);
    all->used += (size_t)length;
}

static void dump_games(dump *all, const ledger_state *state)
{
    ledger_game game;

    for (size_t i = 0; ledger_game_at(state, i, &game); i++)
        dump_line(all, "%u.%u %d %s %s f%u/%u m%d/%d l%d/%d o%s %d due %d %s %s %s r%s %d %d %zu\n",
                  game.key.round, game.key.table, game.paired, game.players[0], game.players[1],
                  game.fouls[0], game.fouls[1], game.added_minutes[0], game.added_minutes[1],
                  game.late_seconds[0], game.late_seconds[1], game.order ? game.order->id : "",
                  (int)game.order_side, (int)game.due.outcome,
                  game.due.reason ? game.due.reason : "",
                  game.due.articles ? game.due.articles : "",
                  game.due.because ? game.due.because->id : "", game.result ? game.result->id : "",
                  (int)game.outcome, game.played, game.rulings);
}

static bool dump_remark(void *context, const ledger_fact *fact, const ledger_notice *remark)
{
    dump *all = context;
    char text[LEDGER_NOTICE_BYTES];
    uint64_t hash = 14695981039346656037ULL;

    ledger_notice_text(remark, BOARD_CHINESE, text, sizeof text);
    assert_true(board_utf8_valid(text, strlen(text)));
    for (const char *at = fact->id; *at != '\0'; at++)
        hash = (hash ^ (unsigned char)*at) * 1099511628211ULL;
    for (const char *at = text; *at != '\0'; at++)
        hash = (hash ^ (unsigned char)*at) * 1099511628211ULL;
    all->remarks += hash;
    return true;
}

static void dump_state(dump *all, const ledger_state *state)
{
    char *csv = NULL;
    size_t length = 0;

    all->used = 0;
    all->remarks = 0;
    dump_line(all, "%zu %d\n", ledger_fact_count(state),
              ledger_state_event(state, NULL)->fouls_to_lose.value);
    dump_games(all, state);
    for (ledger_people people = LEDGER_ARBITERS; people <= LEDGER_TEAMS; people++) {
        ledger_person person;
        for (size_t i = 0; i < ledger_people_count(state, people); i++) {
            if (ledger_person_at(state, people, i, &person))
                dump_line(all, "%s %s %s %d\n", person.key, person.name, person.team,
                          (int)person.role);
        }
    }
    for (ledger_people people = LEDGER_PLAYERS; people <= LEDGER_TEAMS; people++) {
        assert_int_equal(ledger_standings_csv(state, people, BOARD_ENGLISH, &csv, &length),
                         BOARD_OK);
        dump_line(all, "%s", csv);
        free(csv);
    }
    ledger_visit_remarks(state, 0, dump_remark, all);
}

static void assert_same(const ledger_state *a, const ledger_state *b)
{
    static dump dumps[2];
    char *texts[2] = {NULL, NULL};
    size_t lengths[2] = {0, 0};

    assert_int_equal(ledger_state_save(a, &texts[0], &lengths[0]), BOARD_OK);
    assert_int_equal(ledger_state_save(b, &texts[1], &lengths[1]), BOARD_OK);
    assert_string_equal(texts[0], texts[1]);
    assert_int_equal(lengths[0], lengths[1]);
    assert_int_equal(lengths[0], strlen(texts[0]));
    assert_true(board_utf8_valid(texts[0], lengths[0]));
    free(texts[0]);
    free(texts[1]);
    dump_state(&dumps[0], a);
    dump_state(&dumps[1], b);
    assert_string_equal(dumps[0].text, dumps[1].text);
    assert_int_equal(dumps[0].remarks, dumps[1].remarks);
}

static void apply(ledger_state *state, const ledger_entry *entry)
{
    ledger_notice notices[LEDGER_NOTICES_MAX];

    assert_true(ledger_check(state, entry, entry->time_ms, notices) <= LEDGER_NOTICES_MAX);
    assert_int_equal(ledger_apply(state, entry, NULL), BOARD_OK);
}

static ledger_state *fold(const journal *written, const size_t *order)
{
    ledger_state *state = NULL;

    assert_int_equal(ledger_state_create(&state), BOARD_OK);
    for (size_t i = 0; i < written->count; i++)
        apply(state, &written->entries[order != NULL ? order[i] : i]);
    return state;
}

static void shuffle(dice *from, size_t *order, size_t count)
{
    for (size_t i = 0; i < count; i++)
        order[i] = i;
    for (size_t i = count; i > 1; i--) {
        size_t at = (size_t)dice_roll(from, (int)i);
        size_t moved = order[i - 1];
        order[i - 1] = order[at];
        order[at] = moved;
    }
}

/* The fold of a snapshot and the rest, at every cut. */
static void cut_everywhere(const journal *written, const ledger_state *whole)
{
    ledger_state *upto = NULL;

    assert_int_equal(ledger_state_create(&upto), BOARD_OK);
    for (size_t cut = 0; cut <= written->count; cut++) {
        ledger_state *loaded = NULL;
        char *text = NULL;
        size_t length = 0;
        assert_int_equal(ledger_state_save(upto, &text, &length), BOARD_OK);
        assert_int_equal(ledger_state_load(text, length, &loaded), BOARD_OK);
        free(text);
        for (size_t i = cut; i < written->count; i++)
            assert_int_equal(ledger_apply(loaded, &written->entries[i], NULL), BOARD_OK);
        assert_same(whole, loaded);
        ledger_state_free(loaded);
        if (cut < written->count)
            apply(upto, &written->entries[cut]);
    }
    ledger_state_free(upto);
}

static long setting(const char *name, long otherwise)
{
    const char *text = getenv(name);

    return text != NULL ? strtol(text, NULL, 10) : otherwise;
}

static void test_random_journals(void **state)
{
    static journal written;
    size_t order[ENTRIES_MAX];
    long journals = setting("LEDGER_JOURNALS", DEFAULT_JOURNALS);
    dice from = {(uint64_t)setting("LEDGER_SEED", 1)};

    (void)state;
    for (long i = 0; i < journals; i++) {
        random_journal(&from, &written);
        ledger_state *whole = fold(&written, NULL);
        shuffle(&from, order, written.count);
        ledger_state *shuffled = fold(&written, order);
        assert_same(whole, shuffled);
        for (size_t j = 0; j < written.count; j++) /* once more: nothing changes */
            apply(shuffled, &written.entries[j]);
        assert_same(whole, shuffled);
        ledger_state_free(shuffled);
        cut_everywhere(&written, whole);
        ledger_state_free(whole);
    }
}

/* Two devices. */

static void test_clocks_that_disagree(void **state)
{
    making_device ahead = {"tablet-2", 0, MAKING_TIME_MS + 3600 * 1000};
    static journal written;
    static making made;
    ledger_game game;

    (void)state;
    making_start(&made, 3, 15);
    ledger_state_free(made.state);
    written.count = 0;

    /* Tablet 2, an hour ahead, logs a foul; tablet 1 then logs the result and withdraws the foul. */
    making_foul(&made, BOARD_RED, "clock");
    making_stamp(&ahead, &made.entry);
    written.entries[written.count++] = made.entry;
    making_result(&made, LEDGER_DRAW, "agreed");
    making_stamp(&made.device, &made.entry);
    written.entries[written.count++] = made.entry;
    making_withdrawal(&made, written.entries[0].id);
    making_stamp(&made.device, &made.entry);
    written.entries[written.count++] = made.entry;

    const size_t other_way[] = {2, 1, 0};
    ledger_state *one = fold(&written, NULL);
    ledger_state *other = fold(&written, other_way);
    assert_same(one, other);
    assert_true(ledger_find_game(one, making_game, &game));
    assert_int_equal(game.fouls[BOARD_RED], 0);
    assert_int_equal(game.outcome, LEDGER_DRAW);
    made.state = one;
    assert_int_equal(making_remarks(&made, LEDGER_NOTICE_CLOCKS_DISAGREE), 1);

    /* To tablet 1 it is told that tablet 2's clock is ahead. */
    made.device.sequence = 99;
    made.device.time_ms += 1000;
    making_foul(&made, BOARD_BLACK, "clock");
    const ledger_notice *told = making_told(&made, LEDGER_NOTICE_CLOCKS_DISAGREE);
    assert_non_null(told);
    assert_string_equal(told->who, "tablet-2");
    ledger_state_free(one);
    ledger_state_free(other);
}

static void test_a_clock_set_back_lets_nothing_overtake(void **state)
{
    making made;

    (void)state;
    making_start(&made, 3, 15);
    making_foul(&made, BOARD_RED, "clock");
    making_log(&made);
    made.device.time_ms -= 3600 * 1000;
    making_result(&made, LEDGER_DRAW, "agreed"); /* an hour before the foul, by the clock */
    making_log(&made);
    assert_int_equal(making_remarks(&made, LEDGER_NOTICE_FINISHED_GAME), 0);
    assert_int_equal(making_remarks(&made, LEDGER_NOTICE_CLOCK_BACK), 1);
    making_foul(&made, BOARD_RED, "clock");
    making_log(&made);
    assert_int_equal(making_remarks(&made, LEDGER_NOTICE_FINISHED_GAME), 1);
    /* That the clock went back is told once, not of every entry until it has caught up. */
    assert_int_equal(making_remarks(&made, LEDGER_NOTICE_CLOCK_BACK), 1);
    making_end(&made);
}

/* An entry of the year after: it is told as soon as it is there, and those after it are not. */
static void test_an_entry_of_the_future(void **state)
{
    const int64_t year = INT64_C(365) * 24 * 3600 * 1000;
    making_device right = {"tablet-2", 0, MAKING_TIME_MS + 60 * 1000};
    making made;

    (void)state;
    making_start(&made, 3, 15);
    assert_int_equal(making_remarks(&made, LEDGER_NOTICE_FUTURE), 0);
    made.device.time_ms += year;
    making_foul(&made, BOARD_RED, "clock");
    making_log(&made);
    made.device.time_ms -= year;
    assert_int_equal(making_remarks(&made, LEDGER_NOTICE_FUTURE), 1);
    assert_int_equal(making_remarks(&made, LEDGER_NOTICE_CLOCK_BACK), 0);
    for (int i = 0; i < 3; i++) {
        making_foul(&made, BOARD_BLACK, "clock");
        making_log(&made);
    }
    assert_int_equal(making_remarks(&made, LEDGER_NOTICE_FUTURE), 1);
    assert_int_equal(making_remarks(&made, LEDGER_NOTICE_CLOCK_BACK), 1);
    /* Nor is what comes next, here or on another device, warned of. */
    making_foul(&made, BOARD_BLACK, "clock");
    assert_null(making_told(&made, LEDGER_NOTICE_CLOCK_BACK));
    making_stamp(&right, &made.entry);
    assert_null(making_told(&made, LEDGER_NOTICE_CLOCKS_DISAGREE));
    making_end(&made);
}

static void test_circles(void **state)
{
    char first[LEDGER_ID_BYTES];
    char second[LEDGER_ID_BYTES];
    making made;

    (void)state;
    making_start(&made, 3, 15);
    making_id("tablet-1", made.device.sequence + 1, first);
    making_id("tablet-1", made.device.sequence + 2, second);
    ledger_copy(making_foul(&made, BOARD_RED, "clock")->corrects, LEDGER_ID_BYTES, second);
    making_log(&made);
    ledger_copy(making_foul(&made, BOARD_RED, "clock")->corrects, LEDGER_ID_BYTES, first);
    making_log(&made);
    assert_int_equal(making_read(&made).fouls[BOARD_RED], 2);
    assert_int_equal(making_remarks(&made, LEDGER_NOTICE_CORRECTION_CIRCLE), 2);
    making_withdrawal(&made, second); /* from outside the circle */
    making_log(&made);
    assert_int_equal(making_read(&made).fouls[BOARD_RED], 1);

    char self[LEDGER_ID_BYTES];
    making_id("tablet-1", made.device.sequence + 1, self);
    making_withdrawal(&made, self);
    making_log(&made);
    assert_int_equal(making_remarks(&made, LEDGER_NOTICE_CORRECTION_CIRCLE), 3);
    making_end(&made);
}

static void test_entry_beyond_its_limits_is_kept(void **state)
{
    making made;

    (void)state;
    making_start(&made, 3, 15);
    making_foul(&made, BOARD_RED, "clock")->payload.foul.minutes = LEDGER_MINUTES_MAX + 1;
    making_log(&made);
    assert_non_null(ledger_find_fact(made.state, made.last_id));
    assert_int_equal(ledger_find_fact(made.state, made.last_id)->type, LEDGER_UNKNOWN);
    assert_int_equal(making_remarks(&made, LEDGER_NOTICE_UNREADABLE), 1);
    assert_int_equal(making_read(&made).fouls[BOARD_RED], 0);
    making_end(&made);
}

/* Snapshots. */

static void test_snapshots_that_are_none(void **state)
{
    ledger_state *loaded = NULL;
    char *text = NULL;
    size_t length = 0;
    making made;

    (void)state;
    making_start(&made, 3, 15);
    making_foul(&made, BOARD_RED, "clock");
    making_log(&made);
    assert_int_equal(ledger_state_save(made.state, &text, &length), BOARD_OK);
    for (size_t cut = 0; cut < length; cut++) {
        assert_int_equal(ledger_state_load(text, cut, &loaded), BOARD_ERROR_LEDGER_SNAPSHOT);
        assert_null(loaded);
    }
    for (size_t at = 0; at < length; at++) { /* any byte changed: refused, or read as it stands */
        char byte = text[at];
        for (int change = 0; change < 3; change++) {
            text[at] = change == 0 ? '9' : change == 1 ? '\n' : ' ';
            board_error error = ledger_state_load(text, length, &loaded);
            assert_true(error == BOARD_OK || error == BOARD_ERROR_LEDGER_SNAPSHOT);
            ledger_state_free(loaded);
        }
        text[at] = byte;
    }
    assert_int_equal(ledger_state_load("", 0, &loaded), BOARD_ERROR_LEDGER_SNAPSHOT);
    free(text);
    making_end(&made);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_journals),
        cmocka_unit_test(test_clocks_that_disagree),
        cmocka_unit_test(test_a_clock_set_back_lets_nothing_overtake),
        cmocka_unit_test(test_an_entry_of_the_future),
        cmocka_unit_test(test_circles),
        cmocka_unit_test(test_entry_beyond_its_limits_is_kept),
        cmocka_unit_test(test_snapshots_that_are_none),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
