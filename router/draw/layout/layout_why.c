/* layout_why: pictures of layouts that answer a question (picture_options.h): which nets are open
 * and whose wires lie between their pins, where room runs out, which nets go long ways, what
 * differs between two results. */
#include "router/draw/layout/layout_why.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grid/layout/net_facts.h"
#include "router/draw/layout/layout_scene.h"
#include "router/draw/design/scene.h"
#include "router/draw/frame/heaviest.h"

enum {
    NAMED = 6,
    NETS_LOOKED_AT = 200, /* open nets whose lines are followed */
};

/* Of a layout's net, for heaviest_list. */
static const char *name_of(const void *scene, uint32_t net)
{
    return names_text(&((const struct layout_scene *)scene)->layout->placed.net_names, net);
}

/* ---- open nets ------------------------------------------------------------------------------ */

/* The line from a to b meets the rectangle: their boxes do, and not all corners are on one side. */
static bool crosses(struct layout_rect r, int64_t ax, int64_t ay, int64_t bx, int64_t by)
{
    if ((ax < r.x0 && bx < r.x0) || (ax > r.x1 && bx > r.x1) || (ay < r.y0 && by < r.y0) ||
        (ay > r.y1 && by > r.y1))
        return false;
    const int64_t x[] = {r.x0, r.x1, r.x0, r.x1}, y[] = {r.y0, r.y0, r.y1, r.y1};
    int left = 0, right = 0;
    for (int i = 0; i < 4; i++) {
        int64_t side = (bx - ax) * (y[i] - ay) - (by - ay) * (x[i] - ax);
        left += side > 0;
        right += side < 0;
    }
    return left < 4 && right < 4;
}

/* Marks the nets whose wires the line meets. */
static void mark_crossed(const struct layout *layout, const struct shapes *shapes,
                         const int64_t *line, uint32_t net, bool *across)
{
    for (uint32_t i = shapes->first_wire; i < shapes->count; i++) {
        const struct shape *shape = &shapes->shapes[i];
        if (shape->net != net && shape->net != NET_NONE &&
            layout->tech.layers[shape->layer].kind == LAYER_ROUTING &&
            crosses(shape->rect, line[0], line[1], line[2], line[3]))
            across[shape->net] = true;
    }
}

enum status layout_why_across(const struct layout *layout, const struct shapes *shapes,
                              uint32_t net, bool *across, struct error *error)
{
    assert(net < layout->placed.net_names.count && shapes->pin_first != NULL);
    const struct placed *placed = &layout->placed;
    struct slice pins = placed->nets[net].pins;
    uint32_t *x;
    TRY(MEM_NEW(x, 3 * ((size_t)pins.count + 1), "lines of open nets", error));
    uint32_t *y = x + pins.count + 1, *parent = y + pins.count + 1, n = 0;
    const int64_t origin = -(int64_t)COORD_MAX; /* the tree wants numbers from 0 */
    for (uint32_t i = pins.first; i < pins.first + pins.count; i++) {
        const uint32_t pin = placed->net_pins[i];
        if (shapes->pin_first[pin] == shapes->pin_first[pin + 1])
            continue;
        struct layout_rect r = shapes->shapes[shapes->pin_first[pin]].rect;
        x[n] = (uint32_t)(((int64_t)r.x0 + r.x1) / 2 - origin);
        y[n++] = (uint32_t)(((int64_t)r.y0 + r.y1) / 2 - origin);
    }
    enum status status = n > 1 ? flight_tree(x, y, n, parent, error) : STATUS_OK;
    for (uint32_t i = 1; i < n && status == STATUS_OK; i++) {
        const int64_t line[] = {x[i] + origin, y[i] + origin, x[parent[i]] + origin,
                                y[parent[i]] + origin};
        mark_crossed(layout, shapes, line, net, across);
    }
    free(x);
    return status;
}

/* Open nets, and those whose wires lie across the lines between their pins, are strong. */
static enum status choose_failures(struct layout_scene *scene, struct net_weight *ranks,
                                   struct error *error)
{
    const uint32_t nets = scene->layout->placed.net_names.count;
    uint32_t open = 0, looked = 0;
    assert(scene->strong != NULL);
    bool *across = mem_alloc(nets, sizeof *across, "nets of the picture", error);
    enum status status = across != NULL ? STATUS_OK : STATUS_FAILED;
    for (uint32_t net = 0; net < nets && status == STATUS_OK; net++) {
        if (!layout_is_open(scene, net))
            continue;
        scene->strong[net] = true;
        if (open++ >= NETS_LOOKED_AT)
            continue;
        looked++;
        memset(across, 0, nets * sizeof *across);
        status = layout_why_across(scene->layout, &scene->shapes, net, across, error);
        for (uint32_t other = 0; other < nets; other++) {
            ranks[other].weight += across[other];
            scene->strong[other] |= across[other];
        }
    }
    free(across);
    if (open == 0)
        text_append(scene->why, sizeof scene->why, "all nets hang together");
    heaviest_list(scene->why, sizeof scene->why, ranks, scene->layout->placed.net_names.count,
                  name_of, scene, " lies across %" PRIu64 " of %" PRIu64, looked);
    if (open > 0 && scene->why[0] == '\0')
        text_append(scene->why, sizeof scene->why, "no wire lies between the pins of open nets");
    return status;
}

/* ---- lengths, differences ------------------------------------------------------------------- */

static void choose_detours(struct layout_scene *scene, struct net_weight *ranks)
{
    const struct placed *placed = &scene->layout->placed;
    for (uint32_t net = 0; net < placed->net_names.count; net++) {
        struct net_facts facts = net_facts(scene->layout, &scene->shapes, net);
        bool longer = placed->nets[net].regular && facts.least > 0 && facts.length > facts.least;
        uint64_t percent = longer ? (uint64_t)(facts.length * 100 / facts.least - 100) : 0;
        uint64_t step = percent * (HEAT_STEPS - 1) / 100;
        ranks[net].weight = percent;
        scene->tone[net] =
            (uint8_t)(step < HEAT_STEPS ? step : HEAT_STEPS - 1); /* a colour later */
    }
    heaviest_list(scene->why, sizeof scene->why, ranks, scene->layout->placed.net_names.count,
                  name_of, scene, " +%" PRIu64 " %%", 0);
    if (scene->why[0] == '\0')
        text_append(scene->why, sizeof scene->why, "no net is longer than it must be");
}

static bool same_wire(const struct placed_wire *a, const struct placed_wire *b)
{
    return a->x0 == b->x0 && a->y0 == b->y0 && a->x1 == b->x1 && a->y1 == b->y1 &&
           a->width == b->width && a->ext0 == b->ext0 && a->ext1 == b->ext1 && a->via == b->via &&
           a->layer == b->layer && a->kind == b->kind && a->orient == b->orient;
}

static bool same_wires(const struct placed *a, const struct placed *b, uint32_t net)
{
    struct slice x = a->nets[net].wires, y = b->nets[net].wires;
    bool same = x.count == y.count;
    for (uint32_t i = 0; i < x.count && same; i++)
        same = same_wire(&a->wires[x.first + i], &b->wires[y.first + i]);
    return same;
}

static void choose_different(struct layout_scene *scene)
{
    const struct placed *mine = &scene->layout->placed, *other = &scene->other->placed;
    uint32_t count = 0;
    char names[256] = "";
    assert(mine->net_names.count == other->net_names.count && scene->strong != NULL);
    for (uint32_t net = 0; net < mine->net_names.count; net++) {
        if (same_wires(mine, other, net))
            continue;
        scene->strong[net] = true;
        if (count++ < NAMED)
            text_append(names, sizeof names, "%s%.40s", count > 1 ? ", " : ": ",
                        names_text(&mine->net_names, net));
    }
    text_append(scene->why, sizeof scene->why, "%u of %u nets differ%s", count, mine->regular_count,
                names);
}

/* ---- passes --------------------------------------------------------------------------------- */

enum status layout_why_prepare(struct layout_scene *scene, struct error *error)
{
    const uint32_t nets = scene->layout->placed.net_names.count;
    if (scene->show == SHOW_ROUTES)
        return STATUS_OK;
    if (scene->show == SHOW_CONGESTION)
        return layout_congestion_prepare(scene, error);
    struct net_weight *ranks = mem_alloc(nets, sizeof *ranks, "nets of the picture", error);
    if (scene->show != SHOW_DETOURS && scene->strong == NULL)
        scene->strong = mem_alloc(nets, sizeof *scene->strong, "nets of the picture", error);
    if (scene->show == SHOW_DETOURS)
        scene->tone = mem_alloc(nets, 1, "nets of the picture", error);
    enum status status =
        ranks != NULL && (scene->strong != NULL || scene->tone != NULL) ? STATUS_OK : STATUS_FAILED;
    for (uint32_t net = 0; net < nets && status == STATUS_OK; net++)
        ranks[net] = (struct net_weight){net, 0};
    if (status == STATUS_OK && scene->show == SHOW_FAILURES)
        status = choose_failures(scene, ranks, error);
    else if (status == STATUS_OK && scene->show == SHOW_DETOURS)
        choose_detours(scene, ranks);
    else if (status == STATUS_OK)
        choose_different(scene);
    free(ranks);
    return status;
}

/* The other result's wires of nets that differ: grey. */
static enum status draw_other(const struct layout_scene *scene, struct error *error)
{
    assert(scene->other != NULL && scene->strong != NULL);
    struct shapes shapes = {0};
    enum status status = shapes_make(&shapes, scene->other, error);
    for (uint32_t i = shapes.first_wire; status == STATUS_OK && i < shapes.count; i++) {
        const struct shape *shape = &shapes.shapes[i];
        struct pixels at = layout_view_rect(scene, shape->rect);
        if (shape->net == NET_NONE || !scene->strong[shape->net] ||
            !rect_meet(scene->view, shape->rect))
            continue;
        paint_part(scene->frame.paint, PART_MARKS, 0, shape->net);
        paint_rect(scene->frame.paint, at.x, at.y, at.width, at.height, COLOUR_FAINT);
    }
    shapes_destroy(&shapes);
    return status;
}

enum status layout_why_draw(struct layout_scene *scene, struct error *error)
{
    assert(scene->tone == NULL || scene->show == SHOW_DETOURS);
    uint8_t steps[HEAT_STEPS];
    if (scene->show == SHOW_CONGESTION)
        layout_congestion_draw(scene);
    if (scene->show == SHOW_DETOURS)
        heat_steps(scene->frame.paint->palette, steps);
    for (uint32_t net = 0; scene->tone != NULL && net < scene->layout->placed.net_names.count;
         net++)
        scene->tone[net] = steps[scene->tone[net]];
    return scene->show == SHOW_DIFF ? draw_other(scene, error) : STATUS_OK;
}

void layout_why_items(struct text_flow *flow, const struct layout_scene *scene)
{
    char text[80] = "light: no wire, dark: full of wires at the layer's pitch";
    if (scene->show == SHOW_CONGESTION && heat_top(&scene->heat) < 100)
        snprintf(text, sizeof text, "light: no wire, dark: %u %% of the wires at the layer's pitch",
                 heat_top(&scene->heat));
    if (scene->show == SHOW_CONGESTION)
        heat_items(flow, text, true);
    else if (scene->show == SHOW_DETOURS)
        heat_items(flow, "light: as short as can be, dark: twice as long or longer", false);
    else if (scene->show == SHOW_DIFF)
        flow_box(flow, COLOUR_FAINT, COLOUR_FAINT, "wires of the other result");
}
