/* blockers: union-find over pieces with undo, and recursive halving of the list of nets. */
#include "router/maze/net/blockers.h"

struct blockers {
    const struct design *design;
    const struct pieces *pieces;
    uint32_t *parent; /* [pieces] union-find; a root is its own parent */
    uint32_t *size;   /* [pieces] of a root: number of pieces in its set */
    uint32_t *log;    /* [pieces] former roots, in the order of the unions */
    size_t log_count;
    bool *away;   /* [net_count + 1] by owner: it is removed, so its pieces may be entered */
    bool *marked; /* [net_count] by index in the list: kept, or not tested yet */
};

enum status blockers_create(struct blockers **blockers, const struct design *design,
                            const struct pieces *pieces, struct error *error)
{
    assert(design != NULL && pieces != NULL);
    uint32_t nets = design->nets.net_count;
    TRY(MEM_NEW(*blockers, 1, "nets in the way", error));
    struct blockers *b = *blockers;
    *b = (struct blockers){.design = design, .pieces = pieces};
    TRY(MEM_NEW(b->parent, pieces->count, "pieces of nets", error));
    TRY(MEM_NEW(b->size, pieces->count, "pieces of nets", error));
    TRY(MEM_NEW(b->log, pieces->count, "pieces of nets", error));
    TRY(MEM_NEW(b->away, (size_t)nets + 1, "nets", error));
    TRY(MEM_NEW(b->marked, nets, "nets", error));
    for (uint32_t piece = 0; piece < pieces->count; piece++) {
        b->parent[piece] = piece;
        b->size[piece] = 1;
    }
    b->away[0] = true; /* cells of no net */
    return STATUS_OK;
}

void blockers_destroy(struct blockers *blockers)
{
    if (blockers == NULL)
        return;
    MEM_FREE(blockers->parent, blockers->size, blockers->log, blockers->away, blockers->marked,
             blockers);
}

/* ---- unions --------------------------------------------------------------------------------- */

static uint32_t find_root(const struct blockers *b, uint32_t piece)
{
    while (b->parent[piece] != piece)
        piece = b->parent[piece];
    return piece;
}

static void unite(struct blockers *b, uint32_t one, uint32_t other)
{
    uint32_t low = find_root(b, one), high = find_root(b, other);
    if (low == high)
        return;
    if (b->size[low] > b->size[high]) {
        uint32_t larger = low;
        low = high;
        high = larger;
    }
    b->parent[low] = high;
    b->size[high] += b->size[low];
    assert(b->log_count < b->pieces->count);
    b->log[b->log_count++] = low;
}

/* Undoes unions, the last one first, until `left` remain. */
static void take_back(struct blockers *b, size_t left)
{
    assert(left <= b->log_count);
    while (b->log_count > left) {
        uint32_t low = b->log[--b->log_count];
        b->size[b->parent[low]] -= b->size[low];
        b->parent[low] = low;
    }
}

/* Removes a net: unites its pieces with their neighbours that `me` may enter. */
static void take_away(struct blockers *b, uint32_t net, uint32_t me)
{
    const struct pieces *p = b->pieces;
    b->away[net + 1] = true;
    for (uint32_t i = p->first_of[net + 1]; i < p->first_of[net + 2]; i++) {
        uint32_t piece = p->by_owner[i];
        for (size_t k = p->first_next[piece];
             piece_is_passable(p, piece, me) && k < p->first_next[piece + 1]; k++)
            if (b->away[p->pieces[p->next[k]].owner] && piece_is_passable(p, p->next[k], me))
                unite(b, piece, p->next[k]);
    }
}

/* ---- the names ------------------------------------------------------------------------------ */

static bool pins_are_joined(const struct blockers *b, uint32_t net)
{
    const struct net *n = &b->design->nets.nets[net];
    const struct pin *pins = b->design->nets.pins + n->first_pin;
    uint32_t root = find_root(b, b->pieces->of_cell[pins[0].cell]);
    for (uint32_t i = 1; i < n->pin_count; i++)
        if (find_root(b, b->pieces->of_cell[pins[i].cell]) != root)
            return false;
    return true;
}

/* Removes the marked nets of names[first .. end). */
static void take_marked_away(struct blockers *b, uint32_t me, const uint32_t *names, size_t first,
                             size_t end)
{
    assert(first <= end);
    for (size_t i = first; i < end; i++)
        if (b->marked[i])
            take_away(b, names[i], me);
}

static void put_back(struct blockers *b, const uint32_t *names, size_t first, size_t end,
                     size_t unions)
{
    assert(first <= end);
    for (size_t i = first; i < end; i++)
        b->away[names[i] + 1] = false;
    take_back(b, unions);
}

/* Unmarks the nets of names[first .. end) that need not be removed. All other marked nets of the
 * list are removed. */
static void sift(struct blockers *b, uint32_t net, const uint32_t *names, size_t first, size_t end)
{
    assert(first < end);
    size_t unions = b->log_count, middle = first + (end - first) / 2;
    if (end - first == 1) {
        b->marked[first] = !pins_are_joined(b, net);
        return;
    }
    take_marked_away(b, net + 1, names, middle, end);
    sift(b, net, names, first, middle);
    put_back(b, names, middle, end, unions);
    take_marked_away(b, net + 1, names, first, middle);
    sift(b, net, names, middle, end);
    put_back(b, names, first, middle, unions);
}

/* Opens the net's pins; the cells of each are connected. */
static void open_pins(struct blockers *b, uint32_t net)
{
    const struct grid *grid = &b->design->grid;
    const struct net *n = &b->design->nets.nets[net];
    take_away(b, net, net + 1);
    for (uint32_t i = 0; i < n->pin_count; i++) {
        struct wire pin = pin_wire(grid, b->design->nets.pins[n->first_pin + i]);
        for (struct wire_walk walk = wire_walk(grid, pin); walk.left > 0; wire_next(&walk))
            unite(b, b->pieces->of_cell[pin.from], b->pieces->of_cell[walk.cell]);
    }
}

void blockers_sift(struct blockers *blockers, uint32_t net, uint32_t *names, size_t *count)
{
    struct blockers *b = blockers;
    size_t kept = 0;
    assert(net < b->design->nets.net_count && *count < b->design->nets.net_count);
    assert(b->log_count == 0);
    if (*count < 2)
        return;
    for (size_t i = 0; i < *count; i++) {
        assert(names[i] != net && names[i] < b->design->nets.net_count);
        b->marked[i] = true;
    }
    open_pins(b, net);
    sift(b, net, names, 0, *count);
    for (size_t i = 0; i < *count; i++)
        if (b->marked[i])
            names[kept++] = names[i];
    assert(kept > 0);
    *count = kept;
    b->away[net + 1] = false;
    take_back(b, 0);
}
