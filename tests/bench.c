/*
 * tests/bench.c: how fast the judge and the move generator are (`make bench`).
 *
 * Everything is measured in CPU time, a few times over, and shown as least, median and most of
 * these runs. The table is printed and written to docs/bench.md; run it from the top of the tree.
 */
#include <dirent.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "board/fen.h"
#include "board/notation.h"
#include "judge/judge.h"
#include "judge/memo.h"

enum {
    RUNS = 5,
    NAME_BYTES = 64,
    CASES_MAX = 512,
    MOVES_MAX = 64,
    PATH_BYTES = 512,
    PERFT_DEPTH = 5,
    TARGETS = 6
};

static const char *const cases_folder = "rules/cases";
static const char *const kept_in = "docs/bench.md";
static const char *const figures_prefix = "cxa2020-";
static const uint64_t perft_expected = 133312995;

/* A case file as it is judged. */
typedef struct bench_case {
    char name[NAME_BYTES];
    bool is_figure; /* one of the rulebook's */
    board_position start;
    judge_played moves[MOVES_MAX];
    size_t count;
} bench_case;

typedef struct bench_cases {
    size_t count;
    size_t figures;
    bench_case cases[CASES_MAX];
} bench_cases;

/* One figure of every run. */
typedef struct bench_spread {
    double runs[RUNS];
} bench_spread;

/* What is measured of a set of cycles. */
typedef struct bench_times {
    bench_spread total; /* milliseconds for all of them, the memo's making included */
    bench_spread rate;  /* cycles per second */
    bench_spread median;
    bench_spread p99;
    bench_spread worst; /* milliseconds per cycle */
    size_t cycles;
    const char *slowest; /* the case that the worst cycle of the last run is of */
} bench_times;

static void fail(const char *what, const char *why)
{
    fprintf(stderr, "bench: %s: %s\n", what, why);
    exit(1);
}

static double cpu_milliseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

static int compare_doubles(const void *a, const void *b)
{
    double left = *(const double *)a;
    double right = *(const double *)b;
    return (left > right) - (left < right);
}

/* Reading the cases */

static void read_moves(const char *path, const json_t *list, bench_case *one)
{
    board_position position = one->start;
    one->count = json_array_size(list);
    if (one->count == 0 || one->count > MOVES_MAX)
        fail(path, "no moves, or too many");
    for (size_t i = 0; i < one->count; i++) {
        const char *text = json_string_value(json_array_get(list, i));
        board_readings readings;
        if (!text || board_notation_read(&position, BOARD_NOTATION_ICCS, text, strlen(text),
                                         &readings) != BOARD_OK)
            fail(path, "a move that cannot be read");
        one->moves[i] = (judge_played){readings.moves[0], false};
        board_make(&position, one->moves[i].move);
    }
}

/* False: a mate to be found, which has no cycle. */
static bool read_case(const char *path, bench_case *one)
{
    json_error_t error;
    json_t *file = json_load_file(path, JSON_REJECT_DUPLICATES, &error);
    const char *fen = json_string_value(json_object_get(file, "fen"));
    if (!fen)
        fail(path, file ? "no position" : error.text);
    if (board_position_from_fen(fen, strlen(fen), &one->start, NULL) != BOARD_OK)
        fail(path, "a position that cannot be read");
    bool cycle = json_object_get(file, "mate") == NULL;
    if (cycle)
        read_moves(path, json_object_get(file, "moves"), one);
    json_decref(file);
    return cycle;
}

static void read_cases(bench_cases *all)
{
    struct dirent **entries;
    int count = scandir(cases_folder, &entries, NULL, alphasort);
    if (count < 0)
        fail(cases_folder, "no such folder; run the bench from the top of the tree");
    for (int i = 0; i < count; i++) {
        const char *name = entries[i]->d_name;
        const char *end = strrchr(name, '.');
        if (end && strcmp(end, ".json") == 0) {
            char path[PATH_BYTES];
            if (all->count == CASES_MAX)
                fail(cases_folder, "too many cases");
            bench_case *one = &all->cases[all->count];
            snprintf(path, sizeof path, "%s/%s", cases_folder, name);
            snprintf(one->name, sizeof one->name, "%.*s", (int)(end - name), name);
            one->is_figure = strncmp(name, figures_prefix, strlen(figures_prefix)) == 0;
            if (read_case(path, one)) {
                all->figures += one->is_figure;
                all->count++;
            }
        }
        free(entries[i]);
    }
    free(entries);
}

/* Judging */

/* Judges one cycle, with nothing remembered from those before it. */
static double judge_once(const bench_case *one, const judge_edition *edition, judge_memo *memo)
{
    judge_dispute dispute = {.start = one->start, .moves = one->moves, .count = one->count};
    judge_limits limits = judge_limits_standard();
    judge_result result;
    double before = cpu_milliseconds();
    judge_memo_clear(memo);
    if (judge_dispute_rule(&dispute, edition, &limits, memo, &result, NULL) != BOARD_OK)
        fail(edition->name, "a case could not be judged");
    judge_result_free(&result);
    return cpu_milliseconds() - before;
}

static void summarize_run(bench_times *times, int run, double *each, double total)
{
    size_t last = times->cycles - 1;
    qsort(each, times->cycles, sizeof *each, compare_doubles);
    times->total.runs[run] = total;
    times->rate.runs[run] = (double)times->cycles / total * 1e3;
    times->median.runs[run] = each[last / 2];
    times->p99.runs[run] = each[last * 99 / 100];
    times->worst.runs[run] = each[last];
}

static void measure_run(const bench_cases *all, const char *const *editions, bool figures_only,
                        int run, bench_times *times)
{
    static double each[2 * CASES_MAX];
    double before = cpu_milliseconds();
    judge_memo *memo = judge_memo_new(judge_memo_standard());
    if (!memo)
        fail("memo", "no memory");
    times->cycles = 0;
    double worst = 0;
    for (; *editions; editions++) {
        judge_edition edition;
        if (judge_edition_load(*editions, &edition) != BOARD_OK)
            fail(*editions, "no such edition");
        for (size_t i = 0; i < all->count; i++) {
            if (figures_only && !all->cases[i].is_figure)
                continue;
            double taken = judge_once(&all->cases[i], &edition, memo);
            each[times->cycles++] = taken;
            if (taken > worst) {
                worst = taken;
                times->slowest = all->cases[i].name;
            }
        }
    }
    judge_memo_free(memo);
    if (times->cycles == 0)
        fail(cases_folder, "there are no such cases");
    summarize_run(times, run, each, cpu_milliseconds() - before);
}

static void measure_cycles(const bench_cases *all, const char *const *editions, bool figures_only,
                           bench_times *times)
{
    for (int run = 0; run < RUNS; run++)
        measure_run(all, editions, figures_only, run, times);
}

/* Counting moves: millions of nodes per second from the start. */
static void measure_perft(bool every_move, bench_spread *speed)
{
    for (int run = 0; run < RUNS; run++) {
        board_position position;
        board_position_initial(&position);
        double before = cpu_milliseconds();
        uint64_t nodes = board_perft(&position, PERFT_DEPTH, every_move);
        speed->runs[run] = (double)nodes / (cpu_milliseconds() - before) / 1e3;
        if (nodes != perft_expected)
            fail("perft", "the count is wrong");
    }
}

/* The report */

static void write_row(FILE *out, const char *what, const char *unit, const bench_spread *spread)
{
    bench_spread sorted = *spread;
    qsort(sorted.runs, RUNS, sizeof *sorted.runs, compare_doubles);
    int digits = sorted.runs[RUNS / 2] < 10 ? 2 : sorted.runs[RUNS / 2] < 1000 ? 1 : 0;
    fprintf(out, "| %s | %s | %.*f | %.*f | %.*f |\n", what, unit, digits, sorted.runs[0], digits,
            sorted.runs[RUNS / 2], digits, sorted.runs[RUNS - 1]);
}

static void write_times(FILE *out, const char *what, const bench_times *times)
{
    fprintf(out, "\n%s: %zu cycles, the worst is %s\n\n", what, times->cycles, times->slowest);
    fprintf(out, "| | unit | least | median | most |\n|---|---|---|---|---|\n");
    write_row(out, "all of them", "ms", &times->total);
    write_row(out, "cycles per second", "1/s", &times->rate);
    write_row(out, "median cycle", "ms", &times->median);
    write_row(out, "99th percentile", "ms", &times->p99);
    write_row(out, "worst cycle", "ms", &times->worst);
}

/* A target that the median of the runs must keep. */
typedef struct bench_target {
    const char *what;
    const char *unit;
    double limit;
    bool at_least; /* else at most */
    double reached;
} bench_target;

static double median_of(const bench_spread *spread)
{
    bench_spread sorted = *spread;
    qsort(sorted.runs, RUNS, sizeof *sorted.runs, compare_doubles);
    return sorted.runs[RUNS / 2];
}

static void write_targets(FILE *out, const bench_target *targets, size_t count)
{
    fprintf(out, "\n| target | wanted | reached (median run) | |\n|---|---|---|---|\n");
    for (size_t i = 0; i < count; i++) {
        const bench_target *target = &targets[i];
        bool holds =
            target->at_least ? target->reached >= target->limit : target->reached < target->limit;
        fprintf(out, "| %s | %s %.0f %s | %.1f | %s |\n", target->what,
                target->at_least ? "at least" : "under", target->limit, target->unit,
                target->reached, holds ? "holds" : "**missed**");
    }
}

static double peak_megabytes(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (double)usage.ru_maxrss / 1024; /* Linux counts in kilobytes */
}

static const char *compiler(void)
{
#ifdef __clang__
    return "clang " __clang_version__;
#else
    return "gcc " __VERSION__;
#endif
}

static void write_heading(FILE *out)
{
    struct utsname machine;
    uname(&machine);
    fprintf(out,
            "# Speed\n\n"
            "Written by `make bench` (tests/bench.c), the figures of its last run. CPU time of one "
            "thread;\nleast, median and most of %d runs. Each cycle is judged with an empty memo. "
            "Other work on the\nmachine slows CPU time down too, by sharing caches and cores: "
            "compare runs on a quiet one.\n\nMachine: %ld cores, %s. Compiler: %s.\n",
            RUNS, sysconf(_SC_NPROCESSORS_ONLN), machine.machine, compiler());
}

/* All that one bench finds out. */
typedef struct bench_figures {
    bench_times figures_2007;
    bench_times figures_2020;
    bench_times all;
    bench_spread bulk;
    bench_spread every;
    double peak; /* megabytes, of judging and counting alike */
} bench_figures;

static void measure(const bench_cases *cases, bench_figures *found)
{
    static const char *const edition_2007[] = {"cxa-2007", NULL};
    static const char *const edition_2020[] = {"cxa-2020", NULL};
    static const char *const national[] = {"cxa-2007", "cxa-2020", NULL};
    measure_cycles(cases, edition_2007, true, &found->figures_2007);
    measure_cycles(cases, edition_2020, true, &found->figures_2020);
    measure_cycles(cases, national, false, &found->all);
    measure_perft(false, &found->bulk);
    measure_perft(true, &found->every);
    found->peak = peak_megabytes();
}

static void write_report(FILE *out, const bench_figures *found)
{
    const bench_target targets[TARGETS] = {
        {"figures, 2007", "ms", 150, false, median_of(&found->figures_2007.total)},
        {"figures, 2020", "ms", 150, false, median_of(&found->figures_2020.total)},
        {"worst figure, 2007", "ms", 20, false, median_of(&found->figures_2007.worst)},
        {"peak memory", "MB", 64, false, found->peak},
        {"perft, last ply in bulk", "million nodes/s", 60, true, median_of(&found->bulk)},
        {"perft, every move made", "million nodes/s", 15, true, median_of(&found->every)},
    };
    write_heading(out);
    write_targets(out, targets, TARGETS);
    write_times(out, "The rulebook's figures under cxa-2007", &found->figures_2007);
    write_times(out, "The rulebook's figures under cxa-2020", &found->figures_2020);
    write_times(out, "All case files under both national editions", &found->all);
    fprintf(out, "\nMoves counted from the start position to depth %d\n\n", PERFT_DEPTH);
    fprintf(out, "| | unit | least | median | most |\n|---|---|---|---|---|\n");
    write_row(out, "last ply counted in bulk", "million nodes/s", &found->bulk);
    write_row(out, "every move made", "million nodes/s", &found->every);
    fprintf(out, "\nPeak memory of the whole bench: %.1f MB.\n", found->peak);
}

int main(void)
{
    static bench_cases cases;
    static bench_figures found;
    read_cases(&cases);
    measure(&cases, &found);
    write_report(stdout, &found);
    FILE *file = fopen(kept_in, "w");
    if (!file)
        fail(kept_in, "cannot be written");
    write_report(file, &found);
    if (fclose(file) != 0)
        fail(kept_in, "cannot be written");
    return 0;
}
