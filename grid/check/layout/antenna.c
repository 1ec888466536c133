/* antenna: lists the shapes and pins of each net, and compares the ratios of its nodes with the
 * limits, layer by layer. */
#include "grid/check/layout/antenna_work.h"

static const struct tech *tech_of(const struct antenna_work *w)
{
    return &w->layout->tech;
}

static int by_layer_and_edge(const void *a, const void *b)
{
    const struct antenna_item *x = a, *y = b;
    const struct layout_rect r = x->rect, t = y->rect;
    return by_numbers((int64_t[]){x->layer, r.x0, r.y0, r.x1, r.y1, (int32_t)x->owner},
                      (int64_t[]){y->layer, t.x0, t.y0, t.x1, t.y1, (int32_t)y->owner}, 6);
}

/* The index of a pin number among those of the net, or TECH_NONE. */
static uint32_t find_pin(const struct antenna_work *w, uint32_t number)
{
    const uint32_t *found = bsearch(&number, w->pins, w->pin_count, sizeof number, by_uint32);
    return found != NULL ? (uint32_t)(found - w->pins) : TECH_NONE;
}

/* Lists the pins of the net; false if none has a gate of a model with limits. */
static bool list_pins(struct antenna_work *w, const struct placed_net *net)
{
    const struct placed *placed = &w->layout->placed;
    bool any = false;
    w->pin_count = 0;
    for (uint32_t i = 0; i < net->pins.count; i++)
        w->pins[w->pin_count++] = placed->net_pins[net->pins.first + i];
    qsort(w->pins, w->pin_count, sizeof *w->pins, by_uint32);
    for (uint32_t p = 0; p < w->pin_count; p++) {
        const bool gate = antenna_pin_has(w->layout, w->pins[p], ANTENNA_GATE);
        w->verdict->gates += gate;
        any |= gate;
    }
    return any;
}

static void list_items(struct antenna_work *w)
{
    w->item_count = 0;
    assert(w->net < w->layout->placed.net_names.count);
    for (uint32_t i = w->first[w->net]; i < w->first[w->net + 1]; i++) {
        const struct shape *s = &w->shapes.shapes[w->by_net[i]];
        const bool pin = s->kind == SHAPE_PIN || s->kind == SHAPE_PORT;
        w->items[w->item_count++] =
            (struct antenna_item){s->rect, pin ? find_pin(w, s->owner) : TECH_NONE, s->layer};
    }
    qsort(w->items, w->item_count, sizeof *w->items, by_layer_and_edge);
}

/* Makes room for the largest net. */
static enum status make_room(struct antenna_work *w, struct error *error)
{
    const struct placed *placed = &w->layout->placed;
    size_t items = 1, pins = 1;
    for (uint32_t n = 0; n < placed->net_names.count; n++) {
        const size_t shapes = w->first[n + 1] - w->first[n];
        items = shapes > items ? shapes : items;
        pins = placed->nets[n].pins.count > pins ? placed->nets[n].pins.count : pins;
    }
    TRY(MEM_NEW(w->items, items, "antennas", error));
    TRY(MEM_NEW(w->rects, items, "antennas", error));
    TRY(MEM_NEW(w->flat, items, "antennas", error));
    TRY(MEM_NEW(w->order, items, "antennas", error));
    TRY(MEM_NEW(w->start, items + 2, "antennas", error));
    TRY(MEM_NEW(w->root, items + pins, "antennas", error));
    TRY(MEM_NEW(w->nodes, items + pins, "antennas", error));
    TRY(MEM_NEW(w->pins, pins, "antennas", error));
    TRY(MEM_NEW(w->there, pins, "antennas", error));
    return MEM_NEW(w->sums, pins * w->oxide_count, "antennas", error);
}

/* Areas as drawn, in 10^-12 square microns. */
static antenna_wide drawn_area(const struct antenna_work *w, antenna_wide units, int64_t inner)
{
    const antenna_wide micron = tech_of(w)->units_per_micron;
    return units * 1000 * ANTENNA_ONE / (micron * micron) + (antenna_wide)inner * 1000;
}

static antenna_wide drawn_side(const struct antenna_work *w, uint16_t layer, antenna_wide units,
                               int64_t inner)
{
    return units * tech_of(w)->layers[layer].thickness * 1000 / tech_of(w)->units_per_micron +
           (antenna_wide)inner * 1000;
}

/* The ratio that the metal of the node's pins alone has, on a cut layer its smallest cut alone. */
static enum status least_ratio(struct antenna_work *w, const struct antenna_level *level,
                               const struct antenna_rule *rule, uint32_t root, bool side,
                               int64_t *ratio, struct error *error)
{
    const struct antenna_node *node = &w->nodes[root];
    int64_t area = level->cut ? node->least_cut : 0, outline = 0;
    uint32_t count = 0;
    assert(root < w->item_count + w->pin_count && node->has_metal);
    for (uint32_t i = level->first; i < level->end && !level->cut; i++)
        if (w->items[i].owner != TECH_NONE && union_find(w->root, i) == root)
            w->rects[count++] = w->items[i].rect;
    if (count > 0)
        TRY(antenna_union(w, count, &area, &outline, error));
    const antenna_wide drawn = side ? drawn_side(w, level->layer, outline, node->inner[1])
                                    : drawn_area(w, area, node->inner[level->cut ? 2 : 0]);
    *ratio = antenna_ratio_of(tech_of(w), rule, side, drawn, node->gate, node->diffusion);
    return STATUS_OK;
}

/* Compares a ratio of the node at `root` with its limit. partial: the ratio of this layer alone. */
static enum status compare(struct antenna_work *w, const struct antenna_level *level,
                           const struct antenna_rule *rule, uint32_t root, uint32_t pin,
                           enum antenna_ratio kind, const int64_t value[2], struct error *error)
{
    struct antenna_net *net = &w->verdict->by_net[w->net];
    struct antenna_violation at = {.net = w->net,
                                   .pin = w->pins[pin],
                                   .layer = level->layer,
                                   .oxide = rule->oxide,
                                   .kind = kind,
                                   .ratio = value[0]};
    at.limit = antenna_limit_of(tech_of(w), rule, kind, w->nodes[root].diffusion, &at.diff);
    if (at.limit == 0)
        return STATUS_OK;
    at.limit = (int64_t)((antenna_wide)at.limit * w->percent / 100);
    const bool above = antenna_is_above(at.ratio, at.limit);
    if (above) {
        int64_t least = 0;
        const bool side = kind == ANTENNA_SIDE || kind == ANTENNA_CUM_SIDE;
        TRY(least_ratio(w, level, rule, root, side, &least, error));
        at.by_pin = antenna_is_above(least + (value[0] - value[1]), at.limit);
        net->violations++;
        w->verdict->violations++;
        w->verdict->by_pin += at.by_pin;
        if (w->report != NULL)
            w->report(w->context, &at);
    }
    if (net->worst.limit == 0 ||
        (antenna_wide)at.ratio * net->worst.limit > (antenna_wide)net->worst.ratio * at.limit)
        net->worst = at;
    return STATUS_OK;
}

/* Adds the ratio to the sums of a gate. */
static void add_sums(struct antenna_work *w, const struct antenna_level *level, bool plus_cut,
                     uint32_t pin, int64_t sums[SUMS], const int64_t ratio[2])
{
    const struct layout_pin at = layout_pin(w->layout, w->pins[pin]);
    const struct slice values = w->layout->library.pins[at.pin].antenna;
    for (uint32_t i = values.first; i < values.first + values.count; i++) {
        const struct antenna_area *value = &w->layout->library.antenna_areas[i];
        const uint32_t sum = value->part == ANTENNA_MAX_AREA   ? SUM_AREA
                             : value->part == ANTENNA_MAX_SIDE ? SUM_SIDE
                                                               : SUM_CUT;
        if (value->part >= ANTENNA_MAX_AREA && sums[sum] < value->value &&
            (value->layer == LAYER_NONE || value->layer <= level->layer))
            sums[sum] = value->value;
    }
    if (level->cut) {
        sums[SUM_CUT] = ratio[0] + sums[plus_cut ? SUM_AREA : SUM_CUT];
    } else {
        sums[SUM_AREA] = ratio[0] + sums[plus_cut ? SUM_CUT : SUM_AREA];
        sums[SUM_SIDE] += ratio[1];
    }
}

/* Checks the ratios of a node, and adds them to the sums of its gates. */
static enum status check_node(struct antenna_work *w, const struct antenna_level *level,
                              const struct antenna_rule *rule, uint32_t oxide, uint32_t root,
                              struct error *error)
{
    const struct antenna_node *node = &w->nodes[root];
    const bool side = !level->cut && tech_of(w)->layers[level->layer].thickness > 0;
    int64_t ratio[2] = {0, 0};
    assert(node->gate > 0 && node->first_gate < w->pin_count && oxide < w->oxide_count);
    uint32_t worst[2] = {node->first_gate, node->first_gate};
    const uint32_t sum = level->cut ? SUM_CUT : SUM_AREA;
    ratio[0] = antenna_ratio_of(tech_of(w), rule, false,
                                drawn_area(w, node->area, node->inner[level->cut ? 2 : 0]),
                                node->gate, node->diffusion);
    if (side)
        ratio[1] = antenna_ratio_of(tech_of(w), rule, true,
                                    drawn_side(w, level->layer, node->outline, node->inner[1]),
                                    node->gate, node->diffusion);
    for (uint32_t p = node->first_gate; p < w->pin_count; p++) {
        if (!w->there[p] || union_find(w->root, w->item_count + p) != root ||
            antenna_pin_area(w->layout, w->pins[p], ANTENNA_GATE, rule->oxide, level->layer) == 0)
            continue;
        int64_t *sums = w->sums[p * w->oxide_count + oxide];
        add_sums(w, level, rule->routing_plus_cut, p, sums, ratio);
        if (sums[sum] > w->sums[worst[0] * w->oxide_count + oxide][sum])
            worst[0] = p;
        if (sums[SUM_SIDE] > w->sums[worst[1] * w->oxide_count + oxide][SUM_SIDE])
            worst[1] = p;
    }
    const int64_t total[2] = {w->sums[worst[0] * w->oxide_count + oxide][sum],
                              w->sums[worst[1] * w->oxide_count + oxide][SUM_SIDE]};
    TRY(compare(w, level, rule, root, node->first_gate, ANTENNA_AREA,
                (const int64_t[]){ratio[0], ratio[0]}, error));
    TRY(compare(w, level, rule, root, worst[0], ANTENNA_CUM_AREA,
                (const int64_t[]){total[0], ratio[0]}, error));
    if (!side)
        return STATUS_OK;
    TRY(compare(w, level, rule, root, node->first_gate, ANTENNA_SIDE,
                (const int64_t[]){ratio[1], ratio[1]}, error));
    return compare(w, level, rule, root, worst[1], ANTENNA_CUM_SIDE,
                   (const int64_t[]){total[1], ratio[1]}, error);
}

/* Checks the nodes of a layer for one oxide model. */
static enum status check_oxide(struct antenna_work *w, const struct antenna_level *level,
                               uint32_t oxide, struct error *error)
{
    struct antenna_rule rule = antenna_rule_of(tech_of(w), level->layer, w->oxides[oxide]);
    rule.oxide = w->oxides[oxide];
    for (uint32_t n = 0; n < w->item_count + w->pin_count; n++) {
        w->nodes[n].gate = 0;
        w->nodes[n].first_gate = TECH_NONE;
    }
    for (uint32_t p = 0; p < w->pin_count; p++) {
        struct antenna_node *node = &w->nodes[union_find(w->root, w->item_count + p)];
        if (!w->there[p] || !node->has_metal)
            continue;
        const int64_t gate =
            antenna_pin_area(w->layout, w->pins[p], ANTENNA_GATE, rule.oxide, level->layer);
        node->gate += gate;
        if (gate > 0 && node->first_gate == TECH_NONE)
            node->first_gate = p;
    }
    for (uint32_t p = 0; p < w->pin_count; p++) {
        const uint32_t root = union_find(w->root, w->item_count + p);
        if (w->nodes[root].first_gate == p)
            TRY(check_node(w, level, &rule, oxide, root, error));
    }
    return STATUS_OK;
}

static enum status check_net(struct antenna_work *w, struct error *error)
{
    const struct tech_layer *layers = tech_of(w)->layers;
    struct antenna_level level = {0};
    const uint32_t count = w->item_count + w->pin_count;
    memset(w->there, 0, w->pin_count * sizeof *w->there);
    memset(w->sums, 0, (size_t)w->pin_count * w->oxide_count * sizeof *w->sums);
    for (uint32_t n = 0; n < count; n++)
        w->root[n] = n;
    for (uint32_t n = 0; n < w->item_count; n++)
        w->flat[n] = n;
    while (level.end < w->item_count) {
        level.first = level.end;
        level.layer = w->items[level.first].layer;
        level.cut = layers[level.layer].kind == LAYER_CUT;
        while (level.end < w->item_count && w->items[level.end].layer == level.layer)
            level.end++;
        antenna_join(w, &level);
        TRY(antenna_measure(w, &level, error));
        for (uint32_t oxide = 0; oxide < w->oxide_count; oxide++)
            TRY(check_oxide(w, &level, oxide, error));
    }
    return STATUS_OK;
}

static void find_oxides(struct antenna_work *w)
{
    for (int oxide = 0; oxide < ANTENNA_OXIDES; oxide++) {
        struct antenna_rule rule;
        bool limits = false;
        for (uint32_t i = 0; i < tech_of(w)->antenna_rule_count; i++) {
            rule = tech_of(w)->antenna_rules[i];
            for (int r = 0; r < ANTENNA_RATIOS && rule.oxide == oxide; r++)
                limits |= rule.limit[r] != ANTENNA_NONE || rule.diff_limit[r].point_count > 0;
        }
        if (limits)
            w->oxides[w->oxide_count++] = (uint8_t)oxide;
    }
}

static enum status check_nets(struct antenna_work *w, struct error *error)
{
    const struct placed *placed = &w->layout->placed;
    TRY(shapes_make(&w->shapes, w->layout, error));
    TRY(group_by(&w->shapes.shapes->net, sizeof *w->shapes.shapes, w->shapes.count,
                 placed->net_names.count, &w->first, &w->by_net, "antennas", error));
    TRY(make_room(w, error));
    TRY(MEM_NEW(w->verdict->by_net, placed->net_names.count, "antennas", error));
    for (w->net = 0; w->net < placed->net_names.count; w->net++) {
        const struct placed_net *net = &placed->nets[w->net];
        if (!net->regular || net->special || use_is_power(net->use))
            continue;
        if (!list_pins(w, net))
            continue;
        w->verdict->by_net[w->net].has_gate = true;
        w->verdict->nets++;
        list_items(w);
        TRY(check_net(w, error));
        w->verdict->violating_nets += w->verdict->by_net[w->net].violations > 0;
    }
    return STATUS_OK;
}

enum status antenna_check(const struct layout *layout, uint32_t percent, antenna_report *report,
                          void *context, struct antenna_verdict *verdict, struct error *error)
{
    struct antenna_work w = {.layout = layout,
                             .percent = percent,
                             .report = report,
                             .context = context,
                             .verdict = verdict};
    assert(percent >= 1 && percent <= ANTENNA_PERCENT_MAX);
    *verdict = (struct antenna_verdict){.has_limits = antenna_has_limits(&layout->tech)};
    if (!verdict->has_limits)
        return STATUS_OK;
    find_oxides(&w);
    const enum status status = check_nets(&w, error);
    shapes_destroy(&w.shapes);
    polygon_destroy(&w.polygon);
    MEM_FREE(w.first, w.by_net, w.items, w.root, w.flat, w.order, w.start, w.nodes, w.rects, w.pins,
             w.there, w.sums);
    if (status != STATUS_OK)
        antenna_verdict_destroy(verdict);
    return status;
}

MEM_DESTROY(antenna_verdict_destroy, antenna_verdict, it->by_net)
