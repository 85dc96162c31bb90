/*
 * tests/test_words.c: what the judge says of a move: the reason, its articles, the line that
 * proves it; and texts in buffers of every size.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "board/encoding.h"
#include "board/fen.h"
#include "judge/memo.h"
#include "judge/words.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* A move of a position, and what must be said of it. */
typedef struct example {
    const char *fen;
    const char *move;
    judge_label label;
    judge_idle_kind idle_kind;
    const char *articles;
    const char *chinese; /* parts that the sentence must have */
    const char *english;
} example;

/* Two rooks; Black's king may not face Red's. */
#define ROOK_CHECKS "3k5/9/9/9/9/9/9/9/R8/4K4 w"
#define ROOKS_MATE_AT_ONCE "4k4/R8/9/9/9/9/9/1R7/9/3K5 w"
#define ROOKS_MATE_IN_2 "4k4/9/9/R8/9/9/9/1R7/9/3K5 w"
#define ROOK_AND_HORSE "3k5/9/9/4n4/9/9/9/9/R8/5K3 w"
#define ROOK_AND_ROOTED_CANNON "2bk5/9/4c4/9/9/9/9/9/R8/5K3 w"
#define ROOK_ATTACKS_ALREADY "3k5/9/9/R3n4/9/9/9/9/9/5K3 w"
#define ROOTLESS_ROOK_FACED "3k5/9/9/4r4/9/1N7/9/9/R8/5K3 w"
#define ROOTED_ROOK_FACED "3k5/9/6n2/4r4/9/1N7/9/9/R8/5K3 w"
#define ROOK_OFFERED "3k5/9/6n2/4r4/9/9/9/9/R8/5K3 w"
#define PAWN_AND_HORSE "5k3/9/9/4n4/3P5/9/9/9/9/3K5 w"
#define KING_AND_CANNON "5k3/9/9/9/9/9/9/9/3c5/4K4 w"
#define GUARDING_ROOK "5k3/9/n8/9/1r7/9/9/9/8r/1R1K5 w"
#define NOTHING_AT_ALL "3k5/9/9/9/9/9/9/9/9/4K3R w"
/* Figures of the rulebook: 8.2, 8.7, 8.23, 8.15, 8.14, 8.18, 8.13, 8.28. */
#define FIGURE_CHECK_LINE "1r2kabr1/2c1a4/n1c1b1n2/4p4/p1p6/1C4P1N/P1P1P4/2N1B3C/4A4/1RBAK2R1 w"
#define FIGURE_BLOCK "2bak1c2/4aRN1r/4b4/9/9/9/3pp4/2n1B4/9/2B1K2C1 b"
#define FIGURE_LOSES "2bakr3/4a4/4b4/9/9/9/1r7/1cR2A2B/4A2N1/1R3K3 b"
#define FIGURE_KING_HELPED "3a2b1r/4ak3/8b/9/9/9/9/B2NN3B/3K5/4p4 w"
#define FIGURE_PAWN "1rb1kacn1/4a4/2n1b2r1/p1C1pRP1p/2p6/9/PcP1P3P/N3C1N2/9/1RBAKAB2 w"
#define FIGURE_KEY_SQUARE "4ka3/4a4/b3b4/9/9/3R5/4n4/3Ar4/3KA4/9 w"
#define FIGURE_KING_STEPS "3k1ab2/4a4/4c4/3R4p/3PC4/4r4/8P/9/9/5K3 b"
#define FIGURE_ELSEWHERE "2b1kr3/1r2a4/4ba3/1N1R5/9/4p4/9/4B4/4A4/3AK1B2 w"
/* Figures 8.28, 9.11, 8.22, 9.25 after their first moves: who moved is who is spoken of. */
#define FIGURE_HORSE_MOVES "C1Rakab1r/9/2n1b1n2/2p5p/6p2/2P6/r3P1P1P/4CcN2/9/2BAK1BR1 b"
#define FIGURE_NEW_HELPER "3k4C/4a4/4b3b/p8/5P2P/4c4/5p3/4BA3/4A4/5KB2 b"
#define FIGURE_PAWN_RUNS "2b1kr3/1r2a4/4ba3/1N2R4/9/4p4/9/4B4/4A4/3AK1B2 b"
#define FIGURE_ANSWER "2ba1kb2/4a2r1/4c1n2/p7p/2p2rpc1/4R4/P1PR2P1P/2N2CN2/4A4/2BK1AB2 b"
/* Black's cannon could take, and Red would then check without end. */
#define CANNON_CHECKED_FOR_EVER "5Rb2/3k5/P3b4/5N3/9/9/4cr3/3A5/3C1p3/3AK4 b"

static const example examples[] = {
    {ROOK_CHECKS, "a1d1", JUDGE_CHECK, JUDGE_IDLE_PLAIN, "28.1", "红车将军（28.1）",
     "Check by the red rook (28.1)"},
    {ROOKS_MATE_AT_ONCE, "b2c2", JUDGE_KILL, JUDGE_IDLE_PLAIN, "28.2", "下一着车七进七即成将死",
     "mate at once: c2c9"},
    {ROOKS_MATE_IN_2, "b2c2", JUDGE_KILL, JUDGE_IDLE_PLAIN, "28.2",
     "2着将死：车七平五 将５平６ 车九平四", "in 2 moves: c2e2 e9f9 a6f6"},
    {ROOK_AND_HORSE, "a1a6", JUDGE_CHASE, JUDGE_IDLE_PLAIN, "28.3,29.1,29.2",
     "红车要吃黑马：车九平五，得马（28.3、29.1）；走子前没有这个捉（29.2）",
     "red rook threatens the black horse: a6e6, winning horse (28.3, 29.1); it was not there"},
    {ROOK_AND_ROOTED_CANNON, "a1a7", JUDGE_IDLE, JUDGE_IDLE_FOLLOW, "28.8,28.16,29.3",
     "红车盯住黑炮（28.8）。红车吃黑炮不得子，它有根：车九平五 象３进５，得炮，失车（28.16、29.3）",
     "wins nothing, it has a root: a7e7 c9e7, winning cannon, giving rook (28.16, 29.3)"},
    {ROOK_ATTACKS_ALREADY, "f0f1", JUDGE_IDLE, JUDGE_IDLE_PLAIN, "29.2,item.6",
     "红车对黑马的捉走子前已有", "attacked the black horse before the move already"},
    {ROOTLESS_ROOK_FACED, "a1a6", JUDGE_IDLE, JUDGE_IDLE_EXCHANGE, "28.5",
     "黑车可与红车互换，叫吃它是邀兑，不是捉（28.5）",
     "black rook can trade itself for the red rook"},
    {ROOTED_ROOK_FACED, "a1a6", JUDGE_IDLE, JUDGE_IDLE_EXCHANGE, "28.5,28.16,29.3",
     "红车与黑车相对，可以互换：邀兑（28.5）", "face each other and can be exchanged (28.5)"},
    {ROOK_OFFERED, "a1a6", JUDGE_IDLE, JUDGE_IDLE_SACRIFICE, "28.6,28.16,29.3",
     "红车无根送到黑车口中：献（28.6）", "a sacrifice (28.6)"},
    {PAWN_AND_HORSE, "d5e5", JUDGE_IDLE, JUDGE_IDLE_FOLLOW, "27.2,28.8",
     "只有红兵自己叫吃黑马，按闲（27.2）", "Only the red pawn itself attacks the black horse"},
    {KING_AND_CANNON, "e0e1", JUDGE_IDLE, JUDGE_IDLE_FOLLOW, "27.1,28.8",
     "只有红帅自己叫吃黑炮，按闲（27.1）", "Only the red king itself attacks the black cannon"},
    {GUARDING_ROOK, "b0a0", JUDGE_IDLE, JUDGE_IDLE_FOLLOW, "28.8,29.4,item.7",
     "红车吃黑马，红方会被将死：车九进七 车２进５，按闲（29.4、细则7）",
     "Red is mated: a0a7 b5b0; idle (29.4"},
    {NOTHING_AT_ALL, "i0h0", JUDGE_IDLE, JUDGE_IDLE_PLAIN, "28.9", "不将、不杀、不捉（28.9）",
     "No check, no threat to mate, no chase (28.9)"},
    {FIGURE_CHECK_LINE, "i4h6", JUDGE_CHASE, JUDGE_IDLE_PLAIN, "28.3,29.1,29.2",
     "下一着起靠照将得黑车：马二进三 ", "Threatens by checks to win the black rook: h6g8 "},
    {FIGURE_BLOCK, "i8h8", JUDGE_IDLE, JUDGE_IDLE_BLOCK, "28.7,29.4,item.7",
     "红方原有连将杀：炮二进九 士５退６", "Red had a mate by checks, h0h9 e8f9"},
    {FIGURE_LOSES, "b2b1", JUDGE_IDLE, JUDGE_IDLE_FOLLOW, "28.8,28.16,29.3", "得不偿失：炮２平８",
     "loses more: b1h1"},
    {FIGURE_KING_HELPED, "d1e1", JUDGE_CHASE, JUDGE_IDLE_PLAIN, "28.3,29.1,29.2",
     "红马要吃黑卒：马六退五", "red horse threatens the black pawn"},
    {FIGURE_PAWN, "g6h6", JUDGE_IDLE, JUDGE_IDLE_FOLLOW, "27.2,28.8",
     "只有红兵自己叫吃黑车，按闲（27.2）", "Only the red pawn itself"},
    {FIGURE_ELSEWHERE, "d6e6", JUDGE_CHASE, JUDGE_IDLE_PLAIN, "28.3,29.1,29.2",
     "得卒，失马，别处之失不作根论", "giving horse, but what is lost elsewhere makes no root"},
    {FIGURE_HORSE_MOVES, "c7e8", JUDGE_CHASE, JUDGE_IDLE_PLAIN, "28.3,29.1,29.2",
     "黑马要吃红车：马５退３", "The black horse threatens the red rook"},
    {FIGURE_NEW_HELPER, "e4f4", JUDGE_CHASE, JUDGE_IDLE_PLAIN, "27.1,28.3,29.1,29.2",
     "黑卒与黑炮同时捉红仕", "The black pawn and the black cannon threaten the red advisor"},
    {FIGURE_PAWN_RUNS, "e4d4", JUDGE_IDLE, JUDGE_IDLE_PLAIN, "28.9", "不将、不杀、不捉（28.9）",
     "No check, no threat to mate, no chase (28.9)"},
    {FIGURE_ANSWER, "f9e9", JUDGE_IDLE, JUDGE_IDLE_PLAIN, "28.9", "应将，不将、不杀、不捉（28.9）",
     "Answers a check"},
    {CANNON_CHECKED_FOR_EVER, "e3d3", JUDGE_IDLE, JUDGE_IDLE_EXCHANGE, "28.5,29.3",
     "得炮，但局面重复，不算得子（29.3）", "winning cannon, but the position repeats"},
    {FIGURE_KING_STEPS, "d9e9", JUDGE_KILL, JUDGE_IDLE_PLAIN, "28.2", "即成将死", "mate at once"},
};

static board_position position_of(const char *fen)
{
    board_position position;
    board_problem problem;
    if (board_position_from_fen(fen, strlen(fen), &position, &problem) != BOARD_OK)
        fail_msg("%s: %s", fen, board_error_text(problem.error, BOARD_ENGLISH));
    return position;
}

static board_move move_of(const board_position *position, const char *text)
{
    board_readings readings;
    if (board_notation_read(position, BOARD_NOTATION_ICCS, text, strlen(text), &readings) !=
            BOARD_OK ||
        readings.count != 1)
        fail_msg("%s is no move here", text);
    return readings.moves[0];
}

/* One memo for all tests of this program: it changes no answer. */
static judge_memo *memo;

static int make_memo(void **state)
{
    (void)state;
    memo = judge_memo_new(judge_memo_standard());
    return memo ? 0 : -1;
}

static int free_memo(void **state)
{
    (void)state;
    judge_memo_free(memo);
    return 0;
}

static judge_setting standard_setting(void)
{
    return (judge_setting){.limits = judge_limits_standard(), .memo = memo};
}

/* Labels a move; the finding is to be freed. */
static judge_finding *finding_of(const board_position *position, const char *move,
                                 const judge_setting *setting)
{
    judge_finding *finding = malloc(sizeof *finding);
    assert_non_null(finding);
    judge_label_move(position, move_of(position, move), setting, finding);
    return finding;
}

static void expect_part(const char *text, const char *part, const char *of)
{
    if (!strstr(text, part))
        fail_msg("%s: \"%s\" is not in \"%s\"", of, part, text);
}

static void expect_words(const board_position *position, const judge_finding *finding,
                         const example *wanted)
{
    char text[JUDGE_SENTENCE_BYTES];
    judge_finding_sentence(position, finding, BOARD_CHINESE, text, sizeof text);
    expect_part(text, wanted->chinese, wanted->fen);
    judge_finding_sentence(position, finding, BOARD_ENGLISH, text, sizeof text);
    expect_part(text, wanted->english, wanted->fen);
    judge_finding_articles(position, finding, NULL, text, sizeof text);
    assert_string_equal(text, wanted->articles);
}

static void every_label_is_explained(void **state)
{
    const judge_setting setting = standard_setting();
    (void)state;
    for (size_t i = 0; i < COUNT(examples); i++) {
        const example *wanted = &examples[i];
        const board_position position = position_of(wanted->fen);
        judge_finding *finding = finding_of(&position, wanted->move, &setting);
        if (finding->label != wanted->label || finding->idle_kind != wanted->idle_kind)
            fail_msg("%s %s: %s", wanted->fen, wanted->move,
                     judge_finding_word(finding, BOARD_ENGLISH));
        expect_words(&position, finding, wanted);
        free(finding);
    }
}

static void explain(const char *fen, const char *move, const judge_setting *setting,
                    const example *wanted)
{
    const board_position position = position_of(fen);
    judge_finding *finding = finding_of(&position, move, setting);
    assert_int_equal(finding->label, wanted->label);
    expect_words(&position, finding, wanted);
    free(finding);
}

static void clauses_are_named(void **state)
{
    judge_setting setting = standard_setting();
    (void)state;
    explain(FIGURE_KEY_SQUARE, "d4e4", &setting,
            &(example){.fen = FIGURE_KEY_SQUARE,
                       .label = JUDGE_IDLE,
                       .articles = "27.3,28.7",
                       .chinese = "须由裁判认定（27.3）",
                       .english = "for the arbiter (27.3)"});
    setting.clauses.king_evades = true;
    explain(FIGURE_KING_STEPS, "d9e9", &setting,
            &(example){.fen = FIGURE_KING_STEPS,
                       .label = JUDGE_IDLE,
                       .articles = "28.9,fig.8.13",
                       .chinese = "避将",
                       .english = "stepped out of check"});
    setting.count_pawns = true;
    explain(FIGURE_PAWN, "g6h6", &setting,
            &(example){.fen = FIGURE_PAWN,
                       .label = JUDGE_CHASE,
                       .articles = "27.2,28.3,29.2,item.11",
                       .chinese = "双方互打，红兵叫吃黑车计为捉：兵二进一",
                       .english = "the red pawn chases the black rook: h6h7"});
}

static void exhausted_searches_are_named(void **state)
{
    judge_setting setting = standard_setting();
    (void)state;
    setting.limits.mate = (judge_mate_limits){0}; /* no search at all */
    explain(ROOK_AND_HORSE, "a1a6", &setting,
            &(example){.fen = ROOK_AND_HORSE,
                       .label = JUDGE_UNDECIDED,
                       .articles = "28.2,28.3,29.1,29.2",
                       .chinese = "是否为杀未能判定（28.2）。红车要吃黑马",
                       .english = "kill or not is open (28.2). The red rook threatens"});
    setting = standard_setting();
    setting.limits.exchange.nodes = 0;
    explain(ROOK_AND_HORSE, "a1a6", &setting,
            &(example){.fen = ROOK_AND_HORSE,
                       .label = JUDGE_UNDECIDED,
                       .articles = "28.3",
                       .chinese = "计算红车吃黑马的得失时用尽了限额",
                       .english = "whether the red rook wins the black horse ran out"});
}

/* Each piece of a line between blanks, read back where it is played, is the move of the line. */
static void expect_line_reads_back(const board_position *start, const judge_line *line,
                                   board_notation notation)
{
    char text[JUDGE_LINE_BYTES];
    board_position position = *start;
    const char *word = judge_line_text(start, line, notation, text, sizeof text);
    for (size_t i = 0; i < line->count; i++) {
        board_readings readings;
        size_t length = strcspn(word, " ");
        assert_int_equal(board_notation_read(&position, notation, word, length, &readings),
                         BOARD_OK);
        assert_int_equal(readings.count, 1);
        assert_true(board_move_equal(readings.moves[0], line->moves[i]));
        board_make(&position, line->moves[i]);
        word += length + (word[length] == ' ');
    }
    assert_string_equal(word, "");
}

static void lines_are_legal_and_read_back(void **state)
{
    const judge_setting setting = standard_setting();
    size_t lines = 0;
    (void)state;
    for (size_t i = 0; i < COUNT(examples); i++) {
        const board_position position = position_of(examples[i].fen);
        judge_finding *finding = finding_of(&position, examples[i].move, &setting);
        judge_reason reasons[JUDGE_REASONS_MAX];
        size_t count = judge_finding_reasons(&position, finding, reasons);
        assert_in_range(count, 1, JUDGE_REASONS_MAX);
        for (size_t j = 0; j < count; j++) {
            if (!reasons[j].line)
                continue;
            lines++;
            expect_line_reads_back(&reasons[j].line_start, reasons[j].line, BOARD_NOTATION_CHINESE);
            expect_line_reads_back(&reasons[j].line_start, reasons[j].line, BOARD_NOTATION_ICCS);
            expect_line_reads_back(&reasons[j].line_start, reasons[j].line, BOARD_NOTATION_WXF);
        }
        free(finding);
    }
    assert_true(lines >= 12);
}

static void cut_line_says_so(void **state)
{
    char text[JUDGE_LINE_BYTES];
    board_position position;
    judge_line line = {.count = 1, .cut = true, .moves = {{19, 22}}};
    (void)state;
    board_position_initial(&position);
    judge_line_text(&position, &line, BOARD_NOTATION_ICCS, text, sizeof text);
    assert_string_equal(text, "b2e2…");
    line = (judge_line){0};
    judge_line_text(&position, &line, BOARD_NOTATION_ICCS, text, sizeof text);
    assert_string_equal(text, "");
}

/* A text written into a buffer of every size. */
typedef char *(*writer)(const void *what, char *buffer, size_t size);

/* What comes is the beginning of the whole text, whole characters only, ended by NUL, and nothing
 * is written past the size. */
static void expect_every_size(writer write, const void *what)
{
    char whole[JUDGE_SENTENCE_BYTES];
    char part[JUDGE_SENTENCE_BYTES];
    write(what, whole, sizeof whole);
    size_t length = strlen(whole);
    assert_true(length > 0 && length + 2 < sizeof whole);
    for (size_t size = 0; size <= length + 2; size++) {
        memset(part, '#', sizeof part);
        assert_ptr_equal(write(what, part, size), part);
        assert_int_equal(part[size], '#');
        if (size == 0)
            continue;
        size_t written = strlen(part);
        assert_true(written < size && (written + 4 >= size || written == length));
        assert_memory_equal(part, whole, written);
        assert_true(board_utf8_valid(part, written));
    }
}

typedef struct sentence {
    const board_position *position;
    const judge_finding *finding;
    board_language language;
} sentence;

static char *write_sentence(const void *what, char *buffer, size_t size)
{
    const sentence *one = what;
    return judge_finding_sentence(one->position, one->finding, one->language, buffer, size);
}

static char *write_articles(const void *what, char *buffer, size_t size)
{
    const sentence *one = what;
    return judge_finding_articles(one->position, one->finding, NULL, buffer, size);
}

static char *write_mate(const void *what, char *buffer, size_t size)
{
    const sentence *one = what;
    board_position start;
    judge_threats_start(one->position, one->finding, true, &start);
    return judge_line_text(&start, &one->finding->mate, BOARD_NOTATION_CHINESE, buffer, size);
}

static void sentences_fit_every_size(void **state)
{
    const judge_setting setting = standard_setting();
    (void)state;
    for (size_t i = 0; i < COUNT(examples); i++) {
        const board_position position = position_of(examples[i].fen);
        judge_finding *finding = finding_of(&position, examples[i].move, &setting);
        for (int language = 0; language < BOARD_LANGUAGES; language++) {
            const sentence one = {&position, finding, (board_language)language};
            expect_every_size(write_sentence, &one);
            expect_every_size(write_articles, &one);
            if (finding->label == JUDGE_KILL)
                expect_every_size(write_mate, &one);
        }
        free(finding);
    }
}

/* Conduct */

static judge_conduct conduct_of(size_t checks, size_t kills, size_t chases, size_t idle)
{
    judge_conduct conduct = {.class = idle ? JUDGE_ALLOWED : JUDGE_FORBIDDEN};
    conduct.counts[JUDGE_CHECK] = checks;
    conduct.counts[JUDGE_KILL] = kills;
    conduct.counts[JUDGE_CHASE] = chases;
    conduct.counts[JUDGE_IDLE] = idle;
    if (checks > 0 && kills + chases + idle == 0)
        conduct.class = JUDGE_PERPETUAL_CHECK;
    return conduct;
}

static void expect_conduct(judge_conduct conduct, const char *chinese, const char *english)
{
    char name[JUDGE_NAME_BYTES];
    assert_string_equal(judge_conduct_name(&conduct, BOARD_CHINESE, name, sizeof name), chinese);
    assert_string_equal(judge_conduct_name(&conduct, BOARD_ENGLISH, name, sizeof name), english);
}

static void conduct_is_named_by_its_labels(void **state)
{
    (void)state;
    expect_conduct(conduct_of(3, 0, 0, 0), "长将", "perpetual check");
    expect_conduct(conduct_of(0, 1, 0, 0), "长杀", "perpetual kill");
    expect_conduct(conduct_of(0, 0, 2, 0), "长捉", "perpetual chase");
    expect_conduct(conduct_of(1, 0, 1, 0), "一将一捉", "one check, one chase");
    expect_conduct(conduct_of(1, 1, 0, 0), "一将一杀", "one check, one kill");
    expect_conduct(conduct_of(0, 1, 1, 0), "一杀一捉", "one kill, one chase");
    expect_conduct(conduct_of(2, 0, 2, 0), "一将一捉", "one check, one chase");
    expect_conduct(conduct_of(4, 0, 2, 0), "有将有捉（将4、捉2）",
                   "checks and chases (4 checks, 2 chases)");
    expect_conduct(conduct_of(1, 0, 0, 1), "一将一闲", "one check, one idle move");
    expect_conduct(conduct_of(0, 0, 2, 14), "有捉有闲（捉2、闲14）",
                   "chases and idle moves (2 chases, 14 idle moves)");
    expect_conduct(conduct_of(0, 0, 7, 7), "一捉一闲", "one chase, one idle move");
    expect_conduct(conduct_of(0, 0, 3, 1), "三捉一闲", "three chases, one idle move");
    expect_conduct(conduct_of(2, 2, 2, 0), "一将一杀一捉", "one check, one kill, one chase");
    expect_conduct(conduct_of(0, 0, 2, 1), "二捉一闲", "two chases, one idle move");
    expect_conduct(conduct_of(1, 2, 3, 6), "有将有杀有捉有闲（将1、杀2、捉3、闲6）",
                   "checks, kills, chases and idle moves (1 check, 2 kills, 3 chases, 6 idle "
                   "moves)");
    expect_conduct(conduct_of(10, 11, 0, 0), "有将有杀（将10、杀11）",
                   "checks and kills (10 checks, 11 kills)");
    expect_conduct(conduct_of(0, 0, 0, 2), "闲着", "idle moves");
    expect_conduct(conduct_of(0, 0, 0, 0), "", "");
}

static void idle_conduct_is_named_by_its_kind(void **state)
{
    judge_conduct conduct = conduct_of(0, 0, 0, 2);
    (void)state;
    conduct.idle_kinds[JUDGE_IDLE_EXCHANGE] = 1;
    expect_conduct(conduct, "闲着", "idle moves");
    conduct.idle_kinds[JUDGE_IDLE_EXCHANGE] = 2;
    expect_conduct(conduct, "长兑", "perpetual exchange offers");
    conduct.idle_kinds[JUDGE_IDLE_EXCHANGE] = 0;
    conduct.idle_kinds[JUDGE_IDLE_SACRIFICE] = 2;
    expect_conduct(conduct, "长献", "perpetual sacrifices");
    conduct.idle_kinds[JUDGE_IDLE_SACRIFICE] = 0;
    conduct.idle_kinds[JUDGE_IDLE_BLOCK] = 2;
    expect_conduct(conduct, "长拦", "perpetual blocks");
    conduct.idle_kinds[JUDGE_IDLE_BLOCK] = 0;
    conduct.idle_kinds[JUDGE_IDLE_FOLLOW] = 2;
    expect_conduct(conduct, "长跟", "perpetual follows");
    conduct.counts[JUDGE_UNDECIDED] = 2;
    expect_conduct(conduct, "一闲一未定", "one idle move, one undecided move");
}

/* Rulings */

static judge_result ruled(judge_conduct red, judge_conduct black, judge_outcome outcome,
                          const char *articles)
{
    judge_result result = {.conduct = {red, black}, .ruling = {.outcome = outcome}};
    result.cycle.stage = JUDGE_STAGE_REPEATED;
    memcpy(result.ruling.articles, articles, strlen(articles) + 1);
    return result;
}

static void expect_ruling(const judge_result *result, const char *chinese, const char *english)
{
    char text[JUDGE_SENTENCE_BYTES];
    judge_ruling_text(result, BOARD_CHINESE, text, sizeof text);
    assert_string_equal(text, chinese);
    judge_ruling_text(result, BOARD_ENGLISH, text, sizeof text);
    assert_string_equal(text, english);
}

static void rulings_are_full_sentences(void **state)
{
    const judge_conduct check = conduct_of(2, 0, 0, 0);
    const judge_conduct chase = conduct_of(0, 0, 2, 0);
    const judge_conduct idle = conduct_of(0, 0, 0, 2);
    judge_result result = ruled(chase, idle, JUDGE_RED_MUST_CHANGE, "26.4,24.3");
    (void)state;
    expect_ruling(&result, "红方长捉，黑方闲着，应由红方变着，不变判负（26.4、24.3）。",
                  "Red: perpetual chase; Black: idle moves. Red must change, or loses (26.4, "
                  "24.3).");
    result = ruled(idle, chase, JUDGE_BLACK_LOSES, "24.3");
    expect_ruling(&result, "红方闲着，黑方长捉，黑方应变着而不变，判负（24.3）。",
                  "Red: idle moves; Black: perpetual chase. Black had to change and did not: "
                  "Black loses (24.3).");
    result = ruled(check, chase, JUDGE_RED_LOSES, "26.1,24.1");
    expect_ruling(&result, "红方长将，黑方长捉，红方单方面长将，判负（26.1、24.1）。",
                  "Red: perpetual check; Black: perpetual chase. Red alone gives perpetual check "
                  "and loses (26.1, 24.1).");
    result = ruled(check, check, JUDGE_DRAW, "26.3");
    expect_ruling(&result, "红方长将，黑方长将，双方均为禁止着法，不变作和（26.3）。",
                  "Red: perpetual check; Black: perpetual check. Both sides' moves are forbidden: "
                  "a draw if neither changes (26.3).");
    result = ruled(idle, idle, JUDGE_DRAW, "26.2");
    expect_ruling(&result, "红方闲着，黑方闲着，双方均为允许着法，不变作和（26.2）。",
                  "Red: idle moves; Black: idle moves. Both sides' moves are allowed: a draw if "
                  "neither changes (26.2).");
    result = (judge_result){.ruling = {.outcome = JUDGE_NO_CYCLE}};
    expect_ruling(&result, "局面没有重复，不适用棋例。",
                  "No position was repeated: the rules of repetition do not apply.");
}

static void other_editions_have_their_own_sentences(void **state)
{
    judge_conduct chase = conduct_of(0, 0, 2, 0);
    judge_result result = ruled(chase, chase, JUDGE_RED_MUST_CHANGE, "fig.8.10,24.3");
    (void)state;
    expect_ruling(&result,
                  "红方长捉，黑方长捉，双方均为禁止着法，黑方所捉较轻，应由红方变着，不变判负（"
                  "图8.10、24.3）。",
                  "Red: perpetual chase; Black: perpetual chase. Both sides' moves are forbidden, "
                  "and Black's chases are lighter: Red must change, or loses (figure 8.10, 24.3).");
    chase.class = JUDGE_ALLOWED;
    result = ruled(chase, chase, JUDGE_DRAW, "wxf.allowed");
    expect_ruling(&result,
                  "红方捉不同的子，黑方捉不同的子，双方均为允许着法，不变作和（wxf.allowed）。",
                  "Red: chases of different pieces; Black: chases of different pieces. Both sides' "
                  "moves are allowed: a draw if neither changes (wxf.allowed).");
    chase.class = JUDGE_FORBIDDEN;
    result = ruled(chase, conduct_of(0, 0, 0, 2), JUDGE_RED_LOSES, "wxf.chase");
    expect_ruling(
        &result, "红方长捉，黑方闲着，长捉同一子，红方判负（wxf.chase）。",
        "Red: perpetual chase; Black: idle moves. The perpetual chase of one piece loses: "
        "Red loses (wxf.chase).");
}

static void world_rules_cite_no_national_articles(void **state)
{
    judge_setting setting = standard_setting();
    char text[JUDGE_SENTENCE_BYTES];
    (void)state;
    setting.clauses.world_chase = true;
    const board_position position = position_of(ROOK_AND_HORSE);
    judge_finding *finding = finding_of(&position, "a1a6", &setting);
    judge_finding_sentence_under(&position, finding, &setting.clauses, BOARD_CHINESE, text,
                                 sizeof text);
    assert_string_equal(text, "红车要吃黑马：车九平五，得马；走子前没有这个捉。");
    judge_finding_sentence_under(&position, finding, &setting.clauses, BOARD_ENGLISH, text,
                                 sizeof text);
    assert_string_equal(text, "The red rook threatens the black horse: a6e6, winning horse; it was "
                              "not there before the move.");
    judge_finding_articles(&position, finding, &setting.clauses, text, sizeof text);
    assert_string_equal(text, "wxf.chase");
    free(finding);
}

/* What looks like a chase under the world rules and is none is excused by the nearest rule. */
static void world_rules_excuse_what_looks_like_a_chase(void **state)
{
    static const struct {
        const char *fen;
        const char *move;
        const char *chinese;
    } rows[] = {
        {"3k5/9/4b4/9/2n6/9/9/9/R8/5K3 w", "a1a5", "红车吃黑马不得子，它有根：车九平七 象５进３"},
        {"3k5/9/9/9/4r4/9/9/9/R8/5K3 w", "a1a5", "黑车可与红车互换，叫吃它是邀兑"},
        {"3k5/9/9/4n4/3P5/9/9/9/9/5K3 w", "d5d6", "只有红兵自己叫吃黑马，按闲。"},
        {"3k5/9/9/9/9/9/9/4n4/9/5K3 w", "f0f1", "不将、不杀、不捉"},
    };
    judge_setting setting = standard_setting();
    char text[JUDGE_SENTENCE_BYTES];
    (void)state;
    setting.clauses.world_chase = true;
    for (size_t i = 0; i < COUNT(rows); i++) {
        const board_position position = position_of(rows[i].fen);
        judge_finding *finding = finding_of(&position, rows[i].move, &setting);
        assert_int_equal(finding->label, JUDGE_IDLE);
        judge_finding_sentence_under(&position, finding, &setting.clauses, BOARD_CHINESE, text,
                                     sizeof text);
        expect_part(text, rows[i].chinese, rows[i].fen);
        judge_finding_sentence_under(&position, finding, &setting.clauses, BOARD_ENGLISH, text,
                                     sizeof text);
        assert_null(strstr(text, "28."));
        free(finding);
    }
}

/* The reasons one by one make up the sentence. */
static void reasons_are_sentences(void **state)
{
    const judge_setting setting = standard_setting();
    (void)state;
    for (size_t i = 0; i < COUNT(examples); i++) {
        const board_position position = position_of(examples[i].fen);
        judge_finding *finding = finding_of(&position, examples[i].move, &setting);
        judge_reason reasons[JUDGE_REASONS_MAX];
        char whole[JUDGE_SENTENCE_BYTES];
        char part[JUDGE_SENTENCE_BYTES];
        judge_finding_sentence(&position, finding, BOARD_ENGLISH, whole, sizeof whole);
        assert_true(judge_finding_reasons(&position, finding, reasons) > 0);
        judge_reason_sentence(&position, finding, &reasons[0], NULL, BOARD_ENGLISH, part,
                              sizeof part);
        assert_int_equal(strncmp(whole, part, strlen(part)), 0);
        assert_int_equal(part[strlen(part) - 1], '.');
        free(finding);
    }
}

/* A cycle that was left is ruled on only as if it had gone on. */
static void left_cycles_are_moot(void **state)
{
    judge_result result =
        ruled(conduct_of(0, 0, 2, 0), conduct_of(0, 0, 0, 2), JUDGE_RED_MUST_CHANGE, "26.4,24.3");
    char text[JUDGE_SENTENCE_BYTES];
    (void)state;
    result.cycle.stage = JUDGE_STAGE_NO_LONGER;
    judge_ruling_text(&result, BOARD_CHINESE, text, sizeof text);
    expect_part(text, "循环已变着，不必裁决；倘若循环下去：红方长捉", "moot");
    judge_ruling_text(&result, BOARD_ENGLISH, text, sizeof text);
    expect_part(text, "nothing to rule; had it gone on: Red: perpetual chase", "moot");
}

/* Before the position has stood three times the ruling says so, unless an order to change stood. */
static void rulings_before_the_third_time_are_provisional(void **state)
{
    const judge_conduct chase = conduct_of(0, 0, 2, 0);
    const judge_conduct idle = conduct_of(0, 0, 0, 2);
    judge_result result = ruled(chase, idle, JUDGE_RED_MUST_CHANGE, "26.4,24.3");
    (void)state;
    assert_false(judge_ruling_provisional(&result));
    result.cycle.missing = 1;
    assert_true(judge_ruling_provisional(&result));
    expect_ruling(
        &result, "循环满三次后：红方长捉，黑方闲着，应由红方变着，不变判负（26.4、24.3）。",
        "Once it has stood three times: Red: perpetual chase; Black: idle moves. Red must change, "
        "or loses (26.4, 24.3).");
    result.cycle.stage = JUDGE_STAGE_ABOUT_TO;
    result.cycle.missing = 0;
    assert_true(judge_ruling_provisional(&result));
    result.cycle.stage = JUDGE_STAGE_NO_LONGER;
    result.cycle.missing = 1;
    assert_false(judge_ruling_provisional(&result));
    result = ruled(chase, idle, JUDGE_RED_LOSES, "24.3");
    result.cycle.missing = 1;
    assert_false(judge_ruling_provisional(&result));
    result = ruled(conduct_of(2, 0, 0, 0), idle, JUDGE_RED_LOSES, "26.1,24.1");
    result.cycle.missing = 2;
    assert_true(judge_ruling_provisional(&result));
    result = (judge_result){.cycle.missing = 2, .ruling = {.outcome = JUDGE_NO_CYCLE}};
    assert_false(judge_ruling_provisional(&result));
}

static void remarks_follow_the_ruling(void **state)
{
    judge_conduct chase = conduct_of(0, 0, 2, 0);
    judge_result result = ruled(chase, chase, JUDGE_DRAW, "26.3");
    char text[JUDGE_SENTENCE_BYTES];
    (void)state;
    result.conduct[BOARD_RED].pawns_counted = true;
    judge_ruling_text(&result, BOARD_CHINESE, text, sizeof text);
    expect_part(text, "计为捉（27.2）。", "pawns");
    judge_finding *finding = calloc(1, sizeof *finding);
    assert_non_null(finding);
    finding->key_square = true;
    result.count = result.cycle.length = result.finding_count = 1;
    result.findings = finding;
    judge_ruling_text(&result, BOARD_ENGLISH, text, sizeof text);
    expect_part(text, "key square is for the arbiter (27.3).", "key square");
    result.ruling.outcome = JUDGE_OUTCOME_UNDECIDED;
    judge_ruling_text(&result, BOARD_CHINESE, text, sizeof text);
    expect_part(text, "请裁判认定", "undecided");
    free(finding);
}

static char *write_ruling(const void *what, char *buffer, size_t size)
{
    return judge_ruling_text(what, BOARD_CHINESE, buffer, size);
}

static char *write_conduct(const void *what, char *buffer, size_t size)
{
    return judge_conduct_name(what, BOARD_ENGLISH, buffer, size);
}

static void rulings_fit_every_size(void **state)
{
    const judge_conduct mixed = conduct_of(1, 2, 3, 6);
    const judge_result result = ruled(mixed, mixed, JUDGE_DRAW, "26.2,24.2");
    (void)state;
    expect_every_size(write_conduct, &mixed);
    expect_every_size(write_ruling, &result);
}

/* Stages */

typedef struct staged {
    judge_dispute dispute;
    judge_result result;
} staged;

static char *write_stage(const void *what, char *buffer, size_t size)
{
    const staged *one = what;
    return judge_stage_text(&one->dispute, &one->result, BOARD_CHINESE, buffer, size);
}

static void expect_stage(const staged *one, const char *chinese, const char *english)
{
    char text[JUDGE_SENTENCE_BYTES];
    judge_stage_text(&one->dispute, &one->result, BOARD_CHINESE, text, sizeof text);
    assert_string_equal(text, chinese);
    judge_stage_text(&one->dispute, &one->result, BOARD_ENGLISH, text, sizeof text);
    assert_string_equal(text, english);
    expect_every_size(write_stage, one);
}

static void stages_count_what_stood(void **state)
{
    static const judge_played moves[] = {{{8, 7}, false}};
    staged one = {.dispute = {.start = position_of(NOTHING_AT_ALL), .moves = moves}};
    judge_cycle *cycle = &one.result.cycle;
    (void)state;
    expect_stage(&one, "没有重复局面。", "No position was repeated.");
    *cycle = (judge_cycle){.stage = JUDGE_STAGE_REPEATED, .occurrences = 3, .plies = {0, 4, 8}};
    expect_stage(&one, "局面已出现3次（起始、第4着后、第8着后），可以裁决。",
                 "The position has stood 3 times (at the start, after move 4, after move 8): a "
                 "ruling can be given.");
    *cycle = (judge_cycle){
        .stage = JUDGE_STAGE_REPEATED, .occurrences = 2, .plies = {1, 5}, .missing = 1};
    expect_stage(
        &one, "局面已出现2次（第1着后、第5着后），还差1次。",
        "The position has stood 2 times (after move 1, after move 5); 1 more to a ruling.");
    cycle->stage = JUDGE_STAGE_NO_LONGER;
    expect_stage(&one, "局面曾出现2次（第1着后、第5着后），其后已变着。",
                 "The position stood 2 times (after move 1, after move 5), then a move left the "
                 "cycle.");
    *cycle = (judge_cycle){.stage = JUDGE_STAGE_ABOUT_TO,
                           .closing = {8, 7},
                           .occurrences = 1,
                           .plies = {0},
                           .missing = 2};
    expect_stage(&one, "再走车一平二，即回到出现过的局面（起始）。",
                 "i0h0 would bring back a position that has stood once (at the start).");
    cycle->occurrences = JUDGE_OCCURRENCES_MAX + 1;
    expect_every_size(write_stage, &one);
}

/* Words and codes */

static void expect_both_languages(const char *chinese, const char *english)
{
    assert_true(chinese[0] != '\0' && english[0] != '\0');
    assert_true(strcmp(chinese, english) != 0);
}

static void every_word_exists_in_both_languages(void **state)
{
    (void)state;
    for (int i = 0; i < JUDGE_LABELS; i++)
        expect_both_languages(judge_label_word((judge_label)i, BOARD_CHINESE),
                              judge_label_word((judge_label)i, BOARD_ENGLISH));
    for (int i = 0; i < JUDGE_IDLE_KINDS; i++)
        expect_both_languages(judge_idle_word((judge_idle_kind)i, BOARD_CHINESE),
                              judge_idle_word((judge_idle_kind)i, BOARD_ENGLISH));
    for (int i = 0; i <= JUDGE_CLASS_UNDECIDED; i++)
        expect_both_languages(judge_class_text((judge_class)i, BOARD_CHINESE),
                              judge_class_text((judge_class)i, BOARD_ENGLISH));
    for (board_piece i = 0; i < BOARD_PIECES; i++)
        expect_both_languages(judge_piece_name(i, BOARD_CHINESE),
                              judge_piece_name(i, BOARD_ENGLISH));
    assert_string_equal(judge_label_word(JUDGE_UNDECIDED, BOARD_CHINESE), "未定");
    assert_string_equal(judge_idle_word(JUDGE_IDLE_FOLLOW, BOARD_CHINESE), "跟");
    assert_string_equal(judge_piece_name(0, BOARD_CHINESE), "红帅");
    assert_string_equal(judge_piece_name(7, BOARD_CHINESE), "红车");
    assert_string_equal(judge_piece_name(19, BOARD_CHINESE), "黑象");
    assert_string_equal(judge_piece_name(31, BOARD_ENGLISH), "black pawn");
    assert_string_equal(judge_side_name(BOARD_BLACK, BOARD_CHINESE), "黑方");
}

static void every_code_exists(void **state)
{
    (void)state;
    for (int i = 0; i < JUDGE_OUTCOMES; i++)
        assert_true(judge_outcome_code((judge_outcome)i)[0] != '\0');
    for (int i = 0; i < JUDGE_REASON_KINDS; i++)
        assert_true(judge_reason_code((judge_reason_kind)i)[0] != '\0');
    for (int i = 0; i < JUDGE_NEWS_KINDS; i++)
        assert_true(judge_news_code((judge_news)i)[0] != '\0');
    for (int i = 0; i < JUDGE_LABELS; i++)
        assert_true(judge_label_code((judge_label)i)[0] != '\0');
    assert_string_equal(judge_outcome_code(JUDGE_BLACK_MUST_CHANGE), "black-must-change");
    assert_string_equal(judge_outcome_code(JUDGE_NO_CYCLE), "no-cycle");
    assert_string_equal(judge_class_code(JUDGE_PERPETUAL_CHECK), "perpetual-check");
    assert_string_equal(judge_class_code(JUDGE_CLASS_UNDECIDED), "undecided");
    assert_string_equal(judge_stage_code(JUDGE_STAGE_NO_LONGER), "no-longer");
    assert_string_equal(judge_status_code(JUDGE_THREAT_REFUTED), "refuted");
    assert_string_equal(judge_kind_code(JUDGE_CHECK_LINE), "check-line");
    assert_string_equal(judge_end_code(JUDGE_END_LIMIT), "limit");
    assert_string_equal(judge_flaw_code(JUDGE_ROOT_LOSES), "loses");
}

/* One entry of the catalogue. */
typedef struct entry {
    const char *name;
    const char *chinese;
    const char *english;
} entry;

static const entry catalogue[] = {
#define JUDGE_TEXT(name, chinese, english) {#name, chinese, english},
#include "judge/texts.def"
#define JUDGE_REASON(name, code, articles, chinese, english) {#name, chinese, english},
#include "judge/texts.def"
#define JUDGE_NEWS(name, code, chinese, english) {#name, chinese, english},
#include "judge/texts.def"
};

/* What the writers fill in. */
static const char *const fields[] = {
    "checkers", "target",   "followed", "trade",  "line",  "move",   "count",
    "news",     "attacker", "trader",   "helper", "mover", "own",    "other",
    "side",     "enemy",    "earlier",  "red",    "black", "loser",  "missing",
    "plies",    "articles", "ply",      "pieces", "label", "labels", "counts",
};

static void expect_known_fields(const entry *one, const char *text)
{
    for (const char *open = strchr(text, '{'); open; open = strchr(open + 1, '{')) {
        size_t length = strcspn(open + 1, "}");
        bool known = false;
        for (size_t i = 0; i < COUNT(fields); i++)
            known =
                known || (strlen(fields[i]) == length && memcmp(fields[i], open + 1, length) == 0);
        if (!known)
            fail_msg("%s: field %.*s", one->name, (int)length, open + 1);
    }
}

static void catalogue_is_complete(void **state)
{
    (void)state;
    assert_true(COUNT(catalogue) > 100);
    for (size_t i = 0; i < COUNT(catalogue); i++) {
        const entry *one = &catalogue[i];
        bool gap = strstr(one->name, "GAP") || strcmp(one->name, "PLURAL") == 0;
        if (!gap && (one->chinese[0] == '\0' || one->english[0] == '\0'))
            fail_msg("%s: a language is missing", one->name);
        assert_true(board_utf8_valid(one->chinese, strlen(one->chinese)));
        expect_known_fields(one, one->chinese);
        expect_known_fields(one, one->english);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_label_is_explained),
        cmocka_unit_test(clauses_are_named),
        cmocka_unit_test(exhausted_searches_are_named),
        cmocka_unit_test(lines_are_legal_and_read_back),
        cmocka_unit_test(cut_line_says_so),
        cmocka_unit_test(sentences_fit_every_size),
        cmocka_unit_test(conduct_is_named_by_its_labels),
        cmocka_unit_test(idle_conduct_is_named_by_its_kind),
        cmocka_unit_test(rulings_are_full_sentences),
        cmocka_unit_test(other_editions_have_their_own_sentences),
        cmocka_unit_test(world_rules_cite_no_national_articles),
        cmocka_unit_test(world_rules_excuse_what_looks_like_a_chase),
        cmocka_unit_test(reasons_are_sentences),
        cmocka_unit_test(left_cycles_are_moot),
        cmocka_unit_test(rulings_before_the_third_time_are_provisional),
        cmocka_unit_test(remarks_follow_the_ruling),
        cmocka_unit_test(rulings_fit_every_size),
        cmocka_unit_test(stages_count_what_stood),
        cmocka_unit_test(every_word_exists_in_both_languages),
        cmocka_unit_test(every_code_exists),
        cmocka_unit_test(catalogue_is_complete),
    };

    return cmocka_run_group_tests(tests, make_memo, free_memo);
}
