/*
 * training/progress_report.c: a trainee's progress as one page of text.
 */
#include <stdlib.h>
#include <string.h>

#include "judge/words.h"
#include "training/progress.h"
#include "training/words.h"

enum { REPORT_BYTES = 32 * 1024, LINES_MAX = 10 };

typedef struct page {
    char *text;
    size_t used;
    board_language language;
} page;

static void put(page *to, training_word word, const char *const *arguments)
{
    training_word_list(to->text + to->used, REPORT_BYTES - to->used, to->language, word, arguments);
    to->used += strlen(to->text + to->used);
}

#define PUT(to, word, ...) put((to), (word), (const char *const[]){__VA_ARGS__, NULL})

static training_digits percent(size_t right, size_t asked)
{
    return training_digits_of(asked > 0 ? (long long)(100 * right / asked) : 0);
}

static void put_line(page *to, const char *name, const training_tally *tally)
{
    training_digits right = training_digits_of((long long)tally->right);
    training_digits asked = training_digits_of((long long)tally->asked);

    PUT(to, TRAINING_TEXT_REPORT_LINE, name, right.text, asked.text,
        percent(tally->right, tally->asked).text);
}

/* Is a weaker than b: less often right, or as often and asked more? */
static bool is_weaker(const training_tally *a, const training_tally *b)
{
    size_t left = a->right * b->asked;
    size_t right = b->right * a->asked;

    return left != right ? left < right : a->asked > b->asked;
}

/* The weakest of those that were asked, up to LINES_MAX. */
static size_t choose(const training_tally *list, size_t count, size_t chosen[LINES_MAX])
{
    size_t kept = 0;

    for (size_t i = 0; i < count; i++) {
        if (list[i].asked == 0)
            continue;
        size_t place = kept;
        while (place > 0 && is_weaker(&list[i], &list[chosen[place - 1]]))
            place--;
        if (place == LINES_MAX)
            continue;
        size_t last = kept < LINES_MAX ? kept : LINES_MAX - 1;
        memmove(chosen + place + 1, chosen + place, (last - place) * sizeof *chosen);
        chosen[place] = i;
        kept += kept < LINES_MAX;
    }
    return kept;
}

static void put_weakest(page *to, training_word head, const training_tally *list, size_t count,
                        bool themes)
{
    size_t chosen[LINES_MAX];
    size_t kept = choose(list, count, chosen);

    char article[JUDGE_ARTICLES_BYTES];

    PUT(to, head, "");
    for (size_t i = 0; i < kept; i++)
        put_line(to,
                 themes ? training_theme_name((training_theme)chosen[i], to->language)
                        : judge_articles_text(list[chosen[i]].name, to->language, article,
                                              sizeof article),
                 &list[chosen[i]]);
    if (kept == 0)
        PUT(to, TRAINING_TEXT_REPORT_NONE, "");
}

static bool put_confused(page *to, const char *said, const char *is, size_t times)
{
    training_digits number = training_digits_of((long long)times);

    if (times > 0)
        PUT(to, TRAINING_TEXT_REPORT_CONFUSED, said, is, number.text);
    return times > 0;
}

static void put_confusion(page *to, const training_progress *progress)
{
    const char *nothing = training_word_of(TRAINING_TEXT_NOT_ANSWERED, to->language);
    bool any = false;

    PUT(to, TRAINING_TEXT_REPORT_CONFUSION, "");
    for (int said = 0; said < TRAINING_SAID; said++) {
        for (int is = 0; is <= JUDGE_IDLE; is++) {
            const char *word =
                said > JUDGE_IDLE ? nothing : judge_label_word((judge_label)said, to->language);
            if (said != is)
                any |= put_confused(to, word, judge_label_word((judge_label)is, to->language),
                                    progress->confusion[said][is]);
        }
    }
    for (int said = 0; said <= JUDGE_IDLE_KINDS; said++) {
        for (int is = 0; is < JUDGE_IDLE_KINDS; is++) {
            const char *word = said == JUDGE_IDLE_KINDS
                                   ? nothing
                                   : judge_idle_word((judge_idle_kind)said, to->language);
            if (said != is)
                any |= put_confused(to, word, judge_idle_word((judge_idle_kind)is, to->language),
                                    progress->idle_confusion[said][is]);
        }
    }
    if (!any)
        PUT(to, TRAINING_TEXT_REPORT_NONE, "");
}

char *training_progress_report(const training_progress *progress, const char *trainee,
                               int64_t now_ms, board_language language)
{
    char *text = malloc(REPORT_BYTES);
    if (text == NULL)
        return NULL;
    page to = {text, 0, language};
    text[0] = '\0';
    const training_item *none = NULL;
    training_digits asked = training_digits_of((long long)progress->asked);
    training_digits right = training_digits_of((long long)progress->right);
    training_digits exams = training_digits_of((long long)progress->exams);
    training_digits due =
        training_digits_of((long long)training_progress_due(progress, now_ms, &none, 1));
    PUT(&to, TRAINING_TEXT_REPORT_HEAD, trainee, asked.text, right.text,
        percent(progress->right, progress->asked).text, exams.text, due.text);
    PUT(&to, TRAINING_TEXT_REPORT_KINDS, "");
    for (int i = 0; i < TRAINING_QUESTION_KINDS; i++) {
        if (progress->kinds[i].asked > 0)
            put_line(&to, training_kind_name((training_question_kind)i, language),
                     &progress->kinds[i]);
    }
    put_weakest(&to, TRAINING_TEXT_REPORT_ARTICLES, progress->articles, progress->article_count,
                false);
    put_weakest(&to, TRAINING_TEXT_REPORT_THEMES, progress->themes, TRAINING_THEMES, true);
    put_confusion(&to, progress);
    return to.text;
}
