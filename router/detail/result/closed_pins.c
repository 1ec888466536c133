/* closed_pins: examines the metal along a wire that leaves the pin over each of its four sides. */
#include "router/detail/result/closed_pins.h"

/* A pin without access: the same number for all placements of one pin of a master. */
struct closed_entry {
    uint64_t number;
    uint32_t pin; /* of the model */
};

struct closed_look {
    uint32_t net;
    struct layout_rect path, pin; /* the wire that leaves the pin */
    struct metal_piece found;
    int32_t gap; /* distance of the pin and the shape found; INT32_MAX: none */
};

static int by_number(const void *a, const void *b)
{
    const struct closed_entry *p = a, *q = b;
    return by_numbers((int64_t[]){(int64_t)p->number, p->pin},
                      (int64_t[]){(int64_t)q->number, q->pin}, 2);
}

/* Keeps the piece in the way that is nearest to the pin. */
static bool look(void *context, const struct metal_piece *piece)
{
    struct closed_look *at = context;
    if (piece->net == at->net || !rect_overlap(piece->box, at->path))
        return true;
    const int32_t x = int_max(rect_gap_x(piece->box, at->pin), 0);
    const int32_t y = int_max(rect_gap_y(piece->box, at->pin), 0);
    if (int_max(x, y) < at->gap) {
        at->found = *piece;
        at->gap = int_max(x, y);
    }
    return true;
}

/* The wire of `width` from the middle of the pin over its side, `reach` long. */
static struct layout_rect path_of(struct layout_rect pin, uint32_t side, int32_t width,
                                  int32_t reach)
{
    const int32_t x = (pin.x0 + pin.x1 - width) / 2, y = (pin.y0 + pin.y1 - width) / 2;
    const struct layout_rect to[] = {{pin.x0 - reach, y, pin.x0, y + width},
                                     {pin.x1, y, pin.x1 + reach, y + width},
                                     {x, pin.y0 - reach, x + width, pin.y0},
                                     {x, pin.y1, x + width, pin.y1 + reach}};
    assert(side < 4);
    return to[side];
}

/* The shape on the open side of the pin, which is the farthest of those on its four sides; false if
 * metal does not close the pin. */
static bool find_shape(const struct detail_options *options, const struct flow *flow, uint32_t pin,
                       struct detail_closed *closed, uint32_t *level)
{
    const struct model *model = flow->lattice.model;
    const uint32_t last = options->last_layer > 0 ? options->last_layer : MODEL_LAYERS_MAX;
    int32_t farthest = -1;
    assert(pin < model->pin_count);
    for (uint32_t s = model->pin_shapes[pin]; s < model->pin_shapes[pin + 1]; s++) {
        const struct model_shape *shape = &model->shapes[s];
        const uint32_t l = shape->level / 2;
        if (shape->level % 2 != 0 || l < options->first_layer || l > last)
            continue;
        const int32_t reach = model->layers[l].width + model->layers[l].space;
        for (uint32_t side = 0; side < 4; side++) {
            struct closed_look at = {.net = shape->net, .pin = shape->box, .gap = INT32_MAX};
            at.path = path_of(shape->box, side, model->layers[l].width, reach);
            metal_near(&flow->mender.metal, l, at.path, 0, look, &at);
            if (at.gap == INT32_MAX || at.gap <= farthest)
                continue;
            farthest = at.gap;
            *level = l;
            closed->place = at.found.box;
            closed->by = at.found.net == MODEL_OBSTRUCTION ? DETAIL_BY_OBSTRUCTION
                         : model_is_net(at.found.net)      ? DETAIL_BY_NET
                                                           : DETAIL_BY_METAL;
            closed->net = model_is_net(at.found.net) ? at.found.net : NET_NONE;
        }
    }
    return farthest >= 0;
}

static void report_group(const struct detail_options *options, const struct layout *layout,
                         const struct layout_model *model, const struct flow *flow,
                         const struct closed_entry *first, uint32_t count)
{
    struct detail_closed closed = {
        .pin = model->pin_of[first->pin], .count = count, .layer = LAYER_NONE, .net = NET_NONE};
    uint32_t level = 0;
    if (find_shape(options, flow, first->pin, &closed, &level))
        closed.layer = layout->tech.levels[level];
    if (closed.net != NET_NONE)
        closed.net = model->net_of[closed.net];
    options->closed(options->context, &closed);
}

enum status closed_pins_report(const struct detail_options *options, const struct layout *layout,
                               const struct layout_model *model, const struct flow *flow,
                               struct error *error)
{
    struct closed_entry *list;
    uint32_t count = 0, first = 0;
    if (options->closed == NULL)
        return STATUS_OK;
    TRY(MEM_NEW(list, model->model.pin_count, "pins", error));
    assert(model->model.pin_count == 0 || flow->access.first != NULL);
    for (uint32_t p = 0; p < model->model.pin_count; p++) {
        if (flow->access.first[p] < flow->access.first[p + 1] || model->pin_of[p] == NET_NONE)
            continue;
        const struct layout_pin pin = layout_pin(layout, model->pin_of[p]);
        const uint64_t of_port = (uint64_t)(pin.component == TECH_NONE) << 32;
        list[count++] = (struct closed_entry){of_port | pin.pin, p};
    }
    qsort(list, count, sizeof *list, by_number);
    for (uint32_t i = 1; i <= count; i++) {
        if (i < count && list[i].number == list[first].number)
            continue;
        report_group(options, layout, model, flow, &list[first], i - first);
        first = i;
    }
    free(list);
    return STATUS_OK;
}
