/* bfs_table: times each kernel, compares its labels with the sequential ones, prints a line. */
#include "router/cli/command/bfs_table.h"

#include "grid/clock.h"
#include "grid/text/harmless.h"
#include "router/bench/measure/times.h"

#define BUDGET 1.0 /* no repeat begins after this time, in seconds */

static enum status time_sequential(const struct bfs_problem *problem, uint32_t *labels,
                                   unsigned repeats, double *seconds, struct error *error)
{
    struct bench_times times = {0};
    double least, most;
    TRY(bfs_sequential(problem, labels, error)); /* the warm-up */
    while (bench_times_more(&times, repeats, BUDGET)) {
        double before = clock_seconds();
        TRY(bfs_sequential(problem, labels, error));
        bench_times_add(&times, clock_seconds() - before);
    }
    bench_times_summary(&times, seconds, &least, &most);
    return STATUS_OK;
}

static void print_row(FILE *out, const struct bfs_row *row)
{
    const struct bfs_summary *summary = &row->summary;
    assert(row->summary.levels > 0);
    double seconds = row->seconds > 0 ? row->seconds : 1e-9;
    harmless_line(out, "%-18s %-14s %10u %10" PRIu64 " %8u %10.3f %9.2f %9.1f %8.2f", row->kernel,
                  row->graph, row->vertices, summary->edges, summary->levels, seconds * 1e3,
                  seconds * 1e6 / summary->levels, (double)summary->edges / seconds / 1e6,
                  row->sequential_seconds / seconds);
    fflush(out);
}

enum status bfs_compare(const char *kernel, const uint32_t *labels, const uint32_t *expected,
                        uint32_t vertices, struct error *error)
{
    assert(labels != NULL && expected != NULL);
    for (uint32_t vertex = 0; vertex < vertices; vertex++)
        if (labels[vertex] != expected[vertex])
            return error_fail(error,
                              "kernel %s gives vertex %u (counted from 0) the label %" PRId64
                              ", sequential %" PRId64,
                              kernel, vertex,
                              labels[vertex] == BFS_UNREACHED ? -1 : (int64_t)labels[vertex],
                              expected[vertex] == BFS_UNREACHED ? -1 : (int64_t)expected[vertex]);
    return STATUS_OK;
}

/* Opens the lab's kernels on the problem, and compares and times each. */
static enum status run_kernels(FILE *table, const struct bfs_problem *problem,
                               const struct bfs_lab *lab, size_t first, size_t end,
                               unsigned repeats, const uint32_t *expected, struct bfs_row *row,
                               struct error *error)
{
    assert(first < end && end <= lab->kernel_count);
    struct bfs_session *session = NULL;
    uint32_t *labels;
    TRY(MEM_NEW(labels, row->vertices, "labels", error));
    enum status status = lab->open(&session, problem, error);
    if (status == STATUS_OK)
        snprintf(row->device, sizeof row->device, "%s", lab->device(session));
    if (status == STATUS_OK && table != NULL)
        fprintf(table, "(below: on %s)\n", row->device);
    for (size_t kernel = first; status == STATUS_OK && kernel < end; kernel++) {
        row->kernel = lab->kernels[kernel];
        status = lab->run(session, kernel, labels, 0, NULL, error);
        THEN(status, bfs_compare(row->kernel, labels, expected, row->vertices, error));
        THEN(status, lab->run(session, kernel, NULL, repeats, &row->seconds, error));
        if (status == STATUS_OK && table != NULL)
            print_row(table, row);
    }
    lab->close(session);
    free(labels);
    return status;
}

enum status bfs_run(FILE *table, const struct bfs_problem *problem, const struct bfs_lab *lab,
                    size_t first, size_t end, unsigned repeats, uint32_t *labels,
                    struct bfs_row *row, struct error *error)
{
    assert(labels != NULL && row->graph != NULL);
    const unsigned times = table == NULL && first < end ? 1 : repeats;
    row->kernel = "sequential";
    row->vertices = bfs_vertex_count(problem);
    if (table != NULL)
        fprintf(table, "%-18s %-14s %10s %10s %8s %10s %9s %9s %8s\n", "kernel", "graph",
                "vertices", "edges", "levels", "ms", "us/level", "MTEPS", "speed-up");
    TRY(time_sequential(problem, labels, times, &row->seconds, error));
    row->sequential_seconds = row->seconds;
    row->summary = bfs_summarise(problem, labels);
    if (table != NULL)
        print_row(table, row);
    return first < end ? run_kernels(table, problem, lab, first, end, repeats, labels, row, error)
                       : STATUS_OK;
}
