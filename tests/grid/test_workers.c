/* Parallel loops: each element once, for any number of threads and elements and any least range. */
#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "grid/workers.h"

struct loop {
    unsigned char *seen; /* [count + 1] how often an element was done, and a fault */
    size_t count, least;
};

static void add_one(void *context, size_t first, size_t end)
{
    const struct loop *loop = context;
    if (end - first < loop->least && end != loop->count)
        loop->seen[loop->count] =
            1; /* the range is too short; cmocka asserts only in the main thread */
    for (size_t i = first; i < end; i++)
        loop->seen[i]++;
}

static void test_workers(void **state)
{
    (void)state;
    struct error error = {0};
    for (unsigned threads = 1; threads < 20; threads += 6) {
        struct workers *workers = NULL;
        assert_int_equal(workers_create(&workers, threads, &error), STATUS_OK);
        for (size_t count = 0; count < 100000; count = count * 7 + 1)
            for (size_t least = 1; least < 3000; least *= 50) {
                unsigned char *seen = calloc(count + 1, 1);
                struct loop loop = {seen, count, least};
                assert_non_null(seen);
                workers_run(workers, add_one, &loop, count, least);
                workers_fork(threads, add_one, &loop, count, least);
                for (size_t i = 0; i < count; i++)
                    assert_int_equal(seen[i], 2);
                assert_int_equal(seen[count], 0);
                free(seen);
            }
        workers_destroy(workers);
    }
    workers_destroy(NULL);
}

enum { LOOPS = 5000, MOST = 40 };

static void count_one(void *context, size_t first, size_t end)
{
    atomic_uint *done = context;
    for (size_t i = first; i < end; i++) {
        atomic_fetch_add(&done[i], 1);
        if (i % 3 == 1)
            sched_yield();
    }
}

/* Short loops, sometimes with a pause in which the threads go to sleep. Threads that yield in the
 * middle return to a finished loop. */
static void test_short_loops(void **state)
{
    (void)state;
    struct workers *workers = NULL;
    const struct timespec pause = {.tv_nsec = 2000000};
    atomic_uint done[MOST];
    assert_int_equal(workers_create(&workers, 4, NULL), STATUS_OK);
    for (uint32_t loop = 0; loop < LOOPS; loop++) {
        uint32_t count = loop * 7 % MOST;
        for (uint32_t i = 0; i < MOST; i++)
            atomic_store(&done[i], 0);
        workers_run(workers, count_one, done, count, 1);
        for (uint32_t i = 0; i < MOST; i++)
            assert_int_equal(atomic_load(&done[i]), i < count);
        if (loop % 200 == 0)
            nanosleep(&pause, NULL);
    }
    workers_destroy(workers);
}

enum { THREADS = 4, SECONDS = 10 };

/* Ranges that wait for others for a limited time. */
struct meeting {
    atomic_uint come;
    atomic_bool late;
    pthread_t who[THREADS];
};

static void wait_for(struct meeting *meeting, unsigned count)
{
    const time_t end = time(NULL) + SECONDS;
    while (atomic_load(&meeting->come) < count && !atomic_load(&meeting->late)) {
        if (time(NULL) > end)
            atomic_store(&meeting->late, true);
        sched_yield();
    }
}

static void meet(void *context, size_t first, size_t end)
{
    struct meeting *meeting = context;
    meeting->who[first] = pthread_self();
    atomic_fetch_add(&meeting->come, (unsigned)(end - first));
    wait_for(meeting, THREADS);
}

/* As many ranges as threads, none of which ends before all have started: sleeping threads are
 * woken, and each thread gets the same range each time. */
static void test_all_come(void **state)
{
    (void)state;
    struct workers *workers = NULL;
    const struct timespec pause = {.tv_nsec = 5000000};
    struct meeting before = {0};
    assert_int_equal(workers_create(&workers, THREADS, NULL), STATUS_OK);
    for (int loop = 0; loop < 30; loop++) {
        struct meeting meeting = {0};
        nanosleep(&pause, NULL);
        workers_run(workers, meet, &meeting, THREADS, 1);
        assert_false(atomic_load(&meeting.late));
        for (int i = 0; i < THREADS && loop > 0; i++)
            assert_true(pthread_equal(meeting.who[i], before.who[i]));
        assert_true(pthread_equal(meeting.who[0], pthread_self())); /* the caller's own */
        before = meeting;
    }
    workers_destroy(workers);
}

static void wait_in_second(void *context, size_t first, size_t end)
{
    if (first == 1)
        wait_for(context, 4 * THREADS - 1);
    atomic_fetch_add(&((struct meeting *)context)->come, (unsigned)(end - first));
}

/* One range ends after all others; other threads run the rest of its thread's ranges. */
static void test_slow_range(void **state)
{
    (void)state;
    struct workers *workers = NULL;
    struct meeting meeting = {0};
    assert_int_equal(workers_create(&workers, THREADS, NULL), STATUS_OK);
    workers_run(workers, wait_in_second, &meeting, (size_t)4 * THREADS, 1);
    assert_false(atomic_load(&meeting.late));
    assert_int_equal(atomic_load(&meeting.come), 4 * THREADS);
    workers_destroy(workers);
}

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
enum { SANITIZED = 1 };
#else
enum { SANITIZED = 0 };
#endif

/* Runs a loop with `count` threads in `bytes` of additional address space; 0 if each element is
 * done once. */
static int run_in(unsigned count, rlim_t bytes)
{
    enum { ELEMENTS = 5000 };
    static unsigned char seen[ELEMENTS + 1];
    struct loop loop = {seen, ELEMENTS, 1};
    struct workers *workers = NULL;
    long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (file == NULL || fscanf(file, "%ld", &pages) != 1 || fclose(file) != 0 ||
        workers_create(&workers, count, NULL) != STATUS_OK)
        return 2;
    const rlim_t most = (rlim_t)pages * (rlim_t)sysconf(_SC_PAGESIZE) + bytes;
    if (setrlimit(RLIMIT_AS, &(struct rlimit){most, most}) != 0)
        return 2;
    for (int again = 0; again < 2; again++) {
        workers_run(workers, add_one, &loop, ELEMENTS, 1);
        if (workers_count(workers) >= count)
            return 3;
    }
    for (int i = 0; i < ELEMENTS; i++)
        if (seen[i] != 2)
            return 1;
    workers_destroy(workers);
    return 0;
}

/* If there is no memory for the stacks of some or all threads, the others do the work. (Not with
 * sanitizers, which need the address space.) */
static void test_no_room(void **state)
{
    (void)state;
    static const rlim_t bytes[] = {1 << 18, 1 << 20, 20 << 20, 100 << 20};
    if (SANITIZED)
        skip();
    for (size_t i = 0; i < sizeof bytes / sizeof *bytes; i++) {
        int status = 0;
        const pid_t child = fork();
        if (child == 0)
            _exit(run_in(WORKERS_MAX, bytes[i]));
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_int_equal(status, 0);
    }
}

/* More threads than allowed. */
static void test_most(void **state)
{
    (void)state;
    struct workers *workers = NULL;
    assert_int_equal(workers_create(&workers, 5000, NULL), STATUS_OK);
    assert_int_equal(workers_count(workers), WORKERS_MAX);
    workers_destroy(workers); /* none was started */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_workers),  cmocka_unit_test(test_short_loops),
        cmocka_unit_test(test_all_come), cmocka_unit_test(test_slow_range),
        cmocka_unit_test(test_no_room),  cmocka_unit_test(test_most)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
