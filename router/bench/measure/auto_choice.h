/* auto_choice: how well `auto` chose, for one engine and one case of searches.
 *
 * Waves are timed on as many nets as fit into their time, so they have been timed on different
 * ones, and nets differ: of four nets in a maze, the first may be found in no time, and a wave that
 * was cut off by the limit after it looks like the best. So `auto` is compared with each wave on
 * the same nets, which are the first of the case:
 *
 *     timed on            wave   auto    compared on
 *     as many                4      4    these 4
 *     fewer than `auto`      1      4    1: `auto` is timed once more
 *     more                 900      4    4: the wave is timed once more
 *
 * What counts is the comparison in which `auto` is worst. Where it takes more than BENCH_AUTO_LIMIT
 * times as long as the wave, both are timed again on these nets, and of each the best time counts:
 * others may use the machine.
 */
#pragma once

#include "router/bench/measure/measure.h"

enum { BENCH_WAVES_MAX = 32 }; /* of an engine */

/* Measures `auto` and compares it with waves[0 .. count), at most BENCH_WAVES_MAX, those of them
 * that were timed: *row is its measurement, with times_best and best_nets, which are 0 where there
 * is nothing to compare it with. Where `auto` is over the time limit it counts as the limit, and
 * times_best is too low. Takes one measurement and, of a wave on other nets, one more each; four
 * more where `auto` seems too slow. Fails as bench_measure_search does. */
enum status bench_rate_auto(struct bench_row *row, const struct bench_subject *subject,
                            const struct bench_row *waves, size_t count, struct error *error);
