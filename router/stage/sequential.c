/* pass: speculate a batch, commit in order, repeat what was lost. */
#include "router/stage/sequential.h"

#include <stdlib.h>

enum {
    BATCH_MIN = 4,      /* nets searched at once ... */
    BATCH_MAX = 64,     /* ... as long as few of them get in each other's way */
    BATCH_ALONE = 1024, /* nets that cannot get in each other's way */
};

static enum route_state given_up_state(const struct run *run)
{
    return run_state(run) == RUN_TIME_IS_UP ? ROUTE_TIME_LIMIT : ROUTE_INTERRUPTED;
}

static enum status enter(struct run *run, const struct growth *growth, struct routes *routes,
                         struct error *error)
{
    if (growth->outcome == OUTCOME_STOPPED)
        return routes_set_unrouted(routes, growth->net, given_up_state(run), NULL, 0, error);
    if (growth->outcome == OUTCOME_NONE)
        return routes_set_unrouted(routes, growth->net, ROUTE_BLOCKED_BY, NULL, 0, error);
    enum status status = routes_set_wires(routes, run->design, growth->net, growth->wires,
                                          growth->wire_count, error);
    if (status != STATUS_OK || run->options->alone)
        return status;
    field_close(&run->hard.store, growth->wires, growth->wire_count, NULL);
    return lane_touch_wires(&run->hard, growth->wires, growth->wire_count, error);
}

/* Enters a batch's nets in order; those that lost a cell to one before are grown anew. Adds the
 * number of these to *lost. */
static enum status commit(struct run *run, struct growth *growths, size_t count,
                          struct routes *routes, uint32_t *lost, struct error *error)
{
    enum status status = STATUS_OK;
    for (size_t i = 0; i < count && status == STATUS_OK; i++) {
        struct growth *growth = &growths[i];
        if (!run->options->alone && growth->outcome == OUTCOME_FOUND &&
            !field_is_open(&run->hard.store, growth->wires, growth->wire_count)) {
            ++*lost;
            status = connect_begin(growth, run->design, growth->net, error);
            if (status == STATUS_OK)
                status = run_grow(run, &run->hard, growth, NULL, 1, error);
        }
        if (status == STATUS_OK)
            status = enter(run, growth, routes, error);
    }
    return status;
}

static void tell(const struct run *run, uint32_t done, uint32_t total)
{
    struct route_progress progress = {.phase = "route", .done = done, .total = total};
    if (run->options->progress != NULL)
        run->options->progress(run->options->context, &progress);
}

enum status sequential_open(struct sequential *pass, const struct run *run, const uint32_t *nets,
                            uint32_t count, uint32_t done, struct error *error)
{
    bool alone = run->options->alone;
    uint32_t most = alone ? BATCH_ALONE : BATCH_MAX;
    uint32_t first = alone ? run_first_batch(run) : BATCH_MIN;
    *pass = (struct sequential){.nets = nets, .count = count, .done = done, .most = most};
    pass->batch = first < most ? first : most;
    pass->growths = mem_alloc(pass->most, sizeof *pass->growths, "a batch of nets", error);
    return pass->growths != NULL ? STATUS_OK : STATUS_FAILED;
}

void sequential_close(struct sequential *pass)
{
    for (uint32_t i = 0; pass->growths != NULL && i < pass->most; i++)
        connect_destroy(&pass->growths[i]);
    free(pass->growths);
    *pass = (struct sequential){0};
}

/* The size of the next batch, after one of `now` nets that lost so many. */
static uint32_t adapt(const struct sequential *pass, const struct run *run, uint32_t now,
                      uint32_t lost, double begun)
{
    uint32_t in_time = run_next_batch(run, pass->batch, pass->most, begun);
    if (in_time < pass->batch)
        return in_time;
    if (lost * 4 > now && pass->batch > BATCH_MIN)
        return pass->batch / 2;
    return lost * 8 < now ? in_time : pass->batch;
}

enum status sequential_once(struct sequential *pass, struct run *run, struct routes *routes,
                            struct error *error)
{
    double begun = run_seconds(run);
    uint64_t work = run->work; /* how much is searched in vain depends on the batch */
    uint32_t left = pass->count - pass->done, lost = 0;
    uint32_t now = left < pass->batch ? left : pass->batch;
    const uint32_t *nets = pass->nets + pass->done;
    enum status status = STATUS_OK;
    for (uint32_t i = 0; i < now && status == STATUS_OK; i++)
        status = connect_begin(&pass->growths[i], run->design, nets[i], error);
    if (status == STATUS_OK)
        status = run_grow(run, &run->hard, pass->growths, NULL, now, error);
    if (status == STATUS_OK)
        status = commit(run, pass->growths, now, routes, &lost, error);
    for (uint32_t i = 0; i < now; i++)
        work += pass->growths[i].outcome == OUTCOME_FOUND ? pass->growths[i].work : 0;
    run->work = work;
    pass->done += now;
    pass->batch = adapt(pass, run, now, lost, begun);
    tell(run, pass->done, pass->count);
    return status;
}
