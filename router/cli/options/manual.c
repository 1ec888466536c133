/* manual: see the header. */
#include "router/cli/options/manual.h"

#include <ctype.h>
#include <string.h>

#include "router/cli/options/help.h"
#include "router/cli/options/options_table.h"

/* No time stands in a page: the same program gives the same bytes. */
#define DATE "2026-11-23"

enum { COLUMNS = 70 };

/* Text in which nothing is a macro: a backslash, a dash, a quote, and a dot or an apostrophe at the
 * start of a line mean themselves. */
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

/* Running text, in lines of some 70 bytes; the last one is left open. */
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

/* A sentence on lines of its own. */
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

static bool takes(enum command command, unsigned id)
{
    return (option_table[id].commands >> command & 1) != 0;
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

/* Paragraphs are parted by empty lines; what is behind "examples:" is shown as it stands. */
static void put_remarks(FILE *out, const char *text, bool examples)
{
    static const char *const heads[] = {"example:\n", "examples:\n"};
    const char *cut = strstr(text, heads[0]), *end = text + strlen(text);
    size_t head = strlen(heads[0]);
    if (cut == NULL) {
        cut = strstr(text, heads[1]);
        head = strlen(heads[1]);
    }
    if (examples && cut != NULL) {
        fputs(".SH EXAMPLES\n.nf\n", out);
        put(out, cut + head);
        fputs(".fi\n", out);
    }
    const char *stop = cut != NULL ? cut : end;
    for (const char *at = text; !examples && at < stop;) {
        const char *gap = strstr(at, "\n\n");
        const char *last = gap != NULL && gap < stop ? gap + 1 : stop;
        fputs(".PP\n", out);
        put_filled(out, at, (size_t)(last - at));
        fputc('\n', out);
        at = gap != NULL && gap < stop ? gap + 2 : stop;
    }
}

static void put_status(FILE *out)
{
    static const char *const rows[][2] = {
        {"0", "all nets routed and checked; check: right and complete"},
        {"1", "finished, but some nets are unrouted, each named with its reason"},
        {"2", "wrong usage or wrong input; check: a fault"},
        {"3", "the run failed: memory, disk, device, or its own check found a fault"},
        {"130", "interrupted: the best result so far is written"},
    };
    fputs(".SH EXIT STATUS\n", out);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        fprintf(out, ".TP\n%s\n%s.\n", rows[i][0], rows[i][1]);
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
        if (takes(command, id))
            put_option(out, &option_table[id]);
    fputs(".TP\n\\fB\\-h\\fR, \\fB\\-\\-help\\fR\nexplain the command.\n", out);
    put_status(out);
    put_remarks(out, help_remarks(command), true);
    fputs(".SH SEE ALSO\n.BR leeway (1),\n.BR leeway\\-formats (5)\n", out);
}

static void put_program(FILE *out)
{
    put_title(out, NULL);
    fputs(".SH NAME\nleeway \\- maze router for integrated circuits\n"
          ".SH SYNOPSIS\n\\fBleeway\\fR \\fICOMMAND\\fR [\\fIOPERAND\\fR]... [\\fIOPTION\\fR]...\n"
          ".br\n\\fBleeway\\fR \\fB\\-\\-help\\fR | \\fB\\-\\-version\\fR\n"
          ".SH DESCRIPTION\n"
          "leeway connects the pins of nets on a grid of cells, or the nets of\n"
          "a placed chip (LEF and DEF), so that no two nets touch.\n"
          "It connects each net with a short tree, then rips up and reroutes\n"
          "until the nets fit.\n"
          "An independent checker judges the result before it is written.\n"
          "The same input and options give the same bytes on every engine,\n"
          "number of threads and run.\n"
          ".SH COMMANDS\n",
          out);
    for (unsigned c = 0; c < COMMAND_VERSION; c++) {
        fprintf(out, ".TP\n.BR leeway\\-%s (1)\n", command_table[c].name);
        put_sentence(out, command_table[c].help);
    }
    fputs(".PP\nOptions may stand before, between and behind operands;\n"
          "\\fB\\-\\-\\fR ends them.\n"
          "\\fB\\-\\-name=value\\fR and \\fB\\-\\-name value\\fR are the same.\n"
          "A file called \\fB\\-\\fR is standard input or output.\n"
          ".SH OUTPUT\n"
          "Results go to standard output, errors, notes and progress to\n"
          "standard error.\n"
          "A run that takes a second says what it does: on a terminal in one\n"
          "line that is rewritten, elsewhere in one line a stage.\n"
          "\\fB\\-\\-quiet\\fR leaves errors only,\n"
          "\\fB\\-\\-verbose\\fR tells every stage.\n",
          out);
    put_status(out);
    fputs(".SH ENVIRONMENT\n.TP\n\\fBNO_COLOR\\fR\nif set and not empty, messages have no "
          "colours.\n",
          out);
    fputs(".SH SEE ALSO\n", out);
    for (unsigned c = 0; c < COMMAND_VERSION; c++)
        fprintf(out, ".BR leeway\\-%s (1),\n", command_table[c].name);
    fputs(".BR leeway\\-formats (5)\n", out);
}

void manual_page(FILE *out, enum command command)
{
    assert(command < COMMAND_VERSION || command == COMMANDS_COUNT);
    if (command == COMMANDS_COUNT)
        put_program(out);
    else
        put_command(out, command);
}
