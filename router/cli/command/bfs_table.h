/* bfs_table: every kernel on one problem, side by side.
 *
 *     kernel      graph    vertices   edges  levels      ms  us/level   MTEPS  speed-up
 *     sequential  open      1048576 4190208    2047   9.812      4.79   427.1      1.00
 *     (below: on NVIDIA H200)
 *     frontier    open      1048576 4190208    2047  38.500     18.81   108.8      0.25
 *
 * edges are those that leave a reached vertex, each read once by a search that wastes nothing;
 * MTEPS is millions of them a second; speed-up is against `sequential` on this machine's CPU. A
 * kernel is timed only after its labels were compared with the sequential ones, byte by byte.
 */
#pragma once

#include <stdio.h>

#include "router/search/bfs.h"

/* A line of the table. */
struct bfs_row {
    const char *kernel, *graph;
    uint32_t vertices;
    struct bfs_summary summary;
    double seconds, sequential_seconds;
    char device[256];
};

/* Prints the heading. */
void bfs_table_head(FILE *out);

/* Runs `sequential`, then every kernel of the lab (NULL: none), and prints a line for each as it
 * ends. labels[vertices] is left with the sequential labels. repeats: times that the median is
 * taken of, after a warm-up. Fails with STATUS_FAILED for memory or device, and where a kernel's
 * labels differ: the message names kernel and vertex. */
enum status bfs_table_run(FILE *out, const char *graph, const struct bfs_problem *problem,
                          const struct bfs_lab *lab, unsigned repeats, uint32_t *labels,
                          struct error *error);

/* Runs kernels first .. end - 1 of the lab, compares the labels of each with expected[vertices] and
 * times it. Prints a line for each to the table, if there is one. Leaves kernel, device and seconds
 * of the last one in *row. Fails as bfs_table_run does. */
enum status bfs_run_kernels(const struct bfs_lab *lab, const struct bfs_problem *problem,
                            size_t first, size_t end, unsigned repeats, const uint32_t *expected,
                            FILE *table, struct bfs_row *row, struct error *error);

/* Compares a kernel's labels with the sequential ones. */
enum status bfs_compare(const char *kernel, const uint32_t *labels, const uint32_t *expected,
                        uint32_t vertices, struct error *error);

/* Seconds of the sequential search, the median of up to repeats; stops after a second. */
enum status bfs_time_sequential(const struct bfs_problem *problem, uint32_t *labels,
                                unsigned repeats, double *seconds, struct error *error);
