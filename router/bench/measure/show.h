/* show: the rows of a bench as aligned text, one line per row as it is measured, and as a CSV file.
 *
 *     case            wave              nets   ms per net         nets/s  bytes/cell  speed-up
 *     4096^2 pairs    cpu/bucket           4       81.310           12.3        8.13      1.00
 *     4096^2 pairs    cpu/auto             4        0.440           2270        0.63       185
 *
 * speed-up: compared with the engine's yardstick wave, whose own line says 1.00. A dash is an
 * unknown number. The columns of the CSV file, empty if unknown:
 *
 *     suite, case                     without commas
 *     width, height, layers, window   cells; window: side of the nets' windows, 0: the whole grid
 *     engine, device, wave, threads
 *     nets, routed                    nets measured, and those that have a path
 *     state                           timed, or slow: over the time limit, without times
 *     repeats, ms, ms_least, ms_most  median and range of the repeats, for all nets
 *     ms_open                         opening the engine
 *     ms_a_net, nets_a_second
 *     bytes_host, bytes_device        peak memory
 *     bytes_a_cell                    per cell of the grid, on the device if it has memory there
 *     yardstick, speed_up             nets per second compared with that wave of the same engine
 *     ms_prepare, ms_first_round, ms_rounds, ms_refine, ms_wires, ms_rest, ms_check
 *                                     suite `chip`: the parts of its fastest run, and the check
 */
#pragma once

#include "router/bench/measure/row.h"

enum { BENCH_TABLE_NAME = 32 }; /* longest name of a case, in characters */

void bench_table_head(FILE *out);
void bench_table_row(FILE *out, const struct bench_row *row);

enum status bench_csv_write(const struct bench_row *rows, size_t count, const char *path,
                            struct error *error);
