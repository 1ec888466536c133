/* chip: a placed design with its technology and cells, in one scale.
 *
 * grid/format/lefdef.h reads one:
 *
 *     struct chip chip;
 *     lefdef_read(&chip, "gcd.def", lefs, lef_count, &error);
 *     struct shapes shapes;
 *     shapes_make(&shapes, &chip, &error);          // grid/chip/shape.h
 *     ...
 *     shapes_destroy(&shapes);
 *     chip_destroy(&chip);
 */
#pragma once

#include "grid/chip/placed.h"

struct chip {
    struct tech tech;
    struct library library;
    struct placed placed;
};

/* Where a pin of a number is: its component and the macro's pin, or its port. */
struct chip_pin {
    uint32_t component; /* TECH_NONE for an I/O pin */
    uint32_t pin;       /* of a component: index in library.pins; else index in placed.ports */
};

/* Once all components and ports are known: numbers their pins and makes pin_net, all NET_NONE.
 * Fails with STATUS_BAD_INPUT over 2^31 pins. */
enum status chip_number_pins(struct chip *chip, struct error *error);

/* The pin of a number below placed.pin_count. O(log components). */
struct chip_pin chip_pin(const struct chip *chip, uint32_t number);

/* Writes `component/pin` or `PIN/port` into text, cut to size. Returns text. */
const char *chip_pin_name(const struct chip *chip, uint32_t number, char *text, size_t size);

/* Makes *to a chip of its own with the same contents. On failure it is empty. O(chip). */
enum status chip_copy(struct chip *to, const struct chip *from, struct error *error);

/* Replaces the ROUTED wiring of regular nets: that of net n becomes wires[first[n]] ..
 * wires[first[n + 1] - 1]. FIXED and COVER wiring stays. O(wires). */
enum status chip_lay_wires(struct chip *chip, const struct placed_wire *wires,
                           const uint32_t *first, struct error *error);

/* True where every number and every slice of a chip that was read points into its array, layers are
 * linked, wires are straight and no length of a rule is negative. For DEBUG_ASSERT: behind what
 * makes or changes a chip. O(chip). */
bool chip_is_sound(const struct chip *chip);

/* Frees what the chip owns and clears it. Accepts a zeroed or half-built one. */
void chip_destroy(struct chip *chip);

/* Use, net and owner of a pin: USE_POWER and USE_GROUND pins need no wires of a router; any other
 * pin of a net does, whether the net is regular or special. */
static inline enum pin_use chip_pin_use(const struct chip *chip, uint32_t number)
{
    struct chip_pin p = chip_pin(chip, number);
    return p.component == TECH_NONE ? chip->placed.ports[p.pin].use : chip->library.pins[p.pin].use;
}
