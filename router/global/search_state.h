/* search_state: labels, places and prices of a search, for the search and for its path.
 *
 * A state is 2 * tile + (1 if reached by a via).
 */
#pragma once

#include "router/global/search.h"

enum { ROLE_NONE = 0, ROLE_SOURCE = 1, ROLE_TARGET = 2, ROLE_MASK = 3 };
enum { BY_WIRE = 0, BY_VIA = 1 };

struct place {
    uint32_t x, y, z;
};

static inline uint32_t tile_of(const struct search *search, uint32_t x, uint32_t y, uint32_t z)
{
    return (((z << search->y_bits) + (y - search->window.y0)) << search->x_bits) +
           (x - search->window.x0);
}

static inline struct place place_of(const struct search *search, uint32_t tile)
{
    return (struct place){search->window.x0 + (tile & ((1u << search->x_bits) - 1)),
                          search->window.y0 +
                              (tile >> search->x_bits & ((1u << search->y_bits) - 1)),
                          tile >> (search->x_bits + search->y_bits)};
}

/* The price of the edge that starts at a tile. */
static inline uint32_t edge_price(const struct search *search, struct place at, uint32_t tile)
{
    const struct planes *planes = search->planes;
    const struct search_tile *it = &search->tiles[tile];
    if (it->stamp >> 2 == search->stamp && it->own != SEARCH_NONE)
        return it->own;
    uint32_t edge = planes_index(planes, at.x, at.y, at.z);
    if (!search->demand)
        return planes->price[edge];
    return planes_price(planes, at.z, edge, planes->layer[at.z].axis == AXIS_Y ? at.y : at.x,
                        planes->use[edge], tile_demand(planes->graph, search->net, at.z));
}

/* The price of a via between z and z + 1 of the place, to or from layer `from`. */
static inline uint32_t via_price(const struct search *search, struct place at, uint32_t z, int by)
{
    const struct planes *planes = search->planes;
    uint32_t price = planes->via[z];
    if (by == BY_VIA && planes->load != NULL)
        price += planes->load[((size_t)at.y * planes->width + at.x) * planes->layers + at.z];
    return price;
}
