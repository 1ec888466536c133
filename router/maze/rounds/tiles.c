/* tiles: computes the key of each net, sorts the keys (radix sort), and links tiles by blocks. */
#include "router/maze/rounds/tiles.h"

#include <stdlib.h>
#include <string.h>

enum {
    BLOCK_SHIFT = MAZE_TILE_SHIFT - 1,
    WORK_A_NET = 32, /* a turn's work: this and the half perimeter */
    RANGE = 2048     /* minimum number of nets per thread */
};

static const uint32_t NONE = UINT32_MAX;

enum status maze_tiles_create(struct maze_tiles *it, const struct maze_map *map, uint32_t nets,
                              struct error *error)
{
    assert(map->width > 0 && map->height > 0);
    *it = (struct maze_tiles){.across = (map->width >> BLOCK_SHIFT) + 1,
                              .down = (map->height >> BLOCK_SHIFT) + 1};
    TRY(MEM_NEW(it->sorted, nets, "nets of a round", error));
    TRY(MEM_NEW(it->spare, nets, "nets of a round", error));
    return MEM_NEW(it->last, (size_t)it->across * it->down, "blocks", error);
}

void maze_tiles_destroy(struct maze_tiles *it)
{
    MEM_FREE(it->sorted, it->spare, it->last, it->tiles, it->links);
    *it = (struct maze_tiles){0};
}

/* ---- sorting -------------------------------------------------------------------------------- */

/* Blocks first .. end - 1 in x and in y that the tile of a key covers, inside the map. */
static struct box blocks_of(const struct maze_tiles *it, const struct maze_map *map, uint32_t key)
{
    const uint32_t phase = key >> MAZE_TILE_BITS,
                   tile = key & ((UINT32_C(1) << MAZE_TILE_BITS) - 1);
    const uint32_t level = phase / MAZE_TILINGS, shift = MAZE_TILE_SHIFT + level;
    const uint32_t across = ((map->width + (UINT32_C(1) << (shift - 1))) >> shift) + 1;
    const uint32_t side = UINT32_C(1) << (shift - BLOCK_SHIFT); /* in blocks */
    const uint32_t ox = (phase & 1) != 0 ? side / 2 : 0, oy = (phase & 2) != 0 ? side / 2 : 0;
    const uint32_t x = tile % across * side, y = tile / across * side;
    struct box rect = {.x0 = x > ox ? x - ox : 0,
                       .y0 = y > oy ? y - oy : 0,
                       .x1 = x + side - ox,
                       .y1 = y + side - oy};
    rect.x1 = rect.x1 < it->across ? rect.x1 : it->across;
    rect.y1 = rect.y1 < it->down ? rect.y1 : it->down;
    return rect;
}

struct keying {
    struct maze_tiles *tiles;
    const struct maze_map *map;
    const struct maze_net *nets;
    const uint32_t *list;
    bool batches;
};

static void make_keys(void *context, size_t first, size_t end)
{
    const struct keying *it = context;
    for (size_t i = first; i < end; i++) {
        const struct maze_net *net = &it->nets[it->list[i]];
        const struct box box = net->box;
        it->tiles->sorted[i] = (struct maze_tile_net){
            .net = it->list[i],
            .key = maze_tile_key(it->map->width, maze_window(it->map, net), it->batches),
            .work = WORK_A_NET + (box.x1 - box.x0) + (box.y1 - box.y0)};
    }
}

enum { DIGIT = MAZE_KEY_BITS / 2, VALUES = 1 << DIGIT };

/* Sorts by one digit of the keys; what is equal stays in order. */
static void sort_by_digit(const struct maze_tile_net *from, struct maze_tile_net *to,
                          uint32_t count, uint32_t shift)
{
    uint32_t start[VALUES + 1] = {0};
    for (uint32_t i = 0; i < count; i++)
        start[(from[i].key >> shift) % VALUES + 1]++;
    for (uint32_t v = 0; v < VALUES; v++)
        start[v + 1] += start[v];
    for (uint32_t i = 0; i < count; i++)
        to[start[(from[i].key >> shift) % VALUES]++] = from[i];
}

void maze_tiles_sort(struct maze_tiles *it, const struct maze_map *map, const struct maze_net *nets,
                     const uint32_t *list, uint32_t count, bool batches, struct workers *workers)
{
    assert(count == 0 || list != NULL);
    struct keying keying = {it, map, nets, list, batches};
    workers_run(workers, make_keys, &keying, count, RANGE);
    sort_by_digit(it->sorted, it->spare, count, 0);
    sort_by_digit(it->spare, it->sorted, count, DIGIT);
    it->batched = 0;
    while (batches && it->batched < count &&
           it->sorted[count - 1 - it->batched].key == MAZE_BATCH_KEY)
        it->batched++;
}

/* ---- tiles and links ------------------------------------------------------------------------ */

/* Makes the tile of nets first .. end - 1. */
static enum status add_tile(struct maze_tiles *it, uint32_t first, uint32_t end,
                            struct error *error)
{
    uint32_t work = 0;
    for (uint32_t i = first; i < end; i++)
        work += it->sorted[i].work;
    TRY(MEM_GROW(it->tiles, it->tile_capacity, (size_t)it->count + 1, "tiles of a round", error));
    it->tiles[it->count++] =
        (struct maze_tile){.first = first, .end = end, .links = NONE, .urgency = work};
    return STATUS_OK;
}

/* Links what covers the tile's blocks now to it. */
static enum status link_tile(struct maze_tiles *it, const struct maze_map *map, uint32_t tile,
                             struct error *error)
{
    const struct box blocks = blocks_of(it, map, it->sorted[it->tiles[tile].first].key);
    for (uint32_t y = blocks.y0; y < blocks.y1; y++)
        for (uint32_t x = blocks.x0; x < blocks.x1; x++) {
            uint32_t from = it->last[(size_t)y * it->across + x];
            it->last[(size_t)y * it->across + x] = tile;
            if (from == NONE)
                continue;
            uint32_t *links = &it->tiles[from].links;
            if (*links != NONE && it->links[*links].to == tile)
                continue; /* by another block */
            TRY(MEM_GROW(it->links, it->link_capacity, (size_t)it->link_count + 1, "links of tiles",
                         error));
            it->links[it->link_count] = (struct maze_link){tile, *links};
            *links = it->link_count++;
            it->tiles[tile].waits++;
        }
    return STATUS_OK;
}

enum status maze_tiles_link(struct maze_tiles *it, const struct maze_map *map, uint32_t count,
                            bool backward, struct error *error)
{
    assert(it->batched <= count);
    const uint32_t end = count - it->batched;
    it->count = it->link_count = 0;
    memset(it->last, 0xff, (size_t)it->across * it->down * sizeof *it->last);
    for (uint32_t done = 0, next; done < end; done = next) {
        uint32_t first = backward ? end - 1 - done : done;
        next = done + 1;
        while (next < end &&
               it->sorted[backward ? end - 1 - next : next].key == it->sorted[first].key)
            next++;
        TRY(backward ? add_tile(it, end - next, end - done, error)
                     : add_tile(it, done, next, error));
        TRY(link_tile(it, map, it->count - 1, error));
    }
    for (uint32_t t = it->count; t-- > 0;) {
        uint32_t most = 0;
        for (uint32_t l = it->tiles[t].links; l != NONE; l = it->links[l].next)
            most = most > it->tiles[it->links[l].to].urgency ? most
                                                             : it->tiles[it->links[l].to].urgency;
        it->tiles[t].urgency += most;
    }
    return STATUS_OK;
}
