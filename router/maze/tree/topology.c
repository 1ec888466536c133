/* topology: a spanning tree by Prim's algorithm. A pin may join the middle of an edge, which splits
 * the edge at a Steiner point. */
#include "router/maze/tree/topology.h"

static const uint32_t JOINED = UINT32_MAX;      /* best[pin] of a pin in the tree; no node */
static const uint32_t NO_EDGE = UINT32_MAX - 1; /* no edge was split */

static uint32_t distance(struct maze_spot a, struct maze_spot b)
{
    return maze_distance(a.x, b.x) + maze_distance(a.y, b.y);
}

static uint32_t clamp(uint32_t value, uint32_t a, uint32_t b)
{
    uint32_t low = a < b ? a : b, high = a < b ? b : a;
    return value < low ? low : value > high ? high : value;
}

/* The point of the edge's box that is nearest to the pin. */
static struct maze_spot nearest(const struct maze_topology *it, uint32_t edge, struct maze_spot pin)
{
    struct maze_spot a = it->nodes[it->edges[edge].a], b = it->nodes[it->edges[edge].b];
    return (struct maze_spot){.x = (uint16_t)clamp(pin.x, a.x, b.x),
                              .y = (uint16_t)clamp(pin.y, a.y, b.y),
                              .z = SPOT_ANY_LAYER};
}

/* Updates the pin's nearest edge. */
static void compare_edge(struct maze_topology *it, uint32_t edge, uint32_t pin)
{
    struct maze_spot p = it->nodes[pin], s = nearest(it, edge, p);
    if (distance(p, s) < it->near[pin]) {
        it->near[pin] = distance(p, s);
        it->best[pin] = edge;
    }
}

/* Updates the nearest edge of each pin that is not joined: compares the edges from `first` on, or
 * all edges if the pin's best edge was cut. */
static void update_nearest(struct maze_topology *it, uint32_t pins, uint32_t first, uint32_t cut)
{
    for (uint32_t pin = 1; pin < pins; pin++) {
        if (it->best[pin] == JOINED)
            continue;
        uint32_t from = first;
        if (it->best[pin] == cut) {
            it->near[pin] = UINT32_MAX;
            from = 0;
        }
        for (uint32_t edge = from; edge < it->edge_count; edge++)
            compare_edge(it, edge, pin);
    }
}

static bool same_place(struct maze_spot a, struct maze_spot b)
{
    return a.x == b.x && a.y == b.y;
}

/* Joins a pin to its best edge. If the nearest point is not within `near` of an end, the edge is
 * cut in two there. Returns the edge that was cut, or NO_EDGE. */
static uint32_t join(struct maze_topology *it, uint32_t pin, uint32_t near)
{
    const uint32_t edge = it->best[pin], a = it->edges[edge].a, b = it->edges[edge].b;
    const struct maze_spot s = nearest(it, edge, it->nodes[pin]);
    uint32_t to_a = distance(s, it->nodes[a]), to_b = distance(s, it->nodes[b]);
    uint32_t node = to_a <= to_b && to_a <= near ? a : to_b <= near ? b : JOINED;
    uint32_t cut = NO_EDGE;
    if (node == JOINED && same_place(s, it->nodes[pin])) { /* the edge runs through the pin */
        it->edges[edge].b = pin;
        it->edges[it->edge_count++] = (struct maze_edge){pin, b};
        it->best[pin] = JOINED;
        return edge;
    }
    if (node == JOINED) {
        node = it->node_count++;
        it->nodes[node] = s;
        it->edges[edge].b = node;
        it->edges[it->edge_count++] = (struct maze_edge){node, b};
        cut = edge;
    }
    it->edges[it->edge_count++] = (struct maze_edge){node, pin};
    it->best[pin] = JOINED;
    return cut;
}

/* Joins all pins: each step joins the pin with the nearest edge. O(pins^2). */
static void join_all(struct maze_topology *it, uint32_t near)
{
    const uint32_t count = it->node_count;
    for (uint32_t i = 0; i < count; i++) {
        it->near[i] = UINT32_MAX;
        it->best[i] = 0;
    }
    it->edge_count = 1;
    uint32_t first = 0, cut = NO_EDGE;
    for (uint32_t left = count - 1; left > 0; left--) {
        update_nearest(it, count, first, cut);
        uint32_t pin = 0;
        for (uint32_t i = 1; i < count; i++)
            if (it->best[i] != JOINED && (pin == 0 || it->near[i] < it->near[pin]))
                pin = i;
        first = it->edge_count;
        cut = join(it, pin, near);
    }
}

enum status maze_topology_make(struct maze_topology *it, const struct maze_spot *pins,
                               uint32_t count, uint32_t near, struct error *error)
{
    assert(count >= 1 && pins != NULL);
    TRY(MEM_GROW(it->nodes, it->node_capacity, 2 * (size_t)count, "places of a tree", error));
    TRY(MEM_GROW(it->edges, it->edge_capacity, 2 * (size_t)count, "edges of a tree", error));
    TRY(MEM_GROW(it->near, it->near_capacity, count, "distances", error));
    TRY(MEM_GROW(it->best, it->best_capacity, count, "distances", error));
    memcpy(it->nodes, pins, count * sizeof *pins);
    it->node_count = count;
    it->edges[0] = (struct maze_edge){0, 0}; /* a placeholder for the root; removed at the end */
    if (count > TOPOLOGY_BRANCH_PINS) {
        TRY(spanning_make(&it->spanning, pins, count, it->edges, error));
        it->edge_count = count;
    } else {
        join_all(it, near);
    }
    it->edges[0] = it->edges[--it->edge_count];
    return STATUS_OK;
}

void maze_topology_destroy(struct maze_topology *it)
{
    spanning_destroy(&it->spanning);
    MEM_CLEAR(it, it->nodes, it->edges, it->near, it->best);
}
