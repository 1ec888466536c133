/* tech: see the header. */
#include "grid/chip/tech.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VIA_NAME_MAX = 512 };

uint16_t tech_find_layer(const struct tech *tech, const char *name, size_t length)
{
    uint32_t number = names_find(&tech->layer_names, name, length);
    return number != NAME_NONE ? (uint16_t)number : LAYER_NONE;
}

bool tech_via_box(const struct tech *tech, uint32_t via, uint16_t layer, struct rect *box)
{
    assert(via < tech->via_names.count);
    struct slice rects = tech->vias[via].rects;
    bool found = false;
    for (uint32_t i = rects.first; i < rects.first + rects.count; i++) {
        if (tech->via_rects[i].layer != layer)
            continue;
        *box = found ? rect_join(*box, tech->via_rects[i].rect) : tech->via_rects[i].rect;
        found = true;
    }
    return found;
}

enum status tech_link_layers(struct tech *tech, struct error *error)
{
    assert(tech->levels == NULL && tech->level_count == 0); /* once */
    uint16_t last = LAYER_NONE;
    const uint16_t layers = (uint16_t)tech->layer_names.count;
    assert(tech->layer_names.count <= TECH_LAYERS_MAX);
    TRY(MEM_NEW(tech->levels, layers, "layers", error));
    for (uint16_t i = 0; i < layers; i++) {
        struct tech_layer *layer = &tech->layers[i];
        if (layer->kind == LAYER_OTHER)
            continue;
        layer->below = last;
        if (last != LAYER_NONE)
            tech->layers[last].above = i;
        last = i;
        if (layer->kind == LAYER_ROUTING) {
            layer->level = (uint16_t)tech->level_count;
            tech->levels[tech->level_count++] = i;
        } else if (tech->level_count > 0) {
            layer->level = (uint16_t)(tech->level_count - 1);
        }
    }
    return STATUS_OK;
}

void tech_finish_via(struct tech *tech, uint32_t number)
{
    assert(number < tech->via_names.count);
    struct tech_via *via = &tech->vias[number];
    for (uint32_t i = via->rects.first; i < via->rects.first + via->rects.count; i++) {
        uint16_t layer = tech->via_rects[i].layer;
        assert(layer < tech->layer_names.count);
        if (tech->layers[layer].kind == LAYER_CUT)
            via->cut = layer;
        if (tech->layers[layer].kind != LAYER_ROUTING)
            continue;
        if (via->bottom == LAYER_NONE || layer < via->bottom)
            via->bottom = layer;
        if (via->top == LAYER_NONE || layer > via->top)
            via->top = layer;
    }
}

/* ---- vias of VIARULE GENERATE --------------------------------------------------------------- */

/* LEF has a DEFAULT via between the rule's metals. */
static bool has_default(const struct tech *tech, const struct tech_via_rule *rule)
{
    for (uint32_t i = 0; i < tech->via_names.count; i++) {
        const struct tech_via *via = &tech->vias[i];
        if (via->is_default && !via->from_rule && via->bottom == rule->metal[0].layer &&
            via->top == rule->metal[1].layer)
            return true;
    }
    return false;
}

/* Metal around the cut: by the enclosure, and at least as wide as the layer asks. Of the two
 * numbers of an enclosure each pair of opposite sides may have either: the greater one goes along
 * the layer's direction, or across it. */
static struct rect metal_rect(const struct tech *tech, const struct tech_rule_metal *metal,
                              struct rect cut, bool across)
{
    assert(metal->layer < tech->layer_names.count);
    int32_t first = metal->enclosure_x > 0 ? metal->enclosure_x : 0;
    int32_t second = metal->enclosure_y > 0 ? metal->enclosure_y : 0;
    bool upright = (tech->layers[metal->layer].direction == DIRECTION_VERTICAL) != across;
    int32_t x = (first > second) == upright ? second : first;
    int32_t y = (first > second) == upright ? first : second;
    int32_t width = tech->layers[metal->layer].min_width;
    int32_t lack_x = (width - (cut.x1 - cut.x0) + 1) / 2;
    int32_t lack_y = (width - (cut.y1 - cut.y0) + 1) / 2;
    if (x < lack_x)
        x = lack_x;
    if (y < lack_y)
        y = lack_y;
    return (struct rect){cut.x0 - x, cut.y0 - y, cut.x1 + x, cut.y1 + y};
}

/* The via that the rule makes is no larger than vias may be. */
static bool fits(const struct tech *tech, const struct tech_via_rule *rule)
{
    const struct rect limit = {-CELL_MAX, -CELL_MAX, CELL_MAX, CELL_MAX};
    for (int m = 0; m < 2; m++)
        for (int across = 0; across < 2; across++)
            if (!rect_holds(limit, metal_rect(tech, &rule->metal[m], rule->cut_rect, across != 0)))
                return false;
    return true;
}

static enum status name_via(struct tech *tech, const struct tech_via_rule *rule, uint32_t *number,
                            struct error *error)
{
    char name[VIA_NAME_MAX];
    uint32_t known = tech->via_names.count;
    for (uint32_t i = 1;; i++) {
        int length = snprintf(name, sizeof name, i > 1 ? "%.480s_1x1_%u" : "%.480s_1x1",
                              names_text(&tech->words, rule->name), i);
        assert(length > 0 && (size_t)length < sizeof name);
        enum status status = names_add(&tech->via_names, name, (size_t)length, number, error);
        if (status != STATUS_OK || *number == known)
            return status;
    }
}

/* across: the lower metal lies across its layer's direction. */
static enum status make_rule_via(struct tech *tech, uint32_t index, bool across,
                                 struct error *error)
{
    const struct tech_via_rule *rule = &tech->via_rules[index];
    uint32_t number = 0;
    TRY(name_via(tech, rule, &number, error));
    assert(number + 1 == tech->via_names.count);
    TRY(MEM_GROW(tech->vias, tech->capacity[TECH_VIAS], tech->via_names.count, "vias", error));
    TRY(MEM_GROW(tech->via_rects, tech->capacity[TECH_VIA_RECTS], (size_t)tech->via_rect_count + 3,
                 "vias", error));
    struct tech_via_rect *rects = tech->via_rects + tech->via_rect_count;
    for (int i = 0; i < 2; i++)
        rects[i] = (struct tech_via_rect){
            metal_rect(tech, &rule->metal[i], rule->cut_rect, across && i == 0),
            rule->metal[i].layer};
    rects[2] = (struct tech_via_rect){rule->cut_rect, rule->cut};
    tech->vias[number] = (struct tech_via){.rects = {tech->via_rect_count, 3},
                                           .bottom = rule->metal[0].layer,
                                           .cut = rule->cut,
                                           .top = rule->metal[1].layer,
                                           .rule = index,
                                           .is_default = true,
                                           .from_rule = true};
    tech->via_rect_count += 3;
    return STATUS_OK;
}

/* The via whose metal is long along both layers, and the one that lies across the lower layer, as
 * pins often do. */
static enum status make_rule_vias(struct tech *tech, uint32_t index, struct error *error)
{
    const struct tech_rule_metal *low = &tech->via_rules[index].metal[0];
    struct rect cut = tech->via_rules[index].cut_rect;
    struct rect along = metal_rect(tech, low, cut, false),
                across = metal_rect(tech, low, cut, true);
    TRY(make_rule_via(tech, index, false, error));
    if (memcmp(&along, &across, sizeof along) == 0)
        return STATUS_OK;
    return make_rule_via(tech, index, true, error);
}

enum status tech_add_rule_vias(struct tech *tech, struct error *error)
{
    for (uint32_t i = 0; i < tech->via_rule_count; i++) {
        const struct tech_via_rule *rule = &tech->via_rules[i];
        uint16_t low = rule->metal[0].layer, high = rule->metal[1].layer;
        if (!rule->generate || rule->cut == LAYER_NONE || low == LAYER_NONE || high == LAYER_NONE ||
            low == high || tech->layers[low].kind != LAYER_ROUTING ||
            tech->layers[high].kind != LAYER_ROUTING || rule->cut_rect.x0 >= rule->cut_rect.x1 ||
            rule->cut_rect.y0 >= rule->cut_rect.y1 || !fits(tech, rule) || has_default(tech, rule))
            continue;
        TRY(make_rule_vias(tech, i, error));
    }
    return STATUS_OK;
}

/* ---- end ------------------------------------------------------------------------------------ */

void tech_destroy(struct tech *tech)
{
    if (tech == NULL)
        return;
    names_destroy(&tech->layer_names);
    names_destroy(&tech->via_names);
    names_destroy(&tech->rule_names);
    names_destroy(&tech->site_names);
    names_destroy(&tech->words);
    void *arrays[] = {tech->layers,       tech->vias,      tech->rules,     tech->sites,
                      tech->ranges,       tech->line_ends, tech->tables,    tech->numbers,
                      tech->cut_spacings, tech->enclosed,  tech->steps,     tech->minimum_cuts,
                      tech->unknown,      tech->via_rects, tech->via_rules, tech->rule_layers,
                      tech->rule_vias,    tech->levels};
    for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++)
        free(arrays[i]);
    memset(tech, 0, sizeof *tech);
}
