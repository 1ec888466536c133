/* options: all commands and options of the program, in one table.
 *
 * A row has an option's long name (also its INI key), letter, kind, argument, range or words,
 * default, commands and help. The parser, INI files, help texts, manual pages, completions and the
 * nearest known word for a misspelt one all read this table. A new option is one row, and its use
 * in the command. */
#pragma once

#include "router/cli/options/ini.h"
#include "router/engine/devices.h"

/* id, name, fewest and most operands, operands and required options, help */
#define COMMANDS(X)                                                                                \
    X(ROUTE, "route", 1, 1, "NETLIST", "route a design, check and draw the result")                \
    X(BATCH, "batch", 1, 1, "CONFIG.ini", "route many designs unattended")                         \
    X(CHECK, "check", 2, 2, "NETLIST ROUTES", "check a result and name every fault")               \
    X(DRAW, "draw", 1, 3, "NETLIST|GRID [ROUTES [OTHER]] -o FILE",                                 \
      "draw a design, its result, or a grid")                                                      \
    X(CONVERT, "convert", 1, 2, "DESIGN [RESULT] -o NAME", "convert a layout or its wires")        \
    X(EXPLAIN, "explain", 2, 3, "NETLIST [ROUTES] NET", "explain why a net is unrouted or long")   \
    X(BFS, "bfs", 1, 1, "NETLIST|GRID|GRAPH.mtx --source S",                                       \
      "breadth-first search with one kernel or all")                                               \
    X(GENERATE, "generate", 3, 4, "KIND WIDTH HEIGHT [LAYERS] -o NAME",                            \
      "generate a grid and a netlist")                                                             \
    X(BENCH, "bench", 0, 1, "[SUITE]", "time the search algorithms on generated designs")          \
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
#define X(id, name, fewest, most, operands, help) FOR_##id = 1 << COMMAND_##id,
    COMMANDS(X)
#undef X
        FOR_DESIGN = FOR_ROUTE | FOR_CHECK | FOR_DRAW | FOR_CONVERT | FOR_EXPLAIN,
    FOR_ALL = (1 << COMMANDS_COUNT) - 1,
    FOR_TALK = (1 << COMMAND_DEVICES) - 1, /* the commands before devices */
    IS_INPUT = 1 << 26,    /* the option names a file that is read with the design */
    NO_RESULT = 1 << 27,   /* the result of route does not depend on the option */
    FOR_EXPERTS = 1 << 28, /* in manual pages and completions, not in the help on a terminal */
    /* keys of INI files that are no options */
    FOR_BATCH_SECTION = 1 << 29,
    FOR_JOB_SECTION = 1 << 30,
};

enum option_kind {
    OPTION_FLAG,   /* no argument; true, false, yes, no, 1, 0 in an INI file */
    OPTION_TEXT,   /* a name or a file */
    OPTION_WORD,   /* one of `words`, which are separated by | */
    OPTION_NUMBER, /* decimal, low .. high */
    OPTION_SIZE,   /* the same in bytes; a suffix K, M, G or T multiplies it by a power of 1024 */
    OPTION_LIST,   /* a name; may be given several times */
    OPTION_BOX,    /* X0,Y0,X1,Y1: two inclusive corners, in any order */
    OPTION_GPUS,   /* a set of devices (router/engine/devices.h) */
};

/* id, name, letter or 0, kind, argument, low, high, words, default (for the help; NULL: none),
 * commands, help. The help on a terminal shows an argument with | instead of the words. */
#define OPTIONS(X)                                                                                 \
    X(PICTURE, "picture", 'o', TEXT, "FILE", 0, 0, NULL, NULL,                                     \
      FOR_ROUTE | FOR_DRAW | FOR_EXPLAIN | FOR_BFS | NO_RESULT,                                    \
      "picture; the suffix chooses the format: .png, .svg, .html, .gif; - writes PNG to standard " \
      "output, none writes no picture; route: out/STEM.png if not given")                          \
    X(ROUTES, "routes", 'r', TEXT, "FILE", 0, 0, NULL, NULL, FOR_ROUTE | NO_RESULT,                \
      "result: the routes, of a DEF the routed DEF, with suffix .out the course format; none "     \
      "writes no result; out/STEM.routes or out/STEM.def if not given")                            \
    X(JSON, "json", 0, TEXT, "FILE", 0, 0, NULL, "none",                                           \
      FOR_ROUTE | FOR_BATCH | FOR_DEVICES | NO_RESULT,                                             \
      "write a summary as JSON (batch: a copy of batch.json; devices: the list); with - all text " \
      "goes to standard error")                                                                    \
    X(JSON_NETS, "json-nets", 0, FLAG, "", 0, 0, NULL, NULL, FOR_ROUTE,                            \
      "add a record of each net to the JSON summary")                                              \
    X(NETS_CSV, "nets-csv", 0, TEXT, "FILE", 0, 0, NULL, "none", FOR_ROUTE | NO_RESULT,            \
      "write a table of the nets: cost, length, vias, box, length above the lower bound, "         \
      "searches")                                                                                  \
    X(LEF, "lef", 0, LIST, "FILE", 0, 0, NULL, "none", FOR_DESIGN | IS_INPUT,                      \
      "LEF file of the DEF that is NETLIST, in any order; may be repeated")                        \
    X(SKIP_UNPLACED, "skip-unplaced", 0, FLAG, "", 0, 0, NULL, NULL, FOR_DESIGN,                   \
      "layouts: leave out components that are not placed; their nets stay open")                   \
    X(LAYERS, "layers", 0, TEXT, "A-B", 0, 0, NULL, "all", FOR_ROUTE | FOR_DRAW,                   \
      "layouts: route on layers A to B only, by name; draw: show these layers only")               \
    X(NET_LAYERS, "net-layers", 0, LIST, "PATTERN=A-B", 0, 0, NULL, "none", FOR_ROUTE | FOR_CHECK, \
      "layouts: the nets that match PATTERN have wires on routing layers A to B only; may be "     \
      "repeated, the last match counts; check: a wire outside is a fault")                         \
    X(GUIDES, "guides", 0, TEXT, "FILE", 0, 0, NULL, "none", FOR_ROUTE | FOR_CHECK | IS_INPUT,     \
      "layouts: guides of a global router, which decide conflicts between nets; check: the score " \
      "counts what is outside of them")                                                            \
    X(GLOBAL, "global", 0, WORD, "WHEN", 0, 0, "auto|on|off", "auto", FOR_ROUTE,                   \
      "layouts: a global router makes guides first; auto: only in crowded layouts, and nothing "   \
      "is routed if far more nets cross a line than there are free tracks")                        \
    X(TILE, "tile", 0, NUMBER, "N", 1, 200, NULL, "GCELLGRID or 15", FOR_ROUTE,                    \
      "layouts: side of a tile of --global, in pitches of the third routing layer")                \
    X(NETLIST_CAP, "netlist-cap", 0, TEXT, "FILE", 0, 0, NULL, "the .net beside it",               \
      FOR_ROUTE | FOR_CHECK | FOR_DRAW | FOR_EXPLAIN | IS_INPUT,                                   \
      "nets of the .cap that is NETLIST")                                                          \
    X(ISPD, "ispd", 0, WORD, "YEAR", 0, 0, "2007|2008", "2008",                                    \
      FOR_ROUTE | FOR_CHECK | FOR_DRAW | FOR_EXPLAIN,                                              \
      "tile graphs (.gr): rules of this contest; a via costs 3 (2007) or 1 (2008)")                \
    X(WRITE_GUIDES, "write-guides", 0, TEXT, "FILE", 0, 0, NULL, "none", FOR_ROUTE,                \
      "tile graphs: write the result as guides of a detailed router, as --guides reads them")      \
    X(EFFORT, "effort", 0, WORD, "NAME", 0, 0, "fast|normal|best", "normal", FOR_ROUTE,            \
      "how much run time to spend on reducing cost; layouts: on nets that are hard to route")      \
    X(REPORT, "report", 0, TEXT, "FILE.lyrdb|.drc|.json", 0, 0, NULL, "none",                      \
      FOR_CHECK | FOR_ROUTE | NO_RESULT,                                                           \
      "write each fault, route: each open net, with rule, layer, box and net: KLayout's report "   \
      "database, the OpenROAD flow's text, or JSON")                                               \
    X(STRICT_RULES, "strict-rules", 0, FLAG, "", 0, 0, NULL, NULL, FOR_ROUTE | FOR_CHECK,          \
      "layouts: fail for a LEF rule that the router does not obey; check: an antenna ratio above " \
      "its limit is a fault")                                                                      \
    X(ANTENNA_LIMITS, "antenna-limits", 0, NUMBER, "PERCENT", 0, 10000, NULL, "100",               \
      FOR_ROUTE | FOR_CHECK | FOR_EXPLAIN,                                                         \
      "layouts: percent of LEF's antenna limits that nets must keep, below 100 for a margin; 0: "  \
      "antennas are not looked at")                                                                \
    X(ENGINE, "engine", 0, WORD, "NAME", 0, 0, "auto|cpu|gpu", "auto", FOR_ROUTE,                  \
      "where searches run; auto uses the CPU and a usable GPU together, each search on the one "   \
      "that is expected to finish first, and reports the choice")                                  \
    X(GPUS, "gpus", 0, GPUS, "all|N|LIST", 0, 0, NULL, "1",                                        \
      FOR_ROUTE | FOR_BATCH | FOR_BENCH | NO_RESULT,                                               \
      "GPUs to use: all, the first N, or a list such as 0,2 (number 2 alone: 2,); the jobs of a "  \
      "batch take turns")                                                                          \
    X(WAVE, "wave", 0, WORD, "NAME", 0, 0,                                                         \
      "auto|dijkstra|bucket|sweep|detour|corridor|relax|batch", "auto", FOR_ROUTE,                 \
      "search algorithm; all of them find the same routes")                                        \
    X(THREADS, "threads", 0, NUMBER, "N", 1, 1024, NULL, "one per core", FOR_ROUTE | NO_RESULT,    \
      "CPU threads; the result does not depend on their number")                                   \
    X(BLOCK_QUEUE, "block-queue", 0, NUMBER, "N", 1, 8192, NULL, "the wave's choice",              \
      FOR_ROUTE | FOR_BFS | FOR_BENCH | FOR_EXPERTS,                                               \
      "length of the queue of a GPU block, for wave relax")                                        \
    X(ORDER, "order", 0, WORD, "short|netlist", 0, 0, "short|netlist|reverse|long|pins|inner",     \
      "short", FOR_ROUTE, "order in which the nets are routed first")                              \
    X(ALONE, "alone", 0, FLAG, "", 0, 0, NULL, NULL, FOR_ROUTE | FOR_CHECK,                        \
      "treat each net as the only one: nets may share cells")                                      \
    X(ONLY_NET, "only-net", 0, LIST, "NET", 0, 0, NULL, "all", FOR_ROUTE,                          \
      "route this net only, or the nets that match n1*; the result lists the others as "           \
      "`unrouted interrupted`; may be repeated")                                                   \
    X(SKIP_NET, "skip-net", 0, LIST, "NET", 0, 0, NULL, "none", FOR_ROUTE,                         \
      "do not route this net, or the nets that match n1*; the result lists them as `unrouted "     \
      "interrupted`; may be repeated")                                                             \
    X(KEEP, "keep", 0, TEXT, "FILE", 0, 0, NULL, "none", FOR_ROUTE | IS_INPUT,                     \
      "keep the wires of this result, of a DEF a routed DEF, and route the rest; layouts: cells "  \
      "may have moved")                                                                            \
    X(TIME_LIMIT, "time-limit", 0, NUMBER, "SECONDS", 1, 31536000, NULL, "none", FOR_ROUTE,        \
      "stop after this time with the best result so far")                                          \
    X(MAX_ITERATIONS, "max-iterations", 0, NUMBER, "N", 0, 1000000, NULL, "100000", FOR_ROUTE,     \
      "most rounds of rip-up, reroute and improvement; --effort usually stops earlier; 0: one "    \
      "pass without negotiation")                                                                  \
    X(SCALE, "scale", 0, NUMBER, "PIXELS", 1, 256, NULL, "by size",                                \
      FOR_ROUTE | FOR_DRAW | FOR_BFS, "pixels per cell, of a layout per micron")                   \
    X(SHOW, "show", 0, WORD, "WHAT", 0, 0, "routes|failures|congestion|detours|diff", "routes",    \
      FOR_ROUTE | FOR_DRAW,                                                                        \
      "what the picture shows: wires; unrouted nets and the nets in their way; the share of "      \
      "cells in use; lengths above the lower bound; what differs from OTHER (draw only)")          \
    X(LAYER, "layer", 0, TEXT, "N|each", 0, 0, NULL, "all, summed", FOR_DRAW,                      \
      "with --show congestion: layer N only, counted from the lowest, 1; each: one map per layer " \
      "and one of all")                                                                            \
    X(ANIMATE, "animate", 0, TEXT, "FILE.gif|.html", 0, 0, NULL, "none", FOR_ROUTE | NO_RESULT,    \
      "write a film of the routing, step by step; at most 300 frames")                             \
    X(WIDTH, "width", 0, NUMBER, "PIXELS", 16, 16384, NULL, "by size",                             \
      FOR_ROUTE | FOR_DRAW | FOR_EXPLAIN | FOR_BFS,                                                \
      "width of the picture in pixels, if no scale is given")                                      \
    X(CROP, "crop", 0, BOX, "X0,Y0,X1,Y1", 0, 0, NULL, "all", FOR_ROUTE | FOR_DRAW,                \
      "draw this part only, corners included; of a layout in microns")                             \
    X(HIGHLIGHT, "highlight", 0, LIST, "NET", 0, 0, NULL, "none", FOR_ROUTE | FOR_DRAW,            \
      "highlight this net, or the nets that match n1*, and dim the others; may be repeated")       \
    X(HIDE, "hide", 0, LIST, "PATTERN", 0, 0, NULL, "fillers and taps", FOR_ROUTE | FOR_DRAW,      \
      "layouts: leave out of the picture the cells whose name or master matches, and fillers and " \
      "taps; none: show these; may be repeated")                                                   \
    X(COLORS, "colors", 0, TEXT, "FILE.lyp", 0, 0, NULL, "by layer",                               \
      FOR_ROUTE | FOR_DRAW | IS_INPUT,                                                             \
      "layouts: the colours of layers as in this file of KLayout")                                 \
    X(MEMORY_LIMIT, "memory-limit", 0, SIZE, "BYTES", 1, UINT64_MAX, NULL,                         \
      "the memory of the machine", FOR_ROUTE | FOR_BATCH | NO_RESULT,                              \
      "refuse a design that needs more memory to route; bytes, or as 512M, 1G")                    \
    X(QUIET, "quiet", 'q', FLAG, "", 0, 0, NULL, NULL, FOR_TALK | NO_RESULT,                       \
      "print errors only, and what - sends to standard output")                                    \
    X(VERBOSE, "verbose", 'v', FLAG, "", 0, 0, NULL, NULL, FOR_TALK | NO_RESULT,                   \
      "log each stage as it begins, and print every unrouted net; -vv: also print every option")   \
    X(PROGRESS, "progress", 0, WORD, "HOW", 0, 0, "auto|bar|plain|json|none", "auto",              \
      FOR_TALK | NO_RESULT,                                                                        \
      "progress on standard error: a line that is rewritten, a line per stage, a JSON object "     \
      "twice per second, or none; auto: bar on a terminal, else plain")                            \
    X(AS, "as", 0, WORD, "FORM", 0, 0, "text|man|bash|zsh|fish", "text", FOR_HELP,                 \
      "print the help as a manual page or as completions of a shell")                              \
    X(NETLIST, "netlist", 0, TEXT, "FILE", 0, 0, NULL, NULL, FOR_JOB_SECTION,                      \
      "netlist of the job, relative to the configuration")                                         \
    X(FOLDER, "output", 0, TEXT, "FOLDER", 0, 0, NULL, "out", FOR_BATCH_SECTION,                   \
      "folder that contains all outputs, relative to the configuration")                           \
    X(JOBS, "jobs", 0, NUMBER, "N", 1, 256, NULL, "one per core", FOR_BATCH | FOR_BATCH_SECTION,   \
      "jobs that run at the same time and share the cores")                                        \
    X(CHECKPOINT, "checkpoint", 0, NUMBER, "SECONDS", 0, 3600, NULL, "10", FOR_BATCH_SECTION,      \
      "time between two checkpoints of a running job, in seconds; 0: 50 per second")               \
    X(RESUME, "resume", 0, FLAG, "", 0, 0, NULL, NULL, FOR_BATCH,                                  \
      "continue an interrupted batch: keep finished jobs, continue long ones from their "          \
      "checkpoints")                                                                               \
    X(DRY_RUN, "dry-run", 0, FLAG, "", 0, 0, NULL, NULL, FOR_BATCH,                                \
      "read and check the jobs, print nets, memory and the seconds of their last run, route "      \
      "nothing")                                                                                   \
    X(SHOW_CONFIG, "show-config", 0, FLAG, "", 0, 0, NULL, NULL, FOR_BATCH,                        \
      "print the options of each job with the file and line that set them, route nothing")         \
    X(JSONL, "jsonl", 0, TEXT, "FILE", 0, 0, NULL, "none", FOR_BATCH,                              \
      "write a JSON object per line as jobs begin and end; with - all text goes to standard "      \
      "error")                                                                                     \
    X(SHARD, "shard", 0, TEXT, "I/N", 0, 0, NULL, "all", FOR_BATCH,                                \
      "run part I of N; --resume gathers the parts afterwards")                                    \
    X(ONLY, "only", 0, LIST, "JOB", 0, 0, NULL, "all", FOR_BATCH,                                  \
      "run this job only, or the jobs that match a*; may be repeated")                             \
    X(SOURCE, "source", 0, TEXT, "CELL|VERTEX", 0, 0, NULL, NULL, FOR_BFS,                         \
      "start of the search: X,Y or X,Y,N in a grid, a vertex of a matrix, counted from 1")         \
    X(TARGET, "target", 0, TEXT, "CELL", 0, 0, NULL, "none", FOR_BFS,                              \
      "print the distance of this cell of a grid, status 1 if there is no path; the picture "      \
      "marks it and a shortest path")                                                              \
    X(KERNEL, "kernel", 0, TEXT, "NAME|all", 0, 0, NULL, "sequential", FOR_BFS,                    \
      "search kernel; all kernels find the same labels; all: compare them in a table")             \
    X(LABELS, "labels", 0, TEXT, "FILE", 0, 0, NULL, "none", FOR_BFS,                              \
      "write the level of each cell or vertex; with - the summary goes to standard error")         \
    X(UNDIRECTED, "undirected", 0, FLAG, "", 0, 0, NULL, NULL, FOR_BFS,                            \
      "add the reverse of every edge of a matrix")                                                 \
    X(REPEATS, "repeats", 0, NUMBER, "N", 1, 99, NULL, "9", FOR_BFS | FOR_BENCH,                   \
      "searches of which the median time is taken; they take one second at most")                  \
    X(BENCH_ENGINE, "engine", 0, WORD, "NAME", 0, 0, "all|cpu|gpu", "all", FOR_BENCH,              \
      "engine whose waves are timed; all: every usable one")                                       \
    X(BENCH_WAVE, "wave", 0, LIST, "NAME", 0, 0, NULL, "all but dijkstra", FOR_BENCH,              \
      "time this wave, or auto, and the references; may be repeated")                              \
    X(BENCH_THREADS, "threads", 0, NUMBER, "N", 1, 1024, NULL, "1", FOR_BENCH,                     \
      "threads of the CPU's waves; the reference and calls of a GPU use all cores")                \
    X(BENCH_NETS, "nets", 0, NUMBER, "N", 1, 16777216, NULL, "by the window", FOR_BENCH,           \
      "nets per case of batch and weighted")                                                       \
    X(BENCH_LIMIT, "time-limit", 0, NUMBER, "SECONDS", 1, 86400, NULL, "10, with --quick 2",       \
      FOR_BENCH,                                                                                   \
      "skip the rest of a wave's case if one run takes longer; of a whole design 6 times longer")  \
    X(QUICK, "quick", 0, FLAG, "", 0, 0, NULL, NULL, FOR_BENCH,                                    \
      "tiny sizes, to see whether all of it works")                                                \
    X(FULL, "full", 0, FLAG, "", 0, 0, NULL, NULL, FOR_BENCH,                                      \
      "include large sizes: 16384 x 16384 cells, a design of 50000 nets")                          \
    X(CSV, "csv", 0, TEXT, "FILE.csv", 0, 0, NULL, "bench: out/bench/SUITE.csv",                   \
      FOR_BENCH | FOR_DRAW,                                                                        \
      "write every number of every row; draw: the numbers of --show congestion; none writes no "   \
      "file")                                                                                      \
    X(OUTPUT, "output", 'o', TEXT, "NAME", 0, 0, NULL, NULL, FOR_GENERATE | FOR_CONVERT,           \
      "name of the output; generate: NAME.grid and NAME.net; convert: NAME.net, NAME.routes or "   \
      "NAME.def")                                                                                  \
    X(NETS, "nets", 0, NUMBER, "N", 1, 16777216, NULL, "8", FOR_GENERATE, "nets of the netlist")   \
    X(PINS, "pins", 0, NUMBER, "N", 2, 64, NULL, "2, for macro 12, for chip 20, for capacity 8",   \
      FOR_GENERATE, "most pins per net")                                                           \
    X(DENSITY, "density", 0, NUMBER, "PERCENT", 0, 95, NULL, "20, for capacity 40", FOR_GENERATE,  \
      "KIND random: share of blocked cells; KIND capacity: share of the capacity that nets need")  \
    X(SEED, "seed", 0, NUMBER, "N", 0, UINT64_MAX, NULL, "1", FOR_GENERATE,                        \
      "seed of the random numbers; the same seed makes the same design everywhere")

enum option {
#define X(id, name, letter, kind, argument, low, high, words, fallback, commands, help) OPT_##id,
    OPTIONS(X)
#undef X
        OPTION_COUNT
};

struct option_row {
    const char *name;
    char letter; /* 0: none */
    enum option_kind kind;
    const char *argument;
    uint64_t low, high;
    const char *words;
    const char *fallback; /* the default, for the help; NULL: none */
    unsigned commands;
    const char *help;
};

extern const struct option_row option_table[OPTION_COUNT];

enum { OPERANDS_MAX = 4 }; /* operands of a command */

struct option_value {
    bool given;
    bool inherited;            /* a default of [batch], not the job's own */
    struct option_place place; /* place of the value, of a list the last one; `text` is owned */
    char *text;                /* as written; of a list the last one */
    uint64_t number;           /* OPTION_NUMBER, OPTION_SIZE; 1 for a flag that is set */
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

/* Reads the command line. `leeway COMMAND --help` and `leeway --help` become COMMAND_HELP. Options
 * and operands may come in any order; `--` ends options; `--name=value`, `--name value`, `-xvalue`
 * and `-x value` are the same. Fails with STATUS_BAD_INPUT for an unknown command or option (with
 * the nearest known one), a missing, superfluous or wrong value, an option given twice that is no
 * list, and too few or too many operands. options_destroy it in any case. */
enum status options_parse(struct options *options, int argc, char *const *argv,
                          struct error *error);

void options_destroy(struct options *options); /* accepts a zeroed one */

void options_reset(struct options *options, enum option id);

/* Sets one option from its text, checking kind and range; as options_parse does for each. */
enum status options_set(struct options *options, enum option id, const char *text,
                        struct option_place place, struct error *error);

/* Copies options that only defaults gives, and marks them as inherited. */
enum status options_inherit(struct options *options, const struct options *defaults,
                            struct error *error);

/* The option of this name that one of the commands takes; OPTION_COUNT if there is none. */
enum option options_find(const char *name, unsigned commands);

/* Fills names [OPTION_COUNT] with the options that one of the commands takes; returns how many. */
size_t options_names(unsigned commands, const char **names);

/* The index of a text among words separated by |; UINT_MAX if there is none, or no words. */
unsigned options_index(const char *words, const char *text);

/* Prints the options of these commands as an INI section would set them, each with the file and
 * line that set it; those that are not given as comments with their defaults. */
void options_show(FILE *out, const struct options *options, unsigned commands);

/* Fails with STATUS_BAD_INPUT at a place, with a printf-like message. */
#define OPTION_ERROR(error, place, ...)                                                            \
    error_set_at(error, STATUS_BAD_INPUT, (place).file, (place).line, (place).column, __VA_ARGS__)

/* The input files that the options name, from i = 0, and the option of each; then NULL. */
const char *options_input(const struct options *options, size_t i, enum option *id);

/* The end of a message about a misspelt word. */
struct suggestion {
    char text[320];
};

/* "; did you mean NEAR?" with the known word that is nearest to `found`, or "". */
struct suggestion options_suggest(const char *found, const char *const *known, size_t count);

/* Fails at the place: "WHAT: expected one of A, B, C, found "FOUND"; did you mean B?" */
enum status options_unknown(struct option_place place, const char *what, const char *const *known,
                            size_t count, const char *found, struct error *error);

/* Reads a decimal number. *end is the byte after it. False without digits and on overflow. */
bool options_digits(const char *text, const char **end, uint64_t *number);

static inline const char *options_text(const struct options *options, enum option id,
                                       const char *fallback)
{
    assert(option_table[id].kind == OPTION_TEXT || option_table[id].kind == OPTION_WORD ||
           option_table[id].kind == OPTION_GPUS);
    return options->value[id].given ? options->value[id].text : fallback;
}

/* Sets *devices to the GPUs that --gpus names; leaves it alone without --gpus. */
static inline void options_devices(const struct options *options, struct engine_devices *devices)
{
    if (options->value[OPT_GPUS].given)
        (void)devices_parse(options->value[OPT_GPUS].text, devices);
}

static inline uint64_t options_number(const struct options *options, enum option id,
                                      uint64_t fallback)
{
    assert(option_table[id].kind == OPTION_NUMBER || option_table[id].kind == OPTION_SIZE);
    return options->value[id].given ? options->value[id].number : fallback;
}

/* The index of the word given, or of the default, among the words of the option. */
unsigned options_word(const struct options *options, enum option id);

static inline bool options_flag(const struct options *options, enum option id)
{
    assert(option_table[id].kind == OPTION_FLAG);
    return options->value[id].given && options->value[id].number != 0;
}
