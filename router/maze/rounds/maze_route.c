/* maze_route: decides whether a design suits the rounds, runs them, and makes wires of trees. */
#include "router/maze/rounds/maze_route.h"

#include "grid/clock.h"
#include "router/search/field.h"

enum {
    CELLS_LEAST = 300000, /* cells of a large grid */
    LAYERS_LEAST = 2,
    HIGH_BEND = 5,      /* a cost of turns from this one on is high, in steps */
    MANY_NETS = 2000,   /* with fewer nets and a high cost of turns, other stages cost less */
    CHOSEN_LEAST = 200, /* fewer chosen nets of a larger design are routed by the other stages */
    LOCAL_PARTS = 8,    /* mean half perimeter of a net: at most (width + height) / LOCAL_PARTS */
    ROOM_PARTS = 2,     /* wires may take 1 / ROOM_PARTS of the cells */
    MANY_PINS = 4096,   /* pins of a net above which the other stages take quadratic time */
    SOME_PINS = 256,    /* pins of a net above which they are slow on a large grid (PIN_CELLS) */
    SPARSE_CELLS = 1 << 20, /* smaller grids have close pins: other stages' trees are better */
    HIGH_VIA = 5,           /* a via cost from this on is high, in steps */
    TOLL_PART = 8,          /* the first price falls by 1 per TOLL_PART of via cost, in steps */
    TOLL_LESS_MOST = 2,     /* the first price falls by at most this, in steps */
    TOLL_LEAST = 3,         /* least first price, in steps */
    INSERT_WORK = 10000000, /* least work of inserting missing nets, in cells expanded */
    LAG_STEPS = 8,          /* the lag allows for this many steps of a large cost */
};

/* Other stages search the grid once per pin: they take seconds if pins times cells exceed this. */
#define PIN_CELLS UINT64_C(1000000000)

static const struct maze_rules rules[MAZE_EFFORTS] = {
    [MAZE_FAST] = {.first = 8, .lag = 48},
    [MAZE_NORMAL] = {.first = 5, .lag = 64},
    [MAZE_BEST] = {.first = 3, .lag = 128},
};

/* With high via costs, bounds are less tight, and a detour costs more than the price of sharing:
 * the lag is longer, and the first price lower. */
static struct maze_rules rules_of(const struct maze_request *request, const struct grid *grid)
{
    struct maze_rules own = rules[request->effort];
    const uint32_t via = (uint32_t)grid->rules.via, parts = via / TOLL_PART;
    const uint32_t wrong = grid->rules.wrong_way, most = via > wrong ? via : wrong;
    const uint32_t less = parts < TOLL_LESS_MOST ? parts : TOLL_LESS_MOST;
    own.first = own.first > TOLL_LEAST + less ? own.first - less : TOLL_LEAST;
    own.lag *= via >= HIGH_VIA ? 2 : 1;
    own.lag += most > MAZE_EXTRA_MAX ? most * LAG_STEPS : 0;
    own.crowded = request->crowded;
    own.first = request->rounds_max > 0 ? own.first : MAZE_PRICE_LAST;
    return own;
}

/* True if the other stages would take seconds for this net alone. */
static bool is_slow_elsewhere(const struct grid *grid, const struct net *net)
{
    return net->pin_count > MANY_PINS ||
           (net->pin_count > SOME_PINS && grid_cells(grid) >= SPARSE_CELLS &&
            net->pin_count * grid_cells(grid) > PIN_CELLS);
}

bool maze_suits(const struct grid *grid, const struct netlist *nets, const uint32_t *chosen,
                uint32_t count)
{
    if (!maze_map_suits(grid) || grid->layers < LAYERS_LEAST || count == 0 ||
        (count < nets->net_count && count < CHOSEN_LEAST))
        return false;
    if (grid->rules.bend >= HIGH_BEND && count < MANY_NETS)
        return false;
    uint64_t length = 0;
    bool many = false;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t net = chosen != NULL ? chosen[i] : i;
        const struct box box = box_of_pins(grid, nets, net);
        length += (uint64_t)(box.x1 - box.x0) + (box.y1 - box.y0);
        many = many || is_slow_elsewhere(grid, &nets->nets[net]);
    }
    const uint64_t sides = (uint64_t)count * (grid->width + grid->height);
    return length * ROOM_PARTS < grid_cells(grid) &&
           (many || (grid_cells(grid) >= CELLS_LEAST && length * LOCAL_PARTS < sides));
}

/* Runs the negotiation. start: clock_seconds when the preparation began. */
static enum status route_with(struct maze_trees *maze, const struct maze_rules *how,
                              uint32_t rounds_max, double start, struct error *error)
{
    double first = 0;
    const double prepared = clock_seconds();
    const enum status status = maze_negotiate(&maze->plan, how, rounds_max > 0 ? rounds_max : 1,
                                              &maze->rounds, &first, error);
    maze->rounds = rounds_max > 0 ? maze->rounds : 0;
    const double negotiated = clock_seconds();
    maze->seconds = (struct maze_seconds){
        .prepare = prepared - start, .first_round = first, .rounds = negotiated - prepared - first};
    return status;
}

static bool has_missing(const struct maze_plan *plan)
{
    for (uint32_t i = 0; i < plan->order_count; i++)
        if (!plan->nets[plan->order[i]].routed)
            return true;
    return false;
}

/* Runs ejection chains: they insert nets without a tree, then lower the cost. */
static enum status run_chains(struct maze_trees *maze, const struct maze_request *request,
                              struct error *error)
{
    struct maze_chains chains;
    const double start = clock_seconds();
    if (request->rounds_max == 0 || (request->chain_work == 0 && !has_missing(&maze->plan)))
        return STATUS_OK;
    const uint64_t work = INSERT_WORK + maze_work(&maze->plan);
    enum status status = maze_chains_create(&chains, &maze->plan, error);
    THEN(status, maze_chains_insert(&chains, work, error));
    if (request->chain_work > 0)
        THEN(status, maze_chains_improve(&chains, request->chain_work, &maze->end, error));
    maze_chains_destroy(&chains);
    maze->seconds.refine = clock_seconds() - start;
    return status;
}

enum status maze_route(struct maze_trees *maze, const struct grid *grid, const struct netlist *nets,
                       const struct maze_request *request, struct error *error)
{
    assert(request->threads >= 1 && request->is_over != NULL);
    *maze = (struct maze_trees){0};
    const double start = clock_seconds();
    const struct maze_rules how = rules_of(request, grid);
    TRY(maze_plan_create(&maze->plan, grid, nets, &request->choice, request->threads,
                         request->workers, error));
    maze->plan.is_over = request->is_over;
    maze->plan.progress = request->progress;
    maze->plan.context = request->context;
    enum status status = route_with(maze, &how, request->rounds_max, start, error);
    THEN(status, run_chains(maze, request, error));
    for (unsigned i = 0; i < request->threads; i++)
        maze->searches += maze->plan.growers[i].search.searches;
    maze->work = maze_work(&maze->plan);
    maze->peak_bytes = maze_plan_bytes(&maze->plan);
    return status;
}

/* ---- wires ---------------------------------------------------------------------------------- */

static cell_t cell_of(const struct maze_trees *maze, uint32_t cell)
{
    const struct maze_map *map = &maze->plan.map;
    const size_t z = cell % map->layers;
    const uint32_t column = cell / map->layers;
    return (cell_t)((z * map->height + column / map->width) * map->width + column % map->width);
}

enum status maze_wires(const struct maze_trees *maze, uint32_t net, struct maze_buffer *buffer,
                       const struct wire **wires, size_t *count, struct error *error)
{
    assert(maze_has_tree(maze, net));
    const struct maze_net *it = &maze->plan.nets[net];
    *count = 0;
    TRY(MEM_GROW(buffer->wires, buffer->capacity, it->count, "wires of a net", error));
    for (uint32_t i = 0; i < it->count;) {
        uint32_t from = it->path[i] & INT32_MAX, to = from;
        uint32_t next = i + 1;
        for (uint32_t stride = 0; next < it->count; next++) { /* as far as it is straight */
            uint32_t cell = it->path[next];
            if ((cell & (uint32_t)PATH_START) != 0 || (to != from && cell - to != stride))
                break;
            stride = cell - to;
            to = cell;
        }
        if (to != from)
            buffer->wires[(*count)++] = (struct wire){cell_of(maze, from), cell_of(maze, to)};
        bool ends = next >= it->count || (it->path[next] & (uint32_t)PATH_START) != 0;
        i = ends ? next : next - 1;
    }
    *wires = buffer->wires;
    return STATUS_OK;
}

void maze_trees_destroy(struct maze_trees *maze)
{
    maze_plan_destroy(&maze->plan);
    *maze = (struct maze_trees){0};
}
