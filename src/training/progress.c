/*
 * training/progress.c: what a trainee has answered so far.
 */
#include "training/progress.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "judge/words.h"
#include "training/words.h"

static const char *const kind_codes[TRAINING_QUESTION_KINDS] = {"label",   "idle",   "targets",
                                                                "conduct", "ruling", "mate"};
static const char *const conduct_codes[TRAINING_CONDUCTS] = {"perpetual-check", "perpetual-kill",
                                                             "perpetual-chase", "mixed", "idle"};

const char *training_kind_code(training_question_kind kind)
{
    return kind_codes[kind];
}

bool training_kind_find(const char *code, training_question_kind *kind)
{
    for (int i = 0; i < TRAINING_QUESTION_KINDS; i++) {
        if (strcmp(kind_codes[i], code) == 0) {
            *kind = (training_question_kind)i;
            return true;
        }
    }
    return false;
}

const char *training_kind_name(training_question_kind kind, board_language language)
{
    return training_word_of((training_word)(TRAINING_TEXT_KIND_LABEL + (int)kind), language);
}

const char *training_conduct_code(training_conduct conduct)
{
    return conduct_codes[conduct];
}

const char *training_conduct_name(training_conduct conduct, board_language language)
{
    return training_word_of((training_word)(TRAINING_TEXT_CONDUCT_ALL_CHECK + (int)conduct),
                            language);
}

/* Boxes: at once, after one day, three, a week, three weeks, two months. */
int64_t training_box_interval(int box)
{
    static const int days[TRAINING_BOXES] = {0, 1, 3, 7, 21, 60};
    int kept = box < 0 ? 0 : box >= TRAINING_BOXES ? TRAINING_BOXES - 1 : box;

    return (int64_t)days[kept] * 24 * 60 * 60 * 1000;
}

/* Items. */

static int compare(const training_item *item, const char *id, const char *edition,
                   training_question_kind kind, size_t index)
{
    int order = strcmp(item->id, id);

    if (order == 0)
        order = strcmp(item->edition, edition);
    if (order == 0)
        order = (item->kind > kind) - (item->kind < kind);
    if (order == 0)
        order = (item->index > index) - (item->index < index);
    return order;
}

static size_t place_of(const training_progress *progress, const char *id, const char *edition,
                       training_question_kind kind, size_t index, bool *found)
{
    size_t low = 0;
    size_t high = progress->count;

    *found = false;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = compare(&progress->items[middle], id, edition, kind, index);
        *found = *found || order == 0;
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return high;
}

const training_item *training_progress_find(const training_progress *progress, const char *id,
                                            const char *edition, training_question_kind kind,
                                            size_t index)
{
    bool found = false;
    size_t place = place_of(progress, id, edition, kind, index, &found);

    return found ? &progress->items[place] : NULL;
}

/* A list with room for one more; the list as it was, and false, if memory ran out. */
static bool grow(void **list, size_t count, size_t *room, size_t size)
{
    if (count < *room)
        return true;
    size_t wanted = *room ? *room * 2 : 32;
    void *larger = realloc(*list, wanted * size);
    if (larger == NULL)
        return false;
    *list = larger;
    *room = wanted;
    return true;
}

static training_item *item_for(training_progress *progress, const training_answered *answer)
{
    bool found = false;
    size_t place =
        place_of(progress, answer->id, answer->edition, answer->kind, answer->index, &found);

    if (found)
        return &progress->items[place];
    if (!grow((void **)&progress->items, progress->count, &progress->room, sizeof *progress->items))
        return NULL;
    training_item *item = &progress->items[place];
    memmove(item + 1, item, (progress->count - place) * sizeof *item);
    *item = (training_item){.kind = answer->kind, .index = answer->index};
    snprintf(item->id, sizeof item->id, "%s", answer->id);
    snprintf(item->edition, sizeof item->edition, "%s", answer->edition);
    progress->count++;
    return item;
}

/* Tallies. */

static void count_answer(training_tally *tally, bool right)
{
    tally->asked++;
    tally->right += right;
}

static bool count_article(training_progress *progress, const char *number, bool right)
{
    for (size_t i = 0; i < progress->article_count; i++) {
        if (strcmp(progress->articles[i].name, number) == 0) {
            count_answer(&progress->articles[i], right);
            return true;
        }
    }
    if (!grow((void **)&progress->articles, progress->article_count, &progress->article_room,
              sizeof *progress->articles))
        return false;
    training_tally *tally = &progress->articles[progress->article_count++];
    *tally = (training_tally){0};
    snprintf(tally->name, sizeof tally->name, "%s", number);
    count_answer(tally, right);
    return true;
}

static bool count_articles(training_progress *progress, const char *list, bool right)
{
    while (*list != '\0') {
        char number[JUDGE_ARTICLE_NUMBER_BYTES];
        size_t length = strcspn(list, ",");
        snprintf(number, sizeof number, "%.*s", (int)length, list);
        if (!count_article(progress, number, right))
            return false;
        list += length + (list[length] == ',');
    }
    return true;
}

static int label_of(const char *code)
{
    for (int i = 0; i <= JUDGE_IDLE; i++) {
        if (strcmp(judge_label_code((judge_label)i), code) == 0)
            return i;
    }
    return JUDGE_IDLE + 1;
}

static int idle_of(const char *code)
{
    for (int i = 0; i < JUDGE_IDLE_KINDS; i++) {
        if (strcmp(judge_idle_word((judge_idle_kind)i, BOARD_ENGLISH), code) == 0)
            return i;
    }
    return JUDGE_IDLE_KINDS;
}

static void count_confusion(training_progress *progress, const training_answered *answer)
{
    if (answer->kind == TRAINING_ASK_LABEL && label_of(answer->is) <= JUDGE_IDLE)
        progress->confusion[label_of(answer->said)][label_of(answer->is)]++;
    if (answer->kind == TRAINING_ASK_IDLE && idle_of(answer->is) < JUDGE_IDLE_KINDS)
        progress->idle_confusion[idle_of(answer->said)][idle_of(answer->is)]++;
}

board_error training_progress_note(training_progress *progress, const training_answered *answer)
{
    training_item *item = item_for(progress, answer);

    if (item == NULL || !count_articles(progress, answer->articles, answer->right))
        return BOARD_ERROR_NO_MEMORY;
    item->asked++;
    item->right += answer->right;
    item->box = answer->right && item->box < TRAINING_BOXES - 1 ? item->box + 1
                : answer->right                                 ? item->box
                                                                : 0;
    item->due_ms = answer->time_ms + training_box_interval(item->box);
    progress->asked++;
    progress->right += answer->right;
    count_answer(&progress->kinds[answer->kind], answer->right);
    for (int i = 0; i < TRAINING_THEMES; i++) {
        if ((answer->themes & (uint64_t)1 << i) != 0)
            count_answer(&progress->themes[i], answer->right);
    }
    count_confusion(progress, answer);
    return BOARD_OK;
}

void training_progress_free(training_progress *progress)
{
    free(progress->items);
    free(progress->articles);
    *progress = (training_progress){0};
}

/* The queue. */

size_t training_progress_due(const training_progress *progress, int64_t now_ms,
                             const training_item **items, size_t room)
{
    size_t due = 0;
    size_t kept = 0;

    for (size_t i = 0; i < progress->count; i++) {
        const training_item *item = &progress->items[i];
        if (item->due_ms > now_ms)
            continue;
        due++;
        size_t place = kept;
        while (place > 0 && items[place - 1]->due_ms > item->due_ms)
            place--;
        if (place >= room)
            continue;
        for (size_t last = kept < room ? kept : room - 1; last > place; last--)
            items[last] = items[last - 1];
        items[place] = item;
        kept += kept < room;
    }
    return due;
}
