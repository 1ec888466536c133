/* exact: see exact.h. A set of points is a bit mask; the last point is the root of the tree. */
#include "router/global/tree/exact.h"

enum { NO_NODE = 255, FAR = 1 << 29 /* above every length, and its double fits */ };

struct hanan {
    uint32_t columns, rows; /* crossing = column * rows + row */
    int32_t x[EXACT_POINTS], y[EXACT_POINTS];
    uint32_t crossing[EXACT_POINTS]; /* of each point */
    uint8_t node[EXACT_CROSSINGS];   /* of the tree, or NO_NODE */
};

static uint32_t sort_unique(int32_t *to, const int32_t *from, uint32_t count)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t at = kept;
        while (at > 0 && to[at - 1] > from[i])
            at--;
        if (at > 0 && to[at - 1] == from[i])
            continue;
        memmove(to + at + 1, to + at, (kept - at) * sizeof *to);
        to[at] = from[i];
        kept++;
    }
    return kept;
}

static uint32_t index_of(const int32_t *sorted, int32_t value)
{
    uint32_t i = 0;
    while (sorted[i] != value)
        i++;
    return i;
}

static void hanan_init(struct hanan *grid, const int32_t *x, const int32_t *y, uint32_t count)
{
    grid->columns = sort_unique(grid->x, x, count);
    grid->rows = sort_unique(grid->y, y, count);
    memset(grid->node, NO_NODE, sizeof grid->node);
    for (uint32_t i = 0; i < count; i++) {
        grid->crossing[i] = index_of(grid->x, x[i]) * grid->rows + index_of(grid->y, y[i]);
        assert(grid->node[grid->crossing[i]] == NO_NODE); /* the points are different */
        grid->node[grid->crossing[i]] = (uint8_t)i;
    }
}

static int32_t distance(const struct hanan *grid, uint32_t a, uint32_t b)
{
    int32_t dx = grid->x[a / grid->rows] - grid->x[b / grid->rows];
    int32_t dy = grid->y[a % grid->rows] - grid->y[b % grid->rows];
    return abs(dx) + abs(dy);
}

static void least_of(int32_t *to, const int32_t *from, int32_t step, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        to[i] = from[i] + step < to[i] ? from[i] + step : to[i];
}

/* Lowers the length at each crossing to that of another one plus the distance. */
static void spread(const struct hanan *grid, int32_t *least)
{
    const uint32_t rows = grid->rows, columns = grid->columns;
    for (size_t i = 1; i < columns; i++)
        least_of(least + i * rows, least + (i - 1) * rows, grid->x[i] - grid->x[i - 1], rows);
    for (size_t i = columns - 1; i > 0; i--)
        least_of(least + (i - 1) * rows, least + i * rows, grid->x[i] - grid->x[i - 1], rows);
    for (size_t j = 1; j < rows; j++) {
        int32_t step = grid->y[j] - grid->y[j - 1];
        for (size_t i = 0; i < columns; i++)
            least_of(least + i * rows + j, least + i * rows + j - 1, step, 1);
    }
    for (size_t j = rows - 1; j > 0; j--) {
        int32_t step = grid->y[j] - grid->y[j - 1];
        for (size_t i = 0; i < columns; i++)
            least_of(least + i * rows + j - 1, least + i * rows + j, step, 1);
    }
}

/* For each crossing, the least length of two trees that meet there and share the points of set. */
static void merge(const struct exact_space *space, uint32_t set, uint32_t crossings, int32_t *least)
{
    uint32_t low = set & (~set + 1);
    for (uint32_t i = 0; i < crossings; i++)
        least[i] = FAR;
    for (uint32_t part = (set - 1) & set; part > 0; part = (part - 1) & set) {
        if ((part & low) == 0)
            continue; /* the other half of a pair that has had its turn */
        const int32_t *a = space->least[part], *b = space->least[set ^ part];
        for (uint32_t i = 0; i < crossings; i++)
            least[i] = a[i] + b[i] < least[i] ? a[i] + b[i] : least[i];
    }
}

static uint8_t node_at(const struct hanan *grid, struct exact_tree *tree, uint8_t *nodes,
                       uint32_t crossing)
{
    if (nodes[crossing] == NO_NODE) {
        assert(tree->nodes < EXACT_NODES);
        tree->x[tree->nodes] = grid->x[crossing / grid->rows];
        tree->y[tree->nodes] = grid->y[crossing % grid->rows];
        nodes[crossing] = (uint8_t)tree->nodes++;
    }
    return nodes[crossing];
}

static void join(struct hanan *grid, struct exact_tree *tree, uint32_t a, uint32_t b)
{
    if (a == b)
        return;
    uint8_t from = node_at(grid, tree, grid->node, a), to = node_at(grid, tree, grid->node, b);
    assert(tree->edges < EXACT_NODES);
    tree->from[tree->edges] = from;
    tree->to[tree->edges++] = to;
    tree->length += (uint32_t)distance(grid, a, b);
}

/* Builds the tree of a set and a crossing from the lengths, from the root down. */
static void build(const struct exact_space *space, struct hanan *grid, uint32_t root, uint32_t all,
                  struct exact_tree *tree)
{
    struct {
        uint32_t set, at;
    } stack[2 * EXACT_POINTS];
    uint32_t depth = 0, crossings = grid->columns * grid->rows;
    int32_t merged[EXACT_CROSSINGS];
    stack[depth].set = all;
    stack[depth++].at = root;
    while (depth > 0) {
        uint32_t set = stack[--depth].set, at = stack[depth].at;
        if ((set & (set - 1)) == 0) {
            join(grid, tree, at, grid->crossing[__builtin_ctz(set)]);
            continue;
        }
        merge(space, set, crossings, merged);
        uint32_t branch = at;
        for (uint32_t i = 0; i < crossings; i++)
            if (merged[i] + distance(grid, at, i) < merged[branch] + distance(grid, at, branch))
                branch = i;
        join(grid, tree, at, branch);
        uint32_t part = set & (set - 1);
        while (space->least[part][branch] + space->least[set ^ part][branch] != merged[branch])
            part = (part - 1) & set;
        stack[depth].set = part;
        stack[depth++].at = branch;
        stack[depth].set = set ^ part;
        stack[depth++].at = branch;
    }
}

void exact_tree_find(struct exact_space *space, const int32_t *x, const int32_t *y, uint32_t count,
                     struct exact_tree *tree)
{
    assert(count >= 1 && count <= EXACT_POINTS);
    struct hanan grid;
    hanan_init(&grid, x, y, count);
    memcpy(tree->x, x, count * sizeof *x);
    memcpy(tree->y, y, count * sizeof *y);
    tree->nodes = count;
    tree->edges = 0;
    tree->length = 0;
    if (count == 1)
        return;
    uint32_t crossings = grid.columns * grid.rows, all = (1u << (count - 1)) - 1;
    for (uint32_t set = 1; set < all; set++) {
        int32_t *least = space->least[set];
        if ((set & (set - 1)) == 0) {
            for (uint32_t i = 0; i < crossings; i++)
                least[i] = distance(&grid, i, grid.crossing[__builtin_ctz(set)]);
            continue;
        }
        merge(space, set, crossings, least);
        spread(&grid, least);
    }
    build(space, &grid, grid.crossing[count - 1], all, tree);
}
