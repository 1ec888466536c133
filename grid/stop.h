/* stop: a flag that a signal handler or another thread raises, and that long work looks at.
 *
 * Its type stays volatile sig_atomic_t, which both compilers know; it is read and written by
 * atomic operations, because a handler and many threads use it at the same time. */
#pragma once

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

/* True once the flag is not 0; a flag that is NULL never is. */
static inline bool stop_raised(const volatile sig_atomic_t *flag)
{
    return flag != NULL && __atomic_load_n(flag, __ATOMIC_RELAXED) != 0;
}

static inline void stop_set(volatile sig_atomic_t *flag, sig_atomic_t value)
{
    __atomic_store_n(flag, value, __ATOMIC_RELAXED);
}
