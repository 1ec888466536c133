/* why: pictures that answer a question (picture_options.h): which nets fail and what is in their
 * way, where room runs out, which nets go long ways, what differs between two results. */
#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "router/draw/design/scene.h"
#include "router/draw/frame/heaviest.h"

enum { NAMED = 6, STEPS = HEAT_STEPS };

/* ---- choice of nets ------------------------------------------------------------------------- */

/* Of a net, for heaviest_list. */
static const char *name_of(const void *scene, uint32_t net)
{
    return netlist_name(&((const struct scene *)scene)->design->nets, net);
}

/* Unrouted nets and those in their way are strong. */
static void choose_failures(struct scene *scene, struct net_weight *ranks)
{
    const struct routes *routes = scene->routes;
    uint64_t failed = 0;
    for (uint32_t net = 0; net < routes->net_count; net++) {
        const struct route *route = &routes->nets[net];
        failed += route->state != ROUTE_ROUTED;
        scene->strong[net] |= route->state != ROUTE_ROUTED;
        for (size_t i = 0; i < route->blocker_count; i++) {
            uint32_t blocker = routes->blockers[route->first_blocker + i];
            assert(blocker < routes->net_count);
            ranks[blocker].weight++;
            scene->strong[blocker] = true;
        }
    }
    text_append(scene->why, sizeof scene->why, failed > 0 ? "" : "all nets are routed");
    heaviest_list(scene->why, sizeof scene->why, ranks, scene->design->nets.net_count, name_of,
                  scene, " blocks %" PRIu64 " of %" PRIu64, failed);
}

uint64_t why_least_length(const struct design *design, uint32_t net)
{
    const struct grid *grid = &design->grid;
    const struct net *it = &design->nets.nets[net];
    uint32_t x0 = UINT32_MAX, x1 = 0, y0 = UINT32_MAX, y1 = 0;
    for (uint32_t i = 0; i < it->pin_count; i++) {
        cell_t cell = design->nets.pins[it->first_pin + i].cell;
        uint32_t x = grid_x(grid, cell), y = grid_y(grid, cell);
        x0 = x < x0 ? x : x0;
        x1 = x > x1 ? x : x1;
        y0 = y < y0 ? y : y0;
        y1 = y > y1 ? y : y1;
    }
    return (uint64_t)(x1 - x0) + (y1 - y0);
}

/* Each net has the colour of its length over the least possible. */
static void choose_detours(struct scene *scene, struct net_weight *ranks)
{
    for (uint32_t net = 0; net < scene->routes->net_count; net++) {
        uint64_t least = why_least_length(scene->design, net);
        uint64_t length = scene->routes->nets[net].length;
        uint64_t percent = length > least && least > 0 ? length * 100 / least - 100 : 0;
        uint64_t step = percent * (STEPS - 1) / 100;
        ranks[net].weight = percent;
        scene->tone[net] = (uint8_t)(step < STEPS ? step : STEPS - 1); /* a colour later */
    }
    heaviest_list(scene->why, sizeof scene->why, ranks, scene->design->nets.net_count, name_of,
                  scene, " +%" PRIu64 " %%", 0);
    if (scene->why[0] == '\0')
        text_append(scene->why, sizeof scene->why, "no net is longer than it has to be");
}

static bool same_wires(const struct routes *a, const struct routes *b, uint32_t net)
{
    const struct route *x = &a->nets[net], *y = &b->nets[net];
    return x->state == y->state && x->wire_count == y->wire_count &&
           (x->wire_count == 0 || memcmp(a->wires + x->first_wire, b->wires + y->first_wire,
                                         x->wire_count * sizeof *a->wires) == 0);
}

/* Nets that differ are strong. */
static void choose_different(struct scene *scene)
{
    assert(scene->other->net_count == scene->routes->net_count);
    uint32_t count = 0;
    char names[256] = "";
    for (uint32_t net = 0; net < scene->routes->net_count; net++) {
        if (same_wires(scene->routes, scene->other, net))
            continue;
        scene->strong[net] = true;
        if (count++ < NAMED)
            text_append(names, sizeof names, "%s%.40s", count > 1 ? ", " : ": ",
                        netlist_name(&scene->design->nets, net));
    }
    text_append(scene->why, sizeof scene->why, "%u of %u nets differ%s", count,
                scene->routes->net_count, names);
    if (count > NAMED)
        text_append(scene->why, sizeof scene->why, " and %u more", count - NAMED);
}

enum status why_prepare(struct scene *scene, struct error *error)
{
    uint32_t nets = scene->design->nets.net_count;
    if (scene->show == SHOW_ROUTES)
        return STATUS_OK;
    assert(scene->routes != NULL && (scene->other != NULL || scene->show != SHOW_DIFF));
    struct net_weight *ranks = mem_alloc(nets, sizeof *ranks, "nets of the picture", error);
    bool strong = scene->show == SHOW_FAILURES || scene->show == SHOW_DIFF;
    if (strong && scene->strong == NULL)
        scene->strong = mem_alloc(nets, sizeof *scene->strong, "nets of the picture", error);
    scene->tone = mem_alloc(nets, 1, "nets of the picture", error);
    if (ranks == NULL || scene->tone == NULL || (strong && scene->strong == NULL)) {
        free(ranks);
        return STATUS_FAILED;
    }
    for (uint32_t net = 0; net < nets; net++)
        ranks[net] = (struct net_weight){net, 0};
    memset(scene->tone, 0, nets);
    if (scene->show == SHOW_FAILURES)
        choose_failures(scene, ranks);
    else if (scene->show == SHOW_DETOURS)
        choose_detours(scene, ranks);
    else if (scene->show == SHOW_DIFF)
        choose_different(scene);
    free(ranks);
    return scene->show == SHOW_CONGESTION ? congestion_prepare(scene, error) : STATUS_OK;
}

/* ---- passes --------------------------------------------------------------------------------- */

/* The other result's wires of nets that differ, below all: grey. */
static void draw_other(const struct scene *scene)
{
    assert(scene->other != NULL && scene->strong != NULL && scene->tone != NULL);
    struct scene other = *scene;
    other.routes = scene->other;
    other.show = SHOW_ROUTES;
    other.tone = scene->tone;
    other.upmost = NULL; /* no names: wires that come later would cut them */
    memset(scene->tone, COLOUR_FAINT, scene->design->nets.net_count);
    tracks_draw_strong(&other);
    free(scene->tone); /* this result's wires have their layers' colours */
}

void why_draw(struct scene *scene)
{
    uint8_t steps[STEPS];
    if (scene->show == SHOW_CONGESTION)
        congestion_draw(scene);
    if (scene->show == SHOW_DETOURS)
        heat_steps(scene->frame.paint->palette, steps);
    for (uint32_t net = 0; scene->show == SHOW_DETOURS && net < scene->routes->net_count; net++)
        scene->tone[net] = steps[scene->tone[net]];
    if (scene->show == SHOW_DIFF) {
        draw_other(scene);
        scene->tone = NULL;
    }
}

void why_items(struct text_flow *flow, const struct scene *scene)
{
    char text[64] = "light: no cell has a wire, dark: all have";
    if (scene->show == SHOW_CONGESTION && heat_top(&scene->heat) < 100)
        snprintf(text, sizeof text, "light: no cell has a wire, dark: %u %% have",
                 heat_top(&scene->heat));
    if (scene->show == SHOW_CONGESTION)
        heat_items(flow, text, true);
    else if (scene->show == SHOW_DETOURS)
        heat_items(flow, "light: as short as can be, dark: twice as long or longer", false);
    else if (scene->show == SHOW_DIFF)
        flow_box(flow, COLOUR_FAINT, COLOUR_FAINT, "wires of the other result");
    else if (scene->show == SHOW_FAILURES && scene->survey.unrouted) {
        int64_t x = flow_item(flow, flow->mark, "where unrouted nets are stuck"),
                part = flow->mark / 3;
        if (flow->draws)
            paint_rect(scene->frame.paint, x + part, flow->y + part, part, part, COLOUR_UNROUTED);
    }
}
