/* estimate: predicts the time of a call, by the times of the wave that is likely to get it.
 * engine_pair.h corrects the predictions by measured times.
 */
#include <string.h>

#include <algorithm>

#include "gpu/wave/wave.cuh"

/* Seconds to open the engine: context, code of the kernels, copy of the field (H200). */
#define OPEN_SECONDS 0.12

double gpu_times_sum(const struct gpu_times *times, const struct field *field,
                     const struct job *jobs, size_t count)
{
    double sides = 0, cells = 0, largest = 0;
    for (size_t i = 0; i < count; i++) {
        const struct box *window = &jobs[i].window;
        assert(window->x0 <= window->x1 && window->y0 <= window->y1);
        double width = window->x1 - window->x0 + 1, height = window->y1 - window->y0 + 1;
        double volume = width * height * field->grid->layers;
        sides += width + height;
        cells += volume;
        largest = std::max(largest, volume);
    }
    return 1e-6 * (times->call + (double)count * times->job + sides * times->side) +
           1e-9 * (cells * times->every + largest * times->largest);
}

double gpu_estimate(const struct field *field, unsigned features,
                    const struct engine_options *options, const struct job *jobs, size_t count)
{
    if (count == 0)
        return OPEN_SECONDS;
    const bool any = options->wave == NULL || strcmp(options->wave, "auto") == 0;
    size_t index = any ? 0 : gpu_wave_find(options->wave);
    for (; index < GPU_WAVE_COUNT; index++) {
        const struct gpu_wave_ops *wave = gpu_wave_at(index);
        if (!any || (gpu_wave_serves(wave, field, features) &&
                     (wave->likely == NULL || wave->likely(field, features, jobs, count))))
            return wave->estimate(field, jobs, count);
    }
    /* An unknown name: open reports it. */
    return gpu_wave_at(GPU_WAVE_COUNT - 1)->estimate(field, jobs, count);
}
