/* field: see field.cuh.
 *
 * Dirty rows travel as segments. A net's wires touch thousands of short rows, and a copy of its
 * own for each would cost some microseconds a row; so the host packs them one after the other:
 *
 *     staging   [ segment 0 | segment 1 | ... | words of 0 | words of 1 | ... ]
 *
 * sends the package in one transfer and lets a kernel put every word where it belongs.
 */
#include "gpu/field.cuh"

#include <string.h>

#include <algorithm>

#include "gpu/check.cuh"

enum {
    STAGING_BYTES = 4 << 20,
    SEGMENTS_MAX = 1 << 16,      /* in one package */
    SEGMENT_THREADS = 64,        /* threads that copy one segment */
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

/* One block a segment, its threads side by side over the words; segments do not overlap, so no
 * word is written by two blocks with different values. */
static __global__ void scatter(const struct segment *segments, const uint32_t *words)
{
    struct segment segment = segments[blockIdx.x];
    for (uint32_t i = threadIdx.x; i < segment.count; i += blockDim.x)
        segment.to[i] = words[segment.offset + i];
}

static enum status package_send(struct device_field *copy, struct package *package,
                                cudaStream_t stream, struct error *error)
{
    if (package->segment_count == 0)
        return STATUS_OK;
    size_t head = SEGMENTS_MAX * sizeof(struct segment);
    char *to = (char *)copy->staged.data;
    CUDA_TRY(cudaMemcpyAsync(to, package->segments, package->segment_count * sizeof(struct segment),
                             cudaMemcpyHostToDevice, stream),
             error);
    CUDA_TRY(cudaMemcpyAsync(to + head, package->words, package->word_count * sizeof(uint32_t),
                             cudaMemcpyHostToDevice, stream),
             error);
    scatter<<<package->segment_count, SEGMENT_THREADS, 0, stream>>>((const struct segment *)to,
                                                                    (const uint32_t *)(to + head));
    CUDA_LAUNCHED("scatter", error);
    /* The page-locked memory is packed again next: it must have left. */
    CUDA_TRY(cudaStreamSynchronize(stream), error);
    package->segment_count = 0;
    package->word_count = 0;
    return STATUS_OK;
}

/* Adds words [first, first + count) of a plane to the package; sends it when it is full. */
static enum status package_add(struct device_field *copy, struct package *package, uint32_t *plane,
                               const uint32_t *host, size_t first, size_t count,
                               cudaStream_t stream, struct error *error)
{
    while (count > 0) {
        size_t part = std::min(count, (size_t)SEGMENT_WORDS_MAX);
        if (package->segment_count == SEGMENTS_MAX || package->word_count + part > WORDS_MAX)
            TRY(package_send(copy, package, stream, error));
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

enum status device_field_update(struct device_field *copy, const struct field *field,
                                const struct box *dirty, size_t count,
                                struct memory_account *account, void *stream, struct error *error)
{
    const struct grid *grid = field->grid;
    TRY(buffer_reserve_host(&copy->staging, STAGING_BYTES, "dirty rows", account, error));
    TRY(buffer_reserve(&copy->staged, STAGING_BYTES, "dirty rows", account, error));
    TRY(follow_tolls(copy, field, account, (cudaStream_t)stream, error));
    struct package package = {};
    package.segments = (struct segment *)copy->staging.data;
    package.words = (uint32_t *)(package.segments + SEGMENTS_MAX);
    const uint32_t *closed = (const uint32_t *)field->closed;
    size_t row_words = copy->view.row_words;
    for (size_t b = 0; b < count; b++) {
        struct box box = dirty[b];
        for (uint32_t z = 0; z < grid->layers; z++) {
            for (uint32_t y = box.y0; y <= box.y1; y++) {
                size_t row = (size_t)z * grid->height + y;
                size_t word = row * row_words + box.x0 / 32;
                TRY(package_add(copy, &package, (uint32_t *)copy->closed.data, closed, word,
                                box.x1 / 32 - box.x0 / 32 + 1, (cudaStream_t)stream, error));
                if (field->toll != NULL)
                    TRY(package_add(copy, &package, (uint32_t *)copy->toll.data, field->toll,
                                    row * grid->width + box.x0, box.x1 - box.x0 + 1,
                                    (cudaStream_t)stream, error));
            }
        }
    }
    return package_send(copy, &package, (cudaStream_t)stream, error);
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
    buffer_free_host(&copy->staging, account);
    buffer_free(&copy->staged, account);
}
