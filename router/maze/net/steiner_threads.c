/* steiner_threads: each thread takes the next net of a call until none is left. */
#include "router/maze/net/steiner_threads.h"

#include <stdatomic.h>
#include <stdlib.h>

struct steiner_threads {
    struct workers *workers;   /* not owned */
    unsigned threads;          /* of them */
    struct steiner **steiners; /* [threads] workspaces; NULL until a thread takes its first net */
};

/* State of one call, shared by the threads. */
struct steiner_call {
    const struct steiner_threads *it;
    const struct field *field;
    const struct box *windows;
    struct growth *growths;
    const uint32_t *which;
    uint32_t count;
    atomic_uint next;
    atomic_bool failed;
    struct error *error; /* error of the first thread that failed */
};

enum status steiner_threads_create(struct steiner_threads **result, struct workers *workers,
                                   struct error *error)
{
    TRY(MEM_NEW(*result, 1, "threads", error));
    struct steiner_threads *it = *result;
    it->workers = workers;
    it->threads = workers_count(workers);
    return MEM_NEW(it->steiners, it->threads, "threads", error);
}

void steiner_threads_destroy(struct steiner_threads *it)
{
    if (it == NULL)
        return;
    for (unsigned i = 0; it->steiners != NULL && i < it->threads; i++)
        steiner_destroy(it->steiners[i]);
    MEM_FREE(it->steiners, it);
}

/* Takes nets in workspace `slot` until none is left or a thread has failed. */
static enum status take_nets(struct steiner_call *round, size_t slot, struct error *error)
{
    struct steiner **steiner = &round->it->steiners[slot];
    if (atomic_load(&round->next) >= round->count) /* then it needs no workspace */
        return STATUS_OK;
    enum status status = *steiner == NULL ? steiner_create(steiner, error) : STATUS_OK;
    while (status == STATUS_OK && !atomic_load(&round->failed)) {
        uint32_t i = atomic_fetch_add(&round->next, 1);
        if (i >= round->count)
            break;
        uint32_t at = round->which[i];
        status =
            steiner_grow(*steiner, round->field, round->windows[at], &round->growths[at], error);
    }
    return status;
}

static void run_slots(void *context, size_t first, size_t end)
{
    struct steiner_call *round = context;
    for (size_t slot = first; slot < end; slot++) {
        struct error error = {0};
        if (take_nets(round, slot, &error) != STATUS_OK && !atomic_exchange(&round->failed, true) &&
            round->error != NULL)
            *round->error = error;
    }
}

enum status steiner_threads_grow(struct steiner_threads *it, const struct field *field,
                                 const struct box *windows, struct growth *growths,
                                 const uint32_t *which, uint32_t count, struct error *error)
{
    assert(count == 0 || (windows != NULL && growths != NULL && which != NULL));
    struct steiner_call round = {.it = it,
                                 .field = field,
                                 .windows = windows,
                                 .growths = growths,
                                 .which = which,
                                 .count = count,
                                 .error = error};
    workers_run(it->workers, run_slots, &round, count < it->threads ? count : it->threads, 1);
    return atomic_load(&round.failed) ? STATUS_FAILED : STATUS_OK;
}
