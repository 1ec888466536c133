/* paint_canvas: the backend that makes pixels. */
#pragma once

#include "router/draw/paint/paint.h"

struct paint_canvas {
    struct paint paint; /* the first member, so that its calls find the rest */
    struct canvas *canvas;
    struct paint_image image; /* the one that is being painted */
};

/* Makes paint fill this canvas, which paint_begin creates and the caller destroys. */
void paint_canvas_open(struct paint_canvas *paint, struct canvas *canvas);
