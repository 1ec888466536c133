/* bfs: breadth-first search over a grid or a stored graph, and the interface to other kernels.
 *
 * `leeway bfs` runs one kernel or all of them. The sequential kernel is the reference. The others
 * belong to a `bfs_lab` that main.c registers, so this room does not know their device.
 *
 * A label is the number of edges of a shortest path from the source. Labels are unique, so two
 * kernels agree if and only if their label arrays are equal byte by byte. */
#pragma once

#include "grid/graph.h"

#define BFS_UNREACHED UINT32_MAX

/* The graph to search: exactly one of grid and graph is set. Both are borrowed. */
struct bfs_problem {
    const struct grid *grid;
    const struct csr_graph *graph;
    uint32_t source;      /* a cell (may be blocked) or a vertex */
    const uint32_t *more; /* [more_count] further sources, of bfs_sequential only */
    size_t more_count;
    uint32_t block_queue; /* entries of a block queue, 1 .. BFS_BLOCK_QUEUE_MAX; 0: default */
};

enum { BFS_BLOCK_QUEUE_MAX = 8192 }; /* entries of a block queue */

/* Totals of a label array. */
struct bfs_summary {
    uint32_t levels;  /* the largest label + 1 */
    uint64_t free;    /* vertices except blocked cells */
    uint64_t reached; /* vertices with a label; includes a blocked source */
    uint64_t edges;   /* edges that leave reached vertices: the work of a search */
};

/* A family of kernels on one device. A session holds the problem on the device. */
struct bfs_session;
struct bfs_lab {
    /* NULL if the kernels can run here, else the reason why not (static). */
    const char *(*unusable)(void);

    /* The names of the kernels, also if they cannot run. */
    const char *const *kernels;
    size_t kernel_count;

    /* Copies the problem to the device; it must outlive the session. STATUS_FAILED without memory
     * or if the device fails. */
    enum status (*open)(struct bfs_session **session, const struct bfs_problem *problem,
                        struct error *error);

    /* Runs kernel number `kernel`. If labels is not NULL: copies the labels of one search to it
     * ([vertices]). If seconds is not NULL: the median device time of up to `repeats` searches
     * after a warm-up, from unlabelled memory to all labels in device memory; no further search
     * starts after one second. */
    enum status (*run)(struct bfs_session *session, size_t kernel, uint32_t *labels,
                       unsigned repeats, double *seconds, struct error *error);

    const char *(*device)(const struct bfs_session *session); /* its name */
    void (*close)(struct bfs_session *session);               /* accepts NULL */
};

C_NAMES_BEGIN

/* Vertices of the problem. */
uint32_t bfs_vertex_count(const struct bfs_problem *problem);

/* Labels all vertices: labels[vertices], BFS_UNREACHED if there is no path. The search with two
 * frontier arrays of Hwu, Kirk and El Hajj, "Programming Massively Parallel Processors", chapter on
 * graph traversal. Fails only without memory. O(vertices + edges); 8 bytes of memory per vertex of
 * the two largest adjacent frontiers. */
enum status bfs_sequential(const struct bfs_problem *problem, uint32_t *labels,
                           struct error *error);

/* Sets parents[v] of each vertex of a grid to the neighbour of least index from which a step of a
 * shortest path leads to it, BFS_UNREACHED for sources and unlabelled vertices. O(vertices). */
void bfs_find_parents(const struct grid *grid, const uint32_t *labels, uint32_t *parents);

/* Totals of the labels. O(vertices + edges of reached vertices). */
struct bfs_summary bfs_summarise(const struct bfs_problem *problem, const uint32_t *labels);

C_NAMES_END
