/* outline: the rules that merged metal obeys as a whole: area, holes, width, rectangles only; and
 * the way through all clusters.
 *
 * A cluster is merged with the pins that it touches, and the rules are put to the boundary of the
 * whole. A fault counts where a new piece takes part in it: what pins do alone is not judged.
 */
#include "grid/check/layout/work.h"

#include <stdio.h>

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
    double micron = it->layout->tech.units_per_micron;
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
    inspect_fault(
        it, FAULT_AREA, "%s: metal of %s has an area of %s; at least %s is right",
        fault_place(it, outline_net(work), work->number, it->rects[it->heads[work->cluster]]).text,
        work->net, has, asked);
}

static struct layout_rect loop_box(const struct polygon *polygon, uint32_t loop)
{
    assert(loop < polygon->loop_count && polygon->loop_first[loop] < polygon->loop_first[loop + 1]);
    struct point p = polygon->points[polygon->loop_first[loop]];
    struct layout_rect box = {p.x, p.y, p.x, p.y};
    for (uint32_t i = polygon->loop_first[loop]; i < polygon->loop_first[loop + 1]; i++) {
        p = polygon->points[i];
        box = rect_join(box, (struct layout_rect){p.x, p.y, p.x, p.y});
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
        struct layout_rect box = loop_box(&it->polygon, loop);
        if (area <= 0 || !outline_takes_part(work, box, true))
            continue;
        for (uint32_t i = rules.first; i < rules.first + rules.count; i++) {
            const struct tech_enclosed *rule = &it->layout->tech.enclosed[i];
            if (area >= rule->area || (rule->width != LENGTH_NONE && rule->width > 0 &&
                                       work->layer->width <= rule->width))
                continue;
            char has[32], asked[32];
            area_text(it, area, has, sizeof has);
            area_text(it, rule->area, asked, sizeof asked);
            inspect_fault(
                it, FAULT_AREA, "%s: a hole in metal of %s has an area of %s; at least %s is right",
                fault_place(it, outline_net(work), work->number, box).text, work->net, has, asked);
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
            if ((told = outline_takes_part(work, rest.at[k], false)))
                inspect_fault(it, FAULT_WIDTH, "%s of %s is narrower than %s",
                              fault_place(it, outline_net(work), work->number, rest.at[k]).text,
                              work->net, length_text(it, width).text);
    }
    MEM_FREE(rest.at, spare.at);
    return status;
}

/* The quadrant beyond a corner, in the direction (sx, sy), is without metal of the polygon. */
static bool is_empty_beyond(const struct polygon *polygon, struct point p, int32_t sx, int32_t sy)
{
    struct layout_rect probe = {sx > 0 ? p.x : p.x - 1, sy > 0 ? p.y : p.y - 1,
                                sx > 0 ? p.x + 1 : p.x, sy > 0 ? p.y + 1 : p.y};
    return !polygon_covers(polygon, probe);
}

/* Two inside corners that face each other across metal, closer than the width. */
static bool is_neck(const struct work *work, struct point p, struct point q)
{
    const struct polygon *polygon = &work->it->polygon;
    int64_t dx = (int64_t)p.x - q.x, dy = (int64_t)p.y - q.y, width = work->layer->min_width;
    if (dx == 0 || dy == 0 || dx * dx + dy * dy >= width * width)
        return false;
    struct layout_rect box = rect_grow(edge_box(p, q), -1);
    int32_t sx = q.x > p.x ? 1 : -1, sy = q.y > p.y ? 1 : -1;
    return polygon_covers(polygon, box) && is_empty_beyond(polygon, p, -sx, -sy) &&
           is_empty_beyond(polygon, q, sx, sy) && outline_takes_part(work, box, true);
}

static void judge_necks(const struct work *work)
{
    struct inspection *it = work->it;
    struct polygon *polygon = &it->polygon;
    uint32_t inside = 0;
    /* Inside corners move to the front of the points, which nothing needs after this. */
    for (uint32_t loop = 0; loop < polygon->loop_count; loop++) {
        uint32_t first = polygon->loop_first[loop], count = polygon->loop_first[loop + 1] - first;
        struct point before = loop_corner(polygon, loop, -1), start = loop_corner(polygon, loop, 0);
        for (uint32_t i = 0; i < count; i++) {
            struct point here = polygon->points[first + i];
            struct point next = i + 1 < count ? polygon->points[first + i + 1] : start;
            if (corner_turn(before, here, next) < 0)
                polygon->points[inside++] = here;
            assert(inside <= first + i + 1); /* nothing is overwritten before it is read */
            before = here;
        }
    }
    for (uint32_t i = 0; i < inside; i++)
        for (uint32_t k = i + 1; k < inside; k++)
            if (is_neck(work, polygon->points[i], polygon->points[k])) {
                struct layout_rect box =
                    rect_grow(edge_box(polygon->points[i], polygon->points[k]), -1);
                inspect_fault(it, FAULT_WIDTH, "%s of %s: a neck narrower than %s",
                              fault_place(it, outline_net(work), work->number, box).text, work->net,
                              length_text(it, work->layer->min_width).text);
                return;
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
        uint32_t component = layout_pin(it->layout, shape->owner).component;
        assert(component < it->layout->placed.component_names.count);
        if (!it->layout->library.macros[it->layout->placed.components[component].macro].core)
            return true;
    }
    return false;
}

static void judge_rectangle(const struct work *work)
{
    struct inspection *it = work->it;
    if (!work->layer->rect_only || it->polygon.point_count == 4 ||
        (work->layer->rect_only_not_pins && has_other_pins(work)))
        return;
    inspect_fault(
        it, FAULT_SHAPE, "%s of %s: merged metal is not a rectangle, as RECTONLY asks",
        fault_place(it, outline_net(work), work->number, it->rects[it->heads[work->cluster]]).text,
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
        struct layout_rect r = it->rects[it->members.at[m]];
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
    assert(work->cluster < work->it->cluster_count);
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
        outline_steps(work, loop);
        outline_line_ends(work, loop);
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
