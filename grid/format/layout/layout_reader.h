/* layout_reader: the state and functions that the files of the reader of native layouts share. */
#pragma once

#include "grid/format/layout/wiring.h"

/* The statement that the next rectangles belong to. */
enum holder { HOLDER_NONE, HOLDER_VIA, HOLDER_PIN, HOLDER_OBS, HOLDER_PORT };

struct layout_reader {
    struct scan *scan;
    struct layout *layout;
    struct tech *tech; /* of the layout, as the next two */
    struct library *library;
    struct placed *placed;
    struct error *error;
    const char *word; /* first word of the statement */
    int stage;        /* of the last statement; stages never decrease */
    enum holder holder;
    bool has_units, has_layer, has_rule, has_cell, has_net;
};

/* Makes room for element `count` of an array. */
#define LAYOUT_ROOM(r, array, capacity, count, what)                                               \
    MEM_GROW(array, (capacity), (size_t)(count) + 1, what, (r)->error)

/* Reads a name that is not in names yet and adds it. what: "a cell", for messages. */
enum status layout_reader_new_name(struct layout_reader *r, const char *what, struct names *names,
                                   uint32_t *number);

/* Reads the name of a layer. */
enum status layout_reader_layer(struct layout_reader *r, uint16_t *layer);

/* Reads the fields of a structure up to the end of the line. */
enum status layout_reader_fields(struct layout_reader *r, const struct record_field *fields,
                                 void *record);

/* Reads an integer in low..high. */
enum status layout_reader_number(struct layout_reader *r, const char *what, int64_t low,
                                 int64_t high, int32_t *value);

/* Reads the rest of a statement, whose first word has been read. */
typedef enum status layout_statement(struct layout_reader *r);

/* layout_read_tech.c */
layout_statement layout_read_units, layout_read_snap, layout_read_wide_obstructions,
    layout_read_larger_corners, layout_read_layer, layout_read_of_layer, layout_read_runs,
    layout_read_row, layout_read_pair, layout_read_ignored, layout_read_not_modelled,
    layout_read_stack, layout_read_via, layout_read_rule, layout_read_on_layer, layout_read_use;
/* Called before the first statement after the layers: checks the tables and links the layers. */
enum status layout_read_link(struct layout_reader *r);

/* layout_antenna.c */
layout_statement layout_read_antenna, layout_read_antenna_defaults, layout_read_antenna_pin;

/* layout_read_place.c */
layout_statement layout_read_cell, layout_read_pin, layout_read_obs, layout_read_rect,
    layout_read_die, layout_read_lines, layout_read_place, layout_read_port, layout_read_block,
    layout_read_net, layout_read_on, layout_read_on_port;
/* Reads `wire`, `via-at` or `patch`; *known is false for another word. Called after a net. */
enum status layout_read_wiring(struct layout_reader *r, const struct word *word, bool *known);
