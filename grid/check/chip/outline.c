/* outline: the rules that merged metal obeys as a whole: area, holes, width, steps, line ends,
 * rectangles only.
 *
 * A cluster is merged with the pins that it touches, and the rules are put to the boundary of the
 * whole. A fault counts where a new piece takes part in it: what pins do alone is not judged.
 */
#include "grid/check/chip/inspect.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

/* The cluster at work. */
struct work {
    struct inspection *it;
    uint32_t cluster; /* in heads */
    uint16_t number;  /* of the layer */
    const struct tech_layer *layer;
    const char *net;
};

/* True where a new piece of the cluster overlaps the box, or (touch) meets it. */
static bool takes_part(const struct work *work, struct rect box, bool touch)
{
    const struct inspection *it = work->it;
    for (uint32_t m = it->members.first[work->cluster]; m < it->members.first[work->cluster + 1];
         m++) {
        uint32_t shape = it->members.at[m];
        for (uint32_t p = it->piece_first[shape]; p < it->piece_first[shape + 1]; p++)
            if (rect_overlap(it->pieces.at[p], box) || (touch && rect_touch(it->pieces.at[p], box)))
                return true;
    }
    return false;
}

/* The box of an edge, grown by a unit: whoever has the edge overlaps it. */
static struct rect edge_box(struct point a, struct point b)
{
    return (struct rect){(a.x < b.x ? a.x : b.x) - 1, (a.y < b.y ? a.y : b.y) - 1,
                         (a.x > b.x ? a.x : b.x) + 1, (a.y > b.y ? a.y : b.y) + 1};
}

static int32_t edge_length(struct point a, struct point b)
{
    return abs(a.x - b.x) + abs(a.y - b.y);
}

/* Corner i of a loop, counted around. */
static struct point corner(const struct polygon *polygon, uint32_t loop, int64_t i)
{
    uint32_t first = polygon->loop_first[loop];
    int64_t count = (int64_t)polygon->loop_first[loop + 1] - first;
    return polygon->points[first + (i % count + count) % count];
}

/* Positive where the walk a, b, c turns left: an outside corner of the metal. */
static int64_t turn(struct point a, struct point b, struct point c)
{
    return ((int64_t)b.x - a.x) * ((int64_t)c.y - b.y) -
           ((int64_t)b.y - a.y) * ((int64_t)c.x - b.x);
}

/* ---- area ----------------------------------------------------------------------------------- */

/* Metal that touches special wiring goes on in it: its area is not known to be small. */
static bool goes_on(const struct work *work)
{
    const struct inspection *it = work->it;
    for (uint32_t t = it->touched.first[work->cluster]; t < it->touched.first[work->cluster + 1];
         t++)
        if (it->shapes.shapes[it->touched.at[t]].kind == SHAPE_SPECIAL)
            return true;
    return false;
}

/* An area in square microns, with five digits behind the point. */
static void area_text(const struct inspection *it, int64_t area, char *text, size_t size)
{
    double micron = it->chip->tech.units_per_micron;
    snprintf(text, size, "%.5f", (double)area / micron / micron);
}

static void judge_area(const struct work *work)
{
    struct inspection *it = work->it;
    int64_t area = work->layer->area > 0 ? polygon_area(&it->polygon) : 0;
    if (area >= work->layer->area || goes_on(work))
        return;
    char has[32], asked[32];
    area_text(it, area, has, sizeof has);
    area_text(it, work->layer->area, asked, sizeof asked);
    inspect_fault(it, FAULT_AREA, "%s: metal of %s has an area of %s; at least %s is right",
                  place_text(it, work->number, it->rects[it->heads[work->cluster]]).text, work->net,
                  has, asked);
}

static struct rect loop_box(const struct polygon *polygon, uint32_t loop)
{
    struct point p = polygon->points[polygon->loop_first[loop]];
    struct rect box = {p.x, p.y, p.x, p.y};
    for (uint32_t i = polygon->loop_first[loop]; i < polygon->loop_first[loop + 1]; i++) {
        p = polygon->points[i];
        box = rect_join(box, (struct rect){p.x, p.y, p.x, p.y});
    }
    return box;
}

/* MINENCLOSEDAREA: of holes. Its WIDTH asks for wide metal around; that of routing is not. */
static void judge_holes(const struct work *work)
{
    struct inspection *it = work->it;
    struct slice rules = work->layer->enclosed;
    for (uint32_t loop = 0; loop < it->polygon.loop_count && rules.count > 0; loop++) {
        int64_t area = -polygon_loop_area(&it->polygon, loop) / 2;
        struct rect box = loop_box(&it->polygon, loop);
        if (area <= 0 || !takes_part(work, box, true))
            continue;
        for (uint32_t i = rules.first; i < rules.first + rules.count; i++) {
            const struct tech_enclosed *rule = &it->chip->tech.enclosed[i];
            if (area >= rule->area || (rule->width != LENGTH_NONE && rule->width > 0 &&
                                       work->layer->width <= rule->width))
                continue;
            char has[32], asked[32];
            area_text(it, area, has, sizeof has);
            area_text(it, rule->area, asked, sizeof asked);
            inspect_fault(it, FAULT_AREA,
                          "%s: a hole in metal of %s has an area of %s; at least %s is right",
                          place_text(it, work->number, box).text, work->net, has, asked);
        }
    }
}

/* ---- width ---------------------------------------------------------------------------------- */

/* Parts that no square of the layer's width inside the metal covers. */
static enum status judge_thin(const struct work *work, struct error *error)
{
    struct inspection *it = work->it;
    struct polygon *polygon = &it->polygon;
    int32_t width = work->layer->min_width;
    struct rects rest = {0}, spare = {0};
    TRY(polygon_maximal(polygon, error));
    uint32_t wide = 0;
    for (uint32_t i = 0; i < polygon->rect_count; i++)
        if (rect_narrow(polygon->rects[i]) >= width)
            polygon->rects[wide++] = polygon->rects[i];
    enum status status = STATUS_OK;
    bool told = false;
    for (uint32_t i = 0; i < it->outline.count && !told && status == STATUS_OK; i++) {
        rest.count = 0;
        status = rects_add_rest(&rest, it->outline.at[i], polygon->rects, wide, &spare, error);
        for (uint32_t k = 0; k < rest.count && !told && status == STATUS_OK; k++)
            if ((told = takes_part(work, rest.at[k], false)))
                inspect_fault(it, FAULT_WIDTH, "%s of %s is narrower than %s",
                              place_text(it, work->number, rest.at[k]).text, work->net,
                              length_text(it, width).text);
    }
    free(rest.at);
    free(spare.at);
    return status;
}

/* The quadrant beyond a corner, in the direction (sx, sy), is without metal of the polygon. */
static bool is_empty_beyond(const struct polygon *polygon, struct point p, int32_t sx, int32_t sy)
{
    struct rect probe = {sx > 0 ? p.x : p.x - 1, sy > 0 ? p.y : p.y - 1, sx > 0 ? p.x + 1 : p.x,
                         sy > 0 ? p.y + 1 : p.y};
    return !polygon_covers(polygon, probe);
}

/* Two inside corners that face each other across metal, closer than the width. */
static bool is_neck(const struct work *work, struct point p, struct point q)
{
    const struct polygon *polygon = &work->it->polygon;
    int64_t dx = (int64_t)p.x - q.x, dy = (int64_t)p.y - q.y, width = work->layer->min_width;
    if (dx == 0 || dy == 0 || dx * dx + dy * dy >= width * width)
        return false;
    struct rect box = rect_grow(edge_box(p, q), -1);
    int32_t sx = q.x > p.x ? 1 : -1, sy = q.y > p.y ? 1 : -1;
    return polygon_covers(polygon, box) && is_empty_beyond(polygon, p, -sx, -sy) &&
           is_empty_beyond(polygon, q, sx, sy) && takes_part(work, box, true);
}

static void judge_necks(const struct work *work)
{
    struct inspection *it = work->it;
    struct polygon *polygon = &it->polygon;
    uint32_t inside = 0;
    /* Inside corners move to the front of the points, which nothing needs after this. */
    for (uint32_t loop = 0; loop < polygon->loop_count; loop++) {
        uint32_t first = polygon->loop_first[loop], count = polygon->loop_first[loop + 1] - first;
        struct point before = corner(polygon, loop, -1), start = corner(polygon, loop, 0);
        for (uint32_t i = 0; i < count; i++) {
            struct point here = polygon->points[first + i];
            struct point next = i + 1 < count ? polygon->points[first + i + 1] : start;
            if (turn(before, here, next) < 0)
                polygon->points[inside++] = here;
            before = here;
        }
    }
    for (uint32_t i = 0; i < inside; i++)
        for (uint32_t k = i + 1; k < inside; k++)
            if (is_neck(work, polygon->points[i], polygon->points[k])) {
                struct rect box = rect_grow(edge_box(polygon->points[i], polygon->points[k]), -1);
                inspect_fault(it, FAULT_WIDTH, "%s of %s: a neck narrower than %s",
                              place_text(it, work->number, box).text, work->net,
                              length_text(it, work->layer->min_width).text);
                return;
            }
}

/* ---- steps ---------------------------------------------------------------------------------- */

/* True where the corner of two short edges is of the kind that the rule speaks of. */
static bool is_step_kind(const struct tech_step *rule, struct point a, struct point b,
                         struct point c)
{
    if (rule->kind == STEP_INSIDE_CORNER)
        return turn(a, b, c) < 0;
    if (rule->kind == STEP_OUTSIDE_CORNER)
        return turn(a, b, c) > 0;
    return true;
}

/* MINSTEP: no more than max_edges short edges in a row; with LENGTHSUM, their sum is bounded, too.
 * A rule of inside or outside corners asks for a short edge at such a corner. */
static void judge_steps_by(const struct work *work, const struct tech_step *rule, uint32_t loop)
{
    struct inspection *it = work->it;
    const struct polygon *polygon = &it->polygon;
    int64_t count = (int64_t)polygon->loop_first[loop + 1] - polygon->loop_first[loop], run = 0;
    int64_t allowed = rule->max_edges >= 0 ? rule->max_edges : 0, sum = 0;
    for (int64_t i = 0; i < 2 * count; i++) {
        struct point z = corner(polygon, loop, i - 1), a = corner(polygon, loop, i);
        struct point b = corner(polygon, loop, i + 1);
        bool is_short = edge_length(a, b) < rule->length && is_step_kind(rule, z, a, b);
        run = is_short ? run + 1 : 0;
        sum = is_short ? sum + edge_length(a, b) : 0;
        bool fault = rule->length_sum != LENGTH_NONE && rule->max_edges < 0
                         ? run > 0 && sum > rule->length_sum
                         : run > allowed;
        if (!fault || run > count || !takes_part(work, edge_box(a, b), false))
            continue;
        inspect_fault(it, FAULT_STEP, "%s of %s: %d edges in a row shorter than %s",
                      place_text(it, work->number, edge_box(a, b)).text, work->net, (int)run,
                      length_text(it, rule->length).text);
        return;
    }
}

/* ---- line ends ------------------------------------------------------------------------------ */

/* The box beyond the edge a to b, whose metal is on the left: `ahead` deep, `side` wider to both
 * sides. Negative depth reaches back into the metal's side. */
static struct rect beyond(struct point a, struct point b, int32_t ahead, int32_t side)
{
    struct rect box = rect_grow(edge_box(a, b), -1);
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

/* The box beside one end of the line end in which a parallel edge lets the rule apply: at the end
 * of a (first) or of b. */
static struct rect beside(struct point a, struct point b, const struct tech_line_end *rule,
                          bool first)
{
    int32_t ps = rule->par_space, pw = rule->par_within, within = rule->within;
    struct rect box = rect_grow(edge_box(a, b), -1);
    bool along_x = a.y == b.y;
    bool low = along_x ? (first == (a.x < b.x)) : (first == (a.y < b.y));
    if (along_x) {
        bool metal_up = b.x > a.x;
        int32_t y0 = metal_up ? a.y - within : a.y - pw, y1 = metal_up ? a.y + pw : a.y + within;
        return low ? (struct rect){box.x0 - ps, y0, box.x0, y1}
                   : (struct rect){box.x1, y0, box.x1 + ps, y1};
    }
    bool metal_left = b.y > a.y;
    int32_t x0 = metal_left ? a.x - pw : a.x - within, x1 = metal_left ? a.x + within : a.x + pw;
    return low ? (struct rect){x0, box.y0 - ps, x1, box.y0}
               : (struct rect){x0, box.y1, x1, box.y1 + ps};
}

/* The shape is of the cluster at work or of a pin that it touches. */
static bool is_own(const struct work *work, uint32_t shape)
{
    const struct inspection *it = work->it;
    const struct shape *s = &it->shapes.shapes[shape];
    if (inspect_is_new(it, shape))
        return it->cluster[shape] == it->heads[work->cluster];
    for (uint32_t t = it->touched.first[work->cluster]; t < it->touched.first[work->cluster + 1];
         t++) {
        uint32_t other = it->touched.at[t];
        const struct shape *o = &it->shapes.shapes[other];
        if (other == shape || (s->kind == o->kind && s->owner == o->owner &&
                               (s->kind == SHAPE_PIN || s->kind == SHAPE_PORT)))
            return true;
    }
    return false;
}

/* A shape of others that enters the box, or TECH_NONE. */
static uint32_t hit(const struct work *work, struct rect box)
{
    const struct inspection *it = work->it;
    struct bins_search search = bins_search(&it->bins[work->number], box, 0);
    for (uint32_t i = 0; bins_next(&search, &i);)
        if (rect_overlap(it->rects[i], box) && !is_own(work, i))
            return i;
    return TECH_NONE;
}

static void judge_line_end(const struct work *work, const struct tech_line_end *rule,
                           struct point a, struct point b)
{
    struct inspection *it = work->it;
    if (edge_length(a, b) >= rule->width || !takes_part(work, edge_box(a, b), false))
        return;
    if (rule->par_space != LENGTH_NONE) {
        bool one = hit(work, beside(a, b, rule, true)) != TECH_NONE;
        bool two = hit(work, beside(a, b, rule, false)) != TECH_NONE;
        if (!(rule->two_edges ? one && two : one || two))
            return;
    }
    uint32_t other = hit(work, beyond(a, b, rule->spacing, rule->within));
    if (other != TECH_NONE)
        inspect_fault(it, FAULT_LINE_END, "%s: a line end of %s has %s within %s",
                      place_text(it, work->number, edge_box(a, b)).text, work->net,
                      owner_text(it, other).text, length_text(it, rule->spacing).text);
}

static void judge_line_ends(const struct work *work, uint32_t loop)
{
    const struct polygon *polygon = &work->it->polygon;
    struct slice rules = work->layer->line_ends;
    int64_t count = (int64_t)polygon->loop_first[loop + 1] - polygon->loop_first[loop];
    for (int64_t i = 0; i < count && rules.count > 0; i++) {
        struct point z = corner(polygon, loop, i - 1), a = corner(polygon, loop, i);
        struct point b = corner(polygon, loop, i + 1), c = corner(polygon, loop, i + 2);
        if (turn(z, a, b) <= 0 || turn(a, b, c) <= 0)
            continue;
        for (uint32_t r = rules.first; r < rules.first + rules.count; r++)
            judge_line_end(work, &work->it->chip->tech.line_ends[r], a, b);
    }
}

/* ---- a cluster ------------------------------------------------------------------------------ */

/* EXCEPTNONCOREPINS: metal of pins of cells that are no standard cells may have any shape. */
static bool has_other_pins(const struct work *work)
{
    const struct inspection *it = work->it;
    for (uint32_t t = it->touched.first[work->cluster]; t < it->touched.first[work->cluster + 1];
         t++) {
        const struct shape *shape = &it->shapes.shapes[it->touched.at[t]];
        if (shape->kind == SHAPE_PORT)
            return true;
        if (shape->kind != SHAPE_PIN)
            continue;
        uint32_t component = chip_pin(it->chip, shape->owner).component;
        if (!it->chip->library.macros[it->chip->placed.components[component].macro].core)
            return true;
    }
    return false;
}

static void judge_rectangle(const struct work *work)
{
    struct inspection *it = work->it;
    if (!work->layer->rect_only || it->polygon.point_count == 4 * it->polygon.loop_count ||
        (work->layer->rect_only_not_pins && has_other_pins(work)))
        return;
    inspect_fault(it, FAULT_SHAPE, "%s of %s: merged metal is not a rectangle, as RECTONLY asks",
                  place_text(it, work->number, it->rects[it->heads[work->cluster]]).text,
                  work->net);
}

static bool has_thin(const struct work *work)
{
    const struct inspection *it = work->it;
    for (uint32_t m = it->members.first[work->cluster]; m < it->members.first[work->cluster + 1];
         m++)
        if (it->neck[it->members.at[m]] ||
            rect_narrow(it->rects[it->members.at[m]]) < work->layer->min_width)
            return true;
    return false;
}

static bool has_area(const struct work *work)
{
    const struct inspection *it = work->it;
    for (uint32_t m = it->members.first[work->cluster]; m < it->members.first[work->cluster + 1];
         m++) {
        struct rect r = it->rects[it->members.at[m]];
        if ((int64_t)rect_width(r) * rect_height(r) >= work->layer->area)
            return true;
    }
    return false;
}

static bool has_pieces(const struct work *work)
{
    const struct inspection *it = work->it;
    for (uint32_t m = it->members.first[work->cluster]; m < it->members.first[work->cluster + 1];
         m++)
        if (it->piece_first[it->members.at[m]] < it->piece_first[it->members.at[m] + 1])
            return true;
    return false;
}

static enum status judge_cluster(const struct work *work, struct error *error)
{
    struct inspection *it = work->it;
    const struct tech_layer *layer = work->layer;
    bool small = !has_area(work), thin = has_thin(work);
    bool loops = layer->line_ends.count > 0 || layer->steps.count > 0 ||
                 layer->enclosed.count > 0 || layer->rect_only;
    if (!has_pieces(work) || !(small || thin || loops))
        return STATUS_OK;
    TRY(inspect_outline(it, work->cluster, error));
    TRY(polygon_make(&it->polygon, it->outline.at, it->outline.count, error));
    if (small)
        judge_area(work);
    if (loops || thin)
        TRY(polygon_loops(&it->polygon, error));
    for (uint32_t loop = 0; loop < it->polygon.loop_count && loops; loop++) {
        for (uint32_t r = layer->steps.first; r < layer->steps.first + layer->steps.count; r++)
            judge_steps_by(work, &it->chip->tech.steps[r], loop);
        judge_line_ends(work, loop);
    }
    if (loops) {
        judge_holes(work);
        judge_rectangle(work);
    }
    if (thin) {
        TRY(judge_thin(work, error));
        judge_necks(work);
    }
    return STATUS_OK;
}

enum status inspect_outlines(struct inspection *it, struct error *error)
{
    for (uint32_t c = 0; c < it->cluster_count; c++) {
        const struct shape *head = &it->shapes.shapes[it->heads[c]];
        struct work work = {it, c, head->layer, inspect_layer(it, head->layer),
                            inspect_net(it, head->net)};
        assert(work.layer->kind == LAYER_ROUTING);
        TRY(judge_cluster(&work, error));
    }
    return STATUS_OK;
}
