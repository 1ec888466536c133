/* run_design: one design from its file to its outputs. What `route` does once and `batch` does per
 * job.
 *
 *     read -> choose nets -> engine, route -> check -> draw, write -> report
 */
#ifndef LEEWAY_ROUTER_CLI_RUN_RUN_DESIGN_H
#define LEEWAY_ROUTER_CLI_RUN_RUN_DESIGN_H

#include "router/cli/cli.h"
#include "router/cli/run/report.h"

struct run {
    /* Filled by the caller. */
    const char *netlist;
    const char *picture, *routes_file, *json; /* NULL or "none": not wanted */
    const char *make_folder; /* a folder of outputs that is made where it is missing, or NULL */
    const struct options *options; /* all else that route takes */
    const char
        *stage_prefix; /* of the names where outputs wait for each other; NULL: beside theirs */
    unsigned threads;  /* CPU threads where the options say nothing; 0: all cores */
    struct route_checkpoint resume; /* go on from here; bytes NULL: from the start */

    /* Called when the design is read and all else about the run is known to be right; may fill
     * resume. NULL, or a status that is not STATUS_OK ends the run. */
    enum status (*prepare)(void *context, struct run *run, struct error *error);
    void (*checkpoint)(void *context, const struct routes *best,
                       const struct route_checkpoint *checkpoint); /* as in route.h; or NULL */
    double checkpoint_seconds;
    void *context; /* of both */

    /* Filled by run_design. */
    struct design design;
    struct routes routes;
    bool *skip; /* [net_count] nets not asked for, or NULL: all are */
    struct report report;
    char note[512]; /* which engine, and why: one line without its end; "" where the user chose */
};

/* Reads, routes, checks and writes. Returns the exit status. With STATUS_OK, STATUS_UNROUTED and
 * STATUS_INTERRUPTED the outputs are written and the report is filled; else *error tells why
 * not, and no output has changed. run_destroy it in any case. */
enum status run_design(const struct cli *cli, struct run *run, struct error *error);

void run_destroy(struct run *run); /* accepts a zeroed one */

/* CPU threads that this process may use, 1 .. 1024. */
unsigned run_cores(void);

#endif
