/* cli: what every command gets from main, and the commands themselves.
 *
 * A command reads its options, works, prints its results to cli->out and returns the exit status.
 * It prints no errors: it fills the record, and main prints that. What is worth knowing but
 * neither result nor error (which engine was taken) goes to cli->notes.
 */
#pragma once

#include <signal.h>
#include <stdio.h>

#include "router/api/engines.h"
#include "router/search/bfs.h"
#include "router/cli/options/options.h"
#include "router/cli/output/progress.h"

struct cli {
    FILE *out;                        /* standard output: what was asked for, JSON say */
    FILE *talk;                       /* results in words: standard output, with --quiet nowhere */
    FILE *notes;                      /* standard error, with --quiet nowhere */
    FILE *faults;                     /* standard error */
    struct engines engines;           /* those of this program */
    const struct bfs_lab *lab;        /* kernels of `bfs` beside sequential */
    volatile sig_atomic_t *stop;      /* raised by a signal while *stoppable */
    volatile sig_atomic_t *stoppable; /* 1: a signal raises the flag; 0: it ends the program */
    struct progress *progress;        /* NULL: nothing is told on the way */
    bool verbose;                     /* --verbose: all unrouted nets */
    bool colour;                      /* standard error is a terminal, and colours are wanted */
    void (*print_error)(const struct error *error, bool colour); /* for one job of many */
    void (*list_devices)(FILE *out); /* the GPUs, for `leeway devices` */
};

enum status cmd_route(const struct cli *cli, const struct options *options, struct error *error);
enum status cmd_batch(const struct cli *cli, const struct options *options, struct error *error);
enum status cmd_check(const struct cli *cli, const struct options *options, struct error *error);
enum status cmd_draw(const struct cli *cli, const struct options *options, struct error *error);
enum status cmd_convert(const struct cli *cli, const struct options *options, struct error *error);
enum status cmd_explain(const struct cli *cli, const struct options *options, struct error *error);
enum status cmd_bfs(const struct cli *cli, const struct options *options, struct error *error);
enum status cmd_generate(const struct cli *cli, const struct options *options, struct error *error);
enum status cmd_bench(const struct cli *cli, const struct options *options, struct error *error);
enum status cmd_devices(const struct cli *cli, const struct options *options, struct error *error);
enum status cmd_help(const struct cli *cli, const struct options *options, struct error *error);
