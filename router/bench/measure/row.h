/* row: one measurement: a wave of an engine on a case. */
#pragma once

#include "router/bench/suite/case.h"
#include "router/maze/plan/route_options.h"

enum { BENCH_WAVE_MAX = 32, BENCH_DEVICE_MAX = 128 }; /* bytes of a name, with its NUL */

enum bench_state {
    BENCH_TIMED,
    BENCH_SLOW,        /* over the time limit: no time */
    BENCH_UNSUPPORTED, /* the wave does not support the case: no row */
};

/* Seconds of the parts of a run of the suite `chip`; all 0 for other suites. */
struct bench_parts {
    struct route_parts route;
    double rest;  /* the rest of the run */
    double check; /* the independent checker, after the run */
};

struct bench_row {
    struct bench_case item;
    const char *engine; /* "cpu", "gpu": static */
    char wave[BENCH_WAVE_MAX], device[BENCH_DEVICE_MAX];
    unsigned threads;
    enum bench_state state;

    uint32_t nets;   /* nets measured, a prefix of the case's nets */
    uint32_t routed; /* nets of these that have a path */
    unsigned repeats;
    double seconds, least, most;     /* median and range of the repeats, for all nets */
    struct bench_parts parts;        /* of the fastest run */
    double open_seconds;             /* opening the engine; 0 for whole designs */
    size_t host_bytes, device_bytes; /* peak memory of the engine */

    const char *yardstick; /* the wave it is compared with, or ""; static */
    double speed_up;       /* nets per second divided by the yardstick's; 0: unknown */
};

static inline double bench_row_nets_per_second(const struct bench_row *row)
{
    return row->seconds > 0 ? row->nets / row->seconds : 0;
}

/* Peak memory per cell of the grid in bytes, on the device if it has memory there. */
static inline double bench_row_bytes_a_cell(const struct bench_row *row)
{
    double cells = (double)row->item.side * row->item.side * row->item.layers;
    return (double)(row->device_bytes > 0 ? row->device_bytes : row->host_bytes) / cells;
}
