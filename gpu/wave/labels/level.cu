/* level: what a search by levels needs before it begins. See level.cuh. */
#include "gpu/wave/labels/level.cuh"

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

enum status level_prepare(struct gpu_wave *wave, labels_search *search, struct error *error)
{
    struct level_wave *level = (struct level_wave *)wave;
    const struct grid *grid = wave->engine->field->grid;
    struct memory_account *account = &wave->engine->account;
    TRY(labels_prepare(&level->labels, search, (uint64_t)grid_cells(grid) + 1, error));
    TRY(buffer_reserve(&level->labels.queue, grid_cells(grid) * sizeof(uint32_t), "the queue",
                       account, error));
    return buffer_reserve(&level->taken, grid_plane_words(grid) * sizeof(uint64_t),
                          "the visited cells", account, error);
}

void level_release(struct gpu_wave *wave)
{
    struct level_wave *level = (struct level_wave *)wave;
    buffer_free(&level->taken, &wave->engine->account);
    labels_release(&level->labels);
}

enum status level_begin(struct level_wave *wave, const struct job_view *job,
                        struct level_view *view, struct error *error)
{
    const struct gpu_engine *engine = wave->labels.each.head.engine;
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
