/* random_tiles: small tile graphs of random capacities, nets and pins. */
#pragma once

#include "grid/capacity/tile_graph.h"
#include "tests/support/texts.h"

/* Makes a graph of `nets` nets of 2 .. most_pins pins; by the rules of 2024 the lowest layer
 * carries no wires, and pins have one or two access points. */
static inline void make_graph(uint64_t *seed, struct tile_graph *graph, enum tile_rules rules,
                              uint32_t width, uint32_t height, uint32_t layers, uint32_t nets,
                              uint32_t most_pins)
{
    const bool modern = rules == TILES_2024;
    assert_int_equal(tile_graph_create(graph, width, height, layers, NULL), STATUS_OK);
    graph->rules = rules;
    for (uint32_t z = modern; z < layers; z++) {
        tile_graph_set_axis(graph, z, z % 2 == 0 ? AXIS_X : AXIS_Y);
        graph->layer[z].min_width = 1;
        graph->layer[z].overflow_weight = modern ? 5 : 0;
    }
    graph->grid.rules.via = rules == TILES_1998 ? 0 : 1;
    graph->free_cuts = rules == TILES_1998;
    graph->wire_weight = modern ? 1 : 0;
    graph->via_weight = modern ? 2 : 0;
    const uint32_t cells = width * height * layers;
    for (uint32_t i = 0; i < cells; i++)
        if (tile_has_edge(graph, i))
            graph->capacity[i] = TILE_TRACK * (int32_t)(1 + splitmix_below(seed, 2));
    for (uint32_t n = 0; n < nets; n++) {
        char name[16];
        uint32_t earlier;
        const int length = snprintf(name, sizeof name, "n%u", n);
        assert_int_equal(tile_graph_add_net(graph, name, (size_t)length, &earlier, NULL),
                         STATUS_OK);
        graph->nets[n].width = 1;
        for (uint32_t pin = 0; pin < 2 || (pin < most_pins && splitmix_below(seed, 2) == 0);
             pin++) {
            const cell_t access[2] = {splitmix_below(seed, cells), splitmix_below(seed, cells)};
            const uint32_t count = modern ? 1 + splitmix_below(seed, 2) : 1;
            assert_int_equal(tile_graph_add_pin(graph, access, count, NULL), STATUS_OK);
        }
    }
    assert_int_equal(tile_graph_finish(graph, NULL), STATUS_OK);
}
