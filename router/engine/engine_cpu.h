/* engine_cpu: the engine that runs the waves of router/wave on the machine's own cores.
 *
 * `threads` workers, each with its own workspace, take jobs one by one. The answer of a job depends
 * only on the field and the job, so the number of threads does not change the result. */
#pragma once

#include "router/search/engine.h"

/* The engine's table; always usable. */
extern const struct engine_ops engine_cpu;
