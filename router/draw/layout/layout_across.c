/* layout_across: tests each wire's rectangle against each straight line between a net's pins. */
#include "router/draw/layout/layout_across.h"

#include "grid/layout/net_facts.h"
#include "router/draw/scene/scene.h"

/* True if the line from a to b meets the rectangle: their boxes meet, and the rectangle's corners
 * are not all on one side of the line. */
static bool crosses(struct layout_rect r, struct scene_point a, struct scene_point b)
{
    if ((a.x < r.x0 && b.x < r.x0) || (a.x > r.x1 && b.x > r.x1) || (a.y < r.y0 && b.y < r.y0) ||
        (a.y > r.y1 && b.y > r.y1))
        return false;
    const int64_t x[] = {r.x0, r.x1, r.x0, r.x1}, y[] = {r.y0, r.y0, r.y1, r.y1};
    int left = 0, right = 0;
    for (int i = 0; i < 4; i++) {
        int64_t side = (b.x - a.x) * (y[i] - a.y) - (b.y - a.y) * (x[i] - a.x);
        left += side > 0;
        right += side < 0;
    }
    return left < 4 && right < 4;
}

struct across {
    const struct layout *layout;
    const struct shapes *shapes;
    uint32_t net;
    bool *across;
};

static void mark_crossed(const void *context, struct scene_point a, struct scene_point b)
{
    const struct across *it = context;
    for (uint32_t i = it->shapes->first_wire; i < it->shapes->count; i++) {
        const struct shape *shape = &it->shapes->shapes[i];
        if (shape->net != it->net && shape->net != NET_NONE &&
            it->layout->tech.layers[shape->layer].kind == LAYER_ROUTING &&
            crosses(shape->rect, a, b))
            it->across[shape->net] = true;
    }
}

enum status layout_why_across(const struct layout *layout, const struct shapes *shapes,
                              uint32_t net, bool *across, struct error *error)
{
    assert(net < layout->placed.net_names.count && shapes->pin_first != NULL && across != NULL);
    const struct placed *placed = &layout->placed;
    const struct slice pins = placed->nets[net].pins;
    const struct across it = {layout, shapes, net, across};
    struct scene_point *at;
    uint32_t n = 0;
    TRY(MEM_NEW(at, pins.count, "lines of open nets", error));
    for (uint32_t i = pins.first; i < pins.first + pins.count; i++) {
        const uint32_t pin = placed->net_pins[i];
        if (shapes->pin_first[pin] == shapes->pin_first[pin + 1])
            continue;
        const struct layout_rect r = shapes->shapes[shapes->pin_first[pin]].rect;
        at[n++] = (struct scene_point){((int64_t)r.x0 + r.x1) / 2, ((int64_t)r.y0 + r.y1) / 2};
    }
    const enum status status = flight_tree(at, n, mark_crossed, &it, error);
    free(at);
    return status;
}

void layout_crowd(const struct layout *layout, const struct shapes *shapes, uint32_t net,
                  uint64_t *amount)
{
    const struct layout_rect box = net_facts(layout, shapes, net).pins;
    assert(amount != NULL);
    for (uint32_t i = shapes->first_wire; i < shapes->count; i++) {
        const struct shape *shape = &shapes->shapes[i];
        const struct layout_rect r = shape->rect;
        if (shape->net != NET_NONE && shape->net != net && rect_overlap(box, r))
            amount[shape->net] += (uint64_t)rect_width(r) * (uint64_t)rect_height(r);
    }
}
