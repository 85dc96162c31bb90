/* tests/property/run.c: running cases, shrinking and reporting failures. */
#include "property/run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "board/fen.h"
#include "board/notation.h"
#include "property/properties.h"

enum { SHRINK_TRIES = 3 };

/* One property that failed of one cycle. */
typedef struct failure {
    uint64_t seed;
    size_t number;
    int edition;
    const property *broken;
    cycle cycle;
    char what[PROPERTY_TEXT_BYTES];
} failure;

static property_hearing open_hearing(property_court *court, const cycle *one, random_source *random,
                                     failure *found)
{
    return (property_hearing){.court = court,
                              .edition = &court->editions[found->edition],
                              .cycle = one,
                              .random = random,
                              .what = found->what};
}

static judge_result judge_plainly(const property_hearing *hearing)
{
    judge_limits limits = judge_limits_standard();
    return property_judge(hearing, &hearing->cycle->start, hearing->cycle->moves,
                          hearing->cycle->count, &limits, hearing->court->memo);
}

/* Does the property fail of this cycle too? Some of them choose at random, so a few times. */
static bool still_fails(property_court *court, failure *found, const cycle *one)
{
    failure again = *found;
    for (int i = 0; i < SHRINK_TRIES; i++) {
        random_source random = random_for_case(found->seed, found->number * 64 + (size_t)i);
        property_hearing hearing = open_hearing(court, one, &random, &again);
        judge_result result = judge_plainly(&hearing);
        hearing.result = &result;
        bool holds = found->broken->holds(&hearing);
        judge_result_free(&result);
        if (!holds) {
            memcpy(found->what, again.what, sizeof found->what);
            return true;
        }
    }
    return false;
}

/* The cycle with the piece on this square taken off; false if it is none then. */
static bool without_piece(const cycle *one, int square, cycle *fewer)
{
    board_layout layout;
    *fewer = *one;
    board_position_to_layout(&one->start, &layout);
    if (layout.cells[square] == BOARD_EMPTY || board_cell_kind(layout.cells[square]) == BOARD_KING)
        return false;
    layout.cells[square] = BOARD_EMPTY;
    return board_layout_faults(&layout, NULL, 0) == 0 &&
           board_position_from_layout(&fewer->start, &layout, NULL) == BOARD_OK &&
           cycle_is_sound(fewer);
}

/* Takes off whatever is not needed for the failure. */
static void shrink(property_court *court, failure *found)
{
    bool smaller = true;
    while (smaller) {
        smaller = false;
        for (int square = 0; square < BOARD_SQUARES; square++) {
            cycle fewer;
            if (!without_piece(&found->cycle, square, &fewer) || !still_fails(court, found, &fewer))
                continue;
            found->cycle = fewer;
            smaller = true;
        }
    }
}

static void print_cycle(const cycle *one)
{
    board_layout layout;
    char fen[BOARD_FEN_BYTES];
    board_position position = one->start;
    board_position_to_layout(&one->start, &layout);
    board_fen_write(&layout, fen);
    printf("--fen '%s' --moves '", fen);
    for (size_t i = 0; i < one->count; i++) {
        char text[BOARD_NOTATION_BYTES];
        board_notation_write(&position, one->moves[i], BOARD_NOTATION_ICCS, text);
        printf("%s%s", i ? " " : "", text);
        board_make(&position, one->moves[i]);
    }
    puts("'");
}

static void report(property_court *court, failure *found)
{
    const char *edition = court->editions[found->edition].name;
    printf("FAILED %s, %s: seed %llu, case %zu\n  %s\n", found->broken->name, edition,
           (unsigned long long)found->seed, found->number, found->what);
    printf("  qili judge --edition %s ", edition);
    print_cycle(&found->cycle);
    /* What only fails after other cases is a matter of what was remembered from them. */
    property_court fresh;
    property_court_open(&fresh);
    if (still_fails(&fresh, found, &found->cycle)) {
        shrink(&fresh, found);
        printf("  shrunk: %s\n  qili judge --edition %s ", found->what, edition);
        print_cycle(&found->cycle);
    } else {
        printf("  it does not fail alone\n");
    }
    property_court_close(&fresh);
    fflush(stdout);
}

static void count_labels(property_court *court, int edition, const judge_result *result)
{
    for (size_t i = 0; i < result->finding_count; i++)
        court->labels[edition][result->findings[i].label]++;
    court->outcomes[edition][result->ruling.outcome]++;
}

/* All properties of one cycle under one edition; returns how many failed. */
static size_t run_edition(property_court *court, const property_order *order, size_t number,
                          int edition, const cycle *one, random_source *random, size_t *shown)
{
    failure found = {.seed = order->seed, .number = number, .edition = edition, .cycle = *one};
    property_hearing hearing = open_hearing(court, one, random, &found);
    judge_result result = judge_plainly(&hearing);
    size_t failed = 0;
    hearing.result = &result;
    count_labels(court, edition, &result);
    for (size_t i = 0; i < property_count; i++) {
        if (!random_one_in(random, properties[i].one_in) || properties[i].holds(&hearing))
            continue;
        found.broken = &properties[i];
        found.cycle = *one;
        failed++;
        if ((*shown)++ < order->failures_shown)
            report(court, &found);
    }
    judge_result_free(&result);
    return failed;
}

static void print_counts(const property_court *court)
{
    for (int edition = 0; edition < PROPERTY_EDITIONS; edition++) {
        printf("%s:", court->editions[edition].name);
        for (int label = 0; label < JUDGE_LABELS; label++)
            printf(" %s %zu", property_label_name((judge_label)label),
                   court->labels[edition][label]);
        printf(";");
        for (int outcome = 0; outcome < JUDGE_OUTCOMES; outcome++) {
            if (court->outcomes[edition][outcome] > 0)
                printf(" %s %zu", property_outcome_name((judge_outcome)outcome),
                       court->outcomes[edition][outcome]);
        }
        puts("");
    }
    printf("moves in a cycle:");
    for (size_t length = 0; length <= CYCLE_MOVES_MAX; length++) {
        if (court->lengths[length] > 0)
            printf(" %zu: %zu", length, court->lengths[length]);
    }
    puts("");
}

size_t property_run(const property_order *order)
{
    static cycle_seeds seeds; /* large */
    property_court court;
    size_t failed = 0;
    size_t shown = 0;
    property_court_open(&court);
    cycle_seeds_read(&seeds);
    for (size_t number = order->first; number < order->first + order->cases; number++) {
        random_source random = random_for_case(order->seed, number);
        cycle one;
        cycle_make(&random, &seeds, &one);
        court.lengths[one.count]++;
        for (int edition = 0; edition < PROPERTY_EDITIONS; edition++) {
            /* The editions of 2007 and 2020 search the same: the second of them less often. */
            if (edition == 1 && !random_one_in(&random, 3))
                continue;
            failed += run_edition(&court, order, number, edition, &one, &random, &shown);
        }
    }
    printf("seed %llu, %zu cases from %zu: %zu failed\n", (unsigned long long)order->seed,
           order->cases, order->first, failed);
    print_counts(&court);
    property_court_close(&court);
    return failed;
}
