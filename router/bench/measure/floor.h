/* floor: the time that a wave cannot beat on a machine, as far as it is known.
 *
 * The largest of three terms; which one it is stands in the results.
 *
 *     levels   what follows one after the other, times the time of one: steps of the path for
 *              waves that go level by level, rows between the pins for `detour`, corners of the
 *              path for `corridor`, which reads a straight run at once. Nets side by side: the
 *              longest net, or the sum over the workers, whichever is more; the sum where a wave
 *              takes one net at a time.
 *     bytes    one bit a cell of the boxes that the pins of each net span, but at most the whole
 *              grid once, over the bandwidth of memory; none for `corridor`, which has read the
 *              grid for an earlier net.
 *     link     4 bytes a corner of each path, over the link from the device to the host.
 *
 * A CPU's numbers are measured when the bench starts: a level reads what the level before it wrote,
 * so it costs at least a load from the nearest cache; the bandwidth is that of one core's stream of
 * reads. A GPU's are known for the H200 (the table in floor.c; each was measured by itself). For
 * another device, and for a wave that is not in the table, no floor is known: of `sweep`, how often
 * it visits a row depends on the design. The floor shows how much there may be left to gain; it
 * proves nothing.
 */
#pragma once

#include "router/bench/measure/reference.h"
#include "router/bench/measure/row.h"

struct bench_machine {
    double load_seconds;     /* one load that waits for the one before it */
    double bytes_per_second; /* of one core reading memory */
};

/* Measures the machine: about 50 ms, 64 MiB. Zeroes (not known) where memory is out. */
struct bench_machine bench_machine_measure(void);

/* Fills floor and floor_by of a row whose engine, wave, device, threads and nets are set; the
 * reference knows the answers of that many nets. */
void bench_floor(struct bench_row *row, const struct bench_reference *reference,
                 const struct bench_machine *machine);
