/* cmd_help: `leeway help [COMMAND]`, as text, as a manual page or as completions of a shell; and
 * `leeway --version`: the version, and what this program was built with. */
#include "router/cli/batch/cluster/ranks.h"
#include "router/cli/options/options_table.h"
#include "router/draw/canvas/gif.h"

enum status cmd_help(const struct cli *cli, const struct options *options, struct error *error)
{
    const char *name = options->operand_count > 0 ? options->operand[0] : NULL;
    const char *as = options_text(options, OPT_AS, "text");
    const enum command command = name != NULL ? options_find_command(name) : COMMANDS_COUNT;
    if (name != NULL && command == COMMANDS_COUNT)
        return options_unknown_command(name, error);
    if (strcmp(as, "man") == 0)
        manual_page(cli->out, command);
    else if (strcmp(as, "text") != 0 && name != NULL)
        return error_refuse(error, "help: --as %s is for all commands together: leave %s out", as,
                            name);
    else if (completion_print(cli->out, as))
        return STATUS_OK;
    else if (name != NULL)
        help_command(cli->out, command);
    else
        help_overview(cli->out);
    return STATUS_OK;
}

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
    fprintf(out, "\nMPI: %s\n", ranks_build);
    fprintf(out, "pictures: PNG, SVG, HTML%s\n",
            gif_usable(NULL) == STATUS_OK ? ", GIF" : " (no GIF: giflib was not found)");
    fputs("libraries: " LEEWAY_LIBRARIES "\n", out);
    return STATUS_OK;
}
