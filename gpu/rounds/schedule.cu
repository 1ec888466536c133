/* schedule: the order of turns, and which net waits for which.
 *
 * A turn waits for the nets before it whose windows overlap its own. Windows are compared in bins
 * of cells: a net has a link in each bin that its window touches. Links are made in the order of
 * turns and sorted by bin with a stable sort; then the next net of a bin is the next link.
 */
#include "gpu/rounds/device.cuh"

enum {
    BIN_SHIFT = 4,
    BIN_SHIFT_LAST = 8,
    LINKS_A_CELL = 8,      /* cells per link; with more links the bins are larger */
    LINKS_LEAST = 1 << 20, /* links that are always allowed */
};

/* ---- tiles ---------------------------------------------------------------------------------- */

/* Counts the nets of batches in counters.count. */
static __global__ void fill_tiles(struct maze_view view, const uint32_t *list, uint32_t count,
                                  bool batches, uint32_t *keys)
{
    const size_t i = thread_id();
    if (i >= count)
        return;
    keys[i] = maze_tile_key(view.width, window_of(view, view.nets[list[i]]), batches);
    if (batches && keys[i] == MAZE_BATCH_KEY)
        atomicAdd(&view.counters->count, 1);
}

enum status device_sort_by_tile(struct maze_device *it, bool batches, uint32_t *batched,
                                struct error *error)
{
    const uint32_t count = it->list_count;
    uint32_t *keys = (uint32_t *)it->keys[0].data, *sorted = (uint32_t *)it->keys[1].data;
    const uint32_t *list = (const uint32_t *)it->list.data;
    uint32_t *there = &it->view.counters->count, *here = (uint32_t *)it->back.data;
    CUDA_TRY(cudaMemsetAsync(there, 0, sizeof *there, it->stream), error);
    LAUNCH_THREADS(fill_tiles, count, it->stream, error, it->view, list, count, batches, keys);
    TRY(device_sort(it, keys, sorted, list, (uint32_t *)it->values[1].data, count, MAZE_KEY_BITS,
                    error));
    CUDA_TRY(cudaMemcpyAsync(here, there, sizeof *there, cudaMemcpyDeviceToHost, it->stream),
             error);
    CUDA_TRY(cudaStreamSynchronize(it->stream), error);
    *batched = *here;
    return STATUS_OK;
}

/* ---- links ---------------------------------------------------------------------------------- */

struct tile_bins {
    uint32_t shift, across;
};

static __device__ struct box bins_of(const struct maze_view &view, uint32_t net,
                                     struct tile_bins bins)
{
    const struct box window = window_of(view, view.nets[net]);
    return {window.x0 >> bins.shift, window.y0 >> bins.shift, window.x1 >> bins.shift,
            window.y1 >> bins.shift};
}

/* first[i]: how many links; first[count]: 0. */
static __global__ void count_links(struct maze_view view, struct sequence sequence,
                                   struct tile_bins bins, uint32_t *first)
{
    const uint32_t i = (uint32_t)thread_id();
    if (i > sequence.count)
        return;
    uint32_t count = 0;
    if (i < sequence.count) {
        const struct box box = bins_of(view, net_at(sequence, i), bins);
        count = (box.x1 - box.x0 + 1) * (box.y1 - box.y0 + 1);
    }
    first[i] = count;
}

static __global__ void fill_links(struct maze_view view, struct sequence sequence,
                                  struct tile_bins bins, const uint32_t *first, uint32_t *bin,
                                  uint32_t *link, uint32_t *net, uint32_t *missing)
{
    const uint32_t i = (uint32_t)thread_id();
    if (i >= sequence.count)
        return;
    const struct box box = bins_of(view, net_at(sequence, i), bins);
    uint32_t at = first[i];
    for (uint32_t y = box.y0; y <= box.y1; y++)
        for (uint32_t x = box.x0; x <= box.x1; x++, at++) {
            bin[at] = y * bins.across + x;
            link[at] = at;
            net[at] = i;
        }
    missing[i] = 0;
}

/* next[link]: the next net in its bin, or NOTHING. */
static __global__ void join_links(const uint32_t *bin, const uint32_t *link, uint32_t count,
                                  const uint32_t *net, uint32_t *next, uint32_t *missing)
{
    const size_t i = thread_id();
    if (i >= count)
        return;
    const bool more = i + 1 < count && bin[i + 1] == bin[i];
    next[link[i]] = more ? net[link[i + 1]] : NOTHING;
    if (more)
        atomicAdd(&missing[net[link[i + 1]]], 1);
}

static __global__ void fill_ready(struct maze_view view, const uint32_t *missing, uint32_t count,
                                  uint32_t *ready)
{
    const uint32_t i = (uint32_t)thread_id();
    if (i < count && missing[i] == 0)
        ready[atomicAdd(&view.counters->pushed, 1)] = i;
}

/* Chooses bins that are small enough to separate windows, and large enough for the memory. */
static enum status count_all(struct maze_device *it, struct sequence sequence,
                             struct tile_bins *bins, uint32_t *links, struct error *error)
{
    uint32_t *first = (uint32_t *)it->first.data;
    const size_t cells = (size_t)it->view.width * it->view.height * it->view.layers;
    size_t most = cells / LINKS_A_CELL;
    most = most > LINKS_LEAST ? most : (size_t)LINKS_LEAST;
    for (uint32_t shift = BIN_SHIFT;; shift++) {
        *bins = {shift, (it->view.width >> shift) + 1};
        LAUNCH_THREADS(count_links, sequence.count + 1, it->stream, error, it->view, sequence,
                       *bins, first);
        TRY(device_sums(it, first, first, sequence.count + 1, error));
        CUDA_TRY(cudaMemcpyAsync(it->back.data, first + sequence.count, sizeof *first,
                                 cudaMemcpyDeviceToHost, it->stream),
                 error);
        CUDA_TRY(cudaStreamSynchronize(it->stream), error);
        *links = *(const uint32_t *)it->back.data;
        if (*links <= most || shift == BIN_SHIFT_LAST)
            return STATUS_OK;
    }
}

enum status device_link(struct maze_device *it, struct sequence sequence, struct error *error)
{
    struct tile_bins bins;
    uint32_t links = 0;
    TRY(count_all(it, sequence, &bins, &links, error));
    const size_t bytes = (size_t)links * sizeof(uint32_t);
    struct buffer *sorted[] = {&it->link_bin[0], &it->link_bin[1], &it->link[0],
                               &it->link[1],     &it->link_net,    &it->link_next};
    for (struct buffer *buffer : sorted)
        TRY(buffer_reserve(buffer, bytes + bytes / 4, "links of nets", &it->account, error));
    uint32_t *bin = (uint32_t *)it->link_bin[0].data, *link = (uint32_t *)it->link[0].data;
    uint32_t *net = (uint32_t *)it->link_net.data, *missing = (uint32_t *)it->missing.data;
    LAUNCH_THREADS(fill_links, sequence.count, it->stream, error, it->view, sequence, bins,
                   (const uint32_t *)it->first.data, bin, link, net, missing);
    const uint32_t last = ((it->view.height >> bins.shift) + 1) * bins.across;
    TRY(device_sort(it, bin, (uint32_t *)it->link_bin[1].data, link, (uint32_t *)it->link[1].data,
                    links, 32 - __builtin_clz(last), error));
    LAUNCH_THREADS(join_links, links, it->stream, error, (const uint32_t *)it->link_bin[1].data,
                   (const uint32_t *)it->link[1].data, links, net, (uint32_t *)it->link_next.data,
                   missing);
    CUDA_TRY(cudaMemsetAsync(it->ready.data, 0xff, sequence.count * sizeof(uint32_t), it->stream),
             error);
    LAUNCH_THREADS(fill_ready, sequence.count, it->stream, error, it->view, missing, sequence.count,
                   (uint32_t *)it->ready.data);
    return STATUS_OK;
}
