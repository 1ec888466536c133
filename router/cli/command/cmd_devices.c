/* cmd_devices: `leeway devices`: the engines of this program, and what they run on. */
#include "router/cli/cli.h"
#include "router/cli/run/run_design.h"

enum status cmd_devices(const struct cli *cli, const struct options *options, struct error *error)
{
    (void)options;
    (void)error;
    for (size_t i = 0; i < cli->engine_count; i++) {
        const char *why = cli->engine[i]->unusable();
        fprintf(cli->out, "engine %s: %s%s", cli->engine[i]->name,
                why != NULL ? "not usable: " : "usable", why != NULL ? why : "");
        const char *(*wave)(size_t) = cli->engine[i]->wave_at;
        for (size_t w = 0; wave != NULL && wave(w) != NULL; w++)
            fprintf(cli->out, "%s %s", w == 0 ? "; waves:" : ",", wave(w));
        fputc('\n', cli->out);
    }
    fprintf(cli->out, "cpu: %u threads\n", run_cores());
    if (cli->list_devices != NULL)
        cli->list_devices(cli->out);
    return STATUS_OK;
}
