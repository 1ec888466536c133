/* checker: the state that the parts of the checker share. Only the checker's own files include it.
 *
 *     check.c      goes through the nets, counts faults, returns the verdict
 *     clean.c      fast check of all routed nets with one bit per cell
 *     tree.c       checks the wires of one routed net
 *     reasons.c    checks the reasons of the unrouted nets, with regions.c
 *
 * If the fast check fails, each cell gets a mark of 32 bits:
 *
 *     bit 31  MARK_PIN    a pin cell of the net in the low bits, reserved from the start
 *     bit 30  MARK_STAR   that pin is a "*" pin: it has this cell on every layer
 *     bit 29  MARK_TREE   in the tree of that net
 *     bit 28  MARK_END    a wire of that tree ended here, and none has started here since
 *     25..0   MARK_NET    net + 1; 0: no net
 */
#pragma once

#include "grid/check/check.h"
#include "grid/text/place.h"

#define MARK_PIN  (UINT32_C(1) << 31)
#define MARK_STAR (UINT32_C(1) << 30)
#define MARK_TREE (UINT32_C(1) << 29)
#define MARK_END  (UINT32_C(1) << 28)
#define MARK_NET  ((UINT32_C(1) << 26) - 1)

#define WIRE_NONE SIZE_MAX

struct checker {
    const struct design *design;
    const struct routes *routes;
    bool alone;
    unsigned threads;       /* for the fast check; 0: one */
    check_report *on_fault; /* or NULL */
    void *context;
    uint32_t *mark; /* [cells]; NULL until they are needed */
    uint32_t net;   /* the current net; UINT32_MAX: the result as a whole */
    size_t wire;    /* the current wire, in routes->wires; WIRE_NONE: the net as a whole */
    uint32_t faults_of_net;
    struct check_summary summary;
};

/* A cell as text: "X,Y,N". */
struct cell_text {
    char text[PLACE_TEXT_MAX];
};
struct cell_text cell_text(const struct grid *grid, cell_t cell);

/* Counts a fault of the current net and reports it as "net NAME: ...", at most CHECK_FAULTS_PER_NET
 * times per net. */
void checker_report(struct checker *check, const char *format, ...) PRINTF_LIKE(2, 3);

/* A straight wire of one step or more. */
struct leg {
    uint32_t z;    /* layer of the first cell */
    int direction; /* enum direction */
    uint32_t steps;
};

/* The leg of a wire; false if it is not straight, has no step or is outside the grid. */
bool checker_leg(const struct grid *grid, struct wire wire, struct leg *leg);

/* The via or wrong-way cost of a step from layer z; weights and bends come on top of it. */
cost_t checker_extra(const struct grid *grid, uint32_t z, int direction);

/* True if a step from cell to its neighbour in this direction, which must exist, is allowed: no
 * wall, not across a strict layer. Independent of grid_step_exists. */
bool checker_step_allowed(const struct grid *grid, cell_t cell, int direction);

/* Allocates the marks, all 0, if there are none. */
enum status checker_make_marks(struct checker *check, struct error *error);

/* Marks the cells of the pins of a net as reserved for it. */
void checker_mark_pins(struct checker *check, uint32_t net);

/* True if all routed nets are right, so that checker_tree would find no fault. False if one is not,
 * or if a bit per cell does not suffice to decide (clean.c). Does not use the marks. O(cells of all
 * wires and pins), one bit per cell of the grid. */
bool checker_is_clean(const struct checker *check);

/* Checks the wires and numbers of check->net, a routed net whose pins must be marked. O(cells of
 * its wires and pins). */
void checker_tree(struct checker *check);

/* Checks the reasons `no-path` and `blocked-by` of all nets, once everything else is right.
 * Overwrites the marks. Fails only without memory. */
enum status checker_reasons(struct checker *check, struct error *error);
