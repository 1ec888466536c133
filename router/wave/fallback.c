/* fallback: a small table of waves and their workspaces. */
#include "router/wave/fallback.h"

#include "router/search/field.h"
#include "router/search/mazelike.h"

/* The largest window that is tested when it comes again, in cells per layer. */
enum { AGAIN_CELLS = 1 << 18 };

void fallback_begin(struct fallback *others, const struct field *field)
{
    *others = (struct fallback){.field = field, .window = box_empty()};
}

enum status fallback_search(struct fallback *others, const struct wave_ops *ops, struct job *job,
                            struct trace *trace, const volatile sig_atomic_t *stop,
                            struct error *error)
{
    int i = 0;
    while (i < OTHERS_MAX && others->waves[i] != NULL && others->waves[i]->ops != ops)
        i++;
    assert(i < OTHERS_MAX);
    if (others->waves[i] == NULL)
        TRY(wave_create(&others->waves[i], ops, others->field, error));
    return wave_search(others->waves[i], job, trace, stop, error);
}

void fallback_look(struct fallback *others)
{
    assert(!box_is_empty(others->window)); /* fallback_in_maze was called */
    if (!others->looked)
        others->maze = mazelike_window(others->field->grid, others->field->closed, &others->window);
    others->looked = true;
}

bool fallback_in_maze(struct fallback *others, const struct box *window)
{
    assert(window->x0 <= window->x1 && window->y0 <= window->y1);
    if (memcmp(&others->window, window, sizeof *window) != 0) {
        others->window = *window;
        others->looked = others->maze = false;
    } else if (box_columns(*window) <= AGAIN_CELLS) {
        fallback_look(others);
    }
    return others->maze;
}

enum status fallback_search_maze(struct fallback *others, const struct wave_ops *ops,
                                 struct job *job, struct trace *trace,
                                 const volatile sig_atomic_t *stop, struct error *error)
{
    assert(others->field->toll == NULL); /* weights are allowed if all of them are 1 */
    assert(memcmp(&others->window, &job->window, sizeof job->window) == 0);
    fallback_look(others);
    return fallback_search(others, others->maze ? &wave_corridor : ops, job, trace, stop, error);
}

void fallback_update(struct fallback *others, const struct box *dirty, size_t count)
{
    assert(count == 0 || dirty != NULL);
    for (int i = 0; i < OTHERS_MAX; i++)
        if (others->waves[i] != NULL && others->waves[i]->ops->update != NULL)
            others->waves[i]->ops->update(others->waves[i], dirty, count);
}

size_t fallback_bytes(const struct fallback *others)
{
    size_t bytes = 0;
    for (int i = 0; i < OTHERS_MAX; i++)
        bytes += others->waves[i] != NULL ? wave_bytes(others->waves[i]) : 0;
    return bytes;
}

void fallback_destroy(struct fallback *others)
{
    for (int i = 0; i < OTHERS_MAX; i++)
        wave_destroy(others->waves[i]);
    fallback_begin(others, NULL);
}
