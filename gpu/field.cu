/* field: copies the field to the device, and the changes of it in patches.
 *
 * A net's wires touch hundreds of short rows, and a copy of its own for each would take some
 * microseconds per row. So the host packs them one after the other into page-locked memory,
 *
 *     staging   [ patch 0 | patch 1 | ... ]   [ words of 0 | words of 1 | ... ]
 *
 * and a kernel moves every word to its place. The kernel reads a small package over the bus, so
 * that one launch is all that is needed; a larger package is copied to the device first. Two
 * staging areas are used in turn, so that packing need not wait for the transfer before. */
#include "gpu/field.cuh"

#include <algorithm>

#include "gpu/check.cuh"
#include "router/search/field.h"

enum {
    STAGING_BYTES = 1 << 20,   /* bytes per package */
    PATCHES_MAX = 1 << 13,     /* patches per package */
    PATCH_THREADS = 32,        /* threads per patch */
    SCATTER_THREADS = 128,     /* threads per block of `scatter` */
    PATCH_WORDS_MAX = 1 << 10, /* words per patch; larger rectangles are cut */
    FAR_WORDS_MAX = 1 << 15,   /* words of a package that the kernel reads itself; larger: copied */
};

/* A rectangle of 32-bit words in transfer: parts of consecutive rows of a plane. */
struct field_patch {
    uint32_t *to;
    uint32_t width, words; /* words per row; words of all rows */
    uint32_t pitch;        /* words from row to row of the plane */
    uint32_t offset;       /* of its first word in the package */
};

/* A package being packed. */
struct package {
    struct field_patch *patches; /* page-locked */
    uint32_t *words;
    uint32_t patch_count, word_count;
};

enum { WORDS_MAX = (STAGING_BYTES - PATCHES_MAX * (int)sizeof(struct field_patch)) / 4 };

/* Launch: blocks of SCATTER_THREADS threads, PATCH_THREADS threads per patch, side by side over its
 * words. No race: where patches overlap, all threads write the same words, from one field. */
static __global__ void scatter(const struct field_patch *patches, uint32_t count,
                               const uint32_t *words)
{
    uint32_t thread = blockIdx.x * blockDim.x + threadIdx.x, p = thread / PATCH_THREADS;
    if (p >= count)
        return;
    struct field_patch patch = patches[p];
    assert(patch.width > 0 && patch.width <= patch.pitch && patch.words % patch.width == 0);
    assert(patch.offset + patch.words <= (uint32_t)WORDS_MAX);
    for (uint32_t i = thread % PATCH_THREADS; i < patch.words; i += PATCH_THREADS) {
        uint32_t row = i / patch.width;
        patch.to[(size_t)row * patch.pitch + i - row * patch.width] = words[patch.offset + i];
    }
}

/* Begins a package in the other staging area, after its last transfer. */
static enum status package_begin(struct device_field *copy, struct package *package,
                                 struct memory_account *account, struct error *error)
{
    copy->turn ^= 1;
    struct buffer *staging = &copy->staging[copy->turn];
    if (copy->sent[copy->turn] == NULL)
        CUDA_TRY(cudaEventCreateWithFlags(&copy->sent[copy->turn], cudaEventDisableTiming), error);
    else
        CUDA_TRY(cudaEventSynchronize(copy->sent[copy->turn]), error);
    TRY(buffer_reserve_host(staging, STAGING_BYTES, "changed cells", account, error));
    *package = {};
    package->patches = (struct field_patch *)staging->data;
    package->words = (uint32_t *)(package->patches + PATCHES_MAX);
    return STATUS_OK;
}

static enum status package_send(struct device_field *copy, const struct package *package,
                                struct memory_account *account, cudaStream_t stream,
                                struct error *error)
{
    if (package->patch_count == 0)
        return STATUS_OK;
    struct field_patch *patches = (struct field_patch *)copy->staging[copy->turn].data_device;
    if (package->word_count > FAR_WORDS_MAX) {
        struct buffer *staged = &copy->staged[copy->turn];
        TRY(buffer_reserve(staged, STAGING_BYTES, "changed cells", account, error));
        patches = (struct field_patch *)staged->data;
        CUDA_TRY(cudaMemcpyAsync(patches, package->patches, package->patch_count * sizeof *patches,
                                 cudaMemcpyHostToDevice, stream),
                 error);
        CUDA_TRY(cudaMemcpyAsync(patches + PATCHES_MAX, package->words,
                                 package->word_count * sizeof(uint32_t), cudaMemcpyHostToDevice,
                                 stream),
                 error);
    }
    assert(package->patch_count <= PATCHES_MAX && package->word_count <= (uint32_t)WORDS_MAX);
    uint32_t threads = package->patch_count * PATCH_THREADS;
    scatter<<<(threads + SCATTER_THREADS - 1) / SCATTER_THREADS, SCATTER_THREADS, 0, stream>>>(
        patches, package->patch_count, (const uint32_t *)(patches + PATCHES_MAX));
    CUDA_LAUNCHED("scatter", error);
    CUDA_TRY(cudaEventRecord(copy->sent[copy->turn], stream), error);
    return STATUS_OK;
}

/* The destination of packages. */
struct way {
    struct device_field *copy;
    struct package package;
    struct memory_account *account;
    cudaStream_t stream;
};

/* Adds a rectangle of a plane, whose first word has the index `first`, to the package; sends the
 * package when it is full. */
static enum status package_add(struct way *way, void *plane, const uint32_t *host, size_t first,
                               uint32_t width, uint32_t rows, uint32_t pitch, struct error *error)
{
    struct package *package = &way->package;
    assert(width > 0 && width <= pitch && width <= (uint32_t)WORDS_MAX);
    for (uint32_t part = 0; rows > 0; first += (size_t)part * pitch, rows -= part) {
        part = std::min(std::max(PATCH_WORDS_MAX / width, 1U), rows);
        if (package->patch_count == PATCHES_MAX ||
            package->word_count + width * part > (uint32_t)WORDS_MAX) {
            TRY(package_send(way->copy, package, way->account, way->stream, error));
            TRY(package_begin(way->copy, package, way->account, error));
        }
        uint32_t *to = package->words + package->word_count;
        package->patches[package->patch_count++] = {(uint32_t *)plane + first, width, width * part,
                                                    pitch, package->word_count};
        package->word_count += width * part;
        for (uint32_t row = 0; row < part; row++, to += width) {
            const uint32_t *from = host + first + (size_t)row * pitch;
            if (width == 1)
                *to = *from;
            else
                memcpy(to, from, width * sizeof *to);
        }
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

/* Copies all tolls if they are new, or `all` is true, and drops tolls that the field lacks. */
static enum status copy_tolls(struct device_field *copy, const struct field *field, bool all,
                              struct memory_account *account, cudaStream_t stream,
                              struct error *error)
{
    if (field->toll != NULL && (all || copy->view.toll == NULL))
        TRY(copy_in(&copy->toll, field->toll, grid_cells(field->grid) * sizeof(uint32_t), "tolls",
                    account, stream, error));
    copy->view.toll = field->toll != NULL ? (const uint32_t *)copy->toll.data : NULL;
    return STATUS_OK;
}

/* Copies all planes that can change. */
static enum status copy_changing(struct device_field *copy, const struct field *field,
                                 struct memory_account *account, cudaStream_t stream,
                                 struct error *error)
{
    size_t bits = grid_plane_words(field->grid) * sizeof(uint64_t);
    TRY(copy_in(&copy->closed, field->closed, bits, "closed cells", account, stream, error));
    copy->view.closed = (const uint32_t *)copy->closed.data;
    return copy_tolls(copy, field, true, account, stream, error);
}

/* Packs one layer of a box. */
static enum status pack_box(struct way *way, const struct field *field, uint32_t z,
                            const struct box &box, struct error *error)
{
    const struct device_field *copy = way->copy;
    assert(z < field->grid->layers);
    uint32_t rows = box.y1 - box.y0 + 1, row_words = copy->view.row_words;
    size_t row = (size_t)z * field->grid->height + box.y0;
    TRY(package_add(way, copy->closed.data, (const uint32_t *)field->closed,
                    row * row_words + box.x0 / 32, box.x1 / 32 - box.x0 / 32 + 1, rows, row_words,
                    error));
    if (field->toll == NULL)
        return STATUS_OK;
    return package_add(way, copy->toll.data, field->toll, row * field->grid->width + box.x0,
                       box.x1 - box.x0 + 1, rows, field->grid->width, error);
}

enum status device_field_update(struct device_field *copy, const struct field *field,
                                const struct box *dirty, size_t count,
                                struct memory_account *account, void *stream, struct error *error)
{
    const struct grid *grid = field->grid;
    cudaStream_t on = (cudaStream_t)stream;
    struct way way = {copy, {}, account, on};
    size_t largest = 0;
    uint64_t columns = 0;
    for (size_t b = 0; b < count; b++) {
        assert(dirty[b].x0 <= dirty[b].x1 && dirty[b].x1 < grid->width);
        assert(dirty[b].y0 <= dirty[b].y1 && dirty[b].y1 < grid->height);
        columns += box_columns(dirty[b]);
        largest = box_columns(dirty[b]) > box_columns(dirty[largest]) ? b : largest;
    }
    if (columns >= (uint64_t)grid->width * grid->height)
        return copy_changing(copy, field, account, on, error);
    TRY(copy_tolls(copy, field, false, account, on, error));
    TRY(package_begin(copy, &way.package, account, error));
    for (size_t b = 0; b < count; b++) {
        const struct box &box = dirty[b], &most = dirty[largest];
        bool inside = box_contains(most, box.x0, box.y0) && box_contains(most, box.x1, box.y1);
        for (uint32_t z = 0; z < grid->layers && (b == largest || !inside); z++)
            TRY(pack_box(&way, field, z, box, error));
    }
    return package_send(copy, &way.package, account, on, error);
}

enum status plane_clear(struct buffer *plane, size_t bytes, const char *what,
                        struct memory_account *account, void *stream, struct error *error)
{
    TRY(buffer_reserve(plane, bytes, what, account, error));
    CUDA_TRY(cudaMemsetAsync(plane->data, 0, bytes, (cudaStream_t)stream), error);
    return STATUS_OK;
}

enum status device_field_marks(struct device_field *copy, const struct grid *grid,
                               struct memory_account *account, void *stream, struct error *error)
{
    size_t bits = grid_plane_words(grid) * sizeof(uint64_t);
    TRY(plane_clear(&copy->own, bits, "the job's cells", account, stream, error));
    TRY(plane_clear(&copy->target, bits, "the job's targets", account, stream, error));
    copy->view.own = (uint32_t *)copy->own.data;
    copy->view.target = (uint32_t *)copy->target.data;
    return STATUS_OK;
}

enum status device_field_open(struct device_field *copy, const struct field *field,
                              struct memory_account *account, void *stream, struct error *error)
{
    const struct grid *grid = field->grid;
    cudaStream_t on = (cudaStream_t)stream;
    size_t cells = grid_cells(grid);
    assert(copy->closed.data == NULL); /* opened once */
    TRY(copy_changing(copy, field, account, on, error));
    if (grid->weight != NULL)
        TRY(copy_in(&copy->weight, grid->weight, cells * 4, "weights", account, on, error));
    if (grid->walls != NULL)
        TRY(copy_in(&copy->walls, grid->walls, cells, "walls", account, on, error));
    struct field_view *view = &copy->view;
    view->width = grid->width;
    view->height = grid->height;
    view->layers = grid->layers;
    view->by_width = divisor_of(grid->width);
    view->by_height = divisor_of(grid->height);
    view->layer_cells = grid->width * grid->height;
    view->row_words = (uint32_t)(grid->row_words * 2);
    view->rules = grid->rules;
    view->weight = (const uint32_t *)copy->weight.data;
    view->walls = (const uint8_t *)copy->walls.data;
    return STATUS_OK;
}

void device_field_close(struct device_field *copy, struct memory_account *account)
{
    for (struct buffer *plane :
         {&copy->closed, &copy->own, &copy->target, &copy->weight, &copy->toll, &copy->walls})
        buffer_free(plane, account);
    for (int turn = 0; turn < 2; turn++) {
        buffer_free(&copy->staging[turn], account);
        buffer_free(&copy->staged[turn], account);
        if (copy->sent[turn] != NULL)
            (void)cudaEventDestroy(copy->sent[turn]);
    }
}
