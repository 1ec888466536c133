/* plot: the rows of a bench as a picture.
 *
 *     single: one net at a time
 *                        10 us     100 us      1 ms      10 ms     100 ms
 *     1024^2 open          |          |          |          |         |
 *     1024^2 20 %             (o)-----------o------------o               detour 62 x
 *
 * A panel a suite, a line a case, a mark a wave: its colour says the wave, a ring is the CPU, a
 * disc the GPU, a black dot `auto`. The axis is the time of one net (of a whole design in the route
 * suite), logarithmic; left is better. A grey tick is the floor (floor.h) of the line's fastest
 * wave. At the right stands the fastest wave and how many times faster it is than its engine's
 * yardstick; a cross at the end of the axis is a wave over the time limit.
 */
#pragma once

#include "router/bench/measure/row.h"

/* Draws the rows, which are in the order of their suites and cases, as a PNG. machine: a line for
 * the subtitle. No row at all is a picture with a title. Fails with STATUS_FAILED for memory and
 * disk. */
enum status bench_plot_write(const struct bench_row *rows, size_t count, const char *machine,
                             const char *path, struct error *error);
