/* shape: all metal and cuts of a layout as a flat array of rectangles with layer and owner.
 *
 *     shapes   [ pin 0 | pin 1 | ... | ports | obstructions | blockages | fills | special | other ]
 *                ^       ^             ^                                        wires
 *                pin_first[0], [1] ..  pin_first[pin_count]
 *
 * Left out: shapes on layers that are neither routing nor cut, blockages of fills or slots only,
 * empty rectangles, and duplicates (same rectangle, layer and rules) of blockages and of the
 * obstructions of one component. */
#pragma once

#include "grid/layout/layout.h"

enum shape_kind {
    SHAPE_PIN,      /* of a component's pin; owner: the pin's number */
    SHAPE_PORT,     /* of an I/O pin; owner: the pin's number */
    SHAPE_OBS,      /* obstruction of a component; owner: the component */
    SHAPE_BLOCKAGE, /* of BLOCKAGES; owner: its index */
    SHAPE_FILL,     /* of FILLS, which is metal without a net; owner: its index in blockages */
    SHAPE_SPECIAL,  /* wiring of SPECIALNETS; owner: index in special_wires */
    SHAPE_WIRE,     /* wiring of NETS; owner: index in wires */
};

struct shape {
    struct layout_rect rect;
    uint32_t net; /* NET_NONE for obstructions, blockages and pins without a net */
    uint32_t owner;
    uint16_t layer;
    uint8_t kind;       /* enum shape_kind */
    bool except_pg;     /* power and ground may cross it */
    int32_t spacing;    /* SPACING of an obstruction or blockage, or LENGTH_NONE */
    int32_t rule_width; /* DESIGNRULEWIDTH, or LENGTH_NONE */
};

struct shapes {
    struct shape *shapes;
    uint32_t count;
    uint32_t *pin_first; /* [placed.pin_count + 1]: first shape of each pin, as above */
    uint32_t first_obs, first_blockage, first_special, first_wire; /* starts of these kinds */
    uint32_t *wire_first; /* [nets + 1]: first shape of each net's wiring in NETS */
    size_t capacity;
};

/* Makes the shapes of a layout, including wiring. Free with shapes_destroy. O(shapes). Fails with
 * STATUS_FAILED without memory, STATUS_BAD_INPUT over 2^32 - 1 shapes. */
enum status shapes_make(struct shapes *shapes, const struct layout *layout, struct error *error);

void shapes_destroy(struct shapes *shapes);

/* True if the pin has placed metal on a routing layer. O(shapes of the pin). */
bool shapes_has_metal(const struct shapes *shapes, const struct layout *layout, uint32_t pin);

/* Makes *rail, [pin_count]: true for pins that no wire has to reach, because they belong to the
 * rails of a net of SPECIALNETS: those that NETS does not list and, if the net has no other rail,
 * its power and ground pins. Free it with free. O(pins). */
enum status shapes_find_rails(const struct shapes *shapes, const struct layout *layout, bool **rail,
                              struct error *error);

/* The first pin of a net that wires have to reach and that has no metal, or NET_NONE. */
uint32_t shapes_bare_pin(const struct shapes *shapes, const struct layout *layout, const bool *rail,
                         uint32_t net);

/* The metal of a segment, which must be straight: its centre line with width and extensions. */
struct layout_rect wire_segment_rect(const struct placed_wire *wire);

/* Rectangle i of a wire and its layer, i below wire_rect_count. */
struct layout_rect wire_rect(const struct layout *layout, const struct placed_wire *wire,
                             uint32_t i, uint16_t *layer);

/* The number of rectangles of a wire: 1, or those of the via. */
uint32_t wire_rect_count(const struct layout *layout, const struct placed_wire *wire);
