/* read_design: targets for grids, matrices, netlists and results. */
#include <stdlib.h>
#include <string.h>

#include "grid/check/check.h"
#include "grid/format/design_file.h"
#include "grid/format/grid_file.h"
#include "grid/format/matrixmarket/matrixmarket.h"
#include "grid/format/routes_file.h"
#include "tests/fuzz/targets.h"

void fuzz_grid(const uint8_t *data, size_t size)
{
    struct scan scan;
    struct grid grid = {0};
    struct error error = fuzz_error();
    enum status status = scan_open_bytes(&scan, IN_NAME, data, size, &error);
    if (status == STATUS_OK)
        status = grid_file_read_scan(&grid, &scan, &error);
    fuzz_expect(status, &error);
    scan_close(&scan);
    grid_destroy(&grid);
}

void fuzz_matrix(const uint8_t *data, size_t size)
{
    struct scan scan;
    struct csr_graph graph = {0};
    struct error error = fuzz_error();
    enum status status = scan_open_bytes(&scan, IN_NAME, data, size, &error);
    if (status == STATUS_OK)
        status = matrixmarket_read_scan(&graph, &scan, size % 2 == 0, &error);
    fuzz_expect(status, &error);
    scan_close(&scan);
    csr_graph_destroy(&graph);
}

struct fuzz_text fuzz_cut(struct fuzz_text *text)
{
    static const char line[] = "@@@\n";
    struct fuzz_text part = *text;
    const char *at = memmem(text->bytes, text->size, line, strlen(line));
    if (at == NULL) {
        text->size = 0;
        return part;
    }
    part.size = (size_t)(at - (const char *)text->bytes);
    text->bytes = at + strlen(line);
    text->size -= part.size + strlen(line);
    return part;
}

/* Reads the text as a result of the design and judges it. */
static void read_routes(const struct design *design, struct fuzz_text text)
{
    struct routes routes = {0};
    struct error error = fuzz_error();
    struct check_summary summary;
    fuzz_files(text, (struct fuzz_text){"", 0});
    enum status status = routes_read(&routes, design, IN_NAME, &error);
    fuzz_expect(status, &error);
    if (status == STATUS_OK && check_routes(1, design, &routes, routes.alone, NULL, NULL, &summary,
                                            &error) == STATUS_FAILED)
        abort();
    routes_destroy(&routes);
}

void fuzz_netlist(const uint8_t *data, size_t size)
{
    struct fuzz_text rest = {data, size};
    struct fuzz_text netlist = fuzz_cut(&rest), grid = fuzz_cut(&rest);
    struct design design = {0};
    struct error error = fuzz_error();
    fuzz_files(netlist, grid);
    enum status status = design_read(&design, IN_NAME, &error);
    fuzz_expect(status, &error);
    if (status == STATUS_OK && rest.size > 0)
        read_routes(&design, rest);
    design_destroy(&design);
}

void fuzz_routes(const uint8_t *data, size_t size)
{
    static struct design native, course;
    if (native.nets.net_count == 0) {
        fuzz_file_texts("grid g\nnet a 0,0,1 3,2,2\nnet b 1,0,1 1,3,1 5,3,*\nnet c 4,4,1\n",
                        "size 6 5 2\ncost via 2\ncost bend 1\nblock 2 2 3 2 layer 1\n");
        enum status status = design_read(&native, IN_NAME, NULL);
        fuzz_file_texts("2\n1 1 1 1 2 3 1\n2 2 0 0 1 2 2\n", "4 3 1 2\n1 1 1 1\n1 -1 1 1\n1 1 1 1\n"
                                                             "1 1 1 1\n1 1 1 1\n1 1 1 1\n");
        if (status != STATUS_OK || design_read(&course, IN_NAME, NULL) != STATUS_OK)
            abort();
    }
    read_routes(&native, (struct fuzz_text){data, size});
    read_routes(&course, (struct fuzz_text){data, size});
}
