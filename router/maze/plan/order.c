/* order: each net gets two keys, sorted in ascending order; ties keep the order of the netlist. */
#include "router/maze/plan/order.h"

#include "router/search/field.h"

enum { RANGE = 4096 }; /* minimum number of nets per thread */

struct key {
    uint64_t first, second;
    uint32_t net;
};

const char *const order_names[ORDERS + 1] = {
    [ORDER_SHORT] = "short", [ORDER_NETLIST] = "netlist", [ORDER_REVERSE] = "reverse",
    [ORDER_LONG] = "long",   [ORDER_PINS] = "pins",       [ORDER_INNER] = "inner",
};

static uint32_t half_perimeter(const struct design *design, uint32_t net)
{
    struct box box = box_of_pins(&design->grid, &design->nets, net);
    return box.x1 - box.x0 + box.y1 - box.y0;
}

/* Makes sums[(y + 1) * (width + 1) + x + 1]: the number of pins with coordinates up to x, y. */
static enum status pin_sums(const struct design *design, uint32_t **made, struct error *error)
{
    size_t stride = (size_t)design->grid.width + 1;
    TRY(MEM_NEW(*made, stride * ((size_t)design->grid.height + 1), "the count of pins", error));
    uint32_t *sums = *made;
    for (uint32_t i = 0; i < design->nets.pin_count; i++) {
        cell_t cell = design->nets.pins[i].cell;
        sums[(grid_y(&design->grid, cell) + 1) * stride + grid_x(&design->grid, cell) + 1]++;
    }
    for (uint32_t y = 1; y <= design->grid.height; y++)
        for (size_t x = 1; x < stride; x++)
            sums[y * stride + x] += sums[y * stride + x - 1] + sums[(y - 1) * stride + x] -
                                    sums[(y - 1) * stride + x - 1];
    return STATUS_OK;
}

/* Pins of other nets inside the net's bounding box, on any layer. */
static uint32_t foreign_pins(const struct design *design, const uint32_t *sums, uint32_t net)
{
    assert(net < design->nets.net_count);
    struct box box = box_of_pins(&design->grid, &design->nets, net);
    size_t stride = (size_t)design->grid.width + 1;
    uint32_t inside = sums[(box.y1 + 1) * stride + box.x1 + 1] -
                      sums[box.y0 * stride + box.x1 + 1] - sums[(box.y1 + 1) * stride + box.x0] +
                      sums[box.y0 * stride + box.x0];
    return inside - design->nets.nets[net].pin_count;
}

/* Ties keep the order of the netlist. */
static int compare_keys(const void *left, const void *right)
{
    const struct key *a = left, *b = right;
    if (a->first != b->first)
        return a->first < b->first ? -1 : 1;
    if (a->second != b->second)
        return a->second < b->second ? -1 : 1;
    return a->net < b->net ? -1 : a->net > b->net;
}

static struct key make_key(const struct design *design, enum order order, const uint32_t *sums,
                           uint32_t net)
{
    assert(net < design->nets.net_count);
    uint64_t half = half_perimeter(design, net);
    switch (order) {
    case ORDER_SHORT:
        return (struct key){half, 0, net};
    case ORDER_REVERSE:
        return (struct key){UINT32_MAX - net, 0, net};
    case ORDER_LONG:
        return (struct key){UINT64_MAX - half, 0, net};
    case ORDER_PINS:
        return (struct key){UINT32_MAX - design->nets.nets[net].pin_count, half, net};
    case ORDER_INNER:
        return (struct key){foreign_pins(design, sums, net), half, net};
    default:
        return (struct key){0, 0, net};
    }
}

struct order_keying {
    const struct design *design;
    enum order order;
    const uint32_t *sums;
    struct key *keys;
};

static void make_keys(void *context, size_t first, size_t end)
{
    const struct order_keying *it = context;
    for (size_t net = first; net < end; net++)
        it->keys[net] = make_key(it->design, it->order, it->sums, (uint32_t)net);
}

enum status order_nets(const struct design *design, enum order order, struct workers *workers,
                       uint32_t *nets, struct error *error)
{
    const uint32_t count = design->nets.net_count;
    struct order_keying keying = {.design = design, .order = order};
    uint32_t *sums = NULL;
    assert(nets != NULL && order < ORDERS);
    TRY(MEM_NEW(keying.keys, count, "the order of nets", error));
    enum status status = order == ORDER_INNER ? pin_sums(design, &sums, error) : STATUS_OK;
    if (status == STATUS_OK) {
        keying.sums = sums;
        workers_run(workers, make_keys, &keying, count, RANGE);
        qsort(keying.keys, count, sizeof *keying.keys, compare_keys);
        for (uint32_t i = 0; i < count; i++)
            nets[i] = keying.keys[i].net;
    }
    MEM_FREE(sums, keying.keys);
    return status;
}
