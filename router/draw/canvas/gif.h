/* gif: pictures and films as GIF 89a; the only file that knows giflib. In a build without it (no
 * gif_lib.h was found), every call fails with a message about that. A frame holds only the box that
 * changed. The file has no time and no text: equal pixels give equal bytes. */
#pragma once

#include "router/draw/canvas/canvas.h"

enum { GIF_SIDE_MAX = 65535, GIF_COLOURS = 255 /* one index is transparent */ };

struct gif; /* a film that is being written */

/* Fails with STATUS_BAD_INPUT in a build without giflib. */
enum status gif_usable(struct error *error);

/* Writes a still picture, whole or not at all. Fails with STATUS_FAILED for memory, disk or a
 * terminal as the target, and with STATUS_BAD_INPUT over GIF_SIDE_MAX. */
enum status gif_write(const char *path, const struct canvas *canvas, struct error *error);

/* Appends a frame, shown for `hundredths` hundredths of a second, to a film that repeats forever.
 * *gif is NULL before the first frame, which sets the film's size. If the film has more than
 * GIF_COLOURS colours, each further one becomes the nearest of them. */
enum status gif_frame(struct gif **gif, const char *path, const struct canvas *canvas,
                      unsigned hundredths, struct error *error);

/* Writes the file; *gif must have a frame. */
enum status gif_commit(struct gif *gif, struct error *error);
void gif_close(struct gif *gif); /* accepts NULL; without gif_commit no file appears */
