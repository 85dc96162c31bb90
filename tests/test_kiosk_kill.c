/*
 * tests/test_kiosk_kill.c: a kiosk at work is killed at random moments, with its threads and its
 * journal. Each start comes back to where the work was: nothing that was acknowledged is lost,
 * nothing is logged twice, and the journal verifies.
 *
 * KIOSK_KILLS=N: how many times (10); `make test-kiosk-kill` does it 200 times. KILL_SEED=N chooses
 * the moments.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "kiosk/app/app.h"
#include "kiosk/app/bell.h"
#include "kiosk/app/demo.h"
#include "kiosk/desk/desk.h"
#include "store/fold.h"
#include "support/scratch.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

enum {
    KILLS = 10,
    SEED = 1,
    THINGS = 40,
    LONGEST_MS = 40,
    MOVES = 4,
    TABLES = 5,
    SETTLE_MS = 60 * 1000
};

static const char pin[] = "2468";
static const char fen[] = "fen 1 3a1k3/4a4/3cb4/P2rp2R1/6b2/9/9/5C3/4A4/4KA3 w";
static const char note[] = "已核对"; /* typed character by character */
static const char *const moves[MOVES] = {"h6h9", "f9f8", "h9h6", "f8f9"};

/* How far the work has come. */
typedef struct progress {
    uint32_t entries; /* rulings, fouls and results in the journal */
    uint32_t rulings;
    uint32_t commands; /* that entered the open dispute; 0: none is open */
    uint32_t signed_;  /* it stands in the journal */
    uint32_t logging;  /* kiosk_log_kind of what is being logged, and is not given up next */
    uint32_t typed;    /* bytes of a note on the keyboard */
    uint32_t screen;
} progress;

typedef struct kiosk_at_work {
    kiosk_bell bell;
    kiosk_desk *desk;
    kiosk_app *app;
} kiosk_at_work;

static char assets[KIOSK_ASSETS_PATH_BYTES];
static kiosk_demo demo;

static unsigned long number_from(const char *name, unsigned long usual)
{
    const char *text = getenv(name);

    return text != NULL ? strtoul(text, NULL, 10) : usual;
}

/* The journal, as another program sees it. */
static void count_entries(progress *found)
{
    store_fold fold = {0};
    store_problem problem;
    const store_options options = {.read_only = true};
    store_journal *journal = scratch_open(demo.journal, &options);

    assert_int_equal(store_fold_on(journal, &fold, &problem), BOARD_OK);
    found->entries = found->rulings = 0;
    for (size_t i = 0; i < ledger_fact_count(fold.state); i++) {
        const ledger_type type = ledger_fact_at(fold.state, i)->type;
        found->rulings += type == LEDGER_RULING;
        found->entries += type == LEDGER_RULING || type == LEDGER_FOUL || type == LEDGER_RESULT;
    }
    store_fold_free(&fold);
    store_close(journal);
}

static void look_at_state(const kiosk_state *state, progress *seen)
{
    const kiosk_dispute *dispute = kiosk_current(state);

    seen->commands = dispute != NULL ? (uint32_t)dispute->log_done : 0;
    seen->signed_ = dispute != NULL && dispute->is_signed;
    seen->logging = state->log.kind;
    seen->typed = state->field.which == KIOSK_FIELD_NOTE ? (uint32_t)strlen(state->field.text) : 0;
    seen->screen = state->screen;
}

/* The kiosk */

static void perform_desk(void *context, kiosk_job *job)
{
    kiosk_desk_perform(context, job);
}

static void settle(kiosk_at_work *kiosk)
{
    const int64_t end = kiosk_now_ms() + SETTLE_MS;

    kiosk_app_run(kiosk->app, kiosk_now_ms());
    while (kiosk_app_is_busy(kiosk->app) && kiosk_now_ms() < end) {
        kiosk_bell_wait(&kiosk->bell, 5);
        kiosk_app_run(kiosk->app, kiosk_now_ms());
    }
}

/* False: it does not start. */
static bool open_kiosk(kiosk_at_work *kiosk)
{
    const kiosk_desk_options options = {
        .journal = demo.journal, .cases = "rules/cases", .backlight = "/nonexistent"};
    kiosk_state *state = kiosk_state_new();
    kiosk_replayed replayed;

    memset(kiosk, 0, sizeof *kiosk);
    kiosk_bell_open(&kiosk->bell);
    if (state == NULL || kiosk_desk_open(&options, &kiosk->desk, NULL) != BOARD_OK ||
        kiosk_desk_restore(kiosk->desk, state, &replayed, NULL) != BOARD_OK || replayed.unknown > 0)
        return false;
    const kiosk_app_options app = {.assets = assets,
                                   .width = 800,
                                   .height = 480,
                                   .density = 133,
                                   .performer = {.desk = perform_desk,
                                                 .judge = kiosk_desk_judge,
                                                 .context = kiosk->desk,
                                                 .wake = kiosk_bell_ring,
                                                 .wake_context = &kiosk->bell}};
    if (kiosk_app_open(&app, state, &kiosk->app, NULL) != BOARD_OK)
        return false;
    kiosk_app_start(kiosk->app, kiosk_now_ms());
    settle(kiosk);
    return true;
}

static void close_kiosk(kiosk_at_work *kiosk)
{
    kiosk_app_close(kiosk->app);
    kiosk_desk_close(kiosk->desk);
    kiosk_bell_close(&kiosk->bell);
}

static void give(kiosk_at_work *kiosk, const char *line)
{
    kiosk_command command;

    if (!kiosk_command_read(line, strlen(line), &command))
        _exit(3);
    kiosk_app_give(kiosk->app, &command, kiosk_now_ms());
    settle(kiosk);
}

static void give_pin(kiosk_at_work *kiosk)
{
    char line[16];

    give(kiosk, "arbiter 0");
    for (int round = 0; round < 2; round++) { /* twice where it is a new one */
        for (const char *digit = pin; *digit != '\0'; digit++) {
            snprintf(line, sizeof line, "digit %c", *digit);
            give(kiosk, line);
        }
        give(kiosk, "next");
        if (kiosk_app_state(kiosk->app)->sign.stage != KIOSK_PIN_AGAIN)
            return;
    }
}

/* What cannot be logged here is left. */
static bool gives_up_logging(const kiosk_state *state)
{
    return state->log.kind != KIOSK_LOG_NONE && state->say_warns && state->say_stays;
}

/* A note on the ruling, or the next character of it. */
static void type_note(kiosk_at_work *kiosk, const kiosk_field *field)
{
    char line[64];

    if (field->which == KIOSK_FIELD_NONE)
        snprintf(line, sizeof line, "field %d", KIOSK_FIELD_NOTE);
    else if (strlen(field->text) + 1 < sizeof note)
        snprintf(line, sizeof line, "type %.3s", note + strlen(field->text));
    else
        snprintf(line, sizeof line, "type-done");
    give(kiosk, line);
}

/* The next thing that an arbiter would do, from whatever he finds. */
static void work_on(kiosk_at_work *kiosk, unsigned turn)
{
    const kiosk_state *state = kiosk_app_state(kiosk->app);
    const kiosk_dispute *dispute = kiosk_current(state);
    char line[64];

    if (state->ask != KIOSK_ASK_NOTHING) {
        give(kiosk, "answer 1");
        return;
    }
    switch (state->screen) {
    case KIOSK_SCREEN_HALL:
        snprintf(line, sizeof line, "game 2 %u 1", 1 + turn % TABLES);
        give(kiosk, state->duty.on ? line : "duty");
        return;
    case KIOSK_SCREEN_DUTY:
        give_pin(kiosk);
        return;
    case KIOSK_SCREEN_GAME:
        if (turn % 3 == 0)
            give(kiosk, turn % 2 == 0 ? "foul 0" : "foul 1");
        else /* one that is over is disputed once more */
            give(kiosk, kiosk_next_of(state).screen == KIOSK_SCREEN_HALL ? "dispute" : "next");
        return;
    case KIOSK_SCREEN_FOUL:
        give(kiosk, state->log.key[0] == '\0' ? "log-key own-piece"
                    : gives_up_logging(state) ? "back"
                                              : "next");
        return;
    case KIOSK_SCREEN_RESULT: /* after a ruling that decides the game; it is filled in */
        give(kiosk, gives_up_logging(state) ? "back" : "next");
        return;
    case KIOSK_SCREEN_POSITION:
        give(kiosk, dispute->entered.side_chosen ? "next" : fen);
        return;
    case KIOSK_SCREEN_MOVES:
        if (dispute->entered.count < MOVES) {
            snprintf(line, sizeof line, "moves %s", moves[dispute->entered.count]);
            give(kiosk, line);
        } else {
            give(kiosk, dispute->entered.cycle == 0 ? "rounds 1" : "next");
        }
        return;
    case KIOSK_SCREEN_RULING:
        if (turn % 2 == 0 && dispute->entered.note[0] == '\0')
            type_note(kiosk, &state->field);
        else
            give(kiosk, "next");
        return;
    case KIOSK_SCREEN_SIGN:
        give_pin(kiosk);
        return;
    default:
        give(kiosk, "home");
    }
}

/* The process that is killed: works, and says how far it has come whenever all of it is done. */
static void work(int acknowledged, unsigned turn)
{
    kiosk_at_work kiosk;
    progress seen = {0};

    if (!open_kiosk(&kiosk))
        _exit(2);
    count_entries(&seen);
    for (unsigned i = 0;; i++) {
        const uint32_t before = seen.signed_;
        const uint32_t logging = seen.logging;
        kiosk_canvas *canvas;

        look_at_state(kiosk_app_state(kiosk.app), &seen);
        if (gives_up_logging(kiosk_app_state(kiosk.app)))
            seen.logging = KIOSK_LOG_NONE;
        if ((seen.signed_ && !before) || (logging != KIOSK_LOG_NONE && seen.logging != logging))
            count_entries(&seen);
        if (write(acknowledged, &seen, sizeof seen) != sizeof seen)
            _exit(4);
        kiosk_app_paint(kiosk.app, &canvas);
        work_on(&kiosk, turn + seen.entries);
    }
}

/* Starts a kiosk, kills it so long after it has said so many things (0: after the start); the last
 * that it said. False: it said nothing. Counted and not timed, so that a slow machine gets as far. */
static bool kill_once(unsigned things, long after_ms, progress *last)
{
    int ends[2];
    progress heard;
    bool said = false;
    int status = 0;

    assert_int_equal(pipe(ends), 0);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        close(ends[0]);
        work(ends[1], 0);
    }
    close(ends[1]);
    while (things-- > 0 && read(ends[0], &heard, sizeof heard) == sizeof heard) {
        *last = heard;
        said = true;
    }
    struct timespec time = {after_ms / 1000, after_ms % 1000 * 1000000};
    while (nanosleep(&time, &time) != 0 && errno == EINTR)
        continue;
    assert_int_equal(kill(child, SIGKILL), 0);
    assert_int_equal(waitpid(child, &status, 0), child);
    if (!WIFSIGNALED(status))
        fail_msg("the kiosk ended by itself with %d", WEXITSTATUS(status));
    while (read(ends[0], &heard, sizeof heard) == sizeof heard) {
        *last = heard;
        said = true;
    }
    close(ends[0]);
    return said;
}

/* What is found after a kill against what was acknowledged before it. */
static void compare(const progress *said, const progress *found, unsigned long kill)
{
    const bool logged_since = found->entries > said->entries;

    if (found->entries < said->entries || found->rulings < said->rulings)
        fail_msg("kill %lu: %u entries were acknowledged, %u are there", kill, said->entries,
                 found->entries);
    if (found->entries > said->entries + 1)
        fail_msg("kill %lu: %u entries were acknowledged, %u are there: logged twice?", kill,
                 said->entries, found->entries);
    if (said->commands > 0 && !said->signed_ && found->commands < said->commands)
        fail_msg("kill %lu: %u commands were entered, %u are there", kill, said->commands,
                 found->commands);
    if (said->commands > 0 && !said->signed_ && !logged_since &&
        (found->screen < KIOSK_SCREEN_POSITION || found->screen > KIOSK_SCREEN_ANNOUNCE))
        fail_msg("kill %lu: the dispute is not taken up, but %s", kill,
                 kiosk_screen_code((kiosk_screen)found->screen));
    if (said->typed > 0 && said->typed + 1 < sizeof note && found->typed < said->typed)
        fail_msg("kill %lu: %u bytes of a note were typed, %u are there", kill, said->typed,
                 found->typed);
    if (logged_since && found->rulings > said->rulings && !found->signed_ && found->commands > 0)
        fail_msg("kill %lu: a ruling that was signed is offered once more", kill);
    if (said->logging != KIOSK_LOG_NONE && !logged_since && found->logging != said->logging)
        fail_msg("kill %lu: what was being logged is gone", kill);
}

static void test_a_kiosk_that_is_killed_comes_back_to_the_work(void **state)
{
    const unsigned long kills = number_from("KIOSK_KILLS", KILLS);
    unsigned random = (unsigned)number_from("KILL_SEED", SEED) * 2654435761u + 1;
    progress said = {0}, found = {0};
    unsigned long at_work = 0, in_dispute = 0;

    (void)state;
    for (unsigned long i = 1; i <= kills; i++) {
        kiosk_at_work kiosk;
        store_problem first;
        char text[512];

        random = random * 1664525u + 1013904223u;
        count_entries(&said);
        if (kill_once(i % 8 == 0 ? 0 : 1 + (random >> 20) % THINGS,
                      (long)(random >> 8) % LONGEST_MS, &said)) {
            at_work++;
            in_dispute += said.commands > 0;
            assert_true(open_kiosk(&kiosk));
            count_entries(&found);
            look_at_state(kiosk_app_state(kiosk.app), &found);
            close_kiosk(&kiosk);
            /* Only now: to bring the witness up to date is the start's. */
            if (scratch_verify(demo.journal, &first, NULL) > 0)
                fail_msg("kill %lu: the journal does not verify: %s", i,
                         store_problem_text(&first, BOARD_ENGLISH, text, sizeof text));
            compare(&said, &found, i);
        }
    }
    count_entries(&found);
    printf(
        "kiosk kills: %lu, %lu at work, %lu of them in a dispute; %u entries, %u of them rulings\n",
        kills, at_work, in_dispute, found.entries, found.rulings);
    assert_true(at_work > 0);
    assert_true(in_dispute >= kills / 3); /* the work never runs dry */
}

static int make(void **state)
{
    (void)state;
    return kiosk_assets_find(assets, NULL) == BOARD_OK &&
                   kiosk_demo_make(&demo, assets, NULL, BOARD_ENGLISH)
               ? 0
               : -1;
}

static int unmake(void **state)
{
    (void)state;
    scratch_remove(demo.folder);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_a_kiosk_that_is_killed_comes_back_to_the_work, make,
                                        unmake),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
