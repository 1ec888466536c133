/* random_planes: small planes of random capacities and uses, with their graph of one net. */
#pragma once

#include "router/global/planes.h"
#include "tests/support/texts.h"

/* Makes a graph of side x side tiles and its planes, by the rules of 2024 if `modern`, else
 * of 2008. The caller destroys both. */
static inline void make_planes(uint64_t *seed, uint32_t side, uint32_t layers, bool modern,
                               struct tile_graph *graph, struct planes *planes)
{
    const uint32_t cells = side * side * layers;
    uint32_t earlier;
    assert_int_equal(tile_graph_create(graph, side, side, layers, NULL), STATUS_OK);
    graph->rules = modern ? TILES_2024 : TILES_2008;
    graph->grid.rules.via = 1;
    graph->wire_weight = 1;
    graph->via_weight = 2;
    for (uint32_t z = 0; z < layers; z++) {
        tile_graph_set_axis(graph, z, z % 2 == 0 ? AXIS_X : AXIS_Y);
        graph->layer[z].min_width = 1;
        graph->layer[z].overflow_weight = 3;
    }
    for (uint32_t i = 0; i < cells; i++)
        graph->capacity[i] = tile_has_edge(graph, i) ? 100 * (int32_t)splitmix_below(seed, 4) : 0;
    assert_int_equal(tile_graph_add_net(graph, "n", 1, &earlier, NULL), STATUS_OK);
    graph->nets[0].width = 1;
    assert_int_equal(global_planes_create(planes, graph, NULL), STATUS_OK);
    for (uint32_t i = 0; i < cells; i++)
        planes->use[i] = 50 * (int32_t)splitmix_below(seed, 12);
    planes->penalty = 48;
    planes_touch_all(planes);
    planes_update(planes, NULL);
}
