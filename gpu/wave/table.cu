/* table: finds the waves of the GPU by index and by name, and adds up their predicted times. */
#include <algorithm>

#include "gpu/wave/wave.cuh"

#define ROW(name) &gpu_wave_##name,
static const struct gpu_wave_ops *const waves[GPU_WAVE_COUNT] = {GPU_WAVES(ROW)};

const struct gpu_wave_ops *gpu_wave_at(size_t index)
{
    return index < GPU_WAVE_COUNT ? waves[index] : NULL;
}

size_t gpu_wave_find(const char *name)
{
    size_t index = 0;
    while (index < GPU_WAVE_COUNT && (name == NULL || strcmp(name, waves[index]->name) != 0))
        index++;
    return index;
}

bool gpu_wave_serves(const struct gpu_wave_ops *wave, const struct field *field, unsigned features)
{
    return (features & ~wave->features) == 0 && (wave->serves == NULL || wave->serves(field));
}

const char *gpu_wave_names(char *text, size_t size, unsigned features)
{
    size_t used = 0;
    assert(text != NULL && size > 0);
    text[0] = '\0';
    for (const struct gpu_wave_ops *wave : waves)
        if ((features & ~wave->features) == 0 && used < size)
            used += (size_t)snprintf(text + used, size - used, "%s%s", used > 0 ? ", " : "",
                                     wave->name);
    return text;
}

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
