/* pattern: names with wildcards, as the shell has them: * is any text, ? is one byte. Brackets and
 * backslashes are part of names here and have no other meaning.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* True if the text has a * or a ?. */
bool pattern_is(const char *text);

/* True if the whole name matches. O(length of the name * length of the pattern), no recursion. */
bool pattern_matches(const char *pattern, const char *name);
