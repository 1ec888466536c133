/* shard: splits the jobs of a batch among processes that know nothing of each other.
 *
 *     leeway batch big.ini --shard 2/8     the second of eight parts
 *
 * Jobs, largest netlist first, go each to the part with the least total so far (R. L. Graham,
 * 1969). The split depends on the configuration and the sizes of the netlists alone, so each
 * machine that sees the same files finds the same parts, and each job is in exactly one. */
#pragma once

#include "router/cli/batch/batch_config.h"

enum { SHARDS_MAX = 100000 };

/* Part `index` of `count` parts, counted from 1. */
struct shard {
    uint32_t index, count;
};

/* Reads "I/N", 1 <= I <= N <= SHARDS_MAX. Fails with STATUS_BAD_INPUT. */
enum status shard_parse(const char *text, struct shard *shard, struct error *error);

/* Fills order[*count] with the chosen jobs, largest first, equally large ones in the file's order.
 * order has room for all jobs. A netlist of unknown size counts as empty. O(n log n). */
enum status shard_order(const struct batch_config *batch, size_t *order, size_t *count,
                        struct error *error);

/* Keeps those of the chosen jobs that are in this part. */
enum status shard_choose(struct batch_config *batch, struct shard shard, struct error *error);
