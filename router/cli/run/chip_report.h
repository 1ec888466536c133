/* chip_report: what a run of a chip tells: the summary line, the unrouted nets, the JSON object. */
#ifndef LEEWAY_ROUTER_CLI_RUN_CHIP_REPORT_H
#define LEEWAY_ROUTER_CLI_RUN_CHIP_REPORT_H

#include "router/cli/cli.h"
#include "router/cli/run/report.h"
#include "router/detail/detail.h"

/* One run, from its options to its report. */
struct chip_run {
    const struct cli *cli;
    const struct options *options;
    const char *path;
    const char *routes, *json;
    struct chip chip;
    bool *skip; /* by net, or NULL: all are asked for */
    struct detail_result result;
    enum status status;
    double start; /* of the clock */
    double seconds[PHASES];
    double limit; /* seconds; 0: none */
    bool timed_out;
};

/* The summary line, how many rules are not obeyed, a line for each unrouted net. */
void chip_report_tell(const struct chip_run *run);

/* One JSON object. */
void chip_report_json(FILE *out, const struct chip_run *run);

#endif
