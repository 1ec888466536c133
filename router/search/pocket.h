/* pocket: whether a job's targets lie in a pocket that nothing leads into.
 *
 * Most nets that have no path have none because something close to a pin shuts it in. A search from
 * the sources finds that out only when it has been everywhere; a flood from the targets, against
 * the steps, knows it after a few cells.
 */
#pragma once

#include "router/search/engine.h"

/* Room for a flood, zeroed before the first; 20 to 36 bytes a cell of the largest so far. */
struct pocket {
    uint32_t count;  /* cells reached */
    cell_t *cells;   /* [most of them] in the order in which they were reached */
    uint32_t round;  /* of the last flood */
    uint32_t *marks; /* hashed: the flood that filled the place, ... */
    cell_t *places;  /* ... and with which cell */
    uint32_t shift;  /* from a hash of 32 bits to a place */
    size_t cells_capacity, marks_capacity, places_capacity;
};

enum { POCKET_LEAST = 512, POCKET_SHARE = 128 };

C_NAMES_BEGIN

/* *shut: the job has no path because the cells from which its targets can be reached inside its
 * window are at most `most`, and no source is among them. False says nothing. O(most), and where so
 * many were not reached, O(cells of the sources). Fails for memory alone. */
enum status pocket_look(struct pocket *pocket, const struct field *field, const struct job *job,
                        uint32_t most, bool *shut, struct error *error);

void pocket_destroy(struct pocket *pocket); /* accepts a zeroed one */

C_NAMES_END

static inline size_t pocket_bytes(const struct pocket *pocket)
{
    return pocket->cells_capacity * sizeof *pocket->cells +
           pocket->marks_capacity * sizeof *pocket->marks +
           pocket->places_capacity * sizeof *pocket->places;
}

/* How large a pocket to look for before so many cells are searched: one part in POCKET_SHARE; or 0:
 * a look is not worth it. */
static inline uint32_t pocket_most(uint64_t cells)
{
    return cells / POCKET_SHARE < POCKET_LEAST ? 0 : (uint32_t)(cells / POCKET_SHARE);
}
