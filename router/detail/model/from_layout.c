/* from_layout: nets, pins and shapes. */
#include "router/detail/model/from_layout.h"

#include <stdlib.h>
#include <string.h>

#include "router/detail/model/from_tech.h"
#include "router/detail/model/joined.h"

void layout_model_destroy(struct layout_model *cm)
{
    for (size_t i = 0; i < cm->owned_count; i++)
        free(cm->owned[i]);
    free(cm->owned);
    *cm = (struct layout_model){0};
}

/* What taking nets and shapes needs besides the model. */
struct layout_taking {
    struct layout_model *cm;
    const struct layout *layout;
    const struct shapes *shapes;
    const bool *route;
    uint32_t *net;        /* by net of the layout: the model's, or MODEL_FOREIGN */
    uint32_t *pin;        /* by pin of the layout: the model's, or MODEL_NONE */
    uint32_t *rail;       /* by net of the layout: the pin for its rails, or MODEL_NONE */
    bool *signal;         /* of a layout's pin: wires have to reach it */
    struct joined joined; /* pins that FIXED wiring connects */
};

static bool is_power(const struct layout_taking *t, uint32_t pin)
{
    enum pin_use use = layout_pin_use(t->layout, pin);
    return use == USE_POWER || use == USE_GROUND;
}

/* Marks the pins that wires have to reach, and counts those of each net that hang together with no
 * other one. */
static enum status count_pins(struct layout_taking *t, uint32_t *pins, struct error *error)
{
    const struct placed *placed = &t->layout->placed;
    for (uint32_t n = 0; n < placed->net_names.count; n++) {
        const struct placed_net *net = &placed->nets[n];
        for (uint32_t k = 0; k < net->pins.count; k++) {
            uint32_t pin = placed->net_pins[net->pins.first + k];
            bool metal = t->shapes->pin_first[pin] < t->shapes->pin_first[pin + 1];
            bool port = pin >= placed->first_port;
            if (!metal || t->signal[pin] || (net->special && (port || is_power(t, pin))) ||
                (!port && is_power(t, pin)))
                continue;
            t->signal[pin] = true;
        }
    }
    TRY(joined_find(&t->joined, t->layout, t->shapes, t->signal, error));
    for (uint32_t pin = 0; pin < placed->pin_count; pin++)
        if (t->signal[pin] && t->joined.pin[pin] == pin)
            pins[placed->pin_net[pin]]++;
    return STATUS_OK;
}

/* The model's pin of what hangs together: a pin of the layout, or the rails of net n. */
static uint32_t pin_of(const struct layout_taking *t, uint32_t n, uint32_t leader)
{
    return leader == JOINED_NONE ? MODEL_NONE : leader == JOINED_RAIL ? t->rail[n] : t->pin[leader];
}

/* Numbers the nets and pins of the model. */
static enum status take_nets(struct layout_taking *t, struct error *error)
{
    const struct placed *placed = &t->layout->placed;
    struct model *model = &t->cm->model;
    uint32_t count = placed->net_names.count;
    uint32_t *pins = layout_model_own(t->cm, count, sizeof *pins, error);
    model->nets = layout_model_own(t->cm, count, sizeof *model->nets, error);
    model->net_pins = layout_model_own(t->cm, (size_t)count + 1, sizeof *model->net_pins, error);
    model->pins =
        layout_model_own(t->cm, (size_t)placed->net_pin_count + count, sizeof *model->pins, error);
    t->cm->net_of = layout_model_own(t->cm, count, sizeof *t->cm->net_of, error);
    t->cm->pin_of = layout_model_own(t->cm, (size_t)placed->net_pin_count + count,
                                     sizeof *t->cm->pin_of, error);
    if (pins == NULL || model->nets == NULL || model->net_pins == NULL || model->pins == NULL ||
        t->cm->net_of == NULL || t->cm->pin_of == NULL)
        return STATUS_FAILED;
    TRY(count_pins(t, pins, error));
    for (uint32_t n = 0; n < count; n++) {
        const struct placed_net *net = &placed->nets[n];
        t->net[n] = MODEL_FOREIGN;
        t->rail[n] = MODEL_NONE;
        if (pins[n] + (net->special ? 1 : 0) < 2 || net->fixed_bump ||
            (t->route != NULL && !t->route[n]))
            continue;
        uint32_t m = model->net_count++;
        t->net[n] = m;
        t->cm->net_of[m] = n;
        model->nets[m] = names_text(&placed->net_names, n);
        if (net->special) {
            t->cm->pin_of[model->pin_count] = NET_NONE;
            model->pins[model->pin_count] = (struct model_pin){model->nets[m], m};
            t->rail[n] = model->pin_count++;
        }
        for (uint32_t k = 0; k < net->pins.count; k++) {
            uint32_t pin = placed->net_pins[net->pins.first + k];
            if (!t->signal[pin] || t->joined.pin[pin] != pin || t->pin[pin] != MODEL_NONE)
                continue;
            t->cm->pin_of[model->pin_count] = pin;
            model->pins[model->pin_count] = (struct model_pin){model->nets[m], m};
            t->pin[pin] = model->pin_count++;
        }
        for (uint32_t k = 0; k < net->pins.count; k++) {
            uint32_t pin = placed->net_pins[net->pins.first + k];
            if (t->signal[pin])
                t->pin[pin] = pin_of(t, n, t->joined.pin[pin]);
        }
        model->net_pins[m + 1] = model->pin_count;
    }
    return STATUS_OK;
}

/* The model's shape of a layout's; false if it does not matter to wires. */
static bool shape_of(const struct layout_taking *t, const struct shape *from,
                     struct model_shape *to)
{
    const struct tech_layer *layer = &t->layout->tech.layers[from->layer];
    if (layer->level == LAYER_NONE)
        return false;
    if (from->kind == SHAPE_WIRE && t->layout->placed.wires[from->owner].status == WIRE_ROUTED &&
        (from->net == NET_NONE || model_is_net(t->net[from->net])))
        return false;
    if (from->kind == SHAPE_BLOCKAGE && (t->layout->placed.blockages[from->owner].fills ||
                                         t->layout->placed.blockages[from->owner].slots))
        return false;
    *to = (struct model_shape){.level = 2u * layer->level + (layer->kind == LAYER_CUT),
                               .box = from->rect,
                               .net = MODEL_FOREIGN,
                               .pin = MODEL_NONE,
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

/* Puts the shapes into the order of pins. */
static enum status take_shapes(struct layout_taking *t, struct error *error)
{
    struct model *model = &t->cm->model;
    size_t count = t->shapes->count;
    struct model_shape *loose = mem_alloc(count, sizeof *loose, "shapes", error);
    model->shapes = layout_model_own(t->cm, count, sizeof *model->shapes, error);
    model->pin_shapes =
        layout_model_own(t->cm, (size_t)model->pin_count + 2, sizeof *model->pin_shapes, error);
    uint32_t n = 0;
    if (loose == NULL || model->shapes == NULL || model->pin_shapes == NULL) {
        free(loose);
        return STATUS_FAILED;
    }
    uint32_t *first = model->pin_shapes; /* shifted by one while shapes are counted and dealt out */
    for (size_t s = 0; s < count; s++) {
        if (!shape_of(t, &t->shapes->shapes[s], &loose[n]))
            continue;
        if (loose[n].pin != MODEL_NONE)
            first[loose[n].pin + 2]++;
        n++;
    }
    for (uint32_t p = 2; p < model->pin_count + 2; p++)
        first[p] += first[p - 1];
    uint32_t rest = first[model->pin_count + 1];
    for (uint32_t s = 0; s < n; s++) {
        uint32_t at = loose[s].pin != MODEL_NONE ? first[loose[s].pin + 1]++ : rest++;
        model->shapes[at] = loose[s];
    }
    model->shape_count = n;
    free(loose);
    return STATUS_OK;
}

static enum status take_design(struct layout_model *cm, const struct layout *layout,
                               const bool *route, const struct shapes *shapes, struct error *error)
{
    const struct placed *placed = &layout->placed;
    struct layout_taking t = {.cm = cm, .layout = layout, .shapes = shapes, .route = route};
    t.net = layout_model_own(cm, placed->net_names.count, sizeof *t.net, error);
    t.rail = layout_model_own(cm, placed->net_names.count, sizeof *t.rail, error);
    t.pin = layout_model_own(cm, placed->pin_count, sizeof *t.pin, error);
    t.signal = layout_model_own(cm, placed->pin_count, sizeof *t.signal, error);
    if (t.net == NULL || t.rail == NULL || t.pin == NULL || t.signal == NULL)
        return STATUS_FAILED;
    memset(t.pin, 0xFF, placed->pin_count * sizeof *t.pin);
    enum status status = take_nets(&t, error);
    THEN(status, take_shapes(&t, error));
    joined_destroy(&t.joined);
    return status;
}

static enum status take_die(struct layout_model *cm, const struct placed *placed,
                            struct error *error)
{
    cm->model.dies = layout_model_own(cm, placed->die_count, sizeof *cm->model.dies, error);
    if (cm->model.dies == NULL)
        return STATUS_FAILED;
    for (uint32_t i = 0; i < placed->die_count; i++)
        cm->model.dies[cm->model.die_count++] = placed->die[i];
    return STATUS_OK;
}

enum status layout_model_create(struct layout_model *cm, const struct layout *layout,
                                const bool *route, struct error *error)
{
    *cm = (struct layout_model){0};
    cm->model = (struct model){.unit = layout->placed.scale,
                               .micron = (int32_t)layout->tech.units_per_micron,
                               .grid = layout->tech.manufacturing_grid,
                               .thin_obstructions = layout->tech.obs_min_spacing,
                               .die = layout->placed.die_box};
    TRY(take_die(cm, &layout->placed, error));
    TRY(layout_model_layers(cm, layout, error));
    struct shapes shapes = {0};
    enum status status = shapes_make(&shapes, layout, error);
    THEN(status, take_design(cm, layout, route, &shapes, error));
    THEN(status, layout_model_classes(cm, layout, error));
    THEN(status, layout_model_vias(cm, layout, error));
    shapes_destroy(&shapes);
    return status;
}

enum status layout_model_guides(struct layout_model *cm, const struct layout *layout,
                                const struct guides *guides, struct error *error)
{
    struct model *model = &cm->model;
    uint32_t count = 0;
    model->guides = layout_model_own(cm, guides->count, sizeof *model->guides, error);
    model->net_guides =
        layout_model_own(cm, (size_t)model->net_count + 1, sizeof *model->net_guides, error);
    if (model->guides == NULL || model->net_guides == NULL)
        return STATUS_FAILED;
    for (uint32_t m = 0; m < model->net_count; m++) {
        struct slice boxes = guides->nets[cm->net_of[m]];
        for (uint32_t i = boxes.first; i < boxes.first + boxes.count; i++) {
            const struct guide_box *box = &guides->boxes[i];
            model->guides[count++] =
                (struct model_guide){layout->tech.layers[box->layer].level, box->rect};
        }
        model->net_guides[m + 1] = count;
    }
    return STATUS_OK;
}
