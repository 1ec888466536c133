/* pages: large zeroed arrays of which only the parts in use take memory.
 *
 * A lattice has a node for each crossing of tracks, of which a large die with few nets uses few.
 * The system makes a page of a sparse array, 4 KiB, when a thread first touches it, and reserves
 * nothing before. Other arrays are those of mem_alloc, whose large pages are faster if filled. */
#pragma once

#include "grid/base.h"

/* Makes count elements of `size` bytes, all zero; `what` names them in messages. Returns NULL
 * without memory or address space. */
void *pages_make(size_t count, size_t size, bool sparse, const char *what, struct error *error);

/* Makes all elements zero again; arguments as for pages_make. */
void pages_clear(void *at, size_t count, size_t size, bool sparse);

/* Frees an array of pages_make; accepts NULL. */
void pages_free(void *at, bool sparse);
