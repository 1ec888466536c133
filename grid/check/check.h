/* check: the independent checker of a result. It shares no code with the search or routes_measure:
 * it rebuilds the tree of each net from the wires, cell by cell, and recomputes every number.
 *
 * A routed net is right when
 *
 *   - every wire is one straight run or via stack of at least one step, inside the grid;
 *   - no step crosses a wall or runs across a strict layer, pins included;
 *   - every cell is free or one of the net's own pins, which may lie inside a block;
 *   - no cell belongs to the wires or pins of another net, routed or not (ignored for nets routed
 *     alone);
 *   - the wires, in their order, grow a tree from the first pin: each starts in the tree so far,
 *     and its other cells are new. The cells of a "*" pin are connected: reaching one reaches all,
 *     and a wire from one to another is a loop;
 *   - every end of the tree is a pin, and every pin is in the tree. A net of one pin has no wires;
 *   - cost, length, vias and bends are those of the wires.
 *
 * Ambiguities of the format are resolved as follows:
 *
 *   - A run may be written as several wires in a row: same branch, same numbers.
 *   - A wire may continue through a pin of its net. If a wire ends at a pin, its branch ends there.
 *   - A wire that starts at an end of the tree, but not at the end of the wire before it, starts a
 *     branch: no turn is counted. The numbers follow the order of the wires.
 *   - A wire of zero steps is a fault.
 *
 * An unrouted net has no wires, and its numbers are 0. `no-path`: the pins cannot be connected even
 * without all other nets. `blocked-by` lists other nets, none twice: the pins cannot be connected
 * in the result, they can without all of the listed nets, and they cannot if any one of these
 * stays. `time-limit` and `interrupted` are not checked. Nets alone are never `blocked-by`. */
#pragma once

#include "grid/routes.h"

/* Called for each fault. text: one sentence without a line end that names the net and the cell, as
 * X,Y,N with layers from 1. line: of the wire, or else of the net, in the routes file; or 0. */
typedef void check_report(void *context, uint64_t line, const char *text);

/* A check_report that keeps the first fault; first: char[ERROR_TEXT_MAX], "" before. */
void check_keep_first(void *first, uint64_t line, const char *text);

struct check_summary {
    uint64_t faults;
    uint32_t routed, unrouted;
};

/* Checks routes on up to `threads` threads. alone: check each net as if it were the only one (true
 * for a design of queries); it is a fault if the header of the result disagrees. Returns STATUS_OK
 * (right and complete), STATUS_UNROUTED (right, but nets are unrouted), STATUS_BAD_INPUT (faults;
 * at most CHECK_FAULTS_PER_NET are reported per net) or STATUS_FAILED (no memory; in *error).
 * on_fault and summary may be NULL. Accepts any cell numbers. Time O(cells of all wires and pins +
 * cells of the grid); memory per cell of the grid: one bit if all is right and complete, else up to
 * 4 bytes. */
enum { CHECK_FAULTS_PER_NET = 20 };
enum status check_routes(unsigned threads, const struct design *design, const struct routes *routes,
                         bool alone, check_report *on_fault, void *context,
                         struct check_summary *summary, struct error *error);
