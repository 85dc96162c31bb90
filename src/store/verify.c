/* store/verify.c: looking at every byte of the file, and at every entry. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "store/beside.h"
#include "store/chain.h"
#include "store/files.h"
#include "store/journal_private.h"
#include "store/page_entries.h"
#include "store/problem.h"
#include "store/reader.h"
#include "store/schema.h"
#include "store/snapshot.h"
#include "store/verify_private.h"
#include "store/witness.h"

enum {
    READ_AGAIN = 5,    /* times, a page that another process may be writing just now */
    READ_PAUSE_MS = 4, /* between them */
    HOPELESS = 1000,   /* so many entries in a row that cannot be read: no more is tried */
};

/* A search for faults. */
typedef struct examination {
    store_database database;
    store_fault_visitor visit;
    void *context;
    store_verified found;
    store_problem first;
    uint64_t bytes;      /* of the file, when its pages were read */
    store_bad_page *bad; /* in the order of their numbers; told when their entry is known */
    size_t bad_count;
    size_t bad_room;
    bool page_told; /* at least one */
    bool trees_cut; /* pages below a damaged one cannot be named */
    store_refold refold;
    bool stopped; /* the visitor has seen enough */
} examination;

static void report(examination *search, const store_problem *fault)
{
    if (search->stopped)
        return;
    if (search->found.faults == 0)
        search->first = *fault;
    search->found.faults++;
    if (search->visit != NULL && !search->visit(search->context, fault))
        search->stopped = true;
}

static void report_at(examination *search, board_error error, uint64_t number, const char *detail)
{
    store_problem fault;

    store_fail_at(&fault, error, number, detail);
    report(search, &fault);
}

/* Pages. */

/* Keeps a bad page until it is known which entry it holds; false: no memory. */
static bool keep_bad_page(examination *search, uint64_t number)
{
    if (search->bad_count == search->bad_room) {
        size_t room = search->bad_room * 2 + 16;
        store_bad_page *grown = realloc(search->bad, room * sizeof *grown);
        if (grown == NULL)
            return false;
        search->bad = grown;
        search->bad_room = room;
    }
    search->bad[search->bad_count++] = (store_bad_page){.number = number};
    return true;
}

static int compare_pages(const void *left, const void *right)
{
    const store_bad_page *a = left;
    const store_bad_page *b = right;

    return a->number < b->number ? -1 : a->number > b->number;
}

static store_bad_page *find_bad_page(const examination *search, uint64_t page)
{
    const store_bad_page key = {.number = page};

    return search->bad_count > 0
               ? bsearch(&key, search->bad, search->bad_count, sizeof *search->bad, compare_pages)
               : NULL;
}

/* Tells of a bad page, with the entry that it was met at (0: none was; then with those that the
 * pages around it name), unless it was told already: a page may be read many times. False: it had
 * been told. */
static bool tell_bad_page(examination *search, uint64_t page, uint64_t number)
{
    store_bad_page *known = find_bad_page(search, page);
    store_problem fault;

    if (known != NULL && known->told)
        return false;
    bool named = number == 0 && known != NULL && known->first > 0;
    bool other = number == 0 && known != NULL && !named && !search->trees_cut;
    if (known != NULL)
        known->told = true;
    search->page_told = true;
    store_fail_page(&fault, other ? BOARD_ERROR_STORE_PAGE_OTHER : BOARD_ERROR_STORE_PAGE,
                    named ? known->first : number, page);
    fault.last = named ? known->last : 0;
    report(search, &fault);
    return true;
}

/* Those at which no entry was met: free pages, indexes, or entries that cannot be reached. */
static void tell_other_pages(examination *search)
{
    for (size_t i = 0; i < search->bad_count; i++)
        tell_bad_page(search, search->bad[i].number, 0);
}

static bool is_blank(const uint8_t *page)
{
    return sodium_is_zero(page, STORE_PAGE_BYTES) == 1;
}

/* SQLite leaves free pages unwritten: a blank one is sound unless it is used, which shows when the
 * entries are read. */
static bool page_is_sound(const uint8_t *page, uint64_t number)
{
    return store_page_fits(page, number) || (number > 1 && is_blank(page));
}

static void short_pause(void)
{
    const struct timespec pause = {.tv_nsec = READ_PAUSE_MS * 1000000L};

    nanosleep(&pause, NULL);
}

/* Reads a page as often as it takes to be sure that it is not being written. */
static bool read_page(store_reader *reader, uint64_t number, uint8_t *page, long *length)
{
    for (int i = 0; i < READ_AGAIN; i++) {
        if (i > 0)
            short_pause();
        *length =
            store_reader_read(reader, page, STORE_PAGE_BYTES, (number - 1) * STORE_PAGE_BYTES);
        if (*length <= 0)
            return *length == 0;
        if (*length == STORE_PAGE_BYTES && page_is_sound(page, number))
            break;
    }
    return true;
}

static board_error examine_pages(examination *search, const char *path, store_problem *problem)
{
    uint8_t page[STORE_PAGE_BYTES];
    long length = 0;
    store_reader *reader = store_reader_open(path);

    if (reader == NULL)
        return store_fail(problem, BOARD_ERROR_STORE_OPEN, strerror(errno));
    for (uint64_t number = 1; !search->stopped; number++) {
        if (!read_page(reader, number, page, &length)) {
            int failure = errno;
            store_reader_close(reader);
            return store_fail(problem, BOARD_ERROR_STORE_IO, strerror(failure));
        }
        if (length == 0)
            break;
        search->found.pages++;
        search->bytes += (uint64_t)length;
        if (length == STORE_PAGE_BYTES && page_is_sound(page, number))
            continue;
        if (!keep_bad_page(search, number)) {
            store_reader_close(reader);
            return store_fail(problem, BOARD_ERROR_NO_MEMORY, NULL);
        }
    }
    store_reader_close(reader);
    return BOARD_OK;
}

/* Entries. */

/* Says which entry a damaged page holds, of those that were just read; false: nothing new. */
static bool report_bad_page(examination *search, uint64_t number)
{
    uint64_t page = store_pages_take_bad(search->database.pages);

    return page != 0 && tell_bad_page(search, page, number);
}

static void examine_row(examination *search, store_chain *chain, sqlite3_stmt *row)
{
    store_problem fault;
    store_entry entry;
    board_error error = BOARD_OK;

    if (store_row_entry(row, &entry)) {
        report_bad_page(search, entry.number);
        error = store_chain_follow(chain, &entry);
        if (error == BOARD_OK && !store_refold_follow(&search->refold, &search->database, &entry))
            report_at(search, BOARD_ERROR_STORE_SNAPSHOT_OTHER, entry.number, NULL);
    } else {
        report_bad_page(search, entry.number);
        error = BOARD_ERROR_STORE_UNREADABLE;
        chain->number = entry.number;
    }
    search->found.entries++;
    if (error != BOARD_OK) {
        store_refold_give_up(&search->refold);
        store_fail_entry(&fault, error, &entry, NULL);
        report(search, &fault);
    }
}

/* Goes through the entries after one; SQLITE_DONE, or the code that stopped it. */
static int examine_rows_after(examination *search, store_chain *chain, sqlite3_stmt *rows)
{
    int result = SQLITE_OK;

    sqlite3_reset(rows);
    sqlite3_bind_int64(rows, 1, (sqlite3_int64)chain->number);
    while (!search->stopped && (result = sqlite3_step(rows)) == SQLITE_ROW)
        examine_row(search, chain, rows);
    return search->stopped ? SQLITE_DONE : result;
}

/* The number that the last entry has as far as can be told. */
static uint64_t last_number(examination *search, const char *path)
{
    store_problem ignored;
    int64_t most = 0;
    store_witness witness = store_witness_read(path);

    store_database_number(&search->database, "SELECT max(number) FROM entries", &most, &ignored);
    return witness.number > (uint64_t)most ? witness.number : (uint64_t)most;
}

static board_error examine_entries(examination *search, const char *path, store_problem *problem)
{
    store_chain chain;
    sqlite3_stmt *rows = NULL;
    unsigned in_a_row = 0;
    board_error error = store_chain_begin(&chain, &search->database, 0, problem);
    int result = error != BOARD_OK
                     ? SQLITE_ERROR
                     : sqlite3_prepare_v2(search->database.handle,
                                          "SELECT " STORE_ENTRY_COLUMNS
                                          " WHERE entries.number > ?1 ORDER BY entries.number",
                                          -1, &rows, NULL);

    store_refold_begin(&search->refold, &search->database);
    while (result == SQLITE_OK && in_a_row < HOPELESS) {
        uint64_t before = chain.number;
        result = examine_rows_after(search, &chain, rows);
        if (result == SQLITE_DONE || (result & 0xFF) != SQLITE_CORRUPT)
            break;
        store_refold_give_up(&search->refold);
        in_a_row = chain.number > before ? 1 : in_a_row + 1;
        chain.number++;
        if (!report_bad_page(search, chain.number))
            report_at(search, BOARD_ERROR_STORE_UNREADABLE, chain.number, NULL);
        result = chain.number < last_number(search, path) ? SQLITE_OK : SQLITE_DONE;
    }
    if (error == BOARD_OK)
        error = store_database_error(&search->database, result, problem);
    sqlite3_finalize(rows);
    store_chain_free(&chain);
    store_refold_give_up(&search->refold);
    return error;
}

/* Finds out which entries the bad pages hold at which none was met. */
static void name_pages(examination *search, const char *path)
{
    store_trees trees = {.last_entry = last_number(search, path)};
    sqlite3_stmt *rows = NULL;
    store_reader *reader = search->bad_count > 0 ? store_reader_open(path) : NULL;

    if (reader == NULL)
        return;
    int result = sqlite3_prepare_v2(search->database.handle,
                                    "SELECT rootpage FROM sqlite_schema WHERE tbl_name = 'entries'"
                                    " AND rootpage > 0",
                                    -1, &rows, NULL);
    while (result == SQLITE_OK && trees.count < STORE_TREES_MAX && sqlite3_step(rows) == SQLITE_ROW)
        trees.roots[trees.count++] = (uint64_t)sqlite3_column_int64(rows, 0);
    sqlite3_finalize(rows);
    if (trees.count > 0)
        search->trees_cut = !store_page_entries(reader, search->found.pages, &trees, search->bad,
                                                search->bad_count);
    store_reader_close(reader);
}

/* The rest. */

static void report_fault(void *context, const store_problem *fault)
{
    report(context, fault);
}

static void examine_snapshots(examination *search)
{
    sqlite3_stmt *rows = NULL;
    int result = sqlite3_prepare_v2(search->database.handle, "SELECT " STORE_SNAPSHOT_COLUMNS, -1,
                                    &rows, NULL);

    while (result == SQLITE_OK && (result = sqlite3_step(rows)) == SQLITE_ROW) {
        result = SQLITE_OK;
        if (!store_snapshot_row_sound(rows))
            report_at(search, BOARD_ERROR_STORE_SNAPSHOT, (uint64_t)sqlite3_column_int64(rows, 0),
                      NULL);
    }
    sqlite3_finalize(rows);
    if (!report_bad_page(search, 0) && result != SQLITE_DONE && !search->page_told)
        report_at(search, BOARD_ERROR_STORE_SNAPSHOT, 0, NULL);
}

/* Told once, whatever SQLite says of it in its own words; of what a bad page brings with it nothing
 * is told that the page does not say. */
static void examine_structure(examination *search)
{
    sqlite3_stmt *rows = NULL;
    bool wrong = false;
    int result =
        sqlite3_prepare_v2(search->database.handle, "PRAGMA integrity_check(1)", -1, &rows, NULL);

    while (result == SQLITE_OK && (result = sqlite3_step(rows)) == SQLITE_ROW) {
        const char *said = (const char *)sqlite3_column_text(rows, 0);
        result = SQLITE_OK;
        wrong = wrong || said == NULL || strcmp(said, "ok") != 0;
    }
    sqlite3_finalize(rows);
    wrong = wrong || result != SQLITE_DONE;
    report_bad_page(search, 0);
    if (wrong && !search->page_told && search->bad_count == 0)
        report_at(search, BOARD_ERROR_STORE_STRUCTURE, 0, NULL);
}

static bool schemas_differ(sqlite3 *one, sqlite3 *other)
{
    static const char query[] = "SELECT group_concat(type || name || tbl_name || coalesce(sql, ''))"
                                " FROM (SELECT * FROM sqlite_schema ORDER BY type, name)";
    sqlite3_stmt *statements[2] = {NULL, NULL};
    bool differ = true;

    if (sqlite3_prepare_v2(one, query, -1, &statements[0], NULL) == SQLITE_OK &&
        sqlite3_prepare_v2(other, query, -1, &statements[1], NULL) == SQLITE_OK &&
        sqlite3_step(statements[0]) == SQLITE_ROW && sqlite3_step(statements[1]) == SQLITE_ROW) {
        const char *first = (const char *)sqlite3_column_text(statements[0], 0);
        const char *second = (const char *)sqlite3_column_text(statements[1], 0);
        differ = first == NULL || second == NULL || strcmp(first, second) != 0;
    }
    sqlite3_finalize(statements[0]);
    sqlite3_finalize(statements[1]);
    return differ;
}

/* Are the tables, indexes and triggers those of the version that the file says it has? */
static board_error examine_schema(examination *search, store_problem *problem)
{
    sqlite3 *expected = NULL;
    int64_t version = 0;
    board_error error =
        store_database_number(&search->database, "PRAGMA user_version", &version, problem);

    if (error != BOARD_OK)
        return error;
    if (version > STORE_SCHEMA)
        return store_fail(problem, BOARD_ERROR_STORE_NEWER, NULL);
    int result = sqlite3_open_v2(":memory:", &expected, SQLITE_OPEN_READWRITE, NULL);
    if (result == SQLITE_OK && version > 0)
        result = store_schema_migrate(expected, 0, (int)version);
    if (result == SQLITE_OK && schemas_differ(search->database.handle, expected))
        report_at(search, BOARD_ERROR_STORE_STRUCTURE, 0, "sqlite_schema");
    sqlite3_close(expected);
    return store_database_error(&search->database, result, problem);
}

/* The witness is written after an entry was acknowledged: another process may be about to. */
static void examine_witness(examination *search, const char *path)
{
    store_problem fault;
    int64_t last = 0;
    board_error error = store_check_witness(&search->database, path, &fault);

    if (error == BOARD_ERROR_STORE_LOST || error == BOARD_ERROR_STORE_LOG)
        report(search, &fault);
    if (error != BOARD_OK ||
        store_database_number(&search->database, "SELECT max(number) FROM entries", &last,
                              &fault) != BOARD_OK)
        return;
    for (int i = 0; i < READ_AGAIN; i++) {
        error = store_witness_compare(path, (uint64_t)last, &fault);
        if (error != BOARD_ERROR_STORE_WITNESS_BEHIND)
            break;
        short_pause();
    }
    if (error != BOARD_OK)
        report(search, &fault);
}

/* Everything in the file that is no page of the journal, also pages that are blank. */
static void examine_end(examination *search)
{
    store_problem ignored;
    int64_t pages = 0;
    char detail[64];

    if (store_database_number(&search->database, "PRAGMA page_count", &pages, &ignored) !=
            BOARD_OK ||
        search->bytes <= (uint64_t)pages * STORE_PAGE_BYTES)
        return;
    snprintf(detail, sizeof detail, "%llu > %llu", (unsigned long long)search->bytes,
             (unsigned long long)pages * STORE_PAGE_BYTES);
    report_at(search, BOARD_ERROR_STORE_TRAILING, 0, detail);
}

/* A log that SQLite takes for none: it would be written over. */
static void examine_log(examination *search, const char *path)
{
    store_problem fault;

    if (store_check_log(path, &fault) != BOARD_OK)
        report(search, &fault);
}

/* Everything that goes through SQLite. What keeps it from looking is a fault like others if the
 * file is known to be damaged. */
static board_error examine_database(examination *search, const char *path,
                                    const store_options *options, store_problem *problem)
{
    board_error error =
        store_database_open(&search->database, path, STORE_TO_EXAMINE, options, problem);

    if (error != BOARD_OK)
        return error;
    error = examine_schema(search, problem);
    if (error == BOARD_OK)
        error = examine_entries(search, path, problem);
    if (error == BOARD_OK && !search->stopped) {
        const store_fault_report told = {report_fault, search};
        name_pages(search, path);
        store_examine_devices(&search->database, path, options->key_path, &told);
        examine_log(search, path);
        examine_witness(search, path);
        examine_end(search);
        examine_snapshots(search);
        examine_structure(search);
    }
    store_database_close(&search->database);
    return error;
}

/* Can this be the damage that was looked for, rather than something in the way of looking? */
static bool is_damage(board_error error)
{
    return error == BOARD_ERROR_STORE_DAMAGED || error == BOARD_ERROR_STORE_NOT_A_JOURNAL ||
           error == BOARD_ERROR_STORE_LIBRARY;
}

board_error store_verify(const char *path, const store_options *options, store_fault_visitor visit,
                         void *context, store_verified *verified, store_problem *problem)
{
    const store_options defaults = {.read_only = true};
    examination search = {.visit = visit, .context = context, .trees_cut = true};
    store_problem unasked;

    problem = problem != NULL ? problem : &unasked;
    store_fail(problem, BOARD_OK, NULL);
    if (verified != NULL)
        *verified = search.found;
    if (sodium_init() < 0)
        return store_fail(problem, BOARD_ERROR_STORE_LIBRARY, "libsodium");
    board_error error = store_database_check_head(path, problem);
    if (error != BOARD_OK && error != BOARD_ERROR_STORE_DAMAGED)
        return error;
    bool head_damaged = error != BOARD_OK;
    error = examine_pages(&search, path, problem);
    if (error == BOARD_OK && !search.stopped)
        error = examine_database(&search, path, options != NULL ? options : &defaults, problem);
    tell_other_pages(&search);
    if (error == BOARD_ERROR_STORE_DAMAGED && search.bad_count > 0)
        error = BOARD_OK; /* the pages were told */
    free(search.bad);
    if (is_damage(error) || (error != BOARD_OK && (head_damaged || search.found.faults > 0))) {
        report(&search, problem);
        error = BOARD_OK;
    }
    if (verified != NULL)
        *verified = search.found;
    if (error != BOARD_OK || search.found.faults == 0)
        return error;
    *problem = search.first;
    return BOARD_ERROR_STORE_DAMAGED;
}
