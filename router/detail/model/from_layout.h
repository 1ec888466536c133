/* from_layout: makes the router's model from a layout (LEF and DEF).
 *
 * A net to route is a regular net with two or more pins in NETS, or a special net with such pins;
 * its rails then count as one pin. A net with a pin without metal is bare: it stays open. The metal
 * of all other nets is MODEL_FOREIGN. ROUTED wiring of nets to route and bare nets is left out. */
#pragma once

#include "grid/layout/shape.h"
#include "grid/format/guides.h"
#include "router/detail/model/model.h"

struct layout_model {
    struct model model;
    uint32_t *net_of;     /* [model.net_count]: net of the layout */
    uint32_t *via_of;     /* [model.via_count]: via in tech.vias */
    uint32_t *class_rule; /* [MODEL_CLASSES]: rule in tech.rules, TECH_NONE for class 0 */
    uint32_t *pin_of;     /* [model.pin_count]: pin of the layout, or NET_NONE for rails */
    uint32_t *bare;       /* by net of the layout: a pin without metal, or NET_NONE */
};

/* Makes the model. route[n]: net n of the layout may be routed; NULL: all nets. The layout must
 * outlive the model. Fails without memory, or with STATUS_BAD_INPUT without routing layers or with
 * more than MODEL_LAYERS_MAX. Destroy the model in any case. */
enum status layout_model_create(struct layout_model *model, const struct layout *layout,
                                const bool *route, struct error *error);

/* Adds the guides of the model's nets. Fails without memory. */
enum status layout_model_guides(struct layout_model *model, const struct layout *layout,
                                const struct guides *guides, struct error *error);

void layout_model_destroy(struct layout_model *model);

/* ---- steps of layout_model_create (from_tech.c, from_rules.c) -------------------------------- */

/* Makes the layers with their rules and tracks. Fails like layout_model_create. */
enum status layout_model_layers(struct layout_model *model, const struct layout *layout,
                                struct error *error);

/* Makes a class for each nondefault rule of a net to route, up to MODEL_CLASSES - 1; nets of
 * further rules get class 0. The nets must have been made. */
enum status layout_model_classes(struct layout_model *model, const struct layout *layout,
                                 struct error *error);

/* Makes the vias by class and area of their pads, each shape once. Needs the classes. */
enum status layout_model_vias(struct layout_model *model, const struct layout *layout,
                              struct error *error);
