/* search_state: labels, places and prices of a search, for the search and for its path.
 *
 * A state is 2 * tile + (1 if reached by a via).
 */
#pragma once

#include "router/global/search.h"

enum { ROLE_NONE = 0, ROLE_SOURCE = 1, ROLE_TARGET = 2, ROLE_MASK = 3 };
enum { BY_WIRE = 0, BY_VIA = 1 };

struct search_place {
    uint32_t x, y, z;
};

static inline bool is_y_axis(const struct global_search *search, uint32_t z)
{
    return search->planes->layer[z].axis == AXIS_Y;
}

/* The tiles of a track are neighbours, as in the planes. */
static inline uint32_t tile_of(const struct global_search *search, uint32_t x, uint32_t y,
                               uint32_t z)
{
    x -= search->window.x0;
    y -= search->window.y0;
    return (z << (search->x_bits + search->y_bits)) +
           (is_y_axis(search, z) ? (x << search->y_bits) + y : (y << search->x_bits) + x);
}

static inline struct search_place place_of(const struct global_search *search, uint32_t tile)
{
    uint32_t z = tile >> (search->x_bits + search->y_bits);
    bool y_axis = is_y_axis(search, z);
    uint32_t bits = y_axis ? search->y_bits : search->x_bits;
    uint32_t along = tile & ((1u << bits) - 1);
    uint32_t across = tile >> bits & ((1u << (search->x_bits + search->y_bits - bits)) - 1);
    return (struct search_place){search->window.x0 + (y_axis ? across : along),
                                 search->window.y0 + (y_axis ? along : across), z};
}

/* The price of the edge that starts at a tile. */
static inline uint32_t edge_price(const struct global_search *search, struct search_place at)
{
    const struct planes *planes = search->planes;
    const struct search_tile *it = &search->tiles[tile_of(search, at.x, at.y, at.z)];
    if (it->stamp >> 2 == search->stamp && it->own != SEARCH_NONE)
        return it->own;
    uint32_t edge = planes_index(planes, at.x, at.y, at.z);
    if (!search->demand)
        return planes->price[edge];
    return planes_price(planes, at.z, edge, is_y_axis(search, at.z) ? at.y : at.x,
                        planes->use[edge], tile_demand(planes->graph, search->net, at.z));
}

/* Ways to a neighbour; way ^ 1 leads back. */
enum { WAY_WEST, WAY_EAST, WAY_SOUTH, WAY_NORTH, WAY_DOWN, WAY_UP, WAYS };

/* The step from a place that was reached `by`; false if no edge leads there. */
static inline bool search_step(const struct global_search *search, struct search_place at,
                               uint32_t way, int by, struct search_place *to, uint32_t *price)
{
    const struct planes *planes = search->planes;
    const struct box *box = &search->window;
    *to = at;
    if (way >= WAY_DOWN) {
        if (way == WAY_DOWN ? at.z == 0 : at.z + 1 == planes->layers)
            return false;
        *price = planes->via[way == WAY_DOWN ? --to->z : to->z++];
        if (by == BY_VIA && planes->load != NULL)
            *price += planes->load[planes_index(planes, at.x, at.y, at.z)];
        return true;
    }
    if (planes->layer[at.z].closed || is_y_axis(search, at.z) != (way >= WAY_SOUTH))
        return false;
    uint32_t *along = way < WAY_SOUTH ? &to->x : &to->y;
    if (*along == (way == WAY_WEST    ? box->x0
                   : way == WAY_EAST  ? box->x1
                   : way == WAY_SOUTH ? box->y0
                                      : box->y1))
        return false;
    *along += way % 2 == 0 ? UINT32_MAX : 1;
    *price = edge_price(search, way % 2 == 0 ? *to : at);
    return true;
}
