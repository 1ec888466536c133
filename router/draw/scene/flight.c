/* flight: dashed lines between the pins of each open net, along a minimum spanning tree. If there
 * are too many lines, only evenly chosen nets have lines. */
#include "router/draw/scene/scene.h"

static uint64_t apart(struct scene_point a, struct scene_point b)
{
    return (uint64_t)llabs((long long)(a.x - b.x)) + (uint64_t)llabs((long long)(a.y - b.y));
}

/* Prim's method with an array: the nearest point outside joins; ties: lowest index. */
static void prim(const struct scene_point *at, uint32_t n, uint32_t *parent, uint64_t *near)
{
    const uint64_t inside = UINT64_MAX;
    for (uint32_t i = 0; i < n; i++) {
        parent[i] = 0;
        near[i] = apart(at[i], at[0]);
    }
    near[0] = inside;
    for (uint32_t round = 1; round < n; round++) {
        uint32_t next = 0;
        for (uint32_t i = 1; i < n; i++)
            if (near[i] != inside && (next == 0 || near[i] < near[next]))
                next = i;
        assert(next > 0);
        near[next] = inside;
        for (uint32_t i = 1; i < n; i++)
            if (near[i] != inside && apart(at[i], at[next]) < near[i]) {
                near[i] = apart(at[i], at[next]);
                parent[i] = next;
            }
    }
}

enum status flight_tree(const struct scene_point *at, uint32_t n, flight_line *line,
                        const void *context, struct error *error)
{
    uint64_t *near;
    uint32_t *parent;
    TRY(MEM_NEW(near, n, "flight lines", error));
    const enum status status = MEM_NEW(parent, n, "flight lines", error);
    for (uint32_t i = 1; i < n && parent != NULL; i++)
        parent[i] = i - 1;
    if (status == STATUS_OK && n > 1 && n <= FLIGHT_PINS_MAX)
        prim(at, n, parent, near);
    for (uint32_t i = 1; i < n && status == STATUS_OK; i++)
        line(context, at[i], at[parent[i]]);
    MEM_FREE(near, parent);
    return status;
}

static bool has_lines(const struct scene *scene, uint32_t net)
{
    return scene_is_open(scene, net) && !scene_is_asked(scene, net) && /* asked.c draws those */
           (scene->ops->traits->dimmed_lines || scene_is_highlighted(scene, net));
}

void flight_prepare(struct scene *scene)
{
    uint64_t lines = 0;
    for (uint32_t net = 0; net < scene->nets; net++)
        if (has_lines(scene, net)) {
            const uint32_t pins = scene->ops->pins(scene, net, NULL);
            lines += pins > 0 ? pins - 1 : 0;
        }
    scene->has_flights = lines > 0;
    scene->flight_every = (uint32_t)(lines / FLIGHT_LINES_MAX) + 1;
}

bool flight_next(const struct scene *scene, struct flight_walk *walk)
{
    assert(scene->flight_every >= 1);
    while (walk->next < scene->nets) {
        walk->net = walk->next++;
        if (has_lines(scene, walk->net) && walk->seen++ % scene->flight_every == 0)
            return true;
    }
    return false;
}

static enum status draw_net(const struct scene *scene, uint32_t net, struct error *error)
{
    struct scene_point *at;
    TRY(MEM_NEW(at, scene->ops->pins(scene, net, NULL), "flight lines", error));
    paint_part(scene->frame.paint, PART_MARKS, 0, net);
    const enum status status =
        flight_tree(at, scene->ops->pins(scene, net, at), scene->ops->line, scene, error);
    free(at);
    return status;
}

enum status flight_draw(const struct scene *scene, struct error *error)
{
    for (struct flight_walk walk = {0}; flight_next(scene, &walk);)
        TRY(draw_net(scene, walk.net, error));
    return STATUS_OK;
}
