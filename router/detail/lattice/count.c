/* count: finds the nodes where metal is too near to a shape, and counts routed wires and vias. */
#include "router/detail/lattice/cell.h"
#include "router/detail/lattice/marks.h"

/* True if shapes with these gaps along x and y are too near, by distance or ahead of a line end. */
static inline bool conflict(int32_t x, int32_t y, int32_t space, int32_t ahead_x, int32_t ahead_y,
                            int32_t within)
{
    if (x < space && y < space &&
        (x <= 0 || y <= 0 || (int64_t)x * x + (int64_t)y * y < (int64_t)space * space))
        return true;
    return (x < ahead_x && y < within) || (y < ahead_y && x < within) ||
           (space <= 0 && x <= 0 && y <= 0 && (x < 0 || y < 0));
}

/* A shape and a kind of metal along one axis. */
struct near_axis {
    const int32_t *at, *next; /* by line: the nodes at which its metal begins and ends */
    int32_t low, high;        /* such nodes of metal that touches the shape from below and above */
    int32_t ahead;            /* spacing required ahead of a line end */
    uint32_t first, end;      /* lines that may be in conflict */
};

/* step: 1 if the metal is from a line to the next one; from, to: guesses of lines at the shape. */
static struct near_axis near_along(const struct lattice_axis *axis, uint32_t from, uint32_t to,
                                   uint32_t step, int32_t low, int32_t high, int32_t ahead,
                                   int32_t reach)
{
    const uint32_t first = axis_from(axis, from, low - reach + 1);
    const uint32_t end = axis_from(axis, to, high + reach);
    return (struct near_axis){axis->at,
                              axis->at + step,
                              low,
                              high,
                              ahead,
                              first - uint_min(first, step),
                              uint_min(end, axis->count - step)};
}

/* The gap between the shape and metal at a line. */
static inline int32_t near_gap(const struct near_axis *axis, uint32_t line)
{
    return int_max(axis->low - axis->next[line], axis->at[line] - axis->high);
}

static inline void visit_rows(const struct lattice_layer *layer, const struct lattice_near *near,
                              lattice_row *visit, void *context)
{
    const struct layout_rect b = near->kind->box, s = near->shape;
    const struct node_span at = near->about;
    const bool ends = layer->end_space > 0;
    const int32_t ahead_x = ends && near->end_x ? layer->end_space : INT32_MIN;
    const int32_t ahead_y = ends && near->end_y ? layer->end_space : INT32_MIN;
    const int32_t within = ends && (near->end_x || near->end_y) ? layer->end_within : 0;
    const int32_t reach =
        int_max(int_max(near->space, 1), int_max(int_max(ahead_x, ahead_y), within));
    const struct near_axis x =
        near_along(&layer->x, at.x0, at.x1, near->step_x, s.x0 - b.x1, s.x1 - b.x0, ahead_x, reach);
    const struct near_axis y =
        near_along(&layer->y, at.y0, at.y1, near->step_y, s.y0 - b.y1, s.y1 - b.y0, ahead_y, reach);
    const struct near_axis across = near->tall ? x : y, along = near->tall ? y : x;
    assert(near->step_x + near->step_y <= 1);
    assert(x.end + near->step_x <= layer->x.count && y.end + near->step_y <= layer->y.count);
    for (uint32_t i = across.first; i < across.end; i++) {
        const int32_t gap = near_gap(&across, i);
        uint32_t k = along.first, end = along.end;
        while (k < end &&
               !conflict(gap, near_gap(&along, k), near->space, across.ahead, along.ahead, within))
            k++;
        while (k < end && !conflict(gap, near_gap(&along, end - 1), near->space, across.ahead,
                                    along.ahead, within))
            end--;
        if (k < end)
            visit(context, near->tall ? (struct node_span){i, k, i + 1, end}
                                      : (struct node_span){k, i, end, i + 1});
    }
}

void lattice_rows(const struct lattice *lattice, uint32_t l, const struct lattice_near *near,
                  lattice_row *visit, void *context)
{
    assert(l < lattice->layer_count);
    visit_rows(&lattice->layers[l], near, visit, context);
}

struct kind_cells lattice_cells(const struct lattice *lattice, uint32_t l, const struct kind *kind)
{
    const struct lattice_axis *x = &lattice->layers[l].x, *y = &lattice->layers[l].y;
    if (kind->cut == MODEL_NONE)
        return (struct kind_cells){&lattice->cells[kind->class][lattice->layers[l].base], x->part,
                                   y->part, 1};
    const struct lattice_cut *cut = &lattice->cuts[kind->cut];
    const bool above = kind->cut < l;
    return (struct kind_cells){cut->sites[kind->variant], above ? x->pad : x->site,
                               above ? y->pad : y->site, cut->stride};
}

/* A change of the counts of cells. */
struct counting {
    const struct lattice *lattice;
    struct kind_cells cells;
    uint32_t alike, shift; /* kind.alike; cell_shift */
    int32_t by;
};

static void count_row(void *context, struct node_span row)
{
    const struct counting c = *(const struct counting *)context;
    for (uint32_t ix = row.x0; ix < row.x1; ix++)
        for (uint32_t iy = row.y0; iy < row.y1 && c.cells.x[ix] != MODEL_NONE; iy++) {
            const size_t at = (size_t)(c.cells.x[ix] + c.cells.y[iy]) * c.cells.stride;
            for (uint32_t i = 0; c.alike >> i != 0 && c.cells.y[iy] != MODEL_NONE; i++)
                if (c.alike >> i & 1)
                    cell_add(c.lattice, &c.cells.first[at + i], c.shift, c.by);
        }
}

/* Counts a shape at each node or site where metal of one kind would be in conflict with it. */
static void count_kind(struct lattice *lattice, uint32_t l, struct layout_rect shape,
                       const struct kind *of, int32_t space, const struct kind *kind,
                       struct node_span about, int32_t by)
{
    const struct lattice_near near = {.shape = shape,
                                      .about = about,
                                      .kind = kind,
                                      .space = space,
                                      .end_x = of->end_x || kind->end_x,
                                      .end_y = of->end_y || kind->end_y,
                                      .tall = rect_height(shape) > rect_width(shape)};
    const struct kind_cells cells = lattice_cells(lattice, l, kind);
    struct counting counting = {lattice, cells, kind->alike, cell_shift(lattice, cells.first), by};
    visit_rows(&lattice->layers[l], &near, count_row, &counting);
}

static void count_shape(struct lattice *lattice, uint32_t l, uint32_t of, struct layout_rect shape,
                        struct node_span about, int32_t by)
{
    for (uint32_t k = 0; k < lattice->kind_count[l]; k++)
        if (lattice->kinds[l][k].alike != 0)
            count_kind(lattice, l, shape, &lattice->kinds[l][of],
                       lattice->space[l][of * lattice->kind_count[l] + k], &lattice->kinds[l][k],
                       about, by);
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
    const struct node_span about = {uint_min(ix0, ix1), uint_min(iy0, iy1), uint_max(ix0, ix1),
                                    uint_max(iy0, iy1)};
    count_shape(lattice, l, kind_of(lattice, l, class, MODEL_NONE, 0),
                lattice_wire_box(lattice, l, class, ix0, iy0, ix1, iy1), about, by);
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
 * be the hole's cut layer or a neighbour. */
static void visit_sites(const struct holes *holes, uint32_t c, uint32_t class)
{
    const struct lattice *lattice = holes->lattice;
    const struct lattice_layer *low = &lattice->layers[c];
    const struct lattice_cut *cut = &lattice->cuts[c];
    struct hole hole = holes->hole;
    assert(c <= hole.cut + 1 && hole.cut <= c + 1);
    int32_t space = c == hole.cut ? cut->space : lattice->cuts[uint_max(c, hole.cut)].below;
    struct layout_rect box = lattice_hole_box(lattice, hole);
    struct layout_rect other = cut->hole[class];
    const struct node_span at =
        lattice_span(low, rect_grow((struct layout_rect){box.x0 - other.x1, box.y0 - other.y1,
                                                         box.x1 - other.x0, box.y1 - other.y0},
                                    space - 1));
    for (uint32_t i = at.x0; i < at.x1; i++) {
        for (uint32_t k = at.y0; k < at.y1; k++) {
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
                cell_add(lattice, lattice_site(cut, v, lattice_at(low, i, k)), CELL_SITE_SHIFT,
                         holes->by);
        }
    }
}

/* Updates all sites near a hole: counts of all classes, or flags of its own and class 0. */
static void visit_holes(const struct holes *holes)
{
    const struct lattice *lattice = holes->lattice;
    struct hole hole = holes->hole;
    uint32_t c = hole.cut;
    for (uint32_t class = 0; class < lattice->classes; class ++) {
        if (holes->marks != NULL && class != 0 && class != hole.class)
            continue;
        visit_sites(holes, c, class);
        if (lattice->cuts[c].below > 0)
            visit_sites(holes, c - 1, class);
        if (c + 2 < lattice->layer_count && lattice->cuts[c + 1].below > 0)
            visit_sites(holes, c + 1, class);
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
        count_shape(
            lattice, c + side, kind_of(lattice, c + side, lattice_class(variant), c, variant),
            lattice_pad_box(lattice, c, variant, ix, iy, side), (struct node_span){x, y, x, y}, by);
    }
    struct hole hole = lattice_hole(lattice, c, lattice_class(variant), ix, iy);
    visit_holes(&(struct holes){lattice, hole, NULL, 0, by});
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
    visit_holes(&(struct holes){lattice, hole, marks, bit, set ? 1 : -1});
}
