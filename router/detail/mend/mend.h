/* mend: fixes violations within a net by metal patches.
 *
 * A patch fills a notch between two pieces of a net, lengthens a polygon smaller than the minimum
 * area, fills a corner with steps shorter than the minimum, or fills a hole smaller than the
 * minimum area. It keeps the spacing to all other nets and makes no new notch. Violations that no
 * patch fixes are listed as faults. */
#pragma once

#include "router/detail/lattice/metal.h"
#include "router/detail/net/net_tree.h"
#include "grid/workers.h"

struct patch {
    uint32_t net;
    uint32_t layer;
    struct layout_rect box;
};

enum mend_rule { MEND_NOTCH, MEND_AREA, MEND_CUT, MEND_STEP, MEND_HOLE };

struct mend_fault {
    uint32_t net;
    uint32_t layer;
    enum mend_rule rule;
    struct layout_rect place;
};

/* All metal, and the patches and faults found. Each net is fixed as if no other net had patches.
 * The patches are then added in the order of nets; a net whose patches are too near to earlier ones
 * is fixed again. So threads may share the nets, and the result is the same. */
struct mender {
    const struct lattice *lattice; /* the caller sets it and nothing else */
    struct metal metal;            /* with the patches before own_patches */
    struct patch *patches;
    size_t patch_count, patch_room;
    size_t own_patches; /* later patches belong to the current net and are not in metal */
    struct mend_fault *faults;
    size_t fault_count, fault_room;
    uint64_t *clean;   /* by net: hash of a tree without violations, which is skipped, or 0 */
    struct patch *own; /* [own_count] wires, pads and pins of the current net, if all_listed; by
                          layer and x0 */
    size_t own_count, own_room;
    bool all_listed;     /* own has all metal of the current net except its patches */
    uint32_t net;        /* the current net */
    struct error *error; /* of the current net */
};

void mender_destroy(struct mender *mender);

/* Finds the patches and faults of all trees. workers: to share the nets. Fails without memory. May
 * be called again for the same model: trees that had no violation are not examined again. */
enum status mend(struct mender *mender, const struct net_tree *trees, struct workers *workers,
                 struct error *error);

/* Clears the faults, and removes the patches of nets without a complete tree. */
void mend_forget(struct mender *mender, const struct net_tree *trees);

/* Penalises the cause of a fault so that rerouting avoids it: for areas and steps the tree's metal
 * at the place, otherwise the place; for a notch that the net had before (it may be between the
 * pads of two vias) both. before: the net's previous fault, or zeros. */
void mend_penalise(struct lattice *lattice, const struct net_tree *tree,
                   const struct mend_fault *fault, const struct mend_fault *before, int32_t toll);
