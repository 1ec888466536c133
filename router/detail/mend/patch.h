/* patch: what mending does with metal: looks around, adds patches and faults. */
#pragma once

#include "router/detail/mend/mend.h"
#include "router/detail/model/own.h"

/* A net's metal on one layer: that of routing first, then that of its pins near it. */
struct own_metal {
    int net, layer;
    struct box box[OWN_METAL_MAX];
    bool fixed[OWN_METAL_MAX];
    int count;
};

/* The least width of metal on the layer. */
int32_t mend_width(const struct mender *mender, int layer);

/* Adds metal of routing to what is known. */
enum status mend_metal(struct mender *mender, int layer, int net, struct box box,
                       struct error *error);

/* May a patch stand beside all metal of other nets? */
bool mend_may_stand(const struct mender *mender, int layer, int net, struct box box);

/* Gathers the net's metal within reach of the box, each box once. */
void mend_look_around(const struct mender *mender, struct own_metal *own, int net, int layer,
                      struct box box, int32_t reach);

/* Does one of two boxes end too near ahead of the other (SPACING ENDOFLINE)? */
bool mend_line_end(const struct lattice_layer *layer, struct box a, struct box b);

/* Adds a patch if it breaks no rule; *done tells. */
enum status mend_patch(struct mender *mender, int layer, int net, struct box box, bool *done,
                       struct error *error);

/* Adds a fault. */
enum status mend_fault(struct mender *mender, int net, int layer, enum mend_rule rule,
                       struct box place, struct error *error);
