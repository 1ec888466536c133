/* shard: the greedy split, by sizes of netlist files. */
#include "router/cli/batch/cluster/shard.h"

#include <sys/stat.h>

enum status shard_parse(const char *text, struct shard *shard, struct error *error)
{
    uint64_t index = 0, count = 0;
    const char *end = text;
    const bool fine = options_digits(text, &end, &index) && *end == '/' &&
                      options_digits(end + 1, &end, &count) && *end == '\0' && index >= 1 &&
                      index <= count && count <= SHARDS_MAX;
    *shard = (struct shard){(uint32_t)index, (uint32_t)count};
    if (fine)
        return STATUS_OK;
    return error_refuse(error,
                        "--shard: expected I/N, part I of N, 1 <= I <= N <= %d, found \"%.60s\"",
                        SHARDS_MAX, text);
}

struct sized {
    uint64_t bytes;
    size_t job;
};

static int larger_first(const void *a, const void *b)
{
    const struct sized *x = a, *y = b;
    return by_numbers((int64_t[]){-(int64_t)x->bytes, (int64_t)x->job},
                      (int64_t[]){-(int64_t)y->bytes, (int64_t)y->job}, 2);
}

/* The chosen jobs with their sizes, largest first; NULL without memory. */
static enum status make_sizes(const struct batch_config *batch, struct sized **sized, size_t *count,
                              struct error *error)
{
    *count = 0;
    TRY(MEM_NEW(*sized, batch->count, "sizes of jobs", error));
    for (size_t i = 0; i < batch->count; i++) {
        struct stat info;
        if (!batch->jobs[i].chosen)
            continue;
        bool known = stat(batch->jobs[i].netlist, &info) == 0 && info.st_size > 0;
        (*sized)[(*count)++] = (struct sized){known ? (uint64_t)info.st_size : 0, i};
    }
    qsort(*sized, *count, sizeof **sized, larger_first);
    return STATUS_OK;
}

enum status shard_order(const struct batch_config *batch, size_t *order, size_t *count,
                        struct error *error)
{
    assert(order != NULL);
    struct sized *sized;
    TRY(make_sizes(batch, &sized, count, error));
    for (size_t i = 0; i < *count; i++)
        order[i] = sized[i].job;
    free(sized);
    return STATUS_OK;
}

enum status shard_choose(struct batch_config *batch, struct shard shard, struct error *error)
{
    size_t count;
    assert(shard.index >= 1 && shard.index <= shard.count);
    struct sized *sized;
    uint64_t *load = NULL;
    TRY(make_sizes(batch, &sized, &count, error));
    const enum status status = MEM_NEW(load, shard.count, "parts of a batch", error);
    for (size_t i = 0; i < count && status == STATUS_OK; i++) {
        uint32_t least = 0;
        for (uint32_t part = 1; part < shard.count; part++)
            if (load[part] < load[least])
                least = part;
        load[least] += sized[i].bytes + 1; /* + 1 spreads empty ones, too */
        batch->jobs[sized[i].job].chosen = least == shard.index - 1;
    }
    MEM_FREE(sized, load);
    return status;
}
