/* table: the rows of a bench as aligned text, a line as each is measured.
 *
 *     case            wave       nets  ms a net  nets a second  bytes/cell  x floor  speed-up
 *     4096^2 pairs    cpu/bucket    4    81.310           12.3        8.13     9.91      1.00
 *     4096^2 pairs    cpu/auto      4     0.440           2270        0.63        -       185 ...
 *
 * x floor: how many times the floor (floor.h) a run took; speed-up: against the engine's
 * yardstick, whose own line says 1.00; x best: the time of `auto` over that of the best wave on the
 * same nets, with their number where `auto` was timed on others than those of the line, and a mark
 * where it is too much (auto_choice.h). A dash is "not known".
 */
#pragma once

#include <stdio.h>

#include "router/bench/measure/row.h"

/* Room for the name of a case; a test compares all of them. */
enum { BENCH_TABLE_NAME = 32 };

void bench_table_head(FILE *out);
void bench_table_row(FILE *out, const struct bench_row *row);
