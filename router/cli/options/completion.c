/* completion: prints the completions of each shell from the table of options. */
#include "router/cli/options/options_table.h"

#include <string.h>

#include "grid/generate/generate.h"

/* Writes words that are separated by | with blanks between them, and what encloses them. */
static void put_words(FILE *out, const char *before, const char *words, const char *after)
{
    fputs(before, out);
    for (; *words != '\0'; words++)
        fputc(*words == '|' ? ' ' : *words, out);
    fputs(after, out);
}

/* Kinds of values. */
enum value { VALUE_NONE, VALUE_WORDS, VALUE_FILE, VALUE_OTHER };

static enum value value_of(const struct option_row *row)
{
    assert(row->kind == OPTION_FLAG || row->words != NULL || row->argument != NULL);
    if (row->kind == OPTION_FLAG)
        return VALUE_NONE;
    if (row->words != NULL)
        return VALUE_WORDS;
    return strncmp(row->argument, "FILE", 4) == 0 ? VALUE_FILE : VALUE_OTHER;
}

/* Writes the words that the first operand of a command may be; nothing for a file. */
static void put_operands(FILE *out, unsigned command)
{
    if (command == COMMAND_GENERATE)
        for (unsigned i = 0; i < GENERATE_KINDS; i++)
            fprintf(out, "%s%s", i > 0 ? " " : "", generate_kind_name((enum generate_kind)i));
    else if (command == COMMAND_BENCH)
        fputs("single batch weighted features route chip all", out);
    else if (command == COMMAND_HELP)
        for (unsigned c = 0; c < COMMAND_VERSION; c++)
            fprintf(out, "%s%s", c > 0 ? " " : "", command_table[c].name);
}

static bool has_operands(unsigned command)
{
    return command == COMMAND_GENERATE || command == COMMAND_BENCH || command == COMMAND_HELP;
}

/* ---- bash ----------------------------------------------------------------------------------- */

static void bash_command(FILE *out, unsigned command)
{
    fprintf(out, "    %s)\n        options='", command_table[command].name);
    for (unsigned id = 0; id < OPTION_COUNT; id++)
        if (option_takes(command, id))
            fprintf(out, "--%s ", option_table[id].name);
    fputs("--help'\n        operands='", out);
    put_operands(out, command);
    fputs("'\n        case $before in\n", out);
    for (unsigned id = 0; id < OPTION_COUNT; id++) {
        const struct option_row *row = &option_table[id];
        if (!option_takes(command, id) || value_of(row) == VALUE_NONE)
            continue;
        fprintf(out, "        --%s", row->name);
        if (row->letter != 0)
            fprintf(out, " | -%c", row->letter);
        fputs(") kind=", out);
        if (value_of(row) == VALUE_WORDS)
            put_words(out, "words words='", row->words, "' ;;\n");
        else
            fputs(value_of(row) == VALUE_FILE ? "file ;;\n" : "other ;;\n", out);
    }
    fputs("        esac\n        ;;\n", out);
}

void completion_bash(FILE *out)
{
    fputs("# Completions of leeway for bash; `leeway help --as bash` makes them.\n"
          "_leeway() {\n"
          "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}\n"
          "    local options='' operands='' kind='' words=''\n"
          "    COMPREPLY=()\n"
          "    if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
          "        mapfile -t COMPREPLY < <(compgen -W '",
          out);
    put_operands(out, COMMAND_HELP);
    fputs(" --help --version' -- \"$word\")\n"
          "        return\n"
          "    fi\n"
          "    case ${COMP_WORDS[1]} in\n",
          out);
    for (unsigned c = 0; c < COMMAND_VERSION; c++)
        bash_command(out, c);
    fputs("    esac\n"
          "    case $kind in\n"
          "    words) mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$word\") ;;\n"
          "    file) mapfile -t COMPREPLY < <(compgen -f -- \"$word\") ;;\n"
          "    other) ;;\n"
          "    *)\n"
          "        case $word in\n"
          "        -*) mapfile -t COMPREPLY < <(compgen -W \"$options\" -- \"$word\") ;;\n"
          "        *)\n"
          "            if [ -n \"$operands\" ] && [ \"$COMP_CWORD\" -eq 2 ]; then\n"
          "                mapfile -t COMPREPLY < <(compgen -W \"$operands\" -- \"$word\")\n"
          "            else\n"
          "                mapfile -t COMPREPLY < <(compgen -f -- \"$word\")\n"
          "            fi\n"
          "            ;;\n"
          "        esac\n"
          "        ;;\n"
          "    esac\n"
          "}\n"
          "complete -o filenames -F _leeway leeway\n",
          out);
}

/* ---- zsh ------------------------------------------------------------------------------------ */

/* Writes text inside '...' and, with brackets, inside [...]: escapes what would end them. */
static void put_quoted(FILE *out, const char *text, bool brackets)
{
    for (; *text != '\0'; text++) {
        if (*text == '\'')
            fputs("'\\''", out);
        else if (brackets && (*text == '[' || *text == ']' || *text == ':'))
            fprintf(out, "\\%c", *text);
        else
            fputc(*text, out);
    }
}

static void zsh_option(FILE *out, const struct option_row *row)
{
    const enum value value = value_of(row);
    const char *many = row->kind == OPTION_LIST ? "*" : "";
    for (int i = row->letter != 0 ? 0 : 1; i < 2; i++) {
        if (i == 0)
            fprintf(out, "            '%s-%c", many, row->letter);
        else
            fprintf(out, "            '%s--%s%s", many, row->name, value != VALUE_NONE ? "=" : "");
        fputc('[', out);
        put_quoted(out, row->help, true);
        fputc(']', out);
        if (value != VALUE_NONE) {
            fputc(':', out);
            put_quoted(out, row->argument, true);
            fputc(':', out);
        }
        if (value == VALUE_WORDS)
            put_words(out, "(", row->words, ")");
        else if (value == VALUE_FILE)
            fputs("_files", out);
        fputs("' \\\n", out);
    }
}

void completion_zsh(FILE *out)
{
    fputs("#compdef leeway\n"
          "# Completions of leeway for zsh; `leeway help --as zsh` makes them.\n"
          "_leeway() {\n"
          "    if (( CURRENT == 2 )); then\n"
          "        local -a commands=(\n",
          out);
    for (unsigned c = 0; c < COMMAND_VERSION; c++) {
        fprintf(out, "            '%s:", command_table[c].name);
        put_quoted(out, command_table[c].help, false);
        fputs("'\n", out);
    }
    fputs("        )\n"
          "        _describe command commands\n"
          "        return\n"
          "    fi\n"
          "    local command=$words[2]\n"
          "    shift words\n"
          "    (( CURRENT-- ))\n"
          "    case $command in\n",
          out);
    for (unsigned c = 0; c < COMMAND_VERSION; c++) {
        fprintf(out, "    %s)\n        _arguments \\\n", command_table[c].name);
        for (unsigned id = 0; id < OPTION_COUNT; id++)
            if (option_takes(c, id))
                zsh_option(out, &option_table[id]);
        fputs("            '--help[explain the command]' \\\n", out);
        if (has_operands(c)) {
            fputs("            '1:operand:(", out);
            put_operands(out, c);
            fputs(")' \\\n", out);
        }
        fputs("            '*:file:_files'\n        ;;\n", out);
    }
    fputs("    esac\n}\n_leeway \"$@\"\n", out);
}

/* ---- fish ----------------------------------------------------------------------------------- */

static void fish_option(FILE *out, const char *command, const struct option_row *row)
{
    const enum value value = value_of(row);
    fprintf(out, "complete -c leeway -n '__fish_seen_subcommand_from %s' -l %s", command,
            row->name);
    if (row->letter != 0)
        fprintf(out, " -s %c", row->letter);
    if (value == VALUE_WORDS)
        put_words(out, " -x -a '", row->words, "'");
    else if (value != VALUE_NONE)
        fputs(value == VALUE_FILE ? " -r -F" : " -x", out);
    fputs(" -d '", out);
    for (const char *c = row->help; *c != '\0'; c++)
        fprintf(out, "%s%c", *c == '\'' || *c == '\\' ? "\\" : "", *c);
    fputs("'\n", out);
}

void completion_fish(FILE *out)
{
    fputs("# Completions of leeway for fish; `leeway help --as fish` makes them.\n"
          "complete -c leeway -n __fish_use_subcommand -f -l help -d 'list the commands'\n"
          "complete -c leeway -n __fish_use_subcommand -f -l version -d 'the version'\n",
          out);
    for (unsigned c = 0; c < COMMAND_VERSION; c++)
        fprintf(out, "complete -c leeway -n __fish_use_subcommand -f -a %s -d '%s'\n",
                command_table[c].name, command_table[c].help);
    for (unsigned c = 0; c < COMMAND_VERSION; c++) {
        const char *command = command_table[c].name;
        for (unsigned id = 0; id < OPTION_COUNT; id++)
            if (option_takes(c, id))
                fish_option(out, command, &option_table[id]);
        if (!has_operands(c))
            continue;
        fprintf(out, "complete -c leeway -n '__fish_seen_subcommand_from %s' -f -a '", command);
        put_operands(out, c);
        fputs("'\n", out);
    }
}
