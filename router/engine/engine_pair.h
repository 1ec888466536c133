/* engine_pair: two engines that serve one field; each call goes to the engine expected to end
 * first.
 *
 * All engines give the same bytes, so the choice is free. A GPU searches many jobs, or large
 * windows, many times faster than a CPU, but takes some 50 us for the smallest search. Most calls
 * of a small design are a single small search.
 *
 *     expand(jobs)  -->  how long would each take?  -->  home  the CPU: there from the start
 *                                                   -->  away  the GPU: opened once that pays
 *
 * The choice. Each engine guesses its time from the jobs' windows (estimate in engine.h). The guess
 * is multiplied by the engine's pace. After a call that took longer than guess times pace, the pace
 * rises by a sixteenth, else it falls by as much. So guess times pace tends to the median time of
 * the engine's calls, on this machine, in this design, under the present load. The pace of the
 * engine that is not chosen drifts slowly back to 1, so that the engine is tried again.
 *
 * The opening. Opening a device takes longer than routing many a small design. So the engine away
 * is opened when the time that it would have saved so far is as long as its opening takes. At worst
 * both times are paid: twice the best possible (ski rental: A. R. Karlin, M. S. Manasse, L.
 * Rudolph, D. D. Sleator, Competitive snoopy caching, 1988). Where a wave was named both engines
 * are opened at once, so that each can refuse a wave that it does not have.
 *
 * The field. Changed boxes are gathered and passed to an engine before its next search
 * (changes.h).
 *
 * Errors. Where the engine away cannot be opened or fails, the one at home does its jobs and all
 * that follow; device() and lost() tell why. An error at home is the pair's.
 */
#pragma once

#include "router/search/engine.h"

/* The pair's table. Its name is "gpu+cpu". The options that it is opened with name the two engines:
 * home and away; both must be usable and have an estimate. Its wave is "w+v": w of the engine away,
 * v of the engine at home; "v" alone while the engine away is not open. Its device is named alike.
 */
const struct engine_ops *engine_pair(void);
