/* patch: what mending does with metal: looks around, adds patches and faults. */
#pragma once

#include "router/detail/mend/mend.h"
#include "router/detail/model/own.h"

/* A net's metal on one layer: that of routing first, then that of its pins near it. */
struct own_metal {
    uint32_t net, layer;
    struct layout_rect box[OWN_METAL_MAX];
    bool fixed[OWN_METAL_MAX];
    uint32_t count;
};

/* The least width of metal on the layer. */
int32_t mend_width(const struct mender *mender, uint32_t layer);

/* Adds metal of routing to what is known. */
enum status mend_metal(struct mender *mender, uint32_t layer, uint32_t net, struct layout_rect box,
                       struct error *error);

/* May a patch stand beside all metal of other nets? */
bool mend_may_stand(const struct mender *mender, uint32_t layer, uint32_t net,
                    struct layout_rect box);

/* Gathers the net's metal within reach of the box, each box once. */
void mend_look_around(const struct mender *mender, struct own_metal *own, uint32_t net,
                      uint32_t layer, struct layout_rect box, int32_t reach);

/* Does one of two boxes end too near ahead of the other (SPACING ENDOFLINE)? */
bool mend_line_end(const struct lattice_layer *layer, struct layout_rect a, struct layout_rect b);

/* Adds a patch if it breaks no rule; *done tells. */
enum status mend_patch(struct mender *mender, uint32_t layer, uint32_t net, struct layout_rect box,
                       bool *done, struct error *error);

/* Adds a fault. */
enum status mend_fault(struct mender *mender, uint32_t net, uint32_t layer, enum mend_rule rule,
                       struct layout_rect place, struct error *error);
