/* report: what a run tells: the summary line, the unrouted nets, the JSON object. */
#pragma once

#include <stdio.h>

#include "grid/routes.h"
#include "router/route/route.h"

enum report_phase {
    PHASE_READ,  /* files to design */
    PHASE_ROUTE, /* design in memory to all paths on the host, opening the engine included */
    PHASE_CHECK,
    PHASE_DRAW,
    PHASE_WRITE,
    PHASE_TOTAL,
    PHASES
};

struct task_report {
    const struct design *design;
    const struct routes *routes;
    const bool *skip;         /* [net_count] nets that were not asked for; or NULL */
    const uint32_t *searches; /* [net_count] that each net took; or NULL */
    bool with_nets;           /* the JSON object has a record of each net */
    const char *netlist;
    const char *engine; /* "cpu", "gpu", "gpu+cpu" */
    enum status status;
    struct route_report route;
    uint32_t nets, routed; /* asked for or kept, and of these with wires */
    uint64_t length, vias, bends;
    cost_t cost; /* as the design's format counts it */
    double seconds[PHASES];
};

/* Fills nets, routed, length, vias, bends and cost from the routes. */
void report_measure(struct task_report *report);

/* One line: nets routed of nets, length, vias, cost, seconds, engine and wave. */
void report_summary(FILE *out, const struct task_report *report);

/* Where the nets are that a report leaves out, and how many it names. */
struct report_rest {
    uint32_t most;             /* 0: all */
    const char *routes, *json; /* outputs that name all; NULL, "none" or "-": not there */
};

enum { REPORT_UNROUTED = 10 }; /* the usual number of nets named */

/* A line for each net that was asked for and has no wires, its name and why; where they are more
 * than rest says, "488 more in FILE". */
void report_unrouted(FILE *out, const struct task_report *report, const struct report_rest *rest);

/* The last line of such a list: how many were left out, and where they stand. */
void report_more(FILE *out, uint64_t more, const struct report_rest *rest);

/* One JSON object; lines after the first are indented by indent blanks. No newline at the end. */
void report_json(FILE *out, const struct task_report *report, int indent);
