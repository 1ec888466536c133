/* manual: prints the help as a manual page, with man(7) macros. */
#include "router/cli/options/options_table.h"

#include <ctype.h>
#include <string.h>

/* Fixed, so that the same program writes the same bytes. */
#define DATE "2026-11-23"

enum { COLUMNS = 70 };

/* Writes text in which nothing is a macro: escapes backslashes, dashes, quotes, and a dot or an
 * apostrophe at the start of a line. */
static void put_text(FILE *out, const char *text, size_t length)
{
    bool line_start = true;
    for (size_t i = 0; i < length; i++) {
        if (line_start && (text[i] == '.' || text[i] == '\''))
            fputs("\\&", out);
        if (text[i] == '\\')
            fputs("\\e", out);
        else if (text[i] == '-')
            fputs("\\-", out);
        else if (text[i] == '\'')
            fputs("\\(aq", out);
        else if (text[i] == '`')
            fputs("\\(ga", out);
        else
            fputc(text[i], out);
        line_start = text[i] == '\n';
    }
}

static void put(FILE *out, const char *text)
{
    put_text(out, text, strlen(text));
}

/* Writes running text in lines of about COLUMNS bytes; the last line is left open. */
static void put_filled(FILE *out, const char *text, size_t length)
{
    size_t column = 0;
    for (size_t at = 0; at < length;) {
        size_t blanks = strspn(text + at, " \n");
        size_t word = strcspn(text + at + blanks, " \n");
        if (at + blanks >= length)
            return;
        if (column > 0)
            fputc(column + word > COLUMNS ? '\n' : ' ', out);
        column = column > 0 && column + word <= COLUMNS ? column + word + 1 : word;
        put_text(out, text + at + blanks, word);
        at += blanks + word;
    }
}

/* Writes a sentence on its own lines. */
static void put_sentence(FILE *out, const char *text)
{
    put_filled(out, text, strlen(text));
    fputs(".\n", out);
}

static void put_title(FILE *out, const char *name)
{
    fputs(".TH LEEWAY", out);
    if (name != NULL)
        fputs("\\-", out);
    for (const char *c = name != NULL ? name : ""; *c != '\0'; c++)
        fputc(toupper((unsigned char)*c), out);
    fputs(" 1 \"" DATE "\" \"leeway " LEEWAY_VERSION "\" \"User Commands\"\n", out);
}

static void put_option(FILE *out, const struct option_row *row)
{
    char text[512];
    fputs(".TP\n", out);
    if (row->letter != 0)
        fprintf(out, "\\fB\\-%c\\fR, ", row->letter);
    fputs("\\fB\\-\\-", out);
    put(out, row->name);
    fputs("\\fR", out);
    if (row->argument[0] != '\0') {
        fputs(" \\fI", out);
        put(out, row->argument);
        fputs("\\fR", out);
    }
    fputc('\n', out);
    help_describe(row, true, text, sizeof text);
    put_sentence(out, text);
}

/* Writes the paragraphs of the remarks, or the command lines after "example:". */
static void put_remarks(FILE *out, const char *text, bool examples)
{
    const char *cut = strstr(text, "example");
    const char *end = cut != NULL ? cut : text + strlen(text);
    if (examples && cut != NULL) {
        fputs(".SH EXAMPLES\n.nf\n", out);
        put(out, strchr(cut, '\n') + 1);
        fputs(".fi\n", out);
    }
    while (!examples && text < end) {
        const char *gap = strstr(text, "\n\n");
        const char *last = gap != NULL && gap < end ? gap + 1 : end;
        fputs(".PP\n", out);
        put_filled(out, text, (size_t)(last - text));
        fputc('\n', out);
        text = last + 1;
    }
}

static void put_status(FILE *out)
{
    fputs(".SH EXIT STATUS\n", out);
    for (size_t i = 0; i < HELP_STATUSES; i++)
        fprintf(out, ".TP\n%s\n%s.\n", help_statuses[i][0], help_statuses[i][1]);
}

static void put_command(FILE *out, enum command command)
{
    const struct command_row *row = &command_table[command];
    put_title(out, row->name);
    fprintf(out, ".SH NAME\nleeway\\-%s \\- ", row->name);
    put(out, row->help);
    fprintf(out, "\n.SH SYNOPSIS\n\\fBleeway %s\\fR", row->name);
    if (row->operands[0] != '\0') {
        fputs(" \\fI", out);
        put(out, row->operands);
        fputs("\\fR", out);
    }
    fputs(" [\\fIOPTION\\fR]...\n.SH DESCRIPTION\n", out);
    put_sentence(out, row->help);
    put_remarks(out, help_remarks(command), false);
    fputs(".SH OPTIONS\n", out);
    for (unsigned id = 0; id < OPTION_COUNT; id++)
        if (option_takes(command, id))
            put_option(out, &option_table[id]);
    fputs(".TP\n\\fB\\-h\\fR, \\fB\\-\\-help\\fR\nexplain the command.\n", out);
    put_status(out);
    put_remarks(out, help_remarks(command), true);
    fputs(".SH SEE ALSO\n.BR leeway (1),\n", out);
    if (command == COMMAND_BATCH)
        fputs(".BR leeway\\-batch (5),\n", out);
    fputs(".BR leeway\\-formats (5)\n", out);
}

static void put_program(FILE *out)
{
    put_title(out, NULL);
    fputs(".SH NAME\nleeway \\- maze router for integrated circuits\n"
          ".SH SYNOPSIS\n\\fBleeway\\fR \\fICOMMAND\\fR [\\fIOPERAND\\fR]... [\\fIOPTION\\fR]...\n"
          ".br\n\\fBleeway\\fR \\fB\\-\\-help\\fR | \\fB\\-\\-version\\fR\n"
          ".SH DESCRIPTION\n"
          "leeway routes the nets of a grid of cells or of a layout (LEF and DEF):\n"
          "it connects each net with a short tree, then rips up and reroutes nets\n"
          "until no two touch.\n"
          "An independent checker judges the result before it is written.\n"
          "The output does not depend on the engine, the number of threads or the\n"
          "run.\n"
          ".SH COMMANDS\n",
          out);
    for (unsigned c = 0; c < COMMAND_VERSION; c++) {
        fprintf(out, ".TP\n.BR leeway\\-%s (1)\n", command_table[c].name);
        put_sentence(out, command_table[c].help);
    }
    fputs(".PP\nOptions and operands may come in any order;\n"
          "\\fB\\-\\-\\fR ends the options.\n"
          "\\fB\\-\\-name=value\\fR and \\fB\\-\\-name value\\fR are the same.\n"
          "A file called \\fB\\-\\fR is standard input or output.\n"
          ".SH OUTPUT\n"
          "Results go to standard output; errors, notes and progress go to\n"
          "standard error.\n"
          "A run of over one second reports its progress: on a terminal in one\n"
          "line that is rewritten, otherwise in one line per stage.\n"
          "\\fB\\-\\-quiet\\fR prints errors only,\n"
          "\\fB\\-\\-verbose\\fR logs every stage.\n",
          out);
    put_status(out);
    fputs(".SH ENVIRONMENT\n"
          ".TP\n\\fBNO_COLOR\\fR\nif set and not empty, messages have no colours.\n"
          ".TP\n\\fBTERM\\fR\nif it is dumb or not set, progress is printed in whole lines.\n"
          ".TP\n\\fBLEEWAY_ISA\\fR\nvector instructions of the CPU's searches: plain, avx2 or\n"
          "avx512; at most what the processor has. For tests and measurements.\n"
          ".TP\n\\fBCUDA_VISIBLE_DEVICES\\fR\nthe GPUs that the CUDA driver shows to leeway.\n"
          ".TP\n\\fBOMPI_COMM_WORLD_SIZE\\fR, \\fBPMI_SIZE\\fR, \\fBPMI_RANK\\fR, "
          "\\fBPMIX_RANK\\fR\nset by mpirun or srun; leeway batch then runs as one of several\n"
          "processes.\n",
          out);
    fputs(".SH SEE ALSO\n", out);
    for (unsigned c = 0; c < COMMAND_VERSION; c++)
        fprintf(out, ".BR leeway\\-%s (1),\n", command_table[c].name);
    fputs(".BR leeway\\-batch (5),\n.BR leeway\\-formats (5)\n", out);
}

void manual_page(FILE *out, enum command command)
{
    assert(command < COMMAND_VERSION || command == COMMANDS_COUNT);
    if (command == COMMANDS_COUNT)
        put_program(out);
    else
        put_command(out, command);
}
