/* batch_outputs: names and folders of the files that a batch writes.
 *
 *     <output>/alu.png  <output>/alu.routes     of job alu, unless its section names others
 *     <output>/batch.json  <output>/contact.png  <output>/.batch/     of the batch itself
 *
 * No two outputs have the same name, and none is a folder of another: `picture = maps` of one job
 * and `routes = maps/b.routes` of another exclude each other. The names alone show that, so it is
 * an error of the configuration, found before anything is written. Other faults show only on disk,
 * when the folders are made: links that lead out of the output folder, a folder in a file's place,
 * an output that is an input under another name.
 */
#pragma once

#include "router/cli/batch/batch_config.h"

/* Fills the outputs of all jobs from their options and names; batch->output is set. Fails for two
 * that exclude each other, at the later value. O(n log n) for n outputs. */
enum status batch_outputs_name(struct batch_config *batch, struct error *error);

/* Makes the output folder and the folders of the jobs' outputs. Fails if a link leads an output, or
 * a file of the batch itself, out of the output folder, if a folder is in the place of an output,
 * and if an output would overwrite the configuration or an input of a job. O(n log n). */
enum status batch_outputs_make_folders(const struct batch_config *batch, struct error *error);
