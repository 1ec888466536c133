/* search: a path from a net's tree to a place, in the order of router/maze/tree/search.c.
 *
 * Six lanes evaluate the six neighbours of a cell at once. The host's sequence becomes a vote: the
 * next cell is the last of those with the least sum; the others go to the stacks of their sums in
 * the order of the lanes. If a sum is so large that its bucket would be another sum's, the lanes
 * run one after the other.
 */
#pragma once

#include "gpu/rounds/queue.cuh"

enum { OWN = DIRECTIONS }; /* the lane that evaluates the cell itself */

struct gpu_goal {
    uint32_t x, y, z;
    bool any_layer;
    const uint16_t *bound;
};

static __device__ __forceinline__ uint32_t bound_at(const struct gpu_goal &goal, uint32_t x,
                                                    uint32_t y, uint32_t z)
{
    const uint32_t dx = distance_of(x, goal.x), dy = distance_of(y, goal.y);
    const uint32_t i = dx < BOUND_SPAN ? dx : BOUND_SPAN, j = dy < BOUND_SPAN ? dy : BOUND_SPAN;
    return dx + dy + __ldg(goal.bound + z * BOUND_LAYER + i * BOUND_SIDE + j);
}

/* ---- the search ----------------------------------------------------------------------------- */

static __device__ __forceinline__ bool is_near(const struct gpu_searcher &it, uint32_t x,
                                               uint32_t y)
{
    const uint32_t sx = (x - it.window.x0) >> SQUARE_SHIFT, sy = (y - it.window.y0) >> SQUARE_SHIFT;
    return !it.squares ||
           (sx >= it.near.x0 && sx <= it.near.x1 && sy >= it.near.y0 && sy <= it.near.y1);
}

/* Queues the cells of the tree from which a cheapest path may start; returns the least sum. */
static __device__ uint32_t seed(const struct maze_view &view, struct gpu_searcher &it,
                                const struct gpu_goal &goal)
{
    uint32_t least = NOTHING;
    for (uint32_t i = it.lane; i < it.tree_count; i += LANES) {
        const uint32_t place = it.words[it.tree.first + i], x = place_x(place), y = place_y(place);
        const uint32_t bound = bound_at(goal, x, y, place_z(place));
        if (bound < least && is_near(it, x, y))
            least = bound;
    }
    least = least_of_lanes(least);
    for (uint32_t i = 0; i < it.tree_count && least != NOTHING; i += LANES) {
        if (!has_piece(view, it, LANES))
            return least;
        const bool exists = i + it.lane < it.tree_count;
        const uint32_t place = it.words[it.tree.first + (exists ? i + it.lane : i)];
        const uint32_t x = place_x(place), y = place_y(place);
        const uint32_t sum = bound_at(goal, x, y, place_z(place));
        const bool starts = exists && sum - least <= SEED_SPAN && is_near(it, x, y);
        const uint32_t lanes = lanes_where(starts), bucket = sum % BUCKETS;
        const uint32_t entry =
            it.base + it.used + (uint32_t)__popc((int)(lanes & lanes_before(it.lane)));
        const uint32_t alike = lanes_alike(starts ? bucket : BUCKETS + it.lane);
        const uint32_t before = alike & lanes_before(it.lane);
        const uint32_t head = it.close->head[bucket];
        const uint32_t below = from_lane(entry, before != 0 ? last_lane(before) : 0);
        lanes_meet();
        if (starts) {
            *entry_at(view, it, entry) =
                make_uint4(before != 0 ? below : head, word_at_place(view, it, place), place, sum);
            if (last_lane(alike) == it.lane) {
                it.close->head[bucket] = entry;
                atomicOr(&it.close->filled[bucket / 32], 1U << bucket % 32);
            }
        }
        it.used += (uint32_t)__popc((int)lanes);
        lanes_meet();
    }
    return least;
}

/* A lane's neighbour. */
struct gpu_step {
    uint32_t x, y, z; /* its coordinates */
    uint32_t cost;    /* cost of the step */
    uint32_t at, word, label;
    bool better; /* its label falls */
};

static __device__ __forceinline__ void look(struct gpu_step &step, uint32_t paid, uint32_t lane)
{
    step.label = paid + step.cost + (step.word & TOLL_MASK);
    step.better = lane < DIRECTIONS && step.label < step.word >> LABEL_SHIFT;
}

/* The lanes of `lanes` look behind the portal in front of them. */
static __device__ void pass_portals(const struct maze_view &view, struct gpu_searcher &it,
                                    struct gpu_step &step, uint32_t paid, uint32_t lanes)
{
    for (; lanes != 0; lanes &= lanes - 1) {
        const uint32_t lane = first_lane(lanes);
        const uint32_t x = from_lane(step.x, lane), y = from_lane(step.y, lane),
                       z = from_lane(step.z, lane);
        const bool inside = x >= it.window.x0 && x <= it.window.x1 && y >= it.window.y0 &&
                            y <= it.window.y1 && is_near(it, x, y);
        const uint32_t at = inside ? copied_word_at(view, it, place_of(x, y, z)) : NOTHING;
        if (it.lane == lane) {
            step.better = false;
            if (at != NOTHING) {
                step.at = at;
                step.word = it.cells[at];
                look(step, paid, lane);
            }
        }
    }
    lanes_meet();
}

/* Queues the better neighbours except the next one, one after the other. */
static __device__ void queue_slowly(const struct maze_view &view, struct gpu_searcher &it,
                                    uint32_t lanes, uint32_t entry, uint32_t sum, uint32_t least)
{
    uint32_t hold = NOTHING;
    for (; lanes != 0; lanes &= lanes - 1) {
        const uint32_t lane = first_lane(lanes);
        const uint32_t now = from_lane(entry, lane), its = from_lane(sum, lane);
        if (its > least) {
            link_entry(view, it, now, its, least);
            continue;
        }
        if (hold != NOTHING)
            link_entry(view, it, hold, least, its);
        hold = now;
        least = its;
    }
}

/* The neighbour that a lane evaluates. */
static __device__ __forceinline__ struct gpu_step step_of(const uint32_t *steps, uint32_t place,
                                                          uint32_t lane)
{
    struct gpu_step step;
    step.x = place_x(place) + (uint32_t)((lane == EAST) - (lane == WEST));
    step.y = place_y(place) + (uint32_t)((lane == NORTH) - (lane == SOUTH));
    step.z = place_z(place) + (uint32_t)((lane == UP) - (lane == DOWN));
    step.cost = steps[place_z(place) * STEP_STRIDE + lane % STEP_STRIDE];
    return step;
}

/* The lanes of `lanes` that have the same value as this lane. */
static __device__ __forceinline__ uint32_t alike_of(uint32_t value, uint32_t lanes)
{
    uint32_t alike = 0;
    if ((lanes & (lanes - 1)) == 0) /* at most one, which is the usual case */
        return lanes;
    for (uint32_t left = lanes; left != 0; left &= left - 1) {
        const uint32_t lane = first_lane(left);
        alike |= (uint32_t)(from_lane(value, lane) == value) << lane;
    }
    return alike;
}

/* Labels the neighbours of the cell that was taken. The next one takes its place, the others are
 * queued; false: there is none. */
static __device__ __forceinline__ bool expand(const struct maze_view &view, struct gpu_searcher &it,
                                              struct gpu_step &step, uint32_t bound,
                                              struct taken &now, uint32_t paid)
{
    const uint32_t lane = it.lane;
    look(step, paid, lane);
    if (it.squares) {
        const uint32_t portals = lanes_where(step.better && (step.word & REACHED_MASK) == PORTAL);
        if (portals != 0)
            pass_portals(view, it, step, paid, portals);
    }
    const uint32_t better = lanes_where(step.better);
    if (better == 0 || !has_piece(view, it, DIRECTIONS))
        return false;
    const uint32_t sum = step.label + bound, first = it.base + it.used;
    const uint32_t entry = first + (uint32_t)__popc((int)(better & lanes_before(lane)));
    const uint32_t place = place_of(step.x, step.y, step.z);
    const uint32_t least = least_of_lanes(step.better ? sum : NOTHING);
    const uint32_t floor = least < now.sum ? least : now.sum;
    const uint32_t nearest = lanes_where(step.better && sum == least);
    const uint32_t next = least <= now.sum ? last_lane(nearest) : LANES;
    const uint32_t queued = next < LANES ? better & ~(1U << next) : better;
    const bool is_queued = (queued >> lane & 1) != 0;
    const bool slowly = lanes_where(is_queued && sum - floor >= BUCKETS) != 0;
    const uint32_t bucket = sum % BUCKETS;
    const uint32_t alike = alike_of(bucket, queued), before = alike & lanes_before(lane);
    const uint32_t below =
        before != 0 ? first + (uint32_t)__popc((int)(better & lanes_before(last_lane(before))))
                    : it.close->head[bucket];
    if (step.better) {
        it.cells[step.at] =
            step.label << LABEL_SHIFT | lane << REACHED_SHIFT | (step.word & TOLL_MASK);
        *entry_at(view, it, entry) = make_uint4(below, step.at, place, sum);
    }
    lanes_meet();
    if (is_queued && !slowly && last_lane(alike) == lane) {
        it.close->head[bucket] = entry;
        atomicOr(&it.close->filled[bucket / 32], 1U << bucket % 32);
    }
    it.used += (uint32_t)__popc((int)better);
    if (slowly)
        queue_slowly(view, it, better, entry, sum, now.sum);
    if (next < LANES)
        now = {from_lane(step.at, next), from_lane(place, next), least};
    lanes_meet();
    return next < LANES;
}

/* Searches until the goal is taken from the queue; false: there is no path. */
static __device__ bool run_search(const struct maze_view &view, struct gpu_searcher &it,
                                  const struct gpu_goal &goal, uint32_t lag, struct taken *last)
{
    const uint32_t xy = place_of(goal.x, goal.y, 0);
    uint32_t front = NOTHING, expanded = 0;
    uint32_t current = seed(view, it, goal);
    bool holds = false, found = false;
    struct taken now = {};
    while (!it.full) {
        if (!holds && !take_entry(view, it, &current, &now))
            break;
        holds = false;
        struct gpu_step step = step_of(it.close->steps, now.place, it.lane);
        step.at = now.at + (uint32_t)it.offset;
        step.word = it.cells[step.at];
        const bool exists = it.lane < DIRECTIONS && step.z < view.layers;
        const uint32_t bound = exists ? bound_at(goal, step.x, step.y, step.z) : 0;
        const uint32_t own = from_lane(step.word, OWN);
        if ((own & CLOSED) != 0)
            continue;
        current = now.sum;
        const uint32_t ahead = now.sum - (own >> LABEL_SHIFT);
        if (ahead < front)
            front = ahead;
        else if (ahead - front > lag)
            continue;
        lanes_meet(); /* all lanes have read it */
        if (it.lane == OWN)
            it.cells[now.at] = own | CLOSED;
        if ((now.place & (place_of(PLACE_SIDE, PLACE_SIDE, 0))) == xy &&
            (goal.any_layer || place_z(now.place) == goal.z)) {
            *last = now;
            found = true;
            break;
        }
        expanded++;
        holds = expand(view, it, step, bound, now, own >> LABEL_SHIFT);
    }
    it.expanded += expanded;
    lanes_meet();
    return found && !it.full;
}

/* Reads the path back from its last cell, appends it to the paths and makes it part of the tree. */
static __device__ void trace(const struct maze_view &view, struct gpu_searcher &it,
                             const struct taken &last)
{
    uint32_t x = place_x(last.place), y = place_y(last.place), z = place_z(last.place);
    uint32_t at = last.at, count = 0;
    const uint32_t first = it.path_count, planted = it.tree_count;
    for (bool ends = false; !ends; count++) {
        reserve(view, it, it.path, first + count + 1, first + count);
        reserve(view, it, it.tree, planted + count + 1, planted + count);
        if (it.full)
            return;
        const uint32_t reached = it.cells[at] & REACHED_MASK, place = place_of(x, y, z);
        const uint32_t direction = reached >> REACHED_SHIFT;
        ends = reached == SOURCE;
        if (it.lane == 0) {
            it.words[it.path.first + first + count] = place;
            if (!ends)
                it.words[it.tree.first + planted + count] = place;
        }
        if (ends)
            continue;
        x -= (uint32_t)((direction == EAST) - (direction == WEST));
        y -= (uint32_t)((direction == NORTH) - (direction == SOUTH));
        z -= (uint32_t)((direction == UP) - (direction == DOWN));
        at = word_at(view, it, x, y, z);
    }
    lanes_meet();
    uint32_t *path = it.words + it.path.first + first;
    for (uint32_t i = it.lane; i + 1 < count; i += LANES)
        it.cells[word_at_place(view, it, it.words[it.tree.first + planted + i])] = SOURCE;
    for (uint32_t i = it.lane; i < count / 2; i += LANES) {
        const uint32_t place = path[i];
        path[i] = path[count - 1 - i];
        path[count - 1 - i] = place;
    }
    lanes_meet();
    if (it.lane == 0)
        path[0] |= (uint32_t)PATH_START;
    it.path_count += count;
    it.tree_count += count - 1;
    lanes_meet();
}

/* As maze_search_connect: from the tree to the target inside `near`. */
static __device__ bool connect(const struct maze_view &view, struct gpu_searcher &it,
                               struct maze_spot target, struct box near, uint32_t lag)
{
    struct gpu_goal goal = {target.x, target.y, target.z, target.z == SPOT_ANY_LAYER, NULL};
    goal.bound = view.bound + (size_t)(goal.any_layer ? view.layers : goal.z) * BOUND_TABLE;
    it.near = {(near.x0 - it.window.x0) >> SQUARE_SHIFT, (near.y0 - it.window.y0) >> SQUARE_SHIFT,
               (near.x1 - it.window.x0) >> SQUARE_SHIFT, (near.y1 - it.window.y0) >> SQUARE_SHIFT};
    struct taken last = {};
    forget_entries(view, it);
    it.searches++;
    bool found = run_search(view, it, goal, lag, &last);
    if (found)
        trace(view, it, last);
    empty_queue(it);
    return found && !it.full;
}
