/* outline: checks area, holes, width and shape of merged metal, cluster by cluster. A cluster is
 * merged with the pins that it touches; a fault counts only if a new piece takes part in it. */
#include "grid/check/layout/outline.h"

#include <stdio.h>

/* True if the metal continues in special wiring, so that its area is not known. */
static bool continues(const struct outline *outline)
{
    const struct inspection *it = outline->it;
    for (uint32_t t = 0; t < outline->touched_count; t++)
        if (it->shapes.shapes[outline->touched[t]].kind == SHAPE_SPECIAL)
            return true;
    return false;
}

/* An area in square microns, with five decimals. */
static struct length_text area_text(const struct inspection *it, int64_t area)
{
    double micron = it->layout->tech.units_per_micron;
    struct length_text text;
    snprintf(text.text, sizeof text.text, "%.5f", (double)area / micron / micron);
    return text;
}

static void check_area(const struct outline *outline)
{
    struct inspection *it = outline->it;
    int64_t area = outline->layer->area > 0 ? polygon_area(&it->polygon) : 0;
    if (area >= outline->layer->area || continues(outline))
        return;
    inspect_report(it, FAULT_AREA, "%s: metal of %s has an area of %s; at least %s is required",
                   shape_place(it, it->heads[outline->cluster]).text, outline->net,
                   area_text(it, area).text, area_text(it, outline->layer->area).text);
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

/* Checks MINENCLOSEDAREA of holes; a rule with WIDTH only if wires are wider than that. */
static void check_holes(const struct outline *outline)
{
    struct inspection *it = outline->it;
    struct slice rules = outline->layer->enclosed;
    for (uint32_t loop = 0; loop < it->polygon.loop_count && rules.count > 0; loop++) {
        int64_t area = -polygon_loop_area(&it->polygon, loop) / 2;
        struct layout_rect box = loop_box(&it->polygon, loop);
        if (area <= 0 || !inspect_takes_part(outline->it, outline->cluster, box, true))
            continue;
        for (uint32_t i = rules.first; i < rules.first + rules.count; i++) {
            const struct tech_enclosed *rule = &it->layout->tech.enclosed[i];
            if (area >= rule->area || (rule->width != LENGTH_NONE && rule->width > 0 &&
                                       outline->layer->width <= rule->width))
                continue;
            inspect_report(it, FAULT_AREA,
                           "%s: a hole in metal of %s has an area of %s; at least %s is required",
                           outline_place(outline, box).text, outline->net, area_text(it, area).text,
                           area_text(it, rule->area).text);
        }
    }
}

/* Finds parts that no square of the minimum width inside the metal covers. */
static enum status check_thin(const struct outline *outline, struct error *error)
{
    struct inspection *it = outline->it;
    struct polygon *polygon = &it->polygon;
    int32_t width = outline->layer->min_width;
    struct rects rest = {0}, spare = {0};
    TRY(polygon_maximal(polygon, error));
    uint32_t wide = 0;
    for (uint32_t i = 0; i < polygon->rect_count; i++)
        if (rect_narrow(polygon->rects[i]) >= width)
            polygon->rects[wide++] = polygon->rects[i];
    enum status status = STATUS_OK;
    bool reported = false;
    for (uint32_t i = 0; i < it->outline.count && !reported && status == STATUS_OK; i++) {
        rest.count = 0;
        status = rects_add_rest(&rest, it->outline.at[i], polygon->rects, wide, &spare, error);
        for (uint32_t k = 0; k < rest.count && !reported && status == STATUS_OK; k++)
            if ((reported = inspect_takes_part(outline->it, outline->cluster, rest.at[k], false)))
                inspect_report(it, FAULT_WIDTH, "%s of %s is narrower than %s",
                               outline_place(outline, rest.at[k]).text, outline->net,
                               length_text(it, width).text);
    }
    MEM_FREE(rest.at, spare.at);
    return status;
}

/* True if the quadrant of a corner in the direction (sx, sy) has no metal of the polygon. */
static bool is_empty_beyond(const struct polygon *polygon, struct point p, int32_t sx, int32_t sy)
{
    struct layout_rect probe = {sx > 0 ? p.x : p.x - 1, sy > 0 ? p.y : p.y - 1,
                                sx > 0 ? p.x + 1 : p.x, sy > 0 ? p.y + 1 : p.y};
    return !polygon_covers(polygon, probe);
}

/* True if two inside corners face each other across metal, closer than the minimum width. */
static bool is_neck(const struct outline *outline, struct point p, struct point q)
{
    const struct polygon *polygon = &outline->it->polygon;
    int64_t dx = (int64_t)p.x - q.x, dy = (int64_t)p.y - q.y, width = outline->layer->min_width;
    if (dx == 0 || dy == 0 || dx * dx + dy * dy >= width * width)
        return false;
    struct layout_rect box = rect_grow(edge_box(p, q), -1);
    int32_t sx = q.x > p.x ? 1 : -1, sy = q.y > p.y ? 1 : -1;
    return polygon_covers(polygon, box) && is_empty_beyond(polygon, p, -sx, -sy) &&
           is_empty_beyond(polygon, q, sx, sy) &&
           inspect_takes_part(outline->it, outline->cluster, box, true);
}

static void check_necks(const struct outline *outline)
{
    struct inspection *it = outline->it;
    struct polygon *polygon = &it->polygon;
    uint32_t inside = 0;
    /* Moves inside corners to the front of the points, which are not needed afterwards. */
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
            if (is_neck(outline, polygon->points[i], polygon->points[k])) {
                struct layout_rect box =
                    rect_grow(edge_box(polygon->points[i], polygon->points[k]), -1);
                inspect_report(it, FAULT_WIDTH, "%s of %s: a neck narrower than %s",
                               outline_place(outline, box).text, outline->net,
                               length_text(it, outline->layer->min_width).text);
                return;
            }
}

/* EXCEPTNONCOREPINS: pins of cells other than standard cells may have any shape. */
static bool has_other_pins(const struct outline *outline)
{
    const struct inspection *it = outline->it;
    for (uint32_t t = 0; t < outline->touched_count; t++) {
        const struct shape *shape = &it->shapes.shapes[outline->touched[t]];
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

static void check_rectangle(const struct outline *outline)
{
    struct inspection *it = outline->it;
    if (!outline->layer->rect_only || it->polygon.point_count == 4 ||
        (outline->layer->rect_only_not_pins && has_other_pins(outline)))
        return;
    inspect_report(it, FAULT_SHAPE,
                   "%s of %s: merged metal is not a rectangle, as RECTONLY requires",
                   shape_place(it, it->heads[outline->cluster]).text, outline->net);
}

static enum status check_cluster(const struct outline *outline, struct error *error)
{
    assert(outline->cluster < outline->it->cluster_count);
    struct inspection *it = outline->it;
    const struct tech_layer *layer = outline->layer;
    bool small = true, thin = false, pieces = false;
    for (uint32_t m = it->members.first[outline->cluster];
         m < it->members.first[outline->cluster + 1]; m++) {
        uint32_t shape = it->members.at[m];
        struct layout_rect r = it->shapes.shapes[shape].rect;
        small = small && (int64_t)rect_width(r) * rect_height(r) < layer->area;
        thin = thin || it->neck[shape] || rect_narrow(r) < layer->min_width;
        pieces = pieces || it->piece_first[shape] < it->piece_first[shape + 1];
    }
    bool loops = layer->line_ends.count > 0 || layer->steps.count > 0 ||
                 layer->enclosed.count > 0 || layer->rect_only;
    if (!pieces || !(small || thin || loops))
        return STATUS_OK;
    TRY(inspect_outline(it, outline->cluster, error));
    TRY(polygon_make(&it->polygon, it->outline.at, it->outline.count, error));
    if (small)
        check_area(outline);
    if (loops || thin)
        TRY(polygon_loops(&it->polygon, error));
    for (uint32_t loop = 0; loop < it->polygon.loop_count && loops; loop++) {
        outline_steps(outline, loop);
        outline_line_ends(outline, loop);
    }
    if (loops) {
        check_holes(outline);
        check_rectangle(outline);
    }
    if (thin) {
        TRY(check_thin(outline, error));
        check_necks(outline);
    }
    return STATUS_OK;
}

static enum status check_outline(struct inspection *it, uint32_t c, struct error *error)
{
    const struct shape *head = &it->shapes.shapes[it->heads[c]];
    const uint32_t *touched = it->touched.first + c;
    struct outline outline = {it,
                              c,
                              head->layer,
                              inspect_layer(it, head->layer),
                              inspect_net(it, head->net),
                              it->touched.at + touched[0],
                              touched[1] - touched[0]};
    assert(outline.layer->kind == LAYER_ROUTING);
    return check_cluster(&outline, error);
}

enum status inspect_outlines(struct inspection *it, struct error *error)
{
    const struct inspect_loop loop = {.body = check_outline, .count = it->cluster_count};
    return inspect_each(it, &loop, error);
}
