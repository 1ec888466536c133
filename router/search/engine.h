/* engine: the boundary between the router and whatever searches for it.
 *
 *     open(field)  ->  [ update(dirty boxes) ->  expand(jobs[], n) ]*  ->  close
 *
 * An engine knows cells and costs. Nets, rip-up, files and pictures are above it. It takes an
 * array of jobs, searches each against the field as it stands, and fills in each job's outcome.
 * It never prints, never exits, and owns neither the grid nor the field.
 *
 * The answer is unique, whatever the engine, its threads and its device:
 *
 *   labels   dist(cell, axis) is the least cost of a walk from any source cell (cost 0, AXIS_NONE)
 *            to the cell, its last step along axis. Where bends cost nothing the axis is always
 *            AXIS_NONE: one label a cell. A step may enter a cell that is open in the field or
 *            that belongs to the job's sources or targets, inside the window.
 *   target   the target cell of least label; ties: lowest target index, then lowest cell.
 *   path     from the target (its axis of least label; ties: NONE, X, Y) back to a source: the
 *            first predecessor whose label plus step cost is the label. Order: the direction just
 *            walked (straight on), then EAST, WEST, NORTH, SOUTH, UP, DOWN as walked backwards;
 *            in each, the predecessor's axis: the state's own axis first, then NONE, X, Y. The
 *            trace ends at the first state of label 0. See backtrace.h, which is this rule in
 *            code.
 *
 * Where bend > 2 * via + 1 a cheapest walk may meet itself over several layers; what the engine
 * offers then has its loops cut off (first meeting first), so it is always a simple path;
 * its cost is then the cut path's.
 */
#pragma once

#include <signal.h>

#include "grid/design.h"

/* Parts of a problem that not every wave can handle. A design's features are what is in force: a
 * via cost on a grid of one layer is none. */
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

/* What a search sees: the grid, which cells are closed at present, and tolls. Owned by the
 * router, which changes it between calls of expand and tells by update. */
struct field {
    const struct grid *grid;
    uint64_t *closed; /* bit plane laid out as grid->blocked: blocked, another net's pin or wire */
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
    cost_t guess;      /* the path will hardly cost more, which shortens the search; 0: no idea */

    enum outcome outcome;
    cost_t cost;
    uint32_t target;     /* index of the target that was reached */
    cell_t reached;      /* its cell */
    const cell_t *knots; /* the path's corners from source to target: consecutive ones span a
                            straight run; a lone source that is a target has one knot. Owned by
                            the engine, valid until the next call on it */
    size_t knot_count;
};

struct engine_ops;

/* Which devices of its kind an engine may use; engine/devices.h makes sense of it. All 0: the first
 * that is usable. An engine of one device takes the first usable one of `list`. */
struct engine_devices {
    uint64_t list;     /* bit D: device D; 0: none is named */
    unsigned count;    /* else the first so many usable ones */
    bool every;        /* else all usable ones */
    unsigned turn, of; /* who asks is number `turn` of so many that share them; of 0: of 1 */
    uint64_t usable;   /* what there is: filled in by engine_several_of */
};

struct engine_options {
    const char *wave;                  /* name, or "auto" */
    unsigned threads;                  /* CPU workers, at least 1 */
    const volatile sig_atomic_t *stop; /* not 0: give up soon; polled in expand; may be NULL */
    unsigned block_queue; /* entries of a block queue for `relax`; 0: the wave's choice */
    struct engine_devices devices;
    const struct engine_ops *home, *away; /* the two engines of engine_pair.h; others ask nothing */
    const struct engine_ops *each;        /* of one device, for engine_several.h */
};

/* The head of every engine: its own struct begins with one. */
struct engine {
    const struct engine_ops *ops;
};

struct engine_ops {
    const char *name; /* "cpu", "gpu", "gpu+cpu" */

    /* NULL where the engine could run here; else the reason why not, a static string. */
    const char *(*unusable)(void);

    /* Makes an engine for the field, which must outlive it. Fails with STATUS_BAD_INPUT where
     * the wave does not exist or does not support a feature of the field (the message names the
     * feature and the waves that do), STATUS_FAILED for memory or device. */
    enum status (*open)(struct engine **engine, const struct field *field,
                        const struct engine_options *options, struct error *error);

    /* The field changed inside these boxes, on all layers. */
    enum status (*update)(struct engine *engine, const struct box *dirty, size_t count,
                          struct error *error);

    /* Searches every job against the field as it stands. Jobs do not see each other. Fails only
     * for memory or device; a job without a path is an outcome. */
    enum status (*expand)(struct engine *engine, struct job *jobs, size_t count,
                          struct error *error);

    /* How many jobs a call searches at little more than the cost of one, at least 1. */
    size_t (*appetite)(const struct engine *engine);

    /* The wave in use and the device's name, for the summary. */
    const char *(*wave)(const struct engine *engine);
    const char *(*device)(const struct engine *engine);

    /* The most bytes the engine has held so far, on the host and on the device. */
    void (*peak_bytes)(const struct engine *engine, size_t *host, size_t *device);

    void (*close)(struct engine *engine); /* accepts NULL */

    /* The name of the wave with this index, a static string; NULL behind the last one. May be
     * NULL itself: no list. For those who try every wave. */
    const char *(*wave_at)(size_t index);

    /* Seconds that expand would take for these jobs in such a field, or, where count is 0, that
     * open would: a guess by the sizes of their windows, for choosing between engines. features:
     * of the field. Needs no open engine. O(jobs). May be NULL: no guess. */
    double (*estimate)(const struct field *field, unsigned features,
                       const struct engine_options *options, const struct job *jobs, size_t count);

    /* The usable devices, bit D for device D. May be NULL: it has no devices with numbers. */
    uint64_t (*devices)(void);

    /* What failed in mid-run and was left out, and why, in a line; "" where nothing was. Valid
     * until the next call. May be NULL: a failure is the engine's end. */
    const char *(*lost)(const struct engine *engine);
};

C_NAMES_BEGIN

/* The features in force in a field: a set of FEATURE_ bits. O(cells) where there are weights. */
unsigned field_features(const struct field *field);

/* "bend costs", "walls", ...: a feature in words. */
const char *feature_name(enum feature feature);

C_NAMES_END
