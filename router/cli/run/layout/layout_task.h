/* layout_task: one layout from its DEF to its outputs. What `route` does once and `batch` does
 * per job.
 *
 *     read -> choose nets, layers, kept wires -> route -> write, read back, check -> draw ->
 * deliver
 *
 * The checker judges the DEF as it was written. A net whose wiring it finds wrong is left without
 * wires and named with the fault, and the rest is judged again: what is delivered has no fault.
 */
#pragma once

#include "router/cli/cli.h"
#include "router/cli/run/layout/layout_judge.h"
#include "router/cli/run/net_records.h"
#include "router/cli/run/report.h"
#include "router/detail/detail.h"

/* A net that the checker would not let pass. */
struct layout_refused {
    uint32_t net;
    char *fault;
};

struct layout_task {
    /* Filled by the caller. */
    const char *def;
    const char *picture, *routes, *json, *nets_csv; /* NULL or "none": not wanted */
    bool picture_is_usual, routes_is_usual;         /* as in task.h */
    const char *make_folder; /* a folder of outputs that is made where it is missing, or NULL */
    const char *stage_prefix, *stage_root; /* as in task.h */
    const struct options *options;         /* all else that route takes; the LEF files, too */
    unsigned threads;                      /* where the options say nothing; 0: all cores */

    /* Called when all about the task is known to be right; NULL, or a status that is not STATUS_OK
     * ends the task. */
    enum status (*prepare)(void *context, struct layout_task *task, struct error *error);
    void *context;

    /* Filled by layout_task_run. */
    struct layout layout;     /* as it was read */
    struct layout routed;     /* as it was written */
    bool *skip;               /* [nets] not asked for, or kept; or NULL */
    struct guides guides;     /* of --guides */
    struct placed_wire *kept; /* wires of --keep: those of net n are kept_first[n] .. */
    uint32_t *kept_first;     /* [nets + 1]; NULL without --keep */
    uint32_t kept_nets;       /* nets that have such wires */
    struct detail_result result;
    struct layout_marks marks; /* the checker's verdict on routed */
    struct layout_refused *refused;
    size_t refused_count, refused_capacity;
    FILE *draft;    /* the DEF as it is to be delivered */
    int draft_file; /* its descriptor */
    enum status status;
    double start, seconds[PHASES];
    double limit; /* seconds; 0: none */
    bool timed_out;
    const struct cli *cli;
};

/* Is this netlist a layout: a DEF by its name or because LEF files are given, or a layout in
 * words of our own by its first word? */
bool layout_task_is(const char *netlist, const struct options *options);

/* Reads, routes, checks and writes. Returns the exit status; with STATUS_OK, STATUS_UNROUTED and
 * STATUS_INTERRUPTED the outputs are written, else *error tells why not and none has changed.
 * layout_task_destroy the task in any case. */
enum status layout_task_run(const struct cli *cli, struct layout_task *task, struct error *error);

void layout_task_destroy(struct layout_task *task); /* accepts a zeroed one */

/* ---- its parts ----------------------------------------------------------------------------- */

/* Fills skip by --only-net and --skip-net, kept by --keep, guides, the layers of how by --layers.
 * Fails with STATUS_BAD_INPUT for what the layout does not have, and for a kept result that is
 * wrong.
 */
enum status layout_task_choose(struct layout_task *task, struct detail_options *how,
                               struct error *error);
enum status layout_task_keep(struct layout_task *task, struct error *error);

/* Writes the DEF to draft, reads it back as routed and judges it, taking nets out that are wrong.
 * Fails with STATUS_BAD_INPUT where the DEF's own FIXED wiring has a fault, and with STATUS_FAILED
 * where the result cannot be read or stays wrong. */
enum status layout_task_judge(struct layout_task *task, struct error *error);

/* A reason in one word; a run that had to end is one of a signal or of the time limit. */
static inline const char *layout_task_word(const struct layout_task *task,
                                           enum detail_reason reason)
{
    return reason == DETAIL_ENDED && task->timed_out ? "time-limit" : detail_reason_word(reason);
}

/* Why a net has no wires, one word, for its routes; NULL where none were asked for. context is the
 * task. */
const char *layout_task_reason(const void *context, uint32_t net);

/* Are its routes written in words of our own (a name in .routes, or a layout that is no DEF)? */
bool layout_task_writes_routes(const struct layout_task *task);

/* Could all outputs be written, and are none of them inputs? */
enum status layout_task_check_outputs(const struct layout_task *task, struct error *error);
/* What partial.h says, for a DEF: the routed DEF there is read. */
enum status layout_task_check_partial(const struct layout_task *task, struct error *error);
enum status layout_task_deliver(const struct cli *cli, struct layout_task *task,
                                struct error *error);

/* Calls tell with the records of the routed layout's nets (net_records.h). Fails without memory. */
enum status layout_nets_tell(const struct layout_task *task,
                             void (*tell)(void *context, const struct net_records *records),
                             void *context, struct error *error);

/* Counts of the result: nets asked for or kept, of them with wires. */
uint32_t layout_task_nets(const struct layout_task *task);
uint32_t layout_task_routed(const struct layout_task *task);

/* The summary line; the unrouted nets with their reasons, all or REPORT_UNROUTED of them; the JSON
 * object, whose lines after the first are indented, without a line end. */
void layout_report_summary(FILE *out, const struct layout_task *task);
void layout_report_unrouted(FILE *out, const struct layout_task *task, bool all);
void layout_report_json(FILE *out, const struct layout_task *task, int indent);

/* The error for where ("--only-net", "explain") with a name that no net of the file has; it names
 * the nearest. */
enum status layout_unknown_net(const struct layout *layout, const char *where, const char *name,
                               const char *file, struct error *error);
