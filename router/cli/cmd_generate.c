/* cmd_generate: `leeway generate KIND WIDTH HEIGHT [LAYERS]`. */
#include "router/cli/cli.h"

enum status cmd_generate(const struct cli *cli, const struct options *options, struct error *error)
{
    (void)cli;
    (void)options;
    return error_set(error, STATUS_BAD_INPUT, "generate: this build has no generator yet");
}
