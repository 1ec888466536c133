/* route: a whole design, from its pins to a result. The one call that a front end makes.
 *
 *     order the nets -> the stages of stage/schedule.h -> a reason for each net without wires
 *
 * The result depends on the design and on order, alone, skip, keep and max_iterations, and on
 * nothing else: not on the engine, the wave, the threads or the time it takes. Only where a run is
 * ended by the time limit or the stop flag it depends on how far it came.
 *
 * Nets that are not to be routed (skip) get no wires and are marked ROUTE_INTERRUPTED, the only
 * one of the file format's reasons that claims nothing about the design; their pins are
 * obstacles. A net that keep holds routed keeps its wires exactly, skipped or not, and is an
 * obstacle for the rest; keep's unrouted nets are as good as absent.
 */
#pragma once

#include "router/maze/plan/route_options.h"

/* Routes the design. Makes *routes (routes_destroy it); it is right by construction, and whole
 * even where the run was stopped. report may be NULL. Returns
 *     STATUS_OK           every chosen net has its wires
 *     STATUS_UNROUTED     finished, or ended by the time limit; some have none, with the reason
 *     STATUS_INTERRUPTED  the stop flag was raised; the best result so far is in *routes
 *     STATUS_BAD_INPUT    the wave does not exist or does not support the design (*error); or
 *                         resume or keep are of another design
 *     STATUS_FAILED       memory or device (*error)
 * With the last two *routes is empty. Memory: two bits and, for negotiation, 16 bytes a
 * cell. */
enum status route_design(const struct design *design, const struct route_options *options,
                         struct routes *routes, struct route_report *report, struct error *error);

/* True for a large, sparse grid, which the rounds route without an engine (router/maze/rounds).
 * O(nets). */
bool route_is_of_rounds(const struct design *design, const struct route_options *options);

/* "done", "time-limit", "stopped". */
const char *route_end_name(enum route_end end);
