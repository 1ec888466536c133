/* utf8: characters of UTF-8 text (RFC 3629). */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* True for the bytes that go on with a character, not for those that begin one. */
static inline bool utf8_continues(char byte)
{
    return ((unsigned char)byte & 0xC0) == 0x80;
}

/* Bytes of the character that the text begins with, 0 where there is none: the text is empty or
 * does not begin with valid UTF-8. Overlong forms, surrogates and code points above U+10FFFF are
 * none. */
size_t utf8_length(const char *text, size_t length);

/* The code point of a character of utf8_length's length, 1 to 4. */
uint32_t utf8_code(const char *character, size_t length);

/* Characters of valid text. O(length). */
uint64_t utf8_count(const char *text, size_t length);

/* Bytes of the characters that the text begins with, up to the first that is none. O(length). */
size_t utf8_valid_length(const char *text, size_t length);

/* True where the bytes are characters from end to end. O(length). */
bool utf8_is_valid(const char *text, size_t length);
