/* wire_net: wires a net by a block: its warps take the nodes of a level of the tree, from the
 * leaves to the root, and then decide from the root to the leaves. */
#pragma once

#include "gpu/global/edge_keys.cuh"

namespace patterns
{

enum {
    SMALL_THREADS = 128,  /* of a block for nets of up to SMALL_NODES nodes */
    LARGE_THREADS = 1024, /* and for larger ones, whose levels have many nodes */
    SMALL_NODES = 96,
    SMALL_KEYS = SMALL_NODES * 10, /* keys of a net in shared memory */
    LEVELS = 4 * SMALL_KEYS,       /* deeper trees are wired node by node */
};

/* Shared memory of a warp, and of a block. */
struct warp_memory {
    uint64_t node[LAYERS], edge[LAYERS];
    uint32_t loads[LAYERS];
};

struct block_memory {
    pattern_node nodes[SMALL_NODES + 1]; /* of a small net */
    union {
        struct {
            uint64_t node_keys[SMALL_KEYS], edge_keys[SMALL_KEYS];
        } small;                /* its keys */
        uint32_t large[LEVELS]; /* first node of a level of a large net */
    };
    uint32_t few[SMALL_NODES + 1], *level; /* the same of a small one; one of both */
    uint32_t levels;                       /* 0: node by node */
};

/* Wires node i after its children, by a warp. */
__device__ inline void wire_node(const device_job &it, const pattern_node *nodes, uint32_t i,
                                 uint64_t *node_keys, uint64_t *edge_keys, warp_memory &memory)
{
    uint32_t lane = threadIdx.x % WARP, layers = it.job.view.layers;
    find_loads(it, nodes[i].x, nodes[i].y, memory.loads, lane);
    find_node_keys(it, nodes, i, edge_keys, memory.loads, memory.node, lane);
    if (i > 0)
        find_edge_keys(it, nodes, i, memory.node, memory.edge, lane);
    if (lane < layers) {
        node_keys[(size_t)i * layers + lane] = memory.node[lane];
        if (i > 0)
            edge_keys[(size_t)i * layers + lane] = memory.edge[lane];
    }
    __syncwarp();
}

/* Finds the levels of a tree. */
__device__ inline void find_levels(const pattern_node *nodes, uint32_t count, block_memory &memory)
{
    if (threadIdx.x == 0) {
        uint32_t levels = 1, room = count <= SMALL_NODES ? SMALL_NODES : LEVELS - 1;
        uint32_t *level = count <= SMALL_NODES ? memory.few : memory.large;
        level[0] = 0;
        level[1] = 1;
        while (level[levels] < count && levels < room) {
            level[levels + 1] = nodes[level[levels]].first;
            levels++;
        }
        memory.level = level;
        memory.levels = level[levels] < count ? 0 : levels;
    }
    __syncthreads();
}

/* Wires a net, by a block. node_keys, edge_keys: of its nodes. warps: of the block. */
__device__ inline void wire_net(const device_job &it, uint32_t at, uint64_t *node_keys,
                                uint64_t *edge_keys, block_memory &memory, warp_memory *warps)
{
    const pattern_node *nodes = it.job.nodes + it.job.first[at];
    pattern_wiring *wiring = it.job.wiring + it.job.first[at];
    uint32_t count = it.job.first[at + 1] - it.job.first[at] - 1;
    if (count <= SMALL_NODES && count * it.job.view.layers <= SMALL_KEYS) {
        for (uint32_t i = threadIdx.x; i <= count; i += blockDim.x)
            memory.nodes[i] = nodes[i];
        nodes = memory.nodes;
        node_keys = memory.small.node_keys;
        edge_keys = memory.small.edge_keys;
        __syncthreads();
    }
    uint32_t warp = threadIdx.x / WARP, lane = threadIdx.x % WARP;
    find_levels(nodes, count, memory);
    uint32_t levels = memory.levels > 0 ? memory.levels : count;
    for (uint32_t level = levels; level-- > 0;) {
        uint32_t from = memory.levels > 0 ? memory.level[level] : level;
        uint32_t end = memory.levels > 0 ? memory.level[level + 1] : level + 1;
        for (uint32_t i = from + warp; i < end; i += blockDim.x / WARP)
            wire_node(it, nodes, i, node_keys, edge_keys, warps[warp]);
        __syncthreads();
    }
    uint32_t layer = pattern_least(node_keys, it.job.view.layers);
    if (threadIdx.x == 0) {
        it.job.wired[at] = layer < PATTERN_LAYERS;
        if (layer < PATTERN_LAYERS) {
            wiring[0].low = (uint8_t)(node_keys[layer] >> 6 & 63);
            wiring[0].high = (uint8_t)(node_keys[layer] & 63);
        }
    }
    __syncthreads();
    for (uint32_t level = 0; level < levels && layer < PATTERN_LAYERS; level++) {
        uint32_t from = memory.levels > 0 ? memory.level[level] : level;
        uint32_t end = memory.levels > 0 ? memory.level[level + 1] : level + 1;
        for (uint32_t i = from + warp; i < end; i += blockDim.x / WARP) {
            find_loads(it, nodes[i].x, nodes[i].y, warps[warp].loads, lane);
            if (lane == 0)
                pattern_decide(&it.job.view, nodes, i, warps[warp].loads, node_keys, edge_keys,
                               wiring);
            __syncwarp();
        }
        __syncthreads();
    }
    if (layer < PATTERN_LAYERS)
        add_net(it, at, 1);
    __syncthreads();
}

} // namespace patterns
