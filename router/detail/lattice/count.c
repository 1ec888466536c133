/* count: adds routed wires and vias to the conflict counts near them (lattice.h). */
#include "router/detail/lattice/cell.h"
#include "router/detail/lattice/marks.h"

/* The first line beyond low (first_from: at high or beyond). The scan starts at line `near`. */
static uint32_t first_over(const struct lattice_axis *axis, uint32_t near, int32_t low)
{
    while (near > 0 && axis->at[near - 1] > low)
        near--;
    while (near < axis->count && axis->at[near] <= low)
        near++;
    return near;
}

static uint32_t first_from(const struct lattice_axis *axis, uint32_t near, int32_t high)
{
    while (near < axis->count && axis->at[near] < high)
        near++;
    while (near > 0 && axis->at[near - 1] >= high)
        near--;
    return near;
}

/* True if shapes with these gaps along x and y are too near, by distance or ahead of a line end. */
static inline bool conflict(int32_t x, int32_t y, int32_t space, int32_t ahead_x, int32_t ahead_y,
                            int32_t within)
{
    if (x < space && y < space &&
        (x <= 0 || y <= 0 || (int64_t)x * x + (int64_t)y * y < (int64_t)space * space))
        return true;
    return (x < ahead_x && y < within) || (y < ahead_y && x < within);
}

/* A shape and a kind of metal along one axis. */
struct count_axis {
    const int32_t *at;    /* coordinates of lines */
    const uint32_t *part; /* summands of the numbers of cells; MODEL_NONE: the line has none */
    int32_t low, high;    /* where the metal touches the shape from below and from above */
    int32_t ahead;        /* spacing required ahead of a line end */
    uint32_t first, end;  /* lines that may be in conflict */
};

static const uint32_t *cells_of(const struct lattice_axis *axis, const struct kind *kind,
                                uint32_t l)
{
    return kind->cut == MODEL_NONE ? axis->part : kind->cut < l ? axis->pad : axis->site;
}

static struct count_axis count_along(const struct lattice_axis *axis, const uint32_t *part,
                                     int32_t low, int32_t high, int32_t space, int32_t ahead,
                                     const uint32_t near[2])
{
    const int32_t reach = int_max(space, ahead);
    assert(low <= high && near[0] <= near[1]);
    return (struct count_axis){axis->at,
                               part,
                               low,
                               high,
                               ahead,
                               first_over(axis, near[0], low - reach),
                               first_from(axis, near[1], high + reach)};
}

/* The gap between the shape and metal at a line. */
static inline int32_t count_gap(const struct count_axis *axis, uint32_t line)
{
    return int_max(axis->low - axis->at[line], axis->at[line] - axis->high);
}

/* Adds to the counts of a row of cells; part: the summand of each, or MODEL_NONE. */
static void count_row(struct lattice *lattice, struct cell *cells, uint32_t stride,
                      const uint32_t *part, uint32_t count, int32_t by)
{
    const uint32_t shift = cell_shift(lattice, cells);
    for (uint32_t k = 0; k < count; k++)
        if (part[k] != MODEL_NONE)
            cell_add(lattice, &cells[(size_t)part[k] * stride], shift, by);
}

/* Counts a shape at each node or site where metal of one kind would be in conflict with it: on each
 * line across the shape's longer side these are in a row. */
static void count_kind(struct lattice *lattice, uint32_t l, struct layout_rect shape,
                       const struct kind *of, int32_t space, const struct kind *kind,
                       const uint32_t near[4], int32_t by)
{
    const struct lattice_layer *layer = &lattice->layers[l];
    const struct lattice_cut *cut = kind->cut == MODEL_NONE ? NULL : &lattice->cuts[kind->cut];
    const struct count_axis axis[2] = {
        count_along(&layer->x, cells_of(&layer->x, kind, l), shape.x0 - kind->box.x1,
                    shape.x1 - kind->box.x0, space, of->end_x || kind->end_x ? layer->end_space : 0,
                    near),
        count_along(&layer->y, cells_of(&layer->y, kind, l), shape.y0 - kind->box.y1,
                    shape.y1 - kind->box.y0, space, of->end_y || kind->end_y ? layer->end_space : 0,
                    near + 2)};
    const bool tall = rect_height(shape) > rect_width(shape);
    const struct count_axis *across = &axis[tall ? 0 : 1], *along = &axis[tall ? 1 : 0];
    struct cell *cells =
        cut != NULL ? cut->sites[kind->variant] : &lattice->cells[kind->class][layer->base];
    const uint32_t stride = cut != NULL ? cut->stride : 1;
    for (uint32_t i = across->first; i < across->end; i++) {
        const int32_t gap = count_gap(across, i);
        uint32_t k = along->first, end = along->end;
        if (across->part[i] == MODEL_NONE)
            continue;
        while (k < end && !conflict(gap, count_gap(along, k), space, across->ahead, along->ahead,
                                    layer->end_within))
            k++;
        while (k < end && !conflict(gap, count_gap(along, end - 1), space, across->ahead,
                                    along->ahead, layer->end_within))
            end--;
        count_row(lattice, cells + (size_t)across->part[i] * stride, stride, along->part + k,
                  end - k, by);
    }
}

static void count_shape(struct lattice *lattice, uint32_t l, uint32_t of, struct layout_rect shape,
                        const uint32_t near[4], int32_t by)
{
    for (uint32_t k = 0; k < lattice->kind_count[l]; k++)
        count_kind(lattice, l, shape, &lattice->kinds[l][of],
                   lattice->space[l][of * lattice->kind_count[l] + k], &lattice->kinds[l][k], near,
                   by);
}

/* The kind of a wire (cut MODEL_NONE) or a via's pad on a layer. */
static uint32_t kind_of(const struct lattice *lattice, uint32_t l, uint32_t class, uint32_t cut,
                        uint32_t variant)
{
    for (uint32_t k = 0; k < lattice->kind_count[l]; k++) {
        const struct kind *kind = &lattice->kinds[l][k];
        if (kind->class == class && kind->cut == cut && kind->variant == variant)
            return k;
    }
    assert(false);
    return 0;
}

void lattice_wire(struct lattice *lattice, uint32_t l, uint32_t class, uint32_t ix0, uint32_t iy0,
                  uint32_t ix1, uint32_t iy1, int32_t by)
{
    assert((by == 1 || by == -1) && (ix0 == ix1 || iy0 == iy1));
    const uint32_t near[4] = {uint_min(ix0, ix1), uint_max(ix0, ix1), uint_min(iy0, iy1),
                              uint_max(iy0, iy1)};
    count_shape(lattice, l, kind_of(lattice, l, class, MODEL_NONE, 0),
                lattice_wire_box(lattice, l, class, ix0, iy0, ix1, iy1), near, by);
}

/* An update of the sites near a hole. */
struct holes {
    const struct lattice *lattice;
    struct hole hole;
    struct marks *marks; /* whose flags are to change; NULL: change the counts */
    uint8_t bit;
    int32_t by; /* added to counts; in flags 1 sets and -1 clears the bit */
};

/* Updates the sites of cut layer c at which a hole of a class would be too near to this one. c must
 * be the hole's cut layer or a neighbour; at: a column and a row near the hole, on layer c. */
static void visit_sites(const struct holes *holes, uint32_t c, uint32_t class, const uint32_t at[2])
{
    const struct lattice *lattice = holes->lattice;
    const struct lattice_layer *low = &lattice->layers[c];
    const struct lattice_cut *cut = &lattice->cuts[c];
    struct hole hole = holes->hole;
    assert(c <= hole.cut + 1 && hole.cut <= c + 1);
    int32_t space = c == hole.cut ? cut->space : lattice->cuts[uint_max(c, hole.cut)].below;
    struct layout_rect box = lattice_hole_box(lattice, hole);
    struct layout_rect other = cut->hole[class];
    uint32_t x0 = first_over(&low->x, at[0], box.x0 - other.x1 - space);
    uint32_t x1 = first_from(&low->x, at[0], box.x1 - other.x0 + space);
    uint32_t y0 = first_over(&low->y, at[1], box.y0 - other.y1 - space);
    uint32_t y1 = first_from(&low->y, at[1], box.y1 - other.y0 + space);
    for (uint32_t i = x0; i < x1; i++) {
        for (uint32_t k = y0; k < y1; k++) {
            if (!lattice_is_site(low, i, k) ||
                !lattice_holes_near(lattice, hole, lattice_hole(lattice, c, class, i, k)))
                continue;
            if (holes->marks != NULL) {
                marks_set(holes->marks, low->base + lattice_place(low, i, k), holes->bit,
                          holes->by > 0);
                continue;
            }
            for (uint32_t v = lattice_first_variant(class); v < lattice_end_variant(cut, class);
                 v++)
                cell_add(lattice, lattice_site(cut, v, lattice_at(low, i, k)), CELL_OWNER_BITS,
                         holes->by);
        }
    }
}

/* Updates all sites near a hole: counts of all classes, or flags of its own and class 0. */
static void visit_holes(const struct holes *holes, uint32_t ix, uint32_t iy)
{
    const struct lattice *lattice = holes->lattice;
    struct hole hole = holes->hole;
    uint32_t c = hole.cut;
    const struct lattice_layer *low = &lattice->layers[c];
    for (uint32_t class = 0; class < lattice->classes; class ++) {
        if (holes->marks != NULL && class != 0 && class != hole.class)
            continue;
        visit_sites(holes, c, class, (const uint32_t[2]){ix, iy});
        if (lattice->cuts[c].below > 0)
            visit_sites(holes, c - 1, class,
                        (const uint32_t[2]){axis_find(&lattice->layers[c - 1].x, hole.x),
                                            axis_find(&lattice->layers[c - 1].y, hole.y)});
        if (c + 2 < lattice->layer_count && lattice->cuts[c + 1].below > 0)
            visit_sites(holes, c + 1, class, (const uint32_t[2]){low->x.up[ix], low->y.up[iy]});
    }
}

void lattice_via(struct lattice *lattice, uint32_t c, uint32_t variant, uint32_t ix, uint32_t iy,
                 int32_t by)
{
    struct lattice_layer *low = &lattice->layers[c];
    assert((by == 1 || by == -1) && lattice->cuts[c].sites[variant] != NULL);
    assert(low->x.up[ix] != MODEL_NONE && low->y.up[iy] != MODEL_NONE);
    for (uint32_t side = 0; side < 2; side++) {
        uint32_t x = side ? low->x.up[ix] : ix, y = side ? low->y.up[iy] : iy;
        const uint32_t near[4] = {x, x, y, y};
        count_shape(lattice, c + side,
                    kind_of(lattice, c + side, lattice_class(variant), c, variant),
                    lattice_pad_box(lattice, c, variant, ix, iy, side), near, by);
    }
    struct hole hole = lattice_hole(lattice, c, lattice_class(variant), ix, iy);
    visit_holes(&(struct holes){lattice, hole, NULL, 0, by}, ix, iy);
}

bool lattice_holes_near(const struct lattice *lattice, struct hole a, struct hole b)
{
    const struct lattice_cut *upper = &lattice->cuts[uint_max(a.cut, b.cut)];
    int32_t space = a.cut == b.cut ? upper->space : upper->below;
    if (a.cut != b.cut && (space <= 0 || (a.x == b.x && a.y == b.y && upper->below_stack)))
        return false;
    return rect_near(lattice_hole_box(lattice, a), lattice_hole_box(lattice, b), space);
}

void lattice_near_hole(const struct lattice *lattice, uint32_t c, uint32_t class, uint32_t ix,
                       uint32_t iy, struct marks *marks, uint8_t bit, bool set)
{
    struct hole hole = lattice_hole(lattice, c, class, ix, iy);
    visit_holes(&(struct holes){lattice, hole, marks, bit, set ? 1 : -1}, ix, iy);
}
