/* round: chooses the batches of a round and runs their steps on all threads. */
#include "router/detail/round.h"

#include "router/detail/net/guide.h"
#include "router/detail/round_bins.h"
#include "router/engine/workers.h"

enum {
    BIN_PITCHES = 8,     /* side of a bin, in pitches */
    WINDOW_PITCHES = 24, /* margin of a search window, in pitches */
    BATCH_PART = 128,    /* a batch has 1 / BATCH_PART of the design's nets */
    BATCH_LEAST = 4,     /* minimum number of nets per batch */
    BATCH_MOST = 128,    /* maximum number of nets per batch */
    REFUSED = 512,       /* number of waiting nets after which a batch is closed */
    REACH_PITCHES = 4,   /* least reach of bins, in pitches: with less, nets of a batch meet */
};

int32_t round_reach(const struct lattice *lattice, uint32_t l)
{
    assert(l < lattice->layer_count);
    const uint32_t kinds = lattice->kind_count[l];
    int32_t longest = 0, space = lattice->layers[l].end_space, most;
    for (uint32_t k = 0; k < kinds; k++)
        longest = int_max(longest, rect_long(lattice->kinds[l][k].box));
    for (uint32_t k = 0; k < kinds * kinds; k++)
        space = int_max(space, lattice->space[l][k]);
    most = space + 2 * longest;
    for (uint32_t c = l > 0 ? l - 1 : 0; c <= l && c + 1 < lattice->layer_count; c++)
        for (uint32_t k = 0; k < lattice->classes; k++)
            most = int_max(most, int_max(lattice->cuts[c].space, lattice->cuts[c].below) +
                                     2 * rect_long(lattice->cuts[c].hole[k]));
    /* Half would suffice, because both nets have this reach. With more, fewer nets of crowded
     * generated layouts stay open, because nets of a batch do not avoid each other. */
    return most * 3 / 4;
}

struct layout_rect round_window(const struct lattice *lattice, const struct access *access,
                                uint32_t net)
{
    assert(net < lattice->model->net_count);
    struct layout_rect pins = net_tree_pins(lattice, access, net);
    if (pins.x0 > pins.x1)
        return pins;
    pins = guide_window(lattice->model, net, pins);
    return rect_grow(pins, (pins.x1 - pins.x0 + pins.y1 - pins.y0) / 4 +
                               WINDOW_PITCHES * lattice->pitch * lattice->scale);
}

/* Makes the arrays of bins. */
static enum status make_bins(struct round *r, size_t bins, struct error *error)
{
    const bool sparse = r->all->lattice->sparse;
    r->changed = pages_make(bins, sizeof *r->changed, sparse, "windows", error);
    r->claimed = pages_make(bins, sizeof *r->claimed, sparse, "windows", error);
    r->owner = pages_make(bins, sizeof *r->owner, sparse, "windows", error);
    r->seen = pages_make(r->all->threads * bins, sizeof *r->seen, sparse, "windows", error);
    return r->changed != NULL && r->claimed != NULL && r->owner != NULL && r->seen != NULL
               ? STATUS_OK
               : STATUS_FAILED;
}

enum status round_create(struct round *r, struct pathfinder *all, struct error *error)
{
    const struct lattice *lattice = all->lattice;
    const struct model *model = lattice->model;
    size_t nets = model->net_count;
    int32_t pitch = lattice->pitch * lattice->scale;
    assert(all->threads > 0 && all->count <= model->net_count);
    *r = (struct round){.all = all, .order = all->order, .count = all->count};
    pthread_mutex_init(&r->lock, NULL);
    for (uint32_t l = 0; l < lattice->layer_count; l++)
        r->reach[l] = int_max(round_reach(lattice, l), REACH_PITCHES * pitch);
    int32_t side = rect_long(model->die);
    r->bin_size = int_max(BIN_PITCHES * pitch, side / 1024 + 1);
    r->columns = (uint32_t)(rect_width(model->die) / r->bin_size) + 1;
    r->rows = (uint32_t)(rect_height(model->die) / r->bin_size) + 1;
    size_t bins = (size_t)r->columns * r->rows * lattice->layer_count;
    TRY(MEM_NEW(r->window, nets, "windows", error));
    TRY(MEM_NEW(r->clean, nets, "windows", error));
    TRY(MEM_NEW(r->spent, nets, "windows", error));
    TRY(MEM_NEW(r->pending, nets, "windows", error));
    TRY(MEM_NEW(r->pins, model->pin_count, "windows", error));
    TRY(MEM_NEW(r->entered, nets, "windows", error));
    TRY(MEM_NEW(r->chosen, nets, "windows", error));
    TRY(MEM_NEW(r->grown, nets, "windows", error));
    TRY(MEM_NEW(r->idle, all->threads, "windows", error));
    TRY(MEM_NEW(r->nets, nets, "windows", error));
    TRY(make_bins(r, bins, error));
    TRY(MEM_NEW(r->stamp, all->threads, "windows", error));
    for (uint32_t net = 0; net < model->net_count; net++) {
        r->window[net] = round_window(lattice, all->growers[0].access, net);
        r->clean[net] = -1;
    }
    for (uint32_t p = 0; p < model->pin_count; p++)
        r->pins[p] = net_tree_pin(lattice, all->growers[0].access, p);
    for (uint32_t net = 0; net < model->net_count; net++)
        TRY(round_list(r, net, &all->growers[0], error));
    r->batch = uint_min(uint_max(all->count / BATCH_PART, BATCH_LEAST), BATCH_MOST);
    for (unsigned t = 0; t < all->threads; t++)
        r->idle[t] = true;
    all->lattice->shared = all->threads > 1;
    return all->threads > 1 ? workers_create(&r->workers, all->threads, error) : STATUS_OK;
}

void round_destroy(struct round *r)
{
    workers_destroy(r->workers);
    for (uint32_t net = 0; r->nets != NULL && net < r->all->lattice->model->net_count; net++)
        free(r->nets[net].bins);
    if (r->all != NULL) {
        const bool sparse = r->all->lattice->sparse;
        pthread_mutex_destroy(&r->lock);
        pages_free(r->changed, sparse);
        pages_free(r->claimed, sparse);
        pages_free(r->owner, sparse);
        pages_free(r->seen, sparse);
    }
    MEM_FREE(r->nets, r->stamp, r->window, r->clean, r->spent, r->pending, r->chosen, r->grown,
             r->pins, r->entered, r->idle);
    *r = (struct round){0};
}

/* ---- the three steps of a batch ------------------------------------------------------------- */

/* Sets `clean` of a net without conflicts. */
static enum status look_at(struct round *r, uint32_t position, struct grower *grower,
                           struct error *error)
{
    uint32_t net = r->order[position];
    struct net_tree *tree = &r->all->trees[net];
    (void)grower;
    (void)error;
    if (tree->complete && !net_tree_in_conflict(tree, r->all->lattice))
        r->clean[net] = r->turn;
    return STATUS_OK;
}

/* Takes a chosen net out, if it has to be routed. */
static enum status take_out(struct round *r, uint32_t position, struct grower *grower,
                            struct error *error)
{
    uint32_t net = r->order[position];
    struct net_tree *tree = &r->all->trees[net];
    (void)grower;
    (void)error;
    if (tree->complete) {
        net_tree_count(tree, r->all->lattice, -1);
        if (net_tree_conflicts(tree, r->all->lattice, r->toll) == 0) {
            net_tree_count(tree, r->all->lattice, 1);
            r->clean[net] = r->turn;
            return STATUS_OK;
        }
        round_change(r, net);
    }
    r->grown[position] = true;
    return STATUS_OK;
}

static enum status search_for(struct round *r, uint32_t position, struct grower *grower,
                              struct error *error)
{
    uint32_t net = r->order[position];
    if (!r->grown[position])
        return STATUS_OK;
    uint64_t before = search_work(grower->search);
    TRY(net_tree_grow(&r->all->trees[net], grower, &r->costs, net, &r->window[net], error));
    r->spent[net] = search_work(grower->search) - before + 1;
    return round_list(r, net, grower, error);
}

static void count_in(struct round *r, uint32_t net)
{
    net_tree_count(&r->all->trees[net], r->all->lattice, 1);
    round_change(r, net);
    r->clean[net] = -1;
}

/* Counts the new tree if no other net of the batch has its bins; run_batches counts the others. */
static enum status put_in(struct round *r, uint32_t position, struct grower *grower,
                          struct error *error)
{
    (void)grower;
    (void)error;
    uint32_t net = r->order[position];
    if (!r->grown[position] || !round_owns(r, position))
        return STATUS_OK;
    count_in(r, net);
    r->entered[position] = true;
    return STATUS_OK;
}

/* The body of a thread: takes one step for some of the chosen nets, the last ones first. */
static void step_body(void *context, size_t first, size_t end)
{
    struct round *r = context;
    unsigned mine = 0;
    pthread_mutex_lock(&r->lock);
    while (!r->idle[mine])
        mine++;
    r->idle[mine] = false;
    pthread_mutex_unlock(&r->lock);
    struct error error = {0};
    enum status status = STATUS_OK;
    for (size_t i = first; i < end && status == STATUS_OK; i++)
        status = r->step(r, r->chosen[r->chosen_count - 1 - (uint32_t)i], &r->all->growers[mine],
                         &error);
    pthread_mutex_lock(&r->lock);
    r->idle[mine] = true;
    if (status != STATUS_OK && r->status == STATUS_OK) {
        r->status = status;
        if (r->error != NULL)
            *r->error = error;
    }
    pthread_mutex_unlock(&r->lock);
}

static void run_step(struct round *r, round_step *step)
{
    r->step = step;
    if (r->workers != NULL && r->chosen_count > 1)
        workers_run(r->workers, step_body, r, r->chosen_count, 1);
    else
        step_body(r, 0, r->chosen_count);
}

/* ---- batches -------------------------------------------------------------------------------- */

/* Moves pending nets that share no bin with earlier ones to the chosen nets; drops clean nets. */
static void choose(struct round *r)
{
    uint32_t kept = 0;
    uint32_t i = 0;
    r->turn += 2;
    r->chosen_count = 0;
    for (; i < r->pending_count && kept < REFUSED && r->chosen_count < r->batch; i++) {
        uint32_t position = r->pending[i];
        if (round_still_clean(r, r->order[position]))
            continue;
        if (round_claim(r, position))
            r->chosen[r->chosen_count++] = position;
        else
            r->pending[kept++] = position;
    }
    memmove(r->pending + kept, r->pending + i, (size_t)(r->pending_count - i) * sizeof *r->pending);
    r->pending_count -= i - kept;
}

/* Drops the nets that are clean when the round begins. Other nets are examined in their turn. */
static void drop_clean(struct round *r)
{
    uint32_t kept = 0;
    r->turn += 2;
    r->chosen_count = 0;
    for (uint32_t i = 0; i < r->pending_count; i++) {
        uint32_t position = r->pending[i];
        if (round_still_clean(r, r->order[position]))
            continue;
        if (round_claim(r, position))
            r->chosen[r->chosen_count++] = position;
        r->pending[kept++] = position;
    }
    r->pending_count = kept;
    run_step(r, look_at);
    kept = 0;
    for (uint32_t i = 0; i < r->pending_count; i++) {
        if (r->clean[r->order[r->pending[i]]] != r->turn)
            r->pending[kept++] = r->pending[i];
    }
    r->pending_count = kept;
}

/* The expected work of a net's search: that of its last one; 0 if it is not routed. */
static uint64_t likely_work(const struct round *r, uint32_t position)
{
    return r->grown[position] ? r->spent[r->order[position]] : 0;
}

/* Puts the nets that will take longest at the end, where a step begins; in the first round, when
 * none was routed, their order stays. The result does not depend on it. */
static void longest_last(struct round *r)
{
    for (uint32_t i = 1; i < r->chosen_count && r->rerouting; i++) {
        uint32_t position = r->chosen[i], k = i;
        for (; k > 0 && likely_work(r, r->chosen[k - 1]) > likely_work(r, position); k--)
            r->chosen[k] = r->chosen[k - 1];
        r->chosen[k] = position;
    }
}

static enum status run_batches(struct round *r, struct error *error)
{
    r->error = error;
    r->status = STATUS_OK;
    drop_clean(r);
    while (r->pending_count > 0 && r->status == STATUS_OK && !pathfinder_is_over(r->all)) {
        choose(r);
        run_step(r, take_out);
        longest_last(r);
        run_step(r, search_for);
        run_step(r, put_in);
        for (uint32_t i = 0; i < r->chosen_count; i++) {
            if (r->grown[r->chosen[i]] && !r->entered[r->chosen[i]])
                count_in(r, r->order[r->chosen[i]]);
        }
    }
    return r->status;
}

enum status round_run(struct round *r, const struct costs *costs, int32_t toll, size_t *left,
                      struct error *error)
{
    assert(toll >= 0 && r->nets != NULL);
    r->costs = *costs;
    r->toll = toll;
    r->pending_count = 0;
    *left = 0;
    for (uint32_t i = 0; i < r->count; i++) {
        r->grown[i] = r->entered[i] = false;
        r->pending[r->pending_count++] = i;
    }
    TRY(run_batches(r, error));
    r->rerouting = true;
    r->turn += 2;
    for (uint32_t i = 0; i < r->count && !pathfinder_is_over(r->all); i++) {
        struct net_tree *tree = &r->all->trees[r->order[i]];
        *left += r->grown[i];
        if (!r->grown[i] || tree->complete)
            continue;
        TRY(net_tree_grow(tree, &r->all->growers[0], &r->costs, r->order[i], NULL, error));
        TRY(round_list(r, r->order[i], &r->all->growers[0], error));
        count_in(r, r->order[i]);
    }
    return STATUS_OK;
}
