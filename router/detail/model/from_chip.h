/* from_chip: the router's model of a chip that LEF and DEF describe.
 *
 * A net to route is a regular net of two pins with metal, or a power net in which pins that are
 * no power pins stand: its rails then count as one more pin. Nets to be left alone and power that
 * no pin asks for are foreign metal. Wiring that DEF calls ROUTED is not there.
 */
#pragma once

#include "grid/chip/shape.h"
#include "grid/format/guides.h"
#include "router/detail/model/model.h"

struct chip_model {
    struct model model;
    uint32_t *net_of;     /* [model.net_count]: the chip's net */
    uint32_t *via_of;     /* [model.via_count]: the via in tech.vias */
    uint32_t *class_rule; /* [MODEL_CLASSES]: the rule in tech.rules, TECH_NONE for class 0 */
    uint32_t *pin_of; /* [model.pin_count]: the chip's pin, or NET_NONE for the rails of a net */
    void **owned;     /* what is freed with it */
    size_t owned_count, owned_capacity;
};

/* Makes the model. route[n] says whether net n of the chip may be routed; NULL: all. The chip must
 * stay: names are its own. Fails with STATUS_BAD_INPUT if the technology has too many layers or no
 * via between two, STATUS_FAILED without memory. Destroy it in any case. */
enum status chip_model_create(struct chip_model *model, const struct chip *chip, const bool *route,
                              struct error *error);

/* Takes guides for the nets of the model. */
enum status chip_model_guides(struct chip_model *model, const struct chip *chip,
                              const struct guides *guides, struct error *error);

void chip_model_destroy(struct chip_model *model);
