/* changes: a list of boxes that joins into one box when it is full. */
#include "router/engine/changes.h"

#include "router/search/field.h"

enum status changes_note(struct changes *changes, const struct box *dirty, size_t count,
                         struct error *error)
{
    for (size_t i = 0; i < count; i++) {
        if (changes->count > 0 && box_holds(changes->boxes[changes->count - 1], dirty[i]))
            continue;
        if (changes->count == CHANGES_MAX) {
            for (size_t k = 1; k < changes->count; k++)
                changes->boxes[0] = box_join(changes->boxes[0], changes->boxes[k]);
            changes->count = 1;
        }
        TRY(MEM_GROW(changes->boxes, changes->capacity, changes->count + 1, "changed boxes",
                     error));
        changes->boxes[changes->count++] = dirty[i];
    }
    return STATUS_OK;
}

enum status changes_pass(struct changes *changes, struct engine *engine, struct error *error)
{
    const size_t count = changes->count;
    assert(count <= CHANGES_MAX);
    changes->count = 0;
    return count > 0 ? engine->ops->update(engine, changes->boxes, count, error) : STATUS_OK;
}

size_t changes_bytes(const struct changes *changes)
{
    return changes->capacity * sizeof *changes->boxes;
}

MEM_DESTROY(changes_destroy, changes, it->boxes)
