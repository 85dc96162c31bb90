/* judge/words.c: the catalogue, single words and codes. */
#include "judge/words_private.h"

static const char *const texts[WORDS_NAMES][BOARD_LANGUAGES] = {
#define JUDGE_TEXT(name, chinese, english) [WORDS_##name] = {chinese, english},
#include "judge/texts.def"
};

static const char *const reason_texts[JUDGE_REASON_KINDS][BOARD_LANGUAGES] = {
#define JUDGE_REASON(name, code, articles, chinese, english)                                       \
    [JUDGE_REASON_##name] = {chinese, english},
#include "judge/texts.def"
};

static const char *const reason_codes[JUDGE_REASON_KINDS] = {
#define JUDGE_REASON(name, code, articles, chinese, english) [JUDGE_REASON_##name] = (code),
#include "judge/texts.def"
};

static const char *const reason_articles[JUDGE_REASON_KINDS] = {
#define JUDGE_REASON(name, code, articles, chinese, english) [JUDGE_REASON_##name] = (articles),
#include "judge/texts.def"
};

static const char *const news_texts[JUDGE_NEWS_KINDS][BOARD_LANGUAGES] = {
#define JUDGE_NEWS(name, code, chinese, english) [JUDGE_NEWS_##name] = {chinese, english},
#include "judge/texts.def"
};

static const char *const news_codes[JUDGE_NEWS_KINDS] = {
#define JUDGE_NEWS(name, code, chinese, english) [JUDGE_NEWS_##name] = (code),
#include "judge/texts.def"
};

static unsigned column(board_language language)
{
    return language == BOARD_ENGLISH ? BOARD_ENGLISH : BOARD_CHINESE;
}

const char *words_text(words_name name, board_language language)
{
    return texts[name][column(language)];
}

const char *words_reason_text(judge_reason_kind kind, board_language language)
{
    return reason_texts[kind][column(language)];
}

const char *words_reason_articles(judge_reason_kind kind)
{
    return reason_articles[kind];
}

const char *words_news_text(judge_news news, board_language language)
{
    return news_texts[news][column(language)];
}

/* The code at an index; a value that is no member of its enumeration has none. */
static const char *code_at(const char *const *codes, size_t count, size_t index)
{
    return index < count ? codes[index] : "";
}

#define CODE_AT(codes, index) code_at(codes, sizeof(codes) / sizeof *(codes), (size_t)(index))

const char *judge_reason_code(judge_reason_kind kind)
{
    return CODE_AT(reason_codes, kind);
}

const char *judge_news_code(judge_news news)
{
    return CODE_AT(news_codes, news);
}

const char *judge_outcome_code(judge_outcome outcome)
{
    static const char *const codes[] = {
        [JUDGE_RED_LOSES] = "red-loses",
        [JUDGE_BLACK_LOSES] = "black-loses",
        [JUDGE_RED_MUST_CHANGE] = "red-must-change",
        [JUDGE_BLACK_MUST_CHANGE] = "black-must-change",
        [JUDGE_DRAW] = "draw",
        [JUDGE_OUTCOME_UNDECIDED] = "undecided",
        [JUDGE_NO_CYCLE] = "no-cycle",
    };
    return CODE_AT(codes, outcome);
}

const char *judge_class_code(judge_class conduct)
{
    static const char *const codes[] = {
        [JUDGE_PERPETUAL_CHECK] = "perpetual-check",
        [JUDGE_FORBIDDEN] = "forbidden",
        [JUDGE_ALLOWED] = "allowed",
        [JUDGE_CLASS_UNDECIDED] = "undecided",
    };
    return CODE_AT(codes, conduct);
}

const char *judge_stage_code(judge_stage stage)
{
    static const char *const codes[] = {
        [JUDGE_STAGE_NONE] = "none",
        [JUDGE_STAGE_ABOUT_TO] = "about-to",
        [JUDGE_STAGE_REPEATED] = "repeated",
        [JUDGE_STAGE_NO_LONGER] = "no-longer",
    };
    return CODE_AT(codes, stage);
}

const char *judge_label_code(judge_label label)
{
    static const char *const codes[] = {
        [JUDGE_CHECK] = "check", [JUDGE_KILL] = "kill",           [JUDGE_CHASE] = "chase",
        [JUDGE_IDLE] = "idle",   [JUDGE_UNDECIDED] = "undecided",
    };
    return CODE_AT(codes, label);
}

const char *judge_status_code(judge_threat_status status)
{
    static const char *const codes[] = {
        [JUDGE_THREAT_NEW] = "new",
        [JUDGE_THREAT_RENEWED] = "renewed",
        [JUDGE_THREAT_OLD] = "old",
        [JUDGE_THREAT_EVEN_TRADE] = "even-trade",
        [JUDGE_THREAT_UNCOUNTED] = "uncounted",
        [JUDGE_THREAT_REFUTED] = "refuted",
    };
    return CODE_AT(codes, status);
}

const char *judge_kind_code(judge_threat_kind kind)
{
    static const char *const codes[] = {
        [JUDGE_DIRECT] = "direct", [JUDGE_CHECK_LINE] = "check-line"};
    return CODE_AT(codes, kind);
}

const char *judge_end_code(judge_line_end end)
{
    static const char *const codes[] = {
        [JUDGE_END_BALANCE] = "balance", [JUDGE_END_MATE] = "mate",
        [JUDGE_END_MATED] = "mated",     [JUDGE_END_REPETITION] = "repetition",
        [JUDGE_END_LIMIT] = "limit",
    };
    return CODE_AT(codes, end);
}

const char *judge_flaw_code(judge_root_flaw flaw)
{
    static const char *const codes[] = {
        [JUDGE_ROOT_TRUE] = "true",
        [JUDGE_ROOT_ILLEGAL] = "illegal",
        [JUDGE_ROOT_MATED] = "mated",
        [JUDGE_ROOT_LOSES] = "loses",
    };
    return CODE_AT(codes, flaw);
}

const char *words_after(words_name first, size_t index, size_t count, board_language language)
{
    return words_text((words_name)((size_t)first + (index < count ? index : count - 1)), language);
}

const char *judge_label_word(judge_label label, board_language language)
{
    return words_after(WORDS_CHECK, label, JUDGE_LABELS, language);
}

const char *judge_idle_word(judge_idle_kind kind, board_language language)
{
    if (kind == JUDGE_IDLE_PLAIN)
        return words_text(WORDS_IDLE, language);
    return words_after(WORDS_EXCHANGE, kind - 1u, JUDGE_IDLE_KINDS - 1, language);
}

const char *judge_finding_word(const judge_finding *finding, board_language language)
{
    return finding->label == JUDGE_IDLE ? judge_idle_word(finding->idle_kind, language)
                                        : judge_label_word(finding->label, language);
}

const char *judge_side_name(board_side side, board_language language)
{
    return words_text(side == BOARD_RED ? WORDS_RED : WORDS_BLACK, language);
}

const char *judge_class_text(judge_class conduct, board_language language)
{
    return words_after(WORDS_CLASS_PERPETUAL_CHECK, conduct, JUDGE_CLASS_UNDECIDED + 1u, language);
}

const char *words_bare_name(board_piece piece, board_language language)
{
    words_name king = board_piece_side(piece) == BOARD_RED ? WORDS_RED_KING : WORDS_BLACK_KING;
    return words_after(king, board_piece_kind(piece), BOARD_KINDS, language);
}

const char *judge_piece_name(board_piece piece, board_language language)
{
    words_name king =
        board_piece_side(piece) == BOARD_RED ? WORDS_FULL_RED_KING : WORDS_FULL_BLACK_KING;
    return words_after(king, board_piece_kind(piece), BOARD_KINDS, language);
}
