/* engine_pair: two engines that serve one field; each call goes to the one that is done first.
 *
 * All engines give the same bytes, so who searches is free to choose. A GPU searches many jobs, or
 * large windows, many times faster than a CPU, but takes some 50 us for the smallest; most calls of
 * a small design are a single small search.
 *
 *     expand(jobs)  -->  how long would each take?  -->  home  the CPU: there from the start
 *                                                   -->  away  the GPU: opened once that pays
 *
 * The choice. Each engine guesses its time from the jobs' windows (estimate in engine.h). What it
 * then took is compared: where it took longer than thought its pace goes up by a sixteenth, else
 * down, so guess times pace is what half of its calls take, on this machine, in this design and
 * beside whatever else runs. The pace of an engine that is not chosen forgets slowly, so that it
 * is tried again.
 *
 * The opening. A context on a device takes longer than many a small design. So the engine away is
 * opened when the time that it would have saved so far is as long as its opening takes: at worst
 * both together are paid, twice what would have been right (ski rental: A. R. Karlin, M. S.
 * Manasse, L. Rudolph, D. D. Sleator, Competitive snoopy caching, 1988). Where a wave was named
 * both are opened at once, so that each can say whether it has it.
 *
 * The field. An engine learns what changed only when it is next asked to search. Boxes are gathered
 * until then, PAIR_BOXES_MAX at most; more are joined to one that holds all.
 *
 * Errors. Where the engine away cannot be opened or fails, the one at home does its jobs and all
 * that follow; device() tells why. An error at home is the pair's.
 */
#ifndef LEEWAY_ROUTER_ENGINE_ENGINE_PAIR_H
#define LEEWAY_ROUTER_ENGINE_ENGINE_PAIR_H

#include "router/engine.h"

enum { PAIR_BOXES_MAX = 1 << 14 }; /* an engine: 256 KiB */

#ifdef __cplusplus
extern "C" {
#endif

/* The pair's table. Its name is "gpu+cpu". Which two engines it joins stands in the options that it
 * is opened with: home and away, both usable and with a guess (estimate). Its wave is "w+v", of the
 * engine away and the one at home, or "v" alone where the former was never needed; so is its
 * device. */
const struct engine_ops *engine_pair(void);

#ifdef __cplusplus
}
#endif

#endif
