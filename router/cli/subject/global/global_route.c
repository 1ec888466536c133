/* global_route: calls the global router with the task's options, progress and limits. */
#include "router/cli/subject/global/global_subject.h"

enum status global_task_route(struct task *task, struct error *error)
{
    return error_set_at(error, STATUS_FAILED, task->netlist, 0, 0,
                        "tile graphs are read and checked, and not routed yet");
}
