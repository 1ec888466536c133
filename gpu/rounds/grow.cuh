/* grow: a net's tree, edge by edge of its topology, as router/maze/tree/grow.c. */
#pragma once

#include "gpu/rounds/search.cuh"
#include "router/maze/tree/grow.h"

enum {
    PATH_WORDS =
        3, /* words per path in `paths`: first place, number of places, whether it leads to a pin */
};

struct gpu_growth {
    struct maze_toll toll;
    uint32_t lag, wider; /* as in struct maze_growth */
};

/* A net while its tree grows. */
struct sprout {
    const struct maze_spot *pins, *nodes;
    const struct maze_edge *edges;
    uint32_t pin_count, node_count, edge_count;
};

static __device__ __forceinline__ uint8_t *joined_of(const struct gpu_searcher &it)
{
    return (uint8_t *)(it.words + it.joined.first);
}

static __device__ __forceinline__ uint32_t *path_of(const struct gpu_searcher &it, uint32_t path)
{
    return it.words + it.paths.first + path * PATH_WORDS;
}

/* ---- pins ----------------------------------------------------------------------------------- */

static __device__ void plant_pin(const struct maze_view &view, struct gpu_searcher &it,
                                 struct maze_spot spot)
{
    const bool any = spot.z == SPOT_ANY_LAYER;
    for (uint32_t z = any ? 0 : spot.z; z < (any ? view.layers : spot.z + 1U); z++)
        plant_place(view, it, place_of(spot.x, spot.y, z));
}

/* Marks the pins of one cell that the last path passes. */
static __device__ void note_pins(const struct maze_view &view, const struct gpu_searcher &it,
                                 const struct sprout &net, uint32_t first)
{
    for (uint32_t i = first + it.lane; i < it.path_count; i += LANES) {
        const uint32_t place = it.words[it.path.first + i] & ~(uint32_t)PATH_START;
        if ((state_at(view, place_cell(view, place)) & STATE_BLOCKED) == 0)
            continue;
        for (uint32_t pin = 0; pin < net.pin_count; pin++) {
            const struct maze_spot spot = net.pins[pin];
            if (spot.z != SPOT_ANY_LAYER && place == place_of(spot.x, spot.y, spot.z))
                joined_of(it)[pin] = 1;
        }
    }
    lanes_meet();
}

/* ---- edges ---------------------------------------------------------------------------------- */

/* The cells that a connection between two nodes may use. */
static __device__ struct box around(struct maze_spot a, struct maze_spot b, uint32_t length,
                                    struct box window, uint32_t wider)
{
    const uint32_t margin = (MAZE_NEAR + length / MAZE_NEAR_SHARE) << wider;
    const uint32_t x0 = a.x < b.x ? a.x : b.x, x1 = a.x < b.x ? b.x : a.x;
    const uint32_t y0 = a.y < b.y ? a.y : b.y, y1 = a.y < b.y ? b.y : a.y;
    struct box box;
    box.x0 = x0 > window.x0 + margin ? x0 - margin : window.x0;
    box.y0 = y0 > window.y0 + margin ? y0 - margin : window.y0;
    box.x1 = x1 + margin < window.x1 ? x1 + margin : window.x1;
    box.y1 = y1 + margin < window.y1 ? y1 + margin : window.y1;
    return box;
}

/* True if some cell of a branching point may be entered. */
static __device__ bool is_open(const struct maze_view &view, const struct gpu_searcher &it,
                               struct maze_spot spot)
{
    const uint32_t closed = STATE_BLOCKED | (it.toll.hard ? STATE_USERS : 0);
    const bool open =
        it.lane < view.layers &&
        (state_at(view, place_cell(view, place_of(spot.x, spot.y, it.lane))) & closed) == 0;
    return lanes_where(open) != 0;
}

/* Joins node b to the tree, which contains a. A branching point that cannot be joined is skipped;
 * false: a pin cannot be joined. */
static __device__ bool join_edge(const struct maze_view &view, struct gpu_searcher &it,
                                 const struct sprout &net, uint32_t a, uint32_t b, uint32_t length,
                                 const struct gpu_growth &growth)
{
    const struct maze_spot from = net.nodes[a], to = net.nodes[b];
    const bool is_pin = b < net.pin_count, column = is_pin && to.z == SPOT_ANY_LAYER;
    if (!is_pin && !is_open(view, it, to))
        return true;
    for (uint32_t z = 0; column && z < view.layers; z++)
        open_place(view, it, place_of(to.x, to.y, z));
    const uint32_t first = it.path_count;
    bool found = false;
    for (uint32_t wide = 0; wide < (is_pin ? 2 : 1) && !found && !it.full; wide++)
        found = connect(view, it, to,
                        wide != 0 ? it.window : around(from, to, length, it.window, growth.wider),
                        wide != 0 ? MAZE_LAG_NONE : growth.lag);
    if (!found)
        return !is_pin && !it.full;
    reserve(view, it, it.paths, (it.piece_count + 1) * PATH_WORDS, it.piece_count * PATH_WORDS);
    if (it.full)
        return false;
    if (it.lane == 0) {
        uint32_t *path = path_of(it, it.piece_count);
        path[0] = first;
        path[1] = it.path_count - first;
        path[2] = is_pin;
    }
    it.piece_count++;
    lanes_meet();
    if (column)
        plant_pin(view, it, to);
    note_pins(view, it, net, first);
    return !it.full;
}

/* The shortest edge that leads out of the tree, turned so that b is outside; false: none. */
static __device__ bool next_edge(const struct gpu_searcher &it, const struct sprout &net,
                                 uint32_t *a, uint32_t *b, uint32_t *length)
{
    const uint8_t *joined = joined_of(it);
    uint32_t least = NOTHING, edge = NOTHING;
    for (uint32_t i = it.lane; i < net.edge_count; i += LANES) {
        const struct maze_edge ends = net.edges[i];
        if (joined[ends.a] == joined[ends.b])
            continue;
        const struct maze_spot p = net.nodes[ends.a], q = net.nodes[ends.b];
        const uint32_t its = distance_of(p.x, q.x) + distance_of(p.y, q.y);
        if (its < least) {
            least = its;
            edge = i;
        }
    }
    *length = least_of_lanes(least);
    edge = least_of_lanes(least == *length ? edge : NOTHING);
    if (edge == NOTHING)
        return false;
    const struct maze_edge ends = net.edges[edge];
    *a = joined[ends.a] != 0 ? ends.a : ends.b;
    *b = joined[ends.a] != 0 ? ends.b : ends.a;
    return true;
}

/* ---- stubs ---------------------------------------------------------------------------------- */

static __device__ bool starts_later(const struct gpu_searcher &it, uint32_t path, uint32_t place)
{
    for (uint32_t p = path + 1; p < it.piece_count; p++)
        if (path_of(it, p)[1] > 0 &&
            (it.words[it.path.first + path_of(it, p)[0]] & ~(uint32_t)PATH_START) == place)
            return true;
    return false;
}

/* The number of places of a path to a branching point that are needed; 0: none. */
static __device__ uint32_t useful(const struct maze_view &view, const struct gpu_searcher &it,
                                  uint32_t path)
{
    const uint32_t first = path_of(it, path)[0];
    for (uint32_t end = path_of(it, path)[1]; end > 1;) {
        const uint32_t part = end - 1 < LANES ? end - 1 : LANES;
        bool stays = false;
        if (it.lane < part) {
            const uint32_t place = it.words[it.path.first + first + end - part + it.lane];
            stays = (state_at(view, place_cell(view, place)) & STATE_BLOCKED) != 0 ||
                    starts_later(it, path, place);
        }
        const uint32_t lanes = lanes_where(stays);
        if (lanes != 0)
            return end - part + last_lane(lanes) + 1;
        end -= part;
    }
    return 0;
}

/* Removes paths that lead to no pin, and closes the gaps. */
static __device__ void cut_stubs(const struct maze_view &view, struct gpu_searcher &it)
{
    for (uint32_t p = it.piece_count; p-- > 0;) {
        const uint32_t count = path_of(it, p)[2] != 0 ? path_of(it, p)[1] : useful(view, it, p);
        lanes_meet();
        if (it.lane == 0)
            path_of(it, p)[1] = count;
        lanes_meet();
    }
    uint32_t left = 0;
    uint32_t *places = it.words + it.path.first;
    for (uint32_t p = 0; p < it.piece_count; p++) {
        const uint32_t first = path_of(it, p)[0], count = path_of(it, p)[1];
        for (uint32_t i = 0; i < count; i += LANES) {
            const bool exists = i + it.lane < count;
            const uint32_t place = exists ? places[first + i + it.lane] : 0;
            lanes_meet();
            if (exists)
                places[left + i + it.lane] = place;
            lanes_meet();
        }
        left += count;
    }
    it.path_count = left;
}

/* Grows a tree for the net, which is ripped up, inside its window. Leaves the paths in it.path.
 * Returns false if a pin cannot be joined or if it.full. */
static __device__ bool grow_net(const struct maze_view &view, struct gpu_searcher &it,
                                const struct device_net &net, const struct gpu_growth &growth)
{
    const size_t own = 2 * (size_t)net.first_pin;
    const struct sprout sprout = {view.pins + net.first_pin,
                                  view.nodes + own,
                                  view.edges + own,
                                  net.pin_count,
                                  net.node_count,
                                  net.edge_count};
    it.toll = growth.toll;
    begin_window(view, it, window_of(view, net));
    reserve(view, it, it.joined, (net.node_count + UNIT_WORDS - 1) / UNIT_WORDS, 0);
    if (it.full)
        return false;
    for (uint32_t i = it.lane; i < net.node_count; i += LANES)
        joined_of(it)[i] = i == 0;
    lanes_meet();
    for (uint32_t i = 0; i < net.pin_count; i++)
        if (sprout.pins[i].z != SPOT_ANY_LAYER)
            open_place(view, it, place_of(sprout.pins[i].x, sprout.pins[i].y, sprout.pins[i].z));
    plant_pin(view, it, sprout.pins[0]);
    uint32_t a, b, length;
    bool found = !it.full;
    while (found && next_edge(it, sprout, &a, &b, &length)) {
        found = join_edge(view, it, sprout, a, b, length, growth);
        lanes_meet();
        if (it.lane == 0)
            joined_of(it)[b] = 1;
        lanes_meet();
    }
    if (found && net.node_count > net.pin_count)
        cut_stubs(view, it);
    return found && !it.full;
}
