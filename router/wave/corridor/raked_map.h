/* raked_map: a raked map of a window that is kept from net to net and follows the field.
 *
 * Making and raking a map costs much more than a search in it, and from one net to the next most of
 * the field stays as it is. So the map keeps the closed bits that it was made from. Where the field
 * may have changed the bits are compared, a word at a time, and the cells that differ are closed or
 * opened in the map (rake.h). All simple paths stay right, but dead ends that arise are not raked.
 * So the map is made anew after changes of one cell in 64, and for another window.
 */
#pragma once

#include "router/wave/corridor/rake.h"

struct raked_map {
    const struct field *field;
    struct ways ways;    /* of ways.box */
    bool made;           /* the ways are right, but for what changed in dirty */
    struct box dirty;    /* x0 > x1: nothing */
    uint64_t changes;    /* cells opened and closed since the ways were made */
    struct rake_log log; /* room for what opening links */
};

/* Begins without a map. The field must outlive it. */
void raked_map_begin(struct raked_map *map, const struct field *field);

/* Has the map of a window, as the field is now. O(1) where nothing changed; else O(words of the
 * dirty box) and what rake.h says of each cell changed, or what it takes to make the map. Rakes
 * less where *stop is raised meanwhile (it may be NULL). Fails only for memory, or where the window
 * has too many places. */
enum status raked_map_fit(struct raked_map *map, const struct box *window,
                          const volatile sig_atomic_t *stop, struct error *error);

/* The field changed inside these boxes. O(count). */
void raked_map_update(struct raked_map *map, const struct box *dirty, size_t count);

size_t raked_map_bytes(const struct raked_map *map);

/* Frees what it owns. Accepts a zeroed one. */
void raked_map_destroy(struct raked_map *map);
