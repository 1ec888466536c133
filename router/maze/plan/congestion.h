/* congestion: how many nets use each cell, and what a search has to pay for using it, too.
 *
 *     toll(cell) = history(cell) + present * use(cell)
 *
 * use counts the nets whose wires hold the cell (the net that is being searched is taken out
 * before). present is the price of sharing now; it rises while nets still share. history is what
 * a cell has cost the nets that shared it before. Together they make nets that have another way
 * take it (McMurchie and Ebeling, PathFinder, 1995). All integers; tolls stop at TOLL_MAX.
 *
 * Wires come in the order of grid/routes.h: every wire starts at a cell that is in the tree
 * already, or at a pin, so counting each wire without its first cell counts each cell once. Pins
 * that go uncounted are closed to other nets anyway.
 */
#pragma once

#include "router/search/field.h"

enum { TOLL_MAX = 1 << 20 };

struct congestion {
    const struct grid *grid;
    uint32_t *toll;    /* [cells] the field's; not owned */
    uint32_t *history; /* [cells] */
    uint32_t *use;     /* [cells] at most NETLIST_NETS_MAX: a net counts a cell once */
    uint32_t present;  /* at most TOLL_MAX */
    bool remembers;    /* some history may not be 0, but for what is locked */
};

/* Starts with nothing used and no tolls, on a field that has a toll plane. 8 bytes a cell. */
enum status congestion_create(struct congestion *congestion, struct field_store *store,
                              struct error *error);
void congestion_destroy(struct congestion *congestion);

/* Puts a net's wires in, or takes them out, and prices their cells. Wires that are taken out were
 * put in before. Here and below O(cells of the wires). */
void congestion_add(struct congestion *congestion, const struct wire *wires, size_t count);
void congestion_remove(struct congestion *congestion, const struct wire *wires, size_t count);

/* Computes the tolls of the wires' cells anew, after `present` has changed. Widens *dirty to hold
 * them. */
void congestion_reprice(struct congestion *congestion, const struct wire *wires, size_t count,
                        struct box *dirty);

/* Number of the wires' cells, which are in, that another net uses, too. */
size_t congestion_shared(const struct congestion *congestion, const struct wire *wires,
                         size_t count);

/* Sum of the tolls of the wires' cells as they are. */
cost_t congestion_tolls(const struct congestion *congestion, const struct wire *wires,
                        size_t count);

/* Adds amount (at most TOLL_MAX) to the history of each of the wires' cells that several nets use,
 * up to TOLL_MAX, and prices them. A net calls this once an iteration, so a cell rises by amount
 * for each of its users. */
void congestion_remember(struct congestion *congestion, const struct wire *wires, size_t count,
                         uint32_t amount);

/* Adds amount to the history of the wires' cells and prices them. The sum may be neither negative
 * nor above UINT32_MAX. */
void congestion_lock(struct congestion *congestion, const struct wire *wires, size_t count,
                     int64_t amount);

/* True where every toll is that of its cell's history and use, and no history is left that nobody
 * `remembers`. Nothing may be locked. For debug builds. O(cells). */
bool congestion_is_sound(const struct congestion *congestion);

/* The walk along all cells of a wire but its first: those that count. */
static inline struct wire_walk wire_walk_rest(const struct grid *grid, struct wire wire)
{
    struct wire_walk walk = wire_walk(grid, wire);
    wire_next(&walk);
    return walk;
}
