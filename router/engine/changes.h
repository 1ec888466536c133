/* changes: collects the changed boxes of a field until an engine's next search.
 *
 * An engine gets changes before its next search instead of one by one. At most CHANGES_MAX boxes
 * are kept; one more joins all of them into one box. */
#pragma once

#include "router/search/engine.h"

enum { CHANGES_MAX = 1 << 14 }; /* boxes, 256 KiB */

struct changes {
    struct box *boxes;
    size_t count, capacity;
};

/* Adds boxes. Fails with STATUS_FAILED without memory. */
enum status changes_note(struct changes *changes, const struct box *dirty, size_t count,
                         struct error *error);

/* Passes all boxes to the engine's update, if there are any, and empties the list. Returns the
 * status of update. */
enum status changes_pass(struct changes *changes, struct engine *engine, struct error *error);

size_t changes_bytes(const struct changes *changes);

void changes_destroy(struct changes *changes); /* accepts a zeroed one */
