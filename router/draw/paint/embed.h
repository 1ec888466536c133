/* embed: what formats of text have in common: an image that becomes a PNG in base64, and texts from
 * files that are made harmless. */
#pragma once

#include <stdio.h>

#include "router/draw/paint/paint.h"

/* An image while its rows arrive. */
struct embed {
    struct paint_image image;
    uint8_t *pixels; /* [rows * columns], or NULL: none, or no memory */
    bool failed;     /* memory ran out at some time */
};

/* Writes the image as base64 of a PNG and frees it. */
void embed_write(struct embed *embed, FILE *out, const struct palette *palette);
void embed_destroy(struct embed *embed);

/* How a paint of text begins, so that these two can be its `image` and `cells`. */
struct embed_paint {
    struct paint paint;
    struct embed image;
};
void embed_paint_image(struct paint *paint, const struct paint_image *image);
void embed_paint_cells(struct paint *paint, uint32_t row, uint32_t column, const uint8_t *colours,
                       uint32_t count);

/* Bytes as base64. */
void embed_base64(FILE *out, const uint8_t *bytes, size_t count);

/* A text for XML and HTML: markup characters as references, what is not harmless
 * (grid/text/harmless.h) as U+FFFD. */
void embed_xml(FILE *out, const char *text);

/* A string of JSON, with its quotes, that may stand in an HTML script; what is not harmless as
 * there. */
void embed_json(FILE *out, const char *text);
