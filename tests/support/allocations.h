/* allocations: counts what malloc and its kin give, and lets one call fail, in a test program
 * alone:
 *
 *     fail_each(operation, context);
 *
 * runs the operation once as it is, then with its first call failing, its second, and so on. Each
 * time it is to give back all memory and all files, and where a call failed, to say STATUS_FAILED,
 * or what it says otherwise (some memory is for speed alone).
 */
#pragma once

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <fcntl.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "grid/base.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define UNDER_ADDRESS_SANITIZER
#elif __has_feature(memory_sanitizer) || __has_feature(thread_sanitizer)
#define OTHER_MALLOC
#endif
#elif defined(__SANITIZE_ADDRESS__)
#define UNDER_ADDRESS_SANITIZER
#elif defined(__SANITIZE_THREAD__)
#define OTHER_MALLOC
#endif
#if defined(UNDER_ADDRESS_SANITIZER)
#define REAL(name) __interceptor_##name /* it still sees all blocks */
#else
#define REAL(name) __libc_##name
#endif
#if defined(__GLIBC__) && !defined(OTHER_MALLOC)
#define ALLOCATIONS_COUNTED 1

static atomic_long allocations_live, allocations_asked, allocations_failing;

/* NOLINTBEGIN(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp): names of the C library */
void *REAL(malloc)(size_t size);
void *REAL(calloc)(size_t count, size_t size);
void *REAL(realloc)(void *memory, size_t size);
void REAL(free)(void *memory);

/* With ALLOCATIONS_EVERYWHERE, defined before, calls from within libraries count, too, as those of
 * open_memstream. */
#ifdef ALLOCATIONS_EVERYWHERE
#define ALLOCATIONS_SEEN __attribute__((visibility("default")))
#else
#define ALLOCATIONS_SEEN
#endif

/* This call fails; counted anyway. */
static bool fails(void)
{
    long number = atomic_fetch_add(&allocations_asked, 1) + 1;
    return number == atomic_load(&allocations_failing);
}

static void *counted(void *memory)
{
    if (memory != NULL)
        atomic_fetch_add(&allocations_live, 1);
    return memory;
}

ALLOCATIONS_SEEN void *malloc(size_t size)
{
    return fails() ? NULL : counted(REAL(malloc)(size));
}

ALLOCATIONS_SEEN void *calloc(size_t count, size_t size)
{
    return fails() ? NULL : counted(REAL(calloc)(count, size));
}

ALLOCATIONS_SEEN void *realloc(void *memory, size_t size)
{
    if (memory == NULL)
        return malloc(size);
    return fails() ? NULL : REAL(realloc)(memory, size);
}

ALLOCATIONS_SEEN void free(void *memory)
{
    if (memory != NULL)
        atomic_fetch_sub(&allocations_live, 1);
    REAL(free)(memory);
}
/* NOLINTEND(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */
#else
#define ALLOCATIONS_COUNTED 0
static atomic_long allocations_live, allocations_asked, allocations_failing;
#endif

typedef enum status operation(void *context, struct error *error);

/* The number that the next file gets. */
static inline int next_file(void)
{
    int file = open("/dev/null", O_RDONLY);
    assert_true(file >= 0);
    close(file);
    return file;
}

/* Runs the operation with its call number `failing` failing (0: none). */
static inline enum status run_with(operation *run, void *context, long failing)
{
    struct error error = {0};
    int file = next_file();
    long live = atomic_load(&allocations_live);
    atomic_store(&allocations_asked, 0);
    atomic_store(&allocations_failing, failing);
    enum status status = run(context, &error);
    atomic_store(&allocations_failing, 0);
    if (atomic_load(&allocations_live) != live)
        fail_msg("call %ld: %ld blocks are left", failing, atomic_load(&allocations_live) - live);
    assert_int_equal(next_file(), file);
    return status;
}

/* No more blocks than there were. What the C library makes by itself, as for strdup, is not
 * counted, so there may be less. */
static inline void no_more_than(long live)
{
    if (ALLOCATIONS_COUNTED && atomic_load(&allocations_live) > live)
        fail_msg("%ld blocks are left", atomic_load(&allocations_live) - live);
}

/* The operation gives back all memory and all files, whatever comes of it. */
static inline void keeps_nothing(operation *run, void *context)
{
    struct error error = {0};
    const int file = next_file();
    const long live = atomic_load(&allocations_live);
    run(context, &error);
    no_more_than(live);
    assert_int_equal(next_file(), file);
}

/* The calls of the operation that fail without harm are `spare` at most. */
static inline void fail_each(operation *run, void *context, long spare)
{
    struct error error = {0};
    run(context, &error); /* the first time may fill what is kept */
    if (!ALLOCATIONS_COUNTED)
        return;
    enum status right = run_with(run, context, 0);
    long calls = atomic_load(&allocations_asked), harmless = 0;
    assert_true(calls > 0);
    for (long i = 1; i <= calls; i++) {
        enum status status = run_with(run, context, i);
        harmless += status == right;
        if (status != STATUS_FAILED && status != right)
            fail_msg("call %ld of %ld fails: status %d", i, calls, (int)status);
    }
    if (harmless > spare)
        fail_msg("%ld of %ld calls may fail without harm", harmless, calls);
}
