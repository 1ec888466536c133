/* congestion: counters along wires. */
#include "router/plan/congestion.h"

#include <assert.h>
#include <stdlib.h>

enum status congestion_create(struct congestion *congestion, struct field_store *store,
                              struct error *error)
{
    size_t cells = grid_cells(store->field.grid);
    assert(store->field.toll != NULL);
    *congestion = (struct congestion){.grid = store->field.grid, .toll = store->field.toll};
    congestion->history = mem_alloc(cells, sizeof *congestion->history, "history costs", error);
    congestion->use = mem_alloc(cells, sizeof *congestion->use, "users of cells", error);
    if (congestion->history != NULL && congestion->use != NULL)
        return STATUS_OK;
    congestion_destroy(congestion);
    return STATUS_FAILED;
}

void congestion_destroy(struct congestion *congestion)
{
    free(congestion->history);
    free(congestion->use);
    *congestion = (struct congestion){0};
}

static void price(struct congestion *congestion, int64_t cell)
{
    uint64_t toll =
        congestion->history[cell] + (uint64_t)congestion->present * congestion->use[cell];
    congestion->toll[cell] = toll < TOLL_MAX ? (uint32_t)toll : TOLL_MAX;
}

/* Adds change to the use of each cell of the wires but the first of each, and prices it. */
static void count_use(struct congestion *congestion, const struct wire *wires, size_t count,
                      int change, struct box *dirty)
{
    for (size_t i = 0; i < count; i++) {
        int64_t stride = wire_stride(congestion->grid, wires[i]);
        for (int64_t cell = wires[i].from; cell != wires[i].to;) {
            cell += stride;
            congestion->use[cell] = (uint16_t)(congestion->use[cell] + change);
            price(congestion, cell);
        }
        if (dirty != NULL)
            *dirty = box_join(*dirty, box_of_wire(congestion->grid, wires[i]));
    }
}

void congestion_add(struct congestion *congestion, const struct wire *wires, size_t count,
                    struct box *dirty)
{
    count_use(congestion, wires, count, 1, dirty);
}

void congestion_remove(struct congestion *congestion, const struct wire *wires, size_t count,
                       struct box *dirty)
{
    count_use(congestion, wires, count, -1, dirty);
}

void congestion_reprice(struct congestion *congestion, const struct wire *wires, size_t count,
                        struct box *dirty)
{
    count_use(congestion, wires, count, 0, dirty);
}

size_t congestion_shared(const struct congestion *congestion, const struct wire *wires,
                         size_t count, uint16_t least)
{
    size_t shared = 0;
    for (size_t i = 0; i < count; i++) {
        int64_t stride = wire_stride(congestion->grid, wires[i]);
        for (int64_t cell = wires[i].from; cell != wires[i].to;) {
            cell += stride;
            shared += congestion->use[cell] >= least;
        }
    }
    return shared;
}

cost_t congestion_tolls(const struct congestion *congestion, const struct wire *wires, size_t count)
{
    cost_t tolls = 0;
    for (size_t i = 0; i < count; i++) {
        int64_t stride = wire_stride(congestion->grid, wires[i]);
        for (int64_t cell = wires[i].from; cell != wires[i].to;) {
            cell += stride;
            tolls += congestion->toll[cell];
        }
    }
    return tolls;
}

void congestion_remember(struct congestion *congestion, const struct wire *wires, size_t count,
                         uint32_t amount)
{
    for (size_t i = 0; i < count; i++) {
        int64_t stride = wire_stride(congestion->grid, wires[i]);
        for (int64_t cell = wires[i].from; cell != wires[i].to;) {
            cell += stride;
            uint32_t *history = &congestion->history[cell];
            if (congestion->use[cell] < 2)
                continue;
            *history = *history < TOLL_MAX - amount ? *history + amount : TOLL_MAX;
            congestion->remembers = true;
            price(congestion, cell);
        }
    }
}

void congestion_lock(struct congestion *congestion, const struct wire *wires, size_t count,
                     int64_t amount, struct box *dirty)
{
    for (size_t i = 0; i < count; i++) {
        int64_t stride = wire_stride(congestion->grid, wires[i]);
        for (int64_t cell = wires[i].from; cell != wires[i].to;) {
            cell += stride;
            assert(congestion->history[cell] + amount >= 0);
            congestion->history[cell] = (uint32_t)(congestion->history[cell] + amount);
            price(congestion, cell);
        }
        if (dirty != NULL)
            *dirty = box_join(*dirty, box_of_wire(congestion->grid, wires[i]));
    }
}
