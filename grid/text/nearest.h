/* nearest: finds the known word that a mistyped word most likely means. */
#pragma once

#include "grid/base.h"

/* The word of the list that text (length bytes) most likely means, or NULL: a word that is text up
 * to a hyphen (four letters or more); else a word one edit away; else the first word that begins
 * with text (two letters or more); else the word with the fewest edits, at most 3, at most half of
 * its letters, and fewer than the letters of text. An edit inserts, deletes or changes a letter, or
 * swaps two neighbours, ignoring case. Ties go to the first word. "bolck" gives "block", "time"
 * gives "time-limit". O(count * length^2). */
const char *nearest_word(const char *text, size_t length, const char *const *words, size_t count);

/* True if text is most likely a misspelling of the word: at most one edit per four letters of the
 * word, at least one, fewer than the letters of text. */
bool nearest_is_close(const char *text, size_t length, const char *word);
