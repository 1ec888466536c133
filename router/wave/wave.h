/* wave: the interface of a search on the CPU, and the table of all of them.
 *
 * A wave is a workspace (labels, queues) that searches one job at a time against a field. It is
 * used by one thread; the engine makes one workspace a thread. Every wave yields the same answer
 * to the byte: it computes labels, and backtrace.h makes the path of them.
 *
 * A new wave is one file: fill in a `struct wave_ops`, add its line to the table in wave.c.
 */
#pragma once

#include "router/search/backtrace.h"
#include "router/wave/job.h"

struct wave; /* each wave's own workspace */

struct wave_ops {
    const char *name;    /* as in --wave, as the literature calls it */
    const char *summary; /* one line for `leeway help` */
    unsigned features;   /* set of FEATURE_ bits that it supports */

    /* Why the wave cannot search this field though it has the features: a limit in words ("via
     * costs above 63"), or NULL where it can. A NULL function: there is no limit. */
    const char *(*limit)(const struct field *field);

    /* Makes a workspace for the field, which must outlive it. Memory may grow with the windows
     * that are searched. */
    enum status (*create)(struct wave **wave, const struct field *field, struct error *error);

    /* Searches one job and fills in all of its outcome but knots; the path's knots are appended
     * to the trace. Ends with OUTCOME_STOPPED soon after *stop is not 0 (stop may be NULL). Fails
     * only for memory. */
    enum status (*search)(struct wave *wave, struct job *job, struct trace *trace,
                          const volatile sig_atomic_t *stop, struct error *error);

    /* The field changed inside these boxes. NULL where the wave keeps nothing of the field. */
    void (*update)(struct wave *wave, const struct box *dirty, size_t count);

    /* States settled by the last search, for measurements. NULL where the wave does not count. */
    uint64_t (*settled)(const struct wave *wave);

    /* Bytes that the workspace holds now. */
    size_t (*bytes)(const struct wave *wave);

    void (*destroy)(struct wave *wave); /* accepts NULL */

    /* Nanoseconds that a search takes for each cell of its window, in crowded fields of 10^4 to
     * 10^6 cells (tables in router/wave/NOTES.md): pin_ns where the target is a single cell,
     * wide_ns where it is not. For estimates (engine/estimate.h); both above 0. */
    double pin_ns, wide_ns;
};

extern const struct wave_ops wave_dijkstra;
extern const struct wave_ops wave_bucket;
extern const struct wave_ops wave_sweep;
extern const struct wave_ops wave_detour;
extern const struct wave_ops wave_tiles;
extern const struct wave_ops wave_corridor;

/* All waves, the reference first; the table ends with NULL. */
const struct wave_ops *const *wave_table(void);

/* The wave of this name, or NULL. */
const struct wave_ops *wave_find(const char *name);

/* True where the wave supports these features and, where field is not NULL, the field is within its
 * limits. */
bool wave_supports(const struct wave_ops *wave, unsigned features, const struct field *field);

/* The wave to use for a field of these features when none is named. field may be NULL: limits are
 * ignored then. Never fails. */
const struct wave_ops *wave_auto(unsigned features, const struct field *field);

/* Writes "a, b, c": the waves that support these features (0: all waves) of this field (NULL: any),
 * cut to size bytes (at least 1). Returns text. */
const char *wave_names(char *text, size_t size, unsigned features, const struct field *field);

/* The name of the wave that was most likely meant (grid/text/nearest.h), or NULL. */
const char *wave_nearest(const char *name);
