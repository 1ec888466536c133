/* grid_subject: the data of a task on a grid, and the calls of its table (subject.h). */
#pragma once

#include "grid/check/check.h"
#include "grid/format/name_table.h"
#include "router/cli/subject/subject.h"
#include "router/draw/film/film.h"
#include "router/search/field.h"

struct grid_task {
    struct design design;
    struct routes routes, other, kept; /* as enum task_result names them */
    bool has_routes, has_kept;
    struct name_table names; /* of nets; made by the first call of find */
    uint32_t *searches;      /* [nets] number of searches; NULL if not wanted */
    struct film film;        /* with TASK_FILM: the steps of the run */
    struct route_report report;
    const char *engine; /* "cpu", "gpu", "gpu+cpu" */
    uint64_t certified; /* cells visited to prove that nets have no path */
};

static inline struct grid_task *grid_of(const struct task *task)
{
    assert(task->data != NULL && task->units == 0);
    return task->data;
}

/* True if nets may share cells: --alone, or a design of queries. */
static inline bool grid_is_alone(const struct task *task)
{
    return options_flag(task->options, OPT_ALONE) || grid_of(task)->design.alone;
}

