/* tile_result: reads and writes results of tile graphs. */
#include "grid/format/ispd/ispd.h"
#include "grid/format/native/native_tiles.h"
#include "grid/format/tile_file.h"
#include "grid/text/emit_many.h"
#include "grid/text/file/output.h"
#include "grid/text/scan_whole.h"

enum status tile_result_read(struct tile_routes *routes, const struct tile_graph *graph,
                             unsigned threads, const char *path, struct error *error)
{
    struct scan scan;
    *routes = (struct tile_routes){0};
    TRY(scan_open_whole(&scan, path, threads, error));
    enum status status = tile_routes_create(routes, graph->net_count, error);
    THEN(status, graph->rules == TILES_NATIVE
                     ? native_read_shared(routes, graph, &scan, error)
                     : ispd_read_result(routes, graph, &scan, threads, error));
    scan_close(&scan);
    if (status != STATUS_OK)
        tile_routes_destroy(routes);
    return status;
}

struct result_of {
    const struct tile_routes *routes;
    const struct tile_graph *graph;
};

static void put_net(const void *context, size_t net, struct emit *emit)
{
    const struct result_of *it = context;
    if (it->graph->rules == TILES_NATIVE)
        native_write_shared(it->routes, it->graph, (uint32_t)net, emit);
    else
        ispd_write_net(it->routes, it->graph, (uint32_t)net, emit);
}

enum status tile_result_write(const struct tile_routes *routes, const struct tile_graph *graph,
                              unsigned threads, const char *path, struct error *error)
{
    const struct result_of it = {routes, graph};
    struct output output = {0};
    struct emit emit;
    assert(routes->net_count == graph->net_count);
    TRY(output_open(&output, path, error));
    emit_open(&emit, output.stream);
    if (graph->rules == TILES_NATIVE)
        emit_format(&emit, "routes %s shared\n", graph->name);
    emit_many(&emit, routes->net_count, threads, put_net, &it);
    emit_flush(&emit);
    return output_commit(&output, error);
}
