/* all_nets: see the header for the contract. */
#include "router/detail/all_nets.h"

#include <stdlib.h>

#include "router/detail/insert.h"

enum {
    INSERT_WORK = 10 * 1000 * 1000, /* nodes for nets that push others aside, over what was used */
};

struct rank {
    int64_t size;
    uint32_t net;
};

static int by_size(const void *a, const void *b)
{
    const struct rank *x = a;
    const struct rank *y = b;
    if (x->size != y->size)
        return x->size < y->size ? -1 : 1;
    return x->net < y->net ? -1 : x->net > y->net;
}

/* Half the way round the box about a net's pins. */
static int64_t net_size(const struct lattice *lattice, const struct access *access, uint32_t net)
{
    struct layout_rect box = net_tree_pins(lattice, access, net);
    return box.x0 > box.x1 ? 0 : (int64_t)box.x1 - box.x0 + box.y1 - box.y0;
}

enum status all_nets_route(struct pathfinder *n, struct error *error)
{
    uint32_t count = n->lattice->model->net_count;
    struct rank *ranks = mem_alloc(count, sizeof *ranks, "order", error);
    uint32_t *order = mem_alloc(count, sizeof *order, "order", error);
    enum status status = ranks != NULL && order != NULL ? STATUS_OK : STATUS_FAILED;
    for (uint32_t i = 0; i < count && status == STATUS_OK; i++)
        ranks[i] = (struct rank){net_size(n->lattice, n->growers[0].access, i), i};
    if (status == STATUS_OK) {
        qsort(ranks, count, sizeof *ranks, by_size);
        for (uint32_t i = 0; i < count; i++)
            order[i] = ranks[i].net;
        n->order = order;
        n->count = count;
        status = pathfinder_run(n, error);
    }
    if (status == STATUS_OK && n->in_conflict > 0)
        status = insert_missing(n, pathfinder_work(n) + INSERT_WORK, error);
    MEM_FREE(ranks, order);
    return status;
}
