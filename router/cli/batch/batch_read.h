/* batch_read: reads the INI file of a batch and checks it, without running a job. */
#pragma once

#include "router/cli/batch/batch_config.h"

/* Reads the file. Fails with STATUS_BAD_INPUT, with the line and the nearest known word, for
 * unknown or repeated sections and keys, wrong values, a job without a netlist, a file without
 * jobs, and outputs that exclude each other or leave the output folder. batch_destroy in any case.
 */
enum status batch_read(struct batch_config *batch, const char *config, struct error *error);
