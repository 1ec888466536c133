/* devices: which devices (GPUs) a run may use.
 *
 *     --gpus all     all usable devices
 *     --gpus 2       the first two usable devices
 *     --gpus 0,2     these numbers; "2," is number 2 only
 *
 * The jobs of a batch and the processes of a host share devices: number `turn` of `of` gets every
 * of-th device, or, if there are fewer devices than `of`, one shared device. The other devices are
 * in reserve for failures. */
#pragma once

#include "router/search/engine.h"

enum { DEVICES_MAX = 64 }; /* numbers 0 .. 63 */

/* Parses such a text into list, count and every; false if it is malformed. */
bool devices_parse(const char *text, struct engine_devices *devices);

/* True if the user selected devices. */
bool devices_asked(const struct engine_devices *devices);

/* The usable devices of this run and its reserve, as bit sets. Both are empty if none is usable. */
void devices_choose(const struct engine_devices *devices, uint64_t *own, uint64_t *reserve);

/* Writes the first selected device that is not usable into text[size]: "GPU 3 is not usable", "3
 * are asked for, 2 are usable"; "" if all are usable. Returns text. */
const char *devices_missing(const struct engine_devices *devices, char *text, size_t size);

static inline unsigned devices_count(uint64_t set)
{
    return (unsigned)__builtin_popcountll(set);
}

/* The lowest number in a set, which must not be empty. */
static inline unsigned devices_first(uint64_t set)
{
    assert(set != 0);
    return (unsigned)__builtin_ctzll(set);
}
