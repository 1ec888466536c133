/* base: status codes, the error record, checked memory, and the order of numbers. Every file
 * includes it, and with it the headers of the C library for assertions, bool, integers and how they
 * are printed, memory, streams, strings and variable arguments.
 *
 * A function that can fail returns an `enum status` and takes a `struct error *` as its last
 * argument; NULL is allowed. The record is filled once, where the fact is known, and passed up
 * unchanged; only the command line prints it.
 */
#pragma once

#include <assert.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The values are the exit statuses of the program. */
enum status {
    STATUS_OK = 0,        /* success */
    STATUS_UNROUTED = 1,  /* finished and correct, but some nets have no wires */
    STATUS_BAD_INPUT = 2, /* wrong usage, or a file that is missing, malformed or over a limit */
    STATUS_FAILED = 3,    /* memory, disk, device, or an internal check failed */
    STATUS_INTERRUPTED = 130, /* stopped by a signal */
};

enum {
    ERROR_TEXT_MAX = 768,    /* bytes of a message, its NUL included */
    ERROR_FILE_MAX = 512,    /* bytes of a file name; longer ones keep their end */
    ERROR_EXCERPT_MAX = 200, /* bytes of the quoted input line */
    ERRORS_MAX = 20,         /* errors of one file that are reported in one run */
};

/* An error and its place. line and column count from 1; 0 means none. excerpt is the text of the
 * line around the column, excerpt_column the position of the caret in it (from 1; 0: no caret). */
struct error {
    enum status status;
    char text[ERROR_TEXT_MAX];
    char file[ERROR_FILE_MAX];
    uint64_t line;
    uint64_t column;
    char excerpt[ERROR_EXCERPT_MAX];
    uint32_t excerpt_column;
    struct error_rest *rest; /* further errors of the same file, or NULL */
};

/* Errors after the first, for readers that can resume after an error. A caller that wants them sets
 * `rest` of its record; without it readers stop at the first error. */
struct error_rest {
    size_t count;
    bool cut; /* the list is full: there may be more errors */
    struct error at[ERRORS_MAX - 1];
};

/* Returns the status of a failed step from the function: TRY(grid_create(&grid, size, error)); */
#define TRY(step)                                                                                  \
    do {                                                                                           \
        enum status try_status = (step);                                                           \
        if (try_status != STATUS_OK)                                                               \
            return try_status;                                                                     \
    } while (0)

/* Runs the next step only if no error has occurred. For functions that clean up at the end:
 *
 *     enum status status = trees_open(&trees, error);
 *     THEN(status, trees_route(&trees, error));
 *     trees_close(&trees);
 *     return status;
 */
#define THEN(status, step)                                                                         \
    do {                                                                                           \
        if ((status) == STATUS_OK)                                                                 \
            (status) = (step);                                                                     \
    } while (0)

/* An assertion that is too slow for a release build: in an inner loop, or over a whole structure.
 * Active in debug and sanitizer builds; elsewhere it is compiled but not evaluated. */
#ifdef LEEWAY_DEBUG
#define DEBUG_ASSERT(condition) assert(condition)
#else
#define DEBUG_ASSERT(condition) ((void)sizeof(condition))
#endif

#if defined(__GNUC__)
#define PRINTF_LIKE(format_at, args_at) __attribute__((format(printf, format_at, args_at)))
#else
#define PRINTF_LIKE(format_at, args_at)
#endif

/* Formats the arguments after the last parameter, `format`, of a function into text. */
#define FORMAT_ARGS(text, size)                                                                    \
    do {                                                                                           \
        va_list args_;                                                                             \
        va_start(args_, format);                                                                   \
        vsnprintf(text, size, format, args_);                                                      \
        va_end(args_);                                                                             \
    } while (0)

/* Before an inline function that kernels call, too. */
#ifdef __CUDACC__
#define ALSO_ON_DEVICE __host__ __device__
#else
#define ALSO_ON_DEVICE
#endif

/* Around declarations of C functions that CUDA code calls. */
#ifdef __cplusplus
#define C_NAMES_BEGIN extern "C" {
#define C_NAMES_END   }
#else
#define C_NAMES_BEGIN
#define C_NAMES_END
#endif

C_NAMES_BEGIN

/* Fills *error with a message and its place, and returns status, which must not be STATUS_OK. file
 * may be NULL, line and column 0. A record that holds a message is not changed. */
enum status error_set_at(struct error *error, enum status status, const char *file, uint64_t line,
                         uint64_t column, const char *format, ...) PRINTF_LIKE(6, 7);

/* The same without a place: `return error_set(error, STATUS_FAILED, "...", ...)`. */
#define error_set(error, status, ...) error_set_at(error, status, NULL, 0, 0, __VA_ARGS__)
#define error_refuse(error, ...)      error_set(error, STATUS_BAD_INPUT, __VA_ARGS__)
#define error_fail(error, ...)        error_set(error, STATUS_FAILED, __VA_ARGS__)

/* Sets the file of an error; of a long name the end is kept. */
void error_set_file(struct error *error, const char *file);

/* Resets the record to "no error" and detaches its rest. */
void error_clear(struct error *error);

/* The record for the next error of a file: error itself while it is empty, then one in its rest. */
struct error *error_slot(struct error *error);

/* Keeps the error that a failed step wrote to slot (from error_slot). True if the reader should
 * continue and look for more errors; never after STATUS_FAILED. */
bool error_goes_on(struct error *error, const struct error *slot);

/* True if the record holds a message. */
bool error_is_set(const struct error *error);

/* Appends to a text of less than room bytes; cuts what does not fit. */
void text_append(char *text, size_t room, const char *format, ...) PRINTF_LIKE(3, 4);

/* Allocates count elements of size bytes (at least 1), all zero; free with free(). Returns NULL and
 * fills *error (STATUS_FAILED) on overflow or without memory; `what` names the array in the message
 * ("labels"). A count of 0 gives a pointer that can be freed. Blocks of 2 MiB and more use large
 * pages: touching one byte can take 2 MiB. */
void *mem_alloc(size_t count, size_t size, const char *what, struct error *error);

/* Grows *array (elements of size bytes) by doubling until it holds at least `need` elements, and
 * updates *capacity. New elements are not cleared. On failure nothing changes. Amortised O(1). */
enum status mem_grow(void **array, size_t *capacity, size_t need, size_t size, const char *what,
                     struct error *error);

/* Limits the memory of this thread from now on: no block of mem_alloc may be larger than `bytes`,
 * and arrays above 8 MiB may not grow by more than that in total (freed memory is not subtracted).
 * Beyond the limit both fail with a message that gives both numbers. 0, the default: no limit. */
void mem_limit(uint64_t bytes);

/* Reverses the order of `count` numbers. */
static inline void reverse_uint32(uint32_t *at, size_t count)
{
    for (size_t low = 0, high = count; low + 1 < high; low++) {
        const uint32_t first = at[low];
        at[low] = at[--high];
        at[high] = first;
    }
}

/* The smaller of two numbers. */
static inline uint32_t least(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/* Compare two numbers for qsort and bsearch: the smaller first. */
int by_uint32(const void *a, const void *b);
int by_int32(const void *a, const void *b);
int by_uint64(const void *a, const void *b);

/* The same for two lists of `count` numbers: the first ones that differ decide. */
int by_numbers(const int64_t *a, const int64_t *b, size_t count);

/* Sorts the values, drops duplicates, and returns the number left. */
uint32_t sort_once(int32_t *at, uint32_t count);

/* Lists numbers by group (counting sort): those of group g are (*at)[(*first)[g]] up to
 * (*at)[(*first)[g + 1] - 1], ascending. Number i has the group `stride` * i bytes behind *group,
 * or none: UINT32_MAX. The caller frees both lists, also after a failure. */
enum status group_by(const uint32_t *group, size_t stride, uint32_t count, uint32_t groups,
                     uint32_t **first, uint32_t **at, const char *what, struct error *error);

/* Frees all blocks. */
void mem_free_all(void *const *blocks, size_t count);

C_NAMES_END

/* The same for typed arrays. MEM_NEW and MEM_GROW return STATUS_FAILED without memory.
 *
 *     TRY(MEM_NEW(grid->weight, cells, "weights", error));
 *     TRY(MEM_GROW(list->at, list->capacity, list->count + 1, "list", error));
 *     MEM_FREE(grid->weight, list->at);
 *     MEM_CLEAR(list, list->at);          MEM_FREE, then the struct is set to zero
 */
#define MEM_NEW(array, count, what, error)                                                         \
    (((array) = mem_alloc((count), sizeof *(array), (what), (error))) != NULL ? STATUS_OK          \
                                                                              : STATUS_FAILED)
#define MEM_FREE(...)                                                                              \
    mem_free_all((void *[]){__VA_ARGS__}, sizeof((void *[]){__VA_ARGS__}) / sizeof(void *))
#define MEM_CLEAR(it, ...) (MEM_FREE(__VA_ARGS__), (void)memset((it), 0, sizeof *(it)))
/* Defines `void name(struct type *it)`: accepts NULL, frees these arrays and clears the struct.
 *
 *     MEM_DESTROY(list_destroy, list, it->at, it->names)
 */
#define MEM_DESTROY(name, type, ...)                                                               \
    void name(struct type *it)                                                                     \
    {                                                                                              \
        if (it != NULL)                                                                            \
            MEM_CLEAR(it, __VA_ARGS__);                                                            \
    }
#define MEM_GROW(array, capacity, need, what, error)                                               \
    mem_grow((void **)&(array), &(capacity), (need), sizeof *(array), (what), (error))
/* Appends a value after the `count` elements of an array and increases count. */
#define MEM_APPEND(array, capacity, count, value, what, error)                                     \
    (MEM_GROW(array, capacity, (size_t)(count) + 1, what, error) == STATUS_OK                      \
         ? ((array)[(count)++] = (value), STATUS_OK)                                               \
         : STATUS_FAILED)
