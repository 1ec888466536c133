/* cut: measures the borders of boxes by the pins inside, and improves boxes by local search. */
#include "grid/capacity/cut.h"

enum {
    REACH = 64,     /* tiles: largest move of a side; moves are powers of two */
    UNIT_MAX = 256, /* tracks: largest demand for which remainders of capacities are counted */
};

MEM_DESTROY(cuts_destroy, cuts, it->first, it->net, it->counts, it->inside, it->demand, it->used)

/* The column of tiles of a pin, or UINT32_MAX if it has several. */
static uint32_t column_of(const struct tile_graph *graph, uint32_t pin)
{
    const uint32_t plane = graph->grid.width * graph->grid.height;
    const uint32_t first = tile_pin_first(graph, pin);
    for (uint32_t a = first + 1; a < tile_pin_end(graph, pin); a++)
        if (graph->access[a] % plane != graph->access[first] % plane)
            return UINT32_MAX;
    return graph->access[first] % plane;
}

/* Counts the pins that count by column; with `fill`, enters their nets before the ends of the
 * columns, which become their starts. */
static void enter_pins(struct cuts *cuts, bool fill)
{
    const struct tile_graph *graph = cuts->graph;
    for (uint32_t n = 0; n < graph->net_count; n++) {
        const struct tile_net *net = &graph->nets[n];
        for (uint32_t i = 0; i < net->pin_count && !net->idle; i++) {
            const uint32_t column = column_of(graph, net->first_pin + i);
            if (column == UINT32_MAX)
                continue;
            if (fill)
                cuts->net[--cuts->first[column]] = n;
            else
                cuts->first[column]++, cuts->counts[n]++;
        }
    }
}

/* The demand of every net in every layer, or 0. */
static uint32_t common_demand(const struct cuts *cuts)
{
    const struct tile_graph *graph = cuts->graph;
    uint32_t unit = graph->net_count > 0 ? cuts->demand[0] : 0;
    for (uint32_t z = 0; z < graph->grid.layers; z++)
        for (uint32_t n = 0; n < graph->net_count; n++)
            if (tile_axis(graph, z) != AXIS_NONE && tile_demand(graph, n, z) != unit)
                unit = 0;
    return unit <= UNIT_MAX * TILE_TRACK && unit % TILE_TRACK == 0 ? unit : 0;
}

enum status cuts_create(struct cuts *cuts, const struct tile_graph *graph, struct error *error)
{
    const size_t columns = (size_t)graph->grid.width * graph->grid.height;
    *cuts = (struct cuts){.graph = graph};
    TRY(MEM_NEW(cuts->first, columns + 1, "cuts", error));
    TRY(MEM_NEW(cuts->net, graph->pin_count, "cuts", error));
    TRY(MEM_NEW(cuts->counts, graph->net_count, "cuts", error));
    TRY(MEM_NEW(cuts->inside, graph->net_count, "cuts", error));
    TRY(MEM_NEW(cuts->demand, graph->net_count, "cuts", error));
    TRY(MEM_NEW(cuts->used, grid_cells(&graph->grid), "cuts", error));
    enter_pins(cuts, false);
    for (size_t i = 1; i <= columns; i++)
        cuts->first[i] += cuts->first[i - 1];
    enter_pins(cuts, true);
    for (uint32_t n = 0; n < graph->net_count; n++) {
        cuts->demand[n] = UINT32_MAX;
        for (uint32_t z = 0; z < graph->grid.layers; z++)
            if (tile_axis(graph, z) != AXIS_NONE && tile_demand(graph, n, z) < cuts->demand[n])
                cuts->demand[n] = tile_demand(graph, n, z);
    }
    cuts->unit = common_demand(cuts);
    return STATUS_OK;
}

/* Sums over the edges that cross a border. */
struct border {
    int64_t capacity, wires;      /* units; nets of the common demand that fit */
    uint32_t spare[UNIT_MAX + 1]; /* edges by the capacity left, in tracks, rounded up */
    bool used;                    /* an edge is of a cut that is added up already */
};

typedef void edge_call(const struct cuts *cuts, cell_t edge, struct border *border);

static void measure_edge(const struct cuts *cuts, cell_t edge, struct border *border)
{
    const int32_t capacity = cuts->graph->capacity[edge];
    DEBUG_ASSERT(tile_has_edge(cuts->graph, edge) && capacity >= 0);
    border->capacity += capacity;
    if (cuts->unit == 0)
        return;
    border->wires += capacity / (int32_t)cuts->unit;
    border->spare[(capacity % (int32_t)cuts->unit + TILE_TRACK - 1) / TILE_TRACK]++;
}

static void look_up_edge(const struct cuts *cuts, cell_t edge, struct border *border)
{
    border->used |= cuts->used[edge];
}

static void use_up_edge(const struct cuts *cuts, cell_t edge, struct border *border)
{
    (void)border;
    cuts->used[edge] = true;
}

/* Calls for each edge that crosses the border of the box. */
static void walk_border(const struct cuts *cuts, struct box box, edge_call *call,
                        struct border *border)
{
    const struct grid *grid = &cuts->graph->grid;
    for (uint32_t z = 0; z < grid->layers; z++) {
        const enum axis axis = tile_axis(cuts->graph, z);
        for (uint32_t y = box.y0; axis == AXIS_X && y <= box.y1; y++) {
            if (box.x0 > 0)
                call(cuts, grid_cell(grid, box.x0 - 1, y, z), border);
            if (box.x1 + 1 < grid->width)
                call(cuts, grid_cell(grid, box.x1, y, z), border);
        }
        for (uint32_t x = box.x0; axis == AXIS_Y && x <= box.x1; x++) {
            if (box.y0 > 0)
                call(cuts, grid_cell(grid, x, box.y0 - 1, z), border);
            if (box.y1 + 1 < grid->height)
                call(cuts, grid_cell(grid, x, box.y1, z), border);
        }
    }
}

/* Least overflow of nets of this demand: nets that do not fit take the edges with most left. */
static int64_t least_over(const struct cuts *cuts, int64_t demand, const struct border *border)
{
    if (cuts->unit == 0)
        return demand - border->capacity;
    int64_t many = demand / cuts->unit - border->wires, over = many * cuts->unit;
    for (uint32_t left = UNIT_MAX; left > 0 && many > 0; left--) {
        const int64_t edges = border->spare[left] < many ? border->spare[left] : many;
        over -= edges * left * TILE_TRACK;
        many -= edges;
    }
    return over;
}

/* Demand and capacity of the border of a box. O(pins and columns inside). */
static struct cut measure(const struct cuts *cuts, struct box box)
{
    const uint32_t width = cuts->graph->grid.width;
    struct border border = {0};
    struct cut cut = {.box = box};
    assert(box.x1 < width && box.y1 < cuts->graph->grid.height);
    for (uint32_t y = box.y0; y <= box.y1; y++)
        for (uint32_t i = cuts->first[y * width + box.x0]; i < cuts->first[y * width + box.x1 + 1];
             i++) {
            const uint32_t net = cuts->net[i];
            cuts->inside[net]++;
            cut.demand += cuts->inside[net] == 1 ? cuts->demand[net] : 0;
            cut.demand -= cuts->inside[net] == cuts->counts[net] ? cuts->demand[net] : 0;
        }
    for (uint32_t y = box.y0; y <= box.y1; y++)
        for (uint32_t i = cuts->first[y * width + box.x0]; i < cuts->first[y * width + box.x1 + 1];
             i++)
            cuts->inside[cuts->net[i]] = 0;
    walk_border(cuts, box, measure_edge, &border);
    cut.capacity = border.capacity;
    cut.over = least_over(cuts, cut.demand, &border);
    return cut;
}

/* Moves a side of the box outward by `step` tiles (inward if negative). False if that leaves the
 * grid or turns the box over. */
static bool move_side(const struct grid *grid, struct box *box, int side, int64_t step)
{
    uint32_t *const sides[] = {&box->x0, &box->y0, &box->x1, &box->y1};
    const int64_t limit = side % 2 == 0 ? grid->width : grid->height;
    const int64_t place = (int64_t)*sides[side] + (side < 2 ? -step : step);
    if (place < 0 || place >= limit)
        return false;
    *sides[side] = (uint32_t)place;
    return box->x0 <= box->x1 && box->y0 <= box->y1;
}

/* True if exactly one of the tiles is in the box. */
static bool parts(const struct grid *grid, struct box box, cell_t a, cell_t b)
{
    return box_has(grid, box, a) != box_has(grid, box, b);
}

/* True if cuts_prove has added up an edge of the border. */
static bool is_used(const struct cuts *cuts, struct box box)
{
    struct border border = {0};
    walk_border(cuts, box, look_up_edge, &border);
    return border.used;
}

/* Moves sides while that raises the excess; the edge a-b stays across the border, which keeps off
 * edges of cuts that are added up already. */
static struct cut climb(const struct cuts *cuts, struct box box, cell_t a, cell_t b)
{
    const struct grid *grid = &cuts->graph->grid;
    assert(parts(grid, box, a, b));
    struct cut best = measure(cuts, box);
    for (bool better = true; better;) {
        better = false;
        const struct box from = best.box;
        for (int i = 0; i < 8; i++)
            for (int64_t step = 1; step <= REACH; step *= 2) {
                struct box moved = from;
                if (!move_side(grid, &moved, i / 2, i % 2 == 0 ? step : -step) ||
                    !parts(grid, moved, a, b) || is_used(cuts, moved))
                    continue;
                const struct cut cut = measure(cuts, moved);
                better |= cut.over > best.over;
                best = cut.over > best.over ? cut : best;
            }
    }
    return best;
}

struct cut cuts_find(const struct cuts *cuts, cell_t edge)
{
    const struct grid *grid = &cuts->graph->grid;
    assert(tile_has_edge(cuts->graph, edge));
    const bool across = tile_axis(cuts->graph, grid_z(grid, edge)) == AXIS_X;
    const cell_t other = edge + tile_stride(cuts->graph, grid_z(grid, edge));
    const uint32_t x = grid_x(grid, edge), y = grid_y(grid, edge);
    const uint32_t right = grid->width - 1, top = grid->height - 1;
    const struct box starts[] = {
        {x, y, x, y},
        {x + across, y + !across, x + across, y + !across},
        across ? (struct box){0, 0, x, top} : (struct box){0, 0, right, y},
        across ? (struct box){x + 1, 0, right, top} : (struct box){0, y + 1, right, top},
    };
    struct cut best = {0};
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
        const struct cut cut =
            i < 2 ? climb(cuts, starts[i], edge, other) : measure(cuts, starts[i]);
        best = i == 0 || cut.over > best.over ? cut : best;
    }
    return best;
}

int64_t cuts_prove(struct cuts *cuts, const cell_t *edges, size_t count, struct cut *worst)
{
    int64_t sum = 0;
    assert(cuts->used != NULL && (edges != NULL || count == 0));
    if (worst != NULL)
        *worst = (struct cut){0};
    memset(cuts->used, 0, grid_cells(&cuts->graph->grid) * sizeof *cuts->used);
    for (size_t i = 0; i < count; i++) {
        if (cuts->used[edges[i]])
            continue;
        struct border border = {0};
        const struct cut cut = cuts_find(cuts, edges[i]);
        walk_border(cuts, cut.box, look_up_edge, &border);
        if (cut.over <= 0 || border.used)
            continue;
        if (worst != NULL && sum == 0)
            *worst = cut;
        sum += cut.over;
        walk_border(cuts, cut.box, use_up_edge, &border);
    }
    return sum;
}
