/* help: prints the help of each command from the table of options and the remarks below. */
#include "router/cli/options/options_table.h"

#include "grid/text/resource.h"
#include "router/wave/wave.h"

enum {
    COLUMN = 28,       /* column of the options' texts */
    STATUS_COLUMN = 7, /* column of the statuses' texts */
    WIDTH = 96,        /* columns of a line */
};

const char *const help_statuses[HELP_STATUSES][2] = {
    {"0", "all nets routed and checked; check: correct and complete"},
    {"1", "some nets are unrouted, each with its reason"},
    {"2", "wrong usage or wrong input; check: a fault"},
    {"3", "the run failed: memory, disk or device, or its own check found a fault; nothing is "
          "written, but where only standard output fails the files are complete"},
    {"130", "interrupted: the best result so far is written"},
};

/* Prints text from this column on. Breaks lines at blanks and indents them to column `left`. */
static void print_wrapped(FILE *out, const char *text, size_t column, size_t left)
{
    assert(column <= WIDTH && left < WIDTH);
    const char *gap = "";
    while (*text != '\0') {
        size_t length = strcspn(text, " ");
        if (column + length > WIDTH) {
            fprintf(out, "\n%*s", (int)left, "");
            column = left;
            gap = "";
        }
        fprintf(out, "%s%.*s", gap, (int)length, text);
        column += length + 1;
        text += length + strspn(text + length, " ");
        gap = " ";
    }
}

const char *help_until(FILE *out, const char *text, const char *mark)
{
    const char *place = strstr(text, mark);
    assert(place != NULL);
    fwrite(text, 1, (size_t)(place - text), out);
    return place + strlen(mark);
}

RESOURCE(remarks_leeway, "router/cli/options/remarks/leeway.txt");

void help_overview(FILE *out)
{
    fprintf(out, "leeway " LEEWAY_VERSION ": %s", remarks_leeway);
    for (unsigned c = 0; c < COMMAND_VERSION; c++) {
        char left[96];
        snprintf(left, sizeof left, "leeway %s %s", command_table[c].name,
                 command_table[c].operands);
        fprintf(out, "  %-51s %s\n", left, command_table[c].help);
    }
    fputs("\n`leeway help COMMAND` lists a command's options, `man leeway` has all pages.\n\n"
          "exit status:\n",
          out);
    for (size_t i = 0; i < HELP_STATUSES; i++) {
        fprintf(out, "  %3s  ", help_statuses[i][0]);
        print_wrapped(out, help_statuses[i][1], STATUS_COLUMN, STATUS_COLUMN);
        fputc('\n', out);
    }
}

void help_describe(const struct option_row *row, bool words, char *text, size_t size)
{
    assert(size > 1);
    char range[160] = "";
    if (row->kind == OPTION_NUMBER && row->high < UINT64_MAX)
        snprintf(range, sizeof range, "%llu to %llu", (unsigned long long)row->low,
                 (unsigned long long)row->high);
    for (const char *c = row->words; words && c != NULL && *c != '\0'; c++)
        text_append(range, sizeof range, *c == '|' ? ", " : "%c", *c);
    bool both = range[0] != '\0' && row->fallback != NULL;
    bool any = range[0] != '\0' || row->fallback != NULL;
    snprintf(text, size, "%s%s%s%s%s%s%s", row->help, any ? " (" : "", range, both ? "; " : "",
             row->fallback != NULL ? "default: " : "", row->fallback != NULL ? row->fallback : "",
             any ? ")" : "");
}

static void print_option(FILE *out, const struct option_row *row)
{
    char left[64], text[512];
    const bool shown = row->words != NULL && strchr(row->argument, '|') == NULL;
    const char *argument = shown ? row->words : row->argument;
    bool fits = strlen(row->name) + strlen(argument) < COLUMN - 10;
    char letter[8] = "   ";
    if (row->letter != 0)
        snprintf(letter, sizeof letter, "-%c,", row->letter);
    snprintf(left, sizeof left, "  %s --%s %s", letter, row->name, fits ? argument : row->argument);
    help_describe(row, shown && !fits, text, sizeof text);
    fprintf(out, "%-*s", COLUMN, left);
    if (strlen(left) >= COLUMN)
        fprintf(out, "\n%*s", COLUMN, "");
    print_wrapped(out, text, COLUMN, COLUMN);
    fputc('\n', out);
}

/* The remarks of help_remarks by command, in lines of at most 88 bytes. */
RESOURCE(remarks_route, "router/cli/options/remarks/route.txt");
RESOURCE(remarks_batch, "router/cli/options/remarks/batch.txt");
RESOURCE(remarks_check, "router/cli/options/remarks/check.txt");
RESOURCE(remarks_draw, "router/cli/options/remarks/draw.txt");
RESOURCE(remarks_explain, "router/cli/options/remarks/explain.txt");
RESOURCE(remarks_convert, "router/cli/options/remarks/convert.txt");
RESOURCE(remarks_bfs, "router/cli/options/remarks/bfs.txt");
RESOURCE(remarks_generate, "router/cli/options/remarks/generate.txt");
RESOURCE(remarks_bench, "router/cli/options/remarks/bench.txt");
static const char *const REMARKS[COMMANDS_COUNT] = {
    [COMMAND_ROUTE] = remarks_route,     [COMMAND_BATCH] = remarks_batch,
    [COMMAND_CHECK] = remarks_check,     [COMMAND_DRAW] = remarks_draw,
    [COMMAND_EXPLAIN] = remarks_explain, [COMMAND_CONVERT] = remarks_convert,
    [COMMAND_BFS] = remarks_bfs,         [COMMAND_GENERATE] = remarks_generate,
    [COMMAND_BENCH] = remarks_bench,
};

const char *help_remarks(enum command command)
{
    assert(command < COMMANDS_COUNT);
    return REMARKS[command] != NULL ? REMARKS[command] : "";
}

static void print_waves(FILE *out)
{
    fputs("\nwaves of the CPU (`leeway devices` lists those of the GPU):\n", out);
    for (const struct wave_ops *const *wave = wave_table; *wave != NULL; wave++)
        fprintf(out, "  %-10s %s\n", (*wave)->name, (*wave)->summary);
}

void help_command(FILE *out, enum command command)
{
    assert(command < COMMAND_VERSION);
    const struct command_row *row = &command_table[command];
    bool options = false, more = false;
    for (unsigned id = 0; id < OPTION_COUNT; id++) {
        options |= option_takes(command, id);
        more |= option_takes(command, id) && (option_table[id].commands & FOR_EXPERTS) != 0;
    }
    const char *const remarks = help_remarks(command), *const examples = strstr(remarks, "example");
    fprintf(out, "leeway %s: %s\n\nusage: leeway %s%s%s%s\n", row->name, row->help, row->name,
            row->most > 0 ? " " : "", row->operands, options ? " [OPTION]..." : "");
    if (examples != NULL)
        fprintf(out, "\n%s", examples);
    if (options)
        fputs("\noptions:\n", out);
    for (unsigned id = 0; id < OPTION_COUNT; id++)
        if (option_takes(command, id) && (option_table[id].commands & FOR_EXPERTS) == 0)
            print_option(out, &option_table[id]);
    if (more)
        fprintf(out, "\n`leeway help %s --as man` describes all options and their words.\n",
                row->name);
    if (command == COMMAND_ROUTE)
        print_waves(out);
    if (examples != NULL && examples > remarks) /* without the empty line between them */
        fprintf(out, "\n%.*s", (int)(examples - remarks) - 1, remarks);
}
