/* turn: a net's turn (rip up, search, commit), by one warp, as in router/maze/rounds/turns.c.
 */
#pragma once

#include "gpu/rounds/grow.cuh"

enum turn_kind {
    TURN_ROUTE,  /* a new tree if the net is in conflict or has none */
    TURN_REFINE, /* a new tree if that is cheaper */
    TURN_DROP,   /* the tree is ripped up if it is in conflict */
    TURN_RETURN, /* the tree is committed again if its cells are free */
};

struct turn {
    enum turn_kind kind;
    struct gpu_growth growth;
    uint32_t history; /* history cost added to each shared cell */
};

/* ---- trees in the state --------------------------------------------------------------------- */

/* Trees are committed and ripped up by a warp, or by a larger block that processes one net after
 * the other: a group. */
static __device__ __forceinline__ bool group_any(bool it)
{
    return blockDim.x == LANES ? lanes_where(it) != 0 : __syncthreads_or(it) != 0;
}

static __device__ __forceinline__ void group_meet()
{
    if (blockDim.x == LANES)
        lanes_meet();
    else
        __syncthreads();
}

/* Counts the net as a user of its tree's cells. If other nets use them, all are flagged. */
static __device__ void put_tree(const struct maze_view &view, uint32_t index)
{
    const struct device_net &net = view.nets[index];
    const uint32_t count = net.count, path = net.path;
    bool met = false;
    for (uint32_t i = threadIdx.x; i < count; i += blockDim.x) {
        const uint32_t place = view.paths[path + i];
        if (is_start(place))
            continue;
        const uint32_t cell = place_cell(view, place), state = state_at(view, cell);
        const uint32_t users = state & STATE_USERS;
        if (users != 0) {
            const uint32_t owner = __ldcg(view.owner + cell);
            met = true;
            if (owner != index)
                view.flagged[owner] = 1;
        }
        if (users < STATE_USERS)
            view.state[cell] = (uint16_t)(state + STATE_USER);
        if (users + STATE_USER >= STATE_USERS)
            view.counters->crowded = 1;
        view.owner[cell] = index;
    }
    if (group_any(met) && threadIdx.x == 0)
        view.flagged[index] = 1;
    group_meet();
}

/* Rips up the tree and adds history to shared cells. The number of users of a cell saturates; then
 * it stays until all users are counted again (rounds.cu). */
static __device__ void take_out(const struct maze_view &view, const struct device_net &net,
                                uint32_t learns)
{
    const uint32_t count = net.count, path = net.path;
    for (uint32_t i = threadIdx.x; i < count; i += blockDim.x) {
        const uint32_t place = view.paths[path + i];
        if (is_start(place))
            continue;
        const uint32_t cell = place_cell(view, place), state = state_at(view, cell);
        uint32_t history = state & STATE_HISTORY;
        if ((state & STATE_USERS) > STATE_USER)
            history = history + learns < STATE_HISTORY ? history + learns : STATE_HISTORY;
        const uint32_t users = state & STATE_USERS;
        view.state[cell] = (uint16_t)((state & STATE_BLOCKED) |
                                      (users < STATE_USERS ? users - STATE_USER : users) | history);
    }
    group_meet();
}

/* True if a cell of the tree has more than `most` users. */
static __device__ bool is_shared(const struct maze_view &view, const struct device_net &net,
                                 uint32_t users)
{
    const uint32_t count = net.count, path = net.path;
    bool shared = false;
    for (uint32_t i = threadIdx.x; i < count && !shared; i += blockDim.x) {
        const uint32_t place = view.paths[path + i];
        shared = !is_start(place) &&
                 (state_at(view, place_cell(view, place)) & STATE_USERS) > users * STATE_USER;
    }
    return group_any(shared);
}

static __device__ void own_again(const struct maze_view &view, uint32_t index)
{
    const uint32_t count = view.nets[index].count, path = view.nets[index].path;
    for (uint32_t i = threadIdx.x; i < count; i += blockDim.x) {
        const uint32_t place = view.paths[path + i];
        if (!is_start(place))
            view.owner[place_cell(view, place)] = index;
    }
    group_meet();
}

/* ---- trees of their own --------------------------------------------------------------------- */

/* The cost of the steps of a tree. */
static __device__ uint32_t cost_of(const uint32_t *steps, const uint32_t *places, uint32_t count)
{
    uint32_t cost = 0;
    for (uint32_t i = lane_id(); i < count; i += LANES) {
        const uint32_t to = places[i];
        if (is_start(to))
            continue;
        const uint32_t from = places[i - 1] & ~(uint32_t)PATH_START, z = place_z(from);
        const uint32_t direction = place_z(to) > z                ? UP
                                   : place_z(to) < z              ? DOWN
                                   : place_x(to) != place_x(from) ? EAST
                                                                  : NORTH;
        cost += steps[z * STEP_STRIDE + direction];
    }
    return sum_of_lanes(cost);
}

/* Lower bound of the cost of any tree of the net. */
static __device__ uint32_t least_cost(const struct maze_view &view, const struct device_net &net)
{
    if (net.pin_count != 2)
        return 0;
    struct maze_spot a = view.pins[net.first_pin], b = view.pins[net.first_pin + 1];
    if (a.z == SPOT_ANY_LAYER) {
        const struct maze_spot c = a;
        a = b;
        b = c;
    }
    if (a.z == SPOT_ANY_LAYER)
        return 0;
    const bool any = b.z == SPOT_ANY_LAYER;
    const struct gpu_goal goal = {b.x, b.y, b.z, any,
                                  view.bound + (size_t)(any ? view.layers : b.z) * BOUND_TABLE};
    return bound_at(goal, a.x, a.y, a.z);
}

/* Copies the grown paths to the net. Returns false if there is no room; then the run fails. */
static __device__ bool take_paths(const struct maze_view &view, const struct gpu_searcher &it,
                                  struct device_net &net)
{
    const uint32_t count = it.path_count;
    uint32_t path = net.path;
    if (count > net.capacity) {
        const uint32_t capacity = count + count / 4 + 4;
        unsigned long long taken = 0;
        if (it.lane == 0)
            taken = atomicAdd((unsigned long long *)&view.counters->paths, capacity);
        const bool fits = taken + capacity <= view.path_capacity;
        path = from_lane((uint32_t)taken, 0);
        if (lanes_where(fits || it.lane != 0) != ALL_LANES) {
            if (it.lane == 0)
                view.counters->full = 1;
            return false;
        }
        if (it.lane == 0) {
            net.path = path;
            net.capacity = capacity;
        }
    }
    for (uint32_t i = it.lane; i < count; i += LANES)
        view.paths[path + i] = it.words[it.path.first + i];
    if (it.lane == 0)
        net.count = count;
    lanes_meet();
    return true;
}

/* ---- the turn ------------------------------------------------------------------------------- */

/* Rips up the net's tree. Returns false if the net keeps its tree. */
static __device__ bool leave(const struct maze_view &view, const uint32_t *steps,
                             const struct turn &turn, uint32_t index)
{
    struct device_net &net = view.nets[index];
    const bool routed = net.routed;
    if (turn.kind == TURN_REFINE) {
        if (!routed || cost_of(steps, view.paths + net.path, net.count) <= least_cost(view, net))
            return false;
        take_out(view, net, 0);
        return true;
    }
    if (!routed)
        return true;
    if (!is_shared(view, net, 1)) {
        own_again(view, index); /* nets that shared its cells may have been their owners */
        return false;
    }
    take_out(view, net, turn.history);
    if (threadIdx.x == 0) {
        net.routed = 0;
        net.count = 0;
    }
    group_meet();
    return true;
}

/* Searches a tree. Changes the net only. Returns false without room; the net is then unchanged. */
static __device__ bool seek(const struct maze_view &view, struct gpu_searcher &it,
                            const struct turn &turn, uint32_t index)
{
    const uint32_t *const steps = it.close->steps;
    struct device_net &net = view.nets[index];
    bool found = grow_net(view, it, net, turn.growth);
    end_net(view, it);
    if (it.full) {
        it.full = false;
        return false;
    }
    if (turn.kind == TURN_REFINE) {
        if (found && cost_of(steps, it.words + it.path.first, it.path_count) <
                         cost_of(steps, view.paths + net.path, net.count))
            take_paths(view, it, net);
        return true;
    }
    found = found && take_paths(view, it, net);
    lanes_meet();
    if (it.lane == 0) {
        net.failed = !found;
        net.routed = found;
    }
    lanes_meet();
    return true;
}

static __device__ void enter(const struct maze_view &view, uint32_t index)
{
    if (view.nets[index].routed != 0)
        put_tree(view, index);
    else if (threadIdx.x == 0)
        view.flagged[index] = 1;
    group_meet();
}

static __device__ void drop(const struct maze_view &view, uint32_t index)
{
    struct device_net &net = view.nets[index];
    if (net.routed == 0 || !is_shared(view, net, 1))
        return;
    take_out(view, net, 0);
    if (lane_id() == 0)
        net.routed = 0;
    lanes_meet();
}

static __device__ void come_back(const struct maze_view &view, uint32_t index)
{
    struct device_net &net = view.nets[index];
    if (net.routed != 0)
        return;
    const bool fits = net.count > 0 && !is_shared(view, net, 0);
    if (fits)
        put_tree(view, index);
    lanes_meet();
    if (lane_id() == 0) {
        net.routed = fits;
        net.count = fits ? net.count : 0;
    }
    lanes_meet();
}
