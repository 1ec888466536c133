/* png: writes an indexed image; the only file that knows libpng.
 *
 * 4 bits per pixel up to 16 colours in use, 8 above; UP filter, zlib level 1 to 3: pictures are
 * long runs that repeat row after row, so this is ten times faster than libpng's defaults and
 * smaller than RGB. The file has no time and no text: equal pixels give equal bytes.
 */
#pragma once

#include <stdio.h>

#include "grid/base.h"
#include "router/draw/canvas/palette.h"

enum {
    PNGFILE_AREA_MAX = 1 << 27, /* pixels */
};

/* Writes width x height pixels (palette indices below colour_count, row by row from the top) to
 * path, whole or not at all (see grid/text/file/output.h). Fails with STATUS_BAD_INPUT for an image
 * over the area limit, STATUS_FAILED for memory, disk, or a path that is a terminal. */
enum status pngfile_write(const char *path, uint32_t width, uint32_t height, const uint8_t *pixels,
                          const struct rgb *colours, unsigned colour_count, struct error *error);

/* The same into an open stream. */
enum status pngfile_write_stream(FILE *stream, uint32_t width, uint32_t height,
                                 const uint8_t *pixels, const struct rgb *colours,
                                 unsigned colour_count, struct error *error);

/* Reads an image of at most PNGFILE_AREA_MAX pixels as 3 bytes per pixel into *pixels, which the
 * caller frees. Fails with STATUS_BAD_INPUT if the file cannot be opened or is no PNG, and with
 * STATUS_FAILED for memory, descriptors or the disk. */
enum status pngfile_read(const char *path, uint32_t *width, uint32_t *height, struct rgb **pixels,
                         struct error *error);
