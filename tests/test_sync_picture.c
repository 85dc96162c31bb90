/*
 * tests/test_sync_picture.c: QR codes of rulings read from pictures: PGM files, right and hostile;
 * codes of every size, as cameras see them; what a console paints, through the office's reader to
 * its journal; pictures that are made to hold the reader up.
 *
 * QILI is the tool: the office's program is beside it.
 */
#include <jansson.h>
#include <math.h>
#include <pthread.h>
#include <qrencode.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <cmocka.h>

#include "kiosk/draw/canvas.h"
#include "kiosk/screens/screens.h"
#include "kiosk_playing.h"
#include "office/http.h"
#include "office/reader.h"
#include "support/office_making.h"
#include "support/painting.h"
#include "sync/picture.h"

enum { MARGIN = 4, WAIT_MS = 30000 };

/* Pictures that can be painted on. */

typedef struct painted {
    unsigned width, height;
    uint8_t *grey;
} painted;

static painted make_picture(unsigned width, unsigned height)
{
    painted made = {width, height, malloc((size_t)width * height)};

    assert_non_null(made.grey);
    memset(made.grey, 255, (size_t)width * height);
    return made;
}

static sync_picture seen_of(const painted *picture)
{
    return (sync_picture){picture->width, picture->height, picture->grey};
}

/* A PGM of it; the caller frees. */
static uint8_t *pgm_of(const painted *picture, size_t *length)
{
    char head[64];
    const int head_length =
        snprintf(head, sizeof head, "P5\n%u %u\n255\n", picture->width, picture->height);
    const size_t pixels = (size_t)picture->width * picture->height;
    uint8_t *bytes = malloc((size_t)head_length + pixels);

    assert_non_null(bytes);
    memcpy(bytes, head, (size_t)head_length);
    memcpy(bytes + head_length, picture->grey, pixels);
    *length = (size_t)head_length + pixels;
    return bytes;
}

static uint32_t random_number(uint32_t *state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

/* As long as the text of a ruling may be, or shorter. */
static char *make_text(size_t length)
{
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    char *text = calloc(1, length + 1);
    uint32_t state = (uint32_t)length;

    assert_non_null(text);
    for (size_t i = 0; i < length; i++)
        text[i] = letters[random_number(&state) % 64];
    memcpy(text, SYNC_CARRIED_PREFIX, sizeof SYNC_CARRIED_PREFIX - 1);
    return text;
}

/* The code of a text, so many pixels a module. */
static painted make_code(const char *text, unsigned pixels)
{
    QRcode *code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_L);

    assert_non_null(code);
    const unsigned modules = (unsigned)code->width;
    painted made = make_picture((modules + 2 * MARGIN) * pixels, (modules + 2 * MARGIN) * pixels);
    for (unsigned y = 0; y < modules * pixels; y++) {
        for (unsigned x = 0; x < modules * pixels; x++) {
            if (code->data[y / pixels * modules + x / pixels] & 1)
                made.grey[(y + MARGIN * pixels) * made.width + x + MARGIN * pixels] = 0;
        }
    }
    QRcode_free(code);
    return made;
}

static double pixel_at(const painted *picture, double x, double y)
{
    if (x < 0 || y < 0 || x >= picture->width - 1 || y >= picture->height - 1)
        return 200; /* the table that it lies on */
    const unsigned left = (unsigned)x;
    const unsigned top = (unsigned)y;
    const double right = x - left;
    const double low = y - top;
    const uint8_t *at = picture->grey + (size_t)top * picture->width + left;

    return (at[0] * (1 - right) + at[1] * right) * (1 - low) +
           (at[picture->width] * (1 - right) + at[picture->width + 1] * right) * low;
}

/* As a camera sees it: turned, from the side, with uneven light, grain, and on a grey ground. */
static painted photograph(const painted *flat, double turned, double aslant, unsigned grain)
{
    const unsigned side = flat->width * 5 / 4;
    painted made = make_picture(side, side);
    uint32_t state = 7;

    for (unsigned y = 0; y < side; y++) {
        for (unsigned x = 0; x < side; x++) {
            const double cx = (double)x - side / 2.0;
            const double cy = (double)y - side / 2.0;
            const double depth = 1 + aslant * cx / side + aslant / 2 * cy / side;
            const double fx = (cos(turned) * cx + sin(turned) * cy) / depth;
            const double fy = (cos(turned) * cy - sin(turned) * cx) / depth;
            const double light = 0.6 + 0.35 * x / side;
            double grey =
                pixel_at(flat, fx + flat->width / 2.0, fy + flat->height / 2.0) * light + 15;
            grey += (double)(random_number(&state) % (2 * grain + 1)) - grain;
            made.grey[(size_t)y * side + x] = (uint8_t)(grey < 0 ? 0 : grey > 255 ? 255 : grey);
        }
    }
    return made;
}

static void assert_reads(const painted *picture, const char *text)
{
    const sync_picture seen = seen_of(picture);
    char *found = NULL;
    unsigned codes = 0;

    assert_int_equal(sync_picture_scan(&seen, &found, &codes), BOARD_OK);
    if (found == NULL)
        fail_msg("%u x %u: %u codes, none of a ruling", seen.width, seen.height, codes);
    assert_string_equal(found, text);
    assert_int_equal(codes, 1);
    free(found);
}

/* Files. */

static board_error read_pgm(const char *head, size_t pixels, sync_picture *picture,
                            store_problem *problem)
{
    const size_t length = strlen(head);
    uint8_t *bytes = malloc(length + pixels + 1);

    assert_non_null(bytes);
    memcpy(bytes, head, length);
    memset(bytes + length, 'x', pixels);
    const board_error error = sync_pgm_read(bytes, length + pixels, picture, problem);
    if (error == BOARD_OK) {
        assert_ptr_equal(picture->grey, bytes + length);
        assert_int_equal((size_t)picture->width * picture->height, pixels);
    }
    free(bytes);
    return error;
}

static void files_are_taken_up_to_their_limits(void **state)
{
    sync_picture picture;
    store_problem problem;

    (void)state;
    assert_int_equal(read_pgm("P5\n21 21\n255\n", 441, &picture, &problem), BOARD_OK);
    assert_int_equal(read_pgm("P5 4096 21 255 ", 4096 * 21, &picture, &problem), BOARD_OK);
    assert_int_equal(read_pgm("P5 21 4096 255\t", 4096 * 21, &picture, &problem), BOARD_OK);
    assert_int_equal(read_pgm("P5 4096 4096 255\n", 4096 * 4096, &picture, &problem), BOARD_OK);
    assert_int_equal(
        read_pgm("P5\n# a comment\n30 # another\n 40\n255\n", 1200, &picture, &problem), BOARD_OK);
    assert_int_equal(picture.width, 30);
    assert_int_equal(picture.height, 40);
}

static void other_files_are_refused_with_what_is_wrong(void **state)
{
    static const struct {
        const char *head;
        size_t pixels;
        const char *told;
    } wrong[] = {
        {"", 0, "P5"},
        {"P", 0, "P5"},
        {"P2\n21 21\n255\n", 441, "P5"},
        {"P5", 0, "P5 WIDTH HEIGHT 255"},
        {"P521 21 255\n", 441, "P5 WIDTH HEIGHT 255"},
        {"P5\n21 21\n255", 0, "P5 WIDTH HEIGHT 255"},
        {"P5\n21 -21 255\n", 441, "P5 WIDTH HEIGHT 255"},
        {"P5\n0x20 21 255\n", 441, "P5 WIDTH HEIGHT 255"},
        {"P5\n20 21\n255\n", 420, "20 x 21"},
        {"P5\n21 20\n255\n", 420, "21 x 20"},
        {"P5\n4097 21\n255\n", 100, "4097 x 21"},
        {"P5\n21 4097\n255\n", 100, "21 x 4097"},
        {"P5\n0 0\n255\n", 0, "0 x 0"},
        {"P5\n18446744073709551637 21\n255\n", 441, "1000000 x 21"},
        {"P5\n4294967317 21\n255\n", 441, "1000000 x 21"},
        {"P5\n21 21\n65535\n", 882, "65535"},
        {"P5\n21 21\n1\n", 441, "21, 1"},
        {"P5\n21 21\n255\n", 440, "440: 21 x 21 = 441"},
        {"P5\n21 21\n255\n", 442, "442: 21 x 21 = 441"},
        {"P5\n4096 4096\n255\n", 3, "3: 4096 x 4096 = 16777216"},
    };
    char head[SYNC_PGM_HEAD_MAX + 64] = "P5\n#";
    sync_picture picture;
    store_problem problem;

    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        assert_int_equal(read_pgm(wrong[i].head, wrong[i].pixels, &picture, &problem),
                         BOARD_ERROR_SYNC_PICTURE);
        if (strstr(problem.detail, wrong[i].told) == NULL)
            fail_msg("%zu: \"%s\" does not tell %s", i, problem.detail, wrong[i].told);
        assert_null(picture.grey);
    }
    /* A head that goes on and on is not read on. */
    memset(head + 4, ' ', SYNC_PGM_HEAD_MAX);
    snprintf(head + SYNC_PGM_HEAD_MAX, 32, "\n21 21 255\n");
    assert_int_equal(read_pgm(head, 441, &picture, &problem), BOARD_ERROR_SYNC_PICTURE);
    /* Every piece of a file, and random bytes behind its beginning. */
    uint32_t random = 1;
    for (unsigned i = 0; i < 20000; i++) {
        uint8_t bytes[64] = "P5\n21 21\n255\n";
        const size_t length = random_number(&random) % sizeof bytes;
        for (size_t at = 2 + random_number(&random) % 10; at < length; at++)
            bytes[at] = (uint8_t)(random_number(&random) % 3 == 0 ? ' ' : random_number(&random));
        assert_int_equal(sync_pgm_read(bytes, length, &picture, &problem),
                         BOARD_ERROR_SYNC_PICTURE);
    }
}

/* Codes. */

static void codes_of_every_size_are_read(void **state)
{
    static const size_t lengths[] = {300, 700, 1200, 2000, SYNC_CARRIED_MAX - 1};

    (void)state;
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
        char *text = make_text(lengths[i]);
        for (unsigned pixels = 2; pixels <= 5; pixels++) {
            painted code = make_code(text, pixels);
            assert_reads(&code, text);
            free(code.grey);
        }
        free(text);
    }
}

static void codes_are_read_as_a_camera_sees_them(void **state)
{
    static const struct {
        size_t length;
        unsigned pixels; /* a module */
        double turned, aslant;
        unsigned grain;
    } shots[] = {
        {500, 4, 0.00, 0.00, 20},  {500, 4, 0.12, 0.06, 20},
        {700, 5, -0.2, 0.1, 25},   {700, 5, 1.50, 0.05, 15},
        {1200, 5, 0.08, 0.05, 15}, {SYNC_CARRIED_MAX - 1, 6, 0.03, 0.02, 12},
    };

    (void)state;
    for (size_t i = 0; i < sizeof shots / sizeof shots[0]; i++) {
        char *text = make_text(shots[i].length);
        painted code = make_code(text, shots[i].pixels);
        painted photo = photograph(&code, shots[i].turned, shots[i].aslant, shots[i].grain);
        assert_reads(&photo, text);
        free(photo.grey);
        free(code.grey);
        free(text);
    }
}

static void what_is_no_rulings_code_is_told(void **state)
{
    painted picture = make_picture(640, 480);
    const sync_picture seen = seen_of(&picture);
    uint32_t random = 3;
    char *text = NULL;
    unsigned codes = 9;

    (void)state;
    assert_int_equal(sync_picture_scan(&seen, &text, &codes), BOARD_OK);
    assert_int_equal(codes, 0);
    assert_null(text);
    for (size_t i = 0; i < (size_t)640 * 480; i++)
        picture.grey[i] = (uint8_t)random_number(&random);
    assert_int_equal(sync_picture_scan(&seen, &text, &codes), BOARD_OK);
    assert_int_equal(codes, 0);
    free(picture.grey);

    painted other = make_code("https://example.org/QILI1:", 4);
    const sync_picture second = seen_of(&other);
    assert_int_equal(sync_picture_scan(&second, &text, &codes), BOARD_OK);
    assert_int_equal(codes, 1);
    assert_null(text);
    /* Beside a ruling's it does not matter. */
    char *ruling = make_text(400);
    painted code = make_code(ruling, 4);
    painted both = make_picture(code.width + other.width, code.height);
    for (unsigned y = 0; y < both.height; y++) {
        if (y < other.height)
            memcpy(both.grey + (size_t)y * both.width, other.grey + (size_t)y * other.width,
                   other.width);
        memcpy(both.grey + (size_t)y * both.width + other.width, code.grey + (size_t)y * code.width,
               code.width);
    }
    const sync_picture third = seen_of(&both);
    assert_int_equal(sync_picture_scan(&third, &text, &codes), BOARD_OK);
    assert_int_equal(codes, 2);
    assert_non_null(text);
    assert_string_equal(text, ruling);
    free(text);
    free(ruling);
    free(both.grey);
    free(code.grey);
    free(other.grey);
}

/* The office's reader. */

typedef struct woken {
    pthread_mutex_t lock;
    unsigned times;
} woken;

static void wake(void *context)
{
    woken *counted = context;

    pthread_mutex_lock(&counted->lock);
    counted->times++;
    pthread_mutex_unlock(&counted->lock);
}

static const char *program(void)
{
    static char path[SCRATCH_PATH_BYTES];
    const char *tool = getenv("QILI");

    snprintf(path, sizeof path, "%s-office", tool != NULL ? tool : "build/qili");
    return path;
}

static office_reading wait_for(office_reader *reader, const uint8_t *pgm, size_t length,
                               office_seen *seen)
{
    const int64_t end = making_steady_ms() + WAIT_MS;
    office_reading reading = OFFICE_READING_WAITS;

    while (reading == OFFICE_READING_WAITS && making_steady_ms() < end) {
        making_pause_ms(5);
        reading = office_reader_ask(reader, pgm, length, seen);
    }
    return reading;
}

/* Patterns that look like the corners of codes, thousands of them: the search for three that belong
 * together takes its library long. */
static painted make_trap(unsigned variant)
{
    painted made = make_picture(1920, 1080);

    for (unsigned y = 0; y < made.height; y++) {
        for (unsigned x = 0; x < made.width; x++) {
            const unsigned mx = x % 9;
            const unsigned my = y % 9;
            const bool ring = mx < 7 && my < 7 && (mx == 0 || mx == 6 || my == 0 || my == 6);
            const bool middle = mx >= 2 && mx <= 4 && my >= 2 && my <= 4;
            if (ring || middle)
                made.grey[(size_t)y * made.width + x] = 0;
        }
    }
    made.grey[variant] = 100; /* each is another picture */
    return made;
}

static void pictures_are_read_apart(void **state)
{
    woken counted = {.lock = PTHREAD_MUTEX_INITIALIZER};
    office_reader *reader = office_reader_start(program(), wake, &counted);
    char *text = make_text(SYNC_CARRIED_MAX - 1);
    painted code = make_code(text, 3);
    office_seen seen;
    size_t length = 0;
    uint8_t *pgm = pgm_of(&code, &length);

    (void)state;
    assert_non_null(reader);
    assert_false(office_reader_knows(reader, pgm, length));
    assert_int_equal(office_reader_ask(reader, pgm, length, &seen), OFFICE_READING_WAITS);
    assert_true(office_reader_knows(reader, pgm, length));
    assert_int_equal(wait_for(reader, pgm, length, &seen), OFFICE_READING_DONE);
    assert_int_equal(seen.codes, 1);
    assert_string_equal(seen.text, text);
    pthread_mutex_lock(&counted.lock);
    assert_int_equal(counted.times, 1);
    pthread_mutex_unlock(&counted.lock);
    free(pgm);
    free(code.grey);
    free(text);
    office_reader_stop(reader);
}

static void a_trap_holds_nobody_up(void **state)
{
    woken counted = {.lock = PTHREAD_MUTEX_INITIALIZER};
    office_reader *reader = office_reader_start(program(), wake, &counted);
    office_seen seen;
    uint8_t *traps[OFFICE_PICTURES_MAX + 1];
    size_t length = 0;

    (void)state;
    assert_non_null(reader);
    for (unsigned i = 0; i <= OFFICE_PICTURES_MAX; i++) {
        painted trap = make_trap(i);
        traps[i] = pgm_of(&trap, &length);
        free(trap.grey);
    }
    for (unsigned i = 0; i <= OFFICE_PICTURES_MAX; i++) {
        const int64_t asked = making_steady_ms();
        assert_int_equal(office_reader_ask(reader, traps[i], length, &seen),
                         i < OFFICE_PICTURES_MAX ? OFFICE_READING_WAITS : OFFICE_READING_BUSY);
        assert_true(making_steady_ms() - asked < 1000); /* whoever asks does not wait */
    }
    /* It ends in time, with what was seen or without. */
    const int64_t begun = making_steady_ms();
    const office_reading reading = wait_for(reader, traps[0], length, &seen);
    assert_true(reading == OFFICE_READING_SLOW ||
                (reading == OFFICE_READING_DONE && seen.text[0] == '\0'));
    assert_true(making_steady_ms() - begun < OFFICE_PICTURE_MS + 5000);
    /* And it can be stopped in the middle of the next. */
    const int64_t stopping = making_steady_ms();
    office_reader_stop(reader);
    assert_true(making_steady_ms() - stopping < 2000);
    for (unsigned i = 0; i <= OFFICE_PICTURES_MAX; i++)
        free(traps[i]);
}

/* Programs that cannot be run, say nothing, or nonsense, or too much, are killed, or never end. */
static void a_process_that_fails_is_told(void **state)
{
    static const char *const scripts[] = {"true",  "echo 1; exit 1", "echo QILI1:x",  "echo -n 1",
                                          "yes 1", "kill -9 $$",     "exec sleep 100"};
    char folder[SCRATCH_PATH_BYTES];
    char path[SCRATCH_PATH_BYTES];
    painted code = make_code("QILI1:x", 3);
    office_seen seen;
    size_t length = 0;
    uint8_t *pgm = pgm_of(&code, &length);

    (void)state;
    scratch_make(folder);
    scratch_path(folder, "program", path);
    for (size_t i = 0; i <= sizeof scripts / sizeof scripts[0]; i++) {
        if (i > 0) { /* the first is not there */
            FILE *file = fopen(path, "w");
            assert_non_null(file);
            fprintf(file, "#!/bin/sh\n%s\n", scripts[i - 1]);
            assert_int_equal(fclose(file), 0);
            assert_int_equal(chmod(path, 0700), 0);
        }
        woken counted = {.lock = PTHREAD_MUTEX_INITIALIZER};
        office_reader *reader = office_reader_start(path, wake, &counted);
        const int64_t begun = making_steady_ms();
        assert_non_null(reader);
        assert_int_equal(wait_for(reader, pgm, length, &seen), OFFICE_READING_SLOW);
        assert_true(making_steady_ms() - begun < OFFICE_PICTURE_MS + 5000);
        office_reader_stop(reader);
    }
    scratch_remove(folder);
    free(pgm);
    free(code.grey);
}

/* From a console's display to the office's journal. */

typedef struct house {
    making_office office;
    office_rates rates;
    office_front front;
} house;

static unsigned post(house *at, const char *path, const void *body, size_t length, char **answer)
{
    const office_request request = {.method = "POST",
                                    .path = path,
                                    .body = body,
                                    .length = length,
                                    .cookie = at->office.token,
                                    .own_page = true};
    const int64_t end = making_steady_ms() + WAIT_MS;
    office_reply reply;

    office_handle(&at->front, &request, &reply);
    while (reply.outcome == OFFICE_PENDING && making_steady_ms() < end) {
        office_reply_free(&reply);
        making_pause_ms(100); /* as often as a person may ask */
        office_handle(&at->front, &request, &reply);
    }
    assert_int_not_equal(reply.outcome, OFFICE_PENDING);
    if (answer != NULL) {
        *answer = strndup(reply.body, reply.length);
        assert_non_null(*answer);
    }
    const unsigned status = reply.status;
    office_reply_free(&reply);
    return status;
}

/* What the answer says, as a text of its own. */
static char *text_in(const char *answer)
{
    json_t *object = json_loads(answer, 0, NULL);
    char *text = strdup(json_string_value(json_object_get(object, "text")));

    json_decref(object);
    assert_non_null(text);
    return text;
}

/* The display of a console that shows its ruling's code, in grey. */
static painted paint(playing *played, int width, int height, int dpi, kiosk_view *view)
{
    const kiosk_metrics metrics = kiosk_metrics_make(width, height, dpi, 0);
    kiosk_canvas canvas;
    painted made = make_picture((unsigned)width, (unsigned)height);

    kiosk_screen_build(played->state, &metrics, view);
    assert_int_equal(kiosk_canvas_open(&canvas, width, height), BOARD_OK);
    kiosk_paint(painter, &canvas, &metrics, view, NULL);
    for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++)
            made.grey[y * width + x] = canvas.pixels[y * canvas.stride + 4 * x + 1]; /* green */
    }
    kiosk_canvas_close(&canvas);
    return made;
}

static void what_a_console_shows_is_stored_once(void **state)
{
    static const int displays[][3] = {
        {1280, 800, 170}, {800, 480, 133}, {480, 800, 133}, {1920, 1080, 160}};
    static kiosk_view view;
    playing *played = *state;
    woken counted = {.lock = PTHREAD_MUTEX_INITIALIZER};
    house *at = calloc(1, sizeof *at);
    uint64_t count = 0;

    assert_non_null(at);
    making_office_open(&at->office, played->folder);
    at->front = (office_front){.office = &at->office.house,
                               .rates = &at->rates,
                               .reader = office_reader_start(program(), wake, &counted)};
    assert_non_null(at->front.reader);
    playing_rule(played);
    kiosk_device device = played->state->device;
    device.connection = KIOSK_CONNECTION_OFFLINE;
    kiosk_set_device(played->state, &device);
    tap(played, "code 1");
    store_journal *journal = scratch_open(played->journal, NULL);
    assert_int_equal(
        store_register(at->office.house.journal, store_public_key(journal), NULL, NULL), BOARD_OK);
    uint64_t last = 0;
    assert_int_equal(store_last_number(journal, &last, NULL), BOARD_OK);
    for (uint64_t number = 1; number < last; number++) {
        store_entry entry;
        assert_int_equal(store_get_number(journal, number, &entry, NULL), BOARD_OK);
        assert_int_equal(store_append_foreign(at->office.house.journal, &entry, NULL, NULL),
                         BOARD_OK);
        store_entry_free(&entry);
    }
    store_close(journal);
    for (size_t i = 0; i < sizeof displays / sizeof displays[0]; i++) {
        painted shown = paint(played, displays[i][0], displays[i][1], displays[i][2], &view);
        size_t length = 0;
        uint8_t *pgm = pgm_of(&shown, &length);
        char *answer = NULL;
        assert_int_equal(post(at, SYNC_PATH "/code", pgm, length, &answer), 200);
        char *text = text_in(answer);
        assert_string_equal(text, view.code);
        assert_int_equal(post(at, SYNC_PATH "/carried", text, strlen(text), NULL), 200);
        const store_filter filter = {.type = "ruling"};
        assert_int_equal(store_count(at->office.house.journal, &filter, &count, NULL), BOARD_OK);
        assert_int_equal(count, 1);
        free(text);
        free(answer);
        free(pgm);
        free(shown.grey);
    }
    office_reader_stop(at->front.reader);
    making_office_close(&at->office);
    free(at);
}

/* Hostile pictures at the office's door: one line, and nothing is run. */
static void the_office_refuses_what_is_no_picture(void **state)
{
    playing *played = *state;
    woken counted = {.lock = PTHREAD_MUTEX_INITIALIZER};
    house *at = calloc(1, sizeof *at);
    char *answer = NULL;

    assert_non_null(at);
    making_office_open(&at->office, played->folder);
    at->front = (office_front){.office = &at->office.house,
                               .rates = &at->rates,
                               .reader = office_reader_start("/bin/false", wake, &counted)};
    assert_non_null(at->front.reader);
    assert_int_equal(post(at, SYNC_PATH "/code", "P5 99999 99999 255\n", 19, &answer), 400);
    assert_non_null(strstr(answer, "\"picture\""));
    assert_non_null(strstr(answer, "99999 x 99999"));
    free(answer);
    assert_int_equal(counted.times, 0);
    /* Each picture is another; a person may show so many, then more only as time passes. */
    painted small = make_picture(30, 30);
    unsigned refused = 0;
    for (unsigned i = 0; i < 40; i++) {
        size_t length = 0;
        small.grey[i] = 0;
        uint8_t *pgm = pgm_of(&small, &length);
        const office_request request = {.method = "POST",
                                        .path = SYNC_PATH "/code",
                                        .body = (const char *)pgm,
                                        .length = length,
                                        .cookie = at->office.token,
                                        .own_page = true};
        office_reply reply;
        office_handle(&at->front, &request, &reply);
        refused += reply.outcome == OFFICE_REPLY && reply.status == 429;
        office_reply_free(&reply);
        free(pgm);
    }
    assert_true(refused >= 20);
    /* Whoever is not logged in shows none. */
    const office_request stranger = {
        .method = "POST", .path = SYNC_PATH "/code", .body = "P5", .length = 2, .own_page = true};
    office_reply reply;
    office_handle(&at->front, &stranger, &reply);
    assert_int_equal(reply.status, 401);
    office_reply_free(&reply);
    free(small.grey);
    office_reader_stop(at->front.reader);
    making_office_close(&at->office);
    free(at);
}

int main(void)
{
#define PLAYED(name) cmocka_unit_test_setup_teardown(name, playing_set_up, playing_tear_down)
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_are_taken_up_to_their_limits),
        cmocka_unit_test(other_files_are_refused_with_what_is_wrong),
        cmocka_unit_test(codes_of_every_size_are_read),
        cmocka_unit_test(codes_are_read_as_a_camera_sees_them),
        cmocka_unit_test(what_is_no_rulings_code_is_told),
        cmocka_unit_test(pictures_are_read_apart),
        cmocka_unit_test(a_trap_holds_nobody_up),
        cmocka_unit_test(a_process_that_fails_is_told),
        PLAYED(what_a_console_shows_is_stored_once),
        PLAYED(the_office_refuses_what_is_no_picture),
    };

    return cmocka_run_group_tests_name("sync picture", tests, painting_open, painting_close);
}
