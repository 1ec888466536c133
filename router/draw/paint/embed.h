/* embed: for the backends that write text (SVG, HTML): images as PNG in base64, escaped texts. */
#pragma once

#include "router/draw/paint/paint.h"

/* The first member of a paint that writes text. */
struct embed_paint {
    struct paint paint;
    struct palette palette;
    FILE *out;                /* the caller checks its errors */
    struct paint_image image; /* the image whose squares are being collected */
    uint8_t *pixels;          /* [rows * columns] of it; NULL: no image, or no memory */
    bool failed;              /* memory ran out */
};

/* Opens a zeroed paint. */
void embed_open(struct embed_paint *embed, const struct paint_ops *ops, FILE *out);
/* The calls `image` and `cells` of the paint, and the status that its call `end` returns. */
void embed_image(struct paint *paint, const struct paint_image *image);
void embed_cells(struct paint *paint, uint32_t row, uint32_t column, const uint8_t *colours,
                 uint32_t count);
enum status embed_end(const struct embed_paint *embed, struct error *error);

/* Writes the image as base64 of a PNG and frees it. */
void embed_write(struct embed_paint *embed);
void embed_close(struct embed_paint *embed);
void embed_base64(FILE *out, const uint8_t *bytes, size_t count);

/* Writes a text for XML and HTML: markup as references, harmful characters as U+FFFD. */
void embed_xml(FILE *out, const char *text);

/* Writes a quoted string of JSON, safe in an HTML script; other characters as above. */
void embed_json(FILE *out, const char *text);
