/* pass: gives each net of a slice its turn, then enters the trees. */
#include "router/global/pass.h"

enum {
    ITEM_NETS = 32,     /* nets whose wires are copied at a time */
    REFINE_PINS = 1000, /* pins: larger nets take long and gain little: they keep their patterns */
};

enum status pass_create(struct pass *pass, const struct tile_graph *graph,
                        struct tile_routes *routes, const bool *skip, uint32_t threads,
                        uint32_t attempt, struct error *error)
{
    assert(routes->net_count == graph->net_count && threads > 0);
    *pass = (struct pass){.routes = routes, .skip = skip, .threads = threads};
    TRY(global_planes_create(&pass->planes, graph, error));
    TRY(workers_create(&pass->workers, threads, error));
    pass->threads = workers_count(pass->workers);
    TRY(MEM_NEW(pass->slots, pass->threads, "threads", error));
    TRY(net_slices_create(&pass->order, graph, attempt, pass->workers, error));
    TRY(MEM_NEW(pass->turns, pass->order.most, "nets", error));
    TRY(MEM_NEW(pass->moved, graph->net_count, "nets", error));
    planes_update(&pass->planes, pass->workers);
    return STATUS_OK;
}

/* Drops the uses that are in both trees, which ascend by edge: they change nothing. */
static void drop_common(struct pass_turn *turn, struct net_shape *shape)
{
    struct planes_use *old = turn->uses, *fresh = shape->uses;
    uint32_t at = 0, kept = 0, added = 0;
    for (uint32_t i = 0; i < shape->use_count; i++) {
        for (; at < turn->old_count && old[at].edge < fresh[i].edge; at++)
            old[kept++] = old[at];
        if (at < turn->old_count && old[at].edge == fresh[i].edge &&
            old[at].amount == fresh[i].amount)
            at++;
        else
            fresh[added++] = fresh[i];
    }
    for (; at < turn->old_count; at++)
        old[kept++] = old[at];
    turn->old_count = kept;
    shape->use_count = added;
}

/* Appends the shape's uses to the turn's. */
static bool keep_uses(struct pass_turn *turn, const struct net_shape *shape, uint32_t *count)
{
    size_t before = turn->old_count + turn->new_count;
    if (shape->failed || !GLOBAL_GROW(turn, uses, before + shape->use_count))
        return false;
    if (shape->use_count > 0)
        memcpy(turn->uses + before, shape->uses, shape->use_count * sizeof *turn->uses);
    *count = shape->use_count;
    return true;
}

/* Keeps the tree until the slice ends. Its uses are entered at once if nothing depends on their
 * order: no other net of the pass sees prices, and the sum of all prices is not asked for. */
static bool keep_tree(struct pass *pass, struct pass_turn *turn, struct net_shape *shape,
                      uint32_t net)
{
    shape_uses(shape, net);
    shape_wires(shape);
    if (shape->failed || !GLOBAL_GROW(turn, wires, shape->wire_count))
        return false;
    drop_common(turn, shape);
    if (pass->rules == NULL && pass->order.count > NET_SLICES_FEW)
        planes_add_shared(&pass->planes, shape->uses, shape->use_count);
    else if (!keep_uses(turn, shape, &turn->new_count))
        return false;
    if (shape->wire_count > 0)
        memcpy(turn->wires, shape->wires, shape->wire_count * sizeof *turn->wires);
    turn->wire_count = shape->wire_count;
    turn->new_price = shape->price;
    turn->changed = true;
    return true;
}

/* By the rules of 2024 a net in one tile needs a via. */
static void add_via(struct net_shape *shape)
{
    struct shape_tile *root = &shape->tiles[0];
    uint32_t x = root->x, y = root->y, z = root->z;
    bool up = z + 1 < shape->planes->layers;
    shape->tiles[0].flags |= up ? SHAPE_UP : 0;
    uint32_t tile = shape_append(shape, 0, x, y, up ? z + 1 : z - 1);
    if (tile != SHAPE_NONE)
        shape->tiles[tile].flags = up ? SHAPE_PIN : SHAPE_PIN | SHAPE_UP;
}

/* True if a wire of the net runs over an edge above its capacity. */
static bool is_over_capacity(const struct pass *pass, uint32_t net)
{
    const struct planes *planes = &pass->planes;
    const struct tile_route *route = &pass->routes->nets[net];
    for (uint32_t i = 0; i < route->wire_count; i++) {
        struct wire wire = pass->routes->wires[route->first_wire + i];
        const struct planes_place from = planes_place(planes, wire.from);
        if (planes->full[planes_track(planes, from.x, from.y, from.z)] == 0)
            continue;
        const struct planes_place to = planes_place(planes, wire.to);
        uint32_t a = planes_index(planes, from.x, from.y, from.z);
        uint32_t b = from.z == to.z ? planes_index(planes, to.x, to.y, to.z) : a;
        for (uint32_t edge = a < b ? a : b; edge < (a < b ? b : a); edge++)
            if (planes->use[edge] > planes->capacity[edge])
                return true;
    }
    return false;
}

/* One net's turn; false without memory. */
static bool take_turn(struct pass *pass, struct pass_slot *slot, uint32_t position,
                      struct pass_turn *turn)
{
    uint32_t net = pass->order.nets[position];
    struct net_shape *shape = &slot->refine.shape;
    bool routed = pass->routes->nets[net].state == TILE_ROUTED;
    bool skip = pass->skip != NULL && pass->skip[net];
    turn->changed = false;
    turn->old_count = turn->new_count = turn->wire_count = 0;
    turn->old_price = 0;
    if (routed == (pass->kind == PASS_PATTERN) || (skip && pass->kind > PASS_RESUME))
        return true;
    if (pass->kind == PASS_REFINE && pass->planes.graph->nets[net].pin_count > REFINE_PINS)
        return true;
    if (pass->kind == PASS_REFINE && pass->rules->over_only && !is_over_capacity(pass, net))
        return true;
    if (pass->kind == PASS_PATTERN) {
        if (pass->patterns != NULL && !pass->patterns->wired[position])
            return true;
        enum status status = pass->patterns != NULL
                                 ? patterns_shape(pass->patterns, &slot->pattern, position, shape)
                                 : pattern_route(&slot->pattern, &pass->planes, net, shape);
        if (status != STATUS_OK)
            return status == STATUS_UNROUTED;
    }
    const struct tile_route *route = &pass->routes->nets[net];
    bool joined = pass->kind == PASS_PATTERN ||
                  shape_load(shape, &pass->planes, net, pass->routes->wires + route->first_wire,
                             route->wire_count);
    if (shape->failed)
        return false;
    if (pass->kind != PASS_REFINE) {
        if (joined && pass->rules != NULL)
            refine_net(&slot->refine, &pass->planes, net, pass->rules);
        bool single = joined && shape->count == 1;
        if (single && pass->planes.layers > 1)
            add_via(shape);
        joined &= !single || pass->planes.layers > 1; /* else nothing joins its pins */
        return !slot->refine.failed && (!joined || keep_tree(pass, turn, shape, net));
    }
    if (!joined || shape->count == 1)
        return true;
    shape_uses(shape, net);
    turn->old_price = shape->price;
    if (!keep_uses(turn, shape, &turn->old_count))
        return false;
    if (refine_net(&slot->refine, &pass->planes, net, pass->rules))
        return keep_tree(pass, turn, &slot->refine.shape, net);
    return !slot->refine.failed;
}

/* Enters a new tree unless the old one costs no more at the present uses. */
static bool enter_tree(struct pass *pass, const struct pass_turn *turn)
{
    struct planes *planes = &pass->planes;
    const struct planes_use *fresh = turn->uses + turn->old_count;
    bool asks = pass->kind == PASS_REFINE || pass->order.count <= NET_SLICES_FEW;
    planes_add(planes, turn->uses, turn->old_count, -1);
    uint64_t old = asks ? planes_cost(planes, turn->uses, turn->old_count) : 0;
    uint64_t new = asks ? planes_cost(planes, fresh, turn->new_count) : 0;
    bool better = pass->kind != PASS_REFINE || turn->new_price + new < turn->old_price + old;
    planes_add(planes, better ? fresh : turn->uses, better ? turn->new_count : turn->old_count, 1);
    if (better) /* the price of missing tracks changes from pass to pass */
        pass->price += turn->new_price - turn->old_price + (planes->tables != NULL ? new - old : 0);
    return better;
}

/* Enters the trees of the slice; for the wires of patterns it only finds places. */
static enum status enter(struct pass *pass)
{
    struct error *error = pass->error;
    const bool places = pass->kind == PASS_PATTERN && pass->rules == NULL;
    size_t wires = 0;
    for (uint32_t i = 0; i < pass->count; i++) {
        struct pass_turn *turn = &pass->turns[i];
        uint32_t net = pass->order.nets[pass->from + i];
        if (turn->failed)
            return error_fail(error, "out of memory for the nets of a slice");
        if (!turn->changed) {
            if (pass->kind <= PASS_RESUME && pass->routes->nets[net].state == TILE_ROUTED)
                tile_routes_clear(pass->routes, net); /* its wires do not join its pins */
            continue;
        }
        if (!enter_tree(pass, turn))
            continue;
        turn->place = wires;
        pass->moved[net] = true;
        if (places)
            wires += turn->wire_count;
        else if (pass->kind != PASS_RESUME)
            TRY(tile_routes_set(pass->routes, net, turn->wires, turn->wire_count, error));
        pass->changes++;
    }
    return tile_routes_reserve(pass->routes, wires, &pass->pool, error);
}

/* Copies the wires of some nets of the slice to their places. */
static void place_wires(struct pass *pass, uint32_t item)
{
    for (uint32_t i = item * ITEM_NETS; i < (item + 1) * ITEM_NETS && i < pass->count; i++) {
        const struct pass_turn *turn = &pass->turns[i];
        if (turn->changed)
            tile_routes_place(pass->routes, pass->order.nets[pass->from + i],
                              pass->pool + turn->place, turn->wires, turn->wire_count);
    }
}

/* A net of the slice, the wires of several, or changed tracks. */
static void take_item(void *context, uint32_t item, unsigned thread)
{
    struct pass *pass = context;
    struct pass_turn *turn = &pass->turns[item];
    if (pass->step == PASS_PRICES)
        planes_update_item(&pass->planes, item);
    else if (pass->step == PASS_WIRES)
        place_wires(pass, item);
    else
        turn->failed = !take_turn(pass, &pass->slots[thread], pass->from + item, turn);
}

/* Begins the next step of the slice that has items, or the turns of the next slice. */
static uint32_t next_phase(void *context)
{
    struct pass *pass = context;
    uint32_t items = 0;
    if (pass->step == PASS_PRICES)
        planes_end_update(&pass->planes);
    if (pass->step == PASS_TURNS) {
        pass->status = enter(pass);
        if (pass->status != STATUS_OK)
            return 0;
        pass->step = PASS_WIRES;
        if (pass->kind == PASS_PATTERN && pass->rules == NULL)
            items = (pass->count + ITEM_NETS - 1) / ITEM_NETS;
        if (items > 0)
            return items;
    }
    if (pass->step == PASS_WIRES) {
        /* Trees that exist, and patterns, are entered at any price. */
        const bool priced = pass->rules != NULL, last = pass->slice == pass->order.slices;
        pass->step = PASS_PRICES;
        items = priced || last ? planes_begin_update(&pass->planes) : 0;
        if (items > 0)
            return items;
    }
    *pass->finished = pass->slice == pass->order.slices;
    if (*pass->finished || (pass->is_over != NULL && pass->is_over(pass->context)))
        return 0;
    pass->step = PASS_TURNS;
    pass->from = pass->order.from[pass->slice++];
    pass->count = pass->order.from[pass->slice] - pass->from;
    return pass->count;
}

enum status pass_run(struct pass *pass, enum pass_kind kind, const struct refine_rules *rules,
                     pass_is_over *is_over, void *context, bool *finished, struct error *error)
{
    assert(kind != PASS_REFINE || rules != NULL);
    pass->kind = kind;
    pass->rules = rules;
    pass->is_over = is_over;
    pass->context = context;
    pass->finished = finished;
    pass->error = error;
    pass->status = STATUS_OK;
    pass->changes = pass->slice = pass->count = 0;
    planes_update(&pass->planes, pass->workers);
    pass->step = PASS_PRICES; /* of no slice */
    relay_run(&(struct relay){take_item, next_phase, pass}, pass->workers);
    return pass->status;
}

uint64_t pass_searches(const struct pass *pass)
{
    uint64_t searches = 0;
    for (uint32_t i = 0; pass->slots != NULL && i < pass->threads; i++)
        searches += pass->slots[i].refine.searches;
    return searches;
}

void pass_destroy(struct pass *pass)
{
    for (uint32_t i = 0; pass->slots != NULL && i < pass->threads; i++) {
        pattern_destroy(&pass->slots[i].pattern);
        refine_destroy(&pass->slots[i].refine);
    }
    for (uint32_t i = 0; pass->turns != NULL && i < pass->order.most; i++)
        MEM_FREE(pass->turns[i].uses, pass->turns[i].wires);
    workers_destroy(pass->workers);
    global_planes_destroy(&pass->planes);
    net_slices_destroy(&pass->order);
    MEM_CLEAR(pass, pass->slots, pass->turns, pass->moved);
}
