/*
 * kiosk/screens/measure.c: widths of texts from a table of the letters' widths in Noto Sans CJK SC;
 * every other character is as wide as it is high.
 */
#include "kiosk/screens/measure.h"

#include <stddef.h>

enum { FIRST = ' ', LAST = '~', THOUSAND = 1000, SLACK_PERCENT = 102 };

/* Thousandths of the height, of the bold face, which is the wider one for every letter. */
static const short strong_widths[LAST - FIRST + 1] = {
    227, 370, 574, 590, 590, 963, 740, 325, 378, 378, 507, 590, 325, 370,  325, 387, 590, 590, 590,
    590, 590, 590, 590, 590, 590, 590, 325, 325, 590, 590, 590, 514, 1007, 641, 681, 656, 714, 615,
    585, 717, 757, 330, 568, 686, 578, 853, 749, 770, 667, 770, 682, 624,  625, 748, 619, 915, 627,
    580, 613, 378, 387, 378, 590, 567, 626, 591, 644, 527, 644, 581, 372,  597, 640, 304, 306, 604,
    315, 964, 641, 626, 644, 644, 436, 495, 421, 637, 576, 863, 562, 574,  511, 378, 296, 378, 590,
};

static const short plain_widths[LAST - FIRST + 1] = {
    224, 323, 474, 555, 555, 921, 680, 278, 338, 338, 467, 555, 278, 347, 278, 392, 555, 555, 555,
    555, 555, 555, 555, 555, 555, 555, 278, 278, 555, 555, 555, 474, 946, 608, 657, 638, 688, 589,
    552, 689, 728, 293, 535, 646, 543, 812, 723, 742, 633, 742, 635, 596, 599, 721, 575, 878, 573,
    531, 603, 338, 392, 338, 555, 559, 606, 563, 618, 510, 620, 554, 325, 564, 607, 275, 275, 552,
    284, 926, 610, 606, 620, 620, 388, 468, 377, 607, 521, 802, 498, 521, 475, 338, 270, 338, 555,
};

/* Bytes of the character that a text begins with. */
static size_t character_bytes(const char *text)
{
    size_t bytes = 1;

    while (((unsigned char)text[bytes] & 0xC0) == 0x80)
        bytes++;
    return bytes;
}

static int character_width(const char *text, bool strong)
{
    const short *widths = strong ? strong_widths : plain_widths;
    unsigned letter = (unsigned char)*text;

    if (letter < FIRST || letter > LAST)
        return letter < FIRST ? 0 : THOUSAND;
    return widths[letter - FIRST];
}

/* Thousandths into pixels, with a little slack for rounding. */
static int in_pixels(long thousandths, int pixels)
{
    return (int)((thousandths * pixels * SLACK_PERCENT / 100 + THOUSAND - 1) / THOUSAND);
}

int kiosk_measure_width(const char *text, int pixels, bool strong)
{
    long width = 0;

    while (*text) {
        width += character_width(text, strong);
        text += character_bytes(text);
    }
    return in_pixels(width, pixels);
}

/* The next piece that is not broken: a word with the blanks after it, or one character. A Chinese
 * character takes along what may not begin a line. */
static size_t piece_bytes(const char *text)
{
    static const char *const never_first[] = {"，", "。", "、", "：", "；", "）",
                                              "？", "！", "”",  "》", "…",  "·"};
    size_t bytes = character_bytes(text);
    bool more = true;

    if ((unsigned char)*text < 0x80) {
        while (text[bytes] && (unsigned char)text[bytes] < 0x80 && text[bytes - 1] != ' ' &&
               text[bytes - 1] != '\n')
            bytes++;
    }
    while (more) {
        more = false;
        for (size_t i = 0; i < sizeof never_first / sizeof *never_first; i++) {
            if (text[bytes] && text[bytes] == never_first[i][0] &&
                text[bytes + 1] == never_first[i][1] && text[bytes + 2] == never_first[i][2]) {
                bytes += 3;
                more = true;
            }
        }
    }
    return bytes;
}

/* Walks through a text piece by piece. */
typedef struct line_walk {
    int pixels, width;
    bool strong;
    int lines; /* begun */
    long used; /* of the last one, in thousandths of the height */
} line_walk;

/* Puts the next piece, of so many bytes, behind the others. */
static void put_piece(line_walk *walk, const char *text, size_t bytes)
{
    long piece = 0;
    long blank = 0;

    for (size_t at = 0; at < bytes; at += character_bytes(text + at)) {
        piece += character_width(text + at, walk->strong);
        blank = text[at] == ' ' ? blank + character_width(text + at, walk->strong) : 0;
    }
    if (walk->used > 0 && in_pixels(walk->used + piece - blank, walk->pixels) > walk->width) {
        walk->lines++;
        walk->used = 0;
    }
    walk->used += piece;
    while (in_pixels(walk->used - blank, walk->pixels) > walk->width && walk->width > 0) {
        walk->lines++; /* a word wider than a line */
        walk->used -= (long)walk->width * THOUSAND / walk->pixels;
    }
    if (text[bytes - 1] == '\n') {
        walk->lines++;
        walk->used = 0;
    }
}

int kiosk_measure_lines(const char *text, int pixels, bool strong, int width)
{
    line_walk walk = {pixels, width, strong, *text ? 1 : 0, 0};

    while (*text) {
        size_t bytes = piece_bytes(text);

        put_piece(&walk, text, bytes);
        text += bytes;
    }
    return walk.lines;
}

size_t kiosk_measure_fits(const char *text, int pixels, int width, int lines)
{
    line_walk walk = {pixels, width, false, 1, 0};
    size_t fits = 0;

    while (text[fits]) {
        size_t bytes = piece_bytes(text + fits);

        put_piece(&walk, text + fits, bytes);
        if (walk.lines > lines)
            break;
        fits += bytes;
    }
    return fits;
}

int kiosk_measure_pitch(int pixels)
{
    return (pixels * 132 + 99) / 100;
}
