/* sequential: searches a batch at once, commits in order, and repeats searches that lost a cell. */
#include "router/maze/stage/sequential.h"

enum {
    BATCH_MIN = 4,      /* minimum number of nets per batch */
    BATCH_MAX = 64,     /* maximum number of nets per batch */
    BATCH_ALONE = 1024, /* the same with --alone, where nets do not conflict */
};

static enum route_state given_up_state(const struct session *session)
{
    return session_state(session) == SESSION_TIME_IS_UP ? ROUTE_TIME_LIMIT : ROUTE_INTERRUPTED;
}

static enum status enter(struct session *session, const struct growth *growth,
                         struct routes *routes, struct error *error)
{
    if (growth->outcome == OUTCOME_STOPPED)
        return routes_set_unrouted(routes, growth->net, given_up_state(session), NULL, 0, error);
    if (growth->outcome == OUTCOME_NONE)
        return routes_set_unrouted(routes, growth->net, ROUTE_BLOCKED_BY, NULL, 0, error);
    enum status status = routes_set_wires(routes, session->design, growth->net, growth->wires,
                                          growth->wire_count, error);
    if (status != STATUS_OK || session->options->alone)
        return status;
    field_close(&session->hard.store, growth->wires, growth->wire_count, NULL);
    return searcher_touch_wires(&session->hard, growth->wires, growth->wire_count, error);
}

/* Enters a batch's nets in order. Nets that lost a cell to a net before them are grown again; adds
 * their number to *lost. */
static enum status commit(struct session *session, struct growth *growths, size_t count,
                          struct routes *routes, uint32_t *lost, struct error *error)
{
    assert(count == 0 || growths != NULL);
    for (size_t i = 0; i < count; i++) {
        struct growth *growth = &growths[i];
        if (!session->options->alone && growth->outcome == OUTCOME_FOUND &&
            !field_is_open(&session->hard.store, growth->wires, growth->wire_count)) {
            ++*lost;
            TRY(connect_begin(growth, session->design, growth->net, error));
            TRY(session_grow(session, &session->hard, growth, NULL, 1, error));
        }
        TRY(enter(session, growth, routes, error));
    }
    return STATUS_OK;
}

enum status sequential_open(struct sequential *it, const struct session *session,
                            const uint32_t *nets, uint32_t count, uint32_t done,
                            struct error *error)
{
    assert(done <= count && (count == 0 || nets != NULL));
    bool alone = session->options->alone;
    uint32_t most = alone ? BATCH_ALONE : BATCH_MAX;
    uint32_t first = alone ? session_first_batch(session) : BATCH_MIN;
    *it = (struct sequential){.nets = nets, .count = count, .done = done, .most = most};
    it->batch = first < most ? first : most;
    return MEM_NEW(it->growths, it->most, "a batch of nets", error);
}

void sequential_close(struct sequential *it)
{
    for (uint32_t i = 0; it->growths != NULL && i < it->most; i++)
        connect_destroy(&it->growths[i]);
    MEM_CLEAR(it, it->growths);
}

/* The size of the next batch, after one of `now` nets of which `lost` were grown again. */
static uint32_t adapt(const struct sequential *it, const struct session *session, uint32_t now,
                      uint32_t lost, double begun)
{
    uint32_t in_time = session_next_batch(session, it->batch, it->most, begun);
    if (in_time < it->batch)
        return in_time;
    if (lost * 4 > now && it->batch > BATCH_MIN)
        return it->batch / 2;
    return lost * 8 < now ? in_time : it->batch;
}

enum status sequential_once(struct sequential *it, struct session *session, struct routes *routes,
                            struct error *error)
{
    assert(!sequential_is_over(it) && it->batch >= 1 && it->batch <= it->most);
    double begun = session_seconds(session);
    uint64_t work = session->work; /* searches that are discarded depend on the batch size */
    uint32_t left = it->count - it->done, lost = 0;
    uint32_t now = left < it->batch ? left : it->batch;
    const uint32_t *nets = it->nets + it->done;
    for (uint32_t i = 0; i < now; i++)
        TRY(connect_begin(&it->growths[i], session->design, nets[i], error));
    TRY(session_grow(session, &session->hard, it->growths, NULL, now, error));
    TRY(commit(session, it->growths, now, routes, &lost, error));
    for (uint32_t i = 0; i < now; i++)
        work += it->growths[i].outcome == OUTCOME_FOUND ? it->growths[i].work : 0;
    session->work = work;
    it->done += now;
    it->batch = adapt(it, session, now, lost, begun);
    session_report(session,
                   (struct route_progress){.phase = "route", .done = it->done, .total = it->count});
    return STATUS_OK;
}
