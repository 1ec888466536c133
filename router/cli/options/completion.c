/* completion: prints a table of commands and options, and the script of a shell that completes by
 * it. */
#include "router/cli/options/options_table.h"

#include <string.h>

#include "grid/generate/generate.h"

/* Writes words that are separated by | with blanks between them. */
static void put_words(FILE *out, const char *words)
{
    for (; *words != '\0'; words++)
        fputc(*words == '|' ? ' ' : *words, out);
}

/* Writes the words that the first operand of a command may be. */
static void put_operands(FILE *out, unsigned command)
{
    if (command == COMMAND_GENERATE)
        for (unsigned i = 0; i < GENERATE_KINDS; i++)
            fprintf(out, "%s%s", i > 0 ? " " : "", generate_kind_name((enum generate_kind)i));
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

/* Writes the table as a text in quotes, a line per command and per option of a command, with tabs
 * between its columns, of which a dash is an empty one:
 *
 *     route  --picture  -o  -  file          FILE  picture; the suffix chooses ...
 *     route  --effort   -   -  fast normal   NAME  how much run time ...
 *     bench  -          -   -  single batch  -     time the search algorithms ...
 *
 * The fourth is * for options that may be repeated; then file, other, none for a flag, or the words
 * of the value, of a command those of its first operand. quote: an apostrophe within quotes. */
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

static const char BASH[] =
    "_leeway() {\n"
    "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}\n"
    "    local command option letter value\n"
    "    local kind=none options=--help operands=file commands='' words=''\n"
    "    COMPREPLY=()\n"
    "    while IFS=$'\\t' read -r command option letter _ value _; do\n"
    "        [ \"$option\" != - ] || commands+=\"$command \"\n"
    "        if [ \"$command\" != \"${COMP_WORDS[1]}\" ]; then\n"
    "            continue\n"
    "        elif [ \"$option\" = - ]; then\n"
    "            operands=$value\n"
    "        else\n"
    "            options+=\" $option\"\n"
    "            [ \"$before\" != \"$option\" ] && [ \"$before\" != \"$letter\" ] || kind=$value\n"
    "        fi\n"
    "    done <<<\"$leeway_table\"\n"
    "    if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
    "        words=\"$commands--help --version\"\n"
    "    elif [ \"$kind\" != none ]; then\n"
    "        [ \"$kind\" = other ] || words=$kind\n"
    "    elif [[ $word == -* ]]; then\n"
    "        words=$options\n"
    "    elif [ \"$COMP_CWORD\" -eq 2 ]; then\n"
    "        words=$operands\n"
    "    else\n"
    "        words=file\n"
    "    fi\n"
    "    if [ \"$words\" = file ]; then\n"
    "        mapfile -t COMPREPLY < <(compgen -f -- \"$word\")\n"
    "    elif [ -n \"$words\" ]; then\n"
    "        mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$word\")\n"
    "    fi\n"
    "}\n"
    "complete -o filenames -F _leeway leeway\n";

static const char ZSH[] =
    "_leeway() {\n"
    "    setopt localoptions extendedglob\n"
    "    local command option letter many value argument help operands=file end\n"
    "    local -a commands specs\n"
    "    while IFS=$'\\t' read -r command option letter many value argument help; do\n"
    "        [[ $option != - ]] || commands+=(\"$command:$help\")\n"
    "        [[ $command == \"$words[2]\" ]] || continue\n"
    "        if [[ $option == - ]]; then\n"
    "            operands=$value\n"
    "            continue\n"
    "        fi\n"
    "        end=\"[${help//(#m)[][:]/\\\\$MATCH}]\"\n"
    "        case $value in\n"
    "        none) ;;\n"
    "        file) end+=\":$argument:_files\" ;;\n"
    "        other) end+=\":$argument:\" ;;\n"
    "        *) end+=\":$argument:($value)\" ;;\n"
    "        esac\n"
    "        [[ $letter == - ]] || specs+=(\"${many#-}$letter$end\")\n"
    "        [[ $value == none ]] || option+='='\n"
    "        specs+=(\"${many#-}$option$end\")\n"
    "    done <<<$leeway_table\n"
    "    if (( CURRENT == 2 )); then\n"
    "        _describe command commands\n"
    "        return\n"
    "    fi\n"
    "    shift words\n"
    "    (( CURRENT-- ))\n"
    "    specs+=('--help[explain the command]')\n"
    "    [[ $operands == file ]] || specs+=(\"1:operand:($operands)\")\n"
    "    _arguments $specs '*:file:_files'\n"
    "}\n"
    "_leeway \"$@\"\n";

static const char FISH[] =
    "complete -c leeway -n __fish_use_subcommand -f -l help -d 'list the commands'\n"
    "complete -c leeway -n __fish_use_subcommand -f -l version -d 'the version'\n"
    "for line in (string split \\n $leeway_table)\n"
    "    set -l field (string split \\t $line)\n"
    "    set -l seen \"__fish_seen_subcommand_from $field[1]\"\n"
    "    set -l more -l (string sub -s 3 -- $field[2])\n"
    "    if test \"$field[2]\" = -\n"
    "        complete -c leeway -n __fish_use_subcommand -f -a $field[1] -d $field[7]\n"
    "        test $field[5] = file; or complete -c leeway -n $seen -f -a $field[5]\n"
    "        continue\n"
    "    end\n"
    "    test \"$field[3]\" = -; or set -a more -s (string sub -s 2 -- $field[3])\n"
    "    switch $field[5]\n"
    "        case none\n"
    "        case file\n"
    "            set -a more -r -F\n"
    "        case other\n"
    "            set -a more -x\n"
    "        case '*'\n"
    "            set -a more -x -a $field[5]\n"
    "    end\n"
    "    complete -c leeway -n $seen $more -d $field[7]\n"
    "end\n";

void completion_bash(FILE *out)
{
    fputs("# Completions of leeway for bash; `leeway help --as bash` makes them.\nleeway_table='",
          out);
    put_table(out, "'\\''");
    fprintf(out, "'\n%s", BASH);
}

void completion_zsh(FILE *out)
{
    fputs("#compdef leeway\n# Completions of leeway for zsh; `leeway help --as zsh` makes them.\n"
          "leeway_table='",
          out);
    put_table(out, "'\\''");
    fprintf(out, "'\n%s", ZSH);
}

void completion_fish(FILE *out)
{
    fputs("# Completions of leeway for fish; `leeway help --as fish` makes them.\n"
          "set -l leeway_table '",
          out);
    put_table(out, "\\'");
    fprintf(out, "'\n%s", FISH);
}
