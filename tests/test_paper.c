/* tests/test_paper.c: rulings written out: the page in both languages, the game as PGN. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "board/record.h"
#include "ledger_making.h"
#include "paper/pdf.h"
#include "paper/pgn.h"
#include "support/pictures.h"

enum { ENLARGED = 2 };

static const char test_zone[] = "CST-8"; /* China's, wherever the test runs */

/* A rook that chases an unprotected horse: Red 长捉. The first move is before the cycle. */
static const char chase_fen[] = "3k5/9/9/9/4n4/9/9/9/4R4/5K3 w";

static void make_ruling(ledger_entry *entry, const char *moves)
{
    ledger_entry_begin(entry, LEDGER_RULING);
    ledger_ruling *ruling = &entry->payload.ruling;
    ledger_copy(entry->id, sizeof entry->id, "019f0000-0000-7000-8000-0000000000a1");
    ledger_copy(entry->device, sizeof entry->device, "00112233445566778899aabbccddeeff");
    ledger_copy(entry->arbiter, sizeof entry->arbiter, "li");
    entry->sequence = 41;
    entry->time_ms = MAKING_TIME_MS;
    ruling->game = (ledger_game_key){1, 4, 1};
    ledger_copy(ruling->fen, sizeof ruling->fen, chase_fen);
    ledger_copy(ruling->moves, sizeof ruling->moves, moves);
    ledger_copy(ruling->edition, sizeof ruling->edition, "cxa-2007");
    ledger_copy(ruling->articles, sizeof ruling->articles, "26.4,24.3");
    ruling->tool = JUDGE_RED_MUST_CHANGE;
    ruling->outcome = JUDGE_RED_MUST_CHANGE;
}

static const char chase_moves[] = "e1f1 d9d8 f1e1 e5g6 e1g1 g6e5 g1e1 e5g6 e1g1 g6e5 g1e1";

static paper_sheet *sheet_of(const ledger_entry *entry, bool judge)
{
    ledger_state *state = NULL;
    paper_sheet *sheet = NULL;
    board_problem problem;

    assert_int_equal(ledger_state_create(&state), BOARD_OK);
    assert_int_equal(ledger_apply(state, entry, &problem), BOARD_OK);
    assert_int_equal(paper_sheet_make(state, entry, judge, &sheet, &problem), BOARD_OK);
    ledger_state_free(state);
    ledger_copy(sheet->event, sizeof sheet->event, "春季公开赛");
    ledger_copy(sheet->players[BOARD_RED], LEDGER_NAME_BYTES, "甲");
    ledger_copy(sheet->players[BOARD_BLACK], LEDGER_NAME_BYTES, "乙");
    return sheet;
}

static ledger_entry *chase_entry(void)
{
    ledger_entry *entry = calloc(1, sizeof *entry);

    assert_non_null(entry);
    make_ruling(entry, chase_moves);
    return entry;
}

static void the_page_as_a_picture(void **state)
{
    static const char *const names[] = {"ruling-zh", "ruling-en"};
    ledger_entry *entry = chase_entry();
    paper_sheet *sheet = sheet_of(entry, true);

    (void)state;
    for (int language = 0; language < BOARD_LANGUAGES; language++) {
        kiosk_canvas canvas;
        assert_int_equal(
            kiosk_canvas_open(&canvas, ENLARGED * PAPER_WIDTH, ENLARGED * PAPER_HEIGHT), BOARD_OK);
        cairo_set_source_rgb(canvas.cairo, 1, 1, 1);
        cairo_paint(canvas.cairo);
        cairo_scale(canvas.cairo, ENLARGED, ENLARGED);
        paper_draw(canvas.cairo, sheet, (board_language)language);
        assert_true(picture_matches(&canvas, "tests/golden/paper", names[language]));
        kiosk_canvas_close(&canvas);
    }
    paper_sheet_free(sheet);
    free(entry);
}

static void set_zone(const char *zone)
{
    setenv("TZ", zone, 1);
    tzset();
}

/* What an arbiter reads on the wall: 23:50 in Greenwich is the next morning in China. */
static void times_are_local_and_say_their_zone(void **state)
{
    static const struct {
        const char *zone; /* as POSIX has it: what is added to get UTC */
        const char *moment, *day, *said;
    } cases[] = {
        {"UTC0", "2026-07-28 23:50", "2026.07.28", "UTC"},
        {"CST-8", "2026-07-29 07:50", "2026.07.29", "UTC+08:00"},
        {"NPT-5:45", "2026-07-29 05:35", "2026.07.29", "UTC+05:45"},
        {"NST3:30", "2026-07-28 20:20", "2026.07.28", "UTC-03:30"},
        {"CET-1CEST,M3.5.0,M10.5.0", "2026-07-29 01:50", "2026.07.29", "UTC+02:00"}, /* summer */
    };
    ledger_entry *entry = chase_entry();

    (void)state;
    entry->time_ms = INT64_C(1785282600) * 1000; /* date -u -d @1785282600 */
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        set_zone(cases[i].zone);
        paper_sheet *sheet = sheet_of(entry, false);
        const paper_time time = paper_local_time(sheet);
        assert_string_equal(time.moment, cases[i].moment);
        assert_string_equal(time.day, cases[i].day);
        assert_string_equal(time.zone, cases[i].said);
        char *pgn = paper_pgn(sheet, BOARD_CHINESE);
        char tag[64];
        snprintf(tag, sizeof tag, "[Date \"%s\"]", cases[i].day);
        assert_non_null(strstr(pgn, tag));
        assert_int_equal(sheet->entry.time_ms, entry->time_ms);
        free(pgn);
        paper_sheet_free(sheet);
    }
    set_zone(test_zone);
    free(entry);
}

static void editions_have_their_names(void **state)
{
    static const char *const names[BOARD_LANGUAGES] = {"规则：中国象棋竞赛规则（2007年）",
                                                       "Rules: Xiangqi competition rules of China"};
    ledger_entry *entry = chase_entry();

    (void)state;
    for (int judged = 0; judged < 2; judged++) {
        paper_sheet *sheet = sheet_of(entry, judged);
        for (int language = 0; language < BOARD_LANGUAGES; language++) {
            char *pgn = paper_pgn(sheet, (board_language)language);
            assert_non_null(strstr(pgn, names[language]));
            assert_null(strstr(pgn, "cxa-2007"));
            free(pgn);
        }
        assert_string_equal(sheet->entry.payload.ruling.edition, "cxa-2007");
        paper_sheet_free(sheet);
    }
    /* A journal from a release that has more: its key is all that there is to say. */
    ledger_copy(entry->payload.ruling.edition, sizeof entry->payload.ruling.edition, "cxa-2031");
    paper_sheet *sheet = sheet_of(entry, true);
    assert_false(sheet->judged);
    assert_string_equal(paper_edition(sheet, BOARD_ENGLISH), "cxa-2031");
    paper_sheet_free(sheet);
    free(entry);
}

/* A ruling whose order was not obeyed, as it stands in a state of its own. */
static paper_sheet *sheet_of_ended(const ledger_entry *ruling, ledger_order_end how)
{
    ledger_entry *closing = calloc(1, sizeof *closing);
    ledger_state *state = NULL;
    paper_sheet *sheet = NULL;

    assert_non_null(closing);
    ledger_entry_begin(closing, LEDGER_ORDER_CLOSED);
    closing->payload.order_closed.game = ruling->payload.ruling.game;
    closing->payload.order_closed.how = how;
    ledger_copy(closing->payload.order_closed.order, LEDGER_ID_BYTES, ruling->id);
    ledger_copy(closing->id, sizeof closing->id, "019f0000-0000-7000-8000-0000000000a2");
    ledger_copy(closing->device, sizeof closing->device, ruling->device);
    ledger_copy(closing->arbiter, sizeof closing->arbiter, "li");
    closing->sequence = ruling->sequence + 1;
    closing->time_ms = ruling->time_ms + 1000;
    assert_int_equal(ledger_state_create(&state), BOARD_OK);
    assert_int_equal(ledger_apply(state, ruling, NULL), BOARD_OK);
    assert_int_equal(ledger_apply(state, closing, NULL), BOARD_OK);
    assert_int_equal(paper_sheet_make(state, ruling, true, &sheet, NULL), BOARD_OK);
    ledger_state_free(state);
    free(closing);
    return sheet;
}

static void what_came_of_the_order(void **state)
{
    static const struct {
        ledger_order_end how;
        const char *said[BOARD_LANGUAGES];
    } cases[] = {{LEDGER_REPEATED,
                  {"红方应变着而不变，判负（4.1.7、24.3）",
                   "did not change as ordered and loses (4.1.7, 24.3)"}},
                 {LEDGER_CHANGED,
                  {"红方已变着，对局继续（24.3）", "Red has changed; the game goes on (24.3)"}}};
    ledger_entry *entry = chase_entry();

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        paper_sheet *sheet = sheet_of_ended(entry, cases[i].how);
        for (int language = 0; language < BOARD_LANGUAGES; language++) {
            char *pgn = paper_pgn(sheet, (board_language)language);
            assert_non_null(strstr(pgn, cases[i].said[language]));
            free(pgn);
        }
        paper_sheet_free(sheet);
    }
    paper_sheet *open = sheet_of(entry, false);
    char text[PAPER_ORDER_BYTES];
    assert_false(paper_order_end(open, BOARD_CHINESE, text));
    assert_string_equal(text, "");
    paper_sheet_free(open);
    free(entry);
}

static void the_page_of_an_order_not_obeyed(void **state)
{
    ledger_entry *entry = chase_entry();
    paper_sheet *sheet = sheet_of_ended(entry, LEDGER_REPEATED);
    kiosk_canvas canvas;

    (void)state;
    assert_int_equal(kiosk_canvas_open(&canvas, ENLARGED * PAPER_WIDTH, ENLARGED * PAPER_HEIGHT),
                     BOARD_OK);
    cairo_set_source_rgb(canvas.cairo, 1, 1, 1);
    cairo_paint(canvas.cairo);
    cairo_scale(canvas.cairo, ENLARGED, ENLARGED);
    paper_draw(canvas.cairo, sheet, BOARD_CHINESE);
    assert_true(picture_matches(&canvas, "tests/golden/paper", "ruling-repeated-zh"));
    kiosk_canvas_close(&canvas);
    paper_sheet_free(sheet);
    free(entry);
}

static void the_file_is_the_same_each_time(void **state)
{
    ledger_entry *entry = chase_entry();
    char *bytes[2] = {NULL};
    size_t lengths[2];

    (void)state;
    for (int i = 0; i < 2; i++) {
        paper_sheet *sheet = sheet_of(entry, true);
        assert_int_equal(paper_pdf(sheet, BOARD_CHINESE, &bytes[i], &lengths[i]), BOARD_OK);
        paper_sheet_free(sheet);
    }
    assert_true(lengths[0] > 1000);
    assert_int_equal(lengths[0], lengths[1]);
    assert_memory_equal(bytes[0], bytes[1], lengths[0]);
    assert_memory_equal(bytes[0], "%PDF-", 5);
    free(bytes[0]);
    free(bytes[1]);
    free(entry);
}

/* The longest ruling that the ledger takes: still a page. */
static void the_longest_ruling(void **state)
{
    static const char round[] = "e1f1 d9d8 f1e1 d8d9 ";
    ledger_entry *entry = chase_entry();
    ledger_ruling *ruling = &entry->payload.ruling;
    char *bytes = NULL;
    size_t length = 0;

    (void)state;
    ruling->moves[0] = '\0';
    for (size_t i = 0; i < LEDGER_PLIES_MAX / 4; i++)
        memcpy(ruling->moves + i * (sizeof round - 1), round, sizeof round);
    ruling->moves[strlen(ruling->moves) - 1] = '\0';
    memset(ruling->note, 'n', LEDGER_NOTE_BYTES - 1);
    paper_sheet *sheet = sheet_of(entry, false);
    assert_int_equal(sheet->dispute.count, LEDGER_PLIES_MAX);
    assert_int_equal(paper_pdf(sheet, BOARD_ENGLISH, &bytes, &length), BOARD_OK);
    free(bytes);
    paper_sheet_free(sheet);
    free(entry);
}

static bool keep_game(void *context, board_record *record)
{
    board_record_take(context, record);
    return true;
}

/* What we write can be read again, with everything that an arbiter put into it. */
static void the_game_can_be_read_again(void **state)
{
    ledger_entry *entry = chase_entry();
    ledger_ruling *ruling = &entry->payload.ruling;
    board_record record;
    board_problem problem;

    (void)state;
    /* The fourth move stood though the horse's way is another. */
    ledger_copy(ruling->moves, sizeof ruling->moves, "e1f1 d9d8 f1e1 e5e6! e1f1 d8d9");
    ledger_copy(ruling->note, sizeof ruling->note, "他说 {这样} 走 1-0 [可以]");
    ruling->override_count = 1;
    ruling->overrides[0] =
        (ledger_override){.ply = 1, .label = JUDGE_CHASE, .reason = "30.1 } 1-0"};
    paper_sheet *sheet = sheet_of(entry, true);
    ledger_copy(sheet->event, sizeof sheet->event, "杯\\\"赛");
    for (int language = 0; language < BOARD_LANGUAGES; language++) {
        char *text = paper_pgn(sheet, (board_language)language);
        assert_non_null(text);
        board_record_init(&record);
        assert_int_equal(board_records_read(text, strlen(text), keep_game, &record, &problem),
                         BOARD_OK);
        assert_int_equal(record.problem.error, BOARD_OK);
        assert_int_equal(record.count, 6);
        assert_true(record.moves[3].stood_illegal);
        assert_string_equal(board_record_tag_text(&record, BOARD_TAG_EVENT), "杯\\\"赛");
        assert_string_equal(board_record_tag_text(&record, BOARD_TAG_RED), "甲");
        assert_non_null(strstr(text, language == BOARD_CHINESE ? "捉：30.1 ) 1-0" : "chase: 30.1"));
        board_record_free(&record);
        free(text);
    }
    paper_sheet_free(sheet);
    free(entry);
}

static void labels_are_the_arbiters_or_the_tools(void **state)
{
    ledger_entry *entry = chase_entry();

    (void)state;
    entry->payload.ruling.override_count = 1;
    entry->payload.ruling.overrides[0] = (ledger_override){.ply = 11, .label = JUDGE_IDLE};
    paper_sheet *sheet = sheet_of(entry, true);
    assert_true(sheet->judged);
    assert_string_equal(paper_label(sheet, 4, BOARD_CHINESE), "捉");
    assert_string_equal(paper_label(sheet, 5, BOARD_CHINESE), "闲");
    assert_string_equal(paper_label(sheet, 10, BOARD_CHINESE), "闲");
    paper_sheet_free(sheet);
    free(entry);
}

static void what_cannot_be_printed(void **state)
{
    static const char *const moves[] = {"e1f1 d9",   "e1f1 d9d8x", "e1f1 a0a1",
                                        "e1f1 j9d8", "e1e1",       "e1f1 d9d8 f1f0"};
    ledger_entry *entry = chase_entry();
    ledger_state *ledger = NULL;
    paper_sheet *sheet = NULL;
    board_problem problem;

    (void)state;
    assert_int_equal(ledger_state_create(&ledger), BOARD_OK);
    for (size_t i = 0; i < sizeof moves / sizeof moves[0]; i++) {
        make_ruling(entry, moves[i]);
        assert_int_equal(paper_sheet_make(ledger, entry, false, &sheet, &problem),
                         BOARD_ERROR_LEDGER_FIELD_VALUE);
        assert_null(sheet);
    }
    make_ruling(entry, chase_moves);
    ledger_copy(entry->payload.ruling.fen, LEDGER_FEN_BYTES, "9/9");
    assert_int_not_equal(paper_sheet_make(ledger, entry, false, &sheet, &problem), BOARD_OK);
    ledger_entry_begin(entry, LEDGER_FOUL);
    assert_int_equal(paper_sheet_make(ledger, entry, false, &sheet, &problem),
                     BOARD_ERROR_LEDGER_FIELD_VALUE);
    ledger_state_free(ledger);
    free(entry);
}

int main(void)
{
    set_zone(test_zone);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_page_as_a_picture),
        cmocka_unit_test(times_are_local_and_say_their_zone),
        cmocka_unit_test(editions_have_their_names),
        cmocka_unit_test(what_came_of_the_order),
        cmocka_unit_test(the_page_of_an_order_not_obeyed),
        cmocka_unit_test(the_file_is_the_same_each_time),
        cmocka_unit_test(the_longest_ruling),
        cmocka_unit_test(the_game_can_be_read_again),
        cmocka_unit_test(labels_are_the_arbiters_or_the_tools),
        cmocka_unit_test(what_cannot_be_printed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
