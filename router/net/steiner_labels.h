/* steiner_labels: what the cheapest tree of every set of pins costs, for every cell of a window.
 * Internal to steiner.
 *
 * The window is copied into flat arrays first: what it costs to enter each cell, and which steps
 * may leave it. Then labels[S][v] is the least cost of a tree that hangs on cell v and holds the
 * pins S, the cell v itself not counted, LABEL_NONE where there is none. Pin i > 0 is bit i - 1
 * of a set; in the place of set 0 stand the labels of the root, pin 0, alone.
 *
 * Labels are 32 bits wide. A tree that costs more is not found, which `enough` and `overflow` tell
 * apart from no tree.
 */
#ifndef LEEWAY_ROUTER_NET_STEINER_LABELS_H
#define LEEWAY_ROUTER_NET_STEINER_LABELS_H

#include <assert.h>

#include "router/net/steiner_sweep.h"

#define LABEL_NONE UINT32_MAX

struct steiner {
    struct steiner_sweep sweep;
    bool by_labels; /* never by fields: for tests */
    bool swept;     /* the last search was by fields */
    const struct grid *grid;
    struct box window;
    uint32_t width, height, cells; /* of the window; cells on all layers */
    int32_t stride[DIRECTIONS];
    uint32_t *enter;  /* [cells] cost to enter, LABEL_NONE: closed */
    uint8_t *steps;   /* [cells] bit d: a step in direction d may leave */
    uint32_t *labels; /* [sets][cells] */
    uint32_t *bounds; /* [cells] labels above are of no use */
    uint32_t enough;  /* cost of some tree; LABEL_NONE: a pin cannot be reached */
    bool overflow;    /* a cell was reached at a cost that no label holds */
    uint64_t *heap;
    size_t heap_count, heap_capacity, enter_capacity, steps_capacity, labels_capacity,
        bounds_capacity;
    uint32_t pins[STEINER_PINS_MAX]; /* their cells in the window; the first is the root */
    uint32_t pin_count;
};

/* Copies the window of the field and the pins of the growth's net. */
enum status steiner_load(struct steiner *s, const struct field *field, struct box window,
                         const struct growth *growth, struct error *error);

/* Fills the labels of all sets. Labels of no use to a cheapest tree are left out. */
enum status steiner_search(struct steiner *s, struct error *error);

/* The cell at which the tree of all other pins meets the path from the root, and the cost of the
 * whole: LABEL_NONE where none is known. */
uint32_t steiner_meeting(const struct steiner *s, uint32_t *cost);

static inline uint32_t *steiner_labels_of(const struct steiner *s, uint32_t set)
{
    return s->labels + (size_t)set * s->cells;
}

/* The set of all pins but the root. */
static inline uint32_t steiner_all_pins(const struct steiner *s)
{
    assert(s->pin_count >= 2 && s->pin_count <= STEINER_PINS_MAX);
    return (1u << (s->pin_count - 1)) - 1;
}

/* What it costs to hang the tree on the neighbour in direction d of a cell instead: the cell is
 * entered from there. */
static inline uint64_t steiner_step_cost(const struct steiner *s, uint32_t cell, int d)
{
    uint32_t z = cell / s->width / s->height;
    return s->enter[cell] + step_extra(&s->grid->rules, z, AXIS_NONE, d);
}

#endif
