/* job: questions that waves ask about a job (engine.h). */
#pragma once

#include "router/search/backtrace.h"

/* The requirements of engine.h: sources, targets, a window inside the grid. For assertions. */
static inline bool job_is_sound(const struct grid *grid, const struct job *job)
{
    return job->source_count > 0 && job->sources != NULL &&
           (job->target_count == 0 || job->targets != NULL) && job->window.x0 <= job->window.x1 &&
           job->window.y0 <= job->window.y1 && job->window.x1 < grid->width &&
           job->window.y1 < grid->height;
}

/* Finds the only target cell inside the job's window, CELL_NONE if there is none. False if there
 * are several. O(target cells). */
bool job_sole_target(const struct grid *grid, const struct job *job, cell_t *target);

/* Sets or clears the bits of the wires' cells in a bit plane of the grid. O(cells). */
void wires_mark(const struct grid *grid, uint64_t *plane, const struct wire *wires, uint32_t count,
                bool on);
