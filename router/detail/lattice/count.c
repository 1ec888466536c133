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

/* Counts a shape at each node or site where metal of one kind would be in conflict with it. */
static void count_kind(struct lattice *lattice, uint32_t l, struct layout_rect shape,
                       const struct kind *of, int32_t space, const struct kind *kind,
                       const uint32_t near[4], int32_t by)
{
    struct lattice_layer *layer = &lattice->layers[l];
    int32_t ahead_x = of->end_x || kind->end_x ? layer->end_space : 0;
    int32_t ahead_y = of->end_y || kind->end_y ? layer->end_space : 0;
    int32_t reach_x = int_max(space, ahead_x), reach_y = int_max(space, ahead_y);
    uint32_t x0 = first_over(&layer->x, near[0], shape.x0 - kind->box.x1 - reach_x);
    uint32_t x1 = first_from(&layer->x, near[1], shape.x1 - kind->box.x0 + reach_x);
    uint32_t y0 = first_over(&layer->y, near[2], shape.y0 - kind->box.y1 - reach_y);
    uint32_t y1 = first_from(&layer->y, near[3], shape.y1 - kind->box.y0 + reach_y);
    const struct lattice_cut *cut = kind->cut == MODEL_NONE ? NULL : &lattice->cuts[kind->cut];
    bool above = kind->cut + 1 == l; /* sites are indexed by the layer below */
    const struct lattice_layer *low = above && l > 0 ? layer - 1 : layer;
    for (uint32_t i = x0; i < x1; i++) {
        uint32_t ix = cut != NULL ? lattice_low(&layer->x, i, above) : i;
        int32_t gap_x = int_max(layer->x.at[i] + kind->box.x0 - shape.x1,
                                shape.x0 - layer->x.at[i] - kind->box.x1);
        for (uint32_t k = y0; ix != MODEL_NONE && k < y1; k++) {
            uint32_t iy = cut != NULL ? lattice_low(&layer->y, k, above) : k;
            if (iy == MODEL_NONE)
                continue;
            int32_t gap_y = int_max(layer->y.at[k] + kind->box.y0 - shape.y1,
                                    shape.y0 - layer->y.at[k] - kind->box.y1);
            if (!conflict(gap_x, gap_y, space, ahead_x, ahead_y, layer->end_within))
                continue;
            cell_add(lattice,
                     cut != NULL ? lattice_site(cut, kind->variant, lattice_at(low, ix, iy))
                                 : &lattice->cells[kind->class][lattice_node(lattice, l, ix, iy)],
                     by);
        }
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
                cell_add(holes->lattice, lattice_site(cut, v, lattice_at(low, i, k)), holes->by);
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
