/* pathfinder: the lattice as a subject of negotiation, and the rules of its rounds. */
#include "router/detail/pathfinder.h"

#include "router/detail/round.h"
#include "router/negotiate/negotiate.h"

enum {
    PRICE_PITCHES = 64, /* highest cost of a conflict, in steps of a pitch */
    PATIENCE = 11,      /* rounds without a gain before negotiation ends */
    PATIENCE_FEW = 12,  /* such rounds with fewer than FEW_NETS nets in conflict: they are short */
    FEW_NETS = 64,      /* nets in conflict below which PATIENCE_FEW applies */
    KEEP_NETS = 256,    /* nets of the largest round that keeps no path without conflicts */
    CHEAP_PITCHES = 16, /* highest cost of a cheap conflict, in steps of a pitch */
    VIA_SMALL = 12, /* cost of a via with cheap conflicts in a small layout, in quarter pitches */
    VIA_CHEAP = 11, /* cost of a via with cheap conflicts in other layouts, in quarter pitches */
    VIA_DEAR = 8,   /* cost of a via with dear or forbidden conflicts, in quarter pitches */
    CROWDED_ROUND = 7,                /* rounds after which negotiation of a crowded layout ends */
    CROWDED_PART = 5,                 /* crowded: one net in CROWDED_PART is in conflict */
    CROWDED_WORK = 100 * 1000 * 1000, /* least work before it ends, in nodes expanded */
};

struct pathfinder_subject {
    struct pathfinder *all;
    struct round round; /* until the trees in conflict are dropped */
    size_t left;        /* nets that were routed in the round before */
};

static void report(const struct pathfinder *n, const char *stage, uint32_t rounds, size_t left,
                   uint32_t count)
{
    if (n->progress != NULL)
        n->progress(n->context, stage, rounds, left, count);
}

struct costs pathfinder_costs(const struct lattice *lattice, int32_t present, bool strict)
{
    assert(present >= 0);
    const bool cheap = !strict && present <= CHEAP_PITCHES * lattice->pitch;
    const int32_t via = model_is_small(lattice->model) ? VIA_SMALL : VIA_CHEAP;
    struct costs costs = {.via = (cheap ? via : VIA_DEAR) * lattice->pitch / 4,
                          .wrong = 8,
                          .present = present,
                          .strict = strict,
                          .cheap = cheap};
    for (uint32_t l = 0; l < lattice->layer_count; l++)
        costs.stack[l] = lattice->model->layers[l].area > 0 ? lattice->pitch : 0;
    return costs;
}

uint64_t pathfinder_work(const struct grower *growers, unsigned threads)
{
    uint64_t work = 0;
    for (unsigned t = 0; t < threads; t++)
        work += search_work(growers[t].search);
    return work;
}

static enum status list_all(void *context, uint32_t *count, struct error *error)
{
    struct pathfinder_subject *it = context;
    *count = it->all->count;
    return round_create(&it->round, it->all, error);
}

/* Routes each net without a tree around the others. */
static enum status route_around(struct pathfinder *n, struct error *error)
{
    assert(n->threads >= 1);
    const struct costs costs = pathfinder_costs(n->lattice, 0, true);
    for (uint32_t i = 0; i < n->count; i++) {
        const uint32_t net = n->order[i];
        struct net_tree *tree = &n->trees[net];
        if (tree->complete || pathfinder_is_over(n))
            continue;
        struct layout_rect window = round_window(n->lattice, n->growers[0].access, net, false);
        TRY(net_tree_grow(tree, &n->growers[0], &costs, net, &window, error));
        net_tree_count(tree, n->lattice, 1);
    }
    return STATUS_OK;
}

static enum status turns(void *context, const struct negotiate_round *round, uint32_t *left,
                         struct error *error)
{
    struct pathfinder_subject *it = context;
    (void)left; /* all in one call */
    if (round->kind == NEGOTIATE_AROUND)
        return route_around(it->all, error);
    struct costs costs = pathfinder_costs(it->all->lattice, (int32_t)round->price, false);
    costs.keep = it->left > KEEP_NETS;
    costs.frame = true;
    return round_run(&it->round, &costs, (int32_t)round->history, &it->left, error);
}

static enum status gather(void *context, const struct negotiate_round *round, uint32_t *count,
                          struct error *error)
{
    (void)round;
    (void)error;
    *count = (uint32_t)((const struct pathfinder_subject *)context)->left;
    return STATUS_OK;
}

/* Rips up the trees that are in conflict, the largest nets first. */
static enum status drop(void *context, uint32_t *count, struct error *error)
{
    struct pathfinder_subject *it = context;
    struct pathfinder *n = it->all;
    const bool calm = it->left == 0 && !pathfinder_is_over(n); /* no net was in conflict */
    if (!calm)
        TRY(round_run(&it->round, NULL, 0, &n->in_conflict, error));
    round_destroy(&it->round);
    *count = 0;
    for (uint32_t i = 0; i < n->count; i++)
        *count += !n->trees[n->order[i]].complete;
    return STATUS_OK;
}

static bool is_hopeless(const void *context, const struct negotiation *it)
{
    const struct pathfinder *n = ((const struct pathfinder_subject *)context)->all;
    return it->round >= CROWDED_ROUND && (uint64_t)it->count * CROWDED_PART > n->count &&
           pathfinder_work(n->growers, n->threads) > CROWDED_WORK;
}

static bool is_over(void *caller)
{
    return pathfinder_is_over(((const struct pathfinder_subject *)caller)->all);
}

static void note_round(void *caller, uint32_t rounds, uint32_t conflicts)
{
    const struct pathfinder *n = ((const struct pathfinder_subject *)caller)->all;
    report(n, "rip-up and reroute", rounds, conflicts, n->count);
}

/* A gain is a sixteenth of the nets in conflict. The price does not rise after the first round, in
 * which most nets have their first tree. */
static struct negotiate_rules rules_of(const struct pathfinder *n)
{
    return (struct negotiate_rules){.unit = 1,
                                    .price_first = (uint64_t)n->present,
                                    .price_last = (uint64_t)(PRICE_PITCHES * n->lattice->pitch),
                                    .rise_from = 1,
                                    .grain = 1,
                                    .times = 7,
                                    .times_few = 7,
                                    .parts = 4,
                                    .history_base = 1,
                                    .history_part = 4,
                                    .few_nets = FEW_NETS,
                                    .gain_parts = 16,
                                    .patience = PATIENCE,
                                    .patience_few = PATIENCE_FEW};
}

static enum status all_rounds(struct pathfinder *n, const struct negotiator *table,
                              struct error *error)
{
    const struct negotiate_rules rules = rules_of(n);
    struct negotiation it;
    enum status status = negotiate_begin(&it, &rules, table, n->rounds, error);
    while (status == STATUS_OK && negotiate_goes_on(&it, &rules, table))
        status = negotiate_once(&it, &rules, table, error);
    n->used = n->count > 0 ? it.round : n->rounds > 0; /* without nets: one empty round */
    return status;
}

enum status pathfinder_run(struct pathfinder *n, struct error *error)
{
    assert(n->threads >= 1 && (n->count == 0 || n->order != NULL));
    struct pathfinder_subject it = {.all = n};
    const struct negotiator table = {.context = &it,
                                     .count = n->count,
                                     .all = list_all,
                                     .turns = turns,
                                     .gather = gather,
                                     .drop = drop,
                                     .is_hopeless = is_hopeless,
                                     .is_over = is_over,
                                     .progress = note_round,
                                     .caller = &it};
    report(n, "routing", 0, n->count, n->count);
    enum status status = all_rounds(n, &table, error);
    if (status == STATUS_OK)
        report(n, "routing what is left", 0, 0, 0);
    THEN(status, negotiate_settle(&table, error));
    round_destroy(&it.round);
    return status;
}
