/* relay: threads take items from a ticket, the phase's number and how many items are left. */
#include "router/global/relay.h"

#include <sched.h>

enum { POLLS = 1000 /* polls before a thread yields, about 0.1 ms */ };

#define TICKET_END UINT64_MAX /* no phase follows */

struct relay_run {
    const struct relay *how;
    uint64_t ticket; /* atomic: number of the phase << 32 | items left to take */
    uint32_t done;   /* atomic: finished items of the phase */
    uint32_t items;  /* of the phase */
};

static void begin_phase(struct relay_run *run)
{
    const uint64_t phase = (__atomic_load_n(&run->ticket, __ATOMIC_RELAXED) >> 32) + 1;
    run->items = run->how->next(run->how->context);
    run->done = 0;
    __atomic_store_n(&run->ticket, run->items > 0 ? phase << 32 | run->items : TICKET_END,
                     __ATOMIC_RELEASE);
}

static void run_phases(void *context, size_t first, size_t end)
{
    struct relay_run *run = context;
    for (size_t thread = first; thread < end; thread++)
        for (uint32_t look = 0;;) {
            uint64_t ticket = __atomic_load_n(&run->ticket, __ATOMIC_ACQUIRE);
            const uint32_t left = (uint32_t)ticket;
            if (ticket == TICKET_END)
                break;
            if (left == 0) {
                look++ < POLLS ? workers_pause() : (void)sched_yield();
                continue;
            }
            if (!__atomic_compare_exchange_n(&run->ticket, &ticket, ticket - 1, true,
                                             __ATOMIC_ACQ_REL, __ATOMIC_RELAXED))
                continue;
            look = 0;
            const uint32_t items = run->items; /* the next phase may come once this item is done */
            run->how->take(run->how->context, items - left, (unsigned)thread);
            if (__atomic_add_fetch(&run->done, 1, __ATOMIC_ACQ_REL) == items)
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
