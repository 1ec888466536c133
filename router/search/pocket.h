/* pocket: detects targets that are enclosed in a small region, by a flood from the targets.
 *
 * Most nets without a path have a pin that is enclosed by something close to it. A search from the
 * sources must visit every cell to find that out; a flood from the targets, against the direction
 * of the steps, needs only the cells of the region. */
#pragma once

#include "router/search/engine.h"

/* Workspace of floods, zeroed before the first; 20 to 36 bytes per cell of the largest flood. */
struct pocket {
    uint32_t count;  /* reached cells */
    cell_t *cells;   /* [count] in the order in which they were reached */
    uint32_t round;  /* number of the last flood */
    uint32_t *marks; /* hash table: the flood that filled a slot */
    cell_t *places;  /* hash table: the cell in that slot */
    uint32_t shift;  /* right shift that turns a 32-bit hash into a slot */
    size_t cells_capacity, marks_capacity, places_capacity;
};

enum {
    POCKET_LEAST = 512, /* cells: smaller floods would save too little */
    POCKET_SHARE = 128  /* a flood may take 1 / POCKET_SHARE of the cells of the search it saves */
};

C_NAMES_BEGIN

/* Sets *enclosed if at most `most` cells of the job's window can reach a target and no source is
 * among them: the job has no path. Otherwise nothing is known. O(most + cells of the sources).
 * Fails only without memory. */
enum status pocket_look(struct pocket *pocket, const struct field *field, const struct job *job,
                        uint32_t most, bool *enclosed, struct error *error);

void pocket_destroy(struct pocket *pocket); /* accepts a zeroed one */

C_NAMES_END

static inline size_t pocket_bytes(const struct pocket *pocket)
{
    return pocket->cells_capacity * sizeof *pocket->cells +
           pocket->marks_capacity * sizeof *pocket->marks +
           pocket->places_capacity * sizeof *pocket->places;
}

/* The largest flood, in cells, before a search of `cells` cells; 0: no flood. */
static inline uint32_t pocket_most(uint64_t cells)
{
    return cells / POCKET_SHARE < POCKET_LEAST ? 0 : (uint32_t)(cells / POCKET_SHARE);
}
