/* wave: the interface of the searches on the CPU, and their table.
 *
 * A wave is a workspace (labels, queues) that searches one job at a time in a field. One thread
 * uses it; the engine makes one workspace per thread. All waves give the same answer byte for byte:
 * they compute labels, and backtrace.h derives the path. To add one, fill a `struct wave_ops` and
 * add it to the table in wave.c. */
#pragma once

#include "router/search/backtrace.h"
#include "router/wave/job.h"

/* The head of every workspace: the first member of its struct. */
struct wave {
    const struct wave_ops *ops;
    const struct field *field; /* outlives the wave */
};

struct wave_ops {
    const char *name;    /* as in --wave */
    const char *summary; /* one line for `leeway help` */
    unsigned features;   /* the FEATURE_ bits that it supports */

    /* The limit that this field exceeds ("via costs above 63"), or NULL if none. May be NULL: the
     * wave has no limits. */
    const char *(*limit)(const struct field *field);

    size_t size; /* bytes of the workspace's struct */

    /* Initialises a workspace that is zero after its head. close is called even if it fails. May be
     * NULL. */
    enum status (*open)(struct wave *wave, struct error *error);

    /* As wave_search; the job has OUTCOME_NONE and no knots. */
    enum status (*search)(struct wave *wave, struct job *job, struct trace *trace,
                          const volatile sig_atomic_t *stop, struct error *error);

    /* The field changed inside these boxes. May be NULL: the wave keeps no copy of the field. */
    void (*update)(struct wave *wave, const struct box *dirty, size_t count);

    size_t (*bytes)(const struct wave *wave); /* memory that it holds now, besides its struct */
    void (*close)(struct wave *wave);         /* frees that memory */

    /* Nanoseconds per cell of the window in crowded fields of 10^4 to 10^6 cells, for estimates
     * (engine/engine_cpu.c), both above 0. pin_ns: single target cell, wide_ns: several. Measured,
     * see router/wave/NOTES.md. */
    double pin_ns, wide_ns;
};

extern const struct wave_ops wave_dijkstra;
extern const struct wave_ops wave_bucket;
extern const struct wave_ops wave_sweep;
extern const struct wave_ops wave_detour;
extern const struct wave_ops wave_corridor;

/* Frees a workspace. Accepts NULL. */
static inline void wave_destroy(struct wave *wave)
{
    if (wave == NULL)
        return;
    wave->ops->close(wave);
    free(wave);
}

/* Makes a workspace for the field, which must outlive it. *wave is NULL on failure. Memory grows
 * with the windows. */
static inline enum status wave_create(struct wave **wave, const struct wave_ops *ops,
                                      const struct field *field, struct error *error)
{
    assert(ops->size >= sizeof **wave && field != NULL && field->grid != NULL);
    *wave = mem_alloc(1, ops->size, "wave", error);
    if (*wave == NULL)
        return STATUS_FAILED;
    **wave = (struct wave){ops, field};
    if (ops->open == NULL || ops->open(*wave, error) == STATUS_OK)
        return STATUS_OK;
    wave_destroy(*wave);
    *wave = NULL;
    return STATUS_FAILED;
}

/* Searches one job, fills its outcome except knots, and appends the knots to the trace. Ends with
 * OUTCOME_STOPPED soon after *stop becomes non-zero (stop may be NULL). Fails without memory. */
static inline enum status wave_search(struct wave *wave, struct job *job, struct trace *trace,
                                      const volatile sig_atomic_t *stop, struct error *error)
{
    assert(wave != NULL && trace != NULL && job_is_sound(wave->field->grid, job));
    job->outcome = OUTCOME_NONE;
    job->knot_count = 0;
    return wave->ops->search(wave, job, trace, stop, error);
}

/* Memory that the workspace holds now. */
static inline size_t wave_bytes(const struct wave *wave)
{
    return wave->ops->size + wave->ops->bytes(wave);
}

/* All waves, the reference first, then NULL. */
extern const struct wave_ops *const wave_table[];

/* The wave of this name, or NULL. */
const struct wave_ops *wave_find(const char *name);

/* True if the wave supports these features and this field (NULL: any) is within its limits. */
bool wave_supports(const struct wave_ops *wave, unsigned features, const struct field *field);

/* The wave that `auto` uses for these features and this field (NULL: ignore limits). */
const struct wave_ops *wave_auto(unsigned features, const struct field *field);

/* Writes "a, b, c", the waves that support these features (0: all waves) and this field (NULL:
 * any), cut to `size` bytes (at least 1). Returns text. */
const char *wave_names(char *text, size_t size, unsigned features, const struct field *field);

/* The name of the wave closest to a mistyped name (grid/text/nearest.h), or NULL. */
const char *wave_nearest(const char *name);
