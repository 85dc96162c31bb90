/*
 * board/notation_text.c: move text as characters, in (strict UTF-8, folded) and out (bounded).
 */
#include "board/notation_private.h"

#include <string.h>

/* Bytes of the UTF-8 sequence that starts with this byte; 0 = none can. */
static size_t sequence_length(unsigned char first)
{
    if (first < 0x80)
        return 1;
    if (first >= 0xC2 && first <= 0xDF)
        return 2;
    if (first >= 0xE0 && first <= 0xEF)
        return 3;
    if (first >= 0xF0 && first <= 0xF4)
        return 4;
    return 0;
}

/* Decodes one character. Returns its bytes, or 0 if they are not UTF-8: cut short, longer than
 * need be, half of a surrogate pair, or past the last character. */
static size_t decode(const char *bytes, size_t length, uint32_t *point)
{
    static const uint32_t least[5] = {0, 0, 0x80, 0x800, 0x10000};
    const unsigned char first = (unsigned char)bytes[0];
    const size_t size = sequence_length(first);
    uint32_t value = first;

    if (size == 0 || size > length)
        return 0;
    if (size > 1)
        value = first & (0x7FU >> size);
    for (size_t i = 1; i < size; i++) {
        const unsigned char next = (unsigned char)bytes[i];
        if ((next & 0xC0U) != 0x80U)
            return 0;
        value = value << 6 | (next & 0x3FU);
    }
    if (value < least[size] || value > 0x10FFFF || (value >= 0xD800 && value <= 0xDFFF))
        return 0;
    *point = value;
    return size;
}

static bool is_blank(uint32_t point)
{
    return point == ' ' || point == '\t' || point == 0x00A0 || point == 0x3000;
}

/* Full-width forms to ASCII, capitals to small letters, hyphens and the minus sign to '-'. The
 * long dash stays as it is: some write it for sideways, so only ICCS may take it for a dash. */
static uint32_t fold(uint32_t point)
{
    if (point >= 0xFF01 && point <= 0xFF5E)
        point -= 0xFF01 - 0x21;
    if (point >= 'A' && point <= 'Z')
        point += 'a' - 'A';
    if ((point >= 0x2010 && point <= 0x2013) || point == 0x2212)
        point = '-';
    return point;
}

/* Marks of a commentator or of check; no move ends with one of them. */
static bool is_comment_mark(uint32_t point)
{
    return point == '!' || point == '?' || point == '+' || point == '#';
}

board_error notation_text_read(const char *bytes, size_t length, notation_text *text)
{
    size_t at = 0;

    text->count = 0;
    if (length > BOARD_NOTATION_INPUT_MAX)
        return BOARD_ERROR_NOTATION_LENGTH;
    while (at < length) {
        uint32_t point = 0;
        const size_t size = decode(bytes + at, length - at, &point);

        if (size == 0)
            return BOARD_ERROR_NOTATION_UTF8;
        at += size;
        if (!is_blank(point))
            text->points[text->count++] = fold(point);
    }
    while (text->count > 0 && is_comment_mark(text->points[text->count - 1]))
        text->count--;
    return BOARD_OK;
}

notation_output notation_output_begin(char text[BOARD_NOTATION_BYTES])
{
    const notation_output output = {text, 0};

    text[0] = '\0';
    return output;
}

void notation_put(notation_output *output, const char *piece)
{
    const size_t length = strlen(piece);

    /* No move that we write comes near the end of the buffer; if one did, whole words go. */
    if (output->length + length >= BOARD_NOTATION_BYTES)
        return;
    memcpy(output->text + output->length, piece, length + 1);
    output->length += length;
}

void notation_put_char(notation_output *output, char character)
{
    const char piece[2] = {character, '\0'};

    notation_put(output, piece);
}
