/* metal: a spatial index of all metal on the routing layers: linked lists in square bins.
 *
 * It holds the fixed shapes and the metal of trees and patches. A query takes time proportional to
 * the number of shapes in the bins that it touches. */
#pragma once

#include "router/detail/lattice/lattice.h"

struct metal_piece {
    struct layout_rect box;
    uint32_t net;   /* as in model_shape */
    int32_t space;  /* as in model_shape */
    int32_t width;  /* that spacing rules use */
    uint32_t shape; /* of the model; MODEL_NONE: metal of trees and patches */
};

struct metal {
    const struct lattice *lattice;
    struct metal_rect { /* metal of trees and patches: pieces from model->shape_count on */
        struct layout_rect box;
        uint32_t net;
    } * rects;
    size_t count, room;
    struct metal_link { /* an entry of a bin's list */
        uint32_t piece; /* a shape of the model, or model->shape_count + a rectangle */
        int32_t next;   /* 1 + a link, or 0 */
    } * links;
    size_t link_count, link_room;
    int32_t *heads; /* by layer and bin: 1 + the first link, or 0; sparse (pages.h) */
    int32_t size;   /* side of a bin, in units */
    uint32_t columns, rows;
    struct layout_rect area;
    bool more_fixed; /* nets have fixed metal besides their pins */
};

/* Adds the fixed shapes. Fails without memory; destroy it in any case. */
enum status metal_create(struct metal *metal, const struct lattice *lattice, struct error *error);
void metal_destroy(struct metal *metal);

/* Adds metal of a net. Fails without memory. */
enum status metal_add(struct metal *metal, uint32_t layer, struct layout_rect box, uint32_t net,
                      struct error *error);

/* Calls visit for each piece within reach of the box along both axes, perhaps more than once. If
 * visit returns false, stops and returns false. */
typedef bool metal_visit(void *context, const struct metal_piece *piece);
bool metal_near(const struct metal *metal, uint32_t layer, struct layout_rect box, int32_t reach,
                metal_visit *visit, void *context);
