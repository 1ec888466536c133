/* pattern: names with the wildcards of the shell: * is any text, ? is one byte. Brackets and
 * backslashes have no special meaning, because they are part of names. */
#pragma once

#include "grid/base.h"

/* True if the text has a * or a ?. */
bool pattern_is(const char *text);

/* True if the whole name matches. O(length of the name * length of the pattern), no recursion. */
bool pattern_matches(const char *pattern, const char *name);
