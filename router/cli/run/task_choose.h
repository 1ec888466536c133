/* task_choose: which nets a run routes, and whether a part of them may replace a result. */
#pragma once

#include "router/cli/subject/subject.h"

/* Makes task->skip from --only-net and --skip-net. Fails for a name that no net has and if no net
 * is left. O(nets + names). */
enum status task_choose_nets(struct task *task, struct error *error);

/* Fails if --only-net or --skip-net leave out nets that the result under its default name holds, or
 * if that file cannot be read as a result of the design. A name that the user gave may be written
 * over. A picture under its default name belongs to the result beside it; without one its content
 * is unknown. */
enum status task_check_partial(struct task *task, struct error *error);

/* Fails for a net of --highlight that does not exist. */
enum status task_check_highlight(struct task *task, struct error *error);
