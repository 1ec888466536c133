/* tiny_model: a small technology and design, for tests of router/detail/.
 *
 * Three layers (horizontal, vertical, horizontal), a die of 200 x 200, tracks every 10 from 10 to
 * 190, wires of width 4, spacing 4. Vias have pads of 10 x 6 and holes of 2 x 2 with spacing 3.
 * Line i is at 10 (i + 1).
 */
#pragma once

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "router/detail/flow.h"
#include "router/detail/model/own.h"
#include "router/detail/lattice/cell.h"
#include "router/detail/lattice/owners.h"

enum { TINY_LINES = 19, TINY_SHAPES = 64, TINY_NETS = 8 };

struct tiny {
    struct model model;
    struct model_layer layers[3];
    struct model_cut cuts[3];
    struct model_via vias[8];
    int32_t line[TINY_LINES];
    uint32_t pin_net[TINY_SHAPES];
    uint32_t net_pins[TINY_NETS + 1];
    struct model_shape shapes[TINY_SHAPES];
    uint32_t pin_shapes[TINY_SHAPES + 1];
};

static inline void tiny_make(struct tiny *t)
{
    *t = (struct tiny){0};
    for (uint32_t i = 0; i < TINY_LINES; i++)
        t->line[i] = 10 * ((int32_t)i + 1);
    for (uint32_t l = 0; l < 3; l++) {
        t->layers[l] =
            (struct model_layer){.name = "m", .vertical = l == 1, .width = 4, .space = 4};
        t->layers[l].x = t->layers[l].y = t->line;
        t->layers[l].x_count = l == 1 ? TINY_LINES : 0;
        t->layers[l].y_count = l == 1 ? 0 : TINY_LINES;
    }
    for (uint32_t c = 0; c < 2; c++) {
        t->cuts[c] = (struct model_cut){.space = 3, .below_stack = true};
        t->vias[c] = (struct model_via){
            c, 0, 1, {{-5, -3, 5, 3}, {-5, -3, 5, 3}}, {-1, -1, 1, 1}, {false, false}};
    }
    t->model = (struct model){.unit = 1,
                              .die = {0, 0, 200, 200},
                              .layer_count = 3,
                              .layers = t->layers,
                              .cuts = t->cuts,
                              .via_count = 2,
                              .vias = t->vias,
                              .pin_net = t->pin_net,
                              .net_pins = t->net_pins,
                              .shapes = t->shapes,
                              .pin_shapes = t->pin_shapes};
}

/* Adds a pin with one shape to the last net or a new one, before all obstructions. */
static inline void tiny_pin(struct tiny *t, uint32_t net, uint32_t layer, struct layout_rect box)
{
    struct model *m = &t->model;
    uint32_t p = m->pin_count++;
    m->net_count += net == m->net_count;
    t->pin_net[p] = net;
    t->net_pins[net + 1] = m->pin_count;
    t->shapes[m->shape_count++] = (struct model_shape){2 * layer, box, net, p, -1, -1, true};
    t->pin_shapes[p + 1] = m->shape_count;
}

static inline void tiny_block(struct tiny *t, uint32_t level, struct layout_rect box)
{
    t->shapes[t->model.shape_count++] =
        (struct model_shape){level, box, MODEL_OBSTRUCTION, MODEL_NONE, -1, -1, false};
}

/* Adds a pin of 6 x 6 around a node of layer 0. */
static inline void tiny_pin_at(struct tiny *t, uint32_t net, uint32_t ix, uint32_t iy)
{
    int32_t x = 10 * ((int32_t)ix + 1);
    int32_t y = 10 * ((int32_t)iy + 1);
    tiny_pin(t, net, 0, (struct layout_rect){x - 3, y - 3, x + 3, y + 3});
}

/* Makes a design with one net, whose pins are around two nodes of layer 0. */
static inline void tiny_pair(struct tiny *t, uint32_t ix0, uint32_t iy0, uint32_t ix1, uint32_t iy1)
{
    tiny_make(t);
    tiny_pin_at(t, 0, ix0, iy0);
    tiny_pin_at(t, 0, ix1, iy1);
}

static inline void tiny_route(struct flow *flow, struct tiny *t, uint32_t rounds, unsigned threads)
{
    const struct flow_options options = {.last = 2, .rounds = rounds, .threads = threads};
    assert_int_equal(flow_route(flow, &t->model, &options, NULL), STATUS_OK);
}
