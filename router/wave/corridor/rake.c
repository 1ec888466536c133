/* rake: see the header. */
#include "router/wave/corridor/rake.h"

#include "grid/clock.h"

#include <stdlib.h>

enum {
    HANDS = 8,            /* dead ends that are followed side by side */
    LOOK_EVERY = 1 << 20, /* tips between two looks at the stop flag */
};

/* Eight cells of a straight corridor, and the same raked in either direction. */
#define EAST_WEST WAYS_EACH(UINT64_C(1) << EAST | UINT64_C(1) << WEST)
#define EAST_ONLY WAYS_EACH(UINT64_C(1) << EAST)
#define WEST_ONLY WAYS_EACH(UINT64_C(1) << WEST)

/* ---- raking ---------------------------------------------------------------------------------- */

/* Follows one dead end to its end. Where it runs straight along a row, eight cells at a time: the
 * last cell of a tile's row has one way, on into the next tile, where all eight lead both ways;
 * they get one way each, and the last of them is the next tip. */
static void follow(struct ways *ways, uint32_t place)
{
    DEBUG_ASSERT(place < ways_places(ways));
    uint8_t *way = ways->way;
    while (ways_is_single(way[place])) {
        unsigned bit = way[place];
        if (bit == 1u << EAST && place % 8 == 7)
            for (; ways_eight(way + place + WAYS_TILE - 7) == EAST_WEST; place += WAYS_TILE)
                ways_put_eight(way + place + WAYS_TILE - 7, EAST_ONLY);
        else if (bit == 1u << WEST && place % 8 == 0)
            for (; ways_eight(way + place - WAYS_TILE) == EAST_WEST; place -= WAYS_TILE)
                ways_put_eight(way + place - WAYS_TILE, WEST_ONLY);
        place = ways_next(ways, place, bit);
        way[place] &= ways->keep[bit];
    }
}

/* Follows many dead ends. Each step waits for memory: it needs the byte of the cell that the step
 * before led to. So HANDS dead ends are followed in turn, and one takes a step while the others
 * wait. Two of them may meet in a cell; the second one then goes on from what the first one left.
 */
static void follow_many(struct ways *ways, const uint32_t *tips, size_t count)
{
    uint8_t *way = ways->way;
    uint32_t heads[HANDS] = {0}; /* held in registers */
    size_t next = 0, hands = count < HANDS ? count : HANDS;
    for (size_t hand = 0; hand < HANDS; hand++)
        heads[hand] = hand < hands ? tips[next++] : 0;
    while (next < count)
        for (size_t hand = 0; hand < HANDS; hand++) {
            uint32_t place = heads[hand];
            unsigned bit = way[place];
            if (!ways_is_single(bit)) {
                if (next < count)
                    heads[hand] = tips[next++];
                continue;
            }
            place = ways_next(ways, place, bit);
            way[place] &= ways->keep[bit];
            heads[hand] = place;
        }
    for (size_t hand = 0; hand < HANDS; hand++)
        if (hand < hands)
            follow(ways, heads[hand]);
}

void rake_dead_ends(struct ways *ways, const volatile sig_atomic_t *stop)
{
    for (size_t first = 0; first < ways->tip_count; first += LOOK_EVERY) {
        size_t left = ways->tip_count - first;
        follow_many(ways, ways->tips + first, left < LOOK_EVERY ? left : LOOK_EVERY);
        if (stop_raised(stop))
            break;
    }
    ways->tip_count = 0;
}

/* ---- linking --------------------------------------------------------------------------------- */

static enum status change(struct ways *ways, uint32_t place, unsigned bits, struct rake_log *log,
                          struct error *error)
{
    DEBUG_ASSERT(place < ways_places(ways));
    assert(log->count <= log->capacity);
    uint8_t old = ways->way[place];
    if ((old | bits) == old)
        return STATUS_OK;
    if (log->count == log->capacity &&
        MEM_GROW(log->changes, log->capacity, log->count + 1, "links", error) != STATUS_OK)
        return STATUS_FAILED;
    log->changes[log->count++] = (struct rake_change){place, old & WAYS_ALL};
    ways->way[place] = (uint8_t)(old | bits);
    return STATUS_OK;
}

enum status rake_link(struct ways *ways, uint32_t place, struct rake_log *log, struct error *error)
{
    unsigned bit = ways->way[place] & WAYS_ALL;
    while (ways_is_single(bit)) {
        uint32_t parent = ways_next(ways, place, bit);
        assert(parent < ways_places(ways));
        unsigned old = ways->way[parent] & WAYS_ALL, back = ways_back(bit);
        if ((old & back) != 0)
            break;
        TRY(change(ways, parent, back, log, error));
        place = parent;
        bit = old;
    }
    return STATUS_OK;
}

static bool is_open(const struct ways *ways, cell_t cell)
{
    return !grid_plane_get(ways->field->grid, ways->field->closed, cell);
}

enum status rake_open(struct ways *ways, const struct spot *spot, unsigned open,
                      struct rake_log *log, struct error *error)
{
    assert(box_contains(ways->box, spot->x, spot->y));
    uint32_t place = ways_place(ways, spot->x, spot->y, spot->z);
    for (int direction = 0; direction < DIRECTIONS; direction++) {
        unsigned bit = 1u << direction;
        if (!ways_may_step(ways, spot, direction))
            continue;
        uint32_t next = ways_next(ways, place, bit);
        if (!is_open(ways, ways_next_cell(ways, spot->cell, bit)) && (ways->way[next] & open) == 0)
            continue;
        TRY(rake_link(ways, next, log, error));
        TRY(change(ways, next, ways_back(bit), log, error));
        TRY(change(ways, place, bit, log, error));
    }
    return STATUS_OK;
}

void rake_close(struct ways *ways, const struct spot *spot)
{
    assert(box_contains(ways->box, spot->x, spot->y));
    uint32_t place = ways_place(ways, spot->x, spot->y, spot->z);
    ways->way[place] = 0;
    for (int direction = 0; direction < DIRECTIONS; direction++)
        if (ways_may_step(ways, spot, direction))
            ways->way[ways_next(ways, place, 1u << direction)] &= ways->keep[1u << direction];
}

void rake_undo(struct ways *ways, struct rake_log *log)
{
    assert(log->count <= log->capacity);
    while (log->count > 0) {
        const struct rake_change *last = &log->changes[--log->count];
        ways->way[last->place] = last->way;
    }
}
