/* topology: makes a spanning tree, then replaces neighbourhoods of nodes by shortest trees. Nodes
 * below `pins` are the pins; a branching without edges is removed. */
#include "router/global/tree/topology.h"
#include "grid/random.h"

enum {
    NEAR = 7,     /* nodes of a neighbourhood, which is replaced by its shortest tree */
    NEAR_FEW = 6, /* the same for a net of more than LARGE pins, to save time */
    LARGE = 30,   /* pins */
};

static int32_t node_distance(const struct topology_graph *graph, uint32_t a, uint32_t b)
{
    return abs(graph->at[a].x - graph->at[b].x) + abs(graph->at[a].y - graph->at[b].y);
}

static uint32_t node_add(struct topology_graph *graph, int32_t x, int32_t y)
{
    graph->at[graph->nodes].x = x;
    graph->at[graph->nodes].y = y;
    graph->at[graph->nodes].first = TOPOLOGY_NONE;
    return graph->nodes++;
}

static void edge_add(struct topology_graph *graph, uint32_t a, uint32_t b)
{
    uint32_t half = graph->free_half;
    if (half == TOPOLOGY_NONE) {
        half = graph->halves;
        graph->halves += 2;
    } else {
        graph->free_half = graph->half[half].next;
    }
    graph->half[half].to = b;
    graph->half[half].next = graph->at[a].first;
    graph->at[a].first = half;
    graph->half[half ^ 1].to = a;
    graph->half[half ^ 1].next = graph->at[b].first;
    graph->at[b].first = half ^ 1;
}

static void unlink_half(struct topology_graph *graph, uint32_t node, uint32_t half)
{
    uint32_t *link = &graph->at[node].first;
    while (*link != half)
        link = &graph->half[*link].next;
    *link = graph->half[half].next;
}

static void edge_remove(struct topology_graph *graph, uint32_t half)
{
    unlink_half(graph, graph->half[half ^ 1].to, half);
    unlink_half(graph, graph->half[half].to, half ^ 1);
    half &= ~1u;
    graph->half[half].next = graph->free_half;
    graph->free_half = half;
}

/* True if the node is a point of the marked part of the tree, which must stay joined to the others:
 * a pin, or a node with an edge that leaves the part. */
static bool is_point(const struct topology *tree, uint32_t pins, uint32_t node)
{
    const struct topology_graph *graph = &tree->graph;
    bool point = node < pins;
    for (uint32_t h = graph->at[node].first; h != TOPOLOGY_NONE; h = graph->half[h].next)
        point |= !tree->mark[graph->half[h].to];
    return point;
}

/* Lists nodes[0] and the nodes nearest to it, counted in edges, `most` in all, and marks them. */
static uint32_t grow_part(struct topology *tree, uint32_t *nodes, uint32_t most)
{
    const struct topology_graph *graph = &tree->graph;
    uint32_t count = 1;
    tree->mark[nodes[0]] = 1;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t h = graph->at[nodes[i]].first; h != TOPOLOGY_NONE && count < most;
             h = graph->half[h].next)
            if (!tree->mark[graph->half[h].to]) {
                nodes[count] = graph->half[h].to;
                tree->mark[nodes[count++]] = 1;
            }
    return count;
}

/* True if a tree over the points of this length may be shortened: it is longer than half the
 * perimeter of their box, and they have not been looked at lately. */
static bool is_worth_it(struct topology *tree, const int32_t *x, const int32_t *y, uint32_t count,
                        int64_t length)
{
    int32_t x0 = x[0], x1 = x[0], y0 = y[0], y1 = y[0];
    uint64_t points = 0; /* a hash of the set */
    for (uint32_t i = 0; i < count; i++) {
        x0 = x[i] < x0 ? x[i] : x0;
        x1 = x[i] > x1 ? x[i] : x1;
        y0 = y[i] < y0 ? y[i] : y0;
        y1 = y[i] > y1 ? y[i] : y1;
        points += random_hash((uint64_t)(uint32_t)x[i] << 32 | (uint32_t)y[i]);
    }
    if (length <= (int64_t)x1 - x0 + y1 - y0)
        return false;
    for (uint32_t i = 0; i < TOPOLOGY_SEEN; i++)
        if (tree->seen[i] == points)
            return false;
    tree->seen[tree->looks++ % TOPOLOGY_SEEN] = points;
    return true;
}

/* Replaces the part around `node` by a shortest tree of its points if that is shorter. */
static void improve_at(struct topology *tree, uint32_t pins, uint32_t node, uint32_t most)
{
    struct topology_graph *graph = &tree->graph;
    uint32_t nodes[EXACT_POINTS] = {node}, halves[EXACT_POINTS], number[EXACT_NODES];
    int32_t x[EXACT_POINTS], y[EXACT_POINTS];
    uint32_t count = 0, edges = 0, inner = grow_part(tree, nodes, most), part = inner;
    int64_t length = 0;
    for (uint32_t i = 0; i < part; i++) {
        const struct topology_place *at = &graph->at[nodes[i]];
        for (uint32_t h = at->first; h != TOPOLOGY_NONE; h = graph->half[h].next)
            if ((h & 1) == 0 && tree->mark[graph->half[h].to]) {
                length += node_distance(graph, nodes[i], graph->half[h].to);
                halves[edges++] = h;
            }
        bool point = is_point(tree, pins, nodes[i]);
        number[point ? count : --inner] = nodes[i]; /* inner nodes from the end */
        if (point) {
            x[count] = at->x;
            y[count++] = at->y;
        }
    }
    bool apart = true; /* else a branching is on another node: rare, and left alone */
    for (uint32_t i = 0; i < part; i++)
        tree->mark[nodes[i]] = 0;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t j = 0; j < i; j++)
            apart &= x[i] != x[j] || y[i] != y[j];
    struct exact_tree exact;
    if (count < 3 || !apart || !is_worth_it(tree, x, y, count, length))
        return;
    exact_tree_find(tree->exact, x, y, count, &exact);
    if (exact.length >= length)
        return;
    for (uint32_t i = 0; i < edges; i++)
        edge_remove(graph, halves[i]);
    for (uint32_t i = count; i < exact.nodes; i++) {
        if (i >= part)
            number[i] = node_add(graph, 0, 0);
        graph->at[number[i]].x = exact.x[i];
        graph->at[number[i]].y = exact.y[i];
    }
    for (uint32_t i = 0; i < exact.edges; i++)
        edge_add(graph, number[exact.from[i]], number[exact.to[i]]);
}

static void improve(struct topology *tree, uint32_t pins, uint32_t room)
{
    const struct topology_graph *graph = &tree->graph;
    memset(tree->mark, 0, room * sizeof *tree->mark);
    memset(tree->seen, 0, sizeof tree->seen);
    tree->looks = 0;
    for (uint32_t node = 0; node < graph->nodes; node++)
        if (graph->at[node].first != TOPOLOGY_NONE && graph->nodes + EXACT_POINTS < room)
            improve_at(tree, pins, node, pins > LARGE ? NEAR_FEW : NEAR);
}

/* Lists the nodes from one outward, each after its parent. */
static void list_nodes(struct topology *tree, uint32_t pins, uint32_t root)
{
    const struct topology_graph *graph = &tree->graph;
    tree->count = 1;
    tree->order[0] = root;
    tree->nodes[0] = (struct topology_node){graph->at[root].x, graph->at[root].y, TOPOLOGY_NONE,
                                            root < pins ? root : TOPOLOGY_NONE};
    for (uint32_t i = 0; i < tree->count; i++) {
        uint32_t from = tree->order[i], parent = tree->nodes[i].parent;
        for (uint32_t half = graph->at[from].first; half != TOPOLOGY_NONE;
             half = graph->half[half].next) {
            uint32_t node = graph->half[half].to;
            if (parent != TOPOLOGY_NONE && tree->order[parent] == node)
                continue;
            assert(tree->count < tree->nodes_capacity);
            tree->order[tree->count] = node;
            tree->nodes[tree->count++] = (struct topology_node){
                graph->at[node].x, graph->at[node].y, i, node < pins ? node : TOPOLOGY_NONE};
        }
    }
}

/* The node in the middle of a longest path of edges: levels of the tree are fewest from there. */
static uint32_t find_middle(struct topology *tree, uint32_t pins)
{
    list_nodes(tree, pins, 0);
    list_nodes(tree, pins, tree->order[tree->count - 1]);
    uint32_t steps = 0, node = tree->count - 1;
    for (uint32_t i = node; tree->nodes[i].parent != TOPOLOGY_NONE; i = tree->nodes[i].parent)
        steps++;
    for (uint32_t i = 0; i < steps / 2; i++)
        node = tree->nodes[node].parent;
    return tree->order[node];
}

enum status topology_build(struct topology *tree, const struct maze_spot *spots, uint32_t count,
                           struct error *error)
{
    assert(count >= 1);
    uint32_t room = 2 * count + EXACT_NODES;
    struct topology_graph *graph = &tree->graph;
    if (tree->exact == NULL)
        TRY(MEM_NEW(tree->exact, 1, "trees", error));
    TRY(MEM_GROW(tree->nodes, tree->nodes_capacity, room, "nodes of a net", error));
    TRY(MEM_GROW(tree->order, tree->order_capacity, room, "nodes of a net", error));
    TRY(MEM_GROW(tree->mark, tree->mark_capacity, room, "nodes of a net", error));
    TRY(MEM_GROW(tree->edges, tree->edges_capacity, room, "edges of a net", error));
    TRY(MEM_GROW(graph->at, graph->at_capacity, room, "nodes of a net", error));
    TRY(MEM_GROW(graph->half, graph->half_capacity, 2 * (size_t)room, "edges of a net", error));
    graph->nodes = graph->halves = 0;
    graph->free_half = TOPOLOGY_NONE;
    if (count <= EXACT_POINTS) {
        struct exact_tree exact;
        int32_t x[EXACT_POINTS], y[EXACT_POINTS];
        for (uint32_t i = 0; i < count; i++) {
            x[i] = spots[i].x;
            y[i] = spots[i].y;
        }
        exact_tree_find(tree->exact, x, y, count, &exact);
        for (uint32_t i = 0; i < exact.nodes; i++)
            node_add(graph, exact.x[i], exact.y[i]);
        for (uint32_t i = 0; i < exact.edges; i++)
            edge_add(graph, exact.from[i], exact.to[i]);
    } else {
        for (uint32_t i = 0; i < count; i++)
            node_add(graph, spots[i].x, spots[i].y);
        TRY(spanning_make(&tree->spanning, spots, count, tree->edges, error));
        for (uint32_t i = 1; i < count; i++)
            edge_add(graph, tree->edges[i].a, tree->edges[i].b);
        improve(tree, count, room);
    }
    list_nodes(tree, count, find_middle(tree, count));
    return STATUS_OK;
}

void topology_destroy(struct topology *tree)
{
    spanning_destroy(&tree->spanning);
    MEM_CLEAR(tree, tree->nodes, tree->order, tree->mark, tree->edges, tree->exact, tree->graph.at,
              tree->graph.half);
}
