/* cmd_version: `leeway --version`: the version, and what this program was built with. */
#include "router/cli/batch/cluster/ranks.h"
#include "router/cli/cli.h"
#include "router/draw/canvas/gif.h"

/* Versions of the libraries, by pkg-config when this file was compiled. */
#ifndef LEEWAY_LIBRARIES
#define LEEWAY_LIBRARIES "unknown"
#endif

enum status cmd_version(const struct cli *cli, const struct options *options, struct error *error)
{
    (void)options;
    (void)error;
    FILE *out = cli->out;
    fputs("leeway " LEEWAY_VERSION "\n", out);
    fputs("CUDA: ", out);
    cli->gpu_build(out);
    fprintf(out, "\nMPI: %s\n", ranks_build());
    fprintf(out, "pictures: PNG, SVG, HTML%s\n",
            gif_usable(NULL) == STATUS_OK ? ", GIF" : " (no GIF: giflib was not found)");
    fputs("libraries: " LEEWAY_LIBRARIES "\n", out);
    return STATUS_OK;
}
