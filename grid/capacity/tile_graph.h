/* tile_graph: the input of global routing: tiles whose borders hold a limited number of wires, and
 * the nets between them.
 *
 * Tile (x, y, z) is the cell (z * height + y) * width + x of `grid`. Wires run in the direction of
 * their layer only; an edge joins a tile to the next one in that direction and belongs to the lower
 * tile, so capacity, use and price are planes with the layout of the cells:
 *
 *     horizontal layer   capacity[cell] is of the edge (x, y) - (x + 1, y)
 *     vertical layer     capacity[cell] is of the edge (x, y) - (x, y + 1)
 *
 * The last tile of a row or column has no edge. Via edges have no capacity. Capacities and uses are
 * integers in hundredths of a track (TILE_TRACK); in the formats of 2007 and 2008, of the unit in
 * which these state widths. Use may exceed capacity; the excess is the overflow.
 *
 * A layer of a file that carries wires in both directions (1998; a grid without directions) is two
 * layers of the graph, first the horizontal, then the vertical one, with the same `file_layer`; the
 * vias between them are in free_cuts and cost nothing.
 *
 * Memory: 4 bytes and 1 bit per tile, about 60 bytes per net, 4 bytes per pin and per access point.
 */
#pragma once

#include "grid/layout/names.h"
#include "grid/wire.h"

/* The rules by which a result is judged. */
enum tile_rules {
    TILES_NATIVE, /* .grid with capacity statements: length and vias at their costs */
    TILES_1998,   /* length; vias are not counted */
    TILES_2007,   /* length and vias at 3 */
    TILES_2008,   /* length and vias at 1 */
    TILES_2024,   /* weighted length, vias and an exponential of use - capacity */
};

enum {
    TILE_TRACK = 100,              /* units of capacity per track */
    TILE_CAPACITY_MAX = 100000000, /* units: largest capacity of an edge */
    TILE_USE_MAX = 1000000000,     /* units: bound of the use of any edge, by the sum of all nets */
    TILE_NAME_MAX = 4095,          /* bytes of a net's name without its NUL */
    TILE_NETS_MAX = 16777216,      /* nets of a graph */
    TILE_PINS_MAX = 134217728,     /* pins of all nets together */
    TILE_IDLE_PINS = 1000,         /* 2007, 2008: nets of more pins need no wire */
};

struct tile_net {
    uint32_t name;      /* offset in names */
    uint32_t first_pin; /* index in pin_access */
    uint32_t pin_count; /* may be 0 in the format of 2024 */
    uint32_t width;     /* 2007, 2008: least width of its wires; else 1 */
    uint32_t id;        /* 1998, 2007, 2008: the number that results repeat; else its index */
    bool idle;          /* needs no wire */
};

struct tile_layer {
    uint32_t file_layer;         /* layer of the input, from 0 */
    uint32_t min_width, spacing; /* 2007, 2008: least width and spacing of wires */
    double overflow_weight;      /* 2024; else 0 */
};

struct tile_graph {
    struct grid grid; /* sizes, layer names, rules.via (not 2024); every layer is strict */
    enum tile_rules rules;
    struct tile_layer layer[GRID_LAYERS_MAX];
    uint64_t free_cuts; /* bit z: vias between z and z + 1 cost nothing and are not counted */
    int32_t *capacity;  /* [cells], 0 .. TILE_CAPACITY_MAX. The last tile of a track holds what the
                           file says of it (2024), which only the score counts; else 0 */
    double *exact;      /* [cells] capacities in tracks if one has over two decimals; else NULL */

    uint32_t *x_length, *y_length;  /* 2024: [width - 1], [height - 1] length of an edge; NULL: 1 */
    double wire_weight, via_weight; /* 2024: cost per unit of length and per via; else 0 */
    int64_t origin[2], tile[2];     /* 2007, 2008: lower left corner, size of a tile; else 0, 1 */

    struct tile_net *nets; /* [net_count] in the order of the file */
    uint32_t net_count;
    uint32_t *pin_access; /* [pin_count + 1] index of the pin's first access point */
    uint32_t pin_count;
    cell_t *access; /* tiles that each reach the pin; at least one per pin */
    char *names;    /* "alu\0bus7\0..." */
    size_t nets_capacity, pins_capacity, access_capacity, names_size, names_capacity;
    struct name_index index; /* finds nets by name */
    bool unindexed;          /* tile_graph_add_net enters no names: tile_graph_index does */

    char *name;          /* the design's file name without its folder, '?' for control characters */
    char *path;          /* of a second input file (.net beside .cap, or the .grid), or NULL */
    uint64_t slacks;     /* 2025: nets and pins with a slack, which is not used */
    bool no_adjustments; /* 2007, 2008: the number of adjustments is missing */
};

/* Frees the graph. Accepts a zeroed or partly built one. */
void tile_graph_destroy(struct tile_graph *graph);

/* Makes a graph without capacity and nets, and planes of capacity 0. Fails like grid_create. Call
 * tile_graph_destroy in any case. */
enum status tile_graph_create(struct tile_graph *graph, uint32_t width, uint32_t height,
                              uint32_t layers, struct error *error);

/* Sets the direction of wires on layer z; AXIS_NONE: it carries none. */
void tile_graph_set_axis(struct tile_graph *graph, uint32_t z, enum axis axis);

/* Appends a net without pins. If another net has this name, *earlier is that net and nothing is
 * added; otherwise *earlier is UINT32_MAX. Amortised O(length). */
enum status tile_graph_add_net(struct tile_graph *graph, const char *name, size_t length,
                               uint32_t *earlier, struct error *error);

/* Joins the nets of `count` graphs of this grid, which are unindexed, in a graph without nets, on
 * at most `threads` threads and without an index of names. O(nets + pins). */
enum status tile_graph_join(struct tile_graph *graph, const struct tile_graph *part, size_t count,
                            unsigned threads, struct error *error);

/* Enters the names of all nets, of which none has been entered, on at most `threads` threads.
 * *unique: no two are alike. */
enum status tile_graph_index(struct tile_graph *graph, unsigned threads, bool *unique,
                             struct error *error);

/* Removes all nets. */
void tile_graph_drop_nets(struct tile_graph *graph);

/* The net of this name (length bytes), or UINT32_MAX. */
uint32_t tile_graph_find(const struct tile_graph *graph, const char *name, size_t length);

/* Appends a pin with `count` access points (at least 1) inside the grid to the last net. */
enum status tile_graph_add_pin(struct tile_graph *graph, const cell_t *access, size_t count,
                               struct error *error);

/* True if a tile reaches all pins of the net, which has at least one. */
bool tile_net_has_common_tile(const struct tile_graph *graph, const struct tile_net *net);

/* Marks the nets that need no wire by the graph's rules (`idle`), and checks that no use can exceed
 * TILE_USE_MAX. Readers call it last. A net is idle if a tile reaches all its pins (in 1998, 2007
 * and 2008: if they are in one column of tiles), or if it has more than TILE_IDLE_PINS pins under
 * the rules of 2007 and 2008. In the format of 2024 only nets of at most one pin are. */
enum status tile_graph_finish(struct tile_graph *graph, struct error *error);

static inline enum axis tile_axis(const struct tile_graph *graph, uint32_t z)
{
    _Static_assert(AXIS_NONE == 0 && AXIS_X == 1 && AXIS_Y == 2, "as computed here");
    const uint64_t across = graph->grid.rules.horizontal >> z & 1;
    const uint64_t along = graph->grid.rules.vertical >> z & 1;
    return (enum axis)((across ^ along) << along); /* gcc 12.2 compiles nested ?: of it wrongly */
}

/* Distance in cells between the ends of an edge of layer z; 0 if it has none. */
static inline uint32_t tile_stride(const struct tile_graph *graph, uint32_t z)
{
    const enum axis axis = tile_axis(graph, z);
    return axis == AXIS_X ? 1 : axis == AXIS_Y ? graph->grid.width : 0;
}

/* True if an edge of its layer starts at the tile. */
static inline bool tile_has_edge(const struct tile_graph *graph, cell_t cell)
{
    const enum axis axis = tile_axis(graph, grid_z(&graph->grid, cell));
    return axis == AXIS_X   ? grid_x(&graph->grid, cell) + 1 < graph->grid.width
           : axis == AXIS_Y ? grid_y(&graph->grid, cell) + 1 < graph->grid.height
                            : false;
}

/* Units that a wire of the net takes of an edge of layer z: TILE_TRACK, or by the width. */
static inline uint32_t tile_demand(const struct tile_graph *graph, uint32_t net, uint32_t z)
{
    const struct tile_layer *layer = &graph->layer[z];
    if (graph->rules != TILES_2007 && graph->rules != TILES_2008)
        return TILE_TRACK;
    const uint32_t width = graph->nets[net].width;
    return TILE_TRACK * ((width > layer->min_width ? width : layer->min_width) + layer->spacing);
}

static inline const char *tile_net_name(const struct tile_graph *graph, uint32_t net)
{
    DEBUG_ASSERT(net < graph->net_count);
    return graph->names + graph->nets[net].name;
}

/* The access points of pin `pin` (of all pins) are access[first .. end - 1]. */
static inline uint32_t tile_pin_first(const struct tile_graph *graph, uint32_t pin)
{
    DEBUG_ASSERT(pin < graph->pin_count);
    return graph->pin_access[pin];
}

static inline uint32_t tile_pin_end(const struct tile_graph *graph, uint32_t pin)
{
    DEBUG_ASSERT(pin < graph->pin_count);
    return graph->pin_access[pin + 1];
}

/* Writes remarks on the graph that its user may not expect, one per line, to text (room bytes):
 * layers without capacity, neighbouring layers of one direction, slacks, missing adjustments. Each
 * kind is named once. O(tiles). */
void tile_graph_remarks(const struct tile_graph *graph, char *text, size_t room);
