/* nearest: the known word that a mistyped one most likely stands for. */
#pragma once

#include <stddef.h>

/* The word of the list that is fewest edits away from text (length bytes): at most 3, at most half
 * of the word's letters, and fewer than text has. An edit inserts, drops or changes a letter, or
 * swaps two neighbours; case does not count. Where there is none, the first word that begins with
 * text, of two letters at least; or NULL. Ties go to the first. Examples: "bolck" gives "block",
 * "time" gives "time-limit". O(count * length^2). */
const char *nearest_word(const char *text, size_t length, const char *const *words, size_t count);
