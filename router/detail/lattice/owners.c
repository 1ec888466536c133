/* owners: closes or restricts the steps and via sites that are too near to each fixed shape. */
#include "router/detail/lattice/owners.h"

#include "router/detail/lattice/cell.h"
#include "router/detail/lattice/closed.h"
#include "router/detail/lattice/hollow.h"
#include "router/detail/model/own.h"

enum {
    LONG_PITCHES = 40, /* length from which on metal near a shape is gathered per step, in pitches,
                          because there is too much around a rail */
    GATHER_MOST = 256, /* maximum number of shapes of a net of which each is compared */
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
    struct node_span about; /* the nodes within the shape */
    /* Of the kind of metal that is compared: */
    uint32_t layer;
    struct lattice_near near;
    struct kind_cells cells;
    int32_t space;          /* required by the layer; near.space: by the class of nets, too */
    uint32_t way;           /* owner of a step that is marked; of a via 0 */
    struct node_span inner; /* nodes without marks */
    bool wanted;            /* mark the wanted sites only (cell.h) */
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

/* True if the run was stopped. */
static bool is_stopped(const struct mark *mark)
{
    if (lattice_is_stopped(mark->stop))
        __atomic_store_n(mark->stopped, true, __ATOMIC_RELAXED);
    return __atomic_load_n(mark->stopped, __ATOMIC_RELAXED);
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

static bool gather(void *context, const struct metal_piece *piece)
{
    struct mark *mark = context;
    if (piece->net == mark->shape->net && mark->metal_count < OWN_METAL_MAX)
        mark->metal[mark->metal_count++] = piece->box;
    return true;
}

/* Gathers metal of the shape's net near it: that of its pins, or all if more is fixed. */
static void gather_near(struct mark *mark, int32_t reach)
{
    const struct model *model = mark->lattice->model;
    const uint32_t *pins = &model->net_pins[mark->shape->net];
    const struct layout_rect around = rect_grow(mark->shape->box, reach);
    const uint32_t first = model->pin_shapes[pins[0]], end = model->pin_shapes[pins[1]];
    if (mark->all->more_fixed || end - first > GATHER_MOST) {
        metal_near(mark->all, mark->shape->level / 2, mark->shape->box, reach, gather, mark);
        return;
    }
    for (uint32_t s = end; s-- > first && mark->metal_count < OWN_METAL_MAX;)
        if (model->shapes[s].level == mark->shape->level && rect_meet(model->shapes[s].box, around))
            mark->metal[mark->metal_count++] = model->shapes[s].box;
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

/* The owner of a step or site whose metal is too near to the shape. */
static uint32_t judge(struct mark *mark, struct layout_rect metal)
{
    const uint32_t l = mark->layer;
    const struct model_layer *layer = &mark->lattice->model->layers[l];
    const struct kind *kind = mark->near.kind;
    const int32_t space = mark->space;
    if (mark->beside != NULL && !touched_near(mark->beside, metal))
        return LATTICE_CLOSED;
    if (mark->beside != NULL)
        return touched_owner(mark->touched, mark->lattice->model,
                             (uint32_t)(mark->shape - mark->lattice->model->shapes), metal,
                             int_max(mark->near.space, mark->lattice->layers[l].end_space));
    if (mark->each) {
        mark->metal_count = 0;
        metal_near(mark->all, l, metal, 2 * space, gather, mark);
    }
    if (own_fault(to_shape(mark, metal, kind), mark->metal, mark->metal_count,
                  model_min_width(layer), space) ||
        (kind->cut != MODEL_NONE && rect_overlap(metal, mark->shape->box) && /* MINIMUMCUT */
         mark->lattice->model->vias[mark->lattice->cuts[kind->cut].via[kind->variant]].holes <
             model_cuts(layer, rect_narrow(mark->shape->box), kind->cut == l)) ||
        (layer->rectangles && !own_rectangle(metal, mark->metal, mark->metal_count)))
        return LATTICE_CLOSED;
    return mark->owner;
}

/* Restricts a step, or the sites of vias alike, at a node, which are too near to the shape. */
static void mark_node(struct mark *mark, struct cell *cells, uint32_t ix, uint32_t iy)
{
    const uint32_t l = mark->layer;
    const struct lattice_layer *layer = &mark->lattice->layers[l];
    const struct kind *kind = mark->near.kind;
    const bool pad = kind->cut != MODEL_NONE;
    uint32_t open = 0; /* bit i: cell i is to be restricted */
    for (uint32_t i = 0; kind->alike >> i != 0; i++)
        if (kind->alike >> i & 1 && !cell_is_closed(&cells[i], mark->way) &&
            (!mark->wanted || cell_is_wanted(&cells[i])))
            open |= 1u << i;
    if (open == 0)
        return;
    const struct layout_rect metal =
        pad ? rect_move(kind->box, layer->x.at[ix], layer->y.at[iy])
            : lattice_wire_box(mark->lattice, l, kind->class, ix, iy, ix + mark->near.step_x,
                               iy + mark->near.step_y);
    if (pad && mark->shape->level % 2 == 0 && mark->shape->net == MODEL_OBSTRUCTION &&
        touched_holds(mark->touched, mark->all, l, metal, kind->box))
        return;
    const bool closes = mark->owner == LATTICE_CLOSED && mark->beside == NULL;
    const uint32_t owner = closes ? LATTICE_CLOSED : judge(mark, metal);
    for (uint32_t i = 0; open >> i != 0; i++)
        if (open >> i & 1 && owner == LATTICE_CLOSED)
            cell_close(&cells[i], mark->way);
        else if (open >> i & 1)
            cell_restrict(mark->lattice, &cells[i], mark->way, owner);
}

/* Restricts the steps or sites of a row except those in the middle of the shape. */
static void mark_row(void *context, struct node_span row)
{
    struct mark *mark = context;
    const struct kind_cells c = mark->cells;
    const struct node_span in = mark->inner;
    for (uint32_t ix = row.x0; ix < row.x1 && (ix % COLUMNS_PER_LOOK != 0 || !is_stopped(mark));
         ix++) {
        for (uint32_t iy = row.y0; iy < row.y1 && c.x[ix] != MODEL_NONE; iy++) {
            if (ix >= in.x0 && ix < in.x1 && iy >= in.y0 && iy < in.y1)
                iy = in.y1 - 1;
            else if (c.y[iy] != MODEL_NONE)
                mark_node(mark, &c.first[(size_t)(c.x[ix] + c.y[iy]) * c.stride], ix, iy);
        }
    }
}

/* Marks the steps or the sites whose metal is of a kind on the shape's layer. */
static void mark_kind(struct mark *mark, uint32_t l, const struct kind *kind)
{
    const struct lattice_layer *layer = &mark->lattice->layers[l];
    const bool wire = kind->cut == MODEL_NONE, above = !wire && kind->cut < l;
    const struct node_span inner = inner_span(mark, layer);
    const int32_t least = model_class_space(mark->lattice->model, l, kind->class);
    mark->layer = l;
    mark->cells = lattice_cells(mark->lattice, l, kind);
    mark->near = (struct lattice_near){
        .shape = mark->shape->box,
        .about = mark->about,
        .kind = kind,
        .space = int_max(mark->space, mark->shape->level % 2 == 0 ? least : 0),
        .end_x = kind->end_x,
        .end_y = kind->end_y,
        .tall = inner.x0 < inner.x1 || rect_height(mark->shape->box) > rect_width(mark->shape->box),
    };
    mark->inner = wire || mark->hollow.layer[above ? 0 : 1] ? inner : (struct node_span){0};
    mark->inner.x1 -= wire && inner.x1 > 0; /* steps out of the middle are marked */
    mark->inner.y1 -= wire && inner.y1 > 0;
    for (mark->way = 0; mark->way < (wire ? 2 : 1); mark->way++) {
        mark->near.step_x = wire && mark->way == 0;
        mark->near.step_y = wire && mark->way == 1;
        if (!wire || !layer->shut[mark->way])
            lattice_rows(mark->lattice, l, &mark->near, mark_row, mark);
    }
}

/* Closes the sites of cut layer c too near to a fixed hole, which needs this spacing. */
static void mark_holes(struct mark *mark, uint32_t c, int32_t space)
{
    const struct lattice_cut *cut = &mark->lattice->cuts[c];
    assert(c + 1 < mark->lattice->layer_count);
    mark->about = lattice_span(&mark->lattice->layers[c], mark->shape->box);
    mark->space = mark->shape->space >= 0 ? mark->shape->space : space;
    for (uint32_t k = 0; k < mark->lattice->classes; k++)
        if (cut->variants[k] > 0)
            mark_kind(mark, c,
                      &(struct kind){cut->hole[k], k, c, lattice_first_variant(k),
                                     (1u << cut->variants[k]) - 1, false, false});
}

/* Marks the cut layer of the shape, and its neighbours with a rule between the two layers. */
static void mark_cuts(struct mark *mark, uint32_t c)
{
    const struct lattice *lattice = mark->lattice;
    if (c + 1 >= lattice->layer_count)
        return;
    mark_holes(mark, c, lattice->cuts[c].space);
    if (mark->shape->space < 0 && lattice->cuts[c].below > 0)
        mark_holes(mark, c - 1, lattice->cuts[c].below);
    if (mark->shape->space < 0 && c + 2 < lattice->layer_count && lattice->cuts[c + 1].below > 0)
        mark_holes(mark, c + 1, lattice->cuts[c + 1].below);
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
    mark->owner =
        model_is_net(shape->net) && shape->level % 2 == 0 ? shape->net + 1 : LATTICE_CLOSED;
    mark->metal_count = 0;
    hollow_find(&mark->hollow, mark->all, shape, mark->margin);
    mark->about = lattice_span(&lattice->layers[l], shape->box);
    mark->each = rect_long(shape->box) > LONG_PITCHES * lattice->pitch * lattice->scale;
    if (model_is_net(shape->net) && shape->level % 2 == 0 && !mark->each)
        gather_near(mark, reach_of(lattice, l, lattice->layers[l].reach));
    struct touched_mask beside;
    const uint32_t *pins = mark->touched->first + (shape - lattice->model->shapes);
    mark->beside = pins[0] < pins[1] ? &beside : NULL;
    if (mark->beside != NULL)
        touched_mask(&beside, mark->touched, (uint32_t)(shape - lattice->model->shapes),
                     mark->margin);
    for (uint32_t k = 0; shape->level % 2 == 0 && k < lattice->kind_count[l]; k++) {
        const struct kind *kind = &lattice->kinds[l][k];
        mark->space = space_to(mark, l, kind);
        if (kind->alike != 0 && (kind->cut != MODEL_NONE || !mark->wanted))
            mark_kind(mark, l, kind);
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
