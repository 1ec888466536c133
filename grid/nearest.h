/* nearest: the known word that a mistyped one most likely stands for. */
#ifndef LEEWAY_GRID_NEAREST_H
#define LEEWAY_GRID_NEAREST_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The word of the list that is fewest edits away from text (length bytes), or NULL where none is
 * closer than half of its length, and at most 3 edits. An edit inserts, drops or changes a
 * letter, or swaps two neighbours; case does not count. Ties go to the first. Example: "bolck"
 * gives "block". O(count * length^2). */
const char *nearest_word(const char *text, size_t length, const char *const *words, size_t count);

#ifdef __cplusplus
}
#endif

#endif
