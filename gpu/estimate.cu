/* estimate: adds up the predicted times of a call. */
#include <algorithm>

#include "gpu/wave/wave.cuh"

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
