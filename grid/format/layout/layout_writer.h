/* layout_writer: what the parts of the writer of layouts share. */
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

/* `word name`, without the line's end; with the word "" a further name. */
void layout_write_words(struct layout_writer *w, const char *word, const char *name);

/* `rect LAYER X0 Y0 X1 Y1` with the fields of a shape, which may be NULL. */
void layout_write_rect(struct layout_writer *w, uint16_t layer, struct layout_rect rect,
                       const struct cell_shape *like);

/* The head, layers, vias and nondefault rules. */
void layout_write_tech(struct layout_writer *w);
