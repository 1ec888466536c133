/* cmd_help: `leeway help [COMMAND]`, as text, as a manual page or as completions of a shell. */
#include "router/cli/cli.h"
#include "router/cli/options/options_table.h"

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
