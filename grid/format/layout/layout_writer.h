/* layout_writer: the writer of native layouts: state and helpers of layout_write*.c. */
#pragma once

#include "grid/format/layout/wiring.h"

struct layout_writer {
    struct emit emit;
    const struct layout *layout;
};

static inline const char *layout_writer_layer(const struct layout_writer *w, uint16_t layer)
{
    return names_text(&w->layout->tech.layer_names, layer);
}

/* Writes the fields of a structure and the line's end. */
static inline void layout_write_fields(struct layout_writer *w, const struct record_field *fields,
                                       const void *record)
{
    fields_write(fields, record, &w->layout->tech, &w->emit);
}

/* Writes `rect LAYER X0 Y0 X1 Y1` with the fields of a shape, which may be NULL. */
void layout_write_rect(struct layout_writer *w, uint16_t layer, struct layout_rect rect,
                       const struct cell_shape *like);

/* Writes the head, layers, vias and nondefault rules. */
void layout_write_tech(struct layout_writer *w);

/* Write the antenna rules of a layer, the values of a pin, and those of pins without any. */
void layout_write_antennas(struct layout_writer *w, uint16_t layer);
void layout_write_antenna_pin(struct layout_writer *w, const struct cell_pin *pin);
void layout_write_antenna_defaults(struct layout_writer *w);

/* STATUS_BAD_INPUT if the design's name or one of the names is not a word. what: "net". */
enum status layout_check_design_name(const struct layout *layout, struct error *error);
enum status layout_check_names(const struct names *names, const char *what, struct error *error);
