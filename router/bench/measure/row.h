/* row: one measurement: a wave of an engine on a case. What the table, the CSV file and the plot
 * show; see csv.h for the columns in words. */
#pragma once

#include "router/bench/suite/case.h"

enum { BENCH_WAVE_MAX = 32, BENCH_DEVICE_MAX = 128 };

enum bench_state {
    BENCH_TIMED,
    BENCH_SLOW,        /* over the time limit: no time */
    BENCH_UNSUPPORTED, /* the wave does not support the case: no row */
};

/* Seconds of a design of design size, part by part; all 0 for others. */
struct bench_parts {
    double prepare, first_round, rounds, refine, wires; /* as in struct route_parts */
    double rest;                                        /* of the run */
    double check;                                       /* by the independent checker, after it */
};

struct bench_row {
    struct bench_case item;
    const char *engine; /* "cpu", "gpu": static */
    char wave[BENCH_WAVE_MAX], device[BENCH_DEVICE_MAX];
    unsigned threads;
    enum bench_state state;

    uint32_t nets;   /* measured: a prefix of the case's nets */
    uint32_t routed; /* of these have a path */
    unsigned repeats;
    double seconds, least, most; /* median and range of the repeats: all nets, paths on the host */
    struct bench_parts parts;    /* of the fastest run */
    double open_seconds;         /* opening the engine, not part of the above; route: part of it */
    size_t host_bytes, device_bytes; /* the most that the engine held */

    const char *yardstick; /* the wave it is compared with, or ""; static */
    double speed_up;       /* nets a second over those of the yardstick; 0: not known */
};

static inline double bench_row_nets_per_second(const struct bench_row *row)
{
    return row->seconds > 0 ? row->nets / row->seconds : 0;
}

/* Bytes that the engine held for each cell of the grid: on the device, where it has one. */
static inline double bench_row_bytes_a_cell(const struct bench_row *row)
{
    double cells = (double)row->item.side * row->item.side * row->item.layers;
    return (double)(row->device_bytes > 0 ? row->device_bytes : row->host_bytes) / cells;
}
