/* bfs_table: every kernel on one problem, side by side.
 *
 *     kernel      graph    vertices   edges  levels      ms  us/level   MTEPS  speed-up
 *     sequential  open      1048576 4190208    2047   9.812      4.79   427.1      1.00
 *     (below: on NVIDIA H200)
 *     frontier    open      1048576 4190208    2047  38.500     18.81   108.8      0.25
 *
 * edges: the edges that leave reached vertices. MTEPS: millions of these edges per second.
 * speed-up: compared with `sequential` on this machine's CPU. A kernel is timed only after its
 * labels were compared with the sequential ones, byte by byte. */
#pragma once

#include "router/search/bfs.h"

struct bfs_row {
    const char *kernel, *graph;
    uint32_t vertices;
    struct bfs_summary summary;
    double seconds, sequential_seconds;
    char device[256];
};

/* Runs `sequential`, then kernels first .. end - 1 of the lab (NULL only for none), and prints a
 * line for each to `table` as it ends (NULL: no table). row->graph must be set; the other members
 * become those of the last kernel, labels[vertices] the sequential labels. Times are the median of
 * `repeats` runs after a warm-up, for at most a second; without a table, `sequential` before a
 * kernel runs once. Fails with STATUS_FAILED for memory or device, and if a kernel's labels differ:
 * the message names kernel and vertex. */
enum status bfs_run(FILE *table, const struct bfs_problem *problem, const struct bfs_lab *lab,
                    size_t first, size_t end, unsigned repeats, uint32_t *labels,
                    struct bfs_row *row, struct error *error);

enum status bfs_compare(const char *kernel, const uint32_t *labels, const uint32_t *expected,
                        uint32_t vertices, struct error *error);
