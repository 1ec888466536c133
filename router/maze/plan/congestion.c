/* congestion: updates use, history and toll of each cell along wires. */
#include "router/maze/plan/congestion.h"

enum status congestion_create(struct congestion *congestion, struct field_store *store,
                              struct error *error)
{
    size_t cells = grid_cells(store->field.grid);
    assert(store->field.toll != NULL);
    *congestion = (struct congestion){.grid = store->field.grid, .toll = store->field.toll};
    TRY(MEM_NEW(congestion->history, cells, "history costs", error));
    return MEM_NEW(congestion->use, cells, "users of cells", error);
}

MEM_DESTROY(congestion_destroy, congestion, it->history, it->use)

static uint32_t toll_of(const struct congestion *congestion, size_t cell)
{
    DEBUG_ASSERT(cell < grid_cells(congestion->grid));
    uint64_t toll =
        congestion->history[cell] + (uint64_t)congestion->present * congestion->use[cell];
    return toll < TOLL_MAX ? (uint32_t)toll : TOLL_MAX;
}

/* A change of one cell of a wire. */
typedef void change_cell(struct congestion *congestion, size_t cell, int64_t amount);

static void change_use(struct congestion *congestion, size_t cell, int64_t amount)
{
    DEBUG_ASSERT(congestion->use[cell] + amount >= 0 &&
                 congestion->use[cell] + amount <= NETLIST_NETS_MAX);
    congestion->use[cell] = (uint32_t)(congestion->use[cell] + amount);
    congestion->toll[cell] = toll_of(congestion, cell);
}

static void change_history(struct congestion *congestion, size_t cell, int64_t amount)
{
    DEBUG_ASSERT(congestion->history[cell] + amount >= 0 &&
                 congestion->history[cell] + amount <= UINT32_MAX);
    congestion->history[cell] = (uint32_t)(congestion->history[cell] + amount);
    congestion->toll[cell] = toll_of(congestion, cell);
}

static void raise_shared(struct congestion *congestion, size_t cell, int64_t amount)
{
    uint32_t history = congestion->history[cell];
    if (congestion->use[cell] < 2)
        return;
    congestion->history[cell] = history < TOLL_MAX - amount ? history + (uint32_t)amount : TOLL_MAX;
    congestion->toll[cell] = toll_of(congestion, cell);
    congestion->remembers = true;
}

/* Changes each cell of the wires except the first cell of each wire. */
static inline void change_wires(struct congestion *congestion, const struct wire *wires,
                                size_t count, change_cell *change, int64_t amount)
{
    assert(count == 0 || wires != NULL);
    for (size_t i = 0; i < count; i++) {
        struct wire_walk walk = wire_walk_rest(congestion->grid, wires[i]);
        for (; walk.left > 0; wire_next(&walk))
            change(congestion, walk.cell, amount);
    }
}

void congestion_count(struct congestion *congestion, const struct wire *wires, size_t count,
                      bool in)
{
    change_wires(congestion, wires, count, change_use, in ? 1 : -1);
}

void congestion_reprice(struct congestion *congestion, const struct wire *wires, size_t count,
                        struct box *dirty)
{
    assert(dirty != NULL && congestion->present <= TOLL_MAX);
    change_wires(congestion, wires, count, change_use, 0);
    for (size_t i = 0; i < count; i++)
        *dirty = box_join(*dirty, box_of_wire(congestion->grid, wires[i]));
}

void congestion_remember(struct congestion *congestion, const struct wire *wires, size_t count,
                         uint32_t amount)
{
    assert(amount <= TOLL_MAX);
    change_wires(congestion, wires, count, raise_shared, amount);
}

void congestion_lock(struct congestion *congestion, const struct wire *wires, size_t count,
                     int64_t amount)
{
    assert(count == 0 || wires != NULL);
    change_wires(congestion, wires, count, change_history, amount);
}

size_t congestion_shared(const struct congestion *congestion, const struct wire *wires,
                         size_t count)
{
    assert(count == 0 || wires != NULL);
    size_t shared = 0;
    for (size_t i = 0; i < count; i++) {
        struct wire_walk walk = wire_walk_rest(congestion->grid, wires[i]);
        for (; walk.left > 0; wire_next(&walk)) {
            DEBUG_ASSERT(congestion->use[walk.cell] > 0);
            shared += congestion->use[walk.cell] > 1;
        }
    }
    return shared;
}

bool congestion_is_sound(const struct congestion *congestion)
{
    size_t cells = grid_cells(congestion->grid);
    bool sound = congestion->present <= TOLL_MAX;
    for (size_t cell = 0; cell < cells && sound; cell++)
        sound = congestion->toll[cell] == toll_of(congestion, cell) &&
                congestion->history[cell] <= TOLL_MAX &&
                (congestion->remembers || congestion->history[cell] == 0);
    return sound;
}
