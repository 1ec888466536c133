/* congestion: how many nets use each cell, and what a search has to pay for using it, too.
 *
 *     toll(cell) = history(cell) + present * use(cell)
 *
 * use counts the nets whose wires hold the cell (the net that is being searched is taken out
 * before). present is the price of sharing now; it rises while nets still share. history is what
 * a cell has cost those who fought for it before. Together they make nets that have another way
 * take it (McMurchie and Ebeling, PathFinder, 1995). All integers; tolls stop at TOLL_MAX.
 *
 * Wires come in the order of grid/routes.h: every wire starts at a cell that is in the tree
 * already, or at a pin, so counting each wire without its first cell counts each cell once. Pins
 * that go uncounted are closed to other nets anyway.
 */
#ifndef LEEWAY_ROUTER_PLAN_CONGESTION_H
#define LEEWAY_ROUTER_PLAN_CONGESTION_H

#include "router/field.h"

enum { TOLL_MAX = 1 << 20 };

struct congestion {
    const struct grid *grid;
    uint32_t *toll;    /* the field's; not owned */
    uint32_t *history; /* [cells] */
    uint16_t *use;     /* [cells] */
    uint32_t present;
    bool remembers; /* some history may not be 0, but for what is locked */
};

#ifdef __cplusplus
extern "C" {
#endif

/* Starts with nothing used and no tolls, on a field that has a toll plane. 6 bytes a cell. */
enum status congestion_create(struct congestion *congestion, struct field_store *store,
                              struct error *error);
void congestion_destroy(struct congestion *congestion);

/* Puts a net's wires in, or takes them out, and widens *dirty; here and below dirty may be NULL.
 * O(cells of the wires). */
void congestion_add(struct congestion *congestion, const struct wire *wires, size_t count,
                    struct box *dirty);
void congestion_remove(struct congestion *congestion, const struct wire *wires, size_t count,
                       struct box *dirty);

/* Computes the tolls of the wires' cells anew, after `present` has changed. */
void congestion_reprice(struct congestion *congestion, const struct wire *wires, size_t count,
                        struct box *dirty);

/* Number of the wires' cells that some net uses already (before they are put in: least = 1), or
 * that another net uses, too (when they are in: least = 2). */
size_t congestion_shared(const struct congestion *congestion, const struct wire *wires,
                         size_t count, uint16_t least);

/* Sum of the tolls of the wires' cells as they are. */
cost_t congestion_tolls(const struct congestion *congestion, const struct wire *wires,
                        size_t count);

/* Adds amount to the history of each of the wires' cells that several nets use. A net calls this
 * once an iteration, so a cell rises by amount for each of its users. They are priced. */
void congestion_remember(struct congestion *congestion, const struct wire *wires, size_t count,
                         uint32_t amount);

/* Adds amount (which may be negative, but not below what is there) to the history of the wires'
 * cells and prices them. */
void congestion_lock(struct congestion *congestion, const struct wire *wires, size_t count,
                     int64_t amount, struct box *dirty);

#ifdef __cplusplus
}
#endif

#endif
