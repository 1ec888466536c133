/* frame: what stands around a layout, the same in pictures of designs, layouts and searches: the
 * lines above it, ticks and coordinates at its edges, and below it the legend, which is a flow of
 * marks and texts that breaks lines.
 *
 * All sizes grow with `text`, the scale of the font, which is chosen from the layout's size. The
 * same code measures and draws: a flow that does not draw only moves its pen.
 */
#pragma once

#include "router/draw/canvas/font.h"
#include "router/draw/paint/paint.h"

struct frame {
    struct paint *paint;
    int64_t left, top;     /* pixel of the layout's upper left corner */
    int64_t width, height; /* pixels of the layout */
    int64_t page;          /* pixels that the picture is to be wide, 0: as many as it needs */
    unsigned text;         /* scale of the legend's font */
    bool bare;             /* the layout alone */
};

/* A pen that lays items side by side and breaks lines. */
struct text_flow {
    const struct frame *frame;
    bool draws;
    int64_t left, right, x, y;
    int64_t mark; /* pixels of a mark */
};

/* The font's scale for a layout whose longer side has so many pixels. */
unsigned frame_text(int64_t longer);

/* Pixels of the picture for a layout of frame->width x height, and its place in it. `wish` is the
 * line of counts, for which narrow pictures grow; header lines stand above the layout; axis: pixels
 * of the coordinates at its left and below; legend: height of the legend when it is as wide as it
 * is asked. With bare the layout is all. */
struct pixels frame_measure(struct frame *frame, const char *wish, unsigned lines,
                            int64_t axis_width, int64_t axis_height,
                            int64_t (*legend)(const void *context, int64_t right),
                            const void *context);

/* Clears what the layout drew beyond its edges and draws a line around it. */
void frame_close(const struct frame *frame);

/* The title and the lines below it: ink, faint, then in the colour of unrouted nets. */
void frame_header(const struct frame *frame, const char *title, const char *const *lines,
                  unsigned count);

/* A line of text at a margin, shortened where it is too wide. */
void frame_line(const struct frame *frame, int64_t y, const char *text, unsigned size,
                uint8_t colour);

int64_t frame_margin(const struct frame *frame);
int64_t frame_line_height(const struct frame *frame);

/* A coordinate at the lower or the left edge, at this pixel. */
void frame_tick_x(const struct frame *frame, int64_t x, const char *text);
void frame_tick_y(const struct frame *frame, int64_t y, const char *text);
unsigned frame_small_text(const struct frame *frame);
int64_t frame_axis_width(const struct frame *frame, const char *longest);
int64_t frame_axis_height(const struct frame *frame);

/* The unit of the coordinates, at the right end of the lower axis. */
void frame_axis_name(const struct frame *frame, const char *name);

/* A flow between two edges. */
struct text_flow flow_start(const struct frame *frame, int64_t right, int64_t top, bool draws);

/* Starts an item of a mark, so many pixels wide, and a text; returns the mark's left edge. */
int64_t flow_item(struct text_flow *flow, int64_t mark, const char *text);

/* A square and its text; returns the square's left edge. */
int64_t flow_box(struct text_flow *flow, uint8_t colour, uint8_t rim, const char *text);

/* Appends to a line of text; what does not fit is left out. */
PRINTF_LIKE(3, 4) void text_append(char *text, size_t room, const char *format, ...);
