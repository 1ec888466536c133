/* keyword: a hash table of the keywords. The hash is computed from the first eight letters, the
 * last letter and the length. */
#include "grid/format/lefdef/keyword.h"

#include <strings.h>

#define KEYWORD_TEXT(name)   #name,
#define KEYWORD_LENGTH(name) sizeof #name - 1,
enum { TEXT_MAX = 24 }; /* longest keyword with its NUL, in bytes */
static const char TEXT[KEY_COUNT][TEXT_MAX] = {"", KEYWORDS(KEYWORD_TEXT)};
static const uint8_t LENGTH[KEY_COUNT] = {0, KEYWORDS(KEYWORD_LENGTH)};

static_assert(KEY_COUNT <= UINT8_MAX, "a keyword fits a byte");

/* Folds ASCII case. It also maps some non-letters together; the comparison rejects those. */
static size_t hash_of(const char *text, size_t length)
{
    assert(length > 0);
    uint64_t head;
    memcpy(&head, text, sizeof head);
    if (length < sizeof head)
        head &= ((uint64_t)1 << 8 * length) - 1;
    head &= 0xDFDFDFDFDFDFDFDFu;
    head ^= (uint64_t)length << 56 ^ (uint64_t)((unsigned char)text[length - 1] & 0xDF) << 48;
    head *= 0x9E3779B97F4A7C15u;
    return (size_t)(head >> 54) % KEYWORD_SLOTS;
}

void keywords_make(struct keywords *keywords)
{
    static_assert(2 * KEY_COUNT < KEYWORD_SLOTS, "searches end at an empty slot");
    memset(keywords, 0, sizeof *keywords);
    for (size_t key = 1; key < KEY_COUNT; key++) {
        size_t at = hash_of(TEXT[key], LENGTH[key]);
        while (keywords->slot[at] != KEY_NONE)
            at = (at + 1) % KEYWORD_SLOTS;
        keywords->slot[at] = (uint8_t)key;
    }
}

enum keyword keyword_find(const struct keywords *keywords, const char *text, size_t length)
{
    if (length == 0 || length >= TEXT_MAX)
        return KEY_NONE;
    for (size_t at = hash_of(text, length);; at = (at + 1) % KEYWORD_SLOTS) {
        enum keyword key = (enum keyword)keywords->slot[at];
        if (key == KEY_NONE || (LENGTH[key] == length && strncasecmp(text, TEXT[key], length) == 0))
            return key;
    }
}

const char *keyword_text(enum keyword keyword)
{
    assert(keyword < KEY_COUNT);
    return TEXT[keyword];
}
