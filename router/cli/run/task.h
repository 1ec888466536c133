/* task_run: one design from its file to its outputs. What `route` does once and `batch` does per
 * job.
 *
 *     read -> choose nets -> engine, route -> check -> draw, write -> report
 */
#pragma once

#include "router/api/engines.h"
#include "router/cli/options/options.h"
#include "router/cli/run/report.h"
#include "router/draw/film/film.h"

struct task {
    /* Filled by the caller. */
    const char *netlist;
    const char *picture, *routes_file, *json, *nets_csv; /* NULL or "none": not wanted */
    const char *animate;                                 /* a film's file, or NULL */
    bool picture_is_usual, routes_is_usual; /* their names are the usual ones, not the user's */
    const char *make_folder; /* a folder of outputs that is made where it is missing, or NULL */
    const struct options *options;  /* all else that route takes */
    const char *stage_prefix;       /* of the names where outputs wait for each other; NULL: beside
                                       theirs */
    const char *stage_root;         /* outputs stay in this folder, as in deliver.h; or NULL */
    unsigned threads;               /* CPU threads where the options say nothing; 0: all cores */
    struct engine_devices devices;  /* the GPUs to use, and whose turn it is */
    struct route_checkpoint resume; /* go on from here; bytes NULL: from the start */

    /* Called when the design is read and all else about the task is known to be right; may fill
     * resume. NULL, or a status that is not STATUS_OK ends the task. */
    enum status (*prepare)(void *context, struct task *task, struct error *error);
    void (*checkpoint)(void *context, const struct routes *best,
                       const struct route_checkpoint *checkpoint); /* as in route.h; or NULL */
    double checkpoint_seconds;
    void *context; /* of both */

    /* Filled by task_run. */
    struct design design;
    struct routes routes;
    bool *skip;         /* [net_count] nets not asked for, or NULL: all are */
    uint32_t *searches; /* [net_count] of each net; NULL where nobody asks */
    struct film film;   /* with animate: how the routes came about */
    struct task_report report;
    struct engine_choice choice;
};

/* Fills skip by --only-net and --skip-net. Fails with STATUS_BAD_INPUT where a name is no net's,
 * with the nearest name, and where no net is left to route. O(nets + names). */
enum status task_choose_nets(struct task *task, struct error *error);

/* The error for where ("--only-net", "explain") with a name that no net of the file has;
 * known[count] are the names. */
enum status task_unknown_net(const char *where, const char *name, const char *file,
                             const char *const *known, size_t count, struct error *error);

/* STATUS_BAD_INPUT where a net of --highlight is none of the netlist's, with the nearest name. */
enum status task_check_highlight(const struct options *options, const struct netlist *nets,
                                 const char *file, struct error *error);

/* STATUS_BAD_INPUT where --crop leaves the grid or --highlight names no net. */
enum status task_check_crop(const struct task *task, struct error *error);

/* CPU threads for everything: --threads, or what the caller of task_run allows. */
unsigned task_threads(const struct task *task);

void task_destroy(struct task *task); /* accepts a zeroed one */
