/* owners: the blockage map: which net may use each step and via site beside fixed metal. */
#pragma once

#include "router/detail/lattice/touched.h"
#include "grid/workers.h"

struct owners_how {
    uint32_t first, last;    /* routing layers that wires may use */
    bool wanted;             /* mark the wanted via sites only (cell.h), and no steps */
    struct workers *workers; /* threads to share the shapes, or NULL; the result is the same */
    struct lattice_stop stop;
};

/* Sets the owners of all nodes and sites after lattice_make_nodes. A step or via too near to metal
 * of one net is reserved for that net. It is closed if it is too near to two nets, an obstruction
 * or a hole, makes a neck or notch with the net's pins, or is on a layer outside first..last.
 * metal: the fixed shapes. Time grows with the number of shapes and of nodes near each. May be
 * called again to mark the rest. Fails without memory, and with STATUS_INTERRUPTED and undefined
 * owners after a stop. */
enum status owners_find(struct lattice *lattice, const struct metal *metal,
                        const struct touched *touched, const struct owners_how *how,
                        struct error *error);
