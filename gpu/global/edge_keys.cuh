/* edge_keys: the keys of a node and of the edge to it (router/global/pattern_rules.h), by a warp.
 *
 * Half a warp takes a candidate of an edge, a lane for each layer, so runs and stacks of all layers
 * are read at once and least keys found by shuffles; least keys of several candidates meet in
 * shared memory, where their order does not matter. */
#pragma once

#include "gpu/global/device_job.cuh"

namespace patterns
{

/* The sum of the values of the lanes before, of half a warp. */
__device__ inline uint32_t sum_before(uint32_t value, uint32_t z)
{
    uint32_t sum = value;
    for (uint32_t reach = 1; reach < LAYERS; reach *= 2) {
        uint32_t before = __shfl_up_sync(0xffffffff, sum, reach, LAYERS);
        sum += z >= reach ? before : 0;
    }
    return sum - value;
}

/* As pattern_loads, by a warp, in shared memory. */
__device__ inline void find_loads(const device_job &it, uint32_t x, uint32_t y, uint32_t *loads,
                                  uint32_t lane)
{
    uint32_t z = lane % LAYERS;
    bool reads = it.load != NULL && z < it.job.view.layers;
    uint32_t sum = sum_before(reads ? it.load[pattern_tile(&it.job.view, z, x, y)] : 0, z);
    if (lane < LAYERS)
        loads[z] = sum;
    __syncwarp();
}

/* Fills the keys of a node, in shared memory, by a warp: a lane takes some stacks. */
__device__ inline void find_node_keys(const device_job &it, const pattern_node *nodes, uint32_t i,
                                      const uint64_t *edges, const uint32_t *loads, uint64_t *keys,
                                      uint32_t lane)
{
    const pattern_view *view = &it.job.view;
    const pattern_node node = nodes[i];
    uint32_t layers = view->layers, children = nodes[i + 1].first - node.first;
    uint64_t mask;
    if (lane < layers)
        keys[lane] = PATTERN_NO_KEY;
    __syncwarp();
    for (uint32_t pair = lane; pair < layers * layers; pair += WARP) {
        uint32_t low = pair / layers, high = pair % layers;
        if (low > node.pin_low || high < node.pin_high || high < low)
            continue;
        uint64_t price = pattern_stack(view, loads, edges + (size_t)node.first * layers, children,
                                       low, high, &mask);
        for (uint32_t z = low; z <= (i == 0 ? low : high); z++) {
            uint64_t key = pattern_node_key(loads, price, mask, i == 0, low, high, z);
            atomicMin((ullong *)&keys[z], (ullong)key);
        }
    }
    __syncwarp();
}

/* The price of a stack at a turn, by lane: `top` of its upper layer less `bottom` of the lower. */
struct turn_costs {
    uint32_t top, bottom;
};

__device__ inline turn_costs read_turn(const device_job &it, uint32_t x, uint32_t y, bool reads,
                                       uint32_t z)
{
    const pattern_view *view = &it.job.view;
    bool real = z < view->layers;
    uint32_t load = reads && real && it.load != NULL ? it.load[pattern_tile(view, z, x, y)] : 0;
    uint32_t top = (real ? view->via_below[z] : 0) + sum_before(load, z);
    return {top, top + load};
}

__device__ inline uint64_t shuffle(uint64_t value, uint32_t z)
{
    return __shfl_sync(0xffffffff, (ullong)value, (int)z, LAYERS);
}

__device__ inline uint32_t shuffle(uint32_t value, uint32_t z)
{
    return __shfl_sync(0xffffffff, value, (int)z, LAYERS);
}

/* The reads of one candidate of an edge, by lane of half a warp: whether its layer is along the
 * axis of the first run or across it, the runs on it, the stacks at the turns. */
struct candidate_costs {
    uint32_t runs, candidate;
    bool along, across;
    uint64_t run, third;
    turn_costs first, second;
};

__device__ inline candidate_costs read_candidate(const device_job &it, const pattern_node &parent,
                                                 const pattern_node &node, uint32_t candidate,
                                                 uint32_t z)
{
    const pattern_view *view = &it.job.view;
    pattern_course course = pattern_course_of(&parent, &node, candidate);
    uint32_t axis = z < view->layers ? view->axis[z] : PATTERN_CLOSED;
    bool along = course.runs > 0 && axis == course.axis;
    bool across = course.runs > 1 && axis == 1 - course.axis;
    return {course.runs,
            candidate,
            along,
            across,
            along || across ? pattern_run(view, &course, across, z) : 0,
            along && course.runs == 3 ? pattern_run(view, &course, 2, z) : 0,
            read_turn(it, course.x[1], course.y[1], course.runs > 1, z),
            read_turn(it, course.x[2], course.y[2], course.runs > 2, z)};
}

/* Offers one candidate of an edge by half a warp, a lane for each layer, as pattern_edge does.
 * price: of the node, by arrival on the lane's layer. Returns the least price of an L alone. */
__device__ inline uint64_t offer_candidate(const candidate_costs &costs, uint32_t layers,
                                           uint64_t price, uint64_t *edges, uint32_t z)
{
    const bool along = costs.along, across = costs.across;
    const uint32_t runs = costs.runs, candidate = costs.candidate;
    const uint64_t run = costs.run;
    const turn_costs first = costs.first, second = costs.second;
    uint64_t far = PATTERN_NO_KEY, near = PATTERN_NO_KEY, least = PATTERN_NO_WAY;
    if (price < PATTERN_NO_WAY && (runs == 1 ? along : runs == 2 && across))
        far = price << PATTERN_EDGE_BITS | candidate << 12 | z << 6 | z;
    uint64_t end = along && price < PATTERN_NO_WAY ? price + costs.third : PATTERN_NO_KEY;
    for (uint32_t c = 0; c < layers; c++) {
        uint64_t other = shuffle(end, c);
        uint32_t top = shuffle(second.top, c), bottom = shuffle(second.bottom, c);
        if (!across || runs < 3 || other == PATTERN_NO_KEY)
            continue;
        other += c > z ? top - second.bottom : second.top - bottom;
        far = min(far, other << PATTERN_EDGE_BITS | candidate << 12 | z << 6 | c);
    }
    if (far != PATTERN_NO_KEY)
        far += run << PATTERN_EDGE_BITS;
    if (runs == 1)
        near = far;
    for (uint32_t b = 0; b < layers; b++) {
        uint64_t other = shuffle(far, b), second_run = shuffle(run, b);
        uint32_t top = shuffle(first.top, b), bottom = shuffle(first.bottom, b);
        if (!along || runs < 2 || other == PATTERN_NO_KEY)
            continue;
        uint64_t whole = run + (b > z ? top - first.bottom : first.top - bottom);
        near = min(near, other + (whole << PATTERN_EDGE_BITS));
        least = runs == 2 ? min(least, whole + second_run) : least;
    }
    if (along && near != PATTERN_NO_KEY)
        atomicMin((ullong *)&edges[z], (ullong)near);
    return runs == 1 && along ? run : least;
}

/* Fills the keys of the edge to a node, in shared memory: half a warp takes the candidates of an
 * axis. */
__device__ inline void find_edge_keys(const device_job &it, const pattern_node *nodes, uint32_t i,
                                      const uint64_t *keys, uint64_t *edges, uint32_t lane)
{
    const pattern_view *view = &it.job.view;
    const pattern_node node = nodes[i], parent = nodes[node.parent];
    uint32_t z = lane % LAYERS, axis = lane / LAYERS;
    uint64_t price = z < view->layers ? keys[z] >> PATTERN_NODE_BITS : PATTERN_NO_WAY;
    if (lane < view->layers)
        edges[lane] = PATTERN_NO_KEY;
    __syncwarp();
    candidate_costs costs = read_candidate(it, parent, node, axis, z), turned[PATTERN_TURNS - 1];
    uint64_t least = offer_candidate(costs, view->layers, price, edges, z);
    for (uint32_t mask = WARP / 2; mask > 0; mask /= 2)
        least = min(least, (uint64_t)__shfl_xor_sync(0xffffffff, (ullong)least, (int)mask));
    if (pattern_pays(view, &parent, &node, least)) {
#pragma unroll
        for (uint32_t turn = 1; turn < PATTERN_TURNS; turn++) /* all reads before any use */
            turned[turn - 1] = read_candidate(it, parent, node, 2 * turn + axis, z);
#pragma unroll
        for (uint32_t turn = 1; turn < PATTERN_TURNS; turn++)
            if (__any_sync(0xffffffff, turned[turn - 1].runs > 0))
                offer_candidate(turned[turn - 1], view->layers, price, edges, z);
    }
    __syncwarp();
}

} // namespace patterns
