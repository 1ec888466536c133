/* hop_graph: lists the spots of a tree, links them, and turns edges into straight wires again. */
#include "router/detail/antenna/hop_graph.h"

MEM_DESTROY(hop_graph_destroy, hop_graph, it->spots, it->edges, it->first, it->at, it->order,
            it->via)

static int by_place(const void *a, const void *b)
{
    const struct access_spot *s = a, *t = b;
    return by_numbers((int64_t[]){s->layer, s->ix, s->iy}, (int64_t[]){t->layer, t->ix, t->iy}, 3);
}

static struct access_spot spot_at(uint32_t layer, uint32_t ix, uint32_t iy)
{
    return (struct access_spot){(uint16_t)layer, (uint16_t)ix, (uint16_t)iy};
}

/* The end of a via on the layer above. */
static struct access_spot above(const struct lattice *lattice, const struct net_tree_via *v)
{
    const struct lattice_layer *low = &lattice->layers[v->cut];
    return spot_at(v->cut + 1u, low->x.up[v->ix], low->y.up[v->iy]);
}

static enum status add_spot(struct hop_graph *graph, struct access_spot spot, struct error *error)
{
    return MEM_APPEND(graph->spots, graph->spot_room, graph->spot_count, spot, "antennas", error);
}

static enum status list_spots(struct hop_graph *graph, const struct net_tree *tree,
                              struct error *error)
{
    graph->spot_count = 0;
    for (size_t i = 0; i < tree->wire_count; i++) {
        const struct net_tree_wire *w = &tree->wires[i];
        for (uint32_t ix = uint_min(w->ix0, w->ix1); ix <= uint_max(w->ix0, w->ix1); ix++)
            for (uint32_t iy = uint_min(w->iy0, w->iy1); iy <= uint_max(w->iy0, w->iy1); iy++)
                TRY(add_spot(graph, spot_at(w->layer, ix, iy), error));
    }
    for (size_t i = 0; i < tree->via_count; i++) {
        const struct net_tree_via *v = &tree->vias[i];
        TRY(add_spot(graph, spot_at(v->cut, v->ix, v->iy), error));
        TRY(add_spot(graph, above(graph->lattice, v), error));
    }
    uint32_t kept = 0;
    if (graph->spot_count > 0)
        qsort(graph->spots, graph->spot_count, sizeof *graph->spots, by_place);
    for (uint32_t i = 0; i < graph->spot_count; i++)
        if (kept == 0 || by_place(&graph->spots[kept - 1], &graph->spots[i]) != 0)
            graph->spots[kept++] = graph->spots[i];
    graph->spot_count = graph->sorted = kept;
    return STATUS_OK;
}

/* The node of a spot, or TECH_NONE. */
static uint32_t node_of(const struct hop_graph *graph, struct access_spot spot)
{
    const struct access_spot *found =
        bsearch(&spot, graph->spots, graph->sorted, sizeof spot, by_place);
    if (found != NULL)
        return graph->pins + (uint32_t)(found - graph->spots);
    for (uint32_t i = graph->sorted; i < graph->spot_count; i++)
        if (by_place(&graph->spots[i], &spot) == 0)
            return graph->pins + i;
    return TECH_NONE;
}

static enum status add_edge(struct hop_graph *graph, struct hop_edge edge, struct error *error)
{
    assert(edge.a != TECH_NONE && edge.b != TECH_NONE);
    return MEM_APPEND(graph->edges, graph->edge_room, graph->edge_count, edge, "antennas", error);
}

/* The steps of a wire. */
static enum status add_wire(struct hop_graph *graph, const struct net_tree_wire *w,
                            struct error *error)
{
    const struct lattice_layer *layer = &graph->lattice->layers[w->layer];
    uint32_t ix = uint_min(w->ix0, w->ix1), iy = uint_min(w->iy0, w->iy1);
    const uint32_t end_x = uint_max(w->ix0, w->ix1), end_y = uint_max(w->iy0, w->iy1);
    assert(ix == end_x || iy == end_y);
    while (ix < end_x || iy < end_y) {
        const uint32_t nx = ix < end_x ? ix + 1 : ix, ny = iy < end_y ? iy + 1 : iy;
        TRY(add_edge(graph,
                     (struct hop_edge){.a = node_of(graph, spot_at(w->layer, ix, iy)),
                                       .b = node_of(graph, spot_at(w->layer, nx, ny)),
                                       .level = w->layer,
                                       .length = layer->x.at[nx] - layer->x.at[ix] +
                                                 layer->y.at[ny] - layer->y.at[iy],
                                       .kind = HOP_WIRE,
                                       .class = (uint8_t)w->class},
                     error));
        ix = nx;
        iy = ny;
    }
    return STATUS_OK;
}

/* Lists the edges of each node: a counting sort. */
enum status hop_graph_relink(struct hop_graph *graph, struct error *error)
{
    const uint32_t nodes = hop_graph_nodes(graph);
    assert(graph->sorted <= graph->spot_count);
    MEM_FREE(graph->first, graph->at, graph->order, graph->via);
    graph->first = graph->at = graph->order = graph->via = NULL;
    TRY(MEM_NEW(graph->first, (size_t)nodes + 2, "antennas", error));
    TRY(MEM_NEW(graph->at, 2 * (size_t)graph->edge_count, "antennas", error));
    TRY(MEM_NEW(graph->order, nodes, "antennas", error));
    TRY(MEM_NEW(graph->via, nodes, "antennas", error));
    for (uint32_t e = 0; e < graph->edge_count; e++) {
        graph->first[graph->edges[e].a + 2]++;
        graph->first[graph->edges[e].b + 2]++;
    }
    for (uint32_t n = 0; n < nodes; n++)
        graph->first[n + 2] += graph->first[n + 1];
    for (uint32_t e = 0; e < graph->edge_count; e++) {
        graph->at[graph->first[graph->edges[e].a + 1]++] = e;
        graph->at[graph->first[graph->edges[e].b + 1]++] = e;
    }
    return STATUS_OK;
}

enum status hop_graph_make(struct hop_graph *graph, struct grower *grower, uint32_t net,
                           const struct net_tree *tree, struct error *error)
{
    const struct model *model = grower->lattice->model;
    const uint32_t first = model->net_pins[net];
    assert(net < model->net_count && tree->complete);
    graph->lattice = grower->lattice;
    graph->access = grower->access;
    graph->net = net;
    graph->pins = model->net_pins[net + 1] - first;
    graph->edge_count = 0;
    TRY(list_spots(graph, tree, error));
    for (size_t i = 0; i < tree->wire_count; i++)
        TRY(add_wire(graph, &tree->wires[i], error));
    for (size_t i = 0; i < tree->via_count; i++) {
        const struct net_tree_via *v = &tree->vias[i];
        TRY(add_edge(graph,
                     (struct hop_edge){.a = node_of(graph, spot_at(v->cut, v->ix, v->iy)),
                                       .b = node_of(graph, above(graph->lattice, v)),
                                       .level = v->cut + 1u,
                                       .kind = HOP_VIA,
                                       .variant = (uint8_t)v->variant},
                     error));
    }
    for (uint32_t p = 0; p < graph->pins; p++)
        for (uint32_t i = graph->access->first[first + p]; i < graph->access->first[first + p + 1];
             i++) {
            const uint32_t node = node_of(graph, graph->access->spots[i]);
            if (node != TECH_NONE)
                TRY(add_edge(graph, (struct hop_edge){.a = p, .b = node, .kind = HOP_PIN}, error));
        }
    return hop_graph_relink(graph, error);
}

void hop_graph_reach(struct hop_graph *graph, uint32_t from, uint32_t level)
{
    const uint32_t nodes = hop_graph_nodes(graph);
    assert(from < nodes);
    for (uint32_t n = 0; n < nodes; n++)
        graph->via[n] = HOP_FAR;
    graph->reached = 0;
    graph->via[from] = TECH_NONE;
    graph->order[graph->reached++] = from;
    for (uint32_t i = 0; i < graph->reached; i++) {
        const uint32_t node = graph->order[i];
        for (uint32_t k = graph->first[node]; k < graph->first[node + 1]; k++) {
            const struct hop_edge *edge = &graph->edges[graph->at[k]];
            const uint32_t to = edge->a == node ? edge->b : edge->a;
            if (edge->gone || edge->level > level || graph->via[to] != HOP_FAR)
                continue;
            graph->via[to] = graph->at[k];
            graph->order[graph->reached++] = to;
        }
    }
}

/* Marks edges as gone that lead to an end without a pin, from the ends inwards. */
static enum status prune(struct hop_graph *graph, struct error *error)
{
    uint32_t *degree;
    TRY(hop_graph_relink(graph, error));
    TRY(MEM_NEW(degree, hop_graph_nodes(graph), "antennas", error));
    for (uint32_t e = 0; e < graph->edge_count; e++)
        if (!graph->edges[e].gone) {
            degree[graph->edges[e].a]++;
            degree[graph->edges[e].b]++;
        }
    for (uint32_t n = graph->pins; n < hop_graph_nodes(graph); n++)
        for (uint32_t node = n; degree[node] == 1 && node >= graph->pins;) {
            uint32_t k = graph->first[node];
            while (graph->edges[graph->at[k]].gone)
                k++;
            struct hop_edge *edge = &graph->edges[graph->at[k]];
            if (edge->kind == HOP_PIN)
                break;
            edge->gone = true;
            degree[node] = 0;
            node = edge->a == node ? edge->b : edge->a;
            degree[node]--;
        }
    free(degree);
    return STATUS_OK;
}

/* Finds the node of a spot of a path, or adds it with its pins. */
static enum status path_node(struct hop_graph *graph, struct access_spot spot, uint32_t *node,
                             struct error *error)
{
    const uint32_t first = graph->lattice->model->net_pins[graph->net];
    *node = node_of(graph, spot);
    if (*node != TECH_NONE)
        return STATUS_OK;
    *node = hop_graph_nodes(graph);
    TRY(add_spot(graph, spot, error));
    for (uint32_t p = 0; p < graph->pins; p++)
        for (uint32_t i = graph->access->first[first + p]; i < graph->access->first[first + p + 1];
             i++)
            if (by_place(&graph->access->spots[i], &spot) == 0)
                TRY(add_edge(graph, (struct hop_edge){.a = p, .b = *node, .kind = HOP_PIN}, error));
    return STATUS_OK;
}

enum status hop_graph_join(struct hop_graph *graph, const struct detail_step *path, size_t length,
                           struct error *error)
{
    const uint32_t class = model_class_of(graph->lattice->model, graph->net);
    uint32_t before = 0, node = 0;
    assert(length > 1);
    for (size_t i = 0; i < length; i++, before = node) {
        const struct access_spot spot = path[i].spot;
        const uint8_t move = path[i].move;
        TRY(path_node(graph, spot, &node, error));
        if (i == 0)
            continue;
        struct hop_edge edge = {.a = before,
                                .b = node,
                                .level = spot.layer,
                                .kind = HOP_WIRE,
                                .class = (uint8_t)(move > MOVE_NARROW ? 0 : class)};
        if (move >= MOVE_VIA_UP) {
            const bool up = move < MOVE_VIA_DOWN;
            edge = (struct hop_edge){.a = up ? before : node,
                                     .b = up ? node : before,
                                     .level = up ? spot.layer : spot.layer + 1u,
                                     .kind = HOP_VIA,
                                     .variant = (uint8_t)search_variant(class, move)};
        }
        TRY(add_edge(graph, edge, error));
    }
    return prune(graph, error);
}

static struct net_tree_wire wire_of(const struct hop_graph *graph, const struct hop_edge *edge)
{
    struct access_spot a = hop_graph_spot(graph, edge->a), b = hop_graph_spot(graph, edge->b);
    if (by_place(&a, &b) > 0) {
        const struct access_spot swap = a;
        a = b;
        b = swap;
    }
    return (struct net_tree_wire){a.layer, edge->class, a.ix, a.iy, b.ix, b.iy};
}

/* Sorts steps by line, then along the line, so that a straight wire is a run of neighbours. */
static int by_line(const void *a, const void *b)
{
    const struct net_tree_wire *v = a, *w = b;
    const bool v_up = v->ix0 == v->ix1, w_up = w->ix0 == w->ix1;
    return by_numbers(
        (int64_t[]){v->layer, v->class, v_up, v_up ? v->ix0 : v->iy0, v_up ? v->iy0 : v->ix0},
        (int64_t[]){w->layer, w->class, w_up, w_up ? w->ix0 : w->iy0, w_up ? w->iy0 : w->ix0}, 5);
}

enum status hop_graph_write(const struct hop_graph *graph, struct net_tree *tree,
                            struct error *error)
{
    size_t kept = 0;
    tree->wire_count = tree->via_count = tree->path_count = 0;
    for (uint32_t e = 0; e < graph->edge_count; e++) {
        const struct hop_edge *edge = &graph->edges[e];
        if (edge->gone || edge->kind == HOP_PIN)
            continue;
        if (edge->kind == HOP_WIRE) {
            TRY(MEM_APPEND(tree->wires, tree->wire_room, tree->wire_count, wire_of(graph, edge),
                           "wires", error));
            continue;
        }
        const struct access_spot low = hop_graph_spot(graph, edge->a);
        const struct net_tree_via via = {low.layer, edge->variant, low.ix, low.iy};
        TRY(MEM_APPEND(tree->vias, tree->via_room, tree->via_count, via, "vias", error));
    }
    if (tree->wire_count > 0)
        qsort(tree->wires, tree->wire_count, sizeof *tree->wires, by_line);
    for (size_t i = 0; i < tree->wire_count; i++) {
        const struct net_tree_wire w = tree->wires[i];
        struct net_tree_wire *last = kept > 0 ? &tree->wires[kept - 1] : NULL;
        const bool goes_on = last != NULL && last->layer == w.layer && last->class == w.class &&
                             last->ix1 == w.ix0 && last->iy1 == w.iy0 &&
                             (last->ix0 == last->ix1) == (w.ix0 == w.ix1);
        if (goes_on) {
            last->ix1 = w.ix1;
            last->iy1 = w.iy1;
        } else {
            tree->wires[kept++] = w;
        }
    }
    tree->wire_count = kept;
    return STATUS_OK;
}
