/* base: status codes, the error record and checked memory that every other file stands on.
 *
 * A function that can fail returns an `enum status` and takes a `struct error *` as its last
 * argument. The record is filled once, at the place where the fact is known, and travels up
 * untouched; only the command line prints it. A NULL record is allowed: the status still tells.
 *
 * It gives every file assert, bool, size_t and the integers of known width.
 */
#pragma once

#include <assert.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The values are the exit statuses of the program. */
enum status {
    STATUS_OK = 0,        /* all went well */
    STATUS_UNROUTED = 1,  /* finished and right, but some nets have no wires */
    STATUS_BAD_INPUT = 2, /* wrong usage, or a file that is missing, malformed or over a limit */
    STATUS_FAILED = 3,    /* memory, disk, device, or an own check failed */
    STATUS_INTERRUPTED = 130, /* stopped by a signal */
};

enum {
    ERROR_TEXT_MAX = 768,    /* bytes of a message, its NUL included */
    ERROR_FILE_MAX = 512,    /* bytes of a file name; longer ones keep their end */
    ERROR_EXCERPT_MAX = 200, /* bytes of the quoted input line */
    ERRORS_MAX = 20,         /* errors of one file that are told at once */
};

/* What went wrong and where. line and column count from 1; 0 means "no such place".
 * excerpt is the text of the line around the column, excerpt_column the place of the caret in it
 * (from 1, 0 without a caret). */
struct error {
    enum status status;
    char text[ERROR_TEXT_MAX];
    char file[ERROR_FILE_MAX];
    uint64_t line;
    uint64_t column;
    char excerpt[ERROR_EXCERPT_MAX];
    uint32_t excerpt_column;
    struct error_rest *rest; /* where further errors of the same file go; NULL: nowhere */
};

/* Errors beyond the first, for a reader that can go on behind one. Whoever wants them all points a
 * record's rest to one; readers stop at the first error where rest is NULL. */
struct error_rest {
    size_t count;
    bool cut; /* there may be more */
    struct error at[ERRORS_MAX - 1];
};

/* Leaves the function with the status of a failed step, as it is:
 *
 *     TRY(grid_create(&grid, size, error));
 *
 * Where something has to be undone first, write `status = step; if (status != STATUS_OK) goto end`.
 */
#define TRY(step)                                                                                  \
    do {                                                                                           \
        enum status try_status = (step);                                                           \
        if (try_status != STATUS_OK)                                                               \
            return try_status;                                                                     \
    } while (0)

/* Takes the next step where all went well so far. For functions that have something to undo:
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

/* An assertion that costs too much for a release build: one in an inner loop, or a checker of a
 * whole structure. It stands in debug and sanitizer builds; elsewhere it is compiled, not run. */
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

/* Between these stand the functions that C++, so CUDA, calls. */
#ifdef __cplusplus
#define C_NAMES_BEGIN extern "C" {
#define C_NAMES_END   }
#else
#define C_NAMES_BEGIN
#define C_NAMES_END
#endif

C_NAMES_BEGIN

/* Fills *error with a message that has no place in a file, and returns status, so that a caller
 * can write `return error_set(error, STATUS_FAILED, "...")`. The first message wins: a record
 * that already holds one is left alone. */
enum status error_set(struct error *error, enum status status, const char *format, ...)
    PRINTF_LIKE(3, 4);

/* The same with a place. file may be NULL; line and column may be 0. */
enum status error_set_at(struct error *error, enum status status, const char *file, uint64_t line,
                         uint64_t column, const char *format, ...) PRINTF_LIKE(6, 7);

/* Puts the record back to "no error"; its rest goes, too. */
void error_clear(struct error *error);

/* The record for the next error of a file: error itself while it is empty, then one of its rest. */
struct error *error_slot(struct error *error);

/* The reader's step failed and filled slot, which error_slot gave: keeps it. True where the reader
 * should go on and look for more: never behind STATUS_FAILED, such as memory that is out. */
bool error_goes_on(struct error *error, const struct error *slot);

/* True where something was filled in. */
bool error_is_set(const struct error *error);

/* Allocates count elements of size bytes, all zero. Returns NULL and fills *error (STATUS_FAILED)
 * when the product overflows or memory is out; what names the thing in the message ("labels").
 * A count of 0 yields a pointer that may be freed. Free with free(). From 8 MiB on it asks the
 * system for large pages. The system gives such a page whole: a single byte that is touched then
 * takes 2 MiB. */
void *mem_alloc(size_t count, size_t size, const char *what, struct error *error);

/* Makes sure that *array (elements of size bytes) can hold at least need elements: grows it by
 * doubling, keeps its contents, updates *capacity. New elements are not cleared. On failure the
 * array stays as it was. Amortised O(1) an element. */
enum status mem_grow(void **array, size_t *capacity, size_t need, size_t size, const char *what,
                     struct error *error);

/* How much this thread may take from now on: no block of mem_alloc may be larger, and arrays that
 * grow beyond 8 MiB may not grow by more, all together (what is freed meanwhile counts). Beyond it
 * both fail, naming both numbers. 0: no limit, as before the first call. */
void mem_limit(uint64_t bytes);

/* Frees all blocks. */
void mem_free_all(void *const *blocks, size_t count);

C_NAMES_END

/* The same of typed arrays. The first two give the status of the step: STATUS_FAILED without
 * memory.
 *
 *     TRY(MEM_NEW(grid->weight, cells, "weights", error));
 *     TRY(MEM_GROW(list->at, list->capacity, list->count + 1, "list", error));
 *     MEM_FREE(grid->weight, list->at);
 */
#define MEM_NEW(array, count, what, error)                                                         \
    (((array) = mem_alloc((count), sizeof *(array), (what), (error))) != NULL ? STATUS_OK          \
                                                                              : STATUS_FAILED)
#define MEM_FREE(...)                                                                              \
    mem_free_all((void *[]){__VA_ARGS__}, sizeof((void *[]){__VA_ARGS__}) / sizeof(void *))
#define MEM_GROW(array, capacity, need, what, error)                                               \
    mem_grow((void **)&(array), &(capacity), (need), sizeof *(array), (what), (error))
