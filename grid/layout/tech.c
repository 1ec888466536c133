/* tech: finds layers, links routing and cut layers, and finds the layers of vias. */
#include "grid/layout/tech.h"

#include <limits.h>

uint16_t tech_find_layer(const struct tech *tech, const char *name, size_t length)
{
    uint32_t number = names_find(&tech->layer_names, name, length);
    return number != NAME_NONE ? (uint16_t)number : LAYER_NONE;
}

/* The level of a routing layer by its name, UINT_MAX if there is none. */
static unsigned level_of(const struct tech *tech, const char *name, size_t length)
{
    const uint16_t layer = tech_find_layer(tech, name, length);
    return layer != LAYER_NONE && tech->layers[layer].kind == LAYER_ROUTING
               ? tech->layers[layer].level
               : UINT_MAX;
}

bool tech_find_range(const struct tech *tech, const char *text, unsigned *first, unsigned *last)
{
    for (const char *dash = strchr(text, '-'); dash != NULL; dash = strchr(dash + 1, '-')) {
        *first = level_of(tech, text, (size_t)(dash - text));
        *last = level_of(tech, dash + 1, strlen(dash + 1));
        if (*first != UINT_MAX && *last != UINT_MAX)
            return true;
    }
    *first = *last = level_of(tech, text, strlen(text));
    return *last != UINT_MAX;
}

bool tech_via_box(const struct tech *tech, uint32_t via, uint16_t layer, struct layout_rect *box)
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
    assert(tech->levels == NULL && tech->level_count == 0); /* called once */
    uint16_t metal = LAYER_NONE, cut = LAYER_NONE;          /* the last ones so far */
    const uint16_t layers = (uint16_t)tech->layer_names.count;
    assert(tech->layer_names.count <= TECH_LAYERS_MAX);
    TRY(MEM_NEW(tech->levels, layers, "layers", error));
    for (uint16_t i = 0; i < layers; i++) {
        struct tech_layer *layer = &tech->layers[i];
        if (layer->kind == LAYER_CUT) {
            layer->below = metal;
            if (metal != LAYER_NONE) {
                layer->level = (uint16_t)(tech->level_count - 1);
                if (tech->layers[metal].above == LAYER_NONE)
                    tech->layers[metal].above = i;
            }
            cut = i;
        } else if (layer->kind == LAYER_ROUTING) {
            layer->below = cut;
            for (uint16_t k = metal == LAYER_NONE ? 0 : metal; k < i; k++)
                if (tech->layers[k].kind == LAYER_CUT)
                    tech->layers[k].above = i;
            layer->level = (uint16_t)tech->level_count;
            tech->levels[tech->level_count++] = i;
            metal = i;
            cut = LAYER_NONE;
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

void tech_destroy(struct tech *tech)
{
    if (tech == NULL)
        return;
    names_destroy(&tech->layer_names);
    names_destroy(&tech->via_names);
    names_destroy(&tech->rule_names);
    names_destroy(&tech->site_names);
    names_destroy(&tech->words);
#define FREE_TECH(array, count) free(tech->array);
    TECH_ARRAYS(FREE_TECH)
    memset(tech, 0, sizeof *tech);
}

uint32_t tech_via_cuts(const struct tech *tech, uint32_t via)
{
    assert(via < tech->via_names.count);
    const struct slice rects = tech->vias[via].rects;
    uint32_t count = 0;
    for (uint32_t i = rects.first; i < rects.first + rects.count; i++)
        count += tech->via_rects[i].layer == tech->vias[via].cut;
    return count;
}

int32_t tech_rule_cuts(const struct tech *tech, uint32_t rule, uint16_t cut)
{
    int32_t cuts = 0;
    if (rule == TECH_NONE)
        return 0;
    assert(rule < tech->rule_names.count);
    const struct slice layers = tech->rules[rule].layers;
    for (uint32_t i = layers.first; i < layers.first + layers.count; i++)
        if (tech->rule_layers[i].layer == cut && tech->rule_layers[i].cuts > cuts)
            cuts = tech->rule_layers[i].cuts;
    return cuts;
}
