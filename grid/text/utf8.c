/* utf8: decodes by the table of well-formed byte sequences. */
#include "grid/text/utf8.h"

uint64_t utf8_count(const char *text, size_t length)
{
    uint64_t count = 0;
    for (size_t i = 0; i < length; i++)
        count += !utf8_continues(text[i]);
    return count;
}

/* Unicode standard, version 15, table 3-7: only the second byte's range depends on the first. */
size_t utf8_length(const char *bytes, size_t length)
{
    const unsigned char *text = (const unsigned char *)bytes;
    if (length == 0)
        return 0;
    unsigned char first = text[0], lo = 0x80, hi = 0xBF;
    if (first < 0x80)
        return 1;
    size_t need = first >= 0xC2 && first <= 0xDF ? 2 : (first & 0xF0) == 0xE0 ? 3 : 4;
    if (first < 0xC2 || first > 0xF4 || length < need)
        return 0;
    if (first == 0xE0)
        lo = 0xA0;
    else if (first == 0xED)
        hi = 0x9F;
    else if (first == 0xF0)
        lo = 0x90;
    else if (first == 0xF4)
        hi = 0x8F;
    if (text[1] < lo || text[1] > hi)
        return 0;
    for (size_t i = 2; i < need; i++)
        if (!utf8_continues((char)text[i]))
            return 0;
    return need;
}

uint32_t utf8_code(const char *character, size_t length)
{
    static const unsigned char bits[5] = {0, 0x7F, 0x1F, 0x0F, 0x07}; /* of the first byte */
    assert(length >= 1 && length <= 4);
    uint32_t code = (unsigned char)character[0] & bits[length];
    for (size_t i = 1; i < length; i++)
        code = code << 6 | ((unsigned char)character[i] & 0x3F);
    return code;
}

size_t utf8_valid_length(const char *text, size_t length)
{
    size_t at = 0;
    for (size_t step = 1; at < length && step > 0; at += step) {
        while (at < length && (unsigned char)text[at] < 0x80)
            at++;
        step = utf8_length(text + at, length - at);
    }
    return at;
}

bool utf8_is_valid(const char *text, size_t length)
{
    return utf8_valid_length(text, length) == length;
}
