/* raked_map: see the header. */
#include "router/wave/corridor/raked_map.h"

#include <stdlib.h>

enum { REMAKE_SHARE = 64 }; /* the map is made anew after changes of one cell in so many */

static const struct box NOTHING = {1, 1, 0, 0};

static bool same_box(const struct box *a, const struct box *b)
{
    return a->x0 == b->x0 && a->y0 == b->y0 && a->x1 == b->x1 && a->y1 == b->y1;
}

/* What of the dirty cells the map holds; x0 > x1 or y0 > y1 where nothing is. */
static struct box dirty_part(const struct raked_map *map)
{
    const struct box *a = &map->dirty, *b = &map->ways.box;
    return (struct box){a->x0 > b->x0 ? a->x0 : b->x0, a->y0 > b->y0 ? a->y0 : b->y0,
                        a->x1 < b->x1 ? a->x1 : b->x1, a->y1 < b->y1 ? a->y1 : b->y1};
}

/* Closes or opens the cells of a word whose bits are set. */
static enum status change_cells(struct raked_map *map, uint64_t bits, struct spot spot, bool open,
                                struct error *error)
{
    cell_t first = spot.cell;
    uint32_t x = spot.x;
    for (; bits != 0; bits &= bits - 1, map->changes++) {
        uint32_t at = (uint32_t)__builtin_ctzll(bits);
        spot.cell = first + at;
        spot.x = x + at;
        if (!open)
            rake_close(&map->ways, &spot);
        else if (rake_open(&map->ways, &spot, 0, &map->log, error) != STATUS_OK)
            return STATUS_FAILED;
    }
    return STATUS_OK;
}

/* Looks for cells of a row that were closed, or opened, since it was last looked at. */
static enum status change_row(struct raked_map *map, uint32_t y, uint32_t z, struct box part,
                              bool open, struct error *error)
{
    assert(part.x0 <= part.x1);
    const struct ways *ways = &map->ways;
    const struct grid *grid = map->field->grid;
    const uint64_t *now = map->field->closed + ((size_t)z * grid->height + y) * grid->row_words;
    uint64_t *seen = ways->closed + ways_row(ways, y, z);
    for (uint32_t word = part.x0 / 64; word <= part.x1 / 64; word++) {
        uint64_t changed = now[word] ^ seen[word - ways->x0 / 64];
        changed &= open ? ~now[word] : now[word];
        seen[word - ways->x0 / 64] ^= changed;
        if (word == ways->box.x0 / 64)
            changed &= ~(uint64_t)0 << ways->box.x0 % 64;
        if (word == ways->box.x1 / 64)
            changed &= ~(uint64_t)0 >> (63 - ways->box.x1 % 64);
        struct spot spot = {grid_cell(grid, word * 64, y, z), word * 64, y, z};
        TRY(change_cells(map, changed, spot, open, error));
    }
    return STATUS_OK;
}

/* Takes over what changed in the field. All closing comes first: what is opened is linked. */
static enum status follow_field(struct raked_map *map, struct error *error)
{
    struct box part = dirty_part(map);
    bool nothing = part.x0 > part.x1 || part.y0 > part.y1;
    for (int open = 0; open < 2 && !nothing; open++)
        for (uint32_t z = 0; z < map->field->grid->layers; z++)
            for (uint32_t y = part.y0; y <= part.y1; y++)
                TRY(change_row(map, y, z, part, open != 0, error));
    map->log.count = 0;
    map->dirty = NOTHING;
    return STATUS_OK;
}

void raked_map_begin(struct raked_map *map, const struct field *field)
{
    *map = (struct raked_map){.field = field, .dirty = NOTHING};
}

enum status raked_map_fit(struct raked_map *map, const struct box *window,
                          const volatile sig_atomic_t *stop, struct error *error)
{
    assert(window->x0 <= window->x1 && window->y0 <= window->y1);
    bool made = map->made && same_box(&map->ways.box, window);
    map->made = false; /* until all has gone well */
    if (made && follow_field(map, error) != STATUS_OK)
        return STATUS_FAILED;
    if (!made || map->changes > ways_places(&map->ways) / REMAKE_SHARE) {
        map->changes = 0;
        map->dirty = NOTHING;
        TRY(ways_make(&map->ways, map->field, window, error));
        rake_dead_ends(&map->ways, stop);
    }
    map->made = true;
    return STATUS_OK;
}

void raked_map_update(struct raked_map *map, const struct box *dirty, size_t count)
{
    assert(count == 0 || dirty != NULL);
    struct box *all = &map->dirty;
    for (size_t i = 0; i < count; i++) {
        bool first = all->x0 > all->x1;
        if (dirty[i].x0 > dirty[i].x1 || dirty[i].y0 > dirty[i].y1)
            continue;
        all->x0 = first || dirty[i].x0 < all->x0 ? dirty[i].x0 : all->x0;
        all->y0 = first || dirty[i].y0 < all->y0 ? dirty[i].y0 : all->y0;
        all->x1 = first || dirty[i].x1 > all->x1 ? dirty[i].x1 : all->x1;
        all->y1 = first || dirty[i].y1 > all->y1 ? dirty[i].y1 : all->y1;
    }
}

size_t raked_map_bytes(const struct raked_map *map)
{
    return ways_bytes(&map->ways) + map->log.capacity * sizeof *map->log.changes;
}

void raked_map_destroy(struct raked_map *map)
{
    ways_destroy(&map->ways);
    free(map->log.changes);
    *map = (struct raked_map){.dirty = NOTHING};
}
