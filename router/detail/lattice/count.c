/* count: where wires and vias count on a lattice (lattice.h). */

#include "router/detail/lattice/lattice.h"

/* The first index of a coordinate over low, and the last of one under high, both found from an
 * index near them. */
static int first_over(const struct axis *axis, int near, int32_t low)
{
    while (near > 0 && axis->at[near - 1] > low)
        near--;
    while (near < axis->count && axis->at[near] <= low)
        near++;
    return near;
}

static int last_under(const struct axis *axis, int near, int32_t high)
{
    while (near + 1 < axis->count && axis->at[near + 1] < high)
        near++;
    while (near >= 0 && axis->at[near] >= high)
        near--;
    return near;
}

/* Too near, by the gaps along x and y: by the space, straight at corners, or ahead of a line end.
 */
static inline bool conflict(int32_t x, int32_t y, int32_t space, int32_t ahead_x, int32_t ahead_y,
                            int32_t within)
{
    if (x < space && y < space &&
        (x <= 0 || y <= 0 || (int64_t)x * x + (int64_t)y * y < (int64_t)space * space))
        return true;
    return (x < ahead_x && y < within) || (y < ahead_y && x < within);
}

/* Counts a shape on a layer where metal of one kind would conflict with it. */
static void count_kind(struct lattice *lattice, int l, struct box shape, const struct kind *of,
                       int32_t space, const struct kind *kind, const int near[4], int by)
{
    struct lattice_layer *layer = &lattice->layers[l];
    int32_t ahead_x = of->end_x || kind->end_x ? layer->end_space : 0;
    int32_t ahead_y = of->end_y || kind->end_y ? layer->end_space : 0;
    int32_t reach_x = int_max(space, ahead_x);
    int32_t reach_y = int_max(space, ahead_y);
    int x1 = first_over(&layer->x, near[0], shape.x1 - kind->box.x2 - reach_x);
    int x2 = last_under(&layer->x, near[1], shape.x2 - kind->box.x1 + reach_x);
    int y1 = first_over(&layer->y, near[2], shape.y1 - kind->box.y2 - reach_y);
    int y2 = last_under(&layer->y, near[3], shape.y2 - kind->box.y1 + reach_y);
    struct site *sites = kind->cut < 0 ? NULL : lattice->cuts[kind->cut].sites[kind->variant];
    bool above = kind->cut == l - 1; /* sites are indexed by the layer below */
    const struct lattice_layer *low = above && l > 0 ? layer - 1 : layer;
    for (int i = x1; i <= x2; i++) {
        int ix = above && sites ? layer->x.down[i] : i;
        int32_t gap_x = int_max(layer->x.at[i] + kind->box.x1 - shape.x2,
                                shape.x1 - layer->x.at[i] - kind->box.x2);
        for (int k = y1; ix >= 0 && k <= y2; k++) {
            int iy = above && sites ? layer->y.down[k] : k;
            if (iy < 0)
                continue;
            int32_t gap_y = int_max(layer->y.at[k] + kind->box.y1 - shape.y2,
                                    shape.y1 - layer->y.at[k] - kind->box.y2);
            if (!conflict(gap_x, gap_y, space, ahead_x, ahead_y, layer->end_within))
                continue;
            uint32_t at = (uint32_t)(ix * low->step_x + iy * low->step_y);
            uint16_t *count = sites ? &sites[at].count : &lattice->cells[layer->base + at].wires;
            *count = (uint16_t)(*count + by);
        }
    }
}

static void count_shape(struct lattice *lattice, int l, int of, struct box shape, const int near[4],
                        int by)
{
    for (int k = 0; k < lattice->kind_count[l]; k++)
        count_kind(lattice, l, shape, &lattice->kinds[l][of], lattice->space[l][of][k],
                   &lattice->kinds[l][k], near, by);
}

void lattice_wire(struct lattice *lattice, int l, int ix1, int iy1, int ix2, int iy2, int by)
{
    const int near[4] = {int_min(ix1, ix2), int_max(ix1, ix2), int_min(iy1, iy2),
                         int_max(iy1, iy2)};
    count_shape(lattice, l, 0, lattice_wire_box(lattice, l, ix1, iy1, ix2, iy2), near, by);
}

/* The kind of a via's pad on a layer. */
static int kind_of(const struct lattice *lattice, int l, int cut, int variant)
{
    for (int k = 1; k < lattice->kind_count[l]; k++) {
        if (lattice->kinds[l][k].cut == cut && lattice->kinds[l][k].variant == variant)
            return k;
    }
    assert(false);
    return 0;
}

void lattice_via(struct lattice *lattice, int c, int variant, int ix, int iy, int by)
{
    struct lattice_layer *low = &lattice->layers[c];
    for (int side = 0; side < 2; side++) {
        int x = side ? low->x.up[ix] : ix;
        int y = side ? low->y.up[iy] : iy;
        const int near[4] = {x, x, y, y};
        count_shape(lattice, c + side, kind_of(lattice, c + side, c, variant),
                    lattice_pad_box(lattice, c, variant, ix, iy, side), near, by);
    }
    lattice_holes(lattice, c, ix, iy, by);
}

bool lattice_holes_near(const struct lattice *lattice, int cut1, int32_t x1, int32_t y1, int cut2,
                        int32_t x2, int32_t y2)
{
    const struct lattice_cut *a = &lattice->cuts[cut1];
    const struct lattice_cut *b = &lattice->cuts[cut2];
    const struct lattice_cut *upper = cut1 > cut2 ? a : b;
    int32_t space = cut1 == cut2 ? a->space : upper->below;
    if (cut1 != cut2 && (space <= 0 || (x1 == x2 && y1 == y2 && upper->below_stack)))
        return false;
    return box_near(box_shift(a->hole, x1, y1), box_shift(b->hole, x2, y2), space);
}

/* Counts a hole of cut c at the sites of a cut, the same or a neighbour, whose place on the layer
 * under it has the indices near x and y. */
static void count_holes(struct lattice *lattice, int c, int32_t x, int32_t y, int other,
                        const int near[2], int by)
{
    struct lattice_layer *low = &lattice->layers[other];
    struct lattice_cut *cut = &lattice->cuts[other];
    int32_t space = c == other ? cut->space : lattice->cuts[int_max(c, other)].below;
    struct box hole = box_shift(lattice->cuts[c].hole, x, y);
    int x1 = first_over(&low->x, near[0], hole.x1 - cut->hole.x2 - space);
    int x2 = last_under(&low->x, near[0], hole.x2 - cut->hole.x1 + space);
    int y1 = first_over(&low->y, near[1], hole.y1 - cut->hole.y2 - space);
    int y2 = last_under(&low->y, near[1], hole.y2 - cut->hole.y1 + space);
    for (int i = x1; i <= x2; i++) {
        for (int k = y1; k <= y2; k++) {
            if (!lattice_holes_near(lattice, c, x, y, other, low->x.at[i], low->y.at[k]))
                continue;
            uint32_t at = (uint32_t)(i * low->step_x + k * low->step_y);
            for (int v = 0; v < cut->variants; v++)
                cut->sites[v][at].count = (uint16_t)(cut->sites[v][at].count + by);
        }
    }
}

void lattice_holes(struct lattice *lattice, int c, int ix, int iy, int by)
{
    const struct lattice_layer *low = &lattice->layers[c];
    int32_t x = low->x.at[ix];
    int32_t y = low->y.at[iy];
    count_holes(lattice, c, x, y, c, (const int[2]){ix, iy}, by);
    if (lattice->cuts[c].below > 0)
        count_holes(lattice, c, x, y, c - 1,
                    (const int[2]){axis_find(&lattice->layers[c - 1].x, x),
                                   axis_find(&lattice->layers[c - 1].y, y)},
                    by);
    if (c + 2 < lattice->layer_count && lattice->cuts[c + 1].below > 0)
        count_holes(lattice, c, x, y, c + 1, (const int[2]){low->x.up[ix], low->y.up[iy]}, by);
}
