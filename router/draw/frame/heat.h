/* heat: maps of squares, coloured by use of room, side by side with one scale: the layers of a
 * design, and their sum. Pictures of designs and of layouts count, each in its own way; here is
 * what they share, from the place of a map to the legend of the scale.
 *
 *     +--------+ +--------+      maps of columns x rows tiles, `across` in a row, each with a line
 *     | map 0  | | map 1  |      of text above it where there is more than one
 *     +--------+ +--------+
 *     +--------+
 *     | map 2  |
 *     +--------+
 *
 * Light is little, dark is all; a tile without room has the darkest grey.
 */
#pragma once

#include "router/draw/frame/frame.h"

enum {
    HEAT_STEPS = 8,
    HEAT_TILE = 16, /* pixels of a tile that is large enough to be seen */
};

struct heat {
    uint32_t maps, across;
    uint32_t columns, rows; /* tiles of a map */
    int64_t tile;           /* pixels a side of a tile */
    int64_t width, height;  /* pixels of a map: the last tiles may be cut off */
    uint64_t *use, *room;   /* [maps * rows * columns], rows from above */
};

/* Maps in a row, so that the whole is about as wide as it is high. */
uint32_t heat_across(uint32_t maps);

/* Fills in the counts, all 0, for maps of this many tiles. Fails with STATUS_FAILED without memory;
 * heat_destroy it in any case. */
enum status heat_create(struct heat *heat, uint32_t maps, uint32_t columns, uint32_t rows,
                        struct error *error);
void heat_destroy(struct heat *heat); /* accepts a zeroed one */

/* Pixels that all maps take, by frame->text: sets frame->width and height. */
void heat_measure(const struct heat *heat, struct frame *frame);

/* A map's place in the frame's body. */
struct pixels heat_place(const struct heat *heat, const struct frame *frame, uint32_t map);

static inline uint64_t *heat_at(const struct heat *heat, uint64_t *counts, uint32_t map,
                                uint32_t column, uint32_t row)
{
    assert(map < heat->maps && column < heat->columns && row < heat->rows);
    return counts + ((size_t)map * heat->rows + row) * heat->columns + column;
}

/* Makes the last map the sum of the others. */
void heat_sum(struct heat *heat);

/* The fullest tile of a map, in percent of its room. */
unsigned heat_fullest(const struct heat *heat, uint32_t map);

/* Percent of use that the darkest colour stands for: 10, 20, 50 or 100, as much as the fullest tile
 * of all maps needs, so that a sparse design shows where it is less so. */
unsigned heat_top(const struct heat *heat);

/* Colours from little to much: adds them to the palette. */
void heat_steps(struct palette *palette, uint8_t steps[HEAT_STEPS]);

/* Draws the maps; name gives the text above a map (NULL: none). */
void heat_draw(const struct heat *heat, const struct frame *frame,
               void (*name)(const void *context, uint32_t map, char *text, size_t room),
               const void *context);

/* The legend: the scale with this text; empty: the grey of tiles without room, too. */
void heat_items(struct text_flow *flow, const char *text, bool empty);
