/* Benchmark of the kernel lab: every kernel on grids, a serpentine, a matrix and a scale-free
 * graph.
 *
 *     bench_lab [SIDE_MAX]      grids of up to SIDE_MAX^2 cells (default: 4096)
 *
 * With DATA=dir in the environment, also dir/graphs/cavity02.mtx. All inputs are
 * made from fixed seeds. A kernel is timed only after its labels were compared.
 */
#include <inttypes.h>

#include "gpu/lab/lab.h"
#include "router/cli/command/bfs_table.h"
#include "tests/support/random_graphs.h"
#include "tests/support/read_files.h"

enum { REPEATS = 9, RMAT_SCALE = 20, RMAT_EDGES_PER_VERTEX = 16 };

static const struct bfs_lab *lab; /* NULL without a GPU */

static int report(const struct error *error)
{
    fflush(stdout);
    fprintf(stderr, "%s%s%s\n", error->file, error->file[0] != '\0' ? ": " : "", error->text);
    return 1;
}

/* Runs all kernels on the problem; 0 if all labels are right. */
static int run(const char *name, const struct bfs_problem *problem)
{
    struct error error = {0};
    uint32_t *labels = mem_alloc(bfs_vertex_count(problem), sizeof *labels, "labels", &error);
    if (labels == NULL)
        return report(&error);
    enum status status = bfs_table_run(stdout, name, problem, lab, REPEATS, labels, &error);
    free(labels);
    printf("\n");
    return status == STATUS_OK ? 0 : report(&error);
}

/* A grid with `percent` % of the cells blocked, searched from a free corner. */
static int run_grid(const char *kind, uint32_t side, uint32_t percent)
{
    struct grid grid;
    struct error error = {0};
    char name[64];
    if (grid_create(&grid, side, side, 1, &error) != STATUS_OK)
        return report(&error);
    random_state = 20;
    for (cell_t cell = 0; percent > 0 && cell < grid_cells(&grid); cell++)
        grid_set_blocked(&grid, cell, random_below(100) < percent);
    grid_fill_blocked(&grid, (struct box){0, 0, 2, 2}, 0, false);
    snprintf(name, sizeof name, "%s %" PRIu32, kind, side);
    struct bfs_problem problem = {.grid = &grid};
    int failed = run(name, &problem);
    grid_destroy(&grid);
    return failed;
}

/* One corridor that winds through the whole grid: side^2 / 2 levels of one cell. */
static int run_serpentine(uint32_t side)
{
    struct grid grid;
    struct error error = {0};
    char name[64];
    if (grid_create(&grid, side, side, 1, &error) != STATUS_OK)
        return report(&error);
    for (uint32_t y = 1; y < side; y += 2) {
        uint32_t gap = y % 4 == 1 ? side - 1 : 0;
        grid_fill_blocked(&grid, (struct box){0, y, side - 1, y}, 0, true);
        grid_set_blocked(&grid, grid_cell(&grid, gap, y, 0), false);
    }
    snprintf(name, sizeof name, "serpentine %" PRIu32, side);
    struct bfs_problem problem = {.grid = &grid};
    int failed = run(name, &problem);
    grid_destroy(&grid);
    return failed;
}

static int run_graph(const char *name, struct csr_graph *graph, uint32_t source)
{
    struct bfs_problem problem = {.graph = graph, .source = source};
    return run(name, &problem);
}

static int run_matrix(void)
{
    const char *data = getenv("DATA");
    struct csr_graph graph;
    struct error error = {0};
    char path[4096];
    if (data == NULL)
        return 0;
    snprintf(path, sizeof path, "%s/graphs/cavity02.mtx", data);
    if (matrixmarket_read(&graph, path, false, &error) != STATUS_OK)
        return report(&error);
    int failed = run_graph("cavity02", &graph, 10) /* vertex 11 of the file reaches all vertices */;
    csr_graph_destroy(&graph);
    return failed;
}

/* One edge of the recursive matrix model (Chakrabarti, Zhan and Faloutsos 2004): halve the matrix
 * SCALE times, each time going to a quarter with chances 57, 19, 19 and 5 in 100. */
static void rmat_edge(uint32_t *from, uint32_t *to)
{
    *from = *to = 0;
    for (int bit = 0; bit < RMAT_SCALE; bit++) {
        uint32_t chance = random_below(100);
        *from = *from << 1 | (chance >= 76);
        *to = *to << 1 | ((chance >= 57 && chance < 76) || chance >= 95);
    }
}

/* The undirected graph of the model with random numbers of vertices, searched from the first vertex
 * with an edge. */
static int run_rmat(void)
{
    uint32_t vertices = 1u << RMAT_SCALE;
    size_t edges = (size_t)vertices * RMAT_EDGES_PER_VERTEX;
    struct csr_graph graph = {0};
    struct error error = {0};
    uint32_t *from = mem_alloc(edges, sizeof *from, "edges", &error);
    uint32_t *to = mem_alloc(edges, sizeof *to, "edges", &error);
    uint32_t *number = mem_alloc(vertices, sizeof *number, "vertices", &error);
    int failed = 1;
    if (from == NULL || to == NULL || number == NULL)
        goto out;
    random_state = 2004;
    for (uint32_t v = 0; v < vertices; v++)
        number[v] = v;
    for (uint32_t v = vertices - 1; v > 0; v--) {
        uint32_t other = random_below(v + 1), swap = number[v];
        number[v] = number[other];
        number[other] = swap;
    }
    for (size_t e = 0; e < edges; e++) {
        rmat_edge(&from[e], &to[e]);
        from[e] = number[from[e]];
        to[e] = number[to[e]];
    }
    if (csr_graph_build(&graph, vertices, from, to, edges, true, &error) != STATUS_OK)
        goto out;
    uint32_t source = 0;
    while (source + 1 < vertices && graph.row_start[source] == graph.row_start[source + 1])
        source++;
    failed = run_graph("rmat 2^20", &graph, source);
    csr_graph_destroy(&graph);
out:
    free(from);
    free(to);
    free(number);
    return error.text[0] != '\0' ? report(&error) : failed;
}

int main(int argc, char **argv)
{
    uint32_t side_max = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 10) : 4096;
    const char *reason = gpu_lab()->unusable();
    if (reason == NULL)
        lab = gpu_lab();
    else
        printf("no GPU kernels: %s\n", reason);
    bfs_table_head(stdout);
    int failed = 0;
    for (uint32_t side = 1024; side <= side_max && !failed; side *= 4)
        failed = run_grid("open", side, 0) || run_grid("random20", side, 20);
    failed = failed || run_serpentine(256) || run_matrix() || run_rmat();
    return failed;
}
