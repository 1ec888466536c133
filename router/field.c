/* field: the closed plane, cell by cell along wires. */
#include "router/field.h"

#include <stdlib.h>
#include <string.h>

static void set_bits(const struct grid *grid, uint64_t *plane, struct wire wire)
{
    int64_t stride = wire_stride(grid, wire);
    for (int64_t cell = wire.from;; cell += stride) {
        plane[grid_word(grid, (cell_t)cell)] |= grid_bit(grid, (cell_t)cell);
        if (cell == wire.to)
            return;
    }
}

enum status field_create(struct field_store *store, const struct design *design, bool alone,
                         struct error *error)
{
    const struct grid *grid = &design->grid;
    size_t words = grid_plane_words(grid);
    *store = (struct field_store){.field = {.grid = grid}};
    store->field.closed = mem_alloc(words, sizeof(uint64_t), "the closed cells", error);
    if (store->field.closed == NULL)
        return STATUS_FAILED;
    memcpy(store->field.closed, grid->blocked, words * sizeof(uint64_t));
    if (alone)
        return STATUS_OK;
    store->base = mem_alloc(words, sizeof(uint64_t), "the closed cells", error);
    if (store->base == NULL) {
        field_destroy(store);
        return STATUS_FAILED;
    }
    for (uint32_t pin = 0; pin < design->nets.pin_count; pin++)
        set_bits(grid, store->field.closed, pin_wire(grid, design->nets.pins[pin]));
    memcpy(store->base, store->field.closed, words * sizeof(uint64_t));
    return STATUS_OK;
}

void field_destroy(struct field_store *store)
{
    free(store->field.closed);
    free(store->field.toll);
    free(store->base);
    *store = (struct field_store){0};
}

enum status field_add_toll(struct field_store *store, struct error *error)
{
    if (store->field.toll == NULL)
        store->field.toll =
            mem_alloc(grid_cells(store->field.grid), sizeof(uint32_t), "tolls", error);
    return store->field.toll != NULL ? STATUS_OK : STATUS_FAILED;
}

void field_fix(struct field_store *store, const struct field_store *from)
{
    size_t bytes = grid_plane_words(store->field.grid) * sizeof(uint64_t);
    memcpy(store->base, from->field.closed, bytes);
    memcpy(store->field.closed, from->field.closed, bytes);
}

void field_close(struct field_store *store, const struct wire *wires, size_t count,
                 struct box *dirty)
{
    for (size_t i = 0; i < count; i++) {
        set_bits(store->field.grid, store->field.closed, wires[i]);
        if (dirty != NULL)
            *dirty = box_join(*dirty, box_of_wire(store->field.grid, wires[i]));
    }
}

static void open_cell(struct field_store *store, cell_t cell)
{
    size_t word = grid_word(store->field.grid, cell);
    uint64_t keep = ~grid_bit(store->field.grid, cell);
    store->field.closed[word] &= keep | (store->base != NULL ? store->base[word] : 0);
}

void field_open(struct field_store *store, const struct wire *wires, size_t count,
                struct box *dirty)
{
    const struct grid *grid = store->field.grid;
    for (size_t i = 0; i < count; i++) {
        int64_t stride = wire_stride(grid, wires[i]);
        for (int64_t cell = wires[i].from;; cell += stride) {
            open_cell(store, (cell_t)cell);
            if (cell == wires[i].to)
                break;
        }
        if (dirty != NULL)
            *dirty = box_join(*dirty, box_of_wire(grid, wires[i]));
    }
}

static bool cell_is_open(const struct field_store *store, cell_t cell)
{
    size_t word = grid_word(store->field.grid, cell);
    uint64_t base = store->base != NULL ? store->base[word] : 0;
    return (store->field.closed[word] & ~base & grid_bit(store->field.grid, cell)) == 0;
}

bool field_is_open(const struct field_store *store, const struct wire *wires, size_t count)
{
    const struct grid *grid = store->field.grid;
    for (size_t i = 0; i < count; i++) {
        int64_t stride = wire_stride(grid, wires[i]);
        for (int64_t cell = wires[i].from;; cell += stride) {
            if (!cell_is_open(store, (cell_t)cell))
                return false;
            if (cell == wires[i].to)
                break;
        }
    }
    return true;
}
