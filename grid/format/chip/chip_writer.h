/* chip_writer: what the parts of the writer of chips share. */
#pragma once

#include "grid/format/chip/wiring.h"

struct chip_writer {
    struct emit emit;
    const struct chip *chip;
};

static inline const char *chip_writer_layer(const struct chip_writer *w, uint16_t layer)
{
    return names_text(&w->chip->tech.layer_names, layer);
}

/* `word name`, without the line's end; with the word "" a further name. */
void chip_write_words(struct chip_writer *w, const char *word, const char *name);

/* `rect LAYER X0 Y0 X1 Y1` with the fields of a shape, which may be NULL. */
void chip_write_rect(struct chip_writer *w, uint16_t layer, struct rect rect,
                     const struct cell_shape *like);

/* The head, layers, vias and nondefault rules. */
void chip_write_tech(struct chip_writer *w);
