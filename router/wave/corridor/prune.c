/* prune: follows eight dead ends in turn to hide memory latency; straight ones by 8 cells. */
#include "router/wave/corridor/prune.h"

#include "grid/clock.h"

enum {
    STREAMS = 8,          /* dead ends that are followed in turn */
    STOP_EVERY = 1 << 20, /* tips between two polls of the stop flag */
};

/* Eight cells of a straight corridor, and the same pruned in either direction. */
#define EAST_WEST ADJ_EACH(UINT64_C(1) << EAST | UINT64_C(1) << WEST)
#define EAST_ONLY ADJ_EACH(UINT64_C(1) << EAST)
#define WEST_ONLY ADJ_EACH(UINT64_C(1) << WEST)

/* Follows one dead end to its end. If the tip leads into the next tile and all eight cells of the
 * tile's row lead both ways, they get one exit each and the last of them is the next tip. */
static void follow(struct adjacency *adj, uint32_t place)
{
    DEBUG_ASSERT(place < adj_places(adj));
    uint8_t *exits = adj->exits;
    while (adj_is_single(exits[place])) {
        unsigned bit = exits[place];
        if (bit == 1u << EAST && place % 8 == 7)
            for (; adj_eight(exits + place + ADJ_TILE - 7) == EAST_WEST; place += ADJ_TILE)
                adj_put_eight(exits + place + ADJ_TILE - 7, EAST_ONLY);
        else if (bit == 1u << WEST && place % 8 == 0)
            for (; adj_eight(exits + place - ADJ_TILE) == EAST_WEST; place -= ADJ_TILE)
                adj_put_eight(exits + place - ADJ_TILE, WEST_ONLY);
        place = adj_next(adj, place, bit);
        exits[place] &= adj->keep[bit];
    }
}

/* Follows many dead ends. Each step must wait for the byte that the step before led to, so STREAMS
 * dead ends take steps in turn. If two meet in a cell, the second continues from there. */
static void follow_many(struct adjacency *adj, const uint32_t *tips, size_t count)
{
    uint8_t *exits = adj->exits;
    uint32_t heads[STREAMS] = {0}; /* held in registers */
    size_t next = 0, streams = count < STREAMS ? count : STREAMS;
    for (size_t stream = 0; stream < STREAMS; stream++)
        heads[stream] = stream < streams ? tips[next++] : 0;
    while (next < count)
        for (size_t stream = 0; stream < STREAMS; stream++) {
            uint32_t place = heads[stream];
            unsigned bit = exits[place];
            if (!adj_is_single(bit)) {
                if (next < count)
                    heads[stream] = tips[next++];
                continue;
            }
            place = adj_next(adj, place, bit);
            exits[place] &= adj->keep[bit];
            heads[stream] = place;
        }
    for (size_t stream = 0; stream < STREAMS; stream++)
        if (stream < streams)
            follow(adj, heads[stream]);
}

void prune_dead_ends(struct adjacency *adj, const volatile sig_atomic_t *stop)
{
    for (size_t first = 0; first < adj->tip_count; first += STOP_EVERY) {
        size_t left = adj->tip_count - first;
        follow_many(adj, adj->tips + first, left < STOP_EVERY ? left : STOP_EVERY);
        if (stop_raised(stop))
            break;
    }
    adj->tip_count = 0;
}

static enum status change(struct adjacency *adj, uint32_t place, unsigned bits,
                          struct prune_log *log, struct error *error)
{
    DEBUG_ASSERT(place < adj_places(adj));
    assert(log->count <= log->capacity);
    uint8_t old = adj->exits[place];
    if ((old | bits) == old)
        return STATUS_OK;
    if (log->count == log->capacity &&
        MEM_GROW(log->changes, log->capacity, log->count + 1, "links", error) != STATUS_OK)
        return STATUS_FAILED;
    log->changes[log->count++] = (struct prune_change){place, old & ADJ_ALL};
    adj->exits[place] = (uint8_t)(old | bits);
    return STATUS_OK;
}

enum status prune_link(struct adjacency *adj, uint32_t place, struct prune_log *log,
                       struct error *error)
{
    unsigned bit = adj->exits[place] & ADJ_ALL;
    while (adj_is_single(bit)) {
        uint32_t parent = adj_next(adj, place, bit);
        assert(parent < adj_places(adj));
        unsigned old = adj->exits[parent] & ADJ_ALL, back = adj_back(bit);
        if ((old & back) != 0)
            break;
        TRY(change(adj, parent, back, log, error));
        place = parent;
        bit = old;
    }
    return STATUS_OK;
}

static bool is_open(const struct adjacency *adj, cell_t cell)
{
    return !grid_plane_get(adj->field->grid, adj->field->closed, cell);
}

enum status prune_open(struct adjacency *adj, const struct spot *spot, unsigned open,
                       struct prune_log *log, struct error *error)
{
    assert(box_contains(adj->box, spot->x, spot->y));
    uint32_t place = adj_place(adj, spot->x, spot->y, spot->z);
    for (int direction = 0; direction < DIRECTIONS; direction++) {
        unsigned bit = 1u << direction;
        if (!adj_may_step(adj, spot, direction))
            continue;
        uint32_t next = adj_next(adj, place, bit);
        if (!is_open(adj, adj_next_cell(adj, spot->cell, bit)) && (adj->exits[next] & open) == 0)
            continue;
        TRY(prune_link(adj, next, log, error));
        TRY(change(adj, next, adj_back(bit), log, error));
        TRY(change(adj, place, bit, log, error));
    }
    return STATUS_OK;
}

void prune_close(struct adjacency *adj, const struct spot *spot)
{
    assert(box_contains(adj->box, spot->x, spot->y));
    uint32_t place = adj_place(adj, spot->x, spot->y, spot->z);
    adj->exits[place] = 0;
    for (int direction = 0; direction < DIRECTIONS; direction++)
        if (adj_may_step(adj, spot, direction))
            adj->exits[adj_next(adj, place, 1u << direction)] &= adj->keep[1u << direction];
}

void prune_undo(struct adjacency *adj, struct prune_log *log)
{
    assert(log->count <= log->capacity);
    while (log->count > 0) {
        const struct prune_change *last = &log->changes[--log->count];
        adj->exits[last->place] = last->exits;
    }
}
