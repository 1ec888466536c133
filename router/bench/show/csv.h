/* csv: the rows of a bench as a file for other programs: one heading, then a line a row.
 *
 *     suite, case                     a comma in a name is left out
 *     width, height, layers, window   cells; window: side of the nets' windows, 0: the whole grid
 *     engine, device, wave, threads
 *     nets, routed                    nets measured, and those of them that have a path
 *     state                           timed; slow: over the time limit, its times are empty
 *     repeats, ms, ms_least, ms_most  median and range of the repeats, for all these nets together
 *     ms_open                         opening the engine
 *     ms_a_net, nets_a_second
 *     bytes_host, bytes_device, bytes_a_cell   the most held; a cell of the grid: of the device's,
 *                                     else of the host's
 *     floor_ms, floor_by, times_floor see floor.h; empty where it is not known
 *     yardstick, speed_up             nets a second over those of that wave of the same engine
 *     times_best, best_nets           of `auto`: its time over that of the engine's best wave, and
 *                                     the nets on which both were timed for that (auto_choice.h)
 *     ms_prepare, ms_first_round, ms_rounds, ms_refine, ms_wires, ms_rest, ms_check
 *                                     of a design of design size, the parts of its fastest run, and
 *                                     the check after the first (row.h)
 */
#pragma once

#include "router/bench/measure/row.h"

/* Writes the file, whole or not at all. */
enum status bench_csv_write(const struct bench_row *rows, size_t count, const char *path,
                            struct error *error);
