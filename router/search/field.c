/* field: closes and opens cells of the bit plane along wires. */
#include "router/search/field.h"

enum { AHEAD = 16 }; /* prefetch distance in pins: covers the latency of memory */

enum status field_create(struct field_store *store, const struct grid *grid, struct error *error)
{
    const size_t words = grid_plane_words(grid);
    assert(grid->blocked != NULL);
    *store = (struct field_store){.field = {.grid = grid}};
    TRY(MEM_NEW(store->field.closed, words, "closed cells", error));
    memcpy(store->field.closed, grid->blocked, words * sizeof(uint64_t));
    return STATUS_OK;
}

enum status field_begin(struct field_store *store, const struct grid *grid, struct error *error)
{
    TRY(field_create(store, grid, error));
    if (MEM_NEW(store->base, grid_plane_words(grid), "closed cells", error) == STATUS_OK)
        return STATUS_OK;
    field_destroy(store);
    return STATUS_FAILED;
}

void field_close_pins(struct field_store *store, const struct netlist *nets, size_t first,
                      size_t end)
{
    const struct grid *grid = store->field.grid;
    uint64_t *closed = store->field.closed;
    struct plane_run ahead[AHEAD];
    assert(store->base != NULL && first <= end && end <= nets->pin_count);
    for (size_t pin = first; pin < end + AHEAD; pin++) {
        struct plane_run *run = &ahead[pin % AHEAD]; /* of the pin AHEAD places before */
        if (pin >= first + AHEAD)
            for (size_t i = 0; i < run->count; i++)
                __atomic_fetch_or(&closed[run->first + i * run->stride], plane_run_mask(run, i),
                                  __ATOMIC_RELAXED);
        if (pin >= end)
            continue;
        *run = plane_run(grid, pin_wire(grid, nets->pins[pin]));
        __builtin_prefetch(&closed[run->first], 1);
    }
}

MEM_DESTROY(field_destroy, field_store, it->field.closed, it->field.toll, it->base)

enum status field_add_toll(struct field_store *store, struct error *error)
{
    assert(store->field.toll == NULL);
    return MEM_NEW(store->field.toll, grid_cells(store->field.grid), "tolls", error);
}

void field_fix(struct field_store *store, const struct field_store *from)
{
    assert(store->base != NULL && from->base != NULL);
    size_t bytes = grid_plane_words(store->field.grid) * sizeof(uint64_t);
    memcpy(store->base, from->field.closed, bytes);
    if (store != from)
        memcpy(store->field.closed, from->field.closed, bytes);
}

void field_close(struct field_store *store, const struct wire *wires, size_t count,
                 struct box *dirty)
{
    assert(store->base != NULL);
    for (size_t i = 0; i < count; i++) {
        plane_set(store->field.closed, plane_run(store->field.grid, wires[i]));
        if (dirty != NULL)
            *dirty = box_join(*dirty, box_of_wire(store->field.grid, wires[i]));
    }
}

bool field_is_open(const struct field_store *store, const struct wire *wires, size_t count)
{
    assert(count == 0 || wires != NULL);
    for (size_t i = 0; i < count; i++)
        if (plane_meets(store->field.closed, store->base, plane_run(store->field.grid, wires[i])))
            return false;
    return true;
}

bool field_is_sound(const struct field_store *store)
{
    const struct field *field = &store->field;
    assert(field->closed != NULL);
    size_t words = grid_plane_words(field->grid);
    for (size_t i = 0; i < words; i++) {
        uint64_t closed = field->closed[i], blocked = field->grid->blocked[i];
        bool sound = store->base != NULL
                         ? (blocked & ~store->base[i]) == 0 && (store->base[i] & ~closed) == 0
                         : closed == blocked;
        if (!sound)
            return false;
    }
    return true;
}
