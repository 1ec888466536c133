/* png: writes and reads images; the only file that knows libpng. 4 bits per pixel up to 16 colours
 * in use, 8 above; UP filter, zlib level 1 to 3: pictures repeat row after row, so this is ten
 * times faster than libpng's defaults and smaller than RGB. The file has no time and no text. */
#pragma once

#include "router/draw/canvas/canvas.h"

enum { PNGFILE_AREA_MAX = 1 << 27 }; /* pixels of an image that is read */

/* Writes the canvas to a stream. Fails with STATUS_FAILED for memory, or if the stream fails; path
 * names it in the message, or is NULL. */
enum status pngfile_write(FILE *stream, const char *path, const struct canvas *canvas,
                          struct error *error);

/* Reads an image of at most PNGFILE_AREA_MAX pixels as 3 bytes per pixel into *pixels, which the
 * caller frees; pixels NULL: its size alone. Fails with STATUS_BAD_INPUT if the file cannot be
 * opened or is no PNG, and with STATUS_FAILED for memory, descriptors or the disk. */
enum status pngfile_read(const char *path, uint32_t *width, uint32_t *height, struct rgb **pixels,
                         struct error *error);
