/* fallback: the waves that a wave hands jobs over to.
 *
 * A wave that is fast on most grids is slow or unable on some: several targets, a maze, costs
 * beyond its range. It gives such jobs to another wave, whose workspace is made at the first such
 * job.
 *
 * Mazes go to `corridor`: its first search in a window is slow, the next ones are fast. A look at
 * the window (maze.h) tells whether it is a maze. It is taken when a search in the window is given
 * up, or when a small window comes a second time, and its result is kept until another window
 * comes.
 */
#pragma once

#include "router/wave/wave.h"

enum { OTHERS_MAX = 4 };

struct fallback {
    const struct field *field;
    const struct wave_ops *ops[OTHERS_MAX];
    struct wave *waves[OTHERS_MAX];
    struct box window; /* of the last job; x0 > x1: there was none */
    bool looked;       /* a look at that window was taken */
    bool maze;         /* and it looks like a maze */
};

/* Begins without a window and without workspaces. The field must outlive it. */
void fallback_begin(struct fallback *others, const struct field *field);

/* Lets the wave do the job: at most OTHERS_MAX different ones. Fails only for memory. */
enum status fallback_search(struct fallback *others, const struct wave_ops *ops, struct job *job,
                            struct trace *trace, const volatile sig_atomic_t *stop,
                            struct error *error);

/* Must be called before a search in a field whose steps all cost 1: true where the job is better
 * left to `corridor`. False for a window that comes for the first time. O(1), or the time of a
 * look. */
bool fallback_in_maze(struct fallback *others, const struct box *window);

/* Looks at the window of the last fallback_in_maze, once: for a wave whose search there was slow.
 * If it looks like a maze, fallback_in_maze is true for the next job in that window. */
void fallback_look(struct fallback *others);

/* Lets `corridor` do the job where the window looks like a maze, else the wave. All steps of the
 * field must cost 1, and fallback_in_maze must have been called for the window. */
enum status fallback_search_maze(struct fallback *others, const struct wave_ops *ops,
                                 struct job *job, struct trace *trace,
                                 const volatile sig_atomic_t *stop, struct error *error);

/* Passes the update on to all of them; see wave.h. */
void fallback_update(struct fallback *others, const struct box *dirty, size_t count);

/* Bytes that they hold. */
size_t fallback_bytes(const struct fallback *others);

/* Frees them. Accepts a zeroed struct. */
void fallback_destroy(struct fallback *others);
