/* from_layout: numbers the nets and pins to route, and sorts all shapes by pin. */
#include "router/detail/model/from_layout.h"

#include "router/detail/model/joined.h"

void layout_model_destroy(struct layout_model *cm)
{
    struct model *m = &cm->model;
    for (uint32_t l = 0; m->layers != NULL && l < m->layer_count; l++)
        MEM_FREE(m->layers[l].rows, m->layers[l].pairs, m->layers[l].x, m->layers[l].y);
    MEM_CLEAR(cm, m->layers, m->cuts, m->vias, m->classes, m->net_class, m->no_wires, m->pin_net,
              m->net_pins, m->shapes, m->pin_shapes, m->guides, m->net_guides, cm->net_of,
              cm->via_of, cm->class_rule, cm->pin_of, cm->bare);
}

/* The workspace of layout_model_create. */
struct layout_taking {
    struct layout_model *cm;
    const struct layout *layout;
    const struct shapes *shapes;
    const bool *route;
    uint32_t *net;        /* by net of the layout: the model's, or MODEL_FOREIGN */
    uint32_t *pin;        /* by pin of the layout: the model's, or MODEL_NONE */
    uint32_t *rail;       /* by net of the layout: the pin for its rails, or MODEL_NONE */
    uint32_t *groups;     /* by net of the layout: number of groups of connected signal pins */
    bool *rail_pin;       /* by pin of the layout: it belongs to the rails (shape.h) */
    bool *signal;         /* by pin of the layout: it is to be routed */
    struct joined joined; /* pins connected by FIXED wiring */
};

/* Sets signal and groups. */
static enum status count_pins(struct layout_taking *t, struct error *error)
{
    const struct placed *placed = &t->layout->placed;
    TRY(shapes_find_rails(t->shapes, t->layout, &t->rail_pin, error));
    for (uint32_t i = 0; i < placed->net_pin_count; i++) {
        const uint32_t pin = placed->net_pins[i];
        t->signal[pin] = !t->rail_pin[pin] && shapes_has_metal(t->shapes, t->layout, pin);
    }
    TRY(joined_find(&t->joined, t->layout, t->shapes, t->signal, error));
    for (uint32_t pin = 0; pin < placed->pin_count; pin++)
        if (t->signal[pin] && t->joined.pin[pin] == pin)
            t->groups[placed->pin_net[pin]]++;
    return STATUS_OK;
}

/* The model's pin for a group of net n with this leader (joined.h). */
static uint32_t pin_of(const struct layout_taking *t, uint32_t n, uint32_t leader)
{
    return leader == JOINED_NONE ? MODEL_NONE : leader == JOINED_RAIL ? t->rail[n] : t->pin[leader];
}

static uint32_t add_pin(struct layout_taking *t, uint32_t pin, uint32_t net)
{
    t->cm->pin_of[t->cm->model.pin_count] = pin;
    t->cm->model.pin_net[t->cm->model.pin_count] = net;
    return t->cm->model.pin_count++;
}

/* Numbers the nets and pins of the model. */
static enum status take_nets(struct layout_taking *t, struct error *error)
{
    const struct placed *placed = &t->layout->placed;
    struct model *model = &t->cm->model;
    uint32_t count = placed->net_names.count;
    size_t pins_most = (size_t)placed->net_pin_count + count;
    TRY(MEM_NEW(model->net_pins, (size_t)count + 1, "model", error));
    TRY(MEM_NEW(model->pin_net, pins_most, "model", error));
    TRY(MEM_NEW(t->cm->net_of, count, "model", error));
    TRY(MEM_NEW(t->cm->pin_of, pins_most, "model", error));
    TRY(MEM_NEW(t->cm->bare, count, "model", error));
    TRY(count_pins(t, error));
    for (uint32_t n = 0; n < count; n++) {
        const struct placed_net *net = &placed->nets[n];
        t->net[n] = MODEL_FOREIGN;
        t->rail[n] = t->cm->bare[n] = MODEL_NONE;
        const uint32_t bare = shapes_bare_pin(t->shapes, t->layout, t->rail_pin, n);
        const uint32_t ends = (bare != NET_NONE ? net->pins.count : t->groups[n]) + net->special;
        if (ends < 2 || net->fixed_bump || (t->route != NULL && !t->route[n]))
            continue;
        t->cm->bare[n] = bare;
        if (bare != NET_NONE)
            continue;
        uint32_t m = model->net_count++;
        t->net[n] = m;
        t->cm->net_of[m] = n;
        if (net->special)
            t->rail[n] = add_pin(t, NET_NONE, m);
        for (uint32_t k = 0; k < net->pins.count; k++) {
            uint32_t pin = placed->net_pins[net->pins.first + k];
            if (t->signal[pin] && t->joined.pin[pin] == pin && t->pin[pin] == MODEL_NONE)
                t->pin[pin] = add_pin(t, pin, m);
        }
        for (uint32_t k = 0; k < net->pins.count; k++) {
            uint32_t pin = placed->net_pins[net->pins.first + k];
            if (t->signal[pin])
                t->pin[pin] = pin_of(t, n, t->joined.pin[pin]);
        }
        assert(model->pin_count >= model->net_pins[m] + 2);
        model->net_pins[m + 1] = model->pin_count;
    }
    return STATUS_OK;
}

/* Converts a shape; false if the router ignores it. */
static bool shape_of(const struct layout_taking *t, const struct shape *from,
                     struct model_shape *to)
{
    const struct tech_layer *layer = &t->layout->tech.layers[from->layer];
    if (layer->level == LAYER_NONE)
        return false;
    if (from->kind == SHAPE_WIRE && t->layout->placed.wires[from->owner].status == WIRE_ROUTED &&
        (from->net == NET_NONE || model_is_net(t->net[from->net]) ||
         t->cm->bare[from->net] != NET_NONE))
        return false;
    *to = (struct model_shape){.level = 2u * layer->level + (layer->kind == LAYER_CUT),
                               .box = from->rect,
                               .net = MODEL_FOREIGN,
                               .pin = MODEL_NONE,
                               .is_pin = from->kind == SHAPE_PIN || from->kind == SHAPE_PORT,
                               .space = from->spacing,
                               .width = from->rule_width};
    if (from->kind == SHAPE_OBS || from->kind == SHAPE_BLOCKAGE)
        to->net = MODEL_OBSTRUCTION;
    else if (from->net != NET_NONE)
        to->net = t->net[from->net];
    if (model_is_net(to->net) && (from->kind == SHAPE_PIN || from->kind == SHAPE_PORT))
        to->pin = t->pin[from->owner];
    if (model_is_net(to->net) && from->kind == SHAPE_WIRE)
        to->pin =
            pin_of(t, from->net, t->joined.wire[from - t->shapes->shapes - t->shapes->first_wire]);
    else if (model_is_net(to->net) && to->pin == MODEL_NONE)
        to->pin = t->rail[from->net];
    return true;
}

/* Converts all shapes, in the order of pins. */
static enum status take_shapes(struct layout_taking *t, struct error *error)
{
    struct model *model = &t->cm->model;
    const uint32_t count = t->shapes->count;
    struct model_shape *loose;
    uint32_t n = 0, *order = NULL;
    TRY(MEM_NEW(model->shapes, count, "model", error));
    TRY(MEM_NEW(loose, count, "shapes", error));
    for (uint32_t s = 0; s < count; s++)
        n += shape_of(t, &t->shapes->shapes[s], &loose[n]);
    const enum status status = group_by(&loose->pin, sizeof *loose, n, model->pin_count,
                                        &model->pin_shapes, &order, "model", error);
    for (uint32_t i = 0; status == STATUS_OK && i < model->pin_shapes[model->pin_count]; i++)
        model->shapes[model->shape_count++] = loose[order[i]];
    for (uint32_t s = 0; s < n && status == STATUS_OK; s++)
        if (loose[s].pin == MODEL_NONE)
            model->shapes[model->shape_count++] = loose[s];
    assert(status != STATUS_OK || model->shape_count == n);
    MEM_FREE(loose, order);
    return status;
}

static enum status take_design(struct layout_model *cm, const struct layout *layout,
                               const bool *route, const struct shapes *shapes, struct error *error)
{
    const struct placed *placed = &layout->placed;
    struct layout_taking t = {.cm = cm, .layout = layout, .shapes = shapes, .route = route};
    enum status status = MEM_NEW(t.net, placed->net_names.count, "model", error);
    THEN(status, MEM_NEW(t.rail, placed->net_names.count, "model", error));
    THEN(status, MEM_NEW(t.groups, placed->net_names.count, "model", error));
    THEN(status, MEM_NEW(t.pin, placed->pin_count, "model", error));
    THEN(status, MEM_NEW(t.signal, placed->pin_count, "model", error));
    if (status == STATUS_OK)
        memset(t.pin, 0xFF, placed->pin_count * sizeof *t.pin);
    THEN(status, take_nets(&t, error));
    THEN(status, take_shapes(&t, error));
    joined_destroy(&t.joined);
    MEM_FREE(t.net, t.rail, t.groups, t.pin, t.rail_pin, t.signal);
    return status;
}

/* Fills model->no_wires from the routing levels of the nets. */
static enum status take_limits(struct layout_model *cm, const struct layout *layout,
                               struct error *error)
{
    struct model *model = &cm->model;
    model->jog = layout_jog(layout);
    assert(model->layer_count <= MODEL_LAYERS_MAX);
    TRY(MEM_NEW(model->no_wires, model->net_count, "model", error));
    for (uint32_t m = 0; m < model->net_count; m++) {
        const struct placed_net *net = &layout->placed.nets[cm->net_of[m]];
        for (uint32_t l = 0; l < model->layer_count && net->end_level > 0; l++)
            if (l < net->first_level || l >= net->end_level)
                model->no_wires[m] |= UINT32_C(1) << l;
    }
    return STATUS_OK;
}

enum status layout_model_create(struct layout_model *cm, const struct layout *layout,
                                const bool *route, struct error *error)
{
    assert(layout->tech.level_count == 0 || layout->tech.levels != NULL);
    *cm = (struct layout_model){.model = {.unit = layout->placed.scale,
                                          .grid = layout->tech.manufacturing_grid,
                                          .thin_obstructions = layout->tech.obs_min_spacing,
                                          .die = layout->placed.die_box,
                                          .dies = layout->placed.die,
                                          .die_count = layout->placed.die_count}};
    TRY(layout_model_layers(cm, layout, error));
    struct shapes shapes = {0};
    enum status status = shapes_make(&shapes, layout, error);
    THEN(status, take_design(cm, layout, route, &shapes, error));
    THEN(status, take_limits(cm, layout, error));
    THEN(status, layout_model_classes(cm, layout, error));
    THEN(status, layout_model_vias(cm, layout, error));
    shapes_destroy(&shapes);
    return status;
}

enum status layout_model_guides(struct layout_model *cm, const struct layout *layout,
                                const struct guides *guides, struct error *error)
{
    struct model *model = &cm->model;
    assert(model->guides == NULL && guides->nets != NULL);
    uint32_t count = 0;
    TRY(MEM_NEW(model->guides, guides->count, "model", error));
    TRY(MEM_NEW(model->net_guides, (size_t)model->net_count + 1, "model", error));
    for (uint32_t m = 0; m < model->net_count; m++) {
        struct slice boxes = guides->nets[cm->net_of[m]];
        for (uint32_t i = boxes.first; i < boxes.first + boxes.count; i++) {
            const struct guide_box *box = &guides->boxes[i];
            uint16_t level = layout->tech.layers[box->layer].level;
            if (level != LAYER_NONE) /* the guide's layer is routed */
                model->guides[count++] = (struct model_guide){level, box->rect};
        }
        model->net_guides[m + 1] = count;
    }
    return STATUS_OK;
}
