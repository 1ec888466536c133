/* owners: the blockage map: which net may use each step and via site beside fixed metal. */
#pragma once

#include "router/detail/lattice/lattice.h"
#include "router/engine/workers.h"

/* Sets the owners of all nodes and sites after lattice_make_nodes. A step or via too near to metal
 * of one net is reserved for that net. It is closed if it is too near to two nets, an obstruction
 * or a hole, makes a neck or notch with the net's pins, or is on a layer outside first..last.
 * workers: threads to share the shapes, or NULL; the result is the same. Time grows with the number
 * of shapes and of nodes near each. Fails without memory, and with STATUS_INTERRUPTED and undefined
 * owners after a stop. */
struct metal;
enum status owners_find(struct lattice *lattice, const struct metal *metal, uint32_t first,
                        uint32_t last, struct workers *workers, const struct lattice_stop *stop,
                        struct error *error);
