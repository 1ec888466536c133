/* run_stages: takes a session through the stages of its schedule, and offers checkpoints between
 * their steps.
 */
#pragma once

#include "router/maze/plan/session.h"

/* Goes from the start, or from the checkpoint that the session's options name, to the end: routes
 * and explains nets[count], in this order where order matters, and enters them in routes. Fills
 * iterations and conflicts of the report. *state: whether the run was cut short before it came to
 * explaining. Fails with STATUS_BAD_INPUT where the checkpoint is of another design, and with
 * STATUS_FAILED for memory or device. */
enum status run_stages(struct session *session, const uint32_t *nets, uint32_t count,
                       struct routes *routes, struct route_report *report,
                       enum session_state *state, struct error *error);
