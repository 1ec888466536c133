/* field: builds and updates the engine's struct field: the closed cells and the tolls.
 *
 *     closed = blocked | pins of all nets | wires of the nets routed so far
 *
 * A net's own pins are closed, too: they are sources and targets of its searches, which the engine
 * may enter. With `alone`, closed is the grid's blocked plane. */
#pragma once

#include "grid/design.h"
#include "router/search/engine.h"

struct field_store {
    struct field field; /* what the engine sees; toll is NULL until field_add_toll */
    uint64_t *base;     /* blocked | pins: never opened. NULL if the field is `alone` */
};

/* Makes a field that is `alone`: one bit per cell. The grid must outlive it. Fails with
 * STATUS_FAILED without memory; *store is then empty. */
enum status field_create(struct field_store *store, const struct grid *grid, struct error *error);

/* The other fields are made in steps, for several threads: field_begin closes blocked cells, two
 * bits per cell; field_close_pins closes the cells of pins first .. end - 1 (threads may call it at
 * the same time); field_fix(store, store) makes closed cells permanent. */
enum status field_begin(struct field_store *store, const struct grid *grid, struct error *error);
void field_close_pins(struct field_store *store, const struct netlist *nets, size_t first,
                      size_t end);

/* Frees what it owns. Accepts a zeroed or half-built store. */
void field_destroy(struct field_store *store);

/* Gives the field a plane of tolls, all 0: 4 bytes per cell. */
enum status field_add_toll(struct field_store *store, struct error *error);

/* Makes the closed cells of `from` permanent. `from` is store itself or another field of the same
 * design; neither is `alone`. */
void field_fix(struct field_store *store, const struct field_store *from);

/* Closes the cells of the wires. Extends *dirty, if not NULL, to contain them. O(plane words). */
void field_close(struct field_store *store, const struct wire *wires, size_t count,
                 struct box *dirty);

/* True if no cell of the wires is closed, except permanently closed ones. */
bool field_is_open(const struct field_store *store, const struct wire *wires, size_t count);

/* True if all blocked and permanently closed cells are closed, and, with `alone`, no others. For
 * debug builds. O(words of a plane). */
bool field_is_sound(const struct field_store *store);

/* The empty box, the neutral element of box_join. */
static inline struct box box_empty(void)
{
    return (struct box){UINT32_MAX, UINT32_MAX, 0, 0};
}

static inline bool box_is_empty(struct box box)
{
    return box.x0 > box.x1 || box.y0 > box.y1;
}

static inline struct box box_whole(const struct grid *grid)
{
    return (struct box){0, 0, grid->width - 1, grid->height - 1};
}

/* The smallest box that contains both. */
static inline struct box box_join(struct box a, struct box b)
{
    return (struct box){a.x0 < b.x0 ? a.x0 : b.x0, a.y0 < b.y0 ? a.y0 : b.y0,
                        a.x1 > b.x1 ? a.x1 : b.x1, a.y1 > b.y1 ? a.y1 : b.y1};
}

/* The cells in both boxes; may be empty. */
static inline struct box box_cut(struct box a, struct box b)
{
    return (struct box){a.x0 > b.x0 ? a.x0 : b.x0, a.y0 > b.y0 ? a.y0 : b.y0,
                        a.x1 < b.x1 ? a.x1 : b.x1, a.y1 < b.y1 ? a.y1 : b.y1};
}

/* Cells of a box on one layer, and on all layers. */
static inline uint64_t box_columns(struct box box)
{
    return (uint64_t)(box.x1 - box.x0 + 1) * (box.y1 - box.y0 + 1);
}

static inline uint64_t box_cells(const struct grid *grid, struct box box)
{
    return box_columns(box) * grid->layers;
}

static inline bool box_meet(struct box a, struct box b)
{
    return a.x0 <= b.x1 && b.x0 <= a.x1 && a.y0 <= b.y1 && b.y0 <= a.y1;
}

static inline bool box_holds(struct box outer, struct box inner)
{
    return outer.x0 <= inner.x0 && outer.y0 <= inner.y0 && outer.x1 >= inner.x1 &&
           outer.y1 >= inner.y1;
}

/* The box expanded by margin cells on every side, clipped to `most`, which must hold it. */
static inline struct box box_grow(struct box most, struct box box, uint32_t margin)
{
    DEBUG_ASSERT(box_holds(most, box));
    return (struct box){box.x0 - most.x0 > margin ? box.x0 - margin : most.x0,
                        box.y0 - most.y0 > margin ? box.y0 - margin : most.y0,
                        most.x1 - box.x1 > margin ? box.x1 + margin : most.x1,
                        most.y1 - box.y1 > margin ? box.y1 + margin : most.y1};
}

static inline struct box box_of_cell(const struct grid *grid, cell_t cell)
{
    cell_t row = cell / grid->width;
    uint32_t x = cell - row * grid->width, y = row % grid->height;
    return (struct box){x, y, x, y};
}

/* The box of a net's pins. */
static inline struct box box_of_pins(const struct grid *grid, const struct netlist *nets,
                                     uint32_t net)
{
    const struct net *n = &nets->nets[net];
    struct box box = box_empty();
    assert(net < nets->net_count && n->pin_count > 0);
    for (uint32_t pin = n->first_pin; pin < n->first_pin + n->pin_count; pin++)
        box = box_join(box, box_of_cell(grid, nets->pins[pin].cell));
    return box;
}

static inline struct box box_of_wire(const struct grid *grid, struct wire wire)
{
    return box_join(box_of_cell(grid, wire.from), box_of_cell(grid, wire.to));
}
