/* from_tech: makes the layers (from_tech.c), classes and vias (from_rules.c) of a model from LEF.
 */
#pragma once

#include "router/detail/model/from_layout.h"

/* Makes the layers with their rules and tracks. Fails like layout_model_create. */
enum status layout_model_layers(struct layout_model *model, const struct layout *layout,
                                struct error *error);

/* Makes a class for each nondefault rule of a net to route, up to MODEL_CLASSES - 1; nets of
 * further rules get class 0. The nets must have been made. */
enum status layout_model_classes(struct layout_model *model, const struct layout *layout,
                                 struct error *error);

/* Makes the vias by class and area of their pads, each shape once. The classes must have been made.
 */
enum status layout_model_vias(struct layout_model *model, const struct layout *layout,
                              struct error *error);
