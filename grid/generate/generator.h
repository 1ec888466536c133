/* generator: what the kinds of designs share: the record of a run, layers, nets and pins. Only the
 * generator's own files include it.
 */
#pragma once

#include "grid/generate/generate.h"
#include "grid/random.h"

struct generator {
    const struct generate_options *options; /* complete: no zeroes that mean a default */
    const char *kind;                       /* its name, for messages */
    struct design *design;                  /* its grid is made, everything free */
    struct random random;
};

/* Makes the layers horizontal and vertical by turns, named M1, M2, ..., with costs for vias and
 * wrong ways. One layer alone stays as it is. */
void generator_set_layers(struct generator *generator);

/* Appends the next net, n<number>, without pins. */
enum status generator_add_net(struct generator *generator, struct error *error);

/* Appends a pin to it. */
enum status generator_add_pin(struct generator *generator, cell_t cell, struct error *error);

/* A net's number of pins, uniform in 2 .. options->pins. */
uint32_t generator_draw_pins(struct generator *generator);

/* Adds the nets that are still missing, with pins uniform over the free cells of layer 1 that are
 * no pins yet. */
enum status generator_uniform_nets(struct generator *generator, struct error *error);

/* The message where there is no room. */
enum status generator_no_room(const struct generator *generator, uint64_t wanted, uint64_t room,
                              struct error *error);
