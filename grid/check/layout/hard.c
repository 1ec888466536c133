/* hard: HARDSPACING of nondefault rules: the space that a net's rule asks for holds between the
 * net's wires and all metal of others. Wires with TAPER have the layer's rules instead.
 */
#include "grid/check/layout/inspect.h"

/* What the net's rule asks of the wire that a shape belongs to; 0: nothing. */
static int32_t hard_spacing(const struct inspection *it, uint32_t shape)
{
    const struct tech *tech = &it->layout->tech;
    const struct shape *s = &it->shapes.shapes[shape];
    if (!inspect_is_new(it, shape) || s->net == NET_NONE || it->cluster[shape] == TECH_NONE)
        return 0;
    uint32_t rule = it->layout->placed.nets[s->net].rule;
    assert(rule == TECH_NONE || rule < tech->rule_names.count);
    if (rule == TECH_NONE || !tech->rules[rule].hard_spacing ||
        it->layout->placed.wires[s->owner].taper)
        return 0;
    struct slice layers = tech->rules[rule].layers;
    int32_t most = 0;
    for (uint32_t i = layers.first; i < layers.first + layers.count; i++)
        if (tech->rule_layers[i].layer == s->layer && tech->rule_layers[i].spacing > most)
            most = tech->rule_layers[i].spacing;
    return most;
}

/* The new pieces of a shape against another one; true if one is too near. What meets is a short
 * (spacing.c). */
static bool is_near(const struct inspection *it, uint32_t shape, struct layout_rect other,
                    int32_t need, struct layout_rect *at)
{
    assert(need > 0 && shape < it->shapes.count);
    for (uint32_t p = it->piece_first[shape]; p < it->piece_first[shape + 1]; p++) {
        int32_t dx = 0, dy = 0;
        rect_gaps(it->pieces.at[p], other, &dx, &dy);
        int64_t x = dx > 0 ? dx : 0, y = dy > 0 ? dy : 0;
        if (x * x + y * y >= (int64_t)need * need || rect_touch(it->pieces.at[p], other))
            continue;
        *at = it->pieces.at[p];
        return true;
    }
    return false;
}

/* Metal of others, each pair once; nothing is asked of power next to a blockage that excepts it. */
static bool is_asked(const struct inspection *it, uint32_t shape, uint32_t other)
{
    assert(hard_spacing(it, shape) > 0);
    const struct shape *a = &it->shapes.shapes[shape], *b = &it->shapes.shapes[other];
    enum pin_use use = it->layout->placed.nets[a->net].use;
    bool excepted = b->except_pg && (use == USE_POWER || use == USE_GROUND);
    return a->net != b->net && !excepted && !(hard_spacing(it, other) > 0 && other < shape);
}

void inspect_hard_spacing(struct inspection *it)
{
    for (uint32_t i = it->shapes.first_wire; i < it->shapes.count; i++) {
        int32_t need = hard_spacing(it, i);
        uint16_t layer = it->shapes.shapes[i].layer;
        if (need <= 0)
            continue;
        struct bins_search search = bins_search(&it->bins[layer], it->rects[i], need);
        struct layout_rect at;
        for (uint32_t j = 0; bins_next(&search, &j);)
            if (is_asked(it, i, j) && is_near(it, i, it->rects[j], need, &at))
                inspect_fault(it, FAULT_SPACING, "%s: %s is nearer than %s to %s, %s",
                              fault_place(it, it->shapes.shapes[i].net, layer, at).text,
                              inspect_net(it, it->shapes.shapes[i].net), length_text(it, need).text,
                              owner_text(it, j).text, rect_text(it, layer, it->rects[j]).text);
    }
}
