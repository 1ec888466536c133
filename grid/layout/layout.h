/* layout: a placed design with its technology and cells, in one unit of length.
 * grid/format/lefdef/lefdef.h reads one, shape.h makes its shapes. */
#pragma once

#include "grid/layout/notes.h"
#include "grid/layout/placed.h"

/* Appends a value to a growing array of a struct tech, library or placed:
 *
 *     TRY(LAYOUT_APPEND(tech, steps, step_count, step, "rules", error));
 */
#define LAYOUT_APPEND(part, array, count, value, what, error)                                      \
    MEM_APPEND((part)->array, (part)->capacity.array, (part)->count, value, what, error)

/* Moves the elements of a slice to the end of their array, so that the slice can grow. */
#define SLICE_TO_END(slice, part, array, count, what, error)                                       \
    slice_to_end(slice, (void **)&(part)->array, &(part)->count, &(part)->capacity.array,          \
                 sizeof *(part)->array, what, error)
enum status slice_to_end(struct slice *slice, void **array, uint32_t *count, size_t *capacity,
                         size_t size, const char *what, struct error *error);

struct layout {
    struct tech tech;
    struct library library;
    struct placed placed;
    struct layout_notes notes; /* of LEF, then of DEF */
};

/* The owner of a pin number: a component and the pin of its macro, or an I/O pin. */
struct layout_pin {
    uint32_t component; /* TECH_NONE for an I/O pin */
    uint32_t pin;       /* of a component: index in library.pins; else index in placed.ports */
};

/* Numbers the pins of all components and ports and makes pin_net, filled with NET_NONE. To be
 * called once, when all of them are known. Fails with STATUS_BAD_INPUT over 2^31 pins. */
enum status layout_number_pins(struct layout *layout, struct error *error);

/* The owner of a pin number below placed.pin_count. O(log components). */
struct layout_pin layout_pin(const struct layout *layout, uint32_t number);

/* Writes `component/pin` or `PIN/port` into text, cut to size. Returns text. */
const char *layout_pin_name(const struct layout *layout, uint32_t number, char *text, size_t size);

/* Copies the technology and the cells of `from` into *to, whose placement is empty. On failure *to
 * is empty. O(technology and cells). */
enum status layout_copy_cells(struct layout *to, const struct layout *from, struct error *error);

/* Makes *to an independent copy; empty on failure. O(layout). */
enum status layout_copy(struct layout *to, const struct layout *from, struct error *error);

/* Replaces the ROUTED wiring of each net n by wires[first[n]] .. wires[first[n + 1] - 1]. FIXED and
 * COVER wiring is kept. O(wires). */
enum status layout_lay_wires(struct layout *layout, const struct placed_wire *wires,
                             const uint32_t *first, struct error *error);

/* Gives each net of the layout the routing levels of the net with its name in `from`, whose
 * technology must be the same. O(nets). */
void layout_limit_nets(struct layout *layout, const struct layout *from);

/* The length of a jog, in units: a net with limited routing levels may have wires on other levels
 * up to this far from its pins, because tracks of neighbouring layers need not meet above a pin.
 * O(tracks + nondefault rules). */
int32_t layout_jog(const struct layout *layout);

/* True if all indices and slices of the layout are inside their arrays, layers are linked, wires
 * are straight and no length of a rule is negative. For assertions after reading or changing a
 * layout. O(layout). */
bool layout_is_sound(const struct layout *layout);

void layout_destroy(struct layout *layout);

/* The use of a pin. shapes_find_rails (shape.h) finds the pins that need no wires. */
static inline enum pin_use layout_pin_use(const struct layout *layout, uint32_t number)
{
    struct layout_pin p = layout_pin(layout, number);
    return p.component == TECH_NONE ? layout->placed.ports[p.pin].use
                                    : layout->library.pins[p.pin].use;
}
