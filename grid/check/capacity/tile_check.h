/* tile_check: judges a result of global routing by the rules of its format. Everything is computed
 * from the wires; the code is independent of the router's.
 *
 * - joined: all wires of a net are connected and touch an access point of each pin. Nets that need
 *   no wire (tile_graph.h) are joined without an entry, except in the format of 2024, which
 *   requires an entry for each net with pins.
 * - use: as in demand.h; an edge that two wires of a net cross counts twice.
 * - overflow: the sum over all edges of max(0, use - capacity), without layer 0 in 2024.
 * - score (2024 only): wire_weight * length + via_weight * vias + the sum over layers from 1 of
 *   overflow_weight * the sum over all tiles of exp((use - capacity) / 2), in tracks. A tile
 *   without capacity counts exp(1.5 use) if it is used, else 0. A result without wires has a score.
 *
 * Loops, repeated edges and dangling ends are counted; they are not faults. */
#pragma once

#include "grid/capacity/tile_routes.h"

enum { TILE_WORST = 10 }; /* edges that a verdict names */

struct tile_edge {
    cell_t tile; /* lower tile of the edge */
    int32_t use; /* units of capacity */
    double over; /* tracks, or the format's units: use - capacity */
};

/* Sums over the nets, all of one type, so that threads can add them as an array. */
struct tile_counts {
    uint64_t joined, open, unrouted;    /* nets; open: with an entry, but not joined */
    uint64_t loops, repeated, dangling; /* notes */
    uint64_t wire, vias;                /* steps; vias without those of free_cuts */
    uint64_t length;                    /* 2024: of the wires, in the file's units */
    uint64_t wire_of[GRID_LAYERS_MAX];  /* steps per layer of the file */
    uint64_t vias_of[GRID_LAYERS_MAX];  /* vias above each layer of the file */
};

struct tile_verdict {
    struct tile_counts counts;
    double overflow, most_over; /* tracks, or the format's units */
    uint64_t edges_over;
    struct tile_edge worst[TILE_WORST]; /* by overflow, then by tile */
    uint32_t worst_count;
    double wire_cost, via_cost, over_cost; /* 2024 */
    double score, empty_score; /* 2024: sum of the three; score of a result without wires */
};

struct tile_check {
    struct tile_verdict verdict;
    int32_t *use;  /* [cells] units of capacity; 0 at the last tile of a track */
    bool *is_open; /* [nets] open or unrouted */
};

/* Judges the result on up to `threads` threads. The verdict does not depend on their number.
 * Returns STATUS_UNROUTED if a net is not joined or there is overflow by rules other than those of
 * 2024, STATUS_FAILED without memory, else STATUS_OK. The result must be sound
 * (tile_routes_are_sound). Call tile_check_destroy in any case. O(wires log wires + tiles). */
enum status tile_check(struct tile_check *check, const struct tile_graph *graph,
                       const struct tile_routes *routes, unsigned threads, struct error *error);

void tile_check_destroy(struct tile_check *check); /* accepts a zeroed one */

/* Writes to text (`room` bytes) why the net is not joined: "pin 2 at 3,4,1 is not reached". */
enum status tile_check_why(const struct tile_graph *graph, const struct tile_routes *routes,
                           uint32_t net, char *text, size_t room, struct error *error);

/* True if the format counts overflow as a failure. */
static inline bool tile_counts_overflow(const struct tile_graph *graph)
{
    return graph->rules != TILES_2024;
}
