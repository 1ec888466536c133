/* search_trace: reads a path back from its last cell; makes and frees the workspace. */
#include "router/maze/tree/search_queue.h"

enum status search_read_path(struct maze_search *it, uint32_t last,
                             const struct search_stride *stride, struct error *error)
{
    uint64_t place = it->entries[last].place;
    size_t first = it->path_count;
    for (;;) {
        const uint32_t x = place_x(place), y = place_y(place), z = place_layer(place);
        if (it->path_count == it->path_capacity)
            TRY(MEM_GROW(it->path, it->path_capacity, it->path_count + 1, "a path", error));
        it->path[it->path_count++] = maze_map_cell(it->map, x, y, z);
        const bool wide = it->map->wide;
        const uint32_t at = place_at(place);
        const uint32_t way = word_reached(wide ? it->wide[at] : it->word[at], wide);
        if (way >= DIRECTIONS)
            break;
        SET_WORD(it, at, SOURCE);
        if (it->tree_count == it->tree_capacity)
            TRY(MEM_GROW(it->tree, it->tree_capacity, it->tree_count + 1, "a tree", error));
        it->tree[it->tree_count++] = place;
        place -= stride->place[way];
        if (it->squares)
            place = place_of(search_word_at(it, place_x(place), place_y(place), place_layer(place)),
                             place_x(place), place_y(place), place_layer(place));
    }
    reverse_uint32(it->path + first, it->path_count - first);
    it->path[first] |= (uint32_t)PATH_START;
    return STATUS_OK;
}

/* ---- the workspace -------------------------------------------------------------------------- */

enum status maze_search_create(struct maze_search *it, const struct maze_map *map,
                               struct error *error)
{
    *it = (struct maze_search){.map = map, .far = NONE, .isa = isa_best()};
    TRY(MEM_NEW(it->head, BUCKETS, "a queue", error));
    TRY(MEM_NEW(it->filled, BUCKETS / 64, "a queue", error));
    TRY(MEM_NEW(it->left_x, map->width, "bounds", error));
    TRY(MEM_NEW(it->left_y, map->height, "bounds", error));
    for (uint32_t i = 0; i < BUCKETS; i++)
        it->head[i] = NONE;
    return STATUS_OK;
}

MEM_DESTROY(maze_search_destroy, maze_search, it->square, it->word, it->wide, it->far_heap,
            it->entries, it->head, it->filled, it->left_x, it->left_y, it->tree, it->path,
            it->last_seed, it->seed_before, it->seeds)

size_t maze_search_bytes(const struct maze_search *it)
{
    return it->word_capacity * sizeof *it->word + it->wide_capacity * sizeof *it->wide +
           it->far_capacity * sizeof *it->far_heap + it->square_capacity * sizeof *it->square +
           it->entry_capacity * sizeof *it->entries + it->tree_capacity * sizeof *it->tree +
           it->path_capacity * sizeof *it->path +
           (it->last_seed_capacity + it->seed_before_capacity + it->seeds_capacity) *
               sizeof *it->seeds;
}
