/* emit_many: writes many items of text on several threads, in their order. */
#pragma once

#include "grid/text/emit.h"

/* Writes one item. Called by several threads at once. */
typedef void emit_item(const void *context, size_t item, struct emit *emit);

/* Writes the items 0 .. count - 1. At most `threads` threads format pieces of them in memory, some
 * megabytes at a time; one thread writes the pieces. The bytes do not depend on the threads. */
void emit_many(struct emit *emit, size_t count, unsigned threads, emit_item *put,
               const void *context);
