/* round: turns, bins and batches. */
#include "router/detail/round.h"

#include <pthread.h>
#include <stdlib.h>

#include "router/detail/net/guide.h"
#include "router/engine/workers.h"

enum {
    BIN_PITCHES = 16,
    WINDOW_PITCHES = 24,
    BATCH_NETS = 256,  /* at most in a batch */
    LOOK_AHEAD = 2048, /* nets that are looked at for one */
};

int32_t round_reach(const struct lattice *lattice)
{
    int32_t most = 0;
    for (int l = 0; l < lattice->layer_count; l++) {
        for (int k = 0; k < lattice->kind_count[l]; k++)
            most = int_max(most, 2 * box_length(lattice->kinds[l][k].box));
        most = int_max(most, model_reach(&lattice->model->layers[l]) +
                                 2 * box_length(lattice->layers[l].wire[0]));
        for (int c = 1; c < lattice->classes; c++)
            most = int_max(most, model_class_space(lattice->model, l, c) +
                                     2 * box_length(lattice->layers[l].wire[c]));
    }
    return 2 * most;
}

struct box round_window(const struct lattice *lattice, const struct access *access, int net)
{
    struct box pins = net_tree_pins(lattice, access, net);
    if (pins.x1 > pins.x2)
        return pins;
    pins = guide_window(lattice->model, net, pins);
    return box_grow(pins, (pins.x2 - pins.x1 + pins.y2 - pins.y1) / 4 +
                              WINDOW_PITCHES * lattice->pitch * lattice->scale);
}

enum status round_create(struct round *r, struct pathfinder *all, const int *order, int count,
                         struct error *error)
{
    const struct lattice *lattice = all->lattice;
    const struct model *model = lattice->model;
    size_t nets = (size_t)model->net_count;
    int32_t pitch = lattice->pitch * lattice->scale;
    *r = (struct round){.all = all, .order = order, .count = count, .reach = round_reach(lattice)};
    int32_t side = int_max(model->die.x2 - model->die.x1, model->die.y2 - model->die.y1);
    r->bin_size = int_max(BIN_PITCHES * pitch, side / 1024 + 1);
    r->columns = (model->die.x2 - model->die.x1) / r->bin_size + 1;
    r->rows = (model->die.y2 - model->die.y1) / r->bin_size + 1;
    size_t bins = (size_t)r->columns * (size_t)r->rows;
    r->window = mem_alloc(nets, sizeof *r->window, "windows", error);
    r->clean = mem_alloc(nets, sizeof *r->clean, "windows", error);
    r->changed = mem_alloc(bins, sizeof *r->changed, "windows", error);
    r->claimed = mem_alloc(bins, sizeof *r->claimed, "windows", error);
    r->pending = mem_alloc(nets, sizeof *r->pending, "windows", error);
    r->chosen = mem_alloc(BATCH_NETS, sizeof *r->chosen, "windows", error);
    r->grown = mem_alloc(nets, sizeof *r->grown, "windows", error);
    r->idle = mem_alloc(all->threads, sizeof *r->idle, "windows", error);
    if (!r->window || !r->clean || !r->changed || !r->claimed || !r->pending || !r->chosen ||
        !r->grown || !r->idle)
        return STATUS_FAILED;
    for (int net = 0; net < model->net_count; net++) {
        r->window[net] = round_window(lattice, all->growers[0].access, net);
        r->clean[net] = -1;
    }
    for (unsigned t = 0; t < all->threads; t++)
        r->idle[t] = true;
    if (all->threads == 1)
        return STATUS_OK;
    pthread_mutex_t *lock = mem_alloc(1, sizeof *lock, "lock", error);
    if (!lock)
        return STATUS_FAILED;
    pthread_mutex_init(lock, NULL);
    r->lock = lock;
    return workers_create(&r->workers, all->threads, error);
}

void round_destroy(struct round *r)
{
    workers_destroy(r->workers);
    if (r->lock)
        pthread_mutex_destroy(r->lock);
    free(r->lock);
    free(r->window);
    free(r->clean);
    free(r->changed);
    free(r->claimed);
    free(r->pending);
    free(r->chosen);
    free(r->grown);
    free(r->idle);
    *r = (struct round){0};
}

static int bin(int32_t at, int32_t size, int count)
{
    return at < 0 ? 0 : int_min(at / size, count - 1);
}

static struct round_bins bins_about(const struct round *r, struct box box)
{
    const struct box die = r->all->lattice->model->die;
    return (struct round_bins){bin(box.x1 - r->reach - die.x1, r->bin_size, r->columns),
                               bin(box.y1 - r->reach - die.y1, r->bin_size, r->rows),
                               bin(box.x2 + r->reach - die.x1, r->bin_size, r->columns),
                               bin(box.y2 + r->reach - die.y1, r->bin_size, r->rows)};
}

static void mark_changed(struct round *r, const struct net_tree *tree, int64_t turn)
{
    if (tree->wire_count + tree->via_count == 0)
        return;
    struct round_bins b = bins_about(r, net_tree_extent(tree, r->all->lattice));
    for (int y = b.y1; y <= b.y2; y++) {
        for (int x = b.x1; x <= b.x2; x++)
            r->changed[(size_t)y * (size_t)r->columns + (size_t)x] = turn;
    }
}

static bool still_clean(const struct round *r, const struct net_tree *tree, int net)
{
    if (r->clean[net] < 0)
        return false;
    if (tree->wire_count + tree->via_count == 0)
        return true;
    struct round_bins b = bins_about(r, net_tree_extent(tree, r->all->lattice));
    for (int y = b.y1; y <= b.y2; y++) {
        for (int x = b.x1; x <= b.x2; x++) {
            if (r->changed[(size_t)y * (size_t)r->columns + (size_t)x] > r->clean[net])
                return false;
        }
    }
    return true;
}

/* Has the net to be routed in this round? If so its counts are gone. */
static bool wants_turn(struct round *r, int net, int64_t turn)
{
    struct net_tree *tree = &r->all->trees[net];
    struct lattice *lattice = r->all->lattice;
    if (!tree->complete)
        return true;
    if (still_clean(r, tree, net))
        return false;
    net_tree_count(tree, lattice, -1);
    if (net_tree_conflicts(tree, lattice, r->toll) > 0)
        return true;
    net_tree_count(tree, lattice, 1);
    r->clean[net] = turn;
    return false;
}

static enum status take_turn(struct round *r, int position, struct grower *grower, bool wide,
                             struct error *error)
{
    int net = r->order[position];
    struct net_tree *tree = &r->all->trees[net];
    struct lattice *lattice = r->all->lattice;
    int64_t turn = r->first_turn + position;
    if (!wide && !wants_turn(r, net, turn))
        return STATUS_OK;
    if (!wide)
        mark_changed(r, tree, turn);
    r->grown[position] = true;
    TRY(net_tree_grow(tree, grower, &r->costs, net, wide ? NULL : &r->window[net], error));
    r->clean[net] = tree->complete && net_tree_conflicts(tree, lattice, 0) == 0 ? turn : -1;
    net_tree_count(tree, lattice, 1);
    mark_changed(r, tree, turn);
    return STATUS_OK;
}

static bool stopped(const struct round *r)
{
    return r->all->stop && r->all->stop(r->all->context);
}

/* The turns of some chosen nets, by one thread. */
static void batch_body(void *context, size_t first, size_t end)
{
    struct round *r = context;
    unsigned mine = 0;
    pthread_mutex_lock(r->lock);
    while (!r->idle[mine])
        mine++;
    r->idle[mine] = false;
    pthread_mutex_unlock(r->lock);
    struct error error = {0};
    enum status status = STATUS_OK;
    for (size_t i = first; i < end && status == STATUS_OK && !stopped(r); i++)
        status = take_turn(r, r->chosen[i], &r->all->growers[mine], false, &error);
    pthread_mutex_lock(r->lock);
    r->idle[mine] = true;
    if (status != STATUS_OK && r->status == STATUS_OK) {
        r->status = status;
        if (r->error)
            *r->error = error;
    }
    pthread_mutex_unlock(r->lock);
}

/* Claims a net's bins for the batch; false if a net before it wants one of them. */
static bool claim(struct round *r, int net)
{
    struct box box = r->window[net];
    const struct net_tree *tree = &r->all->trees[net];
    if (tree->wire_count + tree->via_count > 0)
        box = box_join(box, net_tree_extent(tree, r->all->lattice));
    if (box.x1 > box.x2)
        return true;
    struct round_bins b = bins_about(r, box);
    bool free = true;
    for (int y = b.y1; y <= b.y2; y++) {
        for (int x = b.x1; x <= b.x2; x++) {
            int64_t *at = &r->claimed[(size_t)y * (size_t)r->columns + (size_t)x];
            free = free && *at != r->batch;
            *at = r->batch;
        }
    }
    return free;
}

/* Moves nets that are apart from all before them from pending to chosen. */
static void choose(struct round *r)
{
    int kept = 0;
    int i = 0;
    r->batch++;
    r->chosen_count = 0;
    for (; i < r->pending_count && i < LOOK_AHEAD && r->chosen_count < BATCH_NETS; i++) {
        if (claim(r, r->order[r->pending[i]]))
            r->chosen[r->chosen_count++] = r->pending[i];
        else
            r->pending[kept++] = r->pending[i];
    }
    while (i < r->pending_count)
        r->pending[kept++] = r->pending[i++];
    r->pending_count = kept;
}

static enum status in_batches(struct round *r, struct error *error)
{
    r->error = error;
    r->status = STATUS_OK;
    while (r->pending_count > 0 && r->status == STATUS_OK && !stopped(r)) {
        choose(r);
        workers_run(r->workers, batch_body, r, (size_t)r->chosen_count, 1);
    }
    return r->status;
}

enum status round_run(struct round *r, const struct costs *costs, int toll, int64_t first_turn,
                      size_t *left, struct error *error)
{
    r->costs = *costs;
    r->toll = toll;
    r->first_turn = first_turn;
    r->pending_count = 0;
    *left = 0;
    for (int i = 0; i < r->count; i++) {
        r->grown[i] = false;
        r->pending[r->pending_count++] = i;
    }
    if (r->workers) {
        TRY(in_batches(r, error));
    } else {
        for (int i = 0; i < r->pending_count && !stopped(r); i++)
            TRY(take_turn(r, r->pending[i], &r->all->growers[0], false, error));
    }
    for (int i = 0; i < r->count && !stopped(r); i++) {
        *left += r->grown[i];
        if (r->grown[i] && !r->all->trees[r->order[i]].complete)
            TRY(take_turn(r, i, &r->all->growers[0], true, error));
    }
    return STATUS_OK;
}
