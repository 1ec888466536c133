/* workers: a loop over an array, shared by a few threads of the host.
 *
 * Used by the CPU engine, by rounds on the host, by readers, writers and checkers. The calling
 * thread works, too. The other threads start at the first loop with work for them, which takes
 * about 0.1 ms each, and sleep between loops. Starting a loop takes a microsecond, waking threads a
 * few. */
#pragma once

#include "grid/base.h"

enum { WORKERS_MAX = 1024 }; /* threads */

/* Processes elements first .. end - 1. Called by several threads at once, on disjoint ranges. */
typedef void workers_body(void *context, size_t first, size_t end);

struct workers;

C_NAMES_BEGIN

/* Prepares `count` threads, the caller included; count is at least 1 and is cut at WORKERS_MAX.
 * Starts none. Fails with STATUS_FAILED without memory. */
enum status workers_create(struct workers **workers, unsigned count, struct error *error);

/* The largest number of threads that work; 1 for NULL. */
unsigned workers_count(const struct workers *workers);

/* Calls the body on ranges that cover 0 .. count - 1 and returns when all are done. All ranges
 * except the last have at least `least` elements and are short enough to balance the threads. The
 * caller works alone if there is one range or workers is NULL; fewer threads work if the system
 * refuses to start one. Loops of the same count usually give a range to the same thread, whose
 * cache holds its data. Must not be called by two threads at once, nor from a body. */
void workers_run(struct workers *workers, workers_body *body, void *context, size_t count,
                 size_t least);

/* Pauses for some cycles between two polls. */
static inline void workers_pause(void)
{
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

void workers_destroy(struct workers *workers); /* accepts NULL */

/* Runs one loop with up to `threads` threads, which end with it; alone without memory. */
void workers_fork(unsigned threads, workers_body *body, void *context, size_t count, size_t least);

C_NAMES_END
