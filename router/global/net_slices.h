/* net_slices: the order in which nets have their turns, in slices that threads share.
 *
 * Nets are sorted by class of length (powers of two of the half perimeter) and within a class by a
 * hash, then cut into slices of about the same length of wire, each with its longest nets first.
 * Nets of a slice do not see each other, so what matters is how much of the tracks they take, not
 * how many they are. Nets that need no wires are left out. Memory: 8 bytes per net,
 * and 16 more while they are sorted. */
#pragma once

#include "grid/capacity/tile_graph.h"
#include "grid/workers.h"

enum { NET_SLICES_FEW = 64 /* nets of a design whose slices have one net each */ };

/* Slice i is nets[from[i] .. from[i + 1] - 1]. */
struct net_slices {
    uint32_t *nets, *from; /* [count], [slices + 1] */
    uint32_t count, slices;
    uint32_t most; /* nets of a slice, at most */
};

/* Sorts the nets of a graph. attempt: 0 sorts by length and hash, each other number by another hash
 * alone. Fails with STATUS_FAILED without memory. */
enum status net_slices_create(struct net_slices *slices, const struct tile_graph *graph,
                              uint32_t attempt, struct workers *workers, struct error *error);

void net_slices_destroy(struct net_slices *slices); /* accepts a zeroed one */
