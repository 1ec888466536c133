/* cli: the environment that main gives every command, and the commands.
 *
 * A command reads its options, works, prints its results and returns the exit status. It prints no
 * errors but fills the record, which main prints. Remarks that are neither result nor error, such
 * as the engine that was chosen, go to cli->notes. */
#pragma once

#include "router/api/engines.h"
#include "router/global/patterns_job.h"
#include "router/search/bfs.h"
#include "router/cli/options/options.h"
#include "router/cli/output/progress.h"

struct cli {
    FILE *out;                   /* standard output: requested data, such as JSON */
    FILE *talk;                  /* results in words: standard output; with --quiet /dev/null */
    FILE *notes;                 /* standard error; with --quiet /dev/null */
    FILE *faults;                /* standard error */
    struct engines engines;      /* all of this program */
    patterns_device *patterns;   /* patterns of tile graphs on a GPU */
    const struct bfs_lab *lab;   /* kernels of `bfs` other than sequential */
    volatile sig_atomic_t *stop; /* set by a signal while *stoppable */
    volatile sig_atomic_t *stoppable; /* 1: a signal sets *stop; 0: it ends the program */
    struct progress *progress;        /* NULL: no progress is printed */
    bool verbose;                     /* print all unrouted nets */
    bool colour;                      /* standard error is a terminal, and colours are wanted */
    void (*print_error)(const struct error *error, bool colour); /* and its rest, of a job */
    void (*list_devices)(FILE *out, bool json); /* the GPUs, for `leeway devices` */
    void (*gpu_build)(FILE *out); /* CUDA and its architectures, for `leeway --version` */
};

/* Runs a command and returns its exit status. */
typedef enum status command_body(const struct cli *cli, const struct options *options,
                                 struct error *error);

command_body cmd_route, cmd_batch, cmd_check, cmd_draw, cmd_convert, cmd_explain, cmd_bfs,
    cmd_generate, cmd_bench, cmd_devices, cmd_help, cmd_version;
