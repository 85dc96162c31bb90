/* ledger/notice.c: notices as codes, articles and sentences. */
#include "ledger/notice.h"

#include <inttypes.h>
#include <stdio.h>

#include "ledger/phrase.h"

typedef struct notice_row {
    const char *code;
    ledger_severity severity;
    const char *articles;
    const char *texts[BOARD_LANGUAGES];
} notice_row;

enum { SECONDS_PER_MINUTE = 60 };

static const notice_row rows[LEDGER_NOTICE_KINDS] = {
#define LEDGER_NOTICE(name, code, severity, articles, chinese, english)                            \
    [LEDGER_NOTICE_##name] = {code, LEDGER_SEVERITY_##severity, articles, {chinese, english}},
#include "ledger/notices.def"
#undef LEDGER_NOTICE
};

static const char *const role_texts[LEDGER_ROLES][BOARD_LANGUAGES] = {
    [LEDGER_NO_ROLE] = {"未登记", "not registered"},
    [LEDGER_TABLE_ARBITER] = {"监局裁判", "table arbiter"},
    [LEDGER_CHIEF_ARBITER] = {"裁判长", "chief arbiter"},
    [LEDGER_ORGANISER] = {"竞赛组织机构", "organiser"},
};

static const char *const outcome_texts[LEDGER_OUTCOMES][BOARD_LANGUAGES] = {
    [LEDGER_NO_OUTCOME] = {"未定", "Undecided"},    [LEDGER_RED_WINS] = {"红胜", "Red wins"},
    [LEDGER_BLACK_WINS] = {"黑胜", "Black wins"},   [LEDGER_DRAW] = {"和棋", "Draw"},
    [LEDGER_BOTH_LOSE] = {"双方弃权", "Both lose"},
};

static board_language column(board_language language)
{
    return language == BOARD_ENGLISH ? BOARD_ENGLISH : BOARD_CHINESE;
}

const char *ledger_role_text(ledger_role role, board_language language)
{
    return role_texts[(size_t)role < LEDGER_ROLES ? role : LEDGER_NO_ROLE][column(language)];
}

const char *ledger_outcome_text(ledger_outcome outcome, board_language language)
{
    return outcome_texts[(size_t)outcome < LEDGER_OUTCOMES ? outcome : LEDGER_NO_OUTCOME]
                        [column(language)];
}

const char *ledger_side_text(board_side side, board_language language)
{
    static const char *const texts[2][BOARD_LANGUAGES] = {{"红方", "Red"}, {"黑方", "Black"}};

    return texts[side == BOARD_BLACK][column(language)];
}

const char *ledger_duration_text(int64_t seconds, board_language language,
                                 char buffer[LEDGER_DURATION_BYTES])
{
    static const char *const minutes_texts[BOARD_LANGUAGES] = {"分", "min"};
    static const char *const seconds_texts[BOARD_LANGUAGES] = {"秒", "s"};
    const char *minutes_text = minutes_texts[column(language)];
    const char *seconds_text = seconds_texts[column(language)];
    const int64_t minutes = seconds / SECONDS_PER_MINUTE;
    const int64_t rest = seconds % SECONDS_PER_MINUTE;

    if (minutes == 0)
        snprintf(buffer, LEDGER_DURATION_BYTES, "%" PRId64 " %s", rest, seconds_text);
    else if (rest == 0)
        snprintf(buffer, LEDGER_DURATION_BYTES, "%" PRId64 " %s", minutes, minutes_text);
    else
        snprintf(buffer, LEDGER_DURATION_BYTES, "%" PRId64 " %s %" PRId64 " %s", minutes,
                 minutes_text, rest, seconds_text);
    return buffer;
}

typedef struct notice_digits {
    char text[24];
} notice_digits;

static notice_digits digits_of(int64_t number)
{
    notice_digits digits;

    snprintf(digits.text, sizeof digits.text, "%" PRId64, number);
    return digits;
}

char *ledger_game_words(ledger_game_key game, board_language language,
                        char buffer[LEDGER_GAME_WORDS_BYTES])
{
    static const char *const texts[BOARD_LANGUAGES] = {"第{round}轮第{table}台",
                                                       "round {round}, table {table}"};
    static const char *const further[BOARD_LANGUAGES] = {"第{number}局", ", game {number}"};
    const notice_digits round = digits_of(game.round);
    const notice_digits table = digits_of(game.table);
    const notice_digits number = digits_of(game.number);
    const ledger_field fields[] = {
        {"round", round.text}, {"table", table.text}, {"number", number.text}};
    ledger_phrase phrase = ledger_phrase_begin(buffer, LEDGER_GAME_WORDS_BYTES);

    ledger_phrase_fill(&phrase, texts[column(language)], fields, sizeof fields / sizeof *fields);
    if (game.number > 1)
        ledger_phrase_fill(&phrase, further[column(language)], fields,
                           sizeof fields / sizeof *fields);
    return buffer;
}

const char *ledger_notice_code(ledger_notice_kind kind)
{
    return rows[kind].code;
}

ledger_severity ledger_notice_severity(ledger_notice_kind kind)
{
    return rows[kind].severity;
}

const char *ledger_severity_code(ledger_severity severity)
{
    return severity == LEDGER_SEVERITY_ERROR     ? "error"
           : severity == LEDGER_SEVERITY_WARNING ? "warning"
                                                 : "consequence";
}

const char *ledger_notice_articles(const ledger_notice *notice)
{
    return notice->source != NULL && notice->source[0] != '\0' ? notice->source
                                                               : rows[notice->kind].articles;
}

char *ledger_notice_text(const ledger_notice *notice, board_language language, char *buffer,
                         size_t size)
{
    char game[LEDGER_GAME_WORDS_BYTES];
    char time[LEDGER_DURATION_BYTES];
    notice_digits count = digits_of(notice->count);
    notice_digits limit = digits_of(notice->limit);
    const char *what = notice->what[column(language)];
    const ledger_field fields[] = {{"side", ledger_side_text(notice->side, language)},
                                   {"count", count.text},
                                   {"limit", limit.text},
                                   {"time", ledger_duration_text(notice->count, language, time)},
                                   {"game", ledger_game_words(notice->game, language, game)},
                                   {"who", notice->who != NULL ? notice->who : ""},
                                   {"role", ledger_role_text(notice->role, language)},
                                   {"what", what != NULL ? what : ""},
                                   {"source", ledger_notice_articles(notice)}};
    ledger_phrase phrase = ledger_phrase_begin(buffer, size);

    ledger_phrase_fill(&phrase, rows[notice->kind].texts[column(language)], fields,
                       sizeof fields / sizeof *fields);
    return buffer;
}

bool ledger_has_error(const ledger_notice *notices, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (ledger_notice_severity(notices[i].kind) == LEDGER_SEVERITY_ERROR)
            return true;
    }
    return false;
}
