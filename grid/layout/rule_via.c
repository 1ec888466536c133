/* rule_via: encloses the cut of each rule in metal, snaps it to database units, names the via. */
#include "grid/layout/rule_via.h"

enum { VIA_NAME_MAX = 512, LOW = 0, HIGH = 1, CUT = 2 };

/* The rectangles LOW, HIGH and CUT of a new via. */
struct made_via {
    struct layout_rect rect[3];
};

/* True if LEF has a DEFAULT via between the layers of the rule. */
static bool has_default(const struct tech *tech, const struct tech_via_rule *rule)
{
    for (uint32_t i = 0; i < tech->via_names.count; i++) {
        const struct tech_via *via = &tech->vias[i];
        if (via->is_default && !via->from_rule && via->bottom == rule->metal[LOW].layer &&
            via->top == rule->metal[HIGH].layer)
            return true;
    }
    return false;
}

/* True if this via is narrower on the lower layer than all DEFAULT vias of LEF between the layers,
 * so that it fits into pins that they do not fit into. That matters on layers with a minimum area:
 * metal that extends a small pin must have that area, metal within it need not. */
static bool is_narrower(const struct tech *tech, const struct tech_via_rule *rule,
                        const struct made_via *made)
{
    const uint16_t low = rule->metal[LOW].layer;
    assert(low < tech->layer_names.count);
    for (uint32_t i = 0; i < tech->via_names.count; i++) {
        const struct tech_via *via = &tech->vias[i];
        struct layout_rect pad;
        if (via->is_default && !via->from_rule && via->bottom == low &&
            via->top == rule->metal[HIGH].layer && tech_via_box(tech, i, low, &pad) &&
            rect_narrow(pad) <= rect_narrow(made->rect[LOW]))
            return false;
    }
    return tech->layers[low].area > 0;
}

/* Metal around the cut: its enclosure, and at least the minimum width of the layer. Either number
 * of an enclosure can apply to either pair of opposite sides: the greater one is used along the
 * layer's direction, or across it. */
static struct layout_rect metal_rect(const struct tech *tech, const struct tech_rule_metal *metal,
                                     struct layout_rect cut, bool across)
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
    return (struct layout_rect){cut.x0 - x, cut.y0 - y, cut.x1 + x, cut.y1 + y};
}

static struct made_via make_via(const struct tech *tech, const struct tech_via_rule *rule,
                                bool low_across, bool high_across)
{
    struct layout_rect cut = rule->cut_rect;
    return (struct made_via){{metal_rect(tech, &rule->metal[LOW], cut, low_across),
                              metal_rect(tech, &rule->metal[HIGH], cut, high_across), cut}};
}

/* True if the via of the rule stays within the limit of vias. */
static bool fits(const struct tech *tech, const struct tech_via_rule *rule)
{
    const struct layout_rect limit = {-CELL_MAX, -CELL_MAX, CELL_MAX, CELL_MAX};
    for (int across = 0; across < 2; across++) {
        struct made_via via = make_via(tech, rule, across != 0, across != 0);
        if (!rect_holds(limit, via.rect[LOW]) || !rect_holds(limit, via.rect[HIGH]))
            return false;
    }
    return true;
}

static int32_t down(int32_t at, int32_t step)
{
    int32_t rest = at % step;
    return at - (rest < 0 ? rest + step : rest);
}

static int32_t up(int32_t at, int32_t step)
{
    return -down(-at, step);
}

/* The least common multiple of scale and grid, or scale if that is too large. */
static int32_t common_step(int32_t scale, int32_t grid)
{
    int64_t step = grid > 0 ? (int64_t)scale / common_divisor(scale, grid) * grid : scale;
    return step > CELL_MAX ? scale : (int32_t)step;
}

static bool is_on_step(struct layout_rect r, int32_t step)
{
    return r.x0 % step == 0 && r.y0 % step == 0 && r.x1 % step == 0 && r.y1 % step == 0;
}

/* Moves the corners of a via to database units, and to the manufacturing grid if there is one. */
static struct made_via snapped(const struct tech *tech, struct made_via via, int32_t scale)
{
    struct layout_rect cut = via.rect[CUT];
    int32_t width = cut.x1 - cut.x0, height = cut.y1 - cut.y0;
    if ((is_on_step(cut, scale) && is_on_step(via.rect[LOW], scale) &&
         is_on_step(via.rect[HIGH], scale)) ||
        width % scale != 0 || height % scale != 0)
        return via;
    int32_t step = common_step(scale, tech->manufacturing_grid);
    if (width % step != 0 || height % step != 0)
        step = scale;
    int32_t x = cut.x0 - down(cut.x0, step), y = cut.y0 - down(cut.y0, step);
    via.rect[CUT] = (struct layout_rect){cut.x0 - x, cut.y0 - y, cut.x1 - x, cut.y1 - y};
    for (int m = LOW; m <= HIGH; m++) {
        struct layout_rect *r = &via.rect[m];
        *r = (struct layout_rect){down(r->x0 - x, step), down(r->y0 - y, step), up(r->x1, step),
                                  up(r->y1, step)};
    }
    return via;
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

static enum status enter_via(struct tech *tech, uint32_t index, struct made_via made, int32_t scale,
                             struct error *error)
{
    const struct tech_via_rule *rule = &tech->via_rules[index];
    const uint16_t layers[3] = {rule->metal[LOW].layer, rule->metal[HIGH].layer, rule->cut};
    uint32_t number = 0;
    TRY(name_via(tech, rule, &number, error));
    assert(number + 1 == tech->via_names.count);
    TRY(MEM_GROW(tech->vias, tech->capacity.vias, tech->via_names.count, "vias", error));
    TRY(MEM_GROW(tech->via_rects, tech->capacity.via_rects, (size_t)tech->via_rect_count + 3,
                 "vias", error));
    made = snapped(tech, made, scale);
    for (int i = 0; i < 3; i++)
        tech->via_rects[tech->via_rect_count + (uint32_t)i] =
            (struct tech_via_rect){made.rect[i], layers[i]};
    tech->vias[number] = (struct tech_via){.rects = {tech->via_rect_count, 3},
                                           .bottom = layers[LOW],
                                           .cut = layers[CUT],
                                           .top = layers[HIGH],
                                           .rule = index,
                                           .is_default = true,
                                           .from_rule = true};
    tech->via_rect_count += 3;
    return STATUS_OK;
}

static enum status make_rule_vias(struct tech *tech, uint32_t index, int32_t scale,
                                  struct error *error)
{
    const struct tech_via_rule *rule = &tech->via_rules[index];
    bool low_only = tech->layers[rule->metal[LOW].layer].rect_only,
         high_only = tech->layers[rule->metal[HIGH].layer].rect_only;
    bool first = !has_default(tech, rule);
    struct made_via along = make_via(tech, rule, false, false);
    struct made_via low = make_via(tech, rule, true, false);
    struct made_via high = make_via(tech, rule, false, true);
    first = first || is_narrower(tech, rule, &along);
    if (first)
        TRY(enter_via(tech, index, along, scale, error));
    if ((first || low_only) && memcmp(&low, &along, sizeof along) != 0)
        TRY(enter_via(tech, index, low, scale, error));
    if (high_only && memcmp(&high, &along, sizeof along) != 0)
        return enter_via(tech, index, high, scale, error);
    return STATUS_OK;
}

enum status rule_vias_add(struct tech *tech, int32_t scale, struct error *error)
{
    assert(scale > 0);
    for (uint32_t i = 0; i < tech->via_rule_count; i++) {
        const struct tech_via_rule *rule = &tech->via_rules[i];
        uint16_t low = rule->metal[LOW].layer, high = rule->metal[HIGH].layer;
        if (!rule->generate || rule->cut == LAYER_NONE || low == LAYER_NONE || high == LAYER_NONE ||
            low == high || tech->layers[low].kind != LAYER_ROUTING ||
            tech->layers[high].kind != LAYER_ROUTING || rule->cut_rect.x0 >= rule->cut_rect.x1 ||
            rule->cut_rect.y0 >= rule->cut_rect.y1 || !fits(tech, rule))
            continue;
        TRY(make_rule_vias(tech, i, scale, error));
    }
    return STATUS_OK;
}
