/* bench_crowd: makes the field that a search meets in the middle of negotiation.
 *
 * Nets are searched one after the other, each with its own path taken out, at the tolls
 *     history(cell) + present * users(cell)
 * for some rounds; in each, nets that share a cell move, then shared cells get dearer (McMurchie
 * and Ebeling 1995). At the end some nets are taken out: those that are to be measured.
 */
#ifndef LEEWAY_TESTS_BENCH_BENCH_CROWD_H
#define LEEWAY_TESTS_BENCH_BENCH_CROWD_H

#include <stdlib.h>
#include <string.h>

#include "router/wave/wave.h"

enum { CROWD_PRESENT = 4, CROWD_MARGIN = 6 };

struct crowd {
    struct field *field;
    uint32_t present;
    uint32_t *users, *history; /* [cells] */
    struct crowd_path {
        cell_t *knots;
        size_t count;
    } * paths; /* [nets] */
};

static void crowd_price(struct crowd *crowd, cell_t cell)
{
    crowd->field->toll[cell] = crowd->history[cell] + crowd->present * crowd->users[cell];
}

/* Adds change to the users of a path's cells but the first; returns whether any is shared then. */
static bool crowd_count(struct crowd *crowd, uint32_t net, int change)
{
    const struct crowd_path *path = &crowd->paths[net];
    bool shared = false;
    for (size_t i = 1; i < path->count; i++) {
        struct wire wire = {path->knots[i - 1], path->knots[i]};
        int64_t stride = wire_stride(crowd->field->grid, wire);
        for (int64_t cell = wire.from; cell != wire.to;) {
            cell += stride;
            crowd->users[cell] += (uint32_t)change;
            shared |= crowd->users[cell] > 1;
            crowd_price(crowd, (cell_t)cell);
        }
    }
    return shared;
}

static void crowd_move(struct crowd *crowd, struct wave *wave, struct job *job, uint32_t net)
{
    struct crowd_path *path = &crowd->paths[net];
    struct trace trace = {0};
    crowd_count(crowd, net, -1);
    if (wave_sweep.search(wave, job, &trace, NULL, NULL) != STATUS_OK)
        exit(3);
    free(path->knots);
    *path = (struct crowd_path){trace.knots, trace.count};
    crowd_count(crowd, net, 1);
}

/* A window around the ends of a job, with room for detours. */
static void crowd_window(const struct grid *grid, struct job *job)
{
    cell_t a = job->sources->from, b = job->targets->from;
    uint32_t ax = grid_x(grid, a), bx = grid_x(grid, b), ay = grid_y(grid, a), by = grid_y(grid, b);
    struct box box = {ax < bx ? ax : bx, ay < by ? ay : by, ax > bx ? ax : bx, ay > by ? ay : by};
    uint32_t margin = CROWD_MARGIN + (box.x1 - box.x0 + box.y1 - box.y0) / 16;
    box.x0 -= box.x0 < margin ? box.x0 : margin;
    box.y0 -= box.y0 < margin ? box.y0 : margin;
    box.x1 = box.x1 + margin < grid->width ? box.x1 + margin : grid->width - 1;
    box.y1 = box.y1 + margin < grid->height ? box.y1 + margin : grid->height - 1;
    job->window = box;
}

/* Gives the field tolls as after some rounds over these nets, the first `out` of them taken out,
 * and the jobs their windows. The ends of all nets are closed. */
static void crowd_negotiate(struct field *field, struct job *jobs, uint32_t nets, uint32_t rounds,
                            uint32_t out)
{
    size_t cells = grid_cells(field->grid);
    struct crowd crowd = {field, 0, mem_alloc(cells, sizeof(uint32_t), "users", NULL),
                          mem_alloc(cells, sizeof(uint32_t), "history", NULL),
                          mem_alloc(nets, sizeof *crowd.paths, "paths", NULL)};
    struct wave *wave = NULL;
    field->toll = mem_alloc(cells, sizeof *field->toll, "tolls", NULL);
    for (uint32_t net = 0; net < nets; net++) {
        crowd_window(field->grid, &jobs[net]);
        wires_mark(field->grid, field->closed, jobs[net].sources, 1, true);
        wires_mark(field->grid, field->closed, jobs[net].targets, 1, true);
    }
    if (wave_sweep.create(&wave, field, NULL) != STATUS_OK)
        exit(3);
    for (uint32_t round = 0; round < rounds; round++) {
        for (uint32_t net = 0; net < nets; net++)
            if (round == 0 || crowd_count(&crowd, net, 0))
                crowd_move(&crowd, wave, &jobs[net], net);
        crowd.present = round == 0 ? CROWD_PRESENT : crowd.present + crowd.present / 4;
        for (cell_t cell = 0; cell < cells; cell++) {
            crowd.history[cell] += crowd.users[cell] > 1 ? crowd.users[cell] : 0;
            crowd_price(&crowd, cell);
        }
    }
    for (uint32_t net = 0; net < out; net++)
        crowd_count(&crowd, net, -1);
    for (uint32_t net = 0; net < nets; net++)
        free(crowd.paths[net].knots);
    wave_sweep.destroy(wave);
    free(crowd.paths);
    free(crowd.users);
    free(crowd.history);
}

#endif
