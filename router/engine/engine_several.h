/* engine_several: one engine on several devices. Each has a copy of the field and searches a part
 * of the jobs of each call.
 *
 *     expand(jobs)  -->  | jobs 0 .. i | i .. j | j .. n |     by about equal work
 *                            device 0    device 2  device 3    a thread of the host each
 *
 * A job's answer depends on the field and the job alone, and stands in the job. So the bytes depend
 * neither on the number of devices nor on where the parts end. These are told by the windows of
 * some jobs of the call: jobs are not copied, and a look at all of them would take as long as the
 * search of small ones. One job goes to the first device.
 *
 * The field. Each device is told of changes before its next search (changes.h), so one that a call
 * leaves out costs nothing.
 *
 * Errors. A device that cannot be opened or that fails is left out; one that stands by takes its
 * place (devices.h). The call begins anew on those that are left. lost() tells who was left out,
 * and why. Where none is left, the call fails with STATUS_FAILED, and so do all that follow.
 */
#pragma once

#include "router/search/engine.h"

/* The table. Its name is "gpu": nothing else has several devices. The options that it is opened
 * with have come through engine_several_of. Its wave is that of the first device, its device
 * "2 x NVIDIA H200", its appetite the sum. threads are shared among the devices. It has no list of
 * waves, and unusable() says nothing: ask `each`. */
const struct engine_ops *engine_several(void);

/* Who is to be opened where `each` is wanted: engine_several() where options->devices ask for some
 * of its devices, else `each` itself. Fills in what engine_several() needs of the options. */
const struct engine_ops *engine_several_of(const struct engine_ops *each,
                                           struct engine_options *options);
