/* pathfinder: rounds. */
#include "router/detail/pathfinder.h"

#include "router/detail/round.h"

enum {
    PRESENT_PITCHES = 64, /* a conflict costs so many steps at most */
    PATIENCE = 10,        /* rounds without success before it gives up */
    FEW_NETS = 64,
    KEEP_NETS = 256,   /* trees keep free paths while more nets than these are routed: that saves
                          a quarter of the rest, and few nets had better look everywhere */
    CROWDED_ROUND = 6, /* where a fifth of all nets is still in conflict then, there is no room */
    CROWDED_PART = 5,
    CROWDED_WORK = 100 * 1000 * 1000, /* nodes; until then it costs little to go on */
};

static bool stopped(const struct pathfinder *n)
{
    return n->stop != NULL && n->stop(n->context);
}

static void tell(const struct pathfinder *n, const char *stage, uint32_t rounds, size_t left,
                 uint32_t count)
{
    if (n->progress != NULL)
        n->progress(n->context, stage, rounds, left, count);
}

struct costs pathfinder_costs(const struct lattice *lattice, int32_t present)
{
    struct costs costs = {.via = 2 * lattice->pitch, .wrong = 8, .present = present};
    for (uint32_t l = 0; l < lattice->layer_count; l++)
        costs.stack[l] = lattice->model->layers[l].area > 0 ? lattice->pitch : 0;
    return costs;
}

/* Takes away the trees that are in conflict, the largest nets first, then tries each around the
 * rest. */
static enum status settle(struct pathfinder *n, const uint32_t *order, uint32_t count,
                          struct error *error)
{
    struct costs costs = pathfinder_costs(n->lattice, 0);
    costs.strict = true;
    for (uint32_t i = count; i-- > 0;) {
        struct net_tree *tree = &n->trees[order[i]];
        if (!tree->complete)
            continue;
        net_tree_count(tree, n->lattice, -1);
        if (net_tree_conflicts(tree, n->lattice, 0) == 0) {
            net_tree_count(tree, n->lattice, 1);
            continue;
        }
        tree->complete = false;
        tree->wire_count = tree->via_count = 0;
        n->in_conflict++;
    }
    for (uint32_t i = 0; i < count; i++) {
        struct net_tree *tree = &n->trees[order[i]];
        if (tree->complete || stopped(n))
            continue;
        struct layout_rect window = round_window(n->lattice, n->growers[0].access, order[i]);
        TRY(net_tree_grow(tree, &n->growers[0], &costs, order[i], &window, error));
        net_tree_count(tree, n->lattice, 1);
    }
    return STATUS_OK;
}

/* Counts rounds in which the number of nets to route did not become less by a sixteenth of the
 * least so far. Where few nets are left each round costs little, and more are granted. */
struct patience {
    size_t least;
    uint32_t rounds;
};

static bool lost(struct patience *patience, size_t left)
{
    if (left < patience->least - patience->least / 16) {
        patience->least = left;
        patience->rounds = 0;
        return false;
    }
    patience->rounds++;
    return patience->rounds > (left < FEW_NETS ? 2 * PATIENCE : PATIENCE);
}

uint64_t pathfinder_work(const struct pathfinder *n)
{
    uint64_t work = 0;
    for (unsigned t = 0; t < n->threads; t++)
        work += search_work(n->growers[t].search);
    return work;
}

/* Rounds until nothing is left to route, none seems to help, or the last is over. */
static enum status all_rounds(struct pathfinder *n, const uint32_t *order, uint32_t count,
                              struct error *error)
{
    struct round round;
    int32_t present = n->present;
    size_t left = 1;
    struct patience patience = {.least = SIZE_MAX};
    tell(n, "routing", 0, count, count);
    bool over = false;
    enum status status = round_create(&round, n, order, count, error);
    for (n->used = 0;
         n->used < n->rounds && left > 0 && !over && status == STATUS_OK && !stopped(n);
         n->used++) {
        struct costs costs = pathfinder_costs(n->lattice, present);
        costs.keep = left > KEEP_NETS;
        status = round_run(&round, &costs, int_max(present / 4, 1), &left, error);
        if (n->used > 0)
            present = int_min(present + present * 3 / 4, PRESENT_PITCHES * n->lattice->pitch);
        tell(n, "rip-up and reroute", n->used + 1, left, count);
        over = lost(&patience, left) || (n->used >= CROWDED_ROUND && left * CROWDED_PART > count &&
                                         pathfinder_work(n) > CROWDED_WORK);
    }
    round_destroy(&round);
    return status;
}

enum status pathfinder_run(struct pathfinder *n, const uint32_t *order, uint32_t count,
                           struct error *error)
{
    TRY(all_rounds(n, order, count, error));
    tell(n, "routing what is left", 0, 0, 0);
    return settle(n, order, count, error);
}
