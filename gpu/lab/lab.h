/* lab: the kernels of the literature side by side, for programs built with or without CUDA. */
#pragma once

#include "grid/design.h"
#include "router/search/bfs.h"

C_NAMES_BEGIN

/* The lab of breadth-first kernels: never NULL, static. Ask its unusable() first. */
const struct bfs_lab *gpu_lab(void);

/* Fills order[net_count] with all nets of the design, smallest half perimeter of the pins'
 * bounding box first, ties in netlist order: the same order as the CPU's ORDER_SHORT, sorted on
 * the device by a stable merge sort. *seconds (may be NULL) is the device's time for boxes and
 * sort, copies apart. Fails with STATUS_FAILED for memory, device, or a build without CUDA. */
enum status gpu_lab_sort_nets(const struct design *design, uint32_t *order, double *seconds,
                              struct error *error);

C_NAMES_END
