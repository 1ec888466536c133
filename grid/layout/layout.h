/* layout: a placed design with its technology and cells, in one scale.
 *
 * grid/format/lefdef.h reads one:
 *
 *     struct layout layout;
 *     lefdef_read(&layout, "gcd.def", lefs, lef_count, &error);
 *     struct shapes shapes;
 *     shapes_make(&shapes, &layout, &error);          // grid/layout/shape.h
 *     ...
 *     shapes_destroy(&shapes);
 *     layout_destroy(&layout);
 */
#pragma once

#include "grid/layout/placed.h"

struct layout {
    struct tech tech;
    struct library library;
    struct placed placed;
};

/* Where a pin of a number is: its component and the macro's pin, or its port. */
struct layout_pin {
    uint32_t component; /* TECH_NONE for an I/O pin */
    uint32_t pin;       /* of a component: index in library.pins; else index in placed.ports */
};

/* Once all components and ports are known: numbers their pins and makes pin_net, all NET_NONE.
 * Fails with STATUS_BAD_INPUT over 2^31 pins. */
enum status layout_number_pins(struct layout *layout, struct error *error);

/* The pin of a number below placed.pin_count. O(log components). */
struct layout_pin layout_pin(const struct layout *layout, uint32_t number);

/* Writes `component/pin` or `PIN/port` into text, cut to size. Returns text. */
const char *layout_pin_name(const struct layout *layout, uint32_t number, char *text, size_t size);

/* Makes *to a layout of its own with the same contents. On failure it is empty. O(layout). */
enum status layout_copy(struct layout *to, const struct layout *from, struct error *error);

/* Replaces the ROUTED wiring of regular nets: that of net n becomes wires[first[n]] ..
 * wires[first[n + 1] - 1]. FIXED and COVER wiring stays. O(wires). */
enum status layout_lay_wires(struct layout *layout, const struct placed_wire *wires,
                             const uint32_t *first, struct error *error);

/* True where every number and every slice of a layout that was read points into its array, layers
 * are linked, wires are straight and no length of a rule is negative. For DEBUG_ASSERT: behind what
 * makes or changes a layout. O(layout). */
bool layout_is_sound(const struct layout *layout);

/* Frees what the layout owns and clears it. Accepts a zeroed or half-built one. */
void layout_destroy(struct layout *layout);

/* Use, net and owner of a pin: USE_POWER and USE_GROUND pins need no wires of a router; any other
 * pin of a net does, whether the net is regular or special. */
static inline enum pin_use layout_pin_use(const struct layout *layout, uint32_t number)
{
    struct layout_pin p = layout_pin(layout, number);
    return p.component == TECH_NONE ? layout->placed.ports[p.pin].use
                                    : layout->library.pins[p.pin].use;
}
