/* hard_spacing: checks HARDSPACING, the distance that the nondefault rule of a net requires of
 * other nets. */
#include "grid/check/layout/inspect.h"

/* The HARDSPACING of the wire of a shape, which the nondefault rule of its net requires; or 0.
 * Wires with TAPER follow the rules of the layer. */
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

/* True if a new piece of a shape is too near to another shape; *at is that piece. Touching shapes
 * are reported as shorts. */
static bool is_near(const struct inspection *it, uint32_t shape, struct layout_rect other,
                    int32_t need, struct layout_rect *at)
{
    assert(need > 0 && shape < it->shapes.count);
    for (uint32_t p = it->piece_first[shape]; p < it->piece_first[shape + 1]; p++) {
        if (rect_square(it->pieces.at[p], other) >= (int64_t)need * need ||
            rect_touch(it->pieces.at[p], other))
            continue;
        *at = it->pieces.at[p];
        return true;
    }
    return false;
}

/* True for shapes of other nets, each pair once. Power may be near blockages with EXCEPTPGNET. */
static bool concerns(const struct inspection *it, uint32_t shape, uint32_t other)
{
    assert(hard_spacing(it, shape) > 0);
    const struct shape *a = &it->shapes.shapes[shape], *b = &it->shapes.shapes[other];
    bool excepted = b->except_pg && use_is_power(it->layout->placed.nets[a->net].use);
    return a->net != b->net && !excepted && !(hard_spacing(it, other) > 0 && other < shape);
}

/* True if the pieces of a shape are near enough to an obstruction only beside a pin of their net,
 * which touches it. */
static enum status is_beside_pin(const struct inspection *it, uint32_t shape, uint32_t other,
                                 int32_t need, bool *is, struct error *error)
{
    struct beside_pin found = {.net = it->shapes.shapes[shape].net,
                               .obstruction = other,
                               .pieces = it->pieces.at + it->piece_first[shape],
                               .count = it->piece_first[shape + 1] - it->piece_first[shape],
                               .need = need,
                               .fault = FAULT_SPACING};
    *is = false;
    if (inspect_is_obstruction(it, other))
        TRY(inspect_beside_pin(it, &found, error));
    *is = found.fault != FAULT_SPACING;
    return STATUS_OK;
}

static enum status check_hard(struct inspection *it, uint32_t i, struct error *error)
{
    const int32_t need = hard_spacing(it, i);
    const uint16_t layer = it->shapes.shapes[i].layer;
    if (need <= 0)
        return STATUS_OK;
    struct bins_search search = bins_search(&it->bins[layer], it->shapes.shapes[i].rect, need);
    struct layout_rect at;
    for (uint32_t j = 0; bins_next(&search, &j);) {
        bool beside;
        if (!concerns(it, i, j) || !is_near(it, i, it->shapes.shapes[j].rect, need, &at))
            continue;
        TRY(is_beside_pin(it, i, j, need, &beside, error));
        if (!beside)
            inspect_report(it, FAULT_SPACING, "%s: %s is nearer than %s to %s, %s",
                           fault_place(it, it->shapes.shapes[i].net, layer, at).text,
                           inspect_net(it, it->shapes.shapes[i].net), length_text(it, need).text,
                           owner_text(it, j).text,
                           rect_text(it, layer, it->shapes.shapes[j].rect).text);
    }
    return STATUS_OK;
}

enum status inspect_hard_spacing(struct inspection *it, struct error *error)
{
    assert(it->cluster != NULL); /* inspect_metal comes first */
    const struct inspect_loop loop = {.body = check_hard, .count = it->shapes.count};
    return inspect_each(it, &loop, error);
}
