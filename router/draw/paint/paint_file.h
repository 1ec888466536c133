/* paint_file: writes a picture in the format of its file's suffix.
 *
 *     .png    pixels (canvas/png.h); also for "-" (standard output), devices and pipes
 *     .svg    shapes for Inkscape and browsers: layers as groups, nets with titles
 *     .html   one page that needs no network: zoom, pan, layers, search, list of failures
 *     .gif    pixels; an error in a build without giflib
 */
#pragma once

#include "router/draw/paint/paint.h"

enum paint_format { PAINT_PNG, PAINT_SVG, PAINT_HTML, PAINT_GIF };

/* Draws everything onto the paint, from paint_begin to paint_end. */
typedef enum status paint_draw(const void *context, struct paint *paint, struct error *error);

/* The format of this path; STATUS_BAD_INPUT for any other suffix, and for .gif without giflib.
 * what: the option's name for the message ("--picture"), or NULL. */
enum status paint_format_of(const char *path, const char *what, enum paint_format *format,
                            struct error *error);

/* Draws into path, whole or not at all. Fails as paint_format_of and draw do, and with
 * STATUS_FAILED for memory, disk, or a terminal as the target. */
enum status paint_file(const char *path, paint_draw *draw, const void *context,
                       struct error *error);

/* Draws into a stream; format must not be PAINT_GIF. path names the stream in messages, or is NULL.
 * Check the stream for write errors. */
enum status paint_stream(FILE *stream, const char *path, enum paint_format format, paint_draw *draw,
                         const void *context, struct error *error);
