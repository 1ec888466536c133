/* prepare: copies a design to the device and allocates all arrays of a run. */
#include <algorithm>

#include "gpu/rounds/device.cuh"
#include "gpu/rounds/topology.cuh"

enum {
    SIDE_BITS = 15,        /* of a half perimeter */
    PATH_CELLS = 2,        /* cells of the grid per cell of `paths` */
    ARENA_CELLS = 1,       /* units of the arena per cell */
    ARENA_LEAST = 1 << 23, /* units of the arena at least */
    ARENA_MOST = 1 << 29,  /* units of the arena at most */
    ARENA_TINY = 1 << 14,  /* units of the arena at least, if memory is short */
};

/* ---- cells ---------------------------------------------------------------------------------- */

static __global__ void fill_state(struct maze_view view, const uint64_t *blocked, size_t row_words)
{
    const size_t column = thread_id();
    if (column >= (size_t)view.width * view.height)
        return;
    const uint32_t x = (uint32_t)(column % view.width), y = (uint32_t)(column / view.width);
    for (uint32_t z = 0; z < view.layers; z++) {
        const uint64_t word = blocked[((size_t)z * view.height + y) * row_words + x / 64];
        view.state[column * view.layers + z] =
            (uint16_t)((word >> x % 64 & 1) != 0 ? STATE_BLOCKED : 0);
    }
}

/* ---- nets ----------------------------------------------------------------------------------- */

static __global__ void fill_pins(struct maze_view view, const struct pin *pins,
                                 struct maze_spot *spots)
{
    const size_t i = thread_id();
    if (i >= view.pin_count)
        return;
    const struct pin pin = pins[i];
    const uint32_t plane = view.width * view.height, z = pin.cell / plane,
                   x = pin.cell % view.width, y = pin.cell % plane / view.width;
    for (uint32_t layer = z; layer <= (pin.all_layers ? view.layers - 1 : z); layer++)
        view.state[place_cell(view, place_of(x, y, layer))] = STATE_BLOCKED;
    spots[i] = {(uint16_t)x, (uint16_t)y, (uint16_t)(pin.all_layers ? SPOT_ANY_LAYER : z), 0};
}

/* Creates the nets; keys: the half perimeter, the largest key for nets with nothing to route. */
static __global__ void fill_nets(struct maze_view view, const struct net *nets, uint32_t *keys,
                                 uint32_t *values)
{
    const uint32_t i = (uint32_t)thread_id();
    if (i >= view.net_count)
        return;
    struct device_net net = {};
    net.first_pin = nets[i].first_pin;
    net.pin_count = nets[i].pin_count;
    uint32_t x0 = UINT32_MAX, y0 = UINT32_MAX, x1 = 0, y1 = 0;
    for (uint32_t p = net.first_pin; p < net.first_pin + net.pin_count; p++) {
        const struct maze_spot spot = view.pins[p];
        x0 = spot.x < x0 ? spot.x : x0;
        y0 = spot.y < y0 ? spot.y : y0;
        x1 = spot.x > x1 ? spot.x : x1;
        y1 = spot.y > y1 ? spot.y : y1;
    }
    const uint32_t half = x1 - x0 + y1 - y0;
    net.x0 = (uint16_t)x0, net.y0 = (uint16_t)y0, net.x1 = (uint16_t)x1, net.y1 = (uint16_t)y1;
    net.margin = (uint16_t)(MAZE_MARGIN + half / MAZE_MARGIN_SHARE);
    net.routed = net.pin_count < 2;
    view.nets[i] = net;
    view.flagged[i] = 0;
    keys[i] = net.routed ? (1U << SIDE_BITS) - 1 : half;
    values[i] = i;
    if (!net.routed)
        atomicAdd(&view.counters->count, 1);
}

/* ---- topologies ----------------------------------------------------------------------------- */

static __global__ void make_topologies(struct maze_view view, uint32_t *near, uint32_t *best,
                                       bool branch)
{
    for (uint32_t i = blockIdx.x; i < view.net_count; i += gridDim.x) {
        struct device_net &net = view.nets[i];
        struct growing it = {view.nodes + 2 * (size_t)net.first_pin,
                             view.edges + 2 * (size_t)net.first_pin,
                             near + net.first_pin,
                             best + net.first_pin,
                             net.pin_count,
                             0,
                             0,
                             branch && net.pin_count <= TOPOLOGY_BRANCH_PINS,
                             view.branch_near};
        make_topology(it, view.pins + net.first_pin);
        if (lane_id() == 0) {
            net.node_count = it.node_count;
            net.edge_count = it.edge_count;
        }
    }
}

enum status device_topologies(struct maze_device *it, bool branch, struct error *error)
{
    const size_t bytes = (size_t)it->view.pin_count * sizeof(uint32_t);
    TRY(buffer_reserve(&it->keys[0], bytes, "distances of pins", &it->account, error));
    TRY(buffer_reserve(&it->values[0], bytes, "distances of pins", &it->account, error));
    LAUNCH_WARPS(make_topologies, std::min(it->view.net_count, 1U << 16), it->stream, error,
                 it->view, (uint32_t *)it->keys[0].data, (uint32_t *)it->values[0].data, branch);
    return STATUS_OK;
}

/* ---- all of it ------------------------------------------------------------------------------ */

/* The arena may be smaller than it should be: then fewer searches go at once. */
static enum status reserve_arena(struct maze_device *it, size_t cells, struct error *error)
{
    size_t units = std::min(std::max(cells * ARENA_CELLS, (size_t)ARENA_LEAST), (size_t)ARENA_MOST);
    while (buffer_reserve(&it->arena, units * sizeof(uint4), "searches", &it->account, NULL) !=
           STATUS_OK) {
        units /= 2;
        if (units < ARENA_TINY)
            return error_set(error, STATUS_FAILED, "too little device memory for a design");
    }
    it->view.arena_units = (uint32_t)units;
    return STATUS_OK;
}

static enum status reserve_all(struct maze_device *it, struct error *error)
{
    struct maze_view *view = &it->view;
    const size_t cells = (size_t)view->width * view->height * view->layers, nets = view->net_count,
                 pins = view->pin_count;
    view->path_capacity = cells / PATH_CELLS + 64 * pins;
    const struct {
        struct buffer *buffer;
        size_t bytes;
        const char *what;
    } all[] = {
        {&it->state, cells * sizeof *view->state, "cells of a design"},
        {&it->owner, cells * sizeof *view->owner, "owners of cells"},
        {&it->pins, pins * sizeof *view->pins, "pins of a design"},
        {&it->nets, nets * sizeof *view->nets, "nets of a design"},
        {&it->nodes, 2 * pins * sizeof *view->nodes, "places of trees"},
        {&it->edges, 2 * pins * sizeof *view->edges, "edges of trees"},
        {&it->flagged, nets, "nets of a round"},
        {&it->paths, view->path_capacity * sizeof *view->paths, "trees"},
        {&it->step, MAZE_LAYERS_MAX * STEP_STRIDE * sizeof(uint32_t), "costs of steps"},
        {&it->bound, (view->layers + 1) * BOUND_TABLE * sizeof(uint16_t), "bounds"},
        {&it->counters, sizeof *view->counters, "counters"},
        {&it->order, nets * sizeof(uint32_t), "the order of nets"},
        {&it->list, nets * sizeof(uint32_t), "nets of a round"},
        {&it->keys[0], std::max(nets, pins) * sizeof(uint32_t), "keys"},
        {&it->keys[1], nets * sizeof(uint32_t), "keys"},
        {&it->values[0], std::max(nets, pins) * sizeof(uint32_t), "values"},
        {&it->values[1], nets * sizeof(uint32_t), "values"},
        {&it->first, (nets + 1) * sizeof(uint32_t), "links of nets"},
        {&it->missing, nets * sizeof(uint32_t), "links of nets"},
        {&it->ready, nets * sizeof(uint32_t), "a queue of nets"},
    };
    for (const auto &one : all)
        TRY(buffer_reserve(one.buffer, one.bytes, one.what, &it->account, error));
    TRY(buffer_reserve_host(&it->back, sizeof(struct device_counters), "counters", &it->account,
                            error));
    TRY(reserve_arena(it, cells, error));
    view->state = (uint16_t *)it->state.data;
    view->owner = (uint32_t *)it->owner.data;
    view->pins = (const struct maze_spot *)it->pins.data;
    view->nets = (struct device_net *)it->nets.data;
    view->nodes = (struct maze_spot *)it->nodes.data;
    view->edges = (struct maze_edge *)it->edges.data;
    view->flagged = (uint8_t *)it->flagged.data;
    view->paths = (uint32_t *)it->paths.data;
    view->arena = (uint4 *)it->arena.data;
    view->step = (const uint32_t *)it->step.data;
    view->bound = (const uint16_t *)it->bound.data;
    view->counters = (struct device_counters *)it->counters.data;
    return STATUS_OK;
}

static enum status upload(struct maze_device *it, void *to, const void *from, size_t bytes,
                          struct error *error)
{
    CUDA_TRY(cudaMemcpyAsync(to, from, bytes, cudaMemcpyHostToDevice, it->stream), error);
    return STATUS_OK;
}

/* Costs of steps, in rows of STEP_STRIDE, and bounds. */
static enum status upload_prices(struct maze_device *it, const struct maze_map *prices,
                                 struct error *error)
{
    const uint32_t layers = prices->layers;
    uint32_t step[MAZE_LAYERS_MAX * STEP_STRIDE] = {0};
    for (uint32_t z = 0; z < layers; z++)
        for (uint32_t direction = 0; direction < DIRECTIONS; direction++)
            step[z * STEP_STRIDE + direction] = prices->step[z][direction];
    TRY(upload(it, it->step.data, step, sizeof step, error));
    for (uint32_t target = 0; target <= layers; target++)
        TRY(upload(it, (uint16_t *)it->bound.data + target * BOUND_TABLE,
                   prices->bound[target].extra, BOUND_TABLE * sizeof(uint16_t), error));
    CUDA_TRY(cudaStreamSynchronize(it->stream), error); /* step is on the stack */
    return STATUS_OK;
}

enum status device_prepare(struct maze_device *it, const struct grid *grid,
                           const struct netlist *nets, const struct maze_map *prices,
                           struct error *error)
{
    struct maze_view *view = &it->view;
    *view = {};
    view->width = grid->width, view->height = grid->height, view->layers = grid->layers;
    view->branch_near = prices->branch_near;
    view->net_count = nets->net_count, view->pin_count = nets->pin_count;
    const size_t words = (size_t)grid->layers * grid->height * grid->row_words;
    const size_t blocked = words * sizeof *grid->blocked,
                 pins = nets->pin_count * sizeof *nets->pins,
                 records = nets->net_count * sizeof *nets->nets;
    TRY(reserve_all(it, error));
    TRY(upload_prices(it, prices, error));
    /* the design is copied through the arena, which is not in use yet */
    char *const room = (char *)it->arena.data;
    const size_t second = (blocked + 255) / 256 * 256, third = second + (pins + 255) / 256 * 256;
    if (third + records > it->arena.bytes)
        return error_set(error, STATUS_FAILED, "a design of too many nets for its cells");
    CUDA_TRY(cudaMemsetAsync(view->counters, 0, sizeof *view->counters, it->stream), error);
    TRY(upload(it, room, grid->blocked, blocked, error));
    TRY(upload(it, room + second, nets->pins, pins, error));
    TRY(upload(it, room + third, nets->nets, records, error));
    uint32_t *keys = (uint32_t *)it->keys[0].data, *values = (uint32_t *)it->values[0].data;
    LAUNCH_THREADS(fill_state, (size_t)view->width * view->height, it->stream, error, *view,
                   (const uint64_t *)room, grid->row_words);
    LAUNCH_THREADS(fill_pins, view->pin_count, it->stream, error, *view,
                   (const struct pin *)(room + second), (struct maze_spot *)it->pins.data);
    LAUNCH_THREADS(fill_nets, view->net_count, it->stream, error, *view,
                   (const struct net *)(room + third), keys, values);
    TRY(device_sort(it, keys, (uint32_t *)it->keys[1].data, values, (uint32_t *)it->order.data,
                    view->net_count, SIDE_BITS, error));
    TRY(device_topologies(it, true, error));
    CUDA_TRY(cudaMemcpyAsync(it->back.data, view->counters, sizeof *view->counters,
                             cudaMemcpyDeviceToHost, it->stream),
             error);
    CUDA_TRY(cudaStreamSynchronize(it->stream), error);
    it->order_count = ((const struct device_counters *)it->back.data)->count;
    return STATUS_OK;
}
