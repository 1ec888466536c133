/* from_layout: the router's model of a layout that LEF and DEF describe.
 *
 * A net to route is a regular net of two pins with metal, or a power net in which pins that are
 * no power pins stand: its rails then count as one more pin. Nets to be left alone and power that
 * no pin asks for are foreign metal. Wiring that DEF calls ROUTED is not there.
 */
#pragma once

#include "grid/layout/shape.h"
#include "grid/format/guides.h"
#include "router/detail/model/model.h"

struct layout_model {
    struct model model;
    uint32_t *net_of;     /* [model.net_count]: the layout's net */
    uint32_t *via_of;     /* [model.via_count]: the via in tech.vias */
    uint32_t *class_rule; /* [MODEL_CLASSES]: the rule in tech.rules, TECH_NONE for class 0 */
    uint32_t *pin_of; /* [model.pin_count]: the layout's pin, or NET_NONE for the rails of a net */
    void **owned;     /* what is freed with it */
    size_t owned_count, owned_capacity;
};

/* Makes the model. route[n] says whether net n of the layout may be routed; NULL: all. The layout
 * must stay: names are its own. Fails with STATUS_BAD_INPUT if the technology has too many layers
 * or no via between two, STATUS_FAILED without memory. Destroy it in any case. */
enum status layout_model_create(struct layout_model *model, const struct layout *layout,
                                const bool *route, struct error *error);

/* Takes guides for the nets of the model. */
enum status layout_model_guides(struct layout_model *model, const struct layout *layout,
                                const struct guides *guides, struct error *error);

void layout_model_destroy(struct layout_model *model);
