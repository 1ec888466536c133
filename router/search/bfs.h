/* bfs: breadth-first search over a grid or a stored graph, and the door to a lab of other kernels.
 *
 * `leeway bfs` runs one search by one kernel, or all kernels side by side. The sequential one is
 * here and is the reference; the others stand behind a `bfs_lab`, which the program is given at
 * its start, because the router does not know what device they run on.
 *
 * A label is the number of edges on a shortest way from the source. Labels are unique, whatever
 * the order of work, so two kernels agree exactly when their label arrays are equal byte by byte.
 */
#pragma once

#include "grid/graph.h"

#define BFS_UNREACHED UINT32_MAX

/* What to search: exactly one of grid and graph. Both are borrowed. */
struct bfs_problem {
    const struct grid *grid;
    const struct csr_graph *graph; /* kernels of a lab need all of its views */
    uint32_t source;               /* a cell or a vertex; a blocked cell may be one */
    uint32_t block_queue; /* entries of the block queue of kernels that have one, 1 .. 8192;
                             0: each kernel's own choice */
};

enum { BFS_BLOCK_QUEUE_MAX = 8192 };

/* What a label array says. */
struct bfs_summary {
    uint32_t levels;  /* frontiers: the largest label + 1 */
    uint64_t free;    /* vertices that are no blocked cells */
    uint64_t reached; /* vertices with a label; a source on a pin may be blocked */
    uint64_t edges;   /* edges that leave them: what a search has to look at */
};

struct bfs_kernel {
    const char *name;
    const char *idea; /* one line */
};

/* A family of kernels on one device. A session holds the problem there. */
struct bfs_session;
struct bfs_lab {
    /* NULL where the kernels could run here; else the reason why not, a static string. */
    const char *(*unusable)(void);

    /* Their names and ideas; known also where they cannot run. */
    const struct bfs_kernel *kernels;
    size_t kernel_count;

    /* Brings the problem to the device; it must outlive the session. STATUS_FAILED for memory or
     * device. */
    enum status (*open)(struct bfs_session **session, const struct bfs_problem *problem,
                        struct error *error);

    /* Runs kernel number `kernel`. With labels: one search, whose labels are copied there
     * ([vertices]). With seconds: after one warm-up, the median device time of up to repeats
     * searches, from unlabelled memory to all labels in device memory; stops repeating after a
     * second of them. Either may be NULL. */
    enum status (*run)(struct bfs_session *session, size_t kernel, uint32_t *labels,
                       unsigned repeats, double *seconds, struct error *error);

    const char *(*device)(const struct bfs_session *session); /* its name */
    void (*close)(struct bfs_session *session);               /* accepts NULL */
};

C_NAMES_BEGIN

/* Vertices of the problem. */
uint32_t bfs_vertex_count(const struct bfs_problem *problem);

/* Labels all vertices: labels[vertices], BFS_UNREACHED where no way leads. The two-array search of
 * Hwu, Kirk and El Hajj, "Programming Massively Parallel Processors", chapter on graph search.
 * Fails only for memory. O(vertices + edges looked at); memory 8 bytes a vertex of the two largest
 * neighbouring frontiers. */
enum status bfs_sequential(const struct bfs_problem *problem, uint32_t *labels,
                           struct error *error);

/* Counts what the labels say. O(vertices + edges of the reached ones). */
struct bfs_summary bfs_summarise(const struct bfs_problem *problem, const uint32_t *labels);

C_NAMES_END
