/* fallback: the waves to which a wave hands jobs over.
 *
 * A fast wave is slow or unable on some jobs: several targets, a maze, costs beyond its range. It
 * hands them to another wave, whose workspace is made for the first such job. Mazes go to
 * `corridor`, whose first search in a window is slow and whose next ones are fast. A window is
 * tested for a maze (mazelike.h) when a search in it takes too long, or when a small window comes a
 * second time; the result is kept until another window comes. */
#pragma once

#include "router/wave/wave.h"

enum { OTHERS_MAX = 4 }; /* waves that one wave may hand over to */

struct fallback {
    const struct field *field;
    struct wave *waves[OTHERS_MAX];
    struct box window; /* of the last job; empty: there was none */
    bool looked;       /* the window has been tested */
    bool maze;         /* result of the test */
};

/* Initialises with no window and no workspaces. The field must outlive it. */
void fallback_begin(struct fallback *others, const struct field *field);

/* Runs the job with this wave, at most OTHERS_MAX different ones. Fails only without memory. */
enum status fallback_search(struct fallback *others, const struct wave_ops *ops, struct job *job,
                            struct trace *trace, const volatile sig_atomic_t *stop,
                            struct error *error);

/* Must be called before a search in a field where each step costs 1. True if the window is known to
 * be a maze; false for a new window. O(1), or the time of a test. */
bool fallback_in_maze(struct fallback *others, const struct box *window);

/* Tests the window of the last fallback_in_maze, once: for a wave whose search there was slow. */
void fallback_look(struct fallback *others);

/* Runs the job with `corridor` if the window looks like a maze, else with the wave. Each step of
 * the field must cost 1, and fallback_in_maze must have been called for the window. */
enum status fallback_search_maze(struct fallback *others, const struct wave_ops *ops,
                                 struct job *job, struct trace *trace,
                                 const volatile sig_atomic_t *stop, struct error *error);

/* Passes the update on to all workspaces; see wave.h. */
void fallback_update(struct fallback *others, const struct box *dirty, size_t count);

size_t fallback_bytes(const struct fallback *others);

/* Accepts a zeroed struct. */
void fallback_destroy(struct fallback *others);
