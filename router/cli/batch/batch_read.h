/* batch_read: reads the INI file of a batch, and checks it as far as that is possible without
 * running a job. */
#pragma once

#include "router/cli/batch/batch_config.h"

/* Reads the file. Fails with STATUS_BAD_INPUT, naming line and nearest known word, for unknown
 * sections and keys, repeated ones, wrong values, a job without a netlist, no job at all, and
 * outputs that stand in each other's way or leave the folder by their name. batch_destroy in any
 * case. */
enum status batch_read(struct batch_config *batch, const char *config, struct error *error);
