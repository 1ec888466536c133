/* engine_cpu: the engine that runs the waves of router/wave on the machine's own cores.
 *
 * Jobs are handed out one by one to `threads` workers, each with a workspace of its own. A job's
 * answer depends on the field and the job alone. So the result depends neither on the number of
 * threads nor on which worker takes which job.
 */
#pragma once

#include "router/search/engine.h"

/* The engine's table; always usable. */
const struct engine_ops *engine_cpu(void);
