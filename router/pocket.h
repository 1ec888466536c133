/* pocket: whether a job's targets lie in a pocket that nothing leads into.
 *
 * Most nets that have no path have none because something close to a pin shuts it in. A search from
 * the sources finds that out only when it has been everywhere; a flood from the targets, against
 * the steps, knows it after a few cells.
 */
#ifndef LEEWAY_ROUTER_POCKET_H
#define LEEWAY_ROUTER_POCKET_H

#include "router/engine.h"

enum { POCKET_CELLS = 512 }; /* a pocket of more is none */

/* Room for a flood; not cleared between two. */
struct pocket {
    uint32_t count;                    /* cells reached */
    cell_t cells[POCKET_CELLS];        /* in the order in which they were reached */
    uint32_t round;                    /* of the last flood */
    uint32_t rounds[2 * POCKET_CELLS]; /* hashed: the flood that filled the place, ... */
    cell_t places[2 * POCKET_CELLS];   /* ... and with which cell */
};

#ifdef __cplusplus
extern "C" {
#endif

/* True where the job has no path because the cells from which its targets can be reached inside its
 * window are at most POCKET_CELLS and no source is among them. False says nothing. A zeroed pocket,
 * or one used before. O(POCKET_CELLS), and where
 * that many were not reached, O(cells of the sources). */
bool pocket_shuts(struct pocket *pocket, const struct field *field, const struct job *job);

#ifdef __cplusplus
}
#endif

#endif
