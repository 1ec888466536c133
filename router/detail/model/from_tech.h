/* from_tech: the layers and vias of a model, from LEF's. */
#pragma once

#include "router/detail/model/from_chip.h"

/* Allocates count elements that the model owns; NULL without memory. */
void *chip_model_own(struct chip_model *model, size_t count, size_t size, struct error *error);

/* Layers with their rules and tracks, cuts. Fails as chip_model_create does. */
enum status chip_model_layers(struct chip_model *model, const struct chip *chip,
                              struct error *error);

/* Vias that the router may use, those with the smallest pads first, each shape once. */
enum status chip_model_vias(struct chip_model *model, const struct chip *chip, struct error *error);

static inline struct box box_of(struct rect r)
{
    return (struct box){r.x0, r.y0, r.x1, r.y1};
}
