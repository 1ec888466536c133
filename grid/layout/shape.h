/* shape: all metal and cuts of a layout as flat rectangles, each with its layer and owner.
 *
 *     shapes   [ pin 0 | pin 1 | ... | ports | obstructions | blockages | special wires | wires ]
 *                ^ pin_first[0]  ^ pin_first[1] ...           pin_first[pin_count] ends them
 *
 * Shapes on layers that are neither routing nor cut are left out, and so are empty rectangles. Of
 * blockages that are the same (rectangle, layer, rules), and of such obstructions of one component,
 * the first stands for all.
 */
#pragma once

#include "grid/layout/layout.h"

enum shape_kind {
    SHAPE_PIN,      /* of a component's pin; owner: the pin's number */
    SHAPE_PORT,     /* of an I/O pin; owner: the pin's number */
    SHAPE_OBS,      /* obstruction of a component; owner: the component */
    SHAPE_BLOCKAGE, /* of BLOCKAGES; owner: its index */
    SHAPE_SPECIAL,  /* wiring of SPECIALNETS; owner: index in special_wires */
    SHAPE_WIRE,     /* wiring of NETS; owner: index in wires */
};

struct shape {
    struct layout_rect rect;
    uint32_t net; /* NET_NONE: of no net (obstructions, blockages, pins without a net) */
    uint32_t owner;
    uint16_t layer;
    uint8_t kind;       /* enum shape_kind */
    bool except_pg;     /* power and ground may cross it */
    int32_t spacing;    /* own spacing of an obstruction or blockage, or LENGTH_NONE */
    int32_t rule_width; /* its width for rules, or LENGTH_NONE */
};

struct shapes {
    struct shape *shapes;
    uint32_t count;
    uint32_t *pin_first; /* [placed.pin_count + 1]: shapes of pin p are pin_first[p] ..
                            pin_first[p + 1] - 1 */
    uint32_t first_obs, first_blockage, first_special, first_wire; /* where these start */
    size_t capacity;
};

/* Makes the shapes of the layout as it was read, wiring included. Free with shapes_destroy.
 * O(shapes). Fails with STATUS_FAILED without memory, STATUS_BAD_INPUT over 2^32 - 1 shapes. */
enum status shapes_make(struct shapes *shapes, const struct layout *layout, struct error *error);

void shapes_destroy(struct shapes *shapes);

/* The metal of a segment: its centre line made `width` wide and lengthened at both ends. The
 * wire must be straight. */
struct layout_rect wire_segment_rect(const struct placed_wire *wire);

/* The rectangle number i of a wire and its layer: i is 0 for segments and rectangles, below the
 * count of the via's rectangles for vias. */
struct layout_rect wire_rect(const struct layout *layout, const struct placed_wire *wire,
                             uint32_t i, uint16_t *layer);

/* How many rectangles a wire has. */
uint32_t wire_rect_count(const struct layout *layout, const struct placed_wire *wire);
