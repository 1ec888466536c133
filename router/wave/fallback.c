/* fallback: see the header. */
#include "router/wave/fallback.h"

#include "router/search/mazelike.h"

enum { AGAIN_CELLS = 1 << 18 }; /* cells a layer of a window that is small: see the header */

void fallback_begin(struct fallback *others, const struct field *field)
{
    *others = (struct fallback){.field = field, .window = {1, 1, 0, 0}};
}

enum status fallback_search(struct fallback *others, const struct wave_ops *ops, struct job *job,
                            struct trace *trace, const volatile sig_atomic_t *stop,
                            struct error *error)
{
    int i = 0;
    while (i < OTHERS_MAX && others->ops[i] != NULL && others->ops[i] != ops)
        i++;
    assert(i < OTHERS_MAX);
    others->ops[i] = ops;
    if (others->waves[i] == NULL &&
        ops->create(&others->waves[i], others->field, error) != STATUS_OK)
        return STATUS_FAILED;
    return ops->search(others->waves[i], job, trace, stop, error);
}

void fallback_look(struct fallback *others)
{
    assert(others->window.x0 <= others->window.x1); /* fallback_in_maze came before */
    if (!others->looked)
        others->maze = mazelike_window(others->field->grid, others->field->closed, &others->window);
    others->looked = true;
}

bool fallback_in_maze(struct fallback *others, const struct box *window)
{
    assert(window->x0 <= window->x1 && window->y0 <= window->y1);
    struct box *last = &others->window;
    if (window->x0 != last->x0 || window->y0 != last->y0 || window->x1 != last->x1 ||
        window->y1 != last->y1) {
        *last = *window;
        others->looked = others->maze = false;
    } else if ((uint64_t)(window->x1 - window->x0 + 1) * (window->y1 - window->y0 + 1) <=
               AGAIN_CELLS) {
        fallback_look(others);
    }
    return others->maze;
}

enum status fallback_search_maze(struct fallback *others, const struct wave_ops *ops,
                                 struct job *job, struct trace *trace,
                                 const volatile sig_atomic_t *stop, struct error *error)
{
    const struct box *asked = &others->window, *now = &job->window;
    assert(others->field->toll == NULL); /* weights may be there, if all of them are 1 */
    assert(asked->x0 == now->x0 && asked->y0 == now->y0 && asked->x1 == now->x1 &&
           asked->y1 == now->y1);
    fallback_look(others);
    return fallback_search(others, others->maze ? &wave_corridor : ops, job, trace, stop, error);
}

void fallback_update(struct fallback *others, const struct box *dirty, size_t count)
{
    assert(count == 0 || dirty != NULL);
    for (int i = 0; i < OTHERS_MAX; i++)
        if (others->waves[i] != NULL && others->ops[i]->update != NULL)
            others->ops[i]->update(others->waves[i], dirty, count);
}

size_t fallback_bytes(const struct fallback *others)
{
    size_t bytes = 0;
    for (int i = 0; i < OTHERS_MAX; i++)
        bytes += others->waves[i] != NULL ? others->ops[i]->bytes(others->waves[i]) : 0;
    return bytes;
}

void fallback_destroy(struct fallback *others)
{
    for (int i = 0; i < OTHERS_MAX; i++)
        if (others->ops[i] != NULL)
            others->ops[i]->destroy(others->waves[i]);
    fallback_begin(others, NULL);
}
