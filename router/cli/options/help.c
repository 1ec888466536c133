/* help: prints the help of each command from the table of options and the remarks below. */
#include "router/cli/options/options_table.h"

#include <string.h>

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

void help_overview(FILE *out)
{
    fputs("leeway " LEEWAY_VERSION ": a maze router for integrated circuits\n\n"
          "examples:\n"
          "  leeway generate random 64 64 2 --nets 20 -o out/first   makes a grid and a netlist\n"
          "  leeway route out/first.net               routes it: out/first.routes, out/first.png\n"
          "  leeway check out/first.net out/first.routes             judges the result\n"
          "  leeway route netlists/counter.def --lef netlists/quad.lef    routes a layout\n\n"
          "usage:\n",
          out);
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

/* By command: what the table of options cannot say. Lines have at most 88 bytes. */
static const char *const REMARKS[COMMANDS_COUNT] = {
    [COMMAND_ROUTE] =
        "NETLIST is a netlist on a grid (.net, a course .nl or a MovingAI .scen file, detected by\n"
        "content), a tile graph (.gr, .cap, ISPD 1998 text, a .net whose grid has capacities) or\n"
        "a layout: a DEF with its --lef files, or what convert made of one. - is\n"
        "standard input. Files that it names are relative to it. The routed DEF is the placed one\n"
        "with wires added; everything else stays as it is.\n\n"
        "Each unrouted net has a reason: no-path (no path even in the empty design), blocked-by\n"
        "(the nets on the route that crosses the fewest nets), time-limit or interrupted.\n\n"
        "examples:\n"
        "  leeway route netlists/maze.net\n"
        "  leeway route chip.net -o chip.png -r none --json -\n"
        "  leeway route chip.net --keep out/chip.routes --time-limit 60\n"
        "  leeway route netlists/counter.def --lef netlists/quad.lef -r counter.def\n",
    [COMMAND_BATCH] =
        "CONFIG.ini has a section [batch] with defaults and a section [job NAME] for each job. "
        "The\n"
        "keys are the long options of route; [batch] also has output, jobs and checkpoint, a job\n"
        "has netlist. Inputs are relative to CONFIG.ini; outputs stay inside the output folder. A\n"
        "list is several words (\"a b\" and a\\ b are one word), or its key several times. A # or "
        ";\n"
        "at the start of a line or after a blank starts a comment. Lines have at most 65536 bytes "
        "and cannot be continued.\n\n"
        "examples:\n"
        "  leeway batch examples/batch.ini\n"
        "  leeway batch examples/batch.ini --resume\n",
    [COMMAND_CHECK] =
        "The checker shares no code with the router and recomputes everything from the files.\n\n"
        "examples:\n"
        "  leeway check netlists/maze.net out/maze.routes\n"
        "  leeway check netlists/counter.def --lef netlists/quad.lef out/counter.def\n",
    [COMMAND_DRAW] =
        "examples:\n"
        "  leeway draw netlists/maze.net -o empty.png\n"
        "  leeway draw netlists/maze.net out/maze.routes -o part.png --crop 0,0,9,9\n"
        "  leeway draw netlists/maze.net out/maze.routes --show detours -o long.html\n",
    [COMMAND_EXPLAIN] =
        "Without ROUTES, only the design is considered. The picture shows the net and the nets in\n"
        "its way.\n\n"
        "examples:\n"
        "  leeway explain netlists/walled.net out/walled.routes row -o why.png\n"
        "  leeway explain tiles.gr out/tiles.out edge:3,4,2   nets on an edge of a tile graph\n",
    [COMMAND_CONVERT] =
        "DESIGN is a layout: a DEF with its --lef files, or what convert made of one. RESULT is a\n"
        "routed DEF or the .routes of a layout. The suffix of NAME chooses the output: .net (or "
        "-)\n"
        "is the whole layout as one text, with the wires of RESULT; .routes is the wires alone;\n"
        ".def is the placed DEF with the wires of RESULT. Such a .net is routed to the same wires\n"
        "as its DEF, without LEF files.\n\n"
        "examples:\n"
        "  leeway convert netlists/counter.def --lef netlists/quad.lef -o counter.net\n"
        "  leeway route counter.net -r counter.routes\n"
        "  leeway convert netlists/counter.def counter.routes --lef netlists/quad.lef \\\n"
        "    -o routed.def\n",
    [COMMAND_BFS] =
        "The operand is a netlist (its grid is searched), a grid, or a Matrix Market file, whose\n"
        "entry i j is an edge from vertex i to vertex j. All kernels but `sequential` need a GPU;\n"
        "a wrong name lists them. Each kernel's labels are compared with those of `sequential`\n"
        "before it is timed. The picture shows the levels of a grid, or the spy plot of a matrix.\n"
        "--labels writes a line per cell or vertex: X,Y,N LEVEL or VERTEX LEVEL, -1 if "
        "unreached.\n\n"
        "examples:\n"
        "  leeway bfs netlists/maze.net --source 0,0 -o wave.png\n"
        "  leeway bfs graph.mtx --source 1 --undirected --labels levels.txt\n"
        "  leeway bfs chip.grid --source 0,0,1 --kernel all\n",
    [COMMAND_GENERATE] =
        "KIND is open (nothing blocked), random (single blocked cells), macro (a floorplan of\n"
        "blocks, rows and pads), maze (a perfect maze), serpentine (one corridor) or chip (nets,\n"
        "spans and macros with the statistics of a placed chip).\n\n"
        "example:\n"
        "  leeway generate macro 256 256 3 --nets 200 --seed 7 -o out/chip\n",
    [COMMAND_BENCH] =
        "SUITE is single (one net across a whole grid), batch (many nets in small windows),\n"
        "weighted (the same with costs), features (layers, walls, costs and several targets, one\n"
        "at a time), route (whole designs), chip (designs of chip size, by threads) or all, the\n"
        "default. Every answer of a wave is compared byte by byte with the reference's before the\n"
        "wave is timed. Times end when the paths are on the host.\n\n"
        "examples:\n"
        "  leeway bench\n"
        "  leeway bench single --wave detour --wave tiles --full\n"
        "  leeway bench batch --engine cpu --threads 16 --csv -\n",
};

const char *help_remarks(enum command command)
{
    assert(command < COMMANDS_COUNT);
    return REMARKS[command] != NULL ? REMARKS[command] : "";
}

static void print_waves(FILE *out)
{
    fputs("\nwaves of the CPU (`leeway devices` lists those of the GPU):\n", out);
    for (const struct wave_ops *const *wave = wave_table(); *wave != NULL; wave++)
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
    fprintf(out, "leeway %s: %s\n\nusage: leeway %s%s%s%s\n", row->name, row->help, row->name,
            row->most > 0 ? " " : "", row->operands, options ? " [OPTION]..." : "");
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
    if (help_remarks(command)[0] != '\0')
        fprintf(out, "\n%s", help_remarks(command));
}
