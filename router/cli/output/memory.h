/* memory: the least memory that a run takes and the limit of the machine. A design that exceeds it
 * is refused with both numbers before memory is allocated. */
#pragma once

#include "router/cli/options/options.h"

/* Bytes per cell that a search takes with any wave: measured with --alone, see memory.c. */
enum { MEMORY_SEARCH_BYTES = 8 };

/* --memory-limit, or the least of the machine's memory and the process's limits, in bytes. */
uint64_t memory_limit(const struct options *options);

/* STATUS_FAILED with both numbers if `need` bytes are over the limit. what: "routing 3 cells". */
enum status memory_allow(const char *what, uint64_t need, const struct options *options,
                         struct error *error);

/* The least bytes that routing the design takes. negotiates: nets may be ripped up and rerouted. */
uint64_t memory_need(const struct design *design, bool negotiates);
