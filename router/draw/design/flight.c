/* flight: dashed lines between the pins of each unrouted net, along a minimum spanning tree. Very
 * many lines would take seconds and cover everything: then evenly chosen nets have theirs. */
#include <assert.h>
#include <stdlib.h>

#include "router/draw/design/scene.h"

static uint64_t apart(const uint32_t *x, const uint32_t *y, uint32_t a, uint32_t b)
{
    return (uint64_t)llabs((long long)x[a] - x[b]) + (uint64_t)llabs((long long)y[a] - y[b]);
}

/* Prim's method with an array: at each turn the nearest point outside joins; ties: lowest index. */
static void prim(const uint32_t *x, const uint32_t *y, uint32_t n, uint32_t *parent, uint64_t *near)
{
    const uint64_t inside = UINT64_MAX;
    for (uint32_t i = 0; i < n; i++) {
        parent[i] = 0;
        near[i] = apart(x, y, i, 0);
    }
    near[0] = inside;
    for (uint32_t round = 1; round < n; round++) {
        uint32_t next = 0;
        for (uint32_t i = 1; i < n; i++)
            if (near[i] != inside && (next == 0 || near[i] < near[next]))
                next = i;
        near[next] = inside;
        for (uint32_t i = 1; i < n; i++)
            if (near[i] != inside && apart(x, y, i, next) < near[i]) {
                near[i] = apart(x, y, i, next);
                parent[i] = next;
            }
    }
}

enum status flight_tree(const uint32_t *x, const uint32_t *y, uint32_t n, uint32_t *parent,
                        struct error *error)
{
    assert(n >= 1);
    if (n > FLIGHT_PINS_MAX) {
        for (uint32_t i = 0; i < n; i++)
            parent[i] = i > 0 ? i - 1 : 0;
        return STATUS_OK;
    }
    uint64_t *near;
    TRY(MEM_NEW(near, n, "flight lines", error));
    prim(x, y, n, parent, near);
    free(near);
    return STATUS_OK;
}

void flight_line(const struct scene *scene, int64_t x0, int64_t y0, int64_t x1, int64_t y1,
                 double thick)
{
    paint_line(scene->frame.paint, x0, y0, x1, y1, thick + 2, 0, 0, COLOUR_WHITE);
    paint_line(scene->frame.paint, x0, y0, x1, y1, thick, 4 * thick, 2.5 * thick, COLOUR_UNROUTED);
}

/* A line between the middles of two cells, in half pixels. In large cells it ends at the pins'
 * squares, so that their names can be read. */
static void draw_edge(const struct scene *scene, int64_t x0, int64_t y0, int64_t x1, int64_t y1,
                      double thick)
{
    int64_t dx = x1 - x0, dy = y1 - y0, square = (int64_t)scene->scale * 4 / 5;
    int64_t longer = llabs(dx) > llabs(dy) ? llabs(dx) : llabs(dy);
    if (scene->scale >= PIN_NAMES_FROM && longer > 2 * square) {
        x0 += dx * square / longer;
        y0 += dy * square / longer;
        x1 -= dx * square / longer;
        y1 -= dy * square / longer;
    }
    flight_line(scene, x0, y0, x1, y1, thick);
}

static enum status draw_net(const struct scene *scene, uint32_t net, struct error *error)
{
    assert(scene_is_unrouted(scene, net));
    const struct grid *grid = &scene->design->grid;
    const struct netlist *nets = &scene->design->nets;
    const struct pin *pins = nets->pins + nets->nets[net].first_pin;
    uint32_t n = nets->nets[net].pin_count;
    double thick = scene->frame.bare ? 1 : scene->frame.text * 0.6;
    paint_part(scene->frame.paint, PART_MARKS, 0, net);
    thick = scene->scale / 16.0 > thick ? scene->scale / 16.0 : thick;
    uint32_t *table = mem_alloc(n, 3 * sizeof *table, "flight lines", error);
    if (table == NULL)
        return STATUS_FAILED;
    uint32_t *x = table, *y = table + n, *parent = table + 2 * (size_t)n;
    for (uint32_t i = 0; i < n; i++) {
        x[i] = grid_x(grid, pins[i].cell);
        y[i] = grid_y(grid, pins[i].cell);
    }
    enum status status = flight_tree(x, y, n, parent, error);
    for (uint32_t i = 1; status == STATUS_OK && i < n; i++)
        draw_edge(scene, 2 * view_x(scene, x[i]) + scene->scale,
                  2 * view_y(scene, y[i]) + scene->scale,
                  2 * view_x(scene, x[parent[i]]) + scene->scale,
                  2 * view_y(scene, y[parent[i]]) + scene->scale, thick);
    free(table);
    return status;
}

void flight_prepare(struct scene *scene)
{
    uint64_t lines = 0;
    for (uint32_t net = 0; net < scene->design->nets.net_count; net++)
        if (scene_is_unrouted(scene, net) && scene_is_strong(scene, net))
            lines += scene->design->nets.nets[net].pin_count - 1;
    scene->flight_every = (uint32_t)(lines / FLIGHT_LINES_MAX) + 1;
}

bool flight_next(const struct scene *scene, struct flight_walk *walk)
{
    assert(scene->flight_every >= 1);
    while (walk->next < scene->design->nets.net_count) {
        walk->net = walk->next++;
        if (scene_is_unrouted(scene, walk->net) && scene_is_strong(scene, walk->net) &&
            walk->seen++ % scene->flight_every == 0)
            return true;
    }
    return false;
}

enum status flight_draw(const struct scene *scene, struct error *error)
{
    for (struct flight_walk walk = {0}; flight_next(scene, &walk);)
        TRY(draw_net(scene, walk.net, error));
    return STATUS_OK;
}
