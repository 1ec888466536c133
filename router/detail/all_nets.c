/* all_nets: see the header for the contract. */
#include "router/detail/all_nets.h"

#include <stdlib.h>

#include "router/detail/insert.h"

enum {
    INSERT_WORK = 10 * 1000 * 1000, /* nodes for nets that push others aside, over what was used */
};

struct rank {
    int64_t size;
    int net;
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
static int64_t net_size(const struct lattice *lattice, const struct access *access, int net)
{
    struct box box = net_tree_pins(lattice, access, net);
    return box.x1 > box.x2 ? 0 : (int64_t)box.x2 - box.x1 + box.y2 - box.y1;
}

enum status all_nets_route(struct pathfinder *n, struct error *error)
{
    int count = n->lattice->model->net_count;
    struct rank *ranks = mem_alloc((size_t)count, sizeof *ranks, "order", error);
    int *order = mem_alloc((size_t)count, sizeof *order, "order", error);
    enum status status = ranks && order ? STATUS_OK : STATUS_FAILED;
    for (int i = 0; i < count && status == STATUS_OK; i++)
        ranks[i] = (struct rank){net_size(n->lattice, n->growers[0].access, i), i};
    if (status == STATUS_OK) {
        qsort(ranks, (size_t)count, sizeof *ranks, by_size);
        for (int i = 0; i < count; i++)
            order[i] = ranks[i].net;
        status = pathfinder_run(n, order, count, error);
    }
    if (status == STATUS_OK && n->in_conflict > 0)
        status = insert_missing(n, order, count, pathfinder_work(n) + INSERT_WORK, error);
    MEM_FREE(ranks, order);
    return status;
}
