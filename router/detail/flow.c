/* flow: runs the steps in order, and repeats routing and patching while violations remain. */
#include "router/detail/flow.h"

#include "router/detail/insert.h"
#include "router/detail/lattice/owners.h"
#include "router/detail/access/pin_lines.h"
#include "router/detail/mend/landing.h"
#include "router/detail/mend/penalty.h"
#include "router/detail/round.h"

enum {
    INSERT_WORK = 10 * 1000 * 1000, /* work of insertion beyond that of all before, in nodes */
    AGAIN_PITCHES = 8,  /* first cost of a conflict when nets are routed again, in pitches */
    AGAIN_ROUNDS = 12,  /* maximum number of rounds of PathFinder then */
    MEND_TURNS = 32,    /* maximum number of turns of rerouting nets without a patch */
    MEND_TOLL = 4,      /* penalty for a violation that no patch fixes, in pitches */
    JUDGED_TOLL = 6,    /* penalty for a violation found by the checker, in pitches */
    NO_PATCH_TOLL = 16, /* penalty for a pad on a small pin without a patch, in pitches */
    SMALL_PIN_TOLL = 2, /* penalty for a pad that extends a small pin, in pitches */
    MEND_WORK = 10 * 1000 * 1000, /* nodes of rerouting, beyond twice the first routing */
    FEW_PART = 1024,              /* few nets: at most one in FEW_PART of the layout */
    NETS_PER_THREAD = 256,        /* minimum number of nets per thread */
    THREADS_MOST = 16,            /* maximum number of threads; more gain nothing (NOTES.md) */
    LOSSES_WIDE = 6,              /* rip-ups for violations after which a net gets class 0 */
};

static void report_stage(const struct flow_options *options, const char *stage)
{
    if (options->progress != NULL)
        options->progress(options->context, stage, 0, 0, 0);
}

/* Chooses the number of threads: each one needs memory for labels, and a small design keeps few
 * busy. */
static unsigned thread_count(const struct model *model, unsigned wanted)
{
    unsigned useful = model->net_count / NETS_PER_THREAD + 1;
    unsigned count = wanted < useful ? wanted : useful;
    return count < 1 ? 1 : count > THREADS_MOST ? THREADS_MOST : count;
}

/* The marks of metal in the lattice: none, as if there were no metal but the pins; on vias at pins;
 * or on all steps and vias. */
enum flow_marks { MARKS_NONE, MARKS_PINS, MARKS_ALL };

/* The state of making the lattice. */
struct flow_opening {
    struct flow *flow;
    const struct model *model;
    const struct flow_options *options;
    struct pin_lines lines;
    struct lattice_stop stop;
    struct touched touched;
    enum flow_marks marks; /* of the present lattice */
};

/* Marks metal in the lattice, and finds the accesses. */
static enum status mark_metal(struct flow_opening *o, enum flow_marks marks, struct error *error)
{
    struct flow *flow = o->flow;
    const struct owners_how how = {o->options->first, o->options->last, marks == MARKS_PINS,
                                   flow->workers, o->stop};
    const struct mender *mender = &flow->mender;
    if (marks == MARKS_PINS || o->marks == MARKS_PINS)
        access_want(&flow->lattice, marks == MARKS_PINS);
    if (marks != MARKS_NONE)
        TRY(owners_find(&flow->lattice, &mender->metal, &o->touched, &how, error));
    o->marks = marks;
    access_destroy(&flow->access);
    return access_find(&flow->access, &flow->lattice, &o->stop, error);
}

/* Makes the lattice with the present lines, marks and accesses. */
static enum status open_once(struct flow_opening *o, enum flow_marks marks, struct error *error)
{
    const struct flow_options *options = o->options;
    struct lattice *lattice = &o->flow->lattice;
    lattice_destroy(lattice);
    o->marks = MARKS_NONE;
    TRY(lattice_create(lattice, o->model, o->lines.lines, o->lines.count, error));
    if (marks != MARKS_NONE && options->fits != NULL)
        TRY(options->fits(options->context, lattice->node_count,
                          lattice_need(lattice, thread_count(o->model, options->threads)), error));
    lattice->small_pages = lattice->small_pages || marks == MARKS_NONE; /* reading them is free */
    TRY(lattice_make_nodes(lattice, error));
    return mark_metal(o, marks, error);
}

/* Adds lines for pins without access; *more: there are any. */
static enum status add_lines(struct flow_opening *o, bool few, bool *more, struct error *error)
{
    const size_t before = o->lines.count;
    TRY(pin_lines_add(&o->lines, &o->flow->access, &o->flow->lattice, few, error));
    *more = o->lines.count > before;
    return STATUS_OK;
}

/* Makes the lattice, owners and access, with lines for pins without access: few, then all. The few
 * are guessed from the tracks alone; if metal closes more pins, they are found again. Where
 * obstructions touch pins, this is likely: only vias at pins are marked until lines are known. */
static enum status open_lattice(struct flow_opening *o, struct error *error)
{
    struct mender *mender = &o->flow->mender;
    bool guess, more = false;
    TRY(open_once(o, MARKS_NONE, error));
    mender->lattice = &o->flow->lattice;
    TRY(metal_create(&mender->metal, mender->lattice, error));
    TRY(touched_find(&o->touched, &mender->metal, &o->stop, error));
    TRY(add_lines(o, true, &guess, error));
    TRY(open_once(o, o->touched.count > 0 ? MARKS_PINS : MARKS_ALL, error));
    TRY(add_lines(o, true, &more, error));
    if (more && guess) {
        o->lines.count = 0;
        TRY(open_once(o, MARKS_PINS, error));
        TRY(add_lines(o, true, &more, error));
    }
    if (more)
        TRY(open_once(o, MARKS_PINS, error));
    TRY(add_lines(o, false, &more, error));
    if (more)
        return open_once(o, MARKS_ALL, error);
    return o->marks == MARKS_ALL ? STATUS_OK : mark_metal(o, MARKS_ALL, error);
}

/* Makes the lattice, and penalises vias on small pins. */
static enum status open_flow(struct flow *flow, const struct model *model,
                             const struct flow_options *options, struct error *error)
{
    struct flow_opening o = {.flow = flow,
                             .model = model,
                             .options = options,
                             .stop = {options->stop, options->context}};
    const struct lattice *lattice = &flow->lattice;
    enum status status = open_lattice(&o, error);
    if (status == STATUS_OK)
        access_prefer_inner(&flow->access, &flow->lattice, SMALL_PIN_TOLL * lattice->pitch);
    THEN(status, landing_penalise(&flow->mender, &flow->lattice, &flow->access,
                                  NO_PATCH_TOLL * lattice->pitch, &o.stop, error));
    touched_destroy(&o.touched);
    free(o.lines.lines);
    return status;
}

static void drop(struct flow *flow, uint32_t net)
{
    const struct model *model = flow->lattice.model;
    struct net_tree *tree = &flow->trees[net];
    if (!tree->complete)
        return;
    if (flow->growers != NULL)
        net_tree_count(tree, &flow->lattice, -1);
    net_tree_empty(tree);
    if (++flow->nets[net].losses == LOSSES_WIDE &&
        model_may_narrow(model, model_class_of(model, net)))
        model->net_class[net] = 0;
}

/* Half the perimeter of the bounding box of a net's pins. */
static int64_t net_size(const struct lattice *lattice, const struct access *access, uint32_t net)
{
    struct layout_rect box = net_tree_pins(lattice, access, net);
    return box.x0 > box.x1 ? 0 : (int64_t)box.x1 - box.x0 + box.y1 - box.y0;
}

/* Lists all nets, the smaller ones first. */
static enum status order_by_size(const struct flow *flow, uint32_t **order, struct error *error)
{
    const uint32_t count = flow->lattice.model->net_count;
    uint64_t *keys; /* size and number of a net, 32 bits each */
    TRY(MEM_NEW(*order, count, "order", error));
    TRY(MEM_NEW(keys, count, "order", error));
    for (uint32_t i = 0; i < count; i++)
        keys[i] = (uint64_t)net_size(&flow->lattice, &flow->access, i) << 32 | i;
    qsort(keys, count, sizeof *keys, by_uint64);
    for (uint32_t i = 0; i < count; i++)
        (*order)[i] = (uint32_t)keys[i];
    free(keys);
    return STATUS_OK;
}

/* Refines the trees of all nets, in a small layout twice. */
static enum status refine(struct pathfinder *n, struct error *error)
{
    const struct costs strict = pathfinder_costs(n->lattice, 0, true);
    struct round round;
    size_t left;
    enum status status = round_create(&round, n, error);
    THEN(status, round_run(&round, &strict, 0, &left, error));
    if (model_is_small(n->lattice->model) && !pathfinder_is_over(n))
        THEN(status, round_run(&round, &strict, 0, &left, error));
    round_destroy(&round);
    return status;
}

/* Runs PathFinder, then inserts the nets that were ripped up after its last round. is_first: all
 * nets are new, and their trees are refined. */
static enum status negotiate(struct flow *flow, const struct flow_options *options, bool is_first,
                             struct error *error)
{
    struct pathfinder n = {.lattice = &flow->lattice,
                           .growers = flow->growers,
                           .threads = flow->threads,
                           .workers = flow->workers,
                           .trees = flow->trees,
                           .rounds = is_first ? options->rounds : AGAIN_ROUNDS,
                           .present = (is_first ? 1 : AGAIN_PITCHES) * flow->lattice.pitch,
                           .stop = options->stop,
                           .progress = options->progress,
                           .context = options->context,
                           .count = flow->lattice.model->net_count};
    uint32_t *order = NULL;
    enum status status = order_by_size(flow, &order, error);
    n.order = order;
    THEN(status, pathfinder_run(&n, error));
    if (status == STATUS_OK && n.in_conflict > 0)
        status =
            insert_missing(&n, pathfinder_work(flow->growers, flow->threads) + INSERT_WORK, error);
    if (is_first && !pathfinder_is_over(&n))
        THEN(status, refine(&n, error));
    flow->rounds += n.used;
    free(order);
    for (unsigned t = 0; t < flow->threads; t++)
        search_rest(flow->growers[t].search);
    THEN(status, lattice_check(&flow->lattice, error));
    return status;
}

/* True if some nets have no tree, but few: more rounds find ways for them. */
static bool misses_few(const struct flow *flow)
{
    uint32_t missing = 0;
    for (uint32_t net = 0; net < flow->lattice.model->net_count; net++)
        missing += !flow->trees[net].complete;
    return missing > 0 && missing <= flow->lattice.model->net_count / FEW_PART;
}

/* Changes the class of nets without a path to 0 (wires of default width); true if there are any. */
static bool narrow_missing(struct flow *flow)
{
    const struct model *model = flow->lattice.model;
    bool any = false;
    for (uint32_t net = 0; net < model->net_count; net++) {
        if (flow->trees[net].complete || !model_may_narrow(model, model_class_of(model, net)))
            continue;
        model->net_class[net] = 0;
        any = true;
    }
    return any;
}

static enum status mend_all(struct flow *flow, const struct flow_options *options,
                            struct error *error)
{
    struct mender *mender = &flow->mender;
    for (uint32_t turn = 0;; turn++) {
        report_stage(options, "patching metal");
        TRY(mend(mender, flow->trees, flow->workers, error));
        if (mender->fault_count == 0)
            return STATUS_OK;
        for (size_t f = 0; f < mender->fault_count; f++) {
            const struct mend_fault *fault = &mender->faults[f];
            struct flow_net *at = &flow->nets[fault->net];
            mend_penalise(&flow->lattice, &flow->trees[fault->net], fault, &at->fault,
                          MEND_TOLL * flow->lattice.pitch);
            at->fault = *fault;
            at->state = FLOW_RULE;
            drop(flow, fault->net);
        }
        if (options->stop != NULL && options->stop(options->context)) {
            mend_forget(mender, flow->trees);
            return STATUS_OK;
        }
        if (turn < MEND_TURNS && pathfinder_work(flow->growers, flow->threads) < flow->enough)
            TRY(negotiate(flow, options, false, error));
    }
}

/* Sets the state of each net. */
static void report(struct flow *flow, bool ended)
{
    const struct model *model = flow->lattice.model;
    for (uint32_t net = 0; net < model->net_count; net++) {
        struct flow_net *state = &flow->nets[net];
        if (flow->trees[net].complete) {
            state->state = FLOW_ROUTED;
            continue;
        }
        if (state->state != FLOW_RULE && state->state != FLOW_JUDGED)
            state->state = ended ? FLOW_ENDED : FLOW_NO_WAY;
        for (uint32_t p = model->net_pins[net]; p < model->net_pins[net + 1]; p++) {
            if (flow->access.first[p] == flow->access.first[p + 1]) {
                state->state = FLOW_NO_ACCESS;
                state->pin = p;
            }
        }
    }
}

static enum status finish(struct flow *flow, const struct flow_options *options,
                          struct error *error)
{
    TRY(mend_all(flow, options, error));
    report(flow, options->stop != NULL && options->stop(options->context));
    flow->work = pathfinder_work(flow->growers, flow->threads);
    return STATUS_OK;
}

/* Makes the trees and states of the nets; ended: the run ended before the lattice was made. */
static enum status make_nets(struct flow *flow, const struct model *model, bool ended,
                             struct error *error)
{
    TRY(MEM_NEW(flow->trees, model->net_count, "trees", error));
    TRY(MEM_NEW(flow->nets, model->net_count, "nets", error));
    for (uint32_t net = 0; net < model->net_count && ended; net++)
        flow->nets[net].state = FLOW_ENDED;
    return STATUS_OK;
}

enum status flow_route(struct flow *flow, const struct model *model,
                       const struct flow_options *options, struct error *error)
{
    assert(options->first <= options->last && options->last < model->layer_count);
    *flow = (struct flow){0};
    report_stage(options, "finding how wires reach the pins");
    unsigned threads = thread_count(model, options->threads);
    if (threads > 1)
        TRY(workers_create(&flow->workers, threads, error));
    enum status opened = open_flow(flow, model, options, error);
    if (opened == STATUS_INTERRUPTED)
        return make_nets(flow, model, true, error);
    TRY(opened);
    if (options->opened != NULL)
        TRY(options->opened(options->opener, flow, error));
    metal_destroy(&flow->mender.metal);
    TRY(make_nets(flow, model, false, error));
    flow->stop = (struct lattice_stop){options->stop, options->context};
    TRY(MEM_NEW(flow->growers, threads, "threads", error));
    while (flow->threads < threads) {
        struct grower *grower = &flow->growers[flow->threads++]; /* destroyed if it fails, too */
        TRY(grower_create(grower, &flow->lattice, &flow->access, error));
        search_set_stop(grower->search, &flow->stop);
    }
    TRY(negotiate(flow, options, true, error));
    if (narrow_missing(flow) || misses_few(flow))
        TRY(negotiate(flow, options, false, error));
    flow->enough = 2 * pathfinder_work(flow->growers, flow->threads) + MEND_WORK;
    return finish(flow, options, error);
}

void flow_end(struct flow *flow)
{
    for (unsigned t = 0; flow->growers != NULL && t < flow->threads; t++)
        grower_destroy(&flow->growers[t]);
    free(flow->growers);
    flow->growers = NULL;
    lattice_drop_nodes(&flow->lattice);
}

void flow_refuse(struct flow *flow, const struct flow_judged *faults, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const struct flow_judged *fault = &faults[i];
        assert(fault->net < flow->lattice.model->net_count && flow->trees[fault->net].complete);
        if (flow->growers != NULL)
            penalty_judged(&flow->lattice, &flow->trees[fault->net], fault->level, fault->place,
                           JUDGED_TOLL * flow->lattice.pitch);
        flow->nets[fault->net].state = FLOW_JUDGED;
        flow->nets[fault->net].judged = *fault;
    }
    for (size_t i = 0; i < count; i++)
        drop(flow, faults[i].net);
}

enum status flow_again(struct flow *flow, const struct flow_options *options, struct error *error)
{
    assert(flow->trees != NULL);
    if (pathfinder_work(flow->growers, flow->threads) >= flow->enough)
        return STATUS_OK;
    TRY(negotiate(flow, options, false, error));
    return finish(flow, options, error);
}

void flow_destroy(struct flow *flow)
{
    for (uint32_t net = 0; flow->trees != NULL && net < flow->lattice.model->net_count; net++)
        net_tree_destroy(&flow->trees[net]);
    MEM_FREE(flow->trees, flow->nets);
    workers_destroy(flow->workers);
    mender_destroy(&flow->mender);
    flow_end(flow);
    access_destroy(&flow->access);
    lattice_destroy(&flow->lattice);
    *flow = (struct flow){0};
}
