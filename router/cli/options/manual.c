/* manual: prints the help as a manual page, with man(7) macros. */
#include "router/cli/options/options_table.h"

#include <ctype.h>

#include "grid/text/resource.h"

RESOURCE(program, "router/cli/options/leeway.man");

/* Fixed, so that the same program writes the same bytes. */
#define DATE "2026-11-23"

enum { COLUMNS = 70 }; /* bytes of a line */

/* Escapes backslashes, dashes, quotes, and a dot or an apostrophe at the start of a line. */
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
    const char *rest = help_until(out, program, "@COMMANDS@\n");
    for (unsigned c = 0; c < COMMAND_VERSION; c++) {
        fprintf(out, ".TP\n.BR leeway\\-%s (1)\n", command_table[c].name);
        put_sentence(out, command_table[c].help);
    }
    rest = help_until(out, rest, "@STATUS@\n");
    put_status(out);
    rest = help_until(out, rest, "@PAGES@\n");
    for (unsigned c = 0; c < COMMAND_VERSION; c++)
        fprintf(out, ".BR leeway\\-%s (1),\n", command_table[c].name);
    fputs(rest, out);
}

void manual_page(FILE *out, enum command command)
{
    assert(command < COMMAND_VERSION || command == COMMANDS_COUNT);
    if (command == COMMANDS_COUNT)
        put_program(out);
    else
        put_command(out, command);
}
