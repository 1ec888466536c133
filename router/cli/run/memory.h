/* memory: how much a run may take, and how much it will take at least, so that one that is too
 * large is refused with both numbers before it takes anything. */
#pragma once

#include "router/cli/run/task.h"

/* Bytes a cell that a search takes on any wave: measured with --alone, see memory.c. */
enum { MEMORY_SEARCH_BYTES = 8 };

/* --memory-limit, or what the machine has: the least of its memory, the limits of the process's
 * cgroup and of its address space. In bytes. */
uint64_t memory_limit(const struct options *options);

/* STATUS_FAILED with both numbers where the design that was read would take more than the limit to
 * route. */
enum status memory_check(const struct task *task, struct error *error);
