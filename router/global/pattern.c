/* pattern: makes the tree of a net, fills keys from the leaves to the root, decides back. */
#include "router/global/pattern.h"

static_assert((int)PATTERN_LAYERS == (int)GRID_LAYERS_MAX, "one key holds any layer");
static_assert((int)PATTERN_PARTS == (int)PLANES_PARTS, "the sums are those of the planes");

struct pattern_view pattern_view_of(const struct planes *planes)
{
    struct pattern_view view = {.layers = planes->layers,
                                .width = planes->width,
                                .height = planes->height,
                                .x_least = planes->x_least,
                                .y_least = planes->y_least,
                                .via_least = planes->via_least,
                                .sum = planes->sum,
                                .part_sum = planes->part_sum,
                                .load = planes->load};
    for (uint32_t z = 0; z < planes->layers; z++) {
        const struct planes_layer *layer = &planes->layer[z];
        view.first[z] = layer->first;
        view.track[z] = layer->first_track;
        view.part_bits[z] = (uint8_t)layer->part_bits;
        view.axis[z] = layer->closed ? PATTERN_CLOSED : layer->axis == AXIS_Y;
        view.via_below[z] = z == 0 ? 0 : view.via_below[z - 1] + planes->via[z - 1];
    }
    return view;
}

/* Fills the keys of a node: for each layer of the parent's wire the best stack; for node 0, which
 * has no parent, by the lower end of the stack. */
static void node_keys(struct pattern *pattern, const struct pattern_view *view,
                      const struct pattern_node *nodes, uint32_t node)
{
    const struct pattern_node *it = &nodes[node];
    uint64_t *keys = pattern->node_keys + (size_t)node * view->layers;
    const uint64_t *edges = pattern->edge_keys + (size_t)it->first * view->layers;
    uint64_t mask;
    uint32_t loads[PATTERN_LAYERS];
    pattern_loads(view, it->x, it->y, loads);
    for (uint32_t z = 0; z < view->layers; z++)
        keys[z] = PATTERN_NO_KEY;
    for (uint32_t low = 0; low <= it->pin_low && low < view->layers; low++)
        for (uint32_t high = it->pin_high > low ? it->pin_high : low; high < view->layers; high++) {
            uint64_t price =
                pattern_stack(view, loads, edges, it[1].first - it->first, low, high, &mask);
            for (uint32_t z = low; z <= (node == 0 ? low : high); z++) {
                uint64_t key = pattern_node_key(loads, price, mask, node == 0, low, high, z);
                keys[z] = key < keys[z] ? key : keys[z];
            }
        }
}

/* Fills the keys of the edge to a node: the candidates without a third run, then the others if they
 * may pay. */
static void edge_keys(struct pattern *pattern, const struct pattern_view *view,
                      const struct pattern_node *nodes, uint32_t node)
{
    const struct pattern_node *it = &nodes[node], *parent = &nodes[it->parent];
    const uint64_t *keys = pattern->node_keys + (size_t)node * view->layers;
    uint64_t *edges = pattern->edge_keys + (size_t)node * view->layers;
    uint64_t near[PATTERN_LAYERS], least = PATTERN_NO_WAY;
    for (uint32_t z = 0; z < view->layers; z++)
        edges[z] = PATTERN_NO_KEY;
    for (uint32_t candidate = 0; candidate < PATTERN_CANDIDATES; candidate++) {
        if (candidate == 2 && !pattern_pays(view, parent, it, least))
            break;
        struct pattern_course course = pattern_course_of(parent, it, candidate);
        if (course.runs == 0)
            continue;
        uint64_t price = pattern_edge(view, &course, candidate, keys, near);
        least = price < least ? price : least;
        for (uint32_t z = 0; z < view->layers; z++)
            edges[z] = near[z] < edges[z] ? near[z] : edges[z];
    }
}

bool pattern_wire(struct pattern *pattern, const struct pattern_view *view,
                  const struct pattern_node *nodes, uint32_t count, struct pattern_wiring *wiring)
{
    assert(count > 0 && nodes[count].first == count);
    size_t keys = (size_t)count * view->layers;
    if (!GLOBAL_GROW(pattern, node_keys, keys) || !GLOBAL_GROW(pattern, edge_keys, keys))
        return false;
    for (uint32_t i = count; i-- > 0;) {
        node_keys(pattern, view, nodes, i);
        if (i > 0)
            edge_keys(pattern, view, nodes, i);
    }
    uint32_t layer = pattern_least(pattern->node_keys, view->layers);
    if (layer == PATTERN_LAYERS)
        return false;
    wiring[0] = (struct pattern_wiring){.low = pattern->node_keys[layer] >> 6 & 63,
                                        .high = pattern->node_keys[layer] & 63};
    for (uint32_t i = 0; i < count; i++) {
        uint32_t loads[PATTERN_LAYERS];
        pattern_loads(view, nodes[i].x, nodes[i].y, loads);
        pattern_decide(view, nodes, i, loads, pattern->node_keys, pattern->edge_keys, wiring);
    }
    return true;
}

enum status pattern_shape(struct pattern *pattern, const struct planes *planes, uint32_t net,
                          const struct pattern_node *nodes, uint32_t count,
                          const struct pattern_wiring *wiring, struct net_shape *shape)
{
    if (!GLOBAL_GROW(pattern, tiles, count))
        return STATUS_FAILED;
    shape_begin(shape, planes, nodes[0].x, nodes[0].y, wiring[0].low);
    pattern->tiles[0] = 0;
    for (uint32_t i = 0; i < count && !shape->failed; i++) {
        const struct pattern_node *it = &nodes[i], *parent = &nodes[it->parent];
        if (i > 0) {
            struct pattern_course course = pattern_course_of(parent, it, wiring[i].candidate);
            const uint8_t layers[3] = {wiring[i].at_parent, wiring[i].middle, wiring[i].layer};
            uint32_t at = shape_find(shape, parent->x, parent->y, layers[0]);
            assert(course.runs <= 3);
            for (uint32_t run = 0; run < course.runs; run++) {
                if (run > 0)
                    at = shape_run(shape, at, course.x[run], course.y[run], layers[run]);
                at = shape_run(shape, at, course.x[run + 1], course.y[run + 1], layers[run]);
            }
            pattern->tiles[i] = at;
        }
        shape_run(shape, pattern->tiles[i], it->x, it->y, wiring[i].low);
        shape_run(shape, pattern->tiles[i], it->x, it->y, wiring[i].high);
    }
    bool joined = shape_finish(shape, net);
    assert(joined || shape->failed);
    return shape->failed ? STATUS_FAILED : STATUS_OK;
}

/* The access point of a pin; of several, the one nearest to the middle of the net. */
static cell_t choose_access(const struct tile_graph *graph, uint32_t pin, struct box box)
{
    uint32_t least = UINT32_MAX;
    cell_t best = CELL_NONE;
    for (uint32_t i = tile_pin_first(graph, pin); i < tile_pin_end(graph, pin); i++) {
        cell_t cell = graph->access[i];
        uint32_t far =
            (uint32_t)(abs((int)(2 * grid_x(&graph->grid, cell)) - (int)(box.x0 + box.x1)) +
                       abs((int)(2 * grid_y(&graph->grid, cell)) - (int)(box.y0 + box.y1)));
        best = far < least ? cell : best;
        least = far < least ? far : least;
    }
    return best;
}

static int compare_points(const void *a, const void *b)
{
    const struct pattern_point *p = a, *q = b;
    return p->y != q->y ? (p->y < q->y ? -1 : 1) : (p->x > q->x) - (p->x < q->x);
}

/* Copies the tree, whose nodes stand in breadth-first order: the children of a node are
 * neighbours. */
static bool copy_tree(struct pattern *pattern)
{
    const struct topology *tree = &pattern->tree;
    pattern->count = tree->count;
    if (!GLOBAL_GROW(pattern, nodes, tree->count + 1))
        return false;
    for (uint32_t i = 0, child = 1; i <= tree->count; i++) {
        struct pattern_node *node = &pattern->nodes[i];
        *node = (struct pattern_node){.first = child, .pin_low = UINT8_MAX};
        if (i == tree->count)
            break;
        const struct topology_node *from = &tree->nodes[i];
        node->x = (uint16_t)from->x;
        node->y = (uint16_t)from->y;
        node->parent = i == 0 ? 0 : from->parent;
        if (from->pin != TOPOLOGY_NONE) {
            node->pin_low = pattern->points[from->pin].low;
            node->pin_high = pattern->points[from->pin].high;
        }
        while (child < tree->count && tree->nodes[child].parent == i)
            child++;
    }
    return true;
}

enum status pattern_tree(struct pattern *pattern, const struct planes *planes, uint32_t net)
{
    const struct tile_graph *graph = planes->graph;
    const struct tile_net *it = &graph->nets[net];
    const struct box box = planes_net_box(graph, net);
    if (!GLOBAL_GROW(pattern, points, it->pin_count) || !GLOBAL_GROW(pattern, spots, it->pin_count))
        return STATUS_FAILED;
    for (uint32_t i = 0; i < it->pin_count; i++) {
        struct planes_place at = planes_place(planes, choose_access(graph, it->first_pin + i, box));
        pattern->points[i] = (struct pattern_point){at.x, at.y, (uint8_t)at.z, (uint8_t)at.z};
    }
    qsort(pattern->points, it->pin_count, sizeof *pattern->points, compare_points);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < it->pin_count; i++) {
        struct pattern_point point = pattern->points[i];
        if (kept > 0 && compare_points(&pattern->points[kept - 1], &point) == 0) {
            struct pattern_point *last = &pattern->points[kept - 1];
            last->low = point.low < last->low ? point.low : last->low;
            last->high = point.high > last->high ? point.high : last->high;
            continue;
        }
        pattern->spots[kept] = (struct maze_spot){.x = (uint16_t)point.x, .y = (uint16_t)point.y};
        pattern->points[kept++] = point;
    }
    TRY(topology_build(&pattern->tree, pattern->spots, kept, NULL));
    return copy_tree(pattern) ? STATUS_OK : STATUS_FAILED;
}

enum status pattern_route(struct pattern *pattern, const struct planes *planes, uint32_t net,
                          struct net_shape *shape)
{
    struct pattern_view view = pattern_view_of(planes);
    TRY(pattern_tree(pattern, planes, net));
    if (!GLOBAL_GROW(pattern, wiring, pattern->count))
        return STATUS_FAILED;
    if (!pattern_wire(pattern, &view, pattern->nodes, pattern->count, pattern->wiring))
        return pattern->failed ? STATUS_FAILED : STATUS_UNROUTED;
    return pattern_shape(pattern, planes, net, pattern->nodes, pattern->count, pattern->wiring,
                         shape);
}

void pattern_destroy(struct pattern *pattern)
{
    topology_destroy(&pattern->tree);
    MEM_CLEAR(pattern, pattern->points, pattern->spots, pattern->nodes, pattern->wiring,
              pattern->tiles, pattern->node_keys, pattern->edge_keys);
}
