/* direction: push while the frontier is small, pull while it is large [1].
 *
 * Idea: in a graph of few levels the middle frontiers hold most of the vertices. Pushing then reads
 * nearly all edges, and most of them lead to vertices that already have labels. Pulling looks only
 * at unreached vertices, and each of them stops at its first neighbour of the previous level.
 *
 * Rule (of [1], with its constants): pull when the edges that leave the frontier exceed the edges
 * not yet followed, divided by ALPHA. Push again when the frontier holds fewer vertices than all
 * vertices divided by BETA and has stopped growing. One condition is added: pull only if pushing
 * would read more than vertices / BETA edges, because a sweep over all vertices cannot pay in the
 * last levels of a long search. Both directions leave the frontier in a queue, with its length and
 * its number of edges, so switching costs only the reading of two numbers. On a large grid the
 * frontier is a thin line, and the rule always pushes.
 *
 *     level  frontier  edges out  edges left   direction        (approximately, a social network)
 *     1             1         17   16 000 000   push
 *     2            17     30 000   16 000 000   push
 *     3         20 000  9 000 000   7 000 000   pull  9 M > 7 M / 14
 *     4        400 000  6 900 000     100 000   pull
 *     5          9 000     20 000      80 000   push  9 000 < 1 M / 24
 *
 * Launch shape: push has one thread per frontier vertex, pull one thread per vertex; blocks of 256
 * with a block queue each.
 *
 * Race argument: push claims labels by compare-and-swap; in pull a thread labels only its own
 * vertex. Queues as in block_queue.cuh. The sum of edges is made by atomic additions, first into
 * the block's counter and then once per block into the level's counter.
 *
 * [1] S. Beamer, K. Asanovic, D. Patterson, Direction-Optimizing Breadth-First Search, 2012.
 */
#include "gpu/lab/kernel/claim.cuh"
#include "gpu/lab/lab.cuh"

namespace lab
{

enum { ALPHA = 14, BETA = 24 };

/* The counters of a level, in its set: vertices in word 0, edges in words 2 and 3. */
struct found {
    uint32_t *vertices;
    unsigned long long *edges;
};

/* Adds the block's edges to the level's counter. Called by all threads when their additions to the
 * shared word `edges` are done. */
static __device__ void add_edges(const found &found, unsigned long long *edges)
{
    __syncthreads();
    if (threadIdx.x == 0 && *edges != 0)
        atomicAdd(found.edges, *edges);
}

template <class Graph>
__global__ void __launch_bounds__(BLOCK_THREADS)
    direction_push(Graph graph, const uint32_t *previous, uint32_t count, uint32_t *current,
                   found found, uint32_t *label, uint32_t level, uint32_t capacity)
{
    extern __shared__ struct block_queue queue[];
    __shared__ unsigned long long edges;
    const block_frontier target = {current, found.vertices};
    if (threadIdx.x == 0)
        edges = 0;
    block_queue_open(queue, capacity); /* ends in a barrier */
    uint64_t i = thread_number();
    if (i < count) {
        auto row = graph.out(previous[i]);
        for (uint32_t slot = 0; slot < row.slots; slot++) {
            uint32_t next = row[slot];
            if (next == VERTEX_NONE || !claim(label, next, level))
                continue;
            block_queue_push(queue, target, next);
            atomicAdd(&edges, (unsigned long long)graph.out(next).slots);
        }
    }
    block_queue_flush(queue, target);
    add_edges(found, &edges);
}

template <class Graph>
__global__ void __launch_bounds__(BLOCK_THREADS)
    direction_pull(Graph graph, uint32_t *current, found found, uint32_t *label, uint32_t level,
                   uint32_t capacity)
{
    extern __shared__ struct block_queue queue[];
    __shared__ unsigned long long edges;
    const block_frontier target = {current, found.vertices};
    if (threadIdx.x == 0)
        edges = 0;
    block_queue_open(queue, capacity); /* ends in a barrier */
    uint64_t i = thread_number();
    if (i < graph.vertex_count() && label[i] == BFS_UNREACHED) {
        auto row = graph.in((uint32_t)i);
        for (uint32_t slot = 0; slot < row.slots; slot++) {
            uint32_t before = row[slot];
            if (before == VERTEX_NONE || label[before] != level - 1)
                continue;
            label[i] = level;
            block_queue_push(queue, target, (uint32_t)i);
            atomicAdd(&edges, (unsigned long long)graph.out((uint32_t)i).slots);
            break;
        }
    }
    block_queue_flush(queue, target);
    add_edges(found, &edges);
}

/* The numbers that the rule compares. */
struct direction_balance {
    uint64_t frontier_edges, edges_left, vertices;
    uint32_t frontier, frontier_before;
    bool pulling;
};

static bool should_pull(const struct direction_balance *balance)
{
    if (!balance->pulling)
        return balance->frontier_edges > balance->edges_left / ALPHA &&
               balance->frontier_edges > balance->vertices / BETA;
    return balance->frontier >= balance->vertices / BETA ||
           balance->frontier > balance->frontier_before;
}

template <class Graph>
static enum status direction_search(struct lab_search *search, const Graph &graph)
{
    uint32_t *previous, *current, vertices = search->vertex_count;
    size_t queue_bytes = block_queue_bytes(search->block_queue);
    TRY(buffer(search, 0, vertices, &previous));
    TRY(buffer(search, 1, vertices, &current));
    TRY(start(search, previous));
    struct direction_balance balance = {0, graph.edge_slots(), vertices, 1, 0, false};
    for (uint32_t level = 1; balance.frontier > 0; level++) {
        uint32_t *counters;
        TRY(level_counters(search, level, &counters));
        struct found found = {counters, (unsigned long long *)(counters + 2)};
        balance.pulling = should_pull(&balance);
        if (balance.pulling)
            direction_pull<<<blocks_for(vertices, BLOCK_THREADS), BLOCK_THREADS, queue_bytes,
                             search->stream>>>(graph, current, found, search->label, level,
                                               search->block_queue);
        else
            direction_push<<<blocks_for(balance.frontier, BLOCK_THREADS), BLOCK_THREADS,
                             queue_bytes, search->stream>>>(graph, previous, balance.frontier,
                                                            current, found, search->label, level,
                                                            search->block_queue);
        CUDA_LAUNCHED("direction_push or _pull", search->error);
        TRY(read_counters(search, counters, COUNTER_WORDS));
        assert(balance.frontier_edges <= balance.edges_left);
        balance.edges_left -= balance.frontier_edges;
        balance.frontier_edges =
            (uint64_t)search->counters_host[3] << 32 | (uint64_t)search->counters_host[2];
        balance.frontier_before = balance.frontier;
        balance.frontier = search->counters_host[0];
        assert(balance.frontier <= vertices); /* a vertex enters a frontier once */
        std::swap(previous, current);
    }
    return STATUS_OK;
}

} // namespace lab

LAB_KERNEL(direction)
