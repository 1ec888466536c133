/* workers: threads claim the ranges of a loop by compare and swap.
 *
 * A loop is divided into ranges. Range r belongs to thread r modulo the number of threads, so a
 * thread finds the data of the previous loop in its cache. An idle thread takes ranges of threads
 * that are busy or asleep. The caller waits until all ranges are done, not until all threads are
 * awake, so a late thread delays nothing.
 *
 *     ticket       loop << RANGES_BITS | ranges
 *     claimed[r]   the last loop whose range r was taken
 *
 * A thread takes range r by raising claimed[r] to the number of the loop. A thread with an old
 * ticket finds all ranges taken, and the fields of a loop do not change before all its ranges are
 * done.
 *
 * Loops often follow each other within microseconds, so idle threads poll before they sleep. */
#include "grid/workers.h"

#include <pthread.h>
#include <stdatomic.h>

enum {
    RANGES_PER_THREAD = 4, /* ranges of a loop per thread */
    RANGES_BITS = 16,      /* bits of a ticket for the number of ranges */
    POLLS = 2000,          /* polls before a thread sleeps */
    POLLS_PATIENT = 50     /* polls before a thread takes another thread's range */
};

_Static_assert(RANGES_PER_THREAD *WORKERS_MAX < 1 << RANGES_BITS,
               "the number of ranges fits into a ticket");

struct worker_thread {
    struct workers *workers;
    unsigned index; /* from 1; the caller is 0 */
    pthread_t thread;
    pthread_cond_t wake;
    bool asleep; /* protected by the lock */
};

struct workers {
    unsigned count; /* threads, the caller included; before the start: as requested */
    struct worker_thread *threads; /* NULL: not started */

    atomic_uint_fast64_t ticket;
    atomic_uint_fast64_t *claimed; /* [RANGES_PER_THREAD * count] */
    atomic_uint done;              /* finished ranges of this loop */
    workers_body *body; /* of this loop, like the next three; written before its ticket */
    void *context;
    size_t elements, range;

    pthread_mutex_t lock; /* held to sleep and to wake */
    pthread_cond_t finished;
    unsigned alive;      /* protected by the lock: threads that run, the caller included */
    atomic_uint asleep;  /* number of sleeping threads */
    atomic_bool waiting; /* the caller sleeps */
    atomic_bool quit;
};

static uint_fast64_t loop_of(uint_fast64_t ticket)
{
    return ticket >> RANGES_BITS;
}

static uint32_t ranges_of(uint_fast64_t ticket)
{
    return ticket & ((1u << RANGES_BITS) - 1);
}

/* Processes range r unless another thread has taken it. */
static void take_range(struct workers *workers, uint_fast64_t ticket, uint32_t r)
{
    uint_fast64_t last = atomic_load(&workers->claimed[r]);
    if (last >= loop_of(ticket) ||
        !atomic_compare_exchange_strong(&workers->claimed[r], &last, loop_of(ticket)))
        return;
    size_t first = r * workers->range, left = workers->elements - first;
    assert(r < ranges_of(ticket) && first < workers->elements);
    workers->body(workers->context, first, first + (left < workers->range ? left : workers->range));
    if (atomic_fetch_add(&workers->done, 1) + 1 == ranges_of(ticket) &&
        atomic_load(&workers->waiting)) {
        pthread_mutex_lock(&workers->lock);
        pthread_cond_signal(&workers->finished);
        pthread_mutex_unlock(&workers->lock);
    }
}

/* Processes a thread's ranges of a loop, then ranges that no thread has taken. */
static void take_ranges(struct workers *workers, uint_fast64_t ticket, unsigned thread)
{
    const uint32_t ranges = ranges_of(ticket);
    for (uint32_t r = thread; r < ranges; r += workers->count)
        take_range(workers, ticket, r);
    for (int poll = 0; poll < POLLS_PATIENT && atomic_load(&workers->done) < ranges &&
                       atomic_load(&workers->ticket) == ticket;
         poll++)
        workers_pause();
    for (uint32_t r = 0; r < ranges; r++)
        take_range(workers, ticket, r);
}

/* True if the ticket is of a loop after `seen` with a range for the thread. */
static bool has_work(const struct worker_thread *thread, uint_fast64_t seen, uint_fast64_t ticket)
{
    return loop_of(ticket) != seen && thread->index < ranges_of(ticket);
}

/* Waits for a loop with a range for the thread, or the end; returns its ticket. */
static uint_fast64_t wait_for_loop(struct worker_thread *thread, uint_fast64_t seen)
{
    struct workers *workers = thread->workers;
    for (int poll = 0; poll < POLLS; poll++) {
        uint_fast64_t ticket = atomic_load(&workers->ticket);
        if (has_work(thread, seen, ticket) || atomic_load(&workers->quit))
            return ticket;
        workers_pause();
    }
    pthread_mutex_lock(&workers->lock);
    thread->asleep = true;
    atomic_fetch_add(&workers->asleep, 1);
    while (!has_work(thread, seen, atomic_load(&workers->ticket)) && !atomic_load(&workers->quit))
        pthread_cond_wait(&thread->wake, &workers->lock);
    atomic_fetch_sub(&workers->asleep, 1);
    thread->asleep = false;
    pthread_mutex_unlock(&workers->lock);
    return atomic_load(&workers->ticket);
}

static void *worker_main(void *argument)
{
    struct worker_thread *thread = argument;
    uint_fast64_t ticket = 0;
    pthread_mutex_lock(&thread->workers->lock);
    thread->workers->alive++;
    pthread_cond_signal(&thread->workers->finished);
    pthread_mutex_unlock(&thread->workers->lock);
    for (;;) {
        ticket = wait_for_loop(thread, loop_of(ticket));
        if (atomic_load(&thread->workers->quit))
            return NULL;
        take_ranges(thread->workers, ticket, thread->index);
    }
}

enum status workers_create(struct workers **result, unsigned count, struct error *error)
{
    assert(result != NULL && count >= 1);
    struct workers *workers = mem_alloc(1, sizeof *workers, "threads", error);
    *result = workers;
    if (workers == NULL)
        return STATUS_FAILED;
    workers->count = count < 1 ? 1 : count < WORKERS_MAX ? count : WORKERS_MAX;
    pthread_mutex_init(&workers->lock, NULL);
    pthread_cond_init(&workers->finished, NULL);
    return STATUS_OK;
}

unsigned workers_count(const struct workers *workers)
{
    return workers != NULL ? workers->count : 1;
}

/* Starts the threads that the system permits. Waits for them: a new thread is on the processor of
 * the calling one, and moves to another one only when both want to run. */
static void start(struct workers *workers)
{
    assert(workers->count > 1 && workers->threads == NULL);
    unsigned started = 1;
    workers->threads = calloc(workers->count, sizeof *workers->threads);
    workers->claimed = calloc((size_t)RANGES_PER_THREAD * workers->count, sizeof *workers->claimed);
    const bool has_room = workers->threads != NULL && workers->claimed != NULL;
    for (; has_room && started < workers->count; started++) {
        struct worker_thread *thread = &workers->threads[started];
        thread->workers = workers;
        thread->index = started;
        pthread_cond_init(&thread->wake, NULL);
        if (pthread_create(&thread->thread, NULL, worker_main, thread) != 0) {
            pthread_cond_destroy(&thread->wake);
            break;
        }
    }
    workers->count = started;
    pthread_mutex_lock(&workers->lock);
    for (workers->alive++; workers->alive < started;)
        pthread_cond_wait(&workers->finished, &workers->lock);
    pthread_mutex_unlock(&workers->lock);
}

/* Wakes the sleeping threads that have a range. */
static void wake(struct workers *workers, uint32_t ranges)
{
    assert(ranges >= 1);
    if (atomic_load(&workers->asleep) == 0)
        return;
    pthread_mutex_lock(&workers->lock);
    for (uint32_t i = 1; i < workers->count && i < ranges; i++)
        if (workers->threads[i].asleep)
            pthread_cond_signal(&workers->threads[i].wake);
    pthread_mutex_unlock(&workers->lock);
}

static void wait_for_all(struct workers *workers, uint32_t ranges)
{
    for (int poll = 0; poll < POLLS; poll++) {
        if (atomic_load(&workers->done) == ranges)
            return;
        workers_pause();
    }
    pthread_mutex_lock(&workers->lock);
    atomic_store(&workers->waiting, true);
    while (atomic_load(&workers->done) != ranges)
        pthread_cond_wait(&workers->finished, &workers->lock);
    atomic_store(&workers->waiting, false);
    pthread_mutex_unlock(&workers->lock);
}

void workers_run(struct workers *workers, workers_body *body, void *context, size_t count,
                 size_t least)
{
    assert(least >= 1);
    if (workers != NULL && workers->count > 1 && workers->threads == NULL && count > least)
        start(workers);
    const size_t most = (size_t)workers_count(workers) * RANGES_PER_THREAD;
    size_t range = (count + most - 1) / most;
    range = range > least ? range : least;
    if (workers_count(workers) == 1 || count <= range) {
        if (count > 0)
            body(context, 0, count);
        return;
    }
    const uint32_t ranges = (uint32_t)((count + range - 1) / range);
    assert(ranges >= 2 && ranges <= most);
    assert(atomic_load(&workers->done) ==
           ranges_of(atomic_load(&workers->ticket))); /* no loop runs */
    workers->body = body;
    workers->context = context;
    workers->elements = count;
    workers->range = range;
    atomic_store(&workers->done, 0);
    uint_fast64_t loop = loop_of(atomic_load(&workers->ticket)) + 1;
    uint_fast64_t ticket = loop << RANGES_BITS | ranges;
    atomic_store(&workers->ticket, ticket);
    wake(workers, ranges);
    take_ranges(workers, ticket, 0);
    wait_for_all(workers, ranges);
}

void workers_destroy(struct workers *workers)
{
    if (workers == NULL)
        return;
    pthread_mutex_lock(&workers->lock);
    atomic_store(&workers->quit, true);
    const unsigned started = workers->threads != NULL ? workers->count : 1;
    for (unsigned i = 1; i < started; i++)
        pthread_cond_signal(&workers->threads[i].wake);
    pthread_mutex_unlock(&workers->lock);
    for (unsigned i = 1; i < started; i++) {
        pthread_join(workers->threads[i].thread, NULL);
        pthread_cond_destroy(&workers->threads[i].wake);
    }
    pthread_cond_destroy(&workers->finished);
    pthread_mutex_destroy(&workers->lock);
    MEM_FREE(workers->claimed, workers->threads, workers);
}

void workers_fork(unsigned threads, workers_body *body, void *context, size_t count, size_t least)
{
    struct workers *workers = NULL;
    assert(body != NULL && least >= 1);
    const size_t ranges = (count + least - 1) / least, most = threads < ranges ? threads : ranges;
    if (most > 1)
        (void)workers_create(&workers, (unsigned)most, NULL);
    workers_run(workers, body, context, count, least);
    workers_destroy(workers);
}
