/* pattern_rules: what patterns may be and what they cost, for the host and for kernels.
 *
 * A net is a tree of nodes in breadth-first order, with the root at 0. A node is a stack of vias
 * from `low` to `high`. The edge from a node's parent to the node is one of these, by number of
 * the candidate, which is 2 * turn + axis of the first run:
 *
 *     straight    turn 0, parent and node in line
 *     L           turn 0: along the axis to the node's position, then across
 *     Z           turn 1 .. PATTERN_TURNS - 1: along the axis to a place between, across, and along
 *
 * Each run has a layer of its own, and stacks of vias join the runs. An edge over a tile that an
 * other edge of its net takes as well pays twice.
 *
 * Keys put a price above the choice that has it, so that the least key is the answer on every
 * engine: of equal prices the choice of the lowest number. */
#pragma once

#include "grid/base.h"

enum {
    PATTERN_LAYERS = 64, /* GRID_LAYERS_MAX */
    PATTERN_CLOSED = 2,  /* axis of a layer without wires */
    PATTERN_PARTS = 64,  /* parts of a track, at most */
    PATTERN_TURNS = 4,   /* first turns of an edge in one direction: its end, and places between */
    PATTERN_CANDIDATES = 2 * PATTERN_TURNS,
    PATTERN_NODE_BITS = 12, /* of a key of a node: low, high */
    PATTERN_EDGE_BITS = 18, /* of a key of an edge: candidate, middle, layer */
};
#define PATTERN_NO_WAY ((uint64_t)1 << 45) /* price: impossible, or too expensive to count */
#define PATTERN_NO_KEY UINT64_MAX

struct pattern_node {
    uint16_t x, y;
    uint32_t parent;           /* a node before this one; of node 0: itself */
    uint32_t first;            /* its children: first .. first of the next node - 1 */
    uint8_t pin_low, pin_high; /* layers of its pins; low > high: it has none */
};

/* How a node and the edge from its parent are wired. */
struct pattern_wiring {
    uint8_t low, high;         /* layers of the stack at the node */
    uint8_t candidate;         /* of the edge, as above */
    uint8_t at_parent, middle; /* layers of the first and of the second run */
    uint8_t layer;             /* the layer on which the edge arrives */
};

/* The prices that patterns read (planes.h), whose arrays belong to the planes. */
struct pattern_view {
    uint32_t layers, width, height;
    uint32_t x_least, y_least, via_least;
    uint32_t first[PATTERN_LAYERS];     /* first tile of a layer */
    uint32_t track[PATTERN_LAYERS];     /* its first track */
    uint8_t part_bits[PATTERN_LAYERS];  /* its tracks have parts of 2^part_bits edges */
    uint32_t via_below[PATTERN_LAYERS]; /* price of the vias from layer 0 to a layer */
    uint8_t axis[PATTERN_LAYERS];       /* 0: x, 1: y, or PATTERN_CLOSED */
    const uint64_t *sum, *part_sum;     /* [tiles], [tracks * PATTERN_PARTS] */
    const uint32_t *load;               /* [tiles], or NULL */
};

/* The course of an edge by one candidate. */
struct pattern_course {
    uint32_t axis;       /* of the first run */
    uint32_t runs;       /* 1, 2, 3; 0: there is no such candidate */
    uint32_t x[4], y[4]; /* its ends and turns; [runs] is the node */
};

ALSO_ON_DEVICE static inline uint32_t pattern_distance(uint32_t a, uint32_t b)
{
    return a < b ? b - a : a - b;
}

ALSO_ON_DEVICE static inline struct pattern_course
pattern_course_of(const struct pattern_node *parent, const struct pattern_node *node,
                  uint32_t candidate)
{
    struct pattern_course course = {candidate & 1, 0, {parent->x}, {parent->y}};
    uint32_t turn = candidate >> 1, dx = pattern_distance(parent->x, node->x),
             dy = pattern_distance(parent->y, node->y);
    uint32_t along = course.axis == 0 ? dx : dy, across = course.axis == 0 ? dy : dx;
    uint32_t at = along; /* distance of the first turn */
    if (turn > 0) {
        if (along <= turn || across == 0)
            return course;
        at = along <= PATTERN_TURNS ? turn : turn * along / PATTERN_TURNS;
    } else if (along == 0 && across > 0) {
        return course;
    }
    course.runs = across == 0 ? 1 : turn == 0 ? 2 : 3;
    if (course.axis == 0) {
        course.x[1] = course.x[2] = parent->x < node->x ? parent->x + at : parent->x - at;
        course.y[1] = parent->y;
        course.y[2] = node->y;
    } else {
        course.y[1] = course.y[2] = parent->y < node->y ? parent->y + at : parent->y - at;
        course.x[1] = parent->x;
        course.x[2] = node->x;
    }
    course.x[course.runs] = node->x;
    course.y[course.runs] = node->y;
    return course;
}

ALSO_ON_DEVICE static inline uint32_t pattern_tile(const struct pattern_view *view, uint32_t z,
                                                   uint32_t x, uint32_t y)
{
    return view->first[z] + (view->axis[z] == 1 ? x * view->height + y : y * view->width + x);
}

/* The price of all edges of the track before a tile. */
ALSO_ON_DEVICE static inline uint64_t pattern_before(const struct pattern_view *view, uint32_t z,
                                                     uint32_t x, uint32_t y)
{
    const bool is_y = view->axis[z] == 1;
    const uint32_t part = (is_y ? y : x) >> view->part_bits[z];
    return view->sum[pattern_tile(view, z, x, y)] +
           view->part_sum[(size_t)(view->track[z] + (is_y ? x : y)) * PATTERN_PARTS + part];
}

/* The price of run number `run` of a course on layer z. */
ALSO_ON_DEVICE static inline uint64_t pattern_run(const struct pattern_view *view,
                                                  const struct pattern_course *course, uint32_t run,
                                                  uint32_t z)
{
    uint64_t a = pattern_before(view, z, course->x[run], course->y[run]);
    uint64_t b = pattern_before(view, z, course->x[run + 1], course->y[run + 1]);
    return a < b ? b - a : a - b;
}

/* loads[z]: the price of half tracks of the vias up from the layers below z at a place. */
ALSO_ON_DEVICE static inline void pattern_loads(const struct pattern_view *view, uint32_t x,
                                                uint32_t y, uint32_t *loads)
{
    for (uint32_t z = 0; z < view->layers;
         z++) /* first all reads, which do not wait for each other */
        loads[z] = view->load == NULL ? 0 : view->load[pattern_tile(view, z, x, y)];
    for (uint32_t z = 0, sum = 0; z < view->layers; z++) {
        uint32_t load = loads[z];
        loads[z] = sum;
        sum += load;
    }
}

/* A stack of vias between two wires. */
ALSO_ON_DEVICE static inline uint32_t pattern_corner(const struct pattern_view *view,
                                                     const uint32_t *loads, uint32_t a, uint32_t b)
{
    uint32_t low = a < b ? a : b, high = a < b ? b : a;
    return view->via_below[high] - view->via_below[low] + loads[high] - loads[low + 1];
}

/* The prices of an edge by layer: of the first two runs, that along the axis of the layer; of the
 * third run; of the half tracks at the two turns. */
struct pattern_costs {
    uint64_t run[PATTERN_LAYERS], third[PATTERN_LAYERS];
    uint32_t loads[2][PATTERN_LAYERS];
};

ALSO_ON_DEVICE static inline void pattern_read(const struct pattern_view *view,
                                               const struct pattern_course *course,
                                               struct pattern_costs *costs)
{
    for (uint32_t z = 0; z < view->layers; z++)
        if (view->axis[z] != PATTERN_CLOSED && (course->runs > 1 || view->axis[z] == course->axis))
            costs->run[z] = pattern_run(view, course, view->axis[z] != course->axis, z);
    if (course->runs > 1)
        pattern_loads(view, course->x[1], course->y[1], costs->loads[0]);
    if (course->runs < 3)
        return;
    for (uint32_t z = 0; z < view->layers; z++)
        if (view->axis[z] == course->axis)
            costs->third[z] = pattern_run(view, course, 2, z);
    pattern_loads(view, course->x[2], course->y[2], costs->loads[1]);
}

/* The least key of a Z from its second run, on layer b: of the third run and the node. */
ALSO_ON_DEVICE static inline uint64_t pattern_third(const struct pattern_view *view,
                                                    const struct pattern_costs *costs,
                                                    uint32_t axis, uint32_t candidate, uint32_t b,
                                                    const uint64_t *node)
{
    uint64_t best = PATTERN_NO_KEY;
    for (uint32_t c = 0; c < view->layers; c++) {
        uint64_t price = node[c] >> PATTERN_NODE_BITS;
        if (view->axis[c] != axis || price >= PATTERN_NO_WAY)
            continue;
        price += costs->third[c] + pattern_corner(view, costs->loads[1], b, c);
        uint64_t key = price << PATTERN_EDGE_BITS | candidate << 12 | b << 6 | c;
        best = key < best ? key : best;
    }
    return best;
}

/* For each layer at the parent, near[layer] becomes the least key of an edge by one candidate and
 * of the node's part of the tree, or PATTERN_NO_KEY. node: keys of the node, by layer on which the
 * edge arrives. Returns the least price of an edge without a third run, alone. */
ALSO_ON_DEVICE static inline uint64_t pattern_edge(const struct pattern_view *view,
                                                   const struct pattern_course *course,
                                                   uint32_t candidate, const uint64_t *node,
                                                   uint64_t *near)
{
    struct pattern_costs costs;
    uint64_t far[PATTERN_LAYERS], least = PATTERN_NO_WAY;
    uint32_t layers = view->layers, axis = course->axis;
    pattern_read(view, course, &costs);
    for (uint32_t b = 0; b < layers; b++) { /* the key from the last run of a straight edge or L */
        uint64_t price = node[b] >> PATTERN_NODE_BITS;
        far[b] = PATTERN_NO_KEY;
        if (view->axis[b] != (course->runs == 1 ? axis : 1 - axis))
            continue;
        if (course->runs == 3)
            far[b] = pattern_third(view, &costs, axis, candidate, b, node);
        else if (price < PATTERN_NO_WAY)
            far[b] = price << PATTERN_EDGE_BITS | candidate << 12 | b << 6 | b;
        if (far[b] != PATTERN_NO_KEY)
            far[b] += costs.run[b] << PATTERN_EDGE_BITS;
    }
    for (uint32_t a = 0; a < layers; a++) {
        near[a] = course->runs == 1 ? far[a] : PATTERN_NO_KEY;
        if (view->axis[a] != axis)
            continue;
        if (course->runs == 1)
            least = costs.run[a] < least ? costs.run[a] : least;
        for (uint32_t b = 0; b < layers && course->runs > 1; b++) {
            if (far[b] == PATTERN_NO_KEY)
                continue;
            uint64_t price = costs.run[a] + pattern_corner(view, costs.loads[0], a, b);
            uint64_t key = far[b] + (price << PATTERN_EDGE_BITS);
            near[a] = key < near[a] ? key : near[a];
            if (course->runs == 2 && price + costs.run[b] < least)
                least = price + costs.run[b];
        }
    }
    return least;
}

/* True if the cheapest L between two places costs more than the least possible, so Z may pay. */
ALSO_ON_DEVICE static inline bool pattern_pays(const struct pattern_view *view,
                                               const struct pattern_node *parent,
                                               const struct pattern_node *node, uint64_t least)
{
    return least > (uint64_t)pattern_distance(parent->x, node->x) * view->x_least +
                       (uint64_t)pattern_distance(parent->y, node->y) * view->y_least +
                       view->via_least;
}

/* The layer low .. high on which the edge to a child costs least, by the keys of the edge. A wire
 * on a layer below `high` saves the half tracks there, once for all wires of *mask. *price: of the
 * edge less what it saves; PATTERN_NO_WAY if no layer will do. */
ALSO_ON_DEVICE static inline uint32_t pattern_child(const uint64_t *edge, const uint32_t *loads,
                                                    uint32_t low, uint32_t high, uint64_t *mask,
                                                    int64_t *price)
{
    uint32_t best = low;
    *price = (int64_t)PATTERN_NO_WAY;
    for (uint32_t z = low; z <= high; z++) {
        bool saves = z < high && (*mask >> z & 1) == 0;
        int64_t here = (int64_t)(edge[z] >> PATTERN_EDGE_BITS) -
                       (saves ? (int64_t)(loads[z + 1] - loads[z]) : 0);
        if (here < *price) {
            *price = here;
            best = z;
        }
    }
    *mask |= (uint64_t)1 << best;
    return best;
}

/* The price of a node with its part of the tree if its stack is low .. high, without what the wire
 * to the parent saves; *mask: layers on which a wire to a child runs. edges: keys of the edges to
 * its children, `layers` each. */
ALSO_ON_DEVICE static inline uint64_t pattern_stack(const struct pattern_view *view,
                                                    const uint32_t *loads, const uint64_t *edges,
                                                    uint32_t children, uint32_t low, uint32_t high,
                                                    uint64_t *mask)
{
    int64_t price = (int64_t)(view->via_below[high] - view->via_below[low]) +
                    (int64_t)(loads[high] - loads[low]);
    *mask = 0;
    for (uint32_t i = 0; i < children && price < (int64_t)PATTERN_NO_WAY; i++) {
        int64_t child;
        pattern_child(edges + (size_t)i * view->layers, loads, low, high, mask, &child);
        price += child;
    }
    return price < (int64_t)PATTERN_NO_WAY ? (uint64_t)price : PATTERN_NO_WAY;
}

/* The key of a node for a stack if the wire to the parent runs on layer z of it, or, for the root,
 * if there is none; PATTERN_NO_KEY if that cannot be. */
ALSO_ON_DEVICE static inline uint64_t pattern_node_key(const uint32_t *loads, uint64_t price,
                                                       uint64_t mask, bool root, uint32_t low,
                                                       uint32_t high, uint32_t z)
{
    if (price >= PATTERN_NO_WAY)
        return PATTERN_NO_KEY;
    bool saves = !root && z < high && (mask >> z & 1) == 0;
    price -= saves ? loads[z + 1] - loads[z] : 0;
    return price << PATTERN_NODE_BITS | low << 6 | high;
}

/* The lowest layer of least key; PATTERN_LAYERS: none. */
ALSO_ON_DEVICE static inline uint32_t pattern_least(const uint64_t *keys, uint32_t layers)
{
    uint32_t best = PATTERN_LAYERS;
    for (uint32_t z = 0; z < layers; z++)
        if (keys[z] != PATTERN_NO_KEY &&
            (best == PATTERN_LAYERS ||
             keys[z] >> PATTERN_NODE_BITS < keys[best] >> PATTERN_NODE_BITS))
            best = z;
    return best;
}

/* Decides the edges from a node to its children, and their stacks, by the keys. loads: at the node.
 */
ALSO_ON_DEVICE static inline void pattern_decide(const struct pattern_view *view,
                                                 const struct pattern_node *nodes, uint32_t node,
                                                 const uint32_t *loads, const uint64_t *node_keys,
                                                 const uint64_t *edge_keys,
                                                 struct pattern_wiring *wiring)
{
    uint64_t mask = 0;
    int64_t price;
    for (uint32_t i = nodes[node].first; i < nodes[node + 1].first; i++) {
        const uint64_t *edge = edge_keys + (size_t)i * view->layers;
        uint32_t z = pattern_child(edge, loads, wiring[node].low, wiring[node].high, &mask, &price);
        uint32_t layer = edge[z] & 63;
        uint64_t key = node_keys[(size_t)i * view->layers + layer];
        wiring[i].low = key >> 6 & 63;
        wiring[i].high = key & 63;
        wiring[i].candidate = edge[z] >> 12 & 63;
        wiring[i].at_parent = (uint8_t)z;
        wiring[i].middle = edge[z] >> 6 & 63;
        wiring[i].layer = (uint8_t)layer;
    }
}

/* The layers on which wires of the net meet a node, as a set. */
ALSO_ON_DEVICE static inline uint64_t
pattern_wires(const struct pattern_node *nodes, const struct pattern_wiring *wiring, uint32_t node)
{
    uint64_t wires = node == 0 ? 0 : (uint64_t)1 << wiring[node].layer;
    for (uint32_t i = nodes[node].first; i < nodes[node + 1].first; i++)
        wires |= (uint64_t)1 << wiring[i].at_parent;
    return wires;
}
