/* pattern: fills the choices of the nodes from the leaves to the root, then wires them back. */
#include "router/global/pattern.h"

#define NO_WAY (UINT64_MAX / 4) /* price: impossible; a sum of four does not overflow */

/* Prices of stacks of vias at a place, by layer z: of the vias and half tracks below z. */
struct stack_sums {
    uint64_t via[GRID_LAYERS_MAX + 1], load[GRID_LAYERS_MAX + 1];
};

static void stack_sums(const struct planes *planes, uint32_t x, uint32_t y, struct stack_sums *sums)
{
    sums->via[0] = sums->load[0] = 0;
    for (uint32_t z = 0; z < planes->layers; z++) {
        sums->via[z + 1] = sums->via[z] + planes->via[z];
        sums->load[z + 1] =
            sums->load[z] +
            (planes->load == NULL ? 0 : planes->load[planes_index(planes, x, y, z)]);
    }
}

/* A stack between two wires. */
static uint64_t corner_price(const struct stack_sums *sums, uint32_t a, uint32_t b)
{
    uint32_t low = a < b ? a : b, high = a < b ? b : a;
    return sums->via[high] - sums->via[low] + sums->load[high] - sums->load[low + 1];
}

static uint64_t run_price(const struct planes *planes, uint32_t z, uint32_t track, uint32_t a,
                          uint32_t b)
{
    const struct planes_layer *layer = &planes->layer[z];
    const uint64_t *sum = planes->sum + layer->first + (size_t)track * layer->length;
    return a < b ? sum[b] - sum[a] : sum[a] - sum[b];
}

/* The edge from a node to its parent: for each layer at the parent, the least price of the edge and
 * of the node's part, and where it turns. */
static void edge_prices(struct pattern *pattern, const struct planes *planes, uint32_t node)
{
    const struct topology_node *to = &pattern->tree.nodes[node],
                               *from = &pattern->tree.nodes[to->parent];
    uint32_t x0 = (uint32_t)from->x, y0 = (uint32_t)from->y, x1 = (uint32_t)to->x,
             y1 = (uint32_t)to->y;
    uint32_t layers = planes->layers;
    struct pattern_choice *choices = pattern->choices + (size_t)node * layers;
    uint64_t *edges = pattern->edges + (size_t)node * layers;
    uint64_t near_run[GRID_LAYERS_MAX], far_run[GRID_LAYERS_MAX];
    struct stack_sums corner[2];
    for (uint32_t z = 0; z < layers; z++) {
        bool y_axis = planes->layer[z].axis == AXIS_Y;
        edges[z] = NO_WAY;
        if (planes->layer[z].closed)
            continue;
        near_run[z] = y_axis ? run_price(planes, z, x0, y0, y1) : run_price(planes, z, y0, x0, x1);
        far_run[z] = y_axis ? run_price(planes, z, x1, y0, y1) : run_price(planes, z, y1, x0, x1);
    }
    stack_sums(planes, x1, y0, &corner[0]);
    stack_sums(planes, x0, y1, &corner[1]);
    for (uint32_t a = 0; a < layers; a++) {
        if (planes->layer[a].closed)
            continue;
        uint32_t turn = planes->layer[a].axis == AXIS_Y;
        bool straight = turn == 1 ? x0 == x1 : y0 == y1; /* a wire on layer a arrives */
        if (!straight && (x0 == x1 || y0 == y1))
            continue;
        for (uint32_t b = 0; b < layers; b++) {
            if (planes->layer[b].closed ||
                (straight ? a != b : planes->layer[b].axis == planes->layer[a].axis))
                continue;
            uint64_t price = near_run[a] + choices[b].least;
            price += straight ? 0 : corner_price(&corner[turn], a, b) + far_run[b];
            if (price < edges[a]) {
                edges[a] = price;
                choices[a].layer = (uint8_t)b;
            }
        }
    }
}

/* The layer between low and high on which the edge to a child costs least. A wire on a layer below
 * the top of the stack saves the half tracks there, once for all wires of *mask. */
static uint32_t child_layer(const struct pattern *pattern, const struct planes *planes,
                            const struct stack_sums *sums, uint32_t child, uint32_t low,
                            uint32_t high, uint64_t *mask, uint64_t *price)
{
    const uint64_t *edges = pattern->edges + (size_t)child * planes->layers;
    uint64_t best = NO_WAY;
    uint32_t best_layer = low;
    for (uint32_t z = low; z <= high; z++) {
        bool saves = z < high && (*mask >> z & 1) == 0;
        uint64_t load = saves ? sums->load[z + 1] - sums->load[z] : 0;
        if (edges[z] < NO_WAY && edges[z] + PRICE_CLOSED - load < best) {
            best = edges[z] + PRICE_CLOSED - load;
            best_layer = z;
        }
    }
    *mask |= (uint64_t)1 << best_layer;
    *price = best;
    return best_layer;
}

/* The price of a node whose stack is low .. high, without the saving by the parent's wire; *mask:
 * layers on which a child's wire runs. */
static uint64_t node_price(const struct pattern *pattern, const struct planes *planes,
                           const struct stack_sums *sums, uint32_t first, uint32_t count,
                           uint32_t low, uint32_t high, uint64_t *mask)
{
    uint64_t price = sums->via[high] - sums->via[low] + sums->load[high] - sums->load[low];
    *mask = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint64_t child;
        child_layer(pattern, planes, sums, first + i, low, high, mask, &child);
        if (child >= NO_WAY)
            return NO_WAY;
        price += child - PRICE_CLOSED;
    }
    return price < NO_WAY ? price : NO_WAY;
}

/* Fills the choices of a node: for each layer of the parent's wire the best stack; for node 0,
 * which has no parent, by the lower end of the stack. */
static void node_prices(struct pattern *pattern, const struct planes *planes, uint32_t node)
{
    uint32_t first = pattern->first[node], count = pattern->first[node + 1] - first;
    const struct topology_node *it = &pattern->tree.nodes[node];
    uint32_t layers = planes->layers, pin_low = layers - 1, pin_high = 0;
    struct pattern_choice *choices = pattern->choices + (size_t)node * layers;
    struct stack_sums sums;
    if (it->pin != TOPOLOGY_NONE) {
        pin_low = pattern->points[it->pin].low;
        pin_high = pattern->points[it->pin].high;
    }
    stack_sums(planes, (uint32_t)it->x, (uint32_t)it->y, &sums);
    for (uint32_t z = 0; z < layers; z++)
        choices[z] = (struct pattern_choice){NO_WAY, 0, 0, 0};
    for (uint32_t low = 0; low <= pin_low; low++)
        for (uint32_t high = pin_high > low ? pin_high : low; high < layers; high++) {
            uint64_t mask;
            uint64_t price = node_price(pattern, planes, &sums, first, count, low, high, &mask);
            if (price >= NO_WAY)
                continue;
            for (uint32_t z = low; z <= (node == 0 ? low : high); z++) {
                bool saves = node > 0 && z < high && (mask >> z & 1) == 0;
                uint64_t with = price - (saves ? sums.load[z + 1] - sums.load[z] : 0);
                if (with < choices[z].least) {
                    choices[z].least = with;
                    choices[z].low = (uint8_t)low;
                    choices[z].high = (uint8_t)high;
                }
            }
        }
}

/* Adds the stack of a node around its tile, and the edges to its children. */
static void wire_node(struct pattern *pattern, const struct planes *planes, uint32_t node,
                      struct net_shape *shape)
{
    const struct topology_node *it = &pattern->tree.nodes[node];
    const struct pattern_choice *choice =
        &pattern->choices[(size_t)node * planes->layers + pattern->at_layer[node]];
    uint32_t x = (uint32_t)it->x, y = (uint32_t)it->y, first = pattern->first[node];
    struct stack_sums sums;
    uint64_t mask = 0, price;
    shape_run(shape, pattern->tiles[node], x, y, choice->low);
    shape_run(shape, pattern->tiles[node], x, y, choice->high);
    stack_sums(planes, x, y, &sums);
    for (uint32_t i = first; i < pattern->first[node + 1] && !shape->failed; i++) {
        uint32_t z =
            child_layer(pattern, planes, &sums, i, choice->low, choice->high, &mask, &price);
        const struct pattern_choice *edge = &pattern->choices[(size_t)i * planes->layers + z];
        uint32_t x1 = (uint32_t)pattern->tree.nodes[i].x, y1 = (uint32_t)pattern->tree.nodes[i].y;
        uint32_t at = shape_find(shape, x, y, z);
        if (x1 != x && y1 != y) {
            bool y_axis = planes->layer[z].axis == AXIS_Y;
            uint32_t turn_x = y_axis ? x : x1, turn_y = y_axis ? y1 : y;
            at = shape_run(shape, at, turn_x, turn_y, z);
            at = shape_run(shape, at, turn_x, turn_y, edge->layer);
        }
        pattern->tiles[i] = shape_run(shape, at, x1, y1, edge->layer);
        pattern->at_layer[i] = edge->layer;
    }
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

/* Lists the places of the net's pins, each once, and makes their tree. */
static enum status make_tree(struct pattern *pattern, const struct planes *planes, uint32_t net)
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
    return topology_build(&pattern->tree, pattern->spots, kept, NULL);
}

enum status pattern_route(struct pattern *pattern, const struct planes *planes, uint32_t net,
                          struct net_shape *shape)
{
    struct topology *tree = &pattern->tree;
    TRY(make_tree(pattern, planes, net));
    size_t choices = (size_t)tree->count * planes->layers;
    if (!GLOBAL_GROW(pattern, first, tree->count + 1) ||
        !GLOBAL_GROW(pattern, tiles, tree->count) || !GLOBAL_GROW(pattern, at_layer, tree->count) ||
        !GLOBAL_GROW(pattern, choices, choices) || !GLOBAL_GROW(pattern, edges, choices))
        return STATUS_FAILED;
    /* The nodes stand in breadth-first order: the children of a node are neighbours. */
    for (uint32_t i = 0, child = 1; i <= tree->count; i++) {
        pattern->first[i] = child;
        while (i < tree->count && child < tree->count && tree->nodes[child].parent == i)
            child++;
    }
    for (uint32_t i = tree->count; i-- > 0;) {
        node_prices(pattern, planes, i);
        if (i > 0)
            edge_prices(pattern, planes, i);
    }
    uint32_t low = 0;
    for (uint32_t z = 1; z < planes->layers; z++)
        low = pattern->choices[z].least < pattern->choices[low].least ? z : low;
    if (pattern->choices[low].least >= NO_WAY)
        return STATUS_UNROUTED;
    const struct pattern_point *root = &pattern->points[tree->nodes[0].pin];
    shape_begin(shape, planes, root->x, root->y, root->low);
    pattern->at_layer[0] = low;
    pattern->tiles[0] = 0;
    for (uint32_t i = 0; i < tree->count; i++)
        wire_node(pattern, planes, i, shape);
    bool joined = shape_finish(shape, net);
    assert(joined || shape->failed);
    return shape->failed ? STATUS_FAILED : STATUS_OK;
}

void pattern_destroy(struct pattern *pattern)
{
    topology_destroy(&pattern->tree);
    MEM_FREE(pattern->points, pattern->spots, pattern->first, pattern->tiles, pattern->at_layer,
             pattern->choices, pattern->edges);
    *pattern = (struct pattern){0};
}
