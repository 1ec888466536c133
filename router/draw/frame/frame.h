/* frame: the decoration around the body of a picture: lines of text above it, ticks and coordinates
 * at its edges, and below it the legend, a flow of marks and texts with line breaks.
 *
 * All sizes are multiples of `text`, the scale of the font, which is chosen from the body's size.
 * The same code measures and draws: a flow that does not draw only moves its pen. */
#pragma once

#include "router/draw/canvas/font.h"
#include "router/draw/paint/paint.h"

struct frame {
    struct paint *paint;
    int64_t left, top;     /* pixel of the body's upper left corner */
    int64_t width, height; /* of the body in pixels */
    int64_t page;          /* width of the whole picture in pixels; 0: chosen by the body */
    unsigned text;         /* scale of the legend's font, >= 1 */
    bool bare;             /* no decoration */
};

/* A pen that lays items side by side and breaks lines. */
struct text_flow {
    const struct frame *frame;
    bool draws;
    int64_t left, right, x, y;
    int64_t mark; /* side of a mark in pixels */
};

/* The font's scale for a body whose longer side has `longer` pixels. */
unsigned frame_text(int64_t longer);

/* Returns the size of the picture for a body of frame->width x height, and sets the body's place.
 * wish: a text for which narrow pictures grow; lines: their number below the title; axis_width,
 * axis_height: pixels of the coordinates; legend: returns the legend's height up to `right`. */
struct pixels frame_measure(struct frame *frame, const char *wish, unsigned lines,
                            int64_t axis_width, int64_t axis_height,
                            int64_t (*legend)(const void *context, int64_t right),
                            const void *context);
void frame_close(const struct frame *frame);

/* Draws the title and the lines below it: the first in ink, the second faint, the third in the
 * colour of unrouted nets. */
void frame_header(const struct frame *frame, const char *title, const char *const *lines,
                  unsigned count);

/* A line of text at the left margin, shortened if it is too wide. */
void frame_line(const struct frame *frame, int64_t y, const char *text, unsigned size,
                uint8_t colour);

int64_t frame_margin(const struct frame *frame);
int64_t frame_line_height(const struct frame *frame);

/* The next of 1, 2, 5, 10, 20, ...: distances of ticks. */
int64_t frame_next_step(int64_t step);

/* A coordinate at the lower or the left edge, at this pixel. unit: behind the text; NULL: none. */
void frame_tick_x(const struct frame *frame, int64_t x, const char *text, const char *unit);
void frame_tick_y(const struct frame *frame, int64_t y, const char *text);
unsigned frame_small_text(const struct frame *frame);
int64_t frame_axis_width(const struct frame *frame, const char *longest);
int64_t frame_axis_height(const struct frame *frame);

struct text_flow flow_start(const struct frame *frame, int64_t right, int64_t top, bool draws);

/* Starts an item of a mark, `mark` pixels wide, and a text; returns the mark's left edge. */
int64_t flow_item(struct text_flow *flow, int64_t mark, const char *text);
int64_t flow_box(struct text_flow *flow, uint8_t colour, uint8_t rim, const char *text);
