/* engine: the boundary between the router and the search engines (CPU, GPU).
 *
 *     open(field)  ->  [ update(dirty boxes) ->  expand(jobs[], n) ]*  ->  close
 *
 * An engine knows cells and costs, but no nets, files or pictures. It takes an array of jobs,
 * searches each one against the current field and fills in its outcome. It never prints or exits,
 * and owns neither the grid nor the field.
 *
 * The answer is unique for every engine, number of threads and device:
 *
 *   labels   dist(cell, axis) is the least cost of a walk from any source cell (cost 0, AXIS_NONE)
 *            to the cell whose last step is along axis. Without bend costs the axis is always
 *            AXIS_NONE: one label per cell. A step may enter a cell inside the window that is open
 *            in the field or belongs to the job's sources or targets.
 *   target   the target cell of least label; ties: lowest target index, then lowest cell.
 *   path     from the target (its axis of least label; ties: NONE, X, Y) back to a source, by the
 *            rule of backtrace.h: the first predecessor whose label plus step cost is the label.
 *
 * If bend > 2 * via + 1, a cheapest walk on several layers may cross itself. The engine then cuts
 * off its loops, first crossing first; the cost is that of the resulting simple path. */
#pragma once

#include <signal.h>

#include "grid/design.h"

/* Parts of a problem that some waves do not support. A field has a feature only if it can change a
 * result: a via cost on a grid of one layer is no feature. */
enum feature {
    FEATURE_LAYERS = 1 << 0,    /* more than one layer */
    FEATURE_VIA = 1 << 1,       /* via cost above 0, on several layers */
    FEATURE_WRONG_WAY = 1 << 2, /* wrong-way cost above 0 on a layer that is not strict */
    FEATURE_STRICT = 1 << 3,    /* a strict layer */
    FEATURE_BEND = 1 << 4,      /* bend cost above 0 */
    FEATURE_WEIGHTS = 1 << 5,   /* a weight above 1 */
    FEATURE_WALLS = 1 << 6,     /* a wall */
    FEATURE_TOLLS = 1 << 7,     /* tolls set by the router */
    FEATURE_ALL = (1 << 8) - 1
};

/* The input of all searches: the grid, the cells that are closed now, and tolls. Owned by the
 * router, which changes it between calls of expand and calls update after each change. */
struct field {
    const struct grid *grid;
    uint64_t *closed; /* bit plane with the layout of grid->blocked: blocked, or another net's */
    uint32_t *toll;   /* [cells] added to the weight of the cell entered, or NULL: all 0 */
};

enum outcome {
    OUTCOME_FOUND,   /* cost, reached and knots are filled */
    OUTCOME_NONE,    /* no path inside the window */
    OUTCOME_STOPPED, /* the stop flag was raised */
};

/* One search. The caller fills the first part, expand the second. */
struct job {
    const struct wire *sources; /* all their cells cost 0 to start from; at least one */
    uint32_t source_count;
    const struct wire *targets; /* the nearest is wanted; ties go to the lowest index */
    uint32_t target_count;
    struct box window; /* the search stays inside, on all layers; holds all sources */
    cost_t guess;      /* likely upper bound of the cost, which shortens the search; 0: unknown */

    enum outcome outcome;
    cost_t cost;
    uint32_t target;     /* index of the target that was reached */
    cell_t reached;      /* its cell */
    const cell_t *knots; /* corners of the path from source to target, both ends included; one
                            knot if a source is a target. Owned by the engine, valid until its
                            next call */
    size_t knot_count;
};

/* True if the job has one source cell and one target cell. */
static inline bool job_is_pair(const struct job *job)
{
    return job->source_count == 1 && job->sources->from == job->sources->to &&
           job->target_count == 1 && job->targets->from == job->targets->to;
}

struct engine_ops;

/* The devices that an engine may use, interpreted by engine/devices.h. All 0: the first usable one.
 * An engine of one device takes the first usable one of `list`. */
struct engine_devices {
    uint64_t list;     /* bit D: device D; 0: no list */
    unsigned count;    /* without a list: the first `count` usable devices */
    bool every;        /* without list and count: all usable devices */
    unsigned turn, of; /* this process is number `turn` of `of` that share them; of 0 means 1 */
    uint64_t usable;   /* usable devices, filled in by engine_several_of */
};

struct engine_options {
    const char *wave;                  /* name, or "auto" */
    unsigned threads;                  /* CPU workers, at least 1 */
    const volatile sig_atomic_t *stop; /* not 0: stop soon; polled in expand; may be NULL */
    unsigned block_queue; /* entries of a block queue for `relax`; 0: the wave's default */
    struct engine_devices devices;
    const struct engine_ops *host, *accelerator; /* for engine_pair.h only */
    const struct engine_ops *each; /* engine of one device, for engine_several.h only */
};

/* The first member of every engine's struct. The texts are valid until the next call. */
struct engine {
    const struct engine_ops *ops;
    const char *wave, *device; /* the wave in use and the device's name, for the summary */
    const char *lost; /* failed devices that were left out, with the reason, in a line; "": none */
};

struct engine_ops {
    const char *name; /* "cpu", "gpu", "gpu+cpu" */

    /* NULL if the engine can run here, else the reason why not (static). NULL for an engine of
     * engines, whose parts are asked. */
    const char *(*unusable)(void);

    /* Opens an engine for the field, which must outlive it. Fails with STATUS_BAD_INPUT if the wave
     * does not exist or does not support a feature of the field (the message names the feature and
     * the waves that support it), with STATUS_FAILED without memory or if the device fails. */
    enum status (*open)(struct engine **engine, const struct field *field,
                        const struct engine_options *options, struct error *error);

    /* The field changed inside these boxes, on all layers. */
    enum status (*update)(struct engine *engine, const struct box *dirty, size_t count,
                          struct error *error);

    /* Searches each job against the current field, independently of the others. Fails only without
     * memory or if the device fails; a job without a path has OUTCOME_NONE. */
    enum status (*expand)(struct engine *engine, struct job *jobs, size_t count,
                          struct error *error);

    /* Peak memory of the engine in bytes, on the host and on the device. */
    void (*peak_bytes)(const struct engine *engine, size_t *host, size_t *device);

    void (*close)(struct engine *engine); /* accepts NULL */

    /* The name of wave number `index` (static); NULL after the last one. May be NULL: no list. */
    const char *(*wave_at)(size_t index);

    /* Predicted seconds of expand for these jobs, or of open if count is 0, from the sizes of their
     * windows; used to choose between engines. Needs no open engine. O(jobs). May be NULL. */
    double (*estimate)(const struct field *field, unsigned features,
                       const struct engine_options *options, const struct job *jobs, size_t count);

    /* The usable devices, bit D for device D. May be NULL: the engine has no numbered devices. */
    uint64_t (*devices)(void);
};

C_NAMES_BEGIN

/* The features of a field, a set of FEATURE_ bits. O(cells) if the grid has weights. */
unsigned field_features(const struct field *field);

/* The name of a feature: "bend costs", "walls", ... */
const char *feature_name(enum feature feature);

C_NAMES_END
