/* tile_net: unites wires that overlap, joins runs and stacks that meet by union-find, and counts
 * parts, loops and dangling ends. */
#include "grid/check/capacity/tile_net.h"

MEM_DESTROY(tile_net_check_destroy, tile_net_check, it->pieces, it->bare, it->pins)

/* The track of a tile, and the tile's position along it. */
static uint64_t run_line(const struct tile_graph *graph, uint32_t x, uint32_t y, uint32_t z,
                         uint32_t *at)
{
    const bool across = tile_axis(graph, z) == AXIS_X;
    *at = across ? x : y;
    return (uint64_t)z << 32 | (across ? y : x);
}

static uint64_t stack_line(uint32_t x, uint32_t y)
{
    return (uint64_t)y << 32 | x;
}

static int compare_pieces(const void *a, const void *b)
{
    const struct tile_piece *p = a, *q = b;
    if (p->line != q->line)
        return p->line < q->line ? -1 : 1;
    return p->from < q->from ? -1 : p->from > q->from;
}

static void sort_pieces(struct tile_piece *pieces, size_t count)
{
    enum { FEW = 16 }; /* pieces up to which an insertion sort is faster */
    if (count > FEW) {
        qsort(pieces, count, sizeof *pieces, compare_pieces);
        return;
    }
    for (size_t i = 1; i < count; i++) {
        const struct tile_piece piece = pieces[i];
        size_t k = i;
        for (; k > 0 && compare_pieces(&pieces[k - 1], &piece) > 0; k--)
            pieces[k] = pieces[k - 1];
        pieces[k] = piece;
    }
}

/* Sorts and unites pieces; returns the number left. *repeated rises by the shared steps. */
static size_t unite(struct tile_piece *pieces, size_t count, uint64_t *repeated)
{
    size_t kept = 0;
    assert(pieces != NULL && repeated != NULL);
    sort_pieces(pieces, count);
    for (size_t i = 0; i < count; i++) {
        struct tile_piece *last = kept > 0 ? &pieces[kept - 1] : NULL;
        const struct tile_piece piece = pieces[i];
        if (last == NULL || last->line != piece.line || piece.from > last->to) {
            pieces[kept++] = piece;
            continue;
        }
        const uint32_t least = piece.to < last->to ? piece.to : last->to;
        *repeated += least - piece.from;
        last->to = piece.to > last->to ? piece.to : last->to;
    }
    return kept;
}

/* The piece that covers the position, or NULL. */
static struct tile_piece *find_piece(struct tile_piece *pieces, size_t count, uint64_t line,
                                     uint32_t at)
{
    size_t low = 0, high = count; /* the first piece after the position */
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        const struct tile_piece *piece = &pieces[middle];
        if (piece->line < line || (piece->line == line && piece->from <= at))
            low = middle + 1;
        else
            high = middle;
    }
    return low > 0 && pieces[low - 1].line == line && pieces[low - 1].to >= at ? &pieces[low - 1]
                                                                               : NULL;
}

static struct tile_piece *run_at(struct tile_net_check *it, const struct tile_graph *graph,
                                 uint32_t x, uint32_t y, uint32_t z)
{
    uint32_t at;
    const uint64_t line = run_line(graph, x, y, z, &at);
    return find_piece(it->pieces, it->runs, line, at);
}

static struct tile_piece *stack_at(struct tile_net_check *it, uint32_t x, uint32_t y, uint32_t z)
{
    return find_piece(it->pieces + it->runs, it->stacks, stack_line(x, y), z);
}

static enum status make_pieces(struct tile_net_check *it, const struct tile_graph *graph,
                               const struct wire *wires, uint32_t count, struct error *error)
{
    const struct grid *grid = &graph->grid;
    size_t runs = 0, stacks = 0;
    TRY(MEM_GROW(it->pieces, it->pieces_capacity, count, "wires of a net", error));
    for (uint32_t i = 0; i < count; i++) { /* runs from the front, stacks from the back */
        const struct wire wire = wires[i];
        const cell_t low = wire.from, high = wire.to;
        const uint32_t x = grid_x(grid, low), y = grid_y(grid, low), z = grid_z(grid, low);
        const uint32_t top = grid_z(grid, high);
        struct tile_piece piece = {0};
        assert(low < high);
        if (top > z) {
            piece = (struct tile_piece){stack_line(x, y), z, top, 0};
            it->pieces[count - ++stacks] = piece;
            continue;
        }
        piece.line = run_line(graph, x, y, z, &piece.from);
        piece.to =
            piece.from + (tile_axis(graph, z) == AXIS_X ? high - low : (high - low) / grid->width);
        it->pieces[runs++] = piece;
    }
    it->repeated = 0;
    it->runs = unite(it->pieces, runs, &it->repeated);
    it->stacks = unite(it->pieces + count - stacks, stacks, &it->repeated);
    memmove(it->pieces + it->runs, it->pieces + count - stacks, it->stacks * sizeof *it->pieces);
    for (size_t i = 0; i < it->runs + it->stacks; i++)
        it->pieces[i].root = (uint32_t)i;
    return STATUS_OK;
}

static uint32_t root_of(struct tile_piece *pieces, uint32_t piece)
{
    while (pieces[piece].root != piece) {
        pieces[piece].root = pieces[pieces[piece].root].root;
        piece = pieces[piece].root;
    }
    return piece;
}

/* Joins each stack with the runs that it meets; returns the number of meetings. */
static enum status join_stacks(struct tile_net_check *it, const struct tile_graph *graph,
                               uint64_t *meetings, struct error *error)
{
    *meetings = it->bare_count = 0;
    for (size_t s = it->runs; s < it->runs + it->stacks; s++) {
        const struct tile_piece *stack = &it->pieces[s];
        const uint32_t x = (uint32_t)stack->line, y = (uint32_t)(stack->line >> 32);
        assert(stack->from < stack->to && stack->to < graph->grid.layers);
        TRY(MEM_GROW(it->bare, it->bare_capacity, it->bare_count + stack->to - stack->from,
                     "vias of a net", error));
        for (uint32_t z = stack->from; z <= stack->to; z++) {
            const struct tile_piece *run = run_at(it, graph, x, y, z);
            if (run == NULL && z < stack->to)
                it->bare[it->bare_count++] = grid_cell(&graph->grid, x, y, z);
            if (run == NULL)
                continue;
            ++*meetings;
            const uint32_t a = root_of(it->pieces, (uint32_t)s);
            const uint32_t b = root_of(it->pieces, (uint32_t)(run - it->pieces));
            it->pieces[a > b ? a : b].root = a > b ? b : a;
        }
    }
    return STATUS_OK;
}

static bool is_pin(const struct tile_net_check *it, size_t pins, cell_t cell)
{
    return pins > 0 && bsearch(&cell, it->pins, pins, sizeof cell, by_uint32) != NULL;
}

/* Ends of runs that no stack touches and ends of stacks that no run touches, away from pins. A
 * stack that ends in the lower half of a layer may be touched in the other half. */
static void count_dangling(struct tile_net_check *it, const struct tile_graph *graph, size_t pins)
{
    it->dangling = 0;
    for (size_t i = 0; i < it->runs + it->stacks; i++)
        for (int end = 0; end < 2; end++) {
            const struct tile_piece *piece = &it->pieces[i];
            const uint32_t at = end == 0 ? piece->from : piece->to, low = (uint32_t)piece->line;
            const uint32_t high = (uint32_t)(piece->line >> 32);
            const bool run = i < it->runs;
            const bool across = run && tile_axis(graph, high) == AXIS_X;
            const uint32_t x = run && across ? at : low;
            const uint32_t y = !run ? high : across ? low : at, z = run ? high : at;
            const bool halves = !run && end == 0 && (graph->free_cuts >> z & 1) != 0;
            const bool touched = run ? stack_at(it, x, y, z) != NULL
                                     : run_at(it, graph, x, y, z) != NULL ||
                                           (halves && run_at(it, graph, x, y, z + 1) != NULL);
            it->dangling += !touched && !is_pin(it, pins, grid_cell(&graph->grid, x, y, z));
        }
}

/* Sorts the access points of the net, and finds the first pin that no piece touches. */
static enum status find_pins(struct tile_net_check *it, const struct tile_graph *graph,
                             const struct tile_net *net, size_t *count, struct error *error)
{
    const struct grid *grid = &graph->grid;
    const uint32_t *first = graph->pin_access + net->first_pin;
    *count = first[net->pin_count] - first[0];
    it->missed = UINT32_MAX;
    for (uint32_t pin = net->pin_count; pin-- > 0;) {
        bool reached = false;
        for (uint32_t a = first[pin]; a < first[pin + 1] && !reached; a++) {
            const cell_t cell = graph->access[a];
            const uint32_t x = grid_x(grid, cell), y = grid_y(grid, cell), z = grid_z(grid, cell);
            reached = stack_at(it, x, y, z) != NULL || run_at(it, graph, x, y, z) != NULL;
        }
        it->missed = reached ? it->missed : pin;
    }
    TRY(MEM_GROW(it->pins, it->pins_capacity, *count, "pins of a net", error));
    if (*count == 0)
        return STATUS_OK;
    memcpy(it->pins, graph->access + first[0], *count * sizeof *it->pins);
    qsort(it->pins, *count, sizeof *it->pins, by_uint32);
    return STATUS_OK;
}

enum status tile_net_check(struct tile_net_check *it, const struct tile_graph *graph, uint32_t net,
                           const struct wire *wires, uint32_t count, struct error *error)
{
    assert(net < graph->net_count && count > 0);
    uint64_t meetings = 0, groups = 0;
    size_t pins = 0;
    TRY(make_pieces(it, graph, wires, count, error));
    TRY(join_stacks(it, graph, &meetings, error));
    TRY(find_pins(it, graph, &graph->nets[net], &pins, error));
    count_dangling(it, graph, pins);
    for (uint32_t i = 0; i < it->runs + it->stacks; i++)
        groups += it->pieces[i].root == i;
    assert(meetings + groups >= it->runs + it->stacks);
    it->loops = meetings + groups - it->runs - it->stacks;
    it->joined = groups == 1 && it->missed == UINT32_MAX;
    return STATUS_OK;
}
