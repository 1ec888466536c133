/* shard: which process of several runs which job of a batch.
 *
 *     leeway batch big.ini --shard 2/8     the second of eight parts
 *
 * The split depends on the batch and on its netlist files alone: jobs by falling size of the
 * netlist go each to the part that has least so far (R. L. Graham 1969). So any machine that sees
 * the same files finds the same parts, and each job is in one of them.
 */
#pragma once

#include "router/cli/batch/batch_config.h"

enum { SHARDS_MAX = 100000 };

/* A part: number index of count, from 1. */
struct shard {
    uint32_t index, count;
};

/* Reads "I/N", 1 <= I <= N <= SHARDS_MAX. Fails with STATUS_BAD_INPUT. */
enum status shard_parse(const char *text, struct shard *shard, struct error *error);

/* The chosen jobs, largest first; equally large ones in the file's order. order: [jobs]; *count of
 * them are filled. A netlist that cannot be looked at counts as empty. O(n log n). */
enum status shard_order(const struct batch_config *batch, size_t *order, size_t *count,
                        struct error *error);

/* Leaves of the chosen jobs those of this part. */
enum status shard_choose(struct batch_config *batch, struct shard shard, struct error *error);
