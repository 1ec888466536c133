/* insert: tries, victims, putting back. */
#include "router/detail/insert.h"

#include <stdlib.h>

#include "router/detail/round.h"

enum {
    VICTIMS_MOST = 8, /* nets that one net may push aside */
    PASSES = 8,
    MEET_PITCHES = 48, /* what a conflict costs the net that is brought in */
};

struct victim {
    uint32_t net;
    struct net_tree tree; /* as it was */
};

struct detail_insertion {
    struct pathfinder *all;
    struct costs across, around;
    const uint32_t *order;
    uint32_t count;
    struct layout_rect *extent;      /* by net: of its tree, grown by what it keeps others away */
    int32_t reach[MODEL_LAYERS_MAX]; /* by layer: round_reach */
    struct victim victims[VICTIMS_MOST];
    uint32_t victim_count;
};

static struct net_tree *tree_of(const struct detail_insertion *in, uint32_t net)
{
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

/* Is the net in conflict with others, its own counts aside? */
static bool in_conflict(struct detail_insertion *in, uint32_t net)
{
    struct lattice *lattice = in->all->lattice;
    net_tree_count(tree_of(in, net), lattice, -1);
    bool found = net_tree_conflicts(tree_of(in, net), lattice, 0) > 0;
    net_tree_count(tree_of(in, net), lattice, 1);
    return found;
}

/* Takes away the trees that the net's tree meets. False if they are too many; then none is gone. */
static bool push_aside(struct detail_insertion *in, uint32_t net)
{
    uint32_t found[VICTIMS_MOST], count = 0;
    in->victim_count = 0;
    note_extent(in, net);
    for (uint32_t i = 0; i < in->count; i++) {
        uint32_t other = in->order[i];
        if (other == net || !tree_of(in, other)->complete ||
            rect_gap_x(in->extent[net], in->extent[other]) > 0 ||
            rect_gap_y(in->extent[net], in->extent[other]) > 0 || !in_conflict(in, other))
            continue;
        if (count == VICTIMS_MOST)
            return false;
        found[count++] = other;
    }
    in->victim_count = count;
    for (uint32_t v = 0; v < count; v++) {
        net_tree_count(tree_of(in, found[v]), in->all->lattice, -1);
        in->victims[v] = (struct victim){found[v], *tree_of(in, found[v])};
        *tree_of(in, found[v]) = (struct net_tree){0};
    }
    return true;
}

static void put_back(struct detail_insertion *in)
{
    for (uint32_t v = 0; v < in->victim_count; v++) {
        struct net_tree *tree = tree_of(in, in->victims[v].net);
        net_tree_count(tree, in->all->lattice, -1);
        net_tree_destroy(tree);
    }
    for (uint32_t v = 0; v < in->victim_count; v++) {
        struct net_tree *tree = tree_of(in, in->victims[v].net);
        *tree = in->victims[v].tree;
        net_tree_count(tree, in->all->lattice, 1);
    }
}

static enum status route_around(struct detail_insertion *in, bool *success, struct error *error)
{
    struct lattice *lattice = in->all->lattice;
    *success = true;
    for (uint32_t v = 0; v < in->victim_count && *success; v++) {
        uint32_t net = in->victims[v].net;
        struct layout_rect window = round_window(lattice, in->all->growers[0].access, net);
        TRY(net_tree_grow(tree_of(in, net), &in->all->growers[0], &in->around, net, &window,
                          error));
        net_tree_count(tree_of(in, net), lattice, 1);
        *success = tree_of(in, net)->complete;
    }
    return STATUS_OK;
}

static void take_out(struct detail_insertion *in, uint32_t net)
{
    struct net_tree *tree = tree_of(in, net);
    net_tree_count(tree, in->all->lattice, -1);
    tree->complete = false;
    tree->wire_count = tree->via_count = 0;
}

static enum status bring_in(struct detail_insertion *in, uint32_t net, bool *success,
                            struct error *error)
{
    struct lattice *lattice = in->all->lattice;
    struct layout_rect window = round_window(lattice, in->all->growers[0].access, net);
    *success = false;
    TRY(net_tree_grow(tree_of(in, net), &in->all->growers[0], &in->across, net, &window, error));
    if (!tree_of(in, net)->complete)
        return STATUS_OK;
    net_tree_conflicts(tree_of(in, net), lattice, lattice->pitch);
    net_tree_count(tree_of(in, net), lattice, 1);
    if (!push_aside(in, net)) {
        take_out(in, net);
        return STATUS_OK;
    }
    enum status status = route_around(in, success, error);
    if (status == STATUS_OK && *success) {
        for (uint32_t v = 0; v < in->victim_count; v++) {
            net_tree_destroy(&in->victims[v].tree);
            note_extent(in, in->victims[v].net);
        }
        return STATUS_OK;
    }
    put_back(in);
    take_out(in, net);
    return status;
}

enum status insert_missing(struct pathfinder *all, uint64_t work, struct error *error)
{
    const uint32_t *order = all->order, count = all->count;
    struct detail_insertion in = {.all = all, .order = order, .count = count};
    uint64_t end = search_work(all->growers[0].search) + work;
    enum status status = STATUS_OK;
    uint32_t won = 1;
    in.across = pathfinder_costs(all->lattice, MEET_PITCHES * all->lattice->pitch, false);
    in.around = pathfinder_costs(all->lattice, 0, true);
    in.extent = mem_alloc(count, sizeof *in.extent, "nets", error);
    if (in.extent == NULL)
        return STATUS_FAILED;
    for (uint32_t l = 0; l < all->lattice->layer_count; l++)
        in.reach[l] = round_reach(all->lattice, l);
    for (uint32_t net = 0; net < count; net++)
        note_extent(&in, net);
    for (uint32_t pass = 0; pass < PASSES && (won > 0 || pass < 3) && status == STATUS_OK; pass++) {
        won = 0;
        for (uint32_t i = 0; i < count && status == STATUS_OK; i++) {
            bool success;
            if (all->trees[order[i]].complete)
                continue;
            if (search_work(all->growers[0].search) > end ||
                (all->stop != NULL && all->stop(all->context)))
                goto end;
            status = bring_in(&in, order[i], &success, error);
            won += success;
        }
    }
end:
    free(in.extent);
    return status;
}
