/* from_rules: classes of nets from nondefault rules, and the vias that each class may use. */
#include "router/detail/model/from_layout.h"

#include "router/detail/model/own.h"

static void take_class(struct model_class *to, const struct tech *tech, uint32_t rule)
{
    assert(rule != TECH_NONE);
    for (uint32_t l = 0; l < tech->level_count; l++)
        to->width[l] = tech->layers[tech->levels[l]].width;
    struct slice layers = tech->rules[rule].layers;
    for (uint32_t i = layers.first; i < layers.first + layers.count; i++) {
        const struct tech_rule_layer *layer = &tech->rule_layers[i];
        uint16_t level = tech->layers[layer->layer].level;
        if (layer->cuts > 0 && level != LAYER_NONE) {
            to->cuts[level] = int_max(to->cuts[level], layer->cuts);
            to->has_cuts |= layer->cuts > 1;
        }
        if (tech->layers[layer->layer].kind != LAYER_ROUTING || level == LAYER_NONE)
            continue;
        if (layer->width > 0)
            to->width[level] = layer->width;
        to->space[level] = int_max(layer->spacing, 0);
    }
}

enum status layout_model_classes(struct layout_model *cm, const struct layout *layout,
                                 struct error *error)
{
    struct model *model = &cm->model;
    const struct tech *tech = &layout->tech;
    assert(model->net_pins != NULL && cm->class_rule == NULL);
    TRY(MEM_NEW(cm->class_rule, MODEL_CLASSES, "model", error));
    TRY(MEM_NEW(model->classes, MODEL_CLASSES, "model", error));
    TRY(MEM_NEW(model->net_class, model->net_count, "model", error));
    cm->class_rule[0] = TECH_NONE;
    for (uint32_t n = 0; n < model->net_count; n++) {
        uint32_t rule = layout->placed.nets[cm->net_of[n]].rule;
        uint32_t class = 0;
        while (class <= model->class_count && cm->class_rule[class] != rule)
            class ++;
        if (class == MODEL_CLASSES)
            continue;
        if (class > model->class_count) {
            cm->class_rule[class] = rule;
            take_class(&model->classes[model->class_count++], tech, rule);
        }
        model->net_class[n] = (uint8_t) class;
    }
    return STATUS_OK;
}

static int64_t pad_area(const struct model_via *via)
{
    return rect_area(via->pad[0]) + rect_area(via->pad[1]);
}

/* True if the layer allows wires against its direction or the pad is no wider than a wire. */
static bool is_aligned(const struct model *model, const struct model_via *via, uint32_t side)
{
    const struct model_layer *layer = &model->layers[via->cut + side];
    struct layout_rect pad = via->pad[side];
    int32_t across = layer->vertical ? rect_width(pad) : rect_height(pad);
    return !layer->straight || across <= model_width(model, via->cut + side, via->class);
}

/* True if a pin on the pad's layer, across the layer's direction, is large enough for the pad. */
static bool fits_pins(const struct model *model, const struct model_via *via, uint32_t side)
{
    uint32_t l = via->cut + side;
    const struct model_layer *layer = &model->layers[l];
    struct layout_rect pad = via->pad[side];
    for (uint32_t s = 0; layer->rectangles && s < model->pin_shapes[model->pin_count]; s++) {
        struct layout_rect b = model->shapes[s].box;
        int32_t w = rect_width(b), h = rect_height(b);
        if (model->shapes[s].level == 2 * l && (layer->vertical ? w > h : h > w) &&
            rect_width(pad) <= w && rect_height(pad) <= h)
            return true;
    }
    return false;
}

/* If a cut layer and class have a via with two aligned pads, drops vias without, except those with
 * one pad that fits into pins across the layer: they may be used within pins only. */
static void keep_aligned(struct layout_model *cm)
{
    struct model *model = &cm->model;
    bool has[MODEL_CLASSES][MODEL_LAYERS_MAX] = {{false}};
    uint32_t kept = 0;
    for (uint32_t v = 0; v < model->via_count; v++) {
        const struct model_via *via = &model->vias[v];
        has[via->class][via->cut] |= is_aligned(model, via, 0) && is_aligned(model, via, 1);
    }
    for (uint32_t v = 0; v < model->via_count; v++) {
        struct model_via via = model->vias[v];
        for (uint32_t side = 0; side < 2 && has[via.class][via.cut]; side++)
            via.in_pins[side] = !is_aligned(model, &via, side);
        if ((via.in_pins[0] && via.in_pins[1]) || (via.in_pins[0] && !fits_pins(model, &via, 0)) ||
            (via.in_pins[1] && !fits_pins(model, &via, 1)))
            continue;
        model->vias[kept] = via;
        cm->via_of[kept++] = cm->via_of[v];
    }
    model->via_count = kept;
}

/* True if a wire that ends at the via's place is connected to both pads by its full width. */
static bool is_joined(const struct model *model, const struct model_via *via)
{
    for (uint32_t k = 0; k < 2; k++) {
        int32_t width = model_width(model, via->cut + k, via->class);
        if (!own_joined(via->pad[k], model_wire_end(width), width))
            return false;
    }
    return true;
}

/* Inserts a via by the area of its pads, unless the class has one with the same shapes. */
static void enter_via(struct layout_model *cm, struct model_via via, uint32_t index)
{
    struct model *model = &cm->model;
    uint32_t at = model->via_count;
    assert(via.cut + 1 < model->layer_count && via.holes > 0);
    if (!is_joined(model, &via))
        return;
    for (uint32_t i = 0; i < model->via_count; i++) {
        const struct model_via *v = &model->vias[i];
        if (v->cut == via.cut && v->class == via.class && rect_equal(v->pad[0], via.pad[0]) &&
            rect_equal(v->pad[1], via.pad[1]) && rect_equal(v->hole, via.hole))
            return;
    }
    while (at > 0 && model->vias[at - 1].class == via.class &&
           pad_area(&model->vias[at - 1]) > pad_area(&via)) {
        model->vias[at] = model->vias[at - 1];
        cm->via_of[at] = cm->via_of[at - 1];
        at--;
    }
    model->vias[at] = via;
    cm->via_of[at] = index;
    model->via_count++;
}

/* Adds a via for a class, if it connects two neighbouring routing layers. */
static void take_via(struct layout_model *cm, const struct tech *tech, uint32_t number,
                     uint32_t class)
{
    const struct tech_via *from = &tech->vias[number];
    struct layout_rect low, cut, high;
    if (from->bottom == LAYER_NONE || from->cut == LAYER_NONE || from->top == LAYER_NONE ||
        tech->layers[from->cut].below != from->bottom ||
        tech->layers[from->cut].above != from->top ||
        !tech_via_box(tech, number, from->bottom, &low) ||
        !tech_via_box(tech, number, from->cut, &cut) ||
        !tech_via_box(tech, number, from->top, &high) ||
        (int32_t)tech_via_cuts(tech, number) <
            model_class_cuts(&cm->model, tech->layers[from->bottom].level, class))
        return;
    enter_via(cm,
              (struct model_via){.cut = tech->layers[from->bottom].level,
                                 .class = class,
                                 .holes = tech_via_cuts(tech, number),
                                 .pad = {low, high},
                                 .hole = cut},
              number);
}

static void note_cuts(const struct layout_model *cm, uint32_t from, bool *has)
{
    for (uint32_t v = from; v < cm->model.via_count; v++)
        has[cm->model.vias[v].cut] = true;
}

/* Adds the vias that the rule of a class names. For cut layers without one it adds LEF's default
 * vias, and if there are none, all vias of the layer. */
static void take_vias(struct layout_model *cm, const struct tech *tech, uint32_t class)
{
    bool named[MODEL_LAYERS_MAX] = {false};
    const uint32_t before = cm->model.via_count;
    if (class > 0) {
        struct slice vias = tech->rules[cm->class_rule[class]].vias;
        for (uint32_t i = vias.first; i < vias.first + vias.count; i++)
            take_via(cm, tech, tech->rule_vias[i], class);
    }
    note_cuts(cm, before, named);
    for (uint32_t all = 0; all < 2; all++) {
        for (uint32_t v = 0; v < tech->via_names.count; v++) {
            const struct tech_via *via = &tech->vias[v];
            if ((all || via->is_default) && !via->from_def && via->bottom != LAYER_NONE &&
                !named[tech->layers[via->bottom].level])
                take_via(cm, tech, v, class);
        }
        note_cuts(cm, before, named);
    }
}

enum status layout_model_vias(struct layout_model *cm, const struct layout *layout,
                              struct error *error)
{
    const struct tech *tech = &layout->tech;
    struct model *model = &cm->model;
    assert(cm->class_rule != NULL && model->vias == NULL);
    size_t most = 0;
    for (uint32_t r = 0; r < tech->rule_names.count; r++)
        most += tech->rules[r].vias.count;
    most += (size_t)tech->via_names.count * (size_t)(model->class_count + 1);
    TRY(MEM_NEW(model->vias, most, "model", error));
    TRY(MEM_NEW(cm->via_of, most, "model", error));
    for (uint32_t class = 0; class <= model->class_count; class ++)
        take_vias(cm, tech, class);
    assert(model->via_count <= most);
    keep_aligned(cm);
    return STATUS_OK;
}
