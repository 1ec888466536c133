/* check: the independent judge of a result. It shares no code with the search or with
 * routes_measure: it walks every wire cell by cell, rebuilds each net's tree from the wires alone
 * and recomputes every number.
 *
 * A routed net is right when
 *
 *   - every wire is one straight run or via stack of at least one step, inside the grid;
 *   - no step crosses a wall or runs across a strict layer, pins included;
 *   - every cell is free or one of the net's own pins, which may lie inside a block;
 *   - no cell belongs to another net's wires or pins, be that net routed or not (not looked at
 *     where the nets were routed alone);
 *   - the wires, in their order, grow a tree from the first pin: each starts in the tree built so
 *     far and its further cells are new to it. So no cell stands twice and there is no loop. The
 *     cells of a "*" pin are joined: reaching one reaches them all, and a wire from one of them
 *     to another is a loop;
 *   - every end of the tree is a pin, and every pin is in the tree. A net of one pin has no wires;
 *   - cost, length, vias and bends are those of the wires.
 *
 * What the text of the format leaves open is read so:
 *
 *   - A run may be written as several wires in a row: same branch, same numbers.
 *   - A wire may run on through one of its net's pins. Where a wire ends at a pin the branch ends.
 *   - A wire that starts at an end of the tree, but not where the wire just before it ended,
 *     starts a branch: no turn is counted there. The numbers follow the order of the wires.
 *   - No wire of zero steps: it says nothing.
 *
 * An unrouted net has no wires and its numbers are 0. `no-path` must be true: with every other
 * net taken away the pins do not hang together. `blocked-by` names nets of the netlist, not the
 * net itself, none twice; it must be that the pins do not hang together in the result as it
 * stands, that they do once the named nets are taken away, and that they do not with any one of
 * these back. `time-limit` and `interrupted` are taken on trust. Where nets are routed alone
 * nothing is `blocked-by` another.
 */
#pragma once

#include "grid/routes.h"

/* Called for each fault; text is one sentence without a line end that names net and cell, the
 * cell as the files write it: X,Y,N with layers from 1. line: of the wire, or else of the net, in
 * the file that the routes were read from; 0 where there is none. */
typedef void check_report(void *context, uint64_t line, const char *text);

struct check_summary {
    uint64_t faults;
    uint32_t routed, unrouted;
};

/* Judges routes. alone: what the caller asked for, that each net be judged as if it were the only
 * one (true for a design of queries); a result that says otherwise of itself is a fault. Returns
 * STATUS_OK (right and complete), STATUS_UNROUTED (right, but nets are unrouted),
 * STATUS_BAD_INPUT (any fault; each is reported, at most CHECK_FAULTS_A_NET of a net) or
 * STATUS_FAILED (no memory; in *error). on_fault may be NULL. Accepts any cell numbers. Time
 * O(cells of all wires and pins + cells of the grid), memory a bit a cell of the grid where all is
 * right and complete, else up to 4 bytes. */
enum { CHECK_FAULTS_A_NET = 20 };
enum status check_routes(const struct design *design, const struct routes *routes, bool alone,
                         check_report *on_fault, void *context, struct check_summary *summary,
                         struct error *error);

/* The same by up to so many threads. */
enum status check_routes_with(unsigned threads, const struct design *design,
                              const struct routes *routes, bool alone, check_report *on_fault,
                              void *context, struct check_summary *summary, struct error *error);
