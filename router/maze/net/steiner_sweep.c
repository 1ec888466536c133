/* steiner_sweep: computes the field of each set of pins, smaller sets first. */
#include "router/maze/net/steiner_sweep.h"

#include "router/wave/sweep/sweep_build.h"

enum { ALIGN = 64 /* bytes */, SETS_MAX = 1 << (STEINER_PINS_MAX - 1), PAIRS_MAX = SETS_MAX / 2 };

bool steiner_sweep_suits(const struct grid *grid)
{
    return grid->rules.bend == 0 && sweep_extra(grid) <= SWEEP_EXTRA_MAX;
}

void steiner_sweep_destroy(struct steiner *sweep)
{
    sweep_rows_destroy(&sweep->rows);
    MEM_CLEAR(sweep, sweep->arena);
}

/* The set of all pins but the root; pin i > 0 is bit i - 1. */
static uint32_t all_pins(const struct steiner *sweep)
{
    assert(sweep->pin_count > 0 && sweep->pin_count <= STEINER_PINS_MAX);
    return (1u << (sweep->pin_count - 1)) - 1;
}

static uint32_t set_of(uint32_t pin)
{
    return pin == 0 ? 0 : 1u << (pin - 1);
}

struct steiner_spot steiner_sweep_spot(const struct steiner *sweep, uint32_t pin)
{
    assert(pin < sweep->pin_count);
    const struct grid *grid = sweep->rows.field->grid;
    cell_t cell = sweep->pins[pin].cell;
    return (struct steiner_spot){grid_x(grid, cell) - sweep->rows.window.x0,
                                 grid_y(grid, cell) - sweep->rows.window.y0, grid_z(grid, cell)};
}

static size_t place_of_pin(const struct steiner *sweep, uint32_t pin)
{
    struct steiner_spot spot = steiner_sweep_spot(sweep, pin);
    return sweep_place(&sweep->rows, spot.x, spot.y, spot.z);
}

/* ---- bounds ---------------------------------------------------------------------------------- */

/* Sets the lower bound of the sweep to the rest of a tree, which joins the pins outside of the set:
 * the half perimeter of their box, the distance to that box, and the vias to one of them. */
static void aim(struct steiner *sweep, uint32_t set)
{
    struct sweep_rows *rows = &sweep->rows;
    struct wire targets[STEINER_PINS_MAX];
    struct job job = {.targets = targets, .window = rows->window};
    for (uint32_t pin = 0; pin < sweep->pin_count; pin++) {
        bool inside = set == 0 ? pin == 0 : pin > 0 && (set & set_of(pin)) != 0;
        if (!inside)
            targets[job.target_count++] =
                (struct wire){sweep->pins[pin].cell, sweep->pins[pin].cell};
    }
    bool aimed = lower_bound_aim(&sweep->bound, rows->field->grid, &job);
    assert(aimed);
    (void)aimed;
    sweep_rows_aim(rows, &sweep->bound);
    const struct box *box = &sweep->bound.box;
    uint64_t half = (uint64_t)sweep->bound.per_x * (box->x1 - box->x0) +
                    (uint64_t)sweep->bound.per_y * (box->y1 - box->y0);
    uint64_t below = half <= sweep->enough ? sweep->enough + 1 - half : 0;
    rows->limit = below < rows->limit ? (uint16_t)below : rows->limit;
}

/* Lowers `enough` to the cost of the tree that joins the nearest pin each time (Prim), according to
 * the fields of single pins that exist so far. */
static void span(struct steiner *sweep, uint32_t fields)
{
    bool joined[STEINER_PINS_MAX] = {true};
    const uint16_t *costs = sweep->rows.costs;
    uint64_t cost = costs[place_of_pin(sweep, 0)];
    for (uint32_t made = 1; made < sweep->pin_count; made++) {
        uint32_t least = SWEEP_TOP, next = 0;
        for (uint32_t a = 0; a < fields; a++)
            for (uint32_t b = 0; b < sweep->pin_count; b++) {
                uint32_t label = steiner_field(sweep, set_of(a))[place_of_pin(sweep, b)];
                if (label >= SWEEP_TOP || joined[a] == joined[b])
                    continue;
                uint32_t from = joined[a] ? a : b;
                label -= costs[place_of_pin(sweep, from)];
                if (label < least) {
                    least = label;
                    next = joined[a] ? b : a;
                }
            }
        if (least == SWEEP_TOP)
            return;
        joined[next] = true;
        cost += least;
    }
    sweep->enough = cost < sweep->enough ? (uint32_t)cost : sweep->enough;
}

/* ---- fields ---------------------------------------------------------------------------------- */

static void clear_field(struct steiner *sweep, uint32_t set)
{
    sweep->rows.labels = steiner_field(sweep, set);
    for (size_t i = 0; i < sweep->rows.plane; i++)
        sweep->rows.labels[i] = SWEEP_TOP;
}

static void search_pin(struct steiner *sweep, uint32_t pin)
{
    struct sweep_rows *rows = &sweep->rows;
    struct steiner_spot spot = steiner_sweep_spot(sweep, pin);
    uint32_t chunk = spot.x / (uint32_t)rows->layer_places;
    size_t place = place_of_pin(sweep, pin);
    aim(sweep, set_of(pin));
    clear_field(sweep, set_of(pin));
    rows->labels[place] = rows->costs[place];
    rows->pending[(size_t)spot.y * rows->chunks + chunk] |= (uint64_t)1 << spot.z;
    sweep_open(rows, spot.y, chunk, SWEEP_RAW);
    sweep_field_spread(&sweep->rows);
}

/* Makes the field of a set from pairs of complementary subsets. The first of a pair holds the set's
 * lowest pin, so that each pair is processed once. True if a useful label remains. */
static bool join_parts(struct steiner *sweep, uint32_t set)
{
    const uint16_t *a[PAIRS_MAX], *b[PAIRS_MAX];
    uint32_t low = set & (~set + 1), pairs = 0;
    for (uint32_t part = (set - 1) & set; part > 0; part = (part - 1) & set)
        if ((part & low) != 0) {
            a[pairs] = steiner_field(sweep, part);
            b[pairs++] = steiner_field(sweep, set ^ part);
        }
    clear_field(sweep, set);
    bool left = false;
    for (uint32_t y = 0; y < sweep->rows.height; y++)
        left |= sweep_field_join(&sweep->rows, y, a, b, pairs);
    return left;
}

/* The first column of a row where tree and root's path together cost `cost`, or the width. */
static uint32_t column_of(const struct steiner *sweep, uint32_t y, uint32_t z, uint32_t cost)
{
    const struct sweep_rows *rows = &sweep->rows;
    const uint16_t *root = steiner_field(sweep, 0), *tree = rows->labels;
    uint32_t width = rows->window.x1 - rows->window.x0 + 1;
    for (uint32_t x = 0; x < width; x++) {
        size_t place = sweep_place(rows, x, y, z);
        if ((uint32_t)tree[place] + root[place] - rows->costs[place] == cost)
            return x;
    }
    return width;
}

/* Finds the cell where the tree of all other pins meets the root's path: of those of least cost the
 * first by layer, row and column. False if there is none. */
static bool meet(struct steiner *sweep)
{
    const struct sweep_rows *rows = &sweep->rows;
    const uint16_t *root = steiner_field(sweep, 0);
    uint32_t least = SWEEP_TOP, width = rows->window.x1 - rows->window.x0 + 1;
    for (uint32_t y = 0; y < rows->height; y++) {
        uint32_t cost = sweep_field_meet(rows, y, root);
        least = cost < least ? cost : least;
    }
    for (uint32_t z = 0; z < rows->layers && least < SWEEP_TOP; z++)
        for (uint32_t y = 0; y < rows->height; y++) {
            uint32_t x =
                sweep_field_meet(rows, y, root) == least ? column_of(sweep, y, z, least) : width;
            if (x == width)
                continue;
            sweep->enough = least;
            sweep->meeting = (struct steiner_spot){x, y, z};
            return true;
        }
    return false;
}

/* ---- the search ------------------------------------------------------------------------------ */

static enum status begin(struct steiner *sweep, const struct field *field, struct box window,
                         const struct growth *growth, struct error *error)
{
    const struct net *net = &growth->design->nets.nets[growth->net];
    struct sweep_rows *rows = &sweep->rows;
    sweep->pins = growth->design->nets.pins + net->first_pin;
    sweep->pin_count = net->pin_count;
    sweep_rows_open(rows, field);
    sweep->bound = (struct lower_bound){0};
    TRY(sweep_rows_lay_out(rows, &window, error));
    size_t need = (rows->plane << (sweep->pin_count - 1)) + ALIGN;
    if (need > sweep->arena_capacity &&
        MEM_GROW(sweep->arena, sweep->arena_capacity, need, "labels", error) != STATUS_OK)
        return STATUS_FAILED;
    size_t over = (uintptr_t)sweep->arena % ALIGN;
    sweep->fields = sweep->arena + (over > 0 ? (ALIGN - over) / sizeof *sweep->arena : 0);
    rows->labels = sweep->fields;
    for (uint32_t y = 0; y < rows->height; y++)
        sweep_build(rows, y);
    for (uint32_t pin = 0; pin < sweep->pin_count; pin++)
        rows->costs[place_of_pin(sweep, pin)] = sweep_cost(rows, sweep->pins[pin].cell);
    return STATUS_OK;
}

enum status steiner_sweep_search(struct steiner *sweep, const struct field *field,
                                 struct box window, const struct growth *growth, bool *found,
                                 struct error *error)
{
    assert(steiner_sweep_suits(field->grid));
    *found = false;
    TRY(begin(sweep, field, window, growth, error));
    sweep->enough = SWEEP_TOP;
    for (uint32_t pin = 0; pin < sweep->pin_count; pin++) {
        search_pin(sweep, pin);
        span(sweep, pin + 1);
    }
    if (sweep->enough >= sweep->rows.closed)
        return STATUS_OK;
    uint32_t all = all_pins(sweep);
    for (uint32_t set = 1; set <= all; set++) {
        if ((set & (set - 1)) == 0)
            continue;
        aim(sweep, set);
        if (join_parts(sweep, set) && set < all)
            sweep_field_spread(&sweep->rows);
    }
    *found = meet(sweep);
    return STATUS_OK;
}
