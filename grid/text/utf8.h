/* utf8: characters of UTF-8 text (RFC 3629). */
#pragma once

#include "grid/base.h"

/* True for a continuation byte. */
static inline bool utf8_continues(char byte)
{
    return ((unsigned char)byte & 0xC0) == 0x80;
}

/* Length in bytes of the first character of the text; 0 if the text is empty or does not begin with
 * valid UTF-8. Overlong forms, surrogates and code points above U+10FFFF are invalid. */
size_t utf8_length(const char *text, size_t length);

/* The code point of a valid character; length: 1 to 4, from utf8_length. */
uint32_t utf8_code(const char *character, size_t length);

/* The number of characters of valid text. O(length). */
uint64_t utf8_count(const char *text, size_t length);

/* Length in bytes of the valid UTF-8 at the start of the text. O(length). */
size_t utf8_valid_length(const char *text, size_t length);

/* True if all of the text is valid UTF-8. O(length). */
bool utf8_is_valid(const char *text, size_t length);
