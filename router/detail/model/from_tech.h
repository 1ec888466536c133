/* from_tech: the layers, classes and vias of a model, from LEF's. from_tech.c has the layers,
 * from_rules.c the rest. */
#pragma once

#include "router/detail/model/from_layout.h"

/* Allocates count elements that the model owns; NULL without memory. */
void *layout_model_own(struct layout_model *model, size_t count, size_t size, struct error *error);

/* Layers with their rules and tracks, cuts. Fails as layout_model_create does. */
enum status layout_model_layers(struct layout_model *model, const struct layout *layout,
                                struct error *error);

/* Classes of nets, once the nets are there: one for each nondefault rule that a net to route names,
 * up to MODEL_CLASSES - 1. Nets of further rules have class 0. */
enum status layout_model_classes(struct layout_model *model, const struct layout *layout,
                                 struct error *error);

/* Vias that the router may use, once the classes are there: class by class, those with the smallest
 * pads first, each shape once. */
enum status layout_model_vias(struct layout_model *model, const struct layout *layout,
                              struct error *error);
