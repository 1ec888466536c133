/* turns: kernels that run the turns of nets, in order or in batches, and their launches. */
#include "gpu/rounds/device.cuh"

#include <unistd.h>

#include <algorithm>

enum {
    BATCH_THREADS = 1024,
    POLLS = 2000, /* polls of the device without a pause */
    POLL_US = 50, /* microseconds between two later polls */
    SLEEP_NS = 100,
    FEWER = 8, /* divisor of the number of concurrent searches if there was no room */
};

/* ---- kernels -------------------------------------------------------------------------------- */

struct links {
    const uint32_t *first, *next; /* of each turn its links; of each link the next turn there */
    uint32_t *missing;            /* per turn: number of unfinished turns that it waits for */
    uint32_t *ready; /* queue of turns that may begin, NOTHING where it is not filled */
};

static __device__ void count_work(const struct maze_view &view, const struct gpu_searcher &it)
{
    if (it.lane != 0)
        return;
    atomicAdd((unsigned long long *)&view.counters->searches, it.searches);
    atomicAdd((unsigned long long *)&view.counters->expanded, it.expanded);
}

static __device__ void whole_turn(const struct maze_view &view, struct gpu_searcher &it,
                                  const struct turn &turn, uint32_t net)
{
    if (turn.kind == TURN_DROP)
        drop(view, net);
    else if (turn.kind == TURN_RETURN)
        come_back(view, net);
    else if (leave(view, it.close->steps, turn, net)) {
        if (!seek(view, it, turn, net) && it.lane == 0)
            view.counters->full = 1;
        enter(view, net);
    }
}

static __device__ bool has_to_end(const struct maze_view &view)
{
    return *(volatile uint32_t *)&view.counters->stop != 0 ||
           *(volatile uint32_t *)&view.counters->full != 0;
}

static __device__ void rest()
{
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 700
    __nanosleep(SLEEP_NS);
#endif
}

/* The next turn that may begin, NOTHING: all have begun. */
static __device__ uint32_t take_ready(const struct maze_view &view, const struct links &links,
                                      uint32_t count)
{
    uint32_t i = NOTHING;
    if (lane_id() == 0) {
        const uint32_t place = atomicAdd(&view.counters->next, 1);
        if (place < count)
            while ((i = *(volatile uint32_t *)&links.ready[place]) == NOTHING)
                rest();
    }
    i = from_lane(i, 0);
    __threadfence(); /* what those have written that it waited for */
    return i;
}

/* Ends turn i: turns that waited only for it may begin. */
static __device__ void pass_on(const struct maze_view &view, const struct links &links, uint32_t i)
{
    __threadfence(); /* what the turn has written comes before what follows */
    lanes_meet();
    for (uint32_t link = links.first[i] + lane_id(); link < links.first[i + 1]; link += LANES) {
        const uint32_t next = links.next[link];
        if (next == NOTHING || atomicSub(&links.missing[next], 1) != 1)
            continue;
        __threadfence();
        *(volatile uint32_t *)&links.ready[atomicAdd(&view.counters->pushed, 1)] = next;
    }
    lanes_meet();
}

static __global__ void __launch_bounds__(LANES)
    run_turns(const struct maze_view view, struct sequence sequence, struct links links,
              struct turn turn)
{
    __shared__ struct close_memory close;
    struct gpu_searcher it;
    start_searcher(view, it, &close);
    for (uint32_t i; (i = take_ready(view, links, sequence.count)) != NOTHING;) {
        if (from_lane(has_to_end(view), 0) == 0)
            whole_turn(view, it, turn, net_at(sequence, i));
        pass_on(view, links, i);
    }
    count_work(view, it);
}

/* Rips up the nets of a batch, one after the other, and lists those that need a search. */
static __global__ void __launch_bounds__(BATCH_THREADS)
    leave_all(const struct maze_view view, struct sequence sequence, struct turn turn,
              uint32_t *list)
{
    __shared__ uint32_t steps[MAZE_LAYERS_MAX * STEP_STRIDE];
    uint32_t count = 0;
    for (uint32_t i = threadIdx.x; i < view.layers * STEP_STRIDE; i += blockDim.x)
        steps[i] = view.step[i];
    __syncthreads();
    for (uint32_t i = 0; i < sequence.count; i++) {
        const uint32_t net = net_at(sequence, i);
        if (!leave(view, steps, turn, net))
            continue;
        if (threadIdx.x == 0)
            list[count] = net;
        count++;
    }
    if (threadIdx.x == 0)
        view.counters->count = count;
}

/* Lists nets for which the arena has no room at present in `left`. */
static __global__ void __launch_bounds__(LANES)
    seek_all(const struct maze_view view, const uint32_t *list, struct turn turn, uint32_t *left)
{
    __shared__ struct close_memory close;
    struct gpu_searcher it;
    const uint32_t count = view.counters->count;
    start_searcher(view, it, &close);
    for (;;) {
        const uint32_t i = from_lane(it.lane == 0 ? atomicAdd(&view.counters->next, 1) : 0, 0);
        if (i >= count || from_lane(has_to_end(view), 0) != 0)
            break;
        const uint32_t net = list[count - 1 - i]; /* forward the longest comes first */
        if (!seek(view, it, turn, net) && it.lane == 0)
            left[atomicAdd(&view.counters->left, 1)] = net;
    }
    count_work(view, it);
}

static __global__ void __launch_bounds__(BATCH_THREADS)
    enter_all(const struct maze_view view, const uint32_t *list)
{
    const uint32_t count = view.counters->count;
    for (uint32_t i = 0; i < count; i++)
        enter(view, list[i]);
}

/* Before each launch: nothing of the arena is taken, queues are at their start. */
static __global__ void begin_launch(const struct maze_view view)
{
    view.counters->arena = CLOSE_ENTRIES; /* numbers below are those of shared memory */
    view.counters->next = 0;
    view.counters->left = 0;
    view.counters->free_squares = 0;
    view.counters->free_pieces = 0;
}

/* The list of nets that are left is the next list. */
static __global__ void begin_again(const struct maze_view view)
{
    view.counters->count = view.counters->left;
}

static __global__ void begin_links(const struct maze_view view)
{
    view.counters->pushed = 0;
}

/* ---- the host's side ------------------------------------------------------------------------ */

enum status device_turns_open(struct error *error)
{
    const int all = cudaSharedmemCarveoutMaxShared; /* five warps of close_memory */
    CUDA_TRY(cudaFuncSetAttribute(run_turns, cudaFuncAttributePreferredSharedMemoryCarveout, all),
             error);
    CUDA_TRY(cudaFuncSetAttribute(seek_all, cudaFuncAttributePreferredSharedMemoryCarveout, all),
             error);
    return STATUS_OK;
}

/* Waits for the launches. Fails if a search had no room. */
static enum status device_wait(struct maze_device *it, struct device_watch watch,
                               struct error *error)
{
    static const uint32_t one = 1;
    struct device_counters *counters = (struct device_counters *)it->back.data;
    CUDA_TRY(cudaMemcpyAsync(counters, it->view.counters, sizeof *counters, cudaMemcpyDeviceToHost,
                             it->stream),
             error);
    bool told = false;
    for (uint32_t polls = 0;; polls++) {
        const cudaError_t state = cudaStreamQuery(it->stream);
        if (state == cudaSuccess)
            break;
        if (state != cudaErrorNotReady)
            CUDA_TRY(state, error);
        if (!told && watch.is_over != NULL && watch.is_over(watch.context)) {
            CUDA_TRY(cudaMemcpyAsync(&it->view.counters->stop, &one, sizeof one,
                                     cudaMemcpyHostToDevice, it->side),
                     error);
            told = true;
        }
        if (polls > POLLS)
            usleep(POLL_US);
    }
    return counters->full == 0 ? STATUS_OK
                               : error_set(error, STATUS_FAILED,
                                           "the searches of a design need more device memory");
}

enum status device_turns(struct maze_device *it, struct sequence sequence, const struct turn *turn,
                         struct device_watch watch, struct error *error)
{
    LAUNCH_THREADS(begin_links, 1, it->stream, error, it->view);
    LAUNCH_THREADS(begin_launch, 1, it->stream, error, it->view);
    TRY(device_link(it, sequence, error));
    const struct links links = {(const uint32_t *)it->first.data,
                                (const uint32_t *)it->link_next.data, (uint32_t *)it->missing.data,
                                (uint32_t *)it->ready.data};
    LAUNCH_WARPS(run_turns, std::min(sequence.count, it->warps), it->stream, error, it->view,
                 sequence, links, *turn);
    return device_wait(it, watch, error);
}

/* Searches all nets of a list. If there is no room for all searches at once, starts fewer. */
static enum status seek_list(struct maze_device *it, const uint32_t *list, uint32_t count,
                             const struct turn *turn, struct device_watch watch,
                             struct error *error)
{
    const struct device_counters *seen = (const struct device_counters *)it->back.data;
    uint32_t turns = 0;
    for (uint32_t warps = std::min(count, it->warps);; warps /= FEWER, turns++) {
        uint32_t *left = (uint32_t *)it->keys[turns % 2].data;
        LAUNCH_THREADS(begin_launch, 1, it->stream, error, it->view);
        LAUNCH_WARPS(seek_all, std::max(warps, 1U), it->stream, error, it->view, list, *turn, left);
        TRY(device_wait(it, watch, error));
        if (seen->left == 0)
            return STATUS_OK;
        if (warps <= 1)
            return error_set(error, STATUS_FAILED, "a search of a design needs more device memory");
        LAUNCH_THREADS(begin_again, 1, it->stream, error, it->view);
        list = left;
    }
}

static __global__ void set_count(const struct maze_view view, uint32_t count)
{
    view.counters->count = count;
}

enum status device_batch(struct maze_device *it, struct sequence sequence, const struct turn *turn,
                         struct device_watch watch, struct error *error)
{
    uint32_t *list = (uint32_t *)it->ready.data;
    LAUNCH_BLOCK(leave_all, BATCH_THREADS, it->stream, error, it->view, sequence, *turn, list);
    TRY(device_wait(it, watch, error));
    const uint32_t count = ((const struct device_counters *)it->back.data)->count;
    if (count == 0)
        return STATUS_OK;
    TRY(seek_list(it, list, count, turn, watch, error));
    LAUNCH_THREADS(set_count, 1, it->stream, error, it->view, count);
    LAUNCH_BLOCK(enter_all, BATCH_THREADS, it->stream, error, it->view, list);
    return STATUS_OK;
}
