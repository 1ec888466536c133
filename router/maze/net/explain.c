/* explain: a search by crossings, from piece to piece.
 *
 * Entering a piece costs 0 or 1 from every neighbour, so the first path into a piece is the best.
 * Pieces are visited once, level by level: `now` lists the pieces reached with the present number
 * of crossings, `next` those reached with one more. */
#include "router/maze/net/explain.h"

#include "router/maze/net/blockers.h"
#include "router/search/field.h"

struct explain {
    const struct design *design;
    struct pieces pieces;
    struct blockers *sieve;
    bool *forgiven;       /* [net_count + 1] by owner: crossed before, the net itself, or no net */
    uint32_t *reached;    /* [pieces] number of the last search that reached it */
    uint32_t *before;     /* [pieces] predecessor in that search; itself at the start */
    uint32_t *now, *next; /* [pieces] */
    uint32_t now_count, next_count, search;
    uint32_t *blockers; /* [net_count] */
    size_t blocker_count;
    bool *joined; /* [pins of a net at most] */
};

static enum status prepare(struct explain *e, const struct design *design,
                           const struct routes *routes, struct error *error)
{
    e->design = design;
    TRY(pieces_find(&e->pieces, design, routes, error));
    TRY(blockers_create(&e->sieve, design, &e->pieces, error));
    const size_t nets = design->nets.net_count, pieces = e->pieces.count;
    TRY(MEM_NEW(e->forgiven, nets + 1, "nets", error));
    TRY(MEM_NEW(e->blockers, nets, "nets in the way", error));
    TRY(MEM_NEW(e->joined, design->nets.pin_count, "pins", error));
    TRY(MEM_NEW(e->reached, pieces, "pieces of nets", error));
    TRY(MEM_NEW(e->before, pieces, "pieces of nets", error));
    TRY(MEM_NEW(e->now, pieces, "pieces of nets", error));
    TRY(MEM_NEW(e->next, pieces, "pieces of nets", error));
    e->forgiven[0] = true;
    return STATUS_OK;
}

enum status explain_create(struct explain **explain, const struct design *design,
                           const struct routes *routes, struct error *error)
{
    assert(routes->net_count == design->nets.net_count);
    TRY(MEM_NEW(*explain, 1, "the explainer", error));
    const enum status status = prepare(*explain, design, routes, error);
    if (status == STATUS_OK)
        return status;
    explain_destroy(*explain);
    *explain = NULL;
    return status;
}

void explain_destroy(struct explain *explain)
{
    if (explain == NULL)
        return;
    pieces_destroy(&explain->pieces);
    blockers_destroy(explain->sieve);
    MEM_FREE(explain->forgiven, explain->blockers, explain->joined, explain->reached,
             explain->before, explain->now, explain->next, explain);
}

static struct wire wire_of_pin(const struct explain *e, uint32_t net, uint32_t pin)
{
    const struct net *n = &e->design->nets.nets[net];
    return pin_wire(&e->design->grid, e->design->nets.pins[n->first_pin + pin]);
}

/* Starts a search from the pins that are joined. */
static void seed(struct explain *e, uint32_t net)
{
    e->search++;
    e->now_count = e->next_count = 0;
    for (uint32_t pin = 0; pin < e->design->nets.nets[net].pin_count; pin++) {
        if (!e->joined[pin])
            continue;
        struct wire_walk walk = wire_walk(&e->design->grid, wire_of_pin(e, net, pin));
        for (; walk.left > 0; wire_next(&walk)) {
            uint32_t piece = e->pieces.of_cell[walk.cell];
            if (e->reached[piece] == e->search)
                continue;
            e->reached[piece] = e->search;
            e->before[piece] = piece;
            e->now[e->now_count++] = piece;
        }
    }
}

/* Visits all pieces of the present number of crossings and lists those with one more. */
static void spread(struct explain *e, uint32_t me)
{
    const struct pieces *p = &e->pieces;
    for (uint32_t i = 0; i < e->now_count; i++) {
        uint32_t from = e->now[i];
        for (size_t k = p->first_next[from]; k < p->first_next[from + 1]; k++) {
            uint32_t to = p->next[k];
            if (e->reached[to] == e->search || !piece_is_passable(p, to, me))
                continue;
            e->reached[to] = e->search;
            e->before[to] = from;
            if (e->forgiven[p->pieces[to].owner])
                e->now[e->now_count++] = to;
            else
                e->next[e->next_count++] = to;
        }
    }
}

static void next_crossing(struct explain *e)
{
    uint32_t *done = e->now;
    e->now = e->next;
    e->now_count = e->next_count;
    e->next = done;
    e->next_count = 0;
}

/* The index of the first pin that is reached but not joined, or the number of pins. *piece: the
 * reached piece of that pin. */
static uint32_t find_pin(const struct explain *e, uint32_t net, uint32_t *piece)
{
    const uint32_t count = e->design->nets.nets[net].pin_count;
    for (uint32_t pin = 0; pin < count; pin++) {
        struct wire_walk walk = wire_walk(&e->design->grid, wire_of_pin(e, net, pin));
        for (; !e->joined[pin] && walk.left > 0; wire_next(&walk)) {
            *piece = e->pieces.of_cell[walk.cell];
            if (e->reached[*piece] == e->search)
                return pin;
        }
    }
    return count;
}

/* Adds the nets that the way to this piece crosses to the blockers, nearest to the tree first. */
static void name_crossed(struct explain *e, uint32_t piece)
{
    size_t first = e->blocker_count;
    for (; e->before[piece] != piece; piece = e->before[piece]) {
        uint32_t owner = e->pieces.pieces[piece].owner;
        if (e->forgiven[owner])
            continue;
        e->forgiven[owner] = true;
        e->blockers[e->blocker_count++] = owner - 1;
    }
    reverse_uint32(e->blockers + first, e->blocker_count - first);
}

/* Joins all pins, one by one; false if a pin cannot be reached. */
static bool join_pins(struct explain *e, uint32_t net)
{
    const uint32_t count = e->design->nets.nets[net].pin_count;
    for (uint32_t pin = 0; pin < count; pin++)
        e->joined[pin] = pin == 0;
    for (uint32_t left = count - 1; left > 0; left--) {
        uint32_t piece = PIECE_NONE, pin = count;
        seed(e, net);
        while (pin == count && e->now_count > 0) {
            spread(e, net + 1);
            pin = find_pin(e, net, &piece);
            next_crossing(e);
        }
        if (pin == count)
            return false;
        name_crossed(e, piece);
        e->joined[pin] = true;
    }
    return true;
}

enum route_state explain_net(struct explain *explain, uint32_t net, const uint32_t **blockers,
                             size_t *count)
{
    assert(net < explain->design->nets.net_count);
    explain->blocker_count = 0;
    explain->forgiven[net + 1] = true;
    bool joined = join_pins(explain, net);
    explain->forgiven[net + 1] = false;
    for (size_t i = 0; i < explain->blocker_count; i++)
        explain->forgiven[explain->blockers[i] + 1] = false;
    *blockers = explain->blockers;
    *count = joined ? explain->blocker_count : 0;
    if (!joined)
        return ROUTE_NO_PATH;
    blockers_sift(explain->sieve, net, explain->blockers, count);
    return *count == 0 ? ROUTE_ROUTED : ROUTE_BLOCKED_BY;
}

void explain_crowd(const struct design *design, const struct routes *routes, uint32_t net,
                   uint64_t *amount)
{
    const struct grid *grid = &design->grid;
    assert(amount != NULL && net < routes->net_count);
    const struct box box = box_of_pins(grid, &design->nets, net);
    for (uint32_t other = 0; other < routes->net_count; other++)
        for (size_t i = 0; other != net && i < routes->nets[other].wire_count; i++) {
            const struct wire wire = routes->wires[routes->nets[other].first_wire + i];
            for (struct wire_walk walk = wire_walk(grid, wire); walk.left > 0; wire_next(&walk))
                amount[other] += box_has(grid, box, walk.cell);
        }
}

size_t explain_largest(uint64_t *amount, uint32_t count, uint32_t *named, size_t most)
{
    size_t found = 0;
    assert(amount != NULL && named != NULL);
    for (bool more = count > 0; more && found < most;) {
        uint32_t largest = 0;
        for (uint32_t i = 1; i < count; i++)
            largest = amount[i] > amount[largest] ? i : largest;
        more = amount[largest] > 0;
        if (more)
            named[found++] = largest;
        amount[largest] = 0;
    }
    return found;
}
