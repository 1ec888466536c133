/* pruned_map: a pruned adjacency map of a window, kept from net to net and updated from the field.
 *
 * Making and pruning a map costs far more than a search in it, and most of the field does not
 * change from net to net. So the map keeps the closed bits that it was made from, compares them
 * with the field where that may have changed, and closes or opens the cells that differ (prune.h).
 * New dead ends are not pruned; the map is made again after changes to 1/64 of the cells, or for
 * another window. */
#pragma once

#include "router/wave/corridor/prune.h"

struct pruned_map {
    const struct field *field;
    struct adjacency adj;
    bool made;            /* adj is valid outside of dirty */
    struct box dirty;     /* where the field may have changed; may be empty */
    uint64_t changes;     /* cells opened and closed since adj was made */
    struct prune_log log; /* workspace for opening cells */
};

/* Initialises without a map. The field must outlive it. */
void pruned_map_begin(struct pruned_map *map, const struct field *field);

/* Makes or updates the map for this window and the current field. O(1) if nothing changed, else
 * O(words of the dirty box), or the time to make a map. Prunes less if *stop is raised (stop may be
 * NULL). Fails without memory or if the window has more than 2^32 places. */
enum status pruned_map_fit(struct pruned_map *map, const struct box *window,
                           const volatile sig_atomic_t *stop, struct error *error);

/* The field changed inside these boxes. O(count). */
void pruned_map_update(struct pruned_map *map, const struct box *dirty, size_t count);

size_t pruned_map_bytes(const struct pruned_map *map);

/* Accepts a zeroed struct. */
void pruned_map_destroy(struct pruned_map *map);
