/* completion: prints the script of a shell (completion/) with a table of commands and options. */
#include "router/cli/options/options_table.h"

#include "grid/generate/generate.h"
#include "grid/text/resource.h"

RESOURCE(completion_bash, "router/cli/options/completion/leeway.bash");
RESOURCE(completion_zsh, "router/cli/options/completion/leeway.zsh");
RESOURCE(completion_fish, "router/cli/options/completion/leeway.fish");

/* Writes words that are separated by | with blanks between them. */
static void put_words(FILE *out, const char *words)
{
    for (; *words != '\0'; words++)
        fputc(*words == '|' ? ' ' : *words, out);
}

static void put_operands(FILE *out, unsigned command)
{
    if (command == COMMAND_GENERATE)
        for (unsigned i = 0; i < GENERATE_KINDS; i++)
            fprintf(out, "%s%s", i > 0 ? " " : "", generate_kind_name(i));
    else if (command == COMMAND_HELP)
        for (unsigned c = 0; c < COMMAND_VERSION; c++)
            fprintf(out, "%s%s", c > 0 ? " " : "", command_table[c].name);
    else
        fputs(command == COMMAND_BENCH ? "single batch weighted features route chip all" : "file",
              out);
}

static void put_value(FILE *out, const struct option_row *row)
{
    assert(row->kind == OPTION_FLAG || row->words != NULL || row->argument != NULL);
    if (row->kind == OPTION_FLAG)
        fputs("none", out);
    else if (row->words != NULL)
        put_words(out, row->words);
    else
        fputs(strncmp(row->argument, "FILE", 4) == 0 ? "file" : "other", out);
}

/* Writes the table as a quoted text: a line per command and per option of a command. Columns are
 * separated by tabs; a dash is an empty column:
 *
 *     route  --picture  -o  -  file          FILE  picture; the suffix chooses it
 *     route  --effort   -   -  fast normal   NAME  how much run time to spend
 *     bench  -          -   -  single batch  -     time the search algorithms
 *
 * Column 4: * for an option that may be repeated. Column 5: file, other, none (a flag), or the
 * words of the value, of a command of its first operand. quote: an apostrophe within quotes. */
static void put_table(FILE *out, const char *quote)
{
    for (unsigned c = 0; c < COMMAND_VERSION; c++) {
        fprintf(out, "%s%s\t-\t-\t-\t", c > 0 ? "\n" : "", command_table[c].name);
        put_operands(out, c);
        fprintf(out, "\t-\t%s", command_table[c].help);
        for (unsigned id = 0; id < OPTION_COUNT; id++) {
            const struct option_row *row = &option_table[id];
            if (!option_takes(c, id))
                continue;
            fprintf(out, "\n%s\t--%s\t-", command_table[c].name, row->name);
            if (row->letter != 0)
                fputc(row->letter, out);
            fprintf(out, "\t%c\t", row->kind == OPTION_LIST ? '*' : '-');
            put_value(out, row);
            fprintf(out, "\t%s\t", row->argument[0] != '\0' ? row->argument : "-");
            for (const char *text = row->help; *text != '\0'; text++)
                fputs(*text == '\'' ? quote : (char[]){*text, '\0'}, out);
        }
    }
}

/* The script around the table, and an apostrophe within quotes. */
static const struct {
    const char *name, *script, *quote;
} SHELLS[] = {{"bash", completion_bash, "'\\''"},
              {"zsh", completion_zsh, "'\\''"},
              {"fish", completion_fish, "\\'"}};

bool completion_print(FILE *out, const char *shell)
{
    size_t i = 0;
    while (i < sizeof SHELLS / sizeof *SHELLS && strcmp(SHELLS[i].name, shell) != 0)
        i++;
    if (i == sizeof SHELLS / sizeof *SHELLS)
        return false;
    const char *rest = help_until(out, SHELLS[i].script, "@TABLE@");
    put_table(out, SHELLS[i].quote);
    fputs(rest, out);
    return true;
}
