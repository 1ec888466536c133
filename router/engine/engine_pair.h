/* engine_pair: a host engine and a device engine on one field; each call goes to the engine that is
 * expected to finish first.
 *
 * All engines give the same bytes, so the choice is free. A GPU searches many jobs or large windows
 * many times faster than a CPU, but takes about 50 us for the smallest search. Most calls of a
 * small design are one small search.
 *
 *     expand(jobs)  -->  compare estimates  -->  host    the CPU: open from the start
 *                                           -->  device  the GPU: opened when that pays
 *
 * Choice: each engine estimates its time from the windows of the jobs (estimate in engine.h),
 * multiplied by the engine's pace. The pace rises by 1/16 after a call that took longer than that
 * and falls by as much after a shorter one, so estimate times pace approaches the median time on
 * this machine, design and load. The pace of the other engine drifts slowly back to 1, so it is
 * tried again.
 *
 * Opening: opening a device takes longer than routing a small design. The device is opened when the
 * time that it would have saved so far reaches the time of opening it: at worst twice the optimum
 * (ski rental; A. R. Karlin, M. S. Manasse, L. Rudolph, D. D. Sleator, Competitive snoopy caching,
 * 1988). If a wave is named, both engines are opened at once, so that each can refuse it.
 *
 * Field: an engine gets changed boxes before its next search (changes.h).
 *
 * Errors: if the device cannot be opened or fails, the host does its jobs and all later ones;
 * device() and lost() give the reason. An error of the host is an error of the pair. */
#pragma once

#include "router/search/engine.h"

/* The pair's table, named "gpu+cpu". options.host and options.accelerator must be usable engines
 * with an estimate. Its wave is "w+v", w of the device and v of the host, or "v" while the device
 * is not open; device() likewise. */
extern const struct engine_ops engine_pair;
