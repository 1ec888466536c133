/* field: the closed plane, cell by cell along wires. */
#include "router/search/field.h"

#include <stdlib.h>
#include <string.h>

#include "grid/plane.h"

enum status field_create(struct field_store *store, const struct design *design, bool alone,
                         struct error *error)
{
    assert(design->grid.blocked != NULL);
    const struct grid *grid = &design->grid;
    size_t words = grid_plane_words(grid);
    *store = (struct field_store){.field = {.grid = grid}};
    store->field.closed = mem_alloc(words, sizeof(uint64_t), "closed cells", error);
    if (store->field.closed == NULL)
        return STATUS_FAILED;
    memcpy(store->field.closed, grid->blocked, words * sizeof(uint64_t));
    if (alone)
        return STATUS_OK;
    store->base = mem_alloc(words, sizeof(uint64_t), "closed cells", error);
    if (store->base == NULL) {
        field_destroy(store);
        return STATUS_FAILED;
    }
    for (uint32_t pin = 0; pin < design->nets.pin_count; pin++)
        plane_set(store->field.closed, plane_run(grid, pin_wire(grid, design->nets.pins[pin])));
    memcpy(store->base, store->field.closed, words * sizeof(uint64_t));
    return STATUS_OK;
}

void field_destroy(struct field_store *store)
{
    MEM_FREE(store->field.closed, store->field.toll, store->base);
    *store = (struct field_store){0};
}

enum status field_add_toll(struct field_store *store, struct error *error)
{
    assert(store->field.toll == NULL);
    if (store->field.toll == NULL)
        store->field.toll =
            mem_alloc(grid_cells(store->field.grid), sizeof(uint32_t), "tolls", error);
    return store->field.toll != NULL ? STATUS_OK : STATUS_FAILED;
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

void field_clear(struct field_store *store)
{
    assert(store->base != NULL);
    memcpy(store->field.closed, store->base,
           grid_plane_words(store->field.grid) * sizeof(uint64_t));
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
