/* search: the queue and the loop. */
#include "router/chip/search.h"

#include <stdlib.h>

#include "router/chip/search_parts.h"
#include "router/wave/isa.h"

static const uint32_t NONE = UINT32_MAX;

enum {
    AT_SHIFT = 4,
    AT_LAYER = (1 << AT_SHIFT) - 1,
};

/* ---- the queue ------------------------------------------------------------------------------ */

static void link_entry(struct chip_search *it, uint32_t entry, uint32_t current)
{
    uint32_t f = it->entries[entry].f;
    uint32_t *head = &it->far;
    if (f - current < BUCKETS) {
        head = &it->head[f % BUCKETS];
        it->filled[f % BUCKETS / 64] |= (uint64_t)1 << f % 64;
    }
    it->entries[entry].next = *head;
    *head = entry;
}

/* Gives the far entries that are near now their buckets; the least of them is the new *current.
 * False where there are none. */
static bool fetch_far(struct chip_search *it, uint32_t *current)
{
    uint32_t list = it->far, least = UINT32_MAX;
    if (list == NONE)
        return false;
    for (uint32_t e = list; e != NONE; e = it->entries[e].next)
        least = it->entries[e].f < least ? it->entries[e].f : least;
    it->far = NONE;
    *current = least;
    while (list != NONE) {
        uint32_t next = it->entries[list].next;
        link_entry(it, list, least);
        list = next;
    }
    return true;
}

/* Takes the entry of least f, the last that came of several. NONE: there is none. */
static uint32_t take_entry(struct chip_search *it, uint32_t *current)
{
    for (;;) {
        uint32_t bucket = *current % BUCKETS, word = bucket / 64, turn = 0;
        uint64_t bits = it->filled[word] & ~(uint64_t)0 << bucket % 64;
        while (bits == 0 && turn < BUCKETS / 64) {
            word = (word + 1) % (BUCKETS / 64);
            bits = it->filled[word];
            turn++;
        }
        if (bits == 0) {
            if (!fetch_far(it, current))
                return NONE;
            continue;
        }
        bucket = word * 64 + (uint32_t)__builtin_ctzll(bits);
        uint32_t entry = it->head[bucket], f = it->entries[entry].f;
        it->head[bucket] = it->entries[entry].next;
        if (it->head[bucket] == NONE)
            it->filled[word] &= ~((uint64_t)1 << bucket % 64);
        *current += (bucket - *current) % BUCKETS;
        if (f == *current)
            return entry;
        it->entries[entry].next = it->far; /* current fell since it came: not its turn yet */
        it->far = entry;
    }
}

/* Empties the queue. The entries stay, to tell whose labels are to be put back. */
static void empty_queue(struct chip_search *it)
{
    for (uint32_t w = 0; w < BUCKETS / 64; w++)
        for (; it->filled[w] != 0; it->filled[w] &= it->filled[w] - 1)
            it->head[w * 64 + (uint32_t)__builtin_ctzll(it->filled[w])] = NONE;
    it->far = NONE;
}

/* Puts back the labels that the search before has left. */
static void clear_labels(struct chip_search *it)
{
    for (size_t i = 0; i < it->entry_count; i++) {
        uint32_t *word = &it->word[it->entries[i].at >> AT_SHIFT];
        *word = (*word & REACHED_MASK) == SOURCE ? SOURCE : UNREACHED | (*word & TOLL_MASK);
    }
    it->entry_count = 0;
}

/* ---- the search ----------------------------------------------------------------------------- */

struct goal {
    uint32_t x, y, z;
    bool any_layer;
    const struct chip_bound *bound;
};

static inline uint32_t bound_at(const struct goal *goal, uint32_t x, uint32_t y, uint32_t z)
{
    uint32_t dx = chip_distance(x, goal->x), dy = chip_distance(y, goal->y);
    uint32_t i = dx < BOUND_SPAN ? dx : BOUND_SPAN, j = dy < BOUND_SPAN ? dy : BOUND_SPAN;
    return dx + dy + goal->bound->extra[z][i * (BOUND_SPAN + 1) + j];
}

static enum status reserve(struct chip_search *it, size_t more, struct error *error)
{
    return MEM_GROW(it->entries, it->entry_capacity, it->entry_count + more, "a queue", error);
}

static bool is_near(const struct chip_search *it, uint32_t x, uint32_t y)
{
    uint32_t sx = (x - it->window.x0) >> it->shift, sy = (y - it->window.y0) >> it->shift;
    return sx >= it->near.x0 && sx <= it->near.x1 && sy >= it->near.y0 && sy <= it->near.y1;
}

/* Queues the cells of the tree from which a cheapest path may start; *current is the least f. */
static enum status seed(struct chip_search *it, const struct goal *goal, uint32_t *current,
                        struct error *error)
{
    uint32_t least = UINT32_MAX;
    TRY(reserve(it, it->tree_count, error));
    for (size_t i = 0; i < it->tree_count; i++) {
        struct chip_spot s = it->tree[i];
        uint32_t h = bound_at(goal, s.x, s.y, s.z);
        if (h < least && is_near(it, s.x, s.y))
            least = h;
    }
    *current = least;
    for (size_t i = 0; i < it->tree_count && least != UINT32_MAX; i++) {
        struct chip_spot s = it->tree[i];
        uint32_t h = bound_at(goal, s.x, s.y, s.z);
        if (h - least > SEED_SPAN || !is_near(it, s.x, s.y))
            continue;
        uint32_t at = search_word_at(it, s.x, s.y, s.z), entry = (uint32_t)it->entry_count++;
        it->entries[entry] = (struct chip_entry){
            .at = at << AT_SHIFT | s.z, .xy = (uint32_t)s.y << 16 | s.x, .f = h};
        link_entry(it, entry, *current);
    }
    return STATUS_OK;
}

/* The cell behind a portal: its word, NONE where the search may not go there. */
static __attribute__((noinline)) enum status pass_portal(struct chip_search *it, uint32_t x,
                                                         uint32_t y, uint32_t z, uint32_t *at,
                                                         struct error *error)
{
    *at = NONE;
    if (x < it->window.x0 || x > it->window.x1 || y < it->window.y0 || y > it->window.y1 ||
        !is_near(it, x, y) || it->words >= WORDS_LAST)
        return STATUS_OK;
    return search_copied_word_at(it, x, y, z, at, error);
}

static const int step_x[DIRECTIONS] = {1, -1, 0, 0, 0, 0};
static const int step_y[DIRECTIONS] = {0, 0, 1, -1, 0, 0};
static const int step_z[DIRECTIONS] = {0, 0, 0, 0, 1, -1};

/* What the loop holds in registers. */
struct hot {
    uint32_t *word;
    struct chip_entry *entries;
    uint32_t *head;
    uint64_t *filled;
    uint32_t count; /* entries */
    uint32_t x, y;
    const uint16_t (*extra)[(BOUND_SPAN + 1) * (BOUND_SPAN + 1)];
};

static inline __attribute__((always_inline)) uint32_t hot_bound(const struct hot *hot, uint32_t x,
                                                                uint32_t y, uint32_t z)
{
    uint32_t dx = chip_distance(x, hot->x), dy = chip_distance(y, hot->y);
    uint32_t i = dx < BOUND_SPAN ? dx : BOUND_SPAN, j = dy < BOUND_SPAN ? dy : BOUND_SPAN;
    return dx + dy + hot->extra[z][i * (BOUND_SPAN + 1) + j];
}

static inline __attribute__((always_inline)) void
hot_link(struct chip_search *it, const struct hot *hot, uint32_t entry, uint32_t f, uint32_t least)
{
    if (__builtin_expect(f - least >= BUCKETS, 0)) {
        hot->entries[entry].next = it->far;
        it->far = entry;
        return;
    }
    hot->entries[entry].next = hot->head[f % BUCKETS];
    hot->head[f % BUCKETS] = entry;
    hot->filled[f % BUCKETS / 64] |= (uint64_t)1 << f % 64;
}

/* Labels the neighbours of the entry's cell. The one of them that is next is not queued but
 * returned, the others are. */
static inline __attribute__((always_inline)) enum status
expand(struct chip_search *it, struct hot *hot, const struct chip_entry from,
       const ptrdiff_t *offset, uint32_t *next, struct error *error)
{
    const uint32_t z = from.at & AT_LAYER, place = from.at >> AT_SHIFT;
    const uint32_t *const step = it->map->step[z];
    const uint32_t fx = from.xy & UINT16_MAX, fy = from.xy >> 16;
    const uint32_t paid = hot->word[place] >> LABEL_SHIFT;
    uint32_t hold = NONE, least = from.f;
#pragma GCC unroll 6
    for (uint32_t direction = 0; direction < DIRECTIONS; direction++) {
        uint32_t at = (uint32_t)((ptrdiff_t)place + offset[direction]);
        uint32_t word = hot->word[at];
        uint32_t label = paid + step[direction] + (word & TOLL_MASK);
        if (label >= word >> LABEL_SHIFT)
            continue;
        uint32_t x = fx + (uint32_t)step_x[direction], y = fy + (uint32_t)step_y[direction];
        uint32_t layer = z + (uint32_t)step_z[direction];
        if (__builtin_expect((word & REACHED_MASK) == PORTAL, 0)) {
            TRY(pass_portal(it, x, y, layer, &at, error));
            hot->word = it->word;
            if (at == NONE)
                continue;
            word = hot->word[at];
            label = paid + step[direction] + (word & TOLL_MASK);
            if (label >= word >> LABEL_SHIFT)
                continue;
        }
        hot->word[at] = label << LABEL_SHIFT | direction << REACHED_SHIFT | (word & TOLL_MASK);
        uint32_t f = label + hot_bound(hot, x, y, layer);
        uint32_t new = hot->count++;
        hot->entries[new].at = at << AT_SHIFT | layer;
        hot->entries[new].xy = y << 16 | x;
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

/* Searches until the goal's turn comes: *last is its entry, NONE where there is no path. */
static enum status run(struct chip_search *it, const struct goal *goal, uint32_t lag,
                       uint32_t *last, struct error *error)
{
    const ptrdiff_t column = it->map->layers, row = (ptrdiff_t)(it->side_x + 2) * column;
    const ptrdiff_t offset[DIRECTIONS] = {column, -column, row, -row, 1, -1};
    const uint32_t xy = goal->y << 16 | goal->x;
    uint32_t current = 0, next = NONE, expanded = 0, front = UINT32_MAX;
    *last = NONE;
    TRY(seed(it, goal, &current, error));
    struct hot hot = {.word = it->word,
                      .entries = it->entries,
                      .head = it->head,
                      .filled = it->filled,
                      .count = (uint32_t)it->entry_count,
                      .x = goal->x,
                      .y = goal->y,
                      .extra = goal->bound->extra};
    enum status status = STATUS_OK;
    for (;;) {
        uint32_t entry = next != NONE ? next : take_entry(it, &current);
        if (entry == NONE)
            break;
        next = NONE;
        const struct chip_entry now = hot.entries[entry];
        uint32_t word = hot.word[now.at >> AT_SHIFT];
        if ((word & CLOSED) != 0)
            continue;
        current = now.f;
        uint32_t ahead = now.f - (word >> LABEL_SHIFT);
        if (ahead < front)
            front = ahead;
        else if (ahead - front > lag)
            continue;
        hot.word[now.at >> AT_SHIFT] = word | CLOSED;
        if (now.xy == xy && (goal->any_layer || (now.at & AT_LAYER) == goal->z)) {
            *last = entry;
            break;
        }
        expanded++;
        if (__builtin_expect(hot.count + DIRECTIONS > it->entry_capacity, 0)) {
            it->entry_count = hot.count;
            status = reserve(it, DIRECTIONS, error);
            hot.entries = it->entries;
        }
        THEN(status, expand(it, &hot, now, offset, &next, error));
        if (status != STATUS_OK)
            break;
    }
    it->entry_count = hot.count;
    it->expanded += expanded;
    return status;
}

/* Reads the path back from its last cell, appends it to `path` and makes it part of the tree. */
static enum status trace(struct chip_search *it, uint32_t last, struct error *error)
{
    const struct chip_entry *end = &it->entries[last];
    uint32_t x = end->xy & UINT16_MAX, y = end->xy >> 16, z = end->at & AT_LAYER,
             at = end->at >> AT_SHIFT;
    size_t first = it->path_count, planted = it->tree_count;
    for (;;) {
        if (it->path_count == it->path_capacity)
            TRY(MEM_GROW(it->path, it->path_capacity, it->path_count + 1, "a path", error));
        it->path[it->path_count++] = chip_map_cell(it->map, x, y, z);
        uint32_t reached = it->word[at] & REACHED_MASK;
        if (reached == SOURCE)
            break;
        if (it->tree_count == it->tree_capacity)
            TRY(MEM_GROW(it->tree, it->tree_capacity, it->tree_count + 1, "a tree", error));
        it->tree[it->tree_count++] =
            (struct chip_spot){.x = (uint16_t)x, .y = (uint16_t)y, .z = (uint16_t)z};
        x -= (uint32_t)step_x[reached >> REACHED_SHIFT];
        y -= (uint32_t)step_y[reached >> REACHED_SHIFT];
        z -= (uint32_t)step_z[reached >> REACHED_SHIFT];
        at = search_word_at(it, x, y, z);
    }
    for (size_t i = planted; i < it->tree_count; i++)
        it->word[search_word_at(it, it->tree[i].x, it->tree[i].y, it->tree[i].z)] = SOURCE;
    for (size_t i = first, j = it->path_count - 1; i < j; i++, j--) {
        uint32_t cell = it->path[i];
        it->path[i] = it->path[j];
        it->path[j] = cell;
    }
    it->path[first] |= (uint32_t)PATH_START;
    return STATUS_OK;
}

enum status chip_search_connect(struct chip_search *it, struct chip_spot target,
                                struct chip_rect near, uint32_t lag, bool *found,
                                struct error *error)
{
    const bool any = target.z == SPOT_ANY_LAYER;
    const struct goal goal = {.x = target.x,
                              .y = target.y,
                              .z = target.z,
                              .any_layer = any,
                              .bound = &it->map->bound[any ? it->map->layers : target.z]};
    it->near = (struct chip_rect){
        (near.x0 - it->window.x0) >> it->shift, (near.y0 - it->window.y0) >> it->shift,
        (near.x1 - it->window.x0) >> it->shift, (near.y1 - it->window.y0) >> it->shift};
    uint32_t last;
    clear_labels(it);
    it->searches++;
    enum status status = run(it, &goal, lag, &last, error);
    *found = status == STATUS_OK && last != NONE;
    if (*found)
        status = trace(it, last, error);
    empty_queue(it);
    return status;
}

/* ---- the workspace -------------------------------------------------------------------------- */

enum status chip_search_create(struct chip_search *it, const struct chip_map *map,
                               struct error *error)
{
    *it = (struct chip_search){.map = map, .far = NONE, .isa = isa_best()};
    it->head = mem_alloc(BUCKETS, sizeof *it->head, "a queue", error);
    it->filled = mem_alloc(BUCKETS / 64, sizeof *it->filled, "a queue", error);
    if (it->head == NULL || it->filled == NULL)
        return STATUS_FAILED;
    for (uint32_t i = 0; i < BUCKETS; i++)
        it->head[i] = NONE;
    return STATUS_OK;
}

void chip_search_destroy(struct chip_search *it)
{
    MEM_FREE(it->square, it->word, it->entries, it->head, it->filled, it->tree, it->path);
    *it = (struct chip_search){0};
}
