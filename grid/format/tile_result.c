/* tile_result: reads and writes results of tile graphs. */
#include <stdlib.h>
#include <string.h>

#include "grid/format/ispd/ispd.h"
#include "grid/format/native/native_tiles.h"
#include "grid/format/tile_file.h"
#include "grid/text/emit.h"
#include "grid/text/file/output.h"
#include "grid/text/scan_whole.h"

enum status tile_result_read(struct tile_routes *routes, const struct tile_graph *graph,
                             const char *path, struct error *error)
{
    struct scan scan;
    *routes = (struct tile_routes){0};
    TRY(scan_open_whole(&scan, path, error));
    enum status status = tile_routes_create(routes, graph->net_count, error);
    THEN(status, graph->rules == TILES_NATIVE ? native_read_shared(routes, graph, &scan, error)
                                              : ispd_read_result(routes, graph, &scan, error));
    scan_close(&scan);
    if (status != STATUS_OK)
        tile_routes_destroy(routes);
    return status;
}

enum status tile_result_write(const struct tile_routes *routes, const struct tile_graph *graph,
                              const char *path, struct error *error)
{
    struct output output = {0};
    struct emit *emit;
    TRY(MEM_NEW(emit, 1, "a buffer", error));
    enum status status = output_open(&output, path, error);
    if (status == STATUS_OK) {
        emit_open(emit, output.stream);
        if (graph->rules == TILES_NATIVE)
            native_write_shared(routes, graph, emit);
        else
            ispd_write_result(routes, graph, emit);
        emit_flush(emit);
    }
    free(emit);
    return output_end(&output, status, error);
}
