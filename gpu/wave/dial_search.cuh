/* dial_search: Dial's buckets as rings of bit planes, one warp a net.
 *
 * A step is taken in two halves, as in the CPU's dial wave: leaving a cell of label d costs what
 * the kind of step costs (a via, a wrong way), and the cell next to it is arrived at then; entering
 * costs what the cell costs, and it is found after that, with its label:
 *
 *     arrived[d] = open & (  east and west of found[d - x]  |  above and below found[d - y]
 *                          | the other layers' found[d - via]  )        open &= ~arrived[d]
 *     found[d]   = OR over classes c:  arrived[d - cost[c]] & class[c]
 *
 * Both rings are read only where they were written some levels ago, so nothing is cleared.
 *
 * Labels are kept modulo 2^bits in bit planes, with a plane `seen` of the cells that have one.
 * Neighbours' labels differ by at most the dearest step, and 2^bits is more than twice that.
 *
 * Cost: about 70 instructions a level, layer and lane.
 *
 * References: R. B. Dial, Algorithm 360, 1969; S. B. Akers, 1967 (labels modulo M).
 */
#ifndef LEEWAY_GPU_WAVE_DIAL_SEARCH_CUH
#define LEEWAY_GPU_WAVE_DIAL_SEARCH_CUH

#include "gpu/wave/batch_search.cuh"
#include "gpu/wave/dial_planes.cuh"

enum { DIAL_LEVELS = 1 << 14 /* before a net is left to another wave */ };

/* One step in x from these cells. */
static __device__ __forceinline__ dial_pair beside(dial_pair from)
{
    return {from.x << 1 | from.x >> 1, from.y << 1 | from.y >> 1};
}

/* One step in y; whole warp. */
static __device__ __forceinline__ dial_pair above_below(dial_pair from, uint32_t lane)
{
    uint64_t before = __shfl_up_sync(~0U, from.y, 1), after = __shfl_down_sync(~0U, from.x, 1);
    return {from.y | (lane > 0 ? before : 0), from.x | (lane < DIAL_WARP - 1 ? after : 0)};
}

/* The cells found at d - extra. now: those found at d. */
template <int Z>
static __device__ __forceinline__ dial_pair found_before(const struct dial_shape &shape,
                                                         const struct dial_planes<Z> &planes,
                                                         dial_pair now, uint32_t d, uint32_t extra,
                                                         int z)
{
    if (extra == 0)
        return now;
    if (d < extra)
        return {0, 0};
    return planes.pair((d - extra) % shape.found_slots, z);
}

/* Cells of label d in a layer. */
template <int Z>
static __device__ __forceinline__ dial_pair settle(const struct dial_shape &shape,
                                                   const struct dial_planes<Z> &planes,
                                                   const struct dial_costs &costs, uint32_t d,
                                                   int z)
{
    if (shape.classes == 0)
        return planes.pair(shape.arrived + (d - 1) % shape.arrived_slots, z);
    dial_pair found = {0, 0};
#pragma unroll
    for (uint32_t c = 0; c < DIAL_CLASSES; c++)
        if (c < costs.count && d >= costs.cost[c])
            found =
                found | (planes.pair(shape.arrived + (d - costs.cost[c]) % shape.arrived_slots, z) &
                         planes.pair(shape.first_class + c, z));
    return found;
}

/* Puts found cells into the ring and the labels. */
template <int Z>
static __device__ __forceinline__ void note(const struct dial_shape &shape,
                                            const struct dial_planes<Z> &planes, dial_pair found,
                                            uint32_t d, int z)
{
    planes.pair(d % shape.found_slots, z) = found;
    if (!any_bit(found))
        return;
    planes.pair(shape.seen, z) = planes.pair(shape.seen, z) | found;
    for (uint32_t b = 0; b < shape.bits; b++)
        if ((d >> b & 1) != 0)
            planes.pair(shape.label + b, z) = planes.pair(shape.label + b, z) | found;
}

/* Cells next to those found that are reached at d, before their own cost. */
template <int Z>
static __device__ __forceinline__ dial_pair arrive(const struct dial_shape &shape,
                                                   const struct dial_planes<Z> &planes,
                                                   const dial_pair (&found)[Z], uint32_t d, int z)
{
    dial_pair next =
        beside(found_before<Z>(shape, planes, found[z], d, shape.x[z], z)) |
        above_below(found_before<Z>(shape, planes, found[z], d, shape.y[z], z), planes.lane);
    if (z > 0)
        next = next | found_before<Z>(shape, planes, found[z > 0 ? z - 1 : 0], d, shape.via, z - 1);
    if (z + 1 < Z)
        next = next |
               found_before<Z>(shape, planes, found[z + 1 < Z ? z + 1 : 0], d, shape.via, z + 1);
    return next;
}

/* Whole warp: fills the planes from the field; open and late are the lane's own pairs. */
template <int Z>
static __device__ void read_window(const struct field_view &view, const struct dial_shape &shape,
                                   const struct dial_net &net, const struct dial_planes<Z> &planes,
                                   struct dial_costs *costs, dial_pair (&open)[Z],
                                   dial_pair (&late)[Z])
{
    *costs = {{}, 0, UINT32_MAX};
    if (shape.classes > 0)
        read_costs<Z>(view, shape, net, planes, costs);
#pragma unroll
    for (int z = 0; z < Z; z++) {
        open[z] = open_rows(view, net, planes.lane, (uint32_t)z);
        if (net.sz == (uint32_t)z)
            open[z] = open[z] | cell_pair(planes.lane, net.sx, net.sy);
        if (net.tz == (uint32_t)z)
            open[z] = open[z] | cell_pair(planes.lane, net.tx, net.ty);
        dial_pair classed = {0, 0};
        for (uint32_t c = 0; c < costs->count; c++)
            classed = classed | planes.pair(shape.first_class + c, z);
        late[z] = shape.classes == 0 ? dial_pair{0, 0} : open[z] & ~classed;
        planes.pair(shape.seen, z) = {0, 0};
        for (uint32_t b = 0; b < shape.bits; b++)
            planes.pair(shape.label + b, z) = {0, 0};
    }
}

/* Whole warp: searches one net. *label is the target's. */
template <int Z>
static __device__ enum batch_end
search_dial(const struct field_view &view, const struct dial_shape &shape,
            const struct dial_net &net, const struct dial_planes<Z> &planes,
            struct dial_costs *costs, uint32_t *label)
{
    dial_pair open[Z], late[Z], found[Z];
    read_window<Z>(view, shape, net, planes, costs, open, late);
    dial_pair source = cell_pair(planes.lane, net.sx, net.sy);
    dial_pair target = cell_pair(planes.lane, net.tx, net.ty);
    uint32_t last = 0, limit = UINT32_MAX;
    for (uint32_t d = 0; d < DIAL_LEVELS && d < limit; d++) {
        bool hit = false, alive = false, lost = false;
#pragma unroll
        for (int z = 0; z < Z; z++) {
            found[z] = {0, 0};
            if (d > 0)
                found[z] = settle<Z>(shape, planes, *costs, d, z);
            else if (net.sz == (uint32_t)z)
                found[z] = source;
            note<Z>(shape, planes, found[z], d, z);
            alive = alive || any_bit(found[z]);
            hit = hit || (net.tz == (uint32_t)z && any_bit(found[z] & target));
            if (d == 0)
                open[z] = open[z] & ~found[z];
        }
        if (__any_sync(~0U, hit)) {
            *label = d;
            return BATCH_REACHED;
        }
#pragma unroll
        for (int z = 0; z < Z; z++) {
            dial_pair arrived = arrive<Z>(shape, planes, found, d, z) & open[z];
            open[z] = open[z] & ~arrived;
            planes.pair(shape.arrived + d % shape.arrived_slots, z) = arrived;
            alive = alive || any_bit(arrived);
            lost = lost || any_bit(arrived & late[z]);
        }
        if (shape.classes > 0 && limit == UINT32_MAX && __any_sync(~0U, lost))
            limit = costs->late > DIAL_LEVELS ? DIAL_LEVELS : d + costs->late;
        if (__any_sync(~0U, alive))
            last = d;
        else if (d - last > DIAL_COST_MAX + 1)
            return limit == UINT32_MAX ? BATCH_EXHAUSTED : BATCH_CAPPED;
    }
    return BATCH_CAPPED;
}

#endif
