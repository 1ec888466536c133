/* global_subject: the data of a task on a tile graph, and the calls of its table.
 *
 * The result is judged by grid/check/capacity. Open nets give status 1, overflow as well if the
 * format counts it; a result file that does not belong to the design gives status 2. */
#pragma once

#include <pthread.h>

#include "grid/capacity/cut.h"
#include "grid/check/capacity/tile_check.h"
#include "router/cli/subject/subject.h"

enum {
    GLOBAL_JSON_MAX = 8192,    /* bytes of the JSON object "capacity" */
    GLOBAL_LINE_MAX = 256,     /* bytes of the summary's part */
    GLOBAL_REMARKS_MAX = 2048, /* bytes of the remarks */
};

struct global_task {
    struct tile_graph graph;
    struct tile_routes routes, other, kept; /* as enum task_result names them */
    bool has_routes, has_kept;
    struct tile_check check; /* of routes */
    bool judged;
    const char *end;     /* "done", "time-limit", "stopped" */
    uint32_t iterations; /* of the router */
    bool by_gpu;         /* the patterns */
    pthread_t opener;    /* the thread that opens the GPU */
    bool opening;        /* it runs */
    double saved;        /* time of the last checkpoint */
    double proven;       /* a proved lower bound of the overflow of any result */
    struct cut cut;      /* the cut with most of it */
    char json[GLOBAL_JSON_MAX], line[GLOBAL_LINE_MAX];
    struct tiles_shown shown; /* of pictures */
};

static inline struct global_task *global_of(const struct task *task)
{
    assert(task->data != NULL && task->units == 0);
    return task->data;
}

/* An estimate of the memory that routing takes, in bytes. */
uint64_t global_need(const struct tile_graph *graph);

/* Judges the result, unless it has been judged. Returns the status of tile_check. */
enum status global_judge(struct task *task, struct error *error);

/* True if the options ask for a GPU by its name. */
bool global_asks_gpu(const struct task *task);

/* Opens the GPU in the background, unless this has begun, and waits until it is open or failed. */
void global_open_gpu(struct task *task);
void global_await_gpu(struct task *task);

/* Writes the numbers of the judged result to it->line. */
void global_put_line(struct global_task *it);

/* Prints the worst edges over capacity, and for the first one a remedy. */
void global_print_worst(struct task *task, FILE *out);

enum status global_task_scene(struct task *task, struct picture_subject *drawn,
                              struct picture_options *options, struct error *error);
enum status global_task_place(struct task *task, const char *text, FILE *out, struct error *error);
