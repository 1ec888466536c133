/* others: the waves that a wave hands jobs over to.
 *
 * A wave that is quick on most grids knows where it is not: several targets, a maze, costs beyond
 * its range. Such jobs it gives to another wave, whose workspace is made when it is needed first.
 *
 * Mazes are for `corridor`, whose first search in a window is dear and whose next ones are cheap. A
 * window is looked at (maze.h) when a search in it is given up, or when a small one comes again;
 * what was seen is remembered until another window comes.
 */
#ifndef LEEWAY_ROUTER_WAVE_FALLBACK_H
#define LEEWAY_ROUTER_WAVE_FALLBACK_H

#include "router/wave/wave.h"

enum { OTHERS_MAX = 4 };

struct fallback {
    const struct field *field;
    const struct wave_ops *ops[OTHERS_MAX];
    struct wave *waves[OTHERS_MAX];
    struct box window; /* of the last job; x0 > x1: there was none */
    bool looked, maze; /* at that window; it looks like a maze */
};

#ifdef __cplusplus
extern "C" {
#endif

void fallback_begin(struct fallback *others, const struct field *field);

/* Lets the wave do the job. */
enum status fallback_search(struct fallback *others, const struct wave_ops *ops, struct job *job,
                            struct trace *trace, const volatile sig_atomic_t *stop,
                            struct error *error);

/* To be asked before a search in a field whose steps all cost 1: true where it is better left to
 * `corridor`. Knows nothing of a window that comes for the first time. O(1), and now and then the
 * time of a look. */
bool fallback_in_maze(struct fallback *others, const struct box *window);

/* Looks at the window of the last fallback_in_maze, once: for a wave whose search there was slow.
 * The next job in that window is then told to go to `corridor` if it looks like a maze. */
void fallback_look(struct fallback *others);

/* Lets `corridor` do the job where the window looks like a maze, else the wave. All steps of the
 * field must cost 1, and fallback_in_maze was asked of the window. */
enum status fallback_search_maze(struct fallback *others, const struct wave_ops *ops,
                                 struct job *job, struct trace *trace,
                                 const volatile sig_atomic_t *stop, struct error *error);

/* Tells all of them; see wave.h. */
void fallback_update(struct fallback *others, const struct box *dirty, size_t count);

/* Bytes that they hold. */
size_t fallback_bytes(const struct fallback *others);

/* Frees them. Accepts a zeroed struct. */
void fallback_destroy(struct fallback *others);

#ifdef __cplusplus
}
#endif

#endif
