/* owners: compares each fixed shape with the steps and via sites near it. */
#include "router/detail/lattice/owners.h"

#include "router/detail/lattice/cell.h"
#include "router/detail/lattice/closed.h"
#include "router/detail/lattice/hollow.h"
#include "router/detail/model/own.h"

enum {
    LONG_PITCHES = 40, /* length from which on metal near a shape is gathered per step, in pitches,
                          because there is too much around a rail */
    SHAPES_PER_TURN = 64,   /* shapes that a thread takes at once */
    COLUMNS_PER_LOOK = 256, /* columns of a shape between two tests for a stop */
};

/* State for one fixed shape. */
struct mark {
    struct lattice *lattice;
    const struct metal *all;
    const struct touched *touched;
    const struct touched_mask *beside; /* of the shape, if pins touch it; or NULL */
    const struct model_shape *shape;
    uint32_t owner; /* of places too near to it: net + 1, or LATTICE_CLOSED */
    struct layout_rect metal[OWN_METAL_MAX]; /* of the same net near it, for necks and notches */
    uint32_t metal_count;
    bool each;      /* the shape is long: gather metal for each step and site */
    int32_t margin; /* the margin of hollow_find, the same on all layers */
    struct hollow hollow;
    bool wanted; /* mark the wanted sites only (cell.h) */
    const struct lattice_stop *stop;
    bool *stopped;   /* shared by all threads, like the next */
    uint64_t *taken; /* number of shapes that threads have taken */
};

/* The nodes in the middle of the shape (hollow.h), which need no marks. */
static struct node_span inner_span(const struct mark *mark, const struct lattice_layer *layer)
{
    if (mark->hollow.inner.x0 >= mark->hollow.inner.x1)
        return (struct node_span){0, 0, 0, 0};
    return lattice_span(layer, mark->hollow.inner);
}

/* If the node is in the span, moves iy to the last row of the span and returns true. */
static bool skip_inner(const struct node_span *span, uint32_t ix, uint32_t *iy)
{
    if (ix < span->x0 || ix >= span->x1 || *iy < span->y0 || *iy >= span->y1)
        return false;
    *iy = span->y1 - 1; /* the loop goes to the next */
    return true;
}

/* True if the run was stopped. */
static bool is_stopped(const struct mark *mark)
{
    if (lattice_is_stopped(mark->stop))
        __atomic_store_n(mark->stopped, true, __ATOMIC_RELAXED);
    return __atomic_load_n(mark->stopped, __ATOMIC_RELAXED);
}

/* The same for a loop over the columns of a shape, which may cover all nodes of a layer. */
static bool is_stopped_at(const struct mark *mark, uint32_t column)
{
    return column % COLUMNS_PER_LOOK == 0 && is_stopped(mark);
}

/* The spacing that the layer's rules require between the shape and metal of a kind. */
static int32_t space_to(const struct mark *mark, uint32_t l, const struct kind *kind)
{
    const struct model_shape *shape = mark->shape;
    if (shape->space >= 0)
        return shape->space;
    int32_t run = rect_long(shape->box);
    if (kind->cut != MODEL_NONE)
        run = int_min(run, rect_long(kind->box));
    return model_space(&mark->lattice->model->layers[l], rect_narrow(kind->box),
                       model_rule_width(mark->lattice->model, shape), run);
}

/* True if metal of a kind is too near to the shape, or ahead of a line end. */
static bool conflict(const struct mark *mark, uint32_t l, struct layout_rect metal,
                     const struct kind *kind, int32_t space)
{
    const struct lattice_layer *layer = &mark->lattice->layers[l];
    struct layout_rect b = mark->shape->box;
    if (rect_near(metal, b, space))
        return true;
    if (layer->end_space <= 0)
        return false;
    int32_t x = rect_gap_x(metal, b), y = rect_gap_y(metal, b);
    return (kind->end_x && x < layer->end_space && y < layer->end_within) ||
           (kind->end_y && y < layer->end_space && x < layer->end_within);
}

static bool gather(void *context, const struct metal_piece *piece)
{
    struct mark *mark = context;
    if (piece->net == mark->shape->net && mark->metal_count < OWN_METAL_MAX)
        mark->metal[mark->metal_count++] = piece->box;
    return true;
}

/* Extends a step's wire that points at the shape up to the shape: the wire may continue, and if it
 * does not, a patch fills the gap later. Returns other metal unchanged. */
static struct layout_rect to_shape(const struct mark *mark, struct layout_rect metal,
                                   const struct kind *kind)
{
    struct layout_rect b = mark->shape->box;
    bool in_x = b.x0 <= metal.x0 && metal.x1 <= b.x1, in_y = b.y0 <= metal.y0 && metal.y1 <= b.y1;
    bool upright = rect_height(metal) > rect_width(metal);
    if (kind->cut != MODEL_NONE || !(upright ? in_x : in_y))
        return metal;
    if (upright)
        return (struct layout_rect){metal.x0, int_min(metal.y0, b.y1), metal.x1,
                                    int_max(metal.y1, b.y0)};
    return (struct layout_rect){int_min(metal.x0, b.x1), metal.y0, int_max(metal.x1, b.x0),
                                metal.y1};
}

/* Restricts a step or site whose metal is too near to the shape. */
static void judge(struct mark *mark, uint32_t l, struct layout_rect metal, const struct kind *kind,
                  int32_t space, struct cell *cell, uint32_t way)
{
    const struct model_layer *layer = &mark->lattice->model->layers[l];
    int32_t least = model_class_space(mark->lattice->model, l, kind->class);
    uint32_t owner = mark->owner;
    if (cell_is_closed(cell, way) || (mark->wanted && !cell_is_wanted(cell)) ||
        !conflict(mark, l, metal, kind, int_max(space, least)))
        return;
    if (mark->shape->net == MODEL_OBSTRUCTION && kind->cut != MODEL_NONE &&
        touched_holds(mark->touched, mark->all, l, metal, kind->box))
        return;
    if (mark->beside != NULL && !touched_near(mark->beside, metal))
        owner = LATTICE_CLOSED;
    else if (mark->beside != NULL)
        owner = touched_owner(mark->touched, mark->lattice->model,
                              (uint32_t)(mark->shape - mark->lattice->model->shapes), metal,
                              int_max(int_max(space, least), mark->lattice->layers[l].end_space));
    else if (owner != LATTICE_CLOSED && mark->each) {
        mark->metal_count = 0;
        metal_near(mark->all, l, metal, 2 * space, gather, mark);
    }
    if (owner != LATTICE_CLOSED && mark->beside == NULL &&
        (own_fault(to_shape(mark, metal, kind), mark->metal, mark->metal_count,
                   model_min_width(layer), space) ||
         (kind->cut != MODEL_NONE && rect_overlap(metal, mark->shape->box) && /* MINIMUMCUT */
          mark->lattice->model->vias[mark->lattice->cuts[kind->cut].via[kind->variant]].holes <
              model_cuts(layer, rect_narrow(mark->shape->box), kind->cut == l)) ||
         (layer->rectangles && !own_rectangle(metal, mark->metal, mark->metal_count))))
        owner = LATTICE_CLOSED;
    cell_restrict(mark->lattice, cell, way, owner);
}

/* The nodes within `reach` of a box, plus `more` lines to the left and below. */
static struct node_span nodes_about(const struct lattice_layer *layer, struct layout_rect box,
                                    int32_t reach, uint32_t more)
{
    struct node_span span = lattice_span(layer, rect_grow(box, reach));
    span.x0 -= uint_min(span.x0, more);
    span.y0 -= uint_min(span.y0, more);
    return span;
}

static int32_t reach_to(const struct lattice *lattice, uint32_t l, const struct kind *kind,
                        int32_t space)
{
    int32_t least = model_class_space(lattice->model, l, kind->class);
    return int_max(int_max(space, least), lattice->layers[l].end_space) + rect_long(kind->box);
}

static void mark_wires(struct mark *mark, uint32_t l, const struct kind *wire)
{
    struct lattice *lattice = mark->lattice;
    const struct lattice_layer *layer = &lattice->layers[l];
    uint32_t class = wire->class;
    int32_t space = space_to(mark, l, wire), reach = reach_to(lattice, l, wire, space);
    struct node_span a = nodes_about(layer, mark->shape->box, reach, 1);
    struct node_span inner = inner_span(mark, layer);
    inner.x1 -= inner.x1 > 0; /* steps out of the middle are marked */
    inner.y1 -= inner.y1 > 0;
    for (uint32_t ix = a.x0; ix < a.x1 && !is_stopped_at(mark, ix); ix++) {
        for (uint32_t iy = a.y0; iy < a.y1; iy++) {
            if (skip_inner(&inner, ix, &iy))
                continue;
            struct cell *cell = &lattice->cells[class][lattice_node(lattice, l, ix, iy)];
            if (ix + 1 < layer->x.count && !layer->shut[0] && !cell_is_closed(cell, 0))
                judge(mark, l, lattice_wire_box(lattice, l, class, ix, iy, ix + 1, iy), wire, space,
                      cell, 0);
            if (iy + 1 < layer->y.count && !layer->shut[1] && !cell_is_closed(cell, 1))
                judge(mark, l, lattice_wire_box(lattice, l, class, ix, iy, ix, iy + 1), wire, space,
                      cell, 1);
        }
    }
}

static void mark_pads(struct mark *mark, uint32_t l, const struct kind *kind)
{
    struct lattice *lattice = mark->lattice;
    const struct lattice_layer *layer = &lattice->layers[l];
    assert(kind->cut == l || kind->cut + 1 == l);
    bool above = kind->cut + 1 == l;
    const struct lattice_layer *low = above ? layer - 1 : layer;
    int32_t space = space_to(mark, l, kind);
    struct node_span a = nodes_about(layer, mark->shape->box, reach_to(lattice, l, kind, space), 0);
    const struct lattice_cut *cut = &lattice->cuts[kind->cut];
    struct node_span inner = {0, 0, 0, 0};
    if (mark->hollow.layer[above ? 0 : 1])
        inner = inner_span(mark, layer);
    for (uint32_t i = a.x0; i < a.x1 && !is_stopped_at(mark, i); i++) {
        uint32_t ix = lattice_low(&layer->x, i, above);
        for (uint32_t k = a.y0; ix != MODEL_NONE && k < a.y1; k++) {
            if (skip_inner(&inner, i, &k))
                continue;
            uint32_t iy = lattice_low(&layer->y, k, above);
            if (iy == MODEL_NONE)
                continue;
            judge(mark, l, rect_move(kind->box, layer->x.at[i], layer->y.at[k]), kind, space,
                  lattice_site(cut, kind->variant, lattice_at(low, ix, iy)), 0);
        }
    }
}

static void close_site(const struct mark *mark, struct cell *site)
{
    if (!mark->wanted || cell_is_wanted(site))
        cell_close(site, 0);
}

/* Closes the sites of cut layer c too near to a fixed hole, which needs this spacing. */
static void mark_holes(const struct mark *mark, uint32_t c, uint32_t class, int32_t space)
{
    struct lattice *lattice = mark->lattice;
    const struct lattice_cut *cut = &lattice->cuts[c];
    const struct lattice_layer *layer = &lattice->layers[c];
    assert(c + 1 < lattice->layer_count && class < lattice->classes);
    if (mark->shape->space >= 0)
        space = mark->shape->space;
    struct layout_rect about = cut->hole[class];
    struct node_span a = nodes_about(layer, mark->shape->box, space + rect_long(about), 0);
    for (uint32_t ix = a.x0; ix < a.x1 && !is_stopped_at(mark, ix); ix++) {
        for (uint32_t iy = a.y0; iy < a.y1; iy++) {
            struct layout_rect hole = rect_move(about, layer->x.at[ix], layer->y.at[iy]);
            if (!lattice_is_site(layer, ix, iy) || !rect_near(hole, mark->shape->box, space))
                continue;
            for (uint32_t v = lattice_first_variant(class); v < lattice_end_variant(cut, class);
                 v++)
                close_site(mark, lattice_site(cut, v, lattice_at(layer, ix, iy)));
        }
    }
}

/* Marks the cut layer of the shape, and its neighbours with a rule between the two layers. */
static void mark_cuts(const struct mark *mark, uint32_t c)
{
    const struct lattice *lattice = mark->lattice;
    if (c + 1 >= lattice->layer_count)
        return;
    for (uint32_t class = 0; class < lattice->classes; class ++) {
        mark_holes(mark, c, class, lattice->cuts[c].space);
        if (mark->shape->space < 0 && lattice->cuts[c].below > 0)
            mark_holes(mark, c - 1, class, lattice->cuts[c].below);
        if (mark->shape->space < 0 && c + 2 < lattice->layer_count &&
            lattice->cuts[c + 1].below > 0)
            mark_holes(mark, c + 1, class, lattice->cuts[c + 1].below);
    }
}

/* The distance from a shape up to which metal that needs `space` can cause a neck or notch. */
static int32_t reach_of(const struct lattice *lattice, uint32_t l, int32_t space)
{
    int32_t most = 0;
    for (uint32_t k = 0; k < lattice->kind_count[l]; k++)
        most = int_max(most, rect_long(lattice->kinds[l][k].box));
    int64_t reach = 2 * ((int64_t)space + most);
    return reach < COORD_MAX ? (int32_t)reach : COORD_MAX;
}

static void mark_one(struct mark *mark, const struct model_shape *shape)
{
    const struct lattice *lattice = mark->lattice;
    uint32_t l = shape->level / 2;
    assert(l < lattice->layer_count);
    mark->shape = shape;
    mark->owner = model_is_net(shape->net) ? shape->net + 1 : LATTICE_CLOSED;
    mark->metal_count = 0;
    hollow_find(&mark->hollow, mark->all, shape, mark->margin);
    mark->each = rect_long(shape->box) > LONG_PITCHES * lattice->pitch * lattice->scale;
    if (model_is_net(shape->net) && shape->level % 2 == 0 && !mark->each)
        metal_near(mark->all, l, shape->box, reach_of(lattice, l, lattice->layers[l].reach), gather,
                   mark);
    struct touched_mask beside;
    const uint32_t *pins = mark->touched->first + (shape - lattice->model->shapes);
    mark->beside = pins[0] < pins[1] ? &beside : NULL;
    if (mark->beside != NULL)
        touched_mask(&beside, mark->touched, (uint32_t)(shape - lattice->model->shapes),
                     mark->margin);
    for (uint32_t k = 0; shape->level % 2 == 0 && k < lattice->kind_count[l]; k++) {
        const struct kind *kind = &lattice->kinds[l][k];
        if (kind->cut != MODEL_NONE)
            mark_pads(mark, l, kind);
        else if (!mark->wanted)
            mark_wires(mark, l, kind);
    }
    if (shape->level % 2 != 0)
        mark_cuts(mark, l);
    mark->beside = NULL;
}

/* Marks shapes until all are taken; the body of workers_run, with an element per thread. */
static void mark_some(void *context, size_t first, size_t end)
{
    struct mark mark = *(const struct mark *)context;
    const uint64_t count = mark.lattice->model->shape_count;
    uint64_t s = 0, last = 0;
    assert(first < end);
    for (; !is_stopped(&mark); s++) {
        if (s == last) {
            s = __atomic_fetch_add(mark.taken, SHAPES_PER_TURN, __ATOMIC_RELAXED);
            last = s + SHAPES_PER_TURN;
        }
        if (s >= count)
            return;
        mark_one(&mark, &mark.lattice->model->shapes[s]);
    }
}

enum status owners_find(struct lattice *lattice, const struct metal *metal,
                        const struct touched *touched, const struct owners_how *how,
                        struct error *error)
{
    assert(metal->lattice == lattice && metal->count == 0);
    bool stopped = false;
    uint64_t taken = 0;
    struct mark mark = {.lattice = lattice,
                        .all = metal,
                        .touched = touched,
                        .wanted = how->wanted,
                        .stop = &how->stop,
                        .stopped = &stopped,
                        .taken = &taken};
    for (uint32_t l = 0; l < lattice->layer_count; l++)
        mark.margin = int_max(
            mark.margin, reach_of(lattice, l, model_reach(&lattice->model->layers[l], INT32_MAX)));
    closed_find(lattice, how->first, how->last, &how->stop);
    workers_run(how->workers, mark_some, &mark, workers_count(how->workers), 1);
    return is_stopped(&mark) ? STATUS_INTERRUPTED : lattice_check(lattice, error);
}
