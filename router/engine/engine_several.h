/* engine_several: one engine on several devices. Each device has a copy of the field and searches a
 * part of the jobs of each call.
 *
 *     expand(jobs)  -->  | jobs 0 .. i | i .. j | j .. n |     about equal work
 *                            device 0    device 2  device 3    one host thread each
 *
 * The answer of a job depends only on the field and the job, so neither the number of devices nor
 * the boundaries of the parts change a result. The boundaries follow from the windows of a sample
 * of the jobs, since looking at all jobs would take as long as small searches. A single job goes to
 * the first device.
 *
 * Field: each device gets the changes before its next search (changes.h), so an idle device costs
 * nothing.
 *
 * Errors: a device that cannot be opened or fails is left out and replaced from the reserve
 * (devices.h). The call starts again on the remaining devices. lost() names the failed devices and
 * the reasons. Without a device the call and all later calls fail with STATUS_FAILED. */
#pragma once

#include "router/search/engine.h"

/* The engine's table, named "gpu". Its options must come from engine_several_of. Its wave is that
 * of the first device, its device "2 x NVIDIA H200". options.threads are divided among the devices.
 * It has no list of waves; ask `each` whether it is usable. */
extern const struct engine_ops engine_several;

/* The engine to open instead of `each`: &engine_several if options->devices select devices, else
 * `each`. Sets options->each and options->devices.usable for &engine_several. */
const struct engine_ops *engine_several_of(const struct engine_ops *each,
                                           struct engine_options *options);
