/* generator: the state of a generation, its common steps, and one function per kind of design. For
 * generate/ only.
 *
 *     open.c     open, random
 *     macro.c    macro
 *     maze.c     maze, serpentine
 *     chip.c     chip
 *     capacity.c capacity
 */
#pragma once

#include "grid/generate/generate.h"
#include "grid/random.h"

struct generator {
    const struct generate_options *options; /* with all defaults filled in */
    const char *kind;                       /* name of the kind, for messages */
    struct design *design;                  /* with an empty grid */
    struct random random;
};

/* Names the layers M1, M2 and so on, alternates their directions, and sets the costs of vias and
 * wrong-way steps. A single layer is not changed. */
void generator_set_layers(struct generator *generator);

/* Appends the next net, n<number>, without pins. */
enum status generator_add_net(struct generator *generator, struct error *error);

/* Appends a pin to the last net. */
enum status generator_add_pin(struct generator *generator, cell_t cell, struct error *error);

/* Adds the missing nets, with pins uniform over the free cells of layer 1 that have no pin yet. */
enum status generator_uniform_nets(struct generator *generator, struct error *error);

/* Fails: there is room for `room` pins only, not for `wanted` pins. */
enum status generator_no_room(const struct generator *generator, uint64_t wanted, uint64_t room,
                              struct error *error);

/* One function per kind (generate.h): fills the empty grid and adds all nets. Fails with
 * STATUS_BAD_INPUT if the nets do not fit, with STATUS_FAILED without memory. */
typedef enum status generator_fill(struct generator *generator, struct error *error);
generator_fill generate_open, generate_random, generate_macro, generate_chip, generate_capacity,
    generate_maze, generate_serpentine;
