/* auto_choice: see the header for the rule. */
#include "router/bench/measure/auto_choice.h"

enum { TRIES = 3 }; /* measurements after which `auto` has chosen badly */

/* One comparison: two rows of the same nets. */
struct duel {
    struct bench_row automatic, wave;
};

/* Seconds for the row's nets; over the limit, at least so many. */
static double seconds_of(const struct bench_row *row, const struct bench_effort *effort)
{
    return row->state == BENCH_SLOW ? effort->limit : row->seconds;
}

/* Times the row's wave once more, on its nets, and keeps the better. */
static enum status improve(struct bench_row *row, const struct bench_subject *subject,
                           struct error *error)
{
    struct bench_row again;
    enum status status = bench_measure_search(&again, subject, row->wave, row->nets, error);
    if (status == STATUS_OK && again.state == BENCH_TIMED &&
        (row->state != BENCH_TIMED || again.seconds < row->seconds))
        *row = again;
    return status;
}

/* Times of `auto` over the wave's; 0 where the wave has no time on these nets. */
static enum status compare(struct duel *duel, const struct bench_subject *subject, double *times,
                           struct error *error)
{
    assert(duel->automatic.nets == duel->wave.nets);
    enum status status = STATUS_OK;
    for (int try = 1; status == STATUS_OK; try++) {
        *times = 0;
        if (duel->wave.state == BENCH_TIMED)
            *times = seconds_of(&duel->automatic, subject->effort) / duel->wave.seconds;
        if (*times <= BENCH_AUTO_LIMIT || try == TRIES)
            break;
        status = improve(&duel->automatic, subject, error);
        THEN(status, improve(&duel->wave, subject, error));
    }
    return status;
}

/* The fastest wave timed on exactly so many nets, NULL where there is none. */
static const struct bench_row *fastest(const struct bench_row *waves, size_t count, uint32_t nets)
{
    const struct bench_row *best = NULL;
    for (size_t i = 0; i < count; i++)
        if (waves[i].state == BENCH_TIMED && waves[i].nets == nets &&
            (best == NULL || waves[i].seconds < best->seconds))
            best = &waves[i];
    return best;
}

/* The waves' rows, those that got farther than `auto` timed on its nets. */
static enum status shorten(struct bench_row *rows, const struct bench_row *waves, size_t count,
                           const struct bench_subject *subject, uint32_t nets, struct error *error)
{
    enum status status = STATUS_OK;
    for (size_t i = 0; status == STATUS_OK && i < count; i++) {
        rows[i] = waves[i];
        if (waves[i].state == BENCH_TIMED && waves[i].nets > nets)
            status = bench_measure_search(&rows[i], subject, waves[i].wave, nets, error);
    }
    return status;
}

enum status bench_rate_auto(struct bench_row *row, const struct bench_subject *subject,
                            const struct bench_row *waves, size_t count, struct error *error)
{
    struct bench_row rows[BENCH_WAVES_MAX];
    assert(count <= BENCH_WAVES_MAX);
    enum status status = bench_measure_search(row, subject, "auto", 0, error);
    if (status != STATUS_OK || row->state == BENCH_UNSUPPORTED)
        return status;
    const uint32_t all = row->nets;
    status = shorten(rows, waves, count, subject, all, error);
    for (size_t i = 0; status == STATUS_OK && i < count; i++) {
        if (rows[i].state != BENCH_TIMED || fastest(rows, i, rows[i].nets) != NULL)
            continue; /* compared already, on the same nets */
        struct duel duel = {.automatic = *row, .wave = *fastest(rows, count, rows[i].nets)};
        double times = 0;
        if (rows[i].nets < all)
            status = bench_measure_search(&duel.automatic, subject, "auto", rows[i].nets, error);
        THEN(status, compare(&duel, subject, &times, error));
        double worst = row->times_best;
        uint32_t nets = row->best_nets;
        if (duel.automatic.nets == all)
            *row = duel.automatic;
        row->times_best = times > worst ? times : worst;
        row->best_nets = times > worst ? duel.wave.nets : nets;
    }
    return status;
}
