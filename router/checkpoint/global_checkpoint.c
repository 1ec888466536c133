/* global_checkpoint: codes the state, the history and the routes, each net by its wires. */
#include "router/checkpoint/global_checkpoint.h"

#define MAGIC UINT64_C(0x6c776774696c6531) /* changes with the layout */

static uint64_t design_hash(const struct tile_graph *graph, enum global_effort effort)
{
    uint64_t hash = codec_hash(codec_hash(HASH_START, graph->net_count), effort);
    hash = codec_hash(codec_hash(hash, graph->grid.width), graph->grid.layers);
    for (size_t i = 0; i < grid_cells(&graph->grid); i++)
        hash = codec_hash(hash, (uint32_t)graph->capacity[i]);
    for (uint32_t i = 0; i <= graph->pin_count; i++)
        hash = codec_hash(hash, graph->pin_access[i]);
    for (uint32_t i = 0; i < graph->pin_access[graph->pin_count]; i++)
        hash = codec_hash(hash, graph->access[i]);
    return hash;
}

static void put_routes(struct codec *codec, const struct tile_graph *graph,
                       struct tile_routes *routes)
{
    uint32_t cells = (uint32_t)grid_cells(&graph->grid);
    struct wire *wires = NULL;
    size_t capacity = 0;
    for (uint32_t net = 0; net < routes->net_count && codec->status == STATUS_OK; net++) {
        const struct tile_route *route = &routes->nets[net];
        size_t count = route->wire_count;
        uint32_t routed = route->state == TILE_ROUTED;
        codec_u32(codec, &routed, 1);
        codec_count(codec, &count);
        codec_check(codec, count <= cells);
        if (codec->status == STATUS_OK)
            codec->status = MEM_GROW(wires, capacity, count, "wires", codec->error);
        for (size_t i = 0; i < count && codec->status == STATUS_OK; i++) {
            if (!codec->reading)
                wires[i] = routes->wires[route->first_wire + i];
            codec_u32(codec, &wires[i].from, cells - 1);
            codec_u32(codec, &wires[i].to, cells - 1);
        }
        if (codec->reading && routed && codec->status == STATUS_OK)
            codec->status = tile_routes_set(routes, net, wires, (uint32_t)count, codec->error);
    }
    free(wires);
    codec_check(codec, tile_routes_are_sound(routes, graph));
}

/* Writes or reads everything. */
static void put_all(struct codec *codec, const struct tile_graph *graph, enum global_effort effort,
                    struct tile_routes *routes, struct global_state *state)
{
    uint32_t has_best = state->best.nets != NULL;
    uint64_t *cut[] = {(uint64_t *)&state->cut.demand, (uint64_t *)&state->cut.capacity,
                       (uint64_t *)&state->cut.over};
    codec_same(codec, MAGIC);
    codec_same(codec, design_hash(graph, effort));
    codec_u32(codec, &state->phase, GLOBAL_END);
    codec_u32(codec, &state->round, UINT32_MAX);
    codec_u32(codec, &state->rounds, UINT32_MAX);
    codec_u32(codec, &state->penalty, UINT32_MAX);
    codec_u32(codec, &state->stalled, UINT32_MAX);
    codec_u64(codec, &state->proven, UINT64_MAX);
    codec_u64(codec, &state->proved, UINT64_MAX);
    codec_u64(codec, &state->best_overflow, UINT64_MAX);
    codec_u32(codec, &state->cut.box.x0, graph->grid.width - 1);
    codec_u32(codec, &state->cut.box.x1, graph->grid.width - 1);
    codec_u32(codec, &state->cut.box.y0, graph->grid.height - 1);
    codec_u32(codec, &state->cut.box.y1, graph->grid.height - 1);
    for (int i = 0; i < 3; i++)
        codec_u64(codec, cut[i], UINT64_MAX);
    if (graph->rules != TILES_2024 && codec->status == STATUS_OK) {
        if (codec->reading)
            codec->status =
                MEM_NEW(state->history, grid_cells(&graph->grid), "prices", codec->error);
        if (codec->status == STATUS_OK)
            codec_u32s(codec, state->history, grid_cells(&graph->grid), UINT32_MAX);
    }
    put_routes(codec, graph, routes);
    codec_u32(codec, &has_best, 1);
    if (has_best == 0 || codec->status != STATUS_OK)
        return;
    if (codec->reading)
        codec->status = tile_routes_create(&state->best, graph->net_count, codec->error);
    if (codec->status == STATUS_OK)
        put_routes(codec, graph, &state->best);
}

enum status global_checkpoint_write(const struct tile_graph *graph, enum global_effort effort,
                                    const struct tile_routes *routes, struct global_state *state,
                                    uint64_t **words, size_t *count, struct error *error)
{
    struct codec out = {.error = error};
    struct tile_routes copy = *routes;
    put_all(&out, graph, effort, &copy, state);
    codec_seal(&out);
    *words = out.words;
    *count = out.count;
    return out.status;
}

enum status global_checkpoint_read(const struct tile_graph *graph, enum global_effort effort,
                                   const uint8_t *bytes, size_t size, struct tile_routes *routes,
                                   struct global_state *state, struct error *error)
{
    assert(routes->net_count == graph->net_count);
    struct codec in;
    *state = (struct global_state){0};
    TRY(codec_open(&in, bytes, size, error));
    put_all(&in, graph, effort, routes, state);
    codec_end(&in);
    return codec_close(&in);
}
