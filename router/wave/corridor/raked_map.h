/* raked_map: a raked map of a window that is kept from net to net and follows the field.
 *
 * To make a map and rake it costs much more than to search in it, and most of a field stays as it
 * is from one net to the next. So the map keeps the closed bits that it was made from; where the
 * field may have changed they are compared, a word at a time, and the cells that differ are closed
 * and opened in the map (rake.h). That leaves all simple paths right, but no longer as many dead
 * ends raked as there could be: after changes of one cell in 64 the map is made anew, and so it is
 * for another window.
 */
#ifndef LEEWAY_ROUTER_WAVE_CORRIDOR_RAKED_MAP_H
#define LEEWAY_ROUTER_WAVE_CORRIDOR_RAKED_MAP_H

#include "router/wave/corridor/rake.h"

struct raked_map {
    const struct field *field;
    struct ways ways;    /* of ways.box */
    bool made;           /* the ways are right, but for what changed in dirty */
    struct box dirty;    /* x0 > x1: nothing */
    uint64_t changes;    /* cells opened and closed since the ways were made */
    struct rake_log log; /* room for what opening links */
};

#ifdef __cplusplus
extern "C" {
#endif

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

#ifdef __cplusplus
}
#endif

#endif
