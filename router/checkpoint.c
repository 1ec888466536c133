/* checkpoint: words out and words in. */
#include "router/checkpoint.h"

#include <stdlib.h>
#include <string.h>

#define MAGIC UINT64_C(0x6c65657761790002) /* changes with the layout */

struct words {
    uint64_t *words;
    size_t count, capacity;
    size_t next;        /* to be read */
    enum status status; /* of writing */
    struct error *error;
};

static void put(struct words *out, uint64_t word)
{
    if (out->status == STATUS_OK)
        out->status = mem_grow((void **)&out->words, &out->capacity, out->count + 1, sizeof word,
                               "a checkpoint", out->error);
    if (out->status == STATUS_OK)
        out->words[out->count++] = word;
}

/* The next word; beyond the end a word that nothing accepts. */
static uint64_t get(struct words *in)
{
    return in->next < in->count ? in->words[in->next++] : UINT64_MAX;
}

static void put_snapshot(struct words *out, const struct snapshot *snapshot, uint32_t nets)
{
    for (uint32_t rank = 0; rank < nets; rank++)
        put(out, snapshot->counts[rank]);
    put(out, snapshot->wire_count);
    for (size_t i = 0; i < snapshot->wire_count; i++)
        put(out, (uint64_t)snapshot->wires[i].from << 32 | snapshot->wires[i].to);
}

/* True where from and to lie in the grid and differ in one coordinate at most. */
static bool is_wire(const struct grid *grid, struct wire wire)
{
    if (wire.from >= grid_cells(grid) || wire.to >= grid_cells(grid))
        return false;
    int differ = (grid_x(grid, wire.from) != grid_x(grid, wire.to)) +
                 (grid_y(grid, wire.from) != grid_y(grid, wire.to)) +
                 (grid_z(grid, wire.from) != grid_z(grid, wire.to));
    return differ <= 1;
}

static enum status get_snapshot(struct words *in, struct snapshot *snapshot,
                                const struct plan *plan, struct error *error)
{
    uint64_t total = 0;
    if (snapshot->counts == NULL)
        snapshot->counts = mem_alloc(plan->count, sizeof *snapshot->counts, "a snapshot", error);
    if (snapshot->counts == NULL)
        return STATUS_FAILED;
    for (uint32_t rank = 0; rank < plan->count; rank++) {
        uint64_t count = get(in);
        if (count > UINT32_MAX)
            return STATUS_BAD_INPUT;
        snapshot->counts[rank] = (uint32_t)count;
        total += count != UINT32_MAX ? count : 0;
    }
    if (get(in) != total || total > in->count - in->next)
        return STATUS_BAD_INPUT;
    snapshot->wire_count = 0;
    if (mem_grow((void **)&snapshot->wires, &snapshot->wires_capacity, total,
                 sizeof *snapshot->wires, "a snapshot", error) != STATUS_OK)
        return STATUS_FAILED;
    while (snapshot->wire_count < total) {
        uint64_t word = get(in);
        struct wire wire = {(cell_t)(word >> 32), (cell_t)word};
        if (!is_wire(plan->cong.grid, wire))
            return STATUS_BAD_INPUT;
        snapshot->wires[snapshot->wire_count++] = wire;
    }
    return STATUS_OK;
}

static enum status write_words(struct words *out, const struct plan *plan,
                               const struct improve_state *state, const struct snapshot *best,
                               uint32_t used)
{
    struct snapshot now = {0};
    out->status = snapshot_take(&now, plan, out->error);
    const uint64_t head[] = {MAGIC,          plan->count,   grid_cells(plan->cong.grid),
                             used,           state->cycle,  state->round,
                             state->warm,    state->chains, state->before,
                             plan->run->work};
    for (size_t i = 0; i < sizeof head / sizeof *head; i++)
        put(out, head[i]);
    for (uint32_t rank = 0; rank < plan->count; rank++)
        put(out, plan->margins[rank]);
    if (out->status == STATUS_OK)
        put_snapshot(out, &now, plan->count);
    put_snapshot(out, best, plan->count);
    snapshot_destroy(&now);
    return out->status;
}

/* The best as routes: kept nets, then the plan's; the rest is ROUTE_INTERRUPTED. */
static enum status make_routes(struct routes *routes, const struct plan *plan,
                               const struct snapshot *best, struct error *error)
{
    const struct design *design = plan->run->design;
    const struct routes *keep = plan->run->options->keep;
    enum status status = routes_create(routes, design->nets.net_count, error);
    for (uint32_t net = 0; net < design->nets.net_count && status == STATUS_OK; net++) {
        if (keep != NULL && keep->nets[net].state == ROUTE_ROUTED)
            status = routes_set_wires(routes, design, net, keep->wires + keep->nets[net].first_wire,
                                      keep->nets[net].wire_count, error);
        else
            status = routes_set_unrouted(routes, net, ROUTE_INTERRUPTED, NULL, 0, error);
    }
    size_t first = 0;
    for (uint32_t rank = 0; rank < plan->count && status == STATUS_OK; rank++) {
        if (best->counts[rank] == UINT32_MAX)
            continue;
        status = routes_set_wires(routes, design, plan->nets[rank], best->wires + first,
                                  best->counts[rank], error);
        first += best->counts[rank];
    }
    return status;
}

enum status checkpoint_offer(struct checkpoint_clock *clock, const struct plan *plan,
                             const struct improve_state *state, const struct snapshot *best,
                             uint32_t used, struct error *error)
{
    const struct route_options *options = plan->run->options;
    double now = run_seconds(plan->run);
    if (options->checkpoint == NULL || now - clock->last < options->checkpoint_seconds)
        return STATUS_OK;
    clock->last = now;
    struct words out = {.error = error};
    struct routes routes = {0};
    enum status status = write_words(&out, plan, state, best, used);
    if (status == STATUS_OK)
        status = make_routes(&routes, plan, best, error);
    if (status == STATUS_OK) {
        struct route_checkpoint checkpoint = {(uint8_t *)out.words, out.count * sizeof *out.words};
        options->checkpoint(options->context, &routes, &checkpoint);
    }
    routes_destroy(&routes);
    free(out.words);
    return status;
}

/* Reads all after the magic: plan, state, best, used. */
static enum status read_words(struct words *in, struct plan *plan, struct improve_state *state,
                              struct snapshot *best, uint32_t *used, struct error *error)
{
    if (get(in) != MAGIC || get(in) != plan->count || get(in) != grid_cells(plan->cong.grid))
        return STATUS_BAD_INPUT;
    *used = (uint32_t)get(in);
    state->cycle = (uint32_t)get(in);
    state->round = (uint32_t)get(in);
    state->warm = (uint32_t)get(in);
    state->chains = get(in);
    state->before = get(in);
    plan->run->work = get(in);
    for (uint32_t rank = 0; rank < plan->count; rank++)
        plan->margins[rank] = (uint32_t)get(in);
    enum status status = get_snapshot(in, best, plan, error);
    if (status == STATUS_OK)
        status = snapshot_restore(best, plan, error);
    if (status == STATUS_OK)
        status = get_snapshot(in, best, plan, error);
    return status == STATUS_OK && in->next != in->count ? STATUS_BAD_INPUT : status;
}

/* Cost and number of nets of a snapshot that was read: by way of the plan, which is put back. */
static enum status weigh(struct snapshot *best, struct plan *plan, struct error *error)
{
    struct snapshot now = {0};
    enum status status = snapshot_take(&now, plan, error);
    if (status == STATUS_OK)
        status = snapshot_restore(best, plan, error);
    best->routed = plan_routed(plan);
    best->cost = plan_cost(plan);
    if (status == STATUS_OK)
        status = snapshot_restore(&now, plan, error);
    snapshot_destroy(&now);
    return status;
}

enum status checkpoint_read(const struct route_checkpoint *checkpoint, struct plan *plan,
                            struct improve_state *state, struct snapshot *best, uint32_t *used,
                            struct error *error)
{
    struct words in = {.count = checkpoint->size / sizeof(uint64_t)};
    in.words = mem_alloc(in.count + 1, sizeof *in.words, "a checkpoint", error);
    if (in.words == NULL)
        return STATUS_FAILED;
    memcpy(in.words, checkpoint->bytes, in.count * sizeof *in.words);
    enum status status = read_words(&in, plan, state, best, used, error);
    if (status == STATUS_OK)
        status = weigh(best, plan, error);
    free(in.words);
    if (status == STATUS_BAD_INPUT)
        return error_set(error, status, "the checkpoint is not of this design and these options");
    return status;
}
