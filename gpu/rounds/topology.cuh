/* topology: makes the topology of a net, as router/maze/tree/topology.c, with several pins at once.
 *
 * Each lane keeps the nearest edge of the tree for some of the pins. The next pin to join is the
 * nearest of all (ties: the first).
 */
#pragma once

#include "gpu/rounds/view.cuh"

#define PIN_JOINED 0xFFFFFFFFU
#define NO_EDGE    (PIN_JOINED - 1)

/* A net's tree as it grows; near and best: distance and edge of pins that are not joined. */
struct growing {
    struct maze_spot *nodes;
    struct maze_edge *edges;
    uint32_t *near, *best;
    uint32_t pins, node_count, edge_count;
    bool branch;
    uint32_t branch_near; /* as in maze_map */
};

static __device__ __forceinline__ uint32_t apart(struct maze_spot a, struct maze_spot b)
{
    return distance_of(a.x, b.x) + distance_of(a.y, b.y);
}

static __device__ __forceinline__ uint16_t between(uint32_t value, uint32_t a, uint32_t b)
{
    const uint32_t low = a < b ? a : b, high = a < b ? b : a;
    return (uint16_t)(value < low ? low : value > high ? high : value);
}

/* The point of the edge's box that is nearest to the pin; a plain edge has only its ends. */
static __device__ struct maze_spot nearest_of(const struct growing &it, uint32_t edge,
                                              struct maze_spot pin)
{
    const struct maze_spot a = it.nodes[it.edges[edge].a], b = it.nodes[it.edges[edge].b];
    if (it.branch)
        return {between(pin.x, a.x, b.x), between(pin.y, a.y, b.y), SPOT_ANY_LAYER, 0};
    return apart(pin, a) <= apart(pin, b) ? a : b;
}

/* Compares the pins of this lane with the edges from `first` on. */
static __device__ void look_around(const struct growing &it, uint32_t first, uint32_t cut)
{
    for (uint32_t pin = 1 + lane_id(); pin < it.pins; pin += LANES) {
        uint32_t best = it.best[pin], near = it.near[pin], from = first;
        if (best == PIN_JOINED)
            continue;
        if (best == cut) {
            near = NO_EDGE;
            from = 0;
        }
        const struct maze_spot p = it.nodes[pin];
        for (uint32_t edge = from; edge < it.edge_count; edge++) {
            const uint32_t distance = apart(p, nearest_of(it, edge, p));
            if (distance < near) {
                near = distance;
                best = edge;
            }
        }
        it.best[pin] = best;
        it.near[pin] = near;
    }
    lanes_meet();
}

static __device__ uint32_t nearest_pin(const struct growing &it)
{
    uint32_t least = NO_EDGE, pin = NO_EDGE;
    for (uint32_t i = 1 + lane_id(); i < it.pins; i += LANES)
        if (it.best[i] != PIN_JOINED && (pin == NO_EDGE || it.near[i] < least)) {
            pin = i;
            least = it.near[i];
        }
    const uint32_t all = least_of_lanes(pin != NO_EDGE ? least : NO_EDGE);
    return least_of_lanes(least == all ? pin : NO_EDGE);
}

/* Joins a pin to its best edge, which is cut in two if the pin meets its middle. Returns the edge
 * that was cut, or an edge that does not exist. */
static __device__ uint32_t join_pin(struct growing &it, uint32_t pin)
{
    const uint32_t edge = it.best[pin];
    const struct maze_edge old = it.edges[edge];
    const struct maze_spot p = it.nodes[pin], s = nearest_of(it, edge, p);
    const uint32_t to_a = apart(s, it.nodes[old.a]), to_b = apart(s, it.nodes[old.b]);
    uint32_t node = to_a <= to_b && to_a <= it.branch_near ? old.a
                    : to_b <= it.branch_near               ? old.b
                                                           : NO_EDGE;
    uint32_t cut = NO_EDGE, count = it.edge_count;
    lanes_meet(); /* all lanes have read it */
    const bool through = node == NO_EDGE && s.x == p.x && s.y == p.y;
    if (node == NO_EDGE) {
        node = through ? pin : it.node_count;
        cut = edge;
        if (lane_id() == 0) {
            it.nodes[node] = through ? p : s;
            it.edges[edge].b = node;
            it.edges[count] = {node, old.b};
        }
        it.node_count += through ? 0 : 1;
        count++;
    }
    if (!through) {
        if (lane_id() == 0)
            it.edges[count] = {node, pin};
        count++;
    }
    if (lane_id() == 0)
        it.best[pin] = PIN_JOINED;
    it.edge_count = count;
    lanes_meet();
    return cut;
}

/* Builds the tree; `it` has its arrays and the number of pins. */
static __device__ void make_topology(struct growing &it, const struct maze_spot *pins)
{
    for (uint32_t i = lane_id(); i < it.pins; i += LANES) {
        it.nodes[i] = pins[i];
        it.near[i] = NO_EDGE;
        it.best[i] = 0;
    }
    if (lane_id() == 0)
        it.edges[0] = {0, 0}; /* the start; removed at the end */
    it.node_count = it.pins;
    it.edge_count = 1;
    lanes_meet();
    uint32_t first = 0, cut = NO_EDGE;
    for (uint32_t left = it.pins - 1; left > 0; left--) {
        look_around(it, first, cut);
        first = it.edge_count;
        cut = join_pin(it, nearest_pin(it));
    }
    it.edge_count--;
    const struct maze_edge last = it.edges[it.edge_count];
    lanes_meet();
    if (lane_id() == 0)
        it.edges[0] = last;
    lanes_meet();
}
