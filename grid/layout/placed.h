/* placed: the placed design of a DEF file: die, rows, tracks, components, I/O pins, nets, blockages
 * and wiring.
 *
 * Pins are numbered throughout: the pins of component 0 in the order of its macro, those of
 * component 1 and so on, and from first_port on the I/O pins of the section PINS.
 *
 *     pin_net  [ c0: A B Y vdd | c1: ... | ports ]   the net of each pin, NET_NONE if it has none
 *                ^ component.first_pin     ^ first_port
 *     nets     net.pins -> net_pins   (numbers of pins, in the file's order)
 *              net.wires -> wires     (wiring of NETS)
 *              net.special_wires -> special_wires (wiring of SPECIALNETS)
 *
 * A net in both NETS (regular) and SPECIALNETS (special) has one number. pin_net has the net of
 * every pin: `( * vdd )` is expanded, and a power or ground pin that no net lists belongs to the
 * special net of its own name, ignoring case. net_pins has only the pins listed in NETS. */
#pragma once

#include "grid/layout/cell.h"

#define NET_NONE UINT32_MAX

enum place_status {
    PLACE_PLACED,
    PLACE_FIXED,
    PLACE_COVER,
    PLACE_UNPLACED, /* has no shapes; read only if the caller asks for it (lefdef.h) */
};

struct placed_row {
    uint32_t site; /* in tech.site_names, or NAME_NONE */
    enum orient orient;
    int32_t x, y, count_x, count_y, step_x, step_y;
};

/* TRACKS X (vertical): lines at x = start + i * step, i in 0 .. count - 1; TRACKS Y: horizontal
 * lines at y. layers: slice of track_layers. */
struct placed_tracks {
    bool vertical;
    int32_t start, step, count; /* step > 0 or count == 1 */
    struct slice layers;
};

struct placed_gcells {
    bool vertical;
    int32_t start, step, count;
};

struct placed_component {
    uint32_t macro;
    int32_t x, y; /* lower left corner of the oriented cell */
    enum orient orient;
    enum place_status status;
    uint32_t first_pin; /* number of its first pin */
};

/* An I/O pin, with its shapes at their final place. A port that is not placed has no shapes and
 * cannot be reached. */
struct placed_port {
    uint32_t net;
    enum pin_use use;
    enum pin_direction direction;
    bool special;        /* + SPECIAL */
    struct slice shapes; /* in port_shapes; all ports (+ PORT) of the pin */
};

/* An item of BLOCKAGES, or a rectangle of FILLS, which is metal without a net. */
struct placed_blockage {
    struct layout_rect rect;
    uint16_t layer;     /* LAYER_NONE: a placement blockage, which does not concern wires */
    bool except_pg;     /* + EXCEPTPGNET */
    bool fills, slots;  /* + FILLS, + SLOTS: blocks only those, not wires */
    bool metal;         /* of FILLS */
    int32_t spacing;    /* + SPACING, or LENGTH_NONE */
    int32_t rule_width; /* + DESIGNRULEWIDTH, or LENGTH_NONE */
};

enum wire_kind {
    WIRE_SEGMENT, /* straight centre line x0,y0 .. x1,y1 of a width, extended at its ends */
    WIRE_VIA,     /* via at x0,y0 */
    WIRE_RECT,    /* the rectangle x0,y0 .. x1,y1 on layer */
};
enum wire_status { WIRE_ROUTED, WIRE_FIXED, WIRE_COVER, WIRE_NOSHIELD, WIRE_SHIELD };

/* A piece of wiring. Ends and vias are on database units: multiples of placed.scale. */
struct placed_wire {
    int32_t x0, y0, x1, y1;
    int32_t width;      /* of a segment, never 0 */
    int32_t ext0, ext1; /* extensions of the metal beyond the ends; default: half the width */
    uint32_t via;       /* in tech.vias (WIRE_VIA), else TECH_NONE */
    uint16_t layer;     /* of a via: the layer of the path before it, or LAYER_NONE */
    uint8_t kind;       /* enum wire_kind */
    uint8_t status;     /* enum wire_status */
    uint8_t orient;     /* enum orient, of a via */
    bool taper;         /* TAPER: the width of the layer instead of the net's nondefault rule */
};

struct placed_net {
    struct slice pins;          /* in net_pins: those listed in NETS */
    struct slice wires;         /* in wires: wiring of NETS */
    struct slice special_wires; /* in special_wires: wiring of SPECIALNETS */
    enum pin_use use;
    uint32_t rule;                   /* NONDEFAULTRULE in tech.rules, or TECH_NONE */
    bool regular;                    /* in NETS: to be routed if it has two pins */
    bool special;                    /* in SPECIALNETS */
    bool fixed_bump;                 /* + FIXEDBUMP: not to be rerouted */
    bool must_join;                  /* - MUSTJOIN ( u1 A ): has no name in DEF */
    uint16_t first_level, end_level; /* routing levels that its ROUTED wires may use: first_level ..
                                        end_level - 1 (layout_limit_nets); end_level 0: all */
    uint64_t text_at;   /* offset of the net's `-` in the DEF text (NETS), for the writer */
    uint64_t text_end;  /* offset of its `;` */
    struct slice spans; /* in spans: its ROUTED wiring in the text */
};

/* Bytes from .. to - 1 of the text. */
struct text_span {
    uint64_t from, to;
};

struct placed {
    uint32_t dbu;  /* database units per micron in DEF */
    int32_t scale; /* units per database unit: even, at least 2 */
    char *design;  /* DESIGN's name, "" if none */
    struct layout_rect die_box;
    struct layout_rect *die; /* DIEAREA, cut into rectangles */
    struct placed_row *rows;
    struct placed_tracks *tracks;
    uint16_t *track_layers;
    struct placed_gcells *gcells;
    struct names component_names, port_names, net_names; /* numbered as the arrays are */
    struct placed_component *components;                 /* [component_names.count] */
    struct placed_port *ports;                           /* [port_names.count] */
    struct cell_shape *port_shapes;
    struct placed_blockage *blockages;
    struct placed_net *nets; /* [net_names.count] */
    uint32_t *net_pins;
    struct placed_wire *wires, *special_wires;
    struct text_span *spans;
    uint32_t die_count, row_count, track_count, track_layer_count, gcell_count, port_shape_count,
        blockage_count, net_pin_count, wire_count, special_wire_count, span_count;
    struct {
        size_t die, rows, tracks, track_layers, gcells, components, ports, port_shapes, blockages,
            nets, net_pins, wires, special_wires, spans;
    } capacity;                        /* elements allocated for these arrays */
    uint32_t first_lef_track;          /* tracks from here on are from LEF (tracks.h) */
    uint32_t regular_count;            /* nets of the section NETS */
    uint32_t subnet_count, vpin_count; /* SUBNET and VPIN of nets: kept in the text, not routed */
    uint32_t first_port; /* number of the first I/O pin; pins of components are below it */
    uint32_t pin_count;  /* pins of components and I/O pins */
    uint32_t *pin_net;   /* [pin_count] */

    char *text; /* the whole DEF text (unpacked), for the writer; ends with a NUL */
    uint64_t text_size;
    uint64_t nets_at;    /* offset of the word NETS, or of END DESIGN if there is no section */
    uint64_t vias_at;    /* offset of the count of VIAS; 0 without that section */
    uint64_t vias_end;   /* offset of END VIAS, or where to insert a section VIAS */
    uint32_t vias_count; /* the count that section VIAS states */
};

/* All arrays of a placed design with their lengths, except design and text. */
/* clang-format off */
#define PLACED_ARRAYS(X) \
    X(die, die_count) X(rows, row_count) X(tracks, track_count) \
    X(track_layers, track_layer_count) X(gcells, gcell_count) \
    X(components, component_names.count) X(ports, port_names.count) \
    X(port_shapes, port_shape_count) X(blockages, blockage_count) X(nets, net_names.count) \
    X(net_pins, net_pin_count) X(wires, wire_count) X(special_wires, special_wire_count) \
    X(spans, span_count) X(pin_net, pin_count)
/* clang-format on */

/* The smallest distance between tracks, in units; INT32_MAX without tracks. */
int32_t placed_least_pitch(const struct placed *placed);
