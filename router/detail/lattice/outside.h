/* outside: what lies outside a die that is a polygon is closed. */
#pragma once

#include "router/detail/lattice/lattice.h"

/* Closes the steps and via sites whose centre lines leave the parts of the die. Does nothing where
 * the die is one rectangle; else each step is compared with each part. */
void outside_close(struct lattice *lattice);
