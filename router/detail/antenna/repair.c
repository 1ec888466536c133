/* repair: in each round, changes nets with antenna violations and takes bad changes back. */
#include "router/detail/antenna/repair.h"

#include "router/detail/antenna/hop.h"
#include "router/detail/round.h"

enum { ROUNDS_MAX = 8 }; /* rounds of repair */

/* Shares of a limit that a piece may take, by attempt: later cuts are nearer to the gate, and the
 * last attempt moves all wires of the layer. */
static const uint32_t SHARES[] = {90, 60, 30, 10, 0};
enum { ATTEMPTS = sizeof SHARES / sizeof *SHARES };

struct antenna_repairs {
    struct detail_result *result;
    const struct layout_model *model;
    struct flow *flow;
    const struct flow_options *options;
    struct judging judging;
    struct hop hop;
    struct antenna_violation *violations; /* of the present result */
    size_t violation_count, violation_room;
    uint32_t nets;      /* nets with violations */
    enum status status; /* of collect */
    struct error *error;
    int32_t reach; /* distance up to which two nets can be in conflict, in units */
    /* By net of the model: */
    struct layout_rect *box; /* around the tree of a changed net, grown by reach */
    struct net_tree *old;    /* trees of changed nets before the change; complete: there is one */
    uint32_t *before;        /* violations before the change */
    uint32_t *count;         /* violations of the present result */
    uint8_t *attempts;
    bool *hopped; /* the net stays changed */
};

static uint32_t net_count(const struct antenna_repairs *r)
{
    return r->model->model.net_count;
}

static void collect(void *context, const struct antenna_violation *violation)
{
    struct antenna_repairs *r = context;
    const uint32_t net = r->judging.net_of[violation->net];
    if (net == MODEL_NONE || !r->flow->trees[net].complete)
        return;
    r->nets += r->count[net]++ == 0;
    THEN(r->status, MEM_APPEND(r->violations, r->violation_room, r->violation_count, *violation,
                               "antennas", r->error));
}

/* Lists the violations of the result. */
static enum status find(struct antenna_repairs *r, uint32_t percent, struct error *error)
{
    struct layout routed;
    struct antenna_verdict verdict = {0};
    assert(!r->status);
    memset(r->count, 0, net_count(r) * sizeof *r->count);
    r->violation_count = r->nets = 0;
    r->error = error;
    enum status status = detail_join(r->result, r->judging.layout, &routed, error);
    THEN(status, antenna_check(&routed, percent, collect, r, &verdict, error));
    antenna_verdict_destroy(&verdict);
    detail_part(r->result, &routed);
    return status == STATUS_OK ? r->status : status;
}

static enum status copy_tree(struct net_tree *to, const struct net_tree *from, struct error *error)
{
    *to = (struct net_tree){.complete = from->complete};
    TRY(MEM_GROW(to->wires, to->wire_room, from->wire_count, "wires", error));
    TRY(MEM_GROW(to->vias, to->via_room, from->via_count, "vias", error));
    if (from->wire_count > 0)
        memcpy(to->wires, from->wires, from->wire_count * sizeof *to->wires);
    if (from->via_count > 0)
        memcpy(to->vias, from->vias, from->via_count * sizeof *to->vias);
    to->wire_count = from->wire_count;
    to->via_count = from->via_count;
    return STATUS_OK;
}

/* Changes a net for its violations, first .. end - 1. */
static enum status change(struct antenna_repairs *r, uint32_t net, size_t first, size_t end,
                          bool *any, struct error *error)
{
    struct net_tree *tree = &r->flow->trees[net], old;
    bool changed = false;
    assert(first < end && r->attempts[net] < ATTEMPTS && !r->old[net].complete);
    enum status status = copy_tree(&old, tree, error);
    if (status != STATUS_OK) {
        net_tree_destroy(&old);
        return status;
    }
    r->hop.share = SHARES[r->attempts[net]];
    net_tree_count(tree, &r->flow->lattice, -1);
    for (size_t v = first; v < end && status == STATUS_OK; v++)
        if (!r->violations[v].by_pin)
            status = hop_net(&r->hop, tree, net, &r->violations[v], &changed, error);
    net_tree_count(tree, &r->flow->lattice, 1);
    r->attempts[net]++;
    if (!changed) {
        net_tree_destroy(&old);
        return status;
    }
    r->old[net] = old;
    r->before[net] = r->count[net];
    r->box[net] = rect_grow(net_tree_extent(tree, &r->flow->lattice), r->reach);
    *any = true;
    return status;
}

/* Gives a changed net its old wires back, and also the changed nets in conflict with these. */
static void revert(struct antenna_repairs *r, uint32_t net)
{
    struct lattice *lattice = &r->flow->lattice;
    bool again = true;
    for (uint32_t n = net; again;) {
        assert(r->old[n].complete);
        net_tree_count(&r->flow->trees[n], lattice, -1);
        net_tree_destroy(&r->flow->trees[n]);
        r->flow->trees[n] = r->old[n];
        r->old[n] = (struct net_tree){0};
        net_tree_count(&r->flow->trees[n], lattice, 1);
        const struct layout_rect box = net_tree_extent(&r->flow->trees[n], lattice);
        again = false;
        for (uint32_t m = 0; m < net_count(r) && !again; m++)
            if (r->old[m].complete && rect_meet(r->box[m], box) &&
                net_tree_in_conflict(&r->flow->trees[m], lattice)) {
                n = m;
                again = true;
            }
    }
}

/* Takes back the change of a net with a fault; if it was not changed, the changes near the place;
 * if there are none, all changes. */
static void revert_fault(struct antenna_repairs *r, uint32_t net, struct layout_rect place,
                         bool has_place)
{
    bool any = false;
    assert(net < net_count(r));
    if (r->old[net].complete) {
        revert(r, net);
        return;
    }
    for (int all = 0; all < 2 && !any; all++)
        for (uint32_t n = 0; n < net_count(r); n++) {
            if (!r->old[n].complete)
                continue;
            if (all == 0 && (!has_place || !rect_meet(r->box[n], place)))
                continue;
            revert(r, n);
            any = true;
        }
}

static bool has_changes(const struct antenna_repairs *r)
{
    bool any = false;
    for (uint32_t n = 0; n < net_count(r); n++)
        any |= r->old[n].complete;
    return any;
}

/* Makes patches and the result again, and takes changes with faults back until there are none. */
static enum status settle(struct antenna_repairs *r, struct error *error)
{
    struct mender *mender = &r->flow->mender;
    for (bool clean = false; !clean;) {
        const bool changes = has_changes(r);
        TRY(mend(mender, r->flow->trees, r->flow->workers, error));
        clean = mender->fault_count == 0;
        for (size_t f = 0; f < mender->fault_count && changes; f++)
            revert_fault(r, mender->faults[f].net, mender->faults[f].place, true);
        assert(clean || changes); /* the trees were without faults before the changes */
        if (!clean)
            continue;
        TRY(result_make(r->result, r->judging.layout, r->model, r->flow, error));
        if (!changes) /* it was judged before */
            break;
        TRY(judging_run(&r->judging, r->result, error));
        clean = r->judging.count == 0;
        for (uint32_t n = 0; n < net_count(r) && r->judging.loses; n++) /* the run is over */
            if (r->old[n].complete)
                revert(r, n);
        for (size_t f = 0; f < r->judging.count && !r->judging.loses; f++)
            revert_fault(r, r->judging.faults[f].net, r->judging.faults[f].place,
                         r->judging.faults[f].level != MODEL_NONE);
        if (clean)
            judging_pass(&r->judging, r->result);
    }
    return STATUS_OK;
}

/* Changes the nets with violations, each once. */
static enum status change_all(struct antenna_repairs *r, bool *any, struct error *error)
{
    size_t end = 0;
    for (size_t v = 0; v < r->violation_count; v = end) {
        const uint32_t net = r->judging.net_of[r->violations[v].net];
        for (end = v; end < r->violation_count && r->violations[end].net == r->violations[v].net;)
            end++;
        if (r->attempts[net] < ATTEMPTS)
            TRY(change(r, net, v, end, any, error));
    }
    return STATUS_OK;
}

/* Takes back the changes that removed no violation; true if there are any. */
static bool revert_useless(struct antenna_repairs *r)
{
    bool any = false;
    for (uint32_t n = 0; n < net_count(r); n++)
        if (r->old[n].complete && r->count[n] >= r->before[n]) {
            revert(r, n);
            any = true;
        }
    return any;
}

/* Forgets the old wires of the nets that stay changed. */
static void accept(struct antenna_repairs *r)
{
    for (uint32_t n = 0; n < net_count(r); n++)
        if (r->old[n].complete) {
            net_tree_destroy(&r->old[n]);
            r->hopped[n] = true;
        }
}

static enum status run(struct antenna_repairs *r, uint32_t percent, struct error *error)
{
    TRY(find(r, percent, error));
    for (uint32_t round = 1; round <= ROUNDS_MAX && r->violation_count > 0; round++) {
        bool any = false;
        if (r->options->stop != NULL && r->options->stop(r->options->context))
            return STATUS_OK;
        if (r->options->progress != NULL)
            r->options->progress(r->options->context, "lowering antenna ratios", 0, r->nets,
                                 net_count(r));
        TRY(change_all(r, &any, error));
        if (!any)
            continue;
        TRY(settle(r, error));
        TRY(find(r, percent, error));
        while (revert_useless(r)) {
            TRY(settle(r, error));
            TRY(find(r, percent, error));
        }
        accept(r);
    }
    return STATUS_OK;
}

enum status antenna_repair(struct detail_result *result, const struct layout *layout,
                           const struct layout_model *model, struct flow *flow,
                           const struct flow_options *options, uint32_t percent,
                           struct error *error)
{
    struct antenna_repairs r = {.result = result, .model = model, .flow = flow, .options = options};
    if (!antenna_has_limits(&layout->tech) || flow->growers == NULL)
        return STATUS_OK;
    enum status status = judging_begin(&r.judging, layout, model, flow, options, error);
    r.hop = (struct hop){
        .layout = layout, .model = model, .grower = &flow->growers[0], .percent = percent};
    THEN(status, MEM_NEW(r.old, net_count(&r), "antennas", error));
    for (uint32_t l = 0; l < flow->lattice.layer_count; l++)
        r.reach = int_max(r.reach, 2 * round_reach(&flow->lattice, l)); /* of both nets */
    THEN(status, MEM_NEW(r.box, net_count(&r), "antennas", error));
    THEN(status, MEM_NEW(r.before, net_count(&r), "antennas", error));
    THEN(status, MEM_NEW(r.count, net_count(&r), "antennas", error));
    THEN(status, MEM_NEW(r.attempts, net_count(&r), "antennas", error));
    THEN(status, MEM_NEW(r.hopped, net_count(&r), "antennas", error));
    THEN(status, run(&r, percent, error));
    for (uint32_t n = 0; n < net_count(&r) && r.hopped != NULL; n++) {
        net_tree_destroy(&r.old[n]);
        result->hops += r.hopped[n];
    }
    judging_end(&r.judging);
    hop_destroy(&r.hop);
    MEM_FREE(r.violations, r.old, r.before, r.count, r.attempts, r.hopped, r.box);
    return status;
}
