/* gif: pictures, still or moving, as GIF 89a; the only file that knows giflib. Where leeway is
 * built without it (no gif_lib.h was found), every call fails with one message that says so.
 *
 * A frame holds only the box that changed, and in it a transparent colour where a pixel stayed, so
 * a film of a few moving things is small. No time and no text goes in: equal pixels give equal
 * bytes.
 */
#pragma once

#include "router/draw/canvas/canvas.h"

enum { GIF_SIDE_MAX = 65535, GIF_COLOURS = 255 /* one index is kept for transparency */ };

struct gif; /* a film that is being written */

/* STATUS_BAD_INPUT, with the reason, where GIFs cannot be written. */
enum status gif_usable(struct error *error);

/* Writes a still picture, whole or not at all. Fails with STATUS_FAILED for memory, disk or a
 * terminal as the target, and with STATUS_BAD_INPUT over GIF_SIDE_MAX. */
enum status gif_write(const char *path, const struct canvas *canvas, struct error *error);

/* Starts a film that repeats for ever. */
enum status gif_open(struct gif **gif, const char *path, uint32_t width, uint32_t height,
                     struct error *error);

/* Appends a frame of the film's size, shown for so many hundredths of a second. Frames may bring
 * new colours; those beyond GIF_COLOURS in all become the nearest. */
enum status gif_frame(struct gif *gif, const struct canvas *canvas, unsigned hundredths,
                      struct error *error);

/* Ends the film: its file appears. */
enum status gif_commit(struct gif *gif, struct error *error);
void gif_close(struct gif *gif); /* accepts NULL; without gif_commit no file appears */
