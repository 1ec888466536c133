/* insert: implements the calls of eject.h for the trees of a lattice, and makes passes over missing
 * nets. */
#include "router/detail/insert.h"

#include "router/detail/round.h"
#include "router/improve/eject.h"

enum {
    PUSHED_MOST = 8,   /* maximum number of nets that an inserted net ejects */
    PASSES = 8,        /* maximum number of passes */
    PASSES_LEAST = 3,  /* minimum number of passes, even if one inserts no net */
    MEET_PITCHES = 48, /* cost of a conflict for the inserted net, in steps of a pitch */
};

struct detail_insertion {
    struct pathfinder *all;
    struct costs across, around;
    struct layout_rect *extent;      /* by net: bounding box of its tree, grown by round_reach */
    int32_t reach[MODEL_LAYERS_MAX]; /* by layer: round_reach */
    struct net_tree kept[PUSHED_MOST + 1]; /* by slot of eject.h */
    struct ejector ejector;
};

static struct net_tree *tree_of(const struct detail_insertion *in, uint32_t net)
{
    assert(net < in->all->count);
    return &in->all->trees[net];
}

static void note_extent(struct detail_insertion *in, uint32_t net)
{
    const struct net_tree *tree = tree_of(in, net);
    struct layout_rect box = net_tree_extent(tree, in->all->lattice);
    int32_t reach = 0;
    for (size_t i = 0; i < tree->wire_count; i++)
        reach = int_max(reach, in->reach[tree->wires[i].layer]);
    for (size_t i = 0; i < tree->via_count; i++)
        for (uint32_t side = 0; side < 2; side++)
            reach = int_max(reach, in->reach[tree->vias[i].cut + side]);
    in->extent[net] = box.x0 > box.x1 ? box : rect_grow(box, reach);
}

/* Takes a tree out and keeps it in its slot. Trees have no cost here. */
static enum status keep(void *context, uint32_t net, size_t slot, bool *has_tree, uint64_t *cost,
                        struct error *error)
{
    struct detail_insertion *in = context;
    struct net_tree *tree = tree_of(in, net);
    (void)error;
    assert(slot <= PUSHED_MOST && in->kept[slot].wires == NULL);
    *has_tree = tree->complete;
    *cost = 0;
    if (tree->complete)
        net_tree_count(tree, in->all->lattice, -1);
    in->kept[slot] = *tree;
    *tree = (struct net_tree){0};
    return STATUS_OK;
}

static enum status take_out(void *context, uint32_t net, bool again, struct error *error)
{
    (void)error;
    assert(!again && !tree_of(context, net)->complete); /* keep has taken it out */
    return STATUS_OK;
}

/* Searches a tree: of an inserted net at a high cost per conflict, of ejected nets without any. */
static enum status search(void *context, struct eject_move move, bool *found, struct error *error)
{
    struct detail_insertion *in = context;
    struct grower *grower = &in->all->growers[0];
    const struct costs *costs = move.pushed ? &in->around : &in->across;
    const struct layout_rect window =
        round_window(in->all->lattice, grower->access, move.net, false);
    TRY(net_tree_grow(tree_of(in, move.net), grower, costs, move.net, &window, error));
    *found = tree_of(in, move.net)->complete;
    return STATUS_OK;
}

static bool are_near(const struct detail_insertion *in, uint32_t a, uint32_t b)
{
    return rect_gap_x(in->extent[a], in->extent[b]) <= 0 &&
           rect_gap_y(in->extent[a], in->extent[b]) <= 0;
}

static enum status put_in(void *context, struct eject_move move, struct ejector *ejector,
                          struct error *error)
{
    struct detail_insertion *in = context;
    const struct pathfinder *all = in->all;
    struct net_tree *tree = tree_of(in, move.net);
    if (!move.pushed)
        net_tree_conflicts(tree, all->lattice, all->lattice->pitch); /* they gain history */
    net_tree_count(tree, all->lattice, 1);
    note_extent(in, move.net);
    for (uint32_t i = 0; i < all->count && !move.pushed && !ejector->full; i++) {
        const uint32_t other = all->order[i];
        if (other != move.net && tree_of(in, other)->complete && are_near(in, move.net, other) &&
            net_tree_in_conflict(tree_of(in, other), all->lattice))
            TRY(eject_push(ejector, other, error));
    }
    return STATUS_OK;
}

static enum status finish(void *context, uint32_t net, bool kept, struct error *error)
{
    struct detail_insertion *in = context;
    (void)error;
    if (kept)
        return STATUS_OK;
    if (tree_of(in, net)->complete)
        net_tree_count(tree_of(in, net), in->all->lattice, -1);
    net_tree_destroy(tree_of(in, net));
    return STATUS_OK;
}

static enum status put_back(void *context, uint32_t net, size_t slot, struct error *error)
{
    struct detail_insertion *in = context;
    (void)error;
    *tree_of(in, net) = in->kept[slot];
    in->kept[slot] = (struct net_tree){0};
    net_tree_count(tree_of(in, net), in->all->lattice, 1);
    note_extent(in, net);
    return STATUS_OK;
}

static uint64_t no_cost(const void *context, uint32_t net)
{
    (void)context;
    (void)net;
    return 0;
}

static enum status insert_net(struct detail_insertion *in, uint32_t net, bool *success,
                              struct error *error)
{
    const struct eject_rules rules = {.moves = UINT32_MAX, .pushed_most = PUSHED_MOST};
    int64_t gain;
    const enum status status = eject(&in->ejector, &net, 1, &rules, &gain, success, error);
    for (size_t slot = 0; slot <= PUSHED_MOST; slot++)
        net_tree_destroy(&in->kept[slot]);
    return status;
}

static enum status run_passes(struct detail_insertion *in, uint64_t work, struct error *error)
{
    const struct pathfinder *all = in->all;
    const uint64_t end = search_work(all->growers[0].search) + work;
    uint32_t won = 1;
    for (uint32_t pass = 0; pass < PASSES && (won > 0 || pass < PASSES_LEAST); pass++) {
        won = 0;
        for (uint32_t i = 0; i < all->count; i++) {
            bool success;
            if (all->trees[all->order[i]].complete)
                continue;
            if (search_work(all->growers[0].search) > end || pathfinder_is_over(all))
                return STATUS_OK;
            TRY(insert_net(in, all->order[i], &success, error));
            won += success;
        }
    }
    return STATUS_OK;
}

enum status insert_missing(struct pathfinder *all, uint64_t work, struct error *error)
{
    assert(all->threads >= 1 && all->count == all->lattice->model->net_count);
    struct lattice *lattice = all->lattice;
    struct detail_insertion in = {
        .all = all,
        .across = pathfinder_costs(lattice, MEET_PITCHES * lattice->pitch, false),
        .around = pathfinder_costs(lattice, 0, true)};
    const struct eject_table table = {.context = &in,
                                      .count = all->count,
                                      .keep = keep,
                                      .take_out = take_out,
                                      .search = search,
                                      .put_in = put_in,
                                      .cost = no_cost,
                                      .least = no_cost,
                                      .finish = finish,
                                      .put_back = put_back};
    enum status status = ejector_create(&in.ejector, &table, error);
    THEN(status, MEM_NEW(in.extent, all->count, "nets", error));
    if (status == STATUS_OK) {
        for (uint32_t l = 0; l < lattice->layer_count; l++)
            in.reach[l] = round_reach(lattice, l);
        for (uint32_t net = 0; net < all->count; net++)
            note_extent(&in, net);
        status = run_passes(&in, work, error);
    }
    ejector_destroy(&in.ejector);
    free(in.extent);
    return status;
}
