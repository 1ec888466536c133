/* relay: threads take items from a ticket, the phase's number of items and how many are taken. */
#include "router/global/relay.h"

#include <sched.h>

enum {
    POLLS = 1000, /* polls before a thread yields, about 0.1 ms */
    LINE = 64,    /* bytes of a line of the cache */
};

struct relay_run {
    const struct relay *how;
    _Alignas(LINE) uint64_t ticket; /* atomic: items of the phase << 32 | taken; 0 items: the end */
    _Alignas(LINE) uint32_t done;   /* atomic: finished items of the phase */
};

static void begin_phase(struct relay_run *run)
{
    const uint64_t items = run->how->next(run->how->context);
    __atomic_store_n(&run->done, 0, __ATOMIC_RELAXED);
    __atomic_store_n(&run->ticket, items << 32, __ATOMIC_RELEASE);
}

/* Takes items until none is left for now; returns their number. A ticket that many threads count up
 * at once may exceed the number of items. */
static uint32_t take_items(struct relay_run *run, uint64_t ticket, unsigned thread)
{
    uint32_t taken = 0;
    while ((uint32_t)ticket < ticket >> 32) {
        ticket = __atomic_fetch_add(&run->ticket, 1, __ATOMIC_ACQ_REL);
        if ((uint32_t)ticket >= ticket >> 32)
            break;
        run->how->take(run->how->context, (uint32_t)ticket, thread);
        taken++;
        ticket = __atomic_load_n(&run->ticket, __ATOMIC_ACQUIRE);
    }
    return taken;
}

static void run_phases(void *context, size_t first, size_t end)
{
    struct relay_run *run = context;
    for (size_t thread = first; thread < end; thread++)
        for (uint32_t look = 0;;) {
            const uint64_t ticket = __atomic_load_n(&run->ticket, __ATOMIC_ACQUIRE);
            const uint32_t taken = take_items(run, ticket, (unsigned)thread);
            if (taken == 0 && ticket >> 32 == 0)
                break;
            if (taken == 0) {
                look++ < POLLS ? workers_pause() : (void)sched_yield();
                continue;
            }
            look = 0; /* the phase lasts until this thread's items are counted */
            const uint64_t now = __atomic_load_n(&run->ticket, __ATOMIC_ACQUIRE);
            if (__atomic_add_fetch(&run->done, taken, __ATOMIC_ACQ_REL) == now >> 32)
                begin_phase(run);
        }
}

void relay_run(const struct relay *relay, struct workers *workers)
{
    struct relay_run run = {.how = relay};
    assert(relay->take != NULL && relay->next != NULL);
    begin_phase(&run);
    workers_run(workers, run_phases, &run, workers_count(workers), 1);
}
