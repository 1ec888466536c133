/* from_tech: the layers, classes and vias of a model, from LEF's. from_tech.c has the layers,
 * from_rules.c the rest. */
#pragma once

#include "router/detail/model/from_chip.h"

/* Allocates count elements that the model owns; NULL without memory. */
void *chip_model_own(struct chip_model *model, size_t count, size_t size, struct error *error);

/* Layers with their rules and tracks, cuts. Fails as chip_model_create does. */
enum status chip_model_layers(struct chip_model *model, const struct chip *chip,
                              struct error *error);

/* Classes of nets, once the nets are there: one for each nondefault rule that a net to route names,
 * up to MODEL_CLASSES - 1. Nets of further rules have class 0. */
enum status chip_model_classes(struct chip_model *model, const struct chip *chip,
                               struct error *error);

/* Vias that the router may use, once the classes are there: class by class, those with the smallest
 * pads first, each shape once. */
enum status chip_model_vias(struct chip_model *model, const struct chip *chip, struct error *error);

static inline struct box box_of(struct rect r)
{
    return (struct box){r.x0, r.y0, r.x1, r.y1};
}
