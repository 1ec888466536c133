/* choose: which wave a job of the GPU engine goes to.
 *
 * A wave that was named does what it can, and hands on what it cannot. Where none was named
 * ("auto"), the table's first that has all features of the field is the engine's wave, and
 *
 *     jobs of a call                          go to
 *     costs or layers, many                   dial, if windows are small
 *     costs or layers                         sweep
 *     the rest, and what is left              the engine's wave: relax, persistent
 *
 *     one layer, steps cost 1
 *     pairs of cells, the shortest, if many   batch
 *     longer ones, SWEEPS_MIN or more,        sweep, if they are not too long for their number
 *       windows up to 1024^2, not uneven
 *     and among such in uneven windows        tiles, one by one
 *     trees, of several cells, if many        sweep
 *     the rest, one by one                    detour, from there tiles, persistent
 *
 * How long is too long for how many: split.h, with REACH_ONE of reach.cuh. A detour through the
 * length of a net is a level, and there are more of them the longer it is, so for a batch the
 * square of the reach counts. A block of `sweep` visits what lies between the pins about once, so
 * for it the steps count.
 */
#ifndef LEEWAY_GPU_CHOOSE_CUH
#define LEEWAY_GPU_CHOOSE_CUH

#include "gpu/engine.cuh"

enum { SWEEPS_MIN = 8 }; /* jobs for the sweeps, where steps cost 1 on one layer */

/* True where the name stands for no wave in particular: "auto", or NULL. */
bool choose_any(const char *name);

/* The wave of this name, or the first, for a field of these features; or what is wrong. */
enum status choose_wave(const char *name, unsigned features, const struct gpu_wave **chosen,
                        struct error *error);

/* Name of the index-th wave, NULL behind the last. */
const char *choose_at(size_t index);

/* Before each call, for tolls come and go: sets dial, batches, sweeps and sweeps_some. */
void choose_together(struct gpu_engine *engine);

/* Whether jobs of this call are for a batch; *reach: those whose pins are no farther apart. At most
 * 100 us, for 1024 jobs. */
bool choose_batch(const struct gpu_engine *engine, const struct job *jobs, size_t count,
                  uint32_t *reach);

/* Sorts jobs order[0 .. count), or the first count where order is NULL, into those that are for the
 * sweeps together, those in uneven windows, and the rest. Where pairs are short enough for their
 * number it takes a look at each window (grid/maze.h, some 10 us), at equal ones in a row once. */
enum status choose_sweeps(const struct gpu_engine *engine, const struct job *jobs,
                          const uint32_t *order, size_t count, struct sorted_jobs *sorted,
                          struct error *error);

#endif
