/* level: what a search by levels needs before it begins. See level.cuh. */
#include "gpu/wave/labels/level.cuh"

#include <stdlib.h>

#include <algorithm>

#include "gpu/check.cuh"

enum { THREADS = 256, BLOCKS_MAX = 1024 };

/* Launch: any shape; a thread owns every n-th word of the window's rows, so no word has two
 * writers. Words that stick out of the window are made too, which does no harm. */
static __global__ void make_taken(struct level_view view)
{
    const struct box &window = view.job.window;
    uint32_t first = window.x0 / 32, columns = window.x1 / 32 - first + 1;
    uint32_t rows = window.y1 - window.y0 + 1;
    uint32_t words = columns * rows * view.field.layers;
    for (uint32_t i = blockIdx.x * blockDim.x + threadIdx.x; i < words;
         i += gridDim.x * blockDim.x) {
        uint32_t line = i / columns;
        uint32_t row = line / rows * view.field.height + window.y0 + line % rows;
        uint32_t word = row * view.field.row_words + first + i % columns;
        uint32_t own = view.field.own[word], sources = own & ~view.field.target[word];
        view.taken[word] = (view.field.closed[word] & ~own) | sources;
    }
}

/* Allocates all that a search needs. */
static enum status prepare(struct level_wave *level, struct gpu_engine *engine,
                           labels_search *search, struct error *error)
{
    const struct grid *grid = engine->field->grid;
    struct memory_account *account = &engine->account;
    TRY(labels_create(&level->labels, engine, search, (uint64_t)grid_cells(grid) + 1, error));
    TRY(buffer_reserve(&level->labels.queue, grid_cells(grid) * sizeof(uint32_t), "the queue",
                       account, error));
    return buffer_reserve(&level->taken, grid_plane_words(grid) * sizeof(uint64_t),
                          "the visited cells", account, error);
}

enum status level_create(struct gpu_wave **wave, struct gpu_engine *engine, labels_search *search,
                         struct error *error)
{
    *wave = NULL;
    struct level_wave *level = (struct level_wave *)mem_alloc(1, sizeof *level, "a wave", error);
    if (level == NULL)
        return STATUS_FAILED;
    enum status status = prepare(level, engine, search, error);
    if (status != STATUS_OK) {
        level_destroy((struct gpu_wave *)level);
        return status;
    }
    *wave = (struct gpu_wave *)level;
    return STATUS_OK;
}

void level_destroy(struct gpu_wave *wave)
{
    struct level_wave *level = (struct level_wave *)wave;
    if (level == NULL)
        return;
    if (level->labels.engine != NULL)
        buffer_free(&level->taken, &level->labels.engine->account);
    labels_free(&level->labels);
    free(level);
}

enum status level_begin(struct level_wave *wave, const struct job_view *job,
                        struct level_view *view, struct error *error)
{
    const struct gpu_engine *engine = wave->labels.engine;
    assert(wave->labels.axes == 1 && !wave->labels.wide);
    *view = {engine->copy.view, *job, (uint32_t *)wave->taken.data,
             (uint32_t *)wave->labels.label.data};
    const struct box &window = job->window;
    uint64_t words = (uint64_t)(window.x1 / 32 - window.x0 / 32 + 1) * (window.y1 - window.y0 + 1) *
                     engine->copy.view.layers;
    uint64_t blocks = std::min<uint64_t>((words + THREADS - 1) / THREADS, BLOCKS_MAX);
    make_taken<<<(unsigned)blocks, THREADS, 0, engine->stream>>>(*view);
    CUDA_LAUNCHED("make_taken", error);
    return STATUS_OK;
}
