/* devices: which devices (GPUs) a run may use.
 *
 *     --gpus all     every usable one
 *     --gpus 2       the first two usable ones
 *     --gpus 0,2     these, by number; "2," is number 2 alone
 *
 * Several may share them: the jobs of a batch, the processes of a host. Number `turn` of `of` then
 * has every of-th device, or, where there are fewer devices than that, one, which it has together
 * with others. The devices that are not its own stand by, for the case that its own fail.
 */
#pragma once

#include "router/search/engine.h"

enum { DEVICES_MAX = 64 }; /* numbers 0 .. 63 */

/* Reads such a text over list, count and every; false where it is none. */
bool devices_parse(const char *text, struct engine_devices *devices);

/* True where any devices were asked for. */
bool devices_asked(const struct engine_devices *devices);

/* Those of `usable` that this run has, and those that stand by: sets of bits. Both are empty where
 * none of those asked for is usable. */
void devices_choose(const struct engine_devices *devices, uint64_t *own, uint64_t *stand_by);

/* "GPU 3 is not usable", "3 are asked for, 2 are usable": what of `usable` is missing, in text; ""
 * where nothing is. Returns text. */
const char *devices_missing(const struct engine_devices *devices, char *text, size_t size);

static inline unsigned devices_count(uint64_t set)
{
    return (unsigned)__builtin_popcountll(set);
}

/* The lowest number in a set that is not empty. */
static inline unsigned devices_first(uint64_t set)
{
    return (unsigned)__builtin_ctzll(set);
}
