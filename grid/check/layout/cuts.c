/* cuts: checks the distances between cuts, and their number on wide metal (MINIMUMCUT).
 *
 * Cuts of one via are not checked against each other. Two vias of one net may have the same cut;
 * any other overlap of cuts is a fault.
 */
#include "grid/check/layout/inspect.h"

static const struct placed_wire *wire_of(const struct inspection *it, uint32_t shape)
{
    assert(inspect_is_new(it, shape));
    assert(it->shapes.shapes[shape].owner < it->layout->placed.wire_count);
    return &it->layout->placed.wires[it->shapes.shapes[shape].owner];
}

static bool is_same_net(const struct inspection *it, uint32_t a, uint32_t b)
{
    uint32_t net = it->shapes.shapes[a].net;
    return net != NET_NONE && net == it->shapes.shapes[b].net;
}

/* True if both are cuts of one via. */
static bool is_same_via(const struct inspection *it, uint32_t a, uint32_t b)
{
    const struct shape *p = &it->shapes.shapes[a], *q = &it->shapes.shapes[b];
    return p->kind == q->kind && p->kind == SHAPE_WIRE && p->owner == q->owner;
}

/* True if two rectangles, or their centres, are nearer than spacing. No square overflows. */
static bool is_nearer(struct layout_rect a, struct layout_rect b, int32_t spacing, bool centres)
{
    assert(spacing >= 0);
    if (!centres)
        return rect_square(a, b) < (int64_t)spacing * spacing;
    /* doubled: centres can be between two units */
    const int64_t s = 2 * (int64_t)spacing, x = llabs((long long)a.x0 + a.x1 - b.x0 - b.x1);
    const int64_t y = llabs((long long)a.y0 + a.y1 - b.y0 - b.y1);
    return x < s && y < s && x * x + y * y < s * s;
}

static void report_near(struct inspection *it, uint32_t a, uint32_t b, int32_t spacing)
{
    inspect_report(it, FAULT_CUT, "%s: a cut of %s is nearer than %s to one of %s, %s",
                   shape_place(it, a).text, owner_text(it, a).text, length_text(it, spacing).text,
                   owner_text(it, b).text,
                   rect_text(it, it->shapes.shapes[b].layer, it->shapes.shapes[b].rect).text);
}

/* Checks SPACING of the layer, plain and for the same net. */
static void check_plain(struct inspection *it, uint32_t cut, uint32_t other)
{
    assert(cut != other && it->shapes.shapes[cut].layer == it->shapes.shapes[other].layer);
    const struct tech_layer *layer = inspect_layer(it, it->shapes.shapes[cut].layer);
    bool same = is_same_net(it, cut, other);
    struct layout_rect a = it->shapes.shapes[cut].rect, b = it->shapes.shapes[other].rect;
    if (same && rect_equal(a, b))
        return;
    if (rect_overlap(a, b)) {
        inspect_report(it, FAULT_CUT, "%s: cuts of %s and %s overlap", shape_place(it, cut).text,
                       owner_text(it, cut).text, owner_text(it, other).text);
        return;
    }
    int32_t spacing = same && layer->same_net_spacing != LENGTH_NONE && !layer->same_net_pg_only
                          ? layer->same_net_spacing
                          : layer->spacing;
    if (is_nearer(a, b, spacing, false))
        report_near(it, cut, other, spacing);
}

/* The number of other cuts of the layer within a distance, including those of the same via.
 * own: of the cut's net only. */
static int32_t count_within(const struct inspection *it, uint32_t cut, int32_t within, bool own)
{
    uint16_t layer = it->shapes.shapes[cut].layer;
    struct bins_search search = bins_search(&it->bins[layer], it->shapes.shapes[cut].rect, within);
    int32_t count = 0;
    for (uint32_t j = 0; bins_next(&search, &j);)
        count += j != cut && (!own || is_same_net(it, cut, j)) &&
                 is_nearer(it->shapes.shapes[cut].rect, it->shapes.shapes[j].rect, within, false);
    return count;
}

/* True if the cut has the area and the number of neighbours that the rule requires to apply. */
static bool applies_to(const struct inspection *it, const struct tech_cut_spacing *rule,
                       uint32_t cut)
{
    struct layout_rect a = it->shapes.shapes[cut].rect;
    if (rule->cut_area > 0 && (int64_t)rect_width(a) * rect_height(a) < rule->cut_area)
        return false;
    return rule->adjacent_cuts <= 0 ||
           count_within(it, cut, rule->within, false) >= rule->adjacent_cuts;
}

static bool is_of(struct layout_rect cut, struct tech_cut_class of)
{
    return of.width == 0 || (rect_narrow(cut) == of.width && rect_long(cut) == of.length);
}

/* True if the cuts have the classes and the run length that the rule requires to apply. */
static bool are_of(const struct tech_cut_spacing *rule, struct layout_rect a, struct layout_rect b)
{
    const int32_t run = rect_run(a, b);
    return ((is_of(a, rule->of[0]) && is_of(b, rule->of[1])) ||
            (is_of(a, rule->of[1]) && is_of(b, rule->of[0]))) &&
           !(rule->beyond && run <= rule->run) && !(rule->up_to && run > rule->run);
}

/* Checks a SPACING rule with conditions between a cut and others of its layer. Two cuts must keep
 * it if it applies to one of them. */
static void check_rule(struct inspection *it, const struct tech_cut_spacing *rule, uint32_t cut)
{
    assert(rule->layer == it->shapes.shapes[cut].layer && rule->other == LAYER_NONE);
    struct layout_rect a = it->shapes.shapes[cut].rect;
    if (!is_of(a, rule->of[0]) && !is_of(a, rule->of[1]))
        return;
    bool applies = applies_to(it, rule, cut);
    struct bins_search search = bins_search(&it->bins[rule->layer], a, rule->spacing);
    for (uint32_t j = 0; bins_next(&search, &j);) {
        bool same = is_same_net(it, cut, j);
        if (j == cut || (inspect_is_new(it, j) && j < cut) || is_same_via(it, cut, j) ||
            (same && rect_equal(a, it->shapes.shapes[j].rect)) || (rule->same_net && !same) ||
            (rule->except_same_pg_net && same && !inspect_is_new(it, j)) ||
            (rule->parallel_overlap && rect_run(a, it->shapes.shapes[j].rect) <= 0) ||
            !are_of(rule, a, it->shapes.shapes[j].rect))
            continue;
        if (!applies && !applies_to(it, rule, j))
            continue;
        if (is_nearer(a, it->shapes.shapes[j].rect, rule->spacing, rule->center_to_center))
            report_near(it, cut, j, rule->spacing);
    }
}

/* Checks SPACING .. LAYER: between a cut and cuts of another layer. */
static void check_layers(struct inspection *it, const struct tech_cut_spacing *rule, uint32_t cut,
                         uint16_t other)
{
    assert(other < it->layout->tech.layer_names.count && rule->other != LAYER_NONE);
    struct bins_search search =
        bins_search(&it->bins[other], it->shapes.shapes[cut].rect, rule->spacing);
    for (uint32_t j = 0; bins_next(&search, &j);) {
        const struct layout_rect a = it->shapes.shapes[cut].rect, b = it->shapes.shapes[j].rect;
        bool same = is_same_net(it, cut, j);
        bool stacked = same && (rect_holds(b, a) || rect_holds(a, b)); /* STACK: also equal cuts */
        if ((inspect_is_new(it, j) && j < cut) || (rule->stack && stacked) ||
            (rule->same_net && !same))
            continue;
        if (is_nearer(a, b, rule->spacing, rule->center_to_center))
            report_near(it, cut, j, rule->spacing);
    }
}

static void check_cut(struct inspection *it, uint32_t cut)
{
    assert(inspect_is_new(it, cut));
    assert(inspect_layer(it, it->shapes.shapes[cut].layer)->kind == LAYER_CUT);
    const struct tech *tech = &it->layout->tech;
    uint16_t own = it->shapes.shapes[cut].layer;
    const struct tech_layer *layer = &tech->layers[own];
    int32_t reach =
        layer->spacing > layer->same_net_spacing ? layer->spacing : layer->same_net_spacing;
    struct bins_search search =
        bins_search(&it->bins[own], it->shapes.shapes[cut].rect, reach > 0 ? reach : 0);
    for (uint32_t j = 0; bins_next(&search, &j);)
        if (j != cut && (!inspect_is_new(it, j) || j > cut) && !is_same_via(it, cut, j))
            check_plain(it, cut, j);
    for (uint32_t i = 0; i < tech->cut_spacing_count; i++) {
        const struct tech_cut_spacing *rule = &tech->cut_spacings[i];
        if (rule->layer == own && rule->other == LAYER_NONE)
            check_rule(it, rule, cut);
        else if (rule->layer == own)
            check_layers(it, rule, cut, rule->other);
        else if (rule->other == own)
            check_layers(it, rule, cut, rule->layer);
    }
}

/* The number of cuts of the via that a metal shape belongs to. With WITHIN: the largest number of
 * cuts of the same net near one of them, if that is more. */
static int32_t count_cuts(const struct inspection *it, const struct tech_minimum_cut *rule,
                          uint32_t metal)
{
    const struct shape *shapes = it->shapes.shapes;
    int32_t count = 0, most = 0;
    for (uint32_t i = metal; i-- > it->shapes.first_wire && shapes[i].owner == shapes[metal].owner;)
        metal = i; /* the first shape of the via */
    for (uint32_t i = metal; i < it->shapes.count && shapes[i].owner == shapes[metal].owner; i++) {
        if (inspect_layer(it, shapes[i].layer)->kind != LAYER_CUT)
            continue;
        count++;
        const int32_t near =
            rule->within != LENGTH_NONE ? 1 + count_within(it, i, rule->within, true) : 0;
        most = near > most ? near : most;
    }
    return count > most ? count : most;
}

/* True if the via of a metal shape leaves its layer to a side that the rule applies to. */
static bool applies_to_side(const struct inspection *it, const struct tech_minimum_cut *rule,
                            uint32_t metal)
{
    assert(wire_of(it, metal)->kind == WIRE_VIA && rule->layer != LAYER_NONE);
    const struct tech_via *via = &it->layout->tech.vias[wire_of(it, metal)->via];
    bool above = via->bottom == rule->layer;
    return above ? rule->from_above : rule->from_below;
}

/* Checks the vias of a cluster on the rectangle `wide` of its metal, if the rule applies to it. */
static void check_wide(struct inspection *it, const struct tech_minimum_cut *rule, uint32_t cluster,
                       struct layout_rect wide)
{
    int32_t distance = rule->length != LENGTH_NONE ? rule->distance : 0;
    if (rect_narrow(wide) <= rule->width ||
        (rule->length != LENGTH_NONE && rect_long(wide) <= rule->length))
        return;
    for (uint32_t m = it->members.first[cluster]; m < it->members.first[cluster + 1]; m++) {
        uint32_t metal = it->members.at[m];
        if (wire_of(it, metal)->kind != WIRE_VIA || !applies_to_side(it, rule, metal) ||
            !rect_overlap(it->shapes.shapes[metal].rect, rect_grow(wide, distance)))
            continue;
        int32_t cuts = count_cuts(it, rule, metal);
        if (cuts < rule->cuts)
            inspect_report(it, FAULT_CUTS,
                           "%s of %s: a via of %d cuts on metal wider than %s; %d are required",
                           shape_place(it, metal).text,
                           inspect_net(it, it->shapes.shapes[metal].net), cuts,
                           length_text(it, rule->width).text, rule->cuts);
    }
}

static enum status check_minimum(struct inspection *it, uint32_t cluster, struct error *error)
{
    const struct tech *tech = &it->layout->tech;
    uint16_t layer = it->shapes.shapes[it->heads[cluster]].layer;
    struct slice rules = tech->layers[layer].minimum_cuts;
    assert(rules.first + rules.count <= tech->minimum_cut_count);
    if (rules.count == 0)
        return STATUS_OK;
    TRY(inspect_outline(it, cluster, error));
    TRY(polygon_make(&it->polygon, it->outline.at, it->outline.count, error));
    TRY(polygon_maximal(&it->polygon, error));
    for (uint32_t i = rules.first; i < rules.first + rules.count; i++)
        for (uint32_t r = 0; r < it->polygon.rect_count; r++)
            check_wide(it, &tech->minimum_cuts[i], cluster, it->polygon.rects[r]);
    return STATUS_OK;
}

/* Checks MINCUTS of the nondefault rule of the net. `cut` is the first cut of a via. */
static void check_rule_cuts(struct inspection *it, uint32_t cut)
{
    const struct tech *tech = &it->layout->tech;
    const uint32_t net = it->shapes.shapes[cut].net;
    const struct placed_wire *wire = wire_of(it, cut);
    const int32_t need =
        tech_rule_cuts(tech, it->layout->placed.nets[net].rule, it->shapes.shapes[cut].layer);
    const int32_t cuts = (int32_t)tech_via_cuts(tech, wire->via);
    if (cuts < need)
        inspect_report(it, FAULT_CUTS,
                       "%s of %s: a via of %d cuts; MINCUTS of its rule requires %d",
                       shape_place(it, cut).text, inspect_net(it, net), cuts, need);
}

/* True for the cut of a single-cut via to which MAXVIASTACK applies. */
static bool is_in_stack(const struct inspection *it, uint32_t shape)
{
    return inspect_is_new(it, shape) &&
           tech_limits_stack(&it->layout->tech, it->shapes.shapes[shape].layer) &&
           tech_via_cuts(&it->layout->tech, wire_of(it, shape)->via) == 1;
}

/* The height of the stack of single-cut vias above and including `cut`; cuts of a stack overlap. */
static int32_t stack_height(const struct inspection *it, uint32_t cut)
{
    const struct tech *tech = &it->layout->tech;
    int32_t above = 0;
    for (uint16_t l = 0; l < tech->layer_names.count; l++) {
        if (tech->layers[l].kind != LAYER_CUT ||
            tech->layers[l].level != inspect_layer(it, it->shapes.shapes[cut].layer)->level + 1)
            continue;
        struct bins_search search = bins_search(&it->bins[l], it->shapes.shapes[cut].rect, 0);
        for (uint32_t j = 0; bins_next(&search, &j);)
            if (is_in_stack(it, j) && is_same_net(it, cut, j) &&
                rect_overlap(it->shapes.shapes[cut].rect, it->shapes.shapes[j].rect)) {
                const int32_t height = stack_height(it, j);
                above = height > above ? height : above;
            }
    }
    return 1 + above;
}

static void check_stack(struct inspection *it, uint32_t cut)
{
    const int32_t most = it->layout->tech.stack_most;
    if (is_in_stack(it, cut) && stack_height(it, cut) == most + 1)
        inspect_report(it, FAULT_CUTS, "%s of %s: more than %d vias in line (MAXVIASTACK)",
                       shape_place(it, cut).text, inspect_net(it, it->shapes.shapes[cut].net),
                       most);
}

static enum status check_new_cut(struct inspection *it, uint32_t at, struct error *error)
{
    const uint32_t i = it->shapes.first_wire + at;
    (void)error;
    if (inspect_layer(it, it->shapes.shapes[i].layer)->kind != LAYER_CUT)
        return STATUS_OK;
    check_cut(it, i);
    check_stack(it, i);
    if (i == it->shapes.first_wire || !is_same_via(it, i, i - 1) ||
        inspect_layer(it, it->shapes.shapes[i - 1].layer)->kind != LAYER_CUT)
        check_rule_cuts(it, i);
    return STATUS_OK;
}

enum status inspect_cuts(struct inspection *it, struct error *error)
{
    const struct inspect_loop cuts = {.body = check_new_cut,
                                      .count = it->shapes.count - it->shapes.first_wire};
    const struct inspect_loop clusters = {.body = check_minimum, .count = it->cluster_count};
    TRY(inspect_each(it, &cuts, error));
    return inspect_each(it, &clusters, error);
}
