/* team_rest: how the warps of a cluster detect that none of them has work left [1].
 *
 * Warps write into each other's tiles at any time, and a writer does not know when its store
 * arrives. So the end is detected in phases. A phase ends when every warp has been at rest in it
 * once. A warp that is woken after that works, and reports it in the next phase:
 *
 *     phase p      all warps arrive; each reports whether it has worked since it arrived in p - 1
 *     p was quiet: all stores were made before p - 1 ended, so all of them are visible now; each
 *                  warp tests its tiles, marked or not
 *     p + 1        quiet, too: no warp has found anything, the labels are final
 *
 * Within a block the warps are counted; the last one notifies all blocks, and an asynchronous
 * barrier in each block's shared memory counts the blocks. No warp waits there: it tests the
 * barrier between two visits.
 *
 * It is the two waves of Dijkstra's termination detection, with a barrier in place of the ring.
 *
 * [1] E. W. Dijkstra, W. H. J. Feijen, A. J. M. van Gasteren, Derivation of a termination detection
 *     algorithm for distributed computations, 1983.
 */
#pragma once

#include <cooperative_groups.h>

#include "gpu/wave/mbarrier.cuh"
#include "gpu/wave/team/team.cuh"

enum {
    TEAM_LOOK_EVERY = 16, /* phases between two reads of the stop flag, which is in host memory */
    TEAM_NAP = 100,       /* nanoseconds between two tests of an idle warp */
};

/* State of a block, in its shared memory; at the same address in all blocks of a cluster. */
struct team_rest {
    mbarrier ended;      /* ends a phase when all blocks have arrived */
    uint32_t arrived;    /* warps of this block that have arrived */
    uint32_t worked;     /* not 0: one of them has worked since the phase before */
    uint32_t busy[3];    /* per phase, used in turn: a warp of the cluster has worked */
    uint32_t stopped[3]; /* per phase, used in turn: the host asks to stop */
};

/* The object of another block at the same place in its shared memory. */
template <class T> static __device__ __forceinline__ T *team_at(T *here, uint32_t rank)
{
#if __CUDA_ARCH__ >= 900
    return cooperative_groups::this_cluster().map_shared_rank(here, (int)rank);
#else
    return here;
#endif
}

/* Waits for the whole cluster. Everything written before is visible afterwards. */
static __device__ __forceinline__ void team_meet(void)
{
#if __CUDA_ARCH__ >= 900
    __syncwarp();
    cooperative_groups::this_cluster().sync();
#endif
}

/* One thread, before the cluster's first barrier. */
static __device__ __forceinline__ void team_rest_begin(struct team_rest *rest, uint32_t size)
{
    mbarrier_init(&rest->ended, 1 << size);
    rest->arrived = rest->worked = 0;
#pragma unroll 1
    for (int i = 0; i < 3; i++)
        rest->busy[i] = rest->stopped[i] = 0;
}

/* One thread: reports to block `rank` that this block has arrived. A thread that sees the end of
 * the phase sees everything that this block has done before. */
static __device__ __forceinline__ void team_arrive_at(struct team_rest *rest, uint32_t rank)
{
#if __CUDA_ARCH__ >= 900
    asm volatile("{\n\t.reg .b32 there;\n\t"
                 "mapa.shared::cluster.u32 there, %0, %1;\n\t"
                 "mbarrier.arrive.release.cluster.shared::cluster.b64 _, [there];\n\t}" ::"r"(
                     mbarrier_address(&rest->ended)),
                 "r"(rank)
                 : "memory");
#endif
}

/* True if the phase of this parity has ended. */
static __device__ __forceinline__ bool team_has_ended(const struct team_rest *rest, uint32_t parity)
{
    uint32_t done = 0;
#if __CUDA_ARCH__ >= 900
    asm volatile("{\n\t.reg .pred p;\n\t"
                 "mbarrier.test_wait.parity.acquire.cluster.shared::cta.b64 p, [%1], %2;\n\t"
                 "selp.u32 %0, 1, 0, p;\n\t}"
                 : "=r"(done)
                 : "r"(mbarrier_address(&rest->ended)), "r"(parity)
                 : "memory");
#endif
    return done != 0;
}

/* Sleeps, so that working warps have the multiprocessor to themselves. */
static __device__ __forceinline__ void team_doze(void)
{
#if __CUDA_ARCH__ >= 700
    __nanosleep(TEAM_NAP);
#endif
}

/* Whole warp: comes to rest in a phase. worked: since it last did so. The last warp of a block
 * notifies all blocks. */
static __device__ void team_come_to_rest(struct team_rest *rest, uint32_t size, uint32_t rank,
                                         uint32_t phase, bool worked,
                                         const volatile uint32_t *stop_flag, uint32_t lane)
{
    assert(rank >> size == 0 && lane < 32); /* size: log2 of the number of blocks */
    uint32_t count = 0, stop = 0;
    __syncwarp();
    if (lane == 0) {
        if (worked)
            atomicOr(&rest->worked, 1U);
        __threadfence_block();
        count = atomicAdd(&rest->arrived, 1U) + 1;
        __threadfence_block();
    }
    if (__shfl_sync(~0U, count, 0) != TEAM_WARPS)
        return;
    __syncwarp(); /* all lanes see what lane 0 has seen of the others' arrival */
    worked = *(volatile uint32_t *)&rest->worked != 0;
    if (phase % TEAM_LOOK_EVERY == TEAM_LOOK_EVERY - 1 && rank == 0)
        stop = __any_sync(~0U, *stop_flag != 0) != 0; /* the same for all blocks */
    __syncwarp();
    if (lane == 0) { /* all warps have left the phase before, and none is in the next */
        rest->arrived = rest->worked = 0;
        rest->busy[(phase + 2) % 3] = rest->stopped[(phase + 2) % 3] = 0;
    }
    __syncwarp();
    if (lane >> size != 0)
        return;
    if (worked)
        atomicOr(team_at(&rest->busy[phase % 3], lane), 1U);
    if (stop != 0)
        atomicOr(team_at(&rest->stopped[phase % 3], lane), 1U);
    team_arrive_at(rest, lane);
}
