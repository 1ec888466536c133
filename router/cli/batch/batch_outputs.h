/* batch_outputs: the files that a batch writes: their names, and the folders they lie in.
 *
 *     <output>/alu.png  <output>/alu.routes     of job alu, unless its section says otherwise
 *     <output>/batch.json  <output>/contact.png  <output>/.batch/     of the batch itself
 *
 * No two of them have one name, and none is a folder that another lies in: `picture = maps` of one
 * job and `routes = maps/b.routes` of another cannot both be. That is known from the names alone,
 * so it is an error of the configuration, found before anything is written. What only the disk
 * knows is looked at when the folders are made: links that lead out of the output folder, a folder
 * in a file's place, an output that is an input under another name.
 */
#pragma once

#include "router/cli/batch/batch_config.h"

/* Fills output and output_place of all jobs from their options and names; batch->output is set.
 * Fails with STATUS_BAD_INPUT, at the value that comes later in the file, where two outputs stand
 * in each other's way. O(n log n) for n outputs. */
enum status batch_outputs_name(struct batch_config *batch, struct error *error);

/* Makes the output folder and those of the jobs' outputs, and refuses what leaves it by a link, the
 * batch's own files, too, a folder where an output is to be, and an output that would overwrite the
 * configuration or a job's netlist. Called once before anything is written. O(n log n). */
enum status batch_outputs_make_folders(const struct batch_config *batch, struct error *error);
