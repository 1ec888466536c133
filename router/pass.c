/* pass: speculate a batch, commit in order, repeat what was lost. */
#include "router/pass.h"

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
    struct box dirty = box_empty();
    field_close(&run->hard.store, growth->wires, growth->wire_count, &dirty);
    return lane_touch(&run->hard, dirty, error);
}

/* Enters a batch's nets in order; those that lost a cell to one before are grown anew. Adds the
 * number of these to *lost. */
static enum status commit(struct run *run, struct growth *growths, size_t count,
                          struct routes *routes, size_t *lost, struct error *error)
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

enum status pass_route(struct run *run, const uint32_t *nets, uint32_t count, struct routes *routes,
                       struct error *error)
{
    size_t most = run->options->alone ? BATCH_ALONE : BATCH_MAX;
    size_t batch = run->options->alone ? BATCH_ALONE : BATCH_MIN;
    struct growth *growths = mem_alloc(most, sizeof *growths, "a batch of nets", error);
    enum status status = growths != NULL ? STATUS_OK : STATUS_FAILED;
    for (uint32_t done = 0; done < count && status == STATUS_OK;) {
        size_t now = count - done < batch ? count - done : batch, lost = 0;
        for (size_t i = 0; i < now && status == STATUS_OK; i++)
            status = connect_begin(&growths[i], run->design, nets[done + i], error);
        if (status == STATUS_OK)
            status = run_grow(run, &run->hard, growths, NULL, now, error);
        if (status == STATUS_OK)
            status = commit(run, growths, now, routes, &lost, error);
        done += (uint32_t)now;
        if (lost * 4 > now && batch > BATCH_MIN)
            batch /= 2;
        else if (lost * 8 < now && batch < most)
            batch *= 2;
        tell(run, done, count);
    }
    for (size_t i = 0; growths != NULL && i < most; i++)
        connect_destroy(&growths[i]);
    free(growths);
    return status;
}
