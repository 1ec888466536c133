/* tile_remarks: the remarks on a tile graph. */
#include <inttypes.h>

#include "grid/capacity/tile_graph.h"

static bool has_capacity(const struct tile_graph *graph, uint32_t z)
{
    const size_t plane = (size_t)graph->grid.width * graph->grid.height;
    for (size_t i = 0; i < plane; i++)
        if (graph->capacity[z * plane + i] > 0)
            return true;
    return false;
}

void tile_graph_remarks(const struct tile_graph *graph, char *text, size_t room)
{
    const uint32_t first = graph->rules == TILES_2024; /* no wire runs on its layer 0 */
    const char *before = "layers without capacity: ";
    assert(room > 0);
    text[0] = '\0';
    for (uint32_t z = first; z < graph->grid.layers; z++)
        if (!has_capacity(graph, z)) {
            text_append(text, room, "%s%u", before, graph->layer[z].file_layer + 1);
            before = ", ";
        }
    const char *line = before[0] == ',' ? "\n" : "";
    before = "neighbouring layers of one direction: ";
    for (uint32_t z = first; z + 1 < graph->grid.layers; z++)
        if (tile_axis(graph, z) == tile_axis(graph, z + 1) && tile_axis(graph, z) != AXIS_NONE) {
            text_append(text, room, "%s%s%u and %u", line, before, graph->layer[z].file_layer + 1,
                        graph->layer[z + 1].file_layer + 1);
            before = ", ";
            line = "";
        }
    if (graph->slacks > 0)
        text_append(text, room, "%sslacks, which are not used: %" PRIu64,
                    text[0] != '\0' ? "\n" : "", graph->slacks);
    if (graph->no_adjustments)
        text_append(text, room, "%sthe number of adjustments is missing: none is made",
                    text[0] != '\0' ? "\n" : "");
}
