/* dial_search: Dial's buckets [1] as ring buffers of bit planes, one warp per net.
 *
 * A step has two halves: leaving a cell of label d costs what the kind of step costs (a via, a
 * wrong way), and the cell next to it is then "arrived"; entering costs what the cell costs, and
 * then it is "found", with its label:
 *
 *     arrived[d] = open & (  east and west of found[d - x]  |  above and below found[d - y]
 *                          | the other layers' found[d - via]  )        open &= ~arrived[d]
 *     found[d]   = OR over classes c:  arrived[d - cost[c]] & class[c]
 *
 * Both ring buffers are read only at slots that were written a few levels ago, so nothing is
 * cleared.
 *
 * Labels are kept modulo 31, plus one, so that 0 means "none": neighbours' labels differ by at most
 * the most expensive step, 14 [2]. What only one lane needs stays in registers (open and late
 * cells, the labels' five planes). When the target is found, the labels are written over the ring
 * buffers, for the trace. So a warp needs little shared memory, and several run on a
 * multiprocessor.
 *
 * Cost: about 100 instructions per level and layer.
 *
 * [1] R. B. Dial, Algorithm 360: shortest path forest with topological ordering, 1969. [2] Labels
 * modulo M: S. B. Akers, A modification of Lee's path connection algorithm, 1967.
 */
#pragma once

#include "gpu/wave/batch/batch_search.cuh"
#include "gpu/wave/dial/dial_planes.cuh"

enum { DIAL_LEVELS = 1 << 14 }; /* levels after which a net is left to another wave */

/* The cells one step in x from these. */
static __device__ __forceinline__ dial_pair beside(dial_pair from)
{
    return {from.x << 1 | from.x >> 1, from.y << 1 | from.y >> 1};
}

/* The cells one step in y from these. Whole warp. */
static __device__ __forceinline__ dial_pair above_below(dial_pair from, uint32_t lane)
{
    uint64_t before = __shfl_up_sync(~0U, from.y, 1), after = __shfl_down_sync(~0U, from.x, 1);
    return {from.y | (lane > 0 ? before : 0), from.x | (lane < DIAL_WARP - 1 ? after : 0)};
}

/* Slots of the ring buffers that a level reads and writes; the same in all lanes. */
struct dial_slots {
    uint32_t found, wrong_way, via; /* planes of d, of d - wrong_way, of d - via */
    bool has_wrong_way, has_via;    /* these levels exist */
};

/* The planes of level d; found: its slot. */
static __device__ __forceinline__ dial_slots slots_of(const struct dial_shape &shape, uint32_t d,
                                                      uint32_t found)
{
    dial_slots slots;
    slots.found = found;
    slots.wrong_way = found >= shape.wrong_way ? found - shape.wrong_way
                                               : found + shape.found_slots - shape.wrong_way;
    slots.via = found >= shape.via ? found - shape.via : found + shape.found_slots - shape.via;
    slots.has_wrong_way = d >= shape.wrong_way;
    slots.has_via = d >= shape.via;
    return slots;
}

/* The cells of label d in a layer. */
template <int Z>
static __device__ __forceinline__ dial_pair settle(const struct dial_shape &shape,
                                                   const struct dial_planes<Z> &planes,
                                                   const struct dial_costs &costs, uint32_t d,
                                                   int z)
{
    if (shape.classes == 0)
        return planes.pair(shape.arrived + (d - 1) % 2, z);
    dial_pair found = {0, 0};
#pragma unroll
    for (uint32_t c = 0; c < DIAL_CLASSES; c++)
        if (c < costs.count && d >= costs.cost[c])
            found = found | (planes.pair(shape.arrived + (d - costs.cost[c]) % DIAL_ARRIVED, z) &
                             planes.pair(shape.first_class + c, z));
    return found;
}

/* The cells from which a step with this extra cost arrives at d. */
template <int Z>
static __device__ __forceinline__ dial_pair leaving(const struct dial_planes<Z> &planes,
                                                    const struct dial_slots &slots, dial_pair now,
                                                    uint32_t extra, int z)
{
    if (extra == 0)
        return now;
    if (extra == DIAL_NO_STEP || !slots.has_wrong_way)
        return {0, 0};
    return planes.pair(slots.wrong_way, z);
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
    }
}

/* The cells that are arrived at d, before their own cost. leaves: cells that a via leaves at d. */
template <int Z>
static __device__ __forceinline__ dial_pair arrive(const struct dial_shape &shape,
                                                   const struct dial_planes<Z> &planes,
                                                   const struct dial_slots &slots, dial_pair found,
                                                   const dial_pair (&leaves)[Z], int z)
{
    dial_pair next = beside(leaving<Z>(planes, slots, found, shape.x[z], z)) |
                     above_below(leaving<Z>(planes, slots, found, shape.y[z], z), planes.lane);
    if (z > 0)
        next = next | leaves[z > 0 ? z - 1 : 0];
    if (z + 1 < Z)
        next = next | leaves[z + 1 < Z ? z + 1 : 0];
    return next;
}

/* Writes the labels over the ring buffers, for the trace. */
template <int Z>
static __device__ __forceinline__ void keep_labels(const struct dial_planes<Z> &planes,
                                                   const dial_pair (&labels)[DIAL_BITS][Z])
{
#pragma unroll
    for (int b = 0; b < DIAL_BITS; b++)
#pragma unroll
        for (int z = 0; z < Z; z++)
            planes.pair((uint32_t)b, z) = labels[b][z];
}

/* Whole warp: searches one net. *label is the target's. */
template <int Z>
static __device__ enum batch_end
search_dial(const struct field_view &view, const struct dial_shape &shape,
            const struct dial_net &net, const struct dial_planes<Z> &planes,
            struct dial_costs *costs, uint32_t *label)
{
    dial_pair open[Z], late[Z], found[Z], leaves[Z], labels[DIAL_BITS][Z] = {};
    assert(net.sx < net.width && net.sy < net.height && net.sz < Z && shape.found_slots > 0);
    read_window<Z>(view, shape, net, planes, costs, open, late);
    dial_pair source = cell_pair(planes.lane, net.sx, net.sy);
    dial_pair target = cell_pair(planes.lane, net.tx, net.ty);
    uint32_t last = 0, limit = UINT32_MAX, slot = 0, code = 1;
    for (uint32_t d = 0; d < DIAL_LEVELS && d < limit; d++) {
        bool hit = false, alive = false, lost = false;
        dial_slots slots = slots_of(shape, d, slot);
#pragma unroll
        for (int z = 0; z < Z; z++) {
            found[z] = {0, 0};
            if (d > 0)
                found[z] = settle<Z>(shape, planes, *costs, d, z);
            else if (net.sz == (uint32_t)z)
                found[z] = source;
            planes.pair(slots.found, z) = found[z];
            alive = alive || any_bit(found[z]);
            hit = hit || (net.tz == (uint32_t)z && any_bit(found[z] & target));
            if (d == 0)
                open[z] = open[z] & ~found[z];
        }
#pragma unroll
        for (int b = 0; b < DIAL_BITS; b++)
            if ((code >> b & 1) != 0)
#pragma unroll
                for (int z = 0; z < Z; z++)
                    labels[b][z] = labels[b][z] | found[z];
        if (__any_sync(~0U, hit)) {
            *label = d;
            keep_labels<Z>(planes, labels);
            return BATCH_REACHED;
        }
#pragma unroll
        for (int z = 0; z < Z; z++)
            leaves[z] = Z == 1 || !slots.has_via ? dial_pair{0, 0} : planes.pair(slots.via, z);
#pragma unroll
        for (int z = 0; z < Z; z++) {
            dial_pair arrived = arrive<Z>(shape, planes, slots, found[z], leaves, z) & open[z];
            open[z] = open[z] & ~arrived;
            planes.pair(shape.arrived + (shape.classes == 0 ? d % 2 : d % DIAL_ARRIVED), z) =
                arrived;
            alive = alive || any_bit(arrived);
            lost = lost || any_bit(arrived & late[z]);
        }
        if (shape.classes > 0 && limit == UINT32_MAX && __any_sync(~0U, lost))
            limit = costs->late > DIAL_LEVELS ? (uint32_t)DIAL_LEVELS : d + costs->late;
        if (__any_sync(~0U, alive))
            last = d;
        else if (d - last > DIAL_ARRIVED)
            return limit == UINT32_MAX ? BATCH_EXHAUSTED : BATCH_CAPPED;
        slot = slot + 1 == shape.found_slots ? 0 : slot + 1;
        code = code == DIAL_MODULUS ? 1 : code + 1;
    }
    return BATCH_CAPPED;
}
