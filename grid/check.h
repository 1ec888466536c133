/* check: the independent judge of a result. It shares no code with the search: it walks every
 * wire cell by cell, rebuilds each net's tree from the wires alone and recomputes every number.
 *
 * Checked of a routed net: wires are straight, inside the grid, free cells or the net's own pins;
 * no step crosses a wall or runs across a strict layer; no cell twice, no loop, no dangling end;
 * all pins connected (the cells of a "*" pin count as joined); wires run away from the first pin
 * in branch order; no cell of another net's wires or pins (unless routed alone); cost, length,
 * vias and bends as written. Of an unrouted net: no wires, and blockers that exist and are not
 * itself.
 */
#ifndef LEEWAY_GRID_CHECK_H
#define LEEWAY_GRID_CHECK_H

#include "grid/routes.h"

/* Called for each fault; text is one sentence without a line end that names net and cell. */
typedef void check_report(void *context, const char *text);

struct check_summary {
    uint64_t faults;
    uint32_t routed, unrouted;
};

#ifdef __cplusplus
extern "C" {
#endif

/* Judges routes. Returns STATUS_OK (right and complete), STATUS_UNROUTED (right, but nets are
 * unrouted), STATUS_BAD_INPUT (any fault; each is reported) or STATUS_FAILED (no memory; in
 * *error). report may be NULL. Time O(cells of all wires + cells / 64), memory 4 bytes a cell of
 * the grid at most. */
enum status check_routes(const struct design *design, const struct routes *routes,
                         check_report *report, void *context, struct check_summary *summary,
                         struct error *error);

#ifdef __cplusplus
}
#endif

#endif
