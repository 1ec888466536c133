/* owners: who may use each step and each via site, from the metal that stands before routing. */
#pragma once

#include "router/detail/lattice/lattice.h"
#include "router/engine/workers.h"

/* Fills own of all cells and sites of a lattice with lines and kinds. Steps and vias that would
 * come too near to metal of one net are left to that net, those too near to two nets, to an
 * obstruction or to a cut are closed; so are those that would make a neck or a notch with metal of
 * the net's own pins. Wires may run on layers first..last only. workers: threads to share the
 * shapes, or NULL; the result is the same. Work grows with the number of shapes and the nodes near
 * each; stop (or NULL) is asked before each shape, by any thread, and ends it with
 * STATUS_INTERRUPTED and owners that are of no use. Fails without memory. */
struct metal;
struct owners_stop {
    bool (*asked)(void *context); /* or NULL */
    void *context;
};
enum status owners_find(struct lattice *lattice, const struct metal *metal, uint32_t first,
                        uint32_t last, struct workers *workers, const struct owners_stop *stop,
                        struct error *error);
