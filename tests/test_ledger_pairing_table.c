/*
 * tests/test_ledger_pairing_table.c: pairings and players from a pairing program's table: what is
 * read of it, how large it may be, which line and column is wrong, which entries it leads to.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ledger/pairing_table.h"
#include "ledger_making.h"

#define HEADING "轮次,台次,局次,红方序号,红方姓名,红方单位,黑方序号,黑方姓名,黑方单位\n"
#define GREEK "αααααααααααααααα" /* 32 bytes */

enum { TEXT_BYTES = 128 * 1024 };

typedef struct text {
    char bytes[TEXT_BYTES];
    size_t used;
} text;

static void add(text *to, const char *more)
{
    size_t length = strlen(more);

    assert_true(length < sizeof to->bytes - to->used);
    memcpy(to->bytes + to->used, more, length + 1);
    to->used += length;
}

static board_error read_text(const char *bytes, ledger_pairing_table *table, board_problem *problem)
{
    return ledger_pairing_table_read(bytes, strlen(bytes), table, problem);
}

/* One line under the heading; the table is freed, and what was read of the line is returned. */
static ledger_table_line read_line(const char *line)
{
    text *whole = calloc(1, sizeof *whole);
    ledger_pairing_table table;

    assert_non_null(whole);
    add(whole, HEADING);
    add(whole, line);
    if (read_text(whole->bytes, &table, NULL) != BOARD_OK || table.count != 1)
        fail_msg("not read: %s", line);
    ledger_table_line read = table.lines[0];
    ledger_pairing_table_free(&table);
    free(whole);
    return read;
}

/* This line is refused, and for this column. */
static void expect_wrong(const char *line, const char *column)
{
    text *whole = calloc(1, sizeof *whole);
    ledger_pairing_table table;
    board_problem problem;

    assert_non_null(whole);
    add(whole, HEADING "1,1,1,1,甲,,2,乙,\n");
    add(whole, line);
    if (read_text(whole->bytes, &table, &problem) != BOARD_ERROR_OFFICE_TABLE_LINE)
        fail_msg("read: %s", line);
    assert_int_equal(problem.line, 3);
    assert_string_equal(problem.token, column);
    assert_int_equal(table.count, 0);
    assert_null(table.lines);
    free(whole);
}

static void expect_no_table(const char *bytes)
{
    ledger_pairing_table table;
    board_problem problem;

    assert_int_equal(read_text(bytes, &table, &problem), BOARD_ERROR_OFFICE_TABLE);
    assert_int_equal(problem.error, BOARD_ERROR_OFFICE_TABLE);
    assert_int_equal(table.count, 0);
}

/* Reading. */

static void test_a_line(void **state)
{
    const ledger_table_line read = read_line("2,7,3,18,钱八,上海,9,赵一,广东\n");

    (void)state;
    assert_int_equal(read.line, 2);
    assert_int_equal(read.game.round, 2);
    assert_int_equal(read.game.table, 7);
    assert_int_equal(read.game.number, 3);
    assert_string_equal(read.players[BOARD_RED].key, "18");
    assert_string_equal(read.players[BOARD_RED].name, "钱八");
    assert_string_equal(read.teams[BOARD_RED], "上海");
    assert_string_equal(read.players[BOARD_BLACK].key, "9");
    assert_string_equal(read.players[BOARD_BLACK].name, "赵一");
    assert_string_equal(read.teams[BOARD_BLACK], "广东");
    assert_false(read.bye);
}

/* Semicolons and tabs, quotes, returns, blank lines, columns in another order and in English. */
static void test_forms(void **state)
{
    static const char *const forms[] = {
        "black name;black number;red name;red number;table\n\n赵一;9;\"钱;\"\"八\";18;7\n",
        ("\xEF\xBB\xBF"
         "台次\t红方序号\t红方姓名\t黑方序号\t黑方姓名\r\n7\t18\t钱;\"八\t9\t赵一\r\n\t\t\t\t\r\n"),
        "台次,红方序号,红方姓名,黑方序号,黑方姓名\n7,'18,'钱;\"八,9,赵一",
    };

    (void)state;
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        ledger_pairing_table table;
        assert_int_equal(read_text(forms[i], &table, NULL), BOARD_OK);
        assert_int_equal(table.count, 1);
        assert_int_equal(table.lines[0].line, i == 0 ? 3 : 2);
        assert_int_equal(table.lines[0].game.round, 1);
        assert_int_equal(table.lines[0].game.table, 7);
        assert_int_equal(table.lines[0].game.number, 1);
        assert_string_equal(table.lines[0].players[BOARD_RED].key, "18");
        assert_string_equal(table.lines[0].players[BOARD_RED].name, "钱;\"八");
        assert_string_equal(table.lines[0].players[BOARD_BLACK].name, "赵一");
        ledger_pairing_table_free(&table);
    }
}

static void test_byes(void **state)
{
    static const char *const byes[] = {"1,1,,1,甲,,,,", "1,1,,1,甲,,0,轮空,", "1,1,,1,甲,,,bye,",
                                       "1,1,,1,甲"};

    (void)state;
    for (size_t i = 0; i < sizeof byes / sizeof *byes; i++)
        assert_true(read_line(byes[i]).bye);
    expect_wrong("1,2,,3,丙,,,丁,\n", "黑方序号"); /* a name alone is no bye */
}

static void test_players_alone(void **state)
{
    ledger_pairing_table table;

    (void)state;
    assert_int_equal(read_text("序号,姓名,单位\n18,钱八,上海\n9,赵一,\n", &table, NULL), BOARD_OK);
    assert_int_equal(table.count, 2);
    assert_int_equal(table.lines[1].game.round, 0);
    assert_string_equal(table.lines[1].players[0].name, "赵一");
    ledger_pairing_table_free(&table);
}

static void test_what_is_no_table(void **state)
{
    ledger_pairing_table table;

    (void)state;
    expect_no_table("");
    expect_no_table("1,1,1,甲\n");
    expect_no_table("台次,红方序号,红方姓名,黑方序号\n"); /* a heading is missing */
    expect_no_table("序号,单位\n");
    assert_int_equal(ledger_pairing_table_read("\0\1\2", 3, &table, NULL),
                     BOARD_ERROR_OFFICE_TABLE);
}

/* Limits. */

static void test_numbers_at_their_limits(void **state)
{
    const ledger_table_line most = read_line("99,9999,9,1,甲,,2,乙,\n");

    (void)state;
    assert_int_equal(most.game.round, LEDGER_ROUND_MAX);
    assert_int_equal(most.game.table, LEDGER_TABLE_MAX);
    assert_int_equal(most.game.number, LEDGER_NUMBER_MAX);
    expect_wrong("100,1,1,1,甲,,2,乙,\n", "轮次");
    expect_wrong("0,1,1,1,甲,,2,乙,\n", "轮次");
    expect_wrong("1,10000,1,1,甲,,2,乙,\n", "台次");
    expect_wrong("1,0,1,1,甲,,2,乙,\n", "台次");
    expect_wrong("1,,1,1,甲,,2,乙,\n", "台次");
    expect_wrong("1,65537,1,1,甲,,2,乙,\n", "台次"); /* 1 in sixteen bits */
    expect_wrong("1,18446744073709551617,1,1,甲,,2,乙,\n", "台次");
    expect_wrong("1,1,10,1,甲,,2,乙,\n", "局次");
    expect_wrong("1,1,1x,1,甲,,2,乙,\n", "局次");
    expect_wrong("1,-1,1,1,甲,,2,乙,\n", "台次");
}

static void test_texts_at_their_limits(void **state)
{
    (void)state;
    assert_int_equal(strlen(GREEK), LEDGER_KEY_BYTES - 1);
    assert_int_equal(strlen(GREEK GREEK GREEK GREEK), LEDGER_NAME_BYTES - 1);
    const ledger_table_line most = read_line("1,1,1," GREEK "," GREEK GREEK GREEK GREEK
                                             "," GREEK GREEK GREEK GREEK ",2,乙,\n");
    assert_string_equal(most.players[BOARD_RED].key, GREEK);
    assert_string_equal(most.players[BOARD_RED].name, GREEK GREEK GREEK GREEK);
    assert_string_equal(most.teams[BOARD_RED], GREEK GREEK GREEK GREEK);
    expect_wrong("1,1,1," GREEK "x,甲,,2,乙,\n", "红方序号");
    expect_wrong("1,1,1,1," GREEK GREEK GREEK GREEK "x,,2,乙,\n", "红方序号");
    expect_wrong("1,1,1,1,甲," GREEK GREEK GREEK GREEK "x,2,乙,\n", "红方序号");
    expect_wrong("1,1,1,1,甲,,2,,\n", "黑方序号"); /* a player without a name */
    expect_wrong("1,1,1,1 1,甲,,2,乙,\n", "红方序号");
    expect_wrong("1,1,1,1,甲,,1,甲,\n", "黑方序号"); /* against himself */
}

/* Columns behind the last that is looked at are not there. */
static void test_fields_at_their_limit(void **state)
{
    static const char *const parts[] = {"红方序号,红方姓名,黑方序号,黑方姓名,台次\n",
                                        "1,甲,2,乙,7\n"};
    enum { FILLED = 5 };

    (void)state;
    for (size_t blank = LEDGER_TABLE_FIELDS_MAX - FILLED;
         blank <= LEDGER_TABLE_FIELDS_MAX - FILLED + 1; blank++) {
        text *whole = calloc(1, sizeof *whole);
        ledger_pairing_table table;

        assert_non_null(whole);
        for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
            for (size_t j = 0; j < blank; j++)
                add(whole, ",");
            add(whole, parts[i]);
        }
        assert_int_equal(read_text(whole->bytes, &table, NULL),
                         blank + FILLED <= LEDGER_TABLE_FIELDS_MAX ? BOARD_OK
                                                                   : BOARD_ERROR_OFFICE_TABLE);
        assert_int_equal(table.count, blank + FILLED <= LEDGER_TABLE_FIELDS_MAX);
        ledger_pairing_table_free(&table);
        free(whole);
    }
}

static void test_lines_at_their_limit(void **state)
{
    text *whole = calloc(1, sizeof *whole);
    ledger_pairing_table table;
    board_problem problem;

    (void)state;
    assert_non_null(whole);
    add(whole, "序号,姓名\n");
    for (size_t i = 0; i < LEDGER_TABLE_LINES_MAX; i++) {
        char line[32];
        snprintf(line, sizeof line, "%zu,甲\n", i);
        add(whole, line);
    }
    assert_int_equal(read_text(whole->bytes, &table, &problem), BOARD_OK);
    assert_int_equal(table.count, LEDGER_TABLE_LINES_MAX);
    assert_int_equal(table.lines[LEDGER_TABLE_LINES_MAX - 1].line, LEDGER_TABLE_LINES_MAX + 1);
    ledger_pairing_table_free(&table);
    add(whole, "\n,\n"); /* lines with nothing do not count */
    assert_int_equal(read_text(whole->bytes, &table, &problem), BOARD_OK);
    ledger_pairing_table_free(&table);
    add(whole, "x,乙\n");
    assert_int_equal(read_text(whole->bytes, &table, &problem), BOARD_ERROR_SYNC_TOO_LARGE);
    assert_int_equal(table.count, 0);
    free(whole);
}

/* What a table leads to. */

typedef struct taking {
    making *made;
    size_t most; /* entries that are taken */
    size_t count;
    ledger_type types[16];
} taking;

static const ledger_state *take(void *context, const ledger_table_line *line, ledger_entry *draft)
{
    taking *taken = context;

    assert_non_null(line);
    if (taken->count == taken->most)
        return NULL;
    assert_true(taken->count < sizeof taken->types / sizeof *taken->types);
    taken->types[taken->count++] = draft->type;
    making_log(taken->made);
    return taken->made->state;
}

/* The entries that the table leads to, logged; false: it was stopped at `most`. */
static bool make(making *made, const char *bytes, size_t most, taking *taken)
{
    ledger_pairing_table table;

    *taken = (taking){.made = made, .most = most};
    assert_int_equal(read_text(bytes, &table, NULL), BOARD_OK);
    bool whole = ledger_pairing_table_make(made->state, &table, &made->entry, take, taken);
    ledger_pairing_table_free(&table);
    return whole;
}

#define NEW_PLAYERS HEADING "1,6,,18,钱八,上海,50,周五十,Beijing Team\n1,7,,51,吴,Beijing Team,,,\n"

static void test_only_what_is_new(void **state)
{
    static const ledger_type types[] = {LEDGER_TEAM, LEDGER_PLAYER, LEDGER_PAIRING, LEDGER_PLAYER,
                                        LEDGER_PAIRING};
    making *made = *state;
    ledger_person player;
    taking taken;

    assert_true(make(made, NEW_PLAYERS, SIZE_MAX, &taken));
    assert_int_equal(taken.count, sizeof types / sizeof *types);
    assert_memory_equal(taken.types, types, sizeof types);
    assert_true(ledger_find_person(made->state, LEDGER_PLAYERS, "50", &player));
    ledger_person team;
    assert_true(ledger_find_person(made->state, LEDGER_TEAMS, player.team, &team));
    assert_string_equal(team.name, "Beijing Team");
    assert_null(strchr(team.key, ' '));                     /* no key has a blank */
    assert_true(make(made, NEW_PLAYERS, SIZE_MAX, &taken)); /* once more: nothing */
    assert_int_equal(taken.count, 0);
}

/* A game that is paired already is corrected, with a reason. */
static void test_a_game_paired_otherwise(void **state)
{
    making *made = *state;
    ledger_game game;
    taking taken;

    assert_true(make(made, HEADING "1,4,,9,赵一,,18,钱八,\n", SIZE_MAX, &taken));
    assert_int_equal(taken.count, 1);
    assert_int_equal(made->entry.type, LEDGER_PAIRING);
    assert_string_not_equal(made->entry.corrects, "");
    assert_string_not_equal(made->entry.reason, "");
    assert_true(ledger_find_game(made->state, making_game, &game));
    assert_string_equal(game.players[BOARD_RED], "9");
    assert_string_equal(game.players[BOARD_BLACK], "18");
}

static void test_it_is_stopped(void **state)
{
    making *made = *state;
    taking taken;

    assert_false(make(made, NEW_PLAYERS, 2, &taken));
    assert_int_equal(taken.count, 2);
    assert_true(make(made, NEW_PLAYERS, SIZE_MAX, &taken)); /* the rest, later */
    assert_int_equal(taken.count, 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_line),
        cmocka_unit_test(test_forms),
        cmocka_unit_test(test_byes),
        cmocka_unit_test(test_players_alone),
        cmocka_unit_test(test_what_is_no_table),
        cmocka_unit_test(test_numbers_at_their_limits),
        cmocka_unit_test(test_texts_at_their_limits),
        cmocka_unit_test(test_fields_at_their_limit),
        cmocka_unit_test(test_lines_at_their_limit),
        MAKING_TEST(test_only_what_is_new),
        MAKING_TEST(test_a_game_paired_otherwise),
        MAKING_TEST(test_it_is_stopped),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
