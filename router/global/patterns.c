/* patterns: trees of all nets side by side, then passes of taking out, wiring and putting in. */
#include "router/global/patterns.h"

enum {
    ITEM_NETS = 32, /* nets that a thread takes at a time, at most */
    ITEMS = 8,      /* items of a slice for each thread, if it has enough nets */
};

static uint32_t pins_of(const struct patterns *all, uint32_t position)
{
    return all->planes->graph->nets[all->order.nets[position]].pin_count;
}

static void set_failed(struct patterns *all)
{
    __atomic_store_n(&all->failed, true, __ATOMIC_RELAXED);
}

/* Makes the tree of a net where there is room for twice its pins. */
static void make_tree(struct patterns *all, uint32_t at, struct pattern *pattern)
{
    if (all->leave[at])
        return; /* a node whose children end at 0: no tree */
    if (pattern_tree(pattern, all->planes, all->order.nets[at]) != STATUS_OK) {
        set_failed(all);
        return;
    }
    assert(pattern->count < 2 * pins_of(all, at));
    memcpy(all->nodes + all->first[at], pattern->nodes, (pattern->count + 1) * sizeof *all->nodes);
}

/* Items begin at the end of the order, where the largest nets are: they take longest. */
static void make_trees(void *context, uint32_t item, unsigned thread)
{
    struct patterns *all = context;
    const uint32_t end = all->order.count - item * ITEM_NETS;
    for (uint32_t at = end > ITEM_NETS ? end - ITEM_NETS : 0; at < end; at++)
        make_tree(all, at, &all->patterns[thread]);
}

/* One phase: all nets. */
static uint32_t next_trees(void *context)
{
    struct patterns *all = context;
    return all->turn++ == 0 ? (all->order.count + ITEM_NETS - 1) / ITEM_NETS : 0;
}

/* Moves the trees together. */
static void pack_trees(struct patterns *all)
{
    uint32_t kept = 0;
    for (uint32_t at = 0; at < all->order.count; at++) {
        const struct pattern_node *tree = all->nodes + all->first[at];
        uint32_t count = 0;
        while (tree[count].first != count)
            count++;
        memmove(all->nodes + kept, tree, (count + 1) * sizeof *tree);
        all->first[at] = kept;
        kept += count + 1;
    }
    all->first[all->order.count] = kept;
}

enum status patterns_create(struct patterns *all, struct planes *planes,
                            const struct net_slices *order, const bool *leave,
                            struct workers *workers, struct error *error)
{
    *all = (struct patterns){.planes = planes, .order = *order, .leave = leave, .workers = workers};
    uint64_t room = 0;
    TRY(MEM_NEW(all->patterns, workers_count(workers), "threads", error));
    TRY(MEM_NEW(all->first, (size_t)order->count + 1, "nets", error));
    for (uint32_t at = 0; at < order->count; at++) {
        assert(pins_of(all, at) > 0);
        all->first[at] = (uint32_t)room;
        room += 2 * (uint64_t)pins_of(all, at);
    }
    if (room > UINT32_MAX)
        return error_fail(error, "%llu pins: too many for patterns", (unsigned long long)room / 2);
    TRY(MEM_NEW(all->nodes, room, "trees of nets", error));
    relay_run(&(struct relay){make_trees, next_trees, all}, workers);
    if (all->failed)
        return error_fail(error, "out of memory for trees of nets");
    pack_trees(all);
    TRY(MEM_NEW(all->wiring, all->first[order->count], "wirings of nets", error));
    return MEM_NEW(all->wired, order->count, "nets", error);
}

/* Adds `sign` times what the edge to a node takes. */
static void add_edge(struct patterns *all, uint32_t net, const struct pattern_node *nodes,
                     uint32_t node, const struct pattern_wiring *wiring, int sign)
{
    struct planes *planes = all->planes;
    const struct pattern_node *it = &nodes[node];
    struct pattern_course course = pattern_course_of(&nodes[it->parent], it, wiring->candidate);
    const uint8_t layers[3] = {wiring->at_parent, wiring->middle, wiring->layer};
    for (uint32_t run = 0; run < course.runs; run++) {
        int32_t demand = (int32_t)tile_demand(planes->graph, net, layers[run]);
        planes_add_run(planes, layers[run], course.x[run], course.y[run], course.x[run + 1],
                       course.y[run + 1], sign * demand);
        if (run == 0)
            continue;
        uint32_t a = layers[run - 1], b = layers[run], low = a < b ? a : b, high = a < b ? b : a;
        planes_add_stack(planes, course.x[run], course.y[run], low, high, (uint64_t)1 << low, sign);
    }
}

/* Adds `sign` times what a net takes. */
static void add_net(struct patterns *all, uint32_t at, int sign)
{
    const struct pattern_node *nodes = all->nodes + all->first[at];
    const struct pattern_wiring *wiring = all->wiring + all->first[at];
    for (uint32_t i = 0; all->wired[at] && nodes[i].first != i; i++) {
        if (i > 0)
            add_edge(all, all->order.nets[at], nodes, i, &wiring[i], sign);
        uint64_t wires = pattern_wires(nodes, wiring, i);
        planes_add_stack(all->planes, nodes[i].x, nodes[i].y, wiring[i].low, wiring[i].high, wires,
                         sign);
    }
}

/* Wires a net, which then takes its edges. */
static void wire_net(struct patterns *all, uint32_t at, struct pattern *pattern)
{
    const uint32_t first = all->first[at], count = all->first[at + 1] - first - 1;
    all->wired[at] = !all->leave[at] && pattern_wire(pattern, &all->view, all->nodes + first, count,
                                                     all->wiring + first);
    if (pattern->failed)
        set_failed(all);
    add_net(all, at, 1);
}

/* Changed tracks; or nets of the slice, which take their edges while others still read the prices;
 * or nets of the next slice, which are taken out. */
static void take_item(void *context, uint32_t item, unsigned thread)
{
    struct patterns *all = context;
    if (all->updating) {
        planes_update_item(all->planes, item);
        return;
    }
    const uint32_t nets = all->to - all->from, items = (nets + all->item - 1) / all->item;
    if (item < items) {
        const uint32_t end = (item + 1) * all->item;
        for (uint32_t i = item * all->item; i < end && i < nets; i++)
            wire_net(all, all->from + i, &all->patterns[thread]);
        return;
    }
    const uint32_t from = (item - items) * ITEM_NETS, end = from + ITEM_NETS;
    for (uint32_t i = from; i < end && i < all->out_count; i++)
        add_net(all, all->out_from + i, -1);
}

/* After the turns of a slice the prices change; then come the turns of the next slice, which is out
 * already, unless there is only one. */
static uint32_t next_phase(void *context)
{
    struct patterns *all = context;
    const struct net_slices *order = &all->order;
    if (!all->updating) {
        if (all->turn == all->turns || all->failed || all->is_over(all->context))
            return 0;
        const uint32_t slice = all->turn++ % order->slices, next = (slice + 1) % order->slices;
        all->from = order->from[slice];
        all->to = order->from[slice + 1];
        for (uint32_t at = all->from; at < all->to && order->slices == 1; at++)
            add_net(all, at, -1);
        const bool last = all->turn == all->turns || order->slices == 1;
        all->out_from = order->from[next];
        all->out_count = last ? 0 : order->from[next + 1] - order->from[next];
        uint32_t items = planes_begin_update(all->planes);
        all->updating = items > 0;
        if (all->updating)
            return items;
    }
    planes_end_update(all->planes);
    all->updating = false;
    const uint32_t nets = all->to - all->from, parts = ITEMS * workers_count(all->workers);
    all->item = nets < 2 * parts ? 1 : nets < ITEM_NETS * parts ? nets / parts : ITEM_NETS;
    return (nets + all->item - 1) / all->item + (all->out_count + ITEM_NETS - 1) / ITEM_NETS;
}

/* True if all nets take the least demand of each layer. */
static bool is_uniform(const struct patterns *all)
{
    const struct planes *planes = all->planes;
    for (uint32_t at = 0; at < all->order.count; at++)
        for (uint32_t z = 0; z < planes->layers; z++)
            if (tile_demand(planes->graph, all->order.nets[at], z) != planes->layer[z].demand)
                return false;
    return true;
}

static enum status run_on_device(struct patterns *all, uint32_t passes, patterns_device *device,
                                 bool *finished, struct error *error)
{
    const struct planes *planes = all->planes;
    const struct net_slices *order = &all->order;
    struct patterns_job job = {.view = all->view,
                               .tiles = planes->cells,
                               .tracks = planes->tracks,
                               .capacity = planes->capacity,
                               .use = planes->use,
                               .step = {planes->x_price, planes->y_price},
                               .tables = planes->tables,
                               .penalty = planes->penalty,
                               .whole = TILE_TRACK,
                               .nets = order->count,
                               .slices = order->slices,
                               .passes = passes,
                               .from = order->from,
                               .first = all->first,
                               .nodes = all->nodes,
                               .wiring = all->wiring,
                               .wired = all->wired,
                               .is_over = all->is_over,
                               .context = all->context};
    for (uint32_t z = 0; z < planes->layers; z++) {
        const struct planes_layer *layer = &planes->layer[z];
        job.layer[z] = (struct patterns_layer){layer->first, layer->first_track, layer->tracks,
                                               layer->length, layer->demand};
    }
    TRY(device(&job, error));
    *finished = job.finished;
    return STATUS_OK;
}

enum status patterns_run(struct patterns *all, uint32_t passes, patterns_device *device,
                         patterns_is_over *is_over, void *context, bool *finished,
                         struct error *error)
{
    all->is_over = is_over;
    all->context = context;
    all->turn = 0;
    all->turns = passes * all->order.slices;
    all->view = pattern_view_of(all->planes);
    if (device != NULL && all->order.count > 0 && all->view.layers <= PATTERNS_JOB_LAYERS &&
        is_uniform(all))
        return run_on_device(all, passes, device, finished, error);
    struct planes *planes = all->planes;
    int32_t *before = NULL;
    TRY(MEM_NEW(before, planes->cells, "uses", error));
    memcpy(before, planes->use, planes->cells * sizeof *before);
    relay_run(&(struct relay){take_item, next_phase, all}, all->workers);
    memcpy(planes->use, before, planes->cells * sizeof *before);
    planes_touch_all(planes);
    MEM_FREE(before);
    if (all->failed)
        return error_fail(error, "out of memory for the nets of a slice");
    *finished = all->turn == all->turns;
    return STATUS_OK;
}

enum status patterns_shape(const struct patterns *all, struct pattern *pattern, uint32_t position,
                           struct net_shape *shape)
{
    uint32_t first = all->first[position];
    assert(position < all->order.count && all->wired[position]);
    return pattern_shape(pattern, all->planes, all->order.nets[position], all->nodes + first,
                         all->first[position + 1] - first - 1, all->wiring + first, shape);
}

void patterns_destroy(struct patterns *all)
{
    for (uint32_t i = 0; all->patterns != NULL && i < workers_count(all->workers); i++)
        pattern_destroy(&all->patterns[i]);
    MEM_CLEAR(all, all->patterns, all->first, all->nodes, all->wiring, all->wired);
}
