/* speculate: searches a part of the list at once, and commits its trees in order. */
#include "router/maze/plan/speculate.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Of 5536 nets of a crowded design windows of 1, 2, 3, 4, 8, 16 and 64 put in 1, 1.63, 1.93, 2.07,
 * 2.21, 2.24 and 2.24 a round, and a round takes as long as its longest search. */
enum { WIDTH_MAX = 3 };

/* Of 20 000 trees of a crowded design 98 % cost at most a tenth more than the net's tree before,
 * 99.5 % at most a seventh more. */
enum { GUESS_PARTS = 8 };

enum status speculate_create(struct speculation *it, struct plan *plan, struct error *error)
{
    assert(plan->open && plan->session->soft.engine != NULL);
    const struct engine *engine = plan->session->soft.engine;
    size_t width = engine->ops->appetite(engine);
    width = width < 1 ? 1 : width < WIDTH_MAX ? width : WIDTH_MAX;
    *it = (struct speculation){.plan = plan, .width = (uint32_t)width};
    TRY(MEM_NEW(it->searched, width, "a batch of nets", error));
    TRY(MEM_NEW(it->round, width, "a batch of nets", error));
    for (uint32_t place = 0; place < width; place++)
        it->searched[place].outcome = OUTCOME_STOPPED;
    return MEM_NEW(it->found, plan->count, "costs of nets", error);
}

void speculate_destroy(struct speculation *it)
{
    for (uint32_t i = 0; it->searched != NULL && i < it->width; i++)
        connect_destroy(&it->searched[i]);
    for (uint32_t i = 0; it->round != NULL && i < it->width; i++)
        connect_destroy(&it->round[i]);
    MEM_FREE(it->searched, it->round, it->found);
    *it = (struct speculation){0};
}

static void swap(struct growth *a, struct growth *b)
{
    struct growth kept = *a;
    *a = *b;
    *b = kept;
}

/* True if the net has to be searched (again): it is new in the window, or its tree would cost
 * more now than when it was searched. */
static bool is_stale(const struct plan *plan, uint32_t rank, const struct growth *growth)
{
    assert(rank < plan->count);
    struct route route = {0};
    if (growth->outcome != OUTCOME_FOUND)
        return growth->outcome == OUTCOME_STOPPED;
    routes_measure(&route, &plan->session->soft.seen, plan->nets[rank], growth->wires,
                   growth->wire_count);
    return route.cost + congestion_tolls(&plan->cong, growth->wires, growth->wire_count) !=
           growth->cost;
}

/* True if a search of the net keeps this thread busy and not the engine: searched early it
 * would only cost time. */
static bool is_for_host(const struct plan *plan, uint32_t rank)
{
    return steiner_suits(plan->session->design, plan->nets[rank], plan_window(plan, rank));
}

/* Searches those of the window's nets ranks[0 .. count) that are stale. */
static enum status search_window(struct speculation *it, const uint32_t *ranks, uint32_t count,
                                 struct error *error)
{
    struct plan *plan = it->plan;
    uint32_t places[WIDTH_MAX] = {0}, again[WIDTH_MAX] = {0}, searches = 0;
    cost_t guesses[WIDTH_MAX] = {0};
    for (uint32_t place = 0; place < count; place++) {
        struct growth *growth = &it->searched[place];
        if (!is_stale(plan, ranks[place], growth))
            continue;
        if (place > 0 && is_for_host(plan, ranks[place])) {
            growth->outcome = OUTCOME_STOPPED;
            continue;
        }
        places[searches] = place;
        cost_t found = it->found[ranks[place]];
        guesses[searches] = found + found / GUESS_PARTS;
        again[searches++] = ranks[place];
    }
    assert(searches > 0);
    enum status status = plan_grow(plan, again, guesses, searches, it->round, error);
    for (uint32_t i = 0; i < searches; i++) {
        if (it->round[i].outcome == OUTCOME_FOUND)
            it->found[again[i]] = it->round[i].cost;
        swap(&it->round[i], &it->searched[places[i]]);
    }
    return status;
}

/* Puts trees of the window in from its front, up to the first that is stale; *entered of them.
 * The rest moves to the front. */
static enum status put_in(struct speculation *it, const uint32_t *ranks, uint32_t count,
                          uint32_t *entered, uint64_t *work, struct error *error)
{
    assert(count >= 1 && ranks != NULL);
    struct plan *plan = it->plan;
    uint32_t place = 0;
    for (; place < count; place++) {
        const struct growth *growth = &it->searched[place];
        if (place > 0 && is_stale(plan, ranks[place], growth))
            break;
        *work += growth->work;
        if (growth->outcome == OUTCOME_FOUND)
            TRY(plan_put_in(plan, ranks[place], growth->wires, growth->wire_count, error));
    }
    for (uint32_t i = place; i < count; i++)
        swap(&it->searched[i - place], &it->searched[i]);
    for (uint32_t i = count - place; i < count; i++)
        it->searched[i].outcome = OUTCOME_STOPPED;
    *entered = place;
    return STATUS_OK;
}

enum status speculate_once(struct speculation *it, const uint32_t *ranks, uint32_t count,
                           uint32_t *entered, struct error *error)
{
    assert(count >= 1 && ranks != NULL && it->width >= 1);
    struct session *session = it->plan->session;
    uint64_t work = session->work; /* searches that are thrown away depend on the width */
    uint32_t now = count < it->width ? count : it->width;
    *entered = 0;
    enum status status = search_window(it, ranks, now, error);
    THEN(status, put_in(it, ranks, now, entered, &work, error));
    session->work = work;
    return status;
}
