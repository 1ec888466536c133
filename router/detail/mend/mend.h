/* mend: patches of metal where the wires of a net break a rule against the net itself.
 *
 * Where two pieces of a net are too near without meeting (a notch) the gap is filled; where a
 * polygon is smaller than the least area it is made longer; where two pieces cross with steps that
 * are too short, the corner is filled; so is a hole that is too small. A patch keeps its distance
 * from all other nets and makes no new notch. What no patch mends is a fault.
 */
#pragma once

#include "router/detail/lattice/metal.h"
#include "router/detail/net/net_tree.h"
#include "router/engine/workers.h"

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

/* Metal of all trees, and what was made of it. A net is mended as if no other net had patches; the
 * nets are then entered in order, and one whose patches come too near to those of a net before it
 * is mended again beside them. So threads may share the nets, and the result is the same. */
struct mender {
    const struct lattice *lattice;
    struct metal metal; /* patches of nets that were entered included */
    struct patch *patches;
    size_t patch_count, patch_room;
    size_t own_patches; /* patches from here on are of the net at work, and not in metal */
    struct mend_fault *faults;
    size_t fault_count, fault_room;
};

enum status mender_create(struct mender *mender, const struct lattice *lattice,
                          struct error *error);
void mender_destroy(struct mender *mender);

/* Makes the patches and the list of faults of all complete trees anew, net by net. workers: threads
 * to share the nets, or NULL. */
enum status mend(struct mender *mender, const struct net_tree *trees, struct workers *workers,
                 struct error *error);

/* Forgets the faults, and the patches of nets without a complete tree. */
void mend_forget(struct mender *mender, const struct net_tree *trees);

/* Makes dear what has the fault, so that the net goes elsewhere: what the tree has at the place, or
 * all that stands there; both for a notch that the net had before, as it may be between two pads of
 * vias from below. before: the net's last fault, or zeros. */
void mend_dear(struct lattice *lattice, const struct net_tree *tree, const struct mend_fault *fault,
               const struct mend_fault *before, int32_t toll);
