/* pattern: matches from left to right; after a mismatch the last * takes one more byte. */
#include "grid/text/pattern.h"

bool pattern_is(const char *text)
{
    assert(text != NULL);
    return strpbrk(text, "*?") != NULL;
}

bool pattern_matches(const char *pattern, const char *name)
{
    assert(pattern != NULL && name != NULL);
    const char *star = NULL, *taken = NULL; /* after the last *; after the bytes that it takes */
    while (*name != '\0') {
        if (*pattern == '*') {
            star = ++pattern;
            taken = name;
        } else if (*pattern == '?' || *pattern == *name) {
            pattern++;
            name++;
        } else if (star != NULL) {
            pattern = star;
            name = ++taken;
        } else {
            return false;
        }
    }
    while (*pattern == '*')
        pattern++;
    return *pattern == '\0';
}
