/* read_tiles: a target for tile graphs, their nets and results, which are judged. */
#include <stdlib.h>
#include <string.h>

#include "grid/check/capacity/tile_check.h"
#include "grid/format/ispd/ispd.h"
#include "grid/format/native/native_tiles.h"
#include "grid/format/tile_file.h"
#include "grid/text/scan_whole.h"
#include "tests/fuzz/targets.h"

static enum status read_graph(struct tile_graph *graph, struct fuzz_text design,
                              struct fuzz_text nets, struct error *error)
{
    struct scan scan;
    const char *text = design.bytes;
    const bool cap = design.size > 0 && scan_whole_is_digit(text[0]);
    if (!cap && (design.size < 6 || !scan_whole_is_digit(text[5])))
        return native_read_tiles(graph, IN_NAME, error); /* grid FILE */
    TRY(scan_open_whole(&scan, IN_NAME, 2, error));
    enum status status =
        cap ? ispd_read_cap(graph, &scan, 2, error) : ispd_read_gr(graph, TILES_2008, &scan, error);
    scan_close(&scan);
    if (!cap || status != STATUS_OK)
        return status;
    fuzz_files(nets, nets);
    TRY(scan_open_whole(&scan, IN_NAME, 2, error));
    status = ispd_read_net(graph, &scan, 1, error);
    scan_close(&scan);
    return status;
}

static void read_result(struct tile_graph *graph, struct fuzz_text text)
{
    static char name[] = "g";
    struct tile_routes routes;
    struct tile_check check = {0};
    struct error error = fuzz_error();
    fuzz_files(text, text);
    graph->name = name;
    const enum status status = tile_result_read(&routes, graph, 2, IN_NAME, &error);
    fuzz_expect(status, &error);
    if (status == STATUS_OK && tile_check(&check, graph, &routes, 1, NULL) == STATUS_FAILED)
        abort();
    tile_check_destroy(&check);
    tile_routes_destroy(&routes);
    graph->name = NULL;
}

void fuzz_tiles(const uint8_t *data, size_t size)
{
    struct fuzz_text rest = {data, size};
    const struct fuzz_text design = fuzz_cut(&rest), nets = fuzz_cut(&rest);
    struct tile_graph graph = {0};
    struct error error = fuzz_error();
    fuzz_files(design, nets);
    const enum status status = read_graph(&graph, design, nets, &error);
    fuzz_expect(status, &error);
    if (status == STATUS_OK && rest.size > 0)
        read_result(&graph, rest);
    tile_graph_destroy(&graph);
}
