/* patch: the steps of fixing one net (mend.h), shared by the files of this folder only. */
#pragma once

#include "router/detail/mend/mend.h"
#include "router/detail/model/own.h"

/* Metal of a net on one layer, near a place. */
struct own_metal {
    uint32_t net, layer;
    struct layout_rect box[OWN_METAL_MAX];
    bool fixed[OWN_METAL_MAX];
    uint32_t count;
};

/* An action on a piece of metal of the current net. */
typedef enum status mend_box(struct mender *mender, uint32_t layer, struct layout_rect box);

/* Calls action for each wire and pad of the current net's tree, until one fails. */
enum status mend_each_box(struct mender *mender, const struct net_tree *tree, mend_box *action);

/* Adds routed metal to the mender's index. Fails without memory, like all steps here. */
mend_box mend_metal;

/* True if a patch keeps the spacing to all metal of other nets. */
bool mend_fits(const struct mender *mender, uint32_t layer, struct layout_rect box);

/* Gathers the net's metal within reach of the box, each rectangle once. */
void mend_look_around(const struct mender *mender, struct own_metal *own, uint32_t layer,
                      struct layout_rect box, int32_t reach);

/* True if a or b is too near ahead of a line end of the other (SPACING ENDOFLINE). */
bool mend_line_end(const struct lattice_layer *layer, struct layout_rect a, struct layout_rect b);

/* Grows the box to the grid and adds it as a patch if it violates no rule; *done: it was added. */
enum status mend_patch(struct mender *mender, uint32_t layer, struct layout_rect box, bool *done);

/* Adds a violation that no patch fixes. */
enum status mend_fault(struct mender *mender, uint32_t layer, enum mend_rule rule,
                       struct layout_rect place);

/* Lengthens the polygon of the box, which need not be in the index, to the minimum area, or adds a
 * violation. */
mend_box mend_area;

/* Fills the holes in metal around the box that are smaller than the layer's minimum area, or adds
 * violations. Ignores metal of more than 64 rectangles. */
mend_box mend_holes;

/* Adds the patches and violations of a net; patches are not added to the index. Threads may call it
 * with menders of their own that share one index. */
enum status mend_net(struct mender *mender, const struct net_tree *tree, uint32_t net,
                     struct error *error);
