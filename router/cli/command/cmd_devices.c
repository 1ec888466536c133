/* cmd_devices: `leeway devices`: the engines of this program, and what they run on. */
#include "router/cli/cli.h"

enum status cmd_devices(const struct cli *cli, const struct options *options, struct error *error)
{
    (void)options;
    (void)error;
    for (size_t i = 0; i < cli->engines.count; i++) {
        const struct engine_ops *engine = cli->engines.engine[i];
        const char *why = engine->unusable();
        fprintf(cli->out, "engine %s: %s%s", engine->name, why != NULL ? "not usable: " : "usable",
                why != NULL ? why : "");
        const char *(*wave)(size_t) = engine->wave_at;
        for (size_t w = 0; wave != NULL && wave(w) != NULL; w++)
            fprintf(cli->out, "%s %s", w == 0 ? "; waves:" : ",", wave(w));
        fputc('\n', cli->out);
    }
    fprintf(cli->out, "cpu: %u threads\n", cores_available());
    if (cli->list_devices != NULL)
        cli->list_devices(cli->out);
    return STATUS_OK;
}
