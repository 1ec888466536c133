/* changes: where a field changed since an engine last searched it.
 *
 * An engine that searches seldom is told of changes before its next search, not at each. Its boxes
 * are gathered here, at most CHANGES_MAX of them; more are joined to one box that holds all.
 */
#pragma once

#include "router/search/engine.h"

enum { CHANGES_MAX = 1 << 14 }; /* 256 KiB */

struct changes {
    struct box *boxes;
    size_t count, capacity;
};

/* Adds boxes. Fails with STATUS_FAILED without memory. */
enum status changes_note(struct changes *changes, const struct box *dirty, size_t count,
                         struct error *error);

/* Tells the engine of all of them, if there are any, and forgets them. Returns what update does. */
enum status changes_tell(struct changes *changes, struct engine *engine, struct error *error);

size_t changes_bytes(const struct changes *changes);

void changes_destroy(struct changes *changes); /* accepts a zeroed one */
