/* task_read: the design and its result, for commands that look at them and do not route. */
#pragma once

#include "router/cli/subject/subject.h"

/* Chooses the subject of the first operand, and reads the design and its result (NULL: none). Fails
 * for options that mean nothing for the subject, and if more than one operand is standard input.
 * task_destroy the task in any case. */
enum status task_read(struct task *task, const char *result, struct error *error);
