/* edges: checks steps and line ends along the boundary of merged metal. A line end is an edge
 * shorter than the width of the rule between two outside corners; its box must be empty. */
#include "grid/check/layout/outline.h"

/* Edge i of a loop, from corner i to the next. */
static int32_t loop_edge(const struct polygon *polygon, uint32_t loop, int64_t i)
{
    return edge_length(loop_corner(polygon, loop, i), loop_corner(polygon, loop, i + 1));
}

/* The corner at the start of edge i: positive if it is an outside corner of the metal. */
static int64_t loop_turn(const struct polygon *polygon, uint32_t loop, int64_t i)
{
    return corner_turn(loop_corner(polygon, loop, i - 1), loop_corner(polygon, loop, i),
                       loop_corner(polygon, loop, i + 1));
}

/* True if the short edge i is of the kind of the rule: any; or at an inside (outside) corner whose
 * other edge is short as well; or between an inside and an outside corner. */
static bool is_step_kind(const struct tech_step *rule, const struct polygon *polygon, uint32_t loop,
                         int64_t i)
{
    if (rule->kind == STEP_ANY)
        return true;
    int64_t start = loop_turn(polygon, loop, i), end = loop_turn(polygon, loop, i + 1);
    if (rule->kind == STEP_STEP)
        return (start > 0) != (end > 0);
    bool outside = rule->kind == STEP_OUTSIDE_CORNER;
    return (loop_edge(polygon, loop, i - 1) < rule->length && (start > 0) == outside) ||
           (loop_edge(polygon, loop, i + 1) < rule->length && (end > 0) == outside);
}

/* Checks MINSTEP: at most max_edges short edges in a row, or with LENGTHSUM at most this sum. */
static void check_steps_by(const struct outline *outline, const struct tech_step *rule,
                           uint32_t loop)
{
    assert(loop < outline->it->polygon.loop_count && rule->layer == outline->number);
    struct inspection *it = outline->it;
    const struct polygon *polygon = &it->polygon;
    int64_t count = (int64_t)polygon->loop_first[loop + 1] - polygon->loop_first[loop], run = 0;
    int64_t allowed = rule->max_edges >= 0 ? rule->max_edges : 0, sum = 0;
    for (int64_t i = 0; i < 2 * count; i++) {
        struct point a = loop_corner(polygon, loop, i), b = loop_corner(polygon, loop, i + 1);
        bool is_short = edge_length(a, b) < rule->length && is_step_kind(rule, polygon, loop, i);
        run = is_short ? run + 1 : 0;
        sum = is_short ? sum + edge_length(a, b) : 0;
        bool fault = rule->length_sum != LENGTH_NONE && rule->max_edges < 0
                         ? run > 0 && sum > rule->length_sum
                         : run > allowed;
        if (!fault || run > count ||
            !inspect_takes_part(outline->it, outline->cluster, edge_box(a, b), false))
            continue;
        inspect_report(it, FAULT_STEP, "%s of %s: %d edges in a row shorter than %s",
                       outline_place(outline, edge_box(a, b)).text, outline->net, (int)run,
                       length_text(it, rule->length).text);
        return;
    }
}

void outline_steps(const struct outline *outline, uint32_t loop)
{
    assert(outline->layer->steps.first + outline->layer->steps.count <=
           outline->it->layout->tech.step_count);
    struct slice rules = outline->layer->steps;
    for (uint32_t r = rules.first; r < rules.first + rules.count; r++)
        check_steps_by(outline, &outline->it->layout->tech.steps[r], loop);
}

/* The box beyond the edge a to b with metal on its left: `ahead` deep, `side` wider at each end. */
static struct layout_rect beyond(struct point a, struct point b, int32_t ahead, int32_t side)
{
    struct layout_rect box = rect_grow(edge_box(a, b), -1);
    if (a.y == b.y) {
        box.x0 -= side;
        box.x1 += side;
        if (b.x > a.x)
            box.y0 -= ahead;
        else
            box.y1 += ahead;
        return box;
    }
    box.y0 -= side;
    box.y1 += side;
    if (b.y > a.y)
        box.x1 += ahead;
    else
        box.x0 -= ahead;
    return box;
}

/* The box beside corner a (first) or b of a line end; metal in it is a PARALLELEDGE. */
static struct layout_rect beside(struct point a, struct point b, const struct tech_line_end *rule,
                                 bool first)
{
    int32_t ps = rule->par_space, pw = rule->par_within, within = rule->within;
    struct layout_rect box = rect_grow(edge_box(a, b), -1);
    bool along_x = a.y == b.y;
    bool low = along_x ? (first == (a.x < b.x)) : (first == (a.y < b.y));
    if (along_x) {
        bool metal_up = b.x > a.x;
        int32_t y0 = metal_up ? a.y - within : a.y - pw, y1 = metal_up ? a.y + pw : a.y + within;
        return low ? (struct layout_rect){box.x0 - ps, y0, box.x0, y1}
                   : (struct layout_rect){box.x1, y0, box.x1 + ps, y1};
    }
    bool metal_left = b.y > a.y;
    int32_t x0 = metal_left ? a.x - pw : a.x - within, x1 = metal_left ? a.x + within : a.x + pw;
    return low ? (struct layout_rect){x0, box.y0 - ps, x1, box.y0}
               : (struct layout_rect){x0, box.y1, x1, box.y1 + ps};
}

/* True if the shape belongs to the cluster or to a pin that it touches. */
static bool is_own(const struct outline *outline, uint32_t shape)
{
    assert(outline->cluster < outline->it->cluster_count && shape < outline->it->shapes.count);
    const struct inspection *it = outline->it;
    const struct shape *s = &it->shapes.shapes[shape];
    if (inspect_is_new(it, shape))
        return it->cluster[shape] == it->heads[outline->cluster];
    for (uint32_t t = 0; t < outline->touched_count; t++) {
        uint32_t other = outline->touched[t];
        const struct shape *o = &it->shapes.shapes[other];
        if (other == shape || (s->kind == o->kind && s->owner == o->owner &&
                               (s->kind == SHAPE_PIN || s->kind == SHAPE_PORT)))
            return true;
    }
    return false;
}

/* A foreign shape that overlaps the box, or TECH_NONE. */
static uint32_t hit(const struct outline *outline, struct layout_rect box)
{
    const struct inspection *it = outline->it;
    struct bins_search search = bins_search(&it->bins[outline->number], box, 0);
    for (uint32_t i = 0; bins_next(&search, &i);)
        if (rect_overlap(it->shapes.shapes[i].rect, box) && !is_own(outline, i))
            return i;
    return TECH_NONE;
}

static void check_line_end(const struct outline *outline, const struct tech_line_end *rule,
                           struct point a, struct point b)
{
    assert(rule->layer == outline->number && rule->spacing >= 0 && rule->within >= 0);
    struct inspection *it = outline->it;
    if (edge_length(a, b) >= rule->width ||
        !inspect_takes_part(outline->it, outline->cluster, edge_box(a, b), false))
        return;
    if (rule->par_space != LENGTH_NONE) {
        bool one = hit(outline, beside(a, b, rule, true)) != TECH_NONE;
        bool two = hit(outline, beside(a, b, rule, false)) != TECH_NONE;
        if (!(rule->two_edges ? one && two : one || two))
            return;
    }
    uint32_t other = hit(outline, beyond(a, b, rule->spacing, rule->within));
    if (other != TECH_NONE)
        inspect_report(it, FAULT_LINE_END, "%s: a line end of %s has %s within %s",
                       outline_place(outline, edge_box(a, b)).text, outline->net,
                       owner_text(it, other).text, length_text(it, rule->spacing).text);
}

void outline_line_ends(const struct outline *outline, uint32_t loop)
{
    assert(loop < outline->it->polygon.loop_count);
    const struct polygon *polygon = &outline->it->polygon;
    struct slice rules = outline->layer->line_ends;
    int64_t count = (int64_t)polygon->loop_first[loop + 1] - polygon->loop_first[loop];
    for (int64_t i = 0; i < count && rules.count > 0; i++) {
        struct point z = loop_corner(polygon, loop, i - 1), a = loop_corner(polygon, loop, i);
        struct point b = loop_corner(polygon, loop, i + 1), c = loop_corner(polygon, loop, i + 2);
        if (corner_turn(z, a, b) <= 0 || corner_turn(a, b, c) <= 0)
            continue;
        for (uint32_t r = rules.first; r < rules.first + rules.count; r++)
            check_line_end(outline, &outline->it->layout->tech.line_ends[r], a, b);
    }
}
