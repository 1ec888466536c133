/* search: the search loop: takes the entry of least f, labels the neighbours of its cell, and stops
 * at the target. The loop is compiled for each combination of wide words, turns and several
 * targets. */
#include "router/maze/tree/search.h"

#include "router/maze/tree/search_parts.h"
#include "router/maze/tree/search_queue.h"

/* Resets the labels of the previous search. */
static void clear_labels(struct maze_search *it)
{
    for (size_t i = 0; i < it->entry_count && it->map->wide; i++) {
        uint64_t *word = &it->wide[place_at(it->entries[i].place)];
        *word = word_reached(*word, true) == SOURCE >> REACHED_SHIFT
                    ? WIDE_SOURCE
                    : WIDE_UNREACHED | (*word & WIDE_TOLL_MASK);
    }
    for (size_t i = 0; i < it->entry_count && !it->map->wide; i++) {
        uint32_t *word = &it->word[place_at(it->entries[i].place)];
        *word = (*word & REACHED_MASK) == SOURCE ? SOURCE : UNREACHED | (*word & TOLL_MASK);
    }
    it->entry_count = 0;
}

/* ---- the search ----------------------------------------------------------------------------- */

/* The target: a column on one layer or on all layers, or targets in a box. */
struct goal {
    struct box box;
    uint32_t z;
    bool any_layer;
    const struct maze_bound *bound;
};

static inline __attribute__((always_inline)) uint32_t bound_of(uint32_t left, const uint16_t *extra)
{
    return (left & UINT16_MAX) + extra[left >> 16];
}

static enum status reserve(struct maze_search *it, size_t more, struct error *error)
{
    const size_t count = it->entry_count + more;
    if (it->map->wide)
        TRY(MEM_GROW(it->far_heap, it->far_capacity, count, "a queue", error));
    return MEM_GROW(it->entries, it->entry_capacity, count, "a queue", error);
}

static bool is_near(const struct maze_search *it, uint32_t x, uint32_t y)
{
    uint32_t sx = (x - it->window.x0) >> it->shift, sy = (y - it->window.y0) >> it->shift;
    return sx >= it->near.x0 && sx <= it->near.x1 && sy >= it->near.y0 && sy <= it->near.y1;
}

/* Queues the cells of the tree from which a cheapest path may start; *current is the least f. */
static enum status seed(struct maze_search *it, const struct goal *goal, uint32_t *current,
                        struct error *error)
{
    uint32_t least = UINT32_MAX, near = 0, count = 0;
    const bool few = search_seeds_are_few(it);
    size_t cells = it->tree_count;
    if (few)
        TRY(search_seeds(it, &cells, error));
    TRY(reserve(it, cells, error));
    struct maze_entry *entries = it->entries;
    for (size_t i = 0; i < cells; i++) {
        const uint64_t place = it->tree[few ? it->seeds[i] : i];
        const uint32_t x = place_x(place), y = place_y(place);
        if (it->squares && !is_near(it, x, y))
            continue;
        const uint32_t h =
            bound_of(it->left_x[x] + it->left_y[y], goal->bound->extra[place_layer(place)]);
        least = h < least ? h : least;
        entries[near++] = (struct maze_entry){.place = place, .f = h};
    }
    *current = least;
    for (uint32_t i = 0; i < near; i++) {
        if (entries[i].f - least > SEED_SPAN)
            continue;
        entries[count] = entries[i];
        link_entry(it, count++, least);
    }
    it->entry_count = count;
    return STATUS_OK;
}

/* Finds the place of the cell behind a portal; PLACE_NONE if the search may not enter it. */
static __attribute__((noinline)) enum status pass_portal(struct maze_search *it, uint32_t x,
                                                         uint32_t y, uint32_t z, uint64_t *place,
                                                         struct error *error)
{
    uint32_t at;
    *place = PLACE_NONE;
    if (x < it->window.x0 || x > it->window.x1 || y < it->window.y0 || y > it->window.y1 ||
        !is_near(it, x, y) || it->words >= WORDS_LAST)
        return STATUS_OK;
    TRY(search_copied_word_at(it, x, y, z, &at, error));
    *place = place_of(at, x, y, z);
    return STATUS_OK;
}

static const int step_x[DIRECTIONS] = {1, -1, 0, 0, 0, 0};
static const int step_y[DIRECTIONS] = {0, 0, 1, -1, 0, 0};
static const int step_z[DIRECTIONS] = {0, 0, 0, 0, 1, -1};

static struct search_stride stride_of(const struct maze_search *it)
{
    const uint64_t layer = 1, column = it->map->layers, row = (it->side_x + 2) * column;
    const uint64_t east = place_of(0, 1, 0, 0) + (column << AT_SHIFT);
    const uint64_t north = place_of(0, 0, 1, 0) + (row << AT_SHIFT);
    const uint64_t up = place_of(0, 0, 0, 1) + (layer << AT_SHIFT);
    return (struct search_stride){
        (ptrdiff_t)column, (ptrdiff_t)row, {east, -east, north, -north, up, -up}};
}

/* Values of the loop that are kept in registers. */
struct hot {
    uint32_t *word;
    uint64_t *wide;
    struct maze_entry *entries;
    uint32_t *head;
    uint64_t *filled;
    uint32_t count; /* entries */
    const uint32_t *left_x, *left_y;
    const uint16_t (*extra)[MAZE_BOUNDS];
};

static inline __attribute__((always_inline)) void
hot_link(struct maze_search *it, const struct hot *hot, uint32_t entry, uint32_t f, uint32_t least)
{
    if (__builtin_expect(f - least >= BUCKETS, 0)) {
        push_far(it, entry);
        return;
    }
    hot->entries[entry].next = hot->head[f % BUCKETS];
    hot->head[f % BUCKETS] = entry;
    hot->filled[f % BUCKETS / 64] |= (uint64_t)1 << f % 64;
}

static inline __attribute__((always_inline)) uint64_t load(const struct hot *hot, size_t at,
                                                           bool wide)
{
    return wide ? hot->wide[at] : hot->word[at];
}

static inline __attribute__((always_inline)) void store(const struct hot *hot, size_t at,
                                                        uint64_t word, bool wide)
{
    if (wide)
        hot->wide[at] = word;
    else
        hot->word[at] = (uint32_t)word;
}

/* The word of a cell that is reached at this cost from this direction. */
static inline __attribute__((always_inline)) uint64_t reached_word(uint64_t word, uint64_t label,
                                                                   uint32_t direction, bool wide)
{
    return wide ? label << WIDE_LABEL_SHIFT | (uint64_t)direction << WIDE_REACHED_SHIFT |
                      (word & WIDE_TOLL_MASK)
                : label << LABEL_SHIFT | direction << REACHED_SHIFT | (word & TOLL_MASK);
}

/* The extra cost of a step for a turn, or of a wall, which exceeds the cost of any path. */
static inline uint64_t turn_cost(const struct maze_map *map, uint32_t walls, uint32_t way,
                                 uint32_t direction)
{
    const bool turn = way < UP && direction < UP && way / 2 != direction / 2;
    return (walls >> direction & 1) != 0 ? WIDE_LABEL_NONE : turn ? map->bend : 0;
}

/* Labels the neighbours of the entry's cell. Queues them, except one with the least f that is not
 * above the entry's, which is returned in *next. */
static inline __attribute__((always_inline)) enum status
expand(struct maze_search *it, struct hot *hot, const struct maze_entry from,
       const struct search_stride *stride, uint32_t entry, uint32_t *next, const bool wide,
       const bool turns, const bool joins, struct error *error)
{
    const uint32_t x = place_x(from.place), y = place_y(from.place), z = place_layer(from.place);
    const uint32_t *const step = it->map->step[z];
    const uint16_t *const extra = hot->extra[z];
    const uint32_t left_x = hot->left_x[x], left_y = hot->left_y[y];
    const uint64_t own = load(hot, place_at(from.place), wide), paid = word_label(own, wide);
    const uint8_t *const planes = it->map->walls;
    const uint32_t walls = turns && planes != NULL ? planes[maze_map_cell(it->map, x, y, z)] : 0;
    uint32_t hold = NONE, least = from.f;
#pragma GCC unroll 6
    for (uint32_t direction = 0; direction < DIRECTIONS; direction++) {
        const int dx = step_x[direction], dy = step_y[direction], dz = step_z[direction];
        size_t at =
            (size_t)((ptrdiff_t)place_at(from.place) + dx * stride->column + dy * stride->row + dz);
        uint64_t word = load(hot, at, wide), cost = paid + step[direction];
        if (turns)
            cost += turn_cost(it->map, walls, word_reached(own, wide), direction);
        uint64_t label = cost + (word & WORD_PART(wide, TOLL_MASK));
        if (label >= word_label(word, wide))
            continue;
        uint64_t place = from.place + stride->place[direction];
        if (__builtin_expect(word >= (wide ? WIDE_UNREACHED | WIDE_PORTAL : UNREACHED | PORTAL),
                             0)) {
            TRY(pass_portal(it, x + (uint32_t)dx, y + (uint32_t)dy, z + (uint32_t)dz, &place,
                            error));
            hot->word = it->word;
            hot->wide = it->wide;
            if (place == PLACE_NONE)
                continue;
            at = place_at(place);
            word = load(hot, at, wide);
            label = cost + (word & WORD_PART(wide, TOLL_MASK));
            if (label >= word_label(word, wide))
                continue;
        }
        if (joins && word == WORD_PART(wide, TARGET)) {
            if (label < it->limit) {
                it->limit = (uint32_t)label;
                it->met = entry;
                it->met_cell =
                    maze_map_cell(it->map, x + (uint32_t)dx, y + (uint32_t)dy, z + (uint32_t)dz);
            }
            continue;
        }
        const uint32_t left = (dx != 0 ? hot->left_x[x + (uint32_t)dx] : left_x) +
                              (dy != 0 ? hot->left_y[y + (uint32_t)dy] : left_y);
        const uint32_t f = (uint32_t)label + bound_of(left, extra + (ptrdiff_t)dz * MAZE_BOUNDS);
        if (joins && f >= it->limit)
            continue;
        store(hot, at, reached_word(word, label, direction, wide), wide);
        const uint32_t new = hot->count++;
        hot->entries[new].place = place;
        hot->entries[new].f = f;
        if (f <= least) {
            if (hold != NONE)
                hot_link(it, hot, hold, least, f);
            hold = new;
            least = f;
        } else {
            hot_link(it, hot, new, f, least);
        }
    }
    *next = hold;
    return STATUS_OK;
}

/* Searches until the goal is the entry of least f: *last is that entry, or NONE without a path. */
static inline __attribute__((always_inline)) enum status
run(struct maze_search *it, const struct goal *goal, uint32_t lag,
    const struct search_stride *stride, uint32_t *last, const bool wide, const bool turns,
    const bool joins, struct error *error)
{
    const uint32_t xy = (uint32_t)(place_of(0, goal->box.x0, goal->box.y0, 0) >> PLACE_XY);
    uint32_t current = 0, next = NONE, expanded = 0, front = UINT32_MAX;
    *last = NONE;
    search_prepare_bounds(it, goal->box);
    TRY(seed(it, goal, &current, error));
    struct hot hot = {.word = it->word,
                      .wide = it->wide,
                      .entries = it->entries,
                      .head = it->head,
                      .filled = it->filled,
                      .count = (uint32_t)it->entry_count,
                      .left_x = it->left_x,
                      .left_y = it->left_y,
                      .extra = goal->bound->extra};
    enum status status = STATUS_OK;
    for (;;) {
        uint32_t entry = next != NONE ? next : take_entry(it, &current);
        if (entry == NONE)
            break;
        next = NONE;
        const struct maze_entry now = hot.entries[entry];
        const uint64_t word = load(&hot, place_at(now.place), wide);
        if ((word & WORD_PART(wide, CLOSED)) != 0)
            continue;
        current = now.f;
        if (joins && now.f >= it->limit)
            break;
        uint32_t ahead = now.f - word_label(word, wide);
        if (ahead < front)
            front = ahead;
        else if (ahead - front > lag)
            continue;
        store(&hot, place_at(now.place), word | WORD_PART(wide, CLOSED), wide);
        if (!joins && now.place >> PLACE_XY == xy &&
            (goal->any_layer || place_layer(now.place) == goal->z)) {
            *last = entry;
            break;
        }
        expanded++;
        if (__builtin_expect(hot.count + DIRECTIONS > it->entry_capacity, 0)) {
            it->entry_count = hot.count;
            status = reserve(it, DIRECTIONS, error);
            hot.entries = it->entries;
        }
        THEN(status, expand(it, &hot, now, stride, entry, &next, wide, turns, joins, error));
        if (status != STATUS_OK)
            break;
    }
    it->entry_count = hot.count;
    it->expanded += expanded;
    return status;
}

/* A search with these properties, compiled by itself. */
#define VARIANT(name, wide, turns, joins)                                                          \
    static enum status name(struct maze_search *it, const struct goal *goal, uint32_t lag,         \
                            const struct search_stride *stride, uint32_t *last,                    \
                            struct error *error)                                                   \
    {                                                                                              \
        return run(it, goal, lag, stride, last, wide, turns, joins, error);                        \
    }

VARIANT(run_plain, false, false, false)
VARIANT(run_turns, false, true, false)
VARIANT(run_wide, true, true, false)
VARIANT(join_plain, false, false, true)
VARIANT(join_turns, false, true, true)
VARIANT(join_wide, true, true, true)

enum status maze_search_connect(struct maze_search *it, struct maze_spot target, struct box near,
                                uint32_t lag, bool *found, struct error *error)
{
    assert(near.x0 <= near.x1 && near.y0 <= near.y1 && it->tree_count > 0);
    const bool any = target.z == SPOT_ANY_LAYER;
    const struct goal goal = {.box = {target.x, target.y, target.x, target.y},
                              .z = target.z,
                              .any_layer = any,
                              .bound = &it->map->bound[any ? it->map->layers : target.z]};
    it->near = (struct box){
        (near.x0 - it->window.x0) >> it->shift, (near.y0 - it->window.y0) >> it->shift,
        (near.x1 - it->window.x0) >> it->shift, (near.y1 - it->window.y0) >> it->shift};
    const struct search_stride stride = stride_of(it);
    uint32_t last;
    clear_labels(it);
    it->searches++;
    const bool turns = it->map->walls != NULL || it->map->bend > 0;
    enum status status = (it->map->wide ? run_wide
                          : turns       ? run_turns
                                        : run_plain)(it, &goal, lag, &stride, &last, error);
    *found = status == STATUS_OK && last != NONE;
    if (*found)
        status = search_read_path(it, last, &stride, error);
    empty_queue(it);
    return status;
}

void maze_search_forget(struct maze_search *it)
{
    clear_labels(it);
    it->tree_count = it->listed = 0;
}

enum status maze_search_join(struct maze_search *it, const struct maze_targets *targets,
                             uint32_t limit, bool *found, struct error *error)
{
    assert(targets->box.x0 <= targets->box.x1 && it->tree_count > 0);
    const bool any = targets->z == SPOT_ANY_LAYER;
    const struct goal goal = {.box = targets->box,
                              .any_layer = any,
                              .bound = &it->map->bound[any ? it->map->layers : targets->z]};
    const struct search_stride stride = stride_of(it);
    uint32_t last;
    assert(it->entry_count == 0 && limit <= MAZE_COST_MAX);
    it->near = (struct box){0, 0, it->across - 1, it->down - 1};
    it->searches++;
    it->limit = limit;
    it->met = NONE;
    const bool turns = it->map->walls != NULL || it->map->bend > 0;
    enum status status = (it->map->wide ? join_wide
                          : turns       ? join_turns
                                  : join_plain)(it, &goal, MAZE_LAG_NONE, &stride, &last, error);
    *found = status == STATUS_OK && it->met != NONE;
    if (*found)
        status = search_read_path(it, it->met, &stride, error);
    if (*found)
        THEN(status, MEM_GROW(it->path, it->path_capacity, it->path_count + 1, "a path", error));
    if (status == STATUS_OK && *found)
        it->path[it->path_count++] = it->met_cell;
    empty_queue(it);
    return status;
}
