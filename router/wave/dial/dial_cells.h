/* dial_cells: the sources and targets of a job in the bit planes of the dial wave. */
#ifndef LEEWAY_ROUTER_WAVE_DIAL_DIAL_CELLS_H
#define LEEWAY_ROUTER_WAVE_DIAL_DIAL_CELLS_H

#include "router/backtrace.h"
#include "router/wave/dial/dial_planes.h"

/* A cell's place in the planes. */
struct dial_place {
    uint32_t strip, block;
    size_t word;
    uint64_t bit;
};

#ifdef __cplusplus
extern "C" {
#endif

/* Marks the job's cells that lie in the window, and gives the sources label 0: their blocks are
 * filled. O(cells). */
void dial_cells_mark(struct dial_planes *planes, const struct job *job);

/* Takes the marks away; the planes are those that were marked. */
void dial_cells_unmark(struct dial_planes *planes, const struct job *job);

/* True where a target lies in the window; where one is a source, too. O(strips). */
bool dial_cells_any_target(const struct dial_planes *planes);
bool dial_cells_source_is_target(const struct dial_planes *planes);

#ifdef __cplusplus
}
#endif

/* False where the cell lies outside the window. */
static inline bool dial_place_of(const struct dial_planes *planes, const struct spot *spot,
                                 struct dial_place *place)
{
    const struct box *window = &planes->window;
    if (spot->x < window->x0 || spot->x > window->x1 || spot->y < window->y0 ||
        spot->y > window->y1)
        return false;
    uint32_t x = spot->x - window->x0, y = spot->y - window->y0;
    place->strip = spot->z * planes->columns + x / 64;
    place->block = y >> planes->block_shift;
    place->word = dial_strip(planes, place->strip) + y;
    place->bit = (uint64_t)1 << x % 64;
    return true;
}

#endif
