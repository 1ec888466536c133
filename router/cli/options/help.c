/* help: see the header for the contract. */
#include "router/cli/options/help.h"

#include <string.h>

#include "router/cli/options/options_table.h"
#include "router/wave/wave.h"

enum { COLUMN = 28, WIDTH = 96 };

void help_overview(FILE *out)
{
    fputs("leeway " LEEWAY_VERSION ": a maze router for integrated circuits\n\nusage:\n", out);
    for (unsigned c = 0; c < COMMAND_VERSION; c++) {
        char left[96];
        snprintf(left, sizeof left, "leeway %s %s", command_table[c].name,
                 command_table[c].operands);
        fprintf(out, "  %-51s %s\n", left, command_table[c].help);
    }
    fputs("\n`leeway help COMMAND` lists a command's options.\n\n"
          "exit status:\n"
          "    0  all nets routed and checked; check: right and complete\n"
          "    1  finished, but some nets are unrouted, each named with its reason\n"
          "    2  wrong usage or wrong input; check: a fault\n"
          "    3  the run failed: memory, disk, device, or its own check found a fault\n"
          "  130  interrupted: the best result so far is written\n",
          out);
}

/* Prints text from the present column on, broken at blanks, later lines indented. */
static void print_wrapped(FILE *out, const char *text, size_t column)
{
    const char *gap = "";
    while (*text != '\0') {
        size_t length = strcspn(text, " ");
        if (column + length > WIDTH) {
            fprintf(out, "\n%*s", COLUMN, "");
            column = COLUMN;
            gap = "";
        }
        fprintf(out, "%s%.*s", gap, (int)length, text);
        column += length + 1;
        text += length + strspn(text + length, " ");
        gap = " ";
    }
}

void help_describe(const struct option_row *row, bool words, char *text, size_t size)
{
    char range[160] = "";
    if (row->kind == OPTION_NUMBER && row->high < UINT64_MAX)
        snprintf(range, sizeof range, "%llu to %llu", (unsigned long long)row->low,
                 (unsigned long long)row->high);
    for (const char *c = row->words; words && c != NULL && *c != '\0'; c++) {
        const size_t used = strlen(range);
        snprintf(range + used, sizeof range - used, *c == '|' ? ", " : "%c", *c);
    }
    bool both = range[0] != '\0' && row->fallback != NULL;
    bool any = range[0] != '\0' || row->fallback != NULL;
    snprintf(text, size, "%s%s%s%s%s%s%s", row->help, any ? " (" : "", range, both ? "; " : "",
             row->fallback != NULL ? "default: " : "", row->fallback != NULL ? row->fallback : "",
             any ? ")" : "");
}

static void print_option(FILE *out, const struct option_row *row)
{
    char left[64], text[512];
    const char *argument = row->words != NULL ? row->words : row->argument;
    bool fits = strlen(row->name) + strlen(argument) < COLUMN - 10;
    char letter[8] = "   ";
    if (row->letter != 0)
        snprintf(letter, sizeof letter, "-%c,", row->letter);
    snprintf(left, sizeof left, "  %s --%s %s", letter, row->name, fits ? argument : row->argument);
    help_describe(row, !fits, text, sizeof text);
    fprintf(out, "%-*s", COLUMN, left);
    size_t column = strlen(left) > COLUMN ? strlen(left) : COLUMN;
    print_wrapped(out, text, column);
    fputc('\n', out);
}

/* What the table cannot say about a command. */
const char *help_remarks(enum command command)
{
    switch (command) {
    case COMMAND_ROUTE:
        return "NETLIST is a .net, a course .nl or a MovingAI .scen file, told apart by content;\n"
               "- is standard input. Each name inside it is relative to it. With --lef, or named\n"
               ".def or .def.gz, it is a placed DEF: it is written with wiring added, all else\n"
               "byte for byte; net options, --layers, --effort, --keep, --time-limit and picture\n"
               "options hold, engines and waves are those of grids.\n\n"
               "An unrouted net has a reason. no-path: there is no way even in the empty design.\n"
               "blocked-by: the nets that a way of fewest crossings crosses. time-limit,\n"
               "interrupted: the run ended before. A dense design may end with nets unrouted.\n\n"
               "examples:\n"
               "  leeway route netlists/maze.net\n"
               "  leeway route chip.net -o chip.png -r none --json -\n"
               "  leeway route chip.net --keep out/chip.routes --time-limit 60\n"
               "  leeway route netlists/counter.def --lef netlists/quad.lef -r counter.def\n";
    case COMMAND_BATCH:
        return "CONFIG.ini has a section [batch] with defaults and one section [job NAME] a job. "
               "Keys\n"
               "are the long options of route; [batch] also has output, jobs and checkpoint, a "
               "job\n"
               "has netlist. Inputs are relative to CONFIG.ini, outputs stay inside the output "
               "folder.\n"
               "A list is words, or its key several times. # or ; at the start or behind a blank\n"
               "starts a comment. A line has at most 198 bytes; there are no continued lines.\n\n"
               "examples:\n"
               "  leeway batch examples/batch.ini\n"
               "  leeway batch examples/batch.ini --resume\n";
    case COMMAND_CHECK:
        return "Recomputes everything from the files alone. Status 0: right and complete, 1: "
               "right,\n"
               "but nets are unrouted, 2: a fault; each one is named.\n\n"
               "example:\n"
               "  leeway check netlists/maze.net out/maze.routes\n"
               "  leeway check netlists/counter.def --lef netlists/quad.lef out/counter.def\n";
    case COMMAND_DRAW:
        return "examples:\n"
               "  leeway draw netlists/maze.net -o empty.png\n"
               "  leeway draw netlists/maze.net out/maze.routes -o part.png --crop 0,0,9,9\n"
               "  leeway draw netlists/maze.net out/maze.routes --show detours -o long.html\n";
    case COMMAND_EXPLAIN:
        return "Without ROUTES the grid alone is looked at. The picture shows the net and the "
               "nets\n"
               "in its way.\n\n"
               "example:\n"
               "  leeway explain netlists/walled.net out/walled.routes row -o why.png\n";
    case COMMAND_CONVERT:
        return "DESIGN is a placed DEF with its --lef files, or a chip in words of our own. RESULT "
               "is\n"
               "a routed DEF or the .routes of a chip. The suffix of NAME decides: .net is the "
               "whole\n"
               "chip in one text (- too), with the wires of RESULT; .routes are the wires; .def "
               "is\n"
               "the placed DEF with the wires of RESULT. All commands that take a DEF take such a\n"
               ".net, without LEF, and route it to the same wires.\n\n"
               "examples:\n"
               "  leeway convert netlists/counter.def --lef netlists/quad.lef -o counter.net\n"
               "  leeway route counter.net -r counter.routes\n"
               "  leeway convert netlists/counter.def counter.routes --lef netlists/quad.lef \\\n"
               "    -o routed.def\n";
    case COMMAND_BFS:
        return "FILE is a netlist (its grid is searched), a grid, or a Matrix Market file, where\n"
               "the entry i j is an edge from vertex i to vertex j. The kernels beside\n"
               "`sequential` need a GPU; a wrong name lists them. Each is compared with\n"
               "`sequential` before it is timed. The picture is the wave over a grid, or the spy\n"
               "plot of a matrix, coloured by level. --labels writes a line a cell or vertex:\n"
               "X,Y,N LEVEL or VERTEX LEVEL, -1 where no way leads.\n\n"
               "examples:\n"
               "  leeway bfs netlists/maze.net --source 0,0 -o wave.png\n"
               "  leeway bfs graph.mtx --source 1 --undirected --labels levels.txt\n"
               "  leeway bfs chip.grid --source 0,0,1 --kernel all\n";
    case COMMAND_GENERATE:
        return "KIND is open (nothing blocked), random (single cells), macro (a floorplan: blocks, "
               "rows,\n"
               "pads), maze (a perfect maze), serpentine (one corridor) or chip (nets, spans and\n"
               "macros with the statistics of a placed chip).\n\n"
               "example:\n"
               "  leeway generate macro 256 256 3 --nets 200 --seed 7 -o out/chip\n";
    case COMMAND_BENCH:
        return "SUITE is single (one net over a whole grid), batch (very many nets in small "
               "windows),\n"
               "weighted (the same with costs), features (layers, walls, costs, several targets, "
               "one "
               "thing\n"
               "at a time), route (whole designs), chip (of chip size, by threads) or all,\n"
               "which is the default.\n"
               "Every wave's answers are compared with the reference's, byte by byte, before it "
               "is\n"
               "timed; a difference is an error. Times run until the paths are on the host. At "
               "last\n"
               "--wave auto is compared with the best wave on the same nets; twice its time is "
               "too\n"
               "slow.\n\n"
               "examples:\n"
               "  leeway bench\n"
               "  leeway bench single --wave detour --wave tiles --full\n"
               "  leeway bench batch --engine cpu --threads 16 --csv -\n";
    default:
        return "";
    }
}

static void print_waves(FILE *out)
{
    fputs("\nwaves of the CPU (the GPU's stand in `leeway devices`):\n", out);
    for (const struct wave_ops *const *wave = wave_table(); *wave != NULL; wave++)
        fprintf(out, "  %-10s %s\n", (*wave)->name, (*wave)->summary);
}

void help_command(FILE *out, enum command command)
{
    assert(command < COMMAND_VERSION);
    const struct command_row *row = &command_table[command];
    bool options = false;
    for (unsigned id = 0; id < OPTION_COUNT; id++)
        options |= (option_table[id].commands >> command & 1) != 0;
    fprintf(out, "leeway %s: %s\n\nusage: leeway %s%s%s%s\n", row->name, row->help, row->name,
            row->most > 0 ? " " : "", row->operands, options ? " [OPTION]..." : "");
    if (options)
        fputs("\noptions:\n", out);
    for (unsigned id = 0; id < OPTION_COUNT; id++)
        if ((option_table[id].commands >> command & 1) != 0)
            print_option(out, &option_table[id]);
    if (command == COMMAND_ROUTE)
        print_waves(out);
    if (help_remarks(command)[0] != '\0')
        fprintf(out, "\n%s", help_remarks(command));
}
