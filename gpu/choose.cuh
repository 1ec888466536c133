/* choose: which wave a job of the GPU engine goes to.
 *
 * A wave that was named does what it can, and hands on what it cannot. Where none was named
 * ("auto"), the table's first that has all features of the field is the engine's wave, and
 *
 *     jobs of a call            go to
 *     many                      batch or dial, but for long ones, which need to be very many
 *     costs or layers           sweep
 *     trees, of several cells   sweep, where they are many
 *     the rest, one by one      the engine's wave: detour, from there tiles, persistent; or relax
 */
#ifndef LEEWAY_GPU_CHOOSE_CUH
#define LEEWAY_GPU_CHOOSE_CUH

#include "gpu/engine.cuh"

enum { TREES_MIN = 8 }; /* for the sweeps, where steps cost 1 on one layer */

/* True where the name stands for no wave in particular: "auto", or NULL. */
bool choose_any(const char *name);

/* The wave of this name, or the first, for a field of these features; or what is wrong. */
enum status choose_wave(const char *name, unsigned features, const struct gpu_wave **chosen,
                        struct error *error);

/* Name of the index-th wave, NULL behind the last. */
const char *choose_at(size_t index);

/* Before each call, for tolls come and go: sets dial, batches, sweeps and sweeps_trees. */
void choose_together(struct gpu_engine *engine);

/* Whether so many jobs are for a batch. */
bool choose_batch(const struct gpu_engine *engine, size_t count);

/* Sorts jobs order[0 .. count), or the first count where order is NULL, into those that are for the
 * sweeps, if there are TREES_MIN of them, and the rest. */
enum status choose_trees(struct gpu_engine *engine, const struct job *jobs, const uint32_t *order,
                         size_t count, struct sorted_jobs *sorted, struct error *error);

#endif
