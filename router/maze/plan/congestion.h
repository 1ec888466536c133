/* congestion: the number of nets that use each cell, and the toll of using it as well.
 *
 *     toll(cell) = history(cell) + present * use(cell)
 *
 * use: the number of nets whose wires hold the cell, without the net that is searched; present: the
 * present price of sharing; history: the history cost of the cell (L. McMurchie and C. Ebeling,
 * PathFinder, 1995). All are integers; tolls saturate at TOLL_MAX.
 *
 * Wires are in the order of grid/routes.h: every wire starts at a cell of the tree so far, or at a
 * pin, so counting each wire without its first cell counts each cell once. Pins that are not
 * counted are closed to other nets anyway. */
#pragma once

#include "router/search/field.h"

enum { TOLL_MAX = 1 << 20 }; /* largest toll of a cell */

struct congestion {
    const struct grid *grid;
    uint32_t *toll;    /* [cells] the field's; not owned */
    uint32_t *history; /* [cells] */
    uint32_t *use;     /* [cells] at most NETLIST_NETS_MAX: a net counts a cell once */
    uint32_t present;  /* at most TOLL_MAX */
    bool remembers;    /* a history, apart from locks, may be above 0 */
};

/* Starts with nothing used and no tolls, on a field that has a toll plane. 8 bytes per cell.
 * Destroy it also after a failure. */
enum status congestion_create(struct congestion *congestion, struct field_store *store,
                              struct error *error);
void congestion_destroy(struct congestion *congestion);

/* Puts a net's wires in, or takes them out, and prices their cells. Wires that are taken out were
 * put in before. Here and below O(cells of the wires). */
void congestion_count(struct congestion *congestion, const struct wire *wires, size_t count,
                      bool in);

/* Updates the tolls of the wires' cells after `present` has changed. Extends *dirty by them. */
void congestion_reprice(struct congestion *congestion, const struct wire *wires, size_t count,
                        struct box *dirty);

/* Number of cells of these wires, which are counted, that another net uses as well. */
size_t congestion_shared(const struct congestion *congestion, const struct wire *wires,
                         size_t count);

/* Adds amount (at most TOLL_MAX) to the history of each of the wires' cells that several nets use,
 * up to TOLL_MAX, and updates their tolls. Called once per round and net, so the history of a cell
 * rises by amount for each of its users. */
void congestion_remember(struct congestion *congestion, const struct wire *wires, size_t count,
                         uint32_t amount);

/* Locks the wires' cells: adds amount to their history and updates their tolls. -amount unlocks
 * them. The sum must be neither negative nor above UINT32_MAX. */
void congestion_lock(struct congestion *congestion, const struct wire *wires, size_t count,
                     int64_t amount);

/* True if each toll matches its cell's history and use, and all history is 0 unless `remembers` is
 * set. No net may be locked. For debug builds. O(cells). */
bool congestion_is_sound(const struct congestion *congestion);

/* The walk along the cells of a wire that count: all but the first. */
static inline struct wire_walk wire_walk_rest(const struct grid *grid, struct wire wire)
{
    struct wire_walk walk = wire_walk(grid, wire);
    wire_next(&walk);
    return walk;
}
