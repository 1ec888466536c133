/* field: see field.cuh.
 *
 * Dirty rows travel as segments. A net's wires touch thousands of short rows, and a copy of its
 * own for each would cost some microseconds a row; so the host packs them one after the other:
 *
 *     staging   [ segment 0 | segment 1 | ... | words of 0 | words of 1 | ... ]
 *
 * sends the package and lets a kernel put every word where it belongs. Nobody waits for that: there
 * are two places to pack in, by turns.
 */
#include "gpu/field.cuh"

#include <string.h>

#include <algorithm>

#include "gpu/check.cuh"

enum {
    STAGING_BYTES = 4 << 20,
    SEGMENTS_MAX = 1 << 16,      /* in one package */
    SEGMENT_THREADS = 32,        /* threads that copy one segment */
    SCATTER_THREADS = 256,       /* of a block */
    SEGMENT_WORDS_MAX = 1 << 14, /* longer rows are cut */
};

/* A run of 32-bit words on its way. */
struct segment {
    uint32_t *to;
    uint32_t offset; /* of its words in the package */
    uint32_t count;
};

/* A package being packed. */
struct package {
    struct segment *segments; /* page-locked */
    uint32_t *words;
    uint32_t segment_count, word_count;
};

enum { WORDS_MAX = (STAGING_BYTES - SEGMENTS_MAX * (int)sizeof(struct segment)) / 4 };

/* SEGMENT_THREADS threads a segment, side by side over its words. Where segments overlap, the words
 * are the same: they were packed out of one field. */
static __global__ void scatter(const struct segment *segments, uint32_t count,
                               const uint32_t *words)
{
    uint32_t thread = blockIdx.x * blockDim.x + threadIdx.x, s = thread / SEGMENT_THREADS;
    if (s >= count)
        return;
    struct segment segment = segments[s];
    for (uint32_t i = thread % SEGMENT_THREADS; i < segment.count; i += SEGMENT_THREADS)
        segment.to[i] = words[segment.offset + i];
}

/* Takes the place to pack in whose last package has arrived. */
static enum status package_begin(struct device_field *copy, struct package *package,
                                 struct memory_account *account, struct error *error)
{
    copy->turn ^= 1;
    struct buffer *staging = &copy->staging[copy->turn];
    if (copy->sent[copy->turn] == NULL)
        CUDA_TRY(cudaEventCreateWithFlags(&copy->sent[copy->turn], cudaEventDisableTiming), error);
    else
        CUDA_TRY(cudaEventSynchronize(copy->sent[copy->turn]), error);
    TRY(buffer_reserve_host(staging, STAGING_BYTES, "dirty rows", account, error));
    TRY(buffer_reserve(&copy->staged[copy->turn], STAGING_BYTES, "dirty rows", account, error));
    *package = {};
    package->segments = (struct segment *)staging->data;
    package->words = (uint32_t *)(package->segments + SEGMENTS_MAX);
    return STATUS_OK;
}

static enum status package_send(struct device_field *copy, const struct package *package,
                                cudaStream_t stream, struct error *error)
{
    if (package->segment_count == 0)
        return STATUS_OK;
    struct segment *segments = (struct segment *)copy->staged[copy->turn].data;
    uint32_t *words = (uint32_t *)(segments + SEGMENTS_MAX);
    CUDA_TRY(cudaMemcpyAsync(segments, package->segments, package->segment_count * sizeof *segments,
                             cudaMemcpyHostToDevice, stream),
             error);
    CUDA_TRY(cudaMemcpyAsync(words, package->words, package->word_count * sizeof *words,
                             cudaMemcpyHostToDevice, stream),
             error);
    uint32_t threads = package->segment_count * SEGMENT_THREADS;
    scatter<<<(threads + SCATTER_THREADS - 1) / SCATTER_THREADS, SCATTER_THREADS, 0, stream>>>(
        segments, package->segment_count, words);
    CUDA_LAUNCHED("scatter", error);
    CUDA_TRY(cudaEventRecord(copy->sent[copy->turn], stream), error);
    return STATUS_OK;
}

/* Adds words [first, first + count) of a plane to the package; sends it when it is full. */
static enum status package_add(struct device_field *copy, struct package *package, uint32_t *plane,
                               const uint32_t *host, size_t first, size_t count,
                               struct memory_account *account, cudaStream_t stream,
                               struct error *error)
{
    while (count > 0) {
        size_t part = std::min(count, (size_t)SEGMENT_WORDS_MAX);
        if (package->segment_count == SEGMENTS_MAX || package->word_count + part > WORDS_MAX) {
            TRY(package_send(copy, package, stream, error));
            TRY(package_begin(copy, package, account, error));
        }
        package->segments[package->segment_count++] = {plane + first, package->word_count,
                                                       (uint32_t)part};
        memcpy(package->words + package->word_count, host + first, part * sizeof(uint32_t));
        package->word_count += (uint32_t)part;
        first += part;
        count -= part;
    }
    return STATUS_OK;
}

/* Reserves device memory and fills it from the host. */
static enum status copy_in(struct buffer *buffer, const void *host, size_t bytes, const char *what,
                           struct memory_account *account, cudaStream_t stream, struct error *error)
{
    TRY(buffer_reserve(buffer, bytes, what, account, error));
    CUDA_TRY(cudaMemcpyAsync(buffer->data, host, bytes, cudaMemcpyHostToDevice, stream), error);
    return STATUS_OK;
}

/* Tolls that came after the engine was opened are copied whole; those that went are forgotten. */
static enum status follow_tolls(struct device_field *copy, const struct field *field,
                                struct memory_account *account, cudaStream_t stream,
                                struct error *error)
{
    bool late = field->toll != NULL && copy->view.toll == NULL;
    if (late)
        TRY(copy_in(&copy->toll, field->toll, grid_cells(field->grid) * sizeof(uint32_t), "tolls",
                    account, stream, error));
    copy->view.toll = field->toll != NULL ? (const uint32_t *)copy->toll.data : NULL;
    return STATUS_OK;
}

/* Packs a box's part of a layer. */
static enum status pack_rows(struct device_field *copy, struct package *package,
                             const struct field *field, uint32_t z, const struct box &box,
                             struct memory_account *account, cudaStream_t stream,
                             struct error *error)
{
    size_t row_words = copy->view.row_words, width = field->grid->width;
    for (uint32_t y = box.y0; y <= box.y1; y++) {
        size_t row = (size_t)z * field->grid->height + y;
        TRY(package_add(copy, package, (uint32_t *)copy->closed.data,
                        (const uint32_t *)field->closed, row * row_words + box.x0 / 32,
                        box.x1 / 32 - box.x0 / 32 + 1, account, stream, error));
        if (field->toll != NULL)
            TRY(package_add(copy, package, (uint32_t *)copy->toll.data, field->toll,
                            row * width + box.x0, box.x1 - box.x0 + 1, account, stream, error));
    }
    return STATUS_OK;
}

enum status device_field_update(struct device_field *copy, const struct field *field,
                                const struct box *dirty, size_t count,
                                struct memory_account *account, void *stream, struct error *error)
{
    const struct grid *grid = field->grid;
    cudaStream_t on = (cudaStream_t)stream;
    struct package package;
    TRY(follow_tolls(copy, field, account, on, error));
    TRY(package_begin(copy, &package, account, error));
    for (size_t b = 0; b < count; b++)
        for (uint32_t z = 0; z < grid->layers; z++)
            TRY(pack_rows(copy, &package, field, z, dirty[b], account, on, error));
    return package_send(copy, &package, on, error);
}

static enum status clear_plane(struct buffer *buffer, size_t bytes, const char *what,
                               struct memory_account *account, cudaStream_t stream,
                               struct error *error)
{
    TRY(buffer_reserve(buffer, bytes, what, account, error));
    CUDA_TRY(cudaMemsetAsync(buffer->data, 0, bytes, stream), error);
    return STATUS_OK;
}

enum status device_field_marks(struct device_field *copy, const struct grid *grid,
                               struct memory_account *account, void *stream, struct error *error)
{
    cudaStream_t on = (cudaStream_t)stream;
    size_t bits = grid_plane_words(grid) * sizeof(uint64_t);
    TRY(clear_plane(&copy->own, bits, "the job's cells", account, on, error));
    TRY(clear_plane(&copy->target, bits, "the job's targets", account, on, error));
    copy->view.own = (uint32_t *)copy->own.data;
    copy->view.target = (uint32_t *)copy->target.data;
    return STATUS_OK;
}

enum status device_field_open(struct device_field *copy, const struct field *field,
                              struct memory_account *account, void *stream, struct error *error)
{
    const struct grid *grid = field->grid;
    cudaStream_t on = (cudaStream_t)stream;
    size_t bits = grid_plane_words(grid) * sizeof(uint64_t);
    size_t cells = grid_cells(grid);
    TRY(copy_in(&copy->closed, field->closed, bits, "closed cells", account, on, error));
    if (grid->weight != NULL)
        TRY(copy_in(&copy->weight, grid->weight, cells * 4, "weights", account, on, error));
    if (grid->walls != NULL)
        TRY(copy_in(&copy->walls, grid->walls, cells, "walls", account, on, error));
    if (field->toll != NULL)
        TRY(copy_in(&copy->toll, field->toll, cells * 4, "tolls", account, on, error));
    struct field_view *view = &copy->view;
    view->width = grid->width;
    view->height = grid->height;
    view->layers = grid->layers;
    view->by_width = divisor_of(grid->width);
    view->by_height = divisor_of(grid->height);
    view->layer_cells = grid->width * grid->height;
    view->row_words = (uint32_t)(grid->row_words * 2);
    view->rules = grid->rules;
    view->closed = (const uint32_t *)copy->closed.data;
    view->weight = (const uint32_t *)copy->weight.data;
    view->toll = (const uint32_t *)copy->toll.data;
    view->walls = (const uint8_t *)copy->walls.data;
    return STATUS_OK;
}

void device_field_close(struct device_field *copy, struct memory_account *account)
{
    buffer_free(&copy->closed, account);
    buffer_free(&copy->own, account);
    buffer_free(&copy->target, account);
    buffer_free(&copy->weight, account);
    buffer_free(&copy->toll, account);
    buffer_free(&copy->walls, account);
    for (int turn = 0; turn < 2; turn++) {
        buffer_free_host(&copy->staging[turn], account);
        buffer_free(&copy->staged[turn], account);
        if (copy->sent[turn] != NULL)
            (void)cudaEventDestroy(copy->sent[turn]);
    }
}
