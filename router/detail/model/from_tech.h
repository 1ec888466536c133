/* from_tech: makes the layers (from_tech.c), classes and vias (from_rules.c) of a model from LEF.
 */
#pragma once

#include "router/detail/model/from_layout.h"

/* Allocates `count` zeroed elements that the model owns; NULL without memory. */
void *layout_model_own(struct layout_model *model, size_t count, size_t size, struct error *error);

/* The same for a typed array, as a step that fails without memory. */
#define MODEL_OWN(model, array, count, error)                                                      \
    (((array) = layout_model_own((model), (count), sizeof *(array), (error))) != NULL              \
         ? STATUS_OK                                                                               \
         : STATUS_FAILED)

/* Makes the routing layers with their rules and tracks, and the cut layers. Fails like
 * layout_model_create. */
enum status layout_model_layers(struct layout_model *model, const struct layout *layout,
                                struct error *error);

/* Makes a class for each nondefault rule of a net to route, up to MODEL_CLASSES - 1; nets of
 * further rules get class 0. The nets must have been made. */
enum status layout_model_classes(struct layout_model *model, const struct layout *layout,
                                 struct error *error);

/* Makes the vias that the router may use, by class and then by area of their pads, each shape once.
 * The classes must have been made. */
enum status layout_model_vias(struct layout_model *model, const struct layout *layout,
                              struct error *error);
