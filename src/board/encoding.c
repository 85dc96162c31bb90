/*
 * board/encoding.c: bytes of a file made into valid UTF-8 (see encoding.h).
 *
 * Both decoders write into a buffer that is large enough from the start: a GB18030 character of two
 * bytes becomes at most three, one of four at most four, and a replaced byte three.
 */
#include "board/encoding.h"

#include <errno.h>
#include <iconv.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char byte_order_mark[] = "\xEF\xBB\xBF";
static const char replacement[] = "\xEF\xBF\xBD";

enum { MARK_BYTES = 3, REPLACEMENT_BYTES = 3 };

static bool is_continuation(unsigned char byte)
{
    return (byte & 0xC0) == 0x80;
}

/* How many bytes a character with this first byte has; 0 if none can start so. */
static size_t promised_length(unsigned char lead)
{
    if (lead < 0x80)
        return 1;
    if (lead >= 0xC2 && lead <= 0xDF)
        return 2;
    if (lead >= 0xE0 && lead <= 0xEF)
        return 3;
    if (lead >= 0xF0 && lead <= 0xF4)
        return 4;
    return 0;
}

size_t board_utf8_character(const char *bytes, size_t length, uint32_t *code)
{
    static const uint32_t smallest[] = {0, 0, 0x80, 0x800, 0x10000};
    static const unsigned char lead_mask[] = {0, 0x7F, 0x1F, 0x0F, 0x07};

    if (length == 0)
        return 0;
    size_t size = promised_length((unsigned char)bytes[0]);
    if (size == 0 || size > length)
        return 0;
    uint32_t value = (unsigned char)bytes[0] & lead_mask[size];
    for (size_t i = 1; i < size; i++) {
        if (!is_continuation((unsigned char)bytes[i]))
            return 0;
        value = value << 6 | ((unsigned char)bytes[i] & 0x3F);
    }
    if (value < smallest[size] || value > 0x10FFFF || (value >= 0xD800 && value <= 0xDFFF))
        return 0;
    if (code != NULL)
        *code = value;
    return size;
}

bool board_utf8_valid(const char *bytes, size_t length)
{
    size_t at = 0;

    while (at < length) {
        size_t size = board_utf8_character(bytes + at, length - at, NULL);
        if (size == 0)
            return false;
        at += size;
    }
    return true;
}

size_t board_utf8_write(uint32_t code, char bytes[4])
{
    if (code < 0x80) {
        bytes[0] = (char)code;
        return 1;
    }
    size_t size = code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    static const unsigned char lead[] = {0, 0, 0xC0, 0xE0, 0xF0};
    for (size_t i = size - 1; i > 0; i--) {
        bytes[i] = (char)(0x80 | (code & 0x3F));
        code >>= 6;
    }
    bytes[0] = (char)(lead[size] | code);
    return size;
}

/* Is the text a character whose last bytes are missing? */
static bool is_cut_character(const char *bytes, size_t length)
{
    size_t size = promised_length((unsigned char)bytes[0]);

    if (size <= length)
        return false;
    for (size_t i = 1; i < length; i++) {
        if (!is_continuation((unsigned char)bytes[i]))
            return false;
    }
    return true;
}

static void push(board_text *text, const char *bytes, size_t length)
{
    memcpy(text->bytes + text->length, bytes, length);
    text->length += length;
}

/* Puts U+FFFD for a byte; false if that was one too many. */
static bool replace_byte(board_text *text, size_t byte_offset, char byte)
{
    if (text->damage_count == BOARD_DAMAGE_MAX)
        return false;
    text->damage[text->damage_count++] =
        (board_damage){text->length, byte_offset, (unsigned char)byte};
    push(text, replacement, REPLACEMENT_BYTES);
    return true;
}

/* Decodes as UTF-8; false if there is too much damage. *cut: only the end is damaged. */
static bool decode_utf8(const char *bytes, size_t length, board_text *text, bool *cut)
{
    size_t at = 0;

    text->encoding = BOARD_ENCODING_UTF8;
    *cut = false;
    while (at < length) {
        size_t size = board_utf8_character(bytes + at, length - at, NULL);
        if (size > 0) {
            push(text, bytes + at, size);
        } else if (is_cut_character(bytes + at, length - at)) {
            *cut = text->damage_count == 0;
            return replace_byte(text, at, bytes[at]);
        } else if (replace_byte(text, at, bytes[at])) {
            size = 1;
        } else {
            return false;
        }
        at += size;
    }
    return true;
}

/* Decodes as GB18030 with an open converter; false if there is too much damage. */
static bool decode_gb18030(iconv_t converter, const char *bytes, size_t length, size_t room,
                           board_text *text)
{
    char *in = (char *)bytes; /* iconv does not write to its input; its type is older than const */
    size_t left = length;

    text->encoding = BOARD_ENCODING_GB18030;
    while (left > 0) {
        char *out = text->bytes + text->length;
        size_t out_left = room - text->length;
        size_t done = iconv(converter, &in, &left, &out, &out_left);
        text->length = (size_t)(out - text->bytes);
        if (done != (size_t)-1)
            break;
        if (errno == E2BIG || !replace_byte(text, (size_t)(in - bytes), *in))
            return false;
        size_t skipped = errno == EINVAL ? left : 1; /* EINVAL: the last character is cut off */
        in += skipped;
        left -= skipped;
    }
    return true;
}

static board_error too_much_damage(const char *bytes, const board_text *text,
                                   board_problem *problem)
{
    board_error error = board_damage_problem(&text->damage[0], problem);

    if (problem != NULL) {
        problem->line = 1;
        for (size_t i = 0; i < text->damage[0].byte_offset; i++)
            problem->line += bytes[i] == '\n';
    }
    return error;
}

/* GB18030 has two bytes for what takes three in UTF-8. */
static size_t room_for(size_t length)
{
    return length + length / 2 + REPLACEMENT_BYTES * (BOARD_DAMAGE_MAX + 1);
}

static bool text_allocate(board_text *text, size_t room)
{
    *text = (board_text){.bytes = malloc(room + 1)};
    return text->bytes != NULL;
}

/* Tries GB18030 and keeps whichever text has less damage in *text. */
static board_error try_gb18030(const char *bytes, size_t length, size_t room, bool utf8_fits,
                               board_text *text)
{
    board_text other;
    iconv_t converter = iconv_open("UTF-8", "GB18030");

    if (converter == (iconv_t)-1)
        return BOARD_ERROR_RECORD_NO_CONVERTER;
    if (!text_allocate(&other, room)) {
        iconv_close(converter);
        return BOARD_ERROR_NO_MEMORY;
    }
    bool fits = decode_gb18030(converter, bytes, length, room, &other);
    iconv_close(converter);
    if (fits && (!utf8_fits || other.damage_count < text->damage_count)) {
        board_text_free(text);
        *text = other;
        return BOARD_OK;
    }
    board_text_free(&other);
    return utf8_fits ? BOARD_OK : BOARD_ERROR_RECORD_ENCODING;
}

board_error board_text_decode(const char *bytes, size_t length, board_text *text,
                              board_problem *problem)
{
    bool marked = length >= MARK_BYTES && memcmp(bytes, byte_order_mark, MARK_BYTES) == 0;
    size_t skipped = marked ? MARK_BYTES : 0;
    size_t room = room_for(length);
    board_error error = BOARD_OK;
    bool cut;

    if (!text_allocate(text, room))
        return board_problem_set(problem, BOARD_ERROR_NO_MEMORY, NULL, 0);
    bool fits = decode_utf8(bytes + skipped, length - skipped, text, &cut);
    if (marked) {
        for (size_t i = 0; i < text->damage_count; i++)
            text->damage[i].byte_offset += MARK_BYTES;
        error = fits ? BOARD_OK : BOARD_ERROR_RECORD_ENCODING;
    } else if (text->damage_count > 0 && !cut) {
        error = try_gb18030(bytes, length, room, fits, text);
    }
    if (error == BOARD_OK) {
        text->bytes[text->length] = '\0';
        return BOARD_OK;
    }
    if (error == BOARD_ERROR_RECORD_ENCODING)
        too_much_damage(bytes, text, problem);
    else
        board_problem_set(problem, error, NULL, 0);
    board_text_free(text);
    return error;
}

board_error board_gb18030_decode(const char *bytes, size_t length, board_text *text)
{
    const size_t room = room_for(length);
    iconv_t converter = iconv_open("UTF-8", "GB18030");

    if (converter == (iconv_t)-1)
        return BOARD_ERROR_RECORD_NO_CONVERTER;
    bool fits = text_allocate(text, room);
    const board_error error = fits ? BOARD_ERROR_RECORD_ENCODING : BOARD_ERROR_NO_MEMORY;
    fits = fits && decode_gb18030(converter, bytes, length, room, text);
    iconv_close(converter);
    if (error == BOARD_ERROR_NO_MEMORY)
        return error;
    if ((!fits || text->damage_count > 0) && board_utf8_valid(bytes, length)) {
        *text = (board_text){.bytes = text->bytes};
        push(text, bytes, length);
        fits = true;
    }
    if (!fits) {
        board_text_free(text);
        return error;
    }
    text->bytes[text->length] = '\0';
    return BOARD_OK;
}

void board_text_free(board_text *text)
{
    free(text->bytes);
    *text = (board_text){0};
}

board_error board_damage_problem(const board_damage *damage, board_problem *problem)
{
    char token[BOARD_TOKEN_BYTES];
    int length =
        snprintf(token, sizeof token, "0x%02X @%zu", (unsigned)damage->byte, damage->byte_offset);

    return board_problem_set(problem, BOARD_ERROR_RECORD_ENCODING, token,
                             length > 0 ? (size_t)length : 0);
}
