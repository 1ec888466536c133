/* route: a whole design, from its pins to a result. The one call that a front end makes.
 *
 *     order the nets -> the stages of stage/schedule.h -> a reason for each net without wires
 *
 * The result depends only on the design and on the options order, alone, skip, keep, effort and
 * max_iterations: not on the engine, the wave, the threads or the machine, unless the time limit or
 * the stop flag ends the run.
 *
 * Skipped nets get no wires and the state ROUTE_INTERRUPTED, the only one that says nothing about
 * the design; their pins are obstacles. A net that is routed in `keep` keeps its wires, skipped or
 * not, and is an obstacle for the others; unrouted nets of `keep` are ignored. */
#pragma once

#include "router/maze/plan/route_options.h"

/* Routes the design. Makes *routes, to be freed with routes_destroy; it is valid by construction,
 * even if the run was stopped. report may be NULL. Returns
 *     STATUS_OK           every chosen net has its wires
 *     STATUS_UNROUTED     finished, or ended by the time limit; some have none, with the reason
 *     STATUS_INTERRUPTED  the stop flag was raised; the best result so far is in *routes
 *     STATUS_BAD_INPUT    the wave does not exist or does not support the design (*error); or
 *                         resume or keep are of another design
 *     STATUS_FAILED       memory or device (*error)
 * With the last two *routes is empty. Memory per cell: 2 bits, and 16 bytes for negotiation. */
enum status route_design(const struct design *design, const struct route_options *options,
                         struct routes *routes, struct route_report *report, struct error *error);

/* True for a large, sparse grid, which the rounds route without an engine (router/maze/rounds).
 * O(nets). */
bool route_is_of_rounds(const struct design *design, const struct route_options *options);

/* "done", "time-limit", "stopped". */
const char *route_end_name(enum route_end end);
