/* options: what a user may type, in one table.
 *
 * Each row gives an option's long name (which is its INI key, too), its letter, kind, argument,
 * range or words, default, the commands that take it, and its help. Parsing, INI files, help
 * texts and the nearest known word for a misspelt one all read this table; nothing about an
 * option stands elsewhere. A new option is one row, and its use in the command.
 */
#pragma once

#include <assert.h>
#include <stdio.h>

#include "grid/grid.h"
#include "router/cli/options/ini.h"
#include "router/engine/devices.h"

/* id, name, fewest and most operands, what they are and which option has to be there, one line of
 * help */
#define COMMANDS(X)                                                                                \
    X(ROUTE, "route", 1, 1, "NETLIST", "route a netlist or a placed DEF, check, draw")             \
    X(BATCH, "batch", 1, 1, "CONFIG.ini", "route many netlists, unattended")                       \
    X(CHECK, "check", 2, 2, "NETLIST ROUTES", "judge a result: every fault is named")              \
    X(DRAW, "draw", 1, 3, "NETLIST|GRID [ROUTES [OTHER]] -o FILE",                                 \
      "draw a netlist, its routes, or a grid")                                                     \
    X(CONVERT, "convert", 1, 2, "DESIGN [RESULT] -o NAME",                                         \
      "a placed chip or its wires in another format")                                              \
    X(EXPLAIN, "explain", 2, 3, "NETLIST [ROUTES] NET",                                            \
      "say why a net is unrouted or long, in words and a picture")                                 \
    X(BFS, "bfs", 1, 1, "NETLIST|GRID|GRAPH.mtx --source S",                                       \
      "breadth-first search by one kernel or all")                                                 \
    X(GENERATE, "generate", 3, 4, "KIND WIDTH HEIGHT [LAYERS] -o NAME",                            \
      "make a grid and a netlist")                                                                 \
    X(BENCH, "bench", 0, 1, "[SUITE]", "time every wave on generated designs")                     \
    X(DEVICES, "devices", 0, 0, "", "list the engines and the GPUs")                               \
    X(HELP, "help", 0, 1, "[COMMAND]", "explain a command")

enum command {
#define X(id, name, fewest, most, operands, help) COMMAND_##id,
    COMMANDS(X)
#undef X
        COMMAND_VERSION, /* leeway --version */
    COMMANDS_COUNT
};

/* Sets of commands. */
enum {
    FOR_ROUTE = 1 << COMMAND_ROUTE,
    FOR_BATCH = 1 << COMMAND_BATCH,
    FOR_CHECK = 1 << COMMAND_CHECK,
    FOR_DRAW = 1 << COMMAND_DRAW,
    FOR_CONVERT = 1 << COMMAND_CONVERT,
    FOR_EXPLAIN = 1 << COMMAND_EXPLAIN,
    FOR_BFS = 1 << COMMAND_BFS,
    FOR_GENERATE = 1 << COMMAND_GENERATE,
    FOR_BENCH = 1 << COMMAND_BENCH,
    FOR_ALL = (1 << COMMANDS_COUNT) - 1,
    FOR_HELP = 1 << COMMAND_HELP,
    FOR_TALK = (1 << COMMAND_DEVICES) - 1, /* those that do something: they stand before */
    /* keys of INI files that are no options */
    FOR_BATCH_SECTION = 1 << 29,
    FOR_JOB_SECTION = 1 << 30,
};

enum option_kind {
    OPTION_FLAG,   /* no argument; true, false, yes, no, 1, 0 in an INI file */
    OPTION_TEXT,   /* a name or a file */
    OPTION_WORD,   /* one of `words`, which are separated by | */
    OPTION_NUMBER, /* decimal, low .. high */
    OPTION_LIST,   /* a name; may be given several times */
    OPTION_BOX,    /* X0,Y0,X1,Y1: two inclusive corners, in any order */
    OPTION_GPUS,   /* which devices: router/engine/devices.h */
};

/* id, name, letter or 0, kind, argument, low, high, words, default (for help; NULL: none),
 * commands, help */
#define OPTIONS(X)                                                                                 \
    X(PICTURE, "picture", 'o', TEXT, "FILE", 0, 0, NULL, NULL,                                     \
      FOR_ROUTE | FOR_DRAW | FOR_EXPLAIN | FOR_BFS,                                                \
      "the picture, as its suffix says: .png, .svg, .html, .gif; - is standard output (PNG), "     \
      "none is none; route: out/STEM.png if left out")                                             \
    X(ROUTES, "routes", 'r', TEXT, "FILE", 0, 0, NULL, NULL, FOR_ROUTE,                            \
      "the routes (.out: course format; of a DEF the routed DEF); none for none, "                 \
      "out/STEM.routes or out/STEM.def if left out")                                               \
    X(JSON, "json", 0, TEXT, "FILE", 0, 0, NULL, "none", FOR_ROUTE,                                \
      "a summary as JSON; with - the summary line goes to standard error")                         \
    X(JSON_NETS, "json-nets", 0, FLAG, "", 0, 0, NULL, NULL, FOR_ROUTE,                            \
      "the JSON summary has a record of each net, too")                                            \
    X(NETS_CSV, "nets-csv", 0, TEXT, "FILE", 0, 0, NULL, "none", FOR_ROUTE,                        \
      "a table of the nets: cost, length, vias, box, length over the least possible, searches")    \
    X(LEF, "lef", 0, LIST, "FILE", 0, 0, NULL, "none",                                             \
      FOR_ROUTE | FOR_CHECK | FOR_DRAW | FOR_CONVERT | FOR_EXPLAIN,                                \
      "NETLIST is a placed DEF; this is a LEF file of it, of technology or cells, in any order")   \
    X(LAYERS, "layers", 0, TEXT, "A-B", 0, 0, NULL, "all", FOR_ROUTE,                              \
      "DEF: wires run on routing layers A to B only, by name")                                     \
    X(GUIDES, "guides", 0, TEXT, "FILE", 0, 0, NULL, "none", FOR_ROUTE,                            \
      "DEF: guides of a global router: nets keep to them where they can")                          \
    X(EFFORT, "effort", 0, WORD, "NAME", 0, 0, "fast|normal|best", "normal", FOR_ROUTE,            \
      "how long a run goes on for less cost; DEF: how long nets are tried")                        \
    X(STRICT_RULES, "strict-rules", 0, FLAG, "", 0, 0, NULL, NULL, FOR_ROUTE,                      \
      "DEF: a rule of LEF that is not obeyed is an error")                                         \
    X(ENGINE, "engine", 0, WORD, "NAME", 0, 0, "auto|cpu|gpu", "auto", FOR_ROUTE,                  \
      "who searches; auto takes a usable GPU beside the CPU, each search on the one that is done " \
      "first, else the CPU, and says which")                                                       \
    X(GPUS, "gpus", 0, GPUS, "all|N|LIST", 0, 0, NULL, "1", FOR_ROUTE | FOR_BATCH | FOR_BENCH,     \
      "the GPUs to use: all, the first N, or these: 0,2 (number 2 alone: 2,); a batch gives each " \
      "job one of them in turn")                                                                   \
    X(WAVE, "wave", 0, WORD, "NAME", 0, 0,                                                         \
      "auto|dijkstra|bucket|sweep|detour|tiles|corridor|relax|batch|dial", "auto", FOR_ROUTE,      \
      "how the engine searches; every wave finds the same routes")                                 \
    X(THREADS, "threads", 0, NUMBER, "N", 1, 1024, NULL, "one a core", FOR_ROUTE,                  \
      "CPU threads; the result does not depend on them")                                           \
    X(BLOCK_QUEUE, "block-queue", 0, NUMBER, "N", 1, 8192, NULL, "the wave's choice",              \
      FOR_ROUTE | FOR_BFS | FOR_BENCH, "entries of a GPU block's queue, for `relax`")              \
    X(ORDER, "order", 0, WORD, "NAME", 0, 0, "short|netlist|reverse|long|pins|inner", "short",     \
      FOR_ROUTE, "which nets are routed first")                                                    \
    X(ALONE, "alone", 0, FLAG, "", 0, 0, NULL, NULL, FOR_ROUTE | FOR_CHECK,                        \
      "each net as if it were the only one: nets may share cells")                                 \
    X(ONLY_NET, "only-net", 0, LIST, "NET", 0, 0, NULL, "all", FOR_ROUTE,                          \
      "route this net; others are written `unrouted interrupted`; may be repeated")                \
    X(SKIP_NET, "skip-net", 0, LIST, "NET", 0, 0, NULL, "none", FOR_ROUTE,                         \
      "leave this net, written `unrouted interrupted`; may be repeated")                           \
    X(KEEP, "keep", 0, TEXT, "FILE", 0, 0, NULL, "none", FOR_ROUTE,                                \
      "keep the wires of this result (of a DEF a routed DEF) and complete it")                     \
    X(TIME_LIMIT, "time-limit", 0, NUMBER, "SECONDS", 1, 31536000, NULL, "none", FOR_ROUTE,        \
      "end then with the best result so far")                                                      \
    X(MAX_ITERATIONS, "max-iterations", 0, NUMBER, "N", 0, 1000000, NULL, "100000", FOR_ROUTE,     \
      "rounds of rip-up, reroute and improvement at most; work ends them sooner (--effort); "      \
      "0: one pass, no negotiation")                                                               \
    X(SCALE, "scale", 0, NUMBER, "PIXELS", 1, 256, NULL, "by size",                                \
      FOR_ROUTE | FOR_DRAW | FOR_BFS, "picture: pixels a cell, of a DEF pixels a micron")          \
    X(SHOW, "show", 0, WORD, "WHAT", 0, 0, "routes|failures|congestion|detours|diff", "routes",    \
      FOR_ROUTE | FOR_DRAW,                                                                        \
      "picture: wires; or unrouted nets and who is in their way; cells in use of cells free; "     \
      "lengths over the least; what differs from OTHER (draw only)")                               \
    X(LAYER, "layer", 0, TEXT, "N|each", 0, 0, NULL, "all, summed", FOR_DRAW,                      \
      "with --show congestion: of layer N only, from 1, the lowest, or a map of each layer and "   \
      "of all side by side")                                                                       \
    X(ANIMATE, "animate", 0, TEXT, "FILE.gif|.html", 0, 0, NULL, "none", FOR_ROUTE,                \
      "how the nets were routed, step by step; at most 300 frames")                                \
    X(WIDTH, "width", 0, NUMBER, "PIXELS", 16, 16384, NULL, "by size",                             \
      FOR_ROUTE | FOR_DRAW | FOR_EXPLAIN | FOR_BFS,                                                \
      "picture: pixels that it is wide, where no scale is given")                                  \
    X(CROP, "crop", 0, BOX, "X0,Y0,X1,Y1", 0, 0, NULL, "all", FOR_ROUTE | FOR_DRAW,                \
      "picture: only this part, both corners included; of a DEF in microns")                       \
    X(HIGHLIGHT, "highlight", 0, LIST, "NET", 0, 0, NULL, "none", FOR_ROUTE | FOR_DRAW,            \
      "picture: this net strong, the others pale; may be repeated")                                \
    X(MEMORY_LIMIT, "memory-limit", 0, NUMBER, "BYTES", 1, UINT64_MAX, NULL,                       \
      "what the machine has", FOR_ROUTE | FOR_BATCH,                                               \
      "refuse a design that takes more memory to route")                                           \
    X(QUIET, "quiet", 'q', FLAG, "", 0, 0, NULL, NULL, FOR_TALK,                                   \
      "say nothing but errors, and what - sends to standard output")                               \
    X(VERBOSE, "verbose", 'v', FLAG, "", 0, 0, NULL, NULL, FOR_TALK,                               \
      "say each stage as it begins, and name every unrouted net")                                  \
    X(AS, "as", 0, WORD, "FORM", 0, 0, "text|man|bash|zsh|fish", "text", FOR_HELP,                 \
      "the help as a manual page, or completions for a shell")                                     \
    X(NETLIST, "netlist", 0, TEXT, "FILE", 0, 0, NULL, NULL, FOR_JOB_SECTION,                      \
      "the job's netlist, relative to the configuration")                                          \
    X(FOLDER, "output", 0, TEXT, "FOLDER", 0, 0, NULL, "out", FOR_BATCH_SECTION,                   \
      "the folder that holds every output, relative to the configuration")                         \
    X(JOBS, "jobs", 0, NUMBER, "N", 1, 256, NULL, "one a core", FOR_BATCH | FOR_BATCH_SECTION,     \
      "jobs that run at a time; they share the cores")                                             \
    X(CHECKPOINT, "checkpoint", 0, NUMBER, "SECONDS", 0, 3600, NULL, "10", FOR_BATCH_SECTION,      \
      "how often a running job is saved for --resume; 0: 50 times a second")                       \
    X(RESUME, "resume", 0, FLAG, "", 0, 0, NULL, NULL, FOR_BATCH,                                  \
      "go on after an interrupted run: finished jobs stay, long ones start from their checkpoint") \
    X(SHARD, "shard", 0, TEXT, "I/N", 0, 0, NULL, "all", FOR_BATCH,                                \
      "run part I of N, beside other parts; --resume gathers them afterwards")                     \
    X(ONLY, "only", 0, LIST, "JOB", 0, 0, NULL, "all", FOR_BATCH,                                  \
      "run this job and no other; may be repeated")                                                \
    X(SOURCE, "source", 0, TEXT, "CELL|VERTEX", 0, 0, NULL, NULL, FOR_BFS,                         \
      "where the search starts: X,Y or X,Y,N of a grid, a matrix's vertex, counted from 1")        \
    X(TARGET, "target", 0, TEXT, "CELL", 0, 0, NULL, "none", FOR_BFS,                              \
      "mark this cell of a grid and a shortest path to it in the picture")                         \
    X(KERNEL, "kernel", 0, TEXT, "NAME|all", 0, 0, NULL, "sequential", FOR_BFS,                    \
      "who searches; every kernel gives the same labels; all: a table of them")                    \
    X(LABELS, "labels", 0, TEXT, "FILE", 0, 0, NULL, "none", FOR_BFS,                              \
      "write each cell's or vertex's level; with - the summary goes to standard error")            \
    X(UNDIRECTED, "undirected", 0, FLAG, "", 0, 0, NULL, NULL, FOR_BFS,                            \
      "add the reverse of every edge of a matrix")                                                 \
    X(REPEATS, "repeats", 0, NUMBER, "N", 1, 99, NULL, "9", FOR_BFS | FOR_BENCH,                   \
      "searches that the median time is taken of, a second of them at most")                       \
    X(BENCH_ENGINE, "engine", 0, WORD, "NAME", 0, 0, "all|cpu|gpu", "all", FOR_BENCH,              \
      "whose waves; all: of every engine that is usable here")                                     \
    X(BENCH_WAVE, "wave", 0, LIST, "NAME", 0, 0, NULL, "all but dijkstra", FOR_BENCH,              \
      "time this wave, or auto, and the yardsticks; may be repeated")                              \
    X(BENCH_THREADS, "threads", 0, NUMBER, "N", 1, 1024, NULL, "1", FOR_BENCH,                     \
      "threads of the CPU's waves; the reference takes all cores, and so do calls of a GPU")       \
    X(BENCH_NETS, "nets", 0, NUMBER, "N", 1, 16777216, NULL, "by the window", FOR_BENCH,           \
      "nets of each case of batch and weighted")                                                   \
    X(BENCH_LIMIT, "time-limit", 0, NUMBER, "SECONDS", 1, 86400, NULL, "10, with --quick 2",       \
      FOR_BENCH,                                                                                   \
      "give a wave up on a case when one run takes longer; a whole design: 6 times that")          \
    X(QUICK, "quick", 0, FLAG, "", 0, 0, NULL, NULL, FOR_BENCH,                                    \
      "tiny sizes: does all of it work?")                                                          \
    X(FULL, "full", 0, FLAG, "", 0, 0, NULL, NULL, FOR_BENCH,                                      \
      "large sizes, too: 16384 x 16384 cells, a design of 50000 nets")                             \
    X(CSV, "csv", 0, TEXT, "FILE.csv", 0, 0, NULL, "out/bench/SUITE.csv", FOR_BENCH,               \
      "every number of every row; none for none")                                                  \
    X(OUTPUT, "output", 'o', TEXT, "NAME", 0, 0, NULL, NULL, FOR_GENERATE | FOR_CONVERT,           \
      "what is written: generate: NAME.grid and NAME.net; convert: NAME.net, NAME.routes or "      \
      "NAME.def")                                                                                  \
    X(NETS, "nets", 0, NUMBER, "N", 1, 16777216, NULL, "8", FOR_GENERATE, "nets of the netlist")   \
    X(PINS, "pins", 0, NUMBER, "N", 2, 64, NULL, "2, for macro 12, for chip 20", FOR_GENERATE,     \
      "the most pins of a net")                                                                    \
    X(DENSITY, "density", 0, NUMBER, "PERCENT", 0, 95, NULL, "20", FOR_GENERATE,                   \
      "cells that KIND random blocks")                                                             \
    X(SEED, "seed", 0, NUMBER, "N", 0, UINT64_MAX, NULL, "1", FOR_GENERATE,                        \
      "the same seed makes the same design, everywhere")

enum option {
#define X(id, name, letter, kind, argument, low, high, words, fallback, commands, help) OPT_##id,
    OPTIONS(X)
#undef X
        OPTION_COUNT
};

enum { OPERANDS_MAX = 4 };

struct option_value {
    bool given;
    bool inherited;            /* a default of [batch], not the job's own */
    struct option_place place; /* where it was written, the last one of a list; `text` is owned */
    char *text;                /* as written; the last one of a list */
    uint64_t number;           /* OPTION_NUMBER; 1 for a flag that is set */
    struct box box;            /* OPTION_BOX: x0 <= x1, y0 <= y1 */
    char **list;               /* OPTION_LIST, in the order given */
    size_t list_count, list_capacity;
};

struct options {
    enum command command;
    const char *operand[OPERANDS_MAX]; /* point into argv */
    size_t operand_count;
    struct option_value value[OPTION_COUNT];
};

/* Reads the command line. `leeway COMMAND --help` and `leeway --help` become COMMAND_HELP.
 * Options may stand before, between and after operands; `--` ends them; `--name=value`, `--name
 * value`, `-xvalue` and `-x value` are the same. Fails with STATUS_BAD_INPUT for an unknown
 * command or option (naming the nearest), a missing, superfluous or wrong value, an option that is
 * given twice and is no list, and too few or too many operands. options_destroy it in any case. */
enum status options_parse(struct options *options, int argc, char *const *argv,
                          struct error *error);

void options_destroy(struct options *options); /* accepts a zeroed one */

/* Forgets that an option was given. */
void options_reset(struct options *options, enum option id);

/* Sets one option from its text, checking kind and range; as options_parse does for each. */
enum status options_set(struct options *options, enum option id, const char *text,
                        struct option_place place, struct error *error);

/* Copies to options what defaults gives and options does not. */
enum status options_inherit(struct options *options, const struct options *defaults,
                            struct error *error);

/* The option of this name that one of the commands takes; OPTION_COUNT where there is none. */
enum option options_find(const char *name, unsigned commands);

/* Fills names[OPTION_COUNT at most] with the options that one of the commands takes; how many. */
size_t options_names(unsigned commands, const char **names);

const char *option_name(enum option id);
unsigned option_commands(enum option id);
enum option_kind option_kind(enum option id);

/* "; did you mean QUOTEnear?" in text, or otherwise where near is NULL. */
enum { SUGGESTION_MAX = 320 };
const char *options_suggest(const char *near, const char *quote, const char *otherwise, char *text,
                            size_t size);

/* The text given, or fallback. */
static inline const char *options_text(const struct options *options, enum option id,
                                       const char *fallback)
{
    assert(option_kind(id) == OPTION_TEXT || option_kind(id) == OPTION_WORD ||
           option_kind(id) == OPTION_GPUS);
    return options->value[id].given ? options->value[id].text : fallback;
}

/* Fills in which GPUs were asked for; leaves *devices where none were. */
static inline void options_devices(const struct options *options, struct engine_devices *devices)
{
    if (options->value[OPT_GPUS].given)
        (void)devices_parse(options->value[OPT_GPUS].text, devices);
}

/* The number given, or fallback. */
static inline uint64_t options_number(const struct options *options, enum option id,
                                      uint64_t fallback)
{
    assert(option_kind(id) == OPTION_NUMBER);
    return options->value[id].given ? options->value[id].number : fallback;
}

static inline bool options_flag(const struct options *options, enum option id)
{
    assert(option_kind(id) == OPTION_FLAG);
    return options->value[id].given && options->value[id].number != 0;
}
