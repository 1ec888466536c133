/* job: finds the only target cell of a job, and marks the cells of wires. */
#include "router/wave/job.h"

bool job_sole_target(const struct grid *grid, const struct job *job, cell_t *target)
{
    assert(target != NULL);
    *target = CELL_NONE;
    for (uint32_t i = 0; i < job->target_count; i++)
        for (struct wire_walk at = wire_walk(grid, job->targets[i]); at.left > 0; wire_next(&at)) {
            if (!box_has(grid, job->window, at.cell))
                continue;
            if (*target != CELL_NONE && *target != at.cell)
                return false;
            *target = at.cell;
        }
    return true;
}

void wires_mark(const struct grid *grid, uint64_t *plane, const struct wire *wires, uint32_t count,
                bool on)
{
    assert(plane != NULL && (count == 0 || wires != NULL));
    for (uint32_t i = 0; i < count; i++)
        for (struct wire_walk at = wire_walk(grid, wires[i]); at.left > 0; wire_next(&at))
            if (on)
                plane[grid_word(grid, at.cell)] |= grid_bit(grid, at.cell);
            else
                plane[grid_word(grid, at.cell)] &= ~grid_bit(grid, at.cell);
}
