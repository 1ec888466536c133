/* cmd_check: `leeway check NETLIST ROUTES`: the independent judge at the command line. */
#include <inttypes.h>
#include <string.h>

#include "grid/check/check.h"
#include "grid/format/design_file.h"
#include "grid/format/routes_file.h"
#include "grid/text/harmless.h"
#include "router/cli/cli.h"
#include "router/cli/command/cmd_layout.h"
#include "router/cli/run/layout/layout_task.h"

struct faults {
    const struct cli *cli;
    const char *file;
};

static void print_fault(void *context, uint64_t line, const char *text)
{
    const struct faults *faults = context;
    progress_pause(faults->cli->progress);
    if (line > 0)
        harmless_line(faults->cli->faults, "%s:%" PRIu64 ": %s", faults->file, line, text);
    else
        harmless_line(faults->cli->faults, "%s: %s", faults->file, text);
}

static void tell(const struct cli *cli, const struct routes *routes, enum status status,
                 const struct check_summary *summary, const char *file)
{
    const char *alone = routes->alone ? ", each alone" : "";
    if (status == STATUS_BAD_INPUT)
        harmless_line(cli->talk, "%s: wrong: %" PRIu64 " fault%s", file, summary->faults,
                      summary->faults == 1 ? "" : "s");
    else
        harmless_line(cli->talk, "%s: right: %" PRIu32 " net%s routed, %" PRIu32 " unrouted%s",
                      file, summary->routed, summary->routed == 1 ? "" : "s", summary->unrouted,
                      alone);
}

enum status cmd_check(const struct cli *cli, const struct options *options, struct error *error)
{
    const char *netlist = options->operand[0], *file = options->operand[1];
    struct design design = {0};
    struct routes routes = {0};
    struct check_summary summary = {0};
    struct faults faults = {cli, file};
    if (layout_task_is(netlist, options))
        return cmd_check_layout(cli, options, error);
    if (strcmp(netlist, "-") == 0 && strcmp(file, "-") == 0)
        return error_set(error, STATUS_BAD_INPUT,
                         "check: only one of NETLIST and ROUTES can be standard input");
    progress_stage(cli->progress, "reading %s", netlist);
    enum status status = design_read(&design, netlist, error);
    progress_stage(cli->progress, "reading %s", file);
    THEN(status, routes_read(&routes, &design, file, error));
    if (status == STATUS_OK) {
        /* Every result is one of nets routed alone, if that is asked for. */
        bool alone = design.alone || options_flag(options, OPT_ALONE);
        routes.alone = routes.alone || alone;
        progress_stage(cli->progress, "checking %s", file);
        status = check_routes(&design, &routes, alone, print_fault, &faults, &summary, error);
        progress_pause(cli->progress);
        if (status != STATUS_FAILED)
            tell(cli, &routes, status, &summary, file);
    }
    routes_destroy(&routes);
    design_destroy(&design);
    return status;
}
