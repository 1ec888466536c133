/* test_keep: rerouted nets keep their paths without conflicts, in a generated layout with enough
 * nets (KEEP_NETS in pathfinder.c). */
#include "tests/support/layout_texts.h"
#include "tests/support/made_layout.h"

#include "tests/support/layout_check_some.h"
#include "router/detail/lattice/cell.h"
#include "router/detail/detail.h"
#include "router/detail/flow.h"
#include "router/detail/model/from_layout.h"
#include "router/detail/round.h"

enum { SEED = 40, TIMES = 2, NETS_LEAST = 257 };

/* ---- is a tree connected? ------------------------------------------------------------------- */

static uint32_t root(uint32_t *up, uint32_t node)
{
    while (up[node] != node)
        node = up[node] = up[up[node]];
    return node;
}

static void join_nodes(uint32_t *up, uint32_t a, uint32_t b)
{
    up[root(up, a)] = root(up, b);
}

static uint32_t spot_node(const struct lattice *lattice, struct access_spot spot)
{
    return lattice_node(lattice, spot.layer, spot.ix, spot.iy);
}

/* True if the wires and vias of the tree connect all pins of the net. The metal of a pin connects
 * its access nodes. */
static bool hangs_together(const struct flow *flow, uint32_t net, const struct net_tree *tree)
{
    const struct lattice *lattice = &flow->lattice;
    const struct access *access = &flow->access;
    const struct model *model = lattice->model;
    uint32_t *up = malloc(lattice->node_count * sizeof *up);
    assert_non_null(up);
    for (uint32_t n = 0; n < lattice->node_count; n++)
        up[n] = n;
    for (size_t i = 0; i < tree->wire_count; i++) {
        const struct net_tree_wire *w = &tree->wires[i];
        for (uint32_t ix = uint_min(w->ix0, w->ix1); ix <= uint_max(w->ix0, w->ix1); ix++)
            for (uint32_t iy = uint_min(w->iy0, w->iy1); iy <= uint_max(w->iy0, w->iy1); iy++)
                join_nodes(up, lattice_node(lattice, w->layer, ix, iy),
                           lattice_node(lattice, w->layer, w->ix0, w->iy0));
    }
    for (size_t i = 0; i < tree->via_count; i++) {
        const struct net_tree_via *v = &tree->vias[i];
        const struct lattice_layer *low = &lattice->layers[v->cut];
        join_nodes(up, lattice_node(lattice, v->cut, v->ix, v->iy),
                   lattice_node(lattice, v->cut + 1, low->x.up[v->ix], low->y.up[v->iy]));
    }
    uint32_t first = model->net_pins[net];
    uint32_t start = spot_node(lattice, access->spots[access->first[first]]);
    for (uint32_t p = first; p < model->net_pins[net + 1]; p++)
        for (uint32_t i = access->first[p] + 1; i < access->first[p + 1]; i++)
            join_nodes(up, spot_node(lattice, access->spots[i]),
                       spot_node(lattice, access->spots[access->first[p]]));
    bool joined = true;
    for (uint32_t p = first; p < model->net_pins[net + 1]; p++)
        joined = joined &&
                 root(up, spot_node(lattice, access->spots[access->first[p]])) == root(up, start);
    free(up);
    return joined;
}

/* ---- one net, rerouted ---------------------------------------------------------------------- */

static size_t wires_end(const struct net_tree *tree, size_t path)
{
    return path + 1 < tree->path_count ? tree->paths[path + 1].wires : tree->wire_count;
}

static size_t vias_end(const struct net_tree *tree, size_t path)
{
    return path + 1 < tree->path_count ? tree->paths[path + 1].vias : tree->via_count;
}

static size_t path_conflicts(const struct net_tree *tree, size_t path, struct lattice *lattice)
{
    size_t conflicts = 0;
    for (size_t i = tree->paths[path].wires; i < wires_end(tree, path); i++)
        conflicts += net_tree_wire_conflicts(&tree->wires[i], lattice, 0);
    for (size_t i = tree->paths[path].vias; i < vias_end(tree, path); i++)
        conflicts += net_tree_via_conflicts(&tree->vias[i], lattice, 0);
    return conflicts;
}

/* True if path a of a tree is path b of another: the same pin, wires and vias. */
static bool is_same_path(const struct net_tree *a, size_t i, const struct net_tree *b, size_t k)
{
    size_t wires = wires_end(a, i) - a->paths[i].wires, vias = vias_end(a, i) - a->paths[i].vias;
    return a->paths[i].pin == b->paths[k].pin && wires == wires_end(b, k) - b->paths[k].wires &&
           vias == vias_end(b, k) - b->paths[k].vias &&
           memcmp(a->wires + a->paths[i].wires, b->wires + b->paths[k].wires,
                  wires * sizeof *a->wires) == 0 &&
           memcmp(a->vias + a->paths[i].vias, b->vias + b->paths[k].vias, vias * sizeof *a->vias) ==
               0;
}

static void *copy(const void *from, size_t bytes)
{
    void *to = malloc(bytes + 1);
    assert_non_null(to);
    if (bytes > 0)
        memcpy(to, from, bytes);
    return to;
}

static struct net_tree copy_tree(const struct net_tree *tree)
{
    return (struct net_tree){.wires = copy(tree->wires, tree->wire_count * sizeof *tree->wires),
                             .wire_count = tree->wire_count,
                             .wire_room = tree->wire_count,
                             .vias = copy(tree->vias, tree->via_count * sizeof *tree->vias),
                             .via_count = tree->via_count,
                             .via_room = tree->via_count,
                             .paths = copy(tree->paths, tree->path_count * sizeof *tree->paths),
                             .path_count = tree->path_count,
                             .path_room = tree->path_count,
                             .complete = tree->complete};
}

/* Observations between two rounds of a flow. */
struct watch {
    struct flow *flow;
    uint32_t *first_pin; /* by net: the pin of its tree's first path after round 1 */
    uint32_t kept, freed, cut_off, moved, rounds;
};

/* Reroutes a copy of a tree and checks that it begins with exactly the paths without conflicts that
 * start at a kept path, in their order. */
static void again(struct watch *watch, uint32_t net)
{
    struct flow *flow = watch->flow;
    struct lattice *lattice = &flow->lattice;
    struct net_tree *old = &flow->trees[net];
    struct costs costs = pathfinder_costs(lattice, lattice->pitch, false);
    struct layout_rect window = round_window(lattice, &flow->access, net, false);
    struct net_tree tree = copy_tree(old);
    bool *stays = calloc(old->path_count + 1, sizeof *stays);
    size_t next = 0;
    assert_non_null(stays);
    costs.keep = true;
    net_tree_count(old, lattice, -1);
    net_tree_conflicts(&tree, lattice, 0); /* notes which paths are free */
    assert_int_equal(net_tree_grow(&tree, &flow->growers[0], &costs, net, &window, NULL),
                     STATUS_OK);
    for (size_t p = 0; p < old->path_count && tree.complete; p++) {
        bool is_free = path_conflicts(old, p, lattice) == 0;
        uint32_t from = old->paths[p].from;
        stays[p] = is_free && (from == NET_TREE_ROOT || stays[from]);
        watch->freed += !is_free;
        watch->cut_off += is_free && !stays[p];
        if (!stays[p])
            continue;
        assert_true(next < tree.path_count && is_same_path(old, p, &tree, next));
        watch->kept++;
        next++;
    }
    net_tree_count(old, lattice, 1);
    assert_true(!tree.complete || hangs_together(flow, net, &tree));
    free(stays);
    net_tree_destroy(&tree);
}

/* Checks that all counts in the lattice are those of the trees. */
static void counts_are_the_trees(struct flow *flow)
{
    for (int32_t by = -1; by <= 1; by += 2) {
        for (uint32_t net = 0; net < flow->lattice.model->net_count; net++)
            if (flow->trees[net].complete)
                net_tree_count(&flow->trees[net], &flow->lattice, by);
        for (uint32_t n = 0; n < flow->lattice.node_count && by < 0; n++)
            assert_int_equal(cell_costs(&flow->lattice, &flow->lattice.cells[0][n]).count, 0);
    }
}

/* Called after each round. A new tree connects the pin nearest to the net's first pin first, so a
 * different first pin shows that other paths stayed. */
static void look(void *context, const char *stage, unsigned round, size_t left, size_t total)
{
    struct watch *watch = context;
    struct flow *flow = watch->flow;
    (void)left;
    (void)total;
    if (round == 0 || strcmp(stage, "rip-up and reroute") != 0 || watch->rounds++ >= 4)
        return;
    counts_are_the_trees(flow);
    for (uint32_t net = 0; net < flow->lattice.model->net_count; net++) {
        struct net_tree *tree = &flow->trees[net];
        if (!tree->complete || tree->path_count == 0)
            continue;
        assert_true(hangs_together(flow, net, tree));
        if (round == 1)
            watch->first_pin[net] = tree->paths[0].pin;
        else if (watch->first_pin[net] != MODEL_NONE)
            watch->moved += watch->first_pin[net] != tree->paths[0].pin;
        if (round > 1)
            continue;
        const bool met = net_tree_in_conflict(tree, &flow->lattice);
        net_tree_count(tree, &flow->lattice, -1);
        bool is_free = net_tree_conflicts(tree, &flow->lattice, 0) == 0;
        net_tree_count(tree, &flow->lattice, 1);
        assert_true(met == !is_free);
        if (!is_free)
            again(watch, net);
    }
}

static void make_layout(struct layout *layout)
{
    struct made made;
    made_make_large(&made, SEED, TIMES);
    layout_read(layout, made.lef.at, made.def.at);
    made_free(&made);
}

static void paths_stay(void **state)
{
    (void)state;
    struct layout layout;
    struct layout_model model;
    struct flow flow = {0};
    make_layout(&layout);
    assert_int_equal(layout_model_create(&model, &layout, NULL, NULL), STATUS_OK);
    assert_true(model.model.net_count >= NETS_LEAST);
    struct watch watch = {.flow = &flow};
    watch.first_pin = malloc(model.model.net_count * sizeof *watch.first_pin);
    assert_non_null(watch.first_pin);
    for (uint32_t net = 0; net < model.model.net_count; net++)
        watch.first_pin[net] = MODEL_NONE;
    const struct flow_options options = {.last = model.model.layer_count - 1,
                                         .rounds = 60,
                                         .threads = 1,
                                         .progress = look,
                                         .context = &watch};
    assert_int_equal(flow_route(&flow, &model.model, &options, NULL), STATUS_OK);
    print_message("kept %d, in conflict %d, cut off %d, first pins changed %d\n", watch.kept,
                  watch.freed, watch.cut_off, watch.moved);
    assert_true(watch.kept > 0);
    assert_true(watch.freed > 0);
    assert_true(watch.cut_off > 0);
    assert_true(watch.moved > 0);
    free(watch.first_pin);
    flow_destroy(&flow);
    layout_model_destroy(&model);
    layout_destroy(&layout);
}

/* ---- a whole flow --------------------------------------------------------------------------- */

static void report(void *context, const struct layout_violation *fault)
{
    (void)context;
    print_message("%s\n", fault->text);
}

static void all_is_right_with_threads(void **state)
{
    (void)state;
    struct layout layout;
    struct detail_result one, many;
    struct layout_verdict verdict;
    make_layout(&layout);
    uint32_t nets = layout.placed.net_names.count;
    assert_int_equal(detail_route(&one, &layout, &(struct detail_options){.threads = 1}, NULL),
                     STATUS_OK);
    assert_int_equal(detail_route(&many, &layout, &(struct detail_options){.threads = 3}, NULL),
                     STATUS_OK);
    assert_memory_equal(one.first, many.first, (nets + (size_t)1) * sizeof *one.first);
    for (uint32_t i = 0; i < one.first[nets]; i++) /* no byte behind the last member */
        assert_memory_equal(&one.wires[i], &many.wires[i], offsetof(struct placed_wire, taper) + 1);
    assert_int_equal(one.done, one.wanted);
    struct layout routed = layout;
    routed.placed.nets = copy(layout.placed.nets, nets * sizeof *layout.placed.nets);
    routed.placed.wires = one.wires;
    routed.placed.wire_count = one.first[nets];
    for (uint32_t n = 0; n < nets; n++)
        routed.placed.nets[n].wires = (struct slice){one.first[n], one.first[n + 1] - one.first[n]};
    assert_int_equal(layout_check(&layout, &routed, report, NULL, 1, &verdict, NULL), STATUS_OK);
    free(routed.placed.nets);
    detail_destroy(&one);
    detail_destroy(&many);
    layout_destroy(&layout);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(paths_stay),
                                       cmocka_unit_test(all_is_right_with_threads)};
    return cmocka_run_group_tests(tests, texts_set_up, texts_tear_down);
}
