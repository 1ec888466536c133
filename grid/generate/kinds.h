/* kinds: the kinds of designs, one function each. generate.c has a row for each in its table.
 *
 *     open.c     open, random
 *     macro.c    macro
 *     maze.c     maze, serpentine
 *     layout.c     layout
 *
 * Each fills the grid, which is made and free, and adds all nets. Fails with STATUS_BAD_INPUT where
 * the nets do not fit, with STATUS_FAILED without memory. generate.h says what the kinds are.
 */
#pragma once

#include "grid/generate/generator.h"

enum status generate_open(struct generator *generator, struct error *error);
enum status generate_random(struct generator *generator, struct error *error);
enum status generate_macro(struct generator *generator, struct error *error);
enum status generate_chip(struct generator *generator, struct error *error);
enum status generate_maze(struct generator *generator, struct error *error);
enum status generate_serpentine(struct generator *generator, struct error *error);
