/* lab: breadth-first kernels of the literature side by side, in builds with and without CUDA. */
#pragma once

#include "router/search/bfs.h"

C_NAMES_BEGIN

/* The lab: never NULL, static. Call its unusable() before any other function. */
const struct bfs_lab *gpu_lab(void);

C_NAMES_END
