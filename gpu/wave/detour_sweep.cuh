/* detour_sweep: the sweeper, one warp, whose step from row to row is what the whole search takes
 * its time from. See detour_search.cuh.
 */
#ifndef LEEWAY_GPU_WAVE_DETOUR_SWEEP_CUH
#define LEEWAY_GPU_WAVE_DETOUR_SWEEP_CUH

#include "gpu/wave/detour_ring.cuh"

namespace detour
{

/* sum = p + g + one, one being 0 or 1; *out is the carry out. */
template <int one>
__device__ __forceinline__ uint64_t add_word(uint64_t p, uint64_t g, uint32_t *out)
{
    uint64_t sum;
    if (one == 0)
        asm("{\n\t.reg .u32 pl, ph, gl, gh, sl, sh;\n\t"
            "mov.b64 {pl, ph}, %2;\n\tmov.b64 {gl, gh}, %3;\n\t"
            "add.cc.u32 sl, pl, gl;\n\taddc.cc.u32 sh, ph, gh;\n\taddc.u32 %1, 0, 0;\n\t"
            "mov.b64 %0, {sl, sh};\n\t}"
            : "=l"(sum), "=r"(*out)
            : "l"(p), "l"(g));
    else
        asm("{\n\t.reg .u32 pl, ph, gl, gh, sl, sh, t;\n\t"
            "mov.b64 {pl, ph}, %2;\n\tmov.b64 {gl, gh}, %3;\n\t"
            "add.cc.u32 t, 1, 0xffffffff;\n\t"
            "addc.cc.u32 sl, pl, gl;\n\taddc.cc.u32 sh, ph, gh;\n\taddc.u32 %1, 0, 0;\n\t"
            "mov.b64 %0, {sl, sh};\n\t}"
            : "=l"(sum), "=r"(*out)
            : "l"(p), "l"(g));
    return sum;
}

/* One step of a lane: v becomes the flood of its row; the carry comes from and goes to the lanes
 * beside. Both sums are formed before the carry is known. */
__device__ __forceinline__ void sweep_step(uint64_t *v, uint32_t *carry, int lane, uint64_t u,
                                           uint64_t seeds)
{
    uint32_t out0, out1;
    const uint64_t g = (*v | seeds) & u;
    const uint64_t sum0 = add_word<0>(u, g, &out0), sum1 = add_word<1>(u, g, &out1);
    const bool in = *carry != 0;
    const uint32_t left = __shfl_up_sync(ALL_LANES, in ? out1 : out0, 1);
    *v = (((in ? sum1 : sum0) ^ u) & u) | g;
    *carry = lane == 0 ? 0 : left;
}

/* U and S of one row for one lane. */
struct fetched {
    uint64_t u, seeds;
};

/* Row r of the ring; the empty row where there is no such row. The loads are volatile so that
 * they stay where they are written: two steps before their use. */
__device__ __forceinline__ void fetch_row(unsigned ring, int r, int rows, int lane, fetched *row)
{
    const unsigned slot = (unsigned)r < (unsigned)rows ? (unsigned)r % RING_ROWS : RING_ROWS;
    const unsigned at = ring + (slot * 2 * STRIP_WORDS + (unsigned)lane) * 8;
    asm volatile("ld.shared.u64 %0, [%1];" : "=l"(row->u) : "r"(at));
    asm volatile("ld.shared.u64 %0, [%1];" : "=l"(row->seeds) : "r"(at + STRIP_WORDS * 8));
}

/* The rows of CHUNK batches are there, and so is room for what comes of them. */
__device__ __forceinline__ bool wait_chunk(const sweep &s, int first, search_shared *shared)
{
    for (int batch = first; batch < first + CHUNK; batch++) {
        const unsigned in = (unsigned)(batch / SLOTS) & 1;
        const unsigned out = (unsigned)(batch / SLOTS) & 1;
        if ((batch < s.batches && !wait_slot(shared, &shared->loaded[batch % SLOTS], in)) ||
            !wait_slot(shared, &shared->stored[batch % SLOTS], out ^ 1))
            return false;
    }
    return true;
}

/* The sweep runs SKEW batches beyond the last, for the last lane; rows that do not exist are
 * written to slots of the ring that nobody reads. */
__device__ void run_sweep(const sweep &s, int lane, search_shared *shared)
{
    static_assert(NW == 1, "a lane of the sweeper owns one word");
    const int rows = s.batches * BATCH;
    const unsigned ring = (unsigned)__cvta_generic_to_shared(&shared->in[0][0][0]);
    uint64_t v = 0;
    uint32_t carry = 0;
    for (int batch = 0; batch < s.batches + SKEW; batch += CHUNK) {
        if (!wait_chunk(s, batch, shared))
            return;
        const int first = batch * BATCH - lane;
        fetched row[3];
        fetch_row(ring, first, rows, lane, &row[0]);
        fetch_row(ring, first + 1, rows, lane, &row[1]);
#pragma unroll
        for (int j = 0; j < CHUNK * BATCH; j++) {
            if (j + 2 < CHUNK * BATCH)
                fetch_row(ring, first + j + 2, rows, lane, &row[(j + 2) % 3]);
            sweep_step(&v, &carry, lane, row[j % 3].u, row[j % 3].seeds);
            shared->v[(unsigned)(first + j) % RING_ROWS][lane] = v;
        }
        for (int done = batch - SKEW; done < batch - SKEW + CHUNK; done++)
            if (done >= 0)
                mbarrier_arrive(&shared->swept[done % SLOTS]);
    }
}

} // namespace detour

#endif
