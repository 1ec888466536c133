/* owners: from metal to owners. */
#include "router/detail/lattice/owners.h"

#include <stdlib.h>

#include "router/detail/lattice/closed.h"
#include "router/detail/lattice/in_pins.h"
#include "router/detail/lattice/outside.h"
#include "router/detail/model/own.h"

enum {
    LONG_PITCHES = 40,    /* a shape of this length has too much metal to gather at once */
    SHAPES_A_TURN = 1024, /* that a thread takes at least */
};

/* A fixed shape as it is laid over steps and sites. */
struct mark {
    struct lattice *lattice;
    const struct metal *all;
    const struct in_pins *in_pins;
    const struct model_shape *shape;
    int32_t owner;                   /* what it leaves: net + 1, or LATTICE_CLOSED */
    struct box metal[OWN_METAL_MAX]; /* of the same net near it: for necks and notches */
    int metal_count;
    bool each; /* the shape is long: metal is gathered for each step and site that it meets */
    const struct owners_stop *stop;
    bool *stopped; /* of all threads */
};

/* Two owners close it. The order does not matter, so threads may do it at once. */
static void restrict_to(int32_t *own, int32_t owner)
{
    int32_t was = LATTICE_FREE;
    if (!__atomic_compare_exchange_n(own, &was, owner, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED) &&
        was != owner)
        __atomic_store_n(own, LATTICE_CLOSED, __ATOMIC_RELAXED);
}

static bool is_closed(const int32_t *own)
{
    return __atomic_load_n(own, __ATOMIC_RELAXED) == LATTICE_CLOSED;
}

/* The width for which the rules take a fixed shape. */
static int32_t width_of(const struct lattice *lattice, const struct model_shape *shape)
{
    if (shape->width >= 0)
        return shape->width;
    if (shape->net == MODEL_OBSTRUCTION && lattice->model->thin_obstructions)
        return 0;
    return box_width(shape->box);
}

/* The space between the shape and metal of a kind, by the layer's rules. */
static int32_t space_to(const struct mark *mark, int l, const struct kind *kind)
{
    const struct model_shape *shape = mark->shape;
    if (shape->space >= 0)
        return shape->space;
    int32_t run = box_length(shape->box);
    if (kind->cut >= 0)
        run = int_min(run, box_length(kind->box));
    return model_space(&mark->lattice->model->layers[l], box_width(kind->box),
                       width_of(mark->lattice, shape), run);
}

/* Too near, or ahead of a line end. */
static bool conflict(const struct mark *mark, int l, struct box metal, const struct kind *kind,
                     int32_t space)
{
    const struct lattice_layer *layer = &mark->lattice->layers[l];
    struct box b = mark->shape->box;
    if (box_near(metal, b, space))
        return true;
    if (layer->end_space <= 0)
        return false;
    int32_t x = box_gap_x(metal, b);
    int32_t y = box_gap_y(metal, b);
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

/* Has the via of a pad on the shape as many cuts as so wide metal wants (MINIMUMCUT)? */
static bool has_cuts(const struct mark *mark, int l, struct box pad, const struct kind *kind)
{
    const struct model *model = mark->lattice->model;
    const struct model_via *via = &model->vias[mark->lattice->cuts[kind->cut].via[kind->variant]];
    return !box_overlap(pad, mark->shape->box) ||
           via->holes >= model_cuts(&model->layers[l], box_width(mark->shape->box), kind->cut == l);
}

/* A step whose wire points at the shape, up to the shape: the wire may go on, and what it leaves
 * open if it does not is filled later (mend). Any other wire stays as it is. */
static struct box to_shape(const struct mark *mark, struct box metal, const struct kind *kind)
{
    struct box b = mark->shape->box;
    bool in_x = b.x1 <= metal.x1 && metal.x2 <= b.x2, in_y = b.y1 <= metal.y1 && metal.y2 <= b.y2;
    bool upright = metal.y2 - metal.y1 > metal.x2 - metal.x1;
    if (kind->cut >= 0 || !(upright ? in_x : in_y))
        return metal;
    if (upright)
        return (struct box){metal.x1, int_min(metal.y1, b.y2), metal.x2, int_max(metal.y2, b.y1)};
    return (struct box){int_min(metal.x1, b.x2), metal.y1, int_max(metal.x2, b.x1), metal.y2};
}

static void judge(struct mark *mark, int l, struct box metal, const struct kind *kind,
                  int32_t space, int32_t *own)
{
    int32_t least = model_class_space(mark->lattice->model, l, kind->class);
    if (is_closed(own) || !conflict(mark, l, metal, kind, int_max(space, least)))
        return;
    int32_t owner = mark->owner;
    const struct model_layer *layer = &mark->lattice->model->layers[l];
    int32_t width = layer->minwidth > 0 ? layer->minwidth : layer->width;
    if (owner > 0 && mark->each) {
        mark->metal_count = 0;
        metal_near(mark->all, l, metal, 2 * space, gather, mark);
    }
    if (owner > 0 &&
        own_fault(to_shape(mark, metal, kind), mark->metal, mark->metal_count, width, space))
        owner = LATTICE_CLOSED;
    if (owner > 0 && kind->cut >= 0 && !has_cuts(mark, l, metal, kind))
        owner = LATTICE_CLOSED;
    if (owner > 0 && layer->rectangles && !own_rectangle(metal, mark->metal, mark->metal_count))
        owner = LATTICE_CLOSED;
    restrict_to(own, owner);
}

/* The nodes about a box: those in it, grown by reach, and one more on the low sides for steps that
 * come from there. */
struct area {
    int x1, y1, x2, y2;
};

static struct area area_about(const struct lattice_layer *layer, struct box box, int32_t reach,
                              int more)
{
    struct area area = {
        axis_find(&layer->x, box.x1 - reach) - more, axis_find(&layer->y, box.y1 - reach) - more,
        axis_find(&layer->x, box.x2 + reach + 1) - 1, axis_find(&layer->y, box.y2 + reach + 1) - 1};
    area.x1 = int_max(area.x1, 0);
    area.y1 = int_max(area.y1, 0);
    return area;
}

static int32_t reach_to(const struct lattice *lattice, int l, const struct kind *kind,
                        int32_t space)
{
    int32_t least = model_class_space(lattice->model, l, kind->class);
    return int_max(int_max(space, least), lattice->layers[l].end_space) + box_length(kind->box);
}

static void mark_wires(struct mark *mark, int l, const struct kind *wire)
{
    struct lattice *lattice = mark->lattice;
    const struct lattice_layer *layer = &lattice->layers[l];
    int class = wire->class;
    int32_t space = space_to(mark, l, wire);
    int32_t reach = reach_to(lattice, l, wire, space);
    struct area a = area_about(layer, mark->shape->box, reach, 1);
    for (int ix = a.x1; ix <= a.x2; ix++) {
        for (int iy = a.y1; iy <= a.y2; iy++) {
            struct cell *cell = &lattice->cells[class][lattice_node(lattice, l, ix, iy)];
            if (ix + 1 < layer->x.count && !is_closed(&cell->own[0]))
                judge(mark, l, lattice_wire_box(lattice, l, class, ix, iy, ix + 1, iy), wire, space,
                      &cell->own[0]);
            if (iy + 1 < layer->y.count && !is_closed(&cell->own[1]))
                judge(mark, l, lattice_wire_box(lattice, l, class, ix, iy, ix, iy + 1), wire, space,
                      &cell->own[1]);
        }
    }
}

static void mark_pads(struct mark *mark, int l, const struct kind *kind)
{
    struct lattice *lattice = mark->lattice;
    const struct lattice_layer *layer = &lattice->layers[l];
    bool above = kind->cut == l - 1;
    const struct lattice_layer *low = above ? layer - 1 : layer;
    int32_t space = space_to(mark, l, kind);
    struct area a = area_about(layer, mark->shape->box, reach_to(lattice, l, kind, space), 0);
    struct site *sites = lattice->cuts[kind->cut].sites[kind->variant];
    for (int i = a.x1; i <= a.x2; i++) {
        int ix = above ? layer->x.down[i] : i;
        for (int k = a.y1; ix >= 0 && k <= a.y2; k++) {
            int iy = above ? layer->y.down[k] : k;
            if (iy < 0)
                continue;
            uint32_t n = lattice_place(low, ix, iy);
            if (mark->shape->net != MODEL_OBSTRUCTION ||
                !in_pins_holds(mark->in_pins, kind->cut, kind->variant, n, above))
                judge(mark, l, box_shift(kind->box, layer->x.at[i], layer->y.at[k]), kind, space,
                      &sites[n].own);
        }
    }
}

/* Sites of a cut too near to a fixed hole, which asks for this space. */
static void mark_holes(const struct mark *mark, int c, int class, int32_t space)
{
    struct lattice *lattice = mark->lattice;
    const struct lattice_cut *cut = &lattice->cuts[c];
    const struct lattice_layer *layer = &lattice->layers[c];
    if (mark->shape->space >= 0)
        space = mark->shape->space;
    struct box about = cut->hole[class];
    struct area a = area_about(layer, mark->shape->box, space + box_length(about), 0);
    for (int ix = a.x1; ix <= a.x2; ix++) {
        for (int iy = a.y1; iy <= a.y2; iy++) {
            struct box hole = box_shift(about, layer->x.at[ix], layer->y.at[iy]);
            if (!box_near(hole, mark->shape->box, space))
                continue;
            for (int v = lattice_first_variant(class); v < lattice_end_variant(cut, class); v++)
                restrict_to(&cut->sites[v][lattice_place(layer, ix, iy)].own, LATTICE_CLOSED);
        }
    }
}

/* The cut of the shape, and those beside it that ask for space between cuts of two layers. */
static void mark_cuts(const struct mark *mark, int c)
{
    const struct lattice *lattice = mark->lattice;
    if (c + 1 >= lattice->layer_count)
        return;
    for (int class = 0; class < lattice->classes; class ++) {
        mark_holes(mark, c, class, lattice->cuts[c].space);
        if (mark->shape->space < 0 && lattice->cuts[c].below > 0)
            mark_holes(mark, c - 1, class, lattice->cuts[c].below);
        if (mark->shape->space < 0 && c + 2 < lattice->layer_count &&
            lattice->cuts[c + 1].below > 0)
            mark_holes(mark, c + 1, class, lattice->cuts[c + 1].below);
    }
}

static void mark_shape(struct mark *mark)
{
    struct lattice *lattice = mark->lattice;
    int l = mark->shape->level / 2;
    if (mark->shape->level % 2) {
        mark_cuts(mark, l);
        return;
    }
    for (int k = 0; k < lattice->kind_count[l]; k++) {
        const struct kind *kind = &lattice->kinds[l][k];
        if (kind->cut < 0)
            mark_wires(mark, l, kind);
        else
            mark_pads(mark, l, kind);
    }
}

/* How far from a shape metal lies that may matter to what is judged against it. */
static int32_t reach_of(const struct lattice *lattice, int l)
{
    int32_t most = 0;
    for (int k = 0; k < lattice->kind_count[l]; k++)
        most = int_max(most, box_length(lattice->kinds[l][k].box));
    return 2 * model_reach(&lattice->model->layers[l]) + 2 * most;
}

static void mark_one(struct mark *mark, const struct model_shape *shape)
{
    int l = shape->level / 2;
    mark->shape = shape;
    mark->owner = shape->net >= 0 ? shape->net + 1 : LATTICE_CLOSED;
    mark->metal_count = 0;
    mark->each =
        box_length(shape->box) > LONG_PITCHES * mark->lattice->pitch * mark->lattice->scale;
    if (shape->net >= 0 && shape->level % 2 == 0 && !mark->each)
        metal_near(mark->all, l, shape->box, reach_of(mark->lattice, l), gather, mark);
    mark_shape(mark);
}

/* Has the run to end? One shape may meet all nodes of a layer, so each asks. */
static bool is_stopped(const struct mark *mark)
{
    if (mark->stop == NULL || mark->stop->asked == NULL)
        return false;
    if (mark->stop->asked(mark->stop->context))
        __atomic_store_n(mark->stopped, true, __ATOMIC_RELAXED);
    return __atomic_load_n(mark->stopped, __ATOMIC_RELAXED);
}

/* Some of the shapes, by one thread. */
static void mark_some(void *context, size_t first, size_t end)
{
    struct mark mark = *(const struct mark *)context;
    for (size_t s = first; s < end && !is_stopped(&mark); s++)
        mark_one(&mark, &mark.lattice->model->shapes[s]);
}

enum status owners_find(struct lattice *lattice, const struct metal *metal, int first, int last,
                        struct workers *workers, const struct owners_stop *stop,
                        struct error *error)
{
    struct in_pins in_pins = {0};
    bool stopped = false;
    struct mark *mark = mem_alloc(1, sizeof *mark, "owners", error);
    enum status status = mark ? in_pins_find(&in_pins, lattice, metal, error) : STATUS_FAILED;
    if (status == STATUS_OK) {
        size_t shapes = (size_t)lattice->model->shape_count;
        *mark = (struct mark){.lattice = lattice,
                              .all = metal,
                              .in_pins = &in_pins,
                              .stop = stop,
                              .stopped = &stopped};
        closed_rest(lattice, first, last);
        outside_close(lattice);
        in_pins_close_others(lattice);
        if (workers != NULL)
            workers_run(workers, mark_some, mark, shapes, SHAPES_A_TURN);
        else
            mark_some(mark, 0, shapes);
        status = stopped ? STATUS_INTERRUPTED : STATUS_OK;
    }
    in_pins_destroy(&in_pins);
    free(mark);
    return status;
}
