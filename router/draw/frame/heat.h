/* heat: maps of tiles, coloured by the share of their room in use, side by side with one scale: one
 * map per layer of a design, and their sum. A colour means the same share in every map: dark is
 * 0 %, bright 100 %, one step per 10 %. Shares above 100 % and tiles without room have colours of
 * their own.
 *
 *     +--------+ +--------+
 *     | map 0  | | map 1  |      maps of columns x rows tiles, `across` in a row, each with a line
 *     +--------+ +--------+      of text above it if there is more than one
 */
#pragma once

#include "router/draw/frame/frame.h"

enum {
    HEAT_STEPS = 10, /* colours from 0 to 100 % */
    HEAT_TILE = 16,  /* least side of a visible tile in pixels */
};

struct heat {
    uint32_t maps, across;
    uint32_t columns, rows; /* tiles of a map */
    int64_t tile;           /* side of a tile in pixels */
    int64_t width, height;  /* of a map in pixels: the last tiles may be cut off */
    uint64_t *use, *room;   /* [maps * rows * columns], rows from above */
};

/* The number of maps in a row that makes all maps together about square. */
uint32_t heat_across(uint32_t maps);

/* Makes zeroed counts. Fails with STATUS_FAILED without memory; heat_destroy it in any case. */
enum status heat_create(struct heat *heat, uint32_t maps, uint32_t columns, uint32_t rows,
                        struct error *error);
void heat_destroy(struct heat *heat); /* accepts a zeroed one */

/* Sets frame->width and height to the size of all maps; depends on frame->text. */
void heat_measure(const struct heat *heat, struct frame *frame);
struct pixels heat_place(const struct heat *heat, const struct frame *frame, uint32_t map);

static inline uint64_t *heat_at(const struct heat *heat, uint64_t *counts, uint32_t map,
                                uint32_t column, uint32_t row)
{
    assert(map < heat->maps && column < heat->columns && row < heat->rows);
    return counts + ((size_t)map * heat->rows + row) * heat->columns + column;
}

void heat_sum(struct heat *heat);

/* Use of the fullest tile of a map, in percent of its room; 999 at most, also without room. */
unsigned heat_fullest(const struct heat *heat, uint32_t map);

/* Adds the colours of the scale to the palette, from 0 % up. bright: 100 % is bright, else dark. */
void heat_steps(struct palette *palette, bool bright, uint8_t steps[HEAT_STEPS]);
typedef void heat_name(const void *context, uint32_t map, char *text, size_t room);

/* Writes a line per tile, "map,column,row,used,room,percent"; rows count from below. */
void heat_write(const struct heat *heat, FILE *out, heat_name *name, const void *context);

void heat_draw(const struct heat *heat, const struct frame *frame, heat_name *name,
               const void *context);

/* The legend's items: the scale and this text. heat NULL: the scale of detours, dark for long. */
void heat_items(struct text_flow *flow, const char *text, const struct heat *heat);
