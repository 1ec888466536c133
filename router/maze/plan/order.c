/* order: each net gets two keys, sorted in ascending order; ties keep the order of the netlist. */
#include "router/maze/plan/order.h"

#include <stdlib.h>
#include <string.h>

#include "router/search/field.h"

struct key {
    uint64_t first, second;
    uint32_t net;
};

static const char *const names[ORDERS] = {
    [ORDER_SHORT] = "short", [ORDER_NETLIST] = "netlist", [ORDER_REVERSE] = "reverse",
    [ORDER_LONG] = "long",   [ORDER_PINS] = "pins",       [ORDER_INNER] = "inner",
};

const char *order_name(unsigned order)
{
    return order < ORDERS ? names[order] : NULL;
}

enum order order_find(const char *name)
{
    assert(name != NULL);
    unsigned order = 0;
    while (order < ORDERS && strcmp(name, names[order]) != 0)
        order++;
    return (enum order)order;
}

static uint32_t half_perimeter(const struct design *design, uint32_t net)
{
    struct box box = box_of_pins(&design->grid, &design->nets, net);
    return box.x1 - box.x0 + box.y1 - box.y0;
}

/* Makes sums[(y + 1) * (width + 1) + x + 1] = pins with coordinates up to x, y. */
static uint32_t *pin_sums(const struct design *design, struct error *error)
{
    size_t stride = (size_t)design->grid.width + 1;
    uint32_t *sums = mem_alloc(stride * ((size_t)design->grid.height + 1), sizeof *sums,
                               "the count of pins", error);
    if (sums == NULL)
        return NULL;
    for (uint32_t i = 0; i < design->nets.pin_count; i++) {
        cell_t cell = design->nets.pins[i].cell;
        sums[(grid_y(&design->grid, cell) + 1) * stride + grid_x(&design->grid, cell) + 1]++;
    }
    for (uint32_t y = 1; y <= design->grid.height; y++)
        for (size_t x = 1; x < stride; x++)
            sums[y * stride + x] += sums[y * stride + x - 1] + sums[(y - 1) * stride + x] -
                                    sums[(y - 1) * stride + x - 1];
    return sums;
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

enum {
    DIGIT = 11,
    DIGITS = 1 << DIGIT,
    RANGE = 4096, /* nets per thread, at least */
};

/* Sorts by one digit of first or second, what is equal stays in order; from one array to the other.
 */
static void sort_by_digit(const struct key *keys, struct key *sorted, uint32_t count, bool second,
                          int shift)
{
    assert(count == 0 || keys != sorted);
    uint32_t place[DIGITS] = {0}, sum = 0;
    for (uint32_t i = 0; i < count; i++)
        place[(second ? keys[i].second : keys[i].first) >> shift & (DIGITS - 1)]++;
    for (uint32_t digit = 0; digit < DIGITS; digit++) {
        uint32_t here = place[digit];
        place[digit] = sum;
        sum += here;
    }
    for (uint32_t i = 0; i < count; i++)
        sorted[place[(second ? keys[i].second : keys[i].first) >> shift & (DIGITS - 1)]++] =
            keys[i];
}

/* Radix sort, least digit first, of the digits in which keys differ: differ[0] has the bits of
 * `first`, differ[1] of `second`. *keys holds the result; *spare has the same length. */
static void sort_keys(struct key **keys, struct key **spare, uint32_t count,
                      const uint64_t differ[2])
{
    for (int second = 1; second >= 0; second--)
        for (int shift = 0; shift < 64; shift += DIGIT) {
            if ((differ[second] >> shift & (DIGITS - 1)) == 0)
                continue;
            sort_by_digit(*keys, *spare, count, second == 1, shift);
            struct key *sorted = *spare;
            *spare = *keys;
            *keys = sorted;
        }
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
    uint64_t differ[2]; /* atomic: bits in which keys are not as the first net's */
};

static void make_keys(void *context, size_t first, size_t end)
{
    struct order_keying *it = context;
    const struct key base = make_key(it->design, it->order, it->sums, 0);
    uint64_t differ[2] = {0};
    for (size_t net = first; net < end; net++) {
        const struct key key = make_key(it->design, it->order, it->sums, (uint32_t)net);
        it->keys[net] = key;
        differ[0] |= key.first ^ base.first;
        differ[1] |= key.second ^ base.second;
    }
    __atomic_fetch_or(&it->differ[0], differ[0], __ATOMIC_RELAXED);
    __atomic_fetch_or(&it->differ[1], differ[1], __ATOMIC_RELAXED);
}

enum status order_nets(const struct design *design, enum order order, struct workers *workers,
                       uint32_t *nets, struct error *error)
{
    assert(nets != NULL && order < ORDERS);
    uint32_t count = design->nets.net_count;
    enum status status = STATUS_FAILED;
    uint32_t *sums = NULL;
    struct key *keys = mem_alloc(count, sizeof *keys, "the order of nets", error);
    struct key *spare = mem_alloc(count, sizeof *spare, "the order of nets", error);
    if (keys == NULL || spare == NULL ||
        (order == ORDER_INNER && (sums = pin_sums(design, error)) == NULL))
        goto out;
    struct order_keying keying = {design, order, sums, keys, {0}};
    workers_run(workers, make_keys, &keying, count, RANGE);
    sort_keys(&keys, &spare, count, keying.differ);
    for (uint32_t i = 0; i < count; i++)
        nets[i] = keys[i].net;
    status = STATUS_OK;
out:
    MEM_FREE(sums, spare, keys);
    return status;
}
