/* pruned_map: finds changed cells by comparing words of closed bits. */
#include "router/wave/corridor/pruned_map.h"

#include "router/search/field.h"

enum { REMAKE_SHARE = 64 }; /* make the map again after changes of 1 / REMAKE_SHARE of its places */

/* Closes or opens the cells of a word whose bits are set. spot: the cell of bit 0. */
static enum status change_cells(struct pruned_map *map, uint64_t bits, struct spot spot, bool open,
                                struct error *error)
{
    for (; bits != 0; bits &= bits - 1, map->changes++) {
        uint32_t at = (uint32_t)__builtin_ctzll(bits);
        const struct spot changed = {spot.cell + at, spot.x + at, spot.y, spot.z};
        if (!open)
            prune_close(&map->adj, &changed);
        else if (prune_open(&map->adj, &changed, 0, &map->log, error) != STATUS_OK)
            return STATUS_FAILED;
    }
    return STATUS_OK;
}

/* Updates the cells of a row that were closed (or opened) since the map last saw it. */
static enum status change_row(struct pruned_map *map, uint32_t y, uint32_t z, struct box part,
                              bool open, struct error *error)
{
    assert(part.x0 <= part.x1);
    const struct adjacency *adj = &map->adj;
    const struct grid *grid = map->field->grid;
    const uint64_t *now = map->field->closed + ((size_t)z * grid->height + y) * grid->row_words;
    uint64_t *seen = adj->closed + adj_row(adj, y, z);
    for (uint32_t word = part.x0 / 64; word <= part.x1 / 64; word++) {
        uint64_t changed = now[word] ^ seen[word - adj->x0 / 64];
        changed &= open ? ~now[word] : now[word];
        seen[word - adj->x0 / 64] ^= changed;
        if (word == adj->box.x0 / 64)
            changed &= ~(uint64_t)0 << adj->box.x0 % 64;
        if (word == adj->box.x1 / 64)
            changed &= ~(uint64_t)0 >> (63 - adj->box.x1 % 64);
        struct spot spot = {grid_cell(grid, word * 64, y, z), word * 64, y, z};
        TRY(change_cells(map, changed, spot, open, error));
    }
    return STATUS_OK;
}

/* Updates the map from the field. Closes all cells first, because opening links neighbours. */
static enum status follow_field(struct pruned_map *map, struct error *error)
{
    struct box part = box_cut(map->dirty, map->adj.box);
    for (int open = 0; open < 2 && !box_is_empty(part); open++)
        for (uint32_t z = 0; z < map->field->grid->layers; z++)
            for (uint32_t y = part.y0; y <= part.y1; y++)
                TRY(change_row(map, y, z, part, open != 0, error));
    map->log.count = 0;
    map->dirty = box_empty();
    return STATUS_OK;
}

void pruned_map_begin(struct pruned_map *map, const struct field *field)
{
    *map = (struct pruned_map){.field = field, .dirty = box_empty()};
}

enum status pruned_map_fit(struct pruned_map *map, const struct box *window,
                           const volatile sig_atomic_t *stop, struct error *error)
{
    assert(window->x0 <= window->x1 && window->y0 <= window->y1);
    bool made = map->made && memcmp(&map->adj.box, window, sizeof *window) == 0;
    map->made = false; /* until all steps have succeeded */
    if (made && follow_field(map, error) != STATUS_OK)
        return STATUS_FAILED;
    if (!made || map->changes > adj_places(&map->adj) / REMAKE_SHARE) {
        map->changes = 0;
        map->dirty = box_empty();
        TRY(adj_make(&map->adj, map->field, window, error));
        prune_dead_ends(&map->adj, stop);
    }
    map->made = true;
    return STATUS_OK;
}

void pruned_map_update(struct pruned_map *map, const struct box *dirty, size_t count)
{
    assert(count == 0 || dirty != NULL);
    for (size_t i = 0; i < count; i++)
        if (!box_is_empty(dirty[i]))
            map->dirty = box_join(map->dirty, dirty[i]);
}

size_t pruned_map_bytes(const struct pruned_map *map)
{
    return adj_bytes(&map->adj) + map->log.capacity * sizeof *map->log.changes;
}

void pruned_map_destroy(struct pruned_map *map)
{
    adj_destroy(&map->adj);
    free(map->log.changes);
    *map = (struct pruned_map){.dirty = box_empty()};
}
