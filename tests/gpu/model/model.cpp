/* model: the fibers, and replacements for CUB and for the choice of a device.
 */
/* A checked longjmp treats a jump from fiber to fiber as an error. */
#undef _FORTIFY_SOURCE
#include <setjmp.h>
#include <stdio.h>
#include <ucontext.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "gpu/rounds/device.cuh"
#include "gpu/devices.cuh"

enum { STACK_BYTES = 1 << 18, THREADS = 64, LANES_EACH = 32 };

struct model_index threadIdx, blockIdx, blockDim, gridDim;
bool model_reverse;
size_t model_memory, model_taken;

/* ---- fibers --------------------------------------------------------------------------------- */

static struct fiber {
    jmp_buf at;
    ucontext_t start;
    bool begun, done;
    uint64_t meetings, barriers;
} fiber[THREADS];
static char stack[THREADS][STACK_BYTES];
static jmp_buf scheduler;
static unsigned current;
static const std::function<void()> *running;
static uint32_t given[2][THREADS];
static int calls[2][THREADS];
static bool said[2][THREADS];

static void yield()
{
    if (_setjmp(fiber[current].at) == 0)
        _longjmp(scheduler, 1);
}

static void begin()
{
    (*running)();
    fiber[current].done = true;
    _longjmp(scheduler, 1);
}

const uint32_t *model_meet(int call, uint32_t value)
{
    const unsigned self = current, warp = self / LANES_EACH * LANES_EACH;
    const uint64_t parity = fiber[self].meetings++ % 2;
    given[parity][self] = value;
    calls[parity][self] = call;
    yield();
    for (unsigned i = warp; i < warp + LANES_EACH; i++)
        if (calls[parity][i] != call ||
            (fiber[i].meetings != fiber[self].meetings &&
             fiber[i].meetings != fiber[self].meetings + 1) ||
            (fiber[i].done && fiber[i].meetings != fiber[self].meetings)) {
            fprintf(stderr, "lanes %u and %u do not meet: calls %d and %d\n", self, i, call,
                    calls[parity][i]);
            abort();
        }
    return &given[parity][warp];
}

bool model_barrier(bool value)
{
    const uint64_t own = fiber[current].barriers++, parity = own % 2;
    said[parity][current] = value;
    for (bool all = false; !all;) {
        yield();
        all = true;
        for (unsigned i = 0; i < blockDim.x; i++) {
            all = all && fiber[i].barriers > own;
            assert(!fiber[i].done || fiber[i].barriers > own);
        }
    }
    bool any = false;
    for (unsigned i = 0; i < blockDim.x; i++)
        any = any || said[parity][i];
    return any;
}

static void run_block()
{
    for (unsigned i = 0; i < blockDim.x; i++)
        fiber[i] = {};
    for (unsigned left = blockDim.x; left > 0;) {
        left = 0;
        for (unsigned turn = 0; turn < blockDim.x; turn++) {
            current = model_reverse ? blockDim.x - 1 - turn : turn;
            struct fiber *it = &fiber[current];
            if (it->done)
                continue;
            threadIdx.x = current;
            if (_setjmp(scheduler) == 0) {
                if (it->begun)
                    _longjmp(it->at, 1);
                it->begun = true;
                getcontext(&it->start);
                it->start.uc_stack.ss_sp = stack[current];
                it->start.uc_stack.ss_size = STACK_BYTES;
                makecontext(&it->start, begin, 0);
                setcontext(&it->start);
            }
            left += !fiber[current].done;
        }
    }
}

void model_run(unsigned blocks, unsigned threads, bool fibers, const std::function<void()> &kernel)
{
    blockDim = {threads, 1, 1};
    gridDim = {blocks, 1, 1};
    assert(!fibers || threads <= THREADS);
    running = &kernel;
    for (blockIdx = {}; blockIdx.x < blocks; blockIdx.x++) {
        if (fibers)
            run_block();
        else
            for (threadIdx = {}; threadIdx.x < threads; threadIdx.x++)
                kernel();
    }
}

/* ---- sorting -------------------------------------------------------------------------------- */

enum status device_sort(struct maze_device *, const uint32_t *keys_in, uint32_t *keys_out,
                        const uint32_t *values_in, uint32_t *values_out, uint32_t count, int bits,
                        struct error *)
{
    std::vector<uint32_t> order(count);
    std::iota(order.begin(), order.end(), 0);
    const uint32_t mask = bits < 32 ? (1U << bits) - 1 : ~0U;
    std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
        return (keys_in[a] & mask) < (keys_in[b] & mask);
    });
    for (uint32_t i = 0; i < count; i++) {
        keys_out[i] = keys_in[order[i]];
        values_out[i] = values_in[order[i]];
    }
    return STATUS_OK;
}

enum status device_sums(struct maze_device *, const uint32_t *in, uint32_t *out, uint32_t count,
                        struct error *)
{
    uint32_t sum = 0;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t value = in[i];
        out[i] = sum;
        sum += value;
    }
    return STATUS_OK;
}

enum status device_select(struct maze_device *, const uint32_t *in, const uint32_t *flags,
                          uint32_t *out, uint32_t *count_out, uint32_t count, struct error *)
{
    uint32_t left = 0;
    for (uint32_t i = 0; i < count; i++)
        if (flags[i] != 0)
            out[left++] = in[i];
    *count_out = left;
    return STATUS_OK;
}

/* ---- the device ----------------------------------------------------------------------------- */

int gpu_device_pick(uint64_t, struct gpu_device *device, const char **reason)
{
    *device = {};
    *reason = NULL;
    device->multiprocessors = 1;
    return 0;
}
