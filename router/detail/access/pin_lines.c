/* pin_lines: the lines that pins need are ranges of coordinates; a greedy sweep places as few lines
 * as possible so that each range contains one. */
#include "router/detail/access/pin_lines.h"

/* The multiple of step nearest to `at`. */
static int32_t snap(int32_t at, int32_t step)
{
    int32_t low = snap_down(at, step);
    return 2 * (at - low) < step ? low : low + step;
}

/* A line that `layer` and the layer above need, at a coordinate in low .. high. */
struct lack {
    uint32_t layer;
    bool column;
    int32_t low, high;
};

struct lacks {
    struct lack *list;
    size_t count, room;
};

/* The column and row that a pin needs; fewer lines and a pad that fits cost less. */
struct pin_need {
    struct lack line[2];
    bool is[2];
    int32_t cost; /* INT32_MAX: none is known */
};

/* Sets wants[l] for the layers on which a pin needs lines. */
static void wanted(const struct access *access, const struct lattice *lattice, uint32_t pin,
                   bool wants[MODEL_LAYERS_MAX])
{
    bool all = !access_has_vias(access, lattice, pin);
    bool outside = !all && !access_has_inner_via(access, lattice, pin);
    for (uint32_t l = 0; l < lattice->layer_count; l++)
        wants[l] = all || (outside && l + 1 < lattice->layer_count &&
                           access_is_small(lattice->model, pin, l));
}

/* The range of places along an axis at which a pad is within a shape; if the pad is longer, the
 * middle of the shape, and false. */
static bool pad_range(int32_t shape0, int32_t shape1, int32_t pad0, int32_t pad1, int32_t step,
                      int32_t *low, int32_t *high)
{
    *low = shape0 - pad0;
    *high = shape1 - pad1;
    if (*low <= *high)
        return true;
    *low = *high = snap((shape0 + shape1) / 2 - (pad0 + pad1) / 2, step);
    return false;
}

/* True if there is a line in low .. high that the layer above has as well. */
static bool has_line(const struct lattice_axis *axis, int32_t low, int32_t high)
{
    for (uint32_t i = axis_find(axis, low); i < axis->count && axis->at[i] <= high; i++)
        if (axis->up[i] != MODEL_NONE)
            return true;
    return false;
}

/* The lines needed for the pad of a via variant in a shape; none if both exist. */
static struct pin_need need_of(const struct lattice *lattice, const struct model_shape *shape,
                               uint32_t variant)
{
    uint32_t l = shape->level / 2;
    const struct lattice_layer *layer = &lattice->layers[l];
    struct layout_rect pad = lattice->model->vias[lattice->cuts[l].via[variant]].pad[0];
    struct layout_rect b = shape->box;
    int32_t step = model_step(lattice->model);
    struct pin_need need = {{{l, true, 0, 0}, {l, false, 0, 0}}, {false, false}, INT32_MAX};
    struct lack *x = &need.line[0], *y = &need.line[1];
    bool fits = pad_range(b.x0, b.x1, pad.x0, pad.x1, step, &x->low, &x->high);
    fits = pad_range(b.y0, b.y1, pad.y0, pad.y1, step, &y->low, &y->high) && fits;
    need.is[0] = !has_line(&layer->x, x->low, x->high);
    need.is[1] = !has_line(&layer->y, y->low, y->high);
    if (need.is[0] || need.is[1])
        need.cost = need.is[0] + need.is[1] + (fits ? 0 : 4);
    return need;
}

/* Adds the lines for the shape and via of a pin that need least. */
static enum status add_lacks(struct lacks *all, const struct lattice *lattice, uint32_t pin,
                             const bool wants[MODEL_LAYERS_MAX], struct error *error)
{
    const struct model *model = lattice->model;
    struct pin_need best = {.cost = INT32_MAX};
    for (uint32_t s = model->pin_shapes[pin]; s < model->pin_shapes[pin + 1]; s++) {
        uint32_t l = model->shapes[s].level / 2;
        if (model->shapes[s].level % 2 || l + 1 >= lattice->layer_count || !wants[l])
            continue;
        for (uint32_t v = 0; v < lattice->cuts[l].variants[0]; v++) {
            struct pin_need need = need_of(lattice, &model->shapes[s], v);
            if (need.cost < best.cost)
                best = need;
        }
    }
    for (uint32_t k = 0; k < 2; k++) {
        if (best.is[k])
            TRY(MEM_APPEND(all->list, all->room, all->count, best.line[k], "lines", error));
    }
    return STATUS_OK;
}

static int by_end(const void *a, const void *b)
{
    const struct lack *p = a, *q = b;
    return by_numbers((int64_t[]){p->layer, !p->column, p->high, p->low},
                      (int64_t[]){q->layer, !q->column, q->high, q->low}, 4);
}

static enum status add_line(struct pin_lines *lines, uint32_t layer, bool column, int32_t at,
                            struct error *error)
{
    const struct lattice_extra line = {layer, column, at};
    return MEM_APPEND(lines->lines, lines->room, lines->count, line, "lines", error);
}

/* Sorts the ranges by their high ends, and places a line at that end of each range without one. */
static enum status meet(struct pin_lines *lines, struct lacks *all, int32_t step,
                        struct error *error)
{
    int32_t at = INT32_MIN;
    if (all->count > 0)
        qsort(all->list, all->count, sizeof *all->list, by_end);
    for (size_t i = 0; i < all->count; i++) {
        const struct lack *lack = &all->list[i];
        assert(lack->low <= lack->high);
        bool other = i == 0 || lack->layer != lack[-1].layer || lack->column != lack[-1].column;
        if (!other && lack->low <= at)
            continue;
        at = snap(lack->high - (step - 1) / 2, step);
        if (at < lack->low)
            at = snap(lack->low + (lack->high - lack->low) / 2, step);
        for (uint32_t k = 0; k < 2; k++)
            TRY(add_line(lines, lack->layer + k, lack->column, at, error));
    }
    return STATUS_OK;
}

static enum status add_middles(struct pin_lines *lines, const struct lattice *lattice, uint32_t pin,
                               const bool wants[MODEL_LAYERS_MAX], struct error *error)
{
    const struct model *model = lattice->model;
    int32_t step = model_step(model);
    for (uint32_t s = model->pin_shapes[pin]; s < model->pin_shapes[pin + 1]; s++) {
        struct layout_rect b = model->shapes[s].box;
        uint32_t l = model->shapes[s].level / 2;
        if (model->shapes[s].level % 2 || l >= lattice->layer_count || !wants[l])
            continue;
        for (uint32_t k = l > 0 ? l - 1 : 0; k <= l + 1 && k < lattice->layer_count; k++) {
            TRY(add_line(lines, k, true, snap((b.x0 + b.x1) / 2, step), error));
            TRY(add_line(lines, k, false, snap((b.y0 + b.y1) / 2, step), error));
        }
    }
    return STATUS_OK;
}

enum status pin_lines_add(struct pin_lines *lines, const struct access *access,
                          const struct lattice *lattice, bool few, struct error *error)
{
    assert(access->first != NULL && lattice->model->layer_count > 0);
    struct lacks all = {0};
    enum status status = STATUS_OK;
    for (uint32_t p = 0; p < lattice->model->pin_count && status == STATUS_OK; p++) {
        bool wants[MODEL_LAYERS_MAX] = {false};
        wanted(access, lattice, p, wants);
        status = few ? add_lacks(&all, lattice, p, wants, error)
                     : add_middles(lines, lattice, p, wants, error);
    }
    THEN(status, meet(lines, &all, model_step(lattice->model), error));
    free(all.list);
    return status;
}
