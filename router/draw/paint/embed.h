/* embed: for formats that are text: an image as a PNG in base64, and escaped texts. */
#pragma once

#include <stdio.h>

#include "router/draw/paint/paint.h"

/* An image whose rows arrive one by one. */
struct embed {
    struct paint_image image;
    uint8_t *pixels; /* [rows * columns], or NULL: none, or no memory */
    bool failed;     /* memory ran out */
};

/* Writes the image as base64 of a PNG and frees it. */
void embed_write(struct embed *embed, FILE *out, const struct palette *palette);
void embed_destroy(struct embed *embed);

/* The first member of a paint that is text; its calls `image` and `cells`. */
struct embed_paint {
    struct paint paint;
    struct embed image;
};
void embed_paint_image(struct paint *paint, const struct paint_image *image);
void embed_paint_cells(struct paint *paint, uint32_t row, uint32_t column, const uint8_t *colours,
                       uint32_t count);

/* Bytes as base64. */
void embed_base64(FILE *out, const uint8_t *bytes, size_t count);

/* Writes a text for XML and HTML: markup characters as references, control characters and invalid
 * bytes (grid/text/harmless.h) as U+FFFD. */
void embed_xml(FILE *out, const char *text);

/* Writes a quoted string of JSON, safe in an HTML script; other characters as above. */
void embed_json(FILE *out, const char *text);
