/* wave: the table of all waves on the CPU, where a new one is a row, and the automatic choice. */
#include "router/wave/wave.h"

#include "grid/text/nearest.h"

enum { WAVES_MAX = 32 }; /* waves of the table */

const struct wave_ops *const wave_table[] = {
    &wave_dijkstra, &wave_bucket, &wave_sweep, &wave_detour, &wave_corridor, NULL,
};

const struct wave_ops *wave_find(const char *name)
{
    assert(name != NULL);
    for (const struct wave_ops *const *wave = wave_table; *wave != NULL; wave++)
        if (strcmp((*wave)->name, name) == 0)
            return *wave;
    return NULL;
}

bool wave_supports(const struct wave_ops *wave, unsigned features, const struct field *field)
{
    assert(wave != NULL);
    return (features & ~wave->features) == 0 &&
           (field == NULL || wave->limit == NULL || wave->limit(field) == NULL);
}

/* Features and limits alone decide here, because `detour` and `sweep` hand jobs that another wave
 * does faster to that wave while they search (fallback.h). */
const struct wave_ops *wave_auto(unsigned features, const struct field *field)
{
    static const struct wave_ops *const best_first[] = {&wave_detour, &wave_sweep, NULL};
    for (size_t i = 0; best_first[i] != NULL; i++)
        if (wave_supports(best_first[i], features, field))
            return best_first[i];
    return &wave_bucket;
}

const char *wave_names(char *text, size_t size, unsigned features, const struct field *field)
{
    assert(size > 0);
    text[0] = '\0';
    for (const struct wave_ops *const *wave = wave_table; *wave != NULL; wave++)
        if (wave_supports(*wave, features, field))
            text_append(text, size, "%s%s", text[0] != '\0' ? ", " : "", (*wave)->name);
    return text;
}

const char *wave_nearest(const char *name)
{
    const char *names[WAVES_MAX];
    size_t count = 0;
    for (const struct wave_ops *const *wave = wave_table; *wave != NULL; wave++) {
        assert(count < WAVES_MAX);
        names[count++] = (*wave)->name;
    }
    return nearest_word(name, strlen(name), names, count);
}
