/* batch: the host's side of batches; see batch.cuh. A chunk of jobs goes through three stages:
 *
 *     start    pack, send, launch
 *     middle   when the device is done, the number of knots is known: fetch them and the results
 *     finish   when those have arrived: answer the jobs
 *
 * While a chunk is searched, the next one is packed and the one before is unpacked, so there are
 * three slots of buffers. Nets are copied in on the stream of the kernels (the copy is short
 * compared with them), knots are copied out on another stream. Each chunk has its own page-locked
 * block for knots, because the jobs point into it until the next call. Blocks are kept from call to
 * call, because page-locking is slow. */
#include <algorithm>

#include "gpu/wave/batch/batch.cuh"
#include "gpu/wave/reach.cuh"

enum {
    RANGE_MIN = 1 << 10,     /* least number of jobs per range of a host thread */
    HOST_THREADS = 16,       /* maximum number of threads of the host; more are no faster */
    KNOTS_PER_NET = 24,      /* initial room for knots per net */
    SHARED_BYTES = 64 << 10, /* bytes of shared memory per block that the kernels need */
};

static void pack_jobs(void *context, size_t first, size_t end)
{
    assert(first <= end);
    struct batch_slot *slot = (struct batch_slot *)context;
    struct batch_net *nets = (struct batch_net *)slot->nets_host.data;
    uint32_t side = 0;
    for (size_t i = first; i < end; i++) {
        const struct job *job = call_job(&slot->call, slot->first + i);
        struct batch_net net = {CELL_NONE, CELL_NONE, job->window};
        if (job_is_pair(job))
            net.source = job->sources->from, net.target = job->targets->from;
        side =
            std::max(side, std::max(net.window.x1 - net.window.x0, net.window.y1 - net.window.y0));
        nets[i] = net;
    }
    uint32_t most = slot->side.load(std::memory_order_relaxed);
    while (side > most && !slot->side.compare_exchange_weak(most, side))
        ;
}

static enum status reserve_slot(struct batch_wave *batch, struct batch_slot *slot, size_t count,
                                struct error *error)
{
    assert(count > 0);
    struct memory_account *account = &batch->head.engine->account;
    TRY(buffer_reserve_host(&slot->nets_host, count * sizeof(struct batch_net), "nets", account,
                            error));
    TRY(buffer_reserve(&slot->nets, count * sizeof(struct batch_net), "nets", account, error));
    TRY(buffer_reserve_host(&slot->results_host, count * sizeof(struct gpu_batch_result), "results",
                            account, error));
    TRY(buffer_reserve(&slot->results, count * sizeof(struct gpu_batch_result), "results", account,
                       error));
    TRY(buffer_reserve(&slot->lists, count * BATCH_CLASSES * sizeof(uint32_t), "lists of nets",
                       account, error));
    TRY(buffer_reserve_host(&slot->counters_host, sizeof(struct batch_counters), "counters",
                            account, error));
    TRY(buffer_reserve(&slot->counters, batch_counter_bytes(), "counters", account, error));
    return buffer_reserve(&slot->knots, count * KNOTS_PER_NET * sizeof(uint32_t), "paths", account,
                          error);
}

/* Enqueues the kernels of a packed chunk, and the copy of the counters to the host. */
static enum status launch(struct batch_wave *batch, struct batch_slot *slot, struct error *error)
{
    struct gpu_engine *engine = batch->head.engine;
    assert(slot->class_max < BATCH_CLASSES);
    TRY(buffer_reserve(&batch->planes, batch_plane_bytes(engine, slot->class_max, slot->count),
                       "rows of the batch", &engine->account, error));
    TRY(buffer_reserve(&batch->paths, batch_path_bytes(engine), "paths of the batch",
                       &engine->account, error));
    struct batch_view view = {};
    view.nets = (const struct batch_net *)slot->nets.data;
    view.net_count = (uint32_t)slot->count;
    view.results = (struct gpu_batch_result *)slot->results.data;
    view.lists = (uint32_t *)slot->lists.data;
    view.knots = (uint32_t *)slot->knots.data;
    view.knot_capacity =
        (uint32_t)std::min(slot->knots.bytes / sizeof(uint32_t), (size_t)UINT32_MAX);
    view.counters = (struct batch_counters *)slot->counters.data;
    view.planes = (uint64_t *)batch->planes.data;
    view.paths = (uint32_t *)batch->paths.data;
    TRY(batch_launch(engine, &view, slot->class_max, error));
    CUDA_TRY(cudaMemcpyAsync(slot->counters_host.data, slot->counters.data,
                             sizeof(struct batch_counters), cudaMemcpyDeviceToHost, engine->stream),
             error);
    return STATUS_OK;
}

static enum status start_chunk(struct batch_wave *batch, struct batch_slot *slot,
                               struct error *error)
{
    assert(slot->count > 0 && slot->count <= BATCH_CHUNK);
    TRY(reserve_slot(batch, slot, slot->count, error));
    slot->side = 0;
    workers_run(batch->workers, pack_jobs, slot, slot->count, RANGE_MIN);
    slot->class_max = 0;
    while (slot->class_max + 1 < BATCH_CLASSES && slot->side >= 64U << slot->class_max)
        slot->class_max++;
    CUDA_TRY(cudaMemcpyAsync(slot->nets.data, slot->nets_host.data,
                             slot->count * sizeof(struct batch_net), cudaMemcpyHostToDevice,
                             batch->head.engine->stream),
             error);
    TRY(launch(batch, slot, error));
    CUDA_TRY(cudaEventRecord(slot->fetched, batch->head.engine->stream), error);
    return STATUS_OK;
}

/* Reserves the chunk's block for knots. */
static enum status reserve_block(struct batch_wave *batch, size_t chunk, size_t bytes,
                                 struct error *error)
{
    while (batch->block_count <= chunk) {
        TRY(MEM_GROW(batch->blocks, batch->blocks_capacity, batch->block_count + 1, "paths",
                     error));
        batch->blocks[batch->block_count++] = {};
    }
    struct buffer *block = &batch->blocks[chunk];
    assert(batch->block_count > chunk && batch->block_count <= batch->blocks_capacity);
    if (bytes > block->bytes)
        bytes += bytes / 8; /* spare room for the next call */
    return buffer_reserve_host(block, bytes, "paths", &batch->head.engine->account, error);
}

static enum status middle_chunk(struct batch_wave *batch, struct batch_slot *slot,
                                struct error *error)
{
    const struct batch_counters *counters = (const struct batch_counters *)slot->counters_host.data;
    CUDA_TRY(cudaEventSynchronize(slot->fetched), error);
    while ((size_t)counters->knots * sizeof(uint32_t) > slot->knots.bytes) {
        /* The knots did not fit: launch again with enough room. */
        TRY(buffer_reserve(&slot->knots, (size_t)counters->knots * sizeof(uint32_t), "paths",
                           &batch->head.engine->account, error));
        TRY(launch(batch, slot, error));
        CUDA_TRY(cudaStreamSynchronize(batch->head.engine->stream), error);
    }
    size_t bytes = counters->knots * sizeof(uint32_t);
    TRY(reserve_block(batch, slot->chunk, bytes, error));
    CUDA_TRY(cudaMemcpyAsync(slot->results_host.data, slot->results.data,
                             slot->count * sizeof(struct gpu_batch_result), cudaMemcpyDeviceToHost,
                             batch->back),
             error);
    CUDA_TRY(cudaMemcpyAsync(batch->blocks[slot->chunk].data, slot->knots.data, bytes,
                             cudaMemcpyDeviceToHost, batch->back),
             error);
    CUDA_TRY(cudaEventRecord(slot->fetched, batch->back), error);
    return STATUS_OK;
}

struct unpacking {
    const struct batch_slot *slot;
    const cell_t *knots;
};

static void unpack_jobs(void *context, size_t first, size_t end)
{
    assert(first <= end);
    const struct unpacking *unpacking = (const struct unpacking *)context;
    const struct batch_slot *slot = unpacking->slot;
    const struct batch_net *nets = (const struct batch_net *)slot->nets_host.data;
    const struct gpu_batch_result *results =
        (const struct gpu_batch_result *)slot->results_host.data;
    for (size_t i = first; i < end; i++) {
        struct job *job = call_job(&slot->call, slot->first + i);
        struct gpu_batch_result result = results[i];
        if (result.outcome != BATCH_FOUND) {
            job_end(job, OUTCOME_NONE);
            continue;
        }
        job_found(job, result.cost, 0, nets[i].target, result.count);
        job->knots = unpacking->knots + result.first;
    }
}

static enum status reserve_left(struct batch_wave *batch, size_t count, struct error *error)
{
    return MEM_GROW(batch->left, batch->left_capacity, batch->left_count + count, "jobs", error);
}

static enum status finish_chunk(struct batch_wave *batch, struct batch_slot *slot,
                                struct error *error)
{
    const struct batch_counters *counters = (const struct batch_counters *)slot->counters_host.data;
    const struct gpu_batch_result *results =
        (const struct gpu_batch_result *)slot->results_host.data;
    CUDA_TRY(cudaEventSynchronize(slot->fetched), error);
    assert(counters->left <= slot->count && slot->chunk < batch->block_count);
    struct unpacking unpacking = {slot, (const cell_t *)batch->blocks[slot->chunk].data};
    workers_run(batch->workers, unpack_jobs, &unpacking, slot->count, RANGE_MIN);
    TRY(reserve_left(batch, counters->left, error));
    for (size_t i = 0; i < slot->count && counters->left > 0; i++)
        if (results[i].outcome == BATCH_LEFT)
            batch->left[batch->left_count++] = call_index(&slot->call, slot->first + i);
    return STATUS_OK;
}

static enum status run_chunks(struct batch_wave *batch, const struct gpu_call *call,
                              struct error *error)
{
    size_t chunks = (call->count + BATCH_CHUNK - 1) / BATCH_CHUNK;
    assert(batch->usable);
    for (size_t c = 0; c < chunks + 2; c++) {
        if (c < chunks && !engine_stopped(batch->head.engine)) {
            struct batch_slot *slot = &batch->slots[c % BATCH_SLOTS];
            slot->call = *call;
            slot->chunk = c;
            slot->first = c * BATCH_CHUNK;
            slot->count = std::min(call->count - slot->first, (size_t)BATCH_CHUNK);
            TRY(start_chunk(batch, slot, error));
        } else if (c < chunks) {
            for (size_t i = c * BATCH_CHUNK; i < call->count; i++)
                job_end(call_job(call, i), OUTCOME_STOPPED);
            chunks = c;
        }
        if (c >= 1 && c - 1 < chunks)
            TRY(middle_chunk(batch, &batch->slots[(c - 1) % BATCH_SLOTS], error));
        if (c >= 2 && c - 2 < chunks)
            TRY(finish_chunk(batch, &batch->slots[(c - 2) % BATCH_SLOTS], error));
    }
    return STATUS_OK;
}

/* Creates streams, events and workers, if the device has enough shared memory. */
static enum status prepare(struct batch_wave *batch, struct error *error)
{
    batch->asked = true;
    if (batch->head.engine->shared_limit < SHARED_BYTES)
        return STATUS_OK; /* an old device: not usable */
    CUDA_TRY(cudaStreamCreateWithFlags(&batch->back, cudaStreamNonBlocking), error);
    for (struct batch_slot &slot : batch->slots)
        CUDA_TRY(cudaEventCreateWithFlags(&slot.fetched, cudaEventDisableTiming), error);
    TRY(workers_create(&batch->workers,
                       std::min(batch->head.engine->options.threads, (unsigned)HOST_THREADS),
                       error));
    batch->usable = true;
    return STATUS_OK;
}

/* Adds all jobs of the call to those that are left. */
static enum status leave(struct batch_wave *batch, const struct gpu_call *call, struct error *error)
{
    TRY(reserve_left(batch, call->count, error));
    for (size_t i = 0; i < call->count; i++)
        batch->left[batch->left_count++] = call_index(call, i);
    return STATUS_OK;
}

enum status batch_expand(struct batch_wave *batch, const struct gpu_call *call,
                         const struct gpu_call *others, struct gpu_answer *answer,
                         struct error *error)
{
    if (!batch->asked)
        TRY(prepare(batch, error));
    batch->left_count = 0;
    enum status status = batch->usable ? run_chunks(batch, call, error) : leave(batch, call, error);
    if (status != STATUS_OK) { /* no transfer may be pending when buffers are used again */
        (void)cudaStreamSynchronize(batch->head.engine->stream);
        (void)cudaStreamSynchronize(batch->back);
        return status;
    }
    if (others != NULL)
        TRY(leave(batch, others, error));
    *answer = {batch->left, batch->left_count};
    return STATUS_OK;
}

size_t batch_bytes(const struct gpu_wave *wave)
{
    const struct batch_wave *batch = (const struct batch_wave *)wave;
    return batch->left_capacity * sizeof *batch->left +
           batch->blocks_capacity * sizeof *batch->blocks;
}

static void slot_close(struct batch_slot *slot, struct memory_account *account)
{
    for (struct buffer *buffer :
         {&slot->nets, &slot->results, &slot->lists, &slot->counters, &slot->knots,
          &slot->nets_host, &slot->results_host, &slot->counters_host})
        buffer_free(buffer, account);
    if (slot->fetched != NULL)
        (void)cudaEventDestroy(slot->fetched);
}

void batch_release(struct gpu_wave *wave)
{
    struct batch_wave *batch = (struct batch_wave *)wave;
    struct memory_account *account = &wave->engine->account;
    workers_destroy(batch->workers);
    if (batch->back != NULL)
        (void)cudaStreamSynchronize(batch->back);
    for (struct batch_slot &slot : batch->slots)
        slot_close(&slot, account);
    for (size_t i = 0; i < batch->block_count; i++)
        buffer_free(&batch->blocks[i], account);
    buffer_free(&batch->planes, account);
    buffer_free(&batch->paths, account);
    if (batch->back != NULL)
        (void)cudaStreamDestroy(batch->back);
    free(batch->blocks);
    free(batch->left);
}
