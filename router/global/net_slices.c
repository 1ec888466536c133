/* net_slices: sorts the nets by length and hash, and cuts them into slices. */
#include "grid/radix.h"
#include "grid/random.h"
#include "router/global/net_slices.h"
#include "router/global/planes.h"

enum {
    SLICES = 512,      /* number of slices of a large design */
    SLICES_2024 = 256, /* the same by the rules of 2024 */
    SLICE_LEAST = 8,   /* nets: smallest size of a slice */
    NET_WEIGHT = 4,    /* tiles of wire that the pins of a net are worth */
    NETS_LEAST = 2000, /* nets that a thread makes keys of at a time, at least */
};

#define IDLE UINT64_MAX /* key of a net that needs no route */

/* The nets in the making of their order. */
struct net_sort {
    const struct net_slices *slices;
    const struct tile_graph *graph;
    uint32_t attempt;
    uint64_t *keys, *spare; /* [net_count] */
};

/* Keys: class of length (8 bits), hash (24 bits), net (32 bits). */
static void make_keys(void *context, size_t from, size_t end)
{
    const struct net_sort *sort = context;
    for (size_t i = from; i < end; i++) {
        const uint32_t net = (uint32_t)i;
        sort->keys[net] = IDLE;
        if (sort->graph->nets[net].idle || sort->graph->nets[net].pin_count == 0)
            continue;
        uint64_t class = 0;
        struct box box = planes_net_box(sort->graph, net);
        for (uint32_t length = box.x1 - box.x0 + box.y1 - box.y0; length > 0; length /= 2)
            class ++;
        uint64_t hash = random_hash((uint64_t)sort->attempt << 32 | net) >> 40;
        sort->keys[net] = (sort->attempt == 0 ? class : 0) << 56 | hash << 32 | net;
    }
}

/* Puts the nets of a slice that take longest first: threads that end later than others end soon
 * after. */
static void sort_slices(void *context, size_t from, size_t end)
{
    const struct net_sort *sort = context;
    const uint32_t *first = sort->slices->from;
    for (uint32_t i = first[from]; i < first[end]; i++) {
        uint32_t net = (uint32_t)sort->keys[i];
        struct box box = planes_net_box(sort->graph, net);
        uint64_t size = box.x1 - box.x0 + box.y1 - box.y0 + sort->graph->nets[net].pin_count;
        sort->keys[i] = (UINT32_MAX - size) << 32 | net;
    }
    for (size_t slice = from; slice < end; slice++)
        qsort(sort->keys + first[slice], first[slice + 1] - first[slice], sizeof *sort->keys,
              by_uint64);
}

/* The weight of a net by its key: about the length of its wires, and NET_WEIGHT for its pins. */
static uint64_t weight_of(uint64_t key)
{
    return ((uint64_t)1 << (key >> 56)) + NET_WEIGHT;
}

/* Cuts the sorted nets into slices of about the same weight. */
static void cut_slices(struct net_slices *it, const uint64_t *keys, uint32_t slices)
{
    const bool few = it->count <= NET_SLICES_FEW;
    uint64_t total = 0, sum = 0, cuts = 0; /* cuts: slices that the nets so far should fill */
    for (uint32_t i = 0; i < it->count; i++)
        total += weight_of(keys[i]);
    for (uint32_t i = 0; i < it->count; i++) {
        const uint32_t size = it->slices == 0 ? 0 : i - it->from[it->slices - 1];
        if (i == 0 || few || (sum * slices >= total * (cuts + 1) && size >= SLICE_LEAST)) {
            it->from[it->slices++] = i;
            cuts = sum * slices / total;
        }
        it->most = size > it->most ? size : it->most;
        sum += weight_of(keys[i]);
    }
    it->from[it->slices] = it->count;
    if (it->slices > 0 && it->count - it->from[it->slices - 1] > it->most)
        it->most = it->count - it->from[it->slices - 1];
}

enum status net_slices_create(struct net_slices *it, const struct tile_graph *graph,
                              uint32_t attempt, struct workers *workers, struct error *error)
{
    struct net_sort sort = {.slices = it, .graph = graph, .attempt = attempt};
    const uint32_t nets = graph->net_count;
    *it = (struct net_slices){0};
    enum status status = MEM_NEW(it->nets, nets, "nets", error);
    THEN(status, MEM_NEW(it->from, (size_t)nets + 1, "nets", error));
    THEN(status, MEM_NEW(sort.keys, nets, "nets", error));
    THEN(status, MEM_NEW(sort.spare, nets, "nets", error));
    if (status == STATUS_OK) {
        workers_run(workers, make_keys, &sort, nets, NETS_LEAST);
        radix_sort(sort.keys, sort.spare, nets);
        while (it->count < nets && sort.keys[it->count] != IDLE)
            it->count++;
        cut_slices(it, sort.keys, graph->rules == TILES_2024 ? SLICES_2024 : SLICES);
        workers_run(workers, sort_slices, &sort, it->slices, 1);
        for (uint32_t i = 0; i < it->count; i++)
            it->nets[i] = (uint32_t)sort.keys[i];
    }
    MEM_FREE(sort.keys, sort.spare);
    return status;
}

MEM_DESTROY(net_slices_destroy, net_slices, it->nets, it->from)
