/* cell: the macros of LEF: size, pins with the shapes of their ports, obstructions.
 *
 *     macros [ m | m | ... ]   m.pins -> pins   pin.ports -> ports   port.shapes -> shapes
 *                              m.obs  ---------------------------------------------^
 *
 * Shapes are relative to the lower left corner of the cell (ORIGIN has been added). Polygons,
 * paths, vias and ITERATE are expanded to rectangles. */
#pragma once

#include "grid/layout/tech.h"

enum pin_use { USE_SIGNAL, USE_CLOCK, USE_POWER, USE_GROUND, USE_ANALOG, USE_SCAN, USE_RESET };
static inline bool use_is_power(enum pin_use use)
{
    return use == USE_POWER || use == USE_GROUND;
}

enum pin_direction { PIN_NONE, PIN_INPUT, PIN_OUTPUT, PIN_INOUT, PIN_FEEDTHRU };

struct cell_shape {
    struct layout_rect rect;
    uint16_t layer;
    bool except_pg;     /* an obstruction that power and ground may cross (EXCEPTPGNET) */
    int32_t spacing;    /* SPACING of an obstruction, instead of the layer's; or LENGTH_NONE */
    int32_t rule_width; /* DESIGNRULEWIDTH: width for spacing rules; or LENGTH_NONE */
};

/* The shapes of one port are connected. The ports of one pin are connected inside the cell, so that
 * a wire has to reach one of them only. */
struct cell_port {
    struct slice shapes;
};

struct cell_pin {
    uint32_t name; /* in library.pin_names */
    enum pin_use use;
    enum pin_direction direction;
    struct slice ports;
    struct slice shapes;  /* of all its ports */
    uint32_t must_join;   /* MUSTJOIN, a number in pin_names, or NAME_NONE */
    struct slice antenna; /* in antenna_areas */
};

struct cell_macro {
    int32_t width, height;      /* SIZE */
    int32_t origin_x, origin_y; /* ORIGIN: has been added to all shapes */
    bool core;                  /* CLASS CORE */
    struct slice pins;
    struct slice obs; /* in shapes */
};

struct library {
    struct names macro_names; /* macros have the same numbers */
    struct names pin_names;   /* of all macros' pins */
    struct cell_macro *macros;
    struct cell_pin *pins;
    struct cell_port *ports;
    struct cell_shape *shapes;
    struct antenna_area *antenna_areas;
    struct antenna_defaults antenna_defaults;
    uint32_t pin_count, port_count, shape_count, antenna_area_count;
    struct {
        size_t macros, pins, ports, shapes, antenna_areas;
    } capacity;       /* elements allocated for these arrays */
    uint64_t slanted; /* polygons with slanted edges, taken as their boxes */
};

/* All arrays of a library with their lengths. */
/* clang-format off */
#define LIBRARY_ARRAYS(X) \
    X(macros, macro_names.count) X(pins, pin_count) X(ports, port_count) X(shapes, shape_count) \
    X(antenna_areas, antenna_area_count)
/* clang-format on */

/* The index, among the pins of a macro, of the pin with this name (a number in pin_names), or
 * TECH_NONE. O(pins of the macro). */
uint32_t library_find_pin(const struct library *library, uint32_t macro, uint32_t name);
