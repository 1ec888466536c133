/* task_choose: which nets a run routes, and whether a part of them may replace a result. */
#pragma once

#include "router/cli/subject/subject.h"

/* Makes task->skip from --only-net and --skip-net. Fails for a name that no net has and if no net
 * is left. O(nets + names). */
enum status task_choose_nets(struct task *task, struct error *error);

/* Fails if the result under its default name has nets that --only-net or --skip-net leave out, or
 * if that file is no result of the design. A file that the user named may be overwritten. A picture
 * under its default name belongs to the result beside it; without one its content is unknown. */
enum status task_check_partial(struct task *task, struct error *error);

/* Fails for a net of --highlight that does not exist. */
enum status task_check_highlight(struct task *task, struct error *error);
