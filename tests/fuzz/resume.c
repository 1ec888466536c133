/* resume: the target for checkpoints. A run of a small design writes checkpoints; the input changes
 * words of one, which gets a new checksum. The resumed run must refuse it or end with a result that
 * passes the checker. */
#include <stdlib.h>
#include <string.h>

#include "grid/check/check.h"
#include "grid/format/design_file.h"
#include "router/checkpoint/codec.h"
#include "router/engine/engine_cpu.h"
#include "router/route/route.h"
#include "tests/fuzz/targets.h"

enum { KEPT_MAX = 64, ITERATIONS = 4 };

static struct design design;
static struct route_checkpoint kept[KEPT_MAX];
static size_t kept_count;

static void keep(void *context, const struct routes *best,
                 const struct route_checkpoint *checkpoint)
{
    (void)context;
    (void)best;
    if (kept_count == KEPT_MAX)
        return;
    struct route_checkpoint *copy = &kept[kept_count++];
    *copy = (struct route_checkpoint){malloc(checkpoint->size), checkpoint->size};
    if (copy->bytes == NULL)
        abort();
    memcpy(copy->bytes, checkpoint->bytes, checkpoint->size);
}

static struct route_options options_of_run(void)
{
    return (struct route_options){.engine = &engine_cpu,
                                  .engine_options = {.wave = "auto", .threads = 1},
                                  .max_iterations = ITERATIONS};
}

static void run_once(void)
{
    struct route_options options = options_of_run();
    struct routes routes;
    options.checkpoint = keep;
    fuzz_file_texts("grid g\nnet a 0,2,1 5,2,1\nnet b 2,0,1 2,4,1\nnet c 0,0,1 5,4,1 0,4,1\n"
                    "net d 5,0,1 3,3,1\n",
                    "size 6 5 2\ncost via 2\nblock 3 1 3 2 layer 2\n");
    if (design_read(&design, IN_NAME, NULL) != STATUS_OK ||
        route_design(&design, &options, &routes, NULL, NULL) > STATUS_UNROUTED || kept_count == 0)
        abort();
    routes_destroy(&routes);
}

/* Changes a word; the two low bits of `how` select the operation. */
static uint64_t changed(uint64_t word, uint8_t how, uint8_t by)
{
    switch (how % 4) {
    case 0:
        return by;
    case 1:
        return word + by;
    case 2:
        return word - by;
    default:
        return word ^ (uint64_t)1 << (by % 64U);
    }
}

static void go_on(struct route_checkpoint *checkpoint)
{
    struct route_options options = options_of_run();
    struct routes routes = {0};
    struct error error = fuzz_error();
    struct check_summary summary;
    options.resume = checkpoint;
    enum status status = route_design(&design, &options, &routes, NULL, &error);
    if (status == STATUS_OK || status == STATUS_UNROUTED) {
        status = check_routes(1, &design, &routes, false, NULL, NULL, &summary, &error);
        if (status != STATUS_OK && status != STATUS_UNROUTED)
            abort();
    }
    fuzz_expect(status == STATUS_UNROUTED ? STATUS_OK : status, &error);
    routes_destroy(&routes);
}

void fuzz_checkpoint(const uint8_t *data, size_t size)
{
    if (kept_count == 0)
        run_once();
    if (size < 1)
        return;
    const struct route_checkpoint *from = &kept[data[0] % kept_count];
    size_t words = from->size / sizeof(uint64_t);
    struct codec codec = {.words = malloc(from->size), .count = words - 1, .capacity = words};
    if (codec.words == NULL)
        return;
    memcpy(codec.words, from->bytes, from->size);
    for (size_t i = 1; i + 2 < size; i += 3) {
        uint64_t *word = &codec.words[(data[i] + 256U * (data[i + 1] >> 2)) % (words - 1)];
        *word = changed(*word, data[i + 1], data[i + 2]);
    }
    codec_seal(&codec);
    struct route_checkpoint checkpoint = {(uint8_t *)codec.words, codec.count * sizeof(uint64_t)};
    go_on(&checkpoint);
    free(codec.words);
}
